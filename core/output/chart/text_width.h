// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of text without a font engine, so that the window, the command line and every file lay out a chart alike.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scalewright::chart {

/// The width of a line in pixels in DejaVu Sans, which is wider than most other sans-serif fonts.
[[nodiscard]] double textWidth(std::string_view text, double pixelSize, bool isBold = false);
/// The text broken at spaces into lines of at most `width`; a longer word gets its own line.
[[nodiscard]] std::vector<std::string> wrappedLines(std::string_view text, double width, double pixelSize,
                                                    bool isBold = false);

/// Distance of two baselines, relative to the pixel size.
inline constexpr double lineSpacing = 1.35;

}  // namespace scalewright::chart

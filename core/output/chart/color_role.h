// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of charts and of the window by meaning, one meaning per colour.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scalewright::chart {

enum class ColorRole {
    Background,
    Card,
    Hairline,
    Hover,  ///< surfaces
    Ink,
    SoftInk,
    FaintInk,  ///< text and controls
    Compute,
    Communication,
    Waiting,
    InputOutput,
    Money,
    Warning,  ///< data (Okabe–Ito)
};
inline constexpr int colorRoleCount = 13;

/// 0xRRGGBB
[[nodiscard]] std::uint32_t colorOf(ColorRole role, bool dark = false);
/// Blends `over` onto `under` into an opaque colour.
[[nodiscard]] std::uint32_t blendColors(std::uint32_t over, std::uint32_t under, double alpha);
/// Opacity of ghosts and of a curve beyond what was measured.
inline constexpr double fadedOpacity = 0.45;
/// Parts of a stack that are hatched in print, because in greyscale their colour is too close to a neighbour's.
[[nodiscard]] constexpr bool needsHatch(ColorRole role)
{
    return role == ColorRole::Waiting || role == ColorRole::Money;
}
/// "0072B2"
[[nodiscard]] std::string hexColor(std::uint32_t color);

/// Every role's colour in light mode with that in dark mode, for the style sheet of a page.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> lightAndDarkColors();

}  // namespace scalewright::chart

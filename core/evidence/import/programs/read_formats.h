// SPDX-License-Identifier: GPL-3.0-or-later
// The supported file formats, how to produce them, and which commands read them: listed by `scalewright-cli formats`
// and in docs/files.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace scalewright {

enum class FormatKind : std::uint8_t { Ladders, Profiles, Timings, Traces };

/// "attribute, cost, fit": the commands that read the format.
[[nodiscard]] const char* commandsReading(FormatKind kind);

struct SupportedFormat {
    FormatKind kind = FormatKind::Ladders;
    std::string name, producedBy, contents;
};

/// The built-in formats, followed by those in resources/catalogue/programs.json.
[[nodiscard]] std::vector<SupportedFormat> supportedFormats();

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// Formats of other programs that are recognised but not read: resources/catalogue/foreign-formats.json, which users may
// extend.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

struct ForeignFormat {
    std::string name;  ///< "the output of perf script"
    std::vector<std::string> starts, marks;  ///< begins with one of these; contains all of these
    bool isBinary = false;
    std::string instead;  ///< what to give instead, or how to convert it
};

/// Error (Input): the problems in the resource, with their pointers.
[[nodiscard]] Result<std::vector<ForeignFormat>> parseForeignFormats(std::string_view text);

/// What a file in a known binary format is (an archive, a database, perf.data, a picture), and how to get text from it;
/// nullopt for anything else.
[[nodiscard]] std::optional<Error> binaryFormatError(std::string_view bytes);

/// What the text is, and what to give instead; nullopt if it is of none of these formats.
[[nodiscard]] std::optional<Error> foreignFormatError(std::string_view text);

}  // namespace scalewright

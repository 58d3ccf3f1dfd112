// SPDX-License-Identifier: GPL-3.0-or-later
// Text formats of ladders that are not tables. To add one, write its file and list it in ladder_formats.cpp; reading,
// --format, the errors and the list of formats follow.
#pragma once

#include <span>
#include <string_view>

#include "core/evidence/import/ladder_file.h"

namespace scalewright {

struct LadderTextFormat {
    const char* option;  ///< "extra-p", for --format
    const char* name;  ///< "Extra-P"
    const char *producedBy, *contents;  ///< for the list of formats
    bool (*matches)(std::string_view text);
    Result<LadderFile> (*read)(std::string_view text);
};

[[nodiscard]] std::span<const LadderTextFormat> ladderTextFormats();

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a name of an enumeration (core/base/text/enum_names.h).
//
//     parseName<Severity>("bad").error();  // unknown severity "bad"; expected error or advice
#pragma once

#include "core/base/error/result.h"
#include "core/base/text/enum_names.h"
#include "core/base/text/quote.h"

namespace scalewright {

/// Error (Input): lists the names.
template <NamedEnum Enum>
[[nodiscard]] Result<Enum> parseName(std::string_view name)
{
    if (const std::optional<Enum> value = valueNamed<Enum>(name))
        return *value;
    return fail(ErrorCode::Input, formatMessage("unknown {} {}", enumNames<Enum>.kind, inQuotes(name)),
                namesOf<Enum>());
}

}  // namespace scalewright

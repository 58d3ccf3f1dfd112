// SPDX-License-Identifier: GPL-3.0-or-later
// Typographic signs for texts that are shown with ASCII hyphens elsewhere.
#pragma once

#include <string>

#include "core/base/text/ascii.h"

namespace scalewright {

/// The text with minus signs before numbers, and a dash for an empty cell. Not for code.
[[nodiscard]] inline std::string printedText(std::string text)
{
    if (text == "-")
        return "–";
    for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos; ++at)
        if ((at == 0 || text[at - 1] == ' ' || text[at - 1] == '(') && at + 1 < text.size() && isDigit(text[at + 1]))
            text.replace(at, 1, "−");
    return text;
}

}  // namespace scalewright

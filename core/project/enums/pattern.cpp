// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/enums/pattern.h"

#include <string>

namespace scalewright {

Result<Pattern> patternFromName(std::string_view name)
{
    std::string known;
    for (const Pattern each : allPatterns) {
        if (name == patternName(each))
            return each;
        known += (known.empty() ? "" : ", ") + std::string(patternName(each));
    }
    return fail(ErrorCode::Input, formatMessage("there is no communication pattern '{}'", std::string(name)),
                formatMessage("one of {}", known));
}

}  // namespace scalewright

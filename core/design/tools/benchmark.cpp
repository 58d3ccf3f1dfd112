// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/tools/benchmark.h"

#include "core/base/text/quote.h"
#include "core/model/scaling/pattern_traits.h"

namespace scalewright {

std::vector<std::string> timedCollectives(Pattern pattern)
{
    std::vector<std::string> names;
    for (const char* name : traitsOf(pattern).benchmarks)
        if (name)
            names.emplace_back(name);
    return names;
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// The timings of one file, with its streams combined, as fit-comm combines those of several files.
#pragma once

#include "core/evidence/commfit/timings_log.h"

namespace scalewright {

inline Result<CollectiveTimings> readTimings(std::string_view text, std::optional<int> p,
                                             TimingFormat format = TimingFormat::Auto,
                                             std::string_view defaultCollective = {})
{
    return readPartialTimings(text, p, format, defaultCollective)
        .and_then([](CollectiveTimings timings) -> Result<CollectiveTimings> {
            return combineStreams(timings).map([&] { return std::move(timings); });
        });
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// Where two JSON documents differ; `reproduce` compares every answer this way.
#pragma once

#include <string>
#include <vector>

#include "core/base/json/json.h"

namespace scalewright {

struct Difference {
    std::string jsonPointer;  ///< "/rows/3/speedup"
    std::string before, after;  ///< as JSON; empty if the member does not exist
    bool operator==(const Difference&) const = default;
};

/// Numbers within a relative difference of 1e-9 count as equal, because other machines may round the last digits
/// differently. Members are compared by name, in any order.
[[nodiscard]] std::vector<Difference> findDifferences(const Json& before, const Json& after);

}  // namespace scalewright

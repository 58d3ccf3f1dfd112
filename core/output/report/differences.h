// Where two JSON documents say different things: what `reproduce` asks of every answer.
#pragma once

#include <string>
#include <vector>

#include "core/base/json/json.h"

namespace scalewright {

struct Difference {
    std::string pointer;  ///< "/rows/3/speedup"
    std::string was, is;  ///< as JSON; empty where it is not there
    bool operator==(const Difference&) const = default;
};

/// Numbers that are equal within 1e-9 of the larger one are the same: other machines round the last digits otherwise.
/// Members by name, whatever their order.
[[nodiscard]] std::vector<Difference> differencesOf(const Json& was, const Json& is);

}  // namespace scalewright

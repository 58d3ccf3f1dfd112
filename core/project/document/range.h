// What values a field of a project may have.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/error/result.h"
#include "core/base/quantity/quantity.h"

namespace scalewright {

enum class Range {
    Any,
    NotNegative,
    Positive,
    Share,        ///< above 0, up to 1
    ShareOrNone,  ///< from 0 to 1
    OneOrMore,
    Level,        ///< between 0 and 1
    Whole,        ///< 1, 2, 3, … up to 2^53
    WholeOrNone,  ///< 0, 1, 2, … up to 2^53
    Workers,      ///< 1, 2, 3, … up to largestPMax
};

/// What is wrong with the value, or nothing. Where is left empty. `asTyped`: how a person wrote it, to be told of in
/// those words.
[[nodiscard]] std::optional<Problem> rangeProblem(double value, Dimension dimension, Range range,
                                                  std::string_view asTyped = {});

}  // namespace scalewright

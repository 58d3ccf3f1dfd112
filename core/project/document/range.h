// SPDX-License-Identifier: GPL-3.0-or-later
// The valid values of a project's fields.
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
    ShareOrZero,  ///< from 0 to 1
    AtLeastOne,
    ConfidenceLevel,        ///< between 0 and 1
    PositiveInteger,        ///< 1, 2, 3, … up to 2^53
    NonNegativeInteger,  ///< 0, 1, 2, … up to 2^53
    WorkerCount,      ///< 1, 2, 3, … up to maximumPMax
};

/// The problem with the value, if any, without a location. `asTyped`: the text as typed, for use in the message.
[[nodiscard]] std::optional<Problem> rangeProblem(double value, Dimension dimension, Range range,
                                                  std::string_view asTyped = {});

}  // namespace scalewright

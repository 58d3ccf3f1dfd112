// What is known about a model's inputs beyond their values.
#pragma once

#include <optional>
#include <vector>

#include "core/base/quantity/quantity.h"

namespace scalewright {

/// An absent interval is an exact number.
struct ModelIntervals {
    std::optional<Interval> tCompS, alphaS, betaS, alpha2S, beta2S;  ///< the last two count on two levels of network
    /// Of ScalingModel::exchanges from the second on, in their order; empty: theirs are as exact as their messages, and
    /// move with the link of the first. `level` is the message's alone, for the link is counted with betaS and beta2S.
    std::vector<std::optional<Interval>> furtherBetaS, furtherBeta2S;
    [[nodiscard]] bool any() const;
    bool operator==(const ModelIntervals&) const = default;
};

}  // namespace scalewright

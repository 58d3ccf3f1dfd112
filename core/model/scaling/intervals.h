// SPDX-License-Identifier: GPL-3.0-or-later
// Intervals of a model's inputs.
#pragma once

#include <optional>
#include <vector>

#include "core/base/quantity/quantity.h"

namespace scalewright {

/// An absent interval means that the value is exact.
struct ModelIntervals {
    std::optional<Interval> tCompS, alphaS, betaS, alpha2S, beta2S;  ///< the last two apply to a two-level network
    /// For ScalingModel::exchanges from the second on, in the same order. Empty: these betas are as exact as their
    /// messages and vary with the link of the first exchange. `level` is that of the message alone, because the link is
    /// already counted with betaS and beta2S.
    std::vector<std::optional<Interval>> furtherBetaS, furtherBeta2S;
    [[nodiscard]] bool isAnyGiven() const;
    bool operator==(const ModelIntervals&) const = default;
};

}  // namespace scalewright

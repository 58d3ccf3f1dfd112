// SPDX-License-Identifier: GPL-3.0-or-later
// S(p) before anything is built (book 41.4): T(p) = T_comp/p + T_comm(p), S = T(1)/T(p), E = S/p, R =
// T_comm/(T_comp/p). model.h describes the inputs, and terms.h what a design adds.
//
//     ScalingModel model{.tCompS = 1, .exchanges = {{.communication = {.alphaS = 0.0008, .betaS = 0.04}}}};
//     Prediction prediction = predict(model);   // pStar 34, speedup 7.49, knee 9, R = 1 from 13 (Output 41.4.1)
#pragma once

#include "core/model/scaling/columns.h"
#include "core/model/scaling/landmarks.h"
#include "core/model/scaling/model.h"
#include "core/model/scaling/row.h"

namespace scalewright {

struct Prediction {
    ScalingModel model;
    int pMax = defaultPMax;  ///< searchLimit()
    PredictionColumns columns;
    Landmarks landmarks;
    [[nodiscard]] PredictionRow row(int p) const;  ///< 1 <= p <= pMax
    /// True for Landmarks::pStarAtLimit where the batch allows more workers: p* is not below p-max.
    [[nodiscard]] bool hasNoPStar() const;
    bool operator==(const Prediction&) const = default;
};

/// Columns for 1…searchLimit(model, pMax) and the landmarks. Precondition: validate(model) passes, 1 <= pMax <=
/// maximumPMax.
[[nodiscard]] Prediction predict(const ScalingModel& model, int pMax = defaultPMax);

}  // namespace scalewright

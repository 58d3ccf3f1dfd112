// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the Diagnose page: leaves, fields and values.
#pragma once

#include <QString>

#include "core/model/bottleneck/flow.h"

namespace scalewright::ui {

/// "Memory capacity": the first line in the leaf.
[[nodiscard]] QString ceilingText(Bottleneck bottleneck);
/// "Data": the axis as a heading.
[[nodiscard]] QString axisText(Axis axis);
/// "working set", "FLOP": a field within a sentence.
[[nodiscard]] QString fieldText(ProfileField field);
/// "enter the step's FLOP": how to fix a missing field.
[[nodiscard]] QString enterFieldText(ProfileField field);

/// A ratio of 1 or more: "1.04×", "1.9×", "15×", "over 1000×".
[[nodiscard]] QString plainFactorText(double ratio);
/// An amount without the trailing zeros that formatAmount keeps: "8 GB", "0.3 s".
[[nodiscard]] QString shortAmountText(double value, Dimension dimension);

}  // namespace scalewright::ui

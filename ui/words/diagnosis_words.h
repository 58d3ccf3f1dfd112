// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the Diagnose page: questions, leaves, values and margins.
#pragma once

#include <QString>

#include <optional>

#include "core/model/bottleneck/flow.h"

namespace scalewright::ui {

/// "Fits in memory?": the first line in the diamond.
[[nodiscard]] QString questionText(Test test);
/// "Memory capacity": the first line in the leaf.
[[nodiscard]] QString ceilingText(Bottleneck bottleneck);
/// "Data": the axis as a heading.
[[nodiscard]] QString axisText(Axis axis);
/// "working set", "FLOP": a field within a sentence.
[[nodiscard]] QString fieldText(ProfileField field);
/// "enter the step's FLOP": how to fix a missing field.
[[nodiscard]] QString enterFieldText(ProfileField field);

/// "yes", "no", "skipped"; "yes, uncertain" if the answer changes within its inputs' intervals.
[[nodiscard]] QString answerText(const TestResult& result);
/// Both sides of the comparison: "8 GB ≤ 64 GB", "0.16 s against 0.3 s", "50 against 25 FLOP/B". If the test does not
/// apply, says why there is nothing to compare.
[[nodiscard]] QString comparisonText(const TestResult& result);
/// The margin in words: "8× to spare", "2.6× too large", "2.0× above the ridge"; empty if the test does not apply.
[[nodiscard]] QString marginText(const TestResult& result);
/// Both sides with their names: "I = 50 > π/β = 25 FLOP/B", "working set 208 GB > memory 80 GB".
[[nodiscard]] QString inequalityText(const TestResult& result);

/// A ratio of 1 or more: "1.04×", "1.9×", "15×", "over 1000×".
[[nodiscard]] QString plainFactorText(double ratio);
/// An amount without the trailing zeros that formatAmount keeps: "8 GB", "0.3 s".
[[nodiscard]] QString shortAmountText(double value, Dimension dimension);
/// Two amounts in a shared unit if that is readable: {"8", "80 GB"} for 8e9 and 80e9 bytes.
struct AmountPair {
    QString first, second;  ///< each one complete: "0.01 s", "0.15 s"
    QString firstNumber;  ///< without the unit if both share it, otherwise the same as `first`
};
[[nodiscard]] AmountPair amountPair(double first, double second, Dimension dimension);

}  // namespace scalewright::ui

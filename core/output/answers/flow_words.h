// SPDX-License-Identifier: GPL-3.0-or-later
// The questions of Figure 41.2.1 with their answers in words: the same for the window, the report and every export.
//
//     for (const FlowQuestion& each : flowQuestions(evaluateFlow(profile), false))
//         each.nextAnswer;   // "yes", "skipped"
#pragma once

#include <string>
#include <vector>

#include "core/base/quantity/quantity.h"
#include "core/model/bottleneck/flow.h"

namespace scalewright {

/// "Fits in memory?"
[[nodiscard]] std::string questionText(Test test);
/// "distribute data": what to do about a ceiling, on its axis.
[[nodiscard]] std::string remedyText(Axis axis);
/// "2 of 10 figures assumed": the least reliable origin of those that the flow used; empty if there is only one.
[[nodiscard]] std::string weakestFiguresText(const FlowProgress& flow);
/// "yes", "no", "skipped"; "yes, uncertain" if the answer changes within its inputs' intervals.
[[nodiscard]] std::string answerText(const TestResult& result);
/// Both sides of the comparison: "8 GB ≤ 64 GB", "0.16 s against 0.3 s", "50 against 25 FLOP/B". If the test does not
/// apply, says why there is nothing to compare.
[[nodiscard]] std::string comparisonText(const TestResult& result);
/// The margin in words: "8× to spare", "2.6× too large", "2.0× above the ridge"; empty if the test does not apply.
[[nodiscard]] std::string marginText(const TestResult& result);
/// Both sides with their names: "I = 50 > π/β = 25 FLOP/B", "working set 208 GB > memory 80 GB".
[[nodiscard]] std::string inequalityText(const TestResult& result);

/// A ratio of 1 or more: "1.04×", "1.9×", "15×", "over 1000×".
[[nodiscard]] std::string ratioText(double ratio);
/// An amount without the trailing zeros that formatAmount keeps: "8 GB", "0.3 s".
[[nodiscard]] std::string plainAmountText(double value, Dimension dimension);
/// Two amounts in a shared unit if that is readable: {"8", "80 GB"} for 8e9 and 80e9 bytes.
struct AmountPair {
    std::string first, second;  ///< each one complete: "0.01 s", "0.15 s"
    std::string firstNumber;  ///< without the unit if both share it, otherwise the same as `first`
};
[[nodiscard]] AmountPair amountPair(double first, double second, Dimension dimension);

/// A question of the tree: its answer, and where its two answers lead.
struct FlowQuestion {
    Test test = Test::FitsInMemory;
    Bottleneck leaf = Bottleneck::MemoryCapacity;  ///< where `leafAnswer` leads
    std::string comparison;  ///< comparisonText(); empty if neither reached nor answerable
    std::string margin;  ///< marginText() if reached
    bool isReached = false;
    bool isCertain = true;
    bool leadsToLeaf = false;  ///< its answer leads to its leaf
    bool isPassed = false;  ///< its answer leads on to the next question; from the last one, to Compute
    std::string leafAnswer, nextAnswer;  ///< "no", "yes"; the answer given is in the words of answerText()
};

/// In the order of the figure. `hasServingQuestion`: includes the question that Table 41.2.1 adds.
[[nodiscard]] std::vector<FlowQuestion> flowQuestions(const FlowProgress& flow, bool hasServingQuestion);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/flow_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/model/bottleneck/what_if.h"

namespace scalewright {

namespace {

std::string withoutTrailingZeros(std::string number)
{
    if (number.find('.') == std::string::npos)
        return number;
    number.erase(number.find_last_not_of('0') + 1);
    if (number.ends_with('.'))
        number.pop_back();
    return number;
}

std::string plainNumberText(double value)
{
    return withoutTrailingZeros(significantText(value, 3));
}

/// How many base units one `unit` is; nullopt for units that are not written after a number (money, days).
std::optional<double> baseUnitsPer(const std::string& unit, Dimension dimension)
{
    const Result<double> one = parseAmount("1 " + unit, dimension);
    return one && *one > 0 ? std::optional(*one) : std::nullopt;
}

bool isLimitExceeded(const TestResult& result)
{
    const bool yes = result.answer == TestAnswer::Yes;
    return result.test == Test::FitsInMemory || result.test == Test::ServingBudgetMet ? !yes : yes;
}

AmountPair sidesOf(const TestResult& result)
{
    return amountPair(result.left.value_or(0), result.right.value_or(0), result.dimension);
}

Bottleneck leafOf(Test test)
{
    switch (test) {
    case Test::FitsInMemory: return Bottleneck::MemoryCapacity;
    case Test::ServingBudgetMet: return Bottleneck::Latency;
    case Test::IoDominates: return Bottleneck::DataIo;
    case Test::CommunicationDominates: return Bottleneck::Coordination;
    case Test::IntensityAboveRidge: break;
    }
    return Bottleneck::MemoryBandwidth;
}

/// Whether "yes" leads on to the next question: true for "fits", "budget met" and "above the ridge"; false for the two
/// questions about what dominates.
bool continuesOnYes(Test test)
{
    return test != Test::IoDominates && test != Test::CommunicationDominates;
}

FlowQuestion flowQuestion(const FlowProgress& flow, Test test)
{
    FlowQuestion question{.test = test,
                          .leaf = leafOf(test),
                          .comparison = {},
                          .margin = {},
                          .isReached = flow.reaches(test),
                          .leafAnswer = continuesOnYes(test) ? "no" : "yes",
                          .nextAnswer = continuesOnYes(test) ? "yes" : "no"};
    const TestResult* result = flow.resultOf(test);
    if (!result)
        return question;
    const bool isApplicable = result->answer != TestAnswer::NotApplicable;
    if (question.isReached || isApplicable)
        question.comparison = comparisonText(*result);
    if (!question.isReached)
        return question;
    question.margin = marginText(*result);
    question.isCertain = result->isCertain;
    question.leadsToLeaf = isApplicable && (result->answer == TestAnswer::Yes) != continuesOnYes(test);
    question.isPassed = !question.leadsToLeaf;
    (question.leadsToLeaf ? question.leafAnswer : question.nextAnswer) = answerText(*result);
    return question;
}

}  // namespace

std::string questionText(Test test)
{
    switch (test) {
    case Test::FitsInMemory: return "Fits in memory?";
    case Test::ServingBudgetMet: return "Serving budget met?";
    case Test::IoDominates: return "Reading dominates?";
    case Test::CommunicationDominates: return "Network dominates?";
    case Test::IntensityAboveRidge: break;
    }
    return "Intensity above ridge?";
}

std::string remedyText(Axis axis)
{
    switch (axis) {
    case Axis::Model: return "distribute the model";
    case Axis::Data: return "distribute data";
    case Axis::Coordination: return "coordinate the cluster";
    case Axis::Inference: return "distribute inference";
    case Axis::Training: break;
    }
    return "distribute training";
}

std::string weakestFiguresText(const FlowProgress& flow)
{
    static constexpr std::array words{"measured", "given", "from the catalogue", "typed", "assumed"};
    std::array<int, words.size()> counts{};
    for (const Quantity* quantity : quantitiesUsedBy(flow))
        ++counts.at(static_cast<std::size_t>(quantity->provenance.origin));
    const auto weakest = std::find_if(counts.rbegin(), counts.rend(), [](int count) { return count > 0; });
    const int total = std::accumulate(counts.begin(), counts.end(), 0);
    return weakest == counts.rend() || *weakest == total
               ? std::string()
               : formatMessage("{} of {} figures {}", *weakest, total,
                               words.at(static_cast<std::size_t>(counts.rend() - weakest - 1)));
}

std::string answerText(const TestResult& result)
{
    if (result.answer == TestAnswer::NotApplicable)
        return "skipped";
    return std::string(result.answer == TestAnswer::Yes ? "yes" : "no") + (result.isCertain ? "" : ", uncertain");
}

std::string comparisonText(const TestResult& result)
{
    if (result.answer == TestAnswer::NotApplicable)
        return result.test == Test::ServingBudgetMet ? "no budget given" : "no exchange given";
    if (result.test == Test::IntensityAboveRidge)
        return formatMessage("{} against {} FLOP/B",
                             result.left ? plainNumberText(*result.left) : std::string("no bytes"),
                             plainNumberText(result.right.value_or(0)));
    const AmountPair pair = sidesOf(result);
    if (result.dimension == Dimension::Bytes)
        return pair.first + (isLimitExceeded(result) ? " > " : " ≤ ") + pair.second;
    return formatMessage("{} against {}", pair.first, pair.second);
}

std::string marginText(const TestResult& result)
{
    if (result.answer == TestAnswer::NotApplicable)
        return {};
    const bool isRidge = result.test == Test::IntensityAboveRidge;
    if (!result.margin)
        return isRidge ? "no bytes moved" : "";
    const double margin = *result.margin;
    if (margin == 1)
        return isRidge ? "exactly at the ridge" : "exactly at the limit";
    if (margin == 0)
        return isRidge ? "no arithmetic" : result.test == Test::IoDominates ? "nothing is read" : "takes no time";
    const bool isAbove = margin > 1;
    const double ratio = isAbove ? margin : 1 / margin;
    constexpr double visibleRatio = 1.005;
    if (ratio < visibleRatio) {
        if (isRidge)
            return isAbove ? "barely above the ridge" : "barely below the ridge";
        return isAbove ? "barely too much" : "barely to spare";
    }
    if (!isAbove)
        return ratioText(ratio) + (isRidge ? " below the ridge" : " to spare");
    switch (result.test) {
    case Test::FitsInMemory: return ratioText(ratio) + " too large";
    case Test::ServingBudgetMet:
        return ratioText(ratio) + (result.dimension == Dimension::Time ? " over budget" : " more needed");
    case Test::IoDominates:
        return ratioText(ratio) + (result.dimension == Dimension::Bytes ? " too large" : " over the limit");
    case Test::CommunicationDominates: return ratioText(ratio) + " the work";
    case Test::IntensityAboveRidge: break;
    }
    return ratioText(ratio) + " above the ridge";
}

std::string inequalityText(const TestResult& result)
{
    if (result.answer == TestAnswer::NotApplicable)
        return result.reason;
    const char* sign = isLimitExceeded(result) ? ">" : "≤";
    if (result.test == Test::IntensityAboveRidge)
        return result.left ? formatMessage("I = {} {} π/β = {} FLOP/B", plainNumberText(*result.left), sign,
                                           plainNumberText(result.right.value_or(0)))
                           : "no bytes are moved, so arithmetic is the limit";
    const AmountPair pair = sidesOf(result);
    const auto named = [&](const char* left, const char* right) {
        return formatMessage("{} {} {} {} {}", left, pair.first, sign, right, pair.second);
    };
    switch (result.test) {
    case Test::FitsInMemory: return named("working set", "memory");
    case Test::ServingBudgetMet:
        return result.dimension == Dimension::Time ? named("latency", "budget") : named("wanted", "reached");
    case Test::IoDominates:
        return result.dimension == Dimension::Bytes ? named("dataset", "storage")
                                                    : named("reading", "its share of the step");
    default: break;
    }
    return named("one round", "local work");
}

std::string ratioText(double ratio)
{
    constexpr double largestShown = 1000;
    if (ratio >= largestShown)
        return "over 1000×";
    return fmt::format("{:.{}f}×", ratio, ratio < 1.1 ? 2 : ratio < 4.95 ? 1 : 0);
}

std::string plainAmountText(double value, Dimension dimension)
{
    if (dimension == Dimension::Ratio)
        return plainNumberText(value);
    AmountText text = formatAmount(value, dimension);
    text.number = withoutTrailingZeros(text.number);
    return text.joined();
}

AmountPair amountPair(double first, double second, Dimension dimension)
{
    AmountPair pair{plainAmountText(first, dimension), plainAmountText(second, dimension),
                    plainAmountText(first, dimension)};
    if (dimension == Dimension::Ratio || !(first >= 0 && second >= 0))
        return pair;
    const double larger = std::max(first, second), smaller = std::min(first, second);
    const std::string unit = formatAmount(larger, dimension).unit;
    const std::optional<double> scale = baseUnitsPer(unit, dimension);
    if (!scale || (smaller > 0 && smaller < larger / 1000))
        return pair;
    pair.firstNumber = plainNumberText(first / *scale);
    pair.first = pair.firstNumber + ' ' + unit;
    pair.second = plainNumberText(second / *scale) + ' ' + unit;
    return pair;
}

std::vector<FlowQuestion> flowQuestions(const FlowProgress& flow, bool hasServingQuestion)
{
    std::vector<FlowQuestion> questions;
    for (const Test test : allTests)
        if (test != Test::ServingBudgetMet || hasServingQuestion)
            questions.push_back(flowQuestion(flow, test));
    return questions;
}

}  // namespace scalewright

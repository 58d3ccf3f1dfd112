// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/bottleneck/question.h"
#include "core/model/bottleneck/roofline.h"

namespace scalewright {

namespace {

using namespace detail;
using FieldKey = ProfileField;

std::string amountText(double value, const Inequality& inequality)
{
    if (inequality.dimension == Dimension::Ratio)
        return significantText(value, 3) + " " + inequality.unit;
    return amountText(value, inequality.dimension);
}

std::string fieldAmountText(double value, FieldKey field)
{
    return field->dimension == Dimension::Ratio ? significantText(value, 3) : amountText(value, field->dimension);
}

/// Checks the figures that a test needs; the error says how to obtain each missing one.
Result<void> requireFigures(const Profile& profile, std::initializer_list<FieldKey> fields)
{
    std::vector<Problem> problems;
    const auto report = [&](FieldKey field, std::size_t step) {
        problems.push_back({formatMessage("enter {}: {}", field->phrase, field->howToGet),
                            {},
                            {.jsonPointer = jsonPointerOf(profile, field, step), .field = {}}});
    };
    for (const FieldKey field : fields) {
        if (!field.isPerStep()) {
            if (!total(profile, field))
                report(field, 0);
            continue;
        }
        if (profile.baseline.steps.empty())
            report(field, 0);
        for (std::size_t i = 0; i < profile.baseline.steps.size(); ++i)
            if (!fieldQuantity(profile, field, i))
                report(field, i);
    }
    if (problems.empty())
        return {};
    return fail(Error{ErrorCode::Input, std::move(problems)});
}

Result<void> requireRooflineFigures(const Profile& profile)
{
    if (Result<void> known = requireFigures(profile, {&WorkloadStep::flops, &WorkloadStep::bytesMoved,
                                                      &Machine::peakFlops, &Machine::memoryBandwidthBytesPerS});
        !known)
        return known;
    const FieldValues values = fieldValuesOf(profile, ridgeInequality(), IntervalCorner::Value);
    if (valueOfField(values, &WorkloadStep::flops) > 0 || valueOfField(values, &WorkloadStep::bytesMoved) > 0)
        return {};
    return fail(ErrorCode::Input,
                "the step neither computes nor moves bytes in memory: it has no point on the roofline",
                "flops or bytes_moved above 0; for a step that only reads, io_time_s equal to step_time_s",
                {.jsonPointer = jsonPointerOf(profile, &WorkloadStep::flops), .field = {}});
}

bool isLeftGreater(const Inequality& inequality, const FieldValues& values)
{
    return inequality.left(values) > inequality.right(values);
}

double leftRightRatio(const Inequality& inequality, const FieldValues& values)
{
    return inequality.left(values) / inequality.right(values);
}

TestAnswer answerFor(const Inequality& inequality, bool leftIsGreater)
{
    return leftIsGreater == inequality.greaterMeansYes ? TestAnswer::Yes : TestAnswer::No;
}

bool isReachable(FieldKey field, FlipSide side, double value)
{
    if (!std::isfinite(value) || value < 0)
        return false;
    if (side == FlipSide::Below && value == 0)
        return false;
    if (value == 0 && !field.mayBeZero() && side == FlipSide::AtOrBelow)
        return false;
    if (field == &Baseline::ioDominanceShare && (value > 1 || (value == 1 && side == FlipSide::Above)))
        return false;
    return true;
}

std::string flipText(const Profile& profile, const FlipPoint& flip)
{
    std::string side = "above";
    switch (flip.side) {
    case FlipSide::Above: break;
    case FlipSide::AtOrAbove: side = "at or above"; break;
    case FlipSide::Below: side = "below"; break;
    case FlipSide::AtOrBelow: side = "at or below"; break;
    }
    std::string text =
        formatMessage("{} {} {}", flip.field.nameWithoutArticle(), side, fieldAmountText(flip.value, flip.field));
    const MaybeQuantity current = total(profile, flip.field);
    if (current && current->value > 0 && flip.value > 0) {
        const double factor = flip.value / current->value;
        if (std::isfinite(factor))
            text += significantText(factor, 3) == "1" || significantText(100 * factor, 3) == "100"
                        ? " (just past the current value)"
                    : factor >= 1 ? formatMessage(" ({} times as much)", significantText(factor, 3))
                                  : formatMessage(" ({} % of the current value)", significantText(100 * factor, 3));
    }
    return text;
}

void addFlips(const Profile& profile, const Inequality& inequality, TestResult& result)
{
    const FieldValues values = fieldValuesOf(profile, inequality, IntervalCorner::Value);
    const bool leftIsGreater = isLeftGreater(inequality, values);
    for (const InequalityInput& input : inequality.inputs) {
        const std::optional<double> threshold = inequality.threshold(values, input.field);
        FlipPoint flip{
            .field = input.field, .side = {}, .value = threshold.value_or(0), .newBottleneck = {}, .text = {}};
        if (leftIsGreater)
            flip.side = input.raisesRatio ? FlipSide::AtOrBelow : FlipSide::AtOrAbove;
        else
            flip.side = input.raisesRatio ? FlipSide::Above : FlipSide::Below;
        if (!threshold || !isReachable(flip.field, flip.side, flip.value))
            continue;
        flip.text = flipText(profile, flip);
        result.flips.push_back(std::move(flip));
    }
}

/// Fills in left, right, margin, interval and inequality for the comparison that is shown.
/// `withText`: whether the inequality is written out.
void fillComparison(const Profile& profile, const Inequality& inequality, bool withText, TestResult& result)
{
    const FieldValues values = fieldValuesOf(profile, inequality, IntervalCorner::Value);
    const bool leftIsGreater = isLeftGreater(inequality, values);
    result.answer = answerFor(inequality, leftIsGreater);
    result.dimension = inequality.dimension;
    result.unit = inequality.unit;
    result.leftName = inequality.leftName;
    result.rightName = inequality.rightName;
    const double left = inequality.left(values), right = inequality.right(values);
    if (std::isfinite(left))
        result.left = left;
    result.right = right;
    const double margin = left / right;
    if (std::isfinite(margin))
        result.margin = margin;
    if (withText)
        result.inequality =
            (result.left ? amountText(left, inequality) : formatMessage("no finite {}", inequality.leftName)) +
            ((leftIsGreater ? " > " : " ≤ ") + amountText(right, inequality));

    double level = 1;
    bool uncertain = false;
    for (const InequalityInput& input : inequality.inputs)
        if (const MaybeQuantity quantity = total(profile, input.field); quantity && quantity->interval) {
            uncertain = true;
            level = std::min(level, quantity->interval->level);
        }
    if (!uncertain)
        return;
    const FieldValues lowValues = fieldValuesOf(profile, inequality, IntervalCorner::SmallestRatio);
    const FieldValues highValues = fieldValuesOf(profile, inequality, IntervalCorner::LargestRatio);
    const double low = leftRightRatio(inequality, lowValues), high = leftRightRatio(inequality, highValues);
    if (std::isfinite(low) && std::isfinite(high) && result.margin)
        result.marginInterval = Interval{std::min(low, *result.margin), std::max(high, *result.margin), level};
    result.isCertain = isLeftGreater(inequality, lowValues) == isLeftGreater(inequality, highValues);
}

Result<TestResult> evaluateFitsInMemory(const Profile& profile, bool withFlips)
{
    TRY_DO(requireFigures(profile, {&Baseline::workingSetBytes, &Machine::memoryBytes}));
    TestResult result{.test = Test::FitsInMemory};
    fillComparison(profile, memoryFitInequality(), withFlips, result);
    result.inputs = inputsOf(result.test);
    if (withFlips)
        addFlips(profile, memoryFitInequality(), result);
    return result;
}

Result<TestResult> evaluateServingBudget(const Profile& profile, bool withFlips)
{
    TestResult result{.test = Test::ServingBudgetMet};
    result.inputs = inputsOf(result.test);
    std::vector<const Inequality*> applicable;
    const auto isKnown = [&](ProfileField field) { return fieldQuantity(profile, field).has_value(); };
    if (isKnown(&Serving::latencyBudgetS) && isKnown(&Serving::latencyS))
        applicable.push_back(&latencyInequality());
    if (isKnown(&Serving::throughputTargetPerS) && isKnown(&Serving::throughputPerS))
        applicable.push_back(&throughputInequality());
    if (applicable.empty()) {
        const bool budget = isKnown(&Serving::latencyBudgetS) || isKnown(&Serving::throughputTargetPerS);
        result.reason =
            budget ? "a serving budget is set, but not what one machine achieves" : "no latency or throughput budget";
        return result;
    }

    const auto ratio = [&](const Inequality* inequality) {
        return leftRightRatio(*inequality, fieldValuesOf(profile, *inequality, IntervalCorner::Value));
    };
    const auto missed = [&](const Inequality* inequality) {
        return isLeftGreater(*inequality, fieldValuesOf(profile, *inequality, IntervalCorner::Value));
    };
    const Inequality* tighter = applicable.front();
    if (applicable.size() == 2 && ratio(applicable.back()) > ratio(tighter))
        tighter = applicable.back();
    fillComparison(profile, *tighter, withFlips, result);
    if (applicable.size() == 2 && missed(applicable.front()) && missed(applicable.back())) {
        result.noFlipReason = "latency and throughput both miss their budgets: no single figure changes the answer";
        return result;
    }
    for (const Inequality* inequality : applicable)
        if (withFlips && missed(inequality) == missed(tighter))
            addFlips(profile, *inequality, result);
    return result;
}

Result<TestResult> evaluateReading(const Profile& profile, bool withFlips)
{
    TestResult result{.test = Test::IoDominates};
    const bool storage = profile.baseline.datasetBytes && profile.baseline.machine.storageBytes;
    const bool timed = total(profile, &WorkloadStep::ioTimeS) && total(profile, &WorkloadStep::stepTimeS);
    const bool isDatasetTooLarge =
        storage &&
        isLeftGreater(storageInequality(), fieldValuesOf(profile, storageInequality(), IntervalCorner::Value));
    if (!isDatasetTooLarge)
        TRY_DO(requireFigures(profile, {&WorkloadStep::ioTimeS, &WorkloadStep::stepTimeS}));
    result.inputs = inputsOf(result.test);
    if (isDatasetTooLarge) {
        fillComparison(profile, storageInequality(), withFlips, result);
        if (timed &&
            isLeftGreater(readingInequality(), fieldValuesOf(profile, readingInequality(), IntervalCorner::Value)))
            result.noFlipReason =
                "the dataset does not fit the storage and reading also dominates the step: no single figure changes "
                "the answer";
        else if (withFlips)
            addFlips(profile, storageInequality(), result);
        return result;
    }
    fillComparison(profile, readingInequality(), withFlips, result);
    if (withFlips)
        addFlips(profile, readingInequality(), result);
    if (withFlips && storage && result.answer == TestAnswer::No)
        addFlips(profile, storageInequality(), result);
    return result;
}

Result<TestResult> evaluateCommunication(const Profile& profile, bool withFlips)
{
    TestResult result{.test = Test::CommunicationDominates};
    result.inputs = inputsOf(result.test);
    std::string absent;
    for (const FieldKey field :
         std::initializer_list<FieldKey>{&Baseline::networkBytes, &Target::bandwidthBytesPerS, &Target::alphaS})
        if (!total(profile, field))
            absent += (absent.empty() ? "" : ", ") + std::string(field.key());
    if (!absent.empty()) {
        result.reason =
            profile.baseline.networkBytes
                ? formatMessage("{} not set", absent)
                : formatMessage("no bytes between machines ({} not set): the step of one machine exchanges nothing",
                                absent);
        return result;
    }
    TRY_DO(requireRooflineFigures(profile));
    const Inequality& inequality = communicationInequalityFor(profile);
    fillComparison(profile, inequality, withFlips, result);
    if (withFlips)
        addFlips(profile, inequality, result);
    const FieldValues roofValues = fieldValuesOf(profile, roofCommunicationInequality(), IntervalCorner::Value);
    const bool dominatesAtRoof = isLeftGreater(roofCommunicationInequality(), roofValues);
    result.bookRightSideS = total(profile, &WorkloadStep::flops)->value / total(profile, &Machine::peakFlops)->value;
    result.bookAnswer = *result.left > *result.bookRightSideS ? TestAnswer::Yes : TestAnswer::No;
    if (result.bookAnswer != result.answer)
        result.reason = formatMessage("the book compares with W/pi = {} and answers {}; here the local work takes {}",
                                      amountText(*result.bookRightSideS, inequality), titleOf(*result.bookAnswer),
                                      amountText(*result.right, inequality));
    if (dominatesAtRoof != (result.answer == TestAnswer::Yes))
        result.reason = joinNonEmpty(
            {std::move(result.reason),
             formatMessage(
                 "at the roof the local work would take {}: the answer becomes {} once one machine is tuned that far",
                 amountText(roofCommunicationInequality().right(roofValues), inequality),
                 dominatesAtRoof ? "yes" : "no")},
            "; ");
    return result;
}

Result<TestResult> evaluateRidge(const Profile& profile, bool withFlips)
{
    TRY_DO(requireRooflineFigures(profile));
    TestResult result{.test = Test::IntensityAboveRidge};
    fillComparison(profile, ridgeInequality(), withFlips, result);
    result.inputs = inputsOf(result.test);
    if (!result.left)
        result.reason = "no bytes are moved, so the intensity has no finite value and arithmetic is the roof";
    if (withFlips)
        addFlips(profile, ridgeInequality(), result);
    return result;
}

}  // namespace

std::vector<ProfileField> inputsOf(Test test)
{
    std::vector<const Inequality*> inequalities;
    switch (test) {
    case Test::FitsInMemory: inequalities = {&memoryFitInequality()}; break;
    case Test::ServingBudgetMet: inequalities = {&latencyInequality(), &throughputInequality()}; break;
    case Test::IoDominates: inequalities = {&readingInequality(), &storageInequality()}; break;
    case Test::CommunicationDominates:
        inequalities = {&roofCommunicationInequality(), &measuredCommunicationInequality()};
        break;
    case Test::IntensityAboveRidge: inequalities = {&ridgeInequality()}; break;
    }
    std::vector<ProfileField> fields;
    for (const Inequality* inequality : inequalities)
        for (const InequalityInput& input : inequality->inputs)
            fields.push_back(input.field);
    return fields;
}

Result<TestResult> detail::evaluateTest(const Profile& profile, Test test, bool withFlips)
{
    switch (test) {
    case Test::FitsInMemory: return evaluateFitsInMemory(profile, withFlips);
    case Test::ServingBudgetMet: return evaluateServingBudget(profile, withFlips);
    case Test::IoDominates: return evaluateReading(profile, withFlips);
    case Test::CommunicationDominates: return evaluateCommunication(profile, withFlips);
    case Test::IntensityAboveRidge: break;
    }
    return evaluateRidge(profile, withFlips);
}

}  // namespace scalewright

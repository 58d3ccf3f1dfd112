// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/bottleneck/question.h"

#include <algorithm>

#include "core/model/bottleneck/roofline.h"

namespace scalewright::detail {

namespace {

using FieldKey = ProfileField;

/// Compares one field directly with another.
template <auto leftField, auto rightField>
struct FieldComparison {
    static double left(const FieldValues& n) { return valueOfField(n, leftField); }
    static double right(const FieldValues& n) { return valueOfField(n, rightField); }
    static std::optional<double> threshold(const FieldValues& n, FieldKey field)
    {
        return field == leftField ? right(n) : left(n);
    }
};

template <auto leftField, auto rightField>
Inequality compareFields(Test test, bool greaterMeansYes, Dimension dimension, const char* unit, std::string leftName,
                         std::string rightName)
{
    using ComparedFields = FieldComparison<leftField, rightField>;
    return {test,
            greaterMeansYes,
            dimension,
            unit,
            std::move(leftName),
            std::move(rightName),
            {{leftField, true}, {rightField, false}},
            ComparedFields::left,
            ComparedFields::right,
            ComparedFields::threshold};
}

double readingTime(const FieldValues& n)
{
    return valueOfField(n, &WorkloadStep::ioTimeS);
}

double dominatingReadingTime(const FieldValues& n)
{
    return valueOfField(n, &Baseline::ioDominanceShare) * valueOfField(n, &WorkloadStep::stepTimeS);
}

std::optional<double> readingThreshold(const FieldValues& n, FieldKey field)
{
    if (field == &WorkloadStep::ioTimeS)
        return dominatingReadingTime(n);
    if (field == &WorkloadStep::stepTimeS)
        return valueOfField(n, &WorkloadStep::ioTimeS) / valueOfField(n, &Baseline::ioDominanceShare);
    return valueOfField(n, &WorkloadStep::ioTimeS) / valueOfField(n, &WorkloadStep::stepTimeS);
}

double exchangeRoundTime(const FieldValues& n)
{
    return valueOfField(n, &Target::alphaS) +
           valueOfField(n, &Baseline::networkBytes) / valueOfField(n, &Target::bandwidthBytesPerS);
}

double arithmeticTime(const FieldValues& n)
{
    return valueOfField(n, &WorkloadStep::flops) / valueOfField(n, &Machine::peakFlops);
}

double memoryTime(const FieldValues& n)
{
    return valueOfField(n, &WorkloadStep::bytesMoved) / valueOfField(n, &Machine::memoryBandwidthBytesPerS);
}

double roofTime(const FieldValues& n)
{
    return std::max(arithmeticTime(n), memoryTime(n));
}

double measuredStepTime(const FieldValues& n)
{
    return valueOfField(n, &WorkloadStep::stepTimeS);
}

std::optional<double> measuredCommunicationThreshold(const FieldValues& n, FieldKey field)
{
    const double roundTime = exchangeRoundTime(n), local = measuredStepTime(n);
    const double transferBudget = local - valueOfField(n, &Target::alphaS);
    const auto valueIf = [](bool exists, double value) { return exists ? std::optional(value) : std::nullopt; };
    if (field == &Target::alphaS)
        return valueIf(local >= roundTime - valueOfField(n, &Target::alphaS),
                       local - (roundTime - valueOfField(n, &Target::alphaS)));
    if (field == &Baseline::networkBytes)
        return valueIf(transferBudget >= 0, transferBudget * valueOfField(n, &Target::bandwidthBytesPerS));
    if (field == &Target::bandwidthBytesPerS)
        return valueIf(transferBudget > 0, valueOfField(n, &Baseline::networkBytes) / transferBudget);
    return roundTime;
}

// The right side is a maximum: a field in one term can move it only if the other term is below the threshold.
std::optional<double> roofCommunicationThreshold(const FieldValues& n, FieldKey field)
{
    const double roundTime = exchangeRoundTime(n);
    const double roof = roofTime(n);
    const double transferBudget = roof - valueOfField(n, &Target::alphaS);
    const bool arithmeticCanFlip = memoryTime(n) < roundTime;
    const bool memoryCanFlip = arithmeticTime(n) < roundTime;
    const auto valueIf = [](bool exists, double value) { return exists ? std::optional(value) : std::nullopt; };
    if (field == &Target::alphaS)
        return valueIf(roof >= valueOfField(n, &Baseline::networkBytes) / valueOfField(n, &Target::bandwidthBytesPerS),
                       roof - valueOfField(n, &Baseline::networkBytes) / valueOfField(n, &Target::bandwidthBytesPerS));
    if (field == &Baseline::networkBytes)
        return valueIf(transferBudget >= 0, transferBudget * valueOfField(n, &Target::bandwidthBytesPerS));
    if (field == &Target::bandwidthBytesPerS)
        return valueIf(transferBudget > 0, valueOfField(n, &Baseline::networkBytes) / transferBudget);
    if (field == &WorkloadStep::flops)
        return valueIf(arithmeticCanFlip, roundTime * valueOfField(n, &Machine::peakFlops));
    if (field == &Machine::peakFlops)
        return valueIf(arithmeticCanFlip, valueOfField(n, &WorkloadStep::flops) / roundTime);
    if (field == &WorkloadStep::bytesMoved)
        return valueIf(memoryCanFlip, roundTime * valueOfField(n, &Machine::memoryBandwidthBytesPerS));
    return valueIf(memoryCanFlip, valueOfField(n, &WorkloadStep::bytesMoved) / roundTime);
}

double stepIntensity(const FieldValues& n)
{
    return valueOfField(n, &WorkloadStep::flops) / valueOfField(n, &WorkloadStep::bytesMoved);
}

double ridgeIntensity(const FieldValues& n)
{
    return valueOfField(n, &Machine::peakFlops) / valueOfField(n, &Machine::memoryBandwidthBytesPerS);
}

std::optional<double> ridgeThreshold(const FieldValues& n, FieldKey field)
{
    if (field == &WorkloadStep::flops)
        return valueOfField(n, &WorkloadStep::bytesMoved) > 0
                   ? std::optional(valueOfField(n, &WorkloadStep::bytesMoved) * ridgeIntensity(n))
                   : std::nullopt;
    if (field == &WorkloadStep::bytesMoved)
        return valueOfField(n, &WorkloadStep::flops) / ridgeIntensity(n);
    if (field == &Machine::peakFlops)
        return stepIntensity(n) * valueOfField(n, &Machine::memoryBandwidthBytesPerS);
    return valueOfField(n, &Machine::peakFlops) / stepIntensity(n);
}

}  // namespace

const Inequality& memoryFitInequality()
{
    static const Inequality inequality = compareFields<&Baseline::workingSetBytes, &Machine::memoryBytes>(
        Test::FitsInMemory, false, Dimension::Bytes, "B", "working set", "memory");
    return inequality;
}

const Inequality& latencyInequality()
{
    static const Inequality inequality = compareFields<&Serving::latencyS, &Serving::latencyBudgetS>(
        Test::ServingBudgetMet, false, Dimension::Time, "s", "latency of a request", "budget");
    return inequality;
}

const Inequality& throughputInequality()
{
    static const Inequality inequality = compareFields<&Serving::throughputTargetPerS, &Serving::throughputPerS>(
        Test::ServingBudgetMet, false, Dimension::Rate, "1/s", "requests required", "requests answered");
    return inequality;
}

const Inequality& storageInequality()
{
    static const Inequality inequality = compareFields<&Baseline::datasetBytes, &Machine::storageBytes>(
        Test::IoDominates, true, Dimension::Bytes, "B", "dataset", "storage");
    return inequality;
}

const Inequality& readingInequality()
{
    static const Inequality inequality{
        Test::IoDominates,
        true,
        Dimension::Time,
        "s",
        "time spent reading",
        "share of the step at which it dominates",
        {{&WorkloadStep::ioTimeS, true}, {&WorkloadStep::stepTimeS, false}, {&Baseline::ioDominanceShare, false}},
        readingTime,
        dominatingReadingTime,
        readingThreshold};
    return inequality;
}

const Inequality& roofCommunicationInequality()
{
    static const Inequality inequality{Test::CommunicationDominates,
                                       true,
                                       Dimension::Time,
                                       "s",
                                       "one round between machines",
                                       "local work at the roof",
                                       {{&Baseline::networkBytes, true},
                                        {&Target::bandwidthBytesPerS, false},
                                        {&Target::alphaS, true},
                                        {&WorkloadStep::flops, false},
                                        {&Machine::peakFlops, true},
                                        {&WorkloadStep::bytesMoved, false},
                                        {&Machine::memoryBandwidthBytesPerS, true}},
                                       exchangeRoundTime,
                                       roofTime,
                                       roofCommunicationThreshold};
    return inequality;
}

const Inequality& measuredCommunicationInequality()
{
    static const Inequality inequality{Test::CommunicationDominates,
                                       true,
                                       Dimension::Time,
                                       "s",
                                       "one round between machines",
                                       "local work, as measured",
                                       {{&Baseline::networkBytes, true},
                                        {&Target::bandwidthBytesPerS, false},
                                        {&Target::alphaS, true},
                                        {&WorkloadStep::stepTimeS, false}},
                                       exchangeRoundTime,
                                       measuredStepTime,
                                       measuredCommunicationThreshold};
    return inequality;
}

const Inequality& communicationInequalityFor(const Profile& profile)
{
    return total(profile, &WorkloadStep::stepTimeS) ? measuredCommunicationInequality() : roofCommunicationInequality();
}

const Inequality& ridgeInequality()
{
    static const Inequality inequality{Test::IntensityAboveRidge,
                                       true,
                                       Dimension::Ratio,
                                       "FLOP/B",
                                       "intensity",
                                       "ridge",
                                       {{&WorkloadStep::flops, true},
                                        {&WorkloadStep::bytesMoved, false},
                                        {&Machine::peakFlops, false},
                                        {&Machine::memoryBandwidthBytesPerS, true}},
                                       stepIntensity,
                                       ridgeIntensity,
                                       ridgeThreshold};
    return inequality;
}

FieldValues fieldValuesOf(const Profile& profile, const Inequality& inequality, IntervalCorner corner)
{
    FieldValues values;
    for (const InequalityInput& input : inequality.inputs) {
        const MaybeQuantity quantity = total(profile, input.field);
        if (!quantity && input.field != &Baseline::ioDominanceShare)
            continue;
        double value = valueOr(quantity, defaultIoDominanceShare);
        if (quantity && quantity->interval && corner != IntervalCorner::Value)
            value = (corner == IntervalCorner::LargestRatio) == input.raisesRatio ? quantity->interval->high
                                                                                  : quantity->interval->low;
        values.emplace_back(input.field, value);
    }
    return values;
}

}  // namespace scalewright::detail

#include "core/model/bottleneck/question.h"

#include <algorithm>
#include <cmath>

#include "core/model/bottleneck/roofline.h"

namespace scalewright::detail {

namespace {

using F = ProfileField;

/// A question that compares one field with another as they are.
template <auto leftField, auto rightField>
struct Plain {
    static double left(const Numbers& n) { return at(n, leftField); }
    static double right(const Numbers& n) { return at(n, rightField); }
    static std::optional<double> threshold(const Numbers& n, F field)
    {
        return field == leftField ? right(n) : left(n);
    }
};

template <auto leftField, auto rightField>
Question plain(Test test, bool tripsMeansYes, Dimension dimension, const char* unit, std::string leftName,
               std::string rightName)
{
    using P = Plain<leftField, rightField>;
    return {test,
            tripsMeansYes,
            dimension,
            unit,
            std::move(leftName),
            std::move(rightName),
            {{leftField, true}, {rightField, false}},
            P::left,
            P::right,
            P::threshold};
}

double readingLeft(const Numbers& n)
{
    return at(n, &WorkloadStep::ioTimeS);
}

double readingRight(const Numbers& n)
{
    return at(n, &Baseline::ioDominatesAt) * at(n, &WorkloadStep::stepTimeS);
}

std::optional<double> readingThreshold(const Numbers& n, F field)
{
    if (field == &WorkloadStep::ioTimeS)
        return readingRight(n);
    if (field == &WorkloadStep::stepTimeS)
        return at(n, &WorkloadStep::ioTimeS) / at(n, &Baseline::ioDominatesAt);
    return at(n, &WorkloadStep::ioTimeS) / at(n, &WorkloadStep::stepTimeS);
}

double round(const Numbers& n)
{
    return at(n, &Target::alphaS) + at(n, &Baseline::netBytes) / at(n, &Target::bandwidthBytesPerS);
}

double arithmeticTime(const Numbers& n)
{
    return at(n, &WorkloadStep::flops) / at(n, &Machine::peakFlops);
}

double memoryTime(const Numbers& n)
{
    return at(n, &WorkloadStep::bytesMoved) / at(n, &Machine::memoryBandwidthBytesPerS);
}

double roofTime(const Numbers& n)
{
    return std::max(arithmeticTime(n), memoryTime(n));
}

double localTime(const Numbers& n)
{
    return at(n, &WorkloadStep::stepTimeS);
}

std::optional<double> measuredTalkThreshold(const Numbers& n, F field)
{
    const double talk = round(n), local = localTime(n);
    const double wire = local - at(n, &Target::alphaS);
    const auto only = [](bool exists, double value) { return exists ? std::optional(value) : std::nullopt; };
    if (field == &Target::alphaS)
        return only(local >= talk - at(n, &Target::alphaS), local - (talk - at(n, &Target::alphaS)));
    if (field == &Baseline::netBytes)
        return only(wire >= 0, wire * at(n, &Target::bandwidthBytesPerS));
    if (field == &Target::bandwidthBytesPerS)
        return only(wire > 0, at(n, &Baseline::netBytes) / wire);
    return talk;
}

// The right side is a maximum: a field of one part moves it only where the other part does not hold it up.
std::optional<double> talkThreshold(const Numbers& n, F field)
{
    const double talk = round(n);
    const double roof = roofTime(n);
    const double wire = roof - at(n, &Target::alphaS);
    const bool arithmeticMoves = memoryTime(n) < talk;
    const bool memoryMoves = arithmeticTime(n) < talk;
    const auto only = [](bool exists, double value) { return exists ? std::optional(value) : std::nullopt; };
    if (field == &Target::alphaS)
        return only(roof >= at(n, &Baseline::netBytes) / at(n, &Target::bandwidthBytesPerS),
                    roof - at(n, &Baseline::netBytes) / at(n, &Target::bandwidthBytesPerS));
    if (field == &Baseline::netBytes)
        return only(wire >= 0, wire * at(n, &Target::bandwidthBytesPerS));
    if (field == &Target::bandwidthBytesPerS)
        return only(wire > 0, at(n, &Baseline::netBytes) / wire);
    if (field == &WorkloadStep::flops)
        return only(arithmeticMoves, talk * at(n, &Machine::peakFlops));
    if (field == &Machine::peakFlops)
        return only(arithmeticMoves, at(n, &WorkloadStep::flops) / talk);
    if (field == &WorkloadStep::bytesMoved)
        return only(memoryMoves, talk * at(n, &Machine::memoryBandwidthBytesPerS));
    return only(memoryMoves, at(n, &WorkloadStep::bytesMoved) / talk);
}

double intensityLeft(const Numbers& n)
{
    return at(n, &WorkloadStep::flops) / at(n, &WorkloadStep::bytesMoved);
}

double intensityRight(const Numbers& n)
{
    return at(n, &Machine::peakFlops) / at(n, &Machine::memoryBandwidthBytesPerS);
}

std::optional<double> ridgeThreshold(const Numbers& n, F field)
{
    if (field == &WorkloadStep::flops)
        return at(n, &WorkloadStep::bytesMoved) > 0
                   ? std::optional(at(n, &WorkloadStep::bytesMoved) * intensityRight(n))
                   : std::nullopt;
    if (field == &WorkloadStep::bytesMoved)
        return at(n, &WorkloadStep::flops) / intensityRight(n);
    if (field == &Machine::peakFlops)
        return intensityLeft(n) * at(n, &Machine::memoryBandwidthBytesPerS);
    return at(n, &Machine::peakFlops) / intensityLeft(n);
}

}  // namespace

const Question& fitsQuestion()
{
    static const Question question = plain<&Baseline::workingSetBytes, &Machine::memoryBytes>(
        Test::FitsInMemory, false, Dimension::Bytes, "B", "working set", "memory");
    return question;
}

const Question& latencyQuestion()
{
    static const Question question = plain<&Serving::latencyS, &Serving::latencyBudgetS>(
        Test::ServingBudgetMet, false, Dimension::Time, "s", "latency of a request", "budget");
    return question;
}

const Question& throughputQuestion()
{
    static const Question question = plain<&Serving::throughputTargetPerS, &Serving::throughputPerS>(
        Test::ServingBudgetMet, false, Dimension::Rate, "1/s", "requests wanted", "requests answered");
    return question;
}

const Question& storageQuestion()
{
    static const Question question = plain<&Baseline::datasetBytes, &Machine::storageBytes>(
        Test::IoDominates, true, Dimension::Bytes, "B", "dataset", "storage");
    return question;
}

const Question& readingQuestion()
{
    static const Question question{
        Test::IoDominates,
        true,
        Dimension::Time,
        "s",
        "time spent reading",
        "share of the step from which it dominates",
        {{&WorkloadStep::ioTimeS, true}, {&WorkloadStep::stepTimeS, false}, {&Baseline::ioDominatesAt, false}},
        readingLeft,
        readingRight,
        readingThreshold};
    return question;
}

const Question& talkQuestion()
{
    static const Question question{Test::CommunicationDominates,
                                   true,
                                   Dimension::Time,
                                   "s",
                                   "one round between machines",
                                   "local work at the roof",
                                   {{&Baseline::netBytes, true},
                                    {&Target::bandwidthBytesPerS, false},
                                    {&Target::alphaS, true},
                                    {&WorkloadStep::flops, false},
                                    {&Machine::peakFlops, true},
                                    {&WorkloadStep::bytesMoved, false},
                                    {&Machine::memoryBandwidthBytesPerS, true}},
                                   round,
                                   roofTime,
                                   talkThreshold};
    return question;
}

const Question& measuredTalkQuestion()
{
    static const Question question{Test::CommunicationDominates,
                                   true,
                                   Dimension::Time,
                                   "s",
                                   "one round between machines",
                                   "local work, as measured",
                                   {{&Baseline::netBytes, true},
                                    {&Target::bandwidthBytesPerS, false},
                                    {&Target::alphaS, true},
                                    {&WorkloadStep::stepTimeS, false}},
                                   round,
                                   localTime,
                                   measuredTalkThreshold};
    return question;
}

const Question& talkQuestionOf(const Profile& profile)
{
    return total(profile, &WorkloadStep::stepTimeS) ? measuredTalkQuestion() : talkQuestion();
}

const Question& ridgeQuestion()
{
    static const Question question{Test::IntensityAboveRidge,
                                   true,
                                   Dimension::Ratio,
                                   "FLOP/B",
                                   "intensity",
                                   "ridge",
                                   {{&WorkloadStep::flops, true},
                                    {&WorkloadStep::bytesMoved, false},
                                    {&Machine::peakFlops, false},
                                    {&Machine::memoryBandwidthBytesPerS, true}},
                                   intensityLeft,
                                   intensityRight,
                                   ridgeThreshold};
    return question;
}

Numbers numbersOf(const Profile& profile, const Question& question, Corner corner)
{
    Numbers numbers;
    for (const Input& input : question.inputs) {
        const MaybeQuantity quantity = total(profile, input.field);
        if (!quantity && input.field != &Baseline::ioDominatesAt)
            continue;
        double value = quantity ? quantity->value : defaultIoDominatesAt;
        if (quantity && quantity->interval && corner != Corner::Value)
            value =
                (corner == Corner::GreatestRatio) == input.rises ? quantity->interval->high : quantity->interval->low;
        numbers.emplace_back(input.field, value);
    }
    return numbers;
}

}  // namespace scalewright::detail

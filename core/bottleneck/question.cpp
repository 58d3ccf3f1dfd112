#include "core/bottleneck/question.h"

#include <algorithm>
#include <cmath>

#include "core/bottleneck/roofline.h"

namespace scalewright::detail {

namespace {

using F = ProfileField;

/// A question that compares one field with another as they are.
template <F LeftField, F RightField>
struct Plain {
    static double left(const Numbers& n) { return at(n, LeftField); }
    static double right(const Numbers& n) { return at(n, RightField); }
    static std::optional<double> threshold(const Numbers& n, F field)
    {
        return field == LeftField ? right(n) : left(n);
    }
};

template <F LeftField, F RightField>
Question plain(Test test, bool tripsMeansYes, Dimension dimension, const char* unit, std::string leftName,
               std::string rightName)
{
    using P = Plain<LeftField, RightField>;
    return {test,
            tripsMeansYes,
            dimension,
            unit,
            std::move(leftName),
            std::move(rightName),
            {{LeftField, true}, {RightField, false}},
            P::left,
            P::right,
            P::threshold};
}

double readingLeft(const Numbers& n)
{
    return at(n, F::IoTime);
}

double readingRight(const Numbers& n)
{
    return at(n, F::IoDominatesAt) * at(n, F::StepTime);
}

std::optional<double> readingThreshold(const Numbers& n, F field)
{
    switch (field) {
    case F::IoTime: return readingRight(n);
    case F::StepTime: return at(n, F::IoTime) / at(n, F::IoDominatesAt);
    default: return at(n, F::IoTime) / at(n, F::StepTime);
    }
}

double round(const Numbers& n)
{
    return at(n, F::NetLatency) + at(n, F::NetBytes) / at(n, F::NetBandwidth);
}

double arithmeticTime(const Numbers& n)
{
    return at(n, F::Flops) / at(n, F::PeakFlops);
}

double memoryTime(const Numbers& n)
{
    return at(n, F::BytesMoved) / at(n, F::MemoryBandwidth);
}

double roofTime(const Numbers& n)
{
    return std::max(arithmeticTime(n), memoryTime(n));
}

// The right side is a maximum: a field of one part moves it only where the other part does not hold it up.
std::optional<double> talkThreshold(const Numbers& n, F field)
{
    const double talk = round(n);
    const double roof = roofTime(n);
    const double wire = roof - at(n, F::NetLatency);
    const bool arithmeticMoves = memoryTime(n) < talk;
    const bool memoryMoves = arithmeticTime(n) < talk;
    const auto only = [](bool exists, double value) { return exists ? std::optional(value) : std::nullopt; };
    switch (field) {
    case F::NetLatency:
        return only(roof >= at(n, F::NetBytes) / at(n, F::NetBandwidth),
                    roof - at(n, F::NetBytes) / at(n, F::NetBandwidth));
    case F::NetBytes: return only(wire >= 0, wire * at(n, F::NetBandwidth));
    case F::NetBandwidth: return only(wire > 0, at(n, F::NetBytes) / wire);
    case F::Flops: return only(arithmeticMoves, talk * at(n, F::PeakFlops));
    case F::PeakFlops: return only(arithmeticMoves, at(n, F::Flops) / talk);
    case F::BytesMoved: return only(memoryMoves, talk * at(n, F::MemoryBandwidth));
    default: return only(memoryMoves, at(n, F::BytesMoved) / talk);
    }
}

double intensityLeft(const Numbers& n)
{
    return at(n, F::Flops) / at(n, F::BytesMoved);
}

double intensityRight(const Numbers& n)
{
    return at(n, F::PeakFlops) / at(n, F::MemoryBandwidth);
}

std::optional<double> ridgeThreshold(const Numbers& n, F field)
{
    switch (field) {
    case F::Flops:
        return at(n, F::BytesMoved) > 0 ? std::optional(at(n, F::BytesMoved) * intensityRight(n)) : std::nullopt;
    case F::BytesMoved: return at(n, F::Flops) / intensityRight(n);
    case F::PeakFlops: return intensityLeft(n) * at(n, F::MemoryBandwidth);
    default: return at(n, F::PeakFlops) / intensityLeft(n);
    }
}

}  // namespace

const Question& fitsQuestion()
{
    static const Question question =
        plain<F::WorkingSet, F::Memory>(Test::FitsInMemory, false, Dimension::Bytes, "B", "working set", "memory");
    return question;
}

const Question& latencyQuestion()
{
    static const Question question = plain<F::Latency, F::LatencyBudget>(Test::ServingBudgetMet, false, Dimension::Time,
                                                                         "s", "latency of a request", "budget");
    return question;
}

const Question& throughputQuestion()
{
    static const Question question = plain<F::ThroughputTarget, F::Throughput>(
        Test::ServingBudgetMet, false, Dimension::Rate, "1/s", "requests wanted", "requests answered");
    return question;
}

const Question& storageQuestion()
{
    static const Question question =
        plain<F::Dataset, F::Storage>(Test::IoDominates, true, Dimension::Bytes, "B", "dataset", "storage");
    return question;
}

const Question& readingQuestion()
{
    static const Question question{Test::IoDominates,
                                   true,
                                   Dimension::Time,
                                   "s",
                                   "time spent reading",
                                   "share of the step from which it dominates",
                                   {{F::IoTime, true}, {F::StepTime, false}, {F::IoDominatesAt, false}},
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
                                   {{F::NetBytes, true},
                                    {F::NetBandwidth, false},
                                    {F::NetLatency, true},
                                    {F::Flops, false},
                                    {F::PeakFlops, true},
                                    {F::BytesMoved, false},
                                    {F::MemoryBandwidth, true}},
                                   round,
                                   roofTime,
                                   talkThreshold};
    return question;
}

const Question& ridgeQuestion()
{
    static const Question question{
        Test::IntensityAboveRidge,
        true,
        Dimension::Ratio,
        "FLOP/B",
        "intensity",
        "ridge",
        {{F::Flops, true}, {F::BytesMoved, false}, {F::PeakFlops, false}, {F::MemoryBandwidth, true}},
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
        double value = input.field == F::IoDominatesAt ? defaultIoDominatesAt : 0;
        if (quantity) {
            value = quantity->value;
            if (quantity->interval && corner != Corner::Value)
                value = (corner == Corner::GreatestRatio) == input.rises ? quantity->interval->high
                                                                         : quantity->interval->low;
        } else if (input.field != F::IoDominatesAt) {
            continue;
        }
        numbers[static_cast<std::size_t>(input.field)] = value;
    }
    return numbers;
}

}  // namespace scalewright::detail

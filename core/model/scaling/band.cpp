// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/band.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/model/scaling/model_input.h"
#include "core/model/scaling/row.h"
#include "core/model/scaling/search.h"

namespace scalewright {

namespace {

bool hasWidth(const std::optional<Interval>& interval)
{
    return interval && interval->low < interval->high;
}

/// The model with that input set to one end of its interval in all exchanges.
ScalingModel withInputAtEnd(const ScalingModel& model, ModelInput input, const std::optional<Interval>& interval,
                            const std::vector<std::optional<Interval>>& further, double Interval::*end)
{
    if (further.size() + 1 != model.exchanges.size() || further.empty())
        return withInput(model, input, (*interval).*end);
    ScalingModel shifted = model;
    if (hasWidth(interval))
        shifted.primaryExchange().communication.*inputMember(input) = (*interval).*end;
    for (std::size_t i = 0; i < further.size(); ++i)
        if (hasWidth(further[i]))
            shifted.exchanges[i + 1].communication.*inputMember(input) = (*further[i]).*end;
    return shifted;
}

/// The corners of the box spanned by the intervals of the inputs.
struct IntervalCorners {
    std::vector<ScalingModel> models;
    int uncertainInputs = 0;    ///< number of inputs whose interval has a width
    double confidenceLevel = 1;  ///< by Bonferroni's inequality
};

IntervalCorners cornersOf(const ScalingModel& model, const ModelIntervals& intervals)
{
    IntervalCorners corners{.models = {model}};
    double missed = 0;
    for (const ModelInput input : modelInputs(model)) {
        const std::array intervalByInput{&intervals.alphaS, &intervals.betaS, &intervals.tCompS, &intervals.alpha2S,
                                         &intervals.beta2S};
        const std::optional<Interval>& interval = *intervalByInput[static_cast<std::size_t>(input)];
        static const std::vector<std::optional<Interval>> noFurther;
        const std::vector<std::optional<Interval>>& further = input == ModelInput::Beta    ? intervals.furtherBetaS
                                                              : input == ModelInput::Beta2 ? intervals.furtherBeta2S
                                                                                           : noFurther;
        if (!hasWidth(interval) && std::ranges::none_of(further, hasWidth))
            continue;
        if (hasWidth(interval)) {
            ++corners.uncertainInputs;
            missed += 1 - interval->level;
        }
        for (const std::optional<Interval>& each : further)
            if (hasWidth(each) && each->level < 1) {
                ++corners.uncertainInputs;
                missed += 1 - each->level;
            }
        std::vector<ScalingModel> split;
        for (const ScalingModel& corner : corners.models)
            for (double Interval::*end : {&Interval::low, &Interval::high})
                split.push_back(withInputAtEnd(corner, input, interval, further, end));
        corners.models = std::move(split);
    }
    corners.confidenceLevel = std::max(0.0, 1 - missed);
    return corners;
}

}  // namespace

std::optional<Interval> stepTimeBand(const ScalingModel& model, const ModelIntervals& intervals, int p)
{
    const IntervalCorners corners = cornersOf(model, intervals);
    if (corners.uncertainInputs == 0 || (model.maximumWorkers && p > *model.maximumWorkers))
        return std::nullopt;
    Interval band{std::numeric_limits<double>::infinity(), 0, corners.confidenceLevel};
    for (const ScalingModel& corner : corners.models) {
        const double step = predictAt(corner, p).tStepS;
        band.low = std::min(band.low, step);
        band.high = std::max(band.high, step);
    }
    return std::isfinite(band.high) ? std::optional(band) : std::nullopt;
}

std::optional<PredictionBand> predictBand(const ScalingModel& model, const ModelIntervals& intervals, int pMax)
{
    pMax = searchLimit(model, pMax);
    const IntervalCorners corners = cornersOf(model, intervals);
    if (corners.uncertainInputs == 0)
        return std::nullopt;
    PredictionBand band;
    band.uncertainInputs = corners.uncertainInputs;
    band.confidenceLevel = corners.confidenceLevel;

    PredictionColumns scratch;
    bool first = true;
    for (const ScalingModel& corner : corners.models) {
        predictColumns(corner, pMax, scratch);
        const int pStar = fastestP(corner, scratch);
        const int kneeP = findKnee(scratch, pStar);
        const double bestSpeedup = scratch.speedup[static_cast<std::size_t>(pStar - 1)];
        if (first) {
            band.speedupLow = band.speedupHigh = scratch.speedup;
            band.pStarLow = band.pStarHigh = pStar;
            band.kneeLow = band.kneeHigh = kneeP;
            band.speedupAtPStarLow = band.speedupAtPStarHigh = bestSpeedup;
            first = false;
            continue;
        }
        for (std::size_t i = 0; i < scratch.speedup.size(); ++i) {
            band.speedupLow[i] = std::min(band.speedupLow[i], scratch.speedup[i]);
            band.speedupHigh[i] = std::max(band.speedupHigh[i], scratch.speedup[i]);
        }
        band.pStarLow = std::min(band.pStarLow, pStar);
        band.pStarHigh = std::max(band.pStarHigh, pStar);
        band.kneeLow = std::min(band.kneeLow, kneeP);
        band.kneeHigh = std::max(band.kneeHigh, kneeP);
        band.speedupAtPStarLow = std::min(band.speedupAtPStarLow, bestSpeedup);
        band.speedupAtPStarHigh = std::max(band.speedupAtPStarHigh, bestSpeedup);
    }
    const bool edge = pMax > 1 && !isLimitedByBatch(model, pMax);
    band.pStarHighAtLimit = edge && band.pStarHigh == pMax;
    band.kneeHighAtLimit = edge && band.kneeHigh == pMax;
    return band;
}

}  // namespace scalewright

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

bool wide(const std::optional<Interval>& interval)
{
    return interval && interval->low < interval->high;
}

/// The model with that input, of all its exchanges, at one end of what is known of it.
ScalingModel atEnd(const ScalingModel& model, ModelInput input, const std::optional<Interval>& interval,
                   const std::vector<std::optional<Interval>>& further, double Interval::*end)
{
    if (further.size() + 1 != model.exchanges.size() || further.empty())
        return withInput(model, input, (*interval).*end);
    ScalingModel moved = model;
    if (wide(interval))
        moved.first().communication.*memberOf(input) = (*interval).*end;
    for (std::size_t i = 0; i < further.size(); ++i)
        if (wide(further[i]))
            moved.exchanges[i + 1].communication.*memberOf(input) = (*further[i]).*end;
    return moved;
}

/// The corners of the box that the inputs' intervals span.
struct Corners {
    std::vector<ScalingModel> models;
    int inputs = 0;    ///< that have a width
    double level = 1;  ///< Bonferroni's
};

Corners cornersOf(const ScalingModel& model, const ModelIntervals& intervals)
{
    Corners corners{.models = {model}};
    double missed = 0;
    for (const ModelInput input : modelInputs(model)) {
        const std::array all{&intervals.alphaS, &intervals.betaS, &intervals.tCompS, &intervals.alpha2S,
                             &intervals.beta2S};
        const std::optional<Interval>& interval = *all[static_cast<std::size_t>(input)];
        static const std::vector<std::optional<Interval>> none;
        const std::vector<std::optional<Interval>>& further = input == ModelInput::Beta    ? intervals.furtherBetaS
                                                              : input == ModelInput::Beta2 ? intervals.furtherBeta2S
                                                                                           : none;
        if (!wide(interval) && std::none_of(further.begin(), further.end(), wide))
            continue;
        if (wide(interval)) {
            ++corners.inputs;
            missed += 1 - interval->level;
        }
        for (const std::optional<Interval>& each : further)
            if (wide(each) && each->level < 1) {
                ++corners.inputs;
                missed += 1 - each->level;
            }
        std::vector<ScalingModel> split;
        for (const ScalingModel& corner : corners.models)
            for (double Interval::*end : {&Interval::low, &Interval::high})
                split.push_back(atEnd(corner, input, interval, further, end));
        corners.models = std::move(split);
    }
    corners.level = std::max(0.0, 1 - missed);
    return corners;
}

}  // namespace

std::optional<Interval> stepBand(const ScalingModel& model, const ModelIntervals& intervals, int p)
{
    const Corners corners = cornersOf(model, intervals);
    if (corners.inputs == 0 || (model.mostWorkers && p > *model.mostWorkers))
        return std::nullopt;
    Interval band{std::numeric_limits<double>::infinity(), 0, corners.level};
    for (const ScalingModel& corner : corners.models) {
        const double step = predictAt(corner, p).tStepS;
        band.low = std::min(band.low, step);
        band.high = std::max(band.high, step);
    }
    return std::isfinite(band.high) ? std::optional(band) : std::nullopt;
}

std::optional<PredictionBand> predictBand(const ScalingModel& model, const ModelIntervals& intervals, int pMax)
{
    pMax = searched(model, pMax);
    const Corners corners = cornersOf(model, intervals);
    if (corners.inputs == 0)
        return std::nullopt;
    PredictionBand band;
    band.inputs = corners.inputs;
    band.level = corners.level;

    PredictionColumns scratch;
    bool first = true;
    for (const ScalingModel& corner : corners.models) {
        predictColumns(corner, pMax, scratch);
        const int pStar = fastestP(corner, scratch);
        const int kneeP = efficientP(scratch, pStar);
        const double best = scratch.speedup[static_cast<std::size_t>(pStar - 1)];
        if (first) {
            band.speedupLow = band.speedupHigh = scratch.speedup;
            band.pStarLow = band.pStarHigh = pStar;
            band.kneeLow = band.kneeHigh = kneeP;
            band.speedupAtPStarLow = band.speedupAtPStarHigh = best;
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
        band.speedupAtPStarLow = std::min(band.speedupAtPStarLow, best);
        band.speedupAtPStarHigh = std::max(band.speedupAtPStarHigh, best);
    }
    const bool edge = pMax > 1 && !endsWithTheBatch(model, pMax);
    band.pStarHighAtEdge = edge && band.pStarHigh == pMax;
    band.kneeHighAtEdge = edge && band.kneeHigh == pMax;
    return band;
}

}  // namespace scalewright

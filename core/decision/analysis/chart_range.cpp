// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/analysis/chart_range.h"

#include <algorithm>
#include <cmath>

#include "core/decision/analysis/analysis.h"

namespace scalewright {

namespace {

void addPStar(ChartRangeInputs& inputs, const Prediction& prediction)
{
    if (!prediction.hasNoPStar())
        inputs.pStars.push_back(prediction.landmarks.pStar);
}

}  // namespace

int largestChartedP(const ChartRangeInputs& inputs, int pMax)
{
    if (inputs.availableWorkers)
        return std::min(pMax, std::max({2, *inputs.availableWorkers, inputs.planP, inputs.lastMeasuredP.value_or(1)}));
    long largestP = std::max<long>(minimumChartedP, 4L * inputs.planP);
    for (const int pStar : inputs.pStars)
        largestP = std::max(largestP, 2L * pStar);
    if (inputs.lastMeasuredP)
        largestP = std::max(largestP, 2L * *inputs.lastMeasuredP);
    return static_cast<int>(std::min<long>(largestP, pMax));
}

int largestChartedP(const Analysis& analysis)
{
    ChartRangeInputs inputs{.planP = analysis.planP, .availableWorkers = analysis.feasible.availableWorkers()};
    if (analysis.prediction)
        addPStar(inputs, *analysis.prediction);
    for (const VariantAnalysis& variant : analysis.variants)
        if (variant.prediction)
            addPStar(inputs, *variant.prediction);
    if (const MeasuredLadder* ladder = analysis.ladderOfRuns())
        inputs.lastMeasuredP = ladder->rungs.back().p;
    return largestChartedP(inputs, analysis.pMax);
}

int axisEnd(int largestP, int pMax)
{
    int end = 1;
    while (end < largestP && end < pMax)
        end *= 2;
    return std::min(end, pMax);
}

bool needsLogAxis(const std::vector<double>& values)
{
    double minimum = INFINITY, maximum = 0;
    for (const double value : values) {
        if (!std::isfinite(value))
            continue;
        if (value <= 0)
            return false;
        minimum = std::min(minimum, value);
        maximum = std::max(maximum, value);
    }
    return maximum > 5 * minimum;
}

bool isAxisLongEnough(int axisEndP, const Analysis& analysis)
{
    return largestChartedP(analysis) <= 2 * axisEndP;
}

}  // namespace scalewright

#include "core/decision/analysis/shown_range.h"

#include <algorithm>
#include <cmath>

#include "core/decision/analysis/analysis.h"

namespace scalewright {

namespace {

void addPStar(ShownP& shown, const Prediction& prediction)
{
    if (!prediction.noPStar())
        shown.pStars.push_back(prediction.landmarks.pStar);
}

}  // namespace

int shownReach(const ShownP& shown, int pMax)
{
    long reach = std::max<long>(fewestShown, shown.available ? shown.planP : 4L * shown.planP);
    if (shown.available)
        reach = std::max(reach, 2L * *shown.available);
    else
        for (const int pStar : shown.pStars)
            reach = std::max(reach, 2L * pStar);
    if (shown.lastMeasuredP)
        reach = std::max(reach, 2L * *shown.lastMeasuredP);
    return static_cast<int>(std::min<long>(reach, pMax));
}

int shownReach(const Analysis& analysis)
{
    ShownP shown{.planP = analysis.planP, .available = analysis.workersAvailable};
    if (analysis.prediction)
        addPStar(shown, *analysis.prediction);
    for (const VariantAnalysis& variant : analysis.variants)
        if (variant.prediction)
            addPStar(shown, *variant.prediction);
    if (const MeasuredLadder* ladder = analysis.runs())
        shown.lastMeasuredP = ladder->rungs.back().p;
    return shownReach(shown, analysis.pMax);
}

int axisEnd(int reach, int pMax)
{
    int end = 1;
    while (end < reach && end < pMax)
        end *= 2;
    return std::min(end, pMax);
}

bool wantsLogAxis(const std::vector<double>& values)
{
    double least = INFINITY, most = 0;
    for (const double value : values) {
        if (!std::isfinite(value))
            continue;
        if (value <= 0)
            return false;
        least = std::min(least, value);
        most = std::max(most, value);
    }
    return most > 10 * least;
}

bool stillShows(int shown, const Analysis& analysis)
{
    return shownReach(analysis) <= 2 * shown;
}

}  // namespace scalewright

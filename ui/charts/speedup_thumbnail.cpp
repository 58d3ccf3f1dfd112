// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/speedup_thumbnail.h"

#include <algorithm>

#include "core/decision/analysis/analysis.h"
#include "core/decision/claim/value_at_p.h"
#include "core/decision/cost/curve.h"
#include "core/output/chart/curve_chart.h"

namespace scalewright::ui {

double largestShownSpeedup(const Analysis& analysis, int largestP)
{
    if (analysis.prediction->landmarks.pStar > largestP)
        return analysis.prediction->row(largestP).speedup;
    return std::max(analysis.pStarRow.speedup, analysis.band ? analysis.band->speedupAtPStarHigh : 0);
}

ChartSpec speedupThumbnail(const Analysis& analysis, int largestP, const QString& name)
{
    if (!analysis.prediction)
        return {.isThumbnail = true};
    CurveChart chart(Curve::Speedup, largestP, false, true);
    if (analysis.model->scaling == Scaling::Weak)
        chart.useLogLogScale();
    chart.fitYAxisTo(largestShownSpeedup(analysis, largestP));
    const ScalingCurve curve = curveOf(*analysis.prediction, largestP, analysis.band ? &*analysis.band : nullptr);
    if (!curve.speedupIntervals.empty())
        chart.addSpeedupBand(curve, {});
    chart.addCurve(curve, CurveRole::Main, QStringLiteral("speedup"), name);
    chart.fadeLastCurveBeyond(lastMeasuredP(analysis));
    chart.addPlanMarker(analysis.planP, std::nullopt);
    return chart.takeSpec();
}

}  // namespace scalewright::ui

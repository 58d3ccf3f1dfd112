#include "ui/charts/speedup_thumbnail.h"

#include <algorithm>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/value_at_p.h"
#include "core/decision/cost/curve.h"
#include "ui/charts/curve_chart.h"

namespace scalewright::ui {

double tallestShown(const Analysis& analysis, int reach)
{
    if (analysis.prediction->landmarks.pStar > reach)
        return analysis.prediction->row(reach).speedup;
    return std::max(analysis.atPStar.speedup, analysis.band ? analysis.band->speedupAtPStarHigh : 0);
}

ChartSpec speedupThumbnail(const Analysis& analysis, int reach, const QString& name)
{
    if (!analysis.prediction)
        return {.thumbnail = true};
    CurveChart chart(Curve::Speedup, reach, false, true);
    if (analysis.model->scaling == Scaling::Weak)
        chart.setLogLog();
    chart.scaleTo(tallestShown(analysis, reach));
    const ScalingCurve curve = curveOf(*analysis.prediction, reach, analysis.band ? &*analysis.band : nullptr);
    if (!curve.speedupInterval.empty())
        chart.addBand(curve, {});
    chart.addCurve(curve, CurvePart::Main, QStringLiteral("speedup"), name);
    chart.fadeFrom(lastMeasuredP(analysis));
    chart.addPlan(analysis.planP, std::nullopt, {});
    return chart.take();
}

}  // namespace scalewright::ui

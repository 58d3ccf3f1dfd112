#include "core/decision/cost/footprints.h"

#include <algorithm>

#include "core/decision/cost/choice.h"
#include "core/project/document/ladder_roles.h"
#include "core/project/document/project.h"

namespace scalewright {

std::vector<FootprintRow> footprints(const Project& project, const Forecast& forecast, const MeasuredLadder* ladder,
                                     CurveKind kind)
{
    const bool measured = kind == CurveKind::Measured;
    if (measured ? ladder == nullptr : forecast.prediction == nullptr)
        return {};
    const auto shown = [&] {
        return std::max(2 * forecast.prediction->landmarks.pStar, forecast.plannedP().value_or(1));
    };
    ScalingCurve curve =
        measured ? curveOf(*ladder) : curveOf(*forecast.prediction, std::min(forecast.prediction->pMax, shown()));
    curve.workersPerNode = workersOnNode(project.target);
    const MaybeQuantity& price = project.target.priceUsdPerHour;
    const CarbonTerms terms = carbonTerms(project.target);
    std::vector<FootprintRow> rows;
    std::vector<ParetoPoint> points;
    const double runs = measured ? 1 : forecast.model->steps;
    for (const MoneyPoint& point : moneyPoints(curve, price ? price->value : 0, runs)) {
        std::optional<double> joules;
        if (const Rung* rung = measured ? ladder->at(point.p) : nullptr)
            if (const std::optional<double> energy = rung->besideOf(roleOf(LadderColumn::Energy)))
                joules = *energy * point.timeS / rung->timeS;
        FootprintRow& row = rows.emplace_back(FootprintRow{
            .p = point.p,
            .timeS = point.timeS,
            .runS = measured ? ladder->at(point.p)->timeS : runs * forecast.prediction->row(point.p).tStepS,
            .costUsd = {},
            .footprint = footprint(terms, point.p, point.timeS, joules)});
        if (price)
            row.costUsd = point.costUsd;
        points.push_back(
            {point.timeS, row.costUsd.value_or(0), row.footprint.gramsCo2e.value_or(row.footprint.kwh.value_or(0))});
    }
    const std::vector<bool> beaten = dominated(points);
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].dominated = beaten[i];
    return rows;
}

}  // namespace scalewright

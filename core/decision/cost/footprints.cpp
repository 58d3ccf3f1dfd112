// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/cost/footprints.h"

#include <algorithm>

#include "core/decision/cost/choice.h"
#include "core/project/document/ladder_roles.h"
#include "core/project/document/project.h"

namespace scalewright {

std::vector<FootprintRow> computeFootprintRows(const Project& project, const Forecast& forecast,
                                               const MeasuredLadder* ladder, CurveKind curveKind)
{
    const bool measured = curveKind == CurveKind::Measured;
    if (measured ? ladder == nullptr : forecast.prediction == nullptr)
        return {};
    const auto largestShownP = [&] {
        return std::max(2 * forecast.prediction->landmarks.pStar, forecast.plannedP().value_or(1));
    };
    ScalingCurve curve = measured ? curveOf(*ladder)
                                  : curveOf(*forecast.prediction, std::min(forecast.prediction->pMax, largestShownP()));
    curve.workersPerNode = workersOnNode(project.target);
    const MaybeQuantity& price = project.target.priceUsdPerHour;
    std::vector<FootprintRow> rows;
    std::vector<ParetoPoint> points;
    const double runs = measured ? 1 : forecast.model->steps;
    for (const TimeCostPoint& point : timeCostPoints(curve, valueOr(price, 0), runs)) {
        std::optional<double> joules;
        if (const Rung* rung = measured ? ladder->findRung(point.p) : nullptr)
            if (const std::optional<double> energy = rung->extraMedian(ladderRoleOf(LadderColumn::Energy)))
                joules = *energy * point.timeS / rung->timeS;
        FootprintRow& row = rows.emplace_back(FootprintRow{
            .p = point.p,
            .baseWorkTimeS = point.timeS,
            .runTimeS = measured ? ladder->findRung(point.p)->timeS : runs * forecast.prediction->row(point.p).tStepS,
            .costUsd = {},
            .footprint = computeFootprint(project.target, point.p, point.timeS, joules)});
        if (price)
            row.costUsd = point.costUsd;
        points.push_back(
            {point.timeS, row.costUsd.value_or(0), row.footprint.gramsCo2e.value_or(row.footprint.kwh.value_or(0))});
    }
    const std::vector<bool> dominated = findDominated(points);
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].isDominated = dominated[i];
    return rows;
}

}  // namespace scalewright

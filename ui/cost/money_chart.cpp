// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cost/money_chart.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/text/printed_text.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/chart_range.h"
#include "core/decision/cost/curve.h"
#include "core/model/scaling/run_cost.h"
#include "core/output/answers/cost.h"
#include "core/output/tables/prediction_table.h"
#include "core/project/document/project.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr std::size_t mostNamedPoints = 40;  ///< of more measured p, dominance is a colour only

/// The largest p drawn. For a prediction: the available machines, but at least the plan's p.
int maximumDrawnP(const TimeCostAnalysis& costAnalysis, const Analysis& analysis)
{
    if (costAnalysis.curveKind == CurveKind::Measured || !analysis.feasible.availableWorkers())
        return maximumPMax;
    return std::max({2, *analysis.feasible.availableWorkers(), analysis.planP});
}

/// The end of the prediction's dotted line, which continues beyond the fastest p while p is no slower than the slowest
/// p on the hull; the fastest p if there is no such line.
int lastDominatedP(const TimeCostAnalysis& costAnalysis, const Analysis& analysis)
{
    if (costAnalysis.tradeOff.hull.empty())
        return 1;
    const int fastest = costAnalysis.tradeOff.hull.back().p;
    const int end = std::min(2 * fastest, maximumDrawnP(costAnalysis, analysis));
    const double slowestTime = costAnalysis.tradeOff.findPoint(costAnalysis.tradeOff.hull.front().p)->timeS;
    int last = fastest;
    for (const TimeCostPoint& point : costAnalysis.tradeOff.points)
        if (point.p > last && point.p <= end && point.timeS <= slowestTime)
            last = point.p;
    return last;
}

/// The values of p that are marked and labelled: all measured ones, or for a prediction the powers of two, the fastest,
/// the best and the plan's.
std::vector<int> markedWorkerCounts(const TimeCostAnalysis& costAnalysis, const Analysis& analysis)
{
    std::set<int> marked;
    if (costAnalysis.curveKind == CurveKind::Measured) {
        for (const TimeCostPoint& point : costAnalysis.tradeOff.points)
            marked.insert(point.p);
        return {marked.begin(), marked.end()};
    }
    const int fastest = costAnalysis.tradeOff.hull.empty() ? 1 : costAnalysis.tradeOff.hull.back().p;
    for (int p = 1; p <= fastest; p *= 2)
        marked.insert(p);
    marked.insert(fastest);
    if (const int last = lastDominatedP(costAnalysis, analysis); last > fastest)
        marked.insert(last);  // where the dotted line ends
    if (costAnalysis.bestP())
        marked.insert(*costAnalysis.bestP());
    if (analysis.plan && costAnalysis.tradeOff.findPoint(analysis.plan->p))
        marked.insert(analysis.plan->p);
    return {marked.begin(), marked.end()};
}

SeriesSpec hullSeries(const TimeCostAnalysis& costAnalysis, int maximumP)
{
    SeriesSpec series{.key = QStringLiteral("hull"), .name = Tr::tr("cost"), .role = ColorRole::Money};
    for (auto range = costAnalysis.tradeOff.hull.rbegin(); range != costAnalysis.tradeOff.hull.rend();
         ++range) {  // fastest first, that is, in ascending time
        if (range->p > maximumP)
            continue;
        const TimeCostPoint& corner = *costAnalysis.tradeOff.findPoint(range->p);
        series.x.push_back(corner.timeS);
        series.y.push_back(corner.costUsd);
    }
    return series;
}

/// Adds a dotted line from each dominated p to the p that dominates it, or the part of the prediction beyond its
/// fastest p.
void addDominatedLines(ChartSpec& spec, const TimeCostAnalysis& costAnalysis, const Analysis& analysis)
{
    if (costAnalysis.curveKind == CurveKind::Measured) {
        for (const TimeCostPoint& point : costAnalysis.tradeOff.points) {
            if (!point.dominatedBy || costAnalysis.tradeOff.points.size() > mostNamedPoints)
                continue;
            const TimeCostPoint& dominator = *costAnalysis.tradeOff.findPoint(*point.dominatedBy);
            if (dominator.timeS < point.timeS)
                spec.series.push_back({.key = QStringLiteral("dominated%1").arg(point.p),
                                       .x = {dominator.timeS, point.timeS},
                                       .y = {dominator.costUsd, point.costUsd},
                                       .lineStyle = LineStyle::Dotted,
                                       .isReference = true});
        }
        return;
    }
    const int fastest = costAnalysis.tradeOff.hull.back().p;
    const int last = lastDominatedP(costAnalysis, analysis);
    SeriesSpec back{.key = QStringLiteral("dominated"),
                    .name = Tr::tr("never best"),
                    .lineStyle = LineStyle::Dotted,
                    .isReference = true};
    for (const TimeCostPoint& point : costAnalysis.tradeOff.points)
        if (point.p >= fastest && point.p <= last && (back.x.empty() || point.timeS > back.x.back())) {
            back.x.push_back(point.timeS);
            back.y.push_back(point.costUsd);
        }
    spec.series.push_back(std::move(back));
}

/// Adds the other curve if both are for whole runs.
void addOtherCurve(ChartSpec& spec, const Project& project, const Analysis& analysis,
                   const TimeCostAnalysis& costAnalysis)
{
    const bool areComparable =
        analysis.prediction && analysis.ladderOfRuns() && !analysis.ladderOfRuns()->isThroughput && project.plan.steps;
    if (!areComparable)
        return;
    if (costAnalysis.curveKind == CurveKind::Predicted) {
        ScalingCurve curve = curveOf(*analysis.ladderOfRuns());
        curve.workersPerNode = workersOnNode(project.target);
        MeasuredSpec dots{.key = QStringLiteral("measured"),
                          .name = costAnalysis.measuredAt.empty() ? Tr::tr("measured") : Tr::tr("calibrated"),
                          .role = ColorRole::Ink};
        for (const TimeCostPoint& point : timeCostPoints(curve, costAnalysis.priceUsdPerHour)) {
            dots.x.push_back(point.timeS);
            dots.y.push_back(point.costUsd);
        }
        spec.measured.push_back(std::move(dots));
        return;
    }
    const std::vector<TimeCostPoint>& measured = costAnalysis.tradeOff.points;
    const double highestUsd =
        1.25 * std::max_element(measured.begin(), measured.end(), [](const auto& a, const auto& b) {
                   return a.costUsd < b.costUsd;
               })->costUsd;
    const int lastP = measured.back().p;
    SeriesSpec ghost{.key = QStringLiteral("predicted"),
                     .name = Tr::tr("predicted"),
                     .label = Tr::tr("predicted"),
                     .role = ColorRole::Money,
                     .lineStyle = LineStyle::Dashed,
                     .isGhost = true};
    std::vector<TimeCostPoint> points =
        timeCostPoints(curveOf(*analysis.prediction, lastP), costAnalysis.priceUsdPerHour, analysis.model->steps);
    std::stable_sort(points.begin(), points.end(),
                     [](const TimeCostPoint& a, const TimeCostPoint& b) { return a.timeS < b.timeS; });
    // Skip points that are both slower and more expensive than another.
    for (const TimeCostPoint& point : points)
        if (point.costUsd <= highestUsd && (ghost.y.empty() || point.costUsd < ghost.y.back())) {
            ghost.x.push_back(point.timeS);
            ghost.y.push_back(point.costUsd);
        }
    // Label only the part that is faster than the fastest run, where there are no other labels.
    const double fastest = costAnalysis.tradeOff.findPoint(costAnalysis.tradeOff.hull.back().p)->timeS;
    const auto splitIndex = std::lower_bound(ghost.x.begin(), ghost.x.end(), fastest) - ghost.x.begin();
    if (splitIndex > 1 && splitIndex < static_cast<std::ptrdiff_t>(ghost.x.size())) {
        SeriesSpec tail = ghost;
        tail.key = QStringLiteral("predicted-within");
        tail.label.clear();
        tail.x.erase(tail.x.begin(), tail.x.begin() + splitIndex - 1);
        tail.y.erase(tail.y.begin(), tail.y.begin() + splitIndex - 1);
        ghost.x.resize(static_cast<std::size_t>(splitIndex));
        ghost.y.resize(static_cast<std::size_t>(splitIndex));
        spec.series.push_back(std::move(tail));
    }
    spec.series.push_back(std::move(ghost));
}

void addPoints(ChartSpec& spec, const Analysis& analysis, const TimeCostAnalysis& costAnalysis)
{
    const std::optional<int> plan = analysis.plannedP();
    const std::optional<int> bestP = costAnalysis.bestP();
    const std::vector<int> marked = markedWorkerCounts(costAnalysis, analysis);
    std::set<int> dominators;  // the first p that each dominates shows its cost; a dotted line leads to it
    const TimeCostPoint* planPoint = plan ? costAnalysis.tradeOff.findPoint(*plan) : nullptr;
    const auto dominatedText = [&](const TimeCostPoint& point) {
        const bool isByPlan = planPoint && planPoint->timeS <= point.timeS && planPoint->costUsd < point.costUsd;
        const int dominator = isByPlan ? planPoint->p : *point.dominatedBy;
        return dominators.insert(dominator).second ? amountWithUnit(point.costUsd, Dimension::Money) : QString();
    };
    for (const int p : marked) {
        if (p > maximumDrawnP(costAnalysis, analysis))
            break;
        const TimeCostPoint& point = *costAnalysis.tradeOff.findPoint(p);
        QStringList words;
        words << (plan == p ? Tr::tr("plan p %1") : Tr::tr("p %1")).arg(p);
        if (p == costAnalysis.tradeOff.hull.back().p)
            words << Tr::tr("fastest");
        if (p == costAnalysis.tradeOff.hull.front().p)
            words << Tr::tr("cheapest");
        if (p == bestP && plan != p && costAnalysis.hourValueUsd)
            words << Tr::tr("best");
        const bool fails = !point.runCount.mostSucceeded();
        PointSpec pointSpec{
            .id = plan == p ? QString::fromLatin1(planHandleId) : QStringLiteral("p%1").arg(p),
            .x = point.timeS,
            .y = point.costUsd,
            .label = words.join(QStringLiteral(" · ")),
            .role = point.dominatedBy || !point.meetsGoals || fails ? ColorRole::FaintInk : ColorRole::Money,
            .filled = !point.dominatedBy && point.meetsGoals && !fails,
            .draggable = plan == p,
            // Labels that mark nothing else may be dropped: a prediction's powers of two crowd together at its fast
            // end, and a column has room for few.
            .isLabelOptional = words.size() == 1 && plan != p};
        const bool showsDetail = words.size() > 1 || plan == p;  // the axes already show the values of the other points
        pointSpec.subLabel = fails                            ? toQString(failureText(point.runCount, p))
                             : point.dominatedBy              ? dominatedText(point)
                             : !showsDetail                   ? QString()
                             : !analysis.feasible.contains(p) ? Tr::tr("not feasible")
                             : !point.meetsGoals
                                 ? Tr::tr("misses a goal")
                                 : Tr::tr("%1 · %2").arg(amountWithUnit(point.costUsd, Dimension::Money),
                                                         amountWithUnit(point.timeS, Dimension::Time));
        spec.points.push_back(std::move(pointSpec));
    }
}

struct DataExtent {
    double minimumTime = 0, maximumTime = 0, maximumCost = 0, minimumCost = 0;
    bool isTimeLogarithmic = false, isCostLogarithmic = false;
};

DataExtent extentOf(const ChartSpec& spec)
{
    DataExtent extent{.minimumTime = INFINITY, .minimumCost = INFINITY};
    const auto include = [&](const std::vector<double>& x, const std::vector<double>& y) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            extent.minimumTime = std::min(extent.minimumTime, x[i]);
            extent.maximumTime = std::max(extent.maximumTime, x[i]);
            extent.maximumCost = std::max(extent.maximumCost, y[i]);
            extent.minimumCost = std::min(extent.minimumCost, y[i]);
        }
    };
    for (const SeriesSpec& series : spec.series)
        include(series.x, series.y);
    for (const PointSpec& point : spec.points)
        include({point.x}, {point.y});
    constexpr double wideTimes = 10;  // a prediction beyond the fastest run adds to their range
    extent.isTimeLogarithmic = extent.minimumTime > 0 && extent.maximumTime > wideTimes * extent.minimumTime;
    extent.isCostLogarithmic = needsLogAxis({extent.minimumCost, extent.maximumCost});
    return extent;
}

/// The hour line is tangent to the hull; its handle is on the line, to the right of the tangent point.
void addHourLine(ChartSpec& spec, const TimeCostAnalysis& costAnalysis, const DataExtent& extent,
                 std::optional<double> handleS)
{
    if (costAnalysis.tradeOff.bestRanges.empty() || !costAnalysis.hourValueUsd)
        return;
    const double value = *costAnalysis.hourValueUsd;
    const TimeCostPoint& bestPoint = *costAnalysis.tradeOff.findPoint(costAnalysis.tradeOff.bestRangeAt(value)->p);
    const double startTime = extent.isTimeLogarithmic
                                 ? extent.minimumTime
                                 : extent.minimumTime - 0.05 * (extent.maximumTime - extent.minimumTime),
                 endTime = extent.maximumTime;
    const double lowestCost = extent.isCostLogarithmic ? extent.minimumCost : 0;
    const auto lineCostAt = [&](double time) { return tangentCostUsd(costAnalysis.tradeOff, value, time); };
    const auto inside = [&](double time) {
        return time > bestPoint.timeS && time <= endTime && lineCostAt(time) >= lowestCost;
    };
    double handle = handleS.value_or(0);
    if (!inside(handle)) {
        handle = extent.isTimeLogarithmic ? std::sqrt(bestPoint.timeS * endTime)
                                          : bestPoint.timeS + 0.5 * (endTime - bestPoint.timeS);
        for (int i = 0; i < 12 && lineCostAt(handle) < std::max(lowestCost, 0.1 * bestPoint.costUsd); ++i)
            handle = bestPoint.timeS + 0.7 * (handle - bestPoint.timeS);
    }
    SeriesSpec line{.key = QStringLiteral("hour"),
                    .name = Tr::tr("tangent line"),
                    .role = ColorRole::Ink,
                    .width = 1.2,
                    .lineStyle = LineStyle::Dashed};
    // Clip the line to the plane.
    for (int i = 0; i <= 200; ++i) {
        const double time = extent.isTimeLogarithmic ? startTime * std::pow(endTime / startTime, i / 200.0)
                                                     : startTime + (endTime - startTime) * i / 200;
        if (lineCostAt(time) >= lowestCost && lineCostAt(time) <= 1.05 * extent.maximumCost) {
            line.x.push_back(time);
            line.y.push_back(lineCostAt(time));
        }
    }
    spec.series.push_back(std::move(line));
    spec.points.push_back(
        {.id = QString::fromLatin1(hourHandleId),
         .x = handle,
         .y = std::max(lowestCost, lineCostAt(handle)),
         .label = Tr::tr("hour value %1").arg(amountWithUnit(value, Dimension::Money)),
         // at zero it would equal the cost of the cheapest p, which is already labelled
         .subLabel = value > 0
                         ? Tr::tr("everything on this line costs %1")
                               .arg(amountWithUnit(minimumTotalUsd(costAnalysis.tradeOff, value), Dimension::Money))
                         : QString(),
         .role = ColorRole::Ink,
         .filled = false,
         .draggable = true});
}

std::string toStdText(const QString& text)
{
    return text.toStdString();
}

/// What the plan, or the fastest p if the plan is the cheapest, costs and gains relative to the cheapest p.
QString exchangeRateText(const TimeCostAnalysis& costAnalysis, const Analysis& analysis)
{
    const int cheapestP = costAnalysis.cost.costOptimalP, planP = analysis.plannedP().value_or(cheapestP);
    const TimeCostPoint *cheapest = costAnalysis.tradeOff.findPoint(cheapestP),
                        *other =
                            costAnalysis.tradeOff.findPoint(planP != cheapestP ? planP : costAnalysis.cost.fastestP);
    if (!costAnalysis.cost.fastestToCheapestRatios || !cheapest || !other || !(cheapest->costUsd > 0))
        return sentenceCase(toQString(costAnalysis.cost.tradeOffText));
    const QString text = Tr::tr("p %1: %2× the cost of p %3, a speedup of %4×")
                             .arg(other->p)
                             .arg(numberText(other->costUsd / cheapest->costUsd))
                             .arg(cheapestP)
                             .arg(numberText(cheapest->timeS / other->timeS));
    const bool doubted =
        costAnalysis.curveKind == CurveKind::Measured && !analysis.ladder->measured->scalingCaveat.empty();
    return doubted ? text + QStringLiteral(". ") + toQString(analysis.ladder->measured->scalingCaveat) : text;
}

/// The amount of work that the measured times are priced for; empty for a whole run.
QString pricedWorkText(const Project& project, const MeasuredLadder& ladder)
{
    if (ladder.isThroughput)
        return Tr::tr("for one unit of work");
    if (ladder.timesPerRun > 0)
        return (ladder.scaling == Scaling::Weak ? Tr::tr("the work of one worker’s %1 at the measured rate")
                                                : Tr::tr("a run of %1 at the measured rate"))
            .arg(toQString(stepsText(project.plan.steps->value)));
    return ladder.scaling == Scaling::Weak ? Tr::tr("for the work of p = %1").arg(ladder.baseP) : QString();
}

/// One of "one run", "one step", "one unit of work", "one measured time".
QString workUnitText(const TimeCostAnalysis& costAnalysis)
{
    const QString work = toQString(costAnalysis.unitName);
    return work.startsWith(QLatin1String("a ")) ? Tr::tr("one %1").arg(work.mid(2)) : work;
}

}  // namespace

ChartSpec moneyChart(const Project& project, const Analysis& analysis, const TimeCostAnalysis& costAnalysis,
                     std::optional<double> handleS)
{
    ChartSpec spec;
    spec.hasIntegerX = false;
    spec.x = {.title = Tr::tr("%1 takes").arg(workUnitText(costAnalysis)),
              .numberStyle = {.kind = NumberStyle::Kind::Amount, .dimension = Dimension::Time}};
    spec.y = {.title = Tr::tr("cost"),
              .numberStyle = {.kind = NumberStyle::Kind::Amount, .dimension = Dimension::Money}};
    if (costAnalysis.tradeOff.hull.empty()) {
        spec.emptyText = Tr::tr("No p finishes its run.");
        return spec;
    }
    const int maximumP = maximumDrawnP(costAnalysis, analysis);
    spec.series.push_back(hullSeries(costAnalysis, maximumP));
    addDominatedLines(spec, costAnalysis, analysis);
    addOtherCurve(spec, project, analysis, costAnalysis);
    addPoints(spec, analysis, costAnalysis);
    const DataExtent extent = extentOf(spec);
    const double margin = std::max(0.04 * (extent.maximumTime - extent.minimumTime), 0.02 * extent.maximumTime);
    constexpr double logMargin = 1.15;
    // Below the plan, there is room for its name and its price.
    const double belowMargin = analysis.plannedP() == costAnalysis.cost.costOptimalP ? 1.5 : logMargin * logMargin;
    spec.x.low =
        extent.isTimeLogarithmic ? extent.minimumTime / logMargin : std::max(0.0, extent.minimumTime - 3 * margin);
    spec.x.high = extent.isTimeLogarithmic ? extent.maximumTime * logMargin : extent.maximumTime + margin;
    spec.y.low = extent.isCostLogarithmic ? extent.minimumCost / belowMargin : 0;
    spec.y.high = extent.isCostLogarithmic ? extent.maximumCost * logMargin * logMargin
                                           : 1.12 * std::max(extent.maximumCost, 1e-12);
    if (extent.isTimeLogarithmic)
        spec.x.scale = AxisScale::Log10;
    if (extent.isCostLogarithmic)
        spec.y.scale = AxisScale::Log10;
    addHourLine(spec, costAnalysis,
                {*spec.x.low, extent.maximumTime, extent.maximumCost, *spec.y.low, extent.isTimeLogarithmic,
                 extent.isCostLogarithmic},
                handleS);
    // Goals apply only to times that are known to be for a whole run.
    const bool areTimesOfRun = !costAnalysis.isSingleStep && (costAnalysis.curveKind == CurveKind::Predicted ||
                                                              analysis.ladderOfRuns()->stepsPerTimeRequest.empty());
    if (project.goal.deadlineS && areTimesOfRun) {
        const double deadline = project.goal.deadlineS->value;
        if (deadline > *spec.x.low && deadline < *spec.x.high)
            spec.markers.push_back({.id = QString::fromLatin1(deadlineHandleId),
                                    .x = deadline,
                                    .label = Tr::tr("deadline %1").arg(amountWithUnit(deadline, Dimension::Time)),
                                    .role = ColorRole::Warning,
                                    .draggable = true});
    }
    if (project.goal.budgetUsd && areTimesOfRun && project.goal.budgetUsd->value < *spec.y.high)
        spec.series.push_back(
            {.key = QStringLiteral("budget"),
             .name = Tr::tr("budget"),
             .label = Tr::tr("budget %1").arg(amountWithUnit(project.goal.budgetUsd->value, Dimension::Money)),
             .x = {*spec.x.low, *spec.x.high},
             .y = {project.goal.budgetUsd->value, project.goal.budgetUsd->value},
             .role = ColorRole::Warning,
             .width = 1.2,
             .lineStyle = LineStyle::Dashed});
    return spec;
}

QString captionForCurve(CurveKind curve, const QString& caption, bool assumed, const std::string& measuredAt)
{
    const QString word = curve != CurveKind::Measured ? Tr::tr("Predicted, not measured")
                         : assumed                    ? Tr::tr("An assumed ladder, not measured")
                         : !measuredAt.empty()        ? Tr::tr("Calibrated, measured at %1").arg(toQString(measuredAt))
                                                      : Tr::tr("Measured");
    return caption.isEmpty() ? word : word + QStringLiteral(" · ") + caption;
}

FigureTexts moneyTexts(const Project& project, const Analysis& analysis, const TimeCostAnalysis& costAnalysis)
{
    const QString exchangeRate = exchangeRateText(costAnalysis, analysis);
    const MeasuredLadder* ladder = analysis.ladderOfRuns();
    const bool measured = costAnalysis.curveKind == CurveKind::Measured;
    QStringList caption{
        captionForCurve(costAnalysis.curveKind, exchangeRate, costAnalysis.isAssumed, costAnalysis.measuredAt)};
    // Basis and price come first: a column shows only the first parts.
    caption
        << Tr::tr("%1 per node-hour, on demand").arg(amountWithUnit(costAnalysis.priceUsdPerHour, Dimension::Money));
    if (const int workersPerNode = workersOnNode(project.target); workersPerNode > 1)
        caption << Tr::tr("%1 workers a node").arg(workersPerNode);
    if (const std::optional<TimeCostTradeOff> other =
            tradeOffOn(project, analysis, ladder, measured ? CurveKind::Predicted : CurveKind::Measured))
        caption << toQString(curveDifferenceText(measured ? *other : costAnalysis.tradeOff,
                                                 measured ? costAnalysis.tradeOff : *other,
                                                 costAnalysis.hourValueUsd.value_or(0)));
    if (!measured && analysis.model)
        caption << toQStrings(modelParameterTexts(withReadableTimes(*analysis.model), false))
                << Tr::tr("the cost of %1").arg(toQString(runDescription(*analysis.model)));
    if (measured)
        caption << pricedWorkText(project, *ladder);
    caption.removeAll(QString());
    FigureTexts texts{.title = Tr::tr("Time against cost"),
                      .caption = caption.join(QStringLiteral(" · ")),
                      .summary = {},
                      .headline = analysis.claim.whyNoPlan.empty() ? QString() : Tr::tr("None of these p is feasible")};
    QStringList sentences;
    for (const HourValueRange& range : costAnalysis.tradeOff.bestRanges)
        if (costAnalysis.tradeOff.bestRanges.size() <= 12 || range.p == costAnalysis.bestP())
            sentences << toQString(bestRangeText(costAnalysis.tradeOff, range.p));
    texts.summary = sentences.join(QStringLiteral("; "));
    return texts;
}

Table moneyTable(const TimeCostAnalysis& costAnalysis)
{
    Table table;
    table.columns = {{"p", "p", "", 0},
                     {"t", "T_p", "s", -1},
                     {"speedup", "S", "", 2},
                     {"efficiency", "E", "", 2},
                     {"cost", toStdText(Tr::tr("cost")), "USD", -1},
                     {"comm_percent", toStdText(Tr::tr("comm")), "%", 1},
                     {"idle_percent", toStdText(Tr::tr("idle")), "%", 1},
                     {"speedup_per_dollar", "dS/dCost", "1/USD", 2},
                     {"from", toStdText(Tr::tr("best from")), "USD/h", 2},
                     {"to", toStdText(Tr::tr("to")), "USD/h", 2}};
    const auto percentOf = [](const std::optional<double>& share) {
        return cellOrEmpty(share ? std::optional(100 * *share) : std::nullopt);
    };
    for (std::size_t i = 0; i < costAnalysis.cost.rows.size(); ++i) {
        const CostRow& row = costAnalysis.cost.rows[i];
        const auto range =
            std::find_if(costAnalysis.tradeOff.bestRanges.begin(), costAnalysis.tradeOff.bestRanges.end(),
                         [&](const HourValueRange& each) { return each.p == row.p; });
        const bool isBest = range != costAnalysis.tradeOff.bestRanges.end();
        table.rows.push_back({static_cast<double>(row.p), row.timeS, row.speedup, row.efficiency, row.costUsd,
                              percentOf(row.commShare), percentOf(row.idleShare),
                              cellOrEmpty(i > 0 ? costAnalysis.cost.marginalSteps[i - 1].speedupPerUsd : std::nullopt),
                              cellOrEmpty(isBest ? std::optional(range->fromUsdPerHour) : std::nullopt),
                              cellOrEmpty(isBest ? range->toUsdPerHour : std::nullopt)});
    }
    return table;
}

TextTable::Content regimeTableContent(const TimeCostAnalysis& costAnalysis)
{
    TextTable::Content content;
    const bool hasHourValue = costAnalysis.hourValueUsd.value_or(0) > 0;
    content.table.columns = {{"regime", "", "", -1},
                             {"price", toStdText(Tr::tr("node-hour")), "", -1},
                             {"right_p", toStdText(hasHourValue ? Tr::tr("best p") : Tr::tr("cheapest p")), "", 0},
                             {"time", toStdText(workUnitText(costAnalysis)), "", -1},
                             {"cost", toStdText(Tr::tr("cost")), "", -1},
                             {"why", toStdText(Tr::tr("why")), "", -1}};
    content.relativeWidths = {1.35, 0.9, 0.6, 0.75, 0.8, 2.6};
    for (const RegimeEvaluation& each : costAnalysis.regimes) {
        const QString name = each.regime == PricingRegime::OnDemand ? Tr::tr("on demand")
                             : each.regime == PricingRegime::Spot   ? Tr::tr("spot")
                                                                    : Tr::tr("owned");
        const TimeCostPoint* point = each.bestP ? each.tradeOff->findPoint(*each.bestP) : nullptr;
        std::vector<Cell> row{
            toStdText(name),
            toStdText(!each.price.priceUsdPerHour ? QStringLiteral("–")
                      : each.price.isAssumed && !each.hasPricePerP
                          ? Tr::tr("%1, assumed").arg(amountWithUnit(*each.price.priceUsdPerHour, Dimension::Money))
                          : amountWithUnit(*each.price.priceUsdPerHour, Dimension::Money)),
            cellOrEmpty(each.bestP ? std::optional<double>(*each.bestP) : std::nullopt),
            toStdText(point ? amountWithUnit(point->timeS, Dimension::Time) : QStringLiteral("–")),
            toStdText(point ? amountWithUnit(point->costUsd, Dimension::Money) : QStringLiteral("–")),
            toStdText(each.tradeOff ? toQString(each.reason) : toQString(each.price.note))};
        content.table.rows.push_back(std::move(row));
        content.softRows.push_back(each.regime != PricingRegime::OnDemand && !each.bestP);
    }
    return content;
}

TextTable::Content marginalTableContent(const TimeCostAnalysis& costAnalysis, std::optional<int> planP)
{
    TextTable::Content content;
    const CurveCost& cost = costAnalysis.cost;
    content.table.columns = {{"step", toStdText(Tr::tr("workers")), "", -1},
                             {"time", toStdText(Tr::tr("time")), "s", -1},
                             {"cost", toStdText(Tr::tr("cost")), "USD", -1},
                             {"speedup", toStdText(Tr::tr("speedup")), "", 2},
                             {"speedup_per_dollar", toStdText(Tr::tr("speedup per\u00a0$")), "1/USD", -1}};
    content.relativeWidths = {0.8, 0.9, 1, 0.9, 1.4};
    constexpr std::size_t maximumRows = 6;  // a prediction's powers of two continue far past its fastest p
    // The window shows the plan's row and the next one in any case, and a row of dots in place of omitted rows.
    const auto plan =
        std::find_if(cost.rows.begin(), cost.rows.end(), [&](const CostRow& row) { return row.p == planP; });
    const std::size_t end = std::min(
        cost.rows.size(),
        std::max(maximumRows, plan == cost.rows.end() ? 0 : static_cast<std::size_t>(plan - cost.rows.begin()) + 2));
    const std::size_t left = end > maximumRows ? end - maximumRows + 1 : 0;  // rows left out after the first
    for (std::size_t i = 0; i < cost.rows.size(); ++i) {
        const CostRow& row = cost.rows[i];
        const MarginalStep* step = i > 0 ? &cost.marginalSteps[i - 1] : nullptr;
        const std::string workers = step ? toStdText(QStringLiteral("→ %1").arg(row.p)) : std::to_string(row.p);
        // The time of the same work, as in the chart: a weak ladder's own times are those of growing work.
        const TimeCostPoint* point = costAnalysis.tradeOff.findPoint(row.p);
        const double timeS = point ? point->timeS : row.timeS, costUsd = point ? point->costUsd : row.costUsd;
        const std::optional<double> slope = step ? step->speedupPerUsd : std::nullopt;
        content.table.rows.push_back({workers, timeS, costUsd, row.speedup, cellOrEmpty(slope)});
        content.printedRows.push_back(
            {workers, toStdText(amountWithUnit(timeS, Dimension::Time).replace(QLatin1Char(' '), QChar(QChar::Nbsp))),
             toStdText(amountWithUnit(costUsd, Dimension::Money)), toStdText(multipleText(row.speedup)),
             step ? printedText(speedupPerUsdText(*step)) : std::string("–")});
        if (row.p == planP)
            content.strongRow = i;
        if (left > 0 && i == left)
            content.briefRows.push_back({std::string("…"), std::string(), std::string(), std::string(), std::string()});
        if ((i == 0 || i > left) && i < end)
            content.briefRows.push_back(content.printedRows.back());
    }
    return content;
}

Table rangesTable(const TimeCostAnalysis& costAnalysis)
{
    Table table;
    table.columns = {{"p", "p", "", 0},
                     {"from", toStdText(Tr::tr("from")), "USD/h", 2},
                     {"to", toStdText(Tr::tr("to")), "USD/h", 2},
                     {"low", toStdText(Tr::tr("at least")), "USD/h", 2},
                     {"high", toStdText(Tr::tr("at most")), "USD/h", 2}};
    for (const HourValueRange& range : costAnalysis.tradeOff.bestRanges)
        table.rows.push_back(
            {static_cast<double>(range.p), range.fromUsdPerHour, cellOrEmpty(range.toUsdPerHour),
             cellOrEmpty(range.borderInterval ? std::optional(range.borderInterval->low) : std::nullopt),
             cellOrEmpty(range.borderInterval ? range.borderInterval->high : std::nullopt)});
    return table;
}

QString costBasisText(const Analysis& analysis, const TimeCostAnalysis& costAnalysis)
{
    QStringList parts;
    if (costAnalysis.curveKind == CurveKind::Measured) {
        const MeasuredLadder& ladder = *analysis.ladderOfRuns();
        if (!ladder.name.empty())
            parts << toQString(ladder.name);
        const auto repeats = std::minmax_element(ladder.rungs.begin(), ladder.rungs.end(),
                                                 [](const Rung& a, const Rung& b) { return a.repeats < b.repeats; });
        parts
            << (costAnalysis.isAssumed ? Tr::tr("an assumed ladder")
                : !costAnalysis.measuredAt.empty()
                    ? Tr::tr("calibrated, measured at %1").arg(toQString(costAnalysis.measuredAt))
                : repeats.second->repeats == 1 ? Tr::tr("measured, one run per p")
                : repeats.first->repeats == repeats.second->repeats
                    ? Tr::tr("measured, %1 runs per p").arg(repeats.first->repeats)
                    : Tr::tr("measured, %1 to %2 runs per p").arg(repeats.first->repeats).arg(repeats.second->repeats));
    } else {
        parts << Tr::tr("predicted");
    }
    return parts.join(QStringLiteral(" · "));
}

}  // namespace scalewright::ui

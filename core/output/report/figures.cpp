// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/chart_range.h"
#include "core/decision/claim/value_at_p.h"
#include "core/decision/cost/cost.h"
#include "core/decision/cost/curve.h"
#include "core/decision/plan/candidates.h"
#include "core/decision/plan/run_comparison.h"
#include "core/evidence/timeline/compare.h"
#include "core/model/bottleneck/roofline.h"
#include "core/output/answers/attribution.h"
#include "core/output/answers/phrases.h"
#include "core/output/chart/curve_chart.h"
#include "core/output/chart/lost_folds_chart.h"
#include "core/output/report/diagrams.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

using namespace chart;

constexpr Size figureSize{640, 200};  // at 96 pixels per inch: 169 mm wide, the width of a printed page

constexpr std::size_t maximumTableRows = 40;

constexpr double fineGrowth = 1.12;  // from one row to the next

/// 1, 2, … with growing gaps up to `end`, including `counts`.
std::vector<int> selectWorkerCounts(int end, std::set<int> counts, double growth = fineGrowth)
{
    for (double p = 1; p <= end && counts.size() < maximumTableRows; p = std::max(p + 1, p * growth))
        counts.insert(int(p));
    counts.insert(end);
    std::vector<int> list;
    for (const int p : counts)
        if (p >= 1 && p <= end)
            list.push_back(p);
    return list;
}

/// A measured ladder that is comparable with the prediction; any ladder if there is no model.
const MeasuredLadder* comparableRuns(const Analysis& analysis)
{
    const MeasuredLadder* runs = analysis.ladderOfRuns();
    if (runs && analysis.model && (runs->scaling != analysis.model->scaling || runs->origin == Origin::Assumed))
        return nullptr;
    return runs;
}

int lastShownP(const Analysis& analysis)
{
    if (analysis.prediction)
        return axisEnd(largestChartedP(analysis), analysis.pMax);
    return axisEnd(analysis.ladderOfRuns()->rungs.back().p, maximumPMax);
}

/// The plan's flag, if its p is drawn; nothing at p = 1.
void addPlan(CurveChart& chart, const Analysis& analysis, int end, std::set<int>& marked)
{
    if (!analysis.plan || analysis.planP > end || analysis.planP < 2)
        return;
    chart.addPlanMarker(analysis.planP, std::nullopt, "plan p " + std::to_string(analysis.planP));
    chart.spec().markers.back().draggable = false;
    marked.insert(analysis.planP);
}

/// Diamonds with their values; the first one also says what they are.
MeasuredSpec measuredSpec(const char* word)
{
    return {
        .key = "measured", .name = word, .x = {}, .y = {}, .low = {}, .high = {}, .role = ColorRole::Ink, .labels = {}};
}

Table speedupTable(const std::optional<ScalingCurve>& curve, const MeasuredLadder* runs, double factor,
                   const std::vector<int>& workers)
{
    Table table;
    table.columns = {{"p", "p", ""}};
    if (curve)
        table.columns.push_back({"predicted", "predicted S", ""});
    if (runs)
        table.columns.push_back({"measured", "measured S", ""});
    for (const int p : workers) {
        std::vector<Cell> row{Cell(double(p))};
        if (curve) {
            const std::optional<std::size_t> index = curve->indexOfP(p);
            row.push_back(index && std::isfinite(curve->speedup[*index]) ? Cell(curve->speedup[*index]) : Cell());
        }
        if (runs) {
            const Rung* rung = runs->findRung(p);
            row.push_back(rung ? Cell(factor * rung->speedup) : Cell());
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::optional<ReportFigure> speedupFigure(const Analysis& analysis)
{
    const MeasuredLadder* runs = comparableRuns(analysis);
    if (!analysis.prediction && !runs)
        return std::nullopt;
    const int end = lastShownP(analysis);
    std::optional<ScalingCurve> curve;
    if (analysis.prediction)
        curve = curveOf(*analysis.prediction, end, analysis.band.get());
    const double factor = runs ? speedupAlignmentFactor(analysis, *runs) : 1;
    ReportFigure figure{
        .kind = FigureKind::Speedup, .name = "speedup", .caption = {}, .description = {}, .drawing = {}, .table = {}};
    CurveChart chart(Curve::Speedup, end);
    if ((analysis.model ? analysis.model->scaling : runs->scaling) == Scaling::Weak)
        chart.useLogLogScale();
    chart.addIdealLine();
    double highest = 1;
    if (curve) {
        if (analysis.band)
            chart.addSpeedupBand(*curve, "range of S");
        chart.addCurve(*curve, CurveRole::Main, "speedup", "predicted",
                       analysis.band ? "predicted, with its range" : "predicted");
        chart.fadeLastCurveBeyond(lastMeasuredP(analysis));
        if (runs)  // the measured line is solid
            chart.spec().series.back().lineStyle = LineStyle::Dashed;
        for (const double each : curve->speedup)
            highest = std::isfinite(each) ? std::max(highest, each) : highest;
        addInfeasibleRanges(chart.spec(), analysis.feasible.infeasibleRanges(end), end);
    }
    std::set<int> marked{1};
    std::string sentences;
    if (runs) {
        MeasuredSpec measured = measuredSpec(originWord(*runs));
        for (const Rung& rung : runs->rungs) {
            const double speedup = factor * rung.speedup;
            const Interval interval = rung.speedupInterval.value_or(Interval{rung.speedup, rung.speedup, 0});
            measured.x.push_back(rung.p);
            measured.y.push_back(speedup);
            measured.low.push_back(factor * interval.low);
            measured.high.push_back(factor * interval.high);
            measured.labels.push_back(chart.valueText(speedup));
            highest = std::max(highest, speedup);
            marked.insert(rung.p);
            if (curve || runs->baseP == 1)
                sentences += formatMessage(" {} at {} measured.", speedupFactorText(speedup), rung.p);
            else if (rung.p != runs->baseP)
                sentences += formatMessage(" {} is {}, measured.", rung.p, speedupFactorText(speedup, runs->baseP));
        }
        measured.labels.front() += ' ' + measured.name;
        chart.spec().series.push_back({.key = "measured",
                                       .name = measured.name,
                                       .label = {},
                                       .x = measured.x,
                                       .y = measured.y,
                                       .role = ColorRole::Compute});
        chart.spec().measured.push_back(std::move(measured));
    }
    chart.fitYAxisTo(highest);
    if (curve && !analysis.prediction->hasNoPStar() && analysis.prediction->landmarks.pStar <= end) {
        const int best = analysis.prediction->landmarks.pStar;
        const double speedup = curve->speedup[*curve->indexOfP(best)];
        const char* predicted = isPStarOnlyPredicted(*analysis.prediction, analysis.ladderOfRuns()) ? "predicted " : "";
        chart.addLandmark("pstar", best, speedup, formatMessage("{}p* {}", predicted, best), ColorRole::Compute, false);
        marked.insert(best);
        sentences = formatMessage(" The {}best p is {}, {}.", predicted, best, speedupFactorText(speedup)) + sentences;
    }
    addPlan(chart, analysis, end, marked);
    figure.drawing = layOutChart(chart.spec(), figureSize, {});
    figure.table = speedupTable(curve, runs, factor, selectWorkerCounts(end, marked));
    figure.caption = !runs   ? std::string("Speedup, predicted.")
                     : curve ? formatMessage("Speedup, {} (solid) and predicted (dashed).", originWord(*runs))
                             : formatMessage("Speedup, {}.", originWord(*runs));
    if (const std::string note = baseSpeedupNote(analysis); runs && !note.empty())
        figure.caption += " " + note + ".";
    figure.description = "Speedup against workers, 1 to " + std::to_string(end) + "." + sentences;
    return figure;
}

std::optional<ReportFigure> costFigure(const Project& project, const Analysis& analysis)
{
    const MeasuredLadder* runs = analysis.ladderOfRuns();
    const MaybeQuantity& price = project.target.priceUsdPerHour;
    if (!price || !(price->value > 0) || (!runs && !analysis.prediction))
        return std::nullopt;
    std::vector<double> workers, costs;
    const auto add = [&](double p, double cost) {
        workers.push_back(p);
        costs.push_back(cost);
    };
    if (runs) {
        ScalingCurve curve = curveOf(*runs);
        curve.workersPerNode = workersOnNode(project.target);
        for (const CostRow& row : priceCurve(curve, price->value).rows)
            add(row.p, row.costUsd);
    } else {
        const ScalingCurve curve = curveOf(*analysis.prediction, lastShownP(analysis));
        for (std::size_t i = 0; i < curve.size() && i < curve.costUsd.size(); ++i)
            if (std::isfinite(curve.costUsd[i]) && curve.costUsd[i] > 0)
                add(curve.p[i], curve.costUsd[i]);
    }
    if (costs.empty())
        return std::nullopt;
    const auto [minimum, maximum] = std::ranges::minmax_element(costs);
    constexpr double largestDrawn = 1e240;  // leaves room above the highest point
    if (!(*minimum > 0) || !(*maximum < largestDrawn))
        return std::nullopt;
    ReportFigure figure{
        .kind = FigureKind::Cost, .name = "cost", .caption = {}, .description = {}, .drawing = {}, .table = {}};
    const int end = runs ? axisEnd(int(workers.back()), maximumPMax) : lastShownP(analysis);
    CurveChart chart(Curve::Cost, end, true);
    ChartSpec& spec = chart.spec();
    spec.y.title = runs || analysis.model->hasRunLength ? "cost of a run" : "cost of a step";
    if (needsLogAxis(costs))
        spec.y.low = *minimum / 1.5, spec.y.high = *maximum * 2;
    else
        spec.y.scale = AxisScale::Linear, spec.y.low = 0, spec.y.high = *maximum * 1.3;
    const double cheapestP = workers[std::size_t(minimum - costs.begin())], cheapest = *minimum;
    spec.series.push_back({.key = "cost",
                           .name = runs ? "cost" : "predicted cost",
                           .label = runs ? "" : "predicted cost",
                           .x = workers,
                           .y = costs,
                           .role = ColorRole::Money,
                           .width = runs ? 1.2 : 2.0});
    if (runs) {
        MeasuredSpec measured = measuredSpec(originWord(*runs));
        measured.x = workers, measured.y = costs;
        for (const double each : costs)
            measured.labels.push_back(moneyText(each));
        measured.labels.front() += ' ' + measured.name;
        spec.measured.push_back(std::move(measured));
    }
    addInfeasibleRanges(spec, analysis.feasible.infeasibleRanges(end), end);
    std::set<int> marked{1, int(cheapestP)};
    figure.description = formatMessage("Cost against workers, at {} a node-hour. The cheapest p is {}, {}.",
                                       moneyText(price->value), int(cheapestP), moneyText(cheapest));
    addPlan(chart, analysis, end, marked);
    figure.drawing = layOutChart(spec, figureSize, {});
    figure.caption = formatMessage("Cost at {} a node-hour.", moneyText(price->value));
    figure.table.columns = {{"p", "p", ""}, {"cost", "cost", "USD"}};
    const std::vector<int> selected = selectWorkerCounts(end, marked);
    for (std::size_t i = 0; i < costs.size(); ++i)
        if (runs || contains(selected, int(workers[i])))
            figure.table.rows.push_back({Cell(workers[i]), Cell(costs[i])});
    return figure;
}

std::optional<ReportFigure> lostFoldsFigure(const Analysis& analysis)
{
    if (!analysis.ladder || !analysis.ladder->attribution || analysis.ladder->measured->rungs.size() < 2)
        return std::nullopt;
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    const ChartSpec spec = lostFoldsChart(*analysis.ladder->attribution, ladder.baseP);
    if (spec.barParts.empty())
        return std::nullopt;
    ReportFigure figure{.kind = FigureKind::LostFolds,
                        .name = "lost-folds",
                        .caption = "Where the missing speedup went.",
                        .description = "Speedup lost, by cause.",
                        .drawing = layOutChart(spec, figureSize, {}),
                        .table = lostFoldsTable(ladder, *analysis.ladder->attribution)};
    const ValueRange range = *yDataRange(spec, {});
    for (std::size_t i = 0; i < spec.barNames.size(); ++i) {
        std::string partTexts;
        for (const BarPart& part : spec.barParts)
            if (std::abs(part.values[i]) >= (range.high - range.low) * 1e-4)
                partTexts += formatMessage("{}{} {}", partTexts.empty() ? "" : ", ", std::string(part.name),
                                           significantText(part.values[i]));
        if (!partTexts.empty())
            figure.description += formatMessage(" At {}: {}.", std::string(spec.barNames[i]), partTexts);
    }
    return figure;
}

struct StepRoofPoint {
    std::string name;
    double intensity = 0, flops = 0;
    bool isMeasured = false;  ///< from the measured time; otherwise the roof's value
};

std::vector<StepRoofPoint> stepRoofPoints(const Project& project, const Roofline& roof)
{
    std::vector<StepRoofPoint> points;
    for (const WorkloadStep& step : project.baseline.steps) {
        if (!step.flops || !step.bytesMoved || !(step.flops->value > 0) || !(step.bytesMoved->value > 0) ||
            points.size() == 12)
            continue;
        const double intensity = step.flops->value / step.bytesMoved->value;
        const bool timed = step.stepTimeS && step.stepTimeS->value > 0;
        points.push_back({step.name, intensity,
                          timed ? step.flops->value / step.stepTimeS->value : roof.attainableFlops(intensity), timed});
    }
    return points;
}

std::optional<ReportFigure> rooflineFigure(const Project& project)
{
    const Machine& machine = project.baseline.machine;
    if (!machine.peakFlops || !machine.memoryBandwidthBytesPerS)
        return std::nullopt;
    const Roofline roof{machine.peakFlops->value, machine.memoryBandwidthBytesPerS->value};
    const std::vector<StepRoofPoint> points = stepRoofPoints(project, roof);
    if (points.empty())
        return std::nullopt;
    double left = roof.ridge(), right = roof.ridge(), low = roof.peakFlops;
    for (const StepRoofPoint& each : points) {
        left = std::min(left, each.intensity);
        right = std::max(right, each.intensity);
        low = std::min(low, each.flops);
    }
    left /= 8, right *= 8;
    low = std::min(low, roof.attainableFlops(left)) / 2;
    const double high =
        std::max(
            roof.peakFlops,
            std::ranges::max_element(points, [](const auto& a, const auto& b) { return a.flops < b.flops; })->flops) *
        4;
    for (const double each : {left, right, low, high})
        if (!(each > 1e-300) || !std::isfinite(each))
            return std::nullopt;
    ReportFigure figure{.kind = FigureKind::Roofline,
                        .name = "roofline",
                        .caption = "The roofline of one machine (Williams, Waterman, Patterson 2009).",
                        .description = {},
                        .drawing = {},
                        .table = {}};
    ChartSpec spec;
    spec.hasIntegerX = false;
    spec.x = {.title = "arithmetic intensity (FLOP/byte)", .scale = AxisScale::Log10, .low = left, .high = right};
    spec.y = {.title = "arithmetic per second",
              .scale = AxisScale::Log10,
              .low = low,
              .high = high,
              .numberStyle = {.kind = NumberStyle::Kind::Amount, .dimension = Dimension::ComputeRate}};
    spec.series.push_back({.key = "roof",
                           .name = "roof",
                           .label = "peak " + amountText(roof.peakFlops, Dimension::ComputeRate),
                           .x = {left, roof.ridge(), right},
                           .y = {roof.attainableFlops(left), roof.peakFlops, roof.peakFlops},
                           .role = ColorRole::Ink,
                           .width = 2});
    figure.description =
        formatMessage("Peak {}, memory {}, ridge at {} FLOP/byte.", amountText(roof.peakFlops, Dimension::ComputeRate),
                      amountText(roof.memoryBandwidthBytesPerS, Dimension::Bandwidth), significantText(roof.ridge()));
    figure.table.columns = {
        {"step", "step", ""}, {"intensity", "intensity", "FLOP/B"}, {"rate", "rate", "FLOP/s"}, {"kind", "", ""}};
    for (const StepRoofPoint& each : points) {
        const std::string name = each.name.empty() ? "the step" : sanitised(each.name);
        spec.points.push_back({.id = name,
                               .x = each.intensity,
                               .y = each.flops,
                               .label = name,
                               .role = ColorRole::Compute,
                               .filled = each.isMeasured});
        figure.table.rows.push_back({Cell(name), Cell(each.intensity), Cell(each.flops),
                                     Cell(std::string(each.isMeasured ? "reached" : "at most"))});
        figure.description += formatMessage(" {}: {} FLOP/byte, {}.", name, significantText(each.intensity),
                                            amountText(each.flops, Dimension::ComputeRate));
    }
    figure.drawing = layOutChart(spec, figureSize, {});
    return figure;
}

/// Where the time of each rank of the last recording went.
std::optional<ReportFigure> timelineFigure(const Project& project)
{
    if (project.measurements.traces.empty())
        return std::nullopt;
    const RecordedRun& run = project.measurements.traces.back();
    const RunParts parts = partsOf(run);
    constexpr std::size_t maximumRanks = 32;
    if (parts.workers.empty())
        return std::nullopt;
    struct Part {
        const char* name;
        ColorRole role;
        Activity activity;
    };
    constexpr std::array shownParts{Part{"compute", ColorRole::Compute, Activity::Compute},
                                    Part{"communication", ColorRole::Communication, Activity::Communication},
                                    Part{"waiting", ColorRole::Waiting, Activity::Waiting},
                                    Part{"input/output", ColorRole::InputOutput, Activity::InputOutput}};
    ReportFigure figure{.kind = FigureKind::Timeline,
                        .name = "timeline",
                        .caption = {},
                        .description = "Seconds of each rank.",
                        .drawing = {},
                        .table = {.columns = {{"rank", "rank", "", 0}}}};
    ChartSpec spec{
        .x = {.title = "rank"},
        .y = {.title = "time", .numberStyle = {.kind = NumberStyle::Kind::Amount, .dimension = Dimension::Time}}};
    const std::size_t count = std::min(parts.workers.size(), maximumRanks);
    for (std::size_t i = 0; i < count; ++i) {
        spec.barNames.push_back(std::to_string(parts.workers[i].worker));
        figure.table.rows.push_back({Cell(double(parts.workers[i].worker))});
    }
    for (const Part& part : shownParts) {
        BarPart bar{.name = part.name, .role = part.role, .values = {}};
        for (std::size_t i = 0; i < count; ++i)
            bar.values.push_back(parts.workers[i].part(part.activity));
        if (std::ranges::none_of(bar.values, [](double seconds) { return seconds > 0; }))
            continue;
        figure.table.columns.push_back({part.name, part.name, "s"});
        for (std::size_t i = 0; i < count; ++i)
            figure.table.rows[i].emplace_back(bar.values[i]);
        spec.barParts.push_back(std::move(bar));
    }
    if (spec.barParts.empty())
        return std::nullopt;
    figure.caption =
        formatMessage("Where each rank's time went, recorded{}{}.", run.name.empty() ? "" : ": ", sanitised(run.name));
    if (count < parts.workers.size())
        figure.caption += formatMessage(" The first {} of {} ranks.", count, parts.workers.size());
    figure.drawing = layOutChart(spec, figureSize, {});
    return figure;
}

}  // namespace

std::vector<ReportFigure> reportFigures(const Project& project, const Analysis& analysis)
{
    std::vector<ReportFigure> figures;
    for (std::optional<ReportFigure>& each : std::vector<std::optional<ReportFigure>>{
             treeFigure(analysis), memoryFigure(project, analysis), rooflineFigure(project),
             boardFigure(project, analysis), speedupFigure(analysis), waterfallFigure(analysis),
             lostFoldsFigure(analysis), timelineFigure(project), costFigure(project, analysis)})
        if (each)
            figures.push_back(*std::move(each));
    return figures;
}

Table speedupSummary(const ReportFigure& speedup, const Analysis& analysis)
{
    constexpr std::size_t maximumColumns = 9;
    const Table& all = speedup.table;
    const int best =
        analysis.prediction && !analysis.prediction->hasNoPStar() ? analysis.prediction->landmarks.pStar : 0;
    std::vector<std::size_t> selected;
    const auto isKept = [&](std::size_t row) {
        const double p = std::get<double>(all.rows[row][0]);
        return row == 0 || p == best || p == (analysis.plan ? analysis.planP : 0);
    };
    const bool hasRuns = all.columns.back().key == "measured";
    for (std::size_t row = 0; row < all.rows.size(); ++row) {
        const double p = std::get<double>(all.rows[row][0]);
        if (isKept(row) || (hasRuns ? !std::holds_alternative<std::monostate>(all.rows[row].back())
                                    : std::exp2(std::round(std::log2(p))) == p))
            selected.push_back(row);
    }
    for (std::size_t from = 1; selected.size() > maximumColumns && from < selected.size(); ++from)
        if (!isKept(selected[from]))
            selected.erase(selected.begin() + std::ptrdiff_t(from));
    selected.resize(std::min(selected.size(), maximumColumns));
    Table table;
    table.columns = {{"workers", "workers", ""}};
    for (const std::size_t row : selected)
        table.columns.push_back({"p", significantText(std::get<double>(all.rows[row][0])), "", 2});
    for (std::size_t column = all.columns.size(); --column > 0;) {
        std::vector<Cell>& cells = table.rows.emplace_back(std::vector<Cell>{Cell(all.columns[column].key)});
        for (const std::size_t row : selected)
            cells.push_back(all.rows[row][column]);
    }
    return table;
}

WorkerRows workerRows(const Project& project, const Analysis& analysis)
{
    const MeasuredLadder* runs = comparableRuns(analysis);
    WorkerRows rows;
    if (!analysis.prediction && !runs)
        return rows;
    const std::string measured = runs ? originWord(*runs) : "measured";
    const bool isPriced = project.target.priceUsdPerHour.has_value();
    const bool hasRunCost = !analysis.prediction || analysis.model->hasRunLength;
    const std::string time = analysis.prediction ? "T_step" : "T_run", cost = hasRunCost ? "run cost" : "step cost";
    Table& table = rows.table;
    // A measured and a predicted value are never in one column, so that no p looks better than another across them.
    table.columns = {{"p", "workers", ""},
                     {"measured_speedup",
                      analysis.prediction || runs->baseP == 1
                          ? formatMessage("S {}", measured)
                          : formatMessage("S {}, S({}) = {}", measured, runs->baseP, runs->baseP),
                      "", 2},
                     {"predicted_speedup", "S predicted", "", 2},
                     {"measured_time", formatMessage("{} {}", time, measured), "s"},
                     {"predicted_time", formatMessage("{} predicted", time), "s"},
                     {"measured_cost", formatMessage("{} {}", cost, measured), "USD"},
                     {"predicted_cost", formatMessage("{} predicted", cost), "USD"},
                     {"note", "note", ""}};
    std::set<int> marked{1, analysis.planP};
    if (runs)
        for (const Rung& rung : runs->rungs)
            marked.insert(rung.p);
    if (analysis.prediction && !analysis.prediction->hasNoPStar())
        marked.insert(analysis.prediction->landmarks.pStar);
    const auto cellOf = [](const std::optional<double>& value) {
        return value && std::isfinite(*value) ? Cell(*value) : Cell();
    };
    for (const int p : analysis.prediction ? selectWorkerCounts(lastShownP(analysis), marked, 2)
                                           : std::vector<int>(marked.begin(), marked.end())) {
        const SpeedupAtP value = speedupAtP(analysis, p);
        const RunTimeAndCost run = runTimeAndCostAt(project, analysis, p);
        if (!analysis.prediction && !run.isMeasured)
            continue;
        if (p == analysis.planP)
            rows.planRow = table.rows.size();
        std::optional<double> measuredTimeS, measuredCost, predictedTimeS, predictedCost;
        if (run.isMeasured) {
            measuredTimeS = analysis.prediction ? measuredStepS(project, analysis, p) : run.timeS;
            if (isPriced && hasRunCost)  // a measured cost is of a run
                measuredCost = run.costUsd;
        }
        if (analysis.prediction) {
            const PredictionRow row = predictAt(*analysis.model, p);
            predictedTimeS = row.tStepS;
            if (analysis.model->nodePriceUsdPerHour && row.finishes())
                predictedCost = candidateOf(*analysis.model, row).costUsd;
        }
        table.rows.push_back({Cell(double(p)), cellOf(value.measured), cellOf(value.predicted), cellOf(measuredTimeS),
                              cellOf(predictedTimeS), cellOf(measuredCost), cellOf(predictedCost),
                              analysis.feasible.contains(p) ? Cell() : Cell(std::string("not feasible"))});
    }
    if (rows.planRow >= table.rows.size())
        rows.planRow = 0;
    return rows;
}

}  // namespace scalewright

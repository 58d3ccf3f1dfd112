// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/figures.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "core/base/text/quote.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/chart_range.h"
#include "core/decision/claim/value_at_p.h"
#include "core/decision/cost/cost.h"
#include "core/decision/cost/curve.h"
#include "core/model/bottleneck/roofline.h"
#include "core/output/answers/attribution.h"
#include "core/output/answers/phrases.h"
#include "core/output/report/plot.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

using plot::LegendSample;

constexpr std::size_t maximumTableRows = 40;  // for a figure's table and for the slider

/// 1, 2, … with growing gaps up to `end`, including `counts`.
std::vector<int> selectWorkerCounts(int end, std::set<int> counts)
{
    for (double p = 1; p <= end && counts.size() < maximumTableRows; p = std::max(p + 1, p * 1.12))
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

std::vector<PgfPoint> curvePoints(const ScalingCurve& curve, const std::vector<double>& y)
{
    std::vector<PgfPoint> points;
    for (std::size_t i = 0; i < curve.size(); ++i)
        points.push_back({curve.p[i], y[i]});
    return points;
}

/// Thins the points for drawing: keeps the first, the lowest and the highest in each 1 % of p, so that no spike is
/// lost.
std::vector<PgfPoint> thinPoints(const std::vector<PgfPoint>& points)
{
    std::vector<PgfPoint> selected;
    for (std::size_t start = 0; start < points.size();) {
        std::size_t end = start, low = start, high = start;
        for (; end < points.size() && points[end].x < points[start].x * 1.01; ++end) {
            low = points[end].y < points[low].y ? end : low;
            high = points[end].y > points[high].y ? end : high;
        }
        for (const std::size_t each : std::set<std::size_t>{start, low, high, end - 1})
            selected.push_back(points[each]);
        start = end;
    }
    return selected;
}

void addSpeedupBand(PgfplotsFigure& figure, const ScalingCurve& curve)
{
    std::vector<PgfPoint> low, high;
    for (std::size_t i = 0; i < curve.size(); ++i)
        if (i < curve.speedupIntervals.size() && curve.speedupIntervals[i]) {
            low.push_back({curve.p[i], curve.speedupIntervals[i]->low});
            high.push_back({curve.p[i], curve.speedupIntervals[i]->high});
        }
    plot::addBand(figure, thinPoints(low), thinPoints(high), plot::computeColour);
}

double maximumSpeedup(const std::optional<ScalingCurve>& curve, const MeasuredLadder* runs, double factor)
{
    double maximum = 1;
    if (curve)
        for (const double each : curve->speedup)
            maximum = std::isfinite(each) ? std::max(maximum, each) : maximum;
    if (runs)
        for (const Rung& rung : runs->rungs)
            maximum = std::max(maximum, factor * rung.speedup);
    return maximum;
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
    ReportFigure figure{.kind = FigureKind::Speedup, .name = "speedup"};
    PgfplotsFigure& drawing = figure.drawing;
    drawing.xAxis = plot::workersAxis(end);
    const double top = maximumSpeedup(curve, runs, factor) * 1.25;
    drawing.yAxis = plot::linearAxis("speedup S(p)", 0, top);
    std::vector<plot::LegendEntry> legend;

    std::vector<PgfPoint> ideal;
    for (double p = 1; p <= std::min(top, double(end)); p *= 1.02)
        ideal.push_back({p, p});
    plot::addClippedLine(drawing, ideal, {plot::softColour, 1, {3, 2}});
    if (curve) {
        addSpeedupBand(drawing, *curve);
        plot::addClippedLine(drawing, thinPoints(curvePoints(*curve, curve->speedup)), {plot::computeColour, 1.8, {}});
        legend.push_back(
            {LegendSample::Line, plot::computeColour, analysis.band ? "predicted, with its range" : "predicted"});
    }
    legend.push_back({LegendSample::Dashes, plot::softColour, "ideal"});
    std::set<int> marked{1};
    std::string sentences;
    if (curve && !analysis.prediction->hasNoPStar() && analysis.prediction->landmarks.pStar <= end) {
        const int best = analysis.prediction->landmarks.pStar;
        const double speedup = curve->speedup[*curve->indexOfP(best)];
        drawing.items.emplace_back(PgfMark{{double(best), speedup}, 3, {}, "FFFFFF", {plot::computeColour, 1.4, {}}});
        plot::addLabel(drawing, {double(best), speedup},
                       "p* " + std::to_string(best) + ", " + speedupFactorText(speedup));
        marked.insert(best);
        sentences += formatMessage(" The best p is {}, {}.", best, speedupFactorText(speedup));
    }
    if (runs) {
        for (const Rung& rung : runs->rungs) {
            const Interval interval = rung.speedupInterval.value_or(Interval{0, 0, 0});
            const double speedup = factor * rung.speedup;
            plot::addMeasuredPoint(drawing, rung.p, speedup, factor * interval.low, factor * interval.high);
            marked.insert(rung.p);
            if (curve || runs->baseP == 1)
                sentences += formatMessage(" {} at {} measured.", speedupFactorText(speedup), rung.p);
            else if (rung.p != runs->baseP)
                sentences += formatMessage(" {} is {}, measured.", rung.p, speedupFactorText(speedup, runs->baseP));
        }
        legend.push_back({LegendSample::Diamond, plot::inkColour,
                          runs->origin == Origin::Assumed ? "assumed"
                          : runs->isCalibrated()          ? "calibrated"
                                                          : "measured"});
    }
    if (analysis.plan && analysis.planP <= end && analysis.planP > 1) {
        plot::addVerticalMarker(drawing, analysis.planP, "plan p " + std::to_string(analysis.planP));
        marked.insert(analysis.planP);
    }
    plot::addLegend(drawing, legend);
    figure.table = speedupTable(curve, runs, factor, selectWorkerCounts(end, marked));
    figure.caption = curve && runs ? "Speedup, predicted and measured."
                     : curve       ? "Speedup, predicted."
                                   : "Speedup, measured.";
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
    std::vector<PgfPoint> points;
    if (runs) {
        ScalingCurve curve = curveOf(*runs);
        curve.workersPerNode = workersOnNode(project.target);
        for (const CostRow& row : priceCurve(curve, price->value).rows)
            points.push_back({double(row.p), row.costUsd});
    } else {
        const ScalingCurve curve = curveOf(*analysis.prediction, lastShownP(analysis));
        for (std::size_t i = 0; i < curve.size() && i < curve.costUsd.size(); ++i)
            if (std::isfinite(curve.costUsd[i]) && curve.costUsd[i] > 0)
                points.push_back({curve.p[i], curve.costUsd[i]});
    }
    if (points.empty())
        return std::nullopt;
    std::vector<double> costs;
    for (const PgfPoint& each : points)
        costs.push_back(each.y);
    const auto [minimum, maximum] = std::minmax_element(costs.begin(), costs.end());
    if (!(*minimum > 0) || !std::isfinite(*maximum))
        return std::nullopt;
    ReportFigure figure{.kind = FigureKind::Cost, .name = "cost"};
    PgfplotsFigure& drawing = figure.drawing;
    const int end = runs ? axisEnd(int(points.back().x), maximumPMax) : lastShownP(analysis);
    drawing.xAxis = plot::workersAxis(end);
    const std::string title = runs || analysis.model->hasRunLength ? "cost of a run (USD)" : "cost of a step (USD)";
    drawing.yAxis = needsLogAxis(costs) ? plot::logarithmicAxis(title, *minimum / 1.5, *maximum * 2)
                                        : plot::linearAxis(title, 0, *maximum * 1.3);
    plot::addClippedLine(drawing, thinPoints(points), {plot::moneyColour, runs ? 1.0 : 1.8, {}});
    if (runs)
        for (const PgfPoint& each : points)
            plot::addMeasuredPoint(drawing, each.x, each.y, 0, 0);
    const PgfPoint cheapest = points[std::size_t(minimum - costs.begin())];
    const bool assumed = runs && runs->origin == Origin::Assumed;
    std::vector<plot::LegendEntry> legend{{LegendSample::Line, plot::moneyColour, runs ? "cost" : "predicted cost"}};
    if (runs)
        legend.push_back({LegendSample::Diamond, plot::inkColour,
                          assumed                ? "assumed"
                          : runs->isCalibrated() ? "calibrated"
                                                 : "measured"});
    std::set<int> marked{1, int(cheapest.x)};
    figure.description = formatMessage("Cost against workers, at {} a node-hour. The cheapest p is {}, {}.",
                                       moneyText(price->value), int(cheapest.x), moneyText(cheapest.y));
    if (analysis.plan && analysis.planP <= end && analysis.planP > 1) {
        plot::addVerticalMarker(drawing, analysis.planP, "plan p " + std::to_string(analysis.planP));
        marked.insert(analysis.planP);
    }
    plot::addLegend(drawing, legend);
    figure.caption = formatMessage("Cost at {} a node-hour.", moneyText(price->value));
    figure.table.columns = {{"p", "p", ""}, {"cost", "cost", "USD"}};
    const std::vector<int> selected = selectWorkerCounts(end, marked);
    for (const PgfPoint& each : points)
        if (runs || std::find(selected.begin(), selected.end(), int(each.x)) != selected.end())
            figure.table.rows.push_back({Cell(each.x), Cell(each.y)});
    return figure;
}

std::optional<ReportFigure> lostFoldsFigure(const Analysis& analysis)
{
    if (!analysis.ladder || !analysis.ladder->attribution || analysis.ladder->measured->rungs.size() < 2)
        return std::nullopt;
    struct LossPart {
        const char* name;
        const char* colour;
        double LostFolds::*folds;
    };
    const std::vector<LossPart> parts{{"communication", plot::communicationColour, &LostFolds::communication},
                                      {"waiting", plot::waitingColour, &LostFolds::waiting},
                                      {"compute", plot::computeColour, &LostFolds::compute},
                                      {"I/O", plot::inputOutputColour, &LostFolds::io},
                                      {"not attributed", plot::unattributedColour, &LostFolds::unattributed}};
    const Attribution& attribution = *analysis.ladder->attribution;
    std::vector<LostFolds> rows;
    for (const LostFolds& each : attribution.rows)
        if (each.p > analysis.ladder->measured->baseP && rows.size() < 16)
            rows.push_back(each);
    double highest = 0, lowest = 0;
    for (LostFolds& row : rows) {
        if (!row.hasParts)
            row.unattributed = row.total;
        double positiveSum = 0, negativeSum = 0;
        for (const LossPart& part : parts)
            (row.*part.folds > 0 ? positiveSum : negativeSum) += row.*part.folds;
        highest = std::max(highest, positiveSum);
        lowest = std::min(lowest, negativeSum);
    }
    if (rows.empty() || !(highest - lowest > 0) || !std::isfinite(highest - lowest))
        return std::nullopt;
    ReportFigure figure{.kind = FigureKind::LostFolds,
                        .name = "lost-folds",
                        .caption = "Where the missing speedup went.",
                        .description = "Speedup lost, by cause.",
                        .table = lostFoldsTable(*analysis.ladder->measured, attribution)};
    PgfplotsFigure& drawing = figure.drawing;
    drawing.yAxis = plot::linearAxis("speedup lost, p - S", lowest * 1.15, std::max(highest * 1.15, -lowest * 0.15));
    drawing.xAxis = {.title = "workers p", .minimum = 0.4, .maximum = double(rows.size()) + 0.6};
    std::set<std::string> seen;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double position = double(i + 1);
        drawing.xAxis.ticks.push_back(position);
        drawing.xAxis.labels.push_back(std::to_string(rows[i].p));
        double positiveSum = 0, negativeSum = 0;
        std::string partTexts;
        for (const LossPart& part : parts) {
            const double folds = rows[i].*part.folds;
            if (std::abs(folds) < (highest - lowest) * 1e-4)
                continue;
            double& base = folds > 0 ? positiveSum : negativeSum;
            const std::vector<PgfPoint> box{{position - 0.3, base},
                                            {position + 0.3, base},
                                            {position + 0.3, base + folds},
                                            {position - 0.3, base + folds}};
            drawing.items.emplace_back(PgfArea{box, part.colour, 1});
            drawing.items.emplace_back(
                PgfLine{{box[0], box[1], box[2], box[3], box[0]}, {plot::inkColour, 0.5, {}}, {}});
            base += folds;
            seen.insert(part.name);
            partTexts += formatMessage("{}{} {}", partTexts.empty() ? "" : ", ", part.name, significantText(folds));
        }
        if (!partTexts.empty())
            figure.description += formatMessage(" At {}: {}.", rows[i].p, partTexts);
    }
    std::vector<plot::LegendEntry> legend;
    for (const LossPart& part : parts)
        if (seen.contains(part.name))
            legend.push_back({LegendSample::Area, part.colour, part.name});
    plot::addLegend(drawing, legend);
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
        std::max(roof.peakFlops, std::max_element(points.begin(), points.end(),
                                                  [](const auto& a, const auto& b) { return a.flops < b.flops; })
                                     ->flops) *
        4;
    for (const double each : {left, right, low, high})
        if (!(each > 1e-300) || !std::isfinite(each))
            return std::nullopt;
    ReportFigure figure{.kind = FigureKind::Roofline,
                        .name = "roofline",
                        .caption = "The roofline of one machine (Williams, Waterman, Patterson 2009)."};
    PgfplotsFigure& drawing = figure.drawing;
    drawing.xAxis = plot::logarithmicAxis("arithmetic intensity (FLOP/byte)", left, right);
    drawing.yAxis = plot::logarithmicAxis("arithmetic per second", low, high, Dimension::ComputeRate);
    drawing.items.emplace_back(
        PgfLine{{{left, roof.attainableFlops(left)}, {roof.ridge(), roof.peakFlops}, {right, roof.peakFlops}},
                {plot::inkColour, 1.6, {}},
                {}});
    figure.description = formatMessage(
        "Peak {}, memory {}, ridge at {} FLOP/byte.", formatAmount(roof.peakFlops, Dimension::ComputeRate).joined(),
        formatAmount(roof.memoryBandwidthBytesPerS, Dimension::Bandwidth).joined(), significantText(roof.ridge()));
    plot::addLabel(drawing, {right, roof.peakFlops},
                   "peak " + formatAmount(roof.peakFlops, Dimension::ComputeRate).joined());
    figure.table.columns = {
        {"step", "step", ""}, {"intensity", "intensity", "FLOP/B"}, {"rate", "rate", "FLOP/s"}, {"kind", "", ""}};
    for (const StepRoofPoint& each : points) {
        const std::string name = each.name.empty() ? "the step" : sanitised(each.name);
        drawing.items.emplace_back(PgfMark{{each.intensity, each.flops},
                                           3.4,
                                           {},
                                           each.isMeasured ? plot::computeColour : "FFFFFF",
                                           {plot::computeColour, 1.4, {}}});
        plot::addLabel(drawing, {each.intensity, each.flops}, name, plot::LabelSide::Below);
        figure.table.rows.push_back({Cell(name), Cell(each.intensity), Cell(each.flops),
                                     Cell(std::string(each.isMeasured ? "reached" : "at most"))});
        figure.description += formatMessage(" {}: {} FLOP/byte, {}.", name, significantText(each.intensity),
                                            formatAmount(each.flops, Dimension::ComputeRate).joined());
    }
    return figure;
}

}  // namespace

std::vector<ReportFigure> reportFigures(const Project& project, const Analysis& analysis)
{
    std::vector<ReportFigure> figures;
    for (std::optional<ReportFigure>& each :
         std::vector<std::optional<ReportFigure>>{rooflineFigure(project), speedupFigure(analysis),
                                                  // An axis that spans more than 290 decades leaves no room for the
                                                  // legend.
                                                  lostFoldsFigure(analysis), costFigure(project, analysis)})
        if (each && toTikzpicture(each->drawing))
            figures.push_back(*std::move(each));
    return figures;
}

WorkerRows workerRows(const Project& project, const Analysis& analysis)
{
    const MeasuredLadder* runs = comparableRuns(analysis);
    WorkerRows rows;
    if (!analysis.prediction && !runs)
        return rows;
    rows.table.columns = {
        {"p", "workers", ""},
        {"speedup",
         analysis.prediction || runs->baseP == 1 ? std::string("speedup")
                                                 : formatMessage("speedup, S({}) = {}", runs->baseP, runs->baseP),
         "", 2},
        {"efficiency", "efficiency", "%", 1},
        {"time", analysis.prediction ? "time of a step" : "time of a run", "s"}};
    const bool priced = analysis.prediction && analysis.model->nodePriceUsdPerHour;
    if (priced)
        rows.table.columns.push_back(
            {"cost", analysis.model->hasRunLength ? "cost of a run" : "cost of a step", "USD"});
    rows.table.columns.push_back({"basis", "basis", ""});
    std::set<int> marked{1, analysis.planP};
    if (runs)
        for (const Rung& rung : runs->rungs)
            marked.insert(rung.p);
    if (analysis.prediction && !analysis.prediction->hasNoPStar())
        marked.insert(analysis.prediction->landmarks.pStar);
    const auto cellOf = [](const std::optional<double>& value) {
        return value && std::isfinite(*value) ? Cell(*value) : Cell();
    };
    for (const int p : analysis.prediction ? selectWorkerCounts(lastShownP(analysis), marked)
                                           : std::vector<int>(marked.begin(), marked.end())) {
        const SpeedupAtP value = speedupAtP(analysis, p);
        const RunTimeAndCost run = runTimeAndCostAt(project, analysis, p);
        if (!analysis.prediction && !run.isMeasured)
            continue;
        if (p == analysis.planP)
            rows.planRow = rows.table.rows.size();
        const std::optional<double> speedup = value.shownSpeedup();
        const std::optional<double> timeS = !analysis.prediction ? run.timeS
                                            : run.isMeasured     ? measuredStepS(project, analysis, p)
                                                                 : std::optional(predictAt(*analysis.model, p).tStepS);
        std::vector<Cell>& row = rows.table.rows.emplace_back(
            std::vector<Cell>{Cell(double(p)), cellOf(speedup),
                              cellOf(speedup ? std::optional(100 * *speedup / p) : std::nullopt), cellOf(timeS)});
        // A measured time is of a run, and its cost is too.
        if (priced)
            row.push_back(run.isMeasured && !analysis.model->hasRunLength ? Cell() : cellOf(run.costUsd));
        row.emplace_back(analysis.feasible.contains(p) ? speedupOriginName(value) : "not feasible");
    }
    if (rows.planRow >= rows.table.rows.size())
        rows.planRow = 0;
    return rows;
}

}  // namespace scalewright

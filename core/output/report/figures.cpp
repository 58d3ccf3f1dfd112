#include "core/output/report/figures.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "core/base/text/quote.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/shown_range.h"
#include "core/decision/analysis/value_at_p.h"
#include "core/decision/cost/cost.h"
#include "core/decision/cost/curve.h"
#include "core/model/bottleneck/roofline.h"
#include "core/output/answers/attribution.h"
#include "core/output/answers/phrases.h"
#include "core/output/report/plot.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

using plot::Sample;

constexpr std::size_t mostRows = 40;  // of a table twin, and of what the slider steps through

/// 1, 2, …, then ever fewer, up to `end`; with these among them.
std::vector<int> shownWorkers(int end, std::set<int> with)
{
    for (double p = 1; p <= end && with.size() < mostRows; p = std::max(p + 1, p * 1.12))
        with.insert(int(p));
    with.insert(end);
    std::vector<int> list;
    for (const int p : with)
        if (p >= 1 && p <= end)
            list.push_back(p);
    return list;
}

/// A ladder that measures what is predicted, or all there is.
const MeasuredLadder* comparableRuns(const Analysis& analysis)
{
    const MeasuredLadder* runs = analysis.runs();
    if (runs && analysis.model && (runs->scaling != analysis.model->scaling || runs->origin == Origin::Assumed))
        return nullptr;
    return runs;
}

int endOf(const Analysis& analysis)
{
    if (analysis.prediction)
        return axisEnd(shownReach(analysis), analysis.pMax);
    return axisEnd(analysis.runs()->rungs.back().p, largestPMax);
}

std::vector<PgfPoint> pointsOf(const ScalingCurve& curve, const std::vector<double>& y)
{
    std::vector<PgfPoint> points;
    for (std::size_t i = 0; i < curve.size(); ++i)
        points.push_back({curve.p[i], y[i]});
    return points;
}

/// As many of the points as a drawing needs: of each hundredth of p the first, the lowest and the highest, so that no
/// spike is lost.
std::vector<PgfPoint> thinned(const std::vector<PgfPoint>& points)
{
    std::vector<PgfPoint> kept;
    for (std::size_t from = 0; from < points.size();) {
        std::size_t end = from, low = from, high = from;
        for (; end < points.size() && points[end].x < points[from].x * 1.01; ++end) {
            low = points[end].y < points[low].y ? end : low;
            high = points[end].y > points[high].y ? end : high;
        }
        for (const std::size_t each : std::set<std::size_t>{from, low, high, end - 1})
            kept.push_back(points[each]);
        from = end;
    }
    return kept;
}

void addSpeedupBand(PgfplotsFigure& figure, const ScalingCurve& curve)
{
    std::vector<PgfPoint> low, high;
    for (std::size_t i = 0; i < curve.size(); ++i)
        if (i < curve.speedupInterval.size() && curve.speedupInterval[i]) {
            low.push_back({curve.p[i], curve.speedupInterval[i]->low});
            high.push_back({curve.p[i], curve.speedupInterval[i]->high});
        }
    plot::addBand(figure, thinned(low), thinned(high), plot::compute);
}

double tallestOf(const std::optional<ScalingCurve>& curve, const MeasuredLadder* runs, double factor)
{
    double tallest = 1;
    if (curve)
        for (const double each : curve->speedup)
            tallest = std::isfinite(each) ? std::max(tallest, each) : tallest;
    if (runs)
        for (const Rung& rung : runs->rungs)
            tallest = std::max(tallest, factor * rung.speedup);
    return tallest;
}

Table speedupTwin(const std::optional<ScalingCurve>& curve, const MeasuredLadder* runs, double factor,
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
            const std::optional<std::size_t> at = curve->at(p);
            row.push_back(at && std::isfinite(curve->speedup[*at]) ? Cell(curve->speedup[*at]) : Cell());
        }
        if (runs) {
            const Rung* rung = runs->at(p);
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
    const int end = endOf(analysis);
    std::optional<ScalingCurve> curve;
    if (analysis.prediction)
        curve = curveOf(*analysis.prediction, end, analysis.band.get());
    const double factor = runs ? besidePrediction(analysis, *runs) : 1;
    ReportFigure figure{
        .kind = FigureKind::Speedup, .name = "speedup", .caption = {}, .description = {}, .drawing = {}, .twin = {}};
    PgfplotsFigure& drawing = figure.drawing;
    drawing.x = plot::workersAxis(end);
    const double top = tallestOf(curve, runs, factor) * 1.25;
    drawing.y = plot::linearAxis("speedup S(p)", 0, top);
    std::vector<plot::LegendEntry> legend;

    std::vector<PgfPoint> ideal;
    for (double p = 1; p <= std::min(top, double(end)); p *= 1.02)
        ideal.push_back({p, p});
    plot::addLine(drawing, ideal, {plot::soft, 1, {3, 2}});
    if (curve) {
        addSpeedupBand(drawing, *curve);
        plot::addLine(drawing, thinned(pointsOf(*curve, curve->speedup)), {plot::compute, 1.8, {}});
        legend.push_back({Sample::Line, plot::compute, analysis.band ? "predicted, with its range" : "predicted"});
    }
    legend.push_back({Sample::Dashes, plot::soft, "ideal"});
    std::set<int> marked{1};
    std::string said;
    if (curve && !analysis.prediction->noPStar() && analysis.prediction->landmarks.pStar <= end) {
        const int best = analysis.prediction->landmarks.pStar;
        const double speedup = curve->speedup[*curve->at(best)];
        drawing.items.emplace_back(PgfMark{{double(best), speedup}, 3, {}, "FFFFFF", {plot::compute, 1.4, {}}});
        plot::addLabel(drawing, {double(best), speedup}, "p* " + std::to_string(best) + ", " + foldsText(speedup));
        marked.insert(best);
        said += say(" The best p is {}, {}.", best, foldsText(speedup));
    }
    if (runs) {
        for (const Rung& rung : runs->rungs) {
            const Interval its = rung.speedupInterval.value_or(Interval{0, 0, 0});
            const double speedup = factor * rung.speedup;
            plot::addMeasured(drawing, rung.p, speedup, factor * its.low, factor * its.high);
            marked.insert(rung.p);
            said += say(" {} at {} measured.", foldsText(speedup), rung.p);
        }
        legend.push_back({Sample::Diamond, plot::ink, runs->origin == Origin::Assumed ? "assumed" : "measured"});
    }
    if (analysis.plan && analysis.planP <= end && analysis.planP > 1) {
        plot::addFlag(drawing, analysis.planP, "plan p " + std::to_string(analysis.planP));
        marked.insert(analysis.planP);
    }
    plot::addLegend(drawing, legend);
    figure.twin = speedupTwin(curve, runs, factor, shownWorkers(end, marked));
    figure.caption = curve && runs ? "Speedup, predicted and measured."
                     : curve       ? "Speedup, predicted."
                                   : "Speedup, measured.";
    if (const std::string note = baseNote(analysis); curve && runs && !note.empty())
        figure.caption += " " + note + ".";
    figure.description = "Speedup against workers, 1 to " + std::to_string(end) + "." + said;
    return figure;
}

std::optional<ReportFigure> costFigure(const Project& project, const Analysis& analysis)
{
    const MeasuredLadder* runs = analysis.runs();
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
        const ScalingCurve curve = curveOf(*analysis.prediction, endOf(analysis));
        for (std::size_t i = 0; i < curve.size() && i < curve.costUsd.size(); ++i)
            if (std::isfinite(curve.costUsd[i]) && curve.costUsd[i] > 0)
                points.push_back({curve.p[i], curve.costUsd[i]});
    }
    if (points.empty())
        return std::nullopt;
    std::vector<double> costs;
    for (const PgfPoint& each : points)
        costs.push_back(each.y);
    const auto [least, most] = std::minmax_element(costs.begin(), costs.end());
    if (!(*least > 0) || !std::isfinite(*most))
        return std::nullopt;
    ReportFigure figure{
        .kind = FigureKind::Cost, .name = "cost", .caption = {}, .description = {}, .drawing = {}, .twin = {}};
    PgfplotsFigure& drawing = figure.drawing;
    const int end = runs ? axisEnd(int(points.back().x), largestPMax) : endOf(analysis);
    drawing.x = plot::workersAxis(end);
    const std::string title = runs || analysis.model->stepsAreTheRuns ? "cost of a run (USD)" : "cost of a step (USD)";
    drawing.y = wantsLogAxis(costs) ? plot::decadeAxis(title, *least / 1.5, *most * 2)
                                    : plot::linearAxis(title, 0, *most * 1.3);
    plot::addLine(drawing, thinned(points), {plot::money, runs ? 1.0 : 1.8, {}});
    if (runs)
        for (const PgfPoint& each : points)
            plot::addMeasured(drawing, each.x, each.y, 0, 0);
    const PgfPoint cheapest = points[std::size_t(least - costs.begin())];
    const bool assumed = runs && runs->origin == Origin::Assumed;
    std::vector<plot::LegendEntry> legend{{Sample::Line, plot::money, runs ? "cost" : "predicted cost"}};
    if (runs)
        legend.push_back({Sample::Diamond, plot::ink, assumed ? "assumed" : "measured"});
    std::set<int> marked{1, int(cheapest.x)};
    figure.description = say("Cost against workers, at {} a node-hour. The cheapest p is {}, {}.",
                             moneyText(price->value), int(cheapest.x), moneyText(cheapest.y));
    if (analysis.plan && analysis.planP <= end && analysis.planP > 1) {
        plot::addFlag(drawing, analysis.planP, "plan p " + std::to_string(analysis.planP));
        marked.insert(analysis.planP);
    }
    plot::addLegend(drawing, legend);
    figure.caption = say("Cost at {} a node-hour.", moneyText(price->value));
    figure.twin.columns = {{"p", "p", ""}, {"cost", "cost", "USD"}};
    const std::vector<int> kept = shownWorkers(end, marked);
    for (const PgfPoint& each : points)
        if (runs || std::find(kept.begin(), kept.end(), int(each.x)) != kept.end())
            figure.twin.rows.push_back({Cell(each.x), Cell(each.y)});
    return figure;
}

std::optional<ReportFigure> foldsFigure(const Analysis& analysis)
{
    if (!analysis.ladder || !analysis.ladder->attribution || analysis.ladder->measured->rungs.size() < 2)
        return std::nullopt;
    struct Part {
        const char* name;
        const char* colour;
        double LostFolds::*folds;
    };
    const std::vector<Part> parts{{"communication", plot::communication, &LostFolds::communication},
                                  {"waiting", plot::waiting, &LostFolds::waiting},
                                  {"compute", plot::compute, &LostFolds::serial},
                                  {"I/O", plot::inputOutput, &LostFolds::io},
                                  {"not attributed", plot::unattributed, &LostFolds::unattributed}};
    const Attribution& why = *analysis.ladder->attribution;
    std::vector<LostFolds> rows;
    for (const LostFolds& each : why.rows)
        if (each.p > analysis.ladder->measured->baseP && rows.size() < 16)
            rows.push_back(each);
    double highest = 0, lowest = 0;
    for (LostFolds& row : rows) {
        if (!row.partsKnown)
            row.unattributed = row.total;
        double up = 0, down = 0;
        for (const Part& part : parts)
            (row.*part.folds > 0 ? up : down) += row.*part.folds;
        highest = std::max(highest, up);
        lowest = std::min(lowest, down);
    }
    if (rows.empty() || !(highest - lowest > 0) || !std::isfinite(highest - lowest))
        return std::nullopt;
    ReportFigure figure{.kind = FigureKind::LostFolds,
                        .name = "lost-folds",
                        .caption = "Where the missing speedup went.",
                        .description = "Speedup lost, by cause.",
                        .drawing = {},
                        .twin = lostFoldsTable(*analysis.ladder->measured, why)};
    PgfplotsFigure& drawing = figure.drawing;
    drawing.y = plot::linearAxis("speedup lost, p - S", lowest * 1.15, std::max(highest * 1.15, -lowest * 0.15));
    drawing.x = {.title = "workers p", .low = 0.4, .high = double(rows.size()) + 0.6, .ticks = {}, .labels = {}};
    std::set<std::string> seen;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double at = double(i + 1);
        drawing.x.ticks.push_back(at);
        drawing.x.labels.push_back(std::to_string(rows[i].p));
        double up = 0, down = 0;
        std::string told;
        for (const Part& part : parts) {
            const double folds = rows[i].*part.folds;
            if (std::abs(folds) < (highest - lowest) * 1e-4)
                continue;
            double& base = folds > 0 ? up : down;
            const std::vector<PgfPoint> box{
                {at - 0.3, base}, {at + 0.3, base}, {at + 0.3, base + folds}, {at - 0.3, base + folds}};
            drawing.items.emplace_back(PgfArea{box, part.colour, 1});
            drawing.items.emplace_back(PgfLine{{box[0], box[1], box[2], box[3], box[0]}, {plot::ink, 0.5, {}}, {}});
            base += folds;
            seen.insert(part.name);
            told += say("{}{} {}", told.empty() ? "" : ", ", part.name, significant(folds));
        }
        if (!told.empty())
            figure.description += say(" At {}: {}.", rows[i].p, told);
    }
    std::vector<plot::LegendEntry> legend;
    for (const Part& part : parts)
        if (seen.contains(part.name))
            legend.push_back({Sample::Area, part.colour, part.name});
    plot::addLegend(drawing, legend);
    return figure;
}

struct RoofPoint {
    std::string name;
    double intensity = 0, flops = 0;
    bool reached = false;  ///< by its measured time; else what the roof allows
};

std::vector<RoofPoint> roofPoints(const Project& project, const Roofline& roof)
{
    std::vector<RoofPoint> points;
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
    const std::vector<RoofPoint> points = roofPoints(project, roof);
    if (points.empty())
        return std::nullopt;
    double left = roof.ridge(), right = roof.ridge(), low = roof.peakFlops;
    for (const RoofPoint& each : points) {
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
                        .caption = "The roofline of one machine (Williams, Waterman, Patterson 2009).",
                        .description = {},
                        .drawing = {},
                        .twin = {}};
    PgfplotsFigure& drawing = figure.drawing;
    drawing.x = plot::decadeAxis("arithmetic intensity (FLOP/byte)", left, right);
    drawing.y = plot::decadeAxis("arithmetic per second", low, high, Dimension::ComputeRate);
    drawing.items.emplace_back(
        PgfLine{{{left, roof.attainableFlops(left)}, {roof.ridge(), roof.peakFlops}, {right, roof.peakFlops}},
                {plot::ink, 1.6, {}},
                {}});
    figure.description =
        say("Peak {}, memory {}, ridge at {} FLOP/byte.", formatAmount(roof.peakFlops, Dimension::ComputeRate).joined(),
            formatAmount(roof.memoryBandwidthBytesPerS, Dimension::Bandwidth).joined(), significant(roof.ridge()));
    plot::addLabel(drawing, {right, roof.peakFlops},
                   "peak " + formatAmount(roof.peakFlops, Dimension::ComputeRate).joined());
    figure.twin.columns = {
        {"step", "step", ""}, {"intensity", "intensity", "FLOP/B"}, {"rate", "rate", "FLOP/s"}, {"kind", "", ""}};
    for (const RoofPoint& each : points) {
        const std::string name = each.name.empty() ? "the step" : cleaned(each.name);
        drawing.items.emplace_back(PgfMark{
            {each.intensity, each.flops}, 3.4, {}, each.reached ? plot::compute : "FFFFFF", {plot::compute, 1.4, {}}});
        plot::addLabel(drawing, {each.intensity, each.flops}, name, plot::Side::Below);
        figure.twin.rows.push_back({Cell(name), Cell(each.intensity), Cell(each.flops),
                                    Cell(std::string(each.reached ? "reached" : "at most"))});
        figure.description += say(" {}: {} FLOP/byte, {}.", name, significant(each.intensity),
                                  formatAmount(each.flops, Dimension::ComputeRate).joined());
    }
    return figure;
}

}  // namespace

std::vector<ReportFigure> reportFigures(const Project& project, const Analysis& analysis)
{
    std::vector<ReportFigure> figures;
    for (std::optional<ReportFigure>& each : std::vector<std::optional<ReportFigure>>{
             rooflineFigure(project), speedupFigure(analysis), foldsFigure(analysis), costFigure(project, analysis)})
        if (each && toTikzpicture(each->drawing))  // over 290 decades a legend has no place any more
            figures.push_back(*std::move(each));
    return figures;
}

WorkerRows workerRows(const Analysis& analysis)
{
    const MeasuredLadder* runs = comparableRuns(analysis);
    WorkerRows rows;
    if (!analysis.prediction && !runs)
        return rows;
    rows.table.columns = {{"p", "workers", ""},
                          {"speedup", "speedup", "", 2},
                          {"efficiency", "efficiency", "%", 1},
                          {"time", analysis.prediction ? "time of a step" : "time of a run", "s"}};
    const bool priced = analysis.prediction && analysis.model->priceUsdPerHour;
    if (priced)
        rows.table.columns.push_back(
            {"cost", analysis.model->stepsAreTheRuns ? "cost of a run" : "cost of a step", "USD"});
    std::set<int> marked{1, analysis.planP};
    if (runs)
        for (const Rung& rung : runs->rungs)
            marked.insert(rung.p);
    if (analysis.prediction && !analysis.prediction->noPStar())
        marked.insert(analysis.prediction->landmarks.pStar);
    const auto finite = [](double value) { return std::isfinite(value) ? Cell(value) : Cell(); };
    for (const int p :
         analysis.prediction ? shownWorkers(endOf(analysis), marked) : std::vector<int>(marked.begin(), marked.end())) {
        const Rung* rung = runs ? runs->at(p) : nullptr;
        if (p == analysis.planP)
            rows.plan = rows.table.rows.size();
        if (analysis.prediction) {
            const PredictionRow row = analysis.prediction->row(p);
            rows.table.rows.push_back(
                {Cell(double(p)), finite(row.speedup), finite(100 * row.efficiency), finite(row.tStepS)});
            if (priced)
                rows.table.rows.back().push_back(finite(row.costUsd.value_or(NAN)));
        } else if (rung)
            rows.table.rows.push_back(
                {Cell(double(p)), Cell(rung->speedup), Cell(100 * rung->efficiency), Cell(rung->timeS)});
    }
    if (rows.plan >= rows.table.rows.size())
        rows.plan = 0;
    return rows;
}

}  // namespace scalewright

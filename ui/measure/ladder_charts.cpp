#include "ui/measure/ladder_charts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/quantity/units.h"
#include "ui/words/ladder_words.h"
#include "ui/quantity/quantity_edit.h"

namespace scalewright::ui {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Measure)
};

constexpr NumberStyle timesStyle{NumberStyle::Kind::Times};
constexpr NumberStyle percentStyle{NumberStyle::Kind::Percent};

NumberStyle styleOf(LadderCurve curve) { return curve == LadderCurve::Speedup ? timesStyle : percentStyle; }

double valueOf(LadderCurve curve, double speedup, double p) { return curve == LadderCurve::Speedup ? speedup : speedup / p; }

/// Real worker counts from 1 to `reach`, evenly on a log axis, each whole one among the first few.
std::vector<double> sampledP(int reach)
{
    constexpr int perOctave = 24;
    std::set<double> p{1.0, static_cast<double>(reach)};
    for (int i = 0; i <= perOctave * std::log2(reach); ++i)
        p.insert(std::min(std::exp2(static_cast<double>(i) / perOctave), static_cast<double>(reach)));
    for (int whole = 2; whole <= std::min(reach, 32); ++whole)
        p.insert(whole);
    return {p.begin(), p.end()};
}

/// The prediction's S at a real p: whole workers joined by straight lines in p.
double predictedSpeedup(const Prediction& prediction, double p)
{
    const auto whole = static_cast<std::size_t>(p);
    const std::vector<double>& speedup = prediction.columns.speedup;
    const double part = p - static_cast<double>(whole);
    return part > 0 ? speedup[whole - 1] + part * (speedup[whole] - speedup[whole - 1]) : speedup[whole - 1];
}

/// A pattern may exist at whole worker counts only.
double fittedSpeedup(const LadderFit& fit, double p)
{
    const double whole = std::floor(p);
    if (fit.law != Law::AlphaBeta || whole == p || smoothInP(fit.pattern, fit.communication))
        return fit.speedup(p);
    return fit.speedup(whole) + (p - whole) * (fit.speedup(whole + 1) - fit.speedup(whole));
}

SeriesSpec predictionSeries(LadderCurve curve, const Prediction& prediction, int reach)
{
    SeriesSpec series;
    series.x = sampledP(std::min(reach, prediction.pMax));
    for (const double p : series.x)
        series.y.push_back(valueOf(curve, predictedSpeedup(prediction, p), p));
    return series;
}

SeriesSpec referenceLine(const char* key, const QString& label, std::vector<double> x, std::vector<double> y)
{
    SeriesSpec line;
    line.key = QString::fromLatin1(key);
    line.name = line.label = label;
    line.x = std::move(x);
    line.y = std::move(y);
    line.role = Role::Waiting;
    line.width = 1;
    line.line = LineStyle::Dashed;
    line.reference = true;
    return line;
}

void addReferences(ChartSpec& spec, LadderCurve curve, const LadderOverlay& overlay, int reach)
{
    if (curve == LadderCurve::Efficiency) {
        spec.series.push_back(referenceLine("ideal", Tr::tr("ideal"), {1, static_cast<double>(reach)}, {1, 1}));
        return;
    }
    const std::vector<double> p = sampledP(reach);
    spec.series.push_back(referenceLine("ideal", Tr::tr("ideal"), p, p));
    if (overlay.amdahlCeiling)
        spec.series.push_back(referenceLine("amdahl_ceiling", Tr::tr("Amdahl’s ceiling %1").arg(formatNumber(*overlay.amdahlCeiling, timesStyle)),
                                            {1, static_cast<double>(reach)}, {*overlay.amdahlCeiling, *overlay.amdahlCeiling}));
}

void addCurves(ChartSpec& spec, LadderCurve curve, const Analysis& analysis, const LadderOverlay& overlay, int reach, bool thumbnail)
{
    if (overlay.frozen && !thumbnail) {
        SeriesSpec frozen = predictionSeries(curve, *overlay.frozen, reach);
        frozen.key = QStringLiteral("frozen");
        frozen.name = Tr::tr("frozen: %1").arg(overlay.frozenName);
        frozen.label = overlay.frozenName;
        frozen.width = 1.5;
        frozen.line = LineStyle::DashDotted;
        frozen.ghost = true;
        spec.series.push_back(std::move(frozen));
    }
    if (analysis.prediction && !thumbnail) {
        SeriesSpec predicted = predictionSeries(curve, *analysis.prediction, reach);
        predicted.key = QStringLiteral("predicted");
        predicted.name = Tr::tr("the design’s prediction");
        predicted.label = Tr::tr("predicted");
        spec.series.push_back(std::move(predicted));
    }
    if (overlay.whatIf && !thumbnail) {
        SeriesSpec answered;
        answered.key = QStringLiteral("what_if");
        answered.name = answered.label = Tr::tr("what if");
        answered.role = Role::Ink;
        answered.width = 2;
        answered.line = LineStyle::Dotted;
        for (const Rung& rung : overlay.whatIf->rungs) {
            answered.x.push_back(rung.p);
            answered.y.push_back(valueOf(curve, rung.speedup, rung.p));
        }
        spec.series.push_back(std::move(answered));
    }
    if (overlay.fit) {
        SeriesSpec fit;
        fit.key = QStringLiteral("fit");
        fit.name = Tr::tr("%1, fitted").arg(lawTitle(overlay.fit->law));
        fit.label = thumbnail ? QString() : fit.name;
        fit.role = Role::Ink;
        fit.width = 1.2;
        fit.x = sampledP(reach);
        for (const double p : fit.x)
            fit.y.push_back(valueOf(curve, fittedSpeedup(*overlay.fit, p), p));
        spec.series.push_back(std::move(fit));
    }
}

void addMeasured(ChartSpec& spec, LadderCurve curve, const MeasuredLadder& ladder)
{
    MeasuredSpec points;
    points.key = curve == LadderCurve::Speedup ? QStringLiteral("speedup") : QStringLiteral("efficiency");
    points.name = Tr::tr("measured");
    const bool intervals = std::any_of(ladder.rungs.begin(), ladder.rungs.end(), [](const Rung& rung) { return rung.speedupInterval.has_value(); });
    for (const Rung& rung : ladder.rungs) {
        points.x.push_back(rung.p);
        points.y.push_back(valueOf(curve, rung.speedup, rung.p));
        if (intervals) {
            points.low.push_back(valueOf(curve, rung.speedupInterval ? rung.speedupInterval->low : rung.speedup, rung.p));
            points.high.push_back(valueOf(curve, rung.speedupInterval ? rung.speedupInterval->high : rung.speedup, rung.p));
        }
    }
    spec.measured.push_back(std::move(points));
}

void addLandmarks(ChartSpec& spec, LadderCurve curve, const Analysis& analysis, const LadderOverlay& overlay, int reach)
{
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    if (const std::optional<int> p = analysis.plannedP(); p && *p <= reach) {
        MarkerSpec plan;
        plan.id = QStringLiteral("plan");
        plan.x = *p;
        plan.kind = MarkerSpec::Kind::Flag;
        plan.draggable = true;
        const auto known = [&](double speedup, const QString& how) {
            plan.y = valueOf(curve, speedup, *p);
            plan.label = Tr::tr("plan p %1 · %2 %3").arg(*p).arg(formatNumber(*plan.y, styleOf(curve)), how);
        };
        if (const Rung* rung = ladder.at(*p))
            known(rung->speedup, Tr::tr("measured"));
        else if (overlay.fit)
            known(overlay.fit->speedup(*p), Tr::tr("by the fit"));
        else if (analysis.prediction && *p <= analysis.prediction->pMax)
            known(predictedSpeedup(*analysis.prediction, *p), Tr::tr("predicted"));
        else
            plan.label = Tr::tr("plan p %1 · not measured").arg(*p);
        spec.markers.push_back(std::move(plan));
    }
    const auto point = [&](const char* id, int p, const QString& label, bool filled) {
        const Rung* rung = ladder.at(p);
        if (!rung)
            return;
        PointSpec spot;
        spot.id = QString::fromLatin1(id);
        spot.x = p;
        spot.y = valueOf(curve, rung->speedup, p);
        spot.label = label;
        spot.subLabel = formatNumber(spot.y, styleOf(curve));
        spot.role = Role::Ink;
        spot.filled = filled;
        spec.points.push_back(std::move(spot));
    };
    if (ladder.rungs.size() < 2)
        return;
    const bool same = ladder.kneeP == ladder.fastestP;
    point("fastest", ladder.fastestP, same ? Tr::tr("fastest and knee %1").arg(ladder.fastestP) : Tr::tr("fastest %1").arg(ladder.fastestP), true);
    if (!same)
        point("knee", ladder.kneeP, Tr::tr("knee %1").arg(ladder.kneeP), false);
}

// 1, 1.5, 2, 3, 4, 5, 6, 8 or 10 times a power of ten.
double roundedUp(double value)
{
    const double decade = std::pow(10, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (value <= step * decade * (1 + 1e-12))
            return step * decade;
    return 10 * decade;
}

/// Measured points decide what is in sight; a prediction that promised far more leaves at the top.
void scaleSpeedup(ChartSpec& spec)
{
    double measured = 0, curves = 0;
    for (const MeasuredSpec& points : spec.measured)
        for (const auto* column : {&points.y, &points.high})
            for (const double y : *column)
                measured = std::max(measured, y);
    for (const SeriesSpec& series : spec.series)
        if (!series.reference)
            for (const double y : series.y)
                if (std::isfinite(y))
                    curves = std::max(curves, y);
    spec.y.low = 0;
    spec.y.high = roundedUp(1.25 * std::max(measured, std::min(curves, 2 * measured)));
}

}  // namespace

Role causeRole(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return Role::Communication;
    case Cause::LoadImbalance: return Role::Waiting;
    case Cause::SerialFraction: return Role::Compute;
    case Cause::InputOutput: return Role::InputOutput;
    case Cause::Unknown: return Role::Warning;
    case Cause::None: break;
    }
    return Role::Hairline;
}

QString lawTitle(Law law)
{
    switch (law) {
    case Law::Amdahl: return Tr::tr("Amdahl’s law");
    case Law::Gustafson: return Tr::tr("Gustafson’s law");
    case Law::Usl: return Tr::tr("Universal Scalability Law");
    case Law::AlphaBeta: return Tr::tr("alpha–beta model");
    }
    return {};
}

QString ladderCurveTitle(LadderCurve curve, const Analysis& analysis)
{
    if (curve == LadderCurve::Efficiency)
        return Tr::tr("Efficiency E(p)");
    const bool weak = analysis.ladder && analysis.ladder->measured && analysis.ladder->measured->scaling == Scaling::Weak;
    return weak ? Tr::tr("Scaled speedup S(p), measured") : Tr::tr("Speedup S(p), measured");
}

int ladderReach(const Analysis& analysis)
{
    int farthest = analysis.plannedP().value_or(1);
    if (analysis.ladder && analysis.ladder->measured)
        farthest = std::max(farthest, analysis.ladder->measured->rungs.back().p);
    int reach = 4;
    while (reach < largestPMax && reach < 1.25 * farthest)
        reach *= 2;
    return reach;
}

ChartSpec ladderChart(LadderCurve curve, const Project&, const Analysis& analysis, const LadderOverlay& overlay, bool thumbnail)
{
    ChartSpec spec;
    spec.thumbnail = thumbnail;
    const int reach = ladderReach(analysis);
    spec.x = {.title = Tr::tr("workers p"), .scale = AxisScale::Log2, .low = 1, .high = reach, .numbers = {}};
    spec.y.title = curve == LadderCurve::Speedup ? Tr::tr("speedup S") : Tr::tr("efficiency E");
    spec.y.numbers = curve == LadderCurve::Speedup ? NumberStyle{} : percentStyle;
    if (!analysis.ladder || !analysis.ladder->measured) {
        spec.emptyText = analysis.ladder ? fromUtf8(describe(analysis.ladder->measured.error(), 3)) : Tr::tr("No ladder yet.");
        return spec;
    }
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    if (!thumbnail)
        addReferences(spec, curve, overlay, reach);
    addCurves(spec, curve, analysis, overlay, reach, thumbnail);
    addMeasured(spec, curve, ladder);
    if (thumbnail) {
        SeriesSpec line;  // thumbnails have no points
        line.key = QStringLiteral("measured");
        line.x = spec.measured.front().x;
        line.y = spec.measured.front().y;
        line.role = Role::Ink;
        line.width = 1.2;
        spec.series.assign({line});
        spec.measured.clear();
        if (const std::optional<int> p = analysis.plannedP()) {
            MarkerSpec plan;
            plan.id = QStringLiteral("plan");
            plan.x = std::min(*p, reach);
            plan.kind = MarkerSpec::Kind::Flag;
            spec.markers.push_back(plan);
        }
        return spec;
    }
    addLandmarks(spec, curve, analysis, overlay, reach);
    if (curve == LadderCurve::Speedup) {
        scaleSpeedup(spec);
    } else {
        double most = 1;
        for (const Rung& rung : ladder.rungs)
            most = std::max(most, rung.speedupInterval ? rung.speedupInterval->high / rung.p : rung.efficiency);
        spec.y.low = 0;
        spec.y.high = most > 1 ? roundedUp(1.05 * most) : 1.0;
    }
    return spec;
}

QString ladderBasis(const Ladder& ladder, const MeasuredLadder& measured)
{
    QStringList parts;
    if (!ladder.name.empty())
        parts << fromUtf8(ladder.name);
    parts << provenanceText(ladder.provenance);
    parts << (measured.scaling == Scaling::Weak ? Tr::tr("weak scaling: the work grows with p") : Tr::tr("strong scaling"));
    int least = measured.rungs.front().repeats, most = least;
    for (const Rung& rung : measured.rungs) {
        least = std::min(least, rung.repeats);
        most = std::max(most, rung.repeats);
    }
    const QString counts = Tr::tr("%n worker count(s)", nullptr, static_cast<int>(measured.rungs.size()));
    parts << (least == most ? (least == 1 ? Tr::tr("%1, one run each").arg(counts) : Tr::tr("%1, %2 runs each").arg(counts).arg(least))
                            : Tr::tr("%1, %2 to %3 runs each").arg(counts).arg(least).arg(most));
    for (const std::string* note : {&measured.scalingNote, &measured.baseNote})
        if (!note->empty())
            parts << fromUtf8(*note);
    return parts.join(QStringLiteral(" · "));
}

FigureTexts ladderTexts(LadderCurve curve, const Project& project, const Analysis& analysis, const LadderOverlay& overlay)
{
    FigureTexts texts;
    texts.title = ladderCurveTitle(curve, analysis);
    if (!analysis.ladder || !analysis.ladder->measured) {
        texts.summary = analysis.ladder ? fromUtf8(describe(analysis.ladder->measured.error(), 3)) : Tr::tr("No ladder yet.");
        return texts;
    }
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    QStringList caption{ladderBasis(project.measurements.ladders[analysis.ladder->index], ladder)};
    if (overlay.fit)
        caption << Tr::tr("fit: %1, %2 % about the curve").arg(lawTitle(overlay.fit->law), fromUtf8(significant(100 * overlay.fit->noise, 2)));
    if (std::any_of(ladder.rungs.begin(), ladder.rungs.end(), [](const Rung& rung) { return rung.speedupInterval.has_value(); }))
        caption << Tr::tr("bars: 95 % intervals of the median");
    texts.caption = caption.join(QStringLiteral(" · "));
    QStringList sentences;
    if (analysis.ladder->attribution)
        sentences << fromUtf8(analysis.ladder->attribution->sentence);
    sentences << Tr::tr("The fastest measured is p = %1, the knee p = %2.").arg(ladder.fastestP).arg(ladder.kneeP);
    for (const Rung& rung : drawnRungs(ladder, 12))
        sentences << Tr::tr("At %1 workers %2.").arg(rung.p).arg(formatNumber(valueOf(curve, rung.speedup, rung.p), styleOf(curve)));
    texts.summary = sentences.join(QLatin1Char(' '));
    return texts;
}

Table ladderTable(const Project& project, const Analysis& analysis, const LadderOverlay& overlay)
{
    Table table;
    if (!analysis.ladder || !analysis.ladder->measured)
        return table;
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    const auto any = [&](auto has) { return std::any_of(ladder.rungs.begin(), ladder.rungs.end(), has); };
    const bool throughput = ladder.isThroughput;
    const bool intervals = any([](const Rung& rung) { return rung.speedupInterval.has_value(); });
    const bool quality = any([](const Rung& rung) { return rung.quality.has_value(); });
    const auto text = [](const QString& words) { return words.toStdString(); };

    table.caption = ladderTexts(LadderCurve::Speedup, project, analysis, overlay).caption.toStdString();
    table.columns = {{"p", "p", "", 0}, {"repeats", text(Tr::tr("runs")), "", 0}};
    table.columns.push_back(throughput ? Column{"throughput", text(Tr::tr("throughput")), "1/s", -1} : Column{"t", "T(p)", "s", -1});
    table.columns.push_back({"speedup", "S", "", 2});
    if (intervals) {
        table.columns.push_back({"speedup_low", text(Tr::tr("S from")), "", 2});
        table.columns.push_back({"speedup_high", text(Tr::tr("S to")), "", 2});
    }
    table.columns.push_back({"efficiency", "E", "", 2});
    table.columns.push_back({"karp_flatt", text(Tr::tr("Karp–Flatt e")), "", 3});
    if (ladder.hasParts) {
        table.columns.push_back({"comm_share", text(Tr::tr("communication")), "%", 1});
        table.columns.push_back({"idle_share", text(Tr::tr("waiting")), "%", 1});
    }
    if (quality)
        table.columns.push_back({"quality", text(Tr::tr("quality")), "", -1});
    std::vector<const LadderRole*> beside;
    for (const LadderRole& role : ladderRoles)
        if (role.says == LadderSays::Beside && any([&](const Rung& rung) { return rung.besideOf(role).has_value(); })) {
            beside.push_back(&role);
            table.columns.push_back({role.name, text(roleTitle(role)), baseUnit(role.dimension), -1});
        }
    if (overlay.fit)
        table.columns.push_back({"fit", text(Tr::tr("S by the fit")), "", 2});
    if (analysis.prediction)
        table.columns.push_back({"predicted", text(Tr::tr("S predicted")), "", 2});

    const auto maybe = [](const std::optional<double>& value) { return value ? Cell(*value) : Cell(); };
    for (const Rung& rung : ladder.rungs) {
        std::vector<Cell> row{static_cast<double>(rung.p), static_cast<double>(rung.repeats),
                              throughput ? maybe(rung.throughputPerS) : Cell(rung.timeS), rung.speedup};
        if (intervals) {
            row.push_back(rung.speedupInterval ? Cell(rung.speedupInterval->low) : Cell());
            row.push_back(rung.speedupInterval ? Cell(rung.speedupInterval->high) : Cell());
        }
        row.push_back(rung.efficiency);
        row.push_back(maybe(rung.karpFlatt));
        if (ladder.hasParts) {
            row.push_back(100 * rung.parts->commS / rung.parts->totalS());
            row.push_back(100 * rung.parts->idleS / rung.parts->totalS());
        }
        if (quality)
            row.push_back(maybe(rung.quality));
        for (const LadderRole* role : beside)
            row.push_back(maybe(rung.besideOf(*role)));
        if (overlay.fit)
            row.push_back(overlay.fit->speedup(rung.p));
        if (analysis.prediction)
            row.push_back(rung.p <= analysis.prediction->pMax ? Cell(analysis.prediction->row(rung.p).speedup) : Cell());
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::vector<Rung> drawnRungs(const MeasuredLadder& ladder, std::size_t most)
{
    const std::size_t count = ladder.rungs.size();
    if (count <= most)
        return ladder.rungs;
    std::set<std::size_t> shown{0, count - 1};
    for (std::size_t i = 0; i < count; ++i)
        if (ladder.rungs[i].p == ladder.kneeP || ladder.rungs[i].p == ladder.fastestP)
            shown.insert(i);
    for (std::size_t i = 0; shown.size() < most && i < most; ++i)
        shown.insert(i * (count - 1) / (most - 1));
    std::vector<Rung> rungs;
    for (const std::size_t i : shown)
        rungs.push_back(ladder.rungs[i]);
    return rungs;
}

}  // namespace scalewright::ui

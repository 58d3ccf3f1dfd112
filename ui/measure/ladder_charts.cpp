#include "ui/measure/ladder_charts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/shown_range.h"
#include "core/decision/analysis/value_at_p.h"
#include "core/project/document/ladder_roles.h"
#include "core/project/document/project.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Measure)
};

double valueOf(Curve curve, double speedup, double p)
{
    return curve == Curve::Speedup ? speedup : speedup / p;
}

void addCurves(CurveChart& chart, const Analysis& analysis, const LadderOverlay& overlay, int reach)
{
    const int baseP = analysis.ladder->measured->baseP;
    const auto onItsBase = [&](const ScalingCurve& predicted) { return withSpeedupAt(predicted, baseP, baseP); };
    if (overlay.frozen)
        chart.addCurve(onItsBase(*overlay.frozen), CurvePart::Frozen, QStringLiteral("frozen"),
                       Tr::tr("frozen: %1").arg(overlay.frozenName), overlay.frozenName);
    if (analysis.prediction)
        chart.addCurve(onItsBase(curveOf(*analysis.prediction, std::max(reach, baseP))), CurvePart::Main,
                       QStringLiteral("predicted"), Tr::tr("the design’s prediction"), Tr::tr("predicted"));
    if (analysis.prediction)
        chart.fadeFrom(lastMeasuredP(analysis));
    if (overlay.whatIf)
        chart.addCurve(curveOf(*overlay.whatIf), CurvePart::WhatIf, QStringLiteral("what_if"), Tr::tr("what if"),
                       Tr::tr("what if"));
    if (overlay.fit) {
        const QString name = Tr::tr("%1, fitted").arg(qt(titleOf(overlay.fit->law)));
        chart.addCurve(curveOf(*overlay.fit, lawP(reach)), CurvePart::Fitted, QStringLiteral("fit"), name, name);
    }
}

void addLandmarks(CurveChart& chart, Curve curve, const Analysis& analysis, const LadderOverlay& overlay)
{
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    if (const std::optional<int> p = analysis.plannedP()) {
        const auto known = [&](double speedup, const QString& how) {
            const double y = valueOf(curve, speedup, *p);
            chart.addPlan(*p, y, Tr::tr("plan p %1 · %2 %3").arg(*p).arg(chart.text(y), how));
        };
        const ValueAtP value = valueAtP(analysis, *p);
        if (const Rung* rung = ladder.at(*p)) {
            known(rung->speedup,
                  qt(valueMark({.measured = rung->speedup, .assumed = ladder.origin == Origin::Assumed})));
            if (value.measured && value.predicted && !value.assumed && curve == Curve::Speedup &&
                !chart.spec().markers.empty())
                chart.spec().markers.back().subLabel =
                    Tr::tr("%1 predicted").arg(chart.text(*value.predicted / besidePrediction(analysis, ladder)));
        } else if (overlay.fit && *p >= ladder.baseP)
            known(overlay.fit->speedup(*p), Tr::tr("by the fit"));
        else if (const std::optional<double> predicted =
                     analysis.prediction ? speedupAgainst(*analysis.prediction, ladder.baseP, *p) : std::nullopt)
            known(*predicted, Tr::tr("predicted"));
        else
            chart.addPlan(*p, std::nullopt, Tr::tr("plan p %1 · not measured").arg(*p));
    }
    if (ladder.rungs.size() < 2)
        return;
    const auto point = [&](const char* id, int p, const QString& label, bool filled) {
        if (const Rung* rung = ladder.at(p))
            chart.addPoint(QString::fromLatin1(id), p, valueOf(curve, rung->speedup, p), label, Role::Ink, filled);
    };
    const bool same = ladder.kneeP == ladder.fastestP;
    point("fastest", ladder.fastestP,
          same ? Tr::tr("fastest and knee %1").arg(ladder.fastestP) : Tr::tr("fastest %1").arg(ladder.fastestP), true);
    if (!same)
        point("knee", ladder.kneeP, Tr::tr("knee %1").arg(ladder.kneeP), false);
}

/// Measured points decide what is in sight; a prediction that promised far more leaves at the top.
void scaleSpeedup(CurveChart& chart)
{
    double measured = 0, curves = 0;
    for (const MeasuredSpec& points : chart.spec().measured)
        for (const auto* column : {&points.y, &points.high})
            for (const double y : *column)
                measured = std::max(measured, y);
    for (const SeriesSpec& series : chart.spec().series)
        if (!series.reference)
            for (const double y : series.y)
                if (std::isfinite(y))
                    curves = std::max(curves, y);
    chart.scaleTo(std::max(measured, std::min(curves, 2 * measured)), 1.25);
}

}  // namespace

Role causeRole(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return Role::Communication;
    case Cause::LoadImbalance: return Role::Waiting;
    case Cause::SerialFraction:
    case Cause::ComputeInflation: return Role::Compute;
    case Cause::InputOutput: return Role::InputOutput;
    case Cause::Undecided:
    case Cause::Unknown: return Role::Warning;
    case Cause::None: break;
    }
    return Role::Hairline;
}

QString ladderCurveTitle(Curve curve, const Analysis& analysis)
{
    if (curve == Curve::Efficiency)
        return Tr::tr("Efficiency E(p)");
    const MeasuredLadder* ladder = analysis.ladder && analysis.ladder->measured ? &*analysis.ladder->measured : nullptr;
    const QString name =
        ladder && ladder->scaling == Scaling::Weak ? Tr::tr("Scaled speedup S(p), %1") : Tr::tr("Speedup S(p), %1");
    return name.arg(ladder && ladder->origin == Origin::Assumed ? Tr::tr("assumed") : Tr::tr("measured"));
}

int ladderReach(const Analysis& analysis)
{
    ShownP shown{.planP = analysis.plannedP().value_or(1), .available = analysis.workersAvailable};
    if (analysis.ladder && analysis.ladder->measured)
        shown.lastMeasuredP = analysis.ladder->measured->rungs.back().p;
    return axisEnd(shownReach(shown, largestPMax), largestPMax);
}

ChartSpec ladderChart(Curve curve, const Project& project, const Analysis& analysis, const LadderOverlay& overlay,
                      bool thumbnail)
{
    const int reach = overlay.reach.value_or(ladderReach(analysis));
    CurveChart chart(curve, reach, false, thumbnail);
    if (!analysis.ladder || !analysis.ladder->measured) {
        if (!thumbnail)  // no room for words there
            chart.spec().emptyText =
                analysis.ladder ? said(analysis.ladder->measured.error(), 3) : Tr::tr("No ladder yet.");
        return chart.take();
    }
    const ScalingCurve measured =
        curveOf(*analysis.ladder->measured, project.measurements.ladders[analysis.ladder->index].provenance);
    if (thumbnail) {
        chart.addCurve(measured, CurvePart::Thumbnail, QStringLiteral("measured"), {});
        if (const std::optional<int> p = analysis.plannedP())
            chart.addPlan(*p, std::nullopt, {});
        return chart.take();
    }
    if (curve == Curve::Speedup && analysis.ladder->measured->scaling == Scaling::Weak)
        chart.setLogLog();
    chart.addIdeal();
    if (curve == Curve::Speedup && overlay.amdahlCeiling)
        chart.addCeiling(*overlay.amdahlCeiling);
    addCurves(chart, analysis, overlay, reach);
    chart.addMeasured(measured, curve == Curve::Speedup ? QStringLiteral("speedup") : QStringLiteral("efficiency"),
                      Tr::tr("measured"));
    addLandmarks(chart, curve, analysis, overlay);
    if (curve == Curve::Speedup) {
        scaleSpeedup(chart);
    } else {
        double most = 1;
        for (const Rung& rung : analysis.ladder->measured->rungs)
            most = std::max(most, rung.speedupInterval ? rung.speedupInterval->high / rung.p : rung.efficiency);
        if (most > 1)
            chart.scaleTo(most, 1.05);
    }
    return chart.take();
}

QString ladderBasis(const Ladder& ladder, const MeasuredLadder& measured, bool whole)
{
    QStringList parts;
    if (!ladder.name.empty())
        parts << qt(ladder.name);
    parts << (whole ? provenanceText(ladder.provenance) : originText(ladder.provenance.origin));
    parts << (measured.scaling == Scaling::Weak ? Tr::tr("weak scaling: the work grows with p")
                                                : Tr::tr("strong scaling"));
    int least = measured.rungs.front().repeats, most = least;
    for (const Rung& rung : measured.rungs) {
        least = std::min(least, rung.repeats);
        most = std::max(most, rung.repeats);
    }
    const QString counts = counted(static_cast<qsizetype>(measured.rungs.size()), Tr::tr("worker count"));
    parts << (least == most ? (least == 1 ? Tr::tr("%1, one run each").arg(counts)
                                          : Tr::tr("%1, %2 runs each").arg(counts).arg(least))
                            : Tr::tr("%1, %2 to %3 runs each").arg(counts).arg(least).arg(most));
    for (const std::string* note : {&measured.scalingNote, &measured.scalingDoubt, &measured.baseNote})
        if (!note->empty())
            parts << qt(*note);
    return parts.join(QStringLiteral(" · "));
}

FigureTexts ladderTexts(Curve curve, const Project& project, const Analysis& analysis, const LadderOverlay& overlay)
{
    FigureTexts texts;
    texts.title = ladderCurveTitle(curve, analysis);
    if (!analysis.ladder || !analysis.ladder->measured) {
        texts.summary = analysis.ladder ? said(analysis.ladder->measured.error(), 3) : Tr::tr("No ladder yet.");
        return texts;
    }
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    QStringList caption{ladderBasis(project.measurements.ladders[analysis.ladder->index], ladder)};
    if (ladder.baseP > 1 && (analysis.prediction || overlay.frozen))
        caption << Tr::tr("S(%1) is taken as %1 in what is predicted too").arg(ladder.baseP);
    if (overlay.fit)
        caption << Tr::tr("fit: %1, %2 % about the curve")
                       .arg(qt(titleOf(overlay.fit->law)), qt(significant(100 * overlay.fit->noise, 2)));
    if (std::any_of(ladder.rungs.begin(), ladder.rungs.end(),
                    [](const Rung& rung) { return rung.speedupInterval.has_value(); }))
        caption << Tr::tr("bars: 95 % intervals of the median");
    texts.caption = caption.join(QStringLiteral(" · "));
    QStringList sentences;
    if (analysis.ladder->attribution)
        sentences << qt(analysis.ladder->attribution->sentence);
    sentences << Tr::tr("The fastest measured is p = %1, the knee p = %2.").arg(ladder.fastestP).arg(ladder.kneeP);
    for (const Rung& rung : drawnRungs(ladder, 12))
        sentences << Tr::tr("At %1 %2.")
                         .arg(counted(rung.p, Tr::tr("worker")),
                              formatNumber(valueOf(curve, rung.speedup, rung.p), styleOf(curve)));
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

    table.caption = ladderTexts(Curve::Speedup, project, analysis, overlay).caption.toStdString();
    table.columns = {{"p", "p", "", 0}, {"repeats", text(Tr::tr("runs")), "", 0}};
    table.columns.push_back(throughput ? Column{"throughput", text(Tr::tr("throughput")), "1/s", -1}
                                       : Column{"t", "T(p)", "s", -1});
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
            table.columns.push_back({role.name, text(qt(role.title)), baseUnit(role.dimension), -1});
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
            row.push_back(rung.commTold ? Cell(100 * rung.parts->commS / rung.parts->totalS()) : Cell());
            row.push_back(rung.idleTold ? Cell(100 * rung.parts->idleS / rung.parts->totalS()) : Cell());
        }
        if (quality)
            row.push_back(maybe(rung.quality));
        for (const LadderRole* role : beside)
            row.push_back(maybe(rung.besideOf(*role)));
        if (overlay.fit)
            row.push_back(overlay.fit->speedup(rung.p));
        if (analysis.prediction)
            row.push_back(maybe(speedupAgainst(*analysis.prediction, ladder.baseP, rung.p)));
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

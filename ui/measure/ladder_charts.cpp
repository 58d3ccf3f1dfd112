// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/ladder_charts.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/chart_range.h"
#include "core/decision/claim/value_at_p.h"
#include "core/decision/plan/run_comparison.h"
#include "core/project/document/ladder_roles.h"
#include "core/project/document/project.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

double curveValue(Curve curve, double speedup, double p)
{
    return curve == Curve::Speedup ? speedup : speedup / p;
}

void addCurves(CurveChart& chart, const Analysis& analysis, const LadderOverlay& overlay, int axisEndP)
{
    const int baseP = analysis.ladder->measured->baseP;
    const auto rebased = [&](const ScalingCurve& predicted) { return withBaseSpeedup(predicted, baseP, baseP); };
    if (overlay.frozenCurve)
        chart.addCurve(rebased(*overlay.frozenCurve), CurveRole::FrozenPrediction, QStringLiteral("frozen"),
                       Tr::tr("frozen: %1").arg(overlay.frozenName), overlay.frozenName);
    if (analysis.prediction)
        chart.addCurve(rebased(curveOf(*analysis.prediction, std::max(axisEndP, baseP))), CurveRole::SecondDesign,
                       QStringLiteral("predicted"), Tr::tr("the design’s prediction"), Tr::tr("predicted"));
    // The read-out names the points, so their line has no name.
    chart.addCurve(curveOf(*analysis.ladder->measured), CurveRole::Main, QStringLiteral("measured_line"), {});
    if (overlay.whatIfLadder)
        chart.addCurve(curveOf(*overlay.whatIfLadder), CurveRole::WhatIf, QStringLiteral("what_if"), Tr::tr("what if"),
                       Tr::tr("what if"));
    if (overlay.fit) {
        const QString name = (overlay.fit->isRejected ? Tr::tr("%1, rejected") : Tr::tr("%1, fitted"))
                                 .arg(toQString(titleOf(overlay.fit->law)));
        chart.addCurve(curveOf(*overlay.fit, lawSampleP(axisEndP)), CurveRole::FittedLaw, QStringLiteral("fit"), name,
                       name);
    }
}

void addLandmarks(CurveChart& chart, Curve curve, const Analysis& analysis, const LadderOverlay& overlay)
{
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    if (const std::optional<int> p = analysis.plannedP()) {
        const auto addPlan = [&](double speedup, const QString& source) {
            const double y = curveValue(curve, speedup, *p);
            chart.addPlanMarker(*p, y, Tr::tr("plan p %1").arg(*p),
                                QStringLiteral("%1 %2").arg(toQString(chart.valueText(y)), source));
        };
        const SpeedupAtP value = speedupAtP(analysis, *p);
        if (const Rung* rung = ladder.findRung(*p)) {
            QString source = toQString(
                speedupOriginName({.measured = rung->speedup, .isAssumed = ladder.origin == Origin::Assumed}));
            if (value.measured && value.predicted && !value.isAssumed && curve == Curve::Speedup)
                source +=
                    Tr::tr(" · %1 predicted")
                        .arg(toQString(chart.valueText(*value.predicted / speedupAlignmentFactor(analysis, ladder))));
            addPlan(rung->speedup, source);
        } else if (overlay.fit && !overlay.fit->isRejected && *p >= ladder.baseP)
            addPlan(overlay.fit->speedup(*p), Tr::tr("from the fit"));
        else if (const std::optional<double> predicted =
                     analysis.prediction ? predictedSpeedupFromBase(*analysis.prediction, ladder.baseP, *p)
                                         : std::nullopt)
            addPlan(*predicted, Tr::tr("predicted"));
        else
            chart.addPlanMarker(*p, std::nullopt, Tr::tr("plan p %1").arg(*p), Tr::tr("not measured"));
    }
    if (ladder.rungs.size() < 2)
        return;
    const auto point = [&](const char* id, int p, const QString& label, bool filled) {
        if (const Rung* rung = ladder.findRung(p))
            chart.addLandmark(QString::fromLatin1(id), p, curveValue(curve, rung->speedup, p), label, ColorRole::Ink,
                              filled);
    };
    const bool coincide = ladder.kneeP == ladder.fastestP;
    point("fastest", ladder.fastestP,
          coincide ? Tr::tr("fastest and knee %1").arg(ladder.fastestP) : Tr::tr("fastest %1").arg(ladder.fastestP),
          true);
    if (!coincide)
        point("knee", ladder.kneeP, Tr::tr("knee %1").arg(ladder.kneeP), false);
}

/// Scale the axis to the measured points; a far more optimistic prediction may run off the top of the chart.
void scaleSpeedupAxis(CurveChart& chart)
{
    double measured = 0, curves = 0;
    for (const MeasuredSpec& points : chart.spec().measured)
        for (const auto* column : {&points.y, &points.high})
            for (const double y : *column)
                measured = std::max(measured, y);
    for (const SeriesSpec& series : chart.spec().series)
        if (!series.isReference)
            for (const double y : series.y)
                if (std::isfinite(y))
                    curves = std::max(curves, y);
    chart.fitYAxisTo(std::max(measured, std::min(curves, 2 * measured)), 1.25);
}

}  // namespace

ColorRole causeRole(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return ColorRole::Communication;
    case Cause::LoadImbalance: return ColorRole::Waiting;
    case Cause::SerialFraction:
    case Cause::ComputeInflation: return ColorRole::Compute;
    case Cause::InputOutput: return ColorRole::InputOutput;
    case Cause::Undecided:
    case Cause::Unknown: return ColorRole::Warning;
    case Cause::None: break;
    }
    return ColorRole::Hairline;
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

int ladderAxisEnd(const Analysis& analysis)
{
    ChartRangeInputs shownRange{.planP = analysis.plannedP().value_or(1),
                                .availableWorkers = analysis.feasible.availableWorkers()};
    if (analysis.ladder && analysis.ladder->measured)
        shownRange.lastMeasuredP = analysis.ladder->measured->rungs.back().p;
    return axisEnd(largestChartedP(shownRange, maximumPMax), maximumPMax);
}

ChartSpec ladderChart(Curve curve, const Project& project, const Analysis& analysis, const LadderOverlay& overlay,
                      bool thumbnail)
{
    const int axisEndP = overlay.axisLimit.value_or(ladderAxisEnd(analysis));
    CurveChart chart(curve, axisEndP, false, thumbnail);
    if (!analysis.ladder || !analysis.ladder->measured) {
        if (!thumbnail)  // thumbnails have no room for text
            chart.spec().emptyText =
                analysis.ladder ? errorText(analysis.ladder->measured.error(), 3) : Tr::tr("No ladder yet.");
        return chart.takeSpec();
    }
    const ScalingCurve measured =
        curveOf(*analysis.ladder->measured, project.measurements.ladders[analysis.ladder->index].provenance);
    if (thumbnail) {
        chart.addCurve(measured, CurveRole::Thumbnail, QStringLiteral("measured"), {});
        if (const std::optional<int> p = analysis.plannedP())
            chart.addPlanMarker(*p, std::nullopt);
        return chart.takeSpec();
    }
    if (curve == Curve::Speedup && analysis.ladder->measured->scaling == Scaling::Weak)
        chart.useLogLogScale();
    chart.addIdealLine();
    if (curve == Curve::Speedup && overlay.amdahlCeiling)
        chart.addSpeedupCeiling(*overlay.amdahlCeiling);
    addCurves(chart, analysis, overlay, axisEndP);
    addInfeasibleRanges(chart.spec(), analysis.feasible.infeasibleRanges(axisEndP), axisEndP);
    chart.addMeasuredPoints(measured,
                            curve == Curve::Speedup ? QStringLiteral("speedup") : QStringLiteral("efficiency"),
                            Tr::tr("measured"));
    addLandmarks(chart, curve, analysis, overlay);
    if (curve == Curve::Speedup) {
        scaleSpeedupAxis(chart);
    } else {
        double maximum = 1;
        for (const Rung& rung : analysis.ladder->measured->rungs)
            maximum = std::max(maximum, rung.speedupInterval ? rung.speedupInterval->high / rung.p : rung.efficiency);
        if (maximum > 1)
            chart.fitYAxisTo(maximum, 1.05);
    }
    return chart.takeSpec();
}

QString ladderBasisText(const Ladder& ladder, const MeasuredLadder& measured, bool fullProvenance)
{
    QStringList parts;
    if (!ladder.name.empty())
        parts << toQString(ladder.name);
    parts << (fullProvenance ? provenanceText(ladder.provenance) : originText(ladder.provenance.origin));
    parts << (measured.scaling == Scaling::Weak ? Tr::tr("weak scaling: the work grows with p")
                                                : Tr::tr("strong scaling"));
    int fewestRuns = measured.rungs.front().repeats, mostRuns = fewestRuns;
    for (const Rung& rung : measured.rungs) {
        fewestRuns = std::min(fewestRuns, rung.repeats);
        mostRuns = std::max(mostRuns, rung.repeats);
    }
    parts << (mostRuns == 1            ? Tr::tr("one run per p")
              : fewestRuns == mostRuns ? Tr::tr("%1 runs per p").arg(mostRuns)
                                       : Tr::tr("%1 to %2 runs per p").arg(fewestRuns).arg(mostRuns));
    for (const std::string* note : {&measured.scalingNote, &measured.scalingCaveat, &measured.baseNote})
        if (!note->empty())
            parts << toQString(*note);
    return parts.join(QStringLiteral(" · "));
}

FigureTexts ladderTexts(Curve curve, const Project& project, const Analysis& analysis, const LadderOverlay& overlay)
{
    FigureTexts texts;
    texts.title = ladderCurveTitle(curve, analysis);
    if (!analysis.ladder || !analysis.ladder->measured) {
        texts.summary = analysis.ladder ? errorText(analysis.ladder->measured.error(), 3) : Tr::tr("No ladder yet.");
        return texts;
    }
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    QStringList caption{ladderBasisText(project.measurements.ladders[analysis.ladder->index], ladder)};
    if (ladder.baseP > 1 && (analysis.prediction || overlay.frozenCurve))
        caption << Tr::tr("predictions are also scaled to S(%1) = %1").arg(ladder.baseP);
    if (overlay.fit)
        caption << (overlay.fit->isRejected ? Tr::tr("%1 is rejected: points scatter %2 % about it")
                                            : Tr::tr("fit: %1, noise %2 %"))
                       .arg(toQString(titleOf(overlay.fit->law)),
                            toQString(significantText(100 * overlay.fit->noise, 2)));
    if (std::any_of(ladder.rungs.begin(), ladder.rungs.end(),
                    [](const Rung& rung) { return rung.speedupInterval.has_value(); }))
        caption << Tr::tr("bars: 95 % intervals of the median");
    texts.caption = caption.join(QStringLiteral(" · "));
    QStringList sentences;
    if (analysis.ladder->attribution)
        sentences << toQString(analysis.ladder->attribution->summary);
    sentences << Tr::tr("The fastest measured is p = %1, the knee p = %2.").arg(ladder.fastestP).arg(ladder.kneeP);
    for (const Rung& rung : rungsToDraw(ladder, 12))
        sentences << Tr::tr("At %1: %2.")
                         .arg(
                             countedNounText(rung.p, Tr::tr("worker")),
                             toQString(formatNumber(curveValue(curve, rung.speedup, rung.p), curveNumberStyle(curve))));
    texts.summary = sentences.join(QLatin1Char(' '));
    return texts;
}

Table ladderTable(const Project& project, const Analysis& analysis, const LadderOverlay& overlay)
{
    Table table;
    if (!analysis.ladder || !analysis.ladder->measured)
        return table;
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    const auto hasAnyRung = [&](auto predicate) {
        return std::any_of(ladder.rungs.begin(), ladder.rungs.end(), predicate);
    };
    const bool throughput = ladder.isThroughput;
    const bool intervals = hasAnyRung([](const Rung& rung) { return rung.speedupInterval.has_value(); });
    const bool quality = hasAnyRung([](const Rung& rung) { return rung.quality.has_value(); });
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
    std::vector<const LadderRole*> extraRoles;
    for (const LadderRole& role : ladderRoles)
        if (role.kind == LadderColumnKind::Other &&
            hasAnyRung([&](const Rung& rung) { return rung.extraMedian(role).has_value(); })) {
            extraRoles.push_back(&role);
            table.columns.push_back({role.name, text(toQString(role.title)), baseUnit(role.dimension), -1});
        }
    if (overlay.fit)
        table.columns.push_back(
            {"fit", text(overlay.fit->isRejected ? Tr::tr("S of the rejected law") : Tr::tr("S fitted")), "", 2});
    if (analysis.prediction)
        table.columns.push_back({"predicted", text(Tr::tr("S predicted")), "", 2});

    for (const Rung& rung : ladder.rungs) {
        std::vector<Cell> row{static_cast<double>(rung.p), static_cast<double>(rung.repeats),
                              throughput ? cellOrEmpty(rung.throughputPerS) : Cell(rung.timeS), rung.speedup};
        if (intervals) {
            row.push_back(rung.speedupInterval ? Cell(rung.speedupInterval->low) : Cell());
            row.push_back(rung.speedupInterval ? Cell(rung.speedupInterval->high) : Cell());
        }
        row.push_back(rung.efficiency);
        row.push_back(cellOrEmpty(rung.karpFlatt));
        if (ladder.hasParts) {
            row.push_back(rung.isCommKnown ? Cell(100 * rung.parts->commS / rung.parts->totalS()) : Cell());
            row.push_back(rung.isIdleKnown ? Cell(100 * rung.parts->idleS / rung.parts->totalS()) : Cell());
        }
        if (quality)
            row.push_back(cellOrEmpty(rung.quality));
        for (const LadderRole* role : extraRoles)
            row.push_back(cellOrEmpty(rung.extraMedian(*role)));
        if (overlay.fit)
            row.push_back(overlay.fit->speedup(rung.p));
        if (analysis.prediction)
            row.push_back(cellOrEmpty(predictedSpeedupFromBase(*analysis.prediction, ladder.baseP, rung.p)));
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::vector<Rung> rungsToDraw(const MeasuredLadder& ladder, std::size_t maximumCount)
{
    const std::size_t count = ladder.rungs.size();
    if (count <= maximumCount)
        return ladder.rungs;
    std::set<std::size_t> indices{0, count - 1};
    for (std::size_t i = 0; i < count; ++i)
        if (ladder.rungs[i].p == ladder.kneeP || ladder.rungs[i].p == ladder.fastestP)
            indices.insert(i);
    for (std::size_t i = 0; indices.size() < maximumCount && i < maximumCount; ++i)
        indices.insert(i * (count - 1) / (maximumCount - 1));
    std::vector<Rung> rungs;
    for (const std::size_t i : indices)
        rungs.push_back(ladder.rungs[i]);
    return rungs;
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/predict/predict_charts.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/chart_range.h"
#include "core/decision/attribution/ledger.h"
#include "core/decision/claim/value_at_p.h"
#include "core/decision/plan/conditions.h"
#include "core/decision/plan/feasibility.h"
#include "core/decision/plan/run_comparison.h"
#include "core/design/slots/substitute_patterns.h"
#include "core/evidence/ladder/ladder.h"
#include "core/model/scaling/algorithm_map.h"
#include "core/model/scaling/pattern.h"
#include "core/model/scaling/run_cost.h"
#include "core/model/scaling/work_share.h"
#include "core/project/document/project.h"
#include "ui/charts/speedup_thumbnail.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

// The curve's value in one row; without a price, the cost is relative to one worker.
double curveValue(Curve curve, const PredictionRow& row, const Analysis& analysis)
{
    switch (curve) {
    case Curve::Speedup: return row.speedup;
    case Curve::Efficiency: return row.efficiency;
    case Curve::StepTime: return row.tStepS;
    case Curve::CommToCompute: return row.commToCompute;
    case Curve::Cost:
        return row.costUsd && *row.costUsd > 0 ? *row.costUsd : analysis.prediction->row(1).efficiency / row.efficiency;
    }
    return 0;
}

/// Removes the parts of the last curve that lie on `main`; the whole curve if it does not differ.
void hideWhereEqual(CurveChart& chart, const SeriesSpec& main)
{
    constexpr double visibleDifference = 0.005;  // relative
    SeriesSpec& ghost = chart.spec().series.back();
    const auto isOnMain = [&](std::size_t i) {
        if (i >= ghost.y.size() || !std::isfinite(ghost.y[i]))
            return true;
        const auto same = std::lower_bound(main.x.begin(), main.x.end(), ghost.x[i]);
        if (same == main.x.end() || *same != ghost.x[i])
            return false;
        const double value = main.y[static_cast<std::size_t>(same - main.x.begin())];
        return std::abs(ghost.y[i] - value) <= visibleDifference * std::abs(value);
    };
    std::vector<bool> hidden(ghost.y.size());
    for (std::size_t i = 0; i < hidden.size(); ++i)  // keep the points where the curves part
        hidden[i] = isOnMain(i) && (i == 0 || isOnMain(i - 1)) && isOnMain(i + 1);
    for (std::size_t i = 0; i < hidden.size(); ++i)
        if (hidden[i])
            ghost.y[i] = std::nan("");
    if (std::all_of(hidden.begin(), hidden.end(), [](bool each) { return each; }))
        chart.spec().series.pop_back();
}

QString pStarLabel(const Analysis& analysis)
{
    const Landmarks& marks = analysis.prediction->landmarks;
    if (marks.pStar == 1)
        return Tr::tr("p* 1: more workers do not help");
    if (marks.pStarAtLimit && isLimitedByBatch(*analysis.model, analysis.prediction->pMax))
        return Tr::tr("p* %1, the whole batch").arg(marks.pStar);
    if (marks.pStarAtLimit)
        return Tr::tr("p = %1").arg(marks.pStar);
    return (isPStarOnlyPredicted(*analysis.prediction, analysis.ladderOfRuns()) ? Tr::tr("p* %1 (predicted)")
                                                                                : Tr::tr("p* %1 (fastest)"))
        .arg(marks.pStar);
}

QString pStarSubLabel(Curve curve, const Analysis& analysis, QString value)
{
    if (analysis.prediction->hasNoPStar())
        value = Tr::tr("edge of the search, %1").arg(value);
    else if (analysis.ladderOfRuns() && analysis.prediction->landmarks.pStar > analysis.ladderOfRuns()->rungs.back().p)
        value = Tr::tr("%1, extrapolated").arg(value);
    const bool ranged = analysis.band && analysis.band->pStarLow != analysis.band->pStarHigh;
    if (curve != Curve::Speedup || !ranged)
        return value;
    if (analysis.band->pStarHighAtLimit)
        return Tr::tr("%1, p* from %2 to above %3")
            .arg(value)
            .arg(analysis.band->pStarLow)
            .arg(analysis.band->pStarHigh);
    return Tr::tr("%1, p* in [%2, %3]").arg(value).arg(analysis.band->pStarLow).arg(analysis.band->pStarHigh);
}

/// The measured value of the curve at the plan's p; nullopt if it was not measured.
std::optional<double> measuredAtPlan(Curve curve, const Project& project, const Analysis& analysis)
{
    const SpeedupAtP value = speedupAtP(analysis, analysis.planP);
    switch (curve) {
    case Curve::Speedup: return value.measured;
    case Curve::Efficiency: return value.measured ? std::optional(*value.measured / analysis.planP) : std::nullopt;
    case Curve::StepTime: return measuredStepS(project, analysis, analysis.planP);
    case Curve::Cost: {
        const RunTimeAndCost run = runTimeAndCostAt(project, analysis, analysis.planP);
        return run.isMeasured && run.isSingleStep == !analysis.model->hasRunLength ? run.costUsd : std::nullopt;
    }
    case Curve::CommToCompute: break;
    }
    return std::nullopt;
}

void addLandmarks(CurveChart& chart, Curve curve, const Project& project, const Analysis& analysis, int pMax)
{
    const Landmarks& marks = analysis.prediction->landmarks;
    const double atPlan = curveValue(curve, analysis.planRow, analysis);
    const SpeedupAtP value = speedupAtP(analysis, analysis.planP);
    const std::optional<double> measured = value.predicted ? measuredAtPlan(curve, project, analysis) : std::nullopt;
    const bool hasMeasuredValue = measured && std::isfinite(*measured) && analysis.planRow.finishes();
    const bool exceedsBatch = analysis.model->maximumWorkers && analysis.planP > *analysis.model->maximumWorkers;
    if (analysis.plan) {
        const QString predicted = toQString(chart.valueText(atPlan));
        const QString planText =
            hasMeasuredValue
                ? Tr::tr("%1 %2 · %3 predicted")
                      .arg(toQString(chart.valueText(*measured)),
                           value.measured ? toQString(speedupOriginName(value)) : Tr::tr("measured"), predicted)
            : analysis.planRow.finishes() ? predicted
            : exceedsBatch                ? Tr::tr("more than the batch has examples")
                                          : Tr::tr("never finishes");
        chart.addPlanMarker(analysis.planP, atPlan, Tr::tr("plan p %1").arg(analysis.planP), planText);
    }
    if (marks.pCommDominates && *marks.pCommDominates <= pMax) {
        MarkerSpec crossing;
        crossing.id = QStringLiteral("crossing");
        crossing.x = *marks.pCommDominates;
        if (const double y = curveValue(curve, analysis.prediction->row(*marks.pCommDominates), analysis);
            chart.isDrawable(y))
            crossing.y = y;
        crossing.label = Tr::tr("R = 1 from p = %1").arg(*marks.pCommDominates);
        crossing.role = ColorRole::Communication;
        chart.spec().markers.push_back(crossing);
    }
    if (chart.addPeak(QStringLiteral("pstar"), marks.pStar, curveValue(curve, analysis.pStarRow, analysis),
                      pStarLabel(analysis), curveColorRole(curve), true)) {
        PointSpec& handle = chart.spec().points.back();
        handle.subLabel = pStarSubLabel(curve, analysis, toQString(handle.subLabel));
        handle.draggable = curve == Curve::Speedup;
    }
    if (marks.kneeP == marks.pStar)
        return;
    const std::size_t before = chart.spec().points.size();
    chart.addLandmark(QStringLiteral("knee"), marks.kneeP, curveValue(curve, analysis.kneeRow, analysis),
                      (analysis.ladderOfRuns() ? Tr::tr("predicted knee %1") : Tr::tr("knee %1")).arg(marks.kneeP),
                      curveColorRole(curve), false);
    if ((analysis.ladderOfRuns() || curve == Curve::StepTime) &&
        chart.spec().points.size() > before)  // the rest takes priority
        chart.spec().points.back().isLabelOptional = true;
}

std::span<const VariantAnalysis> drawnVariants(const Analysis& analysis)
{
    return std::span(analysis.variants).first(std::min(analysis.variants.size(), mostDrawnVariants));
}

/// Why no p of the variant can be used, in a few words; empty if one can.
QString whyInfeasible(const VariantAnalysis& variant, int pMax)
{
    if (variant.feasible.smallestP(pMax))
        return {};
    const std::optional<FeasibilityProblem> problem =
        variant.feasible.findProblem(std::min(pMax, variant.feasible.workersInCopy()));
    return !problem || problem->limit == FeasibilityLimit::Memory ? Tr::tr("does not fit")
                                                                  : QString::fromLatin1(titleOf(problem->limit));
}

/// The fastest p of each variant that lies within the chart.
std::vector<std::pair<QString, PredictionRow>> variantPeaks(std::span<const VariantAnalysis> variants, int pMax)
{
    std::vector<std::pair<QString, PredictionRow>> peaks;
    for (const VariantAnalysis& variant : variants)
        if (variant.prediction && whyInfeasible(variant, pMax).isEmpty() &&
            variant.prediction->landmarks.pStar <= pMax && !variant.prediction->hasNoPStar())
            peaks.emplace_back(toQString(variant.name), variant.prediction->row(variant.prediction->landmarks.pStar));
    return peaks;
}

void addMeasuredLadders(CurveChart& chart, Curve curve, const Project& project, const Analysis& analysis)
{
    for (const Ladder& storedLadder : project.measurements.ladders) {
        Result<MeasuredLadder> asMeasured = analyseLadder(storedLadder);
        if (!asMeasured)
            continue;  // the Measure page shows the error
        asMeasured->conditions = conditionsOfRuns(storedLadder, project);
        const std::shared_ptr<const MeasuredLadder> ladder =
            ladderUnderConditions(*asMeasured, {project.baseline, project.target, project.design}, &*analysis.model);
        const QString key = toQString(ladder->name);
        QString name = key;
        if (ladder->scaling != project.plan.scaling)
            name = ladder->scaling == Scaling::Weak ? Tr::tr("%1 (weak scaling)").arg(name)
                                                    : Tr::tr("%1 (strong scaling)").arg(name);
        if (ladder->isCalibrated())
            name = Tr::tr("%1, calibrated, measured at %2").arg(name, toQString(ladder->measuredAt));
        ScalingCurve measuredCurve = curveOf(*ladder, storedLadder.provenance);
        const bool isSpeedupCurve = curve == Curve::Speedup || curve == Curve::Efficiency;
        if (const double factor = speedupAlignmentFactor(analysis, *ladder); factor != 1 && isSpeedupCurve) {
            measuredCurve = withBaseSpeedup(std::move(measuredCurve), ladder->baseP, factor * ladder->baseP);
            name = Tr::tr("%1, S(%2) as predicted").arg(name).arg(ladder->baseP);
        } else if (ladder->baseP > 1 && curve != Curve::StepTime) {
            name = Tr::tr("%1, S(%2) taken as %2").arg(name).arg(ladder->baseP);
        }
        if (curve == Curve::StepTime) {
            const std::optional<double> steps =
                knownStepsPerMeasuredTime(*analysis.model, storedLadder, *asMeasured, project.plan);
            if (!steps)
                continue;  // The Measure page asks how many steps a time covers.
            measuredCurve.isThroughput = false;
            for (double& seconds : measuredCurve.timeS)
                seconds /= *steps;
            for (std::optional<Interval>& interval : measuredCurve.timeIntervals)
                if (interval)
                    interval = Interval{interval->low / *steps, interval->high / *steps, interval->level};
        }
        chart.addMeasuredPoints(measuredCurve, key, name, CurveChart::PointLabels::Values);
    }
}

void addAlternatives(CurveChart& chart, const Project& project, const Analysis& analysis, int pMax)
{
    std::vector<Prediction> others;
    for (const Pattern pattern : possibleSubstitutes(interchangeablePatterns(analysis.model->primaryExchange().pattern),
                                                     project.design, project.target))
        if (pattern != analysis.model->primaryExchange().pattern)
            others.push_back(predict(withPattern(*analysis.model, pattern), pMax));
    const auto bestSpeedup = [](const Prediction& each) { return each.row(each.landmarks.pStar).speedup; };
    std::stable_sort(others.begin(), others.end(), [&](const Prediction& one, const Prediction& other) {
        return bestSpeedup(one) > bestSpeedup(other);
    });
    constexpr std::size_t labelledCount = 2;  // with the design's own pattern, three curves are labelled
    for (std::size_t i = others.size(); i-- > 0;) {
        const Pattern pattern = others[i].model.primaryExchange().pattern;
        chart.addCurve(curveOf(others[i], pMax),
                       i < labelledCount ? CurveRole::AlternativePattern : CurveRole::OtherPattern,
                       QString::fromLatin1(patternName(pattern)), toQString(titleOf(pattern)),
                       i < labelledCount ? toQString(titleOf(pattern)) : QString());
    }
}

/// The parts as stacked areas on a linear axis. Areas cannot be stacked on a logarithmic axis, so there the parts and
/// their sum are lines.
void addStepTimeParts(ChartSpec& spec, const Prediction& prediction, int pMax)
{
    const PredictionColumns& columns = prediction.columns;
    const std::vector<double> p = curveSampleP(pMax);
    const auto area = [&](const char* key, const QString& name, const std::vector<double>& column, ColorRole role) {
        SeriesSpec series;
        series.key = QString::fromLatin1(key);
        series.name = series.label = name;
        series.x = p;
        series.y = interpolateColumn(p, column);
        series.role = role;
        if (spec.y.scale != AxisScale::Linear && column.front() == 0)  // no curve from zero, which is not on the axis
            std::fill_n(series.y.begin(), std::ranges::lower_bound(p, 2.0) - p.begin(), std::nan(""));
        if (spec.y.scale == AxisScale::Linear) {
            series.fill = Fill::Stacked;
            series.width = 1;
        }
        spec.series.push_back(series);
    };
    // A part that would be thinner than a line at every p is left out, and so is its name.
    const auto isNonzero = [&](const std::vector<double>& column) {
        constexpr double visibleShare = 0.003;
        for (std::size_t i = 0; i < std::min(column.size(), static_cast<std::size_t>(pMax)); ++i)
            if (std::isfinite(column[i]) && std::abs(column[i]) > visibleShare * columns.tStep[i])
                return true;
        return false;
    };
    if (const ScalingModel& model = prediction.model; model.terms.readingTimeS > 0) {
        std::vector<double> compute = columns.tComp, reading(compute.size());
        for (std::size_t i = 0; i < compute.size(); ++i) {
            reading[i] = readingTimePerWorkerS(model, usefulWorkers(model.terms, static_cast<int>(i) + 1));
            compute[i] -= reading[i];
        }
        area("t_comp", Tr::tr("compute"), compute, ColorRole::Compute);
        area("t_io", Tr::tr("reading"), reading, ColorRole::InputOutput);
    } else {
        area("t_comp", Tr::tr("compute"), columns.tComp, ColorRole::Compute);
    }
    if (spec.y.scale != AxisScale::Linear)
        area("t_step", Tr::tr("step"), columns.tStep, ColorRole::Ink);
    area("t_comm",
         columns.hiddenComm.empty() || !isNonzero(columns.hiddenComm) ? Tr::tr("communication")
                                                                      : Tr::tr("exposed communication"),
         columns.tComm, ColorRole::Communication);
    if (isNonzero(columns.tCoordination))
        area("t_coordination", Tr::tr("coordination"), columns.tCoordination, ColorRole::SoftInk);
    if (isNonzero(columns.tWait))
        area("t_wait", Tr::tr("waiting"), columns.tWait, ColorRole::Waiting);
    if (isNonzero(columns.tFailure))
        area("t_failure", Tr::tr("failures"), columns.tFailure, ColorRole::Warning);
}

void scaleAxis(CurveChart& chart, Curve curve, const Project& project, const Analysis& analysis, int pMax)
{
    if (curve == Curve::Cost)
        chart.spec().y.title = !hasPrice(project) ? Tr::tr("cost relative to one worker")
                               : analysis.model   ? Tr::tr("cost of %1").arg(toQString(runDescription(*analysis.model)))
                                                  : Tr::tr("cost");
    if (!analysis.prediction)
        return;
    if (curve == Curve::Speedup)
        chart.fitYAxisTo(largestShownSpeedup(analysis, pMax));
    if (curve == Curve::StepTime && !chart.spec().isThumbnail) {
        const double plan = analysis.planRow.finishes() ? analysis.planRow.tStepS * 1.2 : 0;
        const std::vector<double>& times = analysis.prediction->columns.tStep;
        const double longest =
            *std::max_element(times.begin(), times.begin() + std::min<std::ptrdiff_t>(std::ssize(times), pMax));
        constexpr double labelRoom = 1.4;  // above flat areas, so that no label covers them
        constexpr double largestLinearRange = 10, smallestShownShare = 0.05;
        if (largestLinearRange * analysis.pStarRow.tStepS < longest) {
            // One machine's time would dwarf the rest.
            chart.spec().y.scale = AxisScale::Log10;
            chart.spec().y.low = smallestShownShare * analysis.pStarRow.tStepS;
        } else if (labelRoom * plan > longest) {
            chart.spec().y.low = 0;
            chart.spec().y.high = labelRoom * longest;
        }
    }
}

}  // namespace

ScalingModel withPattern(ScalingModel model, Pattern pattern)
{
    model.primaryExchange().pattern = pattern;
    return model;
}

bool hasPrice(const Project& project)
{
    return project.target.priceUsdPerHour && project.target.priceUsdPerHour->value > 0;
}

QString curveName(Curve curve)
{
    constexpr std::array names{"speedup", "efficiency", "step-time", "comm-to-compute", "cost"};
    return QLatin1String(names.at(static_cast<std::size_t>(curve)));
}

QString curveTitle(Curve curve, const Project& project)
{
    switch (curve) {
    case Curve::Speedup:
        return project.plan.scaling == Scaling::Weak ? Tr::tr("Scaled speedup S(p)") : Tr::tr("Speedup S(p)");
    case Curve::Efficiency: return Tr::tr("Efficiency E(p)");
    case Curve::StepTime: return Tr::tr("Step time T(p)");
    case Curve::CommToCompute: return Tr::tr("Comm / compute R(p)");
    case Curve::Cost: return project.plan.steps ? Tr::tr("Cost per run") : Tr::tr("Cost per step");
    }
    return {};
}

int drawnMaximumP(const Analysis& analysis, const CurveView& view)
{
    if (view.showsWholeSearch || view.isHidden)  // an axis up to twice p* would reveal p*
        return std::min(view.isHidden ? 1024 : analysis.pMax, analysis.pMax);
    return std::min(view.axisMaximumP.value_or(axisEnd(largestChartedP(analysis), analysis.pMax)), analysis.pMax);
}

ChartSpec curveChart(Curve curve, const Project& project, const Analysis& analysis, const CurveView& view)
{
    const int pMax = drawnMaximumP(analysis, view);
    if (view.isThumbnail && curve == Curve::Speedup && !view.isHidden)
        return speedupThumbnail(analysis, pMax, curveTitle(curve, project));
    CurveChart chart(curve, pMax, hasPrice(project), view.isThumbnail);
    if (curve == Curve::Speedup && analysis.model && analysis.model->scaling == Scaling::Weak)
        chart.useLogLogScale();
    scaleAxis(chart, curve, project, analysis, pMax);
    if (!analysis.prediction) {
        if (!view.isThumbnail)
            chart.spec().emptyText = missingPredictionText(project, analysis);
        return chart.takeSpec();
    }
    if (curve != Curve::StepTime && curve != Curve::Cost && !view.isThumbnail)
        chart.addIdealLine();
    if (view.isHidden) {
        if (curve == Curve::Speedup) {
            chart.spec().y.low = chart.spec().y.scale == AxisScale::Linear ? 0 : 1;
            chart.spec().y.high = std::max(4.0, std::exp2(std::ceil(std::log2(analysis.pStarRow.speedup * 1.6))));
        }
        MarkerSpec guess;
        guess.id = QStringLiteral("guess");
        guess.x = view.guess.value_or(1);
        guess.label =
            view.guess ? Tr::tr("your guess: p* %1").arg(*view.guess) : Tr::tr("Drag me or type p: where is the peak?");
        guess.kind = MarkerSpec::Kind::Flag;
        guess.draggable = true;
        chart.spec().markers.push_back(guess);
        return chart.takeSpec();
    }

    if (!view.isThumbnail && curve != Curve::StepTime) {
        if (view.comparePatterns)
            addAlternatives(chart, project, analysis, pMax);
        CurveChart own(curve, pMax);
        own.addCurve(curveOf(*analysis.prediction, pMax), CurveRole::Main, {}, {});
        for (const VariantAnalysis& variant : drawnVariants(analysis))
            if (const QString reason = whyInfeasible(variant, pMax); !reason.isEmpty()) {
                SeriesSpec note{.key = toQString(variant.name), .isGhost = true};  // without values: a note
                note.label = Tr::tr("%1: %2").arg(toQString(variant.name), reason);
                chart.spec().series.push_back(std::move(note));
            } else if (variant.prediction) {
                chart.addCurve(curveOf(*variant.prediction, pMax), CurveRole::ProjectVariant, toQString(variant.name),
                               toQString(variant.name), toQString(variant.name));
                hideWhereEqual(chart, own.spec().series.front());
            }
    }
    const ScalingCurve predicted =
        curveOf(*analysis.prediction, pMax, analysis.band && curve == Curve::Speedup ? &*analysis.band : nullptr);
    if (!predicted.speedupIntervals.empty())
        chart.addSpeedupBand(predicted, Tr::tr("range of S"));
    if (curve == Curve::StepTime)
        addStepTimeParts(chart.spec(), *analysis.prediction, pMax);
    else
        chart.addCurve(predicted, CurveRole::Main,
                       curveName(curve).replace(QLatin1Char('-'), QLatin1Char('_')),  // the table column
                       curveTitle(curve, project),
                       view.comparePatterns && !view.isThumbnail
                           ? toQString(titleOf(analysis.model->primaryExchange().pattern))
                           : QString());
    if (!view.isThumbnail)
        addInfeasibleRanges(chart.spec(), analysis.feasible.infeasibleRanges(pMax), pMax);
    if (curve != Curve::StepTime && !view.isThumbnail)
        chart.fadeLastCurveBeyond(lastMeasuredP(analysis));
    if (view.isThumbnail) {
        if (analysis.plan)
            chart.addPlanMarker(analysis.planP, std::nullopt);
        return chart.takeSpec();
    }
    addMeasuredLadders(chart, curve, project, analysis);
    const auto peaks = variantPeaks(drawnVariants(analysis), pMax);
    if (curve == Curve::Speedup) {  // the chart includes the measured points
        double highest = largestShownSpeedup(analysis, pMax);
        for (const MeasuredSpec& points : chart.spec().measured)
            for (const double y : points.y)
                highest = std::max(highest, y);
        for (const auto& [name, peak] : peaks)  // and the peaks of all variants, for example "p* 42 becomes 27"
            highest = std::max(highest, peak.speedup);
        chart.fitYAxisTo(highest);
    }
    addLandmarks(chart, curve, project, analysis, pMax);
    if (curve == Curve::Speedup)
        for (const auto& [name, peak] : peaks)
            chart.addPeak(name + QStringLiteral("_peak"), peak.p, peak.speedup, Tr::tr("p* %1").arg(peak.p),
                          curveColorRole(curve), false);
    if (view.guess && curve == Curve::Speedup && *view.guess <= pMax)
        chart.addLandmark(QStringLiteral("guess"), *view.guess, analysis.prediction->row(*view.guess).speedup,
                          Tr::tr("your guess %1").arg(*view.guess), ColorRole::Ink, false);
    return chart.takeSpec();
}

}  // namespace scalewright::ui

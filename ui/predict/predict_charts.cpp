#include "ui/predict/predict_charts.h"

#include <algorithm>
#include <cmath>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/shown_range.h"
#include "core/decision/analysis/value_at_p.h"
#include "core/decision/attribution/ledger.h"
#include "core/design/slots/stand_ins.h"
#include "core/evidence/ladder/ladder.h"
#include "core/model/scaling/algorithm_map.h"
#include "core/model/scaling/pattern.h"
#include "core/model/scaling/run_cost.h"
#include "core/model/scaling/work_share.h"
#include "ui/charts/speedup_thumbnail.h"
#include "ui/predict/predict_words.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

using namespace predicting;

namespace {

// A number of the curve at one row; the cost falls back to multiples of one worker's where there is no price.
double valueOf(Curve curve, const PredictionRow& row, const Analysis& analysis)
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

QString pStarLabel(const Analysis& analysis)
{
    const Landmarks& marks = analysis.prediction->landmarks;
    if (marks.pStar == 1)
        return Tr::tr("p* 1: no gain from more");
    if (marks.pStarAtLimit && endsWithTheBatch(*analysis.model, analysis.prediction->pMax))
        return Tr::tr("p* %1, the whole batch").arg(marks.pStar);
    if (marks.pStarAtLimit)
        return Tr::tr("p = %1").arg(marks.pStar);
    return Tr::tr("p* %1 (fastest)").arg(marks.pStar);
}

QString pStarSubLabel(Curve curve, const Analysis& analysis, QString value)
{
    if (analysis.prediction->noPStar())
        value = Tr::tr("the edge of the search, %1").arg(value);
    else if (analysis.runs() && analysis.prediction->landmarks.pStar > analysis.runs()->rungs.back().p)
        value = Tr::tr("%1, extrapolated").arg(value);
    const bool ranged = analysis.band && analysis.band->pStarLow != analysis.band->pStarHigh;
    if (curve != Curve::Speedup || !ranged)
        return value;
    if (analysis.band->pStarHighAtEdge)
        return Tr::tr("%1, p* from %2 to beyond %3")
            .arg(value)
            .arg(analysis.band->pStarLow)
            .arg(analysis.band->pStarHigh);
    return Tr::tr("%1, p* in [%2, %3]").arg(value).arg(analysis.band->pStarLow).arg(analysis.band->pStarHigh);
}

/// What the runs say of the curve at the plan's p; absent where they do not tell it.
std::optional<double> measuredAtPlan(Curve curve, const Project& project, const Analysis& analysis)
{
    const ValueAtP value = valueAtP(analysis, analysis.planP);
    switch (curve) {
    case Curve::Speedup: return value.measured;
    case Curve::Efficiency: return value.measured ? std::optional(*value.measured / analysis.planP) : std::nullopt;
    case Curve::StepTime: return measuredStepS(project, analysis, analysis.planP);
    case Curve::Cost: {
        const RunAtP run = runAtP(project, analysis, analysis.planP);
        return run.measured && run.ofAStep == !analysis.model->stepsAreTheRuns ? run.costUsd : std::nullopt;
    }
    case Curve::CommToCompute: break;
    }
    return std::nullopt;
}

void addLandmarks(CurveChart& chart, Curve curve, const Project& project, const Analysis& analysis, int pMax)
{
    const Landmarks& marks = analysis.prediction->landmarks;
    const double atPlan = valueOf(curve, analysis.atPlan, analysis);
    const ValueAtP value = valueAtP(analysis, analysis.planP);
    const std::optional<double> measured = value.predicted ? measuredAtPlan(curve, project, analysis) : std::nullopt;
    const bool tells = measured && std::isfinite(*measured) && analysis.atPlan.finishes();
    const bool outOfBatch = analysis.model->mostWorkers && analysis.planP > *analysis.model->mostWorkers;
    chart.addPlan(analysis.planP, atPlan,
                  Tr::tr("plan p %1 · %2")
                      .arg(analysis.planP)
                      .arg(tells                        ? Tr::tr("%1 %2").arg(chart.text(*measured),
                                                       value.measured ? qt(valueMark(value)) : Tr::tr("measured"))
                                                  : analysis.atPlan.finishes() ? chart.text(atPlan)
                           : outOfBatch                 ? Tr::tr("more than the batch has examples")
                                                        : Tr::tr("never finishes")));
    if (tells && !chart.spec().markers.empty())
        chart.spec().markers.back().subLabel = Tr::tr("%1 predicted").arg(chart.text(atPlan));
    if (marks.pCommDominates && *marks.pCommDominates <= pMax) {
        MarkerSpec crossing;
        crossing.id = QStringLiteral("crossing");
        crossing.x = *marks.pCommDominates;
        if (const double y = valueOf(curve, analysis.prediction->row(*marks.pCommDominates), analysis);
            chart.drawable(y))
            crossing.y = y;
        crossing.label = Tr::tr("R = 1 from p = %1").arg(*marks.pCommDominates);
        crossing.role = Role::Communication;
        chart.spec().markers.push_back(crossing);
    }
    if (chart.addPeak(QStringLiteral("pstar"), marks.pStar, valueOf(curve, analysis.atPStar, analysis),
                      pStarLabel(analysis), roleOf(curve), true)) {
        PointSpec& handle = chart.spec().points.back();
        handle.subLabel = pStarSubLabel(curve, analysis, handle.subLabel);
        handle.draggable = curve == Curve::Speedup;
    }
    if (marks.kneeP == marks.pStar)
        return;
    const std::size_t before = chart.spec().points.size();
    chart.addPoint(QStringLiteral("knee"), marks.kneeP, valueOf(curve, analysis.atKnee, analysis),
                   (analysis.runs() ? Tr::tr("predicted knee %1") : Tr::tr("knee %1")).arg(marks.kneeP), roleOf(curve),
                   false);
    if (analysis.runs() && chart.spec().points.size() > before)  // what was measured goes first
        chart.spec().points.back().labelOptional = true;
}

/// The fastest p of every variant that has one in sight.
std::vector<std::pair<QString, PredictionRow>> peaksOf(const std::vector<VariantAnalysis>& variants, int pMax)
{
    std::vector<std::pair<QString, PredictionRow>> peaks;
    for (const VariantAnalysis& variant : variants)
        if (variant.prediction && variant.prediction->landmarks.pStar <= pMax && !variant.prediction->noPStar())
            peaks.emplace_back(qt(variant.name), variant.prediction->row(variant.prediction->landmarks.pStar));
    return peaks;
}

void addMeasured(CurveChart& chart, Curve curve, const Project& project, const Analysis& analysis)
{
    for (const Ladder& given : project.measurements.ladders) {
        const Result<MeasuredLadder> ladder = measured(given);
        if (!ladder)
            continue;  // the Measure page says what is wrong with it
        const QString key = qt(ladder->name);
        QString name = key;
        if (ladder->scaling != project.plan.scaling)
            name = ladder->scaling == Scaling::Weak ? Tr::tr("%1 (weak scaling)").arg(name)
                                                    : Tr::tr("%1 (strong scaling)").arg(name);
        ScalingCurve shown = curveOf(*ladder, given.provenance);
        const bool ofSpeedup = curve == Curve::Speedup || curve == Curve::Efficiency;
        if (const double factor = besidePrediction(analysis, *ladder); factor != 1 && ofSpeedup) {
            shown = withSpeedupAt(std::move(shown), ladder->baseP, factor * ladder->baseP);
            name = Tr::tr("%1, S(%2) as predicted").arg(name).arg(ladder->baseP);
        } else if (ladder->baseP > 1 && curve != Curve::StepTime) {
            name = Tr::tr("%1, S(%2) taken as %2").arg(name).arg(ladder->baseP);
        }
        if (curve == Curve::StepTime) {
            const std::optional<double> steps = knownStepsPerTime(*analysis.model, given, *ladder, project.plan);
            if (!steps)
                continue;  // Measure asks how many steps a time holds
            shown.isThroughput = false;
            for (double& seconds : shown.timeS)
                seconds /= *steps;
            for (std::optional<Interval>& interval : shown.timeInterval)
                if (interval)
                    interval = Interval{interval->low / *steps, interval->high / *steps, interval->level};
        }
        chart.addMeasured(shown, key, name, CurveChart::PointLabels::Values);
    }
}

void addAlternatives(CurveChart& chart, const Project& project, const Analysis& analysis, int pMax)
{
    std::vector<Prediction> others;
    for (const Pattern pattern :
         standIns(interchangeable(analysis.model->first().pattern), project.design, project.target))
        if (pattern != analysis.model->first().pattern)
            others.push_back(predict(withPattern(*analysis.model, pattern), pMax));
    const auto best = [](const Prediction& each) { return each.row(each.landmarks.pStar).speedup; };
    std::stable_sort(others.begin(), others.end(),
                     [&](const Prediction& one, const Prediction& other) { return best(one) > best(other); });
    constexpr std::size_t beside = 2;  // with its own, three stand out
    for (std::size_t i = others.size(); i-- > 0;) {
        const Pattern pattern = others[i].model.first().pattern;
        chart.addCurve(curveOf(others[i], pMax), i < beside ? CurvePart::Alternative : CurvePart::Rest,
                       QString::fromLatin1(patternName(pattern)), qt(titleOf(pattern)),
                       i < beside ? qt(titleOf(pattern)) : QString());
    }
}

void addStack(ChartSpec& spec, const Prediction& prediction, int pMax)
{
    const PredictionColumns& columns = prediction.columns;
    const std::vector<double> p = drawnP(pMax);
    const auto area = [&](const char* key, const QString& name, const std::vector<double>& column, Role role) {
        SeriesSpec series;
        series.key = QString::fromLatin1(key);
        series.name = series.label = name;
        series.x = p;
        series.y = drawnAt(p, column);
        series.role = role;
        series.fill = Fill::Stacked;
        series.width = 1;
        spec.series.push_back(series);
    };
    const auto given = [&](const std::vector<double>& column) {
        return std::any_of(column.begin(), column.begin() + std::min<std::ptrdiff_t>(std::ssize(column), pMax),
                           [](double s) { return s != 0; });
    };
    if (const ScalingModel& model = prediction.model; model.terms.readingS > 0) {
        std::vector<double> compute = columns.tComp, reading(compute.size());
        for (std::size_t i = 0; i < compute.size(); ++i) {
            reading[i] = readingShareS(model, usefulWorkers(model.terms, static_cast<int>(i) + 1));
            compute[i] -= reading[i];
        }
        area("t_comp", Tr::tr("compute"), compute, Role::Compute);
        area("t_io", Tr::tr("reading"), reading, Role::InputOutput);
    } else {
        area("t_comp", Tr::tr("compute"), columns.tComp, Role::Compute);
    }
    area("t_comm",
         columns.hiddenComm.empty() || !given(columns.hiddenComm) ? Tr::tr("communication")
                                                                  : Tr::tr("exposed communication"),
         columns.tComm, Role::Communication);
    if (given(columns.tCoordination))
        area("t_coordination", Tr::tr("coordination"), columns.tCoordination, Role::Soft);
    if (given(columns.tWait))
        area("t_wait", Tr::tr("waiting"), columns.tWait, Role::Waiting);
    if (given(columns.tFailure))
        area("t_failure", Tr::tr("failures"), columns.tFailure, Role::Warning);
}

void scale(CurveChart& chart, Curve curve, const Project& project, const Analysis& analysis, int pMax)
{
    if (curve == Curve::Cost)
        chart.spec().y.title = !priced(project) ? Tr::tr("cost, of one worker’s")
                               : analysis.model ? Tr::tr("cost of %1").arg(qt(runOf(*analysis.model)))
                                                : Tr::tr("cost");
    if (!analysis.prediction)
        return;
    if (curve == Curve::Speedup)
        chart.scaleTo(tallestShown(analysis, pMax));
    if (curve == Curve::StepTime && !chart.spec().thumbnail) {  // without an axis a cut would look like a plateau
        // One machine's time dwarfs what the chart is about; the areas leave at the top.
        const double plan = analysis.atPlan.finishes() ? analysis.atPlan.tStepS * 1.2 : 0;
        const double tallest = std::max(analysis.atPStar.tStepS * 5, plan);
        const std::vector<double>& times = analysis.prediction->columns.tStep;
        if (tallest <
            *std::max_element(times.begin(), times.begin() + std::min<std::ptrdiff_t>(std::ssize(times), pMax))) {
            chart.spec().y.low = 0;
            chart.spec().y.high = tallest;
        }
    }
}

}  // namespace

ScalingModel withPattern(ScalingModel model, Pattern pattern)
{
    model.first().pattern = pattern;
    return model;
}

QString curveName(Curve curve)
{
    switch (curve) {
    case Curve::Speedup: return QStringLiteral("speedup");
    case Curve::Efficiency: return QStringLiteral("efficiency");
    case Curve::StepTime: return QStringLiteral("step-time");
    case Curve::CommToCompute: return QStringLiteral("comm-to-compute");
    case Curve::Cost: return QStringLiteral("cost");
    }
    return {};
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

int drawnPMax(const Analysis& analysis, const CurveView& view)
{
    if (view.whole || view.hidden)  // twice p* would tell where it lies
        return std::min(view.hidden ? 1024 : analysis.pMax, analysis.pMax);
    return std::min(view.reach.value_or(axisEnd(shownReach(analysis), analysis.pMax)), analysis.pMax);
}

ChartSpec curveChart(Curve curve, const Project& project, const Analysis& analysis, const CurveView& view)
{
    const int pMax = drawnPMax(analysis, view);
    if (view.thumbnail && curve == Curve::Speedup && !view.hidden)
        return speedupThumbnail(analysis, pMax, curveTitle(curve, project));
    CurveChart chart(curve, pMax, priced(project), view.thumbnail);
    if (curve == Curve::Speedup && analysis.model && analysis.model->scaling == Scaling::Weak)
        chart.setLogLog();
    scale(chart, curve, project, analysis, pMax);
    if (!analysis.prediction) {
        if (!view.thumbnail)
            chart.spec().emptyText = missingText(project, analysis);
        return chart.take();
    }
    if (curve != Curve::StepTime && curve != Curve::Cost && !view.thumbnail)
        chart.addIdeal();
    if (view.hidden) {
        if (curve == Curve::Speedup) {
            chart.spec().y.low = chart.spec().y.scale == AxisScale::Linear ? 0 : 1;
            chart.spec().y.high = std::max(4.0, std::exp2(std::ceil(std::log2(analysis.atPStar.speedup * 1.6))));
        }
        MarkerSpec guess;
        guess.id = QStringLiteral("guess");
        guess.x = view.guess.value_or(1);
        guess.label = view.guess ? Tr::tr("your guess: p* %1").arg(*view.guess)
                                 : Tr::tr("Drag me or type p: where does the curve peak?");
        guess.kind = MarkerSpec::Kind::Flag;
        guess.draggable = true;
        chart.spec().markers.push_back(guess);
        return chart.take();
    }

    if (!view.thumbnail && curve != Curve::StepTime) {
        if (view.comparePatterns)
            addAlternatives(chart, project, analysis, pMax);
        for (const VariantAnalysis& variant : analysis.variants)
            if (variant.prediction)
                chart.addCurve(curveOf(*variant.prediction, pMax), CurvePart::Variant, qt(variant.name),
                               qt(variant.name), qt(variant.name));
    }
    const ScalingCurve predicted =
        curveOf(*analysis.prediction, pMax, analysis.band && curve == Curve::Speedup ? &*analysis.band : nullptr);
    if (!predicted.speedupInterval.empty())
        chart.addBand(predicted, Tr::tr("range of S"));
    if (curve == Curve::StepTime)
        addStack(chart.spec(), *analysis.prediction, pMax);
    else
        chart.addCurve(
            predicted, CurvePart::Main,
            curveName(curve).replace(QLatin1Char('-'), QLatin1Char('_')),  // the table's column
            curveTitle(curve, project),
            view.comparePatterns && !view.thumbnail ? qt(titleOf(analysis.model->first().pattern)) : QString());
    if (curve != Curve::StepTime && !view.thumbnail)
        chart.fadeFrom(lastMeasuredP(analysis));
    if (view.thumbnail) {
        chart.addPlan(analysis.planP, std::nullopt, {});
        return chart.take();
    }
    addMeasured(chart, curve, project, analysis);
    const auto peaks = peaksOf(analysis.variants, pMax);
    if (curve == Curve::Speedup) {  // what was measured is in sight
        double tallest = tallestShown(analysis, pMax);
        for (const MeasuredSpec& points : chart.spec().measured)
            for (const double y : points.y)
                tallest = std::max(tallest, y);
        for (const auto& [name, best] : peaks)  // so is the peak of every variant: "p* 42 becomes 27"
            tallest = std::max(tallest, best.speedup);
        chart.scaleTo(tallest);
    }
    addLandmarks(chart, curve, project, analysis, pMax);
    if (curve == Curve::Speedup)
        for (const auto& [name, best] : peaks)
            chart.addPeak(name + QStringLiteral("_peak"), best.p, best.speedup, Tr::tr("p* %1").arg(best.p),
                          roleOf(curve), false);
    if (view.guess && curve == Curve::Speedup && *view.guess <= pMax)
        chart.addPoint(QStringLiteral("guess"), *view.guess, analysis.prediction->row(*view.guess).speedup,
                       Tr::tr("your guess %1").arg(*view.guess), Role::Ink, false);
    return chart.take();
}

}  // namespace scalewright::ui

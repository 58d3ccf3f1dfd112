#include "ui/predict/predict_charts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/ladder/ladder.h"
#include "core/scaling/algorithm_map.h"
#include "ui/words/pattern_names.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

using namespace words;

namespace {

// A number of the curve at one row; the cost falls back to multiples of one worker's where there is no price.
double valueOf(Curve curve, const PredictionRow& row, const Analysis& analysis)
{
    switch (curve) {
    case Curve::Speedup: return row.speedup;
    case Curve::Efficiency: return row.efficiency;
    case Curve::StepTime: return row.tStepS;
    case Curve::CommToCompute: return row.commToCompute;
    case Curve::Cost: return row.costUsd ? *row.costUsd : analysis.prediction->row(1).efficiency / row.efficiency;
    }
    return 0;
}

NumberStyle styleOf(Curve curve, bool priced)
{
    switch (curve) {
    case Curve::Speedup: return {NumberStyle::Kind::Times};
    case Curve::Efficiency: return {NumberStyle::Kind::Percent};
    case Curve::StepTime: return {NumberStyle::Kind::Amount, Dimension::Time};
    case Curve::CommToCompute: return {NumberStyle::Kind::Plain};
    case Curve::Cost: break;
    }
    return priced ? NumberStyle{NumberStyle::Kind::Amount, Dimension::Money} : NumberStyle{NumberStyle::Kind::Times};
}

std::vector<double> firstOf(const std::vector<double>& column, int count)
{
    return {column.begin(), column.begin() + count};
}

// With a gap where a run never finishes.
std::vector<double> finiteOf(const std::vector<double>& column, int count)
{
    std::vector<double> values = firstOf(column, count);
    for (double& each : values)
        if (!std::isfinite(each))
            each = std::numeric_limits<double>::quiet_NaN();
    return values;
}

std::vector<double> columnOf(Curve curve, const Prediction& prediction, int count)
{
    const PredictionColumns& columns = prediction.columns;
    switch (curve) {
    case Curve::Speedup: return firstOf(columns.speedup, count);
    case Curve::Efficiency: return firstOf(columns.efficiency, count);
    case Curve::StepTime: return firstOf(columns.tStep, count);
    case Curve::CommToCompute: {
        std::vector<double> ratios = firstOf(columns.commToCompute, count);
        for (double& ratio : ratios)
            if (ratio <= 0)
                ratio = std::numeric_limits<double>::quiet_NaN();  // a gap: zero has no place on a log axis
        return ratios;
    }
    case Curve::Cost: break;
    }
    if (prediction.model.priceUsdPerHour && *prediction.model.priceUsdPerHour > 0)
        return finiteOf(columns.cost, count);
    std::vector<double> relative = firstOf(columns.efficiency, count);
    for (double& each : relative)
        each = columns.efficiency.front() / each;
    return finiteOf(relative, count);
}

Role roleOf(Curve curve)
{
    switch (curve) {
    case Curve::CommToCompute: return Role::Communication;
    case Curve::Cost: return Role::Money;
    default: return Role::Compute;
    }
}

std::vector<double> drawnP(int pMax)
{
    std::vector<double> p;
    constexpr int parts = 8;
    for (int whole = 1; whole < pMax; ++whole)
        for (int part = 0; part < (whole < firstUnrefined ? parts : 1); ++part)
            p.push_back(whole + static_cast<double>(part) / parts);
    p.push_back(pMax);
    return p;
}

std::vector<double> drawnAt(const std::vector<double>& p, const std::vector<double>& column)
{
    std::vector<double> values;
    values.reserve(p.size());
    for (const double each : p) {
        const auto whole = static_cast<std::size_t>(each);
        const double part = each - static_cast<double>(whole);
        // Not std::lerp: it answers a gap with the other end.
        values.push_back(part > 0 ? column[whole - 1] + part * (column[whole] - column[whole - 1]) : column[whole - 1]);
    }
    return values;
}

void setDrawn(SeriesSpec& series, const std::vector<double>& column)
{
    series.x = drawnP(static_cast<int>(column.size()));
    series.y = drawnAt(series.x, column);
    const auto first = std::find_if(series.y.begin(), series.y.end(), [](double y) { return std::isfinite(y); }) - series.y.begin();
    series.x.erase(series.x.begin(), series.x.begin() + first);
    series.y.erase(series.y.begin(), series.y.begin() + first);
}

SeriesSpec idealLine(Curve curve, int pMax)
{
    SeriesSpec ideal;
    ideal.key = QStringLiteral("ideal");
    ideal.name = Tr::tr("ideal");
    ideal.label = Tr::tr("ideal");
    ideal.role = Role::Waiting;
    ideal.width = 1;
    ideal.line = LineStyle::Dashed;
    ideal.reference = true;
    if (curve == Curve::Speedup) {
        constexpr int perOctave = 16;  // a straight line is curved on a log axis
        for (int i = 0; i <= perOctave * std::log2(pMax); ++i)
            ideal.x.push_back(std::exp2(static_cast<double>(i) / perOctave));
        ideal.y = ideal.x;
    } else {
        ideal.x = {1, static_cast<double>(pMax)};
        ideal.y = {1, 1};
        if (curve == Curve::CommToCompute)
            ideal.label = Tr::tr("R = 1: moving data costs as much as the work");
    }
    return ideal;
}

QString pStarLabel(const Analysis& analysis)
{
    const Landmarks& marks = analysis.prediction->landmarks;
    if (marks.pStar == 1)
        return Tr::tr("p* 1: no gain from more");
    if (marks.pStarAtLimit)
        return Tr::tr("p = %1, the edge of the search").arg(marks.pStar);
    return Tr::tr("p* %1 (fastest)").arg(marks.pStar);
}

QString pStarSubLabel(Curve curve, const Analysis& analysis, const QString& value)
{
    const bool ranged = analysis.band && analysis.band->pStarLow != analysis.band->pStarHigh;
    if (curve != Curve::Speedup || !ranged)
        return value;
    return Tr::tr("%1, p* in [%2, %3]").arg(value).arg(analysis.band->pStarLow).arg(analysis.band->pStarHigh);
}

void addLandmarks(ChartSpec& spec, Curve curve, const Project& project, const Analysis& analysis, int pMax)
{
    const NumberStyle style = styleOf(curve, priced(project));
    const Landmarks& marks = analysis.prediction->landmarks;
    const double atPlan = valueOf(curve, analysis.atPlan, analysis);
    // Zero has no place on a log axis, and what never finishes none on any.
    const auto drawable = [curve](double y) { return std::isfinite(y) && (curve != Curve::CommToCompute || y > 0); };

    if (analysis.planP <= pMax) {
        MarkerSpec plan;
        plan.id = QStringLiteral("plan");
        plan.x = analysis.planP;
        if (drawable(atPlan))
            plan.y = atPlan;
        plan.label = Tr::tr("plan p %1 · %2")
                         .arg(analysis.planP)
                         .arg(analysis.atPlan.finishes() ? formatNumber(atPlan, style) : Tr::tr("never finishes"));
        plan.kind = MarkerSpec::Kind::Flag;
        plan.draggable = true;
        spec.markers.push_back(plan);
    }
    if (marks.pCommDominates && *marks.pCommDominates <= pMax) {
        MarkerSpec crossing;
        crossing.id = QStringLiteral("crossing");
        crossing.x = *marks.pCommDominates;
        if (const double y = valueOf(curve, analysis.prediction->row(*marks.pCommDominates), analysis); drawable(y))
            crossing.y = y;
        crossing.label = Tr::tr("R = 1 from %1").arg(*marks.pCommDominates);
        crossing.role = Role::Communication;
        spec.markers.push_back(crossing);
    }
    const auto point = [&](const char* id, int p, const QString& label, const PredictionRow& row, bool filled) {
        const double y = valueOf(curve, row, analysis);
        if (p > pMax || !drawable(y))
            return;
        PointSpec spot;
        spot.id = QString::fromLatin1(id);
        spot.x = p;
        spot.y = y;
        spot.label = label;
        spot.subLabel = formatNumber(y, style);
        spot.role = roleOf(curve);
        spot.filled = filled;
        if (filled)
            spot.subLabel = pStarSubLabel(curve, analysis, spot.subLabel);
        spot.draggable = filled && curve == Curve::Speedup;
        spec.points.push_back(spot);
    };
    point("pstar", marks.pStar, pStarLabel(analysis), analysis.atPStar, true);
    if (marks.kneeP != marks.pStar)
        point("knee", marks.kneeP, Tr::tr("knee %1").arg(marks.kneeP), analysis.atKnee, false);
}

// One rung on the curve's axis, or not a number where the ladder does not tell: a unit of work is no step, and times alone do
// not tell communication from compute.
struct MeasuredPoint {
    double y = std::numeric_limits<double>::quiet_NaN();
    std::optional<Interval> interval;
};

MeasuredPoint measuredPoint(Curve curve, const MeasuredLadder& ladder, const Rung& rung, bool priced)
{
    const auto scaled = [](const std::optional<Interval>& interval, double by) {
        return interval ? std::optional(Interval{interval->low * by, interval->high * by, interval->level}) : std::nullopt;
    };
    switch (curve) {
    case Curve::Speedup: return {rung.speedup, rung.speedupInterval};
    case Curve::Efficiency: return {rung.efficiency, scaled(rung.speedupInterval, 1.0 / rung.p)};
    case Curve::StepTime: return ladder.isThroughput ? MeasuredPoint{} : MeasuredPoint{rung.timeS, rung.timeInterval};
    case Curve::CommToCompute:
        return rung.parts && rung.parts->compS > 0 && rung.parts->commS > 0 ? MeasuredPoint{rung.parts->commS / rung.parts->compS, {}}
                                                                            : MeasuredPoint{};
    case Curve::Cost: break;
    }
    return priced ? MeasuredPoint{} : MeasuredPoint{1 / rung.efficiency, {}};
}

void addMeasured(ChartSpec& spec, Curve curve, const Project& project, int pMax)
{
    for (const Ladder& given : project.measurements.ladders) {
        const Result<MeasuredLadder> ladder = measured(given);
        if (!ladder)
            continue;  // the Measure page says what is wrong with it
        MeasuredSpec shown;
        shown.key = shown.name = QString::fromStdString(ladder->name);
        if (ladder->scaling != project.plan.scaling)
            shown.name = ladder->scaling == Scaling::Weak ? Tr::tr("%1 (weak scaling)").arg(shown.name)
                                                          : Tr::tr("%1 (strong scaling)").arg(shown.name);
        if (ladder->baseP > 1 && curve != Curve::StepTime)
            shown.name = Tr::tr("%1, S(%2) taken as %2").arg(shown.name).arg(ladder->baseP);
        bool intervals = false;
        for (const Rung& rung : ladder->rungs) {
            const MeasuredPoint point = measuredPoint(curve, *ladder, rung, priced(project));
            if (rung.p > pMax || !std::isfinite(point.y))
                continue;
            shown.x.push_back(rung.p);
            shown.y.push_back(point.y);
            shown.low.push_back(point.interval ? point.interval->low : point.y);
            shown.high.push_back(point.interval ? point.interval->high : point.y);
            intervals |= point.interval.has_value();
        }
        if (!intervals) {
            shown.low.clear();
            shown.high.clear();
        }
        if (!shown.x.empty())
            spec.measured.push_back(std::move(shown));
    }
}

void addAlternatives(ChartSpec& spec, Curve curve, const Project& project, const Analysis& analysis, int pMax)
{
    for (const Pattern pattern : priceable(interchangeable(analysis.model->pattern), project.target)) {
        if (pattern == analysis.model->pattern)
            continue;
        const Prediction other = predict(withPattern(*analysis.model, pattern), pMax);
        SeriesSpec series;
        series.key = QString::fromLatin1(patternName(pattern));
        series.name = series.label = patternTitle(pattern);
        setDrawn(series, columnOf(curve, other, pMax));
        series.role = Role::Communication;
        series.width = 1;
        series.ghost = true;
        spec.series.push_back(series);
    }
}

void addVariants(ChartSpec& spec, Curve curve, const Analysis& analysis, int pMax)
{
    for (const VariantAnalysis& variant : analysis.variants) {
        if (!variant.prediction)
            continue;
        SeriesSpec series;
        series.key = series.name = QString::fromStdString(variant.name);
        series.label = series.name;
        setDrawn(series, columnOf(curve, *variant.prediction, std::min(pMax, variant.prediction->pMax)));
        series.role = roleOf(curve);
        series.width = 1.5;
        series.line = LineStyle::DashDotted;
        series.ghost = true;
        spec.series.push_back(series);
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
        for (double& y : series.y)
            if (!std::isfinite(y))
                y = std::numeric_limits<double>::quiet_NaN();  // never finishes: a gap
        series.role = role;
        series.fill = Fill::Stacked;
        series.width = 1;
        spec.series.push_back(series);
    };
    const auto given = [&](const std::vector<double>& column) {
        return std::any_of(column.begin(), column.begin() + std::min<std::ptrdiff_t>(std::ssize(column), pMax), [](double s) { return s != 0; });
    };
    area("t_comp", Tr::tr("compute"), columns.tComp, Role::Compute);
    area("t_comm", columns.hiddenComm.empty() || !given(columns.hiddenComm) ? Tr::tr("communication") : Tr::tr("exposed communication"),
         columns.tComm, Role::Communication);
    if (given(columns.tCoordination))
        area("t_coordination", Tr::tr("coordination"), columns.tCoordination, Role::Soft);
    if (given(columns.tWait))
        area("t_wait", Tr::tr("waiting"), columns.tWait, Role::Waiting);
    if (given(columns.tFailure))
        area("t_failure", Tr::tr("failures"), columns.tFailure, Role::Warning);
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

AxisSpec axisOf(Curve curve, const Project& project, const Analysis& analysis)
{
    AxisSpec axis;
    axis.numbers = styleOf(curve, priced(project));
    switch (curve) {
    case Curve::Speedup:
        axis.title = Tr::tr("speedup S");
        axis.numbers = {NumberStyle::Kind::Plain};
        if (analysis.prediction) {
            // Room above the peak for its label.
            axis.low = 0;
            axis.high = roundedUp(1.22 * std::max(analysis.atPStar.speedup, analysis.band ? analysis.band->speedupAtPStarHigh : 0));
        }
        break;
    case Curve::Efficiency:
        axis.title = Tr::tr("efficiency E");
        axis.low = 0;
        axis.high = 1;
        break;
    case Curve::StepTime: axis.title = Tr::tr("time of a step"); break;
    case Curve::CommToCompute:
        axis.title = Tr::tr("communication over compute R");
        axis.scale = AxisScale::Log10;
        break;
    case Curve::Cost:
        axis.title = !priced(project)     ? Tr::tr("cost, of one worker’s")
                     : project.plan.steps ? Tr::tr("cost of %1 steps").arg(number(project.plan.steps->value, 6))
                                          : Tr::tr("cost of a step");
        axis.scale = AxisScale::Log10;
        break;
    }
    if (curve == Curve::StepTime && analysis.prediction) {
        // One machine's time dwarfs what the chart is about; the areas leave at the top.
        const double plan = analysis.atPlan.finishes() ? analysis.atPlan.tStepS * 1.2 : 0;
        const double tallest = std::max(analysis.atPStar.tStepS * 5, plan);
        const double highest = *std::max_element(analysis.prediction->columns.tStep.begin(), analysis.prediction->columns.tStep.begin() + drawnPMax(analysis));
        if (tallest < highest) {
            axis.low = 0;
            axis.high = tallest;
        }
    }
    return axis;
}

}  // namespace

ScalingModel withPattern(ScalingModel model, Pattern pattern)
{
    model.pattern = pattern;
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
    case Curve::Speedup: return project.plan.scaling == Scaling::Weak ? Tr::tr("Scaled speedup S(p)") : Tr::tr("Speedup S(p)");
    case Curve::Efficiency: return Tr::tr("Efficiency E(p)");
    case Curve::StepTime: return Tr::tr("Step time T(p)");
    case Curve::CommToCompute: return Tr::tr("Comm / compute R(p)");
    case Curve::Cost: return project.plan.steps ? Tr::tr("Cost per run") : Tr::tr("Cost per step");
    }
    return {};
}

int drawnPMax(const Analysis& analysis)
{
    int reach = 1024;
    if (analysis.prediction) {
        const Landmarks& marks = analysis.prediction->landmarks;
        int farthest = std::max(marks.pStar, analysis.planP);
        if (analysis.band)
            farthest = std::max(farthest, analysis.band->pStarHigh);
        while (reach < farthest * 5 / 4)
            reach *= 2;
    }
    return std::min(reach, analysis.pMax);
}

ChartSpec curveChart(Curve curve, const Project& project, const Analysis& analysis, const CurveView& view)
{
    ChartSpec spec;
    spec.thumbnail = view.thumbnail;
    const int pMax = drawnPMax(analysis);
    spec.x = {.title = Tr::tr("workers p"), .scale = AxisScale::Log2, .low = 1, .high = std::max(2, pMax), .numbers = {}};
    spec.y = axisOf(curve, project, analysis);
    if (!analysis.prediction) {
        if (!view.thumbnail)
            spec.emptyText = missingText(analysis);
        return spec;
    }

    const bool reference = curve != Curve::StepTime && curve != Curve::Cost && !view.thumbnail;
    if (reference)
        spec.series.push_back(idealLine(curve, pMax));
    if (view.hidden) {
        if (curve == Curve::Speedup) {
            spec.y.low = 0;
            spec.y.high = std::max(4.0, std::exp2(std::ceil(std::log2(analysis.atPStar.speedup * 1.6))));
        }
        MarkerSpec guess;
        guess.id = QStringLiteral("guess");
        guess.x = view.guess.value_or(1);
        guess.label = view.guess ? Tr::tr("your guess: p* %1").arg(*view.guess) : Tr::tr("Drag me: where does the curve peak?");
        guess.kind = MarkerSpec::Kind::Flag;
        guess.draggable = true;
        spec.markers.push_back(guess);
        return spec;
    }

    if (!view.thumbnail) {
        if (view.comparePatterns && curve != Curve::StepTime)
            addAlternatives(spec, curve, project, analysis, pMax);
        if (curve != Curve::StepTime)
            addVariants(spec, curve, analysis, pMax);
    }
    if (curve == Curve::Speedup && analysis.band) {
        BandSpec band;
        band.key = QStringLiteral("band");
        band.name = Tr::tr("range of S");
        band.x = drawnP(pMax);
        band.low = drawnAt(band.x, firstOf(analysis.band->speedupLow, pMax));
        band.high = drawnAt(band.x, firstOf(analysis.band->speedupHigh, pMax));
        spec.bands.push_back(band);
    }
    if (curve == Curve::StepTime) {
        addStack(spec, *analysis.prediction, pMax);
    } else {
        SeriesSpec main;
        main.key = curveName(curve).replace(QLatin1Char('-'), QLatin1Char('_'));  // the table's column
        main.name = curveTitle(curve, project);
        setDrawn(main, columnOf(curve, *analysis.prediction, pMax));
        main.role = roleOf(curve);
        if (view.comparePatterns && !view.thumbnail)
            main.label = patternTitle(analysis.model->pattern);
        spec.series.push_back(main);
    }
    if (view.thumbnail) {
        MarkerSpec plan;
        plan.id = QStringLiteral("plan");
        plan.x = std::min(analysis.planP, pMax);
        plan.kind = MarkerSpec::Kind::Flag;
        spec.markers.push_back(plan);
        return spec;
    }
    addMeasured(spec, curve, project, pMax);
    addLandmarks(spec, curve, project, analysis, pMax);
    if (view.guess && curve == Curve::Speedup && *view.guess <= pMax) {
        PointSpec guess;
        guess.id = QStringLiteral("guess");
        guess.x = *view.guess;
        guess.y = analysis.prediction->row(*view.guess).speedup;
        guess.label = Tr::tr("your guess %1").arg(*view.guess);
        guess.subLabel = times(guess.y);
        guess.role = Role::Ink;
        guess.filled = false;
        spec.points.push_back(guess);
    }
    return spec;
}

}  // namespace scalewright::ui

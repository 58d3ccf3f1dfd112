// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/chart/curve_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace scalewright::chart {

namespace {

constexpr double undefinedValue = std::numeric_limits<double>::quiet_NaN();
constexpr int refineBelowP = 16;  ///< below this p, the steps between integers are wide on a log axis

AxisSpec yAxisSpecOf(Curve curve)
{
    AxisSpec axis;
    axis.numberStyle = curveNumberStyle(curve);
    switch (curve) {
    case Curve::Speedup:
        axis.title = "speedup S";
        axis.numberStyle = {NumberStyle::Kind::Plain};
        break;
    case Curve::Efficiency:
        axis.title = "efficiency E";
        axis.low = 0;
        axis.high = 1;
        break;
    case Curve::StepTime: axis.title = "time of a step"; break;
    case Curve::CommToCompute:
        axis.title = "communication / compute, R";
        axis.scale = AxisScale::Log10;
        break;
    case Curve::Cost: axis.scale = AxisScale::Log10; break;
    }
    return axis;
}

// 1, 1.5, 2, 3, 4, 5, 6, 8 or 10 times a power of ten.
double roundUpToNiceNumber(double value)
{
    const double decade = std::pow(10, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (value <= step * decade * (1 + 1e-12))
            return step * decade;
    return 10 * decade;
}

void applyCurveStyle(CurveRole part, Curve curve, SeriesSpec& series)
{
    series.role = part == CurveRole::AlternativePattern ? ColorRole::Communication
                  : part == CurveRole::FittedLaw || part == CurveRole::WhatIf || part == CurveRole::Thumbnail
                      ? ColorRole::Ink
                      : curveColorRole(curve);
    switch (part) {
    case CurveRole::Main: break;
    case CurveRole::SecondDesign: series.lineStyle = LineStyle::Dashed; break;
    case CurveRole::AlternativePattern:
        series.width = 1;
        series.isGhost = true;
        break;
    case CurveRole::OtherPattern:
        series.role = ColorRole::Waiting;
        series.width = 1;
        series.isGhost = true;
        break;
    case CurveRole::ProjectVariant:
    case CurveRole::FrozenPrediction:
        series.width = 1.5;
        series.lineStyle = LineStyle::DashDotted;
        series.isGhost = true;
        break;
    case CurveRole::FittedLaw:
    case CurveRole::Thumbnail: series.width = 1.2; break;
    case CurveRole::WhatIf: series.lineStyle = LineStyle::Dotted; break;
    }
}

}  // namespace

ColorRole curveColorRole(Curve curve)
{
    switch (curve) {
    case Curve::CommToCompute: return ColorRole::Communication;
    case Curve::Cost: return ColorRole::Money;
    default: return ColorRole::Compute;
    }
}

NumberStyle curveNumberStyle(Curve curve, bool priced)
{
    switch (curve) {
    case Curve::Speedup: return {NumberStyle::Kind::Factor};
    case Curve::Efficiency: return {NumberStyle::Kind::Percent};
    case Curve::StepTime: return {NumberStyle::Kind::Amount, Dimension::Time};
    case Curve::CommToCompute: return {NumberStyle::Kind::Plain};
    case Curve::Cost: break;
    }
    return priced ? NumberStyle{NumberStyle::Kind::Amount, Dimension::Money} : NumberStyle{NumberStyle::Kind::Factor};
}

std::vector<double> curveSampleP(int largestP)
{
    std::vector<double> p;
    constexpr int parts = 8;
    for (int lower = 1; lower < largestP; ++lower)
        for (int part = 0; part < (lower < refineBelowP ? parts : 1); ++part)
            p.push_back(lower + static_cast<double>(part) / parts);
    p.push_back(largestP);
    return p;
}

namespace {

/// A monotone cubic through the integers around `p`, in log p as on the axis: it never leaves the range of its two
/// neighbours (Fritsch and Carlson 1980). A step between two integers, as to the first worker of a further node, has
/// corners. NaN if either neighbour is missing.
double interpolateSmoothly(const std::vector<double>& column, double p)
{
    const auto lower = static_cast<std::size_t>(p);  // the value at p = lower is column[lower - 1]
    const auto x = [](std::size_t integerP) { return std::log(static_cast<double>(integerP)); };
    const auto slopeAbove = [&](std::size_t integerP) {  // of the chord to the next integer; NaN if there is none
        return integerP < 1 || integerP >= column.size()
                   ? undefinedValue
                   : (column[integerP] - column[integerP - 1]) / (x(integerP + 1) - x(integerP));
    };
    const auto isStepAbove = [&](std::size_t integerP) {
        return slopeAbove(integerP - 1) * slopeAbove(integerP) < 0 &&
               slopeAbove(integerP + 1) * slopeAbove(integerP) < 0;
    };
    const auto tangentAt = [&](std::size_t integerP) {
        if (isStepAbove(lower) || isStepAbove(integerP) || isStepAbove(integerP - 1))
            return slopeAbove(lower);
        const double before = slopeAbove(integerP - 1), after = slopeAbove(integerP);
        if (!std::isfinite(before) && std::isfinite(after)) {  // at the first value, from the next two chords
            const double next = slopeAbove(integerP + 1);
            const double width = x(integerP + 1) - x(integerP), nextWidth = x(integerP + 2) - x(integerP + 1);
            const double slope = ((2 * width + nextWidth) * after - width * next) / (width + nextWidth);
            return !std::isfinite(slope) ? after : slope * after <= 0 ? 0.0 : slope;
        }
        if (!std::isfinite(after))
            return before;
        if (before * after <= 0)
            return 0.0;
        const double leftWidth = x(integerP) - x(integerP - 1), rightWidth = x(integerP + 1) - x(integerP);
        const double first = 2 * rightWidth + leftWidth, second = rightWidth + 2 * leftWidth;
        return (first + second) / (first / before + second / after);
    };
    const double chord = slopeAbove(lower);
    if (!std::isfinite(chord))
        return undefinedValue;
    const double width = x(lower + 1) - x(lower), t = (std::log(p) - x(lower)) / width;
    const double low = column[lower - 1], startSlope = tangentAt(lower) * width,
                 endSlope = tangentAt(lower + 1) * width;
    const double rise = chord * width;
    return low + t * (startSlope + t * (3 * rise - 2 * startSlope - endSlope + t * (startSlope + endSlope - 2 * rise)));
}

}  // namespace

std::vector<double> interpolateColumn(const std::vector<double>& p, const std::vector<double>& column)
{
    std::vector<double> values;
    values.reserve(p.size());
    for (const double workers : p) {
        const auto lower = static_cast<std::size_t>(workers);
        const double part = workers - static_cast<double>(lower);
        const double value = part > 0 ? interpolateSmoothly(column, workers) : column[lower - 1];
        values.push_back(std::isfinite(value) ? value : undefinedValue);
    }
    return values;
}

std::vector<double> lawSampleP(int largestP)
{
    constexpr int perOctave = 24;
    std::set<double> p{1.0, static_cast<double>(largestP)};
    for (int i = 0; i <= perOctave * std::log2(largestP); ++i)
        p.insert(std::min(std::exp2(static_cast<double>(i) / perOctave), static_cast<double>(largestP)));
    for (int integerP = 2; integerP <= std::min(largestP, 32); ++integerP)
        p.insert(integerP);
    return {p.begin(), p.end()};
}

CurveChart::CurveChart(Curve curve, int largestP, bool priced, bool thumbnail)
    : m_curve(curve), m_largestP(largestP), m_costInDollars(priced), m_numberStyle(curveNumberStyle(curve, priced))
{
    m_spec.isThumbnail = thumbnail;
    m_spec.x = {
        .title = "workers p", .scale = AxisScale::Log2, .low = 1, .high = std::max(2, largestP), .numberStyle = {}};
    m_spec.y = yAxisSpecOf(curve);
    if (curve == Curve::Cost)
        m_spec.y.numberStyle = m_numberStyle;
}

double CurveChart::valueAt(const ScalingCurve& curve, std::size_t i) const
{
    const auto valueOrGap = [i](const std::vector<double>& column) {
        return column.empty() || !std::isfinite(column[i]) ? undefinedValue : column[i];
    };
    switch (m_curve) {
    case Curve::Speedup: return valueOrGap(curve.speedup);
    case Curve::Efficiency: return valueOrGap(curve.efficiency);
    // A throughput ladder counts units of work, not steps.
    case Curve::StepTime: return curve.isThroughput ? undefinedValue : valueOrGap(curve.timeS);
    case Curve::CommToCompute: {
        const double ratio = valueOrGap(curve.commToCompute);
        return ratio > 0 ? ratio : undefinedValue;
    }
    case Curve::Cost: break;
    }
    if (m_costInDollars)
        return valueOrGap(curve.costUsd);
    const double relative = curve.efficiency.front() / curve.efficiency[i];
    return std::isfinite(relative) ? relative : undefinedValue;
}

bool CurveChart::isDrawable(double y) const
{
    return std::isfinite(y) && (m_curve != Curve::CommToCompute || y > 0);
}

std::string CurveChart::valueText(double y) const
{
    return formatNumber(y, m_numberStyle);
}

void CurveChart::addReferenceLine(const char* key, const ChartText& label, std::vector<double> x, std::vector<double> y)
{
    SeriesSpec line;
    line.key = key;
    line.name = line.label = label;
    line.x = std::move(x);
    line.y = std::move(y);
    line.role = ColorRole::Waiting;
    line.width = 1;
    line.lineStyle = LineStyle::Dashed;
    line.isReference = true;
    m_spec.series.push_back(std::move(line));
}

void CurveChart::addIdealLine()
{
    const double largestP = m_largestP;
    if (m_curve == Curve::Speedup) {
        std::vector<double> p;
        constexpr int perOctave = 16;  // a straight line is curved on a log axis
        for (int i = 0; i <= perOctave * std::log2(largestP); ++i)
            p.push_back(std::exp2(static_cast<double>(i) / perOctave));
        addReferenceLine("ideal", "ideal", p, p);
        m_spec.series.back().name = "ideal";
        return;
    }
    addReferenceLine("ideal", m_curve == Curve::CommToCompute ? "R = 1: communication = compute" : "ideal",
                     {1, largestP}, {1, 1});
    m_spec.series.back().name = "ideal";
}

void CurveChart::addSpeedupCeiling(double speedup)
{
    addReferenceLine("amdahl_ceiling", "Amdahl’s ceiling " + valueText(speedup), {1, static_cast<double>(m_largestP)},
                     {speedup, speedup});
}

void CurveChart::addCurve(const ScalingCurve& curve, CurveRole part, const ChartText& key, const ChartText& name,
                          const ChartText& label)
{
    SeriesSpec series;
    series.key = key;
    series.name = name;
    series.label = label;
    applyCurveStyle(part, m_curve, series);
    std::vector<double> values(curve.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = valueAt(curve, i);
    const bool isPrediction =
        curve.source == ScalingCurve::Source::Predicted || curve.source == ScalingCurve::Source::Frozen;
    if (isPrediction) {
        values.resize(std::min(values.size(), static_cast<std::size_t>(m_largestP)));
        series.x = curveSampleP(static_cast<int>(values.size()));
        series.y = interpolateColumn(series.x, values);
    } else {
        series.x = curve.p;
        series.y = std::move(values);
    }
    const auto first = std::ranges::find_if(series.y, [](double y) { return std::isfinite(y); }) - series.y.begin();
    series.x.erase(series.x.begin(), series.x.begin() + first);
    series.y.erase(series.y.begin(), series.y.begin() + first);
    m_spec.series.push_back(std::move(series));
}

void CurveChart::addSpeedupBand(const ScalingCurve& curve, const ChartText& name)
{
    std::vector<double> low, high;
    for (const std::optional<Interval>& interval : curve.speedupIntervals) {
        low.push_back(interval ? interval->low : undefinedValue);
        high.push_back(interval ? interval->high : undefinedValue);
    }
    BandSpec band;
    band.key = "band";
    band.name = name;
    band.x = curveSampleP(static_cast<int>(low.size()));
    band.low = interpolateColumn(band.x, low);
    band.high = interpolateColumn(band.x, high);
    m_spec.bands.push_back(std::move(band));
}

void addInfeasibleRanges(ChartSpec& spec, const std::vector<FeasibleWorkers::Range>& ranges, int largestP)
{
    constexpr std::size_t maximumRanges = 16;
    if (ranges.size() > maximumRanges)
        return;
    for (const FeasibleWorkers::Range& range : ranges)
        // Half way to the next feasible p, so that a single infeasible p is visible.
        spec.infeasible.push_back({std::max(1.0, range.first - 0.5), std::min<double>(largestP, range.last + 0.5)});
}

void CurveChart::addMeasuredPoints(const ScalingCurve& ladder, const ChartText& key, const ChartText& name,
                                   PointLabels labels)
{
    MeasuredSpec measured;
    measured.key = key;
    measured.name = name;
    bool intervals = false;
    for (std::size_t i = 0; i < ladder.size(); ++i) {
        const double y = valueAt(ladder, i);
        if (ladder.p[i] > m_largestP || !std::isfinite(y))
            continue;
        const auto& column = m_curve == Curve::StepTime ? ladder.timeIntervals : ladder.speedupIntervals;
        const bool hasInterval =
            m_curve != Curve::CommToCompute && m_curve != Curve::Cost && !column.empty() && column[i];
        const double scale = m_curve == Curve::Efficiency ? 1 / ladder.p[i] : 1;
        measured.x.push_back(ladder.p[i]);
        measured.y.push_back(y);
        measured.low.push_back(hasInterval ? column[i]->low * scale : y);
        measured.high.push_back(hasInterval ? column[i]->high * scale : y);
        if (labels == PointLabels::Values)
            measured.labels.push_back(valueText(y));
        intervals |= hasInterval;
    }
    if (!intervals) {
        measured.low.clear();
        measured.high.clear();
    }
    if (!measured.x.empty())
        m_spec.measured.push_back(std::move(measured));
}

void CurveChart::addPlanMarker(int p, std::optional<double> y, const ChartText& label, const ChartText& subLabel)
{
    if (p > m_largestP && !m_spec.isThumbnail)
        return;
    MarkerSpec plan;
    plan.id = "plan";
    plan.x = std::min(p, m_largestP);
    plan.kind = MarkerSpec::Kind::Flag;
    if (!m_spec.isThumbnail) {
        if (y && isDrawable(*y))
            plan.y = y;
        plan.label = label;
        plan.subLabel = subLabel;
        plan.draggable = true;
    }
    m_spec.markers.push_back(std::move(plan));
}

void CurveChart::addLandmark(const ChartText& id, int p, double y, const ChartText& label, ColorRole role, bool filled)
{
    if (p > m_largestP || !isDrawable(y))
        return;
    PointSpec point;
    point.id = id;
    point.x = p;
    point.y = y;
    point.label = label;
    point.subLabel = valueText(y);
    point.role = role;
    point.filled = filled;
    point.needsLabel = true;
    m_spec.points.push_back(std::move(point));
}

bool CurveChart::addPeak(const ChartText& id, int p, double y, const ChartText& label, ColorRole role, bool filled)
{
    const auto isSamePeak = [&](const PointSpec& peak) {
        return peak.x == p && peak.y == y && peak.label.starts_with(label);
    };
    if (std::ranges::any_of(m_peaks, isSamePeak))
        return false;
    const std::size_t before = m_spec.points.size();
    addLandmark(id, p, y, label, role, filled);
    if (m_spec.points.size() == before)
        return false;
    m_peaks.push_back(m_spec.points.back());
    return true;
}

void CurveChart::useLogLogScale()
{
    m_spec.y.scale = AxisScale::Log2;
    m_spec.y.low = 1;
}

void CurveChart::fadeLastCurveBeyond(std::optional<int> p)
{
    if (p && !m_spec.series.empty() && *p < m_largestP)
        m_spec.series.back().fadesBeyond = *p;
}

void CurveChart::fitYAxisTo(double largestY, double headroom)
{
    if (m_spec.y.scale == AxisScale::Log2) {
        m_spec.y.high = std::exp2(std::ceil(std::log2(std::max(2.0, headroom * largestY))));
        return;
    }
    m_spec.y.low = 0;
    m_spec.y.high = roundUpToNiceNumber(headroom * largestY);
}

}  // namespace scalewright::chart

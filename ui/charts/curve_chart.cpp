#include "ui/charts/curve_chart.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace scalewright::ui {

namespace {

struct ChartsTr {
    Q_DECLARE_TR_FUNCTIONS(Charts)
};

constexpr double gap = std::numeric_limits<double>::quiet_NaN();
constexpr int firstUnrefined = 16;  ///< below, what is straight in p is seen to bend on an axis of log p

AxisSpec axisOf(Curve curve)
{
    AxisSpec axis;
    axis.numbers = styleOf(curve);
    switch (curve) {
    case Curve::Speedup:
        axis.title = ChartsTr::tr("speedup S");
        axis.numbers = {NumberStyle::Kind::Plain};
        break;
    case Curve::Efficiency:
        axis.title = ChartsTr::tr("efficiency E");
        axis.low = 0;
        axis.high = 1;
        break;
    case Curve::StepTime: axis.title = ChartsTr::tr("time of a step"); break;
    case Curve::CommToCompute:
        axis.title = ChartsTr::tr("communication over compute R");
        axis.scale = AxisScale::Log10;
        break;
    case Curve::Cost: axis.scale = AxisScale::Log10; break;
    }
    return axis;
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

void drawAs(CurvePart part, Curve curve, SeriesSpec& series)
{
    series.role = part == CurvePart::Alternative ? Role::Communication
                  : part == CurvePart::Fitted || part == CurvePart::WhatIf || part == CurvePart::Thumbnail
                      ? Role::Ink
                      : roleOf(curve);
    switch (part) {
    case CurvePart::Main: break;
    case CurvePart::Second: series.line = LineStyle::Dashed; break;
    case CurvePart::Alternative:
        series.width = 1;
        series.ghost = true;
        break;
    case CurvePart::Rest:
        series.role = Role::Waiting;
        series.width = 1;
        series.ghost = true;
        break;
    case CurvePart::Variant:
    case CurvePart::Frozen:
        series.width = 1.5;
        series.line = LineStyle::DashDotted;
        series.ghost = true;
        break;
    case CurvePart::Fitted:
    case CurvePart::Thumbnail: series.width = 1.2; break;
    case CurvePart::WhatIf: series.line = LineStyle::Dotted; break;
    }
}

}  // namespace

Role roleOf(Curve curve)
{
    switch (curve) {
    case Curve::CommToCompute: return Role::Communication;
    case Curve::Cost: return Role::Money;
    default: return Role::Compute;
    }
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

std::vector<double> drawnP(int reach)
{
    std::vector<double> p;
    constexpr int parts = 8;
    for (int whole = 1; whole < reach; ++whole)
        for (int part = 0; part < (whole < firstUnrefined ? parts : 1); ++part)
            p.push_back(whole + static_cast<double>(part) / parts);
    p.push_back(reach);
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
        const double value =
            part > 0 ? column[whole - 1] + part * (column[whole] - column[whole - 1]) : column[whole - 1];
        values.push_back(std::isfinite(value) ? value : gap);
    }
    return values;
}

std::vector<double> lawP(int reach)
{
    constexpr int perOctave = 24;
    std::set<double> p{1.0, static_cast<double>(reach)};
    for (int i = 0; i <= perOctave * std::log2(reach); ++i)
        p.insert(std::min(std::exp2(static_cast<double>(i) / perOctave), static_cast<double>(reach)));
    for (int whole = 2; whole <= std::min(reach, 32); ++whole)
        p.insert(whole);
    return {p.begin(), p.end()};
}

CurveChart::CurveChart(Curve curve, int reach, bool priced, bool thumbnail)
    : m_curve(curve), m_reach(reach), m_priced(priced), m_style(styleOf(curve, priced))
{
    m_spec.thumbnail = thumbnail;
    m_spec.x = {.title = ChartsTr::tr("workers p"),
                .scale = AxisScale::Log2,
                .low = 1,
                .high = std::max(2, reach),
                .numbers = {}};
    m_spec.y = axisOf(curve);
    if (curve == Curve::Cost)
        m_spec.y.numbers = m_style;
}

double CurveChart::valueAt(const ScalingCurve& curve, std::size_t i) const
{
    const auto at = [i](const std::vector<double>& column) {
        return column.empty() || !std::isfinite(column[i]) ? gap : column[i];
    };
    switch (m_curve) {
    case Curve::Speedup: return at(curve.speedup);
    case Curve::Efficiency: return at(curve.efficiency);
    case Curve::StepTime: return curve.isThroughput ? gap : at(curve.timeS);  // a unit of work is no step
    case Curve::CommToCompute: {
        const double ratio = at(curve.commToCompute);
        return ratio > 0 ? ratio : gap;
    }
    case Curve::Cost: break;
    }
    if (m_priced)
        return at(curve.costUsd);
    const double relative = curve.efficiency.front() / curve.efficiency[i];
    return std::isfinite(relative) ? relative : gap;
}

bool CurveChart::drawable(double y) const
{
    return std::isfinite(y) && (m_curve != Curve::CommToCompute || y > 0);
}

QString CurveChart::text(double y) const
{
    return formatNumber(y, m_style);
}

void CurveChart::addReference(const char* key, const QString& label, std::vector<double> x, std::vector<double> y)
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
    m_spec.series.push_back(std::move(line));
}

void CurveChart::addIdeal()
{
    const double reach = m_reach;
    if (m_curve == Curve::Speedup) {
        std::vector<double> p;
        constexpr int perOctave = 16;  // a straight line is curved on a log axis
        for (int i = 0; i <= perOctave * std::log2(reach); ++i)
            p.push_back(std::exp2(static_cast<double>(i) / perOctave));
        addReference("ideal", ChartsTr::tr("ideal"), p, p);
        m_spec.series.back().name = ChartsTr::tr("ideal");
        return;
    }
    addReference("ideal",
                 m_curve == Curve::CommToCompute ? ChartsTr::tr("R = 1: moving data costs as much as the work")
                                                 : ChartsTr::tr("ideal"),
                 {1, reach}, {1, 1});
    m_spec.series.back().name = ChartsTr::tr("ideal");
}

void CurveChart::addCeiling(double speedup)
{
    addReference("amdahl_ceiling", ChartsTr::tr("Amdahl’s ceiling %1").arg(text(speedup)),
                 {1, static_cast<double>(m_reach)}, {speedup, speedup});
}

void CurveChart::addCurve(const ScalingCurve& curve, CurvePart part, const QString& key, const QString& name,
                          const QString& label)
{
    SeriesSpec series;
    series.key = key;
    series.name = name;
    series.label = label;
    drawAs(part, m_curve, series);
    std::vector<double> values(curve.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = valueAt(curve, i);
    const bool whole = curve.source == ScalingCurve::Source::Predicted || curve.source == ScalingCurve::Source::Frozen;
    if (whole) {
        values.resize(std::min(values.size(), static_cast<std::size_t>(m_reach)));
        series.x = drawnP(static_cast<int>(values.size()));
        series.y = drawnAt(series.x, values);
    } else {
        series.x = curve.p;
        series.y = std::move(values);
    }
    const auto first =
        std::find_if(series.y.begin(), series.y.end(), [](double y) { return std::isfinite(y); }) - series.y.begin();
    series.x.erase(series.x.begin(), series.x.begin() + first);
    series.y.erase(series.y.begin(), series.y.begin() + first);
    m_spec.series.push_back(std::move(series));
}

void CurveChart::addBand(const ScalingCurve& curve, const QString& name)
{
    std::vector<double> low, high;
    for (const std::optional<Interval>& interval : curve.speedupInterval) {
        low.push_back(interval ? interval->low : gap);
        high.push_back(interval ? interval->high : gap);
    }
    BandSpec band;
    band.key = QStringLiteral("band");
    band.name = name;
    band.x = drawnP(static_cast<int>(low.size()));
    band.low = drawnAt(band.x, low);
    band.high = drawnAt(band.x, high);
    m_spec.bands.push_back(std::move(band));
}

void CurveChart::addMeasured(const ScalingCurve& ladder, const QString& key, const QString& name, PointLabels labels)
{
    MeasuredSpec shown;
    shown.key = key;
    shown.name = name;
    bool intervals = false;
    for (std::size_t i = 0; i < ladder.size(); ++i) {
        const double y = valueAt(ladder, i);
        if (ladder.p[i] > m_reach || !std::isfinite(y))
            continue;
        const auto& column = m_curve == Curve::StepTime ? ladder.timeInterval : ladder.speedupInterval;
        const bool told = m_curve != Curve::CommToCompute && m_curve != Curve::Cost && !column.empty() && column[i];
        const double by = m_curve == Curve::Efficiency ? 1 / ladder.p[i] : 1;
        shown.x.push_back(ladder.p[i]);
        shown.y.push_back(y);
        shown.low.push_back(told ? column[i]->low * by : y);
        shown.high.push_back(told ? column[i]->high * by : y);
        if (labels == PointLabels::Values)
            shown.labels.push_back(text(y));
        intervals |= told;
    }
    if (!intervals) {
        shown.low.clear();
        shown.high.clear();
    }
    if (!shown.x.empty())
        m_spec.measured.push_back(std::move(shown));
}

void CurveChart::addPlan(int p, std::optional<double> y, const QString& label)
{
    if (p > m_reach && !m_spec.thumbnail)
        return;
    MarkerSpec plan;
    plan.id = QStringLiteral("plan");
    plan.x = std::min(p, m_reach);
    plan.kind = MarkerSpec::Kind::Flag;
    if (!m_spec.thumbnail) {
        if (y && drawable(*y))
            plan.y = y;
        plan.label = label;
        plan.draggable = true;
    }
    m_spec.markers.push_back(std::move(plan));
}

void CurveChart::addPoint(const QString& id, int p, double y, const QString& label, Role role, bool filled)
{
    if (p > m_reach || !drawable(y))
        return;
    PointSpec spot;
    spot.id = id;
    spot.x = p;
    spot.y = y;
    spot.label = label;
    spot.subLabel = text(y);
    spot.role = role;
    spot.filled = filled;
    m_spec.points.push_back(std::move(spot));
}

bool CurveChart::addPeak(const QString& id, int p, double y, const QString& label, Role role, bool filled)
{
    const auto said = [&](const PointSpec& peak) { return peak.x == p && peak.y == y && peak.label.startsWith(label); };
    if (std::ranges::any_of(m_peaks, said))
        return false;
    const std::size_t before = m_spec.points.size();
    addPoint(id, p, y, label, role, filled);
    if (m_spec.points.size() == before)
        return false;
    m_peaks.push_back(m_spec.points.back());
    return true;
}

void CurveChart::setLogLog()
{
    m_spec.y.scale = AxisScale::Log2;
    m_spec.y.low = 1;
}

void CurveChart::fadeFrom(std::optional<int> p)
{
    if (p && !m_spec.series.empty() && *p < m_reach)
        m_spec.series.back().fadesFrom = *p;
}

void CurveChart::scaleTo(double tallest, double room)
{
    if (m_spec.y.scale == AxisScale::Log2) {
        m_spec.y.high = std::exp2(std::ceil(std::log2(std::max(2.0, room * tallest))));
        return;
    }
    m_spec.y.low = 0;
    m_spec.y.high = roundedUp(room * tallest);
}

}  // namespace scalewright::ui

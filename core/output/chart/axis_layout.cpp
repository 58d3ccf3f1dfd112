// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/chart/axis_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>

#include <fmt/format.h>

#include "core/base/quantity/units.h"

namespace scalewright::chart {

namespace {

double roundTickStep(double span, int wantedSteps)
{
    const double raw = span / std::max(1, wantedSteps);
    const double decade = std::pow(10, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
        const bool halves = factor == 2.5 && decade == 1;  // 2.5, 5, 7.5: decimals where integers would do
        if (!halves && factor * decade >= raw * 0.85)
            return factor * decade;
    }
    return 10 * decade;
}

int decimalsNeeded(double step)
{
    for (int decimals = 0; decimals < 12; ++decimals) {
        const double scaled = step * std::pow(10, decimals);
        if (std::abs(scaled - std::round(scaled)) < 1e-6 * scaled)
            return decimals;
    }
    return 12;
}

std::string superscript(int number)
{
    static constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = number < 0 ? "⁻" : "";
    for (const char digit : std::to_string(std::abs(number)))
        text += digits.at(static_cast<std::size_t>(digit - '0'));
    return text;
}

// The unit in which a linear axis of amounts is labelled, and its size in base units.
struct AxisUnit {
    std::string name;
    double baseUnits = 1;
};

AxisUnit axisUnitOf(const NumberStyle& style, double high)
{
    const AmountText text = formatAmount(high, style.dimension, 3);
    if (const auto size = parseAmount("1" + text.unit, style.dimension); size && *size > 0)
        return {text.unit, *size};
    return {std::string(baseUnit(style.dimension)), 1};
}

std::string titleWithUnit(const std::string& title, const std::string& unit)
{
    if (unit.empty())
        return title;
    return title.empty() ? unit : title + " (" + unit + ")";
}

void layOutLinearAxis(const AxisSpec& spec, ValueRange data, int wantedSteps, AxisLayout& axis)
{
    axis.low = spec.low.value_or(data.low >= 0 ? 0 : data.low);
    axis.high = spec.high.value_or(data.high);
    if (!(axis.high > axis.low))
        axis.high = axis.low + (axis.low == 0 ? 1 : std::abs(axis.low));

    AxisUnit unit;
    double factor = 1;  // written = value * factor
    if (spec.numberStyle.kind == NumberStyle::Kind::Amount) {
        unit = axisUnitOf(spec.numberStyle, std::max(std::abs(axis.low), std::abs(axis.high)));
        factor = 1 / unit.baseUnits;
    } else if (spec.numberStyle.kind == NumberStyle::Kind::Percent) {
        factor = 100;
    }
    const double step = roundTickStep((axis.high - axis.low) * factor, wantedSteps);
    if (!spec.low && data.low < 0)
        axis.low = std::floor(axis.low * factor / step + 1e-9) * step / factor;
    if (!spec.high)
        axis.high = std::ceil(axis.high * factor / step - 1e-9) * step / factor;

    const int decimals = decimalsNeeded(step);
    const char* suffix = spec.numberStyle.kind == NumberStyle::Kind::Percent ? " %" : "";
    const auto first = static_cast<long>(std::ceil(axis.low * factor / step - 1e-9));
    const auto last = static_cast<long>(std::floor(axis.high * factor / step + 1e-9));
    for (long i = first; i <= last; ++i) {
        const double written = static_cast<double>(i) * step;
        axis.ticks.push_back(written / factor);
        axis.labels.push_back(fmt::format("{:.{}f}{}", written + 0.0, decimals, suffix));
    }
    axis.title = titleWithUnit(spec.title, unit.name);
}

std::string logTickLabel(double value, const AxisSpec& spec)
{
    if (spec.numberStyle.kind == NumberStyle::Kind::Amount)
        return amountText(value, spec.numberStyle.dimension, 1);
    if (spec.numberStyle.kind == NumberStyle::Kind::Percent)
        return fmt::format("{:.6g} %", 100 * value);
    if (spec.scale == AxisScale::Log10 && (value >= 1e5 || value < 1e-3))
        return "10" + superscript(static_cast<int>(std::lround(std::log10(value))));
    return fmt::format("{:.12g}", value);
}

constexpr double minuteS = 60, hourS = 3600, dayS = 86400;

/// Ticks for a time axis that extends beyond minutes, where 1000 s is not a round number. `hasIntermediateTicks`: more
/// than one tick per decade.
void addTimeTicks(bool hasIntermediateTicks, AxisLayout& axis)
{
    const auto add = [&axis](double count, double unitS, const char* unit) {
        const double value = count * unitS;
        if (value < axis.low * (1 - 1e-9) || value > axis.high * (1 + 1e-9))
            return;
        axis.ticks.push_back(value);
        axis.labels.push_back(fmt::format("{:.12g} {}", count, unit));
    };
    for (int e = static_cast<int>(std::floor(std::log10(axis.low))); e < 0; ++e) {
        const double value = std::pow(10.0, e);
        if (value >= axis.low * (1 - 1e-9)) {
            axis.ticks.push_back(value);
            axis.labels.push_back(amountText(value, Dimension::Time, 1));
        }
    }
    const auto addUnitTicks = [&](std::initializer_list<double> counts, double unitS, const char* unit) {
        for (const double count : counts)
            if (hasIntermediateTicks || count == 1 || (count == 10 && unitS < hourS))
                add(count, unitS, unit);
    };
    addUnitTicks({1, 2, 5, 10, 30}, 1, "s");
    addUnitTicks({1, 2, 5, 10, 30}, minuteS, "min");
    addUnitTicks({1, 2, 5, 10}, hourS, "h");
    for (double days = 1; days * dayS <= axis.high; days *= 10)
        for (const double factor : {1.0, 2.0, 5.0})
            if (hasIntermediateTicks || factor == 1)
                add(factor * days, dayS, "d");
}

/// The largest power of the base up to `value`, or the smallest from `value` on. `isFine`: the base is 10, and 2 and 5
/// times its powers are possible too.
double roundedLogEnd(double value, double base, bool isUpper, bool isFine)
{
    const double exponent = std::log(value) / std::log(base) + (isUpper ? -1e-9 : 1e-9);
    const double decade = std::pow(base, std::floor(exponent)),
                 factor = std::pow(base, exponent - std::floor(exponent));
    const std::array steps = isFine ? std::array{1.0, 2.0, 5.0, 10.0} : std::array{1.0, 1.0, 1.0, base};
    return decade *
           (isUpper ? *std::ranges::lower_bound(steps, factor) : *(std::ranges::upper_bound(steps, factor) - 1));
}

void layOutLogAxis(const AxisSpec& spec, ValueRange data, int wantedSteps, AxisLayout& axis)
{
    const double base = spec.scale == AxisScale::Log2 ? 2 : 10;
    const auto exponent = [base](double value) { return base == 2 ? std::log2(value) : std::log10(value); };
    const bool isTime =
        spec.numberStyle.kind == NumberStyle::Kind::Amount && spec.numberStyle.dimension == Dimension::Time;
    const bool hasFineEnds = base == 10 && !isTime && data.high < 100 * data.low;
    const double low = spec.low && *spec.low > 0 ? *spec.low : roundedLogEnd(data.low, base, false, hasFineEnds);
    double high = spec.high && *spec.high > low ? *spec.high : roundedLogEnd(data.high, base, true, hasFineEnds);
    if (!(high > low))
        high = low * base;
    axis.low = low;
    axis.high = high;

    const int first = static_cast<int>(std::ceil(exponent(low) - 1e-9));
    const int last = static_cast<int>(std::floor(exponent(high) + 1e-9));
    int stride = 1;
    while ((last - first) / stride > wantedSteps)
        ++stride;
    axis.title = spec.title;
    if (base == 10 && isTime && high > 5 * minuteS && high < 1e10 && low >= 1e-3) {
        addTimeTicks(std::log10(high / low) < 3.5 && wantedSteps >= 4, axis);
        return;
    }
    const bool isShort = spec.numberStyle.kind == NumberStyle::Kind::Amount || (high < 1e5 && low >= 1e-3);
    const bool hasIntermediateTicks =
        base == 10 && last - first < 3 && (wantedSteps >= 4 || last <= first + 1) && isShort;
    for (int e = hasIntermediateTicks ? first - 1 : first; e <= last; e += stride)
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double value = factor * std::pow(base, e);
            if ((factor > 1 && !hasIntermediateTicks) || value < low * (1 - 1e-9) || value > high * (1 + 1e-9))
                continue;
            axis.ticks.push_back(value);
            axis.labels.push_back(logTickLabel(value, spec));
        }
    // "$500" and "$1000": omit the cents if no label needs them.
    constexpr std::string_view zeroCents = ".00";
    if (std::ranges::all_of(axis.labels, [&](const std::string& label) {
            return label.ends_with(zeroCents) || label.find('.') == std::string::npos;
        }))
        for (std::string& label : axis.labels)
            if (label.ends_with(zeroCents))
                label.resize(label.size() - zeroCents.size());
}

class Extent {
public:
    explicit Extent(bool positiveOnly) : m_positiveOnly(positiveOnly) {}
    void add(double value)
    {
        if (!std::isfinite(value) || (m_positiveOnly && value <= 0))
            return;
        m_low = std::min(m_low, value);
        m_high = std::max(m_high, value);
    }
    [[nodiscard]] std::optional<ValueRange> range() const
    {
        return m_low <= m_high ? std::optional(ValueRange{m_low, m_high}) : std::nullopt;
    }

private:
    bool m_positiveOnly;
    double m_low = std::numeric_limits<double>::infinity(), m_high = -std::numeric_limits<double>::infinity();
};

/// QCustomPlot silently replaces a range that exceeds 1e250, is narrower than 1e-280 or has a non-finite ratio. Values
/// outside the clamped range are clipped as usual; the table view still shows them.
ValueRange clampToDrawable(ValueRange range, AxisScale scale)
{
    if (scale != AxisScale::Linear)
        return {std::clamp(range.low, 1e-120, 1e120), std::clamp(range.high, 1e-120, 1e120)};
    constexpr double largest = 1e240, narrowest = 1e-270;
    const double low = std::clamp(range.low, -largest, largest), high = std::clamp(range.high, -largest, largest);
    return std::max(std::abs(low), std::abs(high)) < narrowest ? ValueRange{0, 0} : ValueRange{low, high};
}

}  // namespace

std::string formatNumber(double value, const NumberStyle& style)
{
    if (!std::isfinite(value))
        return "–";
    switch (style.kind) {
    case NumberStyle::Kind::Plain: return significantText(value, style.digits);
    case NumberStyle::Kind::Factor: return significantText(value, style.digits) + "×";
    case NumberStyle::Kind::Percent: return significantText(100 * value, style.digits) + " %";
    case NumberStyle::Kind::Amount: return amountText(value, style.dimension, style.digits);
    }
    return {};
}

std::vector<std::string> tickLabels(const std::vector<double>& ticks, Dimension dimension)
{
    std::vector<std::string> labels;
    if (ticks.empty())
        return labels;
    const AxisUnit unit = axisUnitOf({NumberStyle::Kind::Amount, dimension}, std::abs(ticks.back()));
    const double step = (ticks.size() > 1 ? ticks[1] - ticks[0] : ticks[0]) / unit.baseUnits;
    // A round number of seconds may have infinitely many decimals in minutes.
    const int enough = step > 0 ? std::max(0, 1 - static_cast<int>(std::floor(std::log10(step) + 1e-9))) : 0;
    const int decimals = std::min(decimalsNeeded(step), enough);
    for (const double tick : ticks)
        labels.push_back(tick == 0 ? "0" : fmt::format("{:.{}f} {}", tick / unit.baseUnits, decimals, unit.name));
    return labels;
}

AxisLayout layOutAxis(const AxisSpec& spec, std::optional<ValueRange> data, int wantedTicks)
{
    AxisLayout axis;
    axis.scale = spec.scale;
    if (data)
        data = clampToDrawable(*data, spec.scale);
    if (spec.scale == AxisScale::Linear)
        layOutLinearAxis(spec, data.value_or(ValueRange{0, 1}), wantedTicks, axis);
    else
        layOutLogAxis(spec, data.value_or(ValueRange{1, 10}), wantedTicks, axis);
    return axis;
}

std::optional<ValueRange> xDataRange(const ChartSpec& spec)
{
    Extent extent(spec.x.scale != AxisScale::Linear);
    const auto addEnds = [&](const std::vector<double>& x, std::size_t count) {
        if (count > 0) {
            extent.add(sampleXAt(x, 0));
            extent.add(sampleXAt(x, count - 1));
        }
    };
    for (const SeriesSpec& series : spec.series)
        if (!series.isReference)
            addEnds(series.x, series.y.size());
    for (const BandSpec& band : spec.bands)
        addEnds(band.x, band.high.size());
    for (const MeasuredSpec& measured : spec.measured)
        for (const double x : measured.x)
            extent.add(x);
    if (!spec.barNames.empty())
        return ValueRange{0.4, static_cast<double>(spec.barNames.size()) + 0.6};
    return extent.range();
}

std::optional<ValueRange> yDataRange(const ChartSpec& spec, ValueRange x)
{
    Extent extent(spec.y.scale != AxisScale::Linear);
    const auto add = [&](const std::vector<double>& xs, const std::vector<double>& ys) {
        for (std::size_t i = 0; i < ys.size(); ++i)
            if (const double at = sampleXAt(xs, i); at >= x.low && at <= x.high)
                extent.add(ys[i]);
    };
    const auto tops = stackedTops(spec);
    std::size_t stacked = 0;
    for (const SeriesSpec& series : spec.series)
        if (series.fill == Fill::Stacked)
            add(series.x, tops[stacked++]);
        else if (!series.isReference)
            add(series.x, series.y);
    for (const BandSpec& band : spec.bands) {
        add(band.x, band.low);
        add(band.x, band.high);
    }
    for (const MeasuredSpec& measured : spec.measured) {
        add(measured.x, measured.y);
        add(measured.x, measured.low);
        add(measured.x, measured.high);
    }
    for (std::size_t bar = 0; bar < spec.barNames.size(); ++bar)
        for (const ValueRange& piece : stackedBar(spec, bar)) {
            extent.add(piece.low);
            extent.add(piece.high);
        }
    auto range = extent.range();
    // Leave room for the labels above the points.
    if (range && !spec.isThumbnail && spec.y.scale == AxisScale::Linear)
        for (const PointSpec& point : spec.points)
            if (!point.label.empty() && std::isfinite(point.y))
                range->high = std::max(range->high, point.y + 0.12 * std::abs(point.y));
    return range;
}

bool canSwitchXScale(const ChartSpec& spec)
{
    ChartSpec log = spec;
    log.x.scale = AxisScale::Log10;
    const bool empty = !xDataRange(spec);
    return !spec.isThumbnail && !empty && (spec.x.scale != AxisScale::Linear || xDataRange(log)) &&
           (spec.x.scale != AxisScale::Linear || xDataRange(spec)->low >= 0);
}

bool canSwitchYScale(const ChartSpec& spec)
{
    const bool area =
        std::ranges::any_of(spec.series, [](const SeriesSpec& series) { return series.fill != Fill::None; });
    ChartSpec log = spec;
    log.y.scale = AxisScale::Log10;
    const std::optional<ValueRange> x = xDataRange(spec);
    return !spec.isThumbnail && !area && x && (spec.y.scale != AxisScale::Linear || yDataRange(log, *x));
}

ChartSpec withSwitchedScales(ChartSpec spec, SwitchedScales switched)
{
    const auto turn = [](AxisSpec& axis, AxisScale log) {
        axis.scale = axis.scale == AxisScale::Linear ? log : AxisScale::Linear;
        if (axis.scale != AxisScale::Linear && axis.low.value_or(1) <= 0)
            axis.low.reset();
    };
    switched = {switched.x && canSwitchXScale(spec), switched.y && canSwitchYScale(spec)};
    if (switched.x)
        turn(spec.x, spec.hasIntegerX ? AxisScale::Log2 : AxisScale::Log10);
    if (switched.y)
        turn(spec.y, AxisScale::Log10);
    return spec;
}

std::vector<ValueRange> stackedBar(const ChartSpec& spec, std::size_t bar)
{
    std::vector<ValueRange> pieces;
    double top = 0, bottom = 0;
    for (const BarPart& part : spec.barParts) {
        double& end = part.values[bar] < 0 ? bottom : top;
        pieces.push_back({std::min(end, end + part.values[bar]), std::max(end, end + part.values[bar])});
        end += part.values[bar];
    }
    return pieces;
}

std::vector<std::vector<double>> stackedTops(const ChartSpec& spec)
{
    std::vector<std::vector<double>> tops;
    for (const SeriesSpec& series : spec.series) {
        if (series.fill != Fill::Stacked)
            continue;
        std::vector<double> top = series.y;
        if (!tops.empty())
            for (std::size_t i = 0; i < std::min(top.size(), tops.back().size()); ++i)
                top[i] += tops.back()[i];
        tops.push_back(std::move(top));
    }
    return tops;
}

}  // namespace scalewright::chart

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/read_out.h"

#include <algorithm>
#include <cmath>

#include "core/output/chart/axis_layout.h"
#include "core/output/chart/chart_layout.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

std::optional<double> interpolatedValueAt(const std::vector<double>& xs, const std::vector<double>& ys, double x)
{
    const std::size_t count = xs.empty() ? ys.size() : std::min(xs.size(), ys.size());
    if (count == 0 || x < sampleXAt(xs, 0) || x > sampleXAt(xs, count - 1))
        return std::nullopt;
    std::size_t after = 0;
    if (xs.empty())
        after = static_cast<std::size_t>(std::ceil(x)) - 1;
    else
        after = static_cast<std::size_t>(
            std::lower_bound(xs.begin(), xs.begin() + static_cast<std::ptrdiff_t>(count), x) - xs.begin());
    double value = ys[after];
    if (const double right = sampleXAt(xs, after); right != x && after > 0) {
        const double left = sampleXAt(xs, after - 1);
        value = ys[after - 1] + (ys[after] - ys[after - 1]) * (x - left) / (right - left);
    }
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

ReadOut readOutAt(const ChartSpec& spec, double x)
{
    ReadOut readOut;
    const QString name =
        spec.x.title.empty() ? QStringLiteral("x") : toQString(spec.x.title).section(QLatin1Char(' '), -1);
    readOut.heading = QStringLiteral("%1 %2").arg(name, toQString(formatNumber(x, spec.x.numberStyle)));
    const auto text = [&](double y) { return toQString(formatNumber(y, spec.y.numberStyle)); };
    const auto styles = lineStyles(spec.series);
    double below = 0;
    for (std::size_t i = 0; i < spec.series.size(); ++i) {
        const SeriesSpec& series = spec.series[i];
        const auto value = interpolatedValueAt(series.x, series.y, x);
        if (series.isReference || series.name.empty() || !value)
            continue;
        double y = *value;
        if (series.fill == Fill::Stacked)
            y = below += *value;
        readOut.rows.push_back({toQString(series.name), text(*value), series.role, styles[i], y});
    }
    for (const BandSpec& band : spec.bands) {
        const auto low = interpolatedValueAt(band.x, band.low, x), high = interpolatedValueAt(band.x, band.high, x);
        if (!band.name.empty() && low && high)
            readOut.rows.push_back({toQString(band.name), QObject::tr("%1 to %2").arg(text(*low), text(*high)),
                                    band.role, LineStyle::Solid, std::nullopt});
    }
    for (const MeasuredSpec& measured : spec.measured)
        for (std::size_t i = 0; i < std::min(measured.x.size(), measured.y.size()); ++i)
            if (measured.x[i] == x && std::isfinite(measured.y[i])) {
                QString value = text(measured.y[i]);
                if (i < measured.low.size() && i < measured.high.size() && measured.low[i] < measured.high[i])
                    value = QObject::tr("%1 [%2, %3]").arg(value, text(measured.low[i]), text(measured.high[i]));
                readOut.rows.push_back(
                    {toQString(measured.name), value, measured.role, LineStyle::Solid, measured.y[i]});
            }
    return readOut;
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The crosshair's text, and painting of the crosshair and focus ring.
#include "ui/figure/read_out.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

#include "ui/figure/plot.h"
#include "ui/figure/scene.h"
#include "ui/theme/widgets.h"

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
    const QString name = spec.x.title.isEmpty() ? QStringLiteral("x") : spec.x.title.section(QLatin1Char(' '), -1);
    readOut.heading = QStringLiteral("%1 %2").arg(name, formatNumber(x, spec.x.numberStyle));
    const auto styles = lineStyles(spec.series);
    double below = 0;
    for (std::size_t i = 0; i < spec.series.size(); ++i) {
        const SeriesSpec& series = spec.series[i];
        const auto value = interpolatedValueAt(series.x, series.y, x);
        if (series.isReference || series.name.isEmpty() || !value)
            continue;
        double y = *value;
        if (series.fill == Fill::Stacked)
            y = below += *value;
        readOut.rows.push_back({series.name, formatNumber(*value, spec.y.numberStyle), series.role, styles[i], y});
    }
    for (const BandSpec& band : spec.bands) {
        const auto low = interpolatedValueAt(band.x, band.low, x), high = interpolatedValueAt(band.x, band.high, x);
        if (!band.name.isEmpty() && low && high)
            readOut.rows.push_back(
                {band.name,
                 QObject::tr("%1 to %2")
                     .arg(formatNumber(*low, spec.y.numberStyle), formatNumber(*high, spec.y.numberStyle)),
                 band.role, LineStyle::Solid, std::nullopt});
    }
    for (const MeasuredSpec& measured : spec.measured)
        for (std::size_t i = 0; i < std::min(measured.x.size(), measured.y.size()); ++i)
            if (measured.x[i] == x && std::isfinite(measured.y[i])) {
                QString value = formatNumber(measured.y[i], spec.y.numberStyle);
                if (i < measured.low.size() && i < measured.high.size() && measured.low[i] < measured.high[i])
                    value = QObject::tr("%1 [%2, %3]")
                                .arg(value, formatNumber(measured.low[i], spec.y.numberStyle),
                                     formatNumber(measured.high[i], spec.y.numberStyle));
                readOut.rows.push_back({measured.name, value, measured.role, LineStyle::Solid, measured.y[i]});
            }
    return readOut;
}

void Plot::drawOverlay(QPainter& painter) const
{
    if (m_overlay.focused) {
        QRectF ring = m_scene.frame.adjusted(-3, -3, 3, 3);
        for (const SceneMarker& marker : m_scene.markers)
            if (marker.spec->id == m_overlay.selectedId)
                ring = marker.flag.isNull() ? QRectF(marker.line.p1(), marker.line.p2()).adjusted(-5, 0, 5, 0)
                                            : marker.flag.adjusted(-4, -3, 4, 4);
        for (const ScenePoint& point : m_scene.points)
            if (point.spec->id == m_overlay.selectedId)
                ring = QRectF(point.position.x() - m_visualStyle.scaledLength(11),
                              point.position.y() - m_visualStyle.scaledLength(11), m_visualStyle.scaledLength(22),
                              m_visualStyle.scaledLength(22));
        paintFocusRing(painter, ring,
                       std::min(ring.width(), ring.height()) > 30 ? 4 : std::min(ring.width(), ring.height()) / 3,
                       m_visualStyle);
    }
    if (!m_overlay.readOutX || m_spec.isThumbnail)
        return;
    const ReadOut readOut = readOutAt(m_spec, *m_overlay.readOutX);
    if (readOut.rows.empty())
        return;

    const QRectF& frame = m_scene.frame;
    const double x = m_xMap.toPixel(*m_overlay.readOutX);
    painter.setPen(QPen(m_visualStyle.color(ColorRole::FaintInk), 1));
    painter.drawLine(QPointF(x, frame.top()), QPointF(x, frame.bottom()));
    for (const ReadOutRow& row : readOut.rows)
        if (row.y && m_yMap.canMap(*row.y))
            if (const QPointF at(x, m_yMap.toPixel(*row.y)); frame.contains(at)) {
                painter.setPen(QPen(m_visualStyle.color(m_surface), 1.5));
                painter.setBrush(m_visualStyle.color(row.role));
                painter.drawEllipse(at, m_visualStyle.scaledLength(4), m_visualStyle.scaledLength(4));
            }

    const QFont bold = m_visualStyle.font(TextStyle::Label, true), plain = m_visualStyle.font(TextStyle::Label);
    const QFontMetricsF boldSize(bold), plainSize(plain);
    const double line = std::ceil(1.5 * plain.pixelSize()), padding = 8, gap = 14, stroke = 2.5;
    double swatch = 18;
    for (const ReadOutRow& row : readOut.rows)
        swatch = std::max(swatch, stroke * patternLength(row.style) + 6);
    double nameWidth = 0, values = 0;
    for (const ReadOutRow& row : readOut.rows) {
        nameWidth = std::max(nameWidth, plainSize.horizontalAdvance(row.name));
        values = std::max(values, boldSize.horizontalAdvance(row.value));
    }
    const double width =
        std::max(boldSize.horizontalAdvance(readOut.heading), swatch + nameWidth + gap + values) + 2 * padding;
    QRectF box(x + 12, 0, std::ceil(width), line * static_cast<double>(readOut.rows.size() + 1) + 1.2 * padding);
    if (box.right() > frame.right() - 4)
        box.moveRight(x - 12);
    box.moveLeft(std::max(box.left(), 2.0));
    box.moveBottom(frame.bottom() - 8);
    box.moveTop(std::max(box.top(), 2.0));
    painter.setPen(QPen(m_visualStyle.color(ColorRole::Hairline), 1));
    painter.setBrush(m_visualStyle.color(m_surface));
    painter.drawRoundedRect(box, 6, 6);

    double baseline = box.top() + padding + plain.pixelSize();
    painter.setFont(bold);
    painter.setPen(m_visualStyle.color(ColorRole::Ink));
    painter.drawText(QPointF(box.left() + padding, baseline), readOut.heading);
    for (const ReadOutRow& row : readOut.rows) {
        baseline += line;
        const double middle = baseline - 0.36 * plain.pixelSize();
        QPen pen(m_visualStyle.color(row.role), stroke, toQtPenStyle(row.style), Qt::FlatCap);
        if (row.style != LineStyle::Solid)
            pen.setDashPattern(dashPattern(row.style));
        painter.setPen(pen);
        painter.drawLine(QPointF(box.left() + padding, middle), QPointF(box.left() + padding + swatch - 6, middle));
        painter.setFont(plain);
        painter.setPen(m_visualStyle.color(ColorRole::SoftInk));
        painter.drawText(QPointF(box.left() + padding + swatch, baseline), row.name);
        painter.setFont(bold);
        painter.setPen(m_visualStyle.color(ColorRole::Ink));
        painter.drawText(QPointF(box.right() - padding - boldSize.horizontalAdvance(row.value), baseline), row.value);
    }
}

}  // namespace scalewright::ui

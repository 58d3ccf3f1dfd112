// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnose/next_bars.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "ui/words/diagnosis_words.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

/// "53 %"; from 100 % on, a text saying that the ceiling also binds.
QString ratioText(double ratio)
{
    if (ratio >= 1)
        return NextBottleneckBars::tr("also binds");
    return shareAsPercent(std::min(ratio, 0.99));
}

double rowHeight(const VisualStyle& look)
{
    return std::round(1.7 * look.font(TextStyle::Label).pixelSize());
}

}  // namespace

ColorRole roleOf(Bottleneck bottleneck)
{
    switch (bottleneck) {
    case Bottleneck::Coordination: return ColorRole::Communication;
    case Bottleneck::DataIo: return ColorRole::InputOutput;
    case Bottleneck::Latency: return ColorRole::Waiting;
    default: break;
    }
    return ColorRole::Compute;
}

NextBottleneckBars::NextBottleneckBars(QWidget* parent) : FigureView(QSizePolicy::Fixed, parent) {}

void NextBottleneckBars::setNext(std::vector<NextBottleneck> next, const QString& emptyText, const QString& caption)
{
    m_bottlenecks = std::move(next);
    // Ceilings far from binding appear only in the table.
    m_shownBottlenecks.clear();
    std::copy_if(m_bottlenecks.begin(), m_bottlenecks.end(), std::back_inserter(m_shownBottlenecks),
                 [&](const NextBottleneck& each) { return each.ratio >= 0.01 || &each == &m_bottlenecks.front(); });
    m_emptyText = emptyText;
    m_caption = caption;
    updateForNewContent();
}

FigureTexts NextBottleneckBars::texts() const
{
    QStringList parts;
    for (const NextBottleneck& each : m_bottlenecks)
        parts << tr("%1 %2").arg(ceilingText(each.bottleneck), ratioText(each.ratio));
    return {tr("Binds next"), m_caption,
            m_shownBottlenecks.empty()
                ? m_emptyText
                : tr("How close the other ceilings are to binding: %1").arg(parts.join(QStringLiteral(", ")))};
}

Table NextBottleneckBars::table() const
{
    Table table;
    table.caption = m_caption.toStdString();
    table.columns = {{"ceiling", tr("Ceiling").toStdString(), "", -1},
                     {"ratio", tr("Share of the binding value").toStdString(), "%", 0},
                     {"share", tr("Share of the nearest").toStdString(), "%", 0}};
    for (const NextBottleneck& each : m_bottlenecks)
        table.rows.push_back({ceilingText(each.bottleneck).toStdString(), 100 * each.ratio, 100 * each.relativeRatio});
    return table;
}

QSizeF NextBottleneckBars::naturalSize() const
{
    return {560, 32 * std::max(1.0, static_cast<double>(m_shownBottlenecks.size()))};
}

void NextBottleneckBars::render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = look.font(TextStyle::Label);
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const double row =
        std::max(rowHeight(look), size.height() / std::max(1.0, static_cast<double>(m_shownBottlenecks.size())));
    const auto baseline = [&](double top) { return std::round(top + (row + metrics.capHeight()) / 2); };
    if (m_shownBottlenecks.empty()) {
        painter.setPen(look.color(ColorRole::SoftInk));
        painter.drawText(QPointF(0, baseline(0)), metrics.elidedText(m_emptyText, Qt::ElideRight, size.width()));
        return;
    }
    double labels = 0, values = 0;
    for (const NextBottleneck& each : m_shownBottlenecks) {
        labels = std::max(labels, metrics.horizontalAdvance(ceilingText(each.bottleneck)));
        values = std::max(values, metrics.horizontalAdvance(ratioText(each.ratio)));
    }
    const double left = labels + 12, track = std::max(8.0, size.width() - left - values - 14);
    const double thick = std::round(0.75 * font.pixelSize());
    double top = 0;
    for (const NextBottleneck& each : m_shownBottlenecks) {
        painter.setPen(look.color(ColorRole::SoftInk));
        painter.drawText(QPointF(0, baseline(top)), ceilingText(each.bottleneck));
        painter.setPen(look.color(ColorRole::Ink));
        const QString value = ratioText(each.ratio);
        painter.drawText(QPointF(size.width() - metrics.horizontalAdvance(value) - 2, baseline(top)), value);
        painter.setPen(Qt::NoPen);
        const QRectF background(left, std::round(top + (row - thick) / 2), track, thick);
        painter.setBrush(look.color(ColorRole::Hover));
        painter.drawRoundedRect(background, 2, 2);
        painter.setBrush(look.color(roleOf(each.bottleneck)));
        const double length = track * std::min(1.0, each.ratio);
        if (length > 0)
            painter.drawRoundedRect(QRectF(background.topLeft(), QSizeF(std::max(2.0, length), thick)), 2, 2);
        top += row;
    }
}

QSize NextBottleneckBars::sizeHint() const
{
    const VisualStyle& look = Theme::instance().visualStyle();
    return {static_cast<int>(260 * look.typeScale),
            static_cast<int>(std::max(1.0, static_cast<double>(m_shownBottlenecks.size())) * rowHeight(look))};
}

QSize NextBottleneckBars::minimumSizeHint() const
{
    return {static_cast<int>(180 * Theme::instance().typeScale()), sizeHint().height()};
}

}  // namespace scalewright::ui

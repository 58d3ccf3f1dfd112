// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_bar.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "core/output/chart/chart_layout.h"
#include "ui/figure/text_line.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

QString memoryAmountText(double bytes)
{
    return amountWithUnit(bytes, Dimension::Bytes);
}

void drawMemoryText(QPainter& painter, const TextLine& line, const VisualStyle& look)
{
    painter.setFont(look.font(line.style, line.bold));
    painter.setPen(look.color(line.role));
    painter.drawText(line.baseline, line.text);
}

double barThickness(const VisualStyle& look)
{
    return std::round(2.6 * look.font(TextStyle::Label).pixelSize());
}

}  // namespace

MemoryBar::MemoryBar(const QString& title, QWidget* parent) : FigureView(QSizePolicy::Fixed, parent), m_title(title) {}

void MemoryBar::setParts(std::vector<std::pair<std::string, double>> parts, double usableMemory, double cardBytes,
                         const QString& caption)
{
    m_parts = std::move(parts);
    m_usableBytes = usableMemory;
    m_cardBytes = cardBytes;
    m_caption = caption;
    updateForNewContent();
}

double MemoryBar::totalBytes() const
{
    double total = 0;
    for (const auto& [name, bytes] : m_parts)
        total += bytes;
    return total;
}

FigureTexts MemoryBar::texts() const
{
    QStringList parts;
    for (const auto& [name, bytes] : m_parts)
        parts << tr("%1 %2").arg(toQString(name), memoryAmountText(bytes));
    return {
        m_title, m_caption,
        tr("%1 of %2: %3")
            .arg(memoryAmountText(totalBytes()), memoryAmountText(m_usableBytes), parts.join(QStringLiteral(", ")))};
}

Table MemoryBar::table() const
{
    Table table;
    table.caption = m_caption.toStdString();
    table.columns = {{"part", tr("part").toStdString(), "", -1}, {"bytes", tr("memory").toStdString(), "GB", 3}};
    for (const auto& [name, bytes] : m_parts)
        table.rows.push_back({name, bytes / 1e9});
    table.rows.push_back({tr("total").toStdString(), totalBytes() / 1e9});
    table.rows.push_back({tr("usable").toStdString(), m_usableBytes / 1e9});
    return table;
}

double MemoryBar::heightFor(const VisualStyle& look) const
{
    const TextMeasure measure(look);
    return 2 * measure.lineHeight(TextStyle::Small) + barThickness(look) + 8;
}

void MemoryBar::render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    if (m_parts.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const TextMeasure measure(look);
    const double line = measure.lineHeight(TextStyle::Small), thick = barThickness(look), top = line + 4;
    const double fullScaleBytes = 1.02 * std::max(totalBytes(), m_cardBytes), left = 1, trackWidth = size.width() - 2;
    const auto toX = [&](double bytes) { return left + trackWidth * bytes / fullScaleBytes; };

    // The compute colour, paler for each part, since all parts fill the same card.
    double startBytes = 0, labelEnd = left;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const auto& [name, bytes] = m_parts[i];
        const double strength =
            1 - 0.72 * static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(5, m_parts.size()));
        const QRectF bar(toX(startBytes), top, std::max(0.6, toX(startBytes + bytes) - toX(startBytes) - 1), thick);
        painter.setPen(Qt::NoPen);
        painter.setBrush(blendColors(look.color(ColorRole::Compute), look.color(ColorRole::Card), strength));
        painter.drawRect(bar);
        // Below its part if there is room, otherwise shifted right; labels that do not fit appear only in the table.
        const QString text = tr("%1 %2").arg(toQString(name), numberText(bytes / 1e9));
        const double wide = measure.textWidth(text, TextStyle::Small);
        const double x = std::max(bar.left(), labelEnd);
        const bool seen = bytes > 0.02 * m_cardBytes;
        if (seen && x + wide <= size.width() && x <= bar.right() + 6) {
            drawMemoryText(painter,
                           measure.leftAligned(text, x, top + thick + 3, TextStyle::Small, false, ColorRole::SoftInk),
                           look);
            labelEnd = x + wide + 12;
        }
        startBytes += bytes;
    }
    // The line marks the end of the usable memory; memory in excess of it is outlined.
    const double edge = toX(m_usableBytes);
    if (totalBytes() > m_usableBytes) {
        painter.setPen(QPen(look.color(ColorRole::Warning), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(edge, top + 1, toX(totalBytes()) - edge - 1, thick - 2));
    }
    painter.setPen(QPen(look.color(ColorRole::Ink), 1.5));
    painter.drawLine(QPointF(edge, top - 4), QPointF(edge, top + thick + 2));
    const QString label =
        totalBytes() > m_usableBytes
            ? tr("%1 too much for %2")
                  .arg(numberText((totalBytes() - m_usableBytes) / 1e9), memoryAmountText(m_usableBytes))
            : tr("%1 free of %2")
                  .arg(numberText((m_usableBytes - totalBytes()) / 1e9), memoryAmountText(m_usableBytes));
    const double wide = measure.textWidth(label, TextStyle::Small, true);
    const double x = std::clamp(edge - wide - 6, 0.0, size.width() - wide);
    drawMemoryText(painter, measure.leftAligned(label, x, 0, TextStyle::Small, true, ColorRole::Ink), look);
}

QSize MemoryBar::sizeHint() const
{
    const VisualStyle& look = Theme::instance().visualStyle();
    return {static_cast<int>(480 * look.typeScale), static_cast<int>(std::ceil(heightFor(look)))};
}

QSize MemoryBar::minimumSizeHint() const
{
    return {static_cast<int>(320 * Theme::instance().typeScale()), sizeHint().height()};
}

}  // namespace scalewright::ui

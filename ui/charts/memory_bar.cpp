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

constexpr double rowGap = 14;

double barThickness(const VisualStyle& look)
{
    return std::round(2.6 * look.font(TextStyle::Label).pixelSize());
}

}  // namespace

MemoryBar::MemoryBar(const QString& title, QWidget* parent) : FigureView(QSizePolicy::Fixed, parent), m_title(title) {}

double MemoryBarRow::totalBytes() const
{
    double total = 0;
    for (const auto& [name, bytes] : parts)
        total += bytes;
    return total;
}

void MemoryBar::setParts(std::vector<std::pair<std::string, double>> parts, double usableMemory, double cardBytes,
                         const QString& caption)
{
    std::vector<MemoryBarRow> rows;
    if (!parts.empty())
        rows.push_back({{}, std::move(parts)});
    setRows(std::move(rows), usableMemory, cardBytes, caption);
}

void MemoryBar::setRows(std::vector<MemoryBarRow> rows, double usableMemory, double cardBytes, const QString& caption)
{
    m_rows = std::move(rows);
    m_usableBytes = usableMemory;
    m_cardBytes = cardBytes;
    m_caption = caption;
    updateForNewContent();
}

double MemoryBar::totalBytes() const
{
    double largest = 0;
    for (const MemoryBarRow& row : m_rows)
        largest = std::max(largest, row.totalBytes());
    return largest;
}

/// "6.67 free of 76.0 GB", "128 GB too many for 80.0 GB"; a bar with a title also has its total: "208 GB, …".
QString MemoryBar::roomText(const MemoryBarRow& row) const
{
    const double total = row.totalBytes();
    const double limit = total > m_cardBytes ? m_cardBytes : m_usableBytes;
    const QString room = (total > limit ? tr("%1 too many for %2") : tr("%1 free of %2"))
                             .arg(total > limit ? memoryAmountText(total - limit) : numberText((limit - total) / 1e9),
                                  memoryAmountText(limit));
    return row.title.isEmpty() ? room : tr("%1, %2").arg(memoryAmountText(total), room);
}

FigureTexts MemoryBar::texts() const
{
    QStringList bars;
    for (const MemoryBarRow& row : m_rows) {
        QStringList parts;
        for (const auto& [name, bytes] : row.parts)
            parts << tr("%1 %2").arg(toQString(name), memoryAmountText(bytes));
        const QString bar = tr("%1 of %2: %3")
                                .arg(memoryAmountText(row.totalBytes()), memoryAmountText(m_usableBytes),
                                     parts.join(QStringLiteral(", ")));
        bars << (row.title.isEmpty() ? bar : tr("%1, %2").arg(row.title, bar));
    }
    return {m_title, m_caption, bars.join(QStringLiteral(". "))};
}

Table MemoryBar::table() const
{
    Table table;
    table.caption = m_caption.toStdString();
    table.columns = {{"part", tr("part").toStdString(), "", -1}, {"bytes", tr("memory").toStdString(), "GB", 3}};
    for (const MemoryBarRow& row : m_rows) {
        const std::string prefix = row.title.isEmpty() ? std::string() : row.title.toStdString() + ": ";
        for (const auto& [name, bytes] : row.parts)
            table.rows.push_back({prefix + name, bytes / 1e9});
        table.rows.push_back({prefix + tr("total").toStdString(), row.totalBytes() / 1e9});
    }
    table.rows.push_back({tr("usable").toStdString(), m_usableBytes / 1e9});
    return table;
}

double MemoryBar::heightFor(const VisualStyle& look) const
{
    const TextMeasure measure(look);
    const double bars = static_cast<double>(std::max<std::size_t>(1, m_rows.size()));
    return bars * (2 * measure.lineHeight(TextStyle::Small) + barThickness(look) + 8) + (bars - 1) * rowGap;
}

void MemoryBar::render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const double height = 2 * TextMeasure(look).lineHeight(TextStyle::Small) + barThickness(look) + 8;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        renderRow(painter, m_rows[i], QRectF(0, static_cast<double>(i) * (height + rowGap), size.width(), height),
                  look);
}

void MemoryBar::renderRow(QPainter& painter, const MemoryBarRow& row, const QRectF& place,
                          const VisualStyle& look) const
{
    const TextMeasure measure(look);
    const double line = measure.lineHeight(TextStyle::Small), thick = barThickness(look), top = place.top() + line + 4;
    const double total = row.totalBytes();
    const double fullScaleBytes = 1.02 * std::max(totalBytes(), m_cardBytes), left = 1, trackWidth = place.width() - 2;
    const auto toX = [&](double bytes) { return left + trackWidth * bytes / fullScaleBytes; };

    // The compute colour, paler for each part, since all parts fill the same card.
    double startBytes = 0, labelEnd = left;
    for (std::size_t i = 0; i < row.parts.size(); ++i) {
        const auto& [name, bytes] = row.parts[i];
        const double strength =
            1 - 0.72 * static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(5, row.parts.size()));
        const QRectF bar(toX(startBytes), top, std::max(0.6, toX(startBytes + bytes) - toX(startBytes) - 1), thick);
        painter.setPen(Qt::NoPen);
        painter.setBrush(blendColors(look.color(ColorRole::Compute), look.color(ColorRole::Card), strength));
        painter.drawRect(bar);
        // Below its part if there is room, otherwise shifted right; labels that do not fit appear only in the table.
        const QString text = tr("%1 %2").arg(toQString(name), numberText(bytes / 1e9));
        const double wide = measure.textWidth(text, TextStyle::Small);
        const double x = std::max(bar.left(), labelEnd);
        // The parts of further bars have the same order and colours.
        const bool seen = bytes > 0.02 * m_cardBytes && &row == &m_rows.front();
        if (seen && x + wide <= place.width() && x <= bar.right() + 6) {
            measure.draw(painter,
                         measure.leftAligned(text, x, top + thick + 3, TextStyle::Small, false, ColorRole::SoftInk));
            labelEnd = x + wide + 12;
        }
        startBytes += bytes;
    }
    // The line marks the end of the memory; memory in excess of it is outlined.
    const double limit = total > m_cardBytes ? m_cardBytes : m_usableBytes;
    const double edge = toX(limit);
    if (total > limit) {
        painter.setPen(QPen(look.color(ColorRole::Warning), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(edge, top + 1, toX(total) - edge - 1, thick - 2));
    }
    painter.setPen(QPen(look.color(ColorRole::Ink), 1.5));
    painter.drawLine(QPointF(edge, top - 4), QPointF(edge, top + thick + 2));
    const QString label = roomText(row);
    const double wide = measure.textWidth(label, TextStyle::Small, true);
    const double titleEnd = row.title.isEmpty() ? 0 : measure.textWidth(row.title, TextStyle::Small) + 12;
    const double x = std::clamp(edge - wide - 6, std::min(titleEnd, place.width() - wide), place.width() - wide);
    if (titleEnd <= x + 1)
        measure.draw(painter,
                     measure.leftAligned(row.title, 0, place.top(), TextStyle::Small, false, ColorRole::SoftInk));
    measure.draw(painter, measure.leftAligned(label, x, place.top(), TextStyle::Small, true, ColorRole::Ink));
}

QSize MemoryBar::sizeHint() const
{
    const VisualStyle& look = Theme::instance().visualStyle();
    return {static_cast<int>(480 * look.typeScale), static_cast<int>(std::ceil(heightFor(look)))};
}

}  // namespace scalewright::ui

#include "ui/design/layouts/memory_bar.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/figure/scene.h"
#include "ui/figure/text_line.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

QString gigabytesText(double bytes)
{
    return amount(bytes, Dimension::Bytes);
}

void writeLine(QPainter& painter, const TextLine& line, const Look& look)
{
    painter.setFont(look.font(line.style, line.bold));
    painter.setPen(look.color(line.role));
    painter.drawText(line.baseline, line.text);
}

double barThickness(const Look& look)
{
    return std::round(1.6 * look.font(TextStyle::Label).pixelSize());
}

}  // namespace

MemoryBar::MemoryBar(QWidget* parent) : FigureView(QSizePolicy::Fixed, parent) {}

void MemoryBar::setParts(std::vector<std::pair<std::string, double>> parts, double room, double card,
                         const QString& caption)
{
    m_parts = std::move(parts);
    m_room = room;
    m_card = card;
    m_caption = caption;
    contentChanged();
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
        parts << tr("%1 %2").arg(qt(name), gigabytesText(bytes));
    return {
        tr("Fullest card"), m_caption,
        tr("%1 of %2: %3").arg(gigabytesText(totalBytes()), gigabytesText(m_room), parts.join(QStringLiteral(", ")))};
}

Table MemoryBar::table() const
{
    Table table;
    table.caption = m_caption.toStdString();
    table.columns = {{"part", tr("part").toStdString(), "", -1}, {"bytes", tr("memory").toStdString(), "GB", 3}};
    for (const auto& [name, bytes] : m_parts)
        table.rows.push_back({name, bytes / 1e9});
    table.rows.push_back({tr("in all").toStdString(), totalBytes() / 1e9});
    table.rows.push_back({tr("may be filled").toStdString(), m_room / 1e9});
    return table;
}

double MemoryBar::heightOf(const Look& look) const
{
    const TextMeasure measure(look);
    return 2 * measure.line(TextStyle::Small) + barThickness(look) + 8;
}

void MemoryBar::render(QCPPainter& given, const QSizeF& size, const Look& look) const
{
    if (m_parts.empty())
        return;
    QPainter& painter = plainPainter(given);
    painter.setRenderHint(QPainter::Antialiasing);
    const TextMeasure measure(look);
    const double line = measure.line(TextStyle::Small), thick = barThickness(look), top = line + 4;
    const double most = 1.02 * std::max(totalBytes(), m_card), left = 1, room = size.width() - 2;
    const auto toX = [&](double bytes) { return left + room * bytes / most; };

    // Compute's colour, paler from part to part: all of them are one thing, what fills the card.
    double from = 0, labelEnd = left;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const auto& [name, bytes] = m_parts[i];
        const double strength =
            1 - 0.72 * static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(5, m_parts.size()));
        const QRectF bar(toX(from), top, std::max(0.6, toX(from + bytes) - toX(from) - 1), thick);
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(look.color(Role::Compute), look.color(Role::Card), strength));
        painter.drawRect(bar);
        // Under its part where there is room, else pushed along; what has none is in the table.
        const QString text = tr("%1 %2").arg(qt(name), number(bytes / 1e9));
        const double wide = measure.width(text, TextStyle::Small);
        const double x = std::max(bar.left(), labelEnd);
        const bool seen = bytes > 0.02 * m_card;
        if (seen && x + wide <= size.width() && x <= bar.right() + 6) {
            writeLine(painter, measure.at(text, x, top + thick + 3, TextStyle::Small, false, Role::Soft), look);
            labelEnd = x + wide + 12;
        }
        from += bytes;
    }
    // The edge: what may be filled; beyond it, what is missing is marked.
    const double edge = toX(m_room);
    if (totalBytes() > m_room) {
        painter.setPen(QPen(look.color(Role::Warning), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(edge, top + 1, toX(totalBytes()) - edge - 1, thick - 2));
    }
    painter.setPen(QPen(look.color(Role::Ink), 1.5));
    painter.drawLine(QPointF(edge, top - 4), QPointF(edge, top + thick + 2));
    const QString says =
        totalBytes() > m_room
            ? tr("%1 too much for %2").arg(number((totalBytes() - m_room) / 1e9), gigabytesText(m_room))
            : tr("%1 to spare of %2").arg(number((m_room - totalBytes()) / 1e9), gigabytesText(m_room));
    const double wide = measure.width(says, TextStyle::Small, true);
    const double x = std::clamp(edge - wide - 6, 0.0, size.width() - wide);
    writeLine(painter, measure.at(says, x, 0, TextStyle::Small, true, Role::Ink), look);
}

QSize MemoryBar::sizeHint() const
{
    const Look& look = Theme::instance().look();
    return {static_cast<int>(480 * look.typeScale), static_cast<int>(std::ceil(heightOf(look)))};
}

QSize MemoryBar::minimumSizeHint() const
{
    return {static_cast<int>(320 * Theme::instance().typeScale()), sizeHint().height()};
}

}  // namespace scalewright::ui

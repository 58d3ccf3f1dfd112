// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_bar.h"

#include <QResizeEvent>

#include <algorithm>
#include <cmath>

#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

QString memoryAmountText(double bytes)
{
    return amountWithUnit(bytes, Dimension::Bytes);
}

}  // namespace

MemoryBar::MemoryBar(const QString& title, QWidget* parent) : FigureView(QSizePolicy::Preferred, parent), m_title(title)
{
}

void MemoryBar::setContent(chart::MemoryChart content, const QString& caption)
{
    m_content = std::move(content);
    m_caption = caption;
    updateForNewContent();
}

FigureTexts MemoryBar::texts() const
{
    QStringList bars;
    for (const chart::MemoryRow& row : m_content.rows) {
        QStringList parts;
        for (const auto& [name, bytes] : row.parts)
            parts << tr("%1 %2").arg(toQString(name), memoryAmountText(bytes));
        const QString bar = tr("%1 of %2: %3")
                                .arg(memoryAmountText(row.totalBytes()), memoryAmountText(m_content.usableBytes),
                                     parts.join(QStringLiteral(", ")));
        bars << (row.title.empty() ? bar : tr("%1, %2").arg(toQString(row.title), bar));
    }
    return {m_title, m_caption, bars.join(QStringLiteral(". "))};
}

Table MemoryBar::table() const
{
    Table table;
    table.caption = m_caption.toStdString();
    table.columns = {{"part", tr("part").toStdString(), "", -1}, {"bytes", tr("memory").toStdString(), "GB", 3}};
    for (const chart::MemoryRow& row : m_content.rows) {
        const std::string prefix = row.title.empty() ? std::string() : row.title + ": ";
        for (const auto& [name, bytes] : row.parts)
            table.rows.push_back({prefix + name, bytes / 1e9});
        table.rows.push_back({prefix + tr("total").toStdString(), row.totalBytes() / 1e9});
    }
    table.rows.push_back({tr("usable").toStdString(), m_content.usableBytes / 1e9});
    return table;
}

std::optional<ChartLayout> MemoryBar::drawing(const QSizeF& size, const VisualStyle& look) const
{
    return layOutMemoryChart(m_content, {size.width(), size.height()}, chartStyle(look));
}

QSizeF MemoryBar::sizeForWidth(double width) const
{
    return {width, memoryChartHeight(m_content, width, chartStyle({}))};
}

QSize MemoryBar::sizeHint() const
{
    const VisualStyle& look = Theme::instance().visualStyle();
    const double width = std::max<double>(this->width(), 320 * look.typeScale);
    return QSizeF(480 * look.typeScale, memoryChartHeight(m_content, width, chartStyle(look))).toSize();
}

void MemoryBar::resizeEvent(QResizeEvent* event)
{
    FigureView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry();  // the height depends on the width
}

}  // namespace scalewright::ui

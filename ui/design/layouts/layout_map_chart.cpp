// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/layouts/layout_map_chart.h"

#include <QKeyEvent>
#include <QMap>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "core/output/chart/chart_layout.h"
#include "ui/figure/text_line.h"
#include "ui/theme/widgets.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

constexpr double mapPadding = 6, mapDotRadius = 6;

/// The more ways a layout is split, the darker its cell, since splitting causes communication.
double cellTint(const LayoutCell& cell)
{
    const ParallelLayout& layout = cell.best.layout;
    const double splitScore =
        (layout.tensor > 1 ? 1 : 0) + (layout.context > 1 ? 0.7 : 0) + (layout.stages > 1 ? 1.4 : 0);
    const double shared = layout.data > 1 ? 0.3 + (layout.shardingStage > 0 ? 0.2 : 0) : 0;
    return 0.06 + 0.2 * (splitScore > 0 ? 0.5 + splitScore : shared);
}

/// The position of `value` among the ascending `values`, in steps, on a log scale.
double positionOnLogScale(const std::vector<double>& values, double value)
{
    if (values.size() < 2 || value <= values.front())
        return 0;
    for (std::size_t i = 1; i < values.size(); ++i)
        if (value <= values[i])
            return static_cast<double>(i - 1) + std::log(value / values[i - 1]) / std::log(values[i] / values[i - 1]);
    return static_cast<double>(values.size() - 1);
}

}  // namespace

LayoutMapChart::LayoutMapChart(QWidget* parent) : FigureView(QSizePolicy::Expanding, parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

void LayoutMapChart::setContent(LayoutMapContent content)
{
    m_content = std::move(content);
    // The plan's cell.
    m_chosenColumn = m_chosenRow = 0;
    for (std::size_t i = 0; i < m_content.axes.cards.size(); ++i)
        if (m_content.axes.cards[i] <= m_content.planP)
            m_chosenColumn = i;
    m_chosenRow =
        static_cast<std::size_t>(std::lround(positionOnLogScale(m_content.axes.parameters, m_content.modelParameters)));
    updateForNewContent();
}

void LayoutMapChart::setCell(std::size_t index, const LayoutCell& cell)
{
    m_content.cells.at(index) = cell;
    updateForNewContent();
}

QString LayoutMapChart::chosenCellText() const
{
    if (m_content.cells.empty())
        return {};
    const std::optional<LayoutCell>& cell = m_content.cells[m_content.cellIndex(m_chosenColumn, m_chosenRow)];
    return cell ? toQString(
                      cellText(*cell, m_content.axes.cards[m_chosenColumn], m_content.axes.parameters[m_chosenRow]))
                : QString();
}

QString LayoutMapChart::splitTextAt(std::size_t column, std::size_t row) const
{
    const std::optional<LayoutCell>& cell = m_content.cells[m_content.cellIndex(column, row)];
    return cell ? toQString(splitText(*cell)) : QString();
}

FigureTexts LayoutMapChart::texts() const
{
    return {tr("Best split by cards and model size"), m_content.caption, chosenCellText()};
}

Table LayoutMapChart::table() const
{
    Table table;
    table.caption = m_content.caption.toStdString();
    table.columns = {{"cards", tr("cards").toStdString(), "", 0},
                     {"parameters", tr("parameters").toStdString(), "", -1},
                     {"split", tr("split").toStdString(), "", -1},
                     {"layout", tr("layout").toStdString(), "", -1},
                     {"step", tr("step").toStdString(), "s", -1}};
    const LayoutMapAxes& axes = m_content.axes;
    for (std::size_t row = 0; row < axes.parameters.size(); ++row)
        for (std::size_t column = 0; column < axes.cards.size(); ++column)
            if (const auto& cell = m_content.cells[m_content.cellIndex(column, row)]) {
                const bool fits = cell->kind == LayoutCell::Kind::Fits;
                table.rows.push_back({static_cast<double>(axes.cards[column]), axes.parameters[row], splitText(*cell),
                                      fits ? Cell(layoutText(cell->best.layout)) : Cell(std::string()),
                                      fits ? Cell(cell->best.stepS) : Cell(std::string())});
            }
    return table;
}

QRectF LayoutMapChart::frameRect(const QSizeF& size, const VisualStyle& look) const
{
    const TextMeasure measure(look);
    double labels = 0;
    for (const double each : m_content.axes.parameters)
        labels = std::max(labels, measure.textWidth(toQString(formatLargeCount(each).joined()), TextStyle::Small));
    const double line = measure.lineHeight(TextStyle::Small);
    const double left = mapPadding + labels + 8, top = mapPadding + line + 6;
    return {left, top, size.width() - left - mapPadding, std::max(20.0, size.height() - top - 3 * line - 14)};
}

QRectF LayoutMapChart::cellRect(const QRectF& frame, std::size_t column, std::size_t row) const
{
    const auto columns = static_cast<double>(m_content.axes.cards.size());
    const auto rows = static_cast<double>(m_content.axes.parameters.size());
    const auto x = [&](double at) { return std::round(frame.left() + frame.width() * at / columns); };
    const auto y = [&](double at) { return std::round(frame.bottom() - frame.height() * at / rows); };
    const auto c = static_cast<double>(column), r = static_cast<double>(row);
    return {QPointF(x(c), y(r + 1)), QPointF(x(c + 1), y(r))};
}

std::optional<QPointF> LayoutMapChart::dotPosition(const QRectF& frame) const
{
    if (m_content.axes.parameters.empty() || m_content.planP > m_content.axes.cards.back())
        return std::nullopt;
    const auto columns = static_cast<double>(m_content.axes.cards.size());
    const auto rows = static_cast<double>(m_content.axes.parameters.size());
    return QPointF(
        frame.left() + frame.width() * (std::log2(m_content.planP) + 0.5) / columns,
        frame.bottom() -
            frame.height() * (positionOnLogScale(m_content.axes.parameters, m_content.modelParameters) + 0.5) / rows);
}

void LayoutMapChart::drawCells(QPainter& painter, const QRectF& frame, const VisualStyle& look) const
{
    const LayoutMapAxes& axes = m_content.axes;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t row = 0; row < axes.parameters.size(); ++row)
        for (std::size_t column = 0; column < axes.cards.size(); ++column) {
            const std::optional<LayoutCell>& cell = m_content.cells[m_content.cellIndex(column, row)];
            const QRectF box = cellRect(frame, column, row);
            painter.setPen(Qt::NoPen);
            if (!cell) {
                painter.setBrush(look.color(ColorRole::Card));
            } else if (cell->kind == LayoutCell::Kind::Fits) {
                const double share = cellTint(*cell) * (look.dark ? 0.6 : 1);
                painter.setBrush(blendColors(look.color(ColorRole::Communication), look.color(ColorRole::Card), share));
            } else {
                painter.setBrush(look.color(ColorRole::Hover));
            }
            painter.drawRect(box);
        }
    // A border between cells with different splits.
    painter.setPen(QPen(look.color(ColorRole::SoftInk), 1));
    for (std::size_t row = 0; row < axes.parameters.size(); ++row)
        for (std::size_t column = 0; column < axes.cards.size(); ++column) {
            const QRectF box = cellRect(frame, column, row);
            const QString split = splitTextAt(column, row);
            if (column > 0 && splitTextAt(column - 1, row) != split)
                painter.drawLine(box.topLeft(), box.bottomLeft());
            if (row > 0 && splitTextAt(column, row - 1) != split)
                painter.drawLine(box.bottomLeft(), box.bottomRight());
        }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.color(ColorRole::FaintInk), 1));
    painter.drawRect(frame);
    painter.setRenderHint(QPainter::Antialiasing, true);
}

void LayoutMapChart::drawAxes(QPainter& painter, const QRectF& frame, const VisualStyle& look) const
{
    const TextMeasure measure(look);
    const double line = measure.lineHeight(TextStyle::Small);
    const LayoutMapAxes& axes = m_content.axes;
    measure.draw(painter, measure.leftAligned(tr("parameters"), mapPadding, mapPadding, TextStyle::Small, false,
                                              ColorRole::SoftInk));
    double last = frame.bottom() + line;
    for (std::size_t row = 0; row < axes.parameters.size(); ++row) {
        const QRectF box = cellRect(frame, 0, row);
        if (last - box.center().y() < line)
            continue;
        last = box.center().y();
        const QString text = toQString(formatLargeCount(axes.parameters[row]).joined());
        measure.draw(painter,
                     measure.leftAligned(text, frame.left() - 7 - measure.textWidth(text, TextStyle::Small),
                                         box.center().y() - line / 2, TextStyle::Small, false, ColorRole::SoftInk));
    }
    for (std::size_t column = 0; column < axes.cards.size(); ++column)
        measure.draw(painter,
                     measure.centred(QString::number(axes.cards[column]), cellRect(frame, column, 0).center().x(),
                                     frame.bottom() + 4, TextStyle::Small, false, ColorRole::SoftInk));
    measure.draw(painter, measure.centred(tr("cards"), frame.center().x(), frame.bottom() + 5 + line, TextStyle::Small,
                                          false, ColorRole::SoftInk));
}

void LayoutMapChart::drawAreaNames(QPainter& painter, const QSizeF& size, const QRectF& frame,
                                   const VisualStyle& look) const
{
    const TextMeasure measure(look);
    const double line = measure.lineHeight(TextStyle::Small);
    const LayoutMapAxes& axes = m_content.axes;
    const std::optional<QPointF> dot = dotPosition(frame);
    // Draw each name on the longest run of cells with its split within a row, clear of the dot.
    QMap<QString, QRectF> longestStretches;
    for (std::size_t row = 0; row < axes.parameters.size(); ++row)
        for (std::size_t from = 0, to = 0; from < axes.cards.size(); from = to) {
            const QString split = splitTextAt(from, row);
            for (to = from + 1; to < axes.cards.size() && splitTextAt(to, row) == split;)
                ++to;
            const QRectF box = cellRect(frame, from, row).united(cellRect(frame, to - 1, row));
            if (split.isEmpty() || (dot && box.adjusted(-8, -8, 8, 8).contains(*dot)))
                continue;
            if (QRectF& longest = longestStretches[split]; box.width() > longest.width() + 1)
                longest = box;
        }
    QStringList unnamed;
    for (auto each = longestStretches.constBegin(); each != longestStretches.constEnd(); ++each) {
        if (measure.textWidth(each.key(), TextStyle::Small, true) + 6 <= each->width() && line <= each->height())
            measure.draw(painter, measure.centred(each.key(), each->center().x(), each->center().y() - line / 2,
                                                  TextStyle::Small, true, ColorRole::Ink));
        else
            unnamed << each.key();
    }
    if (!unnamed.isEmpty()) {
        QString text = tr("small areas: %1").arg(unnamed.join(QStringLiteral(", ")));
        measure.draw(painter, measure.leftAligned(text, frame.left(), size.height() - line - 2, TextStyle::Small, false,
                                                  ColorRole::SoftInk));
    }
}

void LayoutMapChart::draw(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    if (m_content.cells.empty())
        return;
    const QRectF frame = frameRect(size, look);
    drawCells(painter, frame, look);
    drawAxes(painter, frame, look);
    drawAreaNames(painter, size, frame, look);
    if (const std::optional<QPointF> dot = dotPosition(frame)) {
        painter.setPen(QPen(look.color(ColorRole::Card), 2));
        painter.setBrush(look.color(ColorRole::Ink));
        painter.drawEllipse(*dot, mapDotRadius, mapDotRadius);
        const TextMeasure measure(look);
        const QString text = tr("this model");
        const double wide = measure.textWidth(text, TextStyle::Small, true),
                     line = measure.lineHeight(TextStyle::Small);
        const double x = dot->x() + 12 + wide > frame.right() ? dot->x() - 12 - wide : dot->x() + 12;
        measure.draw(painter,
                     measure.leftAligned(text, x, dot->y() - line / 2, TextStyle::Small, true, ColorRole::Ink));
    }
}

void LayoutMapChart::render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    draw(painter, size, look);
}

void LayoutMapChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const VisualStyle& look = Theme::instance().visualStyle();
    draw(painter, size(), look);
    if (hasFocus() && !m_content.cells.empty())
        paintFocusRing(painter, cellRect(frameRect(size(), look), m_chosenColumn, m_chosenRow).adjusted(2, 2, -2, -2),
                       3, look);
}

void LayoutMapChart::chooseCell(long column, long row)
{
    const LayoutMapAxes& axes = m_content.axes;
    if (m_content.cells.empty())
        return;
    m_chosenColumn = static_cast<std::size_t>(std::clamp<long>(column, 0, static_cast<long>(axes.cards.size()) - 1));
    m_chosenRow = static_cast<std::size_t>(std::clamp<long>(row, 0, static_cast<long>(axes.parameters.size()) - 1));
    updateForNewContent();
    Q_EMIT cellChosen();
}

void LayoutMapChart::mousePressEvent(QMouseEvent* event)
{
    const QRectF frame = frameRect(size(), Theme::instance().visualStyle());
    for (std::size_t row = 0; row < m_content.axes.parameters.size(); ++row)
        for (std::size_t column = 0; column < m_content.axes.cards.size(); ++column)
            if (cellRect(frame, column, row).contains(event->position()))
                chooseCell(static_cast<long>(column), static_cast<long>(row));
    FigureView::mousePressEvent(event);
}

void LayoutMapChart::keyPressEvent(QKeyEvent* event)
{
    const long column = static_cast<long>(m_chosenColumn), row = static_cast<long>(m_chosenRow);
    switch (event->key()) {
    case Qt::Key_Left: chooseCell(column - 1, row); break;
    case Qt::Key_Right: chooseCell(column + 1, row); break;
    case Qt::Key_Up: chooseCell(column, row + 1); break;
    case Qt::Key_Down: chooseCell(column, row - 1); break;
    default: FigureView::keyPressEvent(event);
    }
}

}  // namespace scalewright::ui

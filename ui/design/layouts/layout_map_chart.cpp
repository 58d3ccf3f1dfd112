#include "ui/design/layouts/layout_map_chart.h"

#include <QKeyEvent>
#include <QMap>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/figure/scene.h"
#include "ui/figure/text_line.h"
#include "ui/theme/widgets.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

constexpr double mapPad = 6, mapDot = 6;

/// The more ways a layout splits, the darker: what is split, and so what is talked about.
double tintOf(const LayoutCell& cell)
{
    const Layout& layout = cell.best.layout;
    const double ways = (layout.tensor > 1 ? 1 : 0) + (layout.context > 1 ? 0.7 : 0) + (layout.stages > 1 ? 1.4 : 0);
    const double shared = layout.data > 1 ? 0.3 + (layout.shardingStage > 0 ? 0.2 : 0) : 0;
    return 0.06 + 0.2 * (ways > 0 ? 0.5 + ways : shared);
}

void put(QPainter& painter, const TextLine& line, const Look& look)
{
    painter.setFont(look.font(line.style, line.bold));
    painter.setPen(look.color(line.role));
    painter.drawText(line.baseline, line.text);
}

/// Where along ascending values `value` lies, in steps, on a log scale.
double stepOf(const std::vector<double>& values, double value)
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
    // The cell that the plan stands in.
    m_column = m_row = 0;
    for (std::size_t i = 0; i < m_content.axes.cards.size(); ++i)
        if (m_content.axes.cards[i] <= m_content.planP)
            m_column = i;
    m_row = static_cast<std::size_t>(std::lround(stepOf(m_content.axes.parameters, m_content.parameters)));
    contentChanged();
}

void LayoutMapChart::setCell(std::size_t index, const LayoutCell& cell)
{
    m_content.cells.at(index) = cell;
    contentChanged();
}

QString LayoutMapChart::reading() const
{
    if (m_content.cells.empty())
        return {};
    const std::optional<LayoutCell>& cell = m_content.cells[m_content.index(m_column, m_row)];
    return cell ? qt(cellText(*cell, m_content.axes.cards[m_column], m_content.axes.parameters[m_row])) : QString();
}

QString LayoutMapChart::splitAt(std::size_t column, std::size_t row) const
{
    const std::optional<LayoutCell>& cell = m_content.cells[m_content.index(column, row)];
    return cell ? qt(splitText(*cell)) : QString();
}

FigureTexts LayoutMapChart::texts() const
{
    return {tr("Which way to split wins"), m_content.caption, reading()};
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
            if (const auto& cell = m_content.cells[m_content.index(column, row)]) {
                const bool fits = cell->kind == LayoutCell::Kind::Fits;
                table.rows.push_back({static_cast<double>(axes.cards[column]), axes.parameters[row], splitText(*cell),
                                      fits ? Cell(layoutText(cell->best.layout)) : Cell(std::string()),
                                      fits ? Cell(cell->best.stepS) : Cell(std::string())});
            }
    return table;
}

QRectF LayoutMapChart::frameIn(const QSizeF& size, const Look& look) const
{
    const TextMeasure measure(look);
    double labels = 0;
    for (const double each : m_content.axes.parameters)
        labels = std::max(labels, measure.width(qt(countAmount(each).joined()), TextStyle::Small));
    const double line = measure.line(TextStyle::Small);
    const double left = mapPad + labels + 8, top = mapPad + line + 6;
    return {left, top, size.width() - left - mapPad, std::max(20.0, size.height() - top - 3 * line - 14)};
}

QRectF LayoutMapChart::cellIn(const QRectF& frame, std::size_t column, std::size_t row) const
{
    const auto columns = static_cast<double>(m_content.axes.cards.size());
    const auto rows = static_cast<double>(m_content.axes.parameters.size());
    const auto x = [&](double at) { return std::round(frame.left() + frame.width() * at / columns); };
    const auto y = [&](double at) { return std::round(frame.bottom() - frame.height() * at / rows); };
    const auto c = static_cast<double>(column), r = static_cast<double>(row);
    return {QPointF(x(c), y(r + 1)), QPointF(x(c + 1), y(r))};
}

std::optional<QPointF> LayoutMapChart::dotIn(const QRectF& frame) const
{
    if (m_content.axes.parameters.empty() || m_content.planP > m_content.axes.cards.back())
        return std::nullopt;
    const auto columns = static_cast<double>(m_content.axes.cards.size());
    const auto rows = static_cast<double>(m_content.axes.parameters.size());
    return QPointF(
        frame.left() + frame.width() * (std::log2(m_content.planP) + 0.5) / columns,
        frame.bottom() - frame.height() * (stepOf(m_content.axes.parameters, m_content.parameters) + 0.5) / rows);
}

void LayoutMapChart::drawCells(QPainter& painter, const QRectF& frame, const Look& look) const
{
    const LayoutMapAxes& axes = m_content.axes;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t row = 0; row < axes.parameters.size(); ++row)
        for (std::size_t column = 0; column < axes.cards.size(); ++column) {
            const std::optional<LayoutCell>& cell = m_content.cells[m_content.index(column, row)];
            const QRectF box = cellIn(frame, column, row);
            painter.setPen(Qt::NoPen);
            if (!cell) {
                painter.setBrush(look.color(Role::Card));
            } else if (cell->kind == LayoutCell::Kind::Fits) {
                const double share = tintOf(*cell) * (look.dark ? 0.6 : 1);
                painter.setBrush(mixed(look.color(Role::Communication), look.color(Role::Card), share));
            } else {
                painter.setBrush(look.color(Role::Hover));
            }
            painter.drawRect(box);
        }
    // A border where the way to split is another.
    painter.setPen(QPen(look.color(Role::Soft), 1));
    for (std::size_t row = 0; row < axes.parameters.size(); ++row)
        for (std::size_t column = 0; column < axes.cards.size(); ++column) {
            const QRectF box = cellIn(frame, column, row);
            const QString here = splitAt(column, row);
            if (column > 0 && splitAt(column - 1, row) != here)
                painter.drawLine(box.topLeft(), box.bottomLeft());
            if (row > 0 && splitAt(column, row - 1) != here)
                painter.drawLine(box.bottomLeft(), box.bottomRight());
        }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.color(Role::Faint), 1));
    painter.drawRect(frame);
    painter.setRenderHint(QPainter::Antialiasing, true);
}

void LayoutMapChart::drawAxes(QPainter& painter, const QRectF& frame, const Look& look) const
{
    const TextMeasure measure(look);
    const double line = measure.line(TextStyle::Small);
    const LayoutMapAxes& axes = m_content.axes;
    put(painter, measure.at(tr("parameters"), mapPad, mapPad, TextStyle::Small, false, Role::Soft), look);
    double last = frame.bottom() + line;
    for (std::size_t row = 0; row < axes.parameters.size(); ++row) {
        const QRectF box = cellIn(frame, 0, row);
        if (last - box.center().y() < line)
            continue;
        last = box.center().y();
        const QString text = qt(countAmount(axes.parameters[row]).joined());
        put(painter,
            measure.at(text, frame.left() - 7 - measure.width(text, TextStyle::Small), box.center().y() - line / 2,
                       TextStyle::Small, false, Role::Soft),
            look);
    }
    for (std::size_t column = 0; column < axes.cards.size(); ++column)
        put(painter,
            measure.centred(QString::number(axes.cards[column]), cellIn(frame, column, 0).center().x(),
                            frame.bottom() + 4, TextStyle::Small, false, Role::Soft),
            look);
    put(painter,
        measure.centred(tr("cards"), frame.center().x(), frame.bottom() + 5 + line, TextStyle::Small, false,
                        Role::Soft),
        look);
}

void LayoutMapChart::drawNames(QPainter& painter, const QSizeF& size, const QRectF& frame, const Look& look) const
{
    const TextMeasure measure(look);
    const double line = measure.line(TextStyle::Small);
    const LayoutMapAxes& axes = m_content.axes;
    const std::optional<QPointF> dot = dotIn(frame);
    // A name stands on the longest stretch of a row that splits its way, clear of the dot.
    QMap<QString, QRectF> stretches;
    for (std::size_t row = 0; row < axes.parameters.size(); ++row)
        for (std::size_t from = 0, to = 0; from < axes.cards.size(); from = to) {
            const QString way = splitAt(from, row);
            for (to = from + 1; to < axes.cards.size() && splitAt(to, row) == way;)
                ++to;
            const QRectF box = cellIn(frame, from, row).united(cellIn(frame, to - 1, row));
            if (way.isEmpty() || (dot && box.adjusted(-8, -8, 8, 8).contains(*dot)))
                continue;
            if (QRectF& best = stretches[way]; box.width() > best.width() + 1)
                best = box;
        }
    QStringList unnamed;
    for (auto each = stretches.constBegin(); each != stretches.constEnd(); ++each) {
        if (measure.width(each.key(), TextStyle::Small, true) + 6 <= each->width() && line <= each->height())
            put(painter,
                measure.centred(each.key(), each->center().x(), each->center().y() - line / 2, TextStyle::Small, true,
                                Role::Ink),
                look);
        else
            unnamed << each.key();
    }
    if (!unnamed.isEmpty()) {
        QString text = tr("small areas: %1").arg(unnamed.join(QStringLiteral(", ")));
        put(painter, measure.at(text, frame.left(), size.height() - line - 2, TextStyle::Small, false, Role::Soft),
            look);
    }
}

void LayoutMapChart::draw(QPainter& painter, const QSizeF& size, const Look& look) const
{
    if (m_content.cells.empty())
        return;
    const QRectF frame = frameIn(size, look);
    drawCells(painter, frame, look);
    drawAxes(painter, frame, look);
    drawNames(painter, size, frame, look);
    if (const std::optional<QPointF> dot = dotIn(frame)) {
        painter.setPen(QPen(look.color(Role::Card), 2));
        painter.setBrush(look.color(Role::Ink));
        painter.drawEllipse(*dot, mapDot, mapDot);
        const TextMeasure measure(look);
        const QString text = tr("this model");
        const double wide = measure.width(text, TextStyle::Small, true), line = measure.line(TextStyle::Small);
        const double x = dot->x() + 12 + wide > frame.right() ? dot->x() - 12 - wide : dot->x() + 12;
        put(painter, measure.at(text, x, dot->y() - line / 2, TextStyle::Small, true, Role::Ink), look);
    }
}

void LayoutMapChart::render(QCPPainter& painter, const QSizeF& size, const Look& look) const
{
    plainPainter(painter).setRenderHint(QPainter::Antialiasing);
    draw(plainPainter(painter), size, look);
}

void LayoutMapChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Look& look = Theme::instance().look();
    draw(painter, size(), look);
    if (hasFocus() && !m_content.cells.empty())
        paintFocusRing(painter, cellIn(frameIn(size(), look), m_column, m_row).adjusted(2, 2, -2, -2), 3, look);
}

void LayoutMapChart::choose(long column, long row)
{
    const LayoutMapAxes& axes = m_content.axes;
    if (m_content.cells.empty())
        return;
    m_column = static_cast<std::size_t>(std::clamp<long>(column, 0, static_cast<long>(axes.cards.size()) - 1));
    m_row = static_cast<std::size_t>(std::clamp<long>(row, 0, static_cast<long>(axes.parameters.size()) - 1));
    contentChanged();
    Q_EMIT cellChosen();
}

void LayoutMapChart::mousePressEvent(QMouseEvent* event)
{
    const QRectF frame = frameIn(size(), Theme::instance().look());
    for (std::size_t row = 0; row < m_content.axes.parameters.size(); ++row)
        for (std::size_t column = 0; column < m_content.axes.cards.size(); ++column)
            if (cellIn(frame, column, row).contains(event->position()))
                choose(static_cast<long>(column), static_cast<long>(row));
    FigureView::mousePressEvent(event);
}

void LayoutMapChart::keyPressEvent(QKeyEvent* event)
{
    const long column = static_cast<long>(m_column), row = static_cast<long>(m_row);
    switch (event->key()) {
    case Qt::Key_Left: choose(column - 1, row); break;
    case Qt::Key_Right: choose(column + 1, row); break;
    case Qt::Key_Up: choose(column, row + 1); break;
    case Qt::Key_Down: choose(column, row - 1); break;
    default: FigureView::keyPressEvent(event);
    }
}

void LayoutMapChart::focusInEvent(QFocusEvent* event)
{
    FigureView::focusInEvent(event);
    update();
}

void LayoutMapChart::focusOutEvent(QFocusEvent* event)
{
    FigureView::focusOutEvent(event);
    update();
}

QSize LayoutMapChart::minimumSizeHint() const
{
    const double scale = Theme::instance().typeScale();
    return {static_cast<int>(380 * scale), static_cast<int>(240 * scale)};
}

}  // namespace scalewright::ui

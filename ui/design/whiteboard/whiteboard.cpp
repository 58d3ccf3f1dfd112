// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/whiteboard/whiteboard.h"

#include <algorithm>
#include <cmath>

#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double boxCornerRadius = 5;

void drawFrame(QPainter& painter, const BoardFrame& frame, const VisualStyle& look)
{
    const QColor communication = look.color(ColorRole::Communication), card = look.color(ColorRole::Card);
    switch (frame.kind) {
    case BoardFrame::Kind::Plane:
    case BoardFrame::Kind::Node:
        painter.setPen(
            QPen(look.color(frame.kind == BoardFrame::Kind::Plane ? ColorRole::Hairline : ColorRole::FaintInk), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(frame.rect, Theme::cornerRadius, Theme::cornerRadius);
        break;
    case BoardFrame::Kind::Exchange:
        painter.setPen(QPen(communication, 1));
        painter.setBrush(blendColors(communication, card, 0.12));
        painter.drawRoundedRect(frame.rect, boxCornerRadius, boxCornerRadius);
        break;
    case BoardFrame::Kind::Block:
        painter.setPen(QPen(communication, 1));
        painter.setBrush(blendColors(communication, card, 0.3));
        painter.drawRoundedRect(frame.rect, frame.rect.height() / 2, frame.rect.height() / 2);
        break;
    }
    drawTexts(painter, frame.texts, look);
}

QPen outlinePen(const BoardBox& box, const VisualStyle& look)
{
    QPen pen(look.color(box.isIdle ? ColorRole::FaintInk : ColorRole::Ink), box.panel < 0 ? 1 : 1.2);
    if (box.kind == BoxKind::Storage || box.kind == BoxKind::Replica)
        pen.setDashPattern({1.5, 2.5});
    else if (box.kind == BoxKind::Backup || (box.kind == BoxKind::Coordinator && box.panel < 0))
        pen.setDashPattern({4, 3});
    return pen;
}

void drawBox(QPainter& painter, const BoardBox& box, const VisualStyle& look)
{
    painter.setPen(outlinePen(box, look));
    painter.setBrush(look.color(box.kind == BoxKind::ServerShard || (box.kind == BoxKind::Coordinator && box.panel >= 0)
                                    ? ColorRole::Hover
                                    : ColorRole::Card));
    if (box.isGroup) {
        painter.drawRoundedRect(box.rect.adjusted(3, 0, 0, -3), boxCornerRadius, boxCornerRadius);
        painter.drawRoundedRect(box.rect.adjusted(0, 3, -3, 0), boxCornerRadius, boxCornerRadius);
    } else {
        painter.drawRoundedRect(box.rect, boxCornerRadius, boxCornerRadius);
    }
    drawTexts(painter, box.texts, look);
}

void drawArrowHead(QPainter& painter, const QPointF& tip, const QPointF& from, const QColor& color)
{
    QLineF back(tip, from);
    back.setLength(7);
    QLineF left = back, right = back;
    left.setAngle(back.angle() + 24);
    right.setAngle(back.angle() - 24);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF({tip, left.p2(), right.p2()}));
}

void drawArrow(QPainter& painter, const BoardArrow& arrow, const VisualStyle& look)
{
    const bool data = arrow.kind == ArrowKind::Data;
    const QColor color = look.color(data ? ColorRole::Communication : ColorRole::SoftInk);
    QPen pen(color, data ? 1.6 : 1, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (arrow.kind == ArrowKind::Control)
        pen.setDashPattern({5, 3});
    else if (arrow.kind == ArrowKind::Recovery)
        pen.setDashPattern({1.5, 2.5});
    // Lines end inside their arrow heads, not at the tips.
    QPolygonF line = arrow.path;
    const auto shorten = [](QPointF& tip, const QPointF& before) {
        QLineF last(before, tip);
        last.setLength(std::max(0.1, last.length() - 5));
        tip = last.p2();
    };
    if (arrow.hasHeadAtEnd)
        shorten(line.back(), line[line.size() - 2]);
    if (arrow.hasHeadAtStart)
        shorten(line.front(), line[1]);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
    if (arrow.hasHeadAtEnd)
        drawArrowHead(painter, arrow.path.back(), arrow.path[arrow.path.size() - 2], color);
    if (arrow.hasHeadAtStart)
        drawArrowHead(painter, arrow.path.front(), arrow.path[1], color);
}

void draw(QPainter& painter, const BoardLayout& layout, const VisualStyle& look)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const auto frames = [&](bool blocks) {
        for (const BoardFrame& frame : layout.frames)
            if ((frame.kind == BoardFrame::Kind::Block) == blocks)
                drawFrame(painter, frame, look);
    };
    frames(false);
    painter.setPen(QPen(look.color(ColorRole::Hairline), 1));
    for (const QLineF& guide : layout.guides)
        painter.drawLine(guide);
    frames(true);
    for (const BoardArrow& arrow : layout.arrows)
        drawArrow(painter, arrow, look);
    for (const BoardBox& box : layout.boxes)
        drawBox(painter, box, look);
    drawTexts(painter, layout.texts, look);
}

QString arrowKindText(ArrowKind kind)
{
    switch (kind) {
    case ArrowKind::Data: return Whiteboard::tr("data");
    case ArrowKind::Control: return Whiteboard::tr("control");
    case ArrowKind::Recovery: return Whiteboard::tr("recovery");
    }
    return {};
}

QString heldDataText(const Box& box)
{
    return toQString(joinNonEmpty(box.contents, ", "));
}

}  // namespace

Whiteboard::Whiteboard(QWidget* parent) : FigureView(QSizePolicy::Expanding, parent) {}

void Whiteboard::setBoard(Topology board, FigureTexts texts)
{
    m_board = std::move(board);
    m_texts = std::move(texts);
    updateForNewContent();
}

void Whiteboard::measure()
{
    if (m_board.panels.empty())
        return;
    const VisualStyle& look = Theme::instance().visualStyle();
    const double requiredWidth = boardMinimumWidth(m_board, look);
    setMinimumSize(
        QSizeF(requiredWidth, boardMinimumHeight(m_board, look, std::max<double>(width(), requiredWidth))).toSize());
    updateLayout();
}

void Whiteboard::updateLayout()
{
    m_layout = layOutBoard(m_board, Theme::instance().visualStyle(), size());
    update();
}

void Whiteboard::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        measure();
    else if (!m_board.panels.empty())
        updateLayout();
}

void Whiteboard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    draw(painter, m_layout, Theme::instance().visualStyle());
}

void Whiteboard::render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    draw(painter, layOutBoard(m_board, look, size), look);
}

Table Whiteboard::table() const
{
    Table table;
    table.caption = m_texts.caption.toStdString();
    table.columns = {{"panel", tr("Panel").toStdString(), "", -1}, {"box", tr("Box").toStdString(), "", -1},
                     {"holds", tr("Holds").toStdString(), "", -1}, {"talks_to", tr("Talks to").toStdString(), "", -1},
                     {"kind", tr("What").toStdString(), "", -1},   {"direction", tr("Direction").toStdString(), "", -1},
                     {"round", tr("Round").toStdString(), "", 0}};
    const auto text = [](const QString& value) { return value.isEmpty() ? Cell{} : Cell{value.toStdString()}; };
    const auto nameOf = [&](const Box& box) { return text(toQString(box.name)); };
    const std::string oneWay = tr("there").toStdString(), bothWays = tr("both ways").toStdString();
    for (const Panel& panel : m_board.panels) {
        const std::string name = panelTitle(panel).toStdString();
        std::vector<bool> connected(panel.boxes.size(), false);
        for (const Arrow& arrow : panel.arrows) {
            const auto from = static_cast<std::size_t>(arrow.from), to = static_cast<std::size_t>(arrow.to);
            table.rows.push_back({name, nameOf(panel.boxes[from]), text(heldDataText(panel.boxes[from])),
                                  nameOf(panel.boxes[to]), arrowKindText(arrow.kind).toStdString(),
                                  arrow.isBidirectional ? bothWays : oneWay, static_cast<double>(arrow.phase + 1)});
            connected[from] = true;
        }
        for (std::size_t i = 0; i < panel.boxes.size(); ++i)
            if (!connected[i])
                table.rows.push_back(
                    {name, nameOf(panel.boxes[i]), text(heldDataText(panel.boxes[i])), {}, {}, {}, {}});
    }
    for (const Service& service : m_board.services)
        table.rows.push_back({Cell{},
                              nameOf(service.box),
                              text(heldDataText(service.box)),
                              tr("every box").toStdString(),
                              arrowKindText(service.kind).toStdString(),
                              service.kind == ArrowKind::Recovery ? bothWays : oneWay,
                              {}});
    return table;
}

QSizeF Whiteboard::naturalSize() const
{
    return boardNaturalSize(m_board, VisualStyle{});
}

QSizeF Whiteboard::sizeForWidth(double width) const
{
    const double requiredWidth = std::max(width, boardMinimumWidth(m_board, VisualStyle{}));
    return {requiredWidth, boardMinimumHeight(m_board, VisualStyle{}, requiredWidth)};
}

QSize Whiteboard::sizeHint() const
{
    return minimumSizeHint().expandedTo({640, 320});
}

QSize Whiteboard::minimumSizeHint() const
{
    return minimumSize();
}

QString spokenBoardText(const Topology& board)
{
    QStringList sentences;
    for (const Panel& panel : board.panels) {
        QString sentence = board.p == 1 ? Whiteboard::tr("%1 with one worker").arg(panelTitle(panel))
                                        : Whiteboard::tr("%1 among %2 workers").arg(panelTitle(panel)).arg(board.p);
        if (panel.drawnWorkers < board.p)
            sentence += Whiteboard::tr(", %1 of them drawn individually").arg(panel.drawnWorkers);
        for (const Box& box : panel.boxes)
            if (!box.contents.empty() && box.representedCount == 1) {
                sentence += Whiteboard::tr("; %1 holds %2").arg(toQString(box.name), heldDataText(box));
                break;
            }
        sentences << sentence;
    }
    for (const Service& service : board.services) {
        const QString holds = heldDataText(service.box);
        sentences << (holds.isEmpty() ? toQString(service.box.name)
                                      : Whiteboard::tr("%1 (%2)").arg(toQString(service.box.name), holds));
    }
    sentences << toQStrings(board.notes);
    for (QString& sentence : sentences)
        sentence[0] = sentence[0].toUpper();
    return sentences.join(QStringLiteral(". ")) + QLatin1Char('.');
}

}  // namespace scalewright::ui

#include "ui/design/whiteboard/whiteboard.h"

#include <algorithm>
#include <cmath>

#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double radius = 5;

void drawTexts(QPainter& painter, const std::vector<TextLine>& texts, const Look& look)
{
    for (const TextLine& text : texts) {
        painter.setFont(look.font(text.style, text.bold));
        painter.setPen(look.color(text.role));
        painter.drawText(text.baseline, text.text);
    }
}

QColor mixed(const QColor& over, const QColor& under, double share)
{
    const auto channel = [share](int a, int b) { return static_cast<int>(std::lround(share * a + (1 - share) * b)); };
    return {channel(over.red(), under.red()), channel(over.green(), under.green()), channel(over.blue(), under.blue())};
}

void drawFrame(QPainter& painter, const BoardFrame& frame, const Look& look)
{
    const QColor communication = look.color(Role::Communication), card = look.color(Role::Card);
    switch (frame.kind) {
    case BoardFrame::Kind::Plane:
    case BoardFrame::Kind::Node:
        painter.setPen(QPen(look.color(frame.kind == BoardFrame::Kind::Plane ? Role::Hairline : Role::Faint), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(frame.rect, Theme::cornerRadius, Theme::cornerRadius);
        break;
    case BoardFrame::Kind::Exchange:
        painter.setPen(QPen(communication, 1));
        painter.setBrush(mixed(communication, card, 0.12));
        painter.drawRoundedRect(frame.rect, radius, radius);
        break;
    case BoardFrame::Kind::Block:
        painter.setPen(QPen(communication, 1));
        painter.setBrush(mixed(communication, card, 0.3));
        painter.drawRoundedRect(frame.rect, frame.rect.height() / 2, frame.rect.height() / 2);
        break;
    }
    drawTexts(painter, frame.texts, look);
}

QPen outlineOf(const BoardBox& box, const Look& look)
{
    QPen pen(look.color(box.idle ? Role::Faint : Role::Ink), box.panel < 0 ? 1 : 1.2);
    if (box.kind == BoxKind::Storage || box.kind == BoxKind::Replica)
        pen.setDashPattern({1.5, 2.5});
    else if (box.kind == BoxKind::Backup || (box.kind == BoxKind::Coordinator && box.panel < 0))
        pen.setDashPattern({4, 3});
    return pen;
}

void drawBox(QPainter& painter, const BoardBox& box, const Look& look)
{
    painter.setPen(outlineOf(box, look));
    painter.setBrush(look.color(box.kind == BoxKind::ServerShard || (box.kind == BoxKind::Coordinator && box.panel >= 0)
                                    ? Role::Hover
                                    : Role::Card));
    if (box.group) {
        painter.drawRoundedRect(box.rect.adjusted(3, 0, 0, -3), radius, radius);
        painter.drawRoundedRect(box.rect.adjusted(0, 3, -3, 0), radius, radius);
    } else {
        painter.drawRoundedRect(box.rect, radius, radius);
    }
    drawTexts(painter, box.texts, look);
}

void drawHead(QPainter& painter, const QPointF& tip, const QPointF& from, const QColor& color)
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

void drawArrow(QPainter& painter, const BoardArrow& arrow, const Look& look)
{
    const bool data = arrow.kind == ArrowKind::Data;
    const QColor color = look.color(data ? Role::Communication : Role::Soft);
    QPen pen(color, data ? 1.6 : 1, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (arrow.kind == ArrowKind::Control)
        pen.setDashPattern({5, 3});
    else if (arrow.kind == ArrowKind::Recovery)
        pen.setDashPattern({1.5, 2.5});
    // The line ends under its heads, not at their tips.
    QPolygonF line = arrow.path;
    const auto shorten = [](QPointF& tip, const QPointF& before) {
        QLineF last(before, tip);
        last.setLength(std::max(0.1, last.length() - 5));
        tip = last.p2();
    };
    if (arrow.headAtEnd)
        shorten(line.back(), line[line.size() - 2]);
    if (arrow.headAtStart)
        shorten(line.front(), line[1]);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
    if (arrow.headAtEnd)
        drawHead(painter, arrow.path.back(), arrow.path[arrow.path.size() - 2], color);
    if (arrow.headAtStart)
        drawHead(painter, arrow.path.front(), arrow.path[1], color);
}

void draw(QPainter& painter, const BoardLayout& layout, const Look& look)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const auto frames = [&](bool blocks) {
        for (const BoardFrame& frame : layout.frames)
            if ((frame.kind == BoardFrame::Kind::Block) == blocks)
                drawFrame(painter, frame, look);
    };
    frames(false);
    painter.setPen(QPen(look.color(Role::Hairline), 1));
    for (const QLineF& guide : layout.guides)
        painter.drawLine(guide);
    frames(true);
    for (const BoardArrow& arrow : layout.arrows)
        drawArrow(painter, arrow, look);
    for (const BoardBox& box : layout.boxes)
        drawBox(painter, box, look);
    drawTexts(painter, layout.texts, look);
}

QString kindText(ArrowKind kind)
{
    switch (kind) {
    case ArrowKind::Data: return Whiteboard::tr("data");
    case ArrowKind::Control: return Whiteboard::tr("control");
    case ArrowKind::Recovery: return Whiteboard::tr("recovery");
    }
    return {};
}

QString holdsOf(const Box& box)
{
    return qt(joined(box.holds, ", "));
}

}  // namespace

Whiteboard::Whiteboard(QWidget* parent) : FigureView(QSizePolicy::Expanding, parent) {}

void Whiteboard::setBoard(Topology board, FigureTexts texts)
{
    m_board = std::move(board);
    m_texts = std::move(texts);
    contentChanged();
}

void Whiteboard::measure()
{
    if (m_board.panels.empty())
        return;
    const Look& look = Theme::instance().look();
    const double least = boardLeastWidth(m_board, look);
    setMinimumSize(QSizeF(least, boardLeastHeight(m_board, look, std::max<double>(width(), least))).toSize());
    place();
}

void Whiteboard::place()
{
    m_layout = layOutBoard(m_board, Theme::instance().look(), size());
    update();
}

void Whiteboard::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        measure();
    else if (!m_board.panels.empty())
        place();
}

void Whiteboard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    draw(painter, m_layout, Theme::instance().look());
}

void Whiteboard::render(QCPPainter& painter, const QSizeF& size, const Look& look) const
{
    draw(plainPainter(painter), layOutBoard(m_board, look, size), look);
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
    const auto nameOf = [&](const Box& box) { return text(qt(box.name)); };
    const std::string there = tr("there").toStdString(), both = tr("both ways").toStdString();
    for (const Panel& panel : m_board.panels) {
        const std::string name = panelTitle(panel).toStdString();
        std::vector<bool> connected(panel.boxes.size(), false);
        for (const Arrow& arrow : panel.arrows) {
            const auto from = static_cast<std::size_t>(arrow.from), to = static_cast<std::size_t>(arrow.to);
            table.rows.push_back({name, nameOf(panel.boxes[from]), text(holdsOf(panel.boxes[from])),
                                  nameOf(panel.boxes[to]), kindText(arrow.kind).toStdString(),
                                  arrow.bothWays ? both : there, static_cast<double>(arrow.phase + 1)});
            connected[from] = true;
        }
        for (std::size_t i = 0; i < panel.boxes.size(); ++i)
            if (!connected[i])
                table.rows.push_back({name, nameOf(panel.boxes[i]), text(holdsOf(panel.boxes[i])), {}, {}, {}, {}});
    }
    for (const Service& service : m_board.services)
        table.rows.push_back({Cell{},
                              nameOf(service.box),
                              text(holdsOf(service.box)),
                              tr("every box").toStdString(),
                              kindText(service.kind).toStdString(),
                              service.kind == ArrowKind::Recovery ? both : there,
                              {}});
    return table;
}

QSizeF Whiteboard::naturalSize() const
{
    return boardNaturalSize(m_board, Look{});
}

QSizeF Whiteboard::sizeAt(double width) const
{
    const double least = std::max(width, boardLeastWidth(m_board, Look{}));
    return {least, boardLeastHeight(m_board, Look{}, least)};
}

QSize Whiteboard::sizeHint() const
{
    return minimumSizeHint().expandedTo({640, 320});
}

QSize Whiteboard::minimumSizeHint() const
{
    return minimumSize();
}

QString spokenBoard(const Topology& board)
{
    QStringList sentences;
    for (const Panel& panel : board.panels) {
        QString sentence = board.p == 1 ? Whiteboard::tr("%1 with one worker").arg(panelTitle(panel))
                                        : Whiteboard::tr("%1 among %2 workers").arg(panelTitle(panel)).arg(board.p);
        if (panel.drawn < board.p)
            sentence += Whiteboard::tr(", %1 of them drawn by themselves").arg(panel.drawn);
        for (const Box& box : panel.boxes)
            if (!box.holds.empty() && box.standsFor == 1) {
                sentence += Whiteboard::tr("; %1 holds %2").arg(qt(box.name), holdsOf(box));
                break;
            }
        sentences << sentence;
    }
    for (const Service& service : board.services) {
        const QString holds = holdsOf(service.box);
        sentences << (holds.isEmpty() ? qt(service.box.name)
                                      : Whiteboard::tr("%1 (%2)").arg(qt(service.box.name), holds));
    }
    for (const std::string& note : board.notes)
        sentences << qt(note);
    for (QString& sentence : sentences)
        sentence[0] = sentence[0].toUpper();
    return sentences.join(QStringLiteral(". ")) + QLatin1Char('.');
}

}  // namespace scalewright::ui

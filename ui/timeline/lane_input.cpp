// What the mouse and the keyboard do to the lanes.
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "ui/timeline/lane_view.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

constexpr int fewestPixels = 3;  // of a drag that means something

}  // namespace

const LaneView::Row* LaneView::rowAt(const QPointF& at) const
{
    if (!m_source || at.y() < m_layout.lanes.top() || at.y() > m_layout.lanes.bottom())
        return nullptr;
    const double y = at.y() - m_layout.lanes.top() + verticalScrollBar()->value();
    for (const Row& row : m_layout.rows)
        if (y >= row.top - 2 && y <= row.top + row.height + 4)
            return &row;
    return nullptr;
}

void LaneView::hover(const QPointF& at)
{
    if (!m_source)
        return;
    const Row* row = rowAt(at);
    if (!row || at.x() < m_window.left) {
        saySelection();
        return;
    }
    const Lane& lane = m_source->lanes[row->lane];
    const DetailLane& detail = row->stream < 0 ? lane.bar : lane.streams[static_cast<std::size_t>(row->stream)].detail;
    const std::int64_t tick = m_window.tickAt(at.x()),
                       near = std::max<std::int64_t>(0, m_window.tickAt(at.x() + 1) - tick);
    if (const DetailSpan* span = detail.at(tick, near)) {
        sayHit({row->lane, row->stream, *span});
        return;
    }
    Q_EMIT readOut(
        tr("%1, at %2: idle")
            .arg(lane.title, seconds(static_cast<double>(std::max<std::int64_t>(0, tick)) * m_source->secondsPerTick)));
}

void LaneView::sayHit(const LaneSource::Hit& hit)
{
    const double length = static_cast<double>(hit.span.toNs - hit.span.fromNs) * m_source->secondsPerTick,
                 from = static_cast<double>(hit.span.fromNs) * m_source->secondsPerTick;
    const QString words = tr("%1, %2: %3, from %4 on")
                              .arg(m_source->lanes[hit.lane].title, m_source->nameOf(hit.lane, hit.stream, hit.span),
                                   seconds(length), seconds(from));
    if (m_hit)
        setAccessibleDescription(words);  // for who goes from span to span by the keyboard
    Q_EMIT readOut(words);
}

bool LaneView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        saySelection();
    return QAbstractScrollArea::viewportEvent(event);
}

void LaneView::wheelEvent(QWheelEvent* event)
{
    if (!m_source) {
        event->ignore();
        return;
    }
    const QPoint delta = event->angleDelta();
    if (event->modifiers() & Qt::ControlModifier ||
        (hasFocus() && event->modifiers() == Qt::NoModifier && delta.y() != 0)) {
        setWindow(m_window.zoomed(std::pow(1.0015, -delta.y()), event->position().x(), lastTick()));
        event->accept();
    } else if (delta.x() != 0 || event->modifiers() & Qt::ShiftModifier) {
        setWindow(m_window.panned(-(delta.x() != 0 ? delta.x() : delta.y()), lastTick()));
        event->accept();
    } else if (verticalScrollBar()->maximum() > 0 &&
               (delta.y() < 0 ? verticalScrollBar()->value() < verticalScrollBar()->maximum()
                              : verticalScrollBar()->value() > 0)) {
        QAbstractScrollArea::wheelEvent(event);
    } else {
        event->ignore();  // the page scrolls
    }
}

void LaneView::mousePressEvent(QMouseEvent* event)
{
    if (!m_source || event->button() != Qt::LeftButton)
        return;
    m_pressed = event->position();
    m_pressedWindow = m_window;
    m_selecting = event->modifiers() & Qt::ShiftModifier || event->position().y() < m_layout.ruler ||
                  event->position().y() > m_layout.lanes.bottom();
    m_selectFrom = std::clamp<std::int64_t>(m_window.tickAt(event->position().x()), 0, lastTick());
}

void LaneView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_source)
        return;
    if (!m_pressed) {
        hover(event->position());
        return;
    }
    if ((event->position() - *m_pressed).manhattanLength() < fewestPixels)
        return;
    if (m_selecting)
        select(
            std::pair(m_selectFrom, std::clamp<std::int64_t>(m_window.tickAt(event->position().x()), 0, lastTick())));
    else
        setWindow(m_pressedWindow.panned(m_pressed->x() - event->position().x(), lastTick()));
}

void LaneView::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_pressed || event->button() != Qt::LeftButton)
        return;
    const bool click = (event->position() - *m_pressed).manhattanLength() < fewestPixels;
    m_pressed.reset();
    if (!click)
        return;
    const Row* row = rowAt(event->position());
    if (!row) {
        select(std::nullopt);
        return;
    }
    const std::size_t lane = row->lane;
    const bool onLabel = event->position().x() < m_window.left && row->stream < 0;
    setCurrentLane(lane);
    if (onLabel)
        toggle(lane);
}

void LaneView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (!m_source || event->button() != Qt::LeftButton || event->position().x() < m_window.left)
        return;
    const std::int64_t tick = m_window.tickAt(event->position().x());
    for (const StepMark& step : m_source->steps)
        if (step.from <= tick && tick < step.to) {
            const std::int64_t margin = (step.to - step.from) / 20;
            look(step.from - margin, std::min(lastTick(), step.to + margin));
            return;
        }
}

void LaneView::stepSpan(int direction)
{
    if (!m_source || m_lane >= m_source->lanes.size())
        return;
    // On the bar of the current lane: the stretch before or behind the one that was said last.
    const DetailLane& bar = m_source->lanes[m_lane].bar;
    const bool here = m_hit && m_hit->lane == m_lane && m_hit->stream < 0;
    std::vector<DetailBox> boxes;
    bar.visible(m_window.from, m_window.to, static_cast<int>(m_window.width), boxes);
    std::sort(boxes.begin(), boxes.end(), [](const DetailBox& a, const DetailBox& b) { return a.fromNs < b.fromNs; });
    std::optional<DetailBox> found;
    for (const DetailBox& box : boxes) {
        if (direction > 0 && (!here || box.fromNs > m_hit->span.fromNs)) {
            found = box;
            break;
        }
        if (direction < 0 && here && box.fromNs < m_hit->span.fromNs)
            found = box;
    }
    if (!found) {
        setWindow(m_window.panned(direction * m_window.width / 2, lastTick()));
        return;
    }
    m_hit = LaneSource::Hit{m_lane, -1, {found->fromNs, found->toNs, found->id, found->colour}};
    sayHit(*m_hit);
    viewport()->update();
}

bool LaneView::event(QEvent* event)
{
    // 0 is a key of a lecture too: first it shows the whole run again.
    if (event->type() == QEvent::ShortcutOverride && m_source && static_cast<QKeyEvent*>(event)->key() == Qt::Key_0 &&
        static_cast<QKeyEvent*>(event)->modifiers() == Qt::NoModifier &&
        (m_window.from > 0 || m_window.to < lastTick()))
        event->accept();
    return QAbstractScrollArea::event(event);
}

void LaneView::keyPressEvent(QKeyEvent* event)
{
    if (!m_source) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    const auto grow = [&](double pixels) {
        auto stretch = m_selection.value_or(std::pair(m_window.tickAt(m_window.left + m_window.width / 2),
                                                      m_window.tickAt(m_window.left + m_window.width / 2)));
        stretch.second =
            std::clamp<std::int64_t>(m_window.tickAt(m_window.xOf(stretch.second) + pixels), stretch.first, lastTick());
        select(stretch);
    };
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const double pixels = (event->key() == Qt::Key_Right ? 0.1 : -0.1) * m_window.width;
        shift ? grow(pixels / 2) : setWindow(m_window.panned(pixels, lastTick()));
        break;
    }
    case Qt::Key_Up:
        if (m_lane > 0)
            setCurrentLane(m_lane - 1);
        break;
    case Qt::Key_Down: setCurrentLane(m_lane + 1); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(1 / 1.5); break;
    case Qt::Key_Minus: zoom(1.5); break;
    case Qt::Key_0: lookAtAll(); break;
    case Qt::Key_Home: look(0, m_window.to - m_window.from); break;
    case Qt::Key_End: look(lastTick() - (m_window.to - m_window.from), lastTick()); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: toggle(m_lane); break;
    case Qt::Key_N: stepSpan(1); break;
    case Qt::Key_P: stepSpan(-1); break;
    case Qt::Key_Escape:
        if (!m_selection && !m_hit) {
            QAbstractScrollArea::keyPressEvent(event);
            return;
        }
        m_hit.reset();
        select(std::nullopt);
        break;
    default: QAbstractScrollArea::keyPressEvent(event); return;
    }
    event->accept();
}

void LaneView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void LaneView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keyboard input of the lanes.
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "ui/timeline/lane_view.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

constexpr int dragThreshold = 3;  // shorter drags are clicks

}  // namespace

const LaneView::Row* LaneView::rowAt(const QPointF& position) const
{
    if (!m_source || position.y() < m_layout.lanesRect.top() || position.y() > m_layout.lanesRect.bottom())
        return nullptr;
    const double y = position.y() - m_layout.lanesRect.top() + verticalScrollBar()->value();
    for (const Row& row : m_layout.rows)
        if (y >= row.top - 2 && y <= row.top + row.height + 4)
            return &row;
    return nullptr;
}

void LaneView::showReadoutAt(const QPointF& position)
{
    if (!m_source)
        return;
    const Row* row = rowAt(position);
    if (!row || position.x() < m_window.left) {
        announceSelection();
        return;
    }
    const Lane& lane = m_source->lanes[row->lane];
    const DetailLane& detail = row->stream < 0 ? lane.bar : lane.streams[static_cast<std::size_t>(row->stream)].detail;
    const std::int64_t tick = m_window.tickAt(position.x()),
                       near = std::max<std::int64_t>(0, m_window.tickAt(position.x() + 1) - tick);
    if (const DetailSpan* span = detail.spanAt(tick, near)) {
        announceHit({row->lane, row->stream, *span});
        return;
    }
    Q_EMIT readoutChanged(tr("%1, at %2: idle")
                              .arg(lane.title, amountWithUnit(static_cast<double>(std::max<std::int64_t>(0, tick)) *
                                                                  m_source->secondsPerTick,
                                                              Dimension::Time)));
}

void LaneView::announceHit(const LaneSource::SpanHit& hit)
{
    const double length = static_cast<double>(hit.span.toNs - hit.span.fromNs) * m_source->secondsPerTick,
                 start = static_cast<double>(hit.span.fromNs) * m_source->secondsPerTick;
    const QString words = tr("%1, %2: %3, from %4")
                              .arg(m_source->lanes[hit.lane].title, m_source->spanName(hit.lane, hit.stream, hit.span),
                                   amountWithUnit(length, Dimension::Time), amountWithUnit(start, Dimension::Time));
    if (m_currentHit)
        setAccessibleDescription(words);  // for keyboard users who step through the spans
    Q_EMIT readoutChanged(words);
}

bool LaneView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        announceSelection();
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
    m_pressPosition = event->position();
    m_pressWindow = m_window;
    m_isSelecting = event->modifiers() & Qt::ShiftModifier || event->position().y() < m_layout.rulerBottom ||
                    event->position().y() > m_layout.lanesRect.bottom();
    m_selectionStart = std::clamp<std::int64_t>(m_window.tickAt(event->position().x()), 0, lastTick());
}

void LaneView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_source)
        return;
    if (!m_pressPosition) {
        showReadoutAt(event->position());
        return;
    }
    if ((event->position() - *m_pressPosition).manhattanLength() < dragThreshold)
        return;
    if (m_isSelecting)
        setSelection(std::pair(m_selectionStart,
                               std::clamp<std::int64_t>(m_window.tickAt(event->position().x()), 0, lastTick())));
    else
        setWindow(m_pressWindow.panned(m_pressPosition->x() - event->position().x(), lastTick()));
}

void LaneView::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_pressPosition || event->button() != Qt::LeftButton)
        return;
    const bool click = (event->position() - *m_pressPosition).manhattanLength() < dragThreshold;
    m_pressPosition.reset();
    if (!click)
        return;
    const Row* row = rowAt(event->position());
    if (!row) {
        setSelection(std::nullopt);
        return;
    }
    const std::size_t lane = row->lane;
    const bool isOnLabel = event->position().x() < m_window.left && row->stream < 0;
    setCurrentLane(lane);
    if (isOnLabel)
        toggleStreams(lane);
}

void LaneView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (!m_source || event->button() != Qt::LeftButton || event->position().x() < m_window.left)
        return;
    const std::int64_t tick = m_window.tickAt(event->position().x());
    for (const StepMark& step : m_source->steps)
        if (step.fromTick <= tick && tick < step.toTick) {
            const std::int64_t margin = (step.toTick - step.fromTick) / 20;
            showRange(step.fromTick - margin, std::min(lastTick(), step.toTick + margin));
            return;
        }
}

void LaneView::stepToSpan(int direction)
{
    if (!m_source || m_currentLane >= m_source->lanes.size())
        return;
    // Next or previous span on the current lane's bar, counted from the one announced last.
    const DetailLane& bar = m_source->lanes[m_currentLane].bar;
    const bool isHitOnLane = m_currentHit && m_currentHit->lane == m_currentLane && m_currentHit->stream < 0;
    std::vector<DetailBox> boxes;
    bar.appendVisible(m_window.fromTick, m_window.toTick, static_cast<int>(m_window.width), boxes);
    std::sort(boxes.begin(), boxes.end(), [](const DetailBox& a, const DetailBox& b) { return a.fromNs < b.fromNs; });
    std::optional<DetailBox> found;
    for (const DetailBox& box : boxes) {
        if (direction > 0 && (!isHitOnLane || box.fromNs > m_currentHit->span.fromNs)) {
            found = box;
            break;
        }
        if (direction < 0 && isHitOnLane && box.fromNs < m_currentHit->span.fromNs)
            found = box;
    }
    if (!found) {
        setWindow(m_window.panned(direction * m_window.width / 2, lastTick()));
        return;
    }
    m_currentHit = LaneSource::SpanHit{m_currentLane, -1, {found->fromNs, found->toNs, found->id, found->colour}};
    announceHit(*m_currentHit);
    viewport()->update();
}

bool LaneView::event(QEvent* event)
{
    // 0 is also a lecture key, but while zoomed in, it shows the whole run first.
    if (event->type() == QEvent::ShortcutOverride && m_source && static_cast<QKeyEvent*>(event)->key() == Qt::Key_0 &&
        static_cast<QKeyEvent*>(event)->modifiers() == Qt::NoModifier &&
        (m_window.fromTick > 0 || m_window.toTick < lastTick()))
        event->accept();
    return QAbstractScrollArea::event(event);
}

void LaneView::chooseNeighbour(int distance)
{
    std::vector<std::size_t> lanes;
    for (const Row& row : m_layout.rows)
        if (row.stream < 0)
            lanes.push_back(row.lane);
    const auto at = std::ranges::find(lanes, m_currentLane) - lanes.begin() + distance;
    if (at >= 0 && at < std::ssize(lanes))
        setCurrentLane(lanes[static_cast<std::size_t>(at)]);
}

void LaneView::keyPressEvent(QKeyEvent* event)
{
    if (!m_source) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    const auto grow = [&](double pixels) {
        auto range = m_selection.value_or(std::pair(m_window.tickAt(m_window.left + m_window.width / 2),
                                                    m_window.tickAt(m_window.left + m_window.width / 2)));
        range.second =
            std::clamp<std::int64_t>(m_window.tickAt(m_window.xOf(range.second) + pixels), range.first, lastTick());
        setSelection(range);
    };
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const double pixels = (event->key() == Qt::Key_Right ? 0.1 : -0.1) * m_window.width;
        shift ? grow(pixels / 2) : setWindow(m_window.panned(pixels, lastTick()));
        break;
    }
    case Qt::Key_Up: chooseNeighbour(-1); break;
    case Qt::Key_Down: chooseNeighbour(1); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(1 / 1.5); break;
    case Qt::Key_Minus: zoomBy(1.5); break;
    case Qt::Key_0: showAll(); break;
    case Qt::Key_Home: showRange(0, m_window.toTick - m_window.fromTick); break;
    case Qt::Key_End: showRange(lastTick() - (m_window.toTick - m_window.fromTick), lastTick()); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: toggleStreams(m_currentLane); break;
    case Qt::Key_N: stepToSpan(1); break;
    case Qt::Key_P: stepToSpan(-1); break;
    case Qt::Key_Escape:
        if (!m_selection && !m_currentHit) {
            QAbstractScrollArea::keyPressEvent(event);
            return;
        }
        m_currentHit.reset();
        setSelection(std::nullopt);
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

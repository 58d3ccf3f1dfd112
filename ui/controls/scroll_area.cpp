// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/scroll_area.h"

#include <QCoreApplication>
#include <QEvent>
#include <QScrollBar>

namespace scalewright::ui {

bool ScrollArea::eventFilter(QObject* watched, QEvent* event)
{
    constexpr int enough = 4;
    if (watched != widget() || event->type() != QEvent::Resize)
        return QScrollArea::eventFilter(watched, event);
    if (m_nestedFits == enough)
        return false;
    ++m_nestedFits;
    const bool handled = QScrollArea::eventFilter(watched, event);
    --m_nestedFits;
    showOrHideBar();
    return handled;
}

void ScrollArea::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    showOrHideBar();
}

/// QAbstractScrollArea does this in a later event, after a first frame with the previous state.
void ScrollArea::showOrHideBar()
{
    if (m_nestedFits > 0 || verticalScrollBarPolicy() != Qt::ScrollBarAsNeeded ||
        (verticalScrollBar()->maximum() > 0) == verticalScrollBar()->isVisible())
        return;
    ++m_nestedFits;
    QEvent request(QEvent::LayoutRequest);
    QCoreApplication::sendEvent(this, &request);
    --m_nestedFits;
}

}  // namespace scalewright::ui

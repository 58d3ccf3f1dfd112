// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/scroll_area.h"

#include <QEvent>

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
    return handled;
}

}  // namespace scalewright::ui

#include "ui/controls/scroll_area.h"

#include <QEvent>

namespace scalewright::ui {

bool ScrollArea::eventFilter(QObject* watched, QEvent* event)
{
    constexpr int enough = 4;
    if (watched != widget() || event->type() != QEvent::Resize)
        return QScrollArea::eventFilter(watched, event);
    if (m_fits == enough)
        return false;
    ++m_fits;
    const bool handled = QScrollArea::eventFilter(watched, event);
    --m_fits;
    return handled;
}

}  // namespace scalewright::ui

// The order in which Tab walks: that of the layouts, whenever their widgets were made.
#pragma once

#include <QList>

class QLayout;
class QWidget;

namespace scalewright::ui {

/// What the keyboard comes to in a layout, in its order, layouts within it included.
void addTabStops(const QLayout& layout, QList<QWidget*>& stops);

/// Tab walks from each of them to the next.
void tabThrough(const QList<QWidget*>& stops);

}  // namespace scalewright::ui

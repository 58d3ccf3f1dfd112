// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the Tab order follow the layouts, regardless of the order in which the widgets were created.
#pragma once

#include <QList>

class QLayout;
class QWidget;

namespace scalewright::ui {

/// Appends the focusable widgets in a layout and its nested layouts, in layout order.
void addTabStops(const QLayout& layout, QList<QWidget*>& stops);

/// Makes Tab move through the widgets in this order.
void chainTabOrder(const QList<QWidget*>& stops);

}  // namespace scalewright::ui

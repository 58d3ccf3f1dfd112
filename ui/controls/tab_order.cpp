// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/tab_order.h"

#include <QLayout>
#include <QWidget>

namespace scalewright::ui {

void addTabStops(const QLayout& layout, QList<QWidget*>& stops)
{
    for (int i = 0; i < layout.count(); ++i) {
        QLayoutItem* item = layout.itemAt(i);
        QWidget* widget = item->widget();
        if (widget && widget->focusProxy()) {
            stops << widget;  // Qt moves its child widgets along with it
            continue;
        }
        if (widget && (widget->focusPolicy() & Qt::TabFocus) != 0)
            stops << widget;
        if (const QLayout* inner = widget ? widget->layout() : item->layout())
            addTabStops(*inner, stops);
    }
}

void chainTabOrder(const QList<QWidget*>& stops)
{
    for (qsizetype i = 1; i < stops.size(); ++i)
        QWidget::setTabOrder(stops.at(i - 1), stops.at(i));
}

}  // namespace scalewright::ui

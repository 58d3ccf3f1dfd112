// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/blank_screen.h"

#include "ui/words/qt.h"

namespace scalewright::ui {

void setScreenBlanked(QWidget* target, bool covered, QPointer<QWidget>& blank)
{
    if (covered == !blank.isNull())
        return;
    if (!covered) {
        delete blank;
        return;
    }
    blank = new QWidget(target);
    blank->setObjectName(QStringLiteral("blank"));
    blank->setAccessibleName(Tr::tr("Screen blanked; press any key to show it again"));
    blank->setAutoFillBackground(true);
    QPalette black;
    black.setColor(QPalette::Window, Qt::black);
    blank->setPalette(black);
    blank->setStyleSheet(QStringLiteral("background: black"));
    blank->setGeometry(target->rect());
    blank->show();
    blank->raise();
}

}  // namespace scalewright::ui

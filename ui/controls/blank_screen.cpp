#include "ui/controls/blank_screen.h"

#include <QCoreApplication>

namespace scalewright::ui {

void setBlankOver(QWidget* over, bool covered, QPointer<QWidget>& blank)
{
    if (covered == !blank.isNull())
        return;
    if (!covered) {
        delete blank;
        return;
    }
    blank = new QWidget(over);
    blank->setObjectName(QStringLiteral("blank"));
    blank->setAccessibleName(
        QCoreApplication::translate("blank screen", "The screen is blank; any key shows it again"));
    blank->setAutoFillBackground(true);
    QPalette black;
    black.setColor(QPalette::Window, Qt::black);
    blank->setPalette(black);
    blank->setStyleSheet(QStringLiteral("background: black"));
    blank->setGeometry(over->rect());
    blank->show();
    blank->raise();
}

}  // namespace scalewright::ui

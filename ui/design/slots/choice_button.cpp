// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/slots/choice_button.h"

#include <QPainter>
#include <QStyleOptionButton>

#include "ui/theme/widgets.h"

namespace scalewright::ui {

namespace {
// elisionSlack: elided text can be slightly wider than horizontalAdvance says.
constexpr int buttonSidePadding = 10, buttonVerticalPadding = 6, textArrowGap = 8, elisionSlack = 2;
const QString arrowText = QStringLiteral("▾");
}// namespace

ChoiceButton::ChoiceButton(QWidget* parent) : QPushButton(parent)
{
    setTextStyle({this}, TextStyle::Label, true);
}

QSize ChoiceButton::sizeHint() const
{
    const QFontMetrics metrics(font());
    return {metrics.horizontalAdvance(text()) + elisionSlack + textArrowGap + metrics.horizontalAdvance(arrowText) +
                2 * buttonSidePadding,
            metrics.height() + 2 * buttonVerticalPadding};
}

QSize ChoiceButton::minimumSizeHint() const
{
    const QFontMetrics metrics(font());
    return {
        6 * metrics.averageCharWidth() + textArrowGap + metrics.horizontalAdvance(arrowText) + 2 * buttonSidePadding,
        metrics.height() + 2 * buttonVerticalPadding};
}

void ChoiceButton::paintEvent(QPaintEvent*)
{
    QStyleOptionButton option;
    initStyleOption(&option);
    QPainter painter(this);
    style()->drawControl(QStyle::CE_PushButtonBevel, &option, &painter, this);
    const QRect inside = rect().adjusted(buttonSidePadding, 0, -buttonSidePadding, 0);
    const QFontMetrics metrics(font());
    painter.setFont(font());
    painter.setPen(Theme::instance().color(isEnabled() ? ColorRole::Ink : ColorRole::FaintInk));
    painter.drawText(inside, Qt::AlignVCenter | Qt::AlignRight, arrowText);
    const int textWidth = inside.width() - textArrowGap - metrics.horizontalAdvance(arrowText);
    // A remark in brackets is left out as a whole: half of it would lose its bracket.
    const QString whole = text();
    const QString shown =
        metrics.horizontalAdvance(whole) > textWidth ? whole.section(QLatin1String(" ("), 0, 0) : whole;
    painter.drawText(inside, Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(shown, Qt::ElideRight, textWidth));
}

}  // namespace scalewright::ui

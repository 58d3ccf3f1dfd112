#include "ui/design/slots/choice_button.h"

#include <QPainter>
#include <QStyleOptionButton>

#include "ui/theme/theme.h"

namespace scalewright::ui {

namespace {
constexpr int side = 10, ends = 6, gap = 8, slack = 2;  // slack: elision measures a little wider
const QString arrow = QStringLiteral("▾");
}// namespace

ChoiceButton::ChoiceButton(QWidget* parent) : QPushButton(parent)
{
    const auto restyle = [this] { setFont(Theme::instance().font(TextStyle::Label, true)); };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
}

QSize ChoiceButton::sizeHint() const
{
    const QFontMetrics metrics(font());
    return {metrics.horizontalAdvance(text()) + slack + gap + metrics.horizontalAdvance(arrow) + 2 * side,
            metrics.height() + 2 * ends};
}

QSize ChoiceButton::minimumSizeHint() const
{
    const QFontMetrics metrics(font());
    return {6 * metrics.averageCharWidth() + gap + metrics.horizontalAdvance(arrow) + 2 * side,
            metrics.height() + 2 * ends};
}

void ChoiceButton::paintEvent(QPaintEvent*)
{
    QStyleOptionButton option;
    initStyleOption(&option);
    QPainter painter(this);
    style()->drawControl(QStyle::CE_PushButtonBevel, &option, &painter, this);
    const QRect inside = rect().adjusted(side, 0, -side, 0);
    const QFontMetrics metrics(font());
    painter.setFont(font());
    painter.setPen(Theme::instance().color(isEnabled() ? Role::Ink : Role::Faint));
    painter.drawText(inside, Qt::AlignVCenter | Qt::AlignRight, arrow);
    const int room = inside.width() - gap - metrics.horizontalAdvance(arrow);
    painter.drawText(inside, Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(text(), Qt::ElideRight, room));
}

}  // namespace scalewright::ui

#include "ui/shell/strip.h"

#include <QAccessible>
#include <QBoxLayout>
#include <QPainter>

#include "ui/theme/widgets.h"

namespace scalewright::ui {

StatusStrip::StatusStrip(QWidget* parent)
    : QWidget(parent),
      m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this)),
      m_axis(new Text(TextStyle::Body)),
      m_fastest(new Text(TextStyle::Body, Role::Soft)),
      m_plan(new Text(TextStyle::Body, Role::Ink, true)),
      m_goal(new Text(TextStyle::Body, Role::Soft))
{
    setObjectName(QStringLiteral("strip"));
    m_layout->setContentsMargins(Theme::space(5), Theme::space(2) + 3, Theme::space(5), Theme::space(2) + 2);
    m_layout->addWidget(m_axis, 0);
    m_layout->addWidget(m_fastest, 0);
    m_layout->addWidget(m_plan, 1);
    m_layout->addWidget(m_goal, 0);
    for (Text* text : texts()) {
        text->setTextFormat(Qt::PlainText);
        text->setMinimumWidth(1);  // a long sentence takes more lines, it does not widen the window
    }
    connect(&Theme::instance(), &Theme::changed, this, &StatusStrip::arrange);
}

void StatusStrip::setText(const StripText& text)
{
    m_text = text;
    refresh();
}

void StatusStrip::setGuessing(bool guessing)
{
    m_guessing = guessing;
    refresh();
}

QString StatusStrip::sentence() const { return accessibleName(); }

void StatusStrip::refresh()
{
    StripText shown = m_text;
    if (m_guessing) {
        shown.fastest = tr("p* is hidden: what is your guess?");
        shown.plan = tr("G reveals it");
    }
    m_axis->setText(shown.axis);
    m_axis->setVisible(!shown.axis.isEmpty());
    m_fastest->setText(shown.fastest);
    m_plan->setText(shown.plan);
    m_goal->setText(shown.goal);
    m_goal->setRole(shown.goalState == StripText::Goal::None ? Role::Soft : Role::Ink);
    m_goal->setBold(shown.goalState == StripText::Goal::Missed);
    if (shown.sentence() != accessibleName()) {
        setAccessibleName(shown.sentence());
        QAccessibleEvent event(this, QAccessible::NameChanged);
        QAccessible::updateAccessibility(&event);
    }
    arrange();
}

void StatusStrip::arrange()
{
    int oneLine = 2 * Theme::space(5) + 3 * Theme::space(8);
    for (Text* text : texts())
        oneLine += text->fontMetrics().horizontalAdvance(text->text()) + 2;
    const bool fits = oneLine <= width();
    m_layout->setDirection(fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_layout->setSpacing(fits ? Theme::space(8) : Theme::space(1));
    for (Text* text : texts())
        text->setWordWrap(!fits);
    m_goal->setAlignment((fits ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    update();
}

void StatusStrip::resizeEvent(QResizeEvent*) { arrange(); }

void StatusStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Look& look = Theme::instance().look();
    painter.fillRect(rect(), look.color(Role::Card));
    painter.fillRect(QRect(0, 0, width(), 1), look.color(Role::Hairline));
}

}  // namespace scalewright::ui

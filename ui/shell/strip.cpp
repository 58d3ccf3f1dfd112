#include "ui/shell/strip.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QTimer>

#include <utility>

#include "ui/theme/widgets.h"

namespace scalewright::ui {

namespace {

/// `field`: where a click on it leads; nowhere where it is empty.
QString coloured(const QString& text, Role role, bool bold, const QString& field = {})
{
    const QString style =
        QStringLiteral("color:%1;font-weight:%2;text-decoration:none")
            .arg(Theme::instance().color(role).name(), bold ? QStringLiteral("600") : QStringLiteral("400"));
    const QString said = text.toHtmlEscaped().replace(QLatin1String(" %"), QLatin1String("&nbsp;%"));
    return field.isEmpty() ? QStringLiteral("<span style=\"%1\">%2</span>").arg(style, said)
                           : QStringLiteral("<a href=\"%1\" style=\"%2\">%3</a>").arg(field, style, said);
}

}  // namespace

StatusStrip::StatusStrip(QWidget* parent)
    : QWidget(parent),
      m_parts{new Text(TextStyle::Body), new Text(TextStyle::Body, Role::Soft),
              new Text(TextStyle::Body, Role::Ink, true), new Text(TextStyle::Body),
              new Text(TextStyle::Body, Role::Soft)},
      m_flow(new Text(TextStyle::Body))
{
    setObjectName(QStringLiteral("strip"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Theme::space(5), Theme::space(2) + 3, Theme::space(5), Theme::space(2) + 2);
    layout->setSpacing(Theme::space(8));
    for (Text* part : m_parts) {
        part->setMinimumWidth(1);  // so that the window may become too narrow for one line
        layout->addWidget(part);
    }
    layout->insertStretch(4);
    // A click on the plan or the goal leads to its field; Ctrl+K is the keyboard's way there.
    m_parts[4]->setCursor(Qt::PointingHandCursor);
    m_parts[2]->setToolTip(tr("Edit the plan’s p"));
    m_parts[4]->setToolTip(tr("Set the goal"));
    layout->addWidget(m_flow, 1);
    m_flow->setTextFormat(Qt::RichText);
    connect(m_flow, &QLabel::linkActivated, this, &StatusStrip::goTo);
    m_flow->setWordWrap(true);  // a long sentence takes a second line, it does not widen the window
    connect(&Theme::instance(), &Theme::changed, this, &StatusStrip::arrange);
}

void StatusStrip::setText(const StripText& text)
{
    if (text == m_text)
        return;
    m_text = text;
    refresh();
}

void StatusStrip::setGuessing(bool guessing)
{
    m_guessing = guessing;
    refresh();
}

void StatusStrip::setTrying(bool trying)
{
    if (std::exchange(m_trying, trying) != trying)
        refresh();
}

QString StatusStrip::sentence() const
{
    return accessibleName();
}

void StatusStrip::refresh()
{
    m_shown = m_text;
    if (m_trying && !m_shown.axis.isEmpty())
        m_shown.axis = tr("kept: %1").arg(m_shown.axis);
    if (m_guessing) {
        m_shown.fastest = tr("p* is hidden: what is your guess?");
        m_shown.plan = tr("G reveals it");
        if (m_shown.goalState != StripText::Goal::None)
            m_shown.goal = tr("so is what it means for the goal");
    }
    const auto [axis, fastest, plan, design, goal] = m_parts;
    axis->setText(m_shown.axis);
    axis->setRole(m_shown.diagnosed ? Role::Ink : Role::Soft);
    axis->setBold(m_shown.diagnosed);
    fastest->setText(m_shown.fastest);
    plan->setText(m_shown.plan);
    plan->setCursor(planField().isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    design->setText(m_shown.design);
    goal->setText(m_shown.goal);
    if (m_shown.sentence() != accessibleName()) {
        setAccessibleName(m_shown.sentence());
        QAccessibleEvent event(this, QAccessible::NameChanged);
        QAccessible::updateAccessibility(&event);
    }
    arrange();
}

QString StatusStrip::planField() const
{
    return m_guessing || m_shown.plan.isEmpty() ? QString() : QStringLiteral("/plan/p");
}

void StatusStrip::arrange()
{
    if (isHidden()) {  // laid out when it comes into sight
        m_flow->clear();
        return;
    }
    const Role goalRole = m_shown.goalState == StripText::Goal::None ? Role::Soft : Role::Ink;
    const bool missed = m_shown.goalState == StripText::Goal::Missed;
    m_parts[4]->setRole(goalRole);
    m_parts[4]->setBold(missed);
    int oneLine = 2 * Theme::space(5);
    const auto widthOf = [](const Text* part) {
        return part->text().isEmpty() ? 0 : part->sizeHint().width() + Theme::space(8);
    };
    for (const Text* part : m_parts)
        oneLine += widthOf(part);
    // p* gives way to one line: the curve shows it.
    const Text* given = oneLine > width() && !m_shown.plan.isEmpty() ? m_parts[1] : nullptr;
    const bool fits = oneLine - (given ? widthOf(given) : 0) <= width();
    for (Text* part : m_parts)
        part->setVisible(fits && part != given && !part->text().isEmpty());
    m_flow->setVisible(!fits);
    if (fits) {
        m_flow->clear();
    } else {
        QStringList parts{m_shown.axis.isEmpty() ? QString() : coloured(m_shown.axis, Role::Ink, false),
                          coloured(m_shown.fastest, Role::Soft, false),
                          m_shown.plan.isEmpty() ? QString() : coloured(m_shown.plan, Role::Ink, true, planField()),
                          m_shown.design.isEmpty() ? QString() : coloured(m_shown.design, Role::Ink, false),
                          coloured(m_shown.goal, goalRole, missed, m_shown.goalField)};
        parts.removeAll(QString());
        m_flow->setText(parts.join(QStringLiteral(" · ")));
    }
    update();
}

void StatusStrip::showEvent(QShowEvent*)
{
    arrange();
}

void StatusStrip::resizeEvent(QResizeEvent*)
{
    const int before = sizeHint().height();
    arrange();
    // The window's layout, at work right now, does not hear of another height: tell it again when it is done.
    if (sizeHint().height() != before)
        QTimer::singleShot(0, this, [this] { updateGeometry(); });
}

void StatusStrip::mouseReleaseEvent(QMouseEvent* event)
{
    const QWidget* under = event->button() == Qt::LeftButton ? childAt(event->position().toPoint()) : nullptr;
    const QString field = under == m_parts[2] ? planField() : under == m_parts[4] ? m_shown.goalField : QString();
    if (!field.isEmpty())
        Q_EMIT goTo(field);
}

void StatusStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Look& look = Theme::instance().look();
    painter.fillRect(rect(), look.color(Role::Card));
    painter.fillRect(QRect(0, 0, width(), 1), look.color(Role::Hairline));
}

}  // namespace scalewright::ui

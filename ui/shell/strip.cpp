// SPDX-License-Identifier: GPL-3.0-or-later
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

/// `field`: pointer to the field that a click opens; empty: none.
QString coloredHtml(const QString& text, ColorRole role, bool bold, const QString& field = {})
{
    const QString style =
        QStringLiteral("color:%1;font-weight:%2;text-decoration:none")
            .arg(Theme::instance().color(role).name(), bold ? QStringLiteral("600") : QStringLiteral("400"));
    const QString html = text.toHtmlEscaped().replace(QLatin1String(" %"), QLatin1String("&nbsp;%"));
    return field.isEmpty() ? QStringLiteral("<span style=\"%1\">%2</span>").arg(style, html)
                           : QStringLiteral("<a href=\"%1\" style=\"%2\">%3</a>").arg(field, style, html);
}

}  // namespace

StatusStrip::StatusStrip(QWidget* parent)
    : QWidget(parent),
      m_parts{new Text(TextStyle::Body), new Text(TextStyle::Body, ColorRole::SoftInk),
              new Text(TextStyle::Body, ColorRole::Ink, true), new Text(TextStyle::Body),
              new Text(TextStyle::Body, ColorRole::SoftInk)},
      m_wrappedText(new Text(TextStyle::Body))
{
    setObjectName(QStringLiteral("strip"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Theme::spacing(5), Theme::spacing(2) + 3, Theme::spacing(5), Theme::spacing(2) + 2);
    layout->setSpacing(Theme::spacing(8));
    for (Text* part : m_parts) {
        part->setMinimumWidth(1);  // so that the window can be made too narrow for one line
        layout->addWidget(part);
    }
    layout->insertStretch(4);
    // A click on the plan or the goal opens its field; keyboard users can use Ctrl+K.
    m_parts[4]->setCursor(Qt::PointingHandCursor);
    m_parts[2]->setToolTip(tr("Edit the plan’s p"));
    m_parts[4]->setToolTip(tr("Set the goal"));
    layout->addWidget(m_wrappedText, 1);
    m_wrappedText->setTextFormat(Qt::RichText);
    connect(m_wrappedText, &QLabel::linkActivated, this, &StatusStrip::fieldRequested);
    m_wrappedText->setWordWrap(true);  // a long sentence wraps instead of widening the window
    connect(&Theme::instance(), &Theme::changed, this, &StatusStrip::updateLayout);
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
    m_isGuessing = guessing;
    refresh();
}

void StatusStrip::setTrialActive(bool active)
{
    if (std::exchange(m_isTrialActive, active) != active)
        refresh();
}

QString StatusStrip::sentence() const
{
    return accessibleName();
}

void StatusStrip::refresh()
{
    m_shownText = m_text;
    if (m_isTrialActive && !m_shownText.diagnosis.isEmpty())
        m_shownText.diagnosis = tr("kept: %1").arg(m_shownText.diagnosis);
    if (m_isGuessing) {
        m_shownText.fastest = tr("p* is hidden: what is your guess?");
        m_shownText.plan = tr("G reveals it");
        if (m_shownText.goalState != StripText::GoalState::NoGoal)
            m_shownText.goal = tr("the goal check is hidden too");
    }
    const auto [axis, fastest, plan, design, goal] = m_parts;
    axis->setText(m_shownText.diagnosis);
    axis->setColorRole(m_shownText.isDiagnosed ? ColorRole::Ink : ColorRole::SoftInk);
    axis->setBold(m_shownText.isDiagnosed);
    fastest->setText(m_shownText.fastest);
    plan->setText(m_shownText.plan);
    plan->setToolTip(m_isGuessing ? QString() : m_shownText.planReason);
    plan->setCursor(planFieldPointer().isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    design->setText(m_shownText.designProblems);
    goal->setText(m_shownText.goal);
    if (m_shownText.sentence() != accessibleName()) {
        setAccessibleName(m_shownText.sentence());
        QAccessibleEvent event(this, QAccessible::NameChanged);
        QAccessible::updateAccessibility(&event);
    }
    updateLayout();
}

QString StatusStrip::planFieldPointer() const
{
    return m_isGuessing || m_shownText.plan.isEmpty() ? QString() : QStringLiteral("/plan/p");
}

void StatusStrip::updateLayout()
{
    if (isHidden()) {  // the strip is laid out when it is shown
        m_wrappedText->clear();
        return;
    }
    const ColorRole goalRole =
        m_shownText.goalState == StripText::GoalState::NoGoal ? ColorRole::SoftInk : ColorRole::Ink;
    const bool missed = m_shownText.goalState == StripText::GoalState::Missed;
    m_parts[4]->setColorRole(goalRole);
    m_parts[4]->setBold(missed);
    int singleLineWidth = 2 * Theme::spacing(5);
    const auto partWidth = [](const Text* part) {
        return part->text().isEmpty() ? 0 : part->sizeHint().width() + Theme::spacing(8);
    };
    for (const Text* part : m_parts)
        singleLineWidth += partWidth(part);
    // If one line is too narrow, omit p* first, since the curve shows it.
    const Text* omitted = singleLineWidth > width() && !m_shownText.plan.isEmpty() ? m_parts[1] : nullptr;
    const bool fits = singleLineWidth - (omitted ? partWidth(omitted) : 0) <= width();
    for (Text* part : m_parts)
        part->setVisible(fits && part != omitted && !part->text().isEmpty());
    m_wrappedText->setVisible(!fits);
    if (fits) {
        m_wrappedText->clear();
    } else {
        QStringList parts{
            m_shownText.diagnosis.isEmpty() ? QString() : coloredHtml(m_shownText.diagnosis, ColorRole::Ink, false),
            coloredHtml(m_shownText.fastest, ColorRole::SoftInk, false),
            m_shownText.plan.isEmpty() ? QString()
                                       : coloredHtml(m_shownText.plan, ColorRole::Ink, true, planFieldPointer()),
            m_shownText.designProblems.isEmpty() ? QString()
                                                 : coloredHtml(m_shownText.designProblems, ColorRole::Ink, false),
            coloredHtml(m_shownText.goal, goalRole, missed, m_shownText.goalField)};
        parts.removeAll(QString());
        m_wrappedText->setText(parts.join(QStringLiteral(" · ")));
    }
    update();
}

void StatusStrip::showEvent(QShowEvent*)
{
    updateLayout();
}

void StatusStrip::resizeEvent(QResizeEvent*)
{
    const int before = sizeHint().height();
    updateLayout();
    // The window is in the middle of its layout and would ignore a changed height, so notify it afterwards.
    if (sizeHint().height() != before)
        QTimer::singleShot(0, this, [this] { updateGeometry(); });
}

void StatusStrip::mouseReleaseEvent(QMouseEvent* event)
{
    const QWidget* clicked = event->button() == Qt::LeftButton ? childAt(event->position().toPoint()) : nullptr;
    const QString field = clicked == m_parts[2]   ? planFieldPointer()
                          : clicked == m_parts[4] ? m_shownText.goalField
                                                  : QString();
    if (!field.isEmpty())
        Q_EMIT fieldRequested(field);
}

void StatusStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const VisualStyle& look = Theme::instance().visualStyle();
    painter.fillRect(rect(), look.color(ColorRole::Card));
    painter.fillRect(QRect(0, 0, width(), 1), look.color(ColorRole::Hairline));
}

}  // namespace scalewright::ui

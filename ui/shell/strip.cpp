#include "ui/shell/strip.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPainter>
#include <QTimer>

#include "ui/theme/widgets.h"

namespace scalewright::ui {

namespace {

QString coloured(const QString& text, Role role, bool bold)
{
    const QString colour = Theme::instance().color(role).name();
    return QStringLiteral("<span style=\"color:%1;font-weight:%2\">%3</span>")
        .arg(colour, bold ? QStringLiteral("600") : QStringLiteral("400"),
             text.toHtmlEscaped().replace(QLatin1String(" %"), QLatin1String("&nbsp;%")));
}

}  // namespace

StatusStrip::StatusStrip(QWidget* parent)
    : QWidget(parent),
      m_parts{new Text(TextStyle::Body), new Text(TextStyle::Body, Role::Soft), new Text(TextStyle::Body, Role::Ink, true),
              new Text(TextStyle::Body), new Text(TextStyle::Body, Role::Soft)},
      m_flow(new Text(TextStyle::Body))
{
    setObjectName(QStringLiteral("strip"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Theme::space(5), Theme::space(2) + 3, Theme::space(5), Theme::space(2) + 2);
    layout->setSpacing(Theme::space(8));
    for (Text* part : m_parts) {
        part->setTextFormat(Qt::PlainText);
        part->setMinimumWidth(1);  // so that the window may become too narrow for one line
        layout->addWidget(part);
    }
    layout->insertStretch(4);
    layout->addWidget(m_flow, 1);
    m_flow->setTextFormat(Qt::RichText);
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

QString StatusStrip::sentence() const
{
    return accessibleName();
}

void StatusStrip::refresh()
{
    m_shown = m_text;
    if (m_guessing) {
        m_shown.fastest = tr("p* is hidden: what is your guess?");
        m_shown.plan = tr("G reveals it");
    }
    const auto [axis, fastest, plan, design, goal] = m_parts;
    axis->setText(m_shown.axis);
    axis->setRole(m_shown.diagnosed ? Role::Ink : Role::Soft);
    axis->setBold(m_shown.diagnosed);
    fastest->setText(m_shown.fastest);
    plan->setText(m_shown.plan);
    design->setText(m_shown.design);
    goal->setText(m_shown.goal);
    goal->setRole(m_shown.goalState == StripText::Goal::None ? Role::Soft : Role::Ink);
    goal->setBold(m_shown.goalState == StripText::Goal::Missed);
    if (m_shown.sentence() != accessibleName()) {
        setAccessibleName(m_shown.sentence());
        QAccessibleEvent event(this, QAccessible::NameChanged);
        QAccessible::updateAccessibility(&event);
    }
    arrange();
}

void StatusStrip::arrange()
{
    int oneLine = 2 * Theme::space(5);
    for (const Text* part : m_parts)
        if (!part->text().isEmpty())
            oneLine += part->sizeHint().width() + Theme::space(8);
    const bool fits = oneLine <= width();
    for (Text* part : m_parts)
        part->setVisible(fits && !part->text().isEmpty());
    m_flow->setVisible(!fits);
    if (!fits) {
        QStringList parts;
        for (const auto& [text, role, bold] :
             {std::tuple{m_shown.axis, Role::Ink, false}, std::tuple{m_shown.fastest, Role::Soft, false},
              std::tuple{m_shown.plan, Role::Ink, true}, std::tuple{m_shown.design, Role::Ink, false},
              std::tuple{m_shown.goal, m_shown.goalState == StripText::Goal::None ? Role::Soft : Role::Ink,
                         m_shown.goalState == StripText::Goal::Missed}})
            if (!text.isEmpty())
                parts << coloured(text, role, bold);
        m_flow->setText(parts.join(QStringLiteral(" · ")));
    }
    update();
}

void StatusStrip::resizeEvent(QResizeEvent*)
{
    const int before = sizeHint().height();
    arrange();
    // The window's layout, at work right now, does not hear of another height: tell it again when it is done.
    if (sizeHint().height() != before)
        QTimer::singleShot(0, this, [this] { updateGeometry(); });
}

void StatusStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Look& look = Theme::instance().look();
    painter.fillRect(rect(), look.color(Role::Card));
    painter.fillRect(QRect(0, 0, width(), 1), look.color(Role::Hairline));
}

}  // namespace scalewright::ui

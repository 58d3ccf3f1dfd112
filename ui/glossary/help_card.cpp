#include "ui/glossary/help_card.h"

#include <QAccessible>
#include <QApplication>
#include <QKeyEvent>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace scalewright::ui {

HelpCard::HelpCard(QWidget* window) : Card(window), m_area(new QScrollArea(this)), m_text(new Text(TextStyle::Body))
{
    setObjectName(QStringLiteral("help"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::space(4), Theme::space(2), Theme::space(2), Theme::space(2));
    m_text->setTextFormat(Qt::RichText);
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_area->setAccessibleName(tr("Help"));
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->viewport()->setAutoFillBackground(false);
    m_area->setWidget(m_text);
    m_text->setAutoFillBackground(false);
    layout->addWidget(m_area);
    hide();
}

void HelpCard::open(const QString& title, const QString& richText, int width, int height)
{
    close();
    m_text->setText(richText);
    const QWidget& window = *parentWidget();
    const QMargins around = layout()->contentsMargins();
    const int wide =
        std::min(static_cast<int>(width * Theme::instance().typeScale()), window.width() - Theme::space(8));
    const int needed = m_text->heightForWidth(wide - around.left() - around.right() - Theme::space(4)) + around.top() +
                       around.bottom() + Theme::space(1);
    resize(wide, std::min({needed, height, window.height() - Theme::space(8)}));
    m_area->setFocusPolicy(m_list ? Qt::StrongFocus : Qt::NoFocus);
    m_area->setAccessibleName(title);
    setAccessibleName(title);
}

void HelpCard::explain(const QWidget* control, const QString& title, const QString& richText, const QString& spoken)
{
    m_list = false;
    const QWidget& window = *parentWidget();
    open(title, richText, 380, window.height());
    setAccessibleDescription(spoken);
    const QPoint corner = control->mapTo(&window, QPoint(0, 0));
    const int below = corner.y() + control->height() + Theme::space(1), above = corner.y() - height() - Theme::space(1);
    const int top = below + height() <= window.height() || above < 0 ? below : above;
    move(std::clamp(corner.x(), Theme::space(1), std::max(Theme::space(1), window.width() - width() - Theme::space(1))),
         std::clamp(top, Theme::space(1), std::max(Theme::space(1), window.height() - height() - Theme::space(1))));
    show();
    raise();
    qApp->installEventFilter(this);
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void HelpCard::list(const QString& title, const QString& richText)
{
    m_list = true;
    const QWidget& window = *parentWidget();
    open(title, richText, 640, window.height() - Theme::space(24));
    setAccessibleDescription({});
    m_focusBefore = QApplication::focusWidget();
    move((window.width() - width()) / 2, std::max(Theme::space(4), (window.height() - height()) / 3));
    show();
    raise();
    m_area->setFocus(Qt::PopupFocusReason);
    qApp->installEventFilter(this);
}

void HelpCard::close()
{
    if (isHidden())
        return;
    qApp->removeEventFilter(this);
    const bool hadFocus = m_area->hasFocus();
    hide();
    if (m_list && hadFocus && m_focusBefore)
        m_focusBefore->setFocus(Qt::PopupFocusReason);
}

bool HelpCard::eventFilter(QObject* watched, QEvent* event)
{
    auto* widget = qobject_cast<QWidget*>(watched);
    const bool inside = widget && (widget == this || isAncestorOf(widget));
    const auto isEscape = [&] { return static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape; };
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        if (const int key = static_cast<QKeyEvent*>(event)->key();
            !widget || (key != Qt::Key_Escape && !(m_list && (key == Qt::Key_PageDown || key == Qt::Key_PageUp))))
            return false;
        event->accept();  // Esc puts this away and the list scrolls; neither is a lecture's
        return true;
    case QEvent::KeyPress: {
        if (!widget)
            return false;
        if (isEscape()) {
            close();
            return true;
        }
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (!m_list && key != Qt::Key_Shift && key != Qt::Key_Control && key != Qt::Key_Alt && key != Qt::Key_AltGr &&
            key != Qt::Key_Meta)
            close();
        return false;
    }
    case QEvent::MouseButtonPress:
        if (widget && !inside)
            close();
        return false;
    case QEvent::FocusIn:
        if (m_list && widget && !inside)
            close();
        return false;
    default: return false;
    }
}

}  // namespace scalewright::ui

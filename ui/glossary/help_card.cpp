// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/glossary/help_card.h"

#include <QAccessible>
#include <QApplication>
#include <QKeyEvent>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace scalewright::ui {

HelpCard::HelpCard(QWidget* window)
    : Card(window), m_scrollArea(new QScrollArea(this)), m_text(new Text(TextStyle::Body))
{
    setObjectName(QStringLiteral("help"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::spacing(4), Theme::spacing(2), Theme::spacing(2), Theme::spacing(2));
    m_text->setTextFormat(Qt::RichText);
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_scrollArea->setAccessibleName(tr("Help"));
    m_scrollArea->setFrameShape(QFrame::NoFrame);
    m_scrollArea->setWidgetResizable(true);
    m_scrollArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scrollArea->viewport()->setAutoFillBackground(false);
    m_scrollArea->setWidget(m_text);
    m_text->setAutoFillBackground(false);
    layout->addWidget(m_scrollArea);
    hide();
}

void HelpCard::prepareCard(const QString& title, const QString& richText, int width, int height)
{
    close();
    m_text->setText(richText);
    const QWidget& window = *parentWidget();
    const QMargins around = layout()->contentsMargins();
    const int wide = std::min(Theme::scaled(width), window.width() - Theme::spacing(8));
    const int needed = m_text->heightForWidth(wide - around.left() - around.right() - Theme::spacing(4)) +
                       around.top() + around.bottom() + Theme::spacing(1);
    resize(wide, std::min({needed, height, window.height() - Theme::spacing(8)}));
    m_scrollArea->setFocusPolicy(m_showsList ? Qt::StrongFocus : Qt::NoFocus);
    m_scrollArea->setAccessibleName(title);
    setAccessibleName(title);
}

void HelpCard::showTerm(const QWidget* control, const QString& title, const QString& richText, const QString& spoken)
{
    m_showsList = false;
    const QWidget& window = *parentWidget();
    prepareCard(title, richText, 380, window.height());
    setAccessibleDescription(spoken);
    const QPoint corner = control->mapTo(&window, QPoint(0, 0));
    const int below = corner.y() + control->height() + Theme::spacing(1),
              above = corner.y() - height() - Theme::spacing(1);
    const int top = below + height() <= window.height() || above < 0 ? below : above;
    move(std::clamp(corner.x(), Theme::spacing(1),
                    std::max(Theme::spacing(1), window.width() - width() - Theme::spacing(1))),
         std::clamp(top, Theme::spacing(1),
                    std::max(Theme::spacing(1), window.height() - height() - Theme::spacing(1))));
    show();
    raise();
    qApp->installEventFilter(this);
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void HelpCard::showList(const QString& title, const QString& richText)
{
    m_showsList = true;
    const QWidget& window = *parentWidget();
    prepareCard(title, richText, 640, window.height() - Theme::spacing(24));
    setAccessibleDescription({});
    m_focusBefore = QApplication::focusWidget();
    move((window.width() - width()) / 2, std::max(Theme::spacing(4), (window.height() - height()) / 3));
    show();
    raise();
    m_scrollArea->setFocus(Qt::PopupFocusReason);
    qApp->installEventFilter(this);
}

void HelpCard::close()
{
    if (isHidden())
        return;
    qApp->removeEventFilter(this);
    const bool hadFocus = m_scrollArea->hasFocus();
    hide();
    if (m_showsList && hadFocus && m_focusBefore)
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
            !widget || (key != Qt::Key_Escape && !(m_showsList && (key == Qt::Key_PageDown || key == Qt::Key_PageUp))))
            return false;
        event->accept();  // Esc closes the card and the paging keys scroll the list; a lecture must not handle them
        return true;
    case QEvent::KeyPress: {
        if (!widget)
            return false;
        if (isEscape()) {
            close();
            return true;
        }
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (!m_showsList && key != Qt::Key_Shift && key != Qt::Key_Control && key != Qt::Key_Alt &&
            key != Qt::Key_AltGr && key != Qt::Key_Meta)
            close();
        return false;
    }
    case QEvent::MouseButtonPress:
        if (widget && !inside)
            close();
        return false;
    case QEvent::FocusIn:
        if (m_showsList && widget && !inside)
            close();
        return false;
    default: return false;
    }
}

}  // namespace scalewright::ui

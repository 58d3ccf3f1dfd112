// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/header.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>

#include "ui/theme/widgets.h"

namespace scalewright::ui {

Header::Header(QWidget* parent)
    : QWidget(parent), m_layout(new QHBoxLayout(this)), m_documentLabel(new Text(TextStyle::Body, ColorRole::SoftInk))
{
    setObjectName(QStringLiteral("header"));
    m_layout->setContentsMargins(Theme::spacing(5), Theme::spacing(2), Theme::spacing(4), Theme::spacing(2) + 1);
    m_layout->setSpacing(Theme::spacing(1));
    m_layout->addWidget(new Text(QStringLiteral("Scalewright"), TextStyle::CardTitle, ColorRole::Ink, true));
    m_layout->addSpacing(Theme::spacing(2));
    m_documentLabel->setObjectName(QStringLiteral("document-name"));
    m_documentLabel->setTextFormat(Qt::PlainText);
    m_documentLabel->setMinimumWidth(1);
    m_layout->addWidget(m_documentLabel, 1);
    connect(&Theme::instance(), &Theme::changed, this, &Header::elideDocumentText);
}

void Header::setDocumentText(const QString& text)
{
    if (text == m_documentText)
        return;
    m_documentText = text;
    m_documentLabel->setAccessibleName(text);
    m_documentLabel->setToolTip(text);
    elideDocumentText();
}

void Header::addMenu(QMenu* menu, const QKeySequence& key)
{
    QPushButton* word = createQuietButton(menu->title(), this);
    word->setProperty("look", QStringLiteral("sign"));
    word->setObjectName(m_menuButton ? QStringLiteral("help-menu") : QStringLiteral("menu"));
    word->setMenu(menu);
    word->setShortcut(key);
    word->setToolTip(key.toString(QKeySequence::NativeText));
    m_layout->addWidget(word);
    if (!m_menuButton)
        m_menuButton = word;
}

void Header::openMenu()
{
    if (m_menuButton)
        m_menuButton->click();
}

void Header::focusMenu()
{
    if (m_menuButton)
        m_menuButton->setFocus(Qt::ShortcutFocusReason);
}

void Header::addAction(QAction* action, const QKeySequence& key)
{
    QPushButton* button = createQuietButton(action->iconText(), this);
    button->setProperty("look", QStringLiteral("sign"));
    button->setObjectName(QStringLiteral("word-") + action->objectName());
    const auto follow = [button, action, key] {
        button->setText(action->iconText());
        button->setShortcut(key);  // setText() removes the shortcut
        button->setAccessibleName(action->text().remove(QLatin1Char('&')));
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        button->setToolTip(keys.isEmpty() ? action->text() : QStringLiteral("%1 (%2)").arg(action->text(), keys));
        button->setEnabled(action->isEnabled());
    };
    follow();
    connect(action, &QAction::changed, button, follow);
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    m_layout->addWidget(button);
}

void Header::elideDocumentText()
{
    const QFontMetrics metrics(Theme::instance().font(TextStyle::Body));
    m_documentLabel->setText(
        metrics.elidedText(m_documentText, Qt::ElideMiddle, std::max(m_documentLabel->width(), 1)));
    update();
}

void Header::resizeEvent(QResizeEvent*)
{
    m_layout->activate();
    elideDocumentText();
}

void Header::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const VisualStyle& look = Theme::instance().visualStyle();
    painter.fillRect(rect(), look.color(ColorRole::Background));
    painter.fillRect(QRect(0, height() - 1, width(), 1), look.color(ColorRole::Hairline));
}

}  // namespace scalewright::ui

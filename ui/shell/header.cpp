#include "ui/shell/header.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>

#include "ui/theme/widgets.h"

namespace scalewright::ui {

Header::Header(QWidget* parent)
    : QWidget(parent), m_layout(new QHBoxLayout(this)), m_document(new Text(TextStyle::Body, Role::Soft))
{
    setObjectName(QStringLiteral("header"));
    m_layout->setContentsMargins(Theme::space(5), Theme::space(2), Theme::space(4), Theme::space(2) + 1);
    m_layout->setSpacing(Theme::space(1));
    m_layout->addWidget(new Text(QStringLiteral("Scalewright"), TextStyle::CardTitle, Role::Ink, true));
    m_layout->addSpacing(Theme::space(2));
    m_document->setObjectName(QStringLiteral("document-name"));
    m_document->setTextFormat(Qt::PlainText);
    m_document->setMinimumWidth(1);
    m_layout->addWidget(m_document, 1);
    connect(&Theme::instance(), &Theme::changed, this, &Header::elide);
}

void Header::setDocumentText(const QString& text)
{
    if (text == m_documentText)
        return;
    m_documentText = text;
    m_document->setAccessibleName(text);
    m_document->setToolTip(text);
    elide();
}

void Header::addMenu(QMenu* menu, const QKeySequence& key)
{
    QPushButton* word = quietButton(menu->title(), this);
    word->setProperty("look", QStringLiteral("sign"));
    word->setObjectName(m_menu ? QStringLiteral("help-menu") : QStringLiteral("menu"));
    word->setMenu(menu);
    word->setShortcut(key);
    word->setToolTip(key.toString(QKeySequence::NativeText));
    m_layout->addWidget(word);
    if (!m_menu)
        m_menu = word;
}

void Header::openMenu()
{
    if (m_menu)
        m_menu->click();
}

void Header::focusMenu()
{
    if (m_menu)
        m_menu->setFocus(Qt::ShortcutFocusReason);
}

void Header::addAction(QAction* action, const QKeySequence& key)
{
    QPushButton* button = quietButton(action->iconText(), this);
    button->setProperty("look", QStringLiteral("sign"));
    button->setObjectName(QStringLiteral("word-") + action->objectName());
    const auto follow = [button, action, key] {
        button->setText(action->iconText());
        button->setShortcut(key);  // its text takes it away
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

void Header::elide()
{
    const QFontMetrics metrics(Theme::instance().font(TextStyle::Body));
    m_document->setText(metrics.elidedText(m_documentText, Qt::ElideMiddle, std::max(m_document->width(), 1)));
    update();
}

void Header::resizeEvent(QResizeEvent*)
{
    m_layout->activate();
    elide();
}

void Header::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Look& look = Theme::instance().look();
    painter.fillRect(rect(), look.color(Role::Background));
    painter.fillRect(QRect(0, height() - 1, width(), 1), look.color(Role::Hairline));
}

}  // namespace scalewright::ui

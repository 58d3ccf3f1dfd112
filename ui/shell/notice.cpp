#include "ui/shell/notice.h"

#include <QAccessible>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QTextBoundaryFinder>
#include <QVBoxLayout>

#include <utility>

#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

/// A file's name or a pointer may be one word of any length, which would widen the window: it may break anywhere.
QString breakable(const QString& text)
{
    constexpr qsizetype longestWord = 60;
    QString words;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Line, text);
    for (qsizetype from = 0, to = finder.toNextBoundary(); to >= 0; from = to, to = finder.toNextBoundary())
        for (qsizetype at = from; at < to; ++at) {
            if (at > from && (at - from) % longestWord == 0 && !text.at(at).isLowSurrogate())
                words += QChar(0x200B);  // zero width space
            words += text.at(at);
        }
    return words;
}

}  // namespace

Notice::Notice(QWidget* parent) : Card(parent), m_layout(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("notice"));
    m_layout->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(3));
    hide();
}

void Notice::tell(const QString& title, const QStringList& lines, std::vector<NoticeAction> actions)
{
    if (!isVisible())
        m_focusBefore = QApplication::focusWidget();
    delete m_body;
    m_title = title;
    m_lines = lines;
    m_actions = std::move(actions);

    m_body = new QWidget(this);
    auto* column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(1));
    auto* heading = new Text(breakable(title), TextStyle::CardTitle, Role::Ink, true);
    heading->setWordWrap(true);
    column->addWidget(heading);
    if (!lines.isEmpty()) {
        auto* text = new Text(breakable(lines.join(QLatin1Char('\n'))), TextStyle::Body, Role::Ink);
        text->setObjectName(QStringLiteral("notice-lines"));
        text->setTextFormat(Qt::PlainText);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        text->setWordWrap(true);
        column->addWidget(text);
    }
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, Theme::space(1), 0, 0);
    row->setSpacing(Theme::space(2));
    QPushButton* answer = nullptr;  // what Enter gives
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        QPushButton* button = m_actions[i].primary ? primaryButton(m_actions[i].text) : quietButton(m_actions[i].text);
        connect(
            button, &QPushButton::clicked, this, [this, i] { act(i); }, Qt::QueuedConnection);
        row->addWidget(button);
        if (!answer || m_actions[i].primary)
            answer = button;
    }
    row->addStretch();
    column->addLayout(row);
    m_layout->addWidget(m_body);

    setAccessibleName(title);
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    show();
    if (answer)
        answer->setFocus(Qt::OtherFocusReason);
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void Notice::showError(const QString& title, const Error& error)
{
    tell(title, said(error).split(QLatin1Char('\n'), Qt::SkipEmptyParts), {{tr("Close"), {}}});
}

void Notice::dismiss()
{
    hide();
    m_title.clear();
    m_lines.clear();
    m_actions.clear();
    if (m_focusBefore)
        m_focusBefore->setFocus(Qt::OtherFocusReason);
}

bool Notice::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        event->accept();  // Esc answers the notice, it does not leave a lecture
    return Card::event(event);
}

void Notice::hideEvent(QHideEvent* event)
{
    Card::hideEvent(event);
    if (isHidden())  // and not with the window around it
        Q_EMIT gone();
}

void Notice::keyPressEvent(QKeyEvent* event)
{
    auto* word = qobject_cast<QPushButton*>(QApplication::focusWidget());
    if (event->key() == Qt::Key_Escape && !m_actions.empty())
        act(m_actions.size() - 1);
    else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && word && isAncestorOf(word))
        word->click();
    else
        Card::keyPressEvent(event);
}

void Notice::act(std::size_t index)
{
    if (index >= m_actions.size())
        return;
    const std::function<void()> run = m_actions[index].run;
    dismiss();
    if (run)
        run();
}

}  // namespace scalewright::ui

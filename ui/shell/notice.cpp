// SPDX-License-Identifier: GPL-3.0-or-later
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

/// Allows line breaks in a long file name or JSON pointer, which would otherwise widen the window.
QString withBreakOpportunities(const QString& text)
{
    constexpr qsizetype maximumRun = 60;
    QString words;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Line, text);
    for (qsizetype start = 0, end = finder.toNextBoundary(); end >= 0; start = end, end = finder.toNextBoundary())
        for (qsizetype position = start; position < end; ++position) {
            if (position > start && (position - start) % maximumRun == 0 && !text.at(position).isLowSurrogate())
                words += QChar(0x200B);  // zero-width space
            words += text.at(position);
        }
    return words;
}

}  // namespace

Notice::Notice(QWidget* parent) : Card(parent), m_layout(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("notice"));
    m_layout->setContentsMargins(Theme::spacing(4), Theme::spacing(3), Theme::spacing(4), Theme::spacing(3));
    hide();
}

void Notice::showMessage(const QString& title, const QStringList& lines, std::vector<NoticeAction> actions)
{
    if (!isVisible())
        m_previousFocus = QApplication::focusWidget();
    delete m_body;
    m_title = title;
    m_lines = lines;
    m_actions = std::move(actions);

    m_body = new QWidget(this);
    auto* column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::spacing(1));
    auto* heading = new Text(withBreakOpportunities(title), TextStyle::CardTitle, ColorRole::Ink, true);
    heading->setWordWrap(true);
    column->addWidget(heading);
    if (!lines.isEmpty()) {
        auto* text = new Text(withBreakOpportunities(lines.join(QLatin1Char('\n'))), TextStyle::Body, ColorRole::Ink);
        text->setObjectName(QStringLiteral("notice-lines"));
        text->setTextFormat(Qt::PlainText);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        text->setWordWrap(true);
        column->addWidget(text);
    }
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, Theme::spacing(1), 0, 0);
    row->setSpacing(Theme::spacing(2));
    QPushButton* answer = nullptr;  // triggered by Enter
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        QPushButton* button =
            m_actions[i].isPrimary ? createPrimaryButton(m_actions[i].text) : createQuietButton(m_actions[i].text);
        connect(
            button, &QPushButton::clicked, this, [this, i] { runAction(i); }, Qt::QueuedConnection);
        row->addWidget(button);
        if (!answer || m_actions[i].isPrimary)
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
    showMessage(title, errorText(error).split(QLatin1Char('\n'), Qt::SkipEmptyParts), {{tr("Close"), {}}});
}

void Notice::dismiss()
{
    hide();
    m_title.clear();
    m_lines.clear();
    m_actions.clear();
    if (m_previousFocus)
        m_previousFocus->setFocus(Qt::OtherFocusReason);
}

bool Notice::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        event->accept();  // Esc dismisses the notice and must not leave a lecture
    return Card::event(event);
}

void Notice::hideEvent(QHideEvent* event)
{
    Card::hideEvent(event);
    if (isHidden())  // do nothing if only the window is hidden
        Q_EMIT dismissed();
}

void Notice::keyPressEvent(QKeyEvent* event)
{
    auto* word = qobject_cast<QPushButton*>(QApplication::focusWidget());
    if (event->key() == Qt::Key_Escape && !m_actions.empty())
        runAction(m_actions.size() - 1);
    else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && word && isAncestorOf(word))
        word->click();
    else
        Card::keyPressEvent(event);
}

void Notice::runAction(std::size_t index)
{
    if (index >= m_actions.size())
        return;
    const std::function<void()> run = m_actions[index].run;
    dismiss();
    if (run)
        run();
}

}  // namespace scalewright::ui

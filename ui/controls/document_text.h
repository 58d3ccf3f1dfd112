// SPDX-License-Identifier: GPL-3.0-or-later
// A plain-text, multi-line editor for a text in the document.
//
// The document is updated while the user types. Typing without a pause is one undo step (or all typing until the focus
// leaves), and Escape reverts it.
//
//     auto* words = new DocumentTextEdit(document, this);
//     words->setBinding({.undoName = tr("a sentence"), .mergeKey = "exercise.why", .read = …, .write = …});
//     words->refresh();  // whenever the document changed
#pragma once

#include <QPlainTextEdit>
#include <QTimer>

#include <functional>

#include "ui/document/document.h"

namespace scalewright::ui {

class DocumentTextEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    struct Binding {
        QString undoName;  ///< name of the undo step
        QString mergeKey;  ///< edits with the same key merge into one undo step
        std::function<QString(const Project&)> read;
        std::function<void(Project&, const QString&)> write;
        QString placeholder{};  ///< empty: unchanged
    };
    enum class UndoStep { UntilPause, UntilFocusLeaves };

    explicit DocumentTextEdit(Document& document, QWidget* parent = nullptr, UndoStep step = UndoStep::UntilPause);

    /// Binds the editor to another text in the document, or to none.
    void setBinding(Binding source);
    /// Shows the document's text. Never edits the document.
    void refresh();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    void writeToDocument();
    [[nodiscard]] bool hasTypedChange() const { return m_gestureId != 0 && toPlainText() != m_textBeforeTyping; }

    Document& m_document;
    Binding m_binding;
    UndoStep m_undoStep;
    QTimer m_pauseTimer;
    QString m_textBeforeTyping;  ///< Escape restores it
    int m_gestureId = 0;
    bool m_refreshing = false;
};

}  // namespace scalewright::ui

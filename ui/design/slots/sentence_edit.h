// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence in the project, edited in place: frameless until it gets the focus, and as tall as its lines.
//
// Typing changes the document immediately; everything typed until the focus leaves is one undo step. Escape restores
// the previous text.
#pragma once

#include <QPlainTextEdit>

#include <functional>
#include <map>
#include <string>

#include "ui/document/document.h"

namespace scalewright::ui {

class SentenceEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    struct Field {
        QString key;          ///< stable key, such as "consistency.justification"
        QString name;         ///< for screen readers and the undo history: "why this consistency"
        QString placeholder;  ///< "Why? One sentence."
        std::function<std::string(const Project&)> value;
        std::function<void(Project&, std::string)> apply;
    };

    /// The distance between the text and the left edge, in pixels; layouts align other text with it.
    static constexpr int textIndent = 6;

    SentenceEdit(Document& document, Field field, QWidget* parent = nullptr);
    ~SentenceEdit() override;

    /// Until the widget has the focus, shows at most this many lines, with the full text as a tool tip.
    void setFoldedLines(int lines);

    /// Shows the project's text without editing it.
    void refresh();

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void insertFromMimeData(const QMimeData* source) override;

private:
    void commit();
    [[nodiscard]] bool isEdited() const { return m_gesture != 0 && toPlainText() != m_textBeforeEditing; }
    void restyle();
    [[nodiscard]] bool isFolded() const { return m_foldedLines > 0 && !hasFocus(); }
    [[nodiscard]] int maximumVisibleLines() const;
    void updateFolding();

    Document& m_document;
    Field m_field;
    mutable std::map<int, int> m_heightByWidth;  ///< keyed by width, because layouts ask repeatedly
    QString m_textBeforeEditing;  ///< the text when the widget got the focus; restored by Escape
    int m_gesture = 0;
    int m_foldedLines = 0;  ///< 0: never folded
    bool m_isRefreshing = false;
};

}  // namespace scalewright::ui

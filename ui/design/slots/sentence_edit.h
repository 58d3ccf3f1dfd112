// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence in the project, edited in place: frameless until it gets the focus, and as tall as its lines.
//
// Typing changes the document immediately; everything typed until the focus leaves is one undo step. Escape restores
// the previous text.
#pragma once

#include <map>

#include "ui/controls/document_text.h"

namespace scalewright::ui {

class SentenceEdit : public DocumentTextEdit {
    Q_OBJECT

public:
    /// The distance between the text and the left edge, in pixels; layouts align other text with it.
    static constexpr int textIndent = 6;

    /// The name of the undo step is also the name for screen readers.
    SentenceEdit(Document& document, Binding binding, QWidget* parent = nullptr);

    /// Until the widget has the focus, shows at most this many lines, with the full text as a tool tip.
    void setFoldedLines(int lines);

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void insertFromMimeData(const QMimeData* source) override;

private:
    [[nodiscard]] bool isFolded() const { return m_foldedLines > 0 && !hasFocus(); }
    [[nodiscard]] int maximumVisibleLines() const;
    void updateFolding();

    mutable std::map<int, int> m_heightByWidth;  ///< keyed by width, because layouts ask repeatedly
    int m_foldedLines = 0;  ///< 0: never folded
};

}  // namespace scalewright::ui

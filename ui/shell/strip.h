// SPDX-License-Identifier: GPL-3.0-or-later
// The status strip: stripText() at the bottom of the window, always visible.
#pragma once

#include <QWidget>

#include <array>

#include "ui/words/strip_text.h"

namespace scalewright::ui {

class Text;

class StatusStrip : public QWidget {
    Q_OBJECT

public:
    explicit StatusStrip(QWidget* parent = nullptr);
    void setText(const StripText& text);
    /// While the audience guesses, the strip hides the answer.
    void setGuessing(bool guessing);
    /// While a page tries values that are not in the document, the strip says that its verdict is for the document.
    void setTrialActive(bool active);
    /// The displayed text.
    [[nodiscard]] QString sentence() const;

Q_SIGNALS:
    /// The plan or the goal was clicked: "/plan/p", "/goal".
    void fieldRequested(const QString& pointer);

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void refresh();
    void updateLayout();
    /// The field that a click on the plan opens; empty if none exists.
    [[nodiscard]] QString planFieldPointer() const;

    StripText m_text;
    StripText m_shownText;
    bool m_isGuessing = false, m_isTrialActive = false;
    /// Axis, fastest, plan, design and goal, side by side if they fit; plan and goal link to their fields.
    std::array<Text*, 5> m_parts;
    Text* m_wrappedText;  ///< if they do not fit: all of them in one wrapped text
};

}  // namespace scalewright::ui

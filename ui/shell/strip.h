// The status strip: stripText() at the bottom of the window, always in sight.
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
    /// While a room guesses, the strip keeps the answer to itself.
    void setGuessing(bool guessing);
    /// While a page tries what the document does not hold, the verdict here is said to be the kept one.
    void setTrying(bool trying);
    /// What it says now.
    [[nodiscard]] QString sentence() const;

Q_SIGNALS:
    /// The plan or the goal was clicked: "/plan/p", "/goal".
    void goTo(const QString& pointer);

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void refresh();
    void arrange();
    /// The field that a click on the plan or the goal leads to; empty: to none.
    [[nodiscard]] QString planField() const;

    StripText m_text;
    StripText m_shown;
    bool m_guessing = false, m_trying = false;
    std::array<Text*, 5> m_parts;  ///< axis, fastest, plan, design, goal, side by side where they fit; plan and goal
 ///< lead to their fields
    Text* m_flow;                  ///< else all of them in one text that wraps
};

}  // namespace scalewright::ui

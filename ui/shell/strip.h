// The status strip: stripText() at the bottom of the window, always in sight.
#pragma once

#include <QWidget>

#include <array>

#include "ui/shell/strip_text.h"

class QBoxLayout;

namespace scalewright::ui {

class Text;

class StatusStrip : public QWidget {
    Q_OBJECT

public:
    explicit StatusStrip(QWidget* parent = nullptr);
    void setText(const StripText& text);
    /// While a room guesses, the strip keeps the answer to itself.
    void setGuessing(bool guessing);
    /// What it says now.
    [[nodiscard]] QString sentence() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void arrange();
    [[nodiscard]] std::array<Text*, 4> texts() const { return {m_axis, m_fastest, m_plan, m_goal}; }

    StripText m_text;
    bool m_guessing = false;
    QBoxLayout* m_layout;
    Text* m_axis;
    Text* m_fastest;
    Text* m_plan;
    Text* m_goal;
};

}  // namespace scalewright::ui

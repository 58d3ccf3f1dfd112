// What says something else in every frame of a drag, held so that nothing around it is laid out anew.
//
// A label that is given other words asks its layout for a place, that layout asks the one around it, and so on up to
// the window, which lays out the page, whether or not anything has moved. Here only another height goes on.
#pragma once

#include <QWidget>

#include <utility>
#include <vector>

namespace scalewright::ui {

class Steady : public QWidget {
public:
    /// Takes what it holds, as wide as the place it is given, as high as that is at this width. It is in sight as long
    /// as this is: hide this, not what it holds.
    explicit Steady(QWidget* held, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return minimumSizeHint(); }
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, m_held->minimumSizeHint().height()}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] int heightAt(int width) const;

    QWidget* m_held;
    /// Widths that the layouts around it asked for, with what they were told: they remember some of it.
    mutable std::vector<std::pair<int, int>> m_told;
};

}  // namespace scalewright::ui

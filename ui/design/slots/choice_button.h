// The button that shows what a slot holds and opens its menu: the word at the left, cut short where there is no room,
// the arrow at the right.
#pragma once

#include <QPushButton>

namespace scalewright::ui {

class ChoiceButton : public QPushButton {
    Q_OBJECT

public:
    explicit ChoiceButton(QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The button that shows a slot's choice and opens its menu: the elided text at the left, the arrow at the right.
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

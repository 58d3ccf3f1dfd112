// SPDX-License-Identifier: GPL-3.0-or-later
// Controls that ignore the mouse wheel, so that scrolling the page does not change their values.
#pragma once

#include <QComboBox>
#include <QSpinBox>
#include <QWheelEvent>

namespace scalewright::ui {

template <class Control>
class WheelIgnoring : public Control {
public:
    using Control::Control;

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

class QuietCombo : public WheelIgnoring<QComboBox> {
public:
    using WheelIgnoring::WheelIgnoring;
};

class NoWheelSpinBox : public WheelIgnoring<QSpinBox> {
public:
    using WheelIgnoring::WheelIgnoring;
};

}  // namespace scalewright::ui

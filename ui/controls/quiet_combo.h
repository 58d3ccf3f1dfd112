// Controls that change no value when the wheel scrolls the page under them.
#pragma once

#include <QComboBox>
#include <QSpinBox>
#include <QWheelEvent>

namespace scalewright::ui {

template <class Control>
class Quiet : public Control {
public:
    using Control::Control;

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

using QuietCombo = Quiet<QComboBox>;
using QuietSpinBox = Quiet<QSpinBox>;

}  // namespace scalewright::ui

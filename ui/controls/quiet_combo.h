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

class QuietCombo : public Quiet<QComboBox> {
public:
    using Quiet::Quiet;
};

class QuietSpinBox : public Quiet<QSpinBox> {
public:
    using Quiet::Quiet;
};

}  // namespace scalewright::ui

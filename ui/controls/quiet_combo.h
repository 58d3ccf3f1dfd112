// A combo box that changes no value when the wheel scrolls the page under it.
#pragma once

#include <QComboBox>
#include <QWheelEvent>

namespace scalewright::ui {

class QuietCombo : public QComboBox {
public:
    using QComboBox::QComboBox;

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

}  // namespace scalewright::ui

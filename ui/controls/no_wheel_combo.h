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
    /// As wide as that many characters; the list shows longer names in full.
    QuietCombo(const QString& accessibleName, int characters, QWidget* parent) : WheelIgnoring(parent)
    {
        setAccessibleName(accessibleName);
        setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
        setMinimumContentsLength(characters);
    }
    /// Replaces the items, unless they are the same, and selects one.
    void showItems(const QStringList& names, int current)
    {
        QStringList present;
        for (int i = 0; i < count(); ++i)
            present << itemText(i);
        if (present != names) {
            clear();
            addItems(names);
        }
        setCurrentIndex(current);
    }
};

class NoWheelSpinBox : public WheelIgnoring<QSpinBox> {
public:
    using WheelIgnoring::WheelIgnoring;
};

}  // namespace scalewright::ui

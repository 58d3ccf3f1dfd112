// SPDX-License-Identifier: GPL-3.0-or-later
// A slide's only control: a quantity of the document with its name, slider, value and initial value.
#pragma once

#include <QWidget>

#include <optional>
#include <string>

#include "core/project/document/field.h"
#include "ui/document/document.h"
#include "ui/present/slide_layout.h"
#include "ui/quantity/edit_phase.h"

class QLabel;

namespace scalewright::ui {

class LogSlider;

class SlideControl : public QWidget {
    Q_OBJECT

public:
    explicit SlideControl(Document& document, QWidget* parent = nullptr);

    /// Selects the quantity at this pointer; an empty pointer selects none. The current value becomes the initial
    /// value.
    void setField(const std::string& pointer);
    [[nodiscard]] bool hasField() const { return m_field != nullptr; }
    /// If `pointer` is this field, its value is shown times `factor`, as in the slide's curve, beside the project's own.
    void setChange(const std::string& pointer, double factor);
    void refresh();
    void applyLayout(const SlideLayout& layout);

    [[nodiscard]] LogSlider& slider() const { return *m_slider; }
    /// "alpha, latency per hop: 8 ms", for the PDF; empty if there is no such field or it is not set.
    [[nodiscard]] static QString fieldText(const Project& project, const std::string& pointer, double factor);

private:
    void applyAmount(double value, EditPhase phase);
    [[nodiscard]] MaybeQuantity currentValue() const;

    Document& m_document;
    std::string m_fieldPointer;
    const FieldInfo* m_field = nullptr;
    MaybeQuantity m_initialValue;
    double m_factor = 1;
    int m_gestureId = 0;
    QLabel *m_nameLabel, *m_valueLabel, *m_initialLabel;
    LogSlider* m_slider;
};

}  // namespace scalewright::ui

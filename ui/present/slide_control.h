// The one control of a slide: a quantity of the document by name, slider and value, with what it was before.
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

    /// The quantity at that pointer; empty: none. What it is now is what it was before.
    void setField(const std::string& pointer);
    [[nodiscard]] bool hasField() const { return m_field != nullptr; }
    void refresh();
    void layOut(const SlideLayout& layout);

    [[nodiscard]] LogSlider& slider() const { return *m_slider; }
    /// "alpha, latency per hop: 8 ms": as a PDF says it; empty where there is none or it is not set.
    [[nodiscard]] static QString said(const Project& project, const std::string& pointer);

private:
    void edit(double value, EditPhase phase);
    [[nodiscard]] MaybeQuantity value() const;

    Document& m_document;
    std::string m_pointer;
    const FieldInfo* m_field = nullptr;
    MaybeQuantity m_before;
    int m_gesture = 0;
    QLabel *m_name, *m_value, *m_was;
    LogSlider* m_slider;
};

}  // namespace scalewright::ui

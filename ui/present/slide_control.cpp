// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/slide_control.h"

#include <QHBoxLayout>
#include <QLabel>

#include <cmath>
#include <utility>

#include "core/project/document/project_fields.h"
#include "ui/controls/bind_quantity.h"
#include "ui/quantity/field_specs.h"
#include "ui/quantity/log_slider.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/theme/widgets.h"
#include "ui/words/diagnosis_words.h"

namespace scalewright::ui {

namespace {

QString quantityText(const MaybeQuantity& quantity, const FieldInfo& field)
{
    return quantity ? shortAmountText(quantity->value, field.dimension) : SlideControl::tr("not set");
}

}  // namespace

SlideControl::SlideControl(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_nameLabel(new QLabel(this)),
      m_valueLabel(new QLabel(this)),
      m_initialLabel(new QLabel(this)),
      m_slider(new LogSlider({}, this))
{
    for (QLabel* label : {m_nameLabel, m_valueLabel, m_initialLabel}) {
        label->setTextFormat(Qt::PlainText);
        label->setFocusPolicy(Qt::NoFocus);
    }
    connect(m_slider, &LogSlider::amountEdited, this, &SlideControl::applyAmount);
}

MaybeQuantity SlideControl::currentValue() const
{
    return fieldValue(m_document.project(), m_fieldPointer);
}

void SlideControl::setField(const std::string& pointer)
{
    m_fieldPointer = pointer;
    m_field = pointer.empty() ? nullptr : findField(pointer);
    if (m_field && !currentValue())  // there is nothing to drag
        m_field = nullptr;
    setVisible(m_field != nullptr);
    if (!m_field)
        return;
    m_initialValue = currentValue();
    m_nameLabel->setText(fieldLabel(*m_field));
    m_slider->setAccessibleName(m_nameLabel->text());
    refresh();
}

void SlideControl::setChange(const std::string& pointer, double factor)
{
    m_factor = pointer == m_fieldPointer ? factor : 1;
    refresh();
}

void SlideControl::refresh()
{
    if (!m_field)
        return;
    const MaybeQuantity own = currentValue();
    MaybeQuantity current = own;
    if (current)
        current->value *= m_factor;
    const QuantitySpec spec = quantitySpecOf(*m_field);
    LogScale scale{spec.low, spec.high, spec.hasZeroStop};
    if (current)
        scale = scale.widened(current->value);
    if (m_initialValue)
        scale = scale.widened(m_initialValue->value);
    m_slider->setScale(scale);
    m_slider->setAmount(current ? std::optional(current->value) : std::nullopt);
    m_valueLabel->setText(quantityText(current, *m_field));
    m_slider->setAccessibleDescription(m_valueLabel->text());
    const MaybeQuantity& before = m_factor == 1 ? m_initialValue : own;
    const bool hasChanged = current.has_value() != before.has_value() || (current && current->value != before->value);
    m_initialLabel->setText(hasChanged ? tr("was %1").arg(quantityText(before, *m_field)) : QString());
}

void SlideControl::applyAmount(double amount, EditPhase phase)
{
    if (!m_field)
        return;
    if (phase == EditPhase::Begin)
        m_gestureId = m_document.beginGesture();
    if (m_field->dimension == Dimension::Count)
        amount = std::round(amount);
    // If the edit is refused, the quantity stays unchanged; refresh() shows that.
    static_cast<void>(editField(m_document, *m_field, m_fieldPointer, typed(amount / m_factor), m_gestureId));
    refresh();
    if (phase == EditPhase::End && std::exchange(m_gestureId, 0) != 0)
        m_document.endGesture();
}

void SlideControl::applyLayout(const SlideLayout& layout)
{
    const VisualStyle& look = layout.look;
    const double scale = layout.scale;
    m_slider->setVisualStyle(look);
    for (QLabel* label : {m_nameLabel, m_valueLabel, m_initialLabel}) {
        label->setFont(look.font(TextStyle::Label, label == m_valueLabel));
        setTextColor(*label, look.color(label == m_valueLabel ? ColorRole::Ink : ColorRole::SoftInk));
    }
    const int gap = static_cast<int>(28 * scale), slider = static_cast<int>(560 * scale);
    const int name = m_nameLabel->sizeHint().width(), reserved = static_cast<int>(190 * scale);
    // The slider stays centred so that nothing moves while the value changes.
    const int totalWidth = 2 * std::max(name, 2 * reserved + gap) + slider + 2 * gap;
    int x = std::max(0, (width() - slider) / 2 - gap - name);
    if (totalWidth > width())
        x = 0;
    const auto place = [&](QWidget* widget, int wide) {
        const int high = widget->sizeHint().height();
        widget->setGeometry(x, (height() - high) / 2, wide, high);
        x += wide + gap;
    };
    place(m_nameLabel, name);
    place(m_slider, std::min(slider, std::max(static_cast<int>(120 * scale), width() - name - 2 * reserved - 3 * gap)));
    place(m_valueLabel, std::max(reserved, m_valueLabel->sizeHint().width()));
    place(m_initialLabel, std::max(reserved + gap, m_initialLabel->sizeHint().width()));
}

QString SlideControl::fieldText(const Project& project, const std::string& pointer, double factor)
{
    const FieldInfo* field = pointer.empty() ? nullptr : findField(pointer);
    const MaybeQuantity current = field ? fieldValue(project, pointer) : std::nullopt;
    if (!current)
        return {};
    const QString own = quantityText(current, *field);
    return factor == 1 ? tr("%1: %2").arg(fieldLabel(*field), own)
                       : tr("%1: %2, was %3")
                             .arg(fieldLabel(*field), shortAmountText(factor * current->value, field->dimension), own);
}

}  // namespace scalewright::ui

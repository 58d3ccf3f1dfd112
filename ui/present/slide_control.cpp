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

QString shown(const MaybeQuantity& quantity, const FieldInfo& field)
{
    return quantity ? amountText(quantity->value, field.dimension) : SlideControl::tr("not set");
}

QFont pixels(const Look& look, bool bold)
{
    return look.font(TextStyle::Label, bold);
}

void paintIn(QLabel& label, const QColor& color)
{
    QPalette palette = label.palette();
    palette.setColor(QPalette::WindowText, color);
    label.setPalette(palette);
}

}  // namespace

SlideControl::SlideControl(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_name(new QLabel(this)),
      m_value(new QLabel(this)),
      m_was(new QLabel(this)),
      m_slider(new LogSlider({}, this))
{
    for (QLabel* label : {m_name, m_value, m_was}) {
        label->setTextFormat(Qt::PlainText);
        label->setFocusPolicy(Qt::NoFocus);
    }
    connect(m_slider, &LogSlider::amountEdited, this, &SlideControl::edit);
}

MaybeQuantity SlideControl::value() const
{
    return fieldValue(m_document.project(), m_pointer);
}

void SlideControl::setField(const std::string& pointer)
{
    m_pointer = pointer;
    m_field = pointer.empty() ? nullptr : findField(pointer);
    setVisible(m_field != nullptr);
    if (!m_field)
        return;
    m_before = value();
    m_name->setText(fieldLabel(*m_field));
    m_slider->setAccessibleName(m_name->text());
    refresh();
}

void SlideControl::refresh()
{
    if (!m_field)
        return;
    const MaybeQuantity now = value();
    const QuantitySpec spec = fieldSpec(*m_field);
    LogScale scale{spec.low, spec.high, spec.zeroStop};
    if (now)
        scale = scale.widened(now->value);
    if (m_before)
        scale = scale.widened(m_before->value);
    m_slider->setScale(scale);
    m_slider->setAmount(now ? std::optional(now->value) : std::nullopt);
    m_value->setText(shown(now, *m_field));
    m_slider->setAccessibleDescription(m_value->text());
    const bool moved = now.has_value() != m_before.has_value() || (now && now->value != m_before->value);
    m_was->setText(moved ? tr("was %1").arg(shown(m_before, *m_field)) : QString());
}

void SlideControl::edit(double amount, EditPhase phase)
{
    if (!m_field)
        return;
    if (phase == EditPhase::Begin)
        m_gesture = m_document.beginGesture();
    if (m_field->dimension == Dimension::Count)
        amount = std::round(amount);
    // What is refused leaves the quantity as it was, and that is shown.
    static_cast<void>(editField(m_document, *m_field, m_pointer, typed(amount), m_gesture));
    refresh();
    if (phase == EditPhase::End && std::exchange(m_gesture, 0) != 0)
        m_document.endGesture();
}

void SlideControl::layOut(const SlideLayout& layout)
{
    const Look& look = layout.look;
    const double scale = layout.scale;
    m_slider->setLook(look);
    m_name->setFont(pixels(look, false));
    m_value->setFont(pixels(look, true));
    m_was->setFont(pixels(look, false));
    paintIn(*m_name, look.color(Role::Soft));
    paintIn(*m_value, look.color(Role::Ink));
    paintIn(*m_was, look.color(Role::Soft));
    const int gap = static_cast<int>(28 * scale), slider = static_cast<int>(560 * scale);
    const int name = m_name->sizeHint().width(), reserved = static_cast<int>(190 * scale);
    // The slider stays in the middle: nothing moves while the value changes.
    const int whole = 2 * std::max(name, 2 * reserved + gap) + slider + 2 * gap;
    int x = std::max(0, (width() - slider) / 2 - gap - name);
    if (whole > width())
        x = 0;
    const auto place = [&](QWidget* widget, int wide) {
        const int high = widget->sizeHint().height();
        widget->setGeometry(x, (height() - high) / 2, wide, high);
        x += wide + gap;
    };
    place(m_name, name);
    place(m_slider, std::min(slider, std::max(static_cast<int>(120 * scale), width() - name - 2 * reserved - 3 * gap)));
    place(m_value, std::max(reserved, m_value->sizeHint().width()));
    place(m_was, std::max(reserved + gap, m_was->sizeHint().width()));
}

QString SlideControl::said(const Project& project, const std::string& pointer)
{
    const FieldInfo* field = pointer.empty() ? nullptr : findField(pointer);
    const MaybeQuantity now = field ? fieldValue(project, pointer) : std::nullopt;
    return now ? tr("%1: %2").arg(fieldLabel(*field), shown(now, *field)) : QString();
}

}  // namespace scalewright::ui

#include "ui/controls/bind_quantity.h"

#include <cmath>
#include <memory>

#include "core/project/project_fields.h"
#include "core/project/project.h"
#include "ui/glossary/term_at.h"
#include "ui/quantity/field_specs.h"

namespace scalewright::ui {

Result<void> editField(Document& document, const FieldInfo& field, const MaybeQuantity& quantity, int gesture)
{
    Project after = document.project();
    Result<void> set = setField(after, field.pointer, quantity);
    if (set)
        document.edit(fieldLabel(field), std::move(after),
                      gesture == 0 ? QString() : QString::fromLatin1(field.pointer), gesture);
    return set;
}

QuantityEdit* boundField(Document& document, const FieldInfo& field, QWidget* parent)
{
    auto* edit = new QuantityEdit(fieldSpec(field), parent);
    edit->setProperty(quantityProperty, QString::fromLatin1(field.pointer));
    auto gesture = std::make_shared<int>(0);
    QObject::connect(edit, &QuantityEdit::valueEdited, &document,
                     [edit, &document, &field, gesture](double value, EditPhase phase) {
                         if (phase == EditPhase::Begin)
                             *gesture = Document::newGesture();
                         if (field.dimension == Dimension::Count &&
                             value != std::floor(value)) {  // only the slider has such positions
                             const MaybeQuantity before = fieldValue(document.project(), field.pointer);
                             value = *gesture != 0                     ? std::round(value)
                                     : before && value < before->value ? std::floor(value)
                                                                       : std::ceil(value);
                         }
                         Quantity quantity = edit->quantity().value_or(typed(value));  // with what was typed
                         if (quantity.value != value)
                             quantity = typed(value);
                         if (const Result<void> set = editField(document, field, quantity, *gesture); !set)
                             edit->setErrorText(problemText(set.error().problems.front()));
                         else
                             edit->setQuantity(fieldValue(document.project(), field.pointer));
                         if (phase == EditPhase::End)
                             *gesture = 0;
                     });
    edit->setClearable(true);
    QObject::connect(edit, &QuantityEdit::cleared, &document, [edit, &document, &field] {
        if (const Result<void> set = editField(document, field, std::nullopt); !set)
            edit->setErrorText(problemText(set.error().problems.front()));
    });
    return edit;
}

void bindQuantity(QuantityEdit* edit, Document& document, const QString& key, const QString& text,
                  std::function<void(Project&, double)> apply)
{
    auto gesture = std::make_shared<int>(0);
    QObject::connect(edit, &QuantityEdit::valueEdited, &document,
                     [=, &document, apply = std::move(apply)](double value, EditPhase phase) {
                         if (phase == EditPhase::Begin)
                             *gesture = Document::newGesture();
                         Project after = document.project();
                         apply(after, value);
                         document.edit(text, std::move(after), *gesture == 0 ? QString() : key, *gesture);
                         if (phase == EditPhase::End)
                             *gesture = 0;
                     });
}

}  // namespace scalewright::ui

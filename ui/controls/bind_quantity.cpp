// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/bind_quantity.h"

#include <cmath>
#include <memory>

#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"
#include "ui/glossary/term_at.h"
#include "ui/quantity/field_specs.h"

namespace scalewright::ui {

Result<void> editField(Document& document, const FieldInfo& field, const MaybeQuantity& quantity, int gestureId)
{
    return editField(document, field, std::string(field.jsonPointer), quantity, gestureId);
}

Result<void> editField(Document& document, const FieldInfo& field, const std::string& pointer,
                       const MaybeQuantity& quantity, int gestureId)
{
    Project after = document.project();
    Result<void> set = setField(after, pointer, quantity);
    if (set)
        document.edit(fieldLabel(field), std::move(after), gestureId == 0 ? QString() : QString::fromStdString(pointer),
                      gestureId);
    return set;
}

void bindQuantity(QuantityEdit* edit, Document& document, const QString& key, const QString& text,
                  std::function<MaybeQuantity(const Project&)> read,
                  std::function<Result<void>(Project&, double, bool)> apply)
{
    auto gestureId = std::make_shared<int>(0);
    QObject::connect(edit, &QuantityEdit::valueEdited, &document,
                     [=, &document, read = std::move(read), apply = std::move(apply)](double value, EditPhase phase) {
                         if (phase == EditPhase::Begin)
                             *gestureId = document.beginGesture();
                         Project after = document.project();
                         if (const Result<void> set = apply(after, value, *gestureId != 0); !set) {
                             edit->setErrorText(problemText(set.error().problems.front()));
                         } else {
                             document.edit(text, std::move(after), *gestureId == 0 ? QString() : key, *gestureId);
                             edit->setQuantity(read(document.project()));
                         }
                         if (phase == EditPhase::End) {
                             *gestureId = 0;
                             document.endGesture();
                         }
                     });
}

QuantityEdit* createBoundField(Document& document, const FieldInfo& field, QWidget* parent, const QString& label)
{
    QuantitySpec spec = quantitySpecOf(field);
    if (!label.isEmpty())
        spec.label = label;
    auto* edit = new QuantityEdit(std::move(spec), parent);
    edit->setProperty(quantityProperty, QString::fromLatin1(field.jsonPointer));
    const auto read = [&field](const Project& project) { return fieldValue(project, field.jsonPointer); };
    bindQuantity(edit, document, QString::fromLatin1(field.jsonPointer), fieldLabel(field), read,
                 [edit, read, &field](Project& project, double value, bool dragged) {
                     if (field.dimension == Dimension::Count && value != std::floor(value)) {
                         const MaybeQuantity before = read(project);  // only the slider can produce such values
                         value = dragged                           ? std::round(value)
                                 : before && value < before->value ? std::floor(value)
                                                                   : std::ceil(value);
                     }
                     const Quantity quantity = edit->quantity().value_or(typed(value));  // including the typed text
                     return setField(project, field.jsonPointer, quantity.value == value ? quantity : typed(value));
                 });
    const auto lock = [edit, &document, &field] {
        const bool isGiven = document.isGivenByExercise(QString::fromLatin1(field.jsonPointer));
        edit->setLocked(isGiven ? QuantityEdit::tr("Given by the exercise: it cannot be changed") : QString());
    };
    lock();
    QObject::connect(&document, &Document::replaced, edit, lock);
    edit->setClearable(true);
    QObject::connect(edit, &QuantityEdit::cleared, &document, [edit, &document, &field] {
        if (const Result<void> set = editField(document, field, std::nullopt); !set)
            edit->setErrorText(problemText(set.error().problems.front()));
    });
    return edit;
}

}  // namespace scalewright::ui

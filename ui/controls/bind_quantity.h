// A quantity's field bound to the document: a drag is one step of undo, a typed value another.
#pragma once

#include <QString>

#include <functional>
#include <string>

#include "core/project/document/field.h"
#include "ui/document/document.h"
#include "ui/quantity/quantity_edit.h"

namespace scalewright::ui {

/// The editor of a field of the project, bound by its pointer and held to its range: what lies outside is said under
/// it, and the project stays as it was. Counts that a slider passes are rounded.
[[nodiscard]] QuantityEdit* boundField(Document& document, const FieldInfo& field, QWidget* parent);

/// Sets the field, or takes its value away, as one edit. Error: outside its range; nothing happens then.
Result<void> editField(Document& document, const FieldInfo& field, const MaybeQuantity& quantity, int gesture = 0);

/// The same at a pointer: of an element of a list ("/baseline/steps/0/flops").
Result<void> editField(Document& document, const FieldInfo& field, const std::string& pointer,
                       const MaybeQuantity& quantity, int gesture = 0);

/// Makes `edit` change the project by `apply`, which is told whether a slider is dragged, and show what `read` finds
/// then: for a quantity that no field holds, such as beta. What `apply` refuses is said under the editor.
void bindQuantity(QuantityEdit* edit, Document& document, const QString& key, const QString& text,
                  std::function<MaybeQuantity(const Project&)> read,
                  std::function<Result<void>(Project&, double, bool)> apply);

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Binds a quantity editor to the document: a drag is one undo step, and so is a typed value.
#pragma once

#include <QString>

#include <functional>
#include <string>

#include "core/project/document/field.h"
#include "ui/document/document.h"
#include "ui/quantity/quantity_edit.h"

namespace scalewright::ui {

/// Creates an editor for a project field, bound by its JSON pointer. A value outside the field's range is reported
/// under the editor and leaves the project unchanged. Counts from a slider are rounded. `label`: instead of the field's.
[[nodiscard]] QuantityEdit* createBoundField(Document& document, const FieldInfo& field, QWidget* parent,
                                             const QString& label = {});

/// Sets or removes the field's value as one edit. Error: the value is out of range; the document is unchanged.
Result<void> editField(Document& document, const FieldInfo& field, const MaybeQuantity& quantity, int gestureId = 0);

/// Overload for a JSON pointer into a list element ("/baseline/steps/0/flops").
Result<void> editField(Document& document, const FieldInfo& field, const std::string& pointer,
                       const MaybeQuantity& quantity, int gestureId = 0);

/// Makes `edit` change the project through `apply`, whose last argument is true while a slider is being dragged, and
/// then show the result of `read`. For quantities without a field of their own, such as beta. Errors from `apply` are
/// shown under the editor.
void bindQuantity(QuantityEdit* edit, Document& document, const QString& key, const QString& text,
                  std::function<MaybeQuantity(const Project&)> read,
                  std::function<Result<void>(Project&, double, bool)> apply);

}  // namespace scalewright::ui

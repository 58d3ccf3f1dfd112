// A quantity's field bound to the document.
#pragma once

#include <QString>

#include <functional>

#include "ui/document/document.h"
#include "ui/quantity/quantity_edit.h"

namespace scalewright::ui {

/// Makes `edit` change the project: a drag is one step of undo, a typed value another.
void bindQuantity(QuantityEdit* edit, Document& document, const QString& key, const QString& text,
                  std::function<void(Project&, double)> apply);

}  // namespace scalewright::ui

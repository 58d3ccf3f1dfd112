// The window's half of core's table of quantities: label, slider ends, hint. A field without a row does not compile.
#pragma once

#include <QString>

#include "core/project/document/field.h"
#include "ui/quantity/quantity_edit.h"

namespace scalewright::ui {

/// Everything QuantityEdit needs for a row of core's tables (fieldOf, allFields).
[[nodiscard]] QuantitySpec fieldSpec(const FieldInfo& field);
/// "alpha, latency per hop".
[[nodiscard]] QString fieldLabel(const FieldInfo& field);
/// The word that takes the value away, where its absence means something: "Use Daly’s interval"; empty where none does.
[[nodiscard]] QString unsetText(const FieldInfo& field);

}  // namespace scalewright::ui

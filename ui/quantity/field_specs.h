// SPDX-License-Identifier: GPL-3.0-or-later
// Label, slider ends and hint for each row in core's table of quantities. A field without a row does not compile.
#pragma once

#include <QString>

#include "core/project/document/field.h"
#include "ui/quantity/quantity_edit.h"

namespace scalewright::ui {

/// The QuantityEdit specification of a field in core's tables (fieldOf, allFields).
[[nodiscard]] QuantitySpec quantitySpecOf(const FieldInfo& field);
/// "alpha, latency per hop".
[[nodiscard]] QString fieldLabel(const FieldInfo& field);
/// Text of the button that removes the value, for fields where a missing value has a meaning ("Use Daly’s interval");
/// empty for all others.
[[nodiscard]] QString unsetButtonText(const FieldInfo& field);

}  // namespace scalewright::ui

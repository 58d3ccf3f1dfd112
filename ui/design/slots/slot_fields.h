// SPDX-License-Identifier: GPL-3.0-or-later
// What each slot records in addition to its choice: quantities, sentences and switches, with the project members they
// edit.
#pragma once

#include <functional>
#include <vector>

#include "core/design/slots/slots.h"
#include "ui/controls/field_grid.h"
#include "ui/design/slots/sentence_edit.h"

namespace scalewright::ui {

/// The slot's quantities. Those that neither the choice nor the pattern needs are shown only if they have a value.
[[nodiscard]] std::vector<FieldGrid::Field> slotQuantityFields(Slot slot);

/// The slot's own sentences ("unit of partition"); each key is the JSON pointer.
[[nodiscard]] std::vector<SentenceEdit::Binding> slotSentenceFields(Slot slot);

/// A yes/no option of the slot.
struct SlotSwitch {
    QString pointer;
    QString label;
    std::function<bool(const Project&)> value;
    std::function<void(Project&, bool)> apply;
    std::function<bool(const Project&)> isNeeded;
};
[[nodiscard]] std::vector<SlotSwitch> slotSwitches(Slot slot);

/// One sentence each: why this choice, and why not the alternative.
[[nodiscard]] SentenceEdit::Binding justificationField(Slot slot);
[[nodiscard]] SentenceEdit::Binding rejectedBecauseField(Slot slot);

}  // namespace scalewright::ui

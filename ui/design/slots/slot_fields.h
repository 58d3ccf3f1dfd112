// What each slot records beside its choice: quantities, words and switches, with the members of the project they edit.
#pragma once

#include <functional>
#include <vector>

#include "core/design/slots/slots.h"
#include "ui/controls/field_grid.h"
#include "ui/design/slots/sentence_edit.h"

namespace scalewright::ui {

/// The slot's quantities. Those a choice or the pattern does not ask for are shown only where they hold a value.
[[nodiscard]] std::vector<FieldGrid::Field> slotQuantities(Slot slot);

/// The slot's words of its own ("unit of partition"), each with its pointer as key.
[[nodiscard]] std::vector<SentenceEdit::Field> slotWords(Slot slot);

/// A yes or no of the slot.
struct SlotSwitch {
    QString pointer;
    QString label;
    std::function<bool(const Project&)> value;
    std::function<void(Project&, bool)> apply;
    std::function<bool(const Project&)> needed;
};
[[nodiscard]] std::vector<SlotSwitch> slotSwitches(Slot slot);

/// One sentence why, and the rejected alternative's.
[[nodiscard]] SentenceEdit::Field justificationField(Slot slot);
[[nodiscard]] SentenceEdit::Field rejectedBecauseField(Slot slot);

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The phase of a manual edit, so that the document can merge a drag into one undo step.
#pragma once

namespace scalewright::ui {

/// A drag sends Begin, Move…, End; a single edit (typed text or one key press) sends only End.
enum class EditPhase { Begin, Move, End };

}  // namespace scalewright::ui

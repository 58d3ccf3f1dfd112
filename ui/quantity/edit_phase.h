// The phase of a manual edit, so that the document can merge a drag into one undo step.
#pragma once

namespace scalewright::ui {

/// A drag is Begin, Move…, End; a single edit (typed, one key) is one End.
enum class EditPhase { Begin, Move, End };

}  // namespace scalewright::ui

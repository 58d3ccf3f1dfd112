// How far an edit by hand has come, so that the document can coalesce a drag into one undo step.
#pragma once

namespace scalewright::ui {

/// A drag is Begin, Move…, End; an edit in one go (typed, one key) is a single End.
enum class EditPhase { Begin, Move, End };

}  // namespace scalewright::ui

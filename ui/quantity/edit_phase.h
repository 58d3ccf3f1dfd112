// How far an edit by hand has come, so that the document can coalesce a drag into one undo step.
#pragma once

#include <QMetaType>

namespace scalewright::ui {

/// A drag is Begin, Move…, End; an edit in one go (typed, one key) is a single End.
enum class EditPhase { Begin, Move, End };

}  // namespace scalewright::ui

Q_DECLARE_METATYPE(scalewright::ui::EditPhase)

// The diagnosis in one sentence, for the status strip: the ceiling and its remedy, or the figure that is missing.
//
//     compute bound → distribute training
//     not diagnosed: enter the step's FLOP
#pragma once

#include <QString>

#include "core/base/error/result.h"
#include "core/model/bottleneck/flow.h"

namespace scalewright::ui {

/// "compute bound", "memory-capacity bound".
[[nodiscard]] QString boundText(Bottleneck bottleneck);
/// "distribute training", "coordinate the cluster".
[[nodiscard]] QString remedyText(Axis axis);

/// Precondition: `diagnosis` is what diagnose() said about `profile`.
[[nodiscard]] QString verdictSentence(const Profile& profile, const Result<Diagnosis>& diagnosis);

/// The figure that a problem's pointer names, nullopt where it names none.
[[nodiscard]] std::optional<ProfileField> fieldAt(const std::string& pointer);

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The diagnosis as one sentence for the status strip: the bottleneck and its remedy, or the missing field.
//
//     compute bound → distribute training
//     not diagnosed: enter the step's FLOP
#pragma once

#include <QString>

#include <optional>
#include <string>

#include "core/base/error/result.h"
#include "core/model/bottleneck/flow.h"

namespace scalewright::ui {

/// "compute bound", "memory-capacity bound".
[[nodiscard]] QString boundText(Bottleneck bottleneck);

/// Precondition: `diagnosis` is the result of diagnose() for `profile`.
[[nodiscard]] QString verdictSentence(const Profile& profile, const Result<Diagnosis>& diagnosis);

/// The profile field at a problem's pointer; nullopt if it does not point to one.
[[nodiscard]] std::optional<ProfileField> profileFieldAt(const std::string& pointer);

}  // namespace scalewright::ui

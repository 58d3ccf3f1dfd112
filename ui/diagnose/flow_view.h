// SPDX-License-Identifier: GPL-3.0-or-later
// Texts for the flow of Figure 41.2.1 and for a what-if.
#pragma once

#include <QString>

#include "core/model/bottleneck/what_if.h"

namespace scalewright::ui {

/// What a what-if changes in the profile, for example "working set 8 → 80 GB, memory 64 → 32 GB".
[[nodiscard]] QString changesText(const Profile& before, const WhatIf& whatIf);

/// For example "profile measured 2026-11-20", "profile: 5 measured 2026-11-20, 3 typed, 2 assumed".
[[nodiscard]] QString originText(const FlowProgress& flow);

/// The least reliable origin, for example "2 of 10 figures assumed". If there is only one origin, the same as
/// originText().
[[nodiscard]] QString weakestOriginText(const FlowProgress& flow);

}  // namespace scalewright::ui

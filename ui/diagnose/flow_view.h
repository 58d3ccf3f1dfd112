// The flow of Figure 41.2.1 and a what-if of it in words.
#pragma once

#include <QString>

#include "core/model/bottleneck/what_if.h"

namespace scalewright::ui {

/// "working set 8 → 80 GB, memory 64 → 32 GB": what a what-if changes of the profile.
[[nodiscard]] QString changesText(const Profile& before, const WhatIf& whatIf);

/// "profile measured 2026-11-20", "profile: 5 measured 2026-11-20, 3 typed, 2 assumed".
[[nodiscard]] QString originText(const FlowView& flow);

/// Of these the one that is known least: "2 of 10 assumed"; all of it where it is one, "profile measured 2026-11-20".
[[nodiscard]] QString weakestOriginText(const FlowView& flow);

}  // namespace scalewright::ui

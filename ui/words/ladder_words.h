// The columns of ladders in words for people.
#pragma once

#include <QString>

#include "core/project/ladder_roles.h"

namespace scalewright::ui {

/// "time", "communication", "waiting", …
[[nodiscard]] QString roleTitle(const LadderRole& role);

}  // namespace scalewright::ui

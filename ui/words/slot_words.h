// What a slot of the design holds, in words.
#pragma once

#include <QString>

#include <vector>

#include "core/design/slots/slots.h"

namespace scalewright::ui {

/// "ring all-reduce, message 1 GB, every 8 steps": the parameters that are given.
[[nodiscard]] QString parametersText(const std::vector<SlotParameter>& parameters);

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The content of a design slot as text.
#pragma once

#include <QString>

#include <vector>

#include "core/design/slots/slots.h"

namespace scalewright::ui {

/// "ring all-reduce, message 1 GB, every 8 steps": the parameters that are set.
[[nodiscard]] QString parametersText(const std::vector<SlotParameter>& parameters);

}  // namespace scalewright::ui

// The patterns' names for people, translatable; the stable names of files and the command line are core's.
#pragma once

#include <QString>

#include "core/scaling/pattern.h"

namespace scalewright::ui {

/// "book's ring all-reduce", "parameter server", …
[[nodiscard]] QString patternTitle(Pattern pattern);

}  // namespace scalewright::ui

// The patterns' names for people, translatable; the stable names of files and the command line are core's.
#pragma once

#include <QString>

#include <vector>

#include "core/scaling/pattern.h"

namespace scalewright::ui {

/// "book's ring all-reduce", "parameter server", …
[[nodiscard]] QString patternTitle(Pattern pattern);

/// The patterns that can do the same job (exchange one message among all workers): what a comparison offers beside it.
/// A shuffle and a scatter-gather move something else, so they stand alone.
[[nodiscard]] std::vector<Pattern> interchangeable(Pattern pattern);

}  // namespace scalewright::ui

// The design catalogue of the resources, for every page and for the analysis: read once a run.
#pragma once

#include "core/base/error/result.h"
#include "core/design/slots/slots.h"

namespace scalewright {

/// What is wrong with it where it cannot be read.
[[nodiscard]] const Result<DesignCatalogue>& designCatalogue();

}  // namespace scalewright

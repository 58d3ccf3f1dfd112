// SPDX-License-Identifier: GPL-3.0-or-later
// The installed design catalogue for all pages and the analysis; read once per process.
#pragma once

#include "core/base/error/result.h"
#include "core/design/slots/slots.h"

namespace scalewright {

/// Contains the error if the catalogue cannot be read.
[[nodiscard]] const Result<DesignCatalogue>& designCatalogue();
/// Empty if it cannot be read.
[[nodiscard]] const DesignCatalogue& designCatalogueOrEmpty();

}  // namespace scalewright

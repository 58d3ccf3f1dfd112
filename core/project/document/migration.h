// Project files of earlier versions become files of this one, as JSON, before anything is read from them.
#pragma once

#include "core/base/error/result.h"
#include "core/base/json/json.h"

namespace scalewright {

/// The document with "version" at projectVersion. Version 0 -> 1: the members of a top-level "link" move into "target".
/// A design's slot that is a sentence, as files could have it before the slots were read, becomes its justification.
/// Errors: no project, no version, a newer version, something an older version cannot have held.
[[nodiscard]] Result<Json> migrated(Json document);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// Converts project files from earlier versions, as JSON, before anything is read from them.
#pragma once

#include "core/base/error/result.h"
#include "core/base/json/json.h"

namespace scalewright {

/// The document with "version" set to projectVersion. Version 0 -> 1: the members of a top-level "link" move into
/// "target". A design slot that is a sentence, which older files allowed, becomes the slot's justification. A
/// ladder's "origin" moves into its "provenance". Errors: not
/// a project, no version, a newer version, content that an older version cannot have.
[[nodiscard]] Result<Json> migrateDocument(Json document);

}  // namespace scalewright

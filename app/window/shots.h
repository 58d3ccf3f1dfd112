// SPDX-License-Identifier: GPL-3.0-or-later
// Screenshots of the window: every page, light and dark, at type 1 and 1.75, at 1280×720 and 1920×1080.
#pragma once

#include <QString>

#include "core/base/error/result.h"

/// Writes PAGE-THEME-TYPE-SIZE.png into `folder`, each with its visible words as JSON next to it; returns the number of
/// images. Errors: those of opening the project; Environment if a file cannot be written.
[[nodiscard]] scalewright::Result<int> takeShots(const QString& project, const QString& folder);

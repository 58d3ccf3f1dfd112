// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the user's own texts from a Markdown file whose level-one headings name the report's sections.
//
//     # The ceiling
//     We measured on an idle machine.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error/result.h"

namespace scalewright {

struct Project;

/// Adds the texts to the project. Text before the first heading is the introduction. A heading is a section's title or
/// key, with its first letter in either case; "#" in a fenced block is text. Error (Input): a heading that names no
/// section, with its line; `name` is the file name used in errors.
[[nodiscard]] Result<Project> withReportTexts(Project project, std::string_view text, const std::string& name);

}  // namespace scalewright

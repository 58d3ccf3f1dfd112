// A person's own words from a file: Markdown whose level-one headings name the report's sections.
//
//     # The ceiling
//     We measured on an idle machine.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error/result.h"

namespace scalewright {

struct Project;

/// The project with these words laid over its own. What stands before the first heading is the introduction; a heading
/// is a section's title or its key, its first letter large or small; in a fenced block a "#" is text. Error (Input): a
/// heading that names no section, with its line; `name` is what an error calls the file.
[[nodiscard]] Result<Project> withWords(Project project, std::string_view text, const std::string& name);

}  // namespace scalewright

// Members of a project file that are kept because they are not known, and look like a known one.
#pragma once

#include <string>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

struct Project;

/// A problem for each unknown member whose name is near a known one of the same object ("alpah_s"), with its pointer
/// and the name that was probably meant. Members that are near nothing are another program's, and say nothing.
[[nodiscard]] std::vector<Problem> misspelledMembers(const Project& project);

/// Pointers of all members that are kept and not read, misspelled or another program's.
[[nodiscard]] std::vector<std::string> unreadMembers(const Project& project);

/// Dates of provenance that no calendar has, each with its pointer: "tomorrow", "2026-99-99".
[[nodiscard]] std::vector<Problem> doubtfulDates(const Project& project);

}  // namespace scalewright

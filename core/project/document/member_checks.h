// Finds unknown members of a project file that resemble a known one.
#pragma once

#include <string>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

struct Project;

/// A problem for each unknown member whose name is close to a known one of the same object ("alpah_s"), with its
/// pointer and the suggested name. Members that resemble nothing are another program's and are not reported.
[[nodiscard]] std::vector<Problem> findMisspelledMembers(const Project& project);

/// Pointers of all members that are kept but not read, misspelled or another program's.
[[nodiscard]] std::vector<std::string> findUnreadMembers(const Project& project);

/// Provenance dates that are not valid, each with its pointer: "tomorrow", "2026-99-99".
[[nodiscard]] std::vector<Problem> findInvalidDates(const Project& project);

}  // namespace scalewright

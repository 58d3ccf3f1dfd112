// SPDX-License-Identifier: GPL-3.0-or-later
// Finds unknown members of a project file that resemble known ones.
#pragma once

#include <string>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

struct Project;

/// One problem for each unknown member whose name is close to a known name in the same object, with the suggested name,
/// or to a quantity elsewhere ("alpah_s" in the baseline), with its pointer. Members that resemble no known name may
/// belong to another program and are not reported.
[[nodiscard]] std::vector<Problem> findMisspelledMembers(const Project& project);

/// Pointers of all members that are kept but not read, whether misspelled or from another program.
[[nodiscard]] std::vector<std::string> findUnreadMembers(const Project& project);

/// Invalid provenance dates, each with its pointer: "tomorrow", "2026-99-99".
[[nodiscard]] std::vector<Problem> findInvalidDates(const Project& project);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `validate` for a project file.
#pragma once

#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/output/answers/answer.h"

namespace scalewright {

/// The result of checking a readable project file. `problems`: what makes it invalid. `missingInputs`: what a
/// prediction still needs. `warnings`: members that are read but look wrong, such as a misspelled name.
struct ProjectCheck {
    std::string file;
    std::vector<Problem> problems, missingInputs;
    std::vector<std::string> warnings;
    std::vector<std::string> unusedPointers;  ///< JSON pointers of members that are kept but not used
};

[[nodiscard]] Answer projectCheckAnswer(const ProjectCheck& check);

}  // namespace scalewright

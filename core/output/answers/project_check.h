// What `validate` answers of a project file.
#pragma once

#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/output/answers/answer.h"

namespace scalewright {

/// Of a file that is a project. `problems`: what makes it invalid; `missing`: what a prediction lacks; `warnings`: what
/// is read and looks wrong, such as a member that is nearly another's name.
struct ProjectCheck {
    std::string file;
    std::vector<Problem> problems, missing;
    std::vector<std::string> warnings;
    std::vector<std::string> unread;  ///< pointers of what is kept and not used
};

[[nodiscard]] Answer projectCheckAnswer(const ProjectCheck& check);

}  // namespace scalewright

// An exercise that is worked on in a project: its member "exercise", word for word what an assignment's file holds.
//
// It stands among Project::unknown, so that whoever copies, compares or undoes a project does so with its answers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/output/report/exercise/assignment.h"

namespace scalewright {

struct Project;

[[nodiscard]] bool hasExercise(const Project& project);
/// Errors (Input): it is no assignment, or there is none.
[[nodiscard]] Result<Assignment> exerciseIn(const Project& project);
void putExercise(Project& project, const Assignment& assignment);

/// What the exercise gives, as a project with the exercise in it. Error (Input): what is given is no project.
[[nodiscard]] Result<Project> projectOf(const Assignment& assignment);

/// An exercise that can be read is not committed: whatever the program says could be an answer.
[[nodiscard]] bool hidesAnswers(const Project& project);

/// The quantities that the exercise gives, as JSON pointers ("/target/alpha_s"), in the order of its file.
[[nodiscard]] std::vector<std::string> givenFields(const Project& project);
/// The first given quantity whose value is another one in `after`; empty: none is.
[[nodiscard]] std::string changedGiven(const Project& before, const Project& after);

}  // namespace scalewright

// An exercise inside a project: its member "exercise", with exactly the content of an assignment file.
//
// It is kept in Project::unknown, so that copying, comparing and undoing a project includes its answers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/output/report/exercise/assignment.h"

namespace scalewright {

struct Project;

[[nodiscard]] bool hasExercise(const Project& project);
/// Errors (Input): there is none, or it is not an assignment.
[[nodiscard]] Result<Assignment> readExercise(const Project& project);
void storeExercise(Project& project, const Assignment& assignment);

/// The values that the exercise gives, as a project that contains the exercise. Error (Input): they are not a project.
[[nodiscard]] Result<Project> makeExerciseProject(const Assignment& assignment);

/// Whether it contains a readable exercise that is not committed: any output of the program could be an answer.
[[nodiscard]] bool mustHideAnswers(const Project& project);

/// JSON pointers of the quantities that the exercise gives ("/target/alpha_s"), in the order of its file.
[[nodiscard]] std::vector<std::string> givenFields(const Project& project);
/// The first given quantity whose value differs in `after`; empty if none does.
[[nodiscard]] std::string firstChangedGivenField(const Project& before, const Project& after);

}  // namespace scalewright

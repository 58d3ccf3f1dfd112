// SPDX-License-Identifier: GPL-3.0-or-later
// An exercise inside a project: its member "exercise", which has the same content as an assignment file.
//
// It is stored in Project::unknown, so that copying, comparing and undoing a project includes its answers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/output/report/exercise/assignment.h"

namespace scalewright {

struct Project;

[[nodiscard]] bool hasExercise(const Project& project);
/// Errors (Input): there is no exercise, or it is not an assignment.
[[nodiscard]] Result<Assignment> readExercise(const Project& project);
void storeExercise(Project& project, const Assignment& assignment);

/// A project with the values given by the exercise; it contains the exercise. Error (Input): the values are not a
/// project.
[[nodiscard]] Result<Project> makeExerciseProject(const Assignment& assignment);

/// Whether the project contains a readable exercise that has not been committed: any output of the program could give
/// an answer away.
[[nodiscard]] bool mustHideAnswers(const Project& project);

/// JSON pointers of the quantities given by the exercise ("/target/alpha_s"), in the order of its file.
[[nodiscard]] std::vector<std::string> givenFields(const Project& project);
/// The first given quantity whose value differs in `after`; empty if all are the same.
[[nodiscard]] std::string firstChangedGivenField(const Project& before, const Project& after);

}  // namespace scalewright

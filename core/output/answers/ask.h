// SPDX-License-Identifier: GPL-3.0-or-later
// Answers a question about a project, as the command of that name does.
//
//     const Result<Answered> answered = answer("predict", project, "project.scalewright");
//     answered->answer.headline;  // "13 workers give 6.2×, 83 % of the best speedup at 46 % of its cost."
#pragma once

#include <string>
#include <string_view>

#include "core/output/answers/answered.h"
#include "core/project/document/project.h"

namespace scalewright {

/// `question`: "diagnose", "design show", "design check", "predict", "attribute", "fit", "cost" or "carbon". `file`: the
/// project's name in answers. Errors: what the question needs and the project lacks; Input for another question.
[[nodiscard]] Result<Answered> answer(std::string_view question, const Project& project, const std::string& file);

/// The answer as --json prints it: with "schema" and "answer", and a reason beside every null.
[[nodiscard]] Json documentOf(const Answered& answered);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// validate PROJECT: every problem in a project file, each with its line, its JSON pointer and what would be valid.
#include "app/cli/output.h"
#include "core/decision/plan/served.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/bottleneck/profile.h"
#include "core/model/bottleneck/step_doubts.h"
#include "core/model/step/project_model.h"
#include "core/output/answers/project_check.h"
#include "core/project/document/member_checks.h"

namespace scalewright::cli {

namespace {

Json::Object problemFields(const Problem& problem)
{
    constexpr const char* seePointer = "see the pointer";
    const ProblemLocation& location = problem.location;
    return objectOf({{"file", location.file, "it is not set"},
                     {"line", when(location.line > 0, location.line), seePointer},
                     {"column", when(location.column > 0, location.column), seePointer},
                     {"pointer", location.jsonPointer},
                     {"field", location.field, seePointer},
                     {"message", problem.message},
                     {"expected", problem.expected, "see the message"}});
}

/// False if the file is not a project, or not one that this version can check: broken JSON (its problems have lines),
/// not a file, another format, or a newer version. These are input errors, not answers.
bool hasOnlyContentProblems(const Error& error)
{
    for (const Problem& problem : error.problems) {
        const std::string& pointer = problem.location.jsonPointer;
        if (problem.location.line > 0 || !problem.location.field.empty() || pointer.empty() || pointer == "/format" ||
            pointer == "/version")
            return false;
    }
    return true;
}

Reply validProjectReply(const std::string& name, const Project& project)
{
    ProjectCheck check{.file = name};
    // A project may be valid but unfinished, so list what predict still needs.
    if (const Result<ScalingModel> model = scalingModel(project); !model && !isPlannedByThroughput(project.baseline))
        check.missingInputs = model.error().problems;
    for (const Problem& problem : findMisspelledMembers(project))
        check.warnings.push_back(describe(problem));
    for (const Problem& problem : findInvalidDates(project))
        check.warnings.push_back(describe(problem));
    check.unusedPointers = findUnreadMembers(project);
    const Profile profile = profileOf(project);
    for (const std::string& doubt : stepWarnings(profile, rooflinePoints(profile)))
        check.warnings.push_back(doubt);
    return Reply{.answer = projectCheckAnswer(check),
                 .json = objectOf({{"file", name},
                                   {"valid", true},
                                   {"problems", Json::Array()},
                                   {"missing_for_predict", listOf(check.missingInputs, problemFields)},
                                   {"warnings", check.warnings},
                                   {"unread", check.unusedPointers}})};
}

Result<Reply> validateProject(const std::string& file, const Edits& edits)
{
    const std::string name = inputName(file);
    const Result<Project> project = readProjectWithoutWarnings(file, edits);
    if (project)
        return validProjectReply(name, *project);
    const Error& error = project.error();
    if (error.code != ErrorCode::Input || !hasOnlyContentProblems(error))
        return fail(error);
    return Reply{
        .answer = projectCheckAnswer({.file = name, .problems = error.problems}),
        .json = objectOf({{"file", name}, {"valid", false}, {"problems", listOf(error.problems, problemFields)}}),
        .exitStatus = 1,
        .problems = error.problems};
}

}  // namespace

CommandRunner declareValidate(CLI::App& command)
{
    auto file = std::make_shared<std::string>();
    auto edits = std::make_shared<Edits>();
    command.add_option("PROJECT", *file, "project file, or - for standard input")->required();
    declareOptions(command, {editOption(*edits)});
    command.footer(
        "Exit status: 0 valid; 1 a project with problems; 2 no project (unreadable, broken JSON, newer version).");
    return [file, edits] { return validateProject(*file, *edits); };
}

}  // namespace scalewright::cli

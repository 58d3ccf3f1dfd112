// validate PROJECT: every problem in a project file, each with its line, its JSON pointer and what would be valid.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/input.h"
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

Json problemJson(const Problem& problem)
{
    const ProblemLocation& location = problem.location;
    const auto number = [](int place) { return place > 0 ? std::optional(place) : std::nullopt; };
    Json::Object json;
    setOrReason(json, "file", location.file, "it is not set");
    setOrReason(json, "line", number(location.line), "see the pointer");
    setOrReason(json, "column", number(location.column), "see the pointer");
    json.emplace_back("pointer", Json(location.jsonPointer));
    setOrReason(json, "field", location.field, "see the pointer");
    json.emplace_back("message", Json(problem.message));
    setOrReason(json, "expected", problem.expected, "see the message");
    return Json(std::move(json));
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
    ProjectCheck check{.file = name, .problems = {}, .missingInputs = {}, .warnings = {}, .unusedPointers = {}};
    // A project may be valid but unfinished, so list what predict still needs.
    Json::Array missing;
    if (const Result<ScalingModel> model = scalingModel(project); !model && !isPlannedByThroughput(project.baseline))
        for (const Problem& problem : model.error().problems) {
            check.missingInputs.push_back(problem);
            missing.push_back(problemJson(problem));
        }
    for (const Problem& problem : findMisspelledMembers(project))
        check.warnings.push_back(describe(problem));
    for (const Problem& problem : findInvalidDates(project))
        check.warnings.push_back(describe(problem));
    check.unusedPointers = findUnreadMembers(project);
    const Profile profile = profileOf(project);
    for (const std::string& doubt : stepWarnings(profile, rooflinePoints(profile)))
        check.warnings.push_back(doubt);
    return Reply{.answer = projectCheckAnswer(check),
                 .json = {{"file", Json(name)},
                          {"valid", Json(true)},
                          {"problems", Json(Json::Array{})},
                          {"missing_for_predict", Json(std::move(missing))},
                          {"warnings", listJson(check.warnings)},
                          {"unread", listJson(check.unusedPointers)}}};
}

Result<Reply> validateProject(const std::string& file, const Edits& edits)
{
    const std::string name = inputName(file);
    const Result<Project> project = readProjectFrom(file, edits);
    if (project)
        return validProjectReply(name, *project);
    const Error& error = project.error();
    if (error.code != ErrorCode::Input || !hasOnlyContentProblems(error))
        return fail(error);
    Json::Array problems;
    for (const Problem& problem : error.problems)
        problems.push_back(problemJson(problem));
    return Reply{
        .answer = projectCheckAnswer(
            {.file = name, .problems = error.problems, .missingInputs = {}, .warnings = {}, .unusedPointers = {}}),
        .json = {{"file", Json(name)}, {"valid", Json(false)}, {"problems", Json(std::move(problems))}},
        .exitStatus = 1,
        .problems = error.problems};
}

}  // namespace

CommandRunner declareValidate(CLI::App& command)
{
    auto file = std::make_shared<std::string>();
    auto edits = std::make_shared<Edits>();
    command.add_option("PROJECT", *file, "project file, or - for standard input")->required();
    declareEditOption(command, *edits);
    command.footer(
        "Exit status: 0 valid; 1 a project with problems; 2 no project (unreadable, broken JSON, newer version).");
    return [file, edits] { return validateProject(*file, *edits); };
}

}  // namespace scalewright::cli

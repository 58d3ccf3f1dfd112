// validate PROJECT: every problem of a project file, each with its line, its JSON pointer and what would be right.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/bottleneck/profile.h"
#include "core/model/bottleneck/step_doubts.h"
#include "core/model/step/project_model.h"
#include "core/output/answers/project_check.h"
#include "core/project/document/misspelled.h"

namespace scalewright::cli {

namespace {

Json problemJson(const Problem& problem)
{
    const Where& where = problem.where;
    const auto number = [](int place) { return place > 0 ? std::optional(place) : std::nullopt; };
    Json::Object json;
    setOrReason(json, "file", where.file, "it is not known");
    setOrReason(json, "line", number(where.line), "the pointer says where");
    setOrReason(json, "column", number(where.column), "the pointer says where");
    json.emplace_back("pointer", Json(where.pointer));
    setOrReason(json, "field", where.field, "the pointer says which");
    json.emplace_back("message", Json(problem.message));
    setOrReason(json, "expected", problem.expected, "the message says it");
    return Json(std::move(json));
}

/// False where the file is no project, or none that this version can judge: broken JSON (its problems have lines), not
/// a file, another format, a newer version. That is a mistake of input and not an answer.
bool isProject(const Error& error)
{
    for (const Problem& problem : error.problems) {
        const std::string& at = problem.where.pointer;
        if (problem.where.line > 0 || !problem.where.field.empty() || at.empty() || at == "/format" || at == "/version")
            return false;
    }
    return true;
}

Reply validProject(const std::string& name, const Project& project)
{
    ProjectCheck check{.file = name, .problems = {}, .missing = {}, .warnings = {}, .unread = {}};
    // A project may be unfinished and valid; what predict still lacks is worth knowing.
    Json::Array missing;
    if (const Result<ScalingModel> model = scalingModel(project); !model)
        for (const Problem& problem : model.error().problems) {
            check.missing.push_back(problem);
            missing.push_back(problemJson(problem));
        }
    for (const Problem& problem : misspelledMembers(project))
        check.warnings.push_back(describe(problem));
    for (const Problem& problem : doubtfulDates(project))
        check.warnings.push_back(describe(problem));
    check.unread = unreadMembers(project);
    const Profile profile = profileOf(project);
    for (const std::string& doubt : stepDoubts(profile, stepPoints(profile)))
        check.warnings.push_back(doubt);
    return Reply{.answer = projectCheckAnswer(check),
                 .json = {{"file", Json(name)},
                          {"valid", Json(true)},
                          {"problems", Json(Json::Array{})},
                          {"missing_for_predict", Json(std::move(missing))},
                          {"warnings", listJson(check.warnings)},
                          {"unread", listJson(check.unread)}}};
}

Result<Reply> validateProject(const std::string& file, const Edits& edits)
{
    const std::string name = inputName(file);
    const Result<Project> project = readProjectFrom(file, edits);
    if (project)
        return validProject(name, *project);
    const Error& error = project.error();
    if (error.code != ErrorCode::Input || !isProject(error))
        return fail(error);
    Json::Array problems;
    for (const Problem& problem : error.problems)
        problems.push_back(problemJson(problem));
    return Reply{.answer = projectCheckAnswer(
                     {.file = name, .problems = error.problems, .missing = {}, .warnings = {}, .unread = {}}),
                 .json = {{"file", Json(name)}, {"valid", Json(false)}, {"problems", Json(std::move(problems))}},
                 .status = 1,
                 .problems = error.problems};
}

}  // namespace

Run declareValidate(CLI::App& command)
{
    auto file = std::make_shared<std::string>();
    auto edits = std::make_shared<Edits>();
    command.add_option("PROJECT", *file, "project file, or - for standard input")->required();
    declareEdits(command, *edits);
    command.footer(
        "Exit status: 0 valid; 1 a project with problems; 2 no project (unreadable, broken JSON, newer version).");
    return [file, edits] { return validateProject(*file, *edits); };
}

}  // namespace scalewright::cli

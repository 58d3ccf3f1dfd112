// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/exercise/project_exercise.h"

#include <algorithm>

#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace {

const Json* exerciseJson(const Project& project)
{
    for (const Json::Member& each : project.unknown)
        if (each.first == exerciseKey)
            return &each.second;
    return nullptr;
}

void collectFields(const Json& json, const std::string& pointer, std::vector<std::string>& fields)
{
    if (!pointer.empty() && findField(pointer)) {
        fields.push_back(pointer);
    } else if (const Json::Object* members = json.asObject()) {
        for (const auto& [key, value] : *members)
            collectFields(value, pointer + '/' + jsonPointerToken(key), fields);
    } else if (const Json::Array* list = json.asArray()) {
        for (std::size_t i = 0; i < list->size(); ++i)
            collectFields((*list)[i], pointer + '/' + std::to_string(i), fields);
    }
}

}  // namespace

bool hasExercise(const Project& project)
{
    return exerciseJson(project) != nullptr;
}

Result<Assignment> readExercise(const Project& project)
{
    const Json* member = exerciseJson(project);
    if (!member)
        return fail(ErrorCode::Input, "has no exercise", "an exercise, opened as a project");
    return parseAssignmentJson(*member);
}

void storeExercise(Project& project, const Assignment& assignment)
{
    for (Json::Member& each : project.unknown)
        if (each.first == exerciseKey) {
            each.second = assignmentJson(assignment);
            return;
        }
    project.unknown.emplace_back(exerciseKey, assignmentJson(assignment));
}

Result<Project> makeExerciseProject(const Assignment& assignment)
{
    Result<Project> project = assignment.project.isNull() ? Project() : parseProject(writeJson(assignment.project));
    if (!project)
        return project;
    project->title = assignment.title.empty() ? assignment.id : assignment.id + ' ' + assignment.title;
    storeExercise(*project, assignment);
    return project;
}

bool mustHideAnswers(const Project& project)
{
    const Json* member = exerciseJson(project);
    if (!member)
        return false;
    const Result<Assignment> exercise = parseAssignmentJson(*member);
    return exercise && exercise->committedAt.empty();
}

std::vector<std::string> givenFields(const Project& project)
{
    std::vector<std::string> fields;
    const Json* member = exerciseJson(project);
    if (const Json* givenProject = member ? member->find("project") : nullptr)
        collectFields(*givenProject, {}, fields);
    return fields;
}

std::string firstChangedGivenField(const Project& before, const Project& after)
{
    const auto value = [](const Project& project, const std::string& pointer) {
        const MaybeQuantity quantity = fieldValue(project, pointer);
        return quantity ? std::optional(quantity->value) : std::nullopt;
    };
    const std::vector<std::string> fields = givenFields(before);
    const auto changed = std::ranges::find_if(
        fields, [&](const std::string& each) { return value(before, each) != value(after, each); });
    return changed == fields.end() ? std::string() : *changed;
}

}  // namespace scalewright

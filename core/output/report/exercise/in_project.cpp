#include "core/output/report/exercise/in_project.h"

#include <algorithm>

#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace {

const Json* memberOf(const Project& project)
{
    for (const Json::Member& each : project.unknown)
        if (each.first == exerciseMember)
            return &each.second;
    return nullptr;
}

void addFields(const Json& json, const std::string& pointer, std::vector<std::string>& fields)
{
    if (!pointer.empty() && findField(pointer)) {
        fields.push_back(pointer);
    } else if (const Json::Object* members = json.asObject()) {
        for (const auto& [key, value] : *members)
            addFields(value, pointer + '/' + pointerToken(key), fields);
    } else if (const Json::Array* list = json.asArray()) {
        for (std::size_t i = 0; i < list->size(); ++i)
            addFields((*list)[i], pointer + '/' + std::to_string(i), fields);
    }
}

}  // namespace

bool hasExercise(const Project& project)
{
    return memberOf(project) != nullptr;
}

Result<Assignment> exerciseIn(const Project& project)
{
    const Json* member = memberOf(project);
    if (!member)
        return fail(ErrorCode::Input, "holds no exercise", "an exercise, opened as a project");
    return assignmentIn(*member);
}

void putExercise(Project& project, const Assignment& assignment)
{
    for (Json::Member& each : project.unknown)
        if (each.first == exerciseMember) {
            each.second = documentOf(assignment);
            return;
        }
    project.unknown.emplace_back(exerciseMember, documentOf(assignment));
}

Result<Project> projectOf(const Assignment& assignment)
{
    Result<Project> project = assignment.project.isNull() ? Project() : parseProject(writeJson(assignment.project));
    if (!project)
        return project;
    project->title = assignment.title.empty() ? assignment.id : assignment.id + ' ' + assignment.title;
    putExercise(*project, assignment);
    return project;
}

bool hidesAnswers(const Project& project)
{
    const Json* member = memberOf(project);
    if (!member)
        return false;
    const Result<Assignment> exercise = assignmentIn(*member);
    return exercise && exercise->committed.empty();
}

std::vector<std::string> givenFields(const Project& project)
{
    std::vector<std::string> fields;
    const Json* member = memberOf(project);
    if (const Json* given = member ? member->find("project") : nullptr)
        addFields(*given, {}, fields);
    return fields;
}

std::string changedGiven(const Project& before, const Project& after)
{
    const auto value = [](const Project& project, const std::string& pointer) {
        const MaybeQuantity quantity = fieldValue(project, pointer);
        return quantity ? std::optional(quantity->value) : std::nullopt;
    };
    const std::vector<std::string> fields = givenFields(before);
    const auto changed = std::find_if(fields.begin(), fields.end(), [&](const std::string& each) {
        return value(before, each) != value(after, each);
    });
    return changed == fields.end() ? std::string() : *changed;
}

}  // namespace scalewright

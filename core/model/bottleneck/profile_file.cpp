// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/json/json.h"
#include "core/base/text/quote.h"
#include "core/model/bottleneck/profile.h"
#include "core/project/document/object_reader.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace {

void readSteps(ObjectReader& root, Profile& profile, std::vector<Problem>& problems)
{
    profile.hasSteps = true;
    root.list("steps", profile.baseline.steps);
    if (profile.baseline.steps.empty() && problems.empty())
        problems.push_back({"the list of steps is empty",
                            "at least one step, or the four figures of a step at the top level",
                            {.jsonPointer = "/steps"}});
    std::set<std::string> names;
    for (std::size_t i = 0; i < profile.baseline.steps.size(); ++i) {
        const WorkloadStep& step = profile.baseline.steps[i];
        const ProblemLocation where{.jsonPointer = fmt::format("/steps/{}/name", i)};
        if (step.name.empty())
            problems.push_back({"the step has no name", "a unique name, such as \"load\"", where});
        else if (!names.insert(step.name).second)
            problems.push_back(
                {formatMessage("another step is also named {}", inQuotes(step.name)), "a unique name", where});
        for (const Json::Member& member : step.unknown)
            profile.warnings.push_back(
                formatMessage("/steps/{}/{} is not a figure of a step and was ignored", i, member.first));
    }
}

Result<Profile> profileFromJson(const Json& document)
{
    Profile profile;
    Error error;
    ObjectReader root(error.problems, document, {});
    root.ignoreKey("schema");
    root.ignoreKey("program");  // `measure` writes this next to the profile.
    if (const Json* program = document.find("program"))
        if (const Json *status = program->find("status"), *ended = program->find("ended");
            status != nullptr && status->asNumber() != nullptr && status->asNumber()->text != "0" && ended != nullptr &&
            ended->asString() != nullptr)
            profile.warnings.push_back(formatMessage(
                "the measured run failed ({}): its figures cover only the part that ran", *ended->asString()));
    root.text("title", profile.title);
    const bool steps = document.find("steps") != nullptr;
    if (steps)
        readSteps(root, profile, error.problems);
    else
        root.text("device", profile.baseline.steps.emplace_back().device);
    for (const ProfileField field : profileFields()) {
        if (field.isPerStep() && steps) {
            if (document.find(field.key()) == nullptr)
                continue;
            root.ignoreKey(field.key());
            error.problems.push_back({"given both here and as steps[]",
                                      "either this or steps[]: in steps[] each step has its own",
                                      {.jsonPointer = std::string("/") + field.key()}});
        } else {
            MaybeQuantity figure;
            root.quantity(field.key(), figure, field->dimension, field->range);
            setFieldQuantity(profile, field, std::move(figure));
        }
    }
    Json::Object unknown;
    root.unknownMembers(unknown);
    for (const Json::Member& member : unknown)
        profile.warnings.push_back(
            formatMessage("/{} is not a figure of a profile and was ignored", jsonPointerToken(member.first)));
    if (!error.problems.empty())
        return fail(std::move(error));
    TRY_DO(validate(profile));
    return profile;
}

Json quantityToJson(const Quantity& quantity)
{
    Json::Object json{{"value", Json(quantity.value)}};
    if (quantity.interval)
        json.insert(json.end(), {{"low", Json(quantity.interval->low)},
                                 {"high", Json(quantity.interval->high)},
                                 {"level", Json(quantity.interval->level)}});
    json.emplace_back("origin", Json(nameOf(quantity.provenance.origin)));
    for (const auto& [key, text] :
         {std::pair("source", &quantity.provenance.source), std::pair("date", &quantity.provenance.date),
          std::pair("conditions", &quantity.provenance.conditions)})
        if (!text->empty())
            json.emplace_back(key, Json(*text));
    return Json(std::move(json));
}

void addFieldQuantities(Json::Object& json, const Profile& profile, bool perStep, std::size_t step = 0)
{
    for (const ProfileField field : profileFields())
        if (field.isPerStep() == perStep)
            if (const MaybeQuantity& figure = fieldQuantity(profile, field, step))
                json.emplace_back(field.key(), quantityToJson(*figure));
}

void addDevice(Json::Object& json, const WorkloadStep& step)
{
    if (!step.device.empty())
        json.emplace_back("device", Json(step.device));
}

}  // namespace

Json::Object profileToJson(const Profile& profile)
{
    Json::Object json{{"title", Json(profile.title)}};
    const std::vector<WorkloadStep>& steps = profile.baseline.steps;
    if (!profile.hasSteps && !steps.empty()) {
        addDevice(json, steps.front());
        addFieldQuantities(json, profile, true);
    } else if (profile.hasSteps) {
        Json::Array list;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            Json::Object members{{"name", Json(steps[i].name)}};
            addDevice(members, steps[i]);
            addFieldQuantities(members, profile, true, i);
            list.emplace_back(std::move(members));
        }
        json.emplace_back("steps", Json(std::move(list)));
    }
    addFieldQuantities(json, profile, false);
    return json;
}

Result<Profile> parseProfile(std::string_view text)
{
    TRY(const Json document, parseJson(text));
    return profileFromJson(document);
}

Result<Profile> parseProfileOrProject(std::string_view text)
{
    TRY(const Json document, parseJson(text));
    if (document.find("format") == nullptr)
        return profileFromJson(document);
    TRY(const Project project, parseProject(text));
    Profile profile = profileOf(project);
    TRY_DO(validate(profile));
    return profile;
}

}  // namespace scalewright

#include <set>

#include <fmt/format.h>

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
        problems.push_back({"there is no step in it",
                            "at least one step, or the four figures of a step at the top level",
                            {.pointer = "/steps"}});
    std::set<std::string> names;
    for (std::size_t i = 0; i < profile.baseline.steps.size(); ++i) {
        const WorkloadStep& step = profile.baseline.steps[i];
        const Where where{.pointer = fmt::format("/steps/{}/name", i)};
        if (step.name.empty())
            problems.push_back({"the step has no name", "a name of its own, such as \"load\"", where});
        else if (!names.insert(step.name).second)
            problems.push_back(
                {say("another step is named {} as well", inQuotes(step.name)), "a name of its own", where});
        for (const Json::Member& member : step.unknown)
            profile.warnings.push_back(say("/steps/{}/{} is not a figure of a step and was not used", i, member.first));
    }
}

Result<Profile> profileIn(const Json& document)
{
    Profile profile;
    Error error;
    ObjectReader root(error.problems, document, {});
    root.skip("schema");
    root.skip("program");  // what `measure` tells beside the profile
    if (const Json* program = document.find("program"))
        if (const Json *status = program->find("status"), *ended = program->find("ended");
            status != nullptr && status->asNumber() != nullptr && status->asNumber()->text != "0" && ended != nullptr &&
            ended->asString() != nullptr)
            profile.warnings.push_back(
                say("the run that was measured did not end well ({}): its figures are of the part that ran",
                    *ended->asString()));
    root.text("title", profile.title);
    const bool steps = document.find("steps") != nullptr;
    if (steps)
        readSteps(root, profile, error.problems);
    else
        root.text("device", profile.baseline.steps.emplace_back().device);
    for (const ProfileField field : profileFields()) {
        if (field.ofStep() && steps) {
            if (document.find(field.key()) == nullptr)
                continue;
            root.skip(field.key());
            error.problems.push_back({"it stands beside steps[]",
                                      "either this or steps[]: in steps[] each step has its own",
                                      {.pointer = std::string("/") + field.key()}});
        } else {
            MaybeQuantity figure;
            root.quantity(field.key(), figure, field->dimension, field->range);
            setFigure(profile, field, std::move(figure));
        }
    }
    Json::Object unknown;
    root.rest(unknown);
    for (const Json::Member& member : unknown)
        profile.warnings.push_back(
            say("/{} is not a figure of a profile and was not used", pointerToken(member.first)));
    if (!error.problems.empty())
        return fail(std::move(error));
    if (Result<void> valid = validate(profile); !valid)
        return fail(valid.error());
    return profile;
}

Json quantityJson(const Quantity& quantity)
{
    Json::Object json{{"value", Json(quantity.value)}};
    if (quantity.interval)
        json.insert(json.end(), {{"low", Json(quantity.interval->low)},
                                 {"high", Json(quantity.interval->high)},
                                 {"level", Json(quantity.interval->level)}});
    json.emplace_back("origin", Json(originName(quantity.provenance.origin)));
    for (const auto& [key, text] :
         {std::pair("source", &quantity.provenance.source), std::pair("date", &quantity.provenance.date),
          std::pair("conditions", &quantity.provenance.conditions)})
        if (!text->empty())
            json.emplace_back(key, Json(*text));
    return Json(std::move(json));
}

void addFigures(Json::Object& json, const Profile& profile, bool ofStep, std::size_t step = 0)
{
    for (const ProfileField field : profileFields())
        if (field.ofStep() == ofStep)
            if (const MaybeQuantity& figure = figureOf(profile, field, step))
                json.emplace_back(field.key(), quantityJson(*figure));
}

void addDevice(Json::Object& json, const WorkloadStep& step)
{
    if (!step.device.empty())
        json.emplace_back("device", Json(step.device));
}

}  // namespace

Json::Object profileMembers(const Profile& profile)
{
    Json::Object json{{"title", Json(profile.title)}};
    const std::vector<WorkloadStep>& steps = profile.baseline.steps;
    if (!profile.hasSteps && !steps.empty()) {
        addDevice(json, steps.front());
        addFigures(json, profile, true);
    } else if (profile.hasSteps) {
        Json::Array list;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            Json::Object members{{"name", Json(steps[i].name)}};
            addDevice(members, steps[i]);
            addFigures(members, profile, true, i);
            list.emplace_back(std::move(members));
        }
        json.emplace_back("steps", Json(std::move(list)));
    }
    addFigures(json, profile, false);
    return json;
}

Result<Profile> parseProfile(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    return profileIn(*document);
}

Result<Profile> parseProfileOrProject(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    if (document->find("format") == nullptr)
        return profileIn(*document);
    const Result<Project> project = parseProject(text);
    if (!project)
        return fail(project.error());
    Profile profile = profileOf(*project);
    if (Result<void> valid = validate(profile); !valid)
        return fail(valid.error());
    return profile;
}

}  // namespace scalewright

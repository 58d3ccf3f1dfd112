#include "core/project/document/migration.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

tl::unexpected<Error> failAt(const char* pointer, std::string message, std::string expected)
{
    return fail(ErrorCode::Input, std::move(message), std::move(expected), {.pointer = pointer});
}

Result<void> linkIntoTarget(Json& document)
{
    Json::Object& members = *document.asObject();
    const auto link =
        std::find_if(members.begin(), members.end(), [](const Json::Member& m) { return m.first == "link"; });
    if (link == members.end())
        return {};
    if (!link->second.asObject())
        return failAt("/link", say("{} stands here", link->second.kindName()), "an object, in a file of version 0");
    const Json::Object moved = *link->second.asObject();
    members.erase(link);

    Json target = document.find("target") ? *document.find("target") : Json(Json::Object{});
    if (!target.asObject())
        return failAt("/target", say("{} stands here", target.kindName()), "an object");
    Error both;
    for (const auto& [name, value] : moved) {
        if (target.find(name))
            both.problems.push_back({say("{} is in \"target\" as well", inQuotes(name)),
                                     "one of the two",
                                     {.pointer = "/link/" + pointerToken(name)}});
        target.set(name, value);
    }
    if (!both.problems.empty())
        return fail(std::move(both));
    document.set("target", std::move(target));
    return {};
}

// Before the six slots were read, a slot other than communication could be a sentence: it is the slot's justification.
void sentencesIntoSlots(Json& document)
{
    const auto inDesign = [](Json& holder) {
        Json::Object* members = holder.asObject();
        if (!members)
            return;
        for (auto& [name, design] : *members) {
            if (name != "design" || !design.asObject())
                continue;
            for (const char* slot :
                 {"partitioning", "consistency", "coordination", "fault_tolerance", "load_balancing"})
                if (const Json* value = design.find(slot); value && value->asString())
                    design.set(slot, Json::Object{{"justification", *value}});
        }
    };
    inDesign(document);
    for (auto& [name, value] : *document.asObject())
        if (name == "variants" && value.asArray())
            for (Json& variant : *value.asArray())
                inDesign(variant);
}

// The step at index v turns version v into v + 1.
constexpr std::array<Result<void> (*)(Json&), projectVersion> steps{linkIntoTarget};

}  // namespace

Result<Json> migrated(Json document)
{
    const std::string whatItIs =
        say("a project file: {}", std::string("{\"format\": \"scalewright-project\", \"version\": 1, …}"));
    if (!document.asObject())
        return failAt("", say("{} stands here", document.kindName()), whatItIs);
    const Json* format = document.find("format");
    if (!format)
        return failAt("/format", "this is not a Scalewright project: the member is missing", whatItIs);
    if (!format->asString() || *format->asString() != "scalewright-project")
        return failAt("/format", "this is not a Scalewright project", "\"scalewright-project\"");

    const std::string expected = say("a whole number up to {}", projectVersion);
    const Json* version = document.find("version");
    if (!version)
        return failAt("/version", "the file's version is missing", expected);
    const Json::Number* number = version->asNumber();
    if (!number || number->text.find_first_not_of("0123456789") != std::string::npos)
        return failAt("/version", say("{} is not a version", number ? number->text : version->kindName()), expected);
    // A number too long for parseCount is a newer version too.
    const long given =
        parseCount(number->text, 0, std::numeric_limits<long>::max()).value_or(std::numeric_limits<long>::max());
    if (given > projectVersion)
        return failAt("/version",
                      say("the file is of version {}, and this program reads versions up to {}", inQuotes(number->text),
                          projectVersion),
                      "a newer Scalewright, or a file saved by this one");

    for (long step = given; step < projectVersion; ++step)
        if (Result<void> done = steps.at(static_cast<std::size_t>(step))(document); !done)
            return fail(std::move(done.error()));
    sentencesIntoSlots(document);
    document.set("version", projectVersion);
    return document;
}

}  // namespace scalewright

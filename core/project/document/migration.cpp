// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/document/migration.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

tl::unexpected<Error> failAt(const char* pointer, std::string message, std::string expected)
{
    return fail(ErrorCode::Input, std::move(message), std::move(expected), {.jsonPointer = pointer});
}

Result<void> moveLinkIntoTarget(Json& document)
{
    Json::Object& members = *document.asObject();
    const auto link = std::ranges::find(members, std::string_view("link"), &Json::Member::first);
    if (link == members.end())
        return {};
    if (!link->second.asObject())
        return failAt("/link", formatMessage("found {}", link->second.kindName()), "an object, in a file of version 0");
    const Json::Object linkMembers = *link->second.asObject();
    members.erase(link);

    Json target = document.find("target") ? *document.find("target") : Json(Json::Object{});
    if (!target.asObject())
        return failAt("/target", formatMessage("found {}", target.kindName()), "an object");
    Error duplicates;
    for (const auto& [name, value] : linkMembers) {
        if (target.find(name))
            duplicates.problems.push_back({formatMessage("{} is also in \"target\"", inQuotes(name)),
                                           "only one of the two",
                                           {.jsonPointer = "/link/" + jsonPointerToken(name)}});
        target.set(name, value);
    }
    if (!duplicates.problems.empty())
        return fail(std::move(duplicates));
    document.set("target", std::move(target));
    return {};
}

// In older files, a slot other than communication could be a sentence: the sentence becomes the slot's justification.
void convertSentencesToSlots(Json& document)
{
    const auto convertDesign = [](Json& holder) {
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
    convertDesign(document);
    for (auto& [name, value] : *document.asObject())
        if (name == "variants" && value.asArray())
            for (Json& variant : *value.asArray())
                convertDesign(variant);
}

// The function at index v migrates version v to v + 1.
constexpr std::array<Result<void> (*)(Json&), projectVersion> migrationSteps{moveLinkIntoTarget};

// A ladder may give its "origin" without the "provenance" around it.
void moveOriginsIntoProvenance(Json& document)
{
    const auto findMember = [](Json* value, std::string_view key) -> Json* {
        Json::Object* members = value ? value->asObject() : nullptr;
        if (!members)
            return nullptr;
        const auto found = std::ranges::find(*members, key, &Json::Member::first);
        return found == members->end() ? nullptr : &found->second;
    };
    Json* ladders = findMember(findMember(&document, "measurements"), "ladders");
    if (!ladders || !ladders->asArray())
        return;
    for (Json& ladder : *ladders->asArray()) {
        const Json* origin = findMember(&ladder, "origin");
        if (!origin || findMember(&ladder, "provenance"))
            continue;
        Json provenance{Json::Object{{"origin", *origin}}};
        std::erase_if(*ladder.asObject(), [](const Json::Member& member) { return member.first == "origin"; });
        ladder.set("provenance", std::move(provenance));
    }
}

}  // namespace

Result<Json> migrateDocument(Json document)
{
    const std::string expectedFile =
        formatMessage("a project file: {}", std::string("{\"format\": \"scalewright-project\", \"version\": 1, …}"));
    if (!document.asObject())
        return failAt("", formatMessage("found {}", document.kindName()), expectedFile);
    const Json* format = document.find("format");
    if (!format)
        return failAt("/format", "this is not a Scalewright project: the member is missing", expectedFile);
    if (!format->asString() || *format->asString() != "scalewright-project")
        return failAt("/format", "this is not a Scalewright project", "\"scalewright-project\"");

    const std::string expected = formatMessage("a whole number up to {}", projectVersion);
    const Json* version = document.find("version");
    if (!version)
        return failAt("/version", "the file's version is missing", expected);
    const Json::Number* number = version->asNumber();
    if (!number || number->text.find_first_not_of("0123456789") != std::string::npos)
        return failAt("/version", formatMessage("{} is not a version", number ? number->text : version->kindName()),
                      expected);
    // A number too long for parseCount also means a newer version.
    const long fileVersion =
        parseCount(number->text, 0, std::numeric_limits<long>::max()).value_or(std::numeric_limits<long>::max());
    if (fileVersion > projectVersion)
        return failAt("/version",
                      formatMessage("the file has version {}, but this program reads versions up to {}",
                                    inQuotes(number->text), projectVersion),
                      "a newer Scalewright, or a file saved by this one");

    for (long step = fileVersion; step < projectVersion; ++step)
        TRY_DO(migrationSteps.at(static_cast<std::size_t>(step))(document));
    convertSentencesToSlots(document);
    moveOriginsIntoProvenance(document);
    document.set("version", projectVersion);
    return document;
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/document/report_texts.h"

#include <algorithm>

#include "core/base/ranges/ranges.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

constexpr std::string_view reportKey = "report";

bool isPlace(std::string_view place)
{
    return place == reportAuthorPlace || contains(reportTextPlaces, place);
}

const Json* reportMember(const Project& project)
{
    for (const Json::Member& each : project.unknown)
        if (each.first == reportKey)
            return &each.second;
    return nullptr;
}

}  // namespace

std::string reportText(const Project& project, std::string_view place)
{
    const Json* words = reportMember(project);
    const Json* found = words ? words->find(place) : nullptr;
    return found && found->asString() ? *found->asString() : std::string();
}

void setReportText(Project& project, std::string_view place, std::string text)
{
    Json::Object words;
    if (const Json* existing = reportMember(project); existing && existing->asObject())
        words = *existing->asObject();
    const auto at = std::ranges::find(words, place, &Json::Member::first);
    if (text.empty() && at != words.end())
        words.erase(at);
    else if (!text.empty() && at != words.end())
        at->second = Json(std::move(text));
    else if (!text.empty())
        words.emplace_back(std::string(place), Json(std::move(text)));
    std::erase_if(project.unknown, [](const Json::Member& each) { return each.first == reportKey; });
    if (!words.empty())
        project.unknown.emplace_back(std::string(reportKey), Json(std::move(words)));
}

bool isSameExceptReportText(const Project& one, const Project& other)
{
    const auto without = [](Project project) {
        for (const std::string_view place : reportTextPlaces)
            setReportText(project, place, {});
        setReportText(project, reportAuthorPlace, {});
        return project;
    };
    return without(one) == without(other);
}

void checkReportTexts(const Project& project, std::vector<Problem>& problems)
{
    const Json* words = reportMember(project);
    if (!words)
        return;
    if (!words->asObject()) {
        problems.push_back({formatMessage("found {}", words->kindName()),
                            "an object with a string for each section",
                            {.jsonPointer = "/report"}});
        return;
    }
    for (const auto& [place, text] : *words->asObject())
        if (isPlace(place) && !text.asString())
            problems.push_back({formatMessage("found {}", text.kindName()),
                                "a string in double quotes (Markdown)",
                                {.jsonPointer = "/report/" + place}});
}

}  // namespace scalewright

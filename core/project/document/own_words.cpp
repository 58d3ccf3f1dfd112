#include "core/project/document/own_words.h"

#include <algorithm>

#include "core/project/document/project.h"

namespace scalewright {

namespace {

constexpr std::string_view wordsKey = "report";

const Json* wordsOf(const Project& project)
{
    for (const Json::Member& each : project.unknown)
        if (each.first == wordsKey)
            return &each.second;
    return nullptr;
}

}  // namespace

std::string ownWords(const Project& project, std::string_view place)
{
    const Json* words = wordsOf(project);
    const Json* found = words ? words->find(place) : nullptr;
    return found && found->asString() ? *found->asString() : std::string();
}

void setOwnWords(Project& project, std::string_view place, std::string text)
{
    Json::Object words;
    if (const Json* kept = wordsOf(project); kept && kept->asObject())
        words = *kept->asObject();
    const auto at =
        std::find_if(words.begin(), words.end(), [&](const Json::Member& each) { return each.first == place; });
    if (text.empty() && at != words.end())
        words.erase(at);
    else if (!text.empty() && at != words.end())
        at->second = Json(std::move(text));
    else if (!text.empty())
        words.emplace_back(std::string(place), Json(std::move(text)));
    std::erase_if(project.unknown, [](const Json::Member& each) { return each.first == wordsKey; });
    if (!words.empty())
        project.unknown.emplace_back(std::string(wordsKey), Json(std::move(words)));
}

bool sameButForWords(const Project& one, const Project& other)
{
    const auto without = [](Project project) {
        for (const std::string_view place : wordPlaces)
            setOwnWords(project, place, {});
        return project;
    };
    return without(one) == without(other);
}

void checkOwnWords(const Project& project, std::vector<Problem>& problems)
{
    const Json* words = wordsOf(project);
    if (!words)
        return;
    if (!words->asObject()) {
        problems.push_back(
            {say("{} stands here", words->kindName()), "an object: a text for each section", {.pointer = "/report"}});
        return;
    }
    for (const auto& [place, text] : *words->asObject())
        if (std::find(wordPlaces.begin(), wordPlaces.end(), place) != wordPlaces.end() && !text.asString())
            problems.push_back({say("{} stands here", text.kindName()),
                                "a text in double quotes (Markdown)",
                                {.pointer = "/report/" + place}});
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/document/slide_choices.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"

namespace scalewright {

namespace {

constexpr std::string_view deckKey = "deck", slidesKey = "slides";

const Json* deckOf(const Project& project)
{
    for (const Json::Member& each : project.unknown)
        if (each.first == deckKey)
            return &each.second;
    return nullptr;
}

const Json::Array* slidesOf(const Json* deck)
{
    const Json* slides = deck ? deck->find(slidesKey) : nullptr;
    return slides ? slides->asArray() : nullptr;
}

std::string textAt(const Json& slide, std::string_view key)
{
    const Json* found = slide.find(key);
    return found && found->asString() ? *found->asString() : std::string();
}

/// Checks one entry of the list.
class SlideChecker {
public:
    SlideChecker(const Json& slide, std::size_t index, std::vector<Problem>& problems)
        : m_slide(slide), m_pointer(fmt::format("/deck/slides/{}", index)), m_problems(problems)
    {
    }

    void addProblem(std::string message, std::string expected, const std::string& member = {})
    {
        m_problems.push_back({std::move(message),
                              std::move(expected),
                              {.jsonPointer = m_pointer + (member.empty() ? "" : "/" + member)}});
    }

    void checkText(const char* key)
    {
        if (const Json* found = m_slide.find(key); found && !found->asString())
            addProblem(formatMessage("found {}", found->kindName()), "a string in double quotes", key);
    }

private:
    const Json& m_slide;
    std::string m_pointer;
    std::vector<Problem>& m_problems;
};

}  // namespace

bool isSlideName(std::string_view name)
{
    return contains(slideNames, name);
}

std::vector<SlideChoice> slideChoices(const Project& project)
{
    std::vector<SlideChoice> choices;
    const Json::Array* slides = slidesOf(deckOf(project));
    if (!slides)
        return choices;
    for (const Json& each : *slides) {
        const Json* hidden = each.find("off");
        if (const std::string name = textAt(each, "slide"); isSlideName(name))
            choices.push_back({.slide = name,
                               .isHidden = hidden && hidden->asBool() && *hidden->asBool(),
                               .claim = textAt(each, "claim"),
                               .controlPointer = textAt(each, "control")});
    }
    return choices;
}

std::vector<SlideChoice> allSlideChoices(const Project& project)
{
    std::vector<SlideChoice> choices = slideChoices(project);
    for (const std::string_view name : slideNames)
        if (!contains(choices, name, &SlideChoice::slide))
            choices.push_back({.slide = std::string(name)});
    return choices;
}

void checkSlideChoices(const Project& project, std::vector<Problem>& problems)
{
    const Json* deck = deckOf(project);
    if (!deck)
        return;
    if (!deck->asObject()) {
        problems.push_back(
            {formatMessage("found {}", deck->kindName()), "an object with slides", {.jsonPointer = "/deck"}});
        return;
    }
    const Json* list = deck->find(slidesKey);
    if (!list)
        return;
    if (!list->asArray()) {
        problems.push_back(
            {formatMessage("found {}", list->kindName()), "a list of slides", {.jsonPointer = "/deck/slides"}});
        return;
    }
    std::set<std::string> seen;
    for (std::size_t i = 0; i < list->asArray()->size(); ++i) {
        const Json& slide = (*list->asArray())[i];
        SlideChecker check(slide, i, problems);
        if (!slide.asObject()) {
            check.addProblem(formatMessage("found {}", slide.kindName()), "an object that names its slide");
            continue;
        }
        const std::string name = textAt(slide, "slide");
        if (!isSlideName(name))
            check.addProblem(formatMessage("there is no slide {}", inQuotes(name)),
                             "ceiling, design, prediction, measurement, decision or change", "slide");
        else if (!seen.insert(name).second)
            check.addProblem(formatMessage("the slide {} is listed twice", name), "each slide once", "slide");
        if (const Json* hidden = slide.find("off"); hidden && !hidden->asBool())
            check.addProblem(formatMessage("found {}", hidden->kindName()), "true or false", "off");
        check.checkText("claim");
        check.checkText("control");
        if (const std::string control = textAt(slide, "control"); !control.empty() && !findField(control))
            check.addProblem(formatMessage("there is no field {}", inQuotes(control)),
                             "a pointer of the project, such as /target/alpha_s", "control");
    }
}

}  // namespace scalewright

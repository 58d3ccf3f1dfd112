// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/slots/slot_edits.h"

#include <algorithm>

#include "core/base/ranges/ranges.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

bool hasChoiceImplementedBy(const DesignCatalogue& catalogue, const DesignSlot& slot, Pattern pattern)
{
    return std::ranges::any_of(slot.choices, [&](const SlotChoice& choice) {
        const SlotOption* option = catalogue.menu(Slot::Communication).find(choice.option);
        return option && contains(option->patterns, pattern);
    });
}

// Keeps the pattern if it implements one of the choices; otherwise uses one that does.
void alignPatternWithChoice(Communication& communication, const DesignCatalogue& catalogue)
{
    if (hasChoiceImplementedBy(catalogue, communication.slot, communication.pattern))
        return;
    for (const SlotChoice& choice : communication.slot.choices) {
        const SlotOption* option = catalogue.menu(Slot::Communication).find(choice.option);
        if (option && !option->patterns.empty()) {
            communication.pattern = option->patterns.front();
            return;
        }
    }
}

/// A justification written for another choice no longer applies, and an option that is now chosen is not rejected.
void dropStaleReasons(DesignSlot& slot, const std::vector<SlotChoice>& before)
{
    const auto isStillChosen = [&](const SlotChoice& previous) { return isOptionChosen(slot, previous.option); };
    if (!before.empty() && !std::ranges::all_of(before, isStillChosen))
        slot.justification.clear();
    if (isOptionChosen(slot, slot.rejected)) {
        slot.rejected.clear();
        slot.rejectedBecause.clear();
    }
}

}  // namespace

Project withChoice(Project project, const DesignCatalogue& catalogue, Slot slot, std::size_t index,
                   const std::string& option)
{
    std::vector<SlotChoice>& choices = slotOf(project.design, slot).choices;
    const std::vector<SlotChoice> before = choices;
    if (index == choices.size())
        choices.push_back({});
    choices.at(index).option = option;
    dropStaleReasons(slotOf(project.design, slot), before);
    if (slot == Slot::Communication)
        alignPatternWithChoice(project.design.communication, catalogue);
    return project;
}

Project withoutChoice(Project project, const DesignCatalogue& catalogue, Slot slot, std::size_t index)
{
    std::vector<SlotChoice>& choices = slotOf(project.design, slot).choices;
    const std::vector<SlotChoice> before = choices;
    choices.erase(choices.begin() + static_cast<std::ptrdiff_t>(index));
    dropStaleReasons(slotOf(project.design, slot), before);
    if (choices.size() == 1)
        choices.front().scope.clear();  // a single choice covers the whole slot
    if (slot == Slot::Communication)
        alignPatternWithChoice(project.design.communication, catalogue);
    return project;
}

Project withScope(Project project, Slot slot, std::size_t index, const std::string& scope)
{
    slotOf(project.design, slot).choices.at(index).scope = scope;
    return project;
}

void dropStaleReasons(Design& after, const Design& before)
{
    for (const Slot slot : allSlots)
        if (slotOf(after, slot).choices != slotOf(before, slot).choices)
            dropStaleReasons(slotOf(after, slot), slotOf(before, slot).choices);
}

const SlotOption* optionForPattern(const DesignCatalogue& catalogue, Pattern pattern)
{
    const std::vector<SlotOption>& options = catalogue.menu(Slot::Communication).options;
    for (const bool inFigure : {true, false})
        for (const SlotOption& option : options)
            if (option.isInFigure == inFigure && contains(option.patterns, pattern))
                return &option;
    return nullptr;
}

Project withPatternChosen(Project project, const DesignCatalogue& catalogue, Pattern pattern)
{
    Communication& communication = project.design.communication;
    communication.pattern = pattern;
    const SlotOption* option = optionForPattern(catalogue, pattern);
    // An empty slot is not changed: the pattern is only what the model prices, while the choice is up to the student.
    if (option && !communication.slot.choices.empty() &&
        !hasChoiceImplementedBy(catalogue, communication.slot, pattern)) {
        const std::vector<SlotChoice> before = communication.slot.choices;
        communication.slot.choices.front().option = option->id;
        dropStaleReasons(communication.slot, before);
    }
    return project;
}

const CaseStudy* matchingCaseStudy(const DesignCatalogue& catalogue, const Design& design)
{
    for (const CaseStudy& study : catalogue.caseStudies) {
        const bool isMatch = std::ranges::all_of(allSlots, [&](Slot slot) {
            const std::vector<SlotChoice>& studyChoices = slotOf(study.design, slot).choices;
            return studyChoices.empty() || studyChoices == slotOf(design, slot).choices;
        });
        if (isMatch)
            return &study;
    }
    return nullptr;
}

}  // namespace scalewright

#include "core/design/slots/slot_edits.h"

#include <algorithm>

#include "core/project/document/project.h"

namespace scalewright {

namespace {

bool carriesOut(const SlotOption& option, Pattern pattern)
{
    return std::find(option.patterns.begin(), option.patterns.end(), pattern) != option.patterns.end();
}

bool anyCarriesOut(const DesignCatalogue& catalogue, const DesignSlot& slot, Pattern pattern)
{
    return std::any_of(slot.choices.begin(), slot.choices.end(), [&](const SlotChoice& choice) {
        const SlotOption* option = catalogue.menu(Slot::Communication).find(choice.option);
        return option && carriesOut(*option, pattern);
    });
}

// The pattern that is there stays as long as a choice is carried out by it.
void followChoice(Communication& communication, const DesignCatalogue& catalogue)
{
    if (anyCarriesOut(catalogue, communication.slot, communication.pattern))
        return;
    for (const SlotChoice& choice : communication.slot.choices) {
        const SlotOption* option = catalogue.menu(Slot::Communication).find(choice.option);
        if (option && !option->patterns.empty()) {
            communication.pattern = option->patterns.front();
            return;
        }
    }
}

/// What was written for another choice is no reason for this one; and what is chosen now was not rejected.
void reasonsFollow(DesignSlot& slot, const std::vector<SlotChoice>& before)
{
    const auto stands = [&](const SlotChoice& was) {
        return std::any_of(slot.choices.begin(), slot.choices.end(),
                           [&](const SlotChoice& is) { return is.option == was.option; });
    };
    if (!before.empty() && !std::all_of(before.begin(), before.end(), stands))
        slot.justification.clear();
    if (std::any_of(slot.choices.begin(), slot.choices.end(),
                    [&](const SlotChoice& is) { return is.option == slot.rejected; })) {
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
    reasonsFollow(slotOf(project.design, slot), before);
    if (slot == Slot::Communication)
        followChoice(project.design.communication, catalogue);
    return project;
}

Project withoutChoice(Project project, const DesignCatalogue& catalogue, Slot slot, std::size_t index)
{
    std::vector<SlotChoice>& choices = slotOf(project.design, slot).choices;
    const std::vector<SlotChoice> before = choices;
    choices.erase(choices.begin() + static_cast<std::ptrdiff_t>(index));
    reasonsFollow(slotOf(project.design, slot), before);
    if (choices.size() == 1)
        choices.front().scope.clear();  // it is the whole slot's again
    if (slot == Slot::Communication)
        followChoice(project.design.communication, catalogue);
    return project;
}

Project withScope(Project project, Slot slot, std::size_t index, const std::string& scope)
{
    slotOf(project.design, slot).choices.at(index).scope = scope;
    return project;
}

void reasonsFollow(Design& after, const Design& before)
{
    for (const Slot slot : allSlots)
        if (slotOf(after, slot).choices != slotOf(before, slot).choices)
            reasonsFollow(slotOf(after, slot), slotOf(before, slot).choices);
}

const SlotOption* optionOf(const DesignCatalogue& catalogue, Pattern pattern)
{
    const std::vector<SlotOption>& options = catalogue.menu(Slot::Communication).options;
    for (const bool inFigure : {true, false})
        for (const SlotOption& option : options)
            if (option.inFigure == inFigure && carriesOut(option, pattern))
                return &option;
    return nullptr;
}

Project withPatternChosen(Project project, const DesignCatalogue& catalogue, Pattern pattern)
{
    Communication& communication = project.design.communication;
    communication.pattern = pattern;
    const SlotOption* option = optionOf(catalogue, pattern);
    // An empty slot stays empty: a pattern is what the model prices, a choice is what the student made.
    if (option && !communication.slot.choices.empty() && !anyCarriesOut(catalogue, communication.slot, pattern)) {
        const std::vector<SlotChoice> before = communication.slot.choices;
        communication.slot.choices.front().option = option->id;
        reasonsFollow(communication.slot, before);
    }
    return project;
}

const CaseStudy* caseStudyOf(const DesignCatalogue& catalogue, const Design& design)
{
    for (const CaseStudy& study : catalogue.caseStudies) {
        const bool same = std::all_of(allSlots.begin(), allSlots.end(), [&](Slot slot) {
            const std::vector<SlotChoice>& given = slotOf(study.design, slot).choices;
            return given.empty() || given == slotOf(design, slot).choices;
        });
        if (same)
            return &study;
    }
    return nullptr;
}

}  // namespace scalewright

#include "ui/design/slot_edits.h"

#include <algorithm>
#include <utility>

namespace scalewright::ui {

namespace {

bool carriesOut(const SlotOption& option, Pattern pattern)
{
    return std::find(option.patterns.begin(), option.patterns.end(), patternName(pattern)) != option.patterns.end();
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
        if (!option || option->patterns.empty())
            continue;
        if (const Result<Pattern> pattern = patternFromName(option->patterns.front())) {
            communication.pattern = *pattern;
            return;
        }
    }
}

void keep(MaybeQuantity& mine, const MaybeQuantity& before)
{
    if (!mine)
        mine = before;
}

}  // namespace

Project withChoice(Project project, const DesignCatalogue& catalogue, Slot slot, std::size_t index, const std::string& option)
{
    std::vector<SlotChoice>& choices = slotOf(project.design, slot).choices;
    if (index == choices.size())
        choices.push_back({});
    choices.at(index).option = option;
    if (slot == Slot::Communication)
        followChoice(project.design.communication, catalogue);
    return project;
}

Project withoutChoice(Project project, const DesignCatalogue& catalogue, Slot slot, std::size_t index)
{
    std::vector<SlotChoice>& choices = slotOf(project.design, slot).choices;
    choices.erase(choices.begin() + static_cast<std::ptrdiff_t>(index));
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
    if (option && !communication.slot.choices.empty() && !anyCarriesOut(catalogue, communication.slot, pattern))
        communication.slot.choices.front().option = option->id;
    return project;
}

Project withCaseStudy(Project project, const CaseStudy& study)
{
    const Design before = std::exchange(project.design, study.design);
    Communication& communication = project.design.communication;
    keep(communication.messageBytes, before.communication.messageBytes);
    keep(communication.gammaSPerByte, before.communication.gammaSPerByte);
    keep(communication.backwardShare, before.communication.backwardShare);
    keep(communication.lastBucketBytes, before.communication.lastBucketBytes);
    keep(project.design.consistency.toleratedStalenessSteps, before.consistency.toleratedStalenessSteps);
    keep(project.design.coordination.secondsPerWorker, before.coordination.secondsPerWorker);
    keep(project.design.faultTolerance.checkpointS, before.faultTolerance.checkpointS);
    keep(project.design.faultTolerance.restartS, before.faultTolerance.restartS);
    LoadBalancing& balancing = project.design.loadBalancing;
    if (!balancing.jitterS)
        balancing.jitterShape = before.loadBalancing.jitterShape;
    keep(balancing.jitterS, before.loadBalancing.jitterS);
    keep(balancing.skew, before.loadBalancing.skew);
    return project;
}

}  // namespace scalewright::ui

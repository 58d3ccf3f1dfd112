// SPDX-License-Identifier: GPL-3.0-or-later
// Rules for every slot, whatever its choice (book 41.4, exercise 41.4.1).
#include <algorithm>

#include <fmt/format.h>

#include "core/base/text/quote.h"
#include "core/decision/rules/rule.h"

namespace scalewright::detail {

namespace {

std::string slotMemberPointer(Slot slot, const char* member)
{
    return fmt::format("/design/{}/{}", nameOf(slot), member);
}

const std::vector<Slot> everySlot(allSlots.begin(), allSlots.end());

const Rule slotEmpty{{"slot-empty", Severity::Advice, everySlot, "A complete design picks one option in every slot.",
                      "book 41.4, Figure 41.4.1"},
                     [](const RuleContext& s, RuleReport& report) {
                         for (const Slot slot : allSlots) {
                             if (s.isFilled(slot))
                                 continue;
                             const SlotMenu& menu = s.catalogue.menu(slot);
                             std::vector<std::string> options;
                             for (const SlotOption& option : menu.options)
                                 if (option.isInFigure)
                                     options.push_back(s.optionTitle(slot, option.id));
                             report
                                 .add(formatMessage("Slot {} of 6 is not filled: {} ({}).", static_cast<int>(slot) + 1,
                                                    menu.question, joinNonEmpty(options, ", ")),
                                      slotMemberPointer(slot, "choices"))
                                 .slotsRead = {slot};
                         }
                     }};

const Rule choiceNotJustified{
    {"no-justification", Severity::Advice, everySlot, "Every choice needs a reason: one sentence per slot.",
     "book 41.4, exercise 41.4.1"},
    [](const RuleContext& s, RuleReport& report) {
        for (const Slot slot : allSlots)
            if (s.isFilled(slot) && slotOf(s.design, slot).justification.empty())
                report
                    .add(formatMessage("{} says {} without a reason: add one sentence.", s.catalogue.menu(slot).title,
                                       slotText(s.catalogue, s.design, slot)),
                         slotMemberPointer(slot, "justification"))
                    .slotsRead = {slot};
    }};

const Rule choiceNotOnMenu{
    {"not-on-the-menu", Severity::Warning, everySlot,
     "A choice that is on no menu is ignored by the model and the other rules.", "book 41.4, Figure 41.4.1"},
    [](const RuleContext& s, RuleReport& report) {
        for (const Slot slot : allSlots)
            for (const SlotChoice& choice : slotOf(s.design, slot).choices) {
                if (s.catalogue.menu(slot).find(choice.option))
                    continue;
                const std::string option = choice.option;
                report
                    .add(formatMessage("{} is not an option of slot {}: nothing is priced or checked for it.",
                                       inQuotes(option), static_cast<int>(slot) + 1),
                         slotMemberPointer(slot, "choices"),
                         makeFix(
                             formatMessage("Remove {}", inQuotes(option)),
                             [slot, option](Project& project) { removeChoice(slotOf(project.design, slot), option); }))
                    .slotsRead = {slot};
            }
    }};

const Rule choicesWithoutScopes{
    {"two-values-without-scopes", Severity::Advice, everySlot, "A slot with two values should say what each is for.",
     "book 41.4, Table 41.4.1"},
    [](const RuleContext& s, RuleReport& report) {
        for (const Slot slot : allSlots) {
            const std::vector<SlotChoice>& choices = slotOf(s.design, slot).choices;
            const bool unscoped = choices.size() > 1 && std::ranges::any_of(choices, [](const SlotChoice& each) {
                                      return each.scope.empty();
                                  });
            if (unscoped)
                report
                    .add(formatMessage("{} holds {} values but does not say what each is for: {}.",
                                       s.catalogue.menu(slot).title, choices.size(),
                                       slotText(s.catalogue, s.design, slot)),
                         slotMemberPointer(slot, "choices"))
                    .slotsRead = {slot};
        }
    }};

Slot slotOfPointer(const std::string& pointer)
{
    const auto found = std::ranges::find_if(
        allSlots, [&](Slot slot) { return pointer.starts_with(fmt::format("/design/{}/", nameOf(slot))); });
    return found == allSlots.end() ? Slot::Communication : *found;
}

const Rule modelInputMissing{
    {"figure-missing", Severity::Warning, everySlot,
     "Enter the values that T(p) lacks: until then the other rules ignore them.", "book 41.4, section 4"},
    [](const RuleContext& s, RuleReport& report) {
        for (const Problem& each : s.missingInputs)
            report
                .add(formatMessage("T(p) lacks a value: {}. The other checks ignore it.", each.message),
                     each.location.jsonPointer)
                .slotsRead = {slotOfPointer(each.location.jsonPointer)};
    }};

}  // namespace

const std::vector<Rule>& templateRules()
{
    static const std::vector<Rule> rules{choiceNotOnMenu, slotEmpty, choiceNotJustified, choicesWithoutScopes,
                                         modelInputMissing};
    return rules;
}

}  // namespace scalewright::detail

// What every slot has to say, whatever it chooses (book 41.4, exercise 41.4.1).
#include <algorithm>

#include <fmt/format.h>

#include "core/base/text/quote.h"
#include "core/decision/rules/rule.h"

namespace scalewright::detail {

namespace {

std::string pointerOf(Slot slot, const char* member)
{
    return fmt::format("/design/{}/{}", slotName(slot), member);
}

const std::vector<Slot> everySlot(allSlots.begin(), allSlots.end());

const Rule slotEmpty{{"slot-empty", Severity::Advice, everySlot, "A complete design picks one option in every slot.",
                      "book 41.4, Figure 41.4.1"},
                     [](const Situation& s, Report& report) {
                         for (const Slot slot : allSlots) {
                             if (s.filled(slot))
                                 continue;
                             const SlotMenu& menu = s.catalogue.menu(slot);
                             std::vector<std::string> options;
                             for (const SlotOption& option : menu.options)
                                 if (option.inFigure)
                                     options.push_back(s.title(slot, option.id));
                             report
                                 .add(say("Slot {} of 6 is not filled: {} ({}).", static_cast<int>(slot) + 1,
                                          menu.question, joined(options, ", ")),
                                      pointerOf(slot, "choices"))
                                 .slotsRead = {slot};
                         }
                     }};

const Rule notJustified{
    {"no-justification", Severity::Advice, everySlot,
     "A choice without its reason cannot be defended: one sentence a slot.", "book 41.4, exercise 41.4.1"},
    [](const Situation& s, Report& report) {
        for (const Slot slot : allSlots)
            if (s.filled(slot) && slotOf(s.design, slot).justification.empty())
                report
                    .add(say("{} says {} without a reason: one sentence of why.", s.catalogue.menu(slot).title,
                             slotText(s.catalogue, s.design, slot)),
                         pointerOf(slot, "justification"))
                    .slotsRead = {slot};
    }};

const Rule notOnTheMenu{
    {"not-on-the-menu", Severity::Warning, everySlot,
     "A choice that no menu has is read by no model and no other rule.", "book 41.4, Figure 41.4.1"},
    [](const Situation& s, Report& report) {
        for (const Slot slot : allSlots)
            for (const SlotChoice& choice : slotOf(s.design, slot).choices) {
                if (s.catalogue.menu(slot).find(choice.option))
                    continue;
                const std::string option = choice.option;
                report
                    .add(say("{} is not an option of slot {}: nothing is priced or checked for it.", inQuotes(option),
                             static_cast<int>(slot) + 1),
                         pointerOf(slot, "choices"),
                         fixBy(say("Remove {}", inQuotes(option)),
                               [slot, option](Project& project) { drop(slotOf(project.design, slot), option); }))
                    .slotsRead = {slot};
            }
    }};

const Rule twoValuesWithoutScopes{
    {"two-values-without-scopes", Severity::Advice, everySlot, "A slot with two values says what each of them is for.",
     "book 41.4, Table 41.4.1"},
    [](const Situation& s, Report& report) {
        for (const Slot slot : allSlots) {
            const std::vector<SlotChoice>& choices = slotOf(s.design, slot).choices;
            const bool unscoped =
                choices.size() > 1 &&
                std::any_of(choices.begin(), choices.end(), [](const SlotChoice& each) { return each.scope.empty(); });
            if (unscoped)
                report
                    .add(say("{} holds {} values and does not say what each is for: {}.", s.catalogue.menu(slot).title,
                             choices.size(), slotText(s.catalogue, s.design, slot)),
                         pointerOf(slot, "choices"))
                    .slotsRead = {slot};
        }
    }};

Slot slotAt(const std::string& pointer)
{
    const auto own = std::find_if(allSlots.begin(), allSlots.end(), [&](Slot slot) {
        return pointer.starts_with(fmt::format("/design/{}/", slotName(slot)));
    });
    return own == allSlots.end() ? Slot::Communication : *own;
}

const Rule figureMissing{
    {"figure-missing", Severity::Warning, everySlot,
     "What T(p) lacks is entered: until then the other rules count it as nothing.", "book 41.4, section 4"},
    [](const Situation& s, Report& report) {
        for (const Problem& each : s.open)
            report
                .add(say("T(p) lacks a figure: {}. The other checks count it as nothing.", each.message),
                     each.where.pointer)
                .slotsRead = {slotAt(each.where.pointer)};
    }};

}  // namespace

const std::vector<Rule>& templateRules()
{
    static const std::vector<Rule> rules{notOnTheMenu, slotEmpty, notJustified, twoValuesWithoutScopes, figureMissing};
    return rules;
}

}  // namespace scalewright::detail

#include "core/output/answers/design_slots.h"

#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"

namespace scalewright {

namespace {

void addSlot(Answer& answer, const DesignSlotsQuestion& question, Slot slot)
{
    const Design& design = question.project.design;
    const DesignSlot& filled = slotOf(design, slot);
    const SlotMenu& menu = question.catalogue.menu(slot);
    addFact(answer, FactKind::Figure, menu.title,
            filled.justification.empty() ? std::string() : "because: " + filled.justification);
    if (!filled.rejected.empty()) {
        const SlotOption* option = menu.find(filled.rejected);
        addFact(answer, FactKind::Rival, menu.title,
                say("rejected: {}{}", option ? option->title : filled.rejected,
                    filled.rejectedBecause.empty() ? "" : ": " + filled.rejectedBecause));
    }
    std::string parameters;
    for (const SlotParameter& each : slotParameters(design, slot))
        parameters += (parameters.empty() ? "" : "; ") + each.name + ' ' + each.text;
    // The pattern of a slot that nobody filled is nobody's choice.
    if (!parameters.empty() &&
        !(slot == Slot::Communication && filled.choices.empty() && !design.communication.messageBytes))
        addFact(answer, FactKind::Figure, menu.title, "with: " + parameters);
    if (!filled.choices.empty())
        addFact(answer, FactKind::Source, menu.title, "chapters: " + menu.chapters);
}

/// Parts that are those of `before` are not said again.
void addMemoryNeed(Answer& answer, const Result<MemoryNeed>& need, const std::string& title,
                   const Result<MemoryNeed>* before = nullptr)
{
    const auto bytes = [](double value) { return formatAmount(value, Dimension::Bytes).joined(); };
    if (!need) {
        addFact(answer, FactKind::Warning, "memory", say("{}: {}", title, messageOf(need.error().problems.front())));
        return;
    }
    addFact(answer, FactKind::Figure, "memory", say("{}: {}", title, bytes(need->total())));
    const MemoryNeed* known = before != nullptr && *before ? &**before : nullptr;
    for (const MemoryPart& part : need->parts)
        if (known == nullptr || known->of(part.key) != part.bytes)
            addFact(answer, FactKind::Formula, "memory",
                    say("{}: {}, {} ({})", part.name, bytes(part.bytes), part.formula, part.source));
        else
            addFact(answer, FactKind::Formula, "memory", say("{}: as on one machine", part.name));
    for (const std::string& note : need->notes)
        if (known == nullptr || std::find(known->notes.begin(), known->notes.end(), note) == known->notes.end())
            addFact(answer, FactKind::Assumption, "memory", note);
}

}  // namespace

Answer designSlotsAnswer(const DesignSlotsQuestion& question)
{
    const Project& project = question.project;
    Answer answer;
    answer.table.columns = {{"slot", "slot", "", -1}, {"choice", "choice", "", -1}};
    int filled = 0;
    std::optional<Slot> open;
    std::string empty;
    for (const Slot slot : allSlots) {
        const std::string& title = question.catalogue.menu(slot).title;
        answer.table.rows.push_back(
            {say("{}. {}", static_cast<int>(slot) + 1, title), slotText(question.catalogue, project.design, slot)});
        if (!slotOf(project.design, slot).choices.empty()) {
            ++filled;
            continue;
        }
        open = open.value_or(slot);
        empty += (empty.empty() ? "" : ", ") + lowered(title);
    }
    answer.headline = say("{} of 6 slots are filled.", filled);
    if (open) {
        answer.because = say("Empty: {}.", empty);
        answer.next = {say("Fill slot {}: {}", static_cast<int>(*open) + 1, question.catalogue.menu(*open).question),
                       {},
                       say("/design/{}", slotName(*open))};
    } else {
        answer.next = {"Check that they work together.", say("scalewright-cli design check {}", question.file), {}};
    }
    addFact(answer, FactKind::Reading, "design",
            say("{}, variant {}", project.title.empty() ? question.file : project.title, project.variantName));
    for (const Slot slot : allSlots)
        addSlot(answer, question, slot);
    if (!question.memory)
        return answer;
    const DesignMemory& memory = *question.memory;
    addMemoryNeed(answer, memory.whole,
                  "in training on one machine, " + conventionTitle(conventionOf(*project.baseline.model)));
    if (memory.worker)
        addMemoryNeed(answer, *memory.worker,
                      say("of a worker at p = {}, stage {} of sharding", memory.planP,
                          shardingStageOf(project.design.partitioning)),
                      &memory.whole);
    return answer;
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/design_slots.h"

#include <algorithm>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/message.h"

namespace scalewright {

namespace {

void addSlotFacts(Answer& answer, const DesignSlotsQuestion& question, Slot slot)
{
    const Design& design = question.project.design;
    const DesignSlot& filled = slotOf(design, slot);
    const SlotMenu& menu = question.catalogue.menu(slot);
    answer.add(Fact::Value, menu.title,
               filled.justification.empty() ? std::string() : "because: " + filled.justification);
    if (!filled.rejected.empty()) {
        const SlotOption* option = menu.find(filled.rejected);
        answer.add(Fact::Alternative, menu.title, "rejected: {}{}", option ? option->title : filled.rejected,
                   filled.rejectedBecause.empty() ? "" : ": " + filled.rejectedBecause);
    }
    std::string parameters;
    for (const SlotParameter& each : slotParameters(design, slot))
        parameters += (parameters.empty() ? "" : "; ") + each.name + ' ' + each.text;
    // The default pattern of an empty slot is not a choice.
    if (!parameters.empty() &&
        !(slot == Slot::Communication && filled.choices.empty() && !design.communication.messageBytes))
        answer.add(Fact::Value, menu.title, "with: " + parameters);
    if (!filled.choices.empty())
        answer.add(Fact::Source, menu.title, "chapters: " + menu.chapters);
}

/// Does not repeat parts that are the same in `before`.
void addMemoryFacts(Answer& answer, const Result<MemoryNeed>& need, const std::string& title,
                    const Result<MemoryNeed>* before = nullptr)
{
    if (!need) {
        answer.add(Fact::Warning, "memory", "{}: {}", title, messageOf(need.error().problems.front()));
        return;
    }
    answer.add(Fact::Value, "memory", "{}: {}", title, bytesText(need->total()));
    const MemoryNeed* previousNeed = before != nullptr && *before ? &**before : nullptr;
    for (const MemoryPart& part : need->parts)
        if (previousNeed == nullptr || previousNeed->bytesOf(part.key) != part.bytes)
            answer.add(Fact::Formula, "memory", "{}: {}, {} ({})", part.name, bytesText(part.bytes), part.formula,
                       part.source);
        else
            answer.add(Fact::Formula, "memory", "{}: as on one machine", part.name);
    for (const std::string& note : need->notes)
        if (previousNeed == nullptr || !contains(previousNeed->notes, note))
            answer.add(Fact::Assumption, "memory", note);
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
        answer.table.rows.push_back({formatMessage("{}. {}", static_cast<int>(slot) + 1, title),
                                     slotText(question.catalogue, project.design, slot)});
        if (!slotOf(project.design, slot).choices.empty()) {
            ++filled;
            continue;
        }
        open = open.value_or(slot);
        empty += (empty.empty() ? "" : ", ") + uncapitalised(title);
    }
    answer.headline = formatMessage("{} of 6 slots are filled.", filled);
    if (open) {
        answer.because = formatMessage("Empty: {}.", empty);
        answer.next = {
            formatMessage("Fill slot {}: {}", static_cast<int>(*open) + 1, question.catalogue.menu(*open).question),
            {},
            formatMessage("/design/{}", nameOf(*open))};
    } else {
        answer.next = {
            "Check that they work together.", formatMessage("scalewright-cli design check {}", question.file), {}};
    }
    answer.add(Fact::Interpretation, "design", "{}, variant {}", project.title.empty() ? question.file : project.title,
               project.variantName);
    for (const Slot slot : allSlots)
        addSlotFacts(answer, question, slot);
    if (!question.memory)
        return answer;
    const DesignMemory& memory = *question.memory;
    addMemoryFacts(answer, memory.oneMachineNeed,
                   "in training on one machine, " + titleOf(stateOf(*project.baseline.model)));
    if (memory.perWorkerNeed)
        addMemoryFacts(answer, *memory.perWorkerNeed,
                       formatMessage("per worker at p = {}, sharding stage {}", memory.planP,
                                     shardingStageOf(project.design.partitioning)),
                       &memory.oneMachineNeed);
    return answer;
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// The slots of a design and its checks, with their JSON forms.
#include <algorithm>
#include <cmath>

#include "core/base/text/message.h"
#include "core/decision/analysis/analysis.h"
#include "core/output/answers/design_check.h"
#include "core/output/answers/design_slots.h"
#include "core/output/answers/shared_fields.h"

namespace scalewright {

Json parametersJson(const std::vector<SlotParameter>& parameters)
{
    return listOf(parameters, [](const SlotParameter& each) {
        return objectOf({{"name", each.name},
                         {"text", each.text},
                         {"value", each.value, "the option has no numeric value"},
                         {"pointer", each.jsonPointer}});
    });
}

namespace {

Json::Object findingFields(const Finding& finding)
{
    const Fix* fix = finding.fix ? &*finding.fix : nullptr;
    const Fix::StepChange* step = fix && fix->stepChange ? &*fix->stepChange : nullptr;
    const auto seconds = [](const char* key, double value) {
        return Field(key, when(std::isfinite(value), value), "it never finishes");
    };
    return objectOf({{"rule", finding.ruleName},
                     {"severity", nameOf(finding.severity)},
                     {"slots", listOf(finding.slotsRead, nameOf<Slot>)},
                     {"message", finding.text},
                     {"source", finding.source},
                     {"pointer", finding.jsonPointer},
                     {"fix", fix ? fix->title : std::string(), "no single edit fixes it"},
                     {"fix_step", step ? std::optional(objectOf({{"before_p", step->pBefore},
                                                                 {"after_p", step->pAfter},
                                                                 seconds("before_s", step->timeBeforeS),
                                                                 seconds("after_s", step->timeAfterS)}))
                                       : std::nullopt}});
}

Json::Object slotFields(const DesignCatalogue& catalogue, const Design& design, Slot slot)
{
    const DesignSlot& filled = slotOf(design, slot);
    const auto choice = [&](const SlotChoice& each) {
        const SlotOption* option = catalogue.menu(slot).find(each.option);
        const char* missingReason = "the menu has no such option";
        return objectOf({{"option", each.option},
                         {"for", each.scope, "it applies to the whole design"},
                         {"title", option ? option->title : std::string(), missingReason},
                         {"chapters", option ? option->chapters : std::string(), missingReason},
                         {"in_figure", option ? std::optional(option->isInFigure) : std::nullopt, missingReason}});
    };
    return objectOf({{"slot", nameOf(slot)},
                     {"title", catalogue.menu(slot).title},
                     {"filled", !filled.choices.empty()},
                     {"text", slotText(catalogue, design, slot)},
                     {"choices", listOf(filled.choices, choice)},
                     {"justification", filled.justification, "none is given"},
                     {"rejected", filled.rejected, "no alternative is named"},
                     {"rejected_because", filled.rejectedBecause, "no reason is given"},
                     {"parameters", parametersJson(slotParameters(design, slot))}});
}

Json::Object memoryNeedFields(const Result<MemoryNeed>& need, int p)
{
    if (!need)
        return objectOf({{"p", p}, {"total_bytes", std::nullopt, need.error().problems.front().message}});
    return objectOf({{"p", p},
                     {"total_bytes", need->total()},
                     {"parts", listOf(need->parts,
                                      [](const MemoryPart& part) {
                                          return objectOf({{"part", part.key},
                                                           {"bytes", part.bytes},
                                                           {"formula", part.formula},
                                                           {"source", part.source}});
                                      })},
                     {"notes", need->notes}});
}

Field designMemoryField(const Project& project, const std::optional<DesignMemory>& memory)
{
    if (!memory)
        return {"memory", std::nullopt, "no model is described: /baseline/model"};
    const ModelState state = stateOf(*project.baseline.model);
    return {"memory",
            objectOf({{"convention", std::string(state.id), "a typed total has no name"},
                      {"bytes_per_parameter", state.total()},
                      {"one_machine", memoryNeedFields(memory->oneMachineNeed, 1)},
                      {"worker",
                       memory->perWorkerNeed ? std::optional(memoryNeedFields(*memory->perWorkerNeed, memory->planP))
                                             : std::nullopt,
                       "no plan with more than one worker"}})};
}

/// The memory that the described model needs for training, on one machine and on a worker of the plan; absent without a
/// model.
std::optional<DesignMemory> designMemoryOf(const Project& project)
{
    if (!project.baseline.model)
        return std::nullopt;
    DesignMemory memory{trainingMemory(project, 1), std::nullopt, analyse(project).plannedP().value_or(1)};
    if (memory.planP > 1)
        memory.perWorkerNeed = trainingMemory(project, memory.planP);
    return memory;
}

}  // namespace

Answered answerDesignCheck(const std::string& file, const Project& project, const Analysis& analysis,
                           const DesignCatalogue& catalogue)
{
    const std::vector<Finding> findings = checkDesign(project, analysis, catalogue);
    Answered answered{.answer = designCheckAnswer({file, project.variantName, catalogue, findings, analysis.plan}),
                      .json = objectOf({{"variant", project.variantName},
                                        {"errors", count(findings, Severity::Error)},
                                        {"warnings", count(findings, Severity::Warning)},
                                        {"advice", count(findings, Severity::Advice)},
                                        {"findings", listOf(findings, findingFields)},
                                        planFields(analysis.plan, analysis.claim)})};
    for (const Finding& finding : findings)
        if (finding.severity == Severity::Error)
            answered.problems.push_back(
                {finding.text,
                 finding.fix ? formatMessage("a design that works; fix: {}", finding.fix->title) : "",
                 {.file = file, .jsonPointer = finding.jsonPointer}});
    return answered;
}

Answered answerDesignSlots(const std::string& file, const Project& project, const DesignCatalogue& catalogue)
{
    const std::optional<DesignMemory> memory = designMemoryOf(project);
    const auto isFilled = [&](Slot slot) { return !slotOf(project.design, slot).choices.empty(); };
    return {.answer = designSlotsAnswer({file, project, catalogue, memory}),
            .json = objectOf(
                {{"title", project.title},
                 {"variant", project.variantName},
                 {"other_variants",
                  listOf(project.variants,
                         [&](const Variant& each) { return when(each.name != project.variantName, Json(each.name)); })},
                 {"filled", static_cast<int>(std::ranges::count_if(allSlots, isFilled))},
                 {"slots", listOf(allSlots, [&](Slot slot) { return slotFields(catalogue, project.design, slot); })},
                 designMemoryField(project, memory)})};
}

}  // namespace scalewright

// design check|show|compare|price: the six slots of a project, from the shell (book 41.4).
#include "app/cli/design.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "app/cli/input.h"
#include "app/cli/output.h"
#include "app/cli/plan_output.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/rules/checks.h"
#include "core/model/memory/memory.h"
#include "core/output/answers/design_check.h"
#include "core/output/answers/design_slots.h"
#include "core/project/document/project_file.h"
#include "core/project/document/variants.h"

namespace scalewright::cli {

Json parametersJson(const std::vector<SlotParameter>& parameters)
{
    Json::Array list;
    for (const SlotParameter& each : parameters) {
        Json::Object json{{"name", Json(each.name)}, {"text", Json(each.text)}};
        setOrReason(json, "value", each.value, "the option has no numeric value");
        json.emplace_back("pointer", Json(each.jsonPointer));
        list.emplace_back(std::move(json));
    }
    return Json(std::move(list));
}

namespace {

// --- check ------------------------------------------------------------------------------------------------------

Json slotsJson(const std::vector<Slot>& list)
{
    Json::Array names;
    for (const Slot slot : list)
        names.emplace_back(slotName(slot));
    return Json(std::move(names));
}

Json findingJson(const Finding& finding)
{
    Json::Object json{{"rule", Json(finding.ruleName)},        {"severity", Json(severityName(finding.severity))},
                      {"slots", slotsJson(finding.slotsRead)}, {"message", Json(finding.text)},
                      {"source", Json(finding.source)},        {"pointer", Json(finding.jsonPointer)}};
    setOrReason(json, "fix", finding.fix ? finding.fix->title : std::string(), "no single edit fixes it");
    if (finding.fix && finding.fix->stepChange) {
        const Fix::StepChange& step = *finding.fix->stepChange;
        Json::Object change{{"before_p", Json(step.pBefore)}, {"after_p", Json(step.pAfter)}};
        setOrReason(change, "before_s",
                    std::isfinite(step.timeBeforeS) ? std::optional(step.timeBeforeS) : std::nullopt,
                    "it never finishes");
        setOrReason(change, "after_s", std::isfinite(step.timeAfterS) ? std::optional(step.timeAfterS) : std::nullopt,
                    "it never finishes");
        json.emplace_back("fix_step", Json(std::move(change)));
    }
    return Json(std::move(json));
}

/// The project with the fix for this rule's finding applied, as a project file; -o FILE names the output.
Result<Reply> applyRuleFix(const DesignOptions& options, const Project& project, const std::vector<Finding>& findings)
{
    std::string fixableRules;
    for (const Finding& finding : findings) {
        if (!finding.fix)
            continue;
        if (finding.ruleName == *options.fixRule) {
            std::string text = writeProject(finding.fix->apply(project));
            Result<Json> written = parseJson(text);
            if (!written)
                return fail(written.error());
            return Reply{.text = std::move(text),
                         .json = {{"rule", Json(finding.ruleName)},
                                  {"fix", Json(finding.fix->title)},
                                  {"project", std::move(*written)}}};
        }
        fixableRules += (fixableRules.empty() ? "" : ", ") + finding.ruleName;
    }
    return fail(ErrorCode::Input, "no finding of " + inQuotes(*options.fixRule) + " has a fix here",
                fixableRules.empty() ? "a project with a finding that has a fix" : "one of " + fixableRules,
                {.file = inputName(options.projectFile), .field = "--fix"});
}

Result<Reply> runDesignCheck(const DesignOptions& options)
{
    const Result<Project> project = readVariant(options.projectFile, options.variant, "--variant", options.edits);
    if (!project)
        return fail(project.error());
    const Result<DesignCatalogue> catalogue = loadDesignCatalogue();
    if (!catalogue)
        return fail(catalogue.error());
    OptionValues values;
    const int pMax = values.readPMax(options.pMax);
    if (!values.isValid())
        return fail(values.error());
    const Analysis analysis = analyse(*project, {.pMax = pMax});
    const std::vector<Finding> findings = checkDesign(*project, analysis, *catalogue);
    if (options.fixRule)
        return applyRuleFix(options, *project, findings);
    const int errors = count(findings, Severity::Error);
    Reply answer{.answer = designCheckAnswer(
                     {inputName(options.projectFile), project->variantName, *catalogue, findings, analysis.plan})};
    Json::Array list;
    for (const Finding& finding : findings)
        list.push_back(findingJson(finding));
    answer.json = {{"variant", Json(project->variantName)},
                   {"errors", Json(errors)},
                   {"warnings", Json(count(findings, Severity::Warning))},
                   {"advice", Json(count(findings, Severity::Advice))},
                   {"findings", Json(std::move(list))}};
    addPlanJson(answer.json, analysis.plan, analysis.claim);
    answer.exitStatus = errors > 0 ? 1 : 0;
    for (const Finding& finding : findings)
        if (finding.severity == Severity::Error)
            answer.problems.push_back(
                {finding.text,
                 finding.fix ? formatMessage("a design that works; fix: {}", finding.fix->title) : "",
                 {.file = inputName(options.projectFile), .jsonPointer = finding.jsonPointer}});
    return answer;
}

// --- show -------------------------------------------------------------------------------------------------------

Json slotJson(const DesignCatalogue& catalogue, const Design& design, Slot slot)
{
    const DesignSlot& filled = slotOf(design, slot);
    Json::Array choices;
    for (const SlotChoice& choice : filled.choices) {
        const SlotOption* option = catalogue.menu(slot).find(choice.option);
        const char* missingReason = "the menu has no such option";
        Json::Object json{{"option", Json(choice.option)}};
        setOrReason(json, "for", choice.scope, "it applies to the whole design");
        setOrReason(json, "title", option ? option->title : std::string(), missingReason);
        setOrReason(json, "chapters", option ? option->chapters : std::string(), missingReason);
        if (option)
            json.emplace_back("in_figure", Json(option->isInFigure));
        else
            setOrReason(json, "in_figure", std::optional<double>(), missingReason);
        choices.emplace_back(std::move(json));
    }
    Json::Object json{{"slot", Json(slotName(slot))},
                      {"title", Json(catalogue.menu(slot).title)},
                      {"filled", Json(!filled.choices.empty())},
                      {"text", Json(slotText(catalogue, design, slot))},
                      {"choices", Json(std::move(choices))}};
    setOrReason(json, "justification", filled.justification, "none is given");
    setOrReason(json, "rejected", filled.rejected, "no alternative is named");
    setOrReason(json, "rejected_because", filled.rejectedBecause, "no reason is given");
    json.emplace_back("parameters", parametersJson(slotParameters(design, slot)));
    return Json(std::move(json));
}

Json memoryJson(const Result<MemoryNeed>& need, int p)
{
    Json::Object json{{"p", Json(p)}};
    if (!need) {
        setOrReason(json, "total_bytes", std::optional<double>(), need.error().problems.front().message);
        return Json(std::move(json));
    }
    Json::Array parts;
    for (const MemoryPart& part : need->parts)
        parts.emplace_back(Json::Object{{"part", Json(part.key)},
                                        {"bytes", Json(part.bytes)},
                                        {"formula", Json(part.formula)},
                                        {"source", Json(part.source)}});
    Json::Array notes;
    for (const std::string& note : need->notes)
        notes.emplace_back(note);
    json.emplace_back("total_bytes", Json(need->total()));
    json.emplace_back("parts", Json(std::move(parts)));
    json.emplace_back("notes", Json(std::move(notes)));
    return Json(std::move(json));
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

void addMemoryJson(Json::Object& json, const Project& project, const std::optional<DesignMemory>& memory)
{
    if (!memory) {
        setOrReason(json, "memory", std::optional<double>(), "no model is described: /baseline/model");
        return;
    }
    const ModelState state = stateOf(*project.baseline.model);
    Json::Object members;
    setOrReason(members, "convention", std::string(state.id), "a typed total has no name");
    members.emplace_back("bytes_per_parameter", Json(state.total()));
    members.emplace_back("one_machine", memoryJson(memory->oneMachineNeed, 1));
    if (memory->perWorkerNeed)
        members.emplace_back("worker", memoryJson(*memory->perWorkerNeed, memory->planP));
    else
        setOrReason(members, "worker", std::optional<double>(), "no plan with more than one worker");
    json.emplace_back("memory", Json(std::move(members)));
}

Result<Reply> runDesignShow(const DesignOptions& options)
{
    const Result<Project> project = readVariant(options.projectFile, options.variant, "--variant", options.edits);
    if (!project)
        return fail(project.error());
    const Result<DesignCatalogue> catalogue = loadDesignCatalogue();
    if (!catalogue)
        return fail(catalogue.error());
    Reply answer;
    Json::Array list;
    int filled = 0;
    for (const Slot slot : allSlots) {
        list.push_back(slotJson(*catalogue, project->design, slot));
        filled += slotOf(project->design, slot).choices.empty() ? 0 : 1;
    }
    Json::Array otherVariants;
    for (const Variant& variant : project->variants)
        if (variant.name != project->variantName)
            otherVariants.emplace_back(variant.name);
    answer.json = {{"title", Json(project->title)},
                   {"variant", Json(project->variantName)},
                   {"other_variants", Json(std::move(otherVariants))},
                   {"filled", Json(filled)},
                   {"slots", Json(std::move(list))}};
    const std::optional<DesignMemory> memory = designMemoryOf(*project);
    addMemoryJson(answer.json, *project, memory);
    answer.answer = designSlotsAnswer({inputName(options.projectFile), *project, *catalogue, memory});
    return answer;
}

// One reply for several projects: their answers below one another, their JSON objects in "projects", and the worst exit
// status.
Result<Reply> replyForEachProject(const DesignOptions& options, Result<Reply> (*runSingle)(const DesignOptions&))
{
    Reply combined;
    Json::Array list;
    for (const std::string& file : options.projectFiles) {
        DesignOptions single = options;
        single.projectFile = file;
        Result<Reply> answer = runSingle(single);
        if (!answer || options.projectFiles.size() == 1)
            return answer;
        answer->json.emplace(answer->json.begin(), "file", Json(inputName(file)));
        answer->json.emplace_back("answer", Json(scalewright::toJson(answer->answer)));
        answer->answer.headline = formatMessage("{}: {}", inputName(file), answer->answer.headline);
        combined.answers.push_back(std::move(answer->answer));
        list.emplace_back(std::move(answer->json));
        combined.exitStatus = std::max(combined.exitStatus, answer->exitStatus);
        combined.problems.insert(combined.problems.end(), answer->problems.begin(), answer->problems.end());
    }
    combined.json = {{"projects", Json(std::move(list))}};
    return combined;
}

}  // namespace

CommandRunner declareDesign(CLI::App& command)
{
    auto options = std::make_shared<DesignOptions>();
    command.require_subcommand(1, 1);
    const auto project = [&options](CLI::App& sub) {
        sub.add_option("PROJECT", options->projectFiles, "project files, or - for standard input")->required();
        sub.add_option("--variant", options->variant, "variant with this name (default: the one shown)")
            ->type_name("NAME");
        declareEditOption(sub, options->edits);
    };
    CLI::App* checking =
        command.add_subcommand("check", "combinations that cannot work or cost more than necessary, with a fix");
    project(*checking);
    declarePMaxOption(*checking, options->pMax, "the plan");
    checking
        ->add_option("--fix", options->fixRule,
                     "write the project with this rule's fix applied, with -o to a separate file")
        ->type_name("RULE");
    checking->footer("Exit status: 1 if something cannot work.");
    CLI::App* showing =
        command.add_subcommand("show", "the six slots: choice, reason, rejected alternatives, parameters");
    project(*showing);
    CLI::App* pricing = command.add_subcommand(
        "price", "the terms of T(p) at the plan's p, and the landmarks, each with formula and source");
    project(*pricing);
    pricing
        ->add_option("--remedy", options->remedyId,
                     "price the design that this remedy of the measured ladder proposes (attribute --remedies)")
        ->type_name("ID");
    declarePMaxOption(*pricing, options->pMax, "p*");
    CLI::App* comparing = command.add_subcommand(
        "compare", "two designs slot by slot, what moved p*, and how p* responds to alpha, beta and T_comp");
    comparing->add_option("LEFT", options->projectFile, "project file, or - for standard input")->required();
    comparing->add_option("RIGHT", options->rightProjectFile,
                          "another project; if absent, a variant or a case study of LEFT");
    declareEditOption(*comparing, options->edits);
    comparing->add_option("--left-variant", options->leftVariant, "variant of LEFT")->type_name("NAME");
    comparing->add_option("--right-variant", options->rightVariant, "variant of RIGHT, or of LEFT if there is no RIGHT")
        ->type_name("NAME");
    comparing
        ->add_option("--case-study", options->caseStudy, "right side: this row of Table 41.4.1 with LEFT's numbers")
        ->type_name("ID");
    comparing->add_option("--left-case-study", options->leftCaseStudy, "left side: this row with LEFT's numbers")
        ->type_name("ID");
    declarePMaxOption(*comparing, options->pMax, "p*");
    comparing->footer("Case studies: web-scale-rag, federated-medical, recommendation, robot-swarm, agentic-llm.");
    return [options, checking, showing, pricing]() -> Result<Reply> {
        if (checking->parsed() && options->fixRule && options->projectFiles.size() > 1)
            return fail(ErrorCode::Input, "only one project at a time can be fixed", "one PROJECT", {.field = "--fix"});
        if (checking->parsed())
            return replyForEachProject(*options, runDesignCheck);
        if (showing->parsed())
            return replyForEachProject(*options, runDesignShow);
        if (pricing->parsed())
            return replyForEachProject(*options, runDesignPrice);
        return runDesignCompare(*options);
    };
}

}  // namespace scalewright::cli

// design check|show|compare|price: the six slots of a project from the shell (book 41.4).
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
        setOrReason(json, "value", each.value, "it is no number");
        json.emplace_back("pointer", Json(each.pointer));
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
    Json::Object json{{"rule", Json(finding.rule)},
                      {"severity", Json(severityName(finding.severity))},
                      {"slots", slotsJson(finding.slotsRead)},
                      {"message", Json(finding.says)},
                      {"source", Json(finding.source)},
                      {"pointer", Json(finding.pointer)}};
    setOrReason(json, "fix", finding.fix ? finding.fix->title : std::string(), "no edit answers it by itself");
    if (finding.fix && finding.fix->step) {
        const Fix::Step& step = *finding.fix->step;
        Json::Object change{{"before_p", Json(step.beforeP)}, {"after_p", Json(step.afterP)}};
        setOrReason(change, "before_s", std::isfinite(step.beforeS) ? std::optional(step.beforeS) : std::nullopt,
                    "it never finishes");
        setOrReason(change, "after_s", std::isfinite(step.afterS) ? std::optional(step.afterS) : std::nullopt,
                    "it never finishes");
        json.emplace_back("fix_step", Json(std::move(change)));
    }
    return Json(std::move(json));
}

/// The project with what that rule found answered, as a project file: -o FILE names where it goes.
Result<Reply> fixed(const DesignOptions& options, const Project& project, const std::vector<Finding>& findings)
{
    std::string known;
    for (const Finding& finding : findings) {
        if (!finding.fix)
            continue;
        if (finding.rule == *options.fix) {
            std::string text = writeProject(finding.fix->apply(project));
            Result<Json> written = parseJson(text);
            if (!written)
                return fail(written.error());
            return Reply{
                .text = std::move(text),
                .json = {
                    {"rule", Json(finding.rule)}, {"fix", Json(finding.fix->title)}, {"project", std::move(*written)}}};
        }
        known += (known.empty() ? "" : ", ") + finding.rule;
    }
    return fail(ErrorCode::Input, "nothing that " + inQuotes(*options.fix) + " finds has a fix here",
                known.empty() ? "a project in which a rule finds something with a fix" : "one of " + known,
                {.file = inputName(options.project), .field = "--fix"});
}

Result<Reply> check(const DesignOptions& options)
{
    const Result<Project> project = readVariant(options.project, options.variant, "--variant", options.edits);
    if (!project)
        return fail(project.error());
    const Result<DesignCatalogue> catalogue = loadDesignCatalogue();
    if (!catalogue)
        return fail(catalogue.error());
    Values values;
    const int pMax = values.pMax(options.pMax);
    if (!values.ok())
        return fail(values.error());
    const Analysis analysis = analyse(*project, {.pMax = pMax});
    const std::vector<Finding> findings = checkDesign(*project, analysis, *catalogue);
    if (options.fix)
        return fixed(options, *project, findings);
    const int errors = count(findings, Severity::Error);
    Reply answer{.answer = designCheckAnswer(
                     {inputName(options.project), project->variantName, *catalogue, findings, analysis.plan})};
    Json::Array list;
    for (const Finding& finding : findings)
        list.push_back(findingJson(finding));
    answer.json = {{"variant", Json(project->variantName)},
                   {"errors", Json(errors)},
                   {"warnings", Json(count(findings, Severity::Warning))},
                   {"advice", Json(count(findings, Severity::Advice))},
                   {"findings", Json(std::move(list))}};
    addPlanJson(answer.json, analysis.plan);
    answer.status = errors > 0 ? 1 : 0;
    for (const Finding& finding : findings)
        if (finding.severity == Severity::Error)
            answer.problems.push_back({finding.says,
                                       finding.fix ? say("a design that works; fix: {}", finding.fix->title) : "",
                                       {.file = inputName(options.project), .pointer = finding.pointer}});
    return answer;
}

// --- show -------------------------------------------------------------------------------------------------------

Json slotJson(const DesignCatalogue& catalogue, const Design& design, Slot slot)
{
    const DesignSlot& filled = slotOf(design, slot);
    Json::Array choices;
    for (const SlotChoice& choice : filled.choices) {
        const SlotOption* option = catalogue.menu(slot).find(choice.option);
        const char* unknown = "the menu has no such option";
        Json::Object json{{"option", Json(choice.option)}};
        setOrReason(json, "for", choice.scope, "it is for the whole design");
        setOrReason(json, "title", option ? option->title : std::string(), unknown);
        setOrReason(json, "chapters", option ? option->chapters : std::string(), unknown);
        if (option)
            json.emplace_back("in_figure", Json(option->inFigure));
        else
            setOrReason(json, "in_figure", std::optional<double>(), unknown);
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

/// What the described model holds in training, on one machine and on a worker of the plan; absent without a model.
std::optional<DesignMemory> memoryOf(const Project& project)
{
    if (!project.baseline.model)
        return std::nullopt;
    DesignMemory memory{trainingMemory(project, 1), std::nullopt, analyse(project).plannedP().value_or(1)};
    if (memory.planP > 1)
        memory.worker = trainingMemory(project, memory.planP);
    return memory;
}

void addMemoryJson(Json::Object& json, const Project& project, const std::optional<DesignMemory>& memory)
{
    if (!memory) {
        setOrReason(json, "memory", std::optional<double>(), "no model is described: /baseline/model");
        return;
    }
    Json::Object members{{"convention", Json(conventionName(conventionOf(*project.baseline.model)))},
                         {"one_machine", memoryJson(memory->whole, 1)}};
    if (memory->worker)
        members.emplace_back("worker", memoryJson(*memory->worker, memory->planP));
    else
        setOrReason(members, "worker", std::optional<double>(), "no plan of more than one worker");
    json.emplace_back("memory", Json(std::move(members)));
}

Result<Reply> show(const DesignOptions& options)
{
    const Result<Project> project = readVariant(options.project, options.variant, "--variant", options.edits);
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
    Json::Array others;
    for (const Variant& variant : project->variants)
        if (variant.name != project->variantName)
            others.emplace_back(variant.name);
    answer.json = {{"title", Json(project->title)},
                   {"variant", Json(project->variantName)},
                   {"other_variants", Json(std::move(others))},
                   {"filled", Json(filled)},
                   {"slots", Json(std::move(list))}};
    const std::optional<DesignMemory> memory = memoryOf(*project);
    addMemoryJson(answer.json, *project, memory);
    answer.answer = designSlotsAnswer({inputName(options.project), *project, *catalogue, memory});
    return answer;
}

// One reply for several projects: their answers below each other, their objects in "projects", the worst status.
Result<Reply> forEach(const DesignOptions& options, Result<Reply> (*one)(const DesignOptions&))
{
    Reply all;
    Json::Array list;
    for (const std::string& file : options.projects) {
        DesignOptions single = options;
        single.project = file;
        Result<Reply> answer = one(single);
        if (!answer || options.projects.size() == 1)
            return answer;
        answer->json.emplace(answer->json.begin(), "file", Json(inputName(file)));
        answer->json.emplace_back("answer", Json(scalewright::toJson(answer->answer)));
        answer->answer.headline = say("{}: {}", inputName(file), answer->answer.headline);
        all.several.push_back(std::move(answer->answer));
        list.emplace_back(std::move(answer->json));
        all.status = std::max(all.status, answer->status);
        all.problems.insert(all.problems.end(), answer->problems.begin(), answer->problems.end());
    }
    all.json = {{"projects", Json(std::move(list))}};
    return all;
}

}  // namespace

Run declareDesign(CLI::App& command)
{
    auto options = std::make_shared<DesignOptions>();
    command.require_subcommand(1, 1);
    const auto project = [&options](CLI::App& sub) {
        sub.add_option("PROJECT", options->projects, "project files, or - for standard input")->required();
        sub.add_option("--variant", options->variant, "the variant of this name instead of the one shown")
            ->type_name("NAME");
        declareEdits(sub, options->edits);
    };
    CLI::App* checking =
        command.add_subcommand("check", "combinations that cannot work or cost more than they need, with a fix");
    project(*checking);
    declarePMax(*checking, options->pMax, "the plan");
    checking
        ->add_option("--fix", options->fix,
                     "write the project as the fix of this rule leaves it, with -o to a file of its own")
        ->type_name("RULE");
    checking->footer("Exit status: 1 where something cannot work.");
    CLI::App* showing = command.add_subcommand("show", "the six slots: choice, reason, what was rejected, parameters");
    project(*showing);
    CLI::App* pricing = command.add_subcommand(
        "price", "the terms of T(p) at the plan's p, and the landmarks, each with formula and source");
    project(*pricing);
    pricing
        ->add_option("--remedy", options->remedy,
                     "price the design that this remedy of the measured ladder proposes (attribute --remedies)")
        ->type_name("ID");
    declarePMax(*pricing, options->pMax, "p*");
    CLI::App* comparing = command.add_subcommand(
        "compare", "two designs slot by slot, what moved p*, and how p* answers to alpha, beta and T_comp");
    comparing->add_option("LEFT", options->project, "project file, or - for standard input")->required();
    comparing->add_option("RIGHT", options->other,
                          "another project; without one, a variant or a case study of the left");
    declareEdits(*comparing, options->edits);
    comparing->add_option("--left-variant", options->leftVariant, "of LEFT")->type_name("NAME");
    comparing->add_option("--right-variant", options->rightVariant, "of RIGHT, or of LEFT where there is no RIGHT")
        ->type_name("NAME");
    comparing->add_option("--case-study", options->caseStudy, "right is this row of Table 41.4.1 in LEFT's numbers")
        ->type_name("ID");
    comparing->add_option("--left-case-study", options->leftCaseStudy, "left is this row in LEFT's numbers")
        ->type_name("ID");
    declarePMax(*comparing, options->pMax, "p*");
    comparing->footer("Case studies: web-scale-rag, federated-medical, recommendation, robot-swarm, agentic-llm.");
    return [options, checking, showing, pricing]() -> Result<Reply> {
        if (checking->parsed() && options->fix && options->projects.size() > 1)
            return fail(ErrorCode::Input, "one project at a time can be fixed", "one PROJECT", {.field = "--fix"});
        if (checking->parsed())
            return forEach(*options, check);
        if (showing->parsed())
            return forEach(*options, show);
        if (pricing->parsed())
            return forEach(*options, designPrice);
        return designCompare(*options);
    };
}

}  // namespace scalewright::cli

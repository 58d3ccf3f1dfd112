// SPDX-License-Identifier: GPL-3.0-or-later
// design check|show|compare|price: the six slots of a project, from the shell (book 41.4).
#include "app/cli/design.h"

#include <algorithm>
#include <memory>

#include "app/cli/output.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/rules/checks.h"
#include "core/output/answers/design_check.h"
#include "core/output/answers/design_slots.h"
#include "core/project/document/project_file.h"
#include "core/project/document/variants.h"

namespace scalewright::cli {

namespace {

// --- check ------------------------------------------------------------------------------------------------------

/// The project with the fix for this rule's finding applied, as a project file; -o FILE names the output.
Result<Reply> applyRuleFix(const DesignOptions& options, const Project& project, const std::vector<Finding>& findings)
{
    std::string fixableRules;
    for (const Finding& finding : findings) {
        if (!finding.fix)
            continue;
        if (finding.ruleName == *options.fixRule) {
            std::string text = writeProject(finding.fix->apply(project));
            TRY(Json written, parseJson(text));
            return Reply{
                .text = std::move(text),
                .json = {{"rule", finding.ruleName}, {"fix", finding.fix->title}, {"project", std::move(written)}}};
        }
        fixableRules += (fixableRules.empty() ? "" : ", ") + finding.ruleName;
    }
    return fail(ErrorCode::Input, "no finding of " + inQuotes(*options.fixRule) + " has a fix here",
                fixableRules.empty() ? "a project with a finding that has a fix" : "one of " + fixableRules,
                {.file = inputName(options.projectFile), .field = "--fix"});
}

Result<Reply> runDesignCheck(const DesignOptions& options)
{
    TRY(const Project project, readVariant(options.projectFile, options.variant, "--variant", options.edits));
    TRY(const DesignCatalogue catalogue, loadDesignCatalogue());
    OptionValues values;
    const int pMax = values.readPMax(options.pMax);
    if (!values.isValid())
        return fail(values.error());
    const Analysis analysis = analyse(project, {.pMax = pMax});
    return options.fixRule ? applyRuleFix(options, project, checkDesign(project, analysis, catalogue))
                           : replyOf(answerDesignCheck(inputName(options.projectFile), project, analysis, catalogue));
}

// --- show -------------------------------------------------------------------------------------------------------

Result<Reply> runDesignShow(const DesignOptions& options)
{
    TRY(const Project project, readVariant(options.projectFile, options.variant, "--variant", options.edits));
    TRY(const DesignCatalogue catalogue, loadDesignCatalogue());
    return replyOf(answerDesignSlots(inputName(options.projectFile), project, catalogue));
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
        answer->json.emplace(answer->json.begin(), "file", inputName(file));
        answer->json.emplace_back("answer", scalewright::toJson(answer->answer));
        answer->answer.headline = formatMessage("{}: {}", inputName(file), answer->answer.headline);
        combined.answers.push_back(std::move(answer->answer));
        list.emplace_back(std::move(answer->json));
        combined.exitStatus = std::max(combined.exitStatus, answer->exitStatus);
        append(combined.problems, answer->problems);
    }
    combined.json = {{"projects", std::move(list)}};
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
        declareOptions(sub, {editOption(options->edits)});
    };
    CLI::App* checking =
        command.add_subcommand("check", "combinations that cannot work or cost more than necessary, with a fix");
    project(*checking);
    declareOptions(*checking, {pMaxOption(options->pMax, "the plan"),
                               {"--fix", "RULE", options->fixRule,
                                "write the project with this rule's fix applied, with -o to a separate file"}});
    checking->footer("Exit status: 1 if something cannot work.");
    CLI::App* showing =
        command.add_subcommand("show", "the six slots: choice, reason, rejected alternatives, parameters");
    project(*showing);
    CLI::App* pricing = command.add_subcommand(
        "price", "the terms of T(p) at the plan's p, and the landmarks, each with formula and source");
    project(*pricing);
    declareOptions(*pricing,
                   {{"--remedy", "ID", options->remedyId,
                     "price the design that this remedy of the measured ladder proposes (attribute --remedies)"},
                    pMaxOption(options->pMax, "p*")});
    CLI::App* comparing = command.add_subcommand(
        "compare", "two designs slot by slot, what moved p*, and how p* responds to alpha, beta and T_comp");
    comparing->add_option("LEFT", options->projectFile, "project file, or - for standard input")->required();
    declareOptions(
        *comparing,
        {{"RIGHT", options->rightProjectFile, "another project; if absent, a variant or a case study of LEFT"},
         editOption(options->edits),
         {"--left-variant", "NAME", options->leftVariant, "variant of LEFT"},
         {"--right-variant", "NAME", options->rightVariant, "variant of RIGHT, or of LEFT if there is no RIGHT"},
         {"--case-study", "ID", options->caseStudy, "right side: this row of Table 41.4.1 with LEFT's numbers"},
         {"--left-case-study", "ID", options->leftCaseStudy, "left side: this row with LEFT's numbers"},
         pMaxOption(options->pMax, "p*")});
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

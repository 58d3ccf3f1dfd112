// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/launch_files.h"

#include <algorithm>

#include "core/base/ranges/ranges.h"
#include "core/output/answers/phrases.h"

namespace scalewright {

namespace {

std::vector<std::string> designErrors(const LaunchQuestion& question)
{
    std::vector<std::string> errors;
    for (const Finding& finding : question.findings)
        if (finding.severity == Severity::Error)
            errors.push_back(
                formatMessage("the design has an error: {} ({}; scalewright-cli design check shows its fix)",
                              finding.text, finding.ruleName));
    return errors;
}

std::string benchmarkNote(const LaunchParameters& terms)
{
    return formatMessage("benchmark.sh times {} with {} and writes timings.csv for scalewright-cli fit-comm",
                         terms.benchmarkTool == BenchmarkTool::Ray ? "objects" : joinNonEmpty(terms.collectives, ", "),
                         titleOf(terms.benchmarkTool));
}

std::string fileName(const std::string& path)
{
    return path.substr(path.find_last_of('/') + 1);
}

}  // namespace

const char* toolLauncherName(const ToolRow& row)
{
    return !row.launcher ? "" : *row.launcher == ToolLauncher::Ray ? "ray" : "torchrun";
}

std::string launchedWorkersReason(int workers, int planP, const std::optional<int>& available)
{
    if (workers == planP)
        return {};
    const std::string reason =
        formatMessage("the plan's p = {} cannot run what is sized: {} are needed", planP, workers);
    return available && workers > *available ? reason + formatMessage("; {} are available", *available) : reason;
}

std::vector<std::string> launchNotes(const LaunchQuestion& question)
{
    std::vector<std::string> notes = designErrors(question);
    if (!question.workersReason.empty())
        notes.push_back(question.workersReason);
    if (!question.toolsReason.empty())
        notes.push_back(question.toolsReason);
    append(notes, question.toolChoice.unownedCollectives);
    if (!question.hasWorkersPerNode)
        notes.emplace_back("workers_per_node is not set: one worker per node is assumed");
    if (question.terms.hosts.empty() && !question.terms.usesMpi)
        notes.emplace_back("cluster.yaml holds placeholders: enter nodes and user, or give --hosts and --ssh-user");
    notes.push_back(benchmarkNote(question.terms));
    return notes;
}

Answer launchSummary(const LaunchParameters& terms, const ToolChoice& tools)
{
    const std::string size =
        formatMessage("{} on {}", workersText(terms.workers), countWithNoun(terms.nodes(), "node"));
    const bool hasFramework = !tools.rows.empty() && !tools.rows.front()->frameworks.empty();
    Answer answer;
    answer.headline =
        hasFramework ? formatMessage("{}, with {}.", size, tools.rows.front()->frameworks.front()) : size + ".";
    return answer;
}

Answer launchAnswer(const LaunchQuestion& question)
{
    const LaunchParameters& terms = question.terms;
    Answer answer;
    answer.table.columns = {
        {"collective", "collective", "", -1}, {"framework", "framework", "", -1}, {"launcher", "launched by", "", -1}};
    for (const ToolRow* row : question.toolChoice.rows) {
        Cell launcher;
        if (const std::string name = toolLauncherName(*row); !name.empty())
            launcher = name;
        answer.table.rows.push_back({row->collective, row->frameworkList(), launcher});
    }
    if (answer.table.rows.empty())
        answer.table = {};
    answer.headline =
        formatMessage("{} on {}: {} written.", workersText(terms.workers), countWithNoun(terms.nodes(), "node"),
                      countWithNoun(static_cast<long>(question.files.size()), "file"));
    std::vector<std::string> names;
    for (const std::string& file : question.files)
        names.push_back(fileName(file));
    const std::vector<std::string> errors = designErrors(question);
    answer.because =
        errors.empty() ? joinNonEmpty(names, ", ") + "."
                       : formatMessage("The design has {}.", countWithNoun(static_cast<long>(errors.size()), "error"));
    answer.next =
        errors.empty()
            ? NextStep{"Run benchmark.sh on the cluster first, then:", "scalewright-cli fit-comm timings.csv", {}}
            : NextStep{"Correct the design first:", "scalewright-cli design check PROJECT", {}};
    answer.add(Fact::Value, "nodes", "{}, {} a node", countWithNoun(terms.nodes(), "node"),
               std::min(terms.workers, terms.workersPerNode));
    answer.add(Fact::Value, "files", question.files);
    for (const ToolRow* row : question.toolChoice.rows)
        answer.add(Fact::Source, row->collective,
                   joinNonEmpty({row->bookSection,
                                 row->inheritedFeatures.empty() ? std::string() : "brings " + row->inheritedFeatures},
                                "; "));
    for (const char* id : {"coordination", "tracking"})
        if (const ToolRow* row = question.toolTable.find(id))
            answer.add(Fact::Advice, row->collective, row->frameworkList());
    if (!question.toolChoice.rows.empty())
        answer.add(Fact::Source, "tools", question.toolTable.maturityNote);
    for (const std::string& note : launchNotes(question))
        answer.add(Fact::Warning, "note", note);
    return answer;
}

}  // namespace scalewright

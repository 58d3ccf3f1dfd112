#include "core/output/answers/launch_files.h"

#include <algorithm>

#include "core/output/answers/phrases.h"

namespace scalewright {

namespace {

std::vector<std::string> designErrors(const LaunchQuestion& question)
{
    std::vector<std::string> errors;
    for (const Finding& finding : question.findings)
        if (finding.severity == Severity::Error)
            errors.push_back(say("the design has an error: {} ({}; scalewright-cli design check shows its fix)",
                                 finding.says, finding.rule));
    return errors;
}

std::string timedText(const LaunchTerms& terms)
{
    return say("benchmark.sh times {} by {} and writes timings.csv for scalewright-cli fit-comm",
               terms.benchmark == BenchmarkBy::Ray ? "objects" : joined(terms.collectives, ", "),
               benchmarkName(terms.benchmark));
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

std::vector<std::string> launchNotes(const LaunchQuestion& question)
{
    std::vector<std::string> notes = designErrors(question);
    if (!question.whyTools.empty())
        notes.push_back(question.whyTools);
    notes.insert(notes.end(), question.tools.unowned.begin(), question.tools.unowned.end());
    if (!question.nodesKnown)
        notes.emplace_back("workers_per_node is not given: one worker a node is assumed");
    if (question.terms.hosts.empty() && !question.terms.mpi)
        notes.emplace_back("cluster.yaml holds placeholders: enter nodes and user, or give --hosts and --ssh-user");
    notes.push_back(timedText(question.terms));
    return notes;
}

Answer launchSummary(const LaunchTerms& terms, const ToolChoice& tools)
{
    const std::string size = say("{} on {}", workersText(terms.workers), countedText(terms.nodes(), "node"));
    const bool known = !tools.rows.empty() && !tools.rows.front()->frameworks.empty();
    Answer answer;
    answer.headline = known ? say("{}, with {}.", size, tools.rows.front()->frameworks.front()) : size + ".";
    return answer;
}

Answer launchAnswer(const LaunchQuestion& question)
{
    const LaunchTerms& terms = question.terms;
    Answer answer;
    answer.table.columns = {
        {"collective", "collective", "", -1}, {"framework", "framework", "", -1}, {"launcher", "launched by", "", -1}};
    for (const ToolRow* row : question.tools.rows) {
        Cell launcher;
        if (const std::string name = toolLauncherName(*row); !name.empty())
            launcher = name;
        answer.table.rows.push_back({row->collective, row->frameworkList(), launcher});
    }
    if (answer.table.rows.empty())
        answer.table = {};
    answer.headline = say("{} on {}: {} written.", workersText(terms.workers), countedText(terms.nodes(), "node"),
                          countedText(static_cast<long>(question.files.size()), "file"));
    std::vector<std::string> names;
    for (const std::string& file : question.files)
        names.push_back(fileName(file));
    const std::vector<std::string> errors = designErrors(question);
    answer.because = errors.empty() ? joined(names, ", ") + "."
                                    : say("The design has {}.", countedText(static_cast<long>(errors.size()), "error"));
    answer.next = errors.empty()
                      ? Next{"Run benchmark.sh there first, then:", "scalewright-cli fit-comm timings.csv", {}}
                      : Next{"Correct the design first:", "scalewright-cli design check PROJECT", {}};
    addFact(answer, FactKind::Figure, "nodes",
            say("{}, {} a node", countedText(terms.nodes(), "node"), std::min(terms.workers, terms.workersPerNode)));
    addFacts(answer, FactKind::Figure, "files", question.files);
    for (const ToolRow* row : question.tools.rows)
        addFact(answer, FactKind::Source, row->collective,
                joined({row->book, row->inherits.empty() ? std::string() : "brings " + row->inherits}, "; "));
    for (const char* id : {"coordination", "tracking"})
        if (const ToolRow* row = question.table.find(id))
            addFact(answer, FactKind::Advice, row->collective, row->frameworkList());
    if (!question.tools.rows.empty())
        addFact(answer, FactKind::Source, "tools", question.table.maturity);
    for (const std::string& note : launchNotes(question))
        addFact(answer, FactKind::Warning, "note", note);
    return answer;
}

}  // namespace scalewright

#include "core/output/answers/ladder_runs.h"

#include <algorithm>
#include <map>

#include "core/base/process/command.h"
#include "core/base/quantity/units.h"
#include "core/base/statistics/median.h"
#include "core/base/text/message.h"

namespace scalewright {

namespace {

struct RunsOfP {
    std::vector<double> seconds;
    std::size_t failed = 0;
    [[nodiscard]] double medianS() const { return median(seconds); }
};

}  // namespace

Answer ladderRunsAnswer(const LadderRunsQuestion& question)
{
    const LadderRunReport& report = question.report;
    std::map<int, RunsOfP> byP;
    std::size_t succeeded = 0;
    bool parts = false;
    for (const LadderRunRow& row : report.rows) {
        RunsOfP& runs = byP[row.p];
        parts = parts || row.said.commS;
        if (row.ok() && row.seconds) {
            runs.seconds.push_back(*row.seconds);
            ++succeeded;
        } else {
            ++runs.failed;
        }
    }
    Answer answer;
    answer.table.columns = {
        {"p", "p", "", 0}, {"runs", "runs", "", 0}, {"failed_runs", "failed", "", 0}, {"t", "median time", "", -1}};
    const std::pair<const int, RunsOfP>*first = nullptr, *fastest = nullptr;
    bool one = true;
    for (const auto& each : byP) {
        const RunsOfP& runs = each.second;
        answer.table.rows.push_back({static_cast<double>(each.first), static_cast<double>(runs.seconds.size()),
                                     static_cast<double>(runs.failed),
                                     runs.seconds.empty() ? Cell() : Cell(timeText(runs.medianS()))});
        if (runs.seconds.empty())
            continue;
        one = one && runs.seconds.size() == 1;
        first = first == nullptr ? &each : first;
        if (fastest == nullptr || runs.medianS() < fastest->second.medianS())
            fastest = &each;
    }
    answer.sure.basis = Basis::Measured;
    if (first == nullptr) {
        answer.headline = say("{} of {} runs succeeded: there is no ladder.", succeeded, report.rows.size());
        if (!report.rows.empty())
            answer.because = say("The last was run {} at p = {}: {}.", report.rows.back().repeat, report.rows.back().p,
                                 report.rows.back().failure());
        else if (!question.warnings.empty())
            answer.because = capital(question.warnings.front()) + ".";
        answer.next = {"Run the command by itself, and see why it fails.", {}, {}};
    } else {
        const std::string time = timeText(fastest->second.medianS());
        constexpr double alike = 1.03;
        const bool level = std::all_of(byP.begin(), byP.end(), [&](const auto& each) {
            return each.second.seconds.empty() || each.second.medianS() <= alike * fastest->second.medianS();
        });
        answer.headline = byP.size() == 1 ? say("p = {} takes {}.", first->first, time)
                          : level         ? say("Every p takes about {}: none stands out.", time)
                          : fastest == first
                              ? say("p = {} is the fastest: {}. More workers are slower.", first->first, time)
                              : say("p = {} is the fastest: {}, {}× as fast as p = {}.", fastest->first, time,
                                    significant(first->second.medianS() / fastest->second.medianS()), first->first);
        const auto warnings = static_cast<long>(report.warnings.size());
        answer.sure.note = joined(
            {one ? "one run per point" : "", warnings > 0 ? countedText(warnings, "warning") : std::string()}, ", ");
        if (succeeded < report.rows.size())
            answer.because = say("{} of {} runs succeeded.", succeeded, report.rows.size());
        if (question.file.empty())
            answer.next = {"Keep the rows with -o LADDER.csv.", {}, {}};
        else if (byP.size() == 1)
            answer.next = {"Measure at least one more p.", {}, {}};
        else
            answer.next = {parts ? "See where the lost folds went." : "See what scales and what does not.",
                           // Times that do not fall leave it open whether the work grew.
                           say("scalewright-cli attribute {}{}", shellLine({question.file}),
                               fastest == first || level ? " --scaling strong" : ""),
                           {}};
    }
    if (report.rows.empty())
        answer.table = {};
    if (!question.file.empty())
        addFact(answer, FactKind::Reading, "rows",
                say("{}: {} rows, {} of them from before", question.file, report.rows.size(), report.resumed));
    addFacts(answer, FactKind::Warning, "warning", question.warnings);
    return answer;
}

}  // namespace scalewright

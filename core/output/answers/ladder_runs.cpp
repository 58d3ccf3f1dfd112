// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/ladder_runs.h"

#include <algorithm>
#include <map>

#include "core/base/process/command.h"
#include "core/base/quantity/units.h"
#include "core/base/statistics/median.h"
#include "core/base/text/message.h"

namespace scalewright {

namespace {

struct RunsAtP {
    std::vector<double> seconds;
    std::size_t failedRuns = 0;
    [[nodiscard]] double medianS() const { return median(seconds); }
};

}  // namespace

Answer ladderRunsAnswer(const LadderRunsQuestion& question)
{
    const LadderRunReport& report = question.report;
    std::map<int, RunsAtP> runsByP;
    std::size_t succeeded = 0;
    bool parts = false;
    for (const LadderRunRow& row : report.rows) {
        RunsAtP& runs = runsByP[row.p];
        parts = parts || row.reported.commS;
        if (row.isOk() && row.seconds) {
            runs.seconds.push_back(*row.seconds);
            ++succeeded;
        } else {
            ++runs.failedRuns;
        }
    }
    Answer answer;
    answer.table.columns = {
        {"p", "p", "", 0}, {"runs", "runs", "", 0}, {"failed_runs", "failed", "", 0}, {"t", "median time", "", -1}};
    const std::pair<const int, RunsAtP>*first = nullptr, *fastest = nullptr;
    bool hasOneRunEach = true;
    for (const auto& each : runsByP) {
        const RunsAtP& runs = each.second;
        answer.table.rows.push_back({static_cast<double>(each.first), static_cast<double>(runs.seconds.size()),
                                     static_cast<double>(runs.failedRuns),
                                     runs.seconds.empty() ? Cell() : Cell(timeText(runs.medianS()))});
        if (runs.seconds.empty())
            continue;
        hasOneRunEach = hasOneRunEach && runs.seconds.size() == 1;
        first = first == nullptr ? &each : first;
        if (fastest == nullptr || runs.medianS() < fastest->second.medianS())
            fastest = &each;
    }
    answer.confidence.basis = Basis::Measured;
    if (first == nullptr) {
        answer.headline = formatMessage("{} of {} runs succeeded: there is no ladder.", succeeded, report.rows.size());
        if (!report.rows.empty())
            answer.because = formatMessage("The last was run {} at p = {}: {}.", report.rows.back().repeat,
                                           report.rows.back().p, report.rows.back().failureText());
        else if (!question.warnings.empty())
            answer.because = capitalised(question.warnings.front()) + ".";
        answer.next = {"Run the command on its own to see why it fails."};
    } else {
        const std::string time = timeText(fastest->second.medianS());
        constexpr double maximumRatio = 1.03;
        const bool level = std::ranges::all_of(runsByP, [&](const auto& each) {
            return each.second.seconds.empty() || each.second.medianS() <= maximumRatio * fastest->second.medianS();
        });
        const auto failing =
            std::ranges::find_if(runsByP, [](const auto& each) { return each.second.seconds.empty(); });
        answer.headline =
            failing != runsByP.end()
                ? formatMessage("Every run at p = {} failed; p = {} takes {}.", failing->first, fastest->first, time)
            : runsByP.size() == 1 ? formatMessage("p = {} takes {}.", first->first, time)
            : level               ? formatMessage("Every p takes about {}: none is clearly faster.", time)
            : fastest == first
                ? formatMessage("p = {} is the fastest: {}. More workers are slower.", first->first, time)
                : formatMessage("p = {} is the fastest: {}, {}× as fast as p = {}.", fastest->first, time,
                                significantText(first->second.medianS() / fastest->second.medianS()), first->first);
        const auto warnings = static_cast<long>(report.warnings.size());
        answer.confidence.note = joinNonEmpty({hasOneRunEach ? "one run per point" : "",
                                               warnings > 0 ? countWithNoun(warnings, "warning") : std::string()},
                                              ", ");
        if (succeeded < report.rows.size())
            answer.because = formatMessage("{} of {} runs succeeded.", succeeded, report.rows.size());
        if (question.file.empty())
            answer.next = {"Keep the rows with -o LADDER.csv."};
        else if (failing != runsByP.end())
            answer.next = {formatMessage("Run the command at p = {} on its own to see why it fails.", failing->first)};
        else if (runsByP.size() == 1)
            answer.next = {"Measure at least one more p."};
        else
            answer.next = {parts ? "See where the lost folds went." : "See what scales and what does not.",
                           // If the times do not fall, the work may have grown.
                           formatMessage("scalewright-cli attribute {}{}", joinShellWords({question.file}),
                                         fastest == first || level ? " --scaling strong" : ""),
                           {}};
    }
    if (report.rows.empty())
        answer.table = {};
    if (!question.file.empty())
        answer.add(Fact::Interpretation, "rows", "{}: {} rows, {} of them from earlier runs", question.file,
                   report.rows.size(), report.resumedCount);
    answer.add(Fact::Warning, "warning", question.warnings);
    return answer;
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/recorded_run.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/evidence/trace/flow.h"

namespace scalewright {

namespace {

std::string rankListText(const std::vector<int>& numbers)
{
    std::string text;
    for (const int each : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(each);
    return text;
}

Table ranksTable(const TraceRun& run)
{
    Table table;
    table.columns = {{"rank", "rank", "", 0},          {"span_s", "span", "", -1},
                     {"compute_s", "compute", "", -1}, {"communication_s", "communication", "", -1},
                     {"overlap_s", "overlap", "", -1}, {"exposed_communication_s", "exposed", "", -1},
                     {"memory_s", "memory", "", -1},   {"io_s", "I/O", "", -1},
                     {"waiting_s", "waiting", "", -1}, {"idle_s", "idle", "", -1}};
    for (const TraceRank& rank : run.ranks) {
        const TimeTotals& s = rank.totals;
        std::vector<Cell> row{static_cast<double>(rank.rank)};
        for (const double seconds : {s.spanS, s.computeS, s.communicationS, s.overlapS, s.exposedS, s.memoryS, s.ioS})
            row.emplace_back(timeText(seconds));
        row.emplace_back(rank.waitingS ? timeText(*rank.waitingS) : std::string("unknown"));
        row.emplace_back(timeText(s.idleS));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table rankComparisonTable(const RunComparison& comparison)
{
    constexpr std::array parts{Activity::Compute, Activity::Communication, Activity::Waiting, Activity::Memory,
                               Activity::InputOutput};
    Table table;
    table.columns = {{"rank", "rank", "", 0},
                     {"run", "run", "", -1},
                     {"span_s", "span", "", -1},
                     {"compute_s", "compute", "", -1},
                     {"communication_s", "communication", "", -1},
                     {"waiting_s", "waiting", "", -1},
                     {"memory_s", "memory", "", -1},
                     {"io_s", "I/O", "", -1},
                     {"idle_s", "idle", "", -1}};
    for (const ComparedWorker& worker : comparison.workers) {
        const auto add = [&](const char* name, const WorkerParts& times, const WorkerParts* baseline) {
            const auto text = [&](double value, double before) {
                const double difference = baseline ? value - before : value;
                return baseline && difference > 0   ? "+" + timeText(difference)
                       : baseline && difference < 0 ? "-" + timeText(-difference)
                                                    : timeText(difference);
            };
            std::vector<Cell> row{baseline ? Cell() : Cell(static_cast<double>(times.worker)), std::string(name),
                                  text(times.spanS, baseline ? baseline->spanS : 0)};
            for (const Activity activity : parts)
                row.emplace_back(text(times.part(activity), baseline ? baseline->part(activity) : 0));
            row.emplace_back(text(times.idleS(), baseline ? baseline->idleS() : 0));
            table.rows.push_back(std::move(row));
        };
        add("first", worker.first, nullptr);
        add("second", worker.second, nullptr);
        add("difference", worker.second, &worker.first);
    }
    return table;
}

constexpr std::string_view idleName = "idle";

/// A share of the ranks' spans: "Compute takes 61 % of the time, waiting 20 %."
struct RunShare {
    std::string_view name;
    double seconds;
};

std::vector<RunShare> rankedTimeShares(const TraceRun& run)
{
    RunShare compute{"compute", 0}, exposed{"communication", 0}, waiting{"waiting", 0}, memory{"memory", 0},
        io{"I/O", 0}, idle{idleName, 0};
    for (const TraceRank& rank : run.ranks) {
        const double waited = std::min(rank.waitingS.value_or(0), rank.totals.exposedS + rank.totals.waitS);
        compute.seconds += rank.totals.computeS;
        waiting.seconds += waited;
        exposed.seconds += std::max(0.0, rank.totals.exposedS - std::max(0.0, waited - rank.totals.waitS));
        memory.seconds += rank.totals.memoryS;
        io.seconds += rank.totals.ioS;
        idle.seconds += rank.totals.idleS;
    }
    std::vector<RunShare> shares{compute, exposed, waiting, memory, io, idle};
    std::ranges::stable_sort(shares, [](const RunShare& a, const RunShare& b) { return a.seconds > b.seconds; });
    return shares;
}

std::string timeSharesSentence(const TraceRun& run)
{
    double span = 0;
    for (const TraceRank& rank : run.ranks)
        span += rank.totals.spanS;
    std::string text;
    int mentioned = 0;
    for (const RunShare& each : rankedTimeShares(run)) {
        if (span <= 0 || each.seconds < 0.005 * span || mentioned++ >= 4)
            continue;
        const std::string share = percentageText(each.seconds / span, 2);
        text += !text.empty() ? formatMessage(", {} {}", each.name, share)
                : each.name == idleName
                    ? formatMessage("Ranks idle {} of the time", share)
                    : formatMessage("{} takes {} of the time", capitalised(std::string(each.name)), share);
    }
    return text.empty() ? text : text + ".";
}

constexpr std::size_t minimumRecordedSteps = 10;

bool hasCommunication(const TraceRun& run)
{
    return std::ranges::any_of(run.ranks, [](const TraceRank& rank) { return rank.totals.communicationS > 0; });
}

void setRunHeadline(Answer& answer, const RecordedRunQuestion& question)
{
    const TraceRun& run = question.run;
    const StragglerVerdict& verdict = run.stragglerVerdict;
    const std::string lateText = timeText(verdict.latenessS);
    std::vector<int> latest;
    for (const std::size_t rankIndex : verdict.latestRanks)
        latest.push_back(run.ranks[rankIndex].rank);
    const char* const ranks = run.ranks.size() == 1 ? "1 rank" : nullptr;
    answer.confidence.clarity = Clarity::Clear;
    if (run.ranks.size() == 1) {
        answer.headline = formatMessage("{} is recorded, over {}.", ranks, timeText(run.spanS()));
        answer.confidence.clarity.reset();
    } else if (!run.stragglers.empty() && verdict.stepCount == 0) {
        answer.headline =
            formatMessage("Rank {} communicates least: others probably wait for it.", rankListText(run.stragglers));
        answer.confidence.clarity = Clarity::Close;
    } else if (!run.stragglers.empty() && verdict.decidedBySize && latest.size() == 1) {
        answer.headline =
            formatMessage("Rank {} is slow: others wait {} a step for it.", rankListText(latest), lateText);
        answer.confidence.clarity = Clarity::Close;
    } else if (!run.stragglers.empty() && latest.size() == 1) {
        answer.headline = formatMessage("Rank {} is slow: last in {} of {} steps, {} late.", rankListText(latest),
                                        verdict.lastArrivals, verdict.stepCount, lateText);
    } else if (!run.stragglers.empty()) {
        answer.headline = formatMessage("Ranks {} are slow: {} late a step.", rankListText(latest), lateText);
    } else if (run.hasProbableStraggler) {
        answer.headline = formatMessage("Probably rank {}: last in {} of {} steps, {} late.", rankListText(latest),
                                        verdict.lastArrivals, verdict.stepCount, lateText);
        answer.confidence.clarity = Clarity::Close;
    } else if (!hasCommunication(run)) {
        answer.headline = formatMessage("{} ranks recorded, without communication between them.", run.ranks.size());
        answer.confidence.clarity = Clarity::Unknown;
    } else if (verdict.stepCount > 0 && !verdict.detectableS) {
        answer.headline = formatMessage(
            "{} too few to find a slow rank.",
            verdict.stepCount == 1 ? std::string("One step is") : formatMessage("{} steps are", verdict.stepCount));
        answer.confidence.clarity = Clarity::Unknown;
    } else {
        answer.headline = formatMessage("No slow rank among {}.", run.ranks.size());
        // "Clear" only if a delay that matters would have been found.
        constexpr double notableDelayShare = 0.1;
        if (verdict.detectableS.value_or(0) > notableDelayShare * run.spanS() / double(verdict.stepCount))
            answer.confidence.clarity = Clarity::Close;
    }
    if (!run.weaknesses.empty() && answer.confidence.clarity == Clarity::Clear)
        answer.confidence.clarity = Clarity::Close;
    answer.confidence.note = joinNonEmpty(run.weaknesses, ", ");
    answer.because = timeSharesSentence(run);
    answer.confidence.basis = Basis::Measured;
    answer.confidence.reason = run.stragglerSummary + ".";
}

void setRunNextStep(Answer& answer, const RecordedRunQuestion& question)
{
    const TraceRun& run = question.run;
    if (run.unclassifiedShare > 0.1)
        answer.next = {formatMessage("Classify the other {} of the busy time with your own rules: --rules FILE.",
                                     percentageText(run.unclassifiedShare, 2))};
    else if (run.ranks.size() > 1 && !hasCommunication(run))
        answer.next = {"Record communication too: it shows who waits for whom."};
    else if (run.hasProbableStraggler ||
             (run.stragglerVerdict.stepCount > 0 && !run.stragglerVerdict.detectableS && run.stragglers.empty()))
        answer.next = {formatMessage("Record more steps: at least {}.",
                                     std::max(2 * run.stragglerVerdict.stepCount, minimumRecordedSteps))};
    else if (question.unchangedReplay != nullptr && run.straggler)
        answer.next = {
            formatMessage("See what a normal rank {} would gain.", *run.straggler),
            formatMessage("scalewright-cli timeline import {} --as-median {}", question.fileArguments, *run.straggler),
            {}};
    else if (question.unchangedReplay != nullptr)
        answer.next = {"See what hiding communication behind compute would gain.",
                       formatMessage("scalewright-cli timeline import {} --overlap", question.fileArguments),
                       {}};
    else if (run.ranks.size() == 1)
        answer.next = {"Record every rank to see who waits for whom."};
}

void addRunDetails(Answer& answer, const TraceRun& run)
{
    answer.add(Fact::Calibration, "calibration", run.stragglerTrackRecord);
    answer.add(Fact::Value, "unclassified", "{} % of the busy time", significantText(100 * run.unclassifiedShare));
    for (std::size_t r = 1; r < run.matched.offsets.size(); ++r)
        answer.add(Fact::Interpretation, formatMessage("clock of rank {}", run.ranks[r].rank),
                   "{} s from rank {}'s, from the ends of {} collectives (within {})",
                   significantText(run.matched.offsets[r].seconds), run.ranks[0].rank, run.matched.collectives.size(),
                   timeText(run.matched.offsets[r].spreadS));
    const TracePoint point = stepTracePoint(run);
    answer.add(Fact::Value, "ladder point", "p = {}, time {}, comp {}, comm {}, idle {}, io {}{} ({})", point.point.p,
               timeText(*point.point.timeS), timeText(*point.point.compS), timeText(*point.point.commS),
               timeText(*point.point.idleS), timeText(*point.point.ioS),
               point.unclassifiedS > 0 ? ", unclassified " + timeText(point.unclassifiedS) : std::string(),
               point.description);
    answer.add(Fact::Warning, "warning", run.warnings);
}

void addComparisonDetails(Answer& answer, const RecordedRunQuestion& question)
{
    const RunComparison& comparison = *question.comparison;
    for (const auto& [list, which] :
         {std::pair(&comparison.onlyInFirst, "first"), {&comparison.onlyInSecond, "second"}})
        if (!list->empty())
            answer.add(Fact::Warning, "compared", "only in the {} run: {} ranks", which, list->size());
    const Table ranks = ranksTable(question.run);
    for (const std::vector<Cell>& row : ranks.rows) {
        std::string text;
        for (std::size_t i = 1; i < row.size(); ++i)
            text += formatMessage("{}{} {}", text.empty() ? "" : ", ", ranks.columns[i].title,
                                  cellText(row[i], ranks.columns[i]));
        answer.add(Fact::Value, "first run", "rank {}: {}", cellText(row[0], ranks.columns[0]), text);
    }
}

}  // namespace

Answer recordedRunAnswer(const RecordedRunQuestion& question)
{
    Answer answer;
    setRunHeadline(answer, question);
    setRunNextStep(answer, question);
    if (question.comparison != nullptr) {
        const RunComparison& comparison = *question.comparison;
        const std::string verdict = answer.headline, reason = answer.because;
        answer.table = rankComparisonTable(comparison);
        answer.headline =
            formatMessage("{} instead of {} {}.", timeText(comparison.secondSpanS), timeText(comparison.firstSpanS),
                          comparison.basis == PartsBasis::Step ? "a step" : "in total");
        answer.because = capitalised(comparison.summary) + ".";
        answer.next = {};
        answer.add(Fact::Value, "first run", verdict);
        answer.add(Fact::Value, "first run", reason);
    } else {
        answer.table = ranksTable(question.run);
    }
    if (question.whatIfReplay != nullptr && question.unchangedReplay != nullptr) {
        answer.add(Fact::Value, "recorded", answer.headline);
        answer.headline = formatMessage("What if: {} instead of {}.", timeText(question.whatIfReplay->spanS),
                                        timeText(question.unchangedReplay->spanS));
        answer.confidence.basis = Basis::Simulated;
        answer.next = {};
    }
    if (question.unchangedReplay != nullptr)
        answer.add(Fact::Calibration, "replay", "unchanged: {}, {} % off the recording",
                   timeText(question.unchangedReplay->spanS),
                   significantText(100 * question.unchangedReplay->relativeError()));
    if (question.comparison != nullptr)
        addComparisonDetails(answer, question);
    addRunDetails(answer, question.run);
    return answer;
}

}  // namespace scalewright

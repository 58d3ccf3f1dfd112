#include "core/output/answers/recorded_run.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/evidence/trace/flow.h"

namespace scalewright {

namespace {

std::string ranksText(const std::vector<int>& numbers)
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
        const TimeShares& s = rank.whole;
        std::vector<Cell> row{static_cast<double>(rank.rank)};
        for (const double seconds : {s.spanS, s.computeS, s.communicationS, s.overlapS, s.exposedS, s.memoryS, s.ioS})
            row.emplace_back(timeText(seconds));
        row.emplace_back(rank.waitingS ? timeText(*rank.waitingS) : std::string("unknown"));
        row.emplace_back(timeText(s.idleS));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table comparisonTable(const RunComparison& its)
{
    constexpr std::array parts{Doing::Compute, Doing::Communication, Doing::Waiting, Doing::Memory, Doing::InputOutput};
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
    for (const ComparedWorker& worker : its.workers) {
        const auto add = [&](const char* name, const WorkerParts& of, const WorkerParts* less) {
            const auto text = [&](double value, double before) {
                const double shown = less ? value - before : value;
                return less && shown > 0   ? "+" + timeText(shown)
                       : less && shown < 0 ? "-" + timeText(-shown)
                                           : timeText(shown);
            };
            std::vector<Cell> row{less ? Cell() : Cell(static_cast<double>(of.worker)), std::string(name),
                                  text(of.spanS, less ? less->spanS : 0)};
            for (const Doing what : parts)
                row.emplace_back(text(of.part(what), less ? less->part(what) : 0));
            row.emplace_back(text(of.idleS(), less ? less->idleS() : 0));
            table.rows.push_back(std::move(row));
        };
        add("first", worker.first, nullptr);
        add("second", worker.second, nullptr);
        add("difference", worker.second, &worker.first);
    }
    return table;
}

/// Shares of the ranks' spans, the largest first: "Compute takes 61 % of the time, waiting 20 %."
struct RunShare {
    const char* name;
    double seconds;
};

std::vector<RunShare> sharesOf(const TraceRun& run)
{
    RunShare compute{"compute", 0}, exposed{"communication", 0}, waiting{"waiting", 0}, memory{"memory", 0},
        io{"I/O", 0}, idle{"idle time", 0};
    for (const TraceRank& rank : run.ranks) {
        const double waited = std::min(rank.waitingS.value_or(0), rank.whole.exposedS + rank.whole.waitS);
        compute.seconds += rank.whole.computeS;
        waiting.seconds += waited;
        exposed.seconds += std::max(0.0, rank.whole.exposedS - std::max(0.0, waited - rank.whole.waitS));
        memory.seconds += rank.whole.memoryS;
        io.seconds += rank.whole.ioS;
        idle.seconds += rank.whole.idleS;
    }
    std::vector<RunShare> all{compute, exposed, waiting, memory, io, idle};
    std::stable_sort(all.begin(), all.end(),
                     [](const RunShare& a, const RunShare& b) { return a.seconds > b.seconds; });
    return all;
}

std::string sharesSentence(const TraceRun& run)
{
    double span = 0;
    for (const TraceRank& rank : run.ranks)
        span += rank.whole.spanS;
    std::string text;
    int said = 0;
    for (const RunShare& each : sharesOf(run))
        if (span > 0 && each.seconds >= 0.005 * span && said++ < 4)
            text += text.empty() ? say("{} takes {} of the time", capital(each.name), percent(each.seconds / span, 2))
                                 : say(", {} {}", each.name, percent(each.seconds / span, 2));
    return text.empty() ? text : text + ".";
}

bool communicates(const TraceRun& run)
{
    return std::any_of(run.ranks.begin(), run.ranks.end(),
                       [](const TraceRank& rank) { return rank.whole.communicationS > 0; });
}

void runHead(Answer& answer, const RecordedRunQuestion& question)
{
    const TraceRun& run = question.run;
    const StragglerVerdict& its = run.lateness;
    const std::string late = timeText(its.lateS);
    std::vector<int> latest;
    for (const std::size_t at : its.late)
        latest.push_back(run.ranks[at].rank);
    const bool probable = run.stragglers.empty() && run.aboutStraggler.starts_with("undecided");
    const char* const ranks = run.ranks.size() == 1 ? "1 rank" : nullptr;
    answer.sure.clarity = Clarity::Clear;
    if (run.ranks.size() == 1) {
        answer.headline = say("{} is recorded, over {}.", ranks, timeText(run.spanS()));
        answer.sure.clarity.reset();
    } else if (!run.stragglers.empty() && its.steps == 0) {
        answer.headline = say("Rank {} communicates least: others probably wait for it.", ranksText(run.stragglers));
        answer.sure.clarity = Clarity::Close;
    } else if (!run.stragglers.empty() && its.bySize && latest.size() == 1) {
        answer.headline = say("Rank {} is slow: others wait {} a step for it.", ranksText(latest), late);
        answer.sure.clarity = Clarity::Close;
    } else if (!run.stragglers.empty() && latest.size() == 1) {
        answer.headline =
            say("Rank {} is slow: last in {} of {} steps, {} late.", ranksText(latest), its.last, its.steps, late);
    } else if (!run.stragglers.empty()) {
        answer.headline = say("Ranks {} are slow: {} late a step.", ranksText(latest), late);
    } else if (probable) {
        answer.headline =
            say("Probably rank {}: last in {} of {} steps, {} late.", ranksText(latest), its.last, its.steps, late);
        answer.sure.clarity = Clarity::Close;
    } else if (!communicates(run)) {
        answer.headline = say("{} ranks are recorded, and no communication between them.", run.ranks.size());
        answer.sure.clarity = Clarity::NotKnown;
    } else {
        answer.headline = say("No slow rank among {}.", run.ranks.size());
    }
    answer.because = sharesSentence(run);
    answer.sure.basis = Basis::Measured;
    answer.sure.why = run.aboutStraggler + ".";
}

void runNext(Answer& answer, const RecordedRunQuestion& question)
{
    const TraceRun& run = question.run;
    if (run.unclassifiedShare > 0.1)
        answer.next = {say("Name the other {} of the busy time by rules of your own: --rules FILE.",
                           percent(run.unclassifiedShare, 2)),
                       {},
                       {}};
    else if (run.ranks.size() > 1 && !communicates(run))
        answer.next = {"Record communication too: it shows who waits for whom.", {}, {}};
    else if (question.same != nullptr && run.straggler)
        answer.next = {say("See what a normal rank {} would gain.", *run.straggler),
                       say("scalewright-cli timeline import {} --as-median {}", question.files, *run.straggler),
                       {}};
    else if (question.same != nullptr)
        answer.next = {"See what hiding communication behind compute would gain.",
                       say("scalewright-cli timeline import {} --overlap", question.files),
                       {}};
    else if (run.ranks.size() == 1)
        answer.next = {"Record every rank to see who waits for whom.", {}, {}};
}

void addRunDetails(Answer& answer, const TraceRun& run)
{
    addFact(answer, FactKind::Calibration, "calibration", run.stragglerCalibration);
    addFact(answer, FactKind::Figure, "unclassified",
            say("{} % of the busy time", significant(100 * run.unclassifiedShare)));
    for (std::size_t r = 1; r < run.matched.offsets.size(); ++r)
        addFact(answer, FactKind::Reading, say("clock of rank {}", run.ranks[r].rank),
                say("{} s from rank {}'s, by the ends of {} collectives (within {})",
                    significant(run.matched.offsets[r].seconds), run.ranks[0].rank, run.matched.collectives.size(),
                    timeText(run.matched.offsets[r].spreadS)));
    const TracePoint point = ladderPoint(run);
    addFact(
        answer, FactKind::Figure, "ladder point",
        say("p = {}, time {}, comp {}, comm {}, idle {}, io {}{} ({})", point.point.p, timeText(*point.point.timeS),
            timeText(*point.point.compS), timeText(*point.point.commS), timeText(*point.point.idleS),
            timeText(*point.point.ioS),
            point.unclassifiedS > 0 ? ", unclassified " + timeText(point.unclassifiedS) : std::string(), point.about));
    addFacts(answer, FactKind::Warning, "warning", run.warnings);
}

void addComparisonDetails(Answer& answer, const RecordedRunQuestion& question)
{
    const RunComparison& its = *question.comparison;
    for (const auto& [list, which] : {std::pair(&its.onlyFirst, "first"), {&its.onlySecond, "second"}})
        if (!list->empty())
            addFact(answer, FactKind::Warning, "compared", say("only in the {}: {} ranks", which, list->size()));
    const Table ranks = ranksTable(question.run);
    for (const std::vector<Cell>& row : ranks.rows) {
        std::string text;
        for (std::size_t i = 1; i < row.size(); ++i)
            text +=
                say("{}{} {}", text.empty() ? "" : ", ", ranks.columns[i].title, cellText(row[i], ranks.columns[i]));
        addFact(answer, FactKind::Figure, "first run", say("rank {}: {}", cellText(row[0], ranks.columns[0]), text));
    }
}

}  // namespace

Answer recordedRunAnswer(const RecordedRunQuestion& question)
{
    Answer answer;
    runHead(answer, question);
    runNext(answer, question);
    if (question.comparison != nullptr) {
        const RunComparison& its = *question.comparison;
        const std::string verdict = answer.headline, why = answer.because;
        answer.table = comparisonTable(its);
        answer.headline = say("{} instead of {} {}.", timeText(its.secondS), timeText(its.firstS),
                              its.over == PartsOver::Step ? "a step" : "in all");
        answer.because = capital(its.about) + ".";
        answer.next = {};
        addFact(answer, FactKind::Figure, "first run", verdict);
        addFact(answer, FactKind::Figure, "first run", why);
    } else {
        answer.table = ranksTable(question.run);
    }
    if (question.whatIf != nullptr && question.same != nullptr) {
        addFact(answer, FactKind::Figure, "recorded", answer.headline);
        answer.headline =
            say("What if: {} instead of {}.", timeText(question.whatIf->spanS), timeText(question.same->spanS));
        answer.sure.basis = Basis::Simulated;
        answer.next = {};
    }
    if (question.same != nullptr)
        addFact(answer, FactKind::Calibration, "replay",
                say("unchanged: {}, {} % off the recording", timeText(question.same->spanS),
                    significant(100 * question.same->error())));
    if (question.comparison != nullptr)
        addComparisonDetails(answer, question);
    addRunDetails(answer, question.run);
    return answer;
}

}  // namespace scalewright

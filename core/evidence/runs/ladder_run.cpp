#include "core/evidence/runs/ladder_run.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <random>
#include <set>

#include <fmt/format.h>

#include "core/base/json/json.h"
#include "core/base/process/command.h"
#include "core/base/process/wall_clock.h"
#include "core/base/quantity/units.h"
#include "core/base/statistics/median.h"
#include "core/base/statistics/outliers.h"
#include "core/base/text/quote.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/probes/samples.h"
#include "core/evidence/runs/ladder_on_disk.h"
#include "core/evidence/runs/run_traces.h"
#include "core/evidence/runs/slurm_ladder.h"

namespace scalewright {

namespace {

std::string hostName()
{
    std::array<char, 256> name{};
    gethostname(name.data(), name.size() - 1);
    return name.data();
}

/// All turns in their order: the same for the same options, so that a second call finds its place.
std::vector<LadderRunTurn> turnsOf(const LadderRunOptions& options)
{
    std::vector<int> order = options.p;
    std::sort(order.begin(), order.end());
    std::mt19937_64 random(options.seed);
    std::vector<LadderRunTurn> turns;
    for (int repeat = 1; repeat <= options.repeats; ++repeat) {
        if (options.random)
            for (std::size_t i = order.size(); i > 1;
                 --i)  // Fisher and Yates; std::shuffle's draws differ between libraries
                std::swap(order[i - 1], order[random() % i]);
        for (const int p : order)
            turns.push_back({p, repeat});
    }
    return turns;
}

std::string context(const LadderRunOptions& options, const MachineFacts& facts)
{
    std::string load = significant(facts.load, 2);
    return fmt::format(
        "# a ladder by Scalewright {}, begun {}\n{}\n{}\n# host {}, {}, {} cores, load {} at the start\n# order {}, "
        "seed "
        "{}; {} warm-up run(s) of each p, not counted\n{}",
        SCALEWRIGHT_VERSION, timeOfDay(), detail::commandComment(options.launcher, options.words),
        detail::folderComment(options.folder), hostName(), cleaned(facts.cpu), facts.cores, load,
        options.random ? "random" : "up", options.seed, options.warmups, ladderRunHeader);
}

std::string statusOf(const CommandEnd& end, const SpokenLine& said, int p)
{
    switch (end.how) {
    case CommandEnd::How::Signalled: return fmt::format("signal {}", end.signal);
    case CommandEnd::How::TimedOut: return "timeout";
    default: break;
    }
    if (end.status != 0)
        return fmt::format("exit {}", end.status);
    if (said.p && *said.p != p)
        return fmt::format("saw {} workers", *said.p);
    return "ok";
}

/// The last lines of an output that comes in blocks.
class LastLines {
public:
    void hear(std::string_view block)
    {
        m_text += block;
        if (m_text.size() > 2 * most)
            m_text.erase(0, m_text.size() - most);
    }
    [[nodiscard]] std::string lines() const
    {
        constexpr int wanted = 3;
        const std::size_t end = m_text.find_last_not_of(" \t\r\n") + 1;
        std::size_t from = end;
        for (int i = 0; i < wanted && from > 0; ++i)
            from = m_text.rfind('\n', from - 1) == std::string::npos ? 0 : m_text.rfind('\n', from - 1);
        from = std::min(m_text.find_first_not_of("\r\n", from), end);
        std::string lines;
        for (const char c : cleaned(m_text.substr(from, end - from)))
            if (c != '\r')
                lines += c;
        return lines;
    }

private:
    static constexpr std::size_t most = 2048;
    std::string m_text;
};

/// The run's time as the program says it, which has no launcher's start in it.
void takeOwnTime(LadderRunRow& row)
{
    const std::optional<double> own = ownTime(row.said, *row.seconds);
    if (!own && row.said.timeS > 0)
        row.said.warnings.push_back(say("p = {}, run {}: the program says time = {} of a run that took {}: left out",
                                        row.p, row.repeat, timeText(*row.said.timeS), timeText(*row.seconds)));
    if (!own)
        return;
    row.ownTime = true;
    row.seconds = own;
    row.notes.emplace_back(ownTimeNote);
}

/// What the launcher takes to start p processes that do nothing; nullopt where it does not.
std::optional<double> launcherStartS(const LadderRunOptions& options, int p, int cores, const std::stop_token& stop)
{
    const std::string scratch = scratchName();
    LaunchLine line = launchLine(options.launcher, {"true"}, p, cores, scratch);
    Command command{.words = std::move(line.words),
                    .environment = std::move(line.environment),
                    .apart = true,
                    .timeoutS = 60,
                    .scratch = scratch};
    command.output = command.errors = [](std::string_view) { return true; };
    const Result<CommandEnd> end = runCommand(command, stop);
    return end && end->how == CommandEnd::How::Exited && end->status == 0 ? std::optional(end->seconds) : std::nullopt;
}

/// A launcher's start that is a tenth of the shortest run or more bends the ladder.
void warnOfLauncher(const LadderRunOptions& options, int cores, LadderRunReport& report, const std::stop_token& stop)
{
    if (options.launcher != Launcher::Mpirun && options.launcher != Launcher::Torchrun)
        return;
    const LadderRunRow* shortest = nullptr;
    for (const LadderRunRow& row : report.rows)
        if (row.seconds && !row.said.timeS && row.bySteps != true && (!shortest || *row.seconds < *shortest->seconds))
            shortest = &row;
    constexpr double longest = 20, share = 0.1;  // no launcher takes two seconds of more than that
    if (!shortest || *shortest->seconds > longest)
        return;
    const std::optional<double> start = launcherStartS(options, shortest->p, cores, stop);
    if (!start || *start < share * *shortest->seconds)
        return;
    report.warnings.push_back(
        say("{} alone takes {} of the {} at p = {}: let the program print its own time, scalewright: time=SECONDS",
            launcherName(options.launcher), timeText(*start), timeText(*shortest->seconds), shortest->p));
    if (options.warned)
        options.warned(report.warnings.back());
}

Result<LadderRunRow> runOnce(const LadderRunOptions& options, const LadderRunTurn& turn, int cores,
                             detail::RowsAreSteps& bySteps, const std::stop_token& stop)
{
    const Result<detail::TraceFolder> traces = detail::TraceFolder::make(options, turn.p, turn.repeat);
    if (!traces)
        return fail(traces.error());
    const std::string scratch = options.launcher == Launcher::None ? std::string() : scratchName();
    LaunchLine line = launchLine(options.launcher, options.words, turn.p, cores, scratch);
    line.environment.emplace_back(detail::traceFolderVariable, traces->path().string());
    SpokenLines lines;
    Command command{.words = std::move(line.words),
                    .environment = std::move(line.environment),
                    .folder = options.folder,
                    .apart = true,
                    .timeoutS = options.timeoutS,
                    .scratch = scratch,
                    .results = traces->kept() ? std::string() : traces->path().string()};
    command.output = [&](std::string_view block) {
        lines.hear(block);
        return true;
    };
    LastLines errors;
    if (options.hearErrors)
        command.errors = [&](std::string_view block) {
            errors.hear(block);
            if (options.passErrors)
                std::fwrite(block.data(), 1, block.size(), stderr);
            return true;
        };
    LadderRunRow row{.p = turn.p, .repeat = turn.repeat, .host = hostName(), .started = timeOfDay()};
    const std::string program = command.words.front();
    const Result<CommandEnd> end = runCommand(command, stop);
    if (!end)
        return fail(end.error());
    if (end->how == CommandEnd::How::NotFound || end->how == CommandEnd::How::NotExecutable)
        return fail(ErrorCode::Environment, say("{} cannot be run: {}", inQuotes(program), end->startError),
                    "a program that can be run");
    row.said = lines.ofWorkers(options.launcher == Launcher::None ? 1 : turn.p).value_or(SpokenLine{});
    row.status = statusOf(*end, row.said, turn.p);
    if (row.ok()) {
        row.seconds = row.launchS = end->seconds;
        if (row.said.lines > 1)
            row.notes.emplace_back("each worker printed a line: parts are their means, seconds the longest time=");
        takeOwnTime(row);
        detail::leaveOutImpossible(row);
    } else {
        row.said = {.warnings = std::move(row.said.warnings)};
        row.errors = errors.lines();
    }
    if (turn.repeat > 0)
        detail::takeTraces(row, traces->path(), bySteps, stop);
    return row;
}

void warnOfMachine(const LadderRunOptions& options, const MachineFacts& facts, std::vector<std::string>& warnings)
{
    if (facts.load > 0.5 * facts.cores && options.launcher != Launcher::Slurm)
        warnings.push_back(
            say("other programs are running (load {} on {} cores): times are longer than an idle machine's",
                significant(facts.load, 2), facts.cores));
    const int most = *std::max_element(options.p.begin(), options.p.end());
    if (most > facts.cores && (options.launcher == Launcher::Mpirun || options.launcher == Launcher::Torchrun))
        warnings.push_back(
            say("p = {} is more processes than this machine's {} cores: they wait for each other, and that is no "
                "property of the program",
                most, facts.cores));
    if (options.p.size() < 5)
        warnings.push_back(say("{}: five or more tell a law from a line",
                               options.p.size() == 1 ? "one p alone" : say("{} different p", options.p.size())));
    if (options.repeats < 5)
        warnings.push_back(say("{}: five or more tell how sure a time is", countedText(options.repeats, "repeat")));
    if (std::string unnamed = countUnnamed(options); !unnamed.empty())
        warnings.push_back(std::move(unnamed));
}

/// A run that failed, and the last that it wrote of it.
std::string failureOf(const LadderRunOptions& options, const LadderRunRow& row)
{
    const std::string status = options.passErrors ? row.failure() : row.status;
    const std::string what = row.repeat == 0 ? say("p = {}: the warm-up failed ({})", row.p, status)
                                             : say("p = {}: run {} failed ({})", row.p, row.repeat, status);
    return row.errors.empty() || options.passErrors ? what : what + (":\n" + row.errors);
}

/// What the program said and was left out: that of each p's first such run at once, all of it in the report.
void warnOfWords(const LadderRunOptions& options, const LadderRunRow& row, std::set<int>& warned)
{
    if (options.warned && !row.said.warnings.empty() && warned.insert(row.p).second)
        std::for_each(row.said.warnings.begin(), row.said.warnings.end(), options.warned);
}

/// What the runs of this call have come to so far.
class Hopes {
public:
    explicit Hopes(const LadderRunOptions& options) : m_options(options) {}

    /// Warns of the first run that fails in its way.
    void hear(const LadderRunRow& row, std::vector<std::string>& warnings)
    {
        m_tried.insert(row.p);
        ++m_runs;
        if (row.ok())
            m_some = true;
        else if (m_statuses.insert(row.status).second) {
            warnings.push_back(failureOf(m_options, row));
            if (m_options.warned)
                m_options.warned(warnings.back());
        }
    }
    /// Every p of the ladder has failed in the same way: it is no matter of the count, nor of chance.
    [[nodiscard]] bool none() const
    {
        return !m_some && m_statuses.size() == 1 && m_runs > 1 && m_tried.size() == m_options.p.size();
    }
    [[nodiscard]] const std::string& status() const { return *m_statuses.begin(); }

private:
    const LadderRunOptions& m_options;
    std::set<int> m_tried;
    std::set<std::string> m_statuses;  ///< of runs that failed
    int m_runs = 0;
    bool m_some = false;
};

std::vector<double> timesOf(const std::vector<LadderRunRow>& rows)
{
    std::vector<double> times;
    for (const LadderRunRow& row : rows)
        times.push_back(*row.seconds);
    return times;
}

/// It stays in.
void warnOfOutliers(const std::vector<LadderRunRow>& rows, std::vector<std::string>& warnings)
{
    const std::vector<double> times = timesOf(rows);
    for (const std::size_t i : farFromMedian(times))
        warnings.push_back(say("p = {}: run {} took {}, far from the median of {}{}; it stays in the ladder", rows[i].p,
                               rows[i].repeat, formatAmount(times[i], Dimension::Time).joined(),
                               formatAmount(median(times), Dimension::Time).joined(),
                               rows[i].repeat == 1 ? " (the first run: more warm-ups may be due)" : ""));
}

void conclude(const LadderRunOptions& options, LadderRunReport& report)
{
    std::map<int, std::pair<int, int>> okOf;  // ok, all
    std::map<int, std::vector<LadderRunRow>> timed;
    std::set<std::string> hosts, said;
    std::size_t fromTraces = 0, ofSteps = 0;
    for (const LadderRunRow& row : report.rows) {
        auto& [ok, all] = okOf[row.p];
        ok += row.ok() ? 1 : 0;
        ++all;
        if (row.seconds)
            timed[row.p].push_back(row);
        if (!row.host.empty())  // of a ladder in a project nobody knows
            hosts.insert(row.host);
        fromTraces += row.partsFrom.empty() ? 0 : 1;
        ofSteps += row.bySteps == true ? 1 : 0;
        for (const auto* list : {&row.said.warnings, &row.notes})
            for (const std::string& warning : *list)
                if (said.insert(warning).second)
                    report.warnings.push_back(warning);
    }
    if (fromTraces > 0)
        report.warnings.push_back(
            say("{} row(s) have their parts from profiler traces, and recording costs time: their times are those of "
                "traced runs",
                fromTraces));
    if (ofSteps > 0)
        report.warnings.push_back(
            say("{} row(s) are of one step, as their traces mark it: the launch and all that is before the first step "
                "are not in them",
                ofSteps));
    for (const auto& [p, counts] : okOf)
        if (counts.first < counts.second)
            report.warnings.push_back(
                say("p = {}: {} of {} runs succeeded; the others have no time", p, counts.first, counts.second));
    if (!okOf.empty() && okOf.begin()->second.first == 0 && !timed.empty())
        report.warnings.push_back(say("no run at p = {} succeeded: p = {} is the base of every speedup",
                                      okOf.begin()->first, timed.begin()->first));
    for (const auto& [p, rows] : timed)
        warnOfOutliers(rows, report.warnings);
    if (hosts.size() > 1 && options.launcher != Launcher::Slurm)
        report.warnings.push_back(say("the rows are from {} hosts", hosts.size()));
    if (options.launcher == Launcher::Slurm && !timed.empty() && median(timesOf(timed.rbegin()->second)) < 10)
        report.warnings.push_back(
            say("every time holds srun's own start, a few tenths of a second: with runs as short as {} that bends the "
                "ladder; let the program print its own parts",
                formatAmount(median(timesOf(timed.rbegin()->second)), Dimension::Time).joined()));
}

/// Whether the runs so far tell the median of this p closely enough.
bool isNarrow(const LadderRunOptions& options, const std::vector<LadderRunRow>& rows, int p)
{
    std::vector<double> times;
    for (const LadderRunRow& row : rows)
        if (row.p == p && row.seconds)
            times.push_back(*row.seconds);
    return options.within && medianWithin(times, *options.within);
}

Result<void> runLadderHere(const LadderRunOptions& options, const MachineFacts& facts, detail::LadderOnDisk& file,
                           LadderRunReport& report, const std::stop_token& stop, const LadderRunProgress& progress)
{
    const std::vector<LadderRunTurn> turns = missingTurns(options, report.rows);
    const double all = static_cast<double>(options.p.size()) * options.repeats;
    std::set<int> warm, warned;
    Hopes hopes(options);
    detail::RowsAreSteps bySteps = detail::rowsAreSteps(report.rows);
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const LadderRunTurn& turn = turns[i];
        if (isNarrow(options, report.rows, turn.p))
            continue;
        if (hopes.none()) {
            report.warnings.push_back(
                say("every run ended in the same way ({}), at each p: the other {} were not started", hopes.status(),
                    turns.size() - i));
            break;
        }
        const double done = 1 - static_cast<double>(turns.size() - i) / all;
        if (warm.insert(turn.p).second)
            for (int warmup = 0; warmup < options.warmups; ++warmup) {
                if (progress)
                    progress(done, say("p = {}, warm-up", turn.p));
                Result<LadderRunRow> row = runOnce(options, {turn.p, 0}, facts.cores, bySteps, stop);
                if (!row)
                    return fail(row.error());
                const std::string took = row->seconds ? roundTrip(*row->seconds) + " s" : row->status;
                if (Result<void> kept =
                        file.append(fmt::format("# warm-up p={}: {}, {}\n", row->p, took, row->started));
                    !kept)
                    return kept;
                hopes.hear(*row, report.warnings);
                report.warmups.push_back(std::move(*row));
            }
        if (progress)
            progress(done, say("p = {}, run {} of {}", turn.p, turn.repeat, options.repeats));
        Result<LadderRunRow> row = runOnce(options, turn, facts.cores, bySteps, stop);
        if (!row)
            return fail(row.error());
        if (Result<void> kept = file.append(ladderRunLine(*row)); !kept)
            return kept;
        warnOfWords(options, *row, warned);
        hopes.hear(*row, report.warnings);
        report.rows.push_back(std::move(*row));
        if (options.came)
            options.came(report.rows.back());
    }
    return {};
}

}  // namespace

std::string LadderRunRow::failure() const
{
    const std::size_t end = errors.find_last_not_of(" \t\n") + 1;
    if (end == 0)
        return status;
    const std::size_t from = errors.rfind('\n', end - 1) + 1;
    constexpr std::size_t most = 120;
    if (end - from <= most)
        return say("{}: {}", status, errors.substr(from, end - from));
    std::size_t cut = from + most;
    while (cut > from && (static_cast<unsigned char>(errors[cut]) & 0xC0U) == 0x80U)  // within a character of UTF-8
        --cut;
    return say("{}: {}…", status, errors.substr(from, cut - from));
}

std::string countUnnamed(const LadderRunOptions& options)
{
    const bool named = std::any_of(options.words.begin(), options.words.end(),
                                   [](const std::string& word) { return word.find("{p}") != std::string::npos; });
    return named || options.launcher != Launcher::None
               ? ""
               : "the command has no {p} in it: it learns the count from SCALEWRIGHT_P alone";
}

std::vector<LadderRunTurn> missingTurns(const LadderRunOptions& options, const std::vector<LadderRunRow>& rows)
{
    std::set<std::pair<int, int>> complete;
    for (const LadderRunRow& row : rows)
        complete.emplace(row.p, row.repeat);
    std::vector<LadderRunTurn> turns = turnsOf(options);
    std::erase_if(turns, [&](const LadderRunTurn& turn) { return complete.contains({turn.p, turn.repeat}); });
    return turns;
}

Result<LadderRunReport> runLadder(const LadderRunOptions& options, const std::stop_token& stop,
                                  const LadderRunProgress& progress)
{
    if (Result<void> there = launcherIsThere(options.launcher); !there)
        return fail(there.error());
    if (options.launcher == Launcher::Slurm && options.file.empty())
        return fail(ErrorCode::Input, "a ladder of jobs needs a file, beside which their scripts and ids lie",
                    "-o LADDER.csv, in a folder that the nodes see");
    detail::LadderOnDisk file(options.file);
    if (Result<void> opened = file.open(); !opened)
        return fail(opened.error());
    const std::string& text = file.text();
    if (!options.file.empty())
        detail::removeEmptyTraceFolders(options.file);
    const MachineFacts facts = readMachineFacts();
    LadderRunReport report;
    if (text.empty()) {
        if (Result<void> free =
                options.launcher == Launcher::Slurm ? detail::slurmFolderIsFree(options) : Result<void>();
            !free)
            return fail(free.error());
        if (Result<void> begun = file.append(context(options, facts)); !begun)
            return fail(begun.error());
        report.rows = options.before;
        report.resumed = report.rows.size();
    } else {
        Result<std::vector<LadderRunRow>> before = file.rowsToResume(options, report.warnings);
        if (!before)
            return fail(before.error());
        report.rows = std::move(*before);
        report.resumed = report.rows.size();
        if (options.came)
            std::for_each(report.rows.begin(), report.rows.end(), options.came);
    }
    warnOfMachine(options, facts, report.warnings);
    if (options.warned)
        std::for_each(report.warnings.begin(), report.warnings.end(), options.warned);
    Result<void> done = options.launcher == Launcher::Slurm
                            ? detail::runLadderBySlurm(options, file, report, stop, progress)
                            : runLadderHere(options, facts, file, report, stop, progress);
    if (!done)
        return fail(done.error());
    conclude(options, report);
    warnOfLauncher(options, facts.cores, report, stop);
    return report;
}

}  // namespace scalewright

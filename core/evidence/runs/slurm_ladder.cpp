// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/runs/slurm_ladder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/files/resources.h"
#include "core/base/process/command.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/evidence/runs/collect.h"
#include "core/evidence/runs/job_scripts.h"
#include "core/evidence/runs/run_traces.h"
#include "core/project/document/project_file.h"

namespace scalewright::detail {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double minimumPollS = 0.3, maximumPollS = 10;  // the whole cluster shares the controller
// Used after a stop request if sbatch or scancel does not return.
constexpr double noticeAfterS = 0.4, giveUpAfterS = 15;
// On a shared folder, a file may appear after the queue shows that the job has ended.
constexpr double rowArrivalTimeoutS = 5;

fs::path jobsFolderOf(const LadderRunOptions& options)
{
    return fs::absolute(options.file).string() + ".jobs";
}

struct CommandOutput {
    int exitStatus = 0;
    std::string standardOutput, standardError;
};

/// Runs a Slurm command to completion; `meanwhile` is called like Command::sampleProcess.
Result<CommandOutput> runSlurmCommand(std::vector<std::string> words, const std::stop_token& stop = {},
                                      const std::string& folder = {}, std::function<double(pid_t)> meanwhile = {})
{
    CommandOutput result;
    const std::string program = words.front();
    Command command{.argv = std::move(words),
                    .workingFolder = folder,
                    .isIsolated = true,
                    .timeoutS = 120,
                    .sampleProcess = std::move(meanwhile)};
    command.onOutput = [&](std::string_view block) { return result.standardOutput.append(block), true; };
    command.onErrorOutput = [&](std::string_view block) { return result.standardError.append(block), true; };
    TRY(const CommandResult end, runCommand(command, stop));
    result.exitStatus = end.exitStatus;
    if (end.endReason != CommandResult::EndReason::Exited)
        result.standardError += program + ": " + endReasonText(end);
    return result;
}

/// The first line of a command's error output.
std::string firstLineOf(const std::string& text)
{
    return sanitised(text.substr(0, text.find('\n')));
}

std::string rowStatusOf(const std::string& state)
{
    constexpr std::array<std::pair<const char*, const char*>, 6> words{{{"TIMEOUT", "timeout"},
                                                                        {"DEADLINE", "timeout"},
                                                                        {"CANCELLED", "cancelled"},
                                                                        {"NODE_FAIL", "node failure"},
                                                                        {"OUT_OF_MEMORY", "out of memory"},
                                                                        {"PREEMPTED", "preempted"}}};
    for (const auto& [known, word] : words)
        if (state == known)
            return word;
    return "job failed";
}

struct SlurmJob {
    int p = 1;
    std::string id;
    std::string state = "PENDING", reason{};
    bool isUnlisted = false;  ///< no longer listed in the queue
    std::optional<Clock::time_point> endedAt{};
};

class SlurmLadderRun {
public:
    SlurmLadderRun(const LadderRunOptions& options, LadderOnDisk& file, LadderRunReport& report,
                   const std::stop_token& stop, const LadderRunProgress& progress)
        : m_options(options),
          m_ladderFile(file),
          m_report(report),
          m_stop(stop),
          m_progress(progress),
          m_jobsFolder(jobsFolderOf(options)),
          m_jobsFile(m_jobsFolder / "jobs")
    {
        for (const int p : options.p)
            for (int run = 1; run <= options.repeats; ++run)
                m_missingRuns[p].insert(run);
        for (const LadderRunRow& row : report.rows)
            m_missingRuns[row.p].erase(row.repeat);
        m_totalRuns = options.p.size() * static_cast<std::size_t>(options.repeats);
    }

    Result<void> run()
    {
        for (const auto& step : {&SlurmLadderRun::prepareFolder, &SlurmLadderRun::findEarlierJobs,
                                 &SlurmLadderRun::submitMissing, &SlurmLadderRun::watchJobs})
            if (Result<void> outcome = (this->*step)(); !outcome)
                return failLeavingJobs(std::move(outcome.error()));
        return cleanUp();
    }

private:
    [[nodiscard]] std::size_t missingCount() const
    {
        std::size_t count = 0;
        for (const auto& [p, runs] : m_missingRuns)
            count += runs.size();
        return count;
    }

    /// Ids of jobs that may still be running.
    [[nodiscard]] std::string liveJobIds(const char* separator) const
    {
        std::string ids;
        for (const SlurmJob& job : m_jobs)
            if (!job.endedAt)
                ids += (ids.empty() ? "" : separator) + job.id;
        return ids;
    }

    /// The error, plus a list of the jobs that will no longer be watched.
    [[nodiscard]] tl::unexpected<Error> failLeavingJobs(Error error) const
    {
        if (const std::string ids = liveJobIds(", "); !ids.empty() && !m_isCancelSent)
            error.problems.push_back(
                {formatMessage("jobs {} are still running", ids),
                 formatMessage("the same command again, which collects their results, or scancel {}, which ends them",
                               liveJobIds(" ")),
                 {}});
        return fail(std::move(error));
    }

    /// Runs sbatch or scancel. A stop request does not interrupt them: a job would be left behind if its id was not
    /// received. If they do not return, this is reported immediately, together with `manualHint`; after a while they
    /// are abandoned.
    Result<CommandOutput> runUninterrupted(std::vector<std::string> words, const std::string& manualHint,
                                           const std::string& folder = {})
    {
        const std::string program = words.front();
        std::optional<Clock::time_point> stoppedAt;
        bool isNoticeSent = false;
        std::stop_source giveUp;
        const auto meanwhile = [&](pid_t) {
            constexpr double intervalS = 0.1;
            if (!m_stop.stop_requested())
                return intervalS;
            if (!stoppedAt)
                stoppedAt = Clock::now();
            const double waitedS = std::chrono::duration<double>(Clock::now() - *stoppedAt).count();
            if (waitedS > noticeAfterS && !std::exchange(isNoticeSent, true) && m_options.onWarning)
                m_options.onWarning(formatMessage("stopping, but {} has not answered yet: {}", program, manualHint));
            if (waitedS > giveUpAfterS)
                giveUp.request_stop();
            return intervalS;
        };
        Result<CommandOutput> result = runSlurmCommand(std::move(words), giveUp.get_token(), folder, meanwhile);
        if (!result && result.error().code == ErrorCode::Cancelled)
            return fail(ErrorCode::Environment, formatMessage("{} does not answer", program));
        return result;
    }

    [[nodiscard]] std::string jobName(int p) const { return fmt::format("{}-p{}", m_ladderName, p); }
    [[nodiscard]] std::string scriptName(int p) const { return fmt::format("job-p{}.sh", p); }

    [[nodiscard]] SlurmJob* findLiveJob(int p)
    {
        for (SlurmJob& job : m_jobs)
            if (job.p == p && !job.endedAt)
                return &job;
        return nullptr;
    }

    Result<void> prepareFolder()
    {
        if (missingCount() == 0 && !fs::exists(m_jobsFolder))
            return {};
        std::error_code error;
        fs::create_directories(m_jobsFolder / "rows", error);
        if (error)
            return fail(ErrorCode::Environment, formatMessage("cannot create the job folder: {}", error.message()),
                        "a writable folder", {.file = m_jobsFolder.string()});
        if (Result<void> opened = m_jobsFile.open(); !opened)
            return opened;
        std::istringstream lines(m_jobsFile.text());
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::string id, script, name;
            words >> id >> script >> name;
            int p = 0;
            if (id == "#" && script == "ladder")
                m_ladderName = name;
            else if (std::sscanf(script.c_str(), "job-p%d.sh", &p) == 1)
                m_earlierJobs.emplace_back(p, id);
        }
        if (!m_ladderName.empty())
            return {};
        std::random_device random;
        m_ladderName = fmt::format("ladder-{:08x}", random());
        return m_jobsFile.append("# ladder " + m_ladderName + '\n');
    }

    /// Finds jobs from an earlier invocation that are still queued or that ended while nothing was watching them.
    Result<void> findEarlierJobs()
    {
        if (m_earlierJobs.empty() && m_ladderName.empty())
            return {};
        if (Result<void> collected = collectRows(m_stop); !collected)
            return collected;
        TRY(const std::vector<QueuedJob> queue, readQueue());
        for (const QueuedJob& queued : queue) {
            int p = 0;
            const bool isOurs = queued.name.starts_with(m_ladderName + "-p") &&
                                std::sscanf(queued.name.c_str() + m_ladderName.size(), "-p%d", &p) == 1;
            const auto earlier =
                std::ranges::find_if(m_earlierJobs, [&](const auto& each) { return each.second == queued.id; });
            if (!isOurs || (queued.hasEnded() && queued.state == "CANCELLED"))
                continue;
            if (earlier == m_earlierJobs.end())
                if (Result<void> stored = m_jobsFile.append(fmt::format("{} {}\n", queued.id, scriptName(p))); !stored)
                    return stored;
            if (!contains(m_jobs, queued.id, &SlurmJob::id))
                m_jobs.push_back({.p = p, .id = queued.id, .state = queued.state, .reason = queued.reason});
        }
        for (SlurmJob& job : m_jobs)
            if (QueuedJob{.id = {}, .state = job.state, .name = {}, .reason = {}}.hasEnded())
                if (Result<void> closed = closeJob(job); !closed)
                    return closed;
        return {};
    }

    Result<void> submitMissing()
    {
        const JobOptions jobs{.p = m_options.p,
                              .repeats = m_options.repeats,
                              .warmups = m_options.warmups,
                              .timeoutS = m_options.timeoutS,
                              .argv = m_options.argv,
                              .slurm = m_options.slurm};
        std::vector<int> order = m_options.p;
        std::ranges::sort(order);
        if (m_options.randomOrder)
            std::shuffle(order.begin(), order.end(), std::mt19937_64(m_options.seed));
        for (const int p : order) {
            const std::set<int>& runs = m_missingRuns[p];
            if (runs.empty() || findLiveJob(p) != nullptr)
                continue;
            if (m_stop.stop_requested())
                return cancelJobs();
            if (m_progress)
                m_progress(completedShare(), formatMessage("p = {}: submitting", p));
            for (const int run : runs) {
                std::error_code ignored;
                fs::remove(m_jobsFolder / "rows" / (runName(p, run) + ".out"), ignored);
            }
            const std::vector<int> list(runs.begin(), runs.end());
            const JobFile script = makeSlurmJob(jobs, p, list);
            if (Result<void> saved = saveFile(m_jobsFolder / script.name, script.text); !saved)
                return saved;
            std::vector<std::string> words{"sbatch"};
            for (std::string& argument : sbatchArguments(jobs, list))
                words.push_back(std::move(argument));
            std::string log = m_jobsFolder.string();
            for (std::size_t position = 0; (position = log.find('%', position)) != std::string::npos; position += 2)
                log.insert(position, 1, '%');  // Slurm would expand a single %
            words.insert(words.end(), {"--no-requeue", "--job-name=" + jobName(p),
                                       fmt::format("--output={}/job-p{}-%j.log", log, p)});
            if (const auto maximumJobs = static_cast<std::size_t>(maximumJobsAtOnce(m_options.slurm));
                m_jobs.size() >= maximumJobs)
                words.push_back("--dependency=afterany:" + m_jobs[m_jobs.size() - maximumJobs].id);
            words.insert(words.end(), {(m_jobsFolder / script.name).string(), m_jobsFolder.string()});
            const std::string before = liveJobIds(" ");
            const std::string manualHint =
                before.empty()
                    ? formatMessage("scancel --name={} cancels the job that is being submitted", jobName(p))
                    : formatMessage(
                          "scancel {} cancels the submitted jobs, scancel --name={} the one that is being submitted",
                          before, jobName(p));
            const Result<CommandOutput> result =
                runUninterrupted(std::move(words), manualHint, m_options.workingFolder);
            if (!result && m_stop.stop_requested()) {
                Error stopped = cancelJobs().error();
                stopped.problems.push_back(
                    {formatMessage("sbatch did not answer: whether Slurm accepted the job {} is unknown", jobName(p)),
                     formatMessage("squeue --name={} to look for it, and scancel --name={} to cancel it", jobName(p),
                                   jobName(p)),
                     {}});
                return fail(std::move(stopped));
            }
            if (!result)
                return fail(result.error());
            if (result->exitStatus != 0) {
                const std::string line = firstLineOf(result->standardError);
                m_refusal = line.empty()
                                ? formatMessage("sbatch exited with status {} and printed nothing", result->exitStatus)
                                : line;
                m_refusalHint = "a job that its partition and account allow; --sbatch passes an option to sbatch";
                m_report.warnings.push_back(formatMessage("p = {}: Slurm refused the job: {}", p, m_refusal));
                if (Result<void> stored =
                        m_ladderFile.append(fmt::format("# p={}: refused by Slurm: {}\n", p, m_refusal));
                    !stored)
                    return stored;
                continue;
            }
            const std::optional<std::string> id = parseSubmittedId(result->standardOutput);
            if (!id) {
                const std::string line = firstLineOf(result->standardOutput);
                m_refusal = line.empty() ? "sbatch succeeded but printed nothing"
                                         : formatMessage("sbatch succeeded but printed {}, which is not a job id",
                                                         inQuotes(line));
                m_refusalHint =
                    "the id of the job, as printed by sbatch --parsable; the same command again looks in the queue for "
                    "a job without one";
                m_report.warnings.push_back(
                    formatMessage("p = {}: unknown whether a job was submitted: {}", p, m_refusal));
                if (Result<void> stored =
                        m_ladderFile.append(fmt::format("# p={}: not known to be submitted: {}\n", p, m_refusal));
                    !stored)
                    return stored;
                continue;
            }
            if (Result<void> stored = m_jobsFile.append(fmt::format("{} {}\n", *id, script.name)); !stored)
                return stored;
            m_jobs.push_back({.p = p, .id = *id});
        }
        return {};
    }

    Result<void> watchJobs()
    {
        double waitS = minimumPollS;
        int deaf = 0;
        while (std::ranges::any_of(m_jobs, [](const SlurmJob& job) { return !job.endedAt; })) {
            if (!waitUnlessStopped(waitS))
                return cancelJobs();
            waitS = std::min(waitS * 1.2, maximumPollS);
            const std::size_t before = missingCount();
            const Result<std::vector<QueuedJob>> queue = readQueue();
            if (!queue && queue.error().code == ErrorCode::Cancelled)
                return cancelJobs();
            if (Result<void> collected = collectRows(m_stop); !collected)
                return collected;
            if (!queue) {  // the controller may be restarting; its jobs keep running
                if (++deaf == 30)
                    return fail(queue.error());
                continue;
            }
            deaf = 0;
            for (SlurmJob& job : m_jobs)
                if (Result<void> followed = updateJob(job, *queue); !followed)
                    return followed;
            if (missingCount() < before)
                waitS = minimumPollS;
            reportProgress();
        }
        return {};
    }

    Result<void> updateJob(SlurmJob& job, const std::vector<QueuedJob>& queue)
    {
        if (job.endedAt)
            return {};
        bool live = false, listed = false;
        for (const QueuedJob& queued : queue) {
            if (queued.id != job.id)
                continue;
            // For a job array, prefer the state of an element that is still running or did not complete.
            if (!listed || !queued.hasEnded() || (!live && queued.state != "COMPLETED"))
                job.state = queued.state, job.reason = queued.reason;
            listed = true;
            live = live || !queued.hasEnded();
            if (queued.canNeverStart()) {
                m_refusal = queued.reason;
                m_refusalHint = "a job that its partition and account allow; --sbatch passes an option to sbatch";
                m_report.warnings.push_back(
                    formatMessage("p = {}: the job can never start ({}) and was cancelled", job.p, queued.reason));
                if (Result<void> stored =
                        m_ladderFile.append(fmt::format("# p={}: never started: {}\n", job.p, queued.reason));
                    !stored)
                    return stored;
                [[maybe_unused]] const Result<CommandOutput> result = runUninterrupted(
                    {"scancel", job.id}, formatMessage("scancel {} cancels the submitted jobs", liveJobIds(" ")));
                job.endedAt = Clock::now();
                return {};
            }
        }
        if (live)
            return {};
        if (!listed) {
            job.isUnlisted = true;  // it ended a while ago or never existed
            job.state = "COMPLETED";
        }
        return closeJob(job);
    }

    /// Collects the job's results and adds a row for the run that was interrupted when the job ended.
    Result<void> closeJob(SlurmJob& job)
    {
        const std::set<int>& runs = m_missingRuns[job.p];
        const Clock::time_point deadline =
            Clock::now() + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(job.state == "COMPLETED" ? rowArrivalTimeoutS : 0));
        do {
            if (Result<void> collected = collectRows(m_stop); !collected)
                return collected;
        } while (!runs.empty() && Clock::now() < deadline && waitUnlessStopped(0.1));
        job.endedAt = Clock::now();
        if (runs.empty() || m_stop.stop_requested())
            return {};
        for (const int run : std::set<int>(runs)) {
            const fs::path output = m_jobsFolder / "rows" / (runName(job.p, run) + ".out");
            if (job.state == "COMPLETED" || !fs::exists(output))
                continue;
            if (Result<void> stored = storeRow({.p = job.p, .repeat = run, .status = rowStatusOf(job.state)}); !stored)
                return stored;
        }
        if (!runs.empty() && job.isUnlisted)
            m_report.warnings.push_back(
                formatMessage("p = {}: Slurm no longer lists its job {}: it is unknown how it ended, and {} of its "
                              "runs left no row; run the same command again to resubmit them",
                              job.p, job.id, runs.size()));
        else if (!runs.empty())
            m_report.warnings.push_back(formatMessage(
                "p = {}: its job {} ended ({}) without {} of its runs; the same command again resubmits them", job.p,
                job.id, job.state, runs.size()));
        return {};
    }

    Result<void> storeRow(LadderRunRow row)
    {
        m_missingRuns[row.p].erase(row.repeat);
        Result<void> stored = m_ladderFile.append(ladderRunLine(row));
        m_report.rows.push_back(std::move(row));
        if (stored && m_options.onRow)
            m_options.onRow(m_report.rows.back());
        return stored;
    }

    /// Moves traces that have been read to the folder for kept traces, or removes them.
    void archiveTraces(const fs::path& traces, int p, int run)
    {
        std::error_code error;
        if (!fs::exists(traces, error))
            return;
        if (!m_options.keptTracesFolder.empty()) {
            fs::create_directories(m_options.keptTracesFolder, error);
            const fs::path target = keptTraceFolder(m_options.keptTracesFolder, p, run);
            fs::rename(traces, target, error);
            if (error)  // for example, the target is on a different file system
                fs::copy(traces, target, fs::copy_options::recursive, error);
            if (error) {
                m_hasUnmovedTraces = true;
                m_report.warnings.push_back(formatMessage("traces stay in {}: {}", traces.string(), error.message()));
                return;
            }
        }
        fs::remove_all(traces, error);
    }

    /// Collects rows that jobs have finished since the last call. After a stop request, rows whose traces have not been
    /// read are left for the next call.
    Result<void> collectRows(const std::stop_token& stop)
    {
        RowsAreSteps areSteps = detectRowsAreSteps(m_report.rows);
        for (const auto& [p, runs] : m_missingRuns)
            for (const int run : std::set<int>(runs)) {
                TRY(std::optional<LadderRunRow> row, readJobRow(m_jobsFolder / "rows", p, run));
                if (!row)
                    continue;
                const fs::path traces = jobTraceFolder(m_jobsFolder / "rows", p, run);
                applyTraces(*row, traces, areSteps, stop);
                if (stop.stop_requested())  // cancel the jobs first
                    return {};
                if (Result<void> stored = storeRow(std::move(*row)); !stored)
                    return stored;
                archiveTraces(traces, p, run);
            }
        std::error_code ignored;
        for (const fs::directory_entry& entry : fs::directory_iterator(m_jobsFolder / "rows", ignored)) {
            const std::string name = entry.path().filename().string();
            if (name.find("-warm-") == std::string::npos || !name.ends_with(".csv") ||
                !m_storedWarmups.insert(name).second)
                continue;
            const std::string text = readText(entry.path()).value_or("");
            if (!text.ends_with('\n')) {
                m_storedWarmups.erase(name);
                continue;
            }
            if (Result<void> stored = m_ladderFile.append(text); !stored)
                return stored;
            fs::remove(entry.path(), ignored);
        }
        return {};
    }

    /// Sends scancel immediately. Results that the jobs finished before then are in the file.
    Result<void> cancelJobs()
    {
        std::vector<std::string> words{"scancel"};
        for (const SlurmJob& job : m_jobs)
            if (!job.endedAt)
                words.push_back(job.id);
        const std::string ids = liveJobIds(", ");
        m_isCancelSent = true;
        const Result<CommandOutput> result =
            ids.empty() ? CommandOutput{}
                        : runUninterrupted(std::move(words),
                                           formatMessage("scancel {} cancels the jobs by hand", liveJobIds(" ")));
        if (Result<void> collected = collectRows(std::stop_token()); !collected)
            return collected;
        if (!result || result->exitStatus != 0)
            return fail(ErrorCode::Environment,
                        formatMessage("scancel failed for jobs {}: {}", ids,
                                      result ? firstLineOf(result->standardError) : describe(result.error())),
                        formatMessage("scancel {}, by hand", liveJobIds(" ")));
        if (ids.empty())
            return fail(ErrorCode::Cancelled, "the ladder was stopped");
        return fail(ErrorCode::Cancelled, formatMessage("the ladder was stopped; jobs {} were cancelled", ids));
    }

    /// Removes scripts and rows that are no longer needed; the output of failed runs is kept for the user.
    Result<void> cleanUp()
    {
        if (m_report.rows.size() == m_report.resumedCount && !m_refusal.empty())
            return fail(ErrorCode::Environment, formatMessage("Slurm started none of the jobs: {}", m_refusal),
                        m_refusalHint);
        const bool isComplete = missingCount() == 0 && !m_hasUnmovedTraces &&
                                std::ranges::all_of(m_report.rows, [](const LadderRunRow& row) { return row.isOk(); });
        std::error_code ignored;
        if (isComplete)
            fs::remove_all(m_jobsFolder, ignored);
        else if (fs::exists(m_jobsFolder))
            m_report.warnings.push_back(formatMessage("the output of the jobs is kept in {}", m_jobsFolder.string()));
        return {};
    }

    Result<std::vector<QueuedJob>> readQueue()
    {
        TRY(const CommandOutput result, runSlurmCommand({"squeue", "--noheader", "--states=all",
                                                         "--user=" + std::to_string(geteuid()), "--format=%F|%T|%j|%r"},
                                                        m_stop));
        if (result.exitStatus != 0)
            return fail(
                ErrorCode::Environment, formatMessage("squeue failed: {}", firstLineOf(result.standardError)),
                "a cluster that answers; the submitted jobs keep running, and the same command again collects them");
        return parseQueue(result.standardOutput);
    }

    [[nodiscard]] double completedShare() const
    {
        return 1 - static_cast<double>(missingCount()) / static_cast<double>(m_totalRuns);
    }

    void reportProgress()
    {
        if (!m_progress)
            return;
        for (const SlurmJob& job : m_jobs)
            if (!job.endedAt && job.state != "PENDING") {
                m_progress(completedShare(), formatMessage("p = {}: job {} {}", job.p, job.id, job.state));
                return;
            }
        for (const SlurmJob& job : m_jobs)
            if (!job.endedAt) {
                m_progress(completedShare(), formatMessage("p = {}: job {} waits ({})", job.p, job.id, job.reason));
                return;
            }
    }

    /// Waits; returns false immediately after a stop request.
    bool waitUnlessStopped(double seconds)
    {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any condition;
        condition.wait_for(lock, m_stop, std::chrono::duration<double>(seconds), [] { return false; });
        return !m_stop.stop_requested();
    }

    const LadderRunOptions& m_options;
    LadderOnDisk& m_ladderFile;
    LadderRunReport& m_report;
    const std::stop_token& m_stop;
    const LadderRunProgress& m_progress;
    fs::path m_jobsFolder;
    LadderOnDisk m_jobsFile;
    std::string m_ladderName;
    std::vector<std::pair<int, std::string>> m_earlierJobs;  ///< p and id, from earlier invocations
    std::vector<SlurmJob> m_jobs;
    std::map<int, std::set<int>> m_missingRuns;  ///< runs without a row, by p
    std::set<std::string> m_storedWarmups;
    std::size_t m_totalRuns = 0;
    bool m_hasUnmovedTraces = false;  ///< some traces could not be moved to the folder for kept traces
    bool m_isCancelSent = false;
    std::string m_refusal, m_refusalHint;  ///< why a job was not submitted or cannot start, and what would be accepted
};

}  // namespace

bool QueuedJob::hasEnded() const
{
    constexpr std::array<std::string_view, 11> ends{"COMPLETED", "FAILED",    "CANCELLED",     "TIMEOUT",
                                                    "NODE_FAIL", "PREEMPTED", "OUT_OF_MEMORY", "BOOT_FAIL",
                                                    "DEADLINE",  "REVOKED",   "SPECIAL_EXIT"};
    return contains(ends, state);
}

bool QueuedJob::canNeverStart() const
{
    constexpr std::array<std::string_view, 9> reasons{
        "PartitionNodeLimit", "PartitionTimeLimit", "BadConstraints", "DependencyNeverSatisfied", "InvalidAccount",
        "InvalidQOS",         "AccountNotAllowed",  "QOSNotAllowed",  "PartitionConfig"};
    return state == "PENDING" && (contains(reasons, reason) || reason.ends_with("PerJobLimit"));
}

std::optional<std::string> parseSubmittedId(std::string_view output)
{
    std::optional<std::string> id;
    std::istringstream lines{std::string(output)};
    for (std::string line; std::getline(lines, line);) {
        const std::string number = line.substr(0, line.find(';'));
        if (!number.empty() && number.find_first_not_of("0123456789") == std::string::npos)
            id = number;
    }
    return id;
}

std::vector<QueuedJob> parseQueue(std::string_view text)
{
    std::vector<QueuedJob> jobs;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        std::array<std::string, 4> cells;
        std::size_t cell = 0;
        for (const char c : line)
            if (c == '|' && cell < 3)
                ++cell;
            else
                cells[cell] += c;
        if (cell == 3)
            jobs.push_back({cells[0], cells[1], cells[2], cells[3]});
    }
    return jobs;
}

Result<void> checkSlurmFolderIsFree(const LadderRunOptions& options)
{
    const fs::path folder = jobsFolderOf(options);
    if (!fs::exists(folder))
        return {};
    return fail(ErrorCode::Input, "contains the jobs of a ladder whose file is missing",
                "another file for this ladder, or that folder removed after its jobs ended", {.file = folder.string()});
}

Result<void> runLadderWithSlurm(const LadderRunOptions& options, LadderOnDisk& file, LadderRunReport& report,
                                const std::stop_token& stop, const LadderRunProgress& progress)
{
    return SlurmLadderRun(options, file, report, stop, progress).run();
}

}  // namespace scalewright::detail

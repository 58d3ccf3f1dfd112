#include "core/evidence/runs/slurm_ladder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "core/base/process/command.h"
#include "core/base/text/quote.h"
#include "core/evidence/runs/collect.h"
#include "core/evidence/runs/job_scripts.h"
#include "core/evidence/runs/run_traces.h"
#include "core/project/document/project_file.h"

namespace scalewright::detail {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double shortestPollS = 0.3, longestPollS = 10;  // a controller is shared by a whole cluster
constexpr double saidAfterS = 0.4, givenUpAfterS = 15;  // of a stop request that sbatch or scancel keep waiting
constexpr double rowsArriveWithinS = 5;  // a shared folder may show a file later than the queue shows the job's end

fs::path folderOf(const LadderRunOptions& options)
{
    return fs::absolute(options.file).string() + ".jobs";
}

struct Told {
    int status = 0;
    std::string out, errors;
};

/// One of Slurm's own commands, to its end; `meanwhile` is called as Command::sample is.
Result<Told> ask(std::vector<std::string> words, const std::stop_token& stop = {}, const std::string& folder = {},
                 std::function<double(pid_t)> meanwhile = {})
{
    Told told;
    const std::string program = words.front();
    Command command{
        .words = std::move(words), .folder = folder, .apart = true, .timeoutS = 120, .sample = std::move(meanwhile)};
    command.output = [&](std::string_view block) { return told.out.append(block), true; };
    command.errors = [&](std::string_view block) { return told.errors.append(block), true; };
    const Result<CommandEnd> end = runCommand(command, stop);
    if (!end)
        return fail(end.error());
    told.status = end->status;
    if (end->how != CommandEnd::How::Exited)
        told.errors += program + ": " + endInWords(*end);
    return told;
}

/// The first line of what a command complained of.
std::string firstLine(const std::string& text)
{
    return cleaned(text.substr(0, text.find('\n')));
}

std::string statusOfEnd(const std::string& state)
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

struct Job {
    int p = 1;
    std::string id;
    std::string state = "PENDING", reason{};
    bool forgotten = false;  ///< the queue no longer lists it
    std::optional<Clock::time_point> endedAt{};
};

class SlurmLadder {
public:
    SlurmLadder(const LadderRunOptions& options, LadderOnDisk& file, LadderRunReport& report,
                const std::stop_token& stop, const LadderRunProgress& progress)
        : m_options(options),
          m_file(file),
          m_report(report),
          m_stop(stop),
          m_progress(progress),
          m_folder(folderOf(options)),
          m_ids(m_folder / "jobs")
    {
        for (const int p : options.p)
            for (int run = 1; run <= options.repeats; ++run)
                m_missing[p].insert(run);
        for (const LadderRunRow& row : report.rows)
            m_missing[row.p].erase(row.repeat);
        m_total = options.p.size() * static_cast<std::size_t>(options.repeats);
    }

    Result<void> run()
    {
        for (const auto& step :
             {&SlurmLadder::prepare, &SlurmLadder::findEarlierJobs, &SlurmLadder::submitMissing, &SlurmLadder::watch})
            if (Result<void> done = (this->*step)(); !done)
                return leaving(std::move(done.error()));
        return cleanUp();
    }

private:
    [[nodiscard]] std::size_t missing() const
    {
        std::size_t count = 0;
        for (const auto& [p, runs] : m_missing)
            count += runs.size();
        return count;
    }

    /// Ids of jobs that are not known to have ended.
    [[nodiscard]] std::string liveJobs(const char* between) const
    {
        std::string ids;
        for (const Job& job : m_jobs)
            if (!job.endedAt)
                ids += (ids.empty() ? "" : between) + job.id;
        return ids;
    }

    /// The error, and what it leaves: jobs that nobody watches any more.
    [[nodiscard]] tl::unexpected<Error> leaving(Error error) const
    {
        if (const std::string ids = liveJobs(", "); !ids.empty() && !m_cancelSent)
            error.problems.push_back(
                {say("jobs {} run on", ids),
                 say("a second call, which collects what they finish, or scancel {}, which ends them", liveJobs(" ")),
                 {}});
        return fail(std::move(error));
    }

    /// sbatch or scancel. A stop request does not cut them short: a job whose id nobody heard would be left behind.
    /// Where they do not answer then, that and `byHand` are said at once, and after a while they are given up.
    Result<Told> askPatiently(std::vector<std::string> words, const std::string& byHand, const std::string& folder = {})
    {
        const std::string program = words.front();
        std::optional<Clock::time_point> since;
        bool said = false;
        std::stop_source givenUp;
        const auto meanwhile = [&](pid_t) {
            constexpr double againAfterS = 0.1;
            if (!m_stop.stop_requested())
                return againAfterS;
            if (!since)
                since = Clock::now();
            const double waitedS = std::chrono::duration<double>(Clock::now() - *since).count();
            if (waitedS > saidAfterS && !std::exchange(said, true) && m_options.warned)
                m_options.warned(say("stopping, and {} does not answer yet: {}", program, byHand));
            if (waitedS > givenUpAfterS)
                givenUp.request_stop();
            return againAfterS;
        };
        Result<Told> told = ask(std::move(words), givenUp.get_token(), folder, meanwhile);
        if (!told && told.error().code == ErrorCode::Cancelled)
            return fail(ErrorCode::Environment, say("{} does not answer", program));
        return told;
    }

    [[nodiscard]] std::string jobName(int p) const { return fmt::format("{}-p{}", m_name, p); }
    [[nodiscard]] std::string scriptName(int p) const { return fmt::format("job-p{}.sh", p); }

    [[nodiscard]] Job* jobOf(int p)
    {
        for (Job& job : m_jobs)
            if (job.p == p && !job.endedAt)
                return &job;
        return nullptr;
    }

    Result<void> prepare()
    {
        if (missing() == 0 && !fs::exists(m_folder))
            return {};
        std::error_code error;
        fs::create_directories(m_folder / "rows", error);
        if (error)
            return fail(ErrorCode::Environment, say("the folder of the jobs cannot be made: {}", error.message()),
                        "a folder that can be written", {.file = m_folder.string()});
        if (Result<void> opened = m_ids.open(); !opened)
            return opened;
        std::istringstream lines(m_ids.text());
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::string id, script, name;
            words >> id >> script >> name;
            int p = 0;
            if (id == "#" && script == "ladder")
                m_name = name;
            else if (std::sscanf(script.c_str(), "job-p%d.sh", &p) == 1)
                m_earlier.emplace_back(p, id);
        }
        if (!m_name.empty())
            return {};
        std::random_device random;
        m_name = fmt::format("ladder-{:08x}", random());
        return m_ids.append("# ladder " + m_name + '\n');
    }

    /// Those of an earlier call that are still there, or ended while nobody watched.
    Result<void> findEarlierJobs()
    {
        if (m_earlier.empty() && m_name.empty())
            return {};
        if (Result<void> taken = harvest(m_stop); !taken)
            return taken;
        const Result<std::vector<QueuedJob>> queue = askQueue();
        if (!queue)
            return fail(queue.error());
        for (const QueuedJob& queued : *queue) {
            int p = 0;
            const bool named = queued.name.starts_with(m_name + "-p") &&
                               std::sscanf(queued.name.c_str() + m_name.size(), "-p%d", &p) == 1;
            const auto known = std::find_if(m_earlier.begin(), m_earlier.end(),
                                            [&](const auto& each) { return each.second == queued.id; });
            if (!named || (queued.ended() && queued.state == "CANCELLED"))
                continue;
            if (known == m_earlier.end())
                if (Result<void> kept = m_ids.append(fmt::format("{} {}\n", queued.id, scriptName(p))); !kept)
                    return kept;
            if (std::none_of(m_jobs.begin(), m_jobs.end(), [&](const Job& job) { return job.id == queued.id; }))
                m_jobs.push_back({.p = p, .id = queued.id, .state = queued.state, .reason = queued.reason});
        }
        for (Job& job : m_jobs)
            if (QueuedJob{.id = {}, .state = job.state, .name = {}, .reason = {}}.ended())
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
                              .words = m_options.words,
                              .slurm = m_options.slurm};
        std::vector<int> order = m_options.p;
        std::sort(order.begin(), order.end());
        if (m_options.random)
            std::shuffle(order.begin(), order.end(), std::mt19937_64(m_options.seed));
        for (const int p : order) {
            const std::set<int>& runs = m_missing[p];
            if (runs.empty() || jobOf(p) != nullptr)
                continue;
            if (m_stop.stop_requested())
                return cancelAll();
            if (m_progress)
                m_progress(doneShare(), say("p = {}: submitting", p));
            for (const int each : runs) {
                std::error_code none;
                fs::remove(m_folder / "rows" / (runName(p, each) + ".out"), none);
            }
            const std::vector<int> list(runs.begin(), runs.end());
            const JobFile script = slurmJob(jobs, p, list);
            if (Result<void> saved = saveFile(m_folder / script.name, script.text); !saved)
                return saved;
            std::vector<std::string> words{"sbatch"};
            for (std::string& each : sbatchWords(jobs, list))
                words.push_back(std::move(each));
            std::string log = m_folder.string();
            for (std::size_t at = 0; (at = log.find('%', at)) != std::string::npos; at += 2)
                log.insert(at, 1, '%');  // which Slurm would replace
            words.insert(words.end(), {"--no-requeue", "--job-name=" + jobName(p),
                                       fmt::format("--output={}/job-p{}-%j.log", log, p)});
            if (const auto atOnce = static_cast<std::size_t>(jobsAtOnce(m_options.slurm)); m_jobs.size() >= atOnce)
                words.push_back("--dependency=afterany:" + m_jobs[m_jobs.size() - atOnce].id);
            words.insert(words.end(), {(m_folder / script.name).string(), m_folder.string()});
            const std::string before = liveJobs(" ");
            const std::string byHand =
                before.empty() ? say("scancel --name={} cancels the job that is being sent", jobName(p))
                               : say("scancel {} cancels the jobs that are submitted, scancel --name={} the "
                                     "one that is being sent",
                                     before, jobName(p));
            const Result<Told> told = askPatiently(std::move(words), byHand, m_options.folder);
            if (!told && m_stop.stop_requested()) {
                Error stopped = cancelAll().error();
                stopped.problems.push_back(
                    {say("sbatch did not answer: whether Slurm took the job {} is not known", jobName(p)),
                     say("squeue --name={}, and scancel --name={} where it is there", jobName(p), jobName(p)),
                     {}});
                return fail(std::move(stopped));
            }
            if (!told)
                return fail(told.error());
            if (told->status != 0) {
                const std::string line = firstLine(told->errors);
                m_refused = line.empty() ? say("sbatch ends with status {} and says nothing", told->status) : line;
                m_wanted = "what its partition and account allow; --sbatch hands sbatch an option";
                m_report.warnings.push_back(say("p = {}: Slurm refuses the job: {}", p, m_refused));
                if (Result<void> kept = m_file.append(fmt::format("# p={}: refused by Slurm: {}\n", p, m_refused));
                    !kept)
                    return kept;
                continue;
            }
            const std::optional<std::string> id = submittedId(told->out);
            if (!id) {
                const std::string line = firstLine(told->out);
                m_refused = line.empty() ? "sbatch ends well and says nothing"
                                         : say("sbatch ends well and says {}, which is no job's id", inQuotes(line));
                m_wanted =
                    "the id of the job, as sbatch --parsable prints it; a second call looks in the queue for a job "
                    "without one";
                m_report.warnings.push_back(say("p = {}: whether a job was submitted is not known: {}", p, m_refused));
                if (Result<void> kept =
                        m_file.append(fmt::format("# p={}: not known to be submitted: {}\n", p, m_refused));
                    !kept)
                    return kept;
                continue;
            }
            if (Result<void> kept = m_ids.append(fmt::format("{} {}\n", *id, script.name)); !kept)
                return kept;
            m_jobs.push_back({.p = p, .id = *id});
        }
        return {};
    }

    Result<void> watch()
    {
        double waitS = shortestPollS;
        int deaf = 0;
        while (std::any_of(m_jobs.begin(), m_jobs.end(), [](const Job& job) { return !job.endedAt; })) {
            if (!pause(waitS))
                return cancelAll();
            waitS = std::min(waitS * 1.2, longestPollS);
            const std::size_t before = missing();
            const Result<std::vector<QueuedJob>> queue = askQueue();
            if (!queue && queue.error().code == ErrorCode::Cancelled)
                return cancelAll();
            if (Result<void> taken = harvest(m_stop); !taken)
                return taken;
            if (!queue) {  // a controller that restarts is away for a while; its jobs run on
                if (++deaf == 30)
                    return fail(queue.error());
                continue;
            }
            deaf = 0;
            for (Job& job : m_jobs)
                if (Result<void> followed = follow(job, *queue); !followed)
                    return followed;
            if (missing() < before)
                waitS = shortestPollS;
            report();
        }
        return {};
    }

    Result<void> follow(Job& job, const std::vector<QueuedJob>& queue)
    {
        if (job.endedAt)
            return {};
        bool live = false, listed = false;
        for (const QueuedJob& each : queue) {
            if (each.id != job.id)
                continue;
            if (!listed || !each.ended() || (!live && each.state != "COMPLETED"))  // of an array, what is amiss
                job.state = each.state, job.reason = each.reason;
            listed = true;
            live = live || !each.ended();
            if (each.neverStarts()) {
                m_refused = each.reason;
                m_wanted = "what its partition and account allow; --sbatch hands sbatch an option";
                m_report.warnings.push_back(
                    say("p = {}: the job can never start ({}) and was cancelled", job.p, each.reason));
                if (Result<void> kept = m_file.append(fmt::format("# p={}: never started: {}\n", job.p, each.reason));
                    !kept)
                    return kept;
                [[maybe_unused]] const Result<Told> told = askPatiently(
                    {"scancel", job.id}, say("scancel {} cancels the jobs that are submitted", liveJobs(" ")));
                job.endedAt = Clock::now();
                return {};
            }
        }
        if (live)
            return {};
        if (!listed) {
            job.forgotten = true;  // it ended a while ago, or never was
            job.state = "COMPLETED";
        }
        return closeJob(job);
    }

    /// Takes what it left, and gives the run that it was in a row.
    Result<void> closeJob(Job& job)
    {
        const std::set<int>& runs = m_missing[job.p];
        const Clock::time_point until =
            Clock::now() + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(job.state == "COMPLETED" ? rowsArriveWithinS : 0));
        do {
            if (Result<void> taken = harvest(m_stop); !taken)
                return taken;
        } while (!runs.empty() && Clock::now() < until && pause(0.1));
        job.endedAt = Clock::now();
        if (runs.empty() || m_stop.stop_requested())
            return {};
        for (const int each : std::set<int>(runs)) {
            const fs::path output = m_folder / "rows" / (runName(job.p, each) + ".out");
            if (job.state == "COMPLETED" || !fs::exists(output))
                continue;
            if (Result<void> kept = keep({.p = job.p, .repeat = each, .status = statusOfEnd(job.state)}); !kept)
                return kept;
        }
        if (!runs.empty() && job.forgotten)
            m_report.warnings.push_back(
                say("p = {}: Slurm no longer knows its job {}, how it ended is not known, and {} of its runs left no "
                    "row; a second call submits them again",
                    job.p, job.id, runs.size()));
        else if (!runs.empty())
            m_report.warnings.push_back(
                say("p = {}: its job {} ended ({}) without {} of its runs; a second call submits them again", job.p,
                    job.id, job.state, runs.size()));
        return {};
    }

    Result<void> keep(LadderRunRow row)
    {
        m_missing[row.p].erase(row.repeat);
        Result<void> kept = m_file.append(ladderRunLine(row));
        m_report.rows.push_back(std::move(row));
        if (kept && m_options.came)
            m_options.came(m_report.rows.back());
        return kept;
    }

    /// Traces that were read: among those that are kept, or gone.
    void putAway(const fs::path& traces, int p, int run)
    {
        std::error_code error;
        if (!fs::exists(traces, error))
            return;
        if (!m_options.keepTraces.empty()) {
            fs::create_directories(m_options.keepTraces, error);
            const fs::path to = keptFolder(m_options.keepTraces, p, run);
            fs::rename(traces, to, error);
            if (error)  // another file system
                fs::copy(traces, to, fs::copy_options::recursive, error);
            if (error) {
                m_tracesStay = true;
                m_report.warnings.push_back(say("traces stay in {}: {}", traces.string(), error.message()));
                return;
            }
        }
        fs::remove_all(traces, error);
    }

    /// Rows that jobs have finished since the last look. A stop request leaves those whose traces are not read yet for
    /// the next look.
    Result<void> harvest(const std::stop_token& stop)
    {
        RowsAreSteps bySteps = rowsAreSteps(m_report.rows);
        for (const auto& [p, runs] : m_missing)
            for (const int run : std::set<int>(runs)) {
                Result<std::optional<LadderRunRow>> row = jobRow(m_folder / "rows", p, run);
                if (!row)
                    return fail(row.error());
                if (!*row)
                    continue;
                const fs::path traces = jobTraces(m_folder / "rows", p, run);
                takeTraces(**row, traces, bySteps, stop);
                if (stop.stop_requested())  // the jobs are cancelled first
                    return {};
                if (Result<void> kept = keep(std::move(**row)); !kept)
                    return kept;
                putAway(traces, p, run);
            }
        std::error_code none;
        for (const fs::directory_entry& each : fs::directory_iterator(m_folder / "rows", none)) {
            const std::string name = each.path().filename().string();
            if (name.find("-warm-") == std::string::npos || !name.ends_with(".csv") || !m_warm.insert(name).second)
                continue;
            std::ifstream in(each.path());
            std::ostringstream text;
            text << in.rdbuf();
            if (!text.str().ends_with('\n')) {
                m_warm.erase(name);
                continue;
            }
            if (Result<void> kept = m_file.append(text.str()); !kept)
                return kept;
            fs::remove(each.path(), none);
        }
        return {};
    }

    /// Sends scancel at once. What the jobs finished before is in the file.
    Result<void> cancelAll()
    {
        std::vector<std::string> words{"scancel"};
        for (const Job& job : m_jobs)
            if (!job.endedAt)
                words.push_back(job.id);
        const std::string ids = liveJobs(", ");
        m_cancelSent = true;
        const Result<Told> told =
            ids.empty() ? Told{}
                        : askPatiently(std::move(words), say("scancel {} cancels the jobs by hand", liveJobs(" ")));
        if (Result<void> taken = harvest(std::stop_token()); !taken)
            return taken;
        if (!told || told->status != 0)
            return fail(
                ErrorCode::Environment,
                say("scancel failed for jobs {}: {}", ids, told ? firstLine(told->errors) : describe(told.error())),
                say("scancel {}, by hand", liveJobs(" ")));
        if (ids.empty())
            return fail(ErrorCode::Cancelled, "the ladder was stopped");
        return fail(ErrorCode::Cancelled, say("the ladder was stopped, jobs {} were cancelled", ids));
    }

    /// Scripts and rows are in the ladder by now; outputs of runs that failed are kept for the person.
    Result<void> cleanUp()
    {
        if (m_report.rows.size() == m_report.resumed && !m_refused.empty())
            return fail(ErrorCode::Environment, say("Slurm starts none of the jobs: {}", m_refused), m_wanted);
        const bool whole =
            missing() == 0 && !m_tracesStay &&
            std::all_of(m_report.rows.begin(), m_report.rows.end(), [](const LadderRunRow& row) { return row.ok(); });
        std::error_code none;
        if (whole)
            fs::remove_all(m_folder, none);
        else if (fs::exists(m_folder))
            m_report.warnings.push_back(say("what the jobs wrote is kept in {}", m_folder.string()));
        return {};
    }

    Result<std::vector<QueuedJob>> askQueue()
    {
        const Result<Told> told =
            ask({"squeue", "--noheader", "--states=all", "--user=" + std::to_string(geteuid()), "--format=%F|%T|%j|%r"},
                m_stop);
        if (!told)
            return fail(told.error());
        if (told->status != 0)
            return fail(ErrorCode::Environment, say("squeue fails: {}", firstLine(told->errors)),
                        "a cluster that answers; the jobs that were submitted run on, and a second call collects them");
        return parseQueue(told->out);
    }

    [[nodiscard]] double doneShare() const { return 1 - static_cast<double>(missing()) / static_cast<double>(m_total); }

    void report()
    {
        if (!m_progress)
            return;
        for (const Job& job : m_jobs)
            if (!job.endedAt && job.state != "PENDING") {
                m_progress(doneShare(), say("p = {}: job {} {}", job.p, job.id, job.state));
                return;
            }
        for (const Job& job : m_jobs)
            if (!job.endedAt) {
                m_progress(doneShare(), say("p = {}: job {} waits ({})", job.p, job.id, job.reason));
                return;
            }
    }

    /// False where a stop was asked for meanwhile, and then at once.
    bool pause(double seconds)
    {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any changed;
        changed.wait_for(lock, m_stop, std::chrono::duration<double>(seconds), [] { return false; });
        return !m_stop.stop_requested();
    }

    const LadderRunOptions& m_options;
    LadderOnDisk& m_file;
    LadderRunReport& m_report;
    const std::stop_token& m_stop;
    const LadderRunProgress& m_progress;
    fs::path m_folder;
    LadderOnDisk m_ids;
    std::string m_name;
    std::vector<std::pair<int, std::string>> m_earlier;  ///< p and id, of calls before
    std::vector<Job> m_jobs;
    std::map<int, std::set<int>> m_missing;  ///< of each p, the runs without a row
    std::set<std::string> m_warm;
    std::size_t m_total = 0;
    bool m_tracesStay = false;  ///< those of a run could not be moved to where they are kept
    bool m_cancelSent = false;
    std::string m_refused, m_wanted;  ///< why a job was not sent or cannot start, and what would be right
};

}  // namespace

bool QueuedJob::ended() const
{
    constexpr std::array<std::string_view, 11> ends{"COMPLETED", "FAILED",    "CANCELLED",     "TIMEOUT",
                                                    "NODE_FAIL", "PREEMPTED", "OUT_OF_MEMORY", "BOOT_FAIL",
                                                    "DEADLINE",  "REVOKED",   "SPECIAL_EXIT"};
    return std::find(ends.begin(), ends.end(), state) != ends.end();
}

bool QueuedJob::neverStarts() const
{
    constexpr std::array<std::string_view, 9> reasons{
        "PartitionNodeLimit", "PartitionTimeLimit", "BadConstraints", "DependencyNeverSatisfied", "InvalidAccount",
        "InvalidQOS",         "AccountNotAllowed",  "QOSNotAllowed",  "PartitionConfig"};
    return state == "PENDING" &&
           (std::find(reasons.begin(), reasons.end(), reason) != reasons.end() || reason.ends_with("PerJobLimit"));
}

std::optional<std::string> submittedId(std::string_view said)
{
    std::optional<std::string> id;
    std::istringstream lines{std::string(said)};
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

Result<void> slurmFolderIsFree(const LadderRunOptions& options)
{
    const fs::path folder = folderOf(options);
    if (!fs::exists(folder))
        return {};
    return fail(ErrorCode::Input, "holds the jobs of a ladder whose file is gone",
                "another file for this ladder, or that folder removed after its jobs ended", {.file = folder.string()});
}

Result<void> runLadderBySlurm(const LadderRunOptions& options, LadderOnDisk& file, LadderRunReport& report,
                              const std::stop_token& stop, const LadderRunProgress& progress)
{
    return SlurmLadder(options, file, report, stop, progress).run();
}

}  // namespace scalewright::detail

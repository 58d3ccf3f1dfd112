// ladder run -- COMMAND: the command at several p, each several times, rows on disk as they come (book 41.7).
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/ladder_script.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/slurm_options.h"
#include "app/cli/terminal.h"
#include "app/cli/trailing.h"
#include "core/base/text/quote.h"
#include "core/evidence/runs/collect.h"
#include "core/evidence/runs/job_scripts.h"
#include "core/evidence/runs/ladder_run.h"
#include "core/output/answers/ladder_runs.h"
#include "core/output/study/one_program.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

struct LadderRunFlags {
    Text p, repeats, warmups, order, seed, timeout, within, launcher, keepTraces, project;
    SlurmOptions slurm;
};

Result<LadderRunOptions> read(const LadderRunFlags& options)
{
    Values values;
    LadderRunOptions settings;
    if (!options.p)
        values.add("--p", "is missing", workerCountsHelp);
    if (const auto counts = values.workers(options.p, "--p", mostProcesses))
        settings.p = *counts;
    if (const auto repeats = values.count(options.repeats, "--repeat", 1, mostRepeats))
        settings.repeats = *repeats;
    if (const auto warmups = values.count(options.warmups, "--warmup", 0, mostWarmups))
        settings.warmups = *warmups;
    if (const auto seed = values.count(options.seed, "--seed", 0, 1 << 30))
        settings.seed = static_cast<std::uint64_t>(*seed);
    settings.timeoutS = values.amount(options.timeout, "--timeout", Dimension::Time, Sign::Positive);
    if (options.order && *options.order != "random" && *options.order != "up")
        values.add("--order", "there is no order " + inQuotes(*options.order), "random or up");
    settings.random = options.order.value_or("random") == "random";
    if (options.launcher) {
        const std::optional<Launcher> launcher = launcherFromName(*options.launcher);
        if (!launcher)
            values.add("--launcher", "there is no launcher " + inQuotes(*options.launcher),
                       "none, mpirun, torchrun or slurm");
        settings.launcher = launcher.value_or(Launcher::None);
    }
    settings.within = values.amount(options.within, "--within", Dimension::Ratio, Sign::Positive);
    settings.slurm = read(options.slurm, values);
    settings.keepTraces = options.keepTraces.value_or("");
    if (options.project && (options.project->empty() || *options.project == "-"))
        values.add("--project", "the rows go into it", "a file");
    if (settings.within && settings.launcher == Launcher::Slurm)
        values.add("--within", "jobs are sent with all their runs", "--repeat N");
    const Result<std::vector<std::string>> words = trailingCommand();
    if (words)
        settings.words = *words;
    else
        values.add(words.error());
    if (!values.ok())
        return fail(values.error());
    return settings;
}

Json rowJson(const LadderRunRow& row)
{
    Json::Object json{{"p", Json(row.p)}, {"repeat", Json(row.repeat)}};
    setOrReason(json, "seconds", row.seconds, "the run failed: " + row.status);
    json.emplace_back("status", Json(row.status));
    if (row.launchS && row.launchS != row.seconds)
        json.emplace_back("launch_s", Json(*row.launchS));
    json.emplace_back("host", Json(row.host));
    json.emplace_back("started", Json(row.started));
    for (const auto& [key, value] :
         {std::pair{"comp", row.said.compS}, std::pair{"comm", row.said.commS}, std::pair{"idle", row.said.idleS},
          std::pair{"io", row.said.ioS}, std::pair{"quality", row.said.quality}})
        if (value)
            json.emplace_back(key, Json(*value));
    if (!row.partsFrom.empty())
        json.emplace_back("parts_from", Json(row.partsFrom));
    if (!row.notes.empty())
        json.emplace_back("notes", listJson(row.notes));
    return Json(std::move(json));
}

Json::Array rowsJson(const std::vector<LadderRunRow>& rows)
{
    Json::Array all;
    for (const LadderRunRow& row : rows)
        all.push_back(rowJson(row));
    return all;
}

Result<Reply> ladderRun(const LadderRunFlags& options, const std::string& file)
{
    Result<LadderRunOptions> settings = read(options);
    if (!settings)
        return fail(settings.error());
    if (file != "-")
        settings->file = file;
    settings->hearErrors = settings->passErrors = true;
    std::vector<std::string> told;
    settings->warned = [&told](const std::string& message) {
        warnNow(message);
        told.push_back(message);
    };
    if (options.project)
        if (Result<void> two = areTwoFiles(*options.project, "--project", file); !two)
            return fail(two.error());
    Result<Project> project = options.project ? projectOrNew(*options.project) : Result<Project>(Project());
    if (!project)
        return fail(project.error());
    std::optional<LadderInProject> kept;
    if (options.project) {
        if (Result<void> can = canBeSaved(*options.project); !can)
            return fail(can.error());
        Ladder begins = emptyLadder(settings->words, settings->launcher);
        if (settings->launcher != Launcher::Slurm)  // whose jobs run elsewhere
            begins = beginningHere(std::move(begins), settings->file);
        kept.emplace(*options.project, *project, std::move(begins));
        settings->came = [&kept](const LadderRunRow& row) { kept->hear(row); };
    }
    const Result<LadderRunReport> report = watched(
        [&](const std::stop_token& stop, const auto& progress) { return runLadder(*settings, stop, progress); });
    const std::vector<Problem> unkept =
        kept && !kept->saved() ? kept->saved().error().problems : std::vector<Problem>();
    if (!report) {
        Error error = report.error();
        error.problems.insert(error.problems.end(), unkept.begin(), unkept.end());
        return fail(std::move(error));
    }
    Reply answer{.ownFile = true};
    answer.json = {{"launcher", Json(launcherName(settings->launcher))},
                   {"command", listJson(settings->words)},
                   {"resumed_rows", Json(report->resumed)},
                   {"rows", Json(rowsJson(report->rows))},
                   {"warmups", Json(rowsJson(report->warmups))},
                   {"warnings", listJson(report->warnings)}};
    std::vector<std::string> untold;
    for (const std::string& warning : report->warnings)
        if (!settings->file.empty() && std::find(told.begin(), told.end(), warning) == told.end())
            untold.push_back(warning);
    answer.answer = ladderRunsAnswer({*report, settings->file.string(), std::move(untold)});
    if (settings->file.empty()) {  // the rows are the table
        answer.answer.table = {};
        answer.table = true;
        answer.text = ladderRunHeader;
        for (const LadderRunRow& row : report->rows)
            answer.text += ladderRunLine(row);
        for (const std::string& warning : report->warnings)
            answer.text += fmt::format("# warning: {}\n", warning);
    }
    if (!unkept.empty()) {  // the rows are said all the same
        answer.status = exitStatus(kept->saved().error().code);
        answer.problems = unkept;
    }
    if (std::none_of(report->rows.begin(), report->rows.end(), [](const LadderRunRow& row) { return row.ok(); })) {
        answer.status = 1;
        if (report->rows.empty())
            answer.problems.push_back({"no run left a row, and there is no ladder", {}, {}});
        else
            answer.problems.push_back(
                {say("no run succeeded, and there is no ladder; the last was run {} at p = {}: {}",
                     report->rows.back().repeat, report->rows.back().p, report->rows.back().failure()),
                 "a command that succeeds at one p at least",
                 {}});
    }
    return answer;
}

Result<Reply> ladderCollect(const std::string& folder)
{
    const std::filesystem::path jobs = folder;
    rememberRead((jobs / jobsHeader).string());
    rememberRead((jobs / "rows").string());
    const StopOnInterrupt interrupt;
    Result<CollectedLadder> ladder = collectLadder(folder, interrupt.token());
    if (!ladder)
        return fail(ladder.error());
    std::vector<std::string> warnings;
    for (const LadderRunRow& row : ladder->rows)
        warnings.insert(warnings.end(), row.said.warnings.begin(), row.said.warnings.end());
    std::string text = cleaned(ladder->text);
    for (const std::string& warning : warnings)
        text += fmt::format("# warning: {}\n", warning);
    return Reply{.text = std::move(text),
                 .json = {{"rows", Json(rowsJson(ladder->rows))}, {"warnings", listJson(warnings)}}};
}

}  // namespace

Run declareLadder(CLI::App& command)
{
    command.require_subcommand(1, 1);
    CLI::App& run = *command.add_subcommand("run", "run a command at several p and write the ladder as it comes");
    auto options = std::make_shared<LadderRunFlags>();
    run.add_option("--p", options->p, workerCountsHelp)->type_name("LIST");
    run.add_option("--repeat", options->repeats, "runs of each p (5)")->type_name("N");
    run.add_option("--warmup", options->warmups, "runs of each p before, recorded and not counted (1)")->type_name("N");
    run.add_option("--order", options->order, "within a repeat: random, or up (random)")->type_name("");
    run.add_option("--seed", options->seed, "of the random order (1)")->type_name("N");
    run.add_option("--timeout", options->timeout, "of each run; it is ended then")->type_name("T");
    run.add_option("--within", options->within,
                   "a p is done before N once its median is known within this share, such as 0.05 (95 %; asked after "
                   "7, 10, 14, 20, 28, 40, 60 and 100 runs)")
        ->type_name("SHARE");
    run.add_option("--launcher", options->launcher,
                   "what starts p processes: none, mpirun, torchrun, or slurm, which submits a job a count (none)")
        ->type_name("NAME");
    declareSlurmOptions(run, options->slurm);
    run.add_option("--project", options->project,
                   "a project that gets the ladder as well, row by row; made where it is not there")
        ->type_name("FILE");
    run.add_option("--keep-traces", options->keepTraces,
                   "where profiler traces stay, those of run 2 at p = 4 in p4-2; they go once they are read")
        ->type_name("DIR");
    run.footer(
        "{p} in COMMAND is the count; it is in SCALEWRIGHT_P too. Where the program prints a line such as\n"
        "  scalewright: time=1.6 comp=1.2 comm=0.3 idle=0.1 io=0 quality=0.93\n"
        "its time (without the launcher's start) and its parts go into the row (the last line counts; of p ranks that "
        "print one each,\n"
        "the mean of each part and the longest time); else those of the profiler traces (Chrome's format, as timeline "
        "import reads it)\n"
        "that it leaves in the folder SCALEWRIGHT_TRACE_DIR, one file a rank: of a step, where they mark steps. Rows "
        "are in -o FILE as they come; a "
        "second call with the same command goes\n"
        "on where the first one stopped. A run that fails is a row without a time; once every p has failed in the "
        "same\n"
        "way, the others are not started. Exit status: 1 no run succeeded, 3 no launcher or program, 130 interrupted.\n"
        "With slurm, jobs' ids are in FILE.jobs: an interrupt cancels them; after a crash the same call finds and "
        "collects them.");
    const Run script = declareLadderScript(command);
    CLI::App& collecting = *command.add_subcommand(
        "collect", "the ladder of jobs that were submitted by hand, with the parts that their traces hold");
    auto folder = std::make_shared<std::string>();
    collecting.add_option("DIR", *folder, "what ladder script wrote, on a machine that sees it")->required();
    return [options, script, folder, &command, &run]() -> Result<Reply> {
        if (command.got_subcommand("collect"))
            return ladderCollect(*folder);
        if (command.got_subcommand("script"))
            return script();
        return ladderRun(*options, outputFile(run));
    };
}

}  // namespace scalewright::cli

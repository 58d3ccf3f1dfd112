// SPDX-License-Identifier: GPL-3.0-or-later
// ladder run -- COMMAND: runs the command at several values of p, several times each, and writes each row to disk as
// soon as it arrives (book 41.7).
#include "core/evidence/runs/ladder_run.h"

#include <unistd.h>

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "app/cli/ladder_script.h"
#include "app/cli/output.h"
#include "app/cli/run_options.h"
#include "app/cli/terminal.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/evidence/runs/collect.h"
#include "core/evidence/runs/job_scripts.h"
#include "core/evidence/runs/program_files.h"
#include "core/output/answers/ladder_runs.h"
#include "core/output/study/one_program.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

struct LadderRunCommandOptions {
    RunOptions runs;
    OptionText order, seed, medianPrecision, launcher, tracesFolder, project;
    bool again = false;
    SlurmOptions slurm;
};

Result<LadderRunOptions> readLadderRunOptions(const LadderRunCommandOptions& options)
{
    OptionValues values;
    LadderRunOptions settings;
    readRunOptions(options.runs, settings, values);
    if (const auto seed = values.readCount(options.seed, "--seed", 0, 1 << 30))
        settings.seed = static_cast<std::uint64_t>(*seed);
    if (options.order && *options.order != "random" && *options.order != "up")
        values.addProblem("--order", "there is no order " + inQuotes(*options.order), "random or up");
    settings.randomOrder = options.order.value_or("random") == "random";
    settings.launcher = values.readName<Launcher>(options.launcher, "--launcher").value_or(Launcher::None);
    settings.medianTolerance = values.readAmount(options.medianPrecision, "--within", Dimension::Ratio);
    settings.slurm = readSlurmOptions(options.slurm, values);
    settings.keptTracesFolder = options.tracesFolder.value_or("");
    settings.again = options.again;
    if (options.project && (options.project->empty() || *options.project == "-"))
        values.addProblem("--project", "the rows are written to it", "a file");
    if (settings.medianTolerance && settings.launcher == Launcher::Slurm)
        values.addProblem("--within", "a job is submitted with all its runs", "--repeat N");
    if (!values.isValid())
        return fail(values.error());
    return settings;
}

Json::Object programFileFields(const ProgramFile& file)
{
    return objectOf({{"file", file.file}, {"digest", file.digest}});
}

Json::Object rowFields(const LadderRunRow& row)
{
    return objectOf({{"p", row.p},
                     {"repeat", row.repeat},
                     {"seconds", row.seconds, "the run failed: " + row.status},
                     {"status", row.status},
                     {"launch_s", row.launchWallTimeS != row.seconds ? row.launchWallTimeS : std::nullopt},
                     {"host", row.host},
                     {"started", row.startedAt},
                     {"comp", row.reported.compS},
                     {"comm", row.reported.commS},
                     {"idle", row.reported.idleS},
                     {"io", row.reported.ioS},
                     {"quality", row.reported.quality},
                     {"ranks", when(!row.reported.workers.empty(), listOf(row.reported.workers,
                                                                          [](const WorkerTimes& worker) {
                                                                              return objectOf({{"rank", worker.rank},
                                                                                               {"time", worker.timeS},
                                                                                               {"comp", worker.compS},
                                                                                               {"comm", worker.commS},
                                                                                               {"idle", worker.idleS},
                                                                                               {"io", worker.ioS}});
                                                                          }))},
                     {"parts_from", ifAny(row.partsSource)},
                     {"notes", when(!row.notes.empty(), row.notes)}});
}

/// Whether no run succeeded at some p.
bool hasFailedCount(const std::vector<LadderRunRow>& rows)
{
    std::map<int, bool> hasSuccess;
    for (const LadderRunRow& row : rows)
        hasSuccess[row.p] = hasSuccess[row.p] || row.isOk();
    return std::ranges::any_of(hasSuccess, [](const auto& each) { return !each.second; });
}

Result<Reply> runLadderRun(const LadderRunCommandOptions& options, const std::string& file)
{
    TRY(LadderRunOptions settings, readLadderRunOptions(options));
    if (file != "-")
        settings.file = file;
    settings.capturesErrorOutput = settings.forwardsErrorOutput = true;
    std::vector<std::string> shownWarnings;
    settings.onWarning = [&shownWarnings](const std::string& message) {
        printWarning(message);
        shownWarnings.push_back(message);
    };
    if (options.project)
        TRY_DO(checkDifferentFiles(*options.project, "--project", file));
    TRY(Project project, options.project ? readOrCreateProject(*options.project) : Result<Project>(Project()));
    std::optional<LadderRecorder> projectLadder;
    if (options.project) {
        TRY_DO(checkCanSave(*options.project));
        Ladder initialLadder = emptyLadder(settings.argv, settings.launcher);
        if (settings.launcher != Launcher::Slurm)  // because Slurm jobs run elsewhere
            initialLadder = withMachineLoad(std::move(initialLadder), settings.file);
        initialLadder.program = findProgramFiles(settings.argv, settings.workingFolder).program;
        projectLadder.emplace(*options.project, project, std::move(initialLadder));
        settings.onRow = [&projectLadder](const LadderRunRow& row) { projectLadder->addRow(row); };
    }
    const Result<LadderRunReport> report = runInterruptibly(
        [&](const std::stop_token& stop, const auto& progress) { return runLadder(settings, stop, progress); });
    const std::vector<Problem> saveProblems = projectLadder && !projectLadder->saveResult()
                                                  ? projectLadder->saveResult().error().problems
                                                  : std::vector<Problem>();
    if (!report) {
        Error error = report.error();
        append(error.problems, saveProblems);
        return fail(std::move(error));
    }
    Reply answer{.hasWrittenFile = true};
    answer.json = objectOf({{"launcher", nameOf(settings.launcher)},
                            {"command", settings.argv},
                            {"resumed_rows", report->resumedCount},
                            {"file", ifAny(report->file.string())},
                            {"program", listOf(report->program, programFileFields)},
                            {"rows", listOf(report->rows, rowFields)},
                            {"warmups", listOf(report->warmups, rowFields)},
                            {"warnings", report->warnings}});
    std::vector<std::string> unshownWarnings;
    for (const std::string& warning : report->warnings)
        if (!settings.file.empty() && !contains(shownWarnings, warning))
            unshownWarnings.push_back(warning);
    answer.answer = ladderRunsAnswer({*report, report->file.string(), std::move(unshownWarnings)});
    if (settings.file.empty()) {  // without a file, the rows are the output table
        answer.answer.table = {};
        answer.isTextTable = true;
        answer.text = ladderRunHeader;
        for (const LadderRunRow& row : report->rows)
            answer.text += ladderRunLine(row);
        for (const std::string& warning : report->warnings)
            answer.text += fmt::format("# warning: {}\n", warning);
    }
    if (!saveProblems.empty()) {  // the rows are printed even if saving failed
        answer.exitStatus = exitStatus(projectLadder->saveResult().error().code);
        answer.problems = saveProblems;
    }
    if (std::ranges::none_of(report->rows, [](const LadderRunRow& row) { return row.isOk(); })) {
        answer.exitStatus = 1;
        if (report->rows.empty())
            answer.problems.push_back({"no run produced a row, so there is no ladder", {}, {}});
        else
            answer.problems.push_back(
                {formatMessage("no run succeeded, so there is no ladder; the last was run {} at p = {}: {}",
                               report->rows.back().repeat, report->rows.back().p, report->rows.back().failureText()),
                 "a command that succeeds for at least one p",
                 {}});
    } else if (hasFailedCount(report->rows)) {
        answer.exitStatus = 1;
    }
    return answer;
}

Result<Reply> runLadderCollect(const std::string& folder)
{
    const std::filesystem::path jobs = folder;
    rememberReadFile((jobs / jobsHeaderFile).string());
    rememberReadFile((jobs / "rows").string());
    const StopOnInterrupt interrupt;
    TRY(CollectedLadder ladder, collectLadder(folder, interrupt.token()));
    std::vector<std::string> warnings;
    for (const LadderRunRow& row : ladder.rows)
        append(warnings, row.reported.warnings);
    std::string text = sanitised(ladder.text);
    for (const std::string& warning : warnings)
        text += fmt::format("# warning: {}\n", warning);
    return Reply{.text = std::move(text),
                 .json = objectOf({{"rows", listOf(ladder.rows, rowFields)}, {"warnings", warnings}})};
}

}  // namespace

CommandRunner declareLadder(CLI::App& command)
{
    command.require_subcommand(1, 1);
    CLI::App& run = *command.add_subcommand("run", "run a command at several p and write the ladder row by row");
    auto options = std::make_shared<LadderRunCommandOptions>();
    declareRunOptions(run, options->runs);
    declareOptions(
        run, {{"--order", "", options->order, "order within a repeat: random or up (default: random)"},
              {"--seed", "N", options->seed, "seed of the random order (default: 1)"},
              {"--within", "SHARE", options->medianPrecision,
               "stop a p before N runs once its median is known within this share, such as 0.05 (95 %; checked "
               "after 7, 10, 14, 20, 28, 40, 60 and 100 runs)"},
              {"--launcher", "NAME", options->launcher,
               "what starts p processes: none, mpirun, torchrun, or slurm, which submits one job per count (default: "
               "none)"}});
    declareSlurmOptions(run, options->slurm);
    declareOptions(
        run,
        {{"--project", "FILE", options->project,
          "project that also receives the ladder, row by row; created if it does not exist"},
         {"--keep-traces", "DIR", options->tracesFolder,
          "folder that keeps profiler traces, those of run 2 at p = 4 in p4-2 (default: removed once they are read)"},
         {"--again", options->again, "measure again even if the program has not changed; the earlier rows are kept"}});
    run.footer(
        "{p} in COMMAND is the count; SCALEWRIGHT_P has it too. If the program prints a line such as\n  scalewright: "
        "time=1.6 comp=1.2 comm=0.3 idle=0.1 io=0 quality=0.93\nits time (without the launcher's start) and its parts "
        "go into the row (the last line counts; if each rank prints one with rank=,\n"
        "they say which rank the others wait for); else those of the profiler traces (Chrome's format, as timeline "
        "import reads it)\nthat it writes to "
        "the folder SCALEWRIGHT_TRACE_DIR, one file per rank: per step, if they mark steps. Rows are written to -o "
        "FILE as they arrive; a second call with the same command\ncontinues where the first one stopped; if the "
        "program "
        "has changed since (its executable, script or local modules), the rows go to FILE-2.csv.\nA run that fails is "
        "a "
        "row without a time; once every p has failed in the same\nway, the others are not started. Exit "
        "status: 1 no run succeeded at some p, 3 no launcher or program, 130 interrupted.\nWith slurm, the job ids are "
        "in "
        "FILE.jobs: an interrupt cancels them; after a crash the same call finds and collects them.");
    const CommandRunner script = declareLadderScript(command);
    CLI::App& collecting = *command.add_subcommand(
        "collect", "the ladder of jobs that were submitted by hand, with the parts from their traces");
    auto folder = std::make_shared<std::string>();
    collecting.add_option("DIR", *folder, "folder that ladder script wrote, on a machine that can see it")->required();
    return [options, script, folder, &command, &run]() -> Result<Reply> {
        if (command.got_subcommand("collect"))
            return runLadderCollect(*folder);
        if (command.got_subcommand("script"))
            return script();
        return runLadderRun(*options, outputFileOption(run));
    };
}

}  // namespace scalewright::cli

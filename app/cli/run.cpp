// SPDX-License-Identifier: GPL-3.0-or-later
// run -p LIST -- COMMAND: from a program to a first answer, all in one project (core/output/study).
#include <algorithm>
#include <filesystem>

#include "app/cli/output.h"
#include "app/cli/run_options.h"
#include "app/cli/terminal.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/output/study/study.h"
#include "core/output/study/study_answers.h"

namespace scalewright::cli {

namespace {

struct StudyCommandOptions {
    RunOptions runs;
    OptionText launcher, scaling, price, machine, projectFile, tracesFolder;
    bool skipsProbe = false, skipsOwnCatalogue = false, again = false;
};

Result<StudyOptions> readStudyOptions(const StudyCommandOptions& options)
{
    OptionValues values;
    StudyOptions settings;
    readRunOptions(options.runs, settings, values);
    settings.launcher = values.readName<Launcher>(options.launcher, "--launcher").value_or(Launcher::None);
    if (settings.launcher == Launcher::Slurm)
        values.addProblem("--launcher", "Slurm jobs run on other machines than this one",
                          "scalewright-cli ladder run --launcher slurm");
    if (const std::optional<Scaling> scaling = values.readName<Scaling>(options.scaling, "--scaling"))
        settings.scaling = *scaling;
    settings.priceUsdPerHour = readFieldOption(&Target::priceUsdPerHour, options.price, values);
    settings.measuresCeilings = !options.skipsProbe;
    settings.skipsOwnCatalogue = options.skipsOwnCatalogue;
    settings.again = options.again;
    settings.keptTracesFolder = options.tracesFolder.value_or("");
    settings.catalogueMachine = options.machine.value_or(std::string());
    if (options.machine && options.machine->empty())
        values.addProblem("--machine", "is empty", "a machine from the catalogue, such as h100-sxm");
    if (options.projectFile && (options.projectFile->empty() || *options.projectFile == "-"))
        values.addProblem("--output", "the project is read and written many times",
                          "a file, such as -o my.scalewright");
    if (!values.isValid())
        return fail(values.error());
    settings.file =
        options.projectFile.value_or(std::filesystem::path(settings.argv.front()).filename().string() + ".scalewright");
    return settings;
}

Json::Object doctorFields(const DoctorReport& doctor)
{
    return objectOf({{"cpu", doctor.cpuName},
                     {"cores", doctor.cores},
                     {"load", doctor.loadAverage},
                     {"free_cores", doctor.freeCores},
                     {"tools", listOf(doctor.tools,
                                      [](const DoctorTool& tool) {
                                          return objectOf({{"name", tool.name},
                                                           {"path", tool.path, "not in PATH"},
                                                           {"use", tool.purpose},
                                                           {"how_to_get", tool.installHint}});
                                      })},
                     {"warnings", doctor.warnings}});
}

Json::Object stepFields(const StudyStep& step)
{
    return objectOf({{"step", step.commandName},
                     {"label", step.label},
                     {"status", nameOf(step.state)},
                     {"found", step.finding, step.reason},
                     {"answer", step.answer ? std::optional(scalewright::toJson(*step.answer)) : std::nullopt}});
}

/// Whether no run succeeded at some p.
bool hasFailedCount(const Study& study)
{
    const std::optional<std::size_t> index = studyLadderIndex(study);
    if (!index)
        return false;
    const Ladder& ladder = study.project.measurements.ladders[*index];
    return std::ranges::any_of(
        ladder.failed, [&](const FailedRuns& failed) { return !contains(ladder.points, failed.p, &LadderPoint::p); });
}

Result<Reply> runStudyCommand(const StudyCommandOptions& options)
{
    TRY(StudyOptions settings, readStudyOptions(options));
    settings.onWarning = printWarning;
    const Result<Study> completedStudy = runInterruptibly(
        [&](const std::stop_token& stop, const auto& progress) { return runProgramStudy(settings, stop, progress); });
    if (!completedStudy)
        return fail(completedStudy.error());
    const std::vector<StudyStep> steps = studySteps(*completedStudy);
    return Reply{
        .answer = studyAnswer(*completedStudy, steps),
        .json = objectOf({{"project", settings.file.string()},
                          {"ladder", completedStudy->ladderFile.string()},
                          {"command", settings.argv},
                          {"launcher", nameOf(settings.launcher)},
                          {"program", listOf(completedStudy->program,
                                             [](const ProgramFile& file) {
                                                 return objectOf({{"file", file.file}, {"digest", file.digest}});
                                             })},
                          {"doctor", doctorFields(completedStudy->doctorReport)},
                          {"steps", listOf(steps, stepFields)},
                          {"warnings", completedStudy->notes}}),
        .exitStatus = hasFailedCount(*completedStudy) ? 1 : 0,
        .hasWrittenFile = true};
}

}  // namespace

CommandRunner declareRun(CLI::App& command)
{
    auto options = std::make_shared<StudyCommandOptions>();
    declareOptions(
        command,
        {{"-p,--p", "LIST", options->runs.p, workerCountsHelp},
         {"--repeat", "N", options->runs.repeats, "runs at each p (default: 3)"},
         {"--launcher", "NAME", options->launcher, "what starts p processes: none, mpirun or torchrun (default: none)"},
         {"--scaling", options->scaling, "strong (the work is fixed) or weak (it grows with p) (default: strong)"},
         {&Target::priceUsdPerHour, options->price, "price of a node-hour: adds costs to the answer"},
         {"--machine", "CARD", options->machine,
          "ceilings from the catalogue (h100-sxm, rtx-4090, h100-sxm:fp32) instead of this machine's, for a "
          "program that computes on an accelerator"},
         skipOwnCatalogueOption(options->skipsOwnCatalogue),
         {"--no-probe", options->skipsProbe, "skip the machine's ceilings, which take half a minute"},
         {"--again", options->again, "measure again even if the program has not changed; the earlier ladder is kept"},
         {"--keep-traces", "DIR", options->tracesFolder,
          "folder that keeps profiler traces, those of run 2 at p = 4 in p4-2 (default: removed once they are read)"},
         {"-o,--output", "FILE", options->projectFile,
          "project that receives everything (default: PROGRAM.scalewright); if it exists, only what is "
          "missing is done"}});
    command.footer(
        "In this order: the machine's facts, its ceilings, one run at the smallest p, the ladder, the answers. {p} in "
        "COMMAND is the\ncount; SCALEWRIGHT_P has it too. A line that the program prints, such as\n  scalewright: "
        "time=1.6 comp=1.2 comm=0.3 idle=0.1 flops=2e12 bytes_moved=64GB memory=8GB\ngives its time without start-up, "
        "its parts and its work. Rows are written to NAME.ladder.csv as they arrive. An interrupt keeps what was "
        "measured;\nthe same call continues. If the program has changed since (its executable, script or local "
        "modules), "
        "it is measured again.\nExit status: 1 the program fails at some p, 2 the project is another program's, 3 "
        "no launcher or program, 130 interrupted.");
    return [options] { return runStudyCommand(*options); };
}

}  // namespace scalewright::cli

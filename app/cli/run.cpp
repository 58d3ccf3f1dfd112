// run -p LIST -- COMMAND: from a program to a first answer, all in one project (core/output/study).
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/field_options.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "app/cli/trailing_command.h"
#include "core/base/text/quote.h"
#include "core/output/answers/render.h"
#include "core/output/study/study.h"
#include "core/output/study/study_answers.h"

namespace scalewright::cli {

namespace {

struct RunOptions {
    OptionText p, repeats, launcher, scaling, price, machine, projectFile;
    bool skipsProbe = false;
};

Result<StudyOptions> readStudyOptions(const RunOptions& options)
{
    OptionValues values;
    StudyOptions settings;
    if (!options.p)
        values.addProblem("--p", "is missing", workerCountsHelp);
    if (const auto workerCounts = values.readWorkerCounts(options.p, "--p", maximumRunProcesses))
        settings.p = *workerCounts;
    if (const auto repeats = values.readCount(options.repeats, "--repeat", 1, maximumRunRepeats))
        settings.repeats = *repeats;
    if (options.launcher) {
        const std::optional<Launcher> launcher = launcherFromName(*options.launcher);
        if (!launcher)
            values.addProblem("--launcher", "there is no launcher " + inQuotes(*options.launcher),
                              "none, mpirun or torchrun");
        else if (launcher == Launcher::Slurm)
            values.addProblem("--launcher", "Slurm jobs run on other machines than this one",
                              "scalewright-cli ladder run --launcher slurm");
        settings.launcher = launcher.value_or(Launcher::None);
    }
    if (options.scaling && *options.scaling != "strong" && *options.scaling != "weak")
        values.addProblem("--scaling", "there is no scaling " + inQuotes(*options.scaling), "strong or weak");
    else if (options.scaling)
        settings.scaling = *options.scaling == "weak" ? Scaling::Weak : Scaling::Strong;
    settings.priceUsdPerHour = readFieldOption(&Target::priceUsdPerHour, options.price, values);
    settings.measuresCeilings = !options.skipsProbe;
    settings.catalogueMachine = options.machine.value_or(std::string());
    if (options.machine && options.machine->empty())
        values.addProblem("--machine", "is empty", "a machine from the catalogue, such as h100-sxm");
    const Result<std::vector<std::string>> words = trailingCommand();
    if (words)
        settings.argv = *words;
    else
        values.addProblems(words.error());
    if (options.projectFile && (options.projectFile->empty() || *options.projectFile == "-"))
        values.addProblem("--output", "the project is read and written many times",
                          "a file, such as -o my.scalewright");
    if (!values.isValid())
        return fail(values.error());
    settings.file =
        options.projectFile.value_or(std::filesystem::path(settings.argv.front()).filename().string() + ".scalewright");
    return settings;
}

Json doctorJson(const DoctorReport& doctor)
{
    Json::Array tools;
    for (const DoctorTool& tool : doctor.tools) {
        Json::Object json{{"name", Json(tool.name)}};
        setOrReason(json, "path", tool.path, "not in PATH");
        json.emplace_back("use", Json(tool.purpose));
        json.emplace_back("how_to_get", Json(tool.installHint));
        tools.emplace_back(std::move(json));
    }
    return Json(Json::Object{{"cpu", Json(doctor.cpuName)},
                             {"cores", Json(doctor.cores)},
                             {"load", Json(doctor.loadAverage)},
                             {"free_cores", Json(doctor.freeCores)},
                             {"tools", Json(std::move(tools))},
                             {"warnings", listJson(doctor.warnings)}});
}

Json stepJson(const StudyStep& step)
{
    Json::Object json{
        {"step", Json(step.commandName)}, {"label", Json(step.label)}, {"status", Json(stepStateName(step.state))}};
    setOrReason(json, "found", step.finding, step.reason);
    if (step.answer)
        json.emplace_back("answer", Json(scalewright::toJson(*step.answer)));
    return Json(std::move(json));
}

Result<Reply> runStudyCommand(const RunOptions& options)
{
    Result<StudyOptions> settings = readStudyOptions(options);
    if (!settings)
        return fail(settings.error());
    settings->onWarning = printWarning;
    const Result<Study> completedStudy = runInterruptibly(
        [&](const std::stop_token& stop, const auto& progress) { return runProgramStudy(*settings, stop, progress); });
    if (!completedStudy)
        return fail(completedStudy.error());
    const std::vector<StudyStep> steps = studySteps(*completedStudy);
    Json::Array stepsJson;
    for (const StudyStep& step : steps)
        stepsJson.push_back(stepJson(step));
    Reply reply{.answer = studyAnswer(*completedStudy, steps), .hasWrittenFile = true};
    reply.json = {{"project", Json(settings->file.string())},
                  {"ladder", Json(completedStudy->ladderFile.string())},
                  {"command", listJson(settings->argv)},
                  {"launcher", Json(launcherName(settings->launcher))},
                  {"doctor", doctorJson(completedStudy->doctorReport)},
                  {"steps", Json(std::move(stepsJson))},
                  {"warnings", listJson(completedStudy->notes)}};
    return reply;
}

}  // namespace

CommandRunner declareRun(CLI::App& command)
{
    auto options = std::make_shared<RunOptions>();
    command.add_option("-p,--p", options->p, workerCountsHelp)->type_name("LIST");
    command.add_option("--repeat", options->repeats, "runs at each p (default: 3)")->type_name("N");
    command
        .add_option("--launcher", options->launcher,
                    "what starts p processes: none, mpirun or torchrun (default: none)")
        ->type_name("NAME");
    command.add_option("--scaling", options->scaling,
                       "strong (the work is fixed) or weak (it grows with p) (default: strong)");
    declareFieldOption(command, &Target::priceUsdPerHour, options->price,
                       "price of a node-hour: adds costs to the answer");
    command
        .add_option("--machine", options->machine,
                    "ceilings from the catalogue (h100-sxm, rtx-4090, h100-sxm:fp32) instead of this machine's, for a "
                    "program that computes on an accelerator")
        ->type_name("CARD");
    command.add_flag("--no-probe", options->skipsProbe, "skip the machine's ceilings, which take half a minute");
    command
        .add_option("-o,--output", options->projectFile,
                    "project that receives everything (default: PROGRAM.scalewright); if it exists, only what is "
                    "missing is done")
        ->type_name("FILE");
    command.footer(
        "In this order: the machine's facts, its ceilings, one run at the smallest p, the ladder, the answers. {p} in "
        "COMMAND is the\ncount; SCALEWRIGHT_P has it too. A line that the program prints, such as\n  scalewright: "
        "time=1.6 comp=1.2 comm=0.3 idle=0.1 flops=2e12 bytes_moved=64GB memory=8GB\ngives its time without start-up, "
        "its parts and its work. Rows are written to NAME.ladder.csv as they arrive. An interrupt keeps what was "
        "measured;\nthe same call continues. Exit status: 1 the program fails, 2 the project is another program's, 3 "
        "no launcher or program, 130 interrupted.");
    return [options] { return runStudyCommand(*options); };
}

}  // namespace scalewright::cli

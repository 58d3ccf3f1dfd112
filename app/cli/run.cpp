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
#include "app/cli/trailing.h"
#include "core/base/text/quote.h"
#include "core/output/answers/render.h"
#include "core/output/study/study.h"
#include "core/output/study/study_answers.h"

namespace scalewright::cli {

namespace {

struct RunOptions {
    Text p, repeats, launcher, scaling, price, machine, file;
    bool noProbe = false;
};

Result<StudyOptions> read(const RunOptions& options)
{
    Values values;
    StudyOptions asked;
    if (!options.p)
        values.add("--p", "is missing", workerCountsHelp);
    if (const auto counts = values.workers(options.p, "--p", mostProcesses))
        asked.p = *counts;
    if (const auto repeats = values.count(options.repeats, "--repeat", 1, mostRepeats))
        asked.repeats = *repeats;
    if (options.launcher) {
        const std::optional<Launcher> launcher = launcherFromName(*options.launcher);
        if (!launcher)
            values.add("--launcher", "there is no launcher " + inQuotes(*options.launcher), "none, mpirun or torchrun");
        else if (launcher == Launcher::Slurm)
            values.add("--launcher", "jobs of Slurm run on other machines than this one",
                       "scalewright-cli ladder run --launcher slurm");
        asked.launcher = launcher.value_or(Launcher::None);
    }
    if (options.scaling && *options.scaling != "strong" && *options.scaling != "weak")
        values.add("--scaling", "there is no scaling " + inQuotes(*options.scaling), "strong or weak");
    else if (options.scaling)
        asked.scaling = *options.scaling == "weak" ? Scaling::Weak : Scaling::Strong;
    asked.priceUsdPerHour = readField(&Target::priceUsdPerHour, options.price, values);
    asked.ceilings = !options.noProbe;
    asked.machine = options.machine.value_or(std::string());
    if (options.machine && options.machine->empty())
        values.add("--machine", "is empty", "a machine of the catalogue, such as h100-sxm");
    const Result<std::vector<std::string>> words = trailingCommand();
    if (words)
        asked.words = *words;
    else
        values.add(words.error());
    if (options.file && (options.file->empty() || *options.file == "-"))
        values.add("--output", "the project is read and written many times", "a file, such as -o my.scalewright");
    if (!values.ok())
        return fail(values.error());
    asked.file = options.file.value_or(std::filesystem::path(asked.words.front()).filename().string() + ".scalewright");
    return asked;
}

Json doctorJson(const Doctor& doctor)
{
    Json::Array tools;
    for (const DoctorTool& tool : doctor.tools) {
        Json::Object json{{"name", Json(tool.name)}};
        setOrReason(json, "path", tool.path, "it is not in PATH");
        json.emplace_back("use", Json(tool.use));
        json.emplace_back("how_to_get", Json(tool.howToGet));
        tools.emplace_back(std::move(json));
    }
    return Json(Json::Object{{"cpu", Json(doctor.cpu)},
                             {"cores", Json(doctor.cores)},
                             {"load", Json(doctor.load)},
                             {"free_cores", Json(doctor.freeCores)},
                             {"tools", Json(std::move(tools))},
                             {"warnings", listJson(doctor.warnings)}});
}

Json stepJson(const StudyStep& step)
{
    Json::Object json{
        {"step", Json(step.step)}, {"label", Json(step.label)}, {"status", Json(stepStateName(step.state))}};
    setOrReason(json, "found", step.found, step.reason);
    if (step.answer)
        json.emplace_back("answer", Json(scalewright::toJson(*step.answer)));
    return Json(std::move(json));
}

Result<Reply> run(const RunOptions& options)
{
    Result<StudyOptions> asked = read(options);
    if (!asked)
        return fail(asked.error());
    asked->warned = warnNow;
    const Result<Study> made =
        watched([&](const std::stop_token& stop, const auto& progress) { return study(*asked, stop, progress); });
    if (!made)
        return fail(made.error());
    const std::vector<StudyStep> steps = studySteps(*made);
    Json::Array all;
    for (const StudyStep& step : steps)
        all.push_back(stepJson(step));
    Reply reply{.answer = studyAnswer(*made, steps), .ownFile = true};
    reply.json = {{"project", Json(asked->file.string())}, {"ladder", Json(made->ladderFile.string())},
                  {"command", listJson(asked->words)},     {"launcher", Json(launcherName(asked->launcher))},
                  {"doctor", doctorJson(made->doctor)},    {"steps", Json(std::move(all))},
                  {"warnings", listJson(made->notes)}};
    return reply;
}

}  // namespace

Run declareRun(CLI::App& command)
{
    auto options = std::make_shared<RunOptions>();
    command.add_option("-p,--p", options->p, workerCountsHelp)->type_name("LIST");
    command.add_option("--repeat", options->repeats, "runs of each p (3)")->type_name("N");
    command.add_option("--launcher", options->launcher, "what starts p processes: none, mpirun or torchrun (none)")
        ->type_name("NAME");
    command.add_option("--scaling", options->scaling, "strong (the work is fixed) or weak (it grows with p); strong");
    declareField(command, &Target::priceUsdPerHour, options->price, "of a node-hour: then the answer has costs");
    command
        .add_option("--machine", options->machine,
                    "ceilings of the catalogue's h100-sxm, rtx-4090, h100-sxm:fp32 instead of this machine's: of a "
                    "program that computes on an accelerator")
        ->type_name("CARD");
    command.add_flag("--no-probe", options->noProbe, "leave out the machine's ceilings, which take half a minute");
    command
        .add_option("-o,--output", options->file,
                    "the project that gets it all (PROGRAM.scalewright); where it is there, only what is missing is "
                    "done")
        ->type_name("FILE");
    command.footer(
        "In this order: what the machine has, its ceilings, one run at the smallest p, the ladder, the answers. {p} in "
        "COMMAND is the\n"
        "count; it is in SCALEWRIGHT_P too. A line that the program prints, such as\n"
        "  scalewright: time=1.6 comp=1.2 comm=0.3 idle=0.1 flops=2e12 bytes_moved=64GB memory=8GB\n"
        "tells its time without start-up, where it goes and what it computes. Rows are in NAME.ladder.csv as they "
        "come. An interrupt keeps "
        "what was measured;\n"
        "the same call goes on. Exit status: 1 the program fails, 2 the project is another program's, 3 no launcher or "
        "program, 130 interrupted.");
    return [options] { return run(*options); };
}

}  // namespace scalewright::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// measure -- COMMAND: what your program needs from this machine, as a profile that `diagnose` reads (book 41.2).
// measure --from FILE: the same from another program's measurements (core/evidence/import/profile_import.h).
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <filesystem>

#include <fmt/format.h>

#include "app/cli/output.h"
#include "app/cli/trailing_command.h"
#include "core/base/files/resources.h"
#include "core/base/files/system_text.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/profile_import.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/probes/probe.h"
#include "core/evidence/runs/doctor.h"
#include "core/evidence/runs/program.h"
#include "core/model/bottleneck/profile.h"
#include "core/output/answers/measured_program.h"
#include "core/output/study/one_program.h"
#include "core/project/catalogue/catalogue.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

struct MeasureOptions {
    OptionText flops, bytesMoved, memory, machine, importFile, stepTime, stackGrouping, workingSet, ioTime, project;
    bool skipsOwnCatalogue = false;
};

/// The machine's ceilings, under the keys used in a profile.
using Ceilings = std::vector<std::pair<std::string, Json>>;

Json quantityJson(double value, const std::string& origin, const std::string& source, const std::string& date,
                  const std::string& conditions)
{
    return Json(objectOf({{"value", value},
                          {"origin", origin},
                          {"source", ifAny(source)},
                          {"date", ifAny(date)},
                          {"conditions", ifAny(conditions)}}));
}

const std::vector<std::string> ceilingKeys{"memory_bytes", "peak_flops", "memory_bandwidth_bytes_per_s"};

/// The ceilings from a catalogue entry.
Ceilings ceilingsOf(const Machine& machine)
{
    Ceilings ceilings;
    for (const auto& [name, member] :
         {std::pair("memory_bytes", &Machine::memoryBytes), std::pair("peak_flops", &Machine::peakFlops),
          std::pair("memory_bandwidth_bytes_per_s", &Machine::memoryBandwidthBytesPerS)})
        if (const MaybeQuantity& figure = machine.*member) {
            const Provenance& provenance = figure->provenance;
            ceilings.emplace_back(name, quantityJson(figure->value, nameOf(provenance.origin), provenance.source,
                                                     provenance.date, provenance.conditions));
        }
    return ceilings;
}

/// The machine given by --machine: a file, or a catalogue entry; `catalogue` is set only for the latter.
struct RequestedMachine {
    Ceilings ceilings;
    std::optional<Catalogue> catalogue;
};

/// Reads the output of `probe machine --json`.
Result<Ceilings> readCeilings(const std::string& file)
{
    TRY(const std::string text, readText(file));
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(withFileName(document.error(), inputName(file)));
    const Json* results = document->find("results");
    Ceilings ceilings;
    if (results != nullptr && results->asArray() != nullptr)
        for (const Json& result : *results->asArray()) {
            const Json* name = result.find("name");
            const Json* value = result.find("value");
            if (name == nullptr || name->asString() == nullptr || value == nullptr)
                continue;
            for (const std::string& ceilingKey : ceilingKeys)
                if (*name->asString() == ceilingKey) {
                    Json quantity = *value;
                    if (quantity.asObject() != nullptr) {
                        const Json* low = quantity.find("low");
                        const Json* high = quantity.find("high");
                        // An installed size, which is known exactly.
                        if (low != nullptr && high != nullptr && *low == *high)
                            std::erase_if(*quantity.asObject(), [](const Json::Member& member) {
                                return member.first == "low" || member.first == "high" || member.first == "level";
                            });
                        quantity.set("origin", Json("measured"));
                        quantity.set("source", Json(inputName(file)));
                        for (const char* key : {"date", "conditions"})
                            if (const Json* part = result.find(key))
                                quantity.set(key, *part);
                    }
                    ceilings.emplace_back(ceilingKey, std::move(quantity));
                }
        }
    if (ceilings.empty())
        return fail(ErrorCode::Input, "contains no ceiling of a machine",
                    "the output of scalewright-cli probe machine --json",
                    {.file = inputName(file), .field = "--machine"});
    return ceilings;
}

Result<RequestedMachine> readMachineOption(const OptionText& option, bool skipsOwnCatalogue)
{
    if (!option || *option == "none")
        return RequestedMachine{};
    std::error_code ignoredError;
    if (*option == "-" || std::filesystem::exists(*option, ignoredError)) {
        Result<Ceilings> read = readCeilings(*option);
        return read ? Result<RequestedMachine>(RequestedMachine{*std::move(read), {}}) : fail(read.error());
    }
    TRY(Catalogue catalogue, readCatalogue(ownCatalogueOf(skipsOwnCatalogue)));
    Machine machine;
    if (Result<void> filled = fillMachine(machine, catalogue, *option); !filled) {
        Error error = filled.error();
        error.problems.front().message = formatMessage("there is no such file, and {}", error.problems.front().message);
        error.problems.front().location.field = "--machine";
        return fail(std::move(error));
    }
    return RequestedMachine{ceilingsOf(machine), std::move(catalogue)};
}

/// Whether the file exists and has contents that would be overwritten.
bool hasContents(const std::string& file)
{
    std::error_code ignoredError;
    return !file.empty() && file != "-" && std::filesystem::is_regular_file(file, ignoredError) &&
           std::filesystem::file_size(file, ignoredError) > 0;
}

/// A profile may be written to a new file or over another profile only, because -o could name the measured program or
/// its data by mistake.
Result<void> checkMayOverwrite(const std::string& file)
{
    TRY_DO(checkCanDeliver(file));
    if (!hasContents(file))
        return {};
    // Not registered as read, because the answer will be written there.
    const Result<std::string> text = scalewright::readText(std::filesystem::path(file));
    if (text && parseProfile(*text))
        return {};
    return fail(ErrorCode::Input, "exists and is not a profile: the measurement would replace it",
                "another file, or that one moved away", {.file = file, .field = "--output"});
}

/// Measures the ceilings now, quickly: three repeats.
Ceilings measureCeilingsHere(std::vector<std::string>& notes)
{
    Ceilings ceilings;
    for (const ProbeKind kind : {ProbeKind::Compute, ProbeKind::Memory}) {
        const Result<ProbeReport> report = runProbe({.kind = kind, .repeats = 3}, {});
        if (!report) {
            notes.push_back("the machine's ceilings could not be measured: " + firstProblemMessage(report.error()));
            return {};
        }
        for (const std::string& name : ceilingKeys)
            if (const ProbeResult* result = report->find(name)) {
                const Quantity ceiling = ceilingOf(*result);
                const Provenance& provenance = ceiling.provenance;
                ceilings.emplace_back(name, quantityJson(ceiling.value, "measured", provenance.source, provenance.date,
                                                         provenance.conditions));
            }
    }
    return ceilings;
}

Json::Object programFields(const MeasuredProgram& program, const std::vector<std::string>& words,
                           const std::vector<std::string>& notes)
{
    const CommandResult& end = program.commandResult;
    const auto counted = [&](const char* key, double value) {
        return Field(key, when(end.hasIoCounts, value), "this system does not count them");
    };
    return objectOf({{"command", words},
                     {"status", end.exitStatus},
                     {"ended", endReasonText(end)},
                     {"wall_s", end.wallSeconds},
                     {"step_s", program.stepS()},
                     {"user_s", end.userCpuS},
                     {"system_s", end.systemCpuS},
                     {"device_wait_s", program.ioSamples.waitingForDevice.heldS()},
                     {"seen_s", program.ioSamples.waitingForDevice.sampledS()},
                     counted("read_bytes", end.readBytes),
                     counted("written_bytes", end.writtenBytes),
                     counted("file_bytes", program.movedBytes.fileBytes),
                     counted("pipe_bytes", program.movedBytes.streamBytes),
                     counted("untold_bytes", program.unattributedBytes()),
                     counted("device_read_bytes", end.deviceReadBytes),
                     counted("device_written_bytes", end.deviceWrittenBytes),
                     counted("cache_read_bytes", std::max(0.0, end.readBytes - end.deviceReadBytes)),
                     {"devices", program.openDevices},
                     {"processes", program.peakProcesses},
                     {"threads", program.peakThreads},
                     {"sampling_cpu_s", program.samplingCpuS},
                     {"longest_gap_s", program.longestSampleGapS},
                     {"notes", notes},
                     {"series", listOf(program.sampleSeries, [](const ProgramSample& sample) {
                          return objectOf({{"seconds", sample.seconds},
                                           {"resident_bytes", sample.residentBytes},
                                           {"cpu_s", sample.cpuS},
                                           {"processes", sample.processes},
                                           {"threads", sample.threads}});
                      })}});
}

/// Returns 0 or the error number.
int writeToStream(int stream, std::string_view block)
{
    while (!block.empty()) {
        const ssize_t writtenBytes = ::write(stream, block.data(), block.size());
        if (writtenBytes < 0 && errno == EINTR)
            continue;
        if (writtenBytes <= 0)
            return writtenBytes < 0 ? errno : EIO;
        block.remove_prefix(static_cast<std::size_t>(writtenBytes));
    }
    return 0;
}

/// The program's own exit status, unless the only thing to report is that its output was lost (`outputError`, an error
/// number). If the reader had gone away, the program would have been ended by SIGPIPE; any other loss counts as a
/// failure of `measure`, and so does the SIGPIPE that results from it.
int exitStatusOf(const CommandResult& end, int outputError)
{
    if (outputError == EPIPE)
        return end.exitStatus == 0 ? 128 + SIGPIPE : end.exitStatus;
    const bool ended = end.endReason == CommandResult::EndReason::Signalled && end.signal == SIGPIPE;
    return outputError != 0 && (end.exitStatus == 0 || ended) ? measureFailureStatus : end.exitStatus;
}

/// How the answer is to be printed.
struct MeasureOutputOptions {
    bool isJson = false;
    Verbosity verbosity = Verbosity::Short;
    std::string profileFile;  ///< file to write the profile to; empty: none
};

void printToStandardError(const Answer& answer, const MeasureOutputOptions& outputOptions)
{
    writeToStream(STDERR_FILENO, sanitised(scalewright::toText(answer, outputOptions.verbosity)));
}

/// The current project; the run becomes its step.
Result<Project> readProjectForStep(const std::string& file, const std::vector<std::string>& words)
{
    if (file.empty() || file == "-")
        return fail(ErrorCode::Input, "the run is written to it", "a file", {.field = "--project"});
    TRY_DO(checkCanSave(file));
    Result<Project> project = readOrCreateProject(file);
    if (project)
        TRY_DO(checkCanAddStep(*project, commandText(words), file));
    return project;
}

Result<Reply> runMeasure(const MeasureOptions& options, const std::vector<std::string>& words,
                         const MeasureOutputOptions& outputOptions)
{
    const bool asJson = outputOptions.isJson;
    const std::string& file = outputOptions.profileFile;
    OptionValues values;
    const std::optional<double> typedFlops = readFieldOption(&WorkloadStep::flops, options.flops, values);
    const std::optional<double> typedBytes = readFieldOption(&WorkloadStep::bytesMoved, options.bytesMoved, values);
    const std::optional<double> memory = readFieldOption(&Machine::memoryBytes, options.memory, values);
    Result<RequestedMachine> requestedMachine = readMachineOption(options.machine, options.skipsOwnCatalogue);
    if (!requestedMachine)
        values.addProblems(requestedMachine.error());
    if (!values.isValid())
        return fail(values.error());
    TRY_DO(checkMayOverwrite(file));
    std::optional<Project> project;
    if (options.project) {
        TRY_DO(checkDifferentFiles(*options.project, "--project", file));
        TRY(project, readProjectForStep(*options.project, words));
    }

    const std::vector<std::string> loadWarnings = examineMachine(readMachineFacts(), 1).warnings;
    const int stream = asJson && (file.empty() || file == "-") ? STDERR_FILENO : STDOUT_FILENO;
    int outputError = 0;
    const Result<MeasuredProgram> measured = measureProgram(
        words, [&](std::string_view block) { return (outputError = writeToStream(stream, block)) == 0; });
    if (!measured)
        return fail(measured.error());
    const MeasuredProgram& program = *measured;
    if (program.commandResult.endReason == CommandResult::EndReason::NotFound ||
        program.commandResult.endReason == CommandResult::EndReason::NotExecutable) {
        Reply answer{.exitStatus = program.commandResult.exitStatus};
        answer.problems.push_back({formatMessage("{}: {}", inQuotes(words.front()), program.commandResult.startError),
                                   "a program that can be run",
                                   {}});
        answer.isSilent = true;
        return answer;
    }

    std::vector<std::string> notes = loadWarnings;
    append(notes, program.notes);
    Profile profile = profileOf(program, words);
    WorkloadStep& step = profile.baseline.steps.front();
    if (typedFlops)
        step.flops = Quantity{*typedFlops, std::nullopt, {Origin::Typed, "--flops", program.date, {}, {}}};
    if (typedBytes)
        step.bytesMoved = Quantity{*typedBytes, std::nullopt, {Origin::Typed, "--bytes-moved", program.date, {}, {}}};
    Ceilings ceilings = std::move(requestedMachine->ceilings);
    // With an accelerator, the processor's ceilings would not be those of the step.
    const bool usesNoAccelerator = program.openDevices.empty();
    if (ceilings.empty() && !options.machine && step.flops && step.bytesMoved && usesNoAccelerator)
        ceilings = measureCeilingsHere(notes);
    const bool hasCeilings = !ceilings.empty();
    if (memory) {
        std::erase_if(ceilings, [](const auto& each) { return each.first == "memory_bytes"; });
        ceilings.emplace_back("memory_bytes", quantityJson(*memory, "typed", "--memory", program.date, {}));
    } else if (usesNoAccelerator &&
               std::ranges::none_of(ceilings, [](const auto& each) { return each.first == "memory_bytes"; })) {
        if (const MachineFacts facts = readMachineFacts(); facts.memoryBytes > 0)
            ceilings.emplace_back("memory_bytes",
                                  quantityJson(facts.memoryBytes, "measured", "this machine", program.date,
                                               facts.isMemoryLimited ? "the limit of its control group" : "installed"));
    }

    Reply answer{.exitStatus = exitStatusOf(program.commandResult, outputError)};
    if (outputError != 0 && outputError != EPIPE)
        answer.problems.push_back(
            {formatMessage("the program's output cannot be written to standard {}: {}",
                           stream == STDERR_FILENO ? "error" : "output", systemErrorText(outputError)),
             "an open stream, or a disk with free space",
             {}});
    const ProgramQuestion question{
        .program = program,
        .command = words,
        .hasFlops = step.flops.has_value(),
        .hasBytesMoved = step.bytesMoved.has_value(),
        .hasCeilings = hasCeilings,
        .notes = notes,
        .lostOutputReason = outputError != 0
                                ? formatMessage("not all of its output arrived: {}", systemErrorText(outputError))
                                : std::string(),
        .profileFile = file == "-" ? std::string() : file};
    const Answer programAnswer = measuredProgramAnswer(question);
    if (asJson)
        answer.answer = programAnswer;
    answer.json = profileToJson(profile);
    append(answer.json, ceilings);
    answer.json.emplace_back("program", programFields(program, words, programNotes(question)));
    answer.alwaysJsonInFile = true;
    answer.isSilent = !asJson && file.empty();
    if (program.commandResult.endReason == CommandResult::EndReason::Signalled && hasContents(file)) {
        answer.problems.push_back({formatMessage("this run was {} before its end: the previous profile is kept",
                                                 endReasonText(program.commandResult)),
                                   {},
                                   {.file = file}});
        answer.isSilent = true;
    }
    if (!(asJson && file.empty()))
        printToStandardError(programAnswer, outputOptions);
    if (project && program.commandResult.endReason == CommandResult::EndReason::Exited &&
        program.commandResult.exitStatus == 0) {
        const std::string command = commandText(words);
        const Result<void> saved =
            SharedProject(*options.project, *std::move(project)).change([&](Project currentProject) -> Result<Project> {
                TRY_DO(checkCanAddStep(currentProject, command, *options.project));
                if (requestedMachine->catalogue)
                    if (Result<void> filled = fillMachine(currentProject.baseline.machine, *requestedMachine->catalogue,
                                                          *options.machine);
                        !filled)
                        return fail(filled.error());
                return withMeasuredStep(std::move(currentProject), profile, command);
            });
        if (!saved)
            return fail(saved.error());
    } else if (project) {
        answer.problems.push_back(
            {formatMessage("the program failed ({}): the project is unchanged", endReasonText(program.commandResult)),
             {},
             {.file = *options.project}});
    }
    return answer;
}

/// The date on which a file was last written; empty for standard input.
std::string lastWriteDate(const std::string& file)
{
    struct stat about {};
    struct tm day {};
    char text[16] = "";
    if (file != "-" && ::stat(file.c_str(), &about) == 0 && ::localtime_r(&about.st_mtime, &day) != nullptr)
        std::strftime(text, sizeof text, "%Y-%m-%d", &day);
    return text;
}

Result<Reply> runMeasureImport(const MeasureOptions& options, const MeasureOutputOptions& outputOptions)
{
    const std::string& file = outputOptions.profileFile;
    OptionValues values;
    const std::optional<double> flops = readFieldOption(&WorkloadStep::flops, options.flops, values);
    const std::optional<double> bytesMoved = readFieldOption(&WorkloadStep::bytesMoved, options.bytesMoved, values);
    const std::optional<double> memory = readFieldOption(&Machine::memoryBytes, options.memory, values);
    const std::optional<double> workingSet = readFieldOption(&Baseline::workingSetBytes, options.workingSet, values);
    const std::optional<double> ioTime = readFieldOption(&WorkloadStep::ioTimeS, options.ioTime, values);
    const std::optional<double> stepTime = readFieldOption(&WorkloadStep::stepTimeS, options.stepTime, values);
    if (options.stackGrouping && *options.stackGrouping != "branch" && *options.stackGrouping != "self")
        values.addProblem("--by", "steps cannot be grouped by " + inQuotes(*options.stackGrouping), "branch or self");
    if (options.project)
        values.addProblem("--project", "--from reads a file and runs no command",
                          "the profile that -o writes, opened in the window");
    if (trailingCommand())
        values.addProblem("--from", "cannot be combined with a command", "one of the two");
    const Result<RequestedMachine> requestedMachine = readMachineOption(options.machine, options.skipsOwnCatalogue);
    if (!requestedMachine)
        values.addProblems(requestedMachine.error());
    if (!values.isValid())
        return fail(values.error());
    TRY_DO(checkMayOverwrite(file));
    const std::string name = inputName(*options.importFile);
    TRY(const std::string text, readText(*options.importFile));
    if (const std::optional<ProfileSource> source = detectProfileSource(text); source && !holdsStackSamples(text))
        for (const auto& [option, isGiven] :
             {std::pair("--step-time", options.stepTime.has_value()), {"--by", options.stackGrouping.has_value()}})
            if (isGiven)
                values.addProblem(option,
                                  fmt::format("{} has a time of its own and no stacks", profileSourceName(*source)),
                                  "sampled stacks (py-spy raw, speedscope)");
    if (!values.isValid())
        return fail(values.error());
    Result<Profile> profile = importProfile(
        text,
        {.stepTimeS = stepTime,
         .steps = options.stackGrouping && *options.stackGrouping == "self" ? StackSteps::Self : StackSteps::Branch,
         .source = name,
         .date = lastWriteDate(*options.importFile)});
    if (!profile)
        return fail(withFileName(std::move(profile.error()), name));
    for (const auto& [value, member, option] : {std::tuple(flops, &WorkloadStep::flops, "--flops"),
                                                std::tuple(bytesMoved, &WorkloadStep::bytesMoved, "--bytes-moved"),
                                                std::tuple(ioTime, &WorkloadStep::ioTimeS, "--io-time")}) {
        if (value && profile->baseline.steps.size() > 1)
            values.addProblem(option,
                              fmt::format("one number cannot apply to {} steps", profile->baseline.steps.size()),
                              "a number for each step, in the profile that -o writes");
        else if (value)
            profile->baseline.steps.front().*member = Quantity{*value, std::nullopt, {Origin::Typed, option, {}, {}}};
    }
    if (!values.isValid())
        return fail(values.error());
    if (profile->baseline.steps.size() == 1 && !profile->warnings.empty()) {
        if (!profile->baseline.steps.front().flops)
            profile->warnings.push_back(formatMessage("{} sets the step's FLOP", std::string("--flops")));
        if (!profile->baseline.steps.front().bytesMoved)
            profile->warnings.push_back(
                formatMessage("{} sets the bytes that the step moves", std::string("--bytes-moved")));
    }
    if (workingSet)
        profile->baseline.workingSetBytes =
            Quantity{*workingSet, std::nullopt, {Origin::Typed, "--working-set", {}, {}}};
    if (memory)
        profile->baseline.machine.memoryBytes = Quantity{*memory, std::nullopt, {Origin::Typed, "--memory", {}, {}}};
    Json json(profileToJson(*profile));
    for (const auto& [key, value] : requestedMachine->ceilings)
        if (!(memory && key == "memory_bytes"))
            json.set(key, value);
    Json::Object absent;
    for (const auto& [field, reason] : profile->uncountedFields)
        absent.emplace_back(field.key(), reason);
    json.set("program", objectOf({{"absent", absent},
                                  {"source", profileSourceName(*detectProfileSource(text))},
                                  {"notes", profile->warnings}}));
    Reply answer{.answer = importedProfileAnswer(*profile, file == "-" ? std::string() : file),
                 .json = std::move(*json.asObject()),
                 .alwaysJsonInFile = true};
    if (!file.empty())
        printToStandardError(answer.answer, outputOptions);
    if (!file.empty() && !outputOptions.isJson)
        answer.answer = {};  // only the profile goes into the file
    return answer;
}

}  // namespace

CommandRunner declareMeasure(CLI::App& command)
{
    auto options = std::make_shared<MeasureOptions>();
    declareOptions(
        command,
        {{&WorkloadStep::flops, options->flops},
         {&WorkloadStep::bytesMoved, options->bytesMoved},
         {&Machine::memoryBytes, options->memory},
         skipOwnCatalogueOption(options->skipsOwnCatalogue),
         {"--machine", "CARD|FILE", options->machine,
          "ceilings from the catalogue (h100-sxm, h100-sxm:fp32), from the output of probe machine --json, or none "
          "(default: measured after the run if both work counts are known and no accelerator is used)"},
         {"--project", "FILE", options->project,
          "project that receives the run as its step; created if it does not exist; not one of another program"},
         {"--from", "FILE", options->importFile,
          "no command: what perf stat, py-spy (raw, speedscope), ncu --csv or nsys stats measured elsewhere, "
          "as steps"},
         {&WorkloadStep::stepTimeS, options->stepTime},
         {&Baseline::workingSetBytes, options->workingSet},
         {&WorkloadStep::ioTimeS, options->ioTime},
         {"--by", "", options->stackGrouping,
          "with --from: group stacks by the functions that the first one with several calls makes (branch), "
          "or by those that ran (self) (default: branch)"}});
    command.footer(
        "-o FILE gets the profile, for scalewright-cli diagnose FILE; the summary goes to standard error. With --json "
        "and no -o the\nprofile goes to standard output and the program's own output to standard error. The program "
        "can report its work in a line\n  scalewright: time=1.6 io=0.1 flops=2e12 bytes_moved=64GB memory=8GB\ntime "
        "and io are of the step, without start-up; if absent, the whole launch is the step. memory is what it must "
        "hold at once; on an\naccelerator it is not measured (torch.cuda.max_memory_allocated() gives it).\nExit "
        "status: the program's own; 125 if measuring failed or its output could not be written, 126 and 127 if the "
        "program cannot be run or does not exist.");
    return [options, &command]() -> Result<Reply> {
        const MeasureOutputOptions outputOptions{.isJson = command.get_option("--json")->count() > 0,
                                                 .verbosity = verbosityOf(command),
                                                 .profileFile = outputFileOption(command)};
        if (options->importFile)
            return runMeasureImport(*options, outputOptions);
        if (options->stepTime || options->stackGrouping || options->workingSet || options->ioTime)
            return Reply{.exitStatus = measureFailureStatus,
                         .problems = {{"--step-time, --by, --working-set and --io-time apply only to a file",
                                       "--from FILE as well",
                                       {}}},
                         .isSilent = true};
        const Result<std::vector<std::string>> words = trailingCommand();
        Result<Reply> answer =
            !words ? Result<Reply>(fail(words.error())) : runMeasure(*options, *words, outputOptions);
        if (answer)
            return answer;
        return Reply{.exitStatus = measureFailureStatus, .problems = answer.error().problems, .isSilent = true};
    };
}

}  // namespace scalewright::cli

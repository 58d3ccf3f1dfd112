// measure -- COMMAND: what a program of the person's own needs of this machine, as a profile that `diagnose` reads
// (book 41.2). measure --from FILE: the same from what another program measured (core/evidence/import/profile_import.h).
#include <cerrno>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/field_options.h"
#include "app/cli/input.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/trailing.h"
#include "core/base/files/resources.h"
#include "core/base/files/system_text.h"
#include "core/base/json/json.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/profile_import.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/probes/probe.h"
#include "core/evidence/runs/program.h"
#include "core/model/bottleneck/profile.h"
#include "core/output/answers/measured_program.h"
#include "core/output/answers/render.h"
#include "core/output/study/one_program.h"
#include "core/project/catalogue/catalogue.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

struct MeasureOptions {
    Text flops, bytesMoved, memory, machine, from, stepTime, by, workingSet, ioTime, project;
};

/// The ceilings of the machine, by a profile's keys.
using Ceilings = std::vector<std::pair<std::string, Json>>;

Json quantityJson(double value, const std::string& origin, const std::string& source, const std::string& date,
                  const std::string& conditions)
{
    Json::Object json{{"value", Json(value)}, {"origin", Json(origin)}};
    for (const auto& [key, text] :
         {std::pair{"source", &source}, std::pair{"date", &date}, std::pair{"conditions", &conditions}})
        if (!text->empty())
            json.emplace_back(key, Json(*text));
    return Json(std::move(json));
}

const std::vector<std::string> ceilingNames{"memory_bytes", "peak_flops", "memory_bandwidth_bytes_per_s"};

/// Those of an entry of the catalogue.
Ceilings ceilingsOf(const Machine& machine)
{
    Ceilings ceilings;
    for (const auto& [name, member] :
         {std::pair("memory_bytes", &Machine::memoryBytes), std::pair("peak_flops", &Machine::peakFlops),
          std::pair("memory_bandwidth_bytes_per_s", &Machine::memoryBandwidthBytesPerS)})
        if (const MaybeQuantity& figure = machine.*member) {
            const Provenance& from = figure->provenance;
            ceilings.emplace_back(
                name, quantityJson(figure->value, originName(from.origin), from.source, from.date, from.conditions));
        }
    return ceilings;
}

/// What --machine says: a file, or an entry of the catalogue, which then is here.
struct SaidMachine {
    Ceilings ceilings;
    std::optional<Catalogue> catalogue;
};

/// From what `probe machine --json` said.
Result<Ceilings> ceilingsIn(const std::string& file)
{
    const Result<std::string> text = readText(file);
    if (!text)
        return fail(text.error());
    const Result<Json> document = parseJson(*text);
    if (!document)
        return fail(inFile(document.error(), inputName(file)));
    const Json* results = document->find("results");
    Ceilings ceilings;
    if (results != nullptr && results->asArray() != nullptr)
        for (const Json& result : *results->asArray()) {
            const Json* name = result.find("name");
            const Json* value = result.find("value");
            if (name == nullptr || name->asString() == nullptr || value == nullptr)
                continue;
            for (const std::string& wanted : ceilingNames)
                if (*name->asString() == wanted) {
                    Json quantity = *value;
                    if (quantity.asObject() != nullptr) {
                        const Json* low = quantity.find("low");
                        const Json* high = quantity.find("high");
                        if (low != nullptr && high != nullptr &&
                            *low == *high)  // an installed size: nothing to be sure about
                            std::erase_if(*quantity.asObject(), [](const Json::Member& member) {
                                return member.first == "low" || member.first == "high" || member.first == "level";
                            });
                        quantity.set("origin", Json("measured"));
                        quantity.set("source", Json(inputName(file)));
                        for (const char* key : {"date", "conditions"})
                            if (const Json* part = result.find(key))
                                quantity.set(key, *part);
                    }
                    ceilings.emplace_back(wanted, std::move(quantity));
                }
        }
    if (ceilings.empty())
        return fail(ErrorCode::Input, "no ceiling of a machine is in it",
                    "what scalewright-cli probe machine --json wrote", {.file = inputName(file), .field = "--machine"});
    return ceilings;
}

Result<SaidMachine> saidMachine(const Text& said)
{
    if (!said || *said == "none")
        return SaidMachine{};
    std::error_code none;
    if (*said == "-" || std::filesystem::exists(*said, none)) {
        Result<Ceilings> read = ceilingsIn(*said);
        return read ? Result<SaidMachine>(SaidMachine{*std::move(read), {}}) : fail(read.error());
    }
    Result<Catalogue> catalogue = readCatalogue();
    if (!catalogue)
        return fail(catalogue.error());
    Machine machine;
    if (Result<void> filled = fillMachine(machine, *catalogue, *said); !filled) {
        Error error = filled.error();
        error.problems.front().message = say("there is no such file, and {}", error.problems.front().message);
        error.problems.front().where.field = "--machine";
        return fail(std::move(error));
    }
    return SaidMachine{ceilingsOf(machine), *std::move(catalogue)};
}

/// Something is there that would be written over.
bool holdsSomething(const std::string& file)
{
    std::error_code none;
    return !file.empty() && file != "-" && std::filesystem::is_regular_file(file, none) &&
           std::filesystem::file_size(file, none) > 0;
}

/// A profile goes where nothing is, or another profile: -o may as well name the program that is measured, or its data.
Result<void> mayBeWritten(const std::string& file)
{
    if (Result<void> can = canDeliver(file); !can)
        return can;
    if (!holdsSomething(file))
        return {};
    const Result<std::string> text =
        scalewright::readText(std::filesystem::path(file));  // looked at, not read: the answer goes there
    if (text && parseProfile(*text))
        return {};
    return fail(ErrorCode::Input, "is there and is no profile: what was measured would replace it",
                "another file, or that one out of the way", {.file = file, .field = "--output"});
}

/// Measured here and now, quickly: three repeats.
Ceilings ceilingsHere(std::vector<std::string>& notes)
{
    Ceilings ceilings;
    for (const ProbeKind kind : {ProbeKind::Compute, ProbeKind::Memory}) {
        const Result<ProbeReport> report = runProbe({.kind = kind, .repeats = 3}, {});
        if (!report) {
            notes.push_back("the machine's ceilings could not be measured: " + refusal(report.error()));
            return {};
        }
        for (const std::string& name : ceilingNames)
            if (const ProbeResult* result = report->find(name)) {
                const Provenance& from = result->quantity.provenance;
                ceilings.emplace_back(
                    name, quantityJson(result->quantity.value, "measured", from.source, from.date, from.conditions));
            }
    }
    return ceilings;
}

Json programJson(const MeasuredProgram& program, const std::vector<std::string>& words,
                 const std::vector<std::string>& notes)
{
    const CommandEnd& end = program.end;
    Json::Object json{{"command", listJson(words)},
                      {"status", Json(end.status)},
                      {"ended", Json(endInWords(end))},
                      {"wall_s", Json(end.seconds)},
                      {"step_s", Json(program.stepS())},
                      {"user_s", Json(end.userS)},
                      {"system_s", Json(end.systemS)},
                      {"device_wait_s", Json(program.samples.waiting.seconds())},
                      {"seen_s", Json(program.samples.waiting.seenS())}};
    const std::string uncounted = "this system does not count them";
    const auto counted = [&](const char* key, double value) {
        setOrReason(json, key, end.ioKnown ? std::optional(value) : std::nullopt, uncounted);
    };
    counted("read_bytes", end.readBytes);
    counted("written_bytes", end.writtenBytes);
    counted("file_bytes", program.moved.files);
    counted("pipe_bytes", program.moved.elsewhere);
    counted("untold_bytes", program.untoldBytes());
    counted("device_read_bytes", end.deviceReadBytes);
    counted("device_written_bytes", end.deviceWrittenBytes);
    counted("cache_read_bytes", std::max(0.0, end.readBytes - end.deviceReadBytes));
    json.emplace_back("devices", listJson({program.devices.begin(), program.devices.end()}));
    json.emplace_back("processes", Json(program.mostProcesses));
    json.emplace_back("threads", Json(program.mostThreads));
    json.emplace_back("sampling_cpu_s", Json(program.samplingS));
    json.emplace_back("longest_gap_s", Json(program.longestGapS));
    json.emplace_back("notes", listJson(notes));
    Json::Array series;
    for (const ProgramSample& sample : program.series)
        series.push_back(Json(Json::Object{{"seconds", Json(sample.seconds)},
                                           {"resident_bytes", Json(sample.residentBytes)},
                                           {"cpu_s", Json(sample.cpuS)},
                                           {"processes", Json(sample.processes)},
                                           {"threads", Json(sample.threads)}}));
    json.emplace_back("series", Json(std::move(series)));
    return Json(std::move(json));
}

/// 0, or the error number.
int toStream(int stream, std::string_view block)
{
    while (!block.empty()) {
        const ssize_t put = ::write(stream, block.data(), block.size());
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return put < 0 ? errno : EIO;
        block.remove_prefix(static_cast<std::size_t>(put));
    }
    return 0;
}

/// The program's own, where it says more than that its output was lost (`lost`, an error number): a reader that is gone
/// would have ended the program as SIGPIPE does; any other loss is one of this program, and so is the SIGPIPE that
/// follows from it.
int statusOf(const CommandEnd& end, int lost)
{
    if (lost == EPIPE)
        return end.status == 0 ? 128 + SIGPIPE : end.status;
    const bool ended = end.how == CommandEnd::How::Signalled && end.signal == SIGPIPE;
    return lost != 0 && (end.status == 0 || ended) ? measureFailed : end.status;
}

/// How a person asked to be answered.
struct MeasureForm {
    bool json = false;
    Verbosity verbosity = Verbosity::Short;
    std::string file;  ///< that gets the profile; empty: none
};

void toStandardError(const Answer& answer, const MeasureForm& asked)
{
    toStream(STDERR_FILENO, cleaned(scalewright::toText(answer, asked.verbosity)));
}

/// The project whose step the run is to be, as it is now.
Result<Project> projectFor(const std::string& file, const std::vector<std::string>& words)
{
    if (file.empty() || file == "-")
        return fail(ErrorCode::Input, "the run goes into it", "a file", {.field = "--project"});
    if (Result<void> can = canBeSaved(file); !can)
        return fail(can.error());
    Result<Project> project = projectOrNew(file);
    if (project)
        if (Result<void> may = mayHaveStep(*project, commandText(words), file); !may)
            return fail(may.error());
    return project;
}

Result<Reply> measure(const MeasureOptions& options, const std::vector<std::string>& words, const MeasureForm& asked)
{
    const bool asJson = asked.json;
    const std::string& file = asked.file;
    Values values;
    const std::optional<double> typedFlops = readField(&WorkloadStep::flops, options.flops, values);
    const std::optional<double> typedBytes = readField(&WorkloadStep::bytesMoved, options.bytesMoved, values);
    const std::optional<double> memory = readField(&Machine::memoryBytes, options.memory, values);
    Result<SaidMachine> said = saidMachine(options.machine);
    if (!said)
        values.add(said.error());
    if (!values.ok())
        return fail(values.error());
    if (Result<void> may = mayBeWritten(file); !may)
        return fail(may.error());
    std::optional<Project> project;
    if (options.project) {
        if (Result<void> two = areTwoFiles(*options.project, "--project", file); !two)
            return fail(two.error());
        Result<Project> read = projectFor(*options.project, words);
        if (!read)
            return fail(read.error());
        project = *std::move(read);
    }

    const int stream = asJson && (file.empty() || file == "-") ? STDERR_FILENO : STDOUT_FILENO;
    int lost = 0;
    const Result<MeasuredProgram> measured =
        measureProgram(words, [&](std::string_view block) { return (lost = toStream(stream, block)) == 0; });
    if (!measured)
        return fail(measured.error());
    const MeasuredProgram& program = *measured;
    if (program.end.how == CommandEnd::How::NotFound || program.end.how == CommandEnd::How::NotExecutable) {
        Reply answer{.status = program.end.status};
        answer.problems.push_back(
            {say("{}: {}", inQuotes(words.front()), program.end.startError), "a program that can be run", {}});
        answer.silent = true;
        return answer;
    }

    std::vector<std::string> notes = program.notes;
    Profile profile = profileOf(program, words);
    WorkloadStep& step = profile.baseline.steps.front();
    if (typedFlops)
        step.flops = Quantity{*typedFlops, std::nullopt, {Origin::Typed, "--flops", program.date, {}, {}}};
    if (typedBytes)
        step.bytesMoved = Quantity{*typedBytes, std::nullopt, {Origin::Typed, "--bytes-moved", program.date, {}, {}}};
    Ceilings ceilings = std::move(said->ceilings);
    const bool isHere = program.devices.empty();  // else the processor's ceilings are none of the step's
    if (ceilings.empty() && !options.machine && step.flops && step.bytesMoved && isHere)
        ceilings = ceilingsHere(notes);
    const bool ceilingsKnown = !ceilings.empty();
    if (memory) {
        std::erase_if(ceilings, [](const auto& each) { return each.first == "memory_bytes"; });
        ceilings.emplace_back("memory_bytes", quantityJson(*memory, "typed", "--memory", program.date, {}));
    } else if (isHere && std::none_of(ceilings.begin(), ceilings.end(),
                                      [](const auto& each) { return each.first == "memory_bytes"; })) {
        if (const MachineFacts facts = readMachineFacts(); facts.memoryBytes > 0)
            ceilings.emplace_back("memory_bytes",
                                  quantityJson(facts.memoryBytes, "measured", "this machine", program.date,
                                               facts.memoryIsLimit ? "the limit of its control group" : "installed"));
    }

    Reply answer{.status = statusOf(program.end, lost)};
    if (lost != 0 && lost != EPIPE)
        answer.problems.push_back({say("the program's output cannot be written to standard {}: {}",
                                       stream == STDERR_FILENO ? "error" : "output", systemText(lost)),
                                   "an open stream, a disk with room",
                                   {}});
    const ProgramQuestion question{
        .program = program,
        .words = words,
        .flopsKnown = step.flops.has_value(),
        .bytesMovedKnown = step.bytesMoved.has_value(),
        .ceilingsKnown = ceilingsKnown,
        .notes = notes,
        .lost = lost != 0 ? say("not all of its output arrived: {}", systemText(lost)) : std::string(),
        .profile = file == "-" ? std::string() : file};
    const Answer found = measuredProgramAnswer(question);
    if (asJson)
        answer.answer = found;
    answer.json = profileMembers(profile);
    answer.json.insert(answer.json.end(), ceilings.begin(), ceilings.end());
    answer.json.emplace_back("program", programJson(program, words, programNotes(question)));
    answer.jsonInFile = true;
    answer.silent = !asJson && file.empty();
    if (program.end.how == CommandEnd::How::Signalled && holdsSomething(file)) {
        answer.problems.push_back(
            {say("this run was {} before its end: the profile of before stays", endInWords(program.end)),
             {},
             {.file = file}});
        answer.silent = true;
    }
    if (!(asJson && file.empty()))
        toStandardError(found, asked);
    if (project && program.end.how == CommandEnd::How::Exited && program.end.status == 0) {
        const std::string command = commandText(words);
        const Result<void> saved =
            SharedProject(*options.project, *std::move(project)).change([&](Project now) -> Result<Project> {
                if (Result<void> may = mayHaveStep(now, command, *options.project); !may)
                    return fail(may.error());
                if (said->catalogue)
                    if (Result<void> filled = fillMachine(now.baseline.machine, *said->catalogue, *options.machine);
                        !filled)
                        return fail(filled.error());
                return withStepOf(std::move(now), profile, command);
            });
        if (!saved)
            return fail(saved.error());
    } else if (project) {
        answer.problems.push_back({say("the program failed ({}): the project stays as it was", endInWords(program.end)),
                                   {},
                                   {.file = *options.project}});
    }
    return answer;
}

/// The day a file was last written; empty for standard input.
std::string dayOf(const std::string& file)
{
    struct stat about {};
    struct tm day {};
    char text[16] = "";
    if (file != "-" && ::stat(file.c_str(), &about) == 0 && ::localtime_r(&about.st_mtime, &day) != nullptr)
        std::strftime(text, sizeof text, "%Y-%m-%d", &day);
    return text;
}

Result<Reply> measureFrom(const MeasureOptions& options, const MeasureForm& asked)
{
    const std::string& file = asked.file;
    Values values;
    const std::optional<double> flops = readField(&WorkloadStep::flops, options.flops, values);
    const std::optional<double> bytesMoved = readField(&WorkloadStep::bytesMoved, options.bytesMoved, values);
    const std::optional<double> memory = readField(&Machine::memoryBytes, options.memory, values);
    const std::optional<double> workingSet = readField(&Baseline::workingSetBytes, options.workingSet, values);
    const std::optional<double> ioTime = readField(&WorkloadStep::ioTimeS, options.ioTime, values);
    const std::optional<double> stepTime = readField(&WorkloadStep::stepTimeS, options.stepTime, values);
    if (options.by && *options.by != "branch" && *options.by != "self")
        values.add("--by", "there are no steps by " + inQuotes(*options.by), "branch or self");
    if (options.project)
        values.add("--project", "a file is read and no command is run",
                   "the profile that -o writes, opened in the window");
    if (trailingCommand())
        values.add("--from", "a file is read and a command would be run", "one of the two");
    const Result<SaidMachine> said = saidMachine(options.machine);
    if (!said)
        values.add(said.error());
    if (!values.ok())
        return fail(values.error());
    if (Result<void> may = mayBeWritten(file); !may)
        return fail(may.error());
    const std::string name = inputName(*options.from);
    const Result<std::string> text = readText(*options.from);
    if (!text)
        return fail(text.error());
    if (const std::optional<ProfileSource> source = profileSourceOf(*text); source && !holdsSamples(*text))
        for (const auto& [option, given] :
             {std::pair("--step-time", options.stepTime.has_value()), {"--by", options.by.has_value()}})
            if (given)
                values.add(option, fmt::format("{} has a time of its own and no stacks", profileSourceName(*source)),
                           "it beside sampled stacks (py-spy raw, speedscope)");
    if (!values.ok())
        return fail(values.error());
    Result<Profile> profile =
        importProfile(*text, {.stepTimeS = stepTime,
                              .steps = options.by && *options.by == "self" ? StackSteps::Self : StackSteps::Branch,
                              .source = name,
                              .date = dayOf(*options.from)});
    if (!profile)
        return fail(inFile(std::move(profile.error()), name));
    for (const auto& [value, member, option] : {std::tuple(flops, &WorkloadStep::flops, "--flops"),
                                                std::tuple(bytesMoved, &WorkloadStep::bytesMoved, "--bytes-moved"),
                                                std::tuple(ioTime, &WorkloadStep::ioTimeS, "--io-time")}) {
        if (value && profile->baseline.steps.size() > 1)
            values.add(option, fmt::format("it would be one number for {} steps", profile->baseline.steps.size()),
                       "the steps' own, in the profile that -o writes");
        else if (value)
            profile->baseline.steps.front().*member = Quantity{*value, std::nullopt, {Origin::Typed, option, {}, {}}};
    }
    if (!values.ok())
        return fail(values.error());
    if (profile->baseline.steps.size() == 1 && !profile->warnings.empty()) {
        if (!profile->baseline.steps.front().flops)
            profile->warnings.push_back(say("{} gives the step's FLOP", std::string("--flops")));
        if (!profile->baseline.steps.front().bytesMoved)
            profile->warnings.push_back(say("{} gives the bytes that the step moves", std::string("--bytes-moved")));
    }
    if (workingSet)
        profile->baseline.workingSetBytes =
            Quantity{*workingSet, std::nullopt, {Origin::Typed, "--working-set", {}, {}}};
    if (memory)
        profile->baseline.machine.memoryBytes = Quantity{*memory, std::nullopt, {Origin::Typed, "--memory", {}, {}}};
    Json json(profileMembers(*profile));
    for (const auto& [key, value] : said->ceilings)
        if (!(memory && key == "memory_bytes"))
            json.set(key, value);
    Json::Array notes;
    for (const std::string& warning : profile->warnings)
        notes.emplace_back(warning);
    Json::Object absent;
    for (const auto& [field, why] : profile->absent)
        absent.emplace_back(field.key(), Json(why));
    json.set("program", Json(Json::Object{{"absent", Json(std::move(absent))},
                                          {"source", Json(profileSourceName(*profileSourceOf(*text)))},
                                          {"notes", Json(std::move(notes))}}));
    Reply answer{.answer = importedProfileAnswer(*profile), .json = std::move(*json.asObject()), .jsonInFile = true};
    if (!file.empty())
        toStandardError(answer.answer, asked);
    if (!file.empty() && !asked.json)
        answer.answer = {};  // the file gets the profile alone
    return answer;
}

}  // namespace

Run declareMeasure(CLI::App& command)
{
    auto options = std::make_shared<MeasureOptions>();
    declareField(command, &WorkloadStep::flops, options->flops);
    declareField(command, &WorkloadStep::bytesMoved, options->bytesMoved);
    declareField(command, &Machine::memoryBytes, options->memory);
    command
        .add_option("--machine", options->machine,
                    "ceilings from the catalogue (h100-sxm, h100-sxm:fp32), from what probe machine --json wrote, or "
                    "none; measured after the run where both work counts are known and no accelerator is used")
        ->type_name("CARD|FILE");
    command
        .add_option("--project", options->project,
                    "a project that gets the run as its step, made where it is not there; not over another program's")
        ->type_name("FILE");
    command
        .add_option("--from", options->from,
                    "no command: what perf stat, py-spy (raw, speedscope), ncu --csv or nsys stats measured elsewhere, "
                    "as steps")
        ->type_name("FILE");
    declareField(command, &WorkloadStep::stepTimeS, options->stepTime);
    declareField(command, &Baseline::workingSetBytes, options->workingSet);
    declareField(command, &WorkloadStep::ioTimeS, options->ioTime);
    command
        .add_option("--by", options->by,
                    "with --from: stacks by the functions that the first one with several calls (branch), or by those "
                    "that ran (self); branch")
        ->type_name("");
    command.footer(
        "-o FILE gets the profile, for scalewright-cli diagnose FILE; the summary goes to standard error. With --json "
        "and no -o the\n"
        "profile is the standard output and the program's own goes to standard error. The program can say its work "
        "itself, in a line\n"
        "  scalewright: time=1.6 io=0.1 flops=2e12 bytes_moved=64GB memory=8GB\n"
        "time and io are of the step, without start-up; left out, the whole launch is the step. memory is what it must "
        "hold at once; on an\n"
        "accelerator it is not seen (torch.cuda.max_memory_allocated() says it).\n"
        "Exit status: the program's own; 125 where measuring failed or its output could not be written, 126 and 127 "
        "where the program cannot be run or is not there.");
    return [options, &command]() -> Result<Reply> {
        const MeasureForm asked{.json = command.get_option("--json")->count() > 0,
                                .verbosity = verbosityOf(command),
                                .file = outputFile(command)};
        if (options->from)
            return measureFrom(*options, asked);
        if (options->stepTime || options->by || options->workingSet || options->ioTime)
            return Reply{.status = measureFailed,
                         .problems = {{"--step-time, --by, --working-set and --io-time are about a file",
                                       "--from FILE beside them",
                                       {}}},
                         .silent = true};
        const Result<std::vector<std::string>> words = trailingCommand();
        Result<Reply> answer = !words ? Result<Reply>(fail(words.error())) : measure(*options, *words, asked);
        if (answer)
            return answer;
        return Reply{.status = measureFailed, .problems = answer.error().problems, .silent = true};
    };
}

}  // namespace scalewright::cli

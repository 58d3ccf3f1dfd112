// measure -- COMMAND: what a program of the person's own needs of this machine, as a profile that `diagnose` reads (book 41.2).
#include <cerrno>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/trailing.h"
#include "core/bottleneck/profile.h"
#include "core/json/json.h"
#include "core/probes/machine_facts.h"
#include "core/probes/probe.h"
#include "core/program/program.h"
#include "core/quantity/units.h"
#include "core/result/quote.h"

namespace scalewright::cli {

namespace {

struct MeasureOptions {
    Text flops, bytesMoved, memory, machine;
};

/// The ceilings of the machine, by a profile's keys.
using Ceilings = std::vector<std::pair<std::string, Json>>;

Json quantityJson(double value, const std::string& origin, const std::string& source, const std::string& date, const std::string& conditions)
{
    Json::Object json{{"value", Json(value)}, {"origin", Json(origin)}};
    for (const auto& [key, text] : {std::pair{"source", &source}, std::pair{"date", &date}, std::pair{"conditions", &conditions}})
        if (!text->empty())
            json.emplace_back(key, Json(*text));
    return Json(std::move(json));
}

const std::vector<std::string> ceilingNames{"memory_bytes", "peak_flops", "memory_bandwidth_bytes_per_s"};

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
        return fail(ErrorCode::Input, "no ceiling of a machine is in it", "what scalewright-cli probe machine --json wrote", {.file = inputName(file), .field = "--machine"});
    return ceilings;
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
                ceilings.emplace_back(name, quantityJson(result->quantity.value, "measured", from.source, from.date, from.conditions));
            }
    }
    return ceilings;
}

std::string endWords(const CommandEnd& end)
{
    return english(endInWords(end));
}

Json programJson(const MeasuredProgram& program, const std::vector<std::string>& words, const std::vector<std::string>& notes)
{
    const CommandEnd& end = program.end;
    Json::Object json{{"command", listJson(words)},
                      {"status", Json(end.status)},
                      {"ended", Json(endWords(end))},
                      {"wall_s", Json(end.seconds)},
                      {"user_s", Json(end.userS)},
                      {"system_s", Json(end.systemS)},
                      {"device_wait_s", Json(program.deviceWaitS)}};
    const std::string uncounted = "this system does not count them";
    const auto counted = [&](const char* key, double value) {
        setOrReason(json, key, end.ioKnown ? std::optional(value) : std::nullopt, uncounted);
    };
    counted("read_bytes", end.readBytes);
    counted("written_bytes", end.writtenBytes);
    counted("device_read_bytes", end.deviceReadBytes);
    counted("device_written_bytes", end.deviceWrittenBytes);
    counted("cache_read_bytes", std::max(0.0, end.readBytes - end.deviceReadBytes));
    json.emplace_back("processes", Json(program.mostProcesses));
    json.emplace_back("threads", Json(program.mostThreads));
    json.emplace_back("sampling_cpu_s", Json(program.samplingS));
    json.emplace_back("longest_gap_s", Json(program.longestGapS));
    json.emplace_back("notes", listJson(notes));
    Json::Array series;
    for (const ProgramSample& sample : program.series)
        series.push_back(Json(Json::Object{{"seconds", Json(sample.seconds)}, {"resident_bytes", Json(sample.residentBytes)}, {"cpu_s", Json(sample.cpuS)},
                                           {"processes", Json(sample.processes)}, {"threads", Json(sample.threads)}}));
    json.emplace_back("series", Json(std::move(series)));
    return Json(std::move(json));
}

std::string summary(const MeasuredProgram& program, const std::vector<std::string>& words, const std::vector<std::string>& notes)
{
    const CommandEnd& end = program.end;
    const auto amount = [](double value, Dimension dimension) { return formatAmount(value, dimension).joined(); };
    std::string text = fmt::format("{}: {}\n", inQuotes(shellLine(words)), endWords(end));
    text += fmt::format("  time          {}; processor {} ({} of it in the kernel)\n", amount(end.seconds, Dimension::Time), amount(end.userS + end.systemS, Dimension::Time),
                        amount(end.systemS, Dimension::Time));
    text += fmt::format("  working set   {}{}; {} process{}, {} thread{}\n", program.workingSetIsBound ? "at most " : "", program.workingSetBytes ? amount(*program.workingSetBytes, Dimension::Bytes) : "not seen", program.mostProcesses,
                        program.mostProcesses == 1 ? "" : "es", program.mostThreads, program.mostThreads == 1 ? "" : "s");
    if (program.ioTimeS)
        text += fmt::format("  input/output  {} ({}); read {}, {} of it from the device; written {}\n", amount(program.ioTimeS->value, Dimension::Time),
                            program.ioTimeS->provenance.conditions, amount(end.readBytes, Dimension::Bytes), amount(end.deviceReadBytes, Dimension::Bytes),
                            amount(end.writtenBytes, Dimension::Bytes));
    for (const std::string& note : notes)
        text += "  note: " + note + '\n';
    return text;
}

/// The profile: what was measured, said and probed. Keys as diagnose reads them.
Json::Object profileJson(const MeasuredProgram& program, const std::vector<std::string>& words, const std::optional<double>& flops, const std::optional<double>& bytesMoved,
                         bool flopsTyped, bool bytesTyped, const Ceilings& ceilings)
{
    Json::Object json{{"title", Json(cleaned(shellLine(words)))}};
    const auto measuredValue = [&](const char* key, double value, const std::string& conditions) {
        json.emplace_back(key, quantityJson(value, "measured", "this machine", program.date, conditions));
    };
    if (program.end.seconds > 0)
        measuredValue("step_time_s", program.end.seconds, "wall time of one run");
    if (program.ioTimeS)
        measuredValue("io_time_s", program.ioTimeS->value, program.ioTimeS->provenance.conditions);
    if (program.workingSetBytes)
        measuredValue("working_set_bytes", *program.workingSetBytes, program.workingSetIsBound ? "at most: it was over too soon to be looked at" : program.workingSetSampled ? "peak of all its processes, sampled" : "peak of its largest process");
    const std::string saidBy = "a line that the program printed";
    if (flops)
        json.emplace_back("flops", quantityJson(*flops, flopsTyped ? "typed" : "imported", flopsTyped ? "--flops" : saidBy, program.date, {}));
    if (bytesMoved)
        json.emplace_back("bytes_moved", quantityJson(*bytesMoved, bytesTyped ? "typed" : "imported", bytesTyped ? "--bytes-moved" : saidBy, program.date, {}));
    for (const auto& [key, value] : ceilings)
        json.emplace_back(key, value);
    return json;
}

bool toStream(int stream, std::string_view block)
{
    while (!block.empty()) {
        const ssize_t put = ::write(stream, block.data(), block.size());
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        block.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

Result<Answer> measure(const MeasureOptions& options, const std::vector<std::string>& words, bool asJson, const std::string& file)
{
    Values values;
    const std::optional<double> typedFlops = values.amount(options.flops, "--flops", Dimension::Work, Sign::NotNegative);
    const std::optional<double> typedBytes = values.amount(options.bytesMoved, "--bytes-moved", Dimension::Bytes, Sign::NotNegative);
    const std::optional<double> memory = values.amount(options.memory, "--memory", Dimension::Bytes, Sign::Positive);
    Ceilings ceilings;
    if (options.machine && *options.machine != "none") {
        Result<Ceilings> read = ceilingsIn(*options.machine);
        if (read)
            ceilings = std::move(*read);
        else
            values.add(read.error());
    }
    if (!values.ok())
        return fail(values.error());

    const int stream = asJson && (file.empty() || file == "-") ? STDERR_FILENO : STDOUT_FILENO;
    const Result<MeasuredProgram> measured = measureProgram(words, [&](std::string_view block) { return toStream(stream, block); });
    if (!measured)
        return fail(measured.error());
    const MeasuredProgram& program = *measured;
    if (program.end.how == CommandEnd::How::NotFound || program.end.how == CommandEnd::How::NotExecutable) {
        Answer answer{.status = program.end.status};
        answer.problems.push_back({say("{}: {}", inQuotes(words.front()), program.end.startError), say("a program that can be run"), {}});
        answer.silent = true;
        return answer;
    }

    std::vector<std::string> notes = inEnglish(program.notes);
    const SpokenLine said = program.said.value_or(SpokenLine{});
    const std::optional<double> flops = typedFlops ? typedFlops : said.flops;
    const std::optional<double> bytesMoved = typedBytes ? typedBytes : said.bytesMoved;
    if (!flops)
        notes.emplace_back("the arithmetic was not seen: --flops N says it, or a line that the program prints: scalewright: flops=2e12");
    if (!bytesMoved)
        notes.emplace_back("the bytes between memory and cores were not seen: --bytes-moved N says them, or a line: scalewright: bytes_moved=64GB");
    if (ceilings.empty() && !(options.machine && *options.machine == "none") && flops && bytesMoved)
        ceilings = ceilingsHere(notes);
    else if (ceilings.empty())
        notes.emplace_back("the machine's ceilings were not measured: --machine FILE takes them from scalewright-cli probe machine --json -o FILE");
    if (memory) {
        std::erase_if(ceilings, [](const auto& each) { return each.first == "memory_bytes"; });
        ceilings.emplace_back("memory_bytes", quantityJson(*memory, "typed", "--memory", program.date, {}));
    } else if (std::none_of(ceilings.begin(), ceilings.end(), [](const auto& each) { return each.first == "memory_bytes"; })) {
        if (const MachineFacts facts = readMachineFacts(); facts.memoryBytes > 0)
            ceilings.emplace_back("memory_bytes", quantityJson(facts.memoryBytes, "measured", "this machine", program.date, facts.memoryIsLimit ? "the limit of its control group" : "installed"));
    }

    Answer answer{.status = program.end.status};
    answer.json = profileJson(program, words, flops, bytesMoved, typedFlops.has_value(), typedBytes.has_value(), ceilings);
    answer.json.emplace_back("program", programJson(program, words, notes));
    answer.jsonInFile = true;
    answer.silent = !asJson && file.empty();
    if (!(asJson && file.empty()))
        toStream(STDERR_FILENO, cleaned(summary(program, words, notes)));
    return answer;
}

}  // namespace

Run declareMeasure(CLI::App& command)
{
    auto options = std::make_shared<MeasureOptions>();
    command.add_option("--flops", options->flops, "the arithmetic of one run, in FLOP")->type_name("N");
    command.add_option("--bytes-moved", options->bytesMoved, "bytes of one run between memory and cores")->type_name("N");
    command.add_option("--memory", options->memory, "of the machine that it shall fit (this one's)")->type_name("BYTES");
    command.add_option("--machine", options->machine, "ceilings from what probe machine --json wrote, or none; measured after the run where both work counts are known")
        ->type_name("FILE");
    command.footer("-o FILE gets the profile, for scalewright-cli diagnose FILE; the summary goes to standard error. With --json and no -o the\n"
                   "profile is the standard output and the program's own goes to standard error. The program can say its work itself, in a line\n"
                   "  scalewright: flops=2e12 bytes_moved=64GB\n"
                   "Exit status: the program's own; 125 where measuring failed, 126 and 127 where the program cannot be run or is not there.");
    return [options, &command]() -> Result<Answer> {
        const Result<std::vector<std::string>> words = trailingCommand();
        const std::string file = command.get_option("--output")->count() > 0 ? command.get_option("--output")->as<std::string>() : "";
        Result<Answer> answer = !words ? Result<Answer>(fail(words.error()))
                                       : measure(*options, *words, command.get_option("--json")->count() > 0, file);
        if (answer)
            return answer;
        return Answer{.status = measureFailed, .problems = answer.error().problems, .silent = true};
    };
}

}  // namespace scalewright::cli

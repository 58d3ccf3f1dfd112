// probe compute|memory|disk|collective|machine|book: this machine's ceilings, and how fast it runs the book's three
// workloads (book 41.2).
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/probe_collective.h"
#include "app/cli/terminal.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/probes/book.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/probes/probe.h"
#include "core/evidence/probes/run_history.h"
#include "core/output/answers/machine.h"
#include "core/output/answers/render.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

struct ProbeCommandOptions {
    std::string kind;
    OptionText scratchFolder, repeats, arraySize, fileSize, processes, project;
};

// System facts are exact, so their interval has width zero.
Json valueJson(const Quantity& quantity)
{
    return intervalJson(quantity.value, quantity.interval.value_or(Interval{quantity.value, quantity.value, 1}));
}

Json resultJson(const ProbeResult& result)
{
    const Quantity& quantity = result.quantity;
    return Json(Json::Object{{"name", Json(result.name)},
                             {"value", valueJson(quantity)},
                             {"best", Json(result.bestValue)},
                             {"repeats", Json(result.repeats)},
                             {"unit", Json(baseUnit(result.dimension))},
                             {"conditions", Json(quantity.provenance.conditions)},
                             {"date", Json(quantity.provenance.date)},
                             {"warnings", listJson(result.warnings)}});
}

Json workloadJson(const BookWorkload& workload)
{
    const Diagnosis& d = workload.diagnosis;
    return Json(Json::Object{{"name", Json(workload.name)},
                             {"book_name", Json(workload.bookName)},
                             {"time_s", valueJson(workload.timeS)},
                             {"best_time_s", Json(workload.bestTimeS)},
                             {"flops", Json(workload.flops)},
                             {"bytes", Json(workload.bytes)},
                             {"intensity", Json(workload.intensity)},
                             {"flops_per_s", Json(workload.flopsPerS)},
                             {"bytes_per_s", Json(workload.bytesPerS)},
                             {"book_intensity", Json(workload.bookIntensity)},
                             {"book_time_s", Json(workload.bookTimeS)},
                             {"bottleneck", Json(bottleneckName(d.bottleneck))},
                             {"axis", Json(axisName(d.axis))},
                             {"because", Json(d.explanation)}});
}

Json machineJson(const MachineFacts& facts)
{
    const auto ifPositive = [](double value) { return value > 0 ? std::optional(value) : std::nullopt; };
    const std::string unknownReason = "the system does not report it";
    Json::Object json{{"cpu", Json(facts.cpuName)}, {"cores", Json(facts.cores)}};
    setOrReason(json, "sockets", ifPositive(facts.sockets), unknownReason);
    setOrReason(json, "physical_cores", ifPositive(facts.physicalCores), unknownReason);
    json.emplace_back("hybrid", Json(facts.hasMixedCoreTypes));
    setOrReason(json, "clock_hz", ifPositive(facts.maximumClockHz), unknownReason);
    Json::Array caches;
    for (const std::size_t bytes : facts.cacheBytes)
        caches.emplace_back(static_cast<double>(bytes));
    json.emplace_back("cache_bytes", Json(std::move(caches)));
    setOrReason(json, "last_level_cache_bytes", ifPositive(static_cast<double>(facts.lastLevelCacheBytes)),
                unknownReason);
    setOrReason(json, "memory_bytes", ifPositive(facts.memoryBytes), unknownReason);
    json.emplace_back("memory_is_limit", Json(facts.isMemoryLimited));
    setOrReason(json, "core_limit", facts.cpuQuota, "its control group sets no limit below the cores");
    setOrReason(json, "container", facts.containerRuntime, "none detected");
    json.emplace_back("virtual_machine", Json(facts.isVirtualMachine));
    setOrReason(json, "virtual_machine_kind", facts.hypervisor,
                facts.isVirtualMachine ? unknownReason : "not a virtual machine");
    json.emplace_back("load", Json(facts.loadAverage));
    return Json(std::move(json));
}

Result<ProbeOptions> readProbeOptions(const ProbeCommandOptions& options)
{
    OptionValues values;
    ProbeOptions probe;
    if (const auto kind = probeKindFromName(options.kind))
        probe.kind = *kind;
    else
        values.addProblem("KIND", "there is no probe " + inQuotes(options.kind),
                          "compute, memory, disk, collective, machine or book");
    if (options.scratchFolder)
        probe.scratchFolder = *options.scratchFolder;
    if (options.scratchFolder && options.scratchFolder->empty())
        values.addProblem("--folder", "the name is empty", "a folder that can be written");
    if (const auto repeats = values.readCount(options.repeats, "--repeats", 3, 100))
        probe.repeats = *repeats;
    constexpr double maximumBytes = 1e15;
    for (const auto& [text, option, target] : {std::tuple{&options.arraySize, "--array", &probe.arrayBytes},
                                               std::tuple{&options.fileSize, "--file", &probe.fileBytes}})
        if (const auto amount = values.readAmount(*text, option, Dimension::Bytes, Sign::Positive)) {
            if (*amount < 4096 || *amount > maximumBytes)
                values.addProblem(option, "the size is out of range", "4 KiB or more, as memory and disk allow");
            else
                *target = static_cast<std::size_t>(*amount);
        }
    if (!values.isValid())
        return fail(values.error());
    return probe;
}

/// The project with this run added as the window would add it, written as a project file; the summary of the run goes
/// to standard error.
Result<Reply> replyWithProbeAdded(Project project, const ProbeReport& report, const Answer& summary,
                                  Verbosity verbosity)
{
    Result<Project> after = report.kind == ProbeKind::Book ? withBookWorkloads(std::move(project), report)
                                                           : withMeasuredMachine(std::move(project), report);
    if (!after)
        return fail(after.error());
    Reply answer{.text = writeProject(withProbeRun(*std::move(after), report, true))};
    Result<Json> written = parseJson(answer.text);
    if (!written)
        return fail(written.error());
    answer.json = {{"project", *std::move(written)}};
    std::fputs(sanitised(toText(summary, verbosity)).c_str(), stderr);
    return answer;
}

Result<Reply> runProbeCommand(const ProbeCommandOptions& options, const std::string& file, Verbosity verbosity)
{
    if (options.kind == "collective") {
        if (options.project)
            return fail(ErrorCode::Input, "collective measures the links, not the machine",
                        "its CSV, which fit-comm and the window read", {.field = "--project"});
        if (Result<void> canWrite = checkCanDeliver(file); !canWrite)
            return fail(canWrite.error());
        return probeCollective(options.repeats, options.processes, verbosity);
    }
    const Result<ProbeOptions> probe = readProbeOptions(options);
    if (!probe)
        return fail(probe.error());
    Result<Project> project =
        options.project && *options.project != "none" ? readProjectFrom(*options.project) : Result<Project>(Project{});
    if (!project)
        return fail(project.error());
    if (Result<void> canWrite = checkCanDeliver(file); !canWrite)
        return fail(canWrite.error());
    const Result<ProbeReport> report = runInterruptibly(
        [&](const std::stop_token& stop, const auto& progress) { return runProbe(*probe, stop, progress); });
    if (!report)
        return fail(report.error());

    Reply answer;
    answer.json = {{"probe", Json(probeKindName(report->kind))},
                   {"cpu", Json(report->cpuName)},
                   {"cores", Json(report->cores)},
                   {"date", Json(report->date)}};
    if (report->kind == ProbeKind::Machine)
        answer.json.emplace_back("machine", machineJson(readMachineFacts()));
    Json::Array results;
    for (const ProbeResult& result : report->results)
        results.push_back(resultJson(result));
    answer.json.emplace_back("results", Json(std::move(results)));
    std::vector<BookWorkload> workloads;
    if (report->kind == ProbeKind::Book) {
        Result<std::vector<BookWorkload>> bookResults = bookWorkloads(*report);
        if (!bookResults)
            return fail(bookResults.error());
        workloads = *std::move(bookResults);
        Json::Array workloadsJson;
        for (const BookWorkload& workload : workloads)
            workloadsJson.push_back(workloadJson(workload));
        answer.json.emplace_back("workloads", Json(std::move(workloadsJson)));
    }
    answer.json.emplace_back("warnings", listJson(report->warnings));
    answer.answer = probeAnswer(*report, workloads);
    if (options.project)
        return replyWithProbeAdded(*std::move(project), *report, answer.answer, verbosity);
    return answer;
}

}  // namespace

CommandRunner declareProbe(CLI::App& command)
{
    auto options = std::make_shared<ProbeCommandOptions>();
    command
        .add_option("KIND", options->kind,
                    "compute, memory, disk, machine (these three), collective (over MPI) or book (the workloads of "
                    "Code 41.2.1)")
        ->required()
        ->type_name("");
    command
        .add_option(
            "--folder", options->scratchFolder,
            "folder of the scratch file (default: $TMPDIR, else /tmp); it has no name and leaves nothing behind")
        ->type_name("DIR");
    command
        .add_option("--repeats", options->repeats,
                    "repeats of each timing, 3 to 100 (default: 7, 10, 14, 20, 28, 40, 60 or 100, until the median is "
                    "known within 2 % or a second has passed)")
        ->type_name("N");
    command
        .add_option("--array", options->arraySize,
                    "size of each of the memory probe's three arrays (default: four times the last-level cache, 64 MiB "
                    "to 1 GiB)")
        ->type_name("BYTES");
    command.add_option("--file", options->fileSize, "size of the disk probe's file (default: 64 MiB)")
        ->type_name("BYTES");
    command
        .add_option("--p", options->processes, "processes of the collective probe (default: one per core, at least 2)")
        ->type_name("N");
    command
        .add_option("--project", options->project,
                    "the answer is this project with the run as its ceilings and in its history, as in the window; "
                    "none: a new project")
        ->type_name("FILE");
    command.footer(
        "collective answers with the CSV that fit-comm reads.\nA value is the median of its repeats. Its interval "
        "contains the true median with the probability that is its level: the smallest\nand largest of n repeats with "
        "1 - 2^(1-n), for 9 and more the narrowest in their middle with 0.95. Without --repeats it contains it\nwith "
        "0.95 or more, whenever the repeats end: they may end only at those numbers, and the chances to miss at any of "
        "them add up to 0.045.\nExit status 3: the machine cannot do it; 130: interrupted.");
    return [options, &command] { return runProbeCommand(*options, outputFileOption(command), verbosityOf(command)); };
}

}  // namespace scalewright::cli

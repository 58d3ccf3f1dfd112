// probe compute|memory|disk|collective|machine|book: this machine's ceilings, and the book's three workloads on it
 // (book 41.2).
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
    Text folder, repeats, array, file, processes, project;
};

// What is read off the system is exact: an interval of no width.
Json valueJson(const Quantity& quantity)
{
    return intervalJson(quantity.value, quantity.interval.value_or(Interval{quantity.value, quantity.value, 1}));
}

Json resultJson(const ProbeResult& result)
{
    const Quantity& quantity = result.quantity;
    return Json(Json::Object{{"name", Json(result.name)},
                             {"value", valueJson(quantity)},
                             {"best", Json(result.best)},
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
                             {"because", Json(d.because)}});
}

Json machineJson(const MachineFacts& facts)
{
    const auto known = [](double value) { return value > 0 ? std::optional(value) : std::nullopt; };
    const std::string silent = "the system does not say";
    Json::Object json{{"cpu", Json(facts.cpu)}, {"cores", Json(facts.cores)}};
    setOrReason(json, "sockets", known(facts.sockets), silent);
    setOrReason(json, "physical_cores", known(facts.physicalCores), silent);
    json.emplace_back("hybrid", Json(facts.hybrid));
    setOrReason(json, "clock_hz", known(facts.clockHz), silent);
    Json::Array caches;
    for (const std::size_t bytes : facts.cacheBytes)
        caches.emplace_back(static_cast<double>(bytes));
    json.emplace_back("cache_bytes", Json(std::move(caches)));
    setOrReason(json, "last_level_cache_bytes", known(static_cast<double>(facts.lastLevelCacheBytes)), silent);
    setOrReason(json, "memory_bytes", known(facts.memoryBytes), silent);
    json.emplace_back("memory_is_limit", Json(facts.memoryIsLimit));
    setOrReason(json, "core_limit", facts.cpuQuota, "its control group sets none below the cores");
    setOrReason(json, "container", facts.container, "no sign of one");
    json.emplace_back("virtual_machine", Json(facts.virtualMachine));
    setOrReason(json, "virtual_machine_kind", facts.hypervisor,
                facts.virtualMachine ? silent : "not a virtual machine");
    json.emplace_back("load", Json(facts.load));
    return Json(std::move(json));
}

Result<ProbeOptions> read(const ProbeCommandOptions& options)
{
    Values values;
    ProbeOptions probe;
    if (const auto kind = probeKindFromName(options.kind))
        probe.kind = *kind;
    else
        values.add("KIND", "there is no probe " + inQuotes(options.kind),
                   "compute, memory, disk, collective, machine or book");
    if (options.folder)
        probe.folder = *options.folder;
    if (options.folder && options.folder->empty())
        values.add("--folder", "the name is empty", "a folder that can be written");
    if (const auto repeats = values.count(options.repeats, "--repeats", 3, 100))
        probe.repeats = *repeats;
    constexpr double mostBytes = 1e15;
    for (const auto& [text, name, bytes] : {std::tuple{&options.array, "--array", &probe.arrayBytes},
                                            std::tuple{&options.file, "--file", &probe.fileBytes}})
        if (const auto amount = values.amount(*text, name, Dimension::Bytes, Sign::Positive)) {
            if (*amount < 4096 || *amount > mostBytes)
                values.add(name, "the size is out of range", "4 KiB or more, as memory and disk allow");
            else
                *bytes = static_cast<std::size_t>(*amount);
        }
    if (!values.ok())
        return fail(values.error());
    return probe;
}

/// The project with this run as the window would have put it there, as a project file; what the run said goes to
/// standard error.
Result<Reply> intoProject(Project project, const ProbeReport& report, const Answer& found, Verbosity verbosity)
{
    Result<Project> after = report.kind == ProbeKind::Book ? withBookOf(std::move(project), report)
                                                           : withMachineOf(std::move(project), report);
    if (!after)
        return fail(after.error());
    Reply answer{.text = writeProject(withRunOf(*std::move(after), report, true))};
    Result<Json> written = parseJson(answer.text);
    if (!written)
        return fail(written.error());
    answer.json = {{"project", *std::move(written)}};
    std::fputs(cleaned(toText(found, verbosity)).c_str(), stderr);
    return answer;
}

Result<Reply> runProbeCommand(const ProbeCommandOptions& options, const std::string& file, Verbosity verbosity)
{
    if (options.kind == "collective") {
        if (options.project)
            return fail(ErrorCode::Input, "collective times the links, not the machine",
                        "its CSV, which fit-comm and the window read", {.field = "--project"});
        if (Result<void> can = canDeliver(file); !can)
            return fail(can.error());
        return probeCollective(options.repeats, options.processes, verbosity);
    }
    const Result<ProbeOptions> probe = read(options);
    if (!probe)
        return fail(probe.error());
    Result<Project> project =
        options.project && *options.project != "none" ? readProjectFrom(*options.project) : Result<Project>(Project{});
    if (!project)
        return fail(project.error());
    if (Result<void> can = canDeliver(file); !can)
        return fail(can.error());
    const Result<ProbeReport> report =
        watched([&](const std::stop_token& stop, const auto& progress) { return runProbe(*probe, stop, progress); });
    if (!report)
        return fail(report.error());

    Reply answer;
    answer.json = {{"probe", Json(probeKindName(report->kind))},
                   {"cpu", Json(report->cpu)},
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
        Result<std::vector<BookWorkload>> found = bookWorkloads(*report);
        if (!found)
            return fail(found.error());
        workloads = *std::move(found);
        Json::Array all;
        for (const BookWorkload& workload : workloads)
            all.push_back(workloadJson(workload));
        answer.json.emplace_back("workloads", Json(std::move(all)));
    }
    answer.json.emplace_back("warnings", listJson(report->warnings));
    answer.answer = probeAnswer(*report, workloads);
    if (options.project)
        return intoProject(*std::move(project), *report, answer.answer, verbosity);
    return answer;
}

}  // namespace

Run declareProbe(CLI::App& command)
{
    auto options = std::make_shared<ProbeCommandOptions>();
    command
        .add_option("KIND", options->kind,
                    "compute, memory, disk, machine (these three), collective (over MPI) or book (the workloads of "
                    "Code 41.2.1)")
        ->required()
        ->type_name("");
    command
        .add_option("--folder", options->folder,
                    "where the scratch file lies ($TMPDIR, else /tmp); it has no name and leaves nothing")
        ->type_name("DIR");
    command
        .add_option("--repeats", options->repeats,
                    "of each timing, 3 to 100 (7, 10, 14, 20, 28, 40, 60 or 100: until the median is known within 2 % "
                    "or a second is up)")
        ->type_name("N");
    command
        .add_option(
            "--array", options->array,
            "size of each of the memory probe's three arrays (four times the last-level cache, 64 MiB to 1 GiB)")
        ->type_name("BYTES");
    command.add_option("--file", options->file, "size of the disk probe's file (64 MiB)")->type_name("BYTES");
    command
        .add_option("--p", options->processes,
                    "processes of the collective probe (as many as there are cores, 2 at least)")
        ->type_name("N");
    command
        .add_option("--project", options->project,
                    "the answer is this project with the run as its ceilings and added to its history, as the window "
                    "keeps it; none: a new project")
        ->type_name("FILE");
    command.footer(
        "collective answers with the CSV that fit-comm reads.\n"
        "A value is the median of its repeats. Its interval holds the true median with the probability that is its "
        "level: the least\n"
        "and greatest of n repeats with 1 - 2^(1-n), of 9 and more the narrowest in their middle with 0.95. Without "
        "--repeats it holds it\n"
        "with 0.95 or more, whenever the repeats end: they may end at those numbers only, and the chances to miss at "
        "any add up to 0.045.\n"
        "Exit status 3: the machine cannot do it; 130: interrupted.");
    return [options, &command] { return runProbeCommand(*options, outputFile(command), verbosityOf(command)); };
}

}  // namespace scalewright::cli

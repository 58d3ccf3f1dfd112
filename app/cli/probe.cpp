// SPDX-License-Identifier: GPL-3.0-or-later
// probe compute|memory|disk|collective|machine|card|book: this machine's ceilings, and how fast it runs the book's three
// workloads (book 41.2).
#include "core/evidence/probes/probe.h"

#include "app/cli/input.h"
#include "app/cli/output.h"
#include "app/cli/probe_collective.h"
#include "app/cli/terminal.h"
#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/probes/book.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/probes/run_history.h"
#include "core/evidence/runs/card.h"
#include "core/output/answers/machine.h"
#include "core/output/answers/shared_fields.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

struct ProbeCommandOptions {
    std::string kind;
    OptionText scratchFolder, repeats, arraySize, fileSize, processes, project, from, seconds;
};

// System facts are exact, so their interval has width zero.
Json::Object valueFields(const Quantity& quantity)
{
    return intervalFields(quantity.value, quantity.interval.value_or(Interval{quantity.value, quantity.value, 1}));
}

Json::Object resultFields(const ProbeResult& result)
{
    const Quantity& quantity = result.quantity;
    return objectOf({{"name", result.name},
                     {"value", valueFields(quantity)},
                     {"best", result.bestValue},
                     {"repeats", result.repeats},
                     {"unit", baseUnit(result.dimension)},
                     {"conditions", quantity.provenance.conditions},
                     {"date", quantity.provenance.date},
                     {"warnings", result.warnings}});
}

Json::Object workloadFields(const BookWorkload& workload)
{
    const Diagnosis& d = workload.diagnosis;
    return objectOf({{"name", workload.name},
                     {"book_name", workload.bookName},
                     {"time_s", valueFields(workload.timeS)},
                     {"best_time_s", workload.bestTimeS},
                     {"flops", workload.flops},
                     {"bytes", workload.bytes},
                     {"intensity", workload.intensity},
                     {"flops_per_s", workload.flopsPerS},
                     {"bytes_per_s", workload.bytesPerS},
                     {"book_intensity", workload.bookIntensity},
                     {"book_time_s", workload.bookTimeS},
                     {"bottleneck", nameOf(d.bottleneck)},
                     {"axis", nameOf(d.axis)},
                     {"because", d.explanation}});
}

Json::Object machineFields(const MachineFacts& facts)
{
    constexpr const char* unknown = "the system does not report it";
    const auto ifPositive = [](const char* key, double value) { return Field(key, when(value > 0, value), unknown); };
    return objectOf(
        {{"cpu", facts.cpuName},
         {"cores", facts.cores},
         ifPositive("sockets", facts.sockets),
         ifPositive("physical_cores", facts.physicalCores),
         {"hybrid", facts.hasMixedCoreTypes},
         ifPositive("clock_hz", facts.maximumClockHz),
         {"cache_bytes", listOf(facts.cacheBytes, [](std::size_t bytes) { return Json(static_cast<double>(bytes)); })},
         ifPositive("last_level_cache_bytes", static_cast<double>(facts.lastLevelCacheBytes)),
         ifPositive("memory_bytes", facts.memoryBytes),
         {"memory_is_limit", facts.isMemoryLimited},
         {"core_limit", facts.cpuQuota, "its control group sets no limit below the cores"},
         {"container", facts.containerRuntime, "none detected"},
         {"virtual_machine", facts.isVirtualMachine},
         {"virtual_machine_kind", facts.hypervisor, facts.isVirtualMachine ? unknown : "not a virtual machine"},
         {"load", facts.loadAverage}});
}

Result<ProbeOptions> readProbeOptions(const ProbeCommandOptions& options)
{
    OptionValues values;
    ProbeOptions probe;
    if (const auto kind = valueNamed<ProbeKind>(options.kind))
        probe.kind = *kind;
    else
        values.addProblem("KIND", "there is no probe " + inQuotes(options.kind),
                          "compute, memory, disk, collective, machine, card or book");
    if (options.scratchFolder)
        probe.scratchFolder = *options.scratchFolder;
    if (options.scratchFolder && options.scratchFolder->empty())
        values.addProblem("--folder", "the name is empty", "a folder that can be written");
    if (const auto repeats = values.readCount(options.repeats, "--repeats", 3, 100))
        probe.repeats = *repeats;
    constexpr double maximumBytes = 1e15;
    for (const auto& [text, option, target] : {std::tuple{&options.arraySize, "--array", &probe.arrayBytes},
                                               std::tuple{&options.fileSize, "--file", &probe.fileBytes}})
        if (const auto amount = values.readAmount(*text, option, Dimension::Bytes)) {
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
Result<Reply> replyWithProbeAdded(Project project, const ProbeReport& report, const std::optional<Project>& card,
                                  const Answer& summary, Verbosity verbosity)
{
    TRY(Project after, card                             ? Result<Project>(withMeasuredCard(std::move(project), *card))
                       : report.kind == ProbeKind::Book ? withBookWorkloads(std::move(project), report)
                                                        : withMeasuredMachine(std::move(project), report));
    Reply answer{.text = writeProject(card ? after : withProbeRun(std::move(after), report, true))};
    TRY(Json written, parseJson(answer.text));
    answer.json = {{"project", std::move(written)}};
    std::fputs(sanitised(toText(summary, verbosity)).c_str(), stderr);
    return answer;
}

Result<Reply> runProbeCommand(const ProbeCommandOptions& options, const std::string& file, Verbosity verbosity)
{
    if (options.kind == "collective") {
        if (options.project)
            return fail(ErrorCode::Input, "collective measures the links, not the machine",
                        "its CSV, which fit-comm and the window read", {.field = "--project"});
        TRY_DO(checkCanDeliver(file));
        return probeCollective(options.repeats, options.processes, verbosity);
    }
    ProbeOptions probe;
    std::optional<Project> card;
    std::optional<ProbeReport> measuredElsewhere;
    if (options.from) {
        TRY(const Project measured, readProjectFrom(*options.from));
        card = measured;
    } else if (options.kind == "card") {
        OptionValues values;
        const int seconds = values.readCount(options.seconds, "--seconds", 1, 600).value_or(60);
        if (!values.isValid())
            return fail(values.error());
        const std::string python = pythonWithTorch();
        if (python.empty())
            return fail(ErrorCode::Environment, "no python3 here has PyTorch",
                        "PyTorch, or scalewright-torch.py run where the card is, and --from with its file",
                        {.field = "KIND"});
        TRY(const Project measured, runInterruptibly([&](const std::stop_token& stop, const auto& progress) {
                return measureCard(python, stop, progress, seconds);
            }));
        card = measured;
    } else {
        TRY(probe, readProbeOptions(options));
    }
    if (card) {
        measuredElsewhere = reportOf(card->baseline.machine);
        if (measuredElsewhere->results.empty())
            return fail(ErrorCode::Input, "no ceilings of a machine", "the file that scalewright-torch.py writes",
                        {.file = options.from.value_or(""), .field = "--from"});
    }
    TRY(Project project,
        options.project && *options.project != "none" ? readProjectFrom(*options.project) : Result<Project>(Project{}));
    TRY_DO(checkCanDeliver(file));
    const Result<ProbeReport> report = measuredElsewhere
                                           ? Result<ProbeReport>(*std::move(measuredElsewhere))
                                           : runInterruptibly([&](const std::stop_token& stop, const auto& progress) {
                                                 return runProbe(probe, stop, progress);
                                             });
    if (!report)
        return fail(report.error());

    std::vector<BookWorkload> workloads;
    if (report->kind == ProbeKind::Book) {
        TRY(std::vector<BookWorkload> bookResults, bookWorkloads(*report));
        workloads = std::move(bookResults);
    }
    Reply answer{
        .answer = probeAnswer(*report, workloads),
        .json = objectOf(
            {{"probe", nameOf(report->kind)},
             {"cpu", report->cpuName},
             {"cores", report->cores},
             {"date", report->date},
             {"machine", report->kind == ProbeKind::Machine && !card ? std::optional(machineFields(readMachineFacts()))
                                                                     : std::nullopt},
             {"results", listOf(report->results, resultFields)},
             {"workloads", when(report->kind == ProbeKind::Book, listOf(workloads, workloadFields))},
             {"warnings", report->warnings}})};
    if (options.project)
        return replyWithProbeAdded(std::move(project), *report, card, answer.answer, verbosity);
    return answer;
}

}  // namespace

CommandRunner declareProbe(CLI::App& command)
{
    auto options = std::make_shared<ProbeCommandOptions>();
    command
        .add_option("KIND", options->kind,
                    "compute, memory, disk, machine (these three), card (with PyTorch), collective (over MPI) or book "
                    "(the workloads of Code 41.2.1)")
        ->type_name("");
    declareOptions(
        command,
        {{"--from", "FILE", options->from,
          "the ceilings in a file of scalewright-torch.py, which measures a card where it is, instead of a probe"},
         {"--folder", "DIR", options->scratchFolder,
          "folder of the scratch file (default: $TMPDIR, else /tmp); it has no name and leaves nothing behind"},
         {"--repeats", "N", options->repeats,
          "repeats of each timing, 3 to 100 (default: 7, 10, 14, 20, 28, 40, 60 or 100, until the median is "
          "known within 2 % or a second has passed)"},
         {"--array", "BYTES", options->arraySize,
          "size of each of the memory probe's three arrays (default: four times the last-level cache, 64 MiB "
          "to 1 GiB)"},
         {"--file", "BYTES", options->fileSize, "size of the disk probe's file (default: 64 MiB)"},
         {"--seconds", "N", options->seconds, "time of the card's measurement, about (default: 60)"},
         {"--p", "N", options->processes, "processes of the collective probe (default: one per core, at least 2)"},
         {"--project", "FILE", options->project,
          "the answer is this project with the run as its ceilings and in its history, as in the window; "
          "none: a new project"}});
    command.footer(
        "collective answers with the CSV that fit-comm reads.\ncard runs share/scalewright/scalewright-torch.py here "
        "for "
        "a minute. For a card elsewhere, copy that file there, run\npython3 scalewright-torch.py -o card.scalewright, "
        "and give its file to --from.\nA value is the median of its repeats. Its interval "
        "contains the true median with the probability that is its level: the smallest\nand largest of n repeats with "
        "1 - 2^(1-n), for 9 and more the narrowest in their middle with 0.95. Without --repeats it contains it\nwith "
        "0.95 or more, whenever the repeats end: they may end only at those numbers, and the chances to miss at any of "
        "them add up to 0.045.\nExit status 3: the machine cannot do it; 130: interrupted.");
    return [options, &command] { return runProbeCommand(*options, outputFileOption(command), verbosityOf(command)); };
}

}  // namespace scalewright::cli

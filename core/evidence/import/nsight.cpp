// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/profile_formats.h"

namespace scalewright::detail {

namespace {

constexpr std::array precisions{'d', 'f', 'h'};

using Metrics = std::map<std::string, double, std::less<>>;  ///< one launch, in base units

/// Number of base units in one "Mbyte", "usecond", "cycle/nsecond", "GHz". nullopt for percentages and units without a
/// factor.
std::optional<double> unitFactor(std::string_view unit)
{
    const std::size_t per = unit.find('/');
    if (per != std::string_view::npos) {
        const std::optional<double> above = unitFactor(unit.substr(0, per)), below = unitFactor(unit.substr(per + 1));
        return above && below ? std::optional(*above / *below) : std::nullopt;
    }
    constexpr std::array<std::string_view, 12> baseUnits{"byte", "second", "inst",        "cycle", "hz",     "Hz",
                                                         "s",    "B",      "instruction", "block", "thread", "op"};
    constexpr std::array<std::pair<char, double>, 7> prefixes{
        {{'n', 1e-9}, {'u', 1e-6}, {'m', 1e-3}, {'K', 1e3}, {'M', 1e6}, {'G', 1e9}, {'T', 1e12}}};
    if (unit.empty() || isAmong(baseUnits, unit))
        return 1;
    for (const auto& [letter, factor] : prefixes)
        if (unit.front() == letter && isAmong(baseUnits, unit.substr(1)))
            return factor;
    return std::nullopt;
}

/// A sum of bytes, instructions or cycles is an integer, but not one that is in thousands, per second or averaged.
bool isCount(std::string_view metricName, std::string_view unit)
{
    constexpr std::array<std::string_view, 5> countUnits{"byte", "inst", "instruction", "cycle", "B"};
    return metricName.ends_with(".sum") && isAmong(countUnits, unit);
}

/// Extracts the table from the program's output and ncu's own lines around it.
std::string extractTable(std::string_view text)
{
    std::string table;
    for (const std::string_view line : splitLines(text)) {
        if (table.empty() ? line.starts_with("\"ID\"") : line.starts_with('"'))
            table.append(line).append("\n");
    }
    return table;
}

struct Launch {
    std::string kernel;
    Metrics metrics;
};

std::optional<double> metricValue(const Metrics& metrics, std::string_view name)
{
    const auto at = metrics.find(name);
    return at == metrics.end() ? std::nullopt : std::optional(at->second);
}

std::optional<double> secondsOf(const Metrics& metrics)
{
    for (const char* name : {"gpu__time_duration.sum", "gpu__time_duration.avg", "gpu__time_duration.max"})
        if (const std::optional<double> value = metricValue(metrics, name))
            return value;
    return std::nullopt;
}

std::optional<double> bytesOf(const Metrics& metrics, const std::optional<double>& seconds)
{
    if (const std::optional<double> all = metricValue(metrics, "dram__bytes.sum"))
        return all;
    const std::optional<double> read = metricValue(metrics, "dram__bytes_read.sum"),
                                written = metricValue(metrics, "dram__bytes_write.sum");
    if (read && written)
        return *read + *written;
    const std::optional<double> rate = metricValue(metrics, "dram__bytes.sum.per_second");
    return rate && seconds ? std::optional(*rate * *seconds) : std::nullopt;
}

/// Thread-level instructions of one kind, either as counted or as a rate times the kernel's cycles (the roofline
/// sections give the rate).
std::optional<double> instructionCount(const Metrics& metrics, const std::string& kind,
                                       const std::optional<double>& seconds)
{
    for (const char* unit : {"sm", "smsp"}) {
        const std::string name = fmt::format("{}__sass_thread_inst_executed_op_{}_pred_on.sum", unit, kind);
        if (const std::optional<double> count = metricValue(metrics, name))
            return count;
        const std::optional<double> rate = metricValue(metrics, name + ".per_cycle_elapsed");
        const std::optional<double> cycles =
            metricValue(metrics, fmt::format("{}__cycles_elapsed.avg.per_second", unit));
        if (rate && cycles && seconds)
            return *rate * *cycles * *seconds;
    }
    return std::nullopt;
}

/// add + mul + 2 fma in that precision; nullopt if any of the three was not collected.
std::optional<double> flopsOf(const Metrics& metrics, char precision, const std::optional<double>& seconds)
{
    double flops = 0;
    for (const auto& [kind, each] : {std::pair{"add", 1.0}, std::pair{"mul", 1.0}, std::pair{"fma", 2.0}}) {
        const std::optional<double> count = instructionCount(metrics, precision + std::string(kind), seconds);
        if (!count)
            return std::nullopt;
        flops += each * *count;
    }
    return flops;
}

bool usedTensorCores(const Metrics& metrics)
{
    return std::any_of(metrics.begin(), metrics.end(), [](const auto& each) {
        return each.second > 0 && each.first.find("pipe_tensor") != std::string::npos &&
               each.first.find("inst_executed") != std::string::npos;
    });
}

struct Kernel {
    std::string name;
    int launches = 0;
    double seconds = 0, flops = 0, bytes = 0;
    std::array<double, precisions.size()> flopsByPrecision{};
    bool hasTime = true, hasFlops = true, hasBytes = true, usesTensorCores = false;
};

/// One metric per row ("Metric Name", "Metric Unit", "Metric Value"), or one per column (--page raw, with units in the
/// second row).
Result<std::vector<Launch>> readLaunches(const Grid& file)
{
    const std::optional<std::size_t> id = findHeader(file, "ID"), kernel = findHeader(file, "Kernel Name");
    const std::optional<std::size_t> name = findHeader(file, "Metric Name"), unit = findHeader(file, "Metric Unit"),
                                     value = findHeader(file, "Metric Value");
    if (!id || !kernel)
        return fail(ErrorCode::Input, "there is no column ID or Kernel Name", "what ncu --csv writes",
                    {.line = file.header.front().where.line});
    std::map<std::string, Launch> byId;
    std::vector<std::string> order;
    const auto launch = [&](const std::vector<GridCell>& row) -> Launch& {
        const auto [at, isNew] = byId.try_emplace(row[*id].text);
        if (isNew) {
            order.push_back(row[*id].text);
            at->second.kernel = kernelName(row[*kernel].text);
        }
        return at->second;
    };
    NumberMarks marks;  // collected from all cells, because a single number may be ambiguous
    const auto addMetric = [&marks](Launch& target, const std::string& metricName, const std::string& unitText,
                                    const std::string& text) {
        const std::optional<double> factor = unitFactor(unitText);
        const std::optional<double> number =
            factor ? marks.readNumber(text, isCount(metricName, unitText)) : std::nullopt;
        if (number)
            target.metrics[metricName] = *number * *factor;
    };
    if (name && unit && value) {
        for (const std::vector<GridCell>& row : file.rows)
            marks.addNumber(row[*value].text, isCount(row[*name].text, row[*unit].text));
        for (const std::vector<GridCell>& row : file.rows)
            addMetric(launch(row), row[*name].text, row[*unit].text, row[*value].text);
    } else {
        const std::vector<GridCell>* units =
            !file.rows.empty() && file.rows.front()[*id].text.empty() ? &file.rows.front() : nullptr;
        const auto unitOf = [&](std::size_t i) { return units != nullptr ? (*units)[i].text : std::string(); };
        for (const std::vector<GridCell>& row : file.rows)
            for (std::size_t i = 0; i < row.size() && &row != units; ++i)
                if (const std::string& metricName = file.header[i].text; metricName.find("__") != std::string::npos)
                    marks.addNumber(row[i].text, isCount(metricName, unitOf(i)));
        for (const std::vector<GridCell>& row : file.rows) {
            if (&row == units)
                continue;
            Launch& target = launch(row);
            for (std::size_t i = 0; i < row.size(); ++i)
                if (file.header[i].text.find("__") != std::string::npos)
                    addMetric(target, file.header[i].text, unitOf(i), row[i].text);
        }
    }
    std::vector<Launch> launches;
    for (const std::string& each : order)
        launches.push_back(std::move(byId.at(each)));
    return launches;
}

void addKernel(Kernel& target, const Kernel& one)
{
    target.launches += one.launches;
    target.seconds += one.seconds;
    target.flops += one.flops;
    target.bytes += one.bytes;
    for (std::size_t i = 0; i < precisions.size(); ++i)
        target.flopsByPrecision[i] += one.flopsByPrecision[i];
    target.hasTime = target.hasTime && one.hasTime;
    target.hasFlops = target.hasFlops && one.hasFlops;
    target.hasBytes = target.hasBytes && one.hasBytes;
    target.usesTensorCores = target.usesTensorCores || one.usesTensorCores;
}

Kernel kernelOf(const Launch& launch)
{
    Kernel kernel{.name = launch.kernel, .launches = 1};
    const std::optional<double> seconds = secondsOf(launch.metrics), bytes = bytesOf(launch.metrics, seconds);
    kernel.hasTime = seconds.has_value();
    kernel.seconds = seconds.value_or(0);
    kernel.hasBytes = bytes.has_value();
    kernel.bytes = bytes.value_or(0);
    kernel.hasFlops = false;
    for (std::size_t i = 0; i < precisions.size(); ++i)
        if (const std::optional<double> flops = flopsOf(launch.metrics, precisions[i], seconds)) {
            kernel.flopsByPrecision[i] = *flops;
            kernel.flops += *flops;
            kernel.hasFlops = true;
        }
    kernel.usesTensorCores = usedTensorCores(launch.metrics);
    kernel.hasFlops = kernel.hasFlops && !kernel.usesTensorCores;
    return kernel;
}

/// The card's peak rates at its measured clocks, from the metrics in the roofline sections.
void setMachinePeaks(const std::vector<Launch>& launches, std::size_t precision, const ProfileImportOptions& options,
                     Profile& profile)
{
    for (const Launch& launch : launches) {
        const Metrics& metrics = launch.metrics;
        const std::optional<double> fma = metricValue(
            metrics,
            fmt::format("sm__sass_thread_inst_executed_op_{}fma_pred_on.sum.peak_sustained", precisions[precision]));
        const std::optional<double> clock = metricValue(metrics, "sm__cycles_elapsed.avg.per_second");
        if (fma && clock && *fma * *clock > 0 && !profile.baseline.machine.peakFlops)
            profile.baseline.machine.peakFlops =
                importedQuantity(2 * *fma * *clock, options,
                                 fmt::format("2 fma a cycle at peak times the clock of {}, {} precision", launch.kernel,
                                             precision == 0   ? "double"
                                             : precision == 1 ? "single"
                                                              : "half"));
        const std::optional<double> bytes = metricValue(metrics, "dram__bytes.sum.peak_sustained"),
                                    memoryClock = metricValue(metrics, "dram__cycles_elapsed.avg.per_second");
        if (bytes && memoryClock && *bytes * *memoryClock > 0 && !profile.baseline.machine.memoryBandwidthBytesPerS)
            profile.baseline.machine.memoryBandwidthBytesPerS =
                importedQuantity(*bytes * *memoryClock, options, "bytes a cycle at peak times the memory's clock");
    }
}

}  // namespace

std::string kernelName(const std::string& signature)
{
    std::string name = sanitised(signature);
    if (name.starts_with("void "))
        name.erase(0, 5);
    const std::size_t end = name.find_first_of("(<");
    if (end != std::string::npos && end > 0)
        name.resize(end);
    while (name.ends_with(' '))
        name.pop_back();
    constexpr std::size_t maximumLength = 120;
    if (name.size() > maximumLength)
        name = sanitised(name.substr(0, maximumLength)) + "…";
    return name.empty() ? "without a name" : name;
}

bool looksLikeNsight(std::string_view text)
{
    const std::size_t header = text.starts_with("\"ID\"") ? 0 : text.find("\n\"ID\"");
    if (header == std::string_view::npos)
        return false;
    const std::string_view line = splitLines(text.substr(header == 0 ? 0 : header + 1)).front();
    return line.find("\"Kernel Name\"") != std::string_view::npos;
}

Result<Profile> importNsight(std::string_view text, const ProfileImportOptions& options)
{
    const Result<Grid> file = parseCsv(extractTable(text));
    if (!file)
        return fail(file.error());
    const Result<std::vector<Launch>> launches = readLaunches(*file);
    if (!launches)
        return fail(launches.error());
    std::map<std::string, std::size_t> indexOfKernel;
    std::vector<Kernel> kernels;
    for (const Launch& launch : *launches) {
        const auto [at, isNew] = indexOfKernel.try_emplace(launch.kernel, kernels.size());
        if (isNew)
            kernels.push_back(kernelOf(launch));
        else
            addKernel(kernels[at->second], kernelOf(launch));
    }
    if (std::none_of(kernels.begin(), kernels.end(),
                     [](const Kernel& each) { return each.hasTime && each.seconds > 0; }))
        return fail(ErrorCode::Input, "no kernel has a time: the metric gpu__time_duration.sum is missing",
                    "ncu --csv --page raw --set roofline, or --metrics gpu__time_duration.sum,dram__bytes.sum and "
                    "sm__sass_thread_inst_executed_op_{d,f,h}{add,mul,fma}_pred_on.sum");
    mergeSmallKernels(kernels, addKernel);

    Profile profile;
    profile.title = "kernels";
    profile.hasSteps = true;
    std::vector<std::string> tensor, uncounted;
    std::array<double, precisions.size()> flopsByPrecision{};
    for (const Kernel& kernel : kernels) {
        WorkloadStep step;
        step.name = kernel.name;
        const std::string launched = kernel.launches == 1 ? "one launch" : fmt::format("{} launches", kernel.launches);
        if (kernel.hasTime && kernel.seconds > 0)
            step.stepTimeS = importedQuantity(kernel.seconds, options, launched);
        if (kernel.hasFlops)
            step.flops = importedQuantity(kernel.flops, options, "add + mul + 2 fma, " + launched);
        else
            (kernel.usesTensorCores ? tensor : uncounted).push_back(kernel.name);
        if (kernel.hasBytes)
            step.bytesMoved = importedQuantity(kernel.bytes, options, "device memory, " + launched);
        step.ioTimeS = importedQuantity(0, options, "a kernel reads no files");
        for (std::size_t i = 0; i < precisions.size(); ++i)
            flopsByPrecision[i] += kernel.flopsByPrecision[i];
        profile.baseline.steps.push_back(std::move(step));
    }
    const std::size_t mainPrecision = static_cast<std::size_t>(
        std::max_element(flopsByPrecision.begin(), flopsByPrecision.end()) - flopsByPrecision.begin());
    if (flopsByPrecision[mainPrecision] > 0)
        setMachinePeaks(*launches, mainPrecision, options, profile);
    if (!tensor.empty())
        profile.warnings.push_back(formatMessage(
            "{}: ran on tensor cores, whose FLOP these metrics do not count: FLOP per instruction differ by card",
            joinNonEmpty(tensor, ", ")));
    if (!uncounted.empty())
        profile.warnings.push_back(formatMessage("{}: no FLOP, because add, mul and fma were not all collected",
                                                 joinNonEmpty(uncounted, ", ")));
    if (std::any_of(kernels.begin(), kernels.end(), [](const Kernel& each) { return !each.hasBytes; }))
        profile.warnings.emplace_back("some kernels have no bytes of device memory: dram__bytes.sum was not collected");
    profile.warnings.emplace_back(
        "kernels only, one after the other, as ncu replays them: host work, copies and waits between them are not in "
        "this file");
    return profile;
}

}  // namespace scalewright::detail

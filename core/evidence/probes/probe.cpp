// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/probes/probe.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/process/child.h"
#include "core/base/process/wall_clock.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/probes/samples.h"
#include "core/evidence/probes/wire.h"
#include "core/project/document/this_machine.h"

namespace scalewright {

namespace {

using namespace detail;

std::filesystem::path scratchFolderOf(const ProbeOptions& options)
{
    if (!options.scratchFolder.empty())
        return options.scratchFolder;
    const char* environmentValue = std::getenv("TMPDIR");
    return environmentValue != nullptr && *environmentValue != '\0' ? environmentValue : "/tmp";
}

Result<std::filesystem::path> findProbeProgram(const ProbeOptions& options)
{
    namespace fs = std::filesystem;
    fs::path program = options.probeProgram;
    if (program.empty())
        if (const char* environmentValue = std::getenv("SCALEWRIGHT_PROBE");
            environmentValue != nullptr && *environmentValue != '\0')
            program = environmentValue;
    std::error_code error;
    if (program.empty())
        program = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path() / "libexec" / "scalewright" /
                  "scalewright-probe";
    if (access(program.c_str(), X_OK) != 0)
        return fail(ErrorCode::Environment, formatMessage("scalewright-probe is missing: {}", program.string()),
                    "scalewright-probe installed there, or its path in SCALEWRIGHT_PROBE");
    return program;
}

/// Builds the report from lines that the child prints; any other line means that the installation is broken.
class ReportBuilder {
public:
    ReportBuilder(ProbeReport& report, bool fixedRepeats, const ProbeProgress& progress)
        : m_report(report), m_hasFixedRepeats(fixedRepeats), m_progress(progress)
    {
    }

    void addLine(std::string_view line)
    {
        const std::vector<std::string> fields = parseWireLine(line);
        const std::string& messageType = fields.front();
        if (messageType == "progress" && fields.size() == 3)
            reportProgress(fields);
        else if (messageType == "machine" && fields.size() == 3)
            setMachine(fields);
        else if (messageType == "time" && fields.size() >= 4)
            addTimedResult(fields, 2, std::nullopt, Dimension::Time);
        else if (messageType == "rate" && fields.size() >= 6)
            addTimedResult(fields, 4, parseNumber(fields[3]).value_or(0),
                           fields[2] == "flops" ? Dimension::ComputeRate : Dimension::Bandwidth);
        else if (messageType == "fact" && fields.size() == 4)
            addFactResult(fields);
        else if (messageType == "conditions" && fields.size() == 3)
            setConditions(fields);
        else if (messageType == "warning" && fields.size() == 3)
            addWarning(fields);
        else if (messageType == "error" && fields.size() == 3)
            m_error = Error{ErrorCode::Environment, {{fields[1], fields[2], {}}}};
        else if (messageType == "done" && fields.size() == 1)
            m_isDone = true;
        else
            m_isWellFormed = false;
    }

    [[nodiscard]] Result<void> outcome() const
    {
        if (m_error)
            return fail(*m_error);
        if (!m_isDone || !m_isWellFormed)
            return fail(ErrorCode::Environment, "the probe process ended without a result",
                        "scalewright-probe of the same version as this program");
        return {};
    }

private:
    void reportProgress(const std::vector<std::string>& fields)
    {
        if (m_progress)
            m_progress(parseNumber(fields[1]).value_or(0), fields[2]);
    }

    void setMachine(const std::vector<std::string>& fields)
    {
        m_report.cpuName = fields[1];
        m_report.cores = static_cast<int>(parseCount(fields[2], 1, 1 << 20).value_or(1));
    }

    [[nodiscard]] Provenance provenance() const
    {
        return {Origin::Measured, thisMachineSourceText(m_report.cpuName, m_report.cores), m_report.date, {}};
    }

    void addTimedResult(const std::vector<std::string>& fields, std::size_t first, std::optional<double> work,
                        Dimension dimension)
    {
        std::vector<double> values;
        for (std::size_t i = first; i < fields.size(); ++i) {
            const Result<double> seconds = parseNumber(fields[i]);
            if (!seconds || *seconds <= 0)
                continue;
            values.push_back(work ? *work / *seconds : *seconds);
        }
        if (values.size() < 2) {
            m_isWellFormed = false;
            return;
        }
        const SampleSpread spread = spreadOf(values);
        const std::optional<Interval> interval =
            m_hasFixedRepeats ? medianInterval(values, 0.95) : intervalAtCheckpoint(values);
        ProbeResult result{.name = fields[1],
                           .dimension = dimension,
                           .quantity = {spread.median, interval.value_or(spread.interval), provenance()}};
        result.bestValue = work ? spread.interval.high : spread.interval.low;
        result.repeats = static_cast<int>(values.size());
        m_report.results.push_back(std::move(result));
    }

    void addFactResult(const std::vector<std::string>& fields)
    {
        const Result<double> value = parseNumber(fields[3]);
        if (!value || *value <= 0)  // not reported by the system
            return;
        m_report.results.push_back({.name = fields[1],
                                    .dimension = fields[2] == "bytes" ? Dimension::Bytes : Dimension::Count,
                                    .quantity = {*value, std::nullopt, provenance()},
                                    .bestValue = *value});
    }

    ProbeResult* findResult(const std::string& name) { return findElement(m_report.results, name, &ProbeResult::name); }

    void setConditions(const std::vector<std::string>& fields)
    {
        ProbeResult* result = findResult(fields[1]);
        if (result == nullptr)
            return;
        std::string text = fields[2];
        if (const std::optional<Interval>& interval = result->quantity.interval) {
            text += fmt::format("; median of {}, its {} % interval {} % wide", result->repeats,
                                significantText(100 * interval->level, 3),
                                significantText(100 * (interval->high - interval->low) / result->quantity.value, 2));
        }
        result->quantity.provenance.conditions = std::move(text);
    }

    void addWarning(const std::vector<std::string>& fields)
    {
        if (ProbeResult* result = findResult(fields[1]))
            result->warnings.push_back(fields[2]);
        else
            m_report.warnings.push_back(fields[2]);
    }

    ProbeReport& m_report;
    bool m_hasFixedRepeats;
    const ProbeProgress& m_progress;
    std::optional<Error> m_error;
    bool m_isDone = false;
    bool m_isWellFormed = true;
};

/// The memory ceiling is the higher of two measurements: a triad does not count the reads caused by its writes, so a
/// pure read can be faster, and no point may be above its own ceiling.
void addMemoryCeiling(ProbeReport& report, const char* triadName, const char* readName, const char* name)
{
    const ProbeResult* triad = report.find(triadName);
    const ProbeResult* read = report.find(readName);
    if (triad == nullptr || read == nullptr)
        return;
    ProbeResult ceiling = triad->quantity.value >= read->quantity.value ? *triad : *read;
    ceiling.quantity.provenance.conditions.insert(0, ceiling.name == triad->name
                                                         ? "the better of triad and read, triad: "
                                                         : "the better of triad and read, read: ");
    ceiling.name = name;
    const auto position = report.results.begin() + (triad - report.results.data());
    report.results.insert(position, std::move(ceiling));
}

void warnIfSlowerThanOneCore(ProbeReport& report)
{
    if (report.cores < 2)
        return;
    const ProbeResult* flops = report.find("peak_flops_one_core");
    const ProbeResult* bandwidth = report.find("memory_bandwidth_one_core_bytes_per_s");
    for (ProbeResult& allCores : report.results) {
        if (allCores.name == "peak_flops" && flops != nullptr && allCores.quantity.value < flops->quantity.value)
            allCores.warnings.push_back(
                formatMessage("{} cores together were slower than one alone: other programs use them; measure again "
                              "when the machine is idle",
                              report.cores));
        // One core can almost saturate the memory, so the difference between the two values may be only noise.
        if (allCores.name == "memory_bandwidth_bytes_per_s" && bandwidth != nullptr &&
            isBelowOneCore(allCores.quantity, bandwidth->quantity))
            allCores.warnings.push_back(formatMessage(
                "{} cores together moved fewer bytes per second than one alone: other programs use the memory or the "
                "cores, or the cores slow each other down; measure again when the machine is idle",
                report.cores));
    }
}

Result<void> validate(const ProbeOptions& options)
{
    if (options.repeats != 0 && (options.repeats < 3 || options.repeats > 100))
        return fail(ErrorCode::Input, formatMessage("{} repeats", options.repeats), "3 to 100", {.field = "--repeats"});
    constexpr std::size_t minimumBytes = 4096, maximumBytes = std::size_t{64} << 30;
    if (options.fileBytes < minimumBytes || options.fileBytes > maximumBytes)
        return fail(ErrorCode::Input, "the disk probe's file is too small or too large", "4 KiB to 64 GiB",
                    {.field = "--file"});
    if (options.arrayBytes != 0 && options.arrayBytes < minimumBytes)
        return fail(ErrorCode::Input, "the memory probe's arrays are too small", "4 KiB or more", {.field = "--array"});
    return {};
}

}  // namespace

const ProbeResult* ProbeReport::find(std::string_view name) const
{
    return findElement(results, name, &ProbeResult::name);
}

Result<ProbeReport> runProbe(const ProbeOptions& options, const std::stop_token& stop, const ProbeProgress& progress)
{
    TRY_DO(validate(options));
    TRY(const std::filesystem::path program, findProbeProgram(options));

    ProbeReport report;
    report.kind = options.kind;
    report.date = today();
    report.description = describe(readMachineFacts());
    ReportBuilder listener(report, options.repeats > 0, progress);
    const std::vector<std::string> arguments{nameOf(options.kind),
                                             scratchFolderOf(options).string(),
                                             std::to_string(options.repeats),
                                             std::to_string(options.arrayBytes),
                                             std::to_string(options.fileBytes),
                                             std::to_string(getpid())};
    const Result<int> ended =
        runChild(program, arguments, stop, [&](std::string_view line) { listener.addLine(line); });
    if (!ended)
        return fail(ended.error());
    TRY_DO(listener.outcome());
    addMemoryCeiling(report, "memory_triad_bytes_per_s", "memory_read_bytes_per_s", "memory_bandwidth_bytes_per_s");
    addMemoryCeiling(report, "memory_triad_one_core_bytes_per_s", "memory_read_one_core_bytes_per_s",
                     "memory_bandwidth_one_core_bytes_per_s");
    warnIfSlowerThanOneCore(report);
    return report;
}

Quantity ceilingOf(const ProbeResult& result)
{
    Quantity ceiling = result.quantity;
    if (result.repeats < 2 || !(result.bestValue > 0))
        return ceiling;
    ceiling.value = result.bestValue;
    if (ceiling.interval)
        ceiling.interval->high = std::max(ceiling.interval->high, result.bestValue);
    ceiling.provenance.conditions =
        joinNonEmpty({ceiling.provenance.conditions, formatMessage("the best of {}", result.repeats)}, "; ");
    return ceiling;
}

Machine machineOf(const ProbeReport& report)
{
    const auto quantity = [&](std::string_view name) -> MaybeQuantity {
        const ProbeResult* result = report.find(name);
        return result == nullptr ? MaybeQuantity() : MaybeQuantity(ceilingOf(*result));
    };
    Machine machine;
    machine.name = report.cpuName;
    machine.description = report.description;
    machine.memoryBytes = quantity("memory_bytes");
    machine.storageBytes = quantity("storage_bytes");
    machine.peakFlops = quantity("peak_flops");
    machine.memoryBandwidthBytesPerS = quantity("memory_bandwidth_bytes_per_s");
    machine.peakFlopsOneCore = quantity("peak_flops_one_core");
    machine.memoryBandwidthOneCoreBytesPerS = quantity("memory_bandwidth_one_core_bytes_per_s");
    return machine;
}

}  // namespace scalewright

#include "core/evidence/probes/book.h"

#include <algorithm>
#include <array>

#include "core/base/error/result.h"

namespace scalewright {

namespace {

struct Size {
    const char* name;
    const char* bookName;
    const char* result;
    double flops, bytes, bookFlops, workingSetBytes, bookTimeS;
    bool reads;  ///< all of its time goes to the file
};

constexpr std::array<Size, 3> sizes{{
    {"matmul", "compute-heavy", "matmul_time_s", 2 * 1200.0 * 1200 * 1200, 3 * 1200.0 * 1200 * 8,
     2 * 1200.0 * 1200 * 1200, 3 * 1200.0 * 1200 * 8, 2.4954, false},
    {"sum", "memory-heavy", "sum_time_s", 4e7, 3.2e8, 8e7, 3.2e8, 0.0476, false},
    {"file", "io-heavy", "file_time_s", 0, 2 * 6.4e7, 0, 2 * 6.4e7, 0.0724, true},
}};

/// What follows from the book's sizes: nobody typed it, and no probe measured it.
Quantity counted(double value, const char* how = "counted from the workload's size")
{
    return {value, std::nullopt, {Origin::Catalogue, "the book's three workloads, Code 41.2.1", {}, how}};
}

WorkloadStep stepOf(const Size& size, const Quantity& time)
{
    return {.name = size.name,
            .stepTimeS = time,
            .ioTimeS = size.reads ? time : counted(0, "by construction"),
            .flops = counted(size.flops),
            .bytesMoved = counted(size.bytes),
            .unknown = {}};
}

Profile machineProfile(const ProbeReport& report)
{
    const Machine machine = machineOf(report);
    Profile profile;
    profile.title = "Output 41.2.1 on this machine";
    profile.baseline.machine.memoryBytes = machine.memoryBytes;
    profile.baseline.machine.peakFlops = machine.peakFlops;
    profile.baseline.machine.memoryBandwidthBytesPerS = machine.memoryBandwidthBytesPerS;
    profile.hasSteps = true;
    return profile;
}

/// The same figure as its best repeat, without the interval of the median.
MaybeQuantity best(const ProbeReport& report, std::string_view name)
{
    const ProbeResult* result = report.find(name);
    if (result == nullptr)
        return std::nullopt;
    Quantity quantity = result->quantity;
    quantity.value = result->best;
    quantity.interval.reset();
    return quantity;
}

}  // namespace

Result<std::vector<BookWorkload>> bookWorkloads(const ProbeReport& report)
{
    std::vector<BookWorkload> workloads;
    for (const Size& size : sizes) {
        const ProbeResult* timed = report.find(size.result);
        if (timed == nullptr)
            return fail(ErrorCode::Environment, say("the probe did not report {}", std::string(size.result)),
                        "scalewright-probe of the same version as this program");
        BookWorkload workload{.name = size.name,
                              .bookName = size.bookName,
                              .timeS = timed->quantity,
                              .bestTimeS = timed->best,
                              .flops = size.flops,
                              .bytes = size.bytes};
        workload.intensity = size.flops / size.bytes;
        workload.flopsPerS = size.flops / workload.bestTimeS;
        workload.bytesPerS = size.bytes / workload.bestTimeS;
        workload.bookIntensity = size.bookFlops / size.bytes;
        workload.bookTimeS = size.bookTimeS;
        workload.profile = machineProfile(report);
        workload.profile.baseline.machine.peakFlops = best(report, "peak_flops");
        workload.profile.baseline.machine.memoryBandwidthBytesPerS = best(report, "memory_bandwidth_bytes_per_s");
        workload.profile.baseline.workingSetBytes = counted(size.workingSetBytes);
        workload.profile.baseline.steps = {stepOf(size, *best(report, size.result))};
        Result<Diagnosis> diagnosis = diagnose(workload.profile);
        if (!diagnosis)
            return fail(diagnosis.error());
        workload.diagnosis = *std::move(diagnosis);
        workloads.push_back(std::move(workload));
    }
    return workloads;
}

bool areBookWorkloads(const std::vector<WorkloadStep>& steps)
{
    return std::equal(steps.begin(), steps.end(), sizes.begin(), sizes.end(),
                      [](const WorkloadStep& step, const Size& size) {
                          return step.name == size.name && step.flops && step.flops->value == size.flops &&
                                 step.bytesMoved && step.bytesMoved->value == size.bytes;
                      });
}

Profile bookProfile(const ProbeReport& report, const std::vector<BookWorkload>& workloads)
{
    Profile profile = machineProfile(report);
    double workingSet = 0;
    for (std::size_t i = 0; i < workloads.size(); ++i) {
        profile.baseline.steps.push_back(stepOf(sizes[i], workloads[i].timeS));
        workingSet = std::max(workingSet, sizes[i].workingSetBytes);
    }
    profile.baseline.workingSetBytes = counted(workingSet);
    return profile;
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/probes/book.h"

#include <algorithm>
#include <array>

#include "core/base/error/result.h"
#include "core/base/error/try.h"

namespace scalewright {

namespace {

struct BookWorkloadSpec {
    const char* name;
    const char* bookName;
    const char* resultName;
    double flops, bytes, bookFlops, workingSetBytes, bookTimeS;
    bool isEntirelyIo;  ///< true if all of the time is file I/O
};

constexpr std::array<BookWorkloadSpec, 3> workloadSpecs{{
    {"matmul", "compute-heavy", "matmul_time_s", 2 * 1200.0 * 1200 * 1200, 3 * 1200.0 * 1200 * 8,
     2 * 1200.0 * 1200 * 1200, 3 * 1200.0 * 1200 * 8, 2.4954, false},
    {"sum", "memory-heavy", "sum_time_s", 4e7, 3.2e8, 8e7, 3.2e8, 0.0476, false},
    {"file", "io-heavy", "file_time_s", 0, 2 * 6.4e7, 0, 2 * 6.4e7, 0.0724, true},
}};

/// A value that follows from the sizes in the book and is neither typed nor measured.
Quantity bookQuantity(double value, const char* conditions = "counted from the workload's size")
{
    return {value, std::nullopt, {Origin::Catalogue, "the book's three workloads, Code 41.2.1", {}, conditions}};
}

WorkloadStep stepOf(const BookWorkloadSpec& size, const Quantity& time)
{
    return {.name = size.name,
            .stepTimeS = time,
            .ioTimeS = size.isEntirelyIo ? time : bookQuantity(0, "by construction"),
            .flops = bookQuantity(size.flops),
            .bytesMoved = bookQuantity(size.bytes),
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

/// The result with its best repeat as the value, and without the median's interval.
MaybeQuantity bestQuantity(const ProbeReport& report, std::string_view name)
{
    const ProbeResult* result = report.find(name);
    if (result == nullptr)
        return std::nullopt;
    Quantity quantity = result->quantity;
    quantity.value = result->bestValue;
    quantity.interval.reset();
    return quantity;
}

}  // namespace

Result<std::vector<BookWorkload>> bookWorkloads(const ProbeReport& report)
{
    std::vector<BookWorkload> workloads;
    for (const BookWorkloadSpec& size : workloadSpecs) {
        const ProbeResult* timed = report.find(size.resultName);
        if (timed == nullptr)
            return fail(ErrorCode::Environment,
                        formatMessage("the probe did not report {}", std::string(size.resultName)),
                        "scalewright-probe of the same version as this program");
        BookWorkload workload{.name = size.name,
                              .bookName = size.bookName,
                              .timeS = timed->quantity,
                              .bestTimeS = timed->bestValue,
                              .flops = size.flops,
                              .bytes = size.bytes};
        workload.intensity = size.flops / size.bytes;
        workload.flopsPerS = size.flops / workload.bestTimeS;
        workload.bytesPerS = size.bytes / workload.bestTimeS;
        workload.bookIntensity = size.bookFlops / size.bytes;
        workload.bookTimeS = size.bookTimeS;
        workload.profile = machineProfile(report);
        workload.profile.baseline.machine.peakFlops = bestQuantity(report, "peak_flops");
        workload.profile.baseline.machine.memoryBandwidthBytesPerS =
            bestQuantity(report, "memory_bandwidth_bytes_per_s");
        workload.profile.baseline.workingSetBytes = bookQuantity(size.workingSetBytes);
        workload.profile.baseline.steps = {stepOf(size, *bestQuantity(report, size.resultName))};
        TRY(Diagnosis diagnosis, diagnose(workload.profile));
        workload.diagnosis = std::move(diagnosis);
        workloads.push_back(std::move(workload));
    }
    return workloads;
}

bool areBookWorkloads(const std::vector<WorkloadStep>& steps)
{
    return std::equal(steps.begin(), steps.end(), workloadSpecs.begin(), workloadSpecs.end(),
                      [](const WorkloadStep& step, const BookWorkloadSpec& size) {
                          return step.name == size.name && step.flops && step.flops->value == size.flops &&
                                 step.bytesMoved && step.bytesMoved->value == size.bytes;
                      });
}

Profile bookProfile(const ProbeReport& report, const std::vector<BookWorkload>& workloads)
{
    Profile profile = machineProfile(report);
    double workingSet = 0;
    for (std::size_t i = 0; i < workloads.size(); ++i) {
        profile.baseline.steps.push_back(stepOf(workloadSpecs[i], workloads[i].timeS));
        workingSet = std::max(workingSet, workloadSpecs[i].workingSetBytes);
    }
    profile.baseline.workingSetBytes = bookQuantity(workingSet);
    return profile;
}

}  // namespace scalewright

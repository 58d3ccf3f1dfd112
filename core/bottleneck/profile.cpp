#include "core/bottleneck/profile.h"

#include <array>
#include <cmath>

#include "core/bottleneck/profile_members.h"
#include "core/quantity/units.h"

namespace scalewright {

namespace {

using F = ProfileField;
using D = Dimension;
using detail::ofStep, detail::ofWhole;

constexpr std::array<ProfileFieldInfo, 18> table{{
    {F::WorkingSet, "working_set_bytes", phrase("the working set"), phrase("working set"), D::Bytes, false, false, "/baseline/working_set_bytes",
     phrase("add up what must be in memory at once: parameters, gradients, optimizer state, activations, data (16 bytes a "
     "parameter for mixed-precision Adam), or read the peak resident size of a run")},
    {F::Memory, "memory_bytes", phrase("the memory"), phrase("memory"), D::Bytes, false, false, "/baseline/machine/memory_bytes",
     phrase("the memory of one machine or card: probe machine measures this one, the catalogue lists others")},
    {F::StepTime, "step_time_s", phrase("the step time"), phrase("step time"), D::Time, false, true, "/step_time_s",
     phrase("time the step several times on one machine and take the best")},
    {F::IoTime, "io_time_s", phrase("the time spent reading"), phrase("time spent reading"), D::Time, true, true, "/io_time_s",
     phrase("time the reading and writing alone, or the step with its data already in memory and subtract; 0 if it reads nothing")},
    {F::Flops, "flops", phrase("the arithmetic"), phrase("arithmetic"), D::Work, true, true, "/flops",
     phrase("count the FLOP of a step (2 n^3 for an n x n matrix product, 6 per parameter and token for a transformer's "
     "training step), or read them off a profiler; 0 if it does none")},
    {F::BytesMoved, "bytes_moved", phrase("the bytes moved"), phrase("bytes moved"), D::Bytes, true, true, "/bytes_moved",
     phrase("count the bytes between memory and cores in a step: each array once for every time it is read or written beyond the cache")},
    {F::PeakFlops, "peak_flops", phrase("the peak arithmetic"), phrase("peak arithmetic"), D::ComputeRate, false, false, "/baseline/machine/peak_flops",
     phrase("probe machine measures it here; the catalogue lists cards")},
    {F::MemoryBandwidth, "memory_bandwidth_bytes_per_s", phrase("the memory bandwidth"), phrase("memory bandwidth"), D::Bandwidth, false, false,
     "/baseline/machine/memory_bandwidth_bytes_per_s", phrase("probe machine measures it here; the catalogue lists cards")},
    {F::NetBytes, "net_bytes", phrase("the bytes between machines"), phrase("bytes between machines"), D::Bytes, true, false, "/baseline/net_bytes",
     phrase("what one step would exchange between machines: the gradients' size for data-parallel training")},
    {F::NetBandwidth, "net_bandwidth_bytes_per_s", phrase("the link's bandwidth"), phrase("link's bandwidth"), D::Bandwidth, false, false,
     "/target/bandwidth_bytes_per_s", phrase("one link, one direction: from the catalogue, or fit-comm from timed collectives")},
    {F::NetLatency, "net_latency_s", phrase("the link's latency"), phrase("link's latency"), D::Time, true, false, "/target/alpha_s",
     phrase("seconds a message: from the catalogue, or fit-comm from timed collectives")},
    {F::Dataset, "dataset_bytes", phrase("the dataset"), phrase("dataset"), D::Bytes, true, false, "/baseline/dataset_bytes", phrase("the size of the files")},
    {F::Storage, "storage_bytes", phrase("the storage"), phrase("storage"), D::Bytes, false, false, "/baseline/machine/storage_bytes",
     phrase("the free space of one machine's disk")},
    {F::IoDominatesAt, "io_dominates_at", phrase("the share from which reading dominates"), phrase("share from which reading dominates"), D::Ratio, false, false,
     "/baseline/io_dominates_at", phrase("a share above 0, at most 1; one half where it is not given")},
    {F::Latency, "latency_s", phrase("the latency of a request"), phrase("latency of a request"), D::Time, true, false, "/baseline/serving/latency_s",
     phrase("time requests one by one and take the percentile that the budget means")},
    {F::LatencyBudget, "latency_budget_s", phrase("the latency budget"), phrase("latency budget"), D::Time, false, false, "/baseline/serving/latency_budget_s",
     phrase("the longest a request may take")},
    {F::Throughput, "throughput_per_s", phrase("the throughput"), phrase("throughput"), D::Rate, false, false, "/baseline/serving/throughput_per_s",
     phrase("requests a second that one machine answers under load")},
    {F::ThroughputTarget, "throughput_target_per_s", phrase("the demand"), phrase("demand"), D::Rate, true, false,
     "/baseline/serving/throughput_target_per_s", phrase("requests a second that must be answered")},
}};

void check(const Profile& profile, F field, std::size_t step, const MaybeQuantity& quantity, std::vector<Problem>& problems)
{
    if (!quantity)
        return;
    const ProfileFieldInfo& about = info(field);
    const Where where{.pointer = pointerOf(profile, field, step), .field = {}};
    const auto wrong = [&](Message message, Message expected) {
        problems.push_back({std::move(message), std::move(expected), where});
    };
    const double value = quantity->value;
    if (!std::isfinite(value))
        return wrong(say("not a finite number"), exampleOf(about.dimension));
    if (value < 0)
        return wrong(say("{} is negative", roundTrip(value)), exampleOf(about.dimension));
    if (value == 0 && !about.mayBeZero)
        return wrong(say("0 cannot be"), say("more than 0, {}", exampleOf(about.dimension)));
    if (field == F::IoDominatesAt && value > 1)
        return wrong(say("{} is more than the whole step", roundTrip(value)), say("a share above 0, at most 1"));
    if (const auto& interval = quantity->interval) {
        if (!std::isfinite(interval->low) || !std::isfinite(interval->high) || interval->low > value || interval->high < value)
            wrong(say("the interval does not contain the value {}", roundTrip(value)), say("low <= value <= high"));
        else if (interval->low < 0 || (interval->low == 0 && !about.mayBeZero))
            wrong(say("the interval begins at {}", roundTrip(interval->low)), about.mayBeZero ? say("0 or more") : say("more than 0"));
    }
}

}  // namespace

MaybeQuantity WorkloadStep::*detail::ofStep(ProfileField field)
{
    switch (field) {
    case F::StepTime: return &WorkloadStep::stepTimeS;
    case F::IoTime: return &WorkloadStep::ioTimeS;
    case F::Flops: return &WorkloadStep::flops;
    default: return &WorkloadStep::bytesMoved;
    }
}

MaybeQuantity Profile::*detail::ofWhole(ProfileField field)
{
    switch (field) {
    case F::WorkingSet: return &Profile::workingSetBytes;
    case F::Memory: return &Profile::memoryBytes;
    case F::PeakFlops: return &Profile::peakFlops;
    case F::MemoryBandwidth: return &Profile::memoryBandwidthBytesPerS;
    case F::NetBytes: return &Profile::netBytes;
    case F::NetBandwidth: return &Profile::netBandwidthBytesPerS;
    case F::NetLatency: return &Profile::netLatencyS;
    case F::Dataset: return &Profile::datasetBytes;
    case F::Storage: return &Profile::storageBytes;
    case F::IoDominatesAt: return &Profile::ioDominatesAt;
    case F::Latency: return &Profile::latencyS;
    case F::LatencyBudget: return &Profile::latencyBudgetS;
    case F::Throughput: return &Profile::throughputPerS;
    default: return &Profile::throughputTargetPerS;
    }
}

std::span<const ProfileFieldInfo> profileFields()
{
    return table;
}

const ProfileFieldInfo& info(ProfileField field)
{
    return table[static_cast<std::size_t>(field)];
}

std::string pointerOf(const Profile& profile, ProfileField field, std::size_t step)
{
    const ProfileFieldInfo& about = info(field);
    if (!about.ofStep)
        return profile.fromProject ? about.projectPointer : std::string("/") + about.key;
    if (!profile.fromProject && !profile.hasSteps)
        return std::string("/") + about.key;
    return std::string(profile.fromProject ? "/baseline/steps/" : "/steps/") + std::to_string(step) + '/' + about.key;
}

MaybeQuantity total(const Profile& profile, ProfileField field)
{
    if (!info(field).ofStep)
        return profile.*ofWhole(field);
    if (profile.steps.empty())
        return std::nullopt;
    const auto member = ofStep(field);
    MaybeQuantity sum = profile.steps.front().*member;
    if (!sum)
        return std::nullopt;
    for (std::size_t i = 1; i < profile.steps.size(); ++i) {
        const MaybeQuantity& part = profile.steps[i].*member;
        if (!part)
            return std::nullopt;
        if (sum->interval || part->interval) {
            const Interval a = sum->interval.value_or(Interval{sum->value, sum->value, 1});
            const Interval b = part->interval.value_or(Interval{part->value, part->value, 1});
            sum->interval = Interval{a.low + b.low, a.high + b.high, std::min(a.level, b.level)};
        }
        sum->value += part->value;
        if (!(sum->provenance == part->provenance))
            sum->provenance = {sum->provenance.origin == part->provenance.origin ? sum->provenance.origin : Origin::Assumed,
                               "sum over the steps", {}, {}};
    }
    return sum;
}

Profile withValue(Profile profile, ProfileField field, const Quantity& value)
{
    if (!info(field).ofStep) {
        profile.*ofWhole(field) = value;
        return profile;
    }
    const auto member = ofStep(field);
    const MaybeQuantity before = total(profile, field);
    if (profile.steps.empty())
        profile.steps.emplace_back();
    const double scale = before && before->value > 0 ? value.value / before->value : 0;
    for (WorkloadStep& step : profile.steps) {
        const MaybeQuantity& old = step.*member;
        const double part = old ? old->value * scale : 0;
        step.*member = Quantity{part, std::nullopt, value.provenance};
    }
    if (scale <= 0)
        profile.steps.front().*member = value;
    return profile;
}

Result<void> validate(const Profile& profile)
{
    std::vector<Problem> problems;
    for (const ProfileFieldInfo& about : table) {
        if (about.ofStep) {
            for (std::size_t i = 0; i < profile.steps.size(); ++i)
                check(profile, about.field, i, profile.steps[i].*ofStep(about.field), problems);
        } else {
            check(profile, about.field, 0, profile.*ofWhole(about.field), problems);
        }
    }
    if (problems.empty())
        return {};
    return fail(Error{ErrorCode::Input, std::move(problems)});
}

Profile profileOf(const Project& project)
{
    const Baseline& baseline = project.baseline;
    Profile profile;
    profile.title = project.title;
    profile.fromProject = true;
    profile.hasSteps = true;
    profile.steps = baseline.steps;
    profile.workingSetBytes = baseline.workingSetBytes;
    profile.memoryBytes = baseline.machine.memoryBytes;
    profile.peakFlops = baseline.machine.peakFlops;
    profile.memoryBandwidthBytesPerS = baseline.machine.memoryBandwidthBytesPerS;
    profile.netBytes = baseline.netBytes;
    profile.netBandwidthBytesPerS = project.target.bandwidthBytesPerS;
    profile.netLatencyS = project.target.alphaS;
    profile.datasetBytes = baseline.datasetBytes;
    profile.storageBytes = baseline.machine.storageBytes;
    profile.ioDominatesAt = baseline.ioDominatesAt;
    if (project.plan.p && *project.plan.p >= 2)
        profile.planP = project.plan.p;
    profile.priceUsdPerHour = project.target.priceUsdPerHour;
    if (baseline.serving) {
        profile.latencyS = baseline.serving->latencyS;
        profile.latencyBudgetS = baseline.serving->latencyBudgetS;
        profile.throughputPerS = baseline.serving->throughputPerS;
        profile.throughputTargetPerS = baseline.serving->throughputTargetPerS;
    }
    return profile;
}

}  // namespace scalewright

#include "core/bottleneck/profile.h"

#include <array>
#include <cmath>

#include "core/bottleneck/profile_members.h"
#include "core/model/project_model.h"
#include "core/project/project_fields.h"
#include "core/memory/memory.h"
#include "core/project/project.h"
#include "core/project/target.h"
#include "core/quantity/units.h"
#include "core/scaling/model_input.h"

namespace scalewright {

namespace {

using F = ProfileField;
using detail::ofStep, detail::ofWhole;

constexpr ProfileFieldInfo row(F field, const FieldInfo& quantity, const char* bareName, bool ofStep = false,
                               const char* key = nullptr)
{
    return {field,          &quantity, key ? key : quantity.key(), quantity.meaning, bareName, quantity.dimension,
            quantity.range, ofStep,    quantity.pointer,           quantity.howToGet};
}

constexpr std::array table{
    row(F::WorkingSet, fieldOf(&Baseline::workingSetBytes), "working set"),
    row(F::Memory, fieldOf(&Machine::memoryBytes), "memory"),
    row(F::StepTime, fieldOf(&WorkloadStep::stepTimeS), "step time", true),
    row(F::IoTime, fieldOf(&WorkloadStep::ioTimeS), "time spent reading", true),
    row(F::Flops, fieldOf(&WorkloadStep::flops), "arithmetic", true),
    row(F::BytesMoved, fieldOf(&WorkloadStep::bytesMoved), "bytes moved", true),
    row(F::PeakFlops, fieldOf(&Machine::peakFlops), "peak arithmetic"),
    row(F::MemoryBandwidth, fieldOf(&Machine::memoryBandwidthBytesPerS), "memory bandwidth"),
    row(F::NetBytes, fieldOf(&Baseline::netBytes), "bytes between machines"),
    row(F::NetBandwidth, fieldOf(&Target::bandwidthBytesPerS), "link's bandwidth", false, "net_bandwidth_bytes_per_s"),
    row(F::NetLatency, fieldOf(&Target::alphaS), "link's latency", false, "net_latency_s"),
    row(F::Dataset, fieldOf(&Baseline::datasetBytes), "dataset"),
    row(F::Storage, fieldOf(&Machine::storageBytes), "storage"),
    row(F::IoDominatesAt, fieldOf(&Baseline::ioDominatesAt), "share from which reading dominates"),
    row(F::Latency, fieldOf(&Serving::latencyS), "latency of a request"),
    row(F::LatencyBudget, fieldOf(&Serving::latencyBudgetS), "latency budget"),
    row(F::Throughput, fieldOf(&Serving::throughputPerS), "throughput"),
    row(F::ThroughputTarget, fieldOf(&Serving::throughputTargetPerS), "demand"),
};

void check(const Profile& profile, F field, std::size_t step, const MaybeQuantity& quantity,
           std::vector<Problem>& problems)
{
    if (!quantity)
        return;
    const ProfileFieldInfo& about = info(field);
    const Where where{.pointer = pointerOf(profile, field, step), .field = {}};
    const auto wrong = [&](std::string message, std::string expected) {
        problems.push_back({std::move(message), std::move(expected), where});
    };
    const double value = quantity->value;
    if (std::optional<Problem> problem = rangeProblem(value, about.dimension, about.range))
        return wrong(std::move(problem->message), std::move(problem->expected));
    if (const auto& interval = quantity->interval) {
        if (!std::isfinite(interval->low) || !std::isfinite(interval->high) || interval->low > value ||
            interval->high < value)
            wrong(say("the interval does not contain the value {}", roundTrip(value)), "low <= value <= high");
        else if (interval->low < 0 || (interval->low == 0 && !about.mayBeZero()))
            wrong(say("the interval begins at {}", roundTrip(interval->low)),
                  about.mayBeZero() ? "0 or more" : "more than 0");
    }
}

std::optional<TrainedModel> trainedModel(const Baseline& baseline)
{
    if (baseline.serving || !baseline.batch || !baseline.model || !baseline.model->sequence)
        return std::nullopt;
    const Result<Transformer> model = transformerOf(*baseline.model);
    const double sequence = baseline.model->sequence->value;
    return model ? std::optional(TrainedModel{parametersOf(*model), baseline.batch->value * sequence,
                                              12 * model->layers * model->hidden * sequence})
                 : std::nullopt;
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
        sum->asTyped.clear();
        if (!(sum->provenance == part->provenance))
            sum->provenance = {
                sum->provenance.origin == part->provenance.origin ? sum->provenance.origin : Origin::Assumed,
                "sum over the steps",
                {},
                {}};
    }
    return sum;
}

Profile withValue(Profile profile, ProfileField field, const Quantity& value)
{
    if (!info(field).ofStep) {
        // A what-if of the link is one of the design too.
        const MaybeQuantity before = profile.*ofWhole(field);
        if (profile.model && field == F::NetLatency)
            profile.model = withInput(*std::move(profile.model), ModelInput::Alpha, value.value);
        if (profile.model && field == F::NetBandwidth && before && value.value > 0)
            profile.model = scaledBy(*std::move(profile.model), ModelInput::Beta, before->value / value.value);
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
    Profile profile;
    profile.title = project.title;
    profile.machineName = project.baseline.machine.name;
    profile.fromProject = true;
    profile.hasSteps = true;
    profile.steps = project.baseline.steps;
    for (const ProfileFieldInfo& about : table)
        if (!about.ofStep)
            profile.*ofWhole(about.field) = fieldValue(project, about.projectPointer);
    if (!profile.netBytes)
        profile.netBytes = project.design.communication
                               .messageBytes;  // what a step exchanges, unless it touches less than the design moves
    if (project.plan.p && *project.plan.p >= 2)
        profile.planP = project.plan.p;
    profile.priceUsdPerHour = project.target.priceUsdPerHour;
    profile.workersPerNode = workersOnNode(project.target);
    profile.modelHasTComp = project.baseline.tCompS.has_value();
    Baseline baseline = project.baseline;
    if (!profile.modelHasTComp)
        baseline.tCompS = typed(1);
    if (Result<ScalingModel> model = scalingModel(baseline, project))
        profile.model = std::move(*model);
    profile.trained = trainedModel(project.baseline);
    return profile;
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/bottleneck/step_doubts.h"

#include <algorithm>

#include "core/base/quantity/number_format.h"
#include "core/base/quantity/units.h"
#include "core/model/memory/memory.h"
#include "core/project/document/this_machine.h"

namespace scalewright {

namespace {

// These four thresholds are our own. Ceilings and steps are measured separately, and both jitter by a few percent.
// Plain code reaches a tenth of a roof, so below a twentieth something other than the roof determines the time. Jitter
// never makes a machine twice as fast. Recomputing activations turns 6 N D into 8, frozen layers turn it into 4: both
// are within a factor of two.
constexpr double measurementJitter = 0.05, minimumRoofShare = 0.05, otherDeviceFactor = 2, otherWorkFactor = 2;

bool isRooflineBottleneck(const RooflinePoint& point)
{
    return point.bottleneck == Bottleneck::Compute || point.bottleneck == Bottleneck::MemoryBandwidth;
}

/// A dense transformer in training, as described by a project, and the FLOP of one step.
struct TrainedModel {
    double parameters = 0, tokens = 0;  ///< tokens per step
    double attentionFlopPerToken =
        0;  ///< attention FLOP per token, which 6 N D does not include: 12 L h s; 0 without a shape
    /// 6 N D (Kaplan et al. 2020, 2.1; Hoffmann et al. 2022, appendix F) plus attention as in Chowdhery et al. 2022,
    /// appendix B.
    [[nodiscard]] double flops() const { return (6 * parameters + attentionFlopPerToken) * tokens; }
};

/// Requires parameters, tokens per example and a batch, and no serving.
std::optional<TrainedModel> trainedModel(const Baseline& baseline)
{
    if (baseline.serving || !baseline.batch || !baseline.model || !baseline.model->sequence)
        return std::nullopt;
    const Result<Transformer> model = transformerOf(*baseline.model);
    const double sequence = baseline.model->sequence->value;
    return model ? std::optional(TrainedModel{parametersOf(*model), baseline.batch->value * sequence,
                                              12 * model->layers * model->hiddenSize * sequence})
                 : std::nullopt;
}

}  // namespace

std::vector<std::string> stepWarnings(const Profile& profile, const std::vector<RooflinePoint>& points)
{
    std::vector<std::string> warnings;
    std::string device = deviceWarning(profile.baseline);
    const bool isOtherDevice = !device.empty();  // the roof then does not apply to the step
    if (isOtherDevice)
        warnings.push_back(std::move(device));
    const std::string_view format = profile.baseline.machine.peakFlops
                                        ? numberFormatOf(profile.baseline.machine.peakFlops->provenance)
                                        : std::string_view();
    for (std::size_t i = 0; i < profile.baseline.steps.size(); ++i) {
        const WorkloadStep& step = profile.baseline.steps[i];
        const std::string name = step.name.empty() ? "the step" : formatMessage("step {}", step.name);
        if (step.ioTimeS && step.stepTimeS && step.ioTimeS->value > step.stepTimeS->value)
            warnings.emplace_back(
                formatMessage("{} spends longer reading than it takes: if several threads read, enter the time the "
                              "step waits for them",
                              name));
        const double roofShare = isOtherDevice ? 0 : points[i].roofShare.value_or(0);
        if (roofShare > otherDeviceFactor)
            warnings.emplace_back(formatMessage(
                "{} is {} times faster than its roof allows, more than this machine can do. It was measured on another "
                "device, such as a GPU, whose ceilings belong here,{} or a figure or unit is wrong",
                name, significantText(roofShare, 3),
                format.empty() ? "" : formatMessage(" or computes in a narrower format than the peak's {},", format)));
        else if (roofShare > 1 + measurementJitter)
            warnings.emplace_back(formatMessage(
                "{} is {} times faster than its roof allows: its FLOP, bytes or time or the ceilings are wrong", name,
                significantText(roofShare, 3)));
        if (isRooflineBottleneck(points[i]) && roofShare > 0 && roofShare < minimumRoofShare)
            warnings.emplace_back(formatMessage(
                "{} reaches {} % of its roof: check its figures. {} does not explain its time: it waits, has overheads "
                "that were not entered, or a figure or unit is wrong",
                name, significantText(100 * roofShare, 2), capitalised(titleOf(*points[i].bottleneck))));
    }
    const MaybeQuantity flops = total(profile, &WorkloadStep::flops);
    const std::optional<TrainedModel> trained = trainedModel(profile.baseline);
    if (trained && flops && flops->value > 0 && trained->flops() > 0) {
        const TrainedModel& model = *trained;
        const double ratio = flops->value / model.flops();
        if (ratio > otherWorkFactor || ratio < 1 / otherWorkFactor)
            warnings.emplace_back(formatMessage(
                "a step's arithmetic is {}, but training {} parameters on {} tokens takes about 6 N D{}, {} (Kaplan et "
                "al. 2020, Hoffmann et al. 2022): the FLOP, the parameters, the batch or the tokens per example are "
                "wrong, or not all of the model computes for each token",
                amountText(flops->value, Dimension::Work), significantText(model.parameters, 3),
                significantText(model.tokens, 3), model.attentionFlopPerToken > 0 ? " plus attention" : "",
                amountText(model.flops(), Dimension::Work)));
    }
    return warnings;
}

std::string ceilingWarning(const Machine& machine)
{
    const auto warningFor = [](const MaybeQuantity& allCores, const MaybeQuantity& oneCore, const char* resource,
                               Dimension dimension) {
        return isBelowOneCore(allCores, oneCore)
                   ? formatMessage(
                         "all cores reach {} of {}, a single core {}: measure the ceilings again on an idle machine",
                         amountText(allCores->value, dimension), resource, amountText(oneCore->value, dimension))
                   : std::string();
    };
    const std::string flops =
        warningFor(machine.peakFlops, machine.peakFlopsOneCore, "arithmetic", Dimension::ComputeRate);
    return flops.empty() ? warningFor(machine.memoryBandwidthBytesPerS, machine.memoryBandwidthOneCoreBytesPerS,
                                      "memory", Dimension::Bandwidth)
                         : flops;
}

std::string deviceWarning(const Baseline& baseline)
{
    const Machine& machine = baseline.machine;
    const auto acceleratorStep =
        std::ranges::find_if(baseline.steps, [](const WorkloadStep& step) { return !step.device.empty(); });
    const auto figures = {machine.memoryBytes, machine.peakFlops, machine.memoryBandwidthBytesPerS};
    const bool isMeasuredOnHost = std::ranges::any_of(
        figures, [](const MaybeQuantity& figure) { return figure && figure->provenance.origin == Origin::Measured; });
    return acceleratorStep == baseline.steps.end() || !isMeasuredOnHost
               ? std::string()
               : formatMessage(
                     "the ceilings are not those of {}, which computes: they were measured on the host CPU. Take its "
                     "ceilings from the catalogue",
                     acceleratorStep->device);
}

std::optional<double> shareOfRoof(const Diagnosis& diagnosis)
{
    double roof = 0, time = 0;
    for (std::size_t i = 0; i < diagnosis.steps.size(); ++i) {
        const RooflinePoint& step = diagnosis.steps[i];
        if (!step.roofTimeS || !step.workTimeS)
            return std::nullopt;
        roof += *step.roofTimeS;
        time += *step.workTimeS;
    }
    return roof > 0 && time > 0 ? std::optional(roof / time) : std::nullopt;
}

namespace {
bool dependsOnRoof(const Diagnosis& diagnosis)
{
    return diagnosis.bottleneck == Bottleneck::Compute || diagnosis.bottleneck == Bottleneck::MemoryBandwidth ||
           diagnosis.bottleneck == Bottleneck::Coordination;
}
}  // namespace

bool dependsOnOtherDevice(const Diagnosis& diagnosis)
{
    return !diagnosis.deviceWarning.empty() &&
           (dependsOnRoof(diagnosis) || diagnosis.bottleneck == Bottleneck::MemoryCapacity);
}

bool shouldTuneFirst(const Diagnosis& diagnosis)
{
    return !dependsOnOtherDevice(diagnosis) && dependsOnRoof(diagnosis) &&
           shareOfRoof(diagnosis).value_or(1) < tuneFirstRoofShare;
}

bool exceedsRoof(const Diagnosis& diagnosis)
{
    constexpr double suspiciousShare = 1.5;
    return dependsOnRoof(diagnosis) && shareOfRoof(diagnosis).value_or(1) > suspiciousShare;
}

bool isCertain(const Diagnosis& diagnosis)
{
    if (std::ranges::any_of(diagnosis.path, [](const TestResult& test) { return !test.isCertain; }))
        return false;
    if (dependsOnOtherDevice(diagnosis))
        return false;
    const bool roof =
        diagnosis.bottleneck == Bottleneck::Compute || diagnosis.bottleneck == Bottleneck::MemoryBandwidth;
    if (!roof && diagnosis.bottleneck != Bottleneck::Coordination)
        return true;
    if (!diagnosis.ceilingWarning.empty())
        return false;
    double unexplained = 0;
    for (const RooflinePoint& point : diagnosis.steps) {
        const double roofShare = point.roofShare.value_or(0);
        if (roofShare > 1 + measurementJitter)
            return false;
        if (roof && isRooflineBottleneck(point) && roofShare > 0 && roofShare < minimumRoofShare)
            unexplained += point.timeShare.value_or(0);
    }
    return unexplained < 0.5;
}

std::string overlappingReadingText(const WorkloadStep& step)
{
    if (!step.ioTimeS || !step.stepTimeS || step.ioTimeS->value <= step.stepTimeS->value)
        return {};
    return formatMessage("reading {} in {}: by several processes or threads at once", timeText(step.ioTimeS->value),
                         timeText(step.stepTimeS->value));
}

}  // namespace scalewright

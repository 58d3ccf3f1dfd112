#include "core/model/bottleneck/step_doubts.h"

#include <algorithm>

#include "core/base/quantity/number_format.h"
#include "core/base/quantity/units.h"
#include "core/model/memory/memory.h"
#include "core/project/document/this_machine.h"

namespace scalewright {

namespace {

// Four thresholds of ours, no theory: ceilings and steps are measured apart and both jitter by some per cent, and plain
// code reaches a tenth of a roof, so that below a twentieth something else than the roof sets the time. No jitter makes
// a machine twice as fast. Computing activations again makes 8 N D of 6, frozen layers 4: within a factor of two.
constexpr double jitter = 0.05, leastOfRoof = 0.05, otherDevice = 2, otherWork = 2;

bool blamesRoof(const StepPoint& point)
{
    return point.bottleneck == Bottleneck::Compute || point.bottleneck == Bottleneck::MemoryBandwidth;
}

/// A dense transformer in training, as a project describes it: what a step must compute.
struct TrainedModel {
    double parameters = 0, tokens = 0;  ///< tokens of a step
    double attention =
        0;  ///< FLOP a token of attention, which the parameters do not count: 12 L h s; 0 without a shape
    /// 6 N D (Kaplan et al. 2020, 2.1; Hoffmann et al. 2022, appendix F), and attention as Chowdhery et al. 2022,
    /// appendix B, add it.
    [[nodiscard]] double flops() const { return (6 * parameters + attention) * tokens; }
};

/// Of a project that names parameters, tokens of an example and a batch, and serves nothing.
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

std::vector<std::string> stepDoubts(const Profile& profile, const std::vector<StepPoint>& points)
{
    std::vector<std::string> doubts;
    std::string device = deviceDoubt(profile.baseline);
    const bool foreign = !device.empty();  // then its roof is none of the step's
    if (foreign)
        doubts.push_back(std::move(device));
    const std::string_view format = profile.baseline.machine.peakFlops
                                        ? numberFormatOf(profile.baseline.machine.peakFlops->provenance)
                                        : std::string_view();
    for (std::size_t i = 0; i < profile.baseline.steps.size(); ++i) {
        const WorkloadStep& step = profile.baseline.steps[i];
        const std::string name = step.name.empty() ? "the step" : say("step {}", step.name);
        if (step.ioTimeS && step.stepTimeS && step.ioTimeS->value > step.stepTimeS->value)
            doubts.emplace_back(
                say("{} spends longer reading than it takes: where several threads read, give the time the step waits "
                    "for them",
                    name));
        const double ofRoof = foreign ? 0 : points[i].ofRoof.value_or(0);
        if (ofRoof > otherDevice)
            doubts.emplace_back(say(
                "{} is {} times faster than its roof allows, more than this machine can do. It was measured on another "
                "device, such as a GPU, whose ceilings belong here,{} or a figure or unit is off",
                name, significant(ofRoof, 3),
                format.empty() ? "" : say(" or computes in narrower numbers than the peak's {},", format)));
        else if (ofRoof > 1 + jitter)
            doubts.emplace_back(
                say("{} is {} times faster than its roof allows: its FLOP or bytes, its time or the ceilings are off",
                    name, significant(ofRoof, 3)));
        if (blamesRoof(points[i]) && ofRoof > 0 && ofRoof < leastOfRoof)
            doubts.emplace_back(
                say("{} reaches {} % of its roof: check its figures. {} does not explain its time: it waits, pays "
                    "overheads "
                    "that were not given, or a figure or unit is off",
                    name, significant(100 * ofRoof, 2), capital(bottleneckTitle(*points[i].bottleneck))));
    }
    const MaybeQuantity flops = total(profile, &WorkloadStep::flops);
    const std::optional<TrainedModel> trained = trainedModel(profile.baseline);
    if (trained && flops && flops->value > 0 && trained->flops() > 0) {
        const TrainedModel& model = *trained;
        const double ratio = flops->value / model.flops();
        if (ratio > otherWork || ratio < 1 / otherWork)
            doubts.emplace_back(
                say("a step's arithmetic is given as {}, where training {} parameters on {} tokens takes about 6 N "
                    "D{}, {} (Kaplan et al. 2020, Hoffmann et al. 2022): "
                    "the FLOP, the parameters, the batch or the tokens of an example are off, or not all of the model "
                    "computes for each token",
                    formatAmount(flops->value, Dimension::Work).joined(), significant(model.parameters, 3),
                    significant(model.tokens, 3), model.attention > 0 ? " and its attention" : "",
                    formatAmount(model.flops(), Dimension::Work).joined()));
    }
    return doubts;
}

std::string ceilingDoubt(const Machine& machine)
{
    const auto doubt = [](const MaybeQuantity& all, const MaybeQuantity& one, const char* what, Dimension dimension) {
        return isBelowOneCore(all, one)
                   ? say("all cores reach {} of {}, one alone {}: measure the ceilings again on an idle machine",
                         formatAmount(all->value, dimension).joined(), what,
                         formatAmount(one->value, dimension).joined())
                   : std::string();
    };
    const std::string flops = doubt(machine.peakFlops, machine.peakFlopsOneCore, "arithmetic", Dimension::ComputeRate);
    return flops.empty() ? doubt(machine.memoryBandwidthBytesPerS, machine.memoryBandwidthOneCoreBytesPerS, "memory",
                                 Dimension::Bandwidth)
                         : flops;
}

std::string deviceDoubt(const Baseline& baseline)
{
    const Machine& machine = baseline.machine;
    const auto on = std::find_if(baseline.steps.begin(), baseline.steps.end(),
                                 [](const WorkloadStep& step) { return !step.device.empty(); });
    const auto figures = {machine.memoryBytes, machine.peakFlops, machine.memoryBandwidthBytesPerS};
    const bool ofHost = std::any_of(figures.begin(), figures.end(), [](const MaybeQuantity& figure) {
        return figure && figure->provenance.origin == Origin::Measured;
    });
    return on == baseline.steps.end() || !ofHost
               ? std::string()
               : say("the ceilings are not those of {}, which computes: they were measured of the processor beside it. "
                     "Take its own from the catalogue",
                     on->device);
}

std::optional<double> shareOfRoof(const Diagnosis& diagnosis)
{
    double roof = 0, time = 0;
    for (std::size_t i = 0; i < diagnosis.steps.size(); ++i) {
        const StepPoint& step = diagnosis.steps[i];
        if (!step.roofTimeS || !step.workS)
            return std::nullopt;
        roof += *step.roofTimeS;
        time += *step.workS;
    }
    return roof > 0 && time > 0 ? std::optional(roof / time) : std::nullopt;
}

namespace {
bool restsOnRoof(const Diagnosis& diagnosis)
{
    return diagnosis.bottleneck == Bottleneck::Compute || diagnosis.bottleneck == Bottleneck::MemoryBandwidth ||
           diagnosis.bottleneck == Bottleneck::Coordination;
}
}  // namespace

bool restsOnOtherDevice(const Diagnosis& diagnosis)
{
    return !diagnosis.deviceDoubt.empty() &&
           (restsOnRoof(diagnosis) || diagnosis.bottleneck == Bottleneck::MemoryCapacity);
}

bool tuneFirst(const Diagnosis& diagnosis)
{
    return !restsOnOtherDevice(diagnosis) && restsOnRoof(diagnosis) &&
           shareOfRoof(diagnosis).value_or(1) < tuneFirstBelow;
}

bool beyondRoof(const Diagnosis& diagnosis)
{
    constexpr double asFast = 1.5;
    return restsOnRoof(diagnosis) && shareOfRoof(diagnosis).value_or(1) > asFast;
}

bool isCertain(const Diagnosis& diagnosis)
{
    if (std::any_of(diagnosis.path.begin(), diagnosis.path.end(), [](const TestResult& test) { return !test.certain; }))
        return false;
    if (restsOnOtherDevice(diagnosis))
        return false;
    const bool roof =
        diagnosis.bottleneck == Bottleneck::Compute || diagnosis.bottleneck == Bottleneck::MemoryBandwidth;
    if (!roof && diagnosis.bottleneck != Bottleneck::Coordination)
        return true;
    if (!diagnosis.ceilingDoubt.empty())
        return false;
    double unexplained = 0;
    for (const StepPoint& point : diagnosis.steps) {
        const double ofRoof = point.ofRoof.value_or(0);
        if (ofRoof > 1 + jitter)
            return false;
        if (roof && blamesRoof(point) && ofRoof > 0 && ofRoof < leastOfRoof)
            unexplained += point.timeShare.value_or(0);
    }
    return unexplained < 0.5;
}

}  // namespace scalewright

#include "core/bottleneck/step_doubts.h"

#include "core/quantity/units.h"

namespace scalewright {

namespace {

// Two thresholds of ours, no theory: ceilings and steps are measured apart and both jitter by some per cent, and plain code
// reaches a tenth of a roof, so that below a twentieth something else than the roof sets the time.
constexpr double jitter = 0.05, leastOfRoof = 0.05;

}  // namespace

std::vector<Message> stepDoubts(const Profile& profile, const std::vector<StepPoint>& points)
{
    std::vector<Message> doubts;
    for (std::size_t i = 0; i < profile.steps.size(); ++i) {
        const WorkloadStep& step = profile.steps[i];
        const Message name = step.name.empty() ? say("the step") : say("step {}", step.name);
        if (step.ioTimeS && step.stepTimeS && step.ioTimeS->value > step.stepTimeS->value)
            doubts.emplace_back(say("{} spends longer reading than it takes: where several threads read, give the time the step waits for them", name));
        const double ofRoof = points[i].ofRoof.value_or(0);
        if (ofRoof > 1 + jitter)
            doubts.emplace_back(say("{} is {} times faster than its roof allows: its FLOP or bytes, its time or the ceilings are off", name, significant(ofRoof, 3)));
        const bool blamesRoof = points[i].bottleneck == Bottleneck::Compute || points[i].bottleneck == Bottleneck::MemoryBandwidth;
        if (blamesRoof && ofRoof > 0 && ofRoof < leastOfRoof)
            doubts.emplace_back(say("{} takes {} times what its roof allows, so {} does not explain its time: it waits or pays overheads that were not given, "
                                    "or its FLOP, its bytes, its time or a unit is off",
                                    name, significant(1 / ofRoof, 3), bottleneckTitle(*points[i].bottleneck)));
    }
    return doubts;
}

}  // namespace scalewright

#include "core/plan/machines.h"

#include <algorithm>

#include "core/quantity/units.h"

namespace scalewright {

std::string machinesText(const Target& target)
{
    return countedText(static_cast<int>(target.machinesAvailable->value), "machine");
}

void boundByMachines(PlanField& field, const Target& target)
{
    field.available = workersAvailable(target);
    if (!field.available)
        return;
    const auto beyond = [&](const PlanCandidate& each) { return each.p > *field.available; };
    std::erase_if(field.candidates, beyond);
    std::erase_if(field.failing, beyond);
    field.any = field.curve == CurveKind::Measured ? say("p measured up to {}", *field.available)
                                                   : say("p up to {}", *field.available);
    if (field.standInP <= *field.available)
        return;
    const auto most =
        std::max_element(field.candidates.begin(), field.candidates.end(),
                         [](const PlanCandidate& a, const PlanCandidate& b) { return a.kneeScore < b.kneeScore; });
    field.standInWhy = say("as many as {} hold; without that limit {}", machinesText(target), field.standInP);
    field.standInP = most == field.candidates.end() ? *field.available : most->p;
}

}  // namespace scalewright

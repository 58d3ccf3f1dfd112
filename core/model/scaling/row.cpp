#include "core/model/scaling/row.h"

#include <cmath>
#include <string>

#include "core/base/quantity/units.h"
#include "core/model/scaling/failures.h"
#include "core/model/scaling/plain.h"
#include "core/model/scaling/priced.h"

namespace scalewright {

bool PredictionRow::finishes() const
{
    return std::isfinite(tStepS);
}

PredictionRow predictAt(const ScalingModel& model, int p)
{
    const double tCommS = communicationTime(model, p);
    return model.terms.none() ? plainRow(model, p, tCommS) : pricedRow(model, p, tCommS);
}

std::string neverFinishes(const ScalingModel& model, int p)
{
    const DesignTerms& terms = model.terms;
    if (model.mostWorkers && p > *model.mostWorkers)
        return tooManyWorkers(model, p);
    if (!terms.nodeMtbfS)
        return "the step's time is too large to compute";
    const int nodes = model.nodes(p);
    const std::string every = timeText(*terms.nodeMtbfS / nodes);
    if (terms.restartS > 0 && !std::isfinite(std::exp(terms.restartS / (*terms.nodeMtbfS / nodes))))
        return say("never finishes: at p = {} a node fails every {}, before a restart of {} is done", p, every,
                   timeText(terms.restartS));
    const Recovery recovery = recoveryOn(terms, nodes);
    if (recovery == Recovery::Checkpoint)
        return say("never finishes: at p = {} a node fails every {}, before {} of work and a checkpoint of {} are done",
                   p, every, timeText(checkpointIntervalS(terms, nodes)), timeText(terms.checkpointS));
    if (recovery == Recovery::None)
        return say("never finishes: at p = {} a node fails every {}, and the whole run starts again each time", p,
                   every);
    return say("never finishes: at p = {} a node fails every {}, before a share of the step is done", p, every);
}

}  // namespace scalewright

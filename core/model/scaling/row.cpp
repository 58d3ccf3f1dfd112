// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/row.h"

#include <cmath>
#include <string>

#include "core/base/quantity/units.h"
#include "core/model/scaling/failures.h"
#include "core/model/scaling/priced.h"
#include "core/model/scaling/row_without_terms.h"

namespace scalewright {

bool PredictionRow::finishes() const
{
    return std::isfinite(tStepS);
}

PredictionRow predictAt(const ScalingModel& model, int p)
{
    const double tCommS = communicationTime(model, p);
    return model.terms.isEmpty() ? rowWithoutTerms(model, p, tCommS) : rowWithTerms(model, p, tCommS);
}

std::string neverFinishesReason(const ScalingModel& model, int p)
{
    const DesignTerms& terms = model.terms;
    if (model.maximumWorkers && p > *model.maximumWorkers)
        return tooManyWorkersText(model, p);
    if (!terms.nodeMtbfS)
        return "the step's time is too large to compute";
    const int nodes = model.nodesAt(p);
    const std::string every = timeText(*terms.nodeMtbfS / nodes);
    if (terms.restartS > 0 && !std::isfinite(std::exp(terms.restartS / (*terms.nodeMtbfS / nodes))))
        return formatMessage("never finishes: at p = {} a node fails every {}, before a restart of {} is done", p,
                             every, timeText(terms.restartS));
    const Recovery recovery = effectiveRecovery(terms, nodes);
    if (recovery == Recovery::Checkpoint)
        return formatMessage(
            "never finishes: at p = {} a node fails every {}, before {} of work and a checkpoint of {} are done", p,
            every, timeText(checkpointIntervalS(terms, nodes)), timeText(terms.checkpointS));
    if (recovery == Recovery::None)
        return formatMessage(
            "never finishes: at p = {} a node fails every {}, and the whole run starts again each time", p, every);
    return formatMessage("never finishes: at p = {} a node fails every {}, before a share of the step is done", p,
                         every);
}

}  // namespace scalewright

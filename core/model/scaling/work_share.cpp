// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/work_share.h"

#include <fmt/format.h>

#include "core/base/quantity/units.h"

namespace scalewright {

std::string workShareFormula(const ScalingModel& model)
{
    const char* workers = model.terms.backupWorkers > 0 ? "(p - b)" : "p";
    const std::string work = model.terms.recomputationShare > 0
                                 ? significantText(1 + model.terms.recomputationShare, 3) + " T_comp"
                                 : "T_comp";
    return model.scaling == Scaling::Weak ? work
           : model.maximumWorkers         ? fmt::format("{2} ceil({0}/{1})/{0}", *model.maximumWorkers, workers, work)
                                          : fmt::format("{}/{}", work, workers);
}

std::string unevenBatchNote(const ScalingModel& model, int p)
{
    const int useful = usefulWorkers(model.terms, p);
    if (model.scaling == Scaling::Weak || !model.maximumWorkers || p > *model.maximumWorkers ||
        *model.maximumWorkers % useful == 0)
        return {};
    const double share = largestWorkerShareS(model, 1, useful);
    return formatMessage(
        "the batch is divided into whole examples: at p = {} the fullest worker computes {} % of the step; an even "
        "share would be {} %",
        p, significantText(100 * share, 3), significantText(100.0 / useful, 3));
}

}  // namespace scalewright

#include "core/model/scaling/work_share.h"

#include <fmt/format.h>

#include "core/base/quantity/units.h"

namespace scalewright {

std::string shareFormula(const ScalingModel& model)
{
    const char* workers = model.terms.backupWorkers > 0 ? "(p - b)" : "p";
    const std::string work =
        model.terms.recomputedShare > 0 ? significant(1 + model.terms.recomputedShare, 3) + " T_comp" : "T_comp";
    return model.scaling == Scaling::Weak ? work
           : model.mostWorkers            ? fmt::format("{2} ceil({0}/{1})/{0}", *model.mostWorkers, workers, work)
                                          : fmt::format("{}/{}", work, workers);
}

std::string wholeExamplesNote(const ScalingModel& model, int p)
{
    const int useful = usefulWorkers(model.terms, p);
    if (model.scaling == Scaling::Weak || !model.mostWorkers || p > *model.mostWorkers ||
        *model.mostWorkers % useful == 0)
        return {};
    const double share = evenShareS(model, 1, useful);
    return say(
        "the batch is shared out in whole examples: at p = {} the fullest worker computes {} % of the step, where an "
        "even share would be {} %",
        p, significant(100 * share, 3), significant(100.0 / useful, 3));
}

}  // namespace scalewright

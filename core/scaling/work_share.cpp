#include "core/scaling/work_share.h"

#include <fmt/format.h>

#include "core/quantity/units.h"

namespace scalewright {

std::string shareFormula(const ScalingModel& model)
{
    const char* workers = model.terms.backupWorkers > 0 ? "(p - b)" : "p";
    return model.scaling == Scaling::Weak ? "T_comp"
           : model.mostWorkers            ? fmt::format("T_comp ceil({0}/{1})/{0}", *model.mostWorkers, workers)
                                          : fmt::format("T_comp/{}", workers);
}

std::string oneExampleEach(const ScalingModel& model)
{
    return model.terms.split ? say("one example a copy of {} workers", model.terms.split->unit())
                             : "one example a worker";
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

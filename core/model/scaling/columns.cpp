#include "core/model/scaling/columns.h"

#include "core/model/scaling/plain.h"
#include "core/model/scaling/priced.h"

namespace scalewright {

namespace {

void makeRoom(PredictionColumns& out, std::size_t size, bool terms)
{
    // Columns a multiple of 4 KiB apart slow one another down (a load waits for a store that only looks alike), so
    // each gets a few cache lines more than the one before.
    std::size_t spare = 0;
    for (std::vector<double>* column :
         {&out.tComp, &out.tComm, &out.tStep, &out.speedup, &out.efficiency, &out.commToCompute, &out.cost}) {
        column->reserve(size + (spare += 72));
        column->resize(size);
    }
    for (std::vector<double>* column : {&out.hiddenComm, &out.tCoordination, &out.tWait, &out.tFailure})
        column->resize(terms ? size : 0);
}

}  // namespace

void predictColumns(const ScalingModel& model, int pMax, PredictionColumns& out)
{
    makeRoom(out, static_cast<std::size_t>(pMax), !model.terms.none());
    communicationTimes(model, pMax, out.tComm.data());
    model.terms.none() ? plainColumns(model, out) : pricedColumns(model, out);
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/columns.h"

#include "core/model/scaling/priced.h"
#include "core/model/scaling/row_without_terms.h"

namespace scalewright {

namespace {

void resizeColumns(PredictionColumns& out, std::size_t size, bool terms)
{
    // Columns whose distance is a multiple of 4 KiB slow each other down (a load waits for a store to an address that
    // only appears to match), so each column reserves a few cache lines more than the previous one.
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
    resizeColumns(out, static_cast<std::size_t>(pMax), !model.terms.isEmpty());
    communicationTimes(model, pMax, out.tComm.data());
    model.terms.isEmpty() ? fillColumnsWithoutTerms(model, out) : fillColumnsWithTerms(model, out);
}

}  // namespace scalewright

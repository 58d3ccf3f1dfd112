// What there are machines for bounds what a plan is chosen among.
#pragma once

#include "core/decision/plan/candidates.h"

namespace scalewright {

/// "1 machine", "4 machines". Precondition: the target says how many are available.
[[nodiscard]] std::string machinesText(const Target& target);

/// No p asks for more than there are machines for, and the p that stands in is one of those left. Nothing where nobody
/// said how many there are. `prediction`: where the field is of one, whose candidates are not worked out yet.
void boundByMachines(PlanField& field, const Target& target, const Prediction* prediction = nullptr);

/// A knee inside a node that is paid whole goes on to the fastest p that the same nodes hold: no dearer in any currency.
void fillNodes(PlanField& field, int workersPerNode, const Prediction* prediction = nullptr);

}  // namespace scalewright

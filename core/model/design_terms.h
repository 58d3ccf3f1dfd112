// The six slots of a design as terms of the model.
#pragma once

#include <vector>

#include <string>
#include "core/model/model_numbers.h"
#include "core/project/design.h"
#include "core/project/plan.h"
#include "core/project/target.h"
#include "core/scaling/terms.h"

namespace scalewright {

struct DesignReading {
    DesignTerms terms;
    std::vector<std::string> notes;  ///< modelNotes
};

/// The six slots as terms, as scalingModel() documents it.
[[nodiscard]] DesignReading designTerms(const Target& target, const Design& design, const Plan& plan,
                                        ModelNumbers& numbers);

}  // namespace scalewright

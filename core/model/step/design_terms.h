// The six slots of a design as terms of the model.
#pragma once

#include <vector>

#include <string>
#include "core/model/scaling/terms.h"
#include "core/model/step/model_numbers.h"
#include "core/project/document/design.h"
#include "core/project/document/plan.h"
#include "core/project/document/target.h"

namespace scalewright {

struct DesignTermsWithNotes {
    DesignTerms terms;
    std::vector<std::string> notes;  ///< for modelNotes()
};

/// The six slots as terms, as scalingModel() documents it.
[[nodiscard]] DesignTermsWithNotes readDesignTerms(const Target& target, const Design& design, const Plan& plan,
                                                   ModelFieldReader& numbers);

}  // namespace scalewright

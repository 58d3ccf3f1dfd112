// SPDX-License-Identifier: GPL-3.0-or-later
// Converts the six slots of a design to model terms.
#pragma once

#include <string>
#include <vector>

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

/// The six slots as terms, as documented at scalingModel().
[[nodiscard]] DesignTermsWithNotes readDesignTerms(const Target& target, const Design& design, const Plan& plan,
                                                   ModelFieldReader& numbers);

}  // namespace scalewright

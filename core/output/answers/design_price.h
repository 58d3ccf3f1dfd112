// What `design price` answers: what a step of the plan's p is made of, and where the landmarks are.
#pragma once

#include <string>
#include <vector>

#include "core/decision/analysis/analysis.h"
#include "core/output/answers/answer.h"
#include "core/project/document/project.h"

namespace scalewright {

/// A part of T(p) at the plan's p, with where its formula is from.
struct PricePart {
    const char* key;  ///< "compute", "communication", "coordination", "waiting", "failures"
    const char* title;
    double seconds = 0;
    std::string formula, source;
    std::string nothing;  ///< why the part is zero, where the design gives nothing for it
};

/// Of the analysis' plan, in the order in which a step adds them up. Precondition: it has a model and a prediction.
[[nodiscard]] std::vector<PricePart> priceParts(const Analysis& analysis);

struct PriceQuestion {
    const Project& project;
    const Analysis& analysis;
    std::string file;
    std::vector<std::string> notes;  ///< what the design left open
};

/// The table has a part a row. Precondition: as above.
[[nodiscard]] Answer priceAnswer(const PriceQuestion& question);

}  // namespace scalewright

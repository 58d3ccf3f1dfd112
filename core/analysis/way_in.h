// The way into a project: which figures a question still lacks, in the order of the method (book 41.2, then 41.4).
//
//     for (const MissingField& each : missingForPrediction(project, analysis)) …   // T_comp, the message, alpha, the bandwidth
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/analysis.h"

namespace scalewright {

/// Where a value comes from, for who has none yet.
enum class Whence {
    Measure,    ///< time it, or let the program measure
    Catalogue,  ///< or read it off the data sheet
    Count,      ///< add it up, or ask a profiler
    PriceList,
};

struct MissingField {
    std::string pointer;               ///< "/baseline/steps/0/flops", whether or not there is such a step yet
    const FieldInfo* field = nullptr;
    Whence whence = Whence::Measure;
    std::optional<Quantity> assumption;  ///< what may be taken until it is known, marked as assumed, with why in its conditions
};

/// What the verdict of Figure 41.2.1 lacks: the figures of its questions in their order. The exchange between machines and the
/// serving budget are asked only of those who have them. Empty where there is a verdict.
[[nodiscard]] std::vector<MissingField> missingForVerdict(const Project& project, const Analysis& analysis);

/// What the model of section 41.4 lacks: work, message, link. Empty where there is a model.
[[nodiscard]] std::vector<MissingField> missingForPrediction(const Project& project, const Analysis& analysis);

}  // namespace scalewright

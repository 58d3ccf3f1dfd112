// Missing fields: what a question still lacks, in the order of the method (book 41.2, then 41.4, 41.5 and 41.7).
//
//     for (const MissingField& each : missingForPrediction(project, analysis)) …   // T_comp, the message, the link
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/decision/analysis/analysis.h"
#include "core/design/slots/slots.h"

namespace scalewright {

/// Where a value comes from, for who has none yet.
enum class Whence {
    Measure,  ///< time it, or let the program measure
    Catalogue,  ///< or read it off the data sheet
    Count,  ///< add it up, or ask a profiler
    ModelCard,  ///< what was published of the model
    PriceList,
};

struct MissingField {
    std::string pointer;  ///< "/baseline/steps/0/flops", whether or not there is such a step yet
    const FieldInfo* field = nullptr;  ///< absent: no quantity, but what `name` says, from where `from` says
    std::string name, from;
    Whence whence = Whence::Measure;
    /// What may be taken until it is known, marked as assumed, with why in its conditions
    std::optional<Quantity> assumption;
};

/// What the verdict of Figure 41.2.1 lacks: the figures of its questions in their order. The exchange between machines
/// and the serving budget are asked only of those who have them. Empty where there is a verdict.
[[nodiscard]] std::vector<MissingField> missingForVerdict(const Project& project, const Analysis& analysis);

/// What the model of section 41.4 lacks: work, message, link. Empty where there is a model.
[[nodiscard]] std::vector<MissingField> missingForPrediction(const Project& project, const Analysis& analysis);

/// The slots of Figure 41.4.1 that nothing was chosen for.
[[nodiscard]] std::vector<MissingField> missingForDesign(const Design& design, const DesignCatalogue& catalogue);

/// What section 41.5 sizes: a model or a demand, the card, its price. Where the last two are missing, the book's stand.
[[nodiscard]] std::vector<MissingField> missingForSizing(const Project& project);

/// What section 41.7 attributes: a ladder.
[[nodiscard]] std::vector<MissingField> missingForAttribution(const Analysis& analysis);

/// A curve, predicted or measured, and a price; or the power that is drawn.
[[nodiscard]] std::vector<MissingField> missingForCost(const Project& project, const Analysis& analysis);
[[nodiscard]] std::vector<MissingField> missingForCarbon(const Project& project, const Analysis& analysis);

}  // namespace scalewright

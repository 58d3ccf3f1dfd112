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

/// Where a missing value can be obtained.
enum class ValueSource {
    Measurement,  ///< time it, or let the program measure it
    Catalogue,  ///< or the data sheet
    Counting,  ///< by hand or with a profiler
    ModelCard,  ///< what was published about the model
    PriceList,
};

struct MissingField {
    std::string jsonPointer;  ///< "/baseline/steps/0/flops", even if there is no such step yet
    const FieldInfo* field = nullptr;  ///< nullptr: not a quantity; `name` and `howToGet` describe it
    std::string name, howToGet;
    ValueSource source = ValueSource::Measurement;
    /// A value that may be assumed until it is known; its conditions state the reason
    std::optional<Quantity> assumption;
};

/// The figures that the verdict of Figure 41.2.1 lacks, in the order of its questions. The exchange between machines
/// and the serving budget are required only if they apply. Empty if there is a verdict.
[[nodiscard]] std::vector<MissingField> missingForVerdict(const Project& project, const Analysis& analysis);

/// What the model of section 41.4 lacks: work, message, link. Empty if there is a model.
[[nodiscard]] std::vector<MissingField> missingForPrediction(const Project& project, const Analysis& analysis);

/// The slots of Figure 41.4.1 without a choice.
[[nodiscard]] std::vector<MissingField> missingForDesign(const Design& design, const DesignCatalogue& catalogue);

/// What the sizing of section 41.5 lacks: a model or a demand, the card, its price. Without the last two the book's
/// values are used.
[[nodiscard]] std::vector<MissingField> missingForSizing(const Project& project);

/// What the attribution of section 41.7 lacks: a ladder.
[[nodiscard]] std::vector<MissingField> missingForAttribution(const Analysis& analysis);

/// A predicted or measured curve, and the price (cost) or the power (carbon).
[[nodiscard]] std::vector<MissingField> missingForCost(const Project& project, const Analysis& analysis);
[[nodiscard]] std::vector<MissingField> missingForCarbon(const Project& project, const Analysis& analysis);

}  // namespace scalewright

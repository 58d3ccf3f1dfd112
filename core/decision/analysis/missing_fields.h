// SPDX-License-Identifier: GPL-3.0-or-later
// Missing fields: values that a question still needs, in the order of the method (book 41.2, then 41.4, 41.5 and 41.7).
//
//     for (const MissingField& each : missingForPrediction(project, analysis)) …   // T_comp, the message, the link
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/decision/analysis/analysis.h"
#include "core/design/slots/slots.h"

namespace scalewright {

/// Where a missing value can be obtained.
enum class MissingValueSource {
    Measurement,  ///< time it, or let the program measure it
    Catalogue,  ///< or the data sheet
    Counting,  ///< by hand or with a profiler
    ModelCard,  ///< published with the model
    PriceList,
};

struct MissingField {
    std::string jsonPointer;  ///< "/baseline/steps/0/flops", even if there is no such step yet
    const FieldInfo* field = nullptr;  ///< nullptr: not a quantity; `name` and `howToGet` describe it
    std::string name, howToGet;
    MissingValueSource source = MissingValueSource::Measurement;
    /// A value that may be assumed until it is known; its conditions state the reason
    std::optional<Quantity> assumption;
};

/// "Needs: T_comp, message, bandwidth.": the first of the missing fields, at most `mostNames`; empty if none is missing.
[[nodiscard]] std::string neededFieldsText(const std::vector<MissingField>& missing, std::size_t mostNames = 3);

/// The figures that are missing for the verdict of Figure 41.2.1, in the order of its questions. The exchange between
/// machines and the serving budget are required only if they apply. Empty if there is a verdict.
[[nodiscard]] std::vector<MissingField> missingForVerdict(const Project& project, const Analysis& analysis);

/// The inputs that are missing for the model of section 41.4: work, message, link. Empty if there is a model.
[[nodiscard]] std::vector<MissingField> missingForPrediction(const Project& project, const Analysis& analysis);

/// The slots of Figure 41.4.1 without a choice.
[[nodiscard]] std::vector<MissingField> missingForDesign(const Design& design, const DesignCatalogue& catalogue);

/// The inputs that are missing for the sizing of section 41.5: a model or a demand, the card, its price. The book's
/// values are used if the last two are not set.
[[nodiscard]] std::vector<MissingField> missingForSizing(const Project& project);

/// The input that is missing for the attribution of section 41.7: a ladder.
[[nodiscard]] std::vector<MissingField> missingForAttribution(const Analysis& analysis);

/// The inputs that are missing for cost or carbon: a predicted or measured curve, and the price (cost) or power
/// (carbon).
[[nodiscard]] std::vector<MissingField> missingForCost(const Project& project, const Analysis& analysis);
[[nodiscard]] std::vector<MissingField> missingForCarbon(const Project& project, const Analysis& analysis);

}  // namespace scalewright

// What `predict` and the page Predict answer: what the plan's p gives, and where speedup ends.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/decision/analysis/analysis.h"
#include "core/output/answers/answer.h"
#include "core/project/document/project.h"

namespace scalewright {

/// What is asked. `analysis` is the project's, with a model and a prediction.
struct PredictionQuestion {
    const Project& project;
    const Analysis& analysis;
    std::vector<int> workers;  ///< the table's rows
    std::vector<std::string> notes;  ///< what the design left open (modelNotes)
};

/// The table is predictionTable's over `workers`, its cost left out without a price.
[[nodiscard]] Answer predictionAnswer(const PredictionQuestion& question);

/// The weakest origin among the inputs of the model that the project gives; absent where it gives none.
[[nodiscard]] std::optional<Basis> modelBasis(const Project& project);

/// What to enter where a goal waits for the plan's steps. Precondition: waitsForSteps.
[[nodiscard]] Next stepsAsked(const PlanDecision& decision);

/// All that the model's curve follows from (modelParts), a few to a row.
void addInputs(Answer& answer, const ScalingModel& model);

/// A row a goal that is set: met or missed, by how much, and what a measurement says otherwise.
[[nodiscard]] std::vector<std::string> goalFacts(const PlanDecision& plan);

}  // namespace scalewright

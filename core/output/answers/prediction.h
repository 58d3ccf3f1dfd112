// The answer of `predict` and the Predict page: the speedup at the plan's p, and where speedup ends.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/decision/analysis/analysis.h"
#include "core/output/answers/answer.h"
#include "core/project/document/project.h"

namespace scalewright {

/// `analysis` is that of `project`, with a model and a prediction.
struct PredictionQuestion {
    const Project& project;
    const Analysis& analysis;
    std::vector<int> workers;  ///< the rows of the table
    std::vector<std::string> notes;  ///< what the design leaves open (modelNotes)
};

/// The table is predictionTable for `workers`, without the cost column if there is no price.
[[nodiscard]] Answer predictionAnswer(const PredictionQuestion& question);

/// The weakest origin among the model inputs that the project sets; empty if it sets none.
[[nodiscard]] std::optional<Basis> modelInputBasis(const Project& project);

/// Asks for the plan's steps, which a goal needs. Precondition: needsStepsPerRun.
[[nodiscard]] NextStep askForStepsPerRun(const PlanDecision& decision);

/// All inputs of the model's curve (modelParameterTexts), several per fact.
void addModelInputs(Answer& answer, const ScalingModel& model);

/// One text per goal that is set: met or missed, by how much, and whether a measurement contradicts it.
[[nodiscard]] std::vector<std::string> goalTexts(const PlanDecision& plan);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `predict` and the Predict page: the speedup at the plan's p, and the p at which it peaks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/decision/analysis/analysis.h"
#include "core/output/answers/answered.h"
#include "core/project/document/project.h"

namespace scalewright {

/// `analysis` must be that of `project`, with a model and a prediction.
struct PredictionQuestion {
    const Project& project;
    const Analysis& analysis;
    std::vector<int> workers;  ///< the p values in the table
    std::vector<std::string> notes;  ///< what the design leaves unspecified (predictionNotes)
    int pMax = defaultPMax;  ///< the largest p that was asked for
};

/// The table is predictionTable for `workers`, without the cost column if there is no price.
[[nodiscard]] Answer predictionAnswer(const PredictionQuestion& question);
[[nodiscard]] Json::Object predictionFields(const PredictionQuestion& question);
[[nodiscard]] Answered answerPrediction(const PredictionQuestion& question);

/// 1, 2, 4 … and the available workers, at most 1024.
[[nodiscard]] std::vector<int> defaultWorkerCounts(const Project& project);

/// What the design leaves unspecified, and where an assumed T_comp comes from.
[[nodiscard]] std::vector<std::string> predictionNotes(const Project& project);

/// Adds a column that says which p, in the first column, cannot be used; nothing if all can.
void addFeasibleColumn(Table& table, const FeasibleWorkers& feasible);

/// The weakest origin among the model inputs that the project sets; empty if the project sets no inputs.
[[nodiscard]] std::optional<Basis> modelInputBasis(const Project& project);

/// Asks for the plan's steps, which a goal requires. Precondition: needsStepsPerRun.
[[nodiscard]] NextStep askForStepsPerRun(const PlanDecision& decision);

/// All inputs of the model's curve (modelParameterTexts), several per fact.
void addModelInputs(Answer& answer, const ScalingModel& model);

/// One text per goal that is set: met or missed, by how much, and whether a measurement contradicts it.
[[nodiscard]] std::vector<std::string> goalTexts(const PlanDecision& plan);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that follows from a project: derived once per change, read by every page, command and rule.
//
// A pure function. Code that needs another number gets it from here, so two readers never disagree. Every member is a
// value or an immutable part shared by several analyses, so an Analysis can be passed to another thread.
//
//     Analysis now = analyse(project, {.pMax = 100});
//     Analysis next = analyse(moved, {.pMax = 100}, &now);   // reuses now's ladder unless the change touched it
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/decision/attribution/attribution.h"
#include "core/decision/claim/claim.h"
#include "core/decision/plan/forecast.h"
#include "core/evidence/ladder/ladder.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/scaling/band.h"
#include "core/model/scaling/row.h"
#include "core/model/scaling/sensitivity.h"
#include "core/project/document/measurements.h"

namespace scalewright {

struct Project;

struct AnalysisOptions {
    int pMax = defaultPMax;  ///< the largest p to search, 1 … maximumPMax
    std::size_t shownLadderIndex = 0;  ///< the ladder to show; the last one if the index is out of range
    std::optional<ModelOverride> modelOverride{};
};

/// Another variant of the project, with the data for its ghost curve.
struct VariantAnalysis : Forecast {
    std::string name;
};

/// A ladder of the project as evidence, with the attribution of its lost folds.
struct LadderAnalysis {
    std::size_t index = 0;  ///< in Measurements::ladders
    Ladder source;  ///< the ladder as read
    Result<MeasuredLadder> measured;
    /// `measured` scaled to runs of the plan (scaleLadderToRuns), for prices and goals; set if and only if `measured`
    /// has a value.
    MeasuredLadder ladderOfRuns;
    MaybeQuantity planSteps;  ///< Plan::steps at the time of the analysis
    std::optional<int> planP;  ///< for which the attribution was made
    std::optional<Attribution> attribution;  ///< set if and only if `measured` has a value
};

/// The model, prediction and plan are those of the shown proposal.
struct Analysis : Forecast {
    int pMax = defaultPMax;  ///< the largest p searched: less than requested if the batch has fewer examples

    /// The baseline evaluated by the flow of Figure 41.2.1: the ceiling that it names, or the figure that is missing.
    FlowProgress diagnosisFlow;

    int planP = 1;  ///< p of the plan; without one, all available workers if none of their p is feasible, otherwise 1

    ModelIntervals inputIntervals;

    /// The members from here to the variants are set if and only if `model` has a value.
    std::shared_ptr<const PredictionBand> band;  ///< also absent if all inputs are exact
    std::vector<Sensitivity> sensitivity;
    PredictionRow planRow;  ///< p may be above pMax; does not finish if the batch has fewer examples than workers
    PredictionRow pStarRow, kneeRow;

    std::vector<VariantAnalysis> variants;  ///< in the order of Project::variants
    std::shared_ptr<const LadderAnalysis> ladder;  ///< the shown ladder; absent if the project has none
    Claim claim;
};

/// Reuses the parts of `previous` whose inputs are unchanged, even if it belongs to another project.
[[nodiscard]] Analysis analyse(const Project& project, const AnalysisOptions& options = {},
                               const Analysis* previous = nullptr);

}  // namespace scalewright

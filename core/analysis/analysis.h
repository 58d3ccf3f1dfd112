// What follows from a project: derived once per change, read by every page.
//
// A pure function over core and nothing else: a page that needs another number asks for it here, so that two pages can
// never disagree. Everything is a value; an Analysis can be handed to another thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/bottleneck/flow.h"
#include "core/rules/checks.h"
#include "core/attribution/attribution.h"
#include "core/ladder/ladder.h"
#include "core/project/project.h"
#include "core/result/result.h"
#include "core/scaling/prediction.h"

namespace scalewright {

/// Another variant of the project, as its ghost curve needs it. `prediction` is absent where its model misses something.
struct VariantAnalysis {
    std::string name;
    std::optional<Prediction> prediction;
    std::optional<int> planP;
};

/// A ladder of the project read as evidence, and where its lost folds went.
struct LadderAnalysis {
    std::size_t index = 0;  ///< in Measurements::ladders
    Result<MeasuredLadder> measured;
    std::optional<Attribution> attribution;  ///< there exactly when `measured` holds a value
};

struct Analysis {
    int pMax = defaultPMax;

    /// The baseline as the flow of Figure 41.2.1 reads it, and the ceiling it names, or which figure is missing.
    Profile profile;
    Result<Diagnosis> diagnosis;

    /// The model, or what is missing or out of range, each problem with its pointer.
    Result<ScalingModel> model;
    ModelIntervals intervals;

    /// What follows, up to the variants, is there exactly when `model` holds a value.
    std::optional<Prediction> prediction;
    std::optional<PredictionBand> band;  ///< absent too where every input is exact
    std::vector<Sensitivity> sensitivity;
    int planP = 1;             ///< what the plan says, else the knee
    bool planPIsChosen = false;  ///< the plan names its p; otherwise planP is the knee
    PredictionRow atPlan;      ///< may lie beyond pMax
    PredictionRow atPStar, atKnee;

    std::vector<VariantAnalysis> variants;  ///< in the order of Project::variants

    /// What the design's rules find; empty too where the design catalogue cannot be read.
    std::vector<Finding> findings;
    [[nodiscard]] int findingsOf(Severity severity) const;
    std::optional<LadderAnalysis> ladder;  ///< the ladder in sight; absent where the project has none
};

/// `ladder` is the index of the ladder in sight; where there is no such one, the last is. Precondition:
/// 1 <= pMax <= largestPMax.
[[nodiscard]] Analysis analyse(const Project& project, int pMax = defaultPMax, std::size_t ladder = 0);

/// The plan's p as every page shows it: the chosen one, else the prediction's knee, else the ladder's; nothing without any.
[[nodiscard]] std::optional<int> knownPlanP(const Project& project, const Analysis& analysis);
/// A p was chosen, and no ladder names what keeps the run from being faster (Table 41.7.1: decide never runs ahead of
/// attribute).
[[nodiscard]] bool planLacksCause(const Project& project, const Analysis& analysis);

}  // namespace scalewright

// What follows from a project: derived once per change, read by every page, every command and every rule.
//
// One pure function over core: who needs another number asks for it here, so that two readers can never disagree.
// Everything is a value or an immutable part that several analyses share, so an Analysis can be handed to another
// thread.
//
//     Analysis now = analyse(project, {.pMax = 100});
//     Analysis next = analyse(moved, {.pMax = 100}, &now);   // the ladder's part is now's own, unless the move touched it
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/decision/attribution/attribution.h"
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
    int pMax = defaultPMax;  ///< how far p is searched, 1 … largestPMax
    std::size_t shownLadder = 0;  ///< the ladder in sight; where there is no such one, the last is
    std::optional<GivenModel> model{};
};

/// Another variant of the project, as its ghost curve needs it.
struct VariantAnalysis : Forecast {
    std::string name;
};

/// A ladder of the project read as evidence, and where its lost folds went.
struct LadderAnalysis {
    std::size_t index = 0;  ///< in Measurements::ladders
    Ladder source;  ///< what was read
    Result<MeasuredLadder> measured;
    MeasuredLadder runs;  ///< the same as runs of the plan (asRuns): what is priced and held against goals; there
        ///< exactly when `measured` holds a value
    MaybeQuantity steps;  ///< of the plan then
    std::optional<Attribution> attribution;  ///< there exactly when `measured` holds a value
};

/// Model, prediction and plan are the shown proposal's.
struct Analysis : Forecast {
    int pMax = defaultPMax;  ///< how far p was searched: less than asked for where the batch has no more examples

    /// The baseline as the flow of Figure 41.2.1 reads it, and the ceiling it names, or which figure is missing.
    FlowView flow;

    int planP = 1;  ///< the plan's p, 1 without a plan
    std::optional<int> workersAvailable;  ///< the most workers that there are machines for

    ModelIntervals intervals;

    /// What follows, up to the variants, is there exactly when `model` holds a value.
    std::shared_ptr<const PredictionBand> band;  ///< absent too where every input is exact
    std::vector<Sensitivity> sensitivity;
    PredictionRow atPlan;  ///< may lie beyond pMax; does not finish where the batch has no example for so many
    PredictionRow atPStar, atKnee;

    std::vector<VariantAnalysis> variants;  ///< in the order of Project::variants
    std::shared_ptr<const LadderAnalysis> ladder;  ///< the ladder in sight; absent where the project has none

    [[nodiscard]] const MeasuredLadder* runs() const
    {
        return ladder && ladder->measured ? &ladder->runs : nullptr;
    }  ///< LadderAnalysis::runs, nullptr without
};

/// The parts of `previous` whose inputs are the same are taken over, whatever project it was of.
[[nodiscard]] Analysis analyse(const Project& project, const AnalysisOptions& options = {},
                               const Analysis* previous = nullptr);

/// What the ladder in sight says against the prediction. First of all that a step takes another time by far
/// (MeasuredLadder::stepDoubt); else at the p where its speedup lies furthest beyond the measurement's interval: "7.0× measured at p 16, where 0.58× is predicted". Empty where they lie within a quarter or within that
/// interval everywhere, or cannot be compared (strong against weak scaling, nothing predicted there, an assumed
/// ladder).
[[nodiscard]] std::string measuredOtherwise(const Analysis& analysis);

/// A p was chosen, and no ladder names what keeps the run from being faster (Table 41.7.1: decide never runs ahead of
/// attribute).
[[nodiscard]] bool planLacksCause(const Analysis& analysis);

}  // namespace scalewright

// What a plan is chosen among: the p of a curve, with what of the goal can be told on it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/decision/plan/plan_decision.h"
#include "core/project/document/project.h"

namespace scalewright {

/// One p that could be requested.
struct PlanCandidate {
    int p = 1;
    int nodes = 1;
    double runS = 0, stepS = 0;
    std::optional<double> costUsd;  ///< of the run
    double speedup = 1;
    double kneeScore = 0;           ///< efficiency over time: most at the knee
    std::optional<double> quality;
    bool reachesTarget = true;      ///< of the ladder's own quality
    RunCount runs{};
};

[[nodiscard]] PlanCandidate candidateOf(const ScalingModel& model, const PredictionRow& row);
[[nodiscard]] PlanCandidate candidateOf(const MeasuredLadder& ladder, const Rung& rung, const Target& target);

/// A curve with what of the goal can be told on it.
struct PlanField {
    std::vector<PlanCandidate> candidates;  ///< by ascending p; those whose run ends, mostly where runs failed
    std::vector<PlanCandidate> failing{};   ///< those at which it mostly does not
    CurveKind curve = CurveKind::Predicted;
    int standInP = 1;  ///< where no goal decides: the knee, or what stands in for one
    PlanBy standInBy = PlanBy::Knee;
    std::string standInWhy = "the knee";
    std::string any;  ///< "p measured", "p up to 4096"
    std::string noSuchP = "the plan's p was not measured";
    std::optional<std::string> noLatency{};  ///< why a step's time cannot be told
    std::optional<std::string> noRun{};      ///< … and a run's
    bool less = false;                ///< of the quality is better
    std::optional<int> available{};  ///< the most workers that there are machines for
    bool openEnd = false;  ///< more workers than were searched may be as good: a tie up to there is nobody's answer
};

/// The prediction's p, bounded by the machines that there are; `openEnd` unless the batch ends the search.
[[nodiscard]] PlanField fieldOf(const Prediction& prediction, const Plan& plan, const Target& machines);
/// The p that were measured, likewise.
[[nodiscard]] PlanField fieldOf(const MeasuredLadder& ladder, const Target& target, const Goal& goal);

}  // namespace scalewright

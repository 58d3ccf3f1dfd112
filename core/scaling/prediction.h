// S(p) before anything is built (book 41.4): T(p) = T_comp/p + T_comm(p), S = T(1)/T(p), E = S/p, R =
 // T_comm/(T_comp/p).
//
// A design may add to that (core/scaling/terms.h): T(p) = [compute + exposed communication + coordination + waiting] x
// failure factor. T(1) stays T_comp, one machine on which nothing of the design weighs, so S(1) < 1 where the design
// checkpoints on one machine too, and a lone machine that never finishes does not make every S infinite. R keeps to
// what is exposed.
//
// p counts workers (cards). What is charged and what fails is a node: nodes(p) = ceil(p/g) of g workers each, the last
// one too where it is not full.
//
// A step may hold several exchanges, one after the other: T_comm is their sum.
//
// Strong scaling: the step's work is fixed. Weak scaling: work grows with p, so T(p) = T_comp + T_comm(p), the scaled
// speedup is S = p T(1)/T(p), and R = T_comm/T_comp. Optima are of S in both cases (strong: least T(p)).
//
//     ScalingModel model{.tCompS = 1, .communication = {.alphaS = 0.0008, .betaS = 0.04}};
//     Prediction prediction = predict(model);   // pStar 34, speedup 7.49, knee 9, R = 1 from 13 (Output 41.4.1)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/quantity/quantity.h"
#include "core/base/result.h"
#include "core/scaling/pattern.h"
#include "core/scaling/terms.h"

namespace scalewright {

enum class Scaling { Strong, Weak };

/// A run is the same work at every p, that of its base: so much of what `workers` do where the base does its work once
/// is that work. All of it; under weak scaling, where each does as much as before (Gustafson 1988), base/workers. Both
/// at least 1.
[[nodiscard]] constexpr double baseShare(Scaling scaling, double base, double workers)
{
    return scaling == Scaling::Strong ? 1 : base / workers;
}

/// Another exchange of the same step, priced whole: pattern, message and link of its own.
struct FurtherExchange {
    std::string name;  ///< for people: "dense layers"; may be empty
    Pattern pattern = Pattern::RingAllReduce;
    CommunicationParameters communication;
    bool operator==(const FurtherExchange&) const = default;
};

/// ceil(p/g). Precondition: p, g >= 1.
[[nodiscard]] constexpr int nodesOf(int p, int workersPerNode)
{
    return (p - 1) / workersPerNode + 1;
}

/// The efficiency down to which workers are added where nobody states another.
inline constexpr double defaultEfficiencyTarget = 0.8;

struct ScalingModel {
    double tCompS = 1;  ///< one machine's compute time of a step, > 0
    Pattern pattern = Pattern::BookRingAllReduce;
    CommunicationParameters communication;
    std::vector<FurtherExchange> further;  ///< beside that one
    Scaling scaling = Scaling::Strong;
    int workersPerNode = 1;                 ///< g: a node holds so many workers, 1 … largestPMax
    std::optional<double> priceUsdPerHour;  ///< one node-hour, >= 0; no cost column without it
    double steps = 1;  ///< of a run on one worker, >= 1: what the cost is of, and what a failure starts again
    DesignTerms terms;  ///< what the design adds; none by default
    double efficiencyTarget = defaultEfficiencyTarget;  ///< of Landmarks::pEfficient, above 0 and up to 1
    /// Past this p somebody has no share of the work: one example a worker (a batch split by example). The search ends
    /// there.
    std::optional<int> mostWorkers{};

    /// Steps of the run at p, whose work is that of `steps` steps of one worker: under weak scaling every worker whose
    /// result counts does as much in a step as one alone, and the run is over after so many times fewer.
    [[nodiscard]] double stepsAt(int p) const { return steps * baseShare(scaling, 1, usefulWorkers(terms, p)); }
    /// ceil(p/g): what p workers are charged as, and what of them fails.
    [[nodiscard]] int nodes(int p) const { return nodesOf(p, workersPerNode); }
    bool operator==(const ScalingModel&) const = default;
};

/// Reports every parameter out of range: Where::field is its key ("t_comp", "workers_per_node"), of a design's term
/// Where::pointer.
[[nodiscard]] Result<void> validate(const ScalingModel& model);

/// T_comm(p) of all exchanges of a step, of p = 1…pMax (index p-1), and its limit (nullopt where it grows without
/// bound).
[[nodiscard]] double communicationTime(const ScalingModel& model, double p);
void communicationTimes(const ScalingModel& model, int pMax, double* out);
[[nodiscard]] std::optional<double> communicationTimeLimit(const ScalingModel& model);

/// The largest p-max that is searched (1 048 576).
inline constexpr int largestPMax = 1 << 20;

/// The largest p that is searched unless the person chose another.
inline constexpr int defaultPMax = 4096;

/// One row of the prediction. costUsd is of the run (ScalingModel::stepsAt); absent where the model has no price.
struct PredictionRow {
    int p = 1;
    int nodes = 1;
    double tCompS = 0;
    double tCommS = 0;
    double tStepS = 0;
    double speedup = 0;
    double efficiency = 0;
    double commToCompute = 0;
    std::optional<double> costUsd;

    // The design's terms, 0 without. tCompS + tCommS + tCoordinationS + tWaitS + tFailureS = tStepS.
    double hiddenCommS = 0;  ///< communication behind compute: not in tCommS, which is what is exposed
    double tCoordinationS = 0;
    double tWaitS = 0;  ///< skew and jitter; negative where more than half of the workers are backups
    double tFailureS = 0;  ///< what failures and checkpoints add to an undisturbed step

    /// False where failures keep the run from ever finishing: tStepS, tFailureS (and costUsd) are infinite then and S
    /// is 0.
    [[nodiscard]] bool finishes() const;
    bool operator==(const PredictionRow&) const = default;
};

/// Why a row that does not finish has no time, in words: "never finishes: …", or that the batch has no example for so
/// many.
[[nodiscard]] std::string neverFinishes(const ScalingModel& model, int p);

/// c N T steps/3600 of the run at p, a step of which takes so long. Precondition: a price.
[[nodiscard]] double costOf(const ScalingModel& model, int p, double tStepS);

/// Precondition: validate(model) passes, p >= 1.
[[nodiscard]] PredictionRow predictAt(const ScalingModel& model, int p);

/// All columns for p = 1…pMax, one contiguous array each (index p-1): what the charts and the search read.
struct PredictionColumns {
    std::vector<double> tComp, tComm, tStep, speedup, efficiency, commToCompute, cost;  ///< cost is 0 without a price
    std::vector<double> hiddenComm, tCoordination, tWait, tFailure;  ///< empty where model.terms.none()
    bool operator==(const PredictionColumns&) const = default;
};
void predictColumns(const ScalingModel& model, int pMax, PredictionColumns& out);

/// The landmarks of a prediction, or the reason in words why one does not exist.
struct Landmarks {
    int pStar = 1;  ///< fastest p in 1…pMax, the smallest on ties
    bool pStarAtLimit = false;  ///< pStar is pMax: the search ended there
    std::string kneeNote;  ///< in words when kneeAtLimit; else empty
    std::string pStarNote;  ///< in words when pStarAtLimit, when no p > 1 gains anything or none finishes; else empty
    int kneeP = 1;  ///< argmax E/T (Eager, Zahorjan, Lazowska 1989), the smallest on ties
    bool kneeAtLimit = false;  ///< kneeP is pMax: no knee was found, only the end of the search
    std::optional<int> pEfficient;  ///< the largest p in 1…pMax with E at or above the model's efficiency target
    bool pEfficientAtLimit = false;  ///< pEfficient is pMax
    std::string pEfficientReason;  ///< why there is none: E is below the target from p = 1 on
    std::optional<int> pCommDominates;  ///< first p with R >= 1
    std::string pCommDominatesReason;  ///< why there is none: "never: …" or "beyond p-max: …"
    std::optional<double> speedupLimit;  ///< lim S for p to infinity (0 where communication grows without bound)
    std::string speedupLimitReason;  ///< why there is none (no communication at all: S = p)
    bool operator==(const Landmarks&) const = default;
};
[[nodiscard]] Landmarks findLandmarks(const ScalingModel& model, const PredictionColumns& columns);

struct Prediction {
    ScalingModel model;
    int pMax = defaultPMax;  ///< searched()
    PredictionColumns columns;
    Landmarks landmarks;
    [[nodiscard]] PredictionRow row(int p) const;  ///< 1 <= p <= pMax
    /// Landmarks::pStarAtLimit, and more workers than that could be asked for: there is no p* up to p-max.
    [[nodiscard]] bool noPStar() const;
    bool operator==(const Prediction&) const = default;
};

/// What the run at p costs against that at another p, whatever the price of a node-hour.
[[nodiscard]] double costShare(const ScalingModel& model, const PredictionRow& row, const PredictionRow& of);

/// What the costs are of: "a step", "200 steps", "the work of one worker's 200 steps" (weak scaling).
[[nodiscard]] std::string runOf(const ScalingModel& model);

/// pMax, or the model's mostWorkers where that is less: how far p is searched.
[[nodiscard]] int searched(const ScalingModel& model, int pMax);
/// The search ends where the batch does, and a landmark there is one: nobody can go on. Else p-max is an edge and no
/// optimum.
[[nodiscard]] bool endsWithTheBatch(const ScalingModel& model, int pMax);
/// Why a p past mostWorkers has no row, in words.
[[nodiscard]] std::string tooManyWorkers(const ScalingModel& model, int p);

/// Columns for 1…searched(model, pMax) and the landmarks. Precondition: validate(model) passes, 1 <= pMax <=
/// largestPMax.
[[nodiscard]] Prediction predict(const ScalingModel& model, int pMax = defaultPMax);

/// A real number of workers where T(p) is least, where the pattern has a closed form (book's ring
/// sqrt((T_comp - 2 beta)/alpha), ring sqrt((T_comp - 2 beta)/(2 alpha))) and it exists. None where the design adds
/// terms.
[[nodiscard]] std::optional<double> continuousOptimum(const ScalingModel& model);

/// A constant of the model that somebody may turn.
enum class ModelInput { Alpha, Beta, TComp, Alpha2, Beta2 };
/// "alpha", "beta", "t_comp", "alpha2", "beta2"
[[nodiscard]] const char* modelInputName(ModelInput input);
/// Alpha, beta and T_comp; alpha2 and beta2 where an exchange crosses two levels of network.
[[nodiscard]] std::vector<ModelInput> modelInputs(const ScalingModel& model);
[[nodiscard]] double valueOf(const ScalingModel& model, ModelInput input);
/// The model with that constant set; another exchange's beta moves in proportion, for it is another message on the same
/// link.
[[nodiscard]] ScalingModel withInput(ScalingModel model, ModelInput input, double value);
/// The model with that constant multiplied, in every exchange. Precondition: factor > 0 or the constant is 0.
[[nodiscard]] ScalingModel scaledBy(ScalingModel model, ModelInput input, double factor);

/// alpha for which p is the (continuous) optimum at fixed beta: dragging the p* handle. Book's ring:
/// (T_comp - 2 beta)/p^2; other patterns by bisection on the integer optimum. nullopt where no alpha >= 0 does it.
[[nodiscard]] std::optional<double> alphaForOptimum(const ScalingModel& model, int p, int pMax = defaultPMax);

/// p* after one constant is multiplied by 10 and divided by 10, all else equal (exercise 41.4.2).
struct Sensitivity {
    const char* parameter;  ///< modelInputName
    int pStarTimesTen = 1;
    int pStarTenth = 1;
    double speedupTimesTen = 1;
    double speedupTenth = 1;
    bool timesTenAtEdge = false, tenthAtEdge = false;  ///< that p* is where the search ended, no optimum
    bool zero = false;  ///< the constant is 0, and so is ten times it: nothing to say
    bool operator==(const Sensitivity&) const = default;
};
[[nodiscard]] std::vector<Sensitivity> sensitivity(const ScalingModel& model, int pMax = defaultPMax);

/// What is known about the inputs beyond their values; an absent interval is an exact number.
struct ModelIntervals {
    std::optional<Interval> tCompS, alphaS, betaS, alpha2S, beta2S;  ///< the last two count on two levels of network
    /// Of ScalingModel::further, in its order; empty: theirs are as exact as their messages, and move with the link of
    /// the first. `level` is the message's alone, for the link is counted with betaS and beta2S.
    std::vector<std::optional<Interval>> furtherBetaS, furtherBeta2S;
    [[nodiscard]] bool any() const;
    bool operator==(const ModelIntervals&) const = default;
};

/// What follows for the outputs when every input may lie anywhere in its interval, independently: extremes over the
/// corners of that box, where the messages of several exchanges are long or short together (exact for S, which is
/// monotone in each input; for p* checked against dense sampling). Of the design's terms two may break that order, a
/// run that starts again after failures and a staleness near its barrier: there the corners are all that is said.
///
/// A box of k separate 95 % intervals is no 95 % region. What holds whatever the inputs have to do with one another is
/// Bonferroni's inequality: all k hold together with at least 1 - sum(1 - level_i), and then what they imply lies in
/// the band.
struct PredictionBand {
    std::vector<double> speedupLow, speedupHigh;  ///< index p-1
    int pStarLow = 1, pStarHigh = 1;
    int kneeLow = 1, kneeHigh = 1;
    double speedupAtPStarLow = 0, speedupAtPStarHigh = 0;
    bool pStarHighAtEdge = false, kneeHighAtEdge = false;  ///< the upper end is where the search ended: there is none
    double level = 0.95;  ///< 1 - sum(1 - level_i), 0 or more: at least so often the truth lies in the band
    int inputs = 0;  ///< how many intervals have a width: k
    bool operator==(const PredictionBand&) const = default;
};
/// The same for the time of a step at p: its extremes over the corners. nullopt where no interval has a width, or a
/// corner has no finite time.
[[nodiscard]] std::optional<Interval> stepBand(const ScalingModel& model, const ModelIntervals& intervals, int p);
[[nodiscard]] std::optional<PredictionBand> predictBand(const ScalingModel& model, const ModelIntervals& intervals,
                                                        int pMax = defaultPMax);

}  // namespace scalewright

// The model of a step: T(p) = T_comp/p + T_comm(p) with its numbers, and what a design adds to it.
//
// A design may add to the book's T(p) (core/model/scaling/terms.h): T(p) = [compute + exposed communication + coordination +
// waiting] x failure factor. T(1) stays T_comp, one machine on which nothing of the design weighs, so S(1) < 1 where
// the design checkpoints on one machine too, and a lone machine that never finishes does not make every S infinite. R
// keeps to what is exposed.
//
// p counts workers (cards). What is charged and what fails is a node: nodes(p) = ceil(p/g) of g workers each, the last
// one too where it is not full.
//
// A step holds one exchange or several, one after the other: T_comm is their sum.
//
// Strong scaling: the step's work is fixed. Weak scaling: work grows with p, so T(p) = T_comp + T_comm(p), the scaled
// speedup is S = p T(1)/T(p), and R = T_comm/T_comp. Optima are of S in both cases (strong: least T(p)).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/model/scaling/pattern.h"
#include "core/model/scaling/terms.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

/// One exchange of a step, priced whole: pattern, message and link of its own.
struct Exchange {
    std::string name;  ///< for people: "dense layers"; may be empty
    Pattern pattern = bookPattern;
    CommunicationParameters communication;
    bool operator==(const Exchange&) const = default;
};

/// ceil(p/g). Precondition: p, g >= 1.
[[nodiscard]] constexpr int nodesOf(int p, int workersPerNode)
{
    return (p - 1) / workersPerNode + 1;
}

struct ScalingModel {
    double tCompS = 1;  ///< one machine's compute time of a step, > 0
    std::vector<Exchange> exchanges = std::vector<Exchange>(1);  ///< of a step, never none; slot 2's own first
    Scaling scaling = Scaling::Strong;
    int workersPerNode = 1;  ///< g: a node holds so many workers, 1 … largestPMax
    std::optional<double> priceUsdPerHour;  ///< one node-hour, >= 0; no cost column without it
    double steps = 1;  ///< of a run on one worker, >= 1: what the cost is of, and what a failure starts again
    bool stepsAreTheRuns = false;  ///< `steps` is the length of a whole run, not one step for want of a number
    DesignTerms terms;  ///< what the design adds; none by default
    double efficiencyTarget = defaultEfficiencyTarget;  ///< of Landmarks::pEfficient, above 0 and up to 1
    /// Past this p somebody has no share of the work: one example a worker (a batch split by example). The search ends
    /// there.
    std::optional<int> mostWorkers{};
    /// Under weak scaling, B_crit over one worker's batch: beyond so many workers a larger batch hardly saves steps
    /// (examplesShare).
    std::optional<double> criticalWorkers{};

    /// Slot 2's own: whose link and local steps are the step's, and whose last bucket is what overlap leaves.
    [[nodiscard]] const Exchange& first() const { return exchanges.front(); }
    [[nodiscard]] Exchange& first() { return exchanges.front(); }
    /// Steps of the run at p, whose work is that of `steps` steps of one worker: under weak scaling every worker whose
    /// result counts does as much in a step as one alone, and the run is over after so many times fewer.
    [[nodiscard]] double stepsAt(int p) const { return steps * baseShare(scaling, 1, usefulWorkers(terms, p)); }
    /// ceil(p/g): what p workers are charged as, and what of them fails.
    [[nodiscard]] int nodes(int p) const { return nodesOf(p, workersPerNode); }
    bool operator==(const ScalingModel&) const = default;
};

/// Examples to the same quality at p over those of one worker, (1 + q/c)/(1 + 1/c) with q workers whose result counts
/// and c = criticalWorkers (McCandlish et al. 2018: E = E_min (1 + B/B_crit)); 1 without it. stepsAt() takes them to be
/// the same.
[[nodiscard]] double examplesShare(const ScalingModel& model, int p);

/// Reports every parameter out of range: Where::field is its key ("t_comp", "workers_per_node"), of a design's term
/// Where::pointer.
[[nodiscard]] Result<void> validate(const ScalingModel& model);

/// T_comm(p) of all exchanges of a step, of p = 1…pMax (index p-1), and its limit (nullopt where it grows without
/// bound). Of a copy on several workers without what its own workers exchange (core/model/scaling/split.h).
[[nodiscard]] double communicationTime(const ScalingModel& model, double p);
void communicationTimes(const ScalingModel& model, int pMax, double* out);
[[nodiscard]] std::optional<double> communicationTimeLimit(const ScalingModel& model);
/// Of slot 2's own alone, whole; or of another message in its place, as the last bucket is.
[[nodiscard]] double ownExchangeS(const ScalingModel& model, int p);
[[nodiscard]] double ownExchangeS(const ScalingModel& model, const CommunicationParameters& message, int p);
void ownExchangeTimes(const ScalingModel& model, const CommunicationParameters& message, int pMax, double* out);
[[nodiscard]] std::optional<double> ownExchangeLimit(const ScalingModel& model, const CommunicationParameters& message);

/// pMax, or the model's mostWorkers where that is less: how far p is searched.
[[nodiscard]] int searched(const ScalingModel& model, int pMax);
/// The search ends where the batch does, and a landmark there is one: nobody can go on. Else p-max is an edge and no
/// optimum.
[[nodiscard]] bool endsWithTheBatch(const ScalingModel& model, int pMax);
/// "one example a worker", "one example a copy of 8 workers": what mostWorkers have.
[[nodiscard]] std::string oneExampleEach(const ScalingModel& model);
/// Why a p past mostWorkers has no row, in words.
[[nodiscard]] std::string tooManyWorkers(const ScalingModel& model, int p);

}  // namespace scalewright

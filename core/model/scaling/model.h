// SPDX-License-Identifier: GPL-3.0-or-later
// The model of a step, T(p) = T_comp/p + T_comm(p), with its numbers and what a design adds to it.
//
// A design may add terms to the book's T(p) (core/model/scaling/terms.h): T(p) = [compute + exposed communication +
// coordination + waiting] x failure factor. T(1) remains T_comp, one machine without any of the design's costs. So S(1)
// < 1 if the design also checkpoints on one machine, and a single machine that never finishes does not make every S
// infinite. R counts only exposed communication.
//
// p counts workers (cards). Cost and failures count nodes: nodesAt(p) = ceil(p/g) with g workers each, including a last
// node that is not full.
//
// A step has one exchange or several in sequence; T_comm is their sum.
//
// Strong scaling: the step's work is fixed. Weak scaling: work grows with p, so T(p) = T_comp + T_comm(p), the scaled
// speedup is S = p T(1)/T(p), and R = T_comm/T_comp. In both cases, the optimum is where S is largest (for strong
// scaling, where T(p) is smallest).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/model/scaling/pattern.h"
#include "core/model/scaling/terms.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

/// One exchange of a step, with its own pattern, message and link.
struct Exchange {
    std::string name;  ///< display name, such as "dense layers"; may be empty
    Pattern pattern = bookPattern;
    CommunicationParameters communication;
    bool operator==(const Exchange&) const = default;
};

/// ceil(p/g). Precondition: p, g >= 1.
[[nodiscard]] constexpr int nodeCount(int p, int workersPerNode)
{
    return (p - 1) / workersPerNode + 1;
}

struct ScalingModel {
    double tCompS = 1;  ///< compute time per step on one machine, > 0
    std::vector<Exchange> exchanges = std::vector<Exchange>(1);  ///< never empty; the exchange of slot 2 comes first
    Scaling scaling = Scaling::Strong;
    int workersPerNode = 1;  ///< g, 1 … maximumPMax
    std::optional<double> nodePriceUsdPerHour;  ///< >= 0; if absent, there is no cost column
    double steps = 1;  ///< steps of a run on one worker, >= 1: the run that is priced, and that a failure restarts
    bool hasRunLength = false;  ///< `steps` is the length of the whole run, not the default of 1
    DesignTerms terms;  ///< what the design adds; none by default
    double efficiencyTarget = defaultEfficiencyTarget;  ///< for Landmarks::pEfficient, above 0 and up to 1
    /// Above this p, some worker has no share of the work: one example per worker (a batch split by example). The
    /// search ends there.
    std::optional<int> maximumWorkers{};
    /// Under weak scaling, B_crit over one worker's batch: above this number of workers, a larger batch hardly saves
    /// any steps (relativeExamplesToQuality).
    std::optional<double> criticalWorkers{};

    /// The exchange of slot 2: its link and local steps apply to the whole step, and its last bucket is what overlap
    /// cannot hide.
    [[nodiscard]] const Exchange& primaryExchange() const { return exchanges.front(); }
    [[nodiscard]] Exchange& primaryExchange() { return exchanges.front(); }
    /// Steps of the run at p, for the same work as `steps` steps on one worker. Under weak scaling, every worker whose
    /// result counts does as much per step as one worker alone, so the run needs that many times fewer steps.
    [[nodiscard]] double stepsAt(int p) const { return steps * baseWorkShare(scaling, 1, usefulWorkers(terms, p)); }
    /// ceil(p/g): the nodes that p workers are charged for and that can fail.
    [[nodiscard]] int nodesAt(int p) const { return nodeCount(p, workersPerNode); }
    bool operator==(const ScalingModel&) const = default;
};

/// Examples needed for the same quality at p, relative to one worker: (1 + q/c)/(1 + 1/c), with q workers whose result
/// counts and c = criticalWorkers (McCandlish et al. 2018: E = E_min (1 + B/B_crit)); 1 without criticalWorkers.
/// stepsAt() assumes that this number is 1.
[[nodiscard]] double relativeExamplesToQuality(const ScalingModel& model, int p);

/// Reports every parameter out of range: Where::field is its key ("t_comp", "workers_per_node"); for a term of the
/// design, Where::pointer is set instead.
[[nodiscard]] Result<void> validate(const ScalingModel& model);

/// T_comm(p) over all exchanges of a step, for p = 1…pMax (index p-1), and its limit (nullopt if it grows without
/// bound). For a model copy on several workers, this excludes the exchange within the copy
/// (core/model/scaling/split.h).
[[nodiscard]] double communicationTime(const ScalingModel& model, double p);
void communicationTimes(const ScalingModel& model, int pMax, double* out);
[[nodiscard]] std::optional<double> communicationTimeLimit(const ScalingModel& model);
/// The full time of slot 2's exchange alone, or of a different message in its place, such as the last bucket.
[[nodiscard]] double primaryExchangeS(const ScalingModel& model, int p);
[[nodiscard]] double primaryExchangeS(const ScalingModel& model, const CommunicationParameters& message, int p);
void primaryExchangeTimes(const ScalingModel& model, const CommunicationParameters& message, int pMax, double* out);
[[nodiscard]] std::optional<double> primaryExchangeLimit(const ScalingModel& model,
                                                         const CommunicationParameters& message);

/// The largest p searched: pMax, or the model's maximumWorkers if that is smaller.
[[nodiscard]] int searchLimit(const ScalingModel& model, int pMax);
/// Whether the batch size ends the search. A landmark at the end is then real, because no more workers can take part;
/// otherwise p-max is only where the search ends, not an optimum.
[[nodiscard]] bool isLimitedByBatch(const ScalingModel& model, int pMax);
/// "one example a worker", "one example a copy of 8 workers": the share of each at maximumWorkers.
[[nodiscard]] std::string oneExampleText(const ScalingModel& model);
/// Why p has no row if it is above maximumWorkers, in words.
[[nodiscard]] std::string tooManyWorkersText(const ScalingModel& model, int p);

}  // namespace scalewright

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "core/quantity/units.h"
#include "core/scaling/failures.h"
#include "core/scaling/priced.h"
#include "core/scaling/search.h"

namespace scalewright {

namespace {

constexpr double lastBits = 1e-12;  // a last bit of it is no miss of a threshold

// Index of the first least value(i). Eight running minima let the compiler use vector registers without reordering
// sums.
template <class Value>
std::size_t firstLeast(std::size_t size, Value value)
{
    constexpr std::size_t lanes = 8;
    double least[lanes];
    std::fill(std::begin(least), std::end(least), value(0));
    std::size_t i = 0;
    for (; i + lanes <= size; i += lanes)
        for (std::size_t k = 0; k < lanes; ++k) {
            const double next = value(i + k);
            least[k] = next < least[k] ? next : least[k];
        }
    double smallest = *std::min_element(std::begin(least), std::end(least));
    for (; i < size; ++i)
        smallest = std::min(smallest, value(i));
    // Two that are equal differ by the last bits of what they were worked out from.
    const double equal = smallest + 4 * std::numeric_limits<double>::epsilon() * std::abs(smallest);
    for (i = 0; value(i) > equal; ++i) {
    }
    return i;
}

std::string numberOf(double value)
{
    return significant(value, 3);
}

// T_comm that is paid as p grows without bound, or nullopt where it grows too.
std::optional<double> exposedLimit(const ScalingModel& model)
{
    const std::optional<double> whole = communicationTimeLimit(model);
    if (!whole || !model.terms.overlaps())
        return whole;
    const std::optional<CommunicationParameters> bucket = lastBucket(model);
    const double last = bucket ? communicationTimeLimit(model.pattern, *bucket).value_or(0) : 0;
    const double computeS = model.scaling == Scaling::Strong ? 0 : model.tCompS;
    return exposedCommunicationS(model.terms, computeS, *whole, last, model.communication.localSteps);
}

struct SpeedupLimit {
    std::optional<double> value;
    std::string reason;  // why there is none
};

SpeedupLimit strongLimit(const ScalingModel& model, const std::optional<double>& comm)
{
    const DesignTerms& terms = model.terms;
    const bool jitters = terms.jitterS > 0 && terms.barrier != Barrier::None;
    if (!comm || jitters || terms.coordinatorS > 0)
        return {0, {}};  // the expected slowest of p comes later and later, as a coordinator's queue grows
    double factor = 1;
    if (terms.nodeMtbfS && !(terms.recovery == Recovery::Elastic && terms.restartS <= 0)) {
        // M falls to 0: whatever has to be finished between two failures never is.
        const bool stops =
            terms.restartS > 0 ||
            (terms.recovery == Recovery::Checkpoint && (terms.checkpointS > 0 || terms.checkpointIntervalS)) ||
            (terms.recovery == Recovery::None && *comm > 0);
        if (stops)
            return {0, {}};
        return {std::nullopt, "not worked out for failures that cost no restart"};
    }
    if (terms.fails())
        factor = failureFactor(terms, 2, 1, 1, 1);  // of checkpoints alone, the same at every p
    if (*comm > 0)
        return {aloneS(model) / (*comm * factor), {}};
    if (model.terms.none())
        return {std::nullopt, "no limit: nothing is communicated, so S = p"};
    return {std::nullopt, "no limit: what a step adds to compute shrinks with it"};
}

SpeedupLimit weakLimit(const ScalingModel& model, const std::optional<double>& comm)
{
    const DesignTerms& terms = model.terms;
    if (terms.nodeMtbfS && !(terms.recovery == Recovery::Elastic && terms.restartS <= 0)) {
        if (terms.restartS > 0 || terms.recovery != Recovery::Checkpoint || terms.checkpointS > 0 ||
            terms.checkpointIntervalS)
            return {0, {}};
    }
    const bool linear = terms.coordinatorS > 0 && terms.centralCoordinator;
    if (comm && !linear)
        return {std::nullopt, "no limit: the scaled speedup grows with p"};
    // S = p T_comp/(T_comp + T_comm(p)) still tends to a finite value where T_comm grows linearly, to none where
    // slower; a waiting that grows like a logarithm changes neither.
    const auto speedupAt = [&](double p) {
        double t = model.tCompS + communicationTime(model, p);
        if (linear)
            t += terms.coordinatorS * p;
        return p * model.tCompS / t;
    };
    const double far = speedupAt(std::ldexp(1.0, 256));
    const double farther = speedupAt(std::ldexp(1.0, 512));
    if (!std::isfinite(farther))
        return {std::nullopt, "the limit is too large to compute"};
    if (farther > far * 1.5)
        return {std::nullopt, "no limit: communication grows more slowly than the work"};
    return {terms.fails() ? far * aloneS(model) / (model.tCompS * failureFactor(terms, 2, 1, 1, 1)) : far, {}};
}

// The p past the edge at which a curve may turn: the next worker, the next full nodes (a node begun is slow), the next
// powers of two (between them some patterns hand in first), up to twice the search.
std::vector<int> pastTheEdge(const ScalingModel& model, int pMax)
{
    std::vector<int> list{pMax + 1, 2 * pMax};
    const int node = (pMax / model.workersPerNode + 1) * model.workersPerNode;
    for (const int nodes : {0, 1, 2, 4, 8, 16, 32, 64, 128})
        list.push_back(node + nodes * model.workersPerNode);
    for (int power = 1; power <= 2 * pMax; power *= 2)
        list.push_back(power);
    std::erase_if(list,
                  [&](int p) { return p <= pMax || p > 2 * pMax || (model.mostWorkers && p > *model.mostWorkers); });
    std::sort(list.begin(), list.end());
    return list;
}

/// The fastest of them, where it is faster than the fastest searched.
std::optional<PredictionRow> fasterPastTheEdge(const ScalingModel& model, int pMax, double speedup)
{
    std::optional<PredictionRow> best;
    for (const int p : pastTheEdge(model, pMax))
        if (PredictionRow row = predictAt(model, p); row.speedup > (best ? best->speedup : speedup) * (1 + lastBits))
            best = row;
    return best;
}

std::string limitNote(const ScalingModel& model, int pMax, const std::optional<double>& speedupLimit)
{
    if (endsWithTheBatch(model, pMax))
        return say("p* is {}, one example a worker: the batch has no more to share out", pMax);
    // Past the edge the curve may still rise for a long way, or turn at the next worker: say which.
    const double atEdge = predictAt(model, pMax).speedup;
    if (!fasterPastTheEdge(model, pMax, atEdge))
        return smoothInP(model.pattern, model.communication)
                   ? say("p* is the largest p searched ({}), and more workers gain nothing", pMax)
                   : say("p* is the largest p searched ({}): of those tried up to twice as many none is faster", pMax);
    if (!speedupLimit)
        return say("still gaining at p = {}, the largest p searched: S grows without bound, so there is no fastest p",
                   pMax);
    if (*speedupLimit > atEdge)
        return say("still gaining at p = {}, the largest p searched: there is no finite p*, S tends to {}", pMax,
                   numberOf(*speedupLimit));
    return say("still gaining at p = {}, the largest p searched: p* lies beyond it", pMax);
}

std::string pStarNote(const ScalingModel& model, const Landmarks& marks, const PredictionColumns& columns)
{
    const int pMax = static_cast<int>(columns.tStep.size());
    const auto speedupAt = [&](int p) { return predictAt(model, p).speedup; };
    if (!std::isfinite(columns.tStep[static_cast<std::size_t>(marks.pStar - 1)]))
        return pMax > 1 ? say("there is no fastest p in 1…{}: {}", pMax, neverFinishes(model, marks.pStar))
                        : neverFinishes(model, marks.pStar);
    if (marks.pStarAtLimit && pMax > 1)
        return limitNote(model, pMax, marks.speedupLimit);
    if (marks.pStarAtLimit && model.mostWorkers == 1)
        return "a batch of one example is for one worker";
    if (marks.pStarAtLimit)
        return speedupAt(2) > speedupAt(1) ? "only p = 1 was searched; p = 2 would be faster"
                                           : "only p = 1 was searched";
    // A smooth curve that has turned has turned; one in steps may have another rise.
    const bool inSteps = !smoothInP(model.pattern, model.communication) || model.workersPerNode > 1;
    if (const std::optional<PredictionRow> beyond = inSteps && !endsWithTheBatch(model, pMax)
                                                        ? fasterPastTheEdge(model, pMax, speedupAt(marks.pStar))
                                                        : std::nullopt)
        return say("the fastest of the p searched: p = {}, beyond p-max {}, would have a speedup of {}", beyond->p,
                   pMax, numberOf(beyond->speedup));
    if (marks.pStar == 1)
        return model.terms.none()
                   ? "no p > 1 is faster than one machine: communication costs more than it saves"
                   : "no p > 1 is faster than one machine: what the design adds costs more than it saves";
    return {};
}

}  // namespace

int fastestP(const ScalingModel& model, const PredictionColumns& columns)
{
    const double* step = columns.tStep.data();
    const double* speedup = columns.speedup.data();
    const std::size_t size = columns.tStep.size();
    if (model.scaling == Scaling::Strong)
        return static_cast<int>(firstLeast(size, [=](std::size_t i) { return step[i]; })) + 1;
    return static_cast<int>(firstLeast(size, [=](std::size_t i) { return -speedup[i]; })) + 1;
}

// With T = T(1)/S argmax E/T is argmax E S, for weak scaling too. Beyond p* both S and 1/p are smaller, so E S = S^2/p
// is.
int efficientP(const PredictionColumns& columns, int pStar)
{
    const double* efficiency = columns.efficiency.data();
    const double* speedup = columns.speedup.data();
    return static_cast<int>(firstLeast(static_cast<std::size_t>(pStar),
                                       [=](std::size_t i) { return -efficiency[i] * speedup[i]; })) +
           1;
}

bool commDominatesAt(const PredictionColumns& columns, int p)
{
    return columns.tComm[static_cast<std::size_t>(p - 1)] >=
           columns.tComp[static_cast<std::size_t>(p - 1)] * (1 - lastBits);
}

int commDominatesFrom(const PredictionColumns& columns, int first)
{
    int from = static_cast<int>(columns.tComm.size());
    if (!commDominatesAt(columns, from))
        return 0;
    while (from > first && commDominatesAt(columns, from - 1))
        --from;
    return from;
}

Landmarks findLandmarks(const ScalingModel& model, const PredictionColumns& columns)
{
    Landmarks marks;
    const int pMax = static_cast<int>(columns.tStep.size());
    marks.pStar = fastestP(model, columns);
    marks.pStarAtLimit = marks.pStar == pMax;
    marks.kneeP = efficientP(columns, marks.pStar);
    marks.kneeAtLimit = marks.kneeP == pMax;
    if (marks.kneeAtLimit)
        marks.kneeNote = endsWithTheBatch(model, pMax) ? "the whole batch, one example a worker: no knee before it"
                                                       : "at the edge of the search: no knee was found up to there";
    // E = 1 is p T/p over T.
    for (int p = pMax; p >= 1 && !marks.pEfficient; --p)
        if (columns.efficiency[static_cast<std::size_t>(p - 1)] >= model.efficiencyTarget * (1 - lastBits))
            marks.pEfficient = p;
    marks.pEfficientAtLimit = marks.pEfficient == pMax;
    if (!marks.pEfficient)
        marks.pEfficientReason = say("no p keeps an efficiency of {}", numberOf(model.efficiencyTarget));

    const bool strong = model.scaling == Scaling::Strong;
    const std::optional<double> comm = exposedLimit(model);
    SpeedupLimit limit = strong ? strongLimit(model, comm) : weakLimit(model, comm);
    marks.speedupLimit = limit.value;
    marks.speedupLimitReason = std::move(limit.reason);

    for (int p = 1; p <= pMax && !marks.pCommDominates; ++p)
        if (commDominatesAt(columns, p))
            marks.pCommDominates = p;
    if (!marks.pCommDominates) {
        // Strong: R grows with p as soon as anything is communicated. Weak: R tends to the limit of T_comm over T_comp.
        const bool never = comm && (strong ? *comm <= 0 : *comm < model.tCompS);
        if (!never && endsWithTheBatch(model, pMax))
            marks.pCommDominatesReason =
                say("beyond the batch: R stays below 1 up to p = {}, one example a worker", pMax);
        else
            marks.pCommDominatesReason = never ? "never: communication stays below compute at every p"
                                               : say("beyond p-max: R reaches 1 only past p = {}", pMax);
    }
    marks.pStarNote = pStarNote(model, marks, columns);
    return marks;
}

std::string neverFinishes(const ScalingModel& model, int p)
{
    const DesignTerms& terms = model.terms;
    if (model.mostWorkers && p > *model.mostWorkers)
        return tooManyWorkers(model, p);
    if (!terms.nodeMtbfS)
        return "the step's time is too large to compute";
    const int nodes = model.nodes(p);
    const std::string every = timeText(*terms.nodeMtbfS / nodes);
    if (terms.restartS > 0 && !std::isfinite(std::exp(terms.restartS / (*terms.nodeMtbfS / nodes))))
        return say("never finishes: at p = {} a node fails every {}, before a restart of {} is done", p, every,
                   timeText(terms.restartS));
    if (terms.recovery == Recovery::Checkpoint)
        return say("never finishes: at p = {} a node fails every {}, before {} of work and a checkpoint of {} are done",
                   p, every, timeText(checkpointIntervalS(terms, nodes)), timeText(terms.checkpointS));
    if (terms.recovery == Recovery::None)
        return say("never finishes: at p = {} a node fails every {}, and the whole run starts again each time", p,
                   every);
    return say("never finishes: at p = {} a node fails every {}, before a share of the step is done", p, every);
}

}  // namespace scalewright

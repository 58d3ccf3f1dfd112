// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/slots/compare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/model/scaling/model_input.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

// --- slots ------------------------------------------------------------------------------------------------------

std::vector<SlotParameter> parametersOnlyIn(const std::vector<SlotParameter>& parameters,
                                            const std::vector<SlotParameter>& otherParameters)
{
    std::vector<SlotParameter> list;
    for (const SlotParameter& each : parameters) {
        const bool isShared = std::ranges::any_of(otherParameters, [&](const SlotParameter& other) {
            return other.jsonPointer == each.jsonPointer && other.text == each.text && other.value == each.value;
        });
        if (!isShared)
            list.push_back(each);
    }
    return list;
}

SlotDifference compareSlot(const Project& left, const Project& right, const DesignCatalogue& catalogue, Slot slot)
{
    const std::vector<SlotParameter> leftParameters = slotParameters(left.design, slot);
    const std::vector<SlotParameter> rightParameters = slotParameters(right.design, slot);
    SlotDifference difference{.slot = slot,
                              .leftText = slotText(catalogue, left.design, slot),
                              .rightText = slotText(catalogue, right.design, slot),
                              .leftParameters = parametersOnlyIn(leftParameters, rightParameters),
                              .rightParameters = parametersOnlyIn(rightParameters, leftParameters)};
    difference.differs = difference.leftText != difference.rightText || !difference.leftParameters.empty() ||
                         !difference.rightParameters.empty();
    return difference;
}

// --- the path from one model to the other -----------------------------------------------------------------------

// Parameters that change together: describes their new values, and copies them.
struct ParameterGroup {
    std::string (*describe)(const ScalingModel& target);
    void (*copy)(ScalingModel& model, const ScalingModel& target);
};

// Message and link together give one beta; alpha, the other part of the link, changes together with the link.
constexpr std::array<ParameterGroup, 12> parameterGroups{{
    {[](const ScalingModel& target) { return formatMessage("compute: {}", timeText(target.tCompS)); },
     [](ScalingModel& m, const ScalingModel& target) { m.tCompS = target.tCompS; }},
    {[](const ScalingModel& target) -> std::string {
         return target.scaling == Scaling::Strong ? "scaling: strong" : "scaling: weak";
     },
     [](ScalingModel& m, const ScalingModel& target) { m.scaling = target.scaling; }},
    {[](const ScalingModel& target) {
         return formatMessage("latency: alpha {}", timeText(target.primaryExchange().communication.alphaS));
     },
     [](ScalingModel& m, const ScalingModel& target) {
         m.primaryExchange().communication.alphaS = target.primaryExchange().communication.alphaS;
         m.primaryExchange().communication.alpha2S = target.primaryExchange().communication.alpha2S;
     }},
    {[](const ScalingModel& target) {
         const int shards = target.primaryExchange().communication.serverShards;
         const std::string pattern =
             formatMessage("pattern: {}", uncapitalised(titleOf(target.primaryExchange().pattern)));
         return patternInputs(target.primaryExchange().pattern).serverShards
                    ? pattern + (shards == 1 ? ", 1 shard" : formatMessage(", {} shards", shards))
                    : pattern;
     },
     [](ScalingModel& m, const ScalingModel& target) {
         const CommunicationParameters before = m.primaryExchange().communication;
         const bool hadTwoLevels = before.twoLevelNetwork || patternInputs(m.primaryExchange().pattern).hierarchy;
         m.primaryExchange().pattern = target.primaryExchange().pattern;
         m.primaryExchange().communication = target.primaryExchange().communication;
         m.primaryExchange().communication.alphaS = before.alphaS;
         m.primaryExchange().communication.betaS = before.betaS;
         if (hadTwoLevels) {
             m.primaryExchange().communication.alpha2S = before.alpha2S;
             m.primaryExchange().communication.beta2S = before.beta2S;
         }
         m.primaryExchange().communication.buckets = before.buckets;
         m.primaryExchange().communication.gammaS = before.gammaS;
         m.primaryExchange().communication.localSteps = before.localSteps;
     }},
    {[](const ScalingModel& target) {
         const std::string beta =
             formatMessage("message and bandwidth: beta {}", timeText(target.primaryExchange().communication.betaS));
         return target.primaryExchange().communication.twoLevelNetwork ||
                        patternInputs(target.primaryExchange().pattern).hierarchy
                    ? beta +
                          formatMessage(", between nodes {}", timeText(target.primaryExchange().communication.beta2S))
                    : beta;
     },
     [](ScalingModel& m, const ScalingModel& target) {
         m.primaryExchange().communication.betaS = target.primaryExchange().communication.betaS;
         m.primaryExchange().communication.beta2S = target.primaryExchange().communication.beta2S;
         m.primaryExchange().communication.gammaS = target.primaryExchange().communication.gammaS;
         m.primaryExchange().communication.buckets = target.primaryExchange().communication.buckets;
     }},
    {[](const ScalingModel& target) {
         const int count = static_cast<int>(target.exchanges.size()) - 1;
         return count == 0   ? "no further exchange"
                : count == 1 ? "1 further exchange"
                             : formatMessage("{} further exchanges", count);
     },
     [](ScalingModel& m, const ScalingModel& target) {
         m.exchanges.resize(1);
         m.exchanges.insert(m.exchanges.end(), target.exchanges.begin() + 1, target.exchanges.end());
     }},
    {[](const ScalingModel& target) {
         return formatMessage("local steps: {}", target.primaryExchange().communication.localSteps);
     },
     [](ScalingModel& m, const ScalingModel& target) {
         m.primaryExchange().communication.localSteps = target.primaryExchange().communication.localSteps;
     }},
    {[](const ScalingModel& target) {
         return formatMessage("overlap: {} of the backward pass", significantText(target.terms.overlapShare, 2));
     },
     [](ScalingModel& m, const ScalingModel& target) { copyMembers(m.terms, target.terms, overlapMembers); }},
    {[](const ScalingModel& target) -> std::string {
         switch (target.terms.barrier) {
         case Barrier::EveryStep: return "consistency: a barrier every step";
         case Barrier::BoundedStaleness:
             return formatMessage("consistency: at most {} steps ahead", target.terms.stalenessSteps);
         case Barrier::None: break;
         }
         return "consistency: no barrier";
     },
     [](ScalingModel& m, const ScalingModel& target) { copyMembers(m.terms, target.terms, barrierMembers); }},
    {[](const ScalingModel& target) {
         return formatMessage("balance: jitter {}, skew {}, {} backup workers",
                              target.terms.jitterShare > 0
                                  ? formatMessage("{} % of compute", significantText(100 * target.terms.jitterShare))
                                  : timeText(target.terms.jitterS),
                              significantText(target.terms.skew), target.terms.backupWorkers);
     },
     [](ScalingModel& m, const ScalingModel& target) { copyMembers(m.terms, target.terms, balanceMembers); }},
    {[](const ScalingModel& target) -> std::string {
         return target.terms.split
                    ? formatMessage("{} workers per copy of the model", target.terms.split->workerMultiple())
                    : "a copy of the model on every worker";
     },
     [](ScalingModel& m, const ScalingModel& target) { m.terms.split = target.terms.split; }},
    // The last group copies everything, so that the path ends at the right model. The price and the length of the run
    // affect p* only through failures.
    {[](const ScalingModel&) -> std::string { return "coordination and failures"; },
     [](ScalingModel& m, const ScalingModel& target) { m = target; }},
}};

// Resets members that have no effect: a parameter of another pattern, the shape of zero jitter.
ScalingModel withoutUnusedParameters(ScalingModel model)
{
    model.nodePriceUsdPerHour.reset();
    model.efficiencyTarget = defaultEfficiencyTarget;
    const DesignTerms unpriced;
    DesignTerms& terms = model.terms;
    if (!terms.hasFailureCosts()) {
        model.steps = 1;
        copyMembers(terms, unpriced, failureMembers);
        model.workersPerNode = 1;
    }
    if (!terms.hasOverlap())
        copyMembers(terms, unpriced, overlapMembers);
    if (!terms.hasWaiting()) {
        copyMembers(terms, unpriced, barrierMembers);
        copyMembers(terms, unpriced, balanceMembers);
    }
    if (terms.coordinationPerWorkerS == 0)
        terms.hasCentralCoordinator = unpriced.hasCentralCoordinator;
    const CommunicationParameters unused;
    const PatternInputs inputs = patternInputs(model.primaryExchange().pattern);
    CommunicationParameters& c = model.primaryExchange().communication;
    if (!inputs.serverShards)
        c.serverShards = unused.serverShards;
    if (!inputs.neighbours)
        c.neighbours = unused.neighbours;
    if (!inputs.participation)
        c.participation = unused.participation;
    if (!inputs.linearScatter)
        c.linearScatter = unused.linearScatter;
    if (!inputs.gamma)
        c.gammaS = unused.gammaS;
    if (!c.twoLevelNetwork && !inputs.hierarchy) {
        c.alpha2S = unused.alpha2S;
        c.beta2S = unused.beta2S;
        c.workersPerNode = unused.workersPerNode;
        c.sharedNetworkCard = unused.sharedNetworkCard;
        c.oversubscription = unused.oversubscription;
    }
    return model;
}

std::vector<PStarStep> pStarStepsBetween(const ScalingModel& left, const ScalingModel& right, int pMax)
{
    std::vector<PStarStep> steps;
    const auto addStep = [&](const ScalingModel& model, std::string change) {
        const Prediction prediction = predict(model, pMax);
        const Landmarks& marks = prediction.landmarks;
        steps.push_back({std::move(change), marks.pStar, prediction.hasNoPStar(), prediction.row(marks.pStar).speedup});
    };
    ScalingModel model = left;
    addStep(model, "left design");
    for (const ParameterGroup& group : parameterGroups) {
        const ScalingModel before = model;
        group.copy(model, right);
        if (!(withoutUnusedParameters(before) == withoutUnusedParameters(model)))
            addStep(model, group.describe(right));
    }
    return steps;
}

// --- which group made the difference ----------------------------------------------------------------------------

// Bit i: parameterGroups[i].
using GroupMask = unsigned;
constexpr GroupMask lastGroupBit = 1u << (parameterGroups.size() - 1);

// The left model with these groups from the right one. The last group covers everything that the others do not.
ScalingModel withGroupsFrom(const ScalingModel& left, const ScalingModel& right, GroupMask groups)
{
    const bool fromRight = (groups & lastGroupBit) != 0;
    ScalingModel model = fromRight ? right : left;
    for (std::size_t i = 0; i + 1 < parameterGroups.size(); ++i)
        if (((groups >> i & 1u) != 0) != fromRight)
            parameterGroups[i].copy(model, fromRight ? left : right);
    return model;
}

// ln S(p*) for any combination of groups, each computed only once.
class GroupSpeedups {
public:
    GroupSpeedups(const ScalingModel& left, const ScalingModel& right, int pMax)
        : m_left(left), m_right(right), m_pMax(pMax)
    {
    }

    // nullopt if the mixture is not a valid model.
    std::optional<double> logSpeedup(GroupMask groups)
    {
        if (const auto cached = m_cache.find(groups); cached != m_cache.end())
            return cached->second;
        const ScalingModel model = withGroupsFrom(m_left, m_right, groups);
        if (!validate(model))
            return std::nullopt;
        const Prediction prediction = predict(model, m_pMax);
        return m_cache[groups] = std::log(prediction.row(prediction.landmarks.pStar).speedup);
    }

private:
    const ScalingModel &m_left, &m_right;
    int m_pMax;
    std::map<GroupMask, double> m_cache;
};

// Groups that change the left model, or whose removal changes the right one.
std::vector<std::size_t> differingGroups(const ScalingModel& left, const ScalingModel& right)
{
    std::vector<std::size_t> active;
    const GroupMask allGroups = 2 * lastGroupBit - 1;
    for (std::size_t i = 0; i < parameterGroups.size(); ++i) {
        const GroupMask groupBit = 1u << i;
        if (!(withoutUnusedParameters(withGroupsFrom(left, right, groupBit)) == withoutUnusedParameters(left)) ||
            !(withoutUnusedParameters(withGroupsFrom(left, right, allGroups & ~groupBit)) ==
              withoutUnusedParameters(right)))
            active.push_back(i);
    }
    return active;
}

// Orders in which the groups may change: all orders for up to five groups, otherwise random ones, each with its
// reverse.
std::vector<std::vector<std::size_t>> groupOrders(std::vector<std::size_t> groups)
{
    constexpr std::size_t maximumForAllOrders = 5;
    constexpr int sampledOrders = 12;
    std::vector<std::vector<std::size_t>> orders;
    if (groups.size() <= maximumForAllOrders) {
        do
            orders.push_back(groups);
        while (std::next_permutation(groups.begin(), groups.end()));
        return orders;
    }
    std::mt19937 random(4171);
    for (int k = 0; k < sampledOrders; ++k) {
        for (std::size_t i = groups.size() - 1; i > 0; --i)
            std::swap(groups[i], groups[random() % (i + 1)]);
        orders.push_back(groups);
        orders.emplace_back(groups.rbegin(), groups.rend());
    }
    return orders;
}

std::vector<SpeedupCause> speedupCausesBetween(const ScalingModel& left, const ScalingModel& right, int pMax)
{
    const std::vector<std::size_t> active = differingGroups(left, right);
    const std::vector<std::vector<std::size_t>> orders = groupOrders(active);
    GroupSpeedups speedup(left, right, pMax);
    std::array<double, parameterGroups.size()> logGain{};
    for (const std::vector<std::size_t>& order : orders) {
        GroupMask groups = 0;
        for (const std::size_t group : order) {
            const std::optional<double> before = speedup.logSpeedup(groups);
            groups |= 1u << group;
            const std::optional<double> after = speedup.logSpeedup(groups);
            if (!before || !after)
                return {};
            logGain[group] += *after - *before;
        }
    }
    std::vector<SpeedupCause> causes;
    for (const std::size_t group : active)
        causes.push_back(
            {parameterGroups[group].describe(right), std::exp(logGain[group] / static_cast<double>(orders.size()))});
    std::ranges::stable_sort(causes, [](const SpeedupCause& a, const SpeedupCause& b) {
        return std::abs(std::log(a.speedupFactor)) > std::abs(std::log(b.speedupFactor));
    });
    return causes;
}

// --- elasticities -----------------------------------------------------------------------------------------------

// Five integer p around p*. Between them, everything in T(p) except compute and a smooth pattern's communication is
// approximated by the polynomial through these five points.
struct InterpolationWindow {
    static constexpr int size = 5;
    int firstP = 1;
};

// The amount of work per step, by which T(p) is divided: 1 for strong scaling, p for weak. The compute part is then
// T_comp/p for both.
double workPerStep(const ScalingModel& model, double p)
{
    return model.scaling == Scaling::Strong ? 1 : p;
}

// The time of the pattern if one formula holds for every real p, otherwise 0, which makes it part of the interpolated
// rest.
double smoothCommunicationS(const ScalingModel& model, double p)
{
    return isSmoothInP(model.primaryExchange().pattern, model.primaryExchange().communication)
               ? communicationTime(model.primaryExchange().pattern, model.primaryExchange().communication, p) /
                     workPerStep(model, p)
               : 0;
}

std::array<double, InterpolationWindow::size> remainingTimes(const ScalingModel& model,
                                                             const InterpolationWindow& window)
{
    std::array<double, InterpolationWindow::size> remainder{};
    for (int i = 0; i < InterpolationWindow::size; ++i) {
        const int p = window.firstP + i;
        remainder[static_cast<std::size_t>(i)] =
            predictAt(model, p).tStepS / workPerStep(model, p) - model.tCompS / p - smoothCommunicationS(model, p);
    }
    return remainder;
}

double interpolate(const std::array<double, InterpolationWindow::size>& values, const InterpolationWindow& window,
                   double p)
{
    double sum = 0;
    for (int i = 0; i < InterpolationWindow::size; ++i) {
        double basis = 1;
        for (int k = 0; k < InterpolationWindow::size; ++k)
            if (k != i)
                basis *= (p - (window.firstP + k)) / (i - k);
        sum += basis * values[static_cast<std::size_t>(i)];
    }
    return sum;
}

// The p inside the window where the derivative of the time is zero; nullopt if none exists.
std::optional<double> findOptimumP(const ScalingModel& model, const InterpolationWindow& window)
{
    const std::array<double, InterpolationWindow::size> remainder = remainingTimes(model, window);
    const auto timeWithoutCompute = [&](double p) {
        return smoothCommunicationS(model, p) + interpolate(remainder, window, p);
    };
    const auto slope = [&](double p) {
        const double h = 1e-4 * p;
        return -model.tCompS / (p * p) + (timeWithoutCompute(p + h) - timeWithoutCompute(p - h)) / (2 * h);
    };
    double low = std::max(1.01, static_cast<double>(window.firstP));
    double high = window.firstP + InterpolationWindow::size - 1;
    if (!(slope(low) < 0 && slope(high) > 0))
        return std::nullopt;
    for (int i = 0; i < 200 && high - low > 1e-13 * high; ++i) {
        const double middle = (low + high) / 2;
        (slope(middle) < 0 ? low : high) = middle;
    }
    return (low + high) / 2;
}

// Why the relaxation has no smooth optimum near p*; empty if it does.
std::string notSmoothReason(const ScalingModel& model, const Landmarks& marks, int pMax)
{
    if (marks.pStarAtLimit)
        return isLimitedByBatch(model, pMax)
                   ? formatMessage("p* is {}, {}: the batch limits it", marks.pStar, oneExampleText(model))
                   : formatMessage("p* is the largest p searched ({})", pMax);
    if (marks.pStar == 1)
        return "p* is 1: it stays there until p = 2 is faster";
    if (patternInputs(model.primaryExchange().pattern).serverShards &&
        std::abs(marks.pStar - model.primaryExchange().communication.serverShards) <= 2)
        return formatMessage("p* is where the servers start to queue, at {} shards",
                             model.primaryExchange().communication.serverShards);
    return {};
}

}  // namespace

std::vector<Elasticity> elasticities(const ScalingModel& model, int pMax)
{
    constexpr double step = 1e-4;  // of ln x
    const Landmarks marks = predict(model, pMax).landmarks;
    std::string reason = notSmoothReason(model, marks, pMax);
    const InterpolationWindow window{std::max(1, marks.pStar - InterpolationWindow::size / 2)};
    if (reason.empty()) {
        // Interpolation hides a jump of T(p) near p*; second differences do not.
        std::array<double, InterpolationWindow::size + 2> times{};
        const int first = std::max(1, window.firstP - 1);
        for (std::size_t i = 0; i < times.size(); ++i) {
            const int p = first + static_cast<int>(i);
            times[i] = predictAt(model, p).tStepS / workPerStep(model, p);
        }
        bool isConvex = true;
        for (std::size_t i = 1; i + 1 < times.size(); ++i)
            isConvex = isConvex && times[i - 1] - 2 * times[i] + times[i + 1] > 0;
        if (!isConvex || !findOptimumP(model, window))
            reason = "T(p) is not smooth here: p* moves in steps";
    }
    std::vector<Elasticity> list;
    for (const ModelInput input : modelInputs(model)) {
        Elasticity& each = list.emplace_back(Elasticity{nameOf(input), std::nullopt, reason});
        if (!reason.empty())
            continue;
        if (inputValue(model, input) == 0) {
            each.reason = formatMessage("{} is 0", std::string(nameOf(input)));
            continue;
        }
        const auto optimumAbove = findOptimumP(withScaledInput(model, input, std::exp(step)), window);
        const auto optimumBelow = findOptimumP(withScaledInput(model, input, std::exp(-step)), window);
        if (optimumAbove && optimumBelow)
            each.value = std::log(*optimumAbove / *optimumBelow) / (2 * step);
        else
            each.reason = "T(p) is not smooth here: p* moves in steps";
    }
    return list;
}

DesignComparison compareDesigns(const Project& left, const Project& right, const DesignCatalogue& catalogue, int pMax,
                                const CaseStudy* leftStudy, const CaseStudy* rightStudy)
{
    DesignComparison comparison;
    const auto isNotGiven = [](const CaseStudy* study, const Project& project, Slot slot) {
        return study && slotOf(study->design, slot).choices.empty() && slotOf(project.design, slot).choices.empty();
    };
    for (const Slot slot : allSlots) {
        SlotDifference& each = comparison.slotDifferences.emplace_back(compareSlot(left, right, catalogue, slot));
        if (isNotGiven(leftStudy, left, slot))
            each.leftText = catalogue.notGivenText;
        if (isNotGiven(rightStudy, right, slot))
            each.rightText = catalogue.notGivenText;
    }
    const auto addPrediction = [pMax](const Project& project, std::optional<Prediction>& prediction,
                                      std::string& reason, std::vector<Elasticity>& elasticityList) {
        const Result<ScalingModel> model = scalingModel(project);
        if (!model) {
            reason = describe(model.error().problems.front());
            return;
        }
        prediction = predict(*model, pMax);
        elasticityList = elasticities(*model, pMax);
    };
    addPrediction(left, comparison.leftPrediction, comparison.leftUnpricedReason, comparison.leftElasticities);
    addPrediction(right, comparison.rightPrediction, comparison.rightUnpricedReason, comparison.rightElasticities);
    if (comparison.leftPrediction && comparison.rightPrediction) {
        comparison.pStarSteps =
            pStarStepsBetween(comparison.leftPrediction->model, comparison.rightPrediction->model, pMax);
        comparison.speedupCauses =
            speedupCausesBetween(comparison.leftPrediction->model, comparison.rightPrediction->model, pMax);
    }
    return comparison;
}

}  // namespace scalewright

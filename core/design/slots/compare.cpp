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

std::vector<SlotParameter> onlyIn(const std::vector<SlotParameter>& mine, const std::vector<SlotParameter>& theirs)
{
    std::vector<SlotParameter> list;
    for (const SlotParameter& each : mine) {
        const bool same = std::any_of(theirs.begin(), theirs.end(), [&](const SlotParameter& other) {
            return other.pointer == each.pointer && other.text == each.text && other.value == each.value;
        });
        if (!same)
            list.push_back(each);
    }
    return list;
}

SlotDifference difference(const Project& left, const Project& right, const DesignCatalogue& catalogue, Slot slot)
{
    const std::vector<SlotParameter> mine = slotParameters(left.design, slot);
    const std::vector<SlotParameter> theirs = slotParameters(right.design, slot);
    SlotDifference found{.slot = slot,
                         .left = slotText(catalogue, left.design, slot),
                         .right = slotText(catalogue, right.design, slot),
                         .leftParameters = onlyIn(mine, theirs),
                         .rightParameters = onlyIn(theirs, mine)};
    found.differs = found.left != found.right || !found.leftParameters.empty() || !found.rightParameters.empty();
    return found;
}

// --- the walk from one model to the other -----------------------------------------------------------------------

// A group of parameters that moves as one: says what it becomes, and makes it so.
struct Group {
    std::string (*says)(const ScalingModel& to);
    void (*take)(ScalingModel& model, const ScalingModel& to);
};

// The message and the link make one beta; alpha, the rest of the link, goes with them where the link changes.
constexpr std::array<Group, 12> walk{{
    {[](const ScalingModel& to) { return say("compute: {}", formatAmount(to.tCompS, Dimension::Time).joined()); },
     [](ScalingModel& m, const ScalingModel& to) { m.tCompS = to.tCompS; }},
    {[](const ScalingModel& to) -> std::string {
         return to.scaling == Scaling::Strong ? "scaling: strong" : "scaling: weak";
     },
     [](ScalingModel& m, const ScalingModel& to) { m.scaling = to.scaling; }},
    {[](const ScalingModel& to) {
         return say("latency: alpha {}", formatAmount(to.first().communication.alphaS, Dimension::Time).joined());
     },
     [](ScalingModel& m, const ScalingModel& to) {
         m.first().communication.alphaS = to.first().communication.alphaS;
         m.first().communication.alpha2S = to.first().communication.alpha2S;
     }},
    {[](const ScalingModel& to) {
         const int shards = to.first().communication.shards;
         const std::string pattern = say("pattern: {}", lowered(titleOf(to.first().pattern)));
         return patternInputs(to.first().pattern).shards
                    ? pattern + (shards == 1 ? ", 1 shard" : say(", {} shards", shards))
                    : pattern;
     },
     [](ScalingModel& m, const ScalingModel& to) {
         const CommunicationParameters before = m.first().communication;
         const bool hadNodes = before.twoLevels || patternInputs(m.first().pattern).hierarchy;
         m.first().pattern = to.first().pattern;
         m.first().communication = to.first().communication;
         m.first().communication.alphaS = before.alphaS;
         m.first().communication.betaS = before.betaS;
         if (hadNodes) {
             m.first().communication.alpha2S = before.alpha2S;
             m.first().communication.beta2S = before.beta2S;
         }
         m.first().communication.buckets = before.buckets;
         m.first().communication.gammaS = before.gammaS;
         m.first().communication.localSteps = before.localSteps;
     }},
    {[](const ScalingModel& to) {
         const std::string beta = say("message and bandwidth: beta {}",
                                      formatAmount(to.first().communication.betaS, Dimension::Time).joined());
         return to.first().communication.twoLevels || patternInputs(to.first().pattern).hierarchy
                    ? beta + say(", between nodes {}",
                                 formatAmount(to.first().communication.beta2S, Dimension::Time).joined())
                    : beta;
     },
     [](ScalingModel& m, const ScalingModel& to) {
         m.first().communication.betaS = to.first().communication.betaS;
         m.first().communication.beta2S = to.first().communication.beta2S;
         m.first().communication.gammaS = to.first().communication.gammaS;
         m.first().communication.buckets = to.first().communication.buckets;
     }},
    {[](const ScalingModel& to) {
         const int count = static_cast<int>(to.exchanges.size()) - 1;
         return count == 0   ? "no further exchange"
                : count == 1 ? "1 further exchange"
                             : say("{} further exchanges", count);
     },
     [](ScalingModel& m, const ScalingModel& to) {
         m.exchanges.resize(1);
         m.exchanges.insert(m.exchanges.end(), to.exchanges.begin() + 1, to.exchanges.end());
     }},
    {[](const ScalingModel& to) { return say("local steps: {}", to.first().communication.localSteps); },
     [](ScalingModel& m, const ScalingModel& to) {
         m.first().communication.localSteps = to.first().communication.localSteps;
     }},
    {[](const ScalingModel& to) { return say("overlap: {} of the backward pass", significant(to.terms.overlap, 2)); },
     [](ScalingModel& m, const ScalingModel& to) {
         m.terms.overlap = to.terms.overlap;
         m.terms.backwardShare = to.terms.backwardShare;
         m.terms.lastBucketShare = to.terms.lastBucketShare;
     }},
    {[](const ScalingModel& to) -> std::string {
         switch (to.terms.barrier) {
         case Barrier::EveryStep: return "consistency: a barrier every step";
         case Barrier::BoundedStaleness: return say("consistency: at most {} steps ahead", to.terms.stalenessSteps);
         case Barrier::None: break;
         }
         return "consistency: no barrier";
     },
     [](ScalingModel& m, const ScalingModel& to) {
         m.terms.barrier = to.terms.barrier;
         m.terms.stalenessSteps = to.terms.stalenessSteps;
     }},
    {[](const ScalingModel& to) {
         return say("balance: jitter {}, skew {}, {} backup workers",
                    to.terms.jitterShare > 0 ? say("{} % of compute", significant(100 * to.terms.jitterShare))
                                             : formatAmount(to.terms.jitterS, Dimension::Time).joined(),
                    significant(to.terms.skew), to.terms.backupWorkers);
     },
     [](ScalingModel& m, const ScalingModel& to) {
         m.terms.jitter = to.terms.jitter;
         m.terms.jitterS = to.terms.jitterS;
         m.terms.jitterShare = to.terms.jitterShare;
         m.terms.skew = to.terms.skew;
         m.terms.backupWorkers = to.terms.backupWorkers;
     }},
    {[](const ScalingModel& to) -> std::string {
         return to.terms.split ? say("{} workers a copy of the model", to.terms.split->unit())
                               : "a copy of the model on every worker";
     },
     [](ScalingModel& m, const ScalingModel& to) { m.terms.split = to.terms.split; }},
    // The last takes everything: the end of the walk is the right model. Price and length of the run move no p* by
    // themselves but through failures.
    {[](const ScalingModel&) -> std::string { return "coordination and failures"; },
     [](ScalingModel& m, const ScalingModel& to) { m = to; }},
}};

// The model without what its other members make idle: a parameter of another pattern, the shape of no jitter.
ScalingModel effective(ScalingModel model)
{
    model.priceUsdPerHour.reset();
    model.efficiencyTarget = defaultEfficiencyTarget;
    const DesignTerms unpriced;
    DesignTerms& terms = model.terms;
    if (!terms.fails()) {
        model.steps = 1;
        terms.nodeMtbfS = unpriced.nodeMtbfS;
        terms.recovery = unpriced.recovery;
        terms.checkpointIntervalS = unpriced.checkpointIntervalS;
        terms.checkpointS = unpriced.checkpointS;
        terms.restartS = unpriced.restartS;
        model.workersPerNode = 1;
    }
    if (!terms.overlaps()) {
        terms.overlap = unpriced.overlap;
        terms.backwardShare = unpriced.backwardShare;
        terms.lastBucketShare = unpriced.lastBucketShare;
    }
    if (!terms.waits()) {
        terms.barrier = unpriced.barrier;
        terms.stalenessSteps = unpriced.stalenessSteps;
        terms.jitter = unpriced.jitter;
    }
    if (terms.coordinatorS == 0)
        terms.centralCoordinator = unpriced.centralCoordinator;
    const CommunicationParameters unused;
    const PatternInputs inputs = patternInputs(model.first().pattern);
    CommunicationParameters& c = model.first().communication;
    if (!inputs.shards)
        c.shards = unused.shards;
    if (!inputs.neighbours)
        c.neighbours = unused.neighbours;
    if (!inputs.participation)
        c.participation = unused.participation;
    if (!inputs.linearScatter)
        c.linearScatter = unused.linearScatter;
    if (!inputs.gamma)
        c.gammaS = unused.gammaS;
    if (!c.twoLevels && !inputs.hierarchy) {
        c.alpha2S = unused.alpha2S;
        c.beta2S = unused.beta2S;
        c.workersPerNode = unused.workersPerNode;
        c.sharedNetworkCard = unused.sharedNetworkCard;
        c.oversubscription = unused.oversubscription;
    }
    return model;
}

std::vector<MovedBy> walkBetween(const ScalingModel& left, const ScalingModel& right, int pMax)
{
    std::vector<MovedBy> steps;
    const auto stand = [&](const ScalingModel& model, std::string what) {
        const Prediction prediction = predict(model, pMax);
        const Landmarks& marks = prediction.landmarks;
        steps.push_back({std::move(what), marks.pStar, prediction.noPStar(), prediction.row(marks.pStar).speedup});
    };
    ScalingModel model = left;
    stand(model, "as the left is");
    for (const Group& group : walk) {
        const ScalingModel before = model;
        group.take(model, right);
        if (!(effective(before) == effective(model)))
            stand(model, group.says(right));
    }
    return steps;
}

// --- which group made the difference ----------------------------------------------------------------------------

// Bit i: the i-th group of the walk.
using Groups = unsigned;
constexpr Groups lastGroup = 1u << (walk.size() - 1);

// The left model with these groups of the right. The last group stands for all that no other names.
ScalingModel withGroups(const ScalingModel& left, const ScalingModel& right, Groups taken)
{
    const bool fromRight = (taken & lastGroup) != 0;
    ScalingModel model = fromRight ? right : left;
    for (std::size_t i = 0; i + 1 < walk.size(); ++i)
        if (((taken >> i & 1u) != 0) != fromRight)
            walk[i].take(model, fromRight ? left : right);
    return model;
}

// ln S(p*) of every choice of groups, each worked out once.
class SpeedupOfGroups {
public:
    SpeedupOfGroups(const ScalingModel& left, const ScalingModel& right, int pMax)
        : m_left(left), m_right(right), m_pMax(pMax)
    {
    }

    // nullopt where such a mixture is no model.
    std::optional<double> of(Groups taken)
    {
        if (const auto known = m_known.find(taken); known != m_known.end())
            return known->second;
        const ScalingModel model = withGroups(m_left, m_right, taken);
        if (!validate(model))
            return std::nullopt;
        const Prediction prediction = predict(model, m_pMax);
        return m_known[taken] = std::log(prediction.row(prediction.landmarks.pStar).speedup);
    }

private:
    const ScalingModel &m_left, &m_right;
    int m_pMax;
    std::map<Groups, double> m_known;
};

// Those that change the left model, or keep the right one from being the left's.
std::vector<std::size_t> activeGroups(const ScalingModel& left, const ScalingModel& right)
{
    std::vector<std::size_t> active;
    const Groups all = 2 * lastGroup - 1;
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const Groups one = 1u << i;
        if (!(effective(withGroups(left, right, one)) == effective(left)) ||
            !(effective(withGroups(left, right, all & ~one)) == effective(right)))
            active.push_back(i);
    }
    return active;
}

// Orders in which the groups may come: all of up to five, else drawn ones, each with its reverse.
std::vector<std::vector<std::size_t>> ordersOf(std::vector<std::size_t> groups)
{
    constexpr std::size_t mostInAllOrders = 5;
    constexpr int drawn = 12;
    std::vector<std::vector<std::size_t>> orders;
    if (groups.size() <= mostInAllOrders) {
        do
            orders.push_back(groups);
        while (std::next_permutation(groups.begin(), groups.end()));
        return orders;
    }
    std::mt19937 random(4171);
    for (int k = 0; k < drawn; ++k) {
        for (std::size_t i = groups.size() - 1; i > 0; --i)
            std::swap(groups[i], groups[random() % (i + 1)]);
        orders.push_back(groups);
        orders.emplace_back(groups.rbegin(), groups.rend());
    }
    return orders;
}

std::vector<CausedBy> causesBetween(const ScalingModel& left, const ScalingModel& right, int pMax)
{
    const std::vector<std::size_t> active = activeGroups(left, right);
    const std::vector<std::vector<std::size_t>> orders = ordersOf(active);
    SpeedupOfGroups speedup(left, right, pMax);
    std::array<double, walk.size()> gained{};
    for (const std::vector<std::size_t>& order : orders) {
        Groups taken = 0;
        for (const std::size_t group : order) {
            const std::optional<double> before = speedup.of(taken);
            taken |= 1u << group;
            const std::optional<double> after = speedup.of(taken);
            if (!before || !after)
                return {};
            gained[group] += *after - *before;
        }
    }
    std::vector<CausedBy> causes;
    for (const std::size_t group : active)
        causes.push_back({walk[group].says(right), std::exp(gained[group] / static_cast<double>(orders.size()))});
    std::stable_sort(causes.begin(), causes.end(), [](const CausedBy& a, const CausedBy& b) {
        return std::abs(std::log(a.factor)) > std::abs(std::log(b.factor));
    });
    return causes;
}

// --- elasticities -----------------------------------------------------------------------------------------------

// Five whole p around p*; between them, what T(p) has besides compute and a smooth pattern's communication is the
// polynomial through those five.
struct Window {
    static constexpr int size = 5;
    int first = 1;
};

// Per unit of work: T(p) of strong scaling, T(p)/p of weak. The compute part of both is T_comp/p.
double workShare(const ScalingModel& model, double p)
{
    return model.scaling == Scaling::Strong ? 1 : p;
}

// The pattern's time where one formula holds for every real p, else 0: then it is part of the rest.
double smoothCommunication(const ScalingModel& model, double p)
{
    return smoothInP(model.first().pattern, model.first().communication)
               ? communicationTime(model.first().pattern, model.first().communication, p) / workShare(model, p)
               : 0;
}

std::array<double, Window::size> restAt(const ScalingModel& model, const Window& window)
{
    std::array<double, Window::size> rest{};
    for (int i = 0; i < Window::size; ++i) {
        const int p = window.first + i;
        rest[static_cast<std::size_t>(i)] =
            predictAt(model, p).tStepS / workShare(model, p) - model.tCompS / p - smoothCommunication(model, p);
    }
    return rest;
}

double interpolated(const std::array<double, Window::size>& values, const Window& window, double p)
{
    double sum = 0;
    for (int i = 0; i < Window::size; ++i) {
        double basis = 1;
        for (int k = 0; k < Window::size; ++k)
            if (k != i)
                basis *= (p - (window.first + k)) / (i - k);
        sum += basis * values[static_cast<std::size_t>(i)];
    }
    return sum;
}

// Where d/dp of the whole is zero inside the window; nullopt where it is not.
std::optional<double> optimumIn(const ScalingModel& model, const Window& window)
{
    const std::array<double, Window::size> rest = restAt(model, window);
    const auto above = [&](double p) { return smoothCommunication(model, p) + interpolated(rest, window, p); };
    const auto slope = [&](double p) {
        const double h = 1e-4 * p;
        return -model.tCompS / (p * p) + (above(p + h) - above(p - h)) / (2 * h);
    };
    double low = std::max(1.01, static_cast<double>(window.first));
    double high = window.first + Window::size - 1;
    if (!(slope(low) < 0 && slope(high) > 0))
        return std::nullopt;
    for (int i = 0; i < 200 && high - low > 1e-13 * high; ++i) {
        const double middle = (low + high) / 2;
        (slope(middle) < 0 ? low : high) = middle;
    }
    return (low + high) / 2;
}

// Why the relaxation has no smooth optimum near p*, or nothing.
std::string notSmooth(const ScalingModel& model, const Landmarks& marks, int pMax)
{
    if (marks.pStarAtLimit)
        return endsWithTheBatch(model, pMax)
                   ? say("p* is {}, {}: the batch bounds it", marks.pStar, oneExampleEach(model))
                   : say("p* is the largest p searched ({})", pMax);
    if (marks.pStar == 1)
        return "p* is 1: nothing moves it until p = 2 gains";
    if (patternInputs(model.first().pattern).shards && std::abs(marks.pStar - model.first().communication.shards) <= 2)
        return say("p* sits where the servers start to queue, at the {} shards", model.first().communication.shards);
    return {};
}

}  // namespace

std::vector<Elasticity> elasticities(const ScalingModel& model, int pMax)
{
    constexpr double step = 1e-4;  // of ln x
    const Landmarks marks = predict(model, pMax).landmarks;
    std::string reason = notSmooth(model, marks, pMax);
    const Window window{std::max(1, marks.pStar - Window::size / 2)};
    if (reason.empty()) {
        // Interpolation hides a step of T(p) next to p*; its second differences do not.
        std::array<double, Window::size + 2> times{};
        const int first = std::max(1, window.first - 1);
        for (std::size_t i = 0; i < times.size(); ++i) {
            const int p = first + static_cast<int>(i);
            times[i] = predictAt(model, p).tStepS / workShare(model, p);
        }
        bool bowl = true;
        for (std::size_t i = 1; i + 1 < times.size(); ++i)
            bowl = bowl && times[i - 1] - 2 * times[i] + times[i + 1] > 0;
        if (!bowl || !optimumIn(model, window))
            reason = "T(p) moves in steps here, and p* with it";
    }
    std::vector<Elasticity> list;
    for (const ModelInput input : modelInputs(model)) {
        Elasticity& each = list.emplace_back(Elasticity{modelInputName(input), std::nullopt, reason});
        if (!reason.empty())
            continue;
        if (valueOf(model, input) == 0) {
            each.reason = say("{} is 0", std::string(modelInputName(input)));
            continue;
        }
        const auto above = optimumIn(scaledBy(model, input, std::exp(step)), window);
        const auto below = optimumIn(scaledBy(model, input, std::exp(-step)), window);
        if (above && below)
            each.value = std::log(*above / *below) / (2 * step);
        else
            each.reason = "T(p) moves in steps here, and p* with it";
    }
    return list;
}

DesignComparison compareDesigns(const Project& left, const Project& right, const DesignCatalogue& catalogue, int pMax,
                                const CaseStudy* leftStudy, const CaseStudy* rightStudy)
{
    DesignComparison found;
    const auto leavesOut = [](const CaseStudy* study, const Project& project, Slot slot) {
        return study && slotOf(study->design, slot).choices.empty() && slotOf(project.design, slot).choices.empty();
    };
    for (const Slot slot : allSlots) {
        SlotDifference& each = found.slotDifferences.emplace_back(difference(left, right, catalogue, slot));
        if (leavesOut(leftStudy, left, slot))
            each.left = catalogue.notGiven;
        if (leavesOut(rightStudy, right, slot))
            each.right = catalogue.notGiven;
    }
    const auto priced = [pMax](const Project& project, std::optional<Prediction>& prediction, std::string& reason,
                               std::vector<Elasticity>& of) {
        const Result<ScalingModel> model = scalingModel(project);
        if (!model) {
            reason = describe(model.error().problems.front());
            return;
        }
        prediction = predict(*model, pMax);
        of = elasticities(*model, pMax);
    };
    priced(left, found.left, found.leftReason, found.leftElasticities);
    priced(right, found.right, found.rightReason, found.rightElasticities);
    if (found.left && found.right) {
        found.moved = walkBetween(found.left->model, found.right->model, pMax);
        found.causes = causesBetween(found.left->model, found.right->model, pMax);
    }
    return found;
}

}  // namespace scalewright

#include "core/quantity/units.h"
#include "core/scaling/prediction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/scaling/pattern_traits.h"
#include "core/scaling/priced.h"
#include "core/scaling/search.h"
#include "core/scaling/work_share.h"
#include "core/scaling/worker_table.h"

namespace scalewright {

namespace {

// What a model multiplies by, and the columns of one row. Multiplying by 1/p and 1/T_comp in place of dividing costs a
// last bit of E and R and halves the time of a whole prediction.
struct Factors {
    double tComp;
    double inverseTComp;  // finite even for a subnormal T_comp, so that 0 times it is 0
    double cost;  // of one node for one second, times the steps of one worker

    explicit Factors(const ScalingModel& model)
        : tComp(model.tCompS),
          inverseTComp(std::min(1 / model.tCompS, std::numeric_limits<double>::max())),
          cost(model.priceUsdPerHour.value_or(0) * model.steps / secondsPerHour)
    {
    }
};

struct Derived {
    double tComp, tStep, speedup, efficiency, commToCompute, cost;
};

template <Scaling scaling>
inline Derived derive(const Factors& factors, double p, double inverseP, double tComm)
{
    constexpr bool strong = scaling == Scaling::Strong;
    const double tComp = strong ? factors.tComp / p : factors.tComp;
    const double tStep = tComp + tComm;
    const double speedup = (strong ? factors.tComp : p * factors.tComp) / tStep;
    const double ratio = tComm * factors.inverseTComp;
    return {tComp,
            tStep,
            speedup,
            speedup * inverseP,
            strong ? ratio * p : ratio,
            strong ? factors.cost * p * tStep : factors.cost * tStep};
}

// restrict on parameters, unlike on locals, is what lets the compiler use vector registers here.
template <Scaling scaling>
void deriveAll(Factors factors, std::size_t size, const double* __restrict p, const double* __restrict inverseP,
               const double* __restrict tComm, double* __restrict tComp, double* __restrict tStep,
               double* __restrict speedup, double* __restrict efficiency, double* __restrict ratio,
               double* __restrict cost)
{
    for (std::size_t i = 0; i < size; ++i) {
        const Derived row = derive<scaling>(factors, p[i], inverseP[i], tComm[i]);
        tComp[i] = row.tComp;
        tStep[i] = row.tStep;
        speedup[i] = row.speedup;
        efficiency[i] = row.efficiency;
        ratio[i] = row.commToCompute;
        cost[i] = row.cost;
    }
}

/// A row of a batch that p does not divide: the fullest worker's share in place of T_comp/p.
Derived deriveWhole(const ScalingModel& model, const Factors& factors, int p, double tComm)
{
    const double tComp = shareOfWorkS(model, usefulWorkers(model.terms, p));
    const double tStep = tComp + tComm;
    const double speedup = factors.tComp / tStep;
    return {tComp, tStep, speedup, speedup / p, tComm / tComp, factors.cost * p * tStep};
}

/// Precondition: no terms.
bool sharedUnevenly(const ScalingModel& model, int p)
{
    return model.scaling == Scaling::Strong && model.mostWorkers && *model.mostWorkers % p != 0;
}

int integerOptimum(ScalingModel model, double alphaS, int pMax, PredictionColumns& scratch)
{
    model.communication.alphaS = alphaS;
    for (FurtherExchange& each : model.further)
        each.communication.alphaS = alphaS;
    predictColumns(model, pMax, scratch);
    return fastestP(model, scratch);
}

// For smooth patterns T(p) = const + K/p + a alpha p, with K = T_comp - b beta: returns {a, K}, after local steps.
struct SmoothTerms {
    double latencyPerWorker;
    double shrinking;
};

std::optional<SmoothTerms> smoothTerms(const ScalingModel& model)
{
    const CommunicationParameters& c = model.communication;
    const std::optional<SmoothForm> form = smoothForm(model.pattern, c);
    if (model.scaling == Scaling::Weak || !form || !model.terms.none() || !model.further.empty() || model.mostWorkers)
        return std::nullopt;
    const double constant = form->bandwidth * c.betaS + form->reduction * c.gammaS;
    return SmoothTerms{form->latency / c.localSteps, model.tCompS - constant / c.localSteps};
}

}  // namespace

Result<void> validate(const ScalingModel& model)
{
    Error error;
    const auto check = [&error](bool right, const char* field, std::string message, std::string expected) {
        if (!right)
            error.problems.push_back({std::move(message), std::move(expected), {.field = field}});
    };
    check(std::isfinite(model.tCompS) && model.tCompS > 0, "t_comp",
          say("{} s is no compute time", fmt::format("{}", model.tCompS)), "a time above 0 s");
    if (model.priceUsdPerHour)
        check(std::isfinite(*model.priceUsdPerHour) && *model.priceUsdPerHour >= 0, "price",
              say("{} is no price", fmt::format("{}", *model.priceUsdPerHour)), "0 USD an hour or more");
    check(std::isfinite(model.steps) && model.steps >= 1, "steps", say("{} is too few", fmt::format("{}", model.steps)),
          "1 step or more");
    check(model.workersPerNode >= 1 && model.workersPerNode <= largestPMax, "workers_per_node",
          say("{} is no number of workers on a node", model.workersPerNode), say("1 to {}", largestPMax));
    check(model.efficiencyTarget > 0 && model.efficiencyTarget <= 1, "efficiency_target",
          say("{} is no efficiency", fmt::format("{}", model.efficiencyTarget)), "a share above 0 and up to 1");
    for (const FurtherExchange& each : model.further)
        if (Result<void> communication = validate(each.communication); !communication)
            for (Problem& problem : communication.error().problems)
                error.problems.push_back(std::move(problem));
    if (Result<void> communication = validate(model.communication); !communication)
        for (Problem& problem : communication.error().problems)
            error.problems.push_back(std::move(problem));
    if (error.problems.empty())
        error.problems =
            termProblems(model.terms, model.tCompS, model.scaling == Scaling::Strong, model.communication.localSteps);
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

double communicationTime(const ScalingModel& model, double p)
{
    double seconds = communicationTime(model.pattern, model.communication, p);
    for (const FurtherExchange& each : model.further)
        seconds += communicationTime(each.pattern, each.communication, p);
    return seconds;
}

void communicationTimes(const ScalingModel& model, int pMax, double* out)
{
    communicationTimes(model.pattern, model.communication, pMax, out);
    std::vector<double> other(model.further.empty() ? 0 : static_cast<std::size_t>(pMax));
    for (const FurtherExchange& each : model.further) {
        communicationTimes(each.pattern, each.communication, pMax, other.data());
        for (std::size_t i = 0; i < other.size(); ++i)
            out[i] += other[i];
    }
}

std::optional<double> communicationTimeLimit(const ScalingModel& model)
{
    std::optional<double> limit = communicationTimeLimit(model.pattern, model.communication);
    for (const FurtherExchange& each : model.further) {
        const std::optional<double> other = communicationTimeLimit(each.pattern, each.communication);
        limit = limit && other ? std::optional(*limit + *other) : std::nullopt;
    }
    return limit;
}

bool PredictionRow::finishes() const
{
    return std::isfinite(tStepS);
}

double costOf(const ScalingModel& model, int p, double tStepS)
{
    return *model.priceUsdPerHour / secondsPerHour * model.stepsAt(p) * model.nodes(p) * tStepS;
}

PredictionRow predictAt(const ScalingModel& model, int p)
{
    if (!model.terms.none())
        return pricedRow(model, p);
    const double tComm = communicationTime(model, p);
    const Factors factors(model);
    const Derived row = sharedUnevenly(model, p)           ? deriveWhole(model, factors, p, tComm)
                        : model.scaling == Scaling::Strong ? derive<Scaling::Strong>(factors, p, 1.0 / p, tComm)
                                                           : derive<Scaling::Weak>(factors, p, 1.0 / p, tComm);
    const int nodes = model.nodes(p);
    return {.p = p,
            .nodes = nodes,
            .tCompS = row.tComp,
            .tCommS = tComm,
            .tStepS = row.tStep,
            .speedup = row.speedup,
            .efficiency = row.efficiency,
            .commToCompute = row.commToCompute,
            .costUsd = model.priceUsdPerHour ? std::optional(costOf(model, p, row.tStep)) : std::nullopt};
}

void predictColumns(const ScalingModel& model, int pMax, PredictionColumns& out)
{
    const auto size = static_cast<std::size_t>(pMax);
    // Columns a multiple of 4 KiB apart slow one another down (a load waits for a store that only looks alike), so
    // each gets a few cache lines more than the one before.
    std::size_t spare = 0;
    for (std::vector<double>* column :
         {&out.tComp, &out.tComm, &out.tStep, &out.speedup, &out.efficiency, &out.commToCompute, &out.cost}) {
        column->reserve(size + (spare += 72));
        column->resize(size);
    }
    communicationTimes(model, pMax, out.tComm.data());
    if (!model.terms.none()) {
        pricedColumns(model, pMax, out);
        return;
    }
    out.hiddenComm.clear();
    out.tCoordination.clear();
    out.tWait.clear();
    out.tFailure.clear();
    const WorkerTable& table = workerTable(pMax);
    const auto fill = model.scaling == Scaling::Strong ? deriveAll<Scaling::Strong> : deriveAll<Scaling::Weak>;
    fill(Factors(model), size, table.p.data(), table.inverse.data(), out.tComm.data(), out.tComp.data(),
         out.tStep.data(), out.speedup.data(), out.efficiency.data(), out.commToCompute.data(), out.cost.data());
    for (int p = 1; p <= pMax && model.mostWorkers; ++p) {
        if (!sharedUnevenly(model, p))
            continue;
        const auto i = static_cast<std::size_t>(p - 1);
        const Derived row = deriveWhole(model, Factors(model), p, out.tComm[i]);
        out.tComp[i] = row.tComp;
        out.tStep[i] = row.tStep;
        out.speedup[i] = row.speedup;
        out.efficiency[i] = row.efficiency;
        out.commToCompute[i] = row.commToCompute;
        out.cost[i] = row.cost;
    }
    if (model.workersPerNode > 1 && model.priceUsdPerHour.value_or(0) > 0)
        for (std::size_t i = 0; i < size; ++i)
            out.cost[i] = costOf(model, static_cast<int>(i) + 1, out.tStep[i]);
}

PredictionRow Prediction::row(int p) const
{
    const auto i = static_cast<std::size_t>(p - 1);
    const bool priced = !columns.tWait.empty();
    return {.p = p,
            .nodes = model.nodes(p),
            .tCompS = columns.tComp[i],
            .tCommS = columns.tComm[i],
            .tStepS = columns.tStep[i],
            .speedup = columns.speedup[i],
            .efficiency = columns.efficiency[i],
            .commToCompute = columns.commToCompute[i],
            .costUsd = model.priceUsdPerHour ? std::optional(columns.cost[i]) : std::nullopt,
            .hiddenCommS = priced ? columns.hiddenComm[i] : 0,
            .tCoordinationS = priced ? columns.tCoordination[i] : 0,
            .tWaitS = priced ? columns.tWait[i] : 0,
            .tFailureS = priced ? columns.tFailure[i] : 0};
}

bool Prediction::noPStar() const
{
    return landmarks.pStarAtLimit && landmarks.pStar > 1 && !endsWithTheBatch(model, pMax);
}

double costShare(const ScalingModel& model, const PredictionRow& row, const PredictionRow& of)
{
    return row.nodes * row.tStepS * model.stepsAt(row.p) / (of.nodes * of.tStepS * model.stepsAt(of.p));
}

std::string runOf(const ScalingModel& model)
{
    const std::string steps = significant(model.steps, 6);
    if (model.scaling == Scaling::Weak)
        return model.steps == 1 ? "the work of one worker's step" : say("the work of one worker's {} steps", steps);
    return model.steps == 1 ? "a step" : say("{} steps", steps);
}

int searched(const ScalingModel& model, int pMax)
{
    return std::min(pMax, model.mostWorkers.value_or(pMax));
}

bool endsWithTheBatch(const ScalingModel& model, int pMax)
{
    return model.mostWorkers && pMax >= *model.mostWorkers;
}

std::string tooManyWorkers(const ScalingModel& model, int p)
{
    return say("not told: {} workers for a batch that is shared out to {} at most, one example each", p,
               model.mostWorkers.value_or(p));
}

Prediction predict(const ScalingModel& model, int pMax)
{
    Prediction prediction{.model = model, .pMax = searched(model, pMax), .columns = {}, .landmarks = {}};
    predictColumns(model, prediction.pMax, prediction.columns);
    prediction.landmarks = findLandmarks(model, prediction.columns);
    return prediction;
}

std::string shareFormula(const ScalingModel& model)
{
    const char* workers = model.terms.backupWorkers > 0 ? "(p - b)" : "p";
    return model.scaling == Scaling::Weak ? "T_comp"
           : model.mostWorkers            ? fmt::format("T_comp ceil({0}/{1})/{0}", *model.mostWorkers, workers)
                                          : fmt::format("T_comp/{}", workers);
}

std::string wholeExamplesNote(const ScalingModel& model, int p)
{
    const int useful = usefulWorkers(model.terms, p);
    if (model.scaling == Scaling::Weak || !model.mostWorkers || p > *model.mostWorkers ||
        *model.mostWorkers % useful == 0)
        return {};
    const double share = shareOfWorkS(model, useful) / model.tCompS;
    return say(
        "the batch is shared out in whole examples: at p = {} the fullest worker computes {} % of the step, where an "
        "even share would be {} %",
        p, significant(100 * share, 3), significant(100.0 / useful, 3));
}

std::optional<double> continuousOptimum(const ScalingModel& model)
{
    const std::optional<SmoothTerms> terms = smoothTerms(model);
    const double alpha = model.communication.alphaS;
    if (!terms || terms->shrinking <= 0 || alpha <= 0)
        return std::nullopt;
    return std::sqrt(terms->shrinking / (terms->latencyPerWorker * alpha));
}

std::optional<double> alphaForOptimum(const ScalingModel& model, int p, int pMax)
{
    pMax = searched(model, pMax);
    if (p < 1 || p > pMax)
        return std::nullopt;
    if (const std::optional<SmoothTerms> terms = smoothTerms(model)) {
        if (terms->shrinking <= 0)
            return std::nullopt;
        return terms->shrinking / (terms->latencyPerWorker * p * static_cast<double>(p));
    }
    PredictionColumns scratch;
    if (integerOptimum(model, 0, pMax, scratch) < p)
        return std::nullopt;
    // The optimum falls as alpha rises; stop between the last alpha with p* >= p and the first with p* < p.
    double low = 0;
    double high = model.tCompS * model.communication.localSteps;
    while (integerOptimum(model, high, pMax, scratch) >= p && high < 1e6 * model.tCompS)
        high *= 2;
    for (int i = 0; i < 100 && high - low > 1e-12 * high; ++i) {
        const double middle = low > 0 && high / low > 4 ? std::sqrt(low * high) : (low + high) / 2;
        (integerOptimum(model, middle, pMax, scratch) >= p ? low : high) = middle;
        if (low == 0 && high < 1e-15 * model.tCompS)
            break;
    }
    return low;
}

const char* modelInputName(ModelInput input)
{
    constexpr std::array names{"alpha", "beta", "t_comp", "alpha2", "beta2"};
    return names[static_cast<std::size_t>(input)];
}

std::vector<ModelInput> modelInputs(const ScalingModel& model)
{
    std::vector<ModelInput> inputs{ModelInput::Alpha, ModelInput::Beta, ModelInput::TComp};
    const auto leaves = [](Pattern pattern, const CommunicationParameters& c) {
        return c.twoLevels || patternInputs(pattern).hierarchy;
    };
    if (leaves(model.pattern, model.communication) ||
        std::any_of(model.further.begin(), model.further.end(),
                    [&](const FurtherExchange& each) { return leaves(each.pattern, each.communication); }))
        inputs.insert(inputs.end(), {ModelInput::Alpha2, ModelInput::Beta2});
    return inputs;
}

namespace {

double CommunicationParameters::*memberOf(ModelInput input)
{
    switch (input) {
    case ModelInput::Alpha: return &CommunicationParameters::alphaS;
    case ModelInput::Beta: return &CommunicationParameters::betaS;
    case ModelInput::Alpha2: return &CommunicationParameters::alpha2S;
    case ModelInput::Beta2: return &CommunicationParameters::beta2S;
    case ModelInput::TComp: break;
    }
    return nullptr;
}

}  // namespace

ScalingModel withInput(ScalingModel model, ModelInput input, double value)
{
    if (input == ModelInput::TComp) {
        model.tCompS = value;
        return model;
    }
    const auto member = memberOf(input);
    const double before = model.communication.*member;
    const bool perMessage = input == ModelInput::Beta || input == ModelInput::Beta2;
    model.communication.*member = value;
    for (FurtherExchange& each : model.further)
        if (!perMessage)
            each.communication.*member = value;
        else if (before > 0)
            each.communication.*member *= value / before;
    return model;
}

double valueOf(const ScalingModel& model, ModelInput input)
{
    return input == ModelInput::TComp ? model.tCompS : model.communication.*memberOf(input);
}

ScalingModel scaledBy(ScalingModel model, ModelInput input, double factor)
{
    if (input == ModelInput::TComp) {
        model.tCompS *= factor;
        return model;
    }
    model.communication.*memberOf(input) *= factor;
    for (FurtherExchange& each : model.further)
        each.communication.*memberOf(input) *= factor;
    return model;
}

std::vector<Sensitivity> sensitivity(const ScalingModel& model, int pMax)
{
    pMax = searched(model, pMax);
    std::vector<Sensitivity> rows;
    PredictionColumns scratch;
    const auto optimum = [&](ModelInput input, double factor) {
        const ScalingModel changed = scaledBy(model, input, factor);
        predictColumns(changed, pMax, scratch);
        const int p = fastestP(changed, scratch);
        return std::pair(p, scratch.speedup[static_cast<std::size_t>(p - 1)]);
    };
    for (const ModelInput input : modelInputs(model)) {
        const auto [pTen, sTen] = optimum(input, 10);
        const auto [pTenth, sTenth] = optimum(input, 0.1);
        const bool edge = pMax > 1 && !endsWithTheBatch(model, pMax);
        rows.push_back({modelInputName(input), pTen, pTenth, sTen, sTenth, edge && pTen == pMax, edge && pTenth == pMax,
                        valueOf(model, input) == 0});
    }
    return rows;
}

bool ModelIntervals::any() const
{
    const auto given = [](const std::optional<Interval>& each) { return each.has_value(); };
    return tCompS || alphaS || betaS || alpha2S || beta2S ||
           std::any_of(furtherBetaS.begin(), furtherBetaS.end(), given) ||
           std::any_of(furtherBeta2S.begin(), furtherBeta2S.end(), given);
}

namespace {

bool wide(const std::optional<Interval>& interval)
{
    return interval && interval->low < interval->high;
}

/// The model with that input, of all its exchanges, at one end of what is known of it.
ScalingModel atEnd(const ScalingModel& model, ModelInput input, const std::optional<Interval>& interval,
                   const std::vector<std::optional<Interval>>& further, double Interval::*end)
{
    if (further.size() != model.further.size() || further.empty())
        return withInput(model, input, (*interval).*end);
    ScalingModel moved = model;
    if (wide(interval))
        moved.communication.*memberOf(input) = (*interval).*end;
    for (std::size_t i = 0; i < further.size(); ++i)
        if (wide(further[i]))
            moved.further[i].communication.*memberOf(input) = (*further[i]).*end;
    return moved;
}

/// The corners of the box that the inputs' intervals span.
struct Corners {
    std::vector<ScalingModel> models;
    int inputs = 0;    ///< that have a width
    double level = 1;  ///< Bonferroni's
};

Corners cornersOf(const ScalingModel& model, const ModelIntervals& intervals)
{
    Corners corners{.models = {model}};
    double missed = 0;
    for (const ModelInput input : modelInputs(model)) {
        const std::array all{&intervals.alphaS, &intervals.betaS, &intervals.tCompS, &intervals.alpha2S,
                             &intervals.beta2S};
        const std::optional<Interval>& interval = *all[static_cast<std::size_t>(input)];
        static const std::vector<std::optional<Interval>> none;
        const std::vector<std::optional<Interval>>& further = input == ModelInput::Beta    ? intervals.furtherBetaS
                                                              : input == ModelInput::Beta2 ? intervals.furtherBeta2S
                                                                                           : none;
        if (!wide(interval) && std::none_of(further.begin(), further.end(), wide))
            continue;
        if (wide(interval)) {
            ++corners.inputs;
            missed += 1 - interval->level;
        }
        for (const std::optional<Interval>& each : further)
            if (wide(each) && each->level < 1) {
                ++corners.inputs;
                missed += 1 - each->level;
            }
        std::vector<ScalingModel> split;
        for (const ScalingModel& corner : corners.models)
            for (double Interval::*end : {&Interval::low, &Interval::high})
                split.push_back(atEnd(corner, input, interval, further, end));
        corners.models = std::move(split);
    }
    corners.level = std::max(0.0, 1 - missed);
    return corners;
}

}  // namespace

std::optional<Interval> stepBand(const ScalingModel& model, const ModelIntervals& intervals, int p)
{
    const Corners corners = cornersOf(model, intervals);
    if (corners.inputs == 0 || (model.mostWorkers && p > *model.mostWorkers))
        return std::nullopt;
    Interval band{std::numeric_limits<double>::infinity(), 0, corners.level};
    for (const ScalingModel& corner : corners.models) {
        const double step = predictAt(corner, p).tStepS;
        band.low = std::min(band.low, step);
        band.high = std::max(band.high, step);
    }
    return std::isfinite(band.high) ? std::optional(band) : std::nullopt;
}

std::optional<PredictionBand> predictBand(const ScalingModel& model, const ModelIntervals& intervals, int pMax)
{
    pMax = searched(model, pMax);
    const Corners corners = cornersOf(model, intervals);
    if (corners.inputs == 0)
        return std::nullopt;
    PredictionBand band;
    band.inputs = corners.inputs;
    band.level = corners.level;

    PredictionColumns scratch;
    bool first = true;
    for (const ScalingModel& corner : corners.models) {
        predictColumns(corner, pMax, scratch);
        const int pStar = fastestP(corner, scratch);
        const int kneeP = efficientP(scratch, pStar);
        const double best = scratch.speedup[static_cast<std::size_t>(pStar - 1)];
        if (first) {
            band.speedupLow = band.speedupHigh = scratch.speedup;
            band.pStarLow = band.pStarHigh = pStar;
            band.kneeLow = band.kneeHigh = kneeP;
            band.speedupAtPStarLow = band.speedupAtPStarHigh = best;
            first = false;
            continue;
        }
        for (std::size_t i = 0; i < scratch.speedup.size(); ++i) {
            band.speedupLow[i] = std::min(band.speedupLow[i], scratch.speedup[i]);
            band.speedupHigh[i] = std::max(band.speedupHigh[i], scratch.speedup[i]);
        }
        band.pStarLow = std::min(band.pStarLow, pStar);
        band.pStarHigh = std::max(band.pStarHigh, pStar);
        band.kneeLow = std::min(band.kneeLow, kneeP);
        band.kneeHigh = std::max(band.kneeHigh, kneeP);
        band.speedupAtPStarLow = std::min(band.speedupAtPStarLow, best);
        band.speedupAtPStarHigh = std::max(band.speedupAtPStarHigh, best);
    }
    const bool edge = pMax > 1 && !endsWithTheBatch(model, pMax);
    band.pStarHighAtEdge = edge && band.pStarHigh == pMax;
    band.kneeHighAtEdge = edge && band.kneeHigh == pMax;
    return band;
}

}  // namespace scalewright

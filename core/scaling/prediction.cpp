#include "core/scaling/prediction.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace scalewright {

namespace {

constexpr double secondsPerHour = 3600;

// Index of the first least value. Eight running minima let the compiler use vector registers without reordering sums.
std::size_t firstLeast(const std::vector<double>& values)
{
    constexpr std::size_t lanes = 8;
    double least[lanes];
    std::fill(std::begin(least), std::end(least), values.front());
    std::size_t i = 0;
    for (; i + lanes <= values.size(); i += lanes)
        for (std::size_t k = 0; k < lanes; ++k)
            least[k] = values[i + k] < least[k] ? values[i + k] : least[k];
    double smallest = *std::min_element(std::begin(least), std::end(least));
    for (; i < values.size(); ++i)
        smallest = std::min(smallest, values[i]);
    return static_cast<std::size_t>(std::find(values.begin(), values.end(), smallest) - values.begin());
}

// The same for the greatest product a[i] b[i].
std::size_t firstGreatestProduct(const std::vector<double>& a, const std::vector<double>& b)
{
    constexpr std::size_t lanes = 8;
    double greatest[lanes];
    std::fill(std::begin(greatest), std::end(greatest), a.front() * b.front());
    std::size_t i = 0;
    for (; i + lanes <= a.size(); i += lanes)
        for (std::size_t k = 0; k < lanes; ++k) {
            const double product = a[i + k] * b[i + k];
            greatest[k] = product > greatest[k] ? product : greatest[k];
        }
    double largest = *std::max_element(std::begin(greatest), std::end(greatest));
    for (; i < a.size(); ++i)
        largest = std::max(largest, a[i] * b[i]);
    for (i = 0; a[i] * b[i] < largest; ++i) {
    }
    return i;
}

struct Times {
    double comp;
    double comm;
    double step;
};

Times timesAt(const ScalingModel& model, double p)
{
    const double comp = model.scaling == Scaling::Strong ? model.tCompS / p : model.tCompS;
    const double comm = communicationTime(model.pattern, model.communication, p);
    return {comp, comm, comp + comm};
}

double speedupAt(const ScalingModel& model, double p)
{
    const double step = timesAt(model, p).step;
    return model.scaling == Scaling::Strong ? model.tCompS / step : p * model.tCompS / step;
}

std::string numberOf(double value)
{
    return fmt::format("{:.3g}", value);
}

int fastest(const ScalingModel& model, const PredictionColumns& columns)
{
    if (model.scaling == Scaling::Strong)
        return static_cast<int>(firstLeast(columns.tStep)) + 1;
    const auto best = std::max_element(columns.speedup.begin(), columns.speedup.end());
    return static_cast<int>(best - columns.speedup.begin()) + 1;
}

std::string limitNote(const ScalingModel& model, int pMax, const std::optional<double>& speedupLimit)
{
    // Past the edge the curve may still rise for a long way, or turn at the next worker: say which.
    const double beyond = std::max(speedupAt(model, pMax + 1.0), speedupAt(model, 2.0 * pMax));
    const double atEdge = speedupAt(model, pMax);
    if (!(beyond > atEdge))
        return fmt::format("p* is the largest p searched ({}), and more workers gain nothing", pMax);
    if (!speedupLimit)
        return fmt::format("still gaining at p = {}, the largest p searched: without communication there is no fastest p", pMax);
    if (*speedupLimit > atEdge)
        return fmt::format("still gaining at p = {}, the largest p searched: there is no finite p*, S tends to {}", pMax,
                           numberOf(*speedupLimit));
    return fmt::format("still gaining at p = {}, the largest p searched: p* lies beyond it", pMax);
}

int integerOptimum(ScalingModel model, double alphaS, int pMax, PredictionColumns& scratch)
{
    model.communication.alphaS = alphaS;
    predictColumns(model, pMax, scratch);
    return fastest(model, scratch);
}

// For smooth patterns T(p) = const + K/p + a alpha p, with K = T_comp - b beta: returns {a, K}, after local steps.
struct SmoothTerms {
    double latencyPerWorker;
    double shrinking;
};

std::optional<SmoothTerms> smoothTerms(const ScalingModel& model)
{
    const CommunicationParameters& c = model.communication;
    if (model.scaling == Scaling::Weak || !smoothInP(model.pattern, c))
        return std::nullopt;
    double a = 2;
    double constant = 2 * c.betaS + c.gammaS;
    if (model.pattern == Pattern::BookRingAllReduce) {
        a = 1;
        constant = 2 * c.betaS;
    } else if (model.pattern == Pattern::Shuffle) {
        a = 1;
        constant = c.betaS;
    } else if (model.pattern == Pattern::ScatterGather) {
        constant = 2 * c.betaS;
    }
    return SmoothTerms{a / c.localSteps, model.tCompS - constant / c.localSteps};
}

}  // namespace

Result<void> validate(const ScalingModel& model)
{
    Error error;
    const auto check = [&error](bool right, const char* field, std::string message, const char* expected) {
        if (!right)
            error.problems.push_back({std::move(message), expected, {.field = field}});
    };
    check(std::isfinite(model.tCompS) && model.tCompS > 0, "--t-comp", fmt::format("{} s is no compute time", model.tCompS),
          "a time above 0 s");
    if (model.priceUsdPerHour)
        check(std::isfinite(*model.priceUsdPerHour) && *model.priceUsdPerHour >= 0, "--price",
              fmt::format("{} is no price", *model.priceUsdPerHour), "0 USD an hour or more");
    check(std::isfinite(model.steps) && model.steps >= 1, "--steps", fmt::format("{} is too few", model.steps), "1 step or more");
    if (Result<void> communication = validate(model.communication); !communication)
        for (Problem& problem : communication.error().problems)
            error.problems.push_back(std::move(problem));
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

PredictionRow predictAt(const ScalingModel& model, int p)
{
    const Times t = timesAt(model, p);
    PredictionRow row{.p = p,
                      .tCompS = t.comp,
                      .tCommS = t.comm,
                      .tStepS = t.step,
                      .speedup = speedupAt(model, p),
                      .efficiency = 0,
                      .commToCompute = t.comm / t.comp,
                      .costUsd = std::nullopt};
    row.efficiency = row.speedup / p;
    if (model.priceUsdPerHour)
        row.costUsd = *model.priceUsdPerHour * p * t.step * model.steps / secondsPerHour;
    return row;
}

void predictColumns(const ScalingModel& model, int pMax, PredictionColumns& out)
{
    const auto size = static_cast<std::size_t>(pMax);
    for (std::vector<double>* column : {&out.tComp, &out.tComm, &out.tStep, &out.speedup, &out.efficiency, &out.commToCompute, &out.cost})
        column->resize(size);
    communicationTimes(model.pattern, model.communication, pMax, out.tComm.data());

    const double tComp = model.tCompS;
    const double price = model.priceUsdPerHour.value_or(0);
    const double steps = model.steps;
    const bool strong = model.scaling == Scaling::Strong;
    double* __restrict comp = out.tComp.data();
    const double* __restrict comm = out.tComm.data();
    double* __restrict step = out.tStep.data();
    double* __restrict speedup = out.speedup.data();
    double* __restrict efficiency = out.efficiency.data();
    double* __restrict ratio = out.commToCompute.data();
    double* __restrict cost = out.cost.data();
    for (int i = 0; i < pMax; ++i) {
        const double p = i + 1;
        comp[i] = strong ? tComp / p : tComp;
        step[i] = comp[i] + comm[i];
        speedup[i] = (strong ? tComp : p * tComp) / step[i];
        efficiency[i] = speedup[i] / p;
        ratio[i] = comm[i] / comp[i];
        cost[i] = price * p * step[i] * steps / secondsPerHour;
    }
}

Landmarks findLandmarks(const ScalingModel& model, const PredictionColumns& columns)
{
    Landmarks marks;
    const int pMax = static_cast<int>(columns.tStep.size());
    marks.pStar = fastest(model, columns);
    marks.pStarAtLimit = marks.pStar == pMax;

    // Eager, Zahorjan and Lazowska: argmax E/T; with T = T(1)/S that is argmax E S, for weak scaling too.
    marks.kneeP = static_cast<int>(firstGreatestProduct(columns.efficiency, columns.speedup)) + 1;

    const std::optional<double> commLimit = communicationTimeLimit(model.pattern, model.communication);
    const bool strong = model.scaling == Scaling::Strong;
    if (!commLimit)
        marks.speedupLimit = 0;
    else if (strong && *commLimit > 0)
        marks.speedupLimit = model.tCompS / *commLimit;
    else
        marks.speedupLimitReason = strong ? "no limit: nothing is communicated, so S = p" : "no limit: the scaled speedup grows with p";
    if (!strong && !commLimit) {
        // S = p T_comp/(T_comp + T_comm(p)) still tends to a finite value where T_comm grows linearly, to none where slower.
        const double far = speedupAt(model, std::ldexp(1.0, 256));
        const double farther = speedupAt(model, std::ldexp(1.0, 512));
        if (farther > far * 1.5) {
            marks.speedupLimit.reset();
            marks.speedupLimitReason = "no limit: communication grows more slowly than the work";
        } else {
            marks.speedupLimit = far;
        }
    }

    for (int i = 0; i < pMax && !marks.pCommDominates; ++i)
        if (columns.tComm[static_cast<std::size_t>(i)] >= columns.tComp[static_cast<std::size_t>(i)])
            marks.pCommDominates = i + 1;
    if (!marks.pCommDominates) {
        // Strong: R grows with p as soon as anything is communicated. Weak: R tends to the limit of T_comm over T_comp.
        const bool never = commLimit && (strong ? *commLimit <= 0 : *commLimit < model.tCompS);
        marks.pCommDominatesReason = never ? "never: communication stays below compute at every p"
                                           : fmt::format("beyond p-max: R reaches 1 only past p = {}", pMax);
    }

    if (marks.pStarAtLimit && pMax > 1)
        marks.pStarNote = limitNote(model, pMax, marks.speedupLimit);
    else if (marks.pStarAtLimit)
        marks.pStarNote = speedupAt(model, 2) > 1 ? "only p = 1 was searched; p = 2 would be faster" : "only p = 1 was searched";
    else if (marks.pStar == 1)
        marks.pStarNote = "no p > 1 is faster than one machine: communication costs more than it saves";
    return marks;
}

PredictionRow Prediction::row(int p) const
{
    const auto i = static_cast<std::size_t>(p - 1);
    return {.p = p,
            .tCompS = columns.tComp[i],
            .tCommS = columns.tComm[i],
            .tStepS = columns.tStep[i],
            .speedup = columns.speedup[i],
            .efficiency = columns.efficiency[i],
            .commToCompute = columns.commToCompute[i],
            .costUsd = model.priceUsdPerHour ? std::optional(columns.cost[i]) : std::nullopt};
}

Prediction predict(const ScalingModel& model, int pMax)
{
    Prediction prediction{.model = model, .pMax = pMax, .columns = {}, .landmarks = {}};
    predictColumns(model, pMax, prediction.columns);
    prediction.landmarks = findLandmarks(model, prediction.columns);
    return prediction;
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

std::vector<Sensitivity> sensitivity(const ScalingModel& model, int pMax)
{
    std::vector<Sensitivity> rows;
    PredictionColumns scratch;
    const auto optimum = [&](double ScalingModel::*direct, double CommunicationParameters::*nested, double factor) {
        ScalingModel changed = model;
        if (direct)
            changed.*direct *= factor;
        else
            changed.communication.*nested *= factor;
        predictColumns(changed, pMax, scratch);
        const int p = fastest(changed, scratch);
        return std::pair(p, scratch.speedup[static_cast<std::size_t>(p - 1)]);
    };
    const auto add = [&](const char* name, double ScalingModel::*direct, double CommunicationParameters::*nested) {
        const auto [pTen, sTen] = optimum(direct, nested, 10);
        const auto [pTenth, sTenth] = optimum(direct, nested, 0.1);
        rows.push_back({name, pTen, pTenth, sTen, sTenth});
    };
    add("alpha", nullptr, &CommunicationParameters::alphaS);
    add("beta", nullptr, &CommunicationParameters::betaS);
    add("t_comp", &ScalingModel::tCompS, nullptr);
    return rows;
}

std::optional<PredictionBand> predictBand(const ScalingModel& model, const ModelIntervals& intervals, int pMax)
{
    if (!intervals.any())
        return std::nullopt;
    PredictionBand band;
    band.level = 1;
    for (const std::optional<Interval>* each : {&intervals.tCompS, &intervals.alphaS, &intervals.betaS})
        if (*each)
            band.level = std::min(band.level, (*each)->level);

    const auto ends = [](const std::optional<Interval>& interval, double value) {
        return interval ? std::vector<double>{interval->low, interval->high} : std::vector<double>{value};
    };
    PredictionColumns scratch;
    bool first = true;
    for (const double tComp : ends(intervals.tCompS, model.tCompS))
        for (const double alpha : ends(intervals.alphaS, model.communication.alphaS))
            for (const double beta : ends(intervals.betaS, model.communication.betaS)) {
                ScalingModel corner = model;
                corner.tCompS = tComp;
                corner.communication.alphaS = alpha;
                corner.communication.betaS = beta;
                predictColumns(corner, pMax, scratch);
                const int pStar = fastest(corner, scratch);
                const int knee = static_cast<int>(firstGreatestProduct(scratch.efficiency, scratch.speedup)) + 1;
                const double best = scratch.speedup[static_cast<std::size_t>(pStar - 1)];
                if (first) {
                    band.speedupLow = band.speedupHigh = scratch.speedup;
                    band.pStarLow = band.pStarHigh = pStar;
                    band.kneeLow = band.kneeHigh = knee;
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
                band.kneeLow = std::min(band.kneeLow, knee);
                band.kneeHigh = std::max(band.kneeHigh, knee);
                band.speedupAtPStarLow = std::min(band.speedupAtPStarLow, best);
                band.speedupAtPStarHigh = std::max(band.speedupAtPStarHigh, best);
            }
    return band;
}

}  // namespace scalewright

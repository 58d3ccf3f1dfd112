// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/optimum.h"

#include <cmath>

#include "core/model/scaling/pattern_traits.h"
#include "core/model/scaling/search.h"

namespace scalewright {

namespace {

int integerOptimum(ScalingModel model, double alphaS, int pMax, PredictionColumns& scratch)
{
    for (Exchange& each : model.exchanges)
        each.communication.alphaS = alphaS;
    if (model.terms.split)
        for (IntraCopyExchange& each : model.terms.split->exchanges)
            each.communication.alphaS = alphaS;
    predictColumns(model, pMax, scratch);
    return fastestP(model, scratch);
}

// For smooth patterns, T(p) = const + K/p + a alpha p with K = T_comp - b beta. Returns {a, K}, adjusted for local
// steps.
struct SmoothTerms {
    double latencyFactor;
    double parallelTimeS;
};

std::optional<SmoothTerms> smoothTerms(const ScalingModel& model)
{
    const CommunicationParameters& c = model.primaryExchange().communication;
    const std::optional<SmoothCoefficients> form = smoothCoefficients(model.primaryExchange().pattern, c);
    if (model.scaling == Scaling::Weak || !form || !model.terms.isEmpty() || model.exchanges.size() > 1 ||
        model.maximumWorkers)
        return std::nullopt;
    const double constant = form->bandwidth * c.betaS + form->reduction * c.gammaS;
    return SmoothTerms{form->latency / c.localSteps, model.tCompS - constant / c.localSteps};
}

}  // namespace

std::optional<double> continuousOptimum(const ScalingModel& model)
{
    const std::optional<SmoothTerms> terms = smoothTerms(model);
    const double alpha = model.primaryExchange().communication.alphaS;
    if (!terms || terms->parallelTimeS <= 0 || alpha <= 0)
        return std::nullopt;
    return std::sqrt(terms->parallelTimeS / (terms->latencyFactor * alpha));
}

std::optional<double> alphaForOptimum(const ScalingModel& model, int p, int pMax)
{
    pMax = searchLimit(model, pMax);
    if (p < 1 || p > pMax)
        return std::nullopt;
    if (const std::optional<SmoothTerms> terms = smoothTerms(model)) {
        if (terms->parallelTimeS <= 0)
            return std::nullopt;
        return terms->parallelTimeS / (terms->latencyFactor * p * static_cast<double>(p));
    }
    PredictionColumns scratch;
    if (integerOptimum(model, 0, pMax, scratch) < p)
        return std::nullopt;
    // The optimum falls as alpha rises: bisect between the last alpha with p* >= p and the first with p* < p.
    double low = 0;
    double high = model.tCompS * model.primaryExchange().communication.localSteps;
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

}  // namespace scalewright

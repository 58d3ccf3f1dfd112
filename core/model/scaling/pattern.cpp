#include "core/model/scaling/pattern.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/model/scaling/pattern_traits.h"
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright {

const PatternTraits& traitsOf(Pattern which)
{
#define SCALEWRIGHT_PATTERN(pattern, name) &patterns::traits<Pattern::pattern>(),
    static const std::array<const PatternTraits*, allPatterns.size()> known{SCALEWRIGHT_PATTERNS(SCALEWRIGHT_PATTERN)};
#undef SCALEWRIGHT_PATTERN
    return *known[static_cast<std::size_t>(which)];
}

std::vector<Pattern> patternsCarryingOut(std::string_view option)
{
    std::vector<Pattern> list;
    for (const Pattern each : allPatterns)
        if (traitsOf(each).option == option)
            list.push_back(each);
    std::stable_sort(list.begin(), list.end(), [](Pattern one, Pattern other) {
        const auto rank = [](Pattern each) {
            return std::pair(traitsOf(each).simplifies.value_or(each), traitsOf(each).simplifies.has_value());
        };
        return rank(one) < rank(other);
    });
    return list;
}

Pattern patternDelivering(Delivers delivers)
{
    return *std::find_if(allPatterns.begin(), allPatterns.end(),
                         [delivers](Pattern each) { return traitsOf(each).delivers == delivers; });
}

bool deliversAtLeast(Pattern one, Pattern other)
{
    const Delivers mine = traitsOf(one).delivers, theirs = traitsOf(other).delivers;
    return one == other || (givesTheSum(mine) && (givesTheSum(theirs) || theirs == Delivers::NeighboursMean ||
                                                  theirs == Delivers::SampledMean));
}

std::string titleOf(Pattern pattern)
{
    return traitsOf(pattern).title;
}

std::string patternFormula(Pattern pattern)
{
    return traitsOf(pattern).formula;
}

std::string patternSource(Pattern pattern)
{
    return traitsOf(pattern).source;
}

PatternInputs patternInputs(Pattern pattern)
{
    return traitsOf(pattern).inputs;
}

Result<void> validate(const CommunicationParameters& c)
{
    Error error;
    const auto check = [&error](bool right, const char* field, std::string message, std::string expected) {
        if (!right)
            error.problems.push_back({std::move(message), std::move(expected), {.field = field}});
    };
    const auto time = [&check](double value, const char* field) {
        check(std::isfinite(value) && value >= 0, field,
              std::isfinite(value) ? say("{} s is negative", fmt::format("{}", value)) : "not a finite number",
              "a time of 0 s or more");
    };
    const auto count = [&check](int value, const char* field, std::string expected) {
        check(value >= 1, field, say("{} is too few", value), std::move(expected));
    };
    time(c.alphaS, "alpha");
    time(c.betaS, "beta");
    time(c.gammaS, "gamma");
    time(c.alpha2S, "alpha2");
    time(c.beta2S, "beta2");
    count(c.workersPerNode, "workers_per_node", "1 or more workers on a node");
    check(std::isfinite(c.oversubscription) && c.oversubscription >= 1, "oversubscription",
          say("{} is no oversubscription", fmt::format("{}", c.oversubscription)), "1 (none) or more");
    count(c.buckets, "buckets", "1 or more buckets");
    count(c.shards, "shards", "1 or more server shards");
    count(c.neighbours, "neighbours", "1 or more neighbours");
    count(c.localSteps, "local_steps", "1 or more steps between exchanges");
    check(c.participation > 0 && c.participation <= 1, "participation",
          say("{} is not a share", fmt::format("{}", c.participation)), "a share above 0 and up to 1");
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

namespace {

CommunicationParameters ofBucket(CommunicationParameters parameters)
{
    parameters.betaS /= parameters.buckets;
    parameters.beta2S /= parameters.buckets;
    parameters.gammaS /= parameters.buckets;
    return parameters;
}

}  // namespace

double communicationTime(Pattern pattern, const CommunicationParameters& parameters, double p)
{
    if (p <= 1)
        return 0;
    if (parameters.buckets == 1)
        return traitsOf(pattern).one(parameters, p);
    return parameters.buckets * traitsOf(pattern).one(ofBucket(parameters), p);
}

void communicationTimes(Pattern pattern, const CommunicationParameters& parameters, int pMax, double* out)
{
    if (parameters.buckets == 1)
        return traitsOf(pattern).all(parameters, pMax, out);
    traitsOf(pattern).all(ofBucket(parameters), pMax, out);
    for (int i = 0; i < pMax; ++i)
        out[i] *= parameters.buckets;
}

bool smoothInP(Pattern pattern, const CommunicationParameters& parameters)
{
    return smoothForm(pattern, parameters).has_value();
}

std::optional<SmoothForm> smoothForm(Pattern pattern, const CommunicationParameters& parameters)
{
    const PatternTraits& traits = traitsOf(pattern);
    if (parameters.twoLevels || (traits.smoothIfLinearScatter && !parameters.linearScatter))
        return std::nullopt;
    std::optional<SmoothForm> form = traits.smooth;
    if (form)
        form->latency *= parameters.buckets;
    return form;
}

std::optional<double> communicationTimeLimit(Pattern pattern, const CommunicationParameters& parameters)
{
    // Far beyond any cluster a bounded formula has reached its limit to the last bit; every other one, even one that
    // grows with log2 p only, has doubled from 2^256 to 2^512.
    const double far = communicationTime(pattern, parameters, std::ldexp(1.0, 256));
    const double farther = communicationTime(pattern, parameters, std::ldexp(1.0, 512));
    if (farther > far * (1 + 1e-9))
        return std::nullopt;
    return far;
}

std::optional<LinearFactors> linearFactors(Pattern pattern, const CommunicationParameters& parameters, int p)
{
    if (traitsOf(pattern).perMessage != PerMessage::Linear)
        return std::nullopt;
    CommunicationParameters unit = parameters;
    unit.gammaS = 0;
    unit.alphaS = unit.alpha2S = 1;
    unit.betaS = unit.beta2S = 0;
    const double latency = communicationTime(pattern, unit, p);
    unit.alphaS = unit.alpha2S = 0;
    unit.betaS = unit.beta2S = 1;
    return LinearFactors{latency, communicationTime(pattern, unit, p)};
}

}  // namespace scalewright

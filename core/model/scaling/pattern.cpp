// SPDX-License-Identifier: GPL-3.0-or-later
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
    static const std::array<const PatternTraits*, allPatterns.size()> allTraits{
        SCALEWRIGHT_PATTERNS(SCALEWRIGHT_PATTERN)};
#undef SCALEWRIGHT_PATTERN
    return *allTraits[static_cast<std::size_t>(which)];
}

std::vector<Pattern> patternsForOption(std::string_view option)
{
    std::vector<Pattern> list;
    for (const Pattern each : allPatterns)
        if (traitsOf(each).slotOption == option)
            list.push_back(each);
    std::ranges::stable_sort(list, [](Pattern one, Pattern other) {
        const auto rank = [](Pattern each) {
            return std::pair(traitsOf(each).simplifiedFrom.value_or(each), traitsOf(each).simplifiedFrom.has_value());
        };
        return rank(one) < rank(other);
    });
    return list;
}

Pattern firstPatternWithOutcome(ExchangeOutcome delivers)
{
    return *std::ranges::find_if(allPatterns, [delivers](Pattern each) { return traitsOf(each).outcome == delivers; });
}

bool deliversAtLeast(Pattern one, Pattern other)
{
    const ExchangeOutcome outcome = traitsOf(one).outcome, otherOutcome = traitsOf(other).outcome;
    return one == other || (deliversFullSum(outcome) &&
                            (deliversFullSum(otherOutcome) || otherOutcome == ExchangeOutcome::NeighbourMean ||
                             otherOutcome == ExchangeOutcome::SampledClientMean));
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
    const auto check = [&error](bool isValid, const char* field, std::string message, std::string expected) {
        if (!isValid)
            error.problems.push_back({std::move(message), std::move(expected), {.field = field}});
    };
    const auto time = [&check](double value, const char* field) {
        check(
            std::isfinite(value) && value >= 0, field,
            std::isfinite(value) ? formatMessage("{} s is negative", fmt::format("{}", value)) : "not a finite number",
            "a time of 0 s or more");
    };
    const auto count = [&check](int value, const char* field, std::string expected) {
        check(value >= 1, field, formatMessage("{} is too few", value), std::move(expected));
    };
    time(c.alphaS, "alpha");
    time(c.betaS, "beta");
    time(c.gammaS, "gamma");
    time(c.alpha2S, "alpha2");
    time(c.beta2S, "beta2");
    count(c.workersPerNode, "workers_per_node", "1 or more workers on a node");
    check(std::isfinite(c.oversubscription) && c.oversubscription >= 1, "oversubscription",
          formatMessage("{} is not a valid oversubscription", fmt::format("{}", c.oversubscription)),
          "1 (none) or more");
    count(c.buckets, "buckets", "1 or more buckets");
    count(c.serverShards, "shards", "1 or more server shards");
    count(c.neighbours, "neighbours", "1 or more neighbours");
    count(c.localSteps, "local_steps", "1 or more steps between exchanges");
    check(c.participation > 0 && c.participation <= 1, "participation",
          formatMessage("{} is not a share", fmt::format("{}", c.participation)), "a share above 0 and up to 1");
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

namespace {

CommunicationParameters bucketParameters(CommunicationParameters parameters)
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
        return traitsOf(pattern).exchangeTime(parameters, p);
    return parameters.buckets * traitsOf(pattern).exchangeTime(bucketParameters(parameters), p);
}

void communicationTimes(Pattern pattern, const CommunicationParameters& parameters, int pMax, double* out)
{
    if (parameters.buckets == 1)
        return traitsOf(pattern).exchangeTimes(parameters, pMax, out);
    traitsOf(pattern).exchangeTimes(bucketParameters(parameters), pMax, out);
    for (int i = 0; i < pMax; ++i)
        out[i] *= parameters.buckets;
}

bool isSmoothInP(Pattern pattern, const CommunicationParameters& parameters)
{
    return smoothCoefficients(pattern, parameters).has_value();
}

std::optional<SmoothCoefficients> smoothCoefficients(Pattern pattern, const CommunicationParameters& parameters)
{
    const PatternTraits& traits = traitsOf(pattern);
    if (parameters.twoLevelNetwork || (traits.smoothOnlyIfLinearScatter && !parameters.linearScatter))
        return std::nullopt;
    std::optional<SmoothCoefficients> form = traits.smoothCoefficients;
    if (form)
        form->latency *= parameters.buckets;
    return form;
}

std::optional<double> communicationTimeLimit(Pattern pattern, const CommunicationParameters& parameters)
{
    // Far above any cluster size, a bounded formula has reached its limit to the last bit; every other formula, even
    // one that grows only with log2 p, doubles between 2^256 and 2^512.
    const double far = communicationTime(pattern, parameters, std::ldexp(1.0, 256));
    const double farther = communicationTime(pattern, parameters, std::ldexp(1.0, 512));
    if (farther > far * (1 + 1e-9))
        return std::nullopt;
    return far;
}

std::optional<LinearFactors> linearFactors(Pattern pattern, const CommunicationParameters& parameters, int p)
{
    if (traitsOf(pattern).timeVersusMessageSize != TimeVersusMessageSize::Linear)
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

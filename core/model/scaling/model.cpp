#include "core/model/scaling/model.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/model/scaling/split.h"

namespace scalewright {

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
    check(!model.exchanges.empty(), "pattern", "a step without an exchange", "one exchange or more");
    for (const Exchange& each : model.exchanges)
        if (Result<void> communication = validate(each.communication); !communication)
            for (Problem& problem : communication.error().problems)
                error.problems.push_back(std::move(problem));
    if (error.problems.empty())
        error.problems = termProblems(model.terms, model.tCompS, model.scaling == Scaling::Strong,
                                      model.first().communication.localSteps);
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

double communicationTime(const ScalingModel& model, double p)
{
    const bool split = model.terms.split && p <= largestPMax;
    double seconds = split ? ownExchangeS(model, static_cast<int>(p))
                           : communicationTime(model.first().pattern, model.first().communication, p);
    const double laid = split ? laidWorkers(model.terms, static_cast<int>(p)) : p;
    for (std::size_t next = 1; next < model.exchanges.size(); ++next)
        seconds += communicationTime(model.exchanges[next].pattern, model.exchanges[next].communication, laid);
    return seconds;
}

double ownExchangeS(const ScalingModel& model, int p)
{
    return ownExchangeS(model, model.first().communication, p);
}

double ownExchangeS(const ScalingModel& model, const CommunicationParameters& message, int p)
{
    const int workers = exchangingWorkers(model.terms, p);
    return model.terms.split ? gradientExchangeS(model.first().pattern, message, workers, model.terms.split->experts)
                             : communicationTime(model.first().pattern, message, workers);
}

void ownExchangeTimes(const ScalingModel& model, const CommunicationParameters& message, int pMax, double* out)
{
    const DesignTerms& terms = model.terms;
    const Pattern pattern = model.first().pattern;
    if (!terms.split)
        return communicationTimes(pattern, message, pMax, out);
    const SpreadExperts& experts = terms.split->experts;
    const bool apart = experts.spread > 1 && experts.share > 0;
    const GradientParts parts = gradientParts(message, experts);
    std::vector<double> dense(static_cast<std::size_t>(pMax)), ofExperts(apart ? dense.size() : 0);
    communicationTimes(pattern, apart ? parts.dense : message, pMax, dense.data());
    if (apart)
        communicationTimes(pattern, parts.experts, pMax, ofExperts.data());
    for (int p = 1; p <= pMax; ++p) {
        const int workers = exchangingWorkers(terms, p);
        out[p - 1] = dense[static_cast<std::size_t>(workers - 1)];
        if (apart)
            out[p - 1] += ofExperts[static_cast<std::size_t>(std::max(1, workers / experts.spread) - 1)];
    }
}

std::optional<double> ownExchangeLimit(const ScalingModel& model, const CommunicationParameters& message)
{
    const Pattern pattern = model.first().pattern;
    if (!model.terms.split || model.terms.split->experts.share <= 0)
        return communicationTimeLimit(pattern, message);
    const GradientParts parts = gradientParts(message, model.terms.split->experts);
    const std::optional<double> dense = communicationTimeLimit(pattern, parts.dense),
                                experts = communicationTimeLimit(pattern, parts.experts);
    return dense && experts ? std::optional(*dense + *experts) : std::nullopt;
}

void communicationTimes(const ScalingModel& model, int pMax, double* out)
{
    const DesignTerms& terms = model.terms;
    ownExchangeTimes(model, model.first().communication, pMax, out);
    std::vector<double> other(model.exchanges.size() > 1 ? static_cast<std::size_t>(pMax) : 0);
    for (std::size_t next = 1; next < model.exchanges.size(); ++next) {
        communicationTimes(model.exchanges[next].pattern, model.exchanges[next].communication, pMax, other.data());
        for (int p = 1; p <= pMax; ++p)
            out[p - 1] += other[static_cast<std::size_t>((terms.split ? laidWorkers(terms, p) : p) - 1)];
    }
}

std::optional<double> communicationTimeLimit(const ScalingModel& model)
{
    std::optional<double> limit = ownExchangeLimit(model, model.first().communication);
    for (std::size_t next = 1; next < model.exchanges.size(); ++next) {
        const std::optional<double> other =
            communicationTimeLimit(model.exchanges[next].pattern, model.exchanges[next].communication);
        limit = limit && other ? std::optional(*limit + *other) : std::nullopt;
    }
    return limit;
}

double examplesShare(const ScalingModel& model, int p)
{
    if (!model.criticalWorkers)
        return 1;
    return (1 + usefulWorkers(model.terms, p) / *model.criticalWorkers) / (1 + 1 / *model.criticalWorkers);
}

int searched(const ScalingModel& model, int pMax)
{
    return std::min(pMax, model.mostWorkers.value_or(pMax));
}

bool endsWithTheBatch(const ScalingModel& model, int pMax)
{
    return model.mostWorkers && pMax >= *model.mostWorkers;
}

std::string oneExampleEach(const ScalingModel& model)
{
    return model.terms.split ? say("one example a copy of {} workers", model.terms.split->unit())
                             : "one example a worker";
}

std::string tooManyWorkers(const ScalingModel& model, int p)
{
    return say("not told: {} workers for a batch that is shared out to {} at most, {}", p,
               model.mostWorkers.value_or(p), oneExampleEach(model));
}

}  // namespace scalewright

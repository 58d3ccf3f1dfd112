// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/model.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/model/scaling/split.h"

namespace scalewright {

Result<void> validate(const ScalingModel& model)
{
    Error error;
    const auto check = [&error](bool isValid, const char* field, std::string message, std::string expected) {
        if (!isValid)
            error.problems.push_back({std::move(message), std::move(expected), {.field = field}});
    };
    check(std::isfinite(model.tCompS) && model.tCompS > 0, "t_comp",
          formatMessage("{} s is not a valid compute time", fmt::format("{}", model.tCompS)), "a time above 0 s");
    if (model.nodePriceUsdPerHour)
        check(std::isfinite(*model.nodePriceUsdPerHour) && *model.nodePriceUsdPerHour >= 0, "price",
              formatMessage("{} is not a valid price", fmt::format("{}", *model.nodePriceUsdPerHour)),
              "0 USD an hour or more");
    check(std::isfinite(model.steps) && model.steps >= 1, "steps",
          formatMessage("{} is too few", fmt::format("{}", model.steps)), "1 step or more");
    check(model.workersPerNode >= 1 && model.workersPerNode <= maximumPMax, "workers_per_node",
          formatMessage("{} is not a valid number of workers on a node", model.workersPerNode),
          formatMessage("1 to {}", maximumPMax));
    check(model.efficiencyTarget > 0 && model.efficiencyTarget <= 1, "efficiency_target",
          formatMessage("{} is not a valid efficiency", fmt::format("{}", model.efficiencyTarget)),
          "a share above 0 and up to 1");
    check(!model.exchanges.empty(), "pattern", "a step without an exchange", "one exchange or more");
    for (const Exchange& each : model.exchanges)
        if (Result<void> communication = validate(each.communication); !communication)
            for (Problem& problem : communication.error().problems)
                error.problems.push_back(std::move(problem));
    if (error.problems.empty())
        error.problems = termProblems(model.terms, model.tCompS, model.scaling == Scaling::Strong,
                                      model.primaryExchange().communication.localSteps);
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

double communicationTime(const ScalingModel& model, double p)
{
    const bool split = model.terms.split && p <= maximumPMax;
    double seconds = split
                         ? primaryExchangeS(model, static_cast<int>(p))
                         : communicationTime(model.primaryExchange().pattern, model.primaryExchange().communication, p);
    const double laid = split ? assignedWorkers(model.terms, static_cast<int>(p)) : p;
    for (std::size_t next = 1; next < model.exchanges.size(); ++next)
        seconds += communicationTime(model.exchanges[next].pattern, model.exchanges[next].communication, laid);
    return seconds;
}

double primaryExchangeS(const ScalingModel& model, int p)
{
    return primaryExchangeS(model, model.primaryExchange().communication, p);
}

double primaryExchangeS(const ScalingModel& model, const CommunicationParameters& message, int p)
{
    const int workers = exchangingWorkers(model.terms, p);
    return model.terms.split
               ? gradientExchangeS(model.primaryExchange().pattern, message, workers, model.terms.split->experts)
               : communicationTime(model.primaryExchange().pattern, message, workers);
}

void primaryExchangeTimes(const ScalingModel& model, const CommunicationParameters& message, int pMax, double* out)
{
    const DesignTerms& terms = model.terms;
    const Pattern pattern = model.primaryExchange().pattern;
    if (!terms.split)
        return communicationTimes(pattern, message, pMax, out);
    const DistributedExperts& experts = terms.split->experts;
    const bool hasSeparateExperts = experts.expertParallel > 1 && experts.messageShare > 0;
    const GradientParts parts = splitGradientMessage(message, experts);
    std::vector<double> dense(static_cast<std::size_t>(pMax)), expertTimes(hasSeparateExperts ? dense.size() : 0);
    communicationTimes(pattern, hasSeparateExperts ? parts.dense : message, pMax, dense.data());
    if (hasSeparateExperts)
        communicationTimes(pattern, parts.experts, pMax, expertTimes.data());
    for (int p = 1; p <= pMax; ++p) {
        const int workers = exchangingWorkers(terms, p);
        out[p - 1] = dense[static_cast<std::size_t>(workers - 1)];
        if (hasSeparateExperts)
            out[p - 1] += expertTimes[static_cast<std::size_t>(std::max(1, workers / experts.expertParallel) - 1)];
    }
}

std::optional<double> primaryExchangeLimit(const ScalingModel& model, const CommunicationParameters& message)
{
    const Pattern pattern = model.primaryExchange().pattern;
    if (!model.terms.split || model.terms.split->experts.messageShare <= 0)
        return communicationTimeLimit(pattern, message);
    const GradientParts parts = splitGradientMessage(message, model.terms.split->experts);
    const std::optional<double> dense = communicationTimeLimit(pattern, parts.dense),
                                experts = communicationTimeLimit(pattern, parts.experts);
    return dense && experts ? std::optional(*dense + *experts) : std::nullopt;
}

void communicationTimes(const ScalingModel& model, int pMax, double* out)
{
    const DesignTerms& terms = model.terms;
    primaryExchangeTimes(model, model.primaryExchange().communication, pMax, out);
    std::vector<double> other(model.exchanges.size() > 1 ? static_cast<std::size_t>(pMax) : 0);
    for (std::size_t next = 1; next < model.exchanges.size(); ++next) {
        communicationTimes(model.exchanges[next].pattern, model.exchanges[next].communication, pMax, other.data());
        for (int p = 1; p <= pMax; ++p)
            out[p - 1] += other[static_cast<std::size_t>((terms.split ? assignedWorkers(terms, p) : p) - 1)];
    }
}

std::optional<double> communicationTimeLimit(const ScalingModel& model)
{
    std::optional<double> limit = primaryExchangeLimit(model, model.primaryExchange().communication);
    for (std::size_t next = 1; next < model.exchanges.size(); ++next) {
        const std::optional<double> other =
            communicationTimeLimit(model.exchanges[next].pattern, model.exchanges[next].communication);
        limit = limit && other ? std::optional(*limit + *other) : std::nullopt;
    }
    return limit;
}

double relativeExamplesToQuality(const ScalingModel& model, int p)
{
    if (!model.criticalWorkers)
        return 1;
    return (1 + usefulWorkers(model.terms, p) / *model.criticalWorkers) / (1 + 1 / *model.criticalWorkers);
}

int searchLimit(const ScalingModel& model, int pMax)
{
    return std::min(pMax, model.maximumWorkers.value_or(pMax));
}

bool isLimitedByBatch(const ScalingModel& model, int pMax)
{
    return model.maximumWorkers && pMax >= *model.maximumWorkers;
}

std::string oneExampleText(const ScalingModel& model)
{
    return model.terms.split ? formatMessage("one example a copy of {} workers", model.terms.split->workerMultiple())
                             : "one example a worker";
}

std::string tooManyWorkersText(const ScalingModel& model, int p)
{
    return formatMessage("not available: {} workers, but the batch can be divided among at most {}, {}", p,
                         model.maximumWorkers.value_or(p), oneExampleText(model));
}

}  // namespace scalewright

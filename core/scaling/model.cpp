#include "core/scaling/model.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

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
    double seconds = 0;
    const bool split = model.terms.split && p <= largestPMax;
    for (const Exchange& each : model.exchanges) {
        const int workers = !split                    ? 0
                            : &each == &model.first() ? exchangingWorkers(model.terms, static_cast<int>(p))
                                                      : laidWorkers(model.terms, static_cast<int>(p));
        seconds += communicationTime(each.pattern, each.communication, split ? workers : p);
    }
    return seconds;
}

double ownExchangeS(const ScalingModel& model, int p)
{
    return communicationTime(model.first().pattern, model.first().communication, exchangingWorkers(model.terms, p));
}

void communicationTimes(const ScalingModel& model, int pMax, double* out)
{
    const DesignTerms& terms = model.terms;
    communicationTimes(model.first().pattern, model.first().communication, pMax, out);
    std::vector<double> other(model.exchanges.size() > 1 || terms.split ? static_cast<std::size_t>(pMax) : 0);
    if (terms.split) {
        std::copy_n(out, other.size(), other.begin());
        for (int p = 1; p <= pMax; ++p)
            out[p - 1] = other[static_cast<std::size_t>(exchangingWorkers(terms, p) - 1)];
    }
    for (std::size_t next = 1; next < model.exchanges.size(); ++next) {
        communicationTimes(model.exchanges[next].pattern, model.exchanges[next].communication, pMax, other.data());
        if (terms.split)
            for (int p = 1; p <= pMax; ++p)
                out[p - 1] += other[static_cast<std::size_t>(laidWorkers(terms, p) - 1)];
        else
            for (std::size_t i = 0; i < other.size(); ++i)
                out[i] += other[i];
    }
}

std::optional<double> communicationTimeLimit(const ScalingModel& model)
{
    std::optional<double> limit = 0;
    for (const Exchange& each : model.exchanges) {
        const std::optional<double> other = communicationTimeLimit(each.pattern, each.communication);
        limit = limit && other ? std::optional(*limit + *other) : std::nullopt;
    }
    return limit;
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

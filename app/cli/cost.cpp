// SPDX-License-Identifier: GPL-3.0-or-later
// cost LADDER|PROJECT: the cost at every p, measured or predicted, what the next step buys, and which p to request
// (book 41.7, sections 3 and 4).
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/cli/ladder_input.h"
#include "app/cli/output.h"
#include "core/base/error/parse_name.h"
#include "core/base/ranges/ranges.h"
#include "core/decision/plan/served.h"
#include "core/output/answers/cost_request.h"
#include "core/output/answers/served.h"

namespace scalewright::cli {

namespace {

struct CostOptions {
    LadderOptions ladder;
    OptionText price, workersPerNode, machines, plan, steps, pMax, hourValue, deadline, budget, runsPerMonth,
        spotFactor, spotMtbf, ownedFactor, utilisation, utilisationThreshold;
    std::vector<std::string> regimes;
    bool csv = false;
};

void readRegimeTerms(const CostOptions& options, PricingTerms& terms, OptionValues& values)
{
    terms.spotPriceFactor = values.readShare(options.spotFactor, "--spot-factor").value_or(terms.spotPriceFactor);
    terms.ownedPriceFactor = values.readShare(options.ownedFactor, "--owned-factor").value_or(terms.ownedPriceFactor);
    if (const std::optional<double> threshold =
            values.readShare(options.utilisationThreshold, "--utilisation-threshold"))
        terms.utilisationThreshold = threshold;
    if (const std::optional<double> busy = values.readShare(options.utilisation, "--utilisation"))
        terms.utilisation = busy;
}

/// Options override the file: options for the run's value or limits make the plan choose p again, and an option that
/// names p sets it.
void applyOptions(const CostOptions& options, CostRequest& request, OptionValues& values)
{
    const auto applyGoal = [&](MaybeQuantity& goal, FieldOptionRef option, const OptionText& text) {
        if (const std::optional<double> value = readFieldOption(option, text, values)) {
            goal = typed(*value);
            std::erase(request.goalNotes, projectGoalNote(option->field.name));
        }
    };
    Goal& goal = request.project.goal;
    Plan& plan = request.project.plan;
    applyGoal(goal.hourValueUsd, &Goal::hourValueUsd, options.hourValue);
    applyGoal(goal.deadlineS, &Goal::deadlineS, options.deadline);
    applyGoal(goal.budgetUsd, &Goal::budgetUsd, options.budget);
    if (const auto p = readFieldOption(planPField, options.plan, values)) {
        plan.p = static_cast<int>(*p);
        plan.reason = "given by --plan";
    } else if (plan.p && (options.hourValue || options.deadline || options.budget)) {
        request.goalNotes.push_back(
            fmt::format("the project's plan, {}, is ignored: the options ask for a new choice", *plan.p));
        plan.p.reset();
    }
    request.pMax = values.readPMax(options.pMax);
}

Result<CostRequest> readCostRequest(const CostOptions& options)
{
    TRY(CurveInput input, readCurveInput(options.ladder));
    OptionValues values;
    CostRequest request = costRequest(std::move(input));
    if (const std::optional<double> price = readFieldOption(&Target::priceUsdPerHour, options.price, values)) {
        request.priceUsdPerHour = *price;
        request.priceSource = "given by --price";
    } else if (!options.price && request.priceSource.empty()) {
        values.addProblem("--price", "is missing", "the price of a node-hour, such as --price 3.20");
    }
    if (const std::optional<double> runs =
            values.readAmount(options.runsPerMonth, "--runs-per-month", Dimension::Count))
        request.project.goal.runsPerMonth = typed(request.terms.runsPerMonth.emplace(*runs));
    readRegimeTerms(options, request.terms, values);
    if (options.ownedFactor)
        request.terms.ownedUsdPerHour.reset();
    setFieldFromOption<&Target::spotMtbfS>(request.project.target, options.spotMtbf, values);
    request.terms.timesIncludePreemption = request.project.target.spotMtbfS.has_value();
    setFieldFromOption<&Plan::steps>(request.project.plan, options.steps, values);
    if (options.steps && request.input.ladder)
        updateRunsForPlan(*request.input.ladder, request.project);
    applyOptions(options, request, values);
    setFieldFromOption<&Target::workersPerNode>(request.project.target, options.workersPerNode, values);
    setFieldFromOption<&Target::machinesAvailable>(request.project.target, options.machines, values);
    if (!options.regimes.empty())
        request.regimes.clear();
    for (const std::string& name : options.regimes) {
        const auto regime = values.readName<PricingRegime>(name, "--regime");
        if (regime && !contains(request.regimes, *regime))
            request.regimes.push_back(*regime);
    }
    const auto requireRegime = [&](const OptionText& text, const char* option, PricingRegime regime) {
        if (text && !contains(request.regimes, regime))
            values.addProblem(option, "no requested regime depends on it", fmt::format("--regime {}", nameOf(regime)));
    };
    requireRegime(options.spotFactor, "--spot-factor", PricingRegime::Spot);
    requireRegime(options.spotMtbf, "--spot-mtbf", PricingRegime::Spot);
    requireRegime(options.ownedFactor, "--owned-factor", PricingRegime::Owned);
    requireRegime(options.utilisationThreshold, "--utilisation-threshold", PricingRegime::Owned);
    requireRegime(options.utilisation, "--utilisation", PricingRegime::Owned);
    if (values.isValid() && !std::isfinite(request.priceUsdPerHour * maximumPMax * 1e3))
        values.addProblem("--price", "is too large to compute with", "a price such as 3.20");
    if (!values.isValid())
        return fail(values.error());
    request.project.target.priceUsdPerHour = typed(request.priceUsdPerHour);
    return request;
}

}  // namespace

CommandRunner declareCost(CLI::App& command)
{
    auto options = std::make_shared<CostOptions>();
    options->ladder.declare(command);
    declareOptions(
        command,
        {{&Target::priceUsdPerHour, options->price, "on-demand price of a node-hour (default: the project's)"},
         {&Target::workersPerNode, options->workersPerNode,
          "workers per node: ceil(p/N) nodes are charged (default: the project's, else 1)"},
         {&Target::machinesAvailable, options->machines},
         {"--regime", "NAME", options->regimes,
          "on-demand, spot or owned; may be repeated, the plan is for the first one (default: on-demand)"},
         {planPField, options->plan},
         {&Plan::steps, options->steps, "steps of a run (default: the project's)"},
         pMaxOption(options->pMax, "a predicted plan"),
         {&Goal::hourValueUsd, options->hourValue},
         {&Goal::deadlineS, options->deadline},
         {&Goal::budgetUsd, options->budget},
         {"--runs-per-month", "N", options->runsPerMonth, "runs per month (default: the project's goal)"},
         {"--spot-factor", "SHARE", options->spotFactor, "spot price over on-demand price (default: 0.3, the book's)"},
         {&Target::spotMtbfS, options->spotMtbf},
         {"--owned-factor", "SHARE", options->ownedFactor,
          "cost of an owned node for each hour of its existence, over the on-demand price (default: 0.6, the book's)"},
         {"--utilisation", "SHARE", options->utilisation, "share of the time that the owned machines are busy"},
         {"--utilisation-threshold", "SHARE", options->utilisationThreshold,
          "utilisation above which owning pays (default: the owned factor)"},
         {"--csv", options->csv, "the rows as CSV instead of text"}});
    command.footer(
        "Cost(p) = c p T_p/3600. The plan's p is the chosen one; else, among those that meet every goal: with an hour "
        "value the\nlowest cost of machines and time, with a deadline the cheapest, with a budget the fastest; else "
        "the knee. A project with a\nmodel is planned by its prediction unless /plan/curve says measured. A project "
        "without a ladder is priced as predicted.\nExample: scalewright-cli cost ladder.csv --price 3.20 --regime "
        "on-demand --regime spot --hour-value 20");
    return [options]() -> Result<Reply> {
        TRY(const CostRequest request, readCostRequest(*options));
        if (!request.input.ladder && isPlannedByThroughput(request.project.baseline)) {
            const Analysis analysis = analyse(request.project);
            return replyOf(answerServed(request.project, analysis, defaultServedWorkers(analysis),
                                        {"t1", "marginal", "cost_optimal_p", "fastest_p", "knee_p"}),
                           options->csv);
        }
        const Result<Answered> answered = answerCost(request);
        return answered ? Result<Reply>(replyOf(*answered, options->csv)) : fail(answered.error());
    };
}

}  // namespace scalewright::cli

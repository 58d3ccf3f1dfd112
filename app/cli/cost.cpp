// cost LADDER|PROJECT: the cost at every p, measured or predicted, what the next step buys, and which p to request
// (book 41.7, sections 3 and 4).
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/cost.h"
#include "app/cli/field_options.h"
#include "app/cli/output.h"
#include "app/cli/served_output.h"
#include "core/base/quantity/units.h"
#include "core/decision/plan/served.h"
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
        if (const std::optional<double> value = readFieldOption(option, text, values))
            goal = typed(*value);
        else if (goal && !text)
            request.goalNotes.push_back(fmt::format("the {} is the project's goal", option->field.name));
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
    Result<CurveInput> input = readCurveInput(options.ladder);
    if (!input)
        return fail(std::move(input.error()));
    CostRequest request{.input = std::move(*input)};
    OptionValues values;
    const std::optional<double> price = readFieldOption(&Target::priceUsdPerHour, options.price, values);
    if (price) {
        request.priceUsdPerHour = *price;
        request.priceSource = "given by --price";
    } else if (request.input.project && request.input.project->target.priceUsdPerHour) {
        request.priceUsdPerHour = request.input.project->target.priceUsdPerHour->value;
        request.priceSource = "the project's";
    } else if (!options.price) {
        values.addProblem("--price", "is missing", "the price of a node-hour, such as --price 3.20");
    }
    if (request.input.project)
        request.project = *request.input.project;
    if (const std::optional<double> runs =
            values.readAmount(options.runsPerMonth, "--runs-per-month", Dimension::Count, Sign::Positive))
        request.project.goal.runsPerMonth = typed(*runs);
    request.terms = regimeTerms(request.project);
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
        const Result<PricingRegime> regime = regimeFromName(name);
        if (!regime)
            values.addProblem("--regime", regime.error().problems.front().message,
                              regime.error().problems.front().expected);
        else if (std::find(request.regimes.begin(), request.regimes.end(), *regime) == request.regimes.end())
            request.regimes.push_back(*regime);
    }
    const auto requireRegime = [&](const OptionText& text, const char* option, PricingRegime regime) {
        if (text && std::find(request.regimes.begin(), request.regimes.end(), regime) == request.regimes.end())
            values.addProblem(option, "no requested regime depends on it",
                              fmt::format("--regime {}", regimeName(regime)));
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

Result<CostFindings> findRequestedCosts(const CostRequest& request)
{
    Result<CostFindings> findings = computeCosts(costQuestion(request), request.terms, request.pMax);
    if (!findings)
        return fail(withFileName(std::move(findings.error()), request.input.fileName));
    return findings;
}

std::optional<FixedWorkCosts> findFixedWorkCosts(const CostRequest& request)
{
    const std::optional<LadderInput> fixedWorkInput =
        request.input.ladder ? withFixedWork(*request.input.ladder) : std::nullopt;
    if (!fixedWorkInput)
        return std::nullopt;
    CostRequest fixedRequest = request;
    fixedRequest.input.ladder = *fixedWorkInput;
    updateRunsForPlan(*fixedRequest.input.ladder, fixedRequest.project);
    Result<CostFindings> findings = findRequestedCosts(fixedRequest);
    return findings ? std::optional(FixedWorkCosts{std::move(fixedRequest), std::move(*findings)}) : std::nullopt;
}

}  // namespace

CostQuestion costQuestion(const CostRequest& request)
{
    CostQuestion question{.project = request.project,
                          .reading = {},
                          .ladder = request.measuredLadder(),
                          .name = request.project.title.empty() ? request.input.fileName : request.project.title,
                          .priceUsdPerHour = request.priceUsdPerHour,
                          .priceSource = request.priceSource,
                          .regimes = request.regimes,
                          .goalNotes = request.goalNotes};
    if (request.input.ladder)
        question.reading.emplace(ladderReadingOf(*request.input.ladder));
    return question;
}

CommandRunner declareCost(CLI::App& command)
{
    auto options = std::make_shared<CostOptions>();
    options->ladder.declare(command);
    declareFieldOption(command, &Target::priceUsdPerHour, options->price,
                       "on-demand price of a node-hour (default: the project's)");
    declareFieldOption(command, &Target::workersPerNode, options->workersPerNode,
                       "workers per node: ceil(p/N) nodes are charged (default: the project's, else 1)");
    declareFieldOption(command, &Target::machinesAvailable, options->machines);
    command
        .add_option("--regime", options->regimes,
                    "on-demand, spot or owned; may be repeated, the plan is for the first one (default: on-demand)")
        ->type_name("NAME");
    declareFieldOption(command, planPField, options->plan);
    declareFieldOption(command, &Plan::steps, options->steps, "steps of a run (default: the project's)");
    declarePMaxOption(command, options->pMax, "a predicted plan");
    declareFieldOption(command, &Goal::hourValueUsd, options->hourValue);
    declareFieldOption(command, &Goal::deadlineS, options->deadline);
    declareFieldOption(command, &Goal::budgetUsd, options->budget);
    command.add_option("--runs-per-month", options->runsPerMonth, "runs per month (default: the project's goal)")
        ->type_name("N");
    command
        .add_option("--spot-factor", options->spotFactor, "spot price over on-demand price (default: 0.3, the book's)")
        ->type_name("SHARE");
    declareFieldOption(command, &Target::spotMtbfS, options->spotMtbf);
    command
        .add_option(
            "--owned-factor", options->ownedFactor,
            "cost of an owned node for each hour of its existence, over the on-demand price (default: 0.6, the book's)")
        ->type_name("SHARE");
    command.add_option("--utilisation", options->utilisation, "share of the time that the owned machines are busy")
        ->type_name("SHARE");
    command
        .add_option("--utilisation-threshold", options->utilisationThreshold,
                    "utilisation above which owning pays (default: the owned factor)")
        ->type_name("SHARE");
    command.add_flag("--csv", options->csv, "the rows as CSV instead of text");
    command.footer(
        "Cost(p) = c p T_p/3600. The plan's p is the chosen one; else, among those that meet every goal: with an hour "
        "value the\nlowest cost of machines and time, with a deadline the cheapest, with a budget the fastest; else "
        "the knee. A project with a\nmodel is planned by its prediction unless /plan/curve says measured. A project "
        "without a ladder is priced as predicted.\nExample: scalewright-cli cost ladder.csv --price 3.20 --regime "
        "on-demand --regime spot --hour-value 20");
    return [options]() -> Result<Reply> {
        const Result<CostRequest> request = readCostRequest(*options);
        if (!request)
            return fail(request.error());
        if (!request->input.ladder && isPlannedByThroughput(request->project.baseline)) {
            const Analysis analysis = analyse(request->project);
            return servedReply(request->project, analysis, defaultServedWorkers(analysis),
                               {"t1", "marginal", "cost_optimal_p", "fastest_p", "knee_p"});
        }
        const Result<CostFindings> findings = findRequestedCosts(*request);
        if (!findings)
            return fail(findings.error());
        const std::optional<FixedWorkCosts> fixedWork = findFixedWorkCosts(*request);
        const CostQuestion question = costQuestion(*request);
        if (options->csv)
            return Reply{.text = toCsv(costTable(question, *findings))};
        return Reply{.answer = costAnswer(
                         question, *findings,
                         fixedWork ? std::optional(FixedWorkCost{costQuestion(fixedWork->request), fixedWork->findings})
                                   : std::nullopt),
                     .json = costJson(*request, *findings, fixedWork)};
    };
}

}  // namespace scalewright::cli

// cost LADDER|PROJECT: what every p costs, measured or predicted, what the next step buys, and which p to request
 // (book 41.7, section 3 and 4).
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
#include "core/base/quantity/units.h"

namespace scalewright::cli {

namespace {

struct CostOptions {
    LadderOptions ladder;
    Text price, workersPerNode, machines, plan, steps, pMax, hourValue, deadline, budget, runs, spotFactor, spotMtbf,
        ownedFactor, utilisation, threshold;
    std::vector<std::string> regimes;
    bool csv = false;
};

void readTerms(const CostOptions& options, RegimeTerms& terms, Values& values)
{
    terms.spotFactor = values.share(options.spotFactor, "--spot-factor").value_or(terms.spotFactor);
    terms.ownedFactor = values.share(options.ownedFactor, "--owned-factor").value_or(terms.ownedFactor);
    if (const std::optional<double> threshold = values.share(options.threshold, "--utilisation-threshold"))
        terms.utilisationThreshold = threshold;
    if (const std::optional<double> busy = values.share(options.utilisation, "--utilisation"))
        terms.utilisation = busy;
}

/// An option beats the file: one that says what the run is worth or may take asks anew which p, one that names p ends
/// the question.
void layOver(const CostOptions& options, Question& question, Values& values)
{
    const auto lay = [&](MaybeQuantity& goal, OptionOf option, const Text& text) {
        if (const std::optional<double> value = readField(option, text, values))
            goal = typed(*value);
        else if (goal && !text)
            question.goalsFrom.push_back(fmt::format("the {} is the project's goal", option->field.name));
    };
    Goal& goal = question.project.goal;
    Plan& plan = question.project.plan;
    lay(goal.hourValueUsd, &Goal::hourValueUsd, options.hourValue);
    lay(goal.deadlineS, &Goal::deadlineS, options.deadline);
    lay(goal.budgetUsd, &Goal::budgetUsd, options.budget);
    if (const auto p = readField(planPField, options.plan, values)) {
        plan.p = static_cast<int>(*p);
        plan.reason = "given by --plan";
    } else if (plan.p && (options.hourValue || options.deadline || options.budget)) {
        question.goalsFrom.push_back(
            fmt::format("the project's plan, {}, is set aside: the options ask anew", *plan.p));
        plan.p.reset();
    }
    question.pMax = values.pMax(options.pMax);
}

Result<Question> read(const CostOptions& options)
{
    Result<CurveInput> input = readCurve(options.ladder);
    if (!input)
        return fail(std::move(input.error()));
    Question question{.input = std::move(*input)};
    Values values;
    const std::optional<double> price = readField(&Target::priceUsdPerHour, options.price, values);
    if (price) {
        question.priceUsdPerHour = *price;
        question.priceFrom = "given by --price";
    } else if (question.input.project && question.input.project->target.priceUsdPerHour) {
        question.priceUsdPerHour = question.input.project->target.priceUsdPerHour->value;
        question.priceFrom = "the project's";
    } else if (!options.price) {
        values.add("--price", "is missing", "the price of a node-hour, such as --price 3.20");
    }
    if (question.input.project)
        question.project = *question.input.project;
    if (const std::optional<double> runs =
            values.amount(options.runs, "--runs-per-month", Dimension::Count, Sign::Positive))
        question.project.goal.runsPerMonth = typed(*runs);
    question.terms = regimeTerms(question.project);
    readTerms(options, question.terms, values);
    if (options.ownedFactor)
        question.terms.ownedUsdPerHour.reset();
    layField<&Target::spotMtbfS>(question.project.target, options.spotMtbf, values);
    question.terms.spotTimesKnown = question.project.target.spotMtbfS.has_value();
    layField<&Plan::steps>(question.project.plan, options.steps, values);
    if (options.steps && question.input.ladder)
        rereadRuns(*question.input.ladder, question.project);
    layOver(options, question, values);
    layField<&Target::workersPerNode>(question.project.target, options.workersPerNode, values);
    layField<&Target::machinesAvailable>(question.project.target, options.machines, values);
    if (!options.regimes.empty())
        question.regimes.clear();
    for (const std::string& name : options.regimes) {
        const Result<Regime> regime = regimeFromName(name);
        if (!regime)
            values.add("--regime", regime.error().problems.front().message, regime.error().problems.front().expected);
        else if (std::find(question.regimes.begin(), question.regimes.end(), *regime) == question.regimes.end())
            question.regimes.push_back(*regime);
    }
    const auto readBy = [&](const Text& given, const char* option, Regime regime) {
        if (given && std::find(question.regimes.begin(), question.regimes.end(), regime) == question.regimes.end())
            values.add(option, "no regime asked for depends on it", fmt::format("--regime {}", regimeName(regime)));
    };
    readBy(options.spotFactor, "--spot-factor", Regime::Spot);
    readBy(options.spotMtbf, "--spot-mtbf", Regime::Spot);
    readBy(options.ownedFactor, "--owned-factor", Regime::Owned);
    readBy(options.threshold, "--utilisation-threshold", Regime::Owned);
    readBy(options.utilisation, "--utilisation", Regime::Owned);
    if (values.ok() && !std::isfinite(question.priceUsdPerHour * largestPMax * 1e3))
        values.add("--price", "is too large to compute with", "a price such as 3.20");
    if (!values.ok())
        return fail(values.error());
    question.project.target.priceUsdPerHour = typed(question.priceUsdPerHour);
    return question;
}

Result<CostFindings> answer(const Question& question)
{
    Result<CostFindings> found = findCosts(costQuestion(question), question.terms, question.pMax);
    if (!found)
        return fail(inFile(std::move(found.error()), question.input.file));
    return found;
}

std::optional<Opposite> oppositeOf(const Question& question)
{
    const std::optional<LadderInput> other = question.input.ladder ? opposite(*question.input.ladder) : std::nullopt;
    if (!other)
        return std::nullopt;
    Question fixed = question;
    fixed.input.ladder = *other;
    rereadRuns(*fixed.input.ladder, fixed.project);
    Result<CostFindings> found = answer(fixed);
    return found ? std::optional(Opposite{std::move(fixed), std::move(*found)}) : std::nullopt;
}

}  // namespace

CostQuestion costQuestion(const Question& question)
{
    CostQuestion asked{.project = question.project,
                       .reading = {},
                       .ladder = question.measured(),
                       .name = question.project.title.empty() ? question.input.file : question.project.title,
                       .priceUsdPerHour = question.priceUsdPerHour,
                       .priceFrom = question.priceFrom,
                       .regimes = question.regimes,
                       .goalsFrom = question.goalsFrom};
    if (question.input.ladder)
        asked.reading.emplace(readingOf(*question.input.ladder));
    return asked;
}

Run declareCost(CLI::App& command)
{
    auto options = std::make_shared<CostOptions>();
    options->ladder.declare(command);
    declareField(command, &Target::priceUsdPerHour, options->price, "of a node-hour on demand; the project's");
    declareField(command, &Target::workersPerNode, options->workersPerNode,
                 "what a node holds: ceil(p/N) nodes are charged; the project's, else 1");
    declareField(command, &Target::machinesAvailable, options->machines);
    command
        .add_option("--regime", options->regimes,
                    "on-demand, spot or owned; may be repeated, the first is the one that the plan is for; on-demand")
        ->type_name("NAME");
    declareField(command, planPField, options->plan);
    declareField(command, &Plan::steps, options->steps, "a run is of so many steps; the project's");
    declarePMax(command, options->pMax, "a plan by the prediction");
    declareField(command, &Goal::hourValueUsd, options->hourValue);
    declareField(command, &Goal::deadlineS, options->deadline);
    declareField(command, &Goal::budgetUsd, options->budget);
    command.add_option("--runs-per-month", options->runs, "how often the run is made; the project's goal")
        ->type_name("N");
    command.add_option("--spot-factor", options->spotFactor, "spot price over on-demand price; 0.3, the book's")
        ->type_name("SHARE");
    declareField(command, &Target::spotMtbfS, options->spotMtbf);
    command
        .add_option("--owned-factor", options->ownedFactor,
                    "what an owned node costs for each hour that it exists, over the on-demand price; 0.6, the book's")
        ->type_name("SHARE");
    command.add_option("--utilisation", options->utilisation, "how much of the time the owned machines are busy")
        ->type_name("SHARE");
    command
        .add_option("--utilisation-threshold", options->threshold,
                    "owning pays above this utilisation; the owned factor")
        ->type_name("SHARE");
    command.add_flag("--csv", options->csv, "the rows as CSV instead of text");
    command.footer(
        "Cost(p) = c p T_p/3600. The plan's p is the chosen one; else, of those that meet every goal, with an hour's "
        "value the\n"
        "least cost of machines and time, with a deadline the cheapest, with a budget the fastest; else the knee. A "
        "project with a\n"
        "model is planned by its prediction unless /plan/curve says measured. A project without a ladder is priced as "
        "predicted.\n"
        "Example: scalewright-cli cost ladder.csv --price 3.20 --regime on-demand --regime spot --hour-value 20");
    return [options]() -> Result<Reply> {
        const Result<Question> question = read(*options);
        if (!question)
            return fail(question.error());
        const Result<CostFindings> found = answer(*question);
        if (!found)
            return fail(found.error());
        const std::optional<Opposite> other = oppositeOf(*question);
        const CostQuestion asked = costQuestion(*question);
        if (options->csv)
            return Reply{.text = toCsv(costTable(asked, *found))};
        return Reply{
            .answer = costAnswer(
                asked, *found,
                other ? std::optional(OppositeCost{costQuestion(other->question), other->findings}) : std::nullopt),
            .json = costJson(*question, *found, other)};
    };
}

}  // namespace scalewright::cli

// cost LADDER: what every measured p costs, what the next step buys, and which p to request (book 41.7, section 3 and 4).
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/ladder_input.h"
#include "app/cli/output.h"
#include "app/cli/plan_output.h"
#include "core/analysis/forecast.h"
#include "core/curve/cost.h"
#include "core/project/project.h"
#include "core/quantity/units.h"
#include "core/tables/table.h"
#include "core/worth/worth.h"

namespace scalewright::cli {

namespace {

struct CostOptions {
    LadderOptions ladder;
    Text price, workersPerNode, plan, pMax, hourValue, deadline, budget, spotFactor, spotMtbf, ownedFactor, utilisation, threshold;
    std::vector<std::string> regimes;
    bool csv = false;
};

struct Question {
    LadderInput input;
    double priceUsdPerHour = 0;  ///< on demand
    std::string priceFrom;
    Project project;  ///< the file's, or an empty one, with what the options say laid over
    int pMax = defaultPMax;
    std::vector<std::string> goalsFrom;  ///< what of the goal is the project's, and what of its plan is set aside
    RegimeTerms terms;
    std::vector<Regime> regimes{Regime::OnDemand};
};

/// One way to own the machines; no cost and no plan where it does not apply.
struct RegimeAnswer {
    Regime regime = Regime::OnDemand;
    RegimePrice price;
    std::optional<CurveCost> cost;
    std::optional<PlanDecision> plan;
    std::string why;

    /// Absent too where no p meets every goal.
    [[nodiscard]] std::optional<int> planP() const { return plan && !plan->shortfall ? std::optional(plan->p) : std::nullopt; }
};

void readTerms(const CostOptions& options, RegimeTerms& terms, Values& values)
{
    const auto share = [&](const Text& text, const char* option) -> std::optional<double> {
        const std::optional<double> value = values.amount(text, option, Dimension::Ratio, Sign::NotNegative);
        if (value && *value > 1) {
            values.add(option, fmt::format("\"{}\" is more than 1", *text), "a share from 0 to 1, such as 0.6");
            return std::nullopt;
        }
        return value;
    };
    terms.spotFactor = share(options.spotFactor, "--spot-factor").value_or(terms.spotFactor);
    terms.ownedFactor = share(options.ownedFactor, "--owned-factor").value_or(terms.ownedFactor);
    terms.utilisationThreshold = share(options.threshold, "--utilisation-threshold").value_or(terms.utilisationThreshold);
    if (const std::optional<double> busy = share(options.utilisation, "--utilisation"))
        terms.utilisation = busy;
}

/// An option beats the file: one that says what the run is worth or may take asks anew which p, one that names p ends the question.
void layOver(const CostOptions& options, Question& question, Values& values)
{
    const auto lay = [&](MaybeQuantity& goal, const Text& text, const char* option, Dimension dimension, Sign sign, const char* name) {
        if (const std::optional<double> value = values.amount(text, option, dimension, sign))
            goal = typed(*value);
        else if (goal && !text)
            question.goalsFrom.push_back(fmt::format("the {} is the project's goal", name));
    };
    Goal& goal = question.project.goal;
    Plan& plan = question.project.plan;
    lay(goal.hourValueUsd, options.hourValue, "--hour-value", Dimension::Money, Sign::NotNegative, "value of an hour");
    lay(goal.deadlineS, options.deadline, "--deadline", Dimension::Time, Sign::Positive, "deadline");
    lay(goal.budgetUsd, options.budget, "--budget", Dimension::Money, Sign::NotNegative, "budget");
    if (const std::optional<int> p = values.count(options.plan, "--plan", 1, largestPMax)) {
        plan.p = *p;
        plan.reason = "given by --plan";
    } else if (plan.p && (options.hourValue || options.deadline || options.budget)) {
        question.goalsFrom.push_back(fmt::format("the project's plan, {}, is set aside: the options ask anew", *plan.p));
        plan.p.reset();
    }
    question.pMax = values.count(options.pMax, "--p-max", 1, largestPMax).value_or(defaultPMax);
}

Result<Question> read(const CostOptions& options)
{
    Result<LadderInput> input = readLadder(options.ladder);
    if (!input)
        return fail(std::move(input.error()));
    Question question{.input = std::move(*input)};
    Values values;
    const std::optional<double> price = values.amount(options.price, "--price", Dimension::Price, Sign::NotNegative);
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
    question.terms = regimeTerms(question.project.target);
    readTerms(options, question.terms, values);
    if (options.ownedFactor)
        question.terms.ownedUsdPerHour.reset();
    if (const std::optional<double> kept = values.amount(options.spotMtbf, "--spot-mtbf", Dimension::Time, Sign::Positive))
        question.project.target.spotMtbfS = typed(*kept);
    question.terms.spotTimesKnown = question.project.target.spotMtbfS.has_value();
    layOver(options, question, values);
    if (const std::optional<int> held = values.count(options.workersPerNode, "--workers-per-node", 1, largestPMax))
        question.project.target.workersPerNode = typed(*held);
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
    if (values.ok() && !std::isfinite(question.priceUsdPerHour * question.input.measured.rungs.back().p * 1e3))
        values.add("--price", "is too large to compute with", "a price such as 3.20");
    if (!values.ok())
        return fail(values.error());
    question.project.target.priceUsdPerHour = typed(question.priceUsdPerHour);
    return question;
}

std::vector<RegimeAnswer> answers(const Question& question)
{
    std::vector<RegimeAnswer> all;
    for (const Regime regime : question.regimes) {
        RegimeAnswer answer{.regime = regime, .price = regimePrice(regime, question.priceUsdPerHour, question.terms), .cost = {}, .plan = {}, .why = {}};
        if (answer.price.priceUsdPerHour) {
            const MeasuredLadder ladder = regime == Regime::Spot ? preempted(question.input.measured, question.project) : question.input.measured;
            ScalingCurve curve = curveOf(ladder);
            curve.workersPerNode = workersOnNode(question.project.target);
            answer.cost = priceCurve(curve, *answer.price.priceUsdPerHour);
            Proposal priced = question.project;
            priced.target.priceUsdPerHour = typed(*answer.price.priceUsdPerHour);
            if (regime == Regime::Spot)
                priced = onSpot(std::move(priced), *answer.price.priceUsdPerHour);
            answer.plan = forecast(question.project.baseline, priced, question.pMax, &ladder).plan;
        }
        answer.why = answer.plan ? english(answer.plan->why) : english(answer.price.note);
        all.push_back(std::move(answer));
    }
    return all;
}

Json rowsJson(const MeasuredLadder& ladder, const std::vector<CostRow>& rows)
{
    Json::Array json;
    for (const CostRow& row : rows) {
        Json::Object object{
            {"p", Json(row.p)}, {"nodes", Json(row.nodes)}, {"t", Json(row.timeS)}, {"speedup", Json(row.speedup)}, {"efficiency", Json(row.efficiency)}};
        setOrReason(object, "cost", std::optional(row.costUsd), "");
        setOrReason(object, "comm_share", row.commShare, "only total times were measured");
        setOrReason(object, "idle_share", row.idleShare, "only total times were measured");
        if (const Rung* rung = ladder.at(row.p))
            addBesideJson(object, *rung);
        json.emplace_back(std::move(object));
    }
    return Json(std::move(json));
}

Json marginalJson(const std::vector<MarginalStep>& steps)
{
    Json::Array json;
    for (const MarginalStep& step : steps) {
        Json::Object object{{"from", Json(step.from)},
                            {"to", Json(step.to)},
                            {"d_speedup", Json(step.speedupGain)},
                            {"d_cost", Json(step.costUsd)}};
        setOrReason(object, "speedup_per_dollar", step.speedupPerUsd, step.note);
        if (step.speedupPerUsd && !step.note.empty())
            object.emplace_back("note", wordsJson(step.note));
        json.emplace_back(std::move(object));
    }
    return Json(std::move(json));
}

void addCost(Json::Object& json, const Question& question, const RegimeAnswer& answer)
{
    const MeasuredLadder& ladder = question.input.measured;
    json.emplace_back("regime", Json(regimeName(answer.regime)));
    setOrReason(json, "price_usd_per_hour", answer.price.priceUsdPerHour, answer.price.note);
    json.emplace_back("price_note", wordsJson(answer.price.note));
    if (answer.cost) {
        json.emplace_back("rows", rowsJson(ladder, answer.cost->rows));
        json.emplace_back("marginal", marginalJson(answer.cost->marginal));
        json.emplace_back("cost_optimal_p", Json(answer.cost->costOptimalP));
        json.emplace_back("cost_optimal_decided", Json(answer.cost->costOptimalDoubt.empty()));
        if (!answer.cost->costOptimalDoubt.empty())
            json.emplace_back("cost_optimal_doubt", wordsJson(answer.cost->costOptimalDoubt));
        json.emplace_back("exchange", wordsJson(answer.cost->exchange));
    } else {
        for (const char* key : {"rows", "marginal", "cost_optimal_p", "exchange"})
            setOrReason(json, key, std::optional<double>(), answer.price.note);
    }
    json.emplace_back("fastest_p", Json(ladder.fastestP));
    setOrReason(json, "knee_p", ladder.rungs.size() > 1 ? std::optional(ladder.kneeP) : std::nullopt, english(ladder.kneeNote));
    setOrReason(json, "plan_p", answer.planP(), answer.why);
    json.emplace_back("why", Json(answer.why));
}

Json rangesJson(const std::vector<RightRange>& ranges)
{
    Json::Array json;
    for (const RightRange& range : ranges) {
        Json::Object object{{"p", Json(range.p)}, {"from_usd_per_hour", Json(range.fromUsdPerHour)}};
        setOrReason(object, "to_usd_per_hour", range.toUsdPerHour, "the fastest: right however much an hour is worth");
        if (range.doubt) {
            Json::Object doubt{{"value", Json(*range.toUsdPerHour)}, {"low", Json(range.doubt->low)}};
            setOrReason(doubt, "high", range.doubt->high, "the runs do not tell which of the two p is faster");
            doubt.emplace_back("level", Json(range.doubt->level));
            object.emplace_back("border", Json(std::move(doubt)));
        }
        json.emplace_back(std::move(object));
    }
    return Json(std::move(json));
}

Json useJson(const std::optional<UseAdvice>& use)
{
    if (!use)
        return Json();
    return Json(Json::Object{{"p", Json(use->p)}, {"why", wordsJson(use->sentence)}, {"gives_up", wordsJson(use->givesUp)}, {"would_change", wordsJson(use->wouldChange)}});
}

/// Which p is right for which value of an hour, beside the older keys.
void addWorth(Json::Object& json, const Question& question, const Worth& worth)
{
    json.emplace_back("right", rangesJson(worth.choice.ranges));
    if (worth.choice.ranges != worth.choice.hull)
        json.emplace_back("right_without_goals", rangesJson(worth.choice.hull));
    setOrReason(json, "right_p", worth.rightP(), "no p meets every goal");
    setOrReason(json, "hour_value_usd", worth.hourValueUsd, "no value of an hour is given (--hour-value): right_p is the cheapest");
    Json::Array dominated;
    for (const MoneyPoint& point : worth.choice.points)
        if (point.dominatedBy)
            dominated.emplace_back(Json::Object{{"p", Json(point.p)}, {"by", Json(*point.dominatedBy)}});
    json.emplace_back("dominated", Json(std::move(dominated)));
    Json::Array regimes;
    for (const RegimeWorth& each : worth.regimes) {
        Json::Object object{{"regime", Json(regimeName(each.regime))}};
        setOrReason(object, "right_p", each.rightP, each.choice ? Words(each.why) : Words(each.price.note));
        const MoneyPoint* at = each.rightP ? each.choice->at(*each.rightP) : nullptr;
        setOrReason(object, "t", at ? std::optional(at->timeS) : std::nullopt, "no p is right");
        setOrReason(object, "cost", at ? std::optional(at->costUsd) : std::nullopt, "no p is right");
        object.emplace_back("why", wordsJson(each.why));
        if (each.regime == Regime::Spot)
            object.emplace_back("preemption", wordsJson(preemptionNote(question.project)));
        if (each.choice)
            object.emplace_back("right", rangesJson(each.choice->ranges));
        regimes.emplace_back(std::move(object));
    }
    json.emplace_back("right_by_regime", Json(std::move(regimes)));
    json.emplace_back("price_scales", wordsJson(worth.price));
    json.emplace_back("nightly", useJson(worth.nightly));
    json.emplace_back("interactive", useJson(worth.interactive));
}

std::string rightLines(const Question& question, const Worth& worth)
{
    std::string text;
    for (const RightRange& range : worth.choice.ranges) {
        std::string line = english(rightText(worth.choice, range.p));
        if (range.doubt)
            line += range.doubt->high ? fmt::format(" (its upper border lies from {} to {}, {} %)", formatAmount(range.doubt->low, Dimension::Money).joined(),
                                                    formatAmount(*range.doubt->high, Dimension::Money).joined(), significant(100 * range.doubt->level))
                                      : fmt::format(" (its upper border lies above {}; the runs do not tell more)", formatAmount(range.doubt->low, Dimension::Money).joined());
        text += (text.empty() ? "an hour worth " : "              ") + line + '\n';
    }
    for (const MoneyPoint& point : worth.choice.points)
        if (point.dominatedBy)
            text += "              " + english(rightText(worth.choice, point.p)) + '\n';
    const auto use = [&](const char* name, const std::optional<UseAdvice>& advice) {
        if (advice)
            text += fmt::format("{:<14}{}\n              {}\n              {}\n", name, advice->sentence, advice->givesUp, advice->wouldChange);
    };
    use("nightly job", worth.nightly);
    use("interactive", worth.interactive);
    if (const auto& asked = question.regimes; std::find(asked.begin(), asked.end(), Regime::Spot) != asked.end())
        text += "preemption    " + english(preemptionNote(question.project)) + '\n';
    return text + "price         " + english(worth.price) + '\n';
}

/// The project's own prediction, held against the ladder; absent without a model.
std::optional<Worth> predictedWorth(const Question& question, const Forecast& seen)
{
    if (!seen.prediction)
        return std::nullopt;
    Result<Worth> worth = worthOf(question.project, seen, nullptr, CurveKind::Predicted, question.terms);
    return worth ? std::optional(std::move(*worth)) : std::nullopt;
}

Json::Object toJson(const Question& question, const std::vector<RegimeAnswer>& all, const Result<Worth>& worth, const std::optional<Worth>& predicted)
{
    const MeasuredLadder& ladder = question.input.measured;
    Json::Object json;
    const Rung* one = ladder.at(1);
    setOrReason(json, "t1", one != nullptr ? std::optional(one->timeS) : std::nullopt, "p = 1 was not measured");
    addCost(json, question, all.front());
    Json::Array regimes;
    for (const RegimeAnswer& answer : all) {
        Json::Object object;
        addCost(object, question, answer);
        regimes.emplace_back(std::move(object));
    }
    json.emplace_back("regimes", Json(std::move(regimes)));
    addPlanJson(json, all.front().plan);
    json.emplace_back("price_moves_p", wordsJson(priceNote(ladder, question.project.goal, workersOnNode(question.project.target))));
    if (const std::optional<CurveCost>& cost = all.front().cost)
        json.emplace_back("notes", listJson(inEnglish(cost->notes)));
    if (worth) {
        addWorth(json, question, *worth);
        if (predicted) {
            Json::Object object;
            addWorth(object, question, *predicted);
            object.emplace_back("difference", wordsJson(differenceText(predicted->choice, worth->choice, worth->hourValueUsd.value_or(0))));
            json.emplace_back("predicted", Json(std::move(object)));
        }
    }
    addLadderJson(json, question.input);
    return json;
}

// A ternary of two Cells makes GCC 12 warn of members that are not there.
Cell cellOf(const std::optional<double>& value)
{
    Cell cell;
    if (value)
        cell = *value;
    return cell;
}

Table tableOf(const Question& question, const std::vector<RegimeAnswer>& all)
{
    const MeasuredLadder& ladder = question.input.measured;
    const int held = workersOnNode(question.project.target);
    Table table{.caption = fmt::format("{}, ${} per node-hour ({}){}", ladderCaption(question.input),
                                       roundTrip(question.priceUsdPerHour), question.priceFrom, held > 1 ? fmt::format(", {} workers a node", held) : std::string()),
                .columns = {{"p", "p", "", 0}, {"t", "T_p", "s", -1}, {"speedup", "S", "", 2}, {"efficiency", "E", "", 2}},
                .rows = {}};
    for (const RegimeAnswer& answer : all) {
        const bool small = answer.cost && std::any_of(answer.cost->rows.begin(), answer.cost->rows.end(),
                                                      [](const CostRow& row) { return row.costUsd < 0.01; });
        table.columns.push_back({answer.regime == Regime::OnDemand ? "cost" : fmt::format("cost_{}", regimeName(answer.regime)),
                                 all.size() == 1 ? "cost" : regimeName(answer.regime), "USD", small ? -1 : 3});
    }
    const bool anyParts =
        std::any_of(ladder.rungs.begin(), ladder.rungs.end(), [](const Rung& rung) { return rung.parts.has_value(); });
    if (anyParts) {
        table.columns.push_back({"comm_percent", "comm", "%", 1});
        table.columns.push_back({"idle_percent", "idle", "%", 1});
    }
    for (std::size_t i = 0; i < ladder.rungs.size(); ++i) {
        const Rung& rung = ladder.rungs[i];
        std::vector<Cell> row{static_cast<double>(rung.p), rung.timeS, rung.speedup, rung.efficiency};
        for (const RegimeAnswer& answer : all)
            row.push_back(cellOf(answer.cost ? std::optional(answer.cost->rows[i].costUsd) : std::nullopt));
        if (anyParts) {
            row.push_back(cellOf(rung.parts ? std::optional(100 * rung.parts->commS / rung.timeS) : std::nullopt));
            row.push_back(cellOf(rung.parts ? std::optional(100 * rung.parts->idleS / rung.timeS) : std::nullopt));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table marginalTable(const CurveCost& cost)
{
    const bool small = std::any_of(cost.rows.begin(), cost.rows.end(), [](const CostRow& row) { return row.costUsd < 0.01; });
    Table table{.caption = "Each step up the ladder:",
                .columns = {{"step", "step", "", -1},
                            {"d_speedup", "dS", "", 2},
                            {"d_cost", "dCost", "USD", small ? -1 : 3},
                            {"speedup_per_dollar", "dS/dCost", "1/USD", small ? -1 : 2},
                            {"note", "", "", -1}},
                .rows = {}};
    for (const MarginalStep& step : cost.marginal)
        table.rows.push_back(
            {fmt::format("{}->{}", step.from, step.to), step.speedupGain, step.costUsd, cellOf(step.speedupPerUsd), english(step.note)});
    return table;
}

std::string costText(const MeasuredLadder& ladder, const CostRow& row)
{
    const std::string usd =
        row.costUsd < 0.01 ? formatAmount(row.costUsd, Dimension::Money).joined() : "$" + decimalText(row.costUsd, 3);
    const std::string of = ladder.isThroughput                   ? "a unit of work"
                           : ladder.scaling == Scaling::Weak ? fmt::format("for the work of p = {}", ladder.baseP)
                                                             : "a run";
    return fmt::format("{}: {} {}, {}{}, speedup {}", row.p, usd, of, ladder.scaling == Scaling::Weak && !ladder.isThroughput ? "a run takes " : "",
                       formatAmount(row.timeS, Dimension::Time).joined(), decimalText(row.speedup, 2));
}

const CostRow& rowOf(const CurveCost& cost, int p)
{
    return *std::find_if(cost.rows.begin(), cost.rows.end(), [&](const CostRow& row) { return row.p == p; });
}

std::string planText(const RegimeAnswer& answer)
{
    if (!answer.planP())
        return answer.why;
    const bool predicted = answer.plan->curve == CurveKind::Predicted && answer.plan->by != PlanBy::Chosen;
    return fmt::format("{} ({}{})", answer.plan->p, answer.why, predicted ? "; as predicted, not as measured" : "");
}

std::string toText(const Question& question, const std::vector<RegimeAnswer>& all, const Result<Worth>& worth, const std::optional<Worth>& predicted)
{
    const MeasuredLadder& ladder = question.input.measured;
    const RegimeAnswer& first = all.front();
    std::string text = scalewright::toText(tableOf(question, all));
    if (first.cost) {
        const CurveCost& cost = *first.cost;
        if (!cost.marginal.empty())
            text += '\n' + scalewright::toText(marginalTable(cost));
        text += "\ncost-optimal  " + costText(ladder, rowOf(cost, cost.costOptimalP)) + '\n';
        if (!cost.costOptimalDoubt.empty())
            text += "              " + english(cost.costOptimalDoubt) + '\n';
        text += "fastest       " + costText(ladder, rowOf(cost, cost.fastestP)) + '\n';
        text += "exchange      " + english(cost.exchange) + '\n';
        if (ladder.rungs.size() > 1)
            text += "knee          " + costText(ladder, rowOf(cost, ladder.kneeP)) +
                    ", most efficiency per time (Eager, Zahorjan, Lazowska 1989)\n";
        if (!ladder.kneeNote.empty())
            text += "              " + english(ladder.kneeNote) + '\n';
    }
    text += (first.cost ? "" : "\n") + std::string("plan p        ") + planText(first) + '\n';
    text += goalLines(first.plan);
    for (const std::string& from : question.goalsFrom)
        text += "              " + from + '\n';
    if (all.size() > 1 || first.regime != Regime::OnDemand)
        for (const RegimeAnswer& answer : all) {
            text += fmt::format("{:<14}", regimeName(answer.regime));
            if (answer.price.priceUsdPerHour && answer.cost)
                text += fmt::format("{}: cheapest p {}, plan p {}\n              {}\n",
                                    formatAmount(*answer.price.priceUsdPerHour, Dimension::Price).joined(),
                                    answer.cost->costOptimalP, planText(answer), answer.price.note);
            else
                text += english(answer.price.note) + '\n';
        }
    if (worth)
        text += rightLines(question, *worth);
    if (worth && predicted)
        text += "predicted     " + english(differenceText(predicted->choice, worth->choice, worth->hourValueUsd.value_or(0))) + '\n';
    text += "prices        " + english(priceNote(ladder, question.project.goal, workersOnNode(question.project.target))) + '\n';
    if (first.cost)
        for (const Message& note : first.cost->notes)
            text += "note          " + english(note) + '\n';
    return text + ladderNotes(question.input);
}

}  // namespace

Run declareCost(CLI::App& command)
{
    auto options = std::make_shared<CostOptions>();
    options->ladder.declare(command);
    command.add_option("--price", options->price, "of a node-hour on demand; the project's")->type_name("USD");
    command.add_option("--workers-per-node", options->workersPerNode, "what a node holds: ceil(p/N) nodes are charged; the project's, else 1")->type_name("N");
    command
        .add_option("--regime", options->regimes,
                    "on-demand, spot or owned; may be repeated, the first is the one that the plan is for; on-demand")
        ->type_name("NAME");
    command.add_option("--plan", options->plan, "the p to request; the project's, else what the goals or the knee say")->type_name("P");
    command.add_option("--p-max", options->pMax, "a plan by the prediction is searched in 1...N; 4096")->type_name("N");
    command.add_option("--hour-value", options->hourValue, "what an hour of waiting for the run is worth")->type_name("USD");
    command.add_option("--deadline", options->deadline, "of the run; the project's goal")->type_name("TIME");
    command.add_option("--budget", options->budget, "of the run; the project's goal")->type_name("USD");
    command.add_option("--spot-factor", options->spotFactor, "spot price over on-demand price; 0.3, the book's")
        ->type_name("SHARE");
    command.add_option("--spot-mtbf", options->spotMtbf, "how long a spot node is kept on average; the project's, else nothing is taken back")->type_name("TIME");
    command
        .add_option("--owned-factor", options->ownedFactor,
                    "amortised price of an owned node-hour over the on-demand price; 0.6, the book's")
        ->type_name("SHARE");
    command.add_option("--utilisation", options->utilisation, "how much of the time the owned machines are busy")
        ->type_name("SHARE");
    command.add_option("--utilisation-threshold", options->threshold, "owning pays above this utilisation; 0.6")
        ->type_name("SHARE");
    command.add_flag("--csv", options->csv, "the rows as CSV instead of text");
    command.footer(
        "Cost(p) = c p T_p/3600. The plan's p is the chosen one; else, of those that meet every goal, with an hour's value the\n"
        "least cost of machines and time, with a deadline the cheapest, with a budget the fastest; else the knee. A project with a\n"
        "model is planned by its prediction unless /plan/curve says measured.\n"
        "Example: scalewright-cli cost ladder.csv --price 3.20 --regime on-demand --regime spot --hour-value 20");
    return [options]() -> Result<Answer> {
        const Result<Question> question = read(*options);
        if (!question)
            return fail(question.error());
        const std::vector<RegimeAnswer> all = answers(*question);
        const Forecast seen = forecast(question->project.baseline, question->project, question->pMax, &question->input.measured);
        const Result<Worth> worth = worthOf(question->project, seen, &question->input.measured, CurveKind::Measured, question->terms);
        const std::optional<Worth> predicted = predictedWorth(*question, seen);
        return Answer{.text = options->csv ? toCsv(tableOf(*question, all)) : toText(*question, all, worth, predicted),
                      .json = toJson(*question, all, worth, predicted)};
    };
}

}  // namespace scalewright::cli

// cost LADDER|PROJECT: what every p costs, measured or predicted, what the next step buys, and which p to request (book 41.7, section 3 and 4).
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
    Text price, workersPerNode, plan, pMax, hourValue, deadline, budget, runs, spotFactor, spotMtbf, ownedFactor, utilisation, threshold;
    std::vector<std::string> regimes;
    bool csv = false;
};

struct Question {
    CurveInput input;
    double priceUsdPerHour = 0;  ///< on demand
    std::string priceFrom;
    Project project;  ///< the file's, or an empty one, with what the options say laid over
    int pMax = defaultPMax;
    std::vector<std::string> goalsFrom;  ///< what of the goal is the project's, and what of its plan is set aside
    RegimeTerms terms;
    std::vector<Regime> regimes{Regime::OnDemand};

    [[nodiscard]] const MeasuredLadder* measured() const { return input.ladder ? &input.ladder->measured : nullptr; }
};

/// One way to pay for the machines; no cost and no plan where it does not apply.
struct RegimeAnswer {
    Regime regime = Regime::OnDemand;
    RegimePrice price;
    std::optional<CurveCost> cost;
    std::optional<PlanDecision> plan;
    std::optional<int> rightP;  ///< stands in for the plan where each p has a price of its own
    std::string why;

    /// Absent too where no p meets every goal.
    [[nodiscard]] std::optional<int> planP() const { return plan && !plan->shortfall ? std::optional(plan->p) : plan ? std::nullopt : rightP; }
};

/// All that is answered.
struct Findings {
    Forecast forecast;
    Worth worth;                      ///< of the ladder, of the prediction where there is none
    std::optional<Worth> predicted;   ///< the project's own prediction, held against the ladder
    std::vector<RegimeAnswer> regimes;  ///< as they were asked for
};

void readTerms(const CostOptions& options, RegimeTerms& terms, Values& values)
{
    terms.spotFactor = values.share(options.spotFactor, "--spot-factor").value_or(terms.spotFactor);
    terms.ownedFactor = values.share(options.ownedFactor, "--owned-factor").value_or(terms.ownedFactor);
    terms.utilisationThreshold = values.share(options.threshold, "--utilisation-threshold").value_or(terms.utilisationThreshold);
    if (const std::optional<double> busy = values.share(options.utilisation, "--utilisation"))
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
    Result<CurveInput> input = readCurve(options.ladder);
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
    if (const std::optional<double> runs = values.amount(options.runs, "--runs-per-month", Dimension::Count, Sign::Positive))
        question.project.goal.runsPerMonth = typed(*runs);
    question.terms = regimeTerms(question.project);
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
    if (values.ok() && !std::isfinite(question.priceUsdPerHour * largestPMax * 1e3))
        values.add("--price", "is too large to compute with", "a price such as 3.20");
    if (!values.ok())
        return fail(values.error());
    question.project.target.priceUsdPerHour = typed(question.priceUsdPerHour);
    return question;
}

Result<Findings> answer(const Question& question)
{
    const MeasuredLadder* ladder = question.measured();
    Findings found{.forecast = forecast(question.project.baseline, question.project, question.pMax, ladder), .worth = {}, .predicted = {}, .regimes = {}};
    Result<Worth> worth = worthOf(question.project, found.forecast, ladder, ladder ? CurveKind::Measured : CurveKind::Predicted, question.terms);
    if (!worth)
        return fail(inFile(std::move(worth.error()), question.input.file));
    found.worth = *std::move(worth);
    if (found.worth.choice.points.empty())
        return fail(ErrorCode::Refused, "no p ever finishes its run", "a design that recovers from what it loses", {.file = question.input.file});
    if (ladder && found.forecast.prediction)
        if (Result<Worth> predicted = worthOf(question.project, found.forecast, nullptr, CurveKind::Predicted, question.terms))
            found.predicted = *std::move(predicted);
    for (const Regime regime : question.regimes) {
        const RegimeWorth& under = found.worth.under(regime);
        RegimeAnswer one{.regime = regime, .price = under.price, .cost = under.cost, .plan = {}, .rightP = {}, .why = {}};
        if (under.pricedByP)
            one.rightP = under.rightP;
        else if (under.choice)
            one.plan = planUnder(regime, question.project, found.forecast, ladder, *under.price.priceUsdPerHour);
        one.why = english(one.plan ? one.plan->why : one.rightP ? under.why : one.price.note);
        found.regimes.push_back(std::move(one));
    }
    return found;
}

const CostRow* findRow(const CurveCost& cost, int p)
{
    const auto found = std::find_if(cost.rows.begin(), cost.rows.end(), [&](const CostRow& row) { return row.p == p; });
    return found == cost.rows.end() ? nullptr : &*found;
}

/// As tables and sentences call what was priced.
const char* unitOf(const Findings& found)
{
    return found.worth.ofAStep ? "a step" : "a run";
}

Json rowsJson(const MeasuredLadder* ladder, const std::vector<CostRow>& rows)
{
    Json::Array json;
    const char* noIdle = ladder ? "only total times were measured" : "a prediction has no such part";
    for (const CostRow& row : rows) {
        Json::Object object{
            {"p", Json(row.p)}, {"nodes", Json(row.nodes)}, {"t", Json(row.timeS)}, {"speedup", Json(row.speedup)}, {"efficiency", Json(row.efficiency)}};
        setOrReason(object, "cost", std::optional(row.costUsd), "");
        setOrReason(object, "comm_share", row.commShare, "only total times were measured");
        setOrReason(object, "idle_share", row.idleShare, noIdle);
        if (const Rung* rung = ladder ? ladder->at(row.p) : nullptr)
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

/// The knee of the curve as it stands, on demand; in words why there is none.
std::pair<std::optional<int>, std::string> kneeOf(const Question& question, const Findings& found)
{
    if (const MeasuredLadder* ladder = question.measured())
        return {ladder->rungs.size() > 1 ? std::optional(ladder->kneeP) : std::nullopt, english(ladder->kneeNote)};
    const Landmarks& marks = found.forecast.prediction->landmarks;
    return {marks.kneeAtLimit ? std::nullopt : std::optional(marks.kneeP), fmt::format("no knee up to p = {}, where the search ended", found.forecast.prediction->pMax)};
}

int fastestOf(const Question& question, const Findings& found)
{
    const MeasuredLadder* ladder = question.measured();
    return ladder ? ladder->fastestP : found.forecast.prediction->landmarks.pStar;
}

void addCost(Json::Object& json, const Question& question, const Findings& found, const RegimeAnswer& answer)
{
    const MeasuredLadder* ladder = question.measured();
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
    json.emplace_back("fastest_p", Json(fastestOf(question, found)));
    if (ladder && !ladder->fastestDoubt.empty())
        json.emplace_back("fastest_doubt", wordsJson(ladder->fastestDoubt));
    if (ladder && !ladder->kneeDoubt.empty())
        json.emplace_back("knee_doubt", wordsJson(ladder->kneeDoubt));
    const auto [knee, noKnee] = kneeOf(question, found);
    setOrReason(json, "knee_p", knee, noKnee);
    setOrReason(json, "plan_p", answer.planP(), answer.why);
    json.emplace_back("why", Json(answer.why));
}

/// The month's runs at the p to request: which p, and what they cost.
std::optional<std::pair<int, double>> monthOf(const Question& question, const Findings& found)
{
    const RegimeAnswer& first = found.regimes.front();
    const RegimeWorth& under = found.worth.under(first.regime);
    const std::optional<int> p = first.planP();
    if (!question.project.goal.runsPerMonth || found.worth.ofAStep || !p)
        return std::nullopt;
    const MoneyPoint* at = under.choice ? under.choice->at(*p) : nullptr;
    const std::optional<double> usd = first.plan ? first.plan->costUsd : at ? std::optional(at->costUsd) : std::nullopt;
    return usd ? std::optional(std::pair(*p, *usd * question.project.goal.runsPerMonth->value)) : std::nullopt;
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
        if (!range.untoldFrom.empty()) {
            Json::Array untold;
            for (const int p : range.untoldFrom)
                untold.emplace_back(p);
            object.emplace_back("untold_from", Json(std::move(untold)));
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
        if (point.dominatedBy && (worth.curve == CurveKind::Measured || findRow(worth.cost, point.p)))
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
            object.emplace_back("preemption", wordsJson(preemptionNote(question.project, worth.ofAStep)));
        if (each.choice)
            object.emplace_back("right", rangesJson(each.choice->ranges));
        regimes.emplace_back(std::move(object));
    }
    json.emplace_back("right_by_regime", Json(std::move(regimes)));
    json.emplace_back("price_scales", wordsJson(worth.price));
    json.emplace_back("nightly", useJson(worth.nightly));
    json.emplace_back("interactive", useJson(worth.interactive));
}

std::string rightLines(const Question& question, const Worth& worth, const Worth* fixed)
{
    // Of a prediction every p up to its fastest may be right for somebody: those of the table stand for the rest.
    const bool all = worth.curve == CurveKind::Measured || worth.choice.ranges.size() <= 8;
    std::string text;
    for (const RightRange& range : worth.choice.ranges) {
        if (!all && range.p != worth.rightP() && &range != &worth.choice.ranges.back() && !findRow(worth.cost, range.p))
            continue;
        std::string line = english(rightText(worth.choice, range.p));
        if (range.doubt)
            line += range.doubt->high ? fmt::format(" (its upper border lies from {} to {}, {} %)", formatAmount(range.doubt->low, Dimension::Money).joined(),
                                                    formatAmount(*range.doubt->high, Dimension::Money).joined(), significant(100 * range.doubt->level))
                                      : fmt::format(" (its upper border lies above {}; the runs do not tell more)", formatAmount(range.doubt->low, Dimension::Money).joined());
        text += (text.empty() ? "an hour worth " : "              ") + line + '\n';
    }
    if (fixed) {
        std::string lines;
        for (const RightRange& range : fixed->choice.ranges)
            lines += (lines.empty() ? "" : "; ") + english(rightText(fixed->choice, range.p));
        text += oppositeLine(lines);
    }
    if (!all)
        text += fmt::format("              {} p are right for some value of an hour; --json has them all\n", worth.choice.ranges.size());
    for (const MoneyPoint& point : worth.choice.points)
        if (point.dominatedBy && (worth.curve == CurveKind::Measured || findRow(worth.cost, point.p)))
            text += "              " + english(rightText(worth.choice, point.p)) + '\n';
    const auto use = [&](const char* name, const std::optional<UseAdvice>& advice, const std::optional<UseAdvice>* ifFixed) {
        if (advice)
            text += fmt::format("{:<14}{}\n              {}\n              {}\n", name, advice->sentence, advice->givesUp, advice->wouldChange);
        if (ifFixed && *ifFixed)
            text += oppositeLine(english((*ifFixed)->sentence));
    };
    if (worth.choice.points.size() > 1) {
        use("nightly job", worth.nightly, fixed ? &fixed->nightly : nullptr);
        use("interactive", worth.interactive, fixed ? &fixed->interactive : nullptr);
    }
    if (const auto& asked = question.regimes; std::find(asked.begin(), asked.end(), Regime::Spot) != asked.end())
        text += "preemption    " + english(preemptionNote(question.project, worth.ofAStep)) + '\n';
    return text + "price         " + english(worth.price) + '\n' + (fixed ? oppositeLine(english(fixed->price)) : std::string());
}

/// The answer if the work was fixed, where that it grew is a guess.
struct Opposite {
    Question question;
    Findings findings;
};

std::optional<Opposite> oppositeOf(const Question& question)
{
    const std::optional<LadderInput> other = question.input.ladder ? opposite(*question.input.ladder) : std::nullopt;
    if (!other)
        return std::nullopt;
    Question fixed = question;
    fixed.input.ladder = *other;
    Result<Findings> found = answer(fixed);
    return found ? std::optional(Opposite{std::move(fixed), std::move(*found)}) : std::nullopt;
}

Json::Object toJson(const Question& question, const Findings& found, const std::optional<Opposite>& other)
{
    const MeasuredLadder* ladder = question.measured();
    const std::vector<RegimeAnswer>& all = found.regimes;
    Json::Object json{{"curve", Json(ladder ? "measured" : "predicted")}, {"of", Json(found.worth.ofAStep ? "step" : "run")}};
    const MoneyPoint* one = found.worth.choice.at(1);
    setOrReason(json, "t1", one != nullptr ? std::optional(one->timeS) : std::nullopt, ladder ? "p = 1 was not measured" : "the run never finishes at p = 1");
    addCost(json, question, found, all.front());
    Json::Array regimes;
    for (const RegimeAnswer& answer : all) {
        Json::Object object;
        addCost(object, question, found, answer);
        regimes.emplace_back(std::move(object));
    }
    json.emplace_back("regimes", Json(std::move(regimes)));
    addPlanJson(json, all.front().plan);
    json.emplace_back("price_moves_p", wordsJson(ladder ? priceNote(*ladder, question.project.goal, workersOnNode(question.project.target)) : found.worth.price));
    if (const std::optional<CurveCost>& cost = all.front().cost)
        json.emplace_back("notes", listJson(inEnglish(cost->notes)));
    if (const std::optional<std::pair<int, double>> month = monthOf(question, found))
        json.emplace_back("month", Json(Json::Object{{"p", Json(month->first)}, {"runs", Json(question.project.goal.runsPerMonth->value)}, {"usd", Json(month->second)}}));
    addWorth(json, question, found.worth);
    if (found.predicted) {
        Json::Object object;
        addWorth(object, question, *found.predicted);
        object.emplace_back("difference", wordsJson(differenceText(found.predicted->choice, found.worth.choice, found.worth.hourValueUsd.value_or(0))));
        json.emplace_back("predicted", Json(std::move(object)));
    }
    if (question.input.ladder)
        addLadderJson(json, *question.input.ladder);
    if (other)
        json.emplace_back("if_fixed", Json(toJson(other->question, other->findings, {})));
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

Table tableOf(const Question& question, const Findings& found)
{
    const MeasuredLadder* ladder = question.measured();
    const std::vector<RegimeAnswer>& all = found.regimes;
    const int held = workersOnNode(question.project.target);
    const std::string of = ladder ? ladderCaption(*question.input.ladder)
                                  : fmt::format("{}: predicted, {} scaling, {}", question.project.title.empty() ? question.input.file : question.project.title,
                                                question.project.plan.scaling == Scaling::Strong ? "strong" : "weak",
                                                found.worth.ofAStep ? std::string("one step") : fmt::format("a run of {} steps", significant(found.worth.runs)));
    Table table{.caption = fmt::format("{}, ${} per node-hour ({}){}", of, roundTrip(question.priceUsdPerHour), question.priceFrom,
                                       held > 1 ? fmt::format(", {} workers a node", held) : std::string()),
                .columns = {{"p", "p", "", 0}, {"t", "T_p", "s", -1}, {"speedup", "S", "", 2}, {"efficiency", "E", "", 2}},
                .rows = {}};
    for (const RegimeAnswer& answer : all) {
        const bool small = answer.cost && std::any_of(answer.cost->rows.begin(), answer.cost->rows.end(),
                                                      [](const CostRow& row) { return row.costUsd < 0.01; });
        table.columns.push_back({answer.regime == Regime::OnDemand ? "cost" : fmt::format("cost_{}", regimeName(answer.regime)),
                                 all.size() == 1 ? "cost" : regimeName(answer.regime), "USD", small ? -1 : 3});
    }
    const std::vector<CostRow>& rows = found.worth.cost.rows;
    const bool comm = std::any_of(rows.begin(), rows.end(), [](const CostRow& row) { return row.commShare.has_value(); });
    const bool idle = std::any_of(rows.begin(), rows.end(), [](const CostRow& row) { return row.idleShare.has_value(); });
    if (comm)
        table.columns.push_back({"comm_percent", "comm", "%", 1});
    if (idle)
        table.columns.push_back({"idle_percent", "idle", "%", 1});
    const auto percent = [](const std::optional<double>& share) { return cellOf(share ? std::optional(100 * *share) : std::nullopt); };
    for (const CostRow& each : rows) {
        std::vector<Cell> row{static_cast<double>(each.p), each.timeS, each.speedup, each.efficiency};
        for (const RegimeAnswer& answer : all) {
            const CostRow* at = answer.cost ? findRow(*answer.cost, each.p) : nullptr;
            row.push_back(cellOf(at ? std::optional(at->costUsd) : std::nullopt));
        }
        if (comm)
            row.push_back(percent(each.commShare));
        if (idle)
            row.push_back(percent(each.idleShare));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table marginalTable(const CurveCost& cost, const char* caption)
{
    const bool small = std::any_of(cost.rows.begin(), cost.rows.end(), [](const CostRow& row) { return row.costUsd < 0.01; });
    Table table{.caption = caption,
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

std::string costText(const Question& question, const Findings& found, const CostRow& row)
{
    const std::string usd =
        row.costUsd < 0.01 ? formatAmount(row.costUsd, Dimension::Money).joined() : "$" + decimalText(row.costUsd, 3);
    const MeasuredLadder* ladder = question.measured();
    const bool throughput = ladder && ladder->isThroughput;
    const bool weak = !throughput && (ladder ? ladder->scaling : question.project.plan.scaling) == Scaling::Weak;
    const std::string of = throughput ? "a unit of work" : weak ? fmt::format("for the work of p = {}", ladder ? ladder->baseP : 1) : unitOf(found);
    return fmt::format("{}: {} {}, {}{}, speedup {}", row.p, usd, of, weak ? fmt::format("{} takes ", unitOf(found)) : std::string(),
                       formatAmount(row.timeS, Dimension::Time).joined(), decimalText(row.speedup, 2));
}

std::string planText(const Question& question, const RegimeAnswer& answer)
{
    if (!answer.planP())
        return answer.why;
    const bool predicted = answer.plan && answer.plan->curve == CurveKind::Predicted && answer.plan->by != PlanBy::Chosen;
    if (!answer.plan)
        return fmt::format("{} ({})", *answer.rightP, answer.why);
    return fmt::format("{} ({}{})", answer.plan->p, answer.why, !predicted ? "" : question.measured() ? "; as predicted, not as measured" : "; predicted");
}

std::string toText(const Question& question, const Findings& found, const std::optional<Opposite>& other)
{
    const std::vector<RegimeAnswer>& all = found.regimes;
    const RegimeAnswer& first = all.front();
    std::string text = scalewright::toText(tableOf(question, found));
    if (first.cost) {
        const CurveCost& cost = *first.cost;
        const auto line = [&](const char* name, int p, const std::string& end) {
            if (const CostRow* row = findRow(cost, p))
                text += fmt::format("{:<14}{}{}\n", name, costText(question, found, *row), end);
        };
        const CurveCost* fixed = other && other->findings.regimes.front().cost ? &*other->findings.regimes.front().cost : nullptr;
        const auto ifFixed = [&](int p) {
            if (const CostRow* row = findRow(*fixed, p))
                text += oppositeLine(costText(other->question, other->findings, *row));
        };
        const auto doubt = [&](const Message& words) {
            if (!words.empty())
                text += "              " + english(words) + '\n';
        };
        if (!cost.marginal.empty())
            text += '\n' + scalewright::toText(marginalTable(cost, question.measured() ? "Each step up the ladder:" : "Each step up the curve:"));
        text += '\n';
        if (cost.rows.size() == 1) {
            line("the only p", cost.rows.front().p, "");
            text += "choice        with one p there is nothing to choose: a second one would tell what more workers buy\n";
        } else {
            line("cost-optimal", cost.costOptimalP, "");
            // What is known of the runs is said once, below.
            if (!question.measured() || cost.costOptimalDoubt != question.measured()->runsNote)
                doubt(cost.costOptimalDoubt);
            if (fixed)
                ifFixed(fixed->costOptimalP);
            line("fastest", cost.fastestP, "");
            if (question.measured())
                doubt(question.measured()->fastestDoubt);
            if (fixed)
                ifFixed(fixed->fastestP);
            text += "exchange      " + english(cost.exchange) + '\n';
        }
        const auto [knee, noKnee] = kneeOf(question, found);
        if (knee)
            line("knee", *knee, ", most efficiency per time (Eager, Zahorjan, Lazowska 1989)");
        if (knee && question.measured())
            doubt(question.measured()->kneeDoubt);
        if (fixed)
            ifFixed(other->question.measured()->kneeP);
        if (!knee || (question.measured() && !noKnee.empty()))
            text += (knee ? "              " : "knee          ") + noKnee + '\n';
    }
    text += (first.cost ? "" : "\n") + std::string("plan p        ") + planText(question, first) + '\n';
    if (other)
        text += oppositeLine(planText(other->question, other->findings.regimes.front()));
    text += goalLines(first.plan);
    for (const std::string& from : question.goalsFrom)
        text += "              " + from + '\n';
    if (const std::optional<std::pair<int, double>> month = monthOf(question, found))
        text += fmt::format("a month       {} runs at p {}: {}\n", significant(question.project.goal.runsPerMonth->value), month->first,
                            formatAmount(month->second, Dimension::Money).joined());
    if (all.size() > 1 || first.regime != Regime::OnDemand)
        for (const RegimeAnswer& answer : all) {
            text += fmt::format("{:<14}", regimeName(answer.regime));
            if (answer.price.priceUsdPerHour && answer.cost)
                text += fmt::format("{}: cheapest p {}, plan p {}\n              {}\n",
                                    formatAmount(*answer.price.priceUsdPerHour, Dimension::Price).joined(),
                                    answer.cost->costOptimalP, planText(question, answer), answer.price.note);
            else
                text += english(answer.price.note) + '\n';
        }
    text += rightLines(question, found.worth, other ? &other->findings.worth : nullptr);
    if (found.predicted)
        text += "predicted     " + english(differenceText(found.predicted->choice, found.worth.choice, found.worth.hourValueUsd.value_or(0))) + '\n';
    if (const MeasuredLadder* ladder = question.measured())
        text += "prices        " + english(priceNote(*ladder, question.project.goal, workersOnNode(question.project.target))) + '\n'
                + (other ? oppositeLine(english(priceNote(*other->question.measured(), question.project.goal, workersOnNode(question.project.target)))) : std::string());
    if (first.cost)
        for (const Message& note : first.cost->notes)
            text += "note          " + english(note) + '\n';
    if (!question.measured()) {
        if (found.forecast.prediction->landmarks.pStarAtLimit)
            text += "note          " + english(found.forecast.prediction->landmarks.pStarNote) + '\n';
        text += "note          predicted, and nobody has run it: a measured ladder in the project, or LADDER, takes its place\n";
    }
    return text + (question.input.ladder ? ladderNotes(*question.input.ladder) : std::string());
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
    command.add_option("--runs-per-month", options->runs, "how often the run is made; the project's goal")->type_name("N");
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
        "model is planned by its prediction unless /plan/curve says measured. A project without a ladder is priced as predicted.\n"
        "Example: scalewright-cli cost ladder.csv --price 3.20 --regime on-demand --regime spot --hour-value 20");
    return [options]() -> Result<Answer> {
        const Result<Question> question = read(*options);
        if (!question)
            return fail(question.error());
        const Result<Findings> found = answer(*question);
        if (!found)
            return fail(found.error());
        const std::optional<Opposite> other = oppositeOf(*question);
        return Answer{.text = options->csv ? toCsv(tableOf(*question, *found)) : toText(*question, *found, other), .json = toJson(*question, *found, other)};
    };
}

}  // namespace scalewright::cli

#include "app/cli/cost.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/cli/output.h"
#include "app/cli/plan_output.h"
#include "core/quantity/units.h"

namespace scalewright::cli {

namespace {

/// As tables and sentences call what was priced.
const char* unitOf(const Findings& found)
{
    return found.worth.ofAStep ? "a step" : "a run";
}

Json rowsJson(const MeasuredLadder* ladder, const std::vector<CostRow>& rows)
{
    Json::Array json;
    const auto untold = [&](const CostRow& row) {
        const Rung* rung = ladder ? ladder->at(row.p) : nullptr;
        return rung && rung->parts ? "no run gives this part of its time" : "only total times were measured";
    };
    for (const CostRow& row : rows) {
        Json::Object object{{"p", Json(row.p)},
                            {"nodes", Json(row.nodes)},
                            {"t", Json(row.timeS)},
                            {"speedup", Json(row.speedup)},
                            {"efficiency", Json(row.efficiency)}};
        setOrReason(object, "cost", std::optional(row.costUsd), "");
        setOrReason(object, "comm_share", row.commShare, untold(row));
        setOrReason(object, "idle_share", row.idleShare, ladder ? untold(row) : "a prediction has no such part");
        if (const Rung* rung = ladder ? ladder->at(row.p) : nullptr) {
            addRunsJson(object, *rung);
            addBesideJson(object, *rung);
        }
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
            object.emplace_back("note", Json(step.note));
        json.emplace_back(std::move(object));
    }
    return Json(std::move(json));
}

std::string noKnee(const Question& question, const Findings& found)
{
    if (const MeasuredLadder* ladder = question.measured())
        return ladder->kneeNote;
    return fmt::format("no knee up to p = {}, where the search ended", found.forecast.prediction->pMax);
}

/// What the runs leave open of the ladder's own landmark; under another regime it may be another p.
const std::string* doubtOf(const Question& question, int p, int MeasuredLadder::*landmark,
                           std::string MeasuredLadder::*doubt)
{
    const MeasuredLadder* ladder = question.measured();
    return ladder && ladder->*landmark == p && !(ladder->*doubt).empty() ? &(ladder->*doubt) : nullptr;
}

void addCost(Json::Object& json, const Question& question, const Findings& found, const RegimeAnswer& answer)
{
    const MeasuredLadder* ladder = question.measured();
    json.emplace_back("regime", Json(regimeName(answer.regime)));
    setOrReason(json, "price_usd_per_hour", answer.price.priceUsdPerHour, answer.price.note);
    json.emplace_back("price_note", Json(answer.price.note));
    if (answer.cost) {
        json.emplace_back("rows", rowsJson(ladder, answer.cost->rows));
        json.emplace_back("marginal", marginalJson(answer.cost->marginal));
        json.emplace_back("cost_optimal_p", Json(answer.cost->costOptimalP));
        json.emplace_back("cost_optimal_decided", Json(answer.cost->costOptimalDoubt.empty()));
        if (!answer.cost->costOptimalDoubt.empty())
            json.emplace_back("cost_optimal_doubt", Json(answer.cost->costOptimalDoubt));
        json.emplace_back("exchange", Json(answer.cost->exchange));
    } else {
        for (const char* key : {"rows", "marginal", "cost_optimal_p", "exchange"})
            setOrReason(json, key, std::optional<double>(), answer.price.note);
    }
    setOrReason(json, "fastest_p", answer.cost ? std::optional(answer.cost->fastestP) : std::nullopt,
                answer.price.note);
    if (const std::string* doubt = answer.cost ? doubtOf(question, answer.cost->fastestP, &MeasuredLadder::fastestP,
                                                         &MeasuredLadder::fastestDoubt)
                                               : nullptr)
        json.emplace_back("fastest_doubt", Json(*doubt));
    if (const std::string* doubt =
            answer.kneeP ? doubtOf(question, *answer.kneeP, &MeasuredLadder::kneeP, &MeasuredLadder::kneeDoubt)
                         : nullptr)
        json.emplace_back("knee_doubt", Json(*doubt));
    setOrReason(json, "knee_p", answer.kneeP, noKnee(question, found));
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

// A ternary of two Cells makes GCC 12 warn of members that are not there.
Cell cellOf(const std::optional<double>& value)
{
    Cell cell;
    if (value)
        cell = *value;
    return cell;
}

Table marginalTable(const CurveCost& cost, const char* caption)
{
    const bool small =
        std::any_of(cost.rows.begin(), cost.rows.end(), [](const CostRow& row) { return row.costUsd < 0.01; });
    Table table{.caption = caption,
                .columns = {{"step", "step", "", -1},
                            {"d_speedup", "dS", "", 2},
                            {"d_cost", "dCost", "USD", small ? -1 : 3},
                            {"speedup_per_dollar", "dS/dCost", "1/USD", small ? -1 : 2},
                            {"note", "", "", -1}},
                .rows = {}};
    for (const MarginalStep& step : cost.marginal)
        table.rows.push_back({fmt::format("{}->{}", step.from, step.to), step.speedupGain, step.costUsd,
                              cellOf(step.speedupPerUsd), step.note});
    return table;
}

std::string rowText(const Question& question, const Findings& found, const CostRow& row)
{
    const std::string usd = row.costUsd < 0.01 ? moneyText(row.costUsd) : "$" + decimalText(row.costUsd, 3);
    const MeasuredLadder* ladder = question.measured();
    const bool throughput = ladder && ladder->isThroughput;
    const bool weak = !throughput && (ladder ? ladder->scaling : question.project.plan.scaling) == Scaling::Weak;
    const std::string of = throughput ? "a unit of work"
                           : weak     ? fmt::format("for the work of p = {}", ladder ? ladder->baseP : 1)
                                      : unitOf(found);
    const double folds = !weak    ? 1
                         : ladder ? static_cast<double>(row.p) / ladder->baseP
                                  : usefulWorkers(found.forecast.model->terms, row.p);
    return fmt::format("{}: {} {}{} {}, speedup {}", row.p, usd, of,
                       folds == 1 ? std::string(",") : fmt::format("; {} times that takes", significant(folds)),
                       formatAmount(row.timeS, Dimension::Time).joined(), decimalText(row.speedup, 2));
}

std::string planText(const Question& question, const RegimeAnswer& answer)
{
    if (!answer.planP())
        return answer.why;
    const bool predicted =
        answer.plan && answer.plan->curve == CurveKind::Predicted && answer.plan->by != PlanBy::Chosen;
    if (!answer.plan)
        return fmt::format("{} ({})", *answer.rightP, answer.why);
    return fmt::format("{} ({}{})", answer.plan->p, answer.why,
                       !predicted            ? ""
                       : question.measured() ? "; as predicted, not as measured"
                                             : "; predicted");
}

}  // namespace

const CostRow* findRow(const CurveCost& cost, int p)
{
    const auto found = std::find_if(cost.rows.begin(), cost.rows.end(), [&](const CostRow& row) { return row.p == p; });
    return found == cost.rows.end() ? nullptr : &*found;
}

Json::Object costJson(const Question& question, const Findings& found, const std::optional<Opposite>& other)
{
    const MeasuredLadder* ladder = question.measured();
    const std::vector<RegimeAnswer>& all = found.regimes;
    Json::Object json{{"curve", Json(ladder ? "measured" : "predicted")},
                      {"of", Json(found.worth.ofAStep ? "step" : "run")}};
    const MoneyPoint* one = found.worth.choice.at(1);
    setOrReason(json, "t1", one != nullptr ? std::optional(one->timeS) : std::nullopt,
                ladder ? "p = 1 was not measured" : "the run never finishes at p = 1");
    addCost(json, question, found, all.front());
    Json::Array regimes;
    for (const RegimeAnswer& answer : all) {
        Json::Object object;
        addCost(object, question, found, answer);
        regimes.emplace_back(std::move(object));
    }
    json.emplace_back("regimes", Json(std::move(regimes)));
    addPlanJson(json, all.front().plan);
    json.emplace_back("price_moves_p",
                      Json(ladder ? priceNote(*ladder, question.project.goal, workersOnNode(question.project.target))
                                  : found.worth.price));
    if (const std::optional<CurveCost>& cost = all.front().cost)
        json.emplace_back("notes", listJson(cost->notes));
    if (const std::optional<std::pair<int, double>> month = monthOf(question, found))
        json.emplace_back("month", Json(Json::Object{{"p", Json(month->first)},
                                                     {"runs", Json(question.project.goal.runsPerMonth->value)},
                                                     {"usd", Json(month->second)}}));
    addWorth(json, question, found.worth);
    if (found.predicted) {
        Json::Object object;
        addWorth(object, question, *found.predicted);
        object.emplace_back("difference", Json(differenceText(found.predicted->choice, found.worth.choice,
                                                              found.worth.hourValueUsd.value_or(0))));
        json.emplace_back("predicted", Json(std::move(object)));
    }
    if (question.input.ladder)
        addLadderJson(json, *question.input.ladder);
    if (other)
        json.emplace_back("if_fixed", Json(costJson(other->question, other->findings, {})));
    return json;
}

Table costTable(const Question& question, const Findings& found)
{
    const MeasuredLadder* ladder = question.measured();
    const std::vector<RegimeAnswer>& all = found.regimes;
    const int held = workersOnNode(question.project.target);
    const std::string of =
        ladder ? ladderCaption(*question.input.ladder)
               : fmt::format("{}: predicted, {} scaling, {}",
                             question.project.title.empty() ? question.input.file : question.project.title,
                             question.project.plan.scaling == Scaling::Strong ? "strong" : "weak",
                             found.worth.ofAStep ? std::string("one step")
                                                 : fmt::format("a run of {} steps", significant(found.worth.runs)));
    const std::optional<double> here = all.front().price.priceUsdPerHour;
    const std::string under =
        found.worth.regime == Regime::OnDemand
            ? std::string()
            : fmt::format(", {}{}", regimeName(found.worth.regime),
                          here ? " at " + formatAmount(*here, Dimension::Price).joined() : std::string());
    Table table{
        .caption =
            fmt::format("{}, ${} per node-hour ({}){}{}", of, roundTrip(question.priceUsdPerHour), question.priceFrom,
                        held > 1 ? fmt::format(", {} workers a node", held) : std::string(), under),
        .columns = {{"p", "p", "", 0}, {"t", "T_p", "s", -1}, {"speedup", "S", "", 2}, {"efficiency", "E", "", 2}},
        .rows = {}};
    // Nodes that are taken back make a time of their own.
    const auto ownTimes = [&](const RegimeAnswer& answer) {
        return &answer != &all.front() && (answer.regime == Regime::Spot) != (all.front().regime == Regime::Spot) &&
               question.project.target.spotMtbfS.has_value();
    };
    for (const RegimeAnswer& answer : all) {
        const bool small =
            answer.cost && std::any_of(answer.cost->rows.begin(), answer.cost->rows.end(),
                                       [](const CostRow& row) { return row.costUsd < 0.01 || row.costUsd >= 1e6; });
        if (ownTimes(answer))
            table.columns.push_back({fmt::format("t_{}", regimeName(answer.regime)),
                                     fmt::format("T_p {}", regimeName(answer.regime)), "s", -1});
        table.columns.push_back(
            {answer.regime == Regime::OnDemand ? "cost" : fmt::format("cost_{}", regimeName(answer.regime)),
             all.size() == 1 ? "cost" : regimeName(answer.regime), "USD", small ? -1 : 3});
    }
    const std::vector<CostRow>& rows = found.worth.cost.rows;
    const bool comm =
        std::any_of(rows.begin(), rows.end(), [](const CostRow& row) { return row.commShare.has_value(); });
    const bool idle =
        std::any_of(rows.begin(), rows.end(), [](const CostRow& row) { return row.idleShare.has_value(); });
    if (comm)
        table.columns.push_back({"comm_percent", "comm", "%", 1});
    if (idle)
        table.columns.push_back({"idle_percent", "idle", "%", 1});
    const auto percent = [](const std::optional<double>& share) {
        return cellOf(share ? std::optional(100 * *share) : std::nullopt);
    };
    for (const CostRow& each : rows) {
        std::vector<Cell> row{static_cast<double>(each.p), each.timeS, each.speedup, each.efficiency};
        for (const RegimeAnswer& answer : all) {
            const CostRow* at = answer.cost ? findRow(*answer.cost, each.p) : nullptr;
            if (ownTimes(answer))
                row.push_back(cellOf(at ? std::optional(at->timeS) : std::nullopt));
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

std::string costText(const Question& question, const Findings& found, const std::optional<Opposite>& other)
{
    const std::vector<RegimeAnswer>& all = found.regimes;
    const RegimeAnswer& first = all.front();
    std::string text = scalewright::toText(costTable(question, found));
    if (first.cost) {
        const CurveCost& cost = *first.cost;
        const auto line = [&](const char* name, int p, const std::string& end) {
            if (const CostRow* row = findRow(cost, p))
                text += fmt::format("{:<14}{}{}\n", name, rowText(question, found, *row), end);
        };
        const CurveCost* fixed =
            other && other->findings.regimes.front().cost ? &*other->findings.regimes.front().cost : nullptr;
        const auto ifFixed = [&](int p) {
            if (const CostRow* row = findRow(*fixed, p))
                text += oppositeLine(rowText(other->question, other->findings, *row));
        };
        const auto doubt = [&](const std::string& words) {
            if (!words.empty())
                text += "              " + words + '\n';
        };
        if (!cost.marginal.empty())
            text += '\n' + scalewright::toText(marginalTable(
                               cost, question.measured() ? "Each step up the ladder:" : "Each step up the curve:"));
        text += '\n';
        if (cost.rows.size() == 1) {
            line("the only p", cost.rows.front().p, "");
            text +=
                "choice        with one p there is nothing to choose: a second one would tell what more workers buy\n";
        } else {
            line("cost-optimal", cost.costOptimalP, "");
            // What is known of the runs is said once, below.
            if (!question.measured() || cost.costOptimalDoubt != question.measured()->runsNote)
                doubt(cost.costOptimalDoubt);
            if (fixed)
                ifFixed(fixed->costOptimalP);
            line("fastest", cost.fastestP, "");
            if (const std::string* words =
                    doubtOf(question, cost.fastestP, &MeasuredLadder::fastestP, &MeasuredLadder::fastestDoubt))
                doubt(*words);
            if (fixed)
                ifFixed(fixed->fastestP);
            text += "exchange      " + cost.exchange + '\n';
        }
        const std::optional<int> knee = first.kneeP;
        if (knee)
            line("knee", *knee, ", most efficiency per time (Eager, Zahorjan, Lazowska 1989)");
        if (const std::string* words =
                knee ? doubtOf(question, *knee, &MeasuredLadder::kneeP, &MeasuredLadder::kneeDoubt) : nullptr)
            doubt(*words);
        if (fixed)
            ifFixed(other->question.measured()->kneeP);
        const bool itsOwn =
            question.measured() && knee == question.measured()->kneeP && cost.fastestP == question.measured()->fastestP;
        if (const std::string none = noKnee(question, found); !knee || (itsOwn && !none.empty()))
            text += (knee ? "              " : "knee          ") + none + '\n';
    }
    text += (first.cost ? "" : "\n") + std::string("plan p        ") + planText(question, first) + '\n';
    if (other)
        text += oppositeLine(planText(other->question, other->findings.regimes.front()));
    text += goalLines(first.plan);
    for (const std::string& from : question.goalsFrom)
        text += "              " + from + '\n';
    if (const std::optional<std::pair<int, double>> month = monthOf(question, found))
        text +=
            fmt::format("a month       {} runs at p {}: {}\n", significant(question.project.goal.runsPerMonth->value),
                        month->first, moneyText(month->second));
    if (all.size() > 1 || first.regime != Regime::OnDemand)
        for (const RegimeAnswer& answer : all) {
            text += fmt::format("{:<14}", regimeName(answer.regime));
            if (answer.price.priceUsdPerHour && answer.cost)
                text += fmt::format("{}: cheapest p {}, plan p {}\n              {}\n              {}\n",
                                    formatAmount(*answer.price.priceUsdPerHour, Dimension::Price).joined(),
                                    answer.cost->costOptimalP, planText(question, answer), answer.price.note,
                                    found.worth.under(answer.regime).why);
            else
                text += answer.price.note + '\n';
        }
    text += worthText(question, found.worth, other ? &other->findings.worth : nullptr);
    if (found.predicted)
        if (const std::string difference =
                differenceText(found.predicted->choice, found.worth.choice, found.worth.hourValueUsd.value_or(0));
            !difference.empty())
            text += "predicted     " + difference + '\n';
    if (const MeasuredLadder* ladder = question.measured())
        text += "prices        " + priceNote(*ladder, question.project.goal, workersOnNode(question.project.target)) +
                '\n' +
                (other ? oppositeLine(priceNote(*other->question.measured(), question.project.goal,
                                                workersOnNode(question.project.target)))
                       : std::string());
    if (first.cost)
        for (const std::string& note : first.cost->notes)
            text += "note          " + note + '\n';
    if (!question.measured()) {
        if (found.forecast.prediction->landmarks.pStarAtLimit)
            text += "note          " + found.forecast.prediction->landmarks.pStarNote + '\n';
        text +=
            "note          predicted, and nobody has run it: a measured ladder in the project, or LADDER, takes its "
            "place\n";
    }
    return text + (question.input.ladder ? ladderNotes(*question.input.ladder) : std::string());
}

}  // namespace scalewright::cli

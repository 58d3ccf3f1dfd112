#include "app/cli/cost.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/cli/output.h"
#include "app/cli/plan_output.h"
#include "core/base/quantity/units.h"

namespace scalewright::cli {

namespace {

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

void addCost(Json::Object& json, const Question& whole, const CostFindings& found, const RegimeAnswer& answer)
{
    const CostQuestion question = costQuestion(whole);
    const MeasuredLadder* ladder = question.ladder;
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
    setOrReason(json, "knee_p", answer.kneeP, noKneeReason(question, found));
    setOrReason(json, "plan_p", answer.planP(), answer.why);
    json.emplace_back("why", Json(answer.why));
}

}  // namespace

Json::Object costJson(const Question& question, const CostFindings& found, const std::optional<Opposite>& other)
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
    if (const std::optional<std::pair<int, double>> month = monthOf(costQuestion(question), found))
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

}  // namespace scalewright::cli

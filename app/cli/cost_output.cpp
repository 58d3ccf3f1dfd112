#include "app/cli/cost.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/cli/output.h"
#include "app/cli/plan_output.h"
#include "core/base/quantity/units.h"

namespace scalewright::cli {

namespace {

Json rowsJson(const CostQuestion& question, const CostFindings& findings, const std::vector<CostRow>& rows)
{
    const MeasuredLadder* ladder = question.ladder;
    Json::Array json;
    const auto missingReason = [&](const CostRow& row) {
        const Rung* rung = ladder ? ladder->findRung(row.p) : nullptr;
        return rung && rung->parts ? "no run reports this part of its time" : "only total times were measured";
    };
    for (const CostRow& row : rows) {
        if (!isShownRow(question, findings, row.p))
            continue;
        Json::Object object{{"p", Json(row.p)},
                            {"nodes", Json(row.nodes)},
                            {"basis", Json(basisName(ladder ? basisOf(*ladder) : Basis::Predicted))},
                            {"t", Json(row.timeS)},
                            {"speedup", Json(row.speedup)},
                            {"efficiency", Json(row.efficiency)}};
        addFeasibilityJson(object, findings.forecast.feasible, row.p);
        setOrReason(object, "cost", std::optional(row.costUsd), "");
        setOrReason(object, "comm_share", row.commShare, missingReason(row));
        setOrReason(object, "idle_share", row.idleShare, ladder ? missingReason(row) : "a prediction has no such part");
        if (const Rung* rung = ladder ? ladder->findRung(row.p) : nullptr) {
            addRunCountsJson(object, *rung);
            addOtherColumnsJson(object, *rung);
        }
        json.emplace_back(std::move(object));
    }
    return Json(std::move(json));
}

Json marginalJson(const CostQuestion& question, const CostFindings& findings, const std::vector<MarginalStep>& steps)
{
    Json::Array json;
    for (const MarginalStep& step : steps) {
        if (!isShownRow(question, findings, step.toP))
            continue;
        Json::Object object{{"from", Json(step.fromP)},
                            {"to", Json(step.toP)},
                            {"d_speedup", Json(step.speedupGain)},
                            {"d_cost", Json(step.addedCostUsd)}};
        setOrReason(object, "speedup_per_dollar", step.speedupPerUsd, step.note);
        if (step.speedupPerUsd && !step.note.empty())
            object.emplace_back("note", Json(step.note));
        json.emplace_back(std::move(object));
    }
    return Json(std::move(json));
}

void addRegimeCost(Json::Object& json, const CostRequest& request, const CostFindings& findings,
                   const RegimeAnswer& answer)
{
    const CostQuestion question = costQuestion(request);
    json.emplace_back("regime", Json(regimeName(answer.regime)));
    setOrReason(json, "price_usd_per_hour", answer.price.priceUsdPerHour, answer.price.note);
    json.emplace_back("price_note", Json(answer.price.note));
    if (answer.cost) {
        json.emplace_back("rows", rowsJson(question, findings, answer.cost->rows));
        json.emplace_back("marginal", marginalJson(question, findings, answer.cost->marginalSteps));
        json.emplace_back("cost_optimal_p", Json(answer.cost->costOptimalP));
        json.emplace_back("cost_optimal_decided", Json(answer.cost->costOptimalCaveat.empty()));
        if (!answer.cost->costOptimalCaveat.empty())
            json.emplace_back("cost_optimal_doubt", Json(answer.cost->costOptimalCaveat));
        json.emplace_back("exchange", Json(answer.cost->tradeOffText));
    } else {
        for (const char* key : {"rows", "marginal", "cost_optimal_p", "exchange"})
            setOrReason(json, key, std::optional<double>(), answer.price.note);
    }
    setOrReason(json, "fastest_p", answer.cost ? std::optional(answer.cost->fastestP) : std::nullopt,
                answer.price.note);
    if (const std::string* doubt = answer.cost
                                       ? landmarkDoubt(question, answer.cost->fastestP, &MeasuredLadder::fastestP,
                                                       &MeasuredLadder::fastestCaveat)
                                       : nullptr)
        json.emplace_back("fastest_doubt", Json(*doubt));
    if (const std::string* doubt =
            answer.kneeP ? landmarkDoubt(question, *answer.kneeP, &MeasuredLadder::kneeP, &MeasuredLadder::kneeCaveat)
                         : nullptr)
        json.emplace_back("knee_doubt", Json(*doubt));
    setOrReason(json, "knee_p", answer.kneeP, noKneeReason(question, findings));
    setOrReason(json, "plan_p", answer.planP(), answer.reason);
    json.emplace_back("why", Json(answer.reason));
}

}  // namespace

Json::Object costJson(const CostRequest& request, const CostFindings& findings,
                      const std::optional<FixedWorkCosts>& fixedWork)
{
    const MeasuredLadder* ladder = request.measuredLadder();
    const std::vector<RegimeAnswer>& regimeAnswers = findings.regimes;
    Json::Object json{{"curve", Json(ladder ? "measured" : "predicted")},
                      {"of", Json(findings.costAnalysis.isSingleStep ? "step" : "run")}};
    const TimeCostPoint* atOneWorker = findings.costAnalysis.tradeOff.findPoint(1);
    setOrReason(json, "t1", atOneWorker != nullptr ? std::optional(atOneWorker->timeS) : std::nullopt,
                ladder ? "p = 1 was not measured" : "the run never finishes at p = 1");
    addRegimeCost(json, request, findings, regimeAnswers.front());
    Json::Array regimes;
    for (const RegimeAnswer& answer : regimeAnswers) {
        Json::Object object;
        addRegimeCost(object, request, findings, answer);
        regimes.emplace_back(std::move(object));
    }
    json.emplace_back("regimes", Json(std::move(regimes)));
    addPlanJson(json, regimeAnswers.front().plan, findings.claim);
    json.emplace_back("price_moves_p", Json(ladder ? priceSensitivityNote(*ladder, request.project.goal,
                                                                          workersOnNode(request.project.target))
                                                   : findings.costAnalysis.priceNote));
    if (const std::optional<CurveCost>& cost = regimeAnswers.front().cost)
        json.emplace_back("notes", listJson(cost->notes));
    if (const std::optional<std::pair<int, double>> month = monthlyCost(costQuestion(request), findings))
        json.emplace_back("month", Json(Json::Object{{"p", Json(month->first)},
                                                     {"runs", Json(request.project.goal.runsPerMonth->value)},
                                                     {"usd", Json(month->second)}}));
    addWorthJson(json, request, findings.costAnalysis);
    if (findings.predictedCostAnalysis) {
        Json::Object object;
        addWorthJson(object, request, *findings.predictedCostAnalysis);
        object.emplace_back("difference", Json(curveDifferenceText(findings.predictedCostAnalysis->tradeOff,
                                                                   findings.costAnalysis.tradeOff,
                                                                   findings.costAnalysis.hourValueUsd.value_or(0))));
        json.emplace_back("predicted", Json(std::move(object)));
    }
    if (request.input.ladder)
        addLadderJson(json, *request.input.ladder);
    if (fixedWork)
        json.emplace_back("if_fixed", Json(costJson(fixedWork->request, fixedWork->findings, {})));
    return json;
}

}  // namespace scalewright::cli

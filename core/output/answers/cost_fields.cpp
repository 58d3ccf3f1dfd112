// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error/try.h"
#include "core/decision/attribution/ledger.h"
#include "core/output/answers/cost_request.h"
#include "core/output/answers/shared_fields.h"

namespace scalewright {

namespace {

Json costRows(const CostQuestion& question, const CostFindings& findings, const std::vector<CostRow>& rows)
{
    const MeasuredLadder* ladder = question.ladder;
    return listOf(rows, [&](const CostRow& row) -> std::optional<Json::Object> {
        if (!isShownRow(question, findings, row.p))
            return std::nullopt;
        const Rung* rung = ladder ? ladder->findRung(row.p) : nullptr;
        const char* missingReason = rung && rung->parts ? "no run reports this part of its time" : onlyTotalsReason;
        return objectOf({{"p", row.p},
                         {"nodes", row.nodes},
                         {"basis", nameOf(ladder ? basisOf(*ladder) : Basis::Predicted)},
                         {"t", row.timeS},
                         {"speedup", row.speedup},
                         {"efficiency", row.efficiency},
                         feasibilityFields(findings.forecast.feasible, row.p),
                         {"cost", row.costUsd},
                         {"comm_share", row.commShare, missingReason},
                         {"idle_share", row.idleShare, ladder ? missingReason : "a prediction has no such part"},
                         rung ? runCountFields(*rung) : Json::Object(),
                         rung ? otherColumnFields(*rung) : Json::Object()});
    });
}

Json marginalSteps(const CostQuestion& question, const CostFindings& findings, const std::vector<MarginalStep>& steps)
{
    return listOf(steps, [&](const MarginalStep& step) {
        return when(isShownRow(question, findings, step.toP),
                    objectOf({{"from", step.fromP},
                              {"to", step.toP},
                              {"d_speedup", step.speedupGain},
                              {"d_cost", step.addedCostUsd},
                              {"speedup_per_dollar", step.speedupPerUsd, step.note},
                              {"note", step.speedupPerUsd ? ifAny(step.note) : std::nullopt}}));
    });
}

std::optional<std::string> textOf(const std::string* text)
{
    return text ? std::optional(*text) : std::nullopt;
}

Json::Object regimeFields(const CostRequest& request, const CostFindings& findings, const RegimeAnswer& answer)
{
    const CostQuestion question = costQuestion(request);
    const CurveCost* cost = answer.cost ? &*answer.cost : nullptr;
    const std::string& note = answer.price.note;
    return objectOf(
        {{"regime", nameOf(answer.regime)},
         {"price_usd_per_hour", answer.price.priceUsdPerHour, note},
         {"price_note", note},
         {"rows", cost ? std::optional(costRows(question, findings, cost->rows)) : std::nullopt, note},
         {"marginal", cost ? std::optional(marginalSteps(question, findings, cost->marginalSteps)) : std::nullopt,
          note},
         {"cost_optimal_p", cost ? std::optional(cost->costOptimalP) : std::nullopt, note},
         {"cost_optimal_decided", cost ? std::optional(cost->costOptimalCaveat.empty()) : std::nullopt},
         {"cost_optimal_doubt", cost ? ifAny(cost->costOptimalCaveat) : std::nullopt},
         {"exchange", cost ? std::optional(cost->tradeOffText) : std::nullopt, note},
         {"fastest_p", cost ? std::optional(cost->fastestP) : std::nullopt, note},
         {"fastest_doubt", cost ? textOf(landmarkDoubt(question, cost->fastestP, &MeasuredLadder::fastestP,
                                                       &MeasuredLadder::fastestCaveat))
                                : std::nullopt},
         {"knee_doubt", answer.kneeP ? textOf(landmarkDoubt(question, *answer.kneeP, &MeasuredLadder::kneeP,
                                                            &MeasuredLadder::kneeCaveat))
                                     : std::nullopt},
         {"knee_p", answer.kneeP, noKneeReason(question, findings)},
         {"plan_p", answer.planP(), answer.reason},
         {"why", answer.reason}});
}

/// The costs assuming fixed work, for a ladder whose growing work is only a guess.
struct FixedWorkCosts {
    CostRequest request;
    CostFindings findings;
};

Json::Object costFields(const CostRequest& request, const CostFindings& findings,
                        const std::optional<FixedWorkCosts>& fixedWork)
{
    const MeasuredLadder* ladder = request.measuredLadder();
    const RegimeAnswer& first = findings.regimes.front();
    const TimeCostPoint* atOneWorker = findings.costAnalysis.tradeOff.findPoint(1);
    const std::optional<std::pair<int, double>> month = monthlyCost(costQuestion(request), findings);
    const TimeCostAnalysis* predicted = findings.predictedCostAnalysis ? &*findings.predictedCostAnalysis : nullptr;
    return objectOf(
        {{"curve", ladder ? "measured" : "predicted"},
         {"of", findings.costAnalysis.isSingleStep ? "step" : "run"},
         {"t1", atOneWorker != nullptr ? std::optional(atOneWorker->timeS) : std::nullopt,
          ladder ? "p = 1 was not measured" : "the run never finishes at p = 1"},
         regimeFields(request, findings, first),
         {"regimes", listOf(findings.regimes,
                            [&](const RegimeAnswer& answer) { return regimeFields(request, findings, answer); })},
         planFields(first.plan, findings.claim),
         {"price_moves_p",
          ladder ? priceSensitivityNote(*ladder, request.project.goal, workersOnNode(request.project.target))
                 : findings.costAnalysis.priceNote},
         {"notes", first.cost ? std::optional(first.cost->notes) : std::nullopt},
         {"month", month ? std::optional(objectOf({{"p", month->first},
                                                   {"runs", request.project.goal.runsPerMonth->value},
                                                   {"usd", month->second}}))
                         : std::nullopt},
         worthFields(request, findings.costAnalysis),
         {"predicted",
          predicted ? std::optional(objectOf(
                          {worthFields(request, *predicted),
                           {"difference", curveDifferenceText(predicted->tradeOff, findings.costAnalysis.tradeOff,
                                                              findings.costAnalysis.hourValueUsd.value_or(0))}}))
                    : std::nullopt},
         request.input.ladder ? ladderFields(*request.input.ladder) : Json::Object(),
         {"if_fixed",
          fixedWork ? std::optional(costFields(fixedWork->request, fixedWork->findings, {})) : std::nullopt}});
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

CostRequest costRequest(CurveInput input)
{
    CostRequest request{.input = std::move(input)};
    if (request.input.project)
        request.project = *request.input.project;
    if (const MaybeQuantity price = request.project.target.priceUsdPerHour) {
        request.priceUsdPerHour = price->value;
        request.priceSource = "the project's";
        request.project.target.priceUsdPerHour = typed(request.priceUsdPerHour);
    }
    const Goal& goal = request.project.goal;
    for (const auto& [value, field] : {std::pair(&goal.hourValueUsd, &fieldOf(&Goal::hourValueUsd)),
                                       {&goal.deadlineS, &fieldOf(&Goal::deadlineS)},
                                       {&goal.budgetUsd, &fieldOf(&Goal::budgetUsd)}})
        if (*value)
            request.goalNotes.push_back(projectGoalNote(field->name));
    request.terms = regimeTerms(request.project);
    return request;
}

std::string projectGoalNote(const char* option)
{
    return formatMessage("the {} is the project's goal", option);
}

Result<Answered> answerCost(const CostRequest& request)
{
    TRY(const CostFindings findings, findRequestedCosts(request));
    const std::optional<FixedWorkCosts> fixedWork = findFixedWorkCosts(request);
    const CostQuestion question = costQuestion(request);
    return Answered{.answer = costAnswer(
                        question, findings,
                        fixedWork ? std::optional(FixedWorkCost{costQuestion(fixedWork->request), fixedWork->findings})
                                  : std::nullopt),
                    .json = costFields(request, findings, fixedWork),
                    .rows = costTable(question, findings)};
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/prediction.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/factor.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/claim/value_at_p.h"
#include "core/evidence/ladder/ladder_notes.h"
#include "core/model/scaling/run_cost.h"
#include "core/model/scaling/search.h"
#include "core/model/step/model_split.h"
#include "core/model/step/quality_time.h"
#include "core/output/answers/basis.h"
#include "core/output/answers/ladder_reading.h"
#include "core/output/answers/phrases.h"
#include "core/output/tables/prediction_table.h"

namespace scalewright {

namespace {

/// "83 %", "under 1 %"
std::string roundedPercentText(double share)
{
    return share > 0 && share < 0.01 ? "under 1 %" : decimalText(100 * share, 0) + " %";
}

/// "from 119 to above 4096 (largest p searched)"
std::string bestPRangeText(int low, int high, bool edge)
{
    if (!edge)
        return formatMessage("in [{}, {}]", low, high);
    return low == high ? formatMessage("above {} (largest p searched)", high)
                       : formatMessage("from {} to above {} (largest p searched)", low, high);
}

void setPredictionHeadline(Answer& answer, const Analysis& analysis)
{
    const ScalingModel& model = *analysis.model;
    const Landmarks& marks = analysis.prediction->landmarks;
    const int p = analysis.planP;
    const double speedup = analysis.planRow.speedup;
    const SpeedupAtP value = speedupAtP(analysis, p);
    const bool measured = value.measured && value.predicted && p > 1;
    if (model.maximumWorkers && p > *model.maximumWorkers) {
        answer.headline = formatMessage("The batch feeds {}, not {}.", workersText(*model.maximumWorkers), p);
        answer.because = capitalised(tooManyWorkersText(model, p)) + ".";
    } else if (!analysis.planRow.finishes()) {
        answer.headline = formatMessage("At p = {} the run never finishes.", p);
        answer.because = capitalised(neverFinishesReason(model, p)) + ".";
    } else if (measured && value.isBasePredicted) {
        answer.headline =
            formatMessage("{} workers are {} ({}), {} predicted.", p, shownSpeedupText(value), speedupOriginName(value),
                          shortSpeedupText(*value.predicted / value.baseSpeedup));
    } else if (measured) {
        answer.headline = formatMessage("{} workers give {} {}, {} predicted.", p, speedupFactorText(*value.measured),
                                        speedupOriginName(value), speedupFactorText(*value.predicted));
    } else if (p == marks.pStar && marks.pStarAtLimit && !isLimitedByBatch(model, analysis.prediction->pMax)) {
        answer.headline = formatMessage("{} at p = {}, still rising.", speedupFactorText(speedup), p);
    } else if (p == marks.pStar) {
        answer.headline = formatMessage("{} is the fastest: {}.", workersText(p), speedupFactorText(speedup));
        if (p > 1)
            answer.headline = formatMessage("{} are the fastest: {}.", workersText(p), speedupFactorText(speedup));
    } else if (analysis.prediction->hasNoPStar()) {
        answer.headline = formatMessage("{} {} {}, predicted.", workersText(p), p == 1 ? "gives" : "give",
                                        speedupFactorText(speedup));
    } else {
        answer.headline = formatMessage("{} {} {}: {} of the best speedup at {} of its cost.", workersText(p),
                                        p == 1 ? "gives" : "give", speedupFactorText(speedup),
                                        roundedPercentText(speedup / analysis.pStarRow.speedup),
                                        roundedPercentText(runCostRatio(model, analysis.planRow, analysis.pStarRow)));
    }
    if (!analysis.claim.whyNoPlan.empty()) {
        answer.headline = "No feasible number of workers.";
        answer.because = capitalised(analysis.claim.whyNoPlan) + ".";
        answer.next.text = asSentence(capitalised(joinNonEmpty(analysis.claim.waysOut, "; or ")));
    } else if (analysis.plan && analysis.plan->infeasibility) {
        answer.headline = formatMessage("{} cannot be used.", workersText(p));
        answer.because = capitalised(analysis.plan->infeasibility->reason) + ".";
        answer.next.text = asSentence(capitalised(joinNonEmpty(analysis.claim.waysOut, "; or ")));
    }
    if (analysis.plan && analysis.plan->rule == PlanRule::NoRule)
        answer.headline = formatMessage("Every worker helps, up to {}: a goal decides how many.", marks.pStar);

    std::vector<std::string> because;
    if (const MeasuredLadder* runs = analysis.ladderOfRuns(); runs && !runs->stepMismatch.empty())
        because.push_back(capitalised(runs->stepMismatch) + ".");
    if (analysis.plan)
        for (const GoalVerdict& goal : analysis.plan->verdicts)
            if (goal.isMet == false)
                because.push_back(capitalised(missedGoalText(goal)) + ".");
    const std::optional<int> available = analysis.feasible.availableWorkers();
    if (because.empty()) {
        if (measured && analysis.ladderOfRuns()->fastestP != p)
            because.push_back(formatMessage(
                "That is {} of the fastest run's speedup, at p = {}.",
                roundedPercentText(analysis.ladderOfRuns()->findRung(p)->speedup /
                                   analysis.ladderOfRuns()->findRung(analysis.ladderOfRuns()->fastestP)->speedup),
                analysis.ladderOfRuns()->fastestP));
        else if (value.lastMeasuredP)
            because.push_back(formatMessage("Extrapolated beyond the last run, p = {}.", *value.lastMeasuredP));
        if (p == available && p < marks.pStar && !analysis.prediction->hasNoPStar())
            because.push_back(formatMessage("All available machines are used; {} workers would give {}.", marks.pStar,
                                            speedupFactorText(analysis.pStarRow.speedup)));
        else if (p != marks.pStar && !analysis.prediction->hasNoPStar())
            because.push_back(formatMessage("p* = {} is the fastest, {}.", marks.pStar,
                                            speedupFactorText(analysis.pStarRow.speedup)));
        if (p != marks.pStar && analysis.prediction->hasNoPStar())
            because.push_back(formatMessage("The speedup still rises at p = {}.", marks.pStar));
        if (marks.pCommDominates)
            because.push_back(
                formatMessage("From p = {} communication takes longer than compute.", *marks.pCommDominates));
    }
    if (answer.because.empty())
        answer.because = joinNonEmpty(because, " ");
}

/// "1,2,4,8": powers of two up to p, at most 8; "1,2,4" for p = 1.
std::string ladderWorkerCounts(int p)
{
    std::string list = "1";
    for (int each = 2; each <= p && each <= 8; each *= 2)
        list += "," + std::to_string(each);
    return list == "1" ? "1,2,4" : list;
}

void setPredictionNextStep(Answer& answer, const Project& project, const Analysis& analysis)
{
    if (!answer.next.text.empty())
        return;
    const std::string measured = analysis.claim.disagreement;
    const bool open = analysis.plan && analysis.plan->rule == PlanRule::NoRule;
    const MeasuredLadder* runs = analysis.ladderOfRuns();
    if (runs && !runs->stepsPerTimeRequest.empty() &&
        (!measured.empty() || (analysis.plan && !analysis.plan->verdicts.empty())))
        answer.next = askForStepsPerTime(
            *runs, formatMessage("--set /measurements/ladders/{}/steps_per_time=N", analysis.ladder->index));
    else if (analysis.plan && needsStepsPerRun(*analysis.plan, project.plan))
        answer.next = askForStepsPerRun(*analysis.plan);
    else if (runs && !runs->stepMismatch.empty())
        answer.next = {"Enter the measured step, or check FLOP, bytes and ceilings.", {}, "/baseline/t_comp_s"};
    else if (const Rung* implausible = runs ? findImplausibleRung(*runs) : nullptr; implausible && !measured.empty())
        answer.next = {
            formatMessage("Check that the runs at p = {} and p = {} did the same work.", runs->baseP, implausible->p)};
    else if (!measured.empty())
        answer.next = {"Trust the runs: " + measured + "."};
    else if (!analysis.planRow.finishes() && analysis.model->terms.nodeMtbfS)
        answer.next = {"Choose in slot 5 how a lost node is handled.", {}, "/design/fault_tolerance/choices"};
    else if (open || (analysis.plan && analysis.plan->verdicts.empty() && !project.goal.hourValueUsd &&
                      analysis.plan->rule != PlanRule::Chosen))
        answer.next = {"Set a deadline, a budget or what an hour of waiting is worth.", {}, "/goal"};
    else if (!analysis.ladderOfRuns())
        answer.next = {
            "Measure a few p to check it.",
            "scalewright-cli ladder run --p " + ladderWorkerCounts(analysis.planP) + " --repeat 3 -- COMMAND",
            {}};
}

void addPredictionLandmarks(Answer& answer, const Project& project, const Analysis& analysis)
{
    const ScalingModel& model = *analysis.model;
    const Landmarks& marks = analysis.prediction->landmarks;
    const bool strong = model.scaling == Scaling::Strong;
    answer.add(Fact::Value, strong ? "p* (fastest)" : "p* (maximum S)", "{}: speedup {}, efficiency {} %, comm/comp {}",
               marks.pStar, plainFactorText(analysis.pStarRow.speedup),
               decimalText(100 * analysis.pStarRow.efficiency, 1), significantText(analysis.pStarRow.commToCompute));
    answer.add(Fact::Value, "p* (fastest)", marks.pStarNote);
    if (const PredictionBand* band = analysis.band.get())
        answer.add(Fact::Range, "range", "p* {}, speedup there in [{}, {}]: {}, at least {} together (Bonferroni)",
                   bestPRangeText(band->pStarLow, band->pStarHigh, band->pStarHighAtLimit),
                   decimalText(band->speedupAtPStarLow, 2), decimalText(band->speedupAtPStarHigh, 2),
                   band->uncertainInputs == 1 ? "one uncertain input"
                                              : formatMessage("{} uncertain inputs", band->uncertainInputs),
                   roundedPercentText(band->confidenceLevel));
    if (marks.pCommDominates) {
        const int first = *marks.pCommDominates, lastingFrom = commDominatesFrom(analysis.prediction->columns, first);
        const std::string crossingNote = lastingFrom == first ? std::string()
                                         : lastingFrom == 0
                                             ? formatMessage(" first (below it again at {})", analysis.pMax)
                                             : formatMessage(" first, permanently from p = {}", lastingFrom);
        answer.add(Fact::Value, "R = 1", "{} p = {}{}, communication costs as much as compute: speedup {} there",
                   lastingFrom == first ? "from" : "at", first, crossingNote,
                   plainFactorText(analysis.prediction->row(first).speedup));
    } else
        answer.add(Fact::Value, "R = 1", marks.pCommDominatesMissingReason);
    answer.add(Fact::Value, "knee", "{}: speedup {}, {}", marks.kneeP, plainFactorText(analysis.kneeRow.speedup),
               marks.kneeAtLimit ? marks.kneeNote : "most efficiency per time (Eager, Zahorjan, Lazowska 1989)");
    if (!strong || project.plan.efficiencyTarget)
        answer.add(Fact::Value, "efficiency",
                   !marks.pEfficient
                       ? marks.pEfficientMissingReason
                       : formatMessage("{} or more up to p = {}{}", roundedPercentText(model.efficiencyTarget),
                                       *marks.pEfficient, marks.pEfficientAtLimit ? ", the largest p searched" : ""));
    answer.add(Fact::Value, "limit",
               !marks.speedupLimit ? marks.speedupLimitMissingReason
               : *marks.speedupLimit > 0
                   ? formatMessage("speedup tends to {} as p grows", decimalText(*marks.speedupLimit, 2))
               : model.terms.isEmpty() ? "speedup falls towards 0 as p grows: communication grows without bound"
                                       : "speedup falls towards 0 as p grows: overhead grows without bound");
    const auto edged = [](int p, bool edge) { return edge ? formatMessage("above {}", p) : std::to_string(p); };
    for (const Sensitivity& each : analysis.sensitivity)
        if (!each.isZero)
            answer.add(Fact::Range, "sensitivity", "p* {} at ten times {}, {} at a tenth",
                       edged(each.pStarTimesTen, each.timesTenAtLimit), each.parameter,
                       edged(each.pStarTenth, each.tenthAtLimit));
}

void addPredictionPlan(Answer& answer, const Analysis& analysis)
{
    if (!analysis.plan)
        return;
    const PlanDecision& plan = *analysis.plan;
    answer.add(Fact::Value, "plan p", "{} ({}{}){}", plan.p, plan.reason,
               plan.curveKind == CurveKind::Measured && plan.rule != PlanRule::Chosen ? "; measured" : "",
               plan.rule == PlanRule::NoRule ? ": speedup " + decimalText(analysis.planRow.speedup, 2) : std::string());
    if (analysis.planRow.costUsd && analysis.pStarRow.costUsd && analysis.planRow.finishes() &&
        analysis.pStarRow.finishes())
        answer.add(Fact::Value, "plan p", "{} for {} at plan p, {} at p*{}", moneyText(*analysis.planRow.costUsd),
                   runDescription(*analysis.model), moneyText(*analysis.pStarRow.costUsd),
                   analysis.claim.run.isMeasured ? ", as predicted" : "");
    answer.add(Fact::Value, "why this p", analysis.claim.whyThisP);
    answer.add(Fact::Value, "largest parts", limitText(analysis.claim));
    answer.add(Fact::Goal, "goal", goalTexts(plan));
}

void addModelFacts(Answer& answer, const PredictionQuestion& question)
{
    const ScalingModel& model = *question.analysis.model;
    addModelInputs(answer, model);
    for (const Exchange& each : model.exchanges)
        answer.add(Fact::Formula, "T_comm", "{}{} ({})", &each == &model.primaryExchange() ? "" : "+ ",
                   patternFormula(each.pattern), patternSource(each.pattern));
    if (model.workersPerNode > 1)
        answer.add(Fact::Assumption, "p", "counts workers; a node holds {}, and ceil(p/{}) nodes are charged{}",
                   model.workersPerNode, model.workersPerNode, model.terms.nodeMtbfS ? " and fail" : "");
    if (model.primaryExchange().communication.twoLevelNetwork)
        answer.add(
            Fact::Assumption, "p",
            "workers in node order: traffic between nodes takes alpha2 and beta2, ranks exchange with the nearest "
            "first (distance doubling)");
    for (const PricedTerm& term : pricedTerms(model.terms, model.primaryExchange().communication.localSteps)) {
        answer.add(Fact::Formula, "design", term.description);
        answer.add(Fact::Formula, "design", "{} ({})", term.formula, term.source);
        answer.add(Fact::Assumption, "assumed", term.simplification);
    }
    answer.add(Fact::Assumption, "assumed", question.notes);
    answer.add(Fact::Assumption, "assumed", modelSplitNotes(question.project, model, question.analysis.planP));
    if (const MeasuredLadder* runs = question.analysis.ladderOfRuns(); !runs || runs->stepMismatch.empty())
        answer.add(Fact::Warning, "measured", question.analysis.claim.disagreement);
    answer.add(Fact::Value, "quality",
               qualityNotes(question.project, model, question.analysis.planP, question.analysis.pMax));
    if (const int maximumP = searchLimit(model, maximumPMax);
        !question.workers.empty() && *std::ranges::max_element(question.workers) > maximumP)
        answer.add(Fact::Warning, "batch", "p above {} is {}", maximumP, tooManyWorkersText(model, maximumP + 1));
}

/// Adds the measured speedup at the p of each row, next to the prediction.
void addMeasuredColumn(Table& table, const Analysis& analysis, const std::vector<int>& workers)
{
    std::vector<Cell> cells;
    bool hasMeasured = false;
    const char* mark = "measured";
    for (const int p : workers) {
        const SpeedupAtP value = speedupAtP(analysis, p);
        const bool ran = value.measured && p > 1;
        Cell& cell = cells.emplace_back();
        if (ran) {
            cell = *value.measured;
            mark = speedupOriginName(value);
            hasMeasured = true;
        }
    }
    if (!hasMeasured)
        return;
    table.columns.push_back({"measured_speedup", formatMessage("S {}", mark), "", 2});
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        table.rows[i].push_back(cells[i]);
}

/// Drops T_comp/p, the column that is easiest to derive, from a table that is wider than a terminal.
void dropComputeColumn(Table& table)
{
    constexpr std::size_t maximumColumns = 9;
    const auto tComp = std::ranges::find(table.columns, std::string_view("t_comp"), &Column::key);
    if (table.columns.size() <= maximumColumns || tComp == table.columns.end())
        return;
    const auto index = tComp - table.columns.begin();
    for (std::vector<Cell>& row : table.rows)
        row.erase(row.begin() + index);
    table.columns.erase(tComp);
}

std::string goalAmountText(const GoalVerdict& goal, double value)
{
    if (goal.kind == GoalKind::Throughput)
        return requestRateText(value);
    return std::isfinite(value) ? amountText(value, goalDimension(goal.kind)) : std::string("infinite");
}

}  // namespace

void addModelInputs(Answer& answer, const ScalingModel& model)
{
    constexpr std::size_t aRow = 3;
    const std::vector<std::string> parts = modelParameterTexts(withReadableTimes(model));
    for (std::size_t start = 0; start < parts.size(); start += aRow) {
        const std::vector<std::string> row(
            parts.begin() + static_cast<std::ptrdiff_t>(start),
            parts.begin() + static_cast<std::ptrdiff_t>(std::min(parts.size(), start + aRow)));
        answer.add(Fact::Source, "inputs", joinNonEmpty(row, ", "));
    }
}

std::vector<std::string> goalTexts(const PlanDecision& plan)
{
    std::vector<std::string> facts;
    for (const GoalVerdict& goal : plan.verdicts) {
        std::string verdict = goal.reason;
        const auto met = [](bool value) { return value ? "met" : "missed"; };
        if (goal.isMet && goal.contradictingMeasurement)
            verdict = formatMessage("{} as predicted, {}; {} as measured, {} at p = {}", met(*goal.isMet),
                                    goalAmountText(goal, *goal.value), met(!*goal.isMet),
                                    goalAmountText(goal, *goal.contradictingMeasurement), goal.contradictingP);
        else if (goal.isMet)
            verdict = formatMessage("{}, {}", met(*goal.isMet), goalAmountText(goal, *goal.value)) +
                      (goal.valueInterval
                           ? formatMessage(", close: {} to {} ({})", goalAmountText(goal, goal.valueInterval->low),
                                           goalAmountText(goal, goal.valueInterval->high),
                                           percentageText(goal.valueInterval->level))
                           : std::string());
        facts.push_back(formatMessage("{} {}: {}", nameOf(goal.kind), goalAmountText(goal, goal.limit), verdict));
    }
    return facts;
}

NextStep askForStepsPerRun(const PlanDecision& decision)
{
    const auto open = std::ranges::find_if(decision.verdicts, [](const GoalVerdict& goal) { return !goal.isMet; });
    return {formatMessage("Enter the steps per run, --steps N: the {} needs them.", nameOf(open->kind)),
            {},
            fieldOf(&Plan::steps).jsonPointer};
}

std::optional<Basis> modelInputBasis(const Project& project)
{
    std::optional<Basis> weakest;
    for (const MaybeQuantity* each :
         {&project.baseline.tCompS, &project.target.alphaS, &project.target.bandwidthBytesPerS})
        weakest = weakerBasis(weakest, *each);
    return weakest;
}

void addFeasibleColumn(Table& table, const FeasibleWorkers& feasible)
{
    const auto isFeasible = [&](const std::vector<Cell>& row) {
        const double* p = std::get_if<double>(&row.front());
        return !p || feasible.contains(static_cast<int>(*p));
    };
    if (std::ranges::all_of(table.rows, isFeasible))
        return;
    table.columns.push_back({"feasible", "feasible", ""});
    for (std::vector<Cell>& row : table.rows)
        row.emplace_back(isFeasible(row) ? "yes" : "no");
}

Answer predictionAnswer(const PredictionQuestion& question)
{
    const Analysis& analysis = question.analysis;
    Answer answer;
    answer.table = predictionTable(*analysis.prediction, question.workers);
    answer.table.caption.clear();
    if (!analysis.model->nodePriceUsdPerHour) {
        answer.table.columns.pop_back();
        for (std::vector<Cell>& row : answer.table.rows)
            row.resize(answer.table.columns.size());
    }
    for (Column& column : answer.table.columns)
        column.title = column.key == "speedup"           ? "S"
                       : column.key == "efficiency"      ? "E"
                       : column.key == "comm_to_compute" ? "R"
                                                         : column.title;
    addMeasuredColumn(answer.table, analysis, question.workers);
    dropComputeColumn(answer.table);
    addFeasibleColumn(answer.table, analysis.feasible);
    setPredictionHeadline(answer, analysis);
    setPredictionNextStep(answer, question.project, analysis);
    const SpeedupAtP value = speedupAtP(analysis, analysis.planP);
    answer.confidence.basis = !value.measured || !value.predicted || analysis.planP == 1
                                  ? Basis::Predicted
                                  : basisOf(*analysis.ladderOfRuns());
    if (!analysis.claim.weaknesses.empty())
        answer.confidence.note = analysis.claim.weaknesses.front();
    else if (const std::optional<Basis> basis = modelInputBasis(question.project))
        answer.confidence.note = formatMessage("inputs {}", nameOf(*basis));
    if (value.measured && value.baseP > 1)
        answer.confidence.note =
            joinNonEmpty({formatMessage("base p = {} {}", value.baseP, value.isBasePredicted ? "predicted" : "assumed"),
                          answer.confidence.note},
                         ", ");
    if (analysis.band)
        answer.confidence.reason =
            "The range follows from the intervals of the inputs; it does not include the model's own error.";
    answer.add(Fact::Value, "base", baseSpeedupNote(analysis));
    addPredictionLandmarks(answer, question.project, analysis);
    addPredictionPlan(answer, analysis);
    addModelFacts(answer, question);
    return answer;
}

}  // namespace scalewright

#include "core/output/answers/prediction.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/analysis/value_at_p.h"
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
std::string rounded(double share)
{
    return share > 0 && share < 0.01 ? "under 1 %" : decimalText(100 * share, 0) + " %";
}

/// "from 119 to beyond 4096, where the search ends"
std::string rangeText(int low, int high, bool edge)
{
    if (!edge)
        return say("in [{}, {}]", low, high);
    return low == high ? say("beyond {}, where the search ends", high)
                       : say("from {} to beyond {}, where the search ends", low, high);
}

void addHead(Answer& answer, const Analysis& analysis)
{
    const ScalingModel& model = *analysis.model;
    const Landmarks& marks = analysis.prediction->landmarks;
    const int p = analysis.planP;
    const double speedup = analysis.atPlan.speedup;
    const ValueAtP value = valueAtP(analysis, p);
    const bool measured = value.measured && value.predicted && p > 1;
    if (model.mostWorkers && p > *model.mostWorkers) {
        answer.headline = say("The batch feeds {}, not {}.", workersText(*model.mostWorkers), p);
        answer.because = capital(tooManyWorkers(model, p)) + ".";
    } else if (!analysis.atPlan.finishes()) {
        answer.headline = say("At p = {} the run never finishes.", p);
        answer.because = capital(neverFinishes(model, p)) + ".";
    } else if (measured) {
        answer.headline = say("{} workers give {} {}, {} predicted.", p, foldsText(*value.measured), valueMark(value),
                              foldsText(*value.predicted));
    } else if (p == marks.pStar && marks.pStarAtLimit && !endsWithTheBatch(model, analysis.prediction->pMax)) {
        answer.headline = say("{} at p = {}, and still rising.", foldsText(speedup), p);
    } else if (p == marks.pStar) {
        answer.headline = say("{} is the fastest: {}.", workersText(p), foldsText(speedup));
        if (p > 1)
            answer.headline = say("{} are the fastest: {}.", workersText(p), foldsText(speedup));
    } else if (analysis.prediction->noPStar()) {
        answer.headline = say("{} at plan p = {}; still rising at {}.", foldsText(speedup), p, marks.pStar);
    } else {
        answer.headline =
            say("{} {} {}: {} of the best speedup at {} of its cost.", workersText(p), p == 1 ? "gives" : "give",
                foldsText(speedup), rounded(speedup / analysis.atPStar.speedup),
                rounded(costShare(model, analysis.atPlan, analysis.atPStar)));
    }
    if (analysis.plan && analysis.plan->by == PlanBy::Nothing)
        answer.headline = say("Still rising at {}: {}. No plan yet.", marks.pStar, foldsText(analysis.atPStar.speedup));

    std::vector<std::string> because;
    if (const MeasuredLadder* runs = analysis.runs(); runs && !runs->stepDoubt.empty())
        because.push_back(capital(runs->stepDoubt) + ".");
    if (analysis.plan)
        for (const GoalVerdict& goal : analysis.plan->goals)
            if (goal.met == false)
                because.push_back(capital(missedText(goal)) + ".");
    const std::optional<int> available = analysis.workersAvailable;
    if (available && p > *available)
        because.push_back(say("The machines available hold {}.", workersText(*available)));
    if (because.empty()) {
        if (measured && analysis.runs()->fastestP != p)
            because.push_back(
                say("That is {} of the fastest run's, p = {}.",
                    rounded(analysis.runs()->at(p)->speedup / analysis.runs()->at(analysis.runs()->fastestP)->speedup),
                    analysis.runs()->fastestP));
        else if (value.lastMeasuredP)
            because.push_back(say("Extrapolated beyond the last run, p = {}.", *value.lastMeasuredP));
        if (p == available && p < marks.pStar && !analysis.prediction->noPStar())
            because.push_back(say("That is every machine available; {} workers would give {}.", marks.pStar,
                                  foldsText(analysis.atPStar.speedup)));
        else if (p != marks.pStar && !analysis.prediction->noPStar())
            because.push_back(say("p* = {} is the fastest, {}.", marks.pStar, foldsText(analysis.atPStar.speedup)));
        if (marks.pCommDominates)
            because.push_back(say("From p = {} communication takes longer than compute.", *marks.pCommDominates));
    }
    if (answer.because.empty())
        answer.because = joined(because, " ");
}

/// "1,2,4,8": up to p, and one beyond.
std::string ladderUpTo(int p)
{
    std::string list = "1";
    for (int each = 2; each <= p && each <= 8; each *= 2)
        list += "," + std::to_string(each);
    return list == "1" ? "1,2,4" : list;
}

void addNext(Answer& answer, const Project& project, const Analysis& analysis)
{
    const std::string measured = measuredOtherwise(analysis);
    const bool open = analysis.plan && analysis.plan->by == PlanBy::Nothing;
    const MeasuredLadder* runs = analysis.runs();
    if (runs && !runs->runUnknown.empty() && (!measured.empty() || !analysis.plan->goals.empty()))
        answer.next =
            stepsPerTimeAsked(*runs, say("--set /measurements/ladders/{}/steps_per_time=N", analysis.ladder->index));
    else if (analysis.plan && waitsForSteps(*analysis.plan, project.plan))
        answer.next = stepsAsked(*analysis.plan);
    else if (runs && !runs->stepDoubt.empty())
        answer.next = {"Enter the measured step, or check FLOP, bytes and ceilings.", {}, "/baseline/t_comp_s"};
    else if (!measured.empty())
        answer.next = {"Trust the runs: " + measured + ".", {}, {}};
    else if (!analysis.atPlan.finishes() && analysis.model->terms.nodeMtbfS)
        answer.next = {"Choose in slot 5 how a lost node is met.", {}, "/design/fault_tolerance/choices"};
    else if (open || (analysis.plan && analysis.plan->goals.empty() && !project.goal.hourValueUsd &&
                      analysis.plan->by != PlanBy::Chosen))
        answer.next = {"Set a deadline, a budget or what an hour of waiting is worth.", {}, "/goal"};
    else if (!analysis.runs())
        answer.next = {"Measure a few p to check it.",
                       "scalewright-cli ladder run --p " + ladderUpTo(analysis.planP) + " --repeat 3 -- COMMAND",
                       {}};
}

void addLandmarks(Answer& answer, const Project& project, const Analysis& analysis)
{
    const ScalingModel& model = *analysis.model;
    const Landmarks& marks = analysis.prediction->landmarks;
    const bool strong = model.scaling == Scaling::Strong;
    addFact(answer, FactKind::Figure, strong ? "p* (fastest)" : "p* (most S)",
            say("{}: speedup {}, efficiency {} %, comm/comp {}", marks.pStar, decimalText(analysis.atPStar.speedup, 2),
                decimalText(100 * analysis.atPStar.efficiency, 1), decimalText(analysis.atPStar.commToCompute, 2)));
    addFact(answer, FactKind::Figure, "p* (fastest)", marks.pStarNote);
    if (const PredictionBand* band = analysis.band.get())
        addFact(answer, FactKind::Range, "range",
                say("p* {}, speedup there in [{}, {}]: {}, at least {} together (Bonferroni)",
                    rangeText(band->pStarLow, band->pStarHigh, band->pStarHighAtEdge),
                    decimalText(band->speedupAtPStarLow, 2), decimalText(band->speedupAtPStarHigh, 2),
                    band->inputs == 1 ? "one uncertain input" : say("{} uncertain inputs", band->inputs),
                    rounded(band->level)));
    if (marks.pCommDominates) {
        const int first = *marks.pCommDominates, from = commDominatesFrom(analysis.prediction->columns, first);
        const std::string again = from == first ? std::string()
                                  : from == 0   ? say(" first (below it again at {})", analysis.pMax)
                                                : say(" first, for good from p = {}", from);
        addFact(
            answer, FactKind::Figure, "R = 1",
            say("{} p = {}{}, communication costs as much as compute: speedup {} there", from == first ? "from" : "at",
                first, again, decimalText(analysis.prediction->row(first).speedup, 2)));
    } else
        addFact(answer, FactKind::Figure, "R = 1", marks.pCommDominatesReason);
    addFact(answer, FactKind::Figure, "knee",
            say("{}: speedup {}, {}", marks.kneeP, decimalText(analysis.atKnee.speedup, 2),
                marks.kneeAtLimit ? marks.kneeNote : "most efficiency per time (Eager, Zahorjan, Lazowska 1989)"));
    if (!strong || project.plan.efficiencyTarget)
        addFact(answer, FactKind::Figure, "efficiency",
                !marks.pEfficient ? marks.pEfficientReason
                                  : say("{} or more up to p = {}{}", rounded(model.efficiencyTarget), *marks.pEfficient,
                                        marks.pEfficientAtLimit ? ", the edge of the search" : ""));
    addFact(answer, FactKind::Figure, "limit",
            !marks.speedupLimit       ? marks.speedupLimitReason
            : *marks.speedupLimit > 0 ? say("speedup tends to {} as p grows", decimalText(*marks.speedupLimit, 2))
            : model.terms.none()      ? "speedup falls towards 0 as p grows: communication grows without bound"
                                      : "speedup falls towards 0 as p grows: overhead grows without bound");
    const auto edged = [](int p, bool edge) { return edge ? say("beyond {}", p) : std::to_string(p); };
    for (const Sensitivity& each : analysis.sensitivity)
        if (!each.zero)
            addFact(answer, FactKind::Range, "sensitivity",
                    say("p* {} at ten times {}, {} at a tenth", edged(each.pStarTimesTen, each.timesTenAtEdge),
                        each.parameter, edged(each.pStarTenth, each.tenthAtEdge)));
}

void addPlan(Answer& answer, const Analysis& analysis)
{
    if (!analysis.plan)
        return;
    const PlanDecision& plan = *analysis.plan;
    addFact(answer, FactKind::Figure, "plan p",
            say("{} ({}{}){}", plan.p, plan.why,
                plan.curve == CurveKind::Measured && plan.by != PlanBy::Chosen ? "; measured" : "",
                plan.by == PlanBy::Nothing ? ": speedup " + decimalText(analysis.atPlan.speedup, 2) : std::string()));
    if (analysis.atPlan.costUsd && analysis.atPStar.costUsd && analysis.atPlan.finishes() &&
        analysis.atPStar.finishes())
        addFact(answer, FactKind::Figure, "plan p",
                say("{} for {} at plan p, {} at p*", moneyText(*analysis.atPlan.costUsd), runOf(*analysis.model),
                    moneyText(*analysis.atPStar.costUsd)));
    addFacts(answer, FactKind::Goal, "goal", goalFacts(plan));
}

void addModel(Answer& answer, const PredictionQuestion& question)
{
    const ScalingModel& model = *question.analysis.model;
    addInputs(answer, model);
    for (const Exchange& each : model.exchanges)
        addFact(answer, FactKind::Formula, "T_comm",
                say("{}{} ({})", &each == &model.first() ? "" : "+ ", patternFormula(each.pattern),
                    patternSource(each.pattern)));
    if (model.workersPerNode > 1)
        addFact(answer, FactKind::Assumption, "p",
                say("counts workers; a node holds {}, and ceil(p/{}) nodes are charged{}", model.workersPerNode,
                    model.workersPerNode, model.terms.nodeMtbfS ? " and fail" : ""));
    if (model.first().communication.twoLevels)
        addFact(answer, FactKind::Assumption, "p",
                "workers in node order: what leaves a node takes alpha2 and beta2, ranks swap with the nearest first "
                "(distance doubling)");
    for (const PricedTerm& term : pricedTerms(model.terms, model.first().communication.localSteps)) {
        addFact(answer, FactKind::Formula, "design", term.says);
        addFact(answer, FactKind::Formula, "design", say("{} ({})", term.formula, term.source));
        addFact(answer, FactKind::Assumption, "assumed", term.simplification);
    }
    addFacts(answer, FactKind::Assumption, "assumed", question.notes);
    addFacts(answer, FactKind::Assumption, "assumed", splitNotes(question.project, model, question.analysis.planP));
    if (const MeasuredLadder* runs = question.analysis.runs(); !runs || runs->stepDoubt.empty())
        addFact(answer, FactKind::Warning, "measured", measuredOtherwise(question.analysis));
    addFacts(answer, FactKind::Figure, "quality",
             qualityNotes(question.project, model, question.analysis.planP, question.analysis.pMax));
    if (const int most = searched(model, largestPMax);
        !question.workers.empty() && *std::max_element(question.workers.begin(), question.workers.end()) > most)
        addFact(answer, FactKind::Warning, "batch", say("p above {} is {}", most, tooManyWorkers(model, most + 1)));
}

/// What the runs gave at the p of the rows, beside what is predicted there.
void addMeasuredColumn(Table& table, const Analysis& analysis, const std::vector<int>& workers)
{
    std::vector<Cell> cells;
    bool any = false;
    const char* mark = "measured";
    for (const int p : workers) {
        const ValueAtP value = valueAtP(analysis, p);
        const bool ran = value.measured && p > 1;
        Cell& cell = cells.emplace_back();
        if (ran) {
            cell = *value.measured;
            mark = valueMark(value);
            any = true;
        }
    }
    if (!any)
        return;
    table.columns.push_back({"measured_speedup", say("S {}", mark), "", 2});
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        table.rows[i].push_back(cells[i]);
}

/// A table that is wider than a terminal leaves out what a division tells: T_comp/p.
void narrow(Table& table)
{
    constexpr std::size_t mostColumns = 9;
    const auto tComp = std::find_if(table.columns.begin(), table.columns.end(),
                                    [](const Column& column) { return column.key == "t_comp"; });
    if (table.columns.size() <= mostColumns || tComp == table.columns.end())
        return;
    const auto at = tComp - table.columns.begin();
    for (std::vector<Cell>& row : table.rows)
        row.erase(row.begin() + at);
    table.columns.erase(tComp);
}

std::string goalAmount(const GoalVerdict& goal, double value)
{
    const Dimension dimension = goal.goal == GoalKind::Budget    ? Dimension::Money
                                : goal.goal == GoalKind::Quality ? Dimension::Ratio
                                                                 : Dimension::Time;
    return std::isfinite(value) ? formatAmount(value, dimension).joined() : std::string("without end");
}

}  // namespace

void addInputs(Answer& answer, const ScalingModel& model)
{
    constexpr std::size_t aRow = 3;
    const std::vector<std::string> parts = modelParts(model);
    for (std::size_t from = 0; from < parts.size(); from += aRow) {
        const std::vector<std::string> row(
            parts.begin() + static_cast<std::ptrdiff_t>(from),
            parts.begin() + static_cast<std::ptrdiff_t>(std::min(parts.size(), from + aRow)));
        addFact(answer, FactKind::Source, "inputs", joined(row, ", "));
    }
}

std::vector<std::string> goalFacts(const PlanDecision& plan)
{
    std::vector<std::string> facts;
    for (const GoalVerdict& goal : plan.goals) {
        std::string verdict = goal.reason;
        const auto met = [](bool value) { return value ? "met" : "missed"; };
        if (goal.met && goal.otherwiseMeasured)
            verdict =
                say("{} as predicted, {}; {} as measured, {} at p = {}", met(*goal.met), goalAmount(goal, *goal.value),
                    met(!*goal.met), goalAmount(goal, *goal.otherwiseMeasured), goal.measuredP);
        else if (goal.met)
            verdict = say("{}, {}", met(*goal.met), goalAmount(goal, *goal.value)) +
                      (goal.between ? say(", close: {} to {} ({})", goalAmount(goal, goal.between->low),
                                          goalAmount(goal, goal.between->high), percent(goal.between->level))
                                    : std::string());
        facts.push_back(say("{} {}: {}", goalName(goal.goal), goalAmount(goal, goal.limit), verdict));
    }
    return facts;
}

Next stepsAsked(const PlanDecision& decision)
{
    const auto open =
        std::find_if(decision.goals.begin(), decision.goals.end(), [](const GoalVerdict& goal) { return !goal.met; });
    return {say("Enter the steps per run, --steps N: the {} waits for them.", goalName(open->goal)),
            {},
            fieldOf(&Plan::steps).pointer};
}

std::optional<Basis> modelBasis(const Project& project)
{
    std::optional<Basis> weakest;
    for (const MaybeQuantity* each :
         {&project.baseline.tCompS, &project.target.alphaS, &project.target.bandwidthBytesPerS})
        weakest = weaker(weakest, *each);
    return weakest;
}

Answer predictionAnswer(const PredictionQuestion& question)
{
    const Analysis& analysis = question.analysis;
    Answer answer;
    answer.table = predictionTable(*analysis.prediction, question.workers);
    answer.table.caption.clear();
    if (!analysis.model->priceUsdPerHour) {
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
    narrow(answer.table);
    addHead(answer, analysis);
    addNext(answer, question.project, analysis);
    const ValueAtP value = valueAtP(analysis, analysis.planP);
    answer.sure.basis = !value.measured || !value.predicted || analysis.planP == 1 ? Basis::Predicted
                        : value.assumed                                            ? Basis::Assumed
                                                                                   : Basis::Measured;
    if (const std::optional<Basis> basis = modelBasis(question.project))
        answer.sure.note = say("inputs {}", basisName(*basis));
    if (analysis.band)
        answer.sure.why = "The range follows from the intervals of the inputs; the model's own error is not in it.";
    addFact(answer, FactKind::Figure, "base", baseNote(analysis));
    addLandmarks(answer, question.project, analysis);
    addPlan(answer, analysis);
    addModel(answer, question);
    return answer;
}

}  // namespace scalewright

#include "core/output/answers/cost.h"

#include <algorithm>
#include <cmath>

#include "core/evidence/ladder/fixed_work.h"
#include "core/output/answers/phrases.h"
#include "core/output/answers/prediction.h"
#include "core/output/tables/prediction_table.h"

namespace scalewright {

namespace {

constexpr std::size_t mostWhyWords = 20;

// A ternary of two Cells makes GCC 12 warn of members that are not there.
Cell optionalCell(const std::optional<double>& value)
{
    Cell cell;
    if (value)
        cell = *value;
    return cell;
}

bool weakRuns(const CostQuestion& question)
{
    const bool throughput = question.ladder && question.ladder->isThroughput;
    return !throughput && (question.ladder ? question.ladder->scaling : question.project.plan.scaling) == Scaling::Weak;
}

/// "a run", "a unit of work", "for the work of p = 1": as tables and sentences call what was priced
std::string workText(const CostQuestion& question, const CostFindings& found)
{
    return question.ladder && question.ladder->isThroughput ? "a unit of work"
           : weakRuns(question) ? say("for the work of p = {}", question.ladder ? question.ladder->baseP : 1)
                                : found.worth.work;
}

/// How many times the work that is priced a run at p does: 1 but under weak scaling.
double timesOfWork(const CostQuestion& question, const CostFindings& found, int p)
{
    return !weakRuns(question) ? 1
           : question.ladder   ? static_cast<double>(p) / question.ladder->baseP
                               : usefulWorkers(found.forecast.model->terms, p);
}

std::string costRowText(const CostQuestion& question, const CostFindings& found, const CostRow& row)
{
    const std::string usd = row.costUsd < 0.01 ? moneyText(row.costUsd) : "$" + decimalText(row.costUsd, 3);
    const double times = timesOfWork(question, found, row.p);
    return say("{}: {} {}{} {}, speedup {}", row.p, usd, workText(question, found),
               times == 1 ? std::string(",") : say("; {} times that takes", significant(times)), timeText(row.timeS),
               decimalText(row.speedup, 2));
}

std::string planFact(const CostQuestion& question, const RegimeAnswer& answer)
{
    if (!answer.planP())
        return answer.why;
    const bool predicted =
        answer.plan && answer.plan->curve == CurveKind::Predicted && answer.plan->by != PlanBy::Chosen;
    if (!answer.plan)
        return say("{} ({})", *answer.rightP, answer.why);
    return say("{} ({}{})", answer.plan->p, answer.why,
               !predicted        ? ""
               : question.ladder ? "; as predicted, not as measured"
                                 : "; predicted");
}

std::string stepText(const MarginalStep& step)
{
    const std::string usd = step.costUsd < 0 ? "-" + moneyText(-step.costUsd) : moneyText(step.costUsd);
    return joined({say("{} to {}: {} more speedup for {}", step.from, step.to, decimalText(step.speedupGain, 2), usd),
                   step.speedupPerUsd ? significant(*step.speedupPerUsd, 4) + " per dollar" : std::string(), step.note},
                  ", ");
}

std::size_t wordsOf(const std::string& text)
{
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), ' ')) + 1;
}

/// A goal that waits for how many steps a measured time holds; nullptr where none does.
const GoalVerdict* firstOpenGoal(const CostQuestion& question, const std::optional<PlanDecision>& plan)
{
    if (!plan || !question.ladder || question.ladder->runUnknown.empty())
        return nullptr;
    const auto found = std::find_if(plan->goals.begin(), plan->goals.end(), [&](const GoalVerdict& goal) {
        return !goal.met && goal.reason == question.ladder->runUnknown;
    });
    return found == plan->goals.end() ? nullptr : &*found;
}

/// The headline's row: measured or predicted as the table is.
struct PlanRow {
    int p = 1;
    std::optional<double> usd, timeS, speedup;
};

PlanRow planRow(const RegimeAnswer& first)
{
    PlanRow at{.p = first.plan ? first.plan->p : *first.rightP, .usd = {}, .timeS = {}, .speedup = {}};
    if (const CostRow* row = first.cost ? findRow(*first.cost, at.p) : nullptr)
        return {at.p, row->costUsd, row->timeS, row->speedup};
    if (first.plan && first.plan->timeS && std::isfinite(*first.plan->timeS))
        return {at.p, first.plan->costUsd, first.plan->timeS, first.plan->speedup};
    return at;
}

/// The rung of the p to request, where the kind of scaling is a guess and that p was measured.
const Rung* doubtedRung(const CostQuestion& question, const RegimeAnswer& first)
{
    if (!question.ladder || question.ladder->scalingDoubt.empty() || !(first.plan || first.rightP))
        return nullptr;
    const int p = planRow(first).p;
    return first.cost && findRow(*first.cost, p) ? question.ladder->at(p) : nullptr;
}

/// What p gives and costs by both readings of flat times.
std::string headlineOfBoth(const CostQuestion& question, const PlanRow& row, const Rung& rung)
{
    const auto given = [&](double speedup, double usd) {
        return joined({foldsText(speedup), row.usd ? moneyText(usd) : std::string()}, ", ");
    };
    const double more = static_cast<double>(rung.p) / question.ladder->baseP;
    return say("{}: {} if the work grew with p, else {}.", workersText(row.p), given(rung.speedup, row.usd.value_or(0)),
               given(speedupIfFixed(*question.ladder, rung), more * row.usd.value_or(0)));
}

std::string becauseOfBoth(const CurveCost& grew, const std::optional<OppositeCost>& other)
{
    const auto best = [](const CurveCost& cost) {
        return cost.costOptimalP == cost.fastestP
                   ? say("p = {}", cost.fastestP)
                   : say("p = {} (cheapest) or {} (fastest)", cost.costOptimalP, cost.fastestP);
    };
    const CurveCost* fixed =
        other && other->findings.regimes.front().cost ? &*other->findings.regimes.front().cost : nullptr;
    return fixed ? say("Best is {} if the work grew with p, {} if not.", best(grew), best(*fixed))
                 : std::string("Flat times mean that the work grew, or that p changes nothing.");
}

void addHeadline(Answer& answer, const CostQuestion& question, const CostFindings& found)
{
    const RegimeAnswer& first = found.regimes.front();
    if (!first.plan && !first.rightP) {
        answer.headline = sentence(first.cost ? first.why : first.price.note);
        if (wordsOf(answer.headline) > 14)
            answer.headline = say("No {} price at {} a node-hour on demand.", regimeName(first.regime),
                                  moneyText(question.priceUsdPerHour));
        return;
    }
    const PlanRow row = planRow(first);
    if (const Rung* rung = doubtedRung(question, first)) {
        answer.headline = headlineOfBoth(question, row, *rung);
        return;
    }
    std::vector<std::string> parts;
    if (row.speedup)
        parts.push_back(foldsText(*row.speedup));
    if (row.usd)
        parts.push_back(moneyText(*row.usd) + " " + workText(question, found));
    if (row.timeS) {  // of weak scaling both are of the first p's work, which is less than what a run does
        const double runs = timesOfWork(question, found, row.p);
        parts.insert(weakRuns(question) && row.usd ? parts.end() - 1 : parts.end(), timeText(*row.timeS / runs));
    }
    answer.headline = parts.empty() ? say("{}: not on this curve.", workersText(row.p))
                                    : say("{}: {}.", workersText(row.p), joined(parts, ", "));
}

void addBecause(Answer& answer, const CostQuestion& question, const CostFindings& found,
                const std::optional<OppositeCost>& other)
{
    const RegimeAnswer& first = found.regimes.front();
    const bool asPredicted = first.plan && first.plan->curve == CurveKind::Predicted && found.predicted;
    const bool meets = first.plan && std::none_of(first.plan->goals.begin(), first.plan->goals.end(),
                                                  [](const GoalVerdict& goal) { return goal.met == false; });
    const std::optional<int> better =
        meets && first.plan->by == PlanBy::Chosen
            ? beats(asPredicted ? found.predicted->choice : found.worth.choice, first.plan->p)
            : std::nullopt;
    if (!first.price.priceUsdPerHour) {
        if (const std::string why = sentence(first.price.note); why != answer.headline)
            answer.because = why;
    } else if (const GoalVerdict* goal = firstOpenGoal(question, first.plan)) {
        answer.because = say("The {} is not judged: a row may be a step, an epoch or the run.", goalName(goal->goal));
    } else if (first.cost && doubtedRung(question, first)) {
        answer.because = becauseOfBoth(*first.cost, other);
    } else if (first.plan && first.plan->shortfall) {
        const Shortfall& missed = *first.plan->shortfall;
        answer.because = say("No p meets every goal: p = {} comes closest and {}.", missed.p, missedText(missed.goal));
    } else if (better) {
        answer.because = say("p = {} is no slower and no dearer.", *better);
    } else if (first.plan && first.plan->by != PlanBy::Knee && first.plan->by != PlanBy::Nothing &&
               first.plan->by != PlanBy::Efficiency && wordsOf(first.plan->why) <= mostWhyWords) {
        const bool otherwise =
            first.plan->curve == CurveKind::Predicted && question.ladder && first.plan->by != PlanBy::Chosen;
        answer.because = sentence(first.plan->why + (otherwise ? " (predicted)" : ""));
    } else if (first.cost && first.cost->rows.size() == 1) {
        answer.because = "A second p would show what more workers buy.";
    } else if (first.cost && first.cost->costOptimalP == first.cost->fastestP) {
        answer.because = say("p = {} is both the cheapest and the fastest.", first.cost->fastestP);
    } else if (first.cost) {
        const CostRow& cheap = *findRow(*first.cost, first.cost->costOptimalP);
        const CostRow& fast = *findRow(*first.cost, first.cost->fastestP);
        answer.because = say("Cheapest is p = {} ({}), fastest p = {} ({}, {}).", cheap.p, moneyText(cheap.costUsd),
                             fast.p, moneyText(fast.costUsd), foldsText(fast.speedup));
    }
}

void addNextStep(Answer& answer, const CostQuestion& question, const CostFindings& found)
{
    const Goal& goal = question.project.goal;
    const std::vector<RightRange>& ranges = found.worth.choice.ranges;
    if (!found.regimes.front().price.priceUsdPerHour)
        answer.next = {"Price these runs on demand, or keep the machines busier.", {}, "/target/utilisation"};
    else if (question.ladder && !question.ladder->runUnknown.empty())
        answer.next = stepsPerTimeAsked(*question.ladder);
    else if (question.ladder && !question.ladder->scalingDoubt.empty())
        answer.next = scalingAsked();
    else if (found.regimes.front().plan && waitsForSteps(*found.regimes.front().plan, question.project.plan))
        answer.next = stepsAsked(*found.regimes.front().plan);
    else if (!question.project.plan.p && !goal.hourValueUsd && !goal.deadlineS && !goal.budgetUsd && ranges.size() > 1)
        answer.next = {say("What is an hour of waiting worth? Below {}, p = {} is best.",
                           moneyText(*ranges.front().toUsdPerHour), ranges.front().p),
                       {},
                       "/goal/hour_value_usd"};
    else if (question.ladder && !question.ladder->disturbance.empty())
        answer.next = {say("Measure again on a quiet machine: {}.", question.ladder->disturbance), {}, {}};
    else if (question.ladder && !question.ladder->runsNote.empty())
        answer.next = {"Repeat each run three times for error bars.", {}, {}};
    else if (!question.ladder && found.regimes.front().plan)
        answer.next = {say("Measure p = {}: this is predicted.", found.regimes.front().plan->p), {}, {}};
}

/// Another p is as good within what the runs tell.
bool isClose(const CostQuestion& question, const RegimeAnswer& first)
{
    const std::optional<int> p = first.planP();
    if (!p || !first.cost || !question.ladder)
        return false;
    const std::string& note = question.ladder->runsNote;
    const auto tells = [&](const std::string* doubt) { return doubt && !doubt->empty() && *doubt != note; };
    return (*p == first.cost->costOptimalP && tells(&first.cost->costOptimalDoubt)) ||
           (*p == first.cost->fastestP &&
            tells(doubtOf(question, *p, &MeasuredLadder::fastestP, &MeasuredLadder::fastestDoubt))) ||
           (p == first.kneeP && tells(doubtOf(question, *p, &MeasuredLadder::kneeP, &MeasuredLadder::kneeDoubt)));
}

void addSure(Answer& answer, const CostQuestion& question, const CostFindings& found)
{
    const RegimeAnswer& first = found.regimes.front();
    if (question.ladder)
        answer.sure = measuredSure(*question.ladder);
    else
        answer.sure.basis = Basis::Predicted;
    if (question.reading)
        answer.sure.note = joined({unitNote(*question.reading), answer.sure.note}, ", ");
    if (first.plan && !(first.cost && findRow(*first.cost, first.plan->p)))
        answer.sure.basis = Basis::Predicted;  // the plan's p was not measured
    if (doubtedRung(question, first))
        answer.sure.clarity = Clarity::NotKnown;
    else if (isClose(question, first))
        answer.sure.clarity = Clarity::Close;
    if (first.price.assumed)
        answer.sure.note = joined({"price assumed", answer.sure.note}, ", ");
}

void addLandmarkFacts(Answer& answer, const CostQuestion& question, const CostFindings& found,
                      const std::optional<OppositeCost>& other)
{
    const RegimeAnswer& first = found.regimes.front();
    const CurveCost& cost = *first.cost;
    const CurveCost* fixed =
        other && other->findings.regimes.front().cost ? &*other->findings.regimes.front().cost : nullptr;
    const auto rowFact = [&](const char* name, int p, const char* end = "") {
        if (const CostRow* row = findRow(cost, p))
            addFact(answer, FactKind::Figure, name, costRowText(question, found, *row) + end);
    };
    const auto ifFixed = [&](const char* name, int p) {
        if (const CostRow* row = fixed ? findRow(*fixed, p) : nullptr)
            addIfFixed(answer, name, costRowText(other->question, other->findings, *row));
    };
    const auto doubt = [&](const char* name, const std::string* words) {
        if (words && !(question.ladder && *words == question.ladder->runsNote))
            addFact(answer, FactKind::Range, name, *words);
    };
    if (cost.rows.size() == 1) {
        rowFact("the only p", cost.rows.front().p);
        addFact(answer, FactKind::Figure, "the only p", "with one p there is nothing to choose; measure a second one");
    } else {
        rowFact("cost-optimal", cost.costOptimalP);
        doubt("cost-optimal", &cost.costOptimalDoubt);
        ifFixed("cost-optimal", cost.costOptimalP);
        rowFact("fastest", cost.fastestP);
        doubt("fastest", doubtOf(question, cost.fastestP, &MeasuredLadder::fastestP, &MeasuredLadder::fastestDoubt));
        if (fixed)
            ifFixed("fastest", fixed->fastestP);
        addFact(answer, FactKind::Figure, "exchange", cost.exchange);
    }
    if (first.kneeP) {
        rowFact("knee", *first.kneeP, ", most efficiency per time (Eager, Zahorjan, Lazowska 1989)");
        doubt("knee", doubtOf(question, *first.kneeP, &MeasuredLadder::kneeP, &MeasuredLadder::kneeDoubt));
    }
    if (fixed)
        ifFixed("knee", other->question.ladder->kneeP);
    const bool itsOwn =
        question.ladder && first.kneeP == question.ladder->kneeP && cost.fastestP == question.ladder->fastestP;
    if (!first.kneeP || itsOwn)
        addFact(answer, FactKind::Figure, "knee", noKneeReason(question, found));
    for (const MarginalStep& step : cost.marginal)
        addFact(answer, FactKind::Figure, "each step", stepText(step));
}

void addPlanFacts(Answer& answer, const CostQuestion& question, const CostFindings& found,
                  const std::optional<OppositeCost>& other)
{
    const RegimeAnswer& first = found.regimes.front();
    addFact(answer, FactKind::Figure, "plan p", planFact(question, first));
    if (other)
        addIfFixed(answer, "plan p", planFact(other->question, other->findings.regimes.front()));
    if (first.plan)
        addFacts(answer, FactKind::Goal, "goal", goalFacts(*first.plan));
    addFacts(answer, FactKind::Reading, "goal", question.goalsFrom);
    if (const std::optional<std::pair<int, double>> month = monthOf(question, found))
        addFact(answer, FactKind::Figure, "a month",
                say("{} runs at p {}: {}", significant(question.project.goal.runsPerMonth->value), month->first,
                    moneyText(month->second)));
}

void addRegimeFacts(Answer& answer, const CostQuestion& question, const CostFindings& found)
{
    const std::vector<RegimeAnswer>& all = found.regimes;
    if (all.size() == 1 && all.front().regime == Regime::OnDemand)
        return;
    for (const RegimeAnswer& each : all) {
        const char* name = regimeName(each.regime);
        if (!each.price.priceUsdPerHour || !each.cost) {
            addFact(answer, FactKind::Rival, name, each.price.note);
            continue;
        }
        addFact(answer, FactKind::Rival, name,
                say("{}: cheapest p {}", formatAmount(*each.price.priceUsdPerHour, Dimension::Price).joined(),
                    each.cost->costOptimalP));
        if (&each != &all.front())  // the first one's stands before
            addFact(answer, FactKind::Rival, name, "plan p " + planFact(question, each));
        addFact(answer, FactKind::Assumption, name, each.price.note);
        if (const std::string& why = found.worth.under(each.regime).why; why != each.price.note)
            addFact(answer, FactKind::Rival, name, why);
    }
}

void addNotes(Answer& answer, const CostQuestion& question, const CostFindings& found,
              const std::optional<OppositeCost>& other)
{
    const int held = workersOnNode(question.project.target);
    if (found.predicted)
        addFact(answer, FactKind::Rival, "predicted",
                differenceText(found.predicted->choice, found.worth.choice, found.worth.hourValueUsd.value_or(0)));
    if (question.ladder)
        addFact(answer, FactKind::Figure, "prices", priceNote(*question.ladder, question.project.goal, held));
    if (other && other->findings.regimes.front().cost)
        addIfFixed(answer, "prices",
                   say("the cheapest p of all stays {}", other->findings.regimes.front().cost->costOptimalP));
    if (const std::optional<CurveCost>& cost = found.regimes.front().cost)
        addFacts(answer, FactKind::Assumption, "note", cost->notes);
    if (!question.ladder) {
        if (found.forecast.prediction->landmarks.pStarAtLimit)
            addFact(answer, FactKind::Warning, "note", found.forecast.prediction->landmarks.pStarNote);
        addFact(answer, FactKind::Assumption, "note", "predicted, not measured: a ladder in the project replaces it");
    }
    addFact(answer, FactKind::Formula, "cost",
            "c N T_p/3600, N = ceil(p / workers on a node); the least does not depend on c");
}

/// `inputs`: of a prediction, all that it follows from.
std::string costCaption(const CostQuestion& question, const CostFindings& found, bool inputs)
{
    const int held = workersOnNode(question.project.target);
    const std::string scaling = say("{} scaling", question.project.plan.scaling == Scaling::Strong ? "strong" : "weak");
    const std::string of = question.reading
                               ? question.reading->caption
                               : say("{}: predicted, {}, {}", question.name,
                                     inputs ? joined(modelParts(*found.forecast.model, false), ", ") : scaling,
                                     found.worth.ofAStep ? std::string("one step")
                                                         : say("a run of {} steps", significant(found.worth.runs)));
    const std::optional<double> here = found.regimes.front().price.priceUsdPerHour;
    const std::string under = found.worth.regime == Regime::OnDemand
                                  ? std::string()
                                  : say(", {}{}", regimeName(found.worth.regime),
                                        here ? " at " + formatAmount(*here, Dimension::Price).joined() : std::string());
    return say("{}, ${} per node-hour ({}){}{}", of, roundTrip(question.priceUsdPerHour), question.priceFrom,
               held > 1 ? say(", {} workers a node", held) : std::string(), under);
}

}  // namespace

const CostRow* findRow(const CurveCost& cost, int p)
{
    const auto found = std::find_if(cost.rows.begin(), cost.rows.end(), [&](const CostRow& row) { return row.p == p; });
    return found == cost.rows.end() ? nullptr : &*found;
}

const std::string* doubtOf(const CostQuestion& question, int p, int MeasuredLadder::*landmark,
                           std::string MeasuredLadder::*doubt)
{
    const MeasuredLadder* ladder = question.ladder;
    return ladder && ladder->*landmark == p && !(ladder->*doubt).empty() ? &(ladder->*doubt) : nullptr;
}

std::string noKneeReason(const CostQuestion& question, const CostFindings& found)
{
    return question.ladder ? question.ladder->kneeNote
                           : say("no knee up to p = {}, where the search ended", found.forecast.prediction->pMax);
}

std::optional<std::pair<int, double>> monthOf(const CostQuestion& question, const CostFindings& found)
{
    const RegimeAnswer& first = found.regimes.front();
    const RegimeWorth& under = found.worth.under(first.regime);
    const std::optional<int> p = first.planP();
    const bool unsaid = question.ladder && !question.ladder->runUnknown.empty();
    if (!question.project.goal.runsPerMonth || found.worth.ofAStep || unsaid || !p)
        return std::nullopt;
    const MoneyPoint* at = under.choice ? under.choice->at(*p) : nullptr;
    const std::optional<double> usd = first.plan ? first.plan->costUsd : at ? std::optional(at->costUsd) : std::nullopt;
    return usd ? std::optional(std::pair(*p, *usd * question.project.goal.runsPerMonth->value)) : std::nullopt;
}

Table costTable(const CostQuestion& question, const CostFindings& found)
{
    const std::vector<RegimeAnswer>& all = found.regimes;
    Table table{
        .caption = costCaption(question, found, true),
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
        const std::string name = regimeName(answer.regime);
        if (ownTimes(answer))
            table.columns.push_back({"t_" + name, "T_p " + name, "s", -1});
        table.columns.push_back({answer.regime == Regime::OnDemand ? "cost" : "cost_" + name,
                                 all.size() == 1 ? "cost" : name, "USD", small ? -1 : 3});
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
    const auto percentCell = [](const std::optional<double>& share) {
        return optionalCell(share ? std::optional(100 * *share) : std::nullopt);
    };
    for (const CostRow& each : rows) {
        std::vector<Cell> row{static_cast<double>(each.p), each.timeS, each.speedup, each.efficiency};
        for (const RegimeAnswer& answer : all) {
            const CostRow* at = answer.cost ? findRow(*answer.cost, each.p) : nullptr;
            if (ownTimes(answer))
                row.push_back(optionalCell(at ? std::optional(at->timeS) : std::nullopt));
            row.push_back(optionalCell(at ? std::optional(at->costUsd) : std::nullopt));
        }
        if (comm)
            row.push_back(percentCell(each.commShare));
        if (idle)
            row.push_back(percentCell(each.idleShare));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Answer costAnswer(const CostQuestion& question, const CostFindings& found, const std::optional<OppositeCost>& other)
{
    Answer answer;
    answer.table = costTable(question, found);
    answer.table.caption.clear();
    addHeadline(answer, question, found);
    addBecause(answer, question, found, other);
    addNextStep(answer, question, found);
    addSure(answer, question, found);
    addPlanFacts(answer, question, found, other);
    if (found.regimes.front().cost)
        addLandmarkFacts(answer, question, found, other);
    addRegimeFacts(answer, question, found);
    addWorthFacts(answer, question, found.worth, other ? &other->findings.worth : nullptr);
    addNotes(answer, question, found, other);
    addFact(answer, FactKind::Source, "priced", costCaption(question, found, false));
    if (!question.ladder && found.forecast.model)
        addInputs(answer, *found.forecast.model);
    if (question.reading) {
        LadderReading reading = *question.reading;
        reading.caption.clear();  // the line before holds it
        addReading(answer, reading);
    }
    return answer;
}

}  // namespace scalewright

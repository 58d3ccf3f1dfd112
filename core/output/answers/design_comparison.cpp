// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/design_comparison.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/factor.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/analysis/analysis.h"
#include "core/output/answers/card_memory.h"
#include "core/output/answers/phrases.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

std::string bestSpeedupText(const Prediction& side)
{
    return formatMessage("{}× at p = {}", significantText(side.row(side.landmarks.pStar).speedup),
                         side.landmarks.pStar);
}

/// "5 of 6 slots differ".
std::string differingSlotsText(const DesignComparison& c)
{
    const auto differ =
        std::ranges::count_if(c.slotDifferences, [](const SlotDifference& each) { return each.differs; });
    return formatMessage("{} of 6 slots {}", differ, differ == 1 ? "differs" : "differ");
}

/// "4 of 6 slots differ; most comes from pattern: ring all-reduce (4.07× of 16.6×)."
std::string mainCauseText(const DesignComparison& c, double totalFactor)
{
    if (c.speedupCauses.empty() && c.pStarSteps.size() > 1)
        return differingSlotsText(c) + "; their effects cannot be separated.";
    constexpr double negligible = 1e-6;
    if (c.speedupCauses.empty() || std::abs(std::log(c.speedupCauses.front().speedupFactor)) < negligible)
        return differingSlotsText(c) + "; no modelled cost differs.";
    const SpeedupCause& largest = c.speedupCauses.front();
    return formatMessage("{}; most comes from {} ({}× of {}×).", differingSlotsText(c), largest.change,
                         significantText(largest.speedupFactor), significantText(totalFactor));
}

/// Compares the plans; without times, the best speedups.
std::string adviceText(const ComparedDesign& left, const ComparedDesign& right, double leftSpeedup, double rightSpeedup)
{
    constexpr double equalWithin = 1e-9;
    const auto sign = [](double l, double r) {
        return std::abs(l - r) <= equalWithin * std::max(std::abs(l), std::abs(r)) ? 0 : l < r ? -1 : 1;
    };
    int time = sign(rightSpeedup, leftSpeedup), cost = 0;
    if (left.plan.p && right.plan.p && left.plan.timeS && right.plan.timeS) {
        time = sign(*left.plan.timeS, *right.plan.timeS);
        if (left.plan.costUsd && right.plan.costUsd)
            cost = sign(*left.plan.costUsd, *right.plan.costUsd);
    }
    if (left.plan.p.has_value() != right.plan.p.has_value() && !(left.plan.whyNoPlan + right.plan.whyNoPlan).empty())
        return left.plan.p ? "Keep the left design." : "Take the right design.";
    if (time * cost < 0)
        return "Weigh the time saved against its cost.";
    return time + cost < 0   ? "Keep the left design."
           : time + cost > 0 ? "Take the right design."
                             : "Both are equally fast: choose by what the model does not price.";
}

void setComparisonHeadline(Answer& answer, const DesignComparison& c, const ComparedDesign& leftDesign,
                           const ComparedDesign& rightDesign)
{
    answer.confidence.basis = Basis::Predicted;
    if (!c.leftPrediction && !c.rightPrediction) {
        answer.headline = differingSlotsText(c) + "; neither side has an S(p).";
        answer.next = {"Enter compute time and link to compare speedups.", {}, "/target"};
        return;
    }
    if (!c.leftPrediction || !c.rightPrediction) {
        answer.headline = designComparisonHeadline(c);
        answer.because = differingSlotsText(c) + ".";
        return;
    }
    answer.headline = designComparisonHeadline(c);
    const double left = c.leftPrediction->row(c.leftPrediction->landmarks.pStar).speedup,
                 right = c.rightPrediction->row(c.rightPrediction->landmarks.pStar).speedup;
    answer.because = mainCauseText(c, right / left);
    if (std::string plans = comparedPlansText(leftDesign, rightDesign); !plans.empty()) {
        answer.add(Fact::Value, "at their best p", answer.headline);
        answer.add(Fact::Value, "cause", answer.because);
        answer.headline = std::move(plans);
        answer.because = planDifferenceText(leftDesign, rightDesign);
    }
    if (c.pStarSteps.size() > 1)
        answer.next = {adviceText(leftDesign, rightDesign, left, right)};
}

std::string parametersText(const std::vector<SlotParameter>& parameters)
{
    std::string text;
    for (const SlotParameter& each : parameters)
        text += "; " + each.name + ' ' + each.text;
    return text;
}

void addComparedSlots(Answer& answer, const DesignComparisonQuestion& question)
{
    for (const SlotDifference& each : question.comparison.slotDifferences) {
        const std::string& label = question.catalogue.menu(each.slot).title;
        if (!each.differs) {
            answer.add(Fact::Value, label, "both: " + each.leftText);
            continue;
        }
        answer.add(Fact::Value, label, "left: {}{}", each.leftText, parametersText(each.leftParameters));
        answer.add(Fact::Value, label, "right: {}{}", each.rightText, parametersText(each.rightParameters));
    }
}

void addSideFacts(Answer& answer, const char* which, const ComparedDesign& design,
                  const std::optional<Prediction>& side, const std::string& reason)
{
    answer.add(Fact::Interpretation, which, design.name);
    if (!side) {
        answer.add(Fact::Warning, which, "no S(p): " + reason);
        return;
    }
    const PredictionRow best = side->row(side->landmarks.pStar),
                        plan = predictAt(side->model, design.plan.p.value_or(1));
    answer.add(Fact::Value, which, "p* {}: speedup {}, step {}; plan p {}: speedup {}", best.p,
               plainFactorText(best.speedup), timeText(best.tStepS), plan.p, plainFactorText(plan.speedup));
}

/// "alpha -0.352; beta -0.150"; only the reason if all values are missing for the same reason.
std::string elasticityText(const std::vector<Elasticity>& list)
{
    std::string text;
    for (const Elasticity& each : list) {
        if (!each.value && each.reason == list.front().reason && !list.front().value)
            return each.reason;
        const std::string number = each.value ? decimalText(*each.value, 3) : std::string();
        text += formatMessage("{}{} {}", text.empty() ? "" : "; ", each.parameter,
                              !each.value               ? each.reason
                              : number.starts_with('-') ? number
                                                        : "+" + number);
    }
    return text;
}

Table slotsTable(const DesignComparisonQuestion& question)
{
    Table table;
    table.columns = {{"slot", "slot", "", -1}, {"left", "left", "", -1}, {"right", "right", "", -1}};
    for (const SlotDifference& each : question.comparison.slotDifferences)
        table.rows.push_back(
            {formatMessage("{}. {}", static_cast<int>(each.slot) + 1, question.catalogue.menu(each.slot).title),
             each.leftText, each.rightText});
    return table;
}

}  // namespace

ComparedPlan comparedPlanOf(const Project& project, int pMax)
{
    const Analysis analysis = analyse(project, {.pMax = pMax});
    const auto finite = [](const std::optional<double>& value) {
        return value && std::isfinite(*value) ? value : std::nullopt;
    };
    const std::optional<FeasibilityProblem> problem = analysis.feasible.findProblem(analysis.planP);
    const bool isLaidOut = !problem || problem->limit != FeasibilityLimit::Layout;
    return {.p = analysis.plan && !analysis.plan->infeasibility ? analysis.plannedP() : std::nullopt,
            .timeS = finite(analysis.claim.run.timeS),
            .costUsd = finite(analysis.claim.run.costUsd),
            .unitName = analysis.claim.run.unitName,
            .speedup = analysis.claim.speedup ? finite(analysis.claim.speedup->shownSpeedup()) : std::nullopt,
            .isMeasured = analysis.claim.speedup && analysis.claim.speedup->measured &&
                          !analysis.claim.speedup->isAssumed && analysis.claim.speedup->measuredAt.empty(),
            .whyNoPlan = analysis.plan && analysis.plan->infeasibility ? analysis.plan->infeasibility->reason
                                                                       : analysis.claim.whyNoPlan,
            .workerBytes = isLaidOut ? analysis.feasible.bytesAt(analysis.planP) : std::nullopt,
            .usableBytes = analysis.feasible.usableBytes(),
            .stateText = stateDistributionText(project, analysis.feasible, analysis.planP)};
}

std::string comparedPlansText(const ComparedDesign& left, const ComparedDesign& right)
{
    const auto clause = [](const ComparedDesign& side) {
        if (!side.plan.p)
            return formatMessage("{}: {}", side.name,
                                 side.plan.whyNoPlan.empty() ? "no plan" : "no feasible number of workers");
        std::vector<std::string> parts{workersText(*side.plan.p)};
        if (side.plan.timeS)
            parts.push_back(timeText(*side.plan.timeS));
        if (side.plan.costUsd)
            parts.push_back(moneyText(*side.plan.costUsd));
        return formatMessage("{}: {}", side.name, joinNonEmpty(parts, ", "));
    };
    const bool isKnown = (left.plan.p && left.plan.timeS) || (right.plan.p && right.plan.timeS);
    return isKnown ? formatMessage("{}; {}.", capitalised(clause(left)), clause(right)) : std::string();
}

std::string planDifferenceText(const ComparedDesign& left, const ComparedDesign& right)
{
    if (!left.plan.p || !right.plan.p || !left.plan.timeS || !right.plan.timeS ||
        left.plan.unitName != right.plan.unitName)
        return {};
    constexpr double equalWithin = 1e-9;
    const bool isLeftFaster = *left.plan.timeS < *right.plan.timeS;
    const ComparedDesign &faster = isLeftFaster ? left : right, &slower = isLeftFaster ? right : left;
    const double savedS = *slower.plan.timeS - *faster.plan.timeS;
    const bool isTie = savedS <= equalWithin * *slower.plan.timeS;
    const std::string speed = isTie ? std::string("Both take as long")
                                    : formatMessage("{} is {} faster", capitalised(faster.name), timeText(savedS));
    if (!left.plan.costUsd || !right.plan.costUsd)
        return speed + ".";
    const double savedUsd = *slower.plan.costUsd - *faster.plan.costUsd;
    if (std::abs(savedUsd) <= equalWithin * *slower.plan.costUsd)
        return speed + (isTie ? " and cost as much." : " at the same cost.");
    if (isTie)
        return formatMessage("{}; {} costs {} less.", speed, savedUsd > 0 ? faster.name : slower.name,
                             moneyText(std::abs(savedUsd)));
    return savedUsd > 0 ? formatMessage("{} and {} cheaper.", speed, moneyText(savedUsd))
                        : formatMessage("{} and costs {} more.", speed, moneyText(-savedUsd));
}

std::string designComparisonHeadline(const DesignComparison& comparison, const ComparedNames& names)
{
    const auto clause = [](const std::string& name, const std::optional<Prediction>& side,
                           const std::string& overfull) {
        return !overfull.empty() ? formatMessage("{} does not fit: it needs {}", name, overfull)
               : side            ? formatMessage("{} reaches {}", name, bestSpeedupText(*side))
                                 : name + " has no S(p)";
    };
    return capitalised(formatMessage("{}; {}.", clause(names.left, comparison.leftPrediction, names.leftMemoryOverflow),
                                     clause(names.right, comparison.rightPrediction, names.rightMemoryOverflow)));
}

Table curvesTable(const DesignComparison& c)
{
    Table table{.caption = "",
                .columns = {{"p", "p", "", 0},
                            {"left_t_step", "T(p) left", "s", 4},
                            {"left_speedup", "S left", "", 2},
                            {"right_t_step", "T(p) right", "s", 4},
                            {"right_speedup", "S right", "", 2}}};
    const auto cells = [](const std::optional<Prediction>& side, int p, std::vector<Cell>& row) {
        if (!side || p > side->pMax || !side->row(p).finishes()) {
            row.insert(row.end(), {Cell(), Cell()});
            return;
        }
        const PredictionRow prediction = side->row(p);
        row.insert(row.end(), {Cell(prediction.tStepS), Cell(prediction.speedup)});
    };
    for (int p = 1; p <= 1024; p *= 2) {
        std::vector<Cell> row{Cell(static_cast<double>(p))};
        cells(c.leftPrediction, p, row);
        cells(c.rightPrediction, p, row);
        table.rows.push_back(std::move(row));
    }
    return table;
}

Answer designComparisonAnswer(const DesignComparisonQuestion& question)
{
    const DesignComparison& c = question.comparison;
    Answer answer;
    answer.table = c.leftPrediction || c.rightPrediction ? curvesTable(c) : slotsTable(question);
    setComparisonHeadline(answer, c, {"left", question.left.plan}, {"right", question.right.plan});
    addSideFacts(answer, "left", question.left, c.leftPrediction, c.leftUnpricedReason);
    addSideFacts(answer, "right", question.right, c.rightPrediction, c.rightUnpricedReason);
    addComparedSlots(answer, question);
    for (const SpeedupCause& cause : c.speedupCauses)
        answer.add(Fact::Value, "cause", "{}: {}× the speedup, averaged over the orders of change", cause.change,
                   significantText(cause.speedupFactor));
    for (const PStarStep& step : c.pStarSteps)
        answer.add(Fact::Value, "what moved p*", "{}: p* {}{}, speedup {}", step.change, step.pStar,
                   step.hasNoPStar ? " (the largest searched)" : "", plainFactorText(step.speedup));
    if (c.leftPrediction || c.rightPrediction)
        answer.add(Fact::Range, "elasticity", "percent change of p* for one percent more of each input");
    if (c.leftPrediction)
        answer.add(Fact::Range, "elasticity", "left: " + elasticityText(c.leftElasticities));
    if (c.rightPrediction)
        answer.add(Fact::Range, "elasticity", "right: " + elasticityText(c.rightElasticities));
    return answer;
}

}  // namespace scalewright

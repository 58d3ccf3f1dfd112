#include "core/output/answers/design_comparison.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"

namespace scalewright {

namespace {

std::string foldsAt(const Prediction& side)
{
    return say("{}× at p = {}", significant(side.row(side.landmarks.pStar).speedup), side.landmarks.pStar);
}

/// "5 of 6 slots differ".
std::string differingSlots(const DesignComparison& c)
{
    const auto differ = std::count_if(c.slotDifferences.begin(), c.slotDifferences.end(),
                                      [](const SlotDifference& each) { return each.differs; });
    return say("{} of 6 slots {}", differ, differ == 1 ? "differs" : "differ");
}

/// "4 of 6 slots differ; most comes from pattern: ring all-reduce (4.07× of 16.6×)."
std::string mainCause(const DesignComparison& c, double whole)
{
    if (c.causes.empty() && c.moved.size() > 1)
        return differingSlots(c) + "; their parts cannot be told apart.";
    constexpr double nothing = 1e-6;
    if (c.causes.empty() || std::abs(std::log(c.causes.front().factor)) < nothing)
        return differingSlots(c) + "; nothing that is priced differs.";
    const CausedBy& most = c.causes.front();
    return say("{}; most comes from {} ({}× of {}×).", differingSlots(c), most.what, significant(most.factor),
               significant(whole));
}

void compareHead(Answer& answer, const DesignComparison& c)
{
    answer.sure.basis = Basis::Predicted;
    if (!c.left && !c.right) {
        answer.headline = differingSlots(c) + "; neither side has an S(p).";
        answer.next = {"Enter compute time and link to compare speedups.", {}, "/target"};
        return;
    }
    if (!c.left || !c.right) {
        answer.headline = comparedHeadline(c);
        answer.because = differingSlots(c) + ".";
        return;
    }
    answer.headline = comparedHeadline(c);
    const double left = c.left->row(c.left->landmarks.pStar).speedup,
                 right = c.right->row(c.right->landmarks.pStar).speedup;
    answer.because = mainCause(c, right / left);
    if (c.moved.size() > 1)
        answer.next = {left > right   ? "Keep the left design."
                       : right > left ? "Take the right design."
                                      : "Choose by what is not priced: both are as fast.",
                       {},
                       {}};
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
            addFact(answer, FactKind::Figure, label, "both: " + each.left);
            continue;
        }
        addFact(answer, FactKind::Figure, label, say("left: {}{}", each.left, parametersText(each.leftParameters)));
        addFact(answer, FactKind::Figure, label, say("right: {}{}", each.right, parametersText(each.rightParameters)));
    }
}

void addSide(Answer& answer, const char* which, const ComparedDesign& design, const std::optional<Prediction>& side,
             const std::string& reason)
{
    addFact(answer, FactKind::Reading, which, design.name);
    if (!side) {
        addFact(answer, FactKind::Warning, which, "no S(p): " + reason);
        return;
    }
    const PredictionRow best = side->row(side->landmarks.pStar), plan = predictAt(side->model, design.planP);
    addFact(answer, FactKind::Figure, which,
            say("p* {}: speedup {}, step {}; plan p {}: speedup {}", best.p, decimalText(best.speedup, 2),
                timeText(best.tStepS), plan.p, decimalText(plan.speedup, 2)));
}

/// "alpha -0.352; beta -0.150"; the reason once where all lack a value for the same.
std::string elasticityText(const std::vector<Elasticity>& list)
{
    std::string text;
    for (const Elasticity& each : list) {
        if (!each.value && each.reason == list.front().reason && !list.front().value)
            return each.reason;
        const std::string number = each.value ? decimalText(*each.value, 3) : std::string();
        text += say("{}{} {}", text.empty() ? "" : "; ", each.parameter,
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
        table.rows.push_back({say("{}. {}", static_cast<int>(each.slot) + 1, question.catalogue.menu(each.slot).title),
                              each.left, each.right});
    return table;
}

}  // namespace

std::string comparedHeadline(const DesignComparison& comparison, const ComparedNames& names)
{
    const auto clause = [](const std::string& name, const std::optional<Prediction>& side,
                           const std::string& overfull) {
        return !overfull.empty() ? say("{} does not fit: it needs {}", name, overfull)
               : side            ? say("{} reaches {}", name, foldsAt(*side))
                                 : name + " has no S(p)";
    };
    return capital(say("{}; {}.", clause(names.left, comparison.left, names.leftOverfull),
                       clause(names.right, comparison.right, names.rightOverfull)));
}

Table curvesTable(const DesignComparison& c)
{
    Table table{.caption = "",
                .columns = {{"p", "p", "", 0},
                            {"left_t_step", "T(p) left", "s", 4},
                            {"left_speedup", "S left", "", 2},
                            {"right_t_step", "T(p) right", "s", 4},
                            {"right_speedup", "S right", "", 2}},
                .rows = {}};
    const auto cells = [](const std::optional<Prediction>& side, int p, std::vector<Cell>& row) {
        if (!side || p > side->pMax || !side->row(p).finishes()) {
            row.insert(row.end(), {Cell(), Cell()});
            return;
        }
        const PredictionRow at = side->row(p);
        row.insert(row.end(), {Cell(at.tStepS), Cell(at.speedup)});
    };
    for (int p = 1; p <= 1024; p *= 2) {
        std::vector<Cell> row{Cell(static_cast<double>(p))};
        cells(c.left, p, row);
        cells(c.right, p, row);
        table.rows.push_back(std::move(row));
    }
    return table;
}

Answer designComparisonAnswer(const DesignComparisonQuestion& question)
{
    const DesignComparison& c = question.comparison;
    Answer answer;
    answer.table = c.left || c.right ? curvesTable(c) : slotsTable(question);
    compareHead(answer, c);
    addSide(answer, "left", question.left, c.left, c.leftReason);
    addSide(answer, "right", question.right, c.right, c.rightReason);
    addComparedSlots(answer, question);
    for (const CausedBy& cause : c.causes)
        addFact(answer, FactKind::Figure, "cause",
                say("{}: {}× the speedup, averaged over the orders of change", cause.what, significant(cause.factor)));
    for (const MovedBy& step : c.moved)
        addFact(answer, FactKind::Figure, "what moved p*",
                say("{}: p* {}{}, speedup {}", step.what, step.pStar, step.noPStar ? " (the largest searched)" : "",
                    decimalText(step.speedup, 2)));
    if (c.left || c.right)
        addFact(answer, FactKind::Range, "elasticity", "per cent that p* moves with one per cent more of each input");
    if (c.left)
        addFact(answer, FactKind::Range, "elasticity", "left: " + elasticityText(c.leftElasticities));
    if (c.right)
        addFact(answer, FactKind::Range, "elasticity", "right: " + elasticityText(c.rightElasticities));
    return answer;
}

}  // namespace scalewright

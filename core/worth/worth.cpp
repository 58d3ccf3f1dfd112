#include "core/worth/worth.h"

#include <algorithm>
#include <cmath>

#include "core/plan/within_goals.h"
#include "core/project/project.h"
#include "core/quantity/units.h"
#include "core/scaling/prediction.h"

namespace scalewright {

namespace {

std::string money(double usd) { return formatAmount(usd, Dimension::Money).joined(); }
std::string seconds(double time) { return formatAmount(time, Dimension::Time).joined(); }

/// What the points come from: a prediction, or a ladder.
struct Source {
    const Prediction* prediction = nullptr;
    const MeasuredLadder* ladder = nullptr;
};

ScalingCurve curveFrom(const Source& source, const Target& target)
{
    if (source.prediction)
        return curveOf(*source.prediction, source.prediction->pMax);
    ScalingCurve curve = curveOf(*source.ladder);
    curve.workersPerNode = workersOnNode(target);
    return curve;
}

Choice choiceOf(const Source& source, const Proposal& proposal, double runs)
{
    std::vector<MoneyPoint> points = moneyPoints(curveFrom(source, proposal.target), proposal.target.priceUsdPerHour->value, runs);
    if (const std::optional<std::vector<int>> within = withinGoals(proposal, source.prediction, source.ladder))
        for (MoneyPoint& point : points)
            point.within = std::binary_search(within->begin(), within->end(), point.p);
    return choose(std::move(points));
}

/// The curve at 1, 2, 4 … of a prediction: a step of the table doubles the workers.
ScalingCurve doubling(const Prediction& prediction)
{
    ScalingCurve all = curveOf(prediction, prediction.pMax);
    ScalingCurve curve{.provenance = all.provenance, .scaling = all.scaling, .workersPerNode = all.workersPerNode};
    for (std::size_t p = 1; p <= all.size(); p *= 2)
        if (std::isfinite(all.timeS[p - 1])) {
            curve.p.push_back(all.p[p - 1]);
            curve.timeS.push_back(all.timeS[p - 1]);
            curve.speedup.push_back(all.speedup[p - 1]);
            curve.efficiency.push_back(all.efficiency[p - 1]);
        }
    return curve;
}

/// The proposal under a regime, its curve and what follows.
RegimeWorth regimeOf(Regime regime, const Project& project, const Forecast& forecast, const Source& source, double runs, double price, const RegimeTerms& terms)
{
    RegimeWorth found{.regime = regime, .price = regimePrice(regime, price, terms), .choice = {}, .rightP = {}, .why = {}};
    if (!found.price.priceUsdPerHour)
        return found;
    Proposal proposal = project;
    proposal.target.priceUsdPerHour = typed(*found.price.priceUsdPerHour);
    if (regime == Regime::Spot)
        proposal = onSpot(std::move(proposal), *found.price.priceUsdPerHour);
    if (source.ladder) {
        const MeasuredLadder ladder = regime == Regime::Spot ? preempted(*source.ladder, project) : *source.ladder;
        found.choice = choiceOf({.ladder = &ladder}, proposal, runs);
    } else if (regime == Regime::OnDemand || (!(regime == Regime::Spot && project.target.spotMtbfS) && !project.goal.budgetUsd)) {
        found.choice = choiceOf(source, proposal, runs);  // times are the same, and no limit asks the price
    } else if (const Result<ScalingModel> model = scalingModel(project.baseline, proposal)) {
        const Prediction prediction = predict(*model, forecast.prediction->pMax);
        found.choice = choiceOf({.prediction = &prediction}, proposal, runs);
    } else {
        found.price.note = say("{}: {}", model.error().problems.front().message, model.error().problems.front().expected);
    }
    return found;
}

Message whyOf(const RegimeWorth& here, const RegimeWorth& onDemand, const Project& project)
{
    const bool taken = here.regime == Regime::Spot && project.target.spotMtbfS;
    const bool worth = project.goal.hourValueUsd && project.goal.hourValueUsd->value > 0;
    if (!here.rightP || !onDemand.rightP)
        return say("no p meets the goals");
    if (here.regime == Regime::OnDemand)
        return say("the full price, no commitment");
    const double factor = onDemand.price.priceUsdPerHour > 0.0 ? *here.price.priceUsdPerHour / *onDemand.price.priceUsdPerHour : 1;
    if (*here.rightP == *onDemand.rightP)
        return taken ? say("nodes that are taken back make it slower, not another p") : worth ? say("every border times {}: not enough to move p", significant(factor, 2))
                                                                                               : say("a price alone never moves the cheapest p");
    const bool cheaper = factor < 1;
    if (worth && (*here.rightP > *onDemand.rightP) == cheaper)
        return cheaper ? say("beside cheaper nodes an hour weighs more") : say("beside dearer nodes an hour weighs less");
    if (taken)
        return say("more nodes lose one more often: preemption moves p");
    return project.goal.budgetUsd ? say("the budget lets other p in") : say("price and waiting weigh differently");
}

Message goalsMet(const Choice& choice)
{
    return choice.ranges.size() == choice.hull.size() && std::all_of(choice.points.begin(), choice.points.end(), [](const MoneyPoint& each) { return each.within; })
               ? Message()
               : say(" within the goals");
}

std::string ratio(double value) { return decimalText(value, 2); }

void advise(Worth& worth, const Source& source)
{
    const Choice& choice = worth.choice;
    if (choice.ranges.empty())
        return;
    const RightRange& first = choice.ranges.front();
    const MoneyPoint& cheap = *choice.at(first.p);
    const MoneyPoint& fast = *choice.at(choice.ranges.back().p);
    const Message unit = worth.ofAStep ? say("a step") : say("a run");
    UseAdvice nightly{.p = cheap.p, .sentence = {}, .givesUp = {}, .wouldChange = {}};
    UseAdvice interactive{.p = fast.p, .sentence = {}, .givesUp = {}, .wouldChange = {}};
    const Message stands = source.ladder ? Message() : say(" predicted");
    nightly.sentence = say("p {}: {} {} in {}, the cheapest{}{}", cheap.p, money(cheap.costUsd), unit, seconds(cheap.timeS), stands, goalsMet(choice));
    interactive.sentence = source.prediction && fast.p == source.prediction->pMax
                               ? say("p {}: {} in {}, as far as was searched{}{}", fast.p, unit, seconds(fast.timeS), stands, goalsMet(choice))
                               : say("p {}: {} in {}, the fastest{}{}", fast.p, unit, seconds(fast.timeS), stands, goalsMet(choice));
    if (cheap.p == fast.p) {
        nightly.givesUp = interactive.givesUp = say("It gives up nothing: it is the cheapest and the fastest.");
        nightly.wouldChange = interactive.wouldChange = say("A run at another p that is faster or cheaper would change it.");
    } else {
        const std::string dearer = money(fast.costUsd - cheap.costUsd);
        nightly.givesUp = say("It gives up speed: p {} is {} times as fast for {} more.", fast.p, ratio(cheap.timeS / fast.timeS), dearer);
        interactive.givesUp = cheap.costUsd > 0 ? say("It gives up {} {}: {} times the cost of p {} to save {}.", dearer, unit, ratio(fast.costUsd / cheap.costUsd), cheap.p,
                                                      seconds(cheap.timeS - fast.timeS))
                                                : say("It gives up no money: a node-hour costs nothing.");
        nightly.wouldChange = say("How long the night is: with less than {}, or with an hour of waiting worth more than {}, p {} is right.", seconds(cheap.timeS),
                                  money(*first.toUsdPerHour), choice.ranges[1].p);
        const auto at = std::find_if(choice.points.begin(), choice.points.end(), [&](const MoneyPoint& each) { return each.p == fast.p; });
        std::vector<int> beside;
        if (at != choice.points.begin())
            beside.push_back(std::prev(at)->p);
        if (std::next(at) != choice.points.end())
            beside.push_back(std::next(at)->p);
        const Message which = beside.empty() ? Message() : beside.size() == 1 ? say(" and p {} beside it", beside[0]) : say(" and p {} and {} beside it", beside[0], beside[1]);
        interactive.wouldChange = source.ladder ? say("What one request waits, measured under load at p {}{}, several times: the ladder holds whole runs, and the p whose slowest "
                                                      "requests are the fastest is right.", fast.p, which)
                                                : say("A measured run at p {}{}: this is predicted, and nobody has run it.", fast.p, which);
    }
    worth.nightly = std::move(nightly);
    worth.interactive = std::move(interactive);
}

}  // namespace

Result<Worth> worthOf(const Project& project, const Forecast& forecast, const MeasuredLadder* ladder, CurveKind kind, const std::optional<RegimeTerms>& given)
{
    const FieldInfo& field = fieldOf(&Target::priceUsdPerHour);
    if (!project.target.priceUsdPerHour)
        return fail(ErrorCode::Input, say("{} is not known", field.meaning), field.howToGet, {.pointer = field.pointer});
    if (kind == CurveKind::Measured && !ladder)
        return fail(ErrorCode::Input, say("nothing is measured"), say("a ladder: the run at several p"), {.pointer = "/measurements/ladders"});
    if (kind == CurveKind::Predicted && !forecast.prediction)
        return fail(forecast.model.error());
    const RegimeTerms terms = given.value_or(regimeTerms(project.target));
    const Source source = kind == CurveKind::Predicted ? Source{.prediction = forecast.prediction.get()} : Source{.ladder = ladder};
    const double price = project.target.priceUsdPerHour->value;
    Worth worth{.curve = kind, .priceUsdPerHour = price, .hourValueUsd = {}, .cost = {}, .choice = {}, .regimes = {}, .nightly = {}, .interactive = {}, .price = {}};
    if (kind == CurveKind::Predicted) {
        worth.ofAStep = !project.plan.steps;
        worth.runs = forecast.model->steps;
    }
    if (project.goal.hourValueUsd)
        worth.hourValueUsd = project.goal.hourValueUsd->value;
    worth.cost = priceCurve(source.prediction ? doubling(*source.prediction) : curveFrom(source, project.target), price);
    const double hour = worth.hourValueUsd.value_or(0);
    for (const Regime regime : {Regime::OnDemand, Regime::Spot, Regime::Owned}) {
        RegimeWorth& here = worth.regimes.emplace_back(regimeOf(regime, project, forecast, source, worth.runs, price, terms));
        if (!here.choice)
            continue;
        if (const RightRange* right = here.choice->rightAt(hour))
            here.rightP = right->p;
        here.why = whyOf(here, worth.regimes.front(), project);
    }
    worth.choice = *worth.regimes.front().choice;
    advise(worth, source);
    worth.price = say("A price that is the same for every p never moves the cheapest p; it scales the values of an hour at which the right p changes.");
    if (!worth.choice.ranges.empty() && price > 0)
        worth.price += say(" Without preemption, {}.", scaledText(worth.choice, hour, terms.spotFactor));
    return worth;
}

std::optional<Choice> choiceOn(const Project& project, const Forecast& forecast, const MeasuredLadder* ladder, CurveKind kind)
{
    const bool predicted = kind == CurveKind::Predicted;
    if (!project.target.priceUsdPerHour || (predicted ? !forecast.prediction : !ladder))
        return std::nullopt;
    return choiceOf(predicted ? Source{.prediction = forecast.prediction.get()} : Source{.ladder = ladder}, project, predicted ? forecast.model->steps : 1);
}

Message differenceText(const Choice& predicted, const Choice& measured, double hourValueUsd)
{
    const RightRange* foreseen = predicted.rightAt(hourValueUsd);
    const RightRange* seen = measured.rightAt(hourValueUsd);
    if (!foreseen || !seen)
        return {};
    if (foreseen->p == seen->p)
        return say("prediction and measurement ask for the same p, {}", seen->p);
    return say("the prediction asks for p {}, the measurement for p {}; {}", foreseen->p, seen->p, rightText(measured, seen->p));
}

}  // namespace scalewright

#include "core/decision/cost/worth.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "core/base/quantity/units.h"
#include "core/decision/plan/within_goals.h"
#include "core/model/scaling/prediction.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

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
    std::vector<MoneyPoint> points =
        moneyPoints(curveFrom(source, proposal.target), proposal.target.priceUsdPerHour->value, runs);
    if (const std::optional<std::vector<int>> within = withinGoals(proposal, source.prediction, source.ladder))
        for (MoneyPoint& point : points)
            point.within = std::binary_search(within->begin(), within->end(), point.p);
    return choose(std::move(points));
}

/// argmin of what the same work costs at one price, of those that cost alike the fastest.
int cheapestOf(const ScalingCurve& curve)
{
    const auto hours = [&](std::size_t i) {
        return nodesOf(static_cast<int>(curve.p[i]), curve.workersPerNode) * curve.timeS[i] * curve.baseShare(i);
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < curve.size(); ++i)
        if (const double dearer = hours(i) - hours(best), tie = 1e-12 * hours(best);
            dearer < -tie || (dearer <= tie && curve.speedup[i] > curve.speedup[best]))
            best = i;
    return static_cast<int>(curve.p[best]);
}

/// What stands in a table: of a prediction the doublings to past its fastest, and its cheapest, fastest and knee; of a
/// run's steps. `also`: p of the other regimes' tables, and the plan's.
ScalingCurve tableCurve(const Source& source, const Target& target, double runs, const std::set<int>& also = {})
{
    ScalingCurve all = curveFrom(source, target);
    if (!source.prediction)
        return all;
    const Prediction& prediction = *source.prediction;
    const int fastest = prediction.landmarks.pStar;
    std::set<int> rows = also;
    rows.insert({cheapestOf(all), fastest, prediction.landmarks.kneeP});
    for (int p = 1; p <= prediction.pMax; p *= 2) {
        rows.insert(p);
        if (p > fastest)
            break;
    }
    ScalingCurve curve{.provenance = all.provenance,
                       .scaling = all.scaling,
                       .backupWorkers = all.backupWorkers,
                       .workersPerNode = all.workersPerNode};
    for (const int p : rows) {
        const auto i = static_cast<std::size_t>(p - 1);
        if (i >= all.timeS.size() || !std::isfinite(all.timeS[i]))
            continue;
        curve.p.push_back(p);
        curve.timeS.push_back(runs * all.timeS[i]);
        curve.speedup.push_back(all.speedup[i]);
        curve.efficiency.push_back(all.efficiency[i]);
        curve.commShare.push_back(prediction.columns.tComm[i] / all.timeS[i]);
    }
    return curve;
}

/// The curves of a project as they are under a regime.
struct Terrain {
    Proposal proposal;
    std::shared_ptr<const Prediction> prediction;
    std::optional<MeasuredLadder> ladder;

    [[nodiscard]] Source source(bool predicted) const
    {
        return predicted ? Source{.prediction = prediction.get()} : Source{.ladder = &*ladder};
    }
};

/// `predicted`, `measured`: whether that curve is asked for; `costs`: what the prediction's own rows cost too. Errors:
/// what the model on spot misses.
Result<Terrain> terrainOf(Regime regime, const Project& project, const Forecast& forecast, const MeasuredLadder* ladder,
                          double price, bool predicted, bool measured, bool costs)
{
    Terrain terrain{.proposal = project, .prediction = predicted ? forecast.prediction : nullptr, .ladder = {}};
    terrain.proposal.target.priceUsdPerHour = typed(price);
    const bool taken = regime == Regime::Spot && project.target.spotMtbfS;
    if (regime == Regime::Spot)
        terrain.proposal = onSpot(std::move(terrain.proposal), price);
    if (measured && ladder)
        terrain.ladder = regime == Regime::Spot ? preempted(*ladder, project) : *ladder;
    if (terrain.prediction && regime != Regime::OnDemand && (taken || costs)) {
        Result<ScalingModel> model = scalingModel(project.baseline, terrain.proposal);
        if (!model)
            return fail(std::move(model.error()));
        terrain.prediction = std::make_shared<const Prediction>(predict(*model, forecast.prediction->pMax));
    }
    return terrain;
}

/// What the regimes before have in their tables, and the plan's p.
std::set<int> rowsOf(const Worth& worth, const std::optional<int>& planP)
{
    std::set<int> rows;
    if (planP)
        rows.insert(*planP);
    for (const RegimeWorth& each : worth.regimes)
        if (each.cost)
            for (const CostRow& row : each.cost->rows)
                rows.insert(row.p);
    return rows;
}

std::optional<int> kneeOf(const Source& source)
{
    if (source.ladder)
        return source.ladder->rungs.size() > 1 ? std::optional(source.ladder->kneeP) : std::nullopt;
    const Landmarks& marks = source.prediction->landmarks;
    return marks.kneeAtLimit ? std::nullopt : std::optional(marks.kneeP);
}

/// Machines bought for the month's runs alone: another price at every p.
void ownForTheRuns(RegimeWorth& found, const Project& project, const Source& source, const Worth& worth,
                   const RegimeTerms& terms)
{
    const ScalingCurve curve = curveFrom(source, project.target);
    std::vector<MoneyPoint> points = moneyPoints(curve, ownedPrices(terms, curve, worth.runs), worth.runs);
    const std::string bought = moneyText(*terms.ownedUsdPerHour), runs = significant(*terms.runsPerMonth);
    if (points.empty()) {
        found.price = {
            std::nullopt,
            say("{} runs take longer than a month at every p: machines bought for them alone do not suffice", runs)};
        return;
    }
    Proposal timed = project;  // a budget is held against these costs, not against a uniform price's
    timed.goal.budgetUsd.reset();
    const std::optional<std::vector<int>> within = withinGoals(timed, source.prediction, source.ladder);
    for (MoneyPoint& point : points)
        point.within = (!within || std::binary_search(within->begin(), within->end(), point.p)) &&
                       (!project.goal.budgetUsd || worth.ofAStep || point.costUsd <= project.goal.budgetUsd->value);
    found.choice = choose(std::move(points));
    ScalingCurve rows = tableCurve(source, project.target, worth.runs, rowsOf(worth, project.plan.p));
    std::vector<double> prices = ownedPrices(terms, rows);
    for (std::size_t i = rows.size(); i-- > 0;)
        if (!std::isfinite(prices[i])) {
            const auto at = static_cast<std::ptrdiff_t>(i);
            prices.erase(prices.begin() + at);
            for (std::vector<double>* column : {&rows.p, &rows.timeS, &rows.speedup, &rows.efficiency, &rows.commShare,
                                                &rows.idleShare, &rows.commToCompute})
                if (!column->empty())
                    column->erase(column->begin() + at);
            for (auto* column : {&rows.timeInterval, &rows.speedupInterval})
                if (!column->empty())
                    column->erase(column->begin() + at);
            if (!rows.runs.empty())
                rows.runs.erase(rows.runs.begin() + at);
        }
    if (rows.size() > 0)
        found.cost = priceCurve(rows, prices);
    const RightRange* right = found.choice->rightAt(worth.hourValueUsd.value_or(0));
    const MoneyPoint& at = right ? *found.choice->at(right->p) : found.choice->points.front();
    const double busy = *terms.runsPerMonth * at.timeS / secondsPerHour / hoursPerMonth;
    found.price = {*terms.ownedUsdPerHour / busy,
                   say("{} for each hour that a node exists, bought for {} runs a month alone: at p {} they are busy "
                       "{} % of it, at another p another share",
                       bought, runs, at.p, significant(100 * busy))};
}

/// Owned machines are busy for the month's runs alone, and how long a run takes is known.
bool byRuns(const RegimeTerms& terms, const Worth& worth, const MeasuredLadder* ladder)
{
    return ownedForTheRuns(terms) && !worth.ofAStep && !(worth.curve == CurveKind::Measured && ladder->isThroughput);
}

/// What a regime makes of the curve that `worth` is of.
RegimeWorth regimeOf(Regime regime, const Project& project, const Forecast& forecast, const MeasuredLadder* ladder,
                     const Worth& worth, const RegimeTerms& terms)
{
    RegimeWorth found{.regime = regime,
                      .price = regimePrice(regime, worth.priceUsdPerHour, terms),
                      .choice = {},
                      .cost = {},
                      .kneeP = {},
                      .rightP = {},
                      .why = {}};
    const bool predicted = worth.curve == CurveKind::Predicted;
    if (regime == Regime::Owned && byRuns(terms, worth, ladder)) {
        found.pricedByP = true;
        found.kneeP = kneeOf(predicted ? Source{.prediction = forecast.prediction.get()} : Source{.ladder = ladder});
        ownForTheRuns(found, project,
                      predicted ? Source{.prediction = forecast.prediction.get()} : Source{.ladder = ladder}, worth,
                      terms);
        return found;
    }
    if (!found.price.priceUsdPerHour)
        return found;
    const Result<Terrain> terrain = terrainOf(regime, project, forecast, ladder, *found.price.priceUsdPerHour,
                                              predicted, !predicted, project.goal.budgetUsd.has_value());
    if (!terrain) {
        const Problem& problem = terrain.error().problems.front();
        found.price.note = say("{}: {}", problem.message, problem.expected);
        return found;
    }
    const Source source = terrain->source(predicted);
    found.choice = choiceOf(source, terrain->proposal, worth.runs);
    found.kneeP = kneeOf(source);
    if (const ScalingCurve rows = tableCurve(source, project.target, worth.runs, rowsOf(worth, forecast.plannedP()));
        rows.size() > 0)
        found.cost = priceCurve(rows, *found.price.priceUsdPerHour);
    return found;
}

std::string whyOf(const RegimeWorth& here, const RegimeWorth& onDemand, const Project& project)
{
    const bool taken = here.regime == Regime::Spot && project.target.spotMtbfS;
    const bool worth = project.goal.hourValueUsd && project.goal.hourValueUsd->value > 0;
    if (!here.rightP || !onDemand.rightP)
        return "no p meets the goals";
    if (here.regime == Regime::OnDemand)
        return "the full price, no commitment";
    if (onDemand.choice->points.size() == 1)
        return "with one p there is nothing to choose";
    if (here.pricedByP)
        return "bought for these runs: fewer machines that are busier cost less, as long as the month suffices";
    const double factor =
        onDemand.price.priceUsdPerHour > 0.0 ? *here.price.priceUsdPerHour / *onDemand.price.priceUsdPerHour : 1;
    if (*here.rightP == *onDemand.rightP)
        return taken   ? "nodes that are taken back make it slower; the best p stays"
               : worth ? say("every border times {}: not enough to move p", significant(factor, 2))
                       : "a price alone never moves the cheapest p";
    const bool cheaper = factor < 1;
    if (worth && (*here.rightP > *onDemand.rightP) == cheaper)
        return cheaper ? "beside cheaper nodes an hour weighs more" : "beside dearer nodes an hour weighs less";
    if (taken)
        return "more nodes lose one more often: preemption moves p";
    return project.goal.budgetUsd ? "the budget lets other p in" : "price and waiting weigh differently";
}

std::string goalsMet(const Choice& choice)
{
    return choice.limited() ? " within the goals" : "";
}

std::string ratio(double value)
{
    return decimalText(value, 2);
}

void advise(Worth& worth, const Source& source)
{
    const Choice& choice = worth.choice;
    if (choice.ranges.empty())
        return;
    const RightRange& first = choice.ranges.front();
    const MoneyPoint& cheap = *choice.at(first.p);
    const MoneyPoint& fast = *choice.at(choice.ranges.back().p);
    // Weak: of the same work at every p.
    const bool weak =
        source.ladder ? source.ladder->scaling == Scaling::Weak : source.prediction->model.scaling == Scaling::Weak;
    const int base = source.ladder ? source.ladder->baseP : 1;
    const std::string unit = weak ? say("the work of p = {}", base) : worth.work;
    const std::string forUnit = weak ? say("for the work of p = {}", base) : unit;
    const std::string paid = worth.regime == Regime::OnDemand ? ""
                             : worth.regime == Regime::Spot   ? " on spot nodes"
                                                              : " on owned nodes";
    UseAdvice nightly{.p = cheap.p, .sentence = {}, .givesUp = {}, .wouldChange = {}};
    UseAdvice interactive{.p = fast.p, .sentence = {}, .givesUp = {}, .wouldChange = {}};
    const bool guessed = source.ladder && !source.ladder->scalingDoubt.empty();
    const std::string stands = guessed ? " if the work grew with p, which is a guess; if it was fixed, the smallest p "
                                         "costs the least and more gain little"
                               : source.ladder ? ""
                                               : " predicted";
    const auto untold = [&choice](const RightRange& range) {
        return range.untoldFrom.empty() || choice.ranges.size() < 2
                   ? ""
                   : say(", but the runs do not tell it from p {}", range.untoldFrom.front());
    };
    nightly.sentence = say("p {}: {} {} in {}{}, the cheapest{}{}{}", cheap.p, moneyText(cheap.costUsd), forUnit,
                           timeText(cheap.timeS), paid, stands, goalsMet(choice), untold(first));
    interactive.sentence = source.prediction && fast.p == source.prediction->pMax &&
                                   !endsWithTheBatch(source.prediction->model, source.prediction->pMax)
                               ? say("p {}: {} in {}{}, the fastest{}, as far as was searched{}", fast.p, unit,
                                     timeText(fast.timeS), paid, stands, goalsMet(choice))
                               : say("p {}: {} in {}{}, the fastest{}{}{}", fast.p, unit, timeText(fast.timeS), paid,
                                     stands, goalsMet(choice), untold(choice.ranges.back()));
    nightly.sentence = scalewright::joined({std::move(nightly.sentence), failureText(cheap.runs, cheap.p)}, "; ");
    interactive.sentence = scalewright::joined({std::move(interactive.sentence), failureText(fast.runs, fast.p)}, "; ");
    const bool someFail = std::any_of(choice.points.begin(), choice.points.end(),
                                      [](const MoneyPoint& each) { return !each.runs.mostSucceeded(); });
    if (choice.points.size() == 1) {
        nightly.sentence = interactive.sentence =
            say("p {}: {} {} in {}{}, the only p there is{}", cheap.p, moneyText(cheap.costUsd), forUnit,
                timeText(cheap.timeS), paid, stands);
        nightly.sentence = interactive.sentence =
            scalewright::joined({std::move(nightly.sentence), failureText(cheap.runs, cheap.p)}, "; ");
        nightly.givesUp = interactive.givesUp = "With one p there is nothing to choose.";
        nightly.wouldChange = interactive.wouldChange = "Measure a second p to see what more workers buy.";
    } else if (cheap.p == fast.p) {
        nightly.givesUp = interactive.givesUp =
            someFail                    ? "It is the cheapest and the fastest of the p at which most runs succeeded."
            : cheap.runs.allSucceeded() ? "It gives up nothing: it is the cheapest and the fastest."
                                        : "It is the cheapest and the fastest, and not all of its runs succeeded.";
        nightly.wouldChange = interactive.wouldChange = "A run at another p that is faster or cheaper would change it.";
    } else {
        const std::string dearer = moneyText(fast.costUsd - cheap.costUsd);
        nightly.givesUp = say("It gives up speed: p {} is {} times as fast for {} more.", fast.p,
                              ratio(cheap.timeS / fast.timeS), dearer);
        interactive.givesUp =
            cheap.costUsd > 0 ? say("It gives up {} {}: {} times the cost of p {} to save {}.", dearer, forUnit,
                                    ratio(fast.costUsd / cheap.costUsd), cheap.p, timeText(cheap.timeS - fast.timeS))
                              : "It gives up no money: a node-hour costs nothing.";
        nightly.wouldChange =
            say("With a night shorter than {}, or an hour of waiting worth more than {}, p = {} is best.",
                timeText(cheap.timeS), moneyText(*first.toUsdPerHour), choice.ranges[1].p);
        const auto at = std::find_if(choice.points.begin(), choice.points.end(),
                                     [&](const MoneyPoint& each) { return each.p == fast.p; });
        std::vector<int> beside;
        if (at != choice.points.begin())
            beside.push_back(std::prev(at)->p);
        if (std::next(at) != choice.points.end())
            beside.push_back(std::next(at)->p);
        const std::string which = beside.empty()       ? ""
                                  : beside.size() == 1 ? say(", with p = {} beside it", beside[0])
                                                       : say(", with p = {} and {} beside it", beside[0], beside[1]);
        interactive.wouldChange =
            source.ladder
                ? say("Measure what one request waits under load, several times, at p = {}{}. The ladder holds whole "
                      "runs; best is the p whose slowest requests are the fastest.",
                      fast.p, which)
                : say("Measure a run at p = {}{}: this is predicted.", fast.p, which);
    }
    worth.nightly = std::move(nightly);
    worth.interactive = std::move(interactive);
}

}  // namespace

Result<Worth> worthOf(const Project& project, const Forecast& forecast, const MeasuredLadder* ladder, CurveKind kind,
                      const std::optional<RegimeTerms>& given, Regime asked)
{
    const FieldInfo& field = fieldOf(&Target::priceUsdPerHour);
    if (!project.target.priceUsdPerHour)
        return fail(ErrorCode::Input, say("{} is not known", field.meaning), field.howToGet,
                    {.pointer = field.pointer});
    if (kind == CurveKind::Measured && !ladder)
        return fail(ErrorCode::Input, "nothing is measured", "a ladder: the run at several p",
                    {.pointer = "/measurements/ladders"});
    if (kind == CurveKind::Predicted && !forecast.prediction)
        return fail(forecast.model.error());
    RegimeTerms terms = given.value_or(regimeTerms(project));
    if (kind == CurveKind::Measured && ladder->isThroughput)
        terms.spotTimesKnown = false;  // how long a job runs is not known
    const Source source =
        kind == CurveKind::Predicted ? Source{.prediction = forecast.prediction.get()} : Source{.ladder = ladder};
    const double price = project.target.priceUsdPerHour->value;
    Worth worth{.curve = kind,
                .assumed = kind == CurveKind::Measured && ladder && ladder->origin == Origin::Assumed,
                .regime = Regime::OnDemand,
                .priceUsdPerHour = price,
                .hourValueUsd = {},
                .cost = {},
                .choice = {},
                .regimes = {},
                .nightly = {},
                .interactive = {},
                .price = {}};
    if (kind == CurveKind::Predicted) {
        worth.ofAStep = !project.plan.steps;
        worth.runs = forecast.model->steps;
    }
    worth.work = worth.ofAStep ? "a step" : ladder && kind == CurveKind::Measured ? ladder->timedWork() : "a run";
    if (project.goal.hourValueUsd)
        worth.hourValueUsd = project.goal.hourValueUsd->value;
    const double hour = worth.hourValueUsd.value_or(0);
    for (const Regime regime : {Regime::OnDemand, Regime::Spot, Regime::Owned}) {
        RegimeWorth& here = worth.regimes.emplace_back(regimeOf(regime, project, forecast, ladder, worth, terms));
        if (!here.choice)
            continue;
        if (const RightRange* right = here.choice->rightAt(hour))
            here.rightP = right->p;
        here.why = whyOf(here, worth.regimes.front(), project);
        if (const Choice& onDemand = *worth.regimes.front().choice;
            here.rightP && worth.regimes.front().rightP &&
            leastTotalUsd(*here.choice, hour) > leastTotalUsd(onDemand, hour) * (1 + 1e-9))
            here.why += say("; on demand costs less: {} at p {}{}", moneyText(leastTotalUsd(onDemand, hour)),
                            *worth.regimes.front().rightP, hour > 0 ? ", machines and waiting together" : "");
    }
    worth.regime = worth.under(asked).choice ? asked : Regime::OnDemand;
    worth.choice = *worth.under(worth.regime).choice;
    if (worth.under(worth.regime).cost)
        worth.cost = *worth.under(worth.regime).cost;
    advise(worth, source);
    if (worth.choice.points.size() == 1) {
        worth.price = "With one p there is nothing that a price could move.";
        return worth;
    }
    worth.price =
        "One price for every p never moves the cheapest p; it scales the hour values at which the best p changes.";
    if (const Choice& onDemand = *worth.regimes.front().choice; !onDemand.ranges.empty() && price > 0)
        worth.price += say(" Without preemption, {}.", scaledText(onDemand, hour, terms.spotFactor));
    return worth;
}

std::optional<PlanDecision> planUnder(Regime regime, const Project& project, const Forecast& forecast,
                                      const MeasuredLadder* ladder, double price)
{
    Result<Terrain> terrain = terrainOf(regime, project, forecast, ladder, price, true, true, true);
    const std::optional<Error> missing = terrain ? std::nullopt : std::optional(terrain.error());
    if (missing)  // the ladder and a chosen p stand without a prediction
        terrain = terrainOf(regime, project, forecast, ladder, price, false, true, true);
    if (!terrain)
        return std::nullopt;
    std::optional<PlanDecision> plan =
        decidePlan(terrain->proposal, terrain->prediction.get(), terrain->ladder ? &*terrain->ladder : nullptr,
                   modelIntervals(project.baseline, terrain->proposal));
    if (plan && missing)
        plan->why += say("; nothing is predicted under this regime: {}", missing->problems.front().message);
    return plan;
}

std::optional<Choice> choiceOn(const Project& project, const Forecast& forecast, const MeasuredLadder* ladder,
                               CurveKind kind)
{
    const bool predicted = kind == CurveKind::Predicted;
    if (!project.target.priceUsdPerHour || (predicted ? !forecast.prediction : !ladder))
        return std::nullopt;
    return choiceOf(predicted ? Source{.prediction = forecast.prediction.get()} : Source{.ladder = ladder}, project,
                    predicted ? forecast.model->steps : 1);
}

namespace {

/// Where the two curves lie farthest apart.
std::string farthestText(const Choice& predicted, const Choice& measured)
{
    const MoneyPoint* at = nullptr;
    double most = std::log(1.05);
    for (const MoneyPoint& point : measured.points)
        if (const MoneyPoint* foreseen = predicted.at(point.p))
            if (const double apart = std::abs(std::log(point.timeS / foreseen->timeS)); apart > most) {
                most = apart;
                at = &point;
            }
    return at ? say("; they lie farthest apart at p {}: {} predicted, {} measured", at->p,
                    timeText(predicted.at(at->p)->timeS), timeText(at->timeS))
              : "";
}

}  // namespace

std::string differenceText(const Choice& predicted, const Choice& measured, double hourValueUsd)
{
    const RightRange* foreseen = predicted.rightAt(hourValueUsd);
    const RightRange* seen = measured.rightAt(hourValueUsd);
    if (!foreseen || !seen)
        return {};
    if (foreseen->p == seen->p)
        return say("prediction and measurement ask for the same p, {}{}", seen->p, farthestText(predicted, measured));
    const MoneyPoint* there = measured.at(foreseen->p);
    if (!there)
        return say("the prediction asks for p {}, the measurement for p {}: measure a run at p {}; {}", foreseen->p,
                   seen->p, foreseen->p, rightText(measured, seen->p));
    if (!there->runs.mostSucceeded())
        return say("the prediction asks for p {}, the measurement for p {}: as measured, {}; {}", foreseen->p, seen->p,
                   failureText(there->runs, foreseen->p), rightText(measured, seen->p));
    if (!there->within)
        return say("the prediction asks for p {}, the measurement for p {}: as measured, p {} misses a goal; {}",
                   foreseen->p, seen->p, foreseen->p, rightText(measured, seen->p));
    const MoneyPoint& right = *measured.at(seen->p);
    const double more = there->costUsd - right.costUsd + hourValueUsd * (there->timeS - right.timeS) / secondsPerHour;
    return say("the prediction asks for p {}, the measurement for p {}: as measured, p {} costs {} more{}; {}",
               foreseen->p, seen->p, foreseen->p, moneyText(more),
               hourValueUsd > 0 ? ", machines and waiting together" : "", rightText(measured, seen->p));
}

}  // namespace scalewright

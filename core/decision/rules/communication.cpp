// Slot 2: who talks to whom, and how much of it (book 41.4, section 2).
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/decision/rules/rule.h"
#include "core/model/memory/memory.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/model/scaling/run_cost.h"
#include "core/model/step/model_split.h"
#include "core/model/step/project_model.h"

namespace scalewright::detail {

namespace {

// Less than this share of a step is not worth another pattern.
constexpr double worthwhile = 0.05;
// Servers are added one by one; a smaller share of a step is still said.
constexpr double worthwhileShards = 0.01;

// The choices of slot 2 that this pattern carries out.
bool carries(const Situation& s, const SlotChoice& choice, Pattern pattern)
{
    const SlotOption* option = s.catalogue.menu(Slot::Communication).find(choice.option);
    return option && std::find(option->patterns.begin(), option->patterns.end(), pattern) != option->patterns.end();
}

// One choice is carried out by both.
bool carryTheSame(const Situation& s, Pattern one, Pattern other)
{
    const auto& choices = s.design.communication.slot.choices;
    return std::any_of(choices.begin(), choices.end(),
                       [&](const SlotChoice& each) { return carries(s, each, one) && carries(s, each, other); });
}

bool anyCarries(const Situation& s, Pattern pattern)
{
    const auto& choices = s.design.communication.slot.choices;
    return std::any_of(choices.begin(), choices.end(),
                       [&](const SlotChoice& each) { return carries(s, each, pattern); });
}

const Rule optionAndPatternDisagree{
    {"option-and-pattern-disagree",
     Severity::Warning,
     {Slot::Communication},
     "The pattern that prices slot 2 carries out what slot 2 chooses.",
     "book 41.4, section 2"},
    [](const Situation& s, Report& report) {
        const Pattern pattern = s.design.communication.pattern;
        if (!s.filled(Slot::Communication) || anyCarries(s, pattern))
            return;
        for (const SlotChoice& choice : s.design.communication.slot.choices) {
            const SlotOption* option = s.catalogue.menu(Slot::Communication).find(choice.option);
            if (!option || option->patterns.empty())
                continue;
            const Pattern usual = option->patterns.front();
            const std::string says = say("Slot 2 says {}, and S(p) is priced as {}.",
                                         slotText(s.catalogue, s.design, Slot::Communication), titleOf(pattern));
            if (sumsAmongWorkers(traitsOf(usual).delivers) && s.sharded() &&
                pattern == slicesOf(s.design.partitioning)) {  // the price is the shards' own: what is said gives way
                report.add(says, "/design/communication/choices",
                           fixBy(say("Say {}", titleOf(pattern)), [](Project& project) { exchangeSlices(project); }));
                return;
            }
            report.add(says, "/design/communication/pattern",
                       fixBy(say("Price it as {}", titleOf(usual)),
                             [usual](Project& project) { project.design.communication.pattern = usual; }));
            return;
        }
    }};

const Rule notPriced{{"not-priced",
                      Severity::Advice,
                      {Slot::Communication},
                      "A choice that no pattern prices is said to be so.",
                      "Huang et al. 2019"},
                     [](const Situation& s, Report& report) {
                         for (const SlotChoice& choice : s.design.communication.slot.choices) {
                             const SlotOption* option = s.catalogue.menu(Slot::Communication).find(choice.option);
                             const bool byStages = s.model() && s.model()->terms.split &&
                                                   s.model()->terms.split->stages > 1 && choice.option == "pipeline";
                             if (option && option->patterns.empty() && !byStages)
                                 report.add(say("S(p) is that of the {}: {}.", titleOf(s.design.communication.pattern),
                                                option->notPriced),
                                            "/design/communication/pattern");
                         }
                         for (const std::string& note : splitGaps(s.project))
                             report.add(say("Left out of S(p): {}.", note), "/design/partitioning/tensor_parallel");
                     }};

const Rule wantsAParameterServer{
    {"wants-a-parameter-server",
     Severity::Error,
     {Slot::Communication, Slot::Partitioning},
     "An all-reduce moves the whole state to everybody; a sparse state asks for a parameter server.",
     "book 41.4, section 2, student B"},
    [](const Situation& s, Report& report) {
        const Communication& c = s.design.communication;
        // Beside a parameter server the all-reduce is for something else.
        if (!isAllReduce(c.pattern) || !s.chosen(Slot::Communication, "all-reduce") ||
            s.chosen(Slot::Communication, "parameter-server") || !c.messageBytes)
            return;
        const double moved = c.messageBytes->value;
        if (!s.movesMoreThanItTouches())
            return;
        std::string says = say("A step touches {} and the all-reduce moves {}, {} as much, to every worker.",
                               bytes(s.project.baseline.netBytes->value), bytes(moved),
                               times(moved / s.project.baseline.netBytes->value));
        Fix fix = fixBy(say("Use a parameter server and move {}", bytes(s.project.baseline.netBytes->value)),
                        [outlook = s.outlook](Project& project) { serveWhatIsTouched(project, 1, outlook); });
        if (s.model()) {
            const Project after = fix.apply(s.project);
            const Forecast fixed = s.outlook.of(after);
            const Result<ScalingModel>& model = fixed.model;
            // Where the whole state is so dear that one worker is best, the fixed design's plan.
            const int p = *s.p > 1 || !model ? *s.p : fixed.plan->p;
            const double now = ownExchangeS(*s.model(), p);
            const double then = model ? ownExchangeS(*model, p) : 0;
            if (p > 1 && then >= now)
                return;  // latencies weigh more than bytes that nobody needs
            if (then > 0 && std::isfinite(now / then))
                says += say(" At p = {}: {} of communication a step against {} with a parameter server of {}, {} less.",
                            p, timeText(now), timeText(then),
                            plural(model->first().communication.shards, "shard", "shards"), times(now / then));
        }
        report.add(std::move(says), "/design/communication/pattern", std::move(fix));
    }};

const Rule allReducesAShardedModel{
    {"all-reduces-a-sharded-model",
     Severity::Error,
     {Slot::Communication, Slot::Partitioning},
     "An all-reduce gives everybody the whole sum; of a model in shards everybody wants a slice.",
     "Rajbhandari et al. 2020; Table 41.5.1"},
    [](const Situation& s, Report& report) {
        const Communication& c = s.design.communication;
        const std::optional<double> memory = s.workerMemoryBytes();
        if (!isAllReduce(c.pattern) || !s.chosen(Slot::Communication, "all-reduce") ||
            s.chosen(Slot::Communication, "parameter-server") || !c.messageBytes || !memory || !s.sharded() ||
            s.movesMoreThanItTouches() || c.messageBytes->value <= *memory)
            return;
        const bool whole = shardingStageOf(s.design.partitioning) == 3;
        report.add(say("The model is sharded and the all-reduce gives every worker all {} of it; a worker has {}.",
                       bytes(c.messageBytes->value), bytes(*memory)),
                   "/design/communication/pattern",
                   fixBy(whole ? "Sum in slices and gather the parameters for each pass: fully sharded exchange"
                               : "Sum in slices and gather: reduce-scatter and all-gather",
                         [](Project& project) { exchangeSlices(project); }));
    }};

struct Priced {
    Pattern pattern;
    PredictionRow row;
};

// What the choice that the pattern carries out and the partition leave to choose from, other than the pattern itself. A
// replicated model may be all-reduced whatever else was chosen for it, as long as nobody is allowed to be stale.
std::vector<Priced> alternatives(const Situation& s)
{
    const Pattern own = s.design.communication.pattern;
    const Delivers delivers = traitsOf(own).delivers;
    const bool mayAllReduce =
        s.replicates() && !s.movesMoreThanItTouches() && s.design.communication.slot.choices.size() == 1 &&
        (delivers == Delivers::ServedSum || delivers == Delivers::Answers) &&
        !s.chosen(Slot::Consistency, "asynchronous") && !s.chosen(Slot::Consistency, "bounded-staleness") &&
        !s.chosen(Slot::Consistency, "eventual");
    std::vector<Priced> list;
    for (const Pattern pattern : allPatterns) {
        // A simpler price of an algorithm, such as the book's ring with half of the hops, is nothing to change to.
        if (pattern == own || traitsOf(pattern).simplifies ||
            !(carryTheSame(s, own, pattern) || (mayAllReduce && isAllReduce(pattern))))
            continue;
        Project other = s.project;
        other.design.communication.pattern = pattern;
        if (const Result<ScalingModel> model = scalingModel(other))
            list.push_back({pattern, predictAt(*model, *s.p)});
    }
    return list;
}

std::optional<Priced> cheapest(const Situation& s)
{
    if (!s.model() || !s.p || *s.p < 2 || !s.filled(Slot::Communication) ||
        !anyCarries(s, s.design.communication.pattern))
        return std::nullopt;
    const double own = predictAt(*s.model(), *s.p).tStepS;
    std::optional<Priced> best;
    for (const Priced& each : alternatives(s))
        if (std::isfinite(own) && each.row.tStepS < own * (1 - worthwhile) &&
            (!best || each.row.tStepS < best->row.tStepS))
            best = each;
    return best;
}

// Another pattern moves the knee, where yet another may be cheaper: until nothing is, or the plan is held where it was.
Project withCheapest(const Situation& s, Pattern pattern)
{
    Project project = s.project;
    for (int round = 0; round < 5; ++round) {
        if (round == 4) {
            project.plan.p = s.p;
            project.plan.reason = "where the pattern was chosen";
        }
        project.design.communication.pattern = pattern;
        const OpenForecast now = s.outlook.of(project);
        const Situation here(project, now, s.analysis, s.catalogue);
        if (!anyCarries(here, pattern))
            for (const SlotOption& option : s.catalogue.menu(Slot::Communication).options)
                if (std::find(option.patterns.begin(), option.patterns.end(), pattern) != option.patterns.end())
                    project.design.communication.slot.choices.front().option = option.id;
        const std::optional<Priced> next = cheapest(here);
        if (!next)
            break;
        pattern = next->pattern;
    }
    return project;
}

const Rule notTheCheapest{
    {"not-the-cheapest-pattern",
     Severity::Warning,
     {Slot::Communication, Slot::Partitioning},
     "Of the patterns that the partition allows, the cheapest at the plan's p.",
     "book 41.4, sections 1 and 2; exercise 41.4.1"},
    [](const Situation& s, Report& report) {
        const std::optional<Priced> best = cheapest(s);
        if (!best)
            return;
        const PredictionRow own = predictAt(*s.model(), *s.p);
        const double ownComm = own.tCommS + own.hiddenCommS;
        const double bestComm = best->row.tCommS + best->row.hiddenCommS;
        const std::string ratio =
            bestComm > 0 ? say("{} as long", times(ownComm / bestComm)) : "where nothing is needed";
        const Project after = withCheapest(s, best->pattern);
        const Communication& chosen = after.design.communication;
        report.add(
            capital(say("{}, the {} takes {} a step and the {} {}. That is {}: {} of a step of {}.", s.atP(),
                        titleOf(s.model()->first().pattern), timeText(ownComm), titleOf(best->pattern),
                        timeText(bestComm), ratio, timeText(own.tStepS - best->row.tStepS), timeText(own.tStepS))),
            "/design/communication/pattern",
            fixBy(say("Use {}", titleOf(chosen.pattern)),
                  [pattern = chosen.pattern, choices = chosen.slot.choices, plan = after.plan](Project& project) {
                      project.design.communication.pattern = pattern;
                      project.design.communication.slot.choices = choices;
                      project.plan = plan;
                  }));
    }};

const Rule tooFewServerShards{
    {"too-few-server-shards",
     Severity::Warning,
     {Slot::Communication},
     "Fewer server shards than workers queue at the servers: s = p is best.",
     "Li et al. 2014; open-shop bound 2 max(s, p)(alpha + beta/s)"},
    [](const Situation& s, Report& report) {
        if (!s.model() || !s.p || traitsOf(s.model()->first().pattern).delivers != Delivers::ServedSum ||
            !s.filled(Slot::Communication))
            return;
        const int shards = s.model()->first().communication.shards;
        if (shards >= *s.p)
            return;
        ScalingModel enough = *s.model();
        enough.first().communication.shards = *s.p;
        const PredictionRow now = predictAt(*s.model(), *s.p);
        const PredictionRow then = predictAt(enough, *s.p);
        const double comm = ownExchangeS(*s.model(), *s.p);
        const double atBest = ownExchangeS(enough, *s.p);
        if (!std::isfinite(now.tStepS) || now.tStepS - then.tStepS < worthwhileShards * now.tStepS)
            return;
        Fix fix = fixBy({}, [outlook = s.outlook](Project& project) { useShardForEveryWorker(project, outlook); });
        const Project after = fix.apply(s.project);
        fix.title = say("Use {}", plural(after.design.communication.shards->value, "server shard", "server shards"));
        report.add(capital(say("{}, {} serve {} workers: {} a step. With as many shards as workers it is {} ({}).",
                               s.atP(), plural(shards, "server shard", "server shards"), *s.p, timeText(comm),
                               timeText(atBest), times(comm / atBest))),
                   "/design/communication/shards", std::move(fix));
    }};

const Rule defaultAllReduce{
    {"default-all-reduce",
     Severity::Advice,
     {Slot::Communication, Slot::Consistency},
     "Synchronous all-reduce is right or a default: the alternative that was rejected tells which.",
     "book 41.4, exercise 41.4.1"},
    [](const Situation& s, Report& report) {
        const DesignSlot& slot = s.design.communication.slot;
        const DesignSlot& consistency = s.design.consistency.slot;
        if (!s.meeting(Slot::Communication, {"all-reduce"}, Slot::Consistency, {"synchronous"}))
            return;
        if ((!slot.rejected.empty() && !slot.rejectedBecause.empty()) ||
            (!consistency.rejected.empty() && !consistency.rejectedBecause.empty()))
            return;
        std::string says =
            "Slots 2 and 3 read \"synchronous all-reduce\" and reject nothing: which alternative, and why not?";
        std::optional<Fix> fix;
        if (s.model() && s.p && *s.p > 1) {
            // The best a parameter server can do: a shard for every worker.
            ScalingModel served = *s.model();
            served.first().pattern = patternDelivering(Delivers::ServedSum);
            served.first().communication.shards = *s.p;
            const double own = ownExchangeS(*s.model(), *s.p);
            const double other = ownExchangeS(served, *s.p);
            const std::string compared = say("{}, it takes {} a step with {} shards and the {} {}", s.atP(),
                                             timeText(other), *s.p, titleOf(s.model()->first().pattern), timeText(own));
            says += say(" A parameter server, for instance: {}.", compared);
            if (other > own)
                fix = fixBy("Record the parameter server as rejected", [compared](Project& project) {
                    project.design.communication.slot.rejected = "parameter-server";
                    project.design.communication.slot.rejectedBecause = compared + ".";
                });
        }
        report.add(std::move(says), "/design/communication/rejected", std::move(fix));
    }};

const Rule overlapWithoutBackward{
    {"overlap-without-backward",
     Severity::Warning,
     {Slot::Communication},
     "Communication hides behind the backward pass, whose share of the step has to be known.",
     "Li et al. 2020"},
    [](const Situation& s, Report& report) {
        const Communication& c = s.design.communication;
        if (!c.overlap || c.overlap->value <= 0 || !s.filled(Slot::Communication))
            return;
        const std::string overlap = significant(100 * c.overlap->value) + " %";
        if (!c.backwardShare) {
            report
                .add(say("Overlap hides communication behind {} of the backward pass, and how long that is nobody "
                         "said: two thirds of the compute are taken for it.",
                         overlap),
                     "/design/communication/backward_share",
                     fixBy("Write down two thirds as assumed",
                           [](Project& project) {
                               project.design.communication.backwardShare =
                                   setByFix(2.0 / 3, "a backward pass costs about twice a forward pass");
                           }))
                .severity = Severity::Advice;
        } else if (c.backwardShare->value <= 0) {
            report.add(
                say("Overlap is {} of a backward pass of 0 s: there is nothing to hide communication behind.", overlap),
                "/design/communication/overlap",
                fixBy("Count no overlap", [](Project& project) { project.design.communication.overlap.reset(); }));
        }
    }};

const Rule planMissesAGoal{
    {"plan-misses-a-goal",
     Severity::Warning,
     {Slot::Communication},
     "A plan that misses its goal is met by another p, or by none.",
     "book 41.7, section 4"},
    [](const Situation& s, Report& report) {
        if (!s.plan)
            return;
        const char* pointers[]{"/goal/deadline_s", "/goal/budget_usd", "/goal/latency_s", "/goal/quality"};
        if (s.plan->shortfall) {
            report.add(say("{}.", capital(s.plan->why)), pointers[static_cast<int>(s.plan->shortfall->goal.goal)]);
            return;
        }
        const auto missed = std::find_if(s.plan->goals.begin(), s.plan->goals.end(),
                                         [](const GoalVerdict& each) { return each.met == false; });
        if (missed == s.plan->goals.end())
            return;
        Proposal free = s.project;
        free.plan.p.reset();
        const std::optional<PlanDecision> other = decidePlan(free, s.prediction, s.outlook.measured());
        std::optional<Fix> fix;
        if (other && !other->shortfall)
            fix = fixBy(say("Let the goals choose: p = {}, {}", other->p, other->why), [](Project& project) {
                project.plan.p.reset();
                project.plan.reason.clear();
            });
        report.add(say("The plan's p = {} {}.", s.plan->p, missedText(*missed)),
                   pointers[static_cast<int>(missed->goal)], std::move(fix));
    }};

const Rule planBeyondPStar{
    {"plan-beyond-p-star",
     Severity::Warning,
     {Slot::Communication},
     "Past p* more workers make the step slower and the bill larger.",
     "book 41.4, section 5"},
    [](const Situation& s, Report& report) {
        if (!s.prediction || !s.project.plan.p || !s.filled(Slot::Communication))
            return;
        const int pStar = s.prediction->landmarks.pStar;
        const int p = *s.project.plan.p;
        if (p <= pStar || s.prediction->landmarks.pStarAtLimit)
            return;
        const PredictionRow now = predictAt(*s.model(), p);
        const PredictionRow best = predictAt(*s.model(), pStar);
        const double bill = costShare(*s.model(), now, best);
        if (!(now.speedup < best.speedup) || !std::isfinite(bill))
            return;
        std::string says = say("The plan asks for p = {}, past p* = {}: speedup {} instead of {}, at {} the bill.", p,
                               pStar, significant(now.speedup), significant(best.speedup), times(bill));
        // T(p) knows nothing of memory.
        const std::optional<double> memory = s.workerMemoryBytes();
        const std::optional<double> held = s.heldBytesOfPlan(pStar);
        if (memory && held && *held > *memory) {
            says +=
                say(" At p* a worker would hold {} and has {}: p* is of the time alone.", bytes(*held), bytes(*memory));
            report.add(std::move(says), "/plan/p");
            return;
        }
        report.add(std::move(says), "/plan/p", fixBy(say("Plan p* = {}", pStar), [pStar](Project& project) {
                       project.plan.p = pStar;
                       project.plan.reason = "p*, the fastest";
                   }));
    }};

}  // namespace

const std::vector<Rule>& communicationRules()
{
    static const std::vector<Rule> rules{
        wantsAParameterServer, allReducesAShardedModel, optionAndPatternDisagree, notPriced,       notTheCheapest,
        tooFewServerShards,    defaultAllReduce,        overlapWithoutBackward,   planMissesAGoal, planBeyondPStar};
    return rules;
}

}  // namespace scalewright::detail

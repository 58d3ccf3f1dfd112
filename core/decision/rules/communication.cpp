// SPDX-License-Identifier: GPL-3.0-or-later
// Slot 2: who communicates with whom, and how much (book 41.4, section 2).
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/decision/rules/rule.h"
#include "core/model/memory/memory.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/model/scaling/run_cost.h"
#include "core/model/step/model_split.h"
#include "core/model/step/project_model.h"

namespace scalewright::detail {

namespace {

// A saving below this share of a step does not justify another pattern.
constexpr double minimumPatternGain = 0.05;
// Servers are added one at a time, so a smaller share of a step is still reported.
constexpr double minimumShardGain = 0.01;

// True if the pattern implements this choice in slot 2.
bool isImplementedBy(const RuleContext& s, const SlotChoice& choice, Pattern pattern)
{
    const SlotOption* option = s.catalogue.menu(Slot::Communication).find(choice.option);
    return option && contains(option->patterns, pattern);
}

// True if both patterns implement the same choice.
bool implementSameChoice(const RuleContext& s, Pattern first, Pattern second)
{
    const auto& choices = s.design.communication.slot.choices;
    return std::ranges::any_of(choices, [&](const SlotChoice& each) {
        return isImplementedBy(s, each, first) && isImplementedBy(s, each, second);
    });
}

bool implementsAnyChoice(const RuleContext& s, Pattern pattern)
{
    const auto& choices = s.design.communication.slot.choices;
    return std::ranges::any_of(choices, [&](const SlotChoice& each) { return isImplementedBy(s, each, pattern); });
}

const Rule optionAndPatternDisagree{
    {"option-and-pattern-disagree",
     Severity::Warning,
     {Slot::Communication},
     "The pattern that prices slot 2 should implement what slot 2 chooses.",
     "book 41.4, section 2"},
    [](const RuleContext& s, RuleReport& report) {
        const Pattern pattern = s.design.communication.pattern;
        if (!s.isFilled(Slot::Communication) || implementsAnyChoice(s, pattern))
            return;
        for (const SlotChoice& choice : s.design.communication.slot.choices) {
            const SlotOption* option = s.catalogue.menu(Slot::Communication).find(choice.option);
            if (!option || option->patterns.empty())
                continue;
            const Pattern usual = option->patterns.front();
            const std::string text =
                formatMessage("Slot 2 chooses {}, but S(p) is priced as {}.",
                              slotText(s.catalogue, s.design, Slot::Communication), titleOf(pattern));
            // The pattern already matches the shards, so change the choice instead.
            if (sumsWithoutServers(traitsOf(usual).outcome) && s.isSharded() &&
                pattern == slicePatternOf(s.design.partitioning)) {
                report.add(text, "/design/communication/choices",
                           makeFix(formatMessage("Choose {}", titleOf(pattern)),
                                   [](Project& project) { switchToSliceExchange(project); }));
                return;
            }
            report.add(text, "/design/communication/pattern",
                       makeFix(formatMessage("Price it as {}", titleOf(usual)),
                               [usual](Project& project) { project.design.communication.pattern = usual; }));
            return;
        }
    }};

const Rule choiceNotPriced{
    {"not-priced",
     Severity::Advice,
     {Slot::Communication},
     "A choice that no pattern prices is reported.",
     "Huang et al. 2019"},
    [](const RuleContext& s, RuleReport& report) {
        for (const SlotChoice& choice : s.design.communication.slot.choices) {
            const SlotOption* option = s.catalogue.menu(Slot::Communication).find(choice.option);
            const bool isPricedByStages = s.model() && s.model()->terms.split &&
                                          s.model()->terms.split->pipelineStages > 1 && choice.option == "pipeline";
            if (option && option->patterns.empty() && !isPricedByStages)
                report.add(formatMessage("S(p) is computed for the {}: {}.", titleOf(s.design.communication.pattern),
                                         option->notPricedReason),
                           "/design/communication/pattern");
        }
        for (const std::string& note : unpricedSplitNotes(s.project))
            report.add(formatMessage("Not included in S(p): {}.", note), "/design/partitioning/tensor_parallel");
    }};

const Rule sparseStateNeedsParameterServer{
    {"wants-a-parameter-server",
     Severity::Error,
     {Slot::Communication, Slot::Partitioning},
     "An all-reduce sends the whole state to every worker; a sparse state needs a parameter server.",
     "book 41.4, section 2, student B"},
    [](const RuleContext& s, RuleReport& report) {
        const Communication& c = s.design.communication;
        // If the design also has a parameter server, the all-reduce serves another purpose.
        if (!isAllReduce(c.pattern) || !s.isChosen(Slot::Communication, "all-reduce") ||
            s.isChosen(Slot::Communication, "parameter-server") || !c.messageBytes)
            return;
        const double movedBytes = c.messageBytes->value;
        if (!s.isStateSparse())
            return;
        std::string text = formatMessage("A step touches {}, but the all-reduce moves {}, {} as much, to every worker.",
                                         bytesText(s.project.baseline.networkBytes->value), bytesText(movedBytes),
                                         ratioText(movedBytes / s.project.baseline.networkBytes->value));
        Fix fix = makeFix(
            formatMessage("Use a parameter server and move {}", bytesText(s.project.baseline.networkBytes->value)),
            [outlook = s.forecastContext](Project& project) { serveSparseState(project, 1, outlook); });
        if (s.model()) {
            const Project after = fix.apply(s.project);
            const Forecast fixedForecast = s.forecastContext.forecastFor(after);
            const Result<ScalingModel>& model = fixedForecast.model;
            // If moving the whole state is so expensive that one worker is best, use the plan of the fixed design.
            const int p = *s.p > 1 || !model ? *s.p : fixedForecast.plannedP().value_or(*s.p);
            const double exchangeBeforeS = primaryExchangeS(*s.model(), p);
            const double exchangeAfterS = model ? primaryExchangeS(*model, p) : 0;
            if (p > 1 && exchangeAfterS >= exchangeBeforeS)
                return;  // latency outweighs the unneeded bytes
            if (exchangeAfterS > 0 && std::isfinite(exchangeBeforeS / exchangeAfterS))
                text += formatMessage(
                    " At p = {}, communication takes {} per step, and {} with a parameter server of {}: {} less.", p,
                    timeText(exchangeBeforeS), timeText(exchangeAfterS),
                    pluralText(model->primaryExchange().communication.serverShards, "shard", "shards"),
                    ratioText(exchangeBeforeS / exchangeAfterS));
        }
        report.add(std::move(text), "/design/communication/pattern", std::move(fix));
    }};

const Rule shardedModelAllReduced{
    {"all-reduces-a-sharded-model",
     Severity::Error,
     {Slot::Communication, Slot::Partitioning},
     "An all-reduce gives every worker the whole sum; with a sharded model each worker needs only its slice.",
     "Rajbhandari et al. 2020; Table 41.5.1"},
    [](const RuleContext& s, RuleReport& report) {
        const Communication& c = s.design.communication;
        const std::optional<double> memory = s.workerMemoryBytes();
        if (!isAllReduce(c.pattern) || !s.isChosen(Slot::Communication, "all-reduce") ||
            s.isChosen(Slot::Communication, "parameter-server") || !c.messageBytes || !memory || !s.isSharded() ||
            s.isStateSparse() || c.messageBytes->value <= *memory)
            return;
        const bool shardsParameters = shardingStageOf(s.design.partitioning) == 3;
        report.add(
            formatMessage("The model is sharded, but the all-reduce gives every worker all {} of it; a worker has {}.",
                          bytesText(c.messageBytes->value), bytesText(*memory)),
            "/design/communication/pattern",
            makeFix(shardsParameters ? "Sum in slices and gather the parameters for each pass: fully sharded exchange"
                                     : "Sum in slices and gather: reduce-scatter and all-gather",
                    [](Project& project) { switchToSliceExchange(project); }));
    }};

struct PricedPattern {
    Pattern pattern;
    PredictionRow row;
};

// Patterns other than the current one that the choice and the partition allow. A replicated model may use an all-reduce
// regardless of the choice, unless stale views are allowed.
std::vector<PricedPattern> alternativePatterns(const RuleContext& s)
{
    const Pattern currentPattern = s.design.communication.pattern;
    const ExchangeOutcome delivers = traitsOf(currentPattern).outcome;
    const bool canAllReduce =
        s.replicatesState() && !s.isStateSparse() && s.design.communication.slot.choices.size() == 1 &&
        (delivers == ExchangeOutcome::ServerSum || delivers == ExchangeOutcome::TaskAnswers) &&
        !s.isChosen(Slot::Consistency, "asynchronous") && !s.isChosen(Slot::Consistency, "bounded-staleness") &&
        !s.isChosen(Slot::Consistency, "eventual");
    std::vector<PricedPattern> list;
    for (const Pattern pattern : allPatterns) {
        // Skip simplified formulas for an algorithm, such as the book's ring with half of the hops.
        if (pattern == currentPattern || traitsOf(pattern).simplifiedFrom ||
            !(implementSameChoice(s, currentPattern, pattern) || (canAllReduce && isAllReduce(pattern))))
            continue;
        Project candidate = s.project;
        candidate.design.communication.pattern = pattern;
        if (const Result<ScalingModel> model = scalingModel(candidate))
            list.push_back({pattern, predictAt(*model, *s.p)});
    }
    return list;
}

std::optional<PricedPattern> cheapestAlternative(const RuleContext& s)
{
    if (!s.model() || !s.p || *s.p < 2 || !s.isFilled(Slot::Communication) ||
        !implementsAnyChoice(s, s.design.communication.pattern))
        return std::nullopt;
    const double currentStepS = predictAt(*s.model(), *s.p).tStepS;
    std::optional<PricedPattern> best;
    for (const PricedPattern& each : alternativePatterns(s))
        if (std::isfinite(currentStepS) && each.row.tStepS < currentStepS * (1 - minimumPatternGain) &&
            (!best || each.row.tStepS < best->row.tStepS))
            best = each;
    return best;
}

// Changing the pattern moves the knee, where yet another pattern may be cheaper: repeat until none is. The last round
// keeps p fixed.
Project withCheapestPattern(const RuleContext& s, Pattern pattern)
{
    Project project = s.project;
    for (int round = 0; round < 5; ++round) {
        if (round == 4) {
            project.plan.p = s.p;
            project.plan.reason = "the p at which the pattern was chosen";
        }
        project.design.communication.pattern = pattern;
        const PartialForecast forecast = s.forecastContext.forecastFor(project);
        const RuleContext nextContext(project, forecast, s.analysis, s.catalogue);
        if (!implementsAnyChoice(nextContext, pattern))
            for (const SlotOption& option : s.catalogue.menu(Slot::Communication).options)
                if (contains(option.patterns, pattern))
                    project.design.communication.slot.choices.front().option = option.id;
        const std::optional<PricedPattern> next = cheapestAlternative(nextContext);
        if (!next)
            break;
        pattern = next->pattern;
    }
    return project;
}

const Rule patternNotCheapest{
    {"not-the-cheapest-pattern",
     Severity::Warning,
     {Slot::Communication, Slot::Partitioning},
     "The pattern should be the cheapest that the partition allows at the plan's p.",
     "book 41.4, sections 1 and 2; exercise 41.4.1"},
    [](const RuleContext& s, RuleReport& report) {
        const std::optional<PricedPattern> best = cheapestAlternative(s);
        if (!best)
            return;
        const PredictionRow current = predictAt(*s.model(), *s.p);
        const double currentCommS = current.tCommS + current.hiddenCommS;
        const double bestCommS = best->row.tCommS + best->row.hiddenCommS;
        const std::string ratio =
            bestCommS > 0 ? formatMessage("{} less", ratioText(currentCommS / bestCommS)) : "no communication";
        const Project after = withCheapestPattern(s, best->pattern);
        const Communication& chosen = after.design.communication;
        report.add(
            capitalised(formatMessage(
                "{}, the {} takes {} per step and the {} {} ({}). Changing it saves {} of a step of {}.", s.atPText(),
                titleOf(s.model()->primaryExchange().pattern), timeText(currentCommS), titleOf(best->pattern),
                timeText(bestCommS), ratio, timeText(current.tStepS - best->row.tStepS), timeText(current.tStepS))),
            "/design/communication/pattern",
            makeFix(formatMessage("Use {}", titleOf(chosen.pattern)),
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
     "With fewer server shards than workers, messages queue at the servers: s = p is best.",
     "Li et al. 2014; open-shop bound 2 max(s, p)(alpha + beta/s)"},
    [](const RuleContext& s, RuleReport& report) {
        if (!s.model() || !s.p ||
            traitsOf(s.model()->primaryExchange().pattern).outcome != ExchangeOutcome::ServerSum ||
            !s.isFilled(Slot::Communication))
            return;
        const int shards = s.model()->primaryExchange().communication.serverShards;
        if (shards >= *s.p)
            return;
        ScalingModel enough = *s.model();
        enough.primaryExchange().communication.serverShards = *s.p;
        const PredictionRow current = predictAt(*s.model(), *s.p);
        const PredictionRow withEnoughShards = predictAt(enough, *s.p);
        const double exchangeS = primaryExchangeS(*s.model(), *s.p);
        const double bestExchangeS = primaryExchangeS(enough, *s.p);
        if (!std::isfinite(current.tStepS) ||
            current.tStepS - withEnoughShards.tStepS < minimumShardGain * current.tStepS)
            return;
        Fix fix =
            makeFix({}, [outlook = s.forecastContext](Project& project) { useOneShardPerWorker(project, outlook); });
        const Project after = fix.apply(s.project);
        fix.title = formatMessage(
            "Use {}", pluralText(after.design.communication.shards->value, "server shard", "server shards"));
        report.add(capitalised(formatMessage(
                       "{}, {} {} workers: {} per step. With as many shards as workers it is {} ({} less).",
                       s.atPText(), pluralText(shards, "server shard serves", "server shards serve"), *s.p,
                       timeText(exchangeS), timeText(bestExchangeS), ratioText(exchangeS / bestExchangeS))),
                   "/design/communication/shards", std::move(fix));
    }};

const Rule allReduceWithoutRejectedAlternative{
    {"default-all-reduce",
     Severity::Advice,
     {Slot::Communication, Slot::Consistency},
     "Synchronous all-reduce can be a decision or just the default: a rejected alternative shows which.",
     "book 41.4, exercise 41.4.1"},
    [](const RuleContext& s, RuleReport& report) {
        const DesignSlot& slot = s.design.communication.slot;
        const DesignSlot& consistency = s.design.consistency.slot;
        if (!s.findChoiceInSameScope(Slot::Communication, {"all-reduce"}, Slot::Consistency, {"synchronous"}))
            return;
        if ((!slot.rejected.empty() && !slot.rejectedBecause.empty()) ||
            (!consistency.rejected.empty() && !consistency.rejectedBecause.empty()))
            return;
        std::string text =
            "Slots 2 and 3 say \"synchronous all-reduce\" but reject no alternative: name one, and say why.";
        std::optional<Fix> fix;
        if (s.model() && s.p && *s.p > 1) {
            // The fastest parameter server has one shard per worker.
            ScalingModel served = *s.model();
            served.primaryExchange().pattern = firstPatternWithOutcome(ExchangeOutcome::ServerSum);
            served.primaryExchange().communication.serverShards = *s.p;
            const double exchangeS = primaryExchangeS(*s.model(), *s.p);
            const double serverExchangeS = primaryExchangeS(served, *s.p);
            const std::string comparison = formatMessage(
                "{}, it takes {} per step with {} shards, and the {} {}", s.atPText(), timeText(serverExchangeS), *s.p,
                titleOf(s.model()->primaryExchange().pattern), timeText(exchangeS));
            text += formatMessage(" For example, a parameter server: {}.", comparison);
            if (serverExchangeS > exchangeS)
                fix = makeFix("Record the parameter server as rejected", [comparison](Project& project) {
                    project.design.communication.slot.rejected = "parameter-server";
                    project.design.communication.slot.rejectedBecause = comparison + ".";
                });
        }
        report.add(std::move(text), "/design/communication/rejected", std::move(fix));
    }};

const Rule overlapWithoutBackwardShare{
    {"overlap-without-backward",
     Severity::Warning,
     {Slot::Communication},
     "Communication overlaps with the backward pass, whose share of the step must be set.",
     "Li et al. 2020"},
    [](const RuleContext& s, RuleReport& report) {
        const Communication& c = s.design.communication;
        if (!c.overlap || c.overlap->value <= 0 || !s.isFilled(Slot::Communication))
            return;
        const std::string overlap = significantText(100 * c.overlap->value) + " %";
        if (!c.backwardShare) {
            report
                .add(formatMessage("Overlap hides communication behind {} of the backward pass, whose share is not "
                                   "set: two thirds of the compute is assumed.",
                                   overlap),
                     "/design/communication/backward_share",
                     makeFix("Set it to two thirds, marked as assumed",
                             [](Project& project) {
                                 project.design.communication.backwardShare =
                                     assumedQuantity(2.0 / 3, "a backward pass costs about twice a forward pass");
                             }))
                .severity = Severity::Advice;
        } else if (c.backwardShare->value <= 0) {
            report.add(
                formatMessage("Overlap is {} of a backward pass of 0 s: there is nothing to overlap with.", overlap),
                "/design/communication/overlap",
                makeFix("Remove the overlap", [](Project& project) { project.design.communication.overlap.reset(); }));
        }
    }};

const Rule planMissesGoal{
    {"plan-misses-a-goal",
     Severity::Warning,
     {Slot::Communication},
     "If the plan misses its goal, another p may meet it, or none.",
     "book 41.7, section 4"},
    [](const RuleContext& s, RuleReport& report) {
        if (!s.plan)
            return;
        const bool serves = s.project.baseline.serving.has_value();
        const auto pointerOf = [&](GoalKind goal) {
            switch (goal) {
            case GoalKind::Deadline: return fieldOf(&Goal::deadlineS).jsonPointer;
            case GoalKind::Budget: return fieldOf(&Goal::budgetUsd).jsonPointer;
            case GoalKind::Throughput: return fieldOf(&Serving::throughputTargetPerS).jsonPointer;
            case GoalKind::Latency:
                return serves && !s.project.goal.latencyS ? fieldOf(&Serving::latencyBudgetS).jsonPointer
                                                          : fieldOf(&Goal::latencyS).jsonPointer;
            case GoalKind::Quality: break;
            }
            return fieldOf(&Goal::quality).jsonPointer;
        };
        if (s.plan->shortfall) {
            report.add(formatMessage("{}.", capitalised(s.plan->reason)), pointerOf(s.plan->shortfall->verdict.kind));
            return;
        }
        const auto missed = std::ranges::find(s.plan->verdicts, false, &GoalVerdict::isMet);
        if (missed == s.plan->verdicts.end())
            return;
        Proposal planWithoutP = s.project;
        planWithoutP.plan.p.reset();
        const std::optional<PlanDecision> goalDecision =
            decidePlan(s.project.baseline, planWithoutP, s.prediction, s.runs);
        std::optional<Fix> fix;
        if (goalDecision && !goalDecision->shortfall)
            fix = makeFix(formatMessage("Let the goals choose: p = {}, {}", goalDecision->p, goalDecision->reason),
                          [](Project& project) {
                              project.plan.p.reset();
                              project.plan.reason.clear();
                          });
        report.add(formatMessage("The plan's p = {} {}.", s.plan->p, missedGoalText(*missed)), pointerOf(missed->kind),
                   std::move(fix));
    }};

const Rule planBeyondPStar{
    {"plan-beyond-p-star",
     Severity::Warning,
     {Slot::Communication},
     "Past p* more workers make the step slower and the bill larger.",
     "book 41.4, section 5"},
    [](const RuleContext& s, RuleReport& report) {
        if (!s.prediction || !s.project.plan.p || !s.isFilled(Slot::Communication))
            return;
        const int pStar = s.prediction->landmarks.pStar;
        const int p = *s.project.plan.p;
        if (p <= pStar || s.prediction->landmarks.pStarAtLimit)
            return;
        const PredictionRow current = predictAt(*s.model(), p);
        const PredictionRow best = predictAt(*s.model(), pStar);
        const double costRatio = runCostRatio(*s.model(), current, best);
        if (!(current.speedup < best.speedup) || !std::isfinite(costRatio))
            return;
        std::string text =
            formatMessage("The plan asks for p = {}, past p* = {}: speedup {} instead of {}, at {} the bill.", p, pStar,
                          significantText(current.speedup), significantText(best.speedup), ratioText(costRatio));
        // T(p) does not include memory.
        const std::optional<double> memory = s.workerMemoryBytes();
        const std::optional<double> workerBytes = s.workerBytesOfPlan(pStar);
        if (memory && workerBytes && *workerBytes > *memory) {
            text += formatMessage(" At p* a worker would hold {} and has {}: p* considers time only.",
                                  bytesText(*workerBytes), bytesText(*memory));
            report.add(std::move(text), "/plan/p");
            return;
        }
        report.add(std::move(text), "/plan/p", makeFix(formatMessage("Plan p* = {}", pStar), [pStar](Project& project) {
                       project.plan.p = pStar;
                       project.plan.reason = "p*, the fastest";
                   }));
    }};

}  // namespace

const std::vector<Rule>& communicationSlotRules()
{
    static const std::vector<Rule> rules{sparseStateNeedsParameterServer,
                                         shardedModelAllReduced,
                                         optionAndPatternDisagree,
                                         choiceNotPriced,
                                         patternNotCheapest,
                                         tooFewServerShards,
                                         allReduceWithoutRejectedAlternative,
                                         overlapWithoutBackwardShare,
                                         planMissesGoal,
                                         planBeyondPStar};
    return rules;
}

}  // namespace scalewright::detail

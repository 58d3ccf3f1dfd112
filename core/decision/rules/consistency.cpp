// SPDX-License-Identifier: GPL-3.0-or-later
// Slot 3: how consistent the workers' views must be (book 41.4, section 3).

#include "core/base/quantity/units.h"
#include "core/decision/rules/rule.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/model/step/halo_exchange.h"

namespace scalewright::detail {

namespace {

const Rule asynchronousWithBarrier{
    {"asynchronous-with-barrier-collective",
     Severity::Error,
     {Slot::Consistency, Slot::Communication},
     "A collective ends only when every worker has taken part: the barrier that asynchronous consistency avoids.",
     "book 41.4, sections 2 and 3"},
    [](const RuleContext& s, RuleReport& report) {
        const SlotChoice* looseChoice =
            s.findChoiceInSameScope(Slot::Consistency, {"asynchronous", "bounded-staleness", "eventual"},
                                    Slot::Communication, barrierOptions());
        // Local steps that are averaged every H steps are bounded staleness with a collective.
        const MaybeQuantity& localSteps = s.design.communication.localSteps;
        const bool averagesPeriodically =
            looseChoice && looseChoice->option == "bounded-staleness" && localSteps && localSteps->value > 1;
        if (!looseChoice || averagesPeriodically)
            return;
        const SlotChoice* barrier =
            s.findChoiceInSameScope(Slot::Communication, barrierOptions(), Slot::Consistency, {looseChoice->option});
        const std::string participants = s.p ? formatMessage("all {} workers have", *s.p) : "every worker has";
        report.add(
            formatMessage("Slot 3 says {}, but the {} of slot 2 ends only when {} taken part: the barrier remains.",
                          s.optionTitle(Slot::Consistency, looseChoice->option),
                          s.optionTitle(Slot::Communication, barrier->option), participants),
            "/design/consistency/choices",
            makeFix("Push and pull through a parameter server",
                    [outlook = s.forecastContext](Project& project) { useParameterServer(project, 1, outlook); }));
    }};

const Rule stalenessNotTolerated{
    {"staleness-not-tolerated",
     Severity::Error,
     {Slot::Consistency},
     "Views must not be staler than the computation tolerates.",
     "book 41.4, section 3"},
    [](const RuleContext& s, RuleReport& report) {
        const Consistency& c = s.design.consistency;
        if (!c.toleratedStalenessSteps)
            return;
        const double tolerated = c.toleratedStalenessSteps->value;
        const std::string toleranceText = tolerated == 0 ? "The computation tolerates no stale views"
                                                         : formatMessage("The computation tolerates a staleness of {}",
                                                                         pluralText(tolerated, "step", "steps"));
        const char* pointer = "/design/consistency/choices";
        // Replaces every choice that is too loose, because none of them is tolerated.
        const auto tighten = [tolerated] {
            return makeFix(tolerated == 0
                               ? "Make it synchronous"
                               : formatMessage("Bound the staleness to {}", pluralText(tolerated, "step", "steps")),
                           [tolerated](Project& project) {
                               Consistency& after = project.design.consistency;
                               for (const char* looseOption : {"asynchronous", "eventual", "bounded-staleness"})
                                   if (isOptionChosen(after.slot, looseOption))
                                       replaceOrAddChoice(after.slot, looseOption,
                                                          tolerated == 0 ? "synchronous" : "bounded-staleness");
                               after.stalenessSteps.reset();
                               if (tolerated > 0)
                                   after.stalenessSteps = assumedQuantity(tolerated, "what the computation tolerates");
                           });
        };
        for (const char* unbounded : {"asynchronous", "eventual"})
            if (s.isChosen(Slot::Consistency, unbounded)) {
                report.add(formatMessage("{}, but {} consistency sets no bound.", toleranceText,
                                         s.optionTitle(Slot::Consistency, unbounded)),
                           pointer, tighten());
                return;
            }
        if (!s.isChosen(Slot::Consistency, "bounded-staleness"))
            return;
        if (c.stalenessSteps && c.stalenessSteps->value > tolerated)
            report.add(formatMessage("{}, but the bound is {}.", toleranceText,
                                     pluralText(c.stalenessSteps->value, "step", "steps")),
                       "/design/consistency/staleness_steps", tighten());
        else if (!c.stalenessSteps && tolerated == 0)
            report.add(formatMessage("{}, but bounded staleness lets workers run ahead.", toleranceText), pointer,
                       tighten());
    }};

const Rule stalenessBoundNotSet{{"staleness-bound-not-given",
                                 Severity::Advice,
                                 {Slot::Consistency},
                                 "Bounded staleness needs its bound, a number of steps.",
                                 "book 41.4, section 3; Ho et al. 2013"},
                                [](const RuleContext& s, RuleReport& report) {
                                    const Consistency& c = s.design.consistency;
                                    if (!s.isChosen(Slot::Consistency, "bounded-staleness") || c.stalenessSteps)
                                        return;
                                    if (!c.toleratedStalenessSteps) {
                                        report.add(
                                            "Bounded staleness has no bound: how many steps may a worker run ahead, "
                                            "and how many does the computation tolerate?",
                                            "/design/consistency/staleness_steps");
                                        return;
                                    }
                                    const double tolerated = c.toleratedStalenessSteps->value;
                                    if (tolerated == 0)
                                        return;
                                    report.add(
                                        formatMessage("Bounded staleness has no bound; the computation tolerates {}.",
                                                      pluralText(tolerated, "step", "steps")),
                                        "/design/consistency/staleness_steps",
                                        makeFix(formatMessage("Bound it to {}", pluralText(tolerated, "step", "steps")),
                                                [tolerated](Project& project) {
                                                    project.design.consistency.stalenessSteps =
                                                        assumedQuantity(tolerated, "what the computation tolerates");
                                                }));
                                }};

// How the design weakens consistency, as a noun phrase; empty if it does not, or not beyond what the computation
// tolerates.
std::string relaxedConsistencyText(const RuleContext& s)
{
    const Communication& c = s.design.communication;
    const MaybeQuantity& tolerated = s.design.consistency.toleratedStalenessSteps;
    const auto toleratesSteps = [&](double steps) { return tolerated && tolerated->value >= steps; };
    const MaybeQuantity& bound = s.design.consistency.stalenessSteps;
    if (s.isChosen(Slot::Consistency, "asynchronous"))
        return "views of any age";
    if (s.isChosen(Slot::Consistency, "bounded-staleness") && !(bound && toleratesSteps(bound->value)))
        return "stale views";
    if (s.isChosen(Slot::Consistency, "eventual") && !s.isChosen(Slot::Consistency, "synchronous"))
        return "views that only agree in the end";
    if (c.localSteps && c.localSteps->value > 1 && !toleratesSteps(c.localSteps->value))
        return formatMessage("an exchange only every {} steps", significantText(c.localSteps->value));
    if (traitsOf(c.pattern).outcome == ExchangeOutcome::NeighbourMean && s.isChosen(Slot::Communication, "gossip") &&
        !exchangesHalos(s.design))
        return "views that agree among neighbours only";
    return {};
}

const Rule extraStepsNotCounted{
    {"steps-to-quality-not-counted",
     Severity::Advice,
     {Slot::Consistency, Slot::Communication},
     "When views differ or the batch grows, the same quality may take more steps.",
     "McCandlish et al. 2018; Ho et al. 2013"},
    [](const RuleContext& s, RuleReport& report) {
        if (!s.isFilled(Slot::Consistency) && !s.isFilled(Slot::Communication))
            return;
        if (const std::string reason = relaxedConsistencyText(s); !reason.empty()) {
            report.add(formatMessage("The step is faster because of {}; extra steps to the same quality are not "
                                     "counted: measure time to quality, not time per step.",
                                     reason),
                       "/design/consistency/choices");
            return;
        }
        const Baseline& baseline = s.project.baseline;
        if (s.project.plan.scaling == Scaling::Weak && s.p && *s.p > 1 &&
            !(baseline.batch && baseline.criticalBatch && baseline.minSteps))
            report.add(
                formatMessage("At p = {}, a batch {} times as large is assumed to need proportionally fewer steps. To "
                              "check, enter batch, critical batch and fewest steps: S_min (1 + B_crit/B).",
                              *s.p, *s.p),
                baseline.batch ? "/baseline/critical_batch" : "/baseline/batch");
    }};

}  // namespace

const std::vector<Rule>& consistencySlotRules()
{
    static const std::vector<Rule> rules{asynchronousWithBarrier, stalenessNotTolerated, stalenessBoundNotSet,
                                         extraStepsNotCounted};
    return rules;
}

}  // namespace scalewright::detail

// Slot 3: how closely views must agree (book 41.4, section 3).
#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/decision/rules/rule.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/model/step/halo.h"

namespace scalewright::detail {

namespace {

const Rule asynchronousWithBarrier{
    {"asynchronous-with-barrier-collective",
     Severity::Error,
     {Slot::Consistency, Slot::Communication},
     "A collective ends when everybody has taken part: that is the barrier that asynchronous consistency does "
     "without.",
     "book 41.4, sections 2 and 3"},
    [](const Situation& s, Report& report) {
        const SlotChoice* loose = s.meeting(Slot::Consistency, {"asynchronous", "bounded-staleness", "eventual"},
                                            Slot::Communication, barrierOptions());
        // Local steps with an average every H-th are bounded staleness with a collective.
        const MaybeQuantity& localSteps = s.design.communication.localSteps;
        const bool averagesNowAndThen =
            loose && loose->option == "bounded-staleness" && localSteps && localSteps->value > 1;
        if (!loose || averagesNowAndThen)
            return;
        const SlotChoice* barrier =
            s.meeting(Slot::Communication, barrierOptions(), Slot::Consistency, {loose->option});
        const std::string who = s.p ? say("all {} workers have", *s.p) : "every worker has";
        report.add(say("Slot 3 says {}, and the {} of slot 2 ends only when {} taken part: the barrier is still there.",
                       s.title(Slot::Consistency, loose->option), s.title(Slot::Communication, barrier->option), who),
                   "/design/consistency/choices",
                   fixBy("Push and pull through a parameter server",
                         [outlook = s.outlook](Project& project) { useParameterServer(project, 1, outlook); }));
    }};

const Rule stalenessNotTolerated{
    {"staleness-not-tolerated",
     Severity::Error,
     {Slot::Consistency},
     "Views may be no staler than the computation stands.",
     "book 41.4, section 3"},
    [](const Situation& s, Report& report) {
        const Consistency& c = s.design.consistency;
        if (!c.toleratedStalenessSteps)
            return;
        const double tolerated = c.toleratedStalenessSteps->value;
        const std::string stands =
            tolerated == 0 ? "The computation tolerates no stale view"
                           : say("The computation tolerates views of {}", plural(tolerated, "step", "steps"));
        const char* pointer = "/design/consistency/choices";
        // Every choice that is too loose at once: none of them is tolerated.
        const auto tighten = [tolerated] {
            return fixBy(tolerated == 0 ? "Make it synchronous"
                                        : say("Bound the staleness to {}", plural(tolerated, "step", "steps")),
                         [tolerated](Project& project) {
                             Consistency& after = project.design.consistency;
                             for (const char* loose : {"asynchronous", "eventual", "bounded-staleness"})
                                 if (chooses(after.slot, loose))
                                     choose(after.slot, loose, tolerated == 0 ? "synchronous" : "bounded-staleness");
                             after.stalenessSteps.reset();
                             if (tolerated > 0)
                                 after.stalenessSteps = setByFix(tolerated, "what the computation tolerates");
                         });
        };
        for (const char* unbounded : {"asynchronous", "eventual"})
            if (s.chosen(Slot::Consistency, unbounded)) {
                report.add(say("{}, and {} puts no bound on their age.", stands, s.title(Slot::Consistency, unbounded)),
                           pointer, tighten());
                return;
            }
        if (!s.chosen(Slot::Consistency, "bounded-staleness"))
            return;
        if (c.stalenessSteps && c.stalenessSteps->value > tolerated)
            report.add(say("{}, and the bound is {}.", stands, plural(c.stalenessSteps->value, "step", "steps")),
                       "/design/consistency/staleness_steps", tighten());
        else if (!c.stalenessSteps && tolerated == 0)
            report.add(say("{}, and bounded staleness lets workers run ahead.", stands), pointer, tighten());
    }};

const Rule boundNotGiven{
    {"staleness-bound-not-given",
     Severity::Advice,
     {Slot::Consistency},
     "Bounded staleness is a number of steps.",
     "book 41.4, section 3; Ho et al. 2013"},
    [](const Situation& s, Report& report) {
        const Consistency& c = s.design.consistency;
        if (!s.chosen(Slot::Consistency, "bounded-staleness") || c.stalenessSteps)
            return;
        if (!c.toleratedStalenessSteps) {
            report.add(
                "Bounded staleness without its bound: how many steps may a worker run ahead, and how many "
                "does the computation stand?",
                "/design/consistency/staleness_steps");
            return;
        }
        const double tolerated = c.toleratedStalenessSteps->value;
        if (tolerated == 0)
            return;
        report.add(
            say("Bounded staleness without its bound; the computation stands {}.", plural(tolerated, "step", "steps")),
            "/design/consistency/staleness_steps",
            fixBy(say("Bound it to {}", plural(tolerated, "step", "steps")), [tolerated](Project& project) {
                project.design.consistency.stalenessSteps = setByFix(tolerated, "what the computation tolerates");
            }));
    }};

// What the choice takes from agreement or adds to the batch, in words; empty where it leans on neither.
std::string leansOn(const Situation& s)
{
    const Communication& c = s.design.communication;
    const MaybeQuantity& tolerated = s.design.consistency.toleratedStalenessSteps;
    const auto stands = [&](double steps) { return tolerated && tolerated->value >= steps; };
    const MaybeQuantity& bound = s.design.consistency.stalenessSteps;
    if (s.chosen(Slot::Consistency, "asynchronous"))
        return "views of any age";
    if (s.chosen(Slot::Consistency, "bounded-staleness") && !(bound && stands(bound->value)))
        return "stale views";
    if (s.chosen(Slot::Consistency, "eventual") && !s.chosen(Slot::Consistency, "synchronous"))
        return "views that agree in the end only";
    if (c.localSteps && c.localSteps->value > 1 && !stands(c.localSteps->value))
        return say("an exchange every {} steps only", significant(c.localSteps->value));
    if (traitsOf(c.pattern).delivers == Delivers::NeighboursMean && s.chosen(Slot::Communication, "gossip") &&
        !exchangesHalos(s.design))
        return "views that agree among neighbours only";
    return {};
}

const Rule stepsNotCounted{
    {"steps-to-quality-not-counted",
     Severity::Advice,
     {Slot::Consistency, Slot::Communication},
     "A step that is faster because views differ or the batch grew may need more steps to the same quality.",
     "McCandlish et al. 2018; Ho et al. 2013"},
    [](const Situation& s, Report& report) {
        if (!s.filled(Slot::Consistency) && !s.filled(Slot::Communication))
            return;
        if (const std::string views = leansOn(s); !views.empty()) {
            report.add(say("The step is faster for {}; how many more steps the same quality then takes is not counted: "
                           "measure time to quality, not time per step.",
                           views),
                       "/design/consistency/choices");
            return;
        }
        const Baseline& baseline = s.project.baseline;
        if (s.project.plan.scaling == Scaling::Weak && s.p && *s.p > 1 &&
            !(baseline.batch && baseline.criticalBatch && baseline.minSteps))
            report.add(
                say("At p = {} a batch {} times as large is assumed to need as many times fewer steps. Enter batch, "
                    "critical batch and fewest steps to check: S_min (1 + B_crit/B).",
                    *s.p, *s.p),
                baseline.batch ? "/baseline/critical_batch" : "/baseline/batch");
    }};

}  // namespace

const std::vector<Rule>& consistencyRules()
{
    static const std::vector<Rule> rules{asynchronousWithBarrier, stalenessNotTolerated, boundNotGiven,
                                         stepsNotCounted};
    return rules;
}

}  // namespace scalewright::detail

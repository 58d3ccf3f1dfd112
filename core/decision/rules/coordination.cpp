// SPDX-License-Identifier: GPL-3.0-or-later
// Slot 4: central or decentralized coordination (book 41.4, section 4).

#include "core/base/quantity/units.h"
#include "core/decision/rules/rule.h"
#include "core/model/step/halo_exchange.h"

namespace scalewright::detail {

namespace {

// How the chosen fault tolerance can also recover the coordinator.
std::string coordinatorRecoveryText(const Design& design)
{
    const DesignSlot& faults = design.faultTolerance.slot;
    if (isOptionChosen(faults, "checkpoint-restart"))
        return "it is restarted from the last checkpoint";
    if (isOptionChosen(faults, "elastic"))
        return "the survivors elect a new one and re-rank";
    if (isOptionChosen(faults, "replicate-re-execute"))
        return "a replica takes over";
    return "it is restarted on another node, and the job starts over";
}

const Rule coordinatorLossNotPlanned{
    {"coordinator-loss-unplanned",
     Severity::Warning,
     {Slot::Coordination, Slot::FaultTolerance},
     "A central coordinator is a single point of failure: the design must say what happens when it is lost.",
     "book 41.4, section 4"},
    [](const RuleContext& s, RuleReport& report) {
        if (!s.isChosen(Slot::Coordination, "central-coordinator") || !s.design.coordination.onLoss.empty())
            return;
        const std::string workersText = s.p && *s.p > 1 ? formatMessage(" for {} workers", *s.p) : "";
        const std::string frequencyText = s.project.target.nodeMtbfS
                                              ? formatMessage(" (once in {}, if its node fails as often as the others)",
                                                              timeText(s.project.target.nodeMtbfS->value))
                                              : "";
        const std::string plan = coordinatorRecoveryText(s.design);
        report.add(formatMessage("One coordinator holds the plan{}. Say what happens when it is lost{}.", workersText,
                                 frequencyText),
                   "/design/coordination/on_loss",
                   makeFix(formatMessage("Plan for it: {}", plan),
                           [plan](Project& project) { project.design.coordination.onLoss = plan; }));
    }};

const Rule gossipWithCoordinator{
    {"gossip-with-central-coordinator",
     Severity::Warning,
     {Slot::Coordination, Slot::Communication},
     "Gossip takes extra rounds to avoid a central node; a coordinator adds one again.",
     "book 41.4, sections 2 and 4"},
    [](const RuleContext& s, RuleReport& report) {
        if (exchangesHalos(s.design) || !s.isChosen(Slot::Communication, "gossip") ||
            !s.isChosen(Slot::Coordination, "central-coordinator") || s.isChosen(Slot::Coordination, "decentralized"))
            return;
        const std::string workersText = s.p && *s.p > 2 ? formatMessage(" among {} workers", *s.p) : "";
        report.add(formatMessage("Gossip{} takes many rounds because it has no central node, but slot 4 adds one: "
                                 "extra rounds and a single point of failure.",
                                 workersText),
                   "/design/coordination/choices", makeFix("Decentralize", [](Project& project) {
                       replaceOrAddChoice(project.design.coordination.slot, "central-coordinator", "decentralized");
                   }));
    }};

const Rule scatterGatherWithoutCoordinator{
    {"scatter-gather-without-coordinator",
     Severity::Error,
     {Slot::Coordination, Slot::Communication},
     "Scatter-gather needs a coordinator: one node hands out the tasks and collects the answers.",
     "book 41.4, section 2"},
    [](const RuleContext& s, RuleReport& report) {
        const SlotChoice* choice =
            s.findChoiceInSameScope(Slot::Coordination, {"decentralized"}, Slot::Communication, {"scatter-gather"});
        if (!choice || s.isChosen(Slot::Coordination, "central-coordinator"))
            return;
        const std::string workersText = s.p ? formatMessage("{} workers", *s.p) : "the workers";
        report.add(
            formatMessage("One node hands the task to {} and collects the answers, but slot 4 has no coordinator.",
                          workersText),
            "/design/coordination/choices", makeFix("Give it a central coordinator", [](Project& project) {
                replaceOrAddChoice(project.design.coordination.slot, "decentralized", "central-coordinator");
            }));
    }};

}  // namespace

const std::vector<Rule>& coordinationSlotRules()
{
    static const std::vector<Rule> rules{scatterGatherWithoutCoordinator, coordinatorLossNotPlanned,
                                         gossipWithCoordinator};
    return rules;
}

}  // namespace scalewright::detail

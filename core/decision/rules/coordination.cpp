// Slot 4: one brain or many (book 41.4, section 4).
#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/decision/rules/rule.h"
#include "core/model/step/halo.h"

namespace scalewright::detail {

namespace {

// What the fault tolerance that is chosen can do for a coordinator too.
std::string plannedLoss(const Design& design)
{
    const DesignSlot& faults = design.faultTolerance.slot;
    if (chooses(faults, "checkpoint-restart"))
        return "it is started again and reads the last checkpoint";
    if (chooses(faults, "elastic"))
        return "the survivors agree on a new one and re-rank";
    if (chooses(faults, "replicate-re-execute"))
        return "a replica takes over";
    return "it is started again on another node, and the job from its beginning";
}

const Rule coordinatorLossUnplanned{
    {"coordinator-loss-unplanned",
     Severity::Warning,
     {Slot::Coordination, Slot::FaultTolerance},
     "A central coordinator is a single point of failure: the design says what happens when it disappears.",
     "book 41.4, section 4"},
    [](const Situation& s, Report& report) {
        if (!s.chosen(Slot::Coordination, "central-coordinator") || !s.design.coordination.onLoss.empty())
            return;
        const std::string everybody = s.p && *s.p > 1 ? say(" for {} workers", *s.p) : "";
        const std::string often = s.project.target.nodeMtbfS ? say(" (once in {}, if its node is like the others)",
                                                                   timeText(s.project.target.nodeMtbfS->value))
                                                             : "";
        const std::string plan = plannedLoss(s.design);
        report.add(say("One coordinator holds the plan{}. Say what happens when it is lost{}.", everybody, often),
                   "/design/coordination/on_loss", fixBy(say("Plan for it: {}", plan), [plan](Project& project) {
                       project.design.coordination.onLoss = plan;
                   }));
    }};

const Rule gossipWithACoordinator{
    {"gossip-with-central-coordinator",
     Severity::Warning,
     {Slot::Coordination, Slot::Communication},
     "Gossip pays in rounds for having no centre; a coordinator makes one again.",
     "book 41.4, sections 2 and 4"},
    [](const Situation& s, Report& report) {
        if (exchangesHalos(s.design) || !s.chosen(Slot::Communication, "gossip") ||
            !s.chosen(Slot::Coordination, "central-coordinator") || s.chosen(Slot::Coordination, "decentralized"))
            return;
        const std::string rounds = s.p && *s.p > 2 ? say(" among {} workers", *s.p) : "";
        report.add(say("Gossip{} takes many rounds to agree because there is no centre, and slot 4 has one: the rounds "
                       "are paid and the single point of failure stays.",
                       rounds),
                   "/design/coordination/choices", fixBy("Decentralize", [](Project& project) {
                       choose(project.design.coordination.slot, "central-coordinator", "decentralized");
                   }));
    }};

const Rule scatterWithoutACoordinator{
    {"scatter-gather-without-coordinator",
     Severity::Error,
     {Slot::Coordination, Slot::Communication},
     "Scatter-gather is a coordinator's pattern: somebody hands out and collects.",
     "book 41.4, section 2"},
    [](const Situation& s, Report& report) {
        const SlotChoice* choice =
            s.meeting(Slot::Coordination, {"decentralized"}, Slot::Communication, {"scatter-gather"});
        if (!choice || s.chosen(Slot::Coordination, "central-coordinator"))
            return;
        const std::string many = s.p ? say("{} workers", *s.p) : "the workers";
        report.add(
            say("One node hands the task to {} and collects the answers, and slot 4 says that there is none.", many),
            "/design/coordination/choices", fixBy("Give it a central coordinator", [](Project& project) {
                choose(project.design.coordination.slot, "decentralized", "central-coordinator");
            }));
    }};

}  // namespace

const std::vector<Rule>& coordinationRules()
{
    static const std::vector<Rule> rules{scatterWithoutACoordinator, coordinatorLossUnplanned, gossipWithACoordinator};
    return rules;
}

}  // namespace scalewright::detail

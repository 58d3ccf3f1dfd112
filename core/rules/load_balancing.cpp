// Slot 6: staying even (book 41.4, section 6).
#include <cmath>

#include <fmt/format.h>

#include "core/rules/rule.h"
#include "core/quantity/units.h"
#include "core/statistics/order_statistics.h"

namespace scalewright::detail {

namespace {

const Rule synchronousWithoutStragglerPlan{
    {"synchronous-without-straggler-plan", Severity::Warning, {Slot::LoadBalancing, Slot::Consistency},
     say("Behind a barrier everybody runs at the speed of the slowest."), say("book 41.4, sections 3 and 6; largest of p by order statistics")},
    [](const Situation& s, Report& report) {
        const LoadBalancing& l = s.design.loadBalancing;
        const bool planned = s.chosen(Slot::LoadBalancing, "straggler-mitigation") || (l.backupWorkers && l.backupWorkers->value > 0);
        const bool nothingToWaitFor = l.jitterS && l.jitterS->value == 0;
        if (!s.chosen(Slot::Consistency, "synchronous") || planned || nothingToWaitFor || (s.p && *s.p < 2))
            return;
        Message says;
        if (!s.p)
            says = say("Every step ends with its slowest worker, and slot 6 has no plan for that one.");
        else {
            const bool normal = l.jitterShape == JitterShape::Normal;
            const double late = normal ? normalOrderMean(*s.p, *s.p) : exponentialOrderMean(*s.p, *s.p) - 1;
            const Message spread = say("{} standard deviations late", significant(late, 3));
            if (l.jitterS)
                says = say("{}, the slowest of a step is {}, {} with a jitter of {}, and slot 6 has no plan for it.", s.atP(), spread,
                                   seconds(late * l.jitterS->value), seconds(l.jitterS->value));
            else
                says = say("{}, the slowest of a step is {}, whatever that is in seconds (no jitter is given), and slot 6 has no plan for it.", s.atP(), spread);
        }
        const bool backup = l.jitterS && s.p && *s.p > 2;
        report.add(capital(std::move(says)), "/design/load_balancing/choices",
                   fixBy(backup ? say("Mitigate stragglers with one backup worker") : say("Mitigate stragglers"), [backup](Project& project) {
                       LoadBalancing& after = project.design.loadBalancing;
                       after.slot.choices.push_back({"straggler-mitigation", after.slot.choices.empty() ? "" : "what evenness leaves", {}});
                       if (backup)
                           after.backupWorkers = setByFix(1, "the last worker of a step is not waited for");
                   }));
    }};

const Rule backupsBuyNothing{
    {"backups-buy-nothing", Severity::Warning, {Slot::LoadBalancing, Slot::Consistency}, say("A backup worker cuts the waiting at a barrier, and costs its own work."),
     say("book 41.4, section 6; Dutta et al. 2018")},
    [](const Situation& s, Report& report) {
        const LoadBalancing& l = s.design.loadBalancing;
        if (!l.backupWorkers || l.backupWorkers->value <= 0)
            return;
        const double b = l.backupWorkers->value;
        const auto none = [] {
            return fixBy(say("Plan no backup workers"), [](Project& project) { project.design.loadBalancing.backupWorkers.reset(); });
        };
        const Message many = plural(b, say("backup worker"), say("backup workers"));
        const char* pointer = "/design/load_balancing/backup_workers";
        if (s.p && b >= *s.p)
            report.add(capital(say("{}, {} leave nobody whose result is used.", s.atP(), many)), pointer, none()).severity = Severity::Error;
        else if ((s.chosen(Slot::Consistency, "asynchronous") || s.chosen(Slot::Consistency, "bounded-staleness")) && !s.chosen(Slot::Consistency, "synchronous"))
            report.add(say("{} and no barrier in every step, which is where they would cut the waiting.", capital(many)), pointer, none());
        else if (l.jitterS && l.jitterS->value == 0)
            report.add(say("{} against a jitter of 0 s: there is no waiting to cut.", capital(many)), pointer, none());
    }};

}  // namespace

const std::vector<Rule>& balancingRules()
{
    static const std::vector<Rule> rules{synchronousWithoutStragglerPlan, backupsBuyNothing};
    return rules;
}

}  // namespace scalewright::detail

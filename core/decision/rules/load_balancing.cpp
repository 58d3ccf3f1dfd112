// Slot 6: staying even (book 41.4, section 6).
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/statistics/order_statistics.h"
#include "core/decision/rules/rule.h"

namespace scalewright::detail {

namespace {

// Waiting below this share of a step, or a gain below it, is not worth a sentence.
constexpr double worthMitigating = 0.01;

void mitigate(Project& project, int backups)
{
    LoadBalancing& after = project.design.loadBalancing;
    for (SlotChoice& choice : after.slot.choices)
        if (choice.scope.empty())
            choice.scope = "shards";
    after.slot.choices.push_back(
        {"straggler-mitigation", after.slot.choices.empty() ? "" : "what evenness leaves", {}});
    if (backups > 0)
        after.backupWorkers = setByFix(backups, "the last workers of a step are not waited for");
}

// Backup workers cut the waiting and the workers: as many as bring the largest speedup at the plan's p, and what one
// brings. More help until too few are left to work: doubled, then halved steps from the best of those. Under weak scaling the shortest step is not it: their work is not done.
struct Backups {
    int best = 0;
    double bestSpeedup = 0, bestS = 0;
    double oneSpeedup = 0, oneS = 0;
};

Backups backupsAt(const Situation& s)
{
    Backups found;
    ScalingModel model = *s.model();
    found.bestSpeedup = predictAt(model, *s.p).speedup;
    const auto attempt = [&](int b) {
        model.terms.backupWorkers = b;
        if (b < 1 || b > *s.p - 2 || !validate(model))
            return;
        const PredictionRow row = predictAt(model, *s.p);
        if (b == 1) {
            found.oneS = row.tStepS;
            found.oneSpeedup = row.speedup;
        }
        if (row.speedup > found.bestSpeedup) {
            found.best = b;
            found.bestS = row.tStepS;
            found.bestSpeedup = row.speedup;
        }
    };
    for (int b = 1; b <= *s.p - 2; b *= 2)
        attempt(b);
    for (int step = found.best / 2; step > 0; step /= 2)
        for (const int b : {found.best - step, found.best + step})
            attempt(b);
    return found;
}

const Rule synchronousWithoutStragglerPlan{
    {"synchronous-without-straggler-plan",
     Severity::Warning,
     {Slot::LoadBalancing, Slot::Consistency},
     "Behind a barrier everybody runs at the speed of the slowest.",
     "book 41.4, sections 3 and 6; largest of p by order statistics"},
    [](const Situation& s, Report& report) {
        const LoadBalancing& l = s.design.loadBalancing;
        const bool planned =
            s.chosen(Slot::LoadBalancing, "straggler-mitigation") || (l.backupWorkers && l.backupWorkers->value > 0);
        const std::optional<double> jitter = s.jitterS();
        if (!s.chosen(Slot::Consistency, "synchronous") || planned || jitter == 0 || (s.p && *s.p < 2))
            return;
        const char* pointer = "/design/load_balancing/choices";
        const auto plain = fixBy("Mitigate stragglers", [](Project& project) { mitigate(project, 0); });
        if (!s.p) {
            report.add("Every step ends with its slowest worker, and slot 6 has no plan for that one.", pointer, plain);
            return;
        }
        const bool normal = l.jitterShape == JitterShape::Normal;
        const double late = normal ? normalOrderMean(*s.p, *s.p) : exponentialOrderMean(*s.p, *s.p) - 1;
        const std::string spread = say("{} standard deviations late", significant(late, 3));
        if (!jitter) {  // what a plan for them would change is not known, so none is offered
            report.add(say("No plan for slow workers: {} the slowest is {}. Enter the jitter to see what they cost.",
                           s.atP(), spread),
                       fieldOf(&LoadBalancing::jitterS).pointer);
            return;
        }
        if (!s.model()) {
            report.add(say("No plan for slow workers: {} the slowest is {}, {} with a jitter of {}.", s.atP(), spread,
                           timeText(late * *jitter), timeText(*jitter)),
                       pointer, plain);
            return;
        }
        const PredictionRow now = predictAt(*s.model(), *s.p);
        const double step = now.tStepS;
        const bool weak = s.model()->scaling == Scaling::Weak;
        if (!std::isfinite(step) || late * *jitter < worthMitigating * step)
            return;
        std::string says = capital(say("{}, {} of a step of {} is waiting for its slowest worker ({}, jitter {})",
                                       s.atP(), timeText(late * *jitter), timeText(step), spread, timeText(*jitter)));
        const Backups backups = backupsAt(s);
        if (backups.best > 0 && backups.bestSpeedup * (1 - worthMitigating) >= now.speedup) {
            says += ", and slot 6 has no plan for it.";
            report.add(std::move(says), pointer,
                       fixBy(weak ? say("Mitigate stragglers with {}: S {} instead of {}",
                                        plural(backups.best, "backup worker", "backup workers"),
                                        significant(backups.bestSpeedup), significant(now.speedup))
                                  : say("Mitigate stragglers with {}: a step of {} instead of {}",
                                        plural(backups.best, "backup worker", "backup workers"),
                                        timeText(backups.bestS), timeText(step)),
                             [b = backups.best](Project& project) { mitigate(project, b); }));
            return;
        }
        says += weak && backups.oneSpeedup < now.speedup
                    ? say("; a backup worker would cost more than it saves (S {} instead of {}), so steadier nodes or "
                          "smaller shards are what is left.",
                          significant(backups.oneSpeedup), significant(now.speedup))
                : backups.oneS > step ? say("; a backup worker would cost more than it saves ({}), so steadier nodes "
                                            "or smaller shards are what is left.",
                                            timeText(backups.oneS))
                                      : "; backup workers would save less than 1 % of it, so steadier nodes or "
                                        "smaller shards are what is left.";
        report.add(std::move(says), pointer).severity = Severity::Advice;
    }};

const Rule jitterExceedsCompute{
    {"jitter-exceeds-compute",
     Severity::Warning,
     {Slot::LoadBalancing},
     "A jitter in seconds that is the same at every p outgrows a share of the work that shrinks with it.",
     "arithmetic: sigma against T_comp/p"},
    [](const Situation& s, Report& report) {
        const LoadBalancing& l = s.design.loadBalancing;
        if (!l.jitterS || l.jitterS->value <= 0 || !s.model() || !s.p || *s.p < 2 || !s.filled(Slot::LoadBalancing))
            return;
        const double compute = predictAt(*s.model(), *s.p).tCompS;
        if (l.jitterS->value <= compute)
            return;
        const double share = l.jitterS->value / s.model()->tCompS;
        ScalingModel shared = *s.model();
        shared.terms.jitterS = 0;
        shared.terms.jitterShare = share;
        const double before = predictAt(*s.model(), *s.p).tStepS, after = predictAt(shared, *s.p).tStepS;
        std::string says =
            capital(say("{}, a worker computes for {} and its time varies by {}, the same at every p. A share "
                        "of its compute is the likelier law.",
                        s.atP(), timeText(compute), timeText(l.jitterS->value)));
        const char* pointer = "/design/load_balancing/jitter_s";
        if (l.jitterS->provenance.origin == Origin::Measured) {  // measure it at this p too; nothing is rewritten
            report.add(std::move(says), pointer);
            return;
        }
        report.add(std::move(says), pointer,
                   fixBy(say("Take it as {} % of a worker's compute, an assumption: the step reads {} instead of {}. "
                             "Measure it at p = {}",
                             significant(100 * share, 3), timeText(after), timeText(before), *s.p),
                         [share](Project& project) {
                             project.design.loadBalancing.jitterS.reset();
                             project.design.loadBalancing.jitterShare =
                                 setByFix(share, "the jitter over one machine's compute time");
                         }));
    }};

const Rule backupsBuyNothing{
    {"backups-buy-nothing",
     Severity::Error,
     {Slot::LoadBalancing, Slot::Consistency},
     "A backup worker cuts the waiting at a barrier, and costs its own work.",
     "book 41.4, section 6; Dutta et al. 2018"},
    [](const Situation& s, Report& report) {
        const LoadBalancing& l = s.design.loadBalancing;
        if (!l.backupWorkers || l.backupWorkers->value <= 0)
            return;
        const double b = l.backupWorkers->value;
        const std::optional<double> jitter = s.jitterS();
        const auto none = [] {
            return fixBy("Plan no backup workers",
                         [](Project& project) { project.design.loadBalancing.backupWorkers.reset(); });
        };
        const std::string many = plural(b, "backup worker", "backup workers");
        const std::string dearer =
            plural(b, "backup worker costs more than it saves", "backup workers cost more than they save");
        const char* pointer = "/design/load_balancing/backup_workers";
        if (s.p && b >= *s.p)
            report.add(capital(say("{}, {} nobody whose result is used.", s.atP(),
                                   plural(b, "backup worker leaves", "backup workers leave"))),
                       pointer, none());
        else if ((s.chosen(Slot::Consistency, "asynchronous") || s.chosen(Slot::Consistency, "bounded-staleness")) &&
                 !s.chosen(Slot::Consistency, "synchronous"))
            report
                .add(say("{} and no barrier in every step, which is where they would cut the waiting.", capital(many)),
                     pointer, none())
                .severity = Severity::Warning;
        else if (jitter == 0)
            report.add(say("{} against a jitter of 0 s: there is no waiting to cut.", capital(many)), pointer, none())
                .severity = Severity::Warning;
        else if (jitter && s.model() && s.p) {
            ScalingModel without = *s.model();
            without.terms.backupWorkers = 0;
            const PredictionRow with = predictAt(*s.model(), *s.p), spared = predictAt(without, *s.p);
            if (std::isfinite(with.tStepS) && spared.speedup * (1 - worthMitigating) >= with.speedup)
                report
                    .add(capital(s.model()->scaling == Scaling::Weak
                                     ? say("{}, {}: S is {} with and {} without.", s.atP(), dearer,
                                           significant(with.speedup), significant(spared.speedup))
                                     : say("{}, {}: a step takes {} with and {} without.", s.atP(), dearer,
                                           timeText(with.tStepS), timeText(spared.tStepS))),
                         pointer, none())
                    .severity = Severity::Warning;
        }
    }};

}  // namespace

const std::vector<Rule>& balancingRules()
{
    static const std::vector<Rule> rules{synchronousWithoutStragglerPlan, jitterExceedsCompute, backupsBuyNothing};
    return rules;
}

}  // namespace scalewright::detail

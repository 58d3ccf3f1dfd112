// SPDX-License-Identifier: GPL-3.0-or-later
// Slot 6: load balancing (book 41.4, section 6).
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/base/statistics/order_statistics.h"
#include "core/decision/rules/rule.h"

namespace scalewright::detail {

namespace {

// Waiting below this share of a step, or a smaller gain, is not reported.
constexpr double minimumWaitingShare = 0.01;

void addStragglerMitigation(Project& project, int backups)
{
    LoadBalancing& after = project.design.loadBalancing;
    for (SlotChoice& choice : after.slot.choices)
        if (choice.scope.empty())
            choice.scope = "shards";
    after.slot.choices.push_back({"straggler-mitigation", after.slot.choices.empty() ? "" : "remaining imbalance", {}});
    if (backups > 0)
        after.backupWorkers = assumedQuantity(backups, "a step does not wait for its last workers");
}

// Effect of backup workers, which reduce both the waiting and the number of useful workers: the count with the largest
// speedup at the plan's p, and the effect of one. The search doubles the count, then refines around the best by halving
// the step, and leaves at least two workers. It compares speedup, not step time: under weak scaling the work of backup
// workers is lost.
struct BackupEffect {
    int bestCount = 0;
    double bestSpeedup = 0, bestStepS = 0;
    double speedupWithOne = 0, stepWithOneS = 0;
};

BackupEffect evaluateBackupWorkers(const RuleContext& s)
{
    BackupEffect effect;
    ScalingModel model = *s.model();
    effect.bestSpeedup = predictAt(model, *s.p).speedup;
    const auto attempt = [&](int b) {
        model.terms.backupWorkers = b;
        if (b < 1 || b > *s.p - 2 || !validate(model))
            return;
        const PredictionRow row = predictAt(model, *s.p);
        if (b == 1) {
            effect.stepWithOneS = row.tStepS;
            effect.speedupWithOne = row.speedup;
        }
        if (row.speedup > effect.bestSpeedup) {
            effect.bestCount = b;
            effect.bestStepS = row.tStepS;
            effect.bestSpeedup = row.speedup;
        }
    };
    for (int b = 1; b <= *s.p - 2; b *= 2)
        attempt(b);
    for (int step = effect.bestCount / 2; step > 0; step /= 2)
        for (const int b : {effect.bestCount - step, effect.bestCount + step})
            attempt(b);
    return effect;
}

const Rule synchronousWithoutStragglerPlan{
    {"synchronous-without-straggler-plan",
     Severity::Warning,
     {Slot::LoadBalancing, Slot::Consistency},
     "With a barrier, every worker runs at the speed of the slowest.",
     "book 41.4, sections 3 and 6; largest of p by order statistics"},
    [](const RuleContext& s, RuleReport& report) {
        const LoadBalancing& l = s.design.loadBalancing;
        const bool planned =
            s.isChosen(Slot::LoadBalancing, "straggler-mitigation") || (l.backupWorkers && l.backupWorkers->value > 0);
        const std::optional<double> jitter = s.jitterS();
        if (!s.isChosen(Slot::Consistency, "synchronous") || planned || jitter == 0 || (s.p && *s.p < 2))
            return;
        const char* pointer = "/design/load_balancing/choices";
        const auto mitigationFix =
            makeFix("Mitigate stragglers", [](Project& project) { addStragglerMitigation(project, 0); });
        if (!s.p) {
            report.add("Every step ends with its slowest worker, but slot 6 does not mitigate stragglers.", pointer,
                       mitigationFix);
            return;
        }
        const bool normal = l.jitterShape == JitterShape::Normal;
        const double lateness = normal ? normalOrderMean(*s.p, *s.p) : exponentialOrderMean(*s.p, *s.p) - 1;
        const std::string latenessText = formatMessage("{} standard deviations late", significantText(lateness, 3));
        if (!jitter) {  // the effect of a fix is unknown, so none is offered
            report.add(formatMessage("Stragglers are not mitigated: {} the slowest worker is {}. Enter the jitter to "
                                     "see what they cost.",
                                     s.atPText(), latenessText),
                       fieldOf(&LoadBalancing::jitterS).jsonPointer);
            return;
        }
        if (!s.model()) {
            report.add(
                formatMessage("Stragglers are not mitigated: {} the slowest worker is {}, {} with a jitter of {}.",
                              s.atPText(), latenessText, timeText(lateness * *jitter), timeText(*jitter)),
                pointer, mitigationFix);
            return;
        }
        const PredictionRow current = predictAt(*s.model(), *s.p);
        const double step = current.tStepS;
        const bool weak = s.model()->scaling == Scaling::Weak;
        if (!std::isfinite(step) || lateness * *jitter < minimumWaitingShare * step)
            return;
        std::string text = capitalised(
            formatMessage("{}, {} of a step of {} is spent waiting for the slowest worker ({}, jitter {})", s.atPText(),
                          timeText(lateness * *jitter), timeText(step), latenessText, timeText(*jitter)));
        const BackupEffect backups = evaluateBackupWorkers(s);
        if (backups.bestCount > 0 && backups.bestSpeedup * (1 - minimumWaitingShare) >= current.speedup) {
            text += ", and slot 6 does not mitigate it.";
            report.add(
                std::move(text), pointer,
                makeFix(weak ? formatMessage("Mitigate stragglers with {}: S {} instead of {}",
                                             pluralText(backups.bestCount, "backup worker", "backup workers"),
                                             significantText(backups.bestSpeedup), significantText(current.speedup))
                             : formatMessage("Mitigate stragglers with {}: a step of {} instead of {}",
                                             pluralText(backups.bestCount, "backup worker", "backup workers"),
                                             timeText(backups.bestStepS), timeText(step)),
                        [b = backups.bestCount](Project& project) { addStragglerMitigation(project, b); }));
            return;
        }
        text +=
            weak && backups.speedupWithOne < current.speedup
                ? formatMessage(
                      "; a backup worker would cost more than it saves (S {} instead of {}), so use steadier nodes or "
                      "smaller shards.",
                      significantText(backups.speedupWithOne), significantText(current.speedup))
            : backups.stepWithOneS > step
                ? formatMessage(
                      "; a backup worker would cost more than it saves ({}), so use steadier nodes or smaller shards.",
                      timeText(backups.stepWithOneS))
                : "; backup workers would save less than 1 % of the step, so use steadier nodes or smaller shards.";
        report.add(std::move(text), pointer).severity = Severity::Advice;
    }};

const Rule jitterExceedsCompute{
    {"jitter-exceeds-compute",
     Severity::Warning,
     {Slot::LoadBalancing},
     "A jitter in seconds that is constant in p exceeds a worker's compute time at large p.",
     "arithmetic: sigma against T_comp/p"},
    [](const RuleContext& s, RuleReport& report) {
        const LoadBalancing& l = s.design.loadBalancing;
        if (!l.jitterS || l.jitterS->value <= 0 || !s.model() || !s.p || *s.p < 2 || !s.isFilled(Slot::LoadBalancing))
            return;
        const double compute = predictAt(*s.model(), *s.p).tCompS;
        if (l.jitterS->value <= compute)
            return;
        const double share = l.jitterS->value / s.model()->tCompS;
        ScalingModel proportional = *s.model();
        proportional.terms.jitterS = 0;
        proportional.terms.jitterShare = share;
        const double before = predictAt(*s.model(), *s.p).tStepS, after = predictAt(proportional, *s.p).tStepS;
        std::string text =
            capitalised(formatMessage("{}, a worker computes for {}, but its time varies by {}, the same at every p. A "
                                      "jitter proportional to its compute is more likely.",
                                      s.atPText(), timeText(compute), timeText(l.jitterS->value)));
        const char* pointer = "/design/load_balancing/jitter_s";
        // Jitter must be measured at this p too, so no replacement is offered.
        if (l.jitterS->provenance.origin == Origin::Measured) {
            report.add(std::move(text), pointer);
            return;
        }
        report.add(
            std::move(text), pointer,
            makeFix(
                formatMessage("Assume jitter is {} % of compute: the step takes {} instead of {}. Measure it at p = {}",
                              significantText(100 * share, 3), timeText(after), timeText(before), *s.p),
                [share](Project& project) {
                    project.design.loadBalancing.jitterS.reset();
                    project.design.loadBalancing.jitterShare =
                        assumedQuantity(share, "the jitter over one machine's compute time");
                }));
    }};

const Rule backupWorkersUseless{
    {"backups-buy-nothing",
     Severity::Error,
     {Slot::LoadBalancing, Slot::Consistency},
     "A backup worker reduces the waiting at a barrier, at the cost of its own work.",
     "book 41.4, section 6; Dutta et al. 2018"},
    [](const RuleContext& s, RuleReport& report) {
        const LoadBalancing& l = s.design.loadBalancing;
        if (!l.backupWorkers || l.backupWorkers->value <= 0)
            return;
        const double b = l.backupWorkers->value;
        const std::optional<double> jitter = s.jitterS();
        const auto removeBackups = [] {
            return makeFix("Plan no backup workers",
                           [](Project& project) { project.design.loadBalancing.backupWorkers.reset(); });
        };
        const std::string backupsText = pluralText(b, "backup worker", "backup workers");
        const std::string costText =
            pluralText(b, "backup worker costs more than it saves", "backup workers cost more than they save");
        const char* pointer = "/design/load_balancing/backup_workers";
        if (s.p && b >= *s.p)
            report.add(capitalised(formatMessage("{}, {} no worker whose result is used.", s.atPText(),
                                                 pluralText(b, "backup worker leaves", "backup workers leave"))),
                       pointer, removeBackups());
        else if ((s.isChosen(Slot::Consistency, "asynchronous") ||
                  s.isChosen(Slot::Consistency, "bounded-staleness")) &&
                 !s.isChosen(Slot::Consistency, "synchronous"))
            report
                .add(formatMessage("{}, but there is no barrier in every step, where they would reduce the waiting.",
                                   capitalised(backupsText)),
                     pointer, removeBackups())
                .severity = Severity::Warning;
        else if (jitter == 0)
            report
                .add(formatMessage("{}, but the jitter is 0 s: there is no waiting to reduce.",
                                   capitalised(backupsText)),
                     pointer, removeBackups())
                .severity = Severity::Warning;
        else if (jitter && s.model() && s.p) {
            ScalingModel modelWithoutBackups = *s.model();
            modelWithoutBackups.terms.backupWorkers = 0;
            const PredictionRow rowWithBackups = predictAt(*s.model(), *s.p),
                                rowWithoutBackups = predictAt(modelWithoutBackups, *s.p);
            if (std::isfinite(rowWithBackups.tStepS) &&
                rowWithoutBackups.speedup * (1 - minimumWaitingShare) >= rowWithBackups.speedup)
                report
                    .add(capitalised(s.model()->scaling == Scaling::Weak
                                         ? formatMessage("{}, {}: S is {} with and {} without.", s.atPText(), costText,
                                                         significantText(rowWithBackups.speedup),
                                                         significantText(rowWithoutBackups.speedup))
                                         : formatMessage("{}, {}: a step takes {} with and {} without.", s.atPText(),
                                                         costText, timeText(rowWithBackups.tStepS),
                                                         timeText(rowWithoutBackups.tStepS))),
                         pointer, removeBackups())
                    .severity = Severity::Warning;
        }
    }};

}  // namespace

const std::vector<Rule>& loadBalancingSlotRules()
{
    static const std::vector<Rule> rules{synchronousWithoutStragglerPlan, jitterExceedsCompute, backupWorkersUseless};
    return rules;
}

}  // namespace scalewright::detail

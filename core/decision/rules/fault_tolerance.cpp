// SPDX-License-Identifier: GPL-3.0-or-later
// Slot 5: fault tolerance (book 41.4, section 6; Daly 2006 for the interval).
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/decision/rules/rule.h"
#include "core/model/scaling/failures.h"
#include "core/model/scaling/pattern_traits.h"

namespace scalewright::detail {

namespace {

// The overhead is flat near the best interval: at twice or half that interval, it is only a quarter higher.
constexpr double toleratedIntervalRatio = 2;
// Smaller savings, as a share of the run's time, are not reported.
constexpr double minimumOverheadGain = 0.005;
// Node MTBF behind the book's "at a hundred machines".
constexpr double fiveYearsS = 5 * 365.25 * 86400;

bool hasRecoveryChoice(const RuleContext& s)
{
    for (const char* option :
         {"checkpoint-restart", "elastic", "replicate-re-execute", "client-dropout", "graceful-loss"})
        if (s.isChosen(Slot::FaultTolerance, option))
            return true;
    return false;
}

// Fewer failures move the knee, and the knee changes the interval: iterate until both are constant.
double convergedIntervalS(Project project, double writingS, double nodeMtbfS, const ForecastContext& outlook, int& p)
{
    double interval = 0;
    for (int round = 0; round < 16; ++round) {
        interval = dalyCheckpointIntervalS(writingS, nodeMtbfS / nodeCount(p, workersOnNode(project.target)));
        project.design.faultTolerance.checkpointIntervalS = assumedQuantity(interval, {});
        const Forecast forecast = outlook.forecastFor(project);
        const int next = forecast.plannedP().value_or(p);
        if (next == p)
            break;
        p = next;
    }
    return interval;
}

const Rule intervalFarFromDaly{
    {"checkpoint-interval-far-from-daly",
     Severity::Warning,
     {Slot::FaultTolerance},
     "Frequent checkpoints cost writing time; rare ones lose more work.",
     "Daly 2006"},
    [](const RuleContext& s, RuleReport& report) {
        const FaultTolerance& f = s.design.faultTolerance;
        const std::optional<double> mtbf = s.mtbfS();
        for (const char* exemptOption :
             {"elastic", "replicate-re-execute"})  // these handle the failure without restarting from a checkpoint
            if (s.isChosen(Slot::FaultTolerance, exemptOption))
                return;
        if (!s.isChosen(Slot::FaultTolerance, "checkpoint-restart") || !f.checkpointIntervalS || !f.checkpointS ||
            f.checkpointS->value <= 0 || !mtbf)
            return;
        const double tau = f.checkpointIntervalS->value;
        const double delta = f.checkpointS->value;
        const double restart = valueOr(f.restartS, 0);
        const double dalyS = dalyCheckpointIntervalS(delta, *mtbf);
        if (tau <= toleratedIntervalRatio * dalyS && tau >= dalyS / toleratedIntervalRatio)
            return;
        // As in the prediction, for a run of the planned length; for an endless run if the step is unknown.
        const auto overhead = [&](double interval) {
            if (!s.model())
                return expectedTimeWithRestartsS(interval + delta, restart, *mtbf) / interval - 1;
            ScalingModel model = *s.model();
            model.terms.checkpointIntervalS = interval;
            const PredictionRow row = predictAt(model, *s.p);
            return row.finishes() ? row.tFailureS / (row.tStepS - row.tFailureS)
                                  : std::numeric_limits<double>::infinity();
        };
        if (overhead(tau) - overhead(dalyS) < minimumOverheadGain)
            return;
        const auto costText = [&](double interval) {
            const double more = overhead(interval);
            return std::isfinite(more) ? formatMessage("{} more time", percentageText(more, 2))
                                       : "a run that never ends";
        };
        int p = *s.p;
        const double intervalS =
            convergedIntervalS(s.project, delta, s.project.target.nodeMtbfS->value, s.forecastContext, p);
        report.add(capitalised(formatMessage(
                       "{}, a node fails once in {}: a checkpoint every {} costs {}, one every {} (Daly) {}.",
                       s.atPText(), timeText(*mtbf), timeText(tau), costText(tau), timeText(dalyS), costText(dalyS))),
                   "/design/fault_tolerance/checkpoint_interval_s",
                   makeFix(formatMessage("Checkpoint every {}", timeText(intervalS)), [intervalS, p](Project& project) {
                       project.design.faultTolerance.checkpointIntervalS =
                           assumedQuantity(intervalS, fmt::format("Daly 2006, at p = {}", p));
                   }));
    }};

const Rule preemptibleWithoutRecovery{
    {"preemptible-without-recovery",
     Severity::Error,
     {Slot::FaultTolerance},
     "Spot capacity can be taken away: without checkpoints or elasticity the job starts over.",
     "book 41.4, section 6"},
    [](const RuleContext& s, RuleReport& report) {
        for (const char* recoveryOption : {"checkpoint-restart", "elastic", "client-dropout", "graceful-loss"})
            if (s.isChosen(Slot::FaultTolerance, recoveryOption))
                return;
        if (!s.project.target.preemptible)
            return;
        const int nodes = s.p ? nodeCount(*s.p, workersOnNode(s.project.target)) : 1;
        const std::string nodesText = nodes > 1 ? formatMessage("any of the {} nodes", nodes) : "the node";
        const std::optional<double> mtbf = s.mtbfS();
        const std::string frequencyText = mtbf ? formatMessage(", on average once in {}", timeText(*mtbf)) : "";
        Finding& finding =
            report.add(formatMessage("The provider may take back {}{}, and all work so far would be lost.", nodesText,
                                     frequencyText),
                       "/design/fault_tolerance/choices", recoveryFix(s, ""));
        if (s.isChosen(Slot::FaultTolerance, "replicate-re-execute")) {
            finding.severity = Severity::Warning;
            finding.text = formatMessage(
                "The provider may take back {}{}: lost parts are computed again, but the job's own state is neither "
                "checkpointed nor re-ranked.",
                nodesText, frequencyText);
        }
    }};

const Rule elasticLosesShard{
    {"elastic-loses-a-shard",
     Severity::Error,
     {Slot::FaultTolerance, Slot::Partitioning},
     "Survivors continue with what they hold; a shard without a copy is lost with its worker.",
     "book 41.4, section 6; Rajbhandari et al. 2020 for what is sharded"},
    [](const RuleContext& s, RuleReport& report) {
        if (!s.isChosen(Slot::FaultTolerance, "elastic") || !s.isSharded() ||
            s.isChosen(Slot::FaultTolerance, "checkpoint-restart") ||
            s.isChosen(Slot::FaultTolerance, "replicate-re-execute"))
            return;
        // Without a known failure rate this is not an error.
        const bool preempted = s.project.target.preemptible;
        if (!preempted && !s.project.target.nodeMtbfS)
            return;
        const std::string partText = s.p && *s.p > 1 ? formatMessage("one of {} parts", *s.p) : "a part";
        report
            .add(preempted ? formatMessage("The provider may take back a node with {} of the state, which has no other "
                                           "copy: neither a checkpoint nor a replica.",
                                           partText)
                           : formatMessage("A node that fails takes {} of the state with it, which has no other copy: "
                                           "neither a checkpoint nor a replica.",
                                           partText),
                 "/design/fault_tolerance/choices", recoveryFix(s, "elastic"))
            .severity = preempted ? Severity::Error : Severity::Warning;
    }};

const Rule checkpointNotPriced{
    {"checkpoint-not-priced",
     Severity::Advice,
     {Slot::FaultTolerance},
     "The cost of checkpoints follows from the time to write one and the nodes' MTBF.",
     "Daly 2006"},
    [](const RuleContext& s, RuleReport& report) {
        const FaultTolerance& f = s.design.faultTolerance;
        const bool noWriting = !f.checkpointS;
        const bool noMtbf = !s.project.target.nodeMtbfS;
        if (!s.isChosen(Slot::FaultTolerance, "checkpoint-restart") || (!noWriting && !noMtbf))
            return;
        const std::string missingText = noWriting && noMtbf
                                            ? "neither how long writing one takes nor how often a node fails is set"
                                        : noWriting ? "how long writing one takes is not set"
                                                    : "how often a node fails is not set";
        const bool writingPriced = !noWriting && f.checkpointIntervalS;
        std::string text =
            writingPriced
                ? formatMessage("Checkpoints are chosen, but T(p) includes only their writing and no failures: {}.",
                                missingText)
                : formatMessage("Checkpoints are chosen, but T(p) does not include them: {}.", missingText);
        if (s.p)
            text += formatMessage(" Nodes that fail once in five years would give one failure in {} {}.",
                                  timeText(fiveYearsS / nodeCount(*s.p, workersOnNode(s.project.target))), s.atPText());
        // At best, every worker writes its own share over its own link.
        const MaybeQuantity& state = s.project.baseline.workingSetBytes;
        const MaybeQuantity& bandwidth = s.project.target.bandwidthBytesPerS;
        const std::optional<double> writing =
            state && bandwidth ? std::optional(state->value / bandwidth->value) : std::nullopt;
        std::optional<Fix> fix;
        if (!noWriting || (writing && *writing > 0))
            fix = makeFix((noWriting ? formatMessage("Assume {} per checkpoint{}", timeText(*writing),
                                                     noMtbf ? " and that a node fails once in five years" : "")
                                     : "Assume that a node fails once in five years") +
                              dalyIntervalNote(s.design),
                          [noWriting, noMtbf, writing](Project& project) {
                              if (noWriting)
                                  project.design.faultTolerance.checkpointS =
                                      assumedQuantity(*writing, "the working set over one link");
                              if (noMtbf)
                                  project.target.nodeMtbfS =
                                      assumedQuantity(fiveYearsS, "a node that fails once in five years");
                              useDalyInterval(project);
                          });
        report.add(std::move(text), noWriting ? "/design/fault_tolerance/checkpoint_s" : "/target/node_mtbf_s",
                   std::move(fix));
    }};

const Rule failuresWithoutRecovery{
    {"failures-without-a-plan",
     Severity::Warning,
     {Slot::FaultTolerance},
     "A failure is p times as frequent on p nodes as on one.",
     "book 41.4, section 6; exponential failures, M = M_node/N on N nodes"},
    [](const RuleContext& s, RuleReport& report) {
        const std::optional<double> mtbf = s.mtbfS();
        if (!mtbf || hasRecoveryChoice(s) || !s.model())
            return;
        const PredictionRow step = predictAt(*s.model(), *s.p);
        const double runS = s.model()->steps * (step.tCompS + step.tCommS + step.tCoordinationS + step.tWaitS);
        const bool isRunLengthKnown = s.project.plan.steps.has_value();
        // A run that is short compared with M is rarely interrupted by a failure.
        const double expected = runS / *mtbf;
        if (isRunLengthKnown && expected < 0.1)
            return;
        std::string text =
            capitalised(formatMessage("{}, with nodes that fail once in {}, one of them fails once in {}", s.atPText(),
                                      timeText(s.project.target.nodeMtbfS->value), timeText(*mtbf)));
        if (!isRunLengthKnown)
            text += ", but the design has no plan for failures.";
        else
            text += formatMessage(
                ": {} in a run of {}, but the design has no plan for failures.",
                formatMessage("{} {}", significantText(expected, 2), expected == 1 ? "failure" : "failures"),
                timeText(runS));
        Finding& finding = report.add(std::move(text), "/design/fault_tolerance/choices", recoveryFix(s, ""));
        if (!isRunLengthKnown)
            finding.severity = Severity::Advice;
    }};

const Rule dropoutWithBarrier{
    {"dropout-with-barrier-collective",
     Severity::Error,
     {Slot::FaultTolerance, Slot::Communication},
     "A collective waits for every worker, including those that left.",
     "book 41.4, section 2; Table 41.4.1"},
    [](const RuleContext& s, RuleReport& report) {
        for (const char* option : {"client-dropout", "graceful-loss"}) {
            const SlotChoice* choice =
                s.findChoiceInSameScope(Slot::FaultTolerance, {option}, Slot::Communication, barrierOptions());
            if (!choice)
                continue;
            const std::string participants = s.p ? formatMessage("all {} workers", *s.p) : "every worker";
            report.add(formatMessage("Slot 5 lets workers leave ({}), but the {} of slot 2 waits for {}.",
                                     s.optionTitle(Slot::FaultTolerance, option),
                                     titleOf(s.design.communication.pattern), participants),
                       "/design/fault_tolerance/choices", recoveryFix(s, option));
        }
    }};

const Rule dropoutWithFullParticipation{
    {"dropout-with-full-participation",
     Severity::Warning,
     {Slot::FaultTolerance, Slot::Communication},
     "A round that needs every client waits for those that dropped out.",
     "McMahan et al. 2017; Table 41.4.1"},
    [](const RuleContext& s, RuleReport& report) {
        const MaybeQuantity& participation = s.design.communication.participation;
        if (!s.isChosen(Slot::FaultTolerance, "client-dropout") ||
            traitsOf(s.design.communication.pattern).outcome != ExchangeOutcome::SampledClientMean ||
            !s.isChosen(Slot::Communication, "federated-aggregation") || (participation && participation->value < 1))
            return;
        const std::string clients = s.p ? formatMessage("all {} clients", *s.p) : "all clients";
        report.add(
            formatMessage("Dropout is tolerated, but a round needs a participation of {}: it waits for {}.",
                          participation ? "1" : "1 (the default)", clients),
            "/design/communication/participation", makeFix("Use nine in ten clients per round", [](Project& project) {
                project.design.communication.participation = assumedQuantity(0.9, "one client in ten may be missing");
            }));
    }};

const Rule elasticWithoutSpare{
    {"elastic-without-a-spare",
     Severity::Warning,
     {Slot::FaultTolerance, Slot::Partitioning},
     "Elastic recovery continues with one worker less, which must still be enough.",
     "arithmetic: the smallest feasible p"},
    [](const RuleContext& s, RuleReport& report) {
        if (!s.isChosen(Slot::FaultTolerance, "elastic") || !s.plan || s.plan->p < 2 || s.plan->infeasibility ||
            s.feasible.smallestP() != s.plan->p)
            return;
        const std::optional<FeasibilityProblem> problem = s.feasible.findProblem(s.plan->p - 1);
        if (!problem)
            return;
        const int spareP = s.plan->p + 1;
        report.add(formatMessage("Slot 5 continues without a lost worker, but the design needs {}: {}.",
                                 pluralText(s.plan->p, "worker", "workers"), problem->reason),
                   "/plan/p", makeFix(formatMessage("Plan p = {}, with a spare", spareP), [spareP](Project& project) {
                       project.plan.p = spareP;
                       project.plan.reason = "the fewest workers and a spare";
                   }));
    }};

}  // namespace

const std::vector<Rule>& faultToleranceSlotRules()
{
    static const std::vector<Rule> rules{preemptibleWithoutRecovery, elasticLosesShard,
                                         dropoutWithBarrier,         intervalFarFromDaly,
                                         failuresWithoutRecovery,    dropoutWithFullParticipation,
                                         checkpointNotPriced,        elasticWithoutSpare};
    return rules;
}

}  // namespace scalewright::detail

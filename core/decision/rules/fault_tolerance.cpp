// Slot 5: surviving (book 41.4, section 6; Daly 2006 for the interval).
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"
#include "core/decision/rules/rule.h"
#include "core/model/scaling/failures.h"
#include "core/model/scaling/pattern_traits.h"

namespace scalewright::detail {

namespace {

// The overhead is flat near the best interval: at twice or half of it, it is a quarter more.
constexpr double farFrom = 2;
// … and what is less than this of the run's time is nobody's worry.
constexpr double worthSaying = 0.005;
// The book's "at a hundred machines" is about nodes like these.
constexpr double fiveYearsS = 5 * 365.25 * 86400;

bool recovers(const Situation& s)
{
    for (const char* option :
         {"checkpoint-restart", "elastic", "replicate-re-execute", "client-dropout", "graceful-loss"})
        if (s.chosen(Slot::FaultTolerance, option))
            return true;
    return false;
}

// Fewer failures to pay for move the knee, and with it the interval: until both stand.
double settledInterval(Project project, double writingS, double nodeMtbfS, const Outlook& outlook, int& p)
{
    double interval = 0;
    for (int round = 0; round < 16; ++round) {
        interval = dalyIntervalS(writingS, nodeMtbfS / nodesOf(p, workersOnNode(project.target)));
        project.design.faultTolerance.checkpointIntervalS = setByFix(interval, {});
        const Forecast settled = outlook.of(project);
        const int next = settled.prediction ? settled.plan->p : p;
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
     "Checkpoints too often cost their writing, too seldom the work that is lost.",
     "Daly 2006"},
    [](const Situation& s, Report& report) {
        const FaultTolerance& f = s.design.faultTolerance;
        const std::optional<double> mtbf = s.mtbfS();
        for (const char* before :
             {"elastic",
              "replicate-re-execute"})  // they meet the failure, and nothing is started again from a checkpoint
            if (s.chosen(Slot::FaultTolerance, before))
                return;
        if (!s.chosen(Slot::FaultTolerance, "checkpoint-restart") || !f.checkpointIntervalS || !f.checkpointS ||
            f.checkpointS->value <= 0 || !mtbf)
            return;
        const double tau = f.checkpointIntervalS->value;
        const double delta = f.checkpointS->value;
        const double restart = f.restartS ? f.restartS->value : 0;
        const double best = dalyIntervalS(delta, *mtbf);
        if (tau <= farFrom * best && tau >= best / farFrom)
            return;
        // As predict has it, of a run of its length; of a run without end where the step is not known.
        const auto overhead = [&](double interval) {
            if (!s.model())
                return restartedWorkS(interval + delta, restart, *mtbf) / interval - 1;
            ScalingModel model = *s.model();
            model.terms.checkpointIntervalS = interval;
            const PredictionRow row = predictAt(model, *s.p);
            return row.finishes() ? row.tFailureS / (row.tStepS - row.tFailureS)
                                  : std::numeric_limits<double>::infinity();
        };
        if (overhead(tau) - overhead(best) < worthSaying)
            return;
        const auto said = [&](double interval) {
            const double more = overhead(interval);
            return std::isfinite(more) ? say("{} more time", percent(more, 2)) : "a run that never ends";
        };
        int p = *s.p;
        const double settled = settledInterval(s.project, delta, s.project.target.nodeMtbfS->value, s.outlook, p);
        report.add(capital(say("{}, somebody fails once in {}: a checkpoint every {} costs {}, one every {} (Daly) {}.",
                               s.atP(), timeText(*mtbf), timeText(tau), said(tau), timeText(best), said(best))),
                   "/design/fault_tolerance/checkpoint_interval_s",
                   fixBy(say("Checkpoint every {}", timeText(settled)), [settled, p](Project& project) {
                       project.design.faultTolerance.checkpointIntervalS =
                           setByFix(settled, fmt::format("Daly 2006, at p = {}", p));
                   }));
    }};

const Rule preemptibleWithoutRecovery{
    {"preemptible-without-recovery",
     Severity::Error,
     {Slot::FaultTolerance},
     "Spot capacity is taken back: without checkpoint or elasticity the job starts again.",
     "book 41.4, section 6"},
    [](const Situation& s, Report& report) {
        for (const char* survives : {"checkpoint-restart", "elastic", "client-dropout", "graceful-loss"})
            if (s.chosen(Slot::FaultTolerance, survives))
                return;
        if (!s.project.target.preemptible)
            return;
        const int nodes = s.p ? nodesOf(*s.p, workersOnNode(s.project.target)) : 1;
        const std::string any = nodes > 1 ? say("any of the {} nodes", nodes) : "the node";
        const std::optional<double> mtbf = s.mtbfS();
        const std::string often = mtbf ? say(", one of them once in {} on average", timeText(*mtbf)) : "";
        Finding& finding =
            report.add(say("The provider may take back {}{}, and nothing of the work so far is kept.", any, often),
                       "/design/fault_tolerance/choices", recoveryFix(s, ""));
        if (s.chosen(Slot::FaultTolerance, "replicate-re-execute")) {
            finding.severity = Severity::Warning;
            finding.says =
                say("The provider may take back {}{}: lost parts are computed again, and the job's own state is "
                    "neither checkpointed nor re-ranked.",
                    any, often);
        }
    }};

const Rule elasticLosesAShard{
    {"elastic-loses-a-shard",
     Severity::Error,
     {Slot::FaultTolerance, Slot::Partitioning},
     "Survivors go on with what they hold; a shard that nobody else holds is gone with its worker.",
     "book 41.4, section 6; Rajbhandari et al. 2020 for what is sharded"},
    [](const Situation& s, Report& report) {
        if (!s.chosen(Slot::FaultTolerance, "elastic") || !s.sharded() ||
            s.chosen(Slot::FaultTolerance, "checkpoint-restart") ||
            s.chosen(Slot::FaultTolerance, "replicate-re-execute"))
            return;
        // Where nothing is known to fail it is a question, not a mistake.
        const bool preempted = s.project.target.preemptible;
        if (!preempted && !s.project.target.nodeMtbfS)
            return;
        const std::string parts = s.p && *s.p > 1 ? say("one of {} parts", *s.p) : "a part";
        report
            .add(preempted ? say("The provider may take back a node with {} of the state, and nobody else holds it: "
                                 "neither a checkpoint nor a replica is there to read it back.",
                                 parts)
                           : say("A node that fails takes {} of the state with it, and nobody else holds it: neither a "
                                 "checkpoint nor a replica is there to read it back.",
                                 parts),
                 "/design/fault_tolerance/choices", recoveryFix(s, "elastic"))
            .severity = preempted ? Severity::Error : Severity::Warning;
    }};

const Rule checkpointNotPriced{
    {"checkpoint-not-priced",
     Severity::Advice,
     {Slot::FaultTolerance},
     "What checkpoints cost follows from the time of writing one and the nodes' MTBF.",
     "Daly 2006"},
    [](const Situation& s, Report& report) {
        const FaultTolerance& f = s.design.faultTolerance;
        const bool noWriting = !f.checkpointS;
        const bool noMtbf = !s.project.target.nodeMtbfS;
        if (!s.chosen(Slot::FaultTolerance, "checkpoint-restart") || (!noWriting && !noMtbf))
            return;
        const std::string what = noWriting && noMtbf
                                     ? "neither how long writing one takes nor how often a node fails is known"
                                 : noWriting ? "how long writing one takes is not known"
                                             : "how often a node fails is not known";
        const bool writingPriced = !noWriting && f.checkpointIntervalS;
        std::string says = writingPriced
                               ? say("Checkpoints are chosen, and T(p) counts the writing and no failures: {}.", what)
                               : say("Checkpoints are chosen and T(p) counts nothing for them: {}.", what);
        if (s.p)
            says += say(" Nodes of five years would give one failure in {} {}.",
                        timeText(fiveYearsS / nodesOf(*s.p, workersOnNode(s.project.target))), s.atP());
        // Every worker writes its share over its own link, at best.
        const MaybeQuantity& state = s.project.baseline.workingSetBytes;
        const MaybeQuantity& bandwidth = s.project.target.bandwidthBytesPerS;
        const std::optional<double> writing =
            state && bandwidth ? std::optional(state->value / bandwidth->value) : std::nullopt;
        std::optional<Fix> fix;
        if (!noWriting || (writing && *writing > 0))
            fix = fixBy((noWriting ? say("Assume {} a checkpoint{}", timeText(*writing),
                                         noMtbf ? " and that a node fails once in five years" : "")
                                   : "Assume that a node fails once in five years") +
                            dalysInPlaceOf(s.design),
                        [noWriting, noMtbf, writing](Project& project) {
                            if (noWriting)
                                project.design.faultTolerance.checkpointS =
                                    setByFix(*writing, "the working set over one link");
                            if (noMtbf)
                                project.target.nodeMtbfS = setByFix(fiveYearsS, "a node that fails once in five years");
                            writeAtDalysInterval(project);
                        });
        report.add(std::move(says), noWriting ? "/design/fault_tolerance/checkpoint_s" : "/target/node_mtbf_s",
                   std::move(fix));
    }};

const Rule failuresWithoutAPlan{
    {"failures-without-a-plan",
     Severity::Warning,
     {Slot::FaultTolerance},
     "With p nodes somebody fails p times as often as one node does.",
     "book 41.4, section 6; exponential failures, M = M_node/N on N nodes"},
    [](const Situation& s, Report& report) {
        const std::optional<double> mtbf = s.mtbfS();
        if (!mtbf || recovers(s) || !s.model())
            return;
        const PredictionRow step = predictAt(*s.model(), *s.p);
        const double runS = s.model()->steps * (step.tCompS + step.tCommS + step.tCoordinationS + step.tWaitS);
        const bool runKnown = s.project.plan.steps.has_value();
        // A run that is short against M rarely meets a failure.
        const double expected = runS / *mtbf;
        if (runKnown && expected < 0.1)
            return;
        std::string says = capital(say("{}, with nodes that fail once in {}, somebody fails once in {}", s.atP(),
                                       timeText(s.project.target.nodeMtbfS->value), timeText(*mtbf)));
        if (!runKnown)
            says += ", and nothing says what happens then.";
        else
            says += say(": {} in a run of {}, and nothing says what happens then.",
                        say("{} {}", significant(expected, 2), expected == 1 ? "failure" : "failures"), timeText(runS));
        Finding& finding = report.add(std::move(says), "/design/fault_tolerance/choices", recoveryFix(s, ""));
        if (!runKnown)
            finding.severity = Severity::Advice;
    }};

const Rule dropoutWithBarrier{
    {"dropout-with-barrier-collective",
     Severity::Error,
     {Slot::FaultTolerance, Slot::Communication},
     "A collective waits for everybody, those that left included.",
     "book 41.4, section 2; Table 41.4.1"},
    [](const Situation& s, Report& report) {
        for (const char* option : {"client-dropout", "graceful-loss"}) {
            const SlotChoice* choice = s.meeting(Slot::FaultTolerance, {option}, Slot::Communication, barrierOptions());
            if (!choice)
                continue;
            const std::string who = s.p ? say("all {} workers", *s.p) : "every worker";
            report.add(say("Slot 5 lets workers leave ({}), and the {} of slot 2 hangs until {} have taken part.",
                           s.title(Slot::FaultTolerance, option), titleOf(s.design.communication.pattern), who),
                       "/design/fault_tolerance/choices", recoveryFix(s, option));
        }
    }};

const Rule dropoutWithFullParticipation{
    {"dropout-with-full-participation",
     Severity::Warning,
     {Slot::FaultTolerance, Slot::Communication},
     "A round that counts on every client waits for the ones that dropped out.",
     "McMahan et al. 2017; Table 41.4.1"},
    [](const Situation& s, Report& report) {
        const MaybeQuantity& participation = s.design.communication.participation;
        if (!s.chosen(Slot::FaultTolerance, "client-dropout") ||
            traitsOf(s.design.communication.pattern).delivers != Delivers::SampledMean ||
            !s.chosen(Slot::Communication, "federated-aggregation") || (participation && participation->value < 1))
            return;
        const std::string clients = s.p ? say("all {} clients", *s.p) : "all clients";
        report.add(say("Dropout is tolerated, and a round takes a participation of {}: it waits for {}.",
                       participation ? "1" : "1 (nothing else is given)", clients),
                   "/design/communication/participation", fixBy("Let a round take nine in ten", [](Project& project) {
                       project.design.communication.participation = setByFix(0.9, "one client in ten may be missing");
                   }));
    }};

}  // namespace

const std::vector<Rule>& faultRules()
{
    static const std::vector<Rule> rules{preemptibleWithoutRecovery, elasticLosesAShard,   dropoutWithBarrier,
                                         intervalFarFromDaly,        failuresWithoutAPlan, dropoutWithFullParticipation,
                                         checkpointNotPriced};
    return rules;
}

}  // namespace scalewright::detail

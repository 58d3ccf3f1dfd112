// SPDX-License-Identifier: GPL-3.0-or-later
// The simulator, checked by hand, against a phase-by-phase simulation written here, and against the design's closed
// forms.
#include <QTest>

#include <cmath>
#include <random>

#include "core/evidence/timeline/simulate.h"
#include "core/model/scaling/failures.h"
#include "core/model/scaling/row.h"
#include "core/output/answers/simulated_run.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright;
using scalewright::test::near;

namespace {

Simulation checked(const SimulationQuestion& question)
{
    const Result<void> valid = validate(question);
    if (!valid)
        qFatal("%s", describe(valid.error()).c_str());
    return simulate(question);
}

double sum(const SimulatedWorker& w)
{
    return w.computeS + w.communicationS + w.waitingS + w.coordinationS + w.checkpointS + w.failureS;
}

}  // namespace

class tst_simulate : public QObject {
    Q_OBJECT
private slots:
    void runMatchesHandCalculation();
    void slowedWorkerMatchesHandCalculation();
    void boundedStalenessMatchesHandCalculation();
    void backupWorkerMatchesHandCalculation();
    void killedWorkerMatchesHandCalculation_data();
    void killedWorkerMatchesHandCalculation();
    void explainsTheCostOfAFailure();
    void ringMatchesPhaseRecurrence();
    void treeMatchesPhaseRecurrence();
    void thousandDesigns();
    void jitterAgainstOrderStatistics();
    void failuresAgainstDaly();
    void sumsAndSpans();
    void sameSeedGivesTheSameRun();
    void refusesTooManyDisturbances();
    void refused();
};

void tst_simulate::runMatchesHandCalculation()
{
    // 1 s of work on 4 workers is 0.25 s each. Ring: 6 phases of 10 ms + 40 ms/4 = 0.12 s. A step takes 0.37 s.
    const SimulationQuestion question{
        .model = {.tCompS = 1,
                  .exchanges = {{.pattern = Pattern::RingAllReduce, .communication = {.alphaS = 0.01, .betaS = 0.04}}}},
        .p = 4,
        .steps = 10};
    const Simulation run = checked(question);
    QVERIFY(near(run.stepTimeS, 0.37, 1e-12));
    QVERIFY(near(run.runS, 3.7, 1e-12));
    QVERIFY(near(run.workers[2].computeS, 2.5, 1e-12));
    QVERIFY(near(run.workers[2].communicationS, 1.2, 1e-12));
    QVERIFY(std::abs(run.workers[2].waitingS) < 1e-12);
    QCOMPARE(run.stepEndS.size(), std::size_t(10));
}

void tst_simulate::slowedWorkerMatchesHandCalculation()
{
    // Worker 1 takes 0.5 s instead of 0.25 s from step 5 on: five steps of 0.37 s and five of 0.62 s. The others wait
    // for 0.25 s in each of the slow steps.
    SimulationQuestion question{
        .model = {.tCompS = 1,
                  .exchanges = {{.pattern = Pattern::RingAllReduce, .communication = {.alphaS = 0.01, .betaS = 0.04}}}},
        .p = 4,
        .steps = 10};
    question.slowedWorkers = {{.worker = 1, .factor = 2, .fromStep = 5}};
    const Simulation run = checked(question);
    QVERIFY(near(run.runS, 5 * 0.37 + 5 * 0.62, 1e-12));
    QVERIFY(near(run.workers[0].waitingS, 1.25, 1e-12));
    QVERIFY(std::abs(run.workers[1].waitingS) < 1e-12);
    QVERIFY(near(run.idleShare, 3 * 1.25 / 4 / run.runS, 1e-12));
    QVERIFY(compareWithModel(question, run).summary.find("slowed") != std::string::npos);
}

void tst_simulate::boundedStalenessMatchesHandCalculation()
{
    // Two workers without communication, worker 1 twice as slow: with a barrier or any staleness bound, the slow worker
    // sets the pace at 2 s per step; without a barrier, the fast one needs only 1 s per step.
    SimulationQuestion question{.model = {.tCompS = 2, .exchanges = {{.communication = {}}}}, .p = 2, .steps = 6};
    question.slowedWorkers = {{.worker = 1, .factor = 2}};
    question.model.terms.barrier = Barrier::BoundedStaleness;
    question.model.terms.stalenessSteps = 2;
    const Simulation bounded = checked(question);
    QVERIFY(near(bounded.runS, 12, 1e-12));
    // The fast worker gets two steps ahead and keeps that lead: it starts at 0, 1, 2; then the bound opens at 2, 4, 6,
    // and each of its steps takes 1.
    question.recordSpans = true;
    std::vector<double> starts;
    for (const SimulatedSpan& span : checked(question).spans)
        if (span.worker == 0 && span.state == WorkerState::Compute)
            starts.push_back(span.fromS);
    QCOMPARE(starts, (std::vector<double>{0, 1, 2, 3, 4, 6}));
    question.model.terms.barrier = Barrier::None;
    const Simulation free = checked(question);
    QVERIFY(near(free.runS, 12, 1e-12));
    QVERIFY(near(free.workers[0].waitingS, 6, 1e-12));  // waits only at the end of the run
}

void tst_simulate::backupWorkerMatchesHandCalculation()
{
    // Three workers, one backup, one of them slow: the step ends when the second worker finishes, at 0.5 s. The slow
    // one drops its work.
    SimulationQuestion question{.model = {.tCompS = 1, .exchanges = {{.communication = {}}}}, .p = 3, .steps = 4};
    question.model.terms.backupWorkers = 1;
    question.slowedWorkers = {{.worker = 2, .factor = 10}};
    const Simulation run = checked(question);
    QVERIFY(near(run.stepTimeS, 0.5, 1e-12));
    QVERIFY(near(run.workers[2].computeS, 2, 1e-12));
}

void tst_simulate::killedWorkerMatchesHandCalculation_data()
{
    QTest::addColumn<int>("recovery");
    QTest::addColumn<double>("seconds");
    // Ten steps of 1 s on two workers; one is killed in the middle of step 4 (at 4.5 s); a restart takes 2 s.
    QTest::newRow("none: all 4.5 s are repeated") << int(Recovery::None) << 10 + 4.5 + 2;
    QTest::newRow("checkpoint every 2 s of work, 0.1 s each: 0.5 s again")
        << int(Recovery::Checkpoint) << 10 + 0.5 + 2 + 5 * 0.1;
    QTest::newRow("elastic: five steps of 2 s for the one that is left") << int(Recovery::Elastic) << 5 + 2 + 5 * 2.0;
    QTest::newRow("re-execute: half a second of the share again") << int(Recovery::ReExecute) << 10 + 0.5 + 2;
}

void tst_simulate::killedWorkerMatchesHandCalculation()
{
    QFETCH(int, recovery);
    QFETCH(double, seconds);
    SimulationQuestion question{.model = {.tCompS = 2, .exchanges = {{.communication = {}}}}, .p = 2, .steps = 10};
    question.killedWorker = KilledWorker{.worker = 1, .step = 4};
    question.model.terms.recovery = Recovery(recovery);
    question.model.terms.restartS = 2;
    if (Recovery(recovery) == Recovery::Checkpoint) {
        question.model.terms.checkpointIntervalS = 2;
        question.model.terms.checkpointS = 0.1;
    }
    const Simulation run = checked(question);
    QVERIFY2(near(run.runS, seconds, 1e-9), qPrintable(QString::number(run.runS)));
    QCOMPARE(run.failureCount, 1);
}

// Two workers, ten steps of 1 s, one killed at 4.5 s: 6.5 s of the 16.5 s run are repeated work and the restart, both
// of which slot 5 addresses. With one worker twice as slow, the other waits, which slot 6 addresses.
void tst_simulate::explainsTheCostOfAFailure()
{
    SimulationQuestion question{.model = {.tCompS = 2, .exchanges = {{.communication = {}}}}, .p = 2, .steps = 10};
    const auto answerText = [&] {
        const Simulation run = checked(question);
        return simulatedRunAnswer({.question = question, .run = run, .closedForm = compareWithModel(question, run)});
    };
    question.killedWorker = KilledWorker{.worker = 1, .step = 4};
    question.model.terms.restartS = 2;
    const Answer killed = answerText();
    QCOMPARE(killed.next.jsonPointer, std::string("/design/fault_tolerance"));
    QVERIFY2(killed.next.text.find("4.5") != std::string::npos, killed.next.text.c_str());
    QVERIFY2(killed.headline.find("39 %") != std::string::npos && killed.headline.find("idle") == std::string::npos,
             killed.headline.c_str());
    question.model.terms.restartS = 20;
    QVERIFY(answerText().next.text.find("20") != std::string::npos);
    question.killedWorker.reset();
    question.slowedWorkers = {{.worker = 0, .factor = 2}};
    QCOMPARE(answerText().next.jsonPointer, std::string("/design/load_balancing"));
}

void tst_simulate::ringMatchesPhaseRecurrence()
{
    // The recurrence over every phase and worker, which the simulator computes by a shortcut.
    std::mt19937 random(7);
    std::uniform_real_distribution<double> randomFactor(0.5, 3);
    for (int p : {2, 3, 8, 17}) {
        SimulationQuestion question{
            .model = {.tCompS = 1,
                      .exchanges = {{.pattern = Pattern::RingAllReduce,
                                     .communication = {.alphaS = 0.003, .betaS = 0.02, .gammaS = 0.01}}}},
            .p = p,
            .steps = 5};
        std::vector<double> factor;
        for (int i = 0; i < p; ++i) {
            factor.push_back(randomFactor(random));
            question.slowedWorkers.push_back({.worker = i, .factor = factor.back()});
        }
        std::vector<double> t(static_cast<std::size_t>(p), 0.0);
        for (int step = 0; step < 5; ++step) {
            for (std::size_t i = 0; i < t.size(); ++i)
                t[i] += factor[i] / p;
            for (int phase = 0; phase < 2 * (p - 1); ++phase) {
                std::vector<double> next(t);
                for (std::size_t i = 0; i < t.size(); ++i)
                    next[i] = std::max(t[i], t[(i + t.size() - 1) % t.size()]) + 0.003 +
                              (0.02 + (phase < p - 1 ? 0.01 : 0)) / p;
                t = next;
            }
        }
        QVERIFY(near(checked(question).runS, *std::max_element(t.begin(), t.end()), 1e-12));
    }
}

void tst_simulate::treeMatchesPhaseRecurrence()
{
    // Four workers, a tree with 1 s per message: worker 0 waits for 1 and 2 (2 waits for 3). If they are ready at 0, 0,
    // 0, 5, 3 sends to 2 until 6 and 2 to 0 until 7; back down, 0 sends to 2 until 8, then both send to 1 and 3 until
    // 9. If worker 0 is late (5), its parts are already there, yet the upward phase still ends at 7.
    SimulationQuestion question{
        .model = {.tCompS = 4e-9, .exchanges = {{.pattern = Pattern::TreeAllReduce, .communication = {.alphaS = 1}}}},
        .p = 4,
        .steps = 1};
    question.slowedWorkers = {{.worker = 3, .factor = 5e9}};
    QVERIFY(near(checked(question).runS, 9, 1e-6));
    question.slowedWorkers = {};
    QVERIFY(near(checked(question).runS, 4, 1e-6));  // the closed form: 2 (2 alpha)
}

void tst_simulate::thousandDesigns()
{
    std::mt19937 random(20261122);
    const auto randomBetween = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    const auto randomInteger = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
    int compared = 0;
    for (int i = 0; i < 1000; ++i) {
        SimulationQuestion question{.p = randomInteger(1, 65), .steps = 24, .seed = static_cast<std::uint64_t>(i)};
        ScalingModel& model = question.model;
        model.tCompS = std::pow(10, randomBetween(-3, 2));
        model.exchanges.reserve(2);  // `c` refers to the first exchange; adding a second must not move it
        model.primaryExchange().pattern =
            allPatterns[static_cast<std::size_t>(randomInteger(0, int(allPatterns.size()) - 1))];
        model.scaling = randomInteger(0, 1) != 0 ? Scaling::Strong : Scaling::Weak;
        CommunicationParameters& c = model.primaryExchange().communication;
        c.alphaS = model.tCompS * std::pow(10, randomBetween(-6, -1));
        c.betaS = model.tCompS * std::pow(10, randomBetween(-4, 0));
        c.gammaS = c.betaS * randomBetween(0, 0.2);
        c.alpha2S = c.alphaS * randomBetween(1, 4);
        c.beta2S = c.betaS * randomBetween(1, 4);
        c.workersPerNode = randomInteger(1, 8);
        c.twoLevelNetwork = randomInteger(0, 1) != 0;
        c.buckets = randomInteger(0, 3) == 0 ? randomInteger(2, 5) : 1;
        if (randomInteger(0, 4) == 0)
            model.exchanges.push_back(
                {.pattern = Pattern::RingAllReduce, .communication = {.alphaS = c.alphaS, .betaS = c.betaS / 3}});
        c.serverShards = randomInteger(1, 8);
        c.neighbours = randomInteger(1, 4);
        c.participation = randomBetween(0.2, 1);
        c.localSteps = std::vector<int>{1, 2, 4, 8}[static_cast<std::size_t>(randomInteger(0, 3))];
        DesignTerms& terms = model.terms;
        terms.overlapShare = randomInteger(0, 1) * randomBetween(0, 1);
        terms.lastBucketShare = randomBetween(0, 0.3);
        terms.coordinationPerWorkerS = randomInteger(0, 1) * model.tCompS * 1e-4;
        terms.hasCentralCoordinator = randomInteger(0, 1) != 0;
        terms.barrier = randomInteger(0, 2) == 0 ? Barrier::None : Barrier::EveryStep;
        if (terms.barrier == Barrier::EveryStep)
            terms.skew = randomInteger(0, 2) == 0 && question.p > 2 ? randomBetween(1, 1.8) : 1;
        terms.backupWorkers = randomInteger(0, 3) == 0 ? std::min(2, question.p - 1) : 0;
        if (!validate(question))
            continue;
        // Backups leave out the latest workers; without jitter this changes nothing, except that the step still waits
        // for the largest shard.
        const Simulation run = simulate(question);
        const double closed = predictAt(model, question.p).tStepS;
        QVERIFY2(near(run.stepTimeS, closed, 0.01), qPrintable(QString("%1: %2 p %3: %4 for %5")
                                                                   .arg(i)
                                                                   .arg(patternName(model.primaryExchange().pattern))
                                                                   .arg(question.p)
                                                                   .arg(run.stepTimeS)
                                                                   .arg(closed)));
        ++compared;
    }
    QVERIFY2(compared >= 990, qPrintable(QString::number(compared)));
}

void tst_simulate::jitterAgainstOrderStatistics()
{
    // Waiting for the slowest, for the first K, or every H steps: the closed forms are exact means of order statistics.
    for (const int p : {2, 8, 64})
        for (const JitterDistribution jitter : {JitterDistribution::Normal, JitterDistribution::Exponential})
            for (const int localSteps : {1, 4})
                for (const int backup : {0, 1}) {
                    if ((jitter == JitterDistribution::Exponential && localSteps > 1) || (localSteps > 1 && backup > 0))
                        continue;
                    SimulationQuestion question{.p = p, .steps = 4000, .seed = 3};
                    question.model = {
                        .tCompS = double(p),
                        .exchanges = {{.pattern = Pattern::RingAllReduce,
                                       .communication = {.alphaS = 0.001, .betaS = 0.1, .localSteps = localSteps}}}};
                    question.model.terms.jitterDistribution = jitter;
                    question.model.terms.jitterS = 0.15;
                    question.model.terms.backupWorkers = backup;
                    const double closed = predictAt(question.model, p).tStepS;
                    const double simulated = checked(question).stepTimeS;
                    QVERIFY2(near(simulated, closed, 0.01), qPrintable(QString("p %1 jitter %2 H %3 b %4: %5 for %6")
                                                                           .arg(p)
                                                                           .arg(int(jitter))
                                                                           .arg(localSteps)
                                                                           .arg(backup)
                                                                           .arg(simulated)
                                                                           .arg(closed)));
                }
}

void tst_simulate::failuresAgainstDaly()
{
    // Daly's expected times, compared with runs that have several thousand failures each.
    for (const Recovery recovery : {Recovery::Checkpoint, Recovery::Elastic, Recovery::ReExecute}) {
        SimulationQuestion question{.p = 4, .steps = 400000, .seed = 11};
        question.model = {.tCompS = 4, .exchanges = {{.communication = {}}}, .steps = 400000};
        question.model.terms.recovery = recovery;
        question.model.workersPerNode = 2;
        question.model.terms.nodeMtbfS = 200;
        question.model.terms.restartS = 5;
        if (recovery == Recovery::Checkpoint) {
            question.model.terms.checkpointS = 2;
            question.model.terms.checkpointIntervalS = 20;
        }
        const Simulation run = checked(question);
        QVERIFY(run.failureCount > 3000);
        QVERIFY2(
            near(run.stepTimeS, predictAt(question.model, 4).tStepS, 0.01),
            qPrintable(QString("%1: %2").arg(int(recovery)).arg(run.stepTimeS / predictAt(question.model, 4).tStepS)));
    }
}

void tst_simulate::sumsAndSpans()
{
    SimulationQuestion question{.p = 6, .steps = 12, .recordSpans = true};
    question.model = {
        .tCompS = 6,
        .exchanges = {{.pattern = Pattern::TreeAllReduce, .communication = {.alphaS = 0.01, .betaS = 0.1}}}};
    question.model.terms = {.overlapShare = 0.5,
                            .jitterS = 0.1,
                            .coordinationPerWorkerS = 0.01,
                            .recovery = Recovery::Checkpoint,
                            .checkpointIntervalS = 3,
                            .checkpointS = 0.5,
                            .restartS = 1};
    question.killedWorker = KilledWorker{.worker = 1, .step = 7};
    const Simulation run = checked(question);
    for (std::size_t w = 0; w < 6; ++w) {
        QVERIFY(near(sum(run.workers[w]), run.runS, 1e-9));
        double drawnS = 0, endS = 0;
        std::vector<SimulatedSpan> workerSpans;
        for (const SimulatedSpan& span : run.spans)
            if (span.worker == int(w) && span.state != WorkerState::HiddenCommunication)
                workerSpans.push_back(span);
        std::sort(workerSpans.begin(), workerSpans.end(),
                  [](const SimulatedSpan& a, const SimulatedSpan& b) { return a.fromS < b.fromS; });
        for (const SimulatedSpan& span : workerSpans) {
            QVERIFY(span.fromS >= endS - 1e-9);  // no overlapping spans
            endS = span.toS;
            drawnS += span.toS - span.fromS;
        }
        QVERIFY(drawnS <= run.runS + 1e-9 && drawnS > 0.9 * run.runS);
    }
    QCOMPARE(run.stepEndS.size(), std::size_t(12));
    QVERIFY(std::is_sorted(run.stepEndS.begin(), run.stepEndS.end()));
}

void tst_simulate::sameSeedGivesTheSameRun()
{
    SimulationQuestion question{.p = 8, .steps = 50, .seed = 5};
    question.model = {.tCompS = 8, .exchanges = {{.communication = {.alphaS = 0.01}}}};
    question.model.terms.jitterS = 0.2;
    const double firstRunS = checked(question).runS;
    QCOMPARE(checked(question).runS, firstRunS);
    question.seed = 6;
    QVERIFY(checked(question).runS != firstRunS);
    // Common random numbers: slowing one worker does not change the jitter of another.
    question.seed = 5;
    question.model.terms.barrier = Barrier::None;
    const double compute = checked(question).workers[3].computeS;
    question.slowedWorkers = {{.worker = 1, .factor = 3}};
    QCOMPARE(checked(question).workers[3].computeS, compute);
}

/// 100 steps of 1 s contain 1e11 intervals of 1 ns, and as many failures if a node fails every 1 ns: neither is
/// simulated.
void tst_simulate::refusesTooManyDisturbances()
{
    for (const bool spans : {false, true}) {
        SimulationQuestion question{.model = {.tCompS = 1}, .p = 1, .steps = 100, .recordSpans = spans};
        DesignTerms& terms = question.model.terms;
        terms.recovery = Recovery::Checkpoint;
        for (const double checkpoint : {0.0, 1e-3}) {
            terms.checkpointS = checkpoint;
            terms.checkpointIntervalS = 1e-9;
            const Simulation run = checked(question);
            QVERIFY(!run.canFinish && run.isTooLarge);
            QVERIFY2(run.abortReason.find("100 steps contain more than 1000000 failures and checkpoints") == 0,
                     run.abortReason.c_str());
            QVERIFY(run.spans.size() <= 100);
        }
        // A thousand checkpoints can be simulated: 100 s of work, one every 0.1 s.
        terms.checkpointIntervalS = 0.1;
        QVERIFY(checked(question).canFinish);
    }
    // Spans are recorded for every worker: 10 000 gaps on 1000 workers are ten million spans.
    SimulationQuestion wide{.model = {.tCompS = 1000}, .p = 1000, .steps = 100, .recordSpans = true};
    wide.model.terms.recovery = Recovery::Checkpoint;
    wide.model.terms.checkpointS = 1e-3;
    wide.model.terms.checkpointIntervalS = 1e-2;
    QVERIFY(checked(wide).isTooLarge);
    wide.recordSpans = false;
    QVERIFY(checked(wide).canFinish);
}

void tst_simulate::refused()
{
    SimulationQuestion question{.p = 4, .steps = 0};
    question.slowedWorkers = {{.worker = 4, .factor = 0}};
    question.killedWorker = KilledWorker{.worker = -1, .step = 9};
    const auto valid = validate(question);
    QVERIFY(!valid);
    QCOMPARE(valid.error().problems.size(), std::size_t(5));
}

SCALEWRIGHT_TEST(tst_simulate)
#include "tst_simulate.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Failures. Expected values: docs/models.md's intervals, closed forms at the limits, and simulations of every failure.
#include <QTest>

#include <cmath>
#include <functional>
#include <random>

#include "core/model/scaling/failures.h"
#include "core/model/scaling/prediction.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"

using namespace scalewright;

namespace {

// A clock on which failures arrive as a Poisson process; play() runs pieces of work that start over after a failure.
class Cluster {
public:
    Cluster(double mtbfS, double restartS) : m_failure(1 / mtbfS), m_restart(restartS) { strikeNext(); }

    // Work that is lost when interrupted; after a failure a restart comes first, which may itself be interrupted.
    void play(double workS)
    {
        while (!spend(workS))
            recover();
    }
    // Work without loss: after a failure and the rebalancing it continues where it stopped.
    void playWithoutLoss(double workS)
    {
        while (workS > 0) {
            const double before = m_clock;
            if (spend(workS))
                return;
            workS -= m_clock - before;
            recover();
        }
    }
    [[nodiscard]] double clock() const { return m_clock; }

private:
    void strikeNext() { m_strike = m_clock + m_failure(m_engine); }
    bool spend(double seconds)
    {
        if (m_clock + seconds <= m_strike) {
            m_clock += seconds;
            return true;
        }
        m_clock = m_strike;
        strikeNext();
        return false;
    }
    void recover()
    {
        while (!spend(m_restart)) {
        }
    }

    std::mt19937_64 m_engine{test::seed};
    std::exponential_distribution<double> m_failure;
    double m_restart;
    double m_clock = 0;
    double m_strike = 0;
};

bool overheadAgrees(double factor, double simulated)
{
    return std::abs((factor - 1) / (simulated - 1) - 1) < 0.01;
}

QByteArray numbers(double factor, double simulated)
{
    return QStringLiteral("model %1, simulated %2").arg(factor, 0, 'g', 8).arg(simulated, 0, 'g', 8).toLatin1();
}

}  // namespace

class tst_failures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void intervals()
    {
        const auto minutes = [](double s) { return s / 60; };
        QCOMPARE(QString::number(minutes(dalyCheckpointIntervalS(300, 24 * 3600)), 'f', 0), QStringLiteral("117"));
        QCOMPARE(QString::number(minutes(dalyCheckpointIntervalS(300, 6 * 3600)), 'f', 0), QStringLiteral("57"));
        QCOMPARE(QString::number(minutes(dalyCheckpointIntervalS(300, 15 * 60)), 'f', 1), QStringLiteral("9.1"));
        QCOMPARE(dalyCheckpointIntervalS(300, 100), 100.0);  // delta >= 2M
        QCOMPARE(dalyCheckpointIntervalS(0, 1000), 0.0);
    }

    // No interval beats Daly's by more than a hundredth of the overhead.
    void dalyIntervalIsNearTheOptimum()
    {
        for (const double mtbf : {3600.0, 86400.0, 900.0}) {
            const auto time = [&](double tau) { return expectedTimeWithRestartsS(tau + 60, 30, mtbf) / tau; };
            double bestTime = time(1);
            for (double tau = 1; tau < 20 * mtbf; tau *= 1.01)
                bestTime = std::min(bestTime, time(tau));
            QVERIFY(time(dalyCheckpointIntervalS(60, mtbf)) - bestTime < 0.01 * (bestTime - 1));
        }
    }

    void priceOfRestartedWork()
    {
        QVERIFY(std::abs(expectedTimeWithRestartsS(10, 0, 1e12) - 10) < 1e-8);
        QCOMPARE(expectedTimeWithRestartsS(0, 5, 100), 0.0);
        QVERIFY(std::abs(expectedTimeWithRestartsS(100, 0, 100) - 100 * (M_E - 1)) < 1e-10);
        QVERIFY(std::isinf(expectedTimeWithRestartsS(1e6, 0, 100)));
        QVERIFY(std::isinf(expectedTimeWithRestartsS(1e-300, 1e6, 100)));
    }

    void checkpointsAgainstSimulation_data()
    {
        QTest::addColumn<double>("mtbf");
        QTest::addColumn<double>("interval");
        QTest::addColumn<double>("checkpoint");
        QTest::addColumn<double>("restart");
        QTest::newRow("rare failures") << 86400.0 << 7000.0 << 300.0 << 120.0;
        QTest::newRow("frequent failures") << 900.0 << 548.0 << 300.0 << 60.0;
        QTest::newRow("checkpoints far too seldom") << 3600.0 << 7200.0 << 30.0 << 600.0;
        QTest::newRow("restart longer than the MTBF") << 600.0 << 100.0 << 10.0 << 900.0;
    }
    void checkpointsAgainstSimulation()
    {
        QFETCH(double, mtbf);
        QFETCH(double, interval);
        QFETCH(double, checkpoint);
        QFETCH(double, restart);
        constexpr int p = 50;
        DesignTerms terms{.nodeMtbfS = mtbf * p,
                          .recovery = Recovery::Checkpoint,
                          .checkpointIntervalS = interval,
                          .checkpointS = checkpoint,
                          .restartS = restart};
        Cluster cluster(mtbf, restart);
        constexpr int segments = 1'000'000;
        for (int i = 0; i < segments; ++i)
            cluster.play(interval + checkpoint);
        const double simulated = cluster.clock() / (interval * segments);
        const double factor = failureFactor(terms, p, 0.1, 0.3, std::nullopt);
        QVERIFY2(overheadAgrees(factor, simulated), numbers(factor, simulated));
    }

    void restartOfTheWholeRunMatchesSimulation()
    {
        constexpr int p = 20;
        DesignTerms terms{.nodeMtbfS = 1000.0 * p, .restartS = 50};
        for (const double run : {100.0, 1000.0, 3000.0}) {
            Cluster cluster(1000, 50);
            constexpr int runs = 400'000;
            for (int i = 0; i < runs; ++i)
                cluster.play(run);
            const double factor = failureFactor(terms, p, 0.2, 0.5, run / 0.5);
            QVERIFY2(overheadAgrees(factor, cluster.clock() / (run * runs)),
                     numbers(factor, cluster.clock() / (run * runs)));
        }
    }

    void elasticAgainstSimulation()
    {
        constexpr int p = 8;
        for (const double restart : {5.0, 200.0}) {
            DesignTerms terms{.nodeMtbfS = 400.0 * p, .recovery = Recovery::Elastic, .restartS = restart};
            Cluster cluster(400, restart);
            const double work = 2e8;
            cluster.playWithoutLoss(work);
            const double factor = failureFactor(terms, p, 0.2, 0.5, 1e6);
            QVERIFY2(overheadAgrees(factor, cluster.clock() / work), numbers(factor, cluster.clock() / work));
        }
    }

    void reExecutionAgainstSimulation()
    {
        constexpr int p = 8;
        DesignTerms terms{.nodeMtbfS = 400.0 * p, .recovery = Recovery::ReExecute, .restartS = 20};
        Cluster cluster(400, 20);
        constexpr int steps = 1'000'000;
        for (int i = 0; i < steps; ++i) {
            cluster.play(70);  // part of the compute is lost completely
            cluster.playWithoutLoss(30);  // the rest of the step waits for the recovery
        }
        const double factor = failureFactor(terms, p, 70, 100, 1e6);
        QVERIFY2(overheadAgrees(factor, cluster.clock() / (100.0 * steps)),
                 numbers(factor, cluster.clock() / (100.0 * steps)));
    }

    // Eight workers on one node are lost together, so none is left. Starting over: M (e^{T/M} - 1)/T; from checkpoints:
    // Daly's rate.
    void losesAllWorkersOfASingleNode()
    {
        for (const Recovery recovery : {Recovery::Elastic, Recovery::ReExecute}) {
            DesignTerms terms{.nodeMtbfS = 3600, .recovery = recovery};
            QVERIFY(std::abs(failureFactor(terms, 1, 1, 2, 1800) - std::expm1(1.0)) < 1e-12);
            terms.checkpointIntervalS = 600;
            terms.checkpointS = 60;
            QVERIFY(std::abs(failureFactor(terms, 1, 1, 2, std::nullopt) - 6 * std::expm1(660.0 / 3600)) < 1e-12);
            // A run of 3600 s: five segments with a checkpoint and a sixth without one.
            const double run = 5 * std::expm1(660.0 / 3600) + std::expm1(600.0 / 3600);
            QVERIFY(std::abs(failureFactor(terms, 1, 1, 2, 1800) - run) < 1e-12);
        }
    }

    void limits()
    {
        DesignTerms terms;
        QCOMPARE(failureFactor(terms, 100, 0.1, 0.2, 1e6), 1.0);
        terms.recovery = Recovery::Checkpoint;
        terms.checkpointS = 10;
        // No failures and no interval, so no checkpoint is written.
        QCOMPARE(failureFactor(terms, 100, 0.1, 0.2, 1e6), 1.0);
        terms.checkpointIntervalS = 100;
        QCOMPARE(failureFactor(terms, 100, 0.1, 0.2, std::nullopt), 1.1);
        // No checkpoint after the last segment.
        QCOMPARE(failureFactor(terms, 100, 0.1, 0.2, 1e6), 1 + 1999 * 10 / 2e5);
        terms.nodeMtbfS = 1e15;
        QVERIFY(std::abs(failureFactor(terms, 100, 0.1, 0.2, std::nullopt) - 1.1) < 1e-9);
        terms.recovery = Recovery::Elastic;  // elastic recovery with checkpoints, which are still written
        QVERIFY(std::abs(failureFactor(terms, 100, 0.1, 0.2, 1e6) - 1.1) < 1e-9);
        terms = {.nodeMtbfS = 1e6, .recovery = Recovery::Checkpoint, .restartS = 100};
        QVERIFY(std::abs(failureFactor(terms, 100, 0.1, 0.2, 1e6) - std::exp(100 / 1e4)) <
                1e-12);  // checkpoints that take no time
    }

    // S is relative to an undisturbed worker at every run length: never above p, however often a single worker would
    // have to start over. At MTBF 20 000 s one worker's 10^6 s would take e^50 times as long: it never finishes.
    void computesSpeedupsOfLongRuns()
    {
        ScalingModel model{.tCompS = 1,
                           .exchanges = {{.communication = {.alphaS = 0.0008, .betaS = 0.04}}},
                           .nodePriceUsdPerHour = 3.2,
                           .hasRunLength = true};
        for (const double steps : {1e2, 1e4, 1e5, 1e6, 1e9}) {
            model.steps = steps;
            for (const Recovery recovery :
                 {Recovery::None, Recovery::Checkpoint, Recovery::Elastic, Recovery::ReExecute}) {
                model.terms = {.nodeMtbfS = 20'000, .recovery = recovery, .checkpointS = 5, .restartS = 10};
                const Prediction prediction = predict(model, 64);
                for (int p = 1; p <= 64; ++p) {
                    const PredictionRow row = prediction.row(p);
                    QVERIFY(row.speedup <= p);
                    QVERIFY(row.finishes() ? row.tStepS <= maximumFailureFactor * (row.tStepS - row.tFailureS)
                                           : row.speedup == 0);
                    if (row.finishes())
                        QVERIFY(std::abs(row.speedup * row.tStepS - 1) < 1e-12);  // S = T_comp/T(p), T_comp 1 s
                }
            }
        }
        model.steps = 1e6;
        model.terms = {.nodeMtbfS = 20'000, .recovery = Recovery::ReExecute};
        QVERIFY(!predictAt(model, 1).finishes());
        QVERIFY(neverFinishesReason(model, 1).find("starts again") != std::string::npos);
        QVERIFY(predictAt(model, 2).finishes());
        // The whole run is repeated, T/M = 5: (e^5 - 1)/5 = 29.5 times as long, and reported as such; T/M = 50: never
        // finishes.
        model.steps = 1e5;
        model.terms.recovery = Recovery::None;
        QVERIFY(std::abs(predictAt(model, 1).tStepS - std::expm1(5.0) / 5) < 1e-9);
        model.steps = 1e6;
        QVERIFY(!predictAt(model, 1).finishes() && !predictAt(model, 64).finishes());
    }

    void reportsRunsThatNeverFinish()
    {
        ScalingModel model{.tCompS = 1,
                           .exchanges = {{.communication = {.alphaS = 0.0008, .betaS = 0.04}}},
                           .nodePriceUsdPerHour = 3.2,
                           .steps = 1e9};
        model.terms.nodeMtbfS = 3600;
        QVERIFY(validate(model));
        const PredictionRow row = predictAt(model, 64);
        QVERIFY(!row.finishes());
        QCOMPARE(row.speedup, 0.0);
        QCOMPARE(row.efficiency, 0.0);
        QVERIFY(std::isfinite(row.commToCompute));
        const std::string words = neverFinishesReason(model, 64);
        QVERIFY2(words.starts_with("never finishes: at p = 64 a node fails every 56.") &&
                     words.find("starts again") != std::string::npos,
                 words.c_str());
        const Landmarks marks = predict(model, 256).landmarks;
        QVERIFY2(marks.pStarNote.starts_with("there is no fastest p"), marks.pStarNote.c_str());

        model.terms.recovery = Recovery::Checkpoint;
        model.terms.checkpointS = 5;
        model.terms.restartS = 60;
        const Prediction saved = predict(model, 4096);
        QVERIFY(saved.row(64).finishes());
        QVERIFY(saved.landmarks.pStar < 64);
        model.terms.restartS = 3600;
        QVERIFY(neverFinishesReason(model, 4096).find("before a restart of 60.0 min is done") != std::string::npos);
        QVERIFY(!predictAt(model, 4096).finishes());
        QCOMPARE(predict(model, 4096).landmarks.speedupLimit, std::optional(0.0));
    }
};

SCALEWRIGHT_TEST(tst_failures)
#include "tst_failures.moc"

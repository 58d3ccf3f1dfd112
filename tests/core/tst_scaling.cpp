// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: the book's Output 41.4.1, closed forms from the literature (tests/support/formulas.h), exhaustive
// search over them, and all-reduces simulated with SimGrid.
#include <QFile>
#include <QTest>

#include <cmath>
#include <functional>
#include <random>

#include <fmt/format.h>

#include "core/base/error/parse_name.h"
#include "core/model/scaling/band.h"
#include "core/model/scaling/optimum.h"
#include "core/model/scaling/prediction.h"
#include "core/model/scaling/sensitivity.h"
#include "tests/support/formulas.h"
#include "tests/support/near.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"

using namespace scalewright;
using scalewright::test::bookModel;
using scalewright::test::near;
using scalewright::test::paperTime;

namespace {

struct Random {
    std::mt19937_64 engine;
    double log(double low, double high)
    {
        return std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(engine));
    }
    int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine); }

    ScalingModel model(Pattern pattern)
    {
        ScalingModel m;
        m.primaryExchange().pattern = pattern;
        m.tCompS = log(1e-3, 100);
        m.primaryExchange().communication.alphaS = integer(0, 19) == 0 ? 0 : log(1e-7, 1e-1);
        m.primaryExchange().communication.betaS = integer(0, 19) == 0 ? 0 : log(1e-6, 1);
        m.primaryExchange().communication.gammaS = integer(0, 1) == 0 ? 0 : log(1e-6, 1e-1);
        m.primaryExchange().communication.alpha2S = log(1e-7, 1e-1);
        m.primaryExchange().communication.beta2S = log(1e-6, 1);
        m.primaryExchange().communication.workersPerNode = integer(1, 16);
        m.primaryExchange().communication.sharedNetworkCard = integer(0, 1) == 1;
        m.primaryExchange().communication.serverShards = integer(1, 64);
        m.primaryExchange().communication.neighbours = integer(1, 8);
        m.primaryExchange().communication.participation = integer(1, 20) / 20.0;
        m.primaryExchange().communication.localSteps = integer(0, 3) == 0 ? integer(2, 50) : 1;
        m.primaryExchange().communication.linearScatter = integer(0, 1) == 1;
        m.nodePriceUsdPerHour = log(0.1, 100);
        return m;
    }
};

}  // namespace

class tst_scaling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bookRows_data()
    {
        QTest::addColumn<int>("p");
        QTest::addColumn<QString>("printed");
        const auto row = [](int p, const char* text) { QTest::addRow("p = %d", p) << p << QString::fromLatin1(text); };
        row(1, "1.0000 0.0000 1.0000 1.00 0.000");
        row(2, "0.5000 0.0408 0.5408 1.85 0.082");
        row(4, "0.2500 0.0624 0.3124 3.20 0.250");
        row(8, "0.1250 0.0756 0.2006 4.99 0.605");
        row(16, "0.0625 0.0870 0.1495 6.69 1.392");
        row(32, "0.0312 0.1023 0.1336 7.49 3.274");
        row(64, "0.0156 0.1291 0.1448 6.91 8.266");
        row(128, "0.0078 0.1810 0.1888 5.30 23.165");
        row(256, "0.0039 0.2837 0.2876 3.48 72.624");
        row(512, "0.0020 0.4886 0.4906 2.04 250.186");
        row(1024, "0.0010 0.8983 0.8993 1.11 919.882");
    }
    void bookRows()
    {
        QFETCH(int, p);
        QFETCH(QString, printed);
        const PredictionRow r = predictAt(bookModel(), p);
        QCOMPARE(QString::fromStdString(fmt::format("{:.4f} {:.4f} {:.4f} {:.2f} {:.3f}", r.tCompS, r.tCommS, r.tStepS,
                                                    r.speedup, r.commToCompute)),
                 printed);
        const PredictionRow row = predict(bookModel()).row(p);
        QCOMPARE(row.tStepS, r.tStepS);
        QCOMPARE(row.speedup, r.speedup);
    }

    // The two sides are equal mathematically, but differ in the last bits of a double.
    void thresholdsMetExactlyCount()
    {
        ScalingModel output = bookModel();  // as in 41.7.2: 10 alpha + 2 10/11 beta = 72.727 ms = T_comp/11
        output.tCompS = 0.8;
        output.primaryExchange().communication.alphaS = 0.005;
        output.primaryExchange().communication.betaS = 0.0125;
        QCOMPARE(predict(output).landmarks.pCommDominates, std::optional(11));
        // T_comp/p + (p - 1) alpha is equal at k and k + 1 if T_comp = alpha k (k + 1): p* is the smaller of the two.
        for (const double alpha : {0.0001, 0.0003, 0.0007, 0.0011})
            for (int k = 1; k <= 100; ++k) {
                ScalingModel tied = bookModel();
                tied.tCompS = alpha * k * (k + 1);
                tied.primaryExchange().communication.alphaS = alpha;
                tied.primaryExchange().communication.betaS = 0;
                QCOMPARE(predict(tied).landmarks.pStar, k);
            }
    }

    void bookLandmarks()
    {
        const Prediction prediction = predict(bookModel());
        const Landmarks& marks = prediction.landmarks;
        QCOMPARE(marks.pStar, 34);
        QVERIFY(!marks.pStarAtLimit);
        QCOMPARE(QString::asprintf("%.2f", prediction.row(34).speedup), QStringLiteral("7.49"));
        QCOMPARE(QString::asprintf("%.1f", prediction.row(34).efficiency * 100), QStringLiteral("22.0"));
        QCOMPARE(QString::asprintf("%.2f", prediction.row(34).commToCompute), QStringLiteral("3.54"));
        QCOMPARE(marks.pCommDominates, std::optional(13));
        QCOMPARE(QString::asprintf("%.2f", prediction.row(13).speedup), QStringLiteral("6.24"));
        QCOMPARE(marks.kneeP, 9);
        QCOMPARE(QString::asprintf("%.2f", prediction.row(9).speedup), QStringLiteral("5.30"));
        QVERIFY(near(continuousOptimum(bookModel()).value(), std::sqrt(0.92 / 0.0008), 1e-12));
    }

    void bookSensitivity()
    {
        const std::vector<Sensitivity> rows = computeSensitivity(bookModel());
        QCOMPARE(rows.size(), std::size_t{3});
        QCOMPARE(QLatin1String(rows[0].parameter), QLatin1String("alpha"));
        QCOMPARE(rows[0].pStarTimesTen, 11);
        QCOMPARE(rows[0].pStarTenth, 107);
        QCOMPARE(rows[1].pStarTimesTen, 16);
        QCOMPARE(rows[1].pStarTenth, 35);
    }

    void formulas_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < static_cast<int>(allPatterns.size()); ++i)
            QTest::newRow(patternName(allPatterns[static_cast<std::size_t>(i)])) << i;
    }
    void formulas()
    {
        QFETCH(int, index);
        const Pattern pattern = allPatterns[static_cast<std::size_t>(index)];
        Random random{std::mt19937_64(test::seed)};
        for (int trial = 0; trial < 200; ++trial) {
            const ScalingModel model = random.model(pattern);
            std::vector<double> times(300);
            communicationTimes(pattern, model.primaryExchange().communication, 300, times.data());
            for (int p = 1; p <= 300; ++p) {
                const double expected = paperTime(pattern, model.primaryExchange().communication, p);
                const double timeAtP = communicationTime(pattern, model.primaryExchange().communication, p);
                QVERIFY2(near(timeAtP, expected, 1e-12),
                         qPrintable(QString::asprintf("p %d: %.17g, not %.17g", p, timeAtP, expected)));
                QCOMPARE(times[static_cast<std::size_t>(p - 1)], timeAtP);
            }
        }
    }

    // Sanders, Speck, Träff 2009: k chunks are sent down a chain one after the other. Every k is tried and every hop of
    // every chunk simulated: a worker sends one chunk at a time and forwards the chunks that it has received.
    void pipelinedBroadcast()
    {
        const auto walked = [](int p, int k, double a, double b) {
            std::vector<double> arrivalsS(static_cast<std::size_t>(k), 0);  // when each chunk arrives at the worker
            for (int hop = 1; hop < p; ++hop) {
                double sentS = 0;
                for (double& arrivalS : arrivalsS)
                    arrivalS = sentS = std::max(arrivalS, sentS) + a + b / k;
            }
            return arrivalsS.back();
        };
        Random random{std::mt19937_64(test::seed + 7)};
        for (int trial = 0; trial < 60; ++trial) {
            const double a = random.log(1e-6, 1e-2), b = a * random.log(1e-2, 1e3);
            for (const int p : {2, 3, 4, 7, 16, 33}) {
                // T rises above the real-valued optimum.
                const int maximumChunks = 2 + static_cast<int>(2 * std::sqrt(p * b / a));
                double minimumS = INFINITY;
                for (int k = 1; k <= maximumChunks; ++k)
                    minimumS = std::min(minimumS, walked(p, k, a, b));
                const double time = communicationTime(Pattern::PipelinedBroadcast, {.alphaS = a, .betaS = b}, p);
                QVERIFY2(
                    near(time, minimumS, 1e-12),
                    qPrintable(QString::asprintf("p %d alpha %g beta %g: %.17g, not %.17g", p, a, b, time, minimumS)));
            }
        }
        const auto time = [](double a, double b, double p) {
            return communicationTime(Pattern::PipelinedBroadcast, {.alphaS = a, .betaS = b}, p);
        };
        QCOMPARE(time(0.5, 3, 2), 3.5);  // one hop: one chunk, alpha + beta
        QCOMPARE(time(1, 4, 3),
                 9.0);  // k = sqrt(1 * 4/1) = 2: (1 + 2)(1 + 2) = 9; k = 1: 2 * 5 = 10; k = 3: 4 (1 + 4/3) = 9.33
        QCOMPARE(time(0, 3, 100), 3.0);  // chunks without number
        QCOMPARE(time(2, 0, 100), 198.0);  // no payload to split: 99 hops
        QVERIFY(std::isfinite(time(5e-324, 1, 1000)));
        QCOMPARE(communicationTimeLimit(Pattern::PipelinedBroadcast, {.alphaS = 0, .betaS = 3}), std::optional(3.0));
        QVERIFY(!communicationTimeLimit(Pattern::PipelinedBroadcast, {.alphaS = 1e-9, .betaS = 3}));
    }

    // A pattern's limit must equal its formula at about a thousand million workers, with full nodes and powers of two;
    // without a limit, the value must keep growing.
    void limitsMatchLargeP_data() { formulas_data(); }
    void limitsMatchLargeP()
    {
        QFETCH(int, index);
        const Pattern pattern = allPatterns[static_cast<std::size_t>(index)];
        for (int which = 0; which < 64; ++which) {
            CommunicationParameters c{.alphaS = which & 1 ? 1e-5 : 0, .betaS = which & 2 ? 0.01 : 0};
            c.twoLevelNetwork = which & 4;
            c.alpha2S = which & 8 ? 1e-6 : 0;
            c.beta2S = which & 16 ? 0.04 : 0;
            c.sharedNetworkCard = which & 32;
            const std::optional<double> limit = communicationTimeLimit(pattern, c);
            double before = communicationTime(pattern, c, 0x1p20);
            for (const double p : {0x1p23, 0x1p26, 0x1p30}) {
                const double timeAtLargeP = communicationTime(pattern, c, p);
                QVERIFY(limit ? std::abs(timeAtLargeP - *limit) <= 2e-5 * *limit + 1e-7 : timeAtLargeP > before);
                before = timeAtLargeP;
            }
        }
    }

    // An expert's test case: 2 [7 x 10 us + 7/8 x 10 ms] + 2 x 40 ms/8, plus 2 (N - 1) us for N nodes, so S falls to 0.
    void computesTheLimitOfTwoLevels()
    {
        ScalingModel model{.tCompS = 1};
        model.primaryExchange() = {.pattern = Pattern::HierarchicalAllReduce,
                                   .communication = {.alphaS = 1e-5, .betaS = 0.01, .alpha2S = 1e-6, .beta2S = 0.04}};
        QCOMPARE(predict(model, 4096).landmarks.speedupLimit, std::optional(0.0));
        model.primaryExchange().communication.alphaS = model.primaryExchange().communication.alpha2S = 0;
        QVERIFY(near(predict(model, 4096).landmarks.speedupLimit.value(), 1 / (0.0175 + 0.01), 1e-12));
        model.scaling = Scaling::Weak;
        QVERIFY(!predict(model, 4096).landmarks.speedupLimit);
        model.primaryExchange().communication.alpha2S = 1e-6;  // p/(1 + 2 p/8 us)
        QVERIFY(near(predict(model, 4096).landmarks.speedupLimit.value(), 8 / 2e-6, 1e-6));
    }

    void optimumMatchesExhaustiveSearch_data() { formulas_data(); }
    void optimumMatchesExhaustiveSearch()
    {
        QFETCH(int, index);
        const Pattern pattern = allPatterns[static_cast<std::size_t>(index)];
        Random random{std::mt19937_64(test::seed + 1)};
        for (int trial = 0; trial < 1000; ++trial) {
            const ScalingModel model = random.model(pattern);
            const int pMax = trial % 50 == 0 ? 1 : trial % 3 == 0 ? random.integer(2, 64) : 512;
            std::vector<double> time(static_cast<std::size_t>(pMax) + 1);
            double minimumS = INFINITY;
            double bestKneeScore = 0;
            int crossing = 0;
            for (int p = 1; p <= pMax; ++p) {
                const double comm = paperTime(pattern, model.primaryExchange().communication, p);
                const double t = time[static_cast<std::size_t>(p)] = model.tCompS / p + comm;
                minimumS = std::min(minimumS, t);
                bestKneeScore = std::max(bestKneeScore, model.tCompS / t / p / t);
                if (crossing == 0 && comm / (model.tCompS / p) >= 1)
                    crossing = p;
            }
            const Prediction prediction = predict(model, pMax);
            const Landmarks& marks = prediction.landmarks;
            // Adding the same terms in a different order changes the last bits, so a tie may go either way: compare the
            // times.
            QVERIFY(marks.pStar >= 1 && marks.pStar <= pMax);
            QVERIFY2(near(time[static_cast<std::size_t>(marks.pStar)], minimumS, 1e-12),
                     qPrintable(QString::number(trial)));
            for (int p = 1; p < marks.pStar; ++p)
                QVERIFY2(time[static_cast<std::size_t>(p)] > minimumS * (1 - 1e-13), "a smaller p is as fast");
            QCOMPARE(marks.pStarAtLimit, marks.pStar == pMax);
            const double tKnee = time[static_cast<std::size_t>(marks.kneeP)];
            QVERIFY(near(model.tCompS / tKnee / marks.kneeP / tKnee, bestKneeScore, 1e-12));
            if (marks.pCommDominates) {
                const int p = *marks.pCommDominates;
                const double r = paperTime(pattern, model.primaryExchange().communication, p) * p / model.tCompS;
                QVERIFY(p == crossing || std::abs(r - 1) < 1e-12);
            } else {
                QCOMPARE(crossing, 0);
                QVERIFY(!marks.pCommDominatesMissingReason.empty());
            }
            for (int p = 1; p <= pMax; ++p) {
                const PredictionRow row = prediction.row(p);
                const double t = time[static_cast<std::size_t>(p)];
                QVERIFY(near(row.tStepS, t, 1e-12) && near(row.speedup, model.tCompS / t, 1e-12));
                QVERIFY(near(row.efficiency, model.tCompS / t / p, 1e-12));
                QVERIFY(near(row.commToCompute,
                             paperTime(pattern, model.primaryExchange().communication, p) / (model.tCompS / p), 1e-12));
                QVERIFY(near(row.costUsd.value(), *model.nodePriceUsdPerHour * p * t / 3600, 1e-12));
            }
        }
    }

    // docs/models.md: p* = 1 exactly when T_comp <= 2(alpha + beta) (book's ring), <= 4 alpha + 2 beta (full ring);
    // recursive doubling: the largest power of two strictly below T_comp/(alpha + beta); Rabenseifner: below (T_comp -
    // 2 beta)/(2 alpha).
    void integerFacts()
    {
        Random random{std::mt19937_64(test::seed + 2)};
        const auto largestPowerBelow = [](double bound) {
            int power = 1;
            while (power * 2 < bound && power < 4096)
                power *= 2;
            return power;
        };
        for (int trial = 0; trial < 1000; ++trial) {
            const double a = random.log(1e-5, 1e-1);
            const double b = random.log(1e-5, 1e-1);
            const auto optimum = [&](Pattern pattern, double tComp) {
                ScalingModel m;
                m.tCompS = tComp;
                m.primaryExchange().pattern = pattern;
                m.primaryExchange().communication.alphaS = a;
                m.primaryExchange().communication.betaS = b;
                return predict(m, 4096).landmarks.pStar;
            };
            const double ringEdge = 2 * (a + b);
            QCOMPARE(optimum(Pattern::BookRingAllReduce, ringEdge * 0.999), 1);
            QVERIFY(optimum(Pattern::BookRingAllReduce, ringEdge * 1.001) > 1);
            const double fullEdge = 4 * a + 2 * b;
            QCOMPARE(optimum(Pattern::RingAllReduce, fullEdge * 0.999), 1);
            QVERIFY(optimum(Pattern::RingAllReduce, fullEdge * 1.001) > 1);
            const double t = random.log(1e-3, 10);
            QCOMPARE(optimum(Pattern::RecursiveDoublingAllReduce, t), largestPowerBelow(t / (a + b)));
            QCOMPARE(optimum(Pattern::RabenseifnerAllReduce, t), largestPowerBelow((t - 2 * b) / (2 * a)));
        }
        QCOMPARE(predict({.tCompS = 0.25, .exchanges = {{.communication = {.alphaS = 0.0625, .betaS = 0.0625}}}})
                     .landmarks.pStar,
                 1);
    }

    void simGrid()
    {
        const QString path = scalewright::test::oracleFile("collectives/simgrid-smpi-allreduce.csv");
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly | QIODevice::Text));
        int compared = 0;
        while (!file.atEnd()) {
            const QList<QByteArray> cells = file.readLine().trimmed().split(',');
            if (cells.size() != 4 || cells[0].startsWith('#') || cells[0] == "algorithm" ||
                cells[2].toDouble() < 4194304)
                continue;
            const Pattern pattern = cells[0] == "ring"                 ? Pattern::RingAllReduce
                                    : cells[0] == "recursive-doubling" ? Pattern::RecursiveDoublingAllReduce
                                                                       : Pattern::RabenseifnerAllReduce;
            const double predicted =
                communicationTime(pattern, {.alphaS = 10e-6, .betaS = cells[2].toDouble() / 1.25e9}, cells[1].toInt());
            QVERIFY2(near(predicted, cells[3].toDouble(), 0.01),
                     qPrintable(QString::fromLatin1(cells.join(' ')) + QStringLiteral(" predicted %1").arg(predicted)));
            ++compared;
        }
        QVERIFY(compared >= 30);
    }

    void noFiniteOptimumWithoutLatency()
    {
        ScalingModel model = bookModel();
        model.primaryExchange().communication.alphaS = 0;
        const Landmarks marks = predict(model).landmarks;
        QCOMPARE(marks.pStar, 4096);
        QVERIFY(marks.pStarAtLimit);
        QVERIFY(QString::fromStdString(marks.pStarNote).contains(QLatin1String("no finite p*, S tends to 12.5")));
        QVERIFY(near(marks.speedupLimit.value(), 1 / 0.08, 1e-12));
        QVERIFY(!continuousOptimum(model));
    }

    void idealSpeedupWithoutCommunication()
    {
        ScalingModel model = bookModel();
        model.primaryExchange().communication = {};
        const Prediction prediction = predict(model, 100);
        QCOMPARE(prediction.landmarks.pStar, 100);
        QCOMPARE(prediction.row(64).speedup, 64.0);
        QVERIFY(!prediction.landmarks.pCommDominates);
        QVERIFY(prediction.landmarks.pCommDominatesMissingReason.starts_with("never"));
        QVERIFY(!prediction.landmarks.speedupLimit);
        QVERIFY(!prediction.landmarks.speedupLimitMissingReason.empty());
    }

    void crossingIsPastTheOptimumWithoutBandwidthCost()
    {
        ScalingModel model = bookModel();
        model.primaryExchange().communication.betaS = 0;  // R = alpha p (p-1)/T, S peaks at sqrt(T/alpha) = 35.4
        const Landmarks marks = predict(model).landmarks;
        QCOMPARE(marks.pStar, 35);
        QCOMPARE(marks.pCommDominates, std::optional(36));
    }

    void reportsTheEdgeOfTheSearch()
    {
        const Landmarks searchToOne = predict(bookModel(), 1).landmarks;
        QCOMPARE(searchToOne.pStar, 1);
        QVERIFY(searchToOne.pStarAtLimit);
        QVERIFY(!searchToOne.pStarNote.empty());
        QVERIFY(searchToOne.pCommDominatesMissingReason.starts_with("beyond p-max"));
        const Landmarks rising = predict(bookModel(), 20).landmarks;
        QCOMPARE(rising.pStar, 20);
        QVERIFY(QString::fromStdString(rising.pStarNote).contains(QLatin1String("p* is larger")));
        const Landmarks exact = predict(bookModel(), 34).landmarks;
        QVERIFY(exact.pStarAtLimit);
        QVERIFY(QString::fromStdString(exact.pStarNote).contains(QLatin1String("more workers gain nothing")));
        const Landmarks useless =
            predict({.tCompS = 0.3, .exchanges = {{.communication = {.alphaS = 10e-6, .betaS = 0.16}}}}).landmarks;
        QCOMPARE(useless.pStar, 1);  // exercise 41.2.3
        QVERIFY(QString::fromStdString(useless.pStarNote).contains(QLatin1String("no p > 1")));
    }

    void exercise4123()
    {
        const ScalingModel ring{.tCompS = 0.3, .exchanges = {{.communication = {.alphaS = 10e-6, .betaS = 0.16}}}};
        QCOMPARE(QString::asprintf("%.2f", predictAt(ring, 2).commToCompute), QStringLiteral("1.07"));
        const ScalingModel round{.tCompS = 0.3,
                                 .exchanges = {{.pattern = Pattern::Gossip,
                                                .communication = {.alphaS = 10e-6, .betaS = 0.16, .neighbours = 1}}}};
        QCOMPARE(QString::asprintf("%.2f", predictAt(round, 2).speedup), QStringLiteral("0.97"));
        // p = 1 exchanges nothing; for p > 1 the speedup rises to 0.3/0.16001.
        QCOMPARE(QString::asprintf("%.2f", predict(round).landmarks.speedupLimit.value()), QStringLiteral("1.87"));
    }

    void weakScaling()
    {
        ScalingModel model = bookModel();
        model.scaling = Scaling::Weak;
        const PredictionRow row = predictAt(model, 8);
        // T(8) = 1 + 0.0008*7 + 0.08*7/8 = 1.0756, scaled speedup 8/1.0756
        QVERIFY(near(row.tStepS, 1.0756, 1e-12));
        QVERIFY(near(row.speedup, 8 / 1.0756, 1e-12));
        QVERIFY(near(row.efficiency, 1 / 1.0756, 1e-12));
        QVERIFY(near(row.commToCompute, 0.0756, 1e-12));
        // S = p/(1.08 + alpha(p-1) - 0.08/p): rises to 1/alpha = 1250 without a peak.
        const Landmarks marks = predict(model).landmarks;
        QVERIFY(marks.pStarAtLimit);
        QVERIFY(near(marks.speedupLimit.value(), 1250, 1e-9));
        model.primaryExchange().communication.alphaS = 0;
        QVERIFY(predict(model).landmarks.pCommDominatesMissingReason.starts_with("never"));  // R < 2 beta/T_comp = 0.08
        QVERIFY(!predict(model).landmarks.speedupLimit);
    }

    void localStepsDivideCommunication()
    {
        ScalingModel model = bookModel();
        model.primaryExchange().communication.localSteps = 10;
        QVERIFY(near(predictAt(model, 8).tCommS, 0.00756, 1e-12));
    }

    void findsAlphaForADraggedOptimum_data() { formulas_data(); }
    void findsAlphaForADraggedOptimum()
    {
        QFETCH(int, index);
        ScalingModel model = bookModel();
        model.primaryExchange().pattern = allPatterns[static_cast<std::size_t>(index)];
        model.primaryExchange().communication.betaS = 0.004;
        model.primaryExchange().communication.beta2S = 0.002;
        model.primaryExchange().communication.alpha2S = 1e-5;
        model.primaryExchange().communication.serverShards = 4;
        int reachedCount = 0;
        for (const int p : {2, 3, 5, 8, 16, 34, 100, 256}) {
            const std::optional<double> alpha = alphaForOptimum(model, p, 1024);
            if (!alpha)
                continue;
            QVERIFY(*alpha >= 0);
            ScalingModel dragged = model;
            dragged.primaryExchange().communication.alphaS = *alpha;
            const int pStar = predict(dragged, 1024).landmarks.pStar;
            // Exact if every p can be the optimum; otherwise the handle jumps to the next possible p above.
            if (isSmoothInP(model.primaryExchange().pattern, model.primaryExchange().communication))
                QCOMPARE(pStar, p);
            else
                QVERIFY2(pStar >= p, qPrintable(QStringLiteral("asked %1, got %2").arg(p).arg(pStar)));
            ++reachedCount;
        }
        if (model.primaryExchange().pattern != Pattern::Gossip)
            QVERIFY(reachedCount >= 3);
    }

    void bandContainsEverySample_data() { formulas_data(); }
    void bandContainsEverySample()
    {
        QFETCH(int, index);
        Random random{std::mt19937_64(test::seed + 3)};
        for (int trial = 0; trial < 10; ++trial) {
            ScalingModel model = random.model(allPatterns[static_cast<std::size_t>(index)]);
            const double t = model.tCompS;
            const double a = model.primaryExchange().communication.alphaS;
            const double b = model.primaryExchange().communication.betaS;
            ModelIntervals intervals;
            intervals.tCompS = Interval{t * 0.9, t * 1.2, 0.95};
            intervals.alphaS = Interval{a * 0.5, a * 2, 0.9};
            intervals.betaS = Interval{b * 0.8, b * 1.1, 0.95};
            const PredictionBand band = predictBand(model, intervals, 256).value();
            // Bonferroni: the box is as reliable as all its sides together; a constant of 0 has no width and is exact.
            QVERIFY(near(band.confidenceLevel, 0.95 - (a > 0 ? 0.1 : 0) - (b > 0 ? 0.05 : 0), 1e-12));
            std::uniform_real_distribution<double> share(0, 1);
            for (int sample = 0; sample < 300; ++sample) {
                ScalingModel inside = model;
                inside.tCompS = std::lerp(t * 0.9, t * 1.2, share(random.engine));
                inside.primaryExchange().communication.alphaS = std::lerp(a * 0.5, a * 2, share(random.engine));
                inside.primaryExchange().communication.betaS = std::lerp(b * 0.8, b * 1.1, share(random.engine));
                const Prediction prediction = predict(inside, 256);
                const int pStar = prediction.landmarks.pStar;
                QVERIFY2(
                    pStar >= band.pStarLow && pStar <= band.pStarHigh,
                    qPrintable(
                        QStringLiteral("p* %1 outside [%2, %3]").arg(pStar).arg(band.pStarLow).arg(band.pStarHigh)));
                for (std::size_t i = 0; i < 256; ++i)
                    QVERIFY(prediction.columns.speedup[i] >= band.speedupLow[i] * (1 - 1e-12) &&
                            prediction.columns.speedup[i] <= band.speedupHigh[i] * (1 + 1e-12));
            }
        }
        QVERIFY(!predictBand(bookModel(), {}));
    }

    // Two exchanges with an interval for each message: 3000 independent samples of the two must lie within the band, at
    // level 0.95 + 0.9 - 1.
    void bandCoversSeveralExchanges()
    {
        ScalingModel model = bookModel();
        model.exchanges.push_back(
            {"table",
             Pattern::ParameterServer,
             {.alphaS = model.primaryExchange().communication.alphaS, .betaS = 0.002, .serverShards = 4}});
        const ModelIntervals intervals{.betaS = Interval{0.02, 0.06, 0.95},
                                       .furtherBetaS = {Interval{0.001, 0.006, 0.9}}};
        const PredictionBand band = predictBand(model, intervals, 256).value();
        QVERIFY(near(band.confidenceLevel, 0.85, 1e-12));
        QCOMPARE(band.uncertainInputs, 2);
        std::mt19937_64 engine(test::seed + 5);
        std::uniform_real_distribution<double> share(0, 1);
        int minimumPStar = 256, maximumPStar = 1;
        for (int sample = 0; sample < 3000; ++sample) {
            model.primaryExchange().communication.betaS = std::lerp(0.02, 0.06, share(engine));
            model.exchanges[1].communication.betaS = std::lerp(0.001, 0.006, share(engine));
            const Prediction prediction = predict(model, 256);
            const int pStar = prediction.landmarks.pStar;
            minimumPStar = std::min(minimumPStar, pStar);
            maximumPStar = std::max(maximumPStar, pStar);
            QVERIFY(pStar >= band.pStarLow && pStar <= band.pStarHigh);
            const double speedup = prediction.columns.speedup[static_cast<std::size_t>(pStar - 1)];
            QVERIFY(speedup >= band.speedupAtPStarLow && speedup <= band.speedupAtPStarHigh);
        }
        QVERIFY(band.pStarLow < minimumPStar + 2 && band.pStarHigh > maximumPStar - 2);
        // With an interval for the first message only, the second stays fixed.
        QVERIFY(predictBand(model, {.betaS = Interval{0.02, 0.06, 0.95}, .furtherBetaS = {std::nullopt}}, 256)
                    ->speedupAtPStarHigh < band.speedupAtPStarHigh);
    }

    // Estimates scatter about a known truth, each with its own 95 % interval. The band must contain the true p* and its
    // S at least as often as its level; the box of all the intervals contains the truth less often than 95 %.
    void bandReachesItsConfidenceLevel()
    {
        std::mt19937_64 engine(test::seed + 4);
        std::normal_distribution<double> normal;
        const ScalingModel truth = bookModel();
        const int pStar = predict(truth).landmarks.pStar;
        const double speedup = predict(truth).row(pStar).speedup;
        constexpr int rounds = 2000;
        int box = 0, insideCount = 0;
        double level = 0;
        for (int round = 0; round < rounds; ++round) {
            ModelIntervals intervals;
            ScalingModel estimate = truth;
            bool allInside = true;
            const auto guess = [&](double& value, std::optional<Interval>& interval) {
                const double error = 0.1 * value, exact = value;
                value += error * normal(engine);
                interval = Interval{value - 1.959964 * error, value + 1.959964 * error, 0.95};
                allInside = allInside && interval->low <= exact && exact <= interval->high;
            };
            guess(estimate.tCompS, intervals.tCompS);
            guess(estimate.primaryExchange().communication.alphaS, intervals.alphaS);
            guess(estimate.primaryExchange().communication.betaS, intervals.betaS);
            const PredictionBand band = predictBand(estimate, intervals, 256).value();
            level = band.confidenceLevel;
            QCOMPARE(band.uncertainInputs, 3);
            box += allInside;
            insideCount += band.pStarLow <= pStar && pStar <= band.pStarHigh && band.speedupAtPStarLow <= speedup &&
                           speedup <= band.speedupAtPStarHigh;
        }
        QVERIFY(near(level, 0.85, 1e-12));
        // 0.95^3 = 0.857 for independent estimates; three standard errors for 2000 rounds are 0.024.
        QVERIFY2(std::abs(double(box) / rounds - 0.857375) < 0.024, qPrintable(QString::number(double(box) / rounds)));
        QVERIFY2(double(insideCount) / rounds >= level, qPrintable(QString::number(double(insideCount) / rounds)));
    }

    void reportsWhereTheSearchEnds()
    {
        // S = p/(1 + 0) rises forever: p* is always the search limit, and so is the upper end of the band.
        ScalingModel model{.tCompS = 1, .exchanges = {{.communication = {.alphaS = 1e-9, .betaS = 1e-9}}}};
        for (const Sensitivity& each : computeSensitivity(model, 64))
            QVERIFY(each.timesTenAtLimit && each.tenthAtLimit);
        const PredictionBand band = predictBand(model, {.tCompS = Interval{0.9, 1.1, 0.95}}, 64).value();
        QVERIFY(band.pStarHighAtLimit && band.kneeHighAtLimit && band.pStarLow == 64);
        // At most one worker per example can be used, so p* is 64 and cannot be higher.
        model.maximumWorkers = 64;
        QVERIFY(!computeSensitivity(model, 4096)[0].timesTenAtLimit);
        QVERIFY(!predictBand(model, {.tCompS = Interval{0.9, 1.1, 0.95}}, 4096)->pStarHighAtLimit);
        for (const Sensitivity& each : computeSensitivity(bookModel()))
            QVERIFY(!each.timesTenAtLimit && !each.tenthAtLimit);
    }

    void namesEveryInvalidParameter()
    {
        ScalingModel model;
        model.tCompS = -1;
        model.primaryExchange().communication.alphaS = NAN;
        model.primaryExchange().communication.betaS = -2;
        model.primaryExchange().communication.serverShards = 0;
        model.primaryExchange().communication.participation = 1.5;
        model.nodePriceUsdPerHour = -3;
        const Result<void> result = validate(model);
        QVERIFY(!result);
        std::string fields;
        for (const Problem& problem : result.error().problems)
            fields += problem.location.field + ' ';
        QCOMPARE(QString::fromStdString(fields), QStringLiteral("t_comp price alpha beta shards participation "));
        QVERIFY(validate(bookModel()));
    }

    void patternNamesRoundTrip()
    {
        for (const Pattern pattern : allPatterns)
            QCOMPARE(parseName<Pattern>(patternName(pattern)).value(), pattern);
        QVERIFY(!parseName<Pattern>("ring"));
        QVERIFY(describe(parseName<Pattern>("ring").error()).find("book-ring-all-reduce") != std::string::npos);
    }
};

SCALEWRIGHT_TEST(tst_scaling)
#include "tst_scaling.moc"

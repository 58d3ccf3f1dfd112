// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting for the slowest worker, or for the first K. Expected values: Monte Carlo at every p, an equivalent integral,
// printed tables, closed forms, and a max-plus simulation of bounded staleness.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "core/base/statistics/distributions.h"
#include "core/base/statistics/order_statistics.h"
#include "core/model/scaling/jitter_table.h"
#include "core/model/scaling/waiting.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"

using namespace scalewright;

namespace {

double waiting(const DesignTerms& terms, int p, double undisturbedS, int localSteps)
{
    return jitterWaitingS(terms, p, terms.jitterS, latenessTable(terms, localSteps).valueAt(latenessIndex(terms, p)),
                          undisturbedS, localSteps);
}

double phi(double x)
{
    return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

// E X = int_0^inf (1 - F) - int_-inf^0 F, where F(x) = P(at least k of p are below x), by Simpson's rule.
double orderMeanFromTails(int k, int p)
{
    // 1 - F: at most k-1 are below, so at least p-k+1 are above; summed over the number above.
    const auto above = [&](double x) {
        const double lower = std::log(phi(x));
        const double upper = std::log(phi(-x));
        double fewTerms = 0;  // F: at most p-k are above
        for (int j = 0; j <= p - k; ++j)
            fewTerms += std::exp(std::lgamma(p + 1.0) - std::lgamma(j + 1.0) - std::lgamma(p - j + 1.0) + j * upper +
                                 (p - j) * lower);
        return std::max(0.0, 1 - fewTerms);
    };
    const auto simpson = [](const std::function<double(double)>& f, double upperLimit) {
        constexpr int halves = 2000;
        const double h = upperLimit / (2 * halves);
        double sum = f(0) + f(upperLimit);
        for (int i = 1; i < 2 * halves; ++i)
            sum += (i % 2 == 1 ? 4 : 2) * f(i * h);
        return sum * h / 3;
    };
    return simpson(above, 8) - simpson([&](double x) { return 1 - above(-x); }, 8);
}

struct Estimate {
    double mean = 0, error = 0;
};

// The mean of the (p - b)-th smallest value for every p up to `maximumP` at once: keeps the largest b + 1 values of a
// growing sample.
template <class Draw>
std::vector<Estimate> monteCarlo(int maximumP, int backups, int repeats, Draw draw)
{
    std::vector<double> sum(static_cast<std::size_t>(maximumP) + 1), squares(sum.size());
    std::vector<double> largest;  // descending
    for (int r = 0; r < repeats; ++r) {
        largest.clear();
        for (int p = 1; p <= maximumP; ++p) {
            const double x = draw();
            const auto keptCount = static_cast<std::size_t>(backups) + 1;
            if (largest.size() < keptCount || x > largest.back()) {
                largest.insert(std::upper_bound(largest.begin(), largest.end(), x, std::greater<>()), x);
                if (largest.size() > keptCount)
                    largest.pop_back();
            }
            // p <= b: the smallest of all, since b counts as at most p - 1.
            sum[static_cast<std::size_t>(p)] += largest.back();
            squares[static_cast<std::size_t>(p)] += largest.back() * largest.back();
        }
    }
    std::vector<Estimate> estimates(sum.size());
    for (std::size_t p = 1; p < sum.size(); ++p) {
        const double sampleMean = sum[p] / repeats;
        estimates[p] = {sampleMean, std::sqrt((squares[p] / repeats - sampleMean * sampleMean) / (repeats - 1))};
    }
    return estimates;
}

// Workers start step n when all have finished step n - s - 1. Returns the time per step beyond the mean work, ignoring
// the first fifth, in which the workers drift apart.
double maxPlusWaiting(int p, int s, double t, const std::function<double()>& jitter)
{
    const int steps = 1'200'000 / p;
    std::vector<double> ready(static_cast<std::size_t>(p), 0.0);
    std::vector<double> maximumFinish(static_cast<std::size_t>(s) + 1, 0.0);
    double work = 0;
    double start = 0;
    for (int n = 0; n < steps; ++n) {
        double& last = maximumFinish[static_cast<std::size_t>(n % (s + 1))];
        double totalS = 0;
        for (double& each : ready) {
            const double stepTime = t + jitter();
            work += stepTime;
            each = std::max(each, last) + stepTime;
            totalS = std::max(totalS, each);
        }
        last = totalS;
        if (n + 1 == steps / 5)
            start = totalS - work / p;
        if (n + 1 == steps)
            return (totalS - work / p - start) / (steps - steps / 5);
    }
    return 0;
}

}  // namespace

class tst_waiting : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quantiles()
    {
        // Wichura 1988 and the standard tables.
        for (const auto& [u, z] : {std::pair{0.25, -0.6744897501960817},
                                   {0.001, -3.090232306167814},
                                   {0.975, 1.959963984540054},
                                   {1e-20, -9.262340089798408}})
            QVERIFY2(std::abs(normalQuantile(u) - z) < 1e-13 * std::abs(z) + 1e-15,
                     qPrintable(QString::number(normalQuantile(u), 'g', 17)));
        for (double z = -8; z <= 5; z += 0.37)
            QVERIFY(std::abs(normalQuantile(phi(z)) - z) < 1e-9 * std::max(1.0, std::abs(z)));
    }

    void normalOrderStatisticsMatchPrintedTables()
    {
        // Harter 1961, n = 10 and 20; docs/models.md for 64; closed forms for 2 and 3.
        QVERIFY(std::abs(normalOrderMean(2, 2) - 1 / std::sqrt(M_PI)) < 1e-12);
        QVERIFY(std::abs(normalOrderMean(3, 3) - 1.5 / std::sqrt(M_PI)) < 1e-12);
        for (const auto& [k, value] :
             {std::pair{10, 1.53875}, {9, 1.00136}, {8, 0.65606}, {7, 0.37576}, {6, 0.12267}, {5, -0.12267}})
            QCOMPARE(QString::number(normalOrderMean(k, 10), 'f', 5), QString::number(value, 'f', 5));
        QCOMPARE(QString::number(normalOrderMean(20, 20), 'f', 5), QStringLiteral("1.86748"));
        QCOMPARE(QString::number(normalOrderMean(64, 64), 'f', 4), QStringLiteral("2.3437"));
    }

    void normalMatchesAnotherIntegral()
    {
        for (const int p : {2, 3, 5, 8, 17, 64, 129, 1000, 4096, 65536, 1 << 20})
            for (const int backups : {0, 1, 5}) {
                const int k = p - backups;
                if (k < 1)
                    continue;
                const double expected = orderMeanFromTails(k, p);
                QVERIFY2(std::abs(normalOrderMean(k, p) - expected) < 1e-8,
                         qPrintable(QStringLiteral("%1 of %2: %3, not %4")
                                        .arg(k)
                                        .arg(p)
                                        .arg(normalOrderMean(k, p), 0, 'g', 12)
                                        .arg(expected, 0, 'g', 12)));
            }
    }

    void blomErrorMatchesItsDocumentation()
    {
        const auto errorPercent = [](int p) { return 100 * (blomOrderMean(p, p) / normalOrderMean(p, p) - 1); };
        QCOMPARE(QString::number(std::abs(errorPercent(2)), 'f', 1), QStringLiteral("4.5"));
        QCOMPARE(QString::number(std::abs(errorPercent(6)), 'f', 1), QStringLiteral("1.1"));
        for (int p = 8; p <= 1024; ++p)
            QVERIFY(std::abs(errorPercent(p)) < 1);
    }

    void exponentialsAndHarmonicNumbers()
    {
        double sum = 0;
        for (int n = 1; n <= 100000; ++n) {
            sum += 1.0 / n;
            if (n < 200 || n % 997 == 0)
                QVERIFY2(std::abs(harmonicNumber(n) - sum) < 1e-12 * sum, qPrintable(QString::number(n)));
        }
        QCOMPARE(harmonicNumber(0), 0.0);
        QVERIFY(std::abs(exponentialOrderMean(8, 10) -
                         (1.0 / 10 + 1.0 / 9 + 1.0 / 8 + 1.0 / 7 + 1.0 / 6 + 1.0 / 5 + 1.0 / 4 + 1.0 / 3)) < 1e-12);
        // The sum of one exponential is exponential: compares the quadrature with the closed form, up to extreme
        // arguments.
        for (const auto& [k, p] :
             {std::pair{1, 2}, {2, 2}, {1, 1000}, {990, 1000}, {1 << 20, 1 << 20}, {1, 1 << 20}, {500000, 1 << 20}})
            QVERIFY(std::abs(erlangOrderMean(1, k, p) + 1 - exponentialOrderMean(k, p)) < 1e-9);
    }

    void matchesMonteCarloAtEveryP_data()
    {
        QTest::addColumn<int>("shape");
        QTest::addColumn<int>("backups");
        QTest::addColumn<int>("sumOf");
        for (const int backups : {0, 1, 4, 20}) {
            QTest::addRow("normal, %d backups", backups) << 0 << backups << 1;
            QTest::addRow("exponential, %d backups", backups) << 1 << backups << 1;
        }
        QTest::newRow("sums of 5 exponentials") << 1 << 0 << 5;
        QTest::newRow("sums of 5 exponentials, 4 backups") << 1 << 4 << 5;
    }
    void matchesMonteCarloAtEveryP()
    {
        QFETCH(int, shape);
        QFETCH(int, backups);
        QFETCH(int, sumOf);
        constexpr int maximumP = 1024;
        std::mt19937_64 engine(test::seed + static_cast<quint64>(100 * shape + backups + 1000 * sumOf));
        std::normal_distribution<double> normal;
        std::exponential_distribution<double> exponential;
        const auto draw = [&]() -> double {
            if (shape == 0)
                return normal(engine);
            double sum = 0;
            for (int i = 0; i < sumOf; ++i)
                sum += exponential(engine) - 1;
            return sum / std::sqrt(static_cast<double>(sumOf));
        };
        const std::vector<Estimate> estimates = monteCarlo(maximumP, backups, 8000 / sumOf, draw);
        JitterTable table(shape == 0 ? JitterDistribution::Normal : JitterDistribution::Exponential, backups, sumOf);
        double squares = 0;
        for (int p = 2; p <= maximumP; ++p) {
            const Estimate& estimate = estimates[static_cast<std::size_t>(p)];
            const double z = (table.valueAt(p) - estimate.mean) / estimate.error;
            QVERIFY2(std::abs(z) < 4, qPrintable(QStringLiteral("p %1: %2 against %3 +- %4")
                                                     .arg(p)
                                                     .arg(table.valueAt(p))
                                                     .arg(estimate.mean)
                                                     .arg(estimate.error)));
            QVERIFY(estimate.error < 0.05);
            squares += z * z;
        }
        QVERIFY2(squares / maximumP < 4, "the differences are systematic");
    }

    void tableMatchesTheQuadratureBetweenNodes_data()
    {
        QTest::addColumn<int>("backups");
        QTest::addColumn<int>("sumOf");
        for (const int backups : {0, 1, 7, 300})
            for (const int sumOf : {1, 12, 512})
                QTest::addRow("%d backups, %d terms", backups, sumOf) << backups << sumOf;
    }
    void tableMatchesTheQuadratureBetweenNodes()
    {
        QFETCH(int, backups);
        QFETCH(int, sumOf);
        JitterTable normal(JitterDistribution::Normal, backups, 1);
        JitterTable erlang(JitterDistribution::Exponential, backups, sumOf);
        for (double realP = 2; realP < 1 << 20; realP *= 1.19) {
            const int p = static_cast<int>(realP);
            const int k = std::max(1, p - backups);
            const double direct = normalOrderMean(k, p);
            QVERIFY2(
                std::abs(normal.valueAt(p) - direct) < 1e-7,
                qPrintable(
                    QStringLiteral("%1: %2 %3").arg(p).arg(normal.valueAt(p), 0, 'g', 12).arg(direct, 0, 'g', 12)));
            const double sums = erlangOrderMean(sumOf, k, p);
            QVERIFY2(std::abs(erlang.valueAt(p) - sums) < 1e-6,
                     qPrintable(
                         QStringLiteral("%1: %2 %3").arg(p).arg(erlang.valueAt(p), 0, 'g', 12).arg(sums, 0, 'g', 12)));
        }
        const std::vector<double> column = normal.valuesUpTo(700);
        for (int p = 1; p <= 700; ++p)
            QCOMPARE(column[static_cast<std::size_t>(p - 1)], normal.valueAt(p));
    }

    // The sum of many exponentials tends to a normal distribution: the Wilson-Hilferty approximation must continue the
    // exact values smoothly.
    void approximationContinuesSmoothlyForManyLocalSteps()
    {
        for (const int p : {2, 64, 1024, 4096}) {
            const double before = erlangOrderMean(511, p, p) - erlangOrderMean(512, p, p);
            const double across = erlangOrderMean(512, p, p) - erlangOrderMean(513, p, p);
            QVERIFY2(std::abs(across - before) < 3e-4 * erlangOrderMean(512, p, p), qPrintable(QString::number(p)));
            QVERIFY(std::abs(erlangOrderMean(1 << 20, p, p) - normalOrderMean(p, p)) < 5e-3);
            // The distribution is right-skewed.
            QVERIFY(p == 2 || erlangOrderMean(1 << 20, p, p) > normalOrderMean(p, p));
        }
    }

    void localStepsDivideJitterByTheirRoot()
    {
        DesignTerms terms;
        terms.jitterS = 0.02;
        QVERIFY(std::abs(waiting(terms, 64, 1, 1) - 0.02 * 2.3437335) < 1e-8);
        QVERIFY(std::abs(waiting(terms, 64, 1, 25) - 0.02 * 2.3437335 / 5) < 1e-8);
        QCOMPARE(waiting(terms, 1, 1, 1), 0.0);
        terms.jitterDistribution = JitterDistribution::Exponential;
        QVERIFY(std::abs(waiting(terms, 4, 1, 1) - 0.02 * (1 + 0.5 + 1.0 / 3 + 0.25 - 1)) < 1e-15);
        terms.barrier = Barrier::None;
        QCOMPARE(waiting(terms, 64, 1, 1), 0.0);
    }

    void zeroStalenessIsABarrier()
    {
        DesignTerms terms;
        terms.jitterS = 0.02;
        DesignTerms staleTerms = terms;
        staleTerms.barrier = Barrier::BoundedStaleness;
        for (const int p : {2, 7, 64, 1000})
            for (const int H : {1, 9})
                QVERIFY(std::abs(waiting(staleTerms, p, 0.3, H) / waiting(terms, p, 0.3, H) - 1) < 1e-12);
        double before = waiting(staleTerms, 64, 0.3, 1);
        for (int s = 1; s < 50; ++s) {
            staleTerms.stalenessSteps = s;
            const double staleWaiting = waiting(staleTerms, 64, 0.3, 1);
            QVERIFY(staleWaiting > 0 && staleWaiting < before);
            before = staleWaiting;
        }
    }

    // Two workers in the diffusion limit: the gap is a random walk between two barriers, with sigma^2/(2 s t) per step.
    void boundedStalenessWithTwoWorkers()
    {
        std::mt19937_64 engine(test::seed);
        std::normal_distribution<double> gauss;
        DesignTerms terms;
        terms.barrier = Barrier::BoundedStaleness;
        terms.jitterS = 1;
        terms.stalenessSteps = 1;
        const double modelled = waiting(terms, 2, 40, 1);
        QVERIFY(std::abs(modelled * 80 - 1) < 0.05);
        const double simulated = maxPlusWaiting(2, 1, 40, [&] { return gauss(engine); });
        QVERIFY2(std::abs(modelled / simulated - 1) < 0.1,
                 qPrintable(QStringLiteral("simulated %1, modelled %2").arg(simulated).arg(modelled)));
    }

    void boundedStalenessAgainstMaxPlus_data()
    {
        QTest::addColumn<int>("p");
        QTest::addColumn<int>("s");
        QTest::addColumn<double>("t");
        QTest::addColumn<bool>("normal");
        for (const int p : {4, 16, 64})
            for (const int s : {1, 2, 8})
                for (const double t : {1.0, 3.0, 10.0})
                    for (const bool normal : {true, false})
                        QTest::addRow("%s, p %d, s %d, t/sigma %.0f", normal ? "normal" : "exponential", p, s, t)
                            << p << s << t << normal;
    }
    void boundedStalenessAgainstMaxPlus()
    {
        QFETCH(int, p);
        QFETCH(int, s);
        QFETCH(double, t);
        QFETCH(bool, normal);
        std::mt19937_64 engine(test::seed);
        std::normal_distribution<double> gauss;
        std::exponential_distribution<double> exponential;
        const double simulated =
            maxPlusWaiting(p, s, t, [&] { return normal ? gauss(engine) : exponential(engine) - 1; });
        DesignTerms terms;
        terms.barrier = Barrier::BoundedStaleness;
        terms.jitterDistribution = normal ? JitterDistribution::Normal : JitterDistribution::Exponential;
        terms.jitterS = 1;
        terms.stalenessSteps = s;
        const double modelled = waiting(terms, p, t, 1);
        const QString numbers = QStringLiteral("simulated %1, modelled %2").arg(simulated).arg(modelled);
        // A single exponential delay may exceed the whole slack, which the diffusion limit ignores.
        QVERIFY2(std::abs(modelled / simulated - 1) < (normal ? 0.25 : 0.45), qPrintable(numbers));
        // The usual approximation, a barrier every s + 1 steps, is never better, and far worse if sigma is small.
        terms.barrier = Barrier::EveryStep;
        const double blocks = waiting(terms, p, t, s + 1);
        QVERIFY2(blocks / simulated > (t >= 3 ? 2 : 1.2), qPrintable(numbers));
    }
};

SCALEWRIGHT_TEST(tst_waiting)
#include "tst_waiting.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Runs far from their median. The truth is simulated: normal noise without outliers, and noise with one run that
 // took twice as long.
#include <QTest>

#include <algorithm>
#include <random>

#include "core/base/statistics/outliers.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

std::vector<double> normalTimes(std::size_t n, double noise, std::mt19937_64& random)
{
    std::normal_distribution<double> time(1, noise);
    std::vector<double> times(n);
    std::generate(times.begin(), times.end(), [&] { return time(random); });
    return times;
}

}  // namespace

class tst_outliers : public QObject {
    Q_OBJECT
private slots:
    // At most 1 of 500 samples is flagged, plus four standard deviations of that count for chance. Ten standard
    // deviations alone would flag a run in 3.2 % of samples of five, so the limit distinguishes the two.
    void cleanNoise_data()
    {
        QTest::addColumn<int>("n");
        for (const int n : {5, 6, 7, 8, 9, 10, 11, 12, 13, 20, 50})
            QTest::addRow("%d runs", n) << n;
    }
    void cleanNoise()
    {
        QFETCH(int, n);
        constexpr int samples = 100'000;
        std::mt19937_64 random(9'000 + static_cast<unsigned>(n));
        int flaggedCount = 0;
        for (int i = 0; i < samples; ++i)
            flaggedCount += findOutliers(normalTimes(static_cast<std::size_t>(n), 0.03, random)).empty() ? 0 : 1;
        QVERIFY2(flaggedCount <= 200 + 4 * 15, qPrintable(QString("%1 of %2").arg(flaggedCount).arg(samples)));
        if (n <= 11)
            QVERIFY2(flaggedCount >= 200 - 4 * 15 - 20,
                     qPrintable(
                         // Rounded up by at most 2 %.
                         QString("%1 of %2: more than it has to be").arg(flaggedCount).arg(samples)));
    }

    // At 1 % noise a run that took twice as long is found in 90 % of samples of five and in almost all samples of
    // eight; at 3 % in almost all samples of ten.
    void findsARunTwiceAsLong()
    {
        for (const auto& [n, noise, share] : {std::tuple{5, 0.01, 0.9}, {8, 0.01, 0.999}, {10, 0.03, 0.98}}) {
            std::mt19937_64 random(77);
            constexpr int samples = 5'000;
            int foundCount = 0;
            for (int i = 0; i < samples; ++i) {
                std::vector<double> times = normalTimes(static_cast<std::size_t>(n), noise, random);
                times[2] *= 2;
                const std::vector<std::size_t> far = findOutliers(times);
                foundCount += far == std::vector<std::size_t>{2} ? 1 : 0;
            }
            QVERIFY2(foundCount >= share * samples,
                     qPrintable(QString("%1 of %2 at n = %3").arg(foundCount).arg(samples).arg(n)));
        }
    }

    // By hand: median 100, deviations 0 1 1 2 9, whose median is 1; 9 is below any threshold. With 200 the deviation is
    // 100 medians.
    void outliersMatchHandCalculation()
    {
        QVERIFY(findOutliers({100, 101, 99, 102, 109}).empty());
        QCOMPARE(findOutliers({100, 101, 99, 102, 200}), std::vector<std::size_t>{4});
        QVERIFY(findOutliers({1, 1, 1, 9}).empty());  // four runs are too few
        QVERIFY(findOutliers({1, 1, 1, 1, 9}).empty());  // without scatter there is no scale
        for (std::size_t n = minimumOutlierSample; n < 60; ++n)
            QVERIFY(outlierDeviations(n) >= 14.826);
    }
};

SCALEWRIGHT_TEST(tst_outliers)
#include "tst_outliers.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: the printed table of Student's t (two-sided 95 % and 99 %), and the closed forms for 1 and 2
 // degrees.
#include <QTest>

#include <cmath>
#include <numbers>

#include "core/base/statistics/distributions.h"
#include "tests/support/registry.h"

using namespace scalewright;

class tst_student_t : public QObject {
    Q_OBJECT
private slots:
    void printedTable_data();
    void printedTable();
    void closedForms();
    void interpolatesBetweenIntegerDegrees();
};

void tst_student_t::printedTable_data()
{
    QTest::addColumn<double>("level");
    QTest::addColumn<int>("degrees");
    QTest::addColumn<double>("t");
    const std::vector<std::pair<int, double>> twoSided95{
        {1, 12.706}, {2, 4.303},  {3, 3.182},  {4, 2.776},  {5, 2.571},  {6, 2.447},  {7, 2.365},   {8, 2.306},
        {9, 2.262},  {10, 2.228}, {15, 2.131}, {20, 2.086}, {30, 2.042}, {60, 2.000}, {120, 1.980}, {100'000, 1.960}};
    for (const auto& [degrees, t] : twoSided95)
        QTest::addRow("95 %% with %d", degrees) << 0.95 << degrees << t;
    const std::vector<std::pair<int, double>> twoSided99{{1, 63.657}, {2, 9.925}, {5, 4.032}, {10, 3.169}, {30, 2.750}};
    for (const auto& [degrees, t] : twoSided99)
        QTest::addRow("99 %% with %d", degrees) << 0.99 << degrees << t;
}

void tst_student_t::printedTable()
{
    QFETCH(double, level);
    QFETCH(int, degrees);
    QFETCH(double, t);
    QVERIFY(std::abs(studentTQuantile(level, degrees) - t) < 0.0006);
}

void tst_student_t::closedForms()
{
    for (const double x : {0.1, 1.0, 2.5, 40.0}) {
        QVERIFY(std::abs(studentTQuantile(2 / std::numbers::pi * std::atan(x), 1) / x - 1) < 1e-12);
        QVERIFY(std::abs(studentTQuantile(x / std::sqrt(2 + x * x), 2) / x - 1) < 1e-12);
    }
}

// scipy 1.10.1: t.ppf(0.975, 1.5), (0.975, 2.5), (0.995, 7.3).
void tst_student_t::interpolatesBetweenIntegerDegrees()
{
    for (const auto& [level, degrees, t] :
         {std::tuple{0.95, 1.5, 6.016663107990447}, {0.95, 2.5, 3.5746548420118773}, {0.99, 7.3, 3.451031655622189}})
        QVERIFY(std::abs(studentTQuantile(level, degrees) / t - 1) < 1e-8);
}

SCALEWRIGHT_TEST(tst_student_t)
#include "tst_student_t.moc"

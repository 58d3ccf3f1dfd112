// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/model/bottleneck/flow.h"
#include "core/project/document/project_file.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"
#include "ui/baseline/roofline_chart.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"
#include "ui/quantity/quantity_edit.h"

using namespace scalewright;
using namespace scalewright::ui;
using scalewright::test::near;

namespace {

WorkloadStep step(const char* name, MaybeQuantity timeS, MaybeQuantity ioS, MaybeQuantity flops, MaybeQuantity bytes)
{
    return {.name = name, .stepTimeS = timeS, .ioTimeS = ioS, .flops = flops, .bytesMoved = bytes, .unknown = {}};
}

// Exercise 41.2.3: 20 TFLOP/s, 800 GB/s, a step of 6 TFLOP and 120 GB. On its roof it takes W/pi = 0.3 s.
Project exercise4123()
{
    Project project;
    project.baseline.machine.peakFlops = typed(20e12);
    project.baseline.machine.memoryBandwidthBytesPerS = typed(800e9);
    project.baseline.steps = {step("train", typed(0.3), typed(0), typed(6e12), typed(1.2e11))};
    return project;
}

// Output 41.2.1 with its times and sizes; the sum takes one FLOP per element.
std::vector<WorkloadStep> output4121()
{
    return {
        step("compute-heavy", typed(2.4954), typed(0), typed(2 * std::pow(1200.0, 3)), typed(3 * 8 * 1200.0 * 1200)),
        step("memory-heavy", typed(0.0476), typed(0), typed(4e7), typed(3.2e8)),
        step("io-heavy", typed(0.0724), typed(0.0724), typed(0), typed(1.28e8))};
}

const SeriesSpec* series(const ChartSpec& chart, const char* key)
{
    const auto found =
        std::find_if(chart.series.begin(), chart.series.end(), [&](const SeriesSpec& each) { return each.key == key; });
    return found == chart.series.end() ? nullptr : &*found;
}

const PointSpec* point(const ChartSpec& chart, const QString& label)
{
    const auto found = std::find_if(chart.points.begin(), chart.points.end(),
                                    [&](const PointSpec& each) { return each.label == label; });
    return found == chart.points.end() ? nullptr : &*found;
}

std::vector<RooflinePoint> pointsOf(const Project& project)
{
    return stepsOnRoofline(evaluateFlow(profileOf(project)));
}

ChartSpec rooflineChart(const Project& project)
{
    return ui::rooflineChart(project, pointsOf(project));
}

FigureTexts rooflineTexts(const Project& project)
{
    return ui::rooflineTexts(project, pointsOf(project));
}

Table rooflineTable(const Project& project)
{
    return ui::rooflineTable(project, pointsOf(project));
}

}  // namespace

class tst_roofline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bookExercise();
    void roofIsTheLowerOfTheCeilings();
    void drawsIntervalsAsABand();
    void stepsOfOutput4121();
    void drawsOneCeilingAndReportsTheOther_data();
    void drawsOneCeilingAndReportsTheOther();
    void reportsThatNothingIsKnown();
    void reportsStepsThatCannotBePlaced_data();
    void reportsStepsThatCannotBePlaced();
    void stepWithoutATimeIsARingOnItsRoof();
    void reportsAStepAboveItsRoof();
    void targetIsAReferenceAndDoesNotRescale();
    void oneCoreHasItsOwnRoof();
    void tableHasRoofAndSteps();
    void exports_data();
    void exports();
};

void tst_roofline::bookExercise()
{
    const ChartSpec chart = rooflineChart(exercise4123());
    QCOMPARE(chart.markers.size(), 1u);
    QVERIFY(near(chart.markers.front().x, 25));  // I* = pi/beta
    QCOMPARE(chart.markers.front().label, QStringLiteral("ridge 25 FLOP/B"));
    const PointSpec* train = point(chart, QStringLiteral("train"));
    QVERIFY(train);
    QVERIFY(near(train->x, 50));  // I = W/Q
    QVERIFY(near(train->y, 20e12));
    QCOMPARE(train->role, ColorRole::Compute);
    QVERIFY(train->filled);
    QVERIFY(QString(train->subLabel).contains(QStringLiteral("100 % of its roof")));
    const QString caption = rooflineTexts(exercise4123()).caption;
    Project quoted = exercise4123();
    quoted.baseline.machine.peakFlops->provenance = {Origin::Catalogue, "a card", "2026-01", "fp32, dense"};
    QVERIFY(rooflineTexts(quoted).caption.contains(QStringLiteral("The peak is quoted in fp32.")) &&
            !caption.contains(QStringLiteral("quoted in")));
    QCOMPARE(shortProvenanceText(quoted.baseline.machine.peakFlops->provenance).section(QStringLiteral(" · "), -1),
             QStringLiteral("fp32"));
    QVERIFY2(caption.contains(QStringLiteral("π 20.0 TFLOP/s (typed)")) &&
                 caption.contains(QStringLiteral("β 800 GB/s (typed)")) &&
                 caption.contains(QStringLiteral("25 FLOP/B")),
             qPrintable(caption));
}

void tst_roofline::roofIsTheLowerOfTheCeilings()
{
    const ChartSpec chart = rooflineChart(exercise4123());
    const SeriesSpec* roof = series(chart, "attainable_flops");
    QVERIFY(roof && roof->x.size() == roof->y.size() && roof->x.size() > 2);
    bool corner = false;
    for (std::size_t i = 0; i < roof->x.size(); ++i) {
        const double slope = 800e9 * roof->x[i];
        QVERIFY(near(roof->y[i], slope < 20e12 ? slope : 20e12));
        corner |= near(roof->x[i], 25);
        QVERIFY(i == 0 || roof->x[i] > roof->x[i - 1]);
    }
    QVERIFY2(corner, "the ridge is cut off");
    QVERIFY(*chart.x.low <= roof->x.front() && *chart.x.high >= roof->x.back());
    QVERIFY(*chart.x.low < 25 && *chart.x.high > 50 && *chart.y.high > 20e12);
}

void tst_roofline::drawsIntervalsAsABand()
{
    Project project = exercise4123();
    project.baseline.machine.peakFlops->interval = Interval{18e12, 21e12, 0.95};
    const ChartSpec chart = rooflineChart(project);
    QCOMPARE(chart.bands.size(), 1u);
    const BandSpec& band = chart.bands.front();
    QVERIFY(near(band.low.back(), 18e12) && near(band.high.back(), 21e12));
    QVERIFY2(near(band.low.front(), band.high.front()), "the slope is exact");
    QVERIFY(rooflineChart(exercise4123()).bands.empty());
}

void tst_roofline::stepsOfOutput4121()
{
    Project project;
    project.baseline.steps = output4121();
    project.baseline.machine.peakFlops = typed(1.4e9);
    project.baseline.machine.memoryBandwidthBytesPerS = typed(6.73e9);
    const ChartSpec chart = rooflineChart(project);
    QCOMPARE(chart.points.size(), 2u);
    const PointSpec* matmul = point(chart, QStringLiteral("compute-heavy"));
    QVERIFY(near(matmul->x, 100));
    QCOMPARE(significantText(matmul->y / 1e9, 2), std::string("1.4"));  // the book prints 1.4 GFLOP/s
    QVERIFY(QString(matmul->subLabel).contains(QStringLiteral("of its roof")));
    QVERIFY(near(point(chart, QStringLiteral("memory-heavy"))->x, 0.125));
    const FigureTexts texts = rooflineTexts(project);
    QVERIFY2(texts.caption.contains(QStringLiteral("io-heavy (no arithmetic, 1.77 GB/s)")),
             qPrintable(texts.caption));  // as printed
    QVERIFY(texts.summary.contains(QStringLiteral("compute-heavy")) &&
            texts.summary.contains(QStringLiteral("io-heavy")));
}

void tst_roofline::drawsOneCeilingAndReportsTheOther_data()
{
    QTest::addColumn<bool>("peak");
    QTest::addColumn<QString>("missing");
    QTest::newRow("peak only") << true << QStringLiteral("memory bandwidth, is not known");
    QTest::newRow("bandwidth only") << false << QStringLiteral("peak FLOP/s, is not known");
}

void tst_roofline::drawsOneCeilingAndReportsTheOther()
{
    QFETCH(bool, peak);
    QFETCH(QString, missing);
    Project project = exercise4123();
    (peak ? project.baseline.machine.memoryBandwidthBytesPerS : project.baseline.machine.peakFlops).reset();
    const ChartSpec chart = rooflineChart(project);
    const SeriesSpec* roof = series(chart, "attainable_flops");
    QVERIFY(roof);
    for (std::size_t i = 0; i < roof->x.size(); ++i)
        QVERIFY(near(roof->y[i], peak ? 20e12 : 800e9 * roof->x[i]));
    QVERIFY(chart.markers.empty());
    QCOMPARE(chart.points.size(), 1u);
    QVERIFY(rooflineTexts(project).caption.contains(missing));
}

void tst_roofline::reportsThatNothingIsKnown()
{
    const ChartSpec chart = rooflineChart({});
    QVERIFY(chart.series.empty() && chart.points.empty());
    QVERIFY(chart.emptyText.find("measure this machine") != std::string::npos);
    QVERIFY(rooflineTable({}).rows.empty());

    Project steps;
    steps.baseline.steps = output4121();  // points, but no roof above them
    QCOMPARE(rooflineChart(steps).points.size(), 2u);
    QVERIFY(rooflineChart(steps).series.empty());
}

void tst_roofline::reportsStepsThatCannotBePlaced_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("expectedText");
    QTest::newRow("flops") << QStringLiteral("flops")
                           << QStringLiteral("train (its FLOP are not known: type them into its row)");
    QTest::newRow("bytes") << QStringLiteral("bytes")
                           << QStringLiteral("train (its bytes moved are not known: type them into its row)");
    QTest::newRow("no bytes") << QStringLiteral("no bytes") << QStringLiteral("train (it moves no bytes in memory)");
    QTest::newRow("no time and no roof") << QStringLiteral("time")
                                         << QStringLiteral("train (its step time is not known)");
    QTest::newRow("no name") << QStringLiteral("name")
                             << QStringLiteral("step 1 (its FLOP are not known: type them into its row)");
}

void tst_roofline::reportsStepsThatCannotBePlaced()
{
    QFETCH(QString, field);
    QFETCH(QString, expectedText);
    Project project = exercise4123();
    WorkloadStep& train = project.baseline.steps.front();
    if (field == QLatin1String("flops") || field == QLatin1String("name"))
        train.flops.reset();
    if (field == QLatin1String("name"))
        train.name.clear();
    if (field == QLatin1String("bytes"))
        train.bytesMoved.reset();
    if (field == QLatin1String("no bytes"))
        train.bytesMoved = typed(0);
    if (field == QLatin1String("time")) {
        train.stepTimeS.reset();
        project.baseline.machine.peakFlops.reset();
    }
    QVERIFY(rooflineChart(project).points.empty());
    const FigureTexts texts = rooflineTexts(project);
    QVERIFY2(texts.caption.contains(expectedText), qPrintable(texts.caption));
    QVERIFY(texts.summary.contains(expectedText));
}

void tst_roofline::stepWithoutATimeIsARingOnItsRoof()
{
    Project project = exercise4123();
    project.baseline.steps.front().stepTimeS.reset();
    project.baseline.steps.front().bytesMoved = typed(6e11);  // I = 10: 8 TFLOP/s on the slope
    const ChartSpec chart = rooflineChart(project);
    QCOMPARE(chart.points.size(), 1u);
    QVERIFY(!chart.points.front().filled);
    QVERIFY(near(chart.points.front().y, 8e12));
    QVERIFY(chart.points.front().subLabel.find("no step time") != std::string::npos);
}

void tst_roofline::reportsAStepAboveItsRoof()
{
    Project project = exercise4123();
    const QString warning = QStringLiteral("train is faster than the roof allows");
    QVERIFY(!rooflineTexts(project).caption.contains(warning));
    project.baseline.steps.front().stepTimeS = typed(0.25);
    QVERIFY(rooflineTexts(project).caption.contains(warning));
    QVERIFY(near(rooflineChart(project).points.front().y, 24e12));
}

void tst_roofline::targetIsAReferenceAndDoesNotRescale()
{
    Project project = exercise4123();
    const ChartSpec withoutReference = rooflineChart(project);
    QVERIFY(targetDiffersText(project).isEmpty());
    project.target.peakFlops = typed(20e12);
    project.target.memoryBandwidthBytesPerS = typed(800e9);
    QVERIFY2(targetDiffersText(project).isEmpty(), "the same machine");
    QVERIFY(!series(rooflineChart(project), "target_roof"));

    project.target.node = "another card";
    project.target.peakFlops = typed(300e12);
    project.target.memoryBandwidthBytesPerS = typed(2e12);
    const ChartSpec chart = rooflineChart(project);
    const SeriesSpec* target = series(chart, "target_roof");
    QVERIFY(target && target->isReference);
    QVERIFY(near(target->y.back(), 300e12));
    QVERIFY(*chart.y.high > 300e12);
    QCOMPARE(chart.points.front().y, withoutReference.points.front().y);
    QCOMPARE(chart.points.front().subLabel, withoutReference.points.front().subLabel);
    const QString caption = rooflineTexts(project).caption;
    QVERIFY2(caption.contains(QStringLiteral("another card")) && caption.contains(QStringLiteral("not rescaled")),
             qPrintable(caption));
}

// Williams, Waterman, Patterson 2009: a ceiling below the roof, min(pi, beta I) with the values measured on one core.
void tst_roofline::oneCoreHasItsOwnRoof()
{
    Project project = exercise4123();
    const ChartSpec withoutReference = rooflineChart(project);
    QVERIFY(!series(withoutReference, "one_core_roof"));
    QVERIFY(!rooflineTexts(project).caption.contains(QStringLiteral("one core")));
    project.baseline.machine.peakFlopsOneCore = typed(1e12);
    project.baseline.machine.memoryBandwidthOneCoreBytesPerS = typed(100e9);
    const ChartSpec chart = rooflineChart(project);
    const SeriesSpec* one = series(chart, "one_core_roof");
    QVERIFY(one && one->isReference && one->x.size() > 2);
    for (std::size_t i = 0; i < one->x.size(); ++i)
        QVERIFY(near(one->y[i], one->x[i] < 10 ? 100e9 * one->x[i] : 1e12));
    QVERIFY2(one->label.find("1.00 TFLOP/s") != std::string::npos && one->label.find("100 GB/s") != std::string::npos,
             one->label.c_str());
    QVERIFY(*chart.y.low < 1e12);
    // Relative to the roof of all cores.
    QCOMPARE(chart.points.front().subLabel, withoutReference.points.front().subLabel);
    const QString caption = rooflineTexts(project).caption;
    QVERIFY2(caption.contains(QStringLiteral("The verdict uses the roof of all cores")) &&
                 !caption.contains(QStringLiteral("Part of the one-core roof is higher")),
             qPrintable(caption));
    const Table table = rooflineTable(project);
    const bool ridge = std::any_of(table.rows.begin(), table.rows.end(), [](const std::vector<Cell>& row) {
        return std::get<std::string>(row[1]) == "ridge of one core" && near(std::get<double>(row[0]), 10) &&
               near(std::get<double>(row[2]), 1e12);
    });
    QVERIFY(ridge);

    project.baseline.machine.peakFlopsOneCore = typed(21e12);  // all cores cannot be slower than one
    QVERIFY(rooflineTexts(project).caption.contains(QStringLiteral("Part of the one-core roof is higher")));
}

void tst_roofline::tableHasRoofAndSteps()
{
    Project project = exercise4123();
    project.baseline.steps.push_back(step("load", typed(0.1), typed(0.1), typed(0), typed(1e9)));
    const Table table = rooflineTable(project);
    QCOMPARE(table.caption, rooflineTexts(project).caption.toStdString());
    const auto column = [&](const char* key) {
        return static_cast<std::size_t>(std::find_if(table.columns.begin(), table.columns.end(),
                                                     [&](const Column& each) { return each.key == key; }) -
                                        table.columns.begin());
    };
    const std::size_t name = column("name"), x = column("intensity"), roof = column("attainable_flops"),
                      achieved = column("achieved_flops"), share = column("time_share"), bound = column("bottleneck");
    std::map<std::string, std::vector<Cell>> rows;
    for (const std::vector<Cell>& row : table.rows) {
        QCOMPARE(row.size(), table.columns.size());
        rows[std::get<std::string>(row[name])] = row;
        if (const double* intensity = std::get_if<double>(&row[x]); intensity && *intensity > 0)
            QVERIFY(near(std::get<double>(row[roof]), std::min(20e12, 800e9 * *intensity)));
    }
    QCOMPARE(rows.size(), 5u);
    QVERIFY(near(std::get<double>(rows.at("ridge")[x]), 25));
    QVERIFY(near(std::get<double>(rows.at("train")[achieved]), 20e12));
    QVERIFY(near(std::get<double>(rows.at("train")[share]), 0.75));
    QCOMPARE(std::get<std::string>(rows.at("train")[bound]), std::string("compute"));
    QCOMPARE(std::get<std::string>(rows.at("load")[bound]), std::string("data I/O"));
}

void tst_roofline::exports_data()
{
    QTest::addColumn<FigureFormat>("format");
    QTest::newRow("svg") << FigureFormat::Svg;
    QTest::newRow("pdf") << FigureFormat::Pdf;
    QTest::newRow("png") << FigureFormat::Png;
    QTest::newRow("csv") << FigureFormat::Csv;
    QTest::newRow("booktabs") << FigureFormat::Booktabs;
    QTest::newRow("pgfplots") << FigureFormat::Pgfplots;
}

void tst_roofline::exports()
{
    QFETCH(FigureFormat, format);
    const Project project = exercise4123();
    Chart chart;
    chart.setSpec(rooflineChart(project));
    chart.setTexts(rooflineTexts(project));
    chart.setTableSource([&] { return rooflineTable(project); });
    const Result<QByteArray> bytes = encodeFigure(chart, format);
    QVERIFY2(bytes, bytes ? "" : describe(bytes.error()).c_str());
    if (format == FigureFormat::Svg || format == FigureFormat::Csv)
        QVERIFY(bytes->contains("train"));
    if (format == FigureFormat::Pgfplots) {
        QVERIFY(bytes->contains("xmode=log"));
        QVERIFY2(!bytes->contains("log basis x=2"), "an intensity is no worker count");
        QVERIFY(bytes->contains("\\ensuremath{\\pi} 20.0 TFLOP/s"));
        QVERIFY(bytes->contains("axis cs:50,2e+13)"));  // the step "train": 50 FLOP per byte at the peak of 20 TFLOP/s
    }
}

SCALEWRIGHT_TEST(tst_roofline)

#include "tst_roofline.moc"

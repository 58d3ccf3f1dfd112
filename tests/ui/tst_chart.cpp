// SPDX-License-Identifier: GPL-3.0-or-later
// Charts: geometry compared with brute force, label placement for many seeds, mouse and keyboard input, and the read-out.
#include <QAccessible>
#include <QApplication>
#include <QImage>
#include <QLineEdit>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/model/scaling/prediction.h"
#include "core/output/chart/axis_layout.h"
#include "core/output/chart/chart_layout.h"
#include "core/output/chart/geometry.h"
#include "tests/support/registry.h"
#include "ui/figure/chart.h"
#include "ui/figure/read_out.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

const Rect frame(40, 10, 600, 300);

Polyline randomLine(QRandomGenerator& random, int points)
{
    Polyline line;
    double x = -60, y = 160;
    for (int i = 0; i < points; ++i) {
        line.push_back({x, y});
        x += 0.2 + random.generateDouble() * 1600 / points;
        y += (random.generateDouble() - 0.5) * 900 / std::sqrt(points);
    }
    return line;
}

// y of a line with ascending x, or NaN outside its range.
double heightAt(const Polyline& line, double x)
{
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
        if (line[i].x <= x && x <= line[i + 1].x && line[i + 1].x > line[i].x)
            return line[i].y + (line[i + 1].y - line[i].y) * (x - line[i].x) / (line[i + 1].x - line[i].x);
    return std::nan("");
}

bool overlap(const Rect& a, const Rect& b)
{
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

SeriesSpec series(const QString& name, std::vector<double> y, ColorRole role = ColorRole::Compute)
{
    SeriesSpec made;
    made.key = made.name = name;
    made.y = std::move(y);
    made.role = role;
    return made;
}

/// Output 41.4.1 as a chart with the book's landmarks.
ChartSpec bookChart()
{
    ScalingModel model{.tCompS = 1};
    model.primaryExchange().communication.alphaS = 0.0008;
    model.primaryExchange().communication.betaS = 0.04;
    const Prediction prediction = predict(model, 1024);
    ChartSpec spec;
    spec.x = {QStringLiteral("workers p"), AxisScale::Log2, 1, 1024, {}};
    spec.y.numberStyle = {NumberStyle::Kind::Factor, Dimension::Ratio, 3};
    spec.series.push_back(series(QStringLiteral("speedup"), prediction.columns.speedup));
    SeriesSpec ideal = series({}, {});
    for (int p = 1; p <= 1024; ++p)
        ideal.y.push_back(p);
    ideal.label = QStringLiteral("ideal");
    ideal.isReference = true;
    spec.series.push_back(ideal);
    spec.markers.push_back({QStringLiteral("plan"),
                            13,
                            prediction.row(13).speedup,
                            QStringLiteral("plan p 13 · 6.24×"),
                            {},
                            MarkerSpec::Kind::Flag,
                            ColorRole::Ink,
                            true});
    spec.points.push_back({QStringLiteral("p_star"), 34, prediction.row(34).speedup, QStringLiteral("p* 34 (fastest)"),
                           QStringLiteral("7.49×, in [28, 41]"), ColorRole::Compute, true, true});
    return spec;
}

ChartLayout build(const ChartSpec& spec, Size size = {640, 360}, const VisualStyle& style = {})
{
    return layOutChart(spec, size, chartStyle(style));
}

// The largest difference in any channel between two pictures of the same size.
int difference(const QImage& a, const QImage& b)
{
    int maximum = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QColor one = a.pixelColor(x, y), two = b.pixelColor(x, y);
            maximum = std::max({maximum, std::abs(one.red() - two.red()), std::abs(one.green() - two.green()),
                                std::abs(one.blue() - two.blue())});
        }
    return maximum;
}

}  // namespace

class tst_chart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)"))); }

    void linearAxisEndsAtRoundNumbers_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<int>("wanted");
        QTest::addColumn<double>("top");
        QTest::addColumn<double>("step");
        QTest::newRow("the book's S(p)") << 1.0 << 9.2 << 5 << 10.0 << 2.0;
        QTest::newRow("shares") << 0.01 << 1.0 << 4 << 1.0 << 0.25;
        QTest::newRow("milliseconds") << 0.001 << 0.0431 << 5 << 0.05 << 0.01;
        QTest::newRow("large") << 3.0 << 7300.0 << 4 << 8000.0 << 2000.0;
        QTest::newRow("exact") << 0.0 << 10.0 << 5 << 10.0 << 2.0;
    }
    void linearAxisEndsAtRoundNumbers()
    {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(int, wanted);
        QFETCH(double, top);
        QFETCH(double, step);
        const AxisLayout axis = layOutAxis({}, ValueRange{low, high}, wanted);
        QCOMPARE(axis.low, 0.0);
        QVERIFY2(std::abs(axis.high - top) < 1e-9 * top, qPrintable(QString::number(axis.high)));
        QVERIFY(std::abs(axis.ticks.at(1) - axis.ticks.at(0) - step) < 1e-9 * step);
        QVERIFY(std::abs(axis.ticks.back() - top) < 1e-9 * top);
    }

    void axisLabels()
    {
        AxisSpec workers{std::string("workers p"), AxisScale::Log2, 1, 1024, {}};
        const AxisLayout all = layOutAxis(workers, std::nullopt, 12);
        QCOMPARE(all.labels, (std::vector<std::string>{"1", "2", "4", std::string("8"), std::string("16"),
                                                       std::string("32"), std::string("64"), std::string("128"),
                                                       std::string("256"), std::string("512"), std::string("1024")}));
        const AxisLayout fewWorkers = layOutAxis(workers, std::nullopt, 5);
        QCOMPARE(fewWorkers.labels.front(), std::string("1"));
        QCOMPARE(fewWorkers.labels.back(), std::string("1024"));
        QCOMPARE(fewWorkers.labels.size(), std::size_t(6));

        AxisSpec share;
        share.numberStyle.kind = NumberStyle::Kind::Percent;
        QCOMPARE(layOutAxis(share, ValueRange{0.1, 1.0}, 4).labels.back(), std::string("100 %"));

        AxisSpec time{
            std::string("step time"), AxisScale::Linear, {}, {}, {NumberStyle::Kind::Amount, Dimension::Time, 3}};
        const AxisLayout milliseconds = layOutAxis(time, ValueRange{0.001, 0.0431}, 5);
        QCOMPARE(milliseconds.title, std::string("step time (ms)"));
        QCOMPARE(milliseconds.labels.back(), std::string("50"));
        QVERIFY(std::abs(milliseconds.ticks.back() - 0.05) < 1e-12);

        // 10 000 s are 2.78 h: above minutes, ticks are at round numbers of hours.
        const AxisSpec clock{.scale = AxisScale::Log10,
                             .low = 250,
                             .high = 25000,
                             .numberStyle = {.kind = NumberStyle::Kind::Amount, .dimension = Dimension::Time}};
        const AxisLayout hours = layOutAxis(clock, std::nullopt, 10);
        const std::vector<std::string> labels(hours.labels.begin(), hours.labels.end());
        QVERIFY((labels == std::vector<std::string>{std::string("5 min"), std::string("10 min"), std::string("30 min"),
                                                    std::string("1 h"), std::string("2 h"), std::string("5 h")}));
        const std::vector<double> seconds(hours.ticks.begin(), hours.ticks.end());
        QVERIFY((seconds == std::vector<double>{300, 600, 1800, 3600, 7200, 18000}));

        AxisSpec decades{{}, AxisScale::Log10, {}, {}, {}};
        const AxisLayout wide = layOutAxis(decades, ValueRange{3e-5, 4e6}, 12);
        QCOMPARE(wide.low, 1e-5);
        QCOMPARE(wide.high, 1e7);
        QCOMPARE(wide.labels.front(), std::string("10⁻⁵"));
        QVERIFY(std::find(wide.labels.begin(), wide.labels.end(), std::string("0.01")) != wide.labels.end());
    }

    void axisWithoutValuesAndWithOneValue()
    {
        const AxisLayout emptyAxis = layOutAxis({}, std::nullopt, 5);
        QVERIFY(emptyAxis.high > emptyAxis.low);
        const AxisLayout zero = layOutAxis({}, ValueRange{0, 0}, 5);
        QVERIFY(zero.high > zero.low);
        const AxisLayout one = layOutAxis({{}, AxisScale::Log2, {}, {}, {}}, ValueRange{1, 1}, 5);
        QVERIFY(one.high > one.low && one.low > 0);
    }

    void missingNumbersAreADash()
    {
        QCOMPARE(formatNumber(std::nan(""), {}), std::string("–"));
        QCOMPARE(formatNumber(INFINITY, {NumberStyle::Kind::Factor, {}, 3}), std::string("–"));
        QCOMPARE(formatNumber(0.2203, {NumberStyle::Kind::Percent, {}, 3}), std::string("22.0 %"));
        QCOMPARE(formatNumber(7.4912, {NumberStyle::Kind::Factor, {}, 3}), std::string("7.49×"));
    }

    // Extreme doubles still give a valid axis, and no pixel coordinate is Inf or NaN. 1e-280 and 1e250 are
    // QCustomPlot's own limits (QCPRange::minRange, maxRange).
    void extremesAreDrawable()
    {
        for (const AxisScale scale : {AxisScale::Linear, AxisScale::Log2, AxisScale::Log10})
            for (const ValueRange range : {ValueRange{1e-320, 1e-320}, ValueRange{5e-324, 1.7e308},
                                           ValueRange{1e300, 1.7e308}, ValueRange{1, 1e303}, ValueRange{1e-310, 1}}) {
                const AxisLayout axis = layOutAxis({.scale = scale}, range, 6);
                QVERIFY(axis.high - axis.low > 1e-280 && std::abs(axis.high) < 1e250 && std::abs(axis.low) < 1e250);
                QVERIFY(scale == AxisScale::Linear || (axis.low > 0 && std::isfinite(axis.high / axis.low)));
                const AxisMap map(scale, axis.low, axis.high, 0, 400);
                for (const double value : {5e-324, 1e-320, 1.0, 1e300, 1.7e308})
                    QVERIFY(std::isfinite(map.toPixel(value)));
            }
        QVERIFY(std::isfinite(AxisMap(AxisScale::Linear, 0, 1e-320, 0, 400).toPixel(1)));
    }

    void mapAndInverseAgree()
    {
        const AxisMap log(AxisScale::Log2, 1, 1024, 40, 640);
        QVERIFY(std::abs(log.toPixel(32) - 340) < 1e-9);  // halfway: 2^5 of 2^10
        QVERIFY(std::abs(log.toValue(340) - 32) < 1e-9);
        const AxisMap linear(AxisScale::Linear, 0, 10, 310, 10);
        QVERIFY(std::abs(linear.toPixel(2.5) - 235) < 1e-9);
        QVERIFY(!log.canMap(0) && !log.canMap(-1) && !log.canMap(std::nan("")) && linear.canMap(0));
    }

    void clippingKeepsExactlyTheInside()
    {
        for (quint32 seed = 1; seed <= 200; ++seed) {
            QRandomGenerator random(seed);
            const Polyline line = randomLine(random, 40);
            const auto pieces = clippedLine(line, frame);
            for (const Polyline& piece : pieces)
                for (const Point& point : piece)
                    QVERIFY2(point.x >= frame.left && point.x <= frame.right && point.y >= frame.top &&
                                 point.y <= frame.bottom,
                             qPrintable(QStringLiteral("seed %1").arg(seed)));
            for (double x = frame.left + 0.37; x < frame.right; x += 1.7) {
                const double y = heightAt(line, x);
                if (std::isnan(y) || std::abs(y - frame.top) < 1e-6 || std::abs(y - frame.bottom) < 1e-6)
                    continue;
                const bool inside = y > frame.top && y < frame.bottom;
                bool isDrawn = false;
                for (const Polyline& piece : pieces)
                    if (const double height = heightAt(piece, x); !std::isnan(height)) {
                        isDrawn = true;
                        QVERIFY2(std::abs(height - y) < 1e-6,
                                 qPrintable(QStringLiteral("seed %1, x %2").arg(seed).arg(x)));
                    }
                QVERIFY2(isDrawn == inside, qPrintable(QStringLiteral("seed %1, x %2").arg(seed).arg(x)));
            }
        }
    }

    void clampsAreaEdgesToTheFrame()
    {
        for (quint32 seed = 1; seed <= 200; ++seed) {
            QRandomGenerator random(seed);
            const Polyline line = randomLine(random, 25);
            const Polyline edge = clampedLine(line, frame);
            for (const Point& point : edge)
                QVERIFY(frame.contains(point));
            for (double x = frame.left + 0.11; x < frame.right; x += 2.3) {
                const double y = heightAt(line, x), edgeY = heightAt(edge, x);
                if (std::isnan(y))
                    continue;
                QVERIFY2(std::abs(std::clamp(y, frame.top, frame.bottom) - edgeY) < 1e-6,
                         qPrintable(QStringLiteral("seed %1, x %2").arg(seed).arg(x)));
            }
        }
    }

    void simplifyingStaysWithinItsTolerance()
    {
        for (quint32 seed = 1; seed <= 100; ++seed) {
            QRandomGenerator random(seed);
            const Polyline line = randomLine(random, 300);
            const Polyline simple = simplifiedLine(line, 0.5);
            QCOMPARE(simple.front(), line.front());
            QCOMPARE(simple.back(), line.back());
            for (const Point& point : line)
                QVERIFY2(std::abs(heightAt(simple, point.x) - point.y) <= 0.5 + 1e-9,
                         qPrintable(QStringLiteral("seed %1").arg(seed)));
        }
        Polyline parabola;
        for (int x = 0; x <= 1000; ++x)
            parabola.push_back({double(x), 0.0003 * x * x});
        // A chord of length c deviates from a parabola by y'' c^2/8 = 0.00006/8 c^2...: 0.05 px allow chords of up to
        // 52 px each way.
        QVERIFY2(simplifiedLine(parabola, 0.05).size() < 60, "too many points");
    }

    void samplingKeepsEveryExtreme()
    {
        std::vector<double> y(100000);
        for (std::size_t i = 0; i < y.size(); ++i)
            y[i] = std::sin(static_cast<double>(i) * 1e-3);
        y[70707] = 5;
        y[123] = -4;
        const AxisMap x(AxisScale::Linear, 1, 100000, 0, 800), map(AxisScale::Linear, -10, 10, 400, 0);
        const auto runs = sampledLine({}, y, x, map, 0, 800);
        QCOMPARE(runs.size(), std::size_t(1));
        QVERIFY(runs.front().size() < 4 * 802);
        double top = 1e9, bottom = -1e9;
        for (const Point& point : runs.front()) {
            top = std::min(top, point.y);
            bottom = std::max(bottom, point.y);
        }
        QCOMPARE(top, 100.0);  // 5
        QCOMPARE(bottom, 280.0);  // -4
    }

    void gapsStayGaps()
    {
        const AxisMap x(AxisScale::Linear, 1, 6, 0, 500), y(AxisScale::Linear, 0, 10, 100, 0);
        const std::vector<double> values{1, 2, std::nan(""), 4, INFINITY, 6};
        const auto runs = sampledLine({}, values, x, y, 0, 500);
        QCOMPARE(runs.size(), std::size_t(3));
        QCOMPARE(runs[0].size(), 2u);
        QCOMPARE(runs[1].size(), 1u);
        QCOMPARE(runs[2].size(), 1u);
    }

    void labelsNeverCoverAnything()
    {
        int omittedLabels = 0;
        for (quint32 seed = 1; seed <= 400; ++seed) {
            QRandomGenerator random(seed);
            ScalingModel model{.tCompS = 1};
            model.primaryExchange().communication.alphaS = std::pow(10, -5 + 3 * random.generateDouble());
            model.primaryExchange().communication.betaS = std::pow(10, -3 + 2.5 * random.generateDouble());
            const Prediction prediction = predict(model, 1024);
            ChartSpec spec = bookChart();
            spec.series[0].y = prediction.columns.speedup;
            spec.points.clear();
            spec.markers.clear();
            const int plan = 1 + static_cast<int>(random.bounded(1024)),
                      pStar = std::min(prediction.landmarks.pStar, 1024);
            const auto at = [&](int p) { return prediction.row(p).speedup; };
            spec.markers.push_back({QStringLiteral("plan"),
                                    double(plan),
                                    at(plan),
                                    QStringLiteral("plan p %1").arg(plan),
                                    {},
                                    MarkerSpec::Kind::Flag,
                                    ColorRole::Ink,
                                    true});
            if (const auto crossing = prediction.landmarks.pCommDominates)
                spec.markers.push_back({QStringLiteral("r1"),
                                        double(*crossing),
                                        at(*crossing),
                                        QStringLiteral("R = 1 from p = %1").arg(*crossing),
                                        {},
                                        MarkerSpec::Kind::Reference,
                                        ColorRole::Communication,
                                        false});
            spec.points.push_back({QStringLiteral("p_star"), double(pStar), at(pStar),
                                   QStringLiteral("p* %1 (fastest)").arg(pStar), QStringLiteral("7.49×, in [28, 41]"),
                                   ColorRole::Compute, true, true});
            spec.points.push_back({QStringLiteral("knee"), double(prediction.landmarks.kneeP),
                                   at(prediction.landmarks.kneeP), QStringLiteral("knee"), QStringLiteral("5.30×"),
                                   ColorRole::Compute, false, false});
            const VisualStyle visualStyle{seed % 2 == 0, 1 + 0.75 * random.generateDouble()};
            const Size size{430 + 600 * random.generateDouble(), 290 + 400 * random.generateDouble()};
            const ChartLayout scene = build(spec, size, visualStyle);
            omittedLabels += scene.omittedLabelCount;
            const QString location = QStringLiteral("seed %1").arg(seed);
            for (std::size_t i = 0; i < scene.labels.size(); ++i) {
                const Rect rect = scene.labels[i].rect;
                QVERIFY2(scene.frame.contains(rect), qPrintable(location));
                for (std::size_t k = i + 1; k < scene.labels.size(); ++k)
                    QVERIFY2(!overlap(rect, scene.labels[k].rect), qPrintable(location));
                for (const PlacedPoint& point : scene.points)
                    QVERIFY2(!overlap(rect, Rect(point.position.x - 5, point.position.y - 5, 10, 10)),
                             qPrintable(location));
                for (const PlacedMarker& marker : scene.markers) {
                    QVERIFY2(!overlap(rect, Rect::around(marker.line, 0.6, 0)), qPrintable(location));
                    QVERIFY2(marker.flag.isNull() || !overlap(rect, marker.flag), qPrintable(location));
                }
            }
        }
        QVERIFY2(omittedLabels <= 8,
                 qPrintable(QStringLiteral("%1 of about 2000 labels found no room").arg(omittedLabels)));
    }

    void labelsLeaveTheCurveReadable()
    {
        const ChartLayout scene = build(bookChart());
        QCOMPARE(scene.omittedLabelCount, 0);
        QCOMPARE(scene.labels.size(), std::size_t(3));  // plan, p*, ideal
        for (const PlacedLabel& label : scene.labels)
            for (const Polyline& piece : scene.curves.back().pieces)
                QVERIFY2(!lineTouchesRect(piece, label.rect), label.text.c_str());
    }

    void labelsAvoidFilledAreas()
    {
        ChartSpec spec;
        spec.x = {QStringLiteral("workers p"), AxisScale::Log2, 1, 1024, {}};
        spec.y.high = 10;
        spec.series = {series(QStringLiteral("low"), std::vector<double>(1024, 3)),
                       series(QStringLiteral("top"), std::vector<double>(1024, 2), ColorRole::Communication)};
        for (SeriesSpec& one : spec.series)
            one.fill = Fill::Stacked;
        spec.points.push_back({QStringLiteral("a"), 32, 5, QStringLiteral("least time"), QStringLiteral("0.133 s"),
                               ColorRole::Ink, true, false});
        const ChartLayout free = build(spec);
        QCOMPARE(free.labels.size(), std::size_t(1));
        QVERIFY(free.labels[0].rect.bottom <
                free.frame.bottom - 0.5 * free.frame.height());  // above the areas, which fill the lower half
        spec.y.high = 5;  // no space next to the areas
        const ChartLayout full = build(spec);
        QCOMPARE(full.labels.size(), std::size_t(1));
        QVERIFY(full.labels[0].needsBackground);  // then the label gets its own background
    }

    void legendShowsThePatternOfEachCurve()
    {
        ChartSpec spec = bookChart();
        QVERIFY(!build(spec).labels.back().curveIndex);  // only the ideal line
        spec.series[0].label = QStringLiteral("book's ring");
        spec.series.push_back(series(QStringLiteral("other"), std::vector<double>(1024, 2)));
        spec.series.back().label = QStringLiteral("other");
        const ChartLayout built = build(spec);
        std::map<std::string, std::size_t> curveOf;
        for (const PlacedLabel& label : built.labels)
            if (label.curveIndex) {
                curveOf[label.text] = *label.curveIndex;
                // A dash pattern is recognisable only from its second dash.
                const PlacedCurve& curve = built.curves[*label.curveIndex];
                const Segment piece = label.swatch();
                if (const std::vector<double> pattern = dashPattern(curve.style); !pattern.empty())
                    QVERIFY2(piece.length() >= curve.width * (2 * pattern[0] + pattern[1]),
                             qPrintable(QString::number(piece.length())));
            }
        QCOMPARE(curveOf.size(), std::size_t(2));
        QVERIFY(built.curves[curveOf.at("other")].style == LineStyle::Dashed);
        QVERIFY(built.curves[curveOf.at("book's ring")].style == LineStyle::Solid);
    }

    // The label for a roof's slope is on the roof line. If it has to be moved, its legend shows the roof's line style,
    // not a dashed line.
    void legendOfAReferenceShowsItsCurve()
    {
        for (const char* name : {"roof", ""}) {
            int separateLabels = 0;
            ChartSpec spec;
            spec.x = {QStringLiteral("x"), AxisScale::Linear, 0, 60, {}};
            spec.y.low = 0, spec.y.high = 60;
            std::vector<double> y;
            for (int i = 1; i <= 40; ++i)
                y.push_back(i);
            spec.series.push_back(series(QStringLiteral("roof"), y));
            spec.series.push_back(series(QString::fromLatin1(name), y));
            spec.series.back().key = QStringLiteral("slope");
            spec.series.back().label = QStringLiteral("slope of the roof");
            spec.series.back().isReference = true;
            for (int i = 1; i <= 40; ++i) {  // the line is crowded, so there is room only away from it
                spec.points.push_back({QString::number(i),
                                       static_cast<double>(i),
                                       static_cast<double>(i),
                                       QStringLiteral("point"),
                                       {},
                                       ColorRole::Ink,
                                       true,
                                       false});
                const ChartLayout scene = build(spec, {950, 560});
                for (const PlacedLabel& label : scene.labels)
                    if (label.text == "slope of the roof" && label.curveIndex) {
                        ++separateLabels;
                        QVERIFY(scene.curves[*label.curveIndex].style ==
                                (*name ? LineStyle::Solid : LineStyle::Dashed));
                    }
            }
            QVERIFY(separateLabels > 0);
        }
    }

    void drawsEverythingInsideTheFrame()
    {
        ChartSpec spec = bookChart();
        BandSpec band;
        for (const double speedup : spec.series[0].y) {
            band.low.push_back(speedup - 3);
            band.high.push_back(speedup * 4);
        }
        spec.bands.push_back(band);
        spec.y.high = 8;
        const ChartLayout scene = build(spec);
        const auto inside = [&](const Point& point) { return scene.frame.contains(point); };
        for (const PlacedCurve& curve : scene.curves)
            for (const Polyline& piece : curve.pieces)
                QVERIFY(std::all_of(piece.begin(), piece.end(), inside));
        QCOMPARE(scene.bands.size(), std::size_t(1));
        for (const PlacedArea& area : scene.bands) {
            QVERIFY(std::all_of(area.upper.begin(), area.upper.end(), inside));
            QVERIFY(std::all_of(area.lower.begin(), area.lower.end(), inside));
        }
        // The ideal line leaves the frame at the top, not before.
        QCOMPARE(scene.curves[0].pieces[0].back().y, scene.frame.top);
    }

    void curvesOfOneColourDifferInPattern()
    {
        std::vector<SeriesSpec> manySeries{series(QStringLiteral("a"), {1}), series(QStringLiteral("b"), {1}),
                                           series(QStringLiteral("c"), {1}, ColorRole::Money),
                                           series(QStringLiteral("d"), {1})};
        manySeries[0].isGhost = true;
        const auto styles = lineStyles(manySeries);
        QVERIFY(styles[1] == LineStyle::Solid);  // the plan's curve before any ghost curve
        QVERIFY(styles[2] == LineStyle::Solid);
        QVERIFY(styles[0] != styles[1] && styles[0] != styles[3] && styles[1] != styles[3]);
    }

    void readOutShowsTheNumbers()
    {
        ChartSpec spec = bookChart();
        const ReadOut at34 = readOutAt(spec, 34);
        QCOMPARE(at34.heading, QStringLiteral("p 34"));
        QCOMPARE(at34.rows.size(), std::size_t(1));  // reference lines have no row
        QCOMPARE(at34.rows[0].value, QStringLiteral("7.49×"));  // Output 41.4.1
        QCOMPARE(readOutAt(spec, 13).rows[0].value, QStringLiteral("6.24×"));

        QCOMPARE(interpolatedValueAt({1, 2, 4}, {10, 20, 40}, 3).value(), 30.0);
        QCOMPARE(interpolatedValueAt({}, {10, 20, 40}, 2).value(), 20.0);
        QCOMPARE(interpolatedValueAt({}, {10, 20, 40}, 3).value(), 40.0);
        QVERIFY(!interpolatedValueAt({}, {10, 20, 40}, 3.5) && !interpolatedValueAt({}, {}, 1) &&
                !interpolatedValueAt({}, {1, std::nan("")}, 2));
    }

    void stackedReadOutAndTops()
    {
        ChartSpec spec;
        spec.series = {series(QStringLiteral("compute"), {4, 2}),
                       series(QStringLiteral("communication"), {1, 3}, ColorRole::Communication)};
        for (SeriesSpec& one : spec.series)
            one.fill = Fill::Stacked;
        QCOMPARE(stackedTops(spec).at(1), (std::vector<double>{5, 5}));
        const ReadOut readOut = readOutAt(spec, 2);
        QCOMPARE(readOut.rows[1].value, QStringLiteral("3"));
        QCOMPARE(readOut.rows[1].y.value(), 5.0);
        QCOMPARE(yDataRange(spec, {1, 2})->high, 5.0);
    }

    void draggingAMarker()
    {
        Chart chart;
        chart.resize(640, 360);
        chart.setSpec(bookChart());
        chart.show();
        QSignalSpy drags(&chart, &Chart::markerDragged);
        const QPoint at = chart.toPixel(13, 8).toPoint();
        QTest::mousePress(&chart, Qt::LeftButton, {}, at);
        QCOMPARE(drags.size(), 1);
        QCOMPARE(drags[0][0].toString(), QStringLiteral("plan"));
        QVERIFY(drags[0][2].value<EditPhase>() == EditPhase::Begin);
        QVERIFY2(std::abs(drags[0][1].toDouble() - 13) < 0.2, qPrintable(drags[0][1].toString()));

        QTest::mouseMove(&chart, chart.toPixel(64, 8).toPoint());
        QVERIFY(drags.back()[2].value<EditPhase>() == EditPhase::Move);
        QVERIFY2(std::abs(drags.back()[1].toDouble() - 64) < 1.5, qPrintable(drags.back()[1].toString()));
        QTest::mouseMove(&chart, QPoint(-500, at.y()));
        QCOMPARE(drags.back()[1].toDouble(), 1.0);  // within the axis
        QTest::mouseRelease(&chart, Qt::LeftButton, {}, QPoint(5000, at.y()));
        QVERIFY(drags.back()[2].value<EditPhase>() == EditPhase::End);
        QCOMPARE(drags.back()[1].toDouble(), 1024.0);

        drags.clear();
        QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.toPixel(300, 1).toPoint());
        QVERIFY(drags.isEmpty());  // there is no marker
        QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.toPixel(34, 7.49).toPoint());
        QCOMPARE(drags[0][0].toString(), QStringLiteral("p_star"));
        QCOMPARE(chart.selectedMarker(), QStringLiteral("p_star"));
    }

    void keyboardReachesEveryMarker()
    {
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* before = new QLineEdit;
        auto* chart = new Chart;
        auto* after = new QLineEdit;
        column->addWidget(before);
        column->addWidget(chart);
        column->addWidget(after);
        chart->setSpec(bookChart());
        window.show();
        QApplication::setActiveWindow(&window);
        before->setFocus();
        QSignalSpy steps(chart, &Chart::markerStepped);

        QTest::keyClick(before, Qt::Key_Tab);
        QVERIFY(chart->hasFocus());
        QCOMPARE(chart->selectedMarker(), QStringLiteral("plan"));
        QTest::keyClick(chart, Qt::Key_Right);
        QTest::keyClick(chart, Qt::Key_PageDown);
        QTest::keyClick(chart, Qt::Key_Home);
        QCOMPARE(steps.size(), 3);
        QCOMPARE(steps[0][0].toString(), QStringLiteral("plan"));
        QVERIFY(steps[0][1].value<MarkerStep>() == MarkerStep::Next);
        QVERIFY(steps[1][1].value<MarkerStep>() == MarkerStep::PagePrevious);
        QVERIFY(steps[2][1].value<MarkerStep>() == MarkerStep::First);

        QTest::keyClick(chart, Qt::Key_Tab);
        QVERIFY(chart->hasFocus());
        QCOMPARE(chart->selectedMarker(), QStringLiteral("p_star"));
        QTest::keyClick(chart, Qt::Key_Tab);
        QVERIFY(after->hasFocus());
        QTest::keyClick(after, Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(chart->selectedMarker(), QStringLiteral("p_star"));
        QTest::keyClick(chart, Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(chart->selectedMarker(), QStringLiteral("plan"));
        QTest::keyClick(chart, Qt::Key_Backtab, Qt::ShiftModifier);
        QVERIFY(before->hasFocus());
    }

    // + and - zoom around the plan's line, 0 shows everything, Shift with an arrow pans; the wheel zooms only with
    // Ctrl.
    void zoomsByKeyboardAndWheel()
    {
        Chart chart;
        ChartSpec spec;
        spec.x = {QStringLiteral("workers p"), AxisScale::Log2, 1, 1024, {}};
        std::vector<double> y;
        for (int p = 1; p <= 1024; ++p)
            y.push_back(std::sqrt(p));
        spec.series = {series(QStringLiteral("s"), y)};
        spec.markers.push_back({QStringLiteral("plan"),
                                32,
                                5.6,
                                QStringLiteral("plan"),
                                {},
                                MarkerSpec::Kind::Flag,
                                ColorRole::Ink,
                                true});
        chart.setSpec(spec);
        chart.resize(640, 360);
        (void)chart.grab();
        QSignalSpy stepped(&chart, &Chart::markerStepped);
        const auto shownRange = [&] {
            return std::pair(chart.drawnLayout().xRange.low, chart.drawnLayout().xRange.high);
        };
        const auto fullRange = shownRange();
        QCOMPARE(fullRange.first, 1.0);
        QCOMPARE(fullRange.second, 1024.0);
        QVERIFY(chart.drawnLayout().axisBreaks.empty());
        const double before = chart.toPixel(32, 0).x();
        QTest::keyClick(&chart, Qt::Key_Plus);
        QTest::keyClick(&chart, Qt::Key_Equal);  // where + is shifted
        const auto half = shownRange();
        QVERIFY(std::abs(std::log2(half.second / half.first) - 5) < 1e-6);  // half of ten octaves
        QVERIFY(std::abs(chart.toPixel(32, 0).x() - before) < 6);  // the plan's line stays in place
        QCOMPARE(chart.drawnLayout().axisBreaks.size(), 4u);  // both ends are cut
        QCOMPARE(stepped.count(), 0);
        QTest::keyClick(&chart, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(shownRange().first > half.first * 2);
        QCOMPARE(stepped.count(), 0);
        QTest::keyClick(&chart, Qt::Key_Right);  // moves the plan's marker by one step
        QCOMPARE(stepped.count(), 1);
        for (int i = 0; i < 20; ++i)
            QTest::keyClick(&chart, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(std::abs(shownRange().second - 1024) < 1e-6);
        for (int i = 0; i < 40; ++i)
            QTest::keyClick(&chart, Qt::Key_Plus);
        QVERIFY(chart.isZoomed() && shownRange().second / shownRange().first > 1.5);
        QTest::keyClick(&chart, Qt::Key_0, Qt::ControlModifier);  // Ctrl+0 belongs to the window
        QVERIFY(chart.isZoomed());
        QTest::keyClick(&chart, Qt::Key_0);
        QVERIFY(!chart.isZoomed());
        QCOMPARE(shownRange(), fullRange);
        const auto wheel = [&](Qt::KeyboardModifiers keys, int turn) {
            const QPointF at = chart.toPixel(64, 3);
            QWheelEvent event(at, chart.mapToGlobal(at), {}, {0, turn}, Qt::NoButton, keys, Qt::NoScrollPhase, false);
            QApplication::sendEvent(&chart, &event);
        };
        wheel(Qt::NoModifier, 120);
        QVERIFY(!chart.isZoomed());
        wheel(Qt::ControlModifier, 240);
        QVERIFY(std::abs(std::log2(shownRange().second / shownRange().first) - 5) < 1e-6);
        wheel(Qt::ControlModifier, -240);
        QVERIFY(!chart.isZoomed());
    }

    void doubleClickAndKeyChangeAxisScales()
    {
        Chart chart;
        ChartSpec spec;
        spec.x = {QStringLiteral("workers p"), AxisScale::Log2, 1, 64, {}};
        spec.y = {QStringLiteral("speedup"), AxisScale::Linear, 0, std::nullopt, {}};
        std::vector<double> y;
        for (int p = 1; p <= 64; ++p)
            y.push_back(std::sqrt(p));
        spec.series = {series(QStringLiteral("s"), y)};
        chart.setSpec(spec);
        chart.resize(640, 360);
        (void)chart.grab();
        const QRectF frame = chart.plotFrame();
        const QPoint below = QPointF(frame.center().x(), frame.bottom() + 12).toPoint();
        const QPoint left = QPointF(frame.left() - 12, frame.center().y()).toPoint();
        const auto doubleClick = [&chart](QPoint at) {
            QTest::mouseDClick(&chart, Qt::LeftButton, {}, at);
            QTest::mouseRelease(&chart, Qt::LeftButton, {}, at);
        };
        // 32 is at five of six octaves on the log axis and halfway on a linear one.
        QVERIFY(std::abs((chart.toPixel(32, 1).x() - chart.toPixel(1, 1).x()) /
                             (chart.toPixel(64, 1).x() - chart.toPixel(1, 1).x()) -
                         5.0 / 6) < 0.01);
        doubleClick(below);
        QVERIFY(std::abs((chart.toPixel(32, 1).x() - chart.toPixel(1, 1).x()) /
                             (chart.toPixel(64, 1).x() - chart.toPixel(1, 1).x()) -
                         31.0 / 63) < 0.01);
        doubleClick(left);
        QCOMPARE(chart.spec().y.scale, AxisScale::Log10);
        spec.series.front().y.back() = 9;  // setSpec() with new data keeps the switched scales
        chart.setSpec(spec);
        QCOMPARE(chart.spec().x.scale, AxisScale::Linear);
        QCOMPARE(chart.spec().y.scale, AxisScale::Log10);
        QTest::keyClick(&chart, Qt::Key_L);
        QTest::keyClick(&chart, Qt::Key_L, Qt::ShiftModifier);
        QCOMPARE(chart.spec(), spec);
        doubleClick(below);
        spec.y.title = QStringLiteral("cost");  // a different chart in its place
        chart.setSpec(spec);
        QCOMPARE(chart.spec(), spec);
        spec.series.front().fill = Fill::ToZero;  // an area starts at zero, which cannot be on a log axis
        chart.setSpec(spec);
        QTest::keyClick(&chart, Qt::Key_L);
        QCOMPARE(chart.spec(), spec);
        QTest::keyClick(&chart, Qt::Key_Plus);
        QVERIFY(chart.isZoomed());
        doubleClick(frame.center().toPoint());
        QVERIFY(!chart.isZoomed());
    }

    // An axis shows break marks only if there is data beyond its end.
    void marksWhereAnAxisIsCut()
    {
        ChartSpec spec;
        spec.x = {QStringLiteral("x"), AxisScale::Linear, {}, {}, {}};
        spec.series = {series(QStringLiteral("s"), {1, 5, 9, 4})};
        const auto cuts = [&] {
            Chart chart;
            chart.setSpec(spec);
            chart.resize(640, 360);
            (void)chart.grab();
            for (const Segment& stroke : chart.drawnLayout().axisBreaks)
                if (!chart.drawnLayout().frame.contains(stroke.a) || !chart.drawnLayout().frame.contains(stroke.b))
                    return -1;
            return static_cast<int>(chart.drawnLayout().axisBreaks.size()) / 2;
        };
        QCOMPARE(cuts(), 0);
        spec.y.high = 6;
        QCOMPARE(cuts(), 1);
        spec.y.low = 2;
        QCOMPARE(cuts(), 2);
        spec.x.high = 3;
        QCOMPARE(cuts(), 3);
        spec.series.front().isReference = true;  // a reference line may leave the frame
        spec.y.low.reset();
        spec.x.high.reset();
        QCOMPARE(cuts(), 0);
    }

    // Hovering near a measured point shows its value, with the interval of its repeats.
    void readsMeasuredPoints()
    {
        ChartSpec spec;
        spec.x = {QStringLiteral("workers p"), AxisScale::Log2, 1, 1024, {}};
        spec.y.numberStyle = {NumberStyle::Kind::Factor};
        std::vector<double> y;
        for (int p = 1; p <= 1024; ++p)
            y.push_back(std::sqrt(p));
        spec.series = {series(QStringLiteral("s"), y)};
        spec.measured.push_back(
            {QStringLiteral("m"), QStringLiteral("ladder"), {64, 128}, {7.5, 9}, {7, 9}, {8, 9}, ColorRole::Ink, {}});
        const ReadOut at = readOutAt(spec, 64);
        QCOMPARE(at.rows.size(), 2u);
        QCOMPARE(at.rows.back().name, QStringLiteral("ladder"));
        QCOMPARE(at.rows.back().value, QStringLiteral("7.50× [7×, 8×]"));
        QCOMPARE(readOutAt(spec, 128).rows.back().value, QStringLiteral("9×"));  // a single run has no interval
        QCOMPARE(readOutAt(spec, 65).rows.size(), 1u);
    }

    // Labels of measured points have the lowest priority, and labels without space are listed.
    // Of 5000 points, each is drawn or covered by one that is, labels are bounded, and the handle is never lost.
    void crowdsAreThinned()
    {
        ChartSpec spec;
        spec.hasIntegerX = false;
        QRandomGenerator random(5);
        for (int i = 0; i < 5000; ++i) {
            PointSpec point;
            point.id = QStringLiteral("p%1").arg(i);
            point.x = random.generateDouble();
            point.y = random.generateDouble() * random.generateDouble();
            point.label = point.id;
            point.isLabelOptional = i != 4000;
            point.draggable = i == 4321;
            spec.points.push_back(point);
        }
        const ChartLayout layout = layOutChart(spec, {720, 400}, {});
        QVERIFY(layout.points.size() < spec.points.size());
        for (const PointSpec& point : spec.points) {
            const Point at{layout.xMap.toPixel(point.x), layout.yMap.toPixel(point.y)};
            QVERIFY(std::any_of(layout.points.begin(), layout.points.end(),
                                [&](const PlacedPoint& drawn) { return distance(drawn.position, at) < 4.25; }));
        }
        for (const char* id : {"p4000", "p4321"})
            QVERIFY(std::any_of(layout.points.begin(), layout.points.end(),
                                [&](const PlacedPoint& drawn) { return drawn.spec.id == id; }));
        QVERIFY(layout.labels.size() <= 80);
        for (std::size_t i = 0; i < layout.labels.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                QVERIFY(!overlap(layout.labels[i].rect, layout.labels[k].rect));
    }

    void measuredLabelsHaveLowestPriority()
    {
        ChartSpec spec;
        spec.x = {QStringLiteral("workers p"), AxisScale::Log2, 1, 64, {}};
        std::vector<double> y;
        for (int p = 1; p <= 64; ++p)
            y.push_back(std::sqrt(p));
        spec.series = {series(QStringLiteral("s"), y)};
        spec.points.push_back({QStringLiteral("pstar"), 8, 2.83, QStringLiteral("p* 8 (fastest)"),
                               QStringLiteral("2.83×"), ColorRole::Compute, true, false});
        MeasuredSpec measured{QStringLiteral("m"), QStringLiteral("ladder"), {}, {}, {}, {}, ColorRole::Ink, {}};
        for (int i = 0; i < 40; ++i) {
            measured.x.push_back(7 + 0.05 * i);
            measured.y.push_back(2.6 + 0.01 * i);
            measured.labels.push_back(QStringLiteral("measured point %1").arg(i));
        }
        spec.measured = {measured};
        Chart chart;
        chart.setSpec(spec);
        chart.resize(420, 260);
        (void)chart.grab();  // a hidden widget receives its size only when it is drawn
        const ChartLayout& scene = chart.drawnLayout();
        QCOMPARE(scene.omittedLabelCount, 0);
        QVERIFY(std::any_of(scene.labels.begin(), scene.labels.end(),
                            [](const PlacedLabel& label) { return label.text == "p* 8 (fastest)"; }));
        QVERIFY(!scene.omittedLabels.empty());
        QCOMPARE(scene.omittedLabels.size() + scene.labels.size(), 41u);
        QCOMPARE(chart.omittedLabels().size(), qsizetype(scene.omittedLabels.size()));
        chart.resize(900, 520);
        (void)chart.grab();
        spec.measured.front().x = {2};
        spec.measured.front().y = {1.2};
        chart.setSpec(spec);
        QVERIFY(chart.omittedLabels().isEmpty());
    }

    void paintsCrosshairAndFocus()
    {
        Chart chart;
        chart.resize(640, 360);
        chart.setSpec(bookChart());
        chart.show();
        const QImage still = chart.grab().toImage();
        QTest::mouseMove(&chart, chart.toPixel(200, 1).toPoint());
        const QImage hovered = chart.grab().toImage();
        QVERIFY(difference(still, hovered) > 60);
        QTest::mouseMove(&chart, QPoint(1, 1));
        QCOMPARE(difference(still, chart.grab().toImage()), 0);  // painted over a copy of the frame, without artefacts
        QApplication::setActiveWindow(&chart);
        chart.clearFocus();
        chart.setFocus(Qt::TabFocusReason);
        QVERIFY(difference(still, chart.grab().toImage()) > 60);
    }

    void thumbnailLeavesInputToItsCard()
    {
        QWidget card;
        auto* chart = new Chart(&card);
        ChartSpec spec = bookChart();
        spec.isThumbnail = true;
        chart->setSpec(spec);
        QCOMPARE(chart->focusPolicy(), Qt::NoFocus);
        QVERIFY(chart->testAttribute(Qt::WA_TransparentForMouseEvents));
        spec.isThumbnail = false;
        chart->setSpec(spec);
        QCOMPARE(chart->focusPolicy(), Qt::StrongFocus);
    }

    void followsTheTheme()
    {
        Chart chart;
        chart.resize(400, 260);
        chart.setSpec(bookChart());
        Theme& theme = Theme::instance();
        theme.setAppearance(Appearance::Light);
        QCOMPARE(chart.grab().toImage().pixelColor(1, 1), QColor(0xFF, 0xFF, 0xFF));
        theme.setAppearance(Appearance::Dark);
        QCOMPARE(chart.grab().toImage().pixelColor(1, 1), QColor(0x1E, 0x20, 0x21));
        const double bottom = chart.plotFrame().bottom();
        theme.setTypeScale(1.75);
        QVERIFY(chart.plotFrame().bottom() < bottom - 8);  // larger labels need more space
        theme.setTypeScale(1);
        theme.setAppearance(Appearance::Light);
    }

    void emptyChartExplainsWhy()
    {
        Chart chart;
        chart.resize(400, 260);
        ChartSpec spec;
        spec.x = {QStringLiteral("workers p"), AxisScale::Log2, 1, 1024, {}};
        const QImage without = [&] {
            chart.setSpec(spec);
            return chart.grab().toImage();
        }();
        spec.emptyText = QStringLiteral("No price yet: type one");
        chart.setSpec(spec);
        QVERIFY(difference(without, chart.grab().toImage()) > 60);
    }

    void hasAccessibleName()
    {
        Chart chart;
        chart.setTexts({QStringLiteral("Speedup S(p)"), QStringLiteral("T_comp 1 s"),
                        QStringLiteral("rises to 7.49 at p 34, then falls")});
        QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(&chart);
        QVERIFY(interface);
        QCOMPARE(interface->text(QAccessible::Name), QStringLiteral("Speedup S(p)"));
        QCOMPARE(interface->text(QAccessible::Description), QStringLiteral("rises to 7.49 at p 34, then falls"));
        QVERIFY(interface->role() == QAccessible::Chart);
        QCOMPARE(interface->childCount(), 0);  // no unnamed children
    }
};

SCALEWRIGHT_TEST(tst_chart)
#include "tst_chart.moc"

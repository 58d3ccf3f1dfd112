// SPDX-License-Identifier: GPL-3.0-or-later
// The algorithm map in the window: areas cover the frame, labels lie in their own areas, texts and numbers match the
// papers' formulas, and sliders, dot and table edit the document.
#include <QFontMetricsF>
#include <QLineEdit>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/ranges/ranges.h"
#include "core/decision/analysis/analysis.h"
#include "core/model/scaling/pattern_traits.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/design/map/algorithm_map_chart.h"
#include "ui/design/map/algorithm_map_view.h"
#include "ui/figure/figure.h"
#include "ui/quantity/quantity_edit.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

/// alpha 10 us, 25 GB/s, 100 MB.
Project cluster(Pattern pattern, int p)
{
    Project project = test::output4141();
    project.target.alphaS = typed(10e-6);
    project.design.communication.messageBytes = typed(1e8);
    project.design.communication.pattern = pattern;
    project.plan.p = p;
    return project;
}

MapContent mapContentOf(const Project& project)
{
    return mapContent(project, analyse(project));
}

double polygonArea(const QPolygonF& polygon)
{
    double twice = 0;
    for (qsizetype i = 0; i < polygon.size(); ++i) {
        const QPointF &one = polygon[i], &next = polygon[(i + 1) % polygon.size()];
        twice += one.x() * next.y() - next.x() * one.y();
    }
    return std::abs(twice) / 2;
}

QRectF inkBounds(const TextLine& text, const VisualStyle& visualStyle)
{
    return QFontMetricsF(visualStyle.font(text.style, text.bold))
        .tightBoundingRect(text.text)
        .translated(text.baseline);
}

double luminanceOf(const QColor& color)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

struct Setup {
    explicit Setup(const Project& project = cluster(Pattern::RingAllReduce, 100))
    {
        document.edit(QStringLiteral("a project"), project);
        view = std::make_unique<AlgorithmMapView>(document);
        view->resize(900, 760);
        view->show();
        QCoreApplication::processEvents();
        chart = view->findChild<AlgorithmMapChart*>();
    }
    Document document;
    std::unique_ptr<AlgorithmMapView> view;
    AlgorithmMapChart* chart = nullptr;
};

}  // namespace

class tst_algorithm_map_view : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areasCoverTheFrame()
    {
        for (const Pattern pattern :
             {Pattern::RingAllReduce, Pattern::BookRingAllReduce, Pattern::Gossip, Pattern::ParameterServer})
            for (const double alpha : {0.0, 1e-6, 1e-4, 1e-2}) {
                Project project = cluster(pattern, 13);
                project.target.alphaS = typed(alpha);
                const MapLayout layout = layOutMap(mapContentOf(project), VisualStyle{}, {720, 430});
                const double frameArea = layout.frame.width() * layout.frame.height();
                const double sum = std::accumulate(
                    layout.regions.begin(), layout.regions.end(), 0.0,
                    [](double area, const MapRegion& region) { return area + polygonArea(region.outline); });
                QVERIFY2(std::abs(sum / frameArea - 1) < 1e-6, qPrintable(QString::number(sum / frameArea, 'g', 9)));
                for (const MapRegion& region : layout.regions)
                    for (const QPointF& point : region.outline)
                        QVERIFY(layout.frame.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(point));
                for (const QPolygonF& line : layout.boundaries)
                    for (const QPointF& point : line)
                        QVERIFY(layout.frame.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(point));
            }
    }

    // Every position shows the pattern that is cheapest there, and where columns are too narrow for their borders, one
    // that is the cheapest at one of the 8 columns on either side.
    void showsTheCheapestPatternEverywhere()
    {
        const MapContent content = mapContentOf(cluster(Pattern::RingAllReduce, 100));
        const MapLayout layout = layOutMap(content, VisualStyle{}, {720, 430});
        int checked = 0;
        for (const int p : {2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 20, 33, 50, 100})
            for (double y = layout.frame.top() + 1.3; y < layout.frame.bottom() - 1; y += 3.7) {
                const QPointF place(layout.x.toPixel(p), y);
                const int reach = layout.x.toPixel(p + 0.5) - layout.x.toPixel(p - 0.5) < 4 ? 8 : 0;
                std::vector<Pattern> expected;
                for (int near = p - reach; near <= p + reach; ++near)
                    expected.push_back(
                        cheapestPattern(content.candidates, content.perByteParameters, near, layout.y.toValue(y)));
                const auto region = std::find_if(
                    layout.regions.begin(), layout.regions.end(),
                    [&](const MapRegion& each) { return each.outline.containsPoint(place, Qt::OddEvenFill); });
                QVERIFY(region != layout.regions.end());
                QVERIFY2(contains(expected, region->pattern),
                         qPrintable(QStringLiteral("p %1 at %2").arg(p).arg(layout.y.toValue(y))));
                ++checked;
            }
        QVERIFY(checked > 1000);
    }

    // A pattern that is the cheapest at some p only, such as those that fill their nodes, has no area as narrow as one p.
    void drawsNoSlivers()
    {
        const MapContent content = mapContentOf(test::example(QStringLiteral("heat-lumi")));
        for (const MapRegion& region : layOutMap(content, VisualStyle{}, {318, 430}).regions)
            QVERIFY(region.outline.boundingRect().width() >= 4);
    }

    void columnsIncludePowersOfTwo()
    {
        for (const int pHigh : {1024, 4096, 65536})
            for (const double width : {300.0, 640.0, 1600.0}) {
                const std::vector<int> columns = columnWorkerCounts(pHigh, width);
                QVERIFY(std::is_sorted(columns.begin(), columns.end()));
                QCOMPARE(columns.front(), 2);
                for (int power = 2; power <= pHigh; power *= 2)
                    QVERIFY(std::binary_search(columns.begin(), columns.end(), power));
                QVERIFY(static_cast<double>(columns.size()) < width + 20);
            }
    }

    void labelsAreOnTheirAreas()
    {
        for (const double type : {1.0, 1.75})
            for (const Pattern pattern : {Pattern::RingAllReduce, Pattern::BookRingAllReduce, Pattern::Gossip})
                for (const int p : {2, 13, 100, 900}) {
                    VisualStyle visualStyle;
                    visualStyle.typeScale = type;
                    const MapLayout layout =
                        layOutMap(mapContentOf(cluster(pattern, p)), visualStyle, {720 * type, 430 * type});
                    QVERIFY(layout.dot);
                    std::vector<std::pair<QRectF, QString>> usedRects;
                    const auto add = [&](const TextLine& text) {
                        usedRects.emplace_back(inkBounds(text, visualStyle), text.text);
                    };
                    for (const MapRegion& region : layout.regions)
                        for (const TextLine& line : region.label) {
                            add(line);
                            QVERIFY(layout.frame.contains(inkBounds(line, visualStyle)));
                            QVERIFY2(!layout.dotLabelBox.intersects(inkBounds(line, visualStyle)),
                                     qPrintable(line.text));
                            // In an area of its own pattern, not necessarily in the same part of it.
                            const bool isOnOwnArea =
                                std::any_of(layout.regions.begin(), layout.regions.end(), [&](const MapRegion& each) {
                                    return each.pattern == region.pattern &&
                                           each.outline.containsPoint(inkBounds(line, visualStyle).center(),
                                                                      Qt::OddEvenFill);
                                });
                            QVERIFY2(isOnOwnArea, qPrintable(line.text));
                        }
                    for (const TextLine& text : layout.texts)
                        add(text);
                    for (const LegendEntry& key : layout.legend)
                        add(key.text);
                    for (const TextLine& text : layout.dotLabel) {
                        add(text);
                        QVERIFY(layout.dotLabelBox.contains(inkBounds(text, visualStyle)) &&
                                layout.frame.contains(layout.dotLabelBox));
                    }
                    const QRectF sheet(QPointF(0, 0), layout.size);
                    for (std::size_t i = 0; i < usedRects.size(); ++i) {
                        QVERIFY2(sheet.contains(usedRects[i].first), qPrintable(usedRects[i].second));
                        for (std::size_t k = 0; k < i; ++k)
                            QVERIFY2(!usedRects[i].first.intersects(usedRects[k].first),
                                     qPrintable(usedRects[i].second + QStringLiteral(" on ") + usedRects[k].second));
                    }
                    // Every pattern on the map is labelled somewhere.
                    for (const MapRegion& region : layout.regions) {
                        const auto isNamed = [&](const MapRegion& each) {
                            return each.pattern == region.pattern && !each.label.empty();
                        };
                        const auto keyed = [&](const LegendEntry& key) { return key.pattern == region.pattern; };
                        QVERIFY(std::any_of(layout.regions.begin(), layout.regions.end(), isNamed) ||
                                std::any_of(layout.legend.begin(), layout.legend.end(), keyed));
                    }
                }
    }

    // A column of a journal is 84 mm wide: 317 px at 96 per inch.
    void legendFitsAColumn()
    {
        for (const Pattern pattern : {Pattern::RingAllReduce, Pattern::BookRingAllReduce, Pattern::Gossip}) {
            const VisualStyle visualStyle;
            const MapLayout layout = layOutMap(mapContentOf(cluster(pattern, 13)), visualStyle, {317, 240});
            QVERIFY(!layout.legend.empty());
            const QRectF sheet(QPointF(0, 0), layout.size);
            for (const LegendEntry& key : layout.legend)
                QVERIFY2(sheet.contains(inkBounds(key.text, visualStyle)), qPrintable(key.text.text));
            for (std::size_t i = 1; i < layout.legend.size(); ++i)
                QVERIFY(!inkBounds(layout.legend[i].text, visualStyle)
                             .intersects(inkBounds(layout.legend[i - 1].text, visualStyle)));
        }
    }

    // Neighbouring tints are distinguishable in grey, and the text on each is readable (WCAG: 4.5 to 1).
    void tintsDifferInGrey()
    {
        const VisualStyle light;
        VisualStyle dark;
        dark.dark = true;
        std::vector<double> tints;
        for (const Pattern pattern :
             {Pattern::RecursiveDoublingAllReduce, Pattern::RabenseifnerAllReduce, Pattern::RingAllReduce,
              Pattern::HierarchicalAllReduce, Pattern::DoubleTreeAllReduce})
            tints.push_back(traitsOf(pattern).mapTintStrength);
        for (std::size_t i = 0; i + 1 < tints.size(); ++i)
            QVERIFY(tints[i + 1] - tints[i] > 0.1);
        for (const VisualStyle& visualStyle : {light, dark}) {
            // The strongest tint fills the map if a double tree is the only competitor for large messages.
            AlgorithmMapChart chart;
            Theme::instance().setDark(visualStyle.dark);
            chart.resize(720, 430);
            chart.setContent(mapContentOf(cluster(Pattern::RingAllReduce, 100)));
            const QImage image = chart.grab().toImage();
            for (const MapRegion& region : chart.shownLayout().regions) {
                if (region.label.empty())
                    continue;
                const QRectF box = region.label.front().box;
                const QColor ground = image.pixelColor(QPointF(box.left() - 3, box.center().y()).toPoint());
                const double ink = luminanceOf(visualStyle.color(ColorRole::Ink)),
                             groundLuminance = luminanceOf(ground);
                const double contrast =
                    (std::max(ink, groundLuminance) + 0.05) / (std::min(ink, groundLuminance) + 0.05);
                QVERIFY2(contrast >= 4.5,
                         qPrintable(QStringLiteral("%1: %2").arg(region.label.front().text).arg(contrast)));
            }
        }
        Theme::instance().setDark(false);
    }

    // p = 64, alpha 10 us, 25 GB/s: recursive doubling undercuts Rabenseifner below 6 alpha/(6 - 126/64) B = 372 093
    // bytes.
    void statesDistancesToBoundaries()
    {
        const QStringList ring = mapSentences(mapContentOf(cluster(Pattern::RingAllReduce, 64)));
        // Ring: 126 x 10 us + 126/64 x 4 ms = 9.135 ms; Rabenseifner: 12 x 10 us + 7.875 ms = 7.995 ms; a factor of
        // 1.14.
        QVERIFY2(ring[0].contains(QStringLiteral("8.00 ms")) && ring[0].contains(QStringLiteral("1.14 times")),
                 qPrintable(ring[0]));
        AlgorithmMapChart chart;
        chart.setContent(mapContentOf(cluster(Pattern::RingAllReduce, 64)));
        QVERIFY2(chart.texts().summary.contains(QStringLiteral("9.13 ms")), qPrintable(chart.texts().summary));
        QVERIFY2(ring[1].contains(QStringLiteral("recursive doubling all-reduce takes over below 372 kB")),
                 qPrintable(ring[1]));
        // Rabenseifner is the cheapest only at 64: it gains nothing if p is not a power of two.
        QVERIFY2(ring[2].contains(QStringLiteral("at and below p = 63")) &&
                     ring[2].contains(QStringLiteral("from p = 65 (1.02 times as many)")),
                 qPrintable(ring[2]));
        QVERIFY(ring.last().contains(QStringLiteral("Not on the map: hierarchical all-reduce")));

        const QStringList rabenseifnerSentences =
            mapSentences(mapContentOf(cluster(Pattern::RabenseifnerAllReduce, 64)));
        QVERIFY2(rabenseifnerSentences[0].contains(QStringLiteral("Your pattern is the fastest")),
                 qPrintable(rabenseifnerSentences[0]));
        QVERIFY(mapContentOf(cluster(Pattern::Shuffle, 8)).emptyText.contains(QStringLiteral("no pattern to compare")));
        Project empty;
        QVERIFY(mapContentOf(empty).emptyText.contains(QStringLiteral("latency")));
        Project noMessage = cluster(Pattern::RingAllReduce, 8);
        noMessage.design.communication.messageBytes.reset();
        QVERIFY(mapSentences(mapContentOf(noMessage))[0].contains(QStringLiteral("not set")));
        QVERIFY(!layOutMap(mapContentOf(noMessage), VisualStyle{}, {720, 430}).dot);
        QVERIFY(
            mapSentences(mapContentOf(cluster(Pattern::RingAllReduce, 1)))[0].contains(QStringLiteral("One worker")));
        // The hierarchical pattern becomes a candidate once its parameters are set.
        Project nodes = cluster(Pattern::RingAllReduce, 64);
        nodes.target.alpha2S = typed(1e-5);
        nodes.target.bandwidth2BytesPerS = typed(1e10);
        nodes.target.workersPerNode = typed(8);
        const MapContent content = mapContentOf(nodes);
        QVERIFY(std::find(content.candidates.begin(), content.candidates.end(), Pattern::HierarchicalAllReduce) !=
                content.candidates.end());
        QCOMPARE(content.perByteParameters.beta2S, 1e-10);
        QVERIFY(content.omissions.empty());
    }

    void tableMatchesTheMap()
    {
        const MapContent content = mapContentOf(cluster(Pattern::RingAllReduce, 64));
        const Table table = mapTable(content);
        QVERIFY(table.rows.size() > 100);
        for (const auto& row : table.rows) {
            double smallestTime = 1e300;
            for (const Pattern each : content.candidates)
                smallestTime = std::min(
                    smallestTime,
                    communicationTime(each, parametersForMessage(content.perByteParameters, std::get<double>(row[1])),
                                      std::get<double>(row[0])));
            QVERIFY(std::abs(std::get<double>(row[3]) / smallestTime - 1) < 1e-9);
        }
        QVERIFY(table.caption.find("alpha 10") != std::string::npos);
    }

    void slidersMoveTheMap()
    {
        Setup s;
        const auto edits = s.view->findChildren<QuantityEdit*>();
        QCOMPARE(edits.size(), 3);
        const auto outline = [&] { return s.chart->shownLayout().regions.front().outline; };
        const QPolygonF before = outline();
        // A drag is one undo step, and the map follows every move.
        const auto alpha = std::find_if(edits.begin(), edits.end(), [](const QuantityEdit* each) {
            return each->quantity() && each->quantity()->value == 10e-6;
        });
        QVERIFY(alpha != edits.end());
        Q_EMIT(*alpha)->valueEdited(20e-6, EditPhase::Begin);
        const QPolygonF moved = outline();
        QVERIFY(moved != before);
        Q_EMIT(*alpha)->valueEdited(200e-6, EditPhase::Move);
        QVERIFY(outline() != moved);
        Q_EMIT(*alpha)->valueEdited(300e-6, EditPhase::End);
        QCOMPARE(s.document.project().target.alphaS->value, 300e-6);
        QCOMPARE(s.chart->content().perByteParameters.alphaS, 300e-6);
        s.document.undo();
        QCOMPARE(s.document.project().target.alphaS->value, 10e-6);
        QVERIFY(outline() == before);
        // Changing the value on another page has the same effect.
        Project project = s.document.project();
        project.target.bandwidthBytesPerS = typed(1e9);
        s.document.edit(QStringLiteral("bandwidth"), project);
        QCOMPARE(s.chart->content().perByteParameters.betaS, 1e-9);
    }

    void dotMovesThePlan()
    {
        Setup s;
        QVERIFY(s.chart->shownLayout().dot);
        const QPointF dot = *s.chart->shownLayout().dot;
        QVERIFY(std::abs(s.chart->shownLayout().x.toValue(dot.x()) - 100) < 1e-6);
        QVERIFY(std::abs(s.chart->shownLayout().y.toValue(dot.y()) / 1e8 - 1) < 1e-9);
        const double target = s.chart->shownLayout().x.toPixel(32);
        QTest::mousePress(s.chart, Qt::LeftButton, {}, dot.toPoint());
        const double grab = dot.toPoint().x() - dot.x();
        for (const double x : {dot.x() - 10, target}) {
            QMouseEvent move(QEvent::MouseMove, QPointF(x + grab, dot.y()), s.chart->mapToGlobal(QPointF(x, dot.y())),
                             Qt::NoButton, Qt::LeftButton, {});
            QCoreApplication::sendEvent(s.chart, &move);
        }
        QCOMPARE(s.document.project().plan.p, std::optional(32));
        QTest::mouseRelease(s.chart, Qt::LeftButton, {}, QPointF(target + grab, dot.y()).toPoint());
        QCOMPARE(s.document.project().plan.p, std::optional(32));
        s.document.undo();
        QCOMPARE(s.document.project().plan.p, std::optional(100));

        s.chart->setFocus();
        QTest::keyClick(s.chart, Qt::Key_Right);
        QCOMPARE(s.document.project().plan.p, std::optional(101));
        QTest::keyClick(s.chart, Qt::Key_PageDown);
        QCOMPARE(s.document.project().plan.p, std::optional(50));
        QTest::keyClick(s.chart, Qt::Key_Home);
        QCOMPARE(s.document.project().plan.p, std::optional(2));
        QTest::keyClick(s.chart, Qt::Key_Left);
        QCOMPARE(s.document.project().plan.p, std::optional(2));
    }

    void isAccessibleAndExported()
    {
        for (const Pattern pattern : {Pattern::RingAllReduce, Pattern::Shuffle}) {
            Setup s(cluster(pattern, 13));
            QVERIFY(!s.chart->accessibleName().isEmpty() && !s.chart->accessibleDescription().isEmpty());
            const std::vector<ExportableFigure> figures = s.view->exportables();
            if (pattern == Pattern::Shuffle) {  // a shuffle has no alternative, so its map is empty and not exported
                QVERIFY(figures.empty());
                continue;
            }
            QCOMPARE(figures.front().name, QStringLiteral("algorithm-map"));
            for (const FigureFormat format : {FigureFormat::Svg, FigureFormat::Pdf, FigureFormat::Png}) {
                const auto bytes = encodeFigure(*figures.front().content, format);
                QVERIFY(bytes && bytes->size() > 500);
                if (format == FigureFormat::Svg)
                    QVERIFY(!bytes->contains("nan") && !bytes->contains("inf"));
            }
        }
    }

    void readOutIsSorted()
    {
        const MapContent content = mapContentOf(cluster(Pattern::RingAllReduce, 64));
        const MapReading reading = readMapAt(content, 64, 1e8);
        QCOMPARE(reading.seconds.size(), content.candidates.size());
        QVERIFY(std::is_sorted(reading.seconds.begin(), reading.seconds.end(),
                               [](const auto& one, const auto& other) { return one.second < other.second; }));
        QCOMPARE(reading.seconds.front().first, Pattern::RabenseifnerAllReduce);
        QVERIFY(std::abs(reading.seconds.front().second - 7.995e-3) < 1e-9);
    }
};

SCALEWRIGHT_TEST(tst_algorithm_map_view)
#include "tst_algorithm_map_view.moc"

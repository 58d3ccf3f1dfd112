// The algorithm map in the window: areas cover the frame, labels lie on their own area, words and numbers are those of
// the papers' formulas, and sliders, dot and table belong to the document.
#include <QFontMetricsF>
#include <QLineEdit>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

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

MapContent contentOf(const Project& project)
{
    return mapContent(project, analyse(project));
}

double areaOf(const QPolygonF& polygon)
{
    double twice = 0;
    for (qsizetype i = 0; i < polygon.size(); ++i) {
        const QPointF &one = polygon[i], &next = polygon[(i + 1) % polygon.size()];
        twice += one.x() * next.y() - next.x() * one.y();
    }
    return std::abs(twice) / 2;
}

QRectF inkOf(const TextLine& text, const Look& look)
{
    return QFontMetricsF(look.font(text.style, text.bold)).tightBoundingRect(text.text).translated(text.baseline);
}

double luminance(const QColor& color)
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
                const MapLayout layout = layOutMap(contentOf(project), Look{}, {720, 430});
                const double whole = layout.frame.width() * layout.frame.height();
                const double sum =
                    std::accumulate(layout.regions.begin(), layout.regions.end(), 0.0,
                                    [](double area, const MapRegion& region) { return area + areaOf(region.outline); });
                QVERIFY2(std::abs(sum / whole - 1) < 1e-6, qPrintable(QString::number(sum / whole, 'g', 9)));
                for (const MapRegion& region : layout.regions)
                    for (const QPointF& point : region.outline)
                        QVERIFY(layout.frame.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(point));
                for (const QPolygonF& line : layout.boundaries)
                    for (const QPointF& point : line)
                        QVERIFY(layout.frame.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(point));
            }
    }

    // What is drawn at a place is what is cheapest there.
    void everyPlaceShowsItsCheapest()
    {
        const MapContent content = contentOf(cluster(Pattern::RingAllReduce, 100));
        const MapLayout layout = layOutMap(content, Look{}, {720, 430});
        int checked = 0;
        for (const int p : {2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 20, 33, 50, 100})
            for (double y = layout.frame.top() + 1.3; y < layout.frame.bottom() - 1; y += 3.7) {
                const QPointF place(layout.x.toPixel(p), y);
                const Pattern expected = cheapestPattern(content.candidates, content.perByte, p, layout.y.toValue(y));
                const auto region = std::find_if(
                    layout.regions.begin(), layout.regions.end(),
                    [&](const MapRegion& each) { return each.outline.containsPoint(place, Qt::OddEvenFill); });
                QVERIFY(region != layout.regions.end());
                QVERIFY2(region->pattern == expected,
                         qPrintable(QStringLiteral("p %1 at %2").arg(p).arg(layout.y.toValue(y))));
                ++checked;
            }
        QVERIFY(checked > 1000);
    }

    void columnsKeepPowersOfTwo()
    {
        for (const int pHigh : {1024, 4096, 65536})
            for (const double width : {300.0, 640.0, 1600.0}) {
                const std::vector<int> columns = mapColumns(pHigh, width);
                QVERIFY(std::is_sorted(columns.begin(), columns.end()));
                QCOMPARE(columns.front(), 2);
                for (int power = 2; power <= pHigh; power *= 2)
                    QVERIFY(std::binary_search(columns.begin(), columns.end(), power));
                QVERIFY(static_cast<double>(columns.size()) < width + 20);
            }
    }

    void wordsLieWhereTheyBelong()
    {
        for (const double type : {1.0, 1.75})
            for (const Pattern pattern : {Pattern::RingAllReduce, Pattern::BookRingAllReduce, Pattern::Gossip})
                for (const int p : {2, 13, 100, 900}) {
                    Look look;
                    look.typeScale = type;
                    const MapLayout layout = layOutMap(contentOf(cluster(pattern, p)), look, {720 * type, 430 * type});
                    QVERIFY(layout.dot);
                    std::vector<std::pair<QRectF, QString>> taken;
                    const auto add = [&](const TextLine& text) { taken.emplace_back(inkOf(text, look), text.text); };
                    for (const MapRegion& region : layout.regions)
                        for (const TextLine& line : region.label) {
                            add(line);
                            QVERIFY(layout.frame.contains(inkOf(line, look)));
                            QVERIFY2(!layout.dotLabelBox.intersects(inkOf(line, look)), qPrintable(line.text));
                            // On an area of its own pattern, which need not be the same stretch of it.
                            const bool own =
                                std::any_of(layout.regions.begin(), layout.regions.end(), [&](const MapRegion& each) {
                                    return each.pattern == region.pattern &&
                                           each.outline.containsPoint(inkOf(line, look).center(), Qt::OddEvenFill);
                                });
                            QVERIFY2(own, qPrintable(line.text));
                        }
                    for (const TextLine& text : layout.texts)
                        add(text);
                    for (const MapKey& key : layout.legend)
                        add(key.text);
                    for (const TextLine& text : layout.dotLabel) {
                        add(text);
                        QVERIFY(layout.dotLabelBox.contains(inkOf(text, look)) &&
                                layout.frame.contains(layout.dotLabelBox));
                    }
                    const QRectF sheet(QPointF(0, 0), layout.size);
                    for (std::size_t i = 0; i < taken.size(); ++i) {
                        QVERIFY2(sheet.contains(taken[i].first), qPrintable(taken[i].second));
                        for (std::size_t k = 0; k < i; ++k)
                            QVERIFY2(!taken[i].first.intersects(taken[k].first),
                                     qPrintable(taken[i].second + QStringLiteral(" on ") + taken[k].second));
                    }
                    // Every pattern on the map has a name somewhere.
                    for (const MapRegion& region : layout.regions) {
                        const auto named = [&](const MapRegion& each) {
                            return each.pattern == region.pattern && !each.label.empty();
                        };
                        const auto keyed = [&](const MapKey& key) { return key.pattern == region.pattern; };
                        QVERIFY(std::any_of(layout.regions.begin(), layout.regions.end(), named) ||
                                std::any_of(layout.legend.begin(), layout.legend.end(), keyed));
                    }
                }
    }

    // Neighbouring tints can be told apart in grey, and ink reads on each (WCAG: 4.5 to 1).
    void tintsAreApartInGrey()
    {
        const Look light;
        Look dark;
        dark.dark = true;
        std::vector<double> tints;
        for (const Pattern pattern :
             {Pattern::RecursiveDoublingAllReduce, Pattern::RabenseifnerAllReduce, Pattern::RingAllReduce,
              Pattern::HierarchicalAllReduce, Pattern::DoubleTreeAllReduce})
            tints.push_back(traitsOf(pattern).tint);
        for (std::size_t i = 0; i + 1 < tints.size(); ++i)
            QVERIFY(tints[i + 1] - tints[i] > 0.1);
        for (const Look& look : {light, dark}) {
            // The strongest tint fills the map where a double tree is the only competitor that a large message has.
            AlgorithmMapChart chart;
            Theme::instance().setDark(look.dark);
            chart.resize(720, 430);
            chart.setContent(contentOf(cluster(Pattern::RingAllReduce, 100)));
            const QImage image = chart.grab().toImage();
            for (const MapRegion& region : chart.layoutShown().regions) {
                if (region.label.empty())
                    continue;
                const QRectF box = region.label.front().box;
                const QColor ground = image.pixelColor(QPointF(box.left() - 3, box.center().y()).toPoint());
                const double ink = luminance(look.color(Role::Ink)), under = luminance(ground);
                const double contrast = (std::max(ink, under) + 0.05) / (std::min(ink, under) + 0.05);
                QVERIFY2(contrast >= 4.5,
                         qPrintable(QStringLiteral("%1: %2").arg(region.label.front().text).arg(contrast)));
            }
        }
        Theme::instance().setDark(false);
    }

    // p = 64, alpha 10 us, 25 GB/s: recursive doubling undercuts Rabenseifner below 6 alpha/(6 - 126/64) B = 372 093
    // bytes.
    void itSaysHowFarTheBoundariesAre()
    {
        const QStringList ring = mapSentences(contentOf(cluster(Pattern::RingAllReduce, 64)));
        // The ring: 126 x 10 us + 126/64 x 4 ms = 9.135 ms; Rabenseifner: 12 x 10 us + 7.875 ms = 7.995 ms; 1.14 times.
        QVERIFY2(ring[0].contains(QStringLiteral("8.00 ms")) && ring[0].contains(QStringLiteral("1.14 times")),
                 qPrintable(ring[0]));
        AlgorithmMapChart chart;
        chart.setContent(contentOf(cluster(Pattern::RingAllReduce, 64)));
        QCOMPARE(chart.texts().says, ring[0]);
        QVERIFY2(chart.texts().summary.contains(QStringLiteral("9.13 ms")), qPrintable(chart.texts().summary));
        QVERIFY2(ring[1].contains(QStringLiteral("recursive doubling all-reduce takes over below 372 kB")),
                 qPrintable(ring[1]));
        // Rabenseifner is the cheapest at 64 alone: no power of two, no gain.
        QVERIFY2(ring[2].contains(QStringLiteral("from p = 63 down")) &&
                     ring[2].contains(QStringLiteral("from p = 65 up (1.02 times as many)")),
                 qPrintable(ring[2]));
        QVERIFY(ring.last().contains(QStringLiteral("Not on the map: hierarchical all-reduce")));

        const QStringList own = mapSentences(contentOf(cluster(Pattern::RabenseifnerAllReduce, 64)));
        QVERIFY2(own[0].contains(QStringLiteral("Your pattern is the fastest")), qPrintable(own[0]));
        QVERIFY(contentOf(cluster(Pattern::Shuffle, 8)).emptyText.contains(QStringLiteral("nothing to compare")));
        Project empty;
        QVERIFY(contentOf(empty).emptyText.contains(QStringLiteral("latency")));
        Project noMessage = cluster(Pattern::RingAllReduce, 8);
        noMessage.design.communication.messageBytes.reset();
        QVERIFY(mapSentences(contentOf(noMessage))[0].contains(QStringLiteral("not set")));
        QVERIFY(!layOutMap(contentOf(noMessage), Look{}, {720, 430}).dot);
        QVERIFY(mapSentences(contentOf(cluster(Pattern::RingAllReduce, 1)))[0].contains(QStringLiteral("one worker")));
        // With its numbers given the hierarchy takes part.
        Project nodes = cluster(Pattern::RingAllReduce, 64);
        nodes.target.alpha2S = typed(1e-5);
        nodes.target.bandwidth2BytesPerS = typed(1e10);
        nodes.target.workersPerNode = typed(8);
        const MapContent content = contentOf(nodes);
        QVERIFY(std::find(content.candidates.begin(), content.candidates.end(), Pattern::HierarchicalAllReduce) !=
                content.candidates.end());
        QCOMPARE(content.perByte.beta2S, 1e-10);
        QVERIFY(content.leftOut.empty());
    }

    void theTableIsTheMap()
    {
        const MapContent content = contentOf(cluster(Pattern::RingAllReduce, 64));
        const Table table = mapTable(content);
        QVERIFY(table.rows.size() > 100);
        for (const auto& row : table.rows) {
            double least = 1e300;
            for (const Pattern each : content.candidates)
                least = std::min(least, communicationTime(each, ofMessage(content.perByte, std::get<double>(row[1])),
                                                          std::get<double>(row[0])));
            QVERIFY(std::abs(std::get<double>(row[3]) / least - 1) < 1e-9);
        }
        QVERIFY(table.caption.find("alpha 10") != std::string::npos);
    }

    void slidersMoveTheMap()
    {
        Setup s;
        const auto edits = s.view->findChildren<QuantityEdit*>();
        QCOMPARE(edits.size(), 3);
        const auto outline = [&] { return s.chart->layoutShown().regions.front().outline; };
        const QPolygonF before = outline();
        // A drag is one step of undo, and the map follows every move of it.
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
        QCOMPARE(s.chart->content().perByte.alphaS, 300e-6);
        s.document.undo();
        QCOMPARE(s.document.project().target.alphaS->value, 10e-6);
        QVERIFY(outline() == before);
        // A slider of another page does the same.
        Project project = s.document.project();
        project.target.bandwidthBytesPerS = typed(1e9);
        s.document.edit(QStringLiteral("bandwidth"), project);
        QCOMPARE(s.chart->content().perByte.betaS, 1e-9);
    }

    void theDotIsThePlan()
    {
        Setup s;
        QVERIFY(s.chart->layoutShown().dot);
        const QPointF dot = *s.chart->layoutShown().dot;
        QVERIFY(std::abs(s.chart->layoutShown().x.toValue(dot.x()) - 100) < 1e-6);
        QVERIFY(std::abs(s.chart->layoutShown().y.toValue(dot.y()) / 1e8 - 1) < 1e-9);
        const double target = s.chart->layoutShown().x.toPixel(32);
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

    void itIsHeardAndExported()
    {
        for (const Pattern pattern : {Pattern::RingAllReduce, Pattern::Shuffle}) {
            Setup s(cluster(pattern, 13));
            QVERIFY(!s.chart->accessibleName().isEmpty() && !s.chart->accessibleDescription().isEmpty());
            const std::vector<Exportable> figures = s.view->exportables();
            if (pattern == Pattern::Shuffle) {  // nothing does the same: a map without a cell is no figure to hand in
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

    void theReadOutIsSorted()
    {
        const MapContent content = contentOf(cluster(Pattern::RingAllReduce, 64));
        const MapReading reading = readMap(content, 64, 1e8);
        QCOMPARE(reading.seconds.size(), content.candidates.size());
        QVERIFY(std::is_sorted(reading.seconds.begin(), reading.seconds.end(),
                               [](const auto& one, const auto& other) { return one.second < other.second; }));
        QCOMPARE(reading.seconds.front().first, Pattern::RabenseifnerAllReduce);
        QVERIFY(std::abs(reading.seconds.front().second - 7.995e-3) < 1e-9);
    }
};

SCALEWRIGHT_TEST(tst_algorithm_map_view)
#include "tst_algorithm_map_view.moc"

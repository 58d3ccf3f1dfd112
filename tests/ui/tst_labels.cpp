// SPDX-License-Identifier: GPL-3.0-or-later
// No label in any figure overlaps a curve, a line, a mark or another label, judged by geometry (label_geometry.h):
// measured S(p) with all overlays, random ladders, and every chart of every example as the window shows it. A drag
// moves no label that can stay in place.
#include <QApplication>
#include <QDir>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTabBar>
#include <QTest>

#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "app/window/pages.h"
#include "core/base/files/resources.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/chart_range.h"
#include "core/decision/cost/curve.h"
#include "core/evidence/fit/fit.h"
#include "core/evidence/ladder/ladder.h"
#include "core/output/chart/label_placer.h"
#include "core/output/chart/pgfplots.h"
#include "core/output/chart/svg.h"
#include "core/output/tables/latex.h"
#include "core/project/document/project_file.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"
#include "tests/ui/label_geometry.h"
#include "ui/figure/chart.h"
#include "ui/measure/ladder_charts.h"
#include "ui/page/page.h"
#include "ui/predict/predict_charts.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

using namespace scalewright;
using namespace scalewright::ui;
using test::misattributedLabels;
using test::overlappingLabels;

namespace {

/// Frames of the large chart in windows of 1280 by 720 and 1920 by 1080, each at type scale 1 and 1.75, and in a
/// printed column.
struct FrameCase {
    QSizeF size;
    double type;
};
constexpr std::array rooms{FrameCase{{640, 330}, 1}, FrameCase{{700, 380}, 1.75}, FrameCase{{1000, 480}, 1},
                           FrameCase{{1000, 480}, 1.75}, FrameCase{{320, 230}, 1}};

Project example(const QString& name)
{
    const Result<std::filesystem::path> path = resourcePath("examples/" + name.toStdString() + ".scalewright");
    Result<Project> project = path ? readProject(*path) : Result<Project>(fail(path.error()));
    if (!project)
        qFatal("%s", describe(project.error()).c_str());
    return std::move(*project);
}

struct DrawnChart {
    ChartSpec spec;
    ChartLayout scene;
};

void draw(DrawnChart& drawnChart, const FrameCase& frameCase, LabelMemory* memory = nullptr)
{
    // With the room that the axes need.
    drawnChart.scene = layOutChart(drawnChart.spec, {frameCase.size.width() + 50, frameCase.size.height() + 60},
                                   chartStyle(VisualStyle{false, frameCase.type}), {}, memory);
}

/// S(p) of a ladder with its fit, the prediction, an earlier frozen prediction, and Amdahl's ceiling.
LadderOverlay fullOverlay(const Project& project, const Analysis& analysis, Law law)
{
    LadderOverlay overlay;
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    if (Result<LadderFit> fit = fitLaw(ladder, law))
        overlay.fit = std::move(*fit);
    if (const Result<LadderFit> amdahl = fitLaw(ladder, Law::Amdahl))
        if (amdahl->limitThroughput)
            overlay.amdahlCeiling = amdahl->baseP * *amdahl->limitThroughput / amdahl->baseThroughputPerS;
    Project before = project;
    before.target.alphaS = typed(2 * project.target.alphaS->value);
    before.measurements.ladders.clear();
    const Analysis earlierAnalysis = analyse(before);
    if (earlierAnalysis.prediction) {
        overlay.frozenCurve = curveOf(*earlierAnalysis.prediction, ladderAxisEnd(analysis));
        overlay.frozenCurve->source = ScalingCurve::Source::Frozen;
        overlay.frozenName = QStringLiteral("frozen 2026-11-20");
    }
    return overlay;
}

/// The marks of the spec that are neither inside the frame at the place that their value gives nor named, with their
/// value, above an arrow at the frame's top.
QStringList misplacedMarks(const ChartSpec& spec, const ChartLayout& layout)
{
    QStringList faults;
    const auto valueAt = [](const AxisLayout& axis, double share) {
        return axis.scale == AxisScale::Linear ? axis.low + share * (axis.high - axis.low)
                                               : axis.low * std::pow(axis.high / axis.low, share);
    };
    const auto check = [&](double x, double y, const std::vector<Point>& drawn, const std::string& text) {
        if (!std::isfinite(y) || x < layout.xRange.low || x > layout.xRange.high)
            return;
        const bool isDrawn = std::any_of(drawn.begin(), drawn.end(), [&](Point at) {
            const Rect& frame = layout.frame;
            const double drawnX = valueAt(layout.x, (at.x - frame.left) / frame.width()),
                         drawnY = valueAt(layout.y, (frame.bottom - at.y) / frame.height());
            return frame.adjusted(-1, -1, 1, 1).contains(at) &&
                   std::abs(drawnX - x) <= 0.02 * std::max(x, layout.x.high - layout.x.low) &&
                   std::abs(drawnY - y) <= 0.02 * std::max(std::abs(y), layout.y.high - layout.y.low);
        });
        const bool hasArrow = std::any_of(layout.labels.begin(), layout.labels.end(), [&](const PlacedLabel& label) {
            return label.text == text && label.rect.bottom <= layout.frame.top;
        });
        if (!isDrawn && !hasArrow)
            faults << QStringLiteral("(%1, %2) is neither in the frame nor named above it").arg(x).arg(y);
    };
    for (std::size_t k = 0; k < spec.measured.size(); ++k)
        for (std::size_t i = 0; i < spec.measured[k].y.size(); ++i)
            check(spec.measured[k].x[i], spec.measured[k].y[i], layout.measured[k].points,
                  spec.measured[k].labels.empty() ? formatNumber(spec.measured[k].y[i], spec.y.numberStyle)
                                                  : std::string(spec.measured[k].labels[i]));
    std::vector<Point> points;
    for (const PlacedPoint& point : layout.points)
        points.push_back(point.position);
    for (const PointSpec& point : spec.points)
        if (!point.needsLabel)  // otherwise left out if its label has no room
            check(point.x, point.y, points,
                  point.label.empty() ? formatNumber(point.y, spec.y.numberStyle) : std::string(point.label));
    return faults;
}

/// The faults of the chart as a figure for print, 84 or 160 mm wide: text under 7 pt or outside the page, overlapping
/// labels, a missing name of a stacked area, and labels that SVG or LaTeX lacks.
QStringList printFaults(const Chart& chart, double millimetres)
{
    constexpr double margin = 2, smallestPixels = 7.0 * 96 / 72;
    const FigureContent& content = chart;
    const double width = millimetres * 96 / 25.4 - 2 * margin;
    const QSizeF size = content.sizeForWidth(width);
    const std::optional<ChartLayout> layout = content.drawing(size, {});
    if (!layout)
        return {};
    const ChartSpec drawn = millimetres < 100 ? withoutSecondaryParts(chart.spec()) : chart.spec();
    QStringList faults = overlappingLabels(*layout) + misplacedMarks(drawn, *layout);
    if (size.width() > width + 0.5 || layout->style.small < smallestPixels)
        faults << QStringLiteral("%1 pixels wide, type of %2").arg(size.width()).arg(layout->style.small);
    const std::string svg = toSvg(*layout).elements, latex = toTikzpicture(*layout);
    const Rect page({}, layout->size);
    for (const PlacedLabel& label : layout->labels)
        for (const TextPiece& line : label.lines(layout->style)) {
            if (!page.contains(label.rect))
                faults << QStringLiteral("“%1” leaves the page").arg(toQString(line.text));
            if (svg.find(xmlText(line.text)) == std::string::npos ||
                latex.find(latexText(line.text)) == std::string::npos)
                faults << QStringLiteral("“%1” is not in SVG and LaTeX").arg(toQString(line.text));
        }
    for (const SeriesSpec& series : chart.spec().series)
        if (series.fill == Fill::Stacked && !series.label.empty() && !series.isGhost &&
            std::none_of(layout->labels.begin(), layout->labels.end(),
                         [&](const PlacedLabel& label) { return label.text == series.label; }))
            faults << QStringLiteral("the area “%1” has no name").arg(toQString(series.label));
    return faults;
}

/// "p* 1: more workers…", where there is no room for the whole name.
bool isCutName(const std::string& text, const std::string& name)
{
    constexpr std::string_view ellipsis = "…";
    return text.ends_with(ellipsis) && name.starts_with(text.substr(0, text.size() - ellipsis.size()));
}

/// Labels that a chart must never omit: one for every landmark drawn (p*, the knee) and one for the plan's line.
QStringList missingLandmarks(const ChartLayout& scene)
{
    QStringList missing;
    const auto check = [&](const std::string& label) {
        if (!label.empty() && std::none_of(scene.labels.begin(), scene.labels.end(), [&](const PlacedLabel& each) {
                return each.text == label || label.starts_with(each.text + " · ") || isCutName(each.text, label);
            }))
            missing << QStringLiteral("“%1” has no label").arg(QString::fromStdString(label));
    };
    for (const PlacedPoint& point : scene.points)
        if (!point.spec.isLabelOptional)
            check(point.spec.label);
    for (const PlacedMarker& marker : scene.markers)
        if (marker.spec.kind == MarkerSpec::Kind::Flag)
            check(marker.spec.label);
    return missing;
}

}  // namespace

class tst_labels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)"))); }

    // The breakdown from Code 41.7.2 with every overlay that the page offers.
    void measuredSpeedupWithFullOverlay()
    {
        const Project project = example(QStringLiteral("student-41.7"));
        const Analysis analysis = analyse(project);
        QVERIFY(analysis.ladder && analysis.ladder->measured && analysis.prediction);
        for (const Law law : {Law::Usl, Law::Amdahl, Law::AlphaBeta}) {
            const LadderOverlay overlay = fullOverlay(project, analysis, law);
            QVERIFY(overlay.fit && overlay.amdahlCeiling && overlay.frozenCurve);
            for (const FrameCase& frameCase : rooms) {
                DrawnChart drawnChart{ladderChart(Curve::Speedup, project, analysis, overlay), {}};
                draw(drawnChart, frameCase);
                const QStringList wrong = overlappingLabels(drawnChart.scene);
                QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("%1x%2 at type %3: %4")
                                                         .arg(frameCase.size.width())
                                                         .arg(frameCase.size.height())
                                                         .arg(frameCase.type)
                                                         .arg(wrong.join(QStringLiteral("; ")))));
                QCOMPARE(drawnChart.scene.omittedLabelCount, 0);
                // Plan, fastest, knee, ideal, ceiling, frozen, predicted, fit.
                QVERIFY(drawnChart.scene.labels.size() >= 7);
            }
        }
    }

    // A long step: the knee, the plan on it and p* are close together on the right, under the steepest part of the
    // ideal line.
    void landmarksNearOneAnother()
    {
        Project project = test::output4141();
        for (int i = 0; i <= 60; ++i) {
            project.baseline.tCompS = typed(0.1 * std::pow(10, i / 15.0));
            const Analysis analysis = analyse(project);
            for (const FrameCase& frameCase : rooms) {
                DrawnChart drawnChart{curveChart(Curve::Speedup, project, analysis, {}), {}};
                draw(drawnChart, frameCase);
                const QStringList wrong = overlappingLabels(drawnChart.scene) + misattributedLabels(drawnChart.scene);
                QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("%1 s in %2x%3 at type %4: %5")
                                                         .arg(project.baseline.tCompS->value)
                                                         .arg(frameCase.size.width())
                                                         .arg(frameCase.size.height())
                                                         .arg(frameCase.type)
                                                         .arg(wrong.join(QStringLiteral("; ")))));
                if (frameCase.size.width() > 500)
                    QVERIFY2(missingLandmarks(drawnChart.scene).isEmpty(),
                             qPrintable(missingLandmarks(drawnChart.scene).join(QStringLiteral("; "))));
            }
        }
    }

    // Speedups that rise, stall, fluctuate and fall, with and without repeats.
    void randomLadders()
    {
        int omittedLabels = 0, labels = 0;
        for (quint32 seed = 1; seed <= static_cast<quint32>(test::rounds(150)); ++seed) {
            QRandomGenerator random(seed);
            Project project = test::output4141();
            project.target.alphaS = typed(std::pow(10, -4.5 + 2 * random.generateDouble()));
            project.plan.p = 1 << random.bounded(7);
            Ladder ladder{.name = "ladder"};
            const double serial = 0.2 * random.generateDouble(), cost = 0.02 * random.generateDouble(),
                         scatter = 0.15 * random.generateDouble();
            const int rungs = 3 + random.bounded(6), runs = 1 + random.bounded(8);
            for (int rung = 0; rung < rungs; ++rung)
                for (int run = 0; run < runs; ++run) {
                    LadderPoint point;
                    point.p = 1 << rung;
                    point.timeS = (serial + (1 - serial) / point.p + cost * rung * rung) *
                                  (1 + scatter * random.generateDouble());
                    ladder.points.push_back(point);
                }
            project.measurements.ladders.push_back(ladder);
            const Analysis analysis = analyse(project);
            QVERIFY2(analysis.ladder && analysis.ladder->measured, qPrintable(QString::number(seed)));
            constexpr std::array laws{Law::Amdahl, Law::Usl, Law::AlphaBeta};
            const LadderOverlay overlay = fullOverlay(project, analysis, laws[seed % laws.size()]);
            const FrameCase frameCase{{320 + 700 * random.generateDouble(), 220 + 300 * random.generateDouble()},
                                      1 + 0.75 * random.generateDouble()};
            std::vector<ChartSpec> specs{ladderChart(Curve::Speedup, project, analysis, overlay),
                                         ladderChart(Curve::Efficiency, project, analysis, overlay)};
            for (const Curve curve :
                 {Curve::Speedup, Curve::Efficiency, Curve::StepTime, Curve::CommToCompute, Curve::Cost})
                specs.push_back(curveChart(curve, project, analysis, {}));
            for (ChartSpec& spec : specs) {
                DrawnChart drawnChart{std::move(spec), {}};
                draw(drawnChart, frameCase);
                const QStringList wrong = overlappingLabels(drawnChart.scene) + misattributedLabels(drawnChart.scene);
                if (frameCase.size.width() > 500 && frameCase.type < 1.5)
                    QVERIFY2(missingLandmarks(drawnChart.scene).isEmpty(),
                             qPrintable(QStringLiteral("seed %1: ").arg(seed) +
                                        missingLandmarks(drawnChart.scene).join(QStringLiteral("; "))));
                QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("seed %1, %2 by %3: %4")
                                                         .arg(seed)
                                                         .arg(frameCase.size.width())
                                                         .arg(frameCase.size.height())
                                                         .arg(wrong.join(QStringLiteral("; ")))));
                omittedLabels += drawnChart.scene.omittedLabelCount;
                labels += static_cast<int>(drawnChart.scene.labels.size());
            }
        }
        // At most 2 %: a label is omitted rather than joined by a line that would cross another mark.
        QVERIFY2(omittedLabels * 50 <= labels,
                 qPrintable(QStringLiteral("%1 of %2 labels found no room").arg(omittedLabels).arg(labels)));
    }

    // A value above the axis has an arrow at the frame's top and its number above it; a long title keeps its unit.
    void namesValuesAboveTheFrame()
    {
        ChartSpec spec{.x = {.title = "workers p", .scale = AxisScale::Log2, .low = 1, .high = 8},
                       .y = {.title = "cost of the work of one worker", .low = 0, .high = 1}};
        spec.series.push_back({.key = "cost", .name = "cost", .label = {}, .x = {1, 8}, .y = {0.5, 0.5}});
        spec.measured.push_back(
            {.key = "m", .name = "measured", .x = {1, 2, 8}, .y = {40, 30, 0.5}, .labels = {"40", "30", "0.5"}});
        spec.series.push_back({.key = "note", .name = {}, .label = "other: does not fit", .isGhost = true});
        const ChartLayout layout = layOutChart(spec, {300, 240}, {});
        QVERIFY2(misplacedMarks(spec, layout).isEmpty(),
                 qPrintable(misplacedMarks(spec, layout).join(QLatin1Char('|'))));
        QVERIFY2(overlappingLabels(layout).isEmpty(), qPrintable(overlappingLabels(layout).join(QLatin1Char('|'))));
        QCOMPARE(layout.measured.front().points.size(), std::size_t(1));
        // Three strokes for each arrow, and two for the break of the axis.
        QCOMPARE(layout.axisBreaks.size(), std::size_t(2 * 3 + 2));
        for (const char* text : {"40", "30", "other: does not fit"})
            QVERIFY2(std::any_of(layout.labels.begin(), layout.labels.end(),
                                 [&](const PlacedLabel& label) {
                                     return label.text == text && label.rect.bottom <= layout.frame.top;
                                 }),
                     text);
        QCOMPARE(layout.y.title, std::string("cost of the work"));
    }

    // As shown in the window, at both window sizes and both type scales: half of the four combinations per example, all
    // with SCALEWRIGHT_EVERY=1.
    void everyChartOfEveryExample()
    {
        const Result<std::filesystem::path> folder = resourcePath("examples");
        QVERIFY(folder);
        int charts = 0, rooms = 0;
        QStringList wrong;
        for (const QFileInfo& file :
             QDir(QFile::decodeName(folder->c_str())).entryInfoList({QStringLiteral("*.scalewright")}, QDir::Files)) {
            if (test::sanitized && !file.fileName().startsWith(QLatin1String("heat")))
                continue;
            Document document;
            QVERIFY(document.openCopy(file.filePath()));
            const std::vector<PageEntry> pages = allPages();
            MainWindow window(document, pages);
            window.show();
            if (document.analysis().prediction)
                for (const Curve curve : allCurves) {
                    Chart chart(&window);
                    chart.setSpec(curveChart(curve, document.project(), document.analysis(), {}));
                    for (const double millimetres : {84.0, 160.0})
                        for (const QString& fault : printFaults(chart, millimetres))
                            wrong << QStringLiteral("%1, %2 at %3 mm: %4")
                                         .arg(file.completeBaseName(), curveName(curve))
                                         .arg(millimetres)
                                         .arg(fault);
                }
            ++rooms;  // the next example uses the other two combinations
            for (const double type : {1.0, 1.75}) {
                Theme::instance().setTypeScale(type);
                ++rooms;
                for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
                    if (++rooms % 2 == 0 && !test::every())
                        continue;
                    window.resize(size);
                    for (const PageEntry& entry : pages) {
                        window.showPage(entry.id);
                        auto* tabs = window.page(entry.id)->findChild<QTabBar*>();
                        for (int tab = 0; tab < (tabs ? tabs->count() : 1); ++tab) {
                            if (tabs)
                                tabs->setCurrentIndex(tab);
                            for (int round = 0; round < 3; ++round)
                                QApplication::processEvents();
                            for (const Chart* chart : window.page(entry.id)->findChildren<Chart*>()) {
                                if (!chart->isVisible() || chart->spec().isThumbnail)
                                    continue;
                                ++charts;
                                if (type == 1)  // the print sizes do not depend on the window
                                    for (const double millimetres : {84.0, 160.0})
                                        for (const QString& fault : printFaults(*chart, millimetres))
                                            wrong << QStringLiteral("%1, %2, %3 at %4 mm: %5")
                                                         .arg(file.completeBaseName(), entry.id, chart->texts().title)
                                                         .arg(millimetres)
                                                         .arg(fault);
                                QStringList chartFaults = overlappingLabels(chart->drawnLayout());
                                chartFaults << missingLandmarks(chart->drawnLayout())
                                            << misattributedLabels(chart->drawnLayout());
                                if (chart->drawnLayout().omittedLabelCount > 0)
                                    chartFaults << QStringLiteral("%1 labels found no room")
                                                       .arg(chart->drawnLayout().omittedLabelCount);
                                if (!chartFaults.isEmpty())
                                    wrong << QStringLiteral("%1, %2, %3 at %4x%5, type %6: %7")
                                                 .arg(file.completeBaseName(), entry.id, chart->texts().title)
                                                 .arg(size.width())
                                                 .arg(size.height())
                                                 .arg(type)
                                                 .arg(chartFaults.join(QStringLiteral("; ")));
                            }
                        }
                        if (tabs)
                            tabs->setCurrentIndex(0);
                    }
                }
            }
        }
        Theme::instance().setTypeScale(1);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
        QVERIFY(charts > (test::sanitized ? 5 : 100));
    }

    // While alpha is dragged, a label stays on its side of its point or curve; it changes sides only if its side is
    // occupied.
    void dragMovesFewLabels()
    {
        Project project = example(QStringLiteral("student-41.7"));
        struct Seen {
            Point offset, at;
        };
        std::array<std::map<QString, Seen>, 2> before;
        std::array<int, 2> jumps{};
        std::array<std::optional<double>, 2> edge;  // the end of the axis in the previous frame
        LabelMemory memory;
        constexpr int frames = 240;
        for (int i = 0; i < frames; ++i) {
            project.target.alphaS = typed(0.005 * std::exp2(2 * std::sin(i * 0.04)));
            const Analysis analysis = analyse(project);
            for (const std::size_t without : {0U, 1U}) {
                CurveView view;  // keeps the axis, as the page does while a slider is held
                if (edge[without] && isAxisLongEnough(static_cast<int>(*edge[without]), analysis))
                    view.axisMaximumP = static_cast<int>(*edge[without]);
                DrawnChart drawnChart{curveChart(Curve::Speedup, project, analysis, view), {}};
                const bool rescaled = std::exchange(edge[without], drawnChart.spec.x.high) != drawnChart.spec.x.high;
                draw(drawnChart, rooms[0], without ? nullptr : &memory);
                std::map<QString, Seen> current;
                for (const PlacedLabel& label : drawnChart.scene.labels) {
                    // "knee" without its number, and "p* (fastest)" distinct from a variant's "p*"; measured points are
                    // identified by their position in the ladder.
                    QString word =
                        QString::fromStdString(label.text).remove(QRegularExpression(QStringLiteral("[0-9.]+")));
                    Point anchor;
                    for (const PlacedPoint& point : drawnChart.scene.points)
                        if (point.spec.label == label.text)
                            anchor = point.position;
                    for (const PlacedMarker& marker : drawnChart.scene.markers)  // "R = 1" moves with its line
                        if (marker.spec.label == label.text)
                            anchor = marker.line.a;
                    for (std::size_t k = 0; k < drawnChart.scene.measured.size(); ++k)
                        for (std::size_t point = 0; point < drawnChart.scene.measured[k].points.size(); ++point)
                            if (point < drawnChart.spec.measured[k].labels.size() &&
                                drawnChart.spec.measured[k].labels[point] == label.text) {
                                anchor = drawnChart.scene.measured[k].points[point];
                                word = QStringLiteral("measured %1 %2").arg(k).arg(point);
                            }
                    current[word] = {label.rect.center() - anchor, label.rect.center()};
                    const auto known = before[without].find(word);
                    // If the axis is rescaled because p* doubled, everything moves. Otherwise a label has jumped only
                    // if it moved both on the screen and relative to its point.
                    if (!rescaled && known != before[without].end() &&
                        distance(known->second.offset, current[word].offset) > 30 &&
                        distance(known->second.at, current[word].at) > 30)
                        ++jumps[without];
                }
                before[without] = current;
            }
        }
        // With an axis that ends near twice p*, points move two to four times as far per frame as with one that ends at
        // the search limit.
        QVERIFY2(
            jumps[0] * 3 <= jumps[1] && jumps[0] <= frames / 7,
            qPrintable(
                QStringLiteral("%1 jumps in %2 frames, %3 without memory").arg(jumps[0]).arg(frames).arg(jumps[1])));
    }
};

SCALEWRIGHT_TEST(tst_labels)
#include "tst_labels.moc"

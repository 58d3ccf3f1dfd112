// No label of any figure lies on a curve, a line, a mark or another label, by geometry (label_geometry.h): measured
// S(p) with all that can be held against it, random ladders, every chart of every example as the window shows it. And a
// drag moves no label that need not move.
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
#include "core/decision/analysis/shown_range.h"
#include "core/decision/cost/curve.h"
#include "core/evidence/fit/fit.h"
#include "core/evidence/ladder/ladder.h"
#include "core/project/document/project_file.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"
#include "tests/ui/label_geometry.h"
#include "ui/figure/chart.h"
#include "ui/figure/label_placer.h"
#include "ui/measure/ladder_charts.h"
#include "ui/page/page.h"
#include "ui/predict/predict_charts.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"
#include "ui/words/number_words.h"

using namespace scalewright;
using namespace scalewright::ui;
using test::labelsOnSomething;
using test::labelsTakenForAnothers;

namespace {

/// Frames of the large chart in a window of 1280 by 720 and of 1920 by 1080, each at type scale 1 and 1.75, and of a
/// column of print.
struct Room {
    QSizeF size;
    double type;
};
constexpr std::array rooms{Room{{640, 330}, 1}, Room{{700, 380}, 1.75}, Room{{1000, 480}, 1}, Room{{1000, 480}, 1.75},
                           Room{{320, 230}, 1}};

Project example(const QString& name)
{
    const Result<std::filesystem::path> path = resourcePath("examples/" + name.toStdString() + ".scalewright");
    Result<Project> project = path ? readProject(*path) : Result<Project>(fail(path.error()));
    if (!project)
        qFatal("%s", describe(project.error()).c_str());
    return std::move(*project);
}

struct Drawn {
    ChartSpec spec;
    Scene scene;
};

void draw(Drawn& drawn, const Room& room, LabelMemory* memory = nullptr)
{
    const QRectF frame(QPointF(40, 10), room.size);
    const AxisLayout xAxis = layOutAxis(drawn.spec.x, xRange(drawn.spec), 10),
                     yAxis = layOutAxis(drawn.spec.y, yRange(drawn.spec, {xAxis.low, xAxis.high}), 5);
    const AxisMap x(xAxis.scale, xAxis.low, xAxis.high, frame.left(), frame.right()),
        y(yAxis.scale, yAxis.low, yAxis.high, frame.bottom(), frame.top());
    SampleCache cache;
    drawn.scene = buildScene(drawn.spec, yAxis, x, y, frame, Look{false, room.type}, cache, memory);
}

/// S(p) of a ladder with its fit, the prediction, one frozen before, and Amdahl's ceiling.
LadderOverlay everythingHeldAgainst(const Project& project, const Analysis& analysis, Law law)
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
    const Analysis then = analyse(before);
    if (then.prediction) {
        overlay.frozen = curveOf(*then.prediction, ladderReach(analysis));
        overlay.frozen->source = ScalingCurve::Source::Frozen;
        overlay.frozenName = QStringLiteral("frozen 2026-11-20");
    }
    return overlay;
}

/// What a chart must never leave unsaid: every landmark (p*, the knee) and the plan's line that it draws has its label.
QStringList missingLandmarks(const Scene& scene)
{
    QStringList missing;
    const auto check = [&](const QString& label) {
        if (!label.isEmpty() && std::none_of(scene.labels.begin(), scene.labels.end(),
                                             [&](const SceneLabel& each) { return each.text == label; }))
            missing << QStringLiteral("“%1” has no label").arg(label);
    };
    for (const ScenePoint& point : scene.points)
        if (!point.spec->labelOptional)
            check(point.spec->label);
    for (const SceneMarker& marker : scene.markers)
        if (marker.spec->kind == MarkerSpec::Kind::Flag)
            check(marker.spec->label);
    return missing;
}

}  // namespace

class tst_labels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)"))); }

    // Code 41.7.2's breakdown with all that the page can hold against it.
    void measuredSpeedupWithAllThatIsHeldAgainstIt()
    {
        const Project project = example(QStringLiteral("student-41.7"));
        const Analysis analysis = analyse(project);
        QVERIFY(analysis.ladder && analysis.ladder->measured && analysis.prediction);
        for (const Law law : {Law::Usl, Law::Amdahl, Law::AlphaBeta}) {
            const LadderOverlay overlay = everythingHeldAgainst(project, analysis, law);
            QVERIFY(overlay.fit && overlay.amdahlCeiling && overlay.frozen);
            for (const Room& room : rooms) {
                Drawn drawn{ladderChart(Curve::Speedup, project, analysis, overlay), {}};
                draw(drawn, room);
                const QStringList wrong = labelsOnSomething(drawn.scene);
                QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("%1x%2 at type %3: %4")
                                                         .arg(room.size.width())
                                                         .arg(room.size.height())
                                                         .arg(room.type)
                                                         .arg(wrong.join(QStringLiteral("; ")))));
                QCOMPARE(drawn.scene.labelsLeftOut, 0);
                QVERIFY(drawn.scene.labels.size() >= 7);  // plan, fastest, knee, ideal, ceiling, frozen, predicted, fit
            }
        }
    }

    // A long step: the knee, the plan on it and p* come near one another on the right, under the steepest of the ideal
    // line.
    void landmarksNearOneAnother()
    {
        Project project = test::output4141();
        for (int i = 0; i <= 60; ++i) {
            project.baseline.tCompS = typed(0.1 * std::pow(10, i / 15.0));
            const Analysis analysis = analyse(project);
            for (const Room& room : rooms) {
                Drawn drawn{curveChart(Curve::Speedup, project, analysis, {}), {}};
                draw(drawn, room);
                const QStringList wrong = labelsOnSomething(drawn.scene) + labelsTakenForAnothers(drawn.scene);
                QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("%1 s in %2x%3 at type %4: %5")
                                                         .arg(project.baseline.tCompS->value)
                                                         .arg(room.size.width())
                                                         .arg(room.size.height())
                                                         .arg(room.type)
                                                         .arg(wrong.join(QStringLiteral("; ")))));
                if (room.size.width() > 500)
                    QVERIFY2(missingLandmarks(drawn.scene).isEmpty(),
                             qPrintable(missingLandmarks(drawn.scene).join(QStringLiteral("; "))));
            }
        }
    }

    // Speedups that rise, stall, jump about and fall, with and without repeats.
    void randomLadders()
    {
        int leftOut = 0, labels = 0;
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
            const LadderOverlay overlay = everythingHeldAgainst(project, analysis, laws[seed % laws.size()]);
            const Room room{{320 + 700 * random.generateDouble(), 220 + 300 * random.generateDouble()},
                            1 + 0.75 * random.generateDouble()};
            std::vector<ChartSpec> specs{ladderChart(Curve::Speedup, project, analysis, overlay),
                                         ladderChart(Curve::Efficiency, project, analysis, overlay)};
            for (const Curve curve :
                 {Curve::Speedup, Curve::Efficiency, Curve::StepTime, Curve::CommToCompute, Curve::Cost})
                specs.push_back(curveChart(curve, project, analysis, {}));
            for (ChartSpec& spec : specs) {
                Drawn drawn{std::move(spec), {}};
                draw(drawn, room);
                const QStringList wrong = labelsOnSomething(drawn.scene) + labelsTakenForAnothers(drawn.scene);
                if (room.size.width() > 500 && room.type < 1.5)
                    QVERIFY2(missingLandmarks(drawn.scene).isEmpty(),
                             qPrintable(QStringLiteral("seed %1: ").arg(seed) +
                                        missingLandmarks(drawn.scene).join(QStringLiteral("; "))));
                QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("seed %1, %2 by %3: %4")
                                                         .arg(seed)
                                                         .arg(room.size.width())
                                                         .arg(room.size.height())
                                                         .arg(wrong.join(QStringLiteral("; ")))));
                leftOut += drawn.scene.labelsLeftOut;
                labels += static_cast<int>(drawn.scene.labels.size());
            }
        }
        QVERIFY2(leftOut * 100 <= labels,
                 qPrintable(QStringLiteral("%1 of %2 labels found no room").arg(leftOut).arg(labels)));
    }

    // As the window shows them, at both sizes and both types; half of the four an example, and all with
    // SCALEWRIGHT_EVERY=1.
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
            ++rooms;  // the next example has the other two
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
                                if (!chart->isVisible() || chart->spec().thumbnail)
                                    continue;
                                ++charts;
                                QStringList here = labelsOnSomething(chart->scene());
                                here << missingLandmarks(chart->scene()) << labelsTakenForAnothers(chart->scene());
                                if (chart->scene().labelsLeftOut > 0)
                                    here << QStringLiteral("%1 labels found no room").arg(chart->scene().labelsLeftOut);
                                if (!here.isEmpty())
                                    wrong << QStringLiteral("%1, %2, %3 at %4x%5, type %6: %7")
                                                 .arg(file.completeBaseName(), entry.id, chart->texts().title)
                                                 .arg(size.width())
                                                 .arg(size.height())
                                                 .arg(type)
                                                 .arg(here.join(QStringLiteral("; ")));
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

    // While alpha is dragged a label keeps to its side of its point or curve; it moves to another where its own is
    // taken.
    void aDragMovesFewLabels()
    {
        Project project = example(QStringLiteral("student-41.7"));
        struct Seen {
            QPointF offset, at;
        };
        std::array<std::map<QString, Seen>, 2> before;
        std::array<int, 2> jumps{};
        std::array<std::optional<double>, 2> edge;  // of the axis, a frame before
        LabelMemory memory;
        constexpr int frames = 240;
        for (int i = 0; i < frames; ++i) {
            project.target.alphaS = typed(0.005 * std::exp2(2 * std::sin(i * 0.04)));
            const Analysis analysis = analyse(project);
            for (const std::size_t without : {0U, 1U}) {
                CurveView view;  // as the page holds its axis while a slider is held
                if (edge[without] && stillShows(static_cast<int>(*edge[without]), analysis))
                    view.reach = static_cast<int>(*edge[without]);
                Drawn drawn{curveChart(Curve::Speedup, project, analysis, view), {}};
                const bool rescaled = std::exchange(edge[without], drawn.spec.x.high) != drawn.spec.x.high;
                draw(drawn, rooms[0], without ? nullptr : &memory);
                std::map<QString, Seen> now;
                for (const SceneLabel& label : drawn.scene.labels) {
                    // "knee" whatever its number, and "p* (fastest)" apart from a variant's "p*"; measured points by
                    // their place in the ladder.
                    QString word = QString(label.text).remove(QRegularExpression(QStringLiteral("[0-9.]+")));
                    QPointF anchor;
                    for (const ScenePoint& point : drawn.scene.points)
                        if (point.spec->label == label.text)
                            anchor = point.at;
                    for (const SceneMarker& marker : drawn.scene.markers)  // "R = 1" moves with its line
                        if (marker.spec->label == label.text)
                            anchor = marker.line.p1();
                    for (std::size_t k = 0; k < drawn.scene.measured.size(); ++k)
                        for (std::size_t point = 0; point < drawn.scene.measured[k].points.size(); ++point)
                            if (point < drawn.spec.measured[k].labels.size() &&
                                drawn.spec.measured[k].labels[point] == label.text) {
                                anchor = drawn.scene.measured[k].points[point];
                                word = QStringLiteral("measured %1 %2").arg(k).arg(point);
                            }
                    now[word] = {label.rect.center() - anchor, label.rect.center()};
                    const auto known = before[without].find(word);
                    // Where the axis takes another scale, which it does by doublings of p*, everything moves. Its
                    // point may jump, and the label may stay where it was: neither is a jump of the label.
                    if (!rescaled && known != before[without].end() &&
                        QLineF(known->second.offset, now[word].offset).length() > 30 &&
                        QLineF(known->second.at, now[word].at).length() > 30)
                        ++jumps[without];
                }
                before[without] = now;
            }
        }
        // An axis that ends near twice p* moves its points twice to four times as far a frame as one to the search's end.
        QVERIFY2(
            jumps[0] * 3 <= jumps[1] && jumps[0] <= frames / 7,
            qPrintable(
                QStringLiteral("%1 jumps in %2 frames, %3 without memory").arg(jumps[0]).arg(frames).arg(jumps[1])));
    }
};

SCALEWRIGHT_TEST(tst_labels)
#include "tst_labels.moc"

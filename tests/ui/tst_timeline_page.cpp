// SPDX-License-Identifier: GPL-3.0-or-later
// The Timeline tab of Measure, checked by hand on a simulated run and on the two-rank recordings under
// tests/data/oracles/traces/gloo. Expected values: arithmetic written here, the rank that was slowed in the recordings,
// and the closed form for a ring.
#include <QAbstractSlider>
#include <QApplication>
#include <QDropEvent>
#include <QFile>
#include <QImage>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <QXmlStreamReader>

#include <cmath>

#include "core/evidence/timeline/compare.h"
#include "core/evidence/timeline/replay.h"
#include "core/evidence/trace/reference.h"
#include "core/output/chart/axis_layout.h"
#include "core/project/document/project_file.h"
#include "tests/support/child.h"
#include "tests/support/files.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"
#include "ui/controls/track_record.h"
#include "ui/document/document.h"
#include "ui/figure/figure.h"
#include "ui/measure/measure_page.h"
#include "ui/timeline/break_card.h"
#include "ui/timeline/lane_view.h"
#include "ui/timeline/repair_card.h"
#include "ui/timeline/timeline_view.h"

using namespace scalewright;
using namespace scalewright::ui;
using scalewright::test::near;

namespace {

/// A step on 8 workers: 0.1 s of compute each, and the book's ring.
Project eightWorkers()
{
    Project project;
    project.title = "eight";
    project.baseline.tCompS = typed(0.8);
    project.target.alphaS = typed(0.001);
    project.target.bandwidthBytesPerS = typed(1e9);
    project.design.communication.messageBytes = typed(1e7);
    project.design.communication.pattern = Pattern::RingAllReduce;
    project.plan.p = 8;
    return project;
}

constexpr double computeS = 0.1;
/// 2(p-1) phases of alpha + n/(p B): 14 (1 ms + 10 MB/8/1 GB/s) = 31.5 ms.
constexpr double exchangeS = 14 * (0.001 + 1e7 / 8 / 1e9);

struct Window {
    explicit Window(Project project)
    {
        document.edit(QStringLiteral("start"), std::move(project));
        page = std::make_unique<MeasurePage>(document);
        page->resize(1180, 640);
        page->show();
        page->showTab(QStringLiteral("timeline"));
        view = &page->timelineView();
    }
    Document document;
    std::unique_ptr<MeasurePage> page;
    TimelineView* view = nullptr;
};

bool finishes(TimelineView& view)
{
    QSignalSpy importFinished(&view, &TimelineView::importFinished);
    return !view.isImporting() || importFinished.wait(30'000);
}

void key(QWidget& widget, Qt::Key keyCode, Qt::KeyboardModifiers with = Qt::NoModifier)
{
    QTest::keyClick(&widget, keyCode, with);
}

}  // namespace

class tst_timeline_page : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void timeWindowZoomsAndScrolls();
    void ticksHaveRoundSteps();
    void simulatesThePlan();
    void slowedWorker();
    void slowdownRespectsItsBound();
    void killedWorker();
    void stalenessAndBackupByKeyboard();
    void opensBreakItFromAnywhere();
    void reportsNothingToSimulate();
    void theDocumentChanges();
    void zoomAndPan();
    void selectionAndSearch();
    void exported();
    void manyWorkersFitAPage();
    void recorded_data();
    void recorded();
    void opensOnTheRecording();
    void droppedFolder();
    void storesTracesByReference();
    void reportsAFileThatIsNoTrace();
    void buildsLaddersFromTraces();
    void comparesTwoRuns();
    void comparesMeasuredWithSimulated();
    void comparesTheSimulationWithTheMeasuredPlan();
    void replaysAdjustedLanes();
    void usesUserRules();
};

void tst_timeline_page::timeWindowZoomsAndScrolls()
{
    const TimeWindow window{1000, 2000, 100, 500};
    QCOMPARE(window.xOf(1500), 350.0);
    QCOMPARE(window.tickAt(350), std::int64_t(1500));
    // The tick under the pointer stays where it is.
    const TimeWindow nearer = window.zoomed(0.5, 225, 10000);
    QCOMPARE(nearer.tickAt(225), std::int64_t(1250));
    QCOMPARE(nearer.toTick - nearer.fromTick, std::int64_t(500));
    // Never longer than the run, never shorter than a few ticks.
    QCOMPARE(window.zoomed(100, 350, 10000), (TimeWindow{0, 10000, 100, 500}));
    QVERIFY(window.zoomed(1e-9, 350, 10000).toTick > window.zoomed(1e-9, 350, 10000).fromTick);
    QCOMPARE(window.panned(250, 10000), (TimeWindow{1500, 2500, 100, 500}));
    QCOMPARE(window.panned(-1e6, 10000), (TimeWindow{0, 1000, 100, 500}));
    QCOMPARE(window.panned(1e6, 10000), (TimeWindow{9000, 10000, 100, 500}));
}

void tst_timeline_page::ticksHaveRoundSteps()
{
    const auto ticks = timeAxisTicks(0.13, 0.67, 6);  // 0.1 between ticks
    QCOMPARE(ticks.size(), std::size_t(5));
    QVERIFY(near(ticks.front(), 0.2, 1e-12) && near(ticks.back(), 0.6, 1e-12));
    QVERIFY(timeAxisTicks(1, 1, 5).empty());
    for (const double width : {1e-9, 3e-7, 0.011, 7.0, 1e6})
        QVERIFY(timeAxisTicks(0, width, 8).size() <= 8 && timeAxisTicks(0, width, 8).size() >= 3);

    const auto tickTexts = [](double fromS, double toS) {
        QStringList labels;
        for (const std::string& label : tickLabels(timeAxisTicks(fromS, toS, 3), Dimension::Time))
            labels << QString::fromStdString(label);
        return labels.join(QLatin1Char('|'));
    };
    QCOMPARE(tickTexts(0.38, 0.42), QStringLiteral("0.38 s|0.40 s|0.42 s"));
    QCOMPARE(tickTexts(0, 0.01), QStringLiteral("0|5 ms|10 ms"));
    QCOMPARE(tickTexts(12.3456, 12.3458), QStringLiteral("12.3456 s|12.3457 s|12.3458 s"));
    QCOMPARE(tickTexts(0, 1500), QStringLiteral("0|8.3 min|16.7 min|25.0 min"));  // 500 s between two ticks
}

void tst_timeline_page::simulatesThePlan()
{
    Window window(eightWorkers());
    const SimulatedLanes* run = window.view->simulatedLanes();
    QVERIFY(run);
    QCOMPARE(run->lanes.size(), std::size_t(8));
    QVERIFY(!run->origin.isEmpty());
    QVERIFY(near(run->simulation().stepTimeS, computeS + exchangeS, 1e-9));
    QVERIFY2(window.view->basis().contains("plan p 8"), qPrintable(window.view->basis()));
    // Four steps are visible; the rest can be reached by panning.
    const TimeWindow visibleWindow = test::child<LaneView>(*window.view).visibleWindow();
    QVERIFY(near(static_cast<double>(visibleWindow.toTick - visibleWindow.fromTick) * run->secondsPerTick,
                 4 * (computeS + exchangeS), 1e-6));
    const Table table = test::child<WorkerShares>(*window.view).table();
    QCOMPARE(table.rows.size(), std::size_t(8));
    QVERIFY(near(std::get<double>(table.rows[3][2]), 100 * computeS, 1e-9));
    QVERIFY(near(std::get<double>(table.rows[3][3]), 100 * exchangeS, 1e-9));
    QCOMPARE(test::child<LaneView>(*window.view).table().rows.size(), std::size_t(4));
}

void tst_timeline_page::slowedWorker()
{
    Window window(eightWorkers());
    BreakCard& card = window.view->breakCard();
    test::child<LaneView>(*window.view).setCurrentLane(5);  // as a click on a lane does, to choose the worker
    QCOMPARE(card.perturbation().worker, 5);
    Perturbation breakSettings = card.perturbation();
    breakSettings.factor = 1.4;
    card.setPerturbation(breakSettings);
    const SimulatedLanes* run = window.view->simulatedLanes();
    QVERIFY(near(run->simulation().stepTimeS, 1.4 * computeS + exchangeS, 1e-9));
    QVERIFY(run->lanes[5].isHighlighted && !run->lanes[4].isHighlighted);
    // 7 of 8 workers wait for 0.4 of their compute time.
    const double idle = 7.0 / 8 * 0.4 * computeS / (1.4 * computeS + exchangeS);
    QVERIFY(near(run->simulation().idleShare, idle, 1e-6));
    QVERIFY2(card.sentence().contains("Each step takes 40 ms longer"), qPrintable(card.sentence()));
    QVERIFY2(window.view->basis().contains("worker 5 slowed 1.4"), qPrintable(window.view->basis()));
    QCOMPARE(test::child<LaneView>(*window.view).currentLane(), std::size_t(5));
    // The original run: the same steps as designed, aligned with the start of the visible steps.
    QVERIFY(run->originalSource());
    const StepMark& step = run->steps[12];
    QCOMPARE(step.fromTick - run->alignmentShift(*run->originalSource(), step.fromTick),
             run->originalSource()->steps[12].fromTick);
    // The same steps stay visible.
    QVERIFY(std::abs(test::child<LaneView>(*window.view).visibleWindow().fromTick - step.fromTick) < 1000);
    // The what-if is not part of the project.
    QVERIFY(window.document.project() == eightWorkers());
    for (QPushButton* button : card.findChildren<QPushButton*>())
        if (button->text() == QLatin1String("As designed"))
            button->click();
    QVERIFY(!card.perturbation().hasChanges());
    QVERIFY(near(window.view->simulatedLanes()->simulation().stepTimeS, computeS + exchangeS, 1e-9));
}

void tst_timeline_page::slowdownRespectsItsBound()
{
    // Falling behind by 0.4 of its compute time per step, worker 6 has used up a bound of 4 steps long before step 97:
    // the last four steps are visible, and all other workers wait in them.
    Window window(eightWorkers());
    Perturbation breakSettings;
    breakSettings.worker = 6;
    breakSettings.factor = 1.4;
    breakSettings.stalenessSteps = 4;
    window.view->breakCard().setPerturbation(breakSettings);
    const SimulatedLanes* run = window.view->simulatedLanes();
    LaneView& lanes = test::child<LaneView>(*window.view);
    QCOMPARE(lanes.currentLane(), std::size_t(6));
    QCOMPARE(run->steps.size(), std::size_t(100));
    QCOMPARE(lanes.visibleWindow().fromTick, run->steps[96].fromTick);
    QCOMPARE(lanes.visibleWindow().toTick, run->steps[99].toTick);
}

void tst_timeline_page::killedWorker()
{
    Window window(eightWorkers());
    Perturbation breakSettings;
    breakSettings.worker = 2;
    breakSettings.killed = true;
    window.view->breakCard().setPerturbation(breakSettings);
    const SimulatedLanes* run = window.view->simulatedLanes();
    QVERIFY(run->simulation().stepTimeS > computeS + exchangeS);
    QVERIFY(run->lanes[2].isHighlighted);
    QVERIFY(window.view->basis().contains("worker 2 killed"));
    // The worker dies in a visible step.
    QVERIFY(run->question().killedWorker->step >= 12 && run->question().killedWorker->step <= 15);
}

void tst_timeline_page::stalenessAndBackupByKeyboard()
{
    Window window(eightWorkers());
    BreakCard& card = window.view->breakCard();
    const auto slider = [&](const char* name) {
        for (QAbstractSlider* each : card.findChildren<QAbstractSlider*>())
            if (each->accessibleName().contains(QLatin1String(name)))
                return each;
        qFatal("no slider %s", name);
    };
    QAbstractSlider* staleness = slider("run ahead");
    for (int i = 0; i < 3; ++i)
        key(*staleness, Qt::Key_Right);  // one step per key press, although the scale is logarithmic
    QCOMPARE(card.perturbation().stalenessSteps, std::optional(3));
    QVERIFY(window.view->basis().contains("up to 3 steps apart"));
    for (int i = 0; i < 3; ++i)
        key(*staleness, Qt::Key_Left);
    QVERIFY(!card.perturbation().stalenessSteps);
    QAbstractSlider* backup = slider("does not wait for");
    key(*backup, Qt::Key_Right);
    QCOMPARE(card.perturbation().backupWorkers, std::optional(1));
    // One of eight is a backup, so seven do the work.
    QVERIFY(near(window.view->simulatedLanes()->simulation().stepTimeS, 0.8 / 7 + exchangeS, 0.03));
    key(*backup, Qt::Key_End);
    QCOMPARE(card.perturbation().backupWorkers, std::optional(7));
}

void tst_timeline_page::opensBreakItFromAnywhere()
{
    Window window(eightWorkers());
    window.page->showTab(QStringLiteral("ladder"));
    window.page->resize(900, 420);
    window.page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.page.get()));
    for (const PaletteItem& item : window.page->paletteItems())
        if (item.title == QStringLiteral("Timeline: break it"))
            item.run();
    const BreakCard& card = window.view->breakCard();
    const QWidget* focus = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT((focus = QApplication::focusWidget()) && card.isAncestorOf(focus), 60'000);
    // Scrolling happens after the new content is laid out.
    QTRY_VERIFY_WITH_TIMEOUT(
        QRect(QPoint(), window.page->size()).contains(QRect(focus->mapTo(window.page.get(), QPoint()), focus->size())),
        60'000);
    QTRY_VERIFY_WITH_TIMEOUT(focus->visibleRegion().boundingRect() == focus->rect(), 60'000);
}

void tst_timeline_page::reportsNothingToSimulate()
{
    Project project = eightWorkers();
    project.baseline.tCompS.reset();
    Window window(project);
    QVERIFY(!window.view->simulatedLanes());
    QVERIFY(!test::child<LaneView>(*window.view).isVisible());  // the line below the title names what is missing
    QVERIFY(window.view->basis().isEmpty());
    QVERIFY(!window.view->breakCard().isEnabled());
    QVERIFY(window.view->exportables().empty());
    window.document.edit(QStringLiteral("T_comp"), eightWorkers());
    QVERIFY(window.view->simulatedLanes());
    QVERIFY(test::child<LaneView>(*window.view).isVisible());
    QVERIFY(window.view->breakCard().isEnabled());
}

void tst_timeline_page::theDocumentChanges()
{
    Window window(eightWorkers());
    Project after = eightWorkers();
    after.plan.p = 4;
    window.document.edit(QStringLiteral("p"), after);
    QCOMPARE(window.view->simulatedLanes()->lanes.size(), std::size_t(4));
    // A hidden page computes nothing; when shown again, it shows the current document.
    window.page->showTab(QStringLiteral("ladder"));
    after.plan.p = 16;
    window.document.edit(QStringLiteral("p"), after);
    QCOMPARE(window.view->simulatedLanes()->lanes.size(), std::size_t(4));
    window.page->showTab(QStringLiteral("timeline"));
    QCOMPARE(window.view->simulatedLanes()->lanes.size(), std::size_t(16));
    // A simulation that takes more than a few milliseconds runs on another thread, and only the latest request is
    // shown.
    after.plan.p = 2048;
    window.document.edit(QStringLiteral("p"), after);
    QTRY_COMPARE_WITH_TIMEOUT(window.view->simulatedLanes()->lanes.size(), std::size_t(2048), 20'000);
}

void tst_timeline_page::zoomAndPan()
{
    Window window(eightWorkers());
    LaneView& lanes = test::child<LaneView>(*window.view);
    const TimeWindow before = lanes.visibleWindow();
    const QPointF at(before.left + before.width / 4, lanes.viewport()->height() / 2.0);
    const std::int64_t tick = before.tickAt(at.x());
    QWheelEvent wheel(at, lanes.viewport()->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(lanes.viewport(), &wheel);
    QVERIFY(lanes.visibleWindow().toTick - lanes.visibleWindow().fromTick < before.toTick - before.fromTick);
    QVERIFY(std::abs(lanes.visibleWindow().xOf(tick) - at.x()) < 0.5);
    key(lanes, Qt::Key_Right);
    QVERIFY(lanes.visibleWindow().fromTick > before.fromTick);
    key(lanes, Qt::Key_0);
    QCOMPARE(lanes.visibleWindow().fromTick, std::int64_t(0));
    QCOMPARE(lanes.visibleWindow().toTick, lanes.source()->endTick);
    key(lanes, Qt::Key_Plus);
    key(lanes, Qt::Key_End);
    QCOMPARE(lanes.visibleWindow().toTick, lanes.source()->endTick);
    const TimeWindow last = lanes.visibleWindow();
    const QPoint from(static_cast<int>(at.x()), static_cast<int>(at.y()));
    QTest::mousePress(lanes.viewport(), Qt::LeftButton, {}, from);
    QTest::mouseMove(lanes.viewport(), from + QPoint(60, 0));
    QMouseEvent move(QEvent::MouseMove, QPointF(from + QPoint(60, 0)),
                     lanes.viewport()->mapToGlobal(QPointF(from + QPoint(60, 0))), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(lanes.viewport(), &move);
    QTest::mouseRelease(lanes.viewport(), Qt::LeftButton, {}, from + QPoint(60, 0));
    QVERIFY(lanes.visibleWindow().fromTick < last.fromTick);
    key(lanes, Qt::Key_Down);
    QCOMPARE(lanes.currentLane(), std::size_t(1));
    QCOMPARE(window.view->breakCard().perturbation().worker, 1);
}

void tst_timeline_page::selectionAndSearch()
{
    Window window(eightWorkers());
    LaneView& lanes = test::child<LaneView>(*window.view);
    QSignalSpy readOutSpy(&lanes, &LaneView::readoutChanged);
    const auto& steps = lanes.source()->steps;
    lanes.setSelection(std::pair(steps[12].fromTick, steps[13].toTick));
    // Two complete steps: 200 of 263 ms are compute, 63 communication.
    const QString words = readOutSpy.constLast().constFirst().toString();
    QVERIFY2(words.contains("263 ms selected") || words.contains("0.263 s selected"), qPrintable(words));
    QVERIFY2(words.contains("compute 76 %") && words.contains("communication 24 %"), qPrintable(words));
    key(lanes, Qt::Key_Escape);
    QVERIFY(!lanes.selection());
    auto* search = window.view->findChild<QLineEdit*>();
    QVERIFY(search && search->accessibleName() == QLatin1String("find a span"));
    search->setText(QStringLiteral("worker 3, step 40"));
    key(*search, Qt::Key_Return);
    QCOMPARE(lanes.currentLane(), std::size_t(3));
    QVERIFY2(readOutSpy.constLast().constFirst().toString().contains("step 40, compute"),
             qPrintable(readOutSpy.constLast().constFirst().toString()));
    QVERIFY(lanes.visibleWindow().fromTick <= steps[40].fromTick && lanes.visibleWindow().toTick >= steps[40].fromTick);
    key(*search, Qt::Key_Return);
    QVERIFY(readOutSpy.constLast().constFirst().toString().contains("step 40, communication"));
    // Keyboard navigation from span to span is announced to screen readers.
    key(lanes, Qt::Key_N);
    QVERIFY2(lanes.accessibleDescription().contains("worker 3"), qPrintable(lanes.accessibleDescription()));
}

void tst_timeline_page::exported()
{
    Window window(eightWorkers());
    test::child<LaneView>(*window.view).showAll();  // 100 steps on 8 workers: 1600 spans and the lines between them
    const std::vector<ExportableFigure> figures = window.view->exportables();
    QCOMPARE(figures.size(), std::size_t(2));
    const Result<QByteArray> svg = encodeFigure(*figures[0].content, FigureFormat::Svg);
    QVERIFY(svg);
    int boxes = 0;
    QXmlStreamReader xml(*svg);
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement &&
            (xml.name() == QLatin1String("rect") || xml.name() == QLatin1String("path")))
            ++boxes;
    QVERIFY(!xml.hasError());
    QVERIFY2(boxes >= 100 && boxes < 4000, qPrintable(QString::number(boxes)));
    QVERIFY(svg->size() < 1'500'000);
    QVERIFY(encodeFigure(*figures[0].content, FigureFormat::Pdf));
    const Result<QByteArray> csv = encodeFigure(*figures[1].content, FigureFormat::Csv);
    QVERIFY(csv);
    QVERIFY2(csv->contains("worker,span_s (s),compute_s (s),communication_s (s),waiting_s (s),idle_s (s)"),
             csv->constData());
    QVERIFY(csv->contains("worker 7,"));
}

// A4 is 297 mm high; with 25 mm margins, 247 mm are left for a figure, at 96 pixels per inch.
void tst_timeline_page::manyWorkersFitAPage()
{
    Window window(eightWorkers());
    Project manyWorkers = window.document.project();
    manyWorkers.plan.p = 64;
    window.document.edit(QStringLiteral("64 workers"), manyWorkers);
    window.view->refreshIfStale();
    const std::vector<ExportableFigure> figures = window.view->exportables();
    QCOMPARE(test::child<LaneView>(*window.view).naturalSize().width(), 960.0);
    for (const FigureSize size : {FigureSize::Page, FigureSize::TextWidth})
        for (const ExportableFigure& figure : figures) {
            FigureOptions options;
            options.size = size;
            const Result<QByteArray> png = encodeFigure(*figure.content, FigureFormat::Png, options);
            QVERIFY(png);
            const QImage image = QImage::fromData(*png);
            QVERIFY2(image.height() > 300 && image.height() <= 247 / 25.4 * 96,
                     qPrintable(QStringLiteral("%1: %2").arg(figure.name).arg(image.height())));
        }
}

void tst_timeline_page::recorded_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("straggler");
    QTest::newRow("even2") << "even2" << false;
    QTest::newRow("straggler2") << "straggler2" << true;
}

void tst_timeline_page::recorded()
{
    QFETCH(QString, name);
    QFETCH(bool, straggler);
    const QString tracePath = scalewright::test::oracleFile("traces/gloo/even2/rank0.json");
    const QString folder = QFileInfo(QFileInfo(tracePath).path()).path() + QLatin1Char('/') + name;
    Window window(eightWorkers());
    window.view->importTraces({folder + "/rank0.json", folder + "/rank1.json"});
    QVERIFY(finishes(*window.view));
    const RecordedLanes* lanes = window.view->recordedLanes();
    QVERIFY2(lanes, qPrintable(window.view->message()));
    QCOMPARE(lanes->lanes.size(), std::size_t(2));
    QCOMPARE(window.document.project().measurements.traces.size(), std::size_t(1));
    const RecordedRun& savedRun = window.document.project().measurements.traces[0];
    QCOMPARE(savedRun.name, name.toStdString());
    QCOMPARE(savedRun.straggler, straggler ? std::optional(1) : std::nullopt);
    QCOMPARE(savedRun.files.size(), std::size_t(2));
    QCOMPARE(lanes->lanes[1].isHighlighted, straggler);
    // The recording starts with the whole run in view, whichever part of the simulation was visible.
    QCOMPARE(test::child<LaneView>(*window.view).visibleWindow().fromTick, std::int64_t(0));
    std::int64_t barsEnd = 0;  // the streams, which are folded, may end later
    for (const Lane& lane : lanes->lanes) {
        std::vector<DetailBox> boxes;
        lane.bar.appendVisible(0, lanes->endTick, 1'000'000, boxes);
        for (const DetailBox& box : boxes)
            barsEnd = std::max(barsEnd, box.toNs);
    }
    QVERIFY(near(static_cast<double>(test::child<LaneView>(*window.view).visibleWindow().toTick),
                 static_cast<double>(barsEnd), 1e-4));
    // Both bars use one clock, starting at 0, and their parts sum to the span.
    for (const WorkerTime& worker : test::child<WorkerShares>(*window.view).workers()) {
        double all = worker.idleS();
        for (const double part : worker.seconds)
            all += part;
        QVERIFY(near(all, worker.spanS, 0.001));
    }
    // Idle time is drawn and named.
    const std::vector<WorkerTime>& workers = test::child<WorkerShares>(*window.view).workers();
    QCOMPARE(lanes->hasIdleTime(), std::any_of(workers.begin(), workers.end(), [](const WorkerTime& worker) {
                 return worker.idleS() > 0.005 * worker.spanS;
             }));
    if (straggler)  // rank 0 waits; the straggler does not
        QVERIFY(
            test::child<WorkerShares>(*window.view).workers()[0].seconds[static_cast<std::size_t>(Activity::Waiting)] >
            5 * test::child<WorkerShares>(*window.view)
                    .workers()[1]
                    .seconds[static_cast<std::size_t>(Activity::Waiting)]);
    // The page answers like the command line: 1 is the slow rank of straggler2, and even2 has none.
    QVERIFY2(window.view->answerText().startsWith(straggler ? QStringLiteral("Rank 1 is slow")
                                                            : QStringLiteral("No slow rank among 2.")),
             qPrintable(window.view->answerText()));
    QVERIFY2(window.view->answerText().contains(" of the time, "), qPrintable(window.view->answerText()));
    // Only a verdict has a track record.
    QCOMPARE(test::child<CollapsibleTrackRecord>(*window.view).isHidden(), !straggler);
    // Streams unfold.
    QVERIFY(!lanes->lanes[0].streams.empty());
    test::child<LaneView>(*window.view).toggleStreams(0);
    QVERIFY(test::child<LaneView>(*window.view).isExpanded(0));
    // With the straggler as fast as the median, the run is shorter; unchanged, the replay matches the recording within
    // 2 %.
    RepairCard& adjustCard = window.view->repairCard();
    QVERIFY(adjustCard.isVisibleTo(window.page.get()));
    const Result<Replay> unchangedReplay = replay(lanes->traceRun());
    QVERIFY(unchangedReplay && std::abs(unchangedReplay->relativeError()) < 0.02);
    const Result<Replay> adjustedReplay = replay(lanes->traceRun(), {.ranksAtMedian = {1}});
    QVERIFY(adjustedReplay);
    adjustCard.setHandles({.ranksAtMedian = {1}});
    QCOMPARE(adjustCard.handles().ranksAtMedian, std::vector<int>{1});
    if (straggler)
        QVERIFY(adjustedReplay->spanS < 0.9 * unchangedReplay->spanS);
    QVERIFY2(!adjustCard.spanText().isEmpty() && adjustCard.resultText().contains("than the recording"),
             qPrintable(adjustCard.resultText()));
    // Undo reverts it in one step; the simulation is shown again.
    window.document.undo();
    QVERIFY(window.document.project().measurements.traces.empty());
    QCOMPARE(window.view->shownRunIndex(), -1);
    QVERIFY(window.view->simulatedLanes() && !window.view->recordedLanes());
    window.document.redo();
    window.view->showRun(0);
    QVERIFY(finishes(*window.view));
    QVERIFY(window.view->recordedLanes());
}

// Without a compute time nothing can be simulated: the page opens on the stored recording, not on an empty simulation.
void tst_timeline_page::opensOnTheRecording()
{
    const QString tracePath = scalewright::test::oracleFile("traces/gloo/straggler2/rank0.json");
    Window first{Project()};
    QCOMPARE(first.view->shownRunIndex(), -1);
    first.view->importTraces({QFileInfo(tracePath).path()});
    QVERIFY(finishes(*first.view));
    const Project stored = first.document.project();

    Document document;
    document.edit(QStringLiteral("stored"), stored);
    QVERIFY(MeasurePage::entry().state(document) == PageState::Measured);
    MeasurePage page(document);
    page.show();
    QCOMPARE(page.currentTab(), QStringLiteral("timeline"));
    QCOMPARE(page.timelineView().shownRunIndex(), 0);
    QVERIFY(finishes(page.timelineView()));
    QVERIFY(page.timelineView().recordedLanes());
    // The simulation can still be chosen; it stays chosen.
    page.timelineView().showRun(-1);
    document.edit(QStringLiteral("title"), [&] {
        Project titled = stored;
        titled.title = "titled";
        return titled;
    }());
    QCOMPARE(page.timelineView().shownRunIndex(), -1);
    // With a simulation, the page opens on it.
    Project both = eightWorkers();
    both.measurements.traces = stored.measurements.traces;
    QCOMPARE(Window(both).view->shownRunIndex(), -1);
}

void tst_timeline_page::droppedFolder()
{
    const QString tracePath = scalewright::test::oracleFile("traces/gloo/straggler2/rank0.json");
    Window window(eightWorkers());
    window.page->showTab(QStringLiteral("ladder"));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QFileInfo(tracePath).path())});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.page.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.page.get(), &drop);
    QCOMPARE(window.page->currentTab(), QStringLiteral("timeline"));
    QVERIFY(finishes(*window.view));
    QVERIFY(window.view->recordedLanes());
    QCOMPARE(window.document.project().measurements.traces[0].name, std::string("straggler2"));
}

void tst_timeline_page::storesTracesByReference()
{
    const QString tracePath = scalewright::test::oracleFile("traces/gloo/straggler2/rank0.json");
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("traces"));
    for (const char* rank : {"rank0.json", "rank1.json"})
        QVERIFY(
            QFile::copy(QFileInfo(tracePath).path() + '/' + rank, folder.filePath(QStringLiteral("traces/") + rank)));
    const QString file = folder.filePath("mine.scalewright");
    Window window(eightWorkers());
    QVERIFY(window.document.saveAs(file));
    window.view->importTraces({folder.filePath("traces")});
    QVERIFY(finishes(*window.view));
    QVERIFY(window.document.save());
    QCOMPARE(window.document.project().measurements.traces[0].files[0].file, std::string("traces/rank0.json"));
    // The trace itself is not in the file.
    QVERIFY(QFileInfo(file).size() < 10'000);
    const std::vector<WorkerTime> before = test::child<WorkerShares>(*window.view).workers();

    const auto opened = [&](const char* expectedText) {
        Document document;
        if (!document.open(file))
            return false;
        MeasurePage page(document);
        page.resize(1180, 640);
        page.show();
        page.showTab(QStringLiteral("timeline"));
        TimelineView& view = page.timelineView();
        view.showRun(0);
        if (!finishes(view))
            return false;
        if (*expectedText == 0)
            return view.recordedLanes() != nullptr;
        // Its stored results remain, and a message says so.
        return !view.recordedLanes() && view.message().contains(QLatin1String(expectedText)) &&
               test::child<WorkerShares>(view).workers().size() == 2 &&
               near(test::child<WorkerShares>(view).workers()[0].spanS, before[0].spanS, 1e-9);
    };
    QVERIFY(opened(""));
    QFile changed(folder.filePath("traces/rank1.json"));
    QVERIFY(changed.open(QIODevice::Append));
    changed.write(" ");
    changed.close();
    QVERIFY(opened("has changed since it was read"));
    QVERIFY(changed.remove());
    QVERIFY(opened("was moved or deleted"));
}

void tst_timeline_page::reportsAFileThatIsNoTrace()
{
    QTemporaryDir folder;
    QFile nsight(folder.filePath("profile.nsys-rep"));
    QVERIFY(nsight.open(QIODevice::WriteOnly));
    nsight.write("NVIDIA Nsight Systems report");
    nsight.close();
    Window window(eightWorkers());
    const Project before = window.document.project();
    window.view->importTraces({nsight.fileName()});
    QVERIFY(finishes(*window.view));
    QVERIFY2(window.view->message().contains("nsys"), qPrintable(window.view->message()));
    QVERIFY(window.document.project() == before);
    QVERIFY(window.view->simulatedLanes());
}

void tst_timeline_page::buildsLaddersFromTraces()
{
    const QString tracePath = scalewright::test::oracleFile("traces/gloo/even2/rank0.json");
    Window window(eightWorkers());
    window.view->importTraces({QFileInfo(tracePath).path()});
    QVERIFY(finishes(*window.view));
    window.view->addToLadder();
    const Project& project = window.document.project();
    QCOMPARE(project.measurements.ladders.size(), std::size_t(1));
    const LadderPoint& point = project.measurements.ladders[0].points[0];
    QCOMPARE(point.p, 2);
    // Time outside the four parts equals the time without a matching rule: the mean over two ranks and ten steps.
    double unclassifiedS = 0;
    for (const TraceReference& file : project.measurements.traces[0].files)
        for (const TraceSummary& rank : file.ranks)
            unclassifiedS += rank.unclassifiedS.value_or(0) / 2 / 10;
    QVERIFY(unclassifiedS > 0);
    QVERIFY(near(*point.compS + *point.commS + *point.idleS + *point.ioS + unclassifiedS, *point.timeS, 1e-9));
    window.view->addToLadder();
    QCOMPARE(window.document.project().measurements.ladders[0].points.size(), std::size_t(2));
    window.view->addToBaseline();
    QCOMPARE(window.document.project().baseline.steps.size(), std::size_t(1));
    QVERIFY(near(window.document.project().baseline.steps[0].stepTimeS->value, *point.timeS, 1e-12));
    QVERIFY(window.document.project().baseline.steps[0].stepTimeS->provenance.origin == Origin::Imported);
    window.document.undo();
    QVERIFY(window.document.project().baseline.steps.empty());
}

void tst_timeline_page::comparesTwoRuns()
{
    const QString tracePath = scalewright::test::oracleFile("traces/gloo/even2/rank0.json");
    const QString folder = QFileInfo(QFileInfo(tracePath).path()).path();
    Window window(eightWorkers());
    TimelineView& view = *window.view;
    for (const char* name : {"/straggler2", "/even2"}) {
        view.importTraces({folder + name});
        QVERIFY(finishes(view));
    }
    QCOMPARE(view.shownRunIndex(), 1);
    view.compareWith(0);
    QVERIFY(finishes(view));
    QVERIFY(view.comparedLanes());
    // Its lanes are below the lanes of the same rank, with the visible step aligned.
    QCOMPARE(test::child<LaneView>(view).comparison(), static_cast<const LaneSource*>(view.comparedLanes().get()));
    const auto& compared = test::child<WorkerShares>(view).comparison();
    QVERIFY(compared && compared->basis == PartsBasis::Step);
    QCOMPARE(compared->otherName, QStringLiteral("straggler2"));
    // truth.json: rank 1 of straggler2 sleeps for 40 ms per step, which its trace records as input/output; in even2 no
    // rank sleeps. Rank 0 waits for rank 1.
    const auto part = [](const WorkerParts& worker, Activity activity) {
        return worker.seconds[static_cast<std::size_t>(activity)];
    };
    const std::vector<WorkerTime>& evenWorkers = test::child<WorkerShares>(view).workers();
    QVERIFY(near(part(compared->workers[1], Activity::InputOutput) - part(evenWorkers[1], Activity::InputOutput), 0.040,
                 0.02));
    QVERIFY(part(compared->workers[0], Activity::Waiting) - part(evenWorkers[0], Activity::Waiting) > 0.030);
    // The table has both runs and their difference for each rank; the parts in each row sum to its span.
    const Table table = test::child<WorkerShares>(view).table();
    QCOMPARE(table.rows.size(), std::size_t(6));
    QCOMPARE(table.columns[1].key, std::string("run"));
    for (const std::vector<Cell>& row : table.rows) {
        double parts = 0;
        for (std::size_t i = 3; i < row.size(); ++i)
            parts += std::get<double>(row[i]);
        QVERIFY(std::abs(parts - std::get<double>(row[2])) < 1e-6);
    }
    // Once removed from the project, the run is no longer compared.
    view.compareWith(-1);
    QVERIFY(!view.comparedLanes() && !test::child<LaneView>(view).comparison() &&
            !test::child<WorkerShares>(view).comparison());
    view.compareWith(0);
    QVERIFY(finishes(view));
    window.document.undo();
    window.document.undo();
    QVERIFY(!view.comparedLanes() && view.simulatedLanes() && !test::child<WorkerShares>(view).comparison());
}

void tst_timeline_page::comparesMeasuredWithSimulated()
{
    const QString tracePath = scalewright::test::oracleFile("traces/gloo/straggler2/rank0.json");
    Project project = eightWorkers();
    project.plan.p = 2;
    Window window(project);
    TimelineView& view = *window.view;
    view.importTraces({QFileInfo(tracePath).path()});
    QVERIFY(finishes(view));
    const std::vector<WorkerTime> measured = test::child<WorkerShares>(view).workers();
    view.showRun(-1);
    QVERIFY(!test::child<WorkerShares>(view).comparison());
    view.compareWith(0);
    const auto& compared = test::child<WorkerShares>(view).comparison();
    QVERIFY(compared && compared->basis == PartsBasis::Share);
    QCOMPARE(compared->workers.size(), std::size_t(2));
    // 0.4 s of compute and two phases of 1 ms + 5 ms: the simulation has no waiting. In the measurement, rank 0 waits
    // for 44 % of the time.
    const WorkerTime& simulated = test::child<WorkerShares>(view).workers()[0];
    QVERIFY(near(simulated.part(Activity::Compute), 0.4 / 0.412, 1e-6));
    QCOMPARE(simulated.part(Activity::Waiting), 0.0);
    QVERIFY(near(compared->workers[0].part(Activity::Waiting), measured[0].part(Activity::Waiting) / measured[0].spanS,
                 0.05));
    QCOMPARE(test::child<WorkerShares>(view).table().rows.size(), std::size_t(6));
    QVERIFY2(compared->summary.contains("differs most"), qPrintable(compared->summary));
    // Changing the simulation keeps the measured bars for comparison.
    Perturbation breakSettings = view.breakCard().perturbation();
    breakSettings.factor = 2;
    view.breakCard().setPerturbation(breakSettings);
    QVERIFY(test::child<WorkerShares>(view).comparison());
}

// The book's ladder at p = 8: 48 s of waiting, 58 s of communication and 100 s of compute in 206 s, where the simulation
// has no waiting.
void tst_timeline_page::comparesTheSimulationWithTheMeasuredPlan()
{
    Project project = eightWorkers();
    Ladder ladder{.name = "runs", .scaling = Scaling::Strong};
    ladder.provenance.origin = Origin::Measured;
    ladder.points = {{.p = 1, .compS = 800, .commS = 0, .idleS = 0}, {.p = 8, .compS = 100, .commS = 58, .idleS = 48}};
    project.measurements.ladders = {ladder};
    Window window(project);
    TimelineView& view = *window.view;
    // 48 s of 206 s are 23 %.
    QVERIFY2(view.answerText().contains(QStringLiteral("23")), qPrintable(view.answerText()));
    const auto& compared = test::child<WorkerShares>(view).comparison();
    QVERIFY(compared && compared->basis == PartsBasis::Share);
    // A ladder has no times of single workers: one bar for their mean.
    QVERIFY(compared->isMean);
    QCOMPARE(compared->workers.size(), std::size_t(1));
    QVERIFY(near(compared->workers[0].part(Activity::Waiting), 48.0 / 206, 1e-9));
    QVERIFY(near(compared->workers[0].part(Activity::Communication), 58.0 / 206, 1e-9));
    QCOMPARE(test::child<WorkerShares>(view).table().rows.size(), std::size_t(9));
    // A broken run is no longer the one that was measured.
    Perturbation breakSettings = view.breakCard().perturbation();
    breakSettings.factor = 2;
    view.breakCard().setPerturbation(breakSettings);
    QVERIFY(!test::child<WorkerShares>(view).comparison() && !view.answerText().startsWith(QStringLiteral("Waiting")));
}

void tst_timeline_page::replaysAdjustedLanes()
{
    const QString tracePath = scalewright::test::oracleFile("traces/gloo/straggler2/rank0.json");
    Window window(eightWorkers());
    TimelineView& view = *window.view;
    view.importTraces({QFileInfo(tracePath).path()});
    QVERIFY(finishes(view));
    const RecordedLanes* recorded = view.recordedLanes();
    QCOMPARE(test::child<LaneView>(view).source(), static_cast<const LaneSource*>(recorded));
    view.repairCard().setHandles({.ranksAtMedian = {1}});
    const Result<Replay> adjustedReplay = replay(recorded->traceRun(), {.ranksAtMedian = {1}});
    QVERIFY(adjustedReplay);
    const LaneSource* lanes = test::child<LaneView>(view).source();
    QVERIFY(lanes != recorded && lanes->lanes.size() == 2);
    // The adjusted lanes end with the replay; the recording is shown for comparison.
    QVERIFY(near(static_cast<double>(lanes->endTick) * lanes->secondsPerTick, adjustedReplay->spanS, 1e-6));
    QCOMPARE(test::child<LaneView>(view).comparison(), static_cast<const LaneSource*>(recorded));
    QVERIFY(test::child<WorkerShares>(view).comparison() &&
            test::child<WorkerShares>(view).comparison()->otherName == QLatin1String("recorded"));
    QVERIFY2(view.basis().startsWith("replayed"), qPrintable(view.basis()));
    // Document edits keep the adjusted lanes; a removed rank has no lane.
    view.addToLadder();
    QVERIFY(test::child<LaneView>(view).source() != recorded);
    view.repairCard().setHandles({.ranksLeftOutOfReplay = {1}});
    QCOMPARE(test::child<LaneView>(view).source()->lanes.size(), std::size_t(1));
    for (QPushButton* button : view.repairCard().findChildren<QPushButton*>())
        if (button->text() == QLatin1String("As recorded"))
            button->click();
    QCOMPARE(test::child<LaneView>(view).source(), static_cast<const LaneSource*>(recorded));
    QVERIFY(!test::child<LaneView>(view).comparison());
}

void tst_timeline_page::usesUserRules()
{
    QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& text) {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
    };
    const QString trace = write(
        "rank0.json",
        R"([{"ph":"X","name":"vendor_op","pid":1,"tid":1,"ts":0,"dur":30}, {"ph":"X","name":"aten::mm","pid":1,"tid":1,"ts":30,"dur":10}])");
    const QString rules =
        write("mine.json", R"({"format": "scalewright-trace-rules", "rules": [{"name": "vendor_*", "class": "io"}]})");
    const QString broken = write("broken.json", "{\n\"format\": \"scalewright-trace-rules\",\n\"rules\": oops}");
    Window window(eightWorkers());
    TimelineView& view = *window.view;
    QVERIFY(window.document.saveAs(folder.filePath("p.scalewright")));
    view.importTraces({trace});
    QVERIFY(finishes(view));
    const auto inputOutput = [&] { return test::child<WorkerShares>(view).workers()[0].part(Activity::InputOutput); };
    QCOMPARE(inputOutput(), 0.0);
    view.useRules(broken);  // nothing changes, and the error names the line
    QVERIFY2(view.message().contains("broken.json") && view.message().contains("3"), qPrintable(view.message()));
    view.useRules(rules);
    QVERIFY(finishes(view));
    QVERIFY2(near(inputOutput(), 30e-6, 1e-9), qPrintable(view.message()));
    const std::optional<TraceReference> rulesFile = userRulesOf(window.document.project().measurements.traces[0]);
    QVERIFY(rulesFile);
    QCOMPARE(rulesFile->file, std::string("mine.json"));
    // After reopening, the trace is read with these rules; a modified rules file is reported.
    QVERIFY(window.document.save());
    const auto opened = [&](bool rulesUnchanged) {
        Document document;
        if (!document.open(folder.filePath("p.scalewright")))
            return false;
        MeasurePage page(document);
        page.resize(1180, 640);
        page.show();
        page.showTab(QStringLiteral("timeline"));
        page.timelineView().showRun(0);
        if (!finishes(page.timelineView()))
            return false;
        const bool rulesApplied =
            near(test::child<WorkerShares>(page.timelineView()).workers()[0].part(Activity::InputOutput), 30e-6, 1e-9);
        return rulesApplied && (rulesUnchanged ? page.timelineView().recordedLanes() != nullptr
                                               : page.timelineView().message().contains(QLatin1String("rules file")));
    };
    QVERIFY(opened(true));
    QVERIFY(!write("mine.json",
                   R"({"format": "scalewright-trace-rules", "rules": [{"name": "vendor_*", "class": "memory"}]})")
                 .isEmpty());
    QVERIFY(opened(false));
    // And without them.
    view.useRules({});
    QVERIFY(finishes(view));
    QCOMPARE(inputOutput(), 0.0);
    QVERIFY(!userRulesOf(window.document.project().measurements.traces[0]));
}

SCALEWRIGHT_TEST(tst_timeline_page)
#include "tst_timeline_page.moc"

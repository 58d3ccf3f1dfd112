// The Timeline tab of Measure by hand, on a simulated run and on the two-rank recordings under
// tests/data/oracles/traces/gloo. Expected values: arithmetic that stands here, which rank the recordings' makers
// slowed, and the closed form of a ring.
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
#include "core/project/document/project_file.h"
#include "tests/support/files.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"
#include "ui/document/document.h"
#include "ui/figure/axis_layout.h"
#include "ui/figure/figure.h"
#include "ui/measure/measure_page.h"
#include "ui/timeline/break_card.h"
#include "ui/timeline/lane_view.h"
#include "ui/timeline/mend_card.h"
#include "ui/timeline/timeline_view.h"

using namespace scalewright;
using namespace scalewright::ui;
using scalewright::test::near;

namespace {

/// A step of 8 workers: 0.1 s of compute each, and the book's ring on it.
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
        view = &page->timeline();
    }
    Document document;
    std::unique_ptr<MeasurePage> page;
    TimelineView* view = nullptr;
};

bool finishes(TimelineView& view)
{
    QSignalSpy done(&view, &TimelineView::importFinished);
    return !view.isImporting() || done.wait(30'000);
}

void key(QWidget& widget, Qt::Key what, Qt::KeyboardModifiers with = Qt::NoModifier)
{
    QTest::keyClick(&widget, what, with);
}

}  // namespace

class tst_timeline_page : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void windowOfTime();
    void ticksOfTime();
    void simulatedAtThePlan();
    void slowedWorker();
    void slowedWithinABound();
    void killedWorker();
    void stalenessAndBackupByKeyboard();
    void breakItFromAnywhere();
    void nothingToSimulate();
    void theDocumentChanges();
    void zoomAndPan();
    void selectionAndSearch();
    void exported();
    void manyWorkersFitAPage();
    void recorded_data();
    void recorded();
    void droppedFolder();
    void keptByReference();
    void notATrace();
    void laddersFromTraces();
    void twoRunsCompared();
    void measuredOnSimulated();
    void mendedLanes();
    void rulesOfOnesOwn();
};

void tst_timeline_page::windowOfTime()
{
    const TimeWindow window{1000, 2000, 100, 500};
    QCOMPARE(window.xOf(1500), 350.0);
    QCOMPARE(window.tickAt(350), std::int64_t(1500));
    // The tick under the pointer stays where it is.
    const TimeWindow nearer = window.zoomed(0.5, 225, 10000);
    QCOMPARE(nearer.tickAt(225), std::int64_t(1250));
    QCOMPARE(nearer.to - nearer.from, std::int64_t(500));
    // Never beyond the run, never below a few ticks.
    QCOMPARE(window.zoomed(100, 350, 10000), (TimeWindow{0, 10000, 100, 500}));
    QVERIFY(window.zoomed(1e-9, 350, 10000).to > window.zoomed(1e-9, 350, 10000).from);
    QCOMPARE(window.panned(250, 10000), (TimeWindow{1500, 2500, 100, 500}));
    QCOMPARE(window.panned(-1e6, 10000), (TimeWindow{0, 1000, 100, 500}));
    QCOMPARE(window.panned(1e6, 10000), (TimeWindow{9000, 10000, 100, 500}));
}

void tst_timeline_page::ticksOfTime()
{
    const auto ticks = timeTicks(0.13, 0.67, 6);  // 0.1 apart
    QCOMPARE(ticks.size(), std::size_t(5));
    QVERIFY(near(ticks.front(), 0.2, 1e-12) && near(ticks.back(), 0.6, 1e-12));
    QVERIFY(timeTicks(1, 1, 5).empty());
    for (const double width : {1e-9, 3e-7, 0.011, 7.0, 1e6})
        QVERIFY(timeTicks(0, width, 8).size() <= 8 && timeTicks(0, width, 8).size() >= 3);

    const auto said = [](double fromS, double toS) {
        QStringList labels;
        for (const QString& label : labelsOf(timeTicks(fromS, toS, 3), Dimension::Time))
            labels << label;
        return labels.join(QLatin1Char('|'));
    };
    QCOMPARE(said(0.38, 0.42), QStringLiteral("0.38 s|0.40 s|0.42 s"));
    QCOMPARE(said(0, 0.01), QStringLiteral("0|5 ms|10 ms"));
    QCOMPARE(said(12.3456, 12.3458), QStringLiteral("12.3456 s|12.3457 s|12.3458 s"));
    QCOMPARE(said(0, 1500), QStringLiteral("0|8.3 min|16.7 min|25.0 min"));  // 500 s apart
}

void tst_timeline_page::simulatedAtThePlan()
{
    Window window(eightWorkers());
    const SimulatedLanes* run = window.view->simulated();
    QVERIFY(run);
    QCOMPARE(run->lanes.size(), std::size_t(8));
    QVERIFY(near(run->run().stepTimeS, computeS + exchangeS, 1e-9));
    QVERIFY2(window.view->basis().contains("plan p 8"), qPrintable(window.view->basis()));
    // Four steps in sight, the rest to be panned to.
    const TimeWindow shown = window.view->lanes().shown();
    QVERIFY(near(static_cast<double>(shown.to - shown.from) * run->secondsPerTick, 4 * (computeS + exchangeS), 1e-6));
    const Table table = window.view->shares().table();
    QCOMPARE(table.rows.size(), std::size_t(8));
    QVERIFY(near(std::get<double>(table.rows[3][2]), 100 * computeS, 1e-9));
    QVERIFY(near(std::get<double>(table.rows[3][3]), 100 * exchangeS, 1e-9));
    QCOMPARE(window.view->lanes().table().rows.size(), std::size_t(4));
}

void tst_timeline_page::slowedWorker()
{
    Window window(eightWorkers());
    BreakCard& card = window.view->breakCard();
    window.view->lanes().setCurrentLane(5);  // a click on a lane chooses the worker
    QCOMPARE(card.how().worker, 5);
    Broken how = card.how();
    how.factor = 1.4;
    card.setBroken(how);
    const SimulatedLanes* run = window.view->simulated();
    QVERIFY(near(run->run().stepTimeS, 1.4 * computeS + exchangeS, 1e-9));
    QVERIFY(run->lanes[5].strong && !run->lanes[4].strong);
    // The others wait for 0.4 of their share; 7 of 8 workers do.
    const double idle = 7.0 / 8 * 0.4 * computeS / (1.4 * computeS + exchangeS);
    QVERIFY(near(run->run().idleShare, idle, 1e-6));
    QVERIFY2(card.sentence().contains("costs every step 40 ms"), qPrintable(card.sentence()));
    QVERIFY2(window.view->basis().contains("worker 5 slowed 1.4"), qPrintable(window.view->basis()));
    QCOMPARE(window.view->lanes().currentLane(), std::size_t(5));
    // The ghost: the same steps as designed, beginning where those in sight do.
    QVERIFY(run->before());
    const StepMark& step = run->steps[12];
    QCOMPARE(step.from - run->shiftOf(*run->before(), step.from), run->before()->steps[12].from);
    // The same steps stay in sight.
    QVERIFY(std::abs(window.view->lanes().shown().from - step.from) < 1000);
    // What was tried is not of the project.
    QVERIFY(window.document.project() == eightWorkers());
    for (QPushButton* button : card.findChildren<QPushButton*>())
        if (button->text() == QLatin1String("As designed"))
            button->click();
    QVERIFY(!card.how().any());
    QVERIFY(near(window.view->simulated()->run().stepTimeS, computeS + exchangeS, 1e-9));
}

void tst_timeline_page::slowedWithinABound()
{
    // Behind by 0.4 of its compute a step, worker 6 has used up a bound of 4 steps long before the 97th: the last four
    // are in sight, and all but it wait in them.
    Window window(eightWorkers());
    Broken how;
    how.worker = 6;
    how.factor = 1.4;
    how.stalenessSteps = 4;
    window.view->breakCard().setBroken(how);
    const SimulatedLanes* run = window.view->simulated();
    LaneView& lanes = window.view->lanes();
    QCOMPARE(lanes.currentLane(), std::size_t(6));
    QCOMPARE(run->steps.size(), std::size_t(100));
    QCOMPARE(lanes.shown().from, run->steps[96].from);
    QCOMPARE(lanes.shown().to, run->steps[99].to);
}

void tst_timeline_page::killedWorker()
{
    Window window(eightWorkers());
    Broken how;
    how.worker = 2;
    how.killed = true;
    window.view->breakCard().setBroken(how);
    const SimulatedLanes* run = window.view->simulated();
    QVERIFY(run->run().stepTimeS > computeS + exchangeS);
    QVERIFY(run->lanes[2].strong);
    QVERIFY(window.view->basis().contains("worker 2 killed"));
    // It dies in a step in sight.
    QVERIFY(run->question().killed->step >= 12 && run->question().killed->step <= 15);
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
        key(*staleness, Qt::Key_Right);  // a key is a step, though the scale is a logarithm
    QCOMPARE(card.how().stalenessSteps, std::optional(3));
    QVERIFY(window.view->basis().contains("up to 3 steps apart"));
    for (int i = 0; i < 3; ++i)
        key(*staleness, Qt::Key_Left);
    QVERIFY(!card.how().stalenessSteps);
    QAbstractSlider* backup = slider("does not wait for");
    key(*backup, Qt::Key_Right);
    QCOMPARE(card.how().backupWorkers, std::optional(1));
    // One of eight is a spare: seven do the work.
    QVERIFY(near(window.view->simulated()->run().stepTimeS, 0.8 / 7 + exchangeS, 0.03));
    key(*backup, Qt::Key_End);
    QCOMPARE(card.how().backupWorkers, std::optional(7));
}

void tst_timeline_page::breakItFromAnywhere()
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
    // It scrolls once what was shown is laid out.
    QTRY_VERIFY_WITH_TIMEOUT(
        QRect(QPoint(), window.page->size()).contains(QRect(focus->mapTo(window.page.get(), QPoint()), focus->size())),
        60'000);
    QTRY_VERIFY_WITH_TIMEOUT(focus->visibleRegion().boundingRect() == focus->rect(), 60'000);
}

void tst_timeline_page::nothingToSimulate()
{
    Project project = eightWorkers();
    project.baseline.tCompS.reset();
    Window window(project);
    QVERIFY(!window.view->simulated());
    QVERIFY2(window.view->basis().contains("No run can be simulated"), qPrintable(window.view->basis()));
    QVERIFY(!window.view->breakCard().isEnabled());
    QVERIFY(window.view->exportables().empty());
    window.document.edit(QStringLiteral("T_comp"), eightWorkers());
    QVERIFY(window.view->simulated());
    QVERIFY(window.view->breakCard().isEnabled());
}

void tst_timeline_page::theDocumentChanges()
{
    Window window(eightWorkers());
    Project after = eightWorkers();
    after.plan.p = 4;
    window.document.edit(QStringLiteral("p"), after);
    QCOMPARE(window.view->simulated()->lanes.size(), std::size_t(4));
    // Not in sight, it costs nothing; shown again, it is that of the document.
    window.page->showTab(QStringLiteral("ladder"));
    after.plan.p = 16;
    window.document.edit(QStringLiteral("p"), after);
    QCOMPARE(window.view->simulated()->lanes.size(), std::size_t(4));
    window.page->showTab(QStringLiteral("timeline"));
    QCOMPARE(window.view->simulated()->lanes.size(), std::size_t(16));
    // More than a few milliseconds of it: off this thread, the last question answered.
    after.plan.p = 2048;
    window.document.edit(QStringLiteral("p"), after);
    QTRY_COMPARE_WITH_TIMEOUT(window.view->simulated()->lanes.size(), std::size_t(2048), 20'000);
}

void tst_timeline_page::zoomAndPan()
{
    Window window(eightWorkers());
    LaneView& lanes = window.view->lanes();
    const TimeWindow before = lanes.shown();
    const QPointF at(before.left + before.width / 4, lanes.viewport()->height() / 2.0);
    const std::int64_t tick = before.tickAt(at.x());
    QWheelEvent wheel(at, lanes.viewport()->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(lanes.viewport(), &wheel);
    QVERIFY(lanes.shown().to - lanes.shown().from < before.to - before.from);
    QVERIFY(std::abs(lanes.shown().xOf(tick) - at.x()) < 0.5);
    key(lanes, Qt::Key_Right);
    QVERIFY(lanes.shown().from > before.from);
    key(lanes, Qt::Key_0);
    QCOMPARE(lanes.shown().from, std::int64_t(0));
    QCOMPARE(lanes.shown().to, lanes.source()->end);
    key(lanes, Qt::Key_Plus);
    key(lanes, Qt::Key_End);
    QCOMPARE(lanes.shown().to, lanes.source()->end);
    const TimeWindow last = lanes.shown();
    const QPoint from(static_cast<int>(at.x()), static_cast<int>(at.y()));
    QTest::mousePress(lanes.viewport(), Qt::LeftButton, {}, from);
    QTest::mouseMove(lanes.viewport(), from + QPoint(60, 0));
    QMouseEvent move(QEvent::MouseMove, QPointF(from + QPoint(60, 0)),
                     lanes.viewport()->mapToGlobal(QPointF(from + QPoint(60, 0))), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(lanes.viewport(), &move);
    QTest::mouseRelease(lanes.viewport(), Qt::LeftButton, {}, from + QPoint(60, 0));
    QVERIFY(lanes.shown().from < last.from);
    key(lanes, Qt::Key_Down);
    QCOMPARE(lanes.currentLane(), std::size_t(1));
    QCOMPARE(window.view->breakCard().how().worker, 1);
}

void tst_timeline_page::selectionAndSearch()
{
    Window window(eightWorkers());
    LaneView& lanes = window.view->lanes();
    QSignalSpy said(&lanes, &LaneView::readOut);
    const auto& steps = lanes.source()->steps;
    lanes.select(std::pair(steps[12].from, steps[13].to));
    // Two whole steps: 200 of 263 ms compute, 63 communication.
    const QString words = said.constLast().constFirst().toString();
    QVERIFY2(words.contains("263 ms selected") || words.contains("0.263 s selected"), qPrintable(words));
    QVERIFY2(words.contains("compute 76 %") && words.contains("communication 24 %"), qPrintable(words));
    key(lanes, Qt::Key_Escape);
    QVERIFY(!lanes.selection());
    auto* search = window.view->findChild<QLineEdit*>();
    QVERIFY(search && search->accessibleName() == QLatin1String("find a span"));
    search->setText(QStringLiteral("worker 3, step 40"));
    key(*search, Qt::Key_Return);
    QCOMPARE(lanes.currentLane(), std::size_t(3));
    QVERIFY2(said.constLast().constFirst().toString().contains("step 40, compute"),
             qPrintable(said.constLast().constFirst().toString()));
    QVERIFY(lanes.shown().from <= steps[40].from && lanes.shown().to >= steps[40].from);
    key(*search, Qt::Key_Return);
    QVERIFY(said.constLast().constFirst().toString().contains("step 40, communication"));
    // By the keyboard from span to span, said to who cannot see.
    key(lanes, Qt::Key_N);
    QVERIFY2(lanes.accessibleDescription().contains("worker 3"), qPrintable(lanes.accessibleDescription()));
}

void tst_timeline_page::exported()
{
    Window window(eightWorkers());
    window.view->lanes().lookAtAll();  // 100 steps of 8 workers: 1600 spans and what separates them
    const std::vector<Exportable> figures = window.view->exportables();
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

// A4 is 297 mm high; between margins of 25 mm a figure has 247 mm, at 96 pixels to the inch.
void tst_timeline_page::manyWorkersFitAPage()
{
    Window window(eightWorkers());
    Project many = window.document.project();
    many.plan.p = 64;
    window.document.edit(QStringLiteral("64 workers"), many);
    window.view->settle();
    const std::vector<Exportable> figures = window.view->exportables();
    QCOMPARE(window.view->lanes().naturalSize().width(), 960.0);
    for (const FigureSize size : {FigureSize::Page, FigureSize::TextWidth})
        for (const Exportable& figure : figures) {
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
    const QString there = scalewright::test::oracleFile("traces/gloo/even2/rank0.json");
    const QString folder = QFileInfo(QFileInfo(there).path()).path() + QLatin1Char('/') + name;
    Window window(eightWorkers());
    window.view->importTraces({folder + "/rank0.json", folder + "/rank1.json"});
    QVERIFY(finishes(*window.view));
    const RecordedLanes* lanes = window.view->recorded();
    QVERIFY2(lanes, qPrintable(window.view->message()));
    QCOMPARE(lanes->lanes.size(), std::size_t(2));
    QCOMPARE(window.document.project().measurements.traces.size(), std::size_t(1));
    const RecordedRun& kept = window.document.project().measurements.traces[0];
    QCOMPARE(kept.name, name.toStdString());
    QCOMPARE(kept.straggler, straggler ? std::optional(1) : std::nullopt);
    QCOMPARE(kept.files.size(), std::size_t(2));
    QCOMPARE(lanes->lanes[1].strong, straggler);
    // It begins whole, whatever was in sight of the simulation.
    QCOMPARE(window.view->lanes().shown().from, std::int64_t(0));
    QCOMPARE(window.view->lanes().shown().to, lanes->end);
    // Both bars lie beside each other on one clock, from 0 on, and their parts are the span.
    for (const WorkerTime& worker : window.view->shares().workers()) {
        double all = worker.idleS();
        for (const double part : worker.seconds)
            all += part;
        QVERIFY(near(all, worker.spanS, 0.001));
    }
    if (straggler)  // rank 0 waits, the straggler does not
        QVERIFY(window.view->shares().workers()[0].seconds[static_cast<std::size_t>(Doing::Waiting)] >
                5 * window.view->shares().workers()[1].seconds[static_cast<std::size_t>(Doing::Waiting)]);
    // Streams unfold.
    QVERIFY(!lanes->lanes[0].streams.empty());
    window.view->lanes().toggle(0);
    QVERIFY(window.view->lanes().isUnfolded(0));
    // Mended: the straggler as fast as the median makes it shorter; unchanged, the replay is the recording within 2 %.
    MendCard& mend = window.view->mendCard();
    QVERIFY(mend.isVisibleTo(window.page.get()));
    const Result<Replay> same = replay(lanes->run());
    QVERIFY(same && std::abs(same->error()) < 0.02);
    const Result<Replay> mended = replay(lanes->run(), {.asMedian = {1}});
    QVERIFY(mended);
    mend.setHandles({.asMedian = {1}});
    QCOMPARE(mend.handles().asMedian, std::vector<int>{1});
    if (straggler)
        QVERIFY(mended->spanS < 0.9 * same->spanS);
    QVERIFY2(!mend.spanText().isEmpty() && mend.words().contains("than the recording"), qPrintable(mend.words()));
    // One step of undo takes it back; the simulation is shown again.
    window.document.undo();
    QVERIFY(window.document.project().measurements.traces.empty());
    QCOMPARE(window.view->shownRun(), -1);
    QVERIFY(window.view->simulated() && !window.view->recorded());
    window.document.redo();
    window.view->showRun(0);
    QVERIFY(finishes(*window.view));
    QVERIFY(window.view->recorded());
}

void tst_timeline_page::droppedFolder()
{
    const QString there = scalewright::test::oracleFile("traces/gloo/straggler2/rank0.json");
    Window window(eightWorkers());
    window.page->showTab(QStringLiteral("ladder"));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QFileInfo(there).path())});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.page.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.page.get(), &drop);
    QCOMPARE(window.page->currentTab(), QStringLiteral("timeline"));
    QVERIFY(finishes(*window.view));
    QVERIFY(window.view->recorded());
    QCOMPARE(window.document.project().measurements.traces[0].name, std::string("straggler2"));
}

void tst_timeline_page::keptByReference()
{
    const QString there = scalewright::test::oracleFile("traces/gloo/straggler2/rank0.json");
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("traces"));
    for (const char* rank : {"rank0.json", "rank1.json"})
        QVERIFY(QFile::copy(QFileInfo(there).path() + '/' + rank, folder.filePath(QStringLiteral("traces/") + rank)));
    const QString file = folder.filePath("mine.scalewright");
    Window window(eightWorkers());
    QVERIFY(window.document.saveAs(file));
    window.view->importTraces({folder.filePath("traces")});
    QVERIFY(finishes(*window.view));
    QVERIFY(window.document.save());
    QCOMPARE(window.document.project().measurements.traces[0].files[0].file, std::string("traces/rank0.json"));
    // The trace itself is not in the file.
    QVERIFY(QFileInfo(file).size() < 10'000);
    const std::vector<WorkerTime> before = window.view->shares().workers();

    const auto opened = [&](const char* says) {
        Document document;
        if (!document.open(file))
            return false;
        MeasurePage page(document);
        page.resize(1180, 640);
        page.show();
        page.showTab(QStringLiteral("timeline"));
        TimelineView& view = page.timeline();
        view.showRun(0);
        if (!finishes(view))
            return false;
        if (*says == 0)
            return view.recorded() != nullptr;
        // What it said is kept, and that is said.
        return !view.recorded() && view.message().contains(QLatin1String(says)) &&
               view.shares().workers().size() == 2 && near(view.shares().workers()[0].spanS, before[0].spanS, 1e-9);
    };
    QVERIFY(opened(""));
    QFile changed(folder.filePath("traces/rank1.json"));
    QVERIFY(changed.open(QIODevice::Append));
    changed.write(" ");
    changed.close();
    QVERIFY(opened("has changed since it was read"));
    QVERIFY(changed.remove());
    QVERIFY(opened("is not where it was"));
}

void tst_timeline_page::notATrace()
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
    QVERIFY(window.view->simulated());
}

void tst_timeline_page::laddersFromTraces()
{
    const QString there = scalewright::test::oracleFile("traces/gloo/even2/rank0.json");
    Window window(eightWorkers());
    window.view->importTraces({QFileInfo(there).path()});
    QVERIFY(finishes(*window.view));
    window.view->addToLadder();
    const Project& project = window.document.project();
    QCOMPARE(project.measurements.ladders.size(), std::size_t(1));
    const LadderPoint& point = project.measurements.ladders[0].points[0];
    QCOMPARE(point.p, 2);
    // What no part holds is what no rule names: the mean over two ranks and ten steps.
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

void tst_timeline_page::twoRunsCompared()
{
    const QString there = scalewright::test::oracleFile("traces/gloo/even2/rank0.json");
    const QString folder = QFileInfo(QFileInfo(there).path()).path();
    Window window(eightWorkers());
    TimelineView& view = *window.view;
    for (const char* name : {"/straggler2", "/even2"}) {
        view.importTraces({folder + name});
        QVERIFY(finishes(view));
    }
    QCOMPARE(view.shownRun(), 1);
    view.compareWith(0);
    QVERIFY(finishes(view));
    QVERIFY(view.other());
    // Its lanes lie under those of the same rank, the step in sight beginning together.
    QCOMPARE(view.lanes().beside(), static_cast<const LaneSource*>(view.other().get()));
    const auto& beside = view.shares().beside();
    QVERIFY(beside && beside->over == PartsOver::Step);
    QCOMPARE(beside->there, QStringLiteral("straggler2"));
    // truth.json: rank 1 of straggler2 sleeps 40 ms a step, which is input/output in its trace; nobody does in even2.
    // Rank 0 waits for it.
    const auto part = [](const WorkerParts& worker, Doing what) {
        return worker.seconds[static_cast<std::size_t>(what)];
    };
    const std::vector<WorkerTime>& even = view.shares().workers();
    QVERIFY(near(part(beside->workers[1], Doing::InputOutput) - part(even[1], Doing::InputOutput), 0.040, 0.02));
    QVERIFY(part(beside->workers[0], Doing::Waiting) - part(even[0], Doing::Waiting) > 0.030);
    // The table has both and their difference, for each rank; all parts of a row are its span.
    const Table table = view.shares().table();
    QCOMPARE(table.rows.size(), std::size_t(6));
    QCOMPARE(table.columns[1].key, std::string("run"));
    for (const std::vector<Cell>& row : table.rows) {
        double parts = 0;
        for (std::size_t i = 3; i < row.size(); ++i)
            parts += std::get<double>(row[i]);
        QVERIFY(std::abs(parts - std::get<double>(row[2])) < 1e-6);
    }
    // Taken out of the project, it is no longer held against.
    view.compareWith(-1);
    QVERIFY(!view.other() && !view.lanes().beside() && !view.shares().beside());
    view.compareWith(0);
    QVERIFY(finishes(view));
    window.document.undo();
    window.document.undo();
    QVERIFY(!view.other() && view.simulated() && !view.shares().beside());
}

void tst_timeline_page::measuredOnSimulated()
{
    const QString there = scalewright::test::oracleFile("traces/gloo/straggler2/rank0.json");
    Project project = eightWorkers();
    project.plan.p = 2;
    Window window(project);
    TimelineView& view = *window.view;
    view.importTraces({QFileInfo(there).path()});
    QVERIFY(finishes(view));
    const std::vector<WorkerTime> measured = view.shares().workers();
    view.showRun(-1);
    QVERIFY(!view.shares().beside());
    view.compareWith(0);
    const auto& beside = view.shares().beside();
    QVERIFY(beside && beside->over == PartsOver::Share);
    QCOMPARE(beside->workers.size(), std::size_t(2));
    // 0.4 s of compute and two phases of 1 ms + 5 ms: simulated, nobody waits. Measured, rank 0 waits for 44 % of the
    // time.
    const WorkerTime& simulated = view.shares().workers()[0];
    QVERIFY(near(simulated.part(Doing::Compute), 0.4 / 0.412, 1e-6));
    QCOMPARE(simulated.part(Doing::Waiting), 0.0);
    QVERIFY(near(beside->workers[0].part(Doing::Waiting), measured[0].part(Doing::Waiting) / measured[0].spanS, 0.05));
    QCOMPARE(view.shares().table().rows.size(), std::size_t(6));
    QVERIFY2(beside->about.contains("differs most"), qPrintable(beside->about));
    // Breaking the simulation keeps the measured bars beside it.
    Broken how = view.breakCard().how();
    how.factor = 2;
    view.breakCard().setBroken(how);
    QVERIFY(view.shares().beside());
}

void tst_timeline_page::mendedLanes()
{
    const QString there = scalewright::test::oracleFile("traces/gloo/straggler2/rank0.json");
    Window window(eightWorkers());
    TimelineView& view = *window.view;
    view.importTraces({QFileInfo(there).path()});
    QVERIFY(finishes(view));
    const RecordedLanes* recorded = view.recorded();
    QCOMPARE(view.lanes().source(), static_cast<const LaneSource*>(recorded));
    view.mendCard().setHandles({.asMedian = {1}});
    const Result<Replay> mended = replay(recorded->run(), {.asMedian = {1}});
    QVERIFY(mended);
    const LaneSource* lanes = view.lanes().source();
    QVERIFY(lanes != recorded && lanes->lanes.size() == 2);
    // It ends when the replay does, and the recording is its ghost.
    QVERIFY(near(static_cast<double>(lanes->end) * lanes->secondsPerTick, mended->spanS, 1e-6));
    QCOMPARE(view.lanes().beside(), static_cast<const LaneSource*>(recorded));
    QVERIFY(view.shares().beside() && view.shares().beside()->there == QLatin1String("recorded"));
    QVERIFY2(view.basis().startsWith("replayed"), qPrintable(view.basis()));
    // Edits of the document leave it mended; a rank that is gone has no lane.
    view.addToLadder();
    QVERIFY(view.lanes().source() != recorded);
    view.mendCard().setHandles({.without = {1}});
    QCOMPARE(view.lanes().source()->lanes.size(), std::size_t(1));
    for (QPushButton* button : view.mendCard().findChildren<QPushButton*>())
        if (button->text() == QLatin1String("As recorded"))
            button->click();
    QCOMPARE(view.lanes().source(), static_cast<const LaneSource*>(recorded));
    QVERIFY(!view.lanes().beside());
}

void tst_timeline_page::rulesOfOnesOwn()
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
    const auto inputOutput = [&] { return view.shares().workers()[0].part(Doing::InputOutput); };
    QCOMPARE(inputOutput(), 0.0);
    view.useRules(broken);  // nothing changes, and the line is said
    QVERIFY2(view.message().contains("broken.json") && view.message().contains("3"), qPrintable(view.message()));
    view.useRules(rules);
    QVERIFY(finishes(view));
    QVERIFY2(near(inputOutput(), 30e-6, 1e-9), qPrintable(view.message()));
    const std::optional<TraceReference> kept = ownRulesOf(window.document.project().measurements.traces[0]);
    QVERIFY(kept);
    QCOMPARE(kept->file, std::string("mine.json"));
    // Opened again it is read by them; changed, that is said.
    QVERIFY(window.document.save());
    const auto opened = [&](bool whole) {
        Document document;
        if (!document.open(folder.filePath("p.scalewright")))
            return false;
        MeasurePage page(document);
        page.resize(1180, 640);
        page.show();
        page.showTab(QStringLiteral("timeline"));
        page.timeline().showRun(0);
        if (!finishes(page.timeline()))
            return false;
        const bool same = near(page.timeline().shares().workers()[0].part(Doing::InputOutput), 30e-6, 1e-9);
        return same && (whole ? page.timeline().recorded() != nullptr
                              : page.timeline().message().contains(QLatin1String("file of rules")));
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
    QVERIFY(!ownRulesOf(window.document.project().measurements.traces[0]));
}

SCALEWRIGHT_TEST(tst_timeline_page)
#include "tst_timeline_page.moc"

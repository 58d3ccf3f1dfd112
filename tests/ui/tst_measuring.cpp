// Probes from the window: the real scalewright-probe on small sizes, on its own thread and in its own process.
#include <QDate>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <sys/wait.h>

#include "app/window/pages.h"
#include "core/base/files/resources.h"
#include "core/evidence/probes/wire.h"
#include "core/project/document/project.h"
#include "tests/support/event_gap.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"
#include "ui/baseline/baseline_page.h"
#include "ui/baseline/machine_card.h"
#include "ui/baseline/measuring.h"
#include "ui/baseline/measuring_progress.h"
#include "ui/baseline/probe_table.h"
#include "ui/baseline/program_panel.h"
#include "ui/baseline/program_run.h"
#include "ui/baseline/steps_card.h"
#include "ui/shell/main_window.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

constexpr int patienceMs = 120000;

ProbeOptions quick(const QString& folder)
{
    ProbeOptions options;
    options.folder = folder.toStdString();
    options.repeats = 3;
    options.arrayBytes = 1 << 20;
    options.fileBytes = 1 << 20;
    return options;
}

bool hasChildren()
{
    errno = 0;
    return !(waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD);
}

double installedMemory()
{
    QFile file(QStringLiteral("/proc/meminfo"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readLine().split(':').at(1).trimmed().split(' ').at(0).toDouble() * 1024;
}

bool activated(QWidget& page)
{
    page.show();
    page.activateWindow();
    return QTest::qWaitForWindowActive(&page);
}

}  // namespace

class tst_measuring : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ageIsSaid()
    {
        const QDate today(2026, 3, 1);
        QCOMPARE(ageOf("2026-03-01", today), QStringLiteral("today"));
        QVERIFY(ageOf("2026-02-27T10:00:00", today).startsWith(QStringLiteral("2 ")));
        QVERIFY(ageOf("", today).isEmpty() && ageOf("soon", today).isEmpty());
        Project project;
        project.baseline.machine.peakFlops = Quantity{
            1e12, Interval{0.9e12, 1.1e12, 0.75}, {Origin::Measured, "this machine: a processor", "2026-01-30", {}}};
        project.baseline.machine.memoryBytes = typed(1e9);
        QVERIFY(staleness(project, today).isEmpty());  // thirty days
        QVERIFY(staleness(project, today.addDays(1)).contains(QStringLiteral("31")));
        const std::vector<ProbeResult> kept = probesKept(project);
        QCOMPARE(kept.size(), std::size_t{1});  // what was typed was not measured
        ProbeTable table;
        table.present(kept);
        QCOMPARE(table.item(0, 2)->text(), QStringLiteral("900 GFLOP/s to 1.10 TFLOP/s"));
        project.baseline.machine.peakFlops = typed(1e12);
        QVERIFY(staleness(project, today.addDays(400)).isEmpty());
    }

    void runsStandSideBySide()
    {
        const QDate today(2026, 3, 1);
        const auto machine = [](double peak, const char* date) {
            Machine each{.name = "a processor"};
            each.peakFlops = Quantity{peak,
                                      Interval{0.9 * peak, 1.1 * peak, 0.75},
                                      {Origin::Measured, "this machine: a processor", date, "a product"}};
            return each;
        };
        Project project;
        project.measurements.machines = {machine(1e12, "2026-01-30"), machine(2e12, "2026-02-27")};
        project.measurements.machines.back().memoryBandwidthOneCoreBytesPerS =
            Quantity{1e10, {}, {Origin::Measured, {}, "2026-02-27", {}}};
        project.baseline.machine = project.measurements.machines.back();
        ProbeHistory history;
        history.present(project.measurements.machines, today);
        QCOMPARE(history.columnCount(), 3);
        QCOMPARE(history.rowCount(), 2);
        QVERIFY(history.horizontalHeaderItem(1)->text().startsWith(QStringLiteral("2 ")) &&
                history.horizontalHeaderItem(2)->text().startsWith(QStringLiteral("30 ")));
        QCOMPARE(history.item(0, 1)->text(), QStringLiteral("2.00 TFLOP/s"));
        QCOMPARE(history.item(0, 2)->text(), QStringLiteral("1.00 TFLOP/s"));
        QVERIFY(history.item(0, 2)->toolTip().contains(QStringLiteral("900 GFLOP/s to 1.10 TFLOP/s")));
        QVERIFY(!history.item(1, 2));  // that run had no such figure

        QVERIFY(typedOverMeasured(project, today).isEmpty());
        project.baseline.machine.peakFlops = typed(3e12);
        const QString over = typedOverMeasured(project, today);
        QVERIFY2(over.contains(QStringLiteral("peak FLOP/s")) &&
                     over.contains(QStringLiteral("measured 2.00 TFLOP/s")) && over.count(QLatin1Char('\n')) == 0,
                 qPrintable(over));
    }

    void init();
    void cleanup();
    void machineIsMeasuredAsOneStepOfUndo();
    void measuringAgainReplacesMeasuredAndTyped();
    void bookFillsTheSteps();
    void bookAsksBeforeItReplaces();
    void thePageAnswersWhileProbesRun_data();
    void thePageAnswersWhileProbesRun();
    void cancelKeepsWhatCameAndLeavesNothing();
    void cancelAtOnceChangesNothing();
    void closingThePageMidRunLeavesNothing();
    void problemsAreSentences_data();
    void problemsAreSentences();
    void aProgramBecomesTheStep();
    void aProgramOfAnotherMachineIsSaid();
    void aProgramThatFailsChangesNothing_data();
    void aProgramThatFailsChangesNothing();
    void aProgramIsCancelled();
    void loadIsSaidOnce();
    void cardFollowsTheRun();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

void tst_measuring::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void tst_measuring::cleanup()
{
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
    QTRY_VERIFY2_WITH_TIMEOUT(!hasChildren(), "a probe's process is left",
                              patienceMs);  // killed by now, but the system may still be at its last write
}

void tst_measuring::machineIsMeasuredAsOneStepOfUndo()
{
    Document document;
    Measuring measuring(document);
    measuring.setOptions(quick(m_folder->path()));
    QSignalSpy finished(&measuring, &Measuring::finished);
    const QString before = QDate::currentDate().toString(Qt::ISODate);
    measuring.start(Measuring::Run::Machine);
    QVERIFY(measuring.isRunning());
    QVERIFY(finished.wait(patienceMs));
    QVERIFY(!measuring.isRunning());
    QCOMPARE(measuring.problem(), QString());

    const Machine& machine = document.project().baseline.machine;
    QVERIFY(!machine.name.empty());
    for (const MaybeQuantity& figure :
         {machine.memoryBytes, machine.storageBytes, machine.peakFlops, machine.memoryBandwidthBytesPerS,
          machine.peakFlopsOneCore, machine.memoryBandwidthOneCoreBytesPerS}) {
        QVERIFY(figure);
        QCOMPARE(figure->provenance.origin, Origin::Measured);
        QVERIFY(figure->provenance.source.find(machine.name) != std::string::npos);
        QVERIFY(!figure->provenance.conditions.empty());
        const QString date = QString::fromStdString(figure->provenance.date);
        QVERIFY(date >= before && date <= QDate::currentDate().toString(Qt::ISODate));
    }
    for (const MaybeQuantity& timed : {machine.peakFlops, machine.memoryBandwidthBytesPerS}) {
        QVERIFY(timed->interval);
        QVERIFY(timed->interval->low <= timed->value && timed->value <= timed->interval->high);
    }
    QVERIFY(machine.memoryBytes->value > 0 && machine.memoryBytes->value <= installedMemory());

    document.undo();
    QVERIFY2(document.project() == Project(), "one undo takes the whole measurement back");
    QVERIFY(!document.canUndo());
    document.redo();
    QVERIFY(document.project().baseline.machine.storageBytes);
    const BaselinePage page(document);
    QVERIFY2(page.machine().description().contains(QStringLiteral("core")), qPrintable(page.machine().description()));
    QCOMPARE(page.machine().description(), QString::fromStdString(document.project().baseline.machine.description));
}

void tst_measuring::measuringAgainReplacesMeasuredAndTyped()
{
    Document document;
    Project project;
    project.baseline.machine.peakFlops = typed(1);
    project.baseline.machine.memoryBytes = typed(2);
    project.baseline.workingSetBytes = typed(3);
    document.edit(QStringLiteral("typed"), project);
    Measuring measuring(document);
    measuring.setOptions(quick(m_folder->path()));
    QSignalSpy finished(&measuring, &Measuring::finished);
    for (int run = 1; run <= 2; ++run) {
        measuring.start(Measuring::Run::Machine);
        QVERIFY(finished.wait(patienceMs));
        QCOMPARE(document.project().baseline.machine.peakFlops->provenance.origin, Origin::Measured);
        QVERIFY(document.project().baseline.workingSetBytes == MaybeQuantity(typed(3)));
        QCOMPARE(document.project().measurements.machines.size(),
                 static_cast<std::size_t>(run));  // its three parts are one run
        QVERIFY(document.project().measurements.machines.back() == document.project().baseline.machine);
    }
    document.undo();
    QCOMPARE(document.project().measurements.machines.size(), std::size_t{1});
    QCOMPARE(document.project().baseline.machine.peakFlops->provenance.origin, Origin::Measured);
    document.undo();
    QVERIFY(document.project() == project);
}

void tst_measuring::bookFillsTheSteps()
{
    Document document;
    Measuring measuring(document);
    measuring.setOptions(quick(m_folder->path()));
    QSignalSpy finished(&measuring, &Measuring::finished);
    measuring.start(Measuring::Run::Book);
    QVERIFY(finished.wait(patienceMs));
    QCOMPARE(measuring.problem(), QString());
    const Baseline& baseline = document.project().baseline;
    QCOMPARE(baseline.steps.size(), 3u);
    // Code 41.2.1: a product of 1200 x 1200 matrices, 40 million doubles summed (one FLOP each), 8 million written and
    // read.
    QCOMPARE(baseline.steps[0].flops->value, 2.0 * 1200 * 1200 * 1200);
    QCOMPARE(baseline.steps[0].bytesMoved->value, 3.0 * 1200 * 1200 * 8);
    QCOMPARE(baseline.steps[1].flops->value, 40e6);
    QCOMPARE(baseline.steps[1].bytesMoved->value, 320e6);
    QCOMPARE(baseline.steps[2].flops->value, 0.0);
    QCOMPARE(baseline.steps[2].bytesMoved->value, 128e6);
    QVERIFY(baseline.steps[2].ioTimeS->value == baseline.steps[2].stepTimeS->value);
    for (const WorkloadStep& step : baseline.steps)
        QCOMPARE(step.stepTimeS->provenance.origin, Origin::Measured);
    QVERIFY(baseline.machine.peakFlops && baseline.machine.memoryBandwidthBytesPerS);
    QVERIFY2(!measuring.remarks().filter(QStringLiteral("page cache")).isEmpty(), "the page cache is labelled as such");
    document.undo();
    QVERIFY(document.project() == Project());
}

void tst_measuring::bookAsksBeforeItReplaces()
{
    Document document;
    Project project;
    project.baseline.steps = {
        {.name = "train", .stepTimeS = typed(0.5), .ioTimeS = {}, .flops = {}, .bytesMoved = {}, .unknown = {}}};
    project.baseline.tCompS = typed(0.5);
    document.edit(QStringLiteral("steps"), project);
    BaselinePage page(document);
    page.resize(1280, 720);
    page.measuring().setOptions(quick(m_folder->path()));
    QVERIFY(activated(page));
    const auto word = [&](const char* text) {
        QPushButton* found = nullptr;
        for (QPushButton* each : page.steps().findChildren<QPushButton*>())
            if (each->text() == QString::fromUtf8(text))
                found = each;
        return found;
    };
    QPushButton* run = word("Run the book’s three workloads");
    QVERIFY(run && word("Keep my steps") && !word("Keep my steps")->isVisible());
    run->setFocus();
    run->click();
    QVERIFY(!page.measuring().isRunning() && document.project() == project);
    QVERIFY(word("Keep my steps")->isVisible());
    word("Keep my steps")->click();
    QVERIFY(!word("Keep my steps")->isVisible() && !page.measuring().isRunning());
    QCOMPARE(page.focusWidget(), run);
    QSignalSpy finished(&page.measuring(), &Measuring::finished);
    run->click();
    word("Replace my steps")->click();
    QVERIFY(page.measuring().isRunning());
    QPushButton* cancel = page.steps().progress()->cancelButton();
    QVERIFY(cancel->isVisible() && !page.machine().cancelButton()->isVisible());
    QCOMPARE(page.focusWidget(), cancel);
    QTRY_VERIFY2(!cancel->visibleRegion().isEmpty(), "the progress is out of sight");
    QVERIFY(finished.wait(patienceMs));
    QCOMPARE(page.focusWidget(), run);
    // T_comp was the steps' time and goes with them; nobody typed what follows from the book's sizes.
    const Baseline& baseline = document.project().baseline;
    double sum = 0;
    for (const WorkloadStep& step : baseline.steps) {
        sum += step.stepTimeS->value;
        for (const MaybeQuantity& counted : {step.flops, step.bytesMoved, baseline.workingSetBytes})
            QVERIFY(counted->provenance.origin == Origin::Catalogue &&
                    QString::fromStdString(counted->provenance.source).contains(QStringLiteral("book")));
    }
    QVERIFY(std::abs(baseline.tCompS->value / sum - 1) < 1e-12);
    run->click();  // nothing of one's own is replaced now
    QVERIFY(page.measuring().isRunning());
    cancel->click();
    QVERIFY(finished.wait(patienceMs));
    QVERIFY(page.steps().problem().contains(QStringLiteral("Nothing was changed")));
    document.undo();
    QVERIFY(document.project() == project);
}

// The event loop turns from the beginning to the end of a run. A frame of 60 a second is 16.7 ms; how long the longest
// was is for the reader: a busy machine must not fail the test.
void tst_measuring::thePageAnswersWhileProbesRun_data()
{
    QTest::addColumn<QString>("example");
    QTest::newRow("the page alone") << QString();
    for (const char* name :
         {"student-41.7", "recommendation", "resnet-50-k80", "heat-lumi"})  // many steps, variants, rows
        QTest::newRow(name) << QString::fromLatin1(name);
}

void tst_measuring::thePageAnswersWhileProbesRun()
{
    QFETCH(QString, example);
    Document document;
    std::unique_ptr<MainWindow> window;
    std::unique_ptr<BaselinePage> alone;
    if (example.isEmpty()) {
        alone = std::make_unique<BaselinePage>(document);
        alone->resize(1280, 720);
        QVERIFY(activated(*alone));
    } else {
        const Result<std::filesystem::path> path = resourcePath("examples/" + example.toStdString() + ".scalewright");
        QVERIFY(path);
        QVERIFY(document.open(QString::fromStdString(path->string())));
        window = std::make_unique<MainWindow>(document, allPages());
        window->resize(1920, 1080);
        QVERIFY(activated(*window));
        for (const PageEntry& entry : allPages()) {
            QVERIFY(window->showPage(entry.id));
            QApplication::processEvents();
            auto* tabs = window->page(entry.id)->findChild<QTabBar*>();
            for (int tab = 0; tabs && tab < tabs->count(); ++tab) {
                tabs->setCurrentIndex(tab);
                QApplication::processEvents();
            }
        }
        QVERIFY(window->showPage(QStringLiteral("baseline")));
        for (int i = 0; i < 20; ++i)
            QApplication::processEvents();
    }
    BaselinePage& page = alone ? *alone : static_cast<BaselinePage&>(*window->page(QStringLiteral("baseline")));
    ProbeOptions options = quick(m_folder->path());
    options.arrayBytes = options.fileBytes = std::size_t{32} << 20;  // results come one by one, as in use
    // The probe does not begin before the event loop has turned ten times.
    const QTemporaryDir gate;
    const QString program = gate.filePath(QStringLiteral("probe")), turned = gate.filePath(QStringLiteral("turned"));
    test::setContent(program, "#!/bin/sh\nuntil [ -e '" + QFile::encodeName(turned) +
                                  "' ]; do sleep 0.02; done\nexec '" +
                                  QFile::encodeName(test::builtProgram("app/scalewright-probe")) + "' \"$@\"\n");
    QVERIFY(QFile::setPermissions(program, QFile::ReadOwner | QFile::ExeOwner));
    options.program = program.toStdString();
    page.measuring().setOptions(options);
    QSignalSpy finished(&page.measuring(), &Measuring::finished);
    page.machine().measureButton()->click();
    const test::EventGap gap;
    QTRY_VERIFY_WITH_TIMEOUT(gap.turns() >= 10, patienceMs);
    QVERIFY(finished.isEmpty() && page.measuring().isRunning());
    test::setContent(turned, {});
    QVERIFY(finished.wait(patienceMs));
    qInfo("%d turns of the event loop, the longest %.1f ms, the most work in one %.1f ms", gap.turns(), gap.longestMs(),
          gap.longestWorkMs());
}

void tst_measuring::cancelKeepsWhatCameAndLeavesNothing()
{
    Document document;
    Measuring measuring(document);
    ProbeOptions options = quick(m_folder->path());
    options.repeats = 100;
    options.fileBytes = std::size_t{1} << 30;
    measuring.setOptions(options);
    QSignalSpy finished(&measuring, &Measuring::finished);
    connect(&measuring, &Measuring::changed, this, [&] {
        if (document.project().baseline.machine.peakFlops)
            measuring.cancel();
    });
    measuring.start(Measuring::Run::Machine);
    QVERIFY(finished.wait(patienceMs));
    QVERIFY(document.project().baseline.machine.peakFlops);
    QVERIFY(!document.project().baseline.machine.storageBytes);
    QVERIFY2(measuring.problem().contains(QStringLiteral("kept")), qPrintable(measuring.problem()));
    QVERIFY(!measuring.isStopping());
}

void tst_measuring::cancelAtOnceChangesNothing()
{
    Document document;
    Measuring measuring(document);
    measuring.setOptions(quick(m_folder->path()));
    QSignalSpy finished(&measuring, &Measuring::finished);
    measuring.start(Measuring::Run::Book);
    measuring.cancel();
    QVERIFY(measuring.isStopping());
    QVERIFY(finished.wait(patienceMs));
    QVERIFY(document.project() == Project());
    QVERIFY(!document.canUndo());
    QVERIFY2(measuring.problem().contains(QStringLiteral("Nothing was changed")), qPrintable(measuring.problem()));
}

void tst_measuring::closingThePageMidRunLeavesNothing()
{
    Document document;
    auto page = std::make_unique<BaselinePage>(document);
    ProbeOptions options = quick(m_folder->path());
    options.repeats = 100;
    page->measuring().setOptions(options);
    page->show();
    QSignalSpy changed(&page->measuring(), &Measuring::changed);
    page->machine().measureButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(page->measuring().share() > 0, patienceMs);
    QVERIFY(page->measuring().isRunning());
    page.reset();
    QTRY_VERIFY_WITH_TIMEOUT(!hasChildren(), 60000);
    QVERIFY(document.project() == Project());
}

void tst_measuring::problemsAreSentences_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("said");
    QTest::addColumn<bool>("peakIsKept");
    QTest::newRow("folder that is not there") << QStringLiteral("folder") << QStringLiteral("/nowhere/at/all") << true;
    QTest::newRow("program that is not there")
        << QStringLiteral("program") << QStringLiteral("/nowhere/scalewright-probe") << false;
    QTest::newRow("program that ends") << QStringLiteral("ends") << QStringLiteral("scalewright-probe") << false;
}

void tst_measuring::problemsAreSentences()
{
    QFETCH(QString, what);
    QFETCH(QString, said);
    QFETCH(bool, peakIsKept);
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    ProbeOptions options = quick(m_folder->path());
    if (what == QLatin1String("folder"))
        options.folder = said.toStdString();
    else
        options.program = what == QLatin1String("ends") ? "/bin/true" : said.toStdString();
    page.measuring().setOptions(options);
    QSignalSpy finished(&page.measuring(), &Measuring::finished);
    page.machine().measureButton()->click();
    QVERIFY(finished.wait(patienceMs));
    QVERIFY2(page.machine().problem().contains(said), qPrintable(page.machine().problem()));
    QCOMPARE(document.project().baseline.machine.peakFlops.has_value(), peakIsKept);
    QVERIFY(page.machine().measureButton()->isEnabled());
}

// Three probes that each find other programs running, and another load: said once.
void tst_measuring::loadIsSaidOnce()
{
    const QTemporaryDir replies;
    const auto write = [&](const QString& name, const std::string& text) {
        QFile file(replies.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text.c_str()) > 0);
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    };
    for (const char* load : {"1.5", "1.8", "2.1"})
        write(QStringLiteral("reply-%1").arg(QLatin1String(load)),
              detail::wireLine({"machine", "a processor", "2"}) +
                  detail::wireLine(
                      {"warning", "-",
                       say("other programs are running (load {} on {} cores): figures are lower than an idle machine's",
                           std::string(load), 2)}) +
                  detail::wireLine({"rate", "peak_flops", "flops", "1e9", "0.5", "0.5", "0.5"}) +
                  detail::wireLine({"done"}));
    write(QStringLiteral("probe"), "#!/bin/sh\ncd ${0%/*}\nnext=$(ls reply-* | head -n 1)\ncat $next && rm $next\n");
    Document document;
    BaselinePage page(document);
    ProbeOptions options = quick(m_folder->path());
    options.program = replies.filePath(QStringLiteral("probe")).toStdString();
    page.measuring().setOptions(options);
    QSignalSpy finished(&page.measuring(), &Measuring::finished);
    page.machine().measureButton()->click();
    QVERIFY(finished.wait(patienceMs));
    QCOMPARE(QDir(replies.path()).entryList(QDir::Files), QStringList{QStringLiteral("probe")});
    QVERIFY2(page.machine().problem().count(QStringLiteral("other programs are running")) == 1,
             qPrintable(page.machine().problem()));
}

void tst_measuring::cardFollowsTheRun()
{
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    QPushButton* measure = page.machine().measureButton();
    QPushButton* cancel = page.machine().cancelButton();
    ProbeOptions options = quick(m_folder->path());
    options.repeats = 100;
    page.measuring().setOptions(options);
    measure->setFocus();
    QVERIFY(measure->isEnabled() && !cancel->isVisible());
    QSignalSpy finished(&page.measuring(), &Measuring::finished);
    measure->click();
    QVERIFY(!measure->isEnabled() && cancel->isVisible() && cancel->isEnabled());
    QCOMPARE(page.focusWidget(), cancel);
    cancel->click();
    QVERIFY(page.measuring().isStopping());
    cancel->click();  // asked once is enough, twice does no harm
    QVERIFY(finished.wait(patienceMs));
    QVERIFY(measure->isEnabled() && !cancel->isVisible());
    QCOMPARE(page.focusWidget(), measure);
    QVERIFY(page.machine().problem().startsWith(QStringLiteral("Stopped")));
}

// It sleeps a fifth of a second and declares its work; both are what the step has then.
void tst_measuring::aProgramBecomesTheStep()
{
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    page.steps().measureProgramButton()->click();
    ProgramPanel& panel = *page.steps().programPanel();
    QVERIFY(panel.isVisible() && panel.command()->hasFocus());
    panel.command()->setText(QStringLiteral("true"));
    panel.folder()->setText(QStringLiteral("~/.."));  // a shell's own folder, and Return starts the run
    QTest::keyClick(panel.folder(), Qt::Key_Return);
    QVERIFY2(page.steps().program()->isRunning(), qPrintable(panel.message()));
    QTRY_VERIFY_WITH_TIMEOUT(!page.steps().program()->isRunning(), patienceMs);
    document.undo();
    panel.folder()->setText(m_folder->path());
    panel.command()->setText(QStringLiteral(
        "sh -c 'pwd; echo to the error stream >&2; sleep 0.2; echo scalewright: flops=3e9 bytes_moved=2GB'"));
    panel.run();
    QVERIFY(page.steps().program()->isRunning() && !page.underWay().isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(!page.steps().program()->isRunning(), patienceMs);
    QVERIFY2(page.steps().program()->problem().isEmpty(), qPrintable(panel.message()));
    QVERIFY2(panel.shownOutput().contains(m_folder->path()) &&
                 panel.shownOutput().contains(QStringLiteral("to the error stream")),
             qPrintable(panel.shownOutput()));
    QCOMPARE(document.project().baseline.steps.size(), std::size_t{1});
    const WorkloadStep& step = document.project().baseline.steps.front();
    QVERIFY(step.stepTimeS->value >= 0.2);
    QCOMPARE(step.stepTimeS->provenance.origin, Origin::Measured);
    QCOMPARE(step.flops->value, 3e9);
    QCOMPARE(step.bytesMoved->value, 2e9);
    QVERIFY(panel.message().contains(QStringLiteral("undo takes it back")));
    QVERIFY(page.underWay().isEmpty());
    document.undo();
    QVERIFY(document.project() == Project());
    QVERIFY2(panel.message().isEmpty(), "it says that the run is the step, and that is undone");
    document.redo();
    QVERIFY(panel.message().contains(QStringLiteral("undo takes it back")));
}

void tst_measuring::aProgramOfAnotherMachineIsSaid()
{
    Document document;
    Project project;
    project.baseline.machine.name = "NVIDIA A10G";
    project.baseline.machine.memoryBytes = Quantity{24e9, {}, {Origin::Catalogue, "NVIDIA A10G", {}, {}}};
    document.edit(QStringLiteral("a card"), std::move(project));
    BaselinePage page(document);
    QVERIFY(activated(page));
    page.steps().measureProgramButton()->click();
    ProgramPanel& panel = *page.steps().programPanel();
    panel.folder()->setText(m_folder->path());
    panel.command()->setText(QStringLiteral("sleep 0.05"));
    panel.run();
    QTRY_VERIFY_WITH_TIMEOUT(!page.steps().program()->isRunning(), patienceMs);
    QVERIFY2(panel.message().contains(QStringLiteral("this machine, which is not the NVIDIA A10G")),
             qPrintable(panel.message()));
    QCOMPARE(document.project().baseline.machine.memoryBytes->value, 24e9);
}

void tst_measuring::aProgramThatFailsChangesNothing_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("says");
    QTest::newRow("exit status") << QStringLiteral("sh -c 'echo half done; exit 3'") << QStringLiteral("exit status 3");
    QTest::newRow("not there") << QStringLiteral("./no-such-program") << QStringLiteral("no-such-program");
    QTest::newRow("for a shell") << QStringLiteral("a | b") << QStringLiteral("is for a shell");
    QTest::newRow("nothing") << QString() << QStringLiteral("there is no command");
}

void tst_measuring::aProgramThatFailsChangesNothing()
{
    QFETCH(QString, command);
    QFETCH(QString, says);
    Document document;
    BaselinePage page(document);
    page.steps().measureProgramButton()->setChecked(true);
    ProgramPanel& panel = *page.steps().programPanel();
    panel.command()->setText(command);
    panel.run();
    QTRY_VERIFY_WITH_TIMEOUT(!page.steps().program()->isRunning(), patienceMs);
    QVERIFY2(panel.message().contains(says), qPrintable(panel.message()));
    QVERIFY(document.project() == Project());
}

void tst_measuring::aProgramIsCancelled()
{
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    page.steps().measureProgramButton()->click();
    ProgramPanel& panel = *page.steps().programPanel();
    panel.command()->setText(QStringLiteral("sh -c 'echo begun; sleep 600; true'"));
    panel.run();
    QTRY_VERIFY_WITH_TIMEOUT(panel.shownOutput().contains(QStringLiteral("begun")), patienceMs);
    panel.cancelButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(!page.steps().program()->isRunning(), patienceMs);
    QVERIFY(!hasChildren());
    QVERIFY(panel.message().startsWith(QStringLiteral("Stopped")));
    QVERIFY(document.project() == Project());
}

SCALEWRIGHT_TEST(tst_measuring)

#include "tst_measuring.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Probes started from the window: the real scalewright-probe with small sizes, in its own thread and process.
#include <QDate>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

#include <sys/wait.h>

#include <cerrno>

#include "app/window/pages.h"
#include "core/base/files/resources.h"
#include "core/evidence/probes/wire.h"
#include "core/project/document/project.h"
#include "tests/support/child.h"
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
    options.scratchFolder = folder.toStdString();
    options.repeats = 3;
    options.arrayBytes = 1 << 20;
    options.fileBytes = 1 << 20;
    return options;
}

bool hasChildProcesses()
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
    void showsTheAge()
    {
        const QDate today(2026, 3, 1);
        QCOMPARE(ageText("2026-03-01", today), QStringLiteral("today"));
        QVERIFY(ageText("2026-02-27T10:00:00", today).startsWith(QStringLiteral("2 ")));
        QVERIFY(ageText("", today).isEmpty() && ageText("soon", today).isEmpty());
        Project project;
        project.baseline.machine.peakFlops = Quantity{
            1e12, Interval{0.9e12, 1.1e12, 0.75}, {Origin::Measured, "this machine: a processor", "2026-01-30", {}}};
        project.baseline.machine.memoryBytes = typed(1e9);
        QVERIFY(stalenessText(project, today).isEmpty());  // thirty days
        QVERIFY(stalenessText(project, today.addDays(1)).contains(QStringLiteral("31")));
        const std::vector<ProbeResult> keptResults = storedProbeResults(project);
        QCOMPARE(keptResults.size(), std::size_t{1});  // only measured values are kept, not typed ones
        ProbeTable table;
        table.setResults(keptResults);
        QCOMPARE(table.item(0, 2)->text(), QStringLiteral("900 GFLOP/s to 1.10 TFLOP/s"));
        project.baseline.machine.peakFlops = typed(1e12);
        QVERIFY(stalenessText(project, today.addDays(400)).isEmpty());
    }

    void listsRunsSideBySide()
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
        history.setRuns(project.measurements.machines, today);
        QCOMPARE(history.columnCount(), 3);
        QCOMPARE(history.rowCount(), 2);
        QVERIFY(history.horizontalHeaderItem(1)->text().startsWith(QStringLiteral("2 ")) &&
                history.horizontalHeaderItem(2)->text().startsWith(QStringLiteral("30 ")));
        QCOMPARE(history.item(0, 1)->text(), QStringLiteral("2.00 TFLOP/s"));
        QCOMPARE(history.item(0, 2)->text(), QStringLiteral("1.00 TFLOP/s"));
        QVERIFY(history.item(0, 2)->toolTip().contains(QStringLiteral("900 GFLOP/s to 1.10 TFLOP/s")));
        QVERIFY(!history.item(1, 2));  // that run did not measure this value

        QVERIFY(typedOverMeasuredText(project, today).isEmpty());
        project.baseline.machine.peakFlops = typed(3e12);
        const QString typedNote = typedOverMeasuredText(project, today);
        QVERIFY2(typedNote.contains(QStringLiteral("peak FLOP/s")) &&
                     typedNote.contains(QStringLiteral("measured 2.00 TFLOP/s")) &&
                     typedNote.count(QLatin1Char('\n')) == 0,
                 qPrintable(typedNote));
    }

    void init();
    void cleanup();
    void measuresTheCardWithTorch();
    void measuringTheMachineIsOneUndoStep();
    void remeasuringReplacesMeasuredAndTyped();
    void bookFillsTheSteps();
    void asksBeforeTheBookReplacesValues();
    void pageRespondsWhileProbesRun_data();
    void pageRespondsWhileProbesRun();
    void cancelKeepsResultsAndLeavesNoProcess();
    void cancelAtOnceChangesNothing();
    void closingDuringARunLeavesNoProcess();
    void problemsAreSentences_data();
    void problemsAreSentences();
    void programBecomesTheStep();
    void reportsAProgramFromAnotherMachine();
    void failingProgramChangesNothing_data();
    void failingProgramChangesNothing();
    void cancelsAProgram();
    void reportsLoadOnce();
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
    QTRY_VERIFY2_WITH_TIMEOUT(!hasChildProcesses(), "a probe's process is left",
                              patienceMs);  // already killed, but the system may still be finishing its last write
}

// The card's button appears if a Python has PyTorch. Its run fills the machine and, in an empty project, the training
// step, as one undo step; cancelling changes nothing.
void tst_measuring::measuresTheCardWithTorch()
{
    if (QProcess::execute(QStringLiteral("/usr/bin/python3"), {"-c", "import torch"}) != 0)
        QSKIP("no Python with torch");
    Document document;
    MeasurementJob measuring(document);
    MachineCard card(document, measuring, Catalogue());
    card.show();
    QTRY_VERIFY_WITH_TIMEOUT(!card.torchButton()->isHidden(), patienceMs);
    CardMeasurement& measurement = card.cardMeasurement();
    measurement.setSeconds(2);
    QSignalSpy finished(&measurement, &CardMeasurement::finished);
    card.torchButton()->click();
    QVERIFY(measurement.isRunning() && !card.measureButton()->isEnabled());
    measurement.cancel();
    QVERIFY(finished.wait(patienceMs));
    QVERIFY(!measurement.problem().isEmpty());
    QVERIFY(document.project() == Project());
    card.torchButton()->click();
    QVERIFY(finished.wait(6 * patienceMs));
    QCOMPARE(measurement.problem(), QString());
    const Project& project = document.project();
    QVERIFY(project.baseline.machine.peakFlops && project.baseline.machine.memoryBandwidthBytesPerS);
    QCOMPARE(project.baseline.machine.peakFlops->provenance.origin, Origin::Measured);
    QVERIFY(!project.baseline.machine.name.empty());
    QCOMPARE(project.baseline.steps.size(), std::size_t{1});
    QVERIFY(project.baseline.model && project.baseline.batch);
    QCOMPARE(project.measurements.machines.size(), std::size_t{1});
    QVERIFY(card.measureButton()->isEnabled());
    document.undo();
    QVERIFY(document.project() == Project());
}

void tst_measuring::measuringTheMachineIsOneUndoStep()
{
    Document document;
    MeasurementJob measuring(document);
    measuring.setOptions(quick(m_folder->path()));
    QSignalSpy finished(&measuring, &MeasurementJob::finished);
    const QString before = QDate::currentDate().toString(Qt::ISODate);
    measuring.start(MeasurementJob::Suite::MachineCeilings);
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
    QVERIFY2(test::child<MachineCard>(page).description().contains(QStringLiteral("core")),
             qPrintable(test::child<MachineCard>(page).description()));
    QCOMPARE(test::child<MachineCard>(page).description(),
             QString::fromStdString(document.project().baseline.machine.description));
}

void tst_measuring::remeasuringReplacesMeasuredAndTyped()
{
    Document document;
    Project project;
    project.baseline.machine.peakFlops = typed(1);
    project.baseline.machine.memoryBytes = typed(2);
    project.baseline.workingSetBytes = typed(3);
    document.edit(QStringLiteral("typed"), project);
    MeasurementJob measuring(document);
    measuring.setOptions(quick(m_folder->path()));
    QSignalSpy finished(&measuring, &MeasurementJob::finished);
    for (int run = 1; run <= 2; ++run) {
        measuring.start(MeasurementJob::Suite::MachineCeilings);
        QVERIFY(finished.wait(patienceMs));
        QCOMPARE(document.project().baseline.machine.peakFlops->provenance.origin, Origin::Measured);
        QVERIFY(document.project().baseline.workingSetBytes == MaybeQuantity(typed(3)));
        QCOMPARE(document.project().measurements.machines.size(),
                 static_cast<std::size_t>(run));  // the three parts of a run count as one
        // The ceiling is the best of all runs: other programs only lower a rate.
        double best = 0;
        for (const Machine& each : document.project().measurements.machines)
            best = std::max(best, each.peakFlops->value);
        QCOMPARE(document.project().baseline.machine.peakFlops->value, best);
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
    MeasurementJob measuring(document);
    measuring.setOptions(quick(m_folder->path()));
    QSignalSpy finished(&measuring, &MeasurementJob::finished);
    measuring.start(MeasurementJob::Suite::BookWorkloads);
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

void tst_measuring::asksBeforeTheBookReplacesValues()
{
    Document document;
    Project project;
    project.baseline.steps = {
        {.name = "train", .stepTimeS = typed(0.5), .ioTimeS = {}, .flops = {}, .bytesMoved = {}, .unknown = {}}};
    project.baseline.tCompS = typed(0.5);
    document.edit(QStringLiteral("steps"), project);
    BaselinePage page(document);
    page.resize(1280, 720);
    test::child<MeasurementJob>(page).setOptions(quick(m_folder->path()));
    QVERIFY(activated(page));
    const auto word = [&](const char* text) {
        QPushButton* found = nullptr;
        for (QPushButton* each : test::child<StepsCard>(page).findChildren<QPushButton*>())
            if (each->text() == QString::fromUtf8(text))
                found = each;
        return found;
    };
    QPushButton* run = word("Run the book’s three workloads");
    QVERIFY(run && word("Keep my steps") && !word("Keep my steps")->isVisible());
    run->setFocus();
    run->click();
    QVERIFY(!test::child<MeasurementJob>(page).isRunning() && document.project() == project);
    QVERIFY(word("Keep my steps")->isVisible());
    word("Keep my steps")->click();
    QVERIFY(!word("Keep my steps")->isVisible() && !test::child<MeasurementJob>(page).isRunning());
    QCOMPARE(page.focusWidget(), run);
    QSignalSpy finished(&test::child<MeasurementJob>(page), &MeasurementJob::finished);
    run->click();
    word("Replace my steps")->click();
    QVERIFY(test::child<MeasurementJob>(page).isRunning());
    QPushButton* cancel = test::child<StepsCard>(page).progress()->cancelButton();
    QVERIFY(cancel->isVisible() && !test::child<MachineCard>(page).cancelButton()->isVisible());
    QCOMPARE(page.focusWidget(), cancel);
    QTRY_VERIFY2(!cancel->visibleRegion().isEmpty(), "the progress is out of sight");
    QVERIFY(finished.wait(patienceMs));
    QCOMPARE(page.focusWidget(), run);
    // T_comp was the sum of the step times and is removed with them; values that follow from the book's sizes do not
    // count as typed.
    const Baseline& baseline = document.project().baseline;
    double sum = 0;
    for (const WorkloadStep& step : baseline.steps) {
        sum += step.stepTimeS->value;
        for (const MaybeQuantity& stepQuantity : {step.flops, step.bytesMoved, baseline.workingSetBytes})
            QVERIFY(stepQuantity->provenance.origin == Origin::Catalogue &&
                    QString::fromStdString(stepQuantity->provenance.source).contains(QStringLiteral("book")));
    }
    QVERIFY(std::abs(baseline.tCompS->value / sum - 1) < 1e-12);
    run->click();  // does not ask, because no typed value is replaced
    QVERIFY(test::child<MeasurementJob>(page).isRunning());
    cancel->click();
    QVERIFY(finished.wait(patienceMs));
    QVERIFY(test::child<StepsCard>(page).problemText().contains(QStringLiteral("Nothing was changed")));
    document.undo();
    QVERIFY(document.project() == project);
}

// The event loop keeps turning during a run. A frame at 60 per second takes 16.7 ms; the longest gap is only printed,
// since a busy machine must not fail the test.
void tst_measuring::pageRespondsWhileProbesRun_data()
{
    QTest::addColumn<QString>("example");
    QTest::newRow("the page alone") << QString();
    for (const char* name :
         {"student-41.7", "recommendation", "resnet-50-k80", "heat-lumi"})  // many steps, variants, rows
        QTest::newRow(name) << QString::fromLatin1(name);
}

void tst_measuring::pageRespondsWhileProbesRun()
{
    QFETCH(QString, example);
    Document document;
    std::unique_ptr<MainWindow> window;
    std::unique_ptr<BaselinePage> otherPage;
    if (example.isEmpty()) {
        otherPage = std::make_unique<BaselinePage>(document);
        otherPage->resize(1280, 720);
        QVERIFY(activated(*otherPage));
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
    BaselinePage& page = otherPage ? *otherPage : static_cast<BaselinePage&>(*window->page(QStringLiteral("baseline")));
    ProbeOptions options = quick(m_folder->path());
    options.arrayBytes = options.fileBytes = std::size_t{32} << 20;  // results arrive one by one, as in real use
    // The probe starts only after the event loop has turned ten times.
    const QTemporaryDir gate;
    const QString program = gate.filePath(QStringLiteral("probe")), renamed = gate.filePath(QStringLiteral("turned"));
    test::setContent(program, "#!/bin/sh\nuntil [ -e '" + QFile::encodeName(renamed) +
                                  "' ]; do sleep 0.02; done\nexec '" +
                                  QFile::encodeName(test::builtProgram("app/scalewright-probe")) + "' \"$@\"\n");
    QVERIFY(QFile::setPermissions(program, QFile::ReadOwner | QFile::ExeOwner));
    options.probeProgram = program.toStdString();
    test::child<MeasurementJob>(page).setOptions(options);
    QSignalSpy finished(&test::child<MeasurementJob>(page), &MeasurementJob::finished);
    test::child<MachineCard>(page).measureButton()->click();
    const test::EventGap gap;
    QTRY_VERIFY_WITH_TIMEOUT(gap.turns() >= 10, patienceMs);
    QVERIFY(finished.isEmpty() && test::child<MeasurementJob>(page).isRunning());
    test::setContent(renamed, {});
    QVERIFY(finished.wait(patienceMs));
    qInfo("%d turns of the event loop, the longest %.1f ms, the most work in one %.1f ms", gap.turns(),
          gap.longestGapMs(), gap.longestWorkMs());
}

void tst_measuring::cancelKeepsResultsAndLeavesNoProcess()
{
    Document document;
    MeasurementJob measuring(document);
    ProbeOptions options = quick(m_folder->path());
    options.repeats = 100;
    options.fileBytes = std::size_t{1} << 30;
    measuring.setOptions(options);
    QSignalSpy finished(&measuring, &MeasurementJob::finished);
    connect(&measuring, &MeasurementJob::changed, this, [&] {
        if (document.project().baseline.machine.peakFlops)
            measuring.cancel();
    });
    measuring.start(MeasurementJob::Suite::MachineCeilings);
    QVERIFY(finished.wait(patienceMs));
    QVERIFY(document.project().baseline.machine.peakFlops);
    QVERIFY(!document.project().baseline.machine.storageBytes);
    QVERIFY2(measuring.problem().contains(QStringLiteral("kept")), qPrintable(measuring.problem()));
    QVERIFY(!measuring.isStopping());
}

void tst_measuring::cancelAtOnceChangesNothing()
{
    Document document;
    MeasurementJob measuring(document);
    measuring.setOptions(quick(m_folder->path()));
    QSignalSpy finished(&measuring, &MeasurementJob::finished);
    measuring.start(MeasurementJob::Suite::BookWorkloads);
    measuring.cancel();
    QVERIFY(measuring.isStopping());
    QVERIFY(finished.wait(patienceMs));
    QVERIFY(document.project() == Project());
    QVERIFY(!document.canUndo());
    QVERIFY2(measuring.problem().contains(QStringLiteral("Nothing was changed")), qPrintable(measuring.problem()));
}

void tst_measuring::closingDuringARunLeavesNoProcess()
{
    Document document;
    auto page = std::make_unique<BaselinePage>(document);
    ProbeOptions options = quick(m_folder->path());
    options.repeats = 100;
    test::child<MeasurementJob>(*page).setOptions(options);
    page->show();
    QSignalSpy changed(&test::child<MeasurementJob>(*page), &MeasurementJob::changed);
    test::child<MachineCard>(*page).measureButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(test::child<MeasurementJob>(*page).progress() > 0, patienceMs);
    QVERIFY(test::child<MeasurementJob>(*page).isRunning());
    page.reset();
    QTRY_VERIFY_WITH_TIMEOUT(!hasChildProcesses(), 60000);
    QVERIFY(document.project() == Project());
}

void tst_measuring::problemsAreSentences_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("expectedText");
    QTest::addColumn<bool>("peakIsKept");
    QTest::newRow("folder that is not there") << QStringLiteral("folder") << QStringLiteral("/nowhere/at/all") << true;
    QTest::newRow("program that is not there")
        << QStringLiteral("program") << QStringLiteral("/nowhere/scalewright-probe") << false;
    QTest::newRow("program that ends") << QStringLiteral("ends") << QStringLiteral("scalewright-probe") << false;
}

void tst_measuring::problemsAreSentences()
{
    QFETCH(QString, kind);
    QFETCH(QString, expectedText);
    QFETCH(bool, peakIsKept);
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    ProbeOptions options = quick(m_folder->path());
    if (kind == QLatin1String("folder"))
        options.scratchFolder = expectedText.toStdString();
    else
        options.probeProgram = kind == QLatin1String("ends") ? "/bin/true" : expectedText.toStdString();
    test::child<MeasurementJob>(page).setOptions(options);
    QSignalSpy finished(&test::child<MeasurementJob>(page), &MeasurementJob::finished);
    test::child<MachineCard>(page).measureButton()->click();
    QVERIFY(finished.wait(patienceMs));
    QVERIFY2(test::child<MachineCard>(page).problemText().contains(expectedText),
             qPrintable(test::child<MachineCard>(page).problemText()));
    QCOMPARE(document.project().baseline.machine.peakFlops.has_value(), peakIsKept);
    QVERIFY(test::child<MachineCard>(page).measureButton()->isEnabled());
}

// Three probes each find other programs running, with different loads: this is reported only once.
void tst_measuring::reportsLoadOnce()
{
    const QTemporaryDir replies;
    const auto write = [&](const QString& name, const std::string& text) {
        QFile file(replies.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text.c_str()) > 0);
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    };
    for (const char* load : {"1.5", "1.8", "2.1"})
        write(QStringLiteral("reply-%1").arg(QLatin1String(load)),
              detail::formatWireLine({"machine", "a processor", "2"}) +
                  detail::formatWireLine(
                      {"warning", "-",
                       formatMessage(
                           "other programs are running (load {} on {} cores): figures are lower than an idle machine's",
                           std::string(load), 2)}) +
                  detail::formatWireLine({"rate", "peak_flops", "flops", "1e9", "0.5", "0.5", "0.5"}) +
                  detail::formatWireLine({"done"}));
    write(QStringLiteral("probe"), "#!/bin/sh\ncd ${0%/*}\nnext=$(ls reply-* | head -n 1)\ncat $next && rm $next\n");
    Document document;
    BaselinePage page(document);
    ProbeOptions options = quick(m_folder->path());
    options.probeProgram = replies.filePath(QStringLiteral("probe")).toStdString();
    test::child<MeasurementJob>(page).setOptions(options);
    QSignalSpy finished(&test::child<MeasurementJob>(page), &MeasurementJob::finished);
    test::child<MachineCard>(page).measureButton()->click();
    QVERIFY(finished.wait(patienceMs));
    QCOMPARE(QDir(replies.path()).entryList(QDir::Files), QStringList{QStringLiteral("probe")});
    QVERIFY2(test::child<MachineCard>(page).problemText().count(QStringLiteral("other programs are running")) == 1,
             qPrintable(test::child<MachineCard>(page).problemText()));
}

void tst_measuring::cardFollowsTheRun()
{
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    QPushButton* measure = test::child<MachineCard>(page).measureButton();
    QPushButton* cancel = test::child<MachineCard>(page).cancelButton();
    ProbeOptions options = quick(m_folder->path());
    options.repeats = 100;
    test::child<MeasurementJob>(page).setOptions(options);
    measure->setFocus();
    QVERIFY(measure->isEnabled() && !cancel->isVisible());
    QSignalSpy finished(&test::child<MeasurementJob>(page), &MeasurementJob::finished);
    measure->click();
    QVERIFY(!measure->isEnabled() && cancel->isVisible() && cancel->isEnabled());
    QCOMPARE(page.focusWidget(), cancel);
    cancel->click();
    QVERIFY(test::child<MeasurementJob>(page).isStopping());
    cancel->click();  // one click is enough; a second one is harmless
    QVERIFY(finished.wait(patienceMs));
    QVERIFY(measure->isEnabled() && !cancel->isVisible());
    QCOMPARE(page.focusWidget(), measure);
    QVERIFY(test::child<MachineCard>(page).problemText().startsWith(QStringLiteral("Stopped")));
}

// The program sleeps for 0.2 s and reports its work; the step then has both values.
void tst_measuring::programBecomesTheStep()
{
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    QVERIFY(page.showPart(QStringLiteral("program")));
    test::child<StepsCard>(page).measureProgramButton()->click();
    ProgramPanel& panel = *test::child<StepsCard>(page).programPanel();
    QVERIFY(panel.isVisible() && panel.commandEdit()->hasFocus());
    panel.commandEdit()->setText(QStringLiteral("true"));
    panel.folderEdit()->setText(QStringLiteral("~/.."));  // a ~ path, as in a shell; Return starts the run
    QTest::keyClick(panel.folderEdit(), Qt::Key_Return);
    QVERIFY2(test::child<StepsCard>(page).programRun()->isRunning(), qPrintable(panel.message()));
    QTRY_VERIFY_WITH_TIMEOUT(!test::child<StepsCard>(page).programRun()->isRunning(), patienceMs);
    document.undo();
    panel.folderEdit()->setText(m_folder->path());
    panel.commandEdit()->setText(QStringLiteral(
        "sh -c 'pwd; echo to the error stream >&2; sleep 0.2; echo scalewright: flops=3e9 bytes_moved=2GB'"));
    panel.run();
    QVERIFY(test::child<StepsCard>(page).programRun()->isRunning() && !page.unfinishedWorkText().isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(!test::child<StepsCard>(page).programRun()->isRunning(), patienceMs);
    QVERIFY2(test::child<StepsCard>(page).programRun()->problem().isEmpty(), qPrintable(panel.message()));
    QVERIFY2(panel.outputText().contains(m_folder->path()) &&
                 panel.outputText().contains(QStringLiteral("to the error stream")),
             qPrintable(panel.outputText()));
    QCOMPARE(document.project().baseline.steps.size(), std::size_t{1});
    const WorkloadStep& step = document.project().baseline.steps.front();
    QVERIFY(step.stepTimeS->value >= 0.2);
    QCOMPARE(step.stepTimeS->provenance.origin, Origin::Measured);
    QCOMPARE(step.flops->value, 3e9);
    QCOMPARE(step.bytesMoved->value, 2e9);
    QVERIFY(panel.message().contains(QStringLiteral("undo removes it")));
    QVERIFY(page.unfinishedWorkText().isEmpty());
    document.undo();
    QVERIFY(document.project() == Project());
    QVERIFY2(panel.message().isEmpty(), "the message on the new step is cleared by undo");
    document.redo();
    QVERIFY(panel.message().contains(QStringLiteral("undo removes it")));
}

void tst_measuring::reportsAProgramFromAnotherMachine()
{
    Document document;
    Project project;
    project.baseline.machine.name = "NVIDIA A10G";
    project.baseline.machine.memoryBytes = Quantity{24e9, {}, {Origin::Catalogue, "NVIDIA A10G", {}, {}}};
    document.edit(QStringLiteral("a card"), std::move(project));
    BaselinePage page(document);
    QVERIFY(activated(page));
    test::child<StepsCard>(page).measureProgramButton()->click();
    ProgramPanel& panel = *test::child<StepsCard>(page).programPanel();
    panel.folderEdit()->setText(m_folder->path());
    panel.commandEdit()->setText(QStringLiteral("sleep 0.05"));
    panel.run();
    QTRY_VERIFY_WITH_TIMEOUT(!test::child<StepsCard>(page).programRun()->isRunning(), patienceMs);
    QVERIFY2(panel.message().contains(QStringLiteral("not on the named machine NVIDIA A10G")),
             qPrintable(panel.message()));
    QCOMPARE(document.project().baseline.machine.memoryBytes->value, 24e9);
}

void tst_measuring::failingProgramChangesNothing_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("expectedText");
    QTest::newRow("exit status") << QStringLiteral("sh -c 'echo half done; exit 3'") << QStringLiteral("exit status 3");
    QTest::newRow("not there") << QStringLiteral("./no-such-program") << QStringLiteral("no-such-program");
    QTest::newRow("for a shell") << QStringLiteral("a | b") << QStringLiteral("needs a shell");
    QTest::newRow("nothing") << QString() << QStringLiteral("no command");
}

void tst_measuring::failingProgramChangesNothing()
{
    QFETCH(QString, command);
    QFETCH(QString, expectedText);
    Document document;
    BaselinePage page(document);
    test::child<StepsCard>(page).measureProgramButton()->setChecked(true);
    ProgramPanel& panel = *test::child<StepsCard>(page).programPanel();
    panel.commandEdit()->setText(command);
    panel.run();
    QTRY_VERIFY_WITH_TIMEOUT(!test::child<StepsCard>(page).programRun()->isRunning(), patienceMs);
    QVERIFY2(panel.message().contains(expectedText), qPrintable(panel.message()));
    QVERIFY(document.project() == Project());
}

void tst_measuring::cancelsAProgram()
{
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    test::child<StepsCard>(page).measureProgramButton()->click();
    ProgramPanel& panel = *test::child<StepsCard>(page).programPanel();
    panel.commandEdit()->setText(QStringLiteral("sh -c 'echo begun; sleep 600; true'"));
    panel.run();
    QTRY_VERIFY_WITH_TIMEOUT(panel.outputText().contains(QStringLiteral("begun")), patienceMs);
    panel.cancelButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(!test::child<StepsCard>(page).programRun()->isRunning(), patienceMs);
    QVERIFY(!hasChildProcesses());
    QVERIFY(panel.message().startsWith(QStringLiteral("Stopped")));
    QVERIFY(document.project() == Project());
}

SCALEWRIGHT_TEST(tst_measuring)

#include "tst_measuring.moc"

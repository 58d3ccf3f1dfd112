// SPDX-License-Identifier: GPL-3.0-or-later
// A program measured completely from Baseline: it reports its own times, so every expected value is in the script, and
// it logs its runs.
#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include "app/window/pages.h"
#include "core/output/study/study.h"
#include "core/project/document/project_file.h"
#include "tests/support/child.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"
#include "ui/baseline/baseline_page.h"
#include "ui/baseline/study_card.h"
#include "ui/baseline/study_run.h"
#include "ui/controls/run_form.h"
#include "ui/shell/main_window.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

struct Desk {
    QTemporaryDir folder;
    Document document;
    std::unique_ptr<MainWindow> window;

    Desk()
    {
        QSettings().clear();
        window = std::make_unique<MainWindow>(document, allPages());
        window->resize(1280, 720);
        window->show();
        window->activateWindow();
        [[maybe_unused]] const bool active = QTest::qWaitForWindowActive(window.get());
        window->showPage(QStringLiteral("baseline"));
        page().study().setMeasuresCeilings(false);
    }
    [[nodiscard]] BaselinePage& page() const
    {
        return static_cast<BaselinePage&>(*window->page(QStringLiteral("baseline")));
    }
    [[nodiscard]] StudyCard& card() const { return test::child<StudyCard>(page()); }
    /// Takes 80, 50 and 40 ms on 1, 2 and 4 workers; on 4, `at4` runs first.
    void writeProgram(const QByteArray& at4 = "true", const QByteArray& end = "exit 0") const
    {
        test::setContent(folder.filePath(QStringLiteral("prog.sh")),
                         "echo $1 >> log\ncase $1 in 1) t=0.08;; 2) t=0.05;; *) t=0.04; " + at4 +
                             ";; esac\nsleep 0.1\necho \"scalewright: time=$t\"\n" + end + "\n");
    }
    [[nodiscard]] int runs() const { return int(test::contentOf(folder.filePath(QStringLiteral("log"))).count('\n')); }
    void fill(const QString& command = QStringLiteral("sh prog.sh {p}"))
    {
        page().openStudyCard();
        card().form().commandEdit()->setText(command);
        test::named<QLineEdit>(card(), "worker counts")->setText(QStringLiteral("1,2,4"));
        test::named<QSpinBox>(card(), "runs of each p")->setValue(2);
        test::named<QLineEdit>(card(), "folder in which the command starts")->setText(folder.path());
    }
    [[nodiscard]] const std::vector<Ladder>& ladders() const { return document.project().measurements.ladders; }
    [[nodiscard]] bool isFinished() const { return !page().study().isRunning(); }
};

constexpr int maximumWaitMs = 20'000;

}  // namespace

class tst_study_window : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesFromAProgramToTheStory()
    {
        Desk desk;
        desk.writeProgram();
        const std::string before = writeProject(desk.document.project());
        desk.fill();
        desk.card().startButton().click();
        QVERIFY(!desk.isFinished() && test::named<QPushButton>(desk.card(), "Stop measuring")->isVisible() &&
                !desk.window->workInProgress().isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(desk.window->currentPageId(), QStringLiteral("story"), maximumWaitMs);
        QVERIFY(desk.page().study().isComplete());
        QCOMPARE(desk.runs(), 7);  // one for the step, two for each p
        QCOMPARE(desk.ladders().size(), std::size_t(1));
        QCOMPARE(desk.ladders()[0].points.size(), std::size_t(6));
        for (const LadderPoint& point : desk.ladders()[0].points)
            QCOMPARE(*point.timeS, point.p == 1 ? 0.08 : point.p == 2 ? 0.05 : 0.04);
        QCOMPARE(desk.document.project().baseline.steps.size(), std::size_t(1));
        QCOMPARE(desk.document.project().title, std::string("sh prog.sh {p}"));
        // One undo step, and only the program has written files.
        desk.document.undo();
        QCOMPARE(writeProject(desk.document.project()), before);
        QVERIFY(!desk.document.canUndo());
        QCOMPARE(QDir(desk.folder.path()).entryList(QDir::Files), (QStringList{"log", "prog.sh"}));
    }

    void resumesAfterStopping()
    {
        Desk desk;
        desk.writeProgram("[ -e go ] || sleep 30");
        desk.fill();
        desk.card().startButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(desk.runs() >= 2 && desk.document.project().baseline.steps.size() == 1, maximumWaitMs);
        QTRY_VERIFY_WITH_TIMEOUT(test::contentOf(desk.folder.filePath(QStringLiteral("log"))).contains('4'),
                                 maximumWaitMs);
        QTest::qWait(100);
        test::named<QPushButton>(desk.card(), "Stop measuring")->click();
        QTRY_VERIFY_WITH_TIMEOUT(desk.isFinished(), maximumWaitMs);
        QVERIFY(!desk.page().study().isComplete());
        QVERIFY(!desk.card().message().isEmpty());
        QCOMPARE(desk.window->currentPageId(), QStringLiteral("baseline"));
        const std::size_t finishedPoints = desk.ladders().empty() ? 0 : desk.ladders()[0].points.size();
        const int runsBefore = desk.runs();
        QCOMPARE(int(finishedPoints) + 2, runsBefore);  // the run for the step, and the one that was stopped

        // The user saves, reopens and continues: only the stopped run is repeated.
        const QString file = desk.folder.filePath(QStringLiteral("mine.scalewright"));
        QVERIFY(desk.document.saveAs(file).has_value());
        desk.window->openFile(file);
        desk.window->showPage(QStringLiteral("baseline"));
        desk.page().study().setMeasuresCeilings(false);
        test::setContent(desk.folder.filePath(QStringLiteral("go")), {});
        desk.fill();
        desk.card().startButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(desk.page().study().isComplete() && desk.isFinished(), maximumWaitMs);
        QCOMPARE(desk.runs(), runsBefore + 6 - int(finishedPoints));
        QCOMPARE(desk.ladders().size(), std::size_t(1));
        QCOMPARE(desk.ladders()[0].points.size(), std::size_t(6));
    }

    void keepsEditsMadeMeanwhile()
    {
        Desk desk;
        desk.writeProgram();
        desk.fill();
        desk.card().startButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(!desk.ladders().empty(), maximumWaitMs);
        Project edited = desk.document.project();
        edited.title = "mine";
        edited.target.alphaS = typed(0.001);
        desk.document.edit(QStringLiteral("alpha"), edited);
        QTRY_VERIFY_WITH_TIMEOUT(desk.page().study().isComplete() && desk.isFinished(), maximumWaitMs);
        QCOMPARE(desk.document.project().title, std::string("mine"));
        QCOMPARE(desk.document.project().target.alphaS->value, 0.001);
        QCOMPARE(desk.ladders()[0].points.size(), std::size_t(6));
    }

    void reportsProblems()
    {
        Desk desk;
        desk.writeProgram("true", "exit 3");
        const std::string before = writeProject(desk.document.project());
        desk.fill(QString());
        desk.card().startButton().click();
        QVERIFY(!desk.card().message().isEmpty() && desk.isFinished());
        desk.fill(QStringLiteral("sh prog.sh"));
        desk.card().startButton().click();  // no argument has the number of workers, so it asks first
        QVERIFY(desk.isFinished() && desk.card().form().commandEdit()->hasFocus());
        desk.fill();
        test::named<QLineEdit>(desk.card(), "folder in which the command starts")
            ->setText(desk.folder.filePath(QStringLiteral("none")));
        desk.card().startButton().click();
        QVERIFY(desk.isFinished() &&
                test::named<QLineEdit>(desk.card(), "folder in which the command starts")->hasFocus());
        desk.fill();
        desk.card().startButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(desk.isFinished() && desk.card().message().contains(QStringLiteral("3")),
                                 maximumWaitMs);
        QCOMPARE(writeProject(desk.document.project()), before);

        // Measurements are not added to a project that belongs to another program.
        desk.writeProgram();
        Project other;
        other.measurements.ladders.emplace_back().name = "another";
        other.measurements.ladders[0].points = {{.p = 1, .timeS = 3}};
        desk.document.restore(other, {}, {});
        desk.page().study().setMeasuresCeilings(false);
        desk.fill();
        desk.card().startButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(desk.isFinished() && !desk.card().message().isEmpty(), maximumWaitMs);
        QCOMPARE(writeProject(desk.document.project()), writeProject(other));
        QCOMPARE(desk.runs(), 1);
    }
};

SCALEWRIGHT_TEST(tst_study_window)
#include "tst_study_window.moc"

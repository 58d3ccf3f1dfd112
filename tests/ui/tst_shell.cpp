// SPDX-License-Identifier: GPL-3.0-or-later
// The window around the pages: rail, palette, keyboard, notice, files. The test defines the pages.
#include <QAccessible>
#include <QAction>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include "tests/support/mlflow.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "tests/ui/shell_fixture.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/shell/palette.h"
#include "ui/shell/rail.h"
#include "ui/shell/strip.h"
#include "ui/theme/theme.h"

using namespace scalewright;
using namespace scalewright::ui;
using namespace scalewright::test;

namespace {

QString writeFile(const QString& path, const QByteArray& content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? path : QString();
}

}  // namespace

class tst_shell : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder->path());
        qputenv("SCALEWRIGHT_RESOURCES", m_folder->path().toUtf8());  // only the test's own examples
        Theme::instance().setTypeScale(1);
        // Ignores the one warning from the offscreen platform itself.
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
    }

    void cleanup() { qunsetenv("SCALEWRIGHT_RESOURCES"); }

    void buildsPagesWhenTheyAreShown()
    {
        Shell shell;
        QCOMPARE(shell.window->currentPageId(), QStringLiteral("predict"));
        QCOMPARE(shell.window->findChildren<Page*>().size(), 1);
        QVERIFY(shell.window->showPage(QStringLiteral("cost")));
        QCOMPARE(shell.window->findChildren<Page*>().size(), 2);
        QVERIFY(!shell.window->showPage(QStringLiteral("nowhere")));
        QCOMPARE(shell.window->currentPageId(), QStringLiteral("cost"));
    }

    void firstStartShowsPredict()
    {
        Document document;
        std::vector<PageEntry> other{entry("cost", "Cost", PageGroup::ProveIt),
                                     entry("predict", "Predict", PageGroup::OnPaper)};
        const MainWindow window(document, other);
        QCOMPARE(window.currentPageId(), QStringLiteral("predict"));
        Settings().setLastPage(QStringLiteral("cost"));
        const MainWindow remembered(document, other);
        QCOMPARE(remembered.currentPageId(), QStringLiteral("cost"));
        Settings().setLastPage(QStringLiteral("no longer there"));
        const MainWindow first(document, {entry("cost", "Cost", PageGroup::ProveIt)});
        QCOMPARE(first.currentPageId(), QStringLiteral("cost"));
    }

    void newPageHasFocusButNoneOfItsFields()
    {
        Shell shell;
        shell.page("predict").field().setFocus();
        shell.type(Qt::Key_2, Qt::ControlModifier);
        QVERIFY(shell.page("measure").hasFocus());
        QVERIFY(!shell.page("measure").field().hasFocus());
    }

    void refreshesAHiddenPageOnlyWhenShown()
    {
        Shell shell;
        TestPage& hidden = shell.page("measure");
        TestPage& visiblePage = shell.page("predict");
        const int before = hidden.refreshed, seen = visiblePage.refreshed;
        for (const double alpha : {1e-3, 2e-3, 3e-3}) {
            Project after = shell.document.project();
            after.target.alphaS = typed(alpha);
            shell.document.edit(QStringLiteral("alpha"), std::move(after));
        }
        QCOMPARE(visiblePage.refreshed, seen + 3);
        QCOMPARE(hidden.refreshed, before);
        shell.window->showPage(QStringLiteral("measure"));
        QCOMPARE(hidden.refreshed, before + 1);  // once for all three edits
        shell.window->showPage(QStringLiteral("predict"));
        QCOMPARE(visiblePage.refreshed, seen + 3);  // nothing changed while it was hidden

        Project after = shell.document.project();
        after.target.alphaS = typed(4e-3);
        shell.document.edit(QStringLiteral("alpha"), std::move(after));
        shell.window->openPalette();  // the palette collects items from every page
        QCOMPARE(hidden.refreshed, before + 2);
    }

    void keysSelectPages()
    {
        Shell shell;
        shell.type(Qt::Key_3, Qt::ControlModifier);
        QCOMPARE(shell.window->currentPageId(), QStringLiteral("cost"));
        QVERIFY(shell.window->rail().item(QStringLiteral("cost"))->isChecked());
        shell.type(Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(shell.window->currentPageId(), QStringLiteral("predict"));
        QVERIFY(!shell.window->rail().item(QStringLiteral("cost"))->isChecked());
    }

    void arrowsMoveAlongTheRail()
    {
        Shell shell;
        RailItem* first = shell.window->rail().item(QStringLiteral("predict"));
        first->setFocus();
        shell.type(Qt::Key_Down);
        QCOMPARE(shell.window->currentPageId(), QStringLiteral("measure"));
        QVERIFY(shell.window->rail().item(QStringLiteral("measure"))->hasFocus());
        shell.type(Qt::Key_Up);
        QCOMPARE(shell.window->currentPageId(), QStringLiteral("predict"));
        // The rail is one tab stop: only the visible page's item accepts Tab.
        QVERIFY(!(shell.window->rail().item(QStringLiteral("cost"))->focusPolicy() & Qt::TabFocus));
    }

    void railShowsTheOriginOfEachPage()
    {
        Shell shell;
        RailItem* item = shell.window->rail().item(QStringLiteral("predict"));
        QCOMPARE(item->accessibleName(), QStringLiteral("Predict, section 41.4, empty"));
        Project project;
        project.target.alphaS = typed(1e-5);
        shell.document.edit(QStringLiteral("alpha"), project);
        QCOMPARE(item->state(), PageState::Assumed);
        project.target.alphaS->provenance.origin = Origin::Measured;
        shell.document.edit(QStringLiteral("alpha"), project);
        QCOMPARE(item->accessibleName(), QStringLiteral("Predict, section 41.4, measured"));
    }

    void railIsNarrowInANarrowWindow()
    {
        Shell shell;
        shell.window->resize(MainWindow::wideRailMinimumWidth, 800);
        QVERIFY(!shell.window->rail().isNarrow());
        const int wide = shell.window->rail().sizeHint().width();
        shell.window->resize(MainWindow::wideRailMinimumWidth - 1, 800);
        QVERIFY(shell.window->rail().isNarrow());
        QVERIFY(shell.window->rail().sizeHint().width() < wide / 2 + 20);
        // With large type, a window of the same size counts as narrow.
        shell.window->resize(1920, 1080);
        QVERIFY(!shell.window->rail().isNarrow());
        Theme::instance().setTypeScale(1.75);
        QVERIFY(shell.window->rail().isNarrow());
    }

    void windowFits1280by720()
    {
        Shell shell;
        shell.document.edit(QStringLiteral("all"), test::output4141());
        for (const double type : {1.0, 1.75}) {
            Theme::instance().setTypeScale(type);
            shell.window->resize(1280, 720);
            QApplication::processEvents();
            QCOMPARE(shell.window->size(), QSize(1280, 720));
        }
    }

    void longSentenceUsesASecondLine()
    {
        Shell shell;
        Project project = test::output4141();
        project.plan.p = 13;
        project.goal.deadlineS = typed(100);
        project.goal.qualityName = "top-1 accuracy";
        project.goal.quality = typed(0.76);
        project.baseline.tCompS.reset();  // no value to vary, so the sentence replaces the bar
        shell.document.edit(QStringLiteral("all"), project);
        shell.window->resize(1900, 800);
        QVERIFY(shell.window->statusStrip().isVisible());
        const int oneLineHeight = shell.window->statusStrip().sizeHint().height();
        shell.window->resize(560, 600);
        QTRY_VERIFY(shell.window->statusStrip().height() > oneLineHeight + 10);
        shell.window->resize(1900, 800);
        QTRY_COMPARE(shell.window->statusStrip().height(), oneLineHeight);
    }

    void paletteRunsTheFoundItem()
    {
        Shell shell;
        shell.window->showPage(QStringLiteral("cost"));
        shell.type(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(shell.window->commandPalette().isVisible());
        auto* field = shell.window->commandPalette().findChild<QLineEdit*>();
        QVERIFY(field->hasFocus());
        auto* list = shell.window->commandPalette().findChild<QListView*>();
        QCOMPARE(list->model()->index(0, 0).data().toString(), QStringLiteral("Predict"));
        QTest::keyClicks(field, QStringLiteral("lat hop"));
        QCOMPARE(list->model()->rowCount(), 1);  // every page has this alpha, but it is listed once
        QCOMPARE(list->currentIndex().row(), 0);
        QVERIFY(field->accessibleDescription().startsWith(QStringLiteral("alpha, latency per hop, quantity")));
        shell.type(Qt::Key_Return);
        QVERIFY(!shell.window->commandPalette().isVisible());
        // If several pages have the item, the visible page is used.
        QCOMPARE(shell.window->currentPageId(), QStringLiteral("cost"));
        QCOMPARE(shell.page("cost").alphaFound, 1);
        QCOMPARE(shell.page("predict").alphaFound, 0);
    }

    void paletteRestoresTheFocus()
    {
        Shell shell;
        QLineEdit& field = shell.page("predict").field();
        field.setFocus();
        shell.type(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(shell.window->commandPalette().isVisible());
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("no such thing at all"));
        shell.type(Qt::Key_Return);
        QVERIFY(shell.window->commandPalette().isVisible());
        shell.type(Qt::Key_Escape);
        QVERIFY(!shell.window->commandPalette().isVisible());
        QVERIFY(field.hasFocus());
    }

    void findsActionsByName()
    {
        Shell shell;
        shell.document.edit(QStringLiteral("plan p"), test::output4141());
        shell.window->openPalette();
        auto* list = shell.window->commandPalette().findChild<QListView*>();
        QTest::keyClicks(shell.window->commandPalette().findChild<QLineEdit*>(), QStringLiteral("undo plan"));
        QCOMPARE(list->currentIndex().data().toString(), QStringLiteral("Undo plan p"));
        shell.type(Qt::Key_Return);
        QCOMPARE(shell.document.project(), Project());
    }

    void undoAndRedoByKeys()
    {
        Shell shell;
        QVERIFY(!shell.window->action(QStringLiteral("undo"))->isEnabled());
        shell.document.edit(QStringLiteral("plan p"), test::output4141());
        shell.type(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(shell.document.project(), Project());
        shell.type(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(shell.document.project(), test::output4141());
    }

    void stripDescribesTheDocument()
    {
        Shell shell;
        Project project = test::output4141();
        project.plan.p = 13;
        shell.document.edit(QStringLiteral("all"), project);
        QCOMPARE(shell.window->statusStrip().sentence(),
                 QStringLiteral("p* 34 (7.49×) · plan p 13: 6.24× predicted, 83 % of p 34’s speedup at 46 % of its "
                                "cost · no goal set"));
    }

    void reportsABrokenFileInTheWindow()
    {
        const QByteArray broken =
            R"({"format": "scalewright-project", "version": 1, "target": {"alpha_s": -1, "price_usd_per_hour": "x"}})";
        const QString path = writeFile(m_folder->filePath(QStringLiteral("b.scalewright")), broken);
        Shell shell;
        shell.drop(path);
        Notice& notice = shell.window->notice();
        QVERIFY(notice.isVisible());
        const QString lines = notice.lines().join(QLatin1Char('\n'));
        QVERIFY2(lines.contains(QStringLiteral("/target/alpha_s")), qPrintable(lines));
        QVERIFY2(lines.contains(QStringLiteral("/target/price_usd_per_hour")), qPrintable(lines));
        QVERIFY(notice.isAncestorOf(QApplication::focusWidget()));
        QVERIFY(!shell.document.hasFile());
        shell.type(Qt::Key_Escape);
        QApplication::processEvents();
        QVERIFY(!notice.isVisible());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), broken);
    }

    // A long word is broken, and the window keeps its width.
    void longWordDoesNotWidenTheWindow()
    {
        Shell shell;
        const int before = shell.window->minimumSizeHint().width();
        const QString word = QStringLiteral("/0").repeated(2000);
        shell.window->notice().showMessage(QString(240, QLatin1Char('x')), {word}, {});
        QApplication::processEvents();
        QVERIFY2(shell.window->minimumSizeHint().width() <= std::max(before, 1280),
                 qPrintable(QString::number(shell.window->minimumSizeHint().width())));
        QCOMPARE(shell.window->notice().lines(), QStringList{word});
    }

    void droppedTimingsAreOneUndoableEdit()
    {
        QByteArray csv("p,bytes,seconds\n");
        for (const double bytes : {4.0, 1048576.0, 4194304.0, 16777216.0})
            csv += "2," + QByteArray::number(bytes, 'f', 0) + ',' + QByteArray::number(50e-6 + bytes / 2e9, 'g', 17) +
                   '\n';
        Shell shell;
        shell.document.edit(QStringLiteral("all"), test::output4141());
        shell.drop(writeFile(m_folder->filePath(QStringLiteral("ring.csv")), csv));
        QVERIFY(std::abs(shell.document.project().target.alphaS->value / 50e-6 - 1) < 0.01);
        QVERIFY(shell.window->notice().isVisible());
        QVERIFY(shell.document.undoText().contains(QStringLiteral("ring.csv")));
        shell.answer(QStringLiteral("Undo"));
        QCOMPARE(shell.document.project(), test::output4141());
        QVERIFY(!shell.window->notice().isVisible());
        shell.drop(writeFile(m_folder->filePath(QStringLiteral("bad.csv")), "p,bytes\n1,2\n"));
        QVERIFY(shell.window->notice().title().contains(QStringLiteral("bad.csv")));
        QCOMPARE(shell.document.project(), test::output4141());
    }

    void droppedCollectiveLogIsReadAsTimings()
    {
        const QString folder = scalewright::test::oracleFile("collectives/imb");
        const QStringList logs = QDir(folder).entryList({QStringLiteral("*PingPong*")}, QDir::Files);
        QVERIFY(!logs.isEmpty());
        Shell shell;
        shell.document.edit(QStringLiteral("all"), test::output4141());
        const QString log = m_folder->filePath(QStringLiteral("slurm-17.out"));  // whatever its name
        QVERIFY(QFile::copy(QDir(folder).filePath(logs.constFirst()), log));
        shell.drop(log);
        QVERIFY2(shell.document.undoText().contains(QStringLiteral("slurm-17.out")),
                 qPrintable(shell.window->notice().title()));
    }

    void droppedLadderOpensMeasure()
    {
        Shell shell;
        shell.drop(writeFile(m_folder->filePath(QStringLiteral("timings.csv")),
                             "p,bytes,seconds\n2,1024,0.001\n"));  // too few rows, and still not a ladder
        QCOMPARE(shell.window->currentPageId(), QStringLiteral("predict"));
        const QString ladder =
            writeFile(m_folder->filePath(QStringLiteral("ladder.csv")), "p,time\n1,800\n2,430\n4,260\n");
        shell.drop(ladder);
        QCOMPARE(shell.window->currentPageId(), QStringLiteral("measure"));
        QCOMPARE(shell.page("measure").taken, ladder);
    }

    void importedFileOpensItsPage_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("page");
        const QString measure = QStringLiteral("measure"), cost = QStringLiteral("cost");
        QTest::newRow("ladder in JSON") << QStringLiteral("l.json") << QByteArray(R"({"p": [1, 2], "time": [8, 5]})")
                                        << measure;
        QTest::newRow("ladder as text") << QStringLiteral("l.txt") << QByteArray("p time\n1 800\n2 430\n") << measure;
        QTest::newRow("runs of MLflow") << QStringLiteral("mlruns") << QByteArray() << measure;
        QTest::newRow("ladder whose columns must be assigned")
            << QStringLiteral("l.csv") << QByteArray("devices used,how long\n1,800\n2,430\n") << measure;
        QTest::newRow("unknown content") << QStringLiteral("x.txt") << QByteArray("hello\n") << cost;
    }

    void importedFileOpensItsPage()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QString, page);
        const QString path = m_folder->filePath(name);
        if (content.isEmpty())
            test::mlflowStore(path);
        else
            writeFile(path, content);
        Shell shell;
        QVERIFY(shell.window->showPage(QStringLiteral("cost")));
        shell.drop(path);
        QCOMPARE(shell.window->currentPageId(), page);
        QCOMPARE(shell.window->notice().isVisible(), page == QLatin1String("cost"));
        if (page == QLatin1String("measure"))
            QCOMPARE(shell.page("measure").taken, path);
    }

    // A trace belongs to the timeline: a file that does not replace the document does not ask about unsaved edits.
    void refersATraceToTheTimeline()
    {
        Shell shell;
        Project ownProject;
        ownProject.title = "mine";
        shell.document.edit(QStringLiteral("title"), ownProject);
        for (const QByteArray& content :
             {QByteArray(R"({"traceEvents": [{"ph": "X", "name": "f", "ts": 0, "dur": 1, "pid": 0, "tid": 0}]})"),
              QByteArray(R"([{"ph": "X", "name": "f", "ts": 0, "dur": 1, "pid": 0, "tid": 0}])"),
              QByteArray("\x1f\x8b\x08packed")}) {
            shell.window->openFile(writeFile(m_folder->filePath(QStringLiteral("run.json")), content));
            QCOMPARE(shell.window->notice().title(), QStringLiteral("run.json is a trace: open it in the timeline"));
            QCOMPARE(shell.document.project(), ownProject);
        }
        shell.answer(QStringLiteral("Show the timeline"));
        QCOMPARE(shell.window->currentPageId(), QStringLiteral("measure"));
    }

    // Files that take longer than a frame are read by a worker: the window stays responsive meanwhile, and the timings
    // are added to the project that is current at the end.
    void readsALongFileInTheBackground()
    {
        QByteArray csv("p,bytes,seconds\n");
        for (int i = 0; csv.size() < 400 << 10; ++i) {
            const double bytes = 4.0 * (1 + i % 4000000);
            csv += "2," + QByteArray::number(bytes, 'f', 0) + ',' + QByteArray::number(50e-6 + bytes / 2e9, 'g', 17) +
                   '\n';
        }
        const QString path = writeFile(m_folder->filePath(QStringLiteral("long.csv")), csv);
        Shell shell;
        shell.document.edit(QStringLiteral("all"), test::output4141());
        shell.drop(path);
        const double before = shell.document.project().target.alphaS->value;
        QVERIFY2(shell.window->notice().title().contains(QStringLiteral("long.csv")), "it says what it reads");
        QVERIFY(!shell.document.undoText().contains(QStringLiteral("long.csv")));
        Project retitled = shell.document.project();
        retitled.title = "edited meanwhile";
        shell.document.edit(QStringLiteral("title"), retitled);
        QTRY_VERIFY(shell.document.undoText().contains(QStringLiteral("long.csv")));
        QCOMPARE(shell.document.project().title, std::string("edited meanwhile"));
        QVERIFY(shell.document.project().target.alphaS->value != before);
    }

    void openingAsksBeforeEditsAreLost()
    {
        const QString path = m_folder->filePath(QStringLiteral("a.scalewright"));
        Document writer;
        writer.edit(QStringLiteral("all"), test::output4141());
        QVERIFY(writer.saveAs(path).has_value());

        Shell shell;
        Project ownProject;
        ownProject.title = "mine";
        shell.document.edit(QStringLiteral("title"), ownProject);
        shell.window->openFile(path);
        QVERIFY(shell.window->notice().isVisible());
        QCOMPARE(shell.document.project(), ownProject);
        shell.answer(QStringLiteral("Cancel"));
        QCOMPARE(shell.document.project(), ownProject);
        shell.window->openFile(path);
        shell.answer(QStringLiteral("Discard the edits"));
        QCOMPARE(shell.document.path(), path);
        QCOMPARE(Settings().recentFiles(), QStringList{path});
        QVERIFY(!shell.window->notice().isVisible());

        // Saving first keeps the edits.
        Project planned = test::output4141();
        planned.plan.p = 13;
        shell.document.edit(QStringLiteral("plan p"), planned);
        shell.window->showPage(QStringLiteral("measure"));
        shell.window->action(QStringLiteral("new"))->trigger();
        shell.answer(QStringLiteral("Save"));
        QCOMPARE(shell.document.project(), Project());
        QCOMPARE(shell.window->currentPageId(), pages().front().id);  // the first page of the method
        QVERIFY(writer.open(path).has_value());
        QCOMPARE(writer.project().plan.p, 13);
    }

    void closingAsksBeforeEditsAreLost()
    {
        Shell shell;
        shell.document.edit(QStringLiteral("all"), test::output4141());
        QVERIFY(!shell.window->close());
        QVERIFY(shell.window->isVisible());
        QVERIFY(shell.window->notice().isVisible());
        shell.answer(QStringLiteral("Discard the edits"));
        QVERIFY(!shell.window->isVisible());
        Shell clean;
        QVERIFY(clean.window->close());
    }

    void titleShowsDocumentAndEdits()
    {
        Shell shell;
        auto* name = shell.window->findChild<QLabel*>(QStringLiteral("document-name"));
        QCOMPARE(name->accessibleName(), QStringLiteral("Untitled"));
        shell.document.edit(QStringLiteral("all"), test::output4141());
        QCOMPARE(name->accessibleName(), QStringLiteral("Output 41.4.1 · edited"));
        QVERIFY(shell.window->isWindowModified());
        QVERIFY(shell.document.saveAs(m_folder->filePath(QStringLiteral("mine.scalewright"))).has_value());
        QCOMPARE(name->accessibleName(), QStringLiteral("mine"));
        QCOMPARE(shell.window->windowTitle(), QStringLiteral("mine[*] – Scalewright"));
    }

    void remembersTheLayout()
    {
        {
            Shell shell;
            shell.window->showPage(QStringLiteral("measure"));
            shell.window->resize(1000, 640);
            shell.window->action(QStringLiteral("theme-dark"))->trigger();
            shell.window->action(QStringLiteral("type-larger"))->trigger();
            QVERIFY(shell.window->close());
        }
        const Settings settings;
        QCOMPARE(settings.theme(), QStringLiteral("dark"));
        QCOMPARE(settings.typeSize(), 1.25);
        Shell reopened;
        QCOMPARE(reopened.window->currentPageId(), QStringLiteral("measure"));
        QCOMPARE(reopened.window->size(), QSize(1000, 640));
        reopened.window->action(QStringLiteral("theme-light"))->trigger();
    }

    void recentFilesAreLimitedAndUnique()
    {
        Settings settings;
        for (int i = 0; i < 12; ++i)
            settings.addRecentFile(QStringLiteral("/tmp/%1.scalewright").arg(i));
        settings.addRecentFile(QStringLiteral("/tmp/5.scalewright"));
        QCOMPARE(settings.recentFiles().size(), 10);
        QCOMPARE(settings.recentFiles().front(), QStringLiteral("/tmp/5.scalewright"));
        QCOMPARE(settings.recentFiles().count(QStringLiteral("/tmp/5.scalewright")), 1);
        settings.clearRecentFiles();
        QVERIFY(settings.recentFiles().isEmpty());
    }

    void invalidSettingsAreHarmless()
    {
        QSettings raw;
        raw.setValue(QStringLiteral("look/typeSize"), QStringLiteral("nan"));
        raw.setValue(QStringLiteral("look/theme"), QStringLiteral("pink"));
        raw.setValue(QStringLiteral("prediction/pMax"), -5);
        raw.setValue(QStringLiteral("window/geometry"), QStringLiteral("rubbish"));
        raw.sync();
        const Settings settings;
        QCOMPARE(settings.typeSize(), 1.0);
        QCOMPARE(settings.theme(), QStringLiteral("system"));
        QCOMPARE(settings.pMax(), defaultPMax);
        Shell shell;
        QVERIFY(shell.window->isVisible());
    }

    void tabGoesFromHeaderToRailToPage()
    {
        Shell shell;
        shell.window->findChild<QWidget*>(QStringLiteral("menu"))->setFocus();
        QStringList order;
        for (int i = 0; i < 5; ++i) {
            shell.type(Qt::Key_Tab);
            order << QApplication::focusWidget()->objectName();
        }
        // Undo and Redo are skipped because they are not available yet.
        QCOMPARE(order, (QStringList{QStringLiteral("help-menu"), QStringLiteral("word-present"),
                                     QStringLiteral("word-export"), QStringLiteral("rail-predict"), QString()}));
        QVERIFY(shell.page("predict").field().hasFocus());
    }

    void fileDroppedOnAFieldIsOpened()
    {
        Shell shell;
        QLineEdit& field = shell.page("predict").field();
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(m_folder->filePath(QStringLiteral("absent.scalewright")))});
        data.setText(QStringLiteral("file:///absent.scalewright"));
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&field, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&field, &drop);
        QCOMPARE(field.text(), QString());
        QVERIFY(shell.window->notice().title().contains(QStringLiteral("absent.scalewright")));
    }

    void severalDroppedFilesGetOneMessage()
    {
        Shell shell;
        QMimeData data;
        QList<QUrl> urls;
        for (int i = 0; i < 200; ++i)
            urls << QUrl::fromLocalFile(m_folder->filePath(QStringLiteral("ladder%1.csv").arg(i)));
        data.setUrls(urls);
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(shell.window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(shell.window.get(), &drop);
        QVERIFY(shell.window->notice().title().contains(QStringLiteral("200")));
    }

    // Everything that accepts focus has an accessible name.
    void everythingFocusableHasAName()
    {
        Shell shell;
        shell.window->openPalette();
        for (QWidget* widget : shell.window->findChildren<QWidget*>()) {
            if (widget->focusPolicy() == Qt::NoFocus || qobject_cast<Page*>(widget->parentWidget()))
                continue;
            QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(widget);
            QVERIFY(accessible);
            QVERIFY2(
                !accessible->text(QAccessible::Name).isEmpty(),
                qPrintable(QStringLiteral("%1 '%2' has no name")
                               .arg(QString::fromLatin1(widget->metaObject()->className()), widget->objectName())));
        }
    }
};

SCALEWRIGHT_TEST(tst_shell)
#include "tst_shell.moc"

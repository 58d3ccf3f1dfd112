// SPDX-License-Identifier: GPL-3.0-or-later
// Every way to replace the document in the window, from every state of the window. The expectations are independent of
// the program: no file changes unless the user saves it, and any loss must be confirmed or undoable.
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QScopeGuard>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <functional>
#include <map>
#include <memory>

#include "app/window/pages.h"
#include "core/project/document/project_file.h"
#include "tests/support/child.h"
#include "tests/support/files.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"
#include "ui/baseline/baseline_page.h"
#include "ui/baseline/measuring.h"
#include "ui/diagnose/diagnose_page.h"
#include "ui/document/autosave.h"
#include "ui/document/examples.h"
#include "ui/measure/import_panel.h"
#include "ui/measure/measure_page.h"
#include "ui/quantity/log_slider.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/shell/recovery.h"
#include "ui/theme/theme.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

Project parsedProject(const QByteArray& bytes)
{
    const Result<Project> project = parseProject(bytes.toStdString());
    return project ? *project : Project{};
}

Project titled(const std::string& title)
{
    Project project = test::output4141();
    project.title = title;
    project.plan.p = 13;
    return project;
}

/// Reads every file below a folder, by path.
std::map<QString, QByteArray> readFiles(const QString& folder)
{
    std::map<QString, QByteArray> found;
    for (const QFileInfo& info : QDir(folder).entryInfoList(QDir::Files))
        found[info.filePath()] = test::contentOf(info.filePath());
    return found;
}

/// A window with the user's own project, own.scalewright, and with another project on disk.
struct Desk {
    QTemporaryDir folder;
    QString own = folder.filePath(QStringLiteral("own.scalewright"));
    QString other = folder.filePath(QStringLiteral("other.scalewright"));
    Document document;
    std::unique_ptr<Autosave> autosave;
    std::unique_ptr<MainWindow> window;
    std::unique_ptr<ui::Recovery> recovery;
    std::unique_ptr<Document> secondDocument;

    Desk()
    {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        test::setContent(own, QByteArray::fromStdString(writeProject(titled("own"))));
        test::setContent(other, QByteArray::fromStdString(writeProject(titled("other"))));
        Settings().addRecentFile(other);
        QVERIFY(document.open(own));
        autosave = std::make_unique<Autosave>(document, folder.filePath(QStringLiteral("recovery")));
        window = std::make_unique<MainWindow>(document, allPages());
        recovery = std::make_unique<ui::Recovery>(*window, *autosave);
        window->resize(1280, 720);
        window->show();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
    }
    ~Desk()
    {
        QFile::setPermissions(own, QFile::ReadOwner | QFile::WriteOwner);
        window->setLecture(false);
    }

    void type(int key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QWidget* focus = QApplication::focusWidget();
        QTest::keyClick(focus && window->isAncestorOf(focus) ? focus : window.get(), static_cast<Qt::Key>(key),
                        modifiers);
        QApplication::processEvents();
    }
    [[nodiscard]] QStringList answers() const
    {
        QStringList texts;
        if (window->notice().isVisible())
            for (const QPushButton* button : window->notice().findChildren<QPushButton*>())
                texts << button->text();
        return texts;
    }
    bool answer(const QString& text) const
    {
        for (QPushButton* button : window->notice().findChildren<QPushButton*>())
            if (button->text() == text && window->notice().isVisible()) {
                button->click();
                QApplication::processEvents();
                return true;
            }
        return false;
    }
    [[nodiscard]] QFileDialog* dialog() const
    {
        for (QFileDialog* each : window->findChildren<QFileDialog*>())
            if (each->isVisible())
                return each;
        return nullptr;
    }
    /// Enters this path in the open file dialog; an empty path cancels it. False if no dialog is open.
    bool choose(const QString& path) const
    {
        const QPointer<QFileDialog> openDialog = dialog();
        if (!openDialog)
            return false;
        openDialog->hide();
        if (!path.isEmpty())
            Q_EMIT openDialog->fileSelected(path);
        QApplication::processEvents();
        delete openDialog;
        window->activateWindow();
        return QTest::qWaitForWindowActive(window.get());
    }
    void runFromPalette(const QString& query) const
    {
        type(Qt::Key_K, Qt::ControlModifier);
        QTest::keyClicks(QApplication::focusWidget(), query);
        type(Qt::Key_Return);
    }
    void chooseInMenu(const QString& menu, const QString& entry) const
    {
        for (QMenu* each : window->findChildren<QMenu*>())
            if (each->title() == menu) {
                Q_EMIT each->aboutToShow();
                for (QAction* action : each->actions())
                    if (action->text().section(QLatin1Char('\t'), 0, 0) == entry) {
                        action->trigger();
                        QApplication::processEvents();
                        return;
                    }
            }
        QFAIL(qPrintable(menu + QStringLiteral(": ") + entry));
    }
    void setPlan(int p)
    {
        Project after = document.project();
        after.plan.p = p;
        document.edit(QStringLiteral("plan p"), std::move(after));
    }
    /// The field for alpha, with keyboard focus.
    [[nodiscard]] QLineEdit* alphaField() const
    {
        window->showField(QStringLiteral("/target/alpha_s"));
        QApplication::processEvents();
        return qobject_cast<QLineEdit*>(QApplication::focusWidget());
    }
};

struct ReplacementCase {
    const char* name;
    std::function<void(Desk&)> go;
    bool closes = false;    ///< the window closes, and no document replaces the current one
    bool apart = false;     ///< opens in another window: this document stays open
    bool leftover = false;  ///< requires work left by a crash
    bool shown = false;     ///< presented to an audience, over the document
};

const std::vector<ReplacementCase>& replacementCases()
{
    static const QString recommendation = QStringLiteral("Recommendation at web scale, asynchronous");
    static const std::vector<ReplacementCase> all{
        {"number key",
         [](Desk& desk) {
             desk.type(Qt::Key_F11);
             desk.type(Qt::Key_9);
         },
         false, false, false, true},
        {"number key, case study",
         [](Desk& desk) {
             desk.window->showPage(QStringLiteral("design"));
             desk.type(Qt::Key_F11);
             desk.type(Qt::Key_2);
         },
         false, false, false, true},
        {"palette, example", [](Desk& desk) { desk.runFromPalette(QStringLiteral("example output 41.7.2")); }},
        {"palette, example in a lecture",
         [](Desk& desk) {
             desk.type(Qt::Key_F11);
             desk.runFromPalette(QStringLiteral("example output 41.7.2"));
         },
         false, false, false, true},
        {"palette, new", [](Desk& desk) { desk.runFromPalette(QStringLiteral("action new")); }},
        {"drop",
         [](Desk& desk) {
             QMimeData data;
             data.setUrls({QUrl::fromLocalFile(desk.other)});
             QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
             QApplication::sendEvent(desk.window.get(), &enter);
             QDropEvent event({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
             QApplication::sendEvent(desk.window.get(), &event);
         }},
        {"recent", [](Desk& desk) { desk.chooseInMenu(QStringLiteral("Open recent"), QStringLiteral("other")); }},
        {"example", [](Desk& desk) { desk.chooseInMenu(QStringLiteral("Open example"), examples().at(3).title); }},
        {"recovery",
         [](Desk& desk) {
             desk.recovery->offerNewest();
             QVERIFY(desk.answer(QStringLiteral("Open")));
         },
         false, false, true},
        {"New", [](Desk& desk) { desk.type(Qt::Key_N, Qt::ControlModifier); }},
        {"Open",
         [](Desk& desk) {
             desk.type(Qt::Key_O, Qt::ControlModifier);
             desk.choose(desk.other);
         }},
        {"close", [](Desk& desk) { desk.window->close(); }, true},
        {"second window",
         [](Desk& desk) {
             desk.secondDocument = std::make_unique<Document>();
             MainWindow second(*desk.secondDocument, allPages());
             second.openFile(desk.other);
             QCOMPARE(desk.secondDocument->path(), desk.other);
         },
         false, true},
    };
    return all;
}

struct State {
    const char* name;
    std::function<void(Desk&)> enter;
    bool unsaved = true;       ///< some work exists only in the window
    bool savable = true;       ///< Save may write own.scalewright
    bool inProject = true;     ///< the work consists of project edits
};

const std::vector<State>& states()
{
    static const std::vector<State> all{
        {"clean", [](Desk&) {}, false},
        {"edited", [](Desk& desk) { desk.setPlan(21); }},
        {"saved",
         [](Desk& desk) {
             desk.setPlan(21);
             desk.type(Qt::Key_S, Qt::ControlModifier);
         },
         false},
        {"read-only, edited",
         [](Desk& desk) {
             desk.setPlan(21);
             QVERIFY(QFile::setPermissions(desk.own, QFile::ReadOwner));
         },
         true, false},
        {"changed outside, edited",
         [](Desk& desk) {
             desk.setPlan(21);
             test::setContent(desk.own, QByteArray::fromStdString(writeProject(titled("theirs"))));
         },
         true, false},
        {"slider held",
         [](Desk& desk) {
             QLineEdit* field = desk.alphaField();
             QVERIFY(field);
             auto* slider = field->parentWidget()->findChild<LogSlider*>();
             QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(slider->width() / 4, slider->height() / 2));
             QTest::mouseMove(slider, QPoint(slider->width() / 3, slider->height() / 2));
         }},
        {"typed, not entered",
         [](Desk& desk) {
             QLineEdit* field = desk.alphaField();
             QVERIFY(field);
             field->selectAll();
             QTest::keyClicks(field, QStringLiteral("80us"));
         }},
        {"what-if",
         [](Desk& desk) {
             static_cast<DiagnosePage*>(desk.window->page(QStringLiteral("diagnose")))
                 ->setWhatIf(&Baseline::workingSetBytes, 80e9);
         },
         true, true, false},
        {"half a table",
         [](Desk& desk) {
             QVERIFY(desk.window->showPage(QStringLiteral("measure")));
             auto* page = static_cast<MeasurePage*>(desk.window->page(QStringLiteral("measure")));
             test::child<ImportPanel>(*page).open(QStringLiteral("p,time\n1,"), {}, {});
             test::child<ImportPanel>(*page).show();
             QVERIFY(desk.window->showPage(QStringLiteral("predict")));
         },
         true, true, false},
        {"probe running",
         [](Desk& desk) {
             auto* page = static_cast<BaselinePage*>(desk.window->page(QStringLiteral("baseline")));
             ProbeOptions options;
             options.scratchFolder = desk.folder.path().toStdString();
             const QString program = desk.folder.filePath(QStringLiteral("probe"));
             test::setContent(program,
                              "#!/bin/sh\nexec sleep 600\n");  // runs longer than the test
             QVERIFY(QFile::setPermissions(program, QFile::ReadOwner | QFile::ExeOwner));
             options.probeProgram = program.toStdString();
             test::child<MeasurementJob>(*page).setOptions(options);
             test::child<MeasurementJob>(*page).start(MeasurementJob::Suite::MachineCeilings);
             QVERIFY(test::child<MeasurementJob>(*page).isRunning());
         },
         true, true, false},
    };
    return all;
}

/// The work that the user could lose: the project including the text typed but not entered.
Project currentWork(const Desk& desk, const State& state)
{
    Project work = desk.document.project();
    if (QLatin1String(state.name) == QLatin1String("typed, not entered"))
        work.target.alphaS = Quantity{80e-6, std::nullopt, {Origin::Typed, {}, {}, {}}, "80us"};
    return work;
}

void leaveWorkBehind(Desk& desk)
{
    const QString folder = desk.folder.filePath(QStringLiteral("recovery")),
                  savedPath = desk.folder.filePath(QStringLiteral("kept"));
    Document crashed;
    {
        Autosave autosave(crashed, folder);
        crashed.edit(QStringLiteral("all"), titled("left behind"));
        autosave.flush();
        QVERIFY(QFile::copy(autosave.sidecarPath(), savedPath));
    }
    QVERIFY(QFile::rename(savedPath, folder + QStringLiteral("/left.scalewright")));
}

}  // namespace

class tst_replace_document : public QObject {
    Q_OBJECT

    std::map<QString, QByteArray> m_examples;

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(examples().size() >= 9);
        m_examples = readFiles(QFileInfo(examples().front().path).path());
    }
    void init() { Theme::instance().setTypeScale(1); }
    void cleanup() { QVERIFY(readFiles(QFileInfo(examples().front().path).path()) == m_examples); }

    void replacesTheDocumentFromEveryState_data();
    void replacesTheDocumentFromEveryState();
    void theInstructorsPath();
    void doesNotAskBetweenLectureExamples();
    void lectureHasItsOwnHistory();
    void changesMadeInALectureCanBeKept();
    void caseStudyInALectureDoesNotUseTheFile();
    void doesNotSaveAnExampleOverTheUsersFile();
    void exampleOpenedByPathIsACopy();
    void titleShowsTheStateOfTheFile();
    void offersSaveAsWhenSavingFails();
    void nameWithADotGetsTheSuffix();
    void reportsAMissingFile();
    void savesPendingEntries();
    void runDoesNotAffectTheNextDocument();
};

void tst_replace_document::replacesTheDocumentFromEveryState_data()
{
    QTest::addColumn<int>("caseIndex");
    QTest::addColumn<int>("state");
    // Each replacement from some of the states, each state with some of the replacements.
    for (std::size_t caseIndex = 0; caseIndex < replacementCases().size(); ++caseIndex)
        for (std::size_t state = 0; state < states().size(); ++state)
            if (test::every() || (caseIndex + state) % (test::sanitized ? 4 : 2) == 0)
                QTest::addRow("%s, %s", replacementCases()[caseIndex].name, states()[state].name)
                    << static_cast<int>(caseIndex) << static_cast<int>(state);
}

void tst_replace_document::replacesTheDocumentFromEveryState()
{
    QFETCH(int, caseIndex);
    QFETCH(int, state);
    const ReplacementCase& replacement = replacementCases()[static_cast<std::size_t>(caseIndex)];
    const State& from = states()[static_cast<std::size_t>(state)];
    const auto begin = [&](Desk& desk) {
        if (replacement.leftover)
            leaveWorkBehind(desk);
        from.enter(desk);
    };

    // The question is answered by cancelling, and then by discarding.
    {
        Desk desk;
        begin(desk);
        const Project before = desk.document.project(), work = currentWork(desk, from);
        const QByteArray file = test::contentOf(desk.own), otherFile = test::contentOf(desk.other);
        replacement.go(desk);
        QCOMPARE(test::contentOf(desk.own), file);
        QCOMPARE(test::contentOf(desk.other), otherFile);
        if (replacement.apart) {
            QCOMPARE(desk.document.path(), desk.own);
            QVERIFY(desk.document.project() == before);
            return;
        }
        if (!from.unsaved) {
            QCOMPARE(desk.window->isVisible(), !replacement.closes);
            if (!replacement.closes)
                QVERIFY2(desk.document.path() != desk.own, "nothing was at risk: it need not be asked about");
            // Whatever was opened, Save does not write it to the user's file.
            if (!replacement.closes && desk.document.path() != desk.other) {
                desk.type(Qt::Key_Escape);
                desk.type(Qt::Key_S, Qt::ControlModifier);
                desk.choose({});
                QCOMPARE(test::contentOf(desk.own), file);
            }
            QCOMPARE(test::contentOf(desk.other), otherFile);
            return;
        }
        // During a lecture there is no question: the work is kept beneath the example. 0 and Escape bring it back, and
        // closing the window asks about it.
        if (replacement.shown && from.inProject) {
            QVERIFY2(desk.answers().isEmpty(), qPrintable(desk.answers().join(QLatin1Char('|'))));
            QVERIFY(desk.document.path() != desk.own && !desk.document.isModified());
            desk.type(Qt::Key_0);
            QVERIFY(desk.document.path() == desk.own && desk.document.project() == work && desk.document.isModified());
            desk.type(Qt::Key_9);
            QVERIFY(desk.document.path() != desk.own);
            desk.window->close();
            QVERIFY(desk.window->isVisible() && desk.answer(QStringLiteral("Cancel")));
            QVERIFY(desk.document.path() == desk.own && desk.document.project() == work);
            desk.type(Qt::Key_9);
            QVERIFY(desk.document.path() != desk.own);
            desk.type(Qt::Key_Escape);
            QVERIFY(!desk.window->isLecture());
            QCOMPARE(desk.window->notice().title(), QStringLiteral("own is open again, as it was before the lecture"));
            QVERIFY(desk.document.path() == desk.own && desk.document.project() == work && desk.document.isModified());
            QCOMPARE(test::contentOf(desk.own), file);
            return;
        }
        QVERIFY2(desk.answers().contains(QStringLiteral("Cancel")), qPrintable(desk.answers().join(QLatin1Char('|'))));
        QVERIFY(desk.window->isVisible());
        QCOMPARE(desk.document.path(), desk.own);
        QVERIFY(desk.document.project() == work);
        QVERIFY(desk.answer(QStringLiteral("Cancel")));
        QVERIFY(desk.document.project() == work);
        QCOMPARE(desk.document.isModified(), from.inProject);
        if (replacement.leftover)
            QVERIFY(desk.answer(QStringLiteral("Later")));
        desk.window->setLecture(false);

        replacement.go(desk);
        QVERIFY(desk.answer(from.inProject ? QStringLiteral("Discard the edits") : QStringLiteral("Leave anyway")));
        QCOMPARE(test::contentOf(desk.own), file);
        QCOMPARE(test::contentOf(desk.other), otherFile);
        if (replacement.closes)
            QVERIFY(!desk.window->isVisible());
        else
            QVERIFY(desk.document.path() != desk.own);
    }
    // The question is answered by saving.
    if (from.inProject && !replacement.apart && from.unsaved) {
        Desk desk;
        begin(desk);
        const Project work = currentWork(desk, from);
        const QByteArray file = test::contentOf(desk.own), otherFile = test::contentOf(desk.other);
        replacement.go(desk);
        QVERIFY(desk.answer(QStringLiteral("Save")));
        QCOMPARE(test::contentOf(desk.other), otherFile);
        if (from.savable) {
            QVERIFY(parsedProject(test::contentOf(desk.own)) == work);
            QCOMPARE(replacement.closes ? !desk.window->isVisible() : desk.document.path() != desk.own, true);
        } else {
            QCOMPARE(test::contentOf(desk.own), file);
            QVERIFY(desk.window->isVisible());
            QVERIFY(desk.document.project() == work);
            QVERIFY(desk.answers().contains(QStringLiteral("Save as…")));
        }
    }
}

// Issue 10: with the user's project open, F11, 9, Esc, Ctrl+S wrote the example to the file, and the title was still
// "own".
void tst_replace_document::theInstructorsPath()
{
    Desk desk;
    const QByteArray file = test::contentOf(desk.own);
    const Project work = desk.document.project();
    desk.type(Qt::Key_F11);
    desk.type(Qt::Key_9);
    QVERIFY(desk.document.project() != work);
    QVERIFY(!desk.document.hasFile());
    QVERIFY(!desk.document.isModified());
    QVERIFY(!desk.window->windowTitle().contains(QStringLiteral("own")));
    desk.type(Qt::Key_S, Qt::ControlModifier);
    QVERIFY2(desk.choose({}), "the example has no file, so Save must ask for a name");
    desk.type(Qt::Key_Escape);
    QVERIFY(!desk.window->isLecture());
    QCOMPARE(desk.answers(), QStringList{QStringLiteral("Close")});
    QVERIFY(desk.answer(QStringLiteral("Close")));
    QCOMPARE(test::contentOf(desk.own), file);
    QVERIFY(desk.document.project() == work);
    QCOMPARE(desk.document.path(), desk.own);
    QVERIFY(!desk.document.isModified());
    QVERIFY(desk.window->windowTitle().contains(QStringLiteral("own")));
    desk.setPlan(5);
    desk.type(Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(parsedProject(test::contentOf(desk.own)).plan.p, 5);
}

void tst_replace_document::doesNotAskBetweenLectureExamples()
{
    Desk desk;
    const Project work = desk.document.project();
    desk.type(Qt::Key_F11);
    desk.type(Qt::Key_9);
    const Project ninth = desk.document.project();
    desk.setPlan(3);
    desk.type(Qt::Key_7);
    QVERIFY(desk.answers().isEmpty());
    QVERIFY(desk.document.project() != ninth);
    desk.type(Qt::Key_9);
    QVERIFY(desk.document.project() == ninth);

    // Saving the example makes a copy; the user's own project is kept beneath it.
    desk.setPlan(4);
    const QString copy = desk.folder.filePath(QStringLiteral("copy.scalewright"));
    QVERIFY(desk.document.saveAs(copy));
    QCOMPARE(parsedProject(test::contentOf(copy)).plan.p, 4);
    QVERIFY(!desk.document.hasFile() && !desk.document.isModified());
    desk.type(Qt::Key_0);
    QVERIFY(desk.document.project() == work && !desk.document.isModified());
    QCOMPARE(desk.document.path(), desk.own);
}

// Undo in a lecture stops where the key began. The user's own project comes back with its edits, its undo and redo
// history, its page and its recovery file.
void tst_replace_document::lectureHasItsOwnHistory()
{
    Desk desk;
    QVERIFY(desk.window->showPage(QStringLiteral("cost")));
    for (const int p : {5, 6, 7})
        desk.setPlan(p);
    desk.type(Qt::Key_Z, Qt::ControlModifier);
    const auto* name = desk.window->findChild<QLabel*>(QStringLiteral("lecture-key"));
    desk.type(Qt::Key_F11);
    desk.type(Qt::Key_5);
    const Project fifth = desk.document.project();
    for (int times = 0; times < 3; ++times)
        desk.type(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(desk.document.project() == fifth);
    QVERIFY(name->text().contains(QStringLiteral("alpha ten times larger")));
    desk.setPlan(3);
    desk.type(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(desk.document.project() == fifth);
    desk.type(Qt::Key_9);
    desk.setPlan(3);
    desk.autosave->flush();
    QCOMPARE(parsedProject(test::contentOf(desk.autosave->sidecarPath())).plan.p, 6);
    const auto ownWorkIsBack = [&] {
        return desk.document.path() == desk.own && desk.document.project().plan.p == 6 && desk.document.isModified() &&
               desk.window->currentPageId() == QStringLiteral("cost");
    };
    desk.type(Qt::Key_0);
    QVERIFY(ownWorkIsBack() && desk.window->isLecture());
    desk.type(Qt::Key_8);
    desk.type(desk.window->isLecture() ? Qt::Key_F11 : Qt::Key_Escape);
    QVERIFY(ownWorkIsBack() && !desk.window->isLecture());
    desk.type(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(desk.document.project().plan.p, 7);
    for (const int p : {6, 5, 13}) {
        desk.type(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(desk.document.project().plan.p, p);
    }
    QVERIFY(!desk.document.isModified() && !desk.document.canUndo());

    // A new project does not belong to any key.
    desk.type(Qt::Key_F11);
    desk.type(Qt::Key_5);
    desk.type(Qt::Key_N, Qt::ControlModifier);
    QVERIFY(desk.document.project() == Project{} && !desk.document.isPresenting());
    QVERIFY(!name->text().contains(QStringLiteral("alpha ten times larger")));
}

void tst_replace_document::changesMadeInALectureCanBeKept()
{
    Desk desk;
    desk.type(Qt::Key_F11);
    desk.type(Qt::Key_4);
    desk.setPlan(3);
    const Project example = desk.document.project();
    desk.type(Qt::Key_Escape);
    QCOMPARE(desk.document.path(), desk.own);
    QVERIFY(desk.answer(QStringLiteral("Open what was shown, with its changes")));
    QVERIFY(desk.document.project() == example && desk.document.isModified() && !desk.document.hasFile());
}

void tst_replace_document::caseStudyInALectureDoesNotUseTheFile()
{
    Desk desk;
    const QByteArray file = test::contentOf(desk.own);
    desk.window->showPage(QStringLiteral("design"));
    desk.type(Qt::Key_F11);
    Page* page = desk.window->page(QStringLiteral("design"));
    page->applyPreset(1);
    QVERIFY2(desk.window->page(QStringLiteral("design")) == page,
             "the same document with another design keeps its page");
    QVERIFY(!desk.document.hasFile() && !desk.document.isModified());
    // In a lecture, number keys belong to the lecture on every page, whatever presets the page has.
    desk.type(Qt::Key_2);
    QCOMPARE(desk.window->currentPageId(), QStringLiteral("diagnose"));
    QVERIFY(!desk.document.hasFile() && !desk.document.isModified());
    desk.type(Qt::Key_S, Qt::ControlModifier);
    desk.choose({});
    desk.type(Qt::Key_Escape);
    QCOMPARE(test::contentOf(desk.own), file);
    QCOMPARE(desk.document.path(), desk.own);
    QCOMPARE(desk.window->currentPageId(), QStringLiteral("design"));
}

// The example is never saved over the user's own file, whatever path the dialog returns.
void tst_replace_document::doesNotSaveAnExampleOverTheUsersFile()
{
    Desk desk;
    const QByteArray file = test::contentOf(desk.own);
    const QString link = desk.folder.filePath(QStringLiteral("link.scalewright"));
    QVERIFY(QFile::link(desk.own, link));
    desk.type(Qt::Key_F11);
    desk.type(Qt::Key_7);
    for (const QString& path : {desk.own, link}) {
        desk.type(Qt::Key_S, Qt::ControlModifier);
        QVERIFY(desk.dialog());
        QCOMPARE(desk.dialog()->windowTitle(), QStringLiteral("Save a copy of what is shown"));
        QVERIFY(desk.choose(path));
        QCOMPARE(test::contentOf(desk.own), file);
        const QString noticeText = desk.window->notice().lines().join(QLatin1Char(' '));
        QVERIFY2(noticeText.contains(QStringLiteral("your own project")), qPrintable(noticeText));
        QVERIFY(desk.answer(QStringLiteral("Close")));
    }
    desk.type(Qt::Key_0);
    QCOMPARE(desk.document.path(), desk.own);
    QCOMPARE(desk.document.fileState(), FileState::Unchanged);
    desk.setPlan(5);
    desk.type(Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(parsedProject(test::contentOf(desk.own)).plan.p, 5);
}

void tst_replace_document::exampleOpenedByPathIsACopy()
{
    Desk desk;
    desk.window->openFile(examples().front().path);
    QVERIFY(!desk.document.hasFile());
    QVERIFY(!Settings().recentFiles().contains(examples().front().path));
}

void tst_replace_document::titleShowsTheStateOfTheFile()
{
    Desk desk;
    const auto* name = desk.window->findChild<QLabel*>(QStringLiteral("document-name"));
    const auto restore = qScopeGuard([&] { QFile::setPermissions(desk.own, QFile::ReadOwner | QFile::WriteOwner); });
    QCOMPARE(name->accessibleName(), QStringLiteral("own"));
    QVERIFY(QFile::setPermissions(desk.own, QFile::ReadOwner));
    QTRY_COMPARE(name->accessibleName(), QStringLiteral("own · read-only"));
    QVERIFY(desk.window->windowTitle().contains(QStringLiteral("read-only")));
    QVERIFY(QFile::setPermissions(desk.own, QFile::ReadOwner | QFile::WriteOwner));
    QTRY_COMPARE(name->accessibleName(), QStringLiteral("own"));
    desk.setPlan(3);
    test::setContent(desk.own, QByteArray::fromStdString(writeProject(titled("theirs"))));
    QTRY_COMPARE(name->accessibleName(), QStringLiteral("own · edited · changed on disk"));

    // The window's version overwrites the file on disk only if the user chooses so; otherwise it is saved under another
    // name or not at all.
    desk.type(Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(desk.answers(),
             (QStringList{QStringLiteral("Save as…"), QStringLiteral("Open the file again"), QStringLiteral("Close")}));
    QCOMPARE(parsedProject(test::contentOf(desk.own)).title, std::string("theirs"));
    QVERIFY(desk.answer(QStringLiteral("Open the file again")));
    QVERIFY(desk.answer(QStringLiteral("Discard the edits")));
    QCOMPARE(desk.document.project().title, std::string("theirs"));
    QCOMPARE(name->accessibleName(), QStringLiteral("own"));
    desk.setPlan(4);
    desk.type(Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(parsedProject(test::contentOf(desk.own)).plan.p, 4);
}

void tst_replace_document::offersSaveAsWhenSavingFails()
{
    Desk desk;
    desk.setPlan(3);
    QVERIFY(QFile::setPermissions(desk.own, QFile::ReadOwner));
    const QByteArray file = test::contentOf(desk.own);
    desk.type(Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(desk.window->notice().title(), QStringLiteral("Not saved"));
    QVERIFY(desk.window->notice().lines().join(QLatin1Char(' ')).contains(QStringLiteral("read-only")));
    QVERIFY(desk.answer(QStringLiteral("Save as…")));
    const QString newPath = desk.folder.filePath(QStringLiteral("mine.scalewright"));
    desk.choose(newPath);
    QCOMPARE(desk.document.path(), newPath);
    QCOMPARE(parsedProject(test::contentOf(newPath)).plan.p, 3);
    QCOMPARE(test::contentOf(desk.own), file);
    // Saving as the original name also fails: the file is still read-only.
    QVERIFY(!desk.document.saveAs(desk.own));
    QCOMPARE(test::contentOf(desk.own), file);
}

// The dialog treats ".0" as a suffix; if the completed name exists, the user is asked.
void tst_replace_document::nameWithADotGetsTheSuffix()
{
    Desk desk;
    desk.setPlan(3);
    const QString typed = desk.folder.filePath(QStringLiteral("My ResNet-50 v1.0")),
                  fullName = typed + QStringLiteral(".scalewright");
    desk.type(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(desk.choose(typed));
    QCOMPARE(desk.document.path(), fullName);
    QVERIFY(!QFileInfo::exists(typed));
    test::setContent(fullName, QByteArray::fromStdString(writeProject(titled("theirs"))));
    QVERIFY(desk.document.open(desk.own));
    desk.setPlan(4);
    desk.type(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(desk.choose(typed));
    QCOMPARE(desk.answers(),
             (QStringList{QStringLiteral("Replace it"), QStringLiteral("Another name…"), QStringLiteral("Cancel")}));
    QCOMPARE(parsedProject(test::contentOf(fullName)).title, std::string("theirs"));
    QVERIFY(desk.answer(QStringLiteral("Replace it")));
    QCOMPARE(parsedProject(test::contentOf(fullName)).plan.p, 4);
}

// A drive was removed or a service moved the folder: the open document is the only copy, so leaving it asks first.
void tst_replace_document::reportsAMissingFile()
{
    Desk desk;
    const QByteArray file = test::contentOf(desk.own);
    QVERIFY(QFile::remove(desk.own));
    desk.document.checkFileState();
    QVERIFY2(desk.window->windowTitle().contains(QStringLiteral("file is missing")),
             qPrintable(desk.window->windowTitle()));
    desk.window->close();
    QVERIFY(desk.window->isVisible());
    QVERIFY(desk.answers().contains(QStringLiteral("Save")));
    QVERIFY(desk.answer(QStringLiteral("Save")));
    QCOMPARE(parsedProject(test::contentOf(desk.own)).title, parsedProject(file).title);
}

void tst_replace_document::savesPendingEntries()
{
    Desk desk;
    QLineEdit* field = desk.alphaField();
    QVERIFY(field);
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("80us"));
    desk.type(Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(parsedProject(test::contentOf(desk.own)).target.alphaS->value, 80e-6);
    QVERIFY(!desk.document.isModified());
    QVERIFY(field->hasFocus());
}

void tst_replace_document::runDoesNotAffectTheNextDocument()
{
    Desk desk;
    states().back().enter(desk);
    QVERIFY(desk.document.open(desk.other));
    const Project project = desk.document.project();
    QVERIFY(!test::child<MeasurementJob>(*desk.window->page(QStringLiteral("baseline"))).isRunning());
    // The thread has finished, and everything that it sent is queued.
    for (int turn = 0; turn < 3; ++turn)
        QCoreApplication::processEvents();
    QVERIFY(desk.document.project() == project);
    QVERIFY(!desk.document.isModified());
}

SCALEWRIGHT_TEST(tst_replace_document)
#include "tst_replace_document.moc"

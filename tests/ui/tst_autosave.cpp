// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

#include "core/project/document/project_file.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"
#include "ui/document/autosave.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

const char* const folderVariable = "SCALEWRIGHT_TEST_RECOVERY_FOLDER";
const char* const projectVariable = "SCALEWRIGHT_TEST_RECOVERY_PROJECT";

constexpr auto projectText = R"({
  "format": "scalewright-project",
  "version": 1,
  "title": "kept as it is",
  "from_the_future": {"digits": 3.14159265358979323846264338327950288}
}
)";

void retitle(Document& document, const char* title)
{
    Project after = document.project();
    after.title = title;
    document.edit(QStringLiteral("title"), std::move(after));
}

QStringList filesIn(const QString& folder)
{
    return QDir(folder).entryList(QDir::Files | QDir::Hidden);
}

}  // namespace

class tst_autosave : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void aMomentAfterAChange();
    void savedWorkNeedsNoSidecar();
    void undoneToSavedStateNeedsNoSidecar();
    void keepsTheWorkUnderALecture();
    void cleanEndLeavesNoFiles();
    void doesNotOfferAnotherWindowsWork();
    void offersWorkAfterAKill();
    void recoveredWorkIsSavedOrKept();
    void recoveredWorkDoesNotOverwriteANewerFile();
    void recoveredWorkReplacesThePresentWork();
    void deletesDiscardedWork();
    void reportsAndKeepsABrokenLeftover();
    void reportsAnUnwritableFolderOnce();

private:
    /// Creates in m_folder what a killed window leaves behind.
    void leaveBehind(const char* title);

    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_folder;
    QString m_path;
};

void tst_autosave::initTestCase()
{
    if (!qEnvironmentVariableIsSet(folderVariable))
        return;
    // The child process for leaveBehind(): a window with unsaved work that waits to be killed.
    Document document;
    QVERIFY(document.open(qEnvironmentVariable(projectVariable)));
    Autosave autosave(document, qEnvironmentVariable(folderVariable));
    retitle(document, "edited before the crash");
    autosave.flush();
    std::puts("written");
    std::fflush(stdout);
    std::getchar();
}

void tst_autosave::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    QVERIFY(m_dir->isValid());
    m_folder = m_dir->filePath(QStringLiteral("data/recovery"));
    m_path = m_dir->filePath(QStringLiteral("mine.scalewright"));
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(projectText);
}

void tst_autosave::leaveBehind(const char* title)
{
    Document document;
    QVERIFY(document.open(m_path));
    const QString savedPath = m_dir->filePath(QStringLiteral("kept"));
    {
        Autosave autosave(document, m_folder);
        retitle(document, title);
        autosave.flush();
        QVERIFY(QFile::copy(autosave.sidecarPath(), savedPath));
    }
    // Removes the lock, as after a power failure.
    QVERIFY(QFile::rename(savedPath, QDir(m_folder).filePath(QStringLiteral("left-behind.scalewright"))));
}

void tst_autosave::aMomentAfterAChange()
{
    Document document;
    QVERIFY(document.open(m_path));
    Autosave autosave(document, m_folder);
    QVERIFY(autosave.sidecarPath().isEmpty());
    QVERIFY(!QDir(m_folder).exists());
    retitle(document, "edited");
    QTRY_VERIFY(!autosave.sidecarPath().isEmpty() && QFile::exists(autosave.sidecarPath()));
    QCOMPARE(test::contentOf(m_path), QByteArray(projectText));
    const Result<Project> sidecar = readProject(autosave.sidecarPath().toStdString());
    QVERIFY(sidecar);
    QCOMPARE(sidecar->title, std::string("edited"));
    QVERIFY(test::contentOf(autosave.sidecarPath()).contains("3.14159265358979323846264338327950288"));
    QVERIFY(test::contentOf(autosave.sidecarPath()).contains(m_path.toUtf8()));
    QCOMPARE(QFile::permissions(m_folder) & (QFile::ReadOther | QFile::ReadGroup), QFile::Permissions());
}

void tst_autosave::savedWorkNeedsNoSidecar()
{
    Document document;
    QVERIFY(document.open(m_path));
    Autosave autosave(document, m_folder);
    retitle(document, "edited");
    autosave.flush();
    QCOMPARE(filesIn(m_folder).size(), 2);  // the sidecar and its lock
    QVERIFY(document.save());
    QCOMPARE(filesIn(m_folder), QStringList());
    retitle(document, "edited again");
    autosave.flush();
    QCOMPARE(filesIn(m_folder).size(), 2);
}

void tst_autosave::undoneToSavedStateNeedsNoSidecar()
{
    Document document;
    QVERIFY(document.open(m_path));
    Autosave autosave(document, m_folder);
    retitle(document, "edited");
    autosave.flush();
    document.undo();
    QCOMPARE(filesIn(m_folder), QStringList());
    document.redo();
    autosave.flush();
    QCOMPARE(filesIn(m_folder).size(), 2);
}

// While an example is presented over unsaved work, that work must still survive a crash.
void tst_autosave::keepsTheWorkUnderALecture()
{
    Document document;
    QVERIFY(document.open(m_path));
    Autosave autosave(document, m_folder);
    retitle(document, "edited before the lecture");
    Project example;
    example.title = "shown to the room";
    document.startPresentation(example);
    const auto sidecarHasEdit = [&] {
        return test::contentOf(autosave.sidecarPath()).contains("edited before the lecture");
    };
    QVERIFY(!document.isModified() && sidecarHasEdit());
    retitle(document, "dragged in front of the room");
    autosave.flush();
    QVERIFY(sidecarHasEdit());
    while (document.canUndo())
        document.undo();
    document.startPresentation(Project{});
    autosave.flush();
    QVERIFY2(sidecarHasEdit(), "edits of the example do not change the user's work");
    document.endPresentation();
    QVERIFY(document.isModified() && sidecarHasEdit());
    QVERIFY(document.save());
    QVERIFY(filesIn(m_folder).isEmpty());
}

void tst_autosave::cleanEndLeavesNoFiles()
{
    Document document;
    {
        Autosave autosave(document, m_folder);
        retitle(document, "given up");
        autosave.flush();
        QCOMPARE(filesIn(m_folder).size(), 2);
    }
    QCOMPARE(filesIn(m_folder), QStringList());
}

void tst_autosave::doesNotOfferAnotherWindowsWork()
{
    Document firstDocument, secondDocument;
    Autosave first(firstDocument, m_folder), second(secondDocument, m_folder);
    retitle(firstDocument, "mine");
    retitle(secondDocument, "theirs");
    first.flush();
    second.flush();
    QVERIFY(first.sidecarPath() != second.sidecarPath());
    QVERIFY(first.findUnsavedWork().empty());
    QVERIFY(second.findUnsavedWork().empty());
}

void tst_autosave::offersWorkAfterAKill()
{
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QLatin1String(folderVariable), m_folder);
    environment.insert(QLatin1String(projectVariable), m_path);
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("tst_autosave")});
    QByteArray output;
    while (!output.contains("written")) {
        QVERIFY2(child.waitForReadyRead(60000), output + child.readAllStandardError());
        output += child.readAllStandardOutput();
    }

    Document document;
    Autosave autosave(document, m_folder);
    QVERIFY2(autosave.findUnsavedWork().empty(), "work of a window that is alive");
    child.kill();  // SIGKILL
    QVERIFY(child.waitForFinished());
    QCOMPARE(child.exitStatus(), QProcess::CrashExit);

    const std::vector<Autosave::UnsavedWork> found = autosave.findUnsavedWork();
    QCOMPARE(found.size(), 1u);
    QCOMPARE(found.front().originalPath, m_path);
    QCOMPARE(found.front().title, QStringLiteral("mine"));
    Document elsewhere;
    Autosave other(elsewhere, m_folder);
    QVERIFY2(other.findUnsavedWork().empty(), "offered twice");

    QVERIFY(autosave.recover(found.front().sidecarFile));
    QCOMPARE(document.project().title, std::string("edited before the crash"));
    QVERIFY(document.isModified());
    QCOMPARE(document.path(), m_path);
    QCOMPARE(test::contentOf(m_path), QByteArray(projectText));
}

void tst_autosave::recoveredWorkIsSavedOrKept()
{
    leaveBehind("left behind");
    {
        Document document;
        Autosave autosave(document, m_folder);
        const auto found = autosave.findUnsavedWork();
        QCOMPARE(found.size(), 1u);
        QVERIFY(autosave.recover(found.front().sidecarFile));
        QCOMPARE(autosave.sidecarPath(), found.front().sidecarFile);
        QVERIFY(document.isModified());
        Result<Project> expected = parseProject(projectText);
        QVERIFY(expected);
        expected->title = "left behind";
        QVERIFY(document.project() == *expected);
        QVERIFY(QFile::exists(found.front().sidecarFile));
        QVERIFY(autosave.findUnsavedWork().empty());
        QVERIFY(document.save());
    }
    QCOMPARE(filesIn(m_folder), QStringList());
    QVERIFY(test::contentOf(m_path).contains("left behind"));
    QVERIFY(!test::contentOf(m_path).contains("recovery"));
}

void tst_autosave::recoveredWorkDoesNotOverwriteANewerFile()
{
    leaveBehind("left behind");
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray newer = QByteArray(projectText).replace("kept as it is", "written since by another program");
    file.write(newer);
    file.close();

    Document document;
    Autosave autosave(document, m_folder);
    QVERIFY(autosave.recover(autosave.findUnsavedWork().at(0).sidecarFile));
    const Result<void> saved = document.save();
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, ErrorCode::Refused);
    QCOMPARE(test::contentOf(m_path), newer);
    QVERIFY(QFile::exists(autosave.sidecarPath()));
}

void tst_autosave::recoveredWorkReplacesThePresentWork()
{
    leaveBehind("left behind");
    Document document;
    Autosave autosave(document, m_folder);
    retitle(document, "present");
    autosave.flush();
    const QString present = autosave.sidecarPath();
    QVERIFY(autosave.recover(autosave.findUnsavedWork().at(0).sidecarFile));
    QVERIFY(!QFile::exists(present));
    QCOMPARE(document.project().title, std::string("left behind"));
    retitle(document, "edited on");
    autosave.flush();
    QVERIFY(test::contentOf(autosave.sidecarPath()).contains("edited on"));
    QCOMPARE(filesIn(m_folder).size(), 2);
}

void tst_autosave::deletesDiscardedWork()
{
    leaveBehind("left behind");
    Document document;
    Autosave autosave(document, m_folder);
    const QString file = autosave.findUnsavedWork().at(0).sidecarFile;
    autosave.discard(file);
    QCOMPARE(filesIn(m_folder), QStringList());
    QVERIFY(autosave.findUnsavedWork().empty());
    const Result<void> lateRecovery = autosave.recover(file);
    QVERIFY(!lateRecovery);
    QCOMPARE(lateRecovery.error().code, ErrorCode::Refused);
}

void tst_autosave::reportsAndKeepsABrokenLeftover()
{
    leaveBehind("left behind");
    const QString broken = QDir(m_folder).filePath(QStringLiteral("left-behind.scalewright"));
    QVERIFY(QFile::resize(broken, 40));
    Document document;
    retitle(document, "present");
    Autosave autosave(document, m_folder);
    const auto found = autosave.findUnsavedWork();
    QCOMPARE(found.size(), 1u);
    const Result<void> recovered = autosave.recover(found.front().sidecarFile);
    QVERIFY(!recovered);
    QCOMPARE(recovered.error().problems.front().location.file, broken.toStdString());
    QCOMPARE(document.project().title, std::string("present"));
    QCOMPARE(QFile(broken).size(), 40);
}

// A folder cannot exist below a file. Unlike missing permissions, this also holds for root.
void tst_autosave::reportsAnUnwritableFolderOnce()
{
    Document document;
    Autosave autosave(document, m_path + QStringLiteral("/recovery"));
    QSignalSpy failed(&autosave, &Autosave::failed);
    retitle(document, "edited");
    autosave.flush();
    QCOMPARE(failed.count(), 1);
    const Error error = failed.front().front().value<Error>();
    QCOMPARE(error.code, ErrorCode::Environment);
    QVERIFY(!error.problems.front().expected.empty());
    retitle(document, "edited again");
    autosave.flush();
    QCOMPARE(failed.count(), 1);
    QVERIFY(autosave.findUnsavedWork().empty());
}

SCALEWRIGHT_TEST(tst_autosave)

#include "tst_autosave.moc"

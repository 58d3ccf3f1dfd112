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
    void whatIsSavedNeedsNoSidecar();
    void undoneToTheSavedStateNeedsNoSidecar();
    void whatIsUnderALectureIsKept();
    void aCleanEndLeavesNothing();
    void anotherWindowsWorkIsNotOffered();
    void killedWorkIsOffered();
    void recoveredWorkIsSavedOrKept();
    void recoveredWorkDoesNotOverwriteANewerFile();
    void presentWorkIsReplacedByTheRecovered();
    void discardedWorkIsGone();
    void brokenLeftoverIsSaidAndKept();
    void folderThatCannotBeWrittenIsSaidOnce();

private:
    /// What a killed window leaves behind, in m_folder.
    void leaveBehind(const char* title);

    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_folder;
    QString m_path;
};

void tst_autosave::initTestCase()
{
    if (!qEnvironmentVariableIsSet(folderVariable))
        return;
    // The child of leaveBehind(): a window with unsaved work that waits to be killed.
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
    const QString kept = m_dir->filePath(QStringLiteral("kept"));
    {
        Autosave autosave(document, m_folder);
        retitle(document, title);
        autosave.flush();
        QVERIFY(QFile::copy(autosave.sidecar(), kept));
    }
    // Without a lock, as after a power cut.
    QVERIFY(QFile::rename(kept, QDir(m_folder).filePath(QStringLiteral("left-behind.scalewright"))));
}

void tst_autosave::aMomentAfterAChange()
{
    Document document;
    QVERIFY(document.open(m_path));
    Autosave autosave(document, m_folder);
    QVERIFY(autosave.sidecar().isEmpty());
    QVERIFY(!QDir(m_folder).exists());
    retitle(document, "edited");
    QTRY_VERIFY(!autosave.sidecar().isEmpty() && QFile::exists(autosave.sidecar()));
    QCOMPARE(test::contentOf(m_path), QByteArray(projectText));
    const Result<Project> sidecar = readProject(autosave.sidecar().toStdString());
    QVERIFY(sidecar);
    QCOMPARE(sidecar->title, std::string("edited"));
    QVERIFY(test::contentOf(autosave.sidecar()).contains("3.14159265358979323846264338327950288"));
    QVERIFY(test::contentOf(autosave.sidecar()).contains(m_path.toUtf8()));
    QCOMPARE(QFile::permissions(m_folder) & (QFile::ReadOther | QFile::ReadGroup), QFile::Permissions());
}

void tst_autosave::whatIsSavedNeedsNoSidecar()
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

void tst_autosave::undoneToTheSavedStateNeedsNoSidecar()
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

// Shown over unsaved work: a crash meanwhile loses the work no more than before.
void tst_autosave::whatIsUnderALectureIsKept()
{
    Document document;
    QVERIFY(document.open(m_path));
    Autosave autosave(document, m_folder);
    retitle(document, "edited before the lecture");
    Project shown;
    shown.title = "shown to the room";
    document.present(shown);
    const auto kept = [&] { return test::contentOf(autosave.sidecar()).contains("edited before the lecture"); };
    QVERIFY(!document.isModified() && kept());
    retitle(document, "dragged in front of the room");
    autosave.flush();
    QVERIFY(kept());
    while (document.canUndo())
        document.undo();
    document.present(Project{});
    autosave.flush();
    QVERIFY2(kept(), "nothing that is done to what is shown reaches the person's work");
    document.endPresenting();
    QVERIFY(document.isModified() && kept());
    QVERIFY(document.save());
    QVERIFY(filesIn(m_folder).isEmpty());
}

void tst_autosave::aCleanEndLeavesNothing()
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

void tst_autosave::anotherWindowsWorkIsNotOffered()
{
    Document mine, theirs;
    Autosave first(mine, m_folder), second(theirs, m_folder);
    retitle(mine, "mine");
    retitle(theirs, "theirs");
    first.flush();
    second.flush();
    QVERIFY(first.sidecar() != second.sidecar());
    QVERIFY(first.leftovers().empty());
    QVERIFY(second.leftovers().empty());
}

void tst_autosave::killedWorkIsOffered()
{
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QLatin1String(folderVariable), m_folder);
    environment.insert(QLatin1String(projectVariable), m_path);
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("tst_autosave")});
    QByteArray said;
    while (!said.contains("written")) {
        QVERIFY2(child.waitForReadyRead(60000), said + child.readAllStandardError());
        said += child.readAllStandardOutput();
    }

    Document document;
    Autosave autosave(document, m_folder);
    QVERIFY2(autosave.leftovers().empty(), "work of a window that is alive");
    child.kill();  // SIGKILL
    QVERIFY(child.waitForFinished());
    QCOMPARE(child.exitStatus(), QProcess::CrashExit);

    const std::vector<Autosave::Leftover> found = autosave.leftovers();
    QCOMPARE(found.size(), 1u);
    QCOMPARE(found.front().originalPath, m_path);
    QCOMPARE(found.front().title, QStringLiteral("mine"));
    Document elsewhere;
    Autosave other(elsewhere, m_folder);
    QVERIFY2(other.leftovers().empty(), "offered twice");

    QVERIFY(autosave.recover(found.front().file));
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
        const auto found = autosave.leftovers();
        QCOMPARE(found.size(), 1u);
        QVERIFY(autosave.recover(found.front().file));
        QCOMPARE(autosave.sidecar(), found.front().file);
        QVERIFY(document.isModified());
        Result<Project> expected = parseProject(projectText);
        QVERIFY(expected);
        expected->title = "left behind";
        QVERIFY(document.project() == *expected);
        QVERIFY(QFile::exists(found.front().file));
        QVERIFY(autosave.leftovers().empty());
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
    QVERIFY(autosave.recover(autosave.leftovers().at(0).file));
    const Result<void> saved = document.save();
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, ErrorCode::Refused);
    QCOMPARE(test::contentOf(m_path), newer);
    QVERIFY(QFile::exists(autosave.sidecar()));
}

void tst_autosave::presentWorkIsReplacedByTheRecovered()
{
    leaveBehind("left behind");
    Document document;
    Autosave autosave(document, m_folder);
    retitle(document, "present");
    autosave.flush();
    const QString present = autosave.sidecar();
    QVERIFY(autosave.recover(autosave.leftovers().at(0).file));
    QVERIFY(!QFile::exists(present));
    QCOMPARE(document.project().title, std::string("left behind"));
    retitle(document, "edited on");
    autosave.flush();
    QVERIFY(test::contentOf(autosave.sidecar()).contains("edited on"));
    QCOMPARE(filesIn(m_folder).size(), 2);
}

void tst_autosave::discardedWorkIsGone()
{
    leaveBehind("left behind");
    Document document;
    Autosave autosave(document, m_folder);
    const QString file = autosave.leftovers().at(0).file;
    autosave.discard(file);
    QCOMPARE(filesIn(m_folder), QStringList());
    QVERIFY(autosave.leftovers().empty());
    const Result<void> late = autosave.recover(file);
    QVERIFY(!late);
    QCOMPARE(late.error().code, ErrorCode::Refused);
}

void tst_autosave::brokenLeftoverIsSaidAndKept()
{
    leaveBehind("left behind");
    const QString broken = QDir(m_folder).filePath(QStringLiteral("left-behind.scalewright"));
    QVERIFY(QFile::resize(broken, 40));
    Document document;
    retitle(document, "present");
    Autosave autosave(document, m_folder);
    const auto found = autosave.leftovers();
    QCOMPARE(found.size(), 1u);
    const Result<void> recovered = autosave.recover(found.front().file);
    QVERIFY(!recovered);
    QCOMPARE(recovered.error().problems.front().where.file, broken.toStdString());
    QCOMPARE(document.project().title, std::string("present"));
    QCOMPARE(QFile(broken).size(), 40);
}

// Below a file there is no folder, whoever asks: unlike a permission, that holds for root too.
void tst_autosave::folderThatCannotBeWrittenIsSaidOnce()
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
    QVERIFY(autosave.leftovers().empty());
}

SCALEWRIGHT_TEST(tst_autosave)

#include "tst_autosave.moc"

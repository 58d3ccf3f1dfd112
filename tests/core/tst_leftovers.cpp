// What killed writers leave is swept by the next, and nothing that somebody made or still writes is lost.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/files/descriptor.h"
#include "core/project/document/leftovers.h"
#include "core/project/document/project_file.h"
#include "core/project/document/staged_folder.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

/// The number of a process that is gone.
int goneProcess()
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(0);
    int status = 0;
    ::waitpid(child, &status, 0);
    return child;
}

/// A staging folder of long ago, with these files in its "before".
QString staleStage(const QTemporaryDir& folder, const char* letters, const QStringList& before)
{
    const QString stage = folder.filePath(QString(stagePrefix) + letters);
    QDir().mkpath(stage + "/before");
    for (const QString& name : before)
        test::setContent(stage + "/before/" + name, "old " + name.toUtf8());
    const timespec longAgo{1'000'000'000, 0};
    const std::array<timespec, 2> times{longAgo, longAgo};
    ::utimensat(AT_FDCWD, stage.toUtf8().constData(), times.data(), 0);
    return stage;
}

}  // namespace

class tst_leftovers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void temporaryFiles()
    {
        const QTemporaryDir folder;
        const QString gone = folder.filePath(QString::fromStdString(temporaryName(goneProcess(), 0)));
        const QString mine = folder.filePath(QString::fromStdString(temporaryName(::getpid(), 7)));
        const QString another = folder.filePath(".scalewright-notes.tmp");
        for (const QString& each : {gone, mine, another})
            test::setContent(each, "x");
        QVERIFY(saveFile(folder.filePath("a.scalewright").toStdString(), "{}"));
        QVERIFY(!QFile::exists(gone));
        QVERIFY(QFile::exists(mine) && QFile::exists(another));
        QCOMPARE(test::contentOf(folder.filePath("a.scalewright")), QByteArray("{}"));
    }

    // One file was moved aside and not replaced yet when the export was killed, the other was replaced.
    void exportsKilledMidway()
    {
        const QTemporaryDir folder;
        const QString stage = staleStage(folder, "abcdef", {"moved.csv", "replaced.csv"});
        test::setContent(folder.filePath("replaced.csv"), "new");
        Result<StagedFolder> next = StagedFolder::in(folder.path().toStdString());
        QVERIFY(next);
        QVERIFY(!QFile::exists(stage));
        QCOMPARE(test::contentOf(folder.filePath("moved.csv")), QByteArray("old moved.csv"));
        QCOMPARE(test::contentOf(folder.filePath("replaced.csv")), QByteArray("new"));
    }

    void whatIsStillWritten()
    {
        const QTemporaryDir folder;
        const QString stage = staleStage(folder, "ghijkl", {"a.csv"});
        const Descriptor owner(::open(stage.toUtf8().constData(), O_RDONLY | O_DIRECTORY));
        QCOMPARE(::flock(owner.get(), LOCK_EX), 0);
        {
            Result<StagedFolder> next = StagedFolder::in(folder.path().toStdString());
            QVERIFY(next);
        }
        QVERIFY(QFile::exists(stage + "/before/a.csv"));
        QVERIFY(!QFile::exists(folder.filePath("a.csv")));
    }
};

SCALEWRIGHT_TEST(tst_leftovers)
#include "tst_leftovers.moc"

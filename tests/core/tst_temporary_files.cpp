// SPDX-License-Identifier: GPL-3.0-or-later
// Files left behind by killed writers are removed by the next writer; files that belong to users or are still being
// written are kept.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "core/base/files/descriptor.h"
#include "core/base/process/held_signals.h"
#include "core/project/document/project_file.h"
#include "core/project/document/staged_folder.h"
#include "core/project/document/temporary_files.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"

using namespace scalewright;

namespace {

/// The ID of a process that has exited.
int goneProcess()
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(0);
    int status = 0;
    ::waitpid(child, &status, 0);
    return child;
}

/// An old staging folder with these files in its "before" folder.
QString createStaleStage(const QTemporaryDir& folder, const char* letters, const QStringList& before)
{
    const QString stage = folder.filePath(QString(stagingFolderPrefix) + letters);
    QDir().mkpath(stage + "/before");
    for (const QString& name : before)
        test::setContent(stage + "/before/" + name, "old " + name.toUtf8());
    const timespec oldTime{1'000'000'000, 0};
    const std::array<timespec, 2> times{oldTime, oldTime};
    ::utimensat(AT_FDCWD, stage.toUtf8().constData(), times.data(), 0);
    return stage;
}

}  // namespace

class tst_temporary_files : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A signal that arrives while a file is saved takes effect afterwards, when no temporary file is left.
    void heldSignals()
    {
        if (__tsan_init != nullptr)
            QSKIP("ThreadSanitizer does not deliver the signal in a child process");
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
            const pid_t child = ::fork();
            if (child == 0) {
                static volatile std::sig_atomic_t arrived = 0;
                std::signal(signal, [](int) { arrived = 1; });
                int result = 0;
                {
                    const HeldSignals held;
                    ::raise(signal);
                    result += arrived != 0 ? 1 : 0;
                }
                result += arrived != 1 ? 2 : 0;
                ::_exit(result);
            }
            int status = 0;
            ::waitpid(child, &status, 0);
            QVERIFY(WIFEXITED(status));
            QCOMPARE(WEXITSTATUS(status), 0);
        }
    }

    void temporaryFiles()
    {
        const QTemporaryDir folder;
        const QString gone = folder.filePath(QString::fromStdString(temporaryFileName(goneProcess(), 0)));
        const QString ownTemporaryFile = folder.filePath(QString::fromStdString(temporaryFileName(::getpid(), 7)));
        const QString another = folder.filePath(".scalewright-notes.tmp");
        for (const QString& each : {gone, ownTemporaryFile, another})
            test::setContent(each, "x");
        QVERIFY(saveFile(folder.filePath("a.scalewright").toStdString(), "{}"));
        QVERIFY(!QFile::exists(gone));
        QVERIFY(QFile::exists(ownTemporaryFile) && QFile::exists(another));
        QCOMPARE(test::contentOf(folder.filePath("a.scalewright")), QByteArray("{}"));
    }

    // When the export was killed, one file had been moved aside but not yet replaced; the other had been replaced.
    void exportsKilledMidway()
    {
        const QTemporaryDir folder;
        const QString stage = createStaleStage(folder, "abcdef", {"moved.csv", "replaced.csv"});
        test::setContent(folder.filePath("replaced.csv"), "new");
        Result<StagedFolder> next = StagedFolder::create(folder.path().toStdString());
        QVERIFY(next);
        QVERIFY(!QFile::exists(stage));
        QCOMPARE(test::contentOf(folder.filePath("moved.csv")), QByteArray("old moved.csv"));
        QCOMPARE(test::contentOf(folder.filePath("replaced.csv")), QByteArray("new"));
    }

    void keepsStagesStillInUse()
    {
        const QTemporaryDir folder;
        const QString stage = createStaleStage(folder, "ghijkl", {"a.csv"});
        const FileDescriptor lockHolder(::open(stage.toUtf8().constData(), O_RDONLY | O_DIRECTORY));
        QCOMPARE(::flock(lockHolder.get(), LOCK_EX), 0);
        {
            Result<StagedFolder> next = StagedFolder::create(folder.path().toStdString());
            QVERIFY(next);
        }
        QVERIFY(QFile::exists(stage + "/before/a.csv"));
        QVERIFY(!QFile::exists(folder.filePath("a.csv")));
    }
};

SCALEWRIGHT_TEST(tst_temporary_files)
#include "tst_temporary_files.moc"

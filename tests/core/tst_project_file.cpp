// SPDX-License-Identifier: GPL-3.0-or-later
// Projects on disk: which files are rejected before they are read, and that saving either replaces a file completely or
// leaves it unchanged.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "core/project/document/project_file.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

mode_t fileMode(const QString& path)
{
    struct stat status {};
    return ::stat(qPrintable(path), &status) == 0 ? status.st_mode & 07777 : 0;
}

// Root bypasses permissions, so permission tests temporarily switch to another user.
class Unprivileged {
public:
    Unprivileged() : m_wasRoot(::geteuid() == 0)
    {
        if (m_wasRoot)
            m_active = ::seteuid(65534) == 0;
    }
    ~Unprivileged()
    {
        if (m_wasRoot && ::seteuid(0) != 0)
            qFatal("cannot become root again");
    }
    Unprivileged(const Unprivileged&) = delete;
    Unprivileged& operator=(const Unprivileged&) = delete;
    [[nodiscard]] bool active() const { return m_active; }

private:
    bool m_wasRoot;
    bool m_active = true;
};

const QByteArray minimal = R"({"format": "scalewright-project", "version": 1, "title": "t"})";

}  // namespace

class tst_project_file : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    [[nodiscard]] QString pathOf(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    void refused(const QString& path, ErrorCode code, const char* expectedText)
    {
        const Result<Project> project = readProject(path.toStdString());
        QVERIFY(!project);
        const QString message = QString::fromStdString(describe(project.error()));
        QVERIFY2(message.contains(QLatin1String(expectedText)), qPrintable(message));
        QVERIFY2(message.startsWith(path), qPrintable(message));
        QCOMPARE(project.error().code, code);
    }

    void expectSaveError(const QString& path, const char* expectedText)
    {
        const Result<void> saved = saveFile(path.toStdString(), "new");
        QVERIFY(!saved);
        const QString message = QString::fromStdString(describe(saved.error()));
        QVERIFY2(message.contains(QLatin1String(expectedText)), qPrintable(message));
        QVERIFY2(message.startsWith(path), qPrintable(message));
        QCOMPARE(saved.error().code, ErrorCode::Environment);
    }

    QStringList entryNames() const
    {
        return QDir(m_folder.path())
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::Name);
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QVERIFY(::chmod(qPrintable(m_folder.path()), 0755) == 0);
    }
    void cleanup()
    {
        QVERIFY(::chmod(qPrintable(m_folder.path()), 0755) == 0);
        for (const QString& name : entryNames()) {
            const QString path = m_folder.filePath(name);
            const QFileInfo info(path);
            QVERIFY(info.isDir() && !info.isSymLink() ? QDir(path).removeRecursively() : QFile::remove(path));
        }
    }

    void readsFiles()
    {
        test::setContent(pathOf("a.scalewright"), minimal);
        QCOMPARE(readProject(pathOf("a.scalewright").toStdString()).value().title, std::string("t"));
        test::setContent(pathOf("bom.scalewright"), "\xEF\xBB\xBF" + minimal);
        QCOMPARE(readProject(pathOf("bom.scalewright").toStdString()).value().title, std::string("t"));
    }

    // Failed runs survive a round trip together with the other members; an older file without failed runs is written
    // unchanged.
    void failedRuns()
    {
        const auto project = [](const char* failed) {
            return std::string(
                       R"({"format": "scalewright-project", "version": 1, "measurements": {"ladders": [{"points": [{"p": 1, "time_s": 2}])") +
                   failed + "}]}}";
        };
        const Project read = parseProject(project(R"(, "failed_runs": [{"p": 8, "runs": 3, "note": "hung"}])")).value();
        QCOMPARE(read.measurements.ladders[0].failed[0].runs, 3);
        const std::string written = writeProject(read);
        QCOMPARE(parseProject(written).value(), read);
        QVERIFY(written.find("\"note\": \"hung\"") != std::string::npos);
        const Project before = parseProject(project("")).value();
        QVERIFY(before.measurements.ladders[0].failed.empty() &&
                writeProject(before).find("failed_runs") == std::string::npos);
        for (const char* invalidText :
             {R"(, "failed_runs": [{"p": 8, "runs": 0}])", R"(, "failed_runs": [{"p": 8, "runs": 2000000}])",
              R"(, "failed_runs": [{"p": 8, "runs": 1}, {"p": 8, "runs": 1}])",
              R"(, "failed_runs": [{"p": 0, "runs": 1}])", R"(, "failed_runs": 3)"}) {
            const Result<Project> refused = parseProject(project(invalidText));
            QVERIFY(!refused &&
                    describe(refused.error()).find("/measurements/ladders/0/failed_runs") != std::string::npos);
        }
    }

    void unreadable()
    {
        refused(pathOf("absent"), ErrorCode::Input, "there is no such file");
        refused(pathOf("absent/file"), ErrorCode::Input, "there is no such file");
        refused(m_folder.path(), ErrorCode::Input, "this is a folder");
        refused(QStringLiteral("/dev/zero"), ErrorCode::Input, "this is a device");
        test::setContent(pathOf("empty"), "");
        refused(pathOf("empty"), ErrorCode::Input, "is empty");
        test::setContent(pathOf("binary"), QByteArray("\x7F"
                                                      "ELF\x02\x01\0\0\0",
                                                      9));
        refused(pathOf("binary"), ErrorCode::Input, "this is a binary file");
        test::setContent(pathOf("utf16"), QByteArray("\xFF\xFE{\0}\0", 6));
        refused(pathOf("utf16"), ErrorCode::Input, "UTF-16");
        test::setContent(pathOf("broken"),
                         "{\n  \"format\": \"scalewright-project\",\n  \"version\": 1,\n  \"title\" \"t\"\n}");
        refused(pathOf("broken"), ErrorCode::Input, "broken:4:13: /title: this is not JSON");
        test::setContent(pathOf("wrong"), R"({"format": "scalewright-project", "version": 1, "plan": {"p": 0}})");
        refused(pathOf("wrong"), ErrorCode::Input, "/plan/p: 0 is less than 1");
    }

    // A sparse file of 200 MB: rejected because of its size, without being read.
    void rejectsLargeFiles()
    {
        test::setContent(pathOf("large"), minimal);
        std::filesystem::resize_file(pathOf("large").toStdString(), std::uintmax_t{200} << 20);
        refused(pathOf("large"), ErrorCode::Input, "the file has 200 MiB; expected a project of at most 64 MiB");
    }

    void reportsMissingReadPermission()
    {
        test::setContent(pathOf("secret"), minimal);
        QVERIFY(::chmod(qPrintable(pathOf("secret")), 0) == 0);
        const Unprivileged unprivileged;
        if (!unprivileged.active())
            QSKIP("SKIPPED: cannot drop root's rights here");
        refused(pathOf("secret"), ErrorCode::Environment, "permission denied");
    }

    void savesTheGivenBytes()
    {
        const mode_t mask = ::umask(027);
        const Result<void> saved = saveFile(pathOf("new").toStdString(), std::string("a\0b", 3));
        ::umask(mask);
        QVERIFY2(saved, saved ? "" : describe(saved.error()).c_str());
        QCOMPARE(test::contentOf(pathOf("new")), QByteArray("a\0b", 3));
        QCOMPARE(fileMode(pathOf("new")), mode_t(0640));
        QCOMPARE(entryNames(), QStringList{"new"});
        QVERIFY(saveFile(pathOf("new").toStdString(), ""));
        QCOMPARE(test::contentOf(pathOf("new")), QByteArray());

        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(m_folder.path()));
        QVERIFY(saveFile("beside", "here"));
        QVERIFY(QDir::setCurrent(before));
        QCOMPARE(test::contentOf(pathOf("beside")), QByteArray("here"));
    }

    void keepsTheFileMode()
    {
        test::setContent(pathOf("file"), "old");
        QVERIFY(::chmod(qPrintable(pathOf("file")), 0604) == 0);
        QVERIFY(saveFile(pathOf("file").toStdString(), "new"));
        QCOMPARE(test::contentOf(pathOf("file")), QByteArray("new"));
        QCOMPARE(fileMode(pathOf("file")), mode_t(0604));
    }

    void keepsSymbolicLinks()
    {
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("sub")));
        test::setContent(pathOf("sub/file"), "old");
        QVERIFY(::symlink("sub/file", qPrintable(pathOf("inner"))) == 0);
        QVERIFY(::symlink(qPrintable(pathOf("inner")), qPrintable(pathOf("outer"))) == 0);
        QVERIFY(saveFile(pathOf("outer").toStdString(), "new"));
        QCOMPARE(test::contentOf(pathOf("sub/file")), QByteArray("new"));
        QVERIFY(QFileInfo(pathOf("inner")).isSymLink() && QFileInfo(pathOf("outer")).isSymLink());
        QVERIFY(::symlink("sub/later", qPrintable(pathOf("dangling"))) == 0);
        QVERIFY(saveFile(pathOf("dangling").toStdString(), "made"));
        QCOMPARE(test::contentOf(pathOf("sub/later")), QByteArray("made"));
        QVERIFY(QFileInfo(pathOf("dangling")).isSymLink());
        QCOMPARE(QDir(pathOf("sub")).entryList(QDir::Files | QDir::Hidden, QDir::Name), (QStringList{"file", "later"}));
    }

    void reportsWhySavingFails()
    {
        expectSaveError(m_folder.path(), "this is a folder");
        expectSaveError(pathOf("absent/file"), "the folder does not exist");
        test::setContent(pathOf("file"), "old");
        expectSaveError(pathOf("file/below"), "the folder does not exist");
        QVERIFY(::symlink("round", qPrintable(pathOf("round"))) == 0);
        expectSaveError(pathOf("round"), "symbolic links");
        expectSaveError(pathOf(std::string(300, 'x').c_str()), "too long");
        QCOMPARE(entryNames(), (QStringList{"file", "round"}));
        QCOMPARE(test::contentOf(pathOf("file")), QByteArray("old"));
    }

    void reportsMissingWritePermission()
    {
        test::setContent(pathOf("file"), "old");
        const Unprivileged unprivileged;
        if (!unprivileged.active())
            QSKIP("SKIPPED: cannot drop root's rights here");
        expectSaveError(pathOf("file"), "permission denied");  // neither the file nor the folder is writable
        expectSaveError(pathOf("other"), "permission denied");
        QCOMPARE(test::contentOf(pathOf("file")), QByteArray("old"));
    }

    // A read-only file is not replaced, even if its folder is writable.
    void refusesToReplaceAReadOnlyFile()
    {
        test::setContent(pathOf("file"), "old");
        QVERIFY(::chmod(qPrintable(pathOf("file")), 0444) == 0);
        QVERIFY(::chmod(qPrintable(m_folder.path()), 0777) == 0);
        const Unprivileged unprivileged;
        if (!unprivileged.active())
            QSKIP("SKIPPED: cannot drop root's rights here");
        expectSaveError(pathOf("file"), "permission denied");
        QCOMPARE(test::contentOf(pathOf("file")), QByteArray("old"));
        QCOMPARE(entryNames(), QStringList{"file"});
    }

    void noSpace()
    {
        expectSaveError(QStringLiteral("/dev/full"), "no space left");
        // Simulates a disk that fills up during the write, by limiting the file size.
        test::setContent(pathOf("file"), "old");
        rlimit before{};
        QVERIFY(::getrlimit(RLIMIT_FSIZE, &before) == 0);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        rlimit small = before;
        small.rlim_cur = 4096;
        QVERIFY(::setrlimit(RLIMIT_FSIZE, &small) == 0);
        const Result<void> saved = saveFile(pathOf("file").toStdString(), std::string(10'000, 'x'));
        QVERIFY(::setrlimit(RLIMIT_FSIZE, &before) == 0);
        std::signal(SIGXFSZ, handler);
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, ErrorCode::Environment);
        QCOMPARE(test::contentOf(pathOf("file")), QByteArray("old"));
        QCOMPARE(entryNames(), QStringList{"file"});
    }

    void writesToDevices()
    {
        QVERIFY(saveFile("/dev/null", "gone"));
        struct stat status {};
        QVERIFY(::stat("/dev/null", &status) == 0 && S_ISCHR(status.st_mode));
    }
};

SCALEWRIGHT_TEST(tst_project_file)
#include "tst_project_file.moc"

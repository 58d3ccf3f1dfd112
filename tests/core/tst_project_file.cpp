// Projects on disk: what is refused before it is read, and that saving replaces a file whole or leaves it alone.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <filesystem>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/project/document/project_file.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

mode_t modeOf(const QString& path)
{
    struct stat status {};
    return ::stat(qPrintable(path), &status) == 0 ? status.st_mode & 07777 : 0;
}

// Root may do anything, so a test of permissions is somebody else for a while.
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
    [[nodiscard]] QString at(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    void refused(const QString& path, ErrorCode code, const char* says)
    {
        const Result<Project> project = readProject(path.toStdString());
        QVERIFY(!project);
        const QString told = QString::fromStdString(describe(project.error()));
        QVERIFY2(told.contains(QLatin1String(says)), qPrintable(told));
        QVERIFY2(told.startsWith(path), qPrintable(told));
        QCOMPARE(project.error().code, code);
    }

    void notSaved(const QString& path, const char* says)
    {
        const Result<void> saved = saveFile(path.toStdString(), "new");
        QVERIFY(!saved);
        const QString told = QString::fromStdString(describe(saved.error()));
        QVERIFY2(told.contains(QLatin1String(says)), qPrintable(told));
        QVERIFY2(told.startsWith(path), qPrintable(told));
        QCOMPARE(saved.error().code, ErrorCode::Environment);
    }

    QStringList names() const
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
        for (const QString& name : names()) {
            const QString path = m_folder.filePath(name);
            const QFileInfo info(path);
            QVERIFY(info.isDir() && !info.isSymLink() ? QDir(path).removeRecursively() : QFile::remove(path));
        }
    }

    void reads()
    {
        test::setContent(at("a.scalewright"), minimal);
        QCOMPARE(readProject(at("a.scalewright").toStdString()).value().title, std::string("t"));
        test::setContent(at("bom.scalewright"), "\xEF\xBB\xBF" + minimal);
        QCOMPARE(readProject(at("bom.scalewright").toStdString()).value().title, std::string("t"));
    }

    // Runs that failed survive a round trip with what else stands beside them; a file of before has none and is written
    // as it was.
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
        for (const char* wrong :
             {R"(, "failed_runs": [{"p": 8, "runs": 0}])", R"(, "failed_runs": [{"p": 8, "runs": 2000000}])",
              R"(, "failed_runs": [{"p": 8, "runs": 1}, {"p": 8, "runs": 1}])",
              R"(, "failed_runs": [{"p": 0, "runs": 1}])", R"(, "failed_runs": 3)"}) {
            const Result<Project> refused = parseProject(project(wrong));
            QVERIFY(!refused &&
                    describe(refused.error()).find("/measurements/ladders/0/failed_runs") != std::string::npos);
        }
    }

    void unreadable()
    {
        refused(at("absent"), ErrorCode::Input, "there is no such file");
        refused(at("absent/file"), ErrorCode::Input, "there is no such file");
        refused(m_folder.path(), ErrorCode::Input, "this is a folder");
        refused(QStringLiteral("/dev/zero"), ErrorCode::Input, "this is a device");
        test::setContent(at("empty"), "");
        refused(at("empty"), ErrorCode::Input, "nothing here");
        test::setContent(at("binary"), QByteArray("\x7F"
                                                  "ELF\x02\x01\0\0\0",
                                                  9));
        refused(at("binary"), ErrorCode::Input, "this is a binary file");
        test::setContent(at("utf16"), QByteArray("\xFF\xFE{\0}\0", 6));
        refused(at("utf16"), ErrorCode::Input, "UTF-16");
        test::setContent(at("broken"),
                         "{\n  \"format\": \"scalewright-project\",\n  \"version\": 1,\n  \"title\" \"t\"\n}");
        refused(at("broken"), ErrorCode::Input, "broken:4:13: /title: this is not JSON");
        test::setContent(at("wrong"), R"({"format": "scalewright-project", "version": 1, "plan": {"p": 0}})");
        refused(at("wrong"), ErrorCode::Input, "/plan/p: 0 is less than 1");
    }

    // Two hundred megabytes with holes for content: refused by its size, without reading.
    void tooLarge()
    {
        test::setContent(at("large"), minimal);
        std::filesystem::resize_file(at("large").toStdString(), std::uintmax_t{200} << 20);
        refused(at("large"), ErrorCode::Input, "the file has 200 MiB; expected a project of at most 64 MiB");
    }

    void readingWithoutPermission()
    {
        test::setContent(at("secret"), minimal);
        QVERIFY(::chmod(qPrintable(at("secret")), 0) == 0);
        const Unprivileged nobody;
        if (!nobody.active())
            QSKIP("SKIPPED: cannot drop root's rights here");
        refused(at("secret"), ErrorCode::Environment, "permission denied");
    }

    void savesWhatItIsGiven()
    {
        const mode_t mask = ::umask(027);
        const Result<void> saved = saveFile(at("new").toStdString(), std::string("a\0b", 3));
        ::umask(mask);
        QVERIFY2(saved, saved ? "" : describe(saved.error()).c_str());
        QCOMPARE(test::contentOf(at("new")), QByteArray("a\0b", 3));
        QCOMPARE(modeOf(at("new")), mode_t(0640));
        QCOMPARE(names(), QStringList{"new"});
        QVERIFY(saveFile(at("new").toStdString(), ""));
        QCOMPARE(test::contentOf(at("new")), QByteArray());

        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(m_folder.path()));
        QVERIFY(saveFile("beside", "here"));
        QVERIFY(QDir::setCurrent(before));
        QCOMPARE(test::contentOf(at("beside")), QByteArray("here"));
    }

    void keepsTheMode()
    {
        test::setContent(at("file"), "old");
        QVERIFY(::chmod(qPrintable(at("file")), 0604) == 0);
        QVERIFY(saveFile(at("file").toStdString(), "new"));
        QCOMPARE(test::contentOf(at("file")), QByteArray("new"));
        QCOMPARE(modeOf(at("file")), mode_t(0604));
    }

    void keepsLinks()
    {
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("sub")));
        test::setContent(at("sub/file"), "old");
        QVERIFY(::symlink("sub/file", qPrintable(at("inner"))) == 0);
        QVERIFY(::symlink(qPrintable(at("inner")), qPrintable(at("outer"))) == 0);
        QVERIFY(saveFile(at("outer").toStdString(), "new"));
        QCOMPARE(test::contentOf(at("sub/file")), QByteArray("new"));
        QVERIFY(QFileInfo(at("inner")).isSymLink() && QFileInfo(at("outer")).isSymLink());
        QVERIFY(::symlink("sub/later", qPrintable(at("dangling"))) == 0);
        QVERIFY(saveFile(at("dangling").toStdString(), "made"));
        QCOMPARE(test::contentOf(at("sub/later")), QByteArray("made"));
        QVERIFY(QFileInfo(at("dangling")).isSymLink());
        QCOMPARE(QDir(at("sub")).entryList(QDir::Files | QDir::Hidden, QDir::Name), (QStringList{"file", "later"}));
    }

    void refusesToSave()
    {
        notSaved(m_folder.path(), "this is a folder");
        notSaved(at("absent/file"), "there is no such folder");
        test::setContent(at("file"), "old");
        notSaved(at("file/below"), "there is no such folder");
        QVERIFY(::symlink("round", qPrintable(at("round"))) == 0);
        notSaved(at("round"), "symbolic links");
        notSaved(at(std::string(300, 'x').c_str()), "too long");
        QCOMPARE(names(), (QStringList{"file", "round"}));
        QCOMPARE(test::contentOf(at("file")), QByteArray("old"));
    }

    void savingWithoutPermission()
    {
        test::setContent(at("file"), "old");
        const Unprivileged nobody;
        if (!nobody.active())
            QSKIP("SKIPPED: cannot drop root's rights here");
        notSaved(at("file"), "permission denied");  // neither the file nor the folder may be written
        notSaved(at("other"), "permission denied");
        QCOMPARE(test::contentOf(at("file")), QByteArray("old"));
    }

    // A file that is marked read-only stays, even where its folder could be written.
    void readOnlyFile()
    {
        test::setContent(at("file"), "old");
        QVERIFY(::chmod(qPrintable(at("file")), 0444) == 0);
        QVERIFY(::chmod(qPrintable(m_folder.path()), 0777) == 0);
        const Unprivileged nobody;
        if (!nobody.active())
            QSKIP("SKIPPED: cannot drop root's rights here");
        notSaved(at("file"), "permission denied");
        QCOMPARE(test::contentOf(at("file")), QByteArray("old"));
        QCOMPARE(names(), QStringList{"file"});
    }

    void noSpace()
    {
        notSaved(QStringLiteral("/dev/full"), "there is no space left");
        // A disk that fills up in the middle of the writing, made with a limit on the size of files.
        test::setContent(at("file"), "old");
        rlimit before{};
        QVERIFY(::getrlimit(RLIMIT_FSIZE, &before) == 0);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        rlimit small = before;
        small.rlim_cur = 4096;
        QVERIFY(::setrlimit(RLIMIT_FSIZE, &small) == 0);
        const Result<void> saved = saveFile(at("file").toStdString(), std::string(10'000, 'x'));
        QVERIFY(::setrlimit(RLIMIT_FSIZE, &before) == 0);
        std::signal(SIGXFSZ, handler);
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, ErrorCode::Environment);
        QCOMPARE(test::contentOf(at("file")), QByteArray("old"));
        QCOMPARE(names(), QStringList{"file"});
    }

    void devicesAreWrittenTo()
    {
        QVERIFY(saveFile("/dev/null", "gone"));
        struct stat status {};
        QVERIFY(::stat("/dev/null", &status) == 0 && S_ISCHR(status.st_mode));
    }
};

SCALEWRIGHT_TEST(tst_project_file)
#include "tst_project_file.moc"

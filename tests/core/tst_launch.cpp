// Launch files through a real shell, with fake tools that print their arguments. Expected lines: book 41.5, section 3, and arithmetic.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "core/tools/launch.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

const char* fake = "#!/bin/sh\nprintf '[%s]' \"${0##*/}\" \"$@\"\nprintf ' %s\\n' \"$SCALEWRIGHT_PROJECT\"\n";

struct Ran {
    int status = -1;
    QByteArray out, err;
};

/// The files in a folder with fake tools before the real ones.
class Sandbox {
public:
    explicit Sandbox(const LaunchTerms& terms)
    {
        const auto files = launchFiles(terms);
        if (!files)
            qFatal("%s", describe(files.error()).c_str());
        QDir(m_folder.path()).mkdir("bin");
        for (const char* tool : {"torchrun", "ray"}) {
            test::setContent(path(QString("bin/") + tool), fake);
            QFile::setPermissions(path(QString("bin/") + tool), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
        test::setContent(path("bin/srun"), "#!/bin/sh\nwhile [ \"${1#-}\" != \"$1\" ]; do shift; done\nfor i in 0 1; do SLURM_NODEID=$i \"$@\" || exit; done\n");
        QFile::setPermissions(path("bin/srun"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        test::setContent(path("bin/scontrol"), "#!/bin/sh\necho node1\necho node2\n");
        QFile::setPermissions(path("bin/scontrol"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        for (const LaunchFile& file : *files)
            test::setContent(path(QString::fromStdString(file.name)), QByteArray::fromStdString(file.content));
    }

    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

    [[nodiscard]] Ran run(const QStringList& arguments, const QStringList& environment = {}) const
    {
        QProcess shell;
        shell.setWorkingDirectory(m_folder.path());
        shell.setEnvironment(QStringList{"PATH=" + path("bin") + ":/usr/bin:/bin", "HOME=" + m_folder.path()} + environment);
        shell.start("bash", arguments);
        if (!shell.waitForFinished(60000))
            return {};
        return {shell.exitCode(), shell.readAllStandardOutput(), shell.readAllStandardError()};
    }

private:
    QTemporaryDir m_folder;
};

}  // namespace

class tst_launch : public QObject {
    Q_OBJECT
private slots:
    void hostileTitles_data();
    void hostileTitles();
    void hostilePrograms();
    void oneNode();
    void severalNodes();
    void slurm();
    void cluster();
    void names_data();
    void names();
    void refused_data();
    void refused();
};

void tst_launch::hostileTitles_data()
{
    QTest::addColumn<QByteArray>("title");
    QTest::newRow("spaces") << QByteArray("my big project");
    QTest::newRow("quotes") << QByteArray("it's \"mine\"'; touch pwned; '");
    QTest::newRow("substitution") << QByteArray("$(touch pwned) `touch pwned` ${HOME}");
    QTest::newRow("newlines") << QByteArray("a\ntouch pwned\n#SBATCH --nodes=99\r\nb");
    QTest::newRow("backslashes") << QByteArray("a\\");
    QTest::newRow("ends a comment") << QByteArray("\"\ntouch pwned #");
    QTest::newRow("YAML") << QByteArray("x: {y: [z]} # & * ! | > %");
    QTest::newRow("option") << QByteArray("--uid=0");
    QTest::newRow("nothing") << QByteArray("");
}

void tst_launch::hostileTitles()
{
    QFETCH(QByteArray, title);
    const Sandbox box({.title = title.toStdString(), .workers = 16, .workersPerNode = 8});
    for (const char* name : {"torchrun.sh", "ray.sh", "job.sbatch"}) {
        const Ran syntax = box.run({"-n", name});
        QVERIFY2(syntax.status == 0 && syntax.err.isEmpty(), syntax.err.constData());
    }
    const Ran torch = box.run({"torchrun.sh"}, {"NODE=0", "HEAD=h"});
    QCOMPARE(torch.status, 0);
    QVERIFY(torch.out.startsWith("[torchrun][--nnodes=2]"));
    QByteArray shown = title;
    shown.replace("\r", "\xEF\xBF\xBD");  // cleaned: what no page should get
    QVERIFY2(torch.out.endsWith("[train.py] " + shown + "\n"), torch.out.constData());
    QCOMPARE(box.run({"ray.sh"}).status, 0);
    QCOMPARE(box.run({"job.sbatch"}, {"SLURM_SUBMIT_DIR=" + box.path("."), "SLURM_JOB_NODELIST=node[1-2]", "SLURM_JOB_ID=7"}).status, 0);
    QVERIFY(!QFile::exists(box.path("pwned")));

    // Directives: before the first command, each one option of letters and digits; none that the title brought.
    static const QRegularExpression directive("^#SBATCH --[a-z-]+(=[A-Za-z0-9._%-]+)?$");
    int directives = 0;
    for (const QByteArray& line : test::contentOf(box.path("job.sbatch")).split('\n'))
        if (line.startsWith("#SBATCH")) {
            QVERIFY2(directive.match(QString::fromUtf8(line)).hasMatch(), line.constData());
            ++directives;
        }
    QCOMPARE(directives, 6);
}

void tst_launch::hostilePrograms()
{
    const Sandbox box({.title = "x", .program = "my train.py", .arguments = {"$(touch pwned)", "a'b", "--name=a b", ""}, .workers = 2, .workersPerNode = 2});
    const Ran ran = box.run({"torchrun.sh", "-r", "1"});
    QCOMPARE(ran.out, QByteArray("[torchrun][--standalone][--nproc_per_node=2][-r][1][my train.py][$(touch pwned)][a'b][--name=a b][] x\n"));
    QCOMPARE(box.run({"ray.sh"}).out, QByteArray("[ray][up][cluster.yaml][-y] x\n[ray][submit][cluster.yaml][my train.py][$(touch pwned)][a'b][--name=a b][] x\n"));
    QVERIFY(!QFile::exists(box.path("pwned")));
}

// The book's tier 1: torchrun --standalone --nproc_per_node=8 train.py --fsdp
void tst_launch::oneNode()
{
    const Sandbox box({.title = "t", .arguments = {"--fsdp"}, .workers = 8, .workersPerNode = 8});
    QCOMPARE(box.run({"torchrun.sh"}).out, QByteArray("[torchrun][--standalone][--nproc_per_node=8][train.py][--fsdp] t\n"));
}

// 13 workers, 8 a node: eight on the first of two nodes, five on the last.
void tst_launch::severalNodes()
{
    const Sandbox box({.title = "t", .workers = 13, .workersPerNode = 8});
    const QByteArray rendezvous = "[--rdzv_backend=c10d][--rdzv_id=t][--rdzv_endpoint=h:29500]";
    QCOMPARE(box.run({"torchrun.sh"}, {"NODE=0", "HEAD=h"}).out,
             "[torchrun][--nnodes=2][--nproc_per_node=8]" + rendezvous + "[--rdzv_conf=is_host=true][train.py] t\n");
    QCOMPARE(box.run({"torchrun.sh"}, {"NODE=1", "HEAD=h"}).out,
             "[torchrun][--nnodes=2][--nproc_per_node=5]" + rendezvous + "[--rdzv_conf=is_host=false][train.py] t\n");
    QVERIFY(box.run({"torchrun.sh"}, {"NODE=0"}).status != 0);  // no head is said, not guessed
    QVERIFY(box.run({"torchrun.sh"}, {"HEAD=h"}).status != 0);
}

// The book's tier 3 asks for 4 nodes of 8 cards; a deadline of 90.5 minutes is a limit of 91. Port 20000 + 1234.
void tst_launch::slurm()
{
    const Sandbox box({.title = "Our run", .workers = 16, .workersPerNode = 8, .deadlineS = 5430});
    const QByteArray job = test::contentOf(box.path("job.sbatch"));
    for (const char* line : {"#SBATCH --job-name=Our-run\n", "#SBATCH --nodes=2\n", "#SBATCH --ntasks-per-node=1\n", "#SBATCH --gpus-per-node=8\n", "#SBATCH --time=91\n"})
        QVERIFY2(job.contains(line), line);
    const Ran ran = box.run({"job.sbatch"}, {"SLURM_SUBMIT_DIR=" + box.path("."), "SLURM_JOB_NODELIST=node[1-2]", "SLURM_JOB_ID=1234"});
    QCOMPARE(ran.status, 0);
    QCOMPARE(ran.out.count("[torchrun][--nnodes=2][--nproc_per_node=8]"), 2);
    QCOMPARE(ran.out.count("[--rdzv_endpoint=node1:21234]"), 2);
    QCOMPARE(ran.out.count("[--rdzv_conf=is_host=true]"), 1);
    QVERIFY(!test::contentOf(Sandbox({.title = "t", .cards = false}).path("job.sbatch")).contains("gpus"));
}

void tst_launch::cluster()
{
    const Sandbox box({.title = "t", .workers = 16, .workersPerNode = 8, .hosts = {"10.0.0.1", "10.0.0.2"}, .sshUser = "me"});
    const QByteArray yaml = test::contentOf(box.path("cluster.yaml"));
    for (const char* line : {"cluster_name: t\n", "max_workers: 1\n", "head_ip: \"10.0.0.1\"\n", "worker_ips: [\"10.0.0.2\"]\n", "ssh_user: \"me\"\n", "--num-gpus=8\n"})
        QVERIFY2(yaml.contains(line), line);
}

void tst_launch::names_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("plain") << QByteArray("a.b_c-1") << QByteArray("a.b_c-1");
    QTest::newRow("spaces and quotes") << QByteArray(" it's \"x\"  y ") << QByteArray("it-s-x-y");
    QTest::newRow("dashes first") << QByteArray("--uid=0") << QByteArray("uid-0");
    QTest::newRow("nothing left") << QByteArray("$(\n)") << QByteArray("scalewright");
    QTest::newRow("letters beyond ASCII") << QByteArray("gr\xC3\xB6\xC3\x9F" "e") << QByteArray("gr-e");
    QTest::newRow("long") << QByteArray(200, 'x') << QByteArray(64, 'x');
}

void tst_launch::names()
{
    QFETCH(QByteArray, text);
    QTEST(QByteArray::fromStdString(jobName(text.toStdString())), "name");
}

void tst_launch::refused_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("option");
    QTest::newRow("a host with a quote") << "a\"b" << "me" << "train.py" << "--hosts";
    QTest::newRow("a host that is an option") << "-oProxyCommand=x" << "me" << "train.py" << "--hosts";
    QTest::newRow("too few hosts") << "a" << "me" << "train.py" << "--hosts";
    QTest::newRow("a user with a newline") << "a" << "me\nx" << "train.py" << "--ssh-user";
    QTest::newRow("no program") << "a" << "me" << "" << "--program";
}

void tst_launch::refused()
{
    QFETCH(QString, host);
    QFETCH(QString, user);
    QFETCH(QString, program);
    QFETCH(QString, option);
    const auto files = launchFiles({.title = "t", .program = program.toStdString(), .workers = 16, .workersPerNode = 8, .hosts = {host.toStdString()}, .sshUser = user.toStdString()});
    QVERIFY(!files);
    QStringList options;
    for (const Problem& problem : files.error().problems)
        options << QString::fromStdString(problem.where.field);
    QVERIFY2(options.contains(option), qPrintable(options.join(' ')));
}

SCALEWRIGHT_TEST(tst_launch)
#include "tst_launch.moc"

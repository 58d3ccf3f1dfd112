// SPDX-License-Identifier: GPL-3.0-or-later
// Launch files through a real shell, with fake tools that print their arguments. Expected lines: book 41.5, section 3,
 // and arithmetic.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include "core/base/error/parse_name.h"
#include "core/design/tools/launch.h"
#include "core/evidence/commfit/commfit.h"
#include "core/project/document/project.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"
#include "tests/support/timings.h"

using namespace scalewright;

namespace {

const char* fake = "#!/bin/sh\nprintf '[%s]' \"${0##*/}\" \"$@\"\nprintf ' %s\\n' \"$SCALEWRIGHT_PROJECT\"\n";

struct Ran {
    int status = -1;
    QByteArray out, err;
};

/// The launch files in a folder, with fake tools ahead of the real ones.
class Sandbox {
public:
    explicit Sandbox(const LaunchParameters& terms)
    {
        const auto files = launchFiles(terms);
        if (!files)
            qFatal("%s", describe(files.error()).c_str());
        QDir(m_folder.path()).mkdir("bin");
        for (const char* tool : {"torchrun", "ray"}) {
            test::setContent(path(QString("bin/") + tool), fake);
            QFile::setPermissions(path(QString("bin/") + tool), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
        test::setContent(path("bin/srun"),
                         "#!/bin/sh\nwhile [ \"${1#-}\" != \"$1\" ]; do shift; done\nfor i in 0 1; do SLURM_NODEID=$i "
                         "\"$@\" || exit; done\n");
        QFile::setPermissions(path("bin/srun"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        test::setContent(path("bin/scontrol"), "#!/bin/sh\necho node1\necho node2\n");
        QFile::setPermissions(path("bin/scontrol"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        for (const LaunchFile& file : *files)
            test::setContent(path(QString::fromStdString(file.name)), QByteArray::fromStdString(file.content));
    }

    void writeExecutable(const QString& name, const QByteArray& content) const
    {
        QDir(m_folder.path()).mkpath(QFileInfo(path(name)).path());
        test::setContent(path(name), content);
        QFile::setPermissions(path(name), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

    [[nodiscard]] Ran run(const QStringList& arguments, const QStringList& environment = {}) const
    {
        QProcess shell;
        shell.setWorkingDirectory(m_folder.path());
        shell.setEnvironment(QStringList{"PATH=" + path("bin") + ":/usr/bin:/bin", "HOME=" + m_folder.path()} +
                             environment);
        shell.start("bash", arguments);
        if (!shell.waitForFinished(120000))
            return {};
        return {shell.exitCode(), shell.readAllStandardOutput(), shell.readAllStandardError()};
    }

private:
    QTemporaryDir m_folder;
};

/// ray.sh submits a copy in a folder whose name contains six random letters.
QByteArray withoutCopyPath(const QByteArray& output)
{
    return QString::fromUtf8(output).remove(QRegularExpression("\\./submit-[A-Za-z0-9]{6}/")).toUtf8();
}

}  // namespace

class tst_launch : public QObject {
    Q_OBJECT
private slots:
    void hostileTitles_data();
    void hostileTitles();
    void hostilePrograms();
    void launchesOnOneNode();
    void severalNodes();
    void slurm();
    void launchesProgramsOfAnyKind();
    void launchesRayProgramsWithBlanksInNames();
    void timingsStay();
    void startsItself();
    void mpiPrograms();
    void benchmarks();
    void collectives();
    void realTorch();
    void realBenchmark();
    void realMpiBenchmark();
    void rayBenchmark();
    void cluster();
    void makesJobNames_data();
    void makesJobNames();
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
    for (const char* name : {"torchrun.sh", "ray.sh", "job.sbatch", "benchmark.sh"}) {
        const Ran syntax = box.run({"-n", name});
        QVERIFY2(syntax.status == 0 && syntax.err.isEmpty(), syntax.err.constData());
    }
    const Ran torch = box.run({"torchrun.sh"}, {"NODE=0", "HEAD=h"});
    QCOMPARE(torch.status, 0);
    QVERIFY(torch.out.startsWith("[torchrun][--nnodes=2]"));
    QByteArray sanitizedTitle = title;
    sanitizedTitle.replace("\r", "\xEF\xBF\xBD");  // sanitized: characters that no page should contain
    QVERIFY2(torch.out.endsWith("[train.py] " + sanitizedTitle + "\n"), torch.out.constData());
    QCOMPARE(box.run({"ray.sh"}).status, 0);
    for (const BenchmarkTool launcher : {BenchmarkTool::Torch, BenchmarkTool::Ray, BenchmarkTool::Mpi}) {
        const Sandbox timed(
            {.title = title.toStdString(), .workers = 2, .workersPerNode = 2, .benchmarkTool = launcher});
        timed.writeExecutable("bin/mpirun", fake);
        QCOMPARE(timed.run({"-n", "benchmark.sh"}).err, QByteArray());
        QCOMPARE(timed.run({"benchmark.sh"}).status, 0);
        QVERIFY(!QFile::exists(timed.path("pwned")));
    }
    QCOMPARE(
        box.run({"job.sbatch"}, {"SLURM_SUBMIT_DIR=" + box.path("."), "SLURM_JOB_NODELIST=node[1-2]", "SLURM_JOB_ID=7"})
            .status,
        0);
    QVERIFY(!QFile::exists(box.path("pwned")));

    // Directives come before the first command, each a single option of letters and digits; the title adds none.
    static const QRegularExpression directive("^#SBATCH --[a-z-]+(=[A-Za-z0-9._%-]+)?$");
    int directives = 0;
    for (const QByteArray& line : test::contentOf(box.path("job.sbatch")).split('\n'))
        if (line.startsWith("#SBATCH")) {
            QVERIFY2(directive.match(QString::fromUtf8(line)).hasMatch(), line.constData());
            ++directives;
        }
    QCOMPARE(directives, 7);
}

void tst_launch::hostilePrograms()
{
    const Sandbox box({.title = "x",
                       .program = "my train.py",
                       .arguments = {"$(touch pwned)", "a'b", "--name=a b", ""},
                       .workers = 2,
                       .workersPerNode = 2});
    const Ran ran = box.run({"torchrun.sh", "-r", "1"});
    QCOMPARE(
        ran.out,
        QByteArray(
            "[torchrun][--standalone][--nproc_per_node=2][-r][1][my train.py][$(touch pwned)][a'b][--name=a b][] x\n"));
    // ray submit passes "python FILE ARGUMENTS", joined with spaces, to a shell on the head node, where a name with a
    // space would become two words.
    box.writeExecutable("my train.py", "pass");
    box.writeExecutable(
        "bin/ray",
        "#!/bin/sh\n[ \"$1\" = submit ] || exit 0\nprintf '[%s]' \"$1\" \"$2\" \"$3\"\nshift 3\neval \"printf "
        "'[%s]' $*\"\n");
    QCOMPARE(withoutCopyPath(box.run({"ray.sh"}).out),
             QByteArray("[submit][cluster.yaml][my-train.py][$(touch pwned)][a'b][--name=a b][]"));
    QVERIFY(!QFile::exists(box.path("pwned")));
}

// The book's tier 1: torchrun --standalone --nproc_per_node=8 train.py --fsdp
void tst_launch::launchesOnOneNode()
{
    const Sandbox box({.title = "t", .arguments = {"--fsdp"}, .workers = 8, .workersPerNode = 8});
    QCOMPARE(box.run({"torchrun.sh"}).out,
             QByteArray("[torchrun][--standalone][--nproc_per_node=8][train.py][--fsdp] t\n"));
    QCOMPARE(launchLine({.title = "t", .arguments = {"--fsdp"}, .workers = 8, .workersPerNode = 8}),
             std::string("torchrun --standalone --nproc_per_node=8 train.py --fsdp"));
    QCOMPARE(launchLine({.title = "t", .program = "my train.py", .workers = 2, .workersPerNode = 8}),
             std::string("torchrun --standalone --nproc_per_node=2 'my train.py'"));
}

// 13 workers, 8 per node: eight on the first of two nodes, five on the last.
void tst_launch::severalNodes()
{
    const Sandbox box({.title = "t", .workers = 13, .workersPerNode = 8});
    const QByteArray rendezvous = "[--rdzv_backend=c10d][--rdzv_id=t][--rdzv_endpoint=h:29500]";
    QCOMPARE(box.run({"torchrun.sh"}, {"NODE=0", "HEAD=h"}).out,
             "[torchrun][--nnodes=2][--nproc_per_node=8]" + rendezvous + "[--rdzv_conf=is_host=true][train.py] t\n");
    QCOMPARE(box.run({"torchrun.sh"}, {"NODE=1", "HEAD=h"}).out,
             "[torchrun][--nnodes=2][--nproc_per_node=5]" + rendezvous + "[--rdzv_conf=is_host=false][train.py] t\n");
    QVERIFY(box.run({"torchrun.sh"}, {"NODE=0"}).status != 0);  // a missing head node is not guessed
    QVERIFY(box.run({"torchrun.sh"}, {"HEAD=h"}).status != 0);
}

// The book's tier 3 requests 4 nodes of 8 cards; a deadline of 90.5 minutes gives a limit of 135.75, rounded up to 136.
// The port is 20000 + 1234.
void tst_launch::slurm()
{
    const Sandbox box({.title = "Our run", .workers = 16, .workersPerNode = 8, .deadlineS = 5430});
    const QByteArray job = test::contentOf(box.path("job.sbatch"));
    for (const char* line : {"#SBATCH --job-name=Our-run\n", "#SBATCH --nodes=2\n", "#SBATCH --ntasks-per-node=1\n",
                             "#SBATCH --gpus-per-node=8\n", "#SBATCH --time=136\n", "#SBATCH --exclusive\n"})
        QVERIFY2(job.contains(line), line);
    const Ran ran = box.run({"job.sbatch"},
                            {"SLURM_SUBMIT_DIR=" + box.path("."), "SLURM_JOB_NODELIST=node[1-2]", "SLURM_JOB_ID=1234"});
    QCOMPARE(ran.status, 0);
    QCOMPARE(ran.out.count("[torchrun][--nnodes=2][--nproc_per_node=8]"), 2);
    QCOMPARE(ran.out.count("[--rdzv_endpoint=node1:21234]"), 2);
    QCOMPARE(ran.out.count("[--rdzv_conf=is_host=true]"), 1);
    QVERIFY(!test::contentOf(Sandbox({.title = "t", .usesCards = false}).path("job.sbatch")).contains("gpus"));
    // Values that depend on the cluster are placeholders, which Slurm ignores; part of a node is not requested as a
    // whole node.
    for (const char* place : {"\n##SBATCH --account=", "\n##SBATCH --partition="})
        QVERIFY2(job.contains(place), place);
    QVERIFY(!job.contains("##SBATCH --time"));
    const QByteArray part =
        test::contentOf(Sandbox({.title = "t", .workers = 13, .workersPerNode = 8}).path("job.sbatch"));
    QVERIFY(part.contains("\n##SBATCH --time=") && !part.contains("--exclusive"));
}

// torch 2.1's torchrun runs its program with Python unless --no-python is given.
void tst_launch::launchesProgramsOfAnyKind()
{
    const Sandbox compiled({.title = "t", .program = "./a.out", .workers = 2, .workersPerNode = 2});
    QCOMPARE(compiled.run({"torchrun.sh"}).out,
             QByteArray("[torchrun][--standalone][--nproc_per_node=2][--no-python][./a.out] t\n"));
    // A CPU machine of which one core was measured has no cards to request.
    Project project;
    QVERIFY(launchParametersOf(project, 4).usesCards);
    project.baseline.machine.peakFlopsOneCore = typed(1e10);
    QVERIFY(!launchParametersOf(project, 4).usesCards);
}

// ray submit's line is parsed by two shells; a program whose name the second would misread is copied first.
void tst_launch::launchesRayProgramsWithBlanksInNames()
{
    const Sandbox box({.title = "t", .program = "my train.py", .arguments = {"a b"}, .workers = 2});
    box.writeExecutable("my train.py", "pass");
    box.writeExecutable("bin/ray", fake);
    const Ran ran = box.run({"ray.sh"});
    QCOMPARE(ran.status, 0);
    QVERIFY2(withoutCopyPath(ran.out).contains("[submit][cluster.yaml][my-train.py]['a b']"), ran.out.constData());
    QVERIFY(QDir(box.path(".")).entryList({"submit-*"}).isEmpty());
    box.writeExecutable("my-train.py", "a person's own");
    QCOMPARE(box.run({"ray.sh"}).status, 0);
    QCOMPARE(test::contentOf(box.path("my-train.py")), QByteArray("a person's own"));
}

// Existing timings are kept, whatever happens to the run; a failed run leaves none.
void tst_launch::timingsStay()
{
    for (const BenchmarkTool launcher : {BenchmarkTool::Mpi, BenchmarkTool::Torch, BenchmarkTool::Ray}) {
        const Sandbox box({.title = "t", .workers = 4, .workersPerNode = 4, .benchmarkTool = launcher});
        for (const char* tool : {"mpirun", "torchrun", "ray"})
            box.writeExecutable(QString("bin/") + tool, "#!/bin/sh\necho half; exit 3\n");
        QVERIFY(box.run({"benchmark.sh"}).status != 0);
        QVERIFY(!QFile::exists(box.path("timings.csv")));
        box.writeExecutable("timings.csv", "of yesterday");
        const Ran ran = box.run({"benchmark.sh"});
        QVERIFY(ran.status != 0);
        QVERIFY2(ran.err.contains("timings.csv"), ran.err.constData());
        QCOMPARE(test::contentOf(box.path("timings.csv")), QByteArray("of yesterday"));
    }
}

void tst_launch::startsItself()
{
    for (const char* program : {"torchrun.sh", "./ray.sh", "a/../job.sbatch", "scalewright-torch.py"}) {
        const auto files = launchFiles({.title = "t", .program = program, .workers = 2});
        QVERIFY2(!files, program);
        QCOMPARE(files.error().problems.front().location.field, std::string("program"));
    }
    QVERIFY(launchFiles({.title = "t", .program = "mine/torchrun.sh", .workers = 2}).has_value());
}

// mpiexec -n is from the MPI standard (4.0, 11.5); 16 workers at 8 per node are two full nodes, and Slurm starts them
// with srun.
void tst_launch::mpiPrograms()
{
    const LaunchParameters terms{.title = "t",
                                 .program = "./heat",
                                 .arguments = {"480"},
                                 .workers = 16,
                                 .workersPerNode = 8,
                                 .usesMpi = true,
                                 .benchmarkTool = BenchmarkTool::Mpi,
                                 .collectives = {"ping-pong"}};
    const Sandbox box(terms);
    for (const char* script : {"torchrun.sh", "ray.sh", "cluster.yaml", "scalewright-torch.py"})
        QVERIFY2(!QFile::exists(box.path(script)), script);
    for (const char* tool : {"mpirun", "srun"})
        box.writeExecutable(QString("bin/") + tool, fake);
    QCOMPARE(box.run({"mpirun.sh", "--hostfile", "h"}).out,
             QByteArray("[mpirun][-n][16][--hostfile][h][./heat][480] t\n"));
    const QByteArray job = test::contentOf(box.path("job.sbatch"));
    for (const char* line : {"#SBATCH --nodes=2\n", "#SBATCH --ntasks=16\n", "#SBATCH --ntasks-per-node=8\n",
                             "#SBATCH --gpus-per-node=8\n"})
        QVERIFY2(job.contains(line), line);
    const QString submitFolder = "SLURM_SUBMIT_DIR=" + box.path(".");
    QCOMPARE(box.run({"job.sbatch"}, {submitFolder}).out, QByteArray("[srun][-n][16][./heat][480] t\n"));
    QCOMPARE(box.run({"job.sbatch"}, {submitFolder, "SCRIPT=benchmark.sh"}).status, 0);
    QCOMPARE(test::contentOf(box.path("timings.csv")),
             QByteArray("[srun][-n][16][scalewright-mpi][--only][ping-pong] t\n"));
}

// How each benchmark is started: with at least two workers, the design's collective, and the file that fit-comm reads.
void tst_launch::benchmarks()
{
    const Sandbox torch({.title = "t", .workers = 4, .workersPerNode = 4});
    QCOMPARE(
        torch.run({"benchmark.sh", "-r", "1"}).out,
        QByteArray("[torchrun][--standalone][--nproc_per_node=4][-r][1][scalewright-torch.py][--only][all-reduce][-o]["
                   "timings.csv] t\n"));
    const Sandbox job({.title = "t", .workers = 16, .workersPerNode = 8});
    const Ran ran = job.run({"job.sbatch"}, {"SCRIPT=benchmark.sh", "SLURM_SUBMIT_DIR=" + job.path("."),
                                             "SLURM_JOB_NODELIST=node[1-2]", "SLURM_JOB_ID=1234"});
    QCOMPARE(ran.out.count("[scalewright-torch.py][--only][all-reduce][-o][timings.csv]"), 2);
    const Sandbox singleWorker({.title = "t", .workers = 1});
    QVERIFY(singleWorker.run({"benchmark.sh"}).out.contains("[--nproc_per_node=2]"));
    const Sandbox ray({.title = "t",
                       .workers = 4,
                       .workersPerNode = 2,
                       .benchmarkTool = BenchmarkTool::Ray,
                       .collectives = {"all-to-all"}});
    QCOMPARE(
        ray.run({"benchmark.sh"}).out,
        QByteArray(
            "[ray][up][cluster.yaml][-y] "
            "t\n[ray][submit][cluster.yaml][scalewright-ray.py][--only][all-to-all][--workers][4][-o][timings.csv] t\n"
            "[ray][rsync-down][cluster.yaml][~/timings.csv][timings.csv] t\n"));
    const Sandbox mpi({.title = "t", .workers = 4, .benchmarkTool = BenchmarkTool::Mpi});
    mpi.writeExecutable("bin/mpirun", fake);
    QCOMPARE(mpi.run({"benchmark.sh", "--hostfile", "h"}).status, 0);
    QCOMPARE(test::contentOf(mpi.path("timings.csv")),
             QByteArray("[mpirun][-n][4][--hostfile][h][scalewright-mpi][--only][all-reduce] t\n"));
    QVERIFY(!QFile::exists(mpi.path("scalewright-torch.py")));
}

// A pattern is timed by the library call for it, or by its messages if none exists.
void tst_launch::collectives()
{
    QCOMPARE(timedCollectives(Pattern::RingAllReduce), std::vector<std::string>{"all-reduce"});
    QCOMPARE(timedCollectives(Pattern::FullySharded), (std::vector<std::string>{"reduce-scatter", "all-gather"}));
    QCOMPARE(timedCollectives(Pattern::Shuffle), std::vector<std::string>{"all-to-all"});
    QCOMPARE(timedCollectives(Pattern::Gossip), std::vector<std::string>{"ping-pong"});
    for (const char* name : {"torch", "ray", "mpi"})
        QCOMPARE(std::string(nameOf(*parseName<BenchmarkTool>(name))), std::string(name));
    QVERIFY(!parseName<BenchmarkTool>("slurm"));
}

namespace {

bool hasTorch()
{
    return QProcess::execute(
               "sh",
               {"-c", "[ -x /usr/bin/torchrun ] && /usr/bin/python3 -c 'import torch.distributed' 2> /dev/null"}) == 0;
}

constexpr const char* noTorch = "there is no PyTorch here: Debian's package python3-torch has it";
/// Debian's torch 1.13 on Python 3.11 starts its processes only with redirected output.
const QStringList debian{"-r", "1", "-t", "1", "--monitor_interval", "0.2"};
const QStringList realTools{"TORCHRUN=/usr/bin/torchrun"};

/// T = 2(p-1) alpha + 2(p-1)/p n/B: at p = 2 and 16 MiB, where alpha is negligible, B is n/T.
void expectRingTiming(const QByteArray& csv)
{
    double largest = 0;
    for (const QByteArray& line : csv.split('\n'))
        if (line.startsWith("all-reduce,2,16777216,"))
            largest = line.split(',')[3].toDouble();
    QVERIFY2(largest > 0, csv.constData());
    const auto read = readTimings(csv.toStdString(), {});
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QCOMPARE(read->groups.size(), std::size_t{1});
    QCOMPARE(read->groups.front().collective, std::string("all-reduce"));
    const auto fit = fitCommunication(read->groups.front(), *costOfCollective("all-reduce"));
    QVERIFY2(fit, fit ? "" : describe(fit.error()).c_str());
    const double plainBandwidth = 16777216 / largest;
    // On a machine with a load of 6, the two differed by a factor of 11; a wrong unit is a factor of 1000.
    QVERIFY2(
        fit->bandwidthBytesPerS.value > plainBandwidth / 100 && fit->bandwidthBytesPerS.value < plainBandwidth * 100,
        qPrintable(QString("%1 against %2").arg(fit->bandwidthBytesPerS.value).arg(plainBandwidth)));
    QVERIFY(fit->alphaS.value >= 0 && fit->alphaS.value < 1);
}

}  // namespace

// The torchrun line itself, with two ranks over gloo: each contributes its rank, and both get 0 + 1.
void tst_launch::realTorch()
{
    if (!hasTorch())
        QSKIP(noTorch);
    const Sandbox box({.title = "it's $(touch pwned)",
                       .program = "my train.py",
                       .arguments = {"$(touch pwned)"},
                       .workers = 2,
                       .workersPerNode = 2});
    box.writeExecutable("my train.py", R"py(import os, sys
import torch, torch.distributed as dist
dist.init_process_group("gloo")
total = torch.tensor([float(dist.get_rank())])
dist.all_reduce(total)
open(f"rank-{dist.get_rank()}", "w").write(f"{dist.get_world_size()} {total.item()} {sys.argv[1]} {os.environ['SCALEWRIGHT_PROJECT']}")
)py");
    const Ran ran = box.run(QStringList{"torchrun.sh"} + debian, realTools);
    QVERIFY2(ran.status == 0, ran.err.constData());
    for (const char* rank : {"rank-0", "rank-1"})
        QCOMPARE(test::contentOf(box.path(rank)), QByteArray("2 1.0 $(touch pwned) it's $(touch pwned)"));
    QVERIFY(!QFile::exists(box.path("pwned")));
}

void tst_launch::realBenchmark()
{
    if (!hasTorch())
        QSKIP(noTorch);
    const Sandbox box({.title = "t", .workers = 2, .workersPerNode = 2});
    box.writeExecutable("quick", "#!/bin/sh\nexec /usr/bin/torchrun \"$@\" --seconds 10\n");
    const Ran ran = box.run(QStringList{"benchmark.sh"} + debian, {"TORCHRUN=./quick"});
    QVERIFY2(ran.status == 0, ran.err.constData());
    expectRingTiming(test::contentOf(box.path("timings.csv")));
}

void tst_launch::realMpiBenchmark()
{
    if (QProcess::execute("sh", {"-c", "command -v mpicc > /dev/null && command -v mpirun > /dev/null"}) != 0)
        QSKIP("there is no MPI here: Debian's packages openmpi-bin and libopenmpi-dev have it");
    const Sandbox box({.title = "t", .workers = 2, .benchmarkTool = BenchmarkTool::Mpi});
    QCOMPARE(QProcess::execute("mpicc", {"-O2", "-o", box.path("scalewright-mpi"),
                                         test::sourceFile("app/mpi/scalewright-mpi.c"), "-lm"}),
             0);
    box.writeExecutable("quick", "#!/bin/sh\nexec ./scalewright-mpi \"$@\" --repeats 5\n");
    const Ran ran = box.run({"benchmark.sh", "--oversubscribe"}, {"SCALEWRIGHT_MPI=./quick", "OMPI_ALLOW_RUN_AS_ROOT=1",
                                                                  "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"});
    QVERIFY2(ran.status == 0, ran.err.constData());
    expectRingTiming(test::contentOf(box.path("timings.csv")));
}

// Ray is in no Debian package, so a stand-in in the program's own process replaces its six calls. Its objects take 1 ms
// plus a nanosecond per byte on a clock that only they advance, so alpha is 1 ms and the bandwidth 1 GB/s.
void tst_launch::rayBenchmark()
{
    if (QProcess::execute("sh", {"-c", "/usr/bin/python3 -c '' 2> /dev/null"}) != 0)
        QSKIP("there is no python3 here");
    const Sandbox box({.title = "t", .benchmarkTool = BenchmarkTool::Ray});
    box.writeExecutable("ray/__init__.py", R"py(import time
__version__ = "stand-in"
clock = 0.0
def pass_time(seconds):
    global clock
    clock += seconds
time.perf_counter = lambda: clock
class Reference:
    def __init__(self, value): self.value = value
def put(value): return Reference(value)
def get(what):
    if isinstance(what, list): return [get(each) for each in what]
    if isinstance(what.value, bytes): pass_time(1e-3 + 1e-9 * len(what.value))
    return what.value
def init(address): pass
def nodes(): return [1, 2, 3]
def remote(kind):
    class Handle:
        @staticmethod
        def options(scheduling_strategy): return Handle
        @staticmethod
        def remote(): return Handle()
        def __init__(self): self.actor = kind()
        def __getattr__(self, name):
            class Call:
                remote = staticmethod(lambda *given: Reference(getattr(self.actor, name)(*given)))
            return Call
    return Handle
)py");
    QProcess python;
    python.setWorkingDirectory(box.path("."));
    python.start("/usr/bin/python3", {"scalewright-ray.py", "--repeats", "5", "--to", "4194304", "-o", "timings.csv"});
    QVERIFY(python.waitForFinished(60000));
    QVERIFY2(python.exitCode() == 0, python.readAllStandardError().constData());
    const auto read = readTimings(test::contentOf(box.path("timings.csv")).toStdString(), {});
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QCOMPARE(read->groups.size(), std::size_t{2});
    for (const TimingGroup& group : read->groups)
        if (group.collective == "ping-pong") {
            const auto fit = fitCommunication(group, *costOfCollective("ping-pong"));
            QVERIFY2(fit, fit ? "" : describe(fit.error()).c_str());
            QVERIFY(std::abs(fit->alphaS.value / 1e-3 - 1) < 0.01);
            QVERIFY(std::abs(fit->bandwidthBytesPerS.value / 1e9 - 1) < 0.01);
        } else {
            QCOMPARE(group.collective, std::string("all-to-all"));
            QCOMPARE(group.rows.back().p, 3);  // 2 and all
        }
}

void tst_launch::cluster()
{
    const Sandbox box(
        {.title = "t", .workers = 16, .workersPerNode = 8, .hosts = {"10.0.0.1", "10.0.0.2"}, .sshUser = "me"});
    const QByteArray yaml = test::contentOf(box.path("cluster.yaml"));
    for (const char* line : {"cluster_name: t\n", "max_workers: 1\n", "head_ip: \"10.0.0.1\"\n",
                             "worker_ips: [\"10.0.0.2\"]\n", "ssh_user: \"me\"\n", "--num-gpus=8\n"})
        QVERIFY2(yaml.contains(line), line);
}

void tst_launch::makesJobNames_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("plain") << QByteArray("a.b_c-1") << QByteArray("a.b_c-1");
    QTest::newRow("spaces and quotes") << QByteArray(" it's \"x\"  y ") << QByteArray("it-s-x-y");
    QTest::newRow("dashes first") << QByteArray("--uid=0") << QByteArray("uid-0");
    QTest::newRow("no characters left") << QByteArray("$(\n)") << QByteArray("scalewright");
    QTest::newRow("non-ASCII letters") << QByteArray(
                                              "gr\xC3\xB6\xC3\x9F"
                                              "e")
                                       << QByteArray("gr-e");
    QTest::newRow("long") << QByteArray(200, 'x') << QByteArray(64, 'x');
}

void tst_launch::makesJobNames()
{
    QFETCH(QByteArray, text);
    QTEST(QByteArray::fromStdString(jobName(text.toStdString())), "name");
}

void tst_launch::refused_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("field");
    QTest::newRow("a host with a quote") << "a\"b"
                                         << "me"
                                         << "train.py"
                                         << "hosts";
    QTest::newRow("a host that is an option") << "-oProxyCommand=x"
                                              << "me"
                                              << "train.py"
                                              << "hosts";
    QTest::newRow("too few hosts") << "a"
                                   << "me"
                                   << "train.py"
                                   << "hosts";
    QTest::newRow("a user with a newline") << "a"
                                           << "me\nx"
                                           << "train.py"
                                           << "ssh_user";
    QTest::newRow("no program") << "a"
                                << "me"
                                << ""
                                << "program";
}

void tst_launch::refused()
{
    QFETCH(QString, host);
    QFETCH(QString, user);
    QFETCH(QString, program);
    QFETCH(QString, field);
    const auto files = launchFiles({.title = "t",
                                    .program = program.toStdString(),
                                    .workers = 16,
                                    .workersPerNode = 8,
                                    .hosts = {host.toStdString()},
                                    .sshUser = user.toStdString()});
    QVERIFY(!files);
    QStringList fields;
    for (const Problem& problem : files.error().problems)
        fields << QString::fromStdString(problem.location.field);
    QVERIFY2(fields.contains(field), qPrintable(fields.join(' ')));
}

SCALEWRIGHT_TEST(tst_launch)
#include "tst_launch.moc"

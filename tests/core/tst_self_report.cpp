// SPDX-License-Identifier: GPL-3.0-or-later
// A program's self-report, found in output that arrives in blocks. Expected values: the same output parsed line by
// line.
#include <QTest>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "core/evidence/ladder/ranks.h"
#include "core/evidence/runs/self_report.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

/// The comp value from the last line that has one; -1 if none exists. An incomplete last line counts only if no other
/// line has one.
double lastComp(const std::string& output)
{
    double comp = -1;
    bool hasCompleteLine = false;
    for (std::size_t begin = 0; begin <= output.size();) {
        const std::size_t end = std::min(output.find('\n', begin), output.size());
        if (const std::optional<SelfReport> report =
                parseSelfReport(std::string_view(output).substr(begin, end - begin));
            report && (end < output.size() || !hasCompleteLine)) {
            comp = report->compS.value_or(-1);
            hasCompleteLine = true;
        }
        begin = end + 1;
    }
    return comp;
}

}  // namespace

class tst_self_report : public QObject {
    Q_OBJECT

private slots:
    void readsBlocksOfAnySize();
    void longLines();
    void combinesALineOfEachWorker();
    void readsMemoryOfOneWorker();
    void keepsTheRanks();
    void oneLineIsNotSeparated();
    void reportsUnknownMembers();
};

void tst_self_report::readsBlocksOfAnySize()
{
    std::mt19937 random(41);
    const std::vector<std::string> pieces{"scalewright: comp=",
                                          "7",
                                          "\n",
                                          "\n",
                                          "s",
                                          "y\n",
                                          "scalewright:",
                                          "[1,0]<stdout>:",
                                          "0: ",
                                          " \t",
                                          "scale",
                                          "wright: comp=3\n",
                                          "x scalewright: comp=9\n",
                                          " p=2"};
    int lineCount = 0;
    for (int round = 0; round < 2000; ++round) {
        std::string output;
        for (std::size_t i = random() % 40; i > 0; --i)
            output += pieces[random() % pieces.size()];
        SelfReportReader lines;
        for (std::size_t position = 0; position < output.size();) {
            const std::size_t size = 1 + random() % (round % 2 == 0 ? 4 : 60);
            lines.addOutput(std::string_view(output).substr(position, size));
            position += size;
        }
        const std::optional<SelfReport> last = lines.lastReport();
        const double expected = lastComp(output);
        QVERIFY2((last ? last->compS.value_or(-1) : -1) == expected, output.c_str());
        lineCount += expected >= 0 ? 1 : 0;
    }
    QVERIFY(lineCount > 200);  // enough random cases contain a report
}

void tst_self_report::longLines()
{
    // Only the first 4096 bytes of a line are read, whether it arrives in one block or many.
    const std::string line = "scalewright: comp=1 " + std::string(4096, ' ') + "comp=2";
    for (const std::size_t size : {std::size_t{1}, std::size_t{1000}, std::size_t{100000}})
        for (const char* end : {"", "\n", "\nother\n"}) {
            SelfReportReader lines;
            const std::string output = line + end;
            for (std::size_t position = 0; position < output.size(); position += size)
                lines.addOutput(std::string_view(output).substr(position, size));
            const std::optional<SelfReport> last = lines.lastReport();
            QVERIFY(last.has_value());
            QCOMPARE(last->compS, std::optional(1.0));
        }
}

void tst_self_report::readsMemoryOfOneWorker()
{
    QCOMPARE(parseSelfReport("scalewright: memory=20GB")->memoryBytes, std::optional(20e9));
    for (const char* invalidLine : {"scalewright: memory=0", "scalewright: memory=-1GB", "scalewright: memory=much"}) {
        const std::optional<SelfReport> report = parseSelfReport(invalidLine);
        QVERIFY2(!report->memoryBytes && report->warnings.size() == 1, invalidLine);
    }
    SelfReportReader lines;  // the fullest device determines the required memory
    lines.addOutput("scalewright: time=1 memory=2GB\nscalewright: time=1 memory=3GB\n");
    QCOMPARE(lines.combinedReport(2)->memoryBytes, std::optional(3e9));
}

// Two workers compute for 0.4 and 0.7 s in a step that ends with the slower one: the mean is 0.55 s, so 0.15 s of the
// 0.7 are waiting, whether the faster worker includes its waiting time or reports that it finished earlier.
void tst_self_report::combinesALineOfEachWorker()
{
    const auto combined = [](const std::string& output, int p) {
        SelfReportReader lines;
        lines.addOutput(output);
        return *lines.combinedReport(p);
    };
    const auto near = [](const std::optional<double>& value, double expected) {
        return value && std::abs(*value - expected) < 1e-12;
    };
    const std::string slow = "scalewright: time=0.7 comp=0.7 comm=0 idle=0\n";
    for (const char* fast :
         {"scalewright: time=0.7 comp=0.4 comm=0 idle=0.3\n", "scalewright: time=0.4 comp=0.4 comm=0 idle=0\n"})
        for (const std::string& output : {fast + slow, slow + fast}) {
            const SelfReport line = combined(output, 2);
            QVERIFY2(near(line.timeS, 0.7) && near(line.compS, 0.55) && near(line.idleS, 0.15), output.c_str());
            QCOMPARE(line.lineCount, 2);
            QVERIFY(line.warnings.empty());
        }
    // If one process prints several lines, the last one counts. The same holds per rank if the launcher prefixes the
    // rank.
    QCOMPARE(combined("scalewright: comp=9\n" + slow, 1).compS, std::optional(0.7));
    QCOMPARE(combined("[1,0]<stdout>:scalewright: comp=9\n[1,0]<stdout>:scalewright: comp=3\n", 2).compS,
             std::optional(3.0));
    QVERIFY(near(combined("0: scalewright: comp=9\n0: scalewright: comp=3\n1: scalewright: comp=1\n", 2).compS, 2));
    // mpirun repeats its prefix where it received a line in pieces.
    QVERIFY(near(
        combined("[1,0]<stdout>:scalewright: comp=1 co[1,0]<stdout>:mm=3\n1: scalewright: comp=1 comm=5\n", 2).commS,
        3));
    // Four lines of two workers without ranks: the last two may be of the same worker.
    QVERIFY(!combined("scalewright: comp=9\n" + slow + slow + "scalewright: comp=0.4\n", 2).compS);
    // Three lines cannot come from two workers, so no parts are returned and a warning is added.
    const SelfReport three =
        combined("scalewright: comp=1\n" + slow + "scalewright: time=0.4 comp=0.4 comm=0 idle=0\n", 2);
    QVERIFY(!three.compS && !three.idleS && three.timeS == 0.4 && three.warnings.size() == 1);
    // A value that one worker does not report has no mean.
    const SelfReport half = combined("scalewright: comp=1 io=1\nscalewright: comp=2\n", 2);
    QVERIFY(near(half.compS, 1.5) && !half.ioS && half.warnings.size() == 1);
}

// Rank 1 computes 40 ms longer; the exchange takes 0.1 ms once both are there. Rank 0 waits for the other 39.9 ms.
void tst_self_report::keepsTheRanks()
{
    SelfReportReader lines;
    lines.addOutput(
        "scalewright: rank=1 time=0.14 comp=0.14 comm=0.0001\n"
        "scalewright: rank=0 time=0.14 comp=0.1 comm=0.04\n");
    const auto near = [](double value, double expected) { return std::abs(value - expected) < 1e-12; };
    for (const bool isLaunched : {true, false}) {
        const SelfReport line = *lines.combinedReport(2, isLaunched);
        QCOMPARE(line.workers.size(), std::size_t(2));
        QCOMPARE(line.workers[0].rank, std::optional(0));
        QVERIFY(near(*line.commS, 0.0001) && near(*line.compS, 0.12) && near(*line.idleS, 0.0399 / 2));
        const std::optional<LateRank> late = combineWorkers(line.workers).late;
        QVERIFY(late.has_value());
        QCOMPARE(late->rank, std::optional(1));
        QVERIFY(near(late->behindS, 0.0399) && near(late->savedS, 0.0399) && near(late->longerS, 0.04));
        QCOMPARE(late->longerPart, std::string("compute"));
    }
    // Two of four ranks are equally late: no single one delays the others.
    std::vector<WorkerTimes> group;
    for (int rank = 0; rank < 4; ++rank)
        group.push_back({.rank = rank, .timeS = 0.14, .compS = rank < 2 ? 0.14 : 0.1, .commS = rank < 2 ? 0.0 : 0.04});
    QVERIFY(!combineWorkers(group).late);
    // Reading delays rank 2.
    std::vector<WorkerTimes> reading;
    for (int rank = 0; rank < 3; ++rank)
        reading.push_back(
            {.rank = rank, .timeS = 1, .compS = 0.5, .commS = rank == 2 ? 0.1 : 0.4, .ioS = rank == 2 ? 0.4 : 0.1});
    const std::optional<LateRank> late = combineWorkers(reading).late;
    QVERIFY(late && late->rank == 2 && late->longerPart == "reading" && near(late->longerS, 0.3));
}

// A line of rank 0 alone, or the same means printed by each worker: its communication may be waiting.
void tst_self_report::oneLineIsNotSeparated()
{
    const auto workersOf = [](const std::string& output) {
        SelfReportReader lines;
        lines.addOutput(output);
        return lines.combinedReport(2)->workers;
    };
    const std::string line = "scalewright: time=0.14 comp=0.1 comm=0.04";
    QVERIFY(mayIncludeWaiting(workersOf(line + "\n")));
    QVERIFY(mayIncludeWaiting(workersOf(line + "\n" + line + "\n")));
    QVERIFY(mayIncludeWaiting(workersOf("scalewright: rank=0 comp=0.1 comm=0.04\n")));
    QVERIFY(workersOf(line + " idle=0\n").empty());
    QVERIFY(workersOf("scalewright: time=0.14 comp=0.1 comm=0\n").empty());
}

void tst_self_report::reportsUnknownMembers()
{
    const std::optional<SelfReport> report = parseSelfReport("scalewright: comp=1 comunication=2");
    QCOMPARE(report->warnings.size(), std::size_t(1));
    QVERIFY(report->warnings[0].find("comunication") != std::string::npos);
    QVERIFY(parseSelfReport("scalewright: rank=3 comp=1")->warnings.empty());
    QCOMPARE(parseSelfReport("scalewright: rank=x")->warnings.size(), std::size_t(1));
}

SCALEWRIGHT_TEST(tst_self_report)
#include "tst_self_report.moc"

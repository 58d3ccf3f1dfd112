// SPDX-License-Identifier: GPL-3.0-or-later
// collective and fit-comm through the real program. Expected: the formulas worked out by hand, SimGrid's network, and
// the output of one command as input to the other.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include "tests/cli/cli_answer.h"
#include "tests/cli/cli_run.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

// A ring all-reduce at alpha 12 us and 2e9 B/s.
QByteArray ringRows(const QByteArray& separator = ",")
{
    QByteArray csv = "p" + separator + "bytes" + separator + "seconds\n";
    for (const int p : {2, 3, 4, 8})
        for (const double bytes : {8.0, 64.0, 1048576.0, 4194304.0, 67108864.0}) {
            const double seconds = 2 * (p - 1) * 12e-6 + 2.0 * (p - 1) / p * bytes / 2e9;
            csv += QByteArray::number(p) + separator + QByteArray::number(bytes, 'f', 0) + separator +
                   QByteArray::number(seconds, 'g', 17) + "\n";
        }
    return csv;
}

}  // namespace

class tst_cli_fit_comm : public QObject {
    Q_OBJECT
private slots:
    void collective();
    void collectiveMatchesPredict();
    void fit();
    void patternByOption();
    void severalCollectives();
    void severalFiles();
    void severalNetworks();
    void gloo();
    void fitFeedsPredict();
    void writtenToProject();
    void refused();
    void missingInterval();
    void logs();
    void torchLogs();
    void param_data();
    void param();
    void paramPointToPoint();
    void paramQuantised();
    void fasterThanTheLink();
    void invalidInput_data();
    void invalidInput();
};

void tst_cli_fit_comm::collective()
{
    const CliResult result = runCli({"collective", "--pattern", "ring-all-reduce", "--p", "1,2,3,6", "--bytes", "64MiB",
                                     "--alpha", "10us", "--bandwidth", "1.25GB/s", "--json"});
    QCOMPARE(result.status, 0);
    const QJsonArray rows = result.json()["rows"].toArray();
    QCOMPARE(rows.size(), 4);
    const double beta = 67108864 / 1.25e9;
    QCOMPARE(rows[0]["seconds"].toDouble(), 0.0);
    QVERIFY(near(rows[1]["seconds"].toDouble(), 2 * 10e-6 + beta, 1e-12));
    QVERIFY(near(rows[2]["seconds"].toDouble(), 4 * 10e-6 + 4.0 / 3 * beta, 1e-12));
    QVERIFY(near(rows[3]["seconds"].toDouble(), 10 * 10e-6 + 10.0 / 6 * beta, 1e-12));
    QCOMPARE(rows[3]["p"].toInt(), 6);
    // SimGrid simulated 0.089608840 s for p = 6.
    QVERIFY(near(rows[3]["seconds"].toDouble(), 0.089608840, 0.01));

    const CliResult text = runCli({"collective", "--pattern", "ring-all-reduce", "--p", "6", "--bytes", "64MiB",
                                   "--alpha", "10us", "--bandwidth", "1.25GB/s"});
    QVERIFY2(text.out.contains("0.08958"), text.out.constData());
}

void tst_cli_fit_comm::collectiveMatchesPredict()
{
    const QStringList options{"--pattern",   "rabenseifner-all-reduce",
                              "--bytes",     "100MB",
                              "--alpha",     "10us",
                              "--bandwidth", "25Gbit/s",
                              "--gamma",     "10ps/B",
                              "--p",         "2-40",
                              "--json"};
    const QJsonArray collectiveRows = runCli(QStringList{"collective"} + options).json()["rows"].toArray();
    const QJsonArray predictRows = runCli(QStringList{"predict", "--t-comp", "1"} + options).json()["rows"].toArray();
    QCOMPARE(collectiveRows.size(), 39);
    for (qsizetype i = 0; i < collectiveRows.size(); ++i)
        QCOMPARE(collectiveRows[i]["seconds"].toDouble(), predictRows[i]["t_comm"].toDouble());
}

void tst_cli_fit_comm::fit()
{
    for (const char* separator : {",", ";"}) {
        const CliResult result =
            runCli({"fit-comm", "-", "--pattern", "ring-all-reduce", "--json"}, ringRows(separator));
        QVERIFY2(result.status == 0, result.err.constData());
        const QJsonObject answer = result.json();
        QVERIFY(near(answer["alpha_s"].toDouble(), 12e-6, 1e-9));
        QVERIFY(near(answer["bandwidth_bytes_per_s"].toDouble(), 2e9, 1e-9));
        QVERIFY(answer["relative_residual"].toDouble(1) < 1e-9);
        // Points exactly on the line reveal nothing about the noise.
        for (const QString key : {"alpha_s_interval", "bandwidth_bytes_per_s_interval"})
            QVERIFY(answer[key].isNull() && answer[key + "_reason"].toString().contains("fit the line exactly"));
        QCOMPARE(answer["fits"].toArray().size(), 1);
        QCOMPARE(answer["warnings"].toArray().size(), 2);
    }
}

void tst_cli_fit_comm::patternByOption()
{
    // The same rows read as the book's ring, which counts alpha once per hop: alpha doubles, the bandwidth does not
    // change.
    const QJsonObject answer = runCli({"fit-comm", "-", "--format", "csv", "--json"}, ringRows()).json();
    QCOMPARE(answer["pattern"].toString(), "book-ring-all-reduce");
    QVERIFY(near(answer["alpha_s"].toDouble(), 24e-6, 1e-9));
    QVERIFY(near(answer["bandwidth_bytes_per_s"].toDouble(), 2e9, 1e-9));
    QVERIFY(answer["warnings"].toArray()[0].toString().contains("--pattern"));
}

void tst_cli_fit_comm::severalCollectives()
{
    const QString path = scalewright::test::oracleFile("collectives/simgrid-smpi-allreduce.csv");
    const QJsonObject first = runCli({"fit-comm", path, "--json"}).json();
    QCOMPARE(first["fits"].toArray().size(), 3);
    QCOMPARE(first["collective"].toString(), "ring");
    for (const char* name : {"ring", "recursive-doubling", "rabenseifner"}) {
        const QJsonObject answer = runCli({"fit-comm", path, "--collective", name, "--json"}).json();
        QCOMPARE(answer["collective"].toString(), name);
        QCOMPARE(answer["pattern"].toString(), QString(name) + "-all-reduce");
        QCOMPARE(answer["fits"].toArray()[0].toObject()["collective"].toString(), name);
        QVERIFY(near(answer["alpha_s"].toDouble(), 10e-6, 0.06));
        QVERIFY(near(answer["bandwidth_bytes_per_s"].toDouble(), 1.25e9, 0.005));
    }
    const CliResult unknown = runCli({"fit-comm", path, "--collective", "quantum"});
    QCOMPARE(unknown.status, 2);
    QVERIFY(unknown.err.contains("recursive-doubling"));
}

void tst_cli_fit_comm::severalFiles()
{
    // One file per p, as some benchmarks write them.
    const QTemporaryDir folder;
    const QList<QByteArray> lines = ringRows().trimmed().split('\n');
    QStringList files;
    for (const char* p : {"2", "3", "4", "8"}) {
        QByteArray part = lines[0] + "\n";
        for (const QByteArray& line : lines)
            part += line.startsWith(QByteArray(p) + ",") ? line + "\n" : QByteArray();
        files << writeFile(folder.filePath(QString("p%1.csv").arg(p)), part);
    }
    const QJsonObject together =
        runCli(QStringList{"fit-comm", "--pattern", "ring-all-reduce", "--json"} + files).json();
    QCOMPARE(together["n_rows"].toInt(), 20);
    QCOMPARE(together["p"].toArray().size(), 4);
    QVERIFY(near(together["alpha_s"].toDouble(), 12e-6, 1e-9));
}

// The same sizes over a second network with twice the alpha and half the bandwidth. Each row is slightly off its line
// so that there is an interval.
void tst_cli_fit_comm::severalNetworks()
{
    const QTemporaryDir folder;
    const auto rows = [](double slower, int seed) {
        QByteArray csv = "p,bytes,seconds\n";
        for (const int p : {2, 4, 8})
            for (const double bytes : {8.0, 64.0, 1048576.0, 4194304.0, 67108864.0})
                csv += QByteArray::number(p) + ',' + QByteArray::number(bytes, 'f', 0) + ',' +
                       QByteArray::number(slower * (2 * (p - 1) * 12e-6 + 2.0 * (p - 1) / p * bytes / 2e9) *
                                              (1 + 0.01 * std::sin(seed++)),
                                          'g', 17) +
                       '\n';
        return csv;
    };
    const QString one = writeFile(folder.filePath("one.csv"), rows(1, 1)),
                  other = writeFile(folder.filePath("other.csv"), rows(2, 100)),
                  again = writeFile(folder.filePath("again.csv"), rows(1, 200));
    const CliResult both = runCli({"fit-comm", "--pattern", "ring-all-reduce", one, other, "--json"});
    QCOMPARE(both.status, 0);
    const QString first = both.json()["warnings"].toArray()[0].toString();
    QVERIFY2(first.contains(one + " gives ") && first.contains(other + " gives "), qPrintable(first));
    // There are no values for predict, and the headline gives the reason.
    QVERIFY(headlineOf(both.json()).contains("several networks"));
    QVERIFY(answerText(both.json(), "next", "command").isEmpty());
    QCOMPARE(answerText(both.json(), "sure", "clarity"), "not-known");
    QVERIFY(runCli({"fit-comm", "--pattern", "ring-all-reduce", "--json", one, other})
                .json()["warnings"]
                .toArray()
                .first()
                .toString()
                .contains("from different networks"));
    const QString same = QString::fromUtf8(runCli({"fit-comm", "--pattern", "ring-all-reduce", one, again}).out);
    QVERIFY2(!same.contains("several networks") && same.contains("predict --pattern ring-all-reduce --alpha "),
             qPrintable(same));
}

void tst_cli_fit_comm::gloo()
{
    const QString path = scalewright::test::oracleFile("collectives/gloo-allreduce-two-cores.csv");
    const CliResult result = runCli({"fit-comm", path, "--json"});
    QCOMPARE(result.status, 0);
    const QJsonObject answer = result.json();
    QVERIFY(answer["alpha_s"].toDouble() > 0 && answer["bandwidth_bytes_per_s"].toDouble() > 0);
    QVERIFY(answer["alpha_s_interval"].isObject() && answer["bandwidth_bytes_per_s_interval"].isObject());
    QVERIFY2(answer["relative_residual"].toDouble() > 0.2, "these rows come from workers that share two cores");
    QString warnings;
    const QJsonArray all = answer["warnings"].toArray();
    for (const QJsonValue& warning : all)
        warnings += warning.toString() + "\n";
    QVERIFY2(warnings.contains("share cores"), qPrintable(warnings));
    QVERIFY(hasFact(answer, "warning", answer["collective"].toString(), "share cores"));
    QVERIFY(answerText(answer, "sure", "note").contains("warning"));
}

void tst_cli_fit_comm::fitFeedsPredict()
{
    const CliResult result = runCli({"fit-comm", "-", "--pattern", "ring-all-reduce", "--json"}, ringRows());
    const QString command = answerText(result.json(), "next", "command");
    const QString program = "scalewright-cli ";
    QVERIFY2(command.startsWith(program + "predict "), result.out.constData());
    QCOMPARE(headlineOf(result.json()), "Latency 12.0 µs, bandwidth 2.00 GB/s.");
    // As printed, for 1 s and 100 MB: sqrt((1 - 2 beta)/(2 alpha)) with beta = 100 MB/(2 GB/s) = 0.05: sqrt(0.9/24e-6)
    // = 193.6.
    const QJsonObject answer = runCli(command.mid(program.size()).split(' ') << "--json").json();
    QCOMPARE(answer["p_star"].toInt(), 194);
    // Constants fitted to an exchange that is not a pattern can be used with a named pattern.
    for (const auto& [collective, pattern] :
         {std::pair("all-gather", "reduce-scatter-all-gather"), std::pair("ping-pong", "ring-all-reduce")}) {
        QByteArray rows = "p,bytes,seconds,collective\n";
        for (const double bytes : {1024.0, 4096.0, 1048576.0, 4194304.0, 16777216.0})
            rows += QByteArray("2,") + QByteArray::number(bytes, 'f', 0) + ',' +
                    QByteArray::number(12e-6 + bytes / 2e9, 'g', 12) + ',' + collective + '\n';
        const QString named = answerText(runCli({"fit-comm", "-", "--json"}, rows).json(), "next", "command");
        QVERIFY2(named.contains(QString(" --pattern %1 ").arg(pattern)), qPrintable(named));
        QCOMPARE(runCli(named.mid(program.size()).split(' ')).status, 0);
    }
}

/// The constants from which the rows were computed are written to the target; fitting the same file again adds nothing.
void tst_cli_fit_comm::writtenToProject()
{
    const QTemporaryDir folder;
    QByteArray rows = ringRows();
    rows.replace("p,bytes,seconds\n", "p,bytes,seconds,collective\n");
    QByteArray named;
    for (const QByteArray& line : rows.trimmed().split('\n'))
        named += line + (line.startsWith("p,") ? "\n" : ",ring-all-reduce\n");
    const QString csv = writeFile(folder.filePath("t.csv"), named);
    const QString project = writeFile(folder.filePath("my.scalewright"),
                                      R"({"format": "scalewright-project", "version": 1, "baseline": {"t_comp_s": 1},
                                          "design": {"communication": {"pattern": "ring-all-reduce", "message_bytes": 2e9}}})");
    QCOMPARE(runCli({"predict", project}).status, 2);
    for (int i = 0; i < 2; ++i) {
        const CliResult fitted = runCli({"fit-comm", csv, "--project", project, "--json"});
        QVERIFY2(fitted.status == 0, fitted.err.constData());
        QFile file(project);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonDocument after = QJsonDocument::fromJson(file.readAll());
        QVERIFY(near(after["target"]["alpha_s"]["value"].toDouble(), 12e-6, 1e-6));
        QVERIFY(near(after["target"]["bandwidth_bytes_per_s"]["value"].toDouble(), 2e9, 1e-6));
        QCOMPARE(after["measurements"]["collectives"].toArray().size(), 1);
    }
    // S(2) = 1/(1/2 + 2 alpha + n/B), n/B = 1 s.
    const CliResult predicted = runCli({"predict", project, "--p", "2", "--json"});
    QVERIFY2(predicted.status == 0, predicted.err.constData());
    const QJsonObject answer = predicted.json();
    QVERIFY(near(answer["rows"].toArray()[0].toObject()["speedup"].toDouble(), 1 / (0.5 + 2 * 12e-6 + 1), 1e-5));
    QCOMPARE(runCli({"fit-comm", csv, "--project", project, "--pattern", "ring-all-reduce"}).status, 2);
    QCOMPARE(runCli({"fit-comm", "-", "--project", project}, named).status, 2);
}

void tst_cli_fit_comm::refused()
{
    const CliResult result = runCli({"fit-comm", "-", "--json"}, "p,bytes,seconds\n4,1024,0.01\n");
    QCOMPARE(result.status, 1);
    const QJsonObject answer = result.json();
    for (const char* key : {"alpha_s", "bandwidth_bytes_per_s", "alpha_s_interval", "bandwidth_bytes_per_s_interval",
                            "relative_residual"})
        QVERIFY2(answer.contains(key) && answer[key].isNull() && !answer[QString(key) + "_reason"].toString().isEmpty(),
                 key);
    const CliResult text = runCli({"fit-comm", "-"}, "p,bytes,seconds\n4,1024,0.01\n");
    QCOMPARE(text.status, 1);
    QVERIFY(text.err.contains("64 bytes or less"));
}

void tst_cli_fit_comm::missingInterval()
{
    const QJsonObject answer =
        runCli({"fit-comm", "-", "--json"}, "p,bytes,seconds\n4,8,0.0001\n4,1048576,0.002\n4,16777216,0.02\n").json();
    QVERIFY(answer["alpha_s"].isDouble());
    QVERIFY(answer["alpha_s_interval"].isNull());
    QVERIFY(answer["alpha_s_interval_reason"].toString().contains("residual"));
    QVERIFY(answer["bandwidth_bytes_per_s_interval"].isNull());
}

void tst_cli_fit_comm::logs()
{
    // 2 us and 10 GB/s: an all-gather takes (p-1) 2 us + n (p-1)/p / 10 GB/s at p = 4, with n four times the size that
    // OSU prints; a latency test takes 2 us + n / 10 GB/s.
    QByteArray log = "# OSU MPI Latency Test v5.6.3\n# Size          Latency (us)\n";
    for (const double bytes : {0.0, 8.0, 1048576.0, 4194304.0})
        log += QByteArray::number(bytes, 'f', 0) + ' ' + QByteArray::number(2 + bytes / 10e3, 'g', 12) + '\n';
    log += "# OSU MPI Allgather Latency Test v5.6.3\n# Size       Avg Latency(us)\n";
    for (const double bytes : {8.0, 1048576.0, 4194304.0})
        log += QByteArray::number(bytes, 'f', 0) + ' ' + QByteArray::number(6 + 3 * bytes / 10e3, 'g', 12) + '\n';
    const CliResult run = runCli({"fit-comm", "--json", "--p", "4", "--collective", "all-gather", "-"}, log);
    QCOMPARE(run.status, 0);
    const QJsonObject answer = run.json();
    QCOMPARE(answer["collective"].toString(), "all-gather");
    QCOMPARE(answer["cost"].toString(), "all-gather");
    QVERIFY(answer["pattern"].isNull() && answer["pattern_reason"].toString().contains("not a design pattern"));
    QCOMPARE(answer["fits"].toArray().size(), 2);
    for (const QJsonValue& each : answer["fits"].toArray()) {
        QVERIFY(std::abs(each.toObject()["alpha_s"].toDouble() - 2e-6) < 2e-9);
        QVERIFY(std::abs(each.toObject()["bandwidth_bytes_per_s"].toDouble() - 10e9) < 1e4);
    }
    const QJsonObject without =
        runCli({"fit-comm", "--json", "-"}, log).json();  // the latency test runs with two processes
    QCOMPARE(without["collective"].toString(), "ping-pong");
    QVERIFY(without["left_out"].toArray().at(0).toString().contains("number of processes"));
}

void tst_cli_fit_comm::torchLogs()
{
    // DeepSpeed's table; one row is copied from Argonne's output for eight A100s on two nodes of Polaris (its 171.272
    // Gbps are 2 n/t).
    QByteArray deepspeed =
        "n0: [2022-12-02] [INFO] Initializing TorchBackend\nn0: ---- Performance of all_reduce on 8 devices "
        "-------------------\n"
        "n0: Size (Bytes)         Description               Duration             Throughput (Gbps)    BusBW "
        "(Gbps)\nn0: ----------\n";
    const CliResult one = runCli(
        {"fit-comm", "--json", "-"},
        deepspeed +
            "n0: 31.67 GB             8501054668x4              3176.620 ms          171.272              149.863\n");
    QCOMPARE(one.status, 1);  // one size cannot determine two constants
    // A ring with 10 us and 20 GB/s: 14 alpha + 1.75 n/B.
    for (const double count : {2.0, 8.0, 262144.0, 1048576.0, 16777216.0})
        deepspeed += "n0: x B   " + QByteArray::number(count, 'f', 0) + "x4   " +
                     QByteArray::number(1e3 * (14 * 10e-6 + 1.75 * 4 * count / 20e9), 'g', 12) + " ms   1.0   1.0\n";
    const QJsonObject read = runCli({"fit-comm", "--json", "-"}, deepspeed).json();
    QCOMPARE(read["collective"].toString(), "all-reduce");
    QVERIFY(near(read["alpha_s"].toDouble(), 10e-6, 1e-6));
    QVERIFY(near(read["bandwidth_bytes_per_s"].toDouble(), 20e9, 1e-6));
    QCOMPARE(read["p"].toArray()[0].toInt(), 8);

    // ml-engineering's all_reduce_bench.py: no times, and algbw rounded to 0.01 GB/s. The first row has no usable
    // value.
    QByteArray bench =
        "The average bandwidth of all_reduce over 8 ranks (5 warmups / 20 trials):\n\n| payload |    busbw   |    "
        "algbw   |\n| ------: | ---------: | ---------: |\n|    1KiB |   0.00GBps |   0.00GBps |\n";
    for (const int power : {20, 22, 24, 26, 28, 30}) {
        const double bytes = std::ldexp(1.0, power), algbw = bytes / (14 * 10e-6 + 1.75 * bytes / 20e9) / 1e9;
        bench += "| " + QByteArray::number(1 << (power < 30 ? power - 20 : 0)) + (power < 30 ? "MiB" : "GiB") + " | " +
                 QByteArray::number(1.75 * algbw, 'f', 2) + "GBps | " + QByteArray::number(algbw, 'f', 2) + "GBps |\n";
    }
    const QJsonObject table = runCli({"fit-comm", "--format", "torch", "--json", "-"}, bench).json();
    QVERIFY2(near(table["bandwidth_bytes_per_s"].toDouble(), 20e9, 0.01),
             qPrintable(QString::number(table["bandwidth_bytes_per_s"].toDouble())));
    QVERIFY2(near(table["alpha_s"].toDouble(), 10e-6, 0.1), qPrintable(QString::number(table["alpha_s"].toDouble())));
    QCOMPARE(table["n_rows"].toInt(), 6);
    QVERIFY(QString::fromUtf8(QJsonDocument(table["warnings"].toArray()).toJson()).contains("too few digits"));
}

// Tables as comms.py prints them, from its 2023 and 2026 format strings; the second under srun -l. The rows are those
// of a ring with 10 us and 20 GB/s.
void tst_cli_fit_comm::param_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("2023") << QByteArray()
                          << QByteArray(
                                 "\tCOMMS-RES       size (B)   nElementsPerRank   Latency(us):p50         p75         "
                                 "p95         Min         Max    AlgBW(GB/s) BusBW(GB/s)\n")
                          << QByteArray() << QByteArray();
    QTest::newRow("2026")
        << QByteArray("0: ")
        << QByteArray(
               "\tCOMMS-RES                          total-size (B)  nElementsPerRank      Time(us):p50         p75    "
               "     p95         Min         Max    AlgBW(GB/s) BusBW(GB/s) TotalTime(us):p50\n")
        << QByteArray("-float32") << QByteArray("                 0.0");
}

void tst_cli_fit_comm::param()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, after);
    const auto rows = [&](const QByteArray& name, double messages, double movedFactor) {
        QByteArray text = before + '\n' + before + head;
        for (const double bytes : {8.0, 1024.0, 1048576.0, 16777216.0, 268435456.0}) {
            const double timeUs = 1e6 * (messages * 10e-6 + movedFactor * bytes / 20e9);
            text += before + "\tCOMMS-RES-" + name + type;
            for (const auto& [value, decimals] : {std::pair(bytes, 0),
                                                  {bytes / 4, 0},
                                                  {timeUs, 1},
                                                  {1.1 * timeUs, 1},
                                                  {1.2 * timeUs, 1},
                                                  {0.9 * timeUs, 1},
                                                  {1.3 * timeUs, 1},
                                                  {bytes / timeUs / 1e3, 3},
                                                  {movedFactor * bytes / timeUs / 1e3, 3}})
                text += "     " + QByteArray::number(value, 'f', decimals);
            text += after + '\n';
        }
        return text;
    };
    QByteArray hello;
    for (int rank = 0; rank < 8; ++rank)
        hello += before + "Hello from Rank " + QByteArray::number(rank) + ": [Rank   " + QByteArray::number(rank) +
                 "] host node1, device: cuda:" + QByteArray::number(rank) +
                 ", local_rank: " + QByteArray::number(rank) + " world_size: 8, master_ip: 127.0.0.1\n";
    const QByteArray tables = rows("all_reduce", 14, 1.75) + rows("all_gather", 7, 0.875) + rows("incast", 7, 1);
    const CliResult run = runCli({"fit-comm", "--json", "-"}, hello + tables);
    QVERIFY2(run.status == 0, run.err.constData());
    QCOMPARE(run.json()["collective"].toString(), "all-reduce");
    QCOMPARE(run.json()["p"].toArray()[0].toInt(), 8);
    QCOMPARE(run.json()["fits"].toArray().size(), 2);
    for (const QJsonValue& each : run.json()["fits"].toArray()) {
        QVERIFY2(near(each.toObject()["alpha_s"].toDouble(), 10e-6, 0.01),
                 qPrintable(QString::number(each.toObject()["alpha_s"].toDouble())));  // times are printed to 0.1 us
        QVERIFY(near(each.toObject()["bandwidth_bytes_per_s"].toDouble(), 20e9, 0.01));
    }
    QVERIFY(QString::fromUtf8(QJsonDocument(run.json()["left_out"].toArray()).toJson()).contains("incast"));
    // Its main() prints the launcher's variables as a Python dictionary.
    const QByteArray environment =
        before + "\t MPI environment: {'world_size': 8, 'local_size': 8, 'global_rank': 0, 'local_rank': 0} \n";
    const CliResult launcher = runCli({"fit-comm", "--json", "-"}, environment + tables);
    QVERIFY2(launcher.status == 0, launcher.err.constData());
    QCOMPARE(launcher.json()["p"].toArray()[0].toInt(), 8);
    QCOMPARE(launcher.json()["alpha_s"].toDouble(), run.json()["alpha_s"].toDouble());
    const CliResult unrecognised = runCli({"fit-comm", "--json", "-"}, tables);  // without the lines from the ranks
    QCOMPARE(unrecognised.status, 2);
    QVERIFY(unrecognised.err.contains("--p N"));
    QCOMPARE(runCli({"fit-comm", "--p", "8", "--json", "-"}, tables).status, 0);
}

// comms.py --collective pt2pt, from its format strings: a message of n bytes takes 10 us plus n over 20 GB/s; a round
// trip takes twice that.
void tst_cli_fit_comm::paramPointToPoint()
{
    QByteArray log =
        "\t MPI environment: {'world_size': 8, 'local_size': 8, 'global_rank': 0, 'local_rank': 0} \n"
        "\t collective=pt2pt\tone2one, src_ranks=[0], dst_ranks=[1]\n"
        "\n\tCOMMS-RES       size (B) pingLatency(us):p50       p75       p95  pingPongLatency(us):p50       p75       "
        "p95 avgUniBW(GB/s)  avgBiBW(GB/s)"
        "  totalUniBW(GB/s)   totalBiBW(GB/s)\n";
    for (const double bytes : {8.0, 1024.0, 1048576.0, 16777216.0, 268435456.0}) {
        const double timeUs = 10 + bytes / 20e3;
        log += "\tCOMMS-RES-pt2pt" + QByteArray::number(bytes, 'f', 0).rightJustified(15);
        for (const double value : {1.3 * timeUs, 1.4 * timeUs, 1.5 * timeUs, 2 * timeUs, 2.1 * timeUs, 2.2 * timeUs})
            log += QByteArray::number(value, 'f', 1).rightJustified(25);
        log += "         20.000         40.000            20.000            40.000\n";
    }
    const CliResult run = runCli({"fit-comm", "--json", "-"}, log);
    QVERIFY2(run.status == 0, run.err.constData());
    QCOMPARE(run.json()["collective"].toString(), "ping-pong");
    QCOMPARE(run.json()["p"].toArray()[0].toInt(), 2);
    QVERIFY2(near(run.json()["alpha_s"].toDouble(), 10e-6, 0.01) &&
                 near(run.json()["bandwidth_bytes_per_s"].toDouble(), 20e9, 0.01),
             run.out.constData());
}

void tst_cli_fit_comm::paramQuantised()
{
    const QByteArray log =
        "\t MPI environment: {'world_size': 8, 'local_size': 8, 'global_rank': 0, 'local_rank': 0} \n"
        "\n\tCOMMS-RES-QUANT\t       size (B)  nElementsPerRank   P95 Latency(us): Quant          Comms       De-Quant "
        "       Overall\n"
        "\tCOMMS-RES-QUANT-all_reduce-float32\t        1048576            262144                     20.1          "
        "210.4           19.8          250.3\n"
        "\tCOMMS-RES-QUANT-all_reduce-float32\t       16777216           4194304                     80.1         "
        "1710.4           79.8         1870.3\n";
    const CliResult run = runCli({"fit-comm", "--json", "-"}, log);
    QCOMPARE(run.status, 2);
    QVERIFY2(run.err.contains("without --bitwidth"), run.err.constData());
}

void tst_cli_fit_comm::fasterThanTheLink()
{
    // The ring in these rows moves 2 GB/s: impossible over a link of 1 GB/s, possible over 2.5 GB/s.
    const auto warnings = [](const QJsonObject& answer) {
        return QString::fromUtf8(QJsonDocument(answer["warnings"].toArray()).toJson());
    };
    const QStringList options{"fit-comm", "-", "--pattern", "ring-all-reduce", "--json", "--link"};
    QVERIFY(warnings(runCli(options + QStringList{"1GB/s"}, ringRows()).json()).contains("faster than the link"));
    QVERIFY(!warnings(runCli(options + QStringList{"2.5GB/s"}, ringRows()).json()).contains("faster than the link"));
    QCOMPARE(runCli(options + QStringList{"fast"}, ringRows()).status, 2);
}

void tst_cli_fit_comm::invalidInput_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<QString>("expectedText");
    const QByteArray good = ringRows();
    QTest::newRow("text in a number") << QStringList{"-"} << QByteArray("p,bytes,seconds\n2,8,0.1\n2,8,soon\n")
                                      << "standard input:3:5: seconds";
    QTest::newRow("missing columns") << QStringList{"-"} << QByteArray("a,b\n1,2\n") << "p, bytes, seconds";
    QTest::newRow("no rows") << QStringList{"-"} << QByteArray("p,bytes,seconds\n") << "no rows";
    QTest::newRow("empty") << QStringList{"-"} << QByteArray() << "no rows";
    QTest::newRow("binary") << QStringList{"-"} << QByteArray("p,b\0\1\2", 7) << "binary";
    QTest::newRow("one worker") << QStringList{"-"} << QByteArray("p,bytes,seconds\n1,8,0.1\n")
                                << "one worker exchanges nothing";
    QTest::newRow("unknown format") << QStringList{"-", "--format", "xml"} << good << "--format";
    QTest::newRow("unknown pattern") << QStringList{"-", "--pattern", "telepathy"} << good << "--pattern";
    QTest::newRow("not linear") << QStringList{"-", "--pattern", "double-tree-all-reduce"} << good << "not linear";
    QTest::newRow("standard input twice") << QStringList{"-", "-"} << good << "twice";
    QTest::newRow("absent file") << QStringList{"/nowhere/at/all.csv"} << good << "/nowhere/at/all.csv";
}

void tst_cli_fit_comm::invalidInput()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, csv);
    QFETCH(QString, expectedText);
    const CliResult result = runCli(QStringList{"fit-comm"} + options, csv);
    QCOMPARE(result.status, 2);
    QVERIFY(result.out.isEmpty());
    QVERIFY2(result.err.contains(expectedText.toUtf8()), result.err.constData());
}

SCALEWRIGHT_TEST(tst_cli_fit_comm)
#include "tst_cli_fit_comm.moc"

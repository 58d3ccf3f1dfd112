// SPDX-License-Identifier: GPL-3.0-or-later
// Runs attribute through the real program. Expected values: the book's Output 41.7.2 (lost folds from docs/models.md),
// the published speedups from the LUMI course, and the systems in exercise 41.7.1, which were built with a known cause.
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include "tests/cli/cli_run.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

CliResult attribute(const QByteArray& text, const QStringList& options = {})
{
    return runCli(QStringList{"attribute", "-"} + options, text);
}

QJsonObject runAttributeJson(const QByteArray& text, const QStringList& options = {})
{
    const CliResult result = attribute(text, options + QStringList{"--json"});
    if (result.status != 0)
        qFatal("%s", result.err.constData());
    return result.json();
}

}  // namespace

class tst_cli_attribute : public QObject {
    Q_OBJECT
private slots:
    void output4172();
    void text();
    void csv();
    void lumi();
    void totalTimesOnly();
    void alexnet();
    void extrap();
    void examples_data();
    void examples();
    void whatIf();
    void baseAboveOne();
    void asksForScalingMode();
    void asksAndIsAnswered_data();
    void asksAndIsAnswered();
    void quality();
    void energy();
    void pastedTable();
    void repeats();
    void repeatsTheSameProgram();
    void linesToPaste();
    void formats();
    void errors_data();
    void errors();
    void manyErrors();
};

void tst_cli_attribute::output4172()
{
    const QJsonObject answer = runAttributeJson(bookLadder);
    QCOMPARE(answer["schema"].toInt(), 1);
    QCOMPARE(answer["knee_p"].toInt(), 4);
    QCOMPARE(answer["fastest_p"].toInt(), 8);
    QCOMPARE(answer["owner"].toString(), "communication-wall");
    QCOMPARE(answer["inferred"].toBool(true), false);
    const QJsonArray rows = answer["rows"].toArray();
    QCOMPARE(rows.size(), 5);
    const QJsonObject eight = rows[3].toObject();
    QCOMPARE(eight["p"].toInt(), 8);
    QCOMPARE(QString::number(eight["communication"].toDouble(), 'f', 3), "2.252");
    QCOMPARE(QString::number(eight["waiting"].toDouble(), 'f', 3), "1.864");
    QCOMPARE(eight["serial"].toDouble(-1), 0.0);
    QCOMPARE(QString::number(eight["lost_folds"].toDouble(), 'f', 3), "4.117");
    QVERIFY(eight["io"].isNull() && eight["io_reason"].toString().contains("not measured separately"));
    for (const QJsonValue& row : rows)
        QVERIFY(std::abs(row["communication"].toDouble() + row["waiting"].toDouble() + row["serial"].toDouble() -
                         row["lost_folds"].toDouble()) < 1e-12);
    QCOMPARE(answer["sentence"].toString(),
             "8 workers give 3.88×, not 8×. Communication takes 2.25 of the missing 4.12, waiting 1.86. Limited by the "
             "communication wall. (one run per point)");
    QVERIFY(answer["beyond"].toString().contains("communication grows from 58.0 s to 95.0 s (1.64×)"));
}

void tst_cli_attribute::text()
{
    const CliResult result = attribute(bookLadder, {"--explain"});
    QCOMPARE(result.status, 0);
    QVERIFY(result.err.isEmpty());
    for (const char* line : {"8      206  3.88  0.49   4.117  2.252    1.864   0.000", "8 workers give 3.88×, not 8×.",
                             "2.25 of the missing 4.12", "knee          4: speedup 3.08",
                             "fastest       8: speedup 3.88", "owner         the communication wall"})
        QVERIFY2(result.out.contains(line), line);
    const QJsonObject answer = runAttributeJson(bookLadder)["answer"].toObject();
    QCOMPARE(answer["sure"]["basis"].toString(), "measured");
    QVERIFY(answer["next"]["command"].toString().contains("--p 1,2,4,8,16 --repeat 3"));
    QVERIFY(!result.out.contains("nan") && !result.out.contains("inf "));
}

void tst_cli_attribute::csv()
{
    const CliResult result = attribute(bookLadder, {"--csv"});
    QCOMPARE(result.status, 0);
    const QList<QByteArray> lines = result.out.trimmed().split('\n');
    QVERIFY(lines.contains("p,t,speedup,efficiency,lost_folds,communication,waiting,serial"));
    QVERIFY(lines.last().startsWith("16,235,"));
}

void tst_cli_attribute::lumi()
{
    const QString path = scalewright::test::oracleFile("ladders/lumi/lumi_heat3d_course_reference.csv");
    const CliResult result = runCli({"attribute", path, "--json"});
    QCOMPARE(result.status, 0);
    const QJsonObject answer = result.json();
    const QList<double> stated{1.89, 3.47, 5.81, 8.72, 11.15};
    for (int i = 0; i < 5; ++i)
        QVERIFY(std::abs(answer["rows"][i + 1]["speedup"].toDouble() - stated[i]) < 0.0051);
    QCOMPARE(answer["owner"].toString(), "communication-wall");
    QVERIFY(answer["mapping"].toString().contains("p from gcds (guessed), time from runtime_s (guessed)"));
    const QJsonObject time = answer["columns"].toArray()[1].toObject();
    QCOMPARE(time["role"].toString() + ' ' + time["column"].toString() + ' ' + time["unit"].toString() + ' ' +
                 time["confidence"].toString(),
             QString("time runtime_s s likely"));
    QVERIFY(time["guessed"].toBool() && time["unit_given"].toBool());
    QVERIFY(answer["unread"].toArray().contains("cost_gcd_s"));
    // The same columns, named explicitly.
    const CliResult mappedByName = runCli({"attribute", path, "--map", "p=gcds,time=runtime_s", "--json"});
    QVERIFY(!mappedByName.json()["mapping"].toString().contains("guessed"));
    QVERIFY(mappedByName.json()["rows"] == answer["rows"]);
}

void tst_cli_attribute::totalTimesOnly()
{
    const QJsonObject answer = runAttributeJson("p,time\n1,100\n2,52.5\n4,28.75\n8,16.875\n");  // Amdahl, f = 0.05
    // Constant input time would give the same totals, so totals cannot identify the owner.
    QCOMPARE(answer["owner"].toString(), "unknown");
    QCOMPARE(answer["inferred"].toBool(), true);
    QVERIFY(answer["confidence"].toString().startsWith("Only total times were measured"));
    QVERIFY(answer["sentence"].toString().contains("missing 2.07"));  // 8 - 100/16.875 = 2.07 at p = 8
    for (const QJsonValue& row : answer["rows"].toArray()) {
        QVERIFY(row["communication"].isNull());
        QCOMPARE(row["communication_reason"].toString(), "only total times were measured");
        if (row["p"].toInt() > 1)
            QVERIFY(std::abs(row["karp_flatt"].toDouble() - 0.05) < 1e-12);
    }
}

void tst_cli_attribute::alexnet()
{
    const QString path = scalewright::test::oracleFile("ladders/tf/tf_2017_ladders.csv");
    const CliResult all = runCli({"attribute", path});
    QCOMPARE(all.status, 2);
    QVERIFY2(all.err.contains("11 ladders") && all.err.contains("\"DGX-1 P100 / real / Alexnet\"") &&
                 all.err.contains("--where"),
             all.err);
    const CliResult picked = runCli({"attribute", path, "--where", "model=Alexnet", "--where", "data=real", "--json"});
    QCOMPARE(picked.status, 0);
    QCOMPARE(picked.json()["owner"].toString(), "unknown");
    QCOMPARE(picked.json()["inferred"].toBool(), true);
    const CliResult ladderByName = runCli({"attribute", path, "--ladder", "real alexnet", "--json"});
    QVERIFY(ladderByName.json()["rows"] == picked.json()["rows"]);
    QVERIFY(runCli({"attribute", path, "--ladder", "lenet"}).err.contains("--ladder: there is no ladder \"lenet\""));
}

void tst_cli_attribute::extrap()
{
    const QString folder = scalewright::test::oracleFile("ladders/extrap");
    const CliResult strong = runCli({"attribute", folder + "/strong_scaling_one_parameter_1.txt", "--json"});
    QCOMPARE(strong.status, 0);
    QCOMPARE(strong.json()["scaling"].toString(), "strong");
    QCOMPARE(strong.json()["base_p"].toInt(), 20);
    const CliResult regions =
        runCli({"attribute", folder + "/strong_scaling_one_parameter_6.txt", "--ladder", "met2", "--json"});
    QCOMPARE(regions.json()["rows"].toArray().size(), 5);
    const CliResult refused = runCli({"attribute", folder + "/one_parameter_1.txt"});
    QCOMPARE(refused.status, 2);
    QVERIFY2(refused.err.contains("--scaling"), refused.err);
}

void tst_cli_attribute::examples_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expectedCause");
    QTest::addColumn<int>("knee");
    QTest::newRow("A") << "system-a"
                       << "communication-wall" << 8;
    QTest::newRow("B") << "system-b"
                       << "load-imbalance" << 8;
    QTest::newRow("C") << "system-c"
                       << "serial-fraction" << 8;
    QTest::newRow("Output 41.7.2") << "output-41.7.2"
                                   << "communication-wall" << 4;
    QTest::newRow("student") << "student-41.7"
                             << "communication-wall" << 4;
}

void tst_cli_attribute::examples()
{
    QFETCH(QString, name);
    QFETCH(QString, expectedCause);
    QFETCH(int, knee);
    const CliResult result = runCli({"attribute", examplePath(name), "--json"});
    QVERIFY2(result.status == 0, result.err);
    QCOMPARE(result.json()["owner"].toString(), expectedCause);
    QCOMPARE(result.json()["knee_p"].toInt(), knee);
    QCOMPARE(runCli({"validate", examplePath(name)}).status, 0);
    QCOMPARE(runCli({"predict", examplePath(name)}).status, 0);
}

void tst_cli_attribute::whatIf()
{
    const CliResult a =
        runCli({"attribute", examplePath("system-a"), "--what-if", "communication", "--what-if", "serial", "--json"});
    const CliResult c = runCli({"attribute", examplePath("system-c"), "--what-if", "communication", "--json"});
    QCOMPARE(a.json()["what_if"][0]["knee_p"].toInt(), 16);
    QVERIFY(a.json()["what_if"][0]["effect"].toString().contains("the knee moves from 8 to 16"));
    QCOMPARE(a.json()["what_if"][1]["knee_p"].toInt(), 8);
    QCOMPARE(c.json()["what_if"][0]["knee_p"].toInt(), 8);
    QVERIFY(c.json()["what_if"][0]["effect"].toString().contains("this was not the cause"));
    // A requested what-if is part of the answer, even without --explain.
    QVERIFY(runCli({"attribute", examplePath("system-a"), "--what-if", "communication"})
                .out.contains("moves from 8 to 16"));
    QVERIFY(runCli({"attribute", examplePath("system-a"), "--remedies"}).out.contains("schedule "));
    const CliResult remedies = runCli({"attribute", examplePath("system-a"), "--remedies"});
    QVERIFY2(remedies.out.contains("(predicted") && !remedies.out.contains("(measured"), qPrintable(remedies.out));
    // Two workers are slower than one, and the design has no message size, so nothing can be predicted.
    const QTemporaryDir folder;
    const QString halo =
        writeFile(folder.filePath("halo.scalewright"), R"({"format": "scalewright-project", "version": 1,
        "measurements": {"ladders": [{"name": "halo", "scaling": "strong", "points": [
            {"p": 1, "comp_s": 1.44, "comm_s": 0, "idle_s": 0}, {"p": 2, "comp_s": 1.44, "comm_s": 1.6, "idle_s": 0}]}]}})");
    const CliResult incomplete = runCli({"attribute", halo, "--remedies"});
    QVERIFY2(incomplete.out.contains("inputs are incomplete") && incomplete.out.contains("Next: Enter the "),
             qPrintable(incomplete.out + incomplete.err));
    QVERIFY(!incomplete.out.contains("measured, clear"));
    // By hand: without the 1.6 s of communication, two workers take 1.44 s, as long as one.
    const CliResult bound = runCli({"attribute", halo, "--remedies", "--set",
                                    "/design/communication/message_bytes=32kB", "--set", "/target/alpha_s=1us", "--set",
                                    "/target/bandwidth_bytes_per_s=1GB/s", "--set", "/baseline/t_comp_s=1.44"});
    QVERIFY2(bound.out.contains("Without communication this ladder reaches 1.00× at p = 2"),
             qPrintable(bound.out + bound.err));
    QVERIFY2(bound.out.contains("(predicted"), qPrintable(bound.out));
    // The model predicts 65 µs of communication per 1.44 s, but 1.6 s were measured, so sending a quarter of the bytes
    // is not a remedy.
    QVERIFY2(!bound.out.contains("a quarter of the bytes") && !bound.out.contains("Compress"), qPrintable(bound.out));
    const CliResult wrong = attribute(bookLadder, {"--what-if", "gremlins"});
    QCOMPARE(wrong.status, 2);
    QVERIFY(wrong.err.contains("--what-if: unknown cause \"gremlins\""));
    const CliResult totals = attribute("p,time\n1,10\n2,6\n", {"--what-if", "communication"});
    QCOMPARE(totals.status, 2);
    QVERIFY(totals.err.contains("does not have the parts"));
}

void tst_cli_attribute::baseAboveOne()
{
    const QJsonObject answer = runAttributeJson("p,time\n4,100\n8,60\n");
    QCOMPARE(answer["base_p"].toInt(), 4);
    QVERIFY(answer["base_note"].toString().contains("upper bounds"));
    QCOMPARE(answer["rows"][1]["speedup"].toDouble(), 4 / 0.6);
    QVERIFY(
        attribute("p,time\n4,100\n8,60\n", {"--explain"}).out.contains("base          The smallest measured p is 4"));
    // 100 s at p = 4 and 60 s at p = 8: 1.67 times as fast, where 2 would be ideal.
    QVERIFY(
        attribute("p,time\n4,100\n8,60\n", {"--quiet"}).out.startsWith("8 workers are 1.67× as fast as 4, not 2×."));
}

void tst_cli_attribute::asksForScalingMode()
{
    const QByteArray rising = "p,time\n1,100\n2,120\n4,150\n";
    const CliResult asked = attribute(rising);
    QCOMPARE(asked.status, 2);
    QVERIFY2(asked.err.contains("--scaling") && asked.err.contains("strong") && asked.err.contains("weak"), asked.err);
    QCOMPARE(runAttributeJson(rising, {"--scaling", "weak"})["rows"][2]["speedup"].toDouble(), 4 * 100 / 150.0);
    QCOMPARE(runAttributeJson(rising, {"--scaling", "strong"})["rows"][2]["speedup"].toDouble(), 100 / 150.0);
    QVERIFY(
        attribute(rising, {"--scaling", "sideways"}).err.contains("--scaling: unknown kind of scaling \"sideways\""));
}

/// Tables with two readings. Speedups of the answer, by hand: T(1)/T(p), or X(p)/X(1) for rates.
void tst_cli_attribute::asksAndIsAnswered_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("offer");  // in the question
    QTest::addColumn<QStringList>("answer");
    QTest::addColumn<double>("speedup");  // at the largest p
    QTest::newRow("sizes in a column") << QByteArray(
                                              "nodes,grid_size,time_s\n1,64,40\n2,64,30\n2,96,34\n4,64,16\n4,96,20\n")
                                       << QByteArray("--where grid_size=64") << QStringList{"--where", "grid_size=64"}
                                       << 40 / 16.0;
    QTest::newRow("sizes across") << QByteArray("units,512,1024\n4,0.030,0.150\n2,0.050,0.260\n1,0.090,0.500\n")
                                  << QByteArray("--where size=512") << QStringList{"--where", "size=1024"}
                                  << 0.500 / 0.150;
    QTest::newRow("two baselines") << QByteArray(
                                          "gpus,setup,img/s\n1,single,400\n1,ddp 1x1,320\n2,ddp 1x2,616\n4,ddp "
                                          "1x4,1220\n")
                                   << QByteArray("--where \"setup!=single\"") << QStringList{"--where", "setup!=single"}
                                   << 1220 / 320.0;
    QTest::newRow("a ratio of two programs")
        << QByteArray(
               "| threads | FineList (ms) | LazyList (ms) | speedup |\n|---|---|---|---|\n| 1 | 412 | 338 | 1,22x |\n"
               "| 2 | 378 | 196 | 1,93x |\n| 4 | 341 | 122 | 2,80x |\n")
        << QByteArray("--map \"time=LazyList (ms)\"") << QStringList{"--map", "time=LazyList (ms)"} << 338 / 122.0;
    QTest::newRow("JMH with a parameter")
        << QByteArray(R"([{"benchmark": "B", "mode": "avgt", "threads": 1, "params": {"size": "10"},
            "primaryMetric": {"score": 80.0, "scoreUnit": "ms/op"}}, {"benchmark": "B", "mode": "avgt", "threads": 1,
            "params": {"size": "90"}, "primaryMetric": {"score": 700.0, "scoreUnit": "ms/op"}}, {"benchmark": "B",
            "mode": "avgt", "threads": 4, "params": {"size": "10"}, "primaryMetric": {"score": 25.0,
            "scoreUnit": "ms/op"}}, {"benchmark": "B", "mode": "avgt", "threads": 4, "params": {"size": "90"},
            "primaryMetric": {"score": 200.0, "scoreUnit": "ms/op"}}])")
        << QByteArray("--where size=10") << QStringList{"--where", "size=90"} << 700 / 200.0;
    QTest::newRow("flat t/s") << QByteArray("gpus,t/s\n1,50.1\n2,49\n4,52\n") << QByteArray("--map throughput=t/s")
                              << QStringList{"--map", "throughput=t/s"} << 52 / 50.1;
    QTest::newRow("a rate that names a worker and rises")
        << QByteArray("gpus,tokens/s/gpu\n1,100\n2,190\n4,360\n") << QByteArray("tokens/s/gpu(all)")
        << QStringList{"--map", "throughput=tokens/s/gpu(all)"} << 3.6;
    QTest::newRow("three times in a line")
        << QByteArray(
               "1 threads | token time 200 ms - eval time 25000 ms - prompt time 1600 ms\n"
               "2 threads | token time 110 ms - eval time 13000 ms - prompt time 800 ms\n"
               "4 threads | token time 70 ms - eval time 7500 ms - prompt time 430 ms\n")
        << QByteArray("--map \"time=eval time (ms)\"") << QStringList{"--map", "time=eval time (ms)"} << 25000 / 7500.0;
    QTest::newRow("two counts in turn") << QByteArray("np,threads,tempo_total\n1,2,10\n2,4,6\n4,1,5\n")
                                        << QByteArray("--map p=np") << QStringList{"--map", "p=np"} << 10 / 5.0;
    QTest::newRow("an energy of no known unit")
        << QByteArray("ranks,time_s,total_energy\n1,100,0.02\n2,55,0.022\n") << QByteArray("energy=total_energy(kWh)")
        << QStringList{"--map", "energy=total_energy(kWh)"} << 100 / 55.0;
}

void tst_cli_attribute::asksAndIsAnswered()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, offer);
    QFETCH(QStringList, answer);
    QFETCH(double, speedup);
    const CliResult asked = attribute(text);
    QCOMPARE(asked.status, 2);
    QVERIFY2(asked.err.contains(offer), asked.err);
    const CliResult answered = attribute(text, answer + QStringList{"--scaling", "strong", "--json"});
    QVERIFY2(answered.status == 0, answered.err);
    const QJsonArray rows = answered.json()["rows"].toArray();
    QVERIFY(std::abs(rows.last().toObject()["speedup"].toDouble() - speedup) < 1e-9);
}

void tst_cli_attribute::quality()
{
    const QByteArray text = "p,time,accuracy\n1,100,0.76\n2,55,0.75\n4,30,0.70\n";
    const QJsonObject answer = runAttributeJson(text, {"--quality-target", "0.75"});
    QCOMPARE(answer["rows"][1]["reaches_target"].toBool(), true);
    QCOMPARE(answer["rows"][2]["reaches_target"].toBool(true), false);
    QVERIFY(answer["warnings"][0].toString().contains("not at equal quality"));
    QVERIFY(attribute(text, {"--quality-target", "0.75"}).out.contains("below"));
    QVERIFY(attribute(text, {"--quality-target", "high"}).err.contains("--quality-target"));
}

// Energy is converted to joules: 2 Wh are 7200 J. The help lists every role.
void tst_cli_attribute::energy()
{
    const QByteArray text = "p,time,energy (Wh)\n1,100,2\n2,55,\n4,30,3\n";
    const QJsonObject answer = runAttributeJson(text);
    QCOMPARE(answer["rows"][0]["energy_j"].toDouble(), 7200.0);
    QVERIFY(answer["rows"][1]["energy_j"].isUndefined());
    QCOMPARE(answer["rows"][2]["energy_j"].toDouble(), 10800.0);
    QVERIFY2(answer["mapping"].toString().contains("energy from energy (Wh) (×3600)"),
             qPrintable(answer["mapping"].toString()));
    const QJsonObject cost = runCli({"cost", "-", "--price", "3", "--json"}, text).json();
    QCOMPARE(cost["rows"][0]["energy_j"].toDouble(), 7200.0);
    QVERIFY(runCli({"attribute", "--help"}).out.contains("p time throughput comp comm idle io quality energy"));
    QVERIFY(attribute("p,time,energy\n1,100,-2\n2,55,1\n").err.contains("energy: -2 is negative"));
}

void tst_cli_attribute::pastedTable()
{
    const QByteArray pasted = "  p   comp (s)   comm (s)   idle (s)\n  1   800,0   0   0\n  8   100,0   58,0   48,0\n";
    const QJsonObject answer = runAttributeJson(pasted);
    QCOMPARE(QString::number(answer["rows"][1]["communication"].toDouble(), 'f', 3), "2.252");
    QVERIFY(answer["warnings"][0].toString().contains("decimal points"));
}

void tst_cli_attribute::repeats()
{
    const QJsonObject answer = runAttributeJson("p,time\n2,51\n1,100\n2,49\n1,104\n1,98\n2,52\n");
    QCOMPARE(answer["rows"][0]["repeats"].toInt(), 3);
    QCOMPARE(answer["rows"][0]["t"].toDouble(), 100.0);
    QCOMPARE(answer["rows"][1]["t"].toDouble(), 51.0);
    const QJsonObject interval = answer["rows"][1]["speedup_interval"].toObject();
    QVERIFY(interval["low"].toDouble() < 100 / 51.0 && 100 / 51.0 < interval["high"].toDouble());
    QCOMPARE(interval["level"].toDouble(), 0.95);
}

/// The next step for a ladder measured here repeats the same command; text from a file can only become the command of a
/// single program.
void tst_cli_attribute::repeatsTheSameProgram()
{
    const QByteArray head =
        "# a ladder by Scalewright 0.1.0, begun 2026-11-27T00:32:55\n# command: %1\n# folder: /tmp\n"
        "# host vm, a processor, 2 cores, load 0.5 at the "
        "start\np,seconds,status,comp,comm,idle\n1,10,ok,10,0,0\n2,6,ok,5,1,0\n";
    const auto next = [&](const QByteArray& command) {
        const QJsonObject answer = runAttributeJson(QByteArray(head).replace("%1", command));
        return answer["answer"]["next"]["command"].toString();
    };
    const QString start = "scalewright-cli ladder run --p 1,2 --repeat 3 ";
    QCOMPARE(next("none ./heat 100 '{p}'"), start + "-- ./heat 100 '{p}'");
    QCOMPARE(next("mpirun ./heat 'a b'"), start + "--launcher mpirun -- ./heat 'a b'");
    QCOMPARE(next("none printf 'a\\\\n'"), start + "-- printf 'a\\n'");
    for (const char* hostile : {"none ./heat; rm -rf x", "none ./heat $(id)", "none ./heat 'open", "none"})
        QVERIFY2(!next(hostile).contains("rm ") && next(hostile).endsWith("-- COMMAND"), qPrintable(next(hostile)));
    QVERIFY(!next("'x;id' ./heat").contains(";id -"));  // the launcher's name is quoted as a single word
    // A project stores the command as well.
    const QTemporaryDir folder;
    const QString project = folder.filePath("p.scalewright");
    writeFile(project, R"({"format": "scalewright-project", "version": 1, "measurements": {"ladders": [
        {"name": "heat", "scaling": "strong", "command": "./heat 100", "launcher": "torchrun", "points": [
        {"p": 1, "comp_s": 10, "comm_s": 0, "idle_s": 0}, {"p": 2, "comp_s": 5, "comm_s": 1, "idle_s": 0}]}]}})");
    const QJsonObject stored = runCli({"attribute", project, "--json"}).json();
    QCOMPARE(stored["answer"]["next"]["command"].toString(), start + "--launcher torchrun -- ./heat 100");
}

/// Totals alone name no cause; the next step has the lines for this launcher and language.
void tst_cli_attribute::linesToPaste()
{
    const auto code = [&](const QByteArray& command) {
        const QByteArray head = "# a ladder by Scalewright 0.1.0, begun 2026-11-27T00:32:55\n# command: ";
        const QJsonObject answer =
            runAttributeJson(head + command + "\n# folder: /tmp\np,seconds,status\n1,10,ok\n2,7,ok\n");
        return answer["answer"]["next"]["code"].toString();
    };
    const QString threads = code("none env 'OMP_NUM_THREADS={p}' ./heat"), processes = code("none python3 heat.py {p}"),
                  mpi = code("mpirun ./heat"), mpiPython = code("mpirun python3 heat.py"),
                  torch = code("torchrun train.py");
    QVERIFY(threads.contains("omp_get_thread_num()") && threads.contains("scalewright: rank=%d"));
    QVERIFY(processes.contains("time.perf_counter()") && processes.contains("scalewright: rank={worker}"));
    QVERIFY(mpi.contains("MPI_Wtime()") && mpi.contains("scalewright: rank=%d"));
    QVERIFY(mpiPython.contains("MPI.Wtime()") && mpiPython.contains("scalewright: rank={world.rank}"));
    QVERIFY(torch.contains("torch.cuda.synchronize()") && torch.contains("scalewright: rank={dist.get_rank()}"));
    QCOMPARE(code("unknown ./heat"), QString());
}

void tst_cli_attribute::formats()
{
    const QByteArray json = R"([{"p": 1, "time": 10}, {"p": 2, "time": 6}])";
    QVERIFY(runAttributeJson(json)["rows"] == runAttributeJson("p,time\n1,10\n2,6\n")["rows"]);
    QVERIFY(runAttributeJson(json, {"--format", "json"})["rows"] == runAttributeJson(json)["rows"]);
    QVERIFY(attribute(json, {"--format", "csv"}).status == 2);
    QVERIFY(attribute(json, {"--format", "xml"}).err.contains("extra-p"));
}

void tst_cli_attribute::errors_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("expectedText");
    QTest::newRow("negative") << QByteArray("p,time\n1,10\n2,-6\n") << QStringList{}
                              << QByteArray("standard input:3:3: time: -6 is negative");
    // A minus sign before a number is not a dash between words: no count may be read as its absolute value.
    for (const char* count : {"-1", "--1", "_4", "~4", "- 4", "-4 GPUs", "n -4"})
        QTest::newRow(count) << QByteArray("p,time\n1,8\n") + count + ",10\n2,5\n"
                             << QStringList{} << QByteArray("standard input:3:1: p: ");
    QTest::newRow("every row") << QByteArray("p,time\n-1,8\n1,8\n2,5\n-2,5\n") << QStringList{}
                               << QByteArray("standard input:5:1: p: \"-2\" is negative");
    QTest::newRow("zero") << QByteArray("p,time\n1,0\n") << QStringList{}
                          << QByteArray("standard input:2:3: time: 0 is zero");
    QTest::newRow("text") << QByteArray("p,time\n1,ten\n") << QStringList{}
                          << QByteArray("standard input:2:3: time: \"ten\"");
    QTest::newRow("parts exceed the time")
        << QByteArray("p,time,comp,comm\n1,10,9,0\n2,6,5,4\n") << QStringList{}
        << QByteArray("standard input:3:3: time: the parts sum to 9 s, more than the time of 6 s");
    QTest::newRow("map without a column")
        << bookLadder << QStringList{"--map", "p"} << QByteArray("--map: \"p\" maps no column");
    QTest::newRow("a column that is not there")
        << bookLadder << QStringList{"--map", "p=nodes"} << QByteArray("--map p: there is no column \"nodes\"");
    QTest::newRow("where without text") << bookLadder << QStringList{"--where", "model"}
                                        << QByteArray("--where: \"model\" is not a filter");
    QTest::newRow("empty") << QByteArray() << QStringList{} << QByteArray("standard input: holds no rows");
    QTest::newRow("a project without a ladder")
        << QByteArray("{\"format\": \"scalewright-project\", \"version\": 1}") << QStringList{}
        << QByteArray("/measurements/ladders: the project holds no measured ladder");
}

void tst_cli_attribute::errors()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, options);
    QFETCH(QByteArray, expectedText);
    const CliResult result = attribute(text, options);
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains(expectedText), result.err);
    QVERIFY(result.out.isEmpty());
}

void tst_cli_attribute::manyErrors()
{
    QByteArray text = "p,time\n";
    for (int i = 1; i <= 5000; ++i)
        text += QByteArray::number(i) + ",-1\n";
    const CliResult result = attribute(text);
    QCOMPARE(result.status, 2);
    QCOMPARE(result.err.count('\n'), 11);
    QVERIFY2(result.err.contains("and 4990 more"), result.err);
    QCOMPARE(runCli({"attribute", "/nowhere/ladder.csv"}).status, 2);
}

SCALEWRIGHT_TEST(tst_cli_attribute)
#include "tst_cli_attribute.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Runs diagnose through the real program. Expected values: exercise 41.2.3 worked by hand, Figure 41.2.1, and the
// contract's keys.
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

const QByteArray exercise =
    R"({"working_set_bytes": 8e9, "memory_bytes": 64e9, "step_time_s": 0.3, "io_time_s": 0.01, "flops": 6e12,
  "bytes_moved": 1.2e11, "peak_flops": 20e12, "memory_bandwidth_bytes_per_s": 800e9, "net_bytes": 4e9,
  "net_bandwidth_bytes_per_s": 25e9, "net_latency_s": 1e-5})";

QJsonObject testNamed(const QJsonObject& answer, const char* name)
{
    for (const QJsonValue& test : answer["path"].toArray())
        if (test.toObject()["test"] == QLatin1String(name))
            return test.toObject();
    return {};
}

}  // namespace

class tst_cli_diagnose : public QObject {
    Q_OBJECT

private slots:
    void contract();
    void standardInput();
    void aProject();
    void missingFile();
    void severalSteps();
    void answerAsText();
    void setOptionOnAProfile();
    void headlineShowsDoubts();
    void wrongAxisOptions();
    void listsOnlyTheMissedBudget();
    void writesToAFile();
    void mistakes_data();
    void mistakes();
};

void tst_cli_diagnose::contract()
{
    const QTemporaryDir folder;
    const CliResult run = runCli({"diagnose", "--json", writeFile(folder.filePath("profile.json"), exercise)});
    QCOMPARE(run.status, 0);
    QVERIFY(run.err.isEmpty());
    const QJsonObject answer = run.json();
    QCOMPARE(answer["schema"].toInt(), 1);
    QCOMPARE(answer["bottleneck"].toString(), "compute");
    QCOMPARE(answer["axis"].toString(), "training");
    QVERIFY(near(answer["intensity"], 50) && near(answer["ridge"], 25));
    const QJsonObject fits = testNamed(answer, "fits-in-memory");
    QCOMPARE(fits["answer"].toString(), "yes");
    QVERIFY(near(fits["left"], 8e9) && near(fits["right"], 64e9) && near(fits["margin"], 0.125));
    const QJsonObject ioTest = testNamed(answer, "io-dominates");
    QCOMPARE(ioTest["answer"].toString(), "no");
    QVERIFY(near(ioTest["left"], 0.01) && near(ioTest["right"], 0.15));
    const QJsonObject talks = testNamed(answer, "communication-dominates");
    QCOMPARE(talks["answer"].toString(), "no");
    QVERIFY(near(talks["left"], 0.16001) && near(talks["right"], 0.3) && near(talks["margin"], 0.16001 / 0.3));
    QVERIFY(near(testNamed(answer, "intensity-above-ridge")["margin"], 2));
    const QJsonArray next = answer["next"].toArray();
    QCOMPARE(next.size(), 3);
    QCOMPARE(next[0].toObject()["bottleneck"].toString(), "coordination");
    QVERIFY(near(next[0].toObject()["share"], 1));
    QCOMPARE(next[1].toObject()["bottleneck"].toString(), "memory-capacity");
    QVERIFY(near(next[1].toObject()["share"], 0.125 / (0.16001 / 0.3)));
    const QJsonObject workers = answer["workers"].toObject();
    QVERIFY(near(workers["comm_to_compute_at_2"], 0.16001 / 0.15));
    QCOMPARE(workers["ring_p_star"].toInt(), 1);
}

void tst_cli_diagnose::standardInput()
{
    const CliResult run = runCli({"diagnose", "-", "--json"}, exercise);
    QCOMPARE(run.status, 0);
    QCOMPARE(run.json()["bottleneck"].toString(), "compute");
    const CliResult broken = runCli({"diagnose", "-"}, "{");
    QCOMPARE(broken.status, 2);
    QVERIFY2(broken.err.contains("standard input:1:"), broken.err.constData());
}

void tst_cli_diagnose::aProject()
{
    const QJsonObject answer =
        runCli({"diagnose", "--json", sourceFile("resources/examples/thirteen-billion.scalewright")}).json();
    QCOMPARE(answer["bottleneck"].toString(), "memory-capacity");
    QCOMPARE(answer["axis"].toString(), "model");
    QCOMPARE(answer["path"].toArray().size(), 1);
    const QJsonArray wrong = answer["wrong_axes"].toArray();
    QCOMPARE(wrong.size(), 4);
    for (const QJsonValue& each : wrong) {
        QVERIFY(near(each.toObject()["cost_factor"], 4) && near(each.toObject()["footprint_bytes"], 208e9));
        QCOMPARE(each.toObject()["runs"].toBool(), false);
    }
    QVERIFY(near(answer["named_axis"].toObject()["footprint_bytes"], 52e9));
}

void tst_cli_diagnose::missingFile()
{
    const QJsonObject answer =
        runCli({"diagnose", "-", "--json"}, R"({"working_set_bytes": 3, "memory_bytes": 2})").json();
    for (const char* key : {"intensity", "ridge"}) {
        QVERIFY(answer.contains(key) && answer[key].isNull());
        QVERIFY(!answer[QString(key) + "_reason"].toString().isEmpty());
    }
    const QByteArray withoutNetBytes = QByteArray(exercise).replace("\"net_bytes\": 4e9,", "");
    const QJsonObject talks =
        testNamed(runCli({"diagnose", "-", "--json"}, withoutNetBytes).json(), "communication-dominates");
    QCOMPARE(talks["answer"].toString(), "not-applicable");
    for (const char* key : {"left", "right", "margin"})
        QVERIFY(talks[key].isNull() && !talks[QString(key) + "_reason"].toString().isEmpty());
}

void tst_cli_diagnose::severalSteps()
{
    const QByteArray text =
        R"({"working_set_bytes": 8e9, "memory_bytes": 64e9, "peak_flops": 20e12, "memory_bandwidth_bytes_per_s": 800e9,
      "steps": [{"name": "load", "step_time_s": 3, "io_time_s": 2.9, "flops": 0, "bytes_moved": 4e9},
                {"name": "train", "step_time_s": 1, "io_time_s": 0, "flops": 1.9e13, "bytes_moved": 1e11}]})";
    const QJsonObject answer = runCli({"diagnose", "-", "--json"}, text).json();
    QCOMPARE(answer["bottleneck"].toString(), "data-io");
    QCOMPARE(answer["dominating_step"].toString(), "load");
    QCOMPARE(answer["steps"].toArray().size(), 2);
    QVERIFY(near(answer["steps"].toArray()[0].toObject()["time_share"], 0.75));
    QCOMPARE(answer["steps"].toArray()[1].toObject()["bottleneck"].toString(), "compute");
}

void tst_cli_diagnose::answerAsText()
{
    // In the table of all five axes, the chosen one comes first.
    const CliResult brief = runCli({"diagnose", "-"}, exercise);
    QCOMPARE(brief.status, 0);
    QVERIFY2(brief.out.split('\n')[1].startsWith("training (chosen)"), brief.out.constData());
    QVERIFY2(brief.out.contains("50 FLOP per byte, 2.0× above the ridge"), brief.out.constData());
    const CliResult run = runCli({"diagnose", "-", "--explain"}, exercise);
    for (const char* words : {"0.160 s", "PyTorch DDP", "R(2)", "at most 1.03 times"})
        QVERIFY2(run.out.contains(words), words);
    QVERIFY(!run.out.contains("nan") && !run.out.contains("inf "));
    // 6 TFLOP at 20 TFLOP/s take 0.3 s, and the step works for 0.29 s: it is on the roof, so there is nothing to tune
    // first.
    const QJsonObject answer = runCli({"diagnose", "-", "--json"}, exercise).json();
    QCOMPARE(answer["tune_first"].toBool(true), false);
    QVERIFY(near(answer["of_roof"], 0.3 / 0.29));
}

void tst_cli_diagnose::setOptionOnAProfile()
{
    const QTemporaryDir folder;
    const QByteArray partly =
        R"({"title": "./a", "working_set_bytes": "8GB", "memory_bytes": "64GB", "step_time_s": 0.3, "io_time_s": 0.01})";
    const QString file = writeFile(folder.filePath("profile.json"), partly);
    const CliResult lacks = runCli({"diagnose", file});
    QCOMPARE(lacks.status, 2);
    for (const char* expectedText : {"/flops: ", "/peak_flops: ", "--set /flops=VALUE", "probe machine"})
        QVERIFY2(lacks.err.contains(expectedText), lacks.err.constData());
    QVERIFY2(!lacks.err.contains("expected probe"), lacks.err.constData());
    // The other four values of exercise 41.2.3.
    const CliResult run = runCli({"diagnose", file, "--json", "--set", "/flops=6TFLOP", "--set", "/bytes_moved=120GB",
                                  "--set", "/peak_flops=20TFLOP/s", "--set", "/memory_bandwidth_bytes_per_s=800GB/s"});
    QVERIFY2(run.status == 0, run.err.constData());
    QVERIFY(near(run.json()["intensity"], 50) && near(run.json()["ridge"], 25) && run.json()["certain"].toBool());
    const CliResult wrong = runCli({"diagnose", file, "--set", "/flop=6e12"});
    QCOMPARE(wrong.status, 2);
    QVERIFY2(wrong.err.contains("/flop") && wrong.err.contains("--set") && wrong.err.contains("/flops"),
             wrong.err.constData());
    const CliResult refused = runCli({"diagnose", file, "--set", "flops"});
    QVERIFY2(refused.status == 2 && refused.err.contains("is not a field and a value"), refused.err.constData());
}

void tst_cli_diagnose::headlineShowsDoubts()
{
    // 6e12 FLOP at 20 TFLOP/s take 0.3 s: 0.075 % of 399.99 s, the working time in a step of 400 s.
    const QJsonObject slow = runCli({"diagnose", "-", "--json"},
                                    QByteArray(exercise).replace("\"step_time_s\": 0.3", "\"step_time_s\": 400"))
                                 .json();
    QCOMPARE(slow["certain"].toBool(true), false);
    QCOMPARE(slow["answer"]["sure"]["clarity"].toString(), QString("not-known"));
    QCOMPARE(slow["tune_first"].toBool(), true);
    QVERIFY(near(slow["of_roof"], 0.3 / 399.99));
    QVERIFY(slow["answer"]["headline"].toString().contains("0.075 %"));
    // At a fifth of the roof, the advice is to tune one machine first; at a third it is not.
    for (const auto& [stepS, first] : {std::pair("1.51", true), {"0.91", false}}) {
        const QByteArray text =
            QByteArray(exercise).replace("\"step_time_s\": 0.3", "\"step_time_s\": " + QByteArray(stepS));
        QCOMPARE(runCli({"diagnose", "-", "--json"}, text).json()["tune_first"].toBool(), first);
    }
    const CliResult other =
        runCli({"diagnose", "-", "--json"}, QByteArray(exercise).replace("\"step_time_s\": 0.3, \"io_time_s\": 0.01",
                                                                         "\"step_time_s\": 0.003, \"io_time_s\": 0"));
    QVERIFY(!other.json()["certain"].toBool());
    QVERIFY(other.json()["warnings"].toArray().first().toString().contains("another device"));
    // The roof takes 0.3 s and the step 3 ms: 100 times. For a step of 0.25 s without reads it is 1.2 times, and the
    // verdict does not change.
    const QJsonObject aboveRoof = other.json();
    QVERIFY(aboveRoof["answer"]["headline"].toString().contains("100 times"));
    const QJsonObject close =
        runCli({"diagnose", "-", "--json"}, QByteArray(exercise).replace("\"step_time_s\": 0.3, \"io_time_s\": 0.01",
                                                                         "\"step_time_s\": 0.25, \"io_time_s\": 0"))
            .json();
    QVERIFY(near(close["of_roof"], 1.2) && !close["answer"]["headline"].toString().contains("times"));
}

void tst_cli_diagnose::wrongAxisOptions()
{
    const QByteArray tooLarge = R"({"working_set_bytes": "208GB", "memory_bytes": "80GB"})";
    const CliResult run = runCli({"diagnose", "-", "--devices", "8", "--price", "2", "--explain"}, tooLarge);
    QCOMPARE(run.status, 0);
    QVERIFY(run.out.simplified().contains("fails 8 times at 8 times the price: $16.00 per hour instead of $2.00"));
    QVERIFY(run.out.contains("26.0 GB per device"));
}

// The answer discusses latency only if latency is missed, and throughput only if throughput is missed.
void tst_cli_diagnose::listsOnlyTheMissedBudget()
{
    const auto answerOf = [](const char* latency, const char* throughput) {
        const QByteArray text = QByteArray(R"({"working_set_bytes": 1e9, "memory_bytes": 2e9, "latency_budget_s": 0.1,
            "throughput_target_per_s": 100, "latency_s": )") +
                                latency + R"(, "throughput_per_s": )" + throughput + "}";
        return runCli({"diagnose", "-", "--json"}, text).json();
    };
    const QJsonObject slow = answerOf("0.2", "200"), few = answerOf("0.05", "50");
    for (const QJsonObject& each : {slow, few})
        QCOMPARE(each["bottleneck"].toString(), "latency");
    QVERIFY(slow["answer"]["headline"].toString().startsWith("Latency"));
    QVERIFY(few["answer"]["headline"].toString().startsWith("Throughput"));
    QVERIFY2(!slow["named_axis"]["sentence"].toString().contains("requests per second"),
             qPrintable(slow["named_axis"]["sentence"].toString()));
    const QString replicas = few["named_axis"]["sentence"].toString();
    QVERIFY2(replicas.contains("200 requests per second; 100 requests per second") && !replicas.contains("0.1"),
             qPrintable(replicas));
}

void tst_cli_diagnose::writesToAFile()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("answer.json");
    const CliResult run = runCli({"diagnose", "-", "--json", "-o", file}, exercise);
    QCOMPARE(run.status, 0);
    QVERIFY(run.out.isEmpty());
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(QJsonDocument::fromJson(written.readAll()).object()["bottleneck"].toString(), "compute");
}

void tst_cli_diagnose::mistakes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("expectedText");
    QTest::newRow("no figure") << QByteArray("{}") << QStringList() << QByteArray("/working_set_bytes: ");
    QTest::newRow("missing step time") << QByteArray(exercise).replace("\"step_time_s\": 0.3, ", "") << QStringList()
                                       << QByteArray("/step_time_s: ");
    QTest::newRow("negative") << QByteArray(exercise).replace("6e12", "-1") << QStringList() << QByteArray("/flops: ");
    QTest::newRow("no devices") << exercise << QStringList{"--devices", "1"} << QByteArray("--devices: ");
    QTest::newRow("price") << exercise << QStringList{"--price", "nan"} << QByteArray("--price: ");
    QTest::newRow("empty") << QByteArray() << QStringList() << QByteArray("standard input");
    QTest::newRow("newer project") << QByteArray(R"({"format": "scalewright-project", "version": 99})") << QStringList()
                                   << QByteArray("version");
}

void tst_cli_diagnose::mistakes()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, options);
    QFETCH(QByteArray, expectedText);
    const CliResult run = runCli(QStringList{"diagnose", "-"} + options, text);
    QCOMPARE(run.status, 2);
    QVERIFY(run.out.isEmpty());
    QVERIFY2(run.err.contains(expectedText), run.err.constData());
}

SCALEWRIGHT_TEST(tst_cli_diagnose)
#include "tst_cli_diagnose.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// --set /pointer=value sets the same field of the same project in every command that reads one. Expected values: the
// printed optimum of section 41.4 (34 for alpha 0.8 ms, beta 40 ms, T_comp 1 s), closed forms given in each test, and
// exit status 2 for an invalid field or value.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

const QByteArray book =
    R"({"format": "scalewright-project", "version": 1, "baseline": {"t_comp_s": 1, "machine": {"memory_bytes": 64e9,
 "peak_flops": 1e12, "memory_bandwidth_bytes_per_s": 1e11}, "working_set_bytes": 8e9,
 "steps": [{"name": "step", "step_time_s": 1, "io_time_s": 0, "flops": 5e11, "bytes_moved": 1e10}]},
 "target": {"alpha_s": 0.0008, "bandwidth_bytes_per_s": 1e9, "price_usd_per_hour": 3.6}, "design": {"communication": {"message_bytes": 4e7}},
 "measurements": {"ladders": [{"name": "l", "scaling": "strong", "points": [{"p": 1, "time_s": 1}, {"p": 2, "time_s": 0.6}, {"p": 4, "time_s": 0.4}]}]}})";

}  // namespace

class tst_cli_set : public QObject {
    Q_OBJECT
private slots:
    void setsFieldsOfATable();
    void changesTheAnswer();
    void everyCommand_data();
    void everyCommand();
    void refused_data();
    void refused();
    void setsFieldsOfTheRequestedVariant();
};

void tst_cli_set::changesTheAnswer()
{
    QCOMPARE(runCli({"predict", "--json", "-"}, book).json()["p_star"].toInt(), 34);
    // The other column of Output 41.4.1: T(p) = 1/p + (p-1) (alpha + 2 beta/p); with alpha = 0 it only falls, towards 2
    // beta.
    const QJsonObject free = runCli({"predict", "--json", "--set", "/target/alpha_s=0", "-"}, book).json();
    QVERIFY(free["p_star_at_limit"].toBool());
    // A tenth of the latency, in a unit that people type. p* = sqrt((1 - 2 beta)/alpha) = 107.2.
    const QJsonObject ten = runCli({"predict", "--json", "--set", "/target/alpha_s=80us", "-"}, book).json();
    QCOMPARE(ten["p_star"].toInt(), 107);
    const QJsonObject computed =
        runCli({"predict", "--json", "--set", "/target/alpha_s=(3+1) * 20 us", "-"}, book).json();
    QCOMPARE(computed["p_star"].toInt(), 107);
    const QStringList direct{"--t-comp", "2 * 0.5 s", "--alpha", "8 * 0.1 ms", "--beta", "40 ms * 2 / 2"};
    QCOMPARE(runCli(QStringList{"predict", "--json"} + direct).json()["p_star"].toInt(), 34);
    QCOMPARE(runCli({"predict", "--json", "--set", "/plan/p=5", "-"}, book).json()["plan_p"].toInt(), 5);
    QCOMPARE(runCli({"predict", "--json", "--set", "/design/communication/pattern=gossip", "-"}, book)
                 .json()["pattern"]
                 .toString(),
             QString("gossip"));
}

void tst_cli_set::everyCommand_data()
{
    QTest::addColumn<QStringList>("command");
    for (const char* command :
         {"predict", "diagnose", "validate", "cost", "attribute", "fit", "design check", "design show", "design price"})
        QTest::newRow(command) << QString::fromLatin1(command).split(' ');
    QTest::newRow("design compare") << QStringList{"design", "compare", "--case-study", "recommendation"};
}

void tst_cli_set::everyCommand()
{
    QFETCH(QStringList, command);
    const CliResult plain = runCli(command + QStringList{"-"}, book);
    const CliResult set = runCli(command + QStringList{"--set", "/baseline/working_set_bytes=9GB", "-"}, book);
    QVERIFY2(plain.status < 2, plain.err.constData());
    QVERIFY2(set.status == plain.status, set.err.constData());
    const CliResult wrong = runCli(command + QStringList{"--set", "/baseline/working_set_bytes=-9GB", "-"}, book);
    QCOMPARE(wrong.status, 2);
    QVERIFY2(wrong.err.contains("/baseline/working_set_bytes") && wrong.err.contains("negative"),
             wrong.err.constData());
}

void tst_cli_set::refused_data()
{
    QTest::addColumn<QString>("edit");
    QTest::addColumn<QByteArray>("expectedText");
    QTest::newRow("no such field") << "/target/alfa_s=1us" << QByteArray("/target/alpha_s");
    QTest::newRow("no such step") << "/baseline/steps/3/flops=1" << QByteArray("/baseline/steps/3/flops");
    QTest::newRow("another unit") << "/target/alpha_s=1GB" << QByteArray("/target/alpha_s");
    QTest::newRow("outside its range") << "/baseline/io_dominates_at=2.5" << QByteArray("2.5 is not a share");
    QTest::newRow("half a worker") << "/plan/p=2.5" << QByteArray("/plan/p");
    QTest::newRow("no value") << "/target/alpha_s" << QByteArray("is not a field and a value");
    QTest::newRow("no pointer") << "alpha=1us" << QByteArray("is not a field and a value");
}

void tst_cli_set::refused()
{
    QFETCH(QString, edit);
    QFETCH(QByteArray, expectedText);
    const CliResult result = runCli({"validate", "--set", edit, "-"}, book);
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains(expectedText), result.err.constData());
    QVERIFY2(result.err.contains("--set"), result.err.constData());
}

void tst_cli_set::setsFieldsOfTheRequestedVariant()
{
    QByteArray two = book;
    two.insert(
        two.size() - 1,
        R"(, "variants": [{"name": "B", "design": {"communication": {"pattern": "gossip", "neighbours": 2, "message_bytes": 4e7}}}])");
    const QJsonObject b =
        runCli({"design", "show", "--json", "--variant", "B", "--set", "/design/communication/neighbours=5", "-"}, two)
            .json();
    QCOMPARE(b["variant"].toString(), QString("B"));
    QVERIFY(QJsonDocument(b).toJson().contains("\"5\""));
}

/// A table has no fields to set.
void tst_cli_set::setsFieldsOfATable()
{
    const CliResult result = runCli({"attribute", "-", "--set", "/a/b=1"}, bookLadder);
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("--set: is not a project, but --set sets a project's fields") &&
                 !result.err.contains("JSON"),
             result.err.constData());
}

SCALEWRIGHT_TEST(tst_cli_set)
#include "tst_cli_set.moc"

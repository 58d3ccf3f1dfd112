// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes, the link between them, buckets and several exchanges on the command line. Expected: hand arithmetic next to
 // each number.
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include <cmath>

#include "tests/cli/cli_run.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright;
using scalewright::test::near;
using test::CliResult;
using test::runCli;

namespace {

QJsonObject runJson(const QStringList& arguments, const QByteArray& input = {})
{
    return runCli(arguments + QStringList{"--json"}, input).json();
}

const QStringList hierarchy{"predict",
                            "--t-comp",
                            "100s",
                            "--bytes",
                            "14GB",
                            "--pattern",
                            "hierarchical-all-reduce",
                            "--workers-per-node",
                            "8",
                            "--alpha",
                            "3us",
                            "--bandwidth",
                            "450GB/s",
                            "--alpha2",
                            "10us",
                            "--bandwidth2",
                            "50GB/s",
                            "--price",
                            "23.6",
                            "--steps",
                            "1000",
                            "--p",
                            "8,9"};
const QStringList links{"--alpha",  "0", "--bytes",      "14GB",  "--bandwidth", "300GB/s", "--workers-per-node", "8",
                        "--alpha2", "0", "--bandwidth2", "25GB/s"};

}  // namespace

class tst_cli_two_levels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Eight workers are one node: 1000 steps of 12.5 s + 2 (7 x 3 us + 7/8 x 14/450 s) at 23.6 USD an hour; nine need
    // two nodes.
    void chargesWholeNodes()
    {
        const QJsonObject answer = runJson(hierarchy);
        const QJsonArray rows = answer["rows"].toArray();
        const double step = 12.5 + 2 * (7 * 3e-6 + 0.875 * 14.0 / 450);
        QCOMPARE(rows[0].toObject()["nodes"].toInt(), 1);
        QVERIFY(near(rows[0].toObject()["cost"], 23.6 * 1000 * step / 3600));
        QVERIFY(near(rows[0].toObject()["cost"], 82.3, 1e-3));
        QCOMPARE(rows[1].toObject()["nodes"].toInt(), 2);
        QCOMPARE(answer["inputs"].toObject()["workers_per_node"].toInt(), 8);
        const CliResult text = runCli(hierarchy + QStringList{"--explain"});
        QVERIFY(QString::fromUtf8(text.out).contains("a node holds 8, and ceil(p/8) nodes are charged"));
    }

    void flatPatternsLeaveTheNode()
    {
        const auto seconds = [&](const char* pattern, const QStringList& more = {}) {
            const QJsonObject answer =
                runJson(QStringList{"collective", "--pattern", pattern, "--p", "64"} + links + more);
            return answer["rows"].toArray()[0].toObject()["seconds"];
        };
        QVERIFY(near(seconds("ring-all-reduce"), 2 * 63.0 / 64 * 0.56));  // 1.10 s
        QVERIFY(near(seconds("rabenseifner-all-reduce"), 2 * (7.0 / 8 * 14 / 300 + 7.0 / 64 * 0.56)));
        QVERIFY(near(seconds("rabenseifner-all-reduce", {"--shared-network-card"}),
                     2 * (7.0 / 8 * 14 / 300 + 7.0 / 8 * 0.56)));
        QVERIFY(near(seconds("ring-all-reduce", {"--shared-network-card", "--oversubscription", "2"}),
                     4 * 63.0 / 64 * 0.56));
        const QJsonObject answer =
            runJson(QStringList{"predict", "--t-comp", "10", "--pattern", "ring-all-reduce"} + links);
        QCOMPARE(answer["sensitivity"].toArray().size(), 5);
    }

    void bucketsAndExchanges()
    {
        // A ring of four workers with ten buckets: 10 x 6 x 1 ms + 1.5 x 0.4 s.
        QJsonObject answer = runJson({"collective", "--pattern", "ring-all-reduce", "--p", "4", "--alpha", "1ms",
                                      "--beta", "0.4", "--buckets", "10"});
        QVERIFY(near(answer["rows"].toArray()[0].toObject()["seconds"], 0.66));
        // 2 x 8 (1 ms + 1/4 ms) at the servers and 14 ms + 7/4 x 2 ms in the ring.
        answer = runJson({"predict", "--t-comp", "1", "--alpha", "1ms", "--bytes", "1MB", "--bandwidth", "1GB/s",
                          "--pattern", "parameter-server", "--shards", "4", "--exchange", "ring-all-reduce=2MB", "--p",
                          "8"});
        QVERIFY(near(answer["rows"].toArray()[0].toObject()["t_comm"], 0.0375));
        QCOMPARE(answer["exchanges"].toArray().size(), 2);
        QCOMPARE(answer["exchanges"].toArray()[1].toObject()["pattern"].toString(), QStringLiteral("ring-all-reduce"));
    }

    void weakScalingHasALandmark()
    {
        const QJsonObject answer =
            runJson({"predict", "--t-comp", "1", "--alpha", "0", "--beta", "40ms", "--scaling", "weak"});
        QVERIFY(answer["p_star_at_limit"].toBool() && answer["knee_at_limit"].toBool() &&
                answer["p_efficient_at_limit"].toBool());
        QVERIFY(answer["plan_p_reason"].toString().contains("the model shows no place to stop"));
        // With alpha 10 ms, E >= 0.8 as long as 0.01 (p-1) + 0.08 (p-1)/p <= 0.25, that is up to p = 18.
        const QJsonObject falling =
            runJson({"predict", "--t-comp", "1", "--alpha", "10ms", "--beta", "40ms", "--scaling", "weak"});
        QCOMPARE(falling["p_efficient"].toInt(), 18);
        QVERIFY(!falling["p_efficient_at_limit"].toBool());
        const QJsonObject book = runJson({"predict", "--t-comp", "1", "--alpha", "0.8ms", "--beta", "40ms"});
        QVERIFY(!book["knee_at_limit"].toBool());
        QCOMPARE(book["rows"].toArray()[3].toObject()["nodes"].toInt(), 8);
    }

    void ladders()
    {
        // 8 s and 2 s, four workers per node, 3600 USD an hour: one node in both cases.
        const QJsonObject answer =
            runJson({"cost", "-", "--price", "3600", "--workers-per-node", "4"}, "p,time\n1,8\n4,2\n5,2\n");
        const QJsonArray rows = answer["rows"].toArray();
        QVERIFY(near(rows[0].toObject()["cost"], 8) && near(rows[1].toObject()["cost"], 2) &&
                near(rows[2].toObject()["cost"], 4));
        QCOMPARE(answer["cost_optimal_p"].toInt(), 4);
    }

    void errors_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("expectedText");
        const QStringList ring{"collective", "--pattern", "ring-all-reduce", "--p", "8",
                               "--alpha",    "1us",       "--beta",          "1ms"};
        QTest::newRow("no workers") << ring + QStringList{"--alpha2", "2us", "--beta2", "2ms"} << "--workers-per-node";
        QTest::newRow("no alpha2") << ring + QStringList{"--workers-per-node", "4", "--beta2", "2ms"} << "--alpha2";
        QTest::newRow("workers alone") << ring + QStringList{"--workers-per-node", "4"} << "--beta2";
        QTest::newRow("oversubscription")
            << ring + QStringList{"--workers-per-node", "4",  "--alpha2", "2us", "--beta2", "2ms",
                                  "--oversubscription", "0.5"}
            << "--oversubscription";
        const QStringList predict{"predict", "--t-comp", "1",           "--alpha", "1us",
                                  "--bytes", "1MB",      "--bandwidth", "1GB/s"};
        QTest::newRow("exchange without bytes")
            << predict + QStringList{"--exchange", "ring-all-reduce"} << "PATTERN=BYTES";
        QTest::newRow("exchange of no pattern") << predict + QStringList{"--exchange", "star=1MB"} << "star";
        QTest::newRow("exchange with a slip") << predict + QStringList{"--exchange", "shuffle=1MB,shard=2"} << "shard";
        QTest::newRow("efficiency") << predict + QStringList{"--efficiency", "1.5"} << "--efficiency";
        QTest::newRow("exchange and beta")
            << QStringList{"predict", "--t-comp", "1", "--alpha", "0", "--beta", "1ms", "--exchange", "shuffle=1MB"}
            << "--bytes and --bandwidth";
    }
    void errors()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, expectedText);
        const CliResult run = runCli(arguments);
        QCOMPARE(run.status, 2);
        QVERIFY2(QString::fromUtf8(run.err).contains(expectedText), run.err);
    }
};

SCALEWRIGHT_TEST(tst_cli_two_levels)
#include "tst_cli_two_levels.moc"

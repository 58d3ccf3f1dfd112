// SPDX-License-Identifier: GPL-3.0-or-later
// predict with designs that add terms. Expected values: closed forms, and the book's values if the design adds nothing.
#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

#include "tests/cli/cli_run.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

QByteArray projectWith(const QByteArray& target, const QByteArray& more, const QByteArray& plan = "{}")
{
    return "{\"format\": \"scalewright-project\", \"version\": 1, \"baseline\": {\"t_comp_s\": 1}, \"target\": "
           "{\"alpha_s\": 0.0008,"
           " \"bandwidth_bytes_per_s\": 1e9" +
           target +
           "}, \"design\": {\"communication\": {\"pattern\": \"book-ring-all-reduce\", \"message_bytes\": 4e7}" + more +
           "}, \"plan\": " + plan + "}";
}

QJsonObject predict(const QByteArray& input, const QStringList& more = {})
{
    return runCli(QStringList{"predict", "-", "--json"} + more, input).json();
}

QJsonObject rowAtP(const QJsonObject& answer, int p)
{
    for (const QJsonValue& row : answer["rows"].toArray())
        if (row["p"].toInt() == p)
            return row.toObject();
    return {};
}

}  // namespace

class tst_cli_terms : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void termsAreZeroWithoutADesign()
    {
        const QJsonObject answer = predict(projectWith("", ""));
        QVERIFY(answer["terms"]["priced"].toArray().isEmpty() && answer["terms"]["notes"].toArray().isEmpty());
        for (const QJsonValue& row : answer["rows"].toArray())
            for (const char* key : {"t_wait", "t_coordination", "t_failure", "t_comm_hidden"})
                QVERIFY(row[QLatin1String(key)].isDouble() && row[QLatin1String(key)].toDouble(-1) == 0);
        const QByteArray text = runCli({"predict", "-", "--explain"}, projectWith("", "")).out;
        for (const char* word : {"waiting (s)", "failures", "hidden", "design"})
            QVERIFY2(!text.contains(word), word);
    }

    void waitsAtABarrier()
    {
        // Exponential jitter of 10 ms is multiplied by H_p - 1, which is 13/12 at p = 4.
        const QJsonObject answer =
            predict(projectWith("", ", \"load_balancing\": {\"jitter_s\": 0.01, \"jitter_shape\": \"exponential\"}"));
        const QJsonObject row = rowAtP(answer, 4);
        QVERIFY(std::abs(row["t_wait"].toDouble() - 0.01 * 13 / 12) < 1e-12);
        QVERIFY(std::abs(row["t_step"].toDouble() - (0.3124 + 0.01 * 13 / 12)) < 1e-12);
        QVERIFY(answer["p_star"].toInt() < 34);
        QCOMPARE(answer["terms"]["priced"][0]["term"].toString(), "waiting");
        QVERIFY(answer["terms"]["priced"][0]["formula"].toString().contains("H_p"));
        QVERIFY(answer["p_star_continuous"].isNull());
        const QByteArray text =
            runCli({"predict", "-", "--explain"}, projectWith("", ", \"load_balancing\": {\"jitter_s\": 0.01}")).out;
        QVERIFY(text.contains("waiting (s)") && text.contains("jitter of 10.0 ms") && !text.contains("failures (s)"));
    }

    void synchronousPaysWhatStalenessHides()
    {
        // Exercise 41.4.3: the same design with its consistency forced to synchronous.
        const auto with = [](const char* consistency) {
            return predict(
                projectWith("", QByteArray(", \"consistency\": {\"choices\": [{\"option\": \"") + consistency +
                                    "\"}], \"staleness_steps\": 4}, \"load_balancing\": {\"jitter_s\": 0.02}"));
        };
        const QJsonObject strict = with("synchronous");
        const QJsonObject boundedStaleness = with("bounded-staleness");
        const QJsonObject loose = with("asynchronous");
        QVERIFY(strict["p_star"].toInt() < boundedStaleness["p_star"].toInt());
        QCOMPARE(loose["p_star"].toInt(), 34);
        QVERIFY(strict["speedup_at_p_star"].toDouble() < boundedStaleness["speedup_at_p_star"].toDouble());
        QVERIFY(boundedStaleness["speedup_at_p_star"].toDouble() < loose["speedup_at_p_star"].toDouble());
    }

    void overlapHidesCommunication()
    {
        const QJsonObject row = rowAtP(predict(projectWith("", "").replace("\"message_bytes\": 4e7",
                                                                           "\"message_bytes\": 4e7, \"overlap\": 1, "
                                                                           "\"backward_share\": 0.5")),
                                       8);
        // T_comm(8) = 0.0756, of which 0.5/8 is hidden.
        QVERIFY(std::abs(row["t_comm_hidden"].toDouble() - 0.0625) < 1e-12);
        QVERIFY(std::abs(row["t_comm"].toDouble() - 0.0131) < 1e-12);
        QVERIFY(std::abs(row["comm_to_compute"].toDouble() - 0.0131 * 8) < 1e-12);
    }

    void endlessFailuresAreReportedAsText()
    {
        const QByteArray input =
            projectWith(", \"node_mtbf_s\": 3600, \"price_usd_per_hour\": 2", "", "{\"steps\": 1000000}");
        const CliResult result = runCli({"predict", "-", "--json"}, input);
        QCOMPARE(result.status, 0);
        QVERIFY(!result.out.contains("inf") && !result.out.contains("nan"));
        const QJsonObject row = rowAtP(result.json(), 64);
        QVERIFY(row["t_step"].isNull() && row["cost"].isNull());
        QVERIFY(row["t_step_reason"].toString().startsWith("never finishes: at p = 64 a node fails every 56."));
        QVERIFY(row["cost_reason"].toString().startsWith("never finishes"));
        const QByteArray text = runCli({"predict", "-", "--plan", "64", "--explain"}, input).out;
        QVERIFY2(text.contains("ever finishes: at p = 64"), text.constData());
        QVERIFY(!QString::fromUtf8(text).contains(QRegularExpression("\\b(inf|nan)\\b")));
    }

    void namesMissingInputs()
    {
        const CliResult result =
            runCli({"predict", "-"},
                   projectWith(", \"node_mtbf_s\": 1e6",
                               ", \"fault_tolerance\": {\"choices\": [{\"option\": \"checkpoint-restart\"}]}"));
        QCOMPARE(result.status, 2);
        QVERIFY(result.err.contains("/design/fault_tolerance/checkpoint_s"));
        const QJsonObject noted = predict(projectWith(", \"node_mtbf_s\": 1e6", ""));
        QVERIFY(noted["terms"]["notes"][0].toString().contains("/plan/steps"));
    }
};

SCALEWRIGHT_TEST(tst_cli_terms)
#include "tst_cli_terms.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Fixes, remedies, variants and the plan's options through the real program.
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

QString exampleFile(const char* name)
{
    return sourceFile(QStringLiteral("resources/examples/%1.scalewright").arg(QLatin1String(name)));
}

bool finds(const QJsonObject& answer, const char* rule)
{
    for (const QJsonValue& finding : answer["findings"].toArray())
        if (finding["rule"].toString() == QLatin1String(rule))
            return true;
    return false;
}

// T_comp 1 s, alpha 0.8 ms, beta 40 ms (Output 41.4.1), 1000 steps at 3.20 USD an hour: at p = 13 a run takes 160.37 s
// and costs $1.853.
QByteArray planned(const QByteArray& plan, const QByteArray& goal)
{
    return R"({"format": "scalewright-project", "version": 1, "baseline": {"t_comp_s": 1},
        "target": {"alpha_s": 0.0008, "bandwidth_bytes_per_s": 25e9, "price_usd_per_hour": 3.2},
        "design": {"communication": {"message_bytes": 1e9}}, "goal": )" +
           goal + R"(, "plan": )" + plan + "}";
}

}  // namespace

class tst_cli_proposals : public QObject {
    Q_OBJECT

private slots:
    void writesTheFixNextToTheProject()
    {
        QTemporaryDir folder;
        const QString input = folder.filePath("missed.scalewright"), output = folder.filePath("fixed.scalewright");
        writeFile(input, planned(R"({"p": 13, "steps": 1000})", R"({"deadline_s": 150})"));
        const QByteArray before = scalewright::test::contentOf(input);
        QVERIFY(finds(runCli({"design", "check", input, "--json"}).json(), "plan-misses-a-goal"));
        QCOMPARE(runCli({"design", "check", input, "--fix", "plan-misses-a-goal", "-o", output}).status, 0);
        QCOMPARE(scalewright::test::contentOf(input), before);
        QVERIFY(!finds(runCli({"design", "check", output, "--json"}).json(), "plan-misses-a-goal"));
        // T(p) = 1/p + 0.0008 (p - 1) + 0.08 (p - 1)/p: T(15) = 0.1525, T(16) = 0.1495 <= 0.15, the smallest p and
        // therefore the cheapest.
        const QJsonObject answer = runCli({"predict", output, "--json"}).json();
        QCOMPARE(answer["plan_p"].toInt(), 16);
        QCOMPARE(answer["goal"][0]["name"].toString(), "deadline");
        QVERIFY(answer["goal"][0]["met"].toBool());
        QVERIFY(!finds(runCli({"design", "check", input, "--json"}).json(), "no-such-rule"));
        QCOMPARE(runCli({"design", "check", input, "--fix", "no-such-rule"}).status, 2);
    }

    void neverOverwritesItsInput()
    {
        QTemporaryDir folder;
        const QString input = folder.filePath("plan.scalewright");
        writeFile(input, planned(R"({"p": 13, "steps": 1000})", R"({"deadline_s": 150})"));
        const QByteArray before = scalewright::test::contentOf(input);
        for (const QStringList& command : {QStringList{"design", "check", input, "--fix", "plan-misses-a-goal"},
                                           QStringList{"predict", input}, QStringList{"design", "show", input}}) {
            const CliResult result = runCli(command + QStringList{"-o", input});
            QCOMPARE(result.status, 2);
            QVERIFY2(result.err.contains("was read by this command"), result.err);
            QCOMPARE(scalewright::test::contentOf(input), before);
        }
    }

    void remediesStateAssumptionsAndPredictions()
    {
        const QString student = exampleFile("student-41.7");
        const QJsonArray remedies = runCli({"attribute", student, "--remedies", "--json"}).json()["remedies"].toArray();
        QVERIFY(!remedies.isEmpty());
        int proposed = 0;
        for (const QJsonValue& remedy : remedies) {
            QVERIFY(!remedy["assumes"].toString().isEmpty());
            if (!remedy["proposes"].toBool()) {
                QVERIFY(remedy["p_star"].isNull());
                continue;
            }
            ++proposed;
            const QJsonObject priced =
                runCli({"design", "price", student, "--remedy", remedy["id"].toString(), "--json"}).json();
            QCOMPARE(priced["variant"].toString(), remedy["id"].toString());
            QCOMPARE(priced["p_star"].toInt(), remedy["p_star"].toInt());
            QCOMPARE(priced["plan_p"].toInt(), remedy["plan_p"].toInt());
        }
        QVERIFY(proposed > 0);
        QCOMPARE(runCli({"design", "price", student, "--remedy", "magic"}).status, 2);
        QCOMPARE(runCli({"attribute", "-", "--remedies"}, "p,time\n1,800\n2,430\n4,260\n").status, 2);
    }

    // System A, p = 8: 100 + 7 x 3 + 0.56 = 121.56 ms. Two buckets take 42.56 ms, of which the last half, 21.28 ms,
    // cannot be hidden: 121.28 ms, 0.2 % less. At best, p = 16: 50 + 90.6 - 26.7 ms instead of 95.6 ms. Not worth
    // offering. A stencil has no backward pass to hide behind.
    void doesNotOfferALosingRemedy()
    {
        const auto overlapOf = [](const char* example) {
            const QJsonArray remedies =
                runCli({"attribute", exampleFile(example), "--remedies", "--json"}).json()["remedies"].toArray();
            for (const QJsonValue& remedy : remedies)
                if (remedy["id"].toString() == "overlap")
                    return remedy.toObject();
            return QJsonObject();
        };
        const QJsonObject constructed = overlapOf("system-a");
        QVERIFY(!constructed.isEmpty() && !constructed["proposes"].toBool());
        QVERIFY2(constructed["assumes"].toString().contains("8.37"), qPrintable(constructed["assumes"].toString()));
        QVERIFY(runCli({"design", "price", exampleFile("system-a"), "--remedy", "overlap"}).status != 0);
        const QJsonObject stencil = overlapOf("heat-lumi");
        QVERIFY(!stencil.isEmpty());
        QVERIFY2(!stencil["assumes"].toString().contains("backward"), qPrintable(stencil["assumes"].toString()));
        QVERIFY(!stencil["assumes"].toString().contains("PyTorch"));
    }

    void readsVariantsWhereverAProjectIsRead()
    {
        const QString student = exampleFile("student-41.7");
        const QString name = "B: sixteen nodes";
        QCOMPARE(runCli({"predict", student, "--variant", name, "--json"}).json()["plan_p"].toInt(), 16);
        QCOMPARE(runCli({"cost", student, "--variant", name, "--json"}).json()["plan_p"].toInt(), 16);
        QCOMPARE(runCli({"diagnose", student, "--variant", "C"}).status, 2);
        QCOMPARE(runCli({"cost", student, "--variant", "C"}).status, 2);
    }

    // A goal option makes the plan choose again; an option with p fixes it.
    void optionsBeatTheFile()
    {
        const QByteArray ladder =
            R"({"format": "scalewright-project", "version": 1, "target": {"price_usd_per_hour": 3.2}, "plan": {"p": 8},
            "measurements": {"ladders": [{"scaling": "strong", "points": [{"p": 1, "time_s": 800}, {"p": 4, "time_s": 260}, {"p": 8, "time_s": 206}]}]}})";
        const auto planOf = [&](const QStringList& options) {
            return runCli(QStringList{"cost", "-", "--json"} + options, ladder).json()["plan_p"].toInt();
        };
        QCOMPARE(planOf({}), 8);
        QCOMPARE(planOf({"--deadline", "300"}), 4);  // the cheaper of 260 s and 206 s
        QCOMPARE(planOf({"--plan", "1"}), 1);
        QCOMPARE(planOf({"--plan", "8", "--deadline", "300"}), 8);
    }

    void curveIsAnOption()
    {
        QCOMPARE(runCli({"predict", "-", "--json"}, planned(R"({"curve": "guessed"})", "{}")).status, 2);
        QCOMPARE(
            runCli({"predict", exampleFile("output-41.7.2"), "--json"}).json()["plan"].toObject()["curve"].toString(),
            "measured");
    }
};

SCALEWRIGHT_TEST(tst_cli_proposals)
#include "tst_cli_proposals.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What every command prints by default: one table and a few short lines. Everything else is printed only with
// --explain, and only the headline with --quiet; the JSON contains "answer".
#include <QDir>
#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

constexpr qsizetype maximumLines = 8, maximumWords = 60, widest = 100;

/// A symbol on its own is not counted as a word: "71 %" is one word.
qsizetype countWords(const QString& text)
{
    static const QRegularExpression word(QStringLiteral("\\S*[\\p{L}\\p{N}]\\S*"));
    qsizetype words = 0;
    for (auto each = word.globalMatch(text); each.hasNext(); each.next())
        ++words;
    return words;
}

/// The parts of an answer that a person reads: label and text.
QList<std::pair<QString, QString>> textsOfAnswer(const QJsonObject& answer)
{
    QList<std::pair<QString, QString>> texts{{"headline", answer["headline"].toString()},
                                             {"because", answer["because"].toString()},
                                             {"next", answer["next"]["says"].toString()},
                                             {"why", answer["sure"]["why"].toString()}};
    for (const QJsonValue& fact : answer["details"].toArray())
        texts.append({fact["label"].toString(fact["kind"].toString()), fact["says"].toString()});
    return texts;
}

/// The lines after the table; the table, if there is one, ends with an empty line.
QStringList linesAfterTable(const QByteArray& out)
{
    const QStringList lines = QString::fromUtf8(out).trimmed().split('\n');
    return lines.mid(lines.indexOf(QString()) + 1);
}

}  // namespace

class tst_cli_answers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void suggestsSpelling_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("suggestion");
        QTest::newRow("command") << QStringList{"predcit"} << QByteArray("predict");
        QTest::newRow("nested command") << QStringList{"design", "chek"} << QByteArray("check");
        QTest::newRow("option") << QStringList{"predict", "--alhpa", "3"} << QByteArray("--alpha");
        QTest::newRow("option with its value") << QStringList{"predict", "--p-mx=3"} << QByteArray("--p-max");
    }

    void suggestsSpelling()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, suggestion);
        const CliResult result = runCli(arguments);
        QCOMPARE(result.status, 2);
        QVERIFY2(result.err.contains("expected " + suggestion), result.err);
        QCOMPARE(result.err.count('\n'), 1);
    }

    // Checks what the Tab key completes in a real bash.
    void completion()
    {
        const auto completed = [](const QString& words) {
            const CliResult result = runShell(
                QStringLiteral("bash -c 'source <(\"$CLI\" completion bash); COMP_WORDS=(scalewright-cli %1); "
                               "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _scalewright_cli; echo \"${COMPREPLY[*]}\"'")
                    .arg(words));
            return result.out.trimmed();
        };
        QCOMPARE(completed("desi"), QByteArray("design"));
        QCOMPARE(completed("design ch"), QByteArray("check"));
        QCOMPARE(completed("predict --alp"), QByteArray("--alpha --alpha2"));
        QCOMPARE(completed("predict x.scalewright --p-"), QByteArray("--p-max"));
        for (const char* shell : {"zsh", "fish"})
            QVERIFY(runCli({"completion", shell}).out.contains("build-or-buy"));
        QCOMPARE(runCli({"completion", "csh"}).status, 2);
    }

    void sentences_data()
    {
        QTest::addColumn<QString>("project");
        const QDir folder(sourceFile("resources/examples"));
        for (const QString& name : folder.entryList({"*.scalewright"}, QDir::Files))
            QTest::newRow(qPrintable(name)) << folder.filePath(name);
    }

    // No sentence may have more than 25 words or contain a phrase that voice.md forbids, and no sentence may appear
    // twice under one label.
    void sentences()
    {
        QFETCH(QString, project);
        const QRegularExpression end(QStringLiteral("(?<=[.!?;])\\s+|\\n"));
        for (const char* command :
             {"predict", "diagnose", "attribute", "fit", "design check", "design show", "design price",
              "timeline simulate --steps 2", "validate", "cost --price 3.2",
              "cost --price 3.2 --regime on-demand --regime spot --regime owned --hour-value 12", "carbon", "size"}) {
            const CliResult result = runCli(QString(command).split(' ') + QStringList{project, "--json"});
            if (result.status == 2)
                continue;  // the project has no data for this answer
            const QJsonObject answer = result.json()["answer"].toObject();
            QVERIFY2(!answer.isEmpty(), command);
            QVERIFY2(countWords(answer["headline"].toString()) <= 14, qPrintable(answer["headline"].toString()));
            QSet<QString> seenSentences;
            for (const auto& [label, text] : textsOfAnswer(answer)) {
                if (text.startsWith("because: ") || text.startsWith("rejected: "))
                    continue;  // text from the project itself
                for (const QString& sentence : text.split(end, Qt::SkipEmptyParts)) {
                    const qsizetype words = countWords(sentence);
                    const QByteArray location = QByteArray(command) + ", " + label.toUtf8() + ": " + sentence.toUtf8();
                    QVERIFY2(words <= 25, location);
                    for (const char* phrase : {"nobody said", "is told by", "comes to ", " of it.", " of it,",
                                               "stands in", "in no time", "that of "})
                        QVERIFY2(!sentence.contains(QLatin1String(phrase)), location);
                    QVERIFY2(words < 4 || !seenSentences.contains(label + sentence), location);
                    seenSentences.insert(label + sentence);
                }
            }
        }
    }

    // Output 41.4.1 at the knee, p = 9: S = 1/(1/9 + 0.0064 + 0.0711) = 5.30 is in the headline and is printed only
    // once.
    void printsPlannedSpeedupOnce()
    {
        const QJsonObject answer =
            runCli({"predict", examplePath("output-41.4.1"), "--json"}).json()["answer"].toObject();
        QVERIFY(answer["headline"].toString().contains("5.3"));
        bool planned = false;
        for (const auto& [label, text] : textsOfAnswer(answer)) {
            planned = planned || label == "plan p";
            QVERIFY2(label != "plan p" || !text.contains("5.3"), qPrintable(text));
        }
        QVERIFY(planned);
    }

    void theAnswerFirst_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const auto row = [](const QString& line) { QTest::newRow(qPrintable(line)) << line.split(' '); };
        for (const char* project : {"output-41.4.1", "heat-lumi", "resnet-50-k80", "student-a"})
            for (const char* command : {"predict", "design check", "design show", "design price", "timeline simulate"})
                row(QString("%1 %2").arg(command, examplePath(project)));
        for (const char* project : {"exercise-41.2.1-a", "exercise-41.2.1-c", "exercise-41.2.3", "heat-lumi",
                                    "output-41.2.1", "resnet-50-k80", "student-b", "thirteen-billion"})
            row("diagnose " + examplePath(project));
        for (const char* project : {"heat-lumi", "output-41.7.2", "resnet-50-k80", "student-41.7", "system-c"})
            for (const char* command : {"attribute", "fit"})
                row(QString("%1 %2").arg(command, examplePath(project)));
        row("attribute --what-if communication --remedies " + examplePath("student-41.7"));
        row("fit --model amdahl " + examplePath("heat-lumi"));
        for (const char* command : {"predict", "design show"})
            row(QString("%1 %2").arg(command, examplePath("recommendation")));
        row("design check --variant all-reduce " + examplePath("student-b"));
        row("design compare --right-variant all-reduce " + examplePath("student-b"));
        row("design compare --case-study recommendation " + examplePath("output-41.2.1"));
        row("timeline simulate --slow 1:2 --p 4 " + examplePath("output-41.4.1"));
        row("timeline simulate --ladder " + examplePath("output-41.7.2"));
        const QString traces = sourceFile("tests/data/traces/two-ranks");
        row("timeline import " + traces);
        row("timeline import " + traces + " --as-median 1");
        row("timeline import " + traces + " --compare " + traces + "/rank0.json");
        row("validate " + examplePath("student-a"));
        row("plan --model gpt3-13b --cluster node-8x-h100 --p 64 --batch 512");
        row("plan --model gpt3-13b --cluster node-8x-h100 --p 2 --batch 32");
        for (const char* project : {"output-41.7.2", "heat-lumi", "resnet-50-k80", "student-a", "output-41.4.1"})
            for (const char* command : {"cost", "carbon"})
                row(QString("%1 %2%3").arg(command, examplePath(project),
                                           qstrcmp(command, "cost") == 0 ? " --price 3.2" : ""));
        row("cost --regime on-demand --regime spot --regime owned --price 3 " + examplePath("resnet-50-k80"));
        row("cost --hour-value 12 --price 3 " + examplePath("heat-lumi"));
        row("cost --deadline 1s --budget 1 --price 3 " + examplePath("heat-lumi"));
        row("cost --regime owned --utilisation 0.3 --price 3 " + examplePath("output-41.7.2"));
        row("carbon --power 700 --region gcp-europe-west1 --pue 1.1 " + examplePath("output-41.7.2"));
        row("build-or-buy --gpus 16 --price 2.5 --premium 1.6 --ops-hours 40 --hour-value 60");
        row("build-or-buy --gpus 16 --price 2.5 --premium 1.6 --ops-hours 40 --hour-value 60 --hours 200");
        row("build-or-buy --gpus 16 --price 2.5 --premium 1 --ops-hours 40 --hour-value 60");
        row("size --params-b 70 --data-tb 4 --axis model --train-hours 400 --budget 200000 --rule book");
        row("size --params-b 70 --qps 200 --axis inference --train-hours 720 --budget 40000");
        row("size --data-tb 30 --axis data --train-hours 12 --budget 2000");
        row("size " + examplePath("thirteen-billion"));
        row("collective --pattern ring-all-reduce --p 2..64 --bytes 100MB --alpha 10us --bandwidth 25Gbit/s");
        row("collective --pattern gossip --p 1 --bytes 100MB --alpha 10us --bandwidth 25Gbit/s");
        row("fit-comm " + oracleFile("collectives/gloo-allreduce-two-cores.csv"));
        row("plan --model llama-2-70b --cluster node-8x-h100 --qps 5 --latency 10s --prompt 1000 --answer 200");
        // formats lists every format, probe measures something else each time, and on eight RTX 4090 the names of the
        // layouts are longer than a line.
        static const QRegularExpression others(QStringLiteral("\\{|\\.scalewright| -- |^formats|^probe|rtx-4090"));
        for (const ListedCommand& each : listedCommands())
            if (!each.arguments.contains(others))
                row(each.arguments);
    }

    void theAnswerFirst()
    {
        QFETCH(QStringList, arguments);
        const CliResult plain = runCli(arguments);
        const QStringList lines = linesAfterTable(plain.out);
        const qsizetype words =
            lines.join(' ').split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts).size();
        QVERIFY2(lines.size() <= maximumLines, plain.out);
        QVERIFY2(words <= maximumWords, plain.out);
        for (const QString& line : QString::fromUtf8(plain.out).split('\n'))
            QVERIFY2(line.size() <= widest, qPrintable(line));

        const CliResult quiet = runCli(arguments + QStringList{"--quiet"});
        QCOMPARE(quiet.out.count('\n'), 1);
        QVERIFY(QString::fromUtf8(quiet.out).contains(QRegularExpression(QStringLiteral("[0-9]"))));

        const CliResult explained = runCli(arguments + QStringList{"--explain"});
        QVERIFY2(explained.out.startsWith(plain.out), explained.out);
        QVERIFY(explained.out.size() > plain.out.size());

        const QJsonObject answer = runCli(arguments + QStringList{"--json"}).json()["answer"].toObject();
        QVERIFY(quiet.out.startsWith(answer["headline"].toString().toUtf8()));
        QVERIFY(!answer["details"].isUndefined());
        for (const CliResult& each : {quiet, explained})
            QCOMPARE(each.status, plain.status);
    }
};

SCALEWRIGHT_TEST(tst_cli_answers)
#include "tst_cli_answers.moc"

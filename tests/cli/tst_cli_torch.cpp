// SPDX-License-Identifier: GPL-3.0-or-later
// scalewright-torch.py on the CPU, and the commands that read its file. Needs a Python with torch.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "tests/cli/cli_run.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

/// A Python with torch; empty if there is none.
QString pythonWithTorch()
{
    for (const char* python : {"/usr/bin/python3", "python3"})
        if (QProcess::execute(QString::fromLatin1(python), {"-c", "import torch"}) == 0)
            return QString::fromLatin1(python);
    return {};
}

/// Runs the script with a small model as `count` processes, as torchrun does.
bool measureWithTorch(const QString& python, int count, const QString& file)
{
    std::vector<std::unique_ptr<QProcess>> processes;
    for (int rank = 0; rank < count; ++rank) {
        QProcess& process = *processes.emplace_back(std::make_unique<QProcess>());
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const auto& [name, value] :
             {std::pair("OMP_NUM_THREADS", 1), std::pair("WORLD_SIZE", count), std::pair("RANK", rank),
              std::pair("LOCAL_RANK", rank), std::pair("MASTER_PORT", 29500 + static_cast<int>(getpid() % 10000))})
            environment.insert(QString::fromLatin1(name), QString::number(value));
        environment.insert(QStringLiteral("MASTER_ADDR"), QStringLiteral("127.0.0.1"));
        process.setProcessEnvironment(environment);
        process.setStandardErrorFile(QProcess::nullDevice());
        process.start(python, {sourceFile(QStringLiteral("app/torch/scalewright-torch.py")), "--device", "cpu",
                               "--seconds", "2", "--layers", "2", "--hidden", "64", "--heads", "2", "--vocabulary",
                               "512", "--sequence", "64", "--micro-batch", "2", "-o", file});
    }
    return std::all_of(processes.begin(), processes.end(),
                       [](const auto& each) { return each->waitForFinished(300000) && each->exitCode() == 0; });
}

}  // namespace

class tst_cli_torch : public QObject {
    Q_OBJECT
private slots:
    void oneProcess()
    {
        const QString python = pythonWithTorch();
        if (python.isEmpty())
            QSKIP("no Python with torch");
        QTemporaryDir folder;
        const QString file = folder.filePath("card.scalewright");
        QVERIFY(measureWithTorch(python, 1, file));
        const CliResult ceilings = runCli({"probe", "--from", file, "--json"});
        QVERIFY2(ceilings.status == 0, ceilings.err.constData());
        QStringList names;
        for (const QJsonValue& each : ceilings.json()["results"].toArray()) {
            names << each["name"].toString();
            QVERIFY(each["value"]["value"].toDouble() > 0);
        }
        QVERIFY(names.contains("peak_flops") && names.contains("memory_bandwidth_bytes_per_s"));
        const CliResult diagnosed = runCli({"diagnose", file, "--json"});
        QVERIFY2(diagnosed.status == 0, diagnosed.err.constData());
        QFile project(file);
        QVERIFY(project.open(QIODevice::ReadOnly));
        const QJsonObject torch = QJsonDocument::fromJson(project.readAll())["torch"].toObject();
        const double stepS = torch["step"]["step_s"].toDouble();
        QVERIFY(stepS > 0 && torch["step"]["tokens_per_s"].toDouble() * stepS > 127);  // 2 sequences of 64 tokens
        QCOMPARE(torch["step"]["model"]["parameters"].toInt(), 2 * (12 * 64 * 64 + 13 * 64) + (512 + 64) * 64 + 2 * 64);
        // A card with the measured ceiling takes the measured time for the same step.
        const QByteArray peak = QByteArray::number(20 * torch["step"]["flop"].toDouble() / stepS);
        const CliResult planned = runCli({"plan", "--params", "1e8", "--peak", peak, "--memory", "64GB", "--bandwidth",
                                          "10GB/s", "--p", "1", "--batch", "2", "--calibrate", file, "--json"});
        QVERIFY2(planned.status == 0, planned.err.constData());
        const QJsonValue measured = planned.json()["measured"][0];
        QVERIFY(std::abs(measured["computed_s"].toDouble() / measured["step_s"].toDouble() - 1) < 1e-6);
        QVERIFY(std::abs(measured["step_s"].toDouble() / stepS - 1) < 1e-6);
    }

    // The command runs the script itself, and adds the card to a project as the window does.
    void probesTheCard()
    {
        if (QProcess::execute(QStringLiteral("/usr/bin/python3"), {"-c", "import torch"}) != 0)
            QSKIP("no Python with torch");
        const CliResult probed = runCli({"probe", "card", "--seconds", "2", "--project", "none"});
        QVERIFY2(probed.status == 0, probed.err.constData());
        const QJsonObject project = QJsonDocument::fromJson(probed.out).object();
        QVERIFY(project["baseline"]["machine"]["peak_flops"]["value"].toDouble() > 0);
        QCOMPARE(project["baseline"]["steps"].toArray().size(), 1);
        QVERIFY(project["baseline"]["model"]["layers"]["value"].toDouble() > 0);
        QCOMPARE(project["measurements"]["machines"].toArray().size(), 1);
        // A project with its own model keeps it, and gets the ceilings.
        const CliResult added =
            runCli({"probe", "card", "--seconds", "2", "--project", examplePath("thirteen-billion")});
        QVERIFY2(added.status == 0, added.err.constData());
        const QJsonObject after = QJsonDocument::fromJson(added.out).object();
        QCOMPARE(after["baseline"]["model"]["parameters"]["value"].toDouble(), 13e9);
        QVERIFY(after["baseline"]["machine"]["memory_bandwidth_bytes_per_s"]["value"].toDouble() > 0);
    }

    void twoProcesses()
    {
        const QString python = pythonWithTorch();
        if (python.isEmpty())
            QSKIP("no Python with torch");
        QTemporaryDir folder;
        const QString file = folder.filePath("two.scalewright");
        QVERIFY(measureWithTorch(python, 2, file));
        const CliResult fitted = runCli({"fit-comm", file, "--json"});
        QVERIFY2(fitted.out.contains("ring-all-reduce"), fitted.err.constData());
    }
};

SCALEWRIGHT_TEST(tst_cli_torch)
#include "tst_cli_torch.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"

#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTest>

#include "tests/support/registry.h"

namespace scalewright::test {

namespace {

CliResult run(const QString& program, const QStringList& arguments, const QByteArray& input, const QString& folder)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("CLI", builtProgram("app/scalewright-cli"));
    process.setProcessEnvironment(environment);
    if (!folder.isEmpty())
        process.setWorkingDirectory(folder);
    process.start(program, arguments);
    if (!process.waitForStarted())
        return {};
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(300000)) {  // long enough to detect a hang: even a busy machine is not that slow
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            .out = process.readAllStandardOutput(),
            .err = process.readAllStandardError()};
}

}  // namespace

QJsonObject CliResult::json() const
{
    QJsonParseError error{};
    const QJsonDocument document = QJsonDocument::fromJson(out, &error);
    if (!document.isObject())
        QTest::qFail(qPrintable("no JSON object: " + error.errorString() + "\n" + out.left(400) + err), __FILE__,
                     __LINE__);
    return document.object();
}

CliResult runCli(const QStringList& arguments, const QByteArray& input, const QString& folder)
{
    return run(builtProgram("app/scalewright-cli"), arguments, input, folder);
}

QList<ListedCommand> listedCommands()
{
    QFile file(sourceFile(QStringLiteral("tests/data/json-keys/keys.txt")));
    QList<ListedCommand> commands;
    if (!file.open(QIODevice::ReadOnly))
        return commands;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)) {
        if (line.startsWith('\t') && !commands.isEmpty())
            commands.back().keys << line.mid(1);
        else if (!line.startsWith('#'))
            commands.append({line.section(": ", 0, 0), line.section(": ", 1), {}});
    }
    return commands;
}

CliResult runShell(const QString& line, const QString& folder)
{
    return run(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), line}, {}, folder);
}

QString writeFile(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        QTest::qFail(qPrintable("cannot write " + path), __FILE__, __LINE__);
    return path;
}

QString examplePath(const QString& name)
{
    return sourceFile("resources/examples/" + name + ".scalewright");
}

bool alive(qint64 process)
{
    QFile stat("/proc/" + QString::number(process) + "/stat");
    if (!stat.open(QIODevice::ReadOnly))
        return false;
    // Empty if the process was reaped between opening and reading the file, so it has ended.
    const QByteArray line = stat.readAll();
    const QByteArray state = line.mid(line.lastIndexOf(')') + 2, 1);
    return !line.isEmpty() && state != "Z" && state != "X";
}

}  // namespace scalewright::test

// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of every command's --json are a contract: keys may be added, but never renamed or removed.
// tests/data/json-keys/keys.txt lists the commands, each with the keys that it printed when it was listed.
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

/// Adds the path of every key in `value`, such as "rows[].p".
void addPaths(const QJsonValue& value, const QString& prefix, QSet<QString>& paths)
{
    const QJsonObject object = value.toObject();
    for (auto member = object.begin(); member != object.end(); ++member) {
        const QString path = prefix.isEmpty() ? member.key() : prefix + QLatin1Char('.') + member.key();
        paths.insert(path);
        addPaths(member.value(), path, paths);
    }
    const QJsonArray array = value.toArray();
    for (const QJsonValue& element : array)
        addPaths(element, prefix + QLatin1String("[]"), paths);
}

/// The keys printed by the command, over all examples if it contains {example}.
QSet<QString> keysPrintedBy(const QString& line)
{
    const QDir examples(sourceFile(QStringLiteral("resources/examples")));
    QStringList projects{QString()};
    if (line.contains(QLatin1String("{example}")))
        projects = examples.entryList({QStringLiteral("*.scalewright")}, QDir::Files);
    QSet<QString> paths;
    for (const QString& project : projects) {
        const QTemporaryDir folder;
        QString filled = line;
        filled.replace(QLatin1String("{example}"), project)
            .replace(QLatin1String("{data}"), sourceFile(QStringLiteral("tests/data")))
            .replace(QLatin1String("{root}"), QDir(sourceFile(QString())).absolutePath())
            .replace(QLatin1String("{out}"), folder.filePath(QStringLiteral("out")));
        QStringList commands = filled.split(QLatin1String(" && "));
        const QStringList last = QProcess::splitCommand(commands.takeLast());
        for (const QString& command : commands)
            runCli(QProcess::splitCommand(command), {}, examples.path());
        QStringList arguments = last;
        const qsizetype program = last.indexOf(QLatin1String("--"));
        arguments.insert(program < 0 ? last.size() : program, QStringLiteral("--json"));
        addPaths(QJsonDocument::fromJson(runCli(arguments, {}, examples.path()).out).object(), {}, paths);
    }
    return paths;
}

}  // namespace

class tst_cli_keys : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // A command without an entry would be under no contract.
    void everyCommandIsListed()
    {
        QSet<QString> listed;
        for (const ListedCommand& each : listedCommands())
            listed.insert(each.arguments.split(QLatin1String(" && ")).last().section(QLatin1Char(' '), 0, 0));
        const QStringList help = QString::fromUtf8(runCli({QStringLiteral("--help")}).out).split(QLatin1Char('\n'));
        QStringList commands;
        for (const QString& line : help.mid(help.indexOf(QLatin1String("Subcommands:")) + 1)) {
            if (!line.startsWith(QLatin1String("  ")))
                break;
            commands << line.trimmed().section(QLatin1Char(' '), 0, 0);
        }
        QVERIFY(commands.size() > 20);
        for (const QString& command : commands)
            QVERIFY2(command == QLatin1String("completion") || listed.contains(command), qPrintable(command));
    }

    void noKeyIsRenamedOrRemoved_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QStringList>("expected");
        for (const ListedCommand& each : listedCommands())
            QTest::newRow(qPrintable(each.name)) << each.arguments << each.keys;
    }

    void noKeyIsRenamedOrRemoved()
    {
        QFETCH(QString, command);
        QFETCH(QStringList, expected);
        QVERIFY(!expected.isEmpty());
        const QSet<QString> printed = keysPrintedBy(command);
        QStringList missing;
        for (const QString& key : expected)
            if (!printed.contains(key))
                missing << key;
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
    }
};

SCALEWRIGHT_TEST(tst_cli_keys)
#include "tst_cli_keys.moc"

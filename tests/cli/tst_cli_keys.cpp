// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of every command's --json are a contract: keys may be added, but never renamed or removed. commands.txt
// lists the commands, and keys.txt the keys that they printed when the list was made (tests/data/json-keys).
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <map>

#include "tests/cli/cli_run.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

/// The lines of a file in tests/data/json-keys, without comments.
QStringList linesOf(const QString& name)
{
    QFile file(sourceFile(QStringLiteral("tests/data/json-keys/") + name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    lines.removeIf([](const QString& line) { return line.startsWith(QLatin1Char('#')); });
    return lines;
}

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

/// The keys printed by a line of commands.txt, over all examples if it contains {example}.
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
    void noKeyIsRenamedOrRemoved_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QStringList>("expected");
        std::map<QString, QStringList> keys;
        for (const QString& line : linesOf(QStringLiteral("keys.txt")))
            keys[line.section(QLatin1Char('\t'), 0, 0)] << line.section(QLatin1Char('\t'), 1);
        for (const QString& line : linesOf(QStringLiteral("commands.txt"))) {
            const QString name = line.section(QLatin1String(": "), 0, 0);
            QTest::newRow(qPrintable(name)) << line.section(QLatin1String(": "), 1) << keys[name];
        }
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Commands as the programs run them. How a line is split into words is compared with /bin/sh.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/process/command.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright;

class tst_command : public QObject {
    Q_OBJECT

private slots:
    void removesScratchFilesWithTheCommand_data();
    void removesScratchFilesWithTheCommand();
    void startsInItsFolder();
    void splitsWordsLikeAShell_data();
    void splitsWordsLikeAShell();
    void quotedLinesAreReadBack();
    void refusesShellSyntax_data();
    void refusesShellSyntax();
};

void tst_command::removesScratchFilesWithTheCommand_data()
{
    QTest::addColumn<QByteArray>("ends");
    QTest::addColumn<CommandResult::EndReason>("how");
    QTest::newRow("exits normally") << QByteArray("exit 3") << CommandResult::EndReason::Exited;
    QTest::newRow("by a signal") << QByteArray("kill -9 $$") << CommandResult::EndReason::Signalled;
    QTest::newRow("its time is up") << QByteArray("sleep 600") << CommandResult::EndReason::TimedOut;
}

void tst_command::removesScratchFilesWithTheCommand()
{
    QFETCH(QByteArray, ends);
    QFETCH(CommandResult::EndReason, how);
    const QTemporaryDir elsewhere;
    test::setContent(elsewhere.filePath("kept"), "of somebody else");
    const std::string scratch = uniqueScratchPath();
    QVERIFY(!QFile::exists(QString::fromStdString(scratch)));
    QByteArray output;
    Command command{.argv = {"sh", "-c",
                             "cd $1 && mkdir -p a/b/c a/d && for i in $(seq 300); do : > a/b/c/$i; done && ln -s "
                             "\"$2\" link && ls && " +
                                 ends.toStdString(),
                             "sh", scratch, elsewhere.path().toStdString()},
                    .isIsolated = true,
                    .timeoutS = how == CommandResult::EndReason::TimedOut ? 2 : 300,
                    .scratchFolder = scratch};
    command.onOutput = [&](std::string_view block) {
        output += QByteArray(block.data(), static_cast<qsizetype>(block.size()));
        return true;
    };
    const Result<CommandResult> end = runCommand(command);
    QVERIFY(end && end->endReason == how);
    if (how != CommandResult::EndReason::TimedOut)  // how much it prints before a timeout depends on the machine
        QCOMPARE(output, QByteArray("a\nlink\n"));
    QVERIFY(!QFile::exists(QString::fromStdString(scratch)));
    QCOMPARE(test::contentOf(elsewhere.filePath("kept")), QByteArray("of somebody else"));  // links are not followed
}

void tst_command::startsInItsFolder()
{
    const QTemporaryDir folder;
    QByteArray output;
    Command command{.argv = {"pwd", "-P"}, .workingFolder = folder.path().toStdString()};
    command.onOutput = [&](std::string_view block) {
        output += QByteArray(block.data(), static_cast<qsizetype>(block.size()));
        return true;
    };
    QVERIFY(runCommand(command).has_value());
    QCOMPARE(QString::fromUtf8(output.trimmed()), QDir(folder.path()).canonicalPath());
    command.workingFolder = "/nonexistent";
    const Result<CommandResult> end = runCommand(command);
    QVERIFY(end && end->endReason == CommandResult::EndReason::NotFound);
}

void tst_command::splitsWordsLikeAShell_data()
{
    QTest::addColumn<QByteArray>("line");
    for (const char* line : {"a b", "  a\t b ", "'a b' c", "\"a b\"c", "a''b ''", "a\\ b", "\"a\\\"b\" '\\'", "it\\'s",
                             "\"\\x\"", "x=1 y", "--p={p} {p}", "a#b a~b u!", "\"it's\""})
        QTest::newRow(line) << QByteArray(line);
}

void tst_command::splitsWordsLikeAShell()
{
    QFETCH(QByteArray, line);
    QProcess shell;
    shell.start("/bin/sh", {"-c", "printf '%s\\0' " + QString::fromUtf8(line)});
    QVERIFY(shell.waitForFinished());
    QByteArray expected = shell.readAllStandardOutput();
    const Result<std::vector<std::string>> words = splitShellWords(QString::fromUtf8(line).toStdString());
    QVERIFY(words.has_value());
    QByteArray allOutput;
    for (const std::string& word : *words)
        allOutput += QByteArray::fromStdString(word) + '\0';
    QCOMPARE(allOutput, expected);
}

void tst_command::quotedLinesAreReadBack()
{
    const std::vector<std::string> words{"./a b", "it's", "", "$HOME", "a|b;c", "\"", "\\", "*", "\xc3\xa9"};
    QCOMPARE(splitShellWords(joinShellWords(words)).value(), words);
}

void tst_command::refusesShellSyntax_data()
{
    QTest::addColumn<QByteArray>("line");
    for (const char* line : {"a | b", "a && b", "a; b", "a > b", "echo $HOME", "echo \"$HOME\"", "ls *.py", "a 'b",
                             "a \"b", "", "  ", "# a"})
        QTest::newRow(line) << QByteArray(line);
}

void tst_command::refusesShellSyntax()
{
    QFETCH(QByteArray, line);
    const Result<std::vector<std::string>> words = splitShellWords(line.toStdString());
    QVERIFY(!words);
    QVERIFY(!words.error().problems.front().expected.empty());
}

SCALEWRIGHT_TEST(tst_command)
#include "tst_command.moc"

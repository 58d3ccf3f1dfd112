// Commands as the programs run them. What a line's words are is held against /bin/sh.
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
    void scratchGoesWithTheCommand_data();
    void scratchGoesWithTheCommand();
    void itStartsInItsFolder();
    void wordsAsAShellReadsThem_data();
    void wordsAsAShellReadsThem();
    void linesOfWordsAreReadBack();
    void whatOnlyAShellCanDo_data();
    void whatOnlyAShellCanDo();
};

void tst_command::scratchGoesWithTheCommand_data()
{
    QTest::addColumn<QByteArray>("ends");
    QTest::addColumn<CommandEnd::How>("how");
    QTest::newRow("by itself") << QByteArray("exit 3") << CommandEnd::How::Exited;
    QTest::newRow("by a signal") << QByteArray("kill -9 $$") << CommandEnd::How::Signalled;
    QTest::newRow("its time is up") << QByteArray("sleep 600") << CommandEnd::How::TimedOut;
}

void tst_command::scratchGoesWithTheCommand()
{
    QFETCH(QByteArray, ends);
    QFETCH(CommandEnd::How, how);
    const QTemporaryDir elsewhere;
    test::setContent(elsewhere.filePath("kept"), "of somebody else");
    const std::string scratch = scratchName();
    QVERIFY(!QFile::exists(QString::fromStdString(scratch)));
    QByteArray out;
    Command command{.words = {"sh", "-c",
                              "cd $1 && mkdir -p a/b/c a/d && for i in $(seq 300); do : > a/b/c/$i; done && ln -s "
                              "\"$2\" link && ls && " +
                                  ends.toStdString(),
                              "sh", scratch, elsewhere.path().toStdString()},
                    .apart = true,
                    .timeoutS = how == CommandEnd::How::TimedOut ? 2 : 300,
                    .scratch = scratch};
    command.output = [&](std::string_view block) {
        out += QByteArray(block.data(), static_cast<qsizetype>(block.size()));
        return true;
    };
    const Result<CommandEnd> end = runCommand(command);
    QVERIFY(end && end->how == how);
    if (how != CommandEnd::How::TimedOut)  // how far it comes in its time is the machine's business
        QCOMPARE(out, QByteArray("a\nlink\n"));
    QVERIFY(!QFile::exists(QString::fromStdString(scratch)));
    QCOMPARE(test::contentOf(elsewhere.filePath("kept")), QByteArray("of somebody else"));  // links are not followed
}

void tst_command::itStartsInItsFolder()
{
    const QTemporaryDir folder;
    QByteArray out;
    Command command{.words = {"pwd", "-P"}, .folder = folder.path().toStdString()};
    command.output = [&](std::string_view block) {
        out += QByteArray(block.data(), static_cast<qsizetype>(block.size()));
        return true;
    };
    QVERIFY(runCommand(command).has_value());
    QCOMPARE(QString::fromUtf8(out.trimmed()), QDir(folder.path()).canonicalPath());
    command.folder = "/nonexistent";
    const Result<CommandEnd> end = runCommand(command);
    QVERIFY(end && end->how == CommandEnd::How::NotFound);
}

void tst_command::wordsAsAShellReadsThem_data()
{
    QTest::addColumn<QByteArray>("line");
    for (const char* line : {"a b", "  a\t b ", "'a b' c", "\"a b\"c", "a''b ''", "a\\ b", "\"a\\\"b\" '\\'", "it\\'s",
                             "\"\\x\"", "x=1 y", "--p={p} {p}", "a#b a~b u!", "\"it's\""})
        QTest::newRow(line) << QByteArray(line);
}

void tst_command::wordsAsAShellReadsThem()
{
    QFETCH(QByteArray, line);
    QProcess shell;
    shell.start("/bin/sh", {"-c", "printf '%s\\0' " + QString::fromUtf8(line)});
    QVERIFY(shell.waitForFinished());
    QByteArray expected = shell.readAllStandardOutput();
    const Result<std::vector<std::string>> words = shellWords(QString::fromUtf8(line).toStdString());
    QVERIFY(words.has_value());
    QByteArray all;
    for (const std::string& word : *words)
        all += QByteArray::fromStdString(word) + '\0';
    QCOMPARE(all, expected);
}

void tst_command::linesOfWordsAreReadBack()
{
    const std::vector<std::string> words{"./a b", "it's", "", "$HOME", "a|b;c", "\"", "\\", "*", "\xc3\xa9"};
    QCOMPARE(shellWords(shellLine(words)).value(), words);
}

void tst_command::whatOnlyAShellCanDo_data()
{
    QTest::addColumn<QByteArray>("line");
    for (const char* line : {"a | b", "a && b", "a; b", "a > b", "echo $HOME", "echo \"$HOME\"", "ls *.py", "a 'b",
                             "a \"b", "", "  ", "# a"})
        QTest::newRow(line) << QByteArray(line);
}

void tst_command::whatOnlyAShellCanDo()
{
    QFETCH(QByteArray, line);
    const Result<std::vector<std::string>> words = shellWords(line.toStdString());
    QVERIFY(!words);
    QVERIFY(!words.error().problems.front().expected.empty());
}

SCALEWRIGHT_TEST(tst_command)
#include "tst_command.moc"

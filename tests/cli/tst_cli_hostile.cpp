// SPDX-License-Identifier: GPL-3.0-or-later
// Common and malicious inputs: a corpus of each kind of hostile input and a seeded generator, through the real program.
// Failures are: a crash, a hang, an undocumented exit status, an empty message, Inf or NaN, very long numbers, minus
// zero, invalid JSON or a null without a reason, a character that must not reach a terminal, a changed input, two
// ladders read as one without a warning, and an exported SVG, PDF or CSV that cannot be read.
//
// The short run is part of every test run. Start the long one by hand, here with 5000 inputs from seed 7:
//     QTEST_FUNCTION_TIMEOUT=7200000 SCALEWRIGHT_HOSTILE_COUNT=5000 SCALEWRIGHT_HOSTILE_SEED=7 build/tests/cli_tests tst_cli_hostile
// Failing inputs are stored in the folder SCALEWRIGHT_HOSTILE_KEEP, if it is set. Exports need the window's program:
// $SCALEWRIGHT_WINDOW, or the one next to scalewright-cli. Without it they are skipped, as the counts show.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <map>

#include "core/base/text/quote.h"
#include "core/evidence/import/grid.h"
#include "tests/cli/cli_run.h"
#include "tests/cli/hostile_inputs.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"

using namespace scalewright;
using namespace scalewright::test;

namespace {

const int shortCount = sanitized ? 70 : 220;

int requestedCount()
{
    bool ok = false;
    const int count = qEnvironmentVariableIntValue("SCALEWRIGHT_HOSTILE_COUNT", &ok);
    return ok && count > 0 ? count : shortCount;
}

/// The JSON pointer ("/rows/3/cost") of a null without a reason; empty if every null has one.
QString nullWithoutReason(const QJsonValue& value, const QString& at = {})
{
    if (value.isArray()) {
        for (int i = 0; i < value.toArray().size(); ++i)
            if (const QString found = nullWithoutReason(value.toArray()[i], at + '/' + QString::number(i));
                !found.isEmpty())
                return found;
    } else if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto member = object.begin(); member != object.end(); ++member) {
            const QString memberPath = at + '/' + member.key();
            if (member.value().isNull() && object.value(member.key() + "_reason").toString().isEmpty())
                return memberPath;
            if (const QString found = nullWithoutReason(member.value(), memberPath); !found.isEmpty())
                return found;
        }
    }
    return {};
}

/// The problem in a human-readable text, or empty. Digits that also occur in `source`, the input, are not the
/// program's.
QString findTextFault(const QByteArray& text, const QByteArray& source)
{
    if (sanitised(text.toStdString()) != text.toStdString())
        return "a character that no terminal should get";
    static const QRegularExpression number(R"((?<![\w.+-])[-+]?(?:nan|inf|infinity|not a number)(?![\w]))",
                                           QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression zero(R"((?<![\w.,:-])-0(?:\.0+)?(?![\w.,]))");
    static const QRegularExpression wall(R"([0-9]{25,})");
    const QString words = QString::fromUtf8(text);
    for (const auto& [what, pattern] :
         {std::pair{"NaN or Inf", &number}, std::pair{"minus zero", &zero}, std::pair{"a wall of digits", &wall}})
        if (const auto match = pattern->match(words);
            match.hasMatch() && !(pattern == &wall && source.contains(match.captured().toUtf8())))
            return QString("%1: …%2…").arg(what, words.mid(std::max<qsizetype>(0, match.capturedStart() - 60), 140));
    return {};
}

bool hasMixtureWarning(const QJsonObject& answer)
{
    for (const QJsonValue& warning : answer["warnings"].toArray())
        if (warning.toString().contains("read as repeats"))
            return true;
    return false;
}

/// The problem with a run, or empty.
QString findFault(const HostileInput& input, const CliResult& result, bool json)
{
    if (result.status < 0)
        return "crashed or hung";
    if (result.status > 3)
        return QString("exit status %1").arg(result.status);
    if (result.status != 0 && result.err.trimmed().isEmpty())
        return QString("exit status %1 without a word").arg(result.status);
    // Messages quote user input; numbers in quotes are not the program's.
    QByteArray err = result.err;
    err = QString::fromUtf8(err).replace(QRegularExpression("\"[^\"\n]*\"?"), "\"\"").toUtf8();
    if (const QString found = findTextFault(err, input.content);
        !found.isEmpty() && !found.startsWith("NaN") && !(found.startsWith("minus") && input.content.contains("-0")))
        return "on stderr: " + found;
    if (result.err.contains("bad_alloc") || result.err.contains("stopped:"))
        return "an exception: " + result.err;
    if (json && !result.out.isEmpty()) {
        QJsonParseError error{};
        const QJsonDocument document = QJsonDocument::fromJson(result.out, &error);
        if (!document.isObject())
            return "no JSON: " + error.errorString();
        if (sanitised(result.out.toStdString()) != result.out.toStdString())
            return "in JSON, a character that no terminal should get";
        if (const QString at = nullWithoutReason(document.object()); !at.isEmpty())
            return "a null without its reason: " + at;
        if (input.twoLadders && result.status == 0 && !hasMixtureWarning(document.object()))
            return "two ladders were averaged";
    } else if (!json) {
        if (const QString found = findTextFault(
                QString::fromUtf8(result.out).replace(QRegularExpression("\"[^\"\n]*\"?"), "\"\"").toUtf8(),
                input.content);
            !found.isEmpty())
            return found;
        if (input.twoLadders && result.status == 0 && !result.out.contains("read as repeats"))
            return "two ladders were averaged";
    }
    return {};
}

QString windowProgram()
{
    const QString configured = qEnvironmentVariable("SCALEWRIGHT_WINDOW");
    const QString sibling = builtProgram("app/scalewright");
    const QString program = configured.isEmpty() ? sibling : configured;
    return QFileInfo(program).isExecutable() ? program : QString();
}

/// The problem with the written files, or empty.
QString findFileFault(const QString& folder)
{
    for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files)) {
        const QByteArray content = test::contentOf(file.filePath());
        if (file.suffix() == "svg" || file.suffix() == "html") {
            QXmlStreamReader xml(content);
            while (!xml.atEnd())
                xml.readNext();
            if (xml.hasError())
                return file.fileName() + ": " + xml.errorString();
        } else if (file.suffix() == "pdf" && (!content.startsWith("%PDF") || !content.trimmed().endsWith("%%EOF"))) {
            return file.fileName() + " is no PDF";
        } else if (file.suffix() == "csv" && !parseCsv(content.toStdString())) {
            return file.fileName() + " is no CSV";
        }
        if ((file.suffix() == "svg" || file.suffix() == "csv" || file.suffix() == "tex" || file.suffix() == "html" ||
             file.suffix() == "txt" || file.suffix() == "md") &&
            sanitised(content.toStdString()) != content.toStdString())
            return file.fileName() + " holds a character that nobody should get";
        static const QRegularExpression number(R"((?<![\w.+-])[-+]?(?:nan|inf|infinity|not a number)(?![\w]))",
                                               QRegularExpression::CaseInsensitiveOption);
        if (file.suffix() != "pdf" && file.suffix() != "png")
            if (const auto match = number.match(QString::fromUtf8(content)); match.hasMatch())
                return QString("%1: NaN or Inf: …%2…")
                    .arg(file.fileName(),
                         QString::fromUtf8(content).mid(std::max<qsizetype>(0, match.capturedStart() - 80), 160));
    }
    return {};
}

/// The problem with the files of an export, or empty.
QString findExportFault(const QString& project, const QString& folder)
{
    QProcess window;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    window.setProcessEnvironment(environment);
    window.start(windowProgram(), {"--export", folder, project});
    if (!window.waitForFinished(120000)) {
        window.kill();
        window.waitForFinished();
        return "the export hangs";
    }
    if (window.exitStatus() != QProcess::NormalExit)
        return "the export crashed";
    if (window.exitCode() != 0)
        return window.readAllStandardError().trimmed().isEmpty() ? "the export fails without a word" : QString();
    return findFileFault(folder);
}

}  // namespace

class tst_cli_hostile : public QObject {
    Q_OBJECT
private slots:
    void corpus();
    void generated();
    void notRegularFiles_data();
    void notRegularFiles();
    void tooLittleMemory();

private:
    struct Counts {
        int inputs = 0, runs = 0, exports = 0;
        std::map<int, int> statuses;
        std::map<QString, int> kinds;
    };
    Counts m_counts;
    QTemporaryDir m_folder;

    void check(const HostileInput& input, int number, bool json, bool exports, QStringList& failures);
    void report(const char* what) const;
};

void tst_cli_hostile::check(const HostileInput& input, int number, bool json, bool exports, QStringList& failures)
{
    if (input.name.startsWith("jobs/")) {
        QDir(m_folder.path()).mkpath("jobs/rows");
        writeFile(m_folder.filePath("jobs/header"),
                  "# command: slurm ./a\np,repeat,seconds,status,host,started,comp,comm,idle,io,quality\n");
        writeFile(m_folder.filePath("jobs/rows/p1-1.csv"), "1,1,1.02,ok,node1,2026-11-22T10:00:00,,,,,\n");
    }
    const auto emptied = qScopeGuard([&] { QDir(m_folder.filePath("jobs")).removeRecursively(); });
    const QString path = writeFile(m_folder.filePath(input.name), input.content);
    ++m_counts.inputs;
    ++m_counts.kinds[input.kind.section(',', 0, 0)];
    const auto failed = [&](const QString& commandLine, const QString& reason) {
        failures += QString("input %1 (%2), %3: %4").arg(QString::number(number), input.kind, commandLine, reason);
        if (const QString keepFolder = qEnvironmentVariable("SCALEWRIGHT_HOSTILE_KEEP"); !keepFolder.isEmpty())
            writeFile(
                QDir(keepFolder).filePath(QString("%1-%2").arg(number).arg(QString(input.name).replace('/', '-'))),
                input.content);
    };
    for (QStringList arguments : input.commands) {
        const QTemporaryDir written;
        const QString newPath = written.filePath("new");
        for (QString& argument : arguments)
            if (argument == "FILE")
                argument = path;
            else if (argument == "FOLDER")
                argument = m_folder.filePath("jobs");
            else if (argument == "NEW")
                argument = newPath;
        if (json)
            arguments << "--json";
        const CliResult result = runCli(arguments);
        ++m_counts.runs;
        ++m_counts.statuses[result.status];
        if (const QString reason = findFault(input, result, json); !reason.isEmpty())
            failed(arguments.join(' '), reason);
        if (QFileInfo::exists(newPath))
            if (const QString reason = findFileFault(newPath); !reason.isEmpty())
                failed(arguments.join(' '), reason);
    }
    if (exports && input.isProject && !windowProgram().isEmpty()) {
        QTemporaryDir exportFolder;
        ++m_counts.exports;
        if (const QString reason = findExportFault(path, exportFolder.filePath("figures")); !reason.isEmpty())
            failed("--export", reason);
    }
    if (number % 10 == 0 && !input.commands.empty() && input.commands.front().contains("FILE")) {
        QStringList arguments = input.commands.front();
        for (QString& argument : arguments)
            if (argument == "FILE")
                argument = path;
        if (runCli(arguments + QStringList{"-o", path}).status == 0)
            failed("-o", "its own input is taken for the answer");
        ++m_counts.runs;
    }
    if (test::contentOf(path) != input.content)
        failed(input.commands.empty() ? QString() : input.commands.front().join(' '), "the input was changed");
    QFile::remove(path);
}

void tst_cli_hostile::report(const char* what) const
{
    QString statuses, kinds;
    for (const auto& [status, count] : m_counts.statuses)
        statuses += QString(" %1: %2").arg(status).arg(count);
    for (const auto& [kind, count] : m_counts.kinds)
        kinds += QString(" %1: %2;").arg(kind).arg(count);
    qInfo("%s: %d inputs, %d runs, %d exports; by exit status%s; kinds%s", what, m_counts.inputs, m_counts.runs,
          m_counts.exports, qPrintable(statuses), qPrintable(kinds));
}

void tst_cli_hostile::corpus()
{
    m_counts = {};
    QStringList failures;
    const bool all = requestedCount() > shortCount;
    const std::vector<HostileInput> inputs = hostileCorpus();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        HostileInput input = inputs[i];
        const int number = static_cast<int>(i);
        if (!all && input.commands.size() > 3)  // only the long run gives every kind to every command
            input.commands = {input.commands[i % input.commands.size()],
                              input.commands[(i + 3) % input.commands.size()]};
        // Sanitized programs start ten times as slowly and run one command, optimised programs run two.
        if (!all && sanitized)
            input.commands = {input.commands[i / 2 % input.commands.size()]};
        check(input, number, i % 2 == 0, all || input.kind == "control characters" || input.kind == "non-characters",
              failures);
        if (all)
            check(input, number, i % 2 != 0, false, failures);
    }
    report("corpus");
    QVERIFY2(failures.isEmpty(),
             qPrintable(QString::number(failures.size()) + " failures:\n" + failures.mid(0, 40).join('\n')));
}

void tst_cli_hostile::generated()
{
    m_counts = {};
    const int count = requestedCount();
    bool ok = false;
    const uint requestedSeed = qEnvironmentVariable("SCALEWRIGHT_HOSTILE_SEED").toUInt(&ok);
    const quint32 seed = ok ? requestedSeed : 41;
    qInfo("seed %u, %d inputs", seed, count);
    HostileInputs inputs(seed);
    QStringList failures;
    for (int i = 0; i < count; ++i)
        check(inputs.next(), i, i % 2 == 0, i % 50 == 0 && count > shortCount, failures);
    report("generated");
    QVERIFY2(failures.isEmpty(),
             qPrintable(QString::number(failures.size()) + " failures:\n" + failures.mid(0, 60).join('\n')));
}

void tst_cli_hostile::notRegularFiles_data()
{
    QTest::addColumn<QString>("place");
    QTest::newRow("a folder") << m_folder.path();
    QTest::newRow("nothing") << m_folder.filePath("absent.csv");
    QTest::newRow("under a file") << "/dev/null/x";
    QTest::newRow("an empty device") << "/dev/null";
    QTest::newRow("no name") << "";
}

void tst_cli_hostile::notRegularFiles()
{
    QFETCH(QString, place);
    for (const QStringList& command : {QStringList{"attribute"},
                                       {"cost", "--price", "2"},
                                       {"fit"},
                                       {"predict"},
                                       {"design", "show"},
                                       {"validate"},
                                       {"diagnose"},
                                       {"fit-comm"}}) {
        const CliResult result = runCli(command + QStringList{place});
        QVERIFY2(result.status == 2 || result.status == 3, qPrintable(command.join(' ')));
        QVERIFY(!result.err.trimmed().isEmpty());
    }
}

// Running out of memory is reported like any other problem with the machine.
void tst_cli_hostile::tooLittleMemory()
{
    if (sanitized)
        QSKIP("SKIPPED: a limit on addresses leaves the sanitizer none");
    QByteArray rows = "p,time\n";
    for (int i = 0; i < 400000; ++i)
        rows += QByteArray::number(1 + i % 1000) + ",10\n";
    writeFile(m_folder.filePath("large.csv"), rows);
    const CliResult result = runShell("ulimit -v 200000; $CLI attribute large.csv --scaling weak", m_folder.path());
    QCOMPARE(result.status, 3);
    QVERIFY2(result.err.contains("not enough memory"), result.err);
    QVERIFY(!result.err.contains("bad_alloc"));
}

SCALEWRIGHT_TEST(tst_cli_hostile)
#include "tst_cli_hostile.moc"

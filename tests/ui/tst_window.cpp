// SPDX-License-Identifier: GPL-3.0-or-later
// The program itself, driven from outside: --export, its files opened by other programs, invalid input, exit codes; and
// the same numbers in window, command line and exported CSV.
#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <functional>

#include "core/decision/analysis/analysis.h"
#include "core/project/document/project.h"
#include "tests/support/files.h"
#include "tests/support/ladders.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/document/document.h"
#include "ui/shell/export.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

constexpr int patienceMs = 60000;

struct Run {
    int status = -1;
    QString output;
    QString errors;
};

/// `childSetup` runs in the new process before the program starts.
Run run(const QString& program, const QStringList& arguments, const QMap<QString, QString>& set = {},
        const std::function<void()>& childSetup = {})
{
    QProcess process;
    if (childSetup)
        process.setChildProcessModifier(childSetup);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("QT_QPA_PLATFORM"));
    environment.remove(QStringLiteral("DISPLAY"));
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    static const QTemporaryDir runtime;  // Qt warns on stderr if it is missing
    environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), runtime.path());
    for (auto variable = set.begin(); variable != set.end(); ++variable)
        environment.insert(variable.key(), variable.value());
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    if (!process.waitForFinished(patienceMs))
        process.kill();
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

Run window(const QStringList& arguments, const QMap<QString, QString>& set = {})
{
    return run(test::builtProgram("app/scalewright"), arguments, set);
}

/// Rows of the CSV as header -> value, without comments.
QList<QMap<QString, double>> readCsvRows(const QByteArray& csv)
{
    QList<QMap<QString, double>> rows;
    QStringList header;
    for (const QString& line : QString::fromUtf8(csv).split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        if (line.startsWith(QLatin1Char('#')))
            continue;
        const QStringList cells = line.trimmed().split(QLatin1Char(','));
        if (header.isEmpty()) {
            header = cells;
            continue;
        }
        QMap<QString, double> row;
        for (qsizetype i = 0; i < cells.size(); ++i)
            if (!cells[i].isEmpty())
                row.insert(header.value(i), cells[i].toDouble());
        rows << row;
    }
    return rows;
}

}  // namespace

class tst_window : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_project;
    QString m_out;
    QString m_verdict;

private Q_SLOTS:
    void initTestCase()
    {
        m_project = m_folder.filePath(QStringLiteral("plan.scalewright"));
        m_out = m_folder.filePath(QStringLiteral("out"));
        Project project = test::output4141();
        project.plan.p = 13;
        project.target.priceUsdPerHour = typed(3.2);
        Document document;
        document.edit(QStringLiteral("all"), project);
        QVERIFY(document.saveAs(m_project).has_value());
        const Run result = window({QStringLiteral("--export"), m_out, m_project});
        QVERIFY2(result.status == 0, qPrintable(result.errors));
        QCOMPARE(result.errors, QString());
        m_verdict = result.output;
    }

    void helpAndVersionNeedNoDisplay()
    {
        for (const char* option : {"--help", "-h", "--version"}) {
            const Run result = window({QString::fromLatin1(option)});
            QCOMPARE(result.status, 0);
            QVERIFY(result.output.startsWith(QStringLiteral("scalewright")));
            QCOMPARE(result.errors, QString());
        }
        QVERIFY(window({QStringLiteral("--help")}).output.contains(QStringLiteral("--export DIR")));
    }

    // Output 41.7.2: the same sentence as on Measure, with the name of the ladder.
    void verdictNamesTheMeasuredCause()
    {
        Document document;
        Project project = test::output4141();
        project.measurements.ladders.push_back(test::output4172());
        document.edit(QStringLiteral("all"), project);
        const QString verdict = verdictText(document);
        QVERIFY2(verdict.contains(QStringLiteral("Output 41.7.2: 4 workers give 3.08×, not 4×.")) &&
                     verdict.contains(QStringLiteral("Limited by the communication wall. (one run per point)")),
                 qPrintable(verdict));
        QVERIFY(!m_verdict.contains(QStringLiteral("Limited by")));
    }

    void verdictIsPrintedAndWritten()
    {
        QVERIFY(m_verdict.contains(QStringLiteral(
            "p* 34 (7.49×) · plan p 13: 6.24× predicted, 83 % of p 34’s speedup at 46 % of its cost · no goal set")));
        QCOMPARE(QString::fromUtf8(test::contentOf(m_out + QStringLiteral("/verdict.txt"))), m_verdict);
        // Output 41.4.1 and exercise 41.4.2 of the book; S(13) = 1/0.1603692 = 6.2356.
        for (const char* words :
             {"p* (fastest) 34: speedup 7.49", "communication leads from p 13: speedup 6.236", "R(12)", "< 1 <= R(13)",
              "1989) 9: speedup 5.3", "alpha ten times as large: p* 11; a tenth: p* 107",
              "beta ten times as large: p* 16; a tenth: p* 35", "(typed)"})
            QVERIFY2(m_verdict.contains(QString::fromUtf8(words)),
                     qPrintable(QString::fromUtf8(words) + QLatin1Char('\n') + m_verdict));
    }

    void exportsEveryFigureInEveryFormat()
    {
        const QStringList svgs = QDir(m_out).entryList({QStringLiteral("*.svg")});
        QVERIFY(svgs.contains(QStringLiteral("predict-speedup.svg")));
        QVERIFY(svgs.size() >= 5);  // S, E, T, R, cost
        QVERIFY(!svgs.contains(QStringLiteral("baseline-roofline.svg")));  // no machine, no step: axes without data
        for (QString name : svgs) {
            name.chop(4);
            QStringList endings{QStringLiteral(".pdf"), QStringLiteral(".png"), QStringLiteral("@2x.png"),
                                QStringLiteral(".csv"), QStringLiteral(".tex"), QStringLiteral(".figure.tex")};
            if (name.startsWith(QLatin1String("predict-")))  // charts of curves
                endings << QStringLiteral(".pgfplots.tex");
            for (const QString& ending : endings) {
                const QString path = m_out + QLatin1Char('/') + name + ending;
                QVERIFY2(!test::contentOf(path).isEmpty(), qPrintable(path));
            }
            const QImage once(m_out + QLatin1Char('/') + name + QStringLiteral(".png"));
            const QImage twice(m_out + QLatin1Char('/') + name + QStringLiteral("@2x.png"));
            QVERIFY(!once.isNull());
            QCOMPARE(twice.size(), once.size() * 2);
        }
    }

    // The index page shows a thumbnail of each figure and links to all its files.
    void theIndexShowsEveryFigure()
    {
        const QString html = QString::fromUtf8(test::contentOf(m_out + QStringLiteral("/index.html")));
        QVERIFY(html.startsWith(QStringLiteral("<!DOCTYPE html>")));
        for (const QString& name : QDir(m_out).entryList(
                 {QStringLiteral("*.svg"), QStringLiteral("*.pdf"), QStringLiteral("*.csv"), QStringLiteral("*.tex")}))
            QVERIFY2(html.contains(QStringLiteral("href=\"%1\"").arg(name)), qPrintable(name));
        for (const QString& name : QDir(m_out).entryList({QStringLiteral("*@2x.png")}))
            QVERIFY2(html.contains(QStringLiteral("<img src=\"%1\"").arg(name)), qPrintable(name));
        QVERIFY(html.contains(m_verdict.section(QLatin1Char('\n'), 0, 0).toHtmlEscaped()));
        QVERIFY(test::contentOf(m_out + QStringLiteral("/SHA256SUMS")).contains("  index.html\n"));
    }

    void namesSizes()
    {
        const Run wrong = window({QStringLiteral("--export"), m_folder.filePath(QStringLiteral("sized")),
                                  QStringLiteral("--size"), QStringLiteral("a4"), m_project});
        QCOMPARE(wrong.status, 2);
        QVERIFY(wrong.errors.contains(QStringLiteral("column, text, slide, poster or page")));
        const Run column = window({QStringLiteral("--export"), m_folder.filePath(QStringLiteral("sized")),
                                   QStringLiteral("--size"), QStringLiteral("column"), m_project});
        QVERIFY2(column.status == 0, qPrintable(column.errors));
        const QImage narrow(m_folder.filePath(QStringLiteral("sized/predict-speedup.png"))),
            wide(m_out + QStringLiteral("/predict-speedup.png"));
        QVERIFY(std::abs(narrow.width() - 84 / 25.4 * 96) < 3 && std::abs(wide.width() - 160 / 25.4 * 96) < 3);
    }

    void otherProgramsOpenTheFigures_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QStringList>("before");
        QTest::newRow("rsvg-convert") << QStringLiteral("rsvg-convert") << QStringLiteral("*.svg")
                                      << QStringList{QStringLiteral("-o")};
        QTest::newRow("pdftoppm") << QStringLiteral("pdftoppm") << QStringLiteral("*.pdf")
                                  << QStringList{QStringLiteral("-png"), QStringLiteral("-singlefile")};
    }
    void otherProgramsOpenTheFigures()
    {
        QFETCH(QString, program);
        QFETCH(QString, pattern);
        QFETCH(QStringList, before);
        const QString path = QStandardPaths::findExecutable(program);
        if (path.isEmpty())
            QSKIP("SKIPPED: needs rsvg-convert and pdftoppm");
        const QStringList files = QDir(m_out).entryList({pattern});
        QVERIFY(!files.isEmpty());
        for (const QString& file : files) {
            const QString source = m_out + QLatin1Char('/') + file;
            const QString target = m_folder.filePath(QStringLiteral("opened"));
            const bool svg = program.startsWith(QLatin1String("rsvg"));
            const Run result = run(path, svg ? before + QStringList{target + QStringLiteral(".png"), source}
                                             : before + QStringList{source, target});
            QVERIFY2(result.status == 0, qPrintable(result.errors));
            const QImage image(target + QStringLiteral(".png"));
            QVERIFY(image.width() > 300 && image.height() > 60);  // the least high figure is a table with two rows
            // Something has been drawn: more than one colour.
            const QImage small = image.scaled(64, 64).convertToFormat(QImage::Format_RGB32);
            QSet<QRgb> colours;
            for (int y = 0; y < 64; ++y)
                for (int x = 0; x < 64; ++x)
                    colours << small.pixel(x, y);
            QVERIFY(colours.size() > 10);
        }
    }

    // Window (the analysis that its pages read), command line and exported CSV: the same doubles, and the digits
    // printed in the book.
    void showsTheSameNumbersEverywhere()
    {
        const Run result = run(test::builtProgram("app/scalewright-cli"),
                               {QStringLiteral("predict"), m_project, QStringLiteral("--json"), QStringLiteral("--p"),
                                QStringLiteral("1,2,4,8,13,16,32,34,64,128,256,512,1024")});
        QVERIFY2(result.status == 0, qPrintable(result.errors));
        const QJsonObject json = QJsonDocument::fromJson(result.output.toUtf8()).object();
        Document document;
        QVERIFY(document.open(m_project).has_value());
        const Analysis& analysis = document.analysis();
        QCOMPARE(json.value(QStringLiteral("p_star")).toInt(), 34);
        QCOMPARE(analysis.prediction->landmarks.pStar, 34);
        QCOMPARE(json.value(QStringLiteral("plan_p")).toInt(), analysis.planP);
        QCOMPARE(json.value(QStringLiteral("knee_p")).toInt(), analysis.prediction->landmarks.kneeP);
        QCOMPARE(json.value(QStringLiteral("p_comm_dominates")).toInt(),
                 *analysis.prediction->landmarks.pCommDominates);
        QCOMPARE(json.value(QStringLiteral("speedup_at_p_star")).toDouble(), analysis.pStarRow.speedup);

        QMap<int, QMap<QString, double>> exported;
        for (const auto& row : readCsvRows(test::contentOf(m_out + QStringLiteral("/predict-speedup.csv"))))
            exported.insert(static_cast<int>(row.value(QStringLiteral("p"))), row);
        // S as printed in Output 41.4.1.
        const QMap<int, double> book{{1, 1.00},  {2, 1.85},   {4, 3.20},   {8, 4.99},   {16, 6.69},  {32, 7.49},
                                     {64, 6.91}, {128, 5.30}, {256, 3.48}, {512, 2.04}, {1024, 1.11}};
        int compared = 0;
        for (const QJsonValue& value : json.value(QStringLiteral("rows")).toArray()) {
            const QJsonObject row = value.toObject();
            const int p = row.value(QStringLiteral("p")).toInt();
            const PredictionRow predictedRow = analysis.prediction->row(p);
            QVERIFY2(exported.contains(p), qPrintable(QStringLiteral("the CSV has no p = %1").arg(p)));
            for (const auto& [key, inWindow] :
                 {std::pair{"t_comp", predictedRow.tCompS}, std::pair{"t_comm", predictedRow.tCommS},
                  std::pair{"t_step", predictedRow.tStepS}, std::pair{"speedup", predictedRow.speedup},
                  std::pair{"efficiency", predictedRow.efficiency},
                  std::pair{"comm_to_compute", predictedRow.commToCompute},
                  std::pair{"cost", predictedRow.costUsd.value_or(-1)}}) {
                const QString name = QString::fromLatin1(key);
                QCOMPARE(row.value(name).toDouble(), inWindow);
                const bool time = name.startsWith(QLatin1String("t_")), money = name == QLatin1String("cost");
                QCOMPARE(exported[p].value(name + (time    ? QStringLiteral(" (s)")
                                                   : money ? QStringLiteral(" (USD)")
                                                           : QString()),
                                           -2),
                         inWindow);
            }
            if (book.contains(p))
                QCOMPARE(QString::number(predictedRow.speedup, 'f', 2), QString::number(book[p], 'f', 2));
            ++compared;
        }
        QCOMPARE(compared, 13);
    }

    void rejectsInvalidInputAndLeavesItUnchanged_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("expectedText");
        const QByteArray head = R"({"format": "scalewright-project", "version": 1, )";
        QTest::newRow("empty") << QByteArray() << QString();
        QTest::newRow("no JSON") << QByteArray("p* = 34\n") << QString();
        QTest::newRow("truncated") << head + R"("target": {"alpha_s": 0.0)" << QString();
        QTest::newRow("binary") << QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16) << QString();
        QTest::newRow("negative") << head + R"("target": {"alpha_s": -1}})" << QStringLiteral("/target/alpha_s");
        QTest::newRow("non-numeric") << head + R"("baseline": {"t_comp_s": "soon"}})"
                                     << QStringLiteral("/baseline/t_comp_s");
        QTest::newRow("nan") << head + R"("target": {"alpha_s": "nan"}})" << QStringLiteral("/target/alpha_s");
        QTest::newRow("1e400") << head + R"("target": {"alpha_s": 1e400}})" << QStringLiteral("/target/alpha_s");
        QTest::newRow("duplicate key") << head + R"("title": "a", "title": "b"})" << QStringLiteral("/title");
        QTest::newRow("deep nesting") << head + R"("x": )" + QByteArray(200000, '[') + QByteArray(200000, ']') + "}"
                                      << QString();
        QTest::newRow("newer version") << QByteArray(R"({"format": "scalewright-project", "version": 999})")
                                       << QStringLiteral("/version");
    }
    void rejectsInvalidInputAndLeavesItUnchanged()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, expectedText);
        const QString path = m_folder.filePath(QStringLiteral("bad.scalewright"));
        const QString outputFolder = m_folder.filePath(QStringLiteral("none"));
        test::setContent(path, content);
        const Run result = window({QStringLiteral("--export"), outputFolder, path});
        QCOMPARE(result.status, 2);
        QCOMPARE(result.output, QString());
        QVERIFY2(result.errors.contains(QStringLiteral("bad.scalewright")) && result.errors.contains(expectedText),
                 qPrintable(result.errors));
        QVERIFY(result.errors.count(QLatin1Char('\n')) <= 11);
        QVERIFY(!QFileInfo::exists(outputFolder));
        QCOMPARE(test::contentOf(path), content);
    }

    void rejectsFilesThatAreNotRegular()
    {
        const QString outputFolder = m_folder.filePath(QStringLiteral("none"));
        QVERIFY(
            window({QStringLiteral("--export"), outputFolder, m_folder.filePath(QStringLiteral("absent.scalewright"))})
                .errors.contains(QStringLiteral("absent")));
        QCOMPARE(
            window({QStringLiteral("--export"), outputFolder, m_folder.filePath(QStringLiteral("absent.scalewright"))})
                .status,
            2);
        QCOMPARE(window({QStringLiteral("--export"), outputFolder, m_folder.path()}).status, 2);
        const QString huge = m_folder.filePath(QStringLiteral("huge.scalewright"));
        QFile file(huge);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.resize(200 << 20));  // a sparse file that uses no disk space
        file.close();
        const Run result = window({QStringLiteral("--export"), outputFolder, huge});
        QCOMPARE(result.status, 2);
        QVERIFY(result.errors.contains(QStringLiteral("huge.scalewright")));
        QVERIFY(!QFileInfo::exists(outputFolder));
    }

    void usageAndEnvironmentErrorsHaveTheirStatus()
    {
        QCOMPARE(window({QStringLiteral("--no-such-option")}).status, 2);
        QCOMPARE(window({QStringLiteral("--export")}).status, 2);
        QCOMPARE(window({QStringLiteral("--export"), m_out, m_project, m_project}).status, 2);
        const QMap<QString, QString> offscreen{{QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen")},
                                               {QStringLiteral("XDG_CONFIG_HOME"), m_folder.path()}};
        const Run nowhere = window({QStringLiteral("--page"), QStringLiteral("nowhere")}, offscreen);
        QCOMPARE(nowhere.status, 2);
        QVERIFY(nowhere.errors.contains(QStringLiteral("predict")));
        // No display, or no writable folder: reported as an environment error, not an input error.
        QCOMPARE(window({m_project}).status, 3);
        QCOMPARE(window({QStringLiteral("--export"), QStringLiteral("/proc/no/such"), m_project}).status, 3);
        QCOMPARE(
            window({QStringLiteral("--export"), m_folder.filePath(QStringLiteral("plan.scalewright/out")), m_project})
                .status,
            3);
    }

    // An export writes everything or nothing. A file size limit simulates a full disk: either stops a write halfway.
    void failedExportLeavesNothing_data()
    {
        QTest::addColumn<bool>("folderExists");
        QTest::newRow("new folder") << false;
        QTest::newRow("folder with files in it") << true;
    }
    void failedExportLeavesNothing()
    {
        QFETCH(bool, folderExists);
        const QString outputFolder =
            m_folder.filePath(folderExists ? QStringLiteral("mine") : QStringLiteral("deep/er"));
        if (folderExists) {
            QVERIFY(QDir().mkpath(outputFolder));
            test::setContent(outputFolder + QStringLiteral("/verdict.txt"), "mine\n");
            test::setContent(outputFolder + QStringLiteral("/predict-cost.csv"), "mine too\n");
        }
        const Run result =
            run(test::builtProgram("app/scalewright"), {QStringLiteral("--export"), outputFolder, m_project}, {}, [] {
                const rlimit small{20000, 20000};
                ::setrlimit(RLIMIT_FSIZE, &small);
                ::signal(SIGXFSZ, SIG_IGN);
            });
        QCOMPARE(result.status, 3);
        QVERIFY2(result.errors.contains(outputFolder), qPrintable(result.errors));
        QCOMPARE(result.output, QString());
        if (!folderExists) {
            QVERIFY(!QFileInfo::exists(m_folder.filePath(QStringLiteral("deep"))));
            return;
        }
        QCOMPARE(QDir(outputFolder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name),
                 (QStringList{QStringLiteral("predict-cost.csv"), QStringLiteral("verdict.txt")}));
        QCOMPARE(test::contentOf(outputFolder + QStringLiteral("/verdict.txt")), QByteArray("mine\n"));
    }

    // The last file cannot be renamed: the earlier ones are removed, and the files they had replaced are restored.
    void revertsAnExportThatCannotBeMoved()
    {
        const QString outputFolder = m_folder.filePath(QStringLiteral("blocked"));
        QCOMPARE(window({QStringLiteral("--export"), outputFolder, m_project}).status, 0);
        QVERIFY(QFile::remove(outputFolder + QStringLiteral("/verdict.txt")) &&
                QDir().mkpath(outputFolder + QStringLiteral("/verdict.txt")));
        const QStringList before =
            QDir(outputFolder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
        const QByteArray cost = test::contentOf(outputFolder + QStringLiteral("/predict-cost.csv"));
        const Run result = window({QStringLiteral("--export"), outputFolder,
                                   test::sourceFile(QStringLiteral("resources/examples/student-b.scalewright"))});
        QCOMPARE(result.status, 3);
        QCOMPARE(QDir(outputFolder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name),
                 before);
        QCOMPARE(test::contentOf(outputFolder + QStringLiteral("/predict-cost.csv")), cost);
    }

    // A folder never contains the figures of two projects, and files that the user made or changed are never replaced.
    void exportIntoAnEarlierOne()
    {
        const QString outputFolder = m_folder.filePath(QStringLiteral("again"));
        const auto names = [&outputFolder] {
            const QStringList all = QDir(outputFolder).entryList(QDir::Files, QDir::Name);
            return QSet<QString>(all.begin(), all.end());
        };
        const QString other = test::sourceFile(QStringLiteral("resources/examples/student-b.scalewright"));
        const QString separateFolder = m_folder.filePath(QStringLiteral("alone"));
        QCOMPARE(window({QStringLiteral("--export"), outputFolder, other}).status, 0);
        const QSet<QString> first = names();
        QCOMPARE(window({QStringLiteral("--export"), separateFolder, m_project}).status, 0);
        test::setContent(outputFolder + QStringLiteral("/notes.txt"), "mine\n");
        QCOMPARE(window({QStringLiteral("--export"), outputFolder, m_project}).status, 0);
        QSet<QString> wanted{QStringLiteral("notes.txt")};
        for (const QString& each : QDir(separateFolder).entryList(QDir::Files))
            wanted << each;
        QCOMPARE(names(), wanted);
        QVERIFY(first != wanted);
        QCOMPARE(window({QStringLiteral("--export"), outputFolder, m_project}).status, 0);  // the same again

        test::setContent(outputFolder + QStringLiteral("/verdict.txt"), "my own words\n");
        const Run refused = window({QStringLiteral("--export"), outputFolder, other});
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.errors.contains(QStringLiteral("verdict.txt")) &&
                     refused.errors.contains(QStringLiteral("another folder")),
                 qPrintable(refused.errors));
        QCOMPARE(test::contentOf(outputFolder + QStringLiteral("/verdict.txt")), QByteArray("my own words\n"));
        QCOMPARE(names(), wanted);
    }

    void doesNotExportOverTheProject()
    {
        const QString outputFolder = m_folder.filePath(QStringLiteral("over"));
        QVERIFY(QDir().mkpath(outputFolder));
        const QString project = outputFolder + QStringLiteral("/verdict.txt");
        const QByteArray content = test::contentOf(m_project);
        test::setContent(project, content);
        const Run result = window({QStringLiteral("--export"), outputFolder, project});
        QCOMPARE(result.status, 2);
        QCOMPARE(test::contentOf(project), content);
        QCOMPARE(QDir(outputFolder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
    }

    void undeliveredOutputIsAnError_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("export") << QStringList{QStringLiteral("--export"), m_folder.filePath(QStringLiteral("said")),
                                               m_project};
        QTest::newRow("help") << QStringList{QStringLiteral("--help")};
        QTest::newRow("version") << QStringList{QStringLiteral("--version")};
    }
    void undeliveredOutputIsAnError()
    {
        QFETCH(QStringList, arguments);
        const Run result = run(test::builtProgram("app/scalewright"), arguments, {},
                               [] { ::dup2(::open("/dev/full", O_WRONLY), STDOUT_FILENO); });
        QCOMPARE(result.status, 3);
        QVERIFY2(result.errors.contains(QStringLiteral("standard output")), qPrintable(result.errors));
    }

    // Qt itself would abort; a display that cannot be opened is an environment error that names the display.
    void reportsADisplayThatCannotBeOpened()
    {
        const Run result = window({}, {{QStringLiteral("DISPLAY"), QStringLiteral(":4711")}});
        QCOMPARE(result.status, 3);
        QVERIFY2(result.errors.contains(QStringLiteral(":4711")), qPrintable(result.errors));
        QCOMPARE(result.output, QString());
    }

    // An incomplete project is not an error: the verdict names the missing inputs.
    void explainsAnUnfinishedProject()
    {
        const QString path = m_folder.filePath(QStringLiteral("unfinished.scalewright"));
        Document document;
        Project project = test::output4141();
        project.target.alphaS.reset();
        document.edit(QStringLiteral("all"), project);
        QVERIFY(document.saveAs(path).has_value());
        const Run result = window({QStringLiteral("--export"), m_folder.filePath(QStringLiteral("unfinished")), path});
        QVERIFY2(result.status == 0, qPrintable(result.errors));
        QVERIFY(result.output.contains(QStringLiteral("no prediction yet: it needs alpha")));
        QVERIFY(result.output.contains(QStringLiteral("/target/alpha_s")));
        for (const QString& csv :
             QDir(m_folder.filePath(QStringLiteral("unfinished"))).entryList({QStringLiteral("*.csv")})) {
            const QString text =
                QString::fromUtf8(test::contentOf(m_folder.filePath(QStringLiteral("unfinished/") + csv)));
            QVERIFY(!text.contains(QStringLiteral("nan"), Qt::CaseInsensitive) &&
                    !text.contains(QStringLiteral("inf"), Qt::CaseInsensitive));
        }
    }

    // The window itself opens the worked example, paints it, and closes at the probe's request.
    void paintsTheFirstFrame()
    {
        const Run result = window({}, {{QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen")},
                                       {QStringLiteral("XDG_CONFIG_HOME"), m_folder.path()},
                                       {QStringLiteral("SCALEWRIGHT_STARTUP_PROBE"), QStringLiteral("0")}});
        QVERIFY2(result.status == 0, qPrintable(result.errors));
        bool isNumber = false;
        QVERIFY(result.output.trimmed().toDouble(&isNumber) > 0);
        QVERIFY(isNumber);
    }
};

SCALEWRIGHT_TEST(tst_window)
#include "tst_window.moc"

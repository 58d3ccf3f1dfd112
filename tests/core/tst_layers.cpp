// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the #include lines of every source file against the tables in CONTRIBUTING.md: a folder includes only folders
// listed above it. Therefore folders have no cycles, no page includes another page, and core does not see ui.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

struct Source {
    QString path;  // "core/base/json/json.cpp"
    QString text;
};

/// The row of every folder in the tables of `text`, counted from the top. A row starts with its folders in backquotes.
std::map<QString, int> layerRows(const QString& text)
{
    static const QRegularExpression folder(QStringLiteral("`((?:core|ui|app)(?:/[a-z_]+)*)`"));
    std::map<QString, int> rows;
    int row = 0;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        if (!line.startsWith(QLatin1String("| `")))
            continue;
        const QString cell = line.section(QLatin1Char('|'), 1, 1);
        for (auto each = folder.globalMatch(cell); each.hasNext();)
            rows.emplace(each.next().captured(1), row);
        ++row;
    }
    return rows;
}

/// The folder of a file, or the closest enclosing folder that has a row.
QString listedFolder(const QString& path, const std::map<QString, int>& rows)
{
    const QString ownFolder = path.section(QLatin1Char('/'), 0, -2);
    for (QString folder = ownFolder; !folder.isEmpty(); folder = folder.section(QLatin1Char('/'), 0, -2))
        if (rows.contains(folder))
            return folder;
    return ownFolder;
}

/// Every include that violates the order, and every folder without a row, one per line.
QStringList violations(const std::map<QString, int>& rows, const std::vector<Source>& sources)
{
    static const QRegularExpression include(QStringLiteral("^\\s*#\\s*include\\s*\"([^\"]+)\""),
                                            QRegularExpression::MultilineOption);
    QStringList violationTexts;
    for (const Source& source : sources) {
        const QString sourceFolder = listedFolder(source.path, rows);
        const auto ownRow = rows.find(sourceFolder);
        if (ownRow == rows.end()) {
            violationTexts << QStringLiteral("%1: the folder has no row in CONTRIBUTING.md").arg(sourceFolder);
            continue;
        }
        for (auto each = include.globalMatch(source.text); each.hasNext();) {
            const QString path = each.next().captured(1);
            const QString includedFolder = listedFolder(path, rows);
            if (includedFolder == sourceFolder)
                continue;
            const auto includedRow = rows.find(includedFolder);
            if (includedRow == rows.end())
                violationTexts << QStringLiteral("%1 includes %2, whose folder has no row in CONTRIBUTING.md")
                                      .arg(source.path, path);
            else if (includedRow->second >= ownRow->second)
                violationTexts << QStringLiteral("%1 includes %2, which is not above it").arg(source.path, path);
        }
    }
    violationTexts.removeDuplicates();
    return violationTexts;
}

std::vector<Source> readSources(std::initializer_list<const char*> tops = {"core", "ui", "app"})
{
    std::vector<Source> sources;
    const QString root = sourceFile(QString());
    for (const char* top : tops) {
        QDirIterator files(root + QLatin1String(top), {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly))
                sources.push_back({file.fileName().mid(root.size()), QString::fromUtf8(file.readAll())});
        }
    }
    return sources;
}

/// The files that a change to `header` recompiles: those that include it, directly or through others.
std::set<QString> filesIncluding(const QString& header, const std::vector<Source>& sources)
{
    static const QRegularExpression include(QStringLiteral("^\\s*#\\s*include\\s*\"([^\"]+)\""),
                                            QRegularExpression::MultilineOption);
    std::map<QString, std::vector<QString>> includedBy;
    for (const Source& source : sources)
        for (auto each = include.globalMatch(source.text); each.hasNext();)
            includedBy[each.next().captured(1)].push_back(source.path);
    std::set<QString> reachedFiles;
    std::vector<QString> open{header};
    while (!open.empty()) {
        const QString next = open.back();
        open.pop_back();
        for (const QString& path : includedBy[next])
            if (reachedFiles.insert(path).second)
                open.push_back(path);
    }
    return reachedFiles;
}

}  // namespace

class tst_layers : public QObject {
    Q_OBJECT
private slots:
    void theTree();
    void catches_data();
    void catches();
    void everyRowNamesAFolder();
    void everyFolderOfCoreIsInALayer();
    void fewFilesIncludeTheProjectHeader();
    void fewFilesIncludeEachHeader_data();
    void fewFilesIncludeEachHeader();

private:
    std::map<QString, int> m_rows;

    void read()
    {
        QFile file(sourceFile(QStringLiteral("CONTRIBUTING.md")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_rows = layerRows(QString::fromUtf8(file.readAll()));
    }
};

void tst_layers::theTree()
{
    read();
    const std::vector<Source> sources = readSources();
    QVERIFY2(sources.size() > 300, "the sources were not found");
    const QStringList foundViolations = violations(m_rows, sources);
    QVERIFY2(foundViolations.isEmpty(), qPrintable(foundViolations.join(QLatin1Char('\n'))));
}

void tst_layers::catches_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<bool>("allowed");
    QTest::newRow("core sees no ui") << "core/base/json/json.cpp"
                                     << "ui/theme/theme.h" << false;
    QTest::newRow("ground sees no house") << "core/base/json/json.cpp"
                                          << "core/base/quantity/quantity.h" << false;
    QTest::newRow("house sees ground") << "core/base/quantity/units.cpp"
                                       << "core/base/json/json.h" << true;
    QTest::newRow("itself") << "core/base/quantity/units.cpp"
                            << "core/base/quantity/units.h" << true;
    QTest::newRow("a folder within") << "core/model/scaling/patterns/shuffle.cpp"
                                     << "core/model/scaling/pattern.h" << true;
    QTest::newRow("nor does it see the house") << "core/model/scaling/patterns/shuffle.cpp"
                                               << "core/model/step/project_model.h" << false;
    QTest::newRow("a document knows names, not the engine") << "core/project/document/plan.h"
                                                            << "core/model/scaling/model.h" << false;
    QTest::newRow("page sees no page") << "ui/predict/predict_page.cpp"
                                       << "ui/measure/measure_page.h" << false;
    QTest::newRow("nor the other way round") << "ui/measure/measure_page.cpp"
                                             << "ui/predict/predict_page.h" << false;
    QTest::newRow("shell sees no page") << "ui/shell/rail.cpp"
                                        << "ui/predict/predict_page.h" << false;
    QTest::newRow("shell sees the frame") << "ui/shell/rail.cpp"
                                          << "ui/page/page.h" << true;
    QTest::newRow("the command line sees no window") << "app/cli/main.cpp"
                                                     << "ui/theme/theme.h" << false;
    QTest::newRow("the window sees its pages") << "app/window/pages.cpp"
                                               << "ui/predict/predict_page.h" << true;
    QTest::newRow("findings of reports are not part of their input") << "core/decision/analysis/analysis.h"
                                                                     << "core/decision/rules/checks.h" << false;
    QTest::newRow("an unlisted folder") << "core/odds/ends.cpp"
                                        << "core/base/json/json.h" << false;
    QTest::newRow("an include of one") << "core/base/quantity/units.cpp"
                                       << "core/odds/ends.h" << false;
}

void tst_layers::catches()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(bool, allowed);
    read();
    const QString text = QStringLiteral("// A comment.\n#include <QString>\n\n#include \"%1\"\n").arg(to);
    QCOMPARE(violations(m_rows, {{from, text}}).isEmpty(), allowed);
}

void tst_layers::everyRowNamesAFolder()
{
    read();
    QVERIFY(m_rows.size() > 30);
    for (const auto& [folder, row] : m_rows)
        QVERIFY2(QFile::exists(sourceFile(folder)), qPrintable(folder));
}

/// core contains only layers, a layer contains only folders, and the rows of a layer are adjacent.
void tst_layers::everyFolderOfCoreIsInALayer()
{
    read();
    std::map<int, QString> layers;
    for (const auto& [folder, row] : m_rows)
        if (folder.startsWith(QLatin1String("core/")))
            layers.emplace(row, folder.section(QLatin1Char('/'), 1, 1));
    QStringList order;
    for (const auto& [row, layer] : layers)
        if (order.isEmpty() || order.last() != layer)
            order << layer;
    QCOMPARE(order, QStringList({"base", "project", "model", "evidence", "design", "decision", "output"}));
    for (const Source& source : readSources({"core"}))
        QVERIFY2(m_rows.contains(source.path.section(QLatin1Char('/'), 0, 2)), qPrintable(source.path));
}

/// project.h changes often, and a source file of the window takes seconds to compile: files that only pass a project on
/// declare it instead.
void tst_layers::fewFilesIncludeTheProjectHeader()
{
    QCOMPARE(filesIncluding(
                 QStringLiteral("a.h"),
                 {{"b.h", "#include \"a.h\"\n"}, {"c.cpp", "#include \"b.h\"\n"}, {"d.cpp", "#include \"c.h\"\n"}}),
             (std::set<QString>{"b.h", "c.cpp"}));
    int windowFiles = 0;
    for (const QString& path : filesIncluding(QStringLiteral("core/project/document/project.h"), readSources()))
        windowFiles += path.endsWith(QLatin1String(".cpp")) &&
                       (path.startsWith(QLatin1String("ui/")) || path.startsWith(QLatin1String("app/window/")));
    QVERIFY2(windowFiles > 10 && windowFiles <= 72, qPrintable(QString::number(windowFiles)));
}

/// Source files in core, ui, app and tests, each compiled alone.
void tst_layers::fewFilesIncludeEachHeader_data()
{
    QTest::addColumn<QString>("header");
    QTest::addColumn<int>("most");
    QTest::newRow("a prediction") << "core/model/scaling/prediction.h" << 191;
    QTest::newRow("a project's model") << "core/model/step/project_model.h" << 60;
    QTest::newRow("a small file of core") << "core/base/statistics/outliers.h" << 4;
}

void tst_layers::fewFilesIncludeEachHeader()
{
    QFETCH(QString, header);
    QFETCH(int, most);
    int includingCount = 0;
    for (const QString& path : filesIncluding(header, readSources({"core", "ui", "app", "tests"})))
        includingCount += path.endsWith(QLatin1String(".cpp"));
    QVERIFY2(includingCount > 0 && includingCount <= most, qPrintable(QString::number(includingCount)));
}

SCALEWRIGHT_TEST(tst_layers)
#include "tst_layers.moc"

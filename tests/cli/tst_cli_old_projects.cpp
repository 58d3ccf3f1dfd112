// SPDX-License-Identifier: GPL-3.0-or-later
// Project files as written by every released version (tests/data/projects/VERSION): each is read, reproduces the book's
// numbers, and is written again with every member it had.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

const QString versions = QStringLiteral("tests/data/projects");

/// Pointers to all members of a value, such as "/design/communication/pattern".
void collectPointers(const QJsonValue& value, const QString& pointer, QStringList& all)
{
    if (!pointer.isEmpty())
        all.append(pointer);
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto each = object.begin(); each != object.end(); ++each)
            collectPointers(each.value(), pointer + QLatin1Char('/') + each.key(), all);
    }
    if (value.isArray())
        for (qsizetype i = 0; i < value.toArray().size(); ++i)
            collectPointers(value.toArray().at(i), pointer + QLatin1Char('/') + QString::number(i), all);
}

QStringList jsonPointers(const QByteArray& json)
{
    QStringList all;
    collectPointers(QJsonDocument::fromJson(json).object(), {}, all);
    return all;
}

}  // namespace

class tst_cli_old_projects : public QObject {
    Q_OBJECT
private slots:
    void isReadAndPreserved_data();
    void isReadAndPreserved();
    void reproducesTheBooksPrediction();
    void reproducesTheBooksCeiling();
    void reproducesTheBooksLosses();

private:
    QTemporaryDir m_folder;
};

void tst_cli_old_projects::isReadAndPreserved_data()
{
    QTest::addColumn<QString>("path");
    QDirIterator files(sourceFile(versions), {QStringLiteral("*.scalewright")}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        if (QFileInfo(path).dir() != QDir(sourceFile(versions)))
            QTest::newRow(qPrintable(QDir(sourceFile(versions)).relativeFilePath(path))) << path;
    }
}

void tst_cli_old_projects::isReadAndPreserved()
{
    QFETCH(QString, path);
    const CliResult valid = runCli({"validate", "--json", path});
    QCOMPARE(valid.status, 0);
    // The report's folder contains the complete project, as this version writes it.
    const QString name = QFileInfo(path).completeBaseName();
    QCOMPARE(runCli({"report", path, "-o", m_folder.filePath(name)}).status, 0);
    const QDir folder(m_folder.filePath(name));
    const QStringList projects = folder.entryList({QStringLiteral("*.scalewright")}, QDir::Files);
    QCOMPARE(projects.size(), 1);
    const QStringList storedPointers = jsonPointers(scalewright::test::contentOf(folder.filePath(projects.front())));
    for (const QString& pointer : jsonPointers(scalewright::test::contentOf(path)))
        QVERIFY2(storedPointers.contains(pointer), qPrintable(pointer));
}

// Output 41.4.1: fastest at p = 34 with 7.49x; communication exceeds compute from p = 13.
void tst_cli_old_projects::reproducesTheBooksPrediction()
{
    const CliResult result = runCli({"predict", "--json", sourceFile(versions + "/0.1.0/output-41.4.1.scalewright")});
    QCOMPARE(result.status, 0);
    const QJsonObject answer = result.json();
    QCOMPARE(answer["p_star"].toInt(), 34);
    QCOMPARE(answer["p_comm_dominates"].toInt(), 13);
    QVERIFY(std::abs(answer["speedup_at_p_star"].toDouble() - 7.49) < 0.005);
}

// The program of Output 41.2.1 does 7.24 FLOP per byte and is compute-bound.
void tst_cli_old_projects::reproducesTheBooksCeiling()
{
    const CliResult result = runCli({"diagnose", "--json", sourceFile(versions + "/0.1.0/output-41.2.1.scalewright")});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.json()["bottleneck"].toString(), QStringLiteral("compute"));
}

// Output 41.7.2: of the 4.12 folds missing at 8 workers, 2.25 are communication and 1.86 are waiting.
void tst_cli_old_projects::reproducesTheBooksLosses()
{
    const CliResult result = runCli({"attribute", "--json", sourceFile(versions + "/0.1.0/output-41.7.2.scalewright")});
    QCOMPARE(result.status, 0);
    for (const QJsonValue row : result.json()["rows"].toArray())
        if (row["p"].toInt() == 8) {
            QVERIFY(std::abs(row["lost_folds"].toDouble() - 4.12) < 0.005);
            QVERIFY(std::abs(row["communication"].toDouble() - 2.25) < 0.005);
            QVERIFY(std::abs(row["waiting"].toDouble() - 1.86) < 0.0065);
            return;
        }
    QFAIL("no row of 8 workers");
}

SCALEWRIGHT_TEST(tst_cli_old_projects)
#include "tst_cli_old_projects.moc"

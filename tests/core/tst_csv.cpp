// SPDX-License-Identifier: GPL-3.0-or-later
// Reading CSV: RFC 4180 and files as people write them. Expected cells are written out by hand.
#include <QTest>

#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

QString bracketedCells(const Grid& file)
{
    QString text;
    for (const std::vector<GridCell>& row : file.rows) {
        for (const GridCell& cell : row)
            text += "[" + QString::fromStdString(cell.text) + "]";
        text += "|";
    }
    return text;
}

}  // namespace

class tst_csv : public QObject {
    Q_OBJECT
private slots:
    void rows_data();
    void rows();
    void positions();
    void findsColumnsIgnoringCase();
    void errors_data();
    void errors();
    void reportsEveryShortRow();
    void readsManyRows();
};

void tst_csv::rows_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("cells");
    QTest::newRow("plain") << QByteArray("a,b\n1,2\n3,4\n") << "[1][2]|[3][4]|";
    QTest::newRow("no line end at the end") << QByteArray("a,b\n1,2") << "[1][2]|";
    QTest::newRow("CRLF") << QByteArray("a,b\r\n1,2\r\n") << "[1][2]|";
    QTest::newRow("CR") << QByteArray("a,b\r1,2\r") << "[1][2]|";
    QTest::newRow("byte-order mark") << QByteArray(
                                            "\xEF\xBB\xBF"
                                            "a,b\n1,2\n")
                                     << "[1][2]|";
    QTest::newRow("comments and blank lines")
        << QByteArray("# x, y\n\n  \na,b\n\n# z\n1,2\n  # indented\n\n") << "[1][2]|";
    QTest::newRow("blanks around") << QByteArray(" a , b \n 1 ,\t2\n") << "[1][2]|";
    QTest::newRow("quotes") << QByteArray("a,b\n\"1,5\",\"say \"\"2\"\"\"\n") << "[1,5][say \"2\"]|";
    QTest::newRow("quoted line end") << QByteArray("a,b\n\"1\n2\",3\n4,5\n") << "[1\n2][3]|[4][5]|";
    QTest::newRow("quoted number sign is no comment") << QByteArray("a,b\n\"#1\",2\n") << "[#1][2]|";
    QTest::newRow("semicolons") << QByteArray("a;b\n0,5;2\n") << "[0,5][2]|";
    QTest::newRow("tabs") << QByteArray("a\tb\n1\t2\n\t3\n") << "[1][2]|[][3]|";
    QTest::newRow("empty fields") << QByteArray("a,b,c\n,,\n") << "[][][]|";
    QTest::newRow("header only") << QByteArray("a,b\n") << "";
}

void tst_csv::rows()
{
    QFETCH(QByteArray, text);
    const Result<Grid> file = parseCsv(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    QVERIFY2(file, file ? "" : describe(file.error()).c_str());
    QTEST(bracketedCells(*file), "cells");
}

void tst_csv::positions()
{
    const Result<Grid> file = parseCsv("# one\n\np,größe,t\n2, µ ,\"a\nb\"\n4,x,y\n");
    QVERIFY(file);
    QCOMPARE(file->header.front().where.line, 3);
    QCOMPARE(file->header[2].where.column, 9);
    QCOMPARE(file->rows[0].front().where.line, 4);
    QCOMPARE(file->rows[0][1].where.column, 4);
    QCOMPARE(file->rows[0][2].where.column, 7);
    QCOMPARE(file->rows[1].front().where.line, 6);
}

void tst_csv::findsColumnsIgnoringCase()
{
    const Result<Grid> file = parseCsv("P,Bytes,seconds\n");
    QVERIFY(file);
    QCOMPARE(findHeader(*file, "p").value_or(99), 0u);
    QCOMPARE(findHeader(*file, "bytes").value_or(99), 1u);
    QVERIFY(!findHeader(*file, "time"));
}

void tst_csv::errors_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("empty") << QByteArray("") << "no rows";
    QTest::newRow("comments only") << QByteArray("# a\n\n") << "no rows";
    QTest::newRow("binary") << QByteArray("a,b\n1,\0\n", 8) << "binary";
    QTest::newRow("too many fields") << QByteArray("a,b\n1,2\n1,2,3\n") << "line 3: 3 fields where the header has 2";
    QTest::newRow("decimal comma") << QByteArray("a,b\n1,0,5\n") << "decimal point";
    QTest::newRow("too few fields") << QByteArray("a,b\n1\n") << "line 2: 1 field where the header has 2";
    QTest::newRow("open quote") << QByteArray("a,b\n1,\"2\n3,4\n") << "line 2";
    QTest::newRow("text after quote") << QByteArray("a,b\n\"1\"x,2\n") << "line 2";
    QTest::newRow("column twice") << QByteArray("p,bytes,P\n") << "twice";
}

void tst_csv::errors()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const Result<Grid> file = parseCsv(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    QVERIFY(!file);
    QCOMPARE(static_cast<int>(file.error().code), static_cast<int>(ErrorCode::Input));
    const QString message = QString::fromStdString(describe(file.error()));
    QVERIFY2(message.contains(says), qPrintable(message));
}

void tst_csv::reportsEveryShortRow()
{
    const Result<Grid> file = parseCsv("a,b\n1\n1,2\n3\n");
    QVERIFY(!file);
    QCOMPARE(file.error().problems.size(), 2u);
    QCOMPARE(file.error().problems[0].location.line, 2);
    QCOMPARE(file.error().problems[1].location.line, 4);
}

void tst_csv::readsManyRows()
{
    std::string text = "p,bytes,seconds\n";
    for (int i = 0; i < 100'000; ++i)
        text += "2,1024,0.5\n";
    const Result<Grid> file = parseCsv(text);
    QVERIFY(file);
    QCOMPARE(file->rows.size(), 100'000u);
    QCOMPARE(file->rows.back().front().where.line, 100'001);
}

SCALEWRIGHT_TEST(tst_csv)
#include "tst_csv.moc"

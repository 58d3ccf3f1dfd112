// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: Output 41.4.1 as printed in the book, RFC 4180, the booktabs manual, and texts written out by hand.
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/output/chart/pgfplots.h"
#include "core/output/tables/prediction_table.h"
#include "core/output/tables/table.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

constexpr std::array bookWorkers{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

Prediction bookPrediction()
{
    ScalingModel model;
    model.tCompS = 1;
    model.primaryExchange().communication.alphaS = 0.0008;
    model.primaryExchange().communication.betaS = 0.04;
    return predict(model);
}

Table small(std::vector<std::vector<Cell>> rows)
{
    return {.caption = "", .columns = {{"name", "name", "", -1}, {"time", "time", "s", 3}}, .rows = std::move(rows)};
}

QStringList nonEmptyLines(const std::string& text)
{
    return QString::fromStdString(text).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

}  // namespace

class tst_tables : public QObject {
    Q_OBJECT
private slots:
    void predictionMatchesThePrintedTable();
    void predictionColumns();
    void predictsWholeExamples();
    void timesKeepTheirResolution_data();
    void timesKeepTheirResolution();
    void csvCells_data();
    void csvCells();
    void csvKeepsEveryDigit();
    void csvCaption();
    void alignsText();
    void booktabs();
    void booktabsWrapsSentences();
    void latexEscapes();
    void pgfplots();
    void pgfplotsGaps();
    void pgfplotsCompiles();
    void booktabsFitsOnAPage();
    void booktabsCompiles();
};

void tst_tables::predictionMatchesThePrintedTable()
{
    const QStringList printed{"1 1.0000 0.0000 1.0000 1.00 0.000",     "2 0.5000 0.0408 0.5408 1.85 0.082",
                              "4 0.2500 0.0624 0.3124 3.20 0.250",     "8 0.1250 0.0756 0.2006 4.99 0.605",
                              "16 0.0625 0.0870 0.1495 6.69 1.392",    "32 0.0312 0.1023 0.1336 7.49 3.274",
                              "64 0.0156 0.1291 0.1448 6.91 8.266",    "128 0.0078 0.1810 0.1888 5.30 23.165",
                              "256 0.0039 0.2837 0.2876 3.48 72.624",  "512 0.0020 0.4886 0.4906 2.04 250.186",
                              "1024 0.0010 0.8983 0.8993 1.11 919.882"};
    const Table table = predictionTable(bookPrediction(), bookWorkers);
    QCOMPARE(table.rows.size(), static_cast<std::size_t>(printed.size()));
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        QStringList cells;
        for (const std::size_t column : {0u, 1u, 2u, 3u, 4u, 6u})
            cells << QString::fromStdString(cellText(table.rows[row][column], table.columns[column]));
        QCOMPARE(cells.join(QLatin1Char(' ')), printed[static_cast<qsizetype>(row)]);
    }
}

void tst_tables::predictionColumns()
{
    Prediction prediction = bookPrediction();
    const std::array workers{2, 5000};
    const Table withoutTerms = predictionTable(prediction, workers);
    QStringList keys;
    for (const Column& column : withoutTerms.columns)
        keys << QString::fromStdString(column.key);
    QCOMPARE(keys.join(QLatin1Char(' ')), QString("p t_comp t_comm t_step speedup efficiency comm_to_compute cost"));
    QVERIFY(std::holds_alternative<std::monostate>(withoutTerms.rows[0][7]));

    // A row beyond p-max is computed anyway: 5000 workers with the book's ring.
    const double comm = 0.0008 * 4999 + 0.08 * 4999 / 5000;
    QVERIFY(std::abs(std::get<double>(withoutTerms.rows[1][2]) - comm) < 1e-12);

    // 2 nodes at 36 USD per hour for 10 steps of 0.5408 s: 2 * 36 / 3600 * 5.408.
    prediction.model.nodePriceUsdPerHour = 36;
    prediction.model.steps = 10;
    prediction = predict(prediction.model);
    const Table withTerms = predictionTable(prediction, workers);
    QVERIFY(std::abs(std::get<double>(withTerms.rows[0][7]) - 0.10816) < 1e-12);
    QVERIFY(withTerms.caption.find("10 steps") != std::string::npos);
}

// Ten examples on three workers: the fullest has four and takes 0.4 s, where an even share would be 0.333 s. On 2 and 5
// workers, all have the same number.
void tst_tables::predictsWholeExamples()
{
    const Prediction prediction =
        predict({.tCompS = 1, .exchanges = {{.communication = {.alphaS = 0.001}}}, .maximumWorkers = 10}, 10);
    const auto compute = [&](const std::vector<int>& p) { return predictionTable(prediction, p).columns[1].title; };
    QCOMPARE(compute({1, 2, 5, 10}), std::string("T_comp/p"));
    QCOMPARE(compute({1, 2, 3}), std::string("T_comp(p)"));
    const Table table = predictionTable(prediction, std::vector<int>{3});
    QVERIFY2(table.caption.find("T_comp(p) = T_comp ceil(10/p)/10") != std::string::npos, table.caption.c_str());
    QCOMPARE(std::get<double>(table.rows[0][1]), 0.4);
}

void tst_tables::timesKeepTheirResolution_data()
{
    QTest::addColumn<double>("tComp");
    QTest::addColumn<QString>("shown");  // of T_comp/8
    QTest::newRow("book") << 1.0 << "0.1250";
    QTest::newRow("hundred seconds") << 100.0 << "12.50";
    QTest::newRow("a day") << 80000.0 << "10000";
    QTest::newRow("80 ms") << 0.08 << "0.010000";
    QTest::newRow("8 us") << 8e-6 << "0.0000010000";
}

void tst_tables::timesKeepTheirResolution()
{
    QFETCH(double, tComp);
    QFETCH(QString, shown);
    ScalingModel model;
    model.tCompS = tComp;
    const std::array workers{8};
    const Table table = predictionTable(predict(model, 8), workers);
    QCOMPARE(QString::fromStdString(cellText(table.rows[0][1], table.columns[1])), shown);
}

void tst_tables::csvCells_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("field");
    QTest::newRow("plain") << "gloo"
                           << "gloo";
    QTest::newRow("comma") << "a,b"
                           << "\"a,b\"";
    QTest::newRow("quote") << "say \"8\""
                           << "\"say \"\"8\"\"\"";
    QTest::newRow("line end") << "a\nb"
                              << "\"a\nb\"";
    QTest::newRow("comment") << "#1"
                             << "\"#1\"";
    QTest::newRow("formula =") << "=1+2"
                               << "'=1+2";
    QTest::newRow("formula +") << "+1"
                               << "'+1";
    QTest::newRow("formula -") << "-1"
                               << "'-1";
    QTest::newRow("formula @") << "@SUM(A1)"
                               << "'@SUM(A1)";
    QTest::newRow("formula with comma") << "=SUM(1,2)"
                                        << "\"'=SUM(1,2)\"";
    QTest::newRow("blank at the end") << "a "
                                      << "\"a \"";
    QTest::newRow("utf-8") << "µ"
                           << "µ";
}

void tst_tables::csvCells()
{
    QFETCH(QString, text);
    QFETCH(QString, field);
    const std::string csv = toCsv(small({{text.toStdString(), 0.5}}));
    QCOMPARE(QString::fromStdString(csv), "name,time\n" + field + ",0.5\n");
}

void tst_tables::csvKeepsEveryDigit()
{
    const std::vector<double> values{0.1,    1.0 / 3,
                                     1e-300, 6.02214076e23,
                                     -2.5,   std::nextafter(1.0, 2.0),
                                     0,      std::numeric_limits<double>::denorm_min()};
    Table table{.caption = "", .columns = {{"x", "x", "", 2}}, .rows = {}};
    for (const double value : values)
        table.rows.push_back({value});
    const QStringList lines = nonEmptyLines(toCsv(table));
    QCOMPARE(lines.size(), static_cast<qsizetype>(values.size()) + 1);
    for (std::size_t i = 0; i < values.size(); ++i)
        QCOMPARE(std::strtod(qPrintable(lines[static_cast<qsizetype>(i) + 1]), nullptr), values[i]);

    // A missing value is an empty field, never the word nan.
    const Table absent = small({{Cell(), std::numeric_limits<double>::quiet_NaN()},
                                {std::string("a"), std::numeric_limits<double>::infinity()}});
    QCOMPARE(QString::fromStdString(toCsv(absent)), QString("name,time\n,\na,\n"));
    const Table singleColumn{.caption = "", .columns = {{"x", "x", "", 2}}, .rows = {{Cell()}}};
    QCOMPARE(QString::fromStdString(toCsv(singleColumn)), QString("x\n\"\"\n"));
}

void tst_tables::csvCaption()
{
    Table table = small({});
    table.caption = "alpha 0.80 ms,\nbeta 40 ms";
    QCOMPARE(QString::fromStdString(toCsv(table)), QString("# alpha 0.80 ms,\n# beta 40 ms\nname,time\n"));
}

void tst_tables::alignsText()
{
    Table table = small({{std::string("größe"), 1.0}, {std::string("b"), 12.3456}, {std::string("c"), Cell()}});
    QCOMPARE(QString::fromStdString(toText(table)), QString("name   time (s)\n"
                                                            "größe     1.000\n"
                                                            "b        12.346\n"
                                                            "c             -\n"));
    table.caption = "Two lines:\nthis too";
    // Text in the last column wraps where the line would be too long: 7 + 2 + 20 characters.
    const Table wide{.caption = "",
                     .columns = {{"slot", "slot", "", -1}, {"choice", "choice", "", -1}},
                     .rows = {{std::string("balance"), std::string("even sharding and backup workers")},
                              {std::string("5"), std::string("elastic")}}};
    QCOMPARE(QString::fromStdString(toText(wide, 29)), QString("slot     choice\n"
                                                               "balance  even sharding and\n"
                                                               "         backup workers\n"
                                                               "5        elastic\n"));
    QVERIFY(QString::fromStdString(toText(table)).startsWith("Two lines:\nthis too\nname"));
    // Four significant digits if a column does not set the number of decimals.
    QCOMPARE(cellText(0.00123456, {"x", "x", "", -1}), std::string("0.001235"));
    QCOMPARE(cellText(std::numeric_limits<double>::quiet_NaN(), {"x", "x", "", 2}), std::string("-"));
}

// Columns of sentences share the line width instead of running off the page: their widths sum to less than the line.
void tst_tables::booktabsWrapsSentences()
{
    Table table;
    table.columns = {
        {"slot", "Slot", "", -1}, {"why", "Why", "", -1}, {"rejected", "Rejected", "", -1}, {"p", "p", "", 0}};
    const auto words = [](int count) {
        std::string text;
        for (int i = 0; i < count; ++i)
            text += i > 0 ? " sentence" : "A sentence";
        return text;
    };
    table.rows = {{std::string("Consistency"), words(8), words(16), 13.0}};
    const QString latex = QString::fromStdString(toBooktabs(table));
    QVERIFY(latex.startsWith(QStringLiteral("% needs \\usepackage{array,booktabs}\n")));
    const QRegularExpression shares(QStringLiteral("p\\{(0\\.\\d+)\\\\linewidth\\}"));
    double sum = 0;
    int count = 0;
    for (auto match = shares.globalMatch(latex); match.hasNext(); ++count)
        sum += match.next().captured(1).toDouble();
    QCOMPARE(count, 2);
    QVERIFY(sum > 0.5 && sum < 0.95);
    QVERIFY(latex.contains(QStringLiteral("\\begin{tabular}{l>")));
    table.rows = {{std::string("Consistency"), std::string("because"), std::string("none"), 13.0}};
    QVERIFY(QString::fromStdString(toBooktabs(table)).contains(QStringLiteral("\\begin{tabular}{lllr}")));
}

void tst_tables::booktabs()
{
    Table table =
        small({{std::string("a & b"), 0.5}, {std::string("-0.5 to 1-2"), -0.5}, {std::string("100 %"), Cell()}});
    table.caption = "T_comp";
    QCOMPARE(QString::fromStdString(toBooktabs(table)),
             QString("% needs \\usepackage{booktabs}\n"
                     "\\begin{table}\n"
                     "  \\centering\n"
                     "  \\caption{T\\_comp}\n"
                     "  \\begin{tabular}{lr}\n"
                     "    \\toprule\n"
                     "    name & time (s) \\\\\n"
                     "    \\midrule\n"
                     "    a \\& b & 0.500 \\\\\n"
                     "    \\ensuremath{\\relax-}0.5 to 1-2 & \\ensuremath{\\relax-}0.500 \\\\\n"
                     "    100 \\% & -- \\\\\n"
                     "    \\bottomrule\n"
                     "  \\end{tabular}\n"
                     "\\end{table}\n"));
}

void tst_tables::latexEscapes()
{
    const Table table = small({{std::string("\\ { } $ # _ ~ ^ < > |"), 1.0}});
    QVERIFY(toBooktabs(table).find("\\ensuremath{\\backslash} \\ensuremath{\\{} \\ensuremath{\\}} \\$ \\# \\_ "
                                   "\\textasciitilde{} \\textasciicircum{} "
                                   "\\ensuremath{<} \\ensuremath{>} \\ensuremath{|} & 1.000") != std::string::npos);
}

// S(p) of the book's model against the ideal: the values S(1) = 1 and S(2) = 1/(0.5 + 0.0008 + 0.04).
chart::ChartLayout bookFigure()
{
    using namespace chart;
    ChartSpec spec{.x = {.title = "workers p", .scale = AxisScale::Log2, .low = 1, .high = 1024},
                   .y = {.title = "speedup, 100 %", .low = 0, .high = 8}};
    spec.series = {{.key = "speedup", .x = {1, 2}, .y = {1, 1 / (0.5 + 0.0008 + 0.04)}},
                   {.key = "ideal", .x = {1, 8}, .y = {1, 8}, .isReference = true}};
    spec.bands = {{.x = {1, 8}, .low = {1, 5}, .high = {1, 8}}};
    spec.points = {{.id = "p_star", .x = 34, .y = 7.4912, .label = "p* 34 (fastest), α < 1 ms, 7.49×"}};
    spec.markers = {{.id = "plan",
                     .x = 13,
                     .y = 6.2356,
                     .label = "R(12) ≤ 1 | {a} \\ 10⁻³",
                     .kind = MarkerSpec::Kind::Flag,
                     .role = ColorRole::Ink}};
    return layOutChart(spec, {720, 392}, {});
}

void tst_tables::pgfplots()
{
    const QString text = QString::fromStdString(toPgfplots(bookFigure(), {.comment = "Output 41.4.1\nalpha 0.8 ms"}));
    QVERIFY(text.startsWith("% Output 41.4.1\n% alpha 0.8 ms\n\\documentclass{standalone}"));
    QVERIFY(text.contains("xtick={1,2,4,8,16,32,64,128,256,512,1024}") && text.contains("xlabel={workers p}"));
    QVERIFY(text.contains("xmode=log, log basis x=2") && !text.contains("ymode=log"));
    QVERIFY(text.contains("ytick={0,2,4,6,8}") && text.contains("ylabel={speedup, 100 \\%}"));
    QCOMPARE(text.count("{HTML}{0072B2}"), 1);  // each colour is defined only once
    QVERIFY(text.contains("dash pattern=on"));
    QVERIFY(text.contains("(2,1.84911)"));  // 1/0.5408 = 1.849112…
    QVERIFY(text.contains("shift={(axis cs:34,7.4912)}] (0pt,0pt) circle[radius="));
    QVERIFY(text.contains("{p* 34 (fastest), \\ensuremath{\\alpha} \\ensuremath{<} 1 ms, 7.49\\ensuremath{\\times}}"));
    QVERIFY(!text.contains("\\scalebox"));
    QVERIFY(toPgfplots(bookFigure(), {.scaleFactor = 2.5}).find("\\scalebox{2.5}") != std::string::npos);
}

/// Values that an axis cannot show become gaps.
void tst_tables::pgfplotsGaps()
{
    using namespace chart;
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    for (const AxisScale scale : {AxisScale::Linear, AxisScale::Log10}) {
        ChartSpec spec{.y = {.scale = scale}};
        spec.series = {{.key = "s", .x = {1, 2, 3, 4, 5, 6, 7}, .y = {1, 2, nan, 3, -4, infinity, 5}}};
        spec.measured = {
            {.key = "m", .name = {}, .x = {1, nan}, .y = {infinity, 1}, .low = {}, .high = {}, .labels = {}}};
        const std::string text = toTikzpicture(layOutChart(spec, {400, 300}, {}));
        QVERIFY(text.find("nan") == std::string::npos && text.find("inf,") == std::string::npos &&
                text.find("inf)") == std::string::npos);
    }
}

/// The errors that pdflatex reports for a document; empty if none exist.
QString latexErrors(const std::string& source)
{
    const QTemporaryDir folder;
    QFile file(folder.filePath("figure.tex"));
    if (!file.open(QIODevice::WriteOnly))
        return QStringLiteral("cannot write");
    file.write(source.c_str());
    file.close();
    QString log;
    for (int run = 0; run < 3; ++run) {  // a table over two pages gets its column widths from the previous run
        QProcess pdflatex;
        pdflatex.setWorkingDirectory(folder.path());
        pdflatex.start("pdflatex", {"-interaction=nonstopmode", "-halt-on-error", "figure.tex"});
        if (!pdflatex.waitForFinished(120000))
            return QStringLiteral("no end");
        log = QString::fromUtf8(pdflatex.readAllStandardOutput());
        if (pdflatex.exitCode() != 0)
            return log;
    }
    return QStringList(log.split(QLatin1Char('\n')).filter(QRegularExpression("Warning|Overfull|Float too large")))
        .join(QLatin1Char('\n'));
}

bool hasLatex()
{
    QProcess which;
    which.start("kpsewhich", {"pgfplots.sty", "standalone.cls", "booktabs.sty"});
    return !QStandardPaths::findExecutable("pdflatex").isEmpty() && which.waitForFinished() && which.exitCode() == 0;
}

void tst_tables::pgfplotsCompiles()
{
    if (!hasLatex())
        QSKIP("SKIPPED: needs pdflatex with pgfplots and standalone");
    QCOMPARE(latexErrors(toPgfplots(bookFigure())), QString());
    QCOMPARE(latexErrors(toPgfplots(bookFigure(), {.scaleFactor = 2.5})), QString());
}

/// With many rows, only the relevant ones are kept, with a line that says so; the CSV has all of them.
void tst_tables::booktabsFitsOnAPage()
{
    Table table{
        .caption = "all p", .columns = {{"p", "p", "", 0}, {"t", "T(p)", "s", 4}}, .rows = {}, .landmarks = {33, 12}};
    for (int p = 1; p <= 1000; ++p)
        table.rows.push_back({static_cast<double>(p), 1.0 / p});
    const QString latex = QString::fromStdString(toBooktabs(table, "tab:all"));
    for (const int p : {1, 2, 4, 8, 13, 16, 32, 34, 64, 128, 256, 512, 1000})
        QVERIFY2(latex.contains(QStringLiteral("    %1 & ").arg(p)), qPrintable(QString::number(p)));
    const auto rows = latex.count(" \\\\\n");
    QVERIFY(rows > 12 && rows < 36);
    QVERIFY(latex.contains(QRegularExpression("\\d+ of 1000 rows; the CSV has all")));
    QVERIFY(latex.contains("\\caption{all p}\\label{tab:all}"));
    QCOMPARE(QString::fromStdString(toCsv(table, CsvHeaders::KeysWithUnits)).count('\n'), 1002);
    QVERIFY(QString::fromStdString(toCsv(table, CsvHeaders::KeysWithUnits)).contains("\np,t (s)\n"));

    // Text rows continue on the next page instead, so none is left out.
    Table words{.caption = "", .columns = {{"a", "What", "", -1}, {"b", "Why", "", -1}}, .rows = {}};
    for (int i = 0; i < 60; ++i)
        words.rows.push_back({std::string("part " + std::to_string(i)),
                              std::string("because of many words that fill a line and then go on over another one")});
    const QString pages = QString::fromStdString(toBooktabs(words));
    QVERIFY(pages.contains("\\begin{longtable}") && pages.startsWith("% needs \\usepackage{array,booktabs,longtable}"));
    QCOMPARE(pages.count("part "), 60);
}

void tst_tables::booktabsCompiles()
{
    if (!hasLatex())
        QSKIP("SKIPPED: needs pdflatex with booktabs");
    const std::string sentence =
        "What is exchanged between the workers in a step, and whether anybody has to wait for it before the next one "
        "begins.";
    std::vector<Table> tables;
    Table wide{.caption = "Ten columns", .columns = {}, .rows = {}};
    std::vector<Cell> row;
    for (const char* title : {"p", "compute T_comp/p", "communication T_comm", "time of a step", "speedup S",
                              "efficiency E", "communication / compute, R", "cost", "energy", "carbon"}) {
        wide.columns.push_back({title, title, "kg CO2e", 4});
        row.emplace_back(1234.5678);
    }
    wide.rows.assign(20, row);
    tables.push_back(wide);
    Table words{.caption = "Sentences & 100 %",
                .columns = {{"a", "What", "", -1}, {"b", "Why", "", -1}, {"c", "Rejected", "", -1}, {"d", "p", "", 0}},
                .rows = {}};
    words.rows.assign(6, {std::string("Consistency of the model"), sentence, sentence, 13.0});
    tables.push_back(words);
    words.rows.assign(40, words.rows.front());
    tables.push_back(words);
    Table tall{.caption = "", .columns = {{"p", "p", "", 0}}, .rows = std::vector<std::vector<Cell>>(500, {Cell(7.0)})};
    tables.push_back(tall);
    std::string document =
        "\\documentclass{article}\n\\usepackage{array,booktabs,graphicx,longtable}\n\\begin{document}\n";
    for (const Table& table : tables)
        document += toBooktabs(table) + "\\clearpage\n";
    QCOMPARE(latexErrors(document + "\\end{document}\n"), QString());
}

SCALEWRIGHT_TEST(tst_tables)
#include "tst_tables.moc"

// The Measure page by hand. Expected values: the book's Output 41.7.2, the attribution formula of book 41.7 worked out
// by hand for it, R's usl on its own example, and sums written out again here.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <set>

#include "core/project/document/ladder_roles.h"
#include "core/project/document/project_file.h"
#include "tests/support/event_gap.h"
#include "tests/support/mlflow.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"
#include "ui/measure/breakdown_chart.h"
#include "ui/measure/cause_card.h"
#include "ui/measure/fits_card.h"
#include "ui/measure/folds_view.h"
#include "ui/measure/import_panel.h"
#include "ui/measure/ladder_card.h"
#include "ui/measure/ladder_model.h"
#include "ui/measure/ladder_run.h"
#include "ui/measure/ledger_card.h"
#include "ui/measure/measure_page.h"
#include "ui/measure/remedies_card.h"
#include "ui/measure/run_card.h"
#include "ui/measure/waterfall_chart.h"
#include "ui/words/qt.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

struct BookRow {
    int p;
    double comp, comm, idle;
};
// Code 41.7.2's breakdown.
constexpr std::array<BookRow, 5> bookRows{
    {{1, 800, 0, 0}, {2, 400, 18, 12}, {4, 200, 34, 26}, {8, 100, 58, 48}, {16, 50, 95, 90}}};
const QString bookSentence = QStringLiteral(
    "8 workers give 3.88×, not 8×. Communication takes 2.25 of the missing 4.12, waiting 1.86. Limited by the "
    "communication wall");

Ladder bookLadder()
{
    Ladder ladder;
    ladder.name = "book";
    ladder.provenance = {Origin::Imported, "book, Code 41.7.2", "2026-11-21", {}, {}};
    ladder.scaling = Scaling::Strong;
    for (const BookRow& row : bookRows) {
        LadderPoint point;
        point.p = row.p;
        point.compS = row.comp;
        point.commS = row.comm;
        point.idleS = row.idle;
        ladder.points.push_back(point);
    }
    return ladder;
}

Ladder totals(std::vector<std::pair<int, double>> rows)
{
    Ladder ladder;
    ladder.name = "totals";
    for (const auto& [p, seconds] : rows) {
        LadderPoint point;
        point.p = p;
        point.timeS = seconds;
        ladder.points.push_back(point);
    }
    return ladder;
}

Project withLadder(Ladder ladder)
{
    Project project = test::output4141();
    project.measurements.ladders.push_back(std::move(ladder));
    return project;
}

const PointSpec* pointOf(const ChartSpec& spec, const char* id)
{
    for (const PointSpec& each : spec.points)
        if (each.id == QLatin1String(id))
            return &each;
    return nullptr;
}

const SeriesSpec* seriesOf(const ChartSpec& spec, const char* key)
{
    for (const SeriesSpec& each : spec.series)
        if (each.key == QLatin1String(key))
            return &each;
    return nullptr;
}

const MarkerSpec* markerOf(const ChartSpec& spec, const char* id)
{
    for (const MarkerSpec& each : spec.markers)
        if (each.id == QLatin1String(id))
            return &each;
    return nullptr;
}

double number(const Cell& cell)
{
    return std::get<double>(cell);
}

std::size_t columnOf(const Table& table, const char* key)
{
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].key == key)
            return i;
    return table.columns.size();
}

void click(QWidget& in, const QString& text)
{
    for (QPushButton* button : in.findChildren<QPushButton*>())
        if (button->text() == text) {
            button->click();
            return;
        }
    QFAIL(qPrintable(QStringLiteral("there is no word '%1'").arg(text)));
}

void choose(QComboBox* list, const QString& words)
{
    QVERIFY(list);
    const int index = list->findText(words);
    QVERIFY2(index >= 0, qPrintable(words));
    list->setCurrentIndex(index);
    Q_EMIT list->activated(index);
}

/// Every coordinate that an SVG draws at, in its view box.
QList<QPointF> coordinates(const QByteArray& svg)
{
    QList<QPointF> points;
    QList<QTransform> stack{QTransform()};
    QXmlStreamReader reader(svg);
    const auto numbers = [](const QString& text) {
        QList<double> found;
        auto each = QRegularExpression(QStringLiteral("-?[0-9.]+(?:e-?[0-9]+)?")).globalMatch(text);
        while (each.hasNext())
            found << each.next().captured().toDouble();
        return found;
    };
    while (!reader.atEnd()) {
        const auto token = reader.readNext();
        if (token == QXmlStreamReader::EndElement)
            stack.removeLast();
        if (token != QXmlStreamReader::StartElement)
            continue;
        const QXmlStreamAttributes attributes = reader.attributes();
        QTransform transform = stack.constLast();
        const QList<double> m = numbers(attributes.value(QLatin1String("transform")).toString());
        if (m.size() == 6)
            transform = QTransform(m[0], m[1], m[2], m[3], m[4], m[5]) * transform;
        stack << transform;
        const auto value = [&](const char* name) { return attributes.value(QLatin1String(name)).toDouble(); };
        QList<double> flat = numbers(attributes.value(QLatin1String("points")).toString()) +
                             numbers(attributes.value(QLatin1String("d")).toString());
        if (reader.name() == QLatin1String("rect"))
            flat << value("x") << value("y") << value("x") + value("width") << value("y") + value("height");
        if (reader.name() == QLatin1String("text"))
            flat << value("x") << value("y");
        for (qsizetype i = 0; i + 1 < flat.size(); i += 2)
            points << transform.map(QPointF(flat[i], flat[i + 1]));
    }
    return points;
}

}  // namespace

class tst_measure : public QObject {
    Q_OBJECT

    struct Setup {
        Document document;
        std::unique_ptr<MeasurePage> page;

        explicit Setup(const Project& project = withLadder(bookLadder()))
        {
            document.edit(QStringLiteral("test"), project);
            page = std::make_unique<MeasurePage>(document);
            page->resize(1100, 640);
        }
        void settle() const
        {
            QSignalSpy fitted(&page->fits(), &FitsCard::fitChanged);
            while (page->fits().isFitting())
                QVERIFY(fitted.wait(60000));
        }
        [[nodiscard]] const Ladder& ladder(std::size_t i = 0) const
        {
            return document.project().measurements.ladders.at(i);
        }
    };

private Q_SLOTS:
    void initTestCase() { qputenv("SCALEWRIGHT_RESOURCES", test::sourceFile(QStringLiteral("resources")).toUtf8()); }
    void cleanupTestCase() { qunsetenv("SCALEWRIGHT_RESOURCES"); }

    // ---- what it says ----

    void theSentenceNamesTheOwner()
    {
        const Setup s;
        QVERIFY2(s.page->cause().sentence().startsWith(bookSentence), qPrintable(s.page->cause().sentence()));
        QVERIFY(s.page->cause().warning().isEmpty());
        s.page->cause().copySentence();
        QCOMPARE(QApplication::clipboard()->text(), s.page->cause().sentence());
    }

    // The answer stands where every page has it: over the cards, once.
    void theSentenceIsThePagesAnswer()
    {
        const Setup s;
        s.page->show();
        QCoreApplication::processEvents();
        const auto saying = [&](const QString& sentence) {
            QList<Text*> said;
            for (Text* text : s.page->findChildren<Text*>())
                if (text->isVisible() && text->text() == sentence)
                    said << text;
            return said;
        };
        const QList<Text*> said = saying(s.page->cause().sentence());
        QCOMPARE(said.size(), 1);
        const int foot = said.front()->mapTo(s.page.get(), QPoint(0, said.front()->height())).y();
        for (const QWidget* parent = said.front()->parentWidget(); parent; parent = parent->parentWidget())
            QVERIFY(!qobject_cast<const Card*>(parent));
        for (const Card* card : s.page->findChildren<Card*>())
            QVERIFY(!card->isVisible() || card->mapTo(s.page.get(), QPoint()).y() >= foot);
        s.page->showTab(QStringLiteral("timeline"));
        QVERIFY(saying(s.page->cause().sentence()).isEmpty());
        s.page->showTab(QStringLiteral("ladder"));
        QCOMPARE(saying(s.page->cause().sentence()).size(), 1);
    }

    void windowAndCommandLineSayTheSame()
    {
        const Setup s;
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("x.scalewright")).toStdString();
        QVERIFY(saveFile(path, writeProject(s.document.project())));
        QProcess cli;
        cli.start(test::builtProgram("app/scalewright-cli"),
                  {QStringLiteral("attribute"), QString::fromStdString(path), QStringLiteral("--json")});
        QVERIFY(cli.waitForFinished());
        QCOMPARE(cli.exitCode(), 0);
        const QJsonObject json = QJsonDocument::fromJson(cli.readAllStandardOutput()).object();
        QCOMPARE(json[QStringLiteral("sentence")].toString(), s.page->cause().sentence());
        QCOMPARE(json[QStringLiteral("owner")].toString(), QStringLiteral("communication-wall"));
        QCOMPARE(json[QStringLiteral("knee_p")].toInt(), s.document.analysis().ladder->measured->kneeP);
    }

    // T(1)/T(p): 800/430, 800/260, 800/206, 800/235, as Output 41.7.2 prints them.
    void theCurveIsTheBooks()
    {
        const Setup s;
        const ChartSpec& spec = s.page->chart().spec();
        QCOMPARE(spec.measured.size(), std::size_t(1));
        const std::array<const char*, 5> printed{"1.00", "1.86", "3.08", "3.88", "3.40"};
        for (std::size_t i = 0; i < printed.size(); ++i)
            QCOMPARE(QString::number(spec.measured[0].y[i], 'f', 2), QLatin1String(printed[i]));
        QVERIFY(pointOf(spec, "knee"));
        QCOMPARE(pointOf(spec, "knee")->x, 4.0);
        QCOMPARE(pointOf(spec, "fastest")->x, 8.0);
        QCOMPARE(pointOf(spec, "fastest")->subLabel, QStringLiteral("3.88×"));
        QVERIFY(seriesOf(spec, "predicted"));  // the design's, beside it

        s.page->showLarge(Curve::Efficiency);
        const std::array<const char*, 5> efficiencies{"1.00", "0.93", "0.77", "0.49", "0.21"};
        for (std::size_t i = 0; i < efficiencies.size(); ++i)
            QCOMPARE(QString::number(s.page->chart().spec().measured[0].y[i], 'f', 2), QLatin1String(efficiencies[i]));
    }

    void lostFoldsSumToWhatIsMissing()
    {
        const Setup s;
        const Table table = s.page->folds().table();
        const std::size_t total = columnOf(table, "lost_folds");
        QCOMPARE(table.rows.size(), bookRows.size());
        for (std::size_t i = 0; i < bookRows.size(); ++i) {
            const BookRow& row = bookRows[i];
            const double time = row.comp + row.comm + row.idle;
            double sum = 0;
            for (std::size_t column = total + 1; column < table.columns.size(); ++column)
                sum += number(table.rows[i][column]);
            QVERIFY(std::abs(number(table.rows[i][total]) - (row.p - 800 / time)) < 1e-12);
            QVERIFY(std::abs(sum - number(table.rows[i][total])) < 1e-12);
            QVERIFY(std::abs(number(table.rows[i][columnOf(table, "communication")]) - row.p * row.comm / time) <
                    1e-12);
        }
        QCOMPARE(
            cellText(table.rows[3][columnOf(table, "communication")], table.columns[columnOf(table, "communication")]),
            std::string("2.252"));
        QCOMPARE(cellText(table.rows[3][columnOf(table, "waiting")], table.columns[columnOf(table, "waiting")]),
                 std::string("1.864"));
    }

    // Twice the cache: 4 workers need 90 s of compute where 100 would be linear. 4 (90 - 100)/100 = -0.4 folds.
    void aGainIsSaid()
    {
        Ladder ladder = bookLadder();
        ladder.points.resize(1);
        ladder.points[0].compS = 400;
        LadderPoint four;
        four.p = 4;
        four.compS = 90;
        four.commS = 6;
        four.idleS = 4;
        ladder.points.push_back(four);
        const Setup s(withLadder(ladder));
        const Table table = s.page->folds().table();
        QVERIFY(std::abs(number(table.rows[1][columnOf(table, "serial")]) + 0.4) < 1e-12);
        QVERIFY(std::abs(number(table.rows[1][columnOf(table, "communication")]) - 0.24) < 1e-12);
        // The table view draws what the model gives through the delegate: a picture would not tell, the text does.
        const QByteArray svg = encodeFigure(s.page->folds(), FigureFormat::Svg).value();
        QVERIFY(svg.contains("0.400 gain"));
    }

    void breakdownHasTheBooksShares()
    {
        const Setup s;
        Table table = s.page->breakdown().table();
        const std::array<const char*, 5> comm{"0.0", "4.2", "13.1", "28.2", "40.4"},
            idle{"0.0", "2.8", "10.0", "23.3", "38.3"};
        for (std::size_t i = 0; i < comm.size(); ++i) {
            QCOMPARE(QString::number(number(table.rows[i][columnOf(table, "comm")]), 'f', 1), QLatin1String(comm[i]));
            QCOMPARE(QString::number(number(table.rows[i][columnOf(table, "idle")]), 'f', 1), QLatin1String(idle[i]));
        }
        click(*s.page, QStringLiteral("Seconds"));
        table = s.page->breakdown().table();
        QCOMPARE(number(table.rows[4][columnOf(table, "comm")]), 95.0);
    }

    void figuresStayInTheirFrames()
    {
        Setup s;
        s.page->ledger().freezeNow();
        const auto named = [&s] {
            QStringList names;
            for (const Exportable& each : s.page->exportables())
                names << each.name;
            return names;
        };
        // 800 s were measured where a step of 1 s is predicted: seconds of a step wait until somebody says how many one
        // time holds.
        QVERIFY(!named().contains(QStringLiteral("waterfall")));
        Project said = s.document.project();
        said.measurements.ladders[0].stepsPerTime = typed(1000);
        s.document.edit(QStringLiteral("steps"), said);
        std::vector<Exportable> figures = s.page->exportables();
        const QStringList names = named();
        QCOMPARE(names,
                 QStringList({QStringLiteral("speedup"), QStringLiteral("efficiency"), QStringLiteral("breakdown"),
                              QStringLiteral("lost-folds"), QStringLiteral("waterfall"), QStringLiteral("timeline"),
                              QStringLiteral("worker-time")}));
        for (const Exportable& each : figures) {
            const QByteArray svg = encodeFigure(*each.content, FigureFormat::Svg).value();
            const auto box =
                QRegularExpression(QStringLiteral("viewBox=\"0 0 ([0-9.]+) ([0-9.]+)\"")).match(QString::fromUtf8(svg));
            QVERIFY(box.hasMatch());
            const QRectF frame(0, 0, box.captured(1).toDouble(), box.captured(2).toDouble());
            const QList<QPointF> points = coordinates(svg);
            QVERIFY(points.size() > 10);
            for (const QPointF& point : points)
                QVERIFY2(frame.adjusted(-0.5, -0.5, 0.5, 0.5).contains(point),
                         qPrintable(QStringLiteral("%1: %2, %3").arg(each.name).arg(point.x()).arg(point.y())));
            for (const FigureFormat format : formatsOf(*each.content))
                QVERIFY(encodeFigure(*each.content, format));
        }
        // Drawn by Qt Charts: the parts' own colours, and real text.
        const QByteArray svg = encodeFigure(s.page->breakdown(), FigureFormat::Svg).value().toLower();
        for (const char* colour : {"#0072b2", "#e69f00", "#999999", "communication"})
            QVERIFY2(svg.contains(colour), colour);
    }

    // ---- the plan ----

    void thePlansMarkerMovesThePlan()
    {
        Setup s;
        const Project before = s.document.project();
        Chart& chart = s.page->chart();
        Q_EMIT chart.markerDragged(QStringLiteral("plan"), 6.2, EditPhase::Begin);
        Q_EMIT chart.markerDragged(QStringLiteral("plan"), 7.3, EditPhase::Move);
        Q_EMIT chart.markerDragged(QStringLiteral("plan"), 8.1, EditPhase::End);
        QCOMPARE(s.document.project().plan.p, std::optional(8));
        QCOMPARE(markerOf(chart.spec(), "plan")->label, QStringLiteral("plan p 8 · 3.88× measured"));
        Q_EMIT chart.markerStepped(QStringLiteral("plan"), MarkerStep::PageNext);
        QCOMPARE(s.document.project().plan.p, std::optional(16));
        s.document.undo();
        s.document.undo();
        QVERIFY(s.document.project() == before);
    }

    void aPlanWithoutACauseIsFlagged()
    {
        // Karp–Flatt of 100, 55, 35, 30 s rises: overhead, but whose? Nobody's by totals alone.
        Project project = withLadder(totals({{1, 100}, {2, 55}, {4, 35}, {8, 30}}));
        const QString flag = QStringLiteral("rests on no named cause");
        Setup s(project);
        QCOMPARE(s.document.analysis().ladder->attribution->owner, Cause::Unknown);
        QVERIFY(!s.page->cause().warning().contains(flag));  // no p was chosen yet
        project.plan.p = 4;
        s.document.edit(QStringLiteral("plan p"), project);
        QVERIFY(s.page->cause().warning().contains(flag));
        QVERIFY(!s.page->cause().how().contains(QStringLiteral("Measured:")));
        project.measurements.ladders[0] = bookLadder();
        s.document.edit(QStringLiteral("ladder"), project);
        QVERIFY(!s.page->cause().warning().contains(flag));
    }

    // ---- the ladder in and out ----

    void aPlainTableIsTakenAtOnce()
    {
        Setup s(test::output4141());
        QVERIFY(s.page->isEmpty());
        s.page->importText(
            QStringLiteral("p,comp,comm,idle\n1,800,0,0\n2,400,18,12\n4,200,34,26\n8,100,58,48\n16,50,95,90\n"),
            QStringLiteral("run.csv"), QStringLiteral("2026-11-20"));
        QVERIFY(!s.page->isEmpty());
        QVERIFY(s.page->cause().sentence().startsWith(bookSentence));
        QCOMPARE(s.ladder().provenance.origin, Origin::Imported);
        QCOMPARE(s.ladder().provenance.source, std::string("run.csv"));
        QCOMPARE(s.ladder().provenance.date, std::string("2026-11-20"));
        s.document.undo();
        QVERIFY(s.page->isEmpty());
        s.document.redo();
        QVERIFY(!s.page->isEmpty());
    }

    void aGuessIsShownFirst()
    {
        Setup s(test::output4141());
        s.page->importText(QStringLiteral("gcds,runtime_s\n1,9.59\n2,5.07\n4,2.76\n"), QStringLiteral("heat.csv"),
                           QStringLiteral("2026-11-20"));
        QVERIFY(s.page->isEmpty());
        ImportPanel& panel = s.page->importPanel();
        QVERIFY(panel.isVisibleTo(s.page.get()));
        QVERIFY2(panel.mappingText().contains(QStringLiteral("p from “gcds”, a guess")),
                 qPrintable(panel.mappingText()));
        QVERIFY(panel.mappingText().contains(QStringLiteral("time from “runtime_s”")));
        click(panel, QStringLiteral("Take this ladder"));
        QCOMPARE(s.ladder().points.size(), std::size_t(3));
        QCOMPARE(s.ladder().points[1].timeS, std::optional(5.07));
        QVERIFY(!panel.isVisibleTo(s.page.get()));
    }

    void columnsCanBeNamed()
    {
        Setup s(test::output4141());
        s.page->importText(QStringLiteral("alpha,beta\n1,80\n2,50\n"), {}, QStringLiteral("2026-11-20"));
        ImportPanel& panel = s.page->importPanel();
        QVERIFY(!panel.file());
        choose(panel.meaningOf(QStringLiteral("alpha")), QStringLiteral("read as p"));
        choose(panel.meaningOf(QStringLiteral("beta")), QStringLiteral("read as time"));
        QVERIFY(panel.file());
        click(panel, QStringLiteral("Take this ladder"));
        QCOMPARE(s.ladder().points[1].timeS, std::optional(50.0));
        QCOMPARE(s.ladder().provenance.source, std::string("clipboard"));
    }

    // A bare column of times has a unit to choose, and the ladder a name.
    void unitsAndNamesCanBeSaid()
    {
        Setup s(test::output4141());
        s.page->importText(QStringLiteral("gpus,runtime\n1,800\n2,500\n"), {}, QStringLiteral("2026-11-20"));
        ImportPanel& panel = s.page->importPanel();
        QVERIFY(panel.file());
        QVERIFY(panel.unitOf(QStringLiteral("runtime"))->isVisibleTo(&panel));
        QVERIFY(!panel.unitOf(QStringLiteral("gpus"))->isVisibleTo(&panel));
        choose(panel.unitOf(QStringLiteral("runtime")), QStringLiteral("ms"));
        QVERIFY(panel.file());
        panel.findChild<QLineEdit*>()->setText(QStringLiteral("two cards"));
        click(panel, QStringLiteral("Take this ladder"));
        QCOMPARE(s.ladder().points[1].timeS, std::optional(0.5));
        QCOMPARE(s.ladder().name, std::string("two cards"));
    }

    // Rows of one p that cannot be repeats: those of one setting are kept, by a list and in words without options of
    // the command line.
    void rowsAreKeptByAList()
    {
        Setup s(test::output4141());
        s.page->importText(QStringLiteral("p,batch,time\n1,32,10\n1,64,21\n2,32,6\n2,64,12\n"), {},
                           QStringLiteral("2026-11-20"));
        ImportPanel& panel = s.page->importPanel();
        QVERIFY(!panel.file());
        QVERIFY2(panel.message().contains(QStringLiteral("batch")) && !panel.message().contains(QStringLiteral("--")),
                 qPrintable(panel.message()));
        choose(panel.meaningOf(QStringLiteral("batch")), QStringLiteral("only rows with 64"));
        QVERIFY(panel.file());
        click(panel, QStringLiteral("Take this ladder"));
        QCOMPARE(s.ladder().points.size(), std::size_t(2));
        QCOMPARE(s.ladder().points[0].timeS, std::optional(21.0));
    }

    void pastesWithCtrlV()
    {
        Setup s(test::output4141());
        QGuiApplication::clipboard()->setText(QStringLiteral("p,time\n1,10\n2,6\n4,4\n"));
        s.page->show();
        s.page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(s.page.get()));
        QTest::keyClick(s.page.get(), Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(s.ladder().points.size(), std::size_t(3));
    }

    // Two columns that could both be the workers: nothing is taken before somebody says which.
    void twoColumnsAreAsked()
    {
        Setup s(test::output4141());
        s.page->importText(QStringLiteral("nodes,gpus,time\n1,8,10\n2,16,6\n"), QStringLiteral("run.csv"),
                           QStringLiteral("2026-11-20"));
        QVERIFY(s.page->isEmpty());
        ImportPanel& panel = s.page->importPanel();
        QVERIFY(panel.isVisibleTo(s.page.get()) && !panel.file());
        QVERIFY2(panel.message().contains(QStringLiteral("p could be \"nodes\", \"gpus\"")),
                 qPrintable(panel.message()));
        QVERIFY(!panel.message().contains(QStringLiteral("--map")));
        choose(panel.meaningOf(QStringLiteral("gpus")), QStringLiteral("read as p"));
        QVERIFY(panel.file());
        click(panel, QStringLiteral("Take this ladder"));
        QCOMPARE(s.ladder().points[1].p, 16);
    }

    // A spreadsheet's UTF-16 is a table like any other.
    void utf16()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("run.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QString table = QStringLiteral("p,time\n1,10\n2,6\n");
        file.write("\xFF\xFE");
        file.write(reinterpret_cast<const char*>(table.utf16()), table.size() * 2);
        file.close();
        Setup s(test::output4141());
        s.page->importFile(file.fileName());
        QTRY_VERIFY_WITH_TIMEOUT(!s.page->isReading(), 60000);
        QVERIFY(!s.page->isEmpty());
        QCOMPARE(s.ladder().points[1].timeS, std::optional(6.0));
    }

    // What was said of the columns holds while the text is edited.
    void anEditKeepsWhatWasSaid()
    {
        Setup s(test::output4141());
        s.page->importText(QStringLiteral("alpha,beta,gamma\n1,80,a\n2,50,b\n"), {}, QStringLiteral("2026-11-20"));
        ImportPanel& panel = s.page->importPanel();
        choose(panel.meaningOf(QStringLiteral("alpha")), QStringLiteral("read as p"));
        choose(panel.meaningOf(QStringLiteral("beta")), QStringLiteral("read as time"));
        choose(panel.unitOf(QStringLiteral("beta")), QStringLiteral("ms"));
        panel.findChild<QPlainTextEdit*>()->appendPlainText(QStringLiteral("4,30,c\n"));
        QVERIFY2(panel.file(), qPrintable(panel.message()));
        QCOMPARE(panel.meaningOf(QStringLiteral("alpha"))->currentText(), QStringLiteral("read as p"));
        QCOMPARE(panel.file()->ladders.front().points.size(), std::size_t(3));
        QCOMPARE(panel.file()->ladders.front().points[2].timeS, std::optional(0.03));
        // Another text has other columns: nothing of it is carried over.
        s.page->importText(QStringLiteral("alpha,beta\n1,80\n2,50\n"), {}, QStringLiteral("2026-11-20"));
        QVERIFY(!panel.file());
    }

    // A column of remarks would split the ladder, one with a name of a role would be read as it: either can be left
    // out.
    void aColumnIsLeftOut()
    {
        Setup s(test::output4141());
        s.page->importText(QStringLiteral("bemerkung,p,time\nwarm,1,80\ncold,2,50\nwarm,4,30\n"), {},
                           QStringLiteral("2026-11-20"));
        ImportPanel& panel = s.page->importPanel();
        QCOMPARE(panel.file()->ladders.size(), std::size_t(2));
        QCOMPARE(panel.meaningOf(QStringLiteral("bemerkung"))->currentText(), QStringLiteral("tells ladders apart"));
        choose(panel.meaningOf(QStringLiteral("bemerkung")), QStringLiteral("leave it out"));
        QVERIFY2(panel.file(), qPrintable(panel.message()));
        QCOMPARE(panel.file()->ladders.size(), std::size_t(1));
        QVERIFY2(panel.mappingText().contains(QStringLiteral("bemerkung")), "it says what is not read");
        click(panel, QStringLiteral("Take this ladder"));
        QCOMPARE(s.ladder().points.size(), std::size_t(3));
    }

    // A title over the table is left out by itself, and that is said.
    void aTitleIsLeftOut()
    {
        Setup s(test::output4141());
        s.page->importText(QStringLiteral("My ladder of Tuesday\np,time\n1,80\n2,50\n4,30\n"), {},
                           QStringLiteral("2026-11-20"));
        ImportPanel& panel = s.page->importPanel();
        QVERIFY2(panel.file(), qPrintable(panel.message()));
        QVERIFY(panel.isVisibleTo(s.page.get()));
        QVERIFY2(panel.message().contains(QStringLiteral("line 1 was read as a title")), qPrintable(panel.message()));
        QCOMPARE(panel.shownAt(0, QStringLiteral("time")), QStringLiteral("80"));
        QCOMPARE(panel.file()->ladders.front().points.size(), std::size_t(3));
    }

    // The header under a title is no line to leave out.
    void aHeaderStays()
    {
        Setup s(test::output4141());
        s.page->importText(
            QStringLiteral("Runs, of Tuesday, and of Friday\nnodes;gpus;time [ms]\n1;4;421,5\n2;8;228,3\n"), {},
            QStringLiteral("2026-11-20"));
        ImportPanel& panel = s.page->importPanel();
        QVERIFY(!panel.file() && panel.meaningOf(QStringLiteral("gpus")));
        for (const QPushButton* each : panel.findChildren<QPushButton*>())
            QVERIFY(!each->isVisibleTo(&panel) || !each->text().startsWith(QStringLiteral("Leave line")));
        choose(panel.meaningOf(QStringLiteral("gpus")), QStringLiteral("read as p"));
        QVERIFY2(panel.file(), qPrintable(panel.message()));
        QCOMPARE(panel.shownAt(0, QStringLiteral("time [ms]")), QStringLiteral("421,5 = 421.5 ms"));
    }

    // Over each column stands why it was read as it was; what a person says needs no reason.
    void evidenceIsShown()
    {
        Setup s(test::output4141());
        s.page->importText(QStringLiteral("nodes,tasks,time\n1,8,80\n1,16,50\n2,32,30\n"), {},
                           QStringLiteral("2026-11-20"));
        ImportPanel& panel = s.page->importPanel();
        QVERIFY2(panel.file(), qPrintable(panel.message()));
        // One node has runs of 8 and of 16 tasks: the tasks are p.
        QVERIFY2(panel.evidenceFor(QStringLiteral("tasks")).contains(QStringLiteral("nodes")),
                 qPrintable(panel.evidenceFor(QStringLiteral("tasks"))));
        QVERIFY(!panel.evidenceFor(QStringLiteral("time")).isEmpty());
        QVERIFY(panel.evidenceFor(QStringLiteral("nodes")).isEmpty());
        choose(panel.meaningOf(QStringLiteral("tasks")), QStringLiteral("read as p"));
        QVERIFY(panel.evidenceFor(QStringLiteral("tasks")).isEmpty());
    }

    // What a comma is can be switched before the ladder is taken, and the preview shows what will be taken.
    void commasAreSwitched()
    {
        Setup s(test::output4141());
        s.page->importText(QStringLiteral("GPUs;img/s\n1;2,430\n2;4,690\n4;8,910\n"), {}, QStringLiteral("2026-11-20"));
        ImportPanel& panel = s.page->importPanel();
        QVERIFY2(!panel.file() && panel.message().contains(QStringLiteral("may be 2430 or 2.43")) &&
                     !panel.message().contains(QStringLiteral("--")),
                 qPrintable(panel.message()));
        QVERIFY(panel.commas()->isVisibleTo(&panel));
        choose(panel.commas(), QStringLiteral("“2,430” is 2.43"));
        QCOMPARE(panel.shownAt(0, QStringLiteral("img/s")), QStringLiteral("2,430 = 2.43"));
        choose(panel.commas(), QStringLiteral("“2,430” is 2430"));
        QCOMPARE(panel.shownAt(0, QStringLiteral("img/s")), QStringLiteral("2,430 = 2430"));
        QCOMPARE(panel.shownAt(0, QStringLiteral("GPUs")), QStringLiteral("1"));
        click(panel, QStringLiteral("Take this ladder"));
        QCOMPARE(s.ladder().points[1].throughputPerS, std::optional(4690.0));
        s.page->importText(QStringLiteral("gpus,time\n1,02:13:40\n2,1h 12m\n"), {}, QStringLiteral("2026-11-20"));
        QCOMPARE(panel.shownAt(0, QStringLiteral("time")), QStringLiteral("02:13:40 = 8020 s"));
        QVERIFY(!panel.commas()->isVisibleTo(&panel));
    }

    // The form by keyboard: another table replaces the one that is shown, Ctrl+Z brings it back, Return presses the
    // button, Escape closes.
    void theFormByKeyboard()
    {
        Setup s(test::output4141());
        s.page->show();
        s.page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(s.page.get()));
        const auto paste = [&](const QString& text) {
            QGuiApplication::clipboard()->setText(text);
            QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : s.page.get(), Qt::Key_V,
                            Qt::ControlModifier);
        };
        const QString first = QStringLiteral("gpus,runtime_s\n1,80\n2,50\n"),
                      second = QStringLiteral("gpus,runtime_s\n1,8\n2,5\n");
        ImportPanel& panel = s.page->importPanel();
        auto* field = panel.findChild<QPlainTextEdit*>();
        s.page->setFocus();
        paste(first);
        QVERIFY(panel.isVisible());
        paste(second);
        QCOMPARE(field->toPlainText(), second);
        paste(second);
        QCOMPARE(field->toPlainText(), second);
        field->undo();
        field->undo();
        QCOMPARE(field->toPlainText(), first);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!panel.isVisible() && s.page->isEmpty());
        paste(second);
        auto* take = qobject_cast<QPushButton*>(QApplication::focusWidget());
        QVERIFY(take && take->text() == QStringLiteral("Take this ladder"));
        QTest::keyClick(take, Qt::Key_Return);
        QVERIFY(!panel.isVisible());
        QCOMPARE(s.ladder().points[1].timeS, std::optional(5.0));
    }

    // What is opened is a ladder by what it holds, whichever tab was looked at last.
    void aFileIsALadderOnTheTimelineToo()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("run.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("p,time\n1,10\n2,6\n");
        file.close();
        Setup s(test::output4141());
        s.page->showPart(QStringLiteral("timeline"));
        s.page->takeFile(file.fileName());
        QTRY_VERIFY_WITH_TIMEOUT(!s.page->isReading(), 60000);
        QVERIFY(!s.page->isEmpty());
        QCOMPARE(s.ladder().points[1].timeS, std::optional(6.0));
    }

    void aLineIsLeftOut()
    {
        Setup s(test::output4141());
        s.page->importText(QStringLiteral("p,time\n1,80\n2,5O\n4,30\n"), {}, QStringLiteral("2026-11-20"));
        ImportPanel& panel = s.page->importPanel();
        QVERIFY(!panel.file());
        click(panel, QStringLiteral("Leave line 3 out"));
        QVERIFY2(panel.file(), qPrintable(panel.message()));
        QCOMPARE(panel.file()->ladders.front().points.size(), std::size_t(2));
        panel.findChild<QPlainTextEdit*>()->undo();
        QVERIFY(!panel.file());
        // Without its header it is no table.
        s.page->importText(QStringLiteral("# of today\nalpha,beta\n1,80\n2,50\n"), {}, QStringLiteral("2026-11-20"));
        QVERIFY(!panel.file());
        for (const QPushButton* each : panel.findChildren<QPushButton*>())
            QVERIFY(!each->isVisibleTo(&panel) || !each->text().startsWith(QStringLiteral("Leave line")));
    }

    // A long text is read by a worker, and so it is again when a list over its columns says otherwise.
    void aLongTextIsReadBesideThePage()
    {
        QString text = QStringLiteral("alpha,beta\n");
        for (int p = 1; text.size() < 300000; ++p)
            text += QStringLiteral("%1,%2\n").arg(p % 64 + 1).arg(80.0 / (p % 64 + 1));
        Setup s(test::output4141());
        s.page->importText(text, {}, QStringLiteral("2026-11-20"));
        ImportPanel& panel = s.page->importPanel();
        QVERIFY2(panel.message().contains(QStringLiteral("Reading")), qPrintable(panel.message()));
        QTRY_VERIFY(panel.meaningOf(QStringLiteral("alpha")));
        QVERIFY(!panel.file());
        choose(panel.meaningOf(QStringLiteral("alpha")), QStringLiteral("read as p"));
        choose(panel.meaningOf(QStringLiteral("beta")),
               QStringLiteral("read as time"));  // while it is read for the first choice
        QTRY_VERIFY(!panel.chosen().empty());
        QCOMPARE(panel.chosen().front().points.front().timeS,
                 std::optional(80.0 / panel.chosen().front().points.front().p));
    }

    void whatCannotBeReadKeepsItsText()
    {
        Setup s(test::output4141());
        const QString text = QStringLiteral("p,time\n1,80\n2,5O\n4,30\n");
        s.page->importText(text, QStringLiteral("run.csv"), QStringLiteral("2026-11-20"));
        ImportPanel& panel = s.page->importPanel();
        auto* field = panel.findChild<QPlainTextEdit*>();
        QCOMPARE(field->toPlainText(), text);
        QVERIFY2(panel.message().contains(QLatin1Char('3')) && panel.message().contains(QStringLiteral("5O")),
                 qPrintable(panel.message()));
        QCOMPARE(field->textCursor().blockNumber(), 2);  // the line in sight
        QVERIFY(s.page->isEmpty());
        field->setPlainText(QStringLiteral("p,time\n1,80\n2,50\n4,30\n"));
        QVERIFY(panel.file());
        click(panel, QStringLiteral("Take this ladder"));
        QCOMPARE(s.ladder().points.size(), std::size_t(3));
    }

    void severalLaddersAreChosenFrom()
    {
        Setup s(test::output4141());
        s.page->importText(QStringLiteral("model,p,throughput\na,1,10\na,2,19\nb,1,7\nb,2,13\nc,1,5\nc,2,8\n"),
                           QStringLiteral("all.csv"), QStringLiteral("2026-11-20"));
        ImportPanel& panel = s.page->importPanel();
        auto* list = panel.findChild<QListWidget*>();
        QCOMPARE(list->count(), 3);
        list->item(0)->setCheckState(Qt::Unchecked);
        list->item(1)->setCheckState(Qt::Checked);
        list->item(2)->setCheckState(Qt::Checked);
        Q_EMIT panel.taken();
        QCOMPARE(s.document.project().measurements.ladders.size(), std::size_t(2));
        QCOMPARE(s.ladder(0).points[0].throughputPerS, std::optional(7.0));
        QCOMPARE(s.document.analysis().ladder->index, std::size_t(0));
        s.document.setShownLadder(1);
        QVERIFY(std::abs(s.page->chart().spec().measured[0].y[1] - 8.0 / 5) < 1e-12);  // S = X(2)/X(1)
        s.document.undo();
        QVERIFY(s.page->isEmpty());  // one step took both
    }

    void aFileIsDropped()
    {
        Setup s(test::output4141());
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("dropped.csv"));
        QVERIFY(saveFile(path.toStdString(), "p,time\n1,80\n2,50\n"));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(s.page.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(s.page.get(), &drop);
        QTRY_VERIFY_WITH_TIMEOUT(!s.page->isReading(), 60000);
        QCOMPARE(s.ladder().name, std::string("dropped"));
        // A project is the window's business.
        QMimeData project;
        project.setUrls({QUrl::fromLocalFile(folder.filePath(QStringLiteral("x.scalewright")))});
        QDragEnterEvent other({5, 5}, Qt::CopyAction, &project, Qt::LeftButton, {});
        other.ignore();
        QApplication::sendEvent(s.page.get(), &other);
        QVERIFY(!other.isAccepted());
    }

    // What is no ladder goes to where it is taken, whatever it is called.
    void aProfileThatIsDroppedHereGoesElsewhere()
    {
        Setup s(test::output4141());
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("perf.txt"));
        QVERIFY(saveFile(path.toStdString(),
                         "\n Performance counter stats for './train':\n\n          1,204.71 msec task-clock\n\n       "
                         "1.250000000 seconds time elapsed\n"));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QSignalSpy elsewhere(s.page.get(), &Page::openElsewhere);
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(s.page.get(), &enter);
        QDropEvent drop({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(s.page.get(), &drop);
        QTRY_COMPARE(elsewhere.size(), 1);
        QCOMPARE(elsewhere.at(0).at(0).toString(), path);
        QVERIFY(s.page->isEmpty() && s.page->importPanel().isHidden());
    }

    void runsOfMlflowAreALadder()
    {
        Setup s(test::output4141());
        const QTemporaryDir folder;
        test::mlflowStore(folder.filePath(QStringLiteral("mlruns")));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(folder.filePath(QStringLiteral("mlruns")))});
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(s.page.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(s.page.get(), &drop);
        QTRY_VERIFY_WITH_TIMEOUT(!s.page->isReading(), 60000);
        QVERIFY(s.page->importPanel().file().has_value());
        click(s.page->importPanel(), QStringLiteral("Take this ladder"));
        QCOMPARE(s.ladder().points.size(), std::size_t{3});
        QVERIFY(std::abs(s.page->chart().spec().measured[0].y[2] - 80.0 / 22) < 1e-12);
        // A folder that is none: said.
        s.page->importFile(folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(!s.page->isReading(), 60000);
        QCOMPARE(s.document.project().measurements.ladders.size(), std::size_t{1});
    }

    void aLadderIsMeasuredRowByRow()
    {
        const QTemporaryDir folder;
        Setup s(test::output4141());
        RunCard& card = s.page->runCard();
        s.page->showRunCard();
        card.folder()->setText(folder.path());
        // No run ends before the event loop has turned ten times.
        const QString program = QStringLiteral("sh -c 'until [ -e turned ]; do sleep 0.02; done; sleep 0.$1' sh {p}");
        card.command()->setText(program);
        card.counts()->setText(QStringLiteral("1..4"));
        card.repeats()->setValue(2);
        std::vector<std::size_t> rows;  // in the project, as they come
        QObject::connect(&s.document, &Document::changed, s.page.get(), [&] {
            if (!s.document.project().measurements.ladders.empty() &&
                (rows.empty() || rows.back() != s.ladder().points.size()))
                rows.push_back(s.ladder().points.size());
        });
        card.run();
        QVERIFY(s.page->ladderRun().isRunning() && !s.page->underWay().isEmpty());
        const test::EventGap gap;
        QTRY_VERIFY_WITH_TIMEOUT(gap.turns() >= 10, 60000);
        QVERIFY(s.page->ladderRun().isRunning() && rows.empty());
        test::setContent(folder.filePath(QStringLiteral("turned")), {});
        QTRY_VERIFY_WITH_TIMEOUT(!s.page->ladderRun().isRunning(), 120000);
        qInfo("%d turns of the event loop, the longest %.1f ms, the most work in one %.1f ms", gap.turns(),
              gap.longestMs(), gap.longestWorkMs());  // for the reader, who counts in frames of 16.7 ms
        QVERIFY2(s.page->ladderRun().problem().isEmpty(), qPrintable(card.message()));
        QCOMPARE(rows, (std::vector<std::size_t>{1, 2, 3, 4, 5, 6}));
        QVERIFY(s.ladder().name.starts_with("sh -c until [ -e turned ]"));  // the command, cut to a line
        QCOMPARE(s.ladder().provenance.origin, Origin::Measured);
        for (const LadderPoint& point : s.ladder().points)
            QVERIFY(*point.timeS >= 0.1 * point.p);  // what sleep promises
        s.document.undo();  // one step
        QVERIFY(s.document.project() == test::output4141());
    }

    void aLadderIsCancelled()
    {
        Setup s(test::output4141());
        RunCard& card = s.page->runCard();
        s.page->showRunCard();
        card.command()->setText(QStringLiteral("sleep 600"));
        card.run();  // asked about once: nothing tells it the count
        QVERIFY(!s.page->ladderRun().isRunning() && card.message().contains(QStringLiteral("has no {p} in it")));
        card.run();
        QTRY_VERIFY_WITH_TIMEOUT(s.page->ladderRun().doing().contains(QStringLiteral("warm-up")), 60000);
        s.page->ladderRun().cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!s.page->ladderRun().isRunning(), 60000);
        QVERIFY2(card.message().startsWith(QStringLiteral("Stopped. Nothing was changed.")),
                 qPrintable(card.message()));
        QVERIFY(s.document.project() == test::output4141());
    }

    // Stopped after at least three of eight runs: the next Run makes the other five, a third one a ladder of another
    // name.
    void aLadderIsGoneOnWith()
    {
        const QTemporaryDir folder;
        Setup s(test::output4141());
        RunCard& card = s.page->runCard();
        s.page->showRunCard();
        card.folder()->setText(folder.path());
        card.command()->setText(QStringLiteral("sh -c 'echo >> runs; sleep 0.2' sh {p}"));
        card.counts()->setText(QStringLiteral("1,2"));
        card.repeats()->setValue(4);
        const auto runs = [&] {
            QFile file(folder.filePath(QStringLiteral("runs")));
            return file.open(QIODevice::ReadOnly) ? static_cast<std::size_t>(file.size()) : 0;
        };
        const auto button = [&](const QString& text) {
            const QList<QPushButton*> all = card.findChildren<QPushButton*>();
            const auto found = std::find_if(all.begin(), all.end(), [&](const QPushButton* each) {
                return each->isVisibleTo(&card) && each->text() == text;
            });
            return found == all.end() ? nullptr : *found;
        };
        const auto wait = [&] { QTRY_VERIFY_WITH_TIMEOUT(!s.page->ladderRun().isRunning(), 60000); };
        QVERIFY(button(QStringLiteral("Run")));
        card.run();
        QTRY_VERIFY_WITH_TIMEOUT(!s.document.project().measurements.ladders.empty() && s.ladder().points.size() >= 3,
                                 60000);
        s.page->ladderRun().cancel();
        wait();
        const std::size_t kept = s.ladder().points.size(), before = runs();
        QVERIFY(kept < 8);
        QVERIFY(button(QStringLiteral("Start anew")));
        card.command()->setText(QStringLiteral("true {p}"));  // which is another one
        QVERIFY(button(QStringLiteral("Run")) && !button(QStringLiteral("Start anew")));
        card.command()->setText(QStringLiteral("sh -c 'echo >> runs; sleep 0.2' sh {p}"));
        s.page->ladder().setScaling(Scaling::Strong);  // what is said of it in between stays
        QPushButton* goOn = button(QStringLiteral("Go on: %1 of 8 runs are there").arg(kept));
        QVERIFY(goOn);
        goOn->click();
        wait();
        QCOMPARE(s.document.project().measurements.ladders.size(), std::size_t{1});
        QCOMPARE(s.ladder().points.size(), std::size_t{8});
        QCOMPARE(s.ladder().scaling, std::optional(Scaling::Strong));
        QVERIFY2(runs() >= before + 8 - kept && runs() <= before + 8 - kept + 2,
                 qPrintable(QString::number(runs())));  // with a warm-up of each p
        for (const int p : {1, 2})
            QCOMPARE(std::count_if(s.ladder().points.begin(), s.ladder().points.end(),
                                   [&](const LadderPoint& point) { return point.p == p; }),
                     4);
        QVERIFY(button(QStringLiteral("Run")));  // all are there: once more is another ladder
        card.repeats()->setValue(1);
        card.run();
        wait();
        const std::vector<Ladder>& ladders = s.document.project().measurements.ladders;
        QCOMPARE(ladders.size(), std::size_t{2});
        QVERIFY2(ladders[0].name != ladders[1].name && ladders[1].name.starts_with("sh -c") &&
                     ladders[1].name.ends_with("(2)"),
                 ladders[1].name.c_str());
    }

    // A command that always fails: its status and its words are there while it is not over, and it is not run eighteen
    // times.
    void aProgramThatFailsSaysWhy()
    {
        const QTemporaryDir folder;
        Setup s(test::output4141());
        RunCard& card = s.page->runCard();
        s.page->showRunCard();
        card.folder()->setText(folder.path());
        card.command()->setText(
            QStringLiteral("sh -c 'echo >> runs; echo reading; echo first >&2; echo usage: train --parts P >&2; echo "
                           "train: one argument expected >&2; echo >&2; exit 2' sh {p}"));
        card.counts()->setText(QStringLiteral("1,2,4"));
        card.run();
        QTRY_VERIFY_WITH_TIMEOUT(!s.page->ladderRun().isRunning(), 60000);
        QVERIFY2(card.message().contains(QStringLiteral(
                     "the warm-up failed (exit 2):\nfirst\nusage: train --parts P\ntrain: one argument expected")),
                 qPrintable(card.message()));
        QCOMPARE(card.message().count(QStringLiteral("usage:")), 1);
        QVERIFY2(card.message().contains(QStringLiteral("were not started")), qPrintable(card.message()));
        QVERIFY(!card.message().contains(QStringLiteral("reading")));
        QFile runs(folder.filePath(QStringLiteral("runs")));
        QVERIFY(runs.open(QIODevice::ReadOnly));
        QCOMPARE(runs.size(), 6);
        QVERIFY(s.document.project() == test::output4141());
    }

    // A machine's launchers are those in PATH: here three programs that stand for Slurm, then none.
    void launchersThatAreNotHereSayWhy()
    {
        const QByteArray path = qgetenv("PATH");
        const auto restore = qScopeGuard([&] { qputenv("PATH", path); });
        const QTemporaryDir bin;
        for (const char* const program : {"sbatch", "squeue", "scancel"}) {
            QFile file(bin.filePath(QLatin1String(program)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        }
        for (const bool there : {true, false}) {
            qputenv("PATH", there ? QFile::encodeName(bin.path()) : QByteArray("/nonexistent"));
            Setup s(test::output4141());
            RunCard& card = s.page->runCard();
            QComboBox& launcher = *card.launcher();
            QCOMPARE(launcher.count(), 4);
            const auto enabled = [&](int row) {
                return launcher.model()->flags(launcher.model()->index(row, 0)).testFlag(Qt::ItemIsEnabled);
            };
            QVERIFY(enabled(0) && !enabled(1));
            QVERIFY(launcher.itemText(1).contains(QStringLiteral("there is no mpirun on this machine")));
            QCOMPARE(enabled(3), there);
            QCOMPARE(launcher.itemText(3).contains(QStringLiteral("there is no sbatch on this machine")), !there);
            s.page->showRunCard();
            QVERIFY(!card.sbatchOptions()->isVisibleTo(&card));
            launcher.setCurrentIndex(3);
            QVERIFY(card.sbatchOptions()->isVisibleTo(&card));
        }
    }

    void whatCannotRunIsSaid()
    {
        Setup s(test::output4141());
        RunCard& card = s.page->runCard();
        s.page->showRunCard();
        const auto refused = [&](const QString& command, const QString& counts) {
            card.command()->setText(command);
            card.counts()->setText(counts);
            card.run();
            return card.message();
        };
        QVERIFY(refused(QStringLiteral("a | b"), QStringLiteral("1,2")).contains(QLatin1Char('|')));
        QVERIFY(refused(QStringLiteral("true"), QStringLiteral("4..1")).contains(QStringLiteral("4..1")));
        QVERIFY(refused(QStringLiteral("true"), QStringLiteral("1 0")).contains(QLatin1Char('0')));  // not p = 10
        QVERIFY(!s.page->ladderRun().isRunning());
        card.folder()->setText(QStringLiteral("/nonexistent"));
        QVERIFY(refused(QStringLiteral("true"), QStringLiteral("1")).contains(QStringLiteral("/nonexistent")));
        card.folder()->setText(QStringLiteral("/"));
        refused(QStringLiteral("./no-such-program {p}"), QStringLiteral("1"));
        QTRY_VERIFY_WITH_TIMEOUT(!s.page->ladderRun().isRunning(), 60000);
        QVERIFY2(card.message().contains(QStringLiteral("no-such-program")), qPrintable(card.message()));
        QVERIFY(s.document.project() == test::output4141());
    }

    void strongOrWeakIsAsked()
    {
        // 1 → 2 workers at 100 and 98 s: neither falls nor stays for eight times p.
        Setup s(withLadder(totals({{1, 100}, {2, 98}})));
        QVERIFY(!s.document.analysis().ladder->measured);
        QVERIFY(s.page->cause().sentence().contains(QStringLiteral("Strong or weak")));
        click(s.page->cause(), QStringLiteral("It is weak scaling: the work grows with p"));
        QCOMPARE(s.ladder().scaling, std::optional(Scaling::Weak));
        QVERIFY(std::abs(s.page->chart().spec().measured[0].y[1] - 2 * 100.0 / 98) <
                1e-12);  // Gustafson's scaled speedup
        s.document.undo();
        QVERIFY(!s.ladder().scaling);
    }

    void emptyOffersTheShippedLadders()
    {
        Setup s{Project()};
        QCOMPARE(MeasurePage::entry().state(s.document), PageState::Empty);
        int offered = 0;
        for (QPushButton* button : s.page->findChildren<QPushButton*>())
            offered += button->accessibleName().startsWith(QStringLiteral("Add the ladder of"));
        QVERIFY(
            offered >=
            4);  // what solves an exercise is not offered  // Output 41.7.2, the student of section 41.7, systems A, B, C
        s.page->addExample(test::sourceFile(QStringLiteral("resources/examples/output-41.7.2.scalewright")));
        QVERIFY(s.page->cause().sentence().startsWith(bookSentence));
        QVERIFY(MeasurePage::entry().state(s.document) != PageState::Empty);
        s.document.undo();
        QVERIFY(s.document.project() == Project());
    }

    // What the commands say of the runs (tst_cli_verdicts). One run each: no noise is known. 100 s, 51 s and 52 s with
    // runs that scatter by 5 %: five have a 95 % half-width of about 6 %, so which of p = 2 and 4 is the faster is not
    // told.
    void whatTheRunsDoNotTell()
    {
        Setup one(withLadder(totals({{1, 100}, {2, 51}, {4, 30}})));
        QVERIFY2(one.page->cause().landmarks().contains(QStringLiteral("One run at each p")),
                 qPrintable(one.page->cause().landmarks()));
        std::vector<std::pair<int, double>> rows;
        for (const auto& [p, mean] : {std::pair{1, 100.0}, {2, 51.0}, {4, 52.0}})
            for (const double share : {-1.26, -0.63, 0.0, 0.63, 1.26})
                rows.emplace_back(p, mean * (1 + 0.05 * share));
        Setup noisy(withLadder(totals(rows)));
        const QString landmarks = noisy.page->cause().landmarks();
        QVERIFY2(landmarks.contains(QStringLiteral("do not tell it from p = 4")) &&
                     !landmarks.contains(QStringLiteral("One run")),
                 qPrintable(landmarks));
    }

    // ---- editing ----

    void anEditIsOneStepOfUndo()
    {
        Setup s;
        LadderModel& model = *s.page->ladder().model();
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const Project before = s.document.project();
        QVERIFY(model.setData(model.index(3, LadderModel::of(LadderColumn::Comm)), QStringLiteral("8,5 s")));
        QCOMPARE(model.data(model.index(3, LadderModel::of(LadderColumn::Comm)), Qt::EditRole).toString().toDouble(),
                 8.5);
        s.document.undo();
        QVERIFY(model.setData(model.index(3, LadderModel::of(LadderColumn::Comm)), QStringLiteral("8 s")));
        // T(8) = 156 s, of it 8 communication: 8·8/156 folds.
        const Table table = s.page->folds().table();
        QVERIFY(std::abs(number(table.rows[3][columnOf(table, "communication")]) - 64.0 / 156) < 1e-12);
        // Waiting is the most of it now: 8·48/156 of 8 - 800/156.
        QVERIFY(s.page->cause().sentence().contains(QStringLiteral("2.46 of the missing 2.87")));
        QCOMPARE(s.ladder().provenance.conditions, std::string("edited by hand"));
        s.document.undo();
        QVERIFY(s.document.project() == before);
        QVERIFY(s.page->cause().sentence().startsWith(bookSentence));

        const int row = model.addRow();
        QCOMPARE(row, 5);
        QCOMPARE(s.ladder().points.back().p, 32);
        QVERIFY(!s.document.analysis().ladder->measured);  // a row without a time yet: said, not dropped
        QVERIFY(!s.page->ladder().problem().isEmpty());
        QVERIFY(model.data(model.index(5, 0), LadderModel::problemRole).toBool());
        QVERIFY(model.setData(model.index(5, LadderModel::of(LadderColumn::Time)), QStringLiteral("250")));
        QVERIFY(s.document.analysis().ladder->measured);
        QVERIFY(s.page->ladder().problem().isEmpty());
        model.removeRungs({0, 5});
        QCOMPARE(s.ladder().points.size(), std::size_t(4));
        QCOMPARE(s.document.analysis().ladder->measured->baseP, 2);
        for (int i = 0; i < 3; ++i)
            s.document.undo();
        QVERIFY(s.document.project() == before);
    }

    void badEntriesAreRefusedInWords_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("text");
        QTest::newRow("half a worker") << LadderModel::of(LadderColumn::P) << QStringLiteral("0.5");
        QTest::newRow("no worker") << LadderModel::of(LadderColumn::P) << QStringLiteral("0");
        QTest::newRow("no p") << LadderModel::of(LadderColumn::P) << QString();
        QTest::newRow("text") << LadderModel::of(LadderColumn::Time) << QStringLiteral("fast");
        QTest::newRow("nan") << LadderModel::of(LadderColumn::Time) << QStringLiteral("nan");
        QTest::newRow("no time") << LadderModel::of(LadderColumn::Time) << QStringLiteral("0");
        QTest::newRow("negative") << LadderModel::of(LadderColumn::Comm) << QStringLiteral("-3");
        QTest::newRow("bytes") << LadderModel::of(LadderColumn::Io) << QStringLiteral("4 GB");
    }
    void badEntriesAreRefusedInWords()
    {
        QFETCH(int, column);
        QFETCH(QString, text);
        Setup s;
        LadderModel& model = *s.page->ladder().model();
        const Project before = s.document.project();
        QVERIFY(!LadderModel::problemWith(column, text).isEmpty());
        QVERIFY(!model.setData(model.index(1, column), text));
        QVERIFY(s.document.project() == before);
    }

    // Each role is a column of the table with a title of its own, shown where a row has it, and is named on import.
    void everyRoleIsAColumn()
    {
        std::set<QString> titles;
        for (const LadderRole& role : ladderRoles) {
            const QString title = qt(role.title);
            QVERIFY2(!title.isEmpty() && titles.insert(title).second, role.name);
            if (!role.figure)
                continue;
            Setup s(withLadder(totals({{1, 100}, {2, 60}})));
            LadderModel& model = *s.page->ladder().model();
            auto* table = s.page->ladder().findChild<QTableView*>();
            const int column = LadderModel::of(role.column);
            QVERIFY2(model.headerData(column, Qt::Horizontal).toString().contains(title), role.name);
            QCOMPARE(table->isColumnHidden(column), role.column != LadderColumn::Time);
            QVERIFY(model.setData(model.index(0, column), QStringLiteral("3")));
            QCOMPARE(s.ladder().points[0].*role.figure, std::optional(3.0));
            QVERIFY2(!table->isColumnHidden(column), role.name);
            if (role.range != Range::Any)
                QVERIFY(!model.setData(model.index(0, column), QStringLiteral("-3")));

            Setup other(test::output4141());
            other.page->importText(
                QStringLiteral("gcds%1,%2\n1%3,3\n2%3,3\n4%3,3\n")
                    .arg(role.says == LadderSays::Time ? QString() : QStringLiteral(",time"), QLatin1String(role.name),
                         role.says == LadderSays::Time ? QString() : QStringLiteral(",8")),
                QStringLiteral("run.csv"), QStringLiteral("2026-11-20"));
            QVERIFY2(other.page->importPanel().mappingText().contains(title),
                     qPrintable(other.page->importPanel().mappingText()));
        }
    }

    void energyIsShownAndExported()
    {
        Ladder ladder = totals({{1, 100}, {2, 60}});
        ladder.points[0].energyJ = 5000;
        Setup s(withLadder(ladder));
        QCOMPARE(s.page->ladder().model()->headerData(LadderModel::of(LadderColumn::Energy), Qt::Horizontal).toString(),
                 QStringLiteral("energy (J)"));
        QVERIFY(s.page->ladder().model()->setData(
            s.page->ladder().model()->index(1, LadderModel::of(LadderColumn::Energy)), QStringLiteral("2 Wh")));
        QCOMPARE(s.ladder().points[1].energyJ, std::optional(7200.0));
        const Table table = ladderTable(s.document.project(), s.document.analysis(), {});
        QCOMPARE(number(table.rows[1][columnOf(table, "energy")]), 7200.0);
    }

    void sharesThatNobodyMeasuredAreEmpty()
    {
        Ladder ladder{.name = "comm only", .scaling = Scaling::Strong};
        ladder.points = {{.p = 1, .compS = 10, .commS = 0}, {.p = 4, .compS = 2.5, .commS = 7.5}};
        const Project project = withLadder(ladder);
        const Table table = ladderTable(project, analyse(project), {});
        QCOMPARE(number(table.rows[1][columnOf(table, "comm_share")]), 75.0);
        QVERIFY(std::holds_alternative<std::monostate>(table.rows[1][columnOf(table, "idle_share")]));
    }

    // T(p) = 16/p + p - 1, so S(2) = 16/9 and S(4) = 16/7: 18/7 where S(2) is taken as 2, as the ladder has it and the
    // strip says. What lies apart is said of times, T(4) = 7 s: S(2) = 2 would hide what p = 2 lost itself.
    void aPredictionBesideALadderFromTwo()
    {
        Project project;
        project.baseline.tCompS = typed(16);
        project.target.alphaS = typed(1);
        project.target.bandwidthBytesPerS = typed(1);
        project.design.communication.messageBytes = typed(0);
        project.measurements.ladders.push_back(totals({{2, 9}, {4, 3}}));
        project.measurements.ladders[0].provenance.origin = Origin::Measured;
        const Analysis analysis = analyse(project);
        const QString apart = QString::fromStdString(measuredOtherwise(analysis));
        QVERIFY2(apart.contains(QStringLiteral("p 4")) && apart.contains(QStringLiteral("7.00 s")), qPrintable(apart));
        const Table table = ladderTable(project, analysis, {});
        const std::size_t predicted = columnOf(table, "predicted");
        QCOMPARE(number(table.rows[0][predicted]), 2.0);
        QVERIFY(std::abs(number(table.rows[1][predicted]) - 18.0 / 7) < 1e-12);
        QVERIFY2(table.caption.find("S(2) is taken as 2 in what is predicted too") != std::string::npos,
                 table.caption.c_str());
        for (const Curve curve : {Curve::Speedup, Curve::Efficiency}) {
            const ChartSpec spec = ladderChart(curve, project, analysis, {});
            const auto series = std::find_if(spec.series.begin(), spec.series.end(), [](const SeriesSpec& each) {
                return each.key == QLatin1String("predicted");
            });
            QVERIFY(series != spec.series.end());
            const auto four = std::find(series->x.begin(), series->x.end(), 4.0) - series->x.begin();
            QVERIFY(std::abs(series->y[static_cast<std::size_t>(four)] - 18.0 / 7 / (curve == Curve::Speedup ? 1 : 4)) <
                    1e-12);
        }
    }

    void tenThousandRowsAreAnEdit()
    {
        Ladder ladder = bookLadder();
        ladder.points.clear();
        for (int p = 1; p <= 10000; ++p) {
            LadderPoint point;
            point.p = p;
            point.compS = 1000.0 / p;
            point.commS = p == 1 ? 0 : 0.01 * std::log2(p);
            point.idleS = 0;
            ladder.points.push_back(point);
        }
        Setup s(withLadder(ladder));
        LadderModel& model = *s.page->ladder().model();
        QCOMPARE(model.rowCount(), 10000);
        QCOMPARE(s.page->breakdown().table().rows.size(),
                 std::size_t(32));  // one bar a p would be a smear; the caption says so
        QVERIFY(s.page->breakdown().texts().caption.contains(QStringLiteral("10000")));
        QVERIFY(model.setData(model.index(9999, LadderModel::of(LadderColumn::Comp)), QStringLiteral("0.2")));
        QCOMPARE(s.ladder().points[9999].compS, std::optional(0.2));
        model.removeRungs({0, 1, 2, 9999});
        QCOMPARE(model.rowCount(), 9996);
        QCOMPARE(s.ladder().points.front().p, 4);
    }

    // ---- remedies ----

    void aRemedyOpensAsAVariant()
    {
        Setup s;
        const Project before = s.document.project();
        QSignalSpy went(s.page.get(), &Page::goTo);
        s.page->tryRemedy(QStringLiteral("compression"));
        QCOMPARE(went.size(), 1);
        QCOMPARE(went[0][0].toString(), QStringLiteral("predict"));
        const Project& after = s.document.project();
        QCOMPARE(after.variantName, std::string("compression"));
        QCOMPARE(after.design.communication.messageBytes->value, 0.25e9);
        QCOMPARE(after.variants.size(), std::size_t(1));
        QCOMPARE(after.variants[0].design.communication.messageBytes->value, 1e9);
        QVERIFY(after.baseline == before.baseline);
        QVERIFY(after.measurements == before.measurements);
        s.document.undo();
        QVERIFY(s.document.project() == before);

        s.page->tryRemedy(QStringLiteral("overlap"));
        QCOMPARE(s.document.project().design.communication.overlap->value, 0.8);
        s.document.undo();
        s.page->tryRemedy(QStringLiteral("larger-batch"));
        QCOMPARE(s.document.project().design.communication.localSteps->value, 2.0);
        s.document.undo();
        QVERIFY(s.document.project() == before);
    }

    void whatTheDesignCannotTryIsSaid()
    {
        Project project = withLadder(bookLadder());
        Setup s(project);
        s.page->tryRemedy(QStringLiteral("balance"));  // the design predicts no waiting
        QVERIFY(s.document.project() == project);
        for (const DesignRemedy& remedy : s.page->remedies().remedies())
            QVERIFY(!remedy.assumes.empty());
        project.design.loadBalancing.skew = typed(1.4);
        project.design.loadBalancing.jitterS = typed(0.02);
        s.document.edit(QStringLiteral("skew"), project);
        s.page->tryRemedy(QStringLiteral("balance"));
        QCOMPARE(s.document.project().design.loadBalancing.skew->value, 1.0);
        QCOMPARE(s.document.project().design.loadBalancing.jitterS->value, 0.0);
        QCOMPARE(s.document.project().variants[0].design.loadBalancing.skew->value, 1.4);
    }

    // Exercise 41.7.1: half of A's communication moves its knee; the same does nothing for C.
    void anotherSystemsRemedyDoesNothing_data()
    {
        QTest::addColumn<QString>("system");
        QTest::addColumn<int>("remedy");
        QTest::addColumn<bool>("moves");
        QTest::newRow("A, communication halved") << QStringLiteral("a") << int(Cause::CommunicationWall) << true;
        QTest::newRow("C, communication halved") << QStringLiteral("c") << int(Cause::CommunicationWall) << false;
        QTest::newRow("C, the serial stage parallelised") << QStringLiteral("c") << int(Cause::SerialFraction) << true;
    }
    void anotherSystemsRemedyDoesNothing()
    {
        QFETCH(QString, system);
        QFETCH(int, remedy);
        QFETCH(bool, moves);
        Setup s{Project()};
        s.page->addExample(test::sourceFile(QStringLiteral("resources/examples/system-%1.scalewright").arg(system)));
        // The knee by its definition, the largest E/T, written out again over the example's own rows.
        const auto knee = [&](bool answered) {
            const std::vector<LadderPoint>& points = s.ladder().points;
            const LadderPoint& base = points.front();
            int best = 0;
            double most = 0;
            for (const LadderPoint& point : points) {
                double comp = *point.compS, comm = *point.commS;
                if (answered && Cause(remedy) == Cause::CommunicationWall)
                    comm /= 2;
                if (answered && Cause(remedy) == Cause::SerialFraction)
                    comp = *base.compS / point.p;
                const double time = comp + comm + point.idleS.value_or(0);
                const double efficiency = (*base.compS + *base.commS + base.idleS.value_or(0)) / time / point.p;
                if (efficiency / time > most * (1 + 1e-12)) {
                    most = efficiency / time;
                    best = point.p;
                }
            }
            return best;
        };
        QCOMPARE(s.document.analysis().ladder->measured->kneeP, knee(false));
        QCOMPARE(knee(false) != knee(true), moves);
        s.page->remedies().setWhatIf(Cause(remedy));
        QVERIFY(s.page->remedies().answered());
        QCOMPARE(s.page->remedies().answered()->kneeP, knee(true));
        QCOMPARE(s.page->remedies().effect().contains(QStringLiteral("nothing changes")), !moves);
        for (QPushButton* button : s.page->remedies().findChildren<QPushButton*>())
            if (button->isChecked())
                button->click();  // off again
        QVERIFY(!s.page->remedies().answered());
    }

    // ---- fits ----

    // R's usl on its own example: sigma 0.02773, kappa 1.044e-4, gamma 90.0, peak at 96.52.
    void theLawIsFittedOffTheWindowsThread()
    {
        const QString path = scalewright::test::oracleFile("ladders/usl/specsdm91.csv");
        Setup s{Project()};
        s.page->importFile(path);
        QTRY_VERIFY_WITH_TIMEOUT(!s.page->isReading(), 60000);
        if (s.page->isEmpty())
            Q_EMIT s.page->importPanel().taken();
        QVERIFY(s.page->fits().isFitting());
        QVERIFY(!seriesOf(s.page->chart().spec(), "fit"));
        s.settle();
        s.page->fits().chooseLaw(Law::Usl);
        const std::optional<LadderFit> fit = s.page->fits().chosen();
        QVERIFY(fit);
        QVERIFY(std::abs(fit->find("sigma")->value - 0.02773) < 5e-6);
        QVERIFY(std::abs(fit->find("kappa")->value - 1.044e-4) < 5e-8);
        QVERIFY(std::abs(*fit->peakP - 96.52) < 0.05);
        const SeriesSpec* curve = seriesOf(s.page->chart().spec(), "fit");
        QVERIFY(curve);
        // X(p) = gamma p/(1 + sigma (p-1) + kappa p (p-1)) over the measured X(1) = 64.9.
        const double p = curve->x.back(), x = 90.0 * p / (1 + 0.02773 * (p - 1) + 1.044e-4 * p * (p - 1));
        QVERIFY(std::abs(curve->y.back() - x / 64.9) < 0.01 * curve->y.back());
    }

    void aRefusalIsSaidInWords()
    {
        const Setup s;
        s.settle();
        s.page->fits().chooseLaw(Law::Gustafson);  // a law of weak scaling
        QVERIFY(!s.page->fits().chosen());
        QVERIFY(!seriesOf(s.page->chart().spec(), "fit"));
        QVERIFY2(s.page->fits().verdict().startsWith(QStringLiteral("Gustafson’s law: ")),
                 qPrintable(s.page->fits().verdict()));
        s.page->fits().chooseLaw(std::nullopt);
        QVERIFY(s.page->fits().chosen());
    }

    void aLateFitOfAnotherLadderIsDropped()
    {
        Project project = withLadder(bookLadder());
        Setup s(project);
        QVERIFY(s.page->fits().isFitting());
        // X(p) = p/(1 + 0.1 (p-1)): Amdahl with f = 0.1, exactly.
        std::vector<std::pair<int, double>> rows;
        for (const int p : {1, 2, 3, 4, 6, 8, 12, 16, 32})
            rows.emplace_back(p, 0.1 + 0.9 / p);
        project.measurements.ladders[0] = totals(rows);
        s.document.edit(QStringLiteral("another ladder"), project);
        QVERIFY(!s.page->fits().comparison());
        s.settle();
        s.page->fits().chooseLaw(Law::Amdahl);
        QVERIFY(s.page->fits().chosen());
        QVERIFY(std::abs(s.page->fits().chosen()->find("f")->value - 0.1) < 1e-6);
        QVERIFY(std::abs(*s.page->fits().amdahlCeiling() - 10) < 1e-4);
        QVERIFY(seriesOf(s.page->chart().spec(), "amdahl_ceiling"));
    }

    // T = 100/p + k 2 (p-1) 1 ms + 2 (p-1)/p 1 s: what ten buckets pay as ten times alpha, one would as an alpha ten
    // times as large.
    void theFitHearsOfTheDesign()
    {
        std::vector<std::pair<int, double>> rows;
        for (const int p : {1, 2, 4, 8, 16, 32, 64})
            rows.emplace_back(p, 100.0 / p + 10 * 2 * (p - 1) * 1e-3 + 2.0 * (p - 1) / p);
        Project project = withLadder(totals(rows));
        project.baseline.tCompS.reset();  // a ladder and a design, and no prediction
        project.design.communication.pattern = Pattern::RingAllReduce;
        Setup s(project);
        const auto alpha = [&] {
            s.settle();
            s.page->fits().chooseLaw(Law::AlphaBeta);
            return s.page->fits().chosen() ? s.page->fits().chosen()->find("alpha")->value : -1;
        };
        QVERIFY2(std::abs(alpha() - 1e-2) < 1e-8, qPrintable(QString::number(alpha())));
        project.design.communication.buckets = typed(10);
        s.document.edit(QStringLiteral("ten buckets"), project);
        QVERIFY2(std::abs(alpha() - 1e-3) < 1e-9, qPrintable(QString::number(alpha())));
    }

    // ---- the ledger ----

    void aFrozenPredictionStays()
    {
        Setup s;
        const Project before = s.document.project();
        s.page->ledger().freezeNow();
        QCOMPARE(s.document.project().ledger.size(), std::size_t(1));
        QCOMPARE(s.document.project().ledger[0].tCompS->value, 1.0);
        QVERIFY(QDate::fromString(QString::fromStdString(s.document.project().ledger[0].date).left(10), Qt::ISODate)
                    .isValid());
        const SeriesSpec* ghost = seriesOf(s.page->chart().spec(), "frozen");
        QVERIFY(ghost && ghost->ghost);
        const std::vector<double> frozen = ghost->y;
        Project faster = s.document.project();
        faster.target.alphaS = typed(0.00008);
        s.document.edit(QStringLiteral("alpha"), faster);
        // The plan moves with alpha, and with it how far is drawn: where both are drawn it is the same curve.
        const auto sameAsFrozen = [&](const char* key) {
            const std::vector<double> now = seriesOf(s.page->chart().spec(), key)->y;
            const std::size_t both = std::min(now.size(), frozen.size());
            return both > 64 &&
                   std::equal(now.begin(), now.begin() + static_cast<std::ptrdiff_t>(both), frozen.begin());
        };
        QVERIFY(sameAsFrozen("frozen") && !sameAsFrozen("predicted"));
        s.document.undo();
        s.document.undo();
        QVERIFY(s.document.project() == before);
        QVERIFY(!seriesOf(s.page->chart().spec(), "frozen"));
    }

    void waterfallGoesFromPredictedToMeasured()
    {
        Setup s;
        s.page->ledger().freezeNow();
        s.page->ledger().choose(0);
        auto* steps = s.page->ledger().findChild<QLineEdit*>();
        steps->setText(QStringLiteral("1000"));
        Q_EMIT steps->editingFinished();
        QCOMPARE(s.page->ledger().stepsPerTime(), 1000.0);
        QCOMPARE(s.ladder().stepsPerTime->value, 1000.0);  // it is the ladder's, and saved with it
        for (const BookRow& row : bookRows) {
            s.page->ledger().chooseP(row.p);
            const std::optional<Waterfall>& fall = s.page->waterfall().waterfall();
            QVERIFY(fall);
            QCOMPARE(fall->p, row.p);
            // T_comp/p + alpha (p-1) + 2 beta (p-1)/p with 1 s, 0.8 ms, 40 ms; measured: the run over 1000 steps.
            const double predicted = 1.0 / row.p + 0.0008 * (row.p - 1) + 0.08 * (row.p - 1) / row.p;
            QVERIFY(std::abs(fall->predictedS - predicted) < 1e-12);
            QVERIFY(std::abs(fall->measuredS - (row.comp + row.comm + row.idle) / 1000) < 1e-12);
            // The bars as the table twin has them: between the first and the last row.
            const Table table = s.page->waterfall().table();
            double at = number(table.rows.front()[1]);
            for (std::size_t i = 1; i + 1 < table.rows.size(); ++i)
                at += number(table.rows[i][1]);
            QVERIFY(std::abs(at - number(table.rows.back()[1])) < 1e-9);
            QVERIFY(std::abs(fall->waitingS - row.idle / 1000) < 1e-12);
        }
        steps->setText(QStringLiteral("none"));
        Q_EMIT steps->editingFinished();
        QVERIFY(!s.page->ledger().problem().isEmpty());
        QCOMPARE(s.page->ledger().stepsPerTime(), 1000.0);
    }

    // What a row measures is asked where a ladder comes in, and by the field that an open goal leads to. A guess that
    // stands in the field answers nothing.
    void whatARowMeasuresIsAsked()
    {
        Setup s;
        s.page->importText(QStringLiteral("gpus,runtime\n1,2538\n2,1350\n"), {}, QStringLiteral("2026-11-20"));
        ImportPanel& panel = s.page->importPanel();
        QVERIFY(panel.stepsPerTime()->isVisibleTo(&panel));
        QVERIFY(!panel.chosen().front().stepsPerTime);
        panel.stepsPerTime()->setText(QStringLiteral("1336"));
        QCOMPARE(panel.chosen().front().stepsPerTime->value, 1336.0);
        panel.stepsPerTime()->setText(QStringLiteral("none"));
        QVERIFY(!panel.chosen().front().stepsPerTime);

        QVERIFY(s.page->focusField(QStringLiteral("/measurements/ladders/0/steps_per_time")));
        auto* steps = s.page->ledger().findChild<QLineEdit*>();
        QCOMPARE(s.page->focusWidget(), steps);
        const Project before = s.document.project();
        Q_EMIT steps->editingFinished();
        QVERIFY(s.document.project() == before);
    }

    // ---- extremes ----

    void extremesHoldNoNonsense_data()
    {
        QTest::addColumn<QString>("csv");
        QTest::newRow("one point") << QStringLiteral("p,time\n1,5\n");
        QTest::newRow("two points") << QStringLiteral("p,time\n1,5\n2,3\n");
        QTest::newRow("equal times") << QStringLiteral("p,time\n1,5\n2,5\n4,5\n8,5\n16,5\n");
        QTest::newRow("superlinear") << QStringLiteral("p,comp,comm,idle\n1,100,0,0\n2,40,0,0\n4,15,0,0\n");
        QTest::newRow("slower with every worker")
            << QStringLiteral("p,comp,comm,idle\n1,1,0,0\n2,0.5,30,0\n4,0.25,90,0\n");
        QTest::newRow("base of four") << QStringLiteral("p,time\n4,100\n8,60\n16,40\n");
        QTest::newRow("one p many times") << QStringLiteral("p,time\n2,5\n2,6\n2,7\n2,5.5\n");
        QTest::newRow("no compute left") << QStringLiteral("p,comp,comm,idle\n1,10,0,0\n2,0,5,0\n");
        QTest::newRow("tiny") << QStringLiteral("p,time\n1,1e-9\n2,6e-10\n4,4e-10\n");
        QTest::newRow("a million workers") << QStringLiteral("p,time\n1,1e6\n1000000,2\n");
    }
    void extremesHoldNoNonsense()
    {
        QFETCH(QString, csv);
        Setup s(test::output4141());
        s.page->importText(csv, QStringLiteral("x.csv"), QStringLiteral("2026-11-20"));
        if (s.page->isEmpty())
            Q_EMIT s.page->importPanel().taken();
        QVERIFY(!s.page->isEmpty());
        s.settle();
        QStringList words;
        for (const Curve curve : {Curve::Speedup, Curve::Efficiency}) {
            s.page->showLarge(curve);
            words << s.page->chart().texts().summary << s.page->chart().texts().caption;
            for (const PointSpec& each : s.page->chart().spec().points)
                words << each.label << each.subLabel;
        }
        for (const QLabel* label : s.page->findChildren<QLabel*>())
            words << label->text();
        for (const Exportable& each : s.page->exportables()) {
            words << QString::fromUtf8(encodeFigure(*each.content, FigureFormat::Csv).value_or(QByteArray()));
            QVERIFY(encodeFigure(*each.content, FigureFormat::Svg));
        }
        static const QRegularExpression nonsense(QStringLiteral("\\b(nan|inf)\\b"),
                                                 QRegularExpression::CaseInsensitiveOption);
        for (const QString& each : std::as_const(words))
            QVERIFY2(!nonsense.match(each).hasMatch(), qPrintable(each));
    }
};

SCALEWRIGHT_TEST(tst_measure)
#include "tst_measure.moc"

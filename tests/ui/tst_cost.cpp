// Page Cost: the value of an hour dragged in the plane and on the bar, one step of undo a drag; the switch between the
// curves; what is said where there is nothing; carbon as a tab. Expected: hand arithmetic on Output 41.7.2
// (tst_choice).
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

#include "core/decision/analysis/analysis.h"
#include "core/project/document/project.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/cost/carbon_view.h"
#include "ui/cost/cost_page.h"
#include "ui/cost/hour_bar.h"
#include "ui/cost/money_chart.h"
#include "ui/cost/money_view.h"
#include "ui/document/document.h"
#include "ui/figure/chart.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

struct Shown {
    Document document;
    std::unique_ptr<CostPage> page;

    explicit Shown(const std::function<void(Project&)>& change = [](Project&) {})
    {
        if (!document.openCopy(test::sourceFile(QStringLiteral("resources/examples/output-41.7.2.scalewright"))))
            qFatal("the example cannot be read");
        Project project = document.project();
        project.plan.p.reset();
        project.plan.curve = CurveKind::Measured;
        project.goal = {};
        project.goal.hourValueUsd = typed(12);
        change(project);
        document.edit(QStringLiteral("start"), std::move(project));
        page = std::make_unique<CostPage>(document);
        page->resize(1200, 900);
        page->show();
        QCoreApplication::processEvents();
    }

    [[nodiscard]] const PointSpec& point(const char* id) const
    {
        for (const PointSpec& each : page->money().chart().spec().points)
            if (each.id == QLatin1String(id))
                return each;
        qFatal("no point %s", id);
    }
    [[nodiscard]] int right() const { return *page->money().worth()->rightP(); }
    [[nodiscard]] double hour() const { return document.project().goal.hourValueUsd->value; }
};

void mouse(QWidget& widget, QEvent::Type type, const QPointF& at)
{
    QMouseEvent event(type, at, widget.mapToGlobal(at), Qt::LeftButton,
                      type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&widget, &event);
}

}  // namespace

class tst_cost : public QObject {
    Q_OBJECT
private slots:
    // 206 s to 800 s is one axis; 1 s to 20 s is a smear in a corner of one.
    void aWideSpanIsDrawnOnALogAxis()
    {
        const Shown narrow;
        QVERIFY(narrow.page->money().chart().spec().x.scale == AxisScale::Linear);
        const Shown wide([](Project& project) {
            project.measurements.ladders.front().points = {
                {.p = 1, .timeS = 20}, {.p = 8, .timeS = 3}, {.p = 32, .timeS = 1}};
        });
        QVERIFY(wide.page->money().chart().spec().x.scale == AxisScale::Log10);
        QVERIFY(*wide.page->money().chart().spec().x.low > 0);
    }

    // At $3.20 an hour the p in question cost $0.711 to $1.465, and p = 16, which 8 beats, 16 x 235 s: $3.342, more than
    // twice as much. It is marked at the upper edge with what it costs; within twice it stands in its place.
    void whatIsBeatenDoesNotSetTheCostAxis()
    {
        const Shown shown;
        const ChartSpec& spec = shown.page->money().chart().spec();
        QVERIFY(spec.y.scale == AxisScale::Linear);
        QVERIFY2(*spec.y.high > 1.464889 && *spec.y.high < 2 * 1.464889, qPrintable(QString::number(*spec.y.high)));
        const PointSpec& beaten = shown.point("p16");
        QCOMPARE(beaten.x, 235.0);
        QVERIFY(beaten.y > 1.464889 && beaten.y < *spec.y.high);
        QVERIFY2(beaten.label.contains(QStringLiteral("$3.34")), qPrintable(beaten.label));
        QVERIFY(std::abs(shown.point("p8").y - 1.464889) < 1e-6);
        for (const SeriesSpec& series : spec.series)
            for (const double cost : series.y)
                QVERIFY2(cost <= *spec.y.high, qPrintable(series.key));
        const Shown nearer([](Project& project) {  // 12 x 112 s against 8 x 110 s: 1.5 times as dear
            project.measurements.ladders.front().points = {
                {.p = 1, .timeS = 800}, {.p = 8, .timeS = 110}, {.p = 12, .timeS = 112}};
        });
        QVERIFY(std::abs(nearer.point("p12").y - 12 * 112 * 3.2 / 3600) < 1e-6);
        const Shown both([](Project& project) {  // and 32 x 120 s, 4.4 times: above the one in its place
            project.measurements.ladders.front().points = {
                {.p = 1, .timeS = 800}, {.p = 8, .timeS = 110}, {.p = 12, .timeS = 112}, {.p = 32, .timeS = 120}};
        });
        QVERIFY(std::abs(both.point("p12").y - 12 * 112 * 3.2 / 3600) < 1e-6);
        QVERIFY(both.point("p32").y > 1.05 * both.point("p12").y && both.point("p32").y < 32 * 120 * 3.2 / 3600);
        const Shown planned([](Project& project) { project.plan.p = 16; });
        QVERIFY(std::abs(planned.point(planHandle).y - 16 * 235 * 3.2 / 3600) < 1e-6);
    }

    // Of times that nobody said are of a run no goal is judged: no line stands for one either.
    void anUnsaidRowIsHeldAgainstNoGoal()
    {
        const auto markers = [](bool said) {
            const Shown shown([said](Project& project) {
                project.goal.deadlineS = typed(300);
                project.plan.steps = typed(1000);
                if (!said)
                    project.measurements.ladders.front().stepsPerTime.reset();
                else
                    project.measurements.ladders.front().stepsPerTime = typed(1000);
            });
            return shown.page->money().chart().spec().markers.size();
        };
        QCOMPARE(markers(true), std::size_t(1));
        QCOMPARE(markers(false), std::size_t(0));
    }

    // LUMI's prediction has a best p for hundreds of values of an hour.
    void whatIsTooThinToSeeStandsTogether()
    {
        Document document;
        QVERIFY(document.openCopy(test::sourceFile(QStringLiteral("resources/examples/heat-lumi.scalewright"))));
        Project project = document.project();
        project.plan.curve = CurveKind::Predicted;
        const Analysis analysis = analyse(project);
        const Result<Worth> worth = worthOf(project, analysis, nullptr, CurveKind::Predicted);
        QVERIFY(worth && worth->choice.ranges.size() > 60);
        HourBar bar;
        bar.setWorth(*worth, {});
        QVERIFY(bar.drawnParts(400) > 3 && bar.drawnParts(400) < 60);
        QVERIFY(bar.drawnParts(1e7) == worth->choice.ranges.size());
    }

    // The plan is drawn strongest, whatever an hour is worth; where no worth makes it best, that of the hour's worth.
    void thePlanIsTheStrongest()
    {
        const Shown shown;
        const Result<Worth> worth = worthOf(shown.document.project(), shown.document.analysis(),
                                            shown.document.analysis().runs(), CurveKind::Measured);
        QVERIFY(worth && worth->rightP() == 4);  // $12 an hour
        HourBar bar;
        bar.setWorth(*worth, {}, 2);
        QCOMPARE(bar.strongest(), std::optional(2));
        bar.setWorth(*worth, {}, 16);  // 8 beats it on both
        QCOMPARE(bar.strongest(), std::optional(4));
        bar.setWorth(*worth, {});
        QCOMPARE(bar.strongest(), std::optional(4));
        QCOMPARE(shown.page->money().bar().strongest(), std::optional(4));
        bar.setWorth({}, QStringLiteral("no runs"), 4);
        QVERIFY(!bar.strongest());
    }

    // The line through 300 s and $0.20 that touches the hull below: p 4 comes to (0.92444 - 0.2)/40 s = $65, p 8 to
    // (1.46489 - 0.2)/94 s = $48.4, so p 8 is what it touches, at $48.4 an hour.
    void draggingTheLineMovesTheTouchingPoint()
    {
        Shown shown;
        QCOMPARE(shown.right(), 4);
        const PointSpec before = shown.point(hourHandle);
        Chart& chart = shown.page->money().chart();
        const QString undo = shown.document.undoText();
        mouse(chart, QEvent::MouseButtonPress, chart.toPixel(before.x, before.y));
        QCOMPARE(shown.right(), 4);
        mouse(chart, QEvent::MouseMove, chart.toPixel(before.x, before.y * 1.2));
        mouse(chart, QEvent::MouseMove, chart.toPixel(300, 0.2));
        // In the same frame: the page has another right p before the event loop turns.
        QCOMPARE(shown.right(), 8);
        QVERIFY2(std::abs(shown.hour() / 48.44 - 1) < 0.02, qPrintable(QString::number(shown.hour())));
        const PointSpec now = shown.point(hourHandle);
        QVERIFY(std::abs(now.x - 300) < 2 && std::abs(now.y - 0.2) < 0.03);
        mouse(chart, QEvent::MouseButtonRelease, chart.toPixel(300, 0.2));
        QCOMPARE(shown.right(), 8);
        QCOMPARE(shown.document.analysis().plan->p, 8);
        shown.document.undo();
        QCOMPARE(shown.hour(), 12.0);
        QCOMPARE(shown.document.undoText(), undo);
        QCOMPARE(shown.right(), 4);
    }

    // The other curve decides, and says what that did to the plan; what nobody gave is marked, and no caption speaks to
    // a hand.
    void theOtherCurveSaysWhatItMoved()
    {
        Shown shown([](Project& project) {
            project.goal.hourValueUsd.reset();
            project.goal.deadlineS = typed(250);
        });
        const int measured = *shown.document.analysis().plannedP();
        const auto press = [&](const QString& word) {
            for (QPushButton* each : shown.page->findChildren<QPushButton*>())
                if (each->text() == word)
                    each->click();
            QCoreApplication::processEvents();
        };
        QVERIFY(!shown.page->money().basis().contains(QStringLiteral("plan p was")));
        press(QStringLiteral("Predicted"));
        const int predicted = *shown.document.analysis().plannedP();
        QVERIFY(predicted != measured);
        QVERIFY2(shown.page->money().basis().contains(
                     QStringLiteral("plan p was %1 and is %2").arg(measured).arg(predicted)),
                 qPrintable(shown.page->money().basis()));
        for (const Exportable& each : shown.page->exportables())
            if (each.content)
                QVERIFY2(!each.content->texts().caption.contains(QStringLiteral("Drag")),
                         qPrintable(each.content->texts().caption));
        const QString bar = shown.page->money().bar().texts().caption;
        QVERIFY2(bar.contains(QStringLiteral("of those that meet the goals the cheapest is best")), qPrintable(bar));
        QVERIFY(shown.page->money().worth()->under(Regime::Owned).price.assumed);
    }

    void keysMoveTheValueOfAnHour()
    {
        Shown shown;
        Chart& chart = shown.page->money().chart();
        chart.selectMarker(QString::fromLatin1(hourHandle));
        QTest::keyClick(&chart, Qt::Key_Up);
        QVERIFY(std::abs(shown.hour() - 15.1) < 0.01);
        QTest::keyClick(&chart, Qt::Key_Home);
        QCOMPARE(shown.hour(), 0.0);
        QCOMPARE(shown.right(), 1);
        QTest::keyClick(&chart, Qt::Key_End);
        QCOMPARE(shown.right(), 8);
    }

    void theBarIsDragged()
    {
        Shown shown;
        HourBar& bar = shown.page->money().bar();
        mouse(bar, QEvent::MouseButtonPress, {bar.width() / 2.0, 10});
        mouse(bar, QEvent::MouseMove, {bar.width() - 3.0, 10});
        QCOMPARE(shown.right(), 8);
        mouse(bar, QEvent::MouseMove, {1, 10});
        QCOMPARE(shown.right(), 1);
        mouse(bar, QEvent::MouseButtonRelease, {1, 10});
        shown.document.undo();
        QCOMPARE(shown.hour(), 12.0);
    }

    void thePlanIsDraggedToTheNearestPoint()
    {
        Shown shown;
        Chart& chart = shown.page->money().chart();
        const PointSpec plan = shown.point(planHandle);
        QVERIFY(plan.label.startsWith(QStringLiteral("plan p 4")));
        mouse(chart, QEvent::MouseButtonPress, chart.toPixel(plan.x, plan.y));
        mouse(chart, QEvent::MouseMove, chart.toPixel(425, 0.8));
        mouse(chart, QEvent::MouseButtonRelease, chart.toPixel(425, 0.8));
        QCOMPARE(shown.document.project().plan.p, std::optional<int>(2));
        QCOMPARE(shown.point(planHandle).x, 430.0);
    }

    // Output 41.7.2's costs and ratios to the printed digit, and the borders beside them.
    void theTableTwin()
    {
        Shown shown;
        const Table table = shown.page->money().chart().table();
        const QStringList costs{"0.711", "0.764", "0.924", "1.465", "3.342"},
            ratios{"-", "16.13", "7.60", "1.49", "-0.26"}, from{"0.00", "0.52", "3.39", "36.03", "-"};
        QCOMPARE(table.rows.size(), std::size_t(5));
        for (int row = 0; row < 5; ++row) {
            const auto at = [&](const char* key) {
                const auto column = std::find_if(table.columns.begin(), table.columns.end(),
                                                 [&](const Column& each) { return each.key == key; });
                return QString::fromStdString(
                    cellText(table.rows[std::size_t(row)][std::size_t(column - table.columns.begin())], *column));
            };
            QCOMPARE(QString::number(at("cost").toDouble(), 'f', 3),
                     costs[row]);  // four digits are shown, three printed
            QCOMPARE(at("speedup_per_dollar"), ratios[row]);
            QCOMPARE(at("from"), from[row]);
        }
    }

    void theSwitchIsTheProjects()
    {
        Shown shown;
        QCOMPARE(shown.page->money().worth()->curve, CurveKind::Measured);
        Project project = shown.document.project();
        project.plan.curve = CurveKind::Predicted;
        shown.document.edit(QStringLiteral("curve"), project);
        QCOMPARE(shown.page->money().worth()->curve, CurveKind::Predicted);
        QCOMPARE(*shown.page->money().worth()->rightP(), shown.document.analysis().plan->p);
    }

    void whatIsMissingIsSaid()
    {
        Shown priceless([](Project& project) { project.target.priceUsdPerHour.reset(); });
        QVERIFY(!priceless.page->money().worth());
        QVERIFY(!priceless.page->money().chart().spec().emptyText.isEmpty());
        Shown never([](Project& project) { project.goal.deadlineS = typed(10); });
        QVERIFY(never.page->money().worth() && !never.page->money().worth()->rightP());
        QVERIFY(never.page->money().bar().texts().summary.contains(QStringLiteral("deadline")));
        Document empty;
        CostPage page(empty);
        page.settle();
        QVERIFY(!page.money().worth());
        QVERIFY(page.exportables().empty());
    }

    // 700 W, PUE 1.1, 100 g/kWh: p 8 for 206 s is 8 x 700 x 206 x 1.1/3.6e6 = 0.35249 kWh, 35.2 g; p 16 is slower,
    // dearer and dirtier.
    void carbon()
    {
        Shown shown([](Project& project) {
            project.target.powerW = typed(700);
            project.target.pue = typed(1.1);
            project.target.gridGramsPerKwh = typed(100);
        });
        CarbonView& view = shown.page->carbon();
        view.settle();
        const auto at = [&](int p) {
            return *std::find_if(view.rows().begin(), view.rows().end(),
                                 [p](const FootprintRow& row) { return row.p == p; });
        };
        QVERIFY(std::abs(*at(8).footprint.kwh - 0.352489) < 1e-5);
        QVERIFY(std::abs(*at(8).footprint.gramsCo2e - 35.2489) < 1e-3);
        QVERIFY(at(16).dominated && !at(8).dominated && !at(1).dominated);
        // One spelling for people, plain letters for files.
        QVERIFY(view.answer().contains(QStringLiteral("CO₂e")) && !view.answer().contains(QStringLiteral("CO2e")));
        for (const Exportable& each : view.exportables())
            for (const Column& column : each.content->table().columns)
                if (column.key == "co2e_g")
                    QCOMPARE(column.title, std::string("CO₂e"));
        view.chooseRegion(0);
        QCOMPARE(shown.document.project().target.gridGramsPerKwh->provenance.origin, Origin::Catalogue);
        QVERIFY(!shown.document.project().target.gridGramsPerKwh->provenance.source.empty());
        shown.document.undo();
        QCOMPARE(shown.document.project().target.gridGramsPerKwh->value, 100.0);
    }
};

SCALEWRIGHT_TEST(tst_cost)
#include "tst_cost.moc"

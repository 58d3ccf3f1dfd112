// SPDX-License-Identifier: GPL-3.0-or-later
// The Cost page: the hour value dragged in the plane and on the bar, with one undo step per drag; the switch between
// the curves; the messages for missing data; the carbon tab. Expected values: hand arithmetic on Output 41.7.2
// (tst_choice).
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

#include "core/decision/analysis/analysis.h"
#include "core/project/document/project.h"
#include "tests/support/child.h"
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

struct CostSetup {
    Document document;
    std::unique_ptr<CostPage> page;

    explicit CostSetup(const std::function<void(Project&)>& change = [](Project&) {})
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
        for (const PointSpec& each : test::child<MoneyView>(*page).chart().spec().points)
            if (each.id == id)
                return each;
        qFatal("no point %s", id);
    }
    [[nodiscard]] int bestP() const { return *test::child<MoneyView>(*page).costAnalysis()->bestP(); }
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
    // The dotted line beyond a prediction's fastest p ends at a labelled p.
    void predictedTailEndsAtAPoint()
    {
        for (const char* name : {"student-b", "recommendation"}) {
            const Project project = test::example(QString::fromLatin1(name));
            const Analysis analysis = analyse(project);
            const Result<TimeCostAnalysis> cost = analyseTimeAndCost(project, analysis, nullptr, CurveKind::Predicted);
            QVERIFY(cost);
            const ChartSpec spec = moneyChart(project, analysis, *cost, std::nullopt);
            const auto tail = std::find_if(spec.series.begin(), spec.series.end(),
                                           [](const SeriesSpec& series) { return series.key == "dominated"; });
            QVERIFY(tail != spec.series.end() && tail->x.size() > 1);
            QVERIFY(std::any_of(spec.points.begin(), spec.points.end(), [&](const PointSpec& point) {
                return point.x == tail->x.back() && point.y == tail->y.back() && !point.label.empty();
            }));
        }
    }

    // 206 s to 800 s fit on a linear axis; 1 s to 20 s would be crowded into one corner.
    void drawsAWideRangeOnALogAxis()
    {
        const CostSetup narrow;
        QVERIFY(test::child<MoneyView>(*narrow.page).chart().spec().x.scale == AxisScale::Linear);
        const CostSetup wide([](Project& project) {
            project.measurements.ladders.front().points = {
                {.p = 1, .timeS = 20}, {.p = 8, .timeS = 3}, {.p = 32, .timeS = 1}};
        });
        QVERIFY(test::child<MoneyView>(*wide.page).chart().spec().x.scale == AxisScale::Log10);
        QVERIFY(*test::child<MoneyView>(*wide.page).chart().spec().x.low > 0);
    }

    // Three runs at each p, at $3.20: the border from 2 to 4 is $3.39 (0.160 * 3600/170), with 1 % noise about $2.4 to
    // $4.6.
    void saysWhetherTheChoiceIsClear()
    {
        const auto basisAt = [](double hourValue) {
            const CostSetup setup([&](Project& project) {
                std::vector<LadderPoint>& points = project.measurements.ladders.front().points;
                points.clear();
                for (const auto& [p, time] : {std::pair(1, 800.0), {2, 430.0}, {4, 260.0}, {8, 206.0}, {16, 235.0}})
                    for (const double factor : {0.995, 1.0, 1.005})
                        points.push_back({.p = p, .timeS = factor * time});
                project.goal.hourValueUsd = typed(hourValue);
            });
            return test::child<MoneyView>(*setup.page).basis();
        };
        QVERIFY2(basisAt(3.5).endsWith(QStringLiteral("close")), qPrintable(basisAt(3.5)));
        QVERIFY2(basisAt(12).endsWith(QStringLiteral("clear")), qPrintable(basisAt(12)));
    }

    // At $3.20 per hour, p = 16 takes 235 s and costs $3.342, more than twice as much as the others; the axis reaches
    // it. A point and its label show the same cost.
    void drawsEachPointAtItsCost()
    {
        const CostSetup setup;
        QVERIFY(std::abs(setup.point("p16").y - 16 * 235 * 3.2 / 3600) < 1e-6);
        QVERIFY(std::abs(setup.point("p8").y - 1.464889) < 1e-6);
        const CostSetup wide([](Project& project) {  // $0.71 to $12.80
            project.measurements.ladders.front().points = {
                {.p = 1, .timeS = 800}, {.p = 8, .timeS = 110}, {.p = 120, .timeS = 120}};
        });
        QVERIFY(test::child<MoneyView>(*wide.page).chart().spec().y.scale == AxisScale::Log10);
        QVERIFY(std::abs(wide.point("p120").y - 120 * 120 * 3.2 / 3600) < 1e-6);
        int amounts = 0;
        for (const CostSetup* each : {&setup, &wide}) {
            const Chart& chart = test::child<MoneyView>(*each->page).chart();
            const ChartLayout layout = *chart.drawing({700, 400}, {});
            QCOMPARE(layout.points.size(), chart.spec().points.size());
            for (const PlacedPoint& point : layout.points) {
                if (point.spec.id == hourHandleId)
                    continue;
                const auto shown =
                    QRegularExpression(QStringLiteral("\\$([0-9.]+)"))
                        .match(QString(point.spec.label) + QLatin1Char(' ') + QString(point.spec.subLabel));
                const double drawn = layout.yMap.toValue(point.position.y);
                QVERIFY2(!shown.hasMatch() || std::abs(drawn / shown.captured(1).toDouble() - 1) < 0.01,
                         qPrintable(QStringLiteral("%1 at %2").arg(shown.captured()).arg(drawn)));
                amounts += shown.hasMatch();
            }
        }
        QVERIFY(amounts >= 4);
    }

    // If it is unknown whether the times are for a whole run, goals are not checked and no goal line is drawn.
    void comparesNoGoalWithUnspecifiedRows()
    {
        const auto markers = [](bool isSpecified) {
            const CostSetup setup([isSpecified](Project& project) {
                project.goal.deadlineS = typed(300);
                project.plan.steps = typed(1000);
                if (!isSpecified)
                    project.measurements.ladders.front().stepsPerMeasuredTime.reset();
                else
                    project.measurements.ladders.front().stepsPerMeasuredTime = typed(1000);
            });
            return test::child<MoneyView>(*setup.page).chart().spec().markers.size();
        };
        QCOMPARE(markers(true), std::size_t(1));
        QCOMPARE(markers(false), std::size_t(0));
    }

    // LUMI's prediction has hundreds of ranges of the hour value, each with its own best p.
    void groupsPartsTooThinToSee()
    {
        Document document;
        QVERIFY(document.openCopy(test::sourceFile(QStringLiteral("resources/examples/heat-lumi.scalewright"))));
        Project project = document.project();
        project.plan.curve = CurveKind::Predicted;
        const Analysis analysis = analyse(project);
        const Result<TimeCostAnalysis> worth = analyseTimeAndCost(project, analysis, nullptr, CurveKind::Predicted);
        QVERIFY(worth && worth->tradeOff.bestRanges.size() > 60);
        HourBar bar;
        bar.setCostAnalysis(*worth, {});
        QVERIFY(bar.segmentCount(400) > 3 && bar.segmentCount(400) < 60);
        QVERIFY(bar.segmentCount(1e7) == worth->tradeOff.bestRanges.size());
    }

    // The plan is always highlighted; if no hour value makes the plan best, the best p for the given value is
    // highlighted instead.
    void drawsThePlanStrongest()
    {
        const CostSetup setup;
        const Result<TimeCostAnalysis> worth =
            analyseTimeAndCost(setup.document.project(), setup.document.analysis(),
                               setup.document.analysis().ladderOfRuns(), CurveKind::Measured);
        QVERIFY(worth && worth->bestP() == 4);  // $12 an hour
        HourBar bar;
        bar.setCostAnalysis(*worth, {}, 2);
        QCOMPARE(bar.highlightedP(), std::optional(2));
        bar.setCostAnalysis(*worth, {}, 16);  // 8 beats it on both
        QCOMPARE(bar.highlightedP(), std::optional(4));
        bar.setCostAnalysis(*worth, {});
        QCOMPARE(bar.highlightedP(), std::optional(4));
        QCOMPARE(test::child<HourBar>(test::child<MoneyView>(*setup.page)).highlightedP(), std::optional(4));
        bar.setCostAnalysis({}, QStringLiteral("no runs"), 4);
        QVERIFY(!bar.highlightedP());
    }

    // Without a value of an hour the plan is the knee, 4: best from ($0.92444 - $0.79644) / (400 - 260 s) = $3.39 to
    // ($1.46489 - $0.92444) / (260 - 206 s) = $36.03 an hour (docs of core/decision/cost/choice.h). The cheapest is 1.
    void captionsFollowThePlanWithoutAnHourValue()
    {
        const CostSetup setup([](Project& project) { project.goal.hourValueUsd.reset(); });
        QCOMPARE(setup.document.analysis().plannedP(), std::optional(4));
        for (const ExportableFigure& each : setup.page->exportables()) {
            if (!each.content)
                continue;
            const QString caption = each.content->texts().caption;
            QVERIFY2(!caption.contains(QStringLiteral("suggest")), qPrintable(caption));
            if (each.name == QStringLiteral("hour"))
                QVERIFY2(caption.contains(QStringLiteral("The plan: p = 4 is best from $3.39 to $36.03 an hour")),
                         qPrintable(caption));
            if (each.name == QStringLiteral("plane"))
                QVERIFY2(caption.contains(QStringLiteral("the cheapest p is 1, predicted and measured")),
                         qPrintable(caption));
            if (each.name == QStringLiteral("regimes"))
                QCOMPARE(each.content->table().columns.at(2).title, std::string("cheapest p"));
        }
    }

    // The line through (300 s, $0.20) that touches the hull from below: its slope is (0.92444 - 0.2)/40 s = $65 for p =
    // 4 and (1.46489 - 0.2)/94 s = $48.4 for p = 8, so it touches p = 8, at $48.4 per hour.
    void draggingTheLineMovesTheTouchingPoint()
    {
        CostSetup setup;
        QCOMPARE(setup.bestP(), 4);
        const PointSpec before = setup.point(hourHandleId);
        Chart& chart = test::child<MoneyView>(*setup.page).chart();
        const QString undo = setup.document.undoText();
        mouse(chart, QEvent::MouseButtonPress, chart.toPixel(before.x, before.y));
        QCOMPARE(setup.bestP(), 4);
        mouse(chart, QEvent::MouseMove, chart.toPixel(before.x, before.y * 1.2));
        mouse(chart, QEvent::MouseMove, chart.toPixel(300, 0.2));
        // In the same frame: the best p changes before the event loop turns.
        QCOMPARE(setup.bestP(), 8);
        QVERIFY2(std::abs(setup.hour() / 48.44 - 1) < 0.02, qPrintable(QString::number(setup.hour())));
        const PointSpec moved = setup.point(hourHandleId);
        QVERIFY(std::abs(moved.x - 300) < 2 && std::abs(moved.y - 0.2) < 0.03);
        mouse(chart, QEvent::MouseButtonRelease, chart.toPixel(300, 0.2));
        QCOMPARE(setup.bestP(), 8);
        QCOMPARE(setup.document.analysis().plan->p, 8);
        setup.document.undo();
        QCOMPARE(setup.hour(), 12.0);
        QCOMPARE(setup.document.undoText(), undo);
        QCOMPARE(setup.bestP(), 4);
    }

    // Switching to the other curve bases the decision on it and reports how the plan changed; missing values are
    // marked, and no caption describes mouse actions.
    void switchingCurvesReportsTheChangedPlan()
    {
        CostSetup setup([](Project& project) {
            project.goal.hourValueUsd.reset();
            project.goal.deadlineS = typed(250);
        });
        const int measured = *setup.document.analysis().plannedP();
        const auto press = [&](const QString& word) {
            for (QPushButton* each : setup.page->findChildren<QPushButton*>())
                if (each->text() == word)
                    each->click();
            QCoreApplication::processEvents();
        };
        QVERIFY(!test::child<MoneyView>(*setup.page).basis().contains(QStringLiteral("plan p changed")));
        press(QStringLiteral("Predicted"));
        const int predicted = *setup.document.analysis().plannedP();
        QVERIFY(predicted != measured);
        QVERIFY2(test::child<MoneyView>(*setup.page)
                     .basis()
                     .contains(QStringLiteral("plan p changed from %1 to %2").arg(measured).arg(predicted)),
                 qPrintable(test::child<MoneyView>(*setup.page).basis()));
        for (const ExportableFigure& each : setup.page->exportables())
            if (each.content)
                QVERIFY2(!each.content->texts().caption.contains(QStringLiteral("Drag")),
                         qPrintable(each.content->texts().caption));
        const QString bar = test::child<HourBar>(test::child<MoneyView>(*setup.page)).texts().caption;
        QVERIFY2(bar.contains(QStringLiteral("The plan: p = %1 ").arg(predicted)), qPrintable(bar));
        QVERIFY(test::child<MoneyView>(*setup.page).costAnalysis()->forRegime(PricingRegime::Owned).price.isAssumed);
    }

    void keysChangeTheValueOfAnHour()
    {
        CostSetup setup;
        Chart& chart = test::child<MoneyView>(*setup.page).chart();
        chart.selectMarker(QString::fromLatin1(hourHandleId));
        QTest::keyClick(&chart, Qt::Key_Up);
        QVERIFY(std::abs(setup.hour() - 15.1) < 0.01);
        QTest::keyClick(&chart, Qt::Key_Home);
        QCOMPARE(setup.hour(), 0.0);
        QCOMPARE(setup.bestP(), 1);
        QTest::keyClick(&chart, Qt::Key_End);
        QCOMPARE(setup.bestP(), 8);
    }

    void dragsTheBar()
    {
        CostSetup setup;
        HourBar& bar = test::child<HourBar>(test::child<MoneyView>(*setup.page));
        mouse(bar, QEvent::MouseButtonPress, {bar.width() / 2.0, 10});
        mouse(bar, QEvent::MouseMove, {bar.width() - 3.0, 10});
        QCOMPARE(setup.bestP(), 8);
        mouse(bar, QEvent::MouseMove, {1, 10});
        QCOMPARE(setup.bestP(), 1);
        mouse(bar, QEvent::MouseButtonRelease, {1, 10});
        setup.document.undo();
        QCOMPARE(setup.hour(), 12.0);
    }

    void dragsThePlanToTheNearestPoint()
    {
        CostSetup setup;
        Chart& chart = test::child<MoneyView>(*setup.page).chart();
        const PointSpec plan = setup.point(planHandleId);
        QVERIFY(QString(plan.label).startsWith(QStringLiteral("plan p 4")));
        mouse(chart, QEvent::MouseButtonPress, chart.toPixel(plan.x, plan.y));
        mouse(chart, QEvent::MouseMove, chart.toPixel(425, 0.8));
        mouse(chart, QEvent::MouseButtonRelease, chart.toPixel(425, 0.8));
        QCOMPARE(setup.document.project().plan.p, std::optional<int>(2));
        QCOMPARE(setup.point(planHandleId).x, 430.0);
    }

    // The costs and ratios of Output 41.7.2 to the last printed digit, and the boundaries next to them.
    void theTableTwin()
    {
        CostSetup setup;
        const Table table = test::child<MoneyView>(*setup.page).chart().table();
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
                     costs[row]);  // four digits are shown, three are printed in the book
            QCOMPARE(at("speedup_per_dollar"), ratios[row]);
            QCOMPARE(at("from"), from[row]);
        }
    }

    void switchIsPartOfTheProject()
    {
        CostSetup setup;
        QCOMPARE(test::child<MoneyView>(*setup.page).costAnalysis()->curveKind, CurveKind::Measured);
        Project project = setup.document.project();
        project.plan.curve = CurveKind::Predicted;
        setup.document.edit(QStringLiteral("curve"), project);
        QCOMPARE(test::child<MoneyView>(*setup.page).costAnalysis()->curveKind, CurveKind::Predicted);
        QCOMPARE(*test::child<MoneyView>(*setup.page).costAnalysis()->bestP(), setup.document.analysis().plan->p);
    }

    void reportsMissingInputs()
    {
        CostSetup priceless([](Project& project) { project.target.priceUsdPerHour.reset(); });
        QVERIFY(!test::child<MoneyView>(*priceless.page).costAnalysis());
        QVERIFY(!test::child<MoneyView>(*priceless.page).chart().spec().emptyText.empty());
        CostSetup unreachable([](Project& project) { project.goal.deadlineS = typed(10); });
        QVERIFY(test::child<MoneyView>(*unreachable.page).costAnalysis() &&
                !test::child<MoneyView>(*unreachable.page).costAnalysis()->bestP());
        QVERIFY(test::child<HourBar>(test::child<MoneyView>(*unreachable.page))
                    .texts()
                    .summary.contains(QStringLiteral("deadline")));
        Document empty;
        CostPage page(empty);
        page.refreshIfStale();
        QVERIFY(!test::child<MoneyView>(page).costAnalysis());
        QVERIFY(page.exportables().empty());
    }

    // 700 W, PUE 1.1, 100 g/kWh: p = 8 for 206 s is 8 x 700 x 206 x 1.1/3.6e6 = 0.35249 kWh, 35.2 g; p = 16 is slower,
    // more expensive and emits more.
    void carbon()
    {
        CostSetup setup([](Project& project) {
            project.target.powerW = typed(700);
            project.target.pue = typed(1.1);
            project.target.gridCo2GramsPerKwh = typed(100);
        });
        CarbonView& view = test::child<CarbonView>(*setup.page);
        view.refreshIfStale();
        const auto at = [&](int p) {
            return *std::find_if(view.rows().begin(), view.rows().end(),
                                 [p](const FootprintRow& row) { return row.p == p; });
        };
        QVERIFY(std::abs(*at(8).footprint.kwh - 0.352489) < 1e-5);
        QVERIFY(std::abs(*at(8).footprint.gramsCo2e - 35.2489) < 1e-3);
        QVERIFY(at(16).isDominated && !at(8).isDominated && !at(1).isDominated);
        // Subscripts in texts for users, plain letters in files.
        QVERIFY(view.answerText().contains(QStringLiteral("CO₂e")) &&
                !view.answerText().contains(QStringLiteral("CO2e")));
        for (const ExportableFigure& each : view.exportables())
            for (const Column& column : each.content->table().columns)
                if (column.key == "co2e_g")
                    QCOMPARE(column.title, std::string("CO₂e"));
        view.chooseRegion(0);
        QCOMPARE(setup.document.project().target.gridCo2GramsPerKwh->provenance.origin, Origin::Catalogue);
        QVERIFY(!setup.document.project().target.gridCo2GramsPerKwh->provenance.source.empty());
        setup.document.undo();
        QCOMPARE(setup.document.project().target.gridCo2GramsPerKwh->value, 100.0);
    }
};

SCALEWRIGHT_TEST(tst_cost)
#include "tst_cost.moc"

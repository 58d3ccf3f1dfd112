// SPDX-License-Identifier: GPL-3.0-or-later
// The Design page's layout, its Compare tab and its figures. Expected values: Output 41.4.1 of the book and the closed
// forms of the ring and the parameter server, written independently.
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QSet>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>

#include "core/design/slots/design_catalogue.h"
#include "core/design/slots/slot_edits.h"
#include "core/project/document/variants.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "tests/ui/design_fixture.h"
#include "ui/design/compare/compare_tables.h"
#include "ui/design/compare/compare_view.h"
#include "ui/design/slots/template_table.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"

using namespace scalewright;
using namespace scalewright::ui;
using test::accessibleNameOf;
using test::example;
using Setup = test::DesignSetup;

namespace {

/// T(1)/T(p) for the book's ring and for a parameter server with s shards, written independently.
double ringSpeedup(double tComp, double alpha, double beta, int p)
{
    return p == 1 ? 1 : tComp / (tComp / p + alpha * (p - 1) + 2 * beta * (p - 1) / p);
}
double serverSpeedup(double tComp, double alpha, double beta, int shards, int p)
{
    return p == 1 ? 1 : tComp / (tComp / p + 2 * std::max(shards, p) * (alpha + beta / shards));
}
template <class Speedup>
int fastest(Speedup speedup)
{
    int best = 1;
    for (int p = 2; p <= 4096; ++p)
        if (speedup(p) > speedup(best))
            best = p;
    return best;
}

/// Checks that nothing in the card extends beyond it or is too low for its text.
void checkNothingIsClipped(SlotCard& card, int pageWidth)
{
    QVERIFY2(card.mapTo(card.window(), QPoint(card.width(), 0)).x() <= pageWidth, nameOf(card.slot()));
    for (QWidget* widget : card.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->window() != card.window())
            continue;
        const QPoint end = widget->mapTo(&card, QPoint(widget->width(), widget->height()));
        QVERIFY2(end.x() <= card.width() && end.y() <= card.height(),
                 qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(widget->metaObject()->className()),
                                                        accessibleNameOf(widget))));
        if (const auto* label = qobject_cast<QLabel*>(widget); label && label->wordWrap())
            QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                     qPrintable(QStringLiteral("%1: %2 of %3 at %4")
                                    .arg(label->text())
                                    .arg(label->height())
                                    .arg(label->heightForWidth(label->width()))
                                    .arg(label->width())));
    }
}

}  // namespace

class tst_design_views : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // ---- compare ----

    // Two designs with the same speed have the same peak, which gets one label; if one of them does not fit there, the
    // label still says so.
    void namesASharedPeakOnce()
    {
        Project project = test::output4141();
        project = *withVariantAdded(project, "other");
        std::optional<ComparedDesigns> both =
            compareSides({DesignSide::Kind::CurrentDesign, {}},
                         {DesignSide::Kind::Variant, project.variants.front().name}, project, *designCatalogue(), 1024);
        QVERIFY(both);
        const auto labels = [&] {
            QStringList all;
            for (const PointSpec& point : comparisonChart(*both, {}, 1024).points)
                if (point.label.starts_with("p*"))  // not the plans of the two designs
                    all << QString(point.label);
            return all;
        };
        QCOMPARE(labels(), QStringList(QStringLiteral("p* 34")));  // sqrt((1 - 2 * 0.04) / 0.0008) = 33.9
        // A design that does not fit has no curve and no peak.
        both->rightMemoryShortfall = QStringLiteral("does not fit: 25.6 GB on a worker of 16 GB");
        QCOMPARE(labels(), QStringList(QStringLiteral("p* 34")));
        QCOMPARE(comparisonChart(*both, {}, 1024).series.size(), std::size_t(1));
        both->leftMemoryShortfall = both->rightMemoryShortfall;
        QCOMPARE(labels().size(), 0);
    }

    // The runs measure this design only: S(8) = 9.59/1.65. A case study of another program is predicted, and nothing is
    // compared before somebody chooses it.
    void measuredValuesStayWithTheirDesign()
    {
        Setup setup(example("heat-lumi"));
        setup.show();
        setup.page->showTab(QStringLiteral("compare"));
        CompareView& view = setup.page->compareView();
        QVERIFY(!view.answer().contains(QStringLiteral("Both")) && view.answer().contains(QStringLiteral("variant")));
        QVERIFY(view.exportables().empty());
        QVERIFY(!view.findChild<Chart*>()->isVisible());
        view.setSides({DesignSide::Kind::CurrentDesign, {}}, {DesignSide::Kind::CaseStudy, "web-scale-rag"});
        const ComparedDesigns& compared = *view.comparedDesigns();
        QVERIFY(compared.leftPlan.isMeasured && std::abs(*compared.leftPlan.speedup - 9.59 / 1.65) < 1e-9);
        QVERIFY(!compared.rightPlan.isMeasured && compared.rightPlan.speedup != compared.leftPlan.speedup);
        QVERIFY(!view.answer().contains(QStringLiteral("Both")));
        QVERIFY(view.findChild<Chart*>()->isVisible());
    }

    // 13e9 parameters of 16 bytes: 208 GB on each of four cards of 80 GB; 52 GB if they are sharded.
    void comparesMemoryOfWhatDoesNotFit()
    {
        Setup setup(example("thirteen-billion"));
        setup.show();
        setup.page->showTab(QStringLiteral("compare"));
        const CompareView& view = setup.page->compareView();
        const ComparedDesigns& compared = *view.comparedDesigns();
        QVERIFY(compared.leftPlan.doesNotFit() && !compared.rightPlan.doesNotFit());
        QCOMPARE(*compared.leftPlan.workerBytes, 208e9);
        QCOMPARE(*compared.rightPlan.workerBytes, 52e9);
        QCOMPARE(*compared.rightPlan.usableBytes, 0.95 * 80e9);
        QVERIFY2(view.answer().contains(QStringLiteral("208 GB")) && view.answer().contains(QStringLiteral("52.0 GB")),
                 qPrintable(view.answer()));
    }

    void comparesTwoVariants()
    {
        // The book's ring, and the same parameters with a parameter server with 16 shards.
        Project project = test::output4141();
        project = *withVariantAdded(project, "server");
        project = withPatternChosen(withChoice(project, *designCatalogue(), Slot::Communication, 0, "parameter-server"),
                                    *designCatalogue(), Pattern::ParameterServer);
        project.design.communication.shards = typed(16);
        project = *withVariantShown(project, "A");
        Setup setup(project);
        setup.show();
        setup.page->showTab(QStringLiteral("compare"));
        CompareView& view = setup.page->compareView();
        QCOMPARE(view.right(),
                 (DesignSide{DesignSide::Kind::Variant, "server"}));  // variants come first in the comparison
        const int ring = fastest([](int p) { return ringSpeedup(1, 0.0008, 0.04, p); });
        const int server = fastest([](int p) { return serverSpeedup(1, 0.0008, 0.04, 16, p); });
        QCOMPARE(ring, 34);
        const DesignComparison& comparison = view.comparedDesigns()->comparison;
        QCOMPARE(comparison.leftPrediction->landmarks.pStar, ring);
        QCOMPARE(comparison.rightPrediction->landmarks.pStar, server);
        QCOMPARE(comparison.pStarSteps.front().pStar, ring);
        QCOMPARE(comparison.pStarSteps.back().pStar, server);

        auto* chart = view.findChild<Chart*>();
        QCOMPARE(chart->spec().series.size(), std::size_t(2));
        const std::vector<double>& workerCounts = chart->spec().series[0].x;
        const auto indexOf13 =
            static_cast<std::size_t>(std::find(workerCounts.begin(), workerCounts.end(), 13.0) - workerCounts.begin());
        QVERIFY(std::abs(chart->spec().series[0].y.at(indexOf13) - ringSpeedup(1, 0.0008, 0.04, 13)) < 1e-9);
        QVERIFY(std::abs(chart->spec().series[1].y.at(indexOf13) - serverSpeedup(1, 0.0008, 0.04, 16, 13)) < 1e-9);
        // The point of a plan has the name of its design, and the curve of a design without one.
        const auto& points = chart->spec().points;
        QVERIFY(
            !chart->spec().series[1].label.empty() ||
            std::any_of(points.begin(), points.end(), [](const PointSpec& point) { return point.label == "server"; }));

        const TextTable::Content slots_ = differencesTable(*view.comparedDesigns(), *designCatalogue());
        QCOMPARE(slots_.table.rows.size(), std::size_t(6));
        QCOMPARE(slots_.softRows, (std::vector<bool>{true, false, true, true, true, true}));
        // In the window: the one slot that differs, and a line that names the five others; the full table on request.
        const auto* wordTable = view.findChildren<TextTable*>().front();
        QCOMPARE(wordTable->content().briefRows.size(), std::size_t(2));
        QCOMPARE(wordTable->content().briefRows[0].size(), std::size_t(3));
        QCOMPARE(wordTable->content().briefRows[1].size(), std::size_t(2));
        QCOMPARE(
            QString::fromStdString(std::get<std::string>(wordTable->content().briefRows[1][1])).count(QLatin1Char(',')),
            4);
        QCOMPARE(wordTable->table().rows.size(), std::size_t(6));
        const int brief = wordTable->heightForWidth(500);
        for (auto* button : view.findChildren<QPushButton*>())
            if (button->accessibleName().contains(QStringLiteral("in full")))
                button->click();
        QVERIFY(wordTable->content().briefRows.empty());
        QVERIFY(wordTable->heightForWidth(500) > brief);
        // The ring in Output 41.4.1: -1/2, -beta/(T_comp - 2 beta), T_comp/(2 (T_comp - 2 beta)).
        const TextTable::Content elastic = elasticityTable(*view.comparedDesigns());
        QCOMPARE(std::get<std::string>(elastic.table.rows[0][1]), QStringLiteral("−0.50").toStdString());
        QCOMPARE(std::get<std::string>(elastic.table.rows[1][1]), QStringLiteral("−0.04").toStdString());
        QCOMPARE(std::get<std::string>(elastic.table.rows[2][1]), QStringLiteral("+0.54").toStdString());

        // This chart's plan marker moves the plan too, and one drag is one undo step.
        const Project before = setup.document.project();
        Q_EMIT chart->markerDragged(QStringLiteral("plan"), 9.8, EditPhase::Begin);
        Q_EMIT chart->markerDragged(QStringLiteral("plan"), 13.2, EditPhase::Move);
        Q_EMIT chart->markerDragged(QStringLiteral("plan"), 13.2, EditPhase::End);
        QCOMPARE(setup.document.project().plan.p, std::optional(13));
        setup.document.undo();
        QVERIFY(setup.document.project() == before);

        // After the variant is removed, the view shows what is left.
        setup.document.edit(QStringLiteral("gone"), *withVariantRemoved(setup.document.project(), "server"));
        QCOMPARE(view.right().kind, DesignSide::Kind::CaseStudy);
    }

    void comparesWithACaseStudy()
    {
        Setup setup(example("student-b"));
        setup.show();
        setup.page->showTab(QStringLiteral("compare"));
        CompareView& view = setup.page->compareView();
        view.setSides({DesignSide::Kind::CaseStudy, "web-scale-rag"}, {DesignSide::Kind::CaseStudy, "recommendation"});
        const TextTable::Content table = differencesTable(*view.comparedDesigns(), *designCatalogue());
        QCOMPARE(std::get<std::string>(table.table.rows[5][1]), std::string("not given in the table"));
        QCOMPARE(std::get<std::string>(table.table.rows[5][2]), std::string("not given in the table"));
        QVERIFY(table.softRows[5]);
        QVERIFY(!table.softRows[1]);
        // A side compared with itself has no changes and no differences.
        view.setSides({}, {});
        QVERIFY(differencesTexts(*view.comparedDesigns(), *designCatalogue())
                    .caption.contains(QStringLiteral("slots are the same")));
    }

    void reportsWhatCannotBePriced()
    {
        Setup setup(Project{});
        setup.show();
        setup.page->showTab(QStringLiteral("compare"));
        const ChartSpec& spec = setup.page->compareView().findChild<Chart*>()->spec();
        QVERIFY(spec.series.empty());
        QVERIFY(spec.emptyText.find("predicted") != std::string::npos);
        for (const std::vector<Cell>& row : elasticityTable(*setup.page->compareView().comparedDesigns()).table.rows)
            QVERIFY(!std::get<std::string>(row[1]).empty());
    }

    // ---- layout ----

    // Nothing is wider than the page, and no text is higher than its widget, at both type sizes.
    void nothingIsClipped_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("type");
        for (const char* name : {"student-a", "student-b"})
            for (const double type : {1.0, 1.75})
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(name)).arg(type)))
                    << QString::fromLatin1(name) << type;
    }
    void nothingIsClipped()
    {
        QFETCH(QString, name);
        QFETCH(double, type);
        Theme::instance().setTypeScale(type);
        const auto restore = qScopeGuard([] { Theme::instance().setTypeScale(1); });
        Setup setup(example(name.toLatin1().constData()));
        setup.page->loadCaseStudy("agentic-llm");
        setup.show();
        for (const Slot slot : allSlots)
            setup.card(slot).setParametersShown(true);
        for (const QSize size : {QSize(1204, 624), QSize(1720, 980), QSize(620, 600)}) {
            setup.page->resize(size);
            for (int round = 0; round < 30; ++round)  // nested layouts settle one after the other
                QCoreApplication::processEvents();
            for (const Slot slot : allSlots)
                checkNothingIsClipped(setup.card(slot), setup.page->width());
        }
    }

    void cardsFollowTheFiguresOrder()
    {
        Setup setup(example("student-a"));
        setup.show();
        const auto at = [&](Slot slot) { return setup.card(slot).geometry().topLeft(); };
        const auto rows = [&] {
            QSet<int> tops;
            for (const Slot slot : allSlots)
                tops << at(slot).y();
            return tops.size();
        };
        QCOMPARE(rows(), 2);  // 3 × 2, as in the figure
        QCOMPARE(at(Slot::Partitioning).x(), at(Slot::Coordination).x());
        QCOMPARE(at(Slot::Consistency).y(), at(Slot::Partitioning).y());
        setup.page->resize(760, 624);
        QTRY_COMPARE(rows(), 3);
        setup.page->resize(420, 624);
        QTRY_COMPARE(rows(), 6);
    }

    // ---- export ----

    void exportables()
    {
        Setup setup(example("student-b"));
        QStringList names;
        for (const ExportableFigure& figure : setup.page->exportables()) {
            names << figure.name;
            const Result<QByteArray> svg = encodeFigure(*figure.content, FigureFormat::Svg);
            QVERIFY(svg.has_value());
            // The text is exported as text, and all of it is within the sheet.
            QXmlStreamReader xml(*svg);
            QRectF sheet;
            int texts = 0;
            while (!xml.atEnd()) {
                xml.readNext();
                if (!xml.isStartElement())
                    continue;
                if (xml.name() == QLatin1String("svg")) {
                    const QStringList box =
                        xml.attributes().value(QLatin1String("viewBox")).toString().split(QLatin1Char(' '));
                    sheet = {box.at(0).toDouble(), box.at(1).toDouble(), box.at(2).toDouble(), box.at(3).toDouble()};
                }
                texts += xml.name() == QLatin1String("text") ? 1 : 0;
            }
            QVERIFY(!xml.hasError());
            QVERIFY2(texts > 4 && sheet.width() > 300 && sheet.height() > 60, qPrintable(figure.name));
            QVERIFY(encodeFigure(*figure.content, FigureFormat::Png).has_value());
        }
        for (const char* name :
             {"slots", "whiteboard", "compare-speedup", "compare-slots", "compare-moved", "compare-elasticity"})
            QVERIFY2(names.contains(QLatin1String(name)), name);
        QCOMPARE(names.constFirst(), QStringLiteral("slots"));
        const Result<QByteArray> latex =
            encodeFigure(*setup.page->exportables().front().content, FigureFormat::Booktabs);
        QVERIFY(latex.has_value());
        for (const char* words : {"Consistency", "Synchronous", "\\toprule", "Even sharding"})
            QVERIFY2(latex->contains(words), words);

        // An empty design has no template to export, and no comparison.
        const Setup empty(test::output4141());
        for (const ExportableFigure& figure : empty.page->exportables())
            QVERIFY2(figure.name != QLatin1String("slots") && !figure.name.startsWith(QLatin1String("compare")),
                     qPrintable(figure.name));
    }

    void tableWrapsWithinItsWidth()
    {
        Setup setup(example("student-a"));
        TextTable table;
        table.setContent(templateTexts(setup.document.project(), *designCatalogue()),
                         templateTable(setup.document.project(), *designCatalogue()));
        QVERIFY(table.heightForWidth(500) > table.heightForWidth(1200));
        QCOMPARE(table.naturalSize().height(), double(table.heightForWidth(720)));
        QCOMPARE(table.table().rows.size(), std::size_t(6));
    }
};

SCALEWRIGHT_TEST(tst_design_views)
#include "tst_design_views.moc"

// The Design page's layout, its compare tab and its figures. Expected values: Output 41.4.1 of the book and the closed
// forms of the ring and the parameter server, written again.
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
using test::example;
using test::nameOf;
using Setup = test::DesignSetup;

namespace {

/// T(1)/T(p) of the book's ring and of a parameter server with s shards, written again.
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

/// Nothing of the card lies outside it or has less height than its words need.
void checkNothingIsCut(SlotCard& card, int pageWidth)
{
    QVERIFY2(card.mapTo(card.window(), QPoint(card.width(), 0)).x() <= pageWidth, slotName(card.slot()));
    for (QWidget* widget : card.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->window() != card.window())
            continue;
        const QPoint end = widget->mapTo(&card, QPoint(widget->width(), widget->height()));
        QVERIFY2(
            end.x() <= card.width() && end.y() <= card.height(),
            qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(widget->metaObject()->className()), nameOf(widget))));
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

    // Two designs of one speed peak in one place, and it is named once; that one of them does not fit there is said all
    // the same.
    void aPeakOfBothIsNamedOnce()
    {
        Project project = test::output4141();
        project = *withVariantAdded(project, "other");
        std::optional<ComparedDesigns> both =
            compareSides({DesignSide::Kind::Shown, {}}, {DesignSide::Kind::Variant, project.variants.front().name},
                         project, *designCatalogue(), 1024);
        QVERIFY(both);
        const auto labels = [&] {
            QStringList all;
            for (const PointSpec& point : comparisonChart(*both, {}, 1024).points)
                all << point.label;
            return all;
        };
        QCOMPARE(labels(), QStringList(QStringLiteral("p* 34")));  // sqrt((1 - 2 * 0.04) / 0.0008) = 33.9
        both->rightOverfull = QStringLiteral("does not fit: 25.6 GB on a worker of 16 GB");
        QCOMPARE(labels().size(), 2);
    }

    void compareTwoVariants()
    {
        // The book's ring, and the same numbers through a parameter server with 16 shards.
        Project project = test::output4141();
        project = *withVariantAdded(project, "server");
        project = withPatternChosen(withChoice(project, *designCatalogue(), Slot::Communication, 0, "parameter-server"),
                                    *designCatalogue(), Pattern::ParameterServer);
        project.design.communication.shards = typed(16);
        project = *withVariantShown(project, "A");
        Setup setup(project);
        setup.show();
        setup.page->showTab(QStringLiteral("compare"));
        CompareView& view = setup.page->compare();
        QCOMPARE(view.right(),
                 (DesignSide{DesignSide::Kind::Variant, "server"}));  // a variant is what one compares with first
        const int ring = fastest([](int p) { return ringSpeedup(1, 0.0008, 0.04, p); });
        const int server = fastest([](int p) { return serverSpeedup(1, 0.0008, 0.04, 16, p); });
        QCOMPARE(ring, 34);
        const DesignComparison& comparison = view.compared()->comparison;
        QCOMPARE(comparison.left->landmarks.pStar, ring);
        QCOMPARE(comparison.right->landmarks.pStar, server);
        QCOMPARE(comparison.moved.front().pStar, ring);
        QCOMPARE(comparison.moved.back().pStar, server);

        auto* chart = view.findChild<Chart*>();
        QCOMPARE(chart->spec().series.size(), std::size_t(2));
        const std::vector<double>& drawn = chart->spec().series[0].x;
        const auto at13 = static_cast<std::size_t>(std::find(drawn.begin(), drawn.end(), 13.0) - drawn.begin());
        QVERIFY(std::abs(chart->spec().series[0].y.at(at13) - ringSpeedup(1, 0.0008, 0.04, 13)) < 1e-9);
        QVERIFY(std::abs(chart->spec().series[1].y.at(at13) - serverSpeedup(1, 0.0008, 0.04, 16, 13)) < 1e-9);
        QCOMPARE(chart->spec().series[1].label, QStringLiteral("server"));

        const WordTable::Content slots_ = differencesTable(*view.compared(), *designCatalogue());
        QCOMPARE(slots_.table.rows.size(), std::size_t(6));
        QCOMPARE(slots_.soft, (std::vector<bool>{true, false, true, true, true, true}));
        // In the window the one slot that differs, and a line that names the five others; in full on request.
        const auto* shown = view.findChildren<WordTable*>().front();
        QCOMPARE(shown->content().brief.size(), std::size_t(2));
        QCOMPARE(shown->content().brief[0].size(), std::size_t(3));
        QCOMPARE(shown->content().brief[1].size(), std::size_t(2));
        QCOMPARE(QString::fromStdString(std::get<std::string>(shown->content().brief[1][1])).count(QLatin1Char(',')),
                 4);
        QCOMPARE(shown->table().rows.size(), std::size_t(6));
        const int brief = shown->heightForWidth(500);
        for (auto* button : view.findChildren<QPushButton*>())
            if (button->accessibleName().contains(QStringLiteral("in full")))
                button->click();
        QVERIFY(shown->content().brief.empty());
        QVERIFY(shown->heightForWidth(500) > brief);
        // Output 41.4.1's ring: -1/2, -beta/(T_comp - 2 beta), T_comp/(2 (T_comp - 2 beta)).
        const WordTable::Content elastic = elasticityTable(*view.compared());
        QCOMPARE(std::get<std::string>(elastic.table.rows[0][1]), QStringLiteral("−0.50").toStdString());
        QCOMPARE(std::get<std::string>(elastic.table.rows[1][1]), QStringLiteral("−0.04").toStdString());
        QCOMPARE(std::get<std::string>(elastic.table.rows[2][1]), QStringLiteral("+0.54").toStdString());

        // The plan's marker is the plan's here too, and one drag one step.
        const Project before = setup.document.project();
        Q_EMIT chart->markerDragged(QStringLiteral("plan"), 9.8, EditPhase::Begin);
        Q_EMIT chart->markerDragged(QStringLiteral("plan"), 13.2, EditPhase::Move);
        Q_EMIT chart->markerDragged(QStringLiteral("plan"), 13.2, EditPhase::End);
        QCOMPARE(setup.document.project().plan.p, std::optional(13));
        setup.document.undo();
        QVERIFY(setup.document.project() == before);

        // The variant goes: the view shows what is left.
        setup.document.edit(QStringLiteral("gone"), *withVariantRemoved(setup.document.project(), "server"));
        QCOMPARE(view.right().kind, DesignSide::Kind::CaseStudy);
    }

    void compareWithACaseStudy()
    {
        Setup setup(example("student-b"));
        setup.show();
        setup.page->showTab(QStringLiteral("compare"));
        CompareView& view = setup.page->compare();
        view.setSides({DesignSide::Kind::CaseStudy, "web-scale-rag"}, {DesignSide::Kind::CaseStudy, "recommendation"});
        const WordTable::Content table = differencesTable(*view.compared(), *designCatalogue());
        QCOMPARE(std::get<std::string>(table.table.rows[5][1]), std::string("not given in the table"));
        QCOMPARE(std::get<std::string>(table.table.rows[5][2]), std::string("not given in the table"));
        QVERIFY(table.soft[5]);
        QVERIFY(!table.soft[1]);
        // A side against itself moves nothing and differs nowhere.
        view.setSides({}, {});
        QVERIFY(differencesTexts(*view.compared(), *designCatalogue())
                    .caption.contains(QStringLiteral("same in every slot")));
    }

    void whatCannotBePricedIsSaid()
    {
        Setup setup(Project{});
        setup.show();
        setup.page->showTab(QStringLiteral("compare"));
        const ChartSpec& spec = setup.page->compare().findChild<Chart*>()->spec();
        QVERIFY(spec.series.empty());
        QVERIFY(spec.emptyText.contains(QStringLiteral("priced")));
        for (const std::vector<Cell>& row : elasticityTable(*setup.page->compare().compared()).table.rows)
            QVERIFY(!std::get<std::string>(row[1]).empty());
    }

    // ---- layout ----

    // Nothing is wider than the page, and no text is higher than its place, at both type sizes.
    void nothingIsCut_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("type");
        for (const char* name : {"student-a", "student-b"})
            for (const double type : {1.0, 1.75})
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(name)).arg(type)))
                    << QString::fromLatin1(name) << type;
    }
    void nothingIsCut()
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
            for (int round = 0; round < 30; ++round)  // layouts settle one below the other
                QCoreApplication::processEvents();
            for (const Slot slot : allSlots)
                checkNothingIsCut(setup.card(slot), setup.page->width());
        }
    }

    void theCardsStandInTheFiguresOrder()
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

    // ---- out of the window ----

    void exportables()
    {
        Setup setup(example("student-b"));
        QStringList names;
        for (const Exportable& figure : setup.page->exportables()) {
            names << figure.name;
            const Result<QByteArray> svg = encodeFigure(*figure.content, FigureFormat::Svg);
            QVERIFY(svg.has_value());
            // Real text, all of it on the sheet.
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

        // An empty design has no template to hand in, and nobody compared it with anything.
        const Setup empty(test::output4141());
        for (const Exportable& figure : empty.page->exportables())
            QVERIFY2(figure.name != QLatin1String("slots") && !figure.name.startsWith(QLatin1String("compare")),
                     qPrintable(figure.name));
    }

    void theTableWrapsWithinItsWidth()
    {
        Setup setup(example("student-a"));
        WordTable table;
        table.setContent(templateTexts(setup.document.project(), *designCatalogue()),
                         templateTable(setup.document.project(), *designCatalogue()));
        QVERIFY(table.heightForWidth(500) > table.heightForWidth(1200));
        QCOMPARE(table.naturalSize().height(), double(table.heightForWidth(720)));
        QCOMPARE(table.table().rows.size(), std::size_t(6));
    }
};

SCALEWRIGHT_TEST(tst_design_views)
#include "tst_design_views.moc"

// Missing fields: the figures that a verdict and a prediction lack, in the order of the method (book 41.2 and 41.4).
#include <QTest>

#include "core/decision/analysis/missing_fields.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

QStringList pointersOf(const std::vector<MissingField>& missing)
{
    QStringList pointers;
    for (const MissingField& each : missing)
        pointers << QString::fromStdString(each.pointer);
    return pointers;
}

QStringList toPredict(const Project& project)
{
    return pointersOf(missingForPrediction(project, analyse(project)));
}
QStringList toTheVerdict(const Project& project)
{
    return pointersOf(missingForVerdict(project, analyse(project)));
}

}  // namespace

class tst_missing_fields : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ofABlankProject()
    {
        const Project blank;
        QCOMPARE(
            toPredict(blank),
            (QStringList{QStringLiteral("/baseline/t_comp_s"), QStringLiteral("/design/communication/message_bytes"),
                         QStringLiteral("/target/bandwidth_bytes_per_s"), QStringLiteral("/target/alpha_s")}));
        QCOMPARE(toTheVerdict(blank).mid(0, 4),
                 (QStringList{
                     QStringLiteral("/baseline/working_set_bytes"), QStringLiteral("/baseline/machine/memory_bytes"),
                     QStringLiteral("/baseline/steps/0/step_time_s"), QStringLiteral("/baseline/steps/0/io_time_s")}));
        QCOMPARE(toTheVerdict(blank).size(), 8);
    }

    // Each value that is given takes its link away, whichever comes first; at the end there is the answer.
    void shortensWithEveryValue()
    {
        Project project;
        int left = 4;
        for (const char* each : {"/target/alpha_s", "/baseline/t_comp_s", "/design/communication/message_bytes",
                                 "/target/bandwidth_bytes_per_s"}) {
            QVERIFY(setField(project, each, typed(0.5)));
            QCOMPARE(toPredict(project).size(), --left);
            QVERIFY(!toPredict(project).contains(QLatin1String(each)));
        }
        QVERIFY(analyse(project).model);
    }

    // A working set that does not fit is the verdict: nothing more is asked.
    void aVerdictAsksForNothing()
    {
        Project project;
        project.baseline.workingSetBytes = typed(20e9);
        project.baseline.machine.memoryBytes = typed(16e9);
        QCOMPARE(toTheVerdict(project), QStringList());
        project.baseline.workingSetBytes = typed(8e9);
        QCOMPARE(toTheVerdict(project).front(), QStringLiteral("/baseline/steps/0/step_time_s"));
    }

    // What may be assumed is in the field's range, and says that it is assumed and why.
    void assumptionsAreMarked()
    {
        Project project;
        int assumptions = 0;
        for (const auto& list :
             {missingForPrediction(project, analyse(project)), missingForVerdict(project, analyse(project))})
            for (const MissingField& each : list)
                if (each.assumption) {
                    ++assumptions;
                    QCOMPARE(each.assumption->provenance.origin, Origin::Assumed);
                    QVERIFY(!each.assumption->provenance.conditions.empty());
                    Project with;
                    with.baseline.steps.resize(1);
                    QVERIFY(setField(with, each.pointer, each.assumption));
                }
        QVERIFY(assumptions >= 2);
    }

    // Section 41.5 sizes a model on a card at a price; 41.7 prices a curve, whichever it is.
    void theLaterPages()
    {
        Project project;
        const auto toSize = [&] { return pointersOf(missingForSizing(project)); };
        const auto toPrice = [&] { return pointersOf(missingForCost(project, analyse(project))); };
        const QString price = QStringLiteral("/target/price_usd_per_hour"),
                      memory = QStringLiteral("/target/memory_bytes");
        QCOMPARE(toSize(), (QStringList{QStringLiteral("/baseline/model/parameters"), memory, price}));
        QCOMPARE(toPrice(), toPredict(project) << price);
        QCOMPARE(pointersOf(missingForCarbon(project, analyse(project))), toPredict(project)
                                                                              << QStringLiteral("/target/power_w"));
        QCOMPARE(pointersOf(missingForAttribution(analyse(project))),
                 QStringList(QStringLiteral("/measurements/ladders")));

        Project known;  // the card of this machine is the one that is sized
        known.baseline.machine.memoryBytes = typed(16e9);
        QCOMPARE(pointersOf(missingForSizing(known)),
                 (QStringList{QStringLiteral("/baseline/model/parameters"), price}));

        // A stencil trains no model.
        Project stencil;
        stencil.design.partitioning.slot.choices = {{.option = "split-work"}};
        stencil.design.communication.slot.choices = {{.option = "gossip"}};
        stencil.design.communication.pattern = Pattern::Gossip;
        stencil.design.consistency.slot.choices = {{.option = "synchronous"}};
        QCOMPARE(pointersOf(missingForSizing(stencil)), (QStringList{memory, price}));

        project.baseline.model = ModelShape{.layers = typed(12)};
        QCOMPARE(toSize(), (QStringList{memory, price}));
        Ladder ladder;
        for (const int p : {1, 2})
            ladder.points.push_back({.p = p, .timeS = 10.0 / p});
        project.measurements.ladders = {ladder};
        QCOMPARE(toPrice(), QStringList(price));
        QCOMPARE(missingForAttribution(analyse(project)).size(), std::size_t(0));
        project.target.priceUsdPerHour = typed(2.5);
        QCOMPARE(toPrice(), QStringList());
    }

    // Figure 41.4.1: six slots, in its order; a slot with a choice is none of them.
    void theSlots()
    {
        const Result<DesignCatalogue> catalogue = loadDesignCatalogue();
        QVERIFY(catalogue);
        Design design;
        QCOMPARE(pointersOf(missingForDesign(design, *catalogue)),
                 (QStringList{QStringLiteral("/design/partitioning"), QStringLiteral("/design/communication"),
                              QStringLiteral("/design/consistency"), QStringLiteral("/design/coordination"),
                              QStringLiteral("/design/fault_tolerance"), QStringLiteral("/design/load_balancing")}));
        slotOf(design, Slot::Consistency).choices.resize(1);
        QVERIFY(!pointersOf(missingForDesign(design, *catalogue)).contains(QStringLiteral("/design/consistency")));
    }

    // What a step exchanges is said once: Figure 41.2.1's third question reads the design's message, and its own figure
    // where one differs.
    void theMessageIsWhatAStepExchanges()
    {
        Project project;
        project.design.communication.messageBytes = typed(100e6);
        QCOMPARE(profileOf(project).baseline.netBytes->value, 100e6);
        project.baseline.netBytes = typed(1e6);
        QCOMPARE(profileOf(project).baseline.netBytes->value, 1e6);
    }
};

SCALEWRIGHT_TEST(tst_missing_fields)
#include "tst_missing_fields.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Missing fields: the values that a verdict and a prediction still need, in the order of the method (book 41.2 and
// 41.4).
#include <QTest>

#include "core/decision/analysis/missing_fields.h"
#include "core/model/step/compute_estimate.h"
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
        pointers << QString::fromStdString(each.jsonPointer);
    return pointers;
}

QStringList missingToPredict(const Project& project)
{
    return pointersOf(missingForPrediction(project, analyse(project)));
}
QStringList missingForTheVerdict(const Project& project)
{
    return pointersOf(missingForVerdict(project, analyse(project)));
}

}  // namespace

class tst_missing_fields : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsFieldsOfABlankProject()
    {
        const Project blank;
        QCOMPARE(
            missingToPredict(blank),
            (QStringList{QStringLiteral("/baseline/t_comp_s"), QStringLiteral("/design/communication/message_bytes"),
                         QStringLiteral("/target/bandwidth_bytes_per_s"), QStringLiteral("/target/alpha_s")}));
        QCOMPARE(missingForTheVerdict(blank).mid(0, 4),
                 (QStringList{
                     QStringLiteral("/baseline/working_set_bytes"), QStringLiteral("/baseline/machine/memory_bytes"),
                     QStringLiteral("/baseline/steps/0/step_time_s"), QStringLiteral("/baseline/steps/0/io_time_s")}));
        QCOMPARE(missingForTheVerdict(blank).size(), 8);
    }

    // Setting a value removes its link, in any order; at the end there is an answer.
    void eachValueShortensTheList()
    {
        Project project;
        int remaining = 4;
        for (const char* each : {"/target/alpha_s", "/baseline/t_comp_s", "/design/communication/message_bytes",
                                 "/target/bandwidth_bytes_per_s"}) {
            QVERIFY(setField(project, each, typed(0.5)));
            QCOMPARE(missingToPredict(project).size(), --remaining);
            QVERIFY(!missingToPredict(project).contains(QLatin1String(each)));
        }
        QVERIFY(analyse(project).model);
    }

    // If the working set does not fit, that is the verdict: no more values are needed.
    void aVerdictNeedsNoMoreFields()
    {
        Project project;
        project.baseline.workingSetBytes = typed(20e9);
        project.baseline.machine.memoryBytes = typed(16e9);
        QCOMPARE(missingForTheVerdict(project), QStringList());
        project.baseline.workingSetBytes = typed(8e9);
        QCOMPARE(missingForTheVerdict(project).front(), QStringLiteral("/baseline/steps/0/step_time_s"));
    }

    // Assumed values are within the field's range, and are marked as assumed with a reason.
    void marksAssumptions()
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
                    Project withAssumption;
                    withAssumption.baseline.steps.resize(1);
                    QVERIFY(setField(withAssumption, each.jsonPointer, each.assumption));
                }
        QVERIFY(assumptions >= 2);
    }

    // A model that does not fit on one machine: T_comp may be estimated from its parameters, tokens and the peak.
    void estimatesTComp()
    {
        Project project;
        QVERIFY(!missingForPrediction(project, analyse(project)).front().assumption);
        project.baseline.model.emplace();
        project.baseline.model->parameters = typed(7e9);
        project.baseline.model->sequence = typed(2048);
        project.baseline.batch = typed(512);
        project.target.peakFlops = typed(312e12);
        const std::vector<MissingField> missing = missingForPrediction(project, analyse(project));
        QCOMPARE(missing.front().jsonPointer, std::string("/baseline/t_comp_s"));
        QVERIFY(missing.front().assumption && missing.front().assumption == *estimateComputeTime(project));
    }

    // Section 41.5 sizes a model on a card at a price; 41.7 prices any curve.
    void theLaterPages()
    {
        Project project;
        const auto missingToSize = [&] { return pointersOf(missingForSizing(project)); };
        const auto missingToPrice = [&] { return pointersOf(missingForCost(project, analyse(project))); };
        const QString price = QStringLiteral("/target/price_usd_per_hour"),
                      memory = QStringLiteral("/target/memory_bytes");
        QCOMPARE(missingToSize(), (QStringList{QStringLiteral("/baseline/model/parameters"), memory, price}));
        QCOMPARE(missingToPrice(), missingToPredict(project) << price);
        QCOMPARE(pointersOf(missingForCarbon(project, analyse(project))), missingToPredict(project)
                                                                              << QStringLiteral("/target/power_w"));
        QCOMPARE(neededFieldsText(missingForSizing(project)),
                 std::string("Needs: parameters, memory of a worker, price."));
        QCOMPARE(neededFieldsText(missingForSizing(project), 1), std::string("Needs: parameters."));
        QCOMPARE(neededFieldsText({}), std::string());
        QCOMPARE(pointersOf(missingForAttribution(analyse(project))),
                 QStringList(QStringLiteral("/measurements/ladders")));

        Project withKnownCard;  // the card of this machine is the one that is sized
        withKnownCard.baseline.machine.memoryBytes = typed(16e9);
        QCOMPARE(pointersOf(missingForSizing(withKnownCard)),
                 (QStringList{QStringLiteral("/baseline/model/parameters"), price}));

        // A stencil does not train a model.
        Project stencil;
        stencil.design.partitioning.slot.choices = {{.option = "split-work"}};
        stencil.design.communication.slot.choices = {{.option = "gossip"}};
        stencil.design.communication.pattern = Pattern::Gossip;
        stencil.design.consistency.slot.choices = {{.option = "synchronous"}};
        QCOMPARE(pointersOf(missingForSizing(stencil)), (QStringList{memory, price}));

        project.baseline.model = ModelShape{.layers = typed(12)};
        QCOMPARE(missingToSize(), (QStringList{memory, price}));
        Ladder ladder;
        for (const int p : {1, 2})
            ladder.points.push_back({.p = p, .timeS = 10.0 / p});
        project.measurements.ladders = {ladder};
        QCOMPARE(missingToPrice(), QStringList(price));
        QCOMPARE(missingForAttribution(analyse(project)).size(), std::size_t(0));
        project.target.priceUsdPerHour = typed(2.5);
        QCOMPARE(missingToPrice(), QStringList());
    }

    // Figure 41.4.1: six slots, in the figure's order; a slot with a choice is not listed.
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

    // The exchange of a step is entered once: Figure 41.2.1's third question uses the design's message, or its own
    // value if that differs.
    void messageIsTheExchangeOfAStep()
    {
        Project project;
        project.design.communication.messageBytes = typed(100e6);
        QCOMPARE(profileOf(project).baseline.networkBytes->value, 100e6);
        project.baseline.networkBytes = typed(1e6);
        QCOMPARE(profileOf(project).baseline.networkBytes->value, 1e6);
    }
};

SCALEWRIGHT_TEST(tst_missing_fields)
#include "tst_missing_fields.moc"

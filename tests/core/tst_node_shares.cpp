// What the workers of one node share: memory bandwidth and disk. Expected values: arithmetic of the roofline (Williams,
// Waterman, Patterson 2009) and of Amdahl's law, beside each.
#include <QTest>

#include <cmath>

#include "core/decision/attribution/ledger.h"
#include "core/decision/rules/checks.h"
#include "core/model/scaling/prediction.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project_file.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

/// A step of 1 s that moves 10 GB, on a machine of 27 GB/s whose one core was measured too; eight workers a node, and
/// nothing is exchanged.
Project streamsOnANode()
{
    Project project;
    Baseline& baseline = project.baseline;
    baseline.tCompS = typed(1);
    baseline.machine.memoryBandwidthBytesPerS = typed(27e9);
    baseline.machine.memoryBandwidthOneCoreBytesPerS = typed(12e9);
    baseline.steps = {{}};
    baseline.steps[0].stepTimeS = typed(1);
    baseline.steps[0].ioTimeS = typed(0);
    baseline.steps[0].bytesMoved = typed(10e9);
    project.target.alphaS = typed(0);
    project.target.bandwidthBytesPerS = typed(1e9);
    project.target.workersPerNode = typed(8);
    project.design.communication.messageBytes = typed(0);
    return project;
}

/// A step of 1 s of which 0.45 s reads, one worker a node.
Project readsHalf()
{
    Project project = streamsOnANode();
    project.baseline.machine = {};
    project.baseline.steps[0].ioTimeS = typed(0.45);
    project.target.workersPerNode.reset();
    return project;
}

double speedupOf(const Project& project, int p)
{
    const Result<ScalingModel> model = scalingModel(project);
    return model ? predictAt(*model, p).speedup : -1;
}

bool near(double a, double b)
{
    return std::abs(a / b - 1) < 1e-12;
}

}  // namespace

class tst_node_shares : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // One node moves the step's bytes in 10/27 s: eight workers give 2.7 times, not 8; two nodes twice that. Two of
    // them ask for 20 GB/s, which it has.
    void memoryRoof()
    {
        const Project project = streamsOnANode();
        QVERIFY(near(speedupOf(project, 1), 1));
        QVERIFY(near(speedupOf(project, 2), 2));
        QVERIFY(near(speedupOf(project, 4), 2.7));
        QVERIFY(near(speedupOf(project, 8), 2.7));
        QVERIFY(near(speedupOf(project, 16), 5.4));
        // Nine workers: the fullest node has eight, each a ninth of the bytes.
        QVERIFY(near(speedupOf(project, 9), 2.7 * 9 / 8));
        const Prediction all = predict(scalingModel(project).value(), 64);
        for (int p = 1; p <= 64; ++p)
            QVERIFY(near(all.row(p).speedup, speedupOf(project, p)));
    }

    void memoryRoofOfWeakScaling()
    {
        Project project = streamsOnANode();
        project.plan.scaling = Scaling::Weak;
        // Every worker moves 10 GB: eight take 80/27 s.
        QVERIFY(near(speedupOf(project, 2), 2));
        QVERIFY(near(speedupOf(project, 8), 8 * 27.0 / 80));
        QVERIFY(near(speedupOf(project, 64), 64 * 27.0 / 80));
    }

    // A ceiling of which no core's part is known is one worker's own: a card's.
    void cardsShareNothing()
    {
        Project project = streamsOnANode();
        project.baseline.machine.memoryBandwidthOneCoreBytesPerS.reset();
        QVERIFY(near(speedupOf(project, 8), 8));
        project = streamsOnANode();
        project.target.memoryBandwidthBytesPerS = typed(800e9);  // another machine's
        QVERIFY(near(speedupOf(project, 8), 8));
        project = streamsOnANode();
        project.baseline.steps[0].stepTimeS = typed(2);  // not what T_comp is of
        QVERIFY(near(speedupOf(project, 8), 8));
    }

    // Amdahl: 1/(0.55/p + 0.45), never above 1/0.45 = 2.22, until slot 1 splits the data.
    void reading()
    {
        Project project = readsHalf();
        QVERIFY(near(speedupOf(project, 4), 1 / (0.55 / 4 + 0.45)));
        const Prediction whole = predict(scalingModel(project).value(), 4096);
        QVERIFY(whole.landmarks.speedupLimit && near(*whole.landmarks.speedupLimit, 1 / 0.45));
        for (int p = 1; p <= 4096; ++p)
            QVERIFY(whole.row(p).speedup < 1 / 0.45);
        project.design.partitioning.slot.choices = {{"split-data", "", {}}};
        QVERIFY(near(speedupOf(project, 4), 4));
        // Eight on a node read an eighth each through one disk: its 0.45 s stay.
        project.target.workersPerNode = typed(8);
        QVERIFY(near(speedupOf(project, 8), 1 / (0.55 / 8 + 0.45)));
        QVERIFY(near(speedupOf(project, 16), 2 / (0.55 / 8 + 0.45)));
    }

    // Beside an exchange that costs time the best p is inside, and a fast search finds what trying all finds.
    void bestPInside()
    {
        Project project = readsHalf();
        project.target.alphaS = typed(0.001);
        project.target.bandwidthBytesPerS = typed(25e9);
        project.design.communication.messageBytes = typed(1e9);
        project.design.communication.pattern = Pattern::RingAllReduce;
        const Prediction all = predict(scalingModel(project).value(), 512);
        int best = 1;
        for (int p = 1; p <= 512; ++p)
            best = all.row(p).speedup > all.row(best).speedup ? p : best;
        QCOMPARE(all.landmarks.pStar, best);
        // T = 0.55/p + 0.45 + 2 (p - 1) 0.001 + 2 (p - 1)/p 0.04: p* = sqrt((0.55 - 0.08)/0.002) = 15.3.
        QCOMPARE(best, 15);
    }

    void frozenAsItWas()
    {
        Project project = readsHalf();
        project.baseline.batch = typed(6);
        project.design.partitioning.slot.choices.clear();
        const FrozenPrediction frozen = freeze(project, "before", "2026-11-25").value();
        QVERIFY(scalingModel(frozen).value() == scalingModel(project).value());
        project.ledger.push_back(frozen);
        const Result<Project> read = parseProject(writeProject(project));
        QVERIFY(read && read->ledger == project.ledger);
        FrozenPrediction older = frozen;  // T_comp alone
        older.baseline = {};
        QVERIFY(near(predictAt(scalingModel(older).value(), 4).speedup, 4));
    }
};

SCALEWRIGHT_TEST(tst_node_shares)
#include "tst_node_shares.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Resources shared by the workers on one node: memory bandwidth and disk. Expected values: arithmetic of the roofline
// (Williams, Waterman, Patterson 2009) and of Amdahl's law, next to each case.
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

/// A step of 1 s that moves 10 GB on a machine with 27 GB/s, of which the bandwidth of one core was measured too; eight
/// workers per node, without communication.
Project memoryBoundProject()
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

/// A step of 1 s, 0.45 s of it reading, one worker per node.
Project ioBoundProject()
{
    Project project = memoryBoundProject();
    project.baseline.machine = {};
    project.baseline.steps[0].ioTimeS = typed(0.45);
    project.target.workersPerNode.reset();
    return project;
}

double modelSpeedup(const Project& project, int p)
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
    // One node moves the step's bytes in 10/27 s: eight workers are 2.7 times as fast, not 8; two nodes twice that. Two
    // workers need 20 GB/s, which the node has.
    void memoryRoof()
    {
        const Project project = memoryBoundProject();
        QVERIFY(near(modelSpeedup(project, 1), 1));
        QVERIFY(near(modelSpeedup(project, 2), 2));
        QVERIFY(near(modelSpeedup(project, 4), 2.7));
        QVERIFY(near(modelSpeedup(project, 8), 2.7));
        QVERIFY(near(modelSpeedup(project, 16), 5.4));
        // Nine workers: the fullest node has eight, each with a ninth of the bytes.
        QVERIFY(near(modelSpeedup(project, 9), 2.7 * 9 / 8));
        const Prediction prediction = predict(scalingModel(project).value(), 64);
        for (int p = 1; p <= 64; ++p)
            QVERIFY(near(prediction.row(p).speedup, modelSpeedup(project, p)));
    }

    void memoryLimitsWeakScaling()
    {
        Project project = memoryBoundProject();
        project.plan.scaling = Scaling::Weak;
        // Every worker moves 10 GB: eight take 80/27 s.
        QVERIFY(near(modelSpeedup(project, 2), 2));
        QVERIFY(near(modelSpeedup(project, 8), 8 * 27.0 / 80));
        QVERIFY(near(modelSpeedup(project, 64), 64 * 27.0 / 80));
    }

    // Without a value for one core, a ceiling belongs to one worker, as on a card.
    void acceleratorsDoNotShareBandwidth()
    {
        Project project = memoryBoundProject();
        project.baseline.machine.memoryBandwidthOneCoreBytesPerS.reset();
        QVERIFY(near(modelSpeedup(project, 8), 8));
        project = memoryBoundProject();
        project.target.memoryBandwidthBytesPerS = typed(800e9);  // another machine's
        QVERIFY(near(modelSpeedup(project, 8), 8));
        project = memoryBoundProject();
        project.baseline.steps[0].stepTimeS = typed(2);  // not the step time that T_comp refers to
        QVERIFY(near(modelSpeedup(project, 8), 8));
    }

    // Amdahl: 1/(0.55/p + 0.45), never above 1/0.45 = 2.22, until slot 1 splits the data.
    void reading()
    {
        Project project = ioBoundProject();
        QVERIFY(near(modelSpeedup(project, 4), 1 / (0.55 / 4 + 0.45)));
        const Prediction fullPrediction = predict(scalingModel(project).value(), 4096);
        QVERIFY(fullPrediction.landmarks.speedupLimit && near(*fullPrediction.landmarks.speedupLimit, 1 / 0.45));
        for (int p = 1; p <= 4096; ++p)
            QVERIFY(fullPrediction.row(p).speedup < 1 / 0.45);
        project.design.partitioning.slot.choices = {{"split-data", "", {}}};
        QVERIFY(near(modelSpeedup(project, 4), 4));
        // Eight workers on a node read an eighth each from one disk: its 0.45 s remain.
        project.target.workersPerNode = typed(8);
        QVERIFY(near(modelSpeedup(project, 8), 1 / (0.55 / 8 + 0.45)));
        QVERIFY(near(modelSpeedup(project, 16), 2 / (0.55 / 8 + 0.45)));
    }

    // With an exchange that takes time, the best p is inside the range, and a fast search finds the same p as trying
    // all of them.
    void findsABestPBelowTheSearchLimit()
    {
        Project project = ioBoundProject();
        project.target.alphaS = typed(0.001);
        project.target.bandwidthBytesPerS = typed(25e9);
        project.design.communication.messageBytes = typed(1e9);
        project.design.communication.pattern = Pattern::RingAllReduce;
        const Prediction prediction = predict(scalingModel(project).value(), 512);
        int bestP = 1;
        for (int p = 1; p <= 512; ++p)
            bestP = prediction.row(p).speedup > prediction.row(bestP).speedup ? p : bestP;
        QCOMPARE(prediction.landmarks.pStar, bestP);
        // T = 0.55/p + 0.45 + 2 (p - 1) 0.001 + 2 (p - 1)/p 0.04: p* = sqrt((0.55 - 0.08)/0.002) = 15.3.
        QCOMPARE(bestP, 15);
    }

    void freezesTheSharedNodeModel()
    {
        Project project = ioBoundProject();
        project.baseline.batch = typed(6);
        project.design.partitioning.slot.choices.clear();
        const FrozenPrediction frozenPrediction = makeFrozenPrediction(project, "before", "2026-11-25").value();
        QVERIFY(scalingModel(frozenPrediction).value() == scalingModel(project).value());
        project.ledger.push_back(frozenPrediction);
        const Result<Project> read = parseProject(writeProject(project));
        QVERIFY(read && read->ledger == project.ledger);
        FrozenPrediction older = frozenPrediction;  // T_comp alone
        older.baseline = {};
        QVERIFY(near(predictAt(scalingModel(older).value(), 4).speedup, 4));
    }
};

SCALEWRIGHT_TEST(tst_node_shares)
#include "tst_node_shares.moc"

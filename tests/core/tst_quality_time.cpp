// SPDX-License-Identifier: GPL-3.0-or-later
// Time to a given quality, by hand from McCandlish et al. 2018. S_min 5000, B_crit 1000: a batch of 1000 takes 10 000
// steps, a batch of 250 takes 5 x 5000, and a batch of 4000 takes 6250; the number of examples is S B.
#include <QTest>

#include "core/model/scaling/prediction.h"
#include "core/model/step/project_model.h"
#include "core/model/step/quality_time.h"
#include "core/project/document/project.h"
#include "tests/support/registry.h"

using namespace scalewright;

class tst_quality_time : public QObject {
    Q_OBJECT
private slots:
    void steps()
    {
        const StatisticalEfficiency efficiency{250, 1000, 5000};
        QCOMPARE(stepsToQuality(efficiency, 1000), 10000.0);
        QCOMPARE(stepsToQuality(efficiency, 250), 25000.0);
        QCOMPARE(stepsToQuality(efficiency, 4000), 6250.0);
        // Both S and E are twice their minimum at B_crit: E_min = 5e6, E(1000) = 1e7.
        QCOMPARE(stepsToQuality(efficiency, 1000) * 1000, 2 * 5000.0 * 1000);
    }

    // Weak scaling, T_comp 1 s, the book's ring with alpha 10 ms and no bytes: at p = 10 its 9 hops take 90 ms, and the
    // batch of 2500 takes 5000 (1 + 0.4) = 7000 steps of 1.09 s.
    void weak()
    {
        const StatisticalEfficiency efficiency{250, 1000, 5000};
        const ScalingModel model{.tCompS = 1,
                                 .exchanges = {{.communication = {.alphaS = 0.01}}},
                                 .scaling = Scaling::Weak,
                                 .nodePriceUsdPerHour = 36};
        const TimeToQuality ten = timeToQuality(model, efficiency, 10);
        QCOMPARE(ten.batch, 2500.0);
        QCOMPARE(ten.steps, 7000.0);
        QVERIFY(std::abs(ten.timeS - 7630) < 1e-6);
        // 10 nodes at 0.01 USD per second each.
        QVERIFY(std::abs(*ten.costUsd - 763) < 1e-6);
        // 5000 (1 + 4/p)(1 + 0.01 (p - 1)) is smallest where 0.99 x 4/p^2 = 0.01, at p = sqrt(4 x 0.99/0.01) = 19.9.
        QCOMPARE(fastestTimeToQuality(model, efficiency, 4096).p, 20);
    }

    // 32 workers with 64 examples each, 16 of them backups: each update uses 1024 examples, and 20000 (1 + 3000/1024) =
    // 78 593.75 updates are needed.
    void backupsAddNoExamples()
    {
        ScalingModel model{.tCompS = 1, .exchanges = {{.communication = {.alphaS = 0.01}}}, .scaling = Scaling::Weak};
        model.terms.backupWorkers = 16;
        model.terms.jitterS = 0.1;
        const TimeToQuality qualityTime = timeToQuality(model, {64, 3000, 20000}, 32);
        QCOMPARE(qualityTime.batch, 1024.0);
        QCOMPARE(qualityTime.steps, 78593.75);
    }

    // Strong scaling: the batch is fixed, so the number of steps is fixed too, and there is no result beyond one worker
    // per example.
    void strong()
    {
        Project project;
        project.baseline.tCompS = typed(1);
        project.baseline.batch = typed(64);
        project.target.alphaS = typed(1e-6);
        project.target.bandwidthBytesPerS = typed(1e9);
        project.design.communication.messageBytes = typed(0);
        const ScalingModel model = scalingModel(project).value();
        QCOMPARE(model.maximumWorkers, std::optional(64));
        const Prediction prediction = predict(model);
        QCOMPARE(prediction.pMax, 64);
        QCOMPARE(prediction.landmarks.pStar, 64);
        QVERIFY(prediction.landmarks.pStarAtLimit);
        QVERIFY2(prediction.landmarks.pStarNote.find("one example a worker") != std::string::npos,
                 prediction.landmarks.pStarNote.c_str());
        QVERIFY(tooManyWorkersText(model, 100).find("100 workers") != std::string::npos);
        const StatisticalEfficiency efficiency{64, 640, 100};
        QCOMPARE(timeToQuality(model, efficiency, 32).steps, 1100.0);
        // Two workers share each example, so twice as many workers can be used.
        project.design.partitioning.tensorParallel = typed(2);
        QCOMPARE(scalingModel(project)->maximumWorkers, std::optional(128));
        // Copies on two workers share the batch, whatever is chosen in slot 1. With weak scaling or split parameters,
        // the batch does not limit p.
        project.plan.scaling = Scaling::Weak;
        QVERIFY(!scalingModel(project)->maximumWorkers);
        project.plan.scaling = Scaling::Strong;
        project.design.partitioning.slot.choices = {{"shard-model", "", {}}};
        QCOMPARE(scalingModel(project)->maximumWorkers, std::optional(128));
        project.design.partitioning.tensorParallel.reset();
        QVERIFY(!scalingModel(project)->maximumWorkers);
    }

    // Batch 100, T_comp 1 s, a ring with 1 ms per hop: T(p) = ceil(100/p)/100 + 0.001 (p - 1). By hand: p = 33 computes
    // 4 examples per worker and takes 0.072 s; p = 34 computes 3 and takes 0.063 s, the minimum. E S = 1/(T^2 p) is
    // 10.50 at the divisor 20 (0.069 s), 10.18 at 17, 9.77 at 25 and 7.41 at 34. With fractional examples, p* would be
    // sqrt(1000) = 32 and the knee 18.
    void countsWholeExamples()
    {
        Project project;
        project.baseline.tCompS = typed(1);
        project.baseline.batch = typed(100);
        project.target.alphaS = typed(0.001);
        project.target.bandwidthBytesPerS = typed(1e9);
        project.target.priceUsdPerHour = typed(36);
        project.target.workersPerNode = typed(4);
        project.design.communication.messageBytes = typed(0);
        project.design.communication.pattern = Pattern::BookRingAllReduce;
        const ScalingModel model = scalingModel(project).value();
        const Prediction prediction = predict(model);
        for (const auto& [p, examples] :
             {std::pair{1, 100}, {3, 34}, {20, 5}, {33, 4}, {34, 3}, {50, 2}, {64, 2}, {100, 1}}) {
            const double step = examples / 100.0 + 0.001 * (p - 1);
            for (const PredictionRow& row : {prediction.row(p), predictAt(model, p)}) {
                QVERIFY(std::abs(row.tStepS - step) < 1e-12);
                QVERIFY(std::abs(row.tCompS - examples / 100.0) < 1e-12);
                QVERIFY(std::abs(row.speedup - 1 / step) < 1e-9);
                QVERIFY(std::abs(row.efficiency - 1 / step / p) < 1e-9);
                QVERIFY(std::abs(row.commToCompute - 0.001 * (p - 1) / (examples / 100.0)) < 1e-9);
                QVERIFY(std::abs(*row.costUsd - 0.01 * ((p + 3) / 4) * step) < 1e-12);
            }
        }
        QCOMPARE(prediction.landmarks.pStar, 34);
        QCOMPARE(prediction.landmarks.kneeP, 20);
        // The same with priced design terms: one backup worker, so 33 of the 34 share the batch.
        ScalingModel backed = model;
        backed.terms.backupWorkers = 1;
        QVERIFY(std::abs(predictAt(backed, 34).tCompS - 0.04) < 1e-12);
        QVERIFY(std::abs(predict(backed).row(34).tCompS - 0.04) < 1e-12);
        const auto notes = [&](int p) {
            std::string text;
            for (const std::string& note : qualityNotes(project, model, p, prediction.pMax))
                text += note + '\n';
            return text;
        };
        QVERIFY2(
            notes(34).find("at p = 34 the fullest worker computes 3 % of the step; an even share would be 2.94 %") !=
                std::string::npos,
            notes(34).c_str());
        QVERIFY(notes(20).find("whole examples") == std::string::npos);
        // Without a batch there is no rounding to whole examples.
        project.baseline.batch.reset();
        QCOMPARE(predict(scalingModel(project).value()).landmarks.pStar, 32);
        QCOMPARE(predict(scalingModel(project).value()).landmarks.kneeP, 18);
    }

    void cautions()
    {
        Project project;
        project.baseline.tCompS = typed(1);
        project.target.alphaS = typed(1e-6);
        project.target.bandwidthBytesPerS = typed(1e9);
        project.design.communication.messageBytes = typed(1e6);
        const auto notes = [&] {
            std::string text;
            for (const std::string& note : qualityNotes(project, scalingModel(project).value(), 8, 64))
                text += note + '\n';
            return text;
        };
        QCOMPARE(notes(), std::string());
        project.design.communication.localSteps = typed(100);
        QVERIFY(notes().find("every 100 steps") != std::string::npos);
        project.design.communication.pattern = Pattern::Gossip;
        QVERIFY(notes().find("gossip") != std::string::npos);
        // A stencil's halo exchange does not average gradients, so the number of steps is the same as on one machine.
        Design& design = project.design;
        design.communication.slot.choices = {{"gossip", "", {}}};
        design.partitioning.slot.choices = {{"split-work", "", {}}};
        design.consistency.slot.choices = {{"synchronous", "", {}}};
        QVERIFY(notes().find("gossip") == std::string::npos);
        project.design.consistency.slot.choices = {{"asynchronous", "", {}}};
        QVERIFY(notes().find("stale views") != std::string::npos);
        project.plan.scaling = Scaling::Weak;
        const std::string lacking = notes();
        for (const char* input : {"batch", "critical batch", "fewest steps"})
            QVERIFY2(lacking.find(input) != std::string::npos, input);
        project.baseline.batch = typed(250);
        project.baseline.criticalBatch = typed(1000);
        project.baseline.minSteps = typed(5000);
        // 5000 (1 + 1000/2000).
        QVERIFY2(notes().find("7500 steps of a batch of 2000") != std::string::npos, notes().c_str());
    }

    // sigma is a tenth of the compute time: 12.5 ms at p = 8 with T_comp 1 s. Times the expected largest of 8 normals
    // (1.4236), that is 17.8 ms.
    void readsJitterAsAShare()
    {
        ScalingModel model{.tCompS = 1};
        model.terms.jitterShare = 0.1;
        QVERIFY(std::abs(predictAt(model, 8).tWaitS - 0.0125 * 1.42360) < 1e-6);
        QCOMPARE(predict(model, 16).row(8).tWaitS, predictAt(model, 8).tWaitS);
        model.terms.jitterS = 0.01;
        QCOMPARE(validate(model).error().problems[0].location.jsonPointer,
                 std::string("/design/load_balancing/jitter_share"));
    }
};

SCALEWRIGHT_TEST(tst_quality_time)
#include "tst_quality_time.moc"

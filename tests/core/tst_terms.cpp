// SPDX-License-Identifier: GPL-3.0-or-later
// A design with priced terms. Expected values: the formulas in docs/models.md reimplemented here, exhaustive search
// over them, closed forms, and the book's numbers where the design adds nothing.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/statistics/order_statistics.h"
#include "core/model/scaling/band.h"
#include "core/model/scaling/failures.h"
#include "core/model/scaling/optimum.h"
#include "core/model/scaling/prediction.h"
#include "core/model/step/project_model.h"
#include "core/output/tables/prediction_table.h"
#include "core/project/document/project.h"
#include "tests/support/near.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"

using namespace scalewright;
using scalewright::test::bookModel;
using scalewright::test::near;

namespace {

// The book's ring with every term, written out plainly: normal jitter at a barrier, a central coordinator, checkpoints.
double referenceStepS(const ScalingModel& m, int p)
{
    const DesignTerms& d = m.terms;
    const double useful = std::max(1, p - d.backupWorkers);
    const bool strong = m.scaling == Scaling::Strong;
    const double c = strong ? m.tCompS / useful : m.tCompS;
    const double H = m.primaryExchange().communication.localSteps;
    const auto ring = [&](double share) {
        return p == 1 ? 0
                      : (m.primaryExchange().communication.alphaS * (p - 1) +
                         2 * share * m.primaryExchange().communication.betaS * (p - 1) / p) /
                            H;
    };
    const double last = d.lastBucketShare > 0 ? ring(d.lastBucketShare) : 0;
    const double comm = std::max(ring(1) - d.overlapShare * d.backwardShare * (1 - d.lastBucketShare) * c / H, last);
    double t = c + comm;
    if (p > 1)
        t += d.coordinationPerWorkerS * p + (d.skew - 1) * c + d.jitterS * normalOrderMean(useful, p) / std::sqrt(H);
    if (d.nodeMtbfS) {
        const double M = *d.nodeMtbfS / p;
        const double tau = d.checkpointIntervalS ? *d.checkpointIntervalS : dalyCheckpointIntervalS(d.checkpointS, M);
        t *= M * std::exp(d.restartS / M) * (std::exp((tau + d.checkpointS) / M) - 1) / tau;
    }
    return t;
}

DesignTerms everything()
{
    return {.overlapShare = 0.6,
            .backwardShare = 0.5,
            .lastBucketShare = 0.1,
            .jitterS = 0.004,
            .skew = 1.15,
            .backupWorkers = 2,
            .coordinationPerWorkerS = 2e-5,
            .nodeMtbfS = 5e5,
            .recovery = Recovery::Checkpoint,
            .checkpointS = 20,
            .restartS = 45};
}

Project bookProject()
{
    Project project;
    project.baseline.tCompS = typed(1);
    project.target.alphaS = typed(0.0008);
    project.target.bandwidthBytesPerS = typed(25e9);
    project.design.communication.messageBytes = typed(1e9);
    return project;
}

void choose(DesignSlot& slot, std::initializer_list<const char*> options)
{
    slot.choices.clear();
    for (const char* option : options)
        slot.choices.push_back({.option = option});
}

QString joinedNotes(const Project& project)
{
    QString text;
    for (const std::string& note : modelNotes(project))
        text += QString::fromStdString(note) + QLatin1Char('\n');
    return text;
}

QStringList pointers(const Error& error)
{
    QStringList list;
    for (const Problem& problem : error.problems)
        list << QString::fromStdString(problem.location.jsonPointer);
    return list;
}

}  // namespace

class tst_terms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // k buckets of equal size: bucket i is ready at i/k of the pass, and is sent once the previous bucket has been
    // sent.
    void overlapMatchesBuckets()
    {
        for (const int k : {1, 2, 3, 8, 25})
            for (const double passS : {0.0, 0.02, 0.5, 3.0})
                for (const double tCommS : {0.01, 0.4, 1.0, 5.0}) {
                    double sent = 0;
                    for (int i = 1; i <= k; ++i)
                        sent = std::max(sent, passS * i / k) + tCommS / k;
                    const DesignTerms terms{.overlapShare = 1, .backwardShare = 1, .lastBucketShare = 1.0 / k};
                    QVERIFY(std::abs(exposedCommunicationS(terms, passS, tCommS, tCommS / k, 1) - (sent - passS)) <
                            1e-12);
                }
    }

    void modelWithoutTermsMatchesTheBook()
    {
        // Parameters that have no effect on their own: checkpoints without MTBF or interval, staleness without jitter,
        // a backward share without overlap.
        ScalingModel model = bookModel();
        model.terms = {.backwardShare = 0.9,
                       .lastBucketShare = 0.5,
                       .barrier = Barrier::BoundedStaleness,
                       .stalenessSteps = 4,
                       .recovery = Recovery::Checkpoint,
                       .checkpointS = 300,
                       .restartS = 100};
        QVERIFY(model.terms.isEmpty());
        QVERIFY(pricedTerms(model.terms, 1).empty());
        const Prediction withoutTerms = predict(bookModel());
        const Prediction withNeutralTerms = predict(model);
        QVERIFY(withNeutralTerms.columns.tStep == withoutTerms.columns.tStep &&
                withNeutralTerms.columns.speedup == withoutTerms.columns.speedup);
        QVERIFY(withNeutralTerms.columns.tWait.empty());
        QCOMPARE(withNeutralTerms.landmarks.pStar, 34);
        QCOMPARE(withNeutralTerms.landmarks.kneeP, 9);
        QCOMPARE(withNeutralTerms.row(34).tWaitS, 0.0);
        // Columns previously used for a priced design are cleared.
        PredictionColumns columns;
        model.terms = everything();
        predictColumns(model, 64, columns);
        QCOMPARE(columns.tWait.size(), std::size_t{64});
        predictColumns(bookModel(), 64, columns);
        QVERIFY(columns.tWait.empty() && columns.tFailure.empty());
    }

    void allTermsMatchBruteForce_data()
    {
        QTest::addColumn<bool>("weak");
        QTest::addColumn<int>("localSteps");
        QTest::newRow("strong") << false << 1;
        QTest::newRow("strong, 7 local steps") << false << 7;
        QTest::newRow("weak") << true << 1;
    }
    void allTermsMatchBruteForce()
    {
        QFETCH(bool, weak);
        QFETCH(int, localSteps);
        std::mt19937_64 engine(test::seed);
        std::uniform_real_distribution<double> unit(0, 1);
        for (int trial = 0; trial < 60; ++trial) {
            ScalingModel model = bookModel();
            model.scaling = weak ? Scaling::Weak : Scaling::Strong;
            model.primaryExchange().communication.localSteps = localSteps;
            model.nodePriceUsdPerHour = 2.5;
            model.steps = 1000;
            model.terms = everything();
            model.terms.overlapShare = unit(engine);
            model.terms.skew = 1 + unit(engine);
            model.terms.jitterS = 0.01 * unit(engine);
            model.terms.backupWorkers = trial % 4;
            if (trial % 3 == 0)
                model.terms.nodeMtbfS.reset();
            if (trial % 3 == 1)
                model.terms.checkpointIntervalS = 500 + 3000 * unit(engine);
            QVERIFY(validate(model));
            constexpr int pMax = 300;
            const Prediction prediction = predict(model, pMax);
            const Landmarks& marks = prediction.landmarks;
            double maximumObjective = 0, bestKneeScore = 0;
            int fastest = 0, crossing = 0;
            std::vector<double> speedups(pMax + 1);
            const auto expectedStepS = [&](int p) {
                const bool written = model.terms.checkpointIntervalS && !model.terms.nodeMtbfS;
                return referenceStepS(model, p) *
                       (written ? 1 + model.terms.checkpointS / *model.terms.checkpointIntervalS : 1);
            };
            for (int p = 1; p <= pMax; ++p) {
                const double t = expectedStepS(p);
                const int useful = std::max(1, p - model.terms.backupWorkers);
                const PredictionRow row = prediction.row(p);
                QVERIFY2(near(row.tStepS, t, 1e-7),
                         qPrintable(
                             QStringLiteral("p %1: %2, not %3").arg(p).arg(row.tStepS, 0, 'g', 12).arg(t, 0, 'g', 12)));
                QVERIFY(near(row.tCompS + row.tCommS + row.tCoordinationS + row.tWaitS + row.tFailureS, row.tStepS));
                QVERIFY(
                    near(row.tCommS + row.hiddenCommS,
                         communicationTime(model.primaryExchange().pattern, model.primaryExchange().communication, p)));
                QVERIFY(near(row.speedup, (weak ? useful : 1) * model.tCompS / row.tStepS, 1e-7));
                QVERIFY(near(row.efficiency * p, row.speedup));
                QVERIFY(near(row.commToCompute, row.tCommS / row.tCompS));
                QVERIFY(near(row.costUsd.value(), 2.5 * 1000 / 3600 * p * row.tStepS / (weak ? useful : 1)));
                const PredictionRow rowAtP = predictAt(model, p);
                QVERIFY(rowAtP.tStepS == row.tStepS && rowAtP.tWaitS == row.tWaitS &&
                        rowAtP.tFailureS == row.tFailureS);
                speedups[static_cast<std::size_t>(p)] = row.speedup;
                if (row.speedup > maximumObjective * (1 + 1e-12)) {
                    maximumObjective = row.speedup;
                    fastest = p;
                }
                if (crossing == 0 && row.tCommS >= row.tCompS)
                    crossing = p;
            }
            QCOMPARE(marks.pStar, fastest);
            for (int p = 1; p <= fastest; ++p)
                bestKneeScore = std::max(
                    bestKneeScore, speedups[static_cast<std::size_t>(p)] * speedups[static_cast<std::size_t>(p)] / p);
            const double knee = speedups[static_cast<std::size_t>(marks.kneeP)];
            QVERIFY(near(knee * knee / marks.kneeP, bestKneeScore, 1e-12));
            QCOMPARE(marks.pCommDominates.value_or(0), crossing);
            QVERIFY(!continuousOptimum(model));
        }
    }

    void overlapHidesOnlyTheBackwardPass()
    {
        DesignTerms terms{.overlapShare = 1, .backwardShare = 0.5};
        QCOMPARE(exposedCommunicationS(terms, 0.4, 0.3, 0, 1), 0.3 - 0.2);
        QCOMPARE(exposedCommunicationS(terms, 0.4, 0.1, 0, 1), 0.0);
        QCOMPARE(exposedCommunicationS(terms, 0.4, 0.1, 0.03, 1), 0.03);
        QCOMPARE(exposedCommunicationS(terms, 0.4, 0.03, 0.05, 1), 0.03);  // never more than the whole exchange
        // An exchange every fourth step can hide behind only one backward pass: (4 · 0.1 - 0.2)/4.
        QVERIFY(near(exposedCommunicationS(terms, 0.4, 0.1, 0, 4), (4 * 0.1 - 0.2) / 4));
    }

    void coordination()
    {
        DesignTerms terms{.coordinationPerWorkerS = 0.001};
        QCOMPARE(coordinationTimeS(terms, 1), 0.0);
        QVERIFY(near(coordinationTimeS(terms, 37), 0.037));
        terms.hasCentralCoordinator = false;
        QCOMPARE(coordinationTimeS(terms, 1), 0.0);
        for (const auto& [p, rounds] : {std::pair{2, 1}, {3, 2}, {4, 2}, {5, 3}, {1024, 10}, {1025, 11}})
            QVERIFY(near(coordinationTimeS(terms, p), 0.001 * rounds));
    }

    void noWaitingWithoutABarrier()
    {
        ScalingModel model = bookModel();
        model.terms = {.barrier = Barrier::None, .jitterS = 0.3, .skew = 2};
        QVERIFY(model.terms.isEmpty());
        model.terms.barrier = Barrier::BoundedStaleness;
        model.terms.stalenessSteps = 1000;
        const PredictionRow row = predictAt(model, 10);
        QVERIFY(near(row.tWaitS, 0.1, 0.2) && row.tWaitS > 0.1);  // still waits for the largest shard
    }

    void computesLimitsWithTerms()
    {
        ScalingModel model = bookModel();
        // T_comm is constant: S tends to T_comp/(2 (alpha + beta)).
        model.primaryExchange().pattern = Pattern::Gossip;
        const double flat = 2 * (0.0008 + 0.04);
        const auto limit = [&] { return predict(model, 64).landmarks.speedupLimit; };
        QVERIFY(near(limit().value(), 1 / flat));
        model.terms = {.overlapShare = 1};  // with many workers there is no compute left to hide behind
        QVERIFY(near(limit().value(), 1 / flat));
        model.terms = {.skew = 3};
        QVERIFY(near(limit().value(), 1 / flat));
        model.terms = {.jitterS = 1e-6};
        QCOMPARE(limit(), std::optional(0.0));
        model.terms = {.coordinationPerWorkerS = 1e-9, .hasCentralCoordinator = false};
        QCOMPARE(limit(), std::optional(0.0));
        model.terms = {.recovery = Recovery::Checkpoint, .checkpointIntervalS = 100, .checkpointS = 25};
        QVERIFY(near(limit().value(), 1 / (1.25 * flat)));  // relative to one undisturbed worker
        QVERIFY(near(predictAt(model, 1).speedup, 1 / 1.25));
        model.terms = {.nodeMtbfS = 1e9, .recovery = Recovery::Elastic, .restartS = 1};
        QCOMPARE(limit(), std::optional(0.0));
        model.scaling = Scaling::Weak;
        model.terms = {.coordinationPerWorkerS = 0.01};  // S = p/(1 + … + 0.01 p), which tends to 100
        QVERIFY(near(limit().value(), 100, 1e-9));
        model.terms = {.jitterS = 0.1};
        QVERIFY(!limit());
        QVERIFY(predict(model, 64).landmarks.pStarNote.find("grows without bound") != std::string::npos);
    }

    void findsAlphaForADraggedOptimumWithTerms()
    {
        ScalingModel model = bookModel();
        model.terms = everything();
        model.terms.backupWorkers = 0;
        for (const int p : {4, 8, 16, 25}) {
            const std::optional<double> alpha = alphaForOptimum(model, p, 512);
            QVERIFY(alpha);
            ScalingModel dragged = model;
            dragged.primaryExchange().communication.alphaS = *alpha;
            QVERIFY2(predict(dragged, 512).landmarks.pStar == p,
                     qPrintable(QString::number(predict(dragged, 512).landmarks.pStar)));
        }
        // Jitter and failures limit p* to less than that, even with alpha = 0.
        QVERIFY(!alphaForOptimum(model, 500, 512));
    }

    void bandContainsSamplesOfAPricedDesign()
    {
        ScalingModel model = bookModel();
        model.terms = everything();
        const ModelIntervals intervals{.tCompS = Interval{0.8, 1.3, 0.95},
                                       .alphaS = Interval{0.0004, 0.002, 0.95},
                                       .betaS = Interval{0.02, 0.06, 0.95}};
        const PredictionBand band = predictBand(model, intervals, 128).value();
        std::mt19937_64 engine(test::seed);
        std::uniform_real_distribution<double> unit(0, 1);
        for (int sample = 0; sample < 300; ++sample) {
            ScalingModel inside = model;
            inside.tCompS = std::lerp(0.8, 1.3, unit(engine));
            inside.primaryExchange().communication.alphaS = std::lerp(0.0004, 0.002, unit(engine));
            inside.primaryExchange().communication.betaS = std::lerp(0.02, 0.06, unit(engine));
            const Prediction prediction = predict(inside, 128);
            QVERIFY(prediction.landmarks.pStar >= band.pStarLow && prediction.landmarks.pStar <= band.pStarHigh);
            for (std::size_t i = 0; i < 128; ++i)
                QVERIFY(prediction.columns.speedup[i] >= band.speedupLow[i] * (1 - 1e-12) &&
                        prediction.columns.speedup[i] <= band.speedupHigh[i] * (1 + 1e-12));
        }
    }

    // The first half of the workers finish long before the mean: a step that would end before it began is rejected, and
    // the error says how to fix it.
    void refusesJitterLargerThanTheTime()
    {
        ScalingModel model = bookModel();
        model.terms = {.jitterS = 0.7, .backupWorkers = 6};
        const Result<void> refused = validate(model);
        QVERIFY(!refused);
        QCOMPARE(pointers(refused.error()), QStringList{QStringLiteral("/design/load_balancing/jitter_s")});
        const std::string words = describe(refused.error());
        QVERIFY2(
            words.find("before they began") != std::string::npos && words.find("6 backup workers") != std::string::npos,
            words.c_str());
        // At b = 6, T(p) > 0 for every p exactly if sigma is below the smallest c/|m|.
        double bound = INFINITY;
        for (int p = 2; p <= 12; ++p) {
            const int k = std::max(1, p - 6);
            const double m = normalOrderMean(k, p);
            if (m < 0)
                bound = std::min(bound, 1.0 / k / -m);
        }
        model.terms.jitterS = bound * 0.999;
        QVERIFY(validate(model));
        for (int p = 1; p <= 30; ++p)
            QVERIFY(predictAt(model, p).tStepS > 0);
        model.terms.jitterS = bound * 1.001;
        QVERIFY(!validate(model));
        model.terms.barrier = Barrier::BoundedStaleness;  // no first K there
        QVERIFY(validate(model));
    }

    void namesEveryInvalidTerm()
    {
        ScalingModel model = bookModel();
        model.terms = {.overlapShare = 1.5,
                       .backwardShare = -1,
                       .lastBucketShare = NAN,
                       .stalenessSteps = -1,
                       .jitterS = -0.1,
                       .skew = 0.5,
                       .backupWorkers = -1,
                       .coordinationPerWorkerS = INFINITY,
                       .nodeMtbfS = 0,
                       .checkpointIntervalS = -5,
                       .checkpointS = -1,
                       .restartS = -1};
        const Result<void> result = validate(model);
        QVERIFY(!result);
        const QStringList errorPointers = pointers(result.error());
        QCOMPARE(errorPointers.size(), 12);
        QVERIFY(!errorPointers.contains(QString()));
        QCOMPARE(QSet<QString>(errorPointers.begin(), errorPointers.end()).size(), 12);
    }

    void convertsSlotsToTerms()
    {
        Project project = bookProject();
        QVERIFY(scalingModel(project).value().terms.isEmpty());
        Design& design = project.design;
        design.loadBalancing.jitterS = typed(0.02);
        design.loadBalancing.jitterShape = JitterShape::Exponential;
        design.loadBalancing.skew = typed(1.2);
        design.loadBalancing.backupWorkers = typed(3);
        const auto terms = [&] { return scalingModel(project).value().terms; };
        QCOMPARE(terms().barrier, Barrier::EveryStep);  // no choice means a barrier every step
        QVERIFY(terms().jitterDistribution == JitterDistribution::Exponential && terms().jitterS == 0.02 &&
                terms().skew == 1.2 && terms().backupWorkers == 3);

        choose(design.consistency.slot, {"bounded-staleness"});
        QCOMPARE(pointers(scalingModel(project).error()),
                 QStringList{QStringLiteral("/design/consistency/staleness_steps")});
        design.consistency.stalenessSteps = typed(4);
        QVERIFY(terms().barrier == Barrier::BoundedStaleness && terms().stalenessSteps == 4);
        choose(design.consistency.slot, {"asynchronous"});
        QCOMPARE(terms().barrier, Barrier::None);
        QVERIFY(joinedNotes(project).contains(QLatin1String("without a barrier no worker waits")));
        QVERIFY(joinedNotes(project).contains(QLatin1String("staleness_steps has no effect")));
        choose(design.consistency.slot, {"eventual", "synchronous"});
        // Training synchronous, serving eventual: the stricter one applies.
        QCOMPARE(terms().barrier, Barrier::EveryStep);
        QVERIFY(joinedNotes(project).contains(QLatin1String("the strictest")));

        design.coordination.secondsPerWorker = typed(1e-4);
        QVERIFY(terms().hasCentralCoordinator && joinedNotes(project).contains(QLatin1String("central coordinator's")));
        choose(design.coordination.slot, {"decentralized"});
        QVERIFY(!terms().hasCentralCoordinator && terms().coordinationPerWorkerS == 1e-4);

        design.communication.overlap = typed(0.5);
        design.communication.lastBucketBytes = typed(2.5e7);
        QVERIFY(terms().overlapShare == 0.5 && near(terms().lastBucketShare, 0.025));
        // A bucket is ready when its last gradient is. Of k equal buckets, the last one, 1/k, is ready when the
        // backward pass has ended.
        design.communication.lastBucketBytes = {};
        QVERIFY(terms().lastBucketShare == 0 &&
                joinedNotes(project).contains(QLatin1String("the most that overlap can achieve")));
        design.communication.buckets = typed(1);
        QVERIFY(terms().lastBucketShare == 1 && joinedNotes(project).contains(QLatin1String("it cannot hide")));
        design.communication.buckets = typed(50);
        QVERIFY(near(terms().lastBucketShare, 0.02));
        design.communication.lastBucketBytes = typed(2e9);
        QCOMPARE(pointers(scalingModel(project).error()),
                 QStringList{QStringLiteral("/design/communication/last_bucket_bytes")});
    }

    void convertsFaultToleranceToRecovery()
    {
        Project project = bookProject();
        FaultTolerance& slot = project.design.faultTolerance;
        const auto terms = [&] { return scalingModel(project).value().terms; };
        project.target.nodeMtbfS = typed(1e7);
        QVERIFY(terms().isEmpty());
        QVERIFY(joinedNotes(project).contains(QLatin1String("/plan/steps")));
        project.plan.steps = typed(1e5);
        QVERIFY(terms().recovery == Recovery::None && terms().nodeMtbfS == 1e7);
        QVERIFY(joinedNotes(project).contains(QLatin1String("restart_s is not set")));
        choose(slot.slot, {"checkpoint-restart"});
        QCOMPARE(pointers(scalingModel(project).error()),
                 QStringList{QStringLiteral("/design/fault_tolerance/checkpoint_s")});
        slot.checkpointS = typed(30);
        slot.restartS = typed(60);
        QVERIFY(terms().recovery == Recovery::Checkpoint && terms().checkpointS == 30 && terms().restartS == 60);
        QVERIFY(joinedNotes(project).contains(QLatin1String("Daly's interval")));
        choose(slot.slot, {"replicate-re-execute"});
        QVERIFY(terms().recovery == Recovery::ReExecute && terms().checkpointS == 0);
        QVERIFY(joinedNotes(project).contains(QLatin1String("only if checkpoint-restart is chosen")));
        choose(slot.slot, {"checkpoint-restart", "elastic"});
        slot.checkpointIntervalS = typed(900);
        QVERIFY(terms().recovery == Recovery::Elastic && terms().checkpointIntervalS == 900.0);
        for (const char* tolerant : {"client-dropout", "graceful-loss"}) {
            choose(slot.slot, {tolerant});
            QVERIFY(!terms().hasFailureCosts());
            QVERIFY(joinedNotes(project).contains(QLatin1String("cost quality here")));
        }
        project.target.nodeMtbfS.reset();
        // No failures known: 30 s are written for every 900 s of the run, except after its last part.
        choose(slot.slot, {"checkpoint-restart"});
        const ScalingModel model = scalingModel(project).value();
        const double run = 1e5 * predictAt(bookModel(), 8).tStepS;
        QVERIFY(near(predictAt(model, 8).tStepS * 1e5, run + 30 * (std::ceil(run / 900) - 1)));
    }

    void buildsTheModelFromItsParts()
    {
        Project project = bookProject();
        project.plan.scaling = Scaling::Weak;
        QVERIFY(scalingModel(project.baseline.tCompS, project).value() == scalingModel(project).value());
        QCOMPARE(pointers(scalingModel(MaybeQuantity{}, project).error()),
                 QStringList{QStringLiteral("/baseline/t_comp_s")});
    }

    void tablesOmitZeroTerms()
    {
        const std::vector<int> workers{1, 2, 64};
        const auto keys = [&](const DesignTerms& terms) {
            ScalingModel model = bookModel();
            model.terms = terms;
            QStringList list;
            for (const Column& column : predictionTable(predict(model, 64), workers).columns)
                list << QString::fromStdString(column.key);
            return list.join(QLatin1Char(' '));
        };
        QCOMPARE(keys({}), QStringLiteral("p t_comp t_comm t_step speedup efficiency comm_to_compute cost"));
        QCOMPARE(keys({.skew = 1.5}),
                 QStringLiteral("p t_comp t_comm t_wait t_step speedup efficiency comm_to_compute cost"));
        QCOMPARE(
            keys(everything()),
            QStringLiteral("p t_comp t_comm t_comm_hidden t_coordination t_wait t_failure t_step speedup efficiency "
                           "comm_to_compute cost"));
    }

    void everyTermHasFormulaAndSource()
    {
        QStringList keys;
        for (const Barrier barrier : {Barrier::EveryStep, Barrier::BoundedStaleness, Barrier::None})
            for (const Recovery recovery :
                 {Recovery::None, Recovery::Checkpoint, Recovery::Elastic, Recovery::ReExecute}) {
                DesignTerms terms = everything();
                terms.barrier = barrier;
                terms.recovery = recovery;
                for (const PricedTerm& term : pricedTerms(terms, 3)) {
                    keys << QString::fromStdString(term.key);
                    QVERIFY(!term.brief.empty() && !term.description.empty() && !term.formula.empty() &&
                            !term.source.empty() && !term.simplification.empty());
                }
            }
        for (const char* key : {"overlap", "waiting", "skew", "backup-workers", "coordination", "failures"})
            QVERIFY2(keys.contains(QLatin1String(key)), key);
        QCOMPARE(keys.count(QStringLiteral("skew")), 8);  // skew is not priced without a barrier
    }
};

SCALEWRIGHT_TEST(tst_terms)
#include "tst_terms.moc"

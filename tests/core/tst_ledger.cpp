// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger. Expected values: ladders made from the predicted model with known changes, worked out by hand.
#include <QTest>

#include <cmath>
#include <random>

#include "core/base/error/parse_name.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/attribution/attribution.h"
#include "core/decision/attribution/ledger.h"
#include "core/decision/claim/value_at_p.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project_file.h"
#include "tests/support/ladders.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"

using namespace scalewright;
using namespace scalewright::test;

namespace {

QString ledgerText(const std::string& from)
{
    return QString::fromStdString(from);
}

/// T_comp 0.8 s, book ring with alpha 5 ms and beta 12.5 ms: the example of Output 41.7.2.
ScalingModel ring()
{
    return {.tCompS = 0.8, .exchanges = {{.communication = {.alphaS = 0.005, .betaS = 0.0125}}}};
}

double sumOfBarsS(const Waterfall& bars)
{
    return bars.computeS + bars.latencyS + bars.bandwidthS + bars.otherCommunicationS + bars.waitingS + bars.ioS +
           bars.unexplainedS;
}

bool equal(double actual, double expected)
{
    return std::abs(actual - expected) < 1e-12;
}

}  // namespace

class tst_ledger : public QObject {
    Q_OBJECT
private slots:
    void freezeKeepsTheCurrentPrediction();
    void freezeRefuses();
    void survivesTheProjectFile();
    void barsSumToTheMeasuredTime();
    void separatesLatencyFromBandwidth();
    void reportsInseparableCauses_data();
    void reportsInseparableCauses();
    void rejectsANegativeLatency();
    void leavesTotalsUnexplained();
    void doubtsEpochsTakenAsSteps();
    void givesEachPartABar();
    void leavesUnrecordedComputeUnexplained();
    void comparesPredictedWaiting();
    void doesNotTakeStepsAsRuns();
    void comparesEpochsWithAGoalInSteps();
    void comparesWaitingRanksWithTheModel();
};

// Both ranks spend 0.1 s of 0.5 s in exchanges. The ring's 5 + 12.5 ms explain them; 8 bytes, 0.05 ms, do not: ten times
// that is 0.5 ms, and the other 99.5 ms are waiting. A ring of 17.5 s is not this program's.
void tst_ledger::comparesWaitingRanksWithTheModel()
{
    Ladder ladder{.scaling = Scaling::Strong};
    ladder.points = {{.p = 1, .timeS = 0.8, .compS = 0.8, .commS = 0},
                     {.p = 2, .timeS = 0.5, .compS = 0.4, .commS = 0.1, .idleS = 0}};
    for (int rank = 0; rank < 2; ++rank)
        ladder.points[1].ranks.push_back({.rank = rank, .timeS = 0.5, .compS = 0.4, .commS = 0.1});
    ladder.stepsPerMeasuredTime = typed(1);
    const auto causeWith = [&](std::optional<ScalingModel> model) {
        const MeasuredLadder measured =
            withKnownTransfer(validLadder(ladder), ladder, Plan(), model ? &*model : nullptr);
        return std::pair(attributeLostFolds(measured).mainCause, measured.rungs[1].parts->idleS);
    };
    const auto modelWith = [](double alphaS, double betaS) {
        ScalingModel model = ring();
        model.exchanges.front().communication = {.alphaS = alphaS, .betaS = betaS};
        return model;
    };
    QCOMPARE(causeWith(std::nullopt).first, Cause::Undecided);
    QCOMPARE(causeWith(ring()).first, Cause::CommunicationWall);
    const auto [cause, idleS] = causeWith(modelWith(0.00005, 0));
    QCOMPARE(cause, Cause::LoadImbalance);
    QVERIFY(equal(idleS, 0.0995));
    QCOMPARE(causeWith(modelWith(0, 17.5)).first, Cause::Undecided);
}

// A step of 0.8 s on one machine and a plan of 60 000 steps: 48 000 s. Measured: 0.82 s at p = 1, 0.45 s at p = 2. As
// seconds per step these are runs of 49 200 s and 27 000 s, which miss a deadline of 4 h once steps_per_time is set to
// 1; until then that is a guess and the deadline is undecided. A measured 48 000 s is a run.
void tst_ledger::doesNotTakeStepsAsRuns()
{
    const ScalingModel model = ring();
    Plan plan;
    plan.steps = typed(60000);
    Ladder ladder{.name = "mine", .scaling = Scaling::Strong};
    ladder.points = {{.p = 1, .timeS = 0.82}, {.p = 2, .timeS = 0.45}};
    const MeasuredLadder runs = scaleLadderToRuns(validLadder(ladder), ladder, plan, &model);
    QVERIFY(areTimesLikelySteps(validLadder(ladder), ladder, plan, &model));
    QVERIFY(equal(runs.rungs[0].timeS / 49200, 1) && equal(runs.rungs[1].timeS / 27000, 1));
    QVERIFY2(ledgerText(runs.runsNote).contains("one measured time is one step, and a run has 60000 steps"),
             runs.runsNote.c_str());
    QCOMPARE(scaleLadderToRuns(validLadder(ladder), ladder, plan, nullptr).rungs[0].timeS, 0.82);
    Ladder withRunTimes = ladder;
    withRunTimes.points = {{.p = 1, .timeS = 48000}, {.p = 2, .timeS = 27000}};
    QCOMPARE(scaleLadderToRuns(validLadder(withRunTimes), withRunTimes, plan, &model).rungs[0].timeS, 48000.0);
    ladder.stepsPerMeasuredTime = typed(1);
    const MeasuredLadder asPlannedRuns = scaleLadderToRuns(validLadder(ladder), ladder, plan, &model);
    QVERIFY(equal(asPlannedRuns.rungs[0].timeS / 49200, 1) && !ledgerText(asPlannedRuns.runsNote).contains("suggests"));
    QVERIFY(!runs.stepsPerTimeRequest.empty() && asPlannedRuns.stepsPerTimeRequest.empty() &&
            runs.stepMismatch.empty());
    // The deadline is missed, whatever a single step takes.
    Project project = output4141();
    project.baseline.tCompS = typed(0.8);
    project.target.alphaS = typed(0.005);
    project.target.bandwidthBytesPerS = typed(1e9 / 0.0125);
    project.plan = plan;
    project.plan.curve = CurveKind::Measured;
    project.goal.deadlineS = typed(14400);
    project.measurements.ladders = {ladder};
    const Analysis answered = analyse(project);
    QVERIFY(answered.plan && answered.plan->verdicts.size() == 1);
    QCOMPARE(answered.plan->verdicts[0].isMet, std::optional(false));
    project.measurements.ladders[0].stepsPerMeasuredTime.reset();
    const Analysis analysis = analyse(project);
    QCOMPARE(analysis.plan->verdicts[0].isMet, std::optional<bool>());
    QCOMPARE(analysis.plan->verdicts[0].reason, analysis.ladderOfRuns()->stepsPerTimeRequest);
    QVERIFY(!runHoursAt(project, analysis, analysis.planP) && runHoursAt(project, answered, answered.planP));
    QVERIFY(analysis.ladder == analyse(project, {}, &analysis).ladder);  // and nothing is computed twice
}

// Epochs of 1336 steps, 2404.8 s each at p = 1, against a predicted step of 0.1 s: 1.8 s per step as measured, so 40
// 000 steps take 72 000 s instead of the predicted 4000 s. Read as a run, an epoch would meet a deadline of 9 h.
void tst_ledger::comparesEpochsWithAGoalInSteps()
{
    Project project = output4141();
    project.baseline.tCompS = typed(0.1);
    project.target.alphaS = typed(0);
    project.target.bandwidthBytesPerS = typed(1e18);
    project.plan.steps = typed(40000);
    project.plan.p = 1;
    project.goal.deadlineS = typed(9 * 3600);
    Ladder ladder{.name = "epochs", .provenance = {.origin = Origin::Measured}, .scaling = Scaling::Strong};
    ladder.points = {{.p = 1, .timeS = 2404.8}, {.p = 2, .timeS = 1300}};
    project.measurements.ladders = {ladder};
    const auto goalOnCurve = [&](CurveKind curve) {
        project.plan.curve = curve;
        const Analysis analysis = analyse(project);
        return analysis.plan->verdicts.at(0);
    };
    // Whether an epoch's 2404.8 s are a run is unknown: as a step time they would miss by far.
    QCOMPARE(goalOnCurve(CurveKind::Measured).isMet, std::optional<bool>());
    QCOMPARE(goalOnCurve(CurveKind::Predicted).isMet, std::optional<bool>());
    // A deadline of 1000 s is missed in either case, since 4000 s are predicted.
    project.goal.deadlineS = typed(1000);
    QCOMPARE(goalOnCurve(CurveKind::Predicted).isMet, std::optional(false));
    project.goal.deadlineS = typed(9 * 3600);
    // 1336 steps per row: 1.8 s per step, 18 times the prediction, 72 000 s per run.
    project.measurements.ladders[0].stepsPerMeasuredTime = typed(1336);
    const GoalVerdict measured = goalOnCurve(CurveKind::Measured);
    QCOMPARE(measured.isMet, std::optional(false));
    QVERIFY(equal(*measured.value / 72000, 1));
    const GoalVerdict predicted = goalOnCurve(CurveKind::Predicted);
    QVERIFY(equal(predicted.contradictingMeasurement.value_or(0) / 72000, 1));
    QVERIFY2(
        ledgerText(analyse(project).claim.disagreement).contains("1.80 s measured at p 1, where 0.10 s is predicted"),
        analyse(project).claim.disagreement.c_str());
    // If the plan's p was not measured, its goal depends on the factor of 18: with 8 workers 500 s are predicted, 9000
    // s with the factor.
    project.plan.p = 8;
    project.goal.deadlineS = typed(3600);
    QCOMPARE(goalOnCurve(CurveKind::Predicted).isMet, std::optional<bool>());
    project.goal.deadlineS = typed(36000);
    QCOMPARE(goalOnCurve(CurveKind::Predicted).isMet, std::optional(true));
    // Rows of 60 s are 600 predicted steps, or a 67th of the predicted run: neither fits, so no goal is judged.
    project.goal.deadlineS = typed(3600);
    project.measurements.ladders[0].stepsPerMeasuredTime.reset();
    project.measurements.ladders[0].points = {{.p = 1, .timeS = 60}, {.p = 2, .timeS = 33}};
    const GoalVerdict open = goalOnCurve(CurveKind::Predicted);
    QCOMPARE(open.isMet, std::optional<bool>());
    QCOMPARE(open.reason, analyse(project).ladderOfRuns()->stepsPerTimeRequest);
}

void tst_ledger::freezeKeepsTheCurrentPrediction()
{
    Project project = output4141();
    project.ledger.push_back(makeFrozenPrediction(project, "before the first run", "2026-11-21").value());
    project.target.alphaS = typed(0.1);
    project.baseline.tCompS = typed(50);
    project.design.communication.pattern = Pattern::Gossip;
    const FrozenPrediction& frozenPrediction = project.ledger.front();
    QCOMPARE(frozenPrediction.date, std::string("2026-11-21"));
    const Prediction prediction = predict(scalingModel(frozenPrediction).value());
    QCOMPARE(prediction.landmarks.pStar, 34);  // the book's value, as on that day
}

void tst_ledger::freezeRefuses()
{
    for (const char* date : {"", "yesterday", "21.11.2026", "2026-13-01", "2026-11-32", "2026-11-21x", "2026-1-1"})
        QVERIFY2(ledgerText(describe(makeFrozenPrediction(output4141(), "x", date).error())).contains("is not a date"),
                 date);
    QVERIFY(makeFrozenPrediction(output4141(), "x", "2026-11-21T10:00"));
    Project empty;
    const Result<FrozenPrediction> frozenPrediction = makeFrozenPrediction(empty, "x", "2026-11-21");
    QVERIFY(!frozenPrediction);
    QVERIFY(ledgerText(describe(frozenPrediction.error())).contains("/baseline/t_comp_s"));
}

void tst_ledger::survivesTheProjectFile()
{
    Project project = output4141();
    project.ledger.push_back(makeFrozenPrediction(project, "one", "2026-11-21").value());
    const Result<Project> reread = parseProject(writeProject(project));
    QVERIFY(reread);
    QVERIFY(reread->ledger == project.ledger);
}

void tst_ledger::barsSumToTheMeasuredTime()
{
    std::mt19937 random(17);
    std::uniform_real_distribution<double> unit(0.01, 1);
    for (int round = 0; round < 200; ++round) {
        Ladder input{.scaling = Scaling::Strong};
        for (int p = 1 + round % 3; p < 40; p *= 2) {
            LadderPoint point{.p = p, .compS = unit(random), .commS = unit(random), .idleS = unit(random)};
            if (round % 2 == 1)
                point.ioS = unit(random);
            if (round % 5 == 1)
                point.timeS = *point.compS + *point.commS + *point.idleS + *point.ioS + unit(random);
            input.points.push_back(point);
        }
        ScalingModel model = ring();
        if (round % 4 == 1)
            model.terms.jitterS = 0.01;
        const MeasuredLadder ladder = validLadder(input);
        const std::vector<Waterfall> waterfallBars = waterfalls(model, ladder, 3.5);
        QCOMPARE(waterfallBars.size(), ladder.rungs.size());
        for (std::size_t i = 0; i < waterfallBars.size(); ++i) {
            QCOMPARE(waterfallBars[i].measuredS, ladder.rungs[i].timeS / 3.5);
            QCOMPARE(waterfallBars[i].predictedS, predictAt(model, waterfallBars[i].p).tStepS);
            QVERIFY(equal(waterfallBars[i].predictedS + sumOfBarsS(waterfallBars[i]), waterfallBars[i].measuredS));
        }
    }
}

// A run of 1000 steps on a link with 3 ms more latency and 8 ms more transfer than predicted: the bars and the shift
// show exactly that.
void tst_ledger::separatesLatencyFromBandwidth()
{
    Ladder input{.scaling = Scaling::Strong};
    for (const int p : {1, 2, 4, 8, 16})
        input.points.push_back(
            {.p = p, .compS = 800.0 / p, .commS = 1000 * (0.008 * (p - 1) + 2 * 0.0205 * (p - 1) / p), .idleS = 0});
    const MeasuredLadder ladder = validLadder(input);
    const CommunicationShift shift = communicationShift(ring(), ladder, 1000);
    QVERIFY(shift.linkShift);
    QVERIFY(equal(shift.linkShift->alphaS, 0.003));
    QVERIFY(equal(shift.linkShift->betaS, 0.008));
    for (const Waterfall& bars : waterfalls(ring(), ladder, 1000)) {
        QVERIFY(equal(bars.latencyS, 0.003 * (bars.p - 1)));
        QVERIFY(equal(bars.bandwidthS, 0.008 * 2 * (bars.p - 1) / bars.p));
        QVERIFY(equal(bars.otherCommunicationS, 0));
        QVERIFY(equal(bars.computeS, 0) && equal(bars.waitingS, 0) && equal(bars.unexplainedS, 0));
    }
}

void tst_ledger::reportsInseparableCauses_data()
{
    QTest::addColumn<int>("rungs");  // above 1
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<double>("overlap");
    QTest::addColumn<QString>("reason");
    QTest::newRow("one p") << 1 << "book-ring-all-reduce" << 0.0 << "at three p above 1";
    // Two unknowns from two points: any two times would fit exactly.
    QTest::newRow("two p") << 2 << "book-ring-all-reduce" << 0.0 << "at three p above 1";
    QTest::newRow("alike") << 4 << "recursive-doubling-all-reduce" << 0.0 << "grow in proportion";
    QTest::newRow("not linear") << 4 << "double-tree-all-reduce" << 0.0 << "not a sum";
    QTest::newRow("overlap") << 4 << "book-ring-all-reduce" << 0.5 << "overlaps";
}

void tst_ledger::reportsInseparableCauses()
{
    QFETCH(int, rungs);
    QFETCH(QString, pattern);
    QFETCH(double, overlap);
    QFETCH(QString, reason);
    ScalingModel model = ring();
    model.primaryExchange().pattern = parseName<Pattern>(pattern.toStdString()).value();
    model.terms.overlapShare = overlap;
    Ladder input{.scaling = Scaling::Strong};
    for (int i = 0; i <= rungs; ++i)
        input.points.push_back(
            {.p = 1 << i, .compS = 0.8 / (1 << i), .commS = i == 0 ? 0 : 0.1 + 0.05 * i, .idleS = 0});
    const MeasuredLadder ladder = validLadder(input);
    const CommunicationShift shift = communicationShift(model, ladder);
    QVERIFY(!shift.linkShift);
    QVERIFY2(ledgerText(shift.missingReason).contains(reason), shift.missingReason.c_str());
    const std::vector<Waterfall> waterfallBars = waterfalls(model, ladder);
    const Waterfall& last = waterfallBars.back();
    QVERIFY(last.latencyS == 0 && last.bandwidthS == 0);
    QVERIFY(equal(last.otherCommunicationS, 0.1 + 0.05 * rungs - predictAt(model, last.p).tCommS));
}

// 18, 24, 21 and 7.5 ms at 2, 4, 8 and 16 are exactly -2 ms (p - 1) + 2 x 20 ms (p - 1)/p: a negative latency explains
// nothing, so the difference from the prediction stays in one bar.
void tst_ledger::rejectsANegativeLatency()
{
    Ladder input{.scaling = Scaling::Strong};
    for (const int p : {1, 2, 4, 8, 16})
        input.points.push_back({.p = p, .compS = 0.8 / p, .commS = -0.002 * (p - 1) + 0.04 * (p - 1) / p, .idleS = 0});
    const MeasuredLadder ladder = validLadder(input);
    const CommunicationShift shift = communicationShift(ring(), ladder);
    QVERIFY(!shift.linkShift);
    QVERIFY2(ledgerText(shift.missingReason).contains("negative latency"), shift.missingReason.c_str());
    const Waterfall last = waterfalls(ring(), ladder).back();
    QVERIFY(last.latencyS == 0 && last.bandwidthS == 0);
    QVERIFY(equal(last.otherCommunicationS, 0.0075 - 15 * 0.005 - 2 * 0.0125 * 15 / 16));
}

void tst_ledger::leavesTotalsUnexplained()
{
    const std::vector<Waterfall> waterfallBars =
        waterfalls(ring(), validLadder(totals([](int p) { return 1.0 / p + 0.1; }, 8)));
    for (const Waterfall& bars : waterfallBars) {
        QVERIFY(equal(bars.unexplainedS, 1.0 / bars.p + 0.1 - predictAt(ring(), bars.p).tStepS));
        QCOMPARE(sumOfBarsS(bars), bars.unexplainedS);
    }
}

// At p = 1, 0.8 s is predicted (no communication): an epoch of 24.9 s is questioned; if set to 31.1 steps per epoch, it
// is not.
void tst_ledger::doubtsEpochsTakenAsSteps()
{
    const MeasuredLadder epochs = validLadder(totals([](int p) { return 24.9 / p; }, 8));
    const QString doubtText = ledgerText(scaleMismatchText(ring(), epochs, 1));
    QVERIFY2(doubtText.contains("At p = 1 a step takes 24.9 s measured and 0.80 s predicted"), qPrintable(doubtText));
    QVERIFY(scaleMismatchText(ring(), epochs, 31.1).empty());
    QVERIFY(!scaleMismatchText(ring(), epochs, 31100).empty());

    // If the number of steps is not set, it is inferred only where it fits: not for that epoch, and not for images per
    // second; once set, it is 31.1.
    Ladder input = totals([](int p) { return 24.9 / p; }, 8);
    QVERIFY(!knownStepsPerMeasuredTime(ring(), input, validLadder(input), Plan()));
    input.stepsPerMeasuredTime = typed(31.1);
    QCOMPARE(knownStepsPerMeasuredTime(ring(), input, validLadder(input), Plan()), std::optional(31.1));
    Ladder steps = totals([](int p) { return 0.9 / p; }, 8);
    QCOMPARE(knownStepsPerMeasuredTime(ring(), steps, validLadder(steps), Plan()), std::optional(1.0));
    for (LadderPoint& point : steps.points)
        point = {.p = point.p, .throughputPerS = 100.0 * point.p};
    QVERIFY(!knownStepsPerMeasuredTime(ring(), steps, validLadder(steps), Plan()));
}

// p = 8 of the book's ladder, read as 1000 steps: compute as predicted, and 48 ms of waiting that was not predicted.
void tst_ledger::givesEachPartABar()
{
    Ladder input = test::output4172();
    input.points[3].compS = 120;  // inflated by 20 s
    input.points[3].ioS = 5;
    const std::vector<Waterfall> waterfallBars = waterfalls(ring(), validLadder(input), 1000);
    const Waterfall& eight = waterfallBars[3];
    QCOMPARE(eight.p, 8);
    QVERIFY(equal(eight.predictedS, 0.1 + 7 * 0.005 + 2 * 0.0125 * 7 / 8));
    QVERIFY(equal(eight.computeS, 0.020));
    QVERIFY(equal(eight.waitingS, 0.048));
    QVERIFY(equal(eight.ioS, 0.005));
    QVERIFY(
        equal(eight.latencyS + eight.bandwidthS + eight.otherCommunicationS, 0.058 - 7 * 0.005 - 2 * 0.0125 * 7 / 8));
}

// Only time and communication: how much of the rest is compute is unknown, so none of it is a gain.
void tst_ledger::leavesUnrecordedComputeUnexplained()
{
    Ladder input = test::output4172();
    for (LadderPoint& point : input.points) {
        point.timeS = *point.compS + *point.commS + *point.idleS;
        point.compS = point.idleS = std::nullopt;
    }
    const std::vector<Waterfall> waterfallBars = waterfalls(ring(), validLadder(input), 1000);
    const Waterfall& eight = waterfallBars[3];
    QCOMPARE(eight.computeS, 0.0);
    // 206 s for 1000 steps, 58 s of it communication; 0.1 s of compute was predicted.
    QVERIFY(equal(eight.unexplainedS, 0.206 - 0.058 - 0.1 - eight.waitingS));
    QVERIFY(equal(sumOfBarsS(eight), eight.measuredS - eight.predictedS));
}

void tst_ledger::comparesPredictedWaiting()
{
    ScalingModel model = ring();
    model.terms.skew = 1.4;  // a largest shard of 1.4 times the mean: waiting of 0.4 T_comp/p
    Ladder input{.scaling = Scaling::Strong};
    for (const int p : {1, 2, 4})
        input.points.push_back(
            {.p = p, .compS = 0.8 / p, .commS = p == 1 ? 0 : 0.02, .idleS = p == 1 ? 0 : 0.5 * 0.8 / p});
    const std::vector<Waterfall> waterfallBars = waterfalls(model, validLadder(input));
    QVERIFY(equal(waterfallBars[2].waitingS, 0.1 * 0.8 / 4));
}

SCALEWRIGHT_TEST(tst_ledger)
#include "tst_ledger.moc"

// The ledger. Expected values: ladders made from the predicted model with known changes, by hand.
#include <QTest>

#include <cmath>
#include <random>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/value_at_p.h"
#include "core/decision/attribution/ledger.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project_file.h"
#include "tests/support/ladders.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"

using namespace scalewright;
using namespace scalewright::test;

namespace {

QString text(const std::string& from)
{
    return QString::fromStdString(from);
}

/// T_comp 0.8 s, book ring with alpha 5 ms and beta 12.5 ms: the example of Output 41.7.2.
ScalingModel ring()
{
    return {.tCompS = 0.8, .exchanges = {{.communication = {.alphaS = 0.005, .betaS = 0.0125}}}};
}

bool equal(double found, double expected)
{
    return std::abs(found - expected) < 1e-12;
}

}  // namespace

class tst_ledger : public QObject {
    Q_OBJECT
private slots:
    void freezeKeepsWhatStood();
    void freezeRefuses();
    void survivesTheProjectFile();
    void barsSumToTheMeasured();
    void latencyAndBandwidthAreToldApart();
    void whatCannotBeToldApart_data();
    void whatCannotBeToldApart();
    void totalsAreUnexplained();
    void anEpochIsNoStep();
    void eachPartHasItsBar();
    void computeThatNobodyRecorded();
    void waitingThatWasPredicted();
    void stepsAreNoRuns();
    void epochsBesideAGoalOfSteps();
};

// A step of 0.8 s on one machine and a plan of 60 000 of them: 48 000 s. Measured 0.82 s at p = 1, 0.45 s at p = 2:
// seconds of a step, so a run of 49 200 s and 27 000 s, which misses a deadline of 4 h once somebody says 1; until then
// it is a guess and the deadline is open. 48 000 s measured are a run.
void tst_ledger::stepsAreNoRuns()
{
    const ScalingModel model = ring();
    Plan plan;
    plan.steps = typed(60000);
    Ladder ladder{.name = "mine", .scaling = Scaling::Strong};
    ladder.points = {{.p = 1, .timeS = 0.82}, {.p = 2, .timeS = 0.45}};
    const MeasuredLadder runs = asRuns(good(ladder), ladder, plan, &model);
    QVERIFY(timesSeemSteps(good(ladder), ladder, plan, &model));
    QVERIFY(equal(runs.rungs[0].timeS / 49200, 1) && equal(runs.rungs[1].timeS / 27000, 1));
    QVERIFY2(text(runs.runsNote).contains("is a guess from the prediction, and a run is 60000 of them"),
             runs.runsNote.c_str());
    QCOMPARE(asRuns(good(ladder), ladder, plan, nullptr).rungs[0].timeS, 0.82);
    Ladder whole = ladder;
    whole.points = {{.p = 1, .timeS = 48000}, {.p = 2, .timeS = 27000}};
    QCOMPARE(asRuns(good(whole), whole, plan, &model).rungs[0].timeS, 48000.0);
    ladder.stepsPerTime = typed(1);
    const MeasuredLadder said = asRuns(good(ladder), ladder, plan, &model);
    QVERIFY(equal(said.rungs[0].timeS / 49200, 1) && !text(said.runsNote).contains("guess"));
    QVERIFY(!runs.runUnknown.empty() && said.runUnknown.empty() && runs.stepDoubt.empty());
    // And so the deadline is missed, whatever a single step takes.
    Project project = output4141();
    project.baseline.tCompS = typed(0.8);
    project.target.alphaS = typed(0.005);
    project.target.bandwidthBytesPerS = typed(1e9 / 0.0125);
    project.plan = plan;
    project.plan.curve = CurveKind::Measured;
    project.goal.deadlineS = typed(14400);
    project.measurements.ladders = {ladder};
    const Analysis answered = analyse(project);
    QVERIFY(answered.plan && answered.plan->goals.size() == 1);
    QCOMPARE(answered.plan->goals[0].met, std::optional(false));
    project.measurements.ladders[0].stepsPerTime.reset();
    const Analysis analysis = analyse(project);
    QCOMPARE(analysis.plan->goals[0].met, std::optional<bool>());
    QCOMPARE(analysis.plan->goals[0].reason, analysis.runs()->runUnknown);
    QVERIFY(!hoursOfRun(project, analysis, analysis.planP) && hoursOfRun(project, answered, answered.planP));
    QVERIFY(analysis.ladder == analyse(project, {}, &analysis).ladder);  // and nothing is worked out twice
}

// Epochs of 1336 steps, 2404.8 s each at p = 1, beside a step of 0.1 s that is predicted: 1.8 s a step as measured, and
// 40 000 steps take 72 000 s where 4000 are predicted. Taken as a run, an epoch meets a deadline of 9 h.
void tst_ledger::epochsBesideAGoalOfSteps()
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
    const auto goalOn = [&](CurveKind curve) {
        project.plan.curve = curve;
        const Analysis analysis = analyse(project);
        return analysis.plan->goals.at(0);
    };
    // Nothing says whether an epoch's 2404.8 s are the run: as a step's they would miss by far.
    QCOMPARE(goalOn(CurveKind::Measured).met, std::optional<bool>());
    QCOMPARE(goalOn(CurveKind::Predicted).met, std::optional<bool>());
    // 1000 s are missed by either, 4000 s as predicted.
    project.goal.deadlineS = typed(1000);
    QCOMPARE(goalOn(CurveKind::Predicted).met, std::optional(false));
    project.goal.deadlineS = typed(9 * 3600);
    // 1336 steps a row: 1.8 s a step, 18 times the prediction, 72 000 s a run.
    project.measurements.ladders[0].stepsPerTime = typed(1336);
    const GoalVerdict measured = goalOn(CurveKind::Measured);
    QCOMPARE(measured.met, std::optional(false));
    QVERIFY(equal(*measured.value / 72000, 1));
    const GoalVerdict predicted = goalOn(CurveKind::Predicted);
    QVERIFY(equal(predicted.otherwiseMeasured.value_or(0) / 72000, 1));
    QVERIFY2(text(measuredOtherwise(analyse(project))).contains("1.80 s measured at p 1, where 0.10 s is predicted"),
             measuredOtherwise(analyse(project)).c_str());
    // Where the plan's p was not measured, its goal turns on the 18 times: 8 workers, 500 s predicted, 9000 s by them.
    project.plan.p = 8;
    project.goal.deadlineS = typed(3600);
    QCOMPARE(goalOn(CurveKind::Predicted).met, std::optional<bool>());
    project.goal.deadlineS = typed(36000);
    QCOMPARE(goalOn(CurveKind::Predicted).met, std::optional(true));
    // Rows of 60 s are 600 steps of the prediction, or a 67th of its run: neither, and nothing is judged.
    project.goal.deadlineS = typed(3600);
    project.measurements.ladders[0].stepsPerTime.reset();
    project.measurements.ladders[0].points = {{.p = 1, .timeS = 60}, {.p = 2, .timeS = 33}};
    const GoalVerdict open = goalOn(CurveKind::Predicted);
    QCOMPARE(open.met, std::optional<bool>());
    QCOMPARE(open.reason, analyse(project).runs()->runUnknown);
}

void tst_ledger::freezeKeepsWhatStood()
{
    Project project = output4141();
    project.ledger.push_back(freeze(project, "before the first run", "2026-11-21").value());
    project.target.alphaS = typed(0.1);
    project.baseline.tCompS = typed(50);
    project.design.communication.pattern = Pattern::Gossip;
    const FrozenPrediction& frozen = project.ledger.front();
    QCOMPARE(frozen.date, std::string("2026-11-21"));
    const Prediction prediction = predict(scalingModel(frozen).value());
    QCOMPARE(prediction.landmarks.pStar, 34);  // the book's, as on the day
}

void tst_ledger::freezeRefuses()
{
    for (const char* date : {"", "yesterday", "21.11.2026", "2026-13-01", "2026-11-32", "2026-11-21x", "2026-1-1"})
        QVERIFY2(text(describe(freeze(output4141(), "x", date).error())).contains("is no date"), date);
    QVERIFY(freeze(output4141(), "x", "2026-11-21T10:00"));
    Project empty;
    const Result<FrozenPrediction> frozen = freeze(empty, "x", "2026-11-21");
    QVERIFY(!frozen);
    QVERIFY(text(describe(frozen.error())).contains("/baseline/t_comp_s"));
}

void tst_ledger::survivesTheProjectFile()
{
    Project project = output4141();
    project.ledger.push_back(freeze(project, "one", "2026-11-21").value());
    const Result<Project> again = parseProject(writeProject(project));
    QVERIFY(again);
    QVERIFY(again->ledger == project.ledger);
}

void tst_ledger::barsSumToTheMeasured()
{
    std::mt19937 random(17);
    std::uniform_real_distribution<double> unit(0.01, 1);
    for (int round = 0; round < 200; ++round) {
        Ladder given{.scaling = Scaling::Strong};
        for (int p = 1 + round % 3; p < 40; p *= 2) {
            LadderPoint point{.p = p, .compS = unit(random), .commS = unit(random), .idleS = unit(random)};
            if (round % 2 == 1)
                point.ioS = unit(random);
            if (round % 5 == 1)
                point.timeS = *point.compS + *point.commS + *point.idleS + *point.ioS + unit(random);
            given.points.push_back(point);
        }
        ScalingModel model = ring();
        if (round % 4 == 1)
            model.terms.jitterS = 0.01;
        const MeasuredLadder ladder = good(given);
        const std::vector<Waterfall> all = waterfalls(model, ladder, 3.5);
        QCOMPARE(all.size(), ladder.rungs.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            QCOMPARE(all[i].measuredS, ladder.rungs[i].timeS / 3.5);
            QCOMPARE(all[i].predictedS, predictAt(model, all[i].p).tStepS);
            QVERIFY(equal(all[i].predictedS + all[i].barsS(), all[i].measuredS));
        }
    }
}

// A run of 1000 steps on a link with 3 ms more latency and 8 ms more transfer than predicted: bars of just that, and a
// shift of just that.
void tst_ledger::latencyAndBandwidthAreToldApart()
{
    Ladder given{.scaling = Scaling::Strong};
    for (const int p : {1, 2, 4, 8, 16})
        given.points.push_back(
            {.p = p, .compS = 800.0 / p, .commS = 1000 * (0.008 * (p - 1) + 2 * 0.0205 * (p - 1) / p), .idleS = 0});
    const MeasuredLadder ladder = good(given);
    const CommunicationShift shift = communicationShift(ring(), ladder, 1000);
    QVERIFY(shift.by);
    QVERIFY(equal(shift.by->alphaS, 0.003));
    QVERIFY(equal(shift.by->betaS, 0.008));
    for (const Waterfall& bars : waterfalls(ring(), ladder, 1000)) {
        QVERIFY(equal(bars.latencyS, 0.003 * (bars.p - 1)));
        QVERIFY(equal(bars.bandwidthS, 0.008 * 2 * (bars.p - 1) / bars.p));
        QVERIFY(equal(bars.communicationS, 0));
        QVERIFY(equal(bars.computeS, 0) && equal(bars.waitingS, 0) && equal(bars.unexplainedS, 0));
    }
}

void tst_ledger::whatCannotBeToldApart_data()
{
    QTest::addColumn<int>("rungs");  // beyond 1
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<double>("overlap");
    QTest::addColumn<QString>("reason");
    QTest::newRow("one p") << 1 << "book-ring-all-reduce" << 0.0 << "from two p beyond 1";
    QTest::newRow("alike") << 4 << "recursive-doubling-all-reduce" << 0.0 << "grow alike";
    QTest::newRow("not linear") << 4 << "double-tree-all-reduce" << 0.0 << "not a sum";
    QTest::newRow("overlap") << 4 << "book-ring-all-reduce" << 0.5 << "overlaps";
}

void tst_ledger::whatCannotBeToldApart()
{
    QFETCH(int, rungs);
    QFETCH(QString, pattern);
    QFETCH(double, overlap);
    QFETCH(QString, reason);
    ScalingModel model = ring();
    model.first().pattern = patternFromName(pattern.toStdString()).value();
    model.terms.overlap = overlap;
    Ladder given{.scaling = Scaling::Strong};
    for (int i = 0; i <= rungs; ++i)
        given.points.push_back(
            {.p = 1 << i, .compS = 0.8 / (1 << i), .commS = i == 0 ? 0 : 0.1 + 0.05 * i, .idleS = 0});
    const MeasuredLadder ladder = good(given);
    const CommunicationShift shift = communicationShift(model, ladder);
    QVERIFY(!shift.by);
    QVERIFY2(text(shift.reason).contains(reason), shift.reason.c_str());
    const std::vector<Waterfall> all = waterfalls(model, ladder);
    const Waterfall& last = all.back();
    QVERIFY(last.latencyS == 0 && last.bandwidthS == 0);
    QVERIFY(equal(last.communicationS, 0.1 + 0.05 * rungs - predictAt(model, last.p).tCommS));
}

void tst_ledger::totalsAreUnexplained()
{
    const std::vector<Waterfall> all = waterfalls(ring(), good(totals([](int p) { return 1.0 / p + 0.1; }, 8)));
    for (const Waterfall& bars : all) {
        QVERIFY(equal(bars.unexplainedS, 1.0 / bars.p + 0.1 - predictAt(ring(), bars.p).tStepS));
        QCOMPARE(bars.barsS(), bars.unexplainedS);
    }
}

// 0.8 s are predicted at p = 1 (no communication): an epoch of 24.9 s beside it is asked about, 31.1 of its steps are
// not.
void tst_ledger::anEpochIsNoStep()
{
    const MeasuredLadder epochs = good(totals([](int p) { return 24.9 / p; }, 8));
    const QString doubt = text(scaleDoubt(ring(), epochs, 1));
    QVERIFY2(doubt.contains("At p = 1 24.9 s were measured and 0.80 s predicted for a step"), qPrintable(doubt));
    QVERIFY(scaleDoubt(ring(), epochs, 31.1).empty());
    QVERIFY(!scaleDoubt(ring(), epochs, 31100).empty());

    // Steps that nobody told are known only where they fit: not of that epoch, not of images a second; 31.1 of them
    // once it is said.
    Ladder given = totals([](int p) { return 24.9 / p; }, 8);
    QVERIFY(!knownStepsPerTime(ring(), given, good(given), Plan()));
    given.stepsPerTime = typed(31.1);
    QCOMPARE(knownStepsPerTime(ring(), given, good(given), Plan()), std::optional(31.1));
    Ladder steps = totals([](int p) { return 0.9 / p; }, 8);
    QCOMPARE(knownStepsPerTime(ring(), steps, good(steps), Plan()), std::optional(1.0));
    for (LadderPoint& point : steps.points)
        point = {.p = point.p, .throughputPerS = 100.0 * point.p};
    QVERIFY(!knownStepsPerTime(ring(), steps, good(steps), Plan()));
}

// At p = 8 of the book's ladder, taken as 1000 steps: compute as predicted, 48 ms of waiting that nobody predicted.
void tst_ledger::eachPartHasItsBar()
{
    Ladder given = test::output4172();
    given.points[3].compS = 120;  // inflated by 20 s
    given.points[3].ioS = 5;
    const std::vector<Waterfall> all = waterfalls(ring(), good(given), 1000);
    const Waterfall& eight = all[3];
    QCOMPARE(eight.p, 8);
    QVERIFY(equal(eight.predictedS, 0.1 + 7 * 0.005 + 2 * 0.0125 * 7 / 8));
    QVERIFY(equal(eight.computeS, 0.020));
    QVERIFY(equal(eight.waitingS, 0.048));
    QVERIFY(equal(eight.ioS, 0.005));
    QVERIFY(equal(eight.latencyS + eight.bandwidthS + eight.communicationS, 0.058 - 7 * 0.005 - 2 * 0.0125 * 7 / 8));
}

// Time and communication alone: of the rest nobody says what is compute, so none of it is a gain.
void tst_ledger::computeThatNobodyRecorded()
{
    Ladder given = test::output4172();
    for (LadderPoint& point : given.points) {
        point.timeS = *point.compS + *point.commS + *point.idleS;
        point.compS = point.idleS = std::nullopt;
    }
    const std::vector<Waterfall> all = waterfalls(ring(), good(given), 1000);
    const Waterfall& eight = all[3];
    QCOMPARE(eight.computeS, 0.0);
    // 206 s of 1000 steps, 58 of them communication; 0.1 s of compute were predicted.
    QVERIFY(equal(eight.unexplainedS, 0.206 - 0.058 - 0.1 - eight.waitingS));
    QVERIFY(equal(eight.barsS(), eight.measuredS - eight.predictedS));
}

void tst_ledger::waitingThatWasPredicted()
{
    ScalingModel model = ring();
    model.terms.skew = 1.4;  // a largest shard of 1.4 means: waiting of 0.4 T_comp/p
    Ladder given{.scaling = Scaling::Strong};
    for (const int p : {1, 2, 4})
        given.points.push_back(
            {.p = p, .compS = 0.8 / p, .commS = p == 1 ? 0 : 0.02, .idleS = p == 1 ? 0 : 0.5 * 0.8 / p});
    const std::vector<Waterfall> all = waterfalls(model, good(given));
    QVERIFY(equal(all[2].waitingS, 0.1 * 0.8 / 4));
}

SCALEWRIGHT_TEST(tst_ledger)
#include "tst_ledger.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: closed forms of p* and their derivatives, brute force over p written here, and the students' numbers
// by
// hand.
#include <QFile>
#include <QTest>

#include <cmath>
#include <functional>

#include "core/decision/analysis/analysis.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/compare.h"
#include "core/model/step/project_model.h"
#include "core/output/answers/design_comparison.h"
#include "core/project/document/project_file.h"
#include "core/project/document/variants.h"
#include "tests/support/files.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"

using namespace scalewright;
using scalewright::test::example;
using scalewright::test::shippedText;

namespace {

const DesignCatalogue& designMenus()
{
    static const DesignCatalogue menus = parseDesignCatalogue(shippedText("resources/catalogue/design.json")).value();
    return menus;
}

ScalingModel makeModel(Pattern pattern, double tComp, double alpha, double beta)
{
    ScalingModel model;
    model.primaryExchange().pattern = pattern;
    model.tCompS = tComp;
    model.primaryExchange().communication.alphaS = alpha;
    model.primaryExchange().communication.betaS = beta;
    return model;
}

int fastest(const std::function<double(int)>& seconds, int pMax = 4096)
{
    int bestP = 1;
    for (int p = 2; p <= pMax; ++p)
        if (seconds(p) < seconds(bestP))
            bestP = p;
    return bestP;
}

void compareElasticities(const ScalingModel& model, double alpha, double beta, double tComp, double tolerance)
{
    const std::vector<Elasticity> computed = elasticities(model);
    QCOMPARE(computed.size(), std::size_t{3});
    const double expected[] = {alpha, beta, tComp};
    for (std::size_t i = 0; i < computed.size(); ++i) {
        QVERIFY2(computed[i].value.has_value(), computed[i].reason.c_str());
        QVERIFY2(std::abs(*computed[i].value - expected[i]) < tolerance,
                 qPrintable(QString("%1: %2 for %3")
                                .arg(computed[i].parameter.c_str())
                                .arg(*computed[i].value, 0, 'g', 9)
                                .arg(expected[i], 0, 'g', 9)));
    }
}

const PStarStep* stepThat(const DesignComparison& comparison, const char* stepText)
{
    for (const PStarStep& step : comparison.pStarSteps)
        if (step.change.find(stepText) != std::string::npos)
            return &step;
    return nullptr;
}

}  // namespace

class tst_design_compare : public QObject {
    Q_OBJECT

private slots:
    // Output 41.4.1 peaks at 34 with 7.49; no p* is reported for a design that does not fit.
    void comparesTwoDesigns()
    {
        DesignComparison comparison;
        comparison.leftPrediction = predict(
            ScalingModel{.tCompS = 1, .exchanges = {{.communication = {.alphaS = 0.0008, .betaS = 0.04}}}}, 128);
        const auto containsText = [](const std::string& text, const char* expectedText) {
            return text.find(expectedText) != std::string::npos;
        };
        const std::string unpriced = designComparisonHeadline(comparison, {.left = "ring", .right = "tree"});
        QVERIFY2(containsText(unpriced, "7.49") && containsText(unpriced, "34") && containsText(unpriced, "tree"),
                 unpriced.c_str());
        comparison.rightPrediction = comparison.leftPrediction;
        const std::string large = designComparisonHeadline(
            comparison, {.left = "ring", .right = "tree", .rightMemoryOverflow = "25.6 GB on a worker of 16 GB"});
        QVERIFY2(containsText(large, "25.6 GB") && large.find("7.49") == large.rfind("7.49"), large.c_str());
    }

    void elasticitiesOfARing_data();
    void elasticitiesOfARing();
    void elasticitiesOfAParameterServer();
    void elasticityThroughWaiting();
    void noElasticity();
    void comparesTheStudentDesigns();
    void studentBsBill();
    void comparesTheForcedSynchronousVariant();
    void theWalk();
    void omitsChangesWithoutEffect();
    void averagesCausesOverOrders();
    void causesOfManyGroupsMultiplyToTheWhole();
    void caseStudy();
    void comparesWithoutAModel();
    void variants();
};

void tst_design_compare::elasticitiesOfARing_data()
{
    QTest::addColumn<bool>("book");
    QTest::addColumn<double>("tComp");
    QTest::addColumn<double>("alpha");
    QTest::addColumn<double>("beta");
    QTest::newRow("Output 41.4.1") << true << 1.0 << 0.0008 << 0.04;
    QTest::newRow("the full ring") << false << 1.0 << 0.0008 << 0.04;
    QTest::newRow("bandwidth counts") << true << 1.0 << 0.0001 << 0.4;
    QTest::newRow("student A") << false << 1.6 << 5e-5 << 102228128 / 3.125e9;
    QTest::newRow("few workers") << true << 0.1 << 0.004 << 0.01;
}

void tst_design_compare::elasticitiesOfARing()
{
    // p* = sqrt((T - 2 beta)/alpha), with twice the alpha for the full ring: logarithmic derivatives.
    QFETCH(bool, book);
    QFETCH(double, tComp);
    QFETCH(double, alpha);
    QFETCH(double, beta);
    const double parallelTime = tComp - 2 * beta;
    compareElasticities(makeModel(book ? Pattern::BookRingAllReduce : Pattern::RingAllReduce, tComp, alpha, beta), -0.5,
                        -beta / parallelTime, tComp / (2 * parallelTime), 1e-6);
}

void tst_design_compare::elasticitiesOfAParameterServer()
{
    // Beyond the number of shards: p* = sqrt(T/(2 (alpha + beta/s))).
    ScalingModel model = makeModel(Pattern::ParameterServer, 1, 0.0001, 0.0008);
    model.primaryExchange().communication.serverShards = 4;
    compareElasticities(model, -0.5 / 3, -1.0 / 3, 0.5, 1e-6);
}

void tst_design_compare::elasticityThroughWaiting()
{
    // Exponential jitter alone: T/p + sigma (H_p - 1) is smallest where T/sigma = p - 1/2 + 1/(6p), so p* = 100.498 for
    // T/sigma = 100.
    ScalingModel model = makeModel(Pattern::BookRingAllReduce, 1, 0, 0);
    model.terms.jitterDistribution = JitterDistribution::Exponential;
    model.terms.jitterS = 0.01;
    const std::vector<Elasticity> computed = elasticities(model);
    QVERIFY(!computed[0].value && computed[0].reason == "alpha is 0");
    QVERIFY(!computed[1].value && computed[1].reason == "beta is 0");
    QVERIFY2(computed[2].value.has_value(), computed[2].reason.c_str());
    QVERIFY(std::abs(*computed[2].value - 100 / 100.498) < 1e-4);
}

void tst_design_compare::noElasticity()
{
    const auto missingElasticityReason = [](const ScalingModel& model) {
        const std::vector<Elasticity> computed = elasticities(model);
        for (const Elasticity& each : computed)
            if (each.value || each.reason.empty())
                return std::string("has a value");
        return computed.front().reason;
    };
    // 4 workers or 64: the time of recursive doubling changes only at powers of two.
    QVERIFY(missingElasticityReason(makeModel(Pattern::RecursiveDoublingAllReduce, 1, 0.001, 0.01))
                .find("moves in steps") != std::string::npos);
    QVERIFY(missingElasticityReason(makeModel(Pattern::BookRingAllReduce, 1, 0.1, 0.5)).find("p* is 1") !=
            std::string::npos);
    QVERIFY(missingElasticityReason(makeModel(Pattern::BookRingAllReduce, 1, 0, 0.1)).find("largest p searched") !=
            std::string::npos);
    ScalingModel server = makeModel(Pattern::ParameterServer, 1, 0.001, 0.01);
    server.primaryExchange().communication.serverShards =
        32;  // up to 32 workers a step spends 64 (alpha + beta/32) on communication, beyond that more
    QCOMPARE(predict(server).landmarks.pStar, 32);
    QVERIFY(missingElasticityReason(server).find("32 shards") != std::string::npos);
}

// Section 41.4: both students wrote "data parallelism", but their patterns differ.
void tst_design_compare::comparesTheStudentDesigns()
{
    const Project a = example("student-a");
    const Project b = example("student-b");
    QVERIFY(isOptionChosen(a.design.partitioning.slot, "split-data") &&
            isOptionChosen(b.design.partitioning.slot, "split-data"));
    QVERIFY(a.design.communication.pattern == Pattern::RingAllReduce);
    QVERIFY(b.design.communication.pattern == Pattern::ParameterServer);
    const DesignComparison c = compareDesigns(a, b, designMenus());
    QVERIFY(c.slotDifferences[0].differs && c.slotDifferences[1].differs);
    QCOMPARE(c.slotDifferences[1].rightText,
             std::string("All-reduce (dense layers) + parameter server (embedding table)"));
    // A has no findings; B has no errors, but its all-reduce variant does.
    QVERIFY(checkDesign(a, analyse(a), designMenus()).empty());
    const auto errors = [](const Project& project) {
        std::vector<std::string> rules;
        for (const Finding& each : checkDesign(project, analyse(project), designMenus()))
            if (each.severity == Severity::Error)
                rules.push_back(each.ruleName);
        return rules;
    };
    QVERIFY(errors(b).empty());
    QVERIFY((errors(*projectForVariant(b, "all-reduce")) ==
             std::vector<std::string>{"replicates-what-does-not-fit", "wants-a-parameter-server"}));
}

void tst_design_compare::studentBsBill()
{
    const Project rows = example("student-b");
    const Project table = projectForVariant(rows, "all-reduce").value();
    const DesignComparison c = compareDesigns(rows, table, designMenus());
    // At 8 workers: 16 (50 us + 335.5 us/8) = 1.471 ms plus the dense layers' ring, 14 x 50 us + 1.75 x 384 us = 1.372
    // ms, compared with 14 x 50 us + 1.75 x 8.192 s = 14.34 s.
    const double served = 16 * (5e-5 + 1048576 / 3.125e9 / 8) + 14 * 5e-5 + 1.75 * 1.2e6 / 3.125e9;
    const double reduced = 14 * 5e-5 + 1.75 * 25.6e9 / 3.125e9;
    QVERIFY(std::abs(c.leftPrediction->row(8).tCommS / served - 1) < 1e-12);
    QVERIFY(std::abs(c.rightPrediction->row(8).tCommS / reduced - 1) < 1e-12);
    for (const int p : {2, 8, 32, 128, 1024})
        QVERIFY(c.rightPrediction->row(p).tCommS > 10 * c.leftPrediction->row(p).tCommS);
    // The cost follows the step time: at 8 workers, also more than ten times as much.
    QVERIFY(c.rightPrediction->row(8).tStepS > 10 * c.leftPrediction->row(8).tStepS);
    const int bestP = fastest([](int p) {
        const double dense = 2 * (p - 1) * 5e-5 + 2 * (p - 1.0) / p * 1.2e6 / 3.125e9;
        return 0.2 / p + (p > 1 ? 2 * std::max(8, p) * (5e-5 + 1048576 / 3.125e9 / 8) + dense : 0);
    });
    QCOMPARE(c.leftPrediction->landmarks.pStar, bestP);
    QCOMPARE(c.rightPrediction->landmarks.pStar, 1);
    // The walk shows which of the two is the cause: a ring of 1 MB is no worse than 8 servers, so it is the message.
    QCOMPARE(c.pStarSteps.front().pStar, bestP);
    QVERIFY(stepThat(c, "pattern: ring all-reduce")->pStar > bestP);
    QCOMPARE(stepThat(c, "beta 8.19 s")->pStar, 1);
    QVERIFY(stepThat(c, "no further exchange"));
    QCOMPARE(c.pStarSteps.size(), std::size_t{4});
}

// Exercise 41.4.3: the curve, p*, and the check that requires another slot.
void tst_design_compare::comparesTheForcedSynchronousVariant()
{
    const Project bounded = example("recommendation");
    const Project forced = projectForVariant(bounded, "forced synchronous").value();
    const DesignComparison c = compareDesigns(bounded, forced, designMenus());
    for (const SlotDifference& each : c.slotDifferences)
        QCOMPARE(each.differs, each.slot == Slot::Consistency);
    QVERIFY(c.rightPrediction->landmarks.pStar < c.leftPrediction->landmarks.pStar);
    QVERIFY(c.rightPrediction->row(c.rightPrediction->landmarks.pStar).speedup <
            c.leftPrediction->row(c.leftPrediction->landmarks.pStar).speedup / 2);
    for (const int p : {2, 8, 32, 128})
        QVERIFY(c.rightPrediction->row(p).speedup < c.leftPrediction->row(p).speedup);
    QCOMPARE(c.pStarSteps.size(), std::size_t{2});
    QCOMPARE(c.pStarSteps.back().change, std::string("consistency: a barrier every step"));
    QCOMPARE(c.pStarSteps.back().pStar, c.rightPrediction->landmarks.pStar);

    const auto rules = [](const Project& project) {
        std::vector<std::string> ruleNames;
        for (const Finding& each : checkDesign(project, analyse(project), designMenus()))
            ruleNames.push_back(each.ruleName);
        return ruleNames;
    };
    // A jitter of 15 ms on 12.5 ms of work is the only finding.
    QVERIFY(rules(bounded) == std::vector<std::string>{"jitter-exceeds-compute"});
    const std::vector<std::string> requestedRules = rules(forced);
    QVERIFY(std::count(requestedRules.begin(), requestedRules.end(), "synchronous-without-straggler-plan") == 1);
    for (const Finding& each : checkDesign(forced, analyse(forced), designMenus()))
        if (each.ruleName == "synchronous-without-straggler-plan")
            QVERIFY(each.slotsRead.front() == Slot::LoadBalancing);

    // Without failures the synchronous T(p) is 0.4/p + 2 max(32, p)(alpha + beta/32) + sigma (H_p - 1).
    Project withoutJitter = forced;
    withoutJitter.target.nodeMtbfS.reset();
    withoutJitter.design.faultTolerance = {};
    const auto seconds = [](int p) {
        double waiting = -0.015;
        for (int i = 1; i <= p; ++i)
            waiting += 0.015 / i;
        return 0.4 / p + (p > 1 ? 2 * std::max(32, p) * (5e-5 + 4194304 / 3.125e9 / 32) : 0) + waiting;
    };
    const Prediction predicted = predict(scalingModel(withoutJitter).value());
    QCOMPARE(predicted.landmarks.pStar, fastest(seconds));
    QVERIFY(std::abs(predicted.row(32).tStepS - seconds(32)) < 1e-12);
}

void tst_design_compare::theWalk()
{
    Project left = test::output4141();
    Project right = left;
    right.design.communication.pattern = Pattern::RingAllReduce;
    right.target.alphaS = typed(0.0004);
    right.design.communication.messageBytes = typed(5e8);
    right.design.loadBalancing.jitterS = typed(0.001);
    right.design.loadBalancing.jitterShape = JitterShape::Exponential;
    right.target.priceUsdPerHour = typed(9);
    const DesignComparison c = compareDesigns(left, right, designMenus());
    // By hand, applying one change after another.
    const auto bestPFor = [](double latencies, double alpha, double beta, double sigma) {
        return fastest(
            [=](int p) {
                double harmonic = 0;
                for (int i = 1; i <= p; ++i)
                    harmonic += 1.0 / i;
                return 1.0 / p + latencies * alpha * (p - 1) + 2 * beta * (p - 1) / p + sigma * (harmonic - 1);
            },
            200);
    };
    const std::vector<int> expected{bestPFor(1, 0.0008, 0.04, 0), bestPFor(1, 0.0004, 0.04, 0),
                                    bestPFor(2, 0.0004, 0.04, 0), bestPFor(2, 0.0004, 0.02, 0),
                                    bestPFor(2, 0.0004, 0.02, 0.001)};
    QCOMPARE(c.pStarSteps.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        QCOMPARE(c.pStarSteps[i].pStar, expected[i]);
    QCOMPARE(c.pStarSteps.front().change, std::string("left design"));
    QVERIFY(c.pStarSteps[1].change.find("alpha 0.40 ms") != std::string::npos);
    QVERIFY(c.pStarSteps[3].change.find("beta 20.0 ms") != std::string::npos);
    QVERIFY(c.pStarSteps[4].change.find("jitter 1.00 ms") != std::string::npos);
    QCOMPARE(c.pStarSteps.back().pStar, c.rightPrediction->landmarks.pStar);
    QCOMPARE(c.pStarSteps.back().speedup, c.rightPrediction->row(c.rightPrediction->landmarks.pStar).speedup);
}

// S(p*) of the book's ring by brute force for the four combinations of two changes. The effect of each change, averaged
// over the two orders, is the mean of its two steps in ln S.
void tst_design_compare::averagesCausesOverOrders()
{
    Project left = test::output4141();
    Project right = left;
    right.target.alphaS = typed(0.0001);
    right.design.communication.messageBytes = typed(1e10);
    const double before = scalingModel(left).value().primaryExchange().communication.betaS,
                 after = scalingModel(right).value().primaryExchange().communication.betaS;
    const auto logSpeedup = [](double alpha, double beta) {
        const auto seconds = [=](int p) { return 1.0 / p + alpha * (p - 1) + 2 * beta * (p - 1) / p; };
        return -std::log(seconds(fastest(seconds)));
    };
    const double unchanged = logSpeedup(0.0008, before), latency = logSpeedup(0.0001, before),
                 message = logSpeedup(0.0008, after), bothChanged = logSpeedup(0.0001, after);
    const double latencyFactor = std::exp(((latency - unchanged) + (bothChanged - message)) / 2),
                 messageFactor = std::exp(((message - unchanged) + (bothChanged - latency)) / 2);
    QVERIFY(std::abs(latency - unchanged - (bothChanged - message)) > 0.05);  // the order matters
    const auto factorOfStep = [](const DesignComparison& c, const char* stepText) {
        for (const SpeedupCause& cause : c.speedupCauses)
            if (cause.change.find(stepText) == 0)
                return cause.speedupFactor;
        return 0.0;
    };
    const DesignComparison forward = compareDesigns(left, right, designMenus());
    QCOMPARE(forward.speedupCauses.size(), std::size_t(2));
    QVERIFY(std::abs(factorOfStep(forward, "latency") / latencyFactor - 1) < 1e-9);
    QVERIFY(std::abs(factorOfStep(forward, "message") / messageFactor - 1) < 1e-9);
    const DesignComparison back = compareDesigns(right, left, designMenus());
    QVERIFY(std::abs(factorOfStep(back, "latency") * latencyFactor - 1) < 1e-9);
    QVERIFY(std::abs(factorOfStep(back, "message") * messageFactor - 1) < 1e-9);
}

// However many groups change, the factors multiply to the total, largest first, and the reverse comparison inverts
// them.
void tst_design_compare::causesOfManyGroupsMultiplyToTheWhole()
{
    for (const auto& [one, other] :
         {std::pair{"system-a", "system-c"}, {"student-a", "student-b"}, {"system-b", "heat-lumi"}}) {
        const DesignComparison forward = compareDesigns(example(one), example(other), designMenus()),
                               back = compareDesigns(example(other), example(one), designMenus());
        QVERIFY2(forward.speedupCauses.size() > 1, one);
        double product = 1;
        for (std::size_t i = 0; i < forward.speedupCauses.size(); ++i) {
            product *= forward.speedupCauses[i].speedupFactor;
            const double size = std::abs(std::log(forward.speedupCauses[i].speedupFactor));
            QVERIFY(i == 0 || size <= std::abs(std::log(forward.speedupCauses[i - 1].speedupFactor)));
            QVERIFY2(std::abs(size - std::abs(std::log(back.speedupCauses[i].speedupFactor))) < 1e-6, one);
        }
        const auto bestPOf = [](const std::optional<Prediction>& side) {
            return side->row(side->landmarks.pStar).speedup;
        };
        QVERIFY2(std::abs(product / (bestPOf(forward.rightPrediction) / bestPOf(forward.leftPrediction)) - 1) < 1e-9,
                 one);
    }
}

void tst_design_compare::omitsChangesWithoutEffect()
{
    Project left = test::output4141();
    Project right = left;
    right.target.priceUsdPerHour = typed(5);
    right.design.communication.shards = typed(8);
    right.design.communication.backwardShare = typed(0.5);
    right.design.coordination.slot.choices = {{"decentralized", "", {}}};
    right.design.faultTolerance.slot.choices = {{"elastic", "", {}}};
    right.design.loadBalancing.jitterShape = JitterShape::Exponential;
    const DesignComparison c = compareDesigns(left, right, designMenus());
    QCOMPARE(c.pStarSteps.size(), std::size_t{1});
    // They are nevertheless different designs.
    QVERIFY(c.slotDifferences[1].differs && c.slotDifferences[3].differs && c.slotDifferences[4].differs);
    QCOMPARE(c.slotDifferences[1].rightParameters.size(), std::size_t{2});
    QVERIFY(c.slotDifferences[1].leftParameters.empty());
}

void tst_design_compare::caseStudy()
{
    const Project ownDesign = example("student-a");
    const CaseStudy& study = *designMenus().find("web-scale-rag");
    const DesignComparison c =
        compareDesigns(ownDesign, withCaseStudy(ownDesign, study), designMenus(), 4096, nullptr, &study);
    QCOMPARE(c.slotDifferences[5].rightText, std::string("not given in the table"));
    QCOMPARE(c.slotDifferences[1].rightText, std::string("Scatter-gather"));
    // With the project's own numbers: binomial scatter and gather of its message.
    const double beta = 102228128 / 3.125e9;
    QVERIFY(std::abs(c.rightPrediction->row(16).tCommS - 2 * (4 * 5e-5 + beta * 15 / 16)) < 1e-12);
    QCOMPARE(c.rightPrediction->model.tCompS, 1.6);
    // Exercise 41.4.3: a slot that the user filled is shown with its option.
    Project filled = withCaseStudy(ownDesign, study);
    filled.design.loadBalancing.slot.choices = {{"even-sharding", "", {}}};
    QCOMPARE(compareDesigns(ownDesign, filled, designMenus(), 4096, nullptr, &study).slotDifferences[5].rightText,
             std::string("Even sharding"));
}

void tst_design_compare::comparesWithoutAModel()
{
    const Project left = test::output4141();
    Project right = left;
    right.baseline.tCompS.reset();
    const DesignComparison c = compareDesigns(left, right, designMenus());
    QVERIFY(c.leftPrediction && !c.rightPrediction && c.leftUnpricedReason.empty());
    QVERIFY(c.rightUnpricedReason.find("/baseline/t_comp_s") != std::string::npos);
    QVERIFY(c.pStarSteps.empty() && c.rightElasticities.empty() && c.leftElasticities.size() == 3);
    QCOMPARE(c.slotDifferences.size(), std::size_t{6});
}

void tst_design_compare::variants()
{
    const Project b = example("student-b");
    QVERIFY(projectForVariant(b, "parameter server").value() == b);
    const Project withAllReduce = projectForVariant(b, "all-reduce").value();
    QCOMPARE(withAllReduce.variantName, std::string("all-reduce"));
    QVERIFY(withAllReduce.design == b.variants.at(0).design && withAllReduce.target == b.variants.at(0).target &&
            withAllReduce.baseline == b.baseline);
    const Result<Project> missingVariant = projectForVariant(b, "gossip");
    QVERIFY(!missingVariant);
    QVERIFY(describe(missingVariant.error()).find("\"parameter server\", \"all-reduce\"") != std::string::npos);
}

SCALEWRIGHT_TEST(tst_design_compare)
#include "tst_design_compare.moc"

// Expected values: closed forms of p* and their derivatives, brute force over p written here, the students' numbers by
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

const DesignCatalogue& catalogue()
{
    static const DesignCatalogue menus = parseDesignCatalogue(shippedText("resources/catalogue/design.json")).value();
    return menus;
}

ScalingModel modelOf(Pattern pattern, double tComp, double alpha, double beta)
{
    ScalingModel model;
    model.first().pattern = pattern;
    model.tCompS = tComp;
    model.first().communication.alphaS = alpha;
    model.first().communication.betaS = beta;
    return model;
}

int fastest(const std::function<double(int)>& seconds, int pMax = 4096)
{
    int best = 1;
    for (int p = 2; p <= pMax; ++p)
        if (seconds(p) < seconds(best))
            best = p;
    return best;
}

void compareElasticities(const ScalingModel& model, double alpha, double beta, double tComp, double tolerance)
{
    const std::vector<Elasticity> found = elasticities(model);
    QCOMPARE(found.size(), std::size_t{3});
    const double expected[] = {alpha, beta, tComp};
    for (std::size_t i = 0; i < found.size(); ++i) {
        QVERIFY2(found[i].value.has_value(), found[i].reason.c_str());
        QVERIFY2(std::abs(*found[i].value - expected[i]) < tolerance, qPrintable(QString("%1: %2 for %3")
                                                                                     .arg(found[i].parameter.c_str())
                                                                                     .arg(*found[i].value, 0, 'g', 9)
                                                                                     .arg(expected[i], 0, 'g', 9)));
    }
}

const MovedBy* stepThat(const DesignComparison& comparison, const char* says)
{
    for (const MovedBy& step : comparison.moved)
        if (step.what.find(says) != std::string::npos)
            return &step;
    return nullptr;
}

}  // namespace

class tst_design_compare : public QObject {
    Q_OBJECT

private slots:
    // Output 41.4.1 peaks at 34 with 7.49; a side that does not fit is not said to reach anything.
    void twoDesigns()
    {
        DesignComparison comparison;
        comparison.left = predict(
            ScalingModel{.tCompS = 1, .exchanges = {{.communication = {.alphaS = 0.0008, .betaS = 0.04}}}}, 128);
        const auto says = [](const std::string& text, const char* what) {
            return text.find(what) != std::string::npos;
        };
        const std::string unpriced = comparedHeadline(comparison, {.left = "ring", .right = "tree"});
        QVERIFY2(says(unpriced, "7.49") && says(unpriced, "34") && says(unpriced, "tree"), unpriced.c_str());
        comparison.right = comparison.left;
        const std::string large = comparedHeadline(
            comparison, {.left = "ring", .right = "tree", .rightOverfull = "25.6 GB on a worker of 16 GB"});
        QVERIFY2(says(large, "25.6 GB") && large.find("7.49") == large.rfind("7.49"), large.c_str());
    }

    void elasticitiesOfTheRing_data();
    void elasticitiesOfTheRing();
    void elasticitiesOfAParameterServer();
    void elasticityThroughWaiting();
    void noElasticity();
    void twoStudents();
    void studentBsBill();
    void forcedToSynchronous();
    void theWalk();
    void theWalkLeavesOutWhatIsIdle();
    void causesAveragedOverOrders();
    void causesOfManyGroups();
    void caseStudy();
    void withoutAModel();
    void variants();
};

void tst_design_compare::elasticitiesOfTheRing_data()
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

void tst_design_compare::elasticitiesOfTheRing()
{
    // p* = sqrt((T - 2 beta)/alpha), with twice alpha for the full ring: logarithmic derivatives.
    QFETCH(bool, book);
    QFETCH(double, tComp);
    QFETCH(double, alpha);
    QFETCH(double, beta);
    const double left = tComp - 2 * beta;
    compareElasticities(modelOf(book ? Pattern::BookRingAllReduce : Pattern::RingAllReduce, tComp, alpha, beta), -0.5,
                        -beta / left, tComp / (2 * left), 1e-6);
}

void tst_design_compare::elasticitiesOfAParameterServer()
{
    // Past its shards: p* = sqrt(T/(2 (alpha + beta/s))).
    ScalingModel model = modelOf(Pattern::ParameterServer, 1, 0.0001, 0.0008);
    model.first().communication.shards = 4;
    compareElasticities(model, -0.5 / 3, -1.0 / 3, 0.5, 1e-6);
}

void tst_design_compare::elasticityThroughWaiting()
{
    // Exponential jitter alone: T/p + sigma (H_p - 1) is least where T/sigma = p - 1/2 + 1/(6p), so p* = 100.498 for
    // 100.
    ScalingModel model = modelOf(Pattern::BookRingAllReduce, 1, 0, 0);
    model.terms.jitter = Jitter::Exponential;
    model.terms.jitterS = 0.01;
    const std::vector<Elasticity> found = elasticities(model);
    QVERIFY(!found[0].value && found[0].reason == "alpha is 0");
    QVERIFY(!found[1].value && found[1].reason == "beta is 0");
    QVERIFY2(found[2].value.has_value(), found[2].reason.c_str());
    QVERIFY(std::abs(*found[2].value - 100 / 100.498) < 1e-4);
}

void tst_design_compare::noElasticity()
{
    const auto reasonOf = [](const ScalingModel& model) {
        const std::vector<Elasticity> found = elasticities(model);
        for (const Elasticity& each : found)
            if (each.value || each.reason.empty())
                return std::string("has a value");
        return found.front().reason;
    };
    // 4 workers or 64: recursive doubling's time changes at powers of two only.
    QVERIFY(reasonOf(modelOf(Pattern::RecursiveDoublingAllReduce, 1, 0.001, 0.01)).find("moves in steps") !=
            std::string::npos);
    QVERIFY(reasonOf(modelOf(Pattern::BookRingAllReduce, 1, 0.1, 0.5)).find("p* is 1") != std::string::npos);
    QVERIFY(reasonOf(modelOf(Pattern::BookRingAllReduce, 1, 0, 0.1)).find("largest p searched") != std::string::npos);
    ScalingModel server = modelOf(Pattern::ParameterServer, 1, 0.001, 0.01);
    server.first().communication.shards =
        32;  // up to 32 workers a step costs 64 (alpha + beta/32) of communication, from then on more
    QCOMPARE(predict(server).landmarks.pStar, 32);
    QVERIFY(reasonOf(server).find("32 shards") != std::string::npos);
}

// Section 41.4: both wrote "data parallelism", and their patterns differ.
void tst_design_compare::twoStudents()
{
    const Project a = example("student-a");
    const Project b = example("student-b");
    QVERIFY(chooses(a.design.partitioning.slot, "split-data") && chooses(b.design.partitioning.slot, "split-data"));
    QVERIFY(a.design.communication.pattern == Pattern::RingAllReduce);
    QVERIFY(b.design.communication.pattern == Pattern::ParameterServer);
    const DesignComparison c = compareDesigns(a, b, catalogue());
    QVERIFY(c.slotDifferences[0].differs && c.slotDifferences[1].differs);
    QCOMPARE(c.slotDifferences[1].right, std::string("All-reduce (dense layers) + parameter server (embedding table)"));
    // Nothing in A is wrong; nothing in B cannot work, and its all-reduce variant cannot.
    QVERIFY(checkDesign(a, analyse(a), catalogue()).empty());
    const auto errors = [](const Project& project) {
        std::vector<std::string> rules;
        for (const Finding& each : checkDesign(project, analyse(project), catalogue()))
            if (each.severity == Severity::Error)
                rules.push_back(each.rule);
        return rules;
    };
    QVERIFY(errors(b).empty());
    QVERIFY((errors(*variantNamed(b, "all-reduce")) ==
             std::vector<std::string>{"replicates-what-does-not-fit", "wants-a-parameter-server"}));
}

void tst_design_compare::studentBsBill()
{
    const Project rows = example("student-b");
    const Project table = variantNamed(rows, "all-reduce").value();
    const DesignComparison c = compareDesigns(rows, table, catalogue());
    // At 8 workers: 16 (50 us + 335.5 us/8) = 1.471 ms and the dense layers' ring, 14 x 50 us + 1.75 x 384 us = 1.372
    // ms, against 14 x 50 us + 1.75 x 8.192 s = 14.34 s.
    const double served = 16 * (5e-5 + 1048576 / 3.125e9 / 8) + 14 * 5e-5 + 1.75 * 1.2e6 / 3.125e9;
    const double reduced = 14 * 5e-5 + 1.75 * 25.6e9 / 3.125e9;
    QVERIFY(std::abs(c.left->row(8).tCommS / served - 1) < 1e-12);
    QVERIFY(std::abs(c.right->row(8).tCommS / reduced - 1) < 1e-12);
    for (const int p : {2, 8, 32, 128, 1024})
        QVERIFY(c.right->row(p).tCommS > 10 * c.left->row(p).tCommS);
    // The time of a step is the bill: at 8 workers more than ten times as well.
    QVERIFY(c.right->row(8).tStepS > 10 * c.left->row(8).tStepS);
    const int best = fastest([](int p) {
        const double dense = 2 * (p - 1) * 5e-5 + 2 * (p - 1.0) / p * 1.2e6 / 3.125e9;
        return 0.2 / p + (p > 1 ? 2 * std::max(8, p) * (5e-5 + 1048576 / 3.125e9 / 8) + dense : 0);
    });
    QCOMPARE(c.left->landmarks.pStar, best);
    QCOMPARE(c.right->landmarks.pStar, 1);
    // The walk says which of the two did it: a ring of 1 MB is no worse than 8 servers; the message is.
    QCOMPARE(c.moved.front().pStar, best);
    QVERIFY(stepThat(c, "pattern: ring all-reduce")->pStar > best);
    QCOMPARE(stepThat(c, "beta 8.19 s")->pStar, 1);
    QVERIFY(stepThat(c, "no further exchange"));
    QCOMPARE(c.moved.size(), std::size_t{4});
}

// Exercise 41.4.3: the curve, p*, and the check that asks for another slot.
void tst_design_compare::forcedToSynchronous()
{
    const Project bounded = example("recommendation");
    const Project forced = variantNamed(bounded, "forced synchronous").value();
    const DesignComparison c = compareDesigns(bounded, forced, catalogue());
    for (const SlotDifference& each : c.slotDifferences)
        QCOMPARE(each.differs, each.slot == Slot::Consistency);
    QVERIFY(c.right->landmarks.pStar < c.left->landmarks.pStar);
    QVERIFY(c.right->row(c.right->landmarks.pStar).speedup < c.left->row(c.left->landmarks.pStar).speedup / 2);
    for (const int p : {2, 8, 32, 128})
        QVERIFY(c.right->row(p).speedup < c.left->row(p).speedup);
    QCOMPARE(c.moved.size(), std::size_t{2});
    QCOMPARE(c.moved.back().what, std::string("consistency: a barrier every step"));
    QCOMPARE(c.moved.back().pStar, c.right->landmarks.pStar);

    const auto rules = [](const Project& project) {
        std::vector<std::string> names;
        for (const Finding& each : checkDesign(project, analyse(project), catalogue()))
            names.push_back(each.rule);
        return names;
    };
    // A jitter of 15 ms for 12.5 ms of work: the one thing that is asked.
    QVERIFY(rules(bounded) == std::vector<std::string>{"jitter-exceeds-compute"});
    const std::vector<std::string> asked = rules(forced);
    QVERIFY(std::count(asked.begin(), asked.end(), "synchronous-without-straggler-plan") == 1);
    for (const Finding& each : checkDesign(forced, analyse(forced), catalogue()))
        if (each.rule == "synchronous-without-straggler-plan")
            QVERIFY(each.slotsRead.front() == Slot::LoadBalancing);

    // Without failures the synchronous T(p) is 0.4/p + 2 max(32, p)(alpha + beta/32) + sigma (H_p - 1).
    Project plain = forced;
    plain.target.nodeMtbfS.reset();
    plain.design.faultTolerance = {};
    const auto seconds = [](int p) {
        double waiting = -0.015;
        for (int i = 1; i <= p; ++i)
            waiting += 0.015 / i;
        return 0.4 / p + (p > 1 ? 2 * std::max(32, p) * (5e-5 + 4194304 / 3.125e9 / 32) : 0) + waiting;
    };
    const Prediction predicted = predict(scalingModel(plain).value());
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
    const DesignComparison c = compareDesigns(left, right, catalogue());
    // By hand, one change on top of the other.
    const auto best = [](double latencies, double alpha, double beta, double sigma) {
        return fastest(
            [=](int p) {
                double harmonic = 0;
                for (int i = 1; i <= p; ++i)
                    harmonic += 1.0 / i;
                return 1.0 / p + latencies * alpha * (p - 1) + 2 * beta * (p - 1) / p + sigma * (harmonic - 1);
            },
            200);
    };
    const std::vector<int> expected{best(1, 0.0008, 0.04, 0), best(1, 0.0004, 0.04, 0), best(2, 0.0004, 0.04, 0),
                                    best(2, 0.0004, 0.02, 0), best(2, 0.0004, 0.02, 0.001)};
    QCOMPARE(c.moved.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        QCOMPARE(c.moved[i].pStar, expected[i]);
    QCOMPARE(c.moved.front().what, std::string("as the left is"));
    QVERIFY(c.moved[1].what.find("alpha 0.40 ms") != std::string::npos);
    QVERIFY(c.moved[3].what.find("beta 20.0 ms") != std::string::npos);
    QVERIFY(c.moved[4].what.find("jitter 1.00 ms") != std::string::npos);
    QCOMPARE(c.moved.back().pStar, c.right->landmarks.pStar);
    QCOMPARE(c.moved.back().speedup, c.right->row(c.right->landmarks.pStar).speedup);
}

// S(p*) of the book's ring by brute force for the four mixtures of two changes. What each change does, averaged over the
// two orders, is the mean of its two steps in ln S.
void tst_design_compare::causesAveragedOverOrders()
{
    Project left = test::output4141();
    Project right = left;
    right.target.alphaS = typed(0.0001);
    right.design.communication.messageBytes = typed(1e10);
    const double before = scalingModel(left).value().first().communication.betaS,
                 after = scalingModel(right).value().first().communication.betaS;
    const auto logSpeedup = [](double alpha, double beta) {
        const auto seconds = [=](int p) { return 1.0 / p + alpha * (p - 1) + 2 * beta * (p - 1) / p; };
        return -std::log(seconds(fastest(seconds)));
    };
    const double none = logSpeedup(0.0008, before), latency = logSpeedup(0.0001, before),
                 message = logSpeedup(0.0008, after), both = logSpeedup(0.0001, after);
    const double byLatency = std::exp(((latency - none) + (both - message)) / 2),
                 byMessage = std::exp(((message - none) + (both - latency)) / 2);
    QVERIFY(std::abs(latency - none - (both - message)) > 0.05);  // the order matters
    const auto factorOf = [](const DesignComparison& c, const char* says) {
        for (const CausedBy& cause : c.causes)
            if (cause.what.find(says) == 0)
                return cause.factor;
        return 0.0;
    };
    const DesignComparison there = compareDesigns(left, right, catalogue());
    QCOMPARE(there.causes.size(), std::size_t(2));
    QVERIFY(std::abs(factorOf(there, "latency") / byLatency - 1) < 1e-9);
    QVERIFY(std::abs(factorOf(there, "message") / byMessage - 1) < 1e-9);
    const DesignComparison back = compareDesigns(right, left, catalogue());
    QVERIFY(std::abs(factorOf(back, "latency") * byLatency - 1) < 1e-9);
    QVERIFY(std::abs(factorOf(back, "message") * byMessage - 1) < 1e-9);
}

// However many groups change: the factors make the whole, the largest first, and the other way round is the reverse.
void tst_design_compare::causesOfManyGroups()
{
    for (const auto& [one, other] :
         {std::pair{"system-a", "system-c"}, {"student-a", "student-b"}, {"system-b", "heat-lumi"}}) {
        const DesignComparison there = compareDesigns(example(one), example(other), catalogue()),
                               back = compareDesigns(example(other), example(one), catalogue());
        QVERIFY2(there.causes.size() > 1, one);
        double product = 1;
        for (std::size_t i = 0; i < there.causes.size(); ++i) {
            product *= there.causes[i].factor;
            const double size = std::abs(std::log(there.causes[i].factor));
            QVERIFY(i == 0 || size <= std::abs(std::log(there.causes[i - 1].factor)));
            QVERIFY2(std::abs(size - std::abs(std::log(back.causes[i].factor))) < 1e-6, one);
        }
        const auto best = [](const std::optional<Prediction>& side) {
            return side->row(side->landmarks.pStar).speedup;
        };
        QVERIFY2(std::abs(product / (best(there.right) / best(there.left)) - 1) < 1e-9, one);
    }
}

void tst_design_compare::theWalkLeavesOutWhatIsIdle()
{
    Project left = test::output4141();
    Project right = left;
    right.target.priceUsdPerHour = typed(5);
    right.design.communication.shards = typed(8);
    right.design.communication.backwardShare = typed(0.5);
    right.design.coordination.slot.choices = {{"decentralized", "", {}}};
    right.design.faultTolerance.slot.choices = {{"elastic", "", {}}};
    right.design.loadBalancing.jitterShape = JitterShape::Exponential;
    const DesignComparison c = compareDesigns(left, right, catalogue());
    QCOMPARE(c.moved.size(), std::size_t{1});
    // They are different designs all the same.
    QVERIFY(c.slotDifferences[1].differs && c.slotDifferences[3].differs && c.slotDifferences[4].differs);
    QCOMPARE(c.slotDifferences[1].rightParameters.size(), std::size_t{2});
    QVERIFY(c.slotDifferences[1].leftParameters.empty());
}

void tst_design_compare::caseStudy()
{
    const Project own = example("student-a");
    const CaseStudy& study = *catalogue().find("web-scale-rag");
    const DesignComparison c = compareDesigns(own, withCaseStudy(own, study), catalogue(), 4096, nullptr, &study);
    QCOMPARE(c.slotDifferences[5].right, std::string("not given in the table"));
    QCOMPARE(c.slotDifferences[1].right, std::string("Scatter-gather"));
    // In the project's own numbers: binomial scatter and gather of its message.
    const double beta = 102228128 / 3.125e9;
    QVERIFY(std::abs(c.right->row(16).tCommS - 2 * (4 * 5e-5 + beta * 15 / 16)) < 1e-12);
    QCOMPARE(c.right->model.tCompS, 1.6);
    // Exercise 41.4.3: filled by hand it is given.
    Project filled = withCaseStudy(own, study);
    filled.design.loadBalancing.slot.choices = {{"even-sharding", "", {}}};
    QCOMPARE(compareDesigns(own, filled, catalogue(), 4096, nullptr, &study).slotDifferences[5].right,
             std::string("Even sharding"));
}

void tst_design_compare::withoutAModel()
{
    const Project left = test::output4141();
    Project right = left;
    right.baseline.tCompS.reset();
    const DesignComparison c = compareDesigns(left, right, catalogue());
    QVERIFY(c.left && !c.right && c.leftReason.empty());
    QVERIFY(c.rightReason.find("/baseline/t_comp_s") != std::string::npos);
    QVERIFY(c.moved.empty() && c.rightElasticities.empty() && c.leftElasticities.size() == 3);
    QCOMPARE(c.slotDifferences.size(), std::size_t{6});
}

void tst_design_compare::variants()
{
    const Project b = example("student-b");
    QVERIFY(variantNamed(b, "parameter server").value() == b);
    const Project shown = variantNamed(b, "all-reduce").value();
    QCOMPARE(shown.variantName, std::string("all-reduce"));
    QVERIFY(shown.design == b.variants.at(0).design && shown.target == b.variants.at(0).target &&
            shown.baseline == b.baseline);
    const Result<Project> none = variantNamed(b, "gossip");
    QVERIFY(!none);
    QVERIFY(describe(none.error()).find("\"parameter server\", \"all-reduce\"") != std::string::npos);
}

SCALEWRIGHT_TEST(tst_design_compare)
#include "tst_design_compare.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: Table 41.2.1 and section 4 of book 41.2, and the arithmetic of its 13-billion-parameter team.
#include <QDir>
#include <QFile>
#include <QTest>

#include <cmath>

#include "core/model/bottleneck/axes.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/bottleneck/wrong_axis.h"
#include "core/model/scaling/prediction.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project_file.h"
#include "tests/support/files.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright;
using scalewright::test::near;
using scalewright::test::shippedText;

namespace {

Profile exampleProfile(const char* name)
{
    const Result<Profile> profile =
        parseProfileOrProject(shippedText(QString("resources/examples/%1.scalewright").arg(name)));
    if (!profile)
        QTest::qFail(describe(profile.error()).c_str(), __FILE__, __LINE__);
    return profile.value_or(Profile{});
}

struct Case {
    Profile profile;
    Diagnosis diagnosis;
    std::vector<WrongAxis> wrong;
    AxisEffect named;

    [[nodiscard]] const WrongAxis& effectOf(Axis axis) const
    {
        for (const WrongAxis& each : wrong)
            if (each.axis == axis)
                return each;
        QTest::qFail("no such axis", __FILE__, __LINE__);
        return wrong.front();
    }
};

Case makeCase(const Profile& profile, const WrongAxisOptions& options = {})
{
    const Result<Diagnosis> diagnosis = diagnose(profile);
    if (!diagnosis)
        QTest::qFail(describe(diagnosis.error()).c_str(), __FILE__, __LINE__);
    return {profile, *diagnosis, *wrongAxisEffects(profile, *diagnosis, options),
            *recommendedAxisEffect(profile, *diagnosis, options)};
}

bool sentenceContains(const AxisEffect& effect, const char* words)
{
    return effect.sentence.find(words) != std::string::npos;
}

}  // namespace

class tst_axes : public QObject {
    Q_OBJECT

private slots:
    void readsTheTableOfTheBook();
    void brokenMenus_data();
    void brokenMenus();
    void theTeamThatReplicated();
    void reportsMinimumDevices();
    void pricesAxesThatDoNotBind();
    void dataBoundStep();
    void namesDataAxisWhenDataDoesNotFit();
    void missedServingBudget();
    void bandwidthBoundStep();
    void agreesWithPredict();
    void noStepTime();
    void rejectsInvalidOptions();
    void examples_data();
    void examples();
    void reproducesTheOutputOfTheBook();
};

void tst_axes::readsTheTableOfTheBook()
{
    const Result<AxisMenu> menu = parseAxisMenu(shippedText("resources/catalogue/axes.json"));
    QVERIFY2(menu.has_value(), menu ? "" : describe(menu.error()).c_str());
    QCOMPARE(menu->axes.size(), std::size_t{6});
    QCOMPARE(menu->rows.size(), std::size_t{5});
    QCOMPARE(menu->leaves.size(), std::size_t{6});
    const auto axisHasTool = [&](Axis axis, const char* tool) {
        const auto& tools = menu->row(axis).tools;
        return std::find(tools.begin(), tools.end(), tool) != tools.end();
    };
    QVERIFY(axisHasTool(Axis::Data, "Spark") && axisHasTool(Axis::Data, "Ray Data"));
    QVERIFY(axisHasTool(Axis::Training, "PyTorch DDP") && axisHasTool(Axis::Training, "Horovod"));
    QVERIFY(axisHasTool(Axis::Model, "FSDP") && axisHasTool(Axis::Model, "DeepSpeed ZeRO") &&
            axisHasTool(Axis::Model, "Megatron"));
    QVERIFY(axisHasTool(Axis::Inference, "vLLM") && axisHasTool(Axis::Inference, "Triton") &&
            axisHasTool(Axis::Inference, "Ray Serve"));
    QVERIFY(axisHasTool(Axis::Coordination, "Ray") && axisHasTool(Axis::Coordination, "Kubernetes"));
    for (const Bottleneck leaf : allBottlenecks)
        QCOMPARE(menu->leaf(leaf).axis, axisOf(leaf));
    // A mismatch between figure and table is reported.
    for (const Bottleneck leaf : {Bottleneck::Latency, Bottleneck::MemoryBandwidth, Bottleneck::Coordination})
        QVERIFY(!menu->leaf(leaf).remark.empty());
}

void tst_axes::brokenMenus_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("another file") << QByteArray("scalewright-axes") << QByteArray("scalewright-project")
                                  << QByteArray("/format");
    QTest::newRow("unknown axis") << QByteArray("{\"axis\": \"data\"") << QByteArray("{\"axis\": \"dates\"")
                                  << QByteArray("/rows/0/axis");
    QTest::newRow("row missing") << QByteArray("{\"axis\": \"training\"") << QByteArray("{\"axis\": \"data\"")
                                 << QByteArray("is listed 2 times");
    QTest::newRow("another leaf") << QByteArray("\"latency\", \"axis\": \"inference\"")
                                  << QByteArray("\"latency\", \"axis\": \"data\"") << QByteArray("/leaves/1/axis");
    QTest::newRow("no title") << QByteArray("\"title\": \"Latency\", ") << QByteArray("")
                              << QByteArray("/leaves/1/title");
    QTest::newRow("cut") << QByteArray("\"leaves\"") << QByteArray("\"") << QByteArray("line");
}

void tst_axes::brokenMenus()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QByteArray, says);
    QByteArray text = QByteArray::fromStdString(shippedText("resources/catalogue/axes.json"));
    const auto position = text.indexOf(from);
    QVERIFY(position >= 0);
    text.replace(position, from.size(), to);
    const Result<AxisMenu> menu = parseAxisMenu(text.toStdString());
    QVERIFY(!menu);
    QVERIFY2(describe(menu.error()).find(says.toStdString()) != std::string::npos, describe(menu.error()).c_str());
}

void tst_axes::theTeamThatReplicated()
{
    // 13 billion parameters at 16 bytes each on 80 GB cards, four cards.
    const Case team = makeCase(exampleProfile("thirteen-billion"));
    QCOMPARE(team.profile.baseline.workingSetBytes->value, 13e9 * 16);
    QCOMPARE(team.diagnosis.bottleneck, Bottleneck::MemoryCapacity);
    QCOMPARE(team.wrong.size(), std::size_t{4});
    for (const WrongAxis& wrongAxis : team.wrong) {
        QCOMPARE(wrongAxis.devices, 4);
        QCOMPARE(wrongAxis.canRun, false);
        QCOMPARE(*wrongAxis.footprintBytes, 208e9);
        QCOMPARE(*wrongAxis.fits, false);
        QVERIFY(!wrongAxis.timeFactor && !wrongAxis.reason.empty());
        QCOMPARE(*wrongAxis.costFactor, 4.0);
        QVERIFY(sentenceContains(wrongAxis, "208 GB") && sentenceContains(wrongAxis, "80.0 GB") &&
                sentenceContains(wrongAxis, "fails 4 times at 4 times the price"));
        QVERIFY(sentenceContains(wrongAxis, "$12.80 per hour instead of $3.20"));
    }
    QVERIFY(sentenceContains(team.effectOf(Axis::Training), "Replicating"));
    // The axis that the team then used.
    QCOMPARE(team.named.axis, Axis::Model);
    QCOMPARE(*team.named.footprintBytes, 52e9);
    QCOMPARE(*team.named.fits, true);
    QVERIFY(sentenceContains(team.named, "52.0 GB per device") &&
            sentenceContains(team.named, "at least 3 devices are needed"));
    QCOMPARE(team.named.fewestDevices, std::optional(3));  // 208 GB over 80 GB
}

void tst_axes::reportsMinimumDevices()
{
    const Case twoDevices = makeCase(exampleProfile("thirteen-billion"), {.devices = 2});
    QCOMPARE(*twoDevices.named.footprintBytes, 104e9);
    QCOMPARE(*twoDevices.named.fits, false);
    QCOMPARE(twoDevices.named.canRun, false);
    QVERIFY(sentenceContains(twoDevices.named, "still above"));
    QCOMPARE(*twoDevices.effectOf(Axis::Training).costFactor, 2.0);
}

void tst_axes::pricesAxesThatDoNotBind()
{
    // Exercise 41.2.3: step 0.3 s, here with 0.01 s of it reading; alpha 10 us; one round 0.16001 s; four devices.
    Project project = *parseProject(shippedText("resources/examples/exercise-41.2.3.scalewright"));
    project.baseline.steps[0].ioTimeS = typed(0.01);
    const Case c = makeCase(profileOf(project));
    const WrongAxis& data = c.effectOf(Axis::Data);
    QVERIFY(near(*data.timeFactor, (0.29 + 0.01 / 4) / 0.3));
    QVERIFY(near(*data.costFactor, 4 * (0.29 + 0.01 / 4) / 0.3));
    QVERIFY(sentenceContains(data, "3.33 % of the step: at most 1.03 times"));
    QCOMPARE(*data.footprintBytes, 8e9);
    const WrongAxis& model = c.effectOf(Axis::Model);
    QVERIFY(near(*model.timeFactor, (0.01 + 0.29 / 4 + 3 * 1e-5) / 0.3));  // micro-batched at best
    QCOMPARE(model.bound, Bound::AtLeast);
    QCOMPARE(*model.footprintBytes, 2e9);
    QVERIFY(sentenceContains(model, "activations"));
    QCOMPARE(*c.effectOf(Axis::Inference).timeFactor, 1.0);
    QCOMPARE(*c.effectOf(Axis::Inference).costFactor, 4.0);
    QCOMPARE(*c.effectOf(Axis::Coordination).timeFactor, 1.0);
    QVERIFY(sentenceContains(c.effectOf(Axis::Coordination), "0.160 s"));
    // The named axis equals Predict for the book's ring at p = 4: reading, which is not divided, 0.29/4, 3 x 10 us and
    // 2 x 0.16 s x 3/4, so S(4) = 0.3/0.32253.
    QVERIFY(near(*c.named.timeFactor, (0.01 + 0.29 / 4 + 3e-5 + 0.24) / 0.3));
    QVERIFY(sentenceContains(c.named, "S(4) = 0.93"));
    QCOMPARE(c.named.bound, Bound::Exact);
}

void tst_axes::dataBoundStep()
{
    Profile p = exampleProfile("exercise-41.2.3");
    p.baseline.steps[0].ioTimeS = typed(0.2);
    const Case c = makeCase(p, {.devices = 8});
    QCOMPARE(c.diagnosis.bottleneck, Bottleneck::DataIo);
    // Eight times the compute leaves the reading time: at best 0.3/0.2, whatever the number.
    QVERIFY(near(*c.effectOf(Axis::Training).timeFactor, (0.2 + 0.1 / 8 + 7e-5 + 2 * 0.16 * 7 / 8) / 0.3));
    QVERIFY(sentenceContains(c.effectOf(Axis::Training), "at most 1.50 times") ||
            sentenceContains(c.effectOf(Axis::Training), "at most 1.5 times"));
    QVERIFY(near(*c.named.timeFactor, (0.1 + 0.2 / 8) / 0.3));
    QVERIFY(sentenceContains(c.named, "at most 3 times") || sentenceContains(c.named, "at most 3.00 times"));
}

void tst_axes::namesDataAxisWhenDataDoesNotFit()
{
    const Case c = makeCase(exampleProfile("exercise-41.2.1-c"));
    QCOMPARE(c.diagnosis.axis, Axis::Data);
    for (const WrongAxis& wrongAxis : c.wrong) {
        QCOMPARE(wrongAxis.canRun, false);
        QCOMPARE(*wrongAxis.costFactor, 4.0);
        QVERIFY(sentenceContains(wrongAxis, "50.0 TB"));
    }
    // 50/8 = 6.25.
    QVERIFY(sentenceContains(c.named, "12.5 TB per device") &&
            sentenceContains(c.named, "at least 7 devices are needed"));
    QCOMPARE(c.named.canRun, false);
    QCOMPARE(makeCase(c.profile, {.devices = 7}).named.canRun, true);
}

void tst_axes::missedServingBudget()
{
    const Case c = makeCase(exampleProfile("exercise-41.2.1-a"));
    QCOMPARE(c.diagnosis.axis, Axis::Inference);
    for (const WrongAxis& wrongAxis : c.wrong) {
        QCOMPARE(*wrongAxis.timeFactor, 1.0);
        QCOMPARE(*wrongAxis.costFactor, 4.0);
        QVERIFY(sentenceContains(wrongAxis, "0.350 s"));
    }
    QVERIFY(sentenceContains(c.named, "At least 50 replicas"));  // 2000 / 40
}

void tst_axes::bandwidthBoundStep()
{
    Profile p = exampleProfile("exercise-41.2.3");
    p.baseline.steps[0].bytesMoved = typed(4e11);
    p.baseline.steps[0].stepTimeS = typed(0.51);
    p.baseline.steps[0].ioTimeS = typed(0.01);
    p.baseline.networkBytes.reset();
    p.model.reset();
    const Case c = makeCase(p);
    QCOMPARE(c.diagnosis.bottleneck, Bottleneck::MemoryBandwidth);
    // A stream split over four machines takes at best a quarter of the time.
    QVERIFY(near(*c.effectOf(Axis::Data).timeFactor, 0.25) && c.effectOf(Axis::Data).bound == Bound::AtLeast);
    QVERIFY(near(*c.named.timeFactor, (0.01 + 0.5 / 4) / 0.51));
    QCOMPARE(c.named.bound, Bound::AtLeast);
    QCOMPARE(c.effectOf(Axis::Training).bound, Bound::AtLeast);
    QVERIFY(sentenceContains(c.effectOf(Axis::Training), "net_bytes"));
    QVERIFY(sentenceContains(c.effectOf(Axis::Coordination), "nothing to coordinate"));

    // The step time that Predict gives for p = 4, plus a quarter of the reading time.
    Project project = *parseProject(shippedText("resources/examples/exercise-41.2.3.scalewright"));
    project.baseline.steps[0].bytesMoved = typed(4e11);
    project.baseline.steps[0].stepTimeS = typed(0.60);
    project.baseline.steps[0].ioTimeS = typed(0.10);
    project.baseline.tCompS = typed(0.50);
    const Case stated = makeCase(profileOf(project));
    QCOMPARE(stated.diagnosis.bottleneck, Bottleneck::MemoryBandwidth);
    QVERIFY(
        near(*stated.effectOf(Axis::Data).timeFactor, (0.10 / 4 + predictAt(*scalingModel(project), 4).tStepS) / 0.60));
}

// One question, one number: the training axis at K = 8 equals Predict's S(8) for the same project, including its
// pattern.
void tst_axes::agreesWithPredict()
{
    Project project = *parseProject(shippedText("resources/examples/exercise-41.2.3.scalewright"));
    for (const Pattern pattern : {Pattern::BookRingAllReduce, Pattern::RingAllReduce, Pattern::RabenseifnerAllReduce,
                                  Pattern::ParameterServer}) {
        project.design.communication.pattern = pattern;
        for (const Scaling scaling : {Scaling::Strong, Scaling::Weak}) {  // weak: for the same work, T(8)/(8 T(1))
            project.plan.scaling = scaling;
            const Case c = makeCase(profileOf(project), {.devices = 8});
            QVERIFY(near(1 / *c.named.timeFactor, predictAt(*scalingModel(project), 8).speedup));
            QVERIFY(near(*c.named.costFactor, 8 * *c.named.timeFactor));
        }
    }
    project.plan.scaling = Scaling::Strong;
    // Both p* are reported, with the reason why they differ: 6 TFLOP at 20 TFLOP/s take 0.3 s, but 30 s is stated.
    // Book's ring with alpha 10 us, beta 0.16 s: sqrt((30 - 0.32)/1e-5) = 1722.8.
    project.design.communication.pattern = Pattern::BookRingAllReduce;
    project.baseline.tCompS = typed(30);
    const Diagnosis d = *diagnose(profileOf(project));
    QCOMPARE(d.workerImplication->ringPStar, 1);
    QCOMPARE(d.workerImplication->predictedPStar, std::optional(1723));
    QCOMPARE(d.workerImplication->statedTCompS, std::optional(30.0));
    // A batch of 64 can be split over at most 64 workers, here as in Predict.
    Project withFewWorkers = project;
    withFewWorkers.baseline.batch = typed(64);
    const Diagnosis fed = *diagnose(profileOf(withFewWorkers));
    QCOMPARE(fed.workerImplication->predictedPStar, std::optional(64));
    QCOMPARE(predict(*scalingModel(withFewWorkers)).landmarks.pStar, 64);
    // Four cards are one node, so nothing is charged twice; a fifth card adds a node.
    project.target.workersPerNode = typed(4);
    QCOMPARE(*makeCase(profileOf(project), {.devices = 4}).effectOf(Axis::Inference).costFactor, 1.0);
    QCOMPARE(*makeCase(profileOf(project), {.devices = 5}).effectOf(Axis::Inference).costFactor, 2.0);
}

void tst_axes::noStepTime()
{
    Profile p = exampleProfile("exercise-41.2.3");
    p.baseline.datasetBytes = typed(2e12);
    p.baseline.machine.storageBytes = typed(1e12);
    p.baseline.steps[0].stepTimeS.reset();
    for (const WrongAxis& wrongAxis : makeCase(p).wrong)
        QVERIFY(!wrongAxis.timeFactor && !wrongAxis.reason.empty());
}

void tst_axes::rejectsInvalidOptions()
{
    const Profile p = exampleProfile("exercise-41.2.3");
    const Diagnosis d = *diagnose(p);
    QVERIFY(!wrongAxisEffects(p, d, {.devices = 1}));
    QVERIFY(!recommendedAxisEffect(p, d, {.devices = 0}));
    QVERIFY(!wrongAxisEffects(p, d, {.priceUsdPerHour = -1.0}));
}

void tst_axes::examples_data()
{
    QTest::addColumn<int>("leaf");
    QTest::newRow("exercise-41.2.3") << int(Bottleneck::Compute);
    QTest::newRow("output-41.2.1") << int(Bottleneck::Compute);
    QTest::newRow("thirteen-billion") << int(Bottleneck::MemoryCapacity);
    QTest::newRow("exercise-41.2.1-a") << int(Bottleneck::Latency);
    QTest::newRow("exercise-41.2.1-b") << int(Bottleneck::MemoryCapacity);
    QTest::newRow("exercise-41.2.1-c") << int(Bottleneck::DataIo);
}

void tst_axes::examples()
{
    QFETCH(int, leaf);
    const char* name = QTest::currentDataTag();
    QCOMPARE(int(makeCase(exampleProfile(name)).diagnosis.bottleneck), leaf);
    // Written in the program's own format: opening and saving an example changes nothing.
    const std::string text = shippedText(QString("resources/examples/%1.scalewright").arg(name));
    QCOMPARE(QString::fromStdString(writeProject(*parseProject(text))), QString::fromStdString(text));
}

void tst_axes::reproducesTheOutputOfTheBook()
{
    // The three leaves of Output 41.2.1, one per step, and its printed rates: 1.4 GFLOP/s, 6.73 and 1.77 GB/s.
    const Diagnosis d = makeCase(exampleProfile("output-41.2.1")).diagnosis;
    QCOMPARE(d.steps.size(), std::size_t{3});
    QCOMPARE(*d.steps[0].bottleneck, Bottleneck::Compute);
    QCOMPARE(*d.steps[1].bottleneck, Bottleneck::MemoryBandwidth);
    QCOMPARE(*d.steps[2].bottleneck, Bottleneck::DataIo);
    QCOMPARE(*d.steps[0].intensity, 100.0);
    QCOMPARE(*d.steps[1].intensity, 0.125);  // one FLOP per element, where the book counts two
    QVERIFY(std::abs(*d.steps[0].achievedFlops - 1.4e9) < 0.05e9);
    QVERIFY(std::abs(*d.steps[1].achievedBytesPerS - 6.73e9) < 0.01e9);
    QVERIFY(std::abs(*d.steps[2].achievedBytesPerS - 1.77e9) < 0.005e9);
    QCOMPARE(*d.dominatingStep, std::size_t{0});
}

SCALEWRIGHT_TEST(tst_axes)
#include "tst_axes.moc"

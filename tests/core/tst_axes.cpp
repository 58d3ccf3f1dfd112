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

Profile profileOfExample(const char* name)
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

    [[nodiscard]] const WrongAxis& of(Axis axis) const
    {
        for (const WrongAxis& each : wrong)
            if (each.axis == axis)
                return each;
        QTest::qFail("no such axis", __FILE__, __LINE__);
        return wrong.front();
    }
};

Case caseOf(const Profile& profile, const WrongAxisOptions& options = {})
{
    const Result<Diagnosis> diagnosis = diagnose(profile);
    if (!diagnosis)
        QTest::qFail(describe(diagnosis.error()).c_str(), __FILE__, __LINE__);
    return {profile, *diagnosis, *wrongAxes(profile, *diagnosis, options), *namedAxis(profile, *diagnosis, options)};
}

bool says(const AxisEffect& effect, const char* words)
{
    return effect.sentence.find(words) != std::string::npos;
}

}  // namespace

class tst_axes : public QObject {
    Q_OBJECT

private slots:
    void tableOfTheBook();
    void brokenMenus_data();
    void brokenMenus();
    void theTeamThatReplicated();
    void fewestDevices();
    void axesThatDoNotBind();
    void dataBoundStep();
    void dataTooLargeToStore();
    void missedServingBudget();
    void bandwidthBoundStep();
    void asPredictSays();
    void noStepTime();
    void wrongOptions();
    void examples_data();
    void examples();
    void outputOfTheBook();
};

void tst_axes::tableOfTheBook()
{
    const Result<AxisMenu> menu = parseAxisMenu(shippedText("resources/catalogue/axes.json"));
    QVERIFY2(menu.has_value(), menu ? "" : describe(menu.error()).c_str());
    QCOMPARE(menu->axes.size(), std::size_t{6});
    QCOMPARE(menu->rows.size(), std::size_t{5});
    QCOMPARE(menu->leaves.size(), std::size_t{6});
    const auto has = [&](Axis axis, const char* tool) {
        const auto& tools = menu->row(axis).tools;
        return std::find(tools.begin(), tools.end(), tool) != tools.end();
    };
    QVERIFY(has(Axis::Data, "Spark") && has(Axis::Data, "Ray Data"));
    QVERIFY(has(Axis::Training, "PyTorch DDP") && has(Axis::Training, "Horovod"));
    QVERIFY(has(Axis::Model, "FSDP") && has(Axis::Model, "DeepSpeed ZeRO") && has(Axis::Model, "Megatron"));
    QVERIFY(has(Axis::Inference, "vLLM") && has(Axis::Inference, "Triton") && has(Axis::Inference, "Ray Serve"));
    QVERIFY(has(Axis::Coordination, "Ray") && has(Axis::Coordination, "Kubernetes"));
    for (const Bottleneck leaf : allBottlenecks)
        QCOMPARE(menu->leaf(leaf).axis, axisOf(leaf));
    // Where figure and table do not line up it is said.
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
                                 << QByteArray("stands there 2 times");
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
    const auto at = text.indexOf(from);
    QVERIFY(at >= 0);
    text.replace(at, from.size(), to);
    const Result<AxisMenu> menu = parseAxisMenu(text.toStdString());
    QVERIFY(!menu);
    QVERIFY2(describe(menu.error()).find(says.toStdString()) != std::string::npos, describe(menu.error()).c_str());
}

void tst_axes::theTeamThatReplicated()
{
    // 13 billion parameters of 16 bytes on a card of 80 GB, four cards.
    const Case team = caseOf(profileOfExample("thirteen-billion"));
    QCOMPARE(team.profile.baseline.workingSetBytes->value, 13e9 * 16);
    QCOMPARE(team.diagnosis.bottleneck, Bottleneck::MemoryCapacity);
    QCOMPARE(team.wrong.size(), std::size_t{4});
    for (const WrongAxis& wrong : team.wrong) {
        QCOMPARE(wrong.devices, 4);
        QCOMPARE(wrong.runs, false);
        QCOMPARE(*wrong.footprintBytes, 208e9);
        QCOMPARE(*wrong.fits, false);
        QVERIFY(!wrong.timeFactor && !wrong.reason.empty());
        QCOMPARE(*wrong.costFactor, 4.0);
        QVERIFY(says(wrong, "208 GB") && says(wrong, "80.0 GB") && says(wrong, "fails 4 times at 4 times the price"));
        QVERIFY(says(wrong, "$12.80 an hour instead of $3.20"));
    }
    QVERIFY(says(team.of(Axis::Training), "Replicating"));
    // And what they did then.
    QCOMPARE(team.named.axis, Axis::Model);
    QCOMPARE(*team.named.footprintBytes, 52e9);
    QCOMPARE(*team.named.fits, true);
    QVERIFY(says(team.named, "52.0 GB a device") && says(team.named, "3 devices are the fewest"));
    QCOMPARE(team.named.fewestDevices, std::optional(3));  // 208 GB over 80 GB
}

void tst_axes::fewestDevices()
{
    const Case two = caseOf(profileOfExample("thirteen-billion"), {.devices = 2});
    QCOMPARE(*two.named.footprintBytes, 104e9);
    QCOMPARE(*two.named.fits, false);
    QCOMPARE(two.named.runs, false);
    QVERIFY(says(two.named, "still above"));
    QCOMPARE(*two.of(Axis::Training).costFactor, 2.0);
}

void tst_axes::axesThatDoNotBind()
{
    // Exercise 41.2.3: step 0.3 s, of which 0.01 s reading; alpha 10 us; one round 0.16001 s; four devices.
    const Case c = caseOf(profileOfExample("exercise-41.2.3"));
    const WrongAxis& data = c.of(Axis::Data);
    QVERIFY(near(*data.timeFactor, (0.29 + 0.01 / 4) / 0.3));
    QVERIFY(near(*data.costFactor, 4 * (0.29 + 0.01 / 4) / 0.3));
    QVERIFY(says(data, "3.33 % of the step: at best 1.03 times"));
    QCOMPARE(*data.footprintBytes, 8e9);
    const WrongAxis& model = c.of(Axis::Model);
    QVERIFY(near(*model.timeFactor, (0.01 + 0.29 / 4 + 3 * 1e-5) / 0.3));  // micro-batched at best
    QCOMPARE(model.bound, Bound::AtLeast);
    QCOMPARE(*model.footprintBytes, 2e9);
    QVERIFY(says(model, "activations"));
    QCOMPARE(*c.of(Axis::Inference).timeFactor, 1.0);
    QCOMPARE(*c.of(Axis::Inference).costFactor, 4.0);
    QCOMPARE(*c.of(Axis::Coordination).timeFactor, 1.0);
    QVERIFY(says(c.of(Axis::Coordination), "0.160 s"));
    // The named axis is what Predict says of the book's ring at p = 4: the reading, which nobody divides, 0.29/4, 3 x
    // 10 us and 2 x 0.16 s x 3/4, so S(4) = 0.3/0.32253.
    QVERIFY(near(*c.named.timeFactor, (0.01 + 0.29 / 4 + 3e-5 + 0.24) / 0.3));
    QVERIFY(says(c.named, "S(4) = 0.93"));
    QCOMPARE(c.named.bound, Bound::Exact);
}

void tst_axes::dataBoundStep()
{
    Profile p = profileOfExample("exercise-41.2.3");
    p.baseline.steps[0].ioTimeS = typed(0.2);
    const Case c = caseOf(p, {.devices = 8});
    QCOMPARE(c.diagnosis.bottleneck, Bottleneck::DataIo);
    // Eight times the arithmetic leaves the reading: at best 0.3/0.2 with any number.
    QVERIFY(near(*c.of(Axis::Training).timeFactor, (0.2 + 0.1 / 8 + 7e-5 + 2 * 0.16 * 7 / 8) / 0.3));
    QVERIFY(says(c.of(Axis::Training), "at best 1.50 times") || says(c.of(Axis::Training), "at best 1.5 times"));
    QVERIFY(near(*c.named.timeFactor, (0.1 + 0.2 / 8) / 0.3));
    QVERIFY(says(c.named, "at best 3 times") || says(c.named, "at best 3.00 times"));
}

void tst_axes::dataTooLargeToStore()
{
    const Case c = caseOf(profileOfExample("exercise-41.2.1-c"));
    QCOMPARE(c.diagnosis.axis, Axis::Data);
    for (const WrongAxis& wrong : c.wrong) {
        QCOMPARE(wrong.runs, false);
        QCOMPARE(*wrong.costFactor, 4.0);
        QVERIFY(says(wrong, "50.0 TB"));
    }
    QVERIFY(says(c.named, "12.5 TB a device") && says(c.named, "7 devices are the fewest"));  // 50/8 = 6.25
    QCOMPARE(c.named.runs, false);
    QCOMPARE(caseOf(c.profile, {.devices = 7}).named.runs, true);
}

void tst_axes::missedServingBudget()
{
    const Case c = caseOf(profileOfExample("exercise-41.2.1-a"));
    QCOMPARE(c.diagnosis.axis, Axis::Inference);
    for (const WrongAxis& wrong : c.wrong) {
        QCOMPARE(*wrong.timeFactor, 1.0);
        QCOMPARE(*wrong.costFactor, 4.0);
        QVERIFY(says(wrong, "0.350 s"));
    }
    QVERIFY(says(c.named, "50 are the fewest"));  // 2000 / 40
}

void tst_axes::bandwidthBoundStep()
{
    Profile p = profileOfExample("exercise-41.2.3");
    p.baseline.steps[0].bytesMoved = typed(4e11);
    p.baseline.steps[0].stepTimeS = typed(0.51);
    p.baseline.netBytes.reset();
    p.model.reset();
    const Case c = caseOf(p);
    QCOMPARE(c.diagnosis.bottleneck, Bottleneck::MemoryBandwidth);
    // A stream shared out over four machines is a quarter each, at best.
    QVERIFY(near(*c.of(Axis::Data).timeFactor, 0.25) && c.of(Axis::Data).bound == Bound::AtLeast);
    QVERIFY(near(*c.named.timeFactor, (0.01 + 0.5 / 4) / 0.51));
    QCOMPARE(c.named.bound, Bound::AtLeast);
    QCOMPARE(c.of(Axis::Training).bound, Bound::AtLeast);
    QVERIFY(says(c.of(Axis::Training), "net_bytes"));
    QVERIFY(says(c.of(Axis::Coordination), "nothing to coordinate"));

    // Beside Predict's step of four, a quarter of the reading.
    Project project = *parseProject(shippedText("resources/examples/exercise-41.2.3.scalewright"));
    project.baseline.steps[0].bytesMoved = typed(4e11);
    project.baseline.steps[0].stepTimeS = typed(0.60);
    project.baseline.steps[0].ioTimeS = typed(0.10);
    project.baseline.tCompS = typed(0.50);
    const Case stated = caseOf(profileOf(project));
    QCOMPARE(stated.diagnosis.bottleneck, Bottleneck::MemoryBandwidth);
    QVERIFY(near(*stated.of(Axis::Data).timeFactor, (0.10 / 4 + predictAt(*scalingModel(project), 4).tStepS) / 0.60));
}

// One question, one number: the training axis at K = 8 is Predict's S(8) of the same project, pattern and all.
void tst_axes::asPredictSays()
{
    Project project = *parseProject(shippedText("resources/examples/exercise-41.2.3.scalewright"));
    for (const Pattern pattern : {Pattern::BookRingAllReduce, Pattern::RingAllReduce, Pattern::RabenseifnerAllReduce,
                                  Pattern::ParameterServer}) {
        project.design.communication.pattern = pattern;
        for (const Scaling scaling : {Scaling::Strong, Scaling::Weak}) {  // weak: of the same work, T(8)/(8 T(1))
            project.plan.scaling = scaling;
            const Case c = caseOf(profileOf(project), {.devices = 8});
            QVERIFY(near(1 / *c.named.timeFactor, predictAt(*scalingModel(project), 8).speedup));
            QVERIFY(near(*c.named.costFactor, 8 * *c.named.timeFactor));
        }
    }
    project.plan.scaling = Scaling::Strong;
    // Both p* are said, and why they are two: 6 TFLOP at 20 TFLOP/s are 0.3 s, and 30 s are stated. Book's ring with
    // alpha 10 us, beta 0.16 s: sqrt((30 - 0.32)/1e-5) = 1722.8.
    project.design.communication.pattern = Pattern::BookRingAllReduce;
    project.baseline.tCompS = typed(30);
    const Diagnosis d = *diagnose(profileOf(project));
    QCOMPARE(d.workers->ringPStar, 1);
    QCOMPARE(d.workers->predictedPStar, std::optional(1723));
    QCOMPARE(d.workers->statedTCompS, std::optional(30.0));
    // A batch of 64 is shared out to 64 at most, here as there.
    Project few = project;
    few.baseline.batch = typed(64);
    const Diagnosis fed = *diagnose(profileOf(few));
    QCOMPARE(fed.workers->predictedPStar, std::optional(64));
    QCOMPARE(predict(*scalingModel(few)).landmarks.pStar, 64);
    // Four cards are one node: nothing is paid twice, and a fifth pays another.
    project.target.workersPerNode = typed(4);
    QCOMPARE(*caseOf(profileOf(project), {.devices = 4}).of(Axis::Inference).costFactor, 1.0);
    QCOMPARE(*caseOf(profileOf(project), {.devices = 5}).of(Axis::Inference).costFactor, 2.0);
}

void tst_axes::noStepTime()
{
    Profile p = profileOfExample("exercise-41.2.3");
    p.baseline.datasetBytes = typed(2e12);
    p.baseline.machine.storageBytes = typed(1e12);
    p.baseline.steps[0].stepTimeS.reset();
    for (const WrongAxis& wrong : caseOf(p).wrong)
        QVERIFY(!wrong.timeFactor && !wrong.reason.empty());
}

void tst_axes::wrongOptions()
{
    const Profile p = profileOfExample("exercise-41.2.3");
    const Diagnosis d = *diagnose(p);
    QVERIFY(!wrongAxes(p, d, {.devices = 1}));
    QVERIFY(!namedAxis(p, d, {.devices = 0}));
    QVERIFY(!wrongAxes(p, d, {.priceUsdPerHour = -1.0}));
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
    QCOMPARE(int(caseOf(profileOfExample(name)).diagnosis.bottleneck), leaf);
    // As the program itself would write it: opening and saving an example changes nothing.
    const std::string text = shippedText(QString("resources/examples/%1.scalewright").arg(name));
    QCOMPARE(QString::fromStdString(writeProject(*parseProject(text))), QString::fromStdString(text));
}

void tst_axes::outputOfTheBook()
{
    // The three leaves of Output 41.2.1, one per step, and its printed rates: 1.4 GFLOP/s, 6.73 and 1.77 GB/s.
    const Diagnosis d = caseOf(profileOfExample("output-41.2.1")).diagnosis;
    QCOMPARE(d.steps.size(), std::size_t{3});
    QCOMPARE(*d.steps[0].bottleneck, Bottleneck::Compute);
    QCOMPARE(*d.steps[1].bottleneck, Bottleneck::MemoryBandwidth);
    QCOMPARE(*d.steps[2].bottleneck, Bottleneck::DataIo);
    QCOMPARE(*d.steps[0].intensity, 100.0);
    QCOMPARE(*d.steps[1].intensity, 0.125);  // one FLOP an element, where the book counts two
    QVERIFY(std::abs(*d.steps[0].achievedFlops - 1.4e9) < 0.05e9);
    QVERIFY(std::abs(*d.steps[1].achievedBytesPerS - 6.73e9) < 0.01e9);
    QVERIFY(std::abs(*d.steps[2].achievedBytesPerS - 1.77e9) < 0.005e9);
    QCOMPARE(*d.dominatingStep, std::size_t{0});
}

SCALEWRIGHT_TEST(tst_axes)
#include "tst_axes.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: exercise 41.2.3 and Figure 41.2.1 worked out by hand, and an independent implementation of the
// figure as a chain of ifs, compared on random profiles (fixed seed).
#include <QTest>

#include <cmath>
#include <limits>
#include <random>

#include <fmt/format.h>

#include "core/base/error/result.h"
#include "core/base/quantity/units.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/bottleneck/no_speedup.h"
#include "core/model/bottleneck/profile.h"
#include "core/model/bottleneck/profile_into_project.h"
#include "core/model/bottleneck/roofline.h"
#include "core/model/bottleneck/step_doubts.h"
#include "core/project/document/project.h"
#include "core/project/document/project_file.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright;
using scalewright::test::near;
using F = ProfileField;

namespace {

const char* exercise = R"({"working_set_bytes": "8GB", "memory_bytes": "64GB", "step_time_s": 0.3, "io_time_s": 0,
  "flops": 6e12, "bytes_moved": 1.2e11, "peak_flops": "20 TFLOP/s", "memory_bandwidth_bytes_per_s": "800GB/s",
  "net_bytes": 4e9, "net_bandwidth_bytes_per_s": "25GB/s", "net_latency_s": "10us"})";

Profile parseProfileText(const char* text)
{
    const Result<Profile> profile = parseProfile(text);
    if (!profile)
        QTest::qFail(describe(profile.error()).c_str(), __FILE__, __LINE__);
    return profile.value_or(Profile{});
}

Diagnosis diagnosed(const Profile& profile)
{
    const Result<Diagnosis> diagnosis = diagnose(profile);
    if (!diagnosis)
        QTest::qFail(describe(diagnosis.error()).c_str(), __FILE__, __LINE__);
    return diagnosis.value_or(Diagnosis{});
}

struct FieldValue {
    F field;
    double value;
};

Profile withValues(Profile profile, std::initializer_list<FieldValue> values)
{
    for (const auto& [field, value] : values)
        profile = withValue(profile, field, typed(value));
    return profile;
}

const TestResult* findTest(const Diagnosis& diagnosis, Test test)
{
    for (const TestResult& each : diagnosis.path)
        if (each.test == test)
            return &each;
    return nullptr;
}

double totalOf(const Profile& profile, F field)
{
    return total(profile, field)->value;
}

// An independent implementation of the figure: the two sides that each question compares.
std::pair<double, double> sides(const Profile& p, Test test)
{
    switch (test) {
    case Test::FitsInMemory: return {totalOf(p, &Baseline::workingSetBytes), totalOf(p, &Machine::memoryBytes)};
    case Test::ServingBudgetMet: return {totalOf(p, &Serving::latencyS), totalOf(p, &Serving::latencyBudgetS)};
    case Test::IoDominates:
        return {totalOf(p, &WorkloadStep::ioTimeS),
                (p.baseline.ioDominanceShare ? p.baseline.ioDominanceShare->value : 0.5) *
                    totalOf(p, &WorkloadStep::stepTimeS)};
    case Test::CommunicationDominates:
        return {
            totalOf(p, &Target::alphaS) + totalOf(p, &Baseline::networkBytes) / totalOf(p, &Target::bandwidthBytesPerS),
            totalOf(p, &WorkloadStep::stepTimeS)};
    case Test::IntensityAboveRidge: break;
    }
    return {totalOf(p, &WorkloadStep::flops) / totalOf(p, &WorkloadStep::bytesMoved),
            totalOf(p, &Machine::peakFlops) / totalOf(p, &Machine::memoryBandwidthBytesPerS)};
}

Bottleneck readFigure(const Profile& p)
{
    const auto above = [&](Test test) { return sides(p, test).first > sides(p, test).second; };
    if (above(Test::FitsInMemory))
        return Bottleneck::MemoryCapacity;
    if (above(Test::ServingBudgetMet))
        return Bottleneck::Latency;
    if (above(Test::IoDominates))
        return Bottleneck::DataIo;
    if (above(Test::CommunicationDominates))
        return Bottleneck::Coordination;
    return above(Test::IntensityAboveRidge) ? Bottleneck::Compute : Bottleneck::MemoryBandwidth;
}

Profile randomProfile(std::mt19937_64& random)
{
    const auto around = [&](double middle) {
        return typed(middle * std::pow(10, std::uniform_real_distribution<double>(-0.6, 0.6)(random)));
    };
    Profile p;
    p.baseline.steps.resize(1);
    p.baseline.workingSetBytes = around(30e9);
    p.baseline.machine.memoryBytes = around(100e9);
    setFieldQuantity(p, &Serving::latencyS, around(0.1));
    setFieldQuantity(p, &Serving::latencyBudgetS, around(0.25));
    p.baseline.steps[0].ioTimeS = around(0.1);
    p.baseline.steps[0].stepTimeS = around(0.5);
    p.baseline.steps[0].flops = around(5e12);
    p.baseline.steps[0].bytesMoved = around(2e11);
    p.baseline.machine.peakFlops = around(20e12);
    p.baseline.machine.memoryBandwidthBytesPerS = around(800e9);
    p.baseline.networkBytes = around(3e9);
    p.target.bandwidthBytesPerS = around(25e9);
    p.target.alphaS = around(1e-2);
    return p;
}

}  // namespace

class tst_bottleneck : public QObject {
    Q_OBJECT

private slots:
    void roofline();
    void exercise4123();
    void reportsImplicationsForWorkers();
    void reportsAnAxisWithoutSpeedup();
    void reachesEveryLeaf_data();
    void reachesEveryLeaf();
    void theFirstTestThatTripsEndsThePath();
    void resolvesEquality();
    void storageBeforeTimes();
    void servingQuestion_data();
    void servingQuestion();
    void communicationTestUsesTheFormOfTheBook();
    void marginsAndSharesHoldOnRandomProfiles();
    void everyFlipFlips();
    void noFlipIfNoSingleValueSuffices();
    void sumsSteps();
    void dominatingStepAgainstTheSums();
    void whatIfScalesSteps();
    void overlappingIntervalsMakeItUncertain();
    void asksForAFigureWhenItsTestIsReached_data();
    void asksForAFigureWhenItsTestIsReached();
    void needsNoFiguresPastTheLeaf();
    void noFiniteIntensity();
    void warnsOfImpossibleFigures();
    void arithmeticAgainstTheModel();
    void setsFiguresByPointer();
    void profileFiles_data();
    void profileFiles();
    void namesUnusedKeys();
    void readsProjectsAsProfiles();
    void ceilingsKeepTheNameOfTheirMachine_data();
    void ceilingsKeepTheNameOfTheirMachine();
    void warnsOfTimesFromAnotherMachine();
};

void tst_bottleneck::roofline()
{
    const Roofline machine{20e12, 800e9};
    QCOMPARE(machine.ridge(), 25.0);
    QCOMPARE(machine.attainableFlops(50), 20e12);
    QCOMPARE(machine.attainableFlops(10), 8e12);
    QCOMPARE(machine.attainableFlops(25), 20e12);
    QCOMPARE(machine.attainableFlops(std::numeric_limits<double>::infinity()), 20e12);
    QVERIFY(near(machine.timeS(6e12, 1.2e11), 0.3));
    QVERIFY(near(machine.timeS(0, 8e11), 1));
    QVERIFY(near(machine.timeS(2e13, 0), 1));
    QCOMPARE(*arithmeticIntensity(6e12, 1.2e11), 50.0);
    QVERIFY(!arithmeticIntensity(1, 0));
}

void tst_bottleneck::exercise4123()
{
    const Diagnosis d = diagnosed(parseProfileText(exercise));
    QCOMPARE(d.bottleneck, Bottleneck::Compute);
    QCOMPARE(d.axis, Axis::Training);
    QCOMPARE(*d.ridge, 25.0);
    QCOMPARE(*d.intensity, 50.0);
    QCOMPARE(d.path.size(), std::size_t{5});
    const TestResult& talk = *findTest(d, Test::CommunicationDominates);
    QCOMPARE(talk.answer, TestAnswer::No);
    QVERIFY(near(*talk.left, 0.16001));
    QVERIFY(near(*talk.right, 0.3));
    QVERIFY(near(*talk.bookRightSideS, 0.3));
    QVERIFY(near(*talk.margin, 0.16001 / 0.3));
    const TestResult& ridge = *findTest(d, Test::IntensityAboveRidge);
    QCOMPARE(ridge.answer, TestAnswer::Yes);
    QCOMPARE(*ridge.margin, 2.0);
    QCOMPARE(findTest(d, Test::ServingBudgetMet)->answer, TestAnswer::NotApplicable);
    QVERIFY(!findTest(d, Test::ServingBudgetMet)->left);
    QVERIFY(!findTest(d, Test::ServingBudgetMet)->reason.empty());

    // What binds next: coordination at 53 % of its limit, then capacity at 1/8, then reading at 0.
    QCOMPARE(d.nextBottlenecks.size(), std::size_t{3});
    QCOMPARE(d.nextBottlenecks[0].bottleneck, Bottleneck::Coordination);
    QVERIFY(near(d.nextBottlenecks[0].ratio, 0.16001 / 0.3));
    QCOMPARE(d.nextBottlenecks[0].relativeRatio, 1.0);
    QCOMPARE(d.nextBottlenecks[1].bottleneck, Bottleneck::MemoryCapacity);
    QVERIFY(near(d.nextBottlenecks[1].relativeRatio, 0.125 / (0.16001 / 0.3)));
    QCOMPARE(d.nextBottlenecks[2].bottleneck, Bottleneck::DataIo);
    QCOMPARE(d.nextBottlenecks[2].relativeRatio, 0.0);

    // "Twice the bytes" flips it to bandwidth.
    for (const FlipPoint& flip : ridge.flips)
        if (flip.field == &WorkloadStep::bytesMoved) {
            QVERIFY(near(flip.value, 2.4e11));
            QCOMPARE(*flip.newBottleneck, Bottleneck::MemoryBandwidth);
        }
}

void tst_bottleneck::reportsImplicationsForWorkers()
{
    const Diagnosis d = diagnosed(parseProfileText(exercise));
    QVERIFY(d.workerImplication.has_value());
    QVERIFY(near(d.workerImplication->commToComputeAt2, 0.16001 / 0.15));
    QVERIFY(near(d.workerImplication->speedupAt2, 0.3 / (0.15 + 0.16001)));
    QVERIFY(near(*d.workerImplication->speedupLimit, 0.3 / 0.16001));
    QCOMPARE(d.workerImplication->ringPStar, 1);
    QCOMPARE(d.workerImplication->ringSpeedup, 1.0);

    // Output 41.4.1 in these units: one second of work, 0.8 ms per hop, 40 ms for the whole message.
    const Profile output = withValues(parseProfileText(exercise), {{&WorkloadStep::stepTimeS, 1},
                                                                   {&WorkloadStep::flops, 20e12},
                                                                   {&WorkloadStep::bytesMoved, 1e9},
                                                                   {&Baseline::networkBytes, 1e9},
                                                                   {&Target::alphaS, 0.0008}});
    const WorkerImplication printed = *diagnosed(output).workerImplication;
    QCOMPARE(printed.ringPStar, 34);
    QVERIFY(std::abs(printed.ringSpeedup - 7.49) < 0.005);
    QVERIFY(!diagnosed(withValues(parseProfileText(exercise), {{&Baseline::networkBytes, 0}, {&Target::alphaS, 0}}))
                 .workerImplication->speedupLimit);

    // A round of 0.16 + 0.4 s is longer than the 0.3 s of work at the roofline, but not than the step of 1 s: no
    // bottleneck yet.
    const Diagnosis slow =
        diagnosed(withValues(parseProfileText(exercise),
                             {{&Target::alphaS, 0.4}, {&WorkloadStep::stepTimeS, 1}, {&WorkloadStep::ioTimeS, 0.1}}));
    QCOMPARE(slow.bottleneck, Bottleneck::Compute);
    const TestResult talk =
        *evaluate(withValues(parseProfileText(exercise), {{&Target::alphaS, 0.4}, {&WorkloadStep::stepTimeS, 1}}),
                  Test::CommunicationDominates);
    QCOMPARE(talk.answer, TestAnswer::No);
    QVERIFY(near(*talk.right, 1) && near(*talk.bookRightSideS, 0.3));
    QCOMPARE(*talk.bookAnswer, TestAnswer::Yes);
    QVERIFY(near(slow.workerImplication->measuredWorkS.value(), 1));
    QVERIFY(near(slow.workerImplication->tCompS, 1));
    QVERIFY(slow.workerImplication->sentence.find("33 %") != std::string::npos);
    QVERIFY(
        !diagnosed(withValues(parseProfileText(exercise), {{&Target::alphaS, 0.4}})).workerImplication->measuredWorkS);
}

// Compute is the bottleneck, but the design's ring at 0.1 s per hop takes longer than 10 ms of work: T(2) = 5 + 100 ms.
// With 1 us per hop two workers are faster.
void tst_bottleneck::reportsAnAxisWithoutSpeedup()
{
    Profile profile = parseProfileText(exercise);
    QVERIFY(noSpeedupNote(profile, Bottleneck::Compute).empty());  // without a design there is no prediction
    profile.model = ScalingModel{.tCompS = 0.01, .exchanges = {{.communication = {.alphaS = 0.1}}}};
    profile.baseline.tCompS = typed(0.01);
    const Diagnosis d = diagnosed(profile);
    QCOMPARE(d.axis, Axis::Training);
    const QString noSpeedupText = QString::fromStdString(d.noSpeedupNote);
    QVERIFY2(noSpeedupText.contains("buys nothing. A step takes 10.0 ms on one worker. With the book’s ring all-reduce "
                                    "it takes at least 0.105 s, at p = 2"),
             qPrintable(noSpeedupText));
    profile.model->primaryExchange().communication.alphaS = 1e-6;
    QVERIFY(diagnosed(profile).noSpeedupNote.empty());
    // Capacity does not depend on time.
    profile.model->primaryExchange().communication.alphaS = 0.1;
    QVERIFY(noSpeedupNote(profile, Bottleneck::MemoryCapacity).empty());
    // Without T_comp, the step time minus reading is divided: the step of the exercise.
    profile.baseline.tCompS.reset();
    const MaybeQuantity step = total(profile, &WorkloadStep::stepTimeS),
                        reading = total(profile, &WorkloadStep::ioTimeS);
    if (step && reading) {
        profile.model->primaryExchange().communication.alphaS = 2 * (step->value - reading->value);
        QVERIFY(noSpeedupNote(profile, Bottleneck::Compute)
                    .find(formatAmount(step->value - reading->value, Dimension::Time).joined() + " on one worker") !=
                std::string::npos);
    }
}

void tst_bottleneck::reachesEveryLeaf_data()
{
    QTest::addColumn<Profile>("profile");
    QTest::addColumn<int>("leaf");
    QTest::addColumn<int>("axis");
    const Profile base = parseProfileText(exercise);
    const auto row = [&](const char* name, std::initializer_list<FieldValue> values, Bottleneck leaf, Axis axis) {
        QTest::newRow(name) << withValues(base, values) << int(leaf) << int(axis);
    };
    row("memory capacity", {{&Baseline::workingSetBytes, 208e9}, {&Machine::memoryBytes, 80e9}},
        Bottleneck::MemoryCapacity, Axis::Model);
    row("latency", {{&Serving::latencyS, 0.35}, {&Serving::latencyBudgetS, 0.2}}, Bottleneck::Latency, Axis::Inference);
    row("throughput", {{&Serving::throughputPerS, 40}, {&Serving::throughputTargetPerS, 200}}, Bottleneck::Latency,
        Axis::Inference);
    row("data I/O by time", {{&WorkloadStep::ioTimeS, 0.2}}, Bottleneck::DataIo, Axis::Data);
    row("data I/O by storage", {{&Baseline::datasetBytes, 50e12}, {&Machine::storageBytes, 8e12}}, Bottleneck::DataIo,
        Axis::Data);
    row("coordination", {{&Baseline::networkBytes, 8e9}}, Bottleneck::Coordination, Axis::Coordination);
    row("memory bandwidth", {{&WorkloadStep::bytesMoved, 4e11}, {&WorkloadStep::stepTimeS, 0.6}},
        Bottleneck::MemoryBandwidth, Axis::Model);
    row("compute", {}, Bottleneck::Compute, Axis::Training);
}

void tst_bottleneck::reachesEveryLeaf()
{
    QFETCH(Profile, profile);
    QFETCH(int, leaf);
    QFETCH(int, axis);
    const Diagnosis d = diagnosed(profile);
    QCOMPARE(int(d.bottleneck), leaf);
    QCOMPARE(int(d.axis), axis);
    QVERIFY(!d.explanation.empty());
    QVERIFY(d.warnings.empty());
    for (const NextBottleneck& next : d.nextBottlenecks)
        QVERIFY(next.test != d.path.back().test);
}

void tst_bottleneck::theFirstTestThatTripsEndsThePath()
{
    // Everything is wrong at once; fixing one problem at a time reveals the next, in the figure's order.
    Profile p = withValues(parseProfileText(exercise), {{&Baseline::workingSetBytes, 208e9},
                                                        {&Serving::latencyS, 2},
                                                        {&Serving::latencyBudgetS, 1},
                                                        {&WorkloadStep::ioTimeS, 0.29},
                                                        {&Baseline::networkBytes, 9e10},
                                                        {&WorkloadStep::bytesMoved, 4e11},
                                                        {&WorkloadStep::stepTimeS, 0.5}});
    const std::array<std::tuple<Bottleneck, std::size_t, F, double>, 5> order{{
        {Bottleneck::MemoryCapacity, 1, F(&Baseline::workingSetBytes), 8e9},
        {Bottleneck::Latency, 2, F(&Serving::latencyS), 0.5},
        {Bottleneck::DataIo, 3, F(&WorkloadStep::ioTimeS), 0},
        {Bottleneck::Coordination, 4, F(&Baseline::networkBytes), 1e9},
        {Bottleneck::MemoryBandwidth, 5, F(&WorkloadStep::bytesMoved), 1e11},
    }};
    for (const auto& [leaf, length, cure, value] : order) {
        const Diagnosis d = diagnosed(p);
        QCOMPARE(d.bottleneck, leaf);
        QCOMPARE(d.path.size(), length);
        // Tests that were not reached are still listed under what binds next, worst first.
        for (std::size_t i = 1; i < d.nextBottlenecks.size(); ++i)
            QVERIFY(d.nextBottlenecks[i - 1].ratio >= d.nextBottlenecks[i].ratio);
        p = withValues(p, {{cure, value}});
    }
    QCOMPARE(diagnosed(p).bottleneck, Bottleneck::Compute);
}

void tst_bottleneck::resolvesEquality()
{
    const Profile base = parseProfileText(exercise);
    // It fits.
    QCOMPARE(diagnosed(withValues(base, {{&Baseline::workingSetBytes, 64e9}})).bottleneck, Bottleneck::Compute);
    QCOMPARE(diagnosed(withValues(base, {{&WorkloadStep::ioTimeS, 0.15}})).bottleneck,
             Bottleneck::Compute);  // half is not more than half
    QCOMPARE(diagnosed(withValues(base, {{&Serving::latencyS, 1}, {&Serving::latencyBudgetS, 1}})).bottleneck,
             Bottleneck::Compute);
    QCOMPARE(diagnosed(withValues(base, {{&WorkloadStep::bytesMoved, 2.4e11}})).bottleneck,
             Bottleneck::MemoryBandwidth);  // I = I*
    QCOMPARE(
        diagnosed(withValues(base, {{&Baseline::ioDominanceShare, 0.25}, {&WorkloadStep::ioTimeS, 0.1}})).bottleneck,
        Bottleneck::DataIo);
}

void tst_bottleneck::storageBeforeTimes()
{
    Profile p = parseProfileText(exercise);
    p.baseline.datasetBytes = typed(50e12);
    p.baseline.machine.storageBytes = typed(8e12);
    p.baseline.steps[0].ioTimeS.reset();  // data that does not fit in storage cannot be timed
    const Diagnosis d = diagnosed(p);
    QCOMPARE(d.bottleneck, Bottleneck::DataIo);
    QCOMPARE(*d.path.back().left, 50e12);
    QCOMPARE(*d.path.back().right, 8e12);
    QCOMPARE(d.path.back().unit, std::string("B"));

    p.baseline.machine.storageBytes.reset();
    QVERIFY(!diagnose(p));  // now the times are needed
    p.baseline.steps[0].ioTimeS = typed(0);
    const Diagnosis unasked = diagnosed(p);
    QCOMPARE(unasked.bottleneck, Bottleneck::Compute);
    QVERIFY(unasked.warnings.front().find("storage_bytes") != std::string::npos);
}

void tst_bottleneck::servingQuestion_data()
{
    QTest::addColumn<double>("latency");
    QTest::addColumn<double>("throughput");
    QTest::addColumn<bool>("met");
    QTest::addColumn<double>("left");
    // Budgets: 0.2 s and 100 requests a second.
    QTest::newRow("both met, latency tighter") << 0.18 << 200.0 << true << 0.18;
    QTest::newRow("both met, throughput tighter") << 0.1 << 110.0 << true << 100.0;
    QTest::newRow("latency missed") << 0.3 << 200.0 << false << 0.3;
    QTest::newRow("throughput missed") << 0.1 << 50.0 << false << 100.0;
    QTest::newRow("both missed") << 0.3 << 10.0 << false << 100.0;
}

void tst_bottleneck::servingQuestion()
{
    QFETCH(double, latency);
    QFETCH(double, throughput);
    QFETCH(bool, met);
    QFETCH(double, left);
    const Profile p = withValues(parseProfileText(exercise), {{&Serving::latencyS, latency},
                                                              {&Serving::latencyBudgetS, 0.2},
                                                              {&Serving::throughputPerS, throughput},
                                                              {&Serving::throughputTargetPerS, 100}});
    const Result<TestResult> result = evaluate(p, Test::ServingBudgetMet);
    QVERIFY(result.has_value());
    QCOMPARE(result->answer, met ? TestAnswer::Yes : TestAnswer::No);
    QCOMPARE(*result->left, left);
    QCOMPARE(*result->margin > 1, !met);
    QCOMPARE(diagnosed(p).bottleneck, met ? Bottleneck::Compute : Bottleneck::Latency);

    const Profile half = withValues(parseProfileText(exercise), {{&Serving::latencyBudgetS, 0.2}});
    QCOMPARE(evaluate(half, Test::ServingBudgetMet)->answer, TestAnswer::NotApplicable);
    QVERIFY(diagnosed(half).warnings.front().find("latency_s") != std::string::npos);
}

void tst_bottleneck::communicationTestUsesTheFormOfTheBook()
{
    // Below the ridge, the local work takes the memory time: W/pi = 0.05 s, Q/beta = 0.5 s, a round of 0.16001 s.
    const Profile p =
        withValues(parseProfileText(exercise),
                   {{&WorkloadStep::flops, 1e12}, {&WorkloadStep::bytesMoved, 4e11}, {&WorkloadStep::stepTimeS, 0.5}});
    const TestResult talk = *evaluate(p, Test::CommunicationDominates);
    QVERIFY(near(*talk.right, 0.5));
    QVERIFY(near(*talk.bookRightSideS, 0.05));
    QCOMPARE(talk.answer, TestAnswer::No);
    QCOMPARE(*talk.bookAnswer, TestAnswer::Yes);
    QVERIFY(talk.reason.find("W/pi") != std::string::npos);
    QCOMPARE(diagnosed(p).bottleneck, Bottleneck::MemoryBandwidth);
}

void tst_bottleneck::marginsAndSharesHoldOnRandomProfiles()
{
    std::mt19937_64 random(41);
    std::array<int, 6> reachedLeaves{};
    for (int i = 0; i < 400; ++i) {
        const Profile p = randomProfile(random);
        const Diagnosis d = diagnosed(p);
        QCOMPARE(d.bottleneck, readFigure(p));
        ++reachedLeaves[static_cast<std::size_t>(d.bottleneck)];
        for (const TestResult& test : d.path) {
            const auto [left, right] = sides(p, test.test);
            QVERIFY(near(*test.left, left) && near(*test.right, right) && near(*test.margin, left / right));
            const bool yesIfAbove = test.test != Test::FitsInMemory && test.test != Test::ServingBudgetMet;
            QCOMPARE(test.answer == TestAnswer::Yes, (left > right) == yesIfAbove);
        }
        double largest = 0;
        for (const NextBottleneck& next : d.nextBottlenecks) {
            const auto [left, right] = sides(p, next.test);
            const double ratio = next.bottleneck == Bottleneck::MemoryBandwidth ? right / left : left / right;
            QVERIFY(near(next.ratio, ratio));
            largest = std::max(largest, ratio);
        }
        for (const NextBottleneck& next : d.nextBottlenecks)
            QVERIFY(near(next.relativeRatio, next.ratio / largest));
        QCOMPARE(d.nextBottlenecks.size(), std::size_t{4});
    }
    for (const int count : reachedLeaves)
        QVERIFY2(count > 5, "the random profiles do not reach every leaf");
}

void tst_bottleneck::everyFlipFlips()
{
    std::mt19937_64 random(412);
    int flips = 0;
    for (int i = 0; i < 120; ++i) {
        const Profile p = randomProfile(random);
        for (const Test test : allTests) {
            const TestResult before = *evaluate(p, test);
            for (const FlipPoint& flip : before.flips) {
                const bool isAbove = flip.side == FlipSide::Above || flip.side == FlipSide::AtOrAbove;
                const double past = flip.value * (isAbove ? 1 + 1e-9 : 1 - 1e-9);
                const double shy = flip.value * (isAbove ? 1 - 1e-9 : 1 + 1e-9);
                if (flip.field == &Baseline::ioDominanceShare && past > 1)
                    continue;
                const TestResult after = *evaluate(withValue(p, flip.field, typed(past)), test);
                const TestResult still = *evaluate(withValue(p, flip.field, typed(shy)), test);
                QVERIFY2(after.answer != before.answer, flip.text.c_str());
                QVERIFY2(still.answer == before.answer, flip.text.c_str());
                QCOMPARE(*flip.newBottleneck, readFigure(withValue(p, flip.field, typed(past))));
                ++flips;
            }
            // Every value in a comparison of two values can flip it.
            if (test == Test::FitsInMemory || test == Test::ServingBudgetMet)
                QCOMPARE(before.flips.size(), std::size_t{2});
            if (test == Test::IntensityAboveRidge)
                QCOMPARE(before.flips.size(), std::size_t{4});
        }
    }
    QVERIFY(flips > 1500);
}

void tst_bottleneck::noFlipIfNoSingleValueSuffices()
{
    const Profile latencyAndThroughput = withValues(parseProfileText(exercise), {{&Serving::latencyS, 2},
                                                                                 {&Serving::latencyBudgetS, 1},
                                                                                 {&Serving::throughputPerS, 1},
                                                                                 {&Serving::throughputTargetPerS, 2}});
    const TestResult missed = *evaluate(latencyAndThroughput, Test::ServingBudgetMet);
    QVERIFY(missed.flips.empty() && !missed.noFlipReason.empty());
    const Profile stored =
        withValues(parseProfileText(exercise),
                   {{&WorkloadStep::ioTimeS, 0.29}, {&Baseline::datasetBytes, 2e12}, {&Machine::storageBytes, 1e12}});
    const TestResult ioTest = *evaluate(stored, Test::IoDominates);
    QVERIFY(ioTest.flips.empty() && !ioTest.noFlipReason.empty());
    // A round whose latency alone exceeds the work: no bandwidth helps.
    const TestResult slow =
        *evaluate(withValues(parseProfileText(exercise), {{&Target::alphaS, 1}}), Test::CommunicationDominates);
    for (const FlipPoint& flip : slow.flips)
        QVERIFY(flip.field != &Target::bandwidthBytesPerS && flip.field != &Baseline::networkBytes);
}

void tst_bottleneck::sumsSteps()
{
    const Profile p = parseProfileText(
        R"({"working_set_bytes": 8e9, "memory_bytes": 64e9, "peak_flops": 20e12, "memory_bandwidth_bytes_per_s": 800e9,
      "steps": [{"name": "load", "step_time_s": 0.1, "io_time_s": 0.09, "flops": 0, "bytes_moved": 4e9},
                {"name": "forward and backward", "step_time_s": 0.5, "io_time_s": 0, "flops": 9e12, "bytes_moved": 1e11},
                {"name": "optimizer", "step_time_s": 0.2, "io_time_s": 0, "flops": 1e10, "bytes_moved": 1.4e11}]})");
    const Diagnosis d = diagnosed(p);
    QVERIFY(near(*d.intensity, 9.01e12 / 2.44e11));
    const TestResult& reading = *findTest(d, Test::IoDominates);
    QVERIFY(near(*reading.left, 0.09) && near(*reading.right, 0.4));
    QCOMPARE(d.bottleneck, Bottleneck::Compute);
    QCOMPARE(*d.dominatingStep, std::size_t{1});
    QVERIFY(near(*d.steps[1].timeShare, 0.5 / 0.8));
    QCOMPARE(*d.steps[0].bottleneck, Bottleneck::DataIo);
    QCOMPARE(*d.steps[1].bottleneck, Bottleneck::Compute);
    QCOMPARE(*d.steps[2].bottleneck, Bottleneck::MemoryBandwidth);
    QVERIFY(near(*d.steps[1].achievedFlops, 9e12 / 0.5));
    QVERIFY(near(*d.steps[1].roofShare, 0.45 / 0.5));
    QVERIFY(near(*d.steps[2].attainableFlops, 800e9 * 1e10 / 1.4e11));
    QVERIFY(near(*d.steps[0].roofShare, 4e9 / 800e9 / 0.01));  // it reads for 0.09 of its 0.1 s
}

void tst_bottleneck::dominatingStepAgainstTheSums()
{
    // The totals lie above the ridge, the step with 80 % of the time below it: both are reported.
    const Profile p = parseProfileText(
        R"({"working_set_bytes": 8e9, "memory_bytes": 64e9, "peak_flops": 20e12, "memory_bandwidth_bytes_per_s": 800e9,
      "steps": [{"name": "matmul", "step_time_s": 1, "io_time_s": 0, "flops": 1.9e13, "bytes_moved": 1e10},
                {"name": "gather", "step_time_s": 4, "io_time_s": 0, "flops": 1e11, "bytes_moved": 7e11}]})");
    const Diagnosis d = diagnosed(p);
    QCOMPARE(d.bottleneck, Bottleneck::Compute);
    QCOMPARE(*d.dominatingStep, std::size_t{1});
    QCOMPARE(d.warnings.size(), std::size_t{1});
    QVERIFY(d.warnings[0].find("gather") != std::string::npos);
    QVERIFY(d.warnings[0].find("memory bandwidth") != std::string::npos);
}

void tst_bottleneck::whatIfScalesSteps()
{
    Profile p = parseProfileText(exercise);
    p.baseline.steps.push_back(p.baseline.steps.front());
    p.baseline.steps[1].flops = typed(2e12);
    const Profile scaled = withValue(p, &WorkloadStep::flops, typed(4e12));
    QVERIFY(near(scaled.baseline.steps[0].flops->value, 3e12));
    QVERIFY(near(scaled.baseline.steps[1].flops->value, 1e12));
    const Profile first = withValue(p, &WorkloadStep::ioTimeS, typed(0.1));  // all are zero
    QCOMPARE(first.baseline.steps[0].ioTimeS->value, 0.1);
    QCOMPARE(first.baseline.steps[1].ioTimeS->value, 0.0);
    QVERIFY(near(total(first, &WorkloadStep::ioTimeS)->value, 0.1));
}

void tst_bottleneck::overlappingIntervalsMakeItUncertain()
{
    Profile p = parseProfileText(exercise);
    p.baseline.machine.memoryBandwidthBytesPerS->interval = Interval{300e9, 900e9, 0.9};
    p.baseline.machine.peakFlops->interval = Interval{19e12, 21e12, 0.95};
    const TestResult ridge = *evaluate(p, Test::IntensityAboveRidge);
    QCOMPARE(ridge.isCertain, false);
    // The ridge is between 19e12/900e9 and 21e12/300e9.
    QVERIFY(near(ridge.marginInterval->low, 50 / 70.0));
    QVERIFY(near(ridge.marginInterval->high, 50 / (19e12 / 900e9)));
    QCOMPARE(ridge.marginInterval->level, 0.9);
    QVERIFY(!diagnosed(p).warnings.empty() && !isCertain(diagnosed(p)));
    p.baseline.machine.memoryBandwidthBytesPerS->interval = Interval{700e9, 900e9, 0.9};
    QCOMPARE(evaluate(p, Test::IntensityAboveRidge)->isCertain, true);
}

void tst_bottleneck::asksForAFigureWhenItsTestIsReached_data()
{
    QTest::addColumn<QString>("howToGet");
    QTest::addColumn<QString>("pointer");
    for (const F field : std::initializer_list<F>{
             &Baseline::workingSetBytes, &Machine::memoryBytes, &WorkloadStep::stepTimeS, &WorkloadStep::ioTimeS,
             &WorkloadStep::flops, &WorkloadStep::bytesMoved, &Machine::peakFlops, &Machine::memoryBandwidthBytesPerS})
        QTest::newRow(field.key()) << QString(field->howToGet) << QString("/") + field.key();
}

void tst_bottleneck::asksForAFigureWhenItsTestIsReached()
{
    QFETCH(QString, howToGet);
    QFETCH(QString, pointer);
    const Result<Profile> complete = parseProfile(exercise);
    Profile p = *complete;
    QVERIFY(setFieldQuantityText(p, pointer.toStdString(), ""));
    const Result<Diagnosis> d = diagnose(p);
    QVERIFY(!d);
    QCOMPARE(d.error().code, ErrorCode::Input);
    QCOMPARE(d.error().problems.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(d.error().problems[0].location.jsonPointer), pointer);
    const std::string hint = howToGet.toStdString(), message = describe(d.error().problems[0]);
    // How to get it.
    QVERIFY2(message.ends_with(": " + hint) && message.find("expected") == std::string::npos, message.c_str());
}

void tst_bottleneck::needsNoFiguresPastTheLeaf()
{
    const Diagnosis d = diagnosed(parseProfileText(R"({"working_set_bytes": "208GB", "memory_bytes": "80GB"})"));
    QCOMPARE(d.bottleneck, Bottleneck::MemoryCapacity);
    QCOMPARE(d.path.size(), std::size_t{1});
    QVERIFY(!d.intensity && !d.intensityReason.empty());
    QVERIFY(!d.ridge && !d.ridgeReason.empty());
    QVERIFY(!d.dominatingStep);
    QVERIFY(d.nextBottlenecks.empty());
}

void tst_bottleneck::noFiniteIntensity()
{
    const Diagnosis d = diagnosed(withValues(parseProfileText(exercise), {{&WorkloadStep::bytesMoved, 0}}));
    QCOMPARE(d.bottleneck, Bottleneck::Compute);
    const TestResult& ridge = *findTest(d, Test::IntensityAboveRidge);
    QVERIFY(!ridge.left && !ridge.margin && !ridge.reason.empty());
    QVERIFY(!d.intensity && !d.intensityReason.empty());

    const Result<Diagnosis> emptyDiagnosis =
        diagnose(withValues(parseProfileText(exercise), {{&WorkloadStep::bytesMoved, 0}, {&WorkloadStep::flops, 0}}));
    QVERIFY(!emptyDiagnosis);
    QVERIFY(emptyDiagnosis.error().problems[0].message.find("roofline") != std::string::npos);
    QCOMPARE(
        diagnosed(withValues(parseProfileText(exercise), {{&WorkloadStep::flops, 0}, {&Baseline::networkBytes, 0}}))
            .bottleneck,
        Bottleneck::MemoryBandwidth);
}

// Kaplan et al. 2020: training takes 6 FLOP per parameter and token. 1e9 parameters on 32 examples of 1000 tokens: 6 x
// 1e9 x 32000 = 1.92e14.
void tst_bottleneck::arithmeticAgainstTheModel()
{
    const auto doubts = [](
                            double flops, const std::function<void(Project&)>& change = [](Project&) {}) {
        Project project;
        project.baseline.model = ModelShape{.parameters = typed(1e9), .sequence = typed(1000)};
        project.baseline.batch = typed(32);
        project.baseline.steps = {WorkloadStep{.flops = typed(flops)}};
        change(project);
        const Profile profile = profileOf(project);
        const std::vector<std::string> allDoubts = stepWarnings(profile, rooflinePoints(profile));
        return allDoubts.empty() ? std::string() : allDoubts.front();
    };
    QCOMPARE(doubts(1.92e14), std::string());
    QCOMPARE(doubts(1.92e14 * 8 / 6), std::string());  // activations computed again
    QCOMPARE(doubts(1.92e14 / 1.9), std::string());
    const std::string impossibleText = doubts(6e12);
    QVERIFY2(impossibleText.find("6.00 TFLOP") != std::string::npos &&
                 impossibleText.find("192 TFLOP") != std::string::npos &&
                 impossibleText.find("1000000000 parameters on 32000 tokens") != std::string::npos,
             impossibleText.c_str());
    QVERIFY(!doubts(1e16).empty());
    QCOMPARE(doubts(6e12, [](Project& project) { project.baseline.batch.reset(); }), std::string());
    QCOMPARE(doubts(6e12, [](Project& project) { project.baseline.model->sequence.reset(); }), std::string());
    QCOMPARE(doubts(6e12, [](Project& project) { project.baseline.serving = Serving{.latencyS = typed(1)}; }),
             std::string());  // serves: no training
    QCOMPARE(doubts(6e12, [](Project& project) { project.baseline.steps[0].flops.reset(); }), std::string());
    // Long examples: attention takes 12 L h s per token in addition to 6 N (Chowdhery et al. 2022), here 12 x 10 x 1000
    // x 1e6 = 1.2e11 in addition to 6e9.
    const auto longExamples = [](Project& project) {
        ModelShape& model = *project.baseline.model;
        model.layers = typed(10);
        model.hidden = typed(1000);
        model.heads = typed(10);
        model.vocabulary = typed(1000);
        model.sequence = typed(1e6);
    };
    QCOMPARE(doubts((6e9 + 1.2e11) * 32e6, longExamples), std::string());
    QVERIFY(doubts(6e9 * 32e6, longExamples).find("plus attention") != std::string::npos);
}

void tst_bottleneck::warnsOfImpossibleFigures()
{
    // 6e12 FLOP in 0.1 s are 60 TFLOP/s on a machine with 20 TFLOP/s.
    const Diagnosis fast = diagnosed(withValues(parseProfileText(exercise), {{&WorkloadStep::stepTimeS, 0.1}}));
    QCOMPARE(fast.warnings.size(), std::size_t{1});
    QVERIFY(fast.warnings[0].find("faster than its roof") != std::string::npos);
    QVERIFY2(fast.warnings[0].find("another device") != std::string::npos, "three times what the machine can do");
    QVERIFY(!isCertain(fast) && isCertain(diagnosed(parseProfileText(exercise))));
    Profile quoted = withValues(
        parseProfileText(exercise),
        {{&WorkloadStep::stepTimeS, 0.1}});  // with tensor cores the same card is faster in narrower number formats
    QVERIFY(fast.warnings[0].find("narrower format") == std::string::npos);
    quoted.baseline.machine.peakFlops->provenance = {Origin::Catalogue, "a card", "2026", "fp32, dense"};
    QVERIFY2(diagnosed(quoted).warnings.at(0).find("narrower format than the peak's fp32") != std::string::npos,
             diagnosed(quoted).warnings.at(0).c_str());
    const Diagnosis little = diagnosed(withValues(
        // 1.5 times the peak: a count or a time may be wrong.
        parseProfileText(exercise), {{&WorkloadStep::stepTimeS, 0.2}}));
    QVERIFY(little.warnings[0].find("another device") == std::string::npos && !isCertain(little));
    const Diagnosis longRead = diagnosed(withValues(parseProfileText(exercise), {{&WorkloadStep::ioTimeS, 0.4}}));
    QCOMPARE(longRead.bottleneck, Bottleneck::DataIo);
    QVERIFY(longRead.warnings[0].find("longer reading than it takes") != std::string::npos);
    // 6e12 FLOP take 0.3 s at 20 TFLOP/s: 30 s is a hundred times that, which no compute ceiling explains; 3 s might be
    // poor code.
    const Diagnosis slow = diagnosed(
        withValues(parseProfileText(exercise), {{&WorkloadStep::stepTimeS, 30}, {&WorkloadStep::ioTimeS, 0}}));
    QCOMPARE(slow.bottleneck, Bottleneck::Compute);
    QVERIFY2(slow.warnings.at(0).find(" 1 % of its roof") != std::string::npos, slow.warnings.at(0).c_str());
    QVERIFY2(!isCertain(slow), "a test that does not explain the time cannot be a certain verdict");
    QVERIFY(isCertain(diagnosed(
        withValues(parseProfileText(exercise), {{&WorkloadStep::stepTimeS, 3}, {&WorkloadStep::ioTimeS, 0}}))));
    QVERIFY(
        diagnosed(withValues(parseProfileText(exercise), {{&WorkloadStep::stepTimeS, 3}, {&WorkloadStep::ioTimeS, 0}}))
            .warnings.empty());

    // All cores together cannot be slower than one core; if both have intervals, the difference must exceed them.
    Profile busy = parseProfileText(exercise);
    busy.baseline.machine.memoryBandwidthOneCoreBytesPerS = typed(900e9);  // of 800 GB/s
    QVERIFY(!isCertain(diagnosed(busy)) && !diagnosed(busy).ceilingWarning.empty());
    busy.baseline.machine.memoryBandwidthBytesPerS->interval = Interval{700e9, 850e9, 0.95};
    busy.baseline.machine.memoryBandwidthOneCoreBytesPerS->interval = Interval{840e9, 950e9, 0.95};
    QVERIFY(diagnosed(busy).ceilingWarning.empty());
    busy.baseline.machine.memoryBandwidthOneCoreBytesPerS->interval->low = 860e9;
    QVERIFY(!diagnosed(busy).ceilingWarning.empty());
    busy = parseProfileText(exercise);
    busy.baseline.machine.peakFlopsOneCore = typed(1e12);  // of 20 TFLOP/s
    QVERIFY(diagnosed(busy).ceilingWarning.empty());

    // A step on an accelerator gets no verdict from ceilings measured on the processor, neither from a roofline nor
    // from a memory capacity. It does from ceilings given by the user or the catalogue.
    Profile acceleratorProfile = parseProfileText(exercise);
    acceleratorProfile.baseline.steps.front().device = "NVIDIA H100 80GB HBM3";
    QVERIFY(isCertain(diagnosed(acceleratorProfile)) && diagnosed(acceleratorProfile).deviceWarning.empty());
    for (const auto member : {&Machine::memoryBytes, &Machine::peakFlops, &Machine::memoryBandwidthBytesPerS}) {
        Profile host = acceleratorProfile;
        (host.baseline.machine.*member)->provenance.origin = Origin::Measured;
        QVERIFY(!isCertain(diagnosed(host)) && dependsOnOtherDevice(diagnosed(host)) &&
                !shouldTuneFirst(diagnosed(host)));
        host.baseline.workingSetBytes = typed(1e12);
        QCOMPARE(diagnosed(host).bottleneck, Bottleneck::MemoryCapacity);
        QVERIFY(!isCertain(diagnosed(host)) && dependsOnOtherDevice(diagnosed(host)));
        host.baseline.steps.front().device.clear();
        QVERIFY(isCertain(diagnosed(host)) && !dependsOnOtherDevice(diagnosed(host)));
        (host.baseline.machine.*member)->provenance.origin = Origin::Catalogue;
        host.baseline.steps.front().device = acceleratorProfile.baseline.steps.front().device;
        QVERIFY(isCertain(diagnosed(host)));
    }
    // 0.25 s of the 0.3 s is reading, which happens on the host.
    Profile ioProfile = withValues(acceleratorProfile, {{&WorkloadStep::ioTimeS, 0.25}});
    ioProfile.baseline.machine.peakFlops->provenance.origin = Origin::Measured;
    QCOMPARE(diagnosed(ioProfile).bottleneck, Bottleneck::DataIo);
    QVERIFY(!dependsOnOtherDevice(diagnosed(ioProfile)));
}

void tst_bottleneck::setsFiguresByPointer()
{
    Profile p = parseProfileText(exercise);
    QVERIFY(setFieldQuantityText(p, "/flops", "2TFLOP") && setFieldQuantityText(p, "/net_bytes", ""));
    QCOMPARE(p.baseline.steps.front().flops->value, 2e12);
    QCOMPARE(p.baseline.steps.front().flops->provenance.origin, Origin::Typed);
    QVERIFY(!p.baseline.networkBytes);
    Profile steps = parseProfileText(R"({"steps": [{"name": "a"}, {"name": "b"}]})");
    QVERIFY(setFieldQuantityText(steps, "/steps/1/step_time_s", "0.3 s"));
    QVERIFY(!steps.baseline.steps[0].stepTimeS && steps.baseline.steps[1].stepTimeS->value == 0.3);
    for (const auto& [pointer, text] :
         {std::pair("/flop", "1"), {"/steps/2/flops", "1"}, {"/steps/0/flops", "8 GB"}, {"/memory_bytes", "0"}}) {
        const Profile before = steps;
        const Result<void> set = setFieldQuantityText(steps, pointer, text);
        QVERIFY2(!set && set.error().problems.front().location.jsonPointer == pointer, pointer);
        QVERIFY(steps == before);
    }
}

void tst_bottleneck::profileFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("says");
    const auto replaced = [](const char* from, const char* to) { return QByteArray(exercise).replace(from, to); };
    QTest::newRow("not JSON") << QByteArray("{\"flops\": ") << QByteArray("line 1");
    QTest::newRow("an array") << QByteArray("[1, 2]") << QByteArray("expected an object");
    QTest::newRow("twice") << replaced("\"flops\": 6e12", "\"flops\": 6e12, \"flops\": 7e12") << QByteArray("/flops");
    QTest::newRow("negative") << replaced("6e12", "-6e12") << QByteArray("/flops: ");
    QTest::newRow("nan") << replaced("6e12", "\"nan\"") << QByteArray("/flops: ");
    QTest::newRow("infinite") << replaced("6e12", "1e999") << QByteArray("/flops");
    QTest::newRow("no memory") << replaced("\"64GB\"", "0") << QByteArray("/memory_bytes: ");
    QTest::newRow("another unit") << replaced("\"8GB\"", "\"8 s\"") << QByteArray("/working_set_bytes: ");
    QTest::newRow("a list") << replaced("6e12", "[6e12]") << QByteArray("/flops: ");
    QTest::newRow("no time") << replaced("0.3", "0") << QByteArray("/step_time_s: ");
    QTest::newRow("share above one") << replaced("\"io_time_s\": 0", "\"io_time_s\": 0, \"io_dominates_at\": 1.5")
                                     << QByteArray("/io_dominates_at: ");
    QTest::newRow("interval next to the value")
        << replaced("6e12", R"({"value": 6e12, "low": 7e12, "high": 8e12, "level": 0.9})") << QByteArray("/flops: ");
    QTest::newRow("no steps") << QByteArray(R"({"steps": []})") << QByteArray("/steps: ");
    QTest::newRow("steps and step") << QByteArray(R"({"flops": 1, "steps": [{"name": "a"}]})")
                                    << QByteArray("/flops: given both here and as steps[]");
    QTest::newRow("nameless step") << QByteArray(R"({"steps": [{"flops": 1}]})") << QByteArray("/steps/0/name: ");
    QTest::newRow("two of a name") << QByteArray(R"({"steps": [{"name": "a"}, {"name": "a"}]})")
                                   << QByteArray("/steps/1/name: ");
    QTest::newRow("a step's figure") << QByteArray(R"({"steps": [{"name": "a", "flops": true}]})")
                                     << QByteArray("/steps/0/flops: ");
    QTest::newRow("another format") << QByteArray(R"({"format": "spreadsheet"})") << QByteArray("format");
    QTest::newRow("deep") << QByteArray(500, '[') << QByteArray("nest");
}

void tst_bottleneck::profileFiles()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, says);
    const Result<Profile> profile = parseProfileOrProject(text.toStdString());
    QVERIFY(!profile);
    QCOMPARE(profile.error().code, ErrorCode::Input);
    QVERIFY2(describe(profile.error()).find(says.toStdString()) != std::string::npos,
             describe(profile.error()).c_str());
}

void tst_bottleneck::namesUnusedKeys()
{
    const Profile p =
        parseProfileText(R"({"working_set_bytes": 1, "memory_bytes": 2, "flop": 3, "schema": 1, "title": "mine"})");
    QCOMPARE(p.warnings.size(), std::size_t{1});
    QVERIFY(p.warnings[0].find("/flop ") != std::string::npos);
    QCOMPARE(p.title, std::string("mine"));
}

void tst_bottleneck::readsProjectsAsProfiles()
{
    const char* project = R"({"format": "scalewright-project", "version": 1, "title": "T",
      "baseline": {"machine": {"memory_bytes": "64GB", "peak_flops": 20e12}, "working_set_bytes": "8GB", "net_bytes": 4e9,
                   "steps": [{"name": "step", "step_time_s": 0.3, "io_time_s": 0, "flops": 6e12}]},
      "target": {"alpha_s": "10us", "bandwidth_bytes_per_s": "25GB/s", "price_usd_per_hour": 3}, "plan": {"p": 8}})";
    const Result<Profile> profile = parseProfileOrProject(project);
    QVERIFY(profile.has_value());
    QCOMPARE(profile->target.alphaS->value, 1e-5);
    QCOMPARE(*profile->planP, 8);
    const Result<Diagnosis> d = diagnose(*profile);
    QVERIFY(!d);
    const std::string message = describe(d.error());
    QVERIFY(message.find("/baseline/steps/0/bytes_moved") != std::string::npos);
    QVERIFY(message.find("/baseline/machine/memory_bandwidth_bytes_per_s") != std::string::npos);
}

void tst_bottleneck::ceilingsKeepTheNameOfTheirMachine_data()
{
    QTest::addColumn<QByteArray>("machine");  // of the project
    QTest::addColumn<QByteArray>("memoryFrom");  // of the profile that measured its memory
    QTest::addColumn<QByteArray>("peakFrom");  // empty: none
    QTest::addColumn<QByteArray>("named");
    const QByteArray card =
        R"("name": "NVIDIA A10G", "memory_bytes": {"value": 24e9, "origin": "catalogue", "source": "NVIDIA A10G"},
                               "storage_bytes": 1e12, "peak_flops": 125e12, "peak_flops_one_core": 1e9)";
    const QByteArray thisMachine =
        R"("name": "mine", "peak_flops": {"value": 2e11, "origin": "measured", "source": "this machine: AMD EPYC, 4 cores"}, "peak_flops_one_core": 1e9)";
    QTest::newRow("a card's, and ceilings measured here")
        << card << QByteArray("this machine") << QByteArray("this machine: AMD EPYC, 2 cores")
        << QByteArray("AMD EPYC");
    QTest::newRow("a card's, and no more than memory")
        << card << QByteArray("this machine") << QByteArray() << QByteArray("this machine");
    QTest::newRow("the same by another name") << thisMachine << QByteArray("this machine")
                                              << QByteArray("this machine: AMD EPYC, 4 cores") << QByteArray("mine");
    QTest::newRow("identical machine names")
        << thisMachine << QByteArray("this machine") << QByteArray() << QByteArray("mine");
    QTest::newRow("another that was measured") << thisMachine << QByteArray("this machine")
                                               << QByteArray("this machine: a Xeon, 4 cores") << QByteArray("a Xeon");
    QTest::newRow("nameless") << QByteArray() << QByteArray("this machine")
                              << QByteArray("this machine: AMD EPYC, 1 core") << QByteArray("AMD EPYC");
}

void tst_bottleneck::ceilingsKeepTheNameOfTheirMachine()
{
    QFETCH(QByteArray, machine);
    QFETCH(QByteArray, memoryFrom);
    QFETCH(QByteArray, peakFrom);
    QFETCH(QByteArray, named);
    const Result<Project> before = parseProject(
        R"({"format": "scalewright-project", "version": 1, "baseline": {"machine": {)" + machine.toStdString() + "}}}");
    QVERIFY(before.has_value());
    const std::string peak =
        peakFrom.isEmpty()
            ? ""
            : R"(, "peak_flops": {"value": 1e11, "origin": "measured", "source": ")" + peakFrom.toStdString() + "\"}";
    const Result<Profile> profile = parseProfile(
        R"({"title": "./a", "step_time_s": 0.5, "memory_bytes": {"value": 16e9, "origin": "measured", "source": ")" +
        memoryFrom.toStdString() + "\"}" + peak + "}");
    QVERIFY(profile.has_value());
    const Result<Project> after = withProfile(*before, *profile);
    QVERIFY(after.has_value());
    const Machine &oldMachine = before->baseline.machine, &newMachine = after->baseline.machine;
    QCOMPARE(QByteArray::fromStdString(newMachine.name), named);
    QCOMPARE(newMachine.memoryBytes->value, 16e9);
    const bool nameChanged = !oldMachine.name.empty() && oldMachine.name != newMachine.name;
    // A machine's own values are replaced and kept together with it.
    QVERIFY(newMachine.peakFlopsOneCore == (nameChanged ? MaybeQuantity() : oldMachine.peakFlopsOneCore));
    QVERIFY(newMachine.storageBytes == oldMachine.storageBytes);  // storage is not a property of a card
    QCOMPARE(newMachine.peakFlops.has_value(),
             !peakFrom.isEmpty() || (!nameChanged && oldMachine.peakFlops.has_value()));
    const std::string message = machineChangeText(*before, *after);
    QCOMPARE(message.find("the machine is now " + newMachine.name) != std::string::npos, nameChanged);
    QCOMPARE(message.empty(), !nameChanged);
}

void tst_bottleneck::warnsOfTimesFromAnotherMachine()
{
    const Result<Profile> profile = parseProfile(
        R"({"title": "./a", "step_time_s": {"value": 0.5, "origin": "measured", "source": "this machine", "conditions": "wall time of one run"}})");
    QVERIFY(profile.has_value());
    for (const char* origin : {"catalogue", "measured"}) {
        const bool card = std::string_view(origin) == "catalogue";
        const Result<Project> before = parseProject(
            R"({"format": "scalewright-project", "version": 1, "baseline": {"machine": {"name": "NVIDIA A10G", "memory_bytes": {"value": 24e9, "origin": ")" +
            std::string(origin) + R"(", "source": "this machine: NVIDIA A10G, 2 cores"}}}})");
        QVERIFY(before.has_value());
        const Result<Project> after = withProfile(*before, *profile);
        QVERIFY(after.has_value());
        const std::string wall = "wall time of one run";
        QCOMPARE(after->baseline.tCompS->provenance.conditions,
                 card ? wall + "; on this machine, not on the named machine NVIDIA A10G" : wall);
        QCOMPARE(machineChangeText(*before, *after).find("named machine NVIDIA A10G") != std::string::npos, card);
        QVERIFY(after->baseline.machine == before->baseline.machine);
    }
}

SCALEWRIGHT_TEST(tst_bottleneck)
#include "tst_bottleneck.moc"

#include "core/model/bottleneck/flow.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/model/bottleneck/buys_nothing.h"
#include "core/model/bottleneck/question.h"
#include "core/model/bottleneck/roofline.h"
#include "core/model/bottleneck/step_doubts.h"
#include "core/model/scaling/prediction.h"

namespace scalewright {

namespace {

using namespace detail;
using F = ProfileField;

/// A value just past the flip, on the side where the answer is the other one.
double past(const Flip& flip)
{
    constexpr double nudge = 1e-9;
    const bool up = flip.side == FlipSide::Above || flip.side == FlipSide::AtOrAbove;
    if (flip.value == 0)
        return up ? std::numeric_limits<double>::min() : 0;
    return flip.value * (up ? 1 + nudge : 1 - nudge);
}

void addVerdicts(const Profile& profile, std::vector<Flip>& flips)
{
    for (Flip& flip : flips) {
        Quantity moved = assumed(past(flip));
        if (flip.field == &Baseline::ioDominatesAt)
            moved.value = std::min(moved.value, 1.0);
        if (const Result<Bottleneck> verdict = verdictOf(withValue(profile, flip.field, moved)))
            flip.becomes = *verdict;
    }
}

std::string sentence(const TestResult& result, Bottleneck bottleneck)
{
    std::string meaning = "the arithmetic units are the roof";
    switch (bottleneck) {
    case Bottleneck::MemoryCapacity: meaning = "the working set does not fit in memory"; break;
    case Bottleneck::Latency: meaning = "the serving budget is missed"; break;
    case Bottleneck::DataIo:
        meaning = result.dimension == Dimension::Bytes ? "the dataset is larger than the storage"
                                                       : "the step's time goes to reading";
        break;
    case Bottleneck::Coordination: meaning = "talk between machines takes longer than the work"; break;
    case Bottleneck::MemoryBandwidth: meaning = "the cores wait for bytes from memory"; break;
    case Bottleneck::Compute: break;
    }
    return say("{}: {} against {}, {}{}", meaning, result.leftName, result.rightName, result.inequality,
               result.certain ? "" : "; not certain, as the answer changes within the intervals of its inputs");
}

std::vector<NextBottleneck> whatBindsNext(const Profile& profile, Test decided)
{
    std::vector<NextBottleneck> next;
    for (const Test test : allTests) {
        if (test == decided)
            continue;
        const Result<TestResult> result = evaluateTest(profile, test, false);
        if (!result || result->answer == TestAnswer::NotApplicable || !result->margin)
            continue;
        double ratio = *result->margin;
        Bottleneck leaf = Bottleneck::Compute;
        switch (test) {
        case Test::FitsInMemory: leaf = Bottleneck::MemoryCapacity; break;
        case Test::ServingBudgetMet: leaf = Bottleneck::Latency; break;
        case Test::IoDominates: leaf = Bottleneck::DataIo; break;
        case Test::CommunicationDominates: leaf = Bottleneck::Coordination; break;
        case Test::IntensityAboveRidge:
            if (result->answer == TestAnswer::No) {
                leaf = Bottleneck::MemoryBandwidth;
                ratio = 1 / ratio;
            }
        }
        if (std::isfinite(ratio))
            next.push_back({leaf, test, ratio, 0});
    }
    std::stable_sort(next.begin(), next.end(), [](const auto& a, const auto& b) { return a.ratio > b.ratio; });
    const double largest = next.empty() ? 0 : next.front().ratio;
    for (NextBottleneck& each : next)
        each.share = largest > 0 ? each.ratio / largest : 0;
    return next;
}

/// Of a profile with that step alone, and no dataset: it and the serving budget belong to the whole, a step is read by
/// its times and its intensity.
StepPoint pointOf(const Profile& alone, std::optional<double> wholeTimeS)
{
    const Machine& machine = alone.baseline.machine;
    const WorkloadStep& step = alone.baseline.steps.front();
    StepPoint point;
    point.name = step.name;
    const MaybeQuantity time = step.stepTimeS;
    if (time && wholeTimeS)
        point.timeShare = time->value / *wholeTimeS;
    if (step.flops && step.bytesMoved) {
        point.intensity = arithmeticIntensity(step.flops->value, step.bytesMoved->value);
        if (!point.intensity)
            point.reason = "no bytes are moved in memory: the intensity has no finite value";
    } else {
        point.reason = "flops or bytes_moved is not known";
    }
    if (machine.peakFlops && machine.memoryBandwidthBytesPerS && step.flops && step.bytesMoved) {
        const Roofline roofline{machine.peakFlops->value, machine.memoryBandwidthBytesPerS->value};
        point.roofTimeS = roofline.timeS(step.flops->value, step.bytesMoved->value);
        point.attainableFlops =
            roofline.attainableFlops(point.intensity.value_or(std::numeric_limits<double>::infinity()));
    }
    if (time) {
        // While it reads it computes nothing, unless the rest is too short for its work.
        const double rest = time->value - (step.ioTimeS ? step.ioTimeS->value : 0);
        constexpr double jitter = 0.05;
        point.workS = rest > 0 && (1 + jitter) * rest >= point.roofTimeS.value_or(0) ? rest : time->value;
        if (step.flops)
            point.achievedFlops = step.flops->value / *point.workS;
        if (step.bytesMoved)
            point.achievedBytesPerS = step.bytesMoved->value / *point.workS;
        if (point.roofTimeS)
            point.ofRoof = *point.roofTimeS / *point.workS;
    }
    if (const Result<TestResult> reading = evaluateTest(alone, Test::IoDominates, false);
        reading && reading->answer == TestAnswer::Yes)
        point.bottleneck = Bottleneck::DataIo;
    else if (const Result<TestResult> ridge = evaluateTest(alone, Test::IntensityAboveRidge, false))
        point.bottleneck = leafOf(Test::IntensityAboveRidge, ridge->answer);
    return point;
}

void addSteps(const Profile& profile, Diagnosis& diagnosis)
{
    diagnosis.steps = stepPoints(profile);
    if (!total(profile, &WorkloadStep::stepTimeS))
        return;
    const auto longest =
        std::max_element(diagnosis.steps.begin(), diagnosis.steps.end(),
                         [](const StepPoint& a, const StepPoint& b) { return a.timeShare < b.timeShare; });
    diagnosis.dominatingStep = static_cast<std::size_t>(longest - diagnosis.steps.begin());
}

std::optional<WorkerImplication> implicationFor(const Profile& profile)
{
    const Result<TestResult> talk = evaluateTest(profile, Test::CommunicationDominates, false);
    if (!talk || talk->answer == TestAnswer::NotApplicable)
        return std::nullopt;
    const Question& question = talkQuestionOf(profile);
    const Numbers numbers = numbersOf(profile, question, Corner::Value);
    WorkerImplication implication;
    implication.tCompS = question.right(numbers);
    implication.roundS = question.left(numbers);
    implication.commToComputeAt2 = implication.roundS / (implication.tCompS / 2);
    implication.speedupAt2 = implication.tCompS / (implication.tCompS / 2 + implication.roundS);
    const double roofS = talkQuestion().right(numbersOf(profile, talkQuestion(), Corner::Value));
    const bool measured = &question == &measuredTalkQuestion();
    if (measured && roofS < implication.roundS && implication.roundS <= implication.tCompS)
        implication.ownWorkS = implication.tCompS;
    if (implication.roundS > 0)
        implication.speedupLimit = implication.tCompS / implication.roundS;
    ScalingModel ring{.tCompS = implication.tCompS, .exchanges = {{.pattern = bookPattern}}};
    ring.first().communication.alphaS = at(numbers, &Target::alphaS);
    ring.first().communication.betaS = at(numbers, &Baseline::netBytes) / at(numbers, &Target::bandwidthBytesPerS);
    if (!validate(ring))
        return std::nullopt;
    if (profile.model)
        ring.mostWorkers = profile.model->mostWorkers;
    const Prediction prediction = predict(ring);
    implication.ringPStar = prediction.landmarks.pStar;
    implication.ringAtEdge = prediction.landmarks.pStarAtLimit && !endsWithTheBatch(ring, prediction.pMax);
    implication.ringSpeedup = prediction.row(implication.ringPStar).speedup;
    implication.sentence =
        say("Two workers: an exchange takes {} times each one's compute, R(2). One a step gives S(2) = {}{}. ",
            significant(implication.commToComputeAt2, 3), significant(implication.speedupAt2, 3),
            implication.speedupLimit ? say(", never more than {}", significant(*implication.speedupLimit, 3)) : "");
    // p* is Predict's, of T_comp and the design. What this step and the book's ring would give is another question, and
    // has no symbol.
    const std::string work = (measured ? "Of the measured work, " : "At the roof, ") +
                             formatAmount(implication.tCompS, Dimension::Time).joined();
    implication.sentence += implication.ringPStar == 1
                                ? say("{}, with the book's ring: one machine is the fastest.", work)
                                : say("{}, with the book's ring: {} workers{} give {}×.", work, implication.ringPStar,
                                      endsWithTheBatch(ring, implication.ringPStar) ? ", one example each,"
                                      : implication.ringAtEdge                      ? ", still rising,"
                                                                                    : "",
                                      significant(implication.ringSpeedup, 3));
    const MaybeQuantity reading = total(profile, &WorkloadStep::ioTimeS);
    if (const double computes = implication.ownWorkS.value_or(0) - (reading ? reading->value : 0); computes > 0)
        implication.sentence +=
            say(" At its roof the step takes {}, less than the exchange: one machine uses {} % of its roof, so tune it "
                "first.",
                formatAmount(roofS, Dimension::Time).joined(), significant(100 * roofS / computes, 2));
    if (!profile.model || !profile.baseline.tCompS)
        return implication;
    const ScalingModel& design = *profile.model;
    const Prediction predicted = predict(design);
    implication.predictedPStar = predicted.landmarks.pStar;
    implication.predictedAtEdge = predicted.landmarks.pStarAtLimit && !endsWithTheBatch(design, predicted.pMax);
    implication.statedTCompS = design.tCompS;
    implication.sentence +=
        say(" Predict uses your T_comp, {}, and the {}{}: {}.", formatAmount(design.tCompS, Dimension::Time).joined(),
            titleOf(design.first().pattern), design.exchanges.size() == 1 ? "" : " with further exchanges",
            implication.predictedAtEdge ? say("still rising at {}", predicted.pMax)
                                        : say("p* = {}", *implication.predictedPStar));
    return implication;
}

void addIntensity(const Profile& profile, Diagnosis& diagnosis)
{
    const Machine& machine = profile.baseline.machine;
    const MaybeQuantity flops = total(profile, &WorkloadStep::flops), bytes = total(profile, &WorkloadStep::bytesMoved);
    if (flops && bytes) {
        diagnosis.intensity = arithmeticIntensity(flops->value, bytes->value);
        if (!diagnosis.intensity)
            diagnosis.intensityReason = "no bytes are moved in memory: the intensity has no finite value";
    } else {
        diagnosis.intensityReason = say("{} is not given", std::string(flops ? "bytes_moved" : "flops"));
    }
    if (machine.peakFlops && machine.memoryBandwidthBytesPerS)
        diagnosis.ridge = Roofline{machine.peakFlops->value, machine.memoryBandwidthBytesPerS->value}.ridge();
    else
        diagnosis.ridgeReason = say(
            "{} is not given",
            std::string((machine.peakFlops ? fieldOf(&Machine::memoryBandwidthBytesPerS) : fieldOf(&Machine::peakFlops))
                            .key()));
}

/// What of the time spent reading was not seen, where it was estimated: an interval alone does not say it.
std::string howReadingIsKnown(const Profile& profile)
{
    std::string text;
    for (const WorkloadStep& step : profile.baseline.steps)
        if (step.ioTimeS && step.ioTimeS->interval && !step.ioTimeS->provenance.conditions.empty())
            text +=
                say("; {}: {}", step.name.empty() ? std::string(fieldOf(&WorkloadStep::ioTimeS).meaning) : step.name,
                    step.ioTimeS->provenance.conditions);
    return text;
}

void addWarnings(const Profile& profile, Diagnosis& diagnosis)
{
    std::vector<std::string>& warnings = diagnosis.warnings;
    const auto has = [&](ProfileField field) { return figureOf(profile, field).has_value(); };
    for (const TestResult& test : diagnosis.path) {
        if (!test.certain)
            warnings.emplace_back(say("{} is not certain: the answer changes within the intervals of its inputs{}{}",
                                      capital(testTitle(test.test)),
                                      test.marginInterval
                                          ? say(" (margin {} to {})", significant(test.marginInterval->low, 3),
                                                significant(test.marginInterval->high, 3))
                                          : "",
                                      test.test == Test::IoDominates ? howReadingIsKnown(profile) : ""));
        if (test.test == Test::ServingBudgetMet && (has(&Serving::latencyBudgetS) != has(&Serving::latencyS)))
            warnings.emplace_back(
                "latency_s and latency_budget_s belong together: one of them is missing, so latency was not asked");
        if (test.test == Test::ServingBudgetMet &&
            (has(&Serving::throughputTargetPerS) != has(&Serving::throughputPerS)))
            warnings.emplace_back(
                "throughput_per_s and throughput_target_per_s belong together: one of them is missing, so "
                "throughput was not asked");
        if (test.test == Test::IoDominates && profile.baseline.datasetBytes && !profile.baseline.machine.storageBytes)
            warnings.emplace_back(
                "dataset_bytes without storage_bytes: whether the dataset can be stored was not asked");
        if (test.test == Test::CommunicationDominates && profile.baseline.netBytes &&
            test.answer == TestAnswer::NotApplicable)
            warnings.emplace_back(say("whether communication dominates was not asked: {}", test.reason));
    }
    if (!diagnosis.ceilingDoubt.empty())
        warnings.push_back(diagnosis.ceilingDoubt);
    for (std::string& doubt : stepDoubts(profile, diagnosis.steps))
        warnings.push_back(std::move(doubt));
    if (diagnosis.steps.size() > 1 && diagnosis.dominatingStep) {
        const StepPoint& longest = diagnosis.steps[*diagnosis.dominatingStep];
        const bool comparable = diagnosis.bottleneck == Bottleneck::DataIo ||
                                diagnosis.bottleneck == Bottleneck::Compute ||
                                diagnosis.bottleneck == Bottleneck::MemoryBandwidth;
        if (comparable && longest.bottleneck && *longest.bottleneck != diagnosis.bottleneck)
            warnings.emplace_back(say("the sums say {}, but {}, the step with {} % of the time, is {} by itself",
                                      bottleneckTitle(diagnosis.bottleneck), longest.name,
                                      significant(100 * longest.timeShare.value_or(0), 2),
                                      bottleneckTitle(*longest.bottleneck)));
    }
}

}  // namespace

std::optional<Bottleneck> detail::leafOf(Test test, TestAnswer answer)
{
    const auto leafIf = [](bool stops, Bottleneck leaf) { return stops ? std::optional(leaf) : std::nullopt; };
    switch (test) {
    case Test::FitsInMemory: return leafIf(answer == TestAnswer::No, Bottleneck::MemoryCapacity);
    case Test::ServingBudgetMet: return leafIf(answer == TestAnswer::No, Bottleneck::Latency);
    case Test::IoDominates: return leafIf(answer == TestAnswer::Yes, Bottleneck::DataIo);
    case Test::CommunicationDominates: return leafIf(answer == TestAnswer::Yes, Bottleneck::Coordination);
    case Test::IntensityAboveRidge: break;
    }
    return answer == TestAnswer::Yes ? Bottleneck::Compute : Bottleneck::MemoryBandwidth;
}

Result<Bottleneck> detail::verdictOf(const Profile& profile)
{
    for (const Test test : allTests) {
        const Result<TestResult> result = evaluateTest(profile, test, false);
        if (!result)
            return fail(result.error());
        if (const auto leaf = leafOf(test, result->answer))
            return *leaf;
    }
    return Bottleneck::Compute;  // unreachable: the last test always names a leaf
}

std::vector<StepPoint> stepPoints(const Profile& profile)
{
    const MaybeQuantity whole = total(profile, &WorkloadStep::stepTimeS);
    std::vector<StepPoint> points;
    points.reserve(profile.baseline.steps.size());
    Profile alone = profile;
    alone.baseline.datasetBytes.reset();
    for (const WorkloadStep& step : profile.baseline.steps) {
        alone.baseline.steps = {step};
        points.push_back(pointOf(alone, whole ? std::optional(whole->value) : std::nullopt));
    }
    return points;
}

Result<TestResult> evaluate(const Profile& profile, Test test)
{
    if (Result<void> valid = validate(profile); !valid)
        return fail(valid.error());
    Result<TestResult> result = evaluateTest(profile, test, true);
    if (result)
        addVerdicts(profile, result->flips);
    return result;
}

Result<Diagnosis> diagnose(const Profile& profile)
{
    if (Result<void> valid = validate(profile); !valid)
        return fail(valid.error());
    Diagnosis diagnosis;
    diagnosis.path.reserve(allTests.size());
    for (const Test test : allTests) {
        Result<TestResult> result = evaluateTest(profile, test, true);
        if (!result)
            return fail(result.error());
        addVerdicts(profile, result->flips);
        diagnosis.path.push_back(*std::move(result));
        const TestResult& last = diagnosis.path.back();
        if (const auto leaf = leafOf(test, last.answer)) {
            diagnosis.bottleneck = *leaf;
            diagnosis.axis = axisOf(*leaf);
            diagnosis.because = sentence(last, *leaf);
            diagnosis.axisBuysNothing = buysNothing(profile, *leaf);
            break;
        }
    }
    diagnosis.next = whatBindsNext(profile, diagnosis.path.back().test);
    addIntensity(profile, diagnosis);
    addSteps(profile, diagnosis);
    diagnosis.workers = implicationFor(profile);
    diagnosis.ceilingDoubt = ceilingDoubt(profile.baseline.machine);
    diagnosis.deviceDoubt = deviceDoubt(profile.baseline);
    diagnosis.warnings = profile.warnings;
    addWarnings(profile, diagnosis);
    return diagnosis;
}

const TestResult* FlowView::result(Test test) const
{
    for (const auto* results : {&path, &beyond})
        for (const TestResult& each : *results)
            if (each.test == test)
                return &each;
    return nullptr;
}

bool FlowView::reaches(Test test) const
{
    return waiting == test ||
           std::any_of(path.begin(), path.end(), [&](const TestResult& each) { return each.test == test; });
}

FlowView flowOf(const Profile& profile)
{
    FlowView flow{.profile = profile, .path = {}, .diagnosis = diagnose(profile), .waiting = {}, .beyond = {}};
    const bool sound = validate(profile).has_value();
    if (flow.diagnosis)
        flow.path = flow.diagnosis->path;
    for (const Test test : allTests) {
        if (!sound || flow.result(test))
            continue;
        Result<TestResult> result = evaluate(profile, test);
        const bool open = !flow.diagnosis && !flow.waiting;  // the flow has come this far
        if (!result && open)
            flow.waiting = test;
        else if (result)
            (open ? flow.path : flow.beyond).push_back(*std::move(result));
    }
    return flow;
}

}  // namespace scalewright

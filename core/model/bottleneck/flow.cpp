// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/bottleneck/flow.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/model/bottleneck/no_speedup.h"
#include "core/model/bottleneck/question.h"
#include "core/model/bottleneck/roofline.h"
#include "core/model/bottleneck/step_doubts.h"
#include "core/model/scaling/prediction.h"

namespace scalewright {

namespace {

using namespace detail;
using FieldKey = ProfileField;

/// A value just past the flip point, on the side where the answer differs.
double valuePastFlip(const FlipPoint& flip)
{
    constexpr double nudge = 1e-9;
    const bool isUpward = flip.side == FlipSide::Above || flip.side == FlipSide::AtOrAbove;
    if (flip.value == 0)
        return isUpward ? std::numeric_limits<double>::min() : 0;
    return flip.value * (isUpward ? 1 + nudge : 1 - nudge);
}

/// A copy with the sum of the steps as its only step: a test uses nothing else, and copies of thousands of steps would
/// take most of its time. The profile is unchanged afterwards.
Profile withSummedSteps(Profile& profile)
{
    std::vector<WorkloadStep>& steps = profile.baseline.steps;
    if (steps.size() < 2)
        return profile;
    WorkloadStep sum;
    for (const QuantityField<WorkloadStep>& each : quantities<WorkloadStep>)
        sum.*each.member = total(steps, each.member);
    std::vector<WorkloadStep> all = std::exchange(steps, {std::move(sum)});
    Profile summed = profile;
    steps = std::move(all);
    return summed;
}

void addVerdictsAtFlips(const Profile& profile, std::vector<FlipPoint>& flips)
{
    for (FlipPoint& flip : flips) {
        Quantity movedQuantity = assumed(valuePastFlip(flip));
        if (flip.field == &Baseline::ioDominanceShare)
            movedQuantity.value = std::min(movedQuantity.value, 1.0);
        if (const Result<Bottleneck> verdict = verdictOf(withValue(profile, flip.field, movedQuantity)))
            flip.newBottleneck = *verdict;
    }
}

/// `summed`: withSummedSteps(profile). Precondition: the profile is valid.
Result<TestResult> evaluateValid(const Profile& profile, const Profile& summed, Test test)
{
    Result<TestResult> result = evaluateTest(summed, test, true);
    if (!result)
        return evaluateTest(profile, test, true);  // its error names each step that lacks a figure
    addVerdictsAtFlips(summed, result->flips);
    return result;
}

std::string decisionSentence(const TestResult& result, Bottleneck bottleneck)
{
    std::string meaning = "arithmetic is the roof";
    switch (bottleneck) {
    case Bottleneck::MemoryCapacity: meaning = "the working set does not fit in memory"; break;
    case Bottleneck::Latency: meaning = "the serving budget is missed"; break;
    case Bottleneck::DataIo:
        meaning = result.dimension == Dimension::Bytes ? "the dataset is larger than the storage"
                                                       : "reading dominates the step";
        break;
    case Bottleneck::Coordination: meaning = "communication takes longer than the work"; break;
    case Bottleneck::MemoryBandwidth: meaning = "the cores wait for memory"; break;
    case Bottleneck::Compute: break;
    }
    return formatMessage(
        "{}: {} against {}, {}{}", meaning, result.leftName, result.rightName, result.inequality,
        result.isCertain ? "" : "; uncertain, because the answer changes within the intervals of its inputs");
}

std::vector<NextBottleneck> rankNextBottlenecks(const Profile& profile, Test decided)
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
    std::ranges::stable_sort(next, [](const auto& a, const auto& b) { return a.ratio > b.ratio; });
    const double largest = next.empty() ? 0 : next.front().ratio;
    for (NextBottleneck& each : next)
        each.relativeRatio = largest > 0 ? each.ratio / largest : 0;
    return next;
}

/// The roofline point of one step. The dataset and the serving budget belong to the whole workload, while a step is
/// classified by its times and its intensity.
RooflinePoint rooflinePointOf(const WorkloadStep& step, const Baseline& baseline, std::optional<double> totalTimeS)
{
    const Machine& machine = baseline.machine;
    RooflinePoint point;
    point.name = step.name;
    const MaybeQuantity& time = step.stepTimeS;
    if (time && totalTimeS)
        point.timeShare = time->value / *totalTimeS;
    if (step.flops && step.bytesMoved) {
        point.intensity = arithmeticIntensity(step.flops->value, step.bytesMoved->value);
        if (!point.intensity)
            point.reason = "no bytes are moved in memory: the intensity has no finite value";
    } else {
        point.reason = "flops or bytes_moved is not set";
    }
    if (machine.peakFlops && machine.memoryBandwidthBytesPerS && step.flops && step.bytesMoved) {
        const Roofline roofline{machine.peakFlops->value, machine.memoryBandwidthBytesPerS->value};
        point.roofTimeS = roofline.timeS(step.flops->value, step.bytesMoved->value);
        point.attainableFlops =
            roofline.attainableFlops(point.intensity.value_or(std::numeric_limits<double>::infinity()));
    }
    if (time) {
        // A step does not compute while it reads, unless the remaining time is too short for its work.
        const double timeWithoutReading = time->value - valueOr(step.ioTimeS, 0);
        constexpr double jitter = 0.05;
        point.workTimeS = timeWithoutReading > 0 && (1 + jitter) * timeWithoutReading >= point.roofTimeS.value_or(0)
                              ? timeWithoutReading
                              : time->value;
        if (step.flops)
            point.achievedFlops = step.flops->value / *point.workTimeS;
        if (step.bytesMoved)
            point.achievedBytesPerS = step.bytesMoved->value / *point.workTimeS;
        if (point.roofTimeS)
            point.roofShare = *point.roofTimeS / *point.workTimeS;
    }
    // The answers of Test::IoDominates and Test::IntensityAboveRidge for this step.
    const double dominanceShare =
        baseline.ioDominanceShare ? baseline.ioDominanceShare->value : defaultIoDominanceShare;
    if (step.ioTimeS && time && step.ioTimeS->value > dominanceShare * time->value)
        point.bottleneck = Bottleneck::DataIo;
    else if (point.roofTimeS && (step.flops->value > 0 || step.bytesMoved->value > 0))
        point.bottleneck = step.flops->value / step.bytesMoved->value >
                                   machine.peakFlops->value / machine.memoryBandwidthBytesPerS->value
                               ? Bottleneck::Compute
                               : Bottleneck::MemoryBandwidth;
    return point;
}

void addRooflinePoints(const Profile& profile, Diagnosis& diagnosis)
{
    diagnosis.steps = rooflinePoints(profile);
    if (!total(profile, &WorkloadStep::stepTimeS))
        return;
    const auto longestStep = std::ranges::max_element(
        diagnosis.steps, [](const RooflinePoint& a, const RooflinePoint& b) { return a.timeShare < b.timeShare; });
    diagnosis.dominatingStep = static_cast<std::size_t>(longestStep - diagnosis.steps.begin());
}

std::optional<WorkerImplication> workerImplicationFor(const Profile& profile)
{
    const Result<TestResult> talk = evaluateTest(profile, Test::CommunicationDominates, false);
    if (!talk || talk->answer == TestAnswer::NotApplicable)
        return std::nullopt;
    const Inequality& inequality = communicationInequalityFor(profile);
    const FieldValues values = fieldValuesOf(profile, inequality, IntervalCorner::Value);
    WorkerImplication implication;
    implication.tCompS = inequality.right(values);
    implication.exchangeRoundS = inequality.left(values);
    implication.commToComputeAt2 = implication.exchangeRoundS / (implication.tCompS / 2);
    implication.speedupAt2 = implication.tCompS / (implication.tCompS / 2 + implication.exchangeRoundS);
    const double roofS = roofCommunicationInequality().right(
        fieldValuesOf(profile, roofCommunicationInequality(), IntervalCorner::Value));
    const bool measured = &inequality == &measuredCommunicationInequality();
    if (measured && roofS < implication.exchangeRoundS && implication.exchangeRoundS <= implication.tCompS)
        implication.measuredWorkS = implication.tCompS;
    if (implication.exchangeRoundS > 0)
        implication.speedupLimit = implication.tCompS / implication.exchangeRoundS;
    ScalingModel ring{.tCompS = implication.tCompS, .exchanges = {{.pattern = bookPattern}}};
    ring.primaryExchange().communication.alphaS = valueOfField(values, &Target::alphaS);
    ring.primaryExchange().communication.betaS =
        valueOfField(values, &Baseline::networkBytes) / valueOfField(values, &Target::bandwidthBytesPerS);
    if (!validate(ring))
        return std::nullopt;
    if (profile.model)
        ring.maximumWorkers = profile.model->maximumWorkers;
    const Prediction prediction = predict(ring);
    implication.ringPStar = prediction.landmarks.pStar;
    implication.isRingAtSearchLimit = prediction.landmarks.pStarAtLimit && !isLimitedByBatch(ring, prediction.pMax);
    implication.ringSpeedup = prediction.row(implication.ringPStar).speedup;
    implication.sentence = formatMessage(
        "Two workers: an exchange takes {} times the compute of each, R(2). One exchange per step gives S(2) = {}{}. ",
        significantText(implication.commToComputeAt2, 3), significantText(implication.speedupAt2, 3),
        implication.speedupLimit
            ? formatMessage("; with any p at most {}", significantText(*implication.speedupLimit, 3))
            : "");
    // p* always means the one on Predict, from T_comp and the design. The optimum for this step with the book's ring is
    // a different quantity and gets no symbol.
    const std::string work = (measured ? "Of the measured work, " : "At the roof, ") + timeText(implication.tCompS);
    implication.sentence +=
        implication.ringPStar == 1
            ? formatMessage("{}, with the book's ring: one machine is fastest.", work)
            : formatMessage("{}, with the book's ring: {} workers{} give {}×.", work, implication.ringPStar,
                            isLimitedByBatch(ring, implication.ringPStar) ? ", one example each,"
                            : implication.isRingAtSearchLimit             ? ", still rising,"
                                                                          : "",
                            significantText(implication.ringSpeedup, 3));
    const MaybeQuantity reading = total(profile, &WorkloadStep::ioTimeS);
    if (const double computes = implication.measuredWorkS.value_or(0) - valueOr(reading, 0); computes > 0)
        implication.sentence += formatMessage(
            " At its roof the step takes {}, less than the exchange: one machine uses {} % of its roof, so tune it "
            "first.",
            timeText(roofS), significantText(100 * roofS / computes, 2));
    if (!profile.model || !profile.baseline.tCompS)
        return implication;
    const ScalingModel& design = *profile.model;
    const Prediction predicted = predict(design);
    implication.predictedPStar = predicted.landmarks.pStar;
    implication.isPredictedAtSearchLimit =
        predicted.landmarks.pStarAtLimit && !isLimitedByBatch(design, predicted.pMax);
    implication.statedTCompS = design.tCompS;
    implication.sentence += formatMessage(
        " Predict uses your T_comp, {}, and the {}{}: {}.", timeText(design.tCompS),
        titleOf(design.primaryExchange().pattern), design.exchanges.size() == 1 ? "" : " with further exchanges",
        implication.isPredictedAtSearchLimit ? formatMessage("still rising at {}", predicted.pMax)
                                             : formatMessage("p* = {}", *implication.predictedPStar));
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
        diagnosis.intensityReason = formatMessage("{} is not set", std::string(flops ? "bytes_moved" : "flops"));
    }
    if (machine.peakFlops && machine.memoryBandwidthBytesPerS)
        diagnosis.ridge = Roofline{machine.peakFlops->value, machine.memoryBandwidthBytesPerS->value}.ridge();
    else
        diagnosis.ridgeReason = formatMessage(
            "{} is not set",
            std::string((machine.peakFlops ? fieldOf(&Machine::memoryBandwidthBytesPerS) : fieldOf(&Machine::peakFlops))
                            .key()));
}

/// What an estimated reading time does not include; an interval alone does not show it.
std::string readingEstimateNotes(const Profile& profile)
{
    std::string text;
    for (const WorkloadStep& step : profile.baseline.steps)
        if (step.ioTimeS && step.ioTimeS->interval && !step.ioTimeS->provenance.conditions.empty())
            text += formatMessage("; {}: {}",
                                  step.name.empty() ? std::string(fieldOf(&WorkloadStep::ioTimeS).phrase) : step.name,
                                  step.ioTimeS->provenance.conditions);
    return text;
}

void addWarnings(const Profile& profile, Diagnosis& diagnosis)
{
    std::vector<std::string>& warnings = diagnosis.warnings;
    const auto has = [&](ProfileField field) { return fieldQuantity(profile, field).has_value(); };
    for (const TestResult& test : diagnosis.path) {
        if (!test.isCertain)
            warnings.emplace_back(formatMessage(
                "{} is uncertain: the answer changes within the intervals of its inputs{}{}",
                capitalised(titleOf(test.test)),
                test.marginInterval ? formatMessage(" (margin {} to {})", significantText(test.marginInterval->low, 3),
                                                    significantText(test.marginInterval->high, 3))
                                    : "",
                test.test == Test::IoDominates ? readingEstimateNotes(profile) : ""));
        if (test.test == Test::ServingBudgetMet && (has(&Serving::latencyBudgetS) != has(&Serving::latencyS)))
            warnings.emplace_back(
                "latency_s and latency_budget_s belong together: one is missing, so latency was not checked");
        if (test.test == Test::ServingBudgetMet &&
            (has(&Serving::throughputTargetPerS) != has(&Serving::throughputPerS)))
            warnings.emplace_back(
                "throughput_per_s and throughput_target_per_s belong together: one is missing, so throughput was not "
                "checked");
        if (test.test == Test::IoDominates && profile.baseline.datasetBytes && !profile.baseline.machine.storageBytes)
            warnings.emplace_back(
                "dataset_bytes without storage_bytes: whether the dataset fits the storage was not checked");
        if (test.test == Test::CommunicationDominates && profile.baseline.networkBytes &&
            test.answer == TestAnswer::NotApplicable)
            warnings.emplace_back(formatMessage("whether communication dominates was not checked: {}", test.reason));
    }
    if (!diagnosis.ceilingWarning.empty())
        warnings.push_back(diagnosis.ceilingWarning);
    for (std::string& warning : stepWarnings(profile, diagnosis.steps))
        warnings.push_back(std::move(warning));
    if (diagnosis.steps.size() > 1 && diagnosis.dominatingStep) {
        const RooflinePoint& longestStep = diagnosis.steps[*diagnosis.dominatingStep];
        const bool comparable = diagnosis.bottleneck == Bottleneck::DataIo ||
                                diagnosis.bottleneck == Bottleneck::Compute ||
                                diagnosis.bottleneck == Bottleneck::MemoryBandwidth;
        if (comparable && longestStep.bottleneck && *longestStep.bottleneck != diagnosis.bottleneck)
            warnings.emplace_back(formatMessage(
                "the total is limited by {}, but {}, the step with {} % of the time, is limited by {}",
                titleOf(diagnosis.bottleneck), longestStep.name,
                significantText(100 * longestStep.timeShare.value_or(0), 2), titleOf(*longestStep.bottleneck)));
    }
}

Result<Diagnosis> diagnoseValid(const Profile& profile, const Profile& summed)
{
    Diagnosis diagnosis;
    diagnosis.path.reserve(allTests.size());
    for (const Test test : allTests) {
        Result<TestResult> result = evaluateValid(profile, summed, test);
        if (!result)
            return fail(result.error());
        diagnosis.path.push_back(*std::move(result));
        const TestResult& last = diagnosis.path.back();
        if (const auto leaf = leafOf(test, last.answer)) {
            diagnosis.bottleneck = *leaf;
            diagnosis.axis = axisOf(*leaf);
            diagnosis.explanation = decisionSentence(last, *leaf);
            diagnosis.noSpeedupNote = noSpeedupNote(profile, *leaf);
            break;
        }
    }
    diagnosis.nextBottlenecks = rankNextBottlenecks(summed, diagnosis.path.back().test);
    addIntensity(summed, diagnosis);
    addRooflinePoints(profile, diagnosis);
    diagnosis.workerImplication = workerImplicationFor(summed);
    diagnosis.ceilingWarning = ceilingWarning(profile.baseline.machine);
    diagnosis.deviceWarning = deviceWarning(profile.baseline);
    diagnosis.warnings = profile.warnings;
    addWarnings(profile, diagnosis);
    return diagnosis;
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
        TRY(const TestResult result, evaluateTest(profile, test, false));
        if (const auto leaf = leafOf(test, result.answer))
            return *leaf;
    }
    return Bottleneck::Compute;  // unreachable: the last test always names a leaf
}

std::vector<RooflinePoint> rooflinePoints(const Profile& profile)
{
    const MaybeQuantity totalTime = total(profile, &WorkloadStep::stepTimeS);
    std::vector<RooflinePoint> points;
    points.reserve(profile.baseline.steps.size());
    for (const WorkloadStep& step : profile.baseline.steps)
        points.push_back(
            rooflinePointOf(step, profile.baseline, totalTime ? std::optional(totalTime->value) : std::nullopt));
    return points;
}

Result<TestResult> evaluate(const Profile& profile, Test test)
{
    TRY_DO(validate(profile));
    Profile copy = profile;
    return evaluateValid(profile, withSummedSteps(copy), test);
}

Result<Diagnosis> diagnose(const Profile& profile)
{
    return std::move(evaluateFlow(profile).diagnosis);
}

const TestResult* FlowProgress::resultOf(Test test) const
{
    for (const auto* results : {&path, &unreachedResults})
        for (const TestResult& each : *results)
            if (each.test == test)
                return &each;
    return nullptr;
}

bool FlowProgress::reaches(Test test) const
{
    return blockedTest == test || contains(path, test, &TestResult::test);
}

FlowProgress evaluateFlow(const Profile& profile)
{
    FlowProgress flow{
        .profile = profile, .path = {}, .diagnosis = Diagnosis(), .blockedTest = {}, .unreachedResults = {}};
    if (Result<void> valid = validate(profile); !valid) {
        flow.diagnosis = fail(valid.error());
        return flow;
    }
    const Profile summed = withSummedSteps(flow.profile);
    flow.diagnosis = diagnoseValid(profile, summed);
    if (flow.diagnosis)
        flow.path = flow.diagnosis->path;
    for (const Test test : allTests) {
        if (flow.resultOf(test))
            continue;
        Result<TestResult> result = evaluateValid(profile, summed, test);
        const bool isOpen = !flow.diagnosis && !flow.blockedTest;  // the flow has reached this test
        if (!result && isOpen)
            flow.blockedTest = test;
        else if (result)
            (isOpen ? flow.path : flow.unreachedResults).push_back(*std::move(result));
    }
    return flow;
}

Axis axisOf(Bottleneck bottleneck)
{
    switch (bottleneck) {
    case Bottleneck::MemoryCapacity: return Axis::Model;
    case Bottleneck::Latency: return Axis::Inference;
    case Bottleneck::DataIo: return Axis::Data;
    case Bottleneck::Coordination: return Axis::Coordination;
    case Bottleneck::MemoryBandwidth: return Axis::Model;
    case Bottleneck::Compute: break;
    }
    return Axis::Training;
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/diagnosis.h"

#include <algorithm>

#include "core/base/quantity/number_format.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/design/tools/tool_table.h"
#include "core/model/bottleneck/step_doubts.h"
#include "core/output/answers/basis.h"
#include "core/output/answers/flow_words.h"
#include "core/output/answers/phrases.h"

namespace scalewright {

namespace {

/// "Compute binds", "Reading dominates".
std::string bottleneckClaim(const TestResult& test, Bottleneck bottleneck)
{
    switch (bottleneck) {
    case Bottleneck::MemoryCapacity: return "The working set does not fit in memory";
    case Bottleneck::Latency: return test.dimension == Dimension::Time ? "Latency is missed" : "Throughput is missed";
    case Bottleneck::DataIo:
        return test.dimension == Dimension::Bytes ? "The dataset does not fit on storage" : "Reading dominates";
    case Bottleneck::Coordination: return "An exchange takes longer than the work";
    case Bottleneck::MemoryBandwidth: return "Memory bandwidth binds";
    case Bottleneck::Compute: break;
    }
    return "Compute binds";
}

/// "Compute binds, not memory bandwidth: 50 FLOP per byte, 2.0× above the ridge."; "Reading dominates: 2 s > 1.3 s."
std::string verdictText(const Diagnosis& diagnosis)
{
    const TestResult& last = diagnosis.path.back();
    if (last.test == Test::IntensityAboveRidge && last.left && last.margin)
        return formatMessage(
            "{}, not {}: {} FLOP per byte, {}.", bindingClaim(diagnosis),
            titleOf(diagnosis.bottleneck == Bottleneck::Compute ? Bottleneck::MemoryBandwidth : Bottleneck::Compute),
            significantText(*last.left, 3), marginText(last));
    return formatMessage("{}: {}.", bindingClaim(diagnosis), diagnosis.path.back().inequality);
}

/// "53.3 % of its limit", "3 times its limit".
std::string shareOfLimitText(double ratio)
{
    return ratio < 10 ? percentageText(ratio) + " of its limit" : significantText(ratio, 3) + " times its limit";
}

std::string boundedFactorText(std::optional<double> factor, Bound bound)
{
    return factor ? formatMessage("{}{}×", bound == Bound::AtLeast ? "≥ " : "", significantText(*factor))
                  : std::string();
}

Cell textCell(std::string text)
{
    return text.empty() ? Cell() : Cell(std::move(text));
}

Table axesTable(const DiagnosisQuestion& question)
{
    Table table;
    table.columns = {{"axis", formatMessage("axis, on {} devices", question.chosenAxis.devices), "", -1},
                     {"runs", "runs", "", -1},
                     {"time_factor", "time of a step", "", -1},
                     {"cost_factor", "cost of a step", "", -1},
                     {"footprint_bytes", "memory per device", "", -1}};
    const auto add = [&](const AxisEffect& effect, const char* mark) {
        table.rows.push_back({std::string(nameOf(effect.axis)) + mark,
                              effect.fewestDevices ? formatMessage("from {}", *effect.fewestDevices)
                                                   : std::string(effect.canRun ? "yes" : "no"),
                              textCell(boundedFactorText(effect.timeFactor, effect.bound)),
                              textCell(boundedFactorText(effect.costFactor, effect.bound)),
                              textCell(effect.footprintBytes ? bytesText(*effect.footprintBytes) : std::string())});
    };
    add(question.chosenAxis, " (chosen)");
    for (const WrongAxis& each : question.otherAxes)
        add(each, "");
    return table;
}

void setDiagnosisHeadline(Answer& answer, const DiagnosisQuestion& question)
{
    const Diagnosis& d = question.diagnosis;
    const std::string nextLimit =
        d.nextBottlenecks.empty()
            ? std::string()
            : formatMessage("Next limit: {}, at {}.", titleOf(d.nextBottlenecks.front().bottleneck),
                            shareOfLimitText(d.nextBottlenecks.front().ratio));
    answer.headline = diagnosisHeadline(d);
    if (dependsOnOtherDevice(d)) {
        answer.because = asSentence(capitalised(d.deviceWarning));
        answer.next = {"Take the device's ceilings from the catalogue.",
                       "scalewright-cli run --machine CARD -p LIST -- COMMAND", "/baseline/machine/peak_flops"};
        return;
    }
    if (shouldTuneFirst(d)) {
        answer.because = verdictText(d);
        answer.next = {"Profile one step, and tune it before adding a second machine.",
                       "scalewright-cli measure -o PROFILE.json -- COMMAND",
                       {}};
        return;
    }
    if (exceedsRoof(d)) {
        answer.because = verdictText(d);
        answer.next = {"Time the step and measure the ceilings on one machine.", {}, "/baseline/machine/peak_flops"};
        return;
    }
    answer.because = nextLimit;
    if (!d.noSpeedupNote.empty()) {
        answer.next = {
            "Stay on one machine or change the design: more workers are not faster.", {}, "/design/communication"};
        return;
    }
    const std::vector<std::string>& tools = toolsForAxis(question.menu.row(d.axis), question.profile);
    answer.next = {
        formatMessage("{}, with {}.", capitalised(question.menu.leaf(d.bottleneck).remedy), joinWithOr(tools)),
        {},
        "/design"};
}

void setDiagnosisConfidence(Answer& answer, const DiagnosisQuestion& question)
{
    const Diagnosis& d = question.diagnosis;
    answer.confidence.basis = diagnosisBasis(question.profile, d);
    if (answer.confidence.basis != Basis::Assumed)
        answer.confidence.note = weakestFiguresText(evaluateFlow(question.profile));
    const bool areAllCertain = std::ranges::all_of(d.path, [](const TestResult& test) { return test.isCertain; });
    const std::vector<WorkloadStep>& steps = question.profile.baseline.steps;
    const bool readsLongerThanStep =
        d.bottleneck == Bottleneck::DataIo &&
        std::ranges::any_of(steps, [](const WorkloadStep& step) { return !overlappingReadingText(step).empty(); });
    answer.confidence.clarity = !areAllCertain                         ? Clarity::Close
                                : isCertain(d) && !readsLongerThanStep ? Clarity::Clear
                                                                       : Clarity::Unknown;
    if (!areAllCertain)
        answer.confidence.reason = "A test result changes within the intervals of its inputs.";
    else if (readsLongerThanStep)
        answer.confidence.reason = "A step spends longer reading than it takes.";
    else if (!isCertain(d))
        answer.confidence.reason = dependsOnOtherDevice(d) ? asSentence(capitalised(d.deviceWarning))
                                   : d.ceilingWarning.empty()
                                       ? std::string("The step's time and its roof do not agree.")
                                       : asSentence(capitalised(d.ceilingWarning));
}

void addTestPath(Answer& answer, const Diagnosis& diagnosis)
{
    for (const TestResult& test : diagnosis.path) {
        const char* name = nameOf(test.test);
        if (test.answer == TestAnswer::NotApplicable) {
            answer.add(Fact::Formula, name, "skipped: " + test.reason);
            continue;
        }
        answer.add(Fact::Formula, name, "{}: {} against {}, {}{}", nameOf(test.answer), test.leftName, test.rightName,
                   test.inequality, test.margin ? ", margin " + significantText(*test.margin, 3) : std::string());
        answer.add(Fact::Formula, name, test.reason);
        for (const FlipPoint& flip : test.flips)
            answer.add(Fact::Alternative, name, "flips at {}{}", flip.text,
                       flip.newBottleneck ? formatMessage(", then {}", nameOf(*flip.newBottleneck)) : std::string());
        answer.add(Fact::Alternative, name, test.noFlipReason);
    }
}

void addStepShares(Answer& answer, const Diagnosis& diagnosis)
{
    if (diagnosis.steps.size() < 2)
        return;
    if (diagnosis.dominatingStep) {
        const RooflinePoint& longest = diagnosis.steps[*diagnosis.dominatingStep];
        answer.add(Fact::Value, "steps", "{} takes longest, {} of the time", longest.name,
                   percentageText(longest.timeShare.value_or(0)));
    }
    for (const RooflinePoint& step : diagnosis.steps)
        answer.add(Fact::Value, "steps", "{}: {} of the time, I {}, {}", step.name,
                   step.timeShare ? percentageText(*step.timeShare) : "-",
                   step.intensity ? significantText(*step.intensity, 3) : "-",
                   step.bottleneck ? nameOf(*step.bottleneck) : "-");
}

}  // namespace

std::string bindingClaim(const Diagnosis& diagnosis)
{
    return bottleneckClaim(diagnosis.path.back(), diagnosis.bottleneck);
}

std::optional<Basis> diagnosisBasis(const Profile& profile, const Diagnosis& diagnosis)
{
    std::optional<Basis> basis;
    const std::size_t steps = profile.baseline.steps.size();
    for (const ProfileField field : diagnosis.path.back().inputs) {
        if (steps == 0)
            basis = weakerBasis(basis, total(profile, field));
        for (std::size_t i = 0; i < steps; ++i)
            basis = weakerBasis(basis, fieldQuantity(profile, field, i));
    }
    return basis;
}

Answer diagnosisAnswer(const DiagnosisQuestion& question)
{
    const Diagnosis& d = question.diagnosis;
    const AxisRow& row = question.menu.row(d.axis);
    const AxisLeaf& leaf = question.menu.leaf(d.bottleneck);
    Answer answer;
    answer.table = axesTable(question);
    setDiagnosisHeadline(answer, question);
    setDiagnosisConfidence(answer, question);
    answer.add(Fact::Value, "verdict", "{}: {}", nameOf(d.bottleneck), d.explanation);
    answer.add(Fact::Advice, "remedy", "{}, with {}", leaf.remedy,
               joinNonEmpty(toolsForAxis(row, question.profile), ", "));
    answer.add(Fact::Warning, "remedy", d.noSpeedupNote);
    answer.add(Fact::Source, "book", row.bookSection);
    answer.add(Fact::Source, "book", leaf.remark);
    if (const MaybeQuantity& peak = question.profile.baseline.machine.peakFlops;
        peak && !numberFormatOf(peak->provenance).empty())
        answer.add(Fact::Interpretation, "peak", "arithmetic in {}: {}", numberFormatOf(peak->provenance),
                   amountText(peak->value, Dimension::ComputeRate));
    addTestPath(answer, d);
    addStepShares(answer, d);
    for (const NextBottleneck& each : d.nextBottlenecks)
        answer.add(Fact::Alternative, "binds next", "{}: {}", nameOf(each.bottleneck), shareOfLimitText(each.ratio));
    if (d.workerImplication)
        answer.add(Fact::Value, "workers", d.workerImplication->sentence);
    answer.add(Fact::Value, nameOf(question.chosenAxis.axis), question.chosenAxis.sentence);
    for (const WrongAxis& each : question.otherAxes)
        answer.add(Fact::Alternative, nameOf(each.axis), each.sentence);
    if (d.bottleneck == Bottleneck::MemoryCapacity ||
        (d.bottleneck == Bottleneck::DataIo && d.path.back().dimension == Dimension::Bytes))
        answer.add(Fact::Alternative, "other axes", "They multiply the price but do not add capacity per device.");
    answer.add(Fact::Warning, "warning", d.warnings);
    return answer;
}

std::string tuneFirstText(const Diagnosis& diagnosis)
{
    return shouldTuneFirst(diagnosis) ? formatMessage("One machine uses {} of its roof: tune it first.",
                                                      percentageText(*shareOfRoof(diagnosis), 2))
                                      : std::string();
}

std::string rooflineHeadline(const std::vector<RooflinePoint>& steps)
{
    const auto largest = std::ranges::max_element(
        steps, [](const auto& a, const auto& b) { return a.timeShare.value_or(0) < b.timeShare.value_or(0); });
    if (largest == steps.end() || !largest->roofShare || !largest->bottleneck ||
        (steps.size() > 1 && !largest->timeShare))
        return {};
    constexpr double implausibleShare = 1.05;
    const std::string step = steps.size() == 1
                                 ? std::string()
                                 : formatMessage("{}, {} of the time: ", largest->name, shareText(*largest->timeShare));
    if (*largest->roofShare > implausibleShare)
        return capitalised(formatMessage("{}{} times faster than its roof: check the figures.", step,
                                         significantText(*largest->roofShare, 3)));
    const char* limit = *largest->bottleneck == Bottleneck::Compute           ? "compute-bound"
                        : *largest->bottleneck == Bottleneck::MemoryBandwidth ? "bandwidth-bound"
                                                                              : "limited by reading";
    return capitalised(formatMessage("{}{} of its roof, {}.", step, shareText(*largest->roofShare), limit));
}

std::string diagnosisHeadline(const Diagnosis& diagnosis)
{
    if (dependsOnOtherDevice(diagnosis))
        return "The ceilings of the computing device are not set.";
    if (exceedsRoof(diagnosis))
        return formatMessage("The work is {} times faster than its roof allows: check its figures.",
                             significantText(*shareOfRoof(diagnosis), 3));
    return shouldTuneFirst(diagnosis) ? tuneFirstText(diagnosis) : verdictText(diagnosis);
}

}  // namespace scalewright

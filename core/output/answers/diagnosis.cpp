#include "core/output/answers/diagnosis.h"

#include <algorithm>

#include "core/base/quantity/number_format.h"
#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/model/bottleneck/step_doubts.h"
#include "core/output/answers/basis.h"
#include "core/output/answers/phrases.h"

namespace scalewright {

namespace {

/// "Compute binds", "Reading dominates".
std::string claimOf(const TestResult& test, Bottleneck bottleneck)
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

/// "Compute binds: 50 FLOP/B > 25 FLOP/B."
std::string verdictText(const Diagnosis& diagnosis)
{
    return say("{}: {}.", bindingClaim(diagnosis), diagnosis.path.back().inequality);
}

/// "53.3 % of its limit", "3 times its limit".
std::string ofLimit(double ratio)
{
    return ratio < 10 ? percent(ratio) + " of its limit" : significant(ratio, 3) + " times its limit";
}

/// "Spark, Ray Data or sharded loaders".
std::string oneOf(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    return text;
}

std::string factorText(std::optional<double> factor, Bound bound)
{
    return factor ? say("{}{}×", bound == Bound::AtLeast ? "≥ " : "", significant(*factor)) : std::string();
}

Cell cellOf(std::string text)
{
    return text.empty() ? Cell() : Cell(std::move(text));
}

Table axesTable(const DiagnosisQuestion& question)
{
    Table table;
    table.columns = {{"axis", say("axis, on {} devices", question.chosen.devices), "", -1},
                     {"runs", "runs", "", -1},
                     {"time_factor", "time of a step", "", -1},
                     {"cost_factor", "cost of a step", "", -1},
                     {"footprint_bytes", "memory a device", "", -1}};
    const auto add = [&](const AxisEffect& effect, const char* mark) {
        table.rows.push_back(
            {std::string(axisName(effect.axis)) + mark,
             effect.fewestDevices ? say("from {}", *effect.fewestDevices) : std::string(effect.runs ? "yes" : "no"),
             cellOf(factorText(effect.timeFactor, effect.bound)), cellOf(factorText(effect.costFactor, effect.bound)),
             cellOf(effect.footprintBytes ? formatAmount(*effect.footprintBytes, Dimension::Bytes).joined()
                                          : std::string())});
    };
    add(question.chosen, " (chosen)");
    for (const WrongAxis& each : question.others)
        add(each, "");
    return table;
}

void addHead(Answer& answer, const DiagnosisQuestion& question)
{
    const Diagnosis& d = question.diagnosis;
    const std::string nextLimit =
        d.next.empty()
            ? std::string()
            : say("Next limit: {}, at {}.", bottleneckTitle(d.next.front().bottleneck), ofLimit(d.next.front().ratio));
    answer.headline = diagnosisHeadline(d);
    if (restsOnOtherDevice(d)) {
        answer.because = sentence(capital(d.deviceDoubt));
        answer.next = {"Take the device's ceilings from the catalogue.",
                       "scalewright-cli run --machine CARD -p LIST -- COMMAND", "/baseline/machine/peak_flops"};
        return;
    }
    if (tuneFirst(d)) {
        answer.because = verdictText(d);
        answer.next = {"Profile one step, and tune it before adding a second machine.",
                       "scalewright-cli measure -o PROFILE.json -- COMMAND",
                       {}};
        return;
    }
    if (beyondRoof(d)) {
        answer.because = verdictText(d);
        answer.next = {"Time the step and measure the ceilings on one machine.", {}, "/baseline/machine/peak_flops"};
        return;
    }
    answer.because = nextLimit;
    if (!d.axisBuysNothing.empty()) {
        answer.next = {"Stay on one machine, or change the design: as it is, more workers are no faster.",
                       {},
                       "/design/communication"};
        return;
    }
    const std::vector<std::string>& tools = question.menu.row(d.axis).tools;
    answer.next = {say("{}, with {}.", capital(question.menu.leaf(d.bottleneck).remedy), oneOf(tools)), {}, "/design"};
}

void addSure(Answer& answer, const DiagnosisQuestion& question)
{
    const Diagnosis& d = question.diagnosis;
    answer.sure.basis = diagnosisBasis(question.profile, d);
    const bool within = std::all_of(d.path.begin(), d.path.end(), [](const TestResult& test) { return test.certain; });
    answer.sure.clarity = isCertain(d) ? Clarity::Clear : within ? Clarity::NotKnown : Clarity::Close;
    if (!within)
        answer.sure.why = "An answer on the way changes within the intervals of its inputs.";
    else if (!isCertain(d))
        answer.sure.why = restsOnOtherDevice(d)    ? sentence(capital(d.deviceDoubt))
                          : d.ceilingDoubt.empty() ? std::string("The step's time and its roof do not agree.")
                                                   : sentence(capital(d.ceilingDoubt));
}

void addPath(Answer& answer, const Diagnosis& diagnosis)
{
    for (const TestResult& test : diagnosis.path) {
        const char* name = testName(test.test);
        if (test.answer == TestAnswer::NotApplicable) {
            addFact(answer, FactKind::Formula, name, "not asked: " + test.reason);
            continue;
        }
        addFact(answer, FactKind::Formula, name,
                say("{}: {} against {}, {}{}", answerName(test.answer), test.leftName, test.rightName, test.inequality,
                    test.margin ? ", margin " + significant(*test.margin, 3) : std::string()));
        addFact(answer, FactKind::Formula, name, test.reason);
        for (const Flip& flip : test.flips)
            addFact(answer, FactKind::Range, name,
                    say("flips at {}{}", flip.text,
                        flip.becomes ? say(", then {}", bottleneckName(*flip.becomes)) : std::string()));
        addFact(answer, FactKind::Range, name, test.flipNote);
    }
}

void addSteps(Answer& answer, const Diagnosis& diagnosis)
{
    if (diagnosis.steps.size() < 2)
        return;
    if (diagnosis.dominatingStep) {
        const StepPoint& longest = diagnosis.steps[*diagnosis.dominatingStep];
        addFact(answer, FactKind::Figure, "steps",
                say("{} takes most, {} of the time", longest.name, percent(longest.timeShare.value_or(0))));
    }
    for (const StepPoint& step : diagnosis.steps)
        addFact(answer, FactKind::Figure, "steps",
                say("{}: {} of the time, I {}, {}", step.name, step.timeShare ? percent(*step.timeShare) : "-",
                    step.intensity ? significant(*step.intensity, 3) : "-",
                    step.bottleneck ? bottleneckName(*step.bottleneck) : "-"));
}

}  // namespace

std::string bindingClaim(const Diagnosis& diagnosis)
{
    return claimOf(diagnosis.path.back(), diagnosis.bottleneck);
}

std::optional<Basis> diagnosisBasis(const Profile& profile, const Diagnosis& diagnosis)
{
    std::optional<Basis> basis;
    const std::size_t steps = profile.baseline.steps.size();
    for (const ProfileField field : diagnosis.path.back().inputs) {
        if (steps == 0)
            basis = weaker(basis, total(profile, field));
        for (std::size_t i = 0; i < steps; ++i)
            basis = weaker(basis, figureOf(profile, field, i));
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
    addHead(answer, question);
    addSure(answer, question);
    addFact(answer, FactKind::Figure, "verdict", say("{}: {}", bottleneckName(d.bottleneck), d.because));
    addFact(answer, FactKind::Advice, "remedy", say("{}, with {}", leaf.remedy, joined(row.tools, ", ")));
    addFact(answer, FactKind::Warning, "remedy", d.axisBuysNothing);
    addFact(answer, FactKind::Source, "book", row.book);
    addFact(answer, FactKind::Source, "book", leaf.remark);
    if (const MaybeQuantity& peak = question.profile.baseline.machine.peakFlops;
        peak && !numberFormatOf(peak->provenance).empty())
        addFact(answer, FactKind::Reading, "peak",
                say("arithmetic in {}: {}", numberFormatOf(peak->provenance),
                    formatAmount(peak->value, Dimension::ComputeRate).joined()));
    addPath(answer, d);
    addSteps(answer, d);
    for (const NextBottleneck& each : d.next)
        addFact(answer, FactKind::Rival, "binds next",
                say("{}: {}", bottleneckName(each.bottleneck), ofLimit(each.ratio)));
    if (d.workers)
        addFact(answer, FactKind::Figure, "workers", d.workers->sentence);
    addFact(answer, FactKind::Figure, axisName(question.chosen.axis), question.chosen.sentence);
    for (const WrongAxis& each : question.others)
        addFact(answer, FactKind::Rival, axisName(each.axis), each.sentence);
    if (d.bottleneck == Bottleneck::MemoryCapacity ||
        (d.bottleneck == Bottleneck::DataIo && d.path.back().dimension == Dimension::Bytes))
        addFact(answer, FactKind::Rival, "other axes",
                "They multiply the price, and the capacity of a device by nothing.");
    addFacts(answer, FactKind::Warning, "warning", d.warnings);
    return answer;
}

std::string tuneFirstText(const Diagnosis& diagnosis)
{
    return tuneFirst(diagnosis)
               ? say("One machine uses {} of its roof: tune it first.", percent(*shareOfRoof(diagnosis), 2))
               : std::string();
}

std::string diagnosisHeadline(const Diagnosis& diagnosis)
{
    if (restsOnOtherDevice(diagnosis))
        return "No ceiling of the device that computes is known yet.";
    if (beyondRoof(diagnosis))
        return say("The work is {} times faster than its roof allows: check its figures.",
                   significant(*shareOfRoof(diagnosis), 3));
    return tuneFirst(diagnosis) ? tuneFirstText(diagnosis) : verdictText(diagnosis);
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/measured_program.h"

#include <algorithm>

#include "core/base/quantity/number_text.h"
#include "core/base/text/quote.h"
#include "core/output/answers/phrases.h"

namespace scalewright {

namespace {

std::string optionalAmountText(const MaybeQuantity& quantity, Dimension dimension)
{
    return quantity ? amountText(quantity->value, dimension) : std::string("-");
}

bool reportsMemory(const MeasuredProgram& program)
{
    return program.reported && program.reported->memoryBytes;
}

std::string workingSetText(const MeasuredProgram& program)
{
    if (reportsMemory(program))
        return bytesText(*program.reported->memoryBytes);
    if (!program.openDevices.empty())
        return "memory of " + program.deviceName + " not measured";
    if (!program.workingSetBytes)
        return "memory not measured";
    return (program.isWorkingSetUpperBound ? "at most " : "") + bytesText(*program.workingSetBytes);
}

void addProgramFacts(Answer& answer, const ProgramQuestion& question)
{
    const MeasuredProgram& program = question.program;
    const CommandResult& end = program.commandResult;
    answer.add(Fact::Source, "command", inQuotes(joinShellWords(question.command)));
    if (program.ownTimeS)
        answer.add(Fact::Value, "step", "{}, as reported by the program (time=), of a launch of {}",
                   timeText(program.stepS()), timeText(end.wallSeconds));
    answer.add(Fact::Value, "time", "{}; processor {}, {} of that in the kernel", timeText(end.wallSeconds),
               timeText(end.userCpuS + end.systemCpuS), timeText(end.systemCpuS));
    answer.add(Fact::Value, "working set", "{}{}; {} process{}, {}",
               program.sampledWorkingSetBytes && program.openDevices.empty() && !reportsMemory(program)
                   ? formatMessage("at least {}, ", bytesText(*program.sampledWorkingSetBytes))
                   : std::string(),
               workingSetText(program), program.peakProcesses, program.peakProcesses == 1 ? "" : "es",
               countWithNoun(program.peakThreads, "thread"));
    if (!program.ioTimeS)
        return;
    answer.add(Fact::Value, "I/O", "{} ({})", timeText(program.ioTimeS->value), program.ioTimeS->provenance.conditions);
    answer.add(Fact::Value, "I/O",
               "read {}, of which {} came from the device (whole pages, including program files); written {}",
               bytesText(end.readBytes), bytesText(end.deviceReadBytes), bytesText(end.writtenBytes));
}

std::string quotedStepName(const Profile& profile, const WorkloadStep& step)
{
    return inQuotes(step.name.empty() ? profile.title : step.name);
}

std::string amountOrNotCounted(const Profile& profile, const MaybeQuantity& quantity, Dimension dimension,
                               ProfileField field)
{
    const bool absent =
        std::ranges::any_of(profile.uncountedFields, [&](const auto& each) { return each.first == field; });
    return !quantity && absent ? std::string("not counted") : optionalAmountText(quantity, dimension);
}

}  // namespace

std::vector<std::string> programNotes(const ProgramQuestion& question)
{
    std::vector<std::string> notes = question.notes;
    if (!question.lostOutputReason.empty())
        notes.push_back(question.lostOutputReason);
    if (!question.hasFlops)
        notes.emplace_back("arithmetic was not measured: give --flops N, or print scalewright: flops=2e12");
    if (!question.hasBytesMoved)
        notes.emplace_back(
            "bytes between memory and cores were not measured: give --bytes-moved N, or print scalewright: "
            "bytes_moved=64GB");
    if (!question.hasCeilings && !question.program.openDevices.empty())
        notes.emplace_back("the device's ceilings are not set: --machine CARD takes them from the catalogue");
    else if (!question.hasCeilings)
        notes.emplace_back(
            "the machine's ceilings were not measured: --machine FILE reads what scalewright-cli probe machine --json "
            "-o FILE writes");
    return notes;
}

Answer measuredProgramAnswer(const ProgramQuestion& question)
{
    const MeasuredProgram& program = question.program;
    Answer answer;
    const double launchS = program.commandResult.wallSeconds, stepS = program.stepS();
    answer.headline = formatMessage(
        "{}{}, {}; {}.", timeText(stepS),
        program.ownTimeS && launchS > 1.1 * stepS ? formatMessage(" of a {} launch", timeText(launchS)) : "",
        workingSetText(program), endReasonText(program.commandResult));
    if (!question.lostOutputReason.empty())
        answer.because = asSentence(question.lostOutputReason);
    else if (program.ioTimeS && program.ioTimeS->value > 0 && stepS > 0)
        answer.because = formatMessage("I/O takes {}, {} of the time.", timeText(program.ioTimeS->value),
                                       percentageText(program.ioTimeS->value / stepS, 2));
    else if (launchS > 0)
        answer.because = formatMessage(
            "The processor is busy {} of the {}.",
            percentageText((program.commandResult.userCpuS + program.commandResult.systemCpuS) / launchS, 2),
            program.ownTimeS ? "launch" : "time");
    const bool needsDeviceCeilings = !question.hasCeilings && !program.openDevices.empty();
    if (!question.hasFlops || !question.hasBytesMoved || needsDeviceCeilings)
        answer.next = {joinNonEmpty({needsDeviceCeilings ? "Set the device's ceilings: --machine CARD." : "",
                                     question.hasFlops ? "" : "Give the arithmetic: --flops N.",
                                     question.hasBytesMoved ? "" : "Give the bytes moved: --bytes-moved N."},
                                    " "),
                       {},
                       {}};
    else if (!question.profileFile.empty())
        answer.next = {"See what limits it:", "scalewright-cli diagnose " + question.profileFile, {}};
    answer.confidence.basis = Basis::Measured;
    addProgramFacts(answer, question);
    answer.add(Fact::Warning, "note", programNotes(question));
    return answer;
}

Answer importedProfileAnswer(const Profile& profile, const std::string& profileFile)
{
    const std::vector<WorkloadStep>& steps = profile.baseline.steps;
    const MaybeQuantity totalTime = total(profile, &WorkloadStep::stepTimeS);
    const auto shareOf = [&](const WorkloadStep& step) {
        return totalTime && step.stepTimeS && totalTime->value > 0
                   ? std::optional(step.stepTimeS->value / totalTime->value)
                   : std::nullopt;
    };
    Answer answer;
    answer.table.columns = {{"step", "step", "", -1},
                            {"time", "time", "", -1},
                            {"share", "share", "", -1},
                            {"flops", "arithmetic", "", -1},
                            {"bytes_moved", "moved", "", -1}};
    for (const WorkloadStep& step : steps) {
        const std::optional<double> share = shareOf(step);
        answer.table.rows.push_back(
            {quotedStepName(profile, step), optionalAmountText(step.stepTimeS, Dimension::Time),
             share ? percentageText(*share) : std::string("-"),
             amountOrNotCounted(profile, step.flops, Dimension::Work, &WorkloadStep::flops),
             amountOrNotCounted(profile, step.bytesMoved, Dimension::Bytes, &WorkloadStep::bytesMoved)});
    }
    const auto longest = std::ranges::max_element(steps, [&](const auto& one, const auto& other) {
        return shareOf(one).value_or(0) < shareOf(other).value_or(0);
    });
    const long count = static_cast<long>(steps.size());
    answer.headline = !totalTime   ? formatMessage("{} without times.", countWithNoun(count, "step"))
                      : count == 1 ? formatMessage("1 step of {}.", timeText(totalTime->value))
                                   : formatMessage("{} in {}; the longest takes {}.", countWithNoun(count, "step"),
                                                   timeText(totalTime->value), percentageText(*shareOf(*longest)));
    if (count > 1 && totalTime)
        answer.because = formatMessage("The longest is {}.", quotedStepName(profile, *longest));
    if (profileFile.empty())
        answer.next = {"Write the profile with -o FILE, then see what limits it:", "scalewright-cli diagnose FILE", {}};
    else
        answer.next = {"See what limits it:", "scalewright-cli diagnose " + joinShellWords({profileFile}), {}};
    answer.confidence.basis = Basis::Measured;
    answer.confidence.note = "imported";
    answer.add(Fact::Interpretation, "note", profile.warnings);
    for (const auto& [field, reason] : profile.uncountedFields)
        answer.add(Fact::Interpretation, "not counted", "{}: {}", field.key(), reason);
    return answer;
}

}  // namespace scalewright

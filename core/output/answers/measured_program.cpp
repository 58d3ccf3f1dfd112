#include "core/output/answers/measured_program.h"

#include <algorithm>

#include "core/base/quantity/percent.h"
#include "core/base/text/quote.h"
#include "core/output/answers/phrases.h"

namespace scalewright {

namespace {

std::string bytesAmount(double bytes)
{
    return formatAmount(bytes, Dimension::Bytes).joined();
}

std::string maybeAmount(const MaybeQuantity& quantity, Dimension dimension)
{
    return quantity ? formatAmount(quantity->value, dimension).joined() : std::string("-");
}

bool saysMemory(const MeasuredProgram& program)
{
    return program.said && program.said->memoryBytes;
}

std::string workingSetText(const MeasuredProgram& program)
{
    if (saysMemory(program))
        return bytesAmount(*program.said->memoryBytes);
    if (!program.devices.empty())
        return "memory of " + program.deviceName + " not seen";
    if (!program.workingSetBytes)
        return "memory not seen";
    return (program.workingSetIsBound ? "at most " : "") + bytesAmount(*program.workingSetBytes);
}

void addProgramFacts(Answer& answer, const ProgramQuestion& question)
{
    const MeasuredProgram& program = question.program;
    const CommandEnd& end = program.end;
    addFact(answer, FactKind::Source, "command", inQuotes(shellLine(question.words)));
    if (program.ownTimeS)
        addFact(answer, FactKind::Figure, "step",
                say("{}, as the program says it (time=), of a launch of {}", timeText(program.stepS()),
                    timeText(end.seconds)));
    addFact(answer, FactKind::Figure, "time",
            say("{}; processor {}, {} of that in the kernel", timeText(end.seconds), timeText(end.userS + end.systemS),
                timeText(end.systemS)));
    addFact(answer, FactKind::Figure, "working set",
            say("{}{}; {} process{}, {}",
                program.workingSetSeenBytes && program.devices.empty() && !saysMemory(program)
                    ? say("at least {}, ", bytesAmount(*program.workingSetSeenBytes))
                    : std::string(),
                workingSetText(program), program.mostProcesses, program.mostProcesses == 1 ? "" : "es",
                countedText(program.mostThreads, "thread")));
    if (!program.ioTimeS)
        return;
    addFact(answer, FactKind::Figure, "I/O",
            say("{} ({})", timeText(program.ioTimeS->value), program.ioTimeS->provenance.conditions));
    addFact(answer, FactKind::Figure, "I/O",
            say("read {}, of which the device gave {} (whole pages, and programs themselves); written {}",
                bytesAmount(end.readBytes), bytesAmount(end.deviceReadBytes), bytesAmount(end.writtenBytes)));
}

std::string stepName(const Profile& profile, const WorkloadStep& step)
{
    return inQuotes(step.name.empty() ? profile.title : step.name);
}

std::string amountOrWhy(const Profile& profile, const MaybeQuantity& quantity, Dimension dimension, ProfileField field)
{
    const bool absent = std::any_of(profile.absent.begin(), profile.absent.end(),
                                    [&](const auto& each) { return each.first == field; });
    return !quantity && absent ? std::string("not counted") : maybeAmount(quantity, dimension);
}

}  // namespace

std::vector<std::string> programNotes(const ProgramQuestion& question)
{
    std::vector<std::string> notes = question.notes;
    if (!question.lost.empty())
        notes.push_back(question.lost);
    if (!question.flopsKnown)
        notes.emplace_back("arithmetic was not seen: give --flops N, or print scalewright: flops=2e12");
    if (!question.bytesMovedKnown)
        notes.emplace_back(
            "bytes between memory and cores were not seen: give --bytes-moved N, or print scalewright: "
            "bytes_moved=64GB");
    if (!question.ceilingsKnown && !question.program.devices.empty())
        notes.emplace_back("the device's ceilings are not known: --machine CARD takes them from the catalogue");
    else if (!question.ceilingsKnown)
        notes.emplace_back(
            "the machine's ceilings were not measured: --machine FILE reads what scalewright-cli probe machine --json "
            "-o FILE writes");
    return notes;
}

Answer measuredProgramAnswer(const ProgramQuestion& question)
{
    const MeasuredProgram& program = question.program;
    Answer answer;
    const double launchS = program.end.seconds, stepS = program.stepS();
    answer.headline = say("{}{}, {}; {}.", timeText(stepS),
                          program.ownTimeS && launchS > 1.1 * stepS ? say(" of a {} launch", timeText(launchS)) : "",
                          workingSetText(program), endInWords(program.end));
    if (!question.lost.empty())
        answer.because = sentence(question.lost);
    else if (program.ioTimeS && program.ioTimeS->value > 0 && stepS > 0)
        answer.because = say("I/O takes {}, {} of the time.", timeText(program.ioTimeS->value),
                             percent(program.ioTimeS->value / stepS, 2));
    else if (launchS > 0)
        answer.because =
            say("The processor is busy {} of the {}.", percent((program.end.userS + program.end.systemS) / launchS, 2),
                program.ownTimeS ? "launch" : "time");
    const bool otherCeilings = !question.ceilingsKnown && !program.devices.empty();
    if (!question.flopsKnown || !question.bytesMovedKnown || otherCeilings)
        answer.next = {joined({otherCeilings ? "Take the device's ceilings: --machine CARD." : "",
                               question.flopsKnown ? "" : "Give the arithmetic: --flops N.",
                               question.bytesMovedKnown ? "" : "Give the bytes moved: --bytes-moved N."},
                              " "),
                       {},
                       {}};
    else if (!question.profile.empty())
        answer.next = {"See what limits it:", "scalewright-cli diagnose " + question.profile, {}};
    answer.sure.basis = Basis::Measured;
    addProgramFacts(answer, question);
    addFacts(answer, FactKind::Warning, "note", programNotes(question));
    return answer;
}

Answer importedProfileAnswer(const Profile& profile)
{
    const std::vector<WorkloadStep>& steps = profile.baseline.steps;
    const MaybeQuantity all = total(profile, &WorkloadStep::stepTimeS);
    const auto shareOf = [&](const WorkloadStep& step) {
        return all && step.stepTimeS && all->value > 0 ? std::optional(step.stepTimeS->value / all->value)
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
            {stepName(profile, step), maybeAmount(step.stepTimeS, Dimension::Time),
             share ? percent(*share) : std::string("-"),
             amountOrWhy(profile, step.flops, Dimension::Work, &WorkloadStep::flops),
             amountOrWhy(profile, step.bytesMoved, Dimension::Bytes, &WorkloadStep::bytesMoved)});
    }
    const auto longest = std::max_element(steps.begin(), steps.end(), [&](const auto& one, const auto& other) {
        return shareOf(one).value_or(0) < shareOf(other).value_or(0);
    });
    const long count = static_cast<long>(steps.size());
    answer.headline = !all         ? say("{}, their times not given.", countedText(count, "step"))
                      : count == 1 ? say("1 step of {}.", timeText(all->value))
                                   : say("{} in {}; the longest takes {}.", countedText(count, "step"),
                                         timeText(all->value), percent(*shareOf(*longest)));
    if (count > 1 && all)
        answer.because = say("Longest is {}.", stepName(profile, *longest));
    answer.next = {"Write the profile with -o FILE, then see what limits it:", "scalewright-cli diagnose FILE", {}};
    answer.sure.basis = Basis::Measured;
    answer.sure.note = "imported";
    addFacts(answer, FactKind::Reading, "note", profile.warnings);
    for (const auto& [field, why] : profile.absent)
        addFact(answer, FactKind::Reading, "not counted", say("{}: {}", field.key(), why));
    return answer;
}

}  // namespace scalewright

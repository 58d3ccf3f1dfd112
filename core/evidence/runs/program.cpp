// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/runs/program.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <memory>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/process/wall_clock.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/evidence/runs/open_devices.h"
#include "core/evidence/runs/proc_file.h"
#include "core/project/document/this_machine.h"

namespace scalewright {

namespace {

constexpr std::size_t maximumSamples = 2000;
// An I/O time range wider than this share of the step's time is reported in a note.
constexpr double notedRangeShare = 0.25;

double readClockS(clockid_t clock)
{
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Fields of /proc/…/stat after the command name; proc(5) counts from 1, and the state is field 3.
struct ProcessStat {
    char state = '?';
    pid_t parent = 0;
    double childFaults = 0;
    double cpuTicks = 0;
    int threads = 0;
    double residentPages = 0;
};

std::optional<ProcessStat> readProcessStat(const std::string& name)
{
    std::array<char, 4096> block{};
    std::string_view text = detail::readProcFile(name, block);
    const std::size_t close = text.rfind(')');
    if (close == std::string_view::npos || close + 2 >= text.size())
        return std::nullopt;
    text.remove_prefix(close + 2);
    ProcessStat stat{.state = text.front()};
    int field = 3;
    for (std::size_t position = 0; position != std::string_view::npos && position < text.size() && field <= 24;
         ++field) {
        const char* word = text.data() + position;
        switch (field) {
        case 4: stat.parent = static_cast<pid_t>(std::strtol(word, nullptr, 10)); break;
        case 11: stat.childFaults = std::strtod(word, nullptr); break;
        case 14:
        case 15: stat.cpuTicks += std::strtod(word, nullptr); break;
        case 20: stat.threads = static_cast<int>(std::strtol(word, nullptr, 10)); break;
        case 24: stat.residentPages = std::strtod(word, nullptr); break;
        default: break;
        }
        position = text.find(' ', position);
        position = position == std::string_view::npos ? position : position + 1;
    }
    return stat;
}

class ProcessSampler {
public:
    explicit ProcessSampler(MeasuredProgram& program) : m_program(program) {}

    double takeSample(pid_t command)
    {
        const double before = readClockS(CLOCK_THREAD_CPUTIME_ID), now = readClockS(CLOCK_MONOTONIC);
        if (m_guardProcess == 0) {
            const std::optional<ProcessStat> stat = readProcessStat(fmt::format("/proc/{}/stat", command));
            m_guardProcess = stat ? stat->parent : 0;
            m_startS = m_lastSampleS = now;
        }
        ProgramSample sample{.seconds = now - m_startS};
        m_hasRunning = m_hasBlocked = false;
        m_inspectsDevices = m_deviceWatch.startInspectionIfDue(now);
        if (m_guardProcess != 0)
            visitChildrenOf(m_guardProcess, sample);
        m_bytesWatch.finishRound();
        m_program.movedBytes = m_bytesWatch.bytes();
        m_program.openDevices = m_deviceWatch.devices();
        recordSample(sample, now);
        double costS = readClockS(CLOCK_THREAD_CPUTIME_ID) - before;
        m_program.samplingCpuS += costS;
        // The first sample loads the sampling code into memory, so its cost does not predict the cost of later samples.
        if (now == m_startS)
            costS = 0;
        m_intervalS = std::max(0.005, 200 * costS);  // half a percent of a core
        return m_intervalS;
    }

private:
    void visitChildrenOf(pid_t process, ProgramSample& sample)
    {
        const std::string folder = fmt::format("/proc/{}/task", process);
        const std::unique_ptr<DIR, int (*)(DIR*)> tasks(opendir(folder.c_str()), closedir);
        if (!tasks)
            return;
        int threads = 0;
        while (const dirent* entry = readdir(tasks.get())) {
            if (entry->d_name[0] < '1' || entry->d_name[0] > '9')
                continue;
            const std::string task = folder + '/' + entry->d_name;
            // Reads the state of only the first threads: inspecting hundreds of them would exceed the cost limit for a
            // sample.
            if (process != m_guardProcess && ++threads <= 64)
                if (const std::optional<ProcessStat> stat = readProcessStat(task + "/stat")) {
                    m_hasRunning = m_hasRunning || stat->state == 'R';
                    m_hasBlocked = m_hasBlocked || stat->state == 'D';
                }
            std::array<char, 4096> block{};
            std::string_view text = detail::readProcFile(task + "/children", block);
            while (!text.empty()) {
                char* end = nullptr;
                const pid_t child = static_cast<pid_t>(std::strtol(text.data(), &end, 10));
                if (child > 0)
                    visitProcess(child, sample);
                text.remove_prefix(std::min(text.find(' '), text.size() - 1) + 1);
            }
        }
    }

    void visitProcess(pid_t process, ProgramSample& sample)
    {
        const std::optional<ProcessStat> stat = readProcessStat(fmt::format("/proc/{}/stat", process));
        if (!stat || stat->state == 'Z' || ++sample.processes > 10000)
            return;
        sample.threads += stat->threads;
        sample.cpuS += stat->cpuTicks / static_cast<double>(sysconf(_SC_CLK_TCK));
        sample.residentBytes += stat->residentPages * static_cast<double>(sysconf(_SC_PAGESIZE));
        m_bytesWatch.inspectProcess(process, stat->childFaults, stat->state == 'S');
        if (m_inspectsDevices)
            m_deviceWatch.inspectProcess(process);
        visitChildrenOf(process, sample);
    }

    void recordSample(const ProgramSample& sample, double now)
    {
        const double gapS = now - m_lastSampleS;
        const double seenS = std::min(
            // If other programs delayed this sample, it represents only a short part of the gap.
            gapS, 4 * m_intervalS);
        m_lastSampleS = now;
        if (sample.processes == 0)
            return;
        MeasuredProgram& program = m_program;
        program.longestSampleGapS = std::max(program.longestSampleGapS, gapS);
        program.ioSamples.runnable.addSample(seenS, m_hasRunning);
        program.ioSamples.waitingForDevice.addSample(seenS, m_hasBlocked && !m_hasRunning);
        program.ioSamples.accessingFiles.addSample(seenS, m_bytesWatch.mayAccessFiles());
        if (sample.residentBytes > program.workingSetBytes.value_or(0)) {
            program.workingSetBytes = sample.residentBytes;
            program.isWorkingSetSampled = true;
        }
        program.peakProcesses = std::max(program.peakProcesses, sample.processes);
        program.peakThreads = std::max(program.peakThreads, sample.threads);
        if (m_sampleCount++ % m_stride != 0)
            return;
        program.sampleSeries.push_back(sample);
        if (program.sampleSeries.size() < maximumSamples)
            return;
        for (std::size_t i = 0; 2 * i < program.sampleSeries.size(); ++i)
            program.sampleSeries[i] = program.sampleSeries[2 * i];
        program.sampleSeries.resize(program.sampleSeries.size() / 2);
        m_stride *= 2;
    }

    MeasuredProgram& m_program;
    detail::MovedBytesWatch m_bytesWatch;
    detail::OpenDeviceWatch m_deviceWatch;
    bool m_inspectsDevices = false;
    pid_t m_guardProcess = 0;
    double m_startS = 0, m_lastSampleS = 0, m_intervalS = 0;
    bool m_hasRunning = false, m_hasBlocked = false;
    std::size_t m_sampleCount = 0, m_stride = 1;
};

// If the launch is longer than the step by more than this share, a note reports it.
constexpr double notedStartupShare = 0.1;

/// Uses the step's time and I/O time as reported by the program. Returns whether it reported an I/O time.
bool applyOwnTimes(MeasuredProgram& program)
{
    if (!program.reported)
        return false;
    const SelfReport& reported = *program.reported;
    const double launchS = program.commandResult.wallSeconds;
    program.ownTimeS = plausibleOwnTime(reported, launchS);
    if (reported.timeS && !program.ownTimeS)
        program.notes.push_back(formatMessage("the program reports time = {} for a run that took {}: ignored",
                                              timeText(*reported.timeS), timeText(launchS)));
    else if (program.ownTimeS && launchS > (1 + notedStartupShare) * program.stepS())
        program.notes.push_back(
            formatMessage("the step's time is the program's own (time=): {} of its {} are start-up and shutdown",
                          timeText(launchS - program.stepS()), timeText(launchS)));
    if (!reported.ioS)
        return false;
    if (constexpr double clockTolerance = 1.01; *reported.ioS > clockTolerance * program.stepS()) {
        program.notes.push_back(formatMessage("the program reports io = {} for a step of {}: ignored",
                                              timeText(*reported.ioS), timeText(program.stepS())));
        return false;
    }
    program.ioTimeS = Quantity{*reported.ioS,
                               std::nullopt,
                               {Origin::Measured, thisMachineSource, program.date, "the program's own (io=)", {}}};
    return true;
}

/// Limits a launch's I/O time to the step: at most the step's time, and at least the I/O time that does not fit outside
/// the step.
void limitToStep(Quantity& io, const MeasuredProgram& program)
{
    const double stepS = program.stepS(), outsideS = std::max(0.0, program.commandResult.wallSeconds - stepS);
    io.value = std::min(io.value, stepS);
    if (io.interval) {
        io.interval->low = std::min(std::max(0.0, io.interval->low - outsideS), io.value);
        io.interval->high = std::min(io.interval->high, stepS);
    }
    io.provenance.conditions += "; of the whole launch, at most the step's time";
}

void setIoTime(MeasuredProgram& program)
{
    if (applyOwnTimes(program))
        return;
    const CommandResult& end = program.commandResult;
    if (!end.hasIoCounts) {
        program.notes.emplace_back(
            "this system does not count a process's bytes (/proc/self/io): the I/O time is unknown");
        return;
    }
    const MovedBytes& movedBytes = program.movedBytes;
    const double unattributed = program.unattributedBytes(), waitS = program.ioSamples.waitingForDevice.heldS();
    const detail::IoTime ioTime = detail::estimateIoTime(end, movedBytes, program.ioSamples);
    Quantity io{ioTime.estimateS, ioTime.range, {Origin::Measured, {}, program.date, {}}};
    io.provenance.conditions = fmt::format(
        "estimated: {} waiting for devices, from sampling, and {} in the kernel copying {} of file data",
        timeText(waitS), timeText(std::max(0.0, ioTime.estimateS - waitS)), bytesText(movedBytes.fileBytes));
    if (unattributed > 0)
        io.provenance.conditions += fmt::format(
            " and {} moved by read and write calls, of files or pipes (not distinguished)", bytesText(unattributed));
    if (movedBytes.streamBytes > 0)
        io.provenance.conditions +=
            fmt::format("; {} through pipes, sockets and devices without storage are not counted",
                        bytesText(movedBytes.streamBytes));
    const double launchIoS = io.value;
    if (program.ownTimeS)
        limitToStep(io, program);
    const bool wide = io.interval->high - io.interval->low > notedRangeShare * program.stepS();
    // start-up also reads files, mainly libraries, so the step's share was not measured.
    if (wide && program.ownTimeS) {
        program.notes.push_back(
            formatMessage("I/O takes about {} of the launch, the step's share is unknown: print io= as well as time=",
                          timeText(launchIoS)));
        return;
    }
    if (wide)
        program.notes.push_back(
            formatMessage("the I/O time is between {} and {}: of the bytes moved by read and write calls, {} were of "
                          "files, {} of pipes, sockets and devices without storage, and {} could not be attributed",
                          timeText(io.interval->low), timeText(io.interval->high), bytesText(movedBytes.fileBytes),
                          bytesText(movedBytes.streamBytes), bytesText(unattributed)));
    program.ioTimeS = std::move(io);
}

/// Adds a note on what the measured working set does not include.
void addMemoryNote(MeasuredProgram& program)
{
    const bool isReported = program.reported && program.reported->memoryBytes;
    if (!program.openDevices.empty())
        program.notes.push_back(formatMessage(
            "it has {} open: what it computes{} there is not measured{}", program.deviceName,
            isReported ? "" : " and keeps in memory",
            program.workingSetBytes && !isReported
                ? formatMessage(", and the {} measured are the host's", bytesText(*program.workingSetBytes))
                : std::string()));
    else if (isReported)
        return;
    else if (program.sampledWorkingSetBytes)
        program.notes.push_back(
            formatMessage("sampling saw {} of its memory, and the kernel reports only that none of its processes had "
                          "more than {}: its working set is between the two",
                          bytesText(*program.sampledWorkingSetBytes), bytesText(*program.workingSetBytes)));
    else if (!program.workingSetBytes || program.isWorkingSetUpperBound)
        program.notes.emplace_back(
            "the program ended before its memory could be sampled: its working set is at most the value shown, and may "
            "be less");
    else if (program.isWorkingSetSampled && program.peakProcesses > 1)
        program.notes.emplace_back("the working set is the sum over its processes: shared pages are counted in each");
}

void finishMeasurement(MeasuredProgram& program)
{
    const CommandResult& end = program.commandResult;
    if (end.peakMemoryBytes > program.workingSetBytes.value_or(0)) {
        if (end.isPeakMemoryUpperBound)
            program.sampledWorkingSetBytes = program.workingSetBytes;
        program.workingSetBytes = end.peakMemoryBytes;
        program.isWorkingSetSampled = false;
        program.isWorkingSetUpperBound = end.isPeakMemoryUpperBound;
    }
    setIoTime(program);
    program.deviceName = detail::acceleratorNames(program.openDevices);
    addMemoryNote(program);
    if (program.reported)
        append(program.notes, program.reported->warnings);
}

}  // namespace

Result<MeasuredProgram> measureProgram(const std::vector<std::string>& words,
                                       const std::function<bool(std::string_view)>& output,
                                       const ProgramOptions& options, const std::stop_token& stop)
{
    MeasuredProgram program;
    program.date = today();
    ProcessSampler sampler(program);
    SelfReportReader lines;
    Command command{.argv = words,
                    .environment = options.environment,
                    .workingFolder = options.workingFolder,
                    .isIsolated = options.isIsolated,
                    .scratchFolder = options.scratchFolder};
    command.onOutput = [&](std::string_view block) {
        lines.addOutput(block);
        return output(block);
    };
    if (options.isIsolated)
        command.onErrorOutput = output;
    command.sampleProcess = [&](pid_t process) { return sampler.takeSample(process); };
    TRY(CommandResult end, runCommand(command, stop));
    program.commandResult = std::move(end);
    program.reported = lines.combinedReport(options.workers);
    finishMeasurement(program);
    return program;
}

Profile profileOf(const MeasuredProgram& program, const std::vector<std::string>& words)
{
    const auto measured = [&](double value, std::string conditions) {
        return Quantity{
            value, std::nullopt, {Origin::Measured, thisMachineSource, program.date, std::move(conditions), {}}};
    };
    Profile profile;
    profile.title = sanitised(joinShellWords(words));
    WorkloadStep& step = profile.baseline.steps.emplace_back();
    if (program.stepS() > 0)
        step.stepTimeS = measured(
            program.stepS(), program.ownTimeS ? formatMessage("{} in a launch of {}", std::string(ownTimeConditions),
                                                              timeText(program.commandResult.wallSeconds))
                                              : wallTimeConditions);
    step.ioTimeS = program.ioTimeS;
    step.device = program.deviceName;
    if (program.reported && program.reported->memoryBytes)
        profile.baseline.workingSetBytes =
            Quantity{*program.reported->memoryBytes,
                     std::nullopt,
                     {Origin::Imported, "a line that the program printed", program.date, {}, {}}};
    else if (program.workingSetBytes && program.openDevices.empty())
        profile.baseline.workingSetBytes = measured(
            *program.workingSetBytes, program.sampledWorkingSetBytes
                                          ? fmt::format("upper bound for its largest process; {} were sampled",
                                                        bytesText(*program.sampledWorkingSetBytes))
                                      : program.isWorkingSetUpperBound ? "upper bound: it ended too soon to be sampled"
                                      : program.isWorkingSetSampled    ? "peak of all its processes, sampled"
                                                                       : "peak of its largest process");
    for (const auto& [value, member] : {std::pair(&SelfReport::flops, &WorkloadStep::flops),
                                        std::pair(&SelfReport::bytesMoved, &WorkloadStep::bytesMoved)})
        if (program.reported && (*program.reported).*value)
            step.*member = Quantity{*((*program.reported).*value),
                                    std::nullopt,
                                    {Origin::Imported, "a line that the program printed", program.date, {}, {}}};
    return profile;
}

}  // namespace scalewright

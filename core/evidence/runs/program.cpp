#include "core/evidence/runs/program.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>

#include <fmt/format.h>

#include "core/base/process/wall_clock.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/runs/open_devices.h"
#include "core/evidence/runs/proc_file.h"
#include "core/project/document/this_machine.h"

namespace scalewright {

namespace {

constexpr std::size_t mostSamples = 2000;
// A range of the time for input and output that is wider than this share of the whole time is said.
constexpr double narrowRange = 0.25;

double clockS(clockid_t clock)
{
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Fields of /proc/…/stat behind the command's name; proc(5) counts from 1, where the state is 3.
struct Stat {
    char state = '?';
    pid_t parent = 0;
    double childFaults = 0;
    double cpuTicks = 0;
    int threads = 0;
    double residentPages = 0;
};

std::optional<Stat> statOf(const std::string& name)
{
    std::array<char, 4096> block{};
    std::string_view text = detail::readProc(name, block);
    const std::size_t close = text.rfind(')');
    if (close == std::string_view::npos || close + 2 >= text.size())
        return std::nullopt;
    text.remove_prefix(close + 2);
    Stat stat{.state = text.front()};
    int field = 3;
    for (std::size_t at = 0; at != std::string_view::npos && at < text.size() && field <= 24; ++field) {
        const char* word = text.data() + at;
        switch (field) {
        case 4: stat.parent = static_cast<pid_t>(std::strtol(word, nullptr, 10)); break;
        case 11: stat.childFaults = std::strtod(word, nullptr); break;
        case 14:
        case 15: stat.cpuTicks += std::strtod(word, nullptr); break;
        case 20: stat.threads = static_cast<int>(std::strtol(word, nullptr, 10)); break;
        case 24: stat.residentPages = std::strtod(word, nullptr); break;
        default: break;
        }
        at = text.find(' ', at);
        at = at == std::string_view::npos ? at : at + 1;
    }
    return stat;
}

class Sampler {
public:
    explicit Sampler(MeasuredProgram& program) : m_program(program) {}

    double sample(pid_t command)
    {
        const double before = clockS(CLOCK_THREAD_CPUTIME_ID), now = clockS(CLOCK_MONOTONIC);
        if (m_guard == 0) {
            const std::optional<Stat> stat = statOf(fmt::format("/proc/{}/stat", command));
            m_guard = stat ? stat->parent : 0;
            m_startS = m_lastS = now;
        }
        ProgramSample sample{.seconds = now - m_startS};
        m_running = m_blocked = false;
        m_asksDevices = m_devices.wantsToLook(now);
        if (m_guard != 0)
            visitChildrenOf(m_guard, sample);
        m_watch.lookIsOver();
        m_program.moved = m_watch.bytes();
        m_program.devices = m_devices.found();
        take(sample, now);
        double costS = clockS(CLOCK_THREAD_CPUTIME_ID) - before;
        m_program.samplingS += costS;
        if (now == m_startS)
            costS = 0;  // the first one reads in the code that looks, and says nothing of what the next ones cost
        m_nextS = std::max(0.005, 200 * costS);  // half a percent of a core
        return m_nextS;
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
            // The state of the first threads: looking at hundreds of them would cost more than a sample may.
            if (process != m_guard && ++threads <= 64)
                if (const std::optional<Stat> stat = statOf(task + "/stat")) {
                    m_running = m_running || stat->state == 'R';
                    m_blocked = m_blocked || stat->state == 'D';
                }
            std::array<char, 4096> block{};
            std::string_view text = detail::readProc(task + "/children", block);
            while (!text.empty()) {
                char* end = nullptr;
                const pid_t child = static_cast<pid_t>(std::strtol(text.data(), &end, 10));
                if (child > 0)
                    visit(child, sample);
                text.remove_prefix(std::min(text.find(' '), text.size() - 1) + 1);
            }
        }
    }

    void visit(pid_t process, ProgramSample& sample)
    {
        const std::optional<Stat> stat = statOf(fmt::format("/proc/{}/stat", process));
        if (!stat || stat->state == 'Z' || ++sample.processes > 10000)
            return;
        sample.threads += stat->threads;
        sample.cpuS += stat->cpuTicks / static_cast<double>(sysconf(_SC_CLK_TCK));
        sample.residentBytes += stat->residentPages * static_cast<double>(sysconf(_SC_PAGESIZE));
        m_watch.look(process, stat->childFaults, stat->state == 'S');
        if (m_asksDevices)
            m_devices.look(process);
        visitChildrenOf(process, sample);
    }

    void take(const ProgramSample& sample, double now)
    {
        const double gapS = now - m_lastS;
        const double seenS = std::min(
            gapS, 4 * m_nextS);  // where other programs kept this one waiting, a look says little of the time before
        m_lastS = now;
        if (sample.processes == 0)
            return;
        MeasuredProgram& program = m_program;
        program.longestGapS = std::max(program.longestGapS, gapS);
        program.samples.runnable.look(seenS, m_running);
        program.samples.waiting.look(seenS, m_blocked && !m_running);
        program.samples.movingFiles.look(seenS, m_watch.mayMoveFiles());
        if (sample.residentBytes > program.workingSetBytes.value_or(0)) {
            program.workingSetBytes = sample.residentBytes;
            program.workingSetSampled = true;
        }
        program.mostProcesses = std::max(program.mostProcesses, sample.processes);
        program.mostThreads = std::max(program.mostThreads, sample.threads);
        if (m_skipped++ % m_stride != 0)
            return;
        program.series.push_back(sample);
        if (program.series.size() < mostSamples)
            return;
        for (std::size_t i = 0; 2 * i < program.series.size(); ++i)
            program.series[i] = program.series[2 * i];
        program.series.resize(program.series.size() / 2);
        m_stride *= 2;
    }

    MeasuredProgram& m_program;
    detail::MovedBytesWatch m_watch;
    detail::OpenDevices m_devices;
    bool m_asksDevices = false;
    pid_t m_guard = 0;
    double m_startS = 0, m_lastS = 0, m_nextS = 0;
    bool m_running = false, m_blocked = false;
    std::size_t m_skipped = 0, m_stride = 1;
};

// A launch that is longer than its step by more than this share is said.
constexpr double longStart = 0.1;

/// The step's time and the time that it reads for, as far as the program says them. Whether it said its reading.
bool takeOwnTimes(MeasuredProgram& program)
{
    if (!program.said)
        return false;
    const SpokenLine& said = *program.said;
    const double wholeS = program.end.seconds;
    program.ownTimeS = ownTime(said, wholeS);
    if (said.timeS && !program.ownTimeS)
        program.notes.push_back(
            say("the program says time = {} of a run that took {}: left out", timeText(*said.timeS), timeText(wholeS)));
    else if (program.ownTimeS && wholeS > (1 + longStart) * program.stepS())
        program.notes.push_back(say("the step's time is the program's own (time=): {} of its {} are start-up and end",
                                    timeText(wholeS - program.stepS()), timeText(wholeS)));
    if (!said.ioS)
        return false;
    if (constexpr double otherClock = 1.01; *said.ioS > otherClock * program.stepS()) {
        program.notes.push_back(
            say("the program says io = {} of a step of {}: left out", timeText(*said.ioS), timeText(program.stepS())));
        return false;
    }
    program.ioTimeS =
        Quantity{*said.ioS, std::nullopt, {Origin::Measured, thisMachine, program.date, "the program's own (io=)", {}}};
    return true;
}

/// Of a launch's input and output what the step can have: no more than its time, no less than all but the start-up's.
void withinStep(Quantity& io, const MeasuredProgram& program)
{
    const double stepS = program.stepS(), outsideS = std::max(0.0, program.end.seconds - stepS);
    io.value = std::min(io.value, stepS);
    if (io.interval) {
        io.interval->low = std::min(std::max(0.0, io.interval->low - outsideS), io.value);
        io.interval->high = std::min(io.interval->high, stepS);
    }
    io.provenance.conditions += "; of the whole launch, at most the step's time";
}

void concludeIo(MeasuredProgram& program)
{
    if (takeOwnTimes(program))
        return;
    const CommandEnd& end = program.end;
    if (!end.ioKnown) {
        program.notes.emplace_back(
            "this system does not count a process's bytes (/proc/self/io): the time for input and output is not "
            "known");
        return;
    }
    const auto time = [](double seconds) { return formatAmount(seconds, Dimension::Time).joined(); };
    const auto bytes = [](double amount) { return formatAmount(amount, Dimension::Bytes).joined(); };
    const MovedBytes& moved = program.moved;
    const double untold = program.untoldBytes(), waitS = program.samples.waiting.seconds();
    const detail::IoTime ioTime = detail::ioTime(end, moved, program.samples);
    Quantity io{ioTime.estimateS, ioTime.range, {Origin::Measured, {}, program.date, {}}};
    io.provenance.conditions = fmt::format(
        "estimated: {} of waiting for devices, seen by sampling, and {} of the kernel's copying {} of files",
        time(waitS), time(std::max(0.0, ioTime.estimateS - waitS)), bytes(moved.files));
    if (untold > 0)
        io.provenance.conditions +=
            fmt::format(" and {} moved by read and write calls, files or pipes: not told apart", bytes(untold));
    if (moved.elsewhere > 0)
        io.provenance.conditions += fmt::format(
            "; {} through pipes, sockets and devices without storage are not counted", bytes(moved.elsewhere));
    const double ofLaunchS = io.value;
    if (program.ownTimeS)
        withinStep(io, program);
    const bool wide = io.interval->high - io.interval->low > narrowRange * program.stepS();
    if (wide &&
        program.ownTimeS) {  // start-up reads too, libraries first of all: how much of it the step does, nobody saw
        program.notes.push_back(
            say("input and output take about {} of the launch, the step's share is unknown: print io= beside time=",
                time(ofLaunchS)));
        return;
    }
    if (wide)
        program.notes.push_back(
            say("the time for input and output is between {} and {}: of the bytes moved by read and write calls {} "
                "were of files, {} of pipes, sockets and devices without storage, and {} were not told apart",
                time(io.interval->low), time(io.interval->high), bytes(moved.files), bytes(moved.elsewhere),
                bytes(untold)));
    program.ioTimeS = std::move(io);
}

/// What its working set is not.
void noteMemory(MeasuredProgram& program)
{
    const auto bytes = [](double amount) { return formatAmount(amount, Dimension::Bytes).joined(); };
    const bool said = program.said && program.said->memoryBytes;
    if (!program.devices.empty())
        program.notes.push_back(say("it has {} open: what it computes{} there is not seen{}", program.deviceName,
                                    said ? "" : " and keeps in memory",
                                    program.workingSetBytes && !said
                                        ? say(", and the {} seen are the host's", bytes(*program.workingSetBytes))
                                        : std::string()));
    else if (said)
        return;
    else if (program.workingSetSeenBytes)
        program.notes.push_back(
            say("sampling saw {} of its memory, and the kernel says only that no process of it had more than {}: its "
                "working set lies between",
                bytes(*program.workingSetSeenBytes), bytes(*program.workingSetBytes)));
    else if (!program.workingSetBytes || program.workingSetIsBound)
        program.notes.emplace_back(
            "the program was over before its memory could be looked at: its working set is no more than said, and "
            "may be less");
    else if (program.workingSetSampled && program.mostProcesses > 1)
        program.notes.emplace_back("the working set adds up its processes: pages that they share are counted in each");
}

void conclude(MeasuredProgram& program)
{
    const CommandEnd& end = program.end;
    if (end.largestBytes > program.workingSetBytes.value_or(0)) {
        if (end.largestIsBound)
            program.workingSetSeenBytes = program.workingSetBytes;
        program.workingSetBytes = end.largestBytes;
        program.workingSetSampled = false;
        program.workingSetIsBound = end.largestIsBound;
    }
    concludeIo(program);
    program.deviceName = detail::acceleratorNames(program.devices);
    noteMemory(program);
    if (program.said)
        program.notes.insert(program.notes.end(), program.said->warnings.begin(), program.said->warnings.end());
}

}  // namespace

Result<MeasuredProgram> measureProgram(const std::vector<std::string>& words,
                                       const std::function<bool(std::string_view)>& output,
                                       const ProgramOptions& options, const std::stop_token& stop)
{
    MeasuredProgram program;
    program.date = today();
    Sampler sampler(program);
    SpokenLines lines;
    Command command{.words = words,
                    .environment = options.environment,
                    .folder = options.folder,
                    .apart = options.apart,
                    .scratch = options.scratch};
    command.output = [&](std::string_view block) {
        lines.hear(block);
        return output(block);
    };
    if (options.apart)
        command.errors = output;
    command.sample = [&](pid_t process) { return sampler.sample(process); };
    Result<CommandEnd> end = runCommand(command, stop);
    if (!end)
        return fail(end.error());
    program.end = std::move(*end);
    program.said = lines.ofWorkers(options.workers);
    conclude(program);
    return program;
}

Profile profileOf(const MeasuredProgram& program, const std::vector<std::string>& words)
{
    const auto measured = [&](double value, std::string conditions) {
        return Quantity{value, std::nullopt, {Origin::Measured, thisMachine, program.date, std::move(conditions), {}}};
    };
    Profile profile;
    profile.title = cleaned(shellLine(words));
    WorkloadStep& step = profile.baseline.steps.emplace_back();
    if (program.stepS() > 0)
        step.stepTimeS = measured(
            program.stepS(),
            program.ownTimeS ? say("{} in a launch of {}", std::string(programsOwnTime), timeText(program.end.seconds))
                             : wallTimeOfRun);
    step.ioTimeS = program.ioTimeS;
    step.device = program.deviceName;
    if (program.said && program.said->memoryBytes)
        profile.baseline.workingSetBytes =
            Quantity{*program.said->memoryBytes,
                     std::nullopt,
                     {Origin::Imported, "a line that the program printed", program.date, {}, {}}};
    else if (program.workingSetBytes && program.devices.empty())
        profile.baseline.workingSetBytes =
            measured(*program.workingSetBytes,
                     program.workingSetSeenBytes
                         ? fmt::format("at most, of its largest process; {} were seen",
                                       formatAmount(*program.workingSetSeenBytes, Dimension::Bytes).joined())
                     : program.workingSetIsBound ? "at most: it was over too soon to be looked at"
                     : program.workingSetSampled ? "peak of all its processes, sampled"
                                                 : "peak of its largest process");
    for (const auto& [value, member] : {std::pair(&SpokenLine::flops, &WorkloadStep::flops),
                                        std::pair(&SpokenLine::bytesMoved, &WorkloadStep::bytesMoved)})
        if (program.said && (*program.said).*value)
            step.*member = Quantity{*((*program.said).*value),
                                    std::nullopt,
                                    {Origin::Imported, "a line that the program printed", program.date, {}, {}}};
    return profile;
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process/command.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "core/base/files/descriptor.h"
#include "core/base/files/system_text.h"
#include "core/base/process/guard.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

using namespace detail;
using Clock = std::chrono::steady_clock;

struct Pipe {
    FileDescriptor readEnd, writeEnd;
};

Result<Pipe> makePipe()
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return fail(ErrorCode::Environment,
                    formatMessage("cannot create a pipe to the command: {}", systemErrorText(errno)));
    return Pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

std::vector<std::string> environmentOf(const Command& command)
{
    std::vector<std::string> entries;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view entry = *variable;
        const std::string_view name = entry.substr(0, entry.find('='));
        if (std::ranges::none_of(command.environment, [&](const auto& set) { return set.first == name; }))
            entries.emplace_back(entry);
    }
    for (const auto& [name, value] : command.environment)
        entries.push_back(fmt::format("{}={}", name, value));
    return entries;
}

std::vector<char*> nullTerminatedPointers(std::vector<std::string>& texts)
{
    std::vector<char*> result;
    result.reserve(texts.size() + 1);
    for (std::string& text : texts)
        result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

/// Forwards signals to a command running in the foreground.
class SignalForwarder {
public:
    explicit SignalForwarder(bool active) : m_isActive(active)
    {
        if (!active)
            return;
        sigset_t set;
        sigemptyset(&set);
        for (const int signalNumber : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
            sigaddset(&set, signalNumber);
        pthread_sigmask(SIG_BLOCK, &set, &m_previousMask);
        m_signals = FileDescriptor(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    }
    ~SignalForwarder()
    {
        if (m_isActive)
            pthread_sigmask(SIG_SETMASK, &m_previousMask, nullptr);
    }
    SignalForwarder(const SignalForwarder&) = delete;
    SignalForwarder& operator=(const SignalForwarder&) = delete;
    [[nodiscard]] int descriptor() const { return m_signals.get(); }

    /// Forwards the pending signals. Signals from the keyboard reach the command directly; the guard is only notified.
    void forwardPending(int control) const
    {
        signalfd_siginfo info{};
        while (read(m_signals.get(), &info, sizeof info) == sizeof info) {
            const char order = info.ssi_code == SI_KERNEL ? interruptedMessage : static_cast<char>(info.ssi_signo);
            [[maybe_unused]] const ssize_t sent = write(control, &order, 1);
        }
    }

private:
    bool m_isActive;
    sigset_t m_previousMask{};
    FileDescriptor m_signals;
};

/// Passes on the available data; closes the descriptor at end of file.
void forwardOutput(FileDescriptor& descriptor, const std::function<bool(std::string_view)>& onData)
{
    std::array<char, 65536> block{};
    const ssize_t bytesRead = read(descriptor.get(), block.data(), block.size());
    const bool more = bytesRead > 0 ? onData(std::string_view(block.data(), static_cast<std::size_t>(bytesRead)))
                                    : bytesRead < 0 && (errno == EINTR || errno == EAGAIN);
    if (!more)
        descriptor.close();
}

/// Does the guard's work as far as possible from this process: processes whose parent has already ended are not found.
void killWithoutGuard(pid_t process, const Command& command)
{
    killProcessTree(process);
    if (command.isIsolated)
        kill(-process, SIGKILL);
    if (command.scratchFolder.empty())
        return;
    const Clock::time_point deadline = Clock::now() + std::chrono::seconds(1);
    while (kill(process, 0) == 0 && Clock::now() < deadline)
        poll(nullptr, 0, 1);
    std::error_code ignored;
    std::filesystem::remove_all(command.scratchFolder, ignored);
}

CommandResult toCommandResult(const GuardReport& report, bool timedOut)
{
    CommandResult end{.wallSeconds = report.wallSeconds, .userCpuS = report.userCpuS, .systemCpuS = report.systemCpuS};
    if (WIFSIGNALED(report.waitStatus)) {
        end.endReason = timedOut ? CommandResult::EndReason::TimedOut : CommandResult::EndReason::Signalled;
        end.signal = WTERMSIG(report.waitStatus);
        end.exitStatus = 128 + end.signal;
    } else {
        end.exitStatus = WEXITSTATUS(report.waitStatus);
    }
    // Each core adds pages of one kind to the kernel's sum in batches (lib/percpu_counter.c: 32, or two per core).
    // Assumes two kinds of pages and two cores, as a short-lived process uses about two.
    const long long uncountedKib =
        4LL * std::max(32L, 2 * sysconf(_SC_NPROCESSORS_ONLN)) * (sysconf(_SC_PAGESIZE) / 1024);
    end.peakMemoryBytes = 1024.0 * static_cast<double>(report.peakMemoryKib);
    end.isPeakMemoryUpperBound = report.peakMemoryKib <= report.forkMemoryKib + uncountedKib;
    end.hasIoCounts = report.hasIoCounts;
    end.readBytes = static_cast<double>(report.readBytes);
    end.writtenBytes = static_cast<double>(report.writtenBytes);
    end.ioCalls = static_cast<double>(report.ioCalls);
    end.deviceReadBytes = static_cast<double>(report.deviceReadBytes);
    end.deviceWrittenBytes = static_cast<double>(report.deviceWrittenBytes);
    return end;
}

}  // namespace

Result<CommandResult> runCommand(const Command& command, const std::stop_token& stop)
{
    const auto cancelled = [] { return fail(ErrorCode::Cancelled, "the command was stopped"); };
    if (stop.stop_requested())
        return cancelled();
    Result<Pipe> control = makePipe(), report = makePipe(), output = makePipe(), errors = makePipe();
    for (const Result<Pipe>* each : {&control, &report, &output, &errors})
        if (!*each)
            return fail(each->error());
    const FileDescriptor stopped(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (stopped.get() < 0)
        return fail(ErrorCode::Environment,
                    formatMessage("cannot create the command's stop event: {}", systemErrorText(errno)));

    std::vector<std::string> words = command.argv, environment = environmentOf(command);
    const std::vector<char*> argv = nullTerminatedPointers(words), envp = nullTerminatedPointers(environment);
    const std::array<int, 4> parents{control->writeEnd.get(), report->readEnd.get(), output->readEnd.get(),
                                     errors->readEnd.get()};
    const int childOutput = command.onOutput ? output->writeEnd.get() : -1;
    const GuardJob job{.argv = argv.data(),
                       .environment = envp.data(),
                       .isIsolated = command.isIsolated,
                       .workingFolder = command.workingFolder.empty() ? nullptr : command.workingFolder.c_str(),
                       .scratchFolder = command.scratchFolder.empty() ? nullptr : command.scratchFolder.c_str(),
                       .resultsFolder = command.resultsFolder.empty() ? nullptr : command.resultsFolder.c_str(),
                       .outputDescriptor = childOutput,
                       .errorDescriptor = command.onErrorOutput ? errors->writeEnd.get()
                                          : command.mergesErrorsIntoOutput
                                              ? (command.onOutput ? output->writeEnd.get() : STDOUT_FILENO)
                                              : -1,
                       .controlDescriptor = control->readEnd.get(),
                       .reportDescriptor = report->writeEnd.get(),
                       .descriptorsToClose = parents.data(),
                       .descriptorsToCloseCount = parents.size()};
    const SignalForwarder forwarded(!command.isIsolated);
    const Clock::time_point start = Clock::now();
    const pid_t guard = fork();
    if (guard == 0)
        runGuard(job);
    if (guard < 0)
        return fail(ErrorCode::Environment, formatMessage("cannot start a process: {}", systemErrorText(errno)));
    for (FileDescriptor* each : {&control->readEnd, &report->writeEnd, &output->writeEnd, &errors->writeEnd})
        each->close();
    if (!command.onOutput)
        output->readEnd.close();
    if (!command.onErrorOutput)
        errors->readEnd.close();

    const std::stop_callback wake(stop, [&stopped] {
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t written = write(stopped.get(), &one, sizeof one);
    });
    const auto requestEnd = [&] {
        [[maybe_unused]] const ssize_t sent = write(control->writeEnd.get(), &endAllMessage, 1);
    };
    const auto elapsedSeconds = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    std::optional<CommandResult> end;
    std::optional<double> nextSampleS;
    pid_t process = 0;
    bool stopping = false, timedOut = false;
    while (!end || output->readEnd.get() >= 0 || errors->readEnd.get() >= 0) {
        double waitS = -1;
        const auto wakeBy = [&](double wakeTimeS) {
            waitS = waitS < 0 ? std::max(0.0, wakeTimeS - elapsedSeconds())
                              : std::min(waitS, std::max(0.0, wakeTimeS - elapsedSeconds()));
        };
        if (command.timeoutS && !timedOut)
            wakeBy(*command.timeoutS);
        if (nextSampleS && !end)
            wakeBy(*nextSampleS);
        // Do not wait for further output from a background process of a foreground command.
        const bool isOnlyDraining = end && !command.isIsolated;
        std::array<pollfd, 5> waiting{{{report->readEnd.get(), POLLIN, 0},
                                       {output->readEnd.get(), POLLIN, 0},
                                       {errors->readEnd.get(), POLLIN, 0},
                                       {stopping ? -1 : stopped.get(), POLLIN, 0},
                                       {forwarded.descriptor(), POLLIN, 0}}};
        const int waitMs = isOnlyDraining ? 0 : waitS < 0 ? -1 : static_cast<int>(std::min(waitS * 1e3 + 0.999, 1e6));
        if (poll(waiting.data(), waiting.size(), waitMs) == 0 && isOnlyDraining)
            break;
        if (!stopping && command.isIsolated && stop.stop_requested()) {
            stopping = true;
            requestEnd();
        }
        if (waiting[4].revents != 0)
            forwarded.forwardPending(control->writeEnd.get());
        if (waiting[1].revents != 0)
            forwardOutput(output->readEnd, command.onOutput);
        if (waiting[2].revents != 0)
            forwardOutput(errors->readEnd, command.onErrorOutput);
        if (waiting[0].revents != 0) {
            GuardReport guardReport{};
            const ssize_t bytesRead = read(report->readEnd.get(), &guardReport, sizeof guardReport);
            if (bytesRead < 0 && errno == EINTR)
                continue;
            if (bytesRead != sizeof guardReport) {
                int status = 0;
                waitpid(guard, &status, 0);
                if (process > 0)
                    killWithoutGuard(process, command);
                return fail(ErrorCode::Environment,
                            "the process that watches the command was killed, so the command was ended too");
            }
            if (guardReport.kind == GuardReport::Forked) {
                process = guardReport.process;
            } else if (guardReport.kind == GuardReport::Started) {
                if (command.sampleProcess)
                    nextSampleS = elapsedSeconds();
            } else if (guardReport.kind == GuardReport::StartFailed) {
                end = CommandResult{.endReason = guardReport.errorNumber == ENOENT
                                                     ? CommandResult::EndReason::NotFound
                                                     : CommandResult::EndReason::NotExecutable,
                                    .exitStatus = guardReport.errorNumber == ENOENT ? 127 : 126,
                                    .startError = systemErrorText(guardReport.errorNumber)};
            } else {
                end = toCommandResult(guardReport, timedOut);
                [[maybe_unused]] const ssize_t sent = write(control->writeEnd.get(), &reportReceivedMessage, 1);
            }
            if (end)
                report->readEnd.close();
        }
        if (!end && command.timeoutS && !timedOut && elapsedSeconds() >= *command.timeoutS) {
            timedOut = true;
            requestEnd();
        }
        if (!end && process > 0 && nextSampleS && elapsedSeconds() >= *nextSampleS)
            nextSampleS = elapsedSeconds() + command.sampleProcess(process);
    }
    int status = 0;
    while (waitpid(guard, &status, 0) < 0 && errno == EINTR) {
    }
    if (stopping)
        return cancelled();
    return *end;
}

std::string uniqueScratchPath()
{
    std::random_device random;
    std::error_code ignored;
    const std::string folder =
        access("/dev/shm", W_OK) == 0 ? "/dev/shm" : std::filesystem::temp_directory_path(ignored).string();
    // Unpredictable, so that another user cannot create it first.
    return fmt::format("{}/scalewright-{:08x}{:08x}", folder, random(), random());
}

std::string endReasonText(const CommandResult& end)
{
    switch (end.endReason) {
    case CommandResult::EndReason::Exited: return formatMessage("exit status {}", end.exitStatus);
    case CommandResult::EndReason::Signalled:
        return formatMessage("ended by signal {} ({})", end.signal, std::string(strsignal(end.signal)));
    case CommandResult::EndReason::TimedOut: return "stopped after its time limit";
    case CommandResult::EndReason::NotFound: return "program not found";
    case CommandResult::EndReason::NotExecutable: return formatMessage("cannot be started: {}", end.startError);
    }
    return {};
}

std::string joinShellWords(const std::vector<std::string>& words)
{
    constexpr std::string_view safeCharacters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:,@%=";
    std::string line;
    for (const std::string& word : words) {
        if (!line.empty())
            line += ' ';
        // As the first word, NAME=value would set a variable.
        const bool assigns = &word == &words.front() && word.find('=') != std::string::npos;
        if (!word.empty() && !assigns && word.find_first_not_of(safeCharacters) == std::string::npos) {
            line += word;
            continue;
        }
        line += '\'';
        for (const char c : word)
            line += c == '\'' ? std::string("'\\''") : std::string(1, c);
        line += '\'';
    }
    return line;
}

Result<std::vector<std::string>> splitShellWords(std::string_view line)
{
    std::vector<std::string> words;
    bool open = false;  // a word has started, possibly an empty one in quotes
    const auto add = [&](std::string_view text) {
        if (!std::exchange(open, true))
            words.emplace_back();
        words.back() += text;
    };
    for (std::size_t position = 0; position < line.size(); ++position) {
        const char c = line[position];
        if (c == ' ' || c == '\t' || c == '\n') {
            open = false;
        } else if (c == '\'' || c == '"') {
            add({});
            std::size_t end = position + 1;
            for (; end < line.size() && line[end] != c; ++end) {
                if (c == '"' && line[end] == '\\' && end + 1 < line.size() &&
                    std::strchr("\"\\$`", line[end + 1]) != nullptr)
                    ++end;
                else if (c == '"' && (line[end] == '$' || line[end] == '`'))
                    return fail(ErrorCode::Input, formatMessage("{} needs a shell", inQuotes(line.substr(end, 1))),
                                "the command in its own script, or the character in single quotes");
                add(line.substr(end, 1));
            }
            if (end >= line.size())
                return fail(ErrorCode::Input, formatMessage("unclosed quote: {}", inQuotes(line.substr(position))),
                            "a closing quote");
            position = end;
        } else if (c == '\\' && position + 1 < line.size()) {
            add(line.substr(++position, 1));
        } else if (std::strchr("|&;<>()$`*?[#~!", c) != nullptr && !(open && std::strchr("#~!", c) != nullptr)) {
            return fail(ErrorCode::Input, formatMessage("{} needs a shell", inQuotes(line.substr(position, 1))),
                        "the command in its own script, or the character in single quotes");
        } else {
            add(line.substr(position, 1));
        }
    }
    if (words.empty())
        return fail(ErrorCode::Input, "no command", "a program and its arguments");
    return words;
}

}  // namespace scalewright

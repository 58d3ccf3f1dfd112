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
    Descriptor out, in;
};

Result<Pipe> makePipe()
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return fail(ErrorCode::Environment, say("no pipe to the command: {}", systemText(errno)));
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

std::vector<std::string> environmentOf(const Command& command)
{
    std::vector<std::string> all;
    for (char** each = environ; *each != nullptr; ++each) {
        const std::string_view entry = *each;
        const std::string_view name = entry.substr(0, entry.find('='));
        if (std::none_of(command.environment.begin(), command.environment.end(),
                         [&](const auto& set) { return set.first == name; }))
            all.emplace_back(entry);
    }
    for (const auto& [name, value] : command.environment)
        all.push_back(fmt::format("{}={}", name, value));
    return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> all;
    all.reserve(texts.size() + 1);
    for (std::string& text : texts)
        all.push_back(text.data());
    all.push_back(nullptr);
    return all;
}

/// While a command is in the foreground, the signals that are sent on to it.
class Forwarded {
public:
    explicit Forwarded(bool active) : m_active(active)
    {
        if (!active)
            return;
        sigset_t set;
        sigemptyset(&set);
        for (const int each : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
            sigaddset(&set, each);
        pthread_sigmask(SIG_BLOCK, &set, &m_before);
        m_arrived = Descriptor(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    }
    ~Forwarded()
    {
        if (m_active)
            pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    Forwarded(const Forwarded&) = delete;
    Forwarded& operator=(const Forwarded&) = delete;
    [[nodiscard]] int descriptor() const { return m_arrived.get(); }

    /// Sends on what has arrived. What the keyboard sends reaches the command by itself, and the guard hears of it.
    void pass(int control) const
    {
        signalfd_siginfo info{};
        while (read(m_arrived.get(), &info, sizeof info) == sizeof info) {
            const char order = info.ssi_code == SI_KERNEL ? interrupted : static_cast<char>(info.ssi_signo);
            [[maybe_unused]] const ssize_t sent = write(control, &order, 1);
        }
    }

private:
    bool m_active;
    sigset_t m_before{};
    Descriptor m_arrived;
};

/// Hands on what can be read; closes the descriptor at its end.
void drain(Descriptor& from, const std::function<bool(std::string_view)>& to)
{
    std::array<char, 65536> block{};
    const ssize_t got = read(from.get(), block.data(), block.size());
    const bool more = got > 0 ? to(std::string_view(block.data(), static_cast<std::size_t>(got)))
                              : got < 0 && (errno == EINTR || errno == EAGAIN);
    if (!more)
        from.close();
}

/// What the guard would have done, as far as it can be done from here: what a parent has left behind is not found.
void endUnwatched(pid_t process, const Command& command)
{
    killTree(process);
    if (command.apart)
        kill(-process, SIGKILL);
    if (command.scratch.empty())
        return;
    const Clock::time_point until = Clock::now() + std::chrono::seconds(1);
    while (kill(process, 0) == 0 && Clock::now() < until)
        poll(nullptr, 0, 1);
    std::error_code none;
    std::filesystem::remove_all(command.scratch, none);
}

CommandEnd endOf(const GuardReport& report, bool timedOut)
{
    CommandEnd end{.seconds = report.seconds, .userS = report.userS, .systemS = report.systemS};
    if (WIFSIGNALED(report.status)) {
        end.how = timedOut ? CommandEnd::How::TimedOut : CommandEnd::How::Signalled;
        end.signal = WTERMSIG(report.status);
        end.status = 128 + end.signal;
    } else {
        end.status = WEXITSTATUS(report.status);
    }
    // A core adds pages of a kind to the kernel's sum in batches (lib/percpu_counter.c: 32, or two for each core); two
    // kinds, and a short life sees about two cores.
    const long long uncountedKib =
        4LL * std::max(32L, 2 * sysconf(_SC_NPROCESSORS_ONLN)) * (sysconf(_SC_PAGESIZE) / 1024);
    end.largestBytes = 1024.0 * static_cast<double>(report.largestKib);
    end.largestIsBound = report.largestKib <= report.forkKib + uncountedKib;
    end.ioKnown = report.ioKnown;
    end.readBytes = static_cast<double>(report.readBytes);
    end.writtenBytes = static_cast<double>(report.writtenBytes);
    end.ioCalls = static_cast<double>(report.ioCalls);
    end.deviceReadBytes = static_cast<double>(report.deviceReadBytes);
    end.deviceWrittenBytes = static_cast<double>(report.deviceWrittenBytes);
    return end;
}

}  // namespace

Result<CommandEnd> runCommand(const Command& command, const std::stop_token& stop)
{
    const auto cancelled = [] { return fail(ErrorCode::Cancelled, "the command was stopped"); };
    if (stop.stop_requested())
        return cancelled();
    Result<Pipe> control = makePipe(), report = makePipe(), output = makePipe(), errors = makePipe();
    for (const Result<Pipe>* each : {&control, &report, &output, &errors})
        if (!*each)
            return fail(each->error());
    const Descriptor stopped(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (stopped.get() < 0)
        return fail(ErrorCode::Environment, say("no way to stop a command: {}", systemText(errno)));

    std::vector<std::string> words = command.words, environment = environmentOf(command);
    const std::vector<char*> argv = pointers(words), envp = pointers(environment);
    const std::array<int, 4> parents{control->in.get(), report->out.get(), output->out.get(), errors->out.get()};
    const int childOutput = command.output ? output->in.get() : -1;
    const GuardJob job{.words = argv.data(),
                       .environment = envp.data(),
                       .apart = command.apart,
                       .folder = command.folder.empty() ? nullptr : command.folder.c_str(),
                       .scratch = command.scratch.empty() ? nullptr : command.scratch.c_str(),
                       .results = command.results.empty() ? nullptr : command.results.c_str(),
                       .output = childOutput,
                       .errors = command.errors           ? errors->in.get()
                                 : command.errorsToOutput ? (command.output ? output->in.get() : STDOUT_FILENO)
                                                          : -1,
                       .control = control->out.get(),
                       .report = report->in.get(),
                       .close = parents.data(),
                       .closeCount = parents.size()};
    const Forwarded forwarded(!command.apart);
    const Clock::time_point from = Clock::now();
    const pid_t guard = fork();
    if (guard == 0)
        runGuard(job);
    if (guard < 0)
        return fail(ErrorCode::Environment, say("no process can be started: {}", systemText(errno)));
    for (Descriptor* each : {&control->out, &report->in, &output->in, &errors->in})
        each->close();
    if (!command.output)
        output->out.close();
    if (!command.errors)
        errors->out.close();

    const std::stop_callback wake(stop, [&stopped] {
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t written = write(stopped.get(), &one, sizeof one);
    });
    const auto endIt = [&] { [[maybe_unused]] const ssize_t sent = write(control->in.get(), &endEverything, 1); };
    const auto secondsSince = [&] { return std::chrono::duration<double>(Clock::now() - from).count(); };
    std::optional<CommandEnd> end;
    std::optional<double> nextSampleS;
    pid_t process = 0;
    bool stopping = false, timedOut = false;
    while (!end || output->out.get() >= 0 || errors->out.get() >= 0) {
        double waitS = -1;
        const auto until = [&](double atS) {
            waitS =
                waitS < 0 ? std::max(0.0, atS - secondsSince()) : std::min(waitS, std::max(0.0, atS - secondsSince()));
        };
        if (command.timeoutS && !timedOut)
            until(*command.timeoutS);
        if (nextSampleS && !end)
            until(*nextSampleS);
        // What a background process of a foreground command still writes is not waited for.
        const bool drainOnly = end && !command.apart;
        std::array<pollfd, 5> waiting{{{report->out.get(), POLLIN, 0},
                                       {output->out.get(), POLLIN, 0},
                                       {errors->out.get(), POLLIN, 0},
                                       {stopping ? -1 : stopped.get(), POLLIN, 0},
                                       {forwarded.descriptor(), POLLIN, 0}}};
        const int waitMs = drainOnly ? 0 : waitS < 0 ? -1 : static_cast<int>(std::min(waitS * 1e3 + 0.999, 1e6));
        if (poll(waiting.data(), waiting.size(), waitMs) == 0 && drainOnly)
            break;
        if (!stopping && command.apart && stop.stop_requested()) {
            stopping = true;
            endIt();
        }
        if (waiting[4].revents != 0)
            forwarded.pass(control->in.get());
        if (waiting[1].revents != 0)
            drain(output->out, command.output);
        if (waiting[2].revents != 0)
            drain(errors->out, command.errors);
        if (waiting[0].revents != 0) {
            GuardReport told{};
            const ssize_t got = read(report->out.get(), &told, sizeof told);
            if (got < 0 && errno == EINTR)
                continue;
            if (got != sizeof told) {
                int status = 0;
                waitpid(guard, &status, 0);
                if (process > 0)
                    endUnwatched(process, command);
                return fail(ErrorCode::Environment,
                            "the process that watches the command was killed, and so the command is ended too");
            }
            if (told.kind == GuardReport::Forked) {
                process = told.process;
            } else if (told.kind == GuardReport::Started) {
                if (command.sample)
                    nextSampleS = secondsSince();
            } else if (told.kind == GuardReport::StartFailed) {
                end =
                    CommandEnd{.how = told.error == ENOENT ? CommandEnd::How::NotFound : CommandEnd::How::NotExecutable,
                               .status = told.error == ENOENT ? 127 : 126,
                               .startError = systemText(told.error)};
            } else {
                end = endOf(told, timedOut);
                [[maybe_unused]] const ssize_t sent = write(control->in.get(), &reportTaken, 1);
            }
            if (end)
                report->out.close();
        }
        if (!end && command.timeoutS && !timedOut && secondsSince() >= *command.timeoutS) {
            timedOut = true;
            endIt();
        }
        if (!end && process > 0 && nextSampleS && secondsSince() >= *nextSampleS)
            nextSampleS = secondsSince() + command.sample(process);
    }
    int status = 0;
    while (waitpid(guard, &status, 0) < 0 && errno == EINTR) {
    }
    if (stopping)
        return cancelled();
    return *end;
}

std::string scratchName()
{
    std::random_device random;
    std::error_code none;
    const std::string folder =
        access("/dev/shm", W_OK) == 0 ? "/dev/shm" : std::filesystem::temp_directory_path(none).string();
    return fmt::format("{}/scalewright-{:08x}{:08x}", folder, random(), random());  // one that nobody can take before
}

std::string endInWords(const CommandEnd& end)
{
    switch (end.how) {
    case CommandEnd::How::Exited: return say("exit status {}", end.status);
    case CommandEnd::How::Signalled:
        return say("ended by signal {} ({})", end.signal, std::string(strsignal(end.signal)));
    case CommandEnd::How::TimedOut: return "ended because its time was up";
    case CommandEnd::How::NotFound: return "there is no such program";
    case CommandEnd::How::NotExecutable: return say("cannot be started: {}", end.startError);
    }
    return {};
}

std::string shellLine(const std::vector<std::string>& words)
{
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:,@%=";
    std::string line;
    for (const std::string& word : words) {
        if (!line.empty())
            line += ' ';
        const bool assigns =
            &word == &words.front() && word.find('=') != std::string::npos;  // FIRST=word would set a variable
        if (!word.empty() && !assigns && word.find_first_not_of(plain) == std::string::npos) {
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

Result<std::vector<std::string>> shellWords(std::string_view line)
{
    std::vector<std::string> words;
    bool open = false;  // a word has begun, be it an empty one in quotes
    const auto add = [&](std::string_view text) {
        if (!std::exchange(open, true))
            words.emplace_back();
        words.back() += text;
    };
    for (std::size_t at = 0; at < line.size(); ++at) {
        const char c = line[at];
        if (c == ' ' || c == '\t' || c == '\n') {
            open = false;
        } else if (c == '\'' || c == '"') {
            add({});
            std::size_t end = at + 1;
            for (; end < line.size() && line[end] != c; ++end) {
                if (c == '"' && line[end] == '\\' && end + 1 < line.size() &&
                    std::strchr("\"\\$`", line[end + 1]) != nullptr)
                    ++end;
                else if (c == '"' && (line[end] == '$' || line[end] == '`'))
                    return fail(ErrorCode::Input, say("{} is for a shell", inQuotes(line.substr(end, 1))),
                                "the command in a script of its own, or the character in single quotes");
                add(line.substr(end, 1));
            }
            if (end >= line.size())
                return fail(ErrorCode::Input, say("a quote is open: {}", inQuotes(line.substr(at))), "its end");
            at = end;
        } else if (c == '\\' && at + 1 < line.size()) {
            add(line.substr(++at, 1));
        } else if (std::strchr("|&;<>()$`*?[#~!", c) != nullptr && !(open && std::strchr("#~!", c) != nullptr)) {
            return fail(ErrorCode::Input, say("{} is for a shell", inQuotes(line.substr(at, 1))),
                        "the command in a script of its own, or the character in single quotes");
        } else {
            add(line.substr(at, 1));
        }
    }
    if (words.empty())
        return fail(ErrorCode::Input, "there is no command", "a program and its arguments");
    return words;
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process/child.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "core/base/files/descriptor.h"
#include "core/base/files/system_text.h"
#include "core/base/ranges/ranges.h"

namespace scalewright::detail {

namespace {

/// Returns 0 or an error number.
int spawn(pid_t& child, const std::filesystem::path& program, const std::vector<std::string>& arguments, int output)
{
    std::vector<std::string> words{program.string()};
    append(words, arguments);
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);

    // The probe starts its own threads; OpenBLAS would otherwise start its own when it is loaded.
    std::string singleThreadSetting = "OPENBLAS_NUM_THREADS=1";
    std::vector<char*> environment{singleThreadSetting.data()};
    for (char** variable = environ; *variable != nullptr; ++variable)
        if (std::strncmp(*variable, "OPENBLAS_NUM_THREADS=", 21) != 0)
            environment.push_back(*variable);
    environment.push_back(nullptr);

    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    sigset_t noSignals, allSignals;
    sigemptyset(&noSignals);
    sigfillset(&allSignals);
    posix_spawnattr_setsigmask(&attributes, &noSignals);
    posix_spawnattr_setsigdefault(&attributes, &allSignals);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    const int error = posix_spawn(&child, program.c_str(), &files, &attributes, argv.data(), environment.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

/// Waits for a killed child to end, but not if the kernel holds it in an unfinished write.
void reap(pid_t child, int output)
{
    pollfd end{output, 0, 0};  // signals a hang-up once the child's memory is released
    poll(&end, 1, 50);
    if (waitpid(child, nullptr, WNOHANG) == 0)
        std::thread([child] { waitpid(child, nullptr, 0); }).detach();
}

}  // namespace

Result<int> runChild(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                     const std::stop_token& stop, const std::function<void(std::string_view)>& line)
{
    const auto cancelled = [] { return fail(ErrorCode::Cancelled, "the probe was stopped"); };
    if (stop.stop_requested())
        return cancelled();

    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return fail(ErrorCode::Environment,
                    formatMessage("cannot create a pipe to the probe: {}", systemErrorText(errno)));
    FileDescriptor output(ends[0]), childOutput(ends[1]);
    const FileDescriptor stopped(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (stopped.get() < 0)
        return fail(ErrorCode::Environment,
                    formatMessage("cannot create the probe's stop event: {}", systemErrorText(errno)));
    pid_t child = 0;
    if (const int error = spawn(child, program, arguments, childOutput.get()); error != 0)
        return fail(ErrorCode::Environment,
                    formatMessage("cannot start the probe program {}: {}", program.string(), systemErrorText(error)));
    childOutput.close();

    const std::stop_callback wake(stop, [&stopped] {
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t written = write(stopped.get(), &one, sizeof one);
    });
    std::string pending;
    for (;;) {
        std::array<pollfd, 2> waiting{{{output.get(), POLLIN, 0}, {stopped.get(), POLLIN, 0}}};
        if (poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR)
            break;
        if (stop.stop_requested()) {
            kill(child, SIGKILL);
            reap(child, output.get());
            return cancelled();
        }
        if ((waiting[0].revents & (POLLIN | POLLHUP | POLLERR)) == 0)
            continue;
        std::array<char, 4096> block{};
        const ssize_t bytesRead = read(output.get(), block.data(), block.size());
        if (bytesRead < 0 && errno == EINTR)
            continue;
        if (bytesRead <= 0)
            break;
        pending.append(block.data(), static_cast<std::size_t>(bytesRead));
        for (std::size_t end; (end = pending.find('\n')) != std::string::npos; pending.erase(0, end + 1))
            line(std::string_view(pending).substr(0, end));
    }

    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status))
        return fail(ErrorCode::Environment,
                    formatMessage("the system killed the probe process (signal {})", WTERMSIG(status)),
                    WTERMSIG(status) == SIGKILL ? "more memory: the system kills processes that use too much" : "");
    return WEXITSTATUS(status);
}

}  // namespace scalewright::detail

#include "app/cli/terminal.h"

#include <csignal>
#include <cstdio>
#include <string>
#include <thread>

#include <pthread.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/base/text/quote.h"

namespace scalewright::cli {

Progress::Progress() : m_terminal(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress()
{
    if (m_drawn)
        std::fputs("\r\033[K", stderr);
}

void Progress::report(double fraction, std::string_view doing)
{
    const auto now = std::chrono::steady_clock::now();
    if (!m_terminal || (m_drawn && now - m_last < std::chrono::milliseconds(100)))
        return;
    m_last = now;
    m_drawn = true;
    const std::string line =
        fraction < 0 ? fmt::format("\r\033[K{}", doing) : fmt::format("\r\033[K{:3.0f} % {}", 100 * fraction, doing);
    std::fputs(line.c_str(), stderr);
}

struct StopOnInterrupt::Watch {
    std::stop_source source;
    sigset_t watched{};
    sigset_t before{};
    std::thread thread;
};

StopOnInterrupt::StopOnInterrupt() : m_watch(std::make_unique<Watch>())
{
    // SIGUSR1 is how the destructor ends the wait.
    sigemptyset(&m_watch->watched);
    for (const int signal : {SIGINT, SIGTERM, SIGUSR1})
        sigaddset(&m_watch->watched, signal);
    pthread_sigmask(SIG_BLOCK, &m_watch->watched, &m_watch->before);
    m_watch->thread = std::thread([watch = m_watch.get()] {
        for (;;) {
            int signal = 0;
            if (sigwait(&watch->watched, &signal) != 0)
                continue;
            if (signal == SIGUSR1)
                return;
            if (!watch->source.request_stop())
                ::_exit(130);
        }
    });
}

void warnNow(const std::string& message)
{
    if (::isatty(STDERR_FILENO) == 1)
        std::fputs("\r\033[K", stderr);  // the line of the progress
    std::fputs(cleaned("warning: " + message + "\n").c_str(), stderr);
}

StopOnInterrupt::~StopOnInterrupt()
{
    pthread_kill(m_watch->thread.native_handle(), SIGUSR1);
    m_watch->thread.join();
    pthread_sigmask(SIG_SETMASK, &m_watch->before, nullptr);
}

std::stop_token StopOnInterrupt::token() const
{
    return m_watch->source.get_token();
}

}  // namespace scalewright::cli

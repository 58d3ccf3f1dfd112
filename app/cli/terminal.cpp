// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <thread>

#include <fmt/format.h>

#include "core/base/text/quote.h"

namespace scalewright::cli {

ProgressLine::ProgressLine() : m_isTerminal(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine()
{
    if (m_isDrawn)
        std::fputs("\r\033[K", stderr);
}

void ProgressLine::report(double fraction, std::string_view activity)
{
    const auto now = std::chrono::steady_clock::now();
    if (!m_isTerminal || (m_isDrawn && now - m_lastDrawn < std::chrono::milliseconds(100)))
        return;
    m_lastDrawn = now;
    m_isDrawn = true;
    const std::string line = fraction < 0 ? fmt::format("\r\033[K{}", activity)
                                          : fmt::format("\r\033[K{:3.0f} % {}", 100 * fraction, activity);
    std::fputs(line.c_str(), stderr);
}

struct StopOnInterrupt::SignalWatch {
    std::stop_source stopSource;
    sigset_t watchedSignals{};
    sigset_t previousMask{};
    std::thread thread;
};

StopOnInterrupt::StopOnInterrupt() : m_watch(std::make_unique<SignalWatch>())
{
    // The destructor sends SIGUSR1 to end the wait.
    sigemptyset(&m_watch->watchedSignals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1})
        sigaddset(&m_watch->watchedSignals, signal);
    pthread_sigmask(SIG_BLOCK, &m_watch->watchedSignals, &m_watch->previousMask);
    m_watch->thread = std::thread([watch = m_watch.get()] {
        for (;;) {
            int signal = 0;
            if (sigwait(&watch->watchedSignals, &signal) != 0)
                continue;
            if (signal == SIGUSR1)
                return;
            if (!watch->stopSource.request_stop())
                ::_exit(130);
        }
    });
}

void printWarning(const std::string& message)
{
    if (::isatty(STDERR_FILENO) == 1)
        std::fputs("\r\033[K", stderr);  // clears the progress line
    std::fputs(sanitised("warning: " + message + "\n").c_str(), stderr);
}

StopOnInterrupt::~StopOnInterrupt()
{
    pthread_kill(m_watch->thread.native_handle(), SIGUSR1);
    m_watch->thread.join();
    pthread_sigmask(SIG_SETMASK, &m_watch->previousMask, nullptr);
}

std::stop_token StopOnInterrupt::token() const
{
    return m_watch->stopSource.get_token();
}

}  // namespace scalewright::cli

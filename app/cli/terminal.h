// SPDX-License-Identifier: GPL-3.0-or-later
// Long-running work at a terminal: progress on stderr, and Ctrl+C as a request to stop.
#pragma once

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error/result.h"

namespace scalewright::cli {

/// One line on stderr, rewritten at most ten times per second and cleared at the end; prints nothing if stderr is not a
/// terminal.
class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// `fraction` is in 0…1, or negative if unknown.
    void report(double fraction, std::string_view activity);

private:
    bool m_isTerminal = false;
    bool m_isDrawn = false;
    std::chrono::steady_clock::time_point m_lastDrawn;
};

/// Prints "warning: …" to stderr immediately, on its own line.
void printWarning(const std::string& message);

/// While an instance exists, the first Ctrl+C (or SIGTERM, or SIGHUP) requests a stop through its token, and the second ends the
/// program with status 130. Create it before any other thread is started; child processes start with these signals
/// blocked and must unblock them before exec.
class StopOnInterrupt {
public:
    StopOnInterrupt();
    ~StopOnInterrupt();
    StopOnInterrupt(const StopOnInterrupt&) = delete;
    StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;

    [[nodiscard]] std::stop_token token() const;

private:
    struct SignalWatch;
    std::unique_ptr<SignalWatch> m_watch;
};

/// Runs `work(stop, progress)` at a terminal: Ctrl+C requests a stop, and progress is shown.
template <class Work>
auto runInterruptibly(Work&& work)
{
    const StopOnInterrupt interrupt;
    ProgressLine progress;
    return std::forward<Work>(work)(
        interrupt.token(), [&](double fraction, const std::string& activity) { progress.report(fraction, activity); });
}

}  // namespace scalewright::cli

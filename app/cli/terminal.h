// Long work at a terminal: progress on stderr, and Ctrl+C as a request to stop.
#pragma once

#include <chrono>
#include <memory>
#include <stop_token>
#include <string_view>
#include <utility>

#include "core/base/error/result.h"
#include <string>

namespace scalewright::cli {

/// One line on stderr that is rewritten at most ten times a second and wiped at the end; nothing where stderr is no
/// terminal.
class Progress {
public:
    Progress();
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// `fraction` in 0…1, or negative where it is not known.
    void report(double fraction, std::string_view doing);

private:
    bool m_terminal = false;
    bool m_drawn = false;
    std::chrono::steady_clock::time_point m_last;
};

/// "warning: …" on stderr at once, on a line of its own.
void warnNow(const std::string& message);

/// While one lives, the first Ctrl+C (or SIGTERM) asks the work to stop by its token and a second one ends the program
/// with 130. Make it before any other thread is started; children of this process start with these two signals blocked
/// and must unblock them before exec.
class StopOnInterrupt {
public:
    StopOnInterrupt();
    ~StopOnInterrupt();
    StopOnInterrupt(const StopOnInterrupt&) = delete;
    StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;

    [[nodiscard]] std::stop_token token() const;

private:
    struct Watch;
    std::unique_ptr<Watch> m_watch;
};

/// `work(stop, progress)` at a terminal: Ctrl+C asks it to stop, what it reports is shown.
template <class Work>
auto watched(Work&& work)
{
    const StopOnInterrupt interrupt;
    Progress progress;
    return std::forward<Work>(work)(interrupt.token(),
                                    [&](double done, const std::string& doing) { progress.report(done, doing); });
}

}  // namespace scalewright::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// Holds back the signals that end a program, so that it does not leave half of its work behind.
#pragma once

#include <csignal>

namespace scalewright {

/// While an instance exists, SIGINT, SIGTERM and SIGHUP wait for this thread; afterwards they take effect.
class HeldSignals {
public:
    HeldSignals()
    {
        sigset_t held;
        sigemptyset(&held);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP})
            sigaddset(&held, signal);
        pthread_sigmask(SIG_BLOCK, &held, &m_previousMask);
    }
    ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &m_previousMask, nullptr); }
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;

private:
    sigset_t m_previousMask{};
};

}  // namespace scalewright

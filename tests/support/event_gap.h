// SPDX-License-Identifier: GPL-3.0-or-later
// The longest time between two turns of the event loop, which a user sees as a frozen window, and the processor time of
// this thread in one turn: the program's own work, however busy the machine is.
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <ctime>

namespace scalewright::test {

class EventGap {
public:
    EventGap()
    {
        m_tick.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_tick, &QTimer::timeout, &m_tick, [this] { turn(); });
        m_since.start();
        m_tick.start(2);
    }

    [[nodiscard]] double longestGapMs() const
    {
        return static_cast<double>(std::max(m_longestNs, m_since.nsecsElapsed())) / 1e6;
    }
    [[nodiscard]] double longestWorkMs() const { return static_cast<double>(m_longestWorkNs) / 1e6; }
    [[nodiscard]] int turns() const { return m_turns; }

private:
    void turn()
    {
        const qint64 worked = workedNs();
        m_longestWorkNs = std::max(m_longestWorkNs, worked - m_worked);
        m_worked = worked;
        m_longestNs = std::max(m_longestNs, m_since.nsecsElapsed());
        m_since.start();
        ++m_turns;
    }

    static qint64 workedNs()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
    }

    QTimer m_tick;
    QElapsedTimer m_since;
    qint64 m_longestNs = 0, m_longestWorkNs = 0, m_worked = workedNs();
    int m_turns = 0;
};

}  // namespace scalewright::test

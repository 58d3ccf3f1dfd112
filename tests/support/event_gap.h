// How long the event loop did not turn, at worst: what a person sees as a picture that stands still.
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>

namespace scalewright::test {

class EventGap {
public:
    EventGap()
    {
        m_tick.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_tick, &QTimer::timeout, &m_tick, [this] {
            m_longestNs = std::max(m_longestNs, m_since.nsecsElapsed());
            m_since.start();
            ++m_turns;
        });
        m_since.start();
        m_tick.start(2);
    }

    [[nodiscard]] double longestMs() const { return static_cast<double>(std::max(m_longestNs, m_since.nsecsElapsed())) / 1e6; }
    [[nodiscard]] int turns() const { return m_turns; }

private:
    QTimer m_tick;
    QElapsedTimer m_since;
    qint64 m_longestNs = 0;
    int m_turns = 0;
};

}  // namespace scalewright::test

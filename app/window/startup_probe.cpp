// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/startup_probe.h"

#include <QApplication>
#include <QEvent>
#include <QTimerEvent>
#include <QWidget>

#include <chrono>
#include <cstdio>

namespace {

class StartupProbe : public QObject {
public:
    StartupProbe(QWidget& window, qint64 startNs) : QObject(&window), m_startNs(startNs)
    {
        window.installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && !m_hasPainted) {
            m_hasPainted = true;
            watched->removeEventFilter(this);
            // Wait until everything that the first paint queued has also been painted and flushed.
            startTimer(0);
        }
        return false;
    }

protected:
    void timerEvent(QTimerEvent*) override
    {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count() - m_startNs;
        std::printf("%.2f\n", static_cast<double>(ns) / 1e6);
        std::fflush(stdout);
        QApplication::exit(0);
    }

private:
    qint64 m_startNs;
    bool m_hasPainted = false;
};

}  // namespace

void installStartupProbe(QWidget& window)
{
    bool ok = false;
    const qint64 startNs = qEnvironmentVariable("SCALEWRIGHT_STARTUP_PROBE").toLongLong(&ok);
    if (ok)
        new StartupProbe(window, startNs);
}

#include "ui/worker/worker.h"

#include <utility>

#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

namespace scalewright::ui {

WorkerBase::WorkerBase(QObject* parent) : QObject(parent), m_outcome(std::make_shared<Result<void>>())
{
    m_timer.setInterval(reportEveryMs);
    connect(&m_timer, &QTimer::timeout, this, &WorkerBase::tellProgress);
}

void WorkerBase::cancel()
{
    m_stop.request_stop();
}

void WorkerBase::begin()
{
    Q_ASSERT(!m_running);
    m_running = true;
    m_stop = std::stop_source();
    m_progress = std::make_shared<Progress>();
    m_outcome = std::make_shared<Result<void>>();
    m_timer.start();
}

void WorkerBase::end()
{
    m_timer.stop();
    m_running = false;
    Q_EMIT finished();
}

void WorkerBase::tellProgress()
{
    std::unique_lock lock(m_progress->mutex);
    if (!std::exchange(m_progress->fresh, false))
        return;
    const double share = m_progress->share;
    const QString what = m_progress->what;
    lock.unlock();
    Q_EMIT progressed(share, what);
}

Result<void> WorkerBase::guarded(const std::function<Result<void>()>& work)
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::Environment, tr("there was not enough memory").toStdString(),
                    tr("close other programs and try again").toStdString());
    }
}

void WorkerBase::gives([[maybe_unused]] const void* run)
{
#ifdef __SANITIZE_THREAD__
    __tsan_release(const_cast<void*>(run));
#endif
}

void WorkerBase::takes([[maybe_unused]] const void* run)
{
#ifdef __SANITIZE_THREAD__
    __tsan_acquire(const_cast<void*>(run));
#endif
}

}  // namespace scalewright::ui

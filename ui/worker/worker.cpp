// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/worker/worker.h"

#include <QEventLoop>

#include <utility>

#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

namespace scalewright::ui {

WorkerBase::WorkerBase(QObject* parent) : QObject(parent), m_outcome(std::make_shared<Result<void>>())
{
    m_timer.setInterval(reportIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &WorkerBase::emitProgress);
}

void WorkerBase::cancel()
{
    m_stopSource.request_stop();
}

void WorkerBase::paintUntilFinished()
{
    QEventLoop loop;
    connect(this, &WorkerBase::finished, &loop, &QEventLoop::quit);
    connect(this, &QObject::destroyed, &loop, &QEventLoop::quit);
    loop.exec(QEventLoop::ExcludeUserInputEvents);
}

void WorkerBase::beginRun()
{
    Q_ASSERT(!m_running);
    m_running = true;
    m_stopSource = std::stop_source();
    m_progress = std::make_shared<Progress>();
    m_outcome = std::make_shared<Result<void>>();
    m_timer.start();
}

void WorkerBase::endRun()
{
    m_timer.stop();
    m_running = false;
    Q_EMIT finished();
}

void WorkerBase::emitProgress()
{
    std::unique_lock lock(m_progress->mutex);
    if (!std::exchange(m_progress->isUnreported, false))
        return;
    const double share = m_progress->fraction;
    const QString activity = m_progress->activity;
    lock.unlock();
    Q_EMIT progressed(share, activity);
}

Result<void> WorkerBase::runGuarded(const std::function<Result<void>()>& work)
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::Environment, tr("out of memory").toStdString(),
                    tr("more free memory; close other programs and try again").toStdString());
    }
}

void WorkerBase::annotateRelease([[maybe_unused]] const void* run)
{
#ifdef __SANITIZE_THREAD__
    __tsan_release(const_cast<void*>(run));
#endif
}

void WorkerBase::annotateAcquire([[maybe_unused]] const void* run)
{
#ifdef __SANITIZE_THREAD__
    __tsan_acquire(const_cast<void*>(run));
#endif
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/job.h"

namespace scalewright::ui {

void Job::watchWorker(WorkerBase& work)
{
    m_worker = &work;
    connect(m_worker, &WorkerBase::progressed, this, [this](double share, const QString& activity) {
        m_progress = share;
        m_activity = activity;
        Q_EMIT changed();
    });
    connect(m_worker, &WorkerBase::itemsArrived, this, [this](int from, int to) {
        for (int i = from; i < to; ++i)
            applyItem(i);
        Q_EMIT changed();
    });
    connect(m_worker, &WorkerBase::finished, this, [this] {
        m_activity.clear();
        if (const QString problem = failureMessage(); !problem.isEmpty())
            m_problem = problem;
        Q_EMIT changed();
        Q_EMIT finished();
    });
}

void Job::beginRun()
{
    m_gestureId = Document::newGestureId();
    m_progress = 0;
    m_activity = tr("starting");
    m_problem.clear();
    m_warnings.clear();
}

void Job::cancel()
{
    if (!isRunning() || isStopping())
        return;
    m_worker->cancel();
    Q_EMIT changed();
}

}  // namespace scalewright::ui

#include "ui/document/job.h"

namespace scalewright::ui {

void Job::watch(WorkerBase& work)
{
    m_work = &work;
    connect(m_work, &WorkerBase::progressed, this, [this](double share, const QString& what) {
        m_share = share;
        m_doing = what;
        Q_EMIT changed();
    });
    connect(m_work, &WorkerBase::itemsArrived, this, [this](int from, int to) {
        for (int i = from; i < to; ++i)
            take(i);
        Q_EMIT changed();
    });
    connect(m_work, &WorkerBase::finished, this, [this] {
        m_doing.clear();
        if (const QString wrong = whatWentWrong(); !wrong.isEmpty())
            m_problem = wrong;
        Q_EMIT changed();
        Q_EMIT finished();
    });
}

void Job::begin()
{
    m_gesture = Document::newGesture();
    m_share = 0;
    m_doing = tr("starting");
    m_problem.clear();
    m_warnings.clear();
}

void Job::cancel()
{
    if (!isRunning() || isStopping())
        return;
    m_work->cancel();
    Q_EMIT changed();
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Runs long computations in core off the GUI thread: a function that takes a stop token and a reporter; results arrive
// as signals.
//
//     auto* worker = new Worker<ProbeResult>(this);
//     connect(worker, &WorkerBase::progressed, this, …);
//     connect(worker, &WorkerBase::itemsArrived, this, [=](int from, int to) { … worker->items() … });
//     connect(worker, &WorkerBase::finished, this, [=] { … worker->outcome() … });
//     worker->start([](std::stop_token stop, const Worker<ProbeResult>::Reporter& report) -> Result<void> { … });
//
// Each worker owns a thread pool with one thread, so that a timing probe never shares it with other work in the
// program. Cancelling uses the stop token and loses nothing: items that were already reported still arrive, followed by
// finished(). The destructor cancels and waits, which is quick if the work checks its token. Snapshots are passed in by
// value, and items are returned by value.
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QPromise>
#include <QRunnable>
#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <stop_token>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright::ui {

class WorkerBase : public QObject {
    Q_OBJECT

public:
    explicit WorkerBase(QObject* parent = nullptr);

    [[nodiscard]] bool isRunning() const { return m_running; }
    /// Requests that the work stop and returns immediately; finished() follows when it has stopped.
    void cancel();
    [[nodiscard]] bool isCancelled() const { return m_stopSource.stop_requested(); }
    /// Returns when the work has ended or the worker is deleted; until then the window keeps painting, without input.
    void paintUntilFinished();

    /// Success, or the error from the work. Valid from finished() until the next start.
    [[nodiscard]] const Result<void>& outcome() const { return *m_outcome; }

Q_SIGNALS:
    /// The completed fraction (0…1) and the current activity. Emitted at most once every `reportIntervalMs`, never with
    /// an outdated state.
    void progressed(double share, const QString& activity);
    /// items() has grown from `from` to `to` (exclusive) elements.
    void itemsArrived(int from, int to);
    void finished();

protected:
    static constexpr int reportIntervalMs = 50;

    struct Progress {
        std::mutex mutex;
        double fraction = 0;  // guarded by mutex
        QString activity;  // guarded by mutex
        bool isUnreported = false;  // guarded by mutex
    };

    void beginRun();
    void endRun();
    void emitProgress();
    /// Runs the work and converts a failed allocation, which core does not catch, into an error.
    static Result<void> runGuarded(const std::function<Result<void>()>& work);
    /// Tells ThreadSanitizer about the ordering imposed by Qt's thread pool, future and events, which it cannot see in
    /// Debian's Qt: everything before annotateRelease() happens before everything after annotateAcquire() for the same
    /// run. Does nothing in other builds.
    static void annotateRelease(const void* run);
    static void annotateAcquire(const void* run);

    bool m_running = false;
    std::stop_source m_stopSource;
    std::shared_ptr<Progress> m_progress;
    // Written by the worker thread before its future finishes, and read by the GUI thread afterwards.
    std::shared_ptr<Result<void>> m_outcome;
    QTimer m_timer;
};

template <class Item>
class Worker : public WorkerBase {
public:
    /// Reports progress and items from the worker thread.
    class Reporter {
    public:
        Reporter(std::shared_ptr<Progress> progress, QPromise<Item>& promise, const void* run)
            : m_progress(std::move(progress)), m_promise(promise), m_runId(run)
        {
        }

        void setProgress(double share, const QString& activity) const
        {
            const std::lock_guard lock(m_progress->mutex);
            m_progress->fraction = share;
            m_progress->activity = activity;
            m_progress->isUnreported = true;
        }
        /// For dozens of items, not for millions: each one is an event in the GUI thread.
        void addItem(Item item) const
        {
            annotateRelease(m_runId);
            m_promise.addResult(std::move(item));
        }

    private:
        std::shared_ptr<Progress> m_progress;
        QPromise<Item>& m_promise;
        const void* m_runId;
    };

    using Work = std::function<Result<void>(std::stop_token, const Reporter&)>;

    explicit Worker(QObject* parent = nullptr) : WorkerBase(parent)
    {
        m_pool.setMaxThreadCount(1);
        connect(&m_watcher, &QFutureWatcherBase::resultsReadyAt, this, [this](int from, int to) {
            annotateAcquire(m_outcome.get());
            for (int i = from; i < to; ++i)
                m_items.push_back(m_watcher.resultAt(i));
            Q_EMIT itemsArrived(from, to);
        });
        connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
            annotateAcquire(m_outcome.get());
            endRun();
        });
    }

    ~Worker() override
    {
        m_watcher.disconnect(this);
        cancel();
        wait();
    }

    /// Precondition: not running.
    void start(Work work)
    {
        beginRun();
        m_items.clear();
        auto* task = new Task(std::move(work), m_stopSource.get_token(), m_progress, m_outcome);
        m_watcher.setFuture(task->future());
        annotateRelease(task);
        m_pool.start(task);
    }

    /// Starts work that computes one item from a stop token: an item, or a result with one.
    template <class Compute>
    void compute(Compute compute)
    {
        start([compute = std::move(compute)](const std::stop_token& stop, const Reporter& report) -> Result<void> {
            Result<Item> item = compute(stop);
            if (!item)
                return fail(item.error());
            report.addItem(*std::move(item));
            return {};
        });
    }

    /// Blocks until the thread is done; only for work that ends soon. finished() still follows.
    void wait()
    {
        m_watcher.waitForFinished();
        annotateAcquire(m_outcome.get());
    }

    [[nodiscard]] const std::vector<Item>& items() const { return m_items; }

private:
    /// Owned and deleted by the thread pool.
    class Task : public QRunnable {
    public:
        Task(Work work, std::stop_token stop, std::shared_ptr<Progress> progress, std::shared_ptr<Result<void>> outcome)
            : m_work(std::move(work)),
              m_stopToken(std::move(stop)),
              m_progress(std::move(progress)),
              m_outcome(std::move(outcome))
        {
            m_promise.start();
        }
        [[nodiscard]] QFuture<Item> future() const { return m_promise.future(); }
        void run() override
        {
            annotateAcquire(this);
            *m_outcome =
                runGuarded([&] { return m_work(m_stopToken, Reporter(m_progress, m_promise, m_outcome.get())); });
            m_work = {};  // releases captured objects here instead of later, in the pool
            annotateRelease(m_outcome.get());
            m_promise.finish();
        }

    private:
        Work m_work;
        std::stop_token m_stopToken;
        std::shared_ptr<Progress> m_progress;
        std::shared_ptr<Result<void>> m_outcome;
        QPromise<Item> m_promise;
    };

    std::vector<Item> m_items;
    QThreadPool m_pool;
    QFutureWatcher<Item> m_watcher;
};

}  // namespace scalewright::ui

// Long work off the GUI thread, wrapped once: a function of core that takes a stop token and reports, signals out.
//
//     auto* worker = new Worker<ProbeResult>(this);
//     connect(worker, &WorkerBase::progressed, this, …);
//     connect(worker, &WorkerBase::itemsArrived, this, [=](int from, int to) { … worker->items() … });
//     connect(worker, &WorkerBase::finished, this, [=] { … worker->outcome() … });
//     worker->start([](std::stop_token stop, const Worker<ProbeResult>::Report& report) -> Result<void> { … });
//
// Every worker owns a pool of one thread, so a timing probe never shares it with other work of the program. Cancelling
// asks through the stop token and loses nothing: what was reported before still arrives, then finished(). The
// destructor cancels and waits; the work keeps that short by looking at its token. Snapshots go in by value, items come
// out by value.
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
    /// Asks the work to stop and returns at once; finished() follows when it has.
    void cancel();
    [[nodiscard]] bool isCancelled() const { return m_stop.stop_requested(); }

    /// What the work came to: nothing, or its error. Valid from finished() to the next start.
    [[nodiscard]] const Result<void>& outcome() const { return *m_outcome; }

Q_SIGNALS:
    /// At most every `reportEveryMs`, and never a state that is over: the share done (0…1) and what is being done.
    void progressed(double share, const QString& what);
    /// items() has grown from `from` to `to` (exclusive) elements.
    void itemsArrived(int from, int to);
    void finished();

protected:
    static constexpr int reportEveryMs = 50;

    struct Progress {
        std::mutex mutex;
        double share = 0;  // guarded by mutex
        QString what;  // guarded by mutex
        bool fresh = false;  // guarded by mutex
    };

    void begin();
    void end();
    void tellProgress();
    /// The work, with what core promises never to let out kept in: an allocation that fails becomes an error in words.
    static Result<void> guarded(const std::function<Result<void>()>& work);
    /// What Qt's thread pool, future and events order, said to ThreadSanitizer, which does not see into Debian's Qt: all
    /// before gives() is seen by all after takes() of the same run. Nothing in other builds.
    static void gives(const void* run);
    static void takes(const void* run);

    bool m_running = false;
    std::stop_source m_stop;
    std::shared_ptr<Progress> m_progress;
    std::shared_ptr<Result<void>> m_outcome;  // the thread writes it before its future finishes, the GUI reads it after
    QTimer m_timer;
};

template <class Item>
class Worker : public WorkerBase {
public:
    /// What the work says while it runs, from its own thread.
    class Report {
    public:
        Report(std::shared_ptr<Progress> progress, QPromise<Item>& promise, const void* run)
            : m_progress(std::move(progress)), m_promise(promise), m_run(run)
        {
        }

        void progress(double share, const QString& what) const
        {
            const std::lock_guard lock(m_progress->mutex);
            m_progress->share = share;
            m_progress->what = what;
            m_progress->fresh = true;
        }
        /// Items are for dozens, not for millions: each one is an event of the GUI thread.
        void add(Item item) const
        {
            gives(m_run);
            m_promise.addResult(std::move(item));
        }

    private:
        std::shared_ptr<Progress> m_progress;
        QPromise<Item>& m_promise;
        const void* m_run;
    };

    using Work = std::function<Result<void>(std::stop_token, const Report&)>;

    explicit Worker(QObject* parent = nullptr) : WorkerBase(parent)
    {
        m_pool.setMaxThreadCount(1);
        connect(&m_watcher, &QFutureWatcherBase::resultsReadyAt, this, [this](int from, int to) {
            takes(m_outcome.get());
            for (int i = from; i < to; ++i)
                m_items.push_back(m_watcher.resultAt(i));
            Q_EMIT itemsArrived(from, to);
        });
        connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
            takes(m_outcome.get());
            end();
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
        begin();
        m_items.clear();
        auto* task = new Task(std::move(work), m_stop.get_token(), m_progress, m_outcome);
        m_watcher.setFuture(task->future());
        gives(task);
        m_pool.start(task);
    }

    /// Blocks until the thread is done, for work that ends soon by itself; finished() still follows.
    void wait()
    {
        m_watcher.waitForFinished();
        takes(m_outcome.get());
    }

    [[nodiscard]] const std::vector<Item>& items() const { return m_items; }

private:
    /// The pool's, which deletes it.
    class Task : public QRunnable {
    public:
        Task(Work work, std::stop_token stop, std::shared_ptr<Progress> progress, std::shared_ptr<Result<void>> outcome)
            : m_work(std::move(work)),
              m_stop(std::move(stop)),
              m_progress(std::move(progress)),
              m_outcome(std::move(outcome))
        {
            m_promise.start();
        }
        [[nodiscard]] QFuture<Item> future() const { return m_promise.future(); }
        void run() override
        {
            takes(this);
            *m_outcome = guarded([&] { return m_work(m_stop, Report(m_progress, m_promise, m_outcome.get())); });
            m_work = {};  // what it holds ends here, not in whatever the pool does next
            gives(m_outcome.get());
            m_promise.finish();
        }

    private:
        Work m_work;
        std::stop_token m_stop;
        std::shared_ptr<Progress> m_progress;
        std::shared_ptr<Result<void>> m_outcome;
        QPromise<Item> m_promise;
    };

    std::vector<Item> m_items;
    QThreadPool m_pool;
    QFutureWatcher<Item> m_watcher;
};

}  // namespace scalewright::ui

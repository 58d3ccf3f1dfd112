// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPaintEvent>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <QWidget>

#include <atomic>

#include "tests/support/registry.h"
#include "ui/worker/worker.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

class Painted : public QWidget {
public:
    int paints = 0;

protected:
    void paintEvent(QPaintEvent*) override { ++paints; }
};

void waitUntilStopped(const std::stop_token& stop)
{
    QSemaphore stopped;
    const std::stop_callback release(stop, [&stopped] { stopped.release(); });
    stopped.acquire();
}

}  // namespace

class tst_worker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itemsAndOutcomeArrive();
    void lastProgressIsNeverLost();
    void windowPaintsWhileWorkerRuns();
    void cancelKeepsReportedResults();
    void runsAgainAfterCancel();
    void destructionStopsAndWaits();
    void reportsOutOfMemory();
};

void tst_worker::itemsAndOutcomeArrive()
{
    Worker<int> worker;
    std::vector<int> seen;
    connect(&worker, &WorkerBase::itemsArrived, this, [&](int from, int to) {
        QCOMPARE(from, static_cast<int>(seen.size()));
        seen.insert(seen.end(), worker.items().begin() + from, worker.items().begin() + to);
    });
    QSignalSpy finished(&worker, &WorkerBase::finished);
    worker.start([](std::stop_token, const Worker<int>::Reporter& report) -> Result<void> {
        for (int i : {3, 1, 4, 1, 5})
            report.addItem(i);
        return fail(ErrorCode::Refused, "the answer is no");
    });
    QVERIFY(worker.isRunning());
    QVERIFY(finished.wait(60000));
    QVERIFY(!worker.isRunning());
    QCOMPARE(seen, (std::vector<int>{3, 1, 4, 1, 5}));
    QCOMPARE(worker.items(), seen);
    QVERIFY(!worker.outcome());
    QCOMPARE(worker.outcome().error().problems.front().message, "the answer is no");
}

// A thousand reports in quick succession, then a long pause: the last report must be shown during the pause.
void tst_worker::lastProgressIsNeverLost()
{
    Worker<int> worker;
    QSemaphore seenLast;
    int reports = 0;
    connect(&worker, &WorkerBase::progressed, this, [&](double share, const QString& message) {
        ++reports;
        if (message == QLatin1String("report 999")) {
            QCOMPARE(share, 0.999);
            seenLast.release();
        }
    });
    QSignalSpy finished(&worker, &WorkerBase::finished);
    worker.start([&seenLast](std::stop_token, const Worker<int>::Reporter& report) -> Result<void> {
        for (int i = 0; i < 1000; ++i)
            report.setProgress(i / 1000.0, QStringLiteral("report %1").arg(i));
        seenLast.acquire();
        return {};
    });
    QVERIFY(finished.wait(60000));
    QVERIFY2(reports < 1000, "reports are not throttled");
}

// The work ends only after the window has painted ten times; with a blocked event loop it would never end.
void tst_worker::windowPaintsWhileWorkerRuns()
{
    Painted window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    Worker<int> worker;
    QSemaphore enough;
    const int before = window.paints;
    QTimer repaint;
    connect(&repaint, &QTimer::timeout, this, [&] {
        window.update();
        if (window.paints - before >= 10) {
            repaint.stop();
            enough.release();
        }
    });
    repaint.start(0);
    QSignalSpy finished(&worker, &WorkerBase::finished);
    worker.start([&enough](std::stop_token, const Worker<int>::Reporter&) -> Result<void> {
        enough.acquire();
        return {};
    });
    QVERIFY(finished.wait(60000));
    QVERIFY(window.paints - before >= 10);
}

void tst_worker::cancelKeepsReportedResults()
{
    Worker<int> worker;
    QSignalSpy finished(&worker, &WorkerBase::finished);
    QSemaphore started;
    worker.start([&started](std::stop_token stop, const Worker<int>::Reporter& report) -> Result<void> {
        report.addItem(1);
        started.release();
        waitUntilStopped(stop);
        report.addItem(2);
        return fail(ErrorCode::Cancelled, "stopped");
    });
    started.acquire();
    worker.cancel();
    QVERIFY(worker.isCancelled());
    QVERIFY(finished.wait(60000));
    QCOMPARE(worker.items(), (std::vector<int>{1, 2}));
    QVERIFY(!worker.outcome());
    QCOMPARE(worker.outcome().error().code, ErrorCode::Cancelled);
}

void tst_worker::runsAgainAfterCancel()
{
    Worker<int> worker;
    QSignalSpy finished(&worker, &WorkerBase::finished);
    worker.start([](std::stop_token stop, const Worker<int>::Reporter&) -> Result<void> {
        waitUntilStopped(stop);
        return fail(ErrorCode::Cancelled, "stopped");
    });
    worker.cancel();
    QVERIFY(finished.wait(60000));
    worker.start([](std::stop_token stop, const Worker<int>::Reporter& report) -> Result<void> {
        report.addItem(stop.stop_requested() ? -1 : 7);
        return {};
    });
    QVERIFY(!worker.isCancelled());
    QVERIFY(finished.wait(60000));
    QCOMPARE(worker.items(), std::vector<int>{7});
    QVERIFY(worker.outcome());
}

void tst_worker::destructionStopsAndWaits()
{
    std::atomic<bool> isFinished = false;
    QSemaphore started;
    auto worker = std::make_unique<Worker<int>>();
    QSignalSpy finished(worker.get(), &WorkerBase::finished);
    worker->start([&](std::stop_token stop, const Worker<int>::Reporter& report) -> Result<void> {
        started.release();
        waitUntilStopped(stop);
        report.addItem(1);
        report.setProgress(1, QStringLiteral("too late"));
        isFinished = true;
        return {};
    });
    started.acquire();
    worker.reset();
    QVERIFY(isFinished);
    QCoreApplication::processEvents();
    QCOMPARE(finished.count(), 0);
}

void tst_worker::reportsOutOfMemory()
{
    Worker<int> worker;
    QSignalSpy finished(&worker, &WorkerBase::finished);
    worker.start([](std::stop_token, const Worker<int>::Reporter&) -> Result<void> { throw std::bad_alloc(); });
    QVERIFY(finished.wait(60000));
    QVERIFY(!worker.outcome());
    QCOMPARE(worker.outcome().error().code, ErrorCode::Environment);
    QVERIFY(!worker.outcome().error().problems.front().expected.empty());
}

SCALEWRIGHT_TEST(tst_worker)

#include "tst_worker.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A long-running task that fills the project as results arrive, one undo step per run. Base class for measuring this
// machine and for running a ladder.
//
// A job belongs to a page and ends with the document that it fills.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include "ui/document/document.h"
#include "ui/worker/worker.h"

namespace scalewright::ui {

class Job : public QObject {
    Q_OBJECT

public:
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_worker->isRunning(); }
    [[nodiscard]] bool isStopping() const { return isRunning() && m_worker->isCancelled(); }
    [[nodiscard]] double progress() const { return m_progress; }
    /// The current activity; empty while nothing runs.
    [[nodiscard]] QString activity() const { return m_activity; }
    /// A sentence saying why the last run failed, or that it was stopped. Empty if it succeeded.
    [[nodiscard]] QString problem() const { return m_problem; }
    /// Warnings from the last run.
    [[nodiscard]] QStringList warnings() const { return m_warnings; }

Q_SIGNALS:
    /// The progress or the results changed, or a run began or ended.
    void changed();
    void finished();

protected:
    Job(Document& document, QObject* parent) : QObject(parent), m_document(document) {}
    void watchWorker(WorkerBase& work);  ///< called by the derived class's constructor with its own worker
    void beginRun();  ///< called before a run starts
    virtual void applyItem(int index) = 0;  ///< handles a result from the worker
    /// The error message of the run that ended; empty if there was none.
    [[nodiscard]] virtual QString failureMessage() const = 0;

    Document& m_document;
    int m_gestureId = 0;
    QString m_problem;
    QStringList m_warnings;

private:
    WorkerBase* m_worker = nullptr;
    double m_progress = 0;
    QString m_activity;
};

}  // namespace scalewright::ui

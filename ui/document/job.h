// Long work that fills the project as it comes, one step of undo a run: what measuring this machine and running a
 // ladder share.
//
// A job belongs to a page, so it ends with the document that it fills.
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
    [[nodiscard]] bool isRunning() const { return m_work->isRunning(); }
    [[nodiscard]] bool isStopping() const { return isRunning() && m_work->isCancelled(); }
    [[nodiscard]] double share() const { return m_share; }
    /// What is being done now; empty while nothing is.
    [[nodiscard]] QString doing() const { return m_doing; }
    /// What the last run came to in a sentence: an error, or that it was stopped. Empty after one that went well.
    [[nodiscard]] QString problem() const { return m_problem; }
    /// What the last run warned of.
    [[nodiscard]] QStringList warnings() const { return m_warnings; }

Q_SIGNALS:
    /// Progress, something that came, or a run began or ended.
    void changed();
    void finished();

protected:
    Job(Document& document, QObject* parent) : QObject(parent), m_document(document) {}
    void watch(WorkerBase& work);  ///< the derived class's own, in its constructor
    void begin();  ///< before a run starts
    virtual void take(int index) = 0;  ///< an item of the work
    /// Of a run that has ended; empty where nothing went wrong.
    [[nodiscard]] virtual QString whatWentWrong() const = 0;

    Document& m_document;
    int m_gesture = 0;
    QString m_problem;
    QStringList m_warnings;

private:
    WorkerBase* m_work = nullptr;
    double m_share = 0;
    QString m_doing;
};

}  // namespace scalewright::ui

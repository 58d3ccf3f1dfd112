// Measuring this machine from the window: probes on a worker thread, results as they come, one step of undo a run.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include "core/probes/probe.h"
#include "ui/document/document.h"
#include "ui/worker/worker.h"

namespace scalewright::ui {

/// The project with what a report knows about its machine; figures that the report lacks stay as they are.
[[nodiscard]] Project withMachineOf(Project project, const ProbeReport& report);

/// The project with the three workloads of Code 41.2.1 as its steps, their working set, and the ceilings measured beside
/// them. Precondition: report.kind is Book. Error (Environment): the report lacks a figure.
[[nodiscard]] Result<Project> withBookOf(Project project, const ProbeReport& report);

class Measuring : public QObject {
    Q_OBJECT

public:
    enum class Run {
        Machine,  ///< arithmetic, memory and disk, one after the other
        Book,     ///< the ceilings and the three workloads of Code 41.2.1, which become the steps
    };

    explicit Measuring(Document& document, QObject* parent = nullptr);

    /// Sizes, repeats and folder of the probes; their kind is the run's.
    void setOptions(const ProbeOptions& options) { m_options = options; }

    /// Does nothing while a run is under way.
    void start(Run run);
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_worker.isRunning(); }
    [[nodiscard]] bool isStopping() const { return isRunning() && m_worker.isCancelled(); }
    [[nodiscard]] Run run() const { return m_run; }
    [[nodiscard]] double share() const { return m_share; }
    /// What is being measured now; empty while nothing is.
    [[nodiscard]] QString doing() const { return m_doing; }

    /// What the last run came to in a sentence: an error, or that it was stopped. Empty after one that went well.
    [[nodiscard]] QString problem() const { return m_problem; }
    /// What the last run's probes warned of: about the machine as a whole, and about single figures.
    [[nodiscard]] QStringList warnings() const { return m_warnings; }
    [[nodiscard]] QStringList remarks() const { return m_remarks; }
    /// The figures of the last run, as they come.
    [[nodiscard]] const std::vector<ProbeResult>& results() const { return m_results; }

Q_SIGNALS:
    /// Progress, or a run began or ended.
    void changed();
    void finished();

private:
    void take(const ProbeReport& report);
    void conclude();

    Document& m_document;
    ProbeOptions m_options;
    Run m_run = Run::Machine;
    int m_gesture = 0;
    double m_share = 0;
    QString m_doing;
    QString m_problem;
    QStringList m_warnings, m_remarks;
    std::vector<ProbeResult> m_results;
    Worker<ProbeReport> m_worker;
};

}  // namespace scalewright::ui

// Measuring this machine from the window: probes on a worker thread, results as they come, one step of undo a run.
#pragma once

#include <set>
#include <string>

#include "core/evidence/probes/probe.h"
#include "ui/document/job.h"

namespace scalewright::ui {

class Measuring : public Job {
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
    [[nodiscard]] Run run() const { return m_run; }
    /// What the last run's probes said of single figures; warnings() are about the machine as a whole.
    [[nodiscard]] QStringList remarks() const { return m_remarks; }
    /// The figures of the last run, as they come.
    [[nodiscard]] const std::vector<ProbeResult>& results() const { return m_results; }

private:
    void take(int index) override;
    [[nodiscard]] QString whatWentWrong() const override;

    ProbeOptions m_options;
    Run m_run = Run::Machine;
    QStringList m_remarks;
    std::set<std::string> m_saidOfMachine;  ///< wordings: each of the run's probes finds another load
    std::vector<ProbeResult> m_results;
    Worker<ProbeReport> m_worker;
};

}  // namespace scalewright::ui

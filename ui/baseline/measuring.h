// SPDX-License-Identifier: GPL-3.0-or-later
// Measures this machine, or its card, on a worker thread. Results are added as they arrive; each run is one undo step.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "core/evidence/probes/probe.h"
#include "ui/document/job.h"

namespace scalewright::ui {

class MeasurementJob : public Job {
    Q_OBJECT

public:
    enum class Suite {
        MachineCeilings,  ///< arithmetic, memory and disk, in this order
        BookWorkloads,     ///< the ceilings, and the three workloads from Code 41.2.1, which become the steps
    };

    explicit MeasurementJob(Document& document, QObject* parent = nullptr);

    /// Sizes, repeats and folder of the probes. The suite to run determines their kind.
    void setOptions(const ProbeOptions& options) { m_options = options; }

    /// Does nothing while a run is in progress.
    void start(Suite run);
    [[nodiscard]] Suite suite() const { return m_suite; }
    /// Warnings from the last run about individual figures; warnings() has those about the whole machine.
    [[nodiscard]] QStringList remarks() const { return m_remarks; }
    /// The figures measured so far in the current or last run.
    [[nodiscard]] const std::vector<ProbeResult>& results() const { return m_results; }

private:
    void applyItem(int index) override;
    [[nodiscard]] QString failureMessage() const override;

    ProbeOptions m_options;
    Suite m_suite = Suite::MachineCeilings;
    QStringList m_remarks;
    /// Warnings without their numbers, because every probe in a run reports a different load.
    std::set<std::string> m_seenWarnings;
    std::vector<ProbeResult> m_results;
    Worker<ProbeReport> m_worker;
};

/// Measures the card of this machine with PyTorch (core/evidence/runs/card.h) on a worker thread, if a Python has it; each
/// run is one undo step.
class CardMeasurement : public Job {
    Q_OBJECT

public:
    explicit CardMeasurement(Document& document, QObject* parent = nullptr);

    /// Looks for a Python with PyTorch, once per process; changed() follows.
    void findPython();
    [[nodiscard]] bool hasPython() const;
    /// Does nothing while a run is in progress. Precondition: hasPython().
    void start();
    /// The seconds of the next run: a minute by default.
    void setSeconds(double seconds) { m_seconds = seconds; }

private:
    void applyItem(int index) override;
    [[nodiscard]] QString failureMessage() const override;

    double m_seconds = 60;
    Worker<std::shared_ptr<const Project>> m_worker;
    Worker<std::string> m_finder{this};
};

}  // namespace scalewright::ui

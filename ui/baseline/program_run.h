// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the user's own program: runs it on a worker thread, collects its output, and adds the result as one undo
// step.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/evidence/runs/program.h"
#include "ui/document/job.h"

namespace scalewright::ui {

class ProgramRun : public Job {
    Q_OBJECT

public:
    explicit ProgramRun(Document& document, QObject* parent = nullptr);

    /// Precondition: not running.
    void start(std::vector<std::string> words, const QString& folder);
    /// The end of the combined standard output and standard error.
    [[nodiscard]] QString output() const;
    /// A one-line summary of the last run; empty until one has ended.
    [[nodiscard]] QString summary() const { return m_summary; }
    /// Whether the project's steps are still exactly those from this run: false after undo or any change to the steps.
    [[nodiscard]] bool isApplied() const;

private:
    struct Output {
        std::mutex mutex;
        std::string text;  // guarded by mutex
    };
    void applyItem(int index) override;
    [[nodiscard]] QString failureMessage() const override;

    std::vector<std::string> m_commandWords;
    std::shared_ptr<Output> m_output = std::make_shared<Output>();
    QString m_summary;
    std::vector<WorkloadStep> m_appliedSteps;
    Worker<MeasuredProgram> m_worker;
};

}  // namespace scalewright::ui

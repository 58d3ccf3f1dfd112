// SPDX-License-Identifier: GPL-3.0-or-later
// Measures everything for a program (core/output/study): ceilings, one run, the ladder. It runs on a worker thread and
// adds results to the project as they arrive, as one undo step. Results are kept if it is stopped, and starting the
// same study again resumes it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "ui/controls/run_form.h"
#include "ui/document/job.h"

namespace scalewright::ui {

class StudyRun : public Job {
    Q_OBJECT

public:
    explicit StudyRun(Document& document, QObject* parent = nullptr);

    /// Whether to measure the machine's ceilings, which takes half a minute.
    void setMeasuresCeilings(bool measuresCeilings) { m_measuresCeilings = measuresCeilings; }
    /// Precondition: not running.
    void start(RunForm::RunRequest order);
    /// Whether the last run finished.
    [[nodiscard]] bool isComplete() const { return m_isComplete; }

private:
    void applyItem(int index) override;
    [[nodiscard]] QString failureMessage() const override;

    bool m_measuresCeilings = true, m_isComplete = false;
    std::shared_ptr<const Project> m_lastProject;  ///< the project as the study last saw it
    std::shared_ptr<std::vector<std::string>> m_notes;  ///< written by the worker thread before it ends
    Worker<std::shared_ptr<const Project>> m_worker;
};

}  // namespace scalewright::ui

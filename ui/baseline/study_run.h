// Everything of a program measured from the window (core/output/study): ceilings, one run, the ladder. On a worker thread, in the
// project as it comes, one step of undo; what was measured stays where it is stopped, and the same order goes on.
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

    /// Leaves out the machine's ceilings, which take half a minute.
    void setCeilings(bool ceilings) { m_ceilings = ceilings; }
    /// Precondition: not running.
    void start(RunForm::Order order);
    /// The last run went to its end.
    [[nodiscard]] bool isComplete() const { return m_complete; }

private:
    void take(int index) override;
    [[nodiscard]] QString whatWentWrong() const override;

    bool m_ceilings = true, m_complete = false;
    std::shared_ptr<const Project> m_last;  ///< as the study has it
    std::shared_ptr<std::vector<std::string>> m_notes;  ///< the thread writes them before it ends
    Worker<std::shared_ptr<const Project>> m_worker;
};

}  // namespace scalewright::ui

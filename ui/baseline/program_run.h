// A program of the person's own, measured from the window: its process on a worker thread, its output as it comes, one
 // step of undo.
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
    /// The end of what it printed, standard output and error as they came.
    [[nodiscard]] QString output() const;
    /// What the last run took, in a line; empty until one has ended.
    [[nodiscard]] QString summary() const { return m_summary; }
    /// Whether what it took stands in the project as it was taken: not after an undo, nor beside other steps.
    [[nodiscard]] bool isTaken() const;

private:
    struct Output {
        std::mutex mutex;
        std::string text;  // guarded by mutex
    };
    void take(int index) override;
    [[nodiscard]] QString whatWentWrong() const override;

    std::vector<std::string> m_words;
    std::shared_ptr<Output> m_output = std::make_shared<Output>();
    QString m_summary;
    std::vector<WorkloadStep> m_stepsTaken;
    Worker<MeasuredProgram> m_worker;
};

}  // namespace scalewright::ui

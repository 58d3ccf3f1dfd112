// SPDX-License-Identifier: GPL-3.0-or-later
// A ladder measured from the window: runs on a worker thread, and the ladder in the project grows row by row, with one
// undo step per ladder run.
#pragma once

#include <optional>
#include <vector>

#include "core/evidence/runs/ladder_run.h"
#include "ui/document/job.h"

namespace scalewright::ui {

class LadderRun : public Job {
    Q_OBJECT

public:
    explicit LadderRun(Document& document, QObject* parent = nullptr);

    /// Precondition: not running.
    void start(LadderRunOptions options);
    /// The number of completed runs in the last measured ladder if these options would continue it: same command, some
    /// runs missing, rows not edited since. 0 otherwise.
    [[nodiscard]] std::size_t completedRuns(const LadderRunOptions& options) const;
    /// Runs the missing runs. Precondition: not running, completedRuns(options) > 0.
    void resume(LadderRunOptions options);

private:
    /// What the worker reports: a row, or warnings from core.
    struct Update {
        std::optional<LadderRunRow> row;
        std::vector<std::string> warnings;
    };
    void runInBackground(LadderRunOptions options);
    void applyItem(int index) override;
    [[nodiscard]] QString failureMessage() const override;

    std::string m_csvText;  ///< header and rows so far, in the format of the command-line program
    std::vector<LadderRunRow> m_timedRows;  ///< successful rows, that is, those with a time
    LadderRunOptions m_lastOptions;  ///< of the last run
    Ladder m_ladder;  ///< as in the project; no points until the first row with a time
    Worker<Update> m_worker;
};

}  // namespace scalewright::ui

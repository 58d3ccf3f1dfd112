// A ladder measured from the window: runs on a worker thread; the ladder in the project fills row by row, one step of
 // undo a ladder run.
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
    /// How many of their runs the ladder has that was measured last, where these options would go on with it: it is of
    /// the same command, some of their runs are missing, and nobody has changed its rows since. 0 otherwise.
    [[nodiscard]] std::size_t runsBefore(const LadderRunOptions& options) const;
    /// Runs what is missing. Precondition: not running, runsBefore(options) > 0.
    void goOn(LadderRunOptions options);

private:
    /// What the work tells: a row, or what core warns of.
    struct News {
        std::optional<LadderRunRow> row;
        std::vector<std::string> warnings;
    };
    void work(LadderRunOptions options);
    void take(int index) override;
    [[nodiscard]] QString whatWentWrong() const override;

    std::string m_text;  ///< header and rows so far, as the command line's file has them
    std::vector<LadderRunRow> m_rows;  ///< those with a time
    LadderRunOptions m_options;  ///< of the last run
    Ladder m_ladder;  ///< as it stands in the project; without points until there is a row with a time
    Worker<News> m_worker;
};

}  // namespace scalewright::ui

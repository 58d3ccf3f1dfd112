// A ladder by jobs that are submitted, watched and collected here. Internal to core/evidence/runs.
//
// Beside the ladder's file, in FILE.jobs: the scripts (job_scripts.h); jobs, whose first line is "# ladder NAME" and
// every other "ID SCRIPT"; rows/. A job is called NAME-pP, so that one whose id did not reach the disk is still found
// in the queue.
#pragma once

#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/runs/ladder_on_disk.h"
#include "core/evidence/runs/ladder_run.h"

namespace scalewright::detail {

/// Error (Input): FILE.jobs holds jobs of a ladder whose file is gone.
[[nodiscard]] Result<void> slurmFolderIsFree(const LadderRunOptions& options);

/// Submits what is missing in `report`, collects rows into `file` and `report` as they come, returns when no job is
/// left. Errors: Environment (sbatch or squeue fail, with their words; the folder cannot be written), which name the
/// jobs that run on; Cancelled after a stop request: the jobs were cancelled, what was measured is in the file.
[[nodiscard]] Result<void> runLadderBySlurm(const LadderRunOptions& options, LadderOnDisk& file,
                                            LadderRunReport& report, const std::stop_token& stop,
                                            const LadderRunProgress& progress);

/// The id that sbatch --parsable prints, "17" or "17;cluster", which a site's own lines may stand before or behind;
/// nullopt where there is none.
[[nodiscard]] std::optional<std::string> submittedId(std::string_view said);

/// One line of squeue -h -o '%F|%T|%j|%r'.
struct QueuedJob {
    std::string id, state, name, reason;
    [[nodiscard]] bool ended() const;      ///< it will not run again
    [[nodiscard]] bool neverStarts() const;  ///< pending for a reason that no wait removes
};
[[nodiscard]] std::vector<QueuedJob> parseQueue(std::string_view text);

}  // namespace scalewright::detail

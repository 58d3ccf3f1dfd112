// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a ladder as Slurm jobs: submits, watches and collects them. Internal to core/evidence/runs.
//
// FILE.jobs beside the ladder file contains the scripts (job_scripts.h), the file "jobs" (first line "# ladder NAME",
// then lines "ID SCRIPT"), and the folder rows/. A job is called NAME-pP, so that it can be found in the queue even if
// its id was not saved to disk.
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

/// Error (Input): FILE.jobs contains jobs from a ladder whose file is missing.
[[nodiscard]] Result<void> checkSlurmFolderIsFree(const LadderRunOptions& options);

/// Submits the runs missing from `report`, collects rows into `file` and `report` as they arrive, and returns when no
/// job is left. Errors: Environment (sbatch or squeue fails, with its message; the folder cannot be written), with a
/// list of the jobs that are still running; Cancelled after a stop request: the jobs were cancelled, and the results so
/// far are in the file.
[[nodiscard]] Result<void> runLadderWithSlurm(const LadderRunOptions& options, LadderOnDisk& file,
                                              LadderRunReport& report, const std::stop_token& stop,
                                              const LadderRunProgress& progress);

/// The id printed by sbatch --parsable, "17" or "17;cluster"; lines printed by the site may precede or follow it.
/// nullopt if none exists.
[[nodiscard]] std::optional<std::string> parseSubmittedId(std::string_view output);

/// One line from squeue -h -o '%F|%T|%j|%r'.
struct QueuedJob {
    std::string id, state, name, reason;
    [[nodiscard]] bool hasEnded() const;  ///< will not run again
    [[nodiscard]] bool canNeverStart() const;  ///< pending for a reason that waiting does not resolve
};
[[nodiscard]] std::vector<QueuedJob> parseQueue(std::string_view text);

}  // namespace scalewright::detail

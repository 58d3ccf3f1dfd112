// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the results of a ladder's jobs from their folder: rows/p4-2.csv for run 2 at p = 4, and p4-2.traces beside
// it for its
 // profiler traces.
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/runs/ladder_run.h"

namespace scalewright {

struct CollectedLadder {
    std::string text;  ///< as a ladder's file
    std::vector<LadderRunRow> rows;
};

/// The ladder with the completed runs in a folder created by makeSlurmScripts(), including parts from their traces,
/// which are kept. Errors: Input (no such folder, or a row not written by a job), Cancelled.
[[nodiscard]] Result<CollectedLadder> collectLadder(const std::filesystem::path& folder,
                                                    const std::stop_token& stop = {});

namespace detail {

/// The row that a job wrote to the folder `rows`; nullopt if missing or empty. Error (Input): not a row for that run.
[[nodiscard]] Result<std::optional<LadderRunRow>> readJobRow(const std::filesystem::path& rows, int p, int run);
[[nodiscard]] std::filesystem::path jobTraceFolder(const std::filesystem::path& rows, int p, int run);

}  // namespace detail

}  // namespace scalewright

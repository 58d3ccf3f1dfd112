// What jobs of a ladder left in their folder: rows/p4-2.csv for run 2 at p = 4, beside it p4-2.traces where it left
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

/// The ladder of what is done so far in a folder of slurmScripts(), parts of its traces in it; the traces stay.
/// Errors: Input (no such folder, or a row that no job wrote), Cancelled.
[[nodiscard]] Result<CollectedLadder> collectLadder(const std::filesystem::path& folder,
                                                    const std::stop_token& stop = {});

namespace detail {

/// The row that a job wrote in the folder `rows`; nullopt where it is not there or empty. Error (Input): it is no row
/// of that run.
[[nodiscard]] Result<std::optional<LadderRunRow>> jobRow(const std::filesystem::path& rows, int p, int run);
[[nodiscard]] std::filesystem::path jobTraces(const std::filesystem::path& rows, int p, int run);

}  // namespace detail

}  // namespace scalewright

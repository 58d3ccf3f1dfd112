// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the runs in an experiment tracker as the rows of a ladder: p is a parameter, the time is a metric
// (core/evidence/import/ladder_file.h assigns the columns as for any table; params.num_gpus is treated as num_gpus).
//
// MLflow: its file store (mlruns/EXPERIMENT/RUN with meta.yaml, params/KEY, metrics/KEY: lines of "timestamp value
// step"; mlflow/store/tracking/file_store.py), the output of mlflow.search_runs(...).to_csv() (run_id, status,
// params.KEY, metrics.KEY), and the server's response ({"runs": [{"info", "data"}]}).
//
// Weights & Biases: the table that the workspace exports (Name, State, one column per key), and the output of the
// export script in its documentation, as CSV or JSON: the columns summary, config and name, the first two of which hold
// dictionaries.
//
// Runs that did not finish are skipped, with a warning. Columns that state who ran when and where are not settings and
// are dropped.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/json/json.h"
#include "core/evidence/import/grid.h"

namespace scalewright {

/// The runs in a store as CSV, one row per run: run_id, experiment if there are several, status, duration (of the whole
/// run, in seconds), params.KEY and metrics.KEY (the value at the last step, as in MLflow's own table). Errors: Input
/// if the folder is not a store or contains no runs; Environment if it cannot be read.
[[nodiscard]] Result<std::string> runStoreTable(const std::filesystem::path& folder);

/// Whether this is an MLflow folder: an experiment, or a folder of experiments.
[[nodiscard]] bool isRunStore(const std::filesystem::path& folder);

/// The runs in a tracker's JSON as flat objects ("config.num_gpus", "summary.epoch_time"); nullopt for any other JSON.
[[nodiscard]] std::optional<Json::Array> trackerRunsOfJson(const Json& document);

/// For a table from a tracker: expands dictionaries into columns, and removes unfinished runs and columns that state
/// who ran when.
void tidyTrackerTable(Grid& grid, std::vector<std::string>& warnings);

/// The last part of a key in a nested configuration or metric group: "trainer.num_gpus", "perf/epoch_time_s".
[[nodiscard]] std::string_view lastKeyPart(std::string_view key);

/// The header without a tracker's prefix: "params.num_gpus" gives "num_gpus".
[[nodiscard]] std::string_view withoutTrackerPrefix(std::string_view header);

}  // namespace scalewright

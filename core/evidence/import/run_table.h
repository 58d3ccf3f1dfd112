// Runs that an experiment tracker kept, as the rows of a ladder: p is a parameter, the time a metric
// (core/evidence/import/ladder_file.h chooses the columns as it does in any table, params.num_gpus being known as num_gpus).
//
// MLflow: its file store (mlruns/EXPERIMENT/RUN with meta.yaml, params/KEY, metrics/KEY: "timestamp value step" a line;
//   mlflow/store/tracking/file_store.py), what mlflow.search_runs(...).to_csv() writes (run_id, status, params.KEY,
//   metrics.KEY), and its server's answer ({"runs": [{"info", "data"}]}).
// Weights & Biases: the table that the workspace exports (Name, State, a column a key), and what its documentation's
// export script
//   writes: the columns summary, config and name, of which two hold dictionaries, as CSV or JSON.
//
// Runs that did not finish are left out, and what says who ran where and when is no setting of a run; both are said.
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

/// A store's runs as CSV, a row a run: run_id, experiment where there are several, status, duration (of the whole run,
/// in seconds), params.KEY and metrics.KEY (the value at the last step, as MLflow's own table has it). Errors: Input
/// where the folder is no store or holds no run; Environment where it cannot be read.
[[nodiscard]] Result<std::string> runStoreTable(const std::filesystem::path& folder);

/// Whether that is a folder of MLflow's: an experiment, or a folder of them.
[[nodiscard]] bool isRunStore(const std::filesystem::path& folder);

/// The runs in a tracker's JSON as flat objects ("config.num_gpus", "summary.epoch_time"); nullopt where it is none.
[[nodiscard]] std::optional<Json::Array> runsOfJson(const Json& document);

/// Where the grid is such a table: dictionaries become columns, runs that did not finish and columns that tell who and
/// when go.
void tidyRuns(Grid& grid, std::vector<std::string>& warnings);

/// "trainer.num_gpus" and "perf/epoch_time_s" end in what they are called by: a key of a nested configuration, a metric
/// in its group.
[[nodiscard]] std::string_view lastOfKey(std::string_view key);

/// "params.num_gpus" is "num_gpus": a header without what a tracker puts before it.
[[nodiscard]] std::string_view withoutTracker(std::string_view header);

}  // namespace scalewright

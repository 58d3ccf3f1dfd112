// Runs that programs logged, as the rows of a ladder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/json/json.h"
#include "core/evidence/import/programs/programs.h"
#include "core/evidence/import/source_text.h"

namespace scalewright {

/// What one program says of its runs.
struct ProgramRuns {
    std::string program;
    std::vector<ProgramRun> runs;
    std::string mayBeP{};  ///< the header of a column that may count the workers
};

/// Of a text: programs.json, a trainer's state, a table of metrics a step. nullopt where it is of none of them.
[[nodiscard]] std::optional<ProgramRuns> programRuns(std::string_view text);

/// {"log_history": […]}: trainer_state.json of Hugging Face's Trainer.
[[nodiscard]] std::optional<ProgramRuns> runOfTrainerState(const Json& document);

/// From run_start to run_stop of MLPerf's log lines. nullopt where there are none.
[[nodiscard]] std::optional<ProgramRuns> runsOfMlperf(std::string_view text);

/// A row a step: Lightning's metrics.csv, the export of a tracker's or TensorBoard's history. A clock on the wall goes
/// before "dt", which may be simulated time.
[[nodiscard]] std::optional<ProgramRuns> runOfMetrics(const Grid& grid);

/// A row for each run that was timed. Times where the work is the same or grows with p, else rates. Error (Input): none
/// was timed; no p.
[[nodiscard]] Result<FoundTable> tableOf(ProgramRuns runs);

/// Whether a folder holds such files, in it or below.
[[nodiscard]] bool holdsProgramRuns(const std::filesystem::path& folder);

/// Those of a folder's files as CSV; p from the log, else from the file's name. Error (Input): there is none.
[[nodiscard]] Result<std::string> tableOfFolder(const std::filesystem::path& folder);

/// A folder as text: MLflow's store, else logs.
[[nodiscard]] Result<std::string> runFolderTable(const std::filesystem::path& folder);

/// What tableOfFolder says above its rows begins with this.
inline constexpr std::string_view folderNote = "# read here: ";
/// In that note: a column "file" has been added.
inline constexpr std::string_view filesTellApart = "the files' names may tell ladders apart";

}  // namespace scalewright

// Runs logged by programs, as the rows of a ladder.
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

/// The runs logged by one program.
struct ProgramRuns {
    std::string program;
    std::vector<ProgramRun> runs;
    std::string possibleWorkersHeader{};  ///< header of a column that may count the workers
};

/// Parses a text: output of a program in programs.json, a trainer's state, a table with one row of metrics per step.
/// nullopt if it is none of them.
[[nodiscard]] std::optional<ProgramRuns> parseProgramRuns(std::string_view text);

/// {"log_history": […]}: trainer_state.json of Hugging Face's Trainer.
[[nodiscard]] std::optional<ProgramRuns> runOfTrainerState(const Json& document);

/// From run_start to run_stop in MLPerf's log lines; nullopt if none exist.
[[nodiscard]] std::optional<ProgramRuns> runsOfMlperf(std::string_view text);

/// One row per step: Lightning's metrics.csv, an exported history of a tracker or TensorBoard. A wall clock is
/// preferred to "dt", which may be simulated time.
[[nodiscard]] std::optional<ProgramRuns> runOfMetrics(const Grid& grid);

/// One row per timed run. Gives times if the work is fixed or grows with p, else rates. Error (Input): no run was
/// timed, or p is unknown.
[[nodiscard]] Result<FoundTable> tableOfProgramRuns(ProgramRuns runs);

/// Whether a folder contains such files, also in subfolders.
[[nodiscard]] bool containsProgramRuns(const std::filesystem::path& folder);

/// The runs in a folder's files as CSV; p from the log, else from the file name. Error (Input): there are none.
[[nodiscard]] Result<std::string> logTableOfFolder(const std::filesystem::path& folder);

/// The runs in a folder as text: an MLflow store, else logs.
[[nodiscard]] Result<std::string> runTableOfFolder(const std::filesystem::path& folder);

/// Start of the note that logTableOfFolder writes above its rows.
inline constexpr std::string_view folderNotePrefix = "# read here: ";
/// Part of that note if a column "file" was added.
inline constexpr std::string_view fileColumnNote = "the file names may separate ladders";

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// Runs logged by programs, as rows of a ladder.
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

/// The runs that one program logged.
struct ProgramRuns {
    std::string program;
    std::vector<ProgramRun> runs;
    std::string possibleWorkersHeader{};  ///< header of a column that may count the workers
};

/// Parses the output of a program in programs.json, a trainer's state, or a table with one row of metrics per step.
/// nullopt for any other text.
[[nodiscard]] std::optional<ProgramRuns> parseProgramRuns(std::string_view text);

/// {"log_history": […]}: trainer_state.json from Hugging Face's Trainer.
[[nodiscard]] std::optional<ProgramRuns> runOfTrainerState(const Json& document);

/// Runs from run_start to run_stop in MLPerf log lines; nullopt if none exist.
[[nodiscard]] std::optional<ProgramRuns> runsOfMlperf(std::string_view text);

/// One row per step: Lightning's metrics.csv, or the exported history of a tracker or TensorBoard. A wall clock is
/// preferred over "dt", which may be simulated time.
[[nodiscard]] std::optional<ProgramRuns> runOfMetrics(const Grid& grid);

/// One row per timed run. Gives times if the work is fixed or grows with p, otherwise rates. Error (Input): no run was
/// timed, or p is unknown.
[[nodiscard]] Result<FoundTable> tableOfProgramRuns(ProgramRuns runs);

/// Whether a folder or its subfolders contain such files.
[[nodiscard]] bool containsProgramRuns(const std::filesystem::path& folder);

/// The runs in a folder's files as CSV, with p from the log or else from the file name. Error (Input): there are no
/// runs.
[[nodiscard]] Result<std::string> logTableOfFolder(const std::filesystem::path& folder);

/// The runs in a folder as text: from an MLflow store, else from logs.
[[nodiscard]] Result<std::string> runTableOfFolder(const std::filesystem::path& folder);

/// How the note starts that logTableOfFolder writes above its rows.
inline constexpr std::string_view folderNotePrefix = "# read here: ";
/// Part of that note if a "file" column was added.
inline constexpr std::string_view fileColumnNote = "the file names may separate ladders";

}  // namespace scalewright

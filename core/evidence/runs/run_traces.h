// SPDX-License-Identifier: GPL-3.0-or-later
// Uses profiler traces to determine where a run's time went. For core/evidence/runs and core/output/study.
//
// A run finds its own folder in $SCALEWRIGHT_TRACE_DIR. The traces that it leaves there or in subfolders are read as in
// the timeline, for all its ranks together. If the program printed no parts, the row's parts come from the traces
// (core/evidence/trace/flow.h); a printed line takes precedence. If the traces mark steps, time and parts are those of
// a step, as in timeline import, because a launch is mostly start-up. All rows of a ladder are of the same kind as the
// first. A row that times a launch is never rejected because of its traces.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/runs/ladder_run.h"
#include "core/evidence/trace/flow.h"

namespace scalewright::detail {

inline constexpr const char* traceFolderVariable = "SCALEWRIGHT_TRACE_DIR";

/// "p4-2" for run 2 at p = 4, "p4-warm-up".
[[nodiscard]] std::string runName(int p, int repeat);

/// The folder for one run on this machine: created immediately, and removed with this object unless it is to be kept
/// and is not empty.
class TraceFolder {
public:
    /// Error (Environment): it cannot be created.
    [[nodiscard]] static Result<TraceFolder> make(const LadderRunOptions& options, int p, int repeat);
    TraceFolder(TraceFolder&& other) noexcept : m_path(std::exchange(other.m_path, {})), m_isKept(other.m_isKept) {}
    TraceFolder& operator=(TraceFolder&&) = delete;
    ~TraceFolder();
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] bool isKept() const { return m_isKept; }

private:
    TraceFolder(std::filesystem::path path, bool shouldKeep) : m_path(std::move(path)), m_isKept(shouldKeep) {}
    std::filesystem::path m_path;
    bool m_isKept;
};

/// Removes empty folders left by earlier invocations on this ladder file that were killed between two runs. The caller
/// must hold the lock on that file.
void removeEmptyTraceFolders(const std::filesystem::path& ladder);

/// What the traces of a run in a folder contain.
struct FolderTraces {
    std::optional<TracePoint> wholeRun, step;  ///< step: set if all traces mark steps
    std::size_t traceCount = 0, rankCount = 0;  ///< of the traces read
    std::vector<std::string> notes;  ///< what could not be read or was unexpected
};
[[nodiscard]] FolderTraces readFolderTraces(const std::filesystem::path& folder, const std::stop_token& stop);

/// Whether each row of a ladder so far times a step or a launch; nullopt if there are no rows.
using RowsAreSteps = std::optional<bool>;
[[nodiscard]] RowsAreSteps detectRowsAreSteps(const std::vector<LadderRunRow>& rows);

/// Fills an ok row from the traces in the folder: its time and parts if they are for one step, otherwise only the
/// parts. Its notes list what was read and what could not be read. In a ladder of steps, a row without a step has no
/// time, and its status says so.
void applyTraces(LadderRunRow& row, const std::filesystem::path& folder, RowsAreSteps& areSteps,
                 const std::stop_token& stop);

/// How partsSource begins for a row that times a step.
inline constexpr const char* stepPartsPrefix = "time and parts are of one step";

/// Where a run's traces are to be kept: DIR/p4-2, with a number appended if it exists.
[[nodiscard]] std::filesystem::path keptTraceFolder(const std::filesystem::path& parent, int p, int repeat);

}  // namespace scalewright::detail

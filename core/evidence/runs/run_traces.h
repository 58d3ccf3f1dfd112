// What a run's profiler traces say of where its time went. For core/evidence/runs and core/output/study.
//
// A run finds a folder of its own in $SCALEWRIGHT_TRACE_DIR; a trace that it leaves there, or in folders below, is read
// as the timeline reads it, those of all its ranks together. Where the program printed nothing, its parts
// (core/evidence/trace/flow.h) become the row's; the line that it prints wins. Where the traces mark steps, time and parts are
// those of a step, as timeline import has them: a launch is mostly start-up. All rows of a ladder are of one kind, that
// of the first. A row of launches is not lost by what its traces are or are not.
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

/// The folder of one run on this machine: made at once, gone with this value unless it is kept and something is in it.
class TraceFolder {
public:
    /// Error (Environment): it cannot be made.
    [[nodiscard]] static Result<TraceFolder> make(const LadderRunOptions& options, int p, int repeat);
    TraceFolder(TraceFolder&& other) noexcept : m_path(std::exchange(other.m_path, {})), m_kept(other.m_kept) {}
    TraceFolder& operator=(TraceFolder&&) = delete;
    ~TraceFolder();
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] bool kept() const { return m_kept; }

private:
    TraceFolder(std::filesystem::path path, bool kept) : m_path(std::move(path)), m_kept(kept) {}
    std::filesystem::path m_path;
    bool m_kept;
};

/// Removes the empty folders that earlier calls on this ladder's file left where they were killed between two runs.
/// Call it with that file's lock.
void removeEmptyTraceFolders(const std::filesystem::path& ladder);

/// What traces in a folder say of their run.
struct FolderTraces {
    std::optional<TracePoint> whole, step;  ///< step: where all of them mark steps
    std::size_t files = 0, ranks = 0;  ///< that were read
    std::vector<std::string> notes;  ///< what could not be read, and what was odd
};
[[nodiscard]] FolderTraces readFolderTraces(const std::filesystem::path& folder, const std::stop_token& stop);

/// What the rows of a ladder so far are of: a step each, or a launch each; nullopt without a row.
using RowsAreSteps = std::optional<bool>;
[[nodiscard]] RowsAreSteps rowsAreSteps(const std::vector<LadderRunRow>& rows);

/// Fills the row that is ok from the traces in the folder, its time and parts where they are of a step, else the parts,
/// and says in its notes what was read and what could not be. In a ladder of steps a row without one has no time, and
/// says so in its status.
void takeTraces(LadderRunRow& row, const std::filesystem::path& folder, RowsAreSteps& bySteps,
                const std::stop_token& stop);

/// What partsFrom begins with in a row that is of a step.
inline constexpr const char* partsOfStep = "time and parts are of one step";

/// Where a run's traces are to stay: DIR/p4-2, with a number behind it where that is taken.
[[nodiscard]] std::filesystem::path keptFolder(const std::filesystem::path& keep, int p, int repeat);

}  // namespace scalewright::detail

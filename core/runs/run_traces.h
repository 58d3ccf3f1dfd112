// What a run's profiler traces say of where its time went. Internal to core/runs.
//
// A run finds a folder of its own in $SCALEWRIGHT_TRACE_DIR; a trace that it leaves there, or in folders below, is read
// as the timeline reads it, those of all its ranks together. Its parts (core/trace/flow.h: the whole recording) become
// the row's where the program printed none; the line that it prints wins. Nothing that a trace is or is not loses the
// row.
#pragma once

#include <filesystem>
#include <stop_token>

#include "core/runs/ladder_run.h"
#include "core/base/result.h"

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

/// Fills the parts of a row that is ok from the traces in the folder, and says in its notes what was read and what
/// could not be.
void takeTraces(LadderRunRow& row, const std::filesystem::path& folder, const std::stop_token& stop);

/// Where a run's traces are to stay: DIR/p4-2, with a number behind it where that is taken.
[[nodiscard]] std::filesystem::path keptFolder(const std::filesystem::path& keep, int p, int repeat);

}  // namespace scalewright::detail

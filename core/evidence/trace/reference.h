// Traces stay outside the project, which keeps for each its path, its size, a digest and its results.
//
// The digest is that of the whole file's bytes, 64 bits of FNV-1a over words with a finishing mix: it finds files that
// were replaced or rewritten, not forgeries.
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/trace/run.h"
#include "core/project/document/project.h"

namespace scalewright {

enum class TraceState { Unchanged, Changed, Missing };

/// The file in its current state. Error (Input, Environment, Cancelled): as digestFile.
[[nodiscard]] Result<TraceReference> makeReference(const std::filesystem::path& file,
                                                   const std::filesystem::path& projectFolder,
                                                   std::stop_token stop = {});

/// One reference for each file of the run. Errors: a file can no longer be read (Environment), or Cancelled.
[[nodiscard]] Result<std::vector<TraceReference>> makeReferences(const TraceRun& run,
                                                                 const std::filesystem::path& projectFolder,
                                                                 std::stop_token stop = {});

/// The run as a project keeps it: its references and its results; the caller sets name and provenance. Errors: as
/// above.
[[nodiscard]] Result<RecordedRun> makeRecordedRun(const TraceRun& run, const std::filesystem::path& projectFolder,
                                                  std::stop_token stop = {});

/// The user's rules file (rules.h) that a stored run was read with, from its member "rules"; nullopt if there was none.
/// Like a trace, it stays outside the project.
[[nodiscard]] std::optional<TraceReference> userRulesOf(const RecordedRun& run);
[[nodiscard]] RecordedRun withUserRules(RecordedRun run, const std::optional<TraceReference>& rules);

/// The path of a reference's file.
[[nodiscard]] std::filesystem::path referencedPath(const TraceReference& reference,
                                                   const std::filesystem::path& projectFolder);

/// The project with its trace paths relative to another folder, for saving it elsewhere. `from` or `to` may be empty:
/// no folder.
[[nodiscard]] Project withRelocatedTraces(Project project, const std::filesystem::path& from,
                                          const std::filesystem::path& to);

/// Whether the file is unchanged. A different size counts as a change without reading; else the digest decides. A stop
/// request ends it early, with a meaningless state.
[[nodiscard]] TraceState checkTraceState(const TraceReference& reference, const std::filesystem::path& projectFolder,
                                         std::stop_token stop = {});

/// The result of checkTraceState for display; empty if unchanged. The summary itself does not change.
[[nodiscard]] std::string traceStateText(TraceState state, const TraceReference& reference);

/// 16 hexadecimal digits. Error (Input, Environment, Cancelled): missing, unreadable, stopped; `stop` is checked every
/// megabyte.
[[nodiscard]] Result<std::string> digestFile(const std::filesystem::path& file, std::stop_token stop = {});

}  // namespace scalewright

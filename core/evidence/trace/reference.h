// SPDX-License-Identifier: GPL-3.0-or-later
// References to traces. Traces stay outside the project, which stores the path, size, digest and results for each.
//
// The digest covers all bytes of the file: 64 bits of FNV-1a over words with a finishing mix. It detects files that
// were replaced or rewritten, but not forgeries.
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/trace/run.h"
#include "core/project/document/project.h"

namespace scalewright {

enum class TraceState { Unchanged, Changed, Missing };

/// References the file in its current state. Errors (Input, Environment, Cancelled): as for digestFile.
[[nodiscard]] Result<TraceReference> makeReference(const std::filesystem::path& file,
                                                   const std::filesystem::path& projectFolder,
                                                   std::stop_token stop = {});

/// Makes one reference for each file of the run. Errors: a file can no longer be read (Environment), or Cancelled.
[[nodiscard]] Result<std::vector<TraceReference>> makeReferences(const TraceRun& run,
                                                                 const std::filesystem::path& projectFolder,
                                                                 std::stop_token stop = {});

/// The run as stored in a project: its references and its results; the caller sets name and provenance. Errors: as
/// above.
[[nodiscard]] Result<RecordedRun> makeRecordedRun(const TraceRun& run, const std::filesystem::path& projectFolder,
                                                  std::stop_token stop = {});

/// The user's rules file (rules.h) that was used when a stored run was read, from its member "rules"; nullopt if there
/// was none. Like a trace, it stays outside the project.
[[nodiscard]] std::optional<TraceReference> userRulesOf(const RecordedRun& run);
[[nodiscard]] RecordedRun withUserRules(RecordedRun run, const std::optional<TraceReference>& rules);

/// The path of a reference's file.
[[nodiscard]] std::filesystem::path referencedPath(const TraceReference& reference,
                                                   const std::filesystem::path& projectFolder);

/// The project with its trace paths relative to another folder, for saving it elsewhere. `from` or `to` may be empty,
/// which means no folder.
[[nodiscard]] Project withRelocatedTraces(Project project, const std::filesystem::path& from,
                                          const std::filesystem::path& to);

/// Whether the file is unchanged. A different size counts as a change without reading the file; otherwise the digest
/// decides. A stop request ends it early; the state returned is then meaningless.
[[nodiscard]] TraceState checkTraceState(const TraceReference& reference, const std::filesystem::path& projectFolder,
                                         std::stop_token stop = {});

/// The result of checkTraceState for display; empty if the file is unchanged. The stored summary itself is not
/// affected.
[[nodiscard]] std::string traceStateText(TraceState state, const TraceReference& reference);

/// The digest as 16 hexadecimal digits. Errors (Input, Environment, Cancelled): missing, unreadable, stopped; `stop` is
/// checked every megabyte.
[[nodiscard]] Result<std::string> digestFile(const std::filesystem::path& file, std::stop_token stop = {});

/// The same digest, of bytes in memory.
[[nodiscard]] std::string digestOf(std::string_view bytes);

}  // namespace scalewright

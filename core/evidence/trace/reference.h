// Traces stay beside the project: what a project keeps of one is where it lies, how large it was, a digest and what it
 // said.
//
// The digest is that of the whole file's bytes, 64 bits of FNV-1a over words with a finishing mix: it finds files that
// were exchanged or written again, not forgeries.
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

enum class TraceState { Same, Changed, Missing };

/// A file as it is now. Error (Input, Environment, Cancelled): as digestOf.
[[nodiscard]] Result<TraceReference> referenceTo(const std::filesystem::path& file,
                                                 const std::filesystem::path& projectFolder, std::stop_token stop = {});

/// One reference for each file of the run. Errors: a file can no longer be read (Environment), or Cancelled.
[[nodiscard]] Result<std::vector<TraceReference>> referencesTo(const TraceRun& run,
                                                               const std::filesystem::path& projectFolder,
                                                               std::stop_token stop = {});

/// The run as a project keeps it: its references and what it said of itself; name and provenance are the caller's.
/// Errors: as above.
[[nodiscard]] Result<RecordedRun> recordOf(const TraceRun& run, const std::filesystem::path& projectFolder,
                                           std::stop_token stop = {});

/// The file of a person's own rules (rules.h) that a kept run was read with, under its member "rules"; nullopt where
/// there was none. Like a trace it stays where it lies.
[[nodiscard]] std::optional<TraceReference> ownRulesOf(const RecordedRun& run);
[[nodiscard]] RecordedRun withOwnRules(RecordedRun run, const std::optional<TraceReference>& rules);

/// Where the file of a reference lies.
[[nodiscard]] std::filesystem::path placeOf(const TraceReference& reference,
                                            const std::filesystem::path& projectFolder);

/// The project with its traces said from another folder: for one that is saved elsewhere than it was. `from` or `to`
/// may be empty: no folder.
[[nodiscard]] Project withTracesFrom(Project project, const std::filesystem::path& from,
                                     const std::filesystem::path& to);

/// Whether the file is still what it was. A different size is a change without reading; else the digest decides. A stop
/// request ends it early, with a state that means nothing.
[[nodiscard]] TraceState stateOf(const TraceReference& reference, const std::filesystem::path& projectFolder,
                                 std::stop_token stop = {});

/// What stateOf found, for people; empty where it is the same. The summary stays what it was.
[[nodiscard]] std::string saying(TraceState state, const TraceReference& reference);

/// 16 hexadecimal digits. Error (Input, Environment, Cancelled): absent, not to be read, stopped; `stop` is asked every
/// megabyte.
[[nodiscard]] Result<std::string> digestOf(const std::filesystem::path& file, std::stop_token stop = {});

}  // namespace scalewright

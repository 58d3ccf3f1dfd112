// Traces stay beside the project: what a project keeps of one is where it lies, how large it was, a digest and what it said.
//
// The digest is that of the whole file's bytes, 64 bits of FNV-1a over words with a finishing mix: it finds files that were
// exchanged or written again, not forgeries.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/project/project.h"
#include "core/result/result.h"
#include "core/trace/run.h"

namespace scalewright {

enum class TraceState { Same, Changed, Missing };

/// One reference for each file of the run. Error (Environment): a file can no longer be read.
[[nodiscard]] Result<std::vector<TraceReference>> referencesTo(const TraceRun& run, const std::filesystem::path& projectFolder);

/// The run as a project keeps it: its references and what it said of itself; name and provenance are the caller's. Error: as above.
[[nodiscard]] Result<RecordedRun> recordOf(const TraceRun& run, const std::filesystem::path& projectFolder);

/// Where the file of a reference lies.
[[nodiscard]] std::filesystem::path placeOf(const TraceReference& reference, const std::filesystem::path& projectFolder);

/// The project with its traces said from another folder: for one that is saved elsewhere than it was. `from` or `to` may be
/// empty: no folder.
[[nodiscard]] Project withTracesFrom(Project project, const std::filesystem::path& from, const std::filesystem::path& to);

/// Whether the file is still what it was. A different size is a change without reading; else the digest decides.
[[nodiscard]] TraceState stateOf(const TraceReference& reference, const std::filesystem::path& projectFolder);

/// What stateOf found, for people; empty where it is the same. The summary stays what it was.
[[nodiscard]] Message saying(TraceState state, const TraceReference& reference);

/// 16 hexadecimal digits. Error (Input, Environment): absent, not to be read.
[[nodiscard]] Result<std::string> digestOf(const std::filesystem::path& file);

}  // namespace scalewright

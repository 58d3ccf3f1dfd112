// Traces stay beside the project: what a project keeps of one is where it lies, how large it was, a digest and what it said.
//
// The digest is that of the whole file's bytes, 64 bits of FNV-1a over words with a finishing mix: it finds files that were
// exchanged or written again, not forgeries.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/json/json.h"
#include "core/result/result.h"
#include "core/trace/run.h"

namespace scalewright {

/// What a rank's trace said.
struct TraceSummary {
    int rank = 0;
    double spanS = 0, computeS = 0, communicationS = 0, exposedS = 0, memoryS = 0, ioS = 0, idleS = 0;
    bool operator==(const TraceSummary&) const = default;
};

struct TraceReference {
    std::string file;  ///< relative to the project's folder where it lies below it, else absolute
    std::uint64_t bytes = 0;
    std::string digest;  ///< 16 hexadecimal digits
    std::vector<TraceSummary> ranks;
    bool operator==(const TraceReference&) const = default;
};

enum class TraceState { Same, Changed, Missing };

/// One reference for each file of the run. Error (Environment): a file can no longer be read.
[[nodiscard]] Result<std::vector<TraceReference>> referencesTo(const TraceRun& run, const std::filesystem::path& projectFolder);

/// Whether the file is still what it was. A different size is a change without reading; else the digest decides.
[[nodiscard]] TraceState stateOf(const TraceReference& reference, const std::filesystem::path& projectFolder);

/// What stateOf found, for people; empty where it is the same. The summary stays what it was.
[[nodiscard]] Message saying(TraceState state, const TraceReference& reference);

/// 16 hexadecimal digits. Error (Input, Environment): absent, not to be read.
[[nodiscard]] Result<std::string> digestOf(const std::filesystem::path& file);

/// As an object of a project file, and back. Errors (Input) name the member.
[[nodiscard]] Json referenceJson(const TraceReference& reference);
[[nodiscard]] Result<TraceReference> referenceFrom(const Json& json);

}  // namespace scalewright

// Which lanes of a file are one rank.
//
// A process is a rank only where something says so: a file's "distributedInfo" or name, a process's name, a rule of a
// person's own (rules.h: "workers"). Devices that compute in one process are ranks of their own. Horovod's timeline is
// that of its coordinator, whatever its processes are called: they are tensors.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/evidence/trace/rules.h"
#include "core/evidence/trace/windows.h"

namespace scalewright {

/// Files' spans and what they mean; the ranks of one file share it.
struct TraceSource {
    std::filesystem::path file;
    TraceRecording recording;
    SpanMeanings meanings;
    std::vector<std::filesystem::path> laterWindows;  ///< further files of the same rank
};

/// Its file's name, as messages say it.
[[nodiscard]] std::string fileNameOf(const TraceSource& source);

/// One rank's lanes of one file.
struct RankLanes {
    std::shared_ptr<const TraceSource> source;
    std::vector<bool> lanes;
    std::optional<int> number;
    std::string device;       ///< where several devices of one process are ranks: which it is
    std::size_t devices = 1;  ///< how many there are
    std::size_t deviceIndex = 0;
};

/// What a Horovod timeline is of.
struct HorovodTimeline {
    std::size_t tensors = 0;
    int ranks = 1;
};

/// Its activities get the category "horovod" and its ticks "horovod tick", for the rules; rank and world size are set
/// where the file says none. nullopt for any other recording.
std::optional<HorovodTimeline> prepareHorovod(TraceRecording& recording);

/// A file is one rank, unless its lanes are workers, its processes are ranks, or several devices compute in it.
[[nodiscard]] std::vector<RankLanes> ranksOf(const std::shared_ptr<const TraceSource>& source, const TraceRules& rules,
                                             std::vector<std::string>& warnings);

/// "rank-3.json" -> 3, "worker_1.pt.trace.json.gz" -> 1; nullopt where the name says none.
[[nodiscard]] std::optional<int> rankInName(const std::string& name);
/// The name up to that number; all of it where there is none.
[[nodiscard]] std::string nameBeforeRank(const std::string& name);

}  // namespace scalewright

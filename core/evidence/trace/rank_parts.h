// SPDX-License-Identifier: GPL-3.0-or-later
// Determines which lanes of a file form one rank.
//
// A process is a rank only if something says so: a file's "distributedInfo" or name, a process name, or a user-defined
// rule (rules.h: "workers"). Devices that compute in one process are separate ranks. A Horovod timeline belongs to its
// coordinator, whatever its processes are called, because they are tensors.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/evidence/trace/rules.h"
#include "core/evidence/trace/windows.h"

namespace scalewright {

/// A file's spans and their meanings, shared by all ranks of the file.
struct TraceSource {
    std::filesystem::path file;
    TraceRecording recording;
    SpanMeanings meanings;
    std::vector<std::filesystem::path> laterFiles;  ///< additional files of the same rank
};

/// The file name as shown in messages.
[[nodiscard]] std::string fileNameOf(const TraceSource& source);

/// The lanes of one rank in one file.
struct RankLanes {
    std::shared_ptr<const TraceSource> source;
    std::vector<bool> isOwnLane;
    std::optional<int> rankNumber;
    std::string deviceName;  ///< this rank's device, if several devices in one process are ranks
    std::size_t deviceCount = 1;  ///< number of such devices
    std::size_t deviceIndex = 0;
};

struct HorovodTimeline {
    std::size_t tensorCount = 0;
    int rankCount = 1;
};

/// For the rules, gives Horovod's activities the category "horovod" and its ticks "horovod tick"; sets rank and world
/// size if the file does not. nullopt for any other recording.
std::optional<HorovodTimeline> prepareHorovod(TraceRecording& recording);

/// A file is one rank unless its lanes are workers, its processes are ranks, or several devices compute in it.
[[nodiscard]] std::vector<RankLanes> splitIntoRanks(const std::shared_ptr<const TraceSource>& source,
                                                    const TraceRules& rules, std::vector<std::string>& warnings);

/// "rank-3.json" -> 3, "worker_1.pt.trace.json.gz" -> 1; nullopt if the name has no rank.
[[nodiscard]] std::optional<int> parseRankInName(const std::string& name);
/// The name up to that number, or the whole name without one.
[[nodiscard]] std::string nameBeforeRank(const std::string& name);

}  // namespace scalewright

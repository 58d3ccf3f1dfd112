// Two runs of the same workers held against each other, part by part: two recordings, or a recording and a simulation.
//
//     const RunComparison difference = compared(comparable(before, after));
//     difference.workers[0].second.part(Doing::Waiting) - difference.workers[0].first.part(Doing::Waiting);
//
// Parts are those of a worker's bar (bars.h), so that they add up: communication is what nothing hides, without the
// waiting in it.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/evidence/timeline/bars.h"

namespace scalewright {

struct RecordedRun;

/// Where a worker's time went. All but hidden communication, which lies beside compute, add up to the span.
struct WorkerParts {
    int worker = 0;  ///< a recorded one's rank
    double spanS = 0;
    std::array<double, doingCount> seconds{};
    [[nodiscard]] double part(Doing what) const { return seconds[static_cast<std::size_t>(what)]; }
    /// What is left of the span; what sums leave in their last digits is nothing.
    [[nodiscard]] double idleS() const;
};

enum class PartsOver {
    Run,
    Step,
    Share
};  ///< seconds of all of it, of a mean step, or shares of the span (which is then 1)

struct RunParts {
    PartsOver over = PartsOver::Run;
    std::vector<WorkerParts> workers;  ///< by number
};

/// A recording, all of it.
[[nodiscard]] RunParts partsOf(const TraceRun& run);
/// What a project keeps of one: exposed communication counts as transfer where the trace could not tell waiting from
/// it.
[[nodiscard]] RunParts partsOf(const RecordedRun& kept);
[[nodiscard]] RunParts partsOf(const Simulation& run);
/// A recording's mean step; nullopt where a rank's trace marks none.
[[nodiscard]] std::optional<RunParts> stepPartsOf(const TraceRun& run);
/// Each worker's parts as shares of its own span.
[[nodiscard]] RunParts sharesOf(RunParts run);

/// Two recordings in the same measure: mean steps where both mark them, else all of each.
struct RunPair {
    RunParts first, second;
};
[[nodiscard]] RunPair comparable(const TraceRun& first, const TraceRun& second);

struct ComparedWorker {
    WorkerParts first, second;
};
struct RunComparison {
    PartsOver over = PartsOver::Run;
    std::vector<ComparedWorker> workers;     ///< that both have, by number
    std::vector<int> onlyFirst, onlySecond;  ///< that one of them lacks
    double firstS = 0, secondS = 0;          ///< the longest worker's span, over all of each
    /// What changed from the first to the second, and the part that changed most, as a mean over the workers that both
    /// have.
    std::string about;
};

/// Precondition: both are over the same.
[[nodiscard]] RunComparison compared(const RunPair& runs);

}  // namespace scalewright

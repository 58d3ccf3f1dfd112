// SPDX-License-Identifier: GPL-3.0-or-later
// Comparison of two runs with the same workers, part by part: two recordings, or a recording and a simulation.
//
//     const RunComparison difference = compareRuns(makeComparable(before, after));
//     difference.workers[0].second.part(Activity::Waiting) - difference.workers[0].first.part(Activity::Waiting);
//
// Parts are those of a worker's bar (bars.h), so they add up: communication is exposed communication without its
// waiting.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/evidence/timeline/bars.h"

namespace scalewright {

struct RecordedRun;
struct Rung;

/// Where a worker's time went. The parts add up to the span, except hidden communication, which overlaps compute.
struct WorkerParts {
    int worker = 0;  ///< the rank, for a recording
    double spanS = 0;
    std::array<double, activityCount> seconds{};
    [[nodiscard]] double part(Activity activity) const { return seconds[static_cast<std::size_t>(activity)]; }
    /// The rest of the span; a negative rounding error counts as zero.
    [[nodiscard]] double idleS() const;
};

enum class PartsBasis {
    Run,
    Step,
    Share
};  ///< seconds of the whole run, seconds of a mean step, or shares of the span (whose length is then 1)

struct RunParts {
    PartsBasis basis = PartsBasis::Run;
    std::vector<WorkerParts> workers;  ///< ordered by number
};

/// The whole recording.
[[nodiscard]] RunParts partsOf(const TraceRun& run);
/// The summary stored in a project: all exposed communication counts as transfer if the trace could not separate
/// waiting from it.
[[nodiscard]] RunParts partsOf(const RecordedRun& recorded);
[[nodiscard]] RunParts partsOf(const Simulation& run);
/// A rung's parts are means over its workers, so each of the p workers has the same. Precondition: the rung has parts.
[[nodiscard]] RunParts partsOf(const Rung& rung);
/// The mean step of a recording; nullopt if a rank's trace marks no steps.
[[nodiscard]] std::optional<RunParts> stepPartsOf(const TraceRun& run);
/// Each worker's parts as shares of its own span.
[[nodiscard]] RunParts sharesOf(RunParts run);

/// Two recordings on the same basis: mean steps if both mark them, else the whole recordings.
struct RunPair {
    RunParts first, second;
};
[[nodiscard]] RunPair makeComparable(const TraceRun& first, const TraceRun& second);

struct ComparedWorker {
    WorkerParts first, second;
};
struct RunComparison {
    PartsBasis basis = PartsBasis::Run;
    std::vector<ComparedWorker> workers;     ///< workers in both runs, ordered by number
    std::vector<int> onlyInFirst, onlyInSecond;  ///< workers in only one of the runs
    double firstSpanS = 0, secondSpanS = 0;          ///< the longest span of any worker in that run
    /// What changed from the first run to the second, and the part that changed most, as a mean over the workers in
    /// both runs.
    std::string summary;
};

/// Precondition: both have the same basis.
[[nodiscard]] RunComparison compareRuns(const RunPair& runs);

}  // namespace scalewright

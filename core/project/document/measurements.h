// SPDX-License-Identifier: GPL-3.0-or-later
// Measured and imported data: timed collectives, ladders, and summaries of recorded traces.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json/json.h"
#include "core/project/document/baseline.h"
#include "core/project/document/design.h"
#include "core/project/document/field.h"
#include "core/project/document/target.h"
#include "core/project/enums/pattern.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

/// One timed collective: p workers, bytes per message, seconds.
struct CollectiveTiming {
    int p = 2;
    double bytes = 0;
    double seconds = 0;
    Json::Object unknown{};
    bool operator==(const CollectiveTiming&) const = default;
};

struct CollectiveMeasurement {
    std::string name;
    Pattern pattern = bookPattern;  ///< the pattern whose parameters the timing determines
    Provenance provenance;
    std::vector<CollectiveTiming> timings;
    Json::Object unknown;
    bool operator==(const CollectiveMeasurement&) const = default;
};

/// What one worker reports about a run. A worker that waits for others in an exchange usually counts that as
/// communication (core/evidence/ladder/ranks.h).
struct WorkerTimes {
    std::optional<int> rank;  ///< absent: the worker did not say which one it is
    std::optional<double> timeS, compS, commS, idleS, ioS;
    Json::Object unknown{};
    bool operator==(const WorkerTimes&) const = default;
};

/// One run of a ladder at p workers: its time or throughput, and the parts of the time if they were measured. Several
/// points with the same p are repeats. Time and throughput are never both absent; if only parts are given, their sum is
/// the time.
struct LadderPoint {
    int p = 1;
    std::optional<double> timeS;
    std::optional<double> throughputPerS;
    std::optional<double> compS, commS, idleS, ioS;  ///< sum to at most timeS; the rest of a given time is unassigned
    std::optional<double> quality;  ///< accuracy, loss, recall: see Ladder::qualityName
    std::optional<double> energyJ;  ///< energy used by the run, all workers together
    /// From each worker that reported; one alone describes only itself. Empty: the parts were not given by worker.
    std::vector<WorkerTimes> ranks{};
    std::string host{};  ///< where it ran; empty: unknown
    std::string machine{};  ///< type of that host, such as its processor; empty: unknown
    Json::Object unknown;
    bool operator==(const LadderPoint&) const = default;
};

inline constexpr int maximumFailedRuns = 1'000'000;  ///< per p

/// Runs at one p that produced no time: they crashed, hung, or ran with a different worker count.
struct FailedRuns {
    int p = 1;
    int runs = 1;
    Json::Object unknown{};
    bool operator==(const FailedRuns&) const = default;
};

/// What a ladder was run with: the parts of a project on which its times depend.
struct RunConditions {
    Baseline baseline;
    Target target;
    Design design;
    Json::Object unknown{};
    bool operator==(const RunConditions&) const = default;
};

/// A file of the program that was run, in the state in which it was run.
struct ProgramFile {
    std::string file;  ///< absolute path
    std::string digest;  ///< 16 hexadecimal digits over all bytes
    Json::Object unknown{};
    bool operator==(const ProgramFile&) const = default;
};

/// Runs at several p, in the order they were measured.
struct Ladder {
    std::string name;
    Provenance provenance;
    std::optional<Scaling> scaling;  ///< absent: not set
    std::string qualityName;  ///< "top-1 accuracy"
    MaybeQuantity qualityTarget;  ///< quality at which speedup is compared, if rows have a quality
    /// Number of design steps per measured time; absent: not set (core/decision/attribution/ledger.h guesses it).
    MaybeQuantity stepsPerMeasuredTime;
    std::string command;  ///< the command that was run, as typed in a shell: "./heat 100 '{p}'"; empty: not set
    /// The launcher used at each p: "mpirun" (core/evidence/runs/launcher.h); empty: the command was started directly.
    std::string launcher;
    /// The executable, script and local modules that the command ran; empty: unknown. All rows are from this program.
    std::vector<ProgramFile> program{};
    std::optional<int> cores;  ///< cores of the one machine on which the ladder ran, if recorded
    std::optional<double> loadAtStart;  ///< load of that machine when the first run began
    /// Absent while they are those of the project; recorded when the project changes (core/decision/plan/conditions.h).
    std::optional<RunConditions> conditions;
    std::vector<LadderPoint> points;
    /// In ascending order of p if read from a file; a p without any successful run may appear only here
    std::vector<FailedRuns> failed{};
    Json::Object unknown;
    bool operator==(const Ladder&) const = default;
};

template <>
inline constexpr auto quantities<Ladder> = std::to_array<QuantityField<Ladder>>({
    {&Ladder::qualityTarget,
     {"/measurements/ladders/*/quality_target", Dimension::Ratio, Range::Any, "quality target",
      "the quality that the runs reach", "speedup is stated at equal quality"}},
    {&Ladder::stepsPerMeasuredTime,
     {"/measurements/ladders/*/steps_per_time", Dimension::Ratio, Range::Positive, "steps in one measured time",
      "how many steps one measured time holds",
      "1 if a step was timed, the steps of an epoch or a run if that was timed; below 1 if the ladder is a "
      "throughput"}},
});

/// Summary of a rank's trace at the time it was read, in seconds; core/evidence/trace/breakdown.h defines each part.
struct TraceSummary {
    int rank = 0;
    double spanS = 0, computeS = 0, communicationS = 0, exposedS = 0, memoryS = 0, ioS = 0, idleS = 0;
    std::optional<double> waitingS;  ///< absent if the trace cannot separate waiting from transfer
    std::optional<double> unclassifiedS{};  ///< absent in older projects
    Json::Object unknown{};
    bool operator==(const TraceSummary&) const = default;
};

/// A trace file. The file itself is not copied; the project keeps only these data, so that a missing or changed file
/// can be reported.
struct TraceReference {
    std::string file;  ///< relative to the project's folder if inside it, otherwise absolute
    std::uint64_t bytes = 0;
    /// 16 hexadecimal digits, computed over all bytes of the file (core/evidence/trace/reference.h).
    std::string digest;
    std::vector<TraceSummary> ranks;
    Json::Object unknown{};
    bool operator==(const TraceReference&) const = default;
};

/// A recorded run: the traces of its ranks, in one or several files.
struct RecordedRun {
    std::string name;
    Provenance provenance;
    std::optional<int> worldSize;  ///< number of ranks that took part, if the files contain it
    std::optional<int> straggler;  ///< the rank that kept the others waiting, if any
    std::vector<TraceReference> files;
    Json::Object unknown{};
    bool operator==(const RecordedRun&) const = default;
};

struct Measurements {
    std::vector<CollectiveMeasurement> collectives;
    std::vector<Ladder> ladders;
    std::vector<RecordedRun> traces;
    /// Results of each run of the probes, oldest first; the values in use are in the baseline
    std::vector<Machine> machines;
    Json::Object unknown;
    Measurements();
    Measurements(const Measurements&);
    Measurements(Measurements&&) noexcept;
    Measurements& operator=(const Measurements&);
    Measurements& operator=(Measurements&&) noexcept;
    ~Measurements();
    bool operator==(const Measurements&) const;
};

}  // namespace scalewright

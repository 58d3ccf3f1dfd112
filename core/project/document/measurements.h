// What was measured and imported: timed collectives, ladders, and what recorded traces said.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json/json.h"
#include "core/project/document/baseline.h"
#include "core/project/document/field.h"
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
    Pattern pattern = bookPattern;  ///< the pattern whose constants it gives
    Provenance provenance;
    std::vector<CollectiveTiming> timings;
    Json::Object unknown;
    bool operator==(const CollectiveMeasurement&) const = default;
};

/// One run of a ladder: at p workers, its time or its throughput, and the parts of the time where they were measured.
/// Several with the same p are repeats. `time` and `throughput` are not both absent, and parts alone give the time.
struct LadderPoint {
    int p = 1;
    std::optional<double> timeS;
    std::optional<double> throughputPerS;
    std::optional<double> compS, commS, idleS, ioS;  ///< sum to timeS; the rest of a given time is nobody's
    std::optional<double> quality;                   ///< accuracy, loss, recall: what Ladder::qualityName says
    std::optional<double> energyJ;                   ///< what the run drew, all workers together
    Json::Object unknown;
    bool operator==(const LadderPoint&) const = default;
};

inline constexpr int mostFailedRuns = 1'000'000;  ///< of one p

/// Runs of one p that were made and gave no time: they crashed, hung, saw another count.
struct FailedRuns {
    int p = 1;
    int runs = 1;
    Json::Object unknown{};
    bool operator==(const FailedRuns&) const = default;
};

/// Runs at several p. Rows stay as they were measured, in their order.
struct Ladder {
    std::string name;
    Provenance provenance;
    std::optional<Scaling> scaling;  ///< absent: nobody said yet
    std::string qualityName;         ///< "top-1 accuracy"
    MaybeQuantity qualityTarget;     ///< speedup is stated at equal target where rows carry a quality
    MaybeQuantity stepsPerTime;      ///< steps of the design that one measured time holds; absent: nobody said
 ///< (core/decision/attribution/ledger.h guesses)
    std::string command;   ///< what was run, as a shell reads it: "./heat 100 '{p}'"; empty: nobody said
    std::string
        launcher;  ///< what started it at each p: "mpirun" (core/evidence/runs/launcher.h); empty: it started itself
    std::optional<int> cores;           ///< of the one machine it ran on, where the ladder says it
    std::optional<double> loadAtStart;  ///< of that machine, when the first run began
    std::vector<LadderPoint> points;
    /// By ascending p where a file was read; a p may stand here alone: none of its runs succeeded
    std::vector<FailedRuns> failed{};
    Json::Object unknown;
    bool operator==(const Ladder&) const = default;
};

template <>
inline constexpr auto quantities<Ladder> = std::to_array<QuantityField<Ladder>>({
    {&Ladder::qualityTarget,
     {"/measurements/ladders/*/quality_target", Dimension::Ratio, Range::Any, "quality target",
      "the quality that the runs reach", "speedup is stated at equal quality"}},
    {&Ladder::stepsPerTime,
     {"/measurements/ladders/*/steps_per_time", Dimension::Ratio, Range::Positive, "steps in one measured time",
      "how many steps one measured time holds",
      "1 where a step was timed, an epoch's or a run's steps where that was; a part of one where the ladder is "
      "a throughput"}},
});

/// What a rank's trace said when it was read, in seconds; what each means is in core/evidence/trace/breakdown.h.
struct TraceSummary {
    int rank = 0;
    double spanS = 0, computeS = 0, communicationS = 0, exposedS = 0, memoryS = 0, ioS = 0, idleS = 0;
    std::optional<double> waitingS;  ///< absent where the trace cannot tell waiting from transfer
    std::optional<double> unclassifiedS{};  ///< absent in older projects
    Json::Object unknown{};
    bool operator==(const TraceSummary&) const = default;
};

/// A trace file. It stays where it lies; a project keeps only this of it, so that a missing or changed file can be
/// said.
struct TraceReference {
    std::string file;         ///< relative to the project's folder where it lies below it, else absolute
    std::uint64_t bytes = 0;
    std::string digest;       ///< 16 hexadecimal digits, of all its bytes (core/evidence/trace/reference.h)
    std::vector<TraceSummary> ranks;
    Json::Object unknown{};
    bool operator==(const TraceReference&) const = default;
};

/// A recorded run: the traces of its ranks, in one file or in several.
struct RecordedRun {
    std::string name;
    Provenance provenance;
    std::optional<int> worldSize;  ///< how many ranks took part, where the files say so
    std::optional<int> straggler;  ///< the rank that kept the others waiting; absent where none stood out
    std::vector<TraceReference> files;
    Json::Object unknown{};
    bool operator==(const RecordedRun&) const = default;
};

struct Measurements {
    std::vector<CollectiveMeasurement> collectives;
    std::vector<Ladder> ladders;
    std::vector<RecordedRun> traces;
    /// What each run of the probes measured, oldest first; what is in use stands in the baseline
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

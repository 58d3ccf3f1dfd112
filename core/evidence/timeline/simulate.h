// SPDX-License-Identifier: GPL-3.0-or-later
// Simulation of a design's run: every step of every worker, before anything is built. Deterministic for a given seed.
//
// Max-plus recurrences: r_i, the time at which worker i ends compute, is its start plus its share with jitter; an
// exchange maps all r to all ends. A phase of a collective maps t_i to max(t_i, t_sender) + cost. If every phase costs
// every worker the same and every worker is reached from every other, r_max + the sum of the costs is exact for all of
// them: rings, pairwise exchanges, recursive doubling, Rabenseifner, shuffle. One line then replaces the p(p-1)
// messages of a ring. Trees and gossip are different and run phase by phase: there, an early worker finishes its part
// before the late ones arrive.
//
//     slot            what the simulation does
//     jitter          c + sigma N(0, 1), or c - sigma + an exponential of mean sigma; a share is never below zero
//     skew            worker 0 has skew c, the others share the rest of the work
//     local steps     an exchange every H-th step
//     overlap         what the backward pass hides of an exchange (exposedCommunicationS) is drawn alongside compute
//     bounded         a worker starts the next exchange once all have ended the one s before
//     asynchronous    no worker waits
//     backup          a step closes with the K-th of p; the rest discard their work
//     failures        exponential times between them; the design's recovery sets the cost (core/model/scaling/failures.h)
//
// Common random numbers: a worker's jitter in a step depends only on seed, worker and step, so changing one parameter
// changes nothing else.
//
//     const Simulation run = simulate({.model = model, .p = 8, .steps = 100});
//     run.stepTimeS; run.workers[3].waitingS;
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/text/enum_names.h"
#include "core/model/scaling/model.h"

namespace scalewright {

/// From step `fromStep` on, the worker's compute takes `factor` times as long.
struct SlowedWorker {
    int worker = 0;
    double factor = 2;  ///< > 0
    int fromStep = 0;
    bool operator==(const SlowedWorker&) const = default;
};

/// A worker dies in the middle of a step, which triggers the design's recovery.
struct KilledWorker {
    int worker = 0;
    int step = 0;
    bool operator==(const KilledWorker&) const = default;
};

struct SimulationQuestion {
    ScalingModel model;
    int p = 1;
    int steps = 100;
    std::uint64_t seed = 1;
    std::vector<SlowedWorker> slowedWorkers;
    std::optional<KilledWorker> killedWorker;
    bool recordSpans = false;  ///< also record what each worker does over time
    bool operator==(const SimulationQuestion&) const = default;
};

/// Maximum number of workers times steps.
inline constexpr std::size_t maximumWorkerSteps = 50'000'000;
/// Maximum number of failures and checkpoints in a run, or of that number times the workers if every span is recorded.
inline constexpr std::size_t maximumInterruptions = 1'000'000;

/// Reports every value out of range, with its field ("p", "steps", "slow", "kill", or a field of the model).
[[nodiscard]] Result<void> validate(const SimulationQuestion& question);

enum class WorkerState : std::uint8_t {
    Compute,
    Communication,
    HiddenCommunication,
    Waiting,
    Coordination,
    Checkpoint,
    Failure
};
template <>
inline constexpr auto enumNames<WorkerState> =
    namedValues<WorkerState>("state", {{WorkerState::Compute, "compute"},
                                       {WorkerState::Communication, "communication"},
                                       {WorkerState::HiddenCommunication, "hidden-communication"},
                                       {WorkerState::Waiting, "waiting"},
                                       {WorkerState::Coordination, "coordination"},
                                       {WorkerState::Checkpoint, "checkpoint"},
                                       {WorkerState::Failure, "failure"}});

struct SimulatedSpan {
    double fromS = 0, toS = 0;
    int worker = 0, step = 0;
    WorkerState state = WorkerState::Compute;
};

/// Seconds over the whole run. For a worker that survives to the end, compute + communication + waiting + coordination
/// + checkpoints + failures equals the run.
struct SimulatedWorker {
    double computeS = 0, communicationS = 0, hiddenS = 0, waitingS = 0, coordinationS = 0, checkpointS = 0,
           failureS = 0;
};

struct Simulation {
    double runS = 0;  ///< until the last worker ends its last step
    double stepTimeS = 0;  ///< runS/steps
    double idleShare = 0;  ///< waiting and failures as a share of the run, mean over the workers
    std::vector<double> stepEndS;  ///< when the last worker ends the step, including failures
    std::vector<SimulatedWorker> workers;
    /// By step, worker and time, then failures and checkpoints; empty unless question.recordSpans is set.
    std::vector<SimulatedSpan> spans;
    int failureCount = 0;
    bool canFinish = true;  ///< false: aborted, and the times are meaningless
    std::string abortReason;  ///< a sentence; empty if the run finishes
    bool isTooLarge = false;  ///< aborted because it has too many failures and checkpoints to simulate
};

/// Precondition: validate(question) passes. A stop request ends it early, with the steps simulated so far.
[[nodiscard]] Simulation simulate(const SimulationQuestion& question, std::stop_token stop = {});

/// How a simulation compares with the closed form of T(p), and which part of the model causes the difference, in words.
struct ModelComparison {
    double closedFormS = 0;
    double ratio = 1;  ///< simulated time over closed form
    std::string summary;
};
[[nodiscard]] ModelComparison compareWithModel(const SimulationQuestion& question, const Simulation& run);

}  // namespace scalewright

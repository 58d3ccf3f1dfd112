// A design's run simulated: every worker's every step, before anything is built. Deterministic by its seed.
//
// Max-plus recurrences: r_i, worker i's end of compute, is its start plus its share with jitter; an exchange maps all r
// to all ends. A phase of a collective maps t_i to max(t_i, t_sender) + cost. Where every phase costs every worker the
// same and everybody is reached from everybody, r_max + the sum of the costs comes out for all of them, exactly: rings,
// pairwise exchanges, recursive doubling, Rabenseifner, shuffle. One line then stands for the p(p-1) messages of a
// ring. Trees and gossip are not like that, and run phase by phase: there an early worker's part is done before the
// late ones come.
//
//   slot            what the simulation does
//   jitter          c + sigma N(0, 1), or c - sigma + an exponential of mean sigma; a share is never below zero
//   skew            worker 0 has skew c, the others what is left of the work
//   local steps     an exchange every H-th step
//   overlap         what the backward pass hides of an exchange (exposedCommunicationS) is drawn beside compute
//   bounded         a worker starts an exchange's successor when all have ended the one s before
//   asynchronous    nobody waits
//   backup          a step closes with the K-th of p; the rest drop what they did
//   failures        exponential times between them; the recovery of the design costs what it costs (core/model/scaling/failures.h)
//
// Common random numbers: a worker's jitter in a step depends on seed, worker and step alone, so what is dragged changes
// nothing else.
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
#include "core/model/scaling/model.h"

namespace scalewright {

/// From a step on, a worker's compute takes `factor` times as long.
struct SlowedWorker {
    int worker = 0;
    double factor = 2;  ///< > 0
    int fromStep = 0;
    bool operator==(const SlowedWorker&) const = default;
};

/// A worker dies in the middle of a step, and the design's recovery answers.
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
    std::vector<SlowedWorker> slowed;
    std::optional<KilledWorker> killed;
    bool spans = false;  ///< also what each worker does when
    bool operator==(const SimulationQuestion&) const = default;
};

/// Largest question: workers times steps.
inline constexpr std::size_t largestSimulation = 50'000'000;
/// Most failures and checkpoints of a run; times its workers, where every span is kept.
inline constexpr std::size_t mostDisturbances = 1'000'000;

/// Everything that is out of range, each with its field ("p", "steps", "slow", "kill") or that of the model.
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

struct SimulatedSpan {
    double fromS = 0, toS = 0;
    int worker = 0, step = 0;
    WorkerState state = WorkerState::Compute;
};

/// Seconds of the whole run. compute + communication + waiting + coordination + checkpoints + failures = the run, for a
/// worker that ends with the last.
struct SimulatedWorker {
    double computeS = 0, communicationS = 0, hiddenS = 0, waitingS = 0, coordinationS = 0, checkpointS = 0,
           failureS = 0;
};

struct Simulation {
    double runS = 0;  ///< until the last worker has ended its last step
    double stepTimeS = 0;  ///< runS/steps
    double idleShare = 0;  ///< mean over the workers of waiting and failures, of the run
    std::vector<double> stepEndS;  ///< when the last worker has ended it, failures included
    std::vector<SimulatedWorker> workers;
    std::vector<SimulatedSpan> spans;  ///< by step, worker and time; without failures and checkpoints between them
        ///< where question.spans is false
    int failures = 0;
    bool finishes = true;  ///< false: given up; the times are then of no use
    std::string gaveUp;  ///< why: a sentence; empty where it finishes
    bool tooLarge = false;  ///< given up as it holds more failures and checkpoints than are simulated
};

/// Precondition: validate(question) passes. A stop request ends it early with the steps so far.
[[nodiscard]] Simulation simulate(const SimulationQuestion& question, std::stop_token stop = {});

/// How a simulation stands to T(p) in closed form, and which part of the model makes the difference, in words.
struct SimulationAgainstModel {
    double closedFormS = 0;
    double ratio = 1;  ///< simulated over closed
    std::string about;
};
[[nodiscard]] SimulationAgainstModel againstModel(const SimulationQuestion& question, const Simulation& run);

}  // namespace scalewright

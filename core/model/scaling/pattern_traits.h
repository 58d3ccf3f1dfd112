// SPDX-License-Identifier: GPL-3.0-or-later
// Properties of a pattern other than its time: one constexpr object per pattern, in the pattern's file in
// core/model/scaling/patterns. Code that treats patterns differently (map, rules, whiteboard, timeline, benchmark,
// menus, fits, command line) reads these properties instead of naming patterns. A pattern that omits one without a
// default does not compile (patterns/exchange.h).
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/scaling/pattern.h"

namespace scalewright {

/// What each worker has after an exchange.
enum class ExchangeOutcome {
    FullSum = 1,  ///< the sum, on every worker
    SumSlices,  ///< each worker has one slice of the sum, gathered when needed: reduce-scatter and all-gather
    /// Like SumSlices, but the model is sliced too and gathered for each pass: no worker keeps the whole model.
    SumAndModelSlices,
    ServerSum,  ///< a sum computed by servers and pulled by workers
    NeighbourMean,  ///< mean over neighbours; workers have different values
    SampledClientMean,  ///< mean over this round's clients; workers have different values
    AllToAllParts,  ///< one part from every worker to every worker: all-to-all
    TaskAnswers,  ///< tasks sent out by one worker, which collects the results
    Copies,  ///< copies of one worker's or every worker's data on all workers: no sum
};

/// Whether every worker gets the sum over all workers, at once or on demand.
[[nodiscard]] constexpr bool deliversFullSum(ExchangeOutcome delivers)
{
    return delivers == ExchangeOutcome::FullSum || delivers == ExchangeOutcome::SumSlices ||
           delivers == ExchangeOutcome::ServerSum;
}

/// Whether the workers sum their data without servers, whole or in slices; the partition decides which.
[[nodiscard]] constexpr bool sumsWithoutServers(ExchangeOutcome delivers)
{
    return delivers == ExchangeOutcome::FullSum || delivers == ExchangeOutcome::SumSlices ||
           delivers == ExchangeOutcome::SumAndModelSlices;
}

/// How the end times of an exchange follow from the end times of compute, on the timeline.
enum class CompletionDependency {
    AllWorkers,  ///< no worker finishes before the last one arrives
    Tree,  ///< up and down a binomial tree; each worker finishes when its branch arrives
    Neighbours,  ///< each worker finishes when its neighbours arrive
};

/// If workers per node is not a power of two, the rounds are modelled as if in step, which gives an upper bound.
struct UnevenNodeBound {
    const char* roundsOf;  ///< for messages: "the exchange"
    int maximumPercentAboveSimGrid;  ///< with 6 workers per node (tests/data/simgrid)
};

/// How T depends on the message size n in bytes at a given p; A is the latency, B the seconds per byte.
enum class TimeVersusMessageSize {
    Linear,  ///< A + B n: linear in alpha and beta
    LinearWithRoot,  ///< A + B n + 2 sqrt(A B n): arbitrarily many chunks
    /// Piecewise in the whole number of chunks: no closed form, so it cannot be used for a competing pattern.
    WholeChunks,
};

/// How the whiteboard draws the pattern (core/design/slots/topology_panels.h).
enum class Drawing {
    Ring = 1,
    PairwiseSwaps,
    HalvingSwaps,
    BinomialTree,
    DoubleTree,
    Clusters,
    AllPairs,
    Servers,
    Neighbours,
    Clients,
    Chain
};

/// T(p) = latency alpha (p-1) + (bandwidth beta + reduction gammaS)(p-1)/p for all real p >= 1; a closed-form optimum
/// of T_comp/p + T(p) requires this form.
struct SmoothCoefficients {
    double latency = 0, bandwidth = 0, reduction = 0;
};

/// A pattern must set the members that start empty; the others start with what most patterns have.
struct PatternProperties {
    const char* title{};  ///< display name
    const char* formula{};  ///< as text
    const char* source{};  ///< author and year of its paper, before ";" if more follows
    /// The paper's entry in a bibliography, if neither another pattern nor resources/catalogue/references.json has it
    const char* reference = nullptr;
    /// Other names in timing files, in addition to the name with and without "-all-reduce".
    std::array<const char*, 2> aliases{};
    const char* slotOption{};  ///< option of slot 2 (resources/catalogue/design.json) that the pattern implements
    ExchangeOutcome outcome{};
    bool isBarrier = false;  ///< no worker continues before all have arrived
    CompletionDependency completion = CompletionDependency::AllWorkers;
    PatternInputs inputs{};
    TimeVersusMessageSize timeVersusMessageSize = TimeVersusMessageSize::Linear;
    std::optional<SmoothCoefficients> smoothCoefficients;
    bool smoothOnlyIfLinearScatter = false;  ///< smoothCoefficients are valid only with linearScatter
    /// The pattern whose formula this one simplifies; both describe the same algorithm, so they are never compared
    std::optional<Pattern> simplifiedFrom;
    /// Absent if agreement with SimGrid is as good as for powers of two.
    std::optional<UnevenNodeBound> unevenNodeBound;
    /// Collectives that a benchmark times for this pattern (core/design/tools/benchmark.h, app/mpi).
    std::array<const char*, 2> benchmarks{};
    Drawing drawing{};
    const char* drawingNote = "";  ///< explains what the drawing does not show
    double mapTintStrength{};  ///< strength of its colour on the map, 0 … 1: fixed, and distinguishable in greyscale
};

struct PatternTraits : PatternProperties {
    double (*exchangeTime)(const CommunicationParameters&, double p);  ///< communicationTime for p >= 2
    void (*exchangeTimes)(const CommunicationParameters&, int pMax, double* out);  ///< communicationTimes
};

[[nodiscard]] const PatternTraits& traitsOf(Pattern pattern);

/// The patterns that implement an option of slot 2, the usual one first (before its simplification); may be empty.
[[nodiscard]] std::vector<Pattern> patternsForOption(std::string_view option);

[[nodiscard]] Pattern firstPatternWithOutcome(ExchangeOutcome delivers);

/// The coefficients for these parameters; nullopt unless isSmoothInP().
[[nodiscard]] std::optional<SmoothCoefficients> smoothCoefficients(Pattern pattern,
                                                                   const CommunicationParameters& parameters);

/// Whether `one` delivers at least the data that `other` delivers, to all receivers of `other`. Every sum can replace a
/// mean over some workers; a pattern that moves other data can replace only itself.
[[nodiscard]] bool deliversAtLeast(Pattern one, Pattern other);

}  // namespace scalewright

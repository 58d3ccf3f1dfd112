// Properties of a pattern besides its time: one constexpr object per pattern, in its file in
// core/model/scaling/patterns. Code that distinguishes patterns (map, rules, whiteboard, timeline, benchmark, menus,
// fits, command line) reads these and names no pattern. A pattern that leaves one out does not compile
// (patterns/exchange.h).
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/scaling/pattern.h"

namespace scalewright {

/// What each worker holds after an exchange.
enum class ExchangeOutcome {
    FullSum,  ///< the sum, on every worker
    SumSlices,  ///< a slice of the sum per worker, gathered when needed: reduce-scatter and all-gather
    SumAndModelSlices,  ///< as SumSlices, and the model's slices gathered for each pass: no whole model is kept
    ServerSum,  ///< the sum that servers computed and workers pull
    NeighbourMean,  ///< a mean over neighbours: views differ
    SampledClientMean,  ///< a mean over the clients of this round: views differ
    AllToAllParts,  ///< one part from each worker for each worker: all-to-all
    TaskAnswers,  ///< tasks sent out by one worker, which collects the answers
    Copies,  ///< copies of one worker's or every worker's data on all workers: no sum
};

/// Whether every worker gets the sum over all workers, at once or on demand.
[[nodiscard]] constexpr bool deliversFullSum(ExchangeOutcome delivers)
{
    return delivers == ExchangeOutcome::FullSum || delivers == ExchangeOutcome::SumSlices ||
           delivers == ExchangeOutcome::ServerSum;
}

/// Whether the workers sum their data, whole or in slices, without servers; the partition decides which of these it is.
[[nodiscard]] constexpr bool sumsWithoutServers(ExchangeOutcome delivers)
{
    return delivers == ExchangeOutcome::FullSum || delivers == ExchangeOutcome::SumSlices ||
           delivers == ExchangeOutcome::SumAndModelSlices;
}

/// How the ends of an exchange follow from the ends of compute, on the timeline.
enum class CompletionDependency {
    AllWorkers,  ///< no worker finishes before the last one arrives
    Tree,  ///< up and down a binomial tree, each worker when its branch arrives
    Neighbours,  ///< each worker when its neighbours arrive
};

/// If the workers per node are not a power of two, the rounds are priced as if they were in step: an upper bound.
struct UnevenNodeBound {
    const char* roundsOf;  ///< for texts: "the exchange"
    int maximumPercentAboveSimGrid;  ///< with 6 workers per node (tests/data/simgrid)
};

/// How T depends on the message's n bytes at one p; A is its latency, B its seconds per byte.
enum class MessageSizeDependence {
    Linear,  ///< A + B n: linear in alpha and beta
    LinearWithRoot,  ///< A + B n + 2 sqrt(A B n): arbitrarily many chunks
    WholeChunks,  ///< piecewise in the whole number of chunks: no closed form, so not for a competing pattern
};

/// How the whiteboard draws it (core/design/slots/topology_panels.h).
enum class Drawing {
    Ring,
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

/// T(p) = latency alpha (p-1) + (bandwidth beta + reduction gammaS)(p-1)/p for all real p >= 1: required for a
/// closed-form optimum of T_comp/p + T(p).
struct SmoothCoefficients {
    double latency = 0, bandwidth = 0, reduction = 0;
};

/// No member has a default: patterns/exchange.h fills each one from the pattern's file.
struct PatternTraits {
    const char* title;  ///< display name
    const char* formula;  ///< as text
    const char* source;
    std::array<const char*, 2> aliases;  ///< in files of timings, besides name and name without "-all-reduce"
    const char* slotOption;  ///< option of slot 2 (resources/catalogue/design.json) that the pattern implements
    ExchangeOutcome outcome;
    bool isBarrier;  ///< no worker continues before all have arrived
    CompletionDependency completion;
    PatternInputs inputs;
    MessageSizeDependence messageSizeDependence;
    std::optional<SmoothCoefficients> smoothCoefficients;
    bool smoothOnlyIfLinearScatter;  ///< smoothCoefficients hold only with linearScatter
    /// The pattern whose price this one simplifies: they are one algorithm, so the two are never compared
    std::optional<Pattern> simplifiedFrom;
    std::optional<UnevenNodeBound> unevenNodeBound;  ///< absent if as close to SimGrid as with powers of two
    std::array<const char*, 2> benchmarks;  ///< what a benchmark times for it (core/design/tools/benchmark.h, app/mpi)
    Drawing drawing;
    const char* drawingNote;  ///< explains what the drawing does not show
    double mapTintStrength;  ///< strength of its colour on the map, 0 … 1: fixed, distinguishable in greyscale
    double (*exchangeTime)(const CommunicationParameters&, double p);  ///< communicationTime for p >= 2
    void (*exchangeTimes)(const CommunicationParameters&, int pMax, double* out);  ///< communicationTimes
};

[[nodiscard]] const PatternTraits& traitsOf(Pattern pattern);

/// The patterns that implement an option of slot 2, the usual one first (before its simplification); empty if there is
/// none.
[[nodiscard]] std::vector<Pattern> patternsForOption(std::string_view option);

[[nodiscard]] Pattern firstPatternWithOutcome(ExchangeOutcome delivers);

/// The coefficients for these parameters; nullopt unless isSmoothInP().
[[nodiscard]] std::optional<SmoothCoefficients> smoothCoefficients(Pattern pattern,
                                                                   const CommunicationParameters& parameters);

/// Whether `one` delivers at least the data of `other`, to all receivers of `other`. Every sum can replace a mean of
/// some workers; a pattern that moves other data can replace only itself.
[[nodiscard]] bool deliversAtLeast(Pattern one, Pattern other);

}  // namespace scalewright

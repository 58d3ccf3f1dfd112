// What a pattern is, beyond its time: one constexpr object a pattern, in its file of core/model/scaling/patterns. Whoever has
// to tell patterns apart (map, rules, whiteboard, timeline, benchmark, menus, fits, command line) asks these and names
// no pattern. A pattern answers every question, or it does not compile (patterns/exchange.h).
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/scaling/pattern.h"

namespace scalewright {

/// What everybody holds when an exchange is over.
enum class Delivers {
    AllReduce,  ///< the sum, everybody
    SlicesOfTheSum,  ///< a slice of the sum each, gathered when needed: reduce-scatter and all-gather
    SlicesOfTheModel,  ///< a slice of the sum, and the model's slices gathered for each pass: nobody holds a whole
    ///< model before or after
    ServedSum,  ///< what the workers pull from servers that summed
    NeighboursMean,  ///< a mean over neighbours: views differ
    SampledMean,  ///< a mean over the clients of this round: views differ
    EverybodysShare,  ///< from each worker what is for it: all-to-all
    Answers,  ///< tasks handed out by one worker, answers collected by it
    Copies,  ///< what one worker or each of them had, everybody: no sum
};

/// Whether it gives everybody the sum of what everybody had, at once or on demand.
[[nodiscard]] constexpr bool givesTheSum(Delivers delivers)
{
    return delivers == Delivers::AllReduce || delivers == Delivers::SlicesOfTheSum || delivers == Delivers::ServedSum;
}

/// Whether the workers sum what each of them has, whole or in slices, and need no servers for it: which of these it is,
/// the partition decides.
[[nodiscard]] constexpr bool sumsAmongWorkers(Delivers delivers)
{
    return delivers == Delivers::AllReduce || delivers == Delivers::SlicesOfTheSum ||
           delivers == Delivers::SlicesOfTheModel;
}

/// How the ends of an exchange follow from the ends of compute, on the timeline.
enum class ExchangeShape {
    Everybody,  ///< nobody is done before the last worker came
    Tree,  ///< up and down a binomial tree, each as its branch comes
    Neighbours,  ///< each as its neighbours come
};

/// Where a node holds no power of two its rounds are priced as if they were in step: an upper bound.
struct UnevenNodes {
    const char* what;  ///< whose rounds: "the exchange"
    int percentAboveSimGrid;  ///< at most, with 6 workers a node (tests/data/simgrid)
};

/// How T depends on the message's n bytes at one p; A is its latency, B its seconds per byte.
enum class PerMessage {
    Linear,  ///< A + B n: linear in alpha and beta
    WithRoot,  ///< A + B n + 2 sqrt(A B n): chunks without number
    WholeChunks,  ///< in pieces, one for every whole number of chunks: no closed form, so for no pattern that competes
};

/// How the whiteboard draws it (core/design/slots/topology_panels.h).
enum class Drawing {
    Ring,
    Swaps,
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

/// T(p) = latency alpha (p-1) + (bandwidth beta + reduction gammaS)(p-1)/p for all real p >= 1: what a closed optimum
/// of T_comp/p + T(p) needs.
struct SmoothForm {
    double latency = 0, bandwidth = 0, reduction = 0;
};

/// No member has a default: the frame of the patterns' files fills each from what the file says.
struct PatternTraits {
    const char* title;  ///< for people
    const char* formula;  ///< as text
    const char* source;
    std::array<const char*, 2> alsoCalled;  ///< in files of timings, besides name and name without "-all-reduce"
    const char* option;  ///< the option of slot 2 (resources/catalogue/design.json) that it carries out
    Delivers delivers;
    bool barrier;  ///< nobody goes on before everybody has arrived
    ExchangeShape shape;
    PatternInputs inputs;
    PerMessage perMessage;
    std::optional<SmoothForm> smooth;
    bool smoothIfLinearScatter;  ///< `smooth` holds with linearScatter alone
    /// The pattern of which it is a simpler price: one algorithm, so never both compared
    std::optional<Pattern> simplifies;
    std::optional<UnevenNodes> unevenNodes;  ///< none where its price is as near to SimGrid as with powers of two
    std::array<const char*, 2> timedBy;  ///< what a benchmark times for it (core/design/tools/benchmark.h, app/mpi)
    Drawing drawing;
    const char* drawingNote;  ///< what the drawing leaves to words
    double tint;  ///< how strongly its colour fills its area on the map, 0 … 1: fixed, apart in greyscale
    double (*one)(const CommunicationParameters&, double p);  ///< communicationTime for p >= 2
    void (*all)(const CommunicationParameters&, int pMax, double* out);  ///< communicationTimes
};

[[nodiscard]] const PatternTraits& traitsOf(Pattern pattern);

/// What may carry out an option of slot 2, the usual one first (before its simplification); empty for one that none
/// does.
[[nodiscard]] std::vector<Pattern> patternsCarryingOut(std::string_view option);

/// The first pattern that delivers this.
[[nodiscard]] Pattern patternDelivering(Delivers delivers);

/// The smooth form that holds for these parameters; nullopt unless smoothInP.
[[nodiscard]] std::optional<SmoothForm> smoothForm(Pattern pattern, const CommunicationParameters& parameters);

/// Whether `one` delivers at least what `other` delivers, to everyone whom that delivers to. Every sum will do where a
/// mean of a few would; whatever moves something else stands alone.
[[nodiscard]] bool deliversAtLeast(Pattern one, Pattern other);

}  // namespace scalewright

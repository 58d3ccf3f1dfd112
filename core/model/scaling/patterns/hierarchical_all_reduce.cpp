// Hierarchical all-reduce, a ring on each of two levels: 2[(q-1) alpha + (q-1)/q beta] + AR(N; alpha2, beta2/r) with q
// = min(g, p), N = ceil(p/g), AR the ring all-reduce and r the number of workers on the last node (g if it is full): a
// single worker on the last node has to receive the whole message through its one card. beta2 is not divided if a
// node's workers share one network card. With oversubscription o, a node's uplink carries as much as g/o cards, so each
// lane takes max(1/r, o/g) of beta2. gamma is counted on both levels: (q-1)/q gammaS + (N-1)/N gammaS/r.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::HierarchicalAllReduce> {
    static constexpr const char* title = "hierarchical all-reduce";
    static constexpr const char* formula =
        "2 [alpha (q-1) + beta (q-1)/q] + ring(N; alpha2, beta2/r), "
        "q = min(g, p), N = ceil(p/g), r workers on the last node";
    static constexpr const char* source = "two-level ring";
    static constexpr std::array<const char*, 2> aliases = {};
    static constexpr const char* slotOption = "all-reduce";
    static constexpr ExchangeOutcome outcome = ExchangeOutcome::FullSum;
    static constexpr bool isBarrier = true;
    static constexpr CompletionDependency completion = CompletionDependency::AllWorkers;
    static constexpr PatternInputs inputs = {.gamma = true, .hierarchy = true};
    static constexpr TimeVersusMessageSize timeVersusMessageSize = TimeVersusMessageSize::Linear;
    static constexpr std::optional<SmoothCoefficients> smoothCoefficients = std::nullopt;
    static constexpr bool smoothOnlyIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifiedFrom = std::nullopt;
    static constexpr std::optional<UnevenNodeBound> unevenNodeBound = std::nullopt;
    static constexpr std::array<const char*, 2> benchmarks = {"all-reduce"};
    static constexpr Drawing drawing = Drawing::Clusters;
    static constexpr const char* drawingNote = "";
    static constexpr double mapTintStrength = 0.54;

    static constexpr TimeGranularity timeGranularity = TimeGranularity::EveryP;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        const double g = c.workersPerNode;
        const double workersInNode = std::min(g, w.p);
        const double nodes = fastCeil(w.p / g);
        // If p is too large to count the workers on the last node exactly, assume that the node is full.
        const double last = w.p < 0x1p52 ? w.p - g * (nodes - 1) : g;
        const double lane = c.sharedNetworkCard ? c.oversubscription : std::max(1 / last, c.oversubscription / g);
        return 2 * c.alphaS * (workersInNode - 1) + (2 * c.betaS + c.gammaS) * ((workersInNode - 1) / workersInNode) +
               2 * c.alpha2S * (nodes - 1) + (2 * c.beta2S * lane + c.gammaS / last) * ((nodes - 1) / nodes);
    }
};

template const PatternTraits& traits<Pattern::HierarchicalAllReduce>();

}  // namespace scalewright::patterns

// Hierarchical all-reduce, a ring on two levels: 2[(q-1) alpha + (q-1)/q beta] + AR(N; alpha2, beta2/r) with q = min(g,
// p), N = ceil(p/g), AR the ring all-reduce and r the workers of the last node, g where it is full: the lone worker of
// a last node has to take the whole message through its one card. beta2 is undivided where a node's workers share one
// network card. Oversubscription o: a node's way into the network carries g/o cards, so a lane's share is max(1/r, o/g)
// of beta2. gamma is priced on both levels: (q-1)/q gammaS + (N-1)/N gammaS/r.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::HierarchicalAllReduce> {
    static constexpr const char* title = "hierarchical all-reduce";
    static constexpr const char* formula =
        "2 [alpha (q-1) + beta (q-1)/q] + ring(N; alpha2, beta2/r), "
        "q = min(g, p), N = ceil(p/g), r workers on the last node";
    static constexpr const char* source = "two-level ring";
    static constexpr std::array<const char*, 2> alsoCalled = {};
    static constexpr const char* option = "all-reduce";
    static constexpr Delivers delivers = Delivers::AllReduce;
    static constexpr bool barrier = true;
    static constexpr ExchangeShape shape = ExchangeShape::Everybody;
    static constexpr PatternInputs inputs = {.gamma = true, .hierarchy = true};
    static constexpr PerMessage perMessage = PerMessage::Linear;
    static constexpr std::optional<SmoothForm> smooth = std::nullopt;
    static constexpr bool smoothIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifies = std::nullopt;
    static constexpr std::optional<UnevenNodes> unevenNodes = std::nullopt;
    static constexpr std::array<const char*, 2> timedBy = {"all-reduce"};
    static constexpr Drawing drawing = Drawing::Clusters;
    static constexpr const char* drawingNote = "";
    static constexpr double tint = 0.54;

    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w)
    {
        const double g = c.workersPerNode;
        const double inNode = std::min(g, w.p);
        const double nodes = roundedUp(w.p / g);
        // Where p is too large to count the last node's workers it is a full one.
        const double last = w.p < 0x1p52 ? w.p - g * (nodes - 1) : g;
        const double lane = c.sharedNetworkCard ? c.oversubscription : std::max(1 / last, c.oversubscription / g);
        return 2 * c.alphaS * (inNode - 1) + (2 * c.betaS + c.gammaS) * ((inNode - 1) / inNode) +
               2 * c.alpha2S * (nodes - 1) + (2 * c.beta2S * lane + c.gammaS / last) * ((nodes - 1) / nodes);
    }
};

template const PatternTraits& traits<Pattern::HierarchicalAllReduce>();

}  // namespace scalewright::patterns

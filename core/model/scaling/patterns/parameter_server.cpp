// Parameter server with s shards on equal links (Li et al. 2014): 2 max(s, p)(alpha + beta/s), the open-shop bound.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::ParameterServer> {
    static constexpr const char* title = "parameter server";
    static constexpr const char* formula = "2 max(s, p)(alpha + beta/s)";
    static constexpr const char* source = "Li et al. 2014; open-shop bound";
    static constexpr std::array<const char*, 2> alsoCalled = {};
    static constexpr const char* option = "parameter-server";
    static constexpr Delivers delivers = Delivers::ServedSum;
    static constexpr bool barrier = false;
    static constexpr ExchangeShape shape = ExchangeShape::Everybody;
    static constexpr PatternInputs inputs = {.shards = true};
    static constexpr PerMessage perMessage = PerMessage::Linear;
    static constexpr std::optional<SmoothForm> smooth = std::nullopt;
    static constexpr bool smoothIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifies = std::nullopt;
    static constexpr std::optional<UnevenNodes> unevenNodes = std::nullopt;
    static constexpr std::array<const char*, 2> timedBy = {"ping-pong"};
    static constexpr Drawing drawing = Drawing::Servers;
    static constexpr const char* drawingNote = "";
    static constexpr double tint = 0.3;

    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w)
    {
        return 2 * std::max<double>(c.shards, w.p) * (c.alphaS + c.betaS / c.shards);
    }
    // Every message leaves its node: the servers are elsewhere. Transfers as at a server's link, or at a node's cards.
    static double onLevels(const Parameters& c, const Workers& w, const TwoLevels& levels)
    {
        const double rounds = std::max<double>(c.shards, w.p);
        const double atServer = rounds / c.shards * levels.between(1).beta;
        const double atNode = levels.between(levels.workersPerNode()).beta;
        return 2 * (rounds * c.alpha2S + std::max(atServer, atNode));
    }
};

template const PatternTraits& traits<Pattern::ParameterServer>();

}  // namespace scalewright::patterns

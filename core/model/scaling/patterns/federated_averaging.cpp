// Federated averaging (McMahan et al. 2017): 2m (alpha + beta), an upload and a download of the model for each of
// m = ceil(C p) clients.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::FederatedAveraging> {
    static constexpr const char* title = "federated averaging";
    static constexpr const char* formula = "2 m (alpha + beta), m = ceil(C p) clients";
    static constexpr const char* source = "McMahan et al. 2017";
    static constexpr std::array<const char*, 2> alsoCalled = {};
    static constexpr const char* option = "federated-aggregation";
    static constexpr Delivers delivers = Delivers::SampledMean;
    static constexpr bool barrier = false;
    static constexpr ExchangeShape shape = ExchangeShape::Everybody;
    static constexpr PatternInputs inputs = {.participation = true};
    static constexpr PerMessage perMessage = PerMessage::Linear;
    static constexpr std::optional<SmoothForm> smooth = std::nullopt;
    static constexpr bool smoothIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifies = std::nullopt;
    static constexpr std::optional<UnevenNodes> unevenNodes = std::nullopt;
    static constexpr std::array<const char*, 2> timedBy = {"ping-pong"};
    static constexpr Drawing drawing = Drawing::Clients;
    static constexpr const char* drawingNote = "";
    static constexpr double tint = 0.62;

    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w)
    {
        // A product such as 0.07 * 100 lands a hair above the whole number it means.
        const double clients = roundedUp(c.participation * w.p * (1 - 1e-12));
        return 2 * std::max(1.0, clients) * (c.alphaS + c.betaS);
    }
    // The server is on no client's node, and its card takes one message after the other.
    static double onLevels(const Parameters& c, const Workers& w, const TwoLevels& levels)
    {
        const Link link = levels.between(1);
        Parameters flat = c;
        flat.alphaS = link.alpha;
        flat.betaS = link.beta;
        return seconds(flat, w);
    }
};

template const PatternTraits& traits<Pattern::FederatedAveraging>();

}  // namespace scalewright::patterns

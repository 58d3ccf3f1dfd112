#include "core/scaling/pattern.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/scaling/worker_table.h"

namespace scalewright {

namespace {

struct PatternFacts {
    Pattern pattern;
    const char* name;
    const char* formula;
    const char* source;
};

constexpr std::array<PatternFacts, 13> facts{{
    {Pattern::BookRingAllReduce, "book-ring-all-reduce", "alpha (p-1) + 2 beta (p-1)/p", "the book, section 41.4"},
    {Pattern::RingAllReduce, "ring-all-reduce", "2 alpha (p-1) + 2 beta (p-1)/p + gamma n (p-1)/p", "Patarasuk and Yuan 2009"},
    {Pattern::RecursiveDoublingAllReduce, "recursive-doubling-all-reduce",
     "L (alpha + beta + gamma n); p no power of two: (f+2)(alpha + beta) + (f+1) gamma n", "Thakur, Rabenseifner, Gropp 2005"},
    {Pattern::RabenseifnerAllReduce, "rabenseifner-all-reduce",
     "2 L alpha + 2 beta (p-1)/p + gamma n (p-1)/p; p no power of two: that at 2^f, plus 2 (alpha + beta) + gamma n",
     "Rabenseifner 2004"},
    {Pattern::TreeAllReduce, "tree-all-reduce", "L (2 alpha + 2 beta + gamma n), binomial reduce and broadcast",
     "Thakur, Rabenseifner, Gropp 2005"},
    {Pattern::DoubleTreeAllReduce, "double-tree-all-reduce",
     "(sqrt(2 L alpha) + sqrt(2 beta))^2 at the best chunk count, lower-order terms left out", "Sanders, Speck, Träff 2009"},
    {Pattern::HierarchicalAllReduce, "hierarchical-all-reduce",
     "2 [alpha (q-1) + beta (q-1)/q] + ring(N; alpha2, beta2/g), q = min(g, p), N = ceil(p/g)", "two-level ring"},
    {Pattern::ReduceScatterAllGather, "reduce-scatter-all-gather", "2 [alpha (p-1) + beta (p-1)/p] + gamma n (p-1)/p",
     "Thakur, Rabenseifner, Gropp 2005"},
    {Pattern::Shuffle, "shuffle", "(p-1)(alpha + beta/p), pairwise all-to-all", "Thakur, Rabenseifner, Gropp 2005"},
    {Pattern::ParameterServer, "parameter-server", "2 max(s, p)(alpha + beta/s)", "Li et al. 2014; open-shop bound"},
    {Pattern::Gossip, "gossip", "min(d, p-1)(alpha + beta)", "Boyd et al. 2006"},
    {Pattern::ScatterGather, "scatter-gather",
     "2 [L alpha + beta (p-1)/p] binomial; 2 (p-1)(alpha + beta/p) linear", "Thakur, Rabenseifner, Gropp 2005"},
    {Pattern::FederatedAveraging, "federated-averaging", "2 m (alpha + beta), m = ceil(C p) clients", "McMahan et al. 2017"},
}};

const PatternFacts& factsOf(Pattern pattern)
{
    return facts[static_cast<std::size_t>(pattern)];
}

// What the formulas need of one worker count; workerTable() holds the columns that change with every p.
struct Workers {
    double p;
    double share;       // (p-1)/p
    double ceilLog;     // L
    double floorLog;    // f
    double floorShare;  // (2^f - 1)/2^f
};

Workers workers(double p)
{
    const int f = std::ilogb(p);
    const double power = std::ldexp(1.0, f);
    return {p, (p - 1) / p, power == p ? f : f + 1.0, static_cast<double>(f), (power - 1) / power};
}

// std::ceil is a call to the library without SSE 4.1. Adding 2^52 rounds to whole numbers; larger ones are whole already.
inline double roundedUp(double value)
{
    constexpr double shift = 4503599627370496.0;
    const double nearest = (value + shift) - shift;
    return nearest + (nearest < value ? 1.0 : 0.0);
}

using Parameters = CommunicationParameters;

// The formulas, each once: one exchange among p >= 2 workers. The loop over p and the single value both run these.
template <Pattern K>
inline double exchange(const Parameters& c, const Workers& w)
{
    if constexpr (K == Pattern::BookRingAllReduce)
        return c.alphaS * (w.p - 1) + 2 * c.betaS * w.share;
    else if constexpr (K == Pattern::RingAllReduce || K == Pattern::ReduceScatterAllGather)
        return 2 * c.alphaS * (w.p - 1) + (2 * c.betaS + c.gammaS) * w.share;
    else if constexpr (K == Pattern::RecursiveDoublingAllReduce) {
        const double onPower = w.ceilLog * (c.alphaS + c.betaS + c.gammaS);
        const double between = (w.floorLog + 2) * (c.alphaS + c.betaS) + (w.floorLog + 1) * c.gammaS;
        return w.ceilLog == w.floorLog ? onPower : between;
    } else if constexpr (K == Pattern::RabenseifnerAllReduce) {
        const double atPower = 2 * c.alphaS * w.floorLog + (2 * c.betaS + c.gammaS) * w.floorShare;
        const double fold = 2 * (c.alphaS + c.betaS) + c.gammaS;
        return w.ceilLog == w.floorLog ? atPower : atPower + fold;
    } else if constexpr (K == Pattern::TreeAllReduce)
        return w.ceilLog * (2 * c.alphaS + 2 * c.betaS + c.gammaS);
    else if constexpr (K == Pattern::DoubleTreeAllReduce) {
        const double root = std::sqrt(2 * w.ceilLog * c.alphaS) + std::sqrt(2 * c.betaS);
        return root * root;
    } else if constexpr (K == Pattern::HierarchicalAllReduce) {
        const double g = c.workersPerNode;
        const double inNode = std::min(g, w.p);
        const double nodes = roundedUp(w.p / g);
        const double lanes = c.sharedNetworkCard ? 1 : g;
        return 2 * c.alphaS * (inNode - 1) + (2 * c.betaS + c.gammaS) * ((inNode - 1) / inNode)
               + 2 * c.alpha2S * (nodes - 1) + (2 * c.beta2S / lanes + c.gammaS / g) * ((nodes - 1) / nodes);
    } else if constexpr (K == Pattern::Shuffle)
        return (w.p - 1) * c.alphaS + c.betaS * w.share;
    else if constexpr (K == Pattern::ParameterServer)
        return 2 * std::max<double>(c.shards, w.p) * (c.alphaS + c.betaS / c.shards);
    else if constexpr (K == Pattern::Gossip)
        return std::min<double>(c.neighbours, w.p - 1) * (c.alphaS + c.betaS);
    else if constexpr (K == Pattern::ScatterGather)
        return 2 * ((c.linearScatter ? w.p - 1 : w.ceilLog) * c.alphaS + c.betaS * w.share);
    else {
        // A product such as 0.07 * 100 lands a hair above the whole number it means.
        const double clients = roundedUp(c.participation * w.p * (1 - 1e-12));
        return 2 * std::max(1.0, clients) * (c.alphaS + c.betaS);
    }
}

template <Pattern K>
double single(const Parameters& c, double p)
{
    return exchange<K>(c, workers(p)) / c.localSteps;
}

// One time for every p between two powers of two.
template <Pattern K>
constexpr bool stepsAtPowersOfTwo = K == Pattern::RecursiveDoublingAllReduce || K == Pattern::RabenseifnerAllReduce
                                    || K == Pattern::TreeAllReduce || K == Pattern::DoubleTreeAllReduce;

template <Pattern K>
void many(const Parameters& parameters, int pMax, double* __restrict out)
{
    const Parameters c = parameters;
    const double every = c.localSteps;
    const auto fill = [&](int first, int last, double seconds) { std::fill(out + first - 1, out + last, seconds); };
    out[0] = 0;
    if constexpr (stepsAtPowersOfTwo<K>) {
        for (int power = 2; power <= pMax; power *= 2) {
            fill(power, power, single<K>(c, power));
            if (power < pMax)
                fill(power + 1, std::min(2 * power - 1, pMax), single<K>(c, power + 1));
        }
    } else if constexpr (K == Pattern::HierarchicalAllReduce) {
        // One time for all p that need the same number of nodes; on the first node, one for each p.
        const auto seconds = [&](int p) { return exchange<K>(c, {.p = static_cast<double>(p)}) / every; };
        const int g = c.workersPerNode;
        for (int p = 2; p <= std::min(g, pMax); ++p)
            out[p - 1] = seconds(p);
        for (int p = g < pMax ? std::max(2, g + 1) : pMax + 1; p <= pMax; p += g)
            fill(p, std::min(p + g - 1, pMax), seconds(p));
    } else {
        const WorkerTable& table = workerTable(pMax);
        const double* p = table.p.data();
        const double* share = table.share.data();
        const double* ceilLog = table.ceilLog.data();
        for (int i = 1; i < pMax; ++i)
            out[i] = exchange<K>(c, {.p = p[i], .share = share[i], .ceilLog = ceilLog[i]});
        if (c.localSteps > 1)
            for (int i = 1; i < pMax; ++i)
                out[i] /= every;
    }
}

template <Pattern K>
struct Formula {
    static constexpr auto one = &single<K>;
    static constexpr auto all = &many<K>;
};

// Calls visit with the Formula of a pattern known only at run time.
template <class Visit>
auto withFormula(Pattern pattern, Visit visit)
{
    switch (pattern) {
    case Pattern::BookRingAllReduce: return visit(Formula<Pattern::BookRingAllReduce>{});
    case Pattern::RingAllReduce: return visit(Formula<Pattern::RingAllReduce>{});
    case Pattern::RecursiveDoublingAllReduce: return visit(Formula<Pattern::RecursiveDoublingAllReduce>{});
    case Pattern::RabenseifnerAllReduce: return visit(Formula<Pattern::RabenseifnerAllReduce>{});
    case Pattern::TreeAllReduce: return visit(Formula<Pattern::TreeAllReduce>{});
    case Pattern::DoubleTreeAllReduce: return visit(Formula<Pattern::DoubleTreeAllReduce>{});
    case Pattern::HierarchicalAllReduce: return visit(Formula<Pattern::HierarchicalAllReduce>{});
    case Pattern::ReduceScatterAllGather: return visit(Formula<Pattern::ReduceScatterAllGather>{});
    case Pattern::Shuffle: return visit(Formula<Pattern::Shuffle>{});
    case Pattern::ParameterServer: return visit(Formula<Pattern::ParameterServer>{});
    case Pattern::Gossip: return visit(Formula<Pattern::Gossip>{});
    case Pattern::ScatterGather: return visit(Formula<Pattern::ScatterGather>{});
    case Pattern::FederatedAveraging: break;
    }
    return visit(Formula<Pattern::FederatedAveraging>{});
}

}  // namespace

const char* patternName(Pattern pattern)
{
    return factsOf(pattern).name;
}

Result<Pattern> patternFromName(std::string_view name)
{
    std::string known;
    for (const PatternFacts& each : facts) {
        if (name == each.name)
            return each.pattern;
        known += (known.empty() ? "" : ", ") + std::string(each.name);
    }
    return fail(ErrorCode::Input, say("there is no communication pattern '{}'", std::string(name)), say("one of {}", known));
}

const char* patternFormula(Pattern pattern)
{
    return factsOf(pattern).formula;
}

const char* patternSource(Pattern pattern)
{
    return factsOf(pattern).source;
}

PatternInputs patternInputs(Pattern pattern)
{
    PatternInputs inputs;
    switch (pattern) {
    case Pattern::HierarchicalAllReduce:
        inputs.hierarchy = true;
        [[fallthrough]];
    case Pattern::RingAllReduce:
    case Pattern::RecursiveDoublingAllReduce:
    case Pattern::RabenseifnerAllReduce:
    case Pattern::TreeAllReduce:
    case Pattern::ReduceScatterAllGather: inputs.gamma = true; break;
    case Pattern::ParameterServer: inputs.shards = true; break;
    case Pattern::Gossip: inputs.neighbours = true; break;
    case Pattern::ScatterGather: inputs.linearScatter = true; break;
    case Pattern::FederatedAveraging: inputs.participation = true; break;
    case Pattern::BookRingAllReduce:
    case Pattern::DoubleTreeAllReduce:
    case Pattern::Shuffle: break;
    }
    return inputs;
}

Result<void> validate(const CommunicationParameters& c)
{
    Error error;
    const auto check = [&error](bool right, const char* field, Message message, Message expected) {
        if (!right)
            error.problems.push_back({std::move(message), expected, {.field = field}});
    };
    const auto time = [&check](double value, const char* field) {
        check(std::isfinite(value) && value >= 0, field,
              std::isfinite(value) ? say("{} s is negative", fmt::format("{}", value)) : say("not a finite number"), say("a time of 0 s or more"));
    };
    const auto count = [&check](int value, const char* field, Message expected) {
        check(value >= 1, field, say("{} is too few", value), expected);
    };
    time(c.alphaS, "--alpha");
    time(c.betaS, "--beta");
    time(c.gammaS, "--gamma");
    time(c.alpha2S, "--alpha2");
    time(c.beta2S, "--beta2");
    count(c.workersPerNode, "--workers-per-node", say("1 or more workers on a node"));
    count(c.shards, "--shards", say("1 or more server shards"));
    count(c.neighbours, "--neighbours", say("1 or more neighbours"));
    count(c.localSteps, "--local-steps", say("1 or more steps between exchanges"));
    check(c.participation > 0 && c.participation <= 1, "--participation", say("{} is not a share", fmt::format("{}", c.participation)),
          say("a share above 0 and up to 1"));
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

double communicationTime(Pattern pattern, const CommunicationParameters& parameters, double p)
{
    if (p <= 1)
        return 0;
    return withFormula(pattern, [&](auto formula) { return formula.one(parameters, p); });
}

void communicationTimes(Pattern pattern, const CommunicationParameters& parameters, int pMax, double* out)
{
    withFormula(pattern, [&](auto formula) { formula.all(parameters, pMax, out); });
}

bool smoothInP(Pattern pattern, const CommunicationParameters& parameters)
{
    switch (pattern) {
    case Pattern::BookRingAllReduce:
    case Pattern::RingAllReduce:
    case Pattern::ReduceScatterAllGather:
    case Pattern::Shuffle: return true;
    case Pattern::ScatterGather: return parameters.linearScatter;
    default: return false;
    }
}

std::optional<double> communicationTimeLimit(Pattern pattern, const CommunicationParameters& parameters)
{
    // Far beyond any cluster a bounded formula has reached its limit to the last bit; every other one, even one that
    // grows with log2 p only, has doubled from 2^256 to 2^512.
    const double far = communicationTime(pattern, parameters, std::ldexp(1.0, 256));
    const double farther = communicationTime(pattern, parameters, std::ldexp(1.0, 512));
    if (farther > far * (1 + 1e-9))
        return std::nullopt;
    return far;
}

std::optional<LinearFactors> linearFactors(Pattern pattern, const CommunicationParameters& parameters, int p)
{
    if (pattern == Pattern::DoubleTreeAllReduce)
        return std::nullopt;
    CommunicationParameters unit = parameters;
    unit.gammaS = 0;
    unit.alphaS = unit.alpha2S = 1;
    unit.betaS = unit.beta2S = 0;
    const double latency = communicationTime(pattern, unit, p);
    unit.alphaS = unit.alpha2S = 0;
    unit.betaS = unit.beta2S = 1;
    return LinearFactors{latency, communicationTime(pattern, unit, p)};
}

}  // namespace scalewright

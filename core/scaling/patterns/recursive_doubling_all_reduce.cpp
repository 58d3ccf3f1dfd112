// Recursive doubling all-reduce (Thakur, Rabenseifner, Gropp 2005): L (alpha + beta + gammaS) for p a power of two,
// else (f+2)(alpha + beta) + (f+1) gammaS: of the first 2 (p - 2^f) each even one hands in at its neighbour before and
// is handed the sum after.
#include "core/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::RecursiveDoublingAllReduce> {
    static constexpr Columns columns = Columns::BetweenPowers;
    static double seconds(const Parameters& c, const Workers& w)
    {
        const double onPower = w.ceilLog * (c.alphaS + c.betaS + c.gammaS);
        const double between = (w.floorLog + 2) * (c.alphaS + c.betaS) + (w.floorLog + 1) * c.gammaS;
        return w.ceilLog == w.floorLog ? onPower : between;
    }
    static double onLevels(const Parameters& c, const Workers& w, const TwoLevels& levels)
    {
        const double power = std::ldexp(1.0, static_cast<int>(w.floorLog));
        double sum = 0;
        for (double distance = 1; distance < power; distance *= 2) {
            const Link link = levels.swap(distance, power);
            sum += link.alpha + link.beta + c.gammaS;
        }
        if (w.ceilLog == w.floorLog)
            return sum;
        const Link link = levels.fold(power);
        return sum + 2 * (link.alpha + link.beta) + c.gammaS;
    }
};

template <>
const PatternTraits& traits<Pattern::RecursiveDoublingAllReduce>()
{
    static constexpr PatternTraits known{
        .name = "recursive-doubling-all-reduce",
        .title = "recursive doubling all-reduce",
        .formula = "L (alpha + beta + gamma n); p no power of two: (f+2)(alpha + beta) + (f+1) gamma n",
        .source = "Thakur, Rabenseifner, Gropp 2005",
        .delivers = Delivers::AllReduce,
        .barrier = true,
        .inputs = {.gamma = true},
        .option = "all-reduce",
        .drawing = Drawing::Swaps,
        .drawingNote = "n is the whole message; in every round both sides swap what they have",
        .tint = 0.08,
        .one = one<Pattern::RecursiveDoublingAllReduce>,
        .all = all<Pattern::RecursiveDoublingAllReduce>};
    return known;
}

}  // namespace scalewright::patterns

// SPDX-License-Identifier: GPL-3.0-or-later
// The framework for the pattern files: one formula computes both a single p and a whole table of p.
//
// Each file specialises Exchange with everything that a pattern needs and instantiates traits<K>() from it. It must
// define the following, or it does not compile: `properties`, `exchangeSeconds` (one exchange among p >= 2 workers, not
// divided by local steps; inlined into the loops below), `timeGranularity` (which p share the same time), and
// `twoLevelExchangeSeconds`, the time on a two-level network (two_levels.h; not needed for a pattern that has two levels
// itself).
#pragma once

#include <algorithm>
#include <cmath>

#include "core/model/scaling/pattern_traits.h"
#include "core/model/scaling/patterns/two_levels.h"
#include "core/model/scaling/worker_table.h"

namespace scalewright::patterns {

/// The terms of the formulas that depend on the worker count; workerTable() holds the columns that change with every p.
struct WorkerCountTerms {
    double p;
    double remoteShare;  ///< (p-1)/p
    double ceilLog2;  ///< L = ceil(log2 p)
    double floorLog2;  ///< f = floor(log2 p)
    double floorPowerShare;  ///< (2^f - 1)/2^f
};

inline WorkerCountTerms workerCountTerms(double p)
{
    const int f = std::ilogb(p);
    const double power = std::ldexp(1.0, f);
    return {p, (p - 1) / p, power == p ? f : f + 1.0, static_cast<double>(f), (power - 1) / power};
}

/// Without SSE 4.1, std::ceil is a library call. Adding 2^52 rounds to integers; larger values are already integers.
inline double fastCeil(double value)
{
    constexpr double shift = 4503599627370496.0;
    const double nearest = (value + shift) - shift;
    return nearest + (nearest < value ? 1.0 : 0.0);
}

using Parameters = CommunicationParameters;

/// Which p share the same time. EveryP: none do, and exchangeSeconds() reads only p, remoteShare and ceilLog2.
/// BetweenPowersOfTwo: all p between two powers of two.
enum class TimeGranularity { EveryP, BetweenPowersOfTwo };

template <Pattern K>
struct Exchange;

/// The base of an Exchange around a ring, from its smooth coefficients. On two levels every hop waits for the slowest.
template <Pattern K>
struct RingExchange {
    static constexpr TimeGranularity timeGranularity = TimeGranularity::EveryP;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        return linkSeconds({c.alphaS, c.betaS}, c, w);
    }
    static double twoLevelExchangeSeconds(const Parameters& c, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        return linkSeconds(levels.ringOrChain(), c, w);
    }

private:
    static double linkSeconds(const Link& link, const Parameters& c, const WorkerCountTerms& w)
    {
        constexpr SmoothCoefficients ring = *Exchange<K>::properties.smoothCoefficients;
        return ring.latency * link.alpha * (w.p - 1) +
               (ring.bandwidth * link.beta + ring.reduction * c.gammaS) * w.remoteShare;
    }
};

template <Pattern K>
double exchangeTime(const Parameters& c, double p)
{
    if constexpr (!Exchange<K>::properties.inputs.hierarchy)
        if (c.twoLevelNetwork && p > c.workersPerNode)
            return Exchange<K>::twoLevelExchangeSeconds(c, workerCountTerms(p), TwoLevelNetwork(c, p)) / c.localSteps;
    return Exchange<K>::exchangeSeconds(c, workerCountTerms(p)) / c.localSteps;
}

template <Pattern K>
void exchangeTimes(const Parameters& parameters, int pMax, double* __restrict out)
{
    const Parameters c = parameters;
    const double every = c.localSteps;
    const auto fill = [&](int first, int last, double seconds) { std::fill(out + first - 1, out + last, seconds); };
    out[0] = 0;
    if constexpr (Exchange<K>::timeGranularity == TimeGranularity::BetweenPowersOfTwo) {
        for (int power = 2; power <= pMax; power *= 2) {
            fill(power, power, exchangeTime<K>(c, power));
            if (power < pMax)
                fill(power + 1, std::min(2 * power - 1, pMax), exchangeTime<K>(c, power + 1));
        }
    } else {
        const WorkerTable& table = workerTable(pMax);
        const double* p = table.p.data();
        const double* share = table.remoteShare.data();
        const double* ceilLog = table.ceilLog2.data();
        for (int i = 1; i < pMax; ++i)
            out[i] = Exchange<K>::exchangeSeconds(c, {.p = p[i], .remoteShare = share[i], .ceilLog2 = ceilLog[i]});
        if (c.localSteps > 1)
            for (int i = 1; i < pMax; ++i)
                out[i] /= every;
    }
    if constexpr (!Exchange<K>::properties.inputs.hierarchy)
        if (c.twoLevelNetwork)
            for (int p = std::max(2, c.workersPerNode + 1); p <= pMax; ++p)
                out[p - 1] = exchangeTime<K>(c, p);
}

/// Instantiated in the pattern's own file; if it is missing, linking fails.
template <Pattern K>
const PatternTraits& traits()
{
    using X = Exchange<K>;
    static_assert(X::properties.title && X::properties.formula && X::properties.source && X::properties.slotOption &&
                      X::properties.benchmarks.front() && X::properties.outcome != ExchangeOutcome{} &&
                      X::properties.drawing != Drawing{} && X::properties.mapTintStrength > 0,
                  "a property without a default is missing");
    static constexpr PatternTraits patternTraits{X::properties, exchangeTime<K>, exchangeTimes<K>};
    return patternTraits;
}
#define SCALEWRIGHT_PATTERN(pattern, name) extern template const PatternTraits& traits<Pattern::pattern>();
SCALEWRIGHT_PATTERNS(SCALEWRIGHT_PATTERN)
#undef SCALEWRIGHT_PATTERN

}  // namespace scalewright::patterns

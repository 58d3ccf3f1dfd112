// SPDX-License-Identifier: GPL-3.0-or-later
// Exchange times from the published formulas, written independently of core: the single oracle for all tests and,
// printed as numbers (tests/bench/bench_scaling.cpp), for the benchmark. A pattern without a case does not compile.
//
// Symbols as in the papers' tables: p workers, alpha seconds per message, beta seconds to send the whole message once
// over one link, gamma seconds to reduce it once, L = ceil(log2 p), f = floor(log2 p). One network, one bucket; only
// the hierarchical pattern has nodes. The formulas are checked against other sources: SimGrid's runs and hand
// arithmetic (tst_two_levels), chunks followed hop by hop (tst_scaling).
#pragma once

#include <algorithm>
#include <cmath>

#include "core/model/scaling/pattern.h"

namespace scalewright::test {

inline int ceilLog2(int p)
{
    int rounds = 0;
    for (int reached = 1; reached < p; reached *= 2)
        ++rounds;
    return rounds;
}

inline int floorLog2(int p)
{
    int rounds = 0;
    for (; p > 1; p /= 2)
        ++rounds;
    return rounds;
}

/// p-1 rounds with 1/p of the message each; `reduction` if the pieces are summed (Thakur, Rabenseifner, Gropp 2005).
inline double ringPassSeconds(int p, double alpha, double beta, double reduction = 0)
{
    return (p - 1) * (alpha + (beta + reduction) / p);
}

/// Seconds for one exchange, divided by the number of local steps.
inline double paperTime(Pattern pattern, const CommunicationParameters& c, int p)
{
    if (p == 1)
        return 0;
    const double a = c.alphaS, b = c.betaS, g = c.gammaS, every = c.localSteps;
    const int L = ceilLog2(p), f = floorLog2(p);
    const bool power = L == f;
    switch (pattern) {
    // The book, section 41.4: a ring with half as many hops.
    case Pattern::BookRingAllReduce: return (a * (p - 1) + 2 * b * (p - 1) / p) / every;
    // Patarasuk and Yuan 2009: a reduce-scatter and an all-gather, each going once around the ring.
    case Pattern::RingAllReduce:
    case Pattern::ReduceScatterAllGather: return (ringPassSeconds(p, a, b, g) + ringPassSeconds(p, a, b)) / every;
    // Rajbhandari et al. 2020, section 7.2.2: two all-gathers and a reduce-scatter, 3 Psi.
    case Pattern::FullySharded: return (2 * ringPassSeconds(p, a, b) + ringPassSeconds(p, a, b, g)) / every;
    // Thakur, Rabenseifner, Gropp 2005: L rounds with the whole message; if p is not a power of two, two more rounds to
    // fold in and out, the first of them with a sum.
    case Pattern::RecursiveDoublingAllReduce: return (f * (a + b + g) + (power ? 0 : (a + b + g) + (a + b))) / every;
    // Rabenseifner 2004: halves, quarters, … are summed, and then gathered back.
    case Pattern::RabenseifnerAllReduce: {
        double t = power ? 0 : 2 * (a + b) + g;
        for (int round = 1; round <= f; ++round)
            t += 2 * a + (2 * b + g) / std::ldexp(1.0, round);
        return t / every;
    }
    // Binomial reduce, then broadcast.
    case Pattern::TreeAllReduce: return L * ((a + b + g) + (a + b)) / every;
    // Sanders, Speck, Träff 2009: two pipelined trees with the best number of chunks, without lower-order terms.
    case Pattern::DoubleTreeAllReduce: return (2 * L * a + 2 * b + 4 * std::sqrt(L * a * b)) / every;
    // A ring within each node, then between nodes with one lane per worker. A last node with r workers sends the whole
    // message over its r cards (one if they share it): with r = 1 this takes at least beta2, so beta2/g would be too
    // little.
    case Pattern::HierarchicalAllReduce: {
        const int node = c.workersPerNode, inside = std::min(node, p), nodes = (p + node - 1) / node,
                  last = p - (nodes - 1) * node;
        const double beta2 = c.sharedNetworkCard ? c.beta2S : c.beta2S / last;
        return (ringPassSeconds(inside, a, b, g) + ringPassSeconds(inside, a, b) +
                ringPassSeconds(nodes, c.alpha2S, beta2, g / last) + ringPassSeconds(nodes, c.alpha2S, beta2)) /
               every;
    }
    // Thakur, Rabenseifner, Gropp 2005: pairwise all-to-all.
    case Pattern::Shuffle: return ringPassSeconds(p, a, b) / every;
    // Li et al. 2014: each of p workers pulls from and pushes to each of s shards; no worker or shard handles two
    // transfers at once.
    case Pattern::ParameterServer: return 2.0 * std::max(c.serverShards, p) * (a + b / c.serverShards) / every;
    // Boyd et al. 2006: the whole message to d neighbours.
    case Pattern::Gossip: return std::min(c.neighbours, p - 1) * (a + b) / every;
    // Thakur, Rabenseifner, Gropp 2005: a binomial tree or one by one, once in each direction.
    case Pattern::ScatterGather:
        return 2 * (c.linearScatter ? ringPassSeconds(p, a, b) : L * a + b * (p - 1) / p) / every;
    // McMahan et al. 2017: the model goes down and up for each of m clients, one after the other at the server.
    case Pattern::FederatedAveraging: {
        int clients = 1;
        while (clients < c.participation * p - 1e-9)
            ++clients;
        return 2 * clients * (a + b) / every;
    }
    // Sanders, Speck, Träff 2009: k chunks down a chain; adding chunks stops paying off at the first k with k (k+1)
    // alpha >= (p-2) beta.
    case Pattern::PipelinedBroadcast: {
        if (a == 0)
            return b / every;
        double low = 0, high = 1e12;
        while (high - low > 1) {
            const double k = std::floor((low + high) / 2);
            (k * (k + 1) * a >= (p - 2) * b ? high : low) = k;
        }
        return (p - 2 + high) * (a + b / high) / every;
    }
    }
    return NAN;
}

}  // namespace scalewright::test

// SPDX-License-Identifier: GPL-3.0-or-later
// Which links a message crosses on a two-level network with g workers per node, in node order (worker r is on node
// floor(r/g)).
//
// Rounds are assumed to be in step: a round lasts as long as its slowest message. If only some of a round's messages
// leave their node, and in rings and chains, latency and transfer time are each taken from the slower link. This is
// exact if one link is slower in both, otherwise an upper bound; either way it is linear in the message size.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/model/scaling/pattern.h"

namespace scalewright::patterns {

/// Latency of a message, and time to move the whole message once, in seconds.
struct Link {
    double alpha, beta;
};

inline Link slowerOf(Link one, Link other)
{
    return {std::max(one.alpha, other.alpha), std::max(one.beta, other.beta)};
}

/// The 2^f workers that swap if p is not a power of two. With r = p - 2^f, each even worker among the first 2r has sent
/// its data to its odd neighbour and waits (Rabenseifner 2004; Thakur, Rabenseifner, Gropp 2005), so the i-th active
/// worker is 2i + 1 for i < r, otherwise i + r.
class FoldedWorkers {
public:
    /// p is clamped to 2^52: above it, only the number of workers changes.
    FoldedWorkers(double p, double power, int g)
        : m_p(static_cast<std::int64_t>(std::min(p, largestCountedP))),
          m_foldedPairs(m_p - static_cast<std::int64_t>(std::min(power, largestCountedP))),
          m_workersPerNode(g)
    {
    }

    /// The maximum number of workers on one node whose partner i XOR distance is on another node. The distance must be
    /// a power of two.
    [[nodiscard]] double maximumSendersPerNode(double distance) const
    {
        // At distances of g or more, every partner is on another node: nodes differ only in how many of their workers
        // swap.
        const bool allLeave = distance >= static_cast<double>(m_workersPerNode);
        const std::int64_t d = allLeave ? m_workersPerNode : static_cast<std::int64_t>(distance);
        // The way in which node boundaries cut blocks of 2 d workers repeats after at most 4 d nodes of either kind.
        const std::int64_t span = allLeave ? 2 : 4 * d + 1;
        const std::int64_t nodes = (m_p + m_workersPerNode - 1) / m_workersPerNode,
                           folded = (2 * m_foldedPairs + m_workersPerNode - 1) / m_workersPerNode;
        std::int64_t maximum = std::max(sendersOnNode(folded - 1, d, allLeave), sendersOnNode(nodes - 1, d, allLeave));
        for (const std::int64_t first : {std::int64_t{0}, folded})
            for (std::int64_t node = first; node < std::min(first + span, nodes); ++node)
                maximum = std::max(maximum, sendersOnNode(node, d, allLeave));
        return static_cast<double>(maximum);
    }

private:
    static constexpr double largestCountedP = 4503599627370496.0;

    /// Number of active workers below index `worker`.
    [[nodiscard]] std::int64_t activeWorkersBefore(std::int64_t worker) const
    {
        return std::min(worker, m_p) <= 2 * m_foldedPairs ? std::min(worker, m_p) / 2
                                                          : std::min(worker, m_p) - m_foldedPairs;
    }
    [[nodiscard]] std::int64_t sendersOnNode(std::int64_t node, std::int64_t d, bool allLeave) const
    {
        if (node < 0)
            return 0;
        const std::int64_t from = activeWorkersBefore(node * m_workersPerNode),
                           to = activeWorkersBefore((node + 1) * m_workersPerNode);
        // How many of 0 … n-1 are on the lower side of a swap.
        const auto lower = [d](std::int64_t n) { return n / (2 * d) * d + std::min(n % (2 * d), d); };
        return allLeave || to - d <= from ? to - from : to - from - 2 * (lower(to - d) - lower(from));
    }

    std::int64_t m_p, m_foldedPairs, m_workersPerNode;
};

/// Precondition: p > g, so that at least one message leaves its node.
class TwoLevelNetwork {
public:
    TwoLevelNetwork(const CommunicationParameters& c, double p)
        : m_parameters(c), m_p(p), m_workersPerNode(c.workersPerNode)
    {
    }

    [[nodiscard]] double workersPerNode() const { return m_workersPerNode; }
    [[nodiscard]] Link insideNode() const { return {m_parameters.alphaS, m_parameters.betaS}; }
    /// `senders` workers of one node send at once and share its card or its uplink to the network.
    [[nodiscard]] Link betweenNodes(double senders) const
    {
        const double cards = m_parameters.sharedNetworkCard ? 1 : m_workersPerNode;
        return {m_parameters.alpha2S,
                m_parameters.beta2S * std::max(1.0, senders * m_parameters.oversubscription / cards)};
    }
    /// Some messages of the round stay on the node, and others leave it.
    [[nodiscard]] Link mixedRound(double senders) const
    {
        return m_workersPerNode <= 1 ? betweenNodes(senders) : slowerOf(insideNode(), betweenNodes(senders));
    }
    /// A ring or a chain in node order: one worker of each node sends to the next node.
    [[nodiscard]] Link ringOrChain() const { return mixedRound(1); }
    /// Every worker sends to the worker `distance` places after it (wrapping around at the end).
    [[nodiscard]] Link shiftBy(double distance) const
    {
        return mixedRound(
            std::min(std::min(distance, m_p - distance), std::min(m_workersPerNode, m_p - m_workersPerNode)));
    }

    /// Swaps of i and i XOR distance among the active workers (FoldedWorkers).
    [[nodiscard]] Link swapRound(double distance, double power) const
    {
        const double senders = FoldedWorkers(m_p, power, m_parameters.workersPerNode).maximumSendersPerNode(distance);
        if (distance >= m_workersPerNode)
            return betweenNodes(senders);
        return senders > 0 ? mixedRound(senders) : insideNode();
    }
    /// In a binomial tree, workers r (a multiple of twice the distance) and r + distance communicate: one sender per
    /// node.
    [[nodiscard]] Link treeBranch(double distance) const
    {
        if (distance >= m_workersPerNode)
            return betweenNodes(1);
        const double block = 2 * distance;
        const double boundaries = std::min(std::ceil(m_p / m_workersPerNode) - 1, block);
        for (double m = 1; m <= boundaries; ++m) {
            const double offset = std::fmod(m * m_workersPerNode, block);
            if (offset > 0 && offset <= distance && m * m_workersPerNode - offset + distance < m_p)
                return mixedRound(1);
        }
        return insideNode();
    }
    /// Each even worker among the first 2 (p - power) sends to its odd neighbour: only an odd g puts the two on
    /// different nodes.
    [[nodiscard]] Link foldStep(double power) const
    {
        const bool parted = std::fmod(m_workersPerNode, 2) != 0 && m_workersPerNode < 2 * (m_p - power);
        return parted ? mixedRound(1) : insideNode();
    }

private:
    const CommunicationParameters& m_parameters;
    double m_p, m_workersPerNode;
};

}  // namespace scalewright::patterns

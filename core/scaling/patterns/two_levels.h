// Which links a message crosses on a network of two levels: g workers a node, in node order (worker r on node floor(r/g)).
//
// Rounds are taken to be in step: a round lasts as long as its slowest message. Where only some of a round's messages leave
// their node, and in rings and chains, latency and transfer are each that of the slower link: exact where one link is slower in
// both, else an upper bound, and linear in the message's bytes either way.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/scaling/pattern.h"

namespace scalewright::patterns {

/// Seconds of a message's latency, and of moving the whole message once.
struct Link {
    double alpha, beta;
};

inline Link slower(Link one, Link other)
{
    return {std::max(one.alpha, other.alpha), std::max(one.beta, other.beta)};
}

/// Precondition: p > g, so something leaves a node.
class TwoLevels {
public:
    TwoLevels(const CommunicationParameters& c, double p) : m_c(c), m_p(p), m_g(c.workersPerNode) {}

    [[nodiscard]] double workersPerNode() const { return m_g; }
    [[nodiscard]] Link inside() const { return {m_c.alphaS, m_c.betaS}; }
    /// Where `senders` workers of one node send at once: they share its card, or the node's way into the network.
    [[nodiscard]] Link between(double senders) const
    {
        const double cards = m_c.sharedNetworkCard ? 1 : m_g;
        return {m_c.alpha2S, m_c.beta2S * std::max(1.0, senders * m_c.oversubscription / cards)};
    }
    /// Some messages of the round stay, some leave.
    [[nodiscard]] Link mixed(double senders) const { return m_g <= 1 ? between(senders) : slower(inside(), between(senders)); }
    /// A ring or a chain in node order: one worker of each node sends to the next node.
    [[nodiscard]] Link chain() const { return mixed(1); }
    /// All send to the one `distance` further on (round the end of the list).
    [[nodiscard]] Link shift(double distance) const
    {
        return mixed(std::min(std::min(distance, m_p - distance), std::min(m_g, m_p - m_g)));
    }

    /// Workers r and r XOR distance swap, r < power, the distance a power of two below it.
    [[nodiscard]] Link swap(double distance, double power) const
    {
        if (power <= m_g)
            return inside();
        if (distance >= m_g)
            return between(m_g);
        const double senders = crossing(distance, std::ceil(power / m_g) - 1);
        return senders > 0 ? mixed(senders) : inside();
    }
    /// In a binomial tree worker r, a multiple of twice the distance, and r + distance: one sender a node.
    [[nodiscard]] Link branch(double distance) const
    {
        if (distance >= m_g)
            return between(1);
        const double block = 2 * distance;
        const double boundaries = std::min(std::ceil(m_p / m_g) - 1, block);
        for (double m = 1; m <= boundaries; ++m) {
            const double offset = std::fmod(m * m_g, block);
            if (offset > 0 && offset <= distance && m * m_g - offset + distance < m_p)
                return mixed(1);
        }
        return inside();
    }
    /// Workers power + i hand in at worker i, for the p - power beyond that power of two.
    [[nodiscard]] Link fold(double power) const
    {
        return power >= m_g ? between(std::min(m_g, m_p - power)) : mixed(m_p - m_g);
    }

private:
    /// The most workers of one node that swap with another at a distance below g: at a boundary between nodes that cuts a block of
    /// two distances at offset o, min(o, 2 distance - o) pairs cross.
    [[nodiscard]] double crossing(double distance, double boundaries) const
    {
        const double block = 2 * distance;
        if (std::fmod(m_g, block) == 0)
            return 0;
        double most = 0, left = 0;
        for (double m = 1; m <= std::min(boundaries, block + 1); ++m) {
            const double offset = std::fmod(m * m_g, block);
            const double right = std::min(offset, block - offset);
            most = std::max(most, left + right);
            left = right;
        }
        return std::max(most, left);
    }

    const CommunicationParameters& m_c;
    double m_p, m_g;
};

}  // namespace scalewright::patterns

// Which links a message crosses on a network of two levels: g workers a node, in node order (worker r on node
 // floor(r/g)).
//
// Rounds are taken to be in step: a round lasts as long as its slowest message. Where only some of a round's messages
// leave their node, and in rings and chains, latency and transfer are each that of the slower link: exact where one
// link is slower in both, else an upper bound, and linear in the message's bytes either way.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/model/scaling/pattern.h"

namespace scalewright::patterns {

/// Seconds of a message's latency, and of moving the whole message once.
struct Link {
    double alpha, beta;
};

inline Link slower(Link one, Link other)
{
    return {std::max(one.alpha, other.alpha), std::max(one.beta, other.beta)};
}

/// The 2^f workers that swap where p is no power of two: with r = p - 2^f, each even one of the first 2r has handed in
/// at its odd neighbour and waits (Rabenseifner 2004; Thakur, Rabenseifner, Gropp 2005), so the i-th that swaps is
/// worker 2i + 1 for i < r, else i + r.
class Folded {
public:
    /// Beyond 2^52 workers nothing changes any more but their number.
    Folded(double p, double power, int g)
        : m_p(static_cast<std::int64_t>(std::min(p, largest))),
          m_extra(m_p - static_cast<std::int64_t>(std::min(power, largest))),
          m_g(g)
    {
    }

    /// The most workers of one node whose partner i XOR distance, the distance a power of two, is on another.
    [[nodiscard]] double leaving(double distance) const
    {
        // From a distance of g on everybody's partner is elsewhere: the nodes differ only in how many of them swap.
        const bool all = distance >= static_cast<double>(m_g);
        const std::int64_t d = all ? m_g : static_cast<std::int64_t>(distance);
        // How the nodes' borders cut the blocks of two distances repeats after 4 distances nodes of either kind, at the
        // latest.
        const std::int64_t span = all ? 2 : 4 * d + 1;
        const std::int64_t nodes = (m_p + m_g - 1) / m_g, folded = (2 * m_extra + m_g - 1) / m_g;
        std::int64_t most = std::max(count(folded - 1, d, all), count(nodes - 1, d, all));
        for (const std::int64_t first : {std::int64_t{0}, folded})
            for (std::int64_t node = first; node < std::min(first + span, nodes); ++node)
                most = std::max(most, count(node, d, all));
        return static_cast<double>(most);
    }

private:
    static constexpr double largest = 4503599627370496.0;

    /// How many of those that swap are workers before `worker`.
    [[nodiscard]] std::int64_t before(std::int64_t worker) const
    {
        return std::min(worker, m_p) <= 2 * m_extra ? std::min(worker, m_p) / 2 : std::min(worker, m_p) - m_extra;
    }
    [[nodiscard]] std::int64_t count(std::int64_t node, std::int64_t d, bool all) const
    {
        if (node < 0)
            return 0;
        const std::int64_t from = before(node * m_g), to = before((node + 1) * m_g);
        // Of 0 … n-1 those on the lower side of a swap.
        const auto lower = [d](std::int64_t n) { return n / (2 * d) * d + std::min(n % (2 * d), d); };
        return all || to - d <= from ? to - from : to - from - 2 * (lower(to - d) - lower(from));
    }

    std::int64_t m_p, m_extra, m_g;
};

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
    [[nodiscard]] Link mixed(double senders) const
    {
        return m_g <= 1 ? between(senders) : slower(inside(), between(senders));
    }
    /// A ring or a chain in node order: one worker of each node sends to the next node.
    [[nodiscard]] Link chain() const { return mixed(1); }
    /// All send to the one `distance` further on (round the end of the list).
    [[nodiscard]] Link shift(double distance) const
    {
        return mixed(std::min(std::min(distance, m_p - distance), std::min(m_g, m_p - m_g)));
    }

    /// Swaps of the workers that take part once those beyond the power of two have handed in (Folded): i and i XOR
    /// distance.
    [[nodiscard]] Link swap(double distance, double power) const
    {
        const double senders = Folded(m_p, power, m_c.workersPerNode).leaving(distance);
        if (distance >= m_g)
            return between(senders);
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
    /// Of the first 2 (p - power) workers each even one hands in at its odd neighbour: only an odd g parts such a pair.
    [[nodiscard]] Link fold(double power) const
    {
        const bool parted = std::fmod(m_g, 2) != 0 && m_g < 2 * (m_p - power);
        return parted ? mixed(1) : inside();
    }

private:
    const CommunicationParameters& m_c;
    double m_p, m_g;
};

}  // namespace scalewright::patterns

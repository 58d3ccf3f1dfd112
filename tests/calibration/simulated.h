// SPDX-License-Identifier: GPL-3.0-or-later
// Ladders whose truth is known. Independent of core: the formulas are from the papers, and the noise is relative to
 // each value.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "core/project/document/measurements.h"

namespace scalewright::calibration {

/// How the time at one p is divided, in seconds.
struct Parts {
    double comp = 0, comm = 0, idle = 0, io = 0;
    [[nodiscard]] double total() const { return comp + comm + idle + io; }
};

struct Truth {
    std::string name;
    std::function<Parts(int p)> parts;
    std::vector<std::string> laws;  ///< the correct verdicts on the curve; empty if none of the laws is correct
    std::string owner;              ///< the correct verdict on the lost speedup
    Scaling scaling = Scaling::Strong;
    std::optional<double> peak{};   ///< the p at which throughput is largest
    bool grows = false;             ///< it contains an overhead that grows with p
};

/// Amdahl 1967, Gustafson 1988, Gunther 2007, Hockney 1994 with the book's ring and recursive doubling, a machine whose
/// memory bandwidth suffices for six workers, and input that takes the same time at every p.
inline std::vector<Truth> truths()
{
    constexpr double work = 100;
    const auto usl = [](double sigma, double kappa) {
        return
            [=](int p) { return Parts{.comp = work / p + work * sigma * (p - 1) / p, .comm = work * kappa * (p - 1)}; };
    };
    const auto amdahl = [](double f) { return [=](int p) { return Parts{.comp = work * (1 - f) / p + work * f}; }; };
    // A tree collective plus a serial part: log2 p rounds (Rabenseifner 2004, Thakur et al. 2005, for short messages).
    const auto treeAndSerial = [](double f, double round) {
        return [=](int p) { return Parts{.comp = work * (1 - f) / p + work * f, .comm = work * round * std::log2(p)}; };
    };
    return {
        {"amdahl f 0.05", amdahl(0.05), {"amdahl"}, "serial-fraction"},
        {"amdahl f 0.2", amdahl(0.2), {"amdahl"}, "serial-fraction"},
        {"constant input 10 %",
         [](int p) { return Parts{.comp = 0.9 * work / p, .io = 0.1 * work}; },
         {"amdahl"},
         "input-output"},
        {"usl 0.05 0.0012",
         usl(0.05, 0.0012),
         {"usl", "alpha-beta"},
         {},
         Scaling::Strong,
         std::sqrt(0.95 / 0.0012),
         true},
        {"usl 0.02 0.0005",
         usl(0.02, 0.0005),
         {"usl", "alpha-beta"},
         {},
         Scaling::Strong,
         std::sqrt(0.98 / 0.0005),
         true},
        {"ring alpha 0.0008 beta 0.04",
         [](int p) { return Parts{.comp = work / p, .comm = work * (0.0008 * (p - 1) + 2 * 0.04 * (p - 1) / p)}; },
         {"usl", "alpha-beta"},
         "communication-wall",
         Scaling::Strong,
         std::sqrt((1 - 2 * 0.04) / 0.0008),
         true},
        {"doubling 0.02 a round",
         [](int p) { return Parts{.comp = work / p, .comm = work * 0.02 * std::ceil(std::log2(p))}; },
         {},
         "communication-wall",
         Scaling::Strong,
         1 / 0.02 * std::log(2),
         true},
        {"amdahl f 0.05 and 0.01 a round",
         treeAndSerial(0.05, 0.01),
         {},
         {},
         Scaling::Strong,
         0.95 / 0.01 * std::log(2),
         true},
        {"amdahl f 0.05 and 0.03 a round",
         treeAndSerial(0.05, 0.03),
         {},
         {},
         Scaling::Strong,
         0.95 / 0.03 * std::log(2),
         true},
        // Between a tree and a ring: the rows and columns of a square mesh with sqrt p ranks each (Thakur et al. 2005),
        // once and in log2 p rounds (the peak is where p^1.5 (1 + ln p/2) = ln 2/0.004); and two shapes that core does
        // not know: powers of 0.6 and 1.25.
        {"mesh 0.012 sqrt p",
         [](int p) { return Parts{.comp = work / p, .comm = work * 0.012 * std::sqrt(p)}; },
         {},
         {},
         Scaling::Strong,
         std::pow(2 / 0.012, 2.0 / 3),
         true},
        {"mesh in rounds 0.004",
         [](int p) { return Parts{.comp = work / p, .comm = work * 0.004 * std::log2(p) * std::sqrt(p)}; },
         {},
         {},
         Scaling::Strong,
         17.23,
         true},
        {"power 0.6",
         [](int p) { return Parts{.comp = work * (0.98 / p + 0.02), .comm = work * 0.004 * (std::pow(p, 0.6) - 1)}; },
         {},
         {},
         Scaling::Strong,
         std::pow(0.98 / (0.004 * 0.6), 1 / 1.6),
         true},
        {"power 1.25",
         [](int p) { return Parts{.comp = work / p, .comm = work * 0.0005 * (std::pow(p, 1.25) - 1)}; },
         {},
         {},
         Scaling::Strong,
         std::pow(1 / (0.0005 * 1.25), 1 / 2.25),
         true},
        // The p log p term of a sort or a congested all-to-all; the peak is where p^2 (ln p + 1) = (1 - f) ln 2/a.
        {"amdahl f 0.02 and 0.0005 p log2 p",
         [](int p) { return Parts{.comp = work * (0.98 / p + 0.02), .comm = work * 0.0005 * p * std::log2(p)}; },
         {},
         {},
         Scaling::Strong,
         18.608,
         true},
        // More workers never make these slower, yet all of them bend as if an overhead grew: a batch of whole examples,
        // a stage that at most eight workers can share, and compute that is 10 % faster once a worker's share fits into
        // a cache.
        {"batch of 200, serial 3 %",
         [](int p) { return Parts{.comp = work * (0.97 * std::ceil(200.0 / p) / 200 + 0.03)}; },
         {},
         {}},
        {"eight share a stage",
         [](int p) { return Parts{.comp = work * (0.02 + 0.3 / std::min(p, 8) + 0.68 / p)}; },
         {},
         {}},
        {"cache from four on", [](int p) { return Parts{.comp = work * (0.02 + (p < 4 ? 0.98 : 0.882) / p)}; }, {}, {}},
        {"nothing lost", [](int p) { return Parts{.comp = work / p}; }, {}, {}},
        {"gossip 0.05",
         [](int p) { return Parts{.comp = work / p, .comm = p > 1 ? 0.05 * work : 0}; },
         {},
         "communication-wall"},
        {"memory feeds six", [](int p) { return Parts{.comp = work / std::min(p, 6)}; }, {}, "compute-inflation"},
        {"workers slow by 0.1 log2 p",
         [](int p) { return Parts{.comp = work / p * (1 + 0.1 * std::log2(p))}; },
         {},
         "compute-inflation"},
        {"workers slow by 0.1 sqrt p",
         [](int p) { return Parts{.comp = work / p * (1 + 0.1 * (std::sqrt(p) - 1))}; },
         {},
         "compute-inflation"},
        {"gustafson f 0.1",
         [](int p) { return Parts{.comp = work / (1 - 0.1 + 0.1 / p)}; },
         {"gustafson"},
         {},
         Scaling::Weak},
        {"weak ring alpha 0.002 beta 0.02",
         [](int p) { return Parts{.comp = work, .comm = work * (0.002 * (p - 1) + 2 * 0.02 * (p - 1) / p)}; },
         {"alpha-beta"},
         {},
         Scaling::Weak},
        {"weak tree 0.02 a round",
         [](int p) { return Parts{.comp = work, .comm = work * 0.02 * std::ceil(std::log2(p))}; },
         {},
         {},
         Scaling::Weak},
        {"weak mesh 0.04 sqrt p",
         [](int p) { return Parts{.comp = work * (1 + 0.04 * (std::sqrt(p) - 1))}; },
         {},
         {},
         Scaling::Weak},
        {"weak mesh 0.02 sqrt p from two on",
         [](int p) { return Parts{.comp = work, .comm = p > 1 ? work * 0.02 * std::sqrt(p) : 0}; },
         {},
         {},
         Scaling::Weak},
        {"weak power 0.6",
         [](int p) { return Parts{.comp = work * (1 + 0.02 * (std::pow(p, 0.6) - 1))}; },
         {},
         {},
         Scaling::Weak},
        {"weak p log2 p",
         [](int p) { return Parts{.comp = work, .comm = work * 0.001 * p * std::log2(p)}; },
         {},
         {},
         Scaling::Weak},
    };
}

/// Systems in which the timed parts show the cause of the lost speedup.
inline std::vector<Truth> owners()
{
    constexpr double work = 100;
    const auto with = [](double Parts::*part, double share, double growth) {
        return [=](int p) {
            Parts parts{.comp = work / p};
            if (p > 1)
                parts.*part += work * share * std::pow(p / 8.0, growth);
            return parts;
        };
    };
    return {
        {"communication, 5 % at 8", with(&Parts::comm, 0.05, 0.5), {}, "communication-wall"},
        {"waiting, 5 % at 8", with(&Parts::idle, 0.05, 0.3), {}, "load-imbalance"},
        {"input, 5 %", with(&Parts::io, 0.05, 0), {}, "input-output"},
        {"serial, 5 %",
         [](int p) {
             return Parts{.comp = work * (0.05 + 0.95 / p), .comm = p > 1 ? 0.5 : 0, .idle = p > 1 ? 0.5 : 0};
         },
         {},
         "serial-fraction"},
        {"memory feeds three, and less the more ask",
         [](int p) {
             return Parts{.comp = work / std::min(p, 3) * (1 + 0.04 * std::log2(p)),
                          .comm = p > 1 ? 0.5 : 0,
                          .idle = p > 1 ? 0.5 : 0};
         },
         {},
         "compute-inflation"},
        {"workers slow by 0.1 log2 p",
         [](int p) {
             return Parts{
                 .comp = work / p * (1 + 0.1 * std::log2(p)), .comm = p > 1 ? 0.2 : 0, .idle = p > 1 ? 0.2 : 0};
         },
         {},
         "compute-inflation"},
        {"workers slow by 0.1 sqrt p",
         [](int p) {
             return Parts{
                 .comp = work / p * (1 + 0.1 * (std::sqrt(p) - 1)), .comm = p > 1 ? 0.2 : 0, .idle = p > 1 ? 0.2 : 0};
         },
         {},
         "compute-inflation"},
        {"workers slow by 0.05 p^0.85",
         [](int p) {
             return Parts{.comp = work / p * (1 + 0.05 * (std::pow(p, 0.85) - 1)),
                          .comm = p > 1 ? 0.2 : 0,
                          .idle = p > 1 ? 0.2 : 0};
         },
         {},
         "compute-inflation"},
        {"communication 5.5, waiting 4.5 % at 8",
         [](int p) {
             const double grows = p > 1 ? std::pow(p / 8.0, 0.5) : 0;
             return Parts{.comp = work / p, .comm = 5.5 * grows, .idle = 4.5 * grows};
         },
         {},
         "communication-wall"},
        {"equal communication and waiting",
         [](int p) {
             const double grows = p > 1 ? std::pow(p / 8.0, 0.5) : 0;
             return Parts{.comp = work / p, .comm = 5 * grows, .idle = 5 * grows};
         },
         {},
         "undecided"},
    };
}

inline std::vector<int> ladderWorkerCounts(int points)
{
    if (points == 12)
        return {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};
    std::vector<int> p;
    for (int i = 0; i < points; ++i)
        p.push_back(1 << i);
    return p;
}

/// Each part of each run has its own noise; without parts, the total time has it.
inline Ladder simulateLadder(const Truth& truth, const std::vector<int>& workers, int repeats, double noise,
                             bool withParts, std::mt19937_64& random)
{
    std::normal_distribution<double> normal;
    const auto noisy = [&](double value) { return std::max(1e-9, value * (1 + noise * normal(random))); };
    Ladder ladder{.scaling = truth.scaling};
    for (const int p : workers)
        for (int repeat = 0; repeat < repeats; ++repeat) {
            const Parts parts = truth.parts(p);
            if (withParts)
                ladder.points.push_back({.p = p,
                                         .compS = noisy(parts.comp),
                                         .commS = noisy(parts.comm),
                                         .idleS = noisy(parts.idle),
                                         .ioS = noisy(parts.io)});
            else
                ladder.points.push_back({.p = p, .timeS = noisy(parts.total())});
        }
    return ladder;
}

/// A run in which ranks work and then meet in a collective, step after step: which ranks are slow, and by how much.
struct SlowRanks {
    std::string name;
    double factor = 1;  ///< work of a slow rank relative to the others
    bool one = true;  ///< only rank 0 is slow; otherwise a quarter of the ranks
    bool exponential = false;  ///< shape of the jitter: 1 - noise + an exponential with mean noise, instead of normal
    [[nodiscard]] std::vector<std::size_t> which(std::size_t ranks) const
    {
        std::vector<std::size_t> slow;
        for (std::size_t r = 0; factor > 1 && r < (one ? 1 : ranks / 4); ++r)
            slow.push_back(r);
        return slow;
    }
};

inline std::vector<SlowRanks> slowRanks()
{
    return {
        {"nobody slower"},
        {"nobody slower, exponential jitter", 1, true, true},
        {"one rank 30 % slower", 1.3},
        {"one rank 60 % slower", 1.6},
        {"a quarter 40 % slower", 1.4, false},
    };
}

/// Seconds in collectives, [step][rank], and the length of the run. Each step has 1 s of work, and a transfer of 50 ms
/// after the last rank arrives.
struct RecordedWaits {
    std::vector<std::vector<double>> collectiveS;
    double spanS = 0;
};

inline RecordedWaits simulateWaits(const SlowRanks& truth, int ranks, int steps, double noise, std::mt19937_64& random)
{
    constexpr double transferS = 0.05;
    std::normal_distribution<double> normal;
    std::exponential_distribution<double> exponential;
    const std::vector<std::size_t> slow = truth.which(static_cast<std::size_t>(ranks));
    RecordedWaits run;
    for (int step = 0; step < steps; ++step) {
        std::vector<double> work;
        for (std::size_t r = 0; r < static_cast<std::size_t>(ranks); ++r) {
            const double deviation = truth.exponential ? exponential(random) - 1 : normal(random);
            work.push_back((r < slow.size() ? truth.factor : 1) * std::max(0.0, 1 + noise * deviation));
        }
        const double endS = *std::max_element(work.begin(), work.end()) + transferS;
        for (double& each : work)
            each = endS - each;
        run.collectiveS.push_back(std::move(work));
        run.spanS += endS;
    }
    return run;
}

}  // namespace scalewright::calibration

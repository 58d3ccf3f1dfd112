// SPDX-License-Identifier: GPL-3.0-or-later
// How often the best speedup and its p are given an interval, and how often the interval contains the truth, on
// simulated ladders whose truth is known. Independent of core's fit: the truth is the largest S(p) of the formula.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "core/evidence/fit/law_evidence.h"
#include "core/evidence/ladder/ladder.h"
#include "tests/calibration/simulated.h"

namespace scalewright::calibration {

struct LimitCounts {
    int ladders = 0, amdahlLeads = 0;
    int speedupGiven = 0, speedupRight = 0, pGiven = 0, pRight = 0;
    std::vector<double> speedupRatios, pRatios;  ///< upper end over lower end

    LimitCounts& operator+=(const LimitCounts& other)
    {
        ladders += other.ladders;
        amdahlLeads += other.amdahlLeads;
        speedupGiven += other.speedupGiven;
        speedupRight += other.speedupRight;
        pGiven += other.pGiven;
        pRight += other.pRight;
        speedupRatios.insert(speedupRatios.end(), other.speedupRatios.begin(), other.speedupRatios.end());
        pRatios.insert(pRatios.end(), other.pRatios.begin(), other.pRatios.end());
        return *this;
    }
};

/// p = 1, 2, 4, … for `points` points. `time` takes any p up to 2^30, which stands for an unlimited number; `peak` is the
/// p of its smallest value, or nullopt if it has none.
inline LimitCounts countLimits(const std::function<double(double p)>& time, std::optional<double> peak, int points,
                               int repeats, double noise, int ladders, std::mt19937_64& random)
{
    constexpr double unlimited = 1 << 30;
    double shortest = time(peak.value_or(unlimited));
    for (int p = 1; p < unlimited / 2; p *= 2)  // an exchange in rounds is shortest at a power of two
        shortest = std::min(shortest, time(p));
    const double bestSpeedup = time(1) / shortest;
    LimitCounts counts{.ladders = ladders, .speedupRatios = {}, .pRatios = {}};
    for (int i = 0; i < ladders; ++i) {
        std::normal_distribution<double> normal;
        Ladder ladder{.scaling = Scaling::Strong};
        for (int point = 0; point < points; ++point)
            for (int repeat = 0; repeat < repeats; ++repeat)
                ladder.points.push_back(
                    {.p = 1 << point, .timeS = time(1 << point) * std::max(0.01, 1 + noise * normal(random))});
        const fits::LawEvidence evidence =
            fits::assessLaws(analyseLadder(ladder).value(), {Law::Amdahl, Law::Usl, Law::AlphaBeta}, {});
        const BestSpeedup& best = evidence.best;
        counts.amdahlLeads += evidence.bestLaw == Law::Amdahl ? 1 : 0;
        if (best.low && best.high) {
            ++counts.speedupGiven;
            counts.speedupRight += *best.low <= bestSpeedup && bestSpeedup <= *best.high ? 1 : 0;
            counts.speedupRatios.push_back(*best.high / *best.low);
        }
        if (best.pLow && best.pHigh) {
            ++counts.pGiven;
            counts.pRight += peak && *best.pLow <= *peak && *peak <= *best.pHigh ? 1 : 0;
            counts.pRatios.push_back(*best.pHigh / *best.pLow);
        }
    }
    return counts;
}

/// T(p)/T(1) = f + (1-f)/p + kappa (p - 1).
struct LimitKind {
    std::string name;
    double serial = 0;
    std::optional<double> peakShare{};  ///< where the peak is, as a share of the last p; nullopt: kappa = 0
};

inline std::vector<LimitKind> limitKinds(bool withPeak)
{
    std::vector<LimitKind> kinds;
    const auto text = [](double value) { return std::to_string(value).substr(0, 4); };
    if (!withPeak)
        for (const double f : {0.02, 0.05, 0.1, 0.25, 0.5})
            kinds.push_back({"Amdahl, f = " + text(f), f});
    else
        for (const double share : {0.25, 0.5, 0.75})
            for (const double sigma : {0.0, 0.02, 0.1})
                kinds.push_back(
                    {"USL, sigma = " + text(sigma) + ", peak at " + text(share) + " of the last p", sigma, share});
    return kinds;
}

/// Ladders of 5 to 8 points with three runs each. The peak is sqrt((1 - sigma)/kappa).
inline LimitCounts countLimits(const LimitKind& kind, double noise, int laddersPerLength, std::mt19937_64& random)
{
    LimitCounts counts;
    for (int points = 5; points <= 8; ++points) {
        std::optional<double> peak;
        if (kind.peakShare)
            peak = *kind.peakShare * (1 << (points - 1));
        const double kappa = peak ? (1 - kind.serial) / (*peak * *peak) : 0;
        counts += countLimits([&](double p) { return (1 - kind.serial) / p + kind.serial + kappa * (p - 1); }, peak,
                              points, 3, noise, laddersPerLength, random);
    }
    return counts;
}

}  // namespace scalewright::calibration

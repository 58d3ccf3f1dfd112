// SPDX-License-Identifier: GPL-3.0-or-later
// One cell of the table: a number of ladders with the same truth, and the verdicts on them. Used by the program that
// creates the table and by the test that repeats a part of it.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/decision/attribution/attribution.h"
#include "core/evidence/calibration/calibration.h"
#include "core/evidence/fit/fit.h"
#include "core/evidence/fit/law_evidence.h"
#include "core/evidence/ladder/ladder.h"
#include "core/evidence/trace/collectives.h"
#include "core/evidence/trace/stragglers.h"
#include "tests/calibration/limits.h"
#include "tests/calibration/simulated.h"

namespace scalewright::calibration {

/// The seed of each cell depends on its position, so that computing part of the table repeats the values in the full
/// table.
inline std::mt19937_64 seededGenerator(long seed, const std::string& truth, int points, int repeats, double noise)
{
    std::seed_seq sequence{static_cast<unsigned>(seed),        static_cast<unsigned>(truth.size()),
                           static_cast<unsigned>(truth[0]),    static_cast<unsigned>(truth.back()),
                           static_cast<unsigned>(points),      static_cast<unsigned>(repeats),
                           static_cast<unsigned>(1000 * noise)};
    return std::mt19937_64(sequence);
}

inline bool among(const std::vector<std::string>& right, const std::string& causeFound)
{
    return std::find(right.begin(), right.end(), causeFound) != right.end();
}

/// Which law applies, and whether there is an overhead that grows with p. A verdict that is given but not correct
/// counts as wrong; if the truth is outside the laws, any law is wrong.
inline std::pair<CalibrationCell, CalibrationCell> lawCells(const Truth& truth, int points, int repeats, double noise,
                                                            int ladders, long seed)
{
    CalibrationCell law{"law", truth.name, points, repeats, noise, ladders},
        growth{"growth", truth.name, points, repeats, noise, ladders};
    std::mt19937_64 random = seededGenerator(seed, truth.name, points, repeats, noise);
    const std::vector<Law> laws = truth.scaling == Scaling::Weak ? std::vector{Law::Gustafson, Law::Usl, Law::AlphaBeta}
                                                                 : std::vector{Law::Amdahl, Law::Usl, Law::AlphaBeta};
    for (int i = 0; i < ladders; ++i) {
        const MeasuredLadder ladder =
            analyseLadder(simulateLadder(truth, ladderWorkerCounts(points), repeats, noise, false, random)).value();
        const fits::LawEvidence evidence = fits::assessLaws(ladder, laws, {});
        if (evidence.isDecided) {
            ++law.decidedCount;
            law.wrongCount += among(truth.laws, nameOf(*evidence.bestLaw)) ? 0 : 1;
        }
        if (evidence.hasGrowingOverhead) {
            ++growth.decidedCount;
            growth.wrongCount += truth.grows ? 0 : 1;
        }
    }
    return {law, growth};
}

/// Which part is the cause, and if it is compute, whether it is serial or inflated. If the two largest parts of a truth
/// are equal, any named owner is wrong.
inline std::pair<CalibrationCell, CalibrationCell> ownerCells(const Truth& truth, int points, int repeats, double noise,
                                                              int ladders, long seed)
{
    CalibrationCell ownerCell{"owner", truth.name, points, repeats, noise, ladders},
        computeCell{"serial or inflated", truth.name, points, repeats, noise, ladders};
    std::mt19937_64 random = seededGenerator(seed, truth.name, points, repeats, noise);
    const auto computes = [](const std::string& cause) {
        return cause == nameOf(Cause::SerialFraction) || cause == nameOf(Cause::ComputeInflation);
    };
    for (int i = 0; i < ladders; ++i) {
        const Attribution attribution = attributeLostFolds(
            analyseLadder(simulateLadder(truth, ladderWorkerCounts(points), repeats, noise, true, random)).value());
        if (attribution.mainCause == Cause::Undecided || attribution.mainCause == Cause::Unknown ||
            attribution.mainCause == Cause::None)
            continue;
        const std::string causeFound = nameOf(attribution.mainCause);
        const bool both = computes(causeFound) && computes(truth.owner);
        ++ownerCell.decidedCount;
        ownerCell.wrongCount += both || causeFound == truth.owner ? 0 : 1;
        if (both) {
            ++computeCell.decidedCount;
            computeCell.wrongCount += causeFound == truth.owner ? 0 : 1;
        }
    }
    return {ownerCell, computeCell};
}

/// Whether the intervals of the best speedup and of its p are given, and contain the truth (tests/calibration/limits.h).
inline std::pair<CalibrationCell, CalibrationCell> bestCells(const Truth& truth, int points, int repeats, double noise,
                                                             int ladders, long seed)
{
    std::mt19937_64 random = seededGenerator(seed, truth.name, points, repeats, noise);
    const LimitCounts counts = countLimits([&](double p) { return truth.parts(static_cast<int>(p)).total(); },
                                           truth.peak, points, repeats, noise, ladders, random);
    return {{"best speedup", truth.name, points, repeats, noise, ladders, counts.speedupGiven,
             counts.speedupGiven - counts.speedupRight},
            {"best p", truth.name, points, repeats, noise, ladders, counts.pGiven, counts.pGiven - counts.pRight}};
}

/// Which ranks keep the others waiting. Naming any rank that is not slow is wrong.
inline CalibrationCell stragglerCell(const SlowRanks& truth, int ranks, int steps, double noise, int runs, long seed)
{
    CalibrationCell cell{"straggler", truth.name, ranks, steps, noise, runs};
    std::mt19937_64 random = seededGenerator(seed, truth.name, ranks, steps, noise);
    for (int i = 0; i < runs; ++i) {
        const RecordedWaits run = simulateWaits(truth, ranks, steps, noise, random);
        std::vector<double> collectiveS(static_cast<std::size_t>(ranks));
        for (const std::vector<double>& step : run.collectiveS)
            for (std::size_t r = 0; r < step.size(); ++r)
                collectiveS[r] += step[r];
        const std::vector<std::size_t> stragglers = findStragglersByGap(collectiveS, run.spanS);
        cell.decidedCount += stragglers.empty() ? 0 : 1;
        cell.wrongCount += stragglers.empty() || stragglers == truth.which(collectiveS.size()) ? 0 : 1;
    }
    return cell;
}

/// The standard deviation of jitter that is uniformly distributed from 0 to `widest` of a step's work.
inline double uniformDeviation(double widest)
{
    return widest / std::sqrt(12.0);
}

/// Which rank arrives last, according to the size and order tests: 1 s of work plus up to `widest` on each rank, and an
/// additional half of `widest` on rank 0 if `hasLateRank`. Naming a rank when none is late, or the wrong rank, is
/// wrong.
inline CalibrationCell lateRankCell(bool hasLateRank, int ranks, int steps, double widest, int runs, long seed)
{
    CalibrationCell cell{"late rank",
                         hasLateRank ? "one rank late by half the jitter" : "no rank late",
                         ranks,
                         steps,
                         std::round(1e4 * uniformDeviation(widest)) / 1e4,
                         runs};
    std::mt19937_64 random = seededGenerator(seed, cell.groundTruth, ranks, steps, cell.noise);
    std::uniform_real_distribution<double> jitter(0, widest);
    constexpr double transferS = 0.05;
    for (int i = 0; i < runs; ++i) {
        std::vector<std::vector<double>> collectiveS;
        double spanS = 0;
        for (int step = 0; step < steps; ++step) {
            std::vector<double> work;
            for (int r = 0; r < ranks; ++r)
                work.push_back(1 + jitter(random) + (hasLateRank && r == 0 ? widest / 2 : 0));
            const double endS = *std::max_element(work.begin(), work.end()) + transferS;
            for (double& each : work)
                each = endS - each;
            collectiveS.push_back(std::move(work));
            spanS += endS;
        }
        const StragglerVerdict verdict = detectStragglers(collectiveS, spanS);
        cell.decidedCount += verdict.hasStraggler ? 1 : 0;
        cell.wrongCount +=
            verdict.hasStraggler && !(hasLateRank && verdict.latestRanks == std::vector<std::size_t>{0}) ? 1 : 0;
    }
    return cell;
}

}  // namespace scalewright::calibration

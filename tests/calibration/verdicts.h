// One cell of the table: so many ladders of one truth, and what was said of them. Used by the program that makes the
// table and by the test that does a slice of it again.
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
#include "tests/calibration/simulated.h"

namespace scalewright::calibration {

/// Each cell starts from the seed and its own place, so that a slice gives what the whole gives.
inline std::mt19937_64 randomOf(long seed, const std::string& truth, int points, int repeats, double noise)
{
    std::seed_seq sequence{static_cast<unsigned>(seed),        static_cast<unsigned>(truth.size()),
                           static_cast<unsigned>(truth[0]),    static_cast<unsigned>(truth.back()),
                           static_cast<unsigned>(points),      static_cast<unsigned>(repeats),
                           static_cast<unsigned>(1000 * noise)};
    return std::mt19937_64(sequence);
}

inline bool among(const std::vector<std::string>& right, const std::string& said)
{
    return std::find(right.begin(), right.end(), said) != right.end();
}

/// Which law, and whether there is an overhead that grows with p. Told and not right is wrong: of a truth outside the
/// laws any law.
inline std::pair<CalibrationCell, CalibrationCell> lawCells(const Truth& truth, int points, int repeats, double noise,
                                                            int ladders, long seed)
{
    CalibrationCell law{"law", truth.name, points, repeats, noise, ladders},
        growth{"growth", truth.name, points, repeats, noise, ladders};
    std::mt19937_64 random = randomOf(seed, truth.name, points, repeats, noise);
    const std::vector<Law> laws = truth.scaling == Scaling::Weak ? std::vector{Law::Gustafson, Law::Usl, Law::AlphaBeta}
                                                                 : std::vector{Law::Amdahl, Law::Usl, Law::AlphaBeta};
    for (int i = 0; i < ladders; ++i) {
        const MeasuredLadder ladder =
            measured(ladderOf(truth, workersOf(points), repeats, noise, false, random)).value();
        const fits::LawEvidence evidence = fits::weigh(ladder, laws, {});
        if (evidence.told) {
            ++law.decided;
            law.wrong += among(truth.laws, lawName(*evidence.best)) ? 0 : 1;
        }
        if (evidence.grows) {
            ++growth.decided;
            growth.wrong += truth.grows ? 0 : 1;
        }
    }
    return {law, growth};
}

/// Whose fault, and where compute is: serial or inflated. Of truths whose largest parts are alike any owner is wrong.
inline std::pair<CalibrationCell, CalibrationCell> ownerCells(const Truth& truth, int points, int repeats, double noise,
                                                              int ladders, long seed)
{
    CalibrationCell owner{"owner", truth.name, points, repeats, noise, ladders},
        compute{"serial or inflated", truth.name, points, repeats, noise, ladders};
    std::mt19937_64 random = randomOf(seed, truth.name, points, repeats, noise);
    const auto computes = [](const std::string& cause) {
        return cause == causeName(Cause::SerialFraction) || cause == causeName(Cause::ComputeInflation);
    };
    for (int i = 0; i < ladders; ++i) {
        const Attribution why =
            attribute(measured(ladderOf(truth, workersOf(points), repeats, noise, true, random)).value());
        if (why.owner == Cause::Undecided || why.owner == Cause::Unknown || why.owner == Cause::None)
            continue;
        const std::string said = causeName(why.owner);
        const bool both = computes(said) && computes(truth.owner);
        ++owner.decided;
        owner.wrong += both || said == truth.owner ? 0 : 1;
        if (both) {
            ++compute.decided;
            compute.wrong += said == truth.owner ? 0 : 1;
        }
    }
    return {owner, compute};
}

/// Two verdicts on the peak where the comparison gives it an interval: that it is passed (the interval ends below the last
/// p), and where it is (the interval).
inline std::pair<CalibrationCell, CalibrationCell> peakCells(const Truth& truth, int points, int repeats, double noise,
                                                             int ladders, long seed)
{
    CalibrationCell passed{"peak passed", truth.name, points, repeats, noise, ladders},
        interval{"peak interval", truth.name, points, repeats, noise, ladders};
    std::mt19937_64 random = randomOf(seed, truth.name, points, repeats, noise);
    const int last = workersOf(points).back();
    for (int i = 0; i < ladders; ++i) {
        const MeasuredLadder ladder =
            measured(ladderOf(truth, workersOf(points), repeats, noise, false, random)).value();
        // An interval is given with a verdict alone, and the verdict is a tenth of its work.
        if (const fits::LawEvidence evidence = fits::weigh(ladder, {Law::Amdahl, Law::Usl, Law::AlphaBeta}, {});
            !evidence.told && !evidence.grows)
            continue;
        const FitComparison comparison = fitLaws(ladder);
        if (comparison.fits.empty())
            continue;
        const LadderFit* fit = &comparison.fits.front();
        if (!fit->peakP || !fit->peakLow || !fit->peakHigh)
            continue;
        if (*fit->peakHigh < last) {
            ++passed.decided;
            passed.wrong += truth.peak && *truth.peak <= last ? 0 : 1;
        }
        if (truth.peak) {
            ++interval.decided;
            interval.wrong += *fit->peakLow <= *truth.peak && *truth.peak <= *fit->peakHigh ? 0 : 1;
        }
    }
    return {passed, interval};
}

/// Which ranks keep the others waiting. Any but those that are slow is wrong.
inline CalibrationCell stragglerCell(const SlowRanks& truth, int ranks, int steps, double noise, int runs, long seed)
{
    CalibrationCell cell{"straggler", truth.name, ranks, steps, noise, runs};
    std::mt19937_64 random = randomOf(seed, truth.name, ranks, steps, noise);
    for (int i = 0; i < runs; ++i) {
        const RecordedWaits run = waitsOf(truth, ranks, steps, noise, random);
        std::vector<double> collectiveS(static_cast<std::size_t>(ranks));
        for (const std::vector<double>& step : run.collectiveS)
            for (std::size_t r = 0; r < step.size(); ++r)
                collectiveS[r] += step[r];
        const std::vector<std::size_t> named = stragglersOf(collectiveS, run.spanS);
        cell.decided += named.empty() ? 0 : 1;
        cell.wrong += named.empty() || named == truth.which(collectiveS.size()) ? 0 : 1;
    }
    return cell;
}

/// A jitter of up to so much of a step's work, any as likely as another: `widest`; its standard deviation.
inline double deviationOfUniform(double widest)
{
    return widest / std::sqrt(12.0);
}

/// Who arrives last, by the tests on size and order: work of 1 s that takes up to `widest` longer on each rank, on
/// rank 0 half of that more where `late`. A rank named where none is late, or another one, is wrong.
inline CalibrationCell lateRankCell(bool late, int ranks, int steps, double widest, int runs, long seed)
{
    CalibrationCell cell{"late rank", late ? "one rank late by half the jitter" : "no rank late", ranks,
                         steps,       std::round(1e4 * deviationOfUniform(widest)) / 1e4,         runs};
    std::mt19937_64 random = randomOf(seed, cell.truth, ranks, steps, cell.noise);
    std::uniform_real_distribution<double> jitter(0, widest);
    constexpr double transferS = 0.05;
    for (int i = 0; i < runs; ++i) {
        std::vector<std::vector<double>> collectiveS;
        double spanS = 0;
        for (int step = 0; step < steps; ++step) {
            std::vector<double> work;
            for (int r = 0; r < ranks; ++r)
                work.push_back(1 + jitter(random) + (late && r == 0 ? widest / 2 : 0));
            const double endS = *std::max_element(work.begin(), work.end()) + transferS;
            for (double& each : work)
                each = endS - each;
            collectiveS.push_back(std::move(work));
            spanS += endS;
        }
        const StragglerVerdict verdict = judgeStragglers(collectiveS, spanS);
        cell.decided += verdict.named ? 1 : 0;
        cell.wrong += verdict.named && !(late && verdict.late == std::vector<std::size_t>{0}) ? 1 : 0;
    }
    return cell;
}

}  // namespace scalewright::calibration

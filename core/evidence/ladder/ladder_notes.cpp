#include "core/evidence/ladder/ladder_notes.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity/units.h"

namespace scalewright {

namespace {

constexpr double superlinearFrom = 1.005;
constexpr double usualScatter = 0.05;  // of the time of one program, run again
constexpr double rounding = 1e-12;
constexpr int fewestForInterval = 3;  // medianInterval

std::string listOf(const std::vector<int>& p)
{
    constexpr std::size_t most = 6;
    std::string text = fmt::format(
        "{}", fmt::join(p.begin(), p.begin() + static_cast<std::ptrdiff_t>(std::min(p.size(), most)), ", "));
    return p.size() > most ? say("{} and {} more", text, p.size() - most) : text;
}

void noteBase(MeasuredLadder& ladder)
{
    const int base = ladder.baseP;
    ladder.baseNote = base == 1
                          ? ""
                          : say("The smallest p measured is {}, not 1. S is stated against it and starts at {}, as if "
                                "the step from 1 to {} had been "
                                "ideal: S and E are upper bounds, and what {} workers already lost is not in them.",
                                base, base, base, base);
}

void noteKnee(MeasuredLadder& ladder)
{
    ladder.kneeNote = {};
    const int last = ladder.rungs.back().p;
    if (ladder.rungs.size() == 1)
        ladder.kneeNote = "Only one p was measured: there is no curve, and so no knee.";
    else if (ladder.kneeP == last)
        ladder.kneeNote = say("The knee is the last p measured, {}: it may lie further on. Measure a larger p.", last);
    else if (ladder.fastestP == last)
        ladder.kneeNote = say("The fastest p is the last one measured, {}: a larger one may be faster still.", last);
    else if (ladder.kneeP == ladder.baseP)
        ladder.kneeNote = say("The knee is the smallest p measured, {}: no step up earns its workers.", ladder.kneeP);
}

/// Which p are no worse than `best` as far as the runs tell, by a score whose logarithm goes with -power ln T: the
/// score and the two times' intervals in logarithms, added in quadrature.
template <class Score>
std::string notTold(const MeasuredLadder& ladder, int best, double power, const Score& score)
{
    const Rung& first = *ladder.at(best);
    std::vector<int> near;
    for (const Rung& rung : ladder.rungs) {
        if (rung.p == best || !rung.timeInterval || !first.timeInterval)
            continue;
        const double ahead = std::log(score(first) / score(rung));
        if (ahead <= power * std::hypot(std::log(first.timeInterval->high / first.timeS),
                                        std::log(rung.timeS / rung.timeInterval->low)))
            near.push_back(rung.p);
    }
    const std::string untold =
        near.empty() ? "" : say("the runs do not tell it from p = {}: their 95 % intervals overlap", listOf(near));
    return joined({untold, ladder.failuresAt(best)}, "; ");
}

/// Times are of the runs that succeeded: how many did is as much of the answer.
void warnOfFailures(MeasuredLadder& ladder)
{
    std::vector<std::pair<int, RunCount>> some;
    for (const Rung& rung : ladder.rungs)
        if (rung.failed > 0)
            some.emplace_back(rung.p, rung.runCount());
    for (const FailedRuns& none : ladder.allFailed)
        some.emplace_back(none.p, RunCount{none.runs, 0});
    std::sort(some.begin(), some.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    constexpr std::size_t most = 6;
    std::vector<std::string> words;
    for (std::size_t i = 0; i < some.size() && i < most; ++i)
        words.push_back(failureText(some[i].second, some[i].first));
    if (some.size() > most)
        words.push_back(say("runs failed at {} more p", some.size() - most));
    if (!words.empty())
        ladder.warnings.push_back(say("{}; failed runs are in no figure", joined(words, ", ")));
}

/// More than ideal: beyond the runs' scatter where they show one, else beyond what timings of one program mostly
/// scatter by.
void warnOfSuperlinear(MeasuredLadder& ladder)
{
    std::vector<int> above, perhaps;
    double most = 1, perhapsMost = 1;
    for (const Rung& rung : ladder.rungs) {
        if (!(rung.efficiency > 1 + rounding))
            continue;
        const bool shown =
            rung.speedupInterval ? rung.speedupInterval->low > rung.p : rung.efficiency > 1 + usualScatter;
        (shown ? above : perhaps).push_back(rung.p);
        double& largest = shown ? most : perhapsMost;
        largest = std::max(largest, rung.efficiency);
    }
    if (!above.empty())
        ladder.warnings.push_back(
            say("more than ideal at p = {} (E up to {}): a working set that starts to fit a cache or a memory, or a "
                "base that was slow",
                listOf(above), significant(most)));
    if (!perhaps.empty() && perhapsMost >= superlinearFrom)
        ladder.warnings.push_back(say("E reaches {} at p = {}, within what runs scatter: no more than ideal is shown",
                                      decimalText(perhapsMost, 3), listOf(perhaps)));
}

void warnOfSpread(MeasuredLadder& ladder)
{
    const auto wide = std::max_element(ladder.rungs.begin(), ladder.rungs.end(), [](const Rung& a, const Rung& b) {
        return a.slowestS / a.fastestS < b.slowestS / b.fastestS;
    });
    if (wide->slowestS / wide->fastestS >= wideSpreadFrom)
        ladder.warnings.push_back(
            say("the repeats at p = {} differ by a factor of {}: something besides p changed between them", wide->p,
                significant(wide->slowestS / wide->fastestS)));
}

/// Times that change far more than the workers do are seldom times of the same work in one unit.
void warnOfJumps(MeasuredLadder& ladder)
{
    constexpr double beyondWorkers = 20;
    for (std::size_t i = 1; i < ladder.rungs.size(); ++i) {
        const Rung &before = ladder.rungs[i - 1], &after = ladder.rungs[i];
        const double times = std::max(after.timeS / before.timeS, before.timeS / after.timeS);
        if (times < beyondWorkers * after.p / before.p)
            continue;
        ladder.warnings.push_back(
            say("from p = {} to p = {} the time changes {} times: is one of the two in another unit, or a thousands "
                "separator read as a decimal one (1.434 for 1434)?",
                before.p, after.p, significant(times, 3)));
        return;
    }
}

void warnOfParts(MeasuredLadder& ladder)
{
    std::vector<int> without, unexplained;
    for (const Rung& rung : ladder.rungs) {
        if (!rung.parts)
            without.push_back(rung.p);
        else if (rung.parts->restS > roundingOfParts * rung.timeS)
            unexplained.push_back(rung.p);
    }
    if (without.size() == ladder.rungs.size())
        return;
    if (!without.empty())
        ladder.warnings.push_back(say("no breakdown at p = {}: its lost folds have no names", listOf(without)));
    if (!unexplained.empty())
        ladder.warnings.push_back(
            say("the parts do not reach the time at p = {}: the rest is counted as unattributed", listOf(unexplained)));
    const auto some = [&](bool RunTime::*said) {
        return std::any_of(ladder.rungs.begin(), ladder.rungs.end(),
                           [said](const Rung& rung) { return std::ranges::any_of(rung.runs, said); });
    };
    if (some(&RunTime::idleIsRest))
        ladder.warnings.emplace_back("waiting was not measured: it is the time minus the other parts");
    if (some(&RunTime::fitted))
        ladder.warnings.emplace_back(
            "some parts sum to more than their time by rounding (up to 1 %): they were scaled to it");
}

void warnOfQuality(MeasuredLadder& ladder)
{
    const std::string name = ladder.qualityName.empty() ? "quality" : ladder.qualityName;
    std::vector<int> below, unknown;
    std::optional<double> low, high;
    for (const Rung& rung : ladder.rungs) {
        if (!rung.quality) {
            unknown.push_back(rung.p);
            continue;
        }
        low = std::min(low.value_or(*rung.quality), *rung.quality);
        high = std::max(high.value_or(*rung.quality), *rung.quality);
        if (!rung.reachesTarget)
            below.push_back(rung.p);
    }
    if (!below.empty())
        ladder.warnings.push_back(
            say("the {} misses its target {} at p = {}: the speedup there is not at equal quality", name,
                roundTrip(*ladder.qualityTarget), listOf(below)));
    if (ladder.qualityTarget && !unknown.empty())
        ladder.warnings.push_back(
            say("there is a target for the {}, and no {} was recorded at p = {}", name, name, listOf(unknown)));
    if (!ladder.qualityTarget && low && *low != *high)
        ladder.warnings.push_back(
            say("the {} goes from {} to {} over the ladder and has no target: the speedups are not at equal quality",
                name, significant(*low), significant(*high)));
}

void noteFewRuns(MeasuredLadder& ladder)
{
    std::vector<int> few;
    int most = 0;
    for (const Rung& rung : ladder.rungs) {
        most = std::max(most, rung.repeats);
        if (rung.repeats < fewestForInterval)
            few.push_back(rung.p);
    }
    if (ladder.rungs.size() < 2)
        return;
    if (!ladder.disturbance.empty()) {
        ladder.runsNote = say("No interval of its times: {}. What differs by little may be that.", ladder.disturbance);
        return;
    }
    if (few.empty())
        return;
    ladder.runsNote = few.size() < ladder.rungs.size() ? say("Nothing is known of the noise at p = {}, where runs are "
                                                             "fewer than three: what differs there may be noise.",
                                                             listOf(few))
                      : most == 1 ? "One run at each p: nothing is known of the noise, and what differs by little "
                                    "may be noise. Three runs at a p or more tell."
                                  : "Too few runs at each p: little is known of the noise, and what differs by "
                                    "little may be noise. Three runs at a p or more tell.";
}

}  // namespace

void noteLandmarks(MeasuredLadder& ladder)
{
    ladder.fastestDoubt = notTold(ladder, ladder.fastestP, 1, [](const Rung& rung) { return rung.speedup; });
    ladder.kneeDoubt =
        notTold(ladder, ladder.kneeP, 2, [](const Rung& rung) { return rung.efficiency * rung.speedup; });
    noteBase(ladder);
    noteKnee(ladder);
}

void noteRuns(MeasuredLadder& ladder)
{
    noteFewRuns(ladder);
    warnOfFailures(ladder);
    warnOfParts(ladder);
    warnOfSuperlinear(ladder);
    warnOfSpread(ladder);
    warnOfJumps(ladder);
    warnOfQuality(ladder);
}

}  // namespace scalewright

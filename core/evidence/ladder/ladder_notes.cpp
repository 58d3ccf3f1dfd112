// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/ladder/ladder_notes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity/units.h"

namespace scalewright {

namespace {

constexpr double superlinearThreshold = 1.005;
constexpr double typicalScatter = 0.05;  // relative scatter between repeats of one program
constexpr double efficiencyTolerance = 1e-12;
constexpr int minimumRunsForInterval = 3;  // medianInterval

std::string listText(const std::vector<int>& p)
{
    constexpr std::size_t maximumListed = 6;
    std::string text = fmt::format(
        "{}", fmt::join(p.begin(), p.begin() + static_cast<std::ptrdiff_t>(std::min(p.size(), maximumListed)), ", "));
    return p.size() > maximumListed ? formatMessage("{} and {} more", text, p.size() - maximumListed) : text;
}

void setBaseNote(MeasuredLadder& ladder)
{
    const int base = ladder.baseP;
    ladder.baseNote =
        base == 1 ? ""
                  : formatMessage(
                        "The smallest measured p is {}, not 1. S is relative to it and starts at {}, as if scaling "
                        "from 1 to {} were ideal: S and E are upper bounds and exclude what {} workers already lost.",
                        base, base, base, base);
}

void setKneeNote(MeasuredLadder& ladder)
{
    ladder.kneeNote = {};
    const int last = ladder.rungs.back().p;
    if (ladder.rungs.size() == 1)
        ladder.kneeNote = "Only one p was measured: no curve, and so no knee.";
    else if (ladder.kneeP == last)
        ladder.kneeNote =
            formatMessage("The knee is the last measured p, {}: it may be higher. Measure a larger p.", last);
    else if (ladder.fastestP == last)
        ladder.kneeNote =
            formatMessage("The fastest p is the last one measured, {}: a larger one may be faster.", last);
    else if (ladder.kneeP == ladder.baseP)
        ladder.kneeNote =
            formatMessage("The knee is the smallest measured p, {}: no larger p is worth its workers.", ladder.kneeP);
}

/// Lists the p that the runs cannot distinguish from `best`, for a score whose logarithm changes by -power ln T: the
/// half-widths of the two time intervals in logarithms, added in quadrature.
template <class Score>
std::string landmarkCaveat(const MeasuredLadder& ladder, int best, double power, const Score& score)
{
    const Rung& bestRung = *ladder.findRung(best);
    std::vector<int> near;
    for (const Rung& rung : ladder.rungs) {
        if (rung.p == best || !rung.timeInterval || !bestRung.timeInterval)
            continue;
        const double logRatio = std::log(score(bestRung) / score(rung));
        if (logRatio <= power * std::hypot(std::log(bestRung.timeInterval->high / bestRung.timeS),
                                           std::log(rung.timeS / rung.timeInterval->low)))
            near.push_back(rung.p);
    }
    const std::string indistinguishable =
        near.empty()
            ? ""
            : formatMessage("the runs do not distinguish it from p = {}: their 95 % intervals overlap", listText(near));
    return joinNonEmpty({indistinguishable, ladder.failureTextAt(best)}, "; ");
}

/// Times exclude failed runs, so the success rate is reported with them.
void warnAboutFailures(MeasuredLadder& ladder)
{
    std::vector<std::pair<int, RunCount>> failures;
    for (const Rung& rung : ladder.rungs)
        if (rung.failedCount > 0)
            failures.emplace_back(rung.p, rung.runCount());
    for (const FailedRuns& failedPoint : ladder.failedPoints)
        failures.emplace_back(failedPoint.p, RunCount{failedPoint.runs, 0});
    std::ranges::sort(failures, [](const auto& a, const auto& b) { return a.first < b.first; });
    constexpr std::size_t maximumListed = 6;
    std::vector<std::string> words;
    for (std::size_t i = 0; i < failures.size() && i < maximumListed; ++i)
        words.push_back(failureText(failures[i].second, failures[i].first));
    if (failures.size() > maximumListed)
        words.push_back(formatMessage("runs failed at {} more p", failures.size() - maximumListed));
    if (!words.empty())
        ladder.warnings.push_back(
            formatMessage("{}; failed runs are not included in any figure", joinNonEmpty(words, ", ")));
}

/// Faster than ideal by more than the scatter of the runs, if it is known, else by more than the typical scatter
/// between runs of one program.
void warnAboutSuperlinear(MeasuredLadder& ladder)
{
    std::vector<int> certain, uncertain;
    double certainMaximum = 1, uncertainMaximum = 1;
    for (const Rung& rung : ladder.rungs) {
        if (!(rung.efficiency > 1 + efficiencyTolerance))
            continue;
        const bool isCertain =
            rung.speedupInterval ? rung.speedupInterval->low > rung.p : rung.efficiency > 1 + typicalScatter;
        (isCertain ? certain : uncertain).push_back(rung.p);
        double& largest = isCertain ? certainMaximum : uncertainMaximum;
        largest = std::max(largest, rung.efficiency);
    }
    if (!certain.empty())
        ladder.warnings.push_back(
            formatMessage("more than ideal at p = {} (E up to {}): a working set that starts to fit a cache or memory, "
                          "or a slow base",
                          listText(certain), significantText(certainMaximum)));
    if (!uncertain.empty() && uncertainMaximum >= superlinearThreshold)
        ladder.warnings.push_back(
            formatMessage("E reaches {} at p = {}, within the scatter of the runs: not shown to be more than ideal",
                          decimalText(uncertainMaximum, 3), listText(uncertain)));
}

void warnAboutSpread(MeasuredLadder& ladder)
{
    const auto widest = std::ranges::max_element(
        ladder.rungs, [](const Rung& a, const Rung& b) { return a.slowestS / a.fastestS < b.slowestS / b.fastestS; });
    if (widest->slowestS / widest->fastestS >= wideSpreadRatio)
        ladder.warnings.push_back(
            formatMessage("the repeats at p = {} differ by a factor of {}: something besides p changed between them",
                          widest->p, significantText(widest->slowestS / widest->fastestS)));
}

/// If times change far more than the number of workers does, they are rarely times for the same work in the same unit.
void warnAboutJumps(MeasuredLadder& ladder)
{
    constexpr double jumpFactor = 20;
    for (std::size_t i = 1; i < ladder.rungs.size(); ++i) {
        const Rung &before = ladder.rungs[i - 1], &after = ladder.rungs[i];
        const double changeFactor = std::max(after.timeS / before.timeS, before.timeS / after.timeS);
        if (changeFactor < jumpFactor * after.p / before.p)
            continue;
        ladder.warnings.push_back(
            formatMessage("from p = {} to p = {} the time changes by a factor of {}: is one of the two in another "
                          "unit, or a thousands separator read as a decimal point (1.434 for 1434)?",
                          before.p, after.p, significantText(changeFactor, 3)));
        return;
    }
}

void warnAboutParts(MeasuredLadder& ladder)
{
    std::vector<int> withoutParts, unexplained;
    for (const Rung& rung : ladder.rungs) {
        if (!rung.parts)
            withoutParts.push_back(rung.p);
        else if (rung.parts->unattributedS > partsRoundingTolerance * rung.timeS)
            unexplained.push_back(rung.p);
    }
    if (withoutParts.size() == ladder.rungs.size())
        return;
    if (!withoutParts.empty())
        ladder.warnings.push_back(
            formatMessage("no breakdown at p = {}: its lost folds cannot be attributed", listText(withoutParts)));
    if (!unexplained.empty())
        ladder.warnings.push_back(
            formatMessage("the parts sum to less than the time at p = {}: the rest is counted as unattributed",
                          listText(unexplained)));
    const auto anyRun = [&](bool RunTime::*flag) {
        return std::ranges::any_of(ladder.rungs,
                                   [flag](const Rung& rung) { return std::ranges::any_of(rung.runs, flag); });
    };
    if (anyRun(&RunTime::idleIsRemainder))
        ladder.warnings.emplace_back("waiting was not measured: the time minus the other parts");
    if (anyRun(&RunTime::partsRescaled))
        ladder.warnings.emplace_back("some parts exceed their time by rounding (up to 1 %): they were scaled to it");
}

void warnAboutQuality(MeasuredLadder& ladder)
{
    const std::string name = ladder.qualityName.empty() ? "quality" : ladder.qualityName;
    std::vector<int> below, withoutQuality;
    std::optional<double> low, high;
    for (const Rung& rung : ladder.rungs) {
        if (!rung.quality) {
            withoutQuality.push_back(rung.p);
            continue;
        }
        low = std::min(low.value_or(*rung.quality), *rung.quality);
        high = std::max(high.value_or(*rung.quality), *rung.quality);
        if (!rung.reachesTarget)
            below.push_back(rung.p);
    }
    if (!below.empty())
        ladder.warnings.push_back(
            formatMessage("the {} misses its target {} at p = {}: the speedup there is not at equal quality", name,
                          roundTripText(*ladder.qualityTarget), listText(below)));
    if (ladder.qualityTarget && !withoutQuality.empty())
        ladder.warnings.push_back(formatMessage("the {} has a target, but no {} was recorded at p = {}", name, name,
                                                listText(withoutQuality)));
    if (!ladder.qualityTarget && low && *low != *high)
        ladder.warnings.push_back(formatMessage(
            "the {} ranges from {} to {} over the ladder and has no target: the speedups are not at equal quality",
            name, significantText(*low), significantText(*high)));
}

void setRunsNote(MeasuredLadder& ladder)
{
    std::vector<int> fewRunsAt;
    int maximumRepeats = 0;
    for (const Rung& rung : ladder.rungs) {
        maximumRepeats = std::max(maximumRepeats, rung.repeats);
        if (rung.repeats < minimumRunsForInterval)
            fewRunsAt.push_back(rung.p);
    }
    if (ladder.rungs.size() < 2)
        return;
    if (!ladder.disturbance.empty()) {
        ladder.runsNote =
            formatMessage("No interval for the times: {}. Small differences may come from that.", ladder.disturbance);
        return;
    }
    if (fewRunsAt.empty())
        return;
    ladder.runsNote = fewRunsAt.size() < ladder.rungs.size()
                          ? formatMessage(
                                "The noise is unknown at p = {}, where there are fewer than three runs: differences "
                                "there may be noise.",
                                listText(fewRunsAt))
                      : maximumRepeats == 1 ? "One run at each p: the noise is unknown, and small differences may be "
                                              "noise. Measure each p at least three times."
                                            : "Too few runs at each p: little is known about the noise, and small "
                                              "differences may be noise. Measure each p at least three times.";
}

}  // namespace

void setLandmarkNotes(MeasuredLadder& ladder)
{
    ladder.fastestCaveat = landmarkCaveat(ladder, ladder.fastestP, 1, [](const Rung& rung) { return rung.speedup; });
    ladder.kneeCaveat =
        landmarkCaveat(ladder, ladder.kneeP, 2, [](const Rung& rung) { return rung.efficiency * rung.speedup; });
    setBaseNote(ladder);
    setKneeNote(ladder);
}

void addRunNotes(MeasuredLadder& ladder)
{
    setRunsNote(ladder);
    warnAboutFailures(ladder);
    warnAboutParts(ladder);
    warnAboutSuperlinear(ladder);
    warnAboutSpread(ladder);
    warnAboutJumps(ladder);
    warnAboutQuality(ladder);
}

bool hasOneRunPerRung(const MeasuredLadder& ladder)
{
    return std::ranges::all_of(ladder.rungs, [](const Rung& rung) { return rung.repeats == 1; });
}

const Rung* findInconsistentRung(const MeasuredLadder& ladder)
{
    constexpr double minimumRatio = 3;  // noise on a busy machine stays below this ratio
    const auto wide = std::ranges::max_element(
        ladder.rungs, [](const Rung& a, const Rung& b) { return a.slowestS * b.fastestS < b.slowestS * a.fastestS; });
    return wide != ladder.rungs.end() && wide->slowestS > minimumRatio * wide->fastestS ? &*wide : nullptr;
}

const Rung* findImplausibleRung(const MeasuredLadder& ladder)
{
    constexpr double maximumEfficiency = 2;
    const auto best = std::ranges::max_element(
        ladder.rungs, [](const Rung& a, const Rung& b) { return a.efficiency < b.efficiency; });
    return best != ladder.rungs.end() && best->efficiency > maximumEfficiency ? &*best : nullptr;
}

std::string repeatsNote(const MeasuredLadder& ladder)
{
    if (const Rung* unlike = findInconsistentRung(ladder))
        return formatMessage("repeats at p = {} differ by {}×", unlike->p,
                             significantText(unlike->slowestS / unlike->fastestS, 2));
    if (!ladder.failedPoints.empty() ||
        std::ranges::any_of(ladder.rungs, [](const Rung& rung) { return rung.failedCount > 0; }))
        return "some runs failed";
    return hasOneRunPerRung(ladder) ? "one run per point" : "";
}

namespace {

/// "node" of "node07" and "node[01-04]"; empty for names without a number.
std::string clusterName(const std::string& host)
{
    const std::size_t number = host.find_first_of("0123456789[");
    return number == std::string::npos ? std::string() : host.substr(0, number);
}

}  // namespace

void setHostsNote(MeasuredLadder& ladder, const Ladder& source)
{
    if (source.launcher == "slurm")
        return;
    std::map<int, std::set<std::string>> hostsByP;
    std::set<std::string> hosts, machines, clusters;
    bool areTypesKnown = true;
    for (const LadderPoint& point : source.points) {
        if (point.host.empty() && point.machine.empty())
            continue;
        const std::string& host = point.host.empty() ? point.machine : point.host;
        hostsByP[point.p].insert(host);
        hosts.insert(host);
        machines.insert(point.machine);
        clusters.insert(clusterName(point.host));
        areTypesKnown = areTypesKnown && !point.machine.empty();
    }
    const bool isOneCluster = clusters.size() == 1 && !clusters.begin()->empty();
    if (hosts.size() < 2 || (areTypesKnown ? machines.size() == 1 : isOneCluster))
        return;
    const auto sharesHostWithBase = [&](int p) {
        return std::ranges::any_of(hostsByP[p],
                                   [&](const std::string& host) { return hostsByP[ladder.baseP].contains(host); });
    };
    const bool isTypeMixed = areTypesKnown && machines.size() > 1;
    std::vector<std::string> statements;
    for (const auto& [p, hostsAtP] : hostsByP) {
        ladder.areHostsMixed = ladder.areHostsMixed || isTypeMixed || !sharesHostWithBase(p);
        statements.push_back(
            formatMessage("p = {} ran on {}", p, joinNonEmpty({hostsAtP.begin(), hostsAtP.end()}, " and ")));
    }
    constexpr std::size_t maximumStatements = 3;
    if (statements.size() > maximumStatements)
        statements.resize(maximumStatements);
    ladder.hostsNote = joinNonEmpty(statements, ", ");
    ladder.warnings.push_back(
        isTypeMixed ? formatMessage("the runs are from {} types of machine: {}", machines.size(), ladder.hostsNote)
                    : formatMessage("the runs are from {} hosts, which may be of different types: {}", hosts.size(),
                                    ladder.hostsNote));
}

std::vector<std::string> weaknessesOf(const MeasuredLadder& ladder, std::optional<int> p)
{
    std::vector<std::string> weaknesses;
    if (!ladder.hostsNote.empty())
        weaknesses.emplace_back(ladder.areHostsMixed ? "different machines" : "several hosts");
    if (const Rung* rung = findImplausibleRung(ladder))
        weaknesses.push_back(
            formatMessage("E = {} at p = {} is implausible", significantText(rung->efficiency, 2), rung->p));
    if (const int largest = p.value_or(ladder.rungs.back().p); ladder.cores && largest > *ladder.cores)
        weaknesses.push_back(formatMessage("{} workers on {}", largest, countWithNoun(*ladder.cores, "core")));
    if (ladder.isCalibrated())
        weaknesses.push_back(formatMessage("measured at {}", ladder.measuredAt));
    if (!ladder.scalingCaveat.empty())
        weaknesses.emplace_back("weak scaling guessed");
    if (std::string note = repeatsNote(ladder); !note.empty())
        weaknesses.push_back(std::move(note));
    return weaknesses;
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/ladder/ladder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/process/command.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/statistics/distributions.h"
#include "core/base/statistics/median.h"
#include "core/base/text/ascii.h"
#include "core/base/text/quote.h"
#include "core/evidence/ladder/disturbance.h"
#include "core/evidence/ladder/ladder_notes.h"
#include "core/project/document/plan.h"

namespace scalewright {

namespace {

constexpr double medianIntervalLevel = 0.95;

TimeParts scaledParts(const TimeParts& parts, double factor)
{
    return {parts.compS * factor, parts.commS * factor, parts.idleS * factor, parts.ioS * factor,
            parts.unattributedS * factor};
}

TimeParts operator+(const TimeParts& a, const TimeParts& b)
{
    return {a.compS + b.compS, a.commS + b.commS, a.idleS + b.idleS, a.ioS + b.ioS, a.unattributedS + b.unattributedS};
}

struct LadderRun {
    int p = 1;
    RunTime time;
    bool hasTime = false;  // or has parts; otherwise, the time follows from a throughput
    std::optional<double> throughputPerS, quality;
    const LadderPoint* point = nullptr;
};

Result<std::vector<LadderRun>> collectRuns(const Ladder& ladder)
{
    if (ladder.points.empty())
        return fail(ErrorCode::Input, "the ladder has no points", "at least one run, such as p = 1 with its time",
                    ProblemLocation{.jsonPointer = "/points"});
    std::vector<LadderRun> runs;
    Error error;
    for (std::size_t i = 0; i < ladder.points.size(); ++i) {
        const LadderPoint& point = ladder.points[i];
        Result<RunTime> time = deriveRunTime(point);
        if (!time) {
            for (Problem& problem : time.error().problems) {
                problem.location.jsonPointer = fmt::format("/points/{}", i);
                error.problems.push_back(std::move(problem));
            }
            continue;
        }
        runs.push_back({.p = point.p,
                        .time = *time,
                        .hasTime = point.timeS.has_value() || time->parts.has_value(),
                        .throughputPerS = point.throughputPerS,
                        .quality = point.quality,
                        .point = &point});
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    const auto timedRun = std::ranges::find_if(runs, [](const LadderRun& run) { return run.hasTime; });
    const auto throughputRun = std::ranges::find_if(runs, [](const LadderRun& run) { return !run.hasTime; });
    if (timedRun != runs.end() && throughputRun != runs.end())
        return fail(
            ErrorCode::Input,
            formatMessage(
                "the run at p = {} has a time and the run at p = {} only a throughput: the two cannot be compared",
                timedRun->p, throughputRun->p),
            "times at every p, or throughputs at every p",
            ProblemLocation{.jsonPointer = fmt::format("/points/{}", throughputRun - runs.begin())});
    return runs;
}

using RunsByP = std::map<int, std::vector<const LadderRun*>>;

/// The logarithm of the run's time, or of one part's share of it; nullopt without that part, or if it is negligible.
std::optional<double> logFigure(const LadderRun& run, double TimeParts::*part)
{
    constexpr double negligibleShare = 1e-3;
    if (part == nullptr)
        return std::log(run.time.timeS);
    const double share = run.time.parts ? (*run.time.parts).*part / run.time.timeS : 0;
    return share > negligibleShare ? std::optional(std::log(share)) : std::nullopt;
}

/// The outlier at each p with three or more runs: its time, or a part's share of it, differs from the median of the
/// repeats by more than six times the upper quartile of all such distances, and by more than a tenth. With normal noise,
/// that happens in one of 500 ladders of three runs each at five p. At most one run per p is an outlier, and only if
/// they are few: otherwise the noise is not normal.
std::vector<const LadderRun*> findOutlierRuns(const RunsByP& runsByP)
{
    constexpr std::size_t minimumRepeats = 3, minimumDistances = 6;
    constexpr double outlierQuartiles = 6, maximumOutlierShare = 0.125;
    const double smallestDistance = std::log(1.1);
    std::vector<const LadderRun*> outliers;
    std::size_t runCount = 0;
    for (const auto& [p, runs] : runsByP)
        runCount += runs.size();
    for (double TimeParts::*const part : {static_cast<double TimeParts::*>(nullptr), &TimeParts::compS,
                                          &TimeParts::commS, &TimeParts::idleS, &TimeParts::ioS}) {
        struct Farthest {
            const LadderRun* run = nullptr;
            double distance = 0, next = 0;
        };
        std::vector<Farthest> farthestRuns;
        std::vector<double> distances;
        for (const auto& [p, runs] : runsByP) {
            std::vector<double> figures;
            for (const LadderRun* run : runs)
                if (const std::optional<double> figure = logFigure(*run, part))
                    figures.push_back(*figure);
            if (runs.size() < minimumRepeats || figures.size() < runs.size())
                continue;
            const double middle = median(figures);
            std::vector<double> ofThisP;
            Farthest farthest;
            for (std::size_t i = 0; i < runs.size(); ++i) {
                ofThisP.push_back(std::abs(figures[i] - middle));
                if (ofThisP.back() > farthest.distance)
                    farthest = {runs[i], ofThisP.back(), farthest.distance};
                else
                    farthest.next = std::max(farthest.next, ofThisP.back());
            }
            farthestRuns.push_back(farthest);
            // One run is the median itself, or two are nearest to it.
            ofThisP.erase(std::ranges::min_element(ofThisP));
            append(distances, ofThisP);
        }
        if (distances.size() < minimumDistances)
            continue;
        const auto quartile = distances.begin() + static_cast<std::ptrdiff_t>(3 * distances.size() / 4);
        std::nth_element(distances.begin(), quartile, distances.end());
        const double limit = std::max(smallestDistance, outlierQuartiles * *quartile);
        for (const Farthest& each : farthestRuns)
            if (each.distance > limit && each.next <= limit && !contains(outliers, each.run))
                outliers.push_back(each.run);
    }
    if (static_cast<double>(outliers.size()) > maximumOutlierShare * static_cast<double>(runCount))
        outliers.clear();
    return outliers;
}

/// Removes the outlier runs, and reports each in a warning.
std::vector<std::string> leaveOutOutlierRuns(RunsByP& runsByP)
{
    std::vector<std::string> warnings;
    for (const LadderRun* outlier : findOutlierRuns(runsByP)) {
        std::vector<const LadderRun*>& runs = runsByP[outlier->p];
        if (runs.size() < 3)
            continue;
        std::erase(runs, outlier);
        std::vector<double> times;
        for (const LadderRun* run : runs)
            times.push_back(run->time.timeS);
        warnings.push_back(formatMessage(
            "one run at p = {} is left out: its time or its parts ({}) are far from the median of its repeats ({})",
            outlier->p, timeText(outlier->time.timeS), timeText(median(times))));
    }
    return warnings;
}

/// Whether the shortest communication of any worker may contain waiting: from totals, each worker may have waited for
/// another one in turn.
bool isTransferAnUpperBound(const std::vector<WorkerTimes>& workers)
{
    return workers.size() > 1 &&
           std::ranges::all_of(workers, [](const WorkerTimes& each) { return each.commS > 0 && !each.idleS; });
}

Rung makeRung(const std::vector<const LadderRun*>& runs)
{
    Rung rung{.p = runs.front()->p, .repeats = static_cast<int>(runs.size())};
    std::vector<double> times, throughputs, qualities;
    for (const LadderRun* run : runs) {
        rung.runs.push_back(run->time);
        times.push_back(run->time.timeS);
        if (run->throughputPerS)
            throughputs.push_back(*run->throughputPerS);
        if (run->quality)
            qualities.push_back(*run->quality);
    }
    rung.timeS = median(times);
    rung.timeInterval = medianInterval(times);
    const auto [fastest, slowest] = std::ranges::minmax_element(times);
    rung.fastestS = *fastest;
    rung.slowestS = *slowest;
    if (!qualities.empty())
        rung.quality = median(qualities);
    for (const LadderRole& role : ladderRoles) {
        std::vector<double> values;
        for (const LadderRun* run : runs)
            if (role.kind == LadderColumnKind::Other && run->point->*role.pointMember)
                values.push_back(*(run->point->*role.pointMember));
        if (!values.empty())
            rung.extraMedians[static_cast<std::size_t>(role.column)] = median(values);
    }
    if (throughputs.size() == runs.size()) {
        rung.throughputPerS = median(throughputs);
        if (!runs.front()->hasTime)
            rung.timeS = 1 / *rung.throughputPerS;
    }

    // A run far from the median shows what went wrong in that run, not how the time of a typical run is spent.
    const auto isNearMedian = [&](const LadderRun* run) {
        return run->time.timeS < wideSpreadRatio * rung.timeS && rung.timeS < wideSpreadRatio * run->time.timeS;
    };
    const bool anyNearMedian =
        std::ranges::any_of(runs, [&](const LadderRun* run) { return run->time.parts && isNearMedian(run); });
    int runsWithParts = 0;
    TimeParts sum;
    for (const LadderRun* run : runs)
        if (run->time.parts && (!anyNearMedian || isNearMedian(run))) {
            const double factor = run->time.timeS == rung.timeS ? 1 : rung.timeS / run->time.timeS;
            sum = sum + scaledParts(*run->time.parts, factor);
            ++runsWithParts;
        }
    if (runsWithParts == 0)
        return rung;
    rung.parts = runsWithParts == 1 ? sum : scaledParts(sum, 1.0 / runsWithParts);
    const auto anyRun = [&](auto isGiven) { return std::ranges::any_of(runs, isGiven); };
    rung.isCompKnown = anyRun([](const LadderRun* run) { return run->point->compS.has_value(); });
    rung.isCommKnown = anyRun([](const LadderRun* run) { return run->point->commS.has_value(); });
    rung.isIdleKnown = anyRun([](const LadderRun* run) { return run->point->idleS || run->time.idleIsRemainder; });
    rung.commMayIncludeWaiting = anyRun([](const LadderRun* run) {
        return mayIncludeWaiting(run->point->ranks) || isTransferAnUpperBound(run->point->ranks);
    });
    std::vector<std::optional<LateRank>> lateRanks;
    for (const LadderRun* run : runs)
        if (run->point->ranks.size() > 1)
            lateRanks.push_back(combineWorkers(run->point->ranks).late);
    rung.lateRank = commonLateRank(lateRanks);
    return rung;
}

/// Interval of a ratio of two independent medians: the logarithmic half-widths of their intervals, added in quadrature
/// (MOVER; Zou & Donner 2008).
std::optional<Interval> ratioInterval(double ratio, const Rung& numerator, const Rung& denominator)
{
    if (!numerator.timeInterval || !denominator.timeInterval)
        return std::nullopt;
    const auto logDistance = [](double from, double to) { return std::log(to / from); };
    const double lowerWidth = std::hypot(logDistance(numerator.timeInterval->low, numerator.timeS),
                                         logDistance(denominator.timeS, denominator.timeInterval->high));
    const double upperWidth = std::hypot(logDistance(numerator.timeS, numerator.timeInterval->high),
                                         logDistance(denominator.timeInterval->low, denominator.timeS));
    return Interval{ratio * std::exp(-lowerWidth), ratio * std::exp(upperWidth), medianIntervalLevel};
}

/// Computes speedup, efficiency and the landmarks. Precondition: the times are complete.
void deriveMetrics(MeasuredLadder& ladder)
{
    const Rung base = ladder.rungs.front();
    ladder.baseP = base.p;
    for (Rung& rung : ladder.rungs) {
        const double scale = ladder.scaling == Scaling::Strong ? base.p : rung.p;
        rung.speedup = scale * (base.timeS / rung.timeS);
        rung.efficiency = rung.speedup / rung.p;
        rung.speedupInterval.reset();
        rung.karpFlatt.reset();
        if (rung.p == base.p)
            continue;
        rung.speedupInterval = ratioInterval(rung.speedup, base, rung);
        // With p0 > 1 the formula gives f/(f + (1-f)/p0), not f.
        if (ladder.scaling == Scaling::Strong && base.p == 1)
            rung.karpFlatt = (rung.timeS / base.timeS - 1.0 / rung.p) / (1 - 1.0 / rung.p);
    }
    const auto argMax = [&](auto value) {
        return std::ranges::max_element(ladder.rungs, [&](const Rung& a, const Rung& b) { return value(a) < value(b); })
            ->p;
    };
    ladder.fastestP = argMax([](const Rung& rung) { return rung.speedup; });
    ladder.kneeP = argMax([](const Rung& rung) { return rung.efficiency * rung.speedup; });
    setLandmarkNotes(ladder);
}

/// Ratios close to the limits of double are unusable.
bool hasFiniteMetrics(const MeasuredLadder& ladder)
{
    const Rung& base = ladder.rungs.front();
    return std::ranges::all_of(ladder.rungs, [&](const Rung& rung) {
        const double costRatio = static_cast<double>(rung.p) * (base.timeS / rung.timeS) * rung.p;
        return std::isfinite(rung.timeS) && rung.timeS >= 1e-300 && std::isfinite(costRatio) &&
               std::isfinite(rung.p * rung.timeS) && rung.speedup > 0 && std::isfinite(rung.slowestS / rung.fastestS) &&
               std::isfinite(rung.karpFlatt.value_or(0)) &&
               (!rung.speedupInterval || std::isfinite(rung.speedupInterval->high));
    });
}

/// A late rank's excess raises the mean of its part over the workers. As far as that exceeds the ideal, it is not work of
/// the program but what the others wait for.
void moveDelaysToWaiting(MeasuredLadder& ladder)
{
    const std::optional<TimeParts> base = ladder.rungs.front().parts;
    for (Rung& rung : ladder.rungs) {
        if (!base || !rung.parts || !rung.lateRank || rung.lateRank->longerPart.empty() ||
            rung.p == ladder.rungs.front().p)
            continue;
        const auto part = rung.lateRank->longerPart == "compute" ? &TimeParts::compS : &TimeParts::ioS;
        const double share =
            ladder.scaling == Scaling::Strong ? static_cast<double>(ladder.rungs.front().p) / rung.p : 1;
        const auto move = [&](TimeParts& parts) {
            const double delayS = std::clamp(parts.*part - share * (*base).*part, 0.0, rung.lateRank->longerS / rung.p);
            parts.*part -= delayS;
            parts.idleS += delayS;
        };
        move(*rung.parts);
        for (RunTime& run : rung.runs)
            if (run.parts)
                move(*run.parts);
    }
}

}  // namespace

Result<RunTime> deriveRunTime(const LadderPoint& point)
{
    Error error;
    if (point.p < 1 || point.p > maximumPMax)
        error.problems.push_back({formatMessage("p = {} is not a number of workers", point.p),
                                  formatMessage("a whole number from 1 to {}", maximumPMax),
                                  ProblemLocation{.field = "p"}});
    for (const LadderRole& role : ladderRoles) {
        const std::optional<double> value = role.pointMember ? point.*role.pointMember : std::nullopt;
        const bool isAnyValueAllowed = role.range == Range::Any, isZeroAllowed = role.range == Range::NotNegative;
        if (!value || (std::isfinite(*value) && (isAnyValueAllowed || *value > 0 || (isZeroAllowed && *value == 0))))
            continue;
        const std::string fault = !std::isfinite(*value) ? "is not a finite number"
                                  : *value < 0           ? "is negative"
                                                         : "is zero";
        error.problems.push_back({std::isfinite(*value) ? formatMessage("{} {}", roundTripText(*value), fault)
                                                        : formatMessage("the value {}", fault),
                                  isAnyValueAllowed
                                      ? "a finite number"
                                      : formatMessage("{}, {}", isZeroAllowed ? "zero or more" : "more than zero",
                                                      exampleOf(role.dimension)),
                                  ProblemLocation{.field = role.name}});
    }
    if (!error.problems.empty())
        return fail(std::move(error));

    const TimeParts givenParts{point.compS.value_or(0), point.commS.value_or(0), point.idleS.value_or(0),
                               point.ioS.value_or(0), 0};
    const bool hasAnyPart = point.compS || point.commS || point.idleS || point.ioS;
    if (point.timeS) {
        RunTime run{.timeS = *point.timeS};
        if (!hasAnyPart)
            return run;
        const double sum = givenParts.totalS();
        if (sum > *point.timeS * (1 + partsRoundingTolerance))
            return fail(ErrorCode::Input,
                        formatMessage("the parts sum to {} s, more than the time of {} s", significantText(sum, 6),
                                      significantText(*point.timeS, 6)),
                        "comp, comm, idle and io that sum to at most that time", ProblemLocation{.field = "time"});
        run.partsRescaled = sum > *point.timeS * (1 + 1e-9);
        run.parts = sum > *point.timeS ? scaledParts(givenParts, *point.timeS / sum) : givenParts;
        const double remainder = std::max(0.0, *point.timeS - run.parts->totalS());
        run.idleIsRemainder = !point.idleS && point.compS && point.commS;
        (run.idleIsRemainder ? run.parts->idleS : run.parts->unattributedS) = remainder;
        return run;
    }
    if (point.compS && point.commS) {
        if (givenParts.totalS() <= 0)
            return fail(ErrorCode::Input, "the parts sum to zero", "parts that sum to more than zero",
                        ProblemLocation{.field = "comp"});
        return RunTime{.timeS = givenParts.totalS(), .parts = givenParts};
    }
    if (point.throughputPerS)
        return RunTime{.timeS = 1 / *point.throughputPerS};
    return fail(
        ErrorCode::Input,
        hasAnyPart ? "the parts do not determine the time: comp and comm are both required" : "the time is missing",
        "a time, or comp and comm (with idle if it was measured), or a throughput", ProblemLocation{.field = "time"});
}

std::string MeasuredCommand::text() const
{
    std::vector<std::string> words{program};
    append(words, arguments);
    return joinShellWords(words);
}

std::string MeasuredCommand::rerunArguments() const
{
    if (!isKnown())
        return "-- COMMAND";
    return (launcher.empty() ? std::string() : "--launcher " + joinShellWords({launcher}) + " ") + "-- " + text();
}

namespace {

MeasuredCommand commandOf(const Ladder& ladder)
{
    const Result<std::vector<std::string>> words = splitShellWords(ladder.command);
    if (!words || words->empty())
        return {};
    return {ladder.launcher, words->front(), {words->begin() + 1, words->end()}};
}

}  // namespace

Result<MeasuredLadder> analyseLadder(const Ladder& ladder)
{
    TRY(const std::vector<LadderRun> runs, collectRuns(ladder));
    MeasuredLadder result{.name = ladder.name, .origin = ladder.provenance.origin, .qualityName = ladder.qualityName};
    if (ladder.qualityTarget)
        result.qualityTarget = ladder.qualityTarget->value;
    result.command = commandOf(ladder);
    result.cores = ladder.cores;
    if (ladder.scaling) {
        result.scaling = *ladder.scaling;
    } else {
        const ScalingGuess guess = guessScaling(ladder);
        if (!guess.scaling)
            return fail(ErrorCode::Input, formatMessage("cannot tell whether the work grew with p: {}", guess.reason),
                        "strong (the same work at every p) or weak (the work grows with p)",
                        ProblemLocation{.field = "scaling"});
        result.scaling = *guess.scaling;
        result.scalingNote = formatMessage("read as {} scaling: {}", nameOf(result.scaling), guess.reason);
    }

    RunsByP runsByP;
    for (const LadderRun& run : runs)
        runsByP[run.p].push_back(&run);
    if (runsByP.size() > maximumRungs)
        return fail(ErrorCode::Input, formatMessage("the ladder has {} different values of p", runsByP.size()),
                    formatMessage("at most {}", maximumRungs), ProblemLocation{.jsonPointer = "/points"});
    result.warnings = leaveOutOutlierRuns(runsByP);
    for (const auto& [p, repeats] : runsByP)
        result.rungs.push_back(makeRung(repeats));
    for (const FailedRuns& failed : ladder.failed) {
        const auto rung = std::lower_bound(result.rungs.begin(), result.rungs.end(), failed.p,
                                           [](const Rung& each, int p) { return each.p < p; });
        if (rung != result.rungs.end() && rung->p == failed.p)
            rung->failedCount = failed.runs;
        else
            result.failedPoints.push_back(failed);
    }
    result.isThroughput = !runs.front().hasTime;
    if (result.isThroughput && result.scaling == Scaling::Weak) {
        // One unit of work for every p0 workers, so the time at p covers p/p0 units.
        const double base = result.rungs.front().p;
        for (Rung& rung : result.rungs) {
            for (double* time : {&rung.timeS, &rung.fastestS, &rung.slowestS})
                *time *= rung.p / base;
            for (RunTime& run : rung.runs)
                run.timeS *= rung.p / base;
        }
        for (Rung& rung : result.rungs)
            if (rung.timeInterval)
                rung.timeInterval = Interval{rung.timeInterval->low * rung.p / base,
                                             rung.timeInterval->high * rung.p / base, medianIntervalLevel};
    }
    if (!result.isThroughput)
        moveDelaysToWaiting(result);
    result.hasParts = std::ranges::all_of(result.rungs, [](const Rung& rung) { return rung.parts.has_value(); });
    result.hasSeparateIo =
        std::ranges::any_of(ladder.points, [](const LadderPoint& point) { return point.ioS.has_value(); });
    std::vector<TimedRun> runsInOrder;
    for (const LadderRun& run : runs)
        runsInOrder.push_back({run.p, run.time.timeS});
    const Disturbance disturbance = detectDisturbance(ladder, runsInOrder);
    result.disturbance = disturbance.text;
    for (Rung& rung : result.rungs)
        if (disturbance.affects(rung.p))  // such times scatter little but share one bias
            rung.timeInterval.reset();
    deriveMetrics(result);
    if (!ladder.scaling && result.scaling == Scaling::Weak && !result.isThroughput) {
        const Rung& last = result.rungs.back();
        const double costRatio = last.timeS * last.p / (result.rungs.front().timeS * result.baseP);
        result.scalingCaveat = formatMessage(
            "Weak scaling is a guess from flat times. If the work was fixed, the opposite holds: at p = {} the run is "
            "{}× as fast and costs {} times as much. Specify the scaling.",
            last.p, decimalText(result.rungs.front().timeS / last.timeS, 2), significantText(costRatio));
    }
    if (!hasFiniteMetrics(result))
        return fail(ErrorCode::Input, "the times differ too much to be compared", "times of the same work, in one unit",
                    ProblemLocation{.jsonPointer = "/points"});
    for (Rung& rung : result.rungs)
        if (rung.quality && result.qualityTarget)
            rung.reachesTarget = isLowerBetter(result.qualityName) ? *rung.quality <= *result.qualityTarget
                                                                   : *rung.quality >= *result.qualityTarget;
    addRunNotes(result);
    setHostsNote(result, ladder);
    if (!result.disturbance.empty())
        result.warnings.push_back(
            formatMessage("No interval for these times or for a fitted law: {}.", result.disturbance));
    return result;
}

MeasuredLadder withMeasuredReading(MeasuredLadder ladder, const Ladder& source, const Baseline& baseline)
{
    ladder.baseIoS.reset();
    if (ladder.hasSeparateIo || source.provenance.origin != Origin::Measured || baseline.steps.size() != 1)
        return ladder;
    const WorkloadStep& step = baseline.steps.front();
    const std::string& command = source.provenance.conditions;
    if (step.ioTimeS && step.stepTimeS && !command.empty() &&
        step.stepTimeS->provenance.conditions.ends_with(": " + command) &&
        step.ioTimeS->value < ladder.rungs.front().timeS)
        ladder.baseIoS = step.ioTimeS->value;
    return ladder;
}

MeasuredLadder withParts(const MeasuredLadder& ladder, const std::vector<TimeParts>& parts)
{
    MeasuredLadder modified = ladder;
    modified.warnings.clear();
    for (std::size_t i = 0; i < modified.rungs.size(); ++i) {
        Rung& rung = modified.rungs[i];
        rung.parts = parts[i];
        rung.timeS = rung.fastestS = rung.slowestS = parts[i].totalS();
        rung.timeInterval.reset();
        rung.throughputPerS.reset();
        rung.runs.clear();
    }
    deriveMetrics(modified);
    return modified;
}

MeasuredLadder scaleToPlannedRun(MeasuredLadder ladder, const Ladder& source, const Plan& plan)
{
    if (!source.stepsPerMeasuredTime || !plan.steps)
        return ladder;
    const bool baseWorkGrowsWithP = ladder.scaling == Scaling::Weak && !ladder.isThroughput;
    const double timesPerRun =
        plan.steps->value / source.stepsPerMeasuredTime->value / (baseWorkGrowsWithP ? ladder.baseP : 1);
    if (timesPerRun == 1 && !ladder.isThroughput)
        return ladder;
    MeasuredLadder scaledLadder = ladder;
    scaledLadder.isThroughput = false;
    scaledLadder.timesPerRun = timesPerRun;
    const auto scale = [timesPerRun](auto&... seconds) { ((seconds *= timesPerRun), ...); };
    const auto scaleParts = [&](std::optional<TimeParts>& parts) {
        if (parts)
            scale(parts->compS, parts->commS, parts->idleS, parts->ioS, parts->unattributedS);
    };
    for (Rung& rung : scaledLadder.rungs) {
        scale(rung.timeS, rung.fastestS, rung.slowestS);
        scaleParts(rung.parts);
        if (rung.timeInterval)
            scale(rung.timeInterval->low, rung.timeInterval->high);
        for (RunTime& run : rung.runs) {
            scale(run.timeS);
            scaleParts(run.parts);
        }
        if (std::optional<double>& joules = rung.extraMedians[static_cast<std::size_t>(LadderColumn::Energy)])
            scale(*joules);
    }
    return hasFiniteMetrics(scaledLadder) ? scaledLadder : ladder;
}

double baseWorkTimeS(const MeasuredLadder& ladder, const Rung& rung)
{
    return rung.timeS * baseWorkShare(ladder.scaling, ladder.baseP, rung.p);
}

LogTimeStatistics logTimeStatistics(const Rung& rung)
{
    if (rung.runs.empty())
        return {.mean = std::log(rung.timeS)};
    LogTimeStatistics logs{.runCount = static_cast<int>(rung.runs.size())};
    for (const RunTime& run : rung.runs)
        logs.mean += std::log(run.timeS) / logs.runCount;
    double squares = 0;
    for (const RunTime& run : rung.runs)
        squares += std::pow(std::log(run.timeS) - logs.mean, 2);
    if (logs.runCount > 1)
        logs.standardDeviation = std::sqrt(squares / (logs.runCount - 1));
    return logs;
}

const char* MeasuredLadder::timedUnitName() const
{
    return timesPerRun > 0               ? "a run"
           : isThroughput                ? "a unit of work"
           : stepsPerTimeRequest.empty() ? "a run"
                                         : "one measured time";
}

std::string failureText(const RunCount& runs, int p)
{
    return runs.allSucceeded()   ? ""
           : runs.attempted == 1 ? formatMessage("the one run at p = {} failed", p)
           : runs.succeeded == 0
               ? formatMessage("none of {} runs at p = {} succeeded", runs.attempted, p)
               : formatMessage("{} of {} runs at p = {} succeeded", runs.succeeded, runs.attempted, p);
}

std::string MeasuredLadder::failureTextAt(int p) const
{
    if (const Rung* rung = findRung(p))
        return failureText(rung->runCount(), p);
    const auto failedPoint = std::ranges::find(failedPoints, p, &FailedRuns::p);
    return failedPoint == failedPoints.end() ? "" : failureText({failedPoint->runs, 0}, p);
}

const Rung* MeasuredLadder::findRung(int p) const
{
    const auto found =
        std::lower_bound(rungs.begin(), rungs.end(), p, [](const Rung& rung, int targetP) { return rung.p < targetP; });
    return found != rungs.end() && found->p == p ? &*found : nullptr;
}

ScalingGuess guessScaling(const Ladder& ladder)
{
    std::map<int, std::vector<double>> runsByP;
    bool onlyThroughput = !ladder.points.empty();
    for (const LadderPoint& point : ladder.points) {
        const Result<RunTime> run = deriveRunTime(point);
        if (!run)
            continue;
        runsByP[point.p].push_back(run->timeS);
        onlyThroughput = onlyThroughput && !point.timeS && !run->parts;
    }
    if (runsByP.empty())
        return {std::nullopt, "no point has a time"};
    if (onlyThroughput)
        return {Scaling::Strong, "a throughput gives the same speedup either way; times are for one unit of work"};
    if (runsByP.size() == 1)
        return {Scaling::Strong, "with only one p, strong and weak are the same"};

    constexpr double fallThreshold = 0.8, tolerance = 0.2;
    constexpr int minimumGrowth = 8;
    const auto& [baseP, baseTimes] = *runsByP.begin();
    const double base = median(baseTimes);
    double shortest = base, longest = base;
    int shortestP = baseP;
    for (const auto& [p, times] : runsByP) {
        const double time = median(times);
        if (time < shortest) {
            shortest = time;
            shortestP = p;
        }
        longest = std::max(longest, time);
    }
    const int lastP = runsByP.rbegin()->first;
    if (shortest < fallThreshold * base)
        return {Scaling::Strong, formatMessage("the time at p = {} is {} times the time at p = {}", shortestP,
                                               significantText(shortest / base, 2), baseP)};
    if (lastP / baseP >= minimumGrowth && longest <= (1 + tolerance) * base)
        return {Scaling::Weak,
                formatMessage("the time stays within a fifth of the time at p = {} while p grows {}-fold", baseP,
                              lastP / baseP)};
    const std::string rangeText =
        formatMessage("{} to {} times the time at p = {}", significantText(shortest / base, 3),
                      significantText(longest / base, 3), baseP);
    if (longest <= (1 + tolerance) * base)
        return {std::nullopt, formatMessage("the times stay within a fifth ({}), which shows weak scaling only if p "
                                            "grows eightfold: here it grows from {} to {}",
                                            rangeText, baseP, lastP)};
    return {std::nullopt,
            formatMessage("the times neither fall (strong scaling) nor stay within a fifth (weak): {}", rangeText)};
}

bool isLowerBetter(const std::string& qualityName)
{
    constexpr std::array<std::string_view, 10> words{"loss", "error", "perplexity", "ppl",     "rmse",
                                                     "mse",  "mae",   "nll",        "entropy", "residual"};
    const std::string lowercase = lowerCase(qualityName);
    return std::ranges::any_of(words, [&](std::string_view word) { return lowercase.find(word) != std::string::npos; });
}

std::optional<Interval> medianInterval(std::vector<double> values)
{
    const std::size_t n = values.size();
    if (n < 3)
        return std::nullopt;
    if (n < 6) {
        double mean = 0, squares = 0;
        for (const double value : values)
            mean += std::log(value) / static_cast<double>(n);
        for (const double value : values)
            squares += (std::log(value) - mean) * (std::log(value) - mean);
        const double degrees = static_cast<double>(n - 1);
        const double halfWidth = studentTQuantile(medianIntervalLevel, static_cast<int>(n) - 1) *
                                 std::sqrt(squares / degrees / static_cast<double>(n));
        // The median is always inside the interval, except that exp(log(x)) is rounded if all values are equal.
        const double centre = median(values);
        return Interval{std::min(std::exp(mean - halfWidth), centre), std::max(std::exp(mean + halfWidth), centre),
                        medianIntervalLevel};
    }
    std::ranges::sort(values);
    const MedianRanks ranks = medianRanks(n, medianIntervalLevel).value_or(MedianRanks{});
    return Interval{values[ranks.k - 1], values[n - ranks.k], medianIntervalLevel};
}

}  // namespace scalewright

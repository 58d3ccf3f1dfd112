#include "core/evidence/ladder/ladder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "core/base/process/command.h"
#include "core/base/quantity/units.h"
#include "core/base/statistics/median.h"
#include "core/base/statistics/student_t.h"
#include "core/base/text/quote.h"
#include "core/evidence/ladder/disturbance.h"
#include "core/evidence/ladder/ladder_notes.h"
#include "core/project/document/plan.h"

namespace scalewright {

namespace {

constexpr double level = 0.95;

TimeParts scaled(const TimeParts& parts, double factor)
{
    return {parts.compS * factor, parts.commS * factor, parts.idleS * factor, parts.ioS * factor, parts.restS * factor};
}

TimeParts operator+(const TimeParts& a, const TimeParts& b)
{
    return {a.compS + b.compS, a.commS + b.commS, a.idleS + b.idleS, a.ioS + b.ioS, a.restS + b.restS};
}

/// One run, as it counts.
struct Run {
    int p = 1;
    RunTime time;
    bool hasTime = false;  // or parts: no throughput had to stand in
    std::optional<double> throughputPerS, quality;
    const LadderPoint* point = nullptr;
};

Result<std::vector<Run>> runsOf(const Ladder& ladder)
{
    if (ladder.points.empty())
        return fail(ErrorCode::Input, "the ladder has no points", "one run at least, such as p = 1 with its time",
                    Where{.pointer = "/points"});
    std::vector<Run> runs;
    Error error;
    for (std::size_t i = 0; i < ladder.points.size(); ++i) {
        const LadderPoint& point = ladder.points[i];
        Result<RunTime> time = runTime(point);
        if (!time) {
            for (Problem& problem : time.error().problems) {
                problem.where.pointer = fmt::format("/points/{}", i);
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
    const auto byTime = std::find_if(runs.begin(), runs.end(), [](const Run& run) { return run.hasTime; });
    const auto byThroughput = std::find_if(runs.begin(), runs.end(), [](const Run& run) { return !run.hasTime; });
    if (byTime != runs.end() && byThroughput != runs.end())
        return fail(
            ErrorCode::Input,
            say("the run at p = {} has a time and the run at p = {} only a throughput: the two cannot be compared",
                byTime->p, byThroughput->p),
            "times at every p, or throughputs at every p",
            Where{.pointer = fmt::format("/points/{}", byThroughput - runs.begin())});
    return runs;
}

Rung rungOf(const std::vector<const Run*>& runs)
{
    Rung rung{.p = runs.front()->p, .repeats = static_cast<int>(runs.size())};
    std::vector<double> times, throughputs, qualities;
    for (const Run* run : runs) {
        rung.runs.push_back(run->time);
        times.push_back(run->time.timeS);
        if (run->throughputPerS)
            throughputs.push_back(*run->throughputPerS);
        if (run->quality)
            qualities.push_back(*run->quality);
    }
    rung.timeS = median(times);
    rung.timeInterval = medianInterval(times);
    const auto [fastest, slowest] = std::minmax_element(times.begin(), times.end());
    rung.fastestS = *fastest;
    rung.slowestS = *slowest;
    if (!qualities.empty())
        rung.quality = median(qualities);
    for (const LadderRole& role : ladderRoles) {
        std::vector<double> values;
        for (const Run* run : runs)
            if (role.says == LadderSays::Beside && run->point->*role.figure)
                values.push_back(*(run->point->*role.figure));
        if (!values.empty())
            rung.medians[static_cast<std::size_t>(role.column)] = median(values);
    }
    if (throughputs.size() == runs.size()) {
        rung.throughputPerS = median(throughputs);
        if (!runs.front()->hasTime)
            rung.timeS = 1 / *rung.throughputPerS;
    }

    // A run far from the median says what went wrong in that run, not where the median's time goes.
    const auto isNear = [&](const Run* run) {
        return run->time.timeS < wideSpreadFrom * rung.timeS && rung.timeS < wideSpreadFrom * run->time.timeS;
    };
    const bool someNear =
        std::any_of(runs.begin(), runs.end(), [&](const Run* run) { return run->time.parts && isNear(run); });
    int withParts = 0;
    TimeParts sum;
    for (const Run* run : runs)
        if (run->time.parts && (!someNear || isNear(run))) {
            const double factor = run->time.timeS == rung.timeS ? 1 : rung.timeS / run->time.timeS;
            sum = sum + scaled(*run->time.parts, factor);
            ++withParts;
        }
    if (withParts == 0)
        return rung;
    rung.parts = withParts == 1 ? sum : scaled(sum, 1.0 / withParts);
    const auto told = [&](auto given) { return std::any_of(runs.begin(), runs.end(), given); };
    rung.compTold = told([](const Run* run) { return run->point->compS.has_value(); });
    rung.commTold = told([](const Run* run) { return run->point->commS.has_value(); });
    rung.idleTold = told([](const Run* run) { return run->point->idleS || run->time.idleIsRest; });
    return rung;
}

/// Of a ratio of two independent medians: their half-widths in logarithms, added in quadrature (MOVER; Zou & Donner
/// 2008).
std::optional<Interval> ratioInterval(double ratio, const Rung& over, const Rung& under)
{
    if (!over.timeInterval || !under.timeInterval)
        return std::nullopt;
    const auto half = [](double from, double to) { return std::log(to / from); };
    const double down =
        std::hypot(half(over.timeInterval->low, over.timeS), half(under.timeS, under.timeInterval->high));
    const double up = std::hypot(half(over.timeS, over.timeInterval->high), half(under.timeInterval->low, under.timeS));
    return Interval{ratio * std::exp(-down), ratio * std::exp(up), level};
}

/// Speedup, efficiency and the landmarks, from times that are complete.
void derive(MeasuredLadder& ladder)
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
        // Against p0 > 1 the formula gives f/(f + (1-f)/p0), not f.
        if (ladder.scaling == Scaling::Strong && base.p == 1)
            rung.karpFlatt = (rung.timeS / base.timeS - 1.0 / rung.p) / (1 - 1.0 / rung.p);
    }
    const auto best = [&](auto value) {
        return std::max_element(ladder.rungs.begin(), ladder.rungs.end(),
                                [&](const Rung& a, const Rung& b) { return value(a) < value(b); })
            ->p;
    };
    ladder.fastestP = best([](const Rung& rung) { return rung.speedup; });
    ladder.kneeP = best([](const Rung& rung) { return rung.efficiency * rung.speedup; });
    noteLandmarks(ladder);
}

/// Ratios of numbers from the far ends of what a double holds are none.
bool allFinite(const MeasuredLadder& ladder)
{
    const Rung& base = ladder.rungs.front();
    return std::all_of(ladder.rungs.begin(), ladder.rungs.end(), [&](const Rung& rung) {
        const double folds = static_cast<double>(rung.p) * (base.timeS / rung.timeS) * rung.p;
        return std::isfinite(rung.timeS) && rung.timeS >= 1e-300 && std::isfinite(folds) &&
               std::isfinite(rung.p * rung.timeS) && rung.speedup > 0 && std::isfinite(rung.slowestS / rung.fastestS) &&
               std::isfinite(rung.karpFlatt.value_or(0)) &&
               (!rung.speedupInterval || std::isfinite(rung.speedupInterval->high));
    });
}

}  // namespace

Result<RunTime> runTime(const LadderPoint& point)
{
    Error error;
    if (point.p < 1 || point.p > largestPMax)
        error.problems.push_back({say("p = {} is no number of workers", point.p),
                                  say("a whole number from 1 to {}", largestPMax), Where{.field = "p"}});
    for (const LadderRole& role : ladderRoles) {
        const std::optional<double> value = role.figure ? point.*role.figure : std::nullopt;
        const bool any = role.range == Range::Any, mayBeZero = role.range == Range::NotNegative;
        if (!value || (std::isfinite(*value) && (any || *value > 0 || (mayBeZero && *value == 0))))
            continue;
        const std::string fault = !std::isfinite(*value) ? "is not a finite number"
                                  : *value < 0           ? "is negative"
                                                         : "is zero";
        error.problems.push_back(
            {std::isfinite(*value) ? say("{} {}", roundTrip(*value), fault) : say("the value {}", fault),
             any ? "a plain number"
                 : say("{}, {}", mayBeZero ? "zero or more" : "more than zero", exampleOf(role.dimension)),
             Where{.field = role.name}});
    }
    if (!error.problems.empty())
        return fail(std::move(error));

    const TimeParts given{point.compS.value_or(0), point.commS.value_or(0), point.idleS.value_or(0),
                          point.ioS.value_or(0), 0};
    const bool anyPart = point.compS || point.commS || point.idleS || point.ioS;
    if (point.timeS) {
        RunTime run{.timeS = *point.timeS};
        if (!anyPart)
            return run;
        const double sum = given.totalS();
        if (sum > *point.timeS * (1 + roundingOfParts))
            return fail(ErrorCode::Input,
                        say("the parts sum to {} s, beyond the time of {} s", significant(sum, 6),
                            significant(*point.timeS, 6)),
                        "parts of that time: comp, comm, idle and io within it", Where{.field = "time"});
        run.fitted = sum > *point.timeS * (1 + 1e-9);
        run.parts = sum > *point.timeS ? scaled(given, *point.timeS / sum) : given;
        const double rest = std::max(0.0, *point.timeS - run.parts->totalS());
        run.idleIsRest = !point.idleS && point.compS && point.commS;
        (run.idleIsRest ? run.parts->idleS : run.parts->restS) = rest;
        return run;
    }
    if (point.compS && point.commS) {
        if (given.totalS() <= 0)
            return fail(ErrorCode::Input, "the parts sum to zero", "a run that took time", Where{.field = "comp"});
        return RunTime{.timeS = given.totalS(), .parts = given};
    }
    if (point.throughputPerS)
        return RunTime{.timeS = 1 / *point.throughputPerS};
    return fail(ErrorCode::Input,
                anyPart ? "the parts do not give the time: comp and comm are both needed for it" : "there is no time",
                "a time, or comp and comm (with idle where it was measured), or a throughput", Where{.field = "time"});
}

namespace {

/// Read and quoted anew: whatever a file says, a shell that is given it starts this one program with these words.
std::string howRun(const Ladder& ladder)
{
    const Result<std::vector<std::string>> words = shellWords(ladder.command);
    if (!words || words->empty())
        return {};
    return (ladder.launcher.empty() ? std::string() : say("--launcher {} ", shellLine({ladder.launcher}))) + "-- " +
           shellLine(*words);
}

}  // namespace

Result<MeasuredLadder> measured(const Ladder& ladder)
{
    const Result<std::vector<Run>> runs = runsOf(ladder);
    if (!runs)
        return fail(runs.error());
    MeasuredLadder result{.name = ladder.name, .origin = ladder.provenance.origin, .qualityName = ladder.qualityName};
    if (ladder.qualityTarget)
        result.qualityTarget = ladder.qualityTarget->value;
    result.howRun = howRun(ladder);
    result.cores = ladder.cores;
    if (ladder.scaling) {
        result.scaling = *ladder.scaling;
    } else {
        const ScalingGuess guess = guessScaling(ladder);
        if (!guess.scaling)
            return fail(ErrorCode::Input, say("did the work grow with p? {}", guess.why),
                        "strong (the same work at every p) or weak (it grew)", Where{.field = "scaling"});
        result.scaling = *guess.scaling;
        result.scalingNote =
            say("read as {} scaling: {}", result.scaling == Scaling::Strong ? "strong" : "weak", guess.why);
    }

    std::map<int, std::vector<const Run*>> byP;
    for (const Run& run : *runs)
        byP[run.p].push_back(&run);
    if (byP.size() > mostRungs)
        return fail(ErrorCode::Input, say("the ladder has {} different p", byP.size()), say("at most {}", mostRungs),
                    Where{.pointer = "/points"});
    for (const auto& [p, repeats] : byP)
        result.rungs.push_back(rungOf(repeats));
    for (const FailedRuns& failed : ladder.failed) {
        const auto rung = std::lower_bound(result.rungs.begin(), result.rungs.end(), failed.p,
                                           [](const Rung& each, int p) { return each.p < p; });
        if (rung != result.rungs.end() && rung->p == failed.p)
            rung->failed = failed.runs;
        else
            result.allFailed.push_back(failed);
    }
    result.isThroughput = !runs->front().hasTime;
    if (result.isThroughput && result.scaling == Scaling::Weak) {
        // A unit of work per p0 workers: the time of p/p0 units at p.
        const double base = result.rungs.front().p;
        for (Rung& rung : result.rungs) {
            for (double* time : {&rung.timeS, &rung.fastestS, &rung.slowestS})
                *time *= rung.p / base;
            for (RunTime& run : rung.runs)
                run.timeS *= rung.p / base;
        }
        for (Rung& rung : result.rungs)
            if (rung.timeInterval)
                rung.timeInterval =
                    Interval{rung.timeInterval->low * rung.p / base, rung.timeInterval->high * rung.p / base, level};
    }
    result.hasParts =
        std::all_of(result.rungs.begin(), result.rungs.end(), [](const Rung& rung) { return rung.parts.has_value(); });
    result.ioApart = std::any_of(ladder.points.begin(), ladder.points.end(),
                                 [](const LadderPoint& point) { return point.ioS.has_value(); });
    std::vector<TimedRun> inOrder;
    for (const Run& run : *runs)
        inOrder.push_back({run.p, run.time.timeS});
    const Disturbance bent = disturbanceOf(ladder, inOrder);
    result.disturbance = bent.says;
    for (Rung& rung : result.rungs)
        if (bent.bends(rung.p))  // such times scatter little and are wrong together
            rung.timeInterval.reset();
    derive(result);
    if (!ladder.scaling && result.scaling == Scaling::Weak && !result.isThroughput) {
        const Rung& last = result.rungs.back();
        const double folds = last.timeS * last.p / (result.rungs.front().timeS * result.baseP);
        result.scalingDoubt =
            say("That it is weak scaling is a guess from flat times. If the work was fixed, the opposite holds: at p = "
                "{} the run is {}× as "
                "fast and costs {} times as much. Say which it is.",
                last.p, decimalText(result.rungs.front().timeS / last.timeS, 2), significant(folds));
    }
    if (!allFinite(result))
        return fail(ErrorCode::Input, "the times lie too far apart to be compared",
                    "times of the same work, in one unit", Where{.pointer = "/points"});
    for (Rung& rung : result.rungs)
        if (rung.quality && result.qualityTarget)
            rung.reachesTarget = lowerIsBetter(result.qualityName) ? *rung.quality <= *result.qualityTarget
                                                                   : *rung.quality >= *result.qualityTarget;
    noteRuns(result);
    if (!result.disturbance.empty())
        result.warnings.push_back(say("No interval of those times, nor of a fitted law: {}.", result.disturbance));
    return result;
}

MeasuredLadder withParts(const MeasuredLadder& ladder, const std::vector<TimeParts>& parts)
{
    MeasuredLadder changed = ladder;
    changed.warnings.clear();
    for (std::size_t i = 0; i < changed.rungs.size(); ++i) {
        Rung& rung = changed.rungs[i];
        rung.parts = parts[i];
        rung.timeS = rung.fastestS = rung.slowestS = parts[i].totalS();
        rung.timeInterval.reset();
        rung.throughputPerS.reset();
        rung.runs.clear();
    }
    derive(changed);
    return changed;
}

MeasuredLadder ofRuns(MeasuredLadder ladder, const Ladder& source, const Plan& plan)
{
    if (!source.stepsPerTime || !plan.steps)
        return ladder;
    const bool severalAtBase = ladder.scaling == Scaling::Weak && !ladder.isThroughput;
    const double times = plan.steps->value / source.stepsPerTime->value / (severalAtBase ? ladder.baseP : 1);
    if (times == 1 && !ladder.isThroughput)
        return ladder;
    MeasuredLadder runs = ladder;
    runs.isThroughput = false;
    runs.timesOfRun = times;
    const auto scale = [times](auto&... seconds) { ((seconds *= times), ...); };
    const auto scaleParts = [&](std::optional<TimeParts>& parts) {
        if (parts)
            scale(parts->compS, parts->commS, parts->idleS, parts->ioS, parts->restS);
    };
    for (Rung& rung : runs.rungs) {
        scale(rung.timeS, rung.fastestS, rung.slowestS);
        scaleParts(rung.parts);
        if (rung.timeInterval)
            scale(rung.timeInterval->low, rung.timeInterval->high);
        for (RunTime& run : rung.runs) {
            scale(run.timeS);
            scaleParts(run.parts);
        }
        if (std::optional<double>& joules = rung.medians[static_cast<std::size_t>(LadderColumn::Energy)])
            scale(*joules);
    }
    return allFinite(runs) ? runs : ladder;
}

double workTimeS(const MeasuredLadder& ladder, const Rung& rung)
{
    return rung.timeS * baseShare(ladder.scaling, ladder.baseP, rung.p);
}

LogTimes logTimes(const Rung& rung)
{
    if (rung.runs.empty())
        return {.mean = std::log(rung.timeS)};
    LogTimes logs{.runs = static_cast<int>(rung.runs.size())};
    for (const RunTime& run : rung.runs)
        logs.mean += std::log(run.timeS) / logs.runs;
    double squares = 0;
    for (const RunTime& run : rung.runs)
        squares += std::pow(std::log(run.timeS) - logs.mean, 2);
    if (logs.runs > 1)
        logs.deviation = std::sqrt(squares / (logs.runs - 1));
    return logs;
}

const char* MeasuredLadder::timedWork() const
{
    return timesOfRun > 0       ? "a run"
           : isThroughput       ? "a unit of work"
           : runUnknown.empty() ? "a run"
                                : "one measured time";
}

std::string failureText(const RunCount& runs, int p)
{
    return runs.allSucceeded()   ? ""
           : runs.tried == 1     ? say("the one run at p = {} failed", p)
           : runs.succeeded == 0 ? say("none of {} runs at p = {} succeeded", runs.tried, p)
                                 : say("{} of {} runs at p = {} succeeded", runs.succeeded, runs.tried, p);
}

std::string MeasuredLadder::failuresAt(int p) const
{
    if (const Rung* rung = at(p))
        return failureText(rung->runCount(), p);
    const auto none =
        std::find_if(allFailed.begin(), allFailed.end(), [p](const FailedRuns& each) { return each.p == p; });
    return none == allFailed.end() ? "" : failureText({none->runs, 0}, p);
}

const Rung* MeasuredLadder::at(int p) const
{
    const auto found =
        std::lower_bound(rungs.begin(), rungs.end(), p, [](const Rung& rung, int wanted) { return rung.p < wanted; });
    return found != rungs.end() && found->p == p ? &*found : nullptr;
}

ScalingGuess guessScaling(const Ladder& ladder)
{
    std::map<int, std::vector<double>> byP;
    bool onlyThroughput = !ladder.points.empty();
    for (const LadderPoint& point : ladder.points) {
        const Result<RunTime> run = runTime(point);
        if (!run)
            continue;
        byP[point.p].push_back(run->timeS);
        onlyThroughput = onlyThroughput && !point.timeS && !run->parts;
    }
    if (byP.empty())
        return {std::nullopt, "no point has a time"};
    if (onlyThroughput)
        return {Scaling::Strong, "a throughput gives the same speedup either way; times are of one unit of work"};
    if (byP.size() == 1)
        return {Scaling::Strong, "with one p alone, strong and weak are the same"};

    constexpr double falls = 0.8, fifth = 0.2;
    constexpr int eightfold = 8;
    const auto& [baseP, baseTimes] = *byP.begin();
    const double base = median(baseTimes);
    double least = base, most = base;
    int leastP = baseP;
    for (const auto& [p, times] : byP) {
        const double time = median(times);
        if (time < least) {
            least = time;
            leastP = p;
        }
        most = std::max(most, time);
    }
    const int lastP = byP.rbegin()->first;
    if (least < falls * base)
        return {Scaling::Strong,
                say("the time at p = {} is {} times the time at p = {}", leastP, significant(least / base, 2), baseP)};
    if (lastP / baseP >= eightfold && most <= (1 + fifth) * base)
        return {Scaling::Weak,
                say("the time stays within a fifth of the time at p = {} while p grows {}-fold", baseP, lastP / baseP)};
    const std::string between =
        say("{} to {} times the time at p = {}", significant(least / base, 3), significant(most / base, 3), baseP);
    if (most <= (1 + fifth) * base)
        return {std::nullopt, say("the times stay within a fifth ({}), and that tells weak scaling from strong only "
                                  "where p grows eightfold: here it grows from {} to {}",
                                  between, baseP, lastP)};
    return {std::nullopt, say("the times neither fall (strong scaling) nor stay within a fifth (weak): {}", between)};
}

bool lowerIsBetter(const std::string& qualityName)
{
    constexpr std::array<std::string_view, 10> words{"loss", "error", "perplexity", "ppl",     "rmse",
                                                     "mse",  "mae",   "nll",        "entropy", "residual"};
    std::string small = qualityName;
    std::transform(small.begin(), small.end(), small.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return small.find(word) != std::string::npos; });
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
        const double half =
            studentT(level, static_cast<int>(n) - 1) * std::sqrt(squares / degrees / static_cast<double>(n));
        const double centre = median(values);  // within, but for the rounding of exp(log(x)) where all are equal
        return Interval{std::min(std::exp(mean - half), centre), std::max(std::exp(mean + half), centre), level};
    }
    std::sort(values.begin(), values.end());
    const MedianRanks ranks = medianRanks(n, level).value_or(MedianRanks{});
    return Interval{values[ranks.k - 1], values[n - ranks.k], level};
}

}  // namespace scalewright

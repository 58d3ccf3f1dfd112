#include "core/decision/attribution/folds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/statistics/student_t.h"
#include "core/evidence/fit/law_evidence.h"

namespace scalewright::attribution {

namespace {

constexpr double level = 0.95;
constexpr double computeRises = 0.02;  // where no repeats say what scatter is
constexpr double computeBends = 0.1;
constexpr double computeRisesClearly = 0.2;
constexpr double writtenDigits = 1e-4;  // of times as tables have them
constexpr double likelihoodMargin = 6;  // 20 to 1

struct Sample {
    double mean = 0, variance = 0;  ///< of one value
    double count = 0;
    [[nodiscard]] double ofMean() const { return variance / count; }
};

template <class Value>
Sample sampleOf(const std::vector<RunTime>& runs, const Value& value)
{
    Sample sample{.count = static_cast<double>(runs.size())};
    for (const RunTime& run : runs)
        sample.mean += value(run) / sample.count;
    for (const RunTime& run : runs)
        sample.variance += std::pow(value(run) - sample.mean, 2) / std::max(1.0, sample.count - 1);
    return sample;
}

/// Compute of all workers beyond the base's, by a rung's multiple q of the base's p: a serial stage s makes s (q - 1) of
/// it. Whether it grows as log2 q instead, or as a power of q - 1 below 1, 20 times likelier with noise of 2 % of each
/// compute time.
bool growsSlowly(const MeasuredLadder& ladder)
{
    const double base = ladder.rungs.front().parts.value_or(TimeParts{}).compS;
    std::vector<double> q, extra, noise;
    for (const Rung& rung : ladder.rungs) {
        if (!rung.parts || rung.p == ladder.baseP)
            continue;
        q.push_back(static_cast<double>(rung.p) / ladder.baseP);
        extra.push_back(rung.parts->compS * q.back() - base);
        noise.push_back(computeRises * std::hypot(rung.parts->compS * q.back(), base));
    }
    const auto misfit = [&](const auto& shape) {
        double both = 0, own = 0;
        for (std::size_t i = 0; i < q.size(); ++i) {
            both += shape(q[i]) * extra[i] / (noise[i] * noise[i]);
            own += std::pow(shape(q[i]) / noise[i], 2);
        }
        double sum = 0;
        for (std::size_t i = 0; i < q.size(); ++i)
            sum += std::pow((extra[i] - std::max(0.0, both / own) * shape(q[i])) / noise[i], 2);
        return sum;
    };
    constexpr std::size_t fewest = 3;
    if (q.size() < fewest)
        return false;
    const double serial = misfit([](double each) { return each - 1; });
    const double slow = std::min({misfit([](double each) { return std::log2(each); }),
                                  misfit([](double each) { return std::sqrt(each - 1); }),
                                  misfit([](double each) { return std::pow(each - 1, 0.75); })});
    return serial - slow > likelihoodMargin;
}

/// Which of the two the rungs look more like, however little.
Cause nearerCause(const MeasuredLadder& ladder)
{
    const double base = ladder.rungs.front().parts.value_or(TimeParts{}).compS;
    const auto end = std::find_if(ladder.rungs.rbegin(), ladder.rungs.rend(),
                                  [](const Rung& rung) { return rung.parts.has_value(); });
    // The serial share that the last rung implies.
    const double workers = static_cast<double>(end->p) / ladder.baseP;
    const double serial = (end->parts->compS / base - 1 / workers) / (1 - 1 / workers);
    double least = base;
    for (const Rung& rung : ladder.rungs) {
        if (!rung.parts)
            continue;
        if (rung.parts->compS > (1 + computeRises) * least)
            return Cause::ComputeInflation;
        least = std::min(least, rung.parts->compS);
        const double expected = base * (serial + (1 - serial) * ladder.baseP / rung.p);
        if (serial > 0 && expected > (1 + computeBends) * rung.parts->compS)
            return Cause::ComputeInflation;
    }
    return growsSlowly(ladder) ? Cause::ComputeInflation : Cause::SerialFraction;
}

/// Compute takes longer on more workers, by more than runs scatter: no stage that takes the same does that.
bool risesClearly(const MeasuredLadder& ladder)
{
    double least = std::numeric_limits<double>::infinity();
    for (const Rung& rung : ladder.rungs)
        if (rung.parts) {
            if (rung.parts->compS > (1 + computeRisesClearly) * least)
                return true;
            least = std::min(least, rung.parts->compS);
        }
    return false;
}

/// How many times as far as the nearer the other has to stray from so many rungs, one run each. On 300 and 100
/// simulated ladders a truth (tests/calibration) a named cause was wrong in at most 3, 4 and 2 % of them, with noise of
/// up to 10 %. Infinite where nothing tells.
double toldBy(std::size_t rungs)
{
    return rungs >= 6 ? 2.5 : rungs == 5 ? 3 : rungs == 4 ? 6 : std::numeric_limits<double>::infinity();
}

/// By the rungs alone: what they scatter is not known but by how far the nearer of the two shapes strays from them.
ComputeLoss computeLossWithoutRepeats(const MeasuredLadder& ladder)
{
    if (risesClearly(ladder))
        return {Cause::ComputeInflation};
    const Cause nearer = nearerCause(ladder);
    Ladder compute{.scaling = Scaling::Strong};
    for (const Rung& rung : ladder.rungs)
        if (rung.parts)
            compute.points.push_back({.p = rung.p, .timeS = rung.parts->compS});
    const Result<MeasuredLadder> alone = measured(compute);
    if (!alone)
        return {nearer, false};
    double serial = std::numeric_limits<double>::infinity(), inflated = serial;
    for (const fits::ShapeMisfit& shape : fits::weigh(*alone, {Law::Amdahl, Law::Usl}, {}).shapes) {
        if (shape.law == Law::Amdahl)
            serial = std::max(shape.stray, writtenDigits);
        else if (shape.inflation)
            inflated = std::min(inflated, std::max(shape.stray, writtenDigits));
    }
    const double apart = toldBy(alone->rungs.size());
    if (serial > apart * inflated)
        return {Cause::ComputeInflation};
    if (inflated > apart * serial)
        return {Cause::SerialFraction};
    return {nearer, false};
}

}  // namespace

Interval Contrast::around(double value, double at) const
{
    const double half = studentT(at, degrees) * error;
    return {value - half, value + half, at};
}

double idealShare(const MeasuredLadder& ladder, int p)
{
    return ladder.scaling == Scaling::Strong ? static_cast<double>(ladder.baseP) / p : 1;
}

bool partsInEveryRun(const Rung& rung)
{
    return rung.runs.size() > 1 &&
           std::all_of(rung.runs.begin(), rung.runs.end(), [](const RunTime& run) { return run.parts.has_value(); });
}

std::optional<Contrast> contrast(const Rung& base, const Rung& rung, double share, Part part, Part less)
{
    if (!partsInEveryRun(base) || !partsInEveryRun(rung))
        return std::nullopt;
    const auto of = [&](const RunTime& run) { return run.parts.value().*part - (less ? run.parts.value().*less : 0); };
    const Sample first = sampleOf(base.runs, of);
    const Sample lost =
        sampleOf(rung.runs, [&](const RunTime& run) { return rung.p * (of(run) - share * first.mean) / run.timeS; });
    const double scale = rung.p * share / rung.timeS;
    const double here = lost.ofMean(), there = scale * scale * first.ofMean();
    if (!(here + there > 0))
        return std::nullopt;
    const double degrees =
        std::pow(here + there, 2) / (here * here / (lost.count - 1) + there * there / (first.count - 1));
    return Contrast{lost.mean, std::sqrt(here + there), std::max(1, static_cast<int>(degrees))};
}

LostFolds lostFolds(const MeasuredLadder& ladder, const Rung& rung)
{
    const Rung& base = ladder.rungs.front();
    LostFolds lost{.p = rung.p, .total = rung.p - rung.speedup};
    if (!base.parts || !rung.parts) {
        lost.unattributed = lost.total;
        return lost;
    }
    const double share = idealShare(ladder, rung.p);
    const auto folds = [&](double TimeParts::*part) {
        return rung.p * ((rung.parts.value().*part - share * base.parts.value().*part) / rung.timeS);
    };
    lost.partsKnown = true;
    lost.communicationTold = rung.commTold && base.commTold;
    lost.waitingTold = rung.idleTold && base.idleTold;
    lost.serialTold = rung.compTold && base.compTold;
    lost.communication = folds(&TimeParts::commS);
    lost.waiting = folds(&TimeParts::idleS);
    lost.serial = folds(&TimeParts::compS);
    lost.io = folds(&TimeParts::ioS);
    lost.unattributed = folds(&TimeParts::restS);
    bool moved = false;
    const auto untold = [&](bool told, double& part) {
        if (told || part == 0)
            return;
        moved = true;
        lost.unattributed += std::exchange(part, 0);
    };
    untold(lost.communicationTold, lost.communication);
    untold(lost.waitingTold, lost.waiting);
    untold(lost.serialTold, lost.serial);
    if (&rung == &base || moved)
        return lost;
    const auto interval = [&](Part part, double value) {
        const std::optional<Contrast> found = contrast(base, rung, share, part, nullptr);
        return found ? found->around(value, level) : Interval{value, value, level};  // a part that was 0 in every run
    };
    if (partsInEveryRun(base) && partsInEveryRun(rung) && contrast(base, rung, share, &TimeParts::compS, nullptr))
        lost.intervals =
            LostFolds::Intervals{interval(&TimeParts::commS, lost.communication),
                                 interval(&TimeParts::idleS, lost.waiting), interval(&TimeParts::compS, lost.serial),
                                 interval(&TimeParts::ioS, lost.io), interval(&TimeParts::restS, lost.unattributed)};
    return lost;
}

ComputeLoss computeLoss(const MeasuredLadder& ladder)
{
    if (ladder.scaling == Scaling::Weak)
        return {Cause::ComputeInflation};  // every worker has its own work: another's stage would show in waiting
    if (!(ladder.rungs.front().parts.value_or(TimeParts{}).compS > 0))
        return {};
    if (!std::all_of(ladder.rungs.begin(), ladder.rungs.end(), partsInEveryRun))
        return computeLossWithoutRepeats(ladder);
    Ladder compute{.scaling = Scaling::Strong};
    for (const Rung& rung : ladder.rungs)
        for (const RunTime& run : rung.runs)
            compute.points.push_back({.p = rung.p, .timeS = run.parts.value_or(TimeParts{}).compS});
    const Result<MeasuredLadder> alone = measured(compute);
    if (!alone)
        return {Cause::SerialFraction, false};
    const fits::LawEvidence evidence = fits::weigh(*alone, {Law::Amdahl, Law::Usl}, {});
    const auto serial = std::find_if(evidence.shapes.begin(), evidence.shapes.end(),
                                     [](const fits::ShapeMisfit& shape) { return shape.law == Law::Amdahl; });
    if (serial == evidence.shapes.end() || !serial->distance)
        return computeLossWithoutRepeats(ladder);
    double speaksForSerial = std::numeric_limits<double>::infinity();
    for (const fits::ShapeMisfit& shape : evidence.shapes)
        if (shape.inflation)
            speaksForSerial = std::min(speaksForSerial, shape.distance.value_or(0) - *serial->distance);
    if (evidence.falls || serial->excluded || speaksForSerial < -likelihoodMargin)
        return {Cause::ComputeInflation};
    return {speaksForSerial < 0 ? Cause::ComputeInflation : Cause::SerialFraction, speaksForSerial > likelihoodMargin};
}

double noiseOfParts(const MeasuredLadder& ladder)
{
    double squares = 0;
    int degrees = 0;
    for (const Rung& rung : ladder.rungs)
        for (const Part part : {&TimeParts::compS, &TimeParts::commS, &TimeParts::idleS, &TimeParts::ioS}) {
            if (!partsInEveryRun(rung))
                continue;
            const Sample sample = sampleOf(rung.runs, [&](const RunTime& run) { return run.parts.value().*part; });
            if (!(sample.mean > 1e-3 * rung.timeS))
                continue;
            squares += (sample.count - 1) * sample.variance / (sample.mean * sample.mean);
            degrees += static_cast<int>(sample.count) - 1;
        }
    return degrees > 0 ? std::sqrt(squares / degrees) : 0;
}

}  // namespace scalewright::attribution

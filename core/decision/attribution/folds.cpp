// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/attribution/folds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/statistics/distributions.h"
#include "core/base/statistics/median.h"
#include "core/evidence/fit/law_evidence.h"

namespace scalewright::attribution {

namespace {

constexpr double lostFoldsIntervalLevel = 0.95;
constexpr double assumedComputeNoise = 0.02;  // relative; used without repeats
constexpr double computeBendThreshold = 0.1;
constexpr double clearComputeRise = 0.2;
constexpr double timeRoundingTolerance = 1e-4;  // relative rounding of the times in tables
constexpr double logLikelihoodMargin = 6;  // a ratio of 20 to 1

struct Sample {
    double mean = 0, variance = 0;  ///< of a single value
    double count = 0;
    [[nodiscard]] double varianceOfMean() const { return variance / count; }
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

/// Total compute above the base's, for a rung at q times the base's p: a serial stage s adds s (q - 1). Returns whether
/// growth as log2 q or a power of q - 1 below 1 is 20 times likelier, with noise of 2 % in each compute time.
bool growsSublinearly(const MeasuredLadder& ladder)
{
    const double base = ladder.rungs.front().parts.value_or(TimeParts{}).compS;
    std::vector<double> q, extra, noise;
    for (const Rung& rung : ladder.rungs) {
        if (!rung.parts || rung.p == ladder.baseP)
            continue;
        q.push_back(static_cast<double>(rung.p) / ladder.baseP);
        extra.push_back(rung.parts->compS * q.back() - base);
        noise.push_back(assumedComputeNoise * std::hypot(rung.parts->compS * q.back(), base));
    }
    const auto misfit = [&](const auto& shape) {
        double numerator = 0, denominator = 0;
        for (std::size_t i = 0; i < q.size(); ++i) {
            numerator += shape(q[i]) * extra[i] / (noise[i] * noise[i]);
            denominator += std::pow(shape(q[i]) / noise[i], 2);
        }
        double sum = 0;
        for (std::size_t i = 0; i < q.size(); ++i)
            sum += std::pow((extra[i] - std::max(0.0, numerator / denominator) * shape(q[i])) / noise[i], 2);
        return sum;
    };
    constexpr std::size_t minimumRungs = 3;
    if (q.size() < minimumRungs)
        return false;
    const double serial = misfit([](double multiple) { return multiple - 1; });
    const double slow = std::min({misfit([](double multiple) { return std::log2(multiple); }),
                                  misfit([](double multiple) { return std::sqrt(multiple - 1); }),
                                  misfit([](double multiple) { return std::pow(multiple - 1, 0.75); })});
    return serial - slow > logLikelihoodMargin;
}

/// The likelier of the two causes, however small the difference is.
Cause likelierComputeCause(const MeasuredLadder& ladder)
{
    const double base = ladder.rungs.front().parts.value_or(TimeParts{}).compS;
    const auto end = std::find_if(ladder.rungs.rbegin(), ladder.rungs.rend(),
                                  [](const Rung& rung) { return rung.parts.has_value(); });
    // The serial share implied by the last rung.
    const double workers = static_cast<double>(end->p) / ladder.baseP;
    const double serial = (end->parts->compS / base - 1 / workers) / (1 - 1 / workers);
    double minimumS = base;
    for (const Rung& rung : ladder.rungs) {
        if (!rung.parts)
            continue;
        if (rung.parts->compS > (1 + assumedComputeNoise) * minimumS)
            return Cause::ComputeInflation;
        minimumS = std::min(minimumS, rung.parts->compS);
        const double expected = base * (serial + (1 - serial) * ladder.baseP / rung.p);
        if (serial > 0 && expected > (1 + computeBendThreshold) * rung.parts->compS)
            return Cause::ComputeInflation;
    }
    return growsSublinearly(ladder) ? Cause::ComputeInflation : Cause::SerialFraction;
}

/// Compute takes longer on more workers, by more than the scatter of the runs, which a stage of constant time cannot
/// explain.
bool hasClearComputeRise(const MeasuredLadder& ladder)
{
    double minimumS = std::numeric_limits<double>::infinity();
    for (const Rung& rung : ladder.rungs)
        if (rung.parts) {
            if (rung.parts->compS > (1 + clearComputeRise) * minimumS)
                return true;
            minimumS = std::min(minimumS, rung.parts->compS);
        }
    return false;
}

/// How many times farther from the rungs one shape must be than the nearer one to be excluded, with one run per rung.
/// On 300 and 100 simulated ladders per truth (tests/calibration), a named cause was wrong in at most 3, 4 and 2 % of
/// them, with noise of up to 10 %. Infinite if no ratio decides.
double decisiveDeviationRatio(std::size_t rungs)
{
    return rungs >= 6 ? 2.5 : rungs == 5 ? 3 : rungs == 4 ? 6 : std::numeric_limits<double>::infinity();
}

/// Uses single runs per rung: their scatter can only be estimated from the deviation of the nearer of the two shapes.
ComputeLossCause findComputeLossCauseWithoutRepeats(const MeasuredLadder& ladder)
{
    if (hasClearComputeRise(ladder))
        return {Cause::ComputeInflation};
    const Cause likelier = likelierComputeCause(ladder);
    Ladder computeTimes{.scaling = Scaling::Strong};
    for (const Rung& rung : ladder.rungs)
        if (rung.parts)
            computeTimes.points.push_back({.p = rung.p, .timeS = rung.parts->compS});
    const Result<MeasuredLadder> computeLadder = analyseLadder(computeTimes);
    if (!computeLadder)
        return {likelier, false};
    double serial = std::numeric_limits<double>::infinity(), inflated = serial;
    for (const fits::ShapeMisfit& shape : fits::assessLaws(*computeLadder, {Law::Amdahl, Law::Usl}, {}).shapes) {
        if (shape.law == Law::Amdahl)
            serial = std::max(shape.relativeDeviation, timeRoundingTolerance);
        else if (shape.isComputeInflation)
            inflated = std::min(inflated, std::max(shape.relativeDeviation, timeRoundingTolerance));
    }
    const double decisiveRatio = decisiveDeviationRatio(computeLadder->rungs.size());
    if (serial > decisiveRatio * inflated)
        return {Cause::ComputeInflation};
    if (inflated > decisiveRatio * serial)
        return {Cause::SerialFraction};
    return {likelier, false};
}

}  // namespace

Interval FoldsDifference::intervalAround(double value, double level) const
{
    const double half = studentTQuantile(level, degreesOfFreedom) * standardError;
    return {value - half, value + half, level};
}

double idealShare(const MeasuredLadder& ladder, int p)
{
    return ladder.scaling == Scaling::Strong ? static_cast<double>(ladder.baseP) / p : 1;
}

bool hasRepeatedParts(const Rung& rung)
{
    return rung.runs.size() > 1 &&
           std::ranges::all_of(rung.runs, [](const RunTime& run) { return run.parts.has_value(); });
}

std::optional<FoldsDifference> foldsDifference(const Rung& base, const Rung& rung, double share, TimePartMember part,
                                               TimePartMember subtracted)
{
    if (!hasRepeatedParts(base) || !hasRepeatedParts(rung))
        return std::nullopt;
    const auto partTime = [&](const RunTime& run) {
        return run.parts.value().*part - (subtracted ? run.parts.value().*subtracted : 0);
    };
    const Sample first = sampleOf(base.runs, partTime);
    const Sample lost = sampleOf(
        rung.runs, [&](const RunTime& run) { return rung.p * (partTime(run) - share * first.mean) / run.timeS; });
    const double scale = rung.p * share / rung.timeS;
    const double rungVariance = lost.varianceOfMean(), baseVariance = scale * scale * first.varianceOfMean();
    if (!(rungVariance + baseVariance > 0))
        return std::nullopt;
    const double degrees = std::pow(rungVariance + baseVariance, 2) / (rungVariance * rungVariance / (lost.count - 1) +
                                                                       baseVariance * baseVariance / (first.count - 1));
    return FoldsDifference{lost.mean, std::sqrt(rungVariance + baseVariance), std::max(1, static_cast<int>(degrees))};
}

namespace {

constexpr std::array allParts{&TimeParts::compS, &TimeParts::commS, &TimeParts::idleS, &TimeParts::ioS,
                              &TimeParts::unattributedS};
constexpr double negligiblePartShare = 1e-3;  // of the time; its noise is not proportional to it
using PartValues = std::array<double, allParts.size()>;

/// Mean of each part; 0 if negligible.
PartValues meanParts(const Rung& rung)
{
    PartValues means{};
    for (std::size_t k = 0; k < allParts.size(); ++k) {
        means[k] = sampleOf(rung.runs, [&](const RunTime& run) { return run.parts.value().*allParts[k]; }).mean;
        if (means[k] <= negligiblePartShare * rung.timeS)
            means[k] = 0;
    }
    return means;
}

/// Covariance of the parts of a run, each relative to its mean, pooled over rungs.
class PooledNoise {
public:
    void add(const Rung& rung)
    {
        if (!hasRepeatedParts(rung))
            return;
        const PartValues means = meanParts(rung);
        for (std::size_t k = 0; k < allParts.size(); ++k)
            for (std::size_t l = 0; l < allParts.size(); ++l) {
                if (!(means[k] > 0) || !(means[l] > 0))
                    continue;
                for (const RunTime& run : rung.runs)
                    m_products[k][l] += (run.parts.value().*allParts[k] / means[k] - 1) *
                                        (run.parts.value().*allParts[l] / means[l] - 1);
                m_degrees[k][l] += static_cast<double>(rung.runs.size() - 1);
            }
    }
    [[nodiscard]] double degreesOf(std::size_t part) const { return m_degrees[part][part]; }
    /// Variance, in one run, of a figure with these derivatives with respect to the logarithms of the parts.
    [[nodiscard]] double varianceOf(const PartValues& gradient) const
    {
        double variance = 0;
        for (std::size_t k = 0; k < allParts.size(); ++k)
            for (std::size_t l = 0; l < allParts.size(); ++l)
                if (m_degrees[k][l] > 0)
                    variance += gradient[k] * m_products[k][l] / m_degrees[k][l] * gradient[l];
        return std::max(0.0, variance);
    }

private:
    std::array<PartValues, allParts.size()> m_products{}, m_degrees{};
};

/// The rung without the run whose difference of the two parts, as a share of its time, is farthest from their median.
Rung withoutFarthestRun(Rung rung, TimePartMember part, TimePartMember subtracted)
{
    std::vector<double> shares;
    for (const RunTime& run : rung.runs)
        shares.push_back((run.parts.value().*part - (subtracted ? run.parts.value().*subtracted : 0)) / run.timeS);
    const double middle = median(shares);
    const auto farthest = std::ranges::max_element(
        shares, [&](double a, double b) { return std::abs(a - middle) < std::abs(b - middle); });
    rung.runs.erase(rung.runs.begin() + (farthest - shares.begin()));
    return rung;
}

}  // namespace

std::optional<FoldsDifference> pooledFoldsDifference(const MeasuredLadder& ladder, const Rung& rung,
                                                     TimePartMember part, TimePartMember subtracted)
{
    const Rung& base = ladder.rungs.front();
    const double share = idealShare(ladder, rung.p);
    const std::optional<FoldsDifference> own = foldsDifference(base, rung, share, part, subtracted);
    if (!own)
        return own;
    const auto pooledOver = [&](const Rung& here, const FoldsDifference& measured) -> std::optional<FoldsDifference> {
        const PartValues means = meanParts(here), baseMeans = meanParts(base);
        const double total = std::accumulate(means.begin(), means.end(), 0.0);
        // d = p [x - y - share (x0 - y0)]/T: its derivatives with respect to the logarithms of the parts, here and at
        // the base.
        PartValues gradient{}, baseGradient{};
        std::size_t compared = 0;
        for (std::size_t k = 0; k < allParts.size(); ++k) {
            const double sign = allParts[k] == part ? 1 : allParts[k] == subtracted ? -1 : 0;
            gradient[k] = (sign * here.p - measured.folds) * means[k] / total;
            baseGradient[k] = sign * here.p * share * baseMeans[k] / total;
            if (allParts[k] == part)
                compared = k;
        }
        const auto varianceWith = [&](const PooledNoise& noise) {
            return noise.varianceOf(gradient) / static_cast<double>(here.runs.size()) +
                   noise.varianceOf(baseGradient) / static_cast<double>(base.runs.size());
        };
        PooledNoise noise;
        for (const Rung& each : ladder.rungs)
            if (each.p != here.p)
                noise.add(each);
        const double otherDegrees = noise.degreesOf(compared), expected = varianceWith(noise);
        constexpr double poolingTestLevel = 0.99;
        if (!(expected > 0) || otherDegrees < measured.degreesOfFreedom ||
            fisherCdf(measured.standardError * measured.standardError / expected, measured.degreesOfFreedom,
                      static_cast<int>(otherDegrees)) > poolingTestLevel)
            return std::nullopt;
        noise.add(here);
        return FoldsDifference{measured.folds, std::sqrt(varianceWith(noise)),
                               static_cast<int>(noise.degreesOf(compared))};
    };
    if (const std::optional<FoldsDifference> pooled = pooledOver(rung, *own))
        return pooled;
    constexpr std::size_t minimumRuns = 3;
    if (rung.runs.size() < minimumRuns)
        return own;
    // The rung scatters more than the others: perhaps because of a single run.
    const Rung trimmed = withoutFarthestRun(rung, part, subtracted);
    const std::optional<FoldsDifference> remaining = foldsDifference(base, trimmed, share, part, subtracted);
    std::optional<FoldsDifference> pooled = remaining ? pooledOver(trimmed, *remaining) : std::nullopt;
    if (!pooled)
        return own;
    pooled->leavesOutARun = true;
    return pooled;
}

LostFolds computeLostFolds(const MeasuredLadder& ladder, const Rung& rung)
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
    lost.hasParts = true;
    lost.isCommunicationMeasured = rung.isCommKnown && base.isCommKnown;
    lost.isWaitingMeasured = rung.isIdleKnown && base.isIdleKnown;
    lost.isComputeMeasured = rung.isCompKnown && base.isCompKnown;
    lost.communication = folds(&TimeParts::commS);
    lost.waiting = folds(&TimeParts::idleS);
    lost.compute = folds(&TimeParts::compS);
    lost.io = folds(&TimeParts::ioS);
    lost.unattributed = folds(&TimeParts::unattributedS);
    bool hasMovedPart = false;
    const auto moveUnmeasured = [&](bool isMeasured, double& part) {
        if (isMeasured || part == 0)
            return;
        hasMovedPart = true;
        lost.unattributed += std::exchange(part, 0);
    };
    moveUnmeasured(lost.isCommunicationMeasured, lost.communication);
    moveUnmeasured(lost.isWaitingMeasured, lost.waiting);
    moveUnmeasured(lost.isComputeMeasured, lost.compute);
    // Communication that takes longer than all that was lost overlaps the rest, which shrank: only the loss is its cost.
    if (!rung.isCompKnown && !base.isCompKnown && lost.unattributed < 0 && lost.communication > lost.total &&
        lost.total > 0) {
        const double hidden = std::min(-lost.unattributed, lost.communication - lost.total);
        lost.communication -= hidden;
        lost.unattributed += hidden;
    }
    if (&rung == &base || hasMovedPart)
        return lost;
    const auto interval = [&](TimePartMember part, double value) {
        const std::optional<FoldsDifference> difference = foldsDifference(base, rung, share, part, nullptr);
        // nullopt: the part was 0 in every run.
        return difference ? difference->intervalAround(value, lostFoldsIntervalLevel)
                          : Interval{value, value, lostFoldsIntervalLevel};
    };
    if (hasRepeatedParts(base) && hasRepeatedParts(rung) &&
        foldsDifference(base, rung, share, &TimeParts::compS, nullptr))
        lost.intervals = LostFolds::Intervals{
            interval(&TimeParts::commS, lost.communication), interval(&TimeParts::idleS, lost.waiting),
            interval(&TimeParts::compS, lost.compute), interval(&TimeParts::ioS, lost.io),
            interval(&TimeParts::unattributedS, lost.unattributed)};
    return lost;
}

ComputeLossCause findComputeLossCause(const MeasuredLadder& ladder)
{
    // Every worker has its own work, so another worker's serial stage would appear as waiting.
    if (ladder.scaling == Scaling::Weak)
        return {Cause::ComputeInflation};
    if (!(ladder.rungs.front().parts.value_or(TimeParts{}).compS > 0))
        return {};
    if (!std::ranges::all_of(ladder.rungs, hasRepeatedParts))
        return findComputeLossCauseWithoutRepeats(ladder);
    Ladder computeTimes{.scaling = Scaling::Strong};
    std::size_t runs = 0;
    for (const Rung& rung : ladder.rungs)
        runs += rung.runs.size();
    computeTimes.points.reserve(runs);
    for (const Rung& rung : ladder.rungs)
        for (const RunTime& run : rung.runs)
            computeTimes.points.push_back({.p = rung.p, .timeS = run.parts.value_or(TimeParts{}).compS});
    const Result<MeasuredLadder> computeLadder = analyseLadder(computeTimes);
    if (!computeLadder)
        return {Cause::SerialFraction, false};
    const fits::LawEvidence evidence = fits::assessLaws(*computeLadder, {Law::Amdahl, Law::Usl}, {});
    const auto serial = std::ranges::find(evidence.shapes, Law::Amdahl, &fits::ShapeMisfit::law);
    if (serial == evidence.shapes.end() || !serial->normalizedResidualSum)
        return findComputeLossCauseWithoutRepeats(ladder);
    // Twice the log-likelihood ratio, with a run's variance estimated from the repeats (heavy tails if they are few).
    double degrees = 0;
    for (const Rung& rung : computeLadder->rungs)
        degrees += rung.repeats - 1;
    double serialLead = std::numeric_limits<double>::infinity();
    for (const fits::ShapeMisfit& shape : evidence.shapes)
        if (shape.isComputeInflation)
            serialLead = std::min(serialLead, degrees * std::log((shape.normalizedResidualSum.value_or(0) + degrees) /
                                                                 (*serial->normalizedResidualSum + degrees)));
    if (evidence.slowsDown || serial->isExcluded || serialLead < -logLikelihoodMargin)
        return {Cause::ComputeInflation};
    return {serialLead < 0 ? Cause::ComputeInflation : Cause::SerialFraction, serialLead > logLikelihoodMargin};
}

double relativeNoise(const MeasuredLadder& ladder, std::initializer_list<TimePartMember> parts)
{
    double variances = 0, squares = 0;
    for (const Rung& rung : ladder.rungs)
        for (const TimePartMember part : parts) {
            if (part == nullptr || !hasRepeatedParts(rung))
                continue;
            const Sample sample = sampleOf(rung.runs, [&](const RunTime& run) { return run.parts.value().*part; });
            const double degrees = static_cast<double>(sample.count) - 1;
            variances += degrees * sample.variance;
            squares += degrees * sample.mean * sample.mean;
        }
    return squares > 0 ? std::sqrt(variances / squares) : 0;
}

}  // namespace scalewright::attribution

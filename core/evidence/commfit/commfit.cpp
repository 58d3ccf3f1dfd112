// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/commfit/commfit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/statistics/median.h"
#include "core/base/statistics/order_statistics.h"
#include "core/evidence/commfit/size_scatter.h"

namespace scalewright {

namespace {

using namespace detail;

constexpr double largeMessageBytes = 1 << 20;
constexpr double smallMessageBytes = 64;
// Largest bandwidth share of a row's time on a plateau without small messages.
constexpr double plateauBandwidthShare = 0.1;
constexpr double misfitResidual = 0.15;
constexpr double constantRatioLimit = 1.5;  // largest allowed ratio between the constants of single worker counts
constexpr double minimumOverheadShare = 0.05;  // share of the fastest time; a smaller overhead is not reported

constexpr const char* exactFitReason = "its rows fit the line exactly, so they do not show how large the noise is";
constexpr const char* noResidualReason = "no residual is left; repeat the rows, or add sizes or worker counts";
constexpr const char* neededRows =
    "rows at several sizes: some of 64 bytes or less and some of 1 MiB or more, at one p or several";

struct TimingRow {
    int p;
    double messageCount;      // T = messageCount alpha + wireBytes/B
    double wireBytes;      // b(p) n
    double bytes;
    double time;
};

/// The rows with one p and one size; lines are fitted to the median of each group.
struct RepeatGroup {
    int p;
    double messageCount, wireBytes, bytes;
    double medianTime;
    double varianceOfMedian;  // in units of the variance of one row, for normal noise
    std::vector<double> times;
};

std::map<int, std::vector<TimingRow>> groupRowsByP(const std::vector<TimingRow>& rows)
{
    std::map<int, std::vector<TimingRow>> groups;
    for (const TimingRow& row : rows)
        groups[row.p].push_back(row);
    return groups;
}

Result<std::vector<TimingRow>> toTimingRows(const TimingGroup& group, const ExchangeCost& cost)
{
    std::vector<TimingRow> rows;
    std::map<int, LinearFactors> factors;
    for (const CollectiveTiming& timing : group.rows) {
        if (timing.p < 2 || !std::isfinite(timing.bytes) || timing.bytes < 0 || !std::isfinite(timing.seconds) ||
            timing.seconds <= 0)
            return fail(ErrorCode::Input,
                        formatMessage("p = {}, {} bytes, {} s is not a valid timing", timing.p,
                                      fmt::format("{}", timing.bytes), fmt::format("{}", timing.seconds)),
                        "2 workers or more, 0 bytes or more, a time above 0 s");
        auto factorsOfP = factors.find(timing.p);
        if (factorsOfP == factors.end()) {
            const std::optional<LinearFactors> newFactors =
                cost.pattern ? linearFactors(*cost.pattern, {}, timing.p) : std::optional(cost.factors(timing.p));
            if (!newFactors)
                return fail(
                    ErrorCode::Input,
                    formatMessage("{} is not linear in alpha and n/B: a line cannot fit it", titleOf(*cost.pattern)),
                    "another pattern");
            factorsOfP = factors.emplace(timing.p, *newFactors).first;
        }
        rows.push_back({timing.p, factorsOfP->second.latency, factorsOfP->second.bandwidth * timing.bytes, timing.bytes,
                        timing.seconds});
    }
    if (rows.empty())
        return fail(ErrorCode::Refused, "no rows", neededRows);
    return rows;
}

std::vector<RepeatGroup> groupRepeats(const std::vector<TimingRow>& rows)
{
    std::map<std::pair<int, double>, RepeatGroup> cells;
    for (const TimingRow& row : rows) {
        RepeatGroup& cell = cells
                                .try_emplace({row.p, row.bytes},
                                             RepeatGroup{row.p, row.messageCount, row.wireBytes, row.bytes, 0, 0, {}})
                                .first->second;
        cell.times.push_back(row.time);
    }
    std::vector<RepeatGroup> ascending;
    ascending.reserve(cells.size());
    for (auto& [key, group] : cells) {
        group.medianTime = median(group.times);
        group.varianceOfMedian =
            medianVarianceRatio(static_cast<int>(group.times.size())) / static_cast<double>(group.times.size());
        ascending.push_back(std::move(group));
    }
    return ascending;
}

/// The noise is relative, so the weight uses the fitted time. With the measured time, rows that happened to be fast
/// would have the largest weights, and the bandwidth would be too high. A row above `latenessLimit` times the line is
/// not noise: its weight uses its own time, so that a delayed call does not distort the line.
double rowWeight(double time, double fitted, double latenessLimit)
{
    const double line = std::max(fitted, time / latenessLimit);
    return 1 / (line * line);
}

std::vector<double> groupWeights(const std::vector<RepeatGroup>& cells, const std::vector<double>& fitted,
                                 double latenessLimit)
{
    std::vector<double> weights;
    weights.reserve(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
        weights.push_back(rowWeight(cells[i].medianTime, fitted[i], latenessLimit) / cells[i].varianceOfMedian);
    return weights;
}

/// 1 plus three times the median distance of the rows from the line (two standard deviations for normal noise), at most
/// 1.25.
double computeLatenessLimit(const std::vector<RepeatGroup>& cells, const std::vector<double>& fitted)
{
    std::vector<double> distances;
    for (std::size_t i = 0; i < cells.size(); ++i)
        for (const double time : cells[i].times)
            distances.push_back(std::abs(time - fitted[i]) / time);
    return 1 + std::min(0.25, 3 * median(std::move(distances)));
}

/// The ratio of the repeats' sum of squares about their mean to that about their median: n - 1 variances, divided by
/// the same plus the additional variance of the median.
double meanOverMedianSquares(const RepeatGroup& cell)
{
    const auto count = static_cast<double>(cell.times.size());
    return (count - 1) / std::max(1.0, count - 2 + count * cell.varianceOfMedian);
}

/// Fits once with weights from the measured times, then again with weights from the fitted times. More iterations do
/// not improve the intervals and make the line follow outlying rows. `fit` takes weights and returns the fitted times,
/// or an empty vector if there is no line. Returns the weighted squares of the medians about the line and of the rows
/// about their medians, with the degrees of freedom left after `constants`.
template <class Fit>
Scatter fitMedians(const std::vector<RepeatGroup>& cells, std::size_t constants, const Fit& fit)
{
    std::vector<double> medians;
    medians.reserve(cells.size());
    for (const RepeatGroup& cell : cells)
        medians.push_back(cell.medianTime);
    const std::vector<double> first = fit(groupWeights(cells, medians, 1));
    if (first.empty())
        return {};
    const double latenessLimit = computeLatenessLimit(cells, first);
    const std::vector<double> weights = groupWeights(cells, first, latenessLimit);
    const std::vector<double> fitted = fit(weights);
    if (fitted.empty())
        return {};
    Scatter scatter{.betweenDegrees = static_cast<int>(cells.size()) - static_cast<int>(constants)};
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const RepeatGroup& cell = cells[i];
        scatter.betweenSquares += weights[i] * (cell.medianTime - fitted[i]) * (cell.medianTime - fitted[i]);
        double withinSquares = 0;
        for (const double time : cell.times)
            withinSquares +=
                rowWeight(time, first[i], latenessLimit) * (time - cell.medianTime) * (time - cell.medianTime);
        scatter.withinSquares += withinSquares * meanOverMedianSquares(cell);
        scatter.withinDegrees += static_cast<int>(cell.times.size()) - 1;
        scatter.medianVarianceFactor += cell.varianceOfMedian / static_cast<double>(cells.size());
    }
    return scatter;
}

/// Weighted means, and weighted sums of squares and products about them, for one group of points (x, y).
struct WeightedMoments {
    double meanX = 0, meanY = 0, totalWeight = 0;
    double sumXX = 0, sumXY = 0;
};

struct WeightedPoint {
    double x, y, weight;
};

WeightedMoments weightedMomentsOf(const std::vector<WeightedPoint>& points)
{
    WeightedMoments s;
    for (const auto& [x, y, weight] : points) {
        s.totalWeight += weight;
        s.meanX += weight * x;
        s.meanY += weight * y;
    }
    s.meanX /= s.totalWeight;
    s.meanY /= s.totalWeight;
    for (const auto& [x, y, weight] : points) {
        s.sumXX += weight * (x - s.meanX) * (x - s.meanX);
        s.sumXY += weight * (x - s.meanX) * (y - s.meanY);
    }
    return s;
}

/// Seconds per byte from large messages, with one intercept per p; also the slope of each p alone.
struct BandwidthFit {
    Estimate secondsPerByte;
    Scatter scatter;
    std::map<int, double> slopeByP;
};

std::optional<BandwidthFit> fitLargeMessages(const std::vector<RepeatGroup>& cells)
{
    std::map<int, std::size_t> sizes;
    for (const RepeatGroup& cell : cells)
        sizes[cell.p] += cell.bytes >= largeMessageBytes ? 1 : 0;
    std::erase_if(sizes, [](const auto& each) { return each.second < 2; });
    std::vector<RepeatGroup> large;
    for (const RepeatGroup& cell : cells)
        if (cell.bytes >= largeMessageBytes && sizes.contains(cell.p))
            large.push_back(cell);
    if (large.empty())
        return std::nullopt;
    BandwidthFit slope;
    double value = 0;
    double xx = 0;
    slope.scatter = fitMedians(large, sizes.size() + 1, [&](const std::vector<double>& weights) {
        std::map<int, std::vector<WeightedPoint>> points;
        for (std::size_t i = 0; i < large.size(); ++i)
            points[large[i].p].push_back({large[i].wireBytes, large[i].medianTime, weights[i]});
        std::map<int, WeightedMoments> momentsByP;
        xx = 0;
        double xy = 0;
        for (const auto& [p, pointsAtP] : points) {
            const WeightedMoments& moments = momentsByP[p] = weightedMomentsOf(pointsAtP);
            xx += moments.sumXX;
            xy += moments.sumXY;
            slope.slopeByP[p] = moments.sumXY / moments.sumXX;
        }
        value = xy / xx;
        std::vector<double> fitted;
        for (const RepeatGroup& cell : large)
            fitted.push_back(momentsByP[cell.p].meanY + value * (cell.wireBytes - momentsByP[cell.p].meanX));
        return fitted;
    });
    slope.secondsPerByte = makeEstimate(value, slope.scatter, 1 / xx);
    slope.scatter.estimateVarianceFactor = 1 / xx;
    return slope;
}

struct LatencyFit {
    Estimate alpha;
    double overhead = 0;
    Scatter scatter{};  ///< scatter of the sizes on the plateaus
    std::map<int, double> alphaByP;
    std::vector<std::string> warnings{};
};

Estimate fitThroughOrigin(const std::vector<WeightedPoint>& points)
{
    double xx = 0;
    double xy = 0;
    for (const WeightedPoint& point : points) {
        xx += point.weight * point.x * point.x;
        xy += point.weight * point.x * point.y;
    }
    double squares = 0;
    for (const WeightedPoint& point : points) {
        const double residual = point.y - xy / xx * point.x;
        squares += point.weight * residual * residual;
    }
    return makeEstimate(xy / xx, squares, static_cast<int>(points.size()) - 1, 1 / xx);
}

/// Fits y = c + a alpha, or y = a alpha if c would be negative.
void fitPlateaus(const std::vector<WeightedPoint>& points, LatencyFit& latency)
{
    latency.alpha = fitThroughOrigin(points);
    std::vector<double> different;
    for (const WeightedPoint& point : points)
        if (!contains(different, point.x))
            different.push_back(point.x);
    if (different.size() < 3)
        return;
    const WeightedMoments moments = weightedMomentsOf(points);
    const double alpha = moments.sumXY / moments.sumXX;
    const double overhead = moments.meanY - alpha * moments.meanX;
    if (overhead < 0)
        return;
    double squares = 0;
    for (const WeightedPoint& point : points) {
        const double residual = point.y - overhead - alpha * point.x;
        squares += point.weight * residual * residual;
    }
    latency.alpha = makeEstimate(alpha, squares, static_cast<int>(points.size()) - 2, 1 / moments.sumXX);
    latency.overhead = overhead;
}

/// Adds the scatter of the sizes at one p about their plateau.
void addPlateauScatter(const std::map<double, std::vector<double>>& timesBySize, double time, Scatter& scatter)
{
    std::vector<RepeatGroup> cells;
    double weight = 0, mean = 0;
    for (const auto& [bytes, latencyTimes] : timesBySize) {
        const auto count = static_cast<double>(latencyTimes.size());
        cells.push_back({0, 0, 0, bytes, median(latencyTimes),
                         medianVarianceRatio(static_cast<int>(latencyTimes.size())) / count, latencyTimes});
        weight += 1 / cells.back().varianceOfMedian;
        mean += cells.back().medianTime / cells.back().varianceOfMedian;
    }
    mean /= weight;
    const auto knownDegrees = static_cast<double>(scatter.betweenDegrees);
    double variances = 0;
    for (const RepeatGroup& cell : cells) {
        scatter.betweenSquares += std::pow((cell.medianTime - mean) / time, 2) / cell.varianceOfMedian;
        double withinSquares = 0;
        for (const double each : cell.times)
            withinSquares += std::pow((each - cell.medianTime) / time, 2);
        scatter.withinSquares += withinSquares * meanOverMedianSquares(cell);
        scatter.withinDegrees += static_cast<int>(cell.times.size()) - 1;
        variances += cell.varianceOfMedian / static_cast<double>(cells.size());
    }
    const auto addedDegrees = static_cast<double>(cells.size()) - 1;
    scatter.betweenDegrees += static_cast<int>(cells.size()) - 1;
    scatter.medianVarianceFactor =
        knownDegrees + addedDegrees > 0
            ? (knownDegrees * scatter.medianVarianceFactor + addedDegrees * variances) / (knownDegrees + addedDegrees)
            : variances;
}

/// nullopt if no p has messages small enough to show a plateau.
std::optional<LatencyFit> fitLatency(const std::vector<TimingRow>& rows, double secondsPerByte)
{
    LatencyFit latency;
    std::vector<WeightedPoint> plateaus;
    std::vector<double> singlePlateauTimes;
    std::size_t singlePlateauSizes = 0;
    for (const auto& [p, rowsAtP] : groupRowsByP(rows)) {
        double smallest = rowsAtP.front().bytes;
        for (const TimingRow& row : rowsAtP)
            smallest = std::min(smallest, row.bytes);
        std::vector<double> latencyTimes;
        std::vector<double> times;
        std::map<double, std::vector<double>> timesBySize;
        for (const TimingRow& row : rowsAtP) {
            const double bandwidthShare = row.wireBytes * secondsPerByte / row.time;
            const bool isOnPlateau =
                row.bytes <= smallMessageBytes || (row.bytes == smallest && bandwidthShare < plateauBandwidthShare);
            if (!isOnPlateau)
                continue;
            latencyTimes.push_back(row.time - row.wireBytes * secondsPerByte);
            times.push_back(row.time);
            timesBySize[row.bytes].push_back(latencyTimes.back());
        }
        if (latencyTimes.empty())
            continue;
        const double y = median(latencyTimes);
        const double time = median(times);
        plateaus.push_back({rowsAtP.front().messageCount, y, 1 / (time * time)});
        latency.alphaByP[p] = y / rowsAtP.front().messageCount;
        addPlateauScatter(timesBySize, time, latency.scatter);
        singlePlateauSizes = timesBySize.size();
        singlePlateauTimes = std::move(latencyTimes);
    }
    if (plateaus.empty())
        return std::nullopt;
    if (plateaus.size() > 1) {
        fitPlateaus(plateaus, latency);
        return latency;
    }
    const auto count = static_cast<double>(singlePlateauTimes.size());
    double mean = 0;
    for (const double y : singlePlateauTimes)
        mean += y / count;
    double squares = 0;
    for (const double y : singlePlateauTimes)
        squares += (y - mean) * (y - mean);
    const double a = plateaus.front().x;
    latency.alpha = makeEstimate(plateaus.front().y / a, squares, static_cast<int>(singlePlateauTimes.size()) - 1,
                                 std::numbers::pi / 2 / count / (a * a));
    latency.scatter.estimateVarianceFactor =
        latency.scatter.medianVarianceFactor * medianVarianceRatio(static_cast<int>(singlePlateauSizes)) /
        static_cast<double>(singlePlateauSizes) / plateaus.front().weight / (a * a);
    return latency;
}

struct CombinedFit {
    Estimate alpha;
    Estimate secondsPerByte;
    std::optional<SizeEffect> sizeEffect;
};

/// Fits T = a alpha + x/B through all groups, by Gram-Schmidt on the two weighted columns. nullopt if the columns are
/// proportional.
std::optional<CombinedFit> fitAllRows(const std::vector<RepeatGroup>& cells)
{
    double aa = 0, xx = 0, vv = 0, alpha = 0, slope = 0;
    bool proportional = false;
    const Scatter scatter = fitMedians(cells, 2, [&](const std::vector<double>& weights) {
        double ax = 0;
        double ay = 0;
        aa = xx = vv = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            aa += weights[i] * cells[i].messageCount * cells[i].messageCount;
            ax += weights[i] * cells[i].messageCount * cells[i].wireBytes;
            xx += weights[i] * cells[i].wireBytes * cells[i].wireBytes;
            ay += weights[i] * cells[i].messageCount * cells[i].medianTime;
        }
        double vy = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const double v = cells[i].wireBytes - ax / aa * cells[i].messageCount;
            vv += weights[i] * v * v;
            vy += weights[i] * v * cells[i].medianTime;
        }
        std::vector<double> fitted;
        proportional = !(vv > 1e-20 * xx);
        if (proportional)
            return fitted;
        slope = vy / vv;
        alpha = (ay - ax * slope) / aa;
        for (const RepeatGroup& cell : cells)
            fitted.push_back(alpha * cell.messageCount + slope * cell.wireBytes);
        return fitted;
    });
    if (proportional)
        return std::nullopt;
    CombinedFit line{makeEstimate(alpha, scatter, xx / (aa * vv)), makeEstimate(slope, scatter, 1 / vv),
                     detectSizeEffect({scatter})};
    if (line.sizeEffect) {
        widenForSizeEffect(line.alpha, withVarianceFactor(scatter, xx / (aa * vv)), *line.sizeEffect);
        widenForSizeEffect(line.secondsPerByte, withVarianceFactor(scatter, 1 / vv), *line.sizeEffect);
    }
    return line;
}

Estimate fitBandwidthOnly(const std::vector<RepeatGroup>& cells)
{
    double xx = 0;
    double slope = 0;
    const Scatter scatter = fitMedians(cells, 1, [&](const std::vector<double>& weights) {
        xx = 0;
        double xy = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            xx += weights[i] * cells[i].wireBytes * cells[i].wireBytes;
            xy += weights[i] * cells[i].wireBytes * cells[i].medianTime;
        }
        slope = xy / xx;
        std::vector<double> fitted;
        for (const RepeatGroup& cell : cells)
            fitted.push_back(slope * cell.wireBytes);
        return fitted;
    });
    Estimate result = makeEstimate(slope, scatter, 1 / xx);
    if (const std::optional<SizeEffect> sizeEffect = detectSizeEffect({scatter}))
        widenForSizeEffect(result, withVarianceFactor(scatter, 1 / xx), *sizeEffect);
    return result;
}

/// The smallest and largest constants if they differ too much: "0.33 ms at p = 2 and 0.53 ms at p = 8".
std::optional<std::string> disagreementText(const std::map<int, double>& perWorkers, std::string (*formatValue)(double))
{
    if (perWorkers.size() < 2)
        return std::nullopt;
    const auto [smallest, largest] =
        std::ranges::minmax_element(perWorkers, [](const auto& a, const auto& b) { return a.second < b.second; });
    if (smallest->second > 0 && largest->second < constantRatioLimit * smallest->second)
        return std::nullopt;
    return formatMessage("{} at p = {} and {} at p = {}", formatValue(smallest->second), smallest->first,
                         formatValue(largest->second), largest->first);
}

std::string bandwidthText(double secondsPerByte)
{
    if (secondsPerByte <= 0)
        return "no measurable bandwidth";
    return amountText(1 / secondsPerByte, Dimension::Bandwidth);
}

Result<Quantity> alphaQuantity(const Estimate& alpha, double fastest, CommFit& fit)
{
    const std::optional<double> half = alpha.halfWidth();
    Quantity quantity{.value = alpha.value, .interval = std::nullopt, .provenance = {}};
    const bool rounding = std::abs(alpha.value) < 1e-9 * fastest;
    if (alpha.value <= 0 || rounding) {
        if (!rounding && !(half && alpha.value + *half > 0))
            return fail(ErrorCode::Refused,
                        formatMessage("no time is left for latency: alpha would be {} s, and it cannot be negative",
                                      significantText(alpha.value)),
                        "timings of messages of 64 bytes or less, or the pattern that was run");
        quantity.value = 0;
        fit.warnings.emplace_back(
            formatMessage("these rows do not show the latency: alpha is set to 0 s, the fit gives {}",
                          fmt::format("{:.2g} s", alpha.value)));
    }
    if (!half) {
        fit.noAlphaIntervalReason = noResidualReason;
        return quantity;
    }
    if (*half < roundingTolerance * fastest) {
        fit.noAlphaIntervalReason = exactFitReason;
        return quantity;
    }
    const double high = std::max(quantity.value, alpha.value + *half);
    quantity.interval = Interval{std::max(0.0, std::min(quantity.value, alpha.value - *half)), high, coverageLevel};
    if (alpha.value - *half < 0 && quantity.value > 0)
        fit.warnings.emplace_back(
            "alpha's interval ends at 0 s because latency cannot be negative: these rows do not distinguish alpha from "
            "0");
    return quantity;
}

Result<Quantity> bandwidthQuantity(const Estimate& slope, CommFit& fit)
{
    if (!(slope.value > 0))
        return fail(ErrorCode::Refused, "time does not grow with message size, so these rows give no bandwidth",
                    neededRows);
    Quantity quantity{.value = 1 / slope.value, .interval = std::nullopt, .provenance = {}};
    const std::optional<double> half = slope.halfWidth();
    if (!half)
        fit.noBandwidthIntervalReason = noResidualReason;
    else if (*half < roundingTolerance * slope.value)
        fit.noBandwidthIntervalReason = exactFitReason;
    else if (slope.value <= *half)
        fit.noBandwidthIntervalReason = "its rows scatter too much to set an upper bound";
    else
        quantity.interval = Interval{1 / (slope.value + *half), 1 / (slope.value - *half), coverageLevel};
    return quantity;
}

void addResidual(const std::vector<TimingRow>& rows, CommFit& fit)
{
    double squares = 0;
    double largestDeviation = -1;
    const TimingRow* largestDeviationRow = nullptr;
    for (const TimingRow& row : rows) {
        const double fitted = row.messageCount * fit.alphaS.value + row.wireBytes / fit.bandwidthBytesPerS.value;
        const double relative = (row.time - fitted) / row.time;
        squares += relative * relative;
        if (std::abs(relative) > largestDeviation) {
            largestDeviation = std::abs(relative);
            largestDeviationRow = &row;
        }
    }
    fit.relativeResidual = std::sqrt(squares / static_cast<double>(rows.size()));
    if (fit.relativeResidual > misfitResidual)
        fit.warnings.push_back(formatMessage(
            "the rows deviate from the pattern by {} (root mean square); the largest deviation is at p = {}, {}: {} "
            "measured, {} fitted",
            percentageText(fit.relativeResidual, 2), largestDeviationRow->p, bytesText(largestDeviationRow->bytes),
            timeText(largestDeviationRow->time),
            timeText(largestDeviationRow->messageCount * fit.alphaS.value +
                     largestDeviationRow->wireBytes / fit.bandwidthBytesPerS.value)));
}

/// Warns about times that fall as messages grow, and about messages faster than the fitted bandwidth.
void warnAboutIrregularSizes(const std::vector<RepeatGroup>& cells, CommFit& fit)
{
    constexpr double fallRatio = 0.9, fasterRatio = 1.1;
    int fallCount = 0, fasterCount = 0;
    const RepeatGroup *fallStart = nullptr, *fallEnd = nullptr, *fastest = nullptr;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const RepeatGroup& cell = cells[i];
        if (i > 0 && cells[i - 1].p == cell.p && cell.medianTime < fallRatio * cells[i - 1].medianTime) {
            ++fallCount;
            if (fallEnd == nullptr ||
                cell.medianTime / cells[i - 1].medianTime < fallEnd->medianTime / fallStart->medianTime)
                fallStart = &cells[i - 1], fallEnd = &cell;
        }
        if (cell.wireBytes / cell.medianTime > fasterRatio * fit.bandwidthBytesPerS.value) {
            ++fasterCount;
            if (fastest == nullptr || cell.wireBytes / cell.medianTime > fastest->wireBytes / fastest->medianTime)
                fastest = &cell;
        }
    }
    if (fallCount > 0)
        fit.warnings.push_back(
            formatMessage("larger messages are faster in {} case(s), most from {} to {} at p = {} ({} to {}): the "
                          "library changes its algorithm there, or other load ended",
                          fallCount, bytesText(fallStart->bytes), bytesText(fallEnd->bytes), fallEnd->p,
                          timeText(fallStart->medianTime), timeText(fallEnd->medianTime)));
    if (fasterCount > 0)
        fit.warnings.push_back(
            formatMessage("{} size(s) are faster than the fitted bandwidth allows, most {} at p = {} as if at {}: a "
                          "cache, shared memory or another algorithm, not the network",
                          fasterCount, bytesText(fastest->bytes), fastest->p,
                          amountText(fastest->wireBytes / fastest->medianTime, Dimension::Bandwidth)));
}

}  // namespace

Result<CommFit> fitCommunication(const TimingGroup& group, Pattern pattern)
{
    return fitCommunication(group, costOfPattern(pattern));
}

Result<CommFit> fitCommunication(const TimingGroup& group, const ExchangeCost& cost)
{
    TRY(const std::vector<TimingRow> read, toTimingRows(group, cost));
    const std::vector<TimingRow>& rows = read;
    const std::vector<RepeatGroup> cells = groupRepeats(rows);

    CommFit fit;
    fit.collective = group.collective.empty() ? cost.name : group.collective;
    fit.cost = cost;
    fit.pattern = cost.pattern.value_or(fit.pattern);
    fit.warnings = group.warnings;
    fit.rowCount = rows.size();
    double fastest = rows.front().time;
    for (const auto& [p, rowsAtP] : groupRowsByP(rows))
        fit.workerCounts.push_back(p);
    for (const TimingRow& row : rows)
        fastest = std::min(fastest, row.time);

    Estimate alpha;
    Estimate secondsPerByte;
    const std::optional<BandwidthFit> slope = fitLargeMessages(cells);
    std::optional<SizeEffect> sizeEffect;
    const bool grows = slope && slope->secondsPerByte.value > 0;
    const std::optional<LatencyFit> latency = grows ? fitLatency(rows, slope->secondsPerByte.value) : std::nullopt;
    if (slope && !grows)
        return fail(bandwidthQuantity(slope->secondsPerByte, fit).error());
    if (latency) {
        alpha = latency->alpha;
        secondsPerByte = slope->secondsPerByte;
        sizeEffect = detectSizeEffect({slope->scatter, latency->scatter});
        if (sizeEffect) {
            widenForSizeEffect(secondsPerByte, slope->scatter, *sizeEffect);
            // With several p, each plateau is already a single point on the line for alpha.
            if (fit.workerCounts.size() == 1)
                widenForSizeEffect(alpha, latency->scatter, *sizeEffect);
        }
        if (latency->overhead > minimumOverheadShare * fastest) {
            fit.overheadS = latency->overhead;
            fit.warnings.push_back(
                formatMessage("a call takes {} more than its messages at every p (overhead, or skew between workers): "
                              "alpha is only the part that grows with p",
                              timeText(latency->overhead)));
        } else if (const auto differs = disagreementText(latency->alphaByP, [](double s) { return timeText(s); })) {
            fit.warnings.emplace_back(formatMessage(
                "alpha differs between worker counts: {}; workers share cores or a link, or another pattern ran",
                *differs));
        }
        if (const auto differs = disagreementText(slope->slopeByP, bandwidthText))
            fit.warnings.emplace_back(
                formatMessage("the bandwidth differs between worker counts: {}; workers share cores or a link, or "
                              "another pattern ran",
                              *differs));
    } else {
        const std::optional<CombinedFit> line = fitAllRows(cells);
        if (!line)
            return fail(ErrorCode::Refused,
                        "these rows cannot separate latency from bandwidth: one size and one p, or sizes and p that "
                        "vary together",
                        neededRows);
        alpha = line->alpha;
        sizeEffect = line->sizeEffect;
        secondsPerByte = alpha.value > 0 ? line->secondsPerByte : fitBandwidthOnly(cells);
        fit.warnings.emplace_back(
            slope ? "no messages of 64 bytes or less, and none dominated by latency: alpha and bandwidth are from one "
                    "line through all rows"
                  : "no p has two sizes of 1 MiB or more: alpha and bandwidth are from one line through all rows");
    }
    // A ping-pong always has two processes, so its time does not depend on p.
    if (fit.workerCounts.size() == 1 && !(cost.factors && cost.factors(2).latency == cost.factors(1 << 10).latency))
        fit.warnings.push_back(
            formatMessage("all rows are at p = {}: how time grows with p is assumed from the pattern, not measured, "
                          "and alpha includes all other costs of a call",
                          fit.workerCounts.front()));

    Result<Quantity> bandwidth = bandwidthQuantity(secondsPerByte, fit);
    if (!bandwidth)
        return fail(std::move(bandwidth.error()));
    TRY(Quantity latencyS, alphaQuantity(alpha, fastest, fit));
    fit.bandwidthBytesPerS = *bandwidth;
    fit.alphaS = latencyS;
    if (sizeEffect)
        fit.warnings.push_back(formatMessage(
            "sizes deviate from the line by {}, where the scatter of their repeats explains {} (by chance, one log in "
            "four shows this): repeats of a size may share an effect, or time is not linear in size. The intervals "
            "count sizes: more sizes, or repeats at other times, narrow them; more repeats do not",
            percentageText(std::sqrt(sizeEffect->variance + sizeEffect->explainedVariance), 2),
            percentageText(std::sqrt(sizeEffect->explainedVariance), 2)));
    if (!fit.noAlphaIntervalReason.empty())
        fit.warnings.push_back(formatMessage("no interval for alpha: {}", fit.noAlphaIntervalReason));
    if (!fit.noBandwidthIntervalReason.empty())
        fit.warnings.push_back(formatMessage("no interval for the bandwidth: {}", fit.noBandwidthIntervalReason));
    if (!std::isfinite(fit.alphaS.value) || !std::isfinite(fit.bandwidthBytesPerS.value))
        return fail(ErrorCode::Refused, "the rows differ by too many orders of magnitude to be fitted",
                    "timings of one system");
    const Provenance measured{
        Origin::Measured,
        {},
        {},
        fmt::format("fit of {} rows at p = {} as {}", fit.rowCount, fmt::join(fit.workerCounts, ", "), cost.name)};
    fit.alphaS.provenance = measured;
    fit.bandwidthBytesPerS.provenance = measured;
    addResidual(rows, fit);
    warnAboutIrregularSizes(cells, fit);
    return fit;
}

std::optional<std::string> fasterThanLinkWarning(const TimingGroup& group, const ExchangeCost& cost, double bytesPerS)
{
    const Result<std::vector<TimingRow>> rows = toTimingRows(group, cost);
    if (!rows)
        return std::nullopt;
    std::size_t fasterCount = 0;
    const TimingRow* fastest = nullptr;
    for (const TimingRow& row : *rows)
        if (row.wireBytes / row.time > 1.05 * bytesPerS) {
            ++fasterCount;
            if (fastest == nullptr || row.wireBytes / row.time > fastest->wireBytes / fastest->time)
                fastest = &row;
        }
    if (fastest == nullptr)
        return std::nullopt;
    return formatMessage(
        "{} of {} row(s) are faster than the link: {} at p = {} would need {} over a link of {}; possible causes: "
        "several links at once, shared memory, another algorithm, or a different link",
        fasterCount, rows->size(), bytesText(fastest->bytes), fastest->p,
        amountText(fastest->wireBytes / fastest->time, Dimension::Bandwidth),
        amountText(bytesPerS, Dimension::Bandwidth));
}

}  // namespace scalewright

#include "core/evidence/commfit/commfit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"
#include "core/base/statistics/median.h"
#include "core/base/statistics/order_statistics.h"
#include "core/evidence/commfit/size_scatter.h"

namespace scalewright {

namespace {

using namespace detail;

constexpr double largeMessage = 1 << 20;
constexpr double smallMessage = 64;
constexpr double plateauShare = 0.1;  // of the bandwidth term, where no message is small
constexpr double misfitResidual = 0.15;
constexpr double misfitRatio = 1.5;  // between the constants that single worker counts give
constexpr double overheadShare = 0.05;  // of the fastest plateau: less is not worth a word

constexpr const char* onTheLine =
    "its rows lie on the line to the last digit, so nothing shows how large their noise is";
constexpr const char* noResidual = "its rows leave no residual; repeat them, or add sizes or worker counts";
constexpr const char* measureMore =
    "rows at several sizes: some of 64 bytes or less and some of 1 MiB or more, at one p or several";

struct Row {
    int p;
    double a;      // messages: T = a alpha + x/B
    double x;      // b(p) n
    double bytes;
    double time;
};

/// The rows of one p and one size: a line goes through their median.
struct Cell {
    int p;
    double a, x, bytes;
    double time;      // the median
    double variance;  // of it, in variances of one row (for normal noise)
    std::vector<double> times;
};

std::map<int, std::vector<Row>> byWorkers(const std::vector<Row>& rows)
{
    std::map<int, std::vector<Row>> groups;
    for (const Row& row : rows)
        groups[row.p].push_back(row);
    return groups;
}

Result<std::vector<Row>> rowsOf(const TimingGroup& group, const ExchangeCost& cost)
{
    std::vector<Row> rows;
    std::map<int, LinearFactors> factors;
    for (const CollectiveTiming& timing : group.rows) {
        if (timing.p < 2 || !std::isfinite(timing.bytes) || timing.bytes < 0 || !std::isfinite(timing.seconds) ||
            timing.seconds <= 0)
            return fail(ErrorCode::Input,
                        say("p = {}, {} bytes, {} s is no timing", timing.p, fmt::format("{}", timing.bytes),
                            fmt::format("{}", timing.seconds)),
                        "2 workers or more, 0 bytes or more, a time above 0 s");
        auto known = factors.find(timing.p);
        if (known == factors.end()) {
            const std::optional<LinearFactors> found =
                cost.pattern ? linearFactors(*cost.pattern, {}, timing.p) : std::optional(cost.factors(timing.p));
            if (!found)
                return fail(ErrorCode::Input,
                            say("{} is not linear in alpha and n/B, so no line gives them", titleOf(*cost.pattern)),
                            "another pattern");
            known = factors.emplace(timing.p, *found).first;
        }
        rows.push_back(
            {timing.p, known->second.latency, known->second.bandwidth * timing.bytes, timing.bytes, timing.seconds});
    }
    if (rows.empty())
        return fail(ErrorCode::Refused, "there are no rows", measureMore);
    return rows;
}

std::vector<Cell> cellsOf(const std::vector<Row>& rows)
{
    std::map<std::pair<int, double>, Cell> cells;
    for (const Row& row : rows) {
        Cell& cell =
            cells.try_emplace({row.p, row.bytes}, Cell{row.p, row.a, row.x, row.bytes, 0, 0, {}}).first->second;
        cell.times.push_back(row.time);
    }
    std::vector<Cell> ascending;
    ascending.reserve(cells.size());
    for (auto& [place, cell] : cells) {
        cell.time = median(cell.times);
        cell.variance = medianVariance(static_cast<int>(cell.times.size())) / static_cast<double>(cell.times.size());
        ascending.push_back(std::move(cell));
    }
    return ascending;
}

/// Of relative noise, so by the fitted time: by the measured one, rows that happened to be fast would count most and
/// make the bandwidth too high. What is `late` times later than the line is no noise and counts by its own time: a call
/// that something held up must not pull the line.
double weightOf(double time, double fitted, double late)
{
    const double line = std::max(fitted, time / late);
    return 1 / (line * line);
}

std::vector<double> weightsOf(const std::vector<Cell>& cells, const std::vector<double>& fitted, double late)
{
    std::vector<double> weights;
    weights.reserve(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
        weights.push_back(weightOf(cells[i].time, fitted[i], late) / cells[i].variance);
    return weights;
}

/// 1 and three times the rows' median distance from the line, two standard deviations of normal noise; a quarter at
/// most.
double latenessOf(const std::vector<Cell>& cells, const std::vector<double>& fitted)
{
    std::vector<double> distances;
    for (std::size_t i = 0; i < cells.size(); ++i)
        for (const double time : cells[i].times)
            distances.push_back(std::abs(time - fitted[i]) / time);
    return 1 + std::min(0.25, 3 * median(std::move(distances)));
}

/// Squares of repeats about their mean over those about their median: n - 1 variances against more by how much farther
/// the median strays.
double aboutMean(const Cell& cell)
{
    const auto count = static_cast<double>(cell.times.size());
    return (count - 1) / std::max(1.0, count - 2 + count * cell.variance);
}

/// A fit by the measured times, and a second by the times that it gives. More of them make no interval better and
/// follow rows that are off the line. `fit` makes of weights the line's times, or none where there is no line. Returns
/// the weighted squares of the medians about the line and of the rows about their medians, with their degrees of
/// freedom beside so many constants.
template <class Fit>
Scatter throughMedians(const std::vector<Cell>& cells, std::size_t constants, const Fit& fit)
{
    std::vector<double> medians;
    medians.reserve(cells.size());
    for (const Cell& cell : cells)
        medians.push_back(cell.time);
    const std::vector<double> first = fit(weightsOf(cells, medians, 1));
    if (first.empty())
        return {};
    const double late = latenessOf(cells, first);
    const std::vector<double> weights = weightsOf(cells, first, late);
    const std::vector<double> fitted = fit(weights);
    if (fitted.empty())
        return {};
    Scatter scatter{.degreesBetween = static_cast<int>(cells.size()) - static_cast<int>(constants)};
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Cell& cell = cells[i];
        scatter.between += weights[i] * (cell.time - fitted[i]) * (cell.time - fitted[i]);
        double within = 0;
        for (const double time : cell.times)
            within += weightOf(time, first[i], late) * (time - cell.time) * (time - cell.time);
        scatter.within += within * aboutMean(cell);
        scatter.degreesWithin += static_cast<int>(cell.times.size()) - 1;
        scatter.perMedian += cell.variance / static_cast<double>(cells.size());
    }
    return scatter;
}

/// Weighted sums of one group of points (x, y) about their means.
struct Spread {
    double meanX = 0, meanY = 0, weight = 0;
    double xx = 0, xy = 0;
};

struct Point {
    double x, y, weight;
};

Spread spreadOf(const std::vector<Point>& points)
{
    Spread s;
    for (const auto& [x, y, w] : points) {
        s.weight += w;
        s.meanX += w * x;
        s.meanY += w * y;
    }
    s.meanX /= s.weight;
    s.meanY /= s.weight;
    for (const auto& [x, y, w] : points) {
        s.xx += w * (x - s.meanX) * (x - s.meanX);
        s.xy += w * (x - s.meanX) * (y - s.meanY);
    }
    return s;
}

/// Seconds per byte from large messages, one intercept for each p; also what each p says alone.
struct Slope {
    Estimate secondsPerByte;
    Scatter scatter;
    std::map<int, double> perWorkers;
};

std::optional<Slope> slopeOfLargeMessages(const std::vector<Cell>& cells)
{
    std::map<int, std::size_t> sizes;
    for (const Cell& cell : cells)
        sizes[cell.p] += cell.bytes >= largeMessage ? 1 : 0;
    std::erase_if(sizes, [](const auto& each) { return each.second < 2; });
    std::vector<Cell> large;
    for (const Cell& cell : cells)
        if (cell.bytes >= largeMessage && sizes.contains(cell.p))
            large.push_back(cell);
    if (large.empty())
        return std::nullopt;
    Slope slope;
    double value = 0;
    double xx = 0;
    slope.scatter = throughMedians(large, sizes.size() + 1, [&](const std::vector<double>& weights) {
        std::map<int, std::vector<Point>> points;
        for (std::size_t i = 0; i < large.size(); ++i)
            points[large[i].p].push_back({large[i].x, large[i].time, weights[i]});
        std::map<int, Spread> spreads;
        xx = 0;
        double xy = 0;
        for (const auto& [p, members] : points) {
            const Spread& spread = spreads[p] = spreadOf(members);
            xx += spread.xx;
            xy += spread.xy;
            slope.perWorkers[p] = spread.xy / spread.xx;
        }
        value = xy / xx;
        std::vector<double> fitted;
        for (const Cell& cell : large)
            fitted.push_back(spreads[cell.p].meanY + value * (cell.x - spreads[cell.p].meanX));
        return fitted;
    });
    slope.secondsPerByte = estimate(value, slope.scatter, 1 / xx);
    slope.scatter.perSize = 1 / xx;
    return slope;
}

struct Latency {
    Estimate alpha;
    double overhead = 0;
    Scatter scatter{};  ///< of the plateaus' sizes
    std::map<int, double> perWorkers;
    std::vector<std::string> warnings{};
};

Estimate throughOrigin(const std::vector<Point>& points)
{
    double xx = 0;
    double xy = 0;
    for (const Point& point : points) {
        xx += point.weight * point.x * point.x;
        xy += point.weight * point.x * point.y;
    }
    double squares = 0;
    for (const Point& point : points) {
        const double residual = point.y - xy / xx * point.x;
        squares += point.weight * residual * residual;
    }
    return estimate(xy / xx, squares, static_cast<int>(points.size()) - 1, 1 / xx);
}

/// y = c + a alpha, or y = a alpha where c would be negative.
void fitPlateaus(const std::vector<Point>& points, Latency& latency)
{
    latency.alpha = throughOrigin(points);
    std::vector<double> different;
    for (const Point& point : points)
        if (std::find(different.begin(), different.end(), point.x) == different.end())
            different.push_back(point.x);
    if (different.size() < 3)
        return;
    const Spread spread = spreadOf(points);
    const double alpha = spread.xy / spread.xx;
    const double overhead = spread.meanY - alpha * spread.meanX;
    if (overhead < 0)
        return;
    double squares = 0;
    for (const Point& point : points) {
        const double residual = point.y - overhead - alpha * point.x;
        squares += point.weight * residual * residual;
    }
    latency.alpha = estimate(alpha, squares, static_cast<int>(points.size()) - 2, 1 / spread.xx);
    latency.overhead = overhead;
}

/// Adds how one p's sizes lie about their plateau.
void addPlateau(const std::map<double, std::vector<double>>& bySize, double time, Scatter& scatter)
{
    std::vector<Cell> cells;
    double weight = 0, mean = 0;
    for (const auto& [bytes, left] : bySize) {
        const auto count = static_cast<double>(left.size());
        cells.push_back({0, 0, 0, bytes, median(left), medianVariance(static_cast<int>(left.size())) / count, left});
        weight += 1 / cells.back().variance;
        mean += cells.back().time / cells.back().variance;
    }
    mean /= weight;
    const auto known = static_cast<double>(scatter.degreesBetween);
    double variances = 0;
    for (const Cell& cell : cells) {
        scatter.between += std::pow((cell.time - mean) / time, 2) / cell.variance;
        double within = 0;
        for (const double each : cell.times)
            within += std::pow((each - cell.time) / time, 2);
        scatter.within += within * aboutMean(cell);
        scatter.degreesWithin += static_cast<int>(cell.times.size()) - 1;
        variances += cell.variance / static_cast<double>(cells.size());
    }
    const auto more = static_cast<double>(cells.size()) - 1;
    scatter.degreesBetween += static_cast<int>(cells.size()) - 1;
    scatter.perMedian = known + more > 0 ? (known * scatter.perMedian + more * variances) / (known + more) : variances;
}

/// nullopt where no p has messages small enough to show a plateau.
std::optional<Latency> latencyOfPlateaus(const std::vector<Row>& rows, double secondsPerByte)
{
    Latency latency;
    std::vector<Point> plateaus;
    std::vector<double> onlyPlateau;
    std::size_t onlySizes = 0;
    for (const auto& [p, members] : byWorkers(rows)) {
        double smallest = members.front().bytes;
        for (const Row& row : members)
            smallest = std::min(smallest, row.bytes);
        std::vector<double> left;
        std::vector<double> times;
        std::map<double, std::vector<double>> bySize;
        for (const Row& row : members) {
            const double bandwidthShare = row.x * secondsPerByte / row.time;
            const bool onPlateau =
                row.bytes <= smallMessage || (row.bytes == smallest && bandwidthShare < plateauShare);
            if (!onPlateau)
                continue;
            left.push_back(row.time - row.x * secondsPerByte);
            times.push_back(row.time);
            bySize[row.bytes].push_back(left.back());
        }
        if (left.empty())
            continue;
        const double y = median(left);
        const double time = median(times);
        plateaus.push_back({members.front().a, y, 1 / (time * time)});
        latency.perWorkers[p] = y / members.front().a;
        addPlateau(bySize, time, latency.scatter);
        onlySizes = bySize.size();
        onlyPlateau = std::move(left);
    }
    if (plateaus.empty())
        return std::nullopt;
    if (plateaus.size() > 1) {
        fitPlateaus(plateaus, latency);
        return latency;
    }
    const auto count = static_cast<double>(onlyPlateau.size());
    double mean = 0;
    for (const double y : onlyPlateau)
        mean += y / count;
    double squares = 0;
    for (const double y : onlyPlateau)
        squares += (y - mean) * (y - mean);
    const double a = plateaus.front().x;
    latency.alpha = estimate(plateaus.front().y / a, squares, static_cast<int>(onlyPlateau.size()) - 1,
                             std::numbers::pi / 2 / count / (a * a));
    latency.scatter.perSize = latency.scatter.perMedian * medianVariance(static_cast<int>(onlySizes)) /
                              static_cast<double>(onlySizes) / plateaus.front().weight / (a * a);
    return latency;
}

struct Line {
    Estimate alpha;
    Estimate secondsPerByte;
    std::optional<SharedBySize> shared;
};

/// T = a alpha + x/B through all cells, by Gram-Schmidt on the two weighted columns. nullopt where they are
/// proportional.
std::optional<Line> lineThroughAll(const std::vector<Cell>& cells)
{
    double aa = 0, xx = 0, vv = 0, alpha = 0, slope = 0;
    bool proportional = false;
    const Scatter scatter = throughMedians(cells, 2, [&](const std::vector<double>& weights) {
        double ax = 0;
        double ay = 0;
        aa = xx = vv = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            aa += weights[i] * cells[i].a * cells[i].a;
            ax += weights[i] * cells[i].a * cells[i].x;
            xx += weights[i] * cells[i].x * cells[i].x;
            ay += weights[i] * cells[i].a * cells[i].time;
        }
        double vy = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const double v = cells[i].x - ax / aa * cells[i].a;
            vv += weights[i] * v * v;
            vy += weights[i] * v * cells[i].time;
        }
        std::vector<double> fitted;
        proportional = !(vv > 1e-20 * xx);
        if (proportional)
            return fitted;
        slope = vy / vv;
        alpha = (ay - ax * slope) / aa;
        for (const Cell& cell : cells)
            fitted.push_back(alpha * cell.a + slope * cell.x);
        return fitted;
    });
    if (proportional)
        return std::nullopt;
    Line line{estimate(alpha, scatter, xx / (aa * vv)), estimate(slope, scatter, 1 / vv), sharedBySize({scatter})};
    if (line.shared) {
        countSizes(line.alpha, with(scatter, xx / (aa * vv)), *line.shared);
        countSizes(line.secondsPerByte, with(scatter, 1 / vv), *line.shared);
    }
    return line;
}

Estimate bandwidthAlone(const std::vector<Cell>& cells)
{
    double xx = 0;
    double slope = 0;
    const Scatter scatter = throughMedians(cells, 1, [&](const std::vector<double>& weights) {
        xx = 0;
        double xy = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            xx += weights[i] * cells[i].x * cells[i].x;
            xy += weights[i] * cells[i].x * cells[i].time;
        }
        slope = xy / xx;
        std::vector<double> fitted;
        for (const Cell& cell : cells)
            fitted.push_back(slope * cell.x);
        return fitted;
    });
    Estimate alone = estimate(slope, scatter, 1 / xx);
    if (const std::optional<SharedBySize> shared = sharedBySize({scatter}))
        countSizes(alone, with(scatter, 1 / xx), *shared);
    return alone;
}

/// What single worker counts say when it differs: "0.33 ms at p = 2, 0.53 ms at p = 8".
std::optional<std::string> disagreement(const std::map<int, double>& perWorkers, std::string (*text)(double))
{
    if (perWorkers.size() < 2)
        return std::nullopt;
    const auto [least, most] = std::minmax_element(perWorkers.begin(), perWorkers.end(),
                                                   [](const auto& a, const auto& b) { return a.second < b.second; });
    if (least->second > 0 && most->second < misfitRatio * least->second)
        return std::nullopt;
    return say("{} at p = {} and {} at p = {}", text(least->second), least->first, text(most->second), most->first);
}

std::string bandwidthText(double secondsPerByte)
{
    if (secondsPerByte <= 0)
        return "none that the rows show";
    return formatAmount(1 / secondsPerByte, Dimension::Bandwidth).joined();
}

Result<Quantity> alphaQuantity(const Estimate& alpha, double fastest, CommFit& fit)
{
    const std::optional<double> half = alpha.halfWidth();
    Quantity quantity{.value = alpha.value, .interval = std::nullopt, .provenance = {}};
    const bool rounding = std::abs(alpha.value) < 1e-9 * fastest;
    if (alpha.value <= 0 || rounding) {
        if (!rounding && !(half && alpha.value + *half > 0))
            return fail(ErrorCode::Refused,
                        say("the rows leave no time for latency: alpha would be {} s, and none is negative",
                            significant(alpha.value)),
                        "timings of messages of 64 bytes or less, or the pattern that was run");
        quantity.value = 0;
        fit.warnings.emplace_back(
            say("no latency can be told from these rows: alpha is 0 s, where the fit alone gives {}",
                fmt::format("{:.2g} s", alpha.value)));
    }
    if (!half) {
        fit.noAlphaInterval = noResidual;
        return quantity;
    }
    if (*half < lastDigit * fastest) {
        fit.noAlphaInterval = onTheLine;
        return quantity;
    }
    const double high = std::max(quantity.value, alpha.value + *half);
    quantity.interval = Interval{std::max(0.0, std::min(quantity.value, alpha.value - *half)), high, intervalLevel};
    if (alpha.value - *half < 0 && quantity.value > 0)
        fit.warnings.emplace_back(
            "alpha's interval ends at 0 s because no latency is negative: the rows do not tell it from 0");
    return quantity;
}

Result<Quantity> bandwidthQuantity(const Estimate& slope, CommFit& fit)
{
    if (!(slope.value > 0))
        return fail(ErrorCode::Refused,
                    "time does not grow with the size of the message, so there is no bandwidth in these rows",
                    measureMore);
    Quantity quantity{.value = 1 / slope.value, .interval = std::nullopt, .provenance = {}};
    const std::optional<double> half = slope.halfWidth();
    if (!half)
        fit.noBandwidthInterval = noResidual;
    else if (*half < lastDigit * slope.value)
        fit.noBandwidthInterval = onTheLine;
    else if (slope.value <= *half)
        fit.noBandwidthInterval = "its rows scatter so much that they set no upper bound";
    else
        quantity.interval = Interval{1 / (slope.value + *half), 1 / (slope.value - *half), intervalLevel};
    return quantity;
}

void addResidual(const std::vector<Row>& rows, CommFit& fit)
{
    double squares = 0;
    double worst = -1;
    const Row* worstRow = nullptr;
    for (const Row& row : rows) {
        const double fitted = row.a * fit.alphaS.value + row.x / fit.bandwidthBytesPerS.value;
        const double relative = (row.time - fitted) / row.time;
        squares += relative * relative;
        if (std::abs(relative) > worst) {
            worst = std::abs(relative);
            worstRow = &row;
        }
    }
    fit.relativeResidual = std::sqrt(squares / static_cast<double>(rows.size()));
    if (fit.relativeResidual > misfitResidual)
        fit.warnings.push_back(
            say("the rows stray from the pattern by {} (root mean square); the farthest is p = {}, {}: {} measured, {} "
                "fitted",
                percent(fit.relativeResidual, 2), worstRow->p, formatAmount(worstRow->bytes, Dimension::Bytes).joined(),
                timeText(worstRow->time),
                timeText(worstRow->a * fit.alphaS.value + worstRow->x / fit.bandwidthBytesPerS.value)));
}

/// Times that fall as messages grow, and messages faster than the bandwidth that larger ones show.
void warnOfShape(const std::vector<Cell>& cells, CommFit& fit)
{
    constexpr double fall = 0.9, faster = 1.1;
    int falls = 0, outruns = 0;
    const Cell *fallFrom = nullptr, *fallTo = nullptr, *fastest = nullptr;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Cell& cell = cells[i];
        if (i > 0 && cells[i - 1].p == cell.p && cell.time < fall * cells[i - 1].time) {
            ++falls;
            if (fallTo == nullptr || cell.time / cells[i - 1].time < fallTo->time / fallFrom->time)
                fallFrom = &cells[i - 1], fallTo = &cell;
        }
        if (cell.x / cell.time > faster * fit.bandwidthBytesPerS.value) {
            ++outruns;
            if (fastest == nullptr || cell.x / cell.time > fastest->x / fastest->time)
                fastest = &cell;
        }
    }
    if (falls > 0)
        fit.warnings.push_back(
            say("larger messages are faster {} times, most from {} to {} at p = {} ({} to {}); the library changes "
                "its algorithm there, or other load passed",
                falls, formatAmount(fallFrom->bytes, Dimension::Bytes).joined(),
                formatAmount(fallTo->bytes, Dimension::Bytes).joined(), fallTo->p, timeText(fallFrom->time),
                timeText(fallTo->time)));
    if (outruns > 0)
        fit.warnings.push_back(
            say("{} size(s) are faster than the fitted bandwidth alone allows, most {} at p = {} as if at {}: a cache, "
                "shared memory or another algorithm, no wire",
                outruns, formatAmount(fastest->bytes, Dimension::Bytes).joined(), fastest->p,
                formatAmount(fastest->x / fastest->time, Dimension::Bandwidth).joined()));
}

}  // namespace

Result<CommFit> fitCommunication(const TimingGroup& group, Pattern pattern)
{
    return fitCommunication(group, costOf(pattern));
}

Result<CommFit> fitCommunication(const TimingGroup& group, const ExchangeCost& cost)
{
    const Result<std::vector<Row>> read = rowsOf(group, cost);
    if (!read)
        return fail(read.error());
    const std::vector<Row>& rows = *read;
    const std::vector<Cell> cells = cellsOf(rows);

    CommFit fit;
    fit.collective = group.collective.empty() ? cost.name : group.collective;
    fit.cost = cost;
    fit.pattern = cost.pattern.value_or(fit.pattern);
    fit.warnings = group.warnings;
    fit.rows = rows.size();
    double fastest = rows.front().time;
    for (const auto& [p, members] : byWorkers(rows))
        fit.p.push_back(p);
    for (const Row& row : rows)
        fastest = std::min(fastest, row.time);

    Estimate alpha;
    Estimate secondsPerByte;
    const std::optional<Slope> slope = slopeOfLargeMessages(cells);
    std::optional<SharedBySize> shared;
    const bool grows = slope && slope->secondsPerByte.value > 0;
    const std::optional<Latency> latency = grows ? latencyOfPlateaus(rows, slope->secondsPerByte.value) : std::nullopt;
    if (slope && !grows)
        return fail(bandwidthQuantity(slope->secondsPerByte, fit).error());
    if (latency) {
        alpha = latency->alpha;
        secondsPerByte = slope->secondsPerByte;
        shared = sharedBySize({slope->scatter, latency->scatter});
        if (shared) {
            countSizes(secondsPerByte, slope->scatter, *shared);
            if (fit.p.size() == 1)  // of several p each plateau is one point of alpha's line as it is
                countSizes(alpha, latency->scatter, *shared);
        }
        if (latency->overhead > overheadShare * fastest) {
            fit.overheadS = latency->overhead;
            fit.warnings.push_back(
                say("a call takes {} more than its messages at every p (overhead, or skew between workers): "
                    "alpha is what grows with p, without it",
                    timeText(latency->overhead)));
        } else if (const auto differs = disagreement(latency->perWorkers, [](double s) { return timeText(s); })) {
            fit.warnings.emplace_back(
                say("alpha is not the same at every p: {}; workers that share cores or a link do that, or another "
                    "pattern than this one",
                    *differs));
        }
        if (const auto differs = disagreement(slope->perWorkers, bandwidthText))
            fit.warnings.emplace_back(
                say("the bandwidth is not the same at every p: {}; workers that share cores or a link differ so, or "
                    "the pattern is another",
                    *differs));
    } else {
        const std::optional<Line> line = lineThroughAll(cells);
        if (!line)
            return fail(ErrorCode::Refused,
                        "these rows cannot tell latency from bandwidth: one size and one p, or sizes and p that "
                        "vary together",
                        measureMore);
        alpha = line->alpha;
        shared = line->shared;
        secondsPerByte = alpha.value > 0 ? line->secondsPerByte : bandwidthAlone(cells);
        fit.warnings.emplace_back(
            slope ? "no messages of 64 bytes or less, and none on which latency shows alone: alpha and bandwidth are "
                    "from one line through all rows"
                  : "no p has two sizes of 1 MiB or more: alpha and bandwidth are from one line through all rows");
    }
    if (fit.p.size() == 1 &&
        !(cost.factors && cost.factors(2).latency == cost.factors(1 << 10).latency))  // a ping-pong is of two
        fit.warnings.push_back(
            say("all rows are at p = {}: how time grows with p is the pattern's word, not measured, and alpha "
                "holds whatever a call costs besides its messages",
                fit.p.front()));

    Result<Quantity> bandwidth = bandwidthQuantity(secondsPerByte, fit);
    if (!bandwidth)
        return fail(std::move(bandwidth.error()));
    Result<Quantity> latencyS = alphaQuantity(alpha, fastest, fit);
    if (!latencyS)
        return fail(std::move(latencyS.error()));
    fit.bandwidthBytesPerS = *bandwidth;
    fit.alphaS = *latencyS;
    if (shared)
        fit.warnings.push_back(
            say("sizes lie {} off the line, where the scatter of their repeats explains {}, as chance alone has it in "
                "one log of four: repeats of a size may share something, or no line is so "
                "straight. The intervals count sizes, and more repeats do not narrow them; more sizes do, and repeats "
                "at other times",
                percent(std::sqrt(shared->variance + shared->perMedian), 2), percent(std::sqrt(shared->perMedian), 2)));
    if (!fit.noAlphaInterval.empty())
        fit.warnings.push_back(say("no interval for alpha: {}", fit.noAlphaInterval));
    if (!fit.noBandwidthInterval.empty())
        fit.warnings.push_back(say("no interval for the bandwidth: {}", fit.noBandwidthInterval));
    if (!std::isfinite(fit.alphaS.value) || !std::isfinite(fit.bandwidthBytesPerS.value))
        return fail(ErrorCode::Refused, "the rows are too many orders of magnitude apart to be fitted",
                    "timings of one system");
    const Provenance measured{
        Origin::Measured,
        {},
        {},
        fmt::format("fit of {} rows at p = {} as {}", fit.rows, fmt::join(fit.p, ", "), cost.name)};
    fit.alphaS.provenance = measured;
    fit.bandwidthBytesPerS.provenance = measured;
    addResidual(rows, fit);
    warnOfShape(cells, fit);
    return fit;
}

std::optional<std::string> fasterThanLink(const TimingGroup& group, const ExchangeCost& cost, double bytesPerS)
{
    const Result<std::vector<Row>> rows = rowsOf(group, cost);
    if (!rows)
        return std::nullopt;
    std::size_t faster = 0;
    const Row* fastest = nullptr;
    for (const Row& row : *rows)
        if (row.x / row.time > 1.05 * bytesPerS) {
            ++faster;
            if (fastest == nullptr || row.x / row.time > fastest->x / fastest->time)
                fastest = &row;
        }
    if (fastest == nullptr)
        return std::nullopt;
    return say(
        "{} of {} row(s) are faster than the wire: {} at p = {} went as if at {} over a link of {}; several links at "
        "once, shared memory or another algorithm, or the link is not that one",
        faster, rows->size(), formatAmount(fastest->bytes, Dimension::Bytes).joined(), fastest->p,
        formatAmount(fastest->x / fastest->time, Dimension::Bandwidth).joined(),
        formatAmount(bytesPerS, Dimension::Bandwidth).joined());
}

}  // namespace scalewright

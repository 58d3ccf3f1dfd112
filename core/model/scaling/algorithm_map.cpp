// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/algorithm_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/model/scaling/pattern_traits.h"

namespace scalewright {

namespace {

constexpr double relativeTolerance = 1e-12, relativeStep = 1e-9;

// T(n) = atZeroBytes + perByte n + perRootByte sqrt(n).
struct MessageTimeCurve {
    double atZeroBytes = 0, perByte = 0, perRootByte = 0;
    [[nodiscard]] double atRootBytes(double root) const { return atZeroBytes + root * (perRootByte + root * perByte); }
};

MessageTimeCurve messageTimeCurve(Pattern pattern, const CommunicationParameters& perByte, int p)
{
    CommunicationParameters noLatency = perByte;
    noLatency.alphaS = noLatency.alpha2S = 0;
    MessageTimeCurve line{communicationTime(pattern, parametersForMessage(perByte, 0), p),
                          communicationTime(pattern, noLatency, p), 0};
    if (traitsOf(pattern).timeVersusMessageSize == TimeVersusMessageSize::LinearWithRoot)
        line.perRootByte = 2 * std::sqrt(line.atZeroBytes * line.perByte);
    return line;
}

struct CandidateCurve {
    Pattern pattern;
    MessageTimeCurve curve;
};

// One curve per formula: if two candidates have the same curve up to rounding, only the first is kept.
std::vector<CandidateCurve> distinctCurvesAt(const std::vector<Pattern>& candidates,
                                             const CommunicationParameters& perByte, int p)
{
    const auto equal = [](double one, double other) {
        return std::abs(one - other) <= relativeTolerance * std::abs(one);
    };
    std::vector<CandidateCurve> lines;
    for (const Pattern pattern : candidates) {
        const MessageTimeCurve newCurve = messageTimeCurve(pattern, perByte, p);
        const bool isKnown = std::ranges::any_of(lines, [&](const CandidateCurve& line) {
            return equal(line.curve.atZeroBytes, newCurve.atZeroBytes) && equal(line.curve.perByte, newCurve.perByte) &&
                   equal(line.curve.perRootByte, newCurve.perRootByte);
        });
        if (!isKnown)
            lines.push_back({pattern, newCurve});
    }
    return lines;
}

// The x nearest to `start` in the given direction at which a + c x + b x^2 changes from positive to negative; NaN if
// there is none.
double nearestDownwardRoot(double a, double c, double b, double start, bool upwards)
{
    constexpr double noRoot = std::numeric_limits<double>::quiet_NaN();
    std::array<double, 2> roots{noRoot, noRoot};
    if (b == 0) {
        if (c != 0)
            roots[0] = -a / c;
    } else if (const double discriminant = c * c - 4 * a * b; discriminant > 0) {
        const double q = -0.5 * (c + std::copysign(std::sqrt(discriminant), c));
        roots[0] = q / b;
        if (q != 0)
            roots[1] = a / q;
    }
    double nearest = noRoot;
    for (const double root : roots) {
        const double slope = c + 2 * b * root;
        const bool ahead = upwards ? root > start && slope < 0 : root < start && root > 0 && slope > 0;
        if (ahead && (std::isnan(nearest) || std::abs(root - start) < std::abs(nearest - start)))
            nearest = root;
    }
    return nearest;
}

struct Crossing {
    std::size_t cheaperIndex = 0;
    double rootBytes = 0;  // square root of the message size in bytes
};

// The first candidate that becomes cheaper than `current`, starting at `root`.
std::optional<Crossing> nextCrossing(const std::vector<CandidateCurve>& lines, std::size_t current, double root,
                                     bool upwards)
{
    std::optional<Crossing> next;
    const MessageTimeCurve& currentCurve = lines[current].curve;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const MessageTimeCurve& other = lines[i].curve;
        const double crossing = nearestDownwardRoot(other.atZeroBytes - currentCurve.atZeroBytes,
                                                    other.perRootByte - currentCurve.perRootByte,
                                                    other.perByte - currentCurve.perByte, root, upwards);
        if (i == current || std::isnan(crossing))
            continue;
        // If three curves meet at one point, take the one that is cheapest just past it.
        const bool level = next && std::abs(crossing - next->rootBytes) <= relativeTolerance * crossing;
        const double justPast = crossing * (upwards ? 1 + relativeStep : 1 - relativeStep);
        if (!next || (level ? other.atRootBytes(justPast) < lines[next->cheaperIndex].curve.atRootBytes(justPast)
                            : (crossing < next->rootBytes) == upwards))
            next = Crossing{i, crossing};
    }
    return next;
}

// The cheapest candidate just past `root` in the given direction; this resolves ties on a boundary.
std::size_t cheapestJustPast(const std::vector<CandidateCurve>& lines, double root, bool upwards)
{
    const double nearby = root * (upwards ? 1 + relativeStep : 1 - relativeStep);
    const auto cheapest =
        std::ranges::min_element(lines, [nearby](const CandidateCurve& one, const CandidateCurve& other) {
            return one.curve.atRootBytes(nearby) < other.curve.atRootBytes(nearby);
        });
    return static_cast<std::size_t>(cheapest - lines.begin());
}

// The times of all candidates at every p up to pMax, for messages of one size.
class CandidateTimes {
public:
    CandidateTimes(std::size_t candidates, int pMax)
        : m_timesByCandidate(candidates, std::vector<double>(static_cast<std::size_t>(pMax)))
    {
    }

    void fill(const std::vector<Pattern>& candidates, const CommunicationParameters& parameters)
    {
        for (std::size_t i = 0; i < candidates.size(); ++i)
            communicationTimes(candidates[i], parameters, static_cast<int>(m_timesByCandidate[i].size()),
                               m_timesByCandidate[i].data());
    }
    [[nodiscard]] bool isCheapest(std::size_t candidate, int p) const
    {
        return timeAt(candidate, p) <= minimumTime(p) * (1 + relativeTolerance);
    }
    [[nodiscard]] std::size_t cheapestIndex(int p) const
    {
        const double limit = minimumTime(p) * (1 + relativeTolerance);
        std::size_t first = 0;
        while (timeAt(first, p) > limit)
            ++first;
        return first;
    }

private:
    [[nodiscard]] double timeAt(std::size_t candidate, int p) const
    {
        return m_timesByCandidate[candidate][static_cast<std::size_t>(p - 1)];
    }
    [[nodiscard]] double minimumTime(int p) const
    {
        double seconds = timeAt(0, p);
        for (std::size_t i = 1; i < m_timesByCandidate.size(); ++i)
            seconds = std::min(seconds, timeAt(i, p));
        return seconds;
    }

    std::vector<std::vector<double>> m_timesByCandidate;
};

}  // namespace

std::vector<Pattern> interchangeablePatterns(Pattern pattern)
{
    std::vector<Pattern> patterns{pattern};
    for (const Pattern each : allPatterns)
        if (each != pattern && deliversAtLeast(each, pattern))
            patterns.push_back(each);
    return patterns;
}

std::vector<Pattern> competingPatterns(Pattern pattern)
{
    std::vector<Pattern> patterns = interchangeablePatterns(pattern);
    const std::optional<Pattern> fullPrice = traitsOf(pattern).simplifiedFrom;
    std::erase_if(patterns, [&](Pattern each) {
        return each == fullPrice || (each != pattern && traitsOf(each).simplifiedFrom);
    });
    return patterns;
}

CommunicationParameters parametersForMessage(CommunicationParameters perByte, double bytes)
{
    perByte.betaS *= bytes;
    perByte.beta2S *= bytes;
    perByte.gammaS *= bytes;
    return perByte;
}

AlgorithmMap computeAlgorithmMap(const std::vector<Pattern>& candidates, const CommunicationParameters& perByte,
                                 std::vector<int> p, std::vector<double> bytes)
{
    AlgorithmMap map{.candidates = candidates,
                     .workerCounts = std::move(p),
                     .messageBytes = std::move(bytes),
                     .cheapestIndices = {}};
    if (map.workerCounts.empty())
        return map;
    map.cheapestIndices.reserve(map.workerCounts.size() * map.messageBytes.size());
    CandidateTimes times(candidates.size(), *std::ranges::max_element(map.workerCounts));
    for (const double message : map.messageBytes) {
        times.fill(candidates, parametersForMessage(perByte, message));
        for (const int workers : map.workerCounts)
            map.cheapestIndices.push_back(static_cast<unsigned char>(times.cheapestIndex(workers)));
    }
    return map;
}

Pattern cheapestPattern(const std::vector<Pattern>& candidates, const CommunicationParameters& perByte, int p,
                        double bytes)
{
    const CommunicationParameters parameters = parametersForMessage(perByte, bytes);
    double minimum = std::numeric_limits<double>::infinity();
    for (const Pattern each : candidates)
        minimum = std::min(minimum, communicationTime(each, parameters, p));
    return *std::ranges::find_if(candidates, [&](Pattern each) {
        return communicationTime(each, parameters, p) <= minimum * (1 + relativeTolerance);
    });
}

std::vector<CheapestRange> cheapestRanges(const std::vector<Pattern>& candidates,
                                          const CommunicationParameters& perByte, int p, double lowBytes,
                                          double highBytes)
{
    const std::vector<CandidateCurve> lines = distinctCurvesAt(candidates, perByte, p);
    const double end = std::sqrt(highBytes);
    double root = std::sqrt(lowBytes);
    std::size_t current = cheapestJustPast(lines, root, true);
    std::vector<CheapestRange> runs;
    while (const std::optional<Crossing> next = nextCrossing(lines, current, root, true)) {
        if (next->rootBytes >= end)
            break;
        runs.push_back({lines[current].pattern, next->rootBytes * next->rootBytes});
        current = next->cheaperIndex;
        root = next->rootBytes;
    }
    runs.push_back({lines[current].pattern, highBytes});
    return runs;
}

std::optional<NextBoundary> nextBoundaryInP(const std::vector<Pattern>& candidates,
                                            const CommunicationParameters& perByte, int p, double bytes, int pMax,
                                            bool upwards)
{
    CandidateTimes times(candidates.size(), std::max(p, upwards ? pMax : p));
    times.fill(candidates, parametersForMessage(perByte, bytes));
    const std::size_t cheapestHere = times.cheapestIndex(p);
    const int step = upwards ? 1 : -1;
    for (int next = p + step; upwards ? next <= pMax : next >= 2; next += step)
        if (!times.isCheapest(cheapestHere, next))
            return NextBoundary{candidates[times.cheapestIndex(next)], static_cast<double>(next)};
    return std::nullopt;
}

std::optional<NextBoundary> nextBoundaryInBytes(const std::vector<Pattern>& candidates,
                                                const CommunicationParameters& perByte, int p, double bytes,
                                                double limitBytes, bool upwards)
{
    const std::vector<CandidateCurve> lines = distinctCurvesAt(candidates, perByte, p);
    const double root = std::sqrt(bytes);
    const std::optional<Crossing> next = nextCrossing(lines, cheapestJustPast(lines, root, upwards), root, upwards);
    if (!next)
        return std::nullopt;
    const double boundary = next->rootBytes * next->rootBytes;
    if (upwards ? boundary > limitBytes : boundary < limitBytes)
        return std::nullopt;
    return NextBoundary{lines[next->cheaperIndex].pattern, boundary};
}

}  // namespace scalewright

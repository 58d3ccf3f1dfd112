#include "core/model/scaling/algorithm_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/model/scaling/pattern_traits.h"

namespace scalewright {

namespace {

constexpr double rounding = 1e-12, beside = 1e-9;

// T(n) = atZero + perByte n + perRoot sqrt(n).
struct InBytes {
    double atZero = 0, perByte = 0, perRoot = 0;
    [[nodiscard]] double at(double root) const { return atZero + root * (perRoot + root * perByte); }
};

InBytes inBytes(Pattern pattern, const CommunicationParameters& perByte, int p)
{
    CommunicationParameters noLatency = perByte;
    noLatency.alphaS = noLatency.alpha2S = 0;
    InBytes line{communicationTime(pattern, ofMessage(perByte, 0), p), communicationTime(pattern, noLatency, p), 0};
    if (traitsOf(pattern).perMessage == PerMessage::WithRoot)
        line.perRoot = 2 * std::sqrt(line.atZero * line.perByte);
    return line;
}

struct Line {
    Pattern pattern;
    InBytes seconds;
};

// One line a formula: of two names of one formula, equal but for rounding, the first stays.
std::vector<Line> linesAt(const std::vector<Pattern>& candidates, const CommunicationParameters& perByte, int p)
{
    const auto equal = [](double one, double other) { return std::abs(one - other) <= rounding * std::abs(one); };
    std::vector<Line> lines;
    for (const Pattern pattern : candidates) {
        const InBytes made = inBytes(pattern, perByte, p);
        const bool known = std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
            return equal(line.seconds.atZero, made.atZero) && equal(line.seconds.perByte, made.perByte) &&
                   equal(line.seconds.perRoot, made.perRoot);
        });
        if (!known)
            lines.push_back({pattern, made});
    }
    return lines;
}

// Where a + c x + b x^2 goes from above zero to below it as x leaves `from` in the direction asked; else no number.
double fallsBelowZero(double a, double c, double b, double from, bool upwards)
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    std::array<double, 2> roots{none, none};
    if (b == 0) {
        if (c != 0)
            roots[0] = -a / c;
    } else if (const double discriminant = c * c - 4 * a * b; discriminant > 0) {
        const double q = -0.5 * (c + std::copysign(std::sqrt(discriminant), c));
        roots[0] = q / b;
        if (q != 0)
            roots[1] = a / q;
    }
    double nearest = none;
    for (const double root : roots) {
        const double slope = c + 2 * b * root;
        const bool ahead = upwards ? root > from && slope < 0 : root < from && root > 0 && slope > 0;
        if (ahead && (std::isnan(nearest) || std::abs(root - from) < std::abs(nearest - from)))
            nearest = root;
    }
    return nearest;
}

struct Crossing {
    std::size_t cheaper = 0;
    double root = 0;  // of the bytes
};

// Who undercuts `current` first on the way from `root`.
std::optional<Crossing> nextCrossing(const std::vector<Line>& lines, std::size_t current, double root, bool upwards)
{
    std::optional<Crossing> next;
    const InBytes& mine = lines[current].seconds;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const InBytes& other = lines[i].seconds;
        const double at = fallsBelowZero(other.atZero - mine.atZero, other.perRoot - mine.perRoot,
                                         other.perByte - mine.perByte, root, upwards);
        if (i == current || std::isnan(at))
            continue;
        // Three in one point: the one that is least just beyond it.
        const bool level = next && std::abs(at - next->root) <= rounding * at;
        const double beyond = at * (upwards ? 1 + beside : 1 - beside);
        if (!next ||
            (level ? other.at(beyond) < lines[next->cheaper].seconds.at(beyond) : (at < next->root) == upwards))
            next = Crossing{i, at};
    }
    return next;
}

// The least just beside `root`: on a boundary, the one that the way leads into.
std::size_t leastBeside(const std::vector<Line>& lines, double root, bool upwards)
{
    const double at = root * (upwards ? 1 + beside : 1 - beside);
    const auto least = std::min_element(lines.begin(), lines.end(), [at](const Line& one, const Line& other) {
        return one.seconds.at(at) < other.seconds.at(at);
    });
    return static_cast<std::size_t>(least - lines.begin());
}

// The times of every candidate at every p up to pMax, for messages of one size.
class Times {
public:
    Times(std::size_t candidates, int pMax) : m_columns(candidates, std::vector<double>(static_cast<std::size_t>(pMax)))
    {
    }

    void fill(const std::vector<Pattern>& candidates, const CommunicationParameters& parameters)
    {
        for (std::size_t i = 0; i < candidates.size(); ++i)
            communicationTimes(candidates[i], parameters, static_cast<int>(m_columns[i].size()), m_columns[i].data());
    }
    [[nodiscard]] bool isCheapest(std::size_t candidate, int p) const
    {
        return at(candidate, p) <= least(p) * (1 + rounding);
    }
    [[nodiscard]] std::size_t cheapest(int p) const
    {
        const double limit = least(p) * (1 + rounding);
        std::size_t first = 0;
        while (at(first, p) > limit)
            ++first;
        return first;
    }

private:
    [[nodiscard]] double at(std::size_t candidate, int p) const
    {
        return m_columns[candidate][static_cast<std::size_t>(p - 1)];
    }
    [[nodiscard]] double least(int p) const
    {
        double seconds = at(0, p);
        for (std::size_t i = 1; i < m_columns.size(); ++i)
            seconds = std::min(seconds, at(i, p));
        return seconds;
    }

    std::vector<std::vector<double>> m_columns;
};

}  // namespace

std::vector<Pattern> interchangeable(Pattern pattern)
{
    std::vector<Pattern> patterns{pattern};
    for (const Pattern each : allPatterns)
        if (each != pattern && deliversAtLeast(each, pattern))
            patterns.push_back(each);
    return patterns;
}

std::vector<Pattern> competing(Pattern pattern)
{
    std::vector<Pattern> patterns = interchangeable(pattern);
    const std::optional<Pattern> fullPrice = traitsOf(pattern).simplifies;
    std::erase_if(patterns,
                  [&](Pattern each) { return each == fullPrice || (each != pattern && traitsOf(each).simplifies); });
    return patterns;
}

CommunicationParameters ofMessage(CommunicationParameters perByte, double bytes)
{
    perByte.betaS *= bytes;
    perByte.beta2S *= bytes;
    perByte.gammaS *= bytes;
    return perByte;
}

AlgorithmMap algorithmMap(const std::vector<Pattern>& candidates, const CommunicationParameters& perByte,
                          std::vector<int> p, std::vector<double> bytes)
{
    AlgorithmMap map{.candidates = candidates, .p = std::move(p), .bytes = std::move(bytes), .cheapest = {}};
    if (map.p.empty())
        return map;
    map.cheapest.reserve(map.p.size() * map.bytes.size());
    Times times(candidates.size(), *std::max_element(map.p.begin(), map.p.end()));
    for (const double message : map.bytes) {
        times.fill(candidates, ofMessage(perByte, message));
        for (const int workers : map.p)
            map.cheapest.push_back(static_cast<unsigned char>(times.cheapest(workers)));
    }
    return map;
}

Pattern cheapestPattern(const std::vector<Pattern>& candidates, const CommunicationParameters& perByte, int p,
                        double bytes)
{
    const CommunicationParameters parameters = ofMessage(perByte, bytes);
    double least = std::numeric_limits<double>::infinity();
    for (const Pattern each : candidates)
        least = std::min(least, communicationTime(each, parameters, p));
    return *std::find_if(candidates.begin(), candidates.end(), [&](Pattern each) {
        return communicationTime(each, parameters, p) <= least * (1 + rounding);
    });
}

std::vector<CheapestRun> cheapestRuns(const std::vector<Pattern>& candidates, const CommunicationParameters& perByte,
                                      int p, double lowBytes, double highBytes)
{
    const std::vector<Line> lines = linesAt(candidates, perByte, p);
    const double end = std::sqrt(highBytes);
    double root = std::sqrt(lowBytes);
    std::size_t current = leastBeside(lines, root, true);
    std::vector<CheapestRun> runs;
    while (const std::optional<Crossing> next = nextCrossing(lines, current, root, true)) {
        if (next->root >= end)
            break;
        runs.push_back({lines[current].pattern, next->root * next->root});
        current = next->cheaper;
        root = next->root;
    }
    runs.push_back({lines[current].pattern, highBytes});
    return runs;
}

std::optional<NextBoundary> nextBoundaryInP(const std::vector<Pattern>& candidates,
                                            const CommunicationParameters& perByte, int p, double bytes, int pMax,
                                            bool upwards)
{
    Times times(candidates.size(), std::max(p, upwards ? pMax : p));
    times.fill(candidates, ofMessage(perByte, bytes));
    const std::size_t here = times.cheapest(p);
    const int step = upwards ? 1 : -1;
    for (int next = p + step; upwards ? next <= pMax : next >= 2; next += step)
        if (!times.isCheapest(here, next))
            return NextBoundary{candidates[times.cheapest(next)], static_cast<double>(next)};
    return std::nullopt;
}

std::optional<NextBoundary> nextBoundaryInBytes(const std::vector<Pattern>& candidates,
                                                const CommunicationParameters& perByte, int p, double bytes,
                                                double limitBytes, bool upwards)
{
    const std::vector<Line> lines = linesAt(candidates, perByte, p);
    const double root = std::sqrt(bytes);
    const std::optional<Crossing> next = nextCrossing(lines, leastBeside(lines, root, upwards), root, upwards);
    if (!next)
        return std::nullopt;
    const double at = next->root * next->root;
    if (upwards ? at > limitBytes : at < limitBytes)
        return std::nullopt;
    return NextBoundary{lines[next->cheaper].pattern, at};
}

}  // namespace scalewright

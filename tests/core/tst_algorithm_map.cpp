// SPDX-License-Identifier: GPL-3.0-or-later
// The algorithm map compared with brute force over the formulas in the papers (tests/support/formulas.h), and with
// crossings worked out by hand.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "core/design/slots/substitute_patterns.h"
#include "core/model/scaling/algorithm_map.h"
#include "tests/support/formulas.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

/// Seconds for n bytes among p workers; here beta, beta2 and gamma are per byte.
double seconds(Pattern pattern, CommunicationParameters k, int p, double n)
{
    k.betaS *= n;
    k.beta2S *= n;
    k.gammaS *= n;
    return test::paperTime(pattern, k, p);
}

/// All patterns within rounding of the least time.
std::vector<Pattern> cheapestOf(const std::vector<Pattern>& candidates, const CommunicationParameters& k, int p,
                                double n)
{
    double minimumS = std::numeric_limits<double>::infinity();
    for (const Pattern each : candidates)
        minimumS = std::min(minimumS, seconds(each, k, p, n));
    std::vector<Pattern> cheapest;
    for (const Pattern each : candidates)
        if (seconds(each, k, p, n) <= minimumS * (1 + 1e-9))
            cheapest.push_back(each);
    return cheapest;
}

bool containsPattern(const std::vector<Pattern>& patterns, Pattern pattern)
{
    return std::find(patterns.begin(), patterns.end(), pattern) != patterns.end();
}

CommunicationParameters link()
{
    return {.alphaS = 10e-6, .betaS = 1 / 25e9};
}

std::vector<CommunicationParameters> randomLinks()
{
    std::mt19937 random(414);
    const auto randomBetween = [&](double low, double high) {
        return low * std::pow(high / low, std::uniform_real_distribution<double>(0, 1)(random));
    };
    std::vector<CommunicationParameters> links{link()};
    for (int i = 0; i < 12; ++i) {
        CommunicationParameters k;
        k.alphaS = randomBetween(1e-7, 1e-2);
        k.betaS = randomBetween(1e-12, 1e-7);
        k.gammaS = i % 3 == 0 ? randomBetween(1e-13, 1e-9) : 0;
        k.alpha2S = randomBetween(1e-7, 1e-2);
        k.beta2S = randomBetween(1e-12, 1e-7);
        k.workersPerNode = 1 + static_cast<int>(random() % 9);
        k.sharedNetworkCard = i % 2 == 0;
        k.serverShards = 1 + static_cast<int>(random() % 16);
        k.neighbours = 1 + static_cast<int>(random() % 6);
        k.participation = 0.25;
        k.localSteps = i % 4 == 0 ? 8 : 1;
        links.push_back(k);
    }
    links.push_back({.alphaS = 0, .betaS = 1e-9});
    links.push_back({.alphaS = 1e-6, .betaS = 0});
    return links;
}

}  // namespace

class tst_algorithm_map : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsInterchangeablePatterns()
    {
        const std::vector<Pattern> ring = interchangeablePatterns(Pattern::RingAllReduce);
        QCOMPARE(ring.front(), Pattern::RingAllReduce);
        for (const Pattern each : {Pattern::BookRingAllReduce, Pattern::RabenseifnerAllReduce,
                                   Pattern::ReduceScatterAllGather, Pattern::ParameterServer})
            QVERIFY(containsPattern(ring, each));
        // After gossip or a federated round not every worker has the sum; a shuffle or a scatter-gather moves different
        // data.
        for (const Pattern each :
             {Pattern::Gossip, Pattern::FederatedAveraging, Pattern::Shuffle, Pattern::ScatterGather})
            QVERIFY(!containsPattern(ring, each));
        QVERIFY(containsPattern(interchangeablePatterns(Pattern::Gossip), Pattern::RingAllReduce));
        QCOMPARE(interchangeablePatterns(Pattern::Shuffle), std::vector{Pattern::Shuffle});
        QCOMPARE(interchangeablePatterns(Pattern::ScatterGather), std::vector{Pattern::ScatterGather});
        // A ring does not compete with itself.
        QVERIFY(!containsPattern(competingPatterns(Pattern::RingAllReduce), Pattern::BookRingAllReduce));
        QVERIFY(!containsPattern(competingPatterns(Pattern::BookRingAllReduce), Pattern::RingAllReduce));
        QVERIFY(containsPattern(competingPatterns(Pattern::TreeAllReduce), Pattern::RingAllReduce));
        QVERIFY(!containsPattern(competingPatterns(Pattern::TreeAllReduce), Pattern::BookRingAllReduce));
        for (const Pattern each : allPatterns) {
            QCOMPARE(interchangeablePatterns(each).front(), each);
            QCOMPARE(competingPatterns(each).front(), each);
        }
    }

    void everyCellIsTheCheapestPattern()
    {
        std::vector<int> p;
        for (int each = 1; each <= 130; ++each)
            p.push_back(each);
        for (const int each : {255, 256, 257, 511, 512, 513, 1000, 1024, 4096})
            p.push_back(each);
        std::vector<double> bytes{0};
        for (double each = 1; each < 1e11; each *= 3.7)
            bytes.push_back(each);
        for (const CommunicationParameters& k : randomLinks())
            for (const Pattern ownPattern :
                 {Pattern::RingAllReduce, Pattern::BookRingAllReduce, Pattern::Gossip, Pattern::FederatedAveraging}) {
                const std::vector<Pattern> candidates = competingPatterns(ownPattern);
                const AlgorithmMap map = computeAlgorithmMap(candidates, k, p, bytes);
                QCOMPARE(map.cheapestIndices.size(), p.size() * bytes.size());
                for (std::size_t row = 0; row < bytes.size(); ++row)
                    for (std::size_t column = 0; column < p.size(); ++column) {
                        const std::vector<Pattern> cheapest = cheapestOf(candidates, k, p[column], bytes[row]);
                        if (!containsPattern(cheapest, map.patternAt(row, column)))
                            QFAIL(qPrintable(QStringLiteral("p %1, %2 bytes: %3")
                                                 .arg(p[column])
                                                 .arg(bytes[row])
                                                 .arg(QLatin1String(patternName(map.patternAt(row, column))))));
                        QCOMPARE(cheapestPattern(candidates, k, p[column], bytes[row]), map.patternAt(row, column));
                    }
            }
    }

    // Two names for one formula: the first is kept, regardless of rounding. With up to g workers a hierarchy is a ring.
    void equalFormulasUseTheFirstName()
    {
        const CommunicationParameters k{.alphaS = 3.7e-6,
                                        .betaS = 1.3e-10,
                                        .gammaS = 7e-12,
                                        .alpha2S = 1e-5,
                                        .beta2S = 3e-10,
                                        .workersPerNode = 64};
        std::vector<double> bytes;
        for (double each = 1; each < 1e12; each *= 1.31)
            bytes.push_back(each);
        std::vector<int> p;
        for (int each = 2; each <= 64; ++each)
            p.push_back(each);
        const AlgorithmMap map = computeAlgorithmMap(
            {Pattern::RingAllReduce, Pattern::HierarchicalAllReduce, Pattern::ReduceScatterAllGather}, k, p, bytes);
        for (const unsigned char each : map.cheapestIndices)
            QCOMPARE(int(each), 0);
        QCOMPARE(cheapestRanges({Pattern::RingAllReduce, Pattern::HierarchicalAllReduce}, k, 48, 1, 1e12).size(),
                 std::size_t(1));
    }

    // By hand, p = 64, L = 6, alpha 10 us, B 25 GB/s: 6 (a + b) = 12 a + (126/64) b, so b = 6 a/(6 - 126/64) and
    // n = b B = 25e9 * 6 * 10e-6/4.03125 = 372 093 bytes.
    void firstBoundaryMatchesHandCalculation()
    {
        const std::vector<Pattern> candidatePair{Pattern::RecursiveDoublingAllReduce, Pattern::RabenseifnerAllReduce};
        const std::vector<CheapestRange> runs = cheapestRanges(candidatePair, link(), 64, 1, 1e12);
        QCOMPARE(runs.size(), std::size_t(2));
        QCOMPARE(runs[0].pattern, Pattern::RecursiveDoublingAllReduce);
        QVERIFY(std::abs(runs[0].upToBytes - 372093.0233) < 0.001);
        QCOMPARE(runs[1].upToBytes, 1e12);
        // The double tree and the ring at p = 5 (L = 3): (sqrt(6 a) + sqrt(2 b))^2 = 8 a + 1.6 b, in u = sqrt(b/a):
        // 0.4 u^2 + 2 sqrt(12) u - 2 = 0, u = (-sqrt(12) + sqrt(12.8))/0.4 = 0.2840...
        const double u = (-std::sqrt(12.0) + std::sqrt(12.8)) / 0.4;
        const auto next =
            nextBoundaryInBytes({Pattern::RingAllReduce, Pattern::DoubleTreeAllReduce}, link(), 5, 1e9, 1, false);
        QVERIFY(next);
        QCOMPARE(next->cheaperPattern, Pattern::DoubleTreeAllReduce);
        QVERIFY(std::abs(next->position / (u * u * 10e-6 * 25e9) - 1) < 1e-9);
    }

    void boundariesMatchBruteForce()
    {
        for (const CommunicationParameters& k : randomLinks())
            for (const Pattern ownPattern : {Pattern::RingAllReduce, Pattern::BookRingAllReduce, Pattern::Gossip}) {
                const std::vector<Pattern> candidates = competingPatterns(ownPattern);
                for (const int p : {2, 3, 4, 5, 7, 8, 12, 16, 17, 63, 64, 65, 200, 1024}) {
                    const std::vector<CheapestRange> runs = cheapestRanges(candidates, k, p, 1, 1e12);
                    QCOMPARE(runs.back().upToBytes, 1e12);
                    double from = 1;
                    for (const CheapestRange& run : runs) {
                        QVERIFY(run.upToBytes > from);
                        // Within its range the pattern is the cheapest everywhere; just outside it no longer is.
                        for (int i = 0; i <= 20; ++i) {
                            const double n = from * std::pow(run.upToBytes / from, i / 20.0);
                            QVERIFY2(containsPattern(cheapestOf(candidates, k, p, n), run.pattern),
                                     qPrintable(QStringLiteral("p %1, %2 bytes").arg(p).arg(n)));
                        }
                        if (run.upToBytes < 1e12)
                            QVERIFY(seconds(run.pattern, k, p, run.upToBytes * 1.001) >
                                    seconds((&run + 1)->pattern, k, p, run.upToBytes * 1.001));
                        from = run.upToBytes;
                    }
                    // The closed forms miss no range: a fine scan finds no other pattern.
                    std::size_t at = 0;
                    for (double n = 1; n < 1e12; n *= 1.01) {
                        while (runs[at].upToBytes < n)
                            ++at;
                        const std::vector<Pattern> cheapest = cheapestOf(candidates, k, p, n);
                        QVERIFY2(containsPattern(cheapest, runs[at].pattern),
                                 qPrintable(QStringLiteral("p %1, %2 bytes").arg(p).arg(n)));
                    }
                }
            }
    }

    void findsTheNextBoundaryOnBothAxes()
    {
        for (const CommunicationParameters& k : randomLinks()) {
            const std::vector<Pattern> candidates = competingPatterns(Pattern::RingAllReduce);
            for (const int p : {2, 6, 13, 64, 100, 500})
                for (const double bytes : {1e3, 1e6, 1e9}) {
                    const Pattern currentPattern = cheapestPattern(candidates, k, p, bytes);
                    for (const bool upwards : {false, true}) {
                        const auto boundaryInP = nextBoundaryInP(candidates, k, p, bytes, 600, upwards);
                        int expected = 0;
                        for (int q = p + (upwards ? 1 : -1); q >= 2 && q <= 600 && expected == 0; q += upwards ? 1 : -1)
                            if (!containsPattern(cheapestOf(candidates, k, q, bytes), currentPattern))
                                expected = q;
                        QCOMPARE(boundaryInP.has_value(), expected != 0);
                        if (boundaryInP) {
                            QCOMPARE(int(boundaryInP->position), expected);
                            QVERIFY(containsPattern(cheapestOf(candidates, k, expected, bytes),
                                                    boundaryInP->cheaperPattern));
                        }

                        const double limit = upwards ? 1e12 : 1;
                        const auto boundaryInBytes = nextBoundaryInBytes(candidates, k, p, bytes, limit, upwards);
                        const double end = boundaryInBytes ? boundaryInBytes->position : limit;
                        for (int i = 0; i <= 60; ++i)
                            QVERIFY(containsPattern(
                                cheapestOf(candidates, k, p, bytes * std::pow(end / bytes, i / 60.0)), currentPattern));
                        if (boundaryInBytes) {
                            const double pastBoundary = boundaryInBytes->position * (upwards ? 1.0001 : 1 / 1.0001);
                            QVERIFY(seconds(boundaryInBytes->cheaperPattern, k, p, pastBoundary) <
                                    seconds(currentPattern, k, p, pastBoundary));
                        }
                    }
                }
        }
    }

    void alternativesMoveTheSameBytes()
    {
        Design design;
        design.communication.pattern = Pattern::ParameterServer;
        design.partitioning.slot.choices = {{"split-data", {}, {}}};
        const Target flat;
        QVERIFY(containsPattern(possibleSubstitutes(competingPatterns(Pattern::ParameterServer), design, flat),
                                Pattern::RabenseifnerAllReduce));
        QVERIFY(!containsPattern(possibleSubstitutes(competingPatterns(Pattern::ParameterServer), design, flat),
                                 Pattern::HierarchicalAllReduce));  // no link between nodes
        // Student B: servers that hold shards of a table move only the rows that a step touches; an all-reduce would
        // move the whole table.
        design.partitioning.slot.choices.push_back({"shard-model", {}, {}});
        QVERIFY((possibleSubstitutes(competingPatterns(Pattern::ParameterServer), design, flat) ==
                 std::vector<Pattern>{Pattern::ParameterServer}));
        // Sharded training does the work of an all-reduce, with the same bytes.
        design.communication.pattern = Pattern::ReduceScatterAllGather;
        QVERIFY(!servesModelShards(design));
    }

    void handlesMissingBoundaries()
    {
        QCOMPARE(cheapestPattern({Pattern::TreeAllReduce, Pattern::RingAllReduce}, link(), 1, 1e6),
                 Pattern::TreeAllReduce);
        QVERIFY(!nextBoundaryInBytes({Pattern::RingAllReduce}, link(), 8, 1e6, 1e12, true));
        QVERIFY(!nextBoundaryInP({Pattern::RingAllReduce}, link(), 8, 1e6, 4096, true));
        // The binomial tree never undercuts recursive doubling: 2 L (a + b) against at most (f + 2)(a + b).
        QVERIFY(!nextBoundaryInBytes({Pattern::RecursiveDoublingAllReduce, Pattern::TreeAllReduce}, link(), 12, 1e6,
                                     1e12, true));
        QVERIFY(computeAlgorithmMap({Pattern::RingAllReduce}, link(), {}, {1, 2}).cheapestIndices.empty());
        const CommunicationParameters free;
        QCOMPARE(cheapestRanges(competingPatterns(Pattern::RingAllReduce), free, 8, 1, 1e9).size(), std::size_t(1));
    }
};

SCALEWRIGHT_TEST(tst_algorithm_map)
#include "tst_algorithm_map.moc"

// The algorithm map against brute force over the formulas of the papers (tests/support/formulas.h), and against
// crossings worked out by hand.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "core/design/slots/stand_ins.h"
#include "core/model/scaling/algorithm_map.h"
#include "tests/support/formulas.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

/// Seconds for n bytes among p workers: beta, beta2 and gamma are those of a byte here.
double seconds(Pattern pattern, CommunicationParameters k, int p, double n)
{
    k.betaS *= n;
    k.beta2S *= n;
    k.gammaS *= n;
    return test::paperTime(pattern, k, p);
}

/// Everybody within a hair of the least.
std::vector<Pattern> leastOf(const std::vector<Pattern>& candidates, const CommunicationParameters& k, int p, double n)
{
    double least = std::numeric_limits<double>::infinity();
    for (const Pattern each : candidates)
        least = std::min(least, seconds(each, k, p, n));
    std::vector<Pattern> all;
    for (const Pattern each : candidates)
        if (seconds(each, k, p, n) <= least * (1 + 1e-9))
            all.push_back(each);
    return all;
}

bool has(const std::vector<Pattern>& patterns, Pattern pattern)
{
    return std::find(patterns.begin(), patterns.end(), pattern) != patterns.end();
}

CommunicationParameters link()
{
    return {.alphaS = 10e-6, .betaS = 1 / 25e9};
}

std::vector<CommunicationParameters> someLinks()
{
    std::mt19937 random(414);
    const auto between = [&](double low, double high) {
        return low * std::pow(high / low, std::uniform_real_distribution<double>(0, 1)(random));
    };
    std::vector<CommunicationParameters> links{link()};
    for (int i = 0; i < 12; ++i) {
        CommunicationParameters k;
        k.alphaS = between(1e-7, 1e-2);
        k.betaS = between(1e-12, 1e-7);
        k.gammaS = i % 3 == 0 ? between(1e-13, 1e-9) : 0;
        k.alpha2S = between(1e-7, 1e-2);
        k.beta2S = between(1e-12, 1e-7);
        k.workersPerNode = 1 + static_cast<int>(random() % 9);
        k.sharedNetworkCard = i % 2 == 0;
        k.shards = 1 + static_cast<int>(random() % 16);
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
    void whoMayStandIn()
    {
        const std::vector<Pattern> ring = interchangeable(Pattern::RingAllReduce);
        QCOMPARE(ring.front(), Pattern::RingAllReduce);
        for (const Pattern each : {Pattern::BookRingAllReduce, Pattern::RabenseifnerAllReduce,
                                   Pattern::ReduceScatterAllGather, Pattern::ParameterServer})
            QVERIFY(has(ring, each));
        // After gossip or a federated round not everybody holds the sum; a shuffle and a scatter-gather move something
        // else.
        for (const Pattern each :
             {Pattern::Gossip, Pattern::FederatedAveraging, Pattern::Shuffle, Pattern::ScatterGather})
            QVERIFY(!has(ring, each));
        QVERIFY(has(interchangeable(Pattern::Gossip), Pattern::RingAllReduce));
        QCOMPARE(interchangeable(Pattern::Shuffle), std::vector{Pattern::Shuffle});
        QCOMPARE(interchangeable(Pattern::ScatterGather), std::vector{Pattern::ScatterGather});
        // One ring is not cheaper than itself.
        QVERIFY(!has(competing(Pattern::RingAllReduce), Pattern::BookRingAllReduce));
        QVERIFY(!has(competing(Pattern::BookRingAllReduce), Pattern::RingAllReduce));
        QVERIFY(has(competing(Pattern::TreeAllReduce), Pattern::RingAllReduce));
        QVERIFY(!has(competing(Pattern::TreeAllReduce), Pattern::BookRingAllReduce));
        for (const Pattern each : allPatterns) {
            QCOMPARE(interchangeable(each).front(), each);
            QCOMPARE(competing(each).front(), each);
        }
    }

    void everyCellIsTheLeast()
    {
        std::vector<int> p;
        for (int each = 1; each <= 130; ++each)
            p.push_back(each);
        for (const int each : {255, 256, 257, 511, 512, 513, 1000, 1024, 4096})
            p.push_back(each);
        std::vector<double> bytes{0};
        for (double each = 1; each < 1e11; each *= 3.7)
            bytes.push_back(each);
        for (const CommunicationParameters& k : someLinks())
            for (const Pattern own :
                 {Pattern::RingAllReduce, Pattern::BookRingAllReduce, Pattern::Gossip, Pattern::FederatedAveraging}) {
                const std::vector<Pattern> candidates = competing(own);
                const AlgorithmMap map = algorithmMap(candidates, k, p, bytes);
                QCOMPARE(map.cheapest.size(), p.size() * bytes.size());
                for (std::size_t row = 0; row < bytes.size(); ++row)
                    for (std::size_t column = 0; column < p.size(); ++column) {
                        const std::vector<Pattern> least = leastOf(candidates, k, p[column], bytes[row]);
                        if (!has(least, map.at(row, column)))
                            QFAIL(qPrintable(QStringLiteral("p %1, %2 bytes: %3")
                                                 .arg(p[column])
                                                 .arg(bytes[row])
                                                 .arg(QLatin1String(patternName(map.at(row, column))))));
                        QCOMPARE(cheapestPattern(candidates, k, p[column], bytes[row]), map.at(row, column));
                    }
            }
    }

    // Two names of one formula: the first stays, whatever rounding says. With up to g workers a hierarchy is a ring.
    void oneFormulaOneName()
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
        const AlgorithmMap map = algorithmMap(
            {Pattern::RingAllReduce, Pattern::HierarchicalAllReduce, Pattern::ReduceScatterAllGather}, k, p, bytes);
        for (const unsigned char each : map.cheapest)
            QCOMPARE(int(each), 0);
        QCOMPARE(cheapestRuns({Pattern::RingAllReduce, Pattern::HierarchicalAllReduce}, k, 48, 1, 1e12).size(),
                 std::size_t(1));
    }

    // By hand, p = 64, L = 6, alpha 10 us, B 25 GB/s: 6 (a + b) = 12 a + (126/64) b, so b = 6 a/(6 - 126/64) and
    // n = b B = 25e9 * 6 * 10e-6/4.03125 = 372 093 bytes.
    void theFirstBoundaryByHand()
    {
        const std::vector<Pattern> two{Pattern::RecursiveDoublingAllReduce, Pattern::RabenseifnerAllReduce};
        const std::vector<CheapestRun> runs = cheapestRuns(two, link(), 64, 1, 1e12);
        QCOMPARE(runs.size(), std::size_t(2));
        QCOMPARE(runs[0].pattern, Pattern::RecursiveDoublingAllReduce);
        QVERIFY(std::abs(runs[0].toBytes - 372093.0233) < 0.001);
        QCOMPARE(runs[1].toBytes, 1e12);
        // The double tree and the ring at p = 5 (L = 3): (sqrt(6 a) + sqrt(2 b))^2 = 8 a + 1.6 b, in u = sqrt(b/a):
        // 0.4 u^2 + 2 sqrt(12) u - 2 = 0, u = (-sqrt(12) + sqrt(12.8))/0.4 = 0.2840...
        const double u = (-std::sqrt(12.0) + std::sqrt(12.8)) / 0.4;
        const auto next =
            nextBoundaryInBytes({Pattern::RingAllReduce, Pattern::DoubleTreeAllReduce}, link(), 5, 1e9, 1, false);
        QVERIFY(next);
        QCOMPARE(next->cheaper, Pattern::DoubleTreeAllReduce);
        QVERIFY(std::abs(next->at / (u * u * 10e-6 * 25e9) - 1) < 1e-9);
    }

    void boundariesAreWhereBruteForceFindsThem()
    {
        for (const CommunicationParameters& k : someLinks())
            for (const Pattern own : {Pattern::RingAllReduce, Pattern::BookRingAllReduce, Pattern::Gossip}) {
                const std::vector<Pattern> candidates = competing(own);
                for (const int p : {2, 3, 4, 5, 7, 8, 12, 16, 17, 63, 64, 65, 200, 1024}) {
                    const std::vector<CheapestRun> runs = cheapestRuns(candidates, k, p, 1, 1e12);
                    QCOMPARE(runs.back().toBytes, 1e12);
                    double from = 1;
                    for (const CheapestRun& run : runs) {
                        QVERIFY(run.toBytes > from);
                        // Within a run it is the least everywhere; just outside it no longer is.
                        for (int i = 0; i <= 20; ++i) {
                            const double n = from * std::pow(run.toBytes / from, i / 20.0);
                            QVERIFY2(has(leastOf(candidates, k, p, n), run.pattern),
                                     qPrintable(QStringLiteral("p %1, %2 bytes").arg(p).arg(n)));
                        }
                        if (run.toBytes < 1e12)
                            QVERIFY(seconds(run.pattern, k, p, run.toBytes * 1.001) >
                                    seconds((&run + 1)->pattern, k, p, run.toBytes * 1.001));
                        from = run.toBytes;
                    }
                    // And there is no run that the closed forms have missed: a fine scan sees no other pattern.
                    std::size_t at = 0;
                    for (double n = 1; n < 1e12; n *= 1.01) {
                        while (runs[at].toBytes < n)
                            ++at;
                        const std::vector<Pattern> least = leastOf(candidates, k, p, n);
                        QVERIFY2(has(least, runs[at].pattern),
                                 qPrintable(QStringLiteral("p %1, %2 bytes").arg(p).arg(n)));
                    }
                }
            }
    }

    void theNextBoundaryOnEitherAxis()
    {
        for (const CommunicationParameters& k : someLinks()) {
            const std::vector<Pattern> candidates = competing(Pattern::RingAllReduce);
            for (const int p : {2, 6, 13, 64, 100, 500})
                for (const double bytes : {1e3, 1e6, 1e9}) {
                    const Pattern here = cheapestPattern(candidates, k, p, bytes);
                    for (const bool upwards : {false, true}) {
                        const auto inP = nextBoundaryInP(candidates, k, p, bytes, 600, upwards);
                        int expected = 0;
                        for (int q = p + (upwards ? 1 : -1); q >= 2 && q <= 600 && expected == 0; q += upwards ? 1 : -1)
                            if (!has(leastOf(candidates, k, q, bytes), here))
                                expected = q;
                        QCOMPARE(inP.has_value(), expected != 0);
                        if (inP) {
                            QCOMPARE(int(inP->at), expected);
                            QVERIFY(has(leastOf(candidates, k, expected, bytes), inP->cheaper));
                        }

                        const double limit = upwards ? 1e12 : 1;
                        const auto inBytes = nextBoundaryInBytes(candidates, k, p, bytes, limit, upwards);
                        const double end = inBytes ? inBytes->at : limit;
                        for (int i = 0; i <= 60; ++i)
                            QVERIFY(has(leastOf(candidates, k, p, bytes * std::pow(end / bytes, i / 60.0)), here));
                        if (inBytes) {
                            const double beyond = inBytes->at * (upwards ? 1.0001 : 1 / 1.0001);
                            QVERIFY(seconds(inBytes->cheaper, k, p, beyond) < seconds(here, k, p, beyond));
                        }
                    }
                }
        }
    }

    void standInsMoveTheSameBytes()
    {
        Design design;
        design.communication.pattern = Pattern::ParameterServer;
        design.partitioning.slot.choices = {{"split-data", {}, {}}};
        const Target flat;
        QVERIFY(has(standIns(competing(Pattern::ParameterServer), design, flat), Pattern::RabenseifnerAllReduce));
        QVERIFY(!has(standIns(competing(Pattern::ParameterServer), design, flat),
                     Pattern::HierarchicalAllReduce));  // no link between nodes
        // Student B: servers of a table in shards move the rows that a step touches, an all-reduce would move the
        // table.
        design.partitioning.slot.choices.push_back({"shard-model", {}, {}});
        QVERIFY((standIns(competing(Pattern::ParameterServer), design, flat) ==
                 std::vector<Pattern>{Pattern::ParameterServer}));
        // Sharded training has an all-reduce's job to do, at the same bytes.
        design.communication.pattern = Pattern::ReduceScatterAllGather;
        QVERIFY(!servesShards(design));
    }

    void withoutBoundaries()
    {
        QCOMPARE(cheapestPattern({Pattern::TreeAllReduce, Pattern::RingAllReduce}, link(), 1, 1e6),
                 Pattern::TreeAllReduce);
        QVERIFY(!nextBoundaryInBytes({Pattern::RingAllReduce}, link(), 8, 1e6, 1e12, true));
        QVERIFY(!nextBoundaryInP({Pattern::RingAllReduce}, link(), 8, 1e6, 4096, true));
        // The binomial tree never undercuts recursive doubling: 2 L (a + b) against at most (f + 2)(a + b).
        QVERIFY(!nextBoundaryInBytes({Pattern::RecursiveDoublingAllReduce, Pattern::TreeAllReduce}, link(), 12, 1e6,
                                     1e12, true));
        QVERIFY(algorithmMap({Pattern::RingAllReduce}, link(), {}, {1, 2}).cheapest.empty());
        const CommunicationParameters free;
        QCOMPARE(cheapestRuns(competing(Pattern::RingAllReduce), free, 8, 1, 1e9).size(), std::size_t(1));
    }
};

SCALEWRIGHT_TEST(tst_algorithm_map)
#include "tst_algorithm_map.moc"

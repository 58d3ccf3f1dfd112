// What-ifs of recorded runs by hand: collectives in flight together, hidden ones, lanes that serve one at a time.
#include <QTest>

#include <fmt/format.h>

#include <cmath>

#include "core/evidence/timeline/program.h"
#include "core/evidence/timeline/replay.h"
#include "tests/support/registry.h"
#include "tests/support/traces.h"

using namespace scalewright;

namespace {

constexpr double millisecond = 1e-3;

bool sameSeconds(double found, double expected)
{
    return std::abs(found - expected) < 1e-9;
}

/// A span of a rank: milliseconds, on a thread.
struct PlannedSpan {
    const char* name;
    double from, to;
    int thread = 1;
};

TraceRun runOfRanks(const std::vector<std::vector<PlannedSpan>>& ranks)
{
    std::vector<std::pair<std::string, std::string>> files;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        std::string events;
        for (const PlannedSpan& span : ranks[r])
            events += fmt::format(R"({}{{"ph": "X", "name": "{}", "ts": {}, "dur": {}, "pid": {}, "tid": {}}})",
                                  events.empty() ? "" : ",", span.name, 1000 * span.from, 1000 * (span.to - span.from),
                                  r, span.thread);
        files.emplace_back(
            fmt::format("rank{}.json", r),
            fmt::format(R"({{"distributedInfo": {{"rank": {}, "world_size": {}}}, "traceEvents": [{}]}})", r,
                        ranks.size(), events));
    }
    return scalewright::test::tracedRun(std::move(files));
}

/// Steps of 60 ms: rank 0 works 10, rank 1 48; two all-reduces a millisecond apart, both there for all at 49 and
/// over at 53; then both work 7.
TraceRun bucketed(int steps)
{
    std::vector<std::vector<PlannedSpan>> ranks(2);
    for (int k = 0; k < steps; ++k)
        for (int r = 0; r < 2; ++r) {
            const double at = 60 * k, works = r == 0 ? 10 : 48;
            ranks[static_cast<std::size_t>(r)].insert(ranks[static_cast<std::size_t>(r)].end(),
                                                      {{"aten::conv", at, at + works},
                                                       {"gloo:all_reduce", at + works, at + 52, 2},
                                                       {"gloo:all_reduce", at + works + 1, at + 53, 3},
                                                       {"aten::add", at + 53, at + 60}});
        }
    return runOfRanks(ranks);
}

}  // namespace

class tst_replay : public QObject {
    Q_OBJECT
private slots:
    void inFlightTogether();
    void neverLessThanWork();
    void hiddenUntilItIsNot();
    void oneLaneOneAtATime();
    void circle();
};

void tst_replay::inFlightTogether()
{
    const TraceRun run = bucketed(10);
    QCOMPARE(run.matched.collectives.size(), std::size_t(20));
    // Rank 0 waits [10, 48) and exchanges [48, 53); rank 1 exchanges [48, 53).
    QVERIFY(sameSeconds(run.matched.waitingS[0], 0.38));
    QVERIFY(sameSeconds(run.matched.transferS[0], 0.05));
    QVERIFY(sameSeconds(run.matched.waitingS[1], 0));
    QVERIFY(*run.ranks[0].waitingS <= run.ranks[0].whole.spanS);
    const auto same = replay(run);
    QVERIFY(same);
    QVERIFY(sameSeconds(same->spanS, 0.6));
    QVERIFY(sameSeconds(same->error(), 0));
    QVERIFY(
        sameSeconds(same->ranks[0].segmentsS, 10 * 18 * millisecond));  // 10, 7 and the millisecond between two starts
    QVERIFY(sameSeconds(same->ranks[0].waitingS, 0.37));
    QVERIFY(sameSeconds(same->ranks[0].transferS, 0.05));
    // As fast as rank 0: 17 of work and 5 of exchange a step.
    const auto mended = replay(run, {.asMedian = {1}});
    QVERIFY(sameSeconds(mended->spanS, 10 * 22 * millisecond));
    for (const ReplayRank& rank : mended->ranks)
        QVERIFY(sameSeconds(rank.waitingS, 0));
    // Without an exchange the slow rank's own work: 48 + 1 + 7 a step.
    QVERIFY(sameSeconds(replay(run, {.exchangeFactor = 0})->spanS, 10 * 56 * millisecond));
    QVERIFY(sameSeconds(replay(run, {.without = {1}})->spanS, 10 * 22 * millisecond));
    QCOMPARE(run.straggler, std::optional(1));
    QVERIFY(sameSeconds(run.lateness.lateS, 38 * millisecond));
    QVERIFY(sameSeconds(run.lateness.savesS, 38 * millisecond));
    QCOMPARE(run.lateness.last, run.lateness.steps);
}

void tst_replay::neverLessThanWork()
{
    const TraceRun run = bucketed(3);
    for (const ReplayHandles& handles :
         {ReplayHandles{}, ReplayHandles{.asMedian = {0}}, ReplayHandles{.asMedian = {1}},
          ReplayHandles{.asMedian = {0, 1}}, ReplayHandles{.exchangeFactor = 0}, ReplayHandles{.exchangeFactor = 3},
          ReplayHandles{.overlapAll = true}, ReplayHandles{.without = {0}}}) {
        const auto replayed = replay(run, handles);
        QVERIFY(replayed);
        for (std::size_t i = 0; i < replayed->ranks.size(); ++i) {
            const ReplayRank& rank = replayed->ranks[i];
            QVERIFY(rank.segmentsS >= 0 && rank.waitingS > -1e-12 && rank.transferS > -1e-12);
            QVERIFY(replayed->spanS >= rank.segmentsS + rank.transferS - 1e-9);
            double last = 0;
            for (const ReplayLeg& leg : replayed->legs[i]) {
                QVERIFY(leg.fromS >= last - 1e-12 && leg.arrivesS >= leg.fromS - 1e-12 &&
                        leg.lastS >= leg.arrivesS - 1e-12 && leg.toS >= leg.lastS - 1e-12);
                last = leg.toS;
            }
        }
    }
}

void tst_replay::hiddenUntilItIsNot()
{
    // An exchange of 10 behind 30 of work, and another after it: [10, 20) and [40, 50) of 60. Three times as slow, the
    // first still ends at 40, the second at 70.
    const std::vector<PlannedSpan> rank{
        {"aten::mm", 0, 40}, {"gloo:all_reduce", 10, 20, 2}, {"gloo:all_reduce", 40, 50, 3}, {"aten::add", 50, 60}};
    const TraceRun run = runOfRanks({rank, rank});
    QVERIFY(sameSeconds(replay(run)->spanS, 60 * millisecond));
    QVERIFY(sameSeconds(replay(run, {.exchangeFactor = 3})->spanS, 80 * millisecond));
    QVERIFY(sameSeconds(replay(run, {.exchangeFactor = 0})->spanS, 50 * millisecond));
    // Four times: the first until 50, the second until 80.
    QVERIFY(sameSeconds(replay(run, {.exchangeFactor = 4})->spanS, 90 * millisecond));
}

void tst_replay::oneLaneOneAtATime()
{
    // Both on one lane, the second asked for while the first runs: three times as slow it waits for it, 10 + 30 + 30.
    const std::vector<PlannedSpan> rank{
        {"aten::mm", 0, 25}, {"gloo:all_reduce", 10, 20, 2}, {"gloo:all_reduce", 20, 30, 2}, {"aten::add", 30, 40}};
    const TraceRun run = runOfRanks({rank, rank});
    QVERIFY(sameSeconds(replay(run)->spanS, 40 * millisecond));
    QVERIFY(sameSeconds(replay(run, {.exchangeFactor = 3})->spanS, 80 * millisecond));
}

void tst_replay::circle()
{
    // Each waits first for what the other starts only afterwards: no run of one program, and said so.
    const TraceRun run = runOfRanks(
        {{{"aten::mm", 0, 10}, {"gloo:all_reduce", 10, 20}, {"aten::mm", 20, 30}, {"gloo:broadcast", 30, 40}},
         {{"aten::mm", 0, 10}, {"gloo:broadcast", 10, 20}, {"aten::mm", 20, 30}, {"gloo:all_reduce", 30, 40}}});
    const auto refused = replay(run);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Refused);
}

SCALEWRIGHT_TEST(tst_replay)
#include "tst_replay.moc"

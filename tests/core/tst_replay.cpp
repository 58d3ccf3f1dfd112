// SPDX-License-Identifier: GPL-3.0-or-later
// What-ifs on recorded runs, computed by hand: concurrent collectives, hidden collectives, and lanes that run one
// collective at a time.
#include <QTest>

#include <cmath>

#include <fmt/format.h>

#include "core/evidence/timeline/program.h"
#include "core/evidence/timeline/replay.h"
#include "tests/support/registry.h"
#include "tests/support/traces.h"

using namespace scalewright;

namespace {

constexpr double millisecond = 1e-3;

bool sameSeconds(double actual, double expected)
{
    return std::abs(actual - expected) < 1e-9;
}

/// A span of a rank, in milliseconds, on one thread.
struct PlannedSpan {
    const char* name;
    double from, to;
    int thread = 1;
};

TraceRun makeRun(const std::vector<std::vector<PlannedSpan>>& ranks)
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

/// Steps of 60 ms: rank 0 works for 10 ms, rank 1 for 48 ms; two all-reduces start a millisecond apart, are joined by
/// all ranks at 49 ms and finish at 53 ms; then both ranks work for 7 ms.
TraceRun bucketed(int steps)
{
    std::vector<std::vector<PlannedSpan>> ranks(2);
    for (int k = 0; k < steps; ++k)
        for (int r = 0; r < 2; ++r) {
            const double startMs = 60 * k, works = r == 0 ? 10 : 48;
            ranks[static_cast<std::size_t>(r)].insert(ranks[static_cast<std::size_t>(r)].end(),
                                                      {{"aten::conv", startMs, startMs + works},
                                                       {"gloo:all_reduce", startMs + works, startMs + 52, 2},
                                                       {"gloo:all_reduce", startMs + works + 1, startMs + 53, 3},
                                                       {"aten::add", startMs + 53, startMs + 60}});
        }
    return makeRun(ranks);
}

}  // namespace

class tst_replay : public QObject {
    Q_OBJECT
private slots:
    void allowsConcurrentCollectives();
    void neverEndsBeforeTheWork();
    void hidesExchangesBehindWork();
    void runsOneExchangePerLaneAtATime();
    void circle();
};

void tst_replay::allowsConcurrentCollectives()
{
    const TraceRun run = bucketed(10);
    QCOMPARE(run.matched.collectives.size(), std::size_t(20));
    // Rank 0 waits [10, 48) and exchanges [48, 53); rank 1 exchanges [48, 53).
    QVERIFY(sameSeconds(run.matched.waitingS[0], 0.38));
    QVERIFY(sameSeconds(run.matched.transferS[0], 0.05));
    QVERIFY(sameSeconds(run.matched.waitingS[1], 0));
    QVERIFY(*run.ranks[0].waitingS <= run.ranks[0].totals.spanS);
    const auto unchanged = replay(run);
    QVERIFY(unchanged);
    QVERIFY(sameSeconds(unchanged->spanS, 0.6));
    QVERIFY(sameSeconds(unchanged->relativeError(), 0));
    QVERIFY(
        // 10, 7 and the millisecond between the two starts.
        sameSeconds(unchanged->ranks[0].workS, 10 * 18 * millisecond));
    QVERIFY(sameSeconds(unchanged->ranks[0].waitingS, 0.37));
    QVERIFY(sameSeconds(unchanged->ranks[0].transferS, 0.05));
    // With rank 1 as fast as rank 0: 17 ms of work and 5 ms of exchange per step.
    const auto atMedian = replay(run, {.ranksAtMedian = {1}});
    QVERIFY(sameSeconds(atMedian->spanS, 10 * 22 * millisecond));
    for (const ReplayRank& rank : atMedian->ranks)
        QVERIFY(sameSeconds(rank.waitingS, 0));
    // With free exchanges only the slow rank's work remains: 48 + 1 + 7 ms per step.
    QVERIFY(sameSeconds(replay(run, {.transferFactor = 0})->spanS, 10 * 56 * millisecond));
    QVERIFY(sameSeconds(replay(run, {.ranksLeftOutOfReplay = {1}})->spanS, 10 * 22 * millisecond));
    QCOMPARE(run.straggler, std::optional(1));
    QVERIFY(sameSeconds(run.stragglerVerdict.latenessS, 38 * millisecond));
    QVERIFY(sameSeconds(run.stragglerVerdict.savingS, 38 * millisecond));
    QCOMPARE(run.stragglerVerdict.lastArrivals, run.stragglerVerdict.stepCount);
}

void tst_replay::neverEndsBeforeTheWork()
{
    const TraceRun run = bucketed(3);
    for (const ReplayOptions& handles :
         {ReplayOptions{}, ReplayOptions{.ranksAtMedian = {0}}, ReplayOptions{.ranksAtMedian = {1}},
          ReplayOptions{.ranksAtMedian = {0, 1}}, ReplayOptions{.transferFactor = 0},
          ReplayOptions{.transferFactor = 3}, ReplayOptions{.overlapTransfers = true},
          ReplayOptions{.ranksLeftOutOfReplay = {0}}}) {
        const auto replayed = replay(run, handles);
        QVERIFY(replayed);
        for (std::size_t i = 0; i < replayed->ranks.size(); ++i) {
            const ReplayRank& rank = replayed->ranks[i];
            QVERIFY(rank.workS >= 0 && rank.waitingS > -1e-12 && rank.transferS > -1e-12);
            QVERIFY(replayed->spanS >= rank.workS + rank.transferS - 1e-9);
            double last = 0;
            for (const ReplayLeg& leg : replayed->legs[i]) {
                QVERIFY(leg.fromS >= last - 1e-12 && leg.workEndS >= leg.fromS - 1e-12 &&
                        leg.transferStartS >= leg.workEndS - 1e-12 && leg.toS >= leg.transferStartS - 1e-12);
                last = leg.toS;
            }
        }
    }
}

void tst_replay::hidesExchangesBehindWork()
{
    // An exchange of 10 ms hidden behind 30 ms of work, then an exposed one: [10, 20) and [40, 50) of 60 ms. If
    // exchanges take three times as long, the first still ends at 40 and the second at 70.
    const std::vector<PlannedSpan> rank{
        {"aten::mm", 0, 40}, {"gloo:all_reduce", 10, 20, 2}, {"gloo:all_reduce", 40, 50, 3}, {"aten::add", 50, 60}};
    const TraceRun run = makeRun({rank, rank});
    QVERIFY(sameSeconds(replay(run)->spanS, 60 * millisecond));
    QVERIFY(sameSeconds(replay(run, {.transferFactor = 3})->spanS, 80 * millisecond));
    QVERIFY(sameSeconds(replay(run, {.transferFactor = 0})->spanS, 50 * millisecond));
    // Four times as long: the first ends at 50, the second at 80.
    QVERIFY(sameSeconds(replay(run, {.transferFactor = 4})->spanS, 90 * millisecond));
}

void tst_replay::runsOneExchangePerLaneAtATime()
{
    // Both exchanges are on one lane, and the second is requested while the first runs. If exchanges take three times
    // as long, the second waits for the first: 10 + 30 + 30.
    const std::vector<PlannedSpan> rank{
        {"aten::mm", 0, 25}, {"gloo:all_reduce", 10, 20, 2}, {"gloo:all_reduce", 20, 30, 2}, {"aten::add", 30, 40}};
    const TraceRun run = makeRun({rank, rank});
    QVERIFY(sameSeconds(replay(run)->spanS, 40 * millisecond));
    QVERIFY(sameSeconds(replay(run, {.transferFactor = 3})->spanS, 80 * millisecond));
}

void tst_replay::circle()
{
    // Each rank first waits for an exchange that the other starts only later. No single program can produce such a run,
    // and the error says so.
    const TraceRun run =
        makeRun({{{"aten::mm", 0, 10}, {"gloo:all_reduce", 10, 20}, {"aten::mm", 20, 30}, {"gloo:broadcast", 30, 40}},
                 {{"aten::mm", 0, 10}, {"gloo:broadcast", 10, 20}, {"aten::mm", 20, 30}, {"gloo:all_reduce", 30, 40}}});
    const auto refused = replay(run);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Refused);
}

SCALEWRIGHT_TEST(tst_replay)
#include "tst_replay.moc"

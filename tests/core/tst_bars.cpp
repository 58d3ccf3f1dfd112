// SPDX-License-Identifier: GPL-3.0-or-later
// A worker's activities over time as a bar. Expected values: the two ranks of tests/data/traces/two-ranks combined by
// hand (see there), and a step of two workers written out here.
#include <QTest>

#include "core/evidence/timeline/bars.h"
#include "core/evidence/timeline/compare.h"
#include "core/evidence/timeline/replay.h"
#include "core/evidence/trace/scanner.h"
#include "core/project/document/measurements.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

struct Piece {
    Activity what;
    double fromUs, toUs;
    bool operator==(const Piece&) const = default;
};

std::vector<Piece> pieces(const std::vector<DetailSpan>& bar)
{
    std::vector<Piece> pieces;
    for (const DetailSpan& span : bar)
        pieces.push_back({static_cast<Activity>(span.colour), double(span.fromNs) * 1e-3, double(span.toNs) * 1e-3});
    return pieces;
}

/// Both ranks compute for 40 us and exchange for 10 us at the same time.
TraceRun balancedRun(const TraceRules& rules)
{
    std::vector<std::pair<std::filesystem::path, TraceRecording>> files;
    for (const char* rank : {"0", "1"}) {
        std::string text =
            std::string(R"({"distributedInfo": {"rank": )") + rank + R"(, "world_size": 2}, "traceEvents": [
            {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 100, "dur": 40},
            {"ph": "X", "cat": "kernel", "name": "ncclKernel_AllReduce_RING", "pid": 0, "tid": 20, "ts": 140, "dur": 10}]})";
        const std::size_t size = text.size();
        text.append(scanPadding, '\0');
        Result<TraceRecording> recording = scanTrace(std::string_view(text).substr(0, size));
        files.emplace_back(std::string("rank") + rank + ".json", std::move(*recording));
    }
    return assembleRun(std::move(files), rules);
}

bool equalsMicroseconds(double seconds, double microseconds)
{
    return std::abs(seconds * 1e6 - microseconds) < 1e-6;
}

}  // namespace

class tst_bars : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recordedRanks()
    {
        const Result<TraceRules> rules = standardTraceRules();
        QVERIFY(rules);
        const Result<TraceRun> run =
            importTraces({test::sourceFile(QStringLiteral("tests/data/traces/two-ranks")).toStdString()}, *rules);
        QVERIFY(run);
        // The all-reduce ends at 90 us on rank 0's clock and at 1090 on rank 1's; the first kernels begin at 10 and
        // 1010.
        const ClockShifts shifts = clockShifts(*run);
        QCOMPARE(shifts.shiftNs, (std::vector<std::int64_t>{-10'000, -1'010'000}));
        QVERIFY(shifts.note.find("1.00 ms") != std::string::npos || shifts.note.find("1 ms") != std::string::npos);
        // Rank 0's all-reduce runs from 50 to 90 and rank 1's takes 10 us, so 30 us are waiting. The kernel hides the
        // first 10 us (it ends at 60), and the fill from 62.5 to 65 hides 2.5.
        const std::vector<DetailSpan> first = recordedBar(*run, 0, shifts.shiftNs[0]);
        QVERIFY((pieces(first) == std::vector<Piece>{{Activity::Compute, 0, 50},
                                                     {Activity::Waiting, 50, 52.5},
                                                     {Activity::Memory, 52.5, 55},
                                                     {Activity::Waiting, 55, 70},
                                                     {Activity::Communication, 70, 80}}));
        QVERIFY((pieces(recordedBar(*run, 1, shifts.shiftNs[1])) ==
                 std::vector<Piece>{{Activity::Compute, 0, 70}, {Activity::Communication, 70, 80}}));
        const auto ticks = ticksByActivity(first, 51'000, 75'000);
        QCOMPARE(ticks[static_cast<std::size_t>(Activity::Waiting)], std::int64_t(1'500 + 15'000));
        QCOMPARE(ticks[static_cast<std::size_t>(Activity::Communication)], std::int64_t(5'000));
        QCOMPARE(ticks[static_cast<std::size_t>(Activity::Compute)], std::int64_t(0));
    }

    void reportsUnrelatedClocks()
    {
        const Result<TraceRules> rules = standardTraceRules();
        QVERIFY(rules);
        const Result<TraceRun> imported =
            importTraces({test::sourceFile(QStringLiteral("tests/data/traces/two-ranks")).toStdString()}, *rules);
        QVERIFY(imported);
        TraceRun run = *imported;
        run.matched = {};
        const ClockShifts shifts = clockShifts(run);  // 10 … 90 and 1010 … 1090 do not overlap
        QCOMPARE(shifts.shiftNs, (std::vector<std::int64_t>{-10'000, -1'010'000}));
        QVERIFY(shifts.note.find("each starts at 0") != std::string::npos);
    }

    void comparesTwoRuns()
    {
        const Result<TraceRules> rules = standardTraceRules();
        QVERIFY(rules);
        const Result<TraceRun> first =
            importTraces({test::sourceFile(QStringLiteral("tests/data/traces/two-ranks")).toStdString()}, *rules);
        QVERIFY(first);
        const TraceRun second = balancedRun(*rules);
        // From the bars above: rank 0 computes for 50 us, waits 17.5, copies 2.5 and transfers 10; rank 1 computes for
        // 70 and transfers 10. In the second run, 40 and 10 on both.
        const RunComparison comparison = compareRuns(makeComparable(*first, second));
        QVERIFY(comparison.basis == PartsBasis::Run);
        QCOMPARE(comparison.workers.size(), std::size_t(2));
        QVERIFY(comparison.onlyInFirst.empty() && comparison.onlyInSecond.empty());
        QVERIFY(equalsMicroseconds(comparison.firstSpanS, 80) && equalsMicroseconds(comparison.secondSpanS, 50));
        const auto change = [&](std::size_t worker, Activity doing) {
            return comparison.workers[worker].second.part(doing) - comparison.workers[worker].first.part(doing);
        };
        QVERIFY(equalsMicroseconds(change(0, Activity::Compute), -10) &&
                equalsMicroseconds(change(1, Activity::Compute), -30));
        QVERIFY(equalsMicroseconds(change(0, Activity::Waiting), -17.5) &&
                equalsMicroseconds(change(1, Activity::Waiting), 0));
        QVERIFY(equalsMicroseconds(change(0, Activity::Memory), -2.5) &&
                equalsMicroseconds(change(0, Activity::Communication), 0));
        QVERIFY(equalsMicroseconds(comparison.workers[0].first.idleS(), 0) &&
                equalsMicroseconds(comparison.workers[1].second.idleS(), 0));
        // From 80 to 50 is 37.5 % less; compute falls by 20 us per worker, waiting by 8.75.
        const std::string about = comparison.summary;
        QVERIFY2(about.find("37.5 % less") != std::string::npos && about.find("20") != std::string::npos &&
                     about.find("less compute") != std::string::npos,
                 about.c_str());
        // A change from zero has no percentage.
        const RunComparison fromEmptyRun =
            compareRuns({{.workers = {{.worker = 0}}}, {.workers = {{.worker = 0, .spanS = 1}}}});
        QVERIFY2(fromEmptyRun.summary.find('%') == std::string::npos, fromEmptyRun.summary.c_str());
        // A rank that is missing from one of them.
        TraceRun singleRank = second;
        singleRank.ranks.erase(singleRank.ranks.begin());
        QCOMPARE(compareRuns(makeComparable(*first, singleRank)).onlyInFirst, std::vector<int>{0});
    }

    void measuredAgainstSimulated()
    {
        // 1 s of compute and 0.25 s of transfer per step, compared with a recording that computes for half of its time
        // and waits for a quarter.
        Simulation run;
        run.runS = 5;
        run.workers = {{.computeS = 4, .communicationS = 1}};
        RecordedRun recorded;
        recorded.files = {{.file = "a.json",
                           .ranks = {{.rank = 0,
                                      .spanS = 8,
                                      .computeS = 4,
                                      .communicationS = 3,
                                      .exposedS = 3,
                                      .idleS = 1,
                                      .waitingS = 2}}}};
        const RunComparison comparison = compareRuns({sharesOf(partsOf(run)), sharesOf(partsOf(recorded))});
        QCOMPARE(comparison.workers.size(), std::size_t(1));
        const ComparedWorker& worker = comparison.workers[0];
        QCOMPARE(worker.first.part(Activity::Compute), 0.8);
        QCOMPARE(worker.second.part(Activity::Compute), 0.5);
        QCOMPARE(worker.first.part(Activity::Communication), 0.2);
        QCOMPARE(worker.second.part(Activity::Communication), 0.125);
        QCOMPARE(worker.second.part(Activity::Waiting), 0.25);
        QCOMPARE(worker.second.idleS(), 0.125);
        const std::string about = comparison.summary;
        QVERIFY2(about.find("compute differs most: 80") != std::string::npos && about.find("50") != std::string::npos,
                 about.c_str());
    }

    void replayedRanks()
    {
        // Rank 0 works for 40 us before its all-reduce, rank 1 for 70; then 10 us of transfer (see recordedRanks). In
        // parallel rank 0 computes for another 10, and fills memory for 2.5 after a pause of the same length, so it
        // stops at 55.
        const Result<TraceRules> rules = standardTraceRules();
        QVERIFY(rules);
        const Result<TraceRun> run =
            importTraces({test::sourceFile(QStringLiteral("tests/data/traces/two-ranks")).toStdString()}, *rules);
        QVERIFY(run);
        const Result<Replay> unchanged = replay(*run);
        QVERIFY(unchanged);
        QVERIFY((pieces(replayedBar(*run, *unchanged, 0)) == std::vector<Piece>{{Activity::Compute, 0, 50},
                                                                                {Activity::Waiting, 50, 52.5},
                                                                                {Activity::Memory, 52.5, 55},
                                                                                {Activity::Waiting, 55, 70},
                                                                                {Activity::Communication, 70, 80}}));
        QVERIFY((pieces(replayedBar(*run, *unchanged, 1)) ==
                 std::vector<Piece>{{Activity::Compute, 0, 70}, {Activity::Communication, 70, 80}}));
        // Rank 1 as fast as rank 0: its 70 us of work shrink to 55 in the same proportions, and the transfer from 40 to
        // 50 lies within them.
        const Result<Replay> atMedian = replay(*run, {.ranksAtMedian = {1}});
        QVERIFY(atMedian);
        QVERIFY((pieces(replayedBar(*run, *atMedian, 1)) == std::vector<Piece>{{Activity::Compute, 0, 55}}));
        QCOMPARE(toReplayTimeNs(*run, *atMedian, 1, 1'045'000), std::int64_t(27'500));
        QCOMPARE(toReplayTimeNs(*run, *atMedian, 1, 1'090'000), std::int64_t(55'000));
        // Without rank 0 there is no waiting, and the only bar belongs to rank 1.
        const Result<Replay> withoutRank0 = replay(*run, {.ranksLeftOutOfReplay = {0}});
        QVERIFY(withoutRank0);
        QCOMPARE(withoutRank0->legs.size(), std::size_t(1));
        QVERIFY((pieces(replayedBar(*run, *withoutRank0, 0)) ==
                 std::vector<Piece>{{Activity::Compute, 0, 70}, {Activity::Communication, 70, 80}}));
    }

    void simulatedWorkers()
    {
        // 2 s of compute on two workers, one of them twice as slow, then an exchange: the faster worker waits 1 s.
        SimulationQuestion question;
        question.model.tCompS = 2;
        question.model.primaryExchange().communication.alphaS = 0.1;
        question.p = 2;
        question.steps = 1;
        question.recordSpans = true;
        question.slowedWorkers = {{.worker = 1, .factor = 2}};
        const Simulation run = simulate(question);
        const auto bars = simulatedBars(run, 1e-9);
        QCOMPARE(bars.size(), std::size_t(2));
        const auto totalShare = [&](std::size_t worker, Activity doing) {
            return double(ticksByActivity(bars[worker], 0, 1'000'000'000'000)[static_cast<std::size_t>(doing)]) * 1e-9;
        };
        QCOMPARE(totalShare(0, Activity::Compute), 1.0);
        QCOMPARE(totalShare(0, Activity::Waiting), 1.0);
        QCOMPARE(totalShare(1, Activity::Compute), 2.0);
        QCOMPARE(totalShare(1, Activity::Waiting), 0.0);
        QVERIFY(totalShare(0, Activity::Communication) > 0);
        QCOMPARE(totalShare(0, Activity::Communication), totalShare(1, Activity::Communication));
    }
};

SCALEWRIGHT_TEST(tst_bars)
#include "tst_bars.moc"

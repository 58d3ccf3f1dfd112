// What a worker does when, as a bar. Expected values: the two ranks of tests/data/traces/two-ranks put together by hand (see there),
// and a step of two workers written out here.
#include <QTest>

#include "core/timeline/bars.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

struct Piece {
    Doing what;
    double fromUs, toUs;
    bool operator==(const Piece&) const = default;
};

std::vector<Piece> pieces(const std::vector<DetailSpan>& bar)
{
    std::vector<Piece> out;
    for (const DetailSpan& span : bar)
        out.push_back({static_cast<Doing>(span.colour), double(span.fromNs) * 1e-3, double(span.toNs) * 1e-3});
    return out;
}

}  // namespace

class tst_bars : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recordedRanks()
    {
        const Result<TraceRules> rules = standardTraceRules();
        QVERIFY(rules);
        const Result<TraceRun> run = importTraces({test::sourceFile(QStringLiteral("tests/data/traces/two-ranks")).toStdString()}, *rules);
        QVERIFY(run);
        // The all-reduce ends at 90 us on rank 0's clock and at 1090 on rank 1's; the first kernels begin at 10 and 1010.
        const ClockShifts shifts = clockShifts(*run);
        QCOMPARE(shifts.shiftNs, (std::vector<std::int64_t>{-10'000, -1'010'000}));
        QVERIFY(english(shifts.about).find("1.00 ms") != std::string::npos || english(shifts.about).find("1 ms") != std::string::npos);
        // Rank 0's all-reduce runs from 50 to 90 and rank 1's takes 10: 30 us of it are waiting, of which the kernel hides the
        // first 10 (it ends at 60) and the fill of 62.5 to 65 2.5.
        const std::vector<DetailSpan> first = recordedBar(*run, 0, shifts.shiftNs[0]);
        QVERIFY((pieces(first) == std::vector<Piece>{{Doing::Compute, 0, 50},
                                                     {Doing::Waiting, 50, 52.5},
                                                     {Doing::Memory, 52.5, 55},
                                                     {Doing::Waiting, 55, 70},
                                                     {Doing::Communication, 70, 80}}));
        QVERIFY((pieces(recordedBar(*run, 1, shifts.shiftNs[1])) == std::vector<Piece>{{Doing::Compute, 0, 70}, {Doing::Communication, 70, 80}}));
        const auto ticks = ticksWithin(first, 51'000, 75'000);
        QCOMPARE(ticks[static_cast<std::size_t>(Doing::Waiting)], std::int64_t(1'500 + 15'000));
        QCOMPARE(ticks[static_cast<std::size_t>(Doing::Communication)], std::int64_t(5'000));
        QCOMPARE(ticks[static_cast<std::size_t>(Doing::Compute)], std::int64_t(0));
    }

    void clocksThatNothingTies()
    {
        const Result<TraceRules> rules = standardTraceRules();
        QVERIFY(rules);
        const Result<TraceRun> both = importTraces({test::sourceFile(QStringLiteral("tests/data/traces/two-ranks")).toStdString()}, *rules);
        QVERIFY(both);
        TraceRun run = *both;
        run.matched = {};
        const ClockShifts shifts = clockShifts(run);  // 10 … 90 and 1010 … 1090: they do not meet
        QCOMPARE(shifts.shiftNs, (std::vector<std::int64_t>{-10'000, -1'010'000}));
        QVERIFY(english(shifts.about).find("each begins at 0") != std::string::npos);
    }

    void simulatedWorkers()
    {
        // 2 s of compute on two workers, one twice as slow, then an exchange: the first waits 1 s for the other.
        SimulationQuestion question;
        question.model.tCompS = 2;
        question.model.communication.alphaS = 0.1;
        question.p = 2;
        question.steps = 1;
        question.spans = true;
        question.slowed = {{.worker = 1, .factor = 2}};
        const Simulation run = simulate(question);
        const auto bars = simulatedBars(run, 1e-9);
        QCOMPARE(bars.size(), std::size_t(2));
        const auto all = [&](std::size_t worker, Doing what) { return double(ticksWithin(bars[worker], 0, 1'000'000'000'000)[static_cast<std::size_t>(what)]) * 1e-9; };
        QCOMPARE(all(0, Doing::Compute), 1.0);
        QCOMPARE(all(0, Doing::Waiting), 1.0);
        QCOMPARE(all(1, Doing::Compute), 2.0);
        QCOMPARE(all(1, Doing::Waiting), 0.0);
        QVERIFY(all(0, Doing::Communication) > 0);
        QCOMPARE(all(0, Doing::Communication), all(1, Doing::Communication));
    }
};

SCALEWRIGHT_TEST(tst_bars)
#include "tst_bars.moc"

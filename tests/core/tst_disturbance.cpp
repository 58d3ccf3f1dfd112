// SPDX-License-Identifier: GPL-3.0-or-later
// What is known about a ladder's machine affects the conclusions from the ladder. Simulated ladders with a known truth
// and fixed seeds.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/evidence/fit/fit.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/ladder/disturbance.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

constexpr std::array rungs{1, 2, 4, 8, 16, 32, 64};

/// Amdahl's law, f = 0.05, noise of 2 %, `drift` from the first run to the last, three rounds over all p.
std::vector<TimedRun> driftingRuns(std::mt19937& random, double drift)
{
    std::normal_distribution<double> noise(0, 0.02);
    std::vector<TimedRun> runs;
    const double last = 3.0 * rungs.size() - 1;
    for (int round = 0; round < 3; ++round)
        for (const int p : rungs) {
            const double driftFactor = 1 + drift * static_cast<double>(runs.size()) / last;
            runs.push_back({p, 100 * (0.05 + 0.95 / p) * driftFactor * std::exp(noise(random))});
        }
    return runs;
}

Ladder makeLadder(const std::vector<TimedRun>& runs)
{
    Ladder ladder{.scaling = Scaling::Strong};
    for (const TimedRun& run : runs)
        ladder.points.push_back({.p = run.p, .timeS = run.timeS});
    return ladder;
}

bool fitHasInterval(const Ladder& ladder)
{
    const Result<MeasuredLadder> runs = analyseLadder(ladder);
    const Result<LadderFit> fit = runs ? fitLaw(*runs, Law::Amdahl) : fail(ErrorCode::Input, "");
    return fit && fit->find("f")->interval();
}

}  // namespace

class tst_disturbance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Error at most 2 % (a test at 99 %, 600 ladders), power at least 90 %.
    void findsDrift()
    {
        std::mt19937 random(20261125);
        int detected = 0, invented = 0;
        const int ladders = 600;
        for (int i = 0; i < ladders; ++i) {
            detected += relativeDrift(driftingRuns(random, 0.1)) > 0 ? 1 : 0;
            invented += relativeDrift(driftingRuns(random, 0)) != 0 ? 1 : 0;
        }
        QVERIFY2(invented <= ladders / 50, QByteArray::number(invented));
        QVERIFY2(detected >= 9 * ladders / 10, QByteArray::number(detected));
    }

    // A rise of exactly 10 % over the order of the runs, without noise: ln t deviates from a straight line by less than
    // half of 1 %.
    void driftsSize()
    {
        std::vector<TimedRun> runs;
        for (int i = 0; i < 20; ++i)
            runs.push_back({1 + i % 2, std::exp(std::log(1.1) * i / 19)});
        QVERIFY(std::abs(relativeDrift(runs) - 0.1) < 1e-9);
        QCOMPARE(relativeDrift({{1, 1}, {1, 2}, {1, 3}}), 0.0);  // too few to tell
        std::stable_sort(runs.begin(), runs.end(), [](const TimedRun& a, const TimedRun& b) { return a.p < b.p; });
        QCOMPARE(relativeDrift(runs), 0.0);  // sorted
        QCOMPARE(relativeDrift({}), 0.0);
    }

    void noIntervalFromADriftingMachine()
    {
        std::mt19937 random(7);
        int withInterval = 0, lost = 0;
        for (int i = 0; i < 60; ++i) {
            withInterval += fitHasInterval(makeLadder(driftingRuns(random, 0))) ? 1 : 0;
            lost += fitHasInterval(makeLadder(driftingRuns(random, 0.1))) ? 0 : 1;
        }
        QVERIFY2(withInterval >= 55 && lost >= 54,
                 qPrintable(QStringLiteral("%1 kept, %2 lost").arg(withInterval).arg(lost)));
    }

    void readsTheHeader()
    {
        const auto text = [](const char* host, const char* command) {
            std::string csv = std::string("# a ladder by Scalewright 0.1.0, begun 2026-11-25T10:00:00\n# command: ") +
                              command + " ./heat {p}\n# host one, A processor, " + host +
                              " at the start\n# order random, seed 1; 1 warm-up run(s) of each p, not counted\n"
                              "p,repeat,seconds,status,host,started,comp,comm,idle,io,quality\n";
            std::mt19937 random(3);
            int i = 0;
            for (const TimedRun& run : driftingRuns(random, 0))
                if (run.p <= 4)
                    csv += QStringLiteral("%1,%2,%3,ok,one,,,,,,\n")
                               .arg(run.p)
                               .arg(1 + i++ / 3)
                               .arg(run.timeS)
                               .toStdString();
            return csv;
        };
        const auto read = [&](const char* host, const char* command) {
            return readLadders(text(host, command)).value().ladders.front();
        };
        const Ladder loaded = read("2 cores, load 5", "none");
        QCOMPARE(loaded.cores, std::optional(2));
        QCOMPARE(loaded.loadAtStart, std::optional(5.0));
        const std::string disturbed = analyseLadder(loaded)->disturbance;
        QVERIFY(disturbed.find("load 5") != std::string::npos && disturbed.find("p = 4") != std::string::npos);
        QVERIFY(!fitHasInterval(loaded));
        const Ladder quiet = read("8 cores, load 0.1", "none");
        QCOMPARE(quiet.cores, std::optional(8));
        QVERIFY(analyseLadder(quiet)->disturbance.empty());
        QVERIFY(fitHasInterval(quiet));
        QVERIFY(!read("2 cores, load 5", "slurm").cores);  // the login node's

        // A loaded machine distorts all times; more workers than cores distorts only the times of those p.
        const auto intervals = [&](const char* host) {
            const MeasuredLadder ladder = analyseLadder(read(host, "none")).value();
            return std::pair(ladder.findRung(2)->timeInterval.has_value(),
                             ladder.findRung(4)->timeInterval.has_value());
        };
        QCOMPARE(intervals("8 cores, load 0.1"), std::pair(true, true));
        QCOMPARE(intervals("2 cores, load 0.1"), std::pair(true, false));
        QCOMPARE(intervals("2 cores, load 5"), std::pair(false, false));
    }
};

SCALEWRIGHT_TEST(tst_disturbance)
#include "tst_disturbance.moc"

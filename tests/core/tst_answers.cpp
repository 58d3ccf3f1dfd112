// SPDX-License-Identifier: GPL-3.0-or-later
// An answer as text and as JSON: what each verbosity shows, where lines break.
#include <QTest>

#include <algorithm>
#include <string>
#include <utility>

#include "core/evidence/ladder/ladder.h"
#include "core/output/answers/answer.h"
#include "core/output/answers/cost.h"
#include "core/output/answers/ladder_reading.h"
#include "core/output/answers/render.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

Answer eight()
{
    Answer answer;
    answer.headline = "8 workers give 3.88×, not 8×.";
    answer.because = "Communication takes 2.25 of the missing 4.12.";
    answer.next = {"Repeat each run three times.", "scalewright-cli ladder run --repeat 3", "/measurements"};
    answer.confidence = {Basis::Measured, Clarity::Close, "one run per point", "One run shows no noise."};
    answer.table.columns = {{"p", "p", "", 0}};
    answer.table.rows = {{8.0}};
    answer.add(Fact::Formula, "", "S(p) = T(1)/T(p)");
    answer.add(Fact::Value, "knee", "4");
    answer.add(Fact::Value, "knee", "");
    answer.add(Fact::Value, "knee", std::vector<std::string>{"6", "", "7"});
    return answer;
}

}  // namespace

class tst_answers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quiet()
    {
        QCOMPARE(toText(eight(), Verbosity::Quiet),
                 std::string("8 workers give 3.88×, not 8×. (measured, close; one run per point)\n"));
        QCOMPARE(toText(Answer{}, Verbosity::Quiet), std::string());
    }

    void shortForm()
    {
        QCOMPARE(toText(eight(), Verbosity::Short),
                 std::string("p\n8\n\n8 workers give 3.88×, not 8×. (measured, close; one run per point)\n"
                             "Communication takes 2.25 of the missing 4.12.\n"
                             "Next: Repeat each run three times.\n      scalewright-cli ladder run --repeat 3\n"));
    }

    void speedupPerDollar()
    {
        const auto text = [](double gain, double usd) {
            return speedupPerUsdText({.speedupGain = gain, .addedCostUsd = usd, .speedupPerUsd = gain / usd});
        };
        QCOMPARE(text(0.8, 0.54), std::string("1.48"));
        QCOMPARE(text(-0.48, 1.88), std::string("-0.255"));  // slower
        QCOMPARE(text(2.91, 0.00122), std::string("2390"));
        QCOMPARE(text(0.96, 5.7e-7), std::string("1680000"));
        QCOMPARE(text(0.9, -0.01), std::string("cheaper"));
        QCOMPARE(text(-0.5, -0.1), std::string("-5"));  // slower, though it saves money
        QCOMPARE(speedupPerUsdText({.speedupGain = 1}), std::string("–"));
    }

    void joinsTextsInOneLine()
    {
        QCOMPARE(headlineWithReason("8 workers: 206 s.", "best above $36.03/h of waiting"),
                 std::string("8 workers: 206 s. Best above $36.03/h of waiting."));
        QCOMPARE(headlineWithReason("8 workers.", ""), std::string("8 workers."));
    }

    /// Times at one p that differ tenfold are not repeats; 10 and 29 s may come from a busy machine.
    void unlikeRuns()
    {
        Ladder ladder{.scaling = Scaling::Strong};
        for (const auto& [p, seconds] : {std::pair{1, 10.0}, {1, 29.0}, {2, 6.0}, {2, 60.0}})
            ladder.points.push_back({.p = p, .timeS = seconds});
        QCOMPARE(measurementNote(*analyseLadder(ladder)), std::string("repeats at p = 2 differ by 10×"));
        ladder.points.back().timeS = 6.25;
        QCOMPARE(measurementNote(*analyseLadder(ladder)), std::string());
    }

    void explained()
    {
        const std::string text = toText(eight(), Verbosity::Explained);
        QVERIFY(text.starts_with(toText(eight(), Verbosity::Short)));
        QVERIFY(
            text.ends_with("\n\nsure          One run shows no noise.\nformula       S(p) = T(1)/T(p)\n"
                           "knee          4\n              6\n              7\n"));
        // A label wider than its column is put above its text.
        Answer wide;
        wide.headline = "2 laws.";
        wide.add(Fact::Value, "recursive-doubling", std::vector<std::string>{"24 rows", "10.0 us"});
        QCOMPARE(toText(wide, Verbosity::Explained),
                 std::string("2 laws.\n\nrecursive-doubling\n              24 rows\n              10.0 us\n"));
    }

    // No line is wider than the limit, no word is lost, and no unit is separated from its number.
    void lines()
    {
        for (std::size_t length = 80; length <= 110; ++length) {
            Answer answer;
            answer.headline = "It takes";
            while (answer.headline.size() < length)
                answer.headline += " 76.0 GB";
            answer.because = std::string(length, 'x');
            std::string text = toText(answer, Verbosity::Short);
            std::size_t at = 0;
            for (std::size_t end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
                const std::string line = text.substr(at, end - at);
                QVERIFY(line.size() <= answerWidth || line == answer.because);
                QVERIFY(!line.starts_with("GB"));
            }
            std::replace(text.begin(), text.end(), '\n', ' ');
            QCOMPARE(text, answer.headline + " " + answer.because + " ");
        }
    }

    void json()
    {
        const Json json{toJson(eight())};
        QCOMPARE(*json.find("headline")->asString(), eight().headline);
        QCOMPARE(*json.find("next")->find("pointer")->asString(), std::string("/measurements"));
        QCOMPARE(*json.find("sure")->find("clarity")->asString(), std::string("close"));
        QCOMPARE(json.find("details")->asArray()->size(), std::size_t{4});
        QVERIFY(json.find("details")->asArray()->front().find("label") == nullptr);
        const Json emptyAnswer{toJson(Answer{})};
        QVERIFY(emptyAnswer.find("next") == nullptr);
    }

    // A 16-core machine cannot measure p = 32: values in between come first, then a larger machine is requested.
    void suggestsTheNextWorkerCountToMeasure()
    {
        const auto next = [](std::vector<int> workerCounts, std::optional<int> cores) {
            Ladder ladder;
            ladder.scaling = Scaling::Strong;
            ladder.cores = cores;
            for (const int p : workerCounts)
                ladder.points.push_back({.p = p, .timeS = 1.0 / p});
            const Result<MeasuredLadder> read = analyseLadder(ladder);
            const std::string command = read ? suggestMoreWorkerCounts(*read).command : "refused";
            const std::size_t begin = command.find("--p ");
            return begin == std::string::npos ? command
                                              : command.substr(begin + 4, command.find(" --repeat") - begin - 4);
        };
        QCOMPARE(next({1, 2, 4}, {}), std::string("1,2,4,8"));
        QCOMPARE(next({1, 2, 4}, 8), std::string("1,2,4,8"));
        QCOMPARE(next({1, 2, 4, 8, 16}, 16), std::string("1,2,3,4,6,8,12,16"));
        QCOMPARE(next({1, 2, 4}, 6), std::string("1,2,3,4,6"));
        QCOMPARE(next({1, 2, 3, 4}, 4), std::string());
        QCOMPARE(next({1, 2, 4}, 2), std::string("1,2,4,8"));  // it already shares cores
    }
};

SCALEWRIGHT_TEST(tst_answers)
#include "tst_answers.moc"

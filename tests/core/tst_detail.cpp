// SPDX-License-Identifier: GPL-3.0-or-later
// What a pixel shows, compared with a check of every span.
#include <QTest>

#include <algorithm>
#include <map>
#include <random>

#include "core/evidence/timeline/detail.h"
#include "tests/support/registry.h"

using namespace scalewright;

class tst_detail : public QObject {
    Q_OBJECT
private slots:
    void nesting();
    void againstEverySpan();
    void drawsFewBoxes();
    void findsSpanAtTime();
    void handlesAnEmptyLane();
};

void tst_detail::nesting()
{
    // outer [0,100), two spans inside it, one inside the second; a kernel that overlaps its neighbour goes one level
    // lower.
    const DetailLane lane({{40, 80, 2}, {0, 100, 0}, {10, 20, 1}, {50, 60, 3}, {100, 130, 4}, {120, 150, 5}});
    QCOMPARE(lane.levels(), 3);
    QCOMPARE(lane.size(), std::size_t(6));
    std::vector<DetailBox> boxes;
    lane.appendVisible(0, 200, 200, boxes);
    std::map<std::uint32_t, int> level;
    for (const DetailBox& box : boxes)
        level[box.id] = box.level;
    QCOMPARE(level, (std::map<std::uint32_t, int>{{0, 0}, {1, 1}, {2, 1}, {3, 2}, {4, 0}, {5, 1}}));
}

void tst_detail::againstEverySpan()
{
    std::mt19937 random(5);
    for (int round = 0; round < 60; ++round) {
        // One level: consecutive spans.
        std::vector<DetailSpan> spans;
        std::int64_t time = 0;
        const int count = std::uniform_int_distribution<int>(1, 3000)(random);
        for (int i = 0; i < count; ++i) {
            time += std::uniform_int_distribution<int>(0, 20)(random);
            const std::int64_t to = time + (i % 97 == 0 ? 500 : std::uniform_int_distribution<int>(1, 9)(random));
            spans.push_back({time, to, static_cast<std::uint32_t>(i)});
            time = to;
        }
        const DetailLane lane(spans);
        const std::int64_t from = std::uniform_int_distribution<std::int64_t>(0, time)(random),
                           to = from + std::uniform_int_distribution<std::int64_t>(1, time)(random);
        const int buckets = std::uniform_int_distribution<int>(1, 400)(random);
        const std::int64_t bucket = std::max<std::int64_t>(1, (to - from + buckets - 1) / buckets);
        std::vector<DetailBox> boxes;
        lane.appendVisible(from, to, buckets, boxes);

        // Every span at least one pixel long is drawn; of the shorter ones only the longest nearby, and the number of
        // boxes is limited.
        std::map<std::uint32_t, std::uint32_t> drawnSpans;
        for (const DetailBox& box : boxes) {
            QVERIFY(box.toNs > from - bucket && box.fromNs < to + bucket);
            QCOMPARE(qint64(spans[box.id].fromNs), qint64(box.fromNs));
            ++drawnSpans[box.id];
        }
        for (const auto& [id, times] : drawnSpans)
            QCOMPARE(times, 1u);
        QVERIFY(boxes.size() <= std::size_t(2 * buckets + 3));
        for (const DetailSpan& span : spans) {
            if (span.toNs <= from || span.fromNs >= to)
                continue;
            if (span.toNs - span.fromNs >= bucket) {
                QVERIFY(drawnSpans.contains(span.id));
                continue;
            }
            // A span may be left out only if one at least as long starts within a pixel of it.
            bool isCovered = drawnSpans.contains(span.id);
            for (const DetailBox& box : boxes)
                isCovered |=
                    std::abs(box.fromNs - span.fromNs) < bucket && box.toNs - box.fromNs >= span.toNs - span.fromNs;
            QVERIFY2(isCovered, qPrintable(QString("%1 of %2").arg(span.id).arg(count)));
        }
    }
}

void tst_detail::drawsFewBoxes()
{
    std::vector<DetailSpan> spans;
    for (std::uint32_t i = 0; i < 200000; ++i)
        spans.push_back({std::int64_t(i) * 10, std::int64_t(i) * 10 + (i == 123456 ? 9 : 7), i});
    const DetailLane lane(std::move(spans));
    std::vector<DetailBox> boxes;
    lane.appendVisible(0, 2'000'000, 1000, boxes);
    QVERIFY(boxes.size() >= 1000 && boxes.size() <= 2000);
    // A pixel shows the longer span, even if only slightly longer.
    QVERIFY(std::any_of(boxes.begin(), boxes.end(),
                        [](const DetailBox& box) { return box.id == 123456 && box.spanCount > 50; }));
    QVERIFY(double(lane.memoryBytes()) / 200000 <= 64);
}

void tst_detail::findsSpanAtTime()
{
    const DetailLane lane({{0, 100, 0}, {10, 20, 1}});
    QCOMPARE(lane.spanAt(15)->id, 1u);
    QCOMPARE(lane.spanAt(50)->id, 0u);
    QVERIFY(lane.spanAt(105) == nullptr);
    QCOMPARE(lane.spanAt(105, 10)->id, 0u);
}

void tst_detail::handlesAnEmptyLane()
{
    const DetailLane lane{std::vector<DetailSpan>{}};
    std::vector<DetailBox> boxes;
    lane.appendVisible(0, 10, 10, boxes);
    QVERIFY(boxes.empty());
    QVERIFY(lane.spanAt(0) == nullptr);
    DetailLane({{0, 10, 1}}).appendVisible(5, 5, 10, boxes);
    QVERIFY(boxes.empty());
}

SCALEWRIGHT_TEST(tst_detail)
#include "tst_detail.moc"

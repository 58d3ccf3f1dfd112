// SPDX-License-Identifier: GPL-3.0-or-later
// Events are read the same whatever their layout, even if it changes from one event to the next. Expected values: the
// ones that the events are written with.
#include <QTest>

#include "core/evidence/trace/scanner.h"
#include "core/evidence/trace/trace_file.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

constexpr int layouts = 8;

/// An event with `start` and `duration` in microseconds, named n0 to n6.
std::string eventText(int layout, int start, int duration, int name)
{
    const auto text = [&](const char* pattern) {
        return QString::fromLatin1(pattern)
            .replace("START", QString::number(start))
            .replace("DUR", QString::number(duration))
            .replace("NAME", QStringLiteral("n%1").arg(name))
            .replace("PAD", QString(name % 3, QLatin1Char(' ')))
            .toStdString();
    };
    switch (layout) {
    case 0: return text(R"({"ph":"X","name":"NAME","ts":START,"dur":DUR,"pid":1,"tid":2})");
    case 1:
        return text(
            "{\n  \"ph\": \"X\", \"cat\": \"\", \"name\": \"NAME\", \"pid\": 1, \"tid\": 2,\n  \"ts\": START, \"dur\": "
            "DUR,\n  \"args\": {\n    \"a}\": \"]\\\"\", \"b\": [[1], {}]\n  }\n  }");
    case 2:
        return text(
            // Aligned by hand.
            "{ \"ts\" :   START , \"dur\" :\tDUR , \"tid\" : 2 , \"pid\" : 1 , \"ph\" : \"X\" , \"name\" : \"NAME\" }");
    case 3: return text(R"({"args":{"ts":77,"dur":[]},"tid":2,"pid":1,"dur":DUR,"ts":START,"name":"NAME","ph":"X"})");
    case 4:
        return text(
            R"({"a key that is much longer than any that a reader would remember":{"ph":"B"},"ph":"X","name":"NAME","ts":START,"dur":DUR,"pid":1,"tid":2,})");
    case 5:
        return text(
            R"({"ph": "X", "name": "NAME", "ts":PADSTART, "dur": PADDUR, "pid":  1, "tid":PAD2})");  // columns aligned
    case 6:
        return text(
            R"({"phase":"Y","ph":"X","names":"no","name":"NAME","tsx":9,"ts":"START","dur":"DUR","pid":1,"tid":2})");
    default:
        return text(
            "{\"ph\":\"X\",\r\n\r\n\r\n                                        "
            "\"name\":\"NAME\",\"ts\":START.0,\"dur\":DURe0,\"pid\":1,\"tid\":2}");
    }
}

}  // namespace

class tst_trace_layouts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mixed_data()
    {
        QTest::addColumn<int>("threads");
        QTest::addColumn<bool>("runs");
        for (const int threads : {1, 2})
            for (const bool runs : {false, true})
                QTest::addRow("%d threads, %s", threads, runs ? "in runs" : "each another") << threads << runs;
    }
    void mixed()
    {
        QFETCH(int, threads);
        QFETCH(bool, runs);
        constexpr int count = 40'000;  // enough for more than two threads
        const auto layoutIndex = [&](int i) { return runs ? i / 50 % layouts : (i * 5 + i / 11) % layouts; };
        std::string text = "{\"traceEvents\": [";
        for (int i = 0; i < count; ++i)
            text += (i > 0 ? i % 3 == 0 ? ",\n" : " , " : "") + eventText(layoutIndex(i), 10 * i, 1 + i % 9, i % 7);
        text += "]}";
        const std::size_t size = text.size();
        text.append(scanPadding, '\0');
        const Result<TraceRecording> recording =
            scanTrace(std::string_view(text).substr(0, size), {.threads = threads});
        QVERIFY(recording);
        QCOMPARE(recording->damage.damagedPlaces, std::size_t(0));
        QVERIFY(!recording->damage.isTruncated);
        QCOMPARE(recording->rejectedCount, std::size_t(0));
        QCOMPARE(recording->spans.size(), std::size_t(count));
        for (int i = 0; i < count; ++i) {
            const TraceSpan& span = recording->spans[static_cast<std::size_t>(i)];
            QCOMPARE(span.startNs, std::int64_t(10'000) * i);
            QCOMPARE(span.durationNs, std::int64_t(1000) * (1 + i % 9));
            QCOMPARE(recording->kinds[span.kind].name, "n" + std::to_string(i % 7));
            QCOMPARE(recording->lanes[span.lane].thread, std::string("2"));
        }
    }
};

SCALEWRIGHT_TEST(tst_trace_layouts)
#include "tst_trace_layouts.moc"

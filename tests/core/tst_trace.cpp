// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded traces: hand-made traces with sums computed by hand, damaged traces, and the public traces in shared/data
// compared with the numbers that an independent script, HolisticTraceAnalysis, Kineto and TraceLens report for them.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

#include <fmt/format.h>
#include <zlib.h>

#include "core/evidence/timeline/replay.h"
#include "core/evidence/trace/flow.h"
#include "core/evidence/trace/reference.h"
#include "core/evidence/trace/run.h"
#include "core/evidence/trace/scanner.h"
#include "core/project/document/project_file.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"
#include "tests/support/traces.h"

using namespace scalewright;
using namespace scalewright::test;

namespace {

Result<TraceRecording> scanned(std::string text, int threads = 2)
{
    const std::size_t size = text.size();
    text.append(scanPadding, '\0');
    return scanTrace(std::string_view(text).substr(0, size), {.threads = threads});
}

const TraceRules& rules()
{
    return traceRules();
}

TraceRun runFromText(const std::string& text)
{
    return tracedRun({{"trace.json", text}});
}

TraceRun imported(const QString& path)
{
    Result<TraceRun> run = importTraces({path.toStdString()}, rules());
    if (!run)
        qFatal("%s", describe(run.error()).c_str());
    return std::move(*run);
}

/// The whole content of a gzip file.
std::string unpacked(const QString& path)
{
    std::string text;
    const gzFile in = gzopen(path.toStdString().c_str(), "rb");
    std::vector<char> buffer(1 << 20);
    for (int bytesRead = 0; (bytesRead = gzread(in, buffer.data(), static_cast<unsigned>(buffer.size()))) > 0;)
        text.append(buffer.data(), static_cast<std::size_t>(bytesRead));
    gzclose(in);
    return text;
}

void write(const QString& path, const std::string& content)
{
    std::ofstream(path.toStdString(), std::ios::binary) << content;
}

/// A trace of n kernels, 3 us each, one every 4 us, pretty-printed or not, with strings and brackets in the arguments.
std::string kernels(int n, bool lines)
{
    std::string text = "{\"traceEvents\":[";
    for (int i = 0; i < n; ++i) {
        text += i > 0 ? "," : "";
        text += lines ? "\n  " : "";
        text += "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k<" + std::to_string(i % 7) +
                ">\",\"pid\":0,\"tid\":" + std::to_string(i % 3) + ",\"ts\":" + std::to_string(4 * i) +
                ",\"dur\":3,\"args\":{\"ph\":\"[{\",\"list\":[1,[2,{\"x\":\"}\\\"\"}]],\"correlation\":" +
                std::to_string(i) + "}}";
    }
    return text + "]}";
}

}  // namespace

class tst_trace : public QObject {
    Q_OBJECT
private slots:
    void numbers_data();
    void numbers();
    void phases();
    void roundsTimesLikeOtherReaders();
    void twoThreadsReadTheSameEvents();
    void chunkedReadingGivesTheSameEvents();
    void readsTruncatedTraces();
    void aLostQuote();
    void controlCharacters();
    void packed();
    void refused_data();
    void refused();
    void patterns();
    void appliesUserRules();
    void rejectsInvalidRules();
    void breakdownMatchesHandCalculation();
    void readsSeveralRanksInOneFile();
    void ray();
    void xla();
    void stragglers();
    void findsGroupsOfStragglers();
    void cancelled();
    void table_data();
    void table();
    void traceLens();
    void kineto_data();
    void kineto();
    void mtia();
    void gloo_data();
    void gloo();
    void everyFile();
    void largeAndDamaged();
    void replayMatchesHandCalculation();
    void replaysRecordings_data();
    void replaysRecordings();
    void replayRefused();
    void references();
    void projectsKeepReferencesToTraces();
};

void tst_trace::numbers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("ns");
    QTest::newRow("whole") << QByteArray("12") << qint64(12000);
    QTest::newRow("quarter") << QByteArray("0.25") << qint64(250);
    QTest::newRow("nanoseconds") << QByteArray("3605054881202.837") << qint64(3605054881202837);
    QTest::newRow("more digits round") << QByteArray("1.2346789") << qint64(1235);
    QTest::newRow("power of ten") << QByteArray("1.5e3") << qint64(1500000);
    QTest::newRow("a string") << QByteArray("\"200.5\"") << qint64(200500);
    QTest::newRow("negative") << QByteArray("-3.5") << qint64(-3500);
    QTest::newRow("since 1970") << QByteArray("1669783687464181") << qint64(1669783687464181000);
}

void tst_trace::numbers()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, ns);
    const auto recording = scanned(R"([{"ph":"X","name":"a","ts":)" + text.toStdString() + R"(,"dur":1}])");
    QVERIFY(recording);
    QCOMPARE(recording->spans.size(), std::size_t(1));
    QCOMPARE(qint64(recording->spans[0].startNs), ns);
    QVERIFY(!recording->damage.isTruncated);
}

void tst_trace::phases()
{
    // B and E events may be in any order in the file; an E closes the latest B in its lane. Events without a duration
    // are not spans.
    const auto recording = scanned(R"([
        {"ph":"E","name":"","pid":1,"tid":"18446744073709551617","ts":30},
        {"ph":"B","name":"outer","pid":1,"tid":18446744073709551617,"ts":10},
        {"ph":"B","name":"inner","pid":1,"tid":18446744073709551617,"ts":20},
        {"ph":"E","name":"inner","pid":1,"tid":18446744073709551617,"ts":25},
        {"ph":"B","name":"open","pid":1,"tid":2,"ts":1},
        {"ph":"i","name":"instant","ts":3,"s":"g"}, {"ph":"C","name":"counter","ts":4,"args":{"v":1}},
        {"ph":"X","name":"no duration","ts":5}, {"ph":"X","name":"bad","ts":"100a","dur":2}, {"ph":"X","name":"backwards","ts":1,"dur":-1},
        {"ph":"X","name":"list","ts":[1],"dur":2}, {"ph":"X","name":"object","ts":7,"dur":{}},
        {}, {"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"main \u00e4"}}
    ])");
    QVERIFY(recording);
    QCOMPARE(recording->spans.size(), std::size_t(2));
    QCOMPARE(QString::fromStdString(recording->kinds[recording->spans[0].kind].name), QString("inner"));
    QCOMPARE(qint64(recording->spans[0].durationNs), qint64(5000));
    QCOMPARE(QString::fromStdString(recording->kinds[recording->spans[1].kind].name), QString("outer"));
    QCOMPARE(qint64(recording->spans[1].durationNs), qint64(20000));
    QCOMPARE(recording->unclosedCount, std::size_t(1));
    QCOMPARE(recording->rejectedCount, std::size_t(5));
    QCOMPARE(recording->eventCount, std::size_t(13));
    QVERIFY(std::any_of(recording->lanes.begin(), recording->lanes.end(),
                        [](const TraceLane& lane) { return lane.threadName == "main \xC3\xA4"; }));
}

void tst_trace::roundsTimesLikeOtherReaders()
{
    // 2^50 us is in 2005: from then on, a double in microseconds is a multiple of 1/4. .358 becomes .25, and the end,
    // .358 + .2, moves with it.
    const auto recording = scanned(R"([{"ph":"X","name":"a","ts":1712195495985358.440,"dur":253.727}])");
    const double start = 1712195495985358.440, end = start + 253.727;
    QCOMPARE(qint64(recording->spans[0].startNs), qint64(start) * 1000 + qint64((start - std::floor(start)) * 1000));
    QCOMPARE(qint64(recording->spans[0].durationNs), qint64((end - start) * 1000));
}

void tst_trace::twoThreadsReadTheSameEvents()
{
    for (const bool lines : {false, true}) {
        const std::string text = kernels(60000, lines);  // 8 MB: enough for two threads
        const auto one = scanned(text, 1), two = scanned(text, 2);
        QVERIFY(one && two);
        QCOMPARE(one->spans.size(), std::size_t(60000));
        QCOMPARE(two->spans.size(), std::size_t(60000));
        QCOMPARE(two->kinds.size(), std::size_t(7));
        QCOMPARE(two->lanes.size(), std::size_t(3));
        QCOMPARE(two->damage.damagedPlaces, std::size_t(0));
        std::int64_t sum = 0;
        std::vector<int> lanes(3);
        for (const TraceSpan& span : two->spans) {
            sum += span.startNs / 4000;
            ++lanes[span.lane];
        }
        QCOMPARE(qint64(sum), qint64(60000) * 59999 / 2);
        QCOMPARE(lanes, (std::vector<int>{20000, 20000, 20000}));
    }
}

void tst_trace::chunkedReadingGivesTheSameEvents()
{
    QTemporaryDir folder;
    const std::string text = kernels(3000, true);
    write(folder.filePath("t.json"), text);
    for (const std::size_t window : {std::size_t(1000), std::size_t(4096), std::size_t(65537)}) {
        const auto read =
            readTrace(folder.filePath("t.json").toStdString(), {.wholeTextLimit = 100000, .windowBytes = window});
        QVERIFY(read);
        QCOMPARE(read->spans.size(), std::size_t(3000));
        QCOMPARE(read->textBytes, text.size());
        QCOMPARE(read->damage.damagedPlaces, std::size_t(0));
        QVERIFY(!read->damage.isTruncated);
    }
}

void tst_trace::readsTruncatedTraces()
{
    const std::string text = kernels(1000, false);
    const auto read = scanned(text.substr(0, text.size() / 2));
    QVERIFY(read);
    QVERIFY(read->damage.isTruncated);
    QVERIFY(read->spans.size() > 490 && read->spans.size() < 510);
    // Times that do not fit are left out and counted.
    const auto far = scanned(
        R"([{"ph":"X","name":"a","ts":9223372036854775807,"dur":1},{"ph":"X","name":"a","ts":1,"dur":4e15},{"ph":"X","name":"a","ts":-2e15,"dur":2e15}])");
    QCOMPARE(far->rejectedCount, std::size_t(2));
    QCOMPARE(far->spans.size(), std::size_t(1));
    // By the format, a bare list may end without its bracket, so nothing is missing.
    const auto bareList = scanned(R"([{"ph":"X","name":"a","ts":1,"dur":1},)");
    QVERIFY(bareList && !bareList->damage.isTruncated);
}

void tst_trace::aLostQuote()
{
    for (const bool lines : {false, true}) {
        std::string text = kernels(1000, lines);
        const std::size_t position = text.find("\"correlation\":500");
        text[position] = ' ';
        const auto read = scanned(text);
        QVERIFY(read);
        QCOMPARE(read->spans.size(), std::size_t(999));
        QCOMPARE(read->damage.damagedPlaces, std::size_t(1));
        QVERIFY(read->damage.lostBytes > 50 && read->damage.lostBytes < 300);
        QVERIFY(read->damage.firstDamagedByte < position && read->damage.firstDamagedByte + 200 > position);
        const TraceRun run = runFromText(text);
        QVERIFY(std::any_of(run.warnings.begin(), run.warnings.end(),
                            [](const std::string& m) { return m.find("damaged in 1 places") != std::string::npos; }));
    }
}

void tst_trace::controlCharacters()
{
    const TraceRun run =
        runFromText("[{\"ph\":\"X\",\"name\":\"a\x01z\",\"ts\":1,\"dur\":1,\"args\":{\"b\":\"\x02\"}}]");
    QCOMPARE(run.ranks[0].source->recording.damage.controlCharacters, std::size_t(2));
    QCOMPARE(run.ranks[0].source->recording.spans.size(), std::size_t(1));
    QCOMPARE(run.warnings.size(), std::size_t(1));
}

void tst_trace::packed()
{
    QTemporaryDir folder;
    const std::string text = kernels(2000, true);
    const std::string path = folder.filePath("t.json.gz").toStdString();
    const auto pack = [&](const char* mode, std::string_view part) {
        const gzFile out = gzopen(path.c_str(), mode);
        gzwrite(out, part.data(), static_cast<unsigned>(part.size()));
        gzclose(out);
    };
    pack("wb", text);
    QCOMPARE(readTrace(path)->spans.size(), std::size_t(2000));
    QCOMPARE(readTrace(path, {.wholeTextLimit = 4096, .windowBytes = 8192})->spans.size(), std::size_t(2000));
    std::ifstream in(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    write(QString::fromStdString(path), bytes.substr(0, bytes.size() / 2));
    const auto half = readTrace(path);
    QVERIFY(half);
    QVERIFY(half->damage.isGzipTruncated);
    QVERIFY(half->spans.size() > 500 && half->spans.size() < 1500);
    pack("wb", std::string_view(text).substr(0, 1000));  // two gzip members, as parallel compressors write them
    pack("ab", std::string_view(text).substr(1000));
    const auto members = readTrace(path);
    QVERIFY(members);
    QCOMPARE(members->spans.size(), std::size_t(2000));
    QVERIFY(!members->damage.isGzipTruncated);
}

void tst_trace::refused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("says");
    QTest::newRow("empty") << "a.json" << QByteArray() << "empty";
    QTest::newRow("a ladder") << "a.json" << QByteArray("p,time\n1,2\n") << "ladder";
    QTest::newRow("no JSON") << "a.json" << QByteArray("some words\n") << "not JSON";
    QTest::newRow("no events") << "a.json" << QByteArray("{\"a\": [1, 2]}") << "traceEvents";
    QTest::newRow("no ph") << "a.json" << QByteArray("[{\"rank\": 0}]") << "none has \"ph\"";
    QTest::newRow("Nsight") << "a.nsys-rep" << QByteArray("\x01\x02") << "nsys export --type sqlite";
    QTest::newRow("zip") << "a.json" << QByteArray("PK\x03\x04") << "zip";
    QTest::newRow("broken gzip") << "a.json.gz" << QByteArray("\x1f\x8b\x08\x00rubbish, rubbish, rubbish")
                                 << "gzip file is damaged";
}

void tst_trace::refused()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QString, says);
    QTemporaryDir folder;
    write(folder.filePath(name), content.toStdString());
    const auto run = importTraces({folder.filePath(name).toStdString()}, rules());
    QVERIFY(!run);
    QCOMPARE(run.error().code, ErrorCode::Input);
    const QString error = QString::fromStdString(describe(run.error()));
    QVERIFY2(error.contains(says) && error.contains(name), qPrintable(error));
}

void tst_trace::patterns()
{
    QVERIFY(matchesPattern("nccl*", "ncclKernel_AllReduce"));
    QVERIFY(matchesPattern("*Reduce*RING*", "ncclKernel_allreduce_Ring_LL"));
    QVERIFY(!matchesPattern("nccl*", "xnccl"));
    QVERIFY(!matchesPattern("abc", "abcd"));
    QVERIFY(matchesPattern("*", ""));
    QVERIFY(matchesPattern("?*Backward", "AddmmBackward"));
    QVERIFY(!matchesPattern("?*Backward", "backward"));
}

void tst_trace::appliesUserRules()
{
    const std::string text =
        R"([{"ph":"X","name":"my_exchange","ts":0,"dur":10},{"ph":"X","name":"aten::mm","ts":10,"dur":30}])";
    QVERIFY(near(runFromText(text).unclassifiedShare, 0.25, 1e-12));
    const auto userTraceRules = parseTraceRules(
        R"({"format": "scalewright-trace-rules", "rules": [{"name": "my_*", "class": "communication"}]})");
    QVERIFY(userTraceRules);
    std::vector<std::pair<std::filesystem::path, TraceRecording>> fileRecordings;
    fileRecordings.emplace_back("t.json", *scanned(text));
    const TraceRun run = assembleRun(std::move(fileRecordings), joinRules(*userTraceRules, rules()));
    QCOMPARE(run.unclassifiedShare, 0.0);
    QVERIFY(near(run.ranks[0].totals.communicationS, 10e-6, 1e-12));
    QVERIFY(near(run.ranks[0].totals.computeS, 30e-6, 1e-12));
}

void tst_trace::rejectsInvalidRules()
{
    const auto rejected = parseTraceRules(
        R"({"format": "scalewright-trace-rules", "rules": [{"name": "a", "class": "magic"}, {"class": "compute"}, {"name": 3, "class": "io", "side": "left"}]})");
    QVERIFY(!rejected);
    const QString error = QString::fromStdString(describe(rejected.error()));
    for (const char* pointer : {"/rules/0/class", "/rules/1:", "/rules/2/name", "/rules/2/side"})
        QVERIFY2(error.contains(pointer), qPrintable(error));
}

void tst_trace::breakdownMatchesHandCalculation()
{
    // Rank 0's device: compute [10,60) = 50, all-reduce [50,90) = 40, both in [50,60) = 10, memset 2.5 within the
    // all-reduce; span [10,90) = 80, no idle time. Rank 1: compute [1010,1080) = 70, all-reduce [1080,1090) = 10. The
    // all-reduce ends at 90 and at 1090, so the second clock is 1000 us ahead. The transfer takes 10, so rank 0 waits
    // for 30; 10 versus 40 in a span of 80 is 38 %.
    const TraceRun run = imported(sourceFile("tests/data/traces/two-ranks"));
    QCOMPARE(run.ranks.size(), std::size_t(2));
    const TimeTotals& a = run.ranks[0].totals;
    QVERIFY(near(a.spanS, 80e-6, 1e-12));
    QVERIFY(near(a.computeS, 50e-6, 1e-12));
    QVERIFY(near(a.communicationS, 40e-6, 1e-12));
    QVERIFY(near(a.overlapS, 10e-6, 1e-12));
    QVERIFY(near(a.exposedS, 30e-6, 1e-12));
    QVERIFY(near(a.memoryS, 2.5e-6, 1e-12));
    QCOMPARE(a.idleS, 0.0);
    QVERIFY(near(*run.ranks[0].waitingS, 30e-6, 1e-12));
    QVERIFY(near(*run.ranks[1].waitingS, 0, 1e-12));
    QVERIFY(near(run.matched.transferS[1], 10e-6, 1e-12));
    QVERIFY(near(run.matched.offsets[1].seconds, 1000e-6, 1e-12));
    QCOMPARE(run.straggler, std::optional(1));
    QCOMPARE(run.ranks[0].breakdown.steps.size(), std::size_t(1));
    QVERIFY(run.warnings.empty());
    // A step of 100 us: rank 0 works in [10,60) and [62.5,65) = 52.5, rank 1 for 70. Exposed: 27.5 and 10. Of rank 0's
    // wait [50,80), its work hides 12.5, so 17.5 of the 27.5 are waiting and 10 are the transfer, as on rank 1.
    const TracePoint point = stepTracePoint(run);
    QCOMPARE(point.point.p, 2);
    QVERIFY(near(*point.point.timeS, 100e-6, 1e-12));
    QVERIFY(near(*point.point.compS, 61.25e-6, 1e-12));
    QVERIFY(near(*point.point.commS, 10e-6, 1e-12));
    QVERIFY(near(*point.point.idleS, 28.75e-6, 1e-12));
}

void tst_trace::readsSeveralRanksInOneFile()
{
    const TraceRun namedRun = runFromText(R"([
        {"ph":"M","name":"process_name","pid":5,"tid":0,"args":{"name":"rank 1"}}, {"ph":"M","name":"process_name","pid":6,"tid":0,"args":{"name":"rank 0"}},
        {"ph":"X","name":"aten::mm","pid":5,"tid":1,"ts":0,"dur":10},{"ph":"X","name":"aten::mm","pid":6,"tid":1,"ts":0,"dur":20}])");
    QCOMPARE(namedRun.ranks.size(), std::size_t(2));
    QVERIFY(near(namedRun.ranks[0].totals.computeS, 20e-6, 1e-12));
    QVERIFY(near(namedRun.ranks[1].totals.computeS, 10e-6, 1e-12));
    const TraceRun shared = runFromText(R"([
        {"ph":"X","name":"gloo:all_reduce","pid":5,"tid":1,"ts":0,"dur":10},{"ph":"X","name":"gloo:all_reduce","pid":6,"tid":1,"ts":5,"dur":5}])");
    // A process is not always a rank: it may be a tensor.
    QCOMPARE(shared.ranks.size(), std::size_t(1));
    QCOMPARE(shared.warnings.size(), std::size_t(1));
    TraceRules each = rules();
    each.workerProcessPatterns = {"*"};
    const TraceRun rankedRun = tracedRun({{"t.json", R"([
        {"ph":"X","name":"gloo:all_reduce","pid":5,"tid":1,"ts":0,"dur":10},{"ph":"X","name":"gloo:all_reduce","pid":6,"tid":1,"ts":5,"dur":5}])"}},
                                         each);
    QCOMPARE(rankedRun.ranks.size(), std::size_t(2));
    QCOMPARE(rankedRun.ranks[0].rank, 5);
    QCOMPARE(rankedRun.matched.collectives.size(), std::size_t(1));
}

void tst_trace::ray()
{
    // Output of `ray timeline`: a task and its parts, on one lane per worker.
    const TraceRun run = runFromText(R"([
        {"cat":"task::f","name":"task::f","pid":"10.0.0.1","tid":"worker:aa","ts":0,"dur":100,"ph":"X","cname":"generic_work","args":{"task_id":"1"}},
        {"cat":"task:deserialize_arguments","name":"task:deserialize_arguments","pid":"10.0.0.1","tid":"worker:aa","ts":0,"dur":10,"ph":"X"},
        {"cat":"task:execute","name":"task:execute","pid":"10.0.0.1","tid":"worker:aa","ts":10,"dur":80,"ph":"X"},
        {"cat":"task:store_outputs","name":"task:store_outputs","pid":"10.0.0.1","tid":"worker:aa","ts":90,"dur":10,"ph":"X"},
        {"cat":"task:execute","name":"task:execute","pid":"10.0.0.1","tid":"worker:bb","ts":40,"dur":20,"ph":"X"}])");
    QCOMPARE(run.ranks.size(), std::size_t(2));
    QVERIFY(near(run.ranks[0].totals.computeS, 80e-6, 1e-12));
    QVERIFY(near(run.ranks[0].totals.ioS, 20e-6, 1e-12));
    QVERIFY(near(run.ranks[1].totals.computeS, 20e-6, 1e-12));
    QCOMPARE(run.unclassifiedShare, 0.0);
}

void tst_trace::xla()
{
    const TraceRun run = runFromText(R"({"traceEvents":[
        {"ph":"M","pid":1,"name":"process_name","args":{"name":"/device:GPU:0"}}, {"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"XLA Modules"}},
        {"ph":"X","pid":1,"tid":2,"ts":0,"dur":100,"name":"jit_step"}, {"ph":"X","pid":1,"tid":3,"ts":0,"dur":60,"name":"fusion.1"},
        {"ph":"X","pid":1,"tid":4,"ts":50,"dur":50,"name":"all-reduce.7"}, {"ph":"X","pid":9,"tid":4,"ts":0,"dur":500,"name":"python"}]})");
    QVERIFY(run.ranks[0].breakdown.times.usesDevice);
    QVERIFY(near(run.ranks[0].totals.spanS, 100e-6, 1e-12));
    QVERIFY(near(run.ranks[0].totals.computeS, 60e-6, 1e-12));
    QVERIFY(near(run.ranks[0].totals.exposedS, 40e-6, 1e-12));
}

void tst_trace::stragglers()
{
    using Ranks = std::vector<std::size_t>;
    QCOMPARE(findStragglersByGap({3, 1, 3, 2.6}, 10), Ranks{1});  // the gap to the next rank is 1.6 of 10
    QCOMPARE(findStragglersByGap({3, 1, 3, 2.4}, 10), Ranks{});  // 1.4 of 10
    QCOMPARE(findStragglersByGap({1}, 10), Ranks{});
    QCOMPARE(findStragglersByGap({0, 0}, 0), Ranks{});
    // 0.2 between the two, 3.6 to the next rank.
    QCOMPARE(findStragglersByGap({5, 1.2, 4.8, 1, 5, 5}, 10), (Ranks{1, 3}));
    QCOMPARE(findStragglersByGap({1, 1, 5, 5}, 10), (Ranks{0, 1}));  // half of the ranks
    // Most ranks wait little: the last one is early, none is late.
    QCOMPARE(findStragglersByGap({1, 1, 1, 5}, 10), Ranks{});
    QCOMPARE(findStragglersByGap({0, 2, 4.5, 5}, 10), Ranks{0});  // a single rank takes precedence over a group
}

// Eight ranks, twenty steps with 8 ms of compute and a 0.5 ms all-reduce that begins when the last rank has arrived: by
// construction, a slow rank spends only those 0.5 ms in it, and the others also wait. If one rank takes 50 % longer,
// the others wait for 20 x 4 = 80 of 250 ms; with only 3 % of jitter, no rank is consistently late.
void tst_trace::findsGroupsOfStragglers()
{
    std::mt19937_64 random(417);
    std::normal_distribution<double> normal;
    const auto simulated = [&](const std::vector<int>& slow) {
        std::string events;
        for (int rank = 0; rank < 8; ++rank)
            events += fmt::format(
                "{}{{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":{},\"tid\":0,\"args\":{{\"name\":\"rank {}\"}}}}",
                rank > 0 ? "," : "", rank + 10, rank);
        double stepStartUs = 0;
        for (int step = 0; step < 20; ++step) {
            std::vector<double> computeTimesUs;
            for (int rank = 0; rank < 8; ++rank)
                computeTimesUs.push_back(8000 * (std::count(slow.begin(), slow.end(), rank) > 0 ? 1.5 : 1) *
                                         (1 + 0.03 * normal(random)));
            const double stepEndUs =
                stepStartUs + *std::max_element(computeTimesUs.begin(), computeTimesUs.end()) + 500;
            for (int rank = 0; rank < 8; ++rank) {
                const double arrivalUs = stepStartUs + computeTimesUs[static_cast<std::size_t>(rank)];
                for (const auto& [name, from, to] :
                     {std::tuple{"aten::mm", stepStartUs, arrivalUs}, {"gloo:all_reduce", arrivalUs, stepEndUs}})
                    events += fmt::format(
                        ",{{\"ph\":\"X\",\"pid\":{},\"tid\":1,\"ts\":{:.3f},\"dur\":{:.3f},\"name\":\"{}\"}}",
                        rank + 10, from, to - from, name);
            }
            stepStartUs = stepEndUs;
        }
        return runFromText("[" + events + "]");
    };
    const TraceRun twoSlowRanks = simulated({3, 5});
    QCOMPARE(twoSlowRanks.ranks.size(), std::size_t(8));
    QVERIFY(!twoSlowRanks.straggler);
    QCOMPARE(twoSlowRanks.stragglers, (std::vector<int>{3, 5}));
    const QString about = QString::fromStdString(twoSlowRanks.stragglerSummary);
    QVERIFY2(about.contains("no single rank") && about.contains("ranks 3, 5"), qPrintable(about));
    QCOMPARE(simulated({0, 1, 2, 3}).stragglers, (std::vector<int>{0, 1, 2, 3}));
    QCOMPARE(simulated({6}).straggler, std::optional(6));
    for (int i = 0; i < 40; ++i)
        QVERIFY(simulated({}).stragglers.empty());
    QVERIFY(twoSlowRanks.stragglerVerdict.pValue && *twoSlowRanks.stragglerVerdict.pValue < 0.05 &&
            !twoSlowRanks.stragglerVerdict.decidedBySize);
    QCOMPARE(twoSlowRanks.stragglerVerdict.stepCount, std::size_t(20));
}

void tst_trace::cancelled()
{
    std::stop_source stop;
    stop.request_stop();
    QTemporaryDir folder;
    write(folder.filePath("t.json"), kernels(30000, false));
    const auto run = importTraces({folder.filePath("t.json").toStdString()}, rules(), {.stop = stop.get_token()});
    QVERIFY(!run);
    QCOMPARE(run.error().code, ErrorCode::Cancelled);
}

void tst_trace::table_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QList<double>>(
        "us");  // span, compute, communication, overlap, exposed, idle: shared/data/README.md
    QTest::newRow("rank 0 of 128") << "hta/trace_filter_sampled_rank-0.json.gz"
                                   << QList<double>{1222847, 210320, 396199, 59216, 336983, 675191};
    QTest::newRow("rank 1 of 128") << "hta/trace_filter_sampled_rank-1.json.gz"
                                   << QList<double>{1231186, 271973, 379053, 75530, 303523, 651136};
    QTest::newRow("nccl_parser") << "hta/nccl_parser_config_nccl_data.json.gz"
                                 << QList<double>{660551.006, 115655.843, 46876.492, 7317.026, 39559.466, 503050.928};
    QTest::newRow("df_index_resolver") << "hta/df_index_resolver_df_index_resolver.json.gz"
                                       << QList<double>{1732965, 620516, 357343, 0, 357343, 732352};
    QTest::newRow("ns_resolution") << "hta/ns_resolution_trace_rank-0.Apr_03_18_51_38.1102.pt.trace.json.gz"
                                   << QList<double>{480029.25, 468173.25, 0, 0, 0, 7566.75};
    QTest::newRow("h100") << "tracelens/h100_Falconsai_nsfw_image_detection__1016002.json.gz"
                          << QList<double>{7559.844, 1220.925, 0, 0, 0, 6334.535};
    QTest::newRow("mi210") << "tracelens/mi210_gpu_only_trace.json.gz"
                           << QList<double>{5979.503, 5343.37, 0, 0, 0, 636.133};
}

void tst_trace::table()
{
    SCALEWRIGHT_SHARED_DATA(traces, "traces");
    QFETCH(QString, file);
    QFETCH(QList<double>, us);
    const TraceRun run = imported(traces + "/" + file);
    QCOMPARE(run.ranks.size(), std::size_t(1));
    const TimeTotals& s = run.ranks[0].totals;
    const QList<double> actual{s.spanS * 1e6,    s.computeS * 1e6, s.communicationS * 1e6,
                               s.overlapS * 1e6, s.exposedS * 1e6, s.idleS * 1e6};
    for (qsizetype i = 0; i < us.size(); ++i)
        QVERIFY2(near(actual[i], us[i], 0.001),
                 qPrintable(QString("%1: %2 for %3").arg(i).arg(actual[i], 0, 'f', 3).arg(us[i], 0, 'f', 3)));
    QVERIFY(run.unclassifiedShare < 0.001);
}

void tst_trace::traceLens()
{
    // TraceLens counts memset as compute; busy, idle and total time are not affected.
    SCALEWRIGHT_SHARED_DATA(folder, "traces/tracelens");
    const QStringList tables = QDir(folder).entryList({"*.csv"});
    QCOMPARE(tables.size(), 9);
    for (const QString& table : tables) {
        QFile csv(folder + "/" + table);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        std::map<QByteArray, double> ms;
        for (const QByteArray& line : csv.readAll().split('\n'))
            if (const auto cells = line.split(','); cells.size() > 1)
                ms[cells[0]] = cells[1].toDouble();
        const TraceRun run = imported(folder + "/" + QString(table).replace(".gpu_timeline.csv", ".json.gz"));
        const TimeTotals& s = run.ranks[0].totals;
        const double toleranceUs = 3e-6;
        QVERIFY2(std::abs(s.spanS - ms["total_time"] * 1e-3) < toleranceUs, qPrintable(table));
        QVERIFY2(std::abs(s.busyS - ms["busy_time"] * 1e-3) < toleranceUs, qPrintable(table));
        QVERIFY2(std::abs(s.idleS - ms["idle_time"] * 1e-3) < toleranceUs, qPrintable(table));
        QVERIFY2(s.communicationS == ms["total_comm_time"], qPrintable(table));
        QVERIFY2(s.computeS <= ms["computation_time"] * 1e-3 + toleranceUs, qPrintable(table));
    }
}

void tst_trace::kineto_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QList<double>>("us");  // Kineto's tests: computation, overlap, communication, other
    QTest::newRow("nccl 0") << "nccl__0" << QList<double>{32, 73, 16, 114};
    QTest::newRow("nccl 1") << "nccl__1" << QList<double>{152, 9, 22, 52};
    QTest::newRow("gloo gpu 0") << "gloo_gpu__0" << QList<double>{31, 70, 39, 16};
    QTest::newRow("gloo gpu 1") << "gloo_gpu__1" << QList<double>{16, 54, 44, 32};
    QTest::newRow("gloo cpu 0") << "gloo_cpu__0" << QList<double>{47, 74, 35, 0};
    QTest::newRow("gloo cpu 1") << "gloo_cpu__1" << QList<double>{36, 64, 34, 12};
}

void tst_trace::kineto()
{
    SCALEWRIGHT_SHARED_DATA(folder, "traces/kineto/unit_fixtures");
    QFETCH(QString, file);
    QFETCH(QList<double>, us);
    const TraceRun run = imported(folder + "/test_distributed_" + file + ".json");
    const RankBreakdown& reading = run.ranks[0].breakdown;
    QCOMPARE(reading.steps.size(), std::size_t(1));
    const TimeTotals s = totalsWithin(reading.times, reading.steps[0].fromNs, reading.steps[0].toNs);
    QVERIFY(std::abs((s.computeS - s.overlapS) * 1e6 - us[0]) < 1e-6);
    QVERIFY(std::abs(s.overlapS * 1e6 - us[1]) < 1e-6);
    QVERIFY(std::abs(s.exposedS * 1e6 - us[2]) < 1e-6);
    QVERIFY(std::abs((s.spanS - s.computeS - s.exposedS) * 1e6 - us[3]) < 1e-6);
}

void tst_trace::mtia()
{
    // HolisticTraceAnalysis reports compute 54.81 %, idle 42.38 %, other 2.81 %. It truncates times to whole
    // microseconds, which removes 0.1 % of the span from 22 361 short transfers; exact times give 2.95 % and 42.25 %.
    SCALEWRIGHT_SHARED_DATA(file, "traces/hta/mtia_trace_single_rank_mtia_rank_0.json.gz");
    const TraceRun run = imported(file);
    QCOMPARE(run.ranks[0].source->recording.textBytes, std::size_t(86940133));
    const TimeTotals& s = run.ranks[0].totals;
    QVERIFY(near(s.spanS, 13.328347, 0.001));
    QVERIFY(std::abs(s.computeS / s.spanS - 0.5481) < 0.0005);
    QVERIFY(std::abs(s.idleS / s.spanS - 0.4238) < 0.002);
    QVERIFY(std::abs(1 - (s.computeS + s.idleS) / s.spanS - 0.0281) < 0.002);
}

void tst_trace::gloo_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("straggler");
    QTest::newRow("even2") << "even2" << -1;
    QTest::newRow("straggler2") << "straggler2" << 1;
}

void tst_trace::gloo()
{
    const QString root = scalewright::test::oracleFile("traces/gloo");
    QFETCH(QString, name);
    QFETCH(int, straggler);
    const TraceRun run = imported(root + "/" + name);
    QCOMPARE(run.straggler.value_or(-1), straggler);
    QFile file(root + "/" + name + "/truth.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray truth = QJsonDocument::fromJson(file.readAll()).array();
    for (std::size_t r = 0; r < 2; ++r) {
        const QJsonObject stopwatch = truth[static_cast<qsizetype>(r)].toObject();
        const TimeTotals& s = run.ranks[r].totals;
        QVERIFY(near(s.computeS, stopwatch["compute"].toDouble(), 0.15));
        QVERIFY(near(s.communicationS, stopwatch["allreduce"].toDouble(), 0.15));
        if (stopwatch["sleep"].toDouble() > 0.01)
            QVERIFY(near(s.ioS, stopwatch["sleep"].toDouble(), 0.15));  // the sleep imitates a data loader
        QCOMPARE(run.ranks[r].breakdown.steps.size(), std::size_t(stopwatch["steps"].toInt()));
    }
    QCOMPARE(run.matched.collectives.size(), std::size_t(100));
    // Both ranks' clocks start with the recording: they differ by milliseconds, and the offset varies even less between
    // collectives.
    QVERIFY(std::abs(run.matched.offsets[1].seconds) < 0.01);
    QVERIFY(run.matched.offsets[1].spreadS < 0.001);
}

void tst_trace::everyFile()
{
    SCALEWRIGHT_SHARED_DATA(root, "traces");
    int read = 0, refusedWithReason = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root.toStdString())) {
        if (!entry.is_regular_file())
            continue;
        const auto run = importTraces({entry.path()}, rules());
        if (run) {
            ++read;
            for (const TraceRank& rank : run->ranks)
                QVERIFY(std::isfinite(rank.totals.spanS) && rank.totals.idleS >= 0 &&
                        rank.totals.busyS <= rank.totals.spanS * (1 + 1e-12));
        } else {
            ++refusedWithReason;
            QCOMPARE(run.error().code, ErrorCode::Input);
            const QString name = QString::fromStdString(entry.path().filename().string());
            // Skips tables and queries stored with the traces, the stopwatches, and traces in which no event has a
            // numeric duration.
            QFile file(QString::fromStdString(entry.path().string()));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray text = file.readAll();
            static const QRegularExpression spans(QStringLiteral(R"("ph"\s*:\s*"[XBE]")"));
            const bool timeless = !text.contains("\"dur\"") || !QString::fromUtf8(text).contains(spans) ||
                                  name == "test_string_ts_trailing_chars.json" ||
                                  name == "test_invalid_string_ts_and_dur.json";
            QVERIFY2(name.endsWith(".csv") || name.endsWith(".txt") || name == "truth.json" || timeless,
                     qPrintable(name));
        }
    }
    QVERIFY(read > 80 && refusedWithReason > 20);
}

void tst_trace::largeAndDamaged()
{
    SCALEWRIGHT_SHARED_DATA(file, "traces/hta/df_index_resolver_df_index_resolver.json.gz");
    std::string text = unpacked(file);
    QCOMPARE(text.size(), std::size_t(53733385));
    const auto completeRecording = scanned(text);
    QVERIFY(completeRecording);
    const double events = double(completeRecording->eventCount);

    const TraceRun truncatedRun = runFromText(text.substr(0, 40'000'000));
    QVERIFY(near(double(truncatedRun.ranks[0].source->recording.eventCount) / events, 40.0 / 53.733385, 0.02));
    QVERIFY(std::any_of(truncatedRun.warnings.begin(), truncatedRun.warnings.end(),
                        [](const std::string& m) { return m.find("inside the list of events") != std::string::npos; }));

    // One raw control byte anywhere: inside a string it has no effect; in place of a bracket or quote it costs an
    // event.
    for (const std::size_t position : {std::size_t(20'000'000), std::size_t(20'000'013), std::size_t(33'333'333),
                                       text.find("\"ts\"", 45'000'000), text.find('}', 9'000'000)}) {
        std::string damaged = text;
        damaged[position] = '\x01';
        const TraceRun run = runFromText(damaged);
        QVERIFY2(double(run.ranks[0].source->recording.eventCount) >= events - 3,
                 qPrintable(QString::number(position)));
        QVERIFY2(!run.warnings.empty() && run.ranks[0].source->recording.damage.damagedPlaces +
                                                  run.ranks[0].source->recording.damage.controlCharacters >
                                              0,
                 qPrintable(QString::number(position)));
    }
}

void tst_trace::replayMatchesHandCalculation()
{
    // Two ranks with clocks 1000 us apart, two all-reduces of 10 us. Rank 0 works for 20, 20, 5; rank 1 for 40, 30, 5:
    // the first all-reduce ends at 50, the second at 90, the run at 95. With rank 1 as fast as rank 0, these are 30,
    // 60, 65; with free exchanges 40, 70, 75.
    const TraceRun run = runFromText(R"([
        {"ph":"M","name":"process_name","pid":0,"tid":0,"args":{"name":"rank 0"}}, {"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"rank 1"}},
        {"ph":"X","name":"aten::mm","pid":0,"tid":1,"ts":0,"dur":20},{"ph":"X","name":"gloo:all_reduce","pid":0,"tid":1,"ts":20,"dur":30},
        {"ph":"X","name":"aten::mm","pid":0,"tid":1,"ts":50,"dur":20},{"ph":"X","name":"gloo:all_reduce","pid":0,"tid":1,"ts":70,"dur":20},{"ph":"X","name":"aten::mm","pid":0,"tid":1,"ts":90,"dur":5},
        {"ph":"X","name":"aten::mm","pid":1,"tid":1,"ts":1000,"dur":40},{"ph":"X","name":"gloo:all_reduce","pid":1,"tid":1,"ts":1040,"dur":10},
        {"ph":"X","name":"aten::mm","pid":1,"tid":1,"ts":1050,"dur":30},{"ph":"X","name":"gloo:all_reduce","pid":1,"tid":1,"ts":1080,"dur":10},{"ph":"X","name":"aten::mm","pid":1,"tid":1,"ts":1090,"dur":5}])");
    const auto unchanged = replay(run);
    QVERIFY(unchanged);
    QVERIFY(near(unchanged->spanS, 95e-6, 1e-9));
    QVERIFY(std::abs(unchanged->relativeError()) < 1e-9);
    QVERIFY(near(unchanged->ranks[0].waitingS, 30e-6, 1e-9));
    QVERIFY(near(unchanged->collectiveEndS[0], 50e-6, 1e-9));
    QVERIFY(near(replay(run, {.ranksAtMedian = {1}})->spanS, 65e-6, 1e-9));
    QVERIFY(near(replay(run, {.transferFactor = 0})->spanS, 75e-6, 1e-9));
    QVERIFY(near(replay(run, {.transferFactor = 0.5})->spanS, 85e-6, 1e-9));
    QVERIFY(near(replay(run, {.ranksLeftOutOfReplay = {1}})->spanS, 65e-6, 1e-9));
    // The first exchange is hidden by the 20 or 30 us of work after it; 5 of the 10 us of the second remain exposed.
    QVERIFY(near(replay(run, {.overlapTransfers = true})->spanS, 80e-6, 1e-9));
}

void tst_trace::replaysRecordings_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("even2") << "even2";
    QTest::newRow("straggler2") << "straggler2";
}

void tst_trace::replaysRecordings()
{
    const QString root = scalewright::test::oracleFile("traces/gloo");
    QFETCH(QString, name);
    const TraceRun run = imported(root + "/" + name);
    const auto unchanged = replay(run);
    QVERIFY(unchanged);
    QVERIFY2(std::abs(unchanged->relativeError()) <= 0.02, qPrintable(QString::number(unchanged->relativeError())));
    if (name == "straggler2") {
        // Rank 1 slept for 0.4 s: with rank 1 as fast as rank 0, the run is about that much shorter.
        const auto atMedian = replay(run, {.ranksAtMedian = {1}});
        QVERIFY2(std::abs(unchanged->spanS - atMedian->spanS - 0.40) < 0.08,
                 qPrintable(QString::number(unchanged->spanS - atMedian->spanS)));
    }
}

void tst_trace::replayRefused()
{
    const QString folder = sourceFile("tests/data/traces/two-ranks");
    const auto rank0Replay = replay(imported(folder + "/rank0.json"));
    QVERIFY(!rank0Replay);
    QCOMPARE(rank0Replay.error().code, ErrorCode::Refused);
    const TraceRun run = imported(folder);
    QVERIFY(replay(run));
    const auto invalidReplay = replay(run, {.ranksAtMedian = {7}, .transferFactor = -1});
    QVERIFY(!invalidReplay);
    QCOMPARE(invalidReplay.error().problems.size(), std::size_t(2));
    QVERIFY(!replay(run, {.ranksLeftOutOfReplay = {0, 1}}));
    TraceRun missing = run;
    missing.worldSize = 8;
    const auto refusal = replay(missing);
    QVERIFY(!refusal);
    QVERIFY(describe(refusal.error()).find("2 of 8 ranks") != std::string::npos);
}

void tst_trace::references()
{
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("traces"));
    const QString trace = folder.filePath("traces/rank0.json");
    write(trace, kernels(500, true));
    const TraceRun run = imported(trace);
    const auto references = makeReferences(run, folder.path().toStdString());
    QVERIFY(references);
    QCOMPARE(references->size(), std::size_t(1));
    const TraceReference& reference = references->front();
    QCOMPARE(QString::fromStdString(reference.file), QString("traces/rank0.json"));
    QVERIFY(near(reference.ranks[0].computeS, 500 * 3e-6, 1e-12));
    QCOMPARE(checkTraceState(reference, folder.path().toStdString()), TraceState::Unchanged);
    std::string changedText = kernels(500, true);
    changedText[changedText.size() - 30] ^= 1;  // the same size
    write(trace, changedText);
    QCOMPARE(checkTraceState(reference, folder.path().toStdString()), TraceState::Changed);
    QVERIFY(traceStateText(TraceState::Changed, reference).find("has changed") != std::string::npos);
    QVERIFY(QFile::remove(trace));
    QCOMPARE(checkTraceState(reference, folder.path().toStdString()), TraceState::Missing);
    QVERIFY(traceStateText(TraceState::Unchanged, reference).empty());
    // Paths relative to another folder, and without a folder.
    const std::string folderPath = folder.path().toStdString(),
                      tracePath = (std::filesystem::weakly_canonical(folderPath) / "traces/rank0.json").string();
    Project project;
    project.measurements.traces = {{.name = "run", .files = {reference}}};
    const auto storedPathFrom = [&](const std::string& targetFolder) {
        return withRelocatedTraces(project, folderPath, targetFolder).measurements.traces[0].files[0].file;
    };
    QCOMPARE(storedPathFrom(folderPath + "/traces"), std::string("rank0.json"));
    QCOMPARE(storedPathFrom({}), tracePath);
    QCOMPARE(storedPathFrom(folderPath + "/traces/deeper"), tracePath);
    QCOMPARE(storedPathFrom(folderPath), reference.file);
}

void tst_trace::projectsKeepReferencesToTraces()
{
    QTemporaryDir folder;
    const QString trace = folder.filePath("rank0.json");
    write(trace, kernels(500, true));
    const auto record = makeRecordedRun(imported(trace), folder.path().toStdString());
    QVERIFY(record);
    QVERIFY(!record->straggler && !record->worldSize);
    Project project;
    project.measurements.traces = {*record};
    project.measurements.traces[0].name = "first";
    project.measurements.traces[0].worldSize = 4;
    project.measurements.traces[0].straggler = 0;
    project.measurements.traces[0].provenance = {Origin::Imported, "rank0.json", "2026-11-22", {}, {}};
    const Result<Project> reread = parseProject(writeProject(project));
    QVERIFY2(reread, reread ? "" : describe(reread.error()).c_str());
    QVERIFY(*reread == project);
}

SCALEWRIGHT_TEST(tst_trace)
#include "tst_trace.moc"

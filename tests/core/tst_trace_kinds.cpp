// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings that are easily misread: which kernels belong to which device, which lanes form a rank, and which files
// belong to one rank. Every expected value is the sum of the numbers in the adjacent text.
#include <QTest>

#include <cmath>

#include "core/evidence/trace/flow.h"
#include "core/evidence/trace/run.h"
#include "tests/support/registry.h"
#include "tests/support/traces.h"

using namespace scalewright;
using scalewright::test::tracedRun;
using scalewright::test::traceRules;

namespace {

constexpr double microsecond = 1e-6;

bool sameTime(double actual, double expected)
{
    return std::abs(actual - expected) < 1e-12;
}

bool warningContains(const TraceRun& run, const char* word)
{
    return std::any_of(run.warnings.begin(), run.warnings.end(),
                       [&](const std::string& each) { return each.find(word) != std::string::npos; });
}

/// A window of rank 0 of 2, in microseconds: compute [at, at + 600), all-reduce until at + 900, step until at + 1000.
std::string traceWindowText(int startUs, int step,
                            const char* info = R"("distributedInfo": {"rank": 0, "world_size": 2}, )")
{
    return QString(
               R"({%1"traceEvents": [)"
               R"({"ph": "X", "name": "ProfilerStep#%2", "ts": %3, "dur": 1000, "pid": 0, "tid": 1, "cat": "user_annotation"},)"
               R"({"ph": "X", "name": "aten::conv", "ts": %3, "dur": 600, "pid": 0, "tid": 1, "cat": "cpu_op"},)"
               R"({"ph": "X", "name": "gloo:all_reduce", "ts": %4, "dur": 300, "pid": 0, "tid": 1, "cat": "cpu_op"}]})")
        .arg(info)
        .arg(step)
        .arg(startUs)
        .arg(startUs + 600)
        .toStdString();
}

}  // namespace

class tst_trace_kinds : public QObject {
    Q_OBJECT
private slots:
    void classifiesKernelNames_data();
    void classifiesKernelNames();
    void readsJaxOnGpu();
    void readsWhileLoops();
    void readsDevicesOfOneProcess();
    void readsDevicesOfRanks();
    void horovod();
    void unclassified();
    void windows();
    void joinsWindowsOfTwoRanks();
    void leavesOutARepeatedRank();
    void overflowing();
    void doesNotCutOverlapOnTwoStreams();
    void libraries();
    void readsASingleCard();
};

// Three steps of a small GPT in bf16 on an H200, recorded by PyTorch 2.11 without step marks. Each optimizer.step
// occurs twice, once as launched by the host and once as executed by the device. PyTorch's own table gives 152.389 ms
// of device time; the same program without the profiler takes 52.75 ms per step.
void tst_trace_kinds::readsASingleCard()
{
    const Result<TraceRun> run = importTraces(
        {test::sourceFile(QStringLiteral("tests/data/traces/one-card/gpt.json.gz")).toStdString()}, traceRules());
    QVERIFY(run);
    const RankBreakdown& reading = run->ranks.at(0).breakdown;
    QCOMPARE(reading.steps.size(), std::size_t{3});
    const TracePoint step = stepTracePoint(*run);
    QCOMPARE(step.stepCount, std::size_t{3});
    QVERIFY2(std::abs(*step.point.compS / (152.389e-3 / 3) - 1) < 0.001, std::to_string(*step.point.compS).c_str());
    QVERIFY2(std::abs(*step.point.timeS / 52.75e-3 - 1) < 0.02, std::to_string(*step.point.timeS).c_str());
    // Each step is a third of the recording, measured by the device's executions, not by the host's launches.
    for (const StepWindow& window : reading.steps)
        QVERIFY(std::abs(static_cast<double>(window.toNs - window.fromNs) / 52.75e6 - 1) < 0.15);
}

void tst_trace_kinds::classifiesKernelNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("communicates");
    const auto add = [](const char* name, bool communicates) { QTest::newRow(name) << QString(name) << communicates; };
    add("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", true);
    add("ncclSymDevKernel_AllReduce_AGxLL_R_sum_f32(ncclSymDevArgs)", true);
    add("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t", true);
    add("ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>)", true);
    add("oneccl_allreduce_pcie", true);
    add("void barrier_on_stream_kernel_threadgroup<(threadgroup_t)1>(int, int)", true);
    add("nvshmemi_proxy_rma_entrypoint_blocking", true);
    add("void nvshmemi_init_array_kernel<nvshmemi_team*>(nvshmemi_team**, int, nvshmemi_team*)", false);
    add("void deep_ep::internode_ll::dispatch<true, 3, 10, 7168>(void*, float*)", true);
    add("void deep_ep::intranode::cached_notify_combine<8>(void**, int*)", true);
    add("void deep_ep::layout::get_dispatch_layout<256, 32, 8>(long const*)", false);
    add("void internode::dispatch<false, 4>(int4*)", true);
    add("void tensorrt_llm::kernels::oneShotAllReduceKernel<__half, 8, true, true>(AllReduceParams)", true);
    add("void tensorrt_llm::kernels::twoShotAllReduceKernel<__half, 8>(AllReduceParams)", true);
    add("void allreduce_fusion_kernel_oneshot_lamport<(Pattern)1, __half, 8>(Params)", true);
    add("moeA2ADispatchKernel(int const*, KernelPointers)", true);
    add("void vllm::cross_device_reduce_1stage<__half, 2>(vllm::RankData*)", true);
    add("void vllm::cross_device_reduce_2stage<__nv_bfloat16, 8>(vllm::RankData*)", true);
    add("void quickreduce::allreduce_prototype_twoshot<X, __half>(__half const*)", true);
    add("void multimem_one_shot_all_reduce_kernel<float, 16>(float*, float*)", true);
    add("two_shot_all_reduce_kernel_inplace<c10::BFloat16, 16, 8>", true);
    add("void one_shot_all_reduce_kernel<c10::BFloat16, 16, 8>", true);
    add("kuserbuffers_pushsend(int*, int*, int4*, int4*, int)", true);
    add("void userbuffers_fp16_sum_inplace_gpu_rw_ag<2>(int)", true);
    add("void RaggedAllToAllKernelImpl<8l>(void const*)", true);
    add("hcom_allReduce__428_0_1", true);
    add("triton_red_fused_all_reduce_mean_wait_tensor_3", false);
    add("void cub::DeviceReduceKernel<float>(float*)", false);
    add("void splitKreduce_kernel<32, 16, int>(cublasSplitKParams<float>)", false);
    add("sm80_xmma_gemm_f16f16_f16f32_f32_tn_n_tilesize128x128x32_stage4", false);
    add("void at::native::reduce_kernel<512, 1>(at::native::ReduceOp<float>)", false);
}

void tst_trace_kinds::classifiesKernelNames()
{
    QFETCH(QString, name);
    QFETCH(bool, communicates);
    const TraceRun run = tracedRun(
        {{"t.json", QString(R"([{"ph": "X", "cat": "kernel", "name": "%1", "ts": 0, "dur": 7, "pid": 0, "tid": 7}])")
                        .arg(name)
                        .toStdString()}});
    QVERIFY(sameTime(run.ranks[0].totals.communicationS, communicates ? 7 * microsecond : 0));
    QVERIFY(sameTime(run.ranks[0].totals.computeS, communicates ? 0 : 7 * microsecond));
}

void tst_trace_kinds::readsJaxOnGpu()
{
    // The catch-all rule for devices comes after NCCL's name: 400 of compute, 300 of communication, [300, 400) in both.
    const TraceRun run = tracedRun({{"jax.json", R"({"traceEvents": [
        {"ph": "M", "pid": 3, "name": "process_name", "args": {"name": "/device:GPU:0"}},
        {"ph": "X", "name": "fusion_1", "ts": 0, "dur": 400, "pid": 3, "tid": 14},
        {"ph": "X", "name": "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "ts": 300, "dur": 300, "pid": 3, "tid": 15}]})"}});
    const TimeTotals& s = run.ranks[0].totals;
    QVERIFY(sameTime(s.computeS, 400 * microsecond));
    QVERIFY(sameTime(s.communicationS, 300 * microsecond));
    QVERIFY(sameTime(s.overlapS, 100 * microsecond));
    QVERIFY(sameTime(s.exposedS, 200 * microsecond));
}

void tst_trace_kinds::readsWhileLoops()
{
    // A loop contains the events that run in it, including the all-reduce, and adds no compute of its own.
    const TraceRun run = tracedRun({{"tpu.json", R"({"traceEvents": [
        {"ph": "M", "pid": 3, "name": "process_name", "args": {"name": "/device:TPU:0"}},
        {"ph": "X", "name": "while.12", "ts": 0, "dur": 100, "pid": 3, "tid": 1},
        {"ph": "X", "name": "fusion.3", "ts": 0, "dur": 60, "pid": 3, "tid": 1},
        {"ph": "X", "name": "all-reduce.1", "ts": 60, "dur": 40, "pid": 3, "tid": 1}]})"}});
    QVERIFY(sameTime(run.ranks[0].totals.computeS, 60 * microsecond));
    QVERIFY(sameTime(run.ranks[0].totals.exposedS, 40 * microsecond));
}

void tst_trace_kinds::readsDevicesOfOneProcess()
{
    // Ten devices, so that 10 must sort after 2: device d computes for 100 (d + 1) and then exchanges until 1100.
    std::string events;
    for (const int d : {10, 2, 0, 1, 3, 4, 5, 6, 7, 8, 9})
        events += QString(R"({"ph": "M", "pid": %1, "name": "process_name", "args": {"name": "/device:TPU:%2"}},)"
                          R"({"ph": "X", "name": "fusion.1", "ts": 0, "dur": %3, "pid": %1, "tid": 1},)"
                          R"({"ph": "X", "name": "all-reduce.1", "ts": %3, "dur": %4, "pid": %1, "tid": 1},)")
                      .arg(50 - d)
                      .arg(d)
                      .arg(100 * (d + 1))
                      .arg(1200 - 100 * (d + 1))
                      .toStdString();
    const TraceRun run = tracedRun(
        {{"tpu.json", "[" + events + R"({"ph": "X", "name": "python", "ts": 0, "dur": 1, "pid": 99, "tid": 1}])"}});
    QCOMPARE(run.ranks.size(), std::size_t(11));
    for (int d = 0; d < 11; ++d) {
        const TraceRank& rank = run.ranks[static_cast<std::size_t>(d)];
        QCOMPARE(rank.rank, d);
        QCOMPARE(QString::fromStdString(rank.deviceName), QString("/device:TPU:%1").arg(d));
        QVERIFY(sameTime(rank.totals.computeS, 100 * (d + 1) * microsecond));
        QCOMPARE(rank.totals.overlapS, 0.0);
        QVERIFY(sameTime(rank.totals.exposedS, (1200 - 100 * (d + 1)) * microsecond));
    }
    QVERIFY(warningContains(run, "11 devices"));
    QCOMPARE(run.matched.collectives.size(), std::size_t(1));
}

void tst_trace_kinds::readsDevicesOfRanks()
{
    // Two processes with two cards each: ranks 0 and 1, and ranks 2 and 3, in a world of 4.
    const auto process = [](int rank) {
        return QString(R"({"distributedInfo": {"rank": %1, "world_size": 2}, "traceEvents": [)"
                       R"({"ph": "X", "cat": "kernel", "name": "gemm", "ts": 0, "dur": %2, "pid": 0, "tid": 7},)"
                       R"({"ph": "X", "cat": "kernel", "name": "gemm", "ts": 0, "dur": %3, "pid": 1, "tid": 7}]})")
            .arg(rank)
            .arg(10 + rank)
            .arg(20 + rank)
            .toStdString();
    };
    const TraceRun run = tracedRun({{"rank1.json", process(1)}, {"rank0.json", process(0)}});
    QCOMPARE(run.ranks.size(), std::size_t(4));
    QCOMPARE(run.worldSize, std::optional(4));
    QVERIFY(sameTime(run.ranks[0].totals.computeS, 10 * microsecond));
    QVERIFY(sameTime(run.ranks[1].totals.computeS, 20 * microsecond));
    QVERIFY(sameTime(run.ranks[2].totals.computeS, 11 * microsecond));
    QVERIFY(sameTime(run.ranks[3].totals.computeS, 21 * microsecond));
    // A copy to another card is not work done by that card.
    const TraceRun copied = tracedRun({{"t.json", R"([
        {"ph": "X", "cat": "kernel", "name": "gemm", "ts": 0, "dur": 10, "pid": 0, "tid": 7},
        {"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy PtoP", "ts": 0, "dur": 10, "pid": 1, "tid": 7}])"}});
    QCOMPARE(copied.ranks.size(), std::size_t(1));
}

void tst_trace_kinds::horovod()
{
    // A tensor is negotiated in [0, 100) and reduced in [100, 310), of which [110, 300) by NCCL. Four ranks do this
    // three times, a millisecond apart; the second time waits 50 for data and copies for 20 within its all-reduce.
    std::string text;
    for (int tensor = 0; tensor < 3; ++tensor) {
        const int startUs = 1000 * tensor;
        const QString name = QString("grad_%1").arg(tensor);
        text += QString(R"({"name": "process_name", "ph": "M", "pid": %1, "args": {"name": "%2"}},)")
                    .arg(tensor)
                    .arg(name)
                    .toStdString();
        const auto event = [&](char phase, const char* eventName, int ts) {
            text += QString(R"({"ph": "%1", "name": "%2", "ts": %3, "pid": %4},)")
                        .arg(phase)
                        .arg(eventName)
                        .arg(startUs + ts)
                        .arg(tensor)
                        .toStdString();
        };
        event('B', "NEGOTIATE_ALLREDUCE", 0);
        for (int rank = 0; rank < 4; ++rank)
            text += QString(R"({"ph": "X", "name": "%1", "ts": %2, "pid": %3, "dur": 0},)")
                        .arg(rank)
                        .arg(startUs + 10 * rank)
                        .arg(tensor)
                        .toStdString();
        event('E', "", 100);
        event('B', "ALLREDUCE", 100);
        if (tensor == 1) {
            event('B', "WAIT_FOR_DATA", 100);
            event('E', "", 150);
            event('B', "MEMCPY_IN_FUSION_BUFFER", 150);
            event('E', "", 170);
            event('B', "NCCL_ALLREDUCE", 170);
        } else {
            event('B', "NCCL_ALLREDUCE", 110);
        }
        event('E', "", 300);
        event('E', "", 310);
    }
    const TraceRun run = tracedRun({{"timeline.json", "[" + text}});
    QCOMPARE(run.ranks.size(), std::size_t(1));
    const TraceRank& rank = run.ranks[0];
    QCOMPARE(rank.tensorCount, std::size_t(3));
    QCOMPARE(run.worldSize, std::optional(4));
    QVERIFY(!run.isComplete());
    QVERIFY(sameTime(*rank.waitingS, (3 * 100 + 50) * microsecond));
    QVERIFY(sameTime(rank.totals.communicationS, (2 * 210 + 140) * microsecond));
    QVERIFY(sameTime(rank.totals.memoryS, 20 * microsecond));
    QVERIFY(sameTime(rank.totals.spanS, 2310 * microsecond));
    QVERIFY(sameTime(rank.totals.idleS, (2310 - 3 * 310) * microsecond));
    QCOMPARE(run.unclassifiedShare, 0.0);
    QCOMPARE(stepTracePoint(run).point.p, 4);
}

void tst_trace_kinds::unclassified()
{
    // 300 of 400 are in unclassified spans: they count as neither idle nor waiting, here and in the ladder row.
    const TraceRun run = tracedRun({{"t.json", R"([
        {"ph": "X", "name": "forward", "ts": 0, "dur": 100, "pid": 1, "tid": 1},
        {"ph": "X", "name": "backward", "ts": 100, "dur": 200, "pid": 1, "tid": 1},
        {"ph": "X", "name": "allreduce", "ts": 300, "dur": 100, "pid": 1, "tid": 1}])"}});
    QCOMPARE(run.unclassifiedShare, 0.75);
    QVERIFY(sameTime(run.ranks[0].totals.unclassifiedS, 300 * microsecond));
    QCOMPARE(run.ranks[0].totals.idleS, 0.0);
    const TracePoint point = stepTracePoint(run);
    QVERIFY(sameTime(point.unclassifiedS, 300 * microsecond));
    QVERIFY(sameTime(*point.point.idleS, 0));
    QVERIFY(sameTime(*point.point.commS, 100 * microsecond));
    QVERIFY(sameTime(*point.point.timeS, 400 * microsecond));
}

void tst_trace_kinds::windows()
{
    // The second window follows the first without a gap: 1000 for the first step, 900 for the second.
    const TraceRun run =
        tracedRun({{"window1.json", traceWindowText(500000, 7)}, {"window0.json", traceWindowText(0, 2)}});
    QCOMPARE(run.ranks.size(), std::size_t(1));
    const TraceRank& rank = run.ranks[0];
    QCOMPARE(rank.rank, 0);
    QCOMPARE(rank.windowCount(), std::size_t(2));
    QCOMPARE(run.worldSize, std::optional(2));
    QVERIFY(!run.isComplete());
    QVERIFY(warningContains(run, "1 of 2 ranks"));
    QVERIFY(run.matched.offsets.empty());
    QVERIFY(sameTime(rank.totals.computeS, 1200 * microsecond));
    QVERIFY(sameTime(rank.totals.communicationS, 600 * microsecond));
    QVERIFY(sameTime(rank.totals.spanS, 1900 * microsecond));
    QCOMPARE(rank.breakdown.steps.size(), std::size_t(2));
    QVERIFY(sameTime(*stepTracePoint(run).point.timeS, 1000 * microsecond));
    // File names that are equal except for the rank identify the rank, as does the content of a file.
    const TraceRun namedRun = tracedRun(
        {{"run.rank0.100.json", traceWindowText(0, 2, "")}, {"run.rank0.200.json", traceWindowText(5000, 9, "")}});
    QCOMPARE(namedRun.ranks.size(), std::size_t(1));
    QCOMPARE(namedRun.ranks[0].windowCount(), std::size_t(2));
}

void tst_trace_kinds::joinsWindowsOfTwoRanks()
{
    // Rank 1's clock is 77 us ahead in both windows, a constant offset.
    const auto rank1Window = [](int startUs, int step) {
        std::string text = traceWindowText(startUs + 77, step);
        text.replace(text.find("\"rank\": 0"), 9, "\"rank\": 1");
        return text;
    };
    const TraceRun run = tracedRun({{"a.json", traceWindowText(0, 2)},
                                    {"b.json", traceWindowText(500000, 7)},
                                    {"c.json", rank1Window(0, 2)},
                                    {"d.json", rank1Window(500000, 7)}});
    QCOMPARE(run.ranks.size(), std::size_t(2));
    QVERIFY(run.isComplete());
    QCOMPARE(run.matched.collectives.size(), std::size_t(2));
    QVERIFY(sameTime(run.matched.offsets[1].seconds, 77 * microsecond));
    QCOMPARE(run.matched.offsets[1].spreadS, 0.0);
}

void tst_trace_kinds::leavesOutARepeatedRank()
{
    // A repeated step belongs to another run: it is left out, and no rank is invented for it.
    const TraceRun run = tracedRun({{"a.json", traceWindowText(0, 2)}, {"b.json", traceWindowText(700, 2)}});
    QCOMPARE(run.ranks.size(), std::size_t(1));
    QCOMPARE(run.ranks[0].windowCount(), std::size_t(1));
    QVERIFY(sameTime(run.ranks[0].totals.computeS, 600 * microsecond));
    QVERIFY(warningContains(run, "left out"));
}

void tst_trace_kinds::overflowing()
{
    // A kernel of 1.6 s that is followed by the next kernel in its stream after 200 us: [100, 300) and [300, 600), then
    // 100.
    const TraceRun run = tracedRun({{"t.json", R"({"traceEvents": [
        {"ph": "X", "name": "gemm", "ts": 300, "dur": 300, "pid": 0, "tid": 7, "cat": "kernel"},
        {"ph": "X", "name": "gemm", "ts": 100, "dur": 1600000, "pid": 0, "tid": 7, "cat": "kernel"},
        {"ph": "X", "name": "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "ts": 600, "dur": 100, "pid": 0, "tid": 8, "cat": "kernel"}]})"}});
    const TimeTotals& s = run.ranks[0].totals;
    QVERIFY(sameTime(s.computeS, 500 * microsecond));
    QVERIFY(sameTime(s.exposedS, 100 * microsecond));
    QVERIFY(sameTime(s.spanS, 600 * microsecond));
    QVERIFY(warningContains(run, "1 spans"));
    // A kernel that overlaps a span of another class is cut too: a stream does one thing at a time.
    const TraceRun mixed = tracedRun({{"t.json", R"([
        {"ph": "X", "name": "gemm", "ts": 0, "dur": 150, "pid": 0, "tid": 7, "cat": "kernel"},
        {"ph": "X", "name": "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "ts": 100, "dur": 100, "pid": 0, "tid": 7, "cat": "kernel"}])"}});
    QVERIFY(sameTime(mixed.ranks[0].totals.computeS, 100 * microsecond));
    QCOMPARE(mixed.ranks[0].totals.overlapS, 0.0);
}

void tst_trace_kinds::doesNotCutOverlapOnTwoStreams()
{
    // Kernels on two streams do overlap, and a kernel may start while the previous one drains: nothing is truncated.
    const TraceRun run = tracedRun({{"t.json", R"([
        {"ph": "X", "name": "gemm", "ts": 0, "dur": 100, "pid": 0, "tid": 7, "cat": "kernel"},
        {"ph": "X", "name": "gemm", "ts": 95, "dur": 50, "pid": 0, "tid": 7, "cat": "kernel"},
        {"ph": "X", "name": "gemm", "ts": 20, "dur": 30, "pid": 0, "tid": 8, "cat": "kernel"}])"}});
    QVERIFY(sameTime(run.ranks[0].totals.computeS, 145 * microsecond));
    QVERIFY(run.warnings.empty());
}

void tst_trace_kinds::libraries()
{
    // A user's file may name a library; a rule that requires an unknown library is rejected, and the error says where.
    const auto userRules = parseTraceRules(R"({"format": "scalewright-trace-rules",
        "libraries": [{"library": "mine", "pairs": ["my_put*"], "collectives": ["my_*"]}],
        "rules": [{"category": "kernel", "library": "mine", "class": "communication", "side": "device"}]})");
    QVERIFY(userRules);
    QCOMPARE(userRules->rules.size(), std::size_t(2));
    QVERIFY(!userRules->rules[0].isCollective && userRules->rules[1].isCollective);
    for (
        const auto& [text, pointer] :
        {std::pair(
             R"({"format": "scalewright-trace-rules", "rules": [{"category": "kernel", "library": "yours", "class": "communication"}]})",
             "/rules/0/library"),
         {R"({"format": "scalewright-trace-rules", "libraries": [{"library": "mine"}]})", "/libraries/0"},
         {R"({"format": "scalewright-trace-rules", "libraries": 3})", "/libraries"},
         {R"({"format": "scalewright-trace-rules", "libraries": [{"library": "mine", "pairs": "a"}], "rules": [{"name": "a", "library": "mine", "class": "communication"}]})",
          "/rules/0/library"}}) {
        const auto rejected = parseTraceRules(text);
        QVERIFY(!rejected);
        QVERIFY2(describe(rejected.error()).find(pointer) != std::string::npos, describe(rejected.error()).c_str());
    }
    QVERIFY(!traceRules().libraries.empty());
}

SCALEWRIGHT_TEST(tst_trace_kinds)
#include "tst_trace_kinds.moc"

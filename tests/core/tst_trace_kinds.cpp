// Recordings of kinds that are read wrong easily: whose kernels are whose, which lanes are a rank, which files are one
// rank's. Every expectation is the sum of the numbers in the text beside it.
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

bool sameTime(double found, double expected)
{
    return std::abs(found - expected) < 1e-12;
}

bool warnsOf(const TraceRun& run, const char* word)
{
    return std::any_of(run.warnings.begin(), run.warnings.end(),
                       [&](const std::string& each) { return each.find(word) != std::string::npos; });
}

/// A window of rank 0 of 2: compute [at, at + 600), all-reduce to at + 900, its step to at + 1000, microseconds.
std::string windowAt(int at, int step, const char* info = R"("distributedInfo": {"rank": 0, "world_size": 2}, )")
{
    return QString(
               R"({%1"traceEvents": [)"
               R"({"ph": "X", "name": "ProfilerStep#%2", "ts": %3, "dur": 1000, "pid": 0, "tid": 1, "cat": "user_annotation"},)"
               R"({"ph": "X", "name": "aten::conv", "ts": %3, "dur": 600, "pid": 0, "tid": 1, "cat": "cpu_op"},)"
               R"({"ph": "X", "name": "gloo:all_reduce", "ts": %4, "dur": 300, "pid": 0, "tid": 1, "cat": "cpu_op"}]})")
        .arg(info)
        .arg(step)
        .arg(at)
        .arg(at + 600)
        .toStdString();
}

}  // namespace

class tst_trace_kinds : public QObject {
    Q_OBJECT
private slots:
    void kernelNames_data();
    void kernelNames();
    void jaxOnGpu();
    void whileLoops();
    void devicesOfOneProcess();
    void devicesOfRanks();
    void horovod();
    void unclassified();
    void windows();
    void windowsOfTwoRanks();
    void sameRankAgain();
    void overflowing();
    void overlapThatIsNone();
    void libraries();
    void oneCard();
};

// Three steps of a small GPT in bf16 on an H200, recorded by PyTorch 2.11 without marks of steps. Each optimizer.step is
// there twice, as the host sent it and as the device did it. PyTorch's own table says 152.389 ms of the device; the same
// program without the profiler says 52.75 ms a step by its clock.
void tst_trace_kinds::oneCard()
{
    const Result<TraceRun> run = importTraces(
        {test::sourceFile(QStringLiteral("tests/data/traces/one-card/gpt.json.gz")).toStdString()}, traceRules());
    QVERIFY(run);
    const RankReading& reading = run->ranks.at(0).reading;
    QCOMPARE(reading.steps.size(), std::size_t{3});
    const TracePoint step = ladderPoint(*run);
    QCOMPARE(step.steps, std::size_t{3});
    QVERIFY2(std::abs(*step.point.compS / (152.389e-3 / 3) - 1) < 0.001, std::to_string(*step.point.compS).c_str());
    QVERIFY2(std::abs(*step.point.timeS / 52.75e-3 - 1) < 0.02, std::to_string(*step.point.timeS).c_str());
    for (const StepWindow& window : reading.steps)  // each its own third, not the host's sending and the device's doing
        QVERIFY(std::abs(static_cast<double>(window.toNs - window.fromNs) / 52.75e6 - 1) < 0.15);
}

void tst_trace_kinds::kernelNames_data()
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

void tst_trace_kinds::kernelNames()
{
    QFETCH(QString, name);
    QFETCH(bool, communicates);
    const TraceRun run = tracedRun(
        {{"t.json", QString(R"([{"ph": "X", "cat": "kernel", "name": "%1", "ts": 0, "dur": 7, "pid": 0, "tid": 7}])")
                        .arg(name)
                        .toStdString()}});
    QVERIFY(sameTime(run.ranks[0].whole.communicationS, communicates ? 7 * microsecond : 0));
    QVERIFY(sameTime(run.ranks[0].whole.computeS, communicates ? 0 : 7 * microsecond));
}

void tst_trace_kinds::jaxOnGpu()
{
    // The device's catch-all rule comes after NCCL's name: 400 of compute, 300 of communication, [300, 400) in both.
    const TraceRun run = tracedRun({{"jax.json", R"({"traceEvents": [
        {"ph": "M", "pid": 3, "name": "process_name", "args": {"name": "/device:GPU:0"}},
        {"ph": "X", "name": "fusion_1", "ts": 0, "dur": 400, "pid": 3, "tid": 14},
        {"ph": "X", "name": "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "ts": 300, "dur": 300, "pid": 3, "tid": 15}]})"}});
    const TimeShares& s = run.ranks[0].whole;
    QVERIFY(sameTime(s.computeS, 400 * microsecond));
    QVERIFY(sameTime(s.communicationS, 300 * microsecond));
    QVERIFY(sameTime(s.overlapS, 100 * microsecond));
    QVERIFY(sameTime(s.exposedS, 200 * microsecond));
}

void tst_trace_kinds::whileLoops()
{
    // A loop holds what runs in it, the all-reduce included, and is no compute of its own.
    const TraceRun run = tracedRun({{"tpu.json", R"({"traceEvents": [
        {"ph": "M", "pid": 3, "name": "process_name", "args": {"name": "/device:TPU:0"}},
        {"ph": "X", "name": "while.12", "ts": 0, "dur": 100, "pid": 3, "tid": 1},
        {"ph": "X", "name": "fusion.3", "ts": 0, "dur": 60, "pid": 3, "tid": 1},
        {"ph": "X", "name": "all-reduce.1", "ts": 60, "dur": 40, "pid": 3, "tid": 1}]})"}});
    QVERIFY(sameTime(run.ranks[0].whole.computeS, 60 * microsecond));
    QVERIFY(sameTime(run.ranks[0].whole.exposedS, 40 * microsecond));
}

void tst_trace_kinds::devicesOfOneProcess()
{
    // Ten devices, so that 10 comes after 2: device d computes 100 (d + 1) and then exchanges until 1100.
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
        QCOMPARE(QString::fromStdString(rank.device), QString("/device:TPU:%1").arg(d));
        QVERIFY(sameTime(rank.whole.computeS, 100 * (d + 1) * microsecond));
        QCOMPARE(rank.whole.overlapS, 0.0);
        QVERIFY(sameTime(rank.whole.exposedS, (1200 - 100 * (d + 1)) * microsecond));
    }
    QVERIFY(warnsOf(run, "11 devices"));
    QCOMPARE(run.matched.collectives.size(), std::size_t(1));
}

void tst_trace_kinds::devicesOfRanks()
{
    // Two processes with two cards each: ranks 0 and 1, and 2 and 3, of a world of 4.
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
    QVERIFY(sameTime(run.ranks[0].whole.computeS, 10 * microsecond));
    QVERIFY(sameTime(run.ranks[1].whole.computeS, 20 * microsecond));
    QVERIFY(sameTime(run.ranks[2].whole.computeS, 11 * microsecond));
    QVERIFY(sameTime(run.ranks[3].whole.computeS, 21 * microsecond));
    // A copy to another card is no work of that card's.
    const TraceRun copied = tracedRun({{"t.json", R"([
        {"ph": "X", "cat": "kernel", "name": "gemm", "ts": 0, "dur": 10, "pid": 0, "tid": 7},
        {"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy PtoP", "ts": 0, "dur": 10, "pid": 1, "tid": 7}])"}});
    QCOMPARE(copied.ranks.size(), std::size_t(1));
}

void tst_trace_kinds::horovod()
{
    // A tensor: negotiated [0, 100), reduced [100, 310) of which [110, 300) by NCCL. Three of them, a millisecond
    // apart, by four ranks; the second waits 50 for its data and is copied for 20 within its all-reduce.
    std::string text;
    for (int tensor = 0; tensor < 3; ++tensor) {
        const int at = 1000 * tensor;
        const QString name = QString("grad_%1").arg(tensor);
        text += QString(R"({"name": "process_name", "ph": "M", "pid": %1, "args": {"name": "%2"}},)")
                    .arg(tensor)
                    .arg(name)
                    .toStdString();
        const auto event = [&](char phase, const char* what, int ts) {
            text += QString(R"({"ph": "%1", "name": "%2", "ts": %3, "pid": %4},)")
                        .arg(phase)
                        .arg(what)
                        .arg(at + ts)
                        .arg(tensor)
                        .toStdString();
        };
        event('B', "NEGOTIATE_ALLREDUCE", 0);
        for (int rank = 0; rank < 4; ++rank)
            text += QString(R"({"ph": "X", "name": "%1", "ts": %2, "pid": %3, "dur": 0},)")
                        .arg(rank)
                        .arg(at + 10 * rank)
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
    QCOMPARE(rank.tensors, std::size_t(3));
    QCOMPARE(run.worldSize, std::optional(4));
    QVERIFY(!run.complete());
    QVERIFY(sameTime(*rank.waitingS, (3 * 100 + 50) * microsecond));
    QVERIFY(sameTime(rank.whole.communicationS, (2 * 210 + 140) * microsecond));
    QVERIFY(sameTime(rank.whole.memoryS, 20 * microsecond));
    QVERIFY(sameTime(rank.whole.spanS, 2310 * microsecond));
    QVERIFY(sameTime(rank.whole.idleS, (2310 - 3 * 310) * microsecond));
    QCOMPARE(run.unclassifiedShare, 0.0);
    QCOMPARE(ladderPoint(run).point.p, 4);
}

void tst_trace_kinds::unclassified()
{
    // 300 of 400 in spans of no class: neither idle nor waiting, here or in the ladder's row.
    const TraceRun run = tracedRun({{"t.json", R"([
        {"ph": "X", "name": "forward", "ts": 0, "dur": 100, "pid": 1, "tid": 1},
        {"ph": "X", "name": "backward", "ts": 100, "dur": 200, "pid": 1, "tid": 1},
        {"ph": "X", "name": "allreduce", "ts": 300, "dur": 100, "pid": 1, "tid": 1}])"}});
    QCOMPARE(run.unclassifiedShare, 0.75);
    QVERIFY(sameTime(run.ranks[0].whole.unclassifiedS, 300 * microsecond));
    QCOMPARE(run.ranks[0].whole.idleS, 0.0);
    const TracePoint point = ladderPoint(run);
    QVERIFY(sameTime(point.unclassifiedS, 300 * microsecond));
    QVERIFY(sameTime(*point.point.idleS, 0));
    QVERIFY(sameTime(*point.point.commS, 100 * microsecond));
    QVERIFY(sameTime(*point.point.timeS, 400 * microsecond));
}

void tst_trace_kinds::windows()
{
    // The second window follows the first at once: 1000 of the first step, 900 of the second.
    const TraceRun run = tracedRun({{"window1.json", windowAt(500000, 7)}, {"window0.json", windowAt(0, 2)}});
    QCOMPARE(run.ranks.size(), std::size_t(1));
    const TraceRank& rank = run.ranks[0];
    QCOMPARE(rank.rank, 0);
    QCOMPARE(rank.windows(), std::size_t(2));
    QCOMPARE(run.worldSize, std::optional(2));
    QVERIFY(!run.complete());
    QVERIFY(warnsOf(run, "1 of 2 ranks"));
    QVERIFY(run.matched.offsets.empty());
    QVERIFY(sameTime(rank.whole.computeS, 1200 * microsecond));
    QVERIFY(sameTime(rank.whole.communicationS, 600 * microsecond));
    QVERIFY(sameTime(rank.whole.spanS, 1900 * microsecond));
    QCOMPARE(rank.reading.steps.size(), std::size_t(2));
    QVERIFY(sameTime(*ladderPoint(run).point.timeS, 1000 * microsecond));
    // File names that are alike up to the rank say as much as a file does.
    const TraceRun named =
        tracedRun({{"run.rank0.100.json", windowAt(0, 2, "")}, {"run.rank0.200.json", windowAt(5000, 9, "")}});
    QCOMPARE(named.ranks.size(), std::size_t(1));
    QCOMPARE(named.ranks[0].windows(), std::size_t(2));
}

void tst_trace_kinds::windowsOfTwoRanks()
{
    // Rank 1's clock is 77 us ahead in both windows, and stays that far ahead.
    const auto other = [](int at, int step) {
        std::string text = windowAt(at + 77, step);
        text.replace(text.find("\"rank\": 0"), 9, "\"rank\": 1");
        return text;
    };
    const TraceRun run = tracedRun({{"a.json", windowAt(0, 2)},
                                    {"b.json", windowAt(500000, 7)},
                                    {"c.json", other(0, 2)},
                                    {"d.json", other(500000, 7)}});
    QCOMPARE(run.ranks.size(), std::size_t(2));
    QVERIFY(run.complete());
    QCOMPARE(run.matched.collectives.size(), std::size_t(2));
    QVERIFY(sameTime(run.matched.offsets[1].seconds, 77 * microsecond));
    QCOMPARE(run.matched.offsets[1].spreadS, 0.0);
}

void tst_trace_kinds::sameRankAgain()
{
    // The same step twice is another run: it is left out, and no rank is made up for it.
    const TraceRun run = tracedRun({{"a.json", windowAt(0, 2)}, {"b.json", windowAt(700, 2)}});
    QCOMPARE(run.ranks.size(), std::size_t(1));
    QCOMPARE(run.ranks[0].windows(), std::size_t(1));
    QVERIFY(sameTime(run.ranks[0].whole.computeS, 600 * microsecond));
    QVERIFY(warnsOf(run, "left out"));
}

void tst_trace_kinds::overflowing()
{
    // A kernel of 1.6 s that the next one of its stream follows after 200 us: [100, 300) and [300, 600), then 100.
    const TraceRun run = tracedRun({{"t.json", R"({"traceEvents": [
        {"ph": "X", "name": "gemm", "ts": 300, "dur": 300, "pid": 0, "tid": 7, "cat": "kernel"},
        {"ph": "X", "name": "gemm", "ts": 100, "dur": 1600000, "pid": 0, "tid": 7, "cat": "kernel"},
        {"ph": "X", "name": "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "ts": 600, "dur": 100, "pid": 0, "tid": 8, "cat": "kernel"}]})"}});
    const TimeShares& s = run.ranks[0].whole;
    QVERIFY(sameTime(s.computeS, 500 * microsecond));
    QVERIFY(sameTime(s.exposedS, 100 * microsecond));
    QVERIFY(sameTime(s.spanS, 600 * microsecond));
    QVERIFY(warnsOf(run, "1 spans"));
    // One that reaches into a span of another class is cut too: a stream does one thing at a time.
    const TraceRun mixed = tracedRun({{"t.json", R"([
        {"ph": "X", "name": "gemm", "ts": 0, "dur": 150, "pid": 0, "tid": 7, "cat": "kernel"},
        {"ph": "X", "name": "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "ts": 100, "dur": 100, "pid": 0, "tid": 7, "cat": "kernel"}])"}});
    QVERIFY(sameTime(mixed.ranks[0].whole.computeS, 100 * microsecond));
    QCOMPARE(mixed.ranks[0].whole.overlapS, 0.0);
}

void tst_trace_kinds::overlapThatIsNone()
{
    // On two streams kernels do overlap, and a kernel may start while the last one drains: nothing is cut.
    const TraceRun run = tracedRun({{"t.json", R"([
        {"ph": "X", "name": "gemm", "ts": 0, "dur": 100, "pid": 0, "tid": 7, "cat": "kernel"},
        {"ph": "X", "name": "gemm", "ts": 95, "dur": 50, "pid": 0, "tid": 7, "cat": "kernel"},
        {"ph": "X", "name": "gemm", "ts": 20, "dur": 30, "pid": 0, "tid": 8, "cat": "kernel"}])"}});
    QVERIFY(sameTime(run.ranks[0].whole.computeS, 145 * microsecond));
    QVERIFY(run.warnings.empty());
}

void tst_trace_kinds::libraries()
{
    // A file of one's own may name a library; a rule that asks for one that is not there is refused with its place.
    const auto own = parseTraceRules(R"({"format": "scalewright-trace-rules",
        "libraries": [{"library": "mine", "pairs": ["my_put*"], "collectives": ["my_*"]}],
        "rules": [{"category": "kernel", "library": "mine", "class": "communication", "side": "device"}]})");
    QVERIFY(own);
    QCOMPARE(own->rules.size(), std::size_t(2));
    QVERIFY(!own->rules[0].collective && own->rules[1].collective);
    for (
        const auto& [text, pointer] :
        {std::pair(
             R"({"format": "scalewright-trace-rules", "rules": [{"category": "kernel", "library": "yours", "class": "communication"}]})",
             "/rules/0/library"),
         {R"({"format": "scalewright-trace-rules", "libraries": [{"library": "mine"}]})", "/libraries/0"},
         {R"({"format": "scalewright-trace-rules", "libraries": 3})", "/libraries"},
         {R"({"format": "scalewright-trace-rules", "libraries": [{"library": "mine", "pairs": "a"}], "rules": [{"name": "a", "library": "mine", "class": "communication"}]})",
          "/rules/0/library"}}) {
        const auto bad = parseTraceRules(text);
        QVERIFY(!bad);
        QVERIFY2(describe(bad.error()).find(pointer) != std::string::npos, describe(bad.error()).c_str());
    }
    QVERIFY(!traceRules().libraries.empty());
}

SCALEWRIGHT_TEST(tst_trace_kinds)
#include "tst_trace_kinds.moc"

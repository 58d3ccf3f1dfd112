// SPDX-License-Identifier: GPL-3.0-or-later
// The memory model compared with tables in papers, arithmetic in the comments and measured runs. Expected values:
// Rajbhandari et al. 2020 table 1, Narayanan et al. 2021 table 1, Korthikanti et al. 2022, Kwon et al. 2023; runs from
// Megatron-LM's pull request 482, nanotron's issue 261 and the Ultra-Scale Playbook's plot.
#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>

#include "core/model/memory/memory.h"
#include "core/model/scaling/row.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"
#include "tests/core/named_state.h"
#include "tests/support/registry.h"

using namespace scalewright;
using scalewright::test::namedState;

namespace {

constexpr double GiB = 1073741824.0, MiB = 1048576.0;

bool isCloseTo(double value, double expected, double tolerance)
{
    return std::abs(value - expected) <= tolerance;
}

// 96 layers of 12288, 96 heads; 40 layers of 5120, 40 heads (GPT-3, and a 13 B GPT).
const Transformer gpt3{.layers = 96,
                       .hiddenSize = 12288,
                       .attentionHeads = 96,
                       .keyValueHeads = 96,
                       .feedForwardSize = 4 * 12288,
                       .vocabularySize = 50257,
                       .sequenceLength = 2048};
const Transformer gpt13{.layers = 40,
                        .hiddenSize = 5120,
                        .attentionHeads = 40,
                        .keyValueHeads = 40,
                        .feedForwardSize = 4 * 5120,
                        .vocabularySize = 50257,
                        .sequenceLength = 2048};
Transformer llama(double layers, double hidden, double heads, double kv, double ff)
{
    return {.layers = layers,
            .hiddenSize = hidden,
            .attentionHeads = heads,
            .keyValueHeads = kv,
            .feedForwardSize = ff,
            .vocabularySize = 32000,
            .sequenceLength = 4096,
            .gatedFeedForward = true,
            .flashAttention = true};
}

QList<QStringList> table(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        QTest::qFail(qPrintable(path), __FILE__, __LINE__);
    QList<QStringList> rows;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts))
        if (!line.startsWith('#'))
            rows << line.split(',');
    rows.removeFirst();  // the heading
    return rows;
}

// One unit in the last printed digit: 0.01 for "1.88", 1 for "4187".
double lastDigit(const QString& printed)
{
    const qsizetype point = printed.indexOf('.');
    return point < 0 ? 1 : std::pow(10.0, -static_cast<double>(printed.size() - point - 1));
}

}  // namespace

class tst_memory : public QObject {
    Q_OBJECT
private slots:
    // A vision transformer: 24 layers of 1024 have L(12 h^2 + 13 h) = 302309376 of 304e6 parameters, which leaves
    // 1690624/1024 rows of 1024. Without the parameter count, a vocabulary is required.
    void countsAModelWithoutAVocabulary()
    {
        ModelShape shape;
        shape.layers = typed(24);
        shape.hidden = typed(1024);
        shape.heads = typed(16);
        QVERIFY(!transformerOf(shape));
        shape.parameters = typed(304e6);
        const Result<Transformer> model = transformerOf(shape);
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        QCOMPARE(model->vocabularySize, 1651.0);
        QCOMPARE(parametersOf(*model), 304e6);
    }

    // The table rounds some values and truncates others.
    void zeroTable1()
    {
        const QString path = scalewright::test::oracleFile("training/zero-table1.csv");
        const QList<QStringList> rows = table(path);
        QCOMPARE(rows.size(), 6);
        for (const QStringList& row : rows)
            for (int model = 0; model < 3; ++model)
                for (int stage = 1; stage <= 3; ++stage) {
                    const QString& printed = row[1 + 3 * model + stage - 1];
                    const double gigabytes = (model == 0   ? 7.5
                                              : model == 1 ? 128
                                                           : 1000) *
                                             stateBytesPerParameter(ModelState{}, stage, row[0].toDouble()).total();
                    QVERIFY2(isCloseTo(gigabytes, printed.toDouble(), lastDigit(printed) * (1 + 1e-9)),
                             qPrintable(QStringLiteral("%1 stage %2: %3").arg(printed).arg(stage).arg(gigabytes)));
                }
    }

    // Billions as printed, to one digit; from equation 2 with V 51200 and s 2048.
    void countsParametersOfGpt()
    {
        const QString path = scalewright::test::oracleFile("training/sc21-table1.csv");
        const QList<QStringList> rows = table(path);
        QCOMPARE(rows.size(), 10);
        for (const QStringList& row : rows) {
            const double h = row[2].toDouble(), a = row[1].toDouble();
            const Transformer model{.layers = row[3].toDouble(),
                                    .hiddenSize = h,
                                    .attentionHeads = a,
                                    .keyValueHeads = a,
                                    .feedForwardSize = 4 * h,
                                    .vocabularySize = 51200,
                                    .sequenceLength = 2048};
            QVERIFY2(isCloseTo(parameterCount(model) / 1e9, row[0].toDouble(), 0.0501), qPrintable(row[0]));
        }
    }

    // Meta's models: 6.738, 13.016, 68.977 billion.
    void countsParametersOfLlama()
    {
        QVERIFY(isCloseTo(parameterCount(llama(32, 4096, 32, 32, 11008)) / 1e9, 6.738, 0.0005));
        QVERIFY(isCloseTo(parameterCount(llama(40, 5120, 40, 40, 13824)) / 1e9, 13.016, 0.0005));
        QVERIFY(isCloseTo(parameterCount(llama(80, 8192, 64, 8, 28672)) / 1e9, 68.977, 0.0005));
    }

    // 174.6e9 x 16, 18, 20 = 2.79, 3.14, 3.49 TB; 6.738e9: 108, 121, 135 GB.
    void conventions()
    {
        const double expected[]{16, 18, 20};
        const ModelState conventions[]{namedState("zero-16"), namedState("megatron-18"),
                                       namedState("both-gradients-20")};
        QCOMPARE(conventions[0], ModelState{});
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(stateBytesPerParameter(conventions[i], 0, 64).total(), expected[i]);
            QCOMPARE(stateBytesPerParameter(conventions[i], 3, 64).total(), expected[i] / 64);
        }
        // 2 + 2 + 4 + 1 + 1; frozen 16-bit weights.
        QCOMPARE(namedState("adam-8bit").total(), 10.0);
        QCOMPARE(namedState("lora").total(), 2.0);
        QVERIFY(isCloseTo(174.6e9 * stateBytesPerParameter(conventions[1], 0, 1).total() / 1e12, 3.14, 0.005));
        // 2 + 4 + 12/8; 2 + 16/8; 4 + 16/8.
        QCOMPARE(stateBytesPerParameter(conventions[1], 1, 8).total(), 7.5);
        QCOMPARE(stateBytesPerParameter(conventions[1], 2, 8).total(), 4.0);
        QCOMPARE(stateBytesPerParameter(conventions[2], 1, 8).total(), 6.0);
        QCOMPARE(stateBytesPerParameter(conventions[2], 2, 8).total(), 6.0);
    }

    // 12 bytes of unknown parts: 84 GB on one machine, 21 GB on each of four at stage 3, unknown at stages 1 and 2.
    void totalOfUnknownParts()
    {
        Project project;
        project.baseline.model.emplace();
        project.baseline.model->parameters = typed(7e9);
        project.baseline.model->bytesPerParameter = typed(12);
        QCOMPARE(trainingMemory(project, 1)->total(), 84e9);
        QCOMPARE(trainingMemory(project, 1)->bytesOf("state"), 84e9);
        QCOMPARE(trainingMemory(project, 4)->total(), 84e9);
        project.design.partitioning.shardingStage = typed(3);
        QCOMPARE(trainingMemory(project, 4)->total(), 21e9);
        for (const int stage : {1, 2}) {
            project.design.partitioning.shardingStage = typed(stage);
            QCOMPARE(trainingMemory(project, 1)->total(), 84e9);
            const Result<MemoryNeed> unknown = trainingMemory(project, 4);
            QVERIFY(!unknown);
            QCOMPARE(unknown.error().problems.front().location.jsonPointer,
                     std::string("/baseline/model/bytes_per_parameter"));
        }
        // Named: 2 + 2 + 6/4 = 5.5 bytes at stage 1.
        project.design.partitioning.shardingStage = typed(1);
        project.baseline.model->bytesPerParameter = quantityOf(namedState("adam-8bit"));
        QCOMPARE(trainingMemory(project, 4)->total(), 38.5e9);
        QCOMPARE(modelStateOf(typed(16)), ModelState::ofTotal(16));  // typed: its parts are not assumed
    }

    // GPT-3: 2048 x 12288 x (34 + 5 x 96 x 2048/12288 = 114) x 96 = 275.4e9 = 256.5 GiB; 34 in place of 114: 76.5;
    // 2: 4.5. 13 B: 44.5, 13.3, 0.78.
    void activations()
    {
        const auto gib = [](const Transformer& model, Recomputation recomputation) {
            return model.layers * activationBytesPerLayer(model, {.recomputation = recomputation}) / GiB;
        };
        QVERIFY(isCloseTo(gib(gpt3, Recomputation::None), 256.5, 0.05));
        QVERIFY(isCloseTo(gib(gpt3, Recomputation::Selective), 76.5, 0.05));
        QVERIFY(isCloseTo(gib(gpt3, Recomputation::Full), 4.5, 0.05));
        QVERIFY(isCloseTo(gib(gpt13, Recomputation::None), 44.5, 0.05));
        QVERIFY(isCloseTo(gib(gpt13, Recomputation::Selective), 13.3, 0.05));
        QVERIFY(isCloseTo(gib(gpt13, Recomputation::Full), 0.78, 0.005));
        // Tensor parallel 8, b 4: 2048 x 4 x 12288 x (10 + 24/8 + 80/8 = 23); with sequence parallel 114/8 = 14.25;
        // selective too 34/8.
        const double unit = 2048.0 * 4 * 12288;
        QCOMPARE(activationBytesPerLayer(gpt3, {.tensorParallel = 8, .microBatchSize = 4}), unit * 23);
        // Without dropout there are no masks of s b h bytes after attention and after the feed-forward network (K22,
        // section 4.1).
        Transformer withoutDropout = gpt3;
        withoutDropout.hasDropout = false;
        QCOMPARE(activationBytesPerLayer(withoutDropout, {.tensorParallel = 8, .microBatchSize = 4}), unit * 21);
        QCOMPARE(activationBytesPerLayer(gpt3, {.tensorParallel = 8, .microBatchSize = 4, .sequenceParallel = true}),
                 unit * 14.25);
        QCOMPARE(activationBytesPerLayer(
                     gpt3, {.tensorParallel = 8, .microBatchSize = 4, .recomputation = Recomputation::Selective}),
                 unit * 13);
        QCOMPARE(activationBytesPerLayer(gpt3, {.tensorParallel = 8,
                                                .microBatchSize = 4,
                                                .recomputation = Recomputation::Selective,
                                                .sequenceParallel = true}),
                 unit * 4.25);
        // The first of eight stages holds about as much as L layers; with two micro-batches a quarter of that;
        // interleaved 2: 1 + 7/16 times.
        const auto activationBytes = [](MemoryLayout layout) {
            return trainingMemory(gpt3, layout).bytesOf("activations");
        };
        QCOMPARE(activationBytes({.pipelineStages = 8}), activationBytes({}));
        QCOMPARE(activationBytes({.pipelineStages = 8, .microBatchesPerStep = 2}), activationBytes({}) / 4);
        QCOMPARE(activationBytes({.pipelineStages = 8, .chunksPerDevice = 2}), activationBytes({}) * (1 + 7.0 / 16));
    }

    // Recomputed activations exist for one layer at a time (Narayanan et al. 2021, 3.5): GPT-3's layer holds 114 s b h,
    // of which full recomputation keeps 2 and selective 34. Flash attention never stores the scores.
    void recomputedLayer()
    {
        const double unit = 2048.0 * 12288;
        const auto recomputedFlops = [](const Transformer& model, Recomputation recomputation) {
            return trainingMemory(model, {.recomputation = recomputation}).bytesOf("recomputed-layer");
        };
        QCOMPARE(recomputedFlops(gpt3, Recomputation::None), 0.0);
        QCOMPARE(recomputedFlops(gpt3, Recomputation::Selective), 80 * unit);
        QCOMPARE(recomputedFlops(gpt3, Recomputation::Full), 112 * unit);
        QCOMPARE(recomputedFlops(llama(32, 4096, 32, 32, 11008), Recomputation::Selective), 0.0);
    }

    // Two stages of 16 layers, h 4096, s 8192, V 128256, full recomputation: the first holds 2 x 16 layers x 2 s h =
    // 2.15 GB, the last 16 x 2 s h = 1.07 GB plus 12 s V = 12.6 GB of logits; their tables are equal. Without
    // recomputation s (12 h + 4 h/4 + 6 f = 139264) = 1.14 GB per layer: 36.5 GB in the first stage, 18.3 + 12.6 GB in
    // the last.
    void findsTheFullestStage()
    {
        Transformer model = llama(32, 4096, 32, 8, 14336);
        model.vocabularySize = 128256;
        model.sequenceLength = 8192;
        const double sh = 8192.0 * 4096;
        const MemoryNeed last = trainingMemory(model, {.pipelineStages = 2, .recomputation = Recomputation::Full});
        QCOMPARE(last.bytesOf("activations"), 32 * sh);
        QCOMPARE(last.bytesOf("logits"), 12 * 8192.0 * 128256);
        QVERIFY(last.notes.back().find("of the last stage") != std::string::npos);
        const MemoryNeed first = trainingMemory(model, {.pipelineStages = 2});
        QCOMPARE(first.bytesOf("activations"), 32 * 8192.0 * 139264);
        QCOMPARE(first.bytesOf("logits"), 0.0);
        // 32 layers on 5 stages: one stage has 7, with 5 micro-batches in flight.
        QCOMPARE(trainingMemory(model, {.pipelineStages = 5}).bytesOf("activations"), 35 * 8192.0 * 139264);
    }

    // PagedAttention gives 800 KiB per token for OPT-13B; 2 x 2 x 32 x 4096 = 512 KiB; grouped: 2 x 2 x 80 x 8 x 128 =
    // 320 KiB.
    void cache()
    {
        QCOMPARE(keyValueCacheBytesPerToken(gpt13), 800 * 1024.0);
        QCOMPARE(keyValueCacheBytesPerToken(llama(32, 4096, 32, 32, 11008)), 512 * 1024.0);
        const Transformer seventy = llama(80, 8192, 64, 8, 28672);
        QCOMPARE(keyValueCacheBytesPerToken(seventy), 320 * 1024.0);
        QCOMPARE(keyValueCacheBytesPerToken(seventy, 8), 40 * 1024.0);
        QCOMPARE(keyValueCacheBytesPerToken(seventy, 16), 40 * 1024.0);  // at least one head per device
        QCOMPARE(keyValueCacheBytesPerToken(gpt3), 4.5 * MiB);
        const MemoryNeed served = servingMemory(llama(32, 4096, 32, 32, 11008), {.cachedTokens = 4096});
        QCOMPARE(served.bytesOf("cache"), 2 * GiB);
        QVERIFY(isCloseTo(served.bytesOf("weights") / 1e9, 13.477, 0.001));
        // 0.95 x 24e9 - 13.477e9 = 9.323e9 over 524288: 17782 tokens.
        QVERIFY(isCloseTo(cacheTokensThatFit(llama(32, 4096, 32, 32, 11008), {}, 24e9), 17782, 2));
        QCOMPARE(cacheTokensThatFit(gpt3, {}, 80e9), 0.0);
        QCOMPARE(servingMemory({.parameters = 7e9}, {}).notes.size(), std::size_t(1));
    }

    // 208/80 = 2.6; over 0.95 x 80 = 76: 2.74. 160/80 = 2, with headroom 160/76 = 2.1, so 3.
    void headroom()
    {
        QCOMPARE(minimumParts(208e9, 80e9).withoutHeadroom, 3.0);
        QCOMPARE(minimumParts(208e9, 80e9).withHeadroom, 3.0);
        QCOMPARE(minimumParts(160e9, 80e9).withoutHeadroom, 2.0);
        QCOMPARE(minimumParts(160e9, 80e9).withHeadroom, 3.0);
    }

    // Residuals of measured runs, printed. Megatron 482 does not state s; 2048 is the only power of two near it. Its
    // four runs are within 8 %. Nanotron's resident state: 20 bytes at stage 0; at stage 1 12/24 and, with the weights,
    // only the fp32 gradients (6.5): within 2 %.
    void measured()
    {
        const QString path = scalewright::test::oracleFile("training/memory-measured.csv");
        int coveredCount = 0;
        for (const QStringList& row : table(path)) {
            if (row[0] == "megatron-482") {
                Transformer model = llama(32, 4096, 32, 32, 11008);
                model.sequenceLength = 2048;
                model.state = namedState("megatron-18");
                const int stages = row[5].toInt();
                const MemoryNeed need = trainingMemory(model, {.dataParallel = row[3].toDouble(),
                                                               .tensorParallel = row[4].toInt(),
                                                               .pipelineStages = stages,
                                                               .shardingStage = 1,
                                                               .microBatchSize = row[6].toDouble()});
                const double residual = need.total() / 1e9 / row[8].toDouble() - 1;
                qInfo("megatron dp %s tp %s pp %s b %s: %.1f GB, measured %s, %+.1f %%", qPrintable(row[3]),
                      qPrintable(row[4]), qPrintable(row[5]), qPrintable(row[6]), need.total() / 1e9,
                      qPrintable(row[8]), 100 * residual);
                QVERIFY(std::abs(residual) < 0.08);
            } else {
                const int stage = row[2].toInt();
                const double resident = 1.04e9 * stateBytesPerParameter(stage == 0 ? namedState("both-gradients-20")
                                                                                   : namedState("megatron-18"),
                                                                        stage, row[3].toDouble())
                                                     .total();
                const double residual = resident / (row[7].toDouble() * MiB) - 1;
                qInfo("nanotron stage %d: %.0f MiB, measured %s, %+.1f %%", stage, resident / MiB, qPrintable(row[7]),
                      100 * residual);
                QVERIFY(std::abs(residual) < 0.02);
            }
            ++coveredCount;
        }
        QCOMPARE(coveredCount, 6);
    }

    // 1B and 3B without tensor or pipeline parallelism, 20 bytes. Stage 0: every run within 10 %. At stage 1 nanotron
    // keeps both copies of the gradients (2 + 6 + 12/N) where Megatron and DeepSpeed document 4 + 16/N: counting both,
    // nine runs out of ten are within 15 %; as documented the model is 10 to 40 % too low, as noted at stateBytes().
    void playbook()
    {
        SCALEWRIGHT_SHARED_DATA(path, "training/playbook-h100-1B-3B.csv");
        std::vector<double> residuals[3];  // stage 0; stage 1 as documented; stage 1 with both copies
        for (const QStringList& row : table(path)) {
            if (row.size() < 12 || row[6] != "1" || row[7] != "1" || row[8].toInt() > 1)
                continue;
            const bool is1B = row[0] == "1B";
            const Transformer model{.parameters = is1B ? 1.342e9 : 3.574e9,
                                    .layers = is1B ? 16.0 : 28.0,
                                    .hiddenSize = is1B ? 2048.0 : 3072.0,
                                    .attentionHeads = is1B ? 16.0 : 24.0,
                                    .keyValueHeads = is1B ? 16.0 : 24.0,
                                    .feedForwardSize = 8192,
                                    .vocabularySize = 131072,
                                    .sequenceLength = 4096,
                                    .state = namedState("both-gradients-20"),
                                    .gatedFeedForward = true,
                                    .flashAttention = true};
            const int stage = row[8].toInt();
            const double N = row[5].toDouble(), measured = row.last().toDouble() * GiB;
            const double need =
                trainingMemory(model, {.dataParallel = N, .shardingStage = stage, .microBatchSize = row[2].toDouble()})
                    .total();
            residuals[stage].push_back(need / measured - 1);
            if (stage == 1)
                residuals[2].push_back((need + (8 + 12 / N - 4 - 16 / N) * model.parameters) / measured - 1);
        }
        const char* const rowNames[]{"stage 0", "stage 1, 4 + 16/N", "stage 1, 8 + 12/N"};
        for (int i = 0; i < 3; ++i) {
            std::sort(residuals[i].begin(), residuals[i].end());
            QVERIFY(residuals[i].size() >= 8);
            qInfo("%s: %zu runs, residuals from %+.1f to %+.1f %%, median %+.1f %%", rowNames[i], residuals[i].size(),
                  100 * residuals[i].front(), 100 * residuals[i].back(), 100 * residuals[i][residuals[i].size() / 2]);
        }
        QVERIFY(residuals[0].front() > -0.1 && residuals[0].back() < 0.1);
        QVERIFY(residuals[1].front() > -0.4 && residuals[1].back() < 0);
        QVERIFY(std::abs(residuals[2][residuals[2].size() / 2]) < 0.08);
        const auto near15 =
            std::count_if(residuals[2].begin(), residuals[2].end(), [](double r) { return std::abs(r) < 0.15; });
        QVERIFY(10 * near15 >= 9 * std::ssize(residuals[2]));
    }

    // A rank's parts add up; the first of two stages holds half of the layers and the input table.
    void parts()
    {
        const Transformer seven = llama(32, 4096, 32, 32, 11008);
        const MemoryNeed unsharded = trainingMemory(seven, {});
        double sum = 0;
        for (const MemoryPart& part : unsharded.parts) {
            QVERIFY(part.bytes > 0 && !part.formula.empty() && !part.source.empty());
            sum += part.bytes;
        }
        QCOMPARE(unsharded.total(), sum);
        QVERIFY(
            isCloseTo(unsharded.bytesOf("weights") + unsharded.bytesOf("gradients") + unsharded.bytesOf("optimizer"),
                      16 * 6.738415616e9, 1));
        // (6738415616 - 2 x 131072000)/2 + 131072000 = 3369207808 parameters, 2 bytes each.
        QVERIFY(isCloseTo(trainingMemory(seven, {.pipelineStages = 2}).bytesOf("weights"), 2 * 3369207808.0, 1));
        QCOMPARE(trainingMemory({.parameters = 7e9}, {}).total(), 112e9);
        QCOMPARE(trainingMemory({.parameters = 7e9}, {}).notes.size(), std::size_t(1));
        // Both copies of the gradients at stage 1 over 8: 8 + 12/8 minus 4 + 16/8 is 3.5 bytes, 24.5 GB for 7e9
        // parameters; reported with the number.
        const MemoryNeed bothGradients = trainingMemory({.parameters = 7e9, .state = namedState("both-gradients-20")},
                                                        {.dataParallel = 8, .shardingStage = 1});
        QVERIFY2(bothGradients.notes.front().find("24.5 GB more") != std::string::npos,
                 bothGradients.notes.front().c_str());
        QCOMPARE(trainingMemory({.parameters = 7e9, .state = namedState("both-gradients-20")}, {}).notes.size(),
                 std::size_t(1));
    }

    // 64 workers, tensor 8; of the remaining 8, two share a sequence: 4 data copies, so a batch of 64 is 16
    // micro-batches each; all 8 share the state. Interleaving by 3 reduces the bubble from 3/16 to 3/48.
    void workersThatShareASequence()
    {
        Project project;
        project.baseline.model.emplace();
        project.baseline.model->parameters = typed(7.5e9);
        project.baseline.batch = typed(64);
        project.baseline.tCompS = typed(100);
        project.target.alphaS = typed(5e-6);
        project.target.bandwidthBytesPerS = typed(450e9);
        project.design.communication.messageBytes = typed(4e9);
        Partitioning& slot = project.design.partitioning;
        slot.tensorParallel = typed(8);
        slot.contextParallel = typed(2);
        slot.microBatch = typed(1);
        const MemoryLayout layout = memoryLayoutOf(project, 64).value();
        QCOMPARE(layout.dataParallel, 8.0);
        QCOMPARE(layout.contextParallel, 2);
        QCOMPARE(*layout.microBatchesPerStep, 16.0);
        // Without a micro-batch, a copy processes its 16 sequences at once.
        slot.microBatch.reset();
        QCOMPARE(memoryLayoutOf(project, 64).value().microBatchSize, 16.0);
        QCOMPARE(*memoryLayoutOf(project, 64).value().microBatchesPerStep, 1.0);
        slot.contextParallel = typed(3);
        QCOMPARE(memoryLayoutOf(project, 64).error().problems[0].location.jsonPointer,
                 std::string("/design/partitioning/context_parallel"));
        slot.contextParallel = slot.tensorParallel = std::nullopt;
        slot.stages = typed(4);
        slot.chunks = typed(3);
        slot.microBatch = typed(1);
        project.baseline.batch = typed(256);  // 16 copies with 4 stages: 16 micro-batches
        // A share of the compute, 100 s/64: the shape is unknown, so nothing else is priced.
        QVERIFY(isCloseTo(predictAt(scalingModel(project).value(), 64).tWaitS, 3.0 / 48 * 100 / 64, 1e-12));
    }

    void computesMemoryOfAProject()
    {
        Project project;
        QVERIFY(!trainingMemory(project, 1));
        project.baseline.model.emplace();
        QCOMPARE(trainingMemory(project, 1).error().problems[0].location.jsonPointer,
                 std::string("/baseline/model/parameters"));
        project.baseline.model->parameters = typed(7.5e9);
        project.design.partitioning.slot.choices = {{"shard-model", "", {}}};
        // Table 1 of ZeRO: 1.88 GB with 64 workers at stage 3.
        QCOMPARE(trainingMemory(project, 64)->total(), 7.5e9 * 16 / 64);
        project.design.partitioning.shardingStage = typed(2);
        QCOMPARE(trainingMemory(project, 64)->total(), 7.5e9 * (2 + 14.0 / 64));
        project.design.partitioning.tensorParallel = typed(8);
        QCOMPARE(trainingMemory(project, 64)->total(), 7.5e9 / 8 * (2 + 14.0 / 8));
        QCOMPARE(trainingMemory(project, 60).error().problems[0].location.jsonPointer,
                 std::string("/design/partitioning/tensor_parallel"));
        project.design.partitioning.shardingStage = typed(4);
        QCOMPARE(trainingMemory(project, 64).error().problems[0].location.jsonPointer,
                 std::string("/design/partitioning/sharding_stage"));
        const Project withWorkingSet = withWorkingSetFromModel(project).value();
        QCOMPARE(withWorkingSet.baseline.workingSetBytes->value, 120e9);
        QVERIFY(withWorkingSet.baseline.workingSetBytes->provenance.conditions.find("optimizer state 90.0 GB") !=
                std::string::npos);
        // Only a part of the shape: hidden size and heads are required, and a vocabulary if it cannot be derived.
        project.baseline.model->layers = typed(32);
        QCOMPARE(trainingMemory(project, 1).error().problems.size(), std::size_t(2));
        project.baseline.model->parameters.reset();
        QCOMPARE(trainingMemory(project, 1).error().problems.size(), std::size_t(3));
    }
};

SCALEWRIGHT_TEST(tst_memory)
#include "tst_memory.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Models, training programs, config.json, launch flags and clusters as the planner reads them. Expected: parameter
// counts as printed in the papers, values from the shipped catalogue.
#include <QTest>

#include <cmath>

#include "core/model/layout/sources.h"
#include "core/project/catalogue/catalogue.h"
#include "tests/core/layout_tables.h"

using namespace scalewright;
using namespace scalewright::test;

class tst_layout_sources : public QObject {
    Q_OBJECT
private slots:
    void models_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("billions");
        QTest::addColumn<double>("within");
        const auto row = [](const char* id, double billions, double tolerance) {
            QTest::newRow(id) << QString(id) << billions << tolerance;
        };
        // Narayanan et al. 2021, table 1, as printed.
        for (const auto& [id, billions] :
             {std::pair("gpt-1.7b", 1.7), std::pair("gpt-3.6b", 3.6), std::pair("gpt-7.5b", 7.5),
              std::pair("gpt-18.4b", 18.4), std::pair("gpt-39.1b", 39.1), std::pair("gpt-76.1b", 76.1),
              std::pair("gpt-145.6b", 145.6), std::pair("gpt-310.1b", 310.1), std::pair("gpt-529.6b", 529.6),
              std::pair("gpt-1008b", 1008.0)})
            row(id, billions, 0.05 + 1e-4 * billions);
        // Released checkpoints.
        row("llama-2-7b", 6.738, 0.0005);
        row("llama-2-13b", 13.016, 0.0005);
        row("llama-2-70b", 68.977, 0.0005);
        row("llama-3-8b", 8.030, 0.0005);
        row("llama-3-70b", 70.554, 0.0005);
        row("llama-3-405b", 405.85, 0.01);
        row("llama-3.2-1b", 1.236, 0.0005);
        row("llama-3.2-3b", 3.213, 0.0005);
        row("mixtral-8x7b", 46.703, 0.001);
        row("gpt3-175b", 174.6, 0.05);
    }
    void models()
    {
        QFETCH(QString, id);
        QFETCH(double, billions);
        QFETCH(double, within);
        const ModelEntry entry = findModel(readModels().value(), id.toStdString()).value();
        QVERIFY2(std::abs(parameterCount(entry.model) / 1e9 - billions) <= within,
                 qPrintable(QString::number(parameterCount(entry.model) / 1e9, 'f', 4)));
        QVERIFY(!entry.source.empty());
    }

    // The longest context according to the papers, in addition to the trained sequence length; an invented shape has
    // none.
    void positions()
    {
        const std::vector<ModelEntry> models = readModels().value();
        for (const auto& [id, tokens] :
             {std::pair("gpt3-175b", 2048.0), std::pair("llama-7b", 2048.0), std::pair("llama-2-7b", 4096.0),
              std::pair("llama-3-405b", 131072.0), std::pair("mixtral-8x7b", 32768.0)})
            QCOMPARE(findModel(models, id).value().maximumContextTokens, tokens);
        QCOMPARE(findModel(models, "mixtral-8x7b").value().model.sequenceLength, 4096.0);
        QCOMPARE(modelForParameterCount(models, 7e9).value().maximumContextTokens, 0.0);
    }

    // Mixtral: each token uses 12.9 of 46.7 billion parameters (Jiang et al. 2024).
    void active()
    {
        const Transformer model = findModel(readModels().value(), "Mixtral-8x7B").value().model;
        QVERIFY(std::abs(activeParameterCount(model) / 1e9 - 12.9) < 0.05);
        QVERIFY(!findModel(readModels().value(), "gpt-5"));
    }

    void shapesAModelFromParametersAlone()
    {
        const std::vector<ModelEntry> models = readModels().value();
        for (const double parameters : {1e8, 1.3e9, 13e9, 30e9, 175e9, 1e12}) {
            const ModelEntry entry = modelForParameterCount(models, parameters).value();
            QVERIFY2(std::abs(parameterCount(entry.model) / parameters - 1) < 0.2, entry.name.c_str());
            QCOMPARE(std::fmod(entry.model.hiddenSize, entry.model.attentionHeads), 0.0);
        }
        QVERIFY(!modelForParameterCount(models, 5));
        QVERIFY(!modelForParameterCount(models, std::numeric_limits<double>::infinity()));
    }

    // Errors name the pointer.
    void files()
    {
        QCOMPARE(readTrainers().value().size(), std::size_t(5));
        const auto pointers = [](const auto& result) {
            std::vector<std::string> allNames;
            if (!result)
                for (const Problem& problem : result.error().problems)
                    allNames.push_back(problem.location.jsonPointer);
            return allNames;
        };
        QCOMPARE(pointers(parseModels(R"({"format": "scalewright-catalogue", "version": 1})")),
                 std::vector<std::string>{"/format"});
        QCOMPARE(
            pointers(parseTrainers(
                R"({"format": "scalewright-trainers", "version": 1, "sources": {"a": {"title": "b", "date": "2026"}}, "trainers":
                     [{"id": "x", "name": "x", "source": "a", "kernel_share": 2, "wings": 2}]})")),
            (std::vector<std::string>{"/trainers/0/kernel_share", "/trainers/0/wings"}));
        QCOMPARE(
            pointers(parseModels(
                R"({"format": "scalewright-models", "version": 1, "sources": {}, "models": [{"id": "x", "name": "x",
                     "source": "a", "layers": 1.5, "hidden": 8, "heads": 2, "vocabulary": 9, "sequence": "long"}]})")),
            (std::vector<std::string>{"/models/0/source", "/models/0/layers", "/models/0/sequence"}));
    }

    void config()
    {
        const Transformer llama = modelFromConfig(R"({"model_type": "llama", "hidden_size": 8192, "hidden_act": "silu",
            "num_hidden_layers": 80, "num_attention_heads": 64, "num_key_value_heads": 8, "intermediate_size": 28672,
            "vocab_size": 32000, "max_position_embeddings": 4096, "tie_word_embeddings": false})")
                                      .value();
        QVERIFY(llama.gatedFeedForward && std::abs(parameterCount(llama) / 1e9 - 68.977) < 0.0005);
        const Transformer gpt2 = modelFromConfig(R"({"n_embd": 768, "n_layer": 12, "n_head": 12, "vocab_size": 50257,
            "n_positions": 1024, "n_inner": null, "activation_function": "gelu_new"})")
                                     .value();
        // GPT-2 small has 124.4 million with the final norm that this formula leaves out.
        QVERIFY(!gpt2.gatedFeedForward && std::abs(parameterCount(gpt2) / 1e6 - 124.4) < 0.1);
        QCOMPARE(gpt2.feedForwardSize, 3072.0);
        // Published sizes: 6.74 B, 8.54 B, 30.5 B, 0.596 B and 6.92 B.
        const std::pair<const char*, double> published[]{
            {R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008, "num_attention_heads": 32,
                "num_hidden_layers": 32, "vocab_size": 32000, "max_position_embeddings": 4096})",
             6.738e9},
            {R"({"model_type": "gemma", "head_dim": 256, "hidden_act": "gelu", "hidden_size": 3072,
                "intermediate_size": 24576, "num_attention_heads": 16, "num_key_value_heads": 16,
                "num_hidden_layers": 28, "vocab_size": 256000, "max_position_embeddings": 8192})",
             8.538e9},
            {R"({"model_type": "qwen3_moe", "head_dim": 128, "hidden_act": "silu", "hidden_size": 2048,
                "intermediate_size": 6144, "moe_intermediate_size": 768, "num_experts": 128, "num_experts_per_tok": 8,
                "num_attention_heads": 32, "num_key_value_heads": 4, "num_hidden_layers": 48, "vocab_size": 151936,
                "max_position_embeddings": 40960, "tie_word_embeddings": false})",
             30.53e9},
            {R"({"model_type": "qwen3", "head_dim": 128, "hidden_act": "silu", "hidden_size": 1024,
                "intermediate_size": 3072, "num_attention_heads": 16, "num_key_value_heads": 8,
                "num_hidden_layers": 28, "vocab_size": 151936, "max_position_embeddings": 40960,
                "tie_word_embeddings": true})",
             0.596e9},
            {R"({"model_type": "falcon", "hidden_size": 4544, "num_hidden_layers": 32, "num_attention_heads": 71,
                "num_kv_heads": 71, "multi_query": true, "vocab_size": 65024, "max_position_embeddings": 2048})",
             6.92e9},
        };
        for (const auto& [config, parameters] : published) {
            const Result<Transformer> model = modelFromConfig(config);
            QVERIFY2(model, model ? "" : describe(model.error()).c_str());
            const double count = parametersOf(*model);
            QVERIFY2(std::abs(count / parameters - 1) < 0.003, qPrintable(QString::number(count)));
        }
        // Members that no formula here covers are named, not ignored.
        for (const auto& [config, key] :
             {std::pair{R"({"model_type": "deepseek_v3", "hidden_size": 7168, "num_hidden_layers": 61,
                           "num_attention_heads": 128, "vocab_size": 129280, "max_position_embeddings": 4096,
                           "kv_lora_rank": 512})",
                        "/kv_lora_rank"},
              {R"({"model_type": "bert", "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12,
                  "vocab_size": 30522, "max_position_embeddings": 512})",
               "/model_type"}}) {
            const Result<Transformer> refused = modelFromConfig(config);
            QVERIFY(!refused && refused.error().problems.front().location.jsonPointer == key);
        }
        const auto refused = modelFromConfig(R"({"hidden_size": 100, "num_hidden_layers": 2, "num_attention_heads": 7,
            "vocab_size": 10})");
        QCOMPARE(refused.error().problems.size(), std::size_t(1));
        QCOMPARE(refused.error().problems[0].location.jsonPointer, std::string("/max_position_embeddings"));
        QVERIFY(!modelFromConfig("[]") && !modelFromConfig("{") && !modelFromConfig("{}"));
    }

    void launch()
    {
        const LaunchSettings megatron = parseLaunchSettings(R"(
#!/bin/bash
# 8 nodes
ARGS="--sequence-parallel"
torchrun --nnodes 8 --nproc_per_node=8 pretrain_gpt.py \
    --tensor-model-parallel-size 8 --pipeline-model-parallel-size 4 \
    --num-layers 96 --hidden-size 12288 --num-attention-heads 96 --seq-length 2048 \
    --num-layers-per-virtual-pipeline-stage 8 --vocab-size 51200 \
    --micro-batch-size 2 --global-batch-size 128 --recompute-granularity selective \
    --sequence-parallel --use-distributed-optimizer --lr 1e-4
)")
                                            .value();
        const ParallelLayout expected{.data = 2,
                                      .tensor = 8,
                                      .stages = 4,
                                      .chunks = 3,
                                      .shardingStage = 1,
                                      .microBatch = 2,
                                      .recomputation = Recomputation::Selective,
                                      .sequenceParallel = true};
        QVERIFY(megatron.layout == expected);
        QCOMPARE(megatron.cards, std::optional(64));
        QCOMPARE(megatron.batch, std::optional(128.0));
        QVERIFY(megatron.model && std::abs(parameterCount(*megatron.model) / 1e9 - 174.6) < 0.1);
        const LaunchSettings deepspeed =
            parseLaunchSettings(
                R"({"train_batch_size": 256, "train_micro_batch_size_per_gpu": 4, "zero_optimization": {"stage": 3}})")
                .value();
        QCOMPARE(deepspeed.layout.shardingStage, 3);
        QCOMPARE(deepspeed.layout.microBatch, 4);
        QCOMPARE(deepspeed.batch, std::optional(256.0));
        QCOMPARE(parseLaunchSettings("--micro-batch-size $MBS").error().problems[0].location.field,
                 std::string("--micro-batch-size"));
        for (const char* text : {"", "python train.py", "{}", "--num-layers", "--recompute-granularity most",
                                 "{\"zero_optimization\": {\"stage\": 9}}"})
            QVERIFY2(!parseLaunchSettings(text), text);
    }

    void layoutWords()
    {
        const ParallelLayout expected{.data = 4,
                                      .tensor = 8,
                                      .stages = 2,
                                      .shardingStage = 1,
                                      .microBatch = 3,
                                      .recomputation = Recomputation::Full,
                                      .sequenceParallel = true};
        QVERIFY(parseLayout("tensor=8,stages=2,data=4,micro=3,sharding=1,recompute=full,sequence-parallel").value() ==
                expected);
        QCOMPARE(parseLayout("tensor=2").value().data, 0);
        ParallelLayout withoutData = expected;
        withoutData.data = 0;
        QVERIFY(parseLayout(scalewright::layoutWords(expected)).value() == withoutData);
        QCOMPARE(scalewright::layoutWords({}), std::string("micro=1"));
        for (const char* text :
             {"", "tensor", "tensor=0", "tensor=1.5", "wings=2", "recompute=some", "sharding=4", "tensor=2,,data=1"})
            QVERIFY2(!parseLayout(text), text);
    }

    void clusters()
    {
        const Catalogue catalogue = readCatalogue().value();
        const NamedCluster node = clusterOf(catalogue, "node-8x-h100", "", "", 64).value();
        QCOMPARE(node.cluster.cardsPerNode, 8);
        QCOMPARE(node.cluster.memoryBytes, 85520809984.0);  // nvidia-smi: 81559 MiB
        QCOMPARE(node.cluster.peakFlops, 989e12);
        QCOMPARE(node.cluster.memoryBandwidth, 3.35e12);
        QCOMPARE(node.cluster.bandwidth, 450e9);
        QCOMPARE(node.cluster.bandwidth2, 50e9);
        QCOMPARE(node.cluster.usdPerCardHour, std::optional(23.6 / 8));
        QVERIFY(node.isLinkAssumed && node.numberFormat == "bf16" && !node.sources.empty());
        // A card without a node gets the link of the node it is sold in.
        const NamedCluster card = clusterOf(catalogue, "a100-sxm-80", "", "infiniband-hdr", 16).value();
        QCOMPARE(card.cluster.bandwidth, 300e9);
        QCOMPARE(card.cluster.bandwidth2, 25e9);
        QVERIFY(!card.isLinkAssumed);
        for (const char* id : {"no-such-card", "cpu-2x-epyc-7763", "laptop-4-core"})
            QVERIFY2(!clusterOf(catalogue, id, "", "", 8), id);
        QCOMPARE(clusterOf(catalogue, "h100-sxm", "", "string", 8).error().problems[0].location.field,
                 std::string("--link2"));
        QCOMPARE(clusterOf(Target{}, 8).error().problems.size(), std::size_t(4));
    }

    // A chosen card keeps the machines: one card in each unless the target says otherwise, at the catalogue's price in
    // proportion. An eighth of $23.60 is $2.95. Values unrelated to the cluster are kept.
    void keepsTheMachinesOfTheTarget()
    {
        const Catalogue catalogue = readCatalogue().value();
        Target before;
        before.pue = typed(1.4);
        const ClusterTarget filled = withCluster(before, catalogue, "a100-sxm-80", "", "").value();
        QVERIFY(!filled.target.workersPerNode);
        QCOMPARE(filled.target.pue->value, 1.4);
        QVERIFY(filled.isLinkAssumed);
        const Target one = withCluster(before, catalogue, "node-8x-h100", "", "").value().target;
        QVERIFY(!one.workersPerNode);
        QCOMPARE(one.priceUsdPerHour->value, 2.95);
        before.workersPerNode = typed(4);
        const Target four = withCluster(before, catalogue, "h100-sxm", "", "").value().target;
        QCOMPARE(four.workersPerNode->value, 4.0);
        QCOMPARE(four.priceUsdPerHour->value, 11.8);
        QCOMPARE(clusterOf(four, 16).value().cluster.usdPerCardHour, std::optional(2.95));
        // A second bandwidth needs its latency: without it, messages between nodes would start for free.
        Target twoLevels = four;
        twoLevels.alpha2S.reset();
        twoLevels.bandwidth2BytesPerS = typed(25e9);
        QCOMPARE(clusterOf(twoLevels, 16).error().problems.front().location.jsonPointer,
                 std::string("/target/alpha2_s"));
        QVERIFY(clusterOf(twoLevels, 4));
        // As sold: eight to a node.
        QCOMPARE(nodeAsSold(catalogue, *catalogue.findHardware("h100-sxm"))->id, std::string("node-8x-h100"));
        QCOMPARE(nodeAsSold(catalogue, *catalogue.findHardware("node-8x-h100"))->id, std::string("node-8x-h100"));
        QVERIFY(!nodeAsSold(catalogue, *catalogue.findHardware("rtx-4090")));
        // A cluster named for a project has its machines; one named alone has nodes of eight, as a stated assumption.
        QCOMPARE(clusterOf(catalogue, "h100-sxm", "", "", 16, &before).value().cluster.cardsPerNode, 4);
        before.workersPerNode.reset();
        QCOMPARE(clusterOf(catalogue, "h100-sxm", "", "", 16, &before).value().cluster.cardsPerNode, 1);
        QVERIFY(clusterOf(catalogue, "h100-sxm", "", "", 16).value().isNodeSizeAssumed);
        QCOMPARE(clusterOf(catalogue, "h100-sxm", "", "", 16).value().cluster.cardsPerNode, 8);
    }

    // A typed or measured link is kept, and one link for all traffic stays one link, unless another is named.
    void keepsTheLinkOfTheProject()
    {
        const Catalogue catalogue = readCatalogue().value();
        Target before;
        before.link = "lab switch";
        before.bandwidthBytesPerS = typed(1.25e9);
        before.alphaS = typed(30e-6);
        before.priceUsdPerHour = typed(3.5);
        before.workersPerNode = typed(4);
        const Target keptTarget = withCluster(before, catalogue, "a100-sxm-80", "", "").value().target;
        QCOMPARE(keptTarget.bandwidthBytesPerS->value, 1.25e9);
        QCOMPARE(keptTarget.alphaS->value, 30e-6);
        QCOMPARE(keptTarget.link, std::string("lab switch"));
        QVERIFY(!keptTarget.bandwidth2BytesPerS);
        QCOMPARE(keptTarget.workersPerNode->value, 4.0);
        const MaybeQuantity listed = catalogue.findHardware("a100-sxm-80")->priceUsdPerHour;
        QCOMPARE(keptTarget.priceUsdPerHour->value, listed ? 4 * listed->value : 3.5);
        QVERIFY(!withCluster(before, catalogue, "a100-sxm-80", "", "").value().isLinkAssumed);

        const Target namedTarget = withCluster(before, catalogue, "a100-sxm-80", "nvlink-4", "").value().target;
        QCOMPARE(namedTarget.bandwidthBytesPerS->value, catalogue.findLink("nvlink-4")->bandwidthBytesPerS->value);
        QVERIFY(namedTarget.bandwidth2BytesPerS.has_value());

        before.bandwidthBytesPerS->provenance.origin = before.alphaS->provenance.origin = Origin::Catalogue;
        QVERIFY(withCluster(before, catalogue, "h100-sxm", "", "").value().target.bandwidthBytesPerS->value > 1e11);
    }

    // Flags that are written are read back as the same layout.
    void flagsRoundTripThroughLayouts()
    {
        const Transformer model = findModel(readModels().value(), "gpt3-175b").value().model;
        for (const ParallelLayout& layout :
             {ParallelLayout{.data = 4}, ParallelLayout{.data = 2, .tensor = 8, .stages = 4, .microBatch = 2},
              ParallelLayout{.tensor = 2, .context = 2, .stages = 4, .chunks = 3, .sequenceParallel = true},
              ParallelLayout{.data = 8, .shardingStage = 1, .recomputation = Recomputation::Selective},
              ParallelLayout{.data = 16, .shardingStage = 3, .recomputation = Recomputation::Full}}) {
            const LaunchSettings read = parseLaunchSettings(launchFlags(layout, model, 128, 8)).value();
            QVERIFY2(read.layout == layout, launchFlags(layout, model, 128, 8).c_str());
            QCOMPARE(*read.cards, layout.cards());
            QCOMPARE(*read.batch, 128.0);
            QCOMPARE(read.model->layers, 96.0);
        }
    }

    void theProjectsModel()
    {
        const std::vector<ModelEntry> models = readModels().value();
        ModelShape shape = modelShapeOf(findModel(models, "llama-3-8b").value(), ModelShape{});
        QCOMPARE(modelOfProject(shape, models).value().name, std::string("Llama 3 8B"));
        QVERIFY(shape.layers->provenance.origin == Origin::Catalogue);
        shape.sequence.reset();
        QCOMPARE(modelOfProject(shape, models).error().problems[0].location.jsonPointer,
                 std::string("/baseline/model/sequence"));
        // With only a parameter count: a shape within a tenth of it, and the project's sequence length.
        ModelShape parametersOnly;
        parametersOnly.parameters = typed(13e9);
        parametersOnly.sequence = typed(4096);
        const Transformer model = modelOfProject(parametersOnly, models).value().model;
        QVERIFY(std::abs(parameterCount(model) / 13e9 - 1) < 0.1);
        QCOMPARE(model.sequenceLength, 4096.0);
        QCOMPARE(modelOfProject(ModelShape{}, models).error().problems[0].location.jsonPointer,
                 std::string("/baseline/model/parameters"));
    }
};

SCALEWRIGHT_TEST(tst_layout_sources)
#include "tst_layout_sources.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>

#include "core/base/error/try.h"
#include "core/base/json/json.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/model/layout/sources.h"
#include "core/project/document/object_reader.h"

namespace scalewright {

namespace {

/// The words of a command line or script: quotes group words, comments and a \ at the end of a line are skipped,
/// "--a=b" gives two words.
std::vector<std::string> splitLaunchWords(std::string_view text)
{
    std::vector<std::string> words;
    std::string word;
    char quote = 0;
    const auto end = [&] {
        if (word.empty())
            return;
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        words.push_back(word.substr(0, equals));
        if (equals != std::string::npos)
            words.push_back(word.substr(equals + 1));
        word.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0) {
            if (c == quote)
                quote = 0;
            else
                word += c;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '\\') {
            continue;
        } else if (c == '#' && word.empty()) {
            while (i + 1 < text.size() && text[i + 1] != '\n')
                ++i;
        } else if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '(' || c == ')') {
            end();
        } else {
            word += c;
        }
    }
    end();
    return words;
}

/// Normalizes the spelling of a flag: --nproc_per_node becomes --nproc-per-node.
std::string normalizeFlag(std::string word)
{
    std::replace(word.begin(), word.end(), '_', '-');
    return word;
}

struct ShapeFlags {
    std::optional<double> layers, hidden, heads, kvHeads, feedForward, vocabulary, sequence, experts, expertsPerToken;
    std::optional<int> nodes, cardsPerNode, layersPerChunk;
    bool isGated = false, usesFlashAttention = false, hasTiedEmbeddings = true;
};

LaunchSettings completeSettings(LaunchSettings found, const ShapeFlags& shape)
{
    if (shape.layers && shape.hidden && shape.heads) {
        Transformer model{.layers = *shape.layers,
                          .hiddenSize = *shape.hidden,
                          .attentionHeads = *shape.heads,
                          .keyValueHeads = shape.kvHeads.value_or(*shape.heads),
                          .feedForwardSize = shape.feedForward.value_or(4 * *shape.hidden),
                          .vocabularySize = shape.vocabulary.value_or(51200),
                          .sequenceLength = shape.sequence.value_or(2048)};
        model.gatedFeedForward = shape.isGated;
        model.flashAttention = shape.usesFlashAttention;
        model.tiedEmbeddings = shape.hasTiedEmbeddings && shape.isGated;
        model.experts = shape.experts.value_or(1);
        model.expertsPerToken = shape.expertsPerToken.value_or(model.experts > 1 ? 2 : 1);
        found.model = model;
    }
    if (shape.cardsPerNode)
        found.cards = *shape.cardsPerNode * shape.nodes.value_or(1);
    if (shape.layersPerChunk && shape.layers)
        found.layout.chunks =
            std::max(1, static_cast<int>(*shape.layers) / found.layout.stages / *shape.layersPerChunk);
    if (found.cards) {
        const int cardsPerCopy = found.layout.tensor * found.layout.context * found.layout.stages;
        found.layout.data = *found.cards % cardsPerCopy == 0 ? *found.cards / cardsPerCopy : 0;
    }
    return found;
}

Result<LaunchSettings> parseDeepSpeedConfig(std::string_view text)
{
    TRY(const Json document, parseJson(text));
    Error error;
    LaunchSettings found;
    found.layout.data = 0;
    const auto note = [&found](const char* key) { found.understoodFlags.emplace_back(key); };
    ObjectReader m(error.problems, document, {}, true);
    m.number("train_batch_size", found.batch, Dimension::Ratio, Range::Any);
    if (found.batch)
        note("train_batch_size");
    double microBatch = 0;
    m.number("train_micro_batch_size_per_gpu", microBatch, 1, 1e6);
    if (microBatch > 0) {
        found.layout.microBatch = static_cast<int>(microBatch);
        note("train_micro_batch_size_per_gpu");
    }
    if (const Json* zero = document.find("zero_optimization"); zero != nullptr && zero->asObject() != nullptr) {
        double stage = 0;
        ObjectReader(error.problems, *zero, "/zero_optimization", true).number("stage", stage, 0, 3);
        found.layout.shardingStage = static_cast<int>(stage);
        note("zero_optimization");
    }
    if (const Json* tensor = document.find("tensor_parallel"); tensor != nullptr && tensor->asObject() != nullptr) {
        double size = 1;
        ObjectReader(error.problems, *tensor, "/tensor_parallel", true).number("autotp_size", size, 1, 1024);
        found.layout.tensor = static_cast<int>(size);
        note("tensor_parallel");
    }
    if (document.find("activation_checkpointing") != nullptr) {
        found.layout.recomputation = Recomputation::Full;
        note("activation_checkpointing");
    }
    if (found.understoodFlags.empty() && error.problems.empty())
        return fail(ErrorCode::Input, "this JSON contains no layout settings",
                    "a DeepSpeed configuration: train_micro_batch_size_per_gpu, zero_optimization, …");
    if (!error.problems.empty())
        return fail(std::move(error));
    return found;
}

}  // namespace

Result<LaunchSettings> parseLaunchSettings(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && text[first] == '{')
        return parseDeepSpeedConfig(text);
    LaunchSettings found;
    ShapeFlags shape;
    ParallelLayout& layout = found.layout;
    const std::map<std::string, int*> layoutFlags{{"--tensor-model-parallel-size", &layout.tensor},
                                                  {"--pipeline-model-parallel-size", &layout.stages},
                                                  {"--context-parallel-size", &layout.context},
                                                  {"--expert-model-parallel-size", &layout.expert},
                                                  {"--micro-batch-size", &layout.microBatch}};
    const std::map<std::string, std::optional<double>*> countFlags{{"--num-layers", &shape.layers},
                                                                   {"--hidden-size", &shape.hidden},
                                                                   {"--num-attention-heads", &shape.heads},
                                                                   {"--num-query-groups", &shape.kvHeads},
                                                                   {"--ffn-hidden-size", &shape.feedForward},
                                                                   {"--vocab-size", &shape.vocabulary},
                                                                   {"--padded-vocab-size", &shape.vocabulary},
                                                                   {"--seq-length", &shape.sequence},
                                                                   {"--num-experts", &shape.experts},
                                                                   {"--moe-router-topk", &shape.expertsPerToken},
                                                                   {"--global-batch-size", &found.batch}};
    const std::map<std::string, std::optional<int>*> cards{
        {"--nnodes", &shape.nodes},
        {"--nproc-per-node", &shape.cardsPerNode},
        {"--num-gpus", &shape.cardsPerNode},
        {"--num-nodes", &shape.nodes},
        {"--num-layers-per-virtual-pipeline-stage", &shape.layersPerChunk}};
    const std::map<std::string, std::function<void()>> switches{
        {"--sequence-parallel", [&] { layout.sequenceParallel = true; }},
        {"--use-distributed-optimizer", [&] { layout.shardingStage = std::max(layout.shardingStage, 1); }},
        {"--recompute-activations", [&] { layout.recomputation = Recomputation::Selective; }},
        {"--checkpoint-activations", [&] { layout.recomputation = Recomputation::Full; }},
        {"--swiglu", [&] { shape.isGated = true; }},
        {"--use-flash-attn", [&] { shape.usesFlashAttention = true; }},
        {"--untie-embeddings-and-output-weights", [&] { shape.hasTiedEmbeddings = false; }}};

    Error error;
    const std::vector<std::string> words = splitLaunchWords(text);
    const auto reportProblem = [&error](const std::string& flag, std::string message, std::string expected) {
        error.problems.push_back({std::move(message), std::move(expected), {.field = flag}});
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string flag = normalizeFlag(words[i]);
        if (const auto switchEntry = switches.find(flag); switchEntry != switches.end()) {
            switchEntry->second();
            found.understoodFlags.push_back(flag);
            continue;
        }
        const bool hasSpecialValue = flag == "--recompute-granularity" || flag == "--zero-stage";
        if (!hasSpecialValue && !layoutFlags.contains(flag) && !countFlags.contains(flag) && !cards.contains(flag))
            continue;
        if (i + 1 == words.size() || words[i + 1].starts_with("--")) {
            reportProblem(flag, "the value is missing", "a whole number after the flag");
            continue;
        }
        const std::string& value = words[++i];
        found.understoodFlags.push_back(flag);
        if (flag == "--recompute-granularity") {
            if (value == "full" || value == "selective")
                layout.recomputation = value == "full" ? Recomputation::Full : Recomputation::Selective;
            else
                reportProblem(flag, formatMessage("{} is not a granularity", inQuotes(value)), "full or selective");
            continue;
        }
        const Result<long> number = parseCount(value, flag == "--zero-stage" ? 0 : 1, 1000000000);
        if (!number) {
            reportProblem(flag, formatMessage("{} is not a whole number", inQuotes(value)),
                          "a number, with variables filled in");
            continue;
        }
        if (flag == "--zero-stage")
            layout.shardingStage = static_cast<int>(std::min(*number, 3L));
        else if (const auto layoutMember = layoutFlags.find(flag); layoutMember != layoutFlags.end())
            *layoutMember->second = static_cast<int>(*number);
        else if (const auto size = countFlags.find(flag); size != countFlags.end())
            *size->second = static_cast<double>(*number);
        else
            *cards.at(flag) = static_cast<int>(*number);
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    if (found.understoodFlags.empty())
        return fail(ErrorCode::Input, "no known launch flag",
                    "flags of Megatron-LM, such as --tensor-model-parallel-size 8, or DeepSpeed's JSON");
    layout.data = 0;
    return completeSettings(std::move(found), shape);
}

std::string launchFlags(const ParallelLayout& layout, const Transformer& model, double batch, int cardsPerNode)
{
    std::string flags;
    const auto add = [&flags](const char* flag, double value) {
        flags += (flags.empty() ? "" : " ") + std::string(flag) + " " + significantText(value, 12);
    };
    const auto addAbove1 = [&add](const char* flag, int value) {
        if (value > 1)
            add(flag, value);
    };
    const int perNode = std::min(cardsPerNode, layout.cards());
    const int nodes = (layout.cards() + perNode - 1) / perNode;
    add("--nnodes", nodes);
    add("--nproc-per-node", perNode);
    add("--num-layers", model.layers);
    add("--hidden-size", model.hiddenSize);
    add("--num-attention-heads", model.attentionHeads);
    add("--seq-length", model.sequenceLength);
    add("--global-batch-size", batch);
    add("--micro-batch-size", layout.microBatch);
    addAbove1("--tensor-model-parallel-size", layout.tensor);
    addAbove1("--pipeline-model-parallel-size", layout.stages);
    if (layout.chunks > 1)
        add("--num-layers-per-virtual-pipeline-stage", std::ceil(model.layers / layout.stages / layout.chunks));
    addAbove1("--context-parallel-size", layout.context);
    addAbove1("--expert-model-parallel-size", layout.expert);
    if (layout.sequenceParallel)
        flags += " --sequence-parallel";
    if (layout.shardingStage == 1)
        flags += " --use-distributed-optimizer";
    else if (layout.shardingStage > 1)
        add("--zero-stage", layout.shardingStage);
    if (layout.recomputation != Recomputation::None)
        flags += std::string(" --recompute-granularity ") + nameOf(layout.recomputation);
    return flags;
}

Result<ParallelLayout> parseLayout(std::string_view text)
{
    ParallelLayout layout{.data = 0};
    const std::map<std::string, int*, std::less<>> members{{"data", &layout.data},       {"tensor", &layout.tensor},
                                                           {"context", &layout.context}, {"stages", &layout.stages},
                                                           {"chunks", &layout.chunks},   {"expert", &layout.expert},
                                                           {"micro", &layout.microBatch}};
    const auto rejectWord = [](std::string_view word) {
        return fail(ErrorCode::Input, formatMessage("{} is not a layout setting", inQuotes(word)),
                    "data, tensor, context, stages, chunks, expert, micro or sharding = a number, recompute = none, "
                    "selective or full, sequence-parallel");
    };
    std::size_t position = 0;
    while (position <= text.size()) {
        const std::size_t end = std::min(text.find(',', position), text.size());
        const std::string_view word = text.substr(position, end - position);
        position = end + 1;
        const std::size_t equals = std::min(word.find('='), word.size());
        const std::string_view name = word.substr(0, equals);
        const std::string_view value = word.substr(std::min(equals + 1, word.size()));
        if (word == "sequence-parallel") {
            layout.sequenceParallel = true;
        } else if (name == "recompute" && (value == "none" || value == "selective" || value == "full")) {
            layout.recomputation = value == "none"   ? Recomputation::None
                                   : value == "full" ? Recomputation::Full
                                                     : Recomputation::Selective;
        } else if (name == "sharding") {
            TRY(const long stage, parseCount(value, 0, 3));
            layout.shardingStage = static_cast<int>(stage);
        } else if (const auto member = members.find(name); member != members.end()) {
            TRY(const long number, parseCount(value, 1, 1 << 20));
            *member->second = static_cast<int>(number);
        } else {
            return rejectWord(word);
        }
    }
    return layout;
}

std::string layoutWords(const ParallelLayout& layout)
{
    std::string words;
    const auto add = [&words](const std::string& word) { words += (words.empty() ? "" : ",") + word; };
    for (const auto& [name, value] :
         {std::pair("tensor", layout.tensor), std::pair("context", layout.context), std::pair("stages", layout.stages),
          std::pair("chunks", layout.chunks), std::pair("expert", layout.expert)})
        if (value > 1)
            add(fmt::format("{}={}", name, value));
    add(fmt::format("micro={}", layout.microBatch));
    if (layout.shardingStage > 0)
        add(fmt::format("sharding={}", layout.shardingStage));
    if (layout.recomputation != Recomputation::None)
        add(layout.recomputation == Recomputation::Full ? "recompute=full" : "recompute=selective");
    if (layout.sequenceParallel)
        add("sequence-parallel");
    return words;
}

}  // namespace scalewright

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>

#include "core/base/json/json.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/model/layout/members.h"
#include "core/model/layout/sources.h"

namespace scalewright {

namespace {

/// Words of a command line or a script: quotes group, \ at a line's end and comments are skipped, "--a=b" is two words.
std::vector<std::string> launchWords(std::string_view text)
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

/// A flag as people write it: --nproc_per_node is --nproc-per-node.
std::string flagOf(std::string word)
{
    std::replace(word.begin(), word.end(), '_', '-');
    return word;
}

struct Shape {
    std::optional<double> layers, hidden, heads, kvHeads, feedForward, vocabulary, sequence, experts, perToken;
    std::optional<int> nodes, cardsPerNode, layersPerChunk;
    bool gated = false, flash = false, tied = true;
};

LaunchSettings finished(LaunchSettings found, const Shape& shape)
{
    if (shape.layers && shape.hidden && shape.heads) {
        Transformer model{.layers = *shape.layers,
                          .hidden = *shape.hidden,
                          .heads = *shape.heads,
                          .kvHeads = shape.kvHeads.value_or(*shape.heads),
                          .feedForward = shape.feedForward.value_or(4 * *shape.hidden),
                          .vocabulary = shape.vocabulary.value_or(51200),
                          .sequence = shape.sequence.value_or(2048)};
        model.gated = shape.gated;
        model.flashAttention = shape.flash;
        model.tiedEmbeddings = shape.tied && shape.gated;
        model.experts = shape.experts.value_or(1);
        model.expertsPerToken = shape.perToken.value_or(model.experts > 1 ? 2 : 1);
        found.model = model;
    }
    if (shape.cardsPerNode)
        found.cards = *shape.cardsPerNode * shape.nodes.value_or(1);
    if (shape.layersPerChunk && shape.layers)
        found.layout.chunks =
            std::max(1, static_cast<int>(*shape.layers) / found.layout.stages / *shape.layersPerChunk);
    if (found.cards) {
        const int each = found.layout.tensor * found.layout.context * found.layout.stages;
        found.layout.data = *found.cards % each == 0 ? *found.cards / each : 0;
    }
    return found;
}

Result<LaunchSettings> fromDeepSpeed(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    Error error;
    LaunchSettings found;
    found.layout.data = 0;
    const auto note = [&found](const char* key) { found.read.emplace_back(key); };
    Members m(*document, "", error.problems);
    if (const std::optional<double> batch = m.number("train_batch_size")) {
        found.batch = *batch;
        note("train_batch_size");
    }
    double microBatch = 0;
    m.optional("train_micro_batch_size_per_gpu", microBatch, 1, 1e6);
    if (microBatch > 0) {
        found.layout.microBatch = static_cast<int>(microBatch);
        note("train_micro_batch_size_per_gpu");
    }
    if (const Json* zero = document->find("zero_optimization"); zero != nullptr && zero->asObject() != nullptr) {
        double stage = 0;
        Members(*zero, "/zero_optimization", error.problems).optional("stage", stage, 0, 3);
        found.layout.shardingStage = static_cast<int>(stage);
        note("zero_optimization");
    }
    if (const Json* tensor = document->find("tensor_parallel"); tensor != nullptr && tensor->asObject() != nullptr) {
        double size = 1;
        Members(*tensor, "/tensor_parallel", error.problems).optional("autotp_size", size, 1, 1024);
        found.layout.tensor = static_cast<int>(size);
        note("tensor_parallel");
    }
    if (document->find("activation_checkpointing") != nullptr) {
        found.layout.recomputation = Recomputation::Full;
        note("activation_checkpointing");
    }
    if (found.read.empty() && error.problems.empty())
        return fail(ErrorCode::Input, "this JSON says nothing of a layout",
                    "DeepSpeed's configuration: train_micro_batch_size_per_gpu, zero_optimization, …");
    if (!error.problems.empty())
        return fail(std::move(error));
    return found;
}

}  // namespace

Result<LaunchSettings> parseLaunchSettings(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && text[first] == '{')
        return fromDeepSpeed(text);
    LaunchSettings found;
    Shape shape;
    Layout& layout = found.layout;
    const std::map<std::string, int*> whole{{"--tensor-model-parallel-size", &layout.tensor},
                                            {"--pipeline-model-parallel-size", &layout.stages},
                                            {"--context-parallel-size", &layout.context},
                                            {"--expert-model-parallel-size", &layout.expert},
                                            {"--micro-batch-size", &layout.microBatch}};
    const std::map<std::string, std::optional<double>*> counts{{"--num-layers", &shape.layers},
                                                               {"--hidden-size", &shape.hidden},
                                                               {"--num-attention-heads", &shape.heads},
                                                               {"--num-query-groups", &shape.kvHeads},
                                                               {"--ffn-hidden-size", &shape.feedForward},
                                                               {"--vocab-size", &shape.vocabulary},
                                                               {"--padded-vocab-size", &shape.vocabulary},
                                                               {"--seq-length", &shape.sequence},
                                                               {"--num-experts", &shape.experts},
                                                               {"--moe-router-topk", &shape.perToken},
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
        {"--swiglu", [&] { shape.gated = true; }},
        {"--use-flash-attn", [&] { shape.flash = true; }},
        {"--untie-embeddings-and-output-weights", [&] { shape.tied = false; }}};

    Error error;
    const std::vector<std::string> words = launchWords(text);
    const auto wrong = [&error](const std::string& flag, std::string message, std::string expected) {
        error.problems.push_back({std::move(message), std::move(expected), {.field = flag}});
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string flag = flagOf(words[i]);
        if (const auto on = switches.find(flag); on != switches.end()) {
            on->second();
            found.read.push_back(flag);
            continue;
        }
        const bool takesWord = flag == "--recompute-granularity" || flag == "--zero-stage";
        if (!takesWord && !whole.contains(flag) && !counts.contains(flag) && !cards.contains(flag))
            continue;
        if (i + 1 == words.size() || words[i + 1].starts_with("--")) {
            wrong(flag, "there is no value", "a whole number behind it");
            continue;
        }
        const std::string& value = words[++i];
        found.read.push_back(flag);
        if (flag == "--recompute-granularity") {
            if (value == "full" || value == "selective")
                layout.recomputation = value == "full" ? Recomputation::Full : Recomputation::Selective;
            else
                wrong(flag, say("{} is no granularity", inQuotes(value)), "full or selective");
            continue;
        }
        const Result<long> number = parseCount(value, flag == "--zero-stage" ? 0 : 1, 1000000000);
        if (!number) {
            wrong(flag, say("{} is no whole number", inQuotes(value)), "a number, variables filled in");
            continue;
        }
        if (flag == "--zero-stage")
            layout.shardingStage = static_cast<int>(std::min(*number, 3L));
        else if (const auto to = whole.find(flag); to != whole.end())
            *to->second = static_cast<int>(*number);
        else if (const auto size = counts.find(flag); size != counts.end())
            *size->second = static_cast<double>(*number);
        else
            *cards.at(flag) = static_cast<int>(*number);
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    if (found.read.empty())
        return fail(ErrorCode::Input, "no flag of a launch line stands here",
                    "Megatron-LM's, such as --tensor-model-parallel-size 8, or DeepSpeed's JSON");
    layout.data = 0;
    return finished(std::move(found), shape);
}

std::string launchFlags(const Layout& layout, const Transformer& model, double batch, int cardsPerNode)
{
    std::string flags;
    const auto add = [&flags](const char* flag, double value) {
        flags += (flags.empty() ? "" : " ") + std::string(flag) + " " + significant(value, 12);
    };
    const auto addAbove1 = [&add](const char* flag, int value) {
        if (value > 1)
            add(flag, value);
    };
    const int perNode = std::min(cardsPerNode, layout.cards());
    add("--nnodes", (layout.cards() + perNode - 1) / perNode);
    add("--nproc-per-node", perNode);
    add("--num-layers", model.layers);
    add("--hidden-size", model.hidden);
    add("--num-attention-heads", model.heads);
    add("--seq-length", model.sequence);
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
        flags += std::string(" --recompute-granularity ") + recomputationName(layout.recomputation);
    return flags;
}

Result<Layout> parseLayout(std::string_view text)
{
    Layout layout{.data = 0};
    const std::map<std::string, int*, std::less<>> members{{"data", &layout.data},       {"tensor", &layout.tensor},
                                                           {"context", &layout.context}, {"stages", &layout.stages},
                                                           {"chunks", &layout.chunks},   {"expert", &layout.expert},
                                                           {"micro", &layout.microBatch}};
    const auto wrong = [](std::string_view word) {
        return fail(ErrorCode::Input, say("{} says nothing of a layout", inQuotes(word)),
                    "data, tensor, context, stages, chunks, expert, micro or sharding = a number, recompute = none, "
                    "selective or full, sequence-parallel");
    };
    std::size_t at = 0;
    while (at <= text.size()) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string_view word = text.substr(at, end - at);
        at = end + 1;
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
            const Result<long> stage = parseCount(value, 0, 3);
            if (!stage)
                return fail(stage.error());
            layout.shardingStage = static_cast<int>(*stage);
        } else if (const auto member = members.find(name); member != members.end()) {
            const Result<long> number = parseCount(value, 1, 1 << 20);
            if (!number)
                return fail(number.error());
            *member->second = static_cast<int>(*number);
        } else {
            return wrong(word);
        }
    }
    return layout;
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <initializer_list>

#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/model/layout/sources.h"
#include "core/project/document/object_reader.h"

namespace scalewright {

namespace {

/// For example, "qwen3_moe" is in the family "qwen3".
bool isInFamily(const std::string& type, std::initializer_list<const char*> families)
{
    return std::ranges::any_of(families, [&](const char* each) { return type.starts_with(each); });
}

/// Reports architectures that the formulas here do not cover, so that they are not silently treated as covered.
void refuseUnsupported(const Json& root, const std::string& pointer, const std::string& type, Error& error)
{
    const auto refuse = [&](const char* key, const char* message) {
        error.problems.push_back({message,
                                  "a decoder with identical layers, or its parameter count with --params",
                                  {.jsonPointer = pointer + "/" + key}});
    };
    const auto isSet = [&](const char* key) {
        const Json* value = root.find(key);
        const Json::Number* number = value ? value->asNumber() : nullptr;
        return value &&
               ((number && std::strtod(number->text.c_str(), nullptr) > 0) || (value->asBool() && *value->asBool()));
    };
    if (isInFamily(type, {"bert", "roberta", "xlm-roberta", "distilbert", "electra", "deberta", "t5", "mt5", "bart",
                          "mbart", "whisper", "vit", "clip", "mamba"}) ||
        isSet("is_encoder_decoder"))
        refuse("model_type", "this model is not a decoder");
    if (isSet("kv_lora_rank"))
        refuse("kv_lora_rank", "latent attention is not supported");
    if (isSet("first_k_dense_replace"))
        refuse("first_k_dense_replace", "layers of two kinds are not supported");
    for (const char* key : {"n_shared_experts", "shared_expert_intermediate_size", "num_shared_experts"})
        if (isSet(key))
            refuse(key, "experts shared by every token are not supported");
}

}  // namespace

Result<Transformer> modelFromConfig(std::string_view text)
{
    TRY(const Json document, parseJson(text));
    // Multimodal models store the numbers of the language model in one of these members.
    const Json* root = &document;
    std::string pointer;
    for (const char* part : {"text_config", "language_config"})
        if (const Json* inner = document.find(part); inner != nullptr && inner->asObject() != nullptr) {
            root = inner;
            pointer = std::string("/") + part;
        }
    Error error;
    ObjectReader m(error.problems, *root, pointer, true);
    Transformer model{.flashAttention = true};
    m.count({"num_hidden_layers", "n_layer", "num_layers", "n_layers"}, model.layers);
    m.count({"hidden_size", "n_embd", "d_model", "dim"}, model.hiddenSize);
    m.count({"num_attention_heads", "n_head", "num_heads", "n_heads"}, model.attentionHeads);
    m.count({"vocab_size"}, model.vocabularySize);
    m.count({"max_position_embeddings", "n_positions", "n_ctx", "max_seq_len", "seq_length"}, model.sequenceLength);
    model.keyValueHeads = model.attentionHeads;
    model.feedForwardSize = 4 * model.hiddenSize;
    for (const char* key : {"num_key_value_heads", "num_kv_heads", "n_head_kv"})
        m.number(key, model.keyValueHeads, 1);
    for (const char* key : {"intermediate_size", "n_inner", "ffn_dim", "ffn_hidden_size"})
        m.number(key, model.feedForwardSize, 1);
    for (const char* key : {"num_local_experts", "n_routed_experts", "num_experts"})
        m.number(key, model.experts, 1);
    for (const char* key : {"num_experts_per_tok", "num_experts_per_token"})
        m.number(key, model.expertsPerToken, 1);
    if (model.experts > 1)
        m.number("moe_intermediate_size", model.feedForwardSize, 1);
    std::string type;
    m.text("model_type", type);
    bool isMultiQuery = false;
    m.flag("multi_query", isMultiQuery);
    if (isMultiQuery)
        model.keyValueHeads = 1;
    for (const char* key : {"resid_pdrop", "hidden_dropout", "hidden_dropout_prob", "residual_dropout"})
        if (const Json* value = root->find(key); value && value->asNumber())
            model.hasDropout = std::strtod(value->asNumber()->text.c_str(), nullptr) > 0;
    model.tiedEmbeddings = isInFamily(type, {"gemma"});
    m.flag("tie_word_embeddings", model.tiedEmbeddings);
    for (const char* key : {"hidden_act", "activation_function"})
        if (std::string activation; root->find(key) != nullptr) {
            m.text(key, activation);
            model.gatedFeedForward =
                activation == "silu" || activation == "swish" || activation.find("glu") != std::string::npos;
        }
    // Families with gated layers, whatever their activation is called.
    model.gatedFeedForward =
        model.gatedFeedForward || isInFamily(type, {"llama", "mistral", "mixtral", "qwen2", "qwen3", "gemma", "phi3",
                                                    "olmo", "granite", "cohere", "internlm2", "deepseek"});
    refuseUnsupported(*root, pointer, type, error);
    double headWidth = model.attentionHeads > 0 ? model.hiddenSize / model.attentionHeads : 0;
    m.number("head_dim", headWidth, 1);
    if (error.problems.empty()) {
        const auto divides = [&error, &pointer](double whole, double part, const char* key) {
            if (std::fmod(whole, part) != 0)
                error.problems.push_back(
                    {formatMessage("{} does not divide {}", significantText(part, 6), significantText(whole, 6)),
                     "a divisor",
                     {.jsonPointer = pointer + "/" + key}});
        };
        if (root->find("head_dim") == nullptr)
            divides(model.hiddenSize, model.attentionHeads, "num_attention_heads");
        divides(model.attentionHeads, model.keyValueHeads, "num_key_value_heads");
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    // The width of queries, keys, values and the output projection depends on the heads: 2 h d (a + k) instead of 2 h^2
    // (1 + k/a).
    if (const double wider = headWidth - model.hiddenSize / model.attentionHeads; std::abs(wider) > 1e-9)
        model.parameters = parameterCount(model) +
                           model.layers * 2 * model.hiddenSize * wider * (model.attentionHeads + model.keyValueHeads);
    return model;
}

}  // namespace scalewright

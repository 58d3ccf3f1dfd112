#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <initializer_list>

#include "core/base/quantity/units.h"
#include "core/model/layout/members.h"
#include "core/model/layout/sources.h"

namespace scalewright {

namespace {

/// "qwen3_moe" is of "qwen3".
bool isOf(const std::string& type, std::initializer_list<const char*> families)
{
    return std::any_of(families.begin(), families.end(), [&](const char* each) { return type.starts_with(each); });
}

/// What no formula here counts: told, and not left out in silence.
void refuseOthers(const Json& root, const std::string& pointer, const std::string& type, Error& error)
{
    const auto refuse = [&](const char* key, const char* message) {
        error.problems.push_back(
            {message, "a decoder whose layers are alike, or its shape by --params", {.pointer = pointer + "/" + key}});
    };
    const auto isSet = [&](const char* key) {
        const Json* value = root.find(key);
        const Json::Number* number = value ? value->asNumber() : nullptr;
        return value &&
               ((number && std::strtod(number->text.c_str(), nullptr) > 0) || (value->asBool() && *value->asBool()));
    };
    if (isOf(type, {"bert", "roberta", "xlm-roberta", "distilbert", "electra", "deberta", "t5", "mt5", "bart", "mbart",
                    "whisper", "vit", "clip", "mamba"}) ||
        isSet("is_encoder_decoder"))
        refuse("model_type", "this model is no decoder");
    if (isSet("kv_lora_rank"))
        refuse("kv_lora_rank", "latent attention is not counted here");
    if (isSet("first_k_dense_replace"))
        refuse("first_k_dense_replace", "layers of two kinds are not counted here");
    for (const char* key : {"n_shared_experts", "shared_expert_intermediate_size", "num_shared_experts"})
        if (isSet(key))
            refuse(key, "experts that every token passes are not counted here");
}

}  // namespace

Result<Transformer> modelFromConfig(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    // Models of several parts keep the language model's numbers in one of these.
    const Json* root = &*document;
    std::string pointer;
    for (const char* part : {"text_config", "language_config"})
        if (const Json* inner = document->find(part); inner != nullptr && inner->asObject() != nullptr) {
            root = inner;
            pointer = std::string("/") + part;
        }
    Error error;
    Members m(*root, pointer, error.problems);
    Transformer model{.flashAttention = true};
    model.layers = m.count({"num_hidden_layers", "n_layer", "num_layers", "n_layers"});
    model.hidden = m.count({"hidden_size", "n_embd", "d_model", "dim"});
    model.heads = m.count({"num_attention_heads", "n_head", "num_heads", "n_heads"});
    model.vocabulary = m.count({"vocab_size"});
    model.sequence = m.count({"max_position_embeddings", "n_positions", "n_ctx", "max_seq_len", "seq_length"});
    model.kvHeads = model.heads;
    model.feedForward = 4 * model.hidden;
    for (const char* key : {"num_key_value_heads", "num_kv_heads", "n_head_kv"})
        m.optional(key, model.kvHeads, 1);
    for (const char* key : {"intermediate_size", "n_inner", "ffn_dim", "ffn_hidden_size"})
        m.optional(key, model.feedForward, 1);
    for (const char* key : {"num_local_experts", "n_routed_experts", "num_experts"})
        m.optional(key, model.experts, 1);
    for (const char* key : {"num_experts_per_tok", "num_experts_per_token"})
        m.optional(key, model.expertsPerToken, 1);
    if (model.experts > 1)
        m.optional("moe_intermediate_size", model.feedForward, 1);
    const std::string type = root->find("model_type") ? m.text("model_type") : std::string();
    bool onePair = false;
    m.flag("multi_query", onePair);
    if (onePair)
        model.kvHeads = 1;
    model.tiedEmbeddings = isOf(type, {"gemma"});
    m.flag("tie_word_embeddings", model.tiedEmbeddings);
    for (const char* key : {"hidden_act", "activation_function"})
        if (root->find(key) != nullptr) {
            const std::string activation = m.text(key);
            model.gated = activation == "silu" || activation == "swish" || activation.find("glu") != std::string::npos;
        }
    // Families whose layer is gated whatever the activation is called.
    model.gated = model.gated || isOf(type, {"llama", "mistral", "mixtral", "qwen2", "qwen3", "gemma", "phi3", "olmo",
                                             "granite", "cohere", "internlm2", "deepseek"});
    refuseOthers(*root, pointer, type, error);
    double headWidth = model.heads > 0 ? model.hidden / model.heads : 0;
    m.optional("head_dim", headWidth, 1);
    if (error.problems.empty()) {
        const auto divides = [&error, &pointer](double whole, double part, const char* key) {
            if (std::fmod(whole, part) != 0)
                error.problems.push_back({say("{} does not divide {}", significant(part, 6), significant(whole, 6)),
                                          "a divisor",
                                          {.pointer = pointer + "/" + key}});
        };
        if (root->find("head_dim") == nullptr)
            divides(model.hidden, model.heads, "num_attention_heads");
        divides(model.heads, model.kvHeads, "num_key_value_heads");
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    // Queries, keys, values and what joins them are as wide as the heads say: 2 h d (a + k) instead of 2 h^2 (1 + k/a).
    if (const double wider = headWidth - model.hidden / model.heads; std::abs(wider) > 1e-9)
        model.parameters =
            parameterCount(model) + model.layers * 2 * model.hidden * wider * (model.heads + model.kvHeads);
    return model;
}

}  // namespace scalewright

#include <algorithm>
#include <cmath>

#include "core/layout/members.h"
#include "core/layout/sources.h"
#include "core/quantity/units.h"

namespace scalewright {

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
    m.flag("tie_word_embeddings", model.tiedEmbeddings);
    for (const char* key : {"hidden_act", "activation_function"})
        if (root->find(key) != nullptr) {
            const std::string activation = m.text(key);
            model.gated = activation == "silu" || activation == "swish" || activation.find("glu") != std::string::npos;
        }
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
    return model;
}

}  // namespace scalewright

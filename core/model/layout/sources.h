// Where a planner's inputs come from: shapes of known models and figures of training programs (resources/catalogue), a
// Hugging Face config.json, the launch flags of Megatron-LM, torchrun and DeepSpeed, cards and links of the catalogue
// or of a project's target.
#pragma once

#include <string_view>
#include <vector>

#include "core/model/layout/layout.h"
#include "core/project/document/target.h"

namespace scalewright {

struct Catalogue;

struct ModelEntry {
    std::string id, name, source;  ///< title and date of the source
    Transformer model;
    double positions = 0;  ///< the longest context it takes, in tokens; 0: not known
};

/// resources/catalogue/models.json. Errors name the entry and the member.
[[nodiscard]] Result<std::vector<ModelEntry>> parseModels(std::string_view text);
[[nodiscard]] Result<std::vector<ModelEntry>> readModels();
/// By id, in any case. Error (Input): no such model, naming the ids that are near.
[[nodiscard]] Result<ModelEntry> findModel(const std::vector<ModelEntry>& models, std::string_view id);

/// resources/catalogue/trainers.json.
[[nodiscard]] Result<std::vector<Trainer>> parseTrainers(std::string_view text);
[[nodiscard]] Result<std::vector<Trainer>> readTrainers();
[[nodiscard]] Result<Trainer> findTrainer(const std::vector<Trainer>& trainers, std::string_view id);

/// The shape in a config.json: layers, hidden size, heads, key-value heads, feed-forward, vocabulary, positions (the
/// sequence where none is said), tied tables, experts. Gated where the activation is SiLU or a GLU's. Flash attention
/// is taken. Errors (Input), each with its pointer.
[[nodiscard]] Result<Transformer> modelFromConfig(std::string_view text);

/// A shape for a number of parameters alone: the GPT of Narayanan et al. 2021 nearest in log parameters, its layers
/// kept, its hidden size scaled to the count in steps of 128 a head.
[[nodiscard]] Result<ModelEntry> modelOfParameters(const std::vector<ModelEntry>& models, double parameters);

/// The project's model: its shape, or where only its parameters are known that of modelOfParameters(). Errors (Input),
/// with pointers: as transformerOf(); no sequence.
[[nodiscard]] Result<ModelEntry> modelOfProject(const ModelShape& shape, const std::vector<ModelEntry>& models);

/// The entry as the project keeps it, each figure with the entry's name and source. `present`: whose bytes of state a
/// parameter stay.
[[nodiscard]] ModelShape shapeOf(const ModelEntry& entry, const ModelShape& present);

/// What launch flags say; absent what they do not.
struct LaunchSettings {
    std::optional<Transformer> model;  ///< where layers, hidden size and heads are told
    Layout layout;                     ///< data 0: follows from the cards
    std::optional<int> cards;
    std::optional<double> batch;
    std::vector<std::string> read;     ///< the flags that were understood
};
/// Megatron-LM's and torchrun's flags in a command line or a script (`\` ends a line), or DeepSpeed's JSON. Errors
/// (Input): a value that is none, with the flag; no flag that is known.
[[nodiscard]] Result<LaunchSettings> parseLaunchSettings(std::string_view text);

/// Megatron-LM's flags of a layout, with torchrun's cards: parseLaunchSettings() reads them back. Sharding stages 2 and
/// 3 are Megatron-DeepSpeed's --zero-stage.
[[nodiscard]] std::string launchFlags(const Layout& layout, const Transformer& model, double batch, int cardsPerNode);

/// "tensor=8,stages=2,data=4,micro=2,sharding=1,chunks=1,context=1,expert=1,recompute=full,sequence-parallel", what is
/// 1 or none left out; data 0 where it is not said. Errors (Input): a word that is none of these, a value that is none.
[[nodiscard]] Result<Layout> parseLayout(std::string_view text);

struct NamedCluster {
    ClusterSpec cluster;
    std::string name;
    std::string format;  ///< number format of the peak
    std::vector<std::string> from;  ///< each figure with its source
    bool linkAssumed = false;  ///< nobody names the link between nodes: InfiniBand NDR
};
/// A target that runs on these cards: of a card by itself eight to a node at eight times its price.
struct ClusterTarget {
    Target target;
    std::string name;
    std::string format;  ///< number format of the peak
    bool linkAssumed = false;  ///< a link that nobody named
    bool linkKept = false;  ///< the target's own link stays, though the entry has another
};
/// `target` with the entry's figures, its link and one between nodes; InfiniBand NDR where nobody names it. Where no
/// link is named, one that was typed or measured stays; so do a typed price and typed workers of a node that the entry
/// does not have. Errors as clusterOf().
[[nodiscard]] Result<ClusterTarget> withCluster(Target target, const Catalogue& catalogue, std::string_view hardware,
                                                std::string_view link, std::string_view betweenNodes);

/// Cards of an entry, its link, and a link between nodes. Errors (Input): ids that do not exist; no peak in bf16 or
/// fp16; no memory.
[[nodiscard]] Result<NamedCluster> clusterOf(const Catalogue& catalogue, std::string_view hardware,
                                             std::string_view link, std::string_view betweenNodes, int cards);
/// A project's target. Errors (Input), with pointers: what is not known.
[[nodiscard]] Result<NamedCluster> clusterOf(const Target& target, int cards);

}  // namespace scalewright

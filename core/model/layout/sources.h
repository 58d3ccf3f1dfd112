// SPDX-License-Identifier: GPL-3.0-or-later
// Sources of the planner's inputs: shapes of known models and figures for training programs (resources/catalogue), a
// Hugging Face config.json, launch flags for Megatron-LM, torchrun and DeepSpeed, cards and links from the catalogue or
// from a project's target.
#pragma once

#include <string_view>
#include <vector>

#include "core/model/layout/layout.h"
#include "core/project/document/target.h"

namespace scalewright {

struct Catalogue;
struct HardwareEntry;

struct ModelEntry {
    std::string id, name, source;  ///< source: its title and date
    Transformer model;
    double maximumContextTokens = 0;  ///< longest supported context in tokens; 0: unknown
};

/// Reads resources/catalogue/models.json. Errors name the entry and the member.
[[nodiscard]] Result<std::vector<ModelEntry>> parseModels(std::string_view text);
[[nodiscard]] Result<std::vector<ModelEntry>> readModels();
/// Finds a model by id, ignoring case. Error (Input): unknown id, with a list of the known ids.
[[nodiscard]] Result<ModelEntry> findModel(const std::vector<ModelEntry>& models, std::string_view id);

/// Reads resources/catalogue/trainers.json.
[[nodiscard]] Result<std::vector<Trainer>> parseTrainers(std::string_view text);
[[nodiscard]] Result<std::vector<Trainer>> readTrainers();
[[nodiscard]] Result<Trainer> findTrainer(const std::vector<Trainer>& trainers, std::string_view id);
/// The first trainer whose runs were on the cluster's card, otherwise the one whose card has the nearest peak.
/// Precondition: `trainers` is not empty.
[[nodiscard]] const Trainer& trainerForCard(const std::vector<Trainer>& trainers, const ClusterSpec& cluster);

/// Reads the shape from a config.json: layers, hidden size, heads, key-value heads, feed-forward, vocabulary, positions
/// (used as the sequence length), tied embeddings, experts. Gated if the activation is SiLU or a GLU. Flash attention
/// is assumed. Errors (Input), each with its pointer.
[[nodiscard]] Result<Transformer> modelFromConfig(std::string_view text);

/// A shape for a given parameter count: the GPT of Narayanan et al. 2021 nearest in log parameters, with the same
/// number of layers and the hidden size scaled to the count in steps of 128 per head.
[[nodiscard]] Result<ModelEntry> modelForParameterCount(const std::vector<ModelEntry>& models, double parameters);

/// The project's model: its shape, or modelForParameterCount() if only its parameters are known
/// (Transformer::isShapeAssumed). Its state takes as many bytes per parameter as in the rest of the project, whichever
/// program trains it. Errors (Input), with
/// pointers: those from transformerOf(); no sequence.
[[nodiscard]] Result<ModelEntry> modelOfProject(const ModelShape& shape, const std::vector<ModelEntry>& models);

/// Converts the entry to the project's form, each figure with the entry's name and source. Keeps the state bytes per
/// parameter from `present`.
[[nodiscard]] ModelShape modelShapeOf(const ModelEntry& entry, const ModelShape& present);

/// The settings in launch flags; members whose flag is not given are absent.
struct LaunchSettings {
    std::optional<Transformer> model;  ///< if layers, hidden size and heads are given
    ParallelLayout layout;  ///< data 0: derived from the number of cards
    std::optional<int> cards;
    std::optional<double> batch;
    std::vector<std::string> understoodFlags;  ///< flags that were recognised
};
/// Parses Megatron-LM and torchrun flags in a command line or script (`\` continues a line), or DeepSpeed's JSON.
/// Errors (Input): an invalid value, with its flag; no known flag.
[[nodiscard]] Result<LaunchSettings> parseLaunchSettings(std::string_view text);

/// Megatron-LM flags for a layout, with torchrun's number of cards; parseLaunchSettings() reads them back. Sharding
/// stages 2 and 3 use --zero-stage from Megatron-DeepSpeed.
[[nodiscard]] std::string launchFlags(const ParallelLayout& layout, const Transformer& model, double batch,
                                      int cardsPerNode);

/// "tensor=8,stages=2,data=4,micro=2,sharding=1,chunks=1,context=1,expert=1,recompute=full,sequence-parallel"; factors
/// of 1 and unused features may be omitted; data is 0 if omitted. Errors (Input): an unknown word, an invalid value.
[[nodiscard]] Result<ParallelLayout> parseLayout(std::string_view text);
/// The text of a layout that parseLayout() reads back, without data: "tensor=8,stages=2,micro=1".
[[nodiscard]] std::string layoutWords(const ParallelLayout& layout);

struct NamedCluster {
    ClusterSpec cluster;
    std::string name;
    std::string numberFormat;  ///< number format of the peak
    std::vector<std::string> sources;  ///< each figure with its source
    bool isLinkAssumed = false;  ///< no link between nodes was given, so InfiniBand NDR is assumed
    bool isNodeSizeAssumed = false;  ///< no number of cards per node was given, so 8 are assumed
};
/// A target with these cards.
struct ClusterTarget {
    Target target;
    std::string name;
    std::string numberFormat;  ///< number format of the peak
    bool isLinkAssumed = false;  ///< a link was not given and is assumed
    bool isLinkKept = false;  ///< the target's own link is kept although the entry has a different one
};
/// `target` with the entry's figures, its link and a link between nodes (InfiniBand NDR if none is given). The workers
/// per node stay as they are (absent: one), and the price is the entry's in proportion (keepWorkersPerNode()). If no link
/// is given, a typed or measured one is kept. Errors as for clusterOf().
[[nodiscard]] Result<ClusterTarget> withCluster(Target target, const Catalogue& catalogue, std::string_view hardware,
                                                std::string_view link, std::string_view linkBetweenNodes);

/// The node in which the entry's cards are sold: the entry itself if it is a node, or the node with the same peak;
/// nullptr if the catalogue has none.
[[nodiscard]] const HardwareEntry* nodeAsSold(const Catalogue& catalogue, const HardwareEntry& entry);

/// The cards of an entry, its link, and a link between nodes. A node has the workers of `machines`, if given, otherwise
/// the entry's; single cards of no machines are grouped eight to a node. Errors (Input): unknown ids; no peak in bf16 or
/// fp16; no memory.
[[nodiscard]] Result<NamedCluster> clusterOf(const Catalogue& catalogue, std::string_view hardware,
                                             std::string_view link, std::string_view linkBetweenNodes, int cards,
                                             const Target* machines = nullptr);
/// The cluster of a project's target. Errors (Input), with pointers: figures that are not set.
[[nodiscard]] Result<NamedCluster> clusterOf(const Target& target, int cards);

}  // namespace scalewright

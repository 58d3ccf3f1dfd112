// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/base/files/resources.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/ascii.h"
#include "core/base/text/quote.h"
#include "core/model/layout/published.h"
#include "core/model/layout/sources.h"
#include "core/project/document/object_reader.h"
#include "core/project/document/source.h"

namespace scalewright {

namespace {

/// Parses the entries of a file {"format", "version", "sources", `list`}; `read` is called for each entry once its id,
/// name and source title are set.
template <class Entry, class Read>
Result<std::vector<Entry>> parseEntries(std::string_view text, const char* format, const char* list, Read read)
{
    return readDataFile<std::vector<Entry>>(text, format, [&](ObjectReader& root, std::vector<Entry>& found) {
        Sources sources;
        root.objectsByName("sources", sources);
        root.elements(list, [&](ObjectReader& m) {
            Entry entry;
            std::string key;
            m.text("id", entry.id);
            m.text("name", entry.name);
            m.text("source", key);
            const auto source = std::ranges::find_if(sources, [&key](const auto& each) { return each.first == key; });
            if (source != sources.end())
                entry.source = source->second.title;
            else
                m.addProblem(m.pointerTo("source"), formatMessage("unknown source {}", inQuotes(key)),
                             "a member of \"sources\"");
            if (contains(found, entry.id, &Entry::id))
                m.addProblem(m.pointerTo("id"), formatMessage("{} is listed twice", inQuotes(entry.id)), "a unique id");
            read(m, entry);
            m.rejectUnknownMembers();
            found.push_back(std::move(entry));
        });
        if (found.empty())
            root.addProblem(root.pointerTo(list), "the list is empty", "a list of objects");
    });
}

template <class Entry>
Result<Entry> findEntry(const std::vector<Entry>& entries, std::string_view id, std::string_view entryKind)
{
    const std::string lowerId = lowerCase(id);
    std::string ids;
    for (const Entry& each : entries) {
        if (each.id == lowerId)
            return each;
        ids += (ids.empty() ? "" : ", ") + each.id;
    }
    return fail(ErrorCode::Input, formatMessage("unknown {} {}", entryKind, inQuotes(id)),
                formatMessage("one of {}", ids));
}

void readTrainer(ObjectReader& m, Trainer& trainer)
{
    m.number("kernel_share", trainer.kernels.peakShare, 0, 1);
    m.number("kernel_half_work", trainer.kernels.halfEfficiencyFlop, 0);
    m.number("memory_share", trainer.memoryBandwidthShare, 0, 1);
    m.number("link_share", trainer.linkShareInNode, 0, 2);
    m.number("link2_share", trainer.linkShareBetweenNodes, 0, 2);
    m.number("hidden_tensor", trainer.hiddenTensorShare, 0, 1);
    m.number("hidden_data", trainer.hiddenDataShare, 0, 1);
    m.number("last_bucket_share", trainer.lastBucketShare, 0, 1);
    m.number("gradient_bytes", trainer.gradientBytes, 0);
    // Gradients exchanged in fp32 were accumulated in fp32.
    if (const NamedState* megatron = findNamedState("megatron-18"); megatron && trainer.gradientBytes >= 4)
        trainer.memory.state = megatron->state;
    m.number("optimizer_bytes", trainer.optimizerBytesPerParameter, 0);
    m.number("accumulate_bytes", trainer.accumulationBytesPerParameter, 0);
    m.number("logit_traffic", trainer.logitTrafficBytes, 0);
    m.number("gate_traffic", trainer.gateTrafficBytes, 0);
    m.number("flash_attention_work", trainer.flashAttentionWork, 0);
    m.flag("scatters_transfers", trainer.scattersTransfers);
    m.number("host_layer_s", trainer.hostLayerLaunchS, 0);
    m.number("host_tensor_s", trainer.hostTensorLaunchS, 0);
    m.number("host_pipelined_s", trainer.hostPipelineLaunchS, 0);
    m.number("host_node_share", trainer.hostExtraNodeShare, 0);
    m.number("host_node_s", trainer.hostExtraNodeLaunchS, 0);
    m.number("logit_bytes", trainer.memory.bytesPerLogit, 0);
    m.flag("keeps_gathered", trainer.memory.keepsGatheredInputs);
    m.flag("unfused_gate", trainer.memory.hasUnfusedGate);
    m.flag("whole_gradients", trainer.memory.unshardedGradients);
    m.flag("stages_by_work", trainer.memory.balancesStagesByWork);
    m.number("residual", trainer.residualDeviation, 0);
    double runs = 0;
    m.number("residual_runs", runs, 0, 1e6);
    trainer.residualRunCount = static_cast<int>(runs);
    m.number("card_peak_flops", trainer.cardPeakFlops, 1);
    m.text("programs", trainer.programs);
    m.number("left_out_margin", trainer.leftOutMargin, 0, 5);
    m.number("one_step_margin", trainer.oneStepMargin, 0, 5);
    double sharding = trainer.comparedLayouts.maximumShardingStage;
    m.number("compared_sharding", sharding, 0, 3);
    trainer.comparedLayouts.maximumShardingStage = static_cast<int>(sharding);
    m.flag("compared_context", trainer.comparedLayouts.hasContext);
    m.ignoreKey("conditions");
}

void readModel(ObjectReader& m, ModelEntry& entry)
{
    Transformer& model = entry.model;
    m.count({"layers"}, model.layers);
    m.count({"hidden"}, model.hiddenSize);
    m.count({"heads"}, model.attentionHeads);
    m.count({"vocabulary"}, model.vocabularySize);
    m.count({"sequence"}, model.sequenceLength);
    m.number("positions", entry.maximumContextTokens, 1);
    model.keyValueHeads = model.attentionHeads;
    model.feedForwardSize = 4 * model.hiddenSize;
    m.number("kv_heads", model.keyValueHeads, 1);
    m.number("feed_forward", model.feedForwardSize, 1);
    m.number("experts", model.experts, 1);
    m.number("experts_per_token", model.expertsPerToken, 1);
    m.flag("gated", model.gatedFeedForward);
    m.flag("flash_attention", model.flashAttention);
    m.flag("dropout", model.hasDropout);
    m.flag("tied_embeddings", model.tiedEmbeddings);
}

}  // namespace

Result<std::vector<ModelEntry>> parseModels(std::string_view text)
{
    return parseEntries<ModelEntry>(text, "scalewright-models", "models", readModel);
}

Result<std::vector<ModelEntry>> readModels()
{
    return parseResource("catalogue/models.json", parseModels);
}

Result<ModelEntry> findModel(const std::vector<ModelEntry>& models, std::string_view id)
{
    return findEntry(models, id, "model");
}

Result<std::vector<Trainer>> parseTrainers(std::string_view text)
{
    return parseEntries<Trainer>(text, "scalewright-trainers", "trainers", readTrainer);
}

Result<std::vector<Trainer>> readTrainers()
{
    return parseResource("catalogue/trainers.json", parseTrainers);
}

Result<Trainer> findTrainer(const std::vector<Trainer>& trainers, std::string_view id)
{
    return findEntry(trainers, id, "training program");
}

const Trainer& trainerForCard(const std::vector<Trainer>& trainers, const ClusterSpec& cluster)
{
    // Trainers of unknown cards come last.
    const auto distance = [&cluster](const Trainer& each) {
        return each.cardPeakFlops > 0 && cluster.peakFlops > 0
                   ? std::abs(std::log(each.cardPeakFlops / cluster.peakFlops))
                   : 1e9;
    };
    return *std::ranges::min_element(
        trainers, [&distance](const Trainer& a, const Trainer& b) { return distance(a) < distance(b); });
}

Result<std::vector<PublishedRun>> parsePublishedRuns(std::string_view text, const Catalogue& catalogue)
{
    return parseEntries<PublishedRun>(
        text, "scalewright-layout-runs", "runs", [&](ObjectReader& m, PublishedRun& entry) {
            ModelEntry shape;
            std::string layoutText;
            readModel(m, shape);
            entry.run.model = shape.model;
            m.text("program", entry.program);
            m.text("hardware", entry.hardwareId);
            m.text("link2", entry.interNodeLinkId);
            m.count({"batch"}, entry.run.batch);
            m.number("step_s", entry.run.stepS, 0);
            m.text("layout", layoutText);
            m.flag("partial_recomputation", entry.hasPartialRecomputation);
            m.flag("sharded_gradients", entry.shardsGradients);
            // Where the source's card or network differs from the catalogue's.
            double memoryBytes = 0, interNodeBandwidth = 0, cardsPerNode = 0;
            m.number("memory_bytes", memoryBytes, 1);
            m.number("bandwidth2", interNodeBandwidth, 1);
            m.number("cards_per_node", cardsPerNode, 1);
            const auto reportProblem = [&](const char* key, const Error& error) {
                m.addProblem(m.pointerTo(key), error.problems.front().message, error.problems.front().expected);
            };
            const Result<ParallelLayout> layout = parseLayout(layoutText);
            if (!layout)
                return reportProblem("layout", layout.error());
            entry.run.layout = *layout;
            const Result<NamedCluster> cluster =
                clusterOf(catalogue, entry.hardwareId, {}, entry.interNodeLinkId, layout->cards());
            if (!cluster)
                return reportProblem("hardware", cluster.error());
            entry.run.cluster = cluster->cluster;
            if (memoryBytes > 0)
                entry.run.cluster.memoryBytes = memoryBytes;
            if (cardsPerNode > 0)
                entry.run.cluster.cardsPerNode = static_cast<int>(cardsPerNode);
            if (interNodeBandwidth > 0)
                entry.run.cluster.bandwidth2 = interNodeBandwidth;
            if (!(entry.run.stepS > 0) || layout->data < 1)
                m.addProblem(m.pointerTo("step_s"), "step time or data copies missing",
                             "\"step_s\" above 0, \"layout\" with data=");
        });
}

Result<std::vector<PublishedRun>> readPublishedRuns(const Catalogue& catalogue)
{
    return parseResource("catalogue/layout-runs.json",
                         [&catalogue](std::string_view text) { return parsePublishedRuns(text, catalogue); });
}

const PublishedRun* nearestRun(const std::vector<PublishedRun>& runs, double parameters, int cards)
{
    const auto distance = [&](const PublishedRun& each) {
        return std::abs(std::log(parameterCount(each.run.model) / parameters)) +
               std::abs(std::log(static_cast<double>(each.run.layout.cards()) / cards));
    };
    const auto nearest = std::ranges::min_element(
        runs, [&](const PublishedRun& a, const PublishedRun& b) { return distance(a) < distance(b); });
    return nearest == runs.end() ? nullptr : &*nearest;
}

Result<ModelEntry> modelForParameterCount(const std::vector<ModelEntry>& models, double parameters)
{
    if (!(std::isfinite(parameters) && parameters >= 1e7 && parameters <= 1e14))
        return fail(ErrorCode::Input, formatMessage("no model shape for {} parameters", significantText(parameters)),
                    "10 million to 100 trillion");
    const ModelEntry* nearest = nullptr;
    const auto distance = [parameters](const ModelEntry& each) {
        return std::abs(std::log(parameterCount(each.model) / parameters));
    };
    for (const ModelEntry& each : models)
        if (!each.model.gatedFeedForward && (nearest == nullptr || distance(each) < distance(*nearest)))
            nearest = &each;
    if (nearest == nullptr)
        return fail(ErrorCode::Input, "no model to take a shape from");
    ModelEntry entry = *nearest;
    entry.maximumContextTokens = 0;
    entry.name = formatLargeCount(parameters).joined() + " parameters, shaped as " + nearest->name;
    // The head size stays the same; the number of heads is the one that gives the nearest parameter count, in multiples
    // of 4 or 8 if there are enough heads.
    Transformer& model = entry.model;
    const double head = model.hiddenSize / model.attentionHeads;
    const double unit = model.attentionHeads >= 32 ? 8 : model.attentionHeads >= 16 ? 4 : 1;
    double bestHeads = model.attentionHeads, smallestDistance = distance(entry);
    for (double heads = unit; heads <= 4 * model.attentionHeads; heads += unit) {
        ModelEntry candidate = entry;
        candidate.model.attentionHeads = candidate.model.keyValueHeads = heads;
        candidate.model.hiddenSize = head * heads;
        candidate.model.feedForwardSize = 4 * candidate.model.hiddenSize;
        if (distance(candidate) < smallestDistance) {
            smallestDistance = distance(candidate);
            bestHeads = heads;
        }
    }
    model.attentionHeads = model.keyValueHeads = bestHeads;
    model.hiddenSize = head * bestHeads;
    model.feedForwardSize = 4 * model.hiddenSize;
    return entry;
}

}  // namespace scalewright

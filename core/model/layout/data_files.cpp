#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/model/layout/members.h"
#include "core/model/layout/published.h"
#include "core/model/layout/sources.h"

namespace scalewright {

namespace {

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    return lower;
}

/// The entries of a file {"format", "version", "sources", `list`}, each given to `read` with its source's title.
template <class Entry, class Read>
Result<std::vector<Entry>> parseEntries(std::string_view text, const char* format, const char* list, Read read)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    Error error;
    const auto wrong = [&error](std::string pointer, std::string message, std::string expected) {
        error.problems.push_back({std::move(message), std::move(expected), {.pointer = std::move(pointer)}});
    };
    const Json* kind = document->find("format");
    if (kind == nullptr || kind->asString() == nullptr || *kind->asString() != format)
        return fail(ErrorCode::Input, "this is another format", say("\"format\": \"{}\"", std::string(format)),
                    {.pointer = "/format"});
    const Json* sources = document->find("sources");
    const Json* entries = document->find(list);
    std::vector<Entry> found;
    const Json::Array none;
    const Json::Array& all = entries != nullptr && entries->asArray() != nullptr ? *entries->asArray() : none;
    if (all.empty())
        wrong(std::string("/") + list, "there is no entry", "a list of objects");
    for (std::size_t i = 0; i < all.size(); ++i) {
        Members members(all[i], "/" + std::string(list) + "/" + std::to_string(i), error.problems);
        Entry entry;
        entry.id = members.text("id");
        entry.name = members.text("name");
        const std::string key = members.text("source");
        const Json* source = sources == nullptr ? nullptr : sources->find(key);
        const Json* title = source == nullptr ? nullptr : source->find("title");
        if (title != nullptr && title->asString() != nullptr)
            entry.source = *title->asString();
        else
            wrong(members.pointerOf("source"), say("there is no source {}", inQuotes(key)),
                  "a member of \"sources\" with a title");
        if (std::any_of(found.begin(), found.end(), [&entry](const Entry& other) { return other.id == entry.id; }))
            wrong(members.pointerOf("id"), say("{} is given twice", inQuotes(entry.id)), "an id of its own");
        read(members, entry);
        members.reportUnknown();
        found.push_back(std::move(entry));
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return found;
}

template <class Entry>
Result<Entry> findEntry(const std::vector<Entry>& entries, std::string_view id, std::string what)
{
    const std::string wanted = lowerCase(id);
    std::string ids;
    for (const Entry& each : entries) {
        if (each.id == wanted)
            return each;
        ids += (ids.empty() ? "" : ", ") + each.id;
    }
    return fail(ErrorCode::Input, say("there is no {} {}", std::move(what), inQuotes(id)), say("one of {}", ids));
}

void readTrainer(Members& m, Trainer& trainer)
{
    m.optional("kernel_share", trainer.kernels.share, 0, 1);
    m.optional("kernel_half_work", trainer.kernels.halfWork, 0);
    m.optional("memory_share", trainer.memoryShare, 0, 1);
    m.optional("link_share", trainer.linkShare, 0, 2);
    m.optional("link2_share", trainer.linkShare2, 0, 2);
    m.optional("hidden_tensor", trainer.hiddenTensor, 0, 1);
    m.optional("hidden_data", trainer.hiddenData, 0, 1);
    m.optional("last_bucket_share", trainer.lastBucketShare, 0, 1);
    m.optional("gradient_bytes", trainer.gradientBytes, 0);
    // What is exchanged in fp32 was accumulated in fp32.
    if (trainer.gradientBytes >= 4)
        trainer.memory.convention = StateConvention::Megatron18;
    m.optional("optimizer_bytes", trainer.optimizerBytes, 0);
    m.optional("accumulate_bytes", trainer.accumulateBytes, 0);
    m.optional("logit_traffic", trainer.logitTraffic, 0);
    m.optional("gate_traffic", trainer.gateTraffic, 0);
    m.flag("scatters_transfers", trainer.scattersTransfers);
    m.optional("host_layer_s", trainer.hostLayerS, 0);
    m.optional("host_tensor_s", trainer.hostTensorS, 0);
    m.optional("host_pipelined_s", trainer.hostPipelinedS, 0);
    m.optional("host_node_share", trainer.hostNodeShare, 0);
    m.optional("host_node_s", trainer.hostNodeS, 0);
    m.optional("logit_bytes", trainer.memory.logitBytes, 0);
    m.flag("keeps_gathered", trainer.memory.keepsGathered);
    m.flag("unfused_gate", trainer.memory.unfusedGate);
    m.flag("whole_gradients", trainer.memory.wholeGradients);
    m.flag("stages_by_work", trainer.memory.stagesByWork);
    m.optional("residual", trainer.residual, 0);
    double runs = 0;
    m.optional("residual_runs", runs, 0, 1e6);
    trainer.residualRuns = static_cast<int>(runs);
    static_cast<void>(m.text("conditions"));
}

void readModel(Members& m, ModelEntry& entry)
{
    Transformer& model = entry.model;
    model.layers = m.count("layers");
    model.hidden = m.count("hidden");
    model.heads = m.count("heads");
    model.vocabulary = m.count("vocabulary");
    model.sequence = m.count("sequence");
    m.optional("positions", entry.positions, 1);
    model.kvHeads = model.heads;
    model.feedForward = 4 * model.hidden;
    m.optional("kv_heads", model.kvHeads, 1);
    m.optional("feed_forward", model.feedForward, 1);
    m.optional("experts", model.experts, 1);
    m.optional("experts_per_token", model.expertsPerToken, 1);
    m.flag("gated", model.gated);
    m.flag("flash_attention", model.flashAttention);
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

Result<std::vector<PublishedRun>> parsePublishedRuns(std::string_view text, const Catalogue& catalogue)
{
    std::vector<Problem> problems;
    Result<std::vector<PublishedRun>> runs =
        parseEntries<PublishedRun>(text, "scalewright-layout-runs", "runs", [&](Members& m, PublishedRun& entry) {
            ModelEntry shape;
            readModel(m, shape);
            entry.run.model = shape.model;
            entry.hardware = m.text("hardware");
            entry.link2 = m.text("link2");
            entry.run.batch = m.count("batch");
            m.optional("step_s", entry.run.stepS, 0);
            const auto wrong = [&](const char* key, const Error& error) {
                problems.push_back(
                    {error.problems.front().message, error.problems.front().expected, {.pointer = m.pointerOf(key)}});
            };
            const Result<Layout> layout = parseLayout(m.text("layout"));
            if (!layout)
                return wrong("layout", layout.error());
            entry.run.layout = *layout;
            const Result<NamedCluster> cluster = clusterOf(catalogue, entry.hardware, {}, entry.link2, layout->cards());
            if (!cluster)
                return wrong("hardware", cluster.error());
            entry.run.cluster = cluster->cluster;
            if (!(entry.run.stepS > 0) || layout->data < 1)
                problems.push_back({"a step without seconds, or a layout without its data copies",
                                    "\"step_s\" above 0, \"layout\" with data=",
                                    {.pointer = m.pointerOf("step_s")}});
        });
    if (runs && !problems.empty())
        return fail(Error{ErrorCode::Input, std::move(problems)});
    return runs;
}

Result<std::vector<PublishedRun>> readPublishedRuns(const Catalogue& catalogue)
{
    return parseResource("catalogue/layout-runs.json",
                         [&catalogue](std::string_view text) { return parsePublishedRuns(text, catalogue); });
}

const PublishedRun* nearestRun(const std::vector<PublishedRun>& runs, double parameters, int cards)
{
    const auto off = [&](const PublishedRun& each) {
        return std::abs(std::log(parameterCount(each.run.model) / parameters)) +
               std::abs(std::log(static_cast<double>(each.run.layout.cards()) / cards));
    };
    const auto nearest = std::min_element(
        runs.begin(), runs.end(), [&](const PublishedRun& a, const PublishedRun& b) { return off(a) < off(b); });
    return nearest == runs.end() ? nullptr : &*nearest;
}

Result<ModelEntry> modelOfParameters(const std::vector<ModelEntry>& models, double parameters)
{
    if (!(std::isfinite(parameters) && parameters >= 1e7 && parameters <= 1e14))
        return fail(ErrorCode::Input, say("no shape is known for {} parameters", significant(parameters)),
                    "10 million to 100 trillion");
    const ModelEntry* nearest = nullptr;
    const auto off = [parameters](const ModelEntry& each) {
        return std::abs(std::log(parameterCount(each.model) / parameters));
    };
    for (const ModelEntry& each : models)
        if (!each.model.gated && (nearest == nullptr || off(each) < off(*nearest)))
            nearest = &each;
    if (nearest == nullptr)
        return fail(ErrorCode::Input, "there is no model to take a shape from");
    ModelEntry entry = *nearest;
    entry.positions = 0;
    entry.name = countAmount(parameters).joined() + " parameters, shaped as " + nearest->name;
    // A head keeps its width; as many heads as bring the count nearest, a multiple of 4 or 8 where there are that many.
    Transformer& model = entry.model;
    const double head = model.hidden / model.heads;
    const double unit = model.heads >= 32 ? 8 : model.heads >= 16 ? 4 : 1;
    double bestHeads = model.heads, least = off(entry);
    for (double heads = unit; heads <= 4 * model.heads; heads += unit) {
        ModelEntry tried = entry;
        tried.model.heads = tried.model.kvHeads = heads;
        tried.model.hidden = head * heads;
        tried.model.feedForward = 4 * tried.model.hidden;
        if (off(tried) < least) {
            least = off(tried);
            bestHeads = heads;
        }
    }
    model.heads = model.kvHeads = bestHeads;
    model.hidden = head * bestHeads;
    model.feedForward = 4 * model.hidden;
    return entry;
}

}  // namespace scalewright

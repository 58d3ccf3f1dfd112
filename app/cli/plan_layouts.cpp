#include "app/cli/plan_layouts.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/cli/output.h"
#include "core/base/quantity/units.h"
#include "core/model/layout/calibrate.h"
#include "core/model/layout/loss_explanation.h"

namespace scalewright::cli {

namespace {

Json layoutJson(const ParallelLayout& layout)
{
    return Json(Json::Object{{"data", Json(layout.data)},
                             {"tensor", Json(layout.tensor)},
                             {"context", Json(layout.context)},
                             {"stages", Json(layout.stages)},
                             {"chunks", Json(layout.chunks)},
                             {"expert", Json(layout.expert)},
                             {"sharding_stage", Json(layout.shardingStage)},
                             {"micro_batch", Json(layout.microBatch)},
                             {"recomputation", Json(recomputationName(layout.recomputation))},
                             {"sequence_parallel", Json(layout.sequenceParallel)}});
}

Json memoryJson(const TrainingBytes& bytes)
{
    return Json(Json::Object{{"weights", Json(bytes.weights)},
                             {"gradients", Json(bytes.gradients)},
                             {"optimizer", Json(bytes.optimizer)},
                             {"state", Json(bytes.undividedState)},
                             {"gathered-layer", Json(bytes.gatheredLayer)},
                             {"activations", Json(bytes.activations)},
                             {"recomputed-layer", Json(bytes.recomputedLayer)},
                             {"logits", Json(bytes.logits)},
                             {"embedding-dropout", Json(bytes.embeddingDropout)}});
}

Json whyJson(const LossExplanation& why)
{
    Json::Object object{{"by", Json(why.reason == LossReason::Memory ? "memory"
                                    : why.reason == LossReason::Time ? "time"
                                                                     : "nothing")},
                        {"slower_share", Json(why.relativeSlowdown)},
                        {"short_bytes", Json(why.missingBytes)},
                        {"because", Json(why.reasonText)},
                        {"what_changes", Json(why.changeText)}};
    setOrReason(object, "part", why.part ? layoutTimePartName(*why.part) : std::string(),
                "no single part of the time decides");
    if (why.change)
        object.emplace_back("change", Json(Json::Object{{"input", Json(layoutInputName(why.change->input))},
                                                        {"from", Json(why.change->from)},
                                                        {"to", Json(why.change->to)},
                                                        {"tie", Json(why.change->tieValue)}}));
    else {
        object.emplace_back("change", Json());
        object.emplace_back("change_reason", Json("no single input makes it win"));
    }
    return Json(std::move(object));
}

/// Builds the reply from the question, the search result, and the cost and reason for each layout.
class LayoutsReplyBuilder {
public:
    LayoutsReplyBuilder(const LayoutsQuestion& question, const LayoutSearchResult& search)
        : m_question(question), m_search(search)
    {
    }

    [[nodiscard]] Reply build() const;

private:
    const LayoutsQuestion& m_question;
    const LayoutSearchResult& m_search;

    [[nodiscard]] const ClusterSpec& cluster() const { return m_question.cluster.cluster; }
    [[nodiscard]] LayoutCost costOf(const ParallelLayout& layout) const
    {
        return evaluateLayout(m_question.model.model, cluster(), m_question.trainer, m_question.batchSize, layout);
    }
    [[nodiscard]] LossExplanation whyOf(const ParallelLayout& loser, const ParallelLayout& winner) const
    {
        return explainLoss(m_question.model.model, cluster(), m_question.trainer, m_question.batchSize, loser, winner);
    }
    [[nodiscard]] const std::vector<RankedLayout>& rankedLayouts() const
    {
        return scalewright::rankedLayouts(m_question, m_search);
    }
    [[nodiscard]] Json layoutCostJson(const ParallelLayout& layout, const ParallelLayout* winner) const;
};

Json LayoutsReplyBuilder::layoutCostJson(const ParallelLayout& layout, const ParallelLayout* winner) const
{
    const LayoutCost cost = costOf(layout);
    const int cards = layout.cards();
    Json::Object object{
        {"layout", layoutJson(layout)},
        {"text", Json(layoutText(layout))},
        {"step_s", Json(cost.stepS)},
        {"fits", Json(fitsOnCard(cluster(), cost.memoryBytes))},
        {"memory_bytes", Json(cost.memoryBytes)},
        {"memory_parts", memoryJson(cost.memory)},
        {"model_flop", Json(cost.modelFlop)},
        {"hardware_flop", Json(cost.hardwareFlop)},
        {"utilisation", Json(utilisation(cost.modelFlop, cluster(), cards, cost.stepS))},
        {"hardware_utilisation", Json(utilisation(cost.hardwareFlop, cluster(), cards, cost.stepS))},
        {"tokens_per_s", Json(m_question.batchSize * m_question.model.model.sequenceLength / cost.stepS)}};
    Json::Object parts;
    for (std::size_t i = 0; i < layoutPartCount; ++i)
        parts.emplace_back(layoutTimePartName(static_cast<LayoutTimePart>(i)), Json(cost.seconds[i]));
    object.emplace_back("parts", Json(std::move(parts)));
    setOrReason(object, "usd", stepUsd(cluster(), cards, cost.stepS), "the price per card is not set (--price)");
    setOrReason(object, "joules", stepJoules(cluster(), cards, cost.stepS), "the power per card is not set (--power)");
    object.emplace_back("compared_with_runs", Json(isCoveredByRuns(m_question.trainer, layout)));
    if (const std::optional<Interval> interval = stepInterval(m_question.trainer, layout, cost.stepS)) {
        object.emplace_back("step_interval", intervalJson(cost.stepS, *interval));
    } else {
        object.emplace_back("step_interval", Json());
        object.emplace_back("step_interval_reason",
                            Json(m_question.trainer.residualRunCount < 2 ? "fewer than two measured runs"
                                                                         : "no run of this kind was compared"));
    }
    if (winner != nullptr) {
        object.emplace_back("why", whyJson(whyOf(layout, *winner)));
        object.emplace_back("undecided",
                            Json(areTimesIndistinguishable(m_question.trainer, cost.stepS, costOf(*winner).stepS)));
    }
    return Json(std::move(object));
}

Reply LayoutsReplyBuilder::build() const
{
    Reply answer{.answer = scalewright::layoutsAnswer(m_question, m_search),
                 .exitStatus = rankedLayouts().empty() ? 1 : 0};
    Json::Object& json = answer.json;
    addLayoutsQuestionJson(json, m_question);
    json.emplace_back("batch", Json(m_question.batchSize));
    json.emplace_back("cards", Json(m_question.cardCount));
    json.emplace_back("by", Json(m_question.order == LayoutOrder::Time    ? "time"
                                 : m_question.order == LayoutOrder::Money ? "money"
                                                                          : "memory"));
    const auto list = [&](const std::vector<RankedLayout>& layouts, const ParallelLayout* winner) {
        Json::Array layoutsJson;
        for (const RankedLayout& each : layouts)
            layoutsJson.push_back(
                layoutCostJson(each.layout, winner != nullptr && !(*winner == each.layout) ? winner : nullptr));
        return Json(std::move(layoutsJson));
    };
    const ParallelLayout* fastest = m_search.byTime.empty() ? nullptr : &m_search.byTime.front().layout;
    json.emplace_back("best", list(rankedLayouts(), fastest));
    json.emplace_back("by_memory", list(m_search.byMemory, nullptr));
    json.emplace_back("too_large", list(m_search.tooLarge, fastest));
    json.emplace_back("smallest", list(m_search.smallestTooLarge, nullptr));
    if (m_question.ownLayout)
        json.emplace_back(
            "own", layoutCostJson(*m_question.ownLayout,
                                  fastest != nullptr && !(*fastest == *m_question.ownLayout) ? fastest : nullptr));
    json.emplace_back("examined", Json(static_cast<std::size_t>(m_search.examinedCount)));
    json.emplace_back("fitting", Json(static_cast<std::size_t>(m_search.evaluatedCount)));
    Json::Object excludedJson;
    for (std::size_t reason = 1; reason < leftOutReasonCount; ++reason)
        excludedJson.emplace_back(leftOutName(static_cast<LeftOutReason>(reason)),
                                  Json(static_cast<std::size_t>(m_search.leftOutCounts[reason])));
    json.emplace_back("left_out", Json(std::move(excludedJson)));
    json.emplace_back("assumed", listJson(m_question.assumptions));
    return answer;
}

}  // namespace

void addLayoutsQuestionJson(Json::Object& json, const LayoutsQuestion& q)
{
    const Transformer& model = q.model.model;
    Json::Object shape{{"name", Json(q.model.name)},
                       {"source", Json(q.model.source)},
                       {"parameters", Json(parametersOf(model))},
                       {"layers", Json(model.layers)},
                       {"hidden", Json(model.hiddenSize)},
                       {"heads", Json(model.attentionHeads)},
                       {"kv_heads", Json(model.keyValueHeads)},
                       {"feed_forward", Json(model.feedForwardSize)},
                       {"vocabulary", Json(model.vocabularySize)},
                       {"sequence", Json(model.sequenceLength)},
                       {"experts", Json(model.experts)}};
    setOrReason(shape, "positions",
                q.model.maximumContextTokens > 0 ? std::optional(q.model.maximumContextTokens) : std::nullopt,
                "the longest context of this model is unknown");
    json.emplace_back("model", Json(std::move(shape)));
    const ClusterSpec& cluster = q.cluster.cluster;
    json.emplace_back("cluster", Json(Json::Object{{"name", Json(q.cluster.name)},
                                                   {"cards_per_node", Json(cluster.cardsPerNode)},
                                                   {"memory_bytes", Json(cluster.memoryBytes)},
                                                   {"room_bytes", Json(fillableBytes(cluster))},
                                                   {"peak_flops", Json(cluster.peakFlops)},
                                                   {"memory_bandwidth", Json(cluster.memoryBandwidth)},
                                                   {"alpha_s", Json(cluster.alphaS)},
                                                   {"bandwidth", Json(cluster.bandwidth)},
                                                   {"alpha2_s", Json(cluster.alpha2S)},
                                                   {"bandwidth2", Json(cluster.bandwidth2)}}));
    json.emplace_back("trainer", Json(Json::Object{{"id", Json(q.trainer.id)},
                                                   {"name", Json(q.trainer.name)},
                                                   {"source", Json(q.trainer.source)},
                                                   {"kernel_share", Json(q.trainer.kernels.peakShare)},
                                                   {"calibrated", Json(q.measuredStepS.has_value())},
                                                   {"residual", Json(q.trainer.residualDeviation)},
                                                   {"residual_runs", Json(q.trainer.residualRunCount)}}));
}

Result<Reply> layoutsReply(const LayoutsQuestion& question)
{
    const Result<LayoutSearchResult> search = searchLayoutsFor(question);
    if (!search)
        return fail(search.error());
    return LayoutsReplyBuilder(question, *search).build();
}

}  // namespace scalewright::cli

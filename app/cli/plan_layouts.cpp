// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_layouts.h"

#include "app/cli/output.h"
#include "core/model/layout/calibrate.h"
#include "core/model/layout/loss_explanation.h"
#include "core/output/answers/shared_fields.h"

namespace scalewright::cli {

namespace {

Json::Object layoutFields(const ParallelLayout& layout)
{
    return objectOf({{"data", layout.data},
                     {"tensor", layout.tensor},
                     {"context", layout.context},
                     {"stages", layout.stages},
                     {"chunks", layout.chunks},
                     {"expert", layout.expert},
                     {"sharding_stage", layout.shardingStage},
                     {"micro_batch", layout.microBatch},
                     {"recomputation", nameOf(layout.recomputation)},
                     {"sequence_parallel", layout.sequenceParallel}});
}

Json::Object memoryFields(const TrainingBytes& bytes)
{
    return objectOf({{"weights", bytes.weights},
                     {"gradients", bytes.gradients},
                     {"optimizer", bytes.optimizer},
                     {"state", bytes.undividedState},
                     {"gathered-layer", bytes.gatheredLayer},
                     {"activations", bytes.activations},
                     {"recomputed-layer", bytes.recomputedLayer},
                     {"logits", bytes.logits},
                     {"embedding-dropout", bytes.embeddingDropout}});
}

Json::Object whyFields(const LossExplanation& why)
{
    return objectOf(
        {{"by", why.reason == LossReason::Memory ? "memory"
                : why.reason == LossReason::Time ? "time"
                                                 : "nothing"},
         {"slower_share", why.relativeSlowdown},
         {"short_bytes", why.missingBytes},
         {"because", why.reasonText},
         {"what_changes", why.changeText},
         {"part", why.part ? std::optional(nameOf(*why.part)) : std::nullopt, "no single part of the time decides"},
         {"change",
          why.change ? std::optional(objectOf({{"input", layoutInputName(why.change->input)},
                                               {"from", why.change->from},
                                               {"to", why.change->to},
                                               {"tie", why.change->tieValue}}))
                     : std::nullopt,
          "no single input makes it win"}});
}

/// Seconds of each part beyond those of `other`.
Json::Object partsMinus(const LayoutCost& cost, const LayoutCost& other)
{
    Json::Object parts;
    for (std::size_t i = 0; i < layoutPartCount; ++i)
        parts.emplace_back(nameOf(static_cast<LayoutTimePart>(i)), cost.seconds[i] - other.seconds[i]);
    return parts;
}

/// A layout, and why it loses to `winner`, if that is another one.
Json::Object layoutCostFields(const LayoutsQuestion& q, const ParallelLayout& layout, const ParallelLayout* winner)
{
    const ClusterSpec& cluster = q.cluster.cluster;
    const auto evaluate = [&](const ParallelLayout& each) {
        return evaluateLayout(q.model.model, cluster, q.trainer, q.batchSize, each);
    };
    const LayoutCost cost = evaluate(layout);
    const int cards = layout.cards();
    Json::Object parts;
    for (std::size_t i = 0; i < layoutPartCount; ++i)
        parts.emplace_back(nameOf(static_cast<LayoutTimePart>(i)), cost.seconds[i]);
    const IntervalGap gap = intervalGapOf(q.trainer, cluster, layout, cost);
    const std::optional<Interval> interval = stepInterval(q.trainer, cluster, layout, cost);
    Json::Object object = objectOf(
        {{"layout", layoutFields(layout)},
         {"text", layoutText(layout)},
         {"step_s", cost.stepS},
         {"fits", fitsOnCard(cluster, cost.memoryBytes)},
         {"memory_bytes", cost.memoryBytes},
         {"memory_parts", memoryFields(cost.memory)},
         {"model_flop", cost.modelFlop},
         {"hardware_flop", cost.hardwareFlop},
         {"utilisation", utilisation(cost.modelFlop, cluster, cards, cost.stepS)},
         {"hardware_utilisation", utilisation(cost.hardwareFlop, cluster, cards, cost.stepS)},
         {"tokens_per_s", q.batchSize * q.model.model.sequenceLength / cost.stepS},
         {"parts", parts},
         {"usd", stepUsd(cluster, cards, cost.stepS), "the price per card is not set (--price)"},
         {"joules", stepJoules(cluster, cards, cost.stepS), "the power per card is not set (--power)"},
         {"compared_with_runs", isCoveredByRuns(q.trainer, layout) && cost.exchangeShare <= maximumExchangeShare},
         {"step_interval", interval ? std::optional(intervalFields(cost.stepS, *interval)) : std::nullopt,
          titleOf(gap)},
         {"interval_gap", nameOf(gap)},
         {"exchange_share", cost.exchangeShare}});
    if (winner != nullptr && !(*winner == layout))
        addFields(object,
                  {{"why", whyFields(explainLoss(q.model.model, cluster, q.trainer, q.batchSize, layout, *winner))},
                   {"undecided", areTimesIndistinguishable(q.trainer, cost.stepS, evaluate(*winner).stepS)},
                   {"parts_minus_best", partsMinus(cost, evaluate(*winner))}});
    return object;
}

}  // namespace

Json::Object layoutsQuestionFields(const LayoutsQuestion& q)
{
    const Transformer& model = q.model.model;
    const ClusterSpec& cluster = q.cluster.cluster;
    return objectOf(
        {{"model", objectOf({{"name", q.model.name},
                             {"source", q.model.source},
                             {"parameters", parametersOf(model)},
                             {"layers", model.layers},
                             {"hidden", model.hiddenSize},
                             {"heads", model.attentionHeads},
                             {"kv_heads", model.keyValueHeads},
                             {"feed_forward", model.feedForwardSize},
                             {"vocabulary", model.vocabularySize},
                             {"sequence", model.sequenceLength},
                             {"experts", model.experts},
                             {"positions", when(q.model.maximumContextTokens > 0, q.model.maximumContextTokens),
                              "the longest context of this model is unknown"}})},
         {"cluster", objectOf({{"name", q.cluster.name},
                               {"cards_per_node", cluster.cardsPerNode},
                               {"memory_bytes", cluster.memoryBytes},
                               {"room_bytes", fillableBytes(cluster)},
                               {"peak_flops", cluster.peakFlops},
                               {"memory_bandwidth", cluster.memoryBandwidth},
                               {"alpha_s", cluster.alphaS},
                               {"bandwidth", cluster.bandwidth},
                               {"alpha2_s", cluster.alpha2S},
                               {"bandwidth2", cluster.bandwidth2}})},
         {"trainer", objectOf({{"id", q.trainer.id},
                               {"name", q.trainer.name},
                               {"source", q.trainer.source},
                               {"kernel_share", q.trainer.kernels.peakShare},
                               {"calibrated", !q.measuredRuns.empty()},
                               {"programs", q.trainer.programs},
                               {"left_out_margin", when(q.trainer.leftOutMargin > 0, q.trainer.leftOutMargin),
                                "no program was left out to determine it"},
                               {"same_card", isSameCard(q.trainer, cluster)},
                               {"residual", q.trainer.residualDeviation},
                               {"residual_runs", q.trainer.residualRunCount}})}});
}

namespace {

auto measuredRunFields(const LayoutsQuestion& q)
{
    return [&q](const MeasuredRun& run) {
        return objectOf(
            {{"layout", layoutFields(run.layout)},
             {"cards", run.layout.cards()},
             {"batch", run.batch},
             {"step_s", run.stepS},
             {"computed_s", evaluateLayout(run.model, run.cluster, q.trainer, run.batch, run.layout).stepS}});
    };
}

Json::Object profileFields(const MeasuredRun& run)
{
    return objectOf({{"layout", layoutFields(run.layout)},
                     {"cards", run.layout.cards()},
                     {"batch", run.batch},
                     {"measured", measuredOption(run)}});
}

}  // namespace

Result<Reply> layoutsReply(const LayoutsQuestion& question)
{
    TRY(const LayoutSearchResult search, searchLayoutsFor(question));
    const ParallelLayout* fastest = search.byTime.empty() ? nullptr : &search.byTime.front().layout;
    const auto list = [&](const std::vector<RankedLayout>& layouts, const ParallelLayout* winner) {
        return listOf(layouts,
                      [&](const RankedLayout& each) { return layoutCostFields(question, each.layout, winner); });
    };
    Json::Object leftOut;
    for (std::size_t reason = 1; reason < leftOutReasonCount; ++reason)
        leftOut.emplace_back(nameOf(static_cast<LeftOutReason>(reason)),
                             static_cast<std::size_t>(search.leftOutCounts[reason]));
    const std::vector<RankedLayout>& ranked = rankedLayouts(question, search);
    return Reply{
        .answer = layoutsAnswer(question, search),
        .json = objectOf(
            {layoutsQuestionFields(question),
             {"batch", question.batchSize},
             {"cards", question.cardCount},
             {"by", question.order == LayoutOrder::Time    ? "time"
                    : question.order == LayoutOrder::Money ? "money"
                                                           : "memory"},
             {"best", list(ranked, fastest)},
             {"by_memory", list(search.byMemory, nullptr)},
             {"too_large", list(search.tooLarge, fastest)},
             {"smallest", list(search.smallestTooLarge, nullptr)},
             {"own", question.ownLayout ? std::optional(layoutCostFields(question, *question.ownLayout, fastest))
                                        : std::nullopt},
             {"examined", static_cast<std::size_t>(search.examinedCount)},
             {"fitting", static_cast<std::size_t>(search.evaluatedCount)},
             {"left_out", leftOut},
             {"measured", listOf(question.measuredRuns, measuredRunFields(question))},
             {"profile", fastest ? std::optional(profileFields(profileRunOf(question, *fastest))) : std::nullopt,
              "no layout fits"},
             {"assumed", question.assumptions}}),
        .exitStatus = ranked.empty() ? 1 : 0};
}

}  // namespace scalewright::cli

#include "app/cli/plan_layouts.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/cli/output.h"
#include "core/base/quantity/units.h"
#include "core/model/layout/calibrate.h"
#include "core/model/layout/why.h"

namespace scalewright::cli {

namespace {

Json layoutJson(const Layout& layout)
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
                             {"gathered-layer", Json(bytes.gatheredLayer)},
                             {"activations", Json(bytes.activations)},
                             {"recomputed-layer", Json(bytes.recomputedLayer)},
                             {"logits", Json(bytes.logits)},
                             {"embedding-dropout", Json(bytes.embeddingDropout)}});
}

Json whyJson(const WhyNot& why)
{
    Json::Object object{{"by", Json(why.by == LosesBy::Memory ? "memory"
                                    : why.by == LosesBy::Time ? "time"
                                                              : "nothing")},
                        {"slower_share", Json(why.slowerShare)},
                        {"short_bytes", Json(why.shortBytes)},
                        {"because", Json(why.because)},
                        {"what_changes", Json(why.whatChanges)}};
    setOrReason(object, "part", why.part ? layoutPartName(*why.part) : std::string(), "no part of the time decides");
    if (why.change)
        object.emplace_back("change", Json(Json::Object{{"input", Json(layoutInputName(why.change->input))},
                                                        {"from", Json(why.change->from)},
                                                        {"to", Json(why.change->to)},
                                                        {"tie", Json(why.change->tie)}}));
    else {
        object.emplace_back("change", Json());
        object.emplace_back("change_reason", Json("no single input makes it win"));
    }
    return Json(std::move(object));
}

/// One answer: the question, what was found, and each layout's cost and reason.
class LayoutsReply {
public:
    LayoutsReply(const LayoutsQuestion& question, const LayoutSearch& found) : q(question), m_found(found) {}

    [[nodiscard]] Reply answer() const;

private:
    const LayoutsQuestion& q;
    const LayoutSearch& m_found;

    [[nodiscard]] const ClusterSpec& cluster() const { return q.cluster.cluster; }
    [[nodiscard]] LayoutCost costOf(const Layout& layout) const
    {
        return evaluate(q.model.model, cluster(), q.trainer, q.batch, layout);
    }
    [[nodiscard]] WhyNot whyOf(const Layout& loser, const Layout& winner) const
    {
        return whyNot(q.model.model, cluster(), q.trainer, q.batch, loser, winner);
    }
    [[nodiscard]] const std::vector<RankedLayout>& best() const { return ranked(q, m_found); }
    [[nodiscard]] Json costJson(const Layout& layout, const Layout* winner) const;
};

Json LayoutsReply::costJson(const Layout& layout, const Layout* winner) const
{
    const LayoutCost cost = costOf(layout);
    const int cards = layout.cards();
    Json::Object object{{"layout", layoutJson(layout)},
                        {"text", Json(layoutText(layout))},
                        {"step_s", Json(cost.stepS)},
                        {"fits", Json(fits(cluster(), cost.memoryBytes))},
                        {"memory_bytes", Json(cost.memoryBytes)},
                        {"memory_parts", memoryJson(cost.memory)},
                        {"model_flop", Json(cost.modelFlop)},
                        {"hardware_flop", Json(cost.hardwareFlop)},
                        {"utilisation", Json(utilisation(cost.modelFlop, cluster(), cards, cost.stepS))},
                        {"hardware_utilisation", Json(utilisation(cost.hardwareFlop, cluster(), cards, cost.stepS))},
                        {"tokens_per_s", Json(q.batch * q.model.model.sequence / cost.stepS)}};
    Json::Object parts;
    for (std::size_t i = 0; i < layoutParts; ++i)
        parts.emplace_back(layoutPartName(static_cast<LayoutPart>(i)), Json(cost.seconds[i]));
    object.emplace_back("parts", Json(std::move(parts)));
    setOrReason(object, "usd", stepUsd(cluster(), cards, cost.stepS), "no price of a card is known (--price)");
    setOrReason(object, "joules", stepJoules(cluster(), cards, cost.stepS), "no power of a card is known (--power)");
    object.emplace_back("compared_with_runs", Json(comparedWithRuns(q.trainer, layout)));
    if (const std::optional<Interval> interval = stepInterval(q.trainer, layout, cost.stepS)) {
        object.emplace_back("step_interval", intervalJson(cost.stepS, *interval));
    } else {
        object.emplace_back("step_interval", Json());
        object.emplace_back(
            "step_interval_reason",
            Json(q.trainer.residualRuns < 2 ? "fewer than two measured runs" : "no run of this kind was compared"));
    }
    if (winner != nullptr) {
        object.emplace_back("why", whyJson(whyOf(layout, *winner)));
        object.emplace_back("undecided", Json(undecided(q.trainer, cost.stepS, costOf(*winner).stepS)));
    }
    return Json(std::move(object));
}

Reply LayoutsReply::answer() const
{
    Reply answer{.answer = scalewright::layoutsAnswer(q, m_found), .status = best().empty() ? 1 : 0};
    Json::Object& json = answer.json;
    addQuestionJson(json, q);
    json.emplace_back("batch", Json(q.batch));
    json.emplace_back("cards", Json(q.cards));
    json.emplace_back("by", Json(q.order == LayoutOrder::Time    ? "time"
                                 : q.order == LayoutOrder::Money ? "money"
                                                                 : "memory"));
    const auto list = [&](const std::vector<RankedLayout>& layouts, const Layout* winner) {
        Json::Array all;
        for (const RankedLayout& each : layouts)
            all.push_back(costJson(each.layout, winner != nullptr && !(*winner == each.layout) ? winner : nullptr));
        return Json(std::move(all));
    };
    const Layout* fastest = m_found.byTime.empty() ? nullptr : &m_found.byTime.front().layout;
    json.emplace_back("best", list(best(), fastest));
    json.emplace_back("by_memory", list(m_found.byMemory, nullptr));
    json.emplace_back("too_large", list(m_found.tooLarge, fastest));
    json.emplace_back("smallest", list(m_found.smallest, nullptr));
    if (q.own)
        json.emplace_back("own", costJson(*q.own, fastest != nullptr && !(*fastest == *q.own) ? fastest : nullptr));
    json.emplace_back("examined", Json(static_cast<std::size_t>(m_found.examined)));
    json.emplace_back("fitting", Json(static_cast<std::size_t>(m_found.evaluated)));
    Json::Object leftOut;
    for (std::size_t reason = 1; reason < leftOutReasons; ++reason)
        leftOut.emplace_back(leftOutName(static_cast<LeftOut>(reason)),
                             Json(static_cast<std::size_t>(m_found.leftOut[reason])));
    json.emplace_back("left_out", Json(std::move(leftOut)));
    json.emplace_back("assumed", listJson(q.assumed));
    return answer;
}

}  // namespace

void addQuestionJson(Json::Object& json, const LayoutsQuestion& q)
{
    const Transformer& model = q.model.model;
    Json::Object shape{{"name", Json(q.model.name)},
                       {"source", Json(q.model.source)},
                       {"parameters", Json(parametersOf(model))},
                       {"layers", Json(model.layers)},
                       {"hidden", Json(model.hidden)},
                       {"heads", Json(model.heads)},
                       {"kv_heads", Json(model.kvHeads)},
                       {"feed_forward", Json(model.feedForward)},
                       {"vocabulary", Json(model.vocabulary)},
                       {"sequence", Json(model.sequence)},
                       {"experts", Json(model.experts)}};
    setOrReason(shape, "positions", q.model.positions > 0 ? std::optional(q.model.positions) : std::nullopt,
                "the longest context of this model is not known");
    json.emplace_back("model", Json(std::move(shape)));
    const ClusterSpec& cluster = q.cluster.cluster;
    json.emplace_back("cluster", Json(Json::Object{{"name", Json(q.cluster.name)},
                                                   {"cards_per_node", Json(cluster.cardsPerNode)},
                                                   {"memory_bytes", Json(cluster.memoryBytes)},
                                                   {"room_bytes", Json(roomBytes(cluster))},
                                                   {"peak_flops", Json(cluster.peakFlops)},
                                                   {"memory_bandwidth", Json(cluster.memoryBandwidth)},
                                                   {"alpha_s", Json(cluster.alphaS)},
                                                   {"bandwidth", Json(cluster.bandwidth)},
                                                   {"alpha2_s", Json(cluster.alpha2S)},
                                                   {"bandwidth2", Json(cluster.bandwidth2)}}));
    json.emplace_back("trainer", Json(Json::Object{{"id", Json(q.trainer.id)},
                                                   {"name", Json(q.trainer.name)},
                                                   {"source", Json(q.trainer.source)},
                                                   {"kernel_share", Json(q.trainer.kernels.share)},
                                                   {"calibrated", Json(q.measuredS.has_value())},
                                                   {"residual", Json(q.trainer.residual)},
                                                   {"residual_runs", Json(q.trainer.residualRuns)}}));
}

Result<Reply> layoutsReply(const LayoutsQuestion& question)
{
    const Result<LayoutSearch> found = searchFor(question);
    if (!found)
        return fail(found.error());
    return LayoutsReply(question, *found).answer();
}

}  // namespace scalewright::cli

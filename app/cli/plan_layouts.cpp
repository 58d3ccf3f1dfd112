#include "app/cli/plan_layouts.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/cli/output.h"
#include "core/layout/calibrate.h"
#include "core/layout/why.h"
#include "core/quantity/units.h"

namespace scalewright::cli {

namespace {

std::string inGigabytes(double bytes)
{
    return formatAmount(bytes, Dimension::Bytes).joined();
}

std::string percentText(double share)
{
    return significant(100 * share, 2) + " %";
}

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
class LayoutsAnswer {
public:
    LayoutsAnswer(const PlanQuestion& question, const LayoutSearch& found) : q(question), m_found(found) {}

    [[nodiscard]] Reply answer() const;

private:
    const PlanQuestion& q;
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
    [[nodiscard]] const std::vector<RankedLayout>& best() const
    {
        return q.order == LayoutOrder::Time    ? m_found.byTime
               : q.order == LayoutOrder::Money ? m_found.byMoney
                                               : m_found.byMemory;
    }
    [[nodiscard]] Json costJson(const Layout& layout, const Layout* winner) const;
    [[nodiscard]] std::string table() const;
    [[nodiscard]] std::string details() const;
    [[nodiscard]] std::string ownLine() const;
};

Json LayoutsAnswer::costJson(const Layout& layout, const Layout* winner) const
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
    if (const std::optional<Interval> interval = stepInterval(q.trainer, cost.stepS)) {
        object.emplace_back("step_interval", intervalJson(cost.stepS, *interval));
    } else {
        object.emplace_back("step_interval", Json());
        object.emplace_back("step_interval_reason", Json("fewer than two measured runs"));
    }
    if (winner != nullptr) {
        object.emplace_back("why", whyJson(whyOf(layout, *winner)));
        object.emplace_back("undecided", Json(undecided(q.trainer, cost.stepS, costOf(*winner).stepS)));
    }
    return Json(std::move(object));
}

std::string LayoutsAnswer::table() const
{
    std::vector<std::array<std::string, 4>> rows;
    for (const RankedLayout& each : best()) {
        const LayoutCost cost = costOf(each.layout);
        rows.push_back({layoutText(each.layout), timeText(cost.stepS),
                        percentText(utilisation(cost.modelFlop, cluster(), each.layout.cards(), cost.stepS)),
                        inGigabytes(cost.memoryBytes)});
        if (rows.size() == 7)
            break;
    }
    std::size_t width = 6;
    for (const auto& row : rows)
        width = std::max(width, row[0].size());
    std::string text = fmt::format("   {:<{}}  {:>9}  {:>7}  {:>9}\n", "layout", width, "step", "of peak", "memory");
    int number = 0;
    for (const auto& row : rows)
        text += fmt::format("{:>2} {:<{}}  {:>9}  {:>7}  {:>9}\n", ++number, row[0], width, row[1], row[2], row[3]);
    return text;
}

std::string LayoutsAnswer::ownLine() const
{
    if (!q.own)
        return {};
    if (!m_found.byTime.empty() && m_found.byTime.front().layout == *q.own)
        return "Yours is the fastest.\n";
    if (m_found.byTime.empty())
        return {};
    const WhyNot why = whyOf(*q.own, m_found.byTime.front().layout);
    return fmt::format("Yours: {} {}\n", why.because, why.whatChanges);
}

std::string LayoutsAnswer::details() const
{
    std::string text;
    const auto line = [&text](const std::string& what) { text += what + '\n'; };
    if (!best().empty()) {
        const RankedLayout& first = best().front();
        const LayoutCost cost = costOf(first.layout);
        line("\nA step of the first:");
        for (std::size_t i = 0; i < layoutParts; ++i)
            if (cost.seconds[i] > 0)
                line(fmt::format("  {:<20} {:>9}  {:>6}", titleOf(static_cast<LayoutPart>(i)),
                                 timeText(cost.seconds[i]), percentText(cost.seconds[i] / cost.stepS)));
        line("Memory of its fullest card:");
        const TrainingBytes& bytes = cost.memory;
        for (const auto& [name, amount] :
             {std::pair("weights", bytes.weights), std::pair("gradients", bytes.gradients),
              std::pair("optimizer state", bytes.optimizer), std::pair("gathered layer", bytes.gatheredLayer),
              std::pair("activations", bytes.activations), std::pair("recomputed layer", bytes.recomputedLayer),
              std::pair("logits", bytes.logits), std::pair("embedding dropout", bytes.embeddingDropout)})
            if (amount > 0)
                line(fmt::format("  {:<20} {:>9}", name, inGigabytes(amount)));
        for (std::size_t i = 1; i < best().size(); ++i) {
            const WhyNot why = whyOf(best()[i].layout, first.layout);
            line(fmt::format("{} loses: {} {}", i + 1, why.because, why.whatChanges));
        }
    }
    for (const RankedLayout& each : m_found.tooLarge) {
        if (m_found.byTime.empty())
            break;
        const WhyNot why = whyOf(each.layout, m_found.byTime.front().layout);
        line(fmt::format("Faster, but does not fit: {}. {} {}", layoutText(each.layout), why.because, why.whatChanges));
    }
    line(fmt::format("\n{} layouts, {} fit. Left out:", m_found.examined, m_found.evaluated));
    for (std::size_t reason = 1; reason < leftOutReasons; ++reason)
        if (m_found.leftOut[reason] > 0)
            line(fmt::format("  {:>10}  {}", m_found.leftOut[reason], titleOf(static_cast<LeftOut>(reason))));
    line(fmt::format("\nModel: {} ({}), {} parameters, sequences of {}", q.model.name, q.model.source,
                     countAmount(parametersOf(q.model.model)).joined(), significant(q.model.model.sequence, 6)));
    line(fmt::format("Efficiency: {} ({}), kernels reach {} of the peak", q.trainer.name, q.trainer.source,
                     percentText(q.trainer.kernels.share)));
    if (q.measuredS)
        line(fmt::format("Calibrated on your run: {} measured, {} computed before", timeText(*q.measuredS),
                         timeText(q.beforeS)));
    for (const std::string& each : q.cluster.from)
        line("Cluster: " + each);
    for (const std::string& each : q.assumed)
        line(each);
    line(
        "Offloading is not modelled. Formulas: Narayanan et al. 2021, Korthikanti et al. 2022, Rajbhandari et al. "
        "2020.");
    return text;
}

Reply LayoutsAnswer::answer() const
{
    Reply answer;
    std::string headline, because, next, sure;
    const double room = roomBytes(cluster());
    if (best().empty()) {
        answer.status = 1;
        const bool any = !m_found.smallest.empty();
        headline = any ? fmt::format("No layout fits {} cards: {} a card are missing.", q.cards,
                                     inGigabytes(m_found.smallest.front().memoryBytes - room))
                       : fmt::format("No layout divides {} cards and a batch of {}.", q.cards, q.batch);
        if (any) {
            const Layout& smallest = m_found.smallest.front().layout;
            because = fmt::format("The smallest, {}, needs {} of {}.", layoutText(smallest),
                                  inGigabytes(m_found.smallest.front().memoryBytes), inGigabytes(room));
            const Result<std::optional<int>> fewest = fewestCards(q.model.model, cluster(), q.trainer, q.batch);
            next = fewest && *fewest ? fmt::format("--p {}: there a layout fits.", **fewest)
                                     : std::string("A larger batch, or cards with more memory.");
        } else {
            const auto most = std::max_element(m_found.leftOut.begin(), m_found.leftOut.end());
            because = fmt::format("Most are left out because this {}.",
                                  titleOf(static_cast<LeftOut>(most - m_found.leftOut.begin())));
            next = "A batch or number of cards with more divisors.";
        }
    } else {
        const RankedLayout& first = best().front();
        const LayoutCost cost = costOf(first.layout);
        headline = fmt::format("{} a step: {}.", timeText(cost.stepS), layoutText(first.layout));
        sure = q.measuredS ? "measured" : "assumed";
        if (best().size() > 1) {
            const Layout& second = best()[1].layout;
            const WhyNot why = whyOf(second, first.layout);
            const bool close = undecided(q.trainer, costOf(second).stepS, cost.stepS);
            because = why.by == LosesBy::Nothing ? fmt::format("The second takes {}.", timeText(costOf(second).stepS))
                                                 : "The second: " + why.because;
            if (close)
                sure = "close";
        }
        next = q.measuredS ? "Try the first two." : "Measure one step, then --layout … --measured TIME.";
    }
    const std::string mark = sure.empty() ? "" : fmt::format(" ({})", sure);
    answer.text = because.empty() ? headline + mark + '\n' : headline + '\n' + because + mark + '\n';
    answer.text += "Next: " + next + '\n';
    answer.text += ownLine();
    if (!best().empty())
        answer.text += '\n' + table();
    if (q.explain)
        answer.text += details();

    Json::Object& json = answer.json;
    json.emplace_back("headline", Json(headline));
    json.emplace_back("because", Json(because));
    json.emplace_back("next", Json(next));
    json.emplace_back("sure", sure.empty() ? Json() : Json(sure));
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

void addQuestionJson(Json::Object& json, const PlanQuestion& q)
{
    const Transformer& model = q.model.model;
    json.emplace_back("model", Json(Json::Object{{"name", Json(q.model.name)},
                                                 {"source", Json(q.model.source)},
                                                 {"parameters", Json(parametersOf(model))},
                                                 {"layers", Json(model.layers)},
                                                 {"hidden", Json(model.hidden)},
                                                 {"heads", Json(model.heads)},
                                                 {"kv_heads", Json(model.kvHeads)},
                                                 {"feed_forward", Json(model.feedForward)},
                                                 {"vocabulary", Json(model.vocabulary)},
                                                 {"sequence", Json(model.sequence)},
                                                 {"experts", Json(model.experts)}}));
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

Result<Reply> layoutsAnswer(const PlanQuestion& question)
{
    LayoutChoices choices{.cards = {question.cards}, .best = question.best};
    const Result<LayoutSearch> found =
        searchLayouts(question.model.model, question.cluster.cluster, question.trainer, question.batch, choices);
    if (!found)
        return fail(found.error());
    return LayoutsAnswer(question, *found).answer();
}

}  // namespace scalewright::cli

#include "core/output/answers/layouts.h"

#include <algorithm>
#include <utility>

#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/model/layout/calibrate.h"
#include "core/model/layout/why.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

constexpr std::size_t shownLayouts = 7;

std::string cardsText(int cards)
{
    return cards == 1 ? std::string("1 card") : say("{} cards", cards);
}

std::string bytesText(double bytes)
{
    return formatAmount(bytes, Dimension::Bytes).joined();
}

/// The question, what was found, and each layout's cost and reason.
class Layouts {
public:
    Layouts(const LayoutsQuestion& question, const LayoutSearch& found)
        : q(question), m_found(found), m_best(ranked(question, found))
    {
    }

    [[nodiscard]] Answer answer() const;

private:
    const LayoutsQuestion& q;
    const LayoutSearch& m_found;
    const std::vector<RankedLayout>& m_best;

    [[nodiscard]] const ClusterSpec& cluster() const { return q.cluster.cluster; }
    [[nodiscard]] LayoutCost costOf(const Layout& layout) const
    {
        return evaluate(q.model.model, cluster(), q.trainer, q.batch, layout);
    }
    [[nodiscard]] WhyNot whyOf(const Layout& loser, const Layout& winner) const
    {
        return whyNot(q.model.model, cluster(), q.trainer, q.batch, loser, winner);
    }
    [[nodiscard]] Table table() const;
    /// What the order goes by: "47.4 s a step", "$0.29 a step", "40.7 GB a card".
    [[nodiscard]] std::string valueText(const RankedLayout& each) const;
    void sayBest(Answer& answer) const;
    void sayNoneFits(Answer& answer) const;
    void sayOwn(Answer& answer) const;
    void addParts(Answer& answer) const;
    void addLosers(Answer& answer) const;
    void addSources(Answer& answer) const;
};

Table Layouts::table() const
{
    Table table;
    table.columns = {{"layout", "layout", "", -1},
                     {"step", "step", "", -1},
                     {"utilisation", "of peak", "", -1},
                     {"memory", "memory a card", "", -1}};
    for (const RankedLayout& each : m_best) {
        const LayoutCost cost = costOf(each.layout);
        table.rows.push_back({layoutText(each.layout), timeText(cost.stepS),
                              percent(utilisation(cost.modelFlop, cluster(), each.layout.cards(), cost.stepS), 2),
                              bytesText(cost.memoryBytes)});
        if (table.rows.size() == shownLayouts)
            break;
    }
    return table;
}

std::string Layouts::valueText(const RankedLayout& each) const
{
    if (q.order == LayoutOrder::Memory)
        return bytesText(each.memoryBytes) + " a card";
    if (q.order == LayoutOrder::Time)
        return timeText(each.stepS) + " a step";
    const std::optional<double> usd = stepUsd(cluster(), each.layout.cards(), each.stepS);
    return usd ? formatAmount(*usd, Dimension::Money).joined() + " a step"
               : say("{} card-seconds a step", significant(each.cardSeconds));
}

void Layouts::sayBest(Answer& answer) const
{
    const RankedLayout& first = m_best.front();
    const LayoutCost cost = costOf(first.layout);
    answer.headline = say("{}: {}.", valueText(first), layoutText(first.layout));
    answer.sure.basis = q.measuredS ? Basis::Measured : Basis::Assumed;
    if (m_best.size() > 1) {
        const Layout& second = m_best[1].layout;
        const WhyNot why = whyOf(second, first.layout);
        answer.because = q.order != LayoutOrder::Time || why.by == LosesBy::Nothing
                             ? say("The second: {}.", valueText(m_best[1]))
                             : "The second: " + why.because;
        if (q.order == LayoutOrder::Time && undecided(q.trainer, costOf(second).stepS, cost.stepS))
            answer.sure.clarity = Clarity::Close;
    }
    if (q.measuredS)
        answer.next = {"Try the first two.", {}, {}};
    else
        answer.next = {"Measure one step: its time sets the efficiency.",
                       "scalewright-cli plan … --layout LAYOUT --measured TIME",
                       {}};
}

void Layouts::sayNoneFits(Answer& answer) const
{
    if (m_found.smallest.empty()) {
        const auto most = std::max_element(m_found.leftOut.begin(), m_found.leftOut.end());
        answer.headline = say("No layout divides {} and a batch of {}.", cardsText(q.cards), significant(q.batch, 6));
        answer.because =
            say("Most are left out: this {}.", titleOf(static_cast<LeftOut>(most - m_found.leftOut.begin())));
        answer.next = {"Try a batch or a number of cards with more divisors.", {}, "/baseline/batch"};
        return;
    }
    const double room = roomBytes(cluster());
    const RankedLayout& smallest = m_found.smallest.front();
    answer.headline =
        say("No layout fits {}: {} a card are missing.", cardsText(q.cards), bytesText(smallest.memoryBytes - room));
    answer.because = say("The smallest, {}, needs {} of {}.", layoutText(smallest.layout),
                         bytesText(smallest.memoryBytes), bytesText(room));
    const Result<std::optional<int>> fewest = fewestCards(q.model.model, cluster(), q.trainer, q.batch);
    if (fewest && *fewest)
        answer.next = {say("Take {}: there a layout fits.", cardsText(**fewest)),
                       say("scalewright-cli plan … --p {}", **fewest), "/plan/p"};
    else
        answer.next = {"Try a larger batch, or cards with more memory.", {}, "/target/memory_bytes"};
}

void Layouts::sayOwn(Answer& answer) const
{
    if (!q.own || m_found.byTime.empty())
        return;
    if (m_found.byTime.front().layout == *q.own) {
        addFact(answer, FactKind::Rival, "yours", "is the fastest");
        answer.because = "Yours is the fastest.";
        return;
    }
    const WhyNot why = whyOf(*q.own, m_found.byTime.front().layout);
    answer.because = "Yours: " + why.because;
    addFact(answer, FactKind::Rival, "yours", joined({why.because, why.whatChanges}, " "));
}

void Layouts::addParts(Answer& answer) const
{
    const LayoutCost cost = costOf(m_best.front().layout);
    const Layout& best = m_best.front().layout;
    if (const std::optional<Interval> between = stepInterval(q.trainer, best, cost.stepS))
        addFact(answer, FactKind::Figure, "step",
                say("{} to {} ({} % of {} runs like it)", timeText(between->low), timeText(between->high),
                    significant(100 * between->level), q.trainer.residualRuns));
    else if (!comparedWithRuns(q.trainer, best))
        addFact(answer, FactKind::Assumption, "step",
                say("Not compared with runs: {} none like it.",
                    q.trainer.residualRuns < 2
                        ? "there are"
                        : say("the {} it was checked with have", countedText(q.trainer.residualRuns, "run"))));
    for (std::size_t i = 0; i < layoutParts; ++i)
        if (cost.seconds[i] > 0)
            addFact(answer, FactKind::Figure, "step",
                    say("{}: {}, {}", titleOf(static_cast<LayoutPart>(i)), timeText(cost.seconds[i]),
                        percent(cost.seconds[i] / cost.stepS, 2)));
    const long nodes = nodesOf(best.cards(), cluster().cardsPerNode);
    if (const long paid = nodes * cluster().cardsPerNode; cluster().usdPerCardHour && paid > best.cards())
        addFact(answer, FactKind::Assumption, "cost",
                say("Nodes are rented whole: {} are paid, {} used.", cardsText(static_cast<int>(paid)), best.cards()));
    for (const auto& [name, amount] : memoryParts(cost.memory))
        addFact(answer, FactKind::Figure, "fullest card", say("{}: {}", name, bytesText(amount)));
}

void Layouts::addLosers(Answer& answer) const
{
    for (std::size_t i = 1; i < m_best.size(); ++i) {
        const WhyNot why = whyOf(m_best[i].layout, m_best.front().layout);
        addFact(answer, FactKind::Rival, say("number {}", i + 1), joined({why.because, why.whatChanges}, " "));
    }
    if (!m_found.byTime.empty())
        for (const RankedLayout& each : m_found.tooLarge) {
            const WhyNot why = whyOf(each.layout, m_found.byTime.front().layout);
            addFact(answer, FactKind::Rival, "too large",
                    say("{} is faster, but does not fit. {}", layoutText(each.layout),
                        joined({why.because, why.whatChanges}, " ")));
        }
}

void Layouts::addSources(Answer& answer) const
{
    addFact(answer, FactKind::Figure, "searched", say("{} layouts, {} fit", m_found.examined, m_found.evaluated));
    if (const int step = nodeStep(cluster()); q.order == LayoutOrder::Money && step > 1)
        addFact(answer, FactKind::Figure, "tried", say("every {} nodes, and doublings", step));
    for (std::size_t reason = 1; reason < leftOutReasons; ++reason)
        if (m_found.leftOut[reason] > 0)
            addFact(answer, FactKind::Figure, "left out",
                    say("{}: {}", titleOf(static_cast<LeftOut>(reason)), m_found.leftOut[reason]));
    addFact(answer, FactKind::Source, "model",
            say("{} ({}), {} parameters, sequences of {}", q.model.name, q.model.source,
                countAmount(parametersOf(q.model.model)).joined(), significant(q.model.model.sequence, 6)));
    addFact(answer, FactKind::Source, "efficiency",
            say("{} ({}), kernels reach {} of the peak", q.trainer.name, q.trainer.source,
                percent(q.trainer.kernels.share, 2)));
    if (q.measuredS)
        addFact(answer, FactKind::Source, "your run",
                say("{} measured, {} computed before", timeText(*q.measuredS), timeText(q.beforeS)));
    addFacts(answer, FactKind::Source, "cluster", q.cluster.from);
    addFacts(answer, FactKind::Assumption, "assumed", q.assumed);
    addFact(answer, FactKind::Assumption, "state",
            say("{}, as {}.", capital(conventionTitle(conventionOf(q.model.model, q.trainer.memory))),
                q.model.model.convention ? "the project says" : "this trainer keeps it"));
    addFact(answer, FactKind::Assumption, "assumed", "Nothing is offloaded to the host.");
    addFact(answer, FactKind::Source, "formulas",
            "Narayanan et al. 2021, Korthikanti et al. 2022, Rajbhandari et al. 2020");
}

Answer Layouts::answer() const
{
    Answer answer;
    if (m_best.empty())
        sayNoneFits(answer);
    else {
        sayBest(answer);
        answer.table = table();
    }
    sayOwn(answer);
    if (!m_best.empty()) {
        if (!comparedWithRuns(q.trainer, m_best.front().layout))
            answer.because = joined({answer.because, "Not compared with runs."}, " ");
        addParts(answer);
        addLosers(answer);
    }
    addSources(answer);
    return answer;
}

}  // namespace

std::vector<std::pair<std::string, double>> memoryParts(const TrainingBytes& bytes)
{
    std::vector<std::pair<std::string, double>> parts;
    for (const auto& [name, amount] :
         {std::pair("weights", bytes.weights), std::pair("gradients", bytes.gradients),
          std::pair("optimizer state", bytes.optimizer), std::pair("gathered layer", bytes.gatheredLayer),
          std::pair("activations", bytes.activations), std::pair("recomputed layer", bytes.recomputedLayer),
          std::pair("logits", bytes.logits), std::pair("embedding dropout", bytes.embeddingDropout)})
        if (amount > 0)
            parts.emplace_back(name, amount);
    return parts;
}

Result<LayoutsQuestion> layoutsQuestion(const Project& project, int cards, const std::vector<ModelEntry>& models,
                                        const Trainer& trainer)
{
    LayoutsQuestion question{.model = {}, .cluster = {}, .trainer = trainer, .cards = cards};
    Error error;
    const auto take = [&error](auto result, auto& out) {
        if (result)
            out = *std::move(result);
        else
            for (const Problem& problem : result.error().problems)
                error.problems.push_back(problem);
    };
    take(modelOfProject(project.baseline.model.value_or(ModelShape{}), models), question.model);
    take(clusterOf(project.target, cards), question.cluster);
    if (project.baseline.batch) {
        question.batch = project.baseline.batch->value;
    } else {
        const FieldInfo& field = fieldOf(&Baseline::batch);
        error.problems.push_back({say("{} is not known", field.meaning), field.howToGet, {.pointer = field.pointer}});
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    if (question.model.id != "project")
        question.assumed.push_back(say("Only the parameters are given: {}.", question.model.name));
    return question;
}

Result<LayoutSearch> searchFor(const LayoutsQuestion& question, const std::stop_token& stop)
{
    LayoutChoices choices{.cards = {question.cards}, .best = question.best};
    if (question.order == LayoutOrder::Money)
        choices.cards = nodeCounts(question.cluster.cluster);
    return searchLayouts(question.model.model, question.cluster.cluster, question.trainer, question.batch, choices,
                         stop);
}

LayoutRows layoutRows(const LayoutsQuestion& q, const LayoutSearch& found)
{
    const ClusterSpec& cluster = q.cluster.cluster;
    const std::vector<RankedLayout>& best = ranked(q, found);
    const auto rowOf = [&](const Layout& layout, const Layout* first) {
        LayoutRow row{.layout = layout, .cost = evaluate(q.model.model, cluster, q.trainer, q.batch, layout)};
        row.utilisation = utilisation(row.cost.modelFlop, cluster, layout.cards(), row.cost.stepS);
        row.usd = stepUsd(cluster, layout.cards(), row.cost.stepS);
        if (first != nullptr && !(*first == layout)) {
            row.why = whyNot(q.model.model, cluster, q.trainer, q.batch, layout, *first);
            row.undecided = undecided(q.trainer, row.cost.stepS,
                                      evaluate(q.model.model, cluster, q.trainer, q.batch, *first).stepS);
        }
        return row;
    };
    LayoutRows rows;
    for (const RankedLayout& each : best)
        rows.best.push_back(rowOf(each.layout, &best.front().layout));
    if (!found.byTime.empty())
        for (const RankedLayout& each : found.tooLarge)
            rows.tooLarge.push_back(rowOf(each.layout, &found.byTime.front().layout));
    return rows;
}

const std::vector<RankedLayout>& ranked(const LayoutsQuestion& question, const LayoutSearch& found)
{
    switch (question.order) {
    case LayoutOrder::Money: return found.byMoney;
    case LayoutOrder::Memory: return found.byMemory;
    case LayoutOrder::Time: break;
    }
    return found.byTime;
}

Answer layoutsAnswer(const LayoutsQuestion& question, const LayoutSearch& found)
{
    return Layouts(question, found).answer();
}

namespace {

/// "Llama 2 7B has 4096 positions (Touvron et al. 2023), a request 100100 tokens."; empty where it fits or the context is
/// not known.
std::string beyondContext(const ModelEntry& model, const ServingNeed& need)
{
    const double tokens = need.promptTokens + need.answerTokens;
    if (model.positions <= 0 || tokens <= model.positions)
        return {};
    return say("{} has {} positions ({}), a request {} tokens.", model.name, significant(model.positions, 9),
               model.source.substr(0, model.source.find(',')), significant(tokens, 9));
}

std::string servedBecause(const ServingPlan& best)
{
    const std::string holds =
        best.batchLimit == BatchLimit::OneToken
            ? say("A replica takes one prompt at a time, {} each.", timeText(best.prefillS))
            : say("A replica holds {}, limited by {}.", countedText(best.atOnce, "request"), titleOf(best.batchLimit));
    return joined({holds, say("At {} load a request waits {}.", percent(*best.load, 2), timeText(best.waitS))}, " ");
}

void addServingFigures(Answer& answer, const LayoutsQuestion& question, const ServingPlan& best)
{
    if (best.batchLimit != BatchLimit::OneToken)
        addFact(answer, FactKind::Figure, "a token",
                say("{}, bound by {}", timeText(best.stepS), best.decodeByMemory ? "memory bandwidth" : "compute"));
    addFact(answer, FactKind::Figure, "first token", timeText(best.firstTokenS));
    if (best.usdPerHour)
        addFact(
            answer, FactKind::Figure, "cost",
            say("{} an hour: {} of {} cards, rented whole", formatAmount(*best.usdPerHour, Dimension::Money).joined(),
                countedText(best.nodes, "node"), question.cluster.cluster.cardsPerNode));
}

}  // namespace

Answer servingAnswer(const LayoutsQuestion& question, const ServingNeed& need, const std::vector<ServingPlan>& plans)
{
    Answer answer;
    const ServingPlan& best = plans.front();
    answer.sure.basis = question.measuredS ? Basis::Measured : Basis::Assumed;
    if (best.limit == ServingLimit::None) {
        answer.headline =
            best.cards() == 1 ? "1 card serves it."
            : best.replicas == 1
                ? say("{} cards serve it: one replica, tensor {}.", best.cards(), best.tensor)
                : say("{} cards serve it: {} replicas, tensor {}.", best.cards(), best.replicas, best.tensor);
        answer.because = servedBecause(best);
        answer.sure.note = "mean times, random arrivals";
        answer.next = {"Measure one replica at that load.", {}, {}};
    } else {
        answer.headline = best.limit == ServingLimit::Cards
                              ? say("{} cards are needed, not {}.", best.cards(), question.cluster.cluster.cards)
                              : std::string("No replica on 1 node meets this.");
        answer.because =
            say("Tensor {}: {}; a request takes {}.", best.tensor, titleOf(best.limit), timeText(best.requestS));
        answer.next = {best.limit == ServingLimit::Cards    ? "Take more cards, or a longer --latency."
                       : best.limit == ServingLimit::Memory ? "Try --bytes-per-weight 1, or cards with more memory."
                                                            : "Take a longer budget, or a shorter answer.",
                       {},
                       {}};
    }
    const std::string tooLong = beyondContext(question.model, need);
    if (!tooLong.empty()) {
        addFact(answer, FactKind::Figure, "replica", std::exchange(answer.because, tooLong));
        answer.next = {"Shorten the prompt, or take a model with a longer context.", {}, {}};
        addFact(answer, FactKind::Warning, "context",
                say("{} positions by {}.", significant(question.model.positions, 9), question.model.source));
    }
    if (best.limit == ServingLimit::None)
        addServingFigures(answer, question, best);
    answer.table.columns = {{"tensor", "tensor", "", 0},      {"replicas", "replicas", "", 0},
                            {"cards", "cards", "", 0},        {"at_once", "at once", "", 0},
                            {"load", "load", "", -1},         {"token", "a token", "", -1},
                            {"request", "a request", "", -1}, {"limit", "limited by", "", -1}};
    for (const ServingPlan& plan : plans)
        answer.table.rows.push_back(
            {double(plan.tensor), double(plan.replicas), double(plan.cards()), double(plan.atOnce),
             plan.load ? Cell(percent(*plan.load, 2)) : Cell(), timeText(plan.stepS), timeText(plan.requestS),
             std::string(plan.limit == ServingLimit::None ? titleOf(plan.batchLimit) : titleOf(plan.limit))});
    addFact(answer, FactKind::Source, "model", say("{} ({})", question.model.name, question.model.source));
    addFact(answer, FactKind::Source, "efficiency", say("{} ({})", question.trainer.name, question.trainer.source));
    addFacts(answer, FactKind::Source, "cluster", question.cluster.from);
    addFacts(answer, FactKind::Assumption, "assumed", question.assumed);
    addFact(answer, FactKind::Formula, "formula",
            "Roofline of prefill and decoding; prefills of other requests come between the steps.");
    addFact(answer, FactKind::Formula, "wait",
            "Load/(2 (1 - load)) of a replica's time for a request, for random arrivals (M/D/1: Pollaczek, Khinchine). "
            "With several at once less.");
    if (best.tensor > 1)
        addFact(answer, FactKind::Assumption, "exchange",
                say("Tensor workers exchange by the cheapest all-reduce: prompts by {}, tokens by {}.",
                    titleOf(best.prefillPattern), titleOf(best.stepPattern)));
    return answer;
}

}  // namespace scalewright

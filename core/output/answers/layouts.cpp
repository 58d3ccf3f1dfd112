// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/layouts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/base/error/try.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/statistics/median.h"
#include "core/base/text/message.h"
#include "core/decision/plan/conditions.h"
#include "core/design/slots/layout_edit.h"
#include "core/model/layout/calibrate.h"
#include "core/project/document/model_state.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

constexpr std::size_t maximumShownLayouts = 7;

std::string cardsText(int cards)
{
    return cards == 1 ? std::string("1 card") : formatMessage("{} cards", cards);
}

/// "47 s to 63 s, as 90 % of the runs of 5 programs on H100", or why there is no interval.
std::string intervalText(const LayoutsQuestion& q, const ParallelLayout& layout, const LayoutCost& cost)
{
    const ClusterSpec& cluster = q.cluster.cluster;
    const std::optional<Interval> interval = stepInterval(q.trainer, cluster, layout, cost);
    if (!interval)
        return formatMessage("no interval: {}", titleOf(intervalGapOf(q.trainer, cluster, layout, cost)));
    const std::string basis =
        q.measuredRuns.size() == 1    ? std::string("published programs after one measured step each")
        : !q.measuredRuns.empty()     ? formatMessage("your {}", countWithNoun(q.trainer.residualRunCount, "run"))
        : !q.trainer.programs.empty() ? formatMessage("left-out programs among {}", q.trainer.programs)
                                      : countWithNoun(q.trainer.residualRunCount, "similar run");
    return formatMessage("{} to {} ({} % of the runs of {})", timeText(interval->low), timeText(interval->high),
                         significantText(100 * interval->level), basis);
}

class LayoutsAnswerBuilder {
public:
    LayoutsAnswerBuilder(const LayoutsQuestion& question, const LayoutSearchResult& search)
        : m_question(question), m_search(search), m_ranked(rankedLayouts(question, search))
    {
    }

    [[nodiscard]] Answer build() const;

private:
    const LayoutsQuestion& m_question;
    const LayoutSearchResult& m_search;
    const std::vector<RankedLayout>& m_ranked;

    [[nodiscard]] const ClusterSpec& cluster() const { return m_question.cluster.cluster; }
    [[nodiscard]] LayoutCost costOf(const ParallelLayout& layout) const
    {
        return evaluateLayout(m_question.model.model, cluster(), m_question.trainer, m_question.batchSize, layout);
    }
    [[nodiscard]] LossExplanation whyNotOf(const ParallelLayout& loser, const ParallelLayout& winner) const
    {
        return explainLoss(m_question.model.model, cluster(), m_question.trainer, m_question.batchSize, loser, winner);
    }
    [[nodiscard]] Table table() const;
    void addRow(Table& table, std::string name, const ParallelLayout& layout, const LayoutCost& cost) const;
    /// The value that the layouts are sorted by: "47.4 s a step", "$0.29 a step", "40.7 GB per card".
    [[nodiscard]] std::string valueText(const RankedLayout& each) const;
    void setBestLayoutHeadline(Answer& answer) const;
    void setNoFitHeadline(Answer& answer) const;
    /// The first named state of fewer bytes a parameter with which a layout fits these cards; nullptr if there is none.
    [[nodiscard]] const NamedState* smallerStateThatFits() const;
    void addOwnLayout(Answer& answer) const;
    void addStepParts(Answer& answer) const;
    void addAlternatives(Answer& answer) const;
    void addSources(Answer& answer) const;
};

void LayoutsAnswerBuilder::addRow(Table& table, std::string name, const ParallelLayout& layout,
                                  const LayoutCost& cost) const
{
    table.rows.push_back({std::move(name), timeText(cost.stepS),
                          percentageText(utilisation(cost.modelFlop, cluster(), layout.cards(), cost.stepS), 2),
                          bytesText(cost.memoryBytes)});
}

Table LayoutsAnswerBuilder::table() const
{
    Table table;
    table.columns = {{"layout", "layout", "", -1},
                     {"step", "step", "", -1},
                     {"utilisation", "of peak", "", -1},
                     {"memory", "card memory", "", -1}};
    for (const RankedLayout& each : m_ranked) {
        const LayoutCost cost = costOf(each.layout);
        addRow(table, layoutText(each.layout) + (each.isCompared ? "" : " (no runs)"), each.layout, cost);
        if (table.rows.size() == maximumShownLayouts)
            break;
    }
    if (m_question.ownLayout)
        addRow(table, "yours: " + layoutText(*m_question.ownLayout), *m_question.ownLayout,
               costOf(*m_question.ownLayout));
    return table;
}

std::string LayoutsAnswerBuilder::valueText(const RankedLayout& each) const
{
    if (m_question.order == LayoutOrder::Memory)
        return bytesText(each.memoryBytes) + " per card";
    if (m_question.order == LayoutOrder::Time)
        return timeText(each.stepS) + " a step";
    const std::optional<double> usd = stepUsd(cluster(), each.layout.cards(), each.stepS);
    return usd ? moneyText(*usd) + " a step"
               : formatMessage("{} card-seconds a step", significantText(each.cardSeconds));
}

void LayoutsAnswerBuilder::setBestLayoutHeadline(Answer& answer) const
{
    const RankedLayout& first = m_ranked.front();
    const LayoutCost cost = costOf(first.layout);
    answer.headline = formatMessage("{}: {}.", valueText(first), layoutText(first.layout));
    answer.confidence.basis = m_question.measuredRuns.empty() ? Basis::Assumed : Basis::Measured;
    if (m_ranked.size() > 1) {
        const ParallelLayout& second = m_ranked[1].layout;
        const LossExplanation reason = whyNotOf(second, first.layout);
        answer.because = m_question.order != LayoutOrder::Time || reason.reason == LossReason::None
                             ? formatMessage("The second: {}.", valueText(m_ranked[1]))
                             : "The second: " + reason.reasonText;
        if (!m_ranked[1].isCompared && reason.reason == LossReason::None)
            answer.because += " Faster, but not supported by runs.";
        if (m_question.order == LayoutOrder::Time &&
            areTimesIndistinguishable(m_question.trainer, costOf(second).stepS, cost.stepS))
            answer.confidence.clarity = Clarity::Close;
    }
    if (!m_question.measuredRuns.empty())
        answer.next = {"Try the first two."};
    else
        answer.next = {formatMessage("Time one step on {}: it sets the efficiency.",
                                     cardsText(profileRunOf(m_question, first.layout).layout.cards())),
                       "scalewright-cli plan … --measured " + measuredOption(profileRunOf(m_question, first.layout)),
                       {}};
}

const NamedState* LayoutsAnswerBuilder::smallerStateThatFits() const
{
    for (const char* id : {"adam-8bit", "lora"}) {
        const NamedState* named = findNamedState(id);
        if (!named || named->state.total() >= stateOf(m_question.model.model, m_question.trainer.memory).total())
            continue;
        LayoutsQuestion smaller = m_question;
        smaller.model.model.state = named->state;
        if (const Result<LayoutSearchResult> found = searchLayoutsFor(smaller); found && !found->byTime.empty())
            return named;
    }
    return nullptr;
}

void LayoutsAnswerBuilder::setNoFitHeadline(Answer& answer) const
{
    if (m_search.smallestTooLarge.empty()) {
        const auto mostFrequent = std::ranges::max_element(m_search.leftOutCounts);
        answer.headline = formatMessage("No layout divides {} and a batch of {}.", cardsText(m_question.cardCount),
                                        significantText(m_question.batchSize, 6));
        answer.because =
            formatMessage("Most are left out: {}.",
                          titleOf(static_cast<LeftOutReason>(mostFrequent - m_search.leftOutCounts.begin())));
        answer.next = {"Try a batch or a number of cards with more divisors.", {}, "/baseline/batch"};
        return;
    }
    const double availableBytes = fillableBytes(cluster());
    const RankedLayout& smallest = m_search.smallestTooLarge.front();
    answer.headline = formatMessage("No layout fits {}: {} more memory per card is needed.",
                                    cardsText(m_question.cardCount), bytesText(smallest.memoryBytes - availableBytes));
    answer.because = formatMessage("The smallest, {}, needs {} of {}.", layoutText(smallest.layout),
                                   bytesText(smallest.memoryBytes), bytesText(availableBytes));
    const Result<std::optional<int>> minimumCards =
        findFewestCards(m_question.model.model, cluster(), m_question.trainer, m_question.batchSize);
    if (minimumCards && *minimumCards)
        answer.next = {m_question.availableCards && **minimumCards > *m_question.availableCards
                           ? formatMessage("Use {}, where a layout fits; {} are available.", cardsText(**minimumCards),
                                           *m_question.availableCards)
                           : formatMessage("Use {}, where a layout fits.", cardsText(**minimumCards)),
                       formatMessage("scalewright-cli plan … --p {}", **minimumCards), "/plan/p"};
    else
        answer.next = {"Try a larger batch, or cards with more memory.", {}, "/target/memory_bytes"};
    if (const NamedState* state = smallerStateThatFits()) {
        answer.next.text.pop_back();
        answer.next.text += formatMessage("; with {}, these are enough.", state->title);
        answer.add(Fact::Alternative, "state", "{}: scalewright-cli plan … --state {}", state->title, state->id);
    }
}

void LayoutsAnswerBuilder::addOwnLayout(Answer& answer) const
{
    if (!m_question.ownLayout || m_search.byTime.empty())
        return;
    const ParallelLayout& own = *m_question.ownLayout;
    const ParallelLayout& winner = m_search.byTime.front().layout;
    const LayoutCost ownCost = costOf(own);
    answer.add(Fact::Alternative, "yours", "{} a step: {}", timeText(ownCost.stepS),
               intervalText(m_question, own, ownCost));
    answer.add(Fact::Alternative, "yours", "{} of {} per card", bytesText(ownCost.memoryBytes),
               bytesText(fillableBytes(cluster())));
    if (winner == own) {
        answer.add(Fact::Alternative, "yours", "is the fastest");
        answer.because = "Yours is the fastest.";
        return;
    }
    const LayoutCost winnerCost = costOf(winner);
    for (std::size_t i = 0; i < layoutPartCount; ++i) {
        const double difference = ownCost.seconds[i] - winnerCost.seconds[i];
        constexpr double shownShare = 0.001;
        if (std::abs(difference) >= shownShare * winnerCost.stepS)
            answer.add(Fact::Alternative, "yours", "{}: {}{}", titleOf(static_cast<LayoutTimePart>(i)),
                       std::string(difference < 0 ? "-" : "+"), timeText(std::abs(difference)));
    }
    const LossExplanation reason = whyNotOf(own, winner);
    answer.because = "Yours: " + reason.reasonText;
    answer.add(Fact::Alternative, "yours", joinNonEmpty({reason.reasonText, reason.changeText}, " "));
}

void LayoutsAnswerBuilder::addStepParts(Answer& answer) const
{
    const LayoutCost cost = costOf(m_ranked.front().layout);
    const ParallelLayout& best = m_ranked.front().layout;
    answer.add(stepInterval(m_question.trainer, cluster(), best, cost) ? Fact::Value : Fact::Assumption, "step",
               intervalText(m_question, best, cost));
    for (std::size_t i = 0; i < layoutPartCount; ++i)
        if (cost.seconds[i] > 0)
            answer.add(Fact::Value, "step", "{}: {}, {}", titleOf(static_cast<LayoutTimePart>(i)),
                       timeText(cost.seconds[i]), percentageText(cost.seconds[i] / cost.stepS, 2));
    const long nodes = nodeCount(best.cards(), cluster().cardsPerNode);
    if (const long paid = nodes * cluster().cardsPerNode; cluster().usdPerCardHour && paid > best.cards())
        answer.add(Fact::Assumption, "cost", "Only whole nodes are rented: {} are paid for, {} used.",
                   cardsText(static_cast<int>(paid)), best.cards());
    for (const auto& [name, amount] : memoryParts(cost.memory))
        answer.add(Fact::Value, "fullest card", "{}: {}", name, bytesText(amount));
}

void LayoutsAnswerBuilder::addAlternatives(Answer& answer) const
{
    for (std::size_t i = 1; i < m_ranked.size(); ++i) {
        const LossExplanation reason = whyNotOf(m_ranked[i].layout, m_ranked.front().layout);
        answer.add(Fact::Alternative, formatMessage("number {}", i + 1),
                   joinNonEmpty({reason.reasonText, reason.changeText}, " "));
    }
    if (!m_search.byTime.empty())
        for (const RankedLayout& each : m_search.tooLarge) {
            const LossExplanation reason = whyNotOf(each.layout, m_search.byTime.front().layout);
            answer.add(Fact::Alternative, "too large", "{} is faster, but does not fit. {}", layoutText(each.layout),
                       joinNonEmpty({reason.reasonText, reason.changeText}, " "));
        }
}

void LayoutsAnswerBuilder::addSources(Answer& answer) const
{
    answer.add(Fact::Value, "searched", "{} layouts, {} fit", m_search.examinedCount, m_search.evaluatedCount);
    if (const int step = nodeCountStep(cluster()); m_question.order == LayoutOrder::Money && step > 1)
        answer.add(Fact::Value, "tried", "every {} nodes, and doublings", step);
    for (std::size_t reason = 1; reason < leftOutReasonCount; ++reason)
        if (m_search.leftOutCounts[reason] > 0)
            answer.add(Fact::Value, "left out", "{}: {}", titleOf(static_cast<LeftOutReason>(reason)),
                       m_search.leftOutCounts[reason]);
    answer.add(Fact::Source, "model", "{} ({}), {} parameters, sequences of {}", m_question.model.name,
               m_question.model.source, formatLargeCount(parametersOf(m_question.model.model)).joined(),
               significantText(m_question.model.model.sequenceLength, 6));
    answer.add(Fact::Source, "efficiency", "{} ({}), kernels reach {} of the peak", m_question.trainer.name,
               m_question.trainer.source, percentageText(m_question.trainer.kernels.peakShare, 2));
    for (std::size_t i = 0; i < m_question.measuredRuns.size(); ++i) {
        const MeasuredRun& run = m_question.measuredRuns[i];
        answer.add(Fact::Source, "your run", "{} on {}, batch {}: {} measured, {} computed before calibration",
                   layoutText(run.layout), cardsText(run.layout.cards()), significantText(run.batch, 6),
                   timeText(run.stepS), timeText(m_question.residualsBefore[i].computedStepS));
    }
    answer.add(Fact::Source, "cluster", m_question.cluster.sources);
    answer.add(Fact::Assumption, "assumed", m_question.assumptions);
    answer.add(Fact::Assumption, "state", "{}, as {}.",
               capitalised(titleOf(stateOf(m_question.model.model, m_question.trainer.memory))),
               m_question.model.model.state ? "in the whole project" : "this trainer keeps it");
    answer.add(Fact::Assumption, "assumed", "Nothing is offloaded to the host.");
    answer.add(Fact::Source, "formulas", "Narayanan et al. 2021, Korthikanti et al. 2022, Rajbhandari et al. 2020");
}

Answer LayoutsAnswerBuilder::build() const
{
    Answer answer;
    if (m_ranked.empty())
        setNoFitHeadline(answer);
    else {
        setBestLayoutHeadline(answer);
        answer.table = table();
    }
    addOwnLayout(answer);
    if (m_question.availableCards && m_question.cardCount > *m_question.availableCards)
        answer.because = joinNonEmpty(
            {formatMessage("Only {} available.", *m_question.availableCards == 1
                                                     ? std::string("1 card is")
                                                     : formatMessage("{} cards are", *m_question.availableCards)),
             answer.because},
            " ");
    if (!m_ranked.empty()) {
        if (m_question.model.model.isShapeAssumed)
            answer.because = joinNonEmpty({answer.because, "Activations are not counted."}, " ");
        if (const RankedLayout& best = m_ranked.front();
            !stepInterval(m_question.trainer, cluster(), best.layout, costOf(best.layout)))
            answer.because = joinNonEmpty({answer.because, "Not compared with runs."}, " ");
        addStepParts(answer);
        addAlternatives(answer);
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
          std::pair("optimizer state", bytes.optimizer),
          std::pair("weights, gradients and optimizer state", bytes.undividedState),
          std::pair("gathered layer", bytes.gatheredLayer), std::pair("activations", bytes.activations),
          std::pair("recomputed layer", bytes.recomputedLayer), std::pair("logits", bytes.logits),
          std::pair("embedding dropout", bytes.embeddingDropout)})
        if (amount > 0)
            parts.emplace_back(name, amount);
    return parts;
}

Result<LayoutsQuestion> makeLayoutsQuestion(const Project& project, int cards, const std::vector<ModelEntry>& models,
                                            const std::vector<Trainer>& trainers)
{
    LayoutsQuestion question{.cardCount = cards};
    Error error;
    const auto store = [&error](auto result, auto& destination) {
        if (result)
            destination = *std::move(result);
        else
            for (const Problem& problem : result.error().problems)
                error.problems.push_back(problem);
    };
    store(modelOfProject(project.baseline.model.value_or(ModelShape{}), models), question.model);
    store(clusterOf(project.target, cards), question.cluster);
    if (project.baseline.batch) {
        question.batchSize = project.baseline.batch->value;
    } else {
        const FieldInfo& field = fieldOf(&Baseline::batch);
        error.problems.push_back(
            {formatMessage("{} is not set", field.phrase), field.howToGet, {.jsonPointer = field.jsonPointer}});
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    question.trainer = trainerForCard(trainers, question.cluster.cluster);
    const std::vector<MeasuredRun> runs = measuredRunsOf(project, models);
    if (const Result<void> calibrated = calibrateQuestion(question, runs); !calibrated)
        question.assumptions.push_back(
            formatMessage("Measured steps are not used: {}.", calibrated.error().problems.front().message));
    question.availableCards = workersAvailable(project.target);
    if (std::string assumed = assumedShapeText(question.model); !assumed.empty())
        question.assumptions.push_back(std::move(assumed));
    return question;
}

std::vector<MeasuredRun> measuredRunsOf(const Project& project, const std::vector<ModelEntry>& models,
                                        const std::optional<ClusterSpec>& cards)
{
    std::vector<MeasuredRun> runs;
    for (const Ladder& ladder : project.measurements.ladders) {
        if (!ladder.stepsPerMeasuredTime || !(ladder.stepsPerMeasuredTime->value > 0))
            continue;
        const RunConditions conditions = conditionsOfRuns(ladder, project);
        if (!conditions.baseline.model || !conditions.baseline.batch)
            continue;
        const Result<ModelEntry> model = modelOfProject(*conditions.baseline.model, models);
        if (!model || model->model.isShapeAssumed)
            continue;
        Project then;
        then.design = conditions.design;
        std::map<int, std::vector<double>> timesByP;
        for (const LadderPoint& point : ladder.points)
            if (point.timeS && *point.timeS > 0)
                timesByP[point.p].push_back(*point.timeS / ladder.stepsPerMeasuredTime->value);
        for (const auto& [p, times] : timesByP) {
            std::optional<ClusterSpec> cluster = cards;
            if (cards)
                cluster->cards = p;
            else if (const Result<NamedCluster> target = clusterOf(conditions.target, p))
                cluster = target->cluster;
            const std::optional<ParallelLayout> layout = layoutOf(then, p);
            // A ladder of another program says nothing about a layout.
            if (cluster && layout &&
                checkLayout(model->model, {}, conditions.baseline.batch->value, p, *layout) == LeftOutReason::None)
                runs.push_back({model->model, *cluster, conditions.baseline.batch->value, *layout, median(times)});
        }
    }
    return runs;
}

MeasuredRun profileRunOf(const LayoutsQuestion& question, const ParallelLayout& planned)
{
    return profileRun(question.model.model, question.cluster.cluster, question.trainer, question.batchSize, planned);
}

std::string measuredOption(const MeasuredRun& run)
{
    return formatMessage("{},p={},batch={},{}", run.stepS > 0 ? significantText(run.stepS, 4) + "s" : "SECONDS",
                         run.layout.cards(), significantText(run.batch, 9), layoutWords(run.layout));
}

Result<void> calibrateQuestion(LayoutsQuestion& question, const std::vector<MeasuredRun>& runs)
{
    if (runs.empty())
        return {};
    TRY(LayoutCalibration calibration, calibrate(question.trainer, runs));
    question.trainer = std::move(calibration.trainer);
    question.measuredRuns = runs;
    question.residualsBefore = std::move(calibration.residualsBefore);
    return {};
}

std::string assumedShapeText(const ModelEntry& model)
{
    return model.model.isShapeAssumed
               ? formatMessage("Only the parameter count is given: {}. Activations are not counted.", model.name)
               : std::string();
}

Result<LayoutSearchResult> searchLayoutsFor(const LayoutsQuestion& question, const std::stop_token& stop)
{
    LayoutSearchOptions choices{
        .cards = {question.cardCount}, .bestCount = question.bestCount, .without = question.without};
    if (question.order == LayoutOrder::Money)
        choices.cards = fineCardCounts(question.cluster.cluster);
    if (question.model.model.isShapeAssumed)
        choices.maximumMicroBatch = 1;  // without activations, nothing limits the micro-batch
    return searchLayouts(question.model.model, question.cluster.cluster, question.trainer, question.batchSize, choices,
                         stop);
}

LayoutRows layoutRows(const LayoutsQuestion& q, const LayoutSearchResult& search)
{
    const ClusterSpec& cluster = q.cluster.cluster;
    const std::vector<RankedLayout>& best = rankedLayouts(q, search);
    const auto makeRow = [&](const ParallelLayout& layout, const ParallelLayout* first) {
        LayoutRow row{.layout = layout, .cost = evaluateLayout(q.model.model, cluster, q.trainer, q.batchSize, layout)};
        row.utilisation = utilisation(row.cost.modelFlop, cluster, layout.cards(), row.cost.stepS);
        row.usdPerStep = stepUsd(cluster, layout.cards(), row.cost.stepS);
        if (first != nullptr && !(*first == layout)) {
            row.reason = explainLoss(q.model.model, cluster, q.trainer, q.batchSize, layout, *first);
            row.isUndecided =
                areTimesIndistinguishable(q.trainer, row.cost.stepS,
                                          evaluateLayout(q.model.model, cluster, q.trainer, q.batchSize, *first).stepS);
        }
        return row;
    };
    LayoutRows rows;
    for (const RankedLayout& each : best)
        rows.best.push_back(makeRow(each.layout, &best.front().layout));
    if (!search.byTime.empty())
        for (const RankedLayout& each : search.tooLarge)
            rows.tooLarge.push_back(makeRow(each.layout, &search.byTime.front().layout));
    return rows;
}

const std::vector<RankedLayout>& rankedLayouts(const LayoutsQuestion& question, const LayoutSearchResult& search)
{
    switch (question.order) {
    case LayoutOrder::Money: return search.byCost;
    case LayoutOrder::Memory: return search.byMemory;
    case LayoutOrder::Time: break;
    }
    return search.byTime;
}

Answer layoutsAnswer(const LayoutsQuestion& question, const LayoutSearchResult& search)
{
    return LayoutsAnswerBuilder(question, search).build();
}

namespace {

/// "Llama 2 7B has 4096 positions (Touvron et al. 2023), a request has 100100 tokens."; empty if the request fits or
/// the context length is unknown.
std::string contextOverflowText(const ModelEntry& model, const ServingNeed& need)
{
    const double tokens = need.promptTokens + need.answerTokens;
    if (model.maximumContextTokens <= 0 || tokens <= model.maximumContextTokens)
        return {};
    return formatMessage("{} has {} positions ({}), a request has {} tokens.", model.name,
                         significantText(model.maximumContextTokens, 9), model.source.substr(0, model.source.find(',')),
                         significantText(tokens, 9));
}

std::string servingReason(const ServingPlan& best)
{
    const std::string capacity =
        best.batchLimit == BatchLimit::NothingDecoded
            ? formatMessage("A replica takes one prompt at a time, {} each.", timeText(best.prefillS))
            : formatMessage("A replica holds {}, limited by {}.", countWithNoun(best.concurrency, "request"),
                            titleOf(best.batchLimit));
    return joinNonEmpty({capacity, formatMessage("At {} load a request waits {}.", percentageText(*best.load, 2),
                                                 timeText(best.waitS))},
                        " ");
}

void addServingFigures(Answer& answer, const LayoutsQuestion& question, const ServingPlan& best)
{
    if (best.batchLimit != BatchLimit::NothingDecoded)
        answer.add(Fact::Value, "per token", "{}, bound by {}", timeText(best.stepS),
                   best.isDecodeMemoryBound ? "memory bandwidth" : "compute");
    answer.add(Fact::Value, "first token", timeText(best.firstTokenS));
    if (best.usdPerHour)
        answer.add(Fact::Value, "cost", "{} an hour: {} of {} cards; only whole nodes are rented",
                   moneyText(*best.usdPerHour), countWithNoun(best.nodes, "node"),
                   question.cluster.cluster.cardsPerNode);
}

}  // namespace

Answer servingAnswer(const LayoutsQuestion& question, const ServingNeed& need, const std::vector<ServingPlan>& plans)
{
    Answer answer;
    const ServingPlan& best = plans.front();
    answer.confidence.basis = question.measuredRuns.empty() ? Basis::Assumed : Basis::Measured;
    if (best.limit == ServingLimit::None) {
        answer.headline =
            best.cards() == 1 ? "1 card serves it."
            : best.replicas == 1
                ? formatMessage("{} cards serve it: one replica, tensor {}.", best.cards(), best.tensor)
                : formatMessage("{} cards serve it: {} replicas, tensor {}.", best.cards(), best.replicas, best.tensor);
        answer.because = servingReason(best);
        answer.confidence.note = "mean times, random arrivals";
        answer.next = {"Measure one replica at that load."};
    } else {
        answer.headline =
            best.limit == ServingLimit::Cards
                ? formatMessage("{} cards are needed, not {}.", best.cards(), question.cluster.cluster.cards)
                : std::string("No replica on 1 node meets the requirements.");
        answer.because = formatMessage("Tensor {}: {}; a request takes {}.", best.tensor, titleOf(best.limit),
                                       timeText(best.requestS));
        answer.next = {best.limit == ServingLimit::Cards    ? "Use more cards or a longer --latency."
                       : best.limit == ServingLimit::Memory ? "Try --bytes-per-weight 1, or cards with more memory."
                                                            : "Use a larger budget or a shorter answer."};
    }
    const std::string contextOverflow = contextOverflowText(question.model, need);
    if (!contextOverflow.empty()) {
        answer.add(Fact::Value, "replica", std::exchange(answer.because, contextOverflow));
        answer.next = {"Shorten the prompt or use a model with a longer context."};
        answer.add(Fact::Warning, "context", "{} positions according to {}.",
                   significantText(question.model.maximumContextTokens, 9), question.model.source);
    }
    if (best.limit == ServingLimit::None)
        addServingFigures(answer, question, best);
    answer.table.columns = {{"tensor", "tensor", "", 0},        {"replicas", "replicas", "", 0},
                            {"cards", "cards", "", 0},          {"at_once", "at once", "", 0},
                            {"load", "load", "", -1},           {"token", "a token", "", -1},
                            {"request", "per request", "", -1}, {"limit", "limited by", "", -1}};
    for (const ServingPlan& plan : plans)
        answer.table.rows.push_back(
            {double(plan.tensor), double(plan.replicas), double(plan.cards()), double(plan.concurrency),
             plan.load ? Cell(percentageText(*plan.load, 2)) : Cell(), timeText(plan.stepS), timeText(plan.requestS),
             std::string(plan.limit == ServingLimit::None ? titleOf(plan.batchLimit) : titleOf(plan.limit))});
    answer.add(Fact::Source, "model", "{} ({})", question.model.name, question.model.source);
    answer.add(Fact::Source, "efficiency", "{} ({})", question.trainer.name, question.trainer.source);
    answer.add(Fact::Source, "cluster", question.cluster.sources);
    answer.add(Fact::Assumption, "assumed", question.assumptions);
    answer.add(Fact::Formula, "formula",
               "Roofline of prefill and decoding; prefills of other requests run between the steps.");
    answer.add(
        Fact::Formula, "wait",
        "Load/(2 (1 - load)) of a replica's time for a request, for random arrivals (M/D/1: Pollaczek, Khinchine). "
        "Less with several requests at once.");
    if (best.tensor > 1)
        answer.add(Fact::Assumption, "exchange",
                   "Tensor workers use the cheapest all-reduce: {} for prompts, {} for tokens.",
                   titleOf(best.prefillPattern), titleOf(best.stepPattern));
    return answer;
}

}  // namespace scalewright

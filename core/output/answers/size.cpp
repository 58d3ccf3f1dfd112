// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/size.h"

#include <algorithm>

#include "core/base/quantity/number_text.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/claim/value_at_p.h"
#include "core/output/answers/phrases.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

std::string tierClause(const std::optional<Tier>& tier)
{
    if (!tier)
        return {};
    switch (*tier) {
    case Tier::Local: return ", local";
    case Tier::Managed: return ", managed";
    case Tier::SelfManaged: return ", self-managed";
    }
    return {};
}

/// ", local: $19.32", ", managed" without a price. A managed cluster shows both prices: that of the nodes, which `cost`
/// and the plan show too, and its own.
std::string costClause(const SizingNeed& need, const Sizing& sizing)
{
    if (!sizing.rawCostUsd)
        return tierClause(sizing.tier);
    if (sizing.tier == Tier::Managed)
        return formatMessage(": {}, managed {}{}", moneyText(*sizing.rawCostUsd), moneyText(*sizing.managedCostUsd),
                             need.managedPriceFactor == SizingNeed().managedPriceFactor
                                 ? formatMessage(" ({}× assumed)", shortNumber(need.managedPriceFactor))
                                 : std::string());
    return tierClause(sizing.tier) + ": " + moneyText(*sizing.rawCostUsd);
}

std::vector<Cell> sizingRow(const Sizing& sizing)
{
    Cell cost;
    if (sizing.rawCostUsd)
        cost = *sizing.rawCostUsd;
    return {std::string(nameOf(sizing.rule)),
            static_cast<double>(sizing.accelerators),
            static_cast<double>(sizing.acceleratorsForModel),
            static_cast<double>(sizing.acceleratorsForRequests),
            static_cast<double>(sizing.nodes),
            cost,
            sizing.tier ? tierTitle(*sizing.tier) : std::string("none")};
}

/// Values of Code 41.5.1 that are still in use.
std::vector<std::string> remainingBookConstants(const SizingNeed& need)
{
    const SizingNeed book;
    std::vector<std::string> constants;
    if (need.memoryBytes == book.memoryBytes)
        constants.push_back(bytesText(need.memoryBytes) + " per card");
    if (need.priceUsdPerHour == book.priceUsdPerHour)
        constants.push_back(amountText(need.priceUsdPerHour, Dimension::Price));
    if (need.managedPriceFactor == book.managedPriceFactor)
        constants.push_back(formatMessage("managed {} times raw", shortNumber(need.managedPriceFactor)));
    if (need.axis == Axis::Inference && need.requestsPerReplicaPerS == book.requestsPerReplicaPerS)
        constants.push_back(
            formatMessage("{} requests per second per replica", shortNumber(need.requestsPerReplicaPerS)));
    return constants;
}

void setSizingHeadline(Answer& answer, const SizeAnswerQuestion& question)
{
    const SizingNeed& need = question.need;
    const Sizing& sizing = question.requestedSizing;
    // A working set without a model may be on servers that have no cards.
    const char* const noun = need.parameters > 0 ? "accelerator" : "worker";
    if (sizing.accelerators == 0)
        answer.headline = question.planP
                              ? formatMessage("No model to size; the plan runs on {}.", workersText(*question.planP))
                              : formatMessage("No model, so 0 accelerators{}.", tierClause(sizing.tier));
    else if (exceedsMachines(need, sizing.accelerators))
        answer.headline = formatMessage("{} needed on {}; {} available.", countWithNoun(sizing.accelerators, noun),
                                        countWithNoun(sizing.nodes, "node"), *need.availableWorkers);
    else
        answer.headline = formatMessage("{} on {}{}.", countWithNoun(sizing.accelerators, noun),
                                        countWithNoun(sizing.nodes, "node"), costClause(need, sizing));
    answer.because = asSentence(sizing.hostingTierReason);
    if (sizing.accelerators == 0)
        return;
    if (!need.hours)
        answer.next = {"Give the hours to price it: --train-hours N."};
    else if (!need.operatorHours || !need.operatorHourUsd)
        answer.next = {
            "Enter the hours spent running the cluster and the value of one hour.", {}, "/target/operating_s"};
}

/// The plan's p, unless the work cannot be divided by it, which more or larger machines would not change.
std::optional<int> plannedP(const Analysis& analysis)
{
    if (!analysis.plan)
        return std::nullopt;
    const std::optional<FeasibilityProblem>& problem = analysis.plan->infeasibility;
    const bool isUndivided =
        problem && (problem->limit == FeasibilityLimit::Batch || problem->limit == FeasibilityLimit::Neighbours);
    return isUndivided ? std::nullopt : std::optional(analysis.plan->p);
}

void addSizingValues(Answer& answer, const SizingNeed& need, const Sizing& sizing)
{
    answer.add(Fact::Value, "rule",
               sizing.rule == SizingRule::Book ? "Code 41.5.1 as printed (--rule book)"
                                               : "replicas of what fits (--rule replica)");
    answer.add(Fact::Value, "axis", nameOf(need.axis));
    answer.add(Fact::Value, "collective", sizing.collective);
    answer.add(Fact::Value, "framework", sizing.framework);
    answer.add(Fact::Value, "model",
               need.parameters == 0 && sizing.modelBytes > 0
                   ? formatMessage("a working set of {}", bytesText(sizing.modelBytes, 4))
                   : formatMessage("{} at {} bytes per parameter", bytesText(sizing.modelBytes, 4),
                                   significantText(sizing.bytesPerParameter)));
    answer.add(Fact::Value, "accelerators", "{} of {}: a copy of the model needs {}, the requests {}",
               sizing.accelerators, bytesText(need.memoryBytes), sizing.acceleratorsForModel,
               sizing.acceleratorsForRequests);
    if (sizing.accelerators > 0)
        answer.add(Fact::Value, "nodes", "{} of {}", countWithNoun(sizing.nodes, "node"), need.acceleratorsPerNode);
    std::vector<std::string> parts;
    for (const MemoryPart& part : sizing.fullestCard.parts)
        parts.push_back(formatMessage("{} {}", part.name, bytesText(part.bytes)));
    if (!parts.empty())
        answer.add(Fact::Value, "fullest card", "{}: {}", bytesText(sizing.fullestCard.total()),
                   joinNonEmpty(parts, ", "));
    answer.add(Fact::Value, "raw cost", sizing.rawCostUsd ? moneyText(*sizing.rawCostUsd) : "unknown");
    if (need.budgetUsd)
        answer.add(Fact::Goal, "budget", moneyText(*need.budgetUsd));
    answer.add(Fact::Value, "tier", "{}: {}", sizing.tier ? tierTitle(*sizing.tier) : std::string("none"),
               sizing.hostingTierReason);
}

}  // namespace

Result<ProjectSizing> sizeProject(SizingNeed need, const Project& project, const Analysis& analysis,
                                  const ToolTable& table, SizingRule rule)
{
    Result<Sizing> counted = computeSizing(need, rule, table);
    if (!counted)
        return fail(std::move(counted.error()));
    // A knee of T(p) says nothing about the replicas that serve requests; a chosen p does.
    const std::optional<int> planP = need.axis == Axis::Inference ? project.plan.p : plannedP(analysis);
    if (rule == SizingRule::Replica && planP && planHoldsModel(need, *counted, *planP)) {
        need.planWorkers = *planP;
        counted = computeSizing(need, rule, table);
        if (!counted)
            return fail(std::move(counted.error()));
    }
    if (!need.hours)
        need.hours =
            runHoursAt(project, analysis, static_cast<int>(std::clamp(counted->accelerators, 1L, long{maximumPMax})));
    Result<Sizing> replica = computeSizing(need, SizingRule::Replica, table);
    Result<Sizing> book = computeSizing(need, SizingRule::Book, table);
    if (!replica)
        return fail(std::move(replica.error()));
    if (!book)
        return fail(std::move(book.error()));
    return ProjectSizing{need, *std::move(replica), *std::move(book), plannedP(analysis)};
}

Result<ProjectSizing> sizeProject(SizingNeed need, const Project& project, int pMax, const ToolTable& table,
                                  SizingRule rule)
{
    return sizeProject(need, project, analyse(project, {.pMax = pMax}), table, rule);
}

std::optional<int> workersToLaunch(const Sizing* sizing, const Analysis& analysis)
{
    const std::optional<int> planP = plannedP(analysis);
    return planP && sizing && sizing->accelerators > 0 && sizing->accelerators <= maximumPMax
               ? std::optional(static_cast<int>(sizing->accelerators))
               : planP;
}

Answer sizeAnswer(const SizeAnswerQuestion& question)
{
    const SizingNeed& need = question.need;
    Answer answer;
    answer.table.columns = {{"rule", "rule", "", -1},
                            {"gpus", "accelerators", "", 0},
                            {"gpus_for_model", "one copy", "", 0},
                            {"gpus_for_qps", "requests", "", 0},
                            {"nodes", "nodes", "", 0},
                            {"raw_cost_usd", "cost", "USD", 2},
                            {"tier", "tier", "", -1}};
    answer.table.rows = {sizingRow(question.requestedSizing), sizingRow(question.otherSizing)};
    setSizingHeadline(answer, question);
    const std::vector<std::string> constants = remainingBookConstants(need);
    answer.confidence.basis = !constants.empty()                 ? Basis::Assumed
                              : !question.catalogueNotes.empty() ? Basis::Catalogue
                                                                 : Basis::Typed;
    if (!constants.empty())
        answer.confidence.reason = asSentence("from Code 41.5.1: " + joinNonEmpty(constants, ", "));
    addSizingValues(answer, need, question.requestedSizing);
    const bool isBookRule = question.requestedSizing.rule == SizingRule::Book;
    const Sizing& book = isBookRule ? question.requestedSizing : question.otherSizing;
    const Sizing& replica = isBookRule ? question.otherSizing : question.requestedSizing;
    const std::vector<SizingDifference> parts = sizingDifferences(need, book, replica);
    if (parts.empty())
        answer.add(Fact::Alternative, "rules", "both rules agree");
    for (const SizingDifference& part : parts)
        answer.add(Fact::Alternative, "rules", "{}: book {}, replica {}: {}", part.key, part.bookValue,
                   part.replicaValue, part.reason);
    answer.add(Fact::Source, "catalogue", question.catalogueNotes);
    answer.add(Fact::Assumption, "note", replica.notes);
    return answer;
}

}  // namespace scalewright

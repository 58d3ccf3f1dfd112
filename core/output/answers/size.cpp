#include "core/output/answers/size.h"

#include "core/base/quantity/number_text.h"
#include "core/output/answers/phrases.h"

namespace scalewright {

namespace {

std::string acceleratorsText(long number)
{
    return countWithNoun(number, "accelerator");
}

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

std::vector<Cell> sizingRow(const Sizing& sizing)
{
    Cell cost;
    if (sizing.rawCostUsd)
        cost = *sizing.rawCostUsd;
    return {std::string(sizingRuleName(sizing.rule)),
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
        constants.push_back(formatAmount(need.priceUsdPerHour, Dimension::Price).joined());
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
    const std::optional<double> usd = sizing.tier == Tier::Managed ? sizing.managedCostUsd : sizing.rawCostUsd;
    if (sizing.accelerators == 0)
        answer.headline = formatMessage("No model, so 0 accelerators{}.", tierClause(sizing.tier));
    else if (question.planP.value_or(0) > sizing.accelerators)
        answer.headline = formatMessage("One copy takes {}; the plan runs on {}.",
                                        acceleratorsText(sizing.accelerators), *question.planP);
    else
        answer.headline =
            formatMessage("{} on {}{}{}.", acceleratorsText(sizing.accelerators), countWithNoun(sizing.nodes, "node"),
                          tierClause(sizing.tier), usd ? ": " + moneyText(*usd) : std::string());
    answer.because = asSentence(sizing.hostingTierReason);
    if (sizing.accelerators == 0)
        return;
    if (!need.hours)
        answer.next = {"Give the hours to price it: --train-hours N.", {}, {}};
    else if (!need.operatorHours || !need.operatorHourUsd)
        answer.next = {
            "Enter the hours spent running the cluster and the value of one hour.", {}, "/target/operating_s"};
}

void addSizingValues(Answer& answer, const SizingNeed& need, const Sizing& sizing)
{
    addFact(answer, FactKind::Value, "rule",
            sizing.rule == SizingRule::Book ? "Code 41.5.1 as printed (--rule book)"
                                            : "replicas of what fits (--rule replica)");
    addFact(answer, FactKind::Value, "axis", axisName(need.axis));
    addFact(answer, FactKind::Value, "collective", sizing.collective);
    addFact(answer, FactKind::Value, "framework", sizing.framework);
    addFact(answer, FactKind::Value, "model",
            formatMessage("{} at {} bytes per parameter", bytesText(sizing.modelBytes, 4),
                          significantText(sizing.bytesPerParameter)));
    addFact(answer, FactKind::Value, "accelerators",
            formatMessage("{} of {}: a copy of the model needs {}, the requests {}", sizing.accelerators,
                          bytesText(need.memoryBytes), sizing.acceleratorsForModel, sizing.acceleratorsForRequests));
    if (sizing.accelerators > 0)
        addFact(answer, FactKind::Value, "nodes",
                formatMessage("{} of {}", countWithNoun(sizing.nodes, "node"), need.acceleratorsPerNode));
    std::vector<std::string> parts;
    for (const MemoryPart& part : sizing.fullestCard.parts)
        parts.push_back(formatMessage("{} {}", part.name, bytesText(part.bytes)));
    if (!parts.empty())
        addFact(answer, FactKind::Value, "fullest card",
                formatMessage("{}: {}", bytesText(sizing.fullestCard.total()), joinNonEmpty(parts, ", ")));
    addFact(answer, FactKind::Value, "raw cost", sizing.rawCostUsd ? moneyText(*sizing.rawCostUsd) : "unknown");
    if (need.budgetUsd)
        addFact(answer, FactKind::Goal, "budget", moneyText(*need.budgetUsd));
    addFact(
        answer, FactKind::Value, "tier",
        formatMessage("{}: {}", sizing.tier ? tierTitle(*sizing.tier) : std::string("none"), sizing.hostingTierReason));
}

}  // namespace

const char* sizingRuleName(SizingRule rule)
{
    return rule == SizingRule::Book ? "book" : "replica";
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
        addFact(answer, FactKind::Alternative, "rules", "both rules agree");
    for (const SizingDifference& part : parts)
        addFact(answer, FactKind::Alternative, "rules",
                formatMessage("{}: book {}, replica {}: {}", part.key, part.bookValue, part.replicaValue, part.reason));
    addFacts(answer, FactKind::Source, "catalogue", question.catalogueNotes);
    addFacts(answer, FactKind::Assumption, "note", replica.notes);
    return answer;
}

}  // namespace scalewright

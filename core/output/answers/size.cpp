#include "core/output/answers/size.h"

#include "core/output/answers/phrases.h"

namespace scalewright {

namespace {

std::string amountOf(double bytes, int digits = 3)
{
    return formatAmount(bytes, Dimension::Bytes, digits).joined();
}

std::string acceleratorsText(long number)
{
    return countedText(number, "accelerator");
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

std::vector<Cell> rowOf(const Sizing& sizing)
{
    Cell cost;
    if (sizing.rawCostUsd)
        cost = *sizing.rawCostUsd;
    return {std::string(ruleName(sizing.rule)),
            static_cast<double>(sizing.accelerators),
            static_cast<double>(sizing.acceleratorsForModel),
            static_cast<double>(sizing.acceleratorsForRequests),
            static_cast<double>(sizing.nodes),
            cost,
            sizing.tier ? tierTitle(*sizing.tier) : std::string("none")};
}

/// Figures of Code 41.5.1 that nothing replaced.
std::vector<std::string> bookConstants(const SizingNeed& need)
{
    const SizingNeed book;
    std::vector<std::string> left;
    if (need.memoryBytes == book.memoryBytes)
        left.push_back(amountOf(need.memoryBytes) + " a card");
    if (need.priceUsdPerHour == book.priceUsdPerHour)
        left.push_back(formatAmount(need.priceUsdPerHour, Dimension::Price).joined());
    if (need.premium == book.premium)
        left.push_back(say("managed {} times raw", shortNumber(need.premium)));
    if (need.axis == Axis::Inference && need.requestsPerReplicaPerS == book.requestsPerReplicaPerS)
        left.push_back(say("{} requests a second of a replica", shortNumber(need.requestsPerReplicaPerS)));
    return left;
}

void addAsked(Answer& answer, const SizeAnswerQuestion& question)
{
    const SizingNeed& need = question.need;
    const Sizing& sizing = question.asked;
    const std::optional<double> usd = sizing.tier == Tier::Managed ? sizing.managedCostUsd : sizing.rawCostUsd;
    if (sizing.accelerators == 0)
        answer.headline = say("No model, so 0 accelerators{}.", tierClause(sizing.tier));
    else if (question.planP.value_or(0) > sizing.accelerators)
        answer.headline =
            say("One copy takes {}; the plan runs on {}.", acceleratorsText(sizing.accelerators), *question.planP);
    else
        answer.headline = say("{} on {}{}{}.", acceleratorsText(sizing.accelerators), countedText(sizing.nodes, "node"),
                              tierClause(sizing.tier), usd ? ": " + moneyText(*usd) : std::string());
    answer.because = sentence(sizing.tierReason);
    if (sizing.accelerators == 0)
        return;
    if (!need.hours)
        answer.next = {"Give the hours to price it: --train-hours N.", {}, {}};
    else if (!need.opsHours || !need.hourValueUsd)
        answer.next = {"Enter the hours of running the cluster, and what one is worth.", {}, "/target/operating_s"};
}

void addSizeFigures(Answer& answer, const SizingNeed& need, const Sizing& sizing)
{
    addFact(answer, FactKind::Figure, "rule",
            sizing.rule == SizingRule::Book ? "Code 41.5.1 as printed (--rule book)"
                                            : "replicas of what fits (--rule replica)");
    addFact(answer, FactKind::Figure, "axis", axisName(need.axis));
    addFact(answer, FactKind::Figure, "collective", sizing.collective);
    addFact(answer, FactKind::Figure, "framework", sizing.framework);
    addFact(answer, FactKind::Figure, "model",
            say("{} at {} bytes a parameter", amountOf(sizing.modelBytes, 4), significant(sizing.bytesPerParameter)));
    addFact(answer, FactKind::Figure, "accelerators",
            say("{} of {}: a copy of the model needs {}, the requests {}", sizing.accelerators,
                amountOf(need.memoryBytes), sizing.acceleratorsForModel, sizing.acceleratorsForRequests));
    if (sizing.accelerators > 0)
        addFact(answer, FactKind::Figure, "nodes",
                say("{} of {}", countedText(sizing.nodes, "node"), need.acceleratorsPerNode));
    std::vector<std::string> parts;
    for (const MemoryPart& part : sizing.onCard.parts)
        parts.push_back(say("{} {}", part.name, amountOf(part.bytes)));
    if (!parts.empty())
        addFact(answer, FactKind::Figure, "fullest card",
                say("{}: {}", amountOf(sizing.onCard.total()), joined(parts, ", ")));
    addFact(answer, FactKind::Figure, "raw cost", sizing.rawCostUsd ? moneyText(*sizing.rawCostUsd) : "not known");
    if (need.budgetUsd)
        addFact(answer, FactKind::Goal, "budget", moneyText(*need.budgetUsd));
    addFact(answer, FactKind::Figure, "tier",
            say("{}: {}", sizing.tier ? tierTitle(*sizing.tier) : std::string("none"), sizing.tierReason));
}

}  // namespace

const char* ruleName(SizingRule rule)
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
    answer.table.rows = {rowOf(question.asked), rowOf(question.other)};
    addAsked(answer, question);
    const std::vector<std::string> constants = bookConstants(need);
    answer.sure.basis = !constants.empty()                ? Basis::Assumed
                        : !question.fromCatalogue.empty() ? Basis::Catalogue
                                                          : Basis::Typed;
    if (!constants.empty())
        answer.sure.why = sentence("from Code 41.5.1: " + joined(constants, ", "));
    addSizeFigures(answer, need, question.asked);
    const bool asBook = question.asked.rule == SizingRule::Book;
    const Sizing& book = asBook ? question.asked : question.other;
    const Sizing& replica = asBook ? question.other : question.asked;
    const std::vector<SizingDifference> parts = differences(need, book, replica);
    if (parts.empty())
        addFact(answer, FactKind::Rival, "rules", "both rules agree");
    for (const SizingDifference& part : parts)
        addFact(answer, FactKind::Rival, "rules",
                say("{}: book {}, replica {}: {}", part.key, part.book, part.replica, part.why));
    addFacts(answer, FactKind::Source, "catalogue", question.fromCatalogue);
    addFacts(answer, FactKind::Assumption, "note", replica.notes);
    return answer;
}

}  // namespace scalewright

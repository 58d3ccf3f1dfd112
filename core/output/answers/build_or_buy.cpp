// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/build_or_buy.h"

#include "core/output/answers/phrases.h"

namespace scalewright {

namespace {

Table hourValueTable(const BuildOrBuyTerms& terms, const std::optional<double>& hours)
{
    Table table;
    table.columns = {{"hour_value", "team hour", "USD", 2},
                     {"break_even_hours", "break-even", "h", -1},
                     {"self_usd", "self", "USD", 2},
                     {"managed_usd", "managed", "USD", 2},
                     {"choice", "choice", "", -1}};
    for (const BreakEvenRow& row : breakEvenRows(terms, hours)) {
        Cell breakEven, self, managed, choice;
        if (row.breakEvenHours)
            breakEven = *row.breakEvenHours;
        if (row.totals) {
            self = row.totals->selfManagedUsd;
            managed = row.totals->managedUsd;
            choice = std::string(managedChoiceName(*row.totals));
        }
        table.rows.push_back({row.operatorHourUsd, breakEven, self, managed, choice});
    }
    return table;
}

void setTotalsHeadline(Answer& answer, const BuildOrBuyTerms& terms, double hours)
{
    const CostTotals totals = costTotalsAfter(terms, hours);
    const bool isManagedCheaper = totals.isManagedPreferred();
    answer.headline = isManagedCheaper ? formatMessage("Managed: {}; running it yourself costs {}.",
                                                       moneyText(totals.managedUsd), moneyText(totals.selfManagedUsd))
                                       : formatMessage("Run it yourself: {}; managed costs {}.",
                                                       moneyText(totals.selfManagedUsd), moneyText(totals.managedUsd));
    if (const std::optional<double> value = breakEvenOperatorHourUsd(terms, hours); value && *value > 0)
        answer.because = formatMessage("Managed is cheaper if a team hour is worth {} or more.", moneyText(*value));
    answer.add(Fact::Value, "self-managed", "{}: machines {}, {} team hours {}", moneyText(totals.selfManagedUsd),
               moneyText(totals.rawUsd), shortNumber(terms.operatorHours),
               moneyText(terms.operatorHours * terms.operatorHourUsd));
    answer.add(Fact::Value, "managed", "{}: {} times the machine cost", moneyText(totals.managedUsd),
               shortNumber(terms.managedPriceFactor));
}

}  // namespace

const char* managedChoiceName(const CostTotals& totals)
{
    return totals.isManagedPreferred() ? "managed" : "self";
}

Answer managedOrOwnAnswer(const BuildOrBuyTerms& terms, const std::optional<double>& hours)
{
    Answer answer;
    answer.table = hourValueTable(terms, hours);
    answer.confidence.basis = Basis::Typed;
    const std::optional<double> breakEven = breakEvenHours(terms);
    const std::string neverReason = noBreakEvenReason(terms);
    if (hours) {
        setTotalsHeadline(answer, terms, *hours);
        if (answer.because.empty())
            answer.because = asSentence(neverReason);
    } else {
        answer.headline = breakEven ? formatMessage("Managed is cheaper up to {} h; above that, run it yourself.",
                                                    shortNumber(*breakEven))
                                    : formatMessage("Managed is always cheaper for {} accelerators.",
                                                    significantText(terms.accelerators, 6));
        answer.because = breakEven
                             ? formatMessage("Managed costs {} times the machines; running them takes the team {} h.",
                                             shortNumber(terms.managedPriceFactor), shortNumber(terms.operatorHours))
                             : asSentence(neverReason);
        answer.next = {"Enter the hours of the job: --hours N."};
    }
    answer.add(Fact::Value, "break-even", breakEven ? shortNumber(*breakEven) + " h" : neverReason);
    answer.add(Fact::Formula, "cost", "C_self = g c h + v T_ops, C_managed = m g c h");
    answer.add(Fact::Formula, "break-even", "h = v T_ops/((m - 1) g c)");
    answer.add(Fact::Source, "", "book 41.5, section 2");
    return answer;
}

}  // namespace scalewright

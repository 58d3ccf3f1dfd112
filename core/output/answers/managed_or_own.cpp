#include "core/output/answers/managed_or_own.h"

#include "core/output/answers/phrases.h"

namespace scalewright {

namespace {

Table hourValueTable(const BuildOrBuy& terms, const std::optional<double>& hours)
{
    Table table;
    table.columns = {{"hour_value", "team hour", "USD", 2},
                     {"break_even_hours", "break-even", "h", -1},
                     {"self_usd", "self", "USD", 2},
                     {"managed_usd", "managed", "USD", 2},
                     {"choice", "choice", "", -1}};
    for (const HourValueRow& row : hourValueRows(terms, hours)) {
        Cell even, self, managed, choice;
        if (row.breakEvenHours)
            even = *row.breakEvenHours;
        if (row.totals) {
            self = row.totals->selfUsd;
            managed = row.totals->managedUsd;
            choice = std::string(choiceName(*row.totals));
        }
        table.rows.push_back({row.hourValueUsd, even, self, managed, choice});
    }
    return table;
}

void addTotals(Answer& answer, const BuildOrBuy& terms, double hours)
{
    const Totals totals = totalsAt(terms, hours);
    const bool buys = totals.buys();
    answer.headline =
        buys
            ? say("Managed: {}; running it yourself costs {}.", moneyText(totals.managedUsd), moneyText(totals.selfUsd))
            : say("Run it yourself: {}; managed costs {}.", moneyText(totals.selfUsd), moneyText(totals.managedUsd));
    if (const std::optional<double> value = breakEvenHourValueUsd(terms, hours); value && *value > 0)
        answer.because = say("Managed is right where a team hour is worth {} or more.", moneyText(*value));
    addFact(answer, FactKind::Figure, "self-managed",
            say("{}: machines {}, {} h of the team {}", moneyText(totals.selfUsd), moneyText(totals.rawUsd),
                shortNumber(terms.opsHours), moneyText(terms.opsHours * terms.hourValueUsd)));
    addFact(answer, FactKind::Figure, "managed",
            say("{}: {} times the machines", moneyText(totals.managedUsd), shortNumber(terms.premium)));
}

}  // namespace

const char* choiceName(const Totals& totals)
{
    return totals.buys() ? "managed" : "self";
}

Answer managedOrOwnAnswer(const BuildOrBuy& terms, const std::optional<double>& hours)
{
    Answer answer;
    answer.table = hourValueTable(terms, hours);
    answer.sure.basis = Basis::Typed;
    const std::optional<double> even = breakEvenHours(terms);
    const std::string never = neverBreaksEven(terms);
    if (hours) {
        addTotals(answer, terms, *hours);
        if (answer.because.empty())
            answer.because = sentence(never);
    } else {
        answer.headline = even ? say("Managed is cheaper up to {} h, running it yourself beyond.", shortNumber(*even))
                               : say("Managed stays cheaper for {} accelerators.", significant(terms.accelerators, 6));
        answer.because = even ? say("Managed costs {} times the machines; running them takes {} h of the team.",
                                    shortNumber(terms.premium), shortNumber(terms.opsHours))
                              : sentence(never);
        answer.next = {"Give the hours of the job: --hours N.", {}, {}};
    }
    addFact(answer, FactKind::Figure, "break-even", even ? shortNumber(*even) + " h" : never);
    addFact(answer, FactKind::Formula, "cost", "C_self = g c h + v T_ops, C_managed = m g c h");
    addFact(answer, FactKind::Formula, "break-even", "h = v T_ops/((m - 1) g c)");
    addFact(answer, FactKind::Source, "", "book 41.5, section 2");
    return answer;
}

}  // namespace scalewright

// Which p is best for which value of an hour, and for whom.
#include <algorithm>

#include "core/base/quantity/percent.h"
#include "core/decision/cost/regime.h"
#include "core/output/answers/cost.h"
#include "core/output/answers/phrases.h"

namespace scalewright {

namespace {

std::string borderText(const RightRange& range)
{
    if (!range.doubt)
        return {};
    return range.doubt->high
               ? say(" ({}: the upper border is {} to {})", percent(range.doubt->level), moneyText(range.doubt->low),
                     moneyText(*range.doubt->high))
               : say(" (the upper border is above {}; the runs give no end)", moneyText(range.doubt->low));
}

void addUse(Answer& answer, const char* name, const std::optional<UseAdvice>& advice,
            const std::optional<UseAdvice>* ifFixed)
{
    if (advice)
        for (const std::string* each : {&advice->sentence, &advice->givesUp, &advice->wouldChange})
            addFact(answer, FactKind::Advice, name, *each);
    if (ifFixed && *ifFixed)
        addIfFixed(answer, name, (*ifFixed)->sentence);
}

}  // namespace

void addWorthFacts(Answer& answer, const CostQuestion& question, const Worth& worth, const Worth* fixed)
{
    const char* const label = "an hour worth";
    // Of a prediction every p up to its fastest may be right for somebody: those of the table stand for the rest.
    const bool all = worth.curve == CurveKind::Measured || worth.choice.ranges.size() <= 8;
    for (const RightRange& range : worth.choice.ranges)
        if (all || range.p == worth.rightP() || &range == &worth.choice.ranges.back() || findRow(worth.cost, range.p))
            addFact(answer, FactKind::Rival, label, rightText(worth.choice, range.p) + borderText(range));
    if (fixed) {
        std::vector<std::string> lines;
        for (const RightRange& range : fixed->choice.ranges)
            lines.push_back(rightText(fixed->choice, range.p));
        addIfFixed(answer, label, joined(lines, "; "));
    }
    if (!all)
        addFact(answer, FactKind::Rival, label,
                say("{} p are right for some value of an hour; --json lists them all", worth.choice.ranges.size()));
    for (const MoneyPoint& point : worth.choice.points)
        if ((point.dominatedBy || !point.runs.mostSucceeded()) &&
            (worth.curve == CurveKind::Measured || findRow(worth.cost, point.p)))
            addFact(answer, FactKind::Rival, label, rightText(worth.choice, point.p));
    if (worth.choice.points.size() > 1) {
        addUse(answer, "nightly job", worth.nightly, fixed ? &fixed->nightly : nullptr);
        addUse(answer, "interactive", worth.interactive, fixed ? &fixed->interactive : nullptr);
    }
    if (std::find(question.regimes.begin(), question.regimes.end(), Regime::Spot) != question.regimes.end())
        addFact(answer, FactKind::Assumption, "preemption", preemptionNote(question.project, worth.ofAStep));
    addFact(answer, FactKind::Figure, "price", worth.price);
    if (const std::size_t at = fixed ? fixed->price.find("Without preemption") : std::string::npos;
        at != std::string::npos)
        addIfFixed(answer, "price", fixed->price.substr(at));
}

}  // namespace scalewright

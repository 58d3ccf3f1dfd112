// SPDX-License-Identifier: GPL-3.0-or-later
// Which p is best for which value of an hour and for which use.
#include <algorithm>

#include "core/base/quantity/number_text.h"
#include "core/base/ranges/ranges.h"
#include "core/decision/cost/regime.h"
#include "core/output/answers/cost.h"
#include "core/output/answers/phrases.h"

namespace scalewright {

namespace {

std::string upperBorderText(const HourValueRange& range)
{
    if (!range.borderInterval)
        return {};
    return range.borderInterval->high
               ? formatMessage(" ({}: the upper border is {} to {})",
                               percentageText(range.borderInterval->confidenceLevel),
                               moneyText(range.borderInterval->low), moneyText(*range.borderInterval->high))
               : formatMessage(" (the upper border is above {}; the runs do not bound it)",
                               moneyText(range.borderInterval->low));
}

void addUseAdviceFacts(Answer& answer, const char* name, const std::optional<PurposeAdvice>& advice,
                       const std::optional<PurposeAdvice>* ifFixed)
{
    if (advice)
        for (const std::string* each : {&advice->summary, &advice->downside, &advice->changeCondition})
            answer.add(Fact::Advice, name, *each);
    if (ifFixed && *ifFixed)
        addFixedWorkFact(answer, name, (*ifFixed)->summary);
}

}  // namespace

void addHourValueFacts(Answer& answer, const CostQuestion& question, const TimeCostAnalysis& costAnalysis,
                       const TimeCostAnalysis* fixed)
{
    const char* const label = "an hour worth";
    // In a prediction every p up to the fastest may be best for some value; list only those in the table.
    const bool listsAll = costAnalysis.curveKind == CurveKind::Measured || costAnalysis.tradeOff.bestRanges.size() <= 8;
    for (const HourValueRange& range : costAnalysis.tradeOff.bestRanges)
        if (listsAll || range.p == costAnalysis.bestP() || &range == &costAnalysis.tradeOff.bestRanges.back() ||
            findCostRow(costAnalysis.cost, range.p))
            answer.add(Fact::Alternative, label,
                       bestRangeText(costAnalysis.tradeOff, range.p) + upperBorderText(range));
    if (fixed) {
        std::vector<std::string> lines;
        for (const HourValueRange& range : fixed->tradeOff.bestRanges)
            lines.push_back(bestRangeText(fixed->tradeOff, range.p));
        addFixedWorkFact(answer, label, joinNonEmpty(lines, "; "));
    }
    if (!listsAll)
        answer.add(Fact::Alternative, label, "{} values of p are best for some value of an hour; --json lists them all",
                   costAnalysis.tradeOff.bestRanges.size());
    for (const TimeCostPoint& point : costAnalysis.tradeOff.points)
        if ((point.dominatedBy || !point.runCount.mostSucceeded()) &&
            (costAnalysis.curveKind == CurveKind::Measured || findCostRow(costAnalysis.cost, point.p)))
            answer.add(Fact::Alternative, label, bestRangeText(costAnalysis.tradeOff, point.p));
    if (costAnalysis.tradeOff.points.size() > 1) {
        addUseAdviceFacts(answer, "nightly job", costAnalysis.nightlyAdvice, fixed ? &fixed->nightlyAdvice : nullptr);
        addUseAdviceFacts(answer, "interactive", costAnalysis.interactiveAdvice,
                          fixed ? &fixed->interactiveAdvice : nullptr);
    }
    if (contains(question.regimes, PricingRegime::Spot))
        answer.add(Fact::Assumption, "preemption", preemptionNote(question.project, costAnalysis.isSingleStep));
    answer.add(Fact::Value, "price", costAnalysis.priceNote);
    if (const std::size_t position = fixed ? fixed->priceNote.find("Without preemption") : std::string::npos;
        position != std::string::npos)
        addFixedWorkFact(answer, "price", fixed->priceNote.substr(position));
}

}  // namespace scalewright

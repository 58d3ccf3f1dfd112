// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/design_price.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "core/base/quantity/factor.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/message.h"
#include "core/model/scaling/prediction.h"
#include "core/model/scaling/terms.h"
#include "core/model/scaling/work_share.h"
#include "core/output/answers/prediction.h"

namespace scalewright {

namespace {

const char* zeroPartReason(std::string_view key)
{
    if (key == "coordination")
        return "the design sets no coordinator time (seconds_per_worker)";
    if (key == "waiting")
        return "the design sets no jitter or skew, or has no barrier";
    return "the design sets no failures (node_mtbf_s) or checkpoints";
}

std::string secondsText(double seconds)
{
    return std::isfinite(seconds) ? timeText(seconds) : std::string("(too large to compute)");
}

void setPriceHeadline(Answer& answer, const DesignPriceQuestion& question, const std::vector<StepTimePart>& parts)
{
    const Analysis& analysis = question.analysis;
    const PredictionRow& row = analysis.planRow;
    answer.confidence.basis = Basis::Predicted;
    if (const std::optional<Basis> basis = modelInputBasis(question.project))
        answer.confidence.note = formatMessage("inputs {}", nameOf(*basis));
    if (!row.finishes()) {
        answer.headline = formatMessage("At p = {} the run never finishes.", row.p);
        answer.because = capitalised(neverFinishesReason(*analysis.model, row.p)) + ".";
        return;
    }
    const auto largest = std::ranges::max_element(
        parts, [](const StepTimePart& a, const StepTimePart& b) { return a.seconds < b.seconds; });
    answer.headline = formatMessage("A step takes {} at p = {}, {} % for {}.", timeText(row.tStepS), row.p,
                                    decimalText(100 * largest->seconds / row.tStepS, 1), largest->title);
    const std::optional<SpeedupAtP>& claimed = analysis.claim.speedup;
    const std::string folds = claimed && claimed->measured ? speedupText(*claimed) : significantText(row.speedup) + "×",
                      best = significantText(analysis.pStarRow.speedup) + "×";
    answer.because = !analysis.claim.whyNoPlan.empty() ? capitalised(analysis.claim.whyNoPlan) + "."
                     : analysis.plan && analysis.plan->infeasibility
                         ? capitalised(analysis.plan->infeasibility->reason) + "."
                     : row.p == analysis.pStarRow.p ? formatMessage("The plan is the fastest p: {}.", folds)
                     : analysis.prediction->hasNoPStar()
                         ? formatMessage("The plan gives {}; more workers help up to {}.", folds, analysis.pStarRow.p)
                         : formatMessage("The plan gives {}, p* = {} would give {}.", folds, analysis.pStarRow.p, best);
    answer.next = {"Check the design for what costs too much.",
                   formatMessage("scalewright-cli design check {}", question.file),
                   {}};
}

void addPriceLandmarks(Answer& answer, const DesignPriceQuestion& question)
{
    const Analysis& analysis = question.analysis;
    const Landmarks& marks = analysis.prediction->landmarks;
    // Describe each p only once, even if several landmarks share it.
    std::vector<std::pair<int, const char*>> describedLabels;
    const auto add = [&](const char* label, const PredictionRow& row, const char* formula, const char* source,
                         const std::string& note) {
        const auto described =
            std::ranges::find_if(describedLabels, [&](const auto& each) { return each.first == row.p; });
        answer.add(Fact::Value, label,
                   described != describedLabels.end()
                       ? formatMessage("{}, as {}: {} ({})", row.p, described->second, formula, source)
                       : formatMessage("{}: speedup {}, efficiency {} %; {} ({})", row.p, plainFactorText(row.speedup),
                                       decimalText(100 * row.efficiency, 1), formula, source));
        describedLabels.emplace_back(row.p, label);
        answer.add(Fact::Value, label, note);
    };
    const bool strong = analysis.model->scaling == Scaling::Strong;
    add(strong ? "p* (fastest)" : "p* (maximum S)", analysis.pStarRow, strong ? "minimum T(p)" : "maximum S(p)",
        "book, section 41.4", marks.pStarNote);
    add("knee", analysis.kneeRow, "maximum E/T", "Eager, Zahorjan, Lazowska 1989", marks.kneeNote);
    add("plan p", analysis.planRow, "as planned", "the project", {});
    if (marks.pCommDominates)
        add("R = 1", analysis.prediction->row(*marks.pCommDominates), "first p with T_comm >= T_comp/p",
            "book, section 41.4", {});
    else
        answer.add(Fact::Value, "R = 1", marks.pCommDominatesMissingReason);
}

}  // namespace

std::vector<StepTimePart> stepTimeParts(const Analysis& analysis)
{
    const ScalingModel& model = *analysis.model;
    const PredictionRow& row = analysis.planRow;
    const std::vector<PricedTerm> priced = pricedTerms(model.terms, model.primaryExchange().communication.localSteps);
    const auto join = [&](std::initializer_list<std::string_view> keys, std::string PricedTerm::*member) {
        std::string text;
        for (const PricedTerm& each : priced)
            if (contains(keys, each.key))
                text += (text.empty() ? "" : " + ") + (each.*member);
        return text;
    };
    const auto part = [&](const char* key, const char* title, double seconds,
                          std::initializer_list<std::string_view> keys) {
        const bool isGiven = !join(keys, &PricedTerm::brief).empty();
        return StepTimePart{key,
                            title,
                            seconds,
                            join(keys, &PricedTerm::formula),
                            isGiven ? join(keys, &PricedTerm::source) : std::string(),
                            isGiven ? "" : zeroPartReason(key)};
    };
    const bool overlaps = !join({"overlap"}, &PricedTerm::brief).empty();
    ScalingModel unboundedModel = model;
    unboundedModel.maximumWorkers.reset();
    const std::string share = unevenBatchNote(model, row.p).empty()
                                  ? workShareFormula(unboundedModel)
                                  : workShareFormula(model) + ", examples are not divided";
    const std::string withinCopy = join({"within-copy"}, &PricedTerm::formula);
    const std::string exchange =
        std::string(patternFormula(model.primaryExchange().pattern)) + (withinCopy.empty() ? "" : " + " + withinCopy);
    const std::string exchangeSource = patternSource(model.primaryExchange().pattern) +
                                       (withinCopy.empty() ? "" : "; " + join({"within-copy"}, &PricedTerm::source));
    const double reading = readingTimePerWorkerS(model, usefulWorkers(model.terms, row.p));
    std::vector<StepTimePart> parts{{"compute", "compute", row.tCompS - reading, share, "book, section 41.4", {}}};
    if (reading > 0)
        parts.push_back(part("reading", "reading", reading, {"reading"}));
    parts.push_back({"communication",
                     overlaps ? "exposed communication" : "communication",
                     row.tCommS,
                     overlaps ? join({"overlap"}, &PricedTerm::formula) + ", T_comm = " + exchange : exchange,
                     overlaps ? exchangeSource + "; " + join({"overlap"}, &PricedTerm::source) : exchangeSource,
                     {}});
    parts.push_back(part("coordination", "coordination", row.tCoordinationS, {"coordination"}));
    parts.push_back(part("waiting", "waiting", row.tWaitS, {"waiting", "skew", "bubble"}));
    parts.push_back(part("failures", "failures", row.tFailureS, {"failures"}));
    return parts;
}

Answer designPriceAnswer(const DesignPriceQuestion& question)
{
    const Analysis& analysis = question.analysis;
    const PredictionRow& row = analysis.planRow;
    const std::vector<StepTimePart> parts = stepTimeParts(analysis);
    Answer answer;
    answer.table.columns = {{"part", "part of a step", "", -1}, {"time", "time", "", -1}, {"share", "share", "", -1}};
    const auto add = [&](const char* title, double seconds, bool isInStep) {
        answer.table.rows.push_back(
            {std::string(title), secondsText(seconds),
             row.finishes() && isInStep ? Cell(decimalText(100 * seconds / row.tStepS, 1) + " %") : Cell()});
    };
    for (const StepTimePart& each : parts)
        add(each.title, each.zeroReason.empty() ? each.seconds : 0, true);
    if (row.finishes())
        add("step", row.tStepS, true);
    if (row.hiddenCommS > 0)
        add("hidden communication", row.hiddenCommS, false);
    setPriceHeadline(answer, question, parts);

    answer.add(Fact::Interpretation, "design", "variant {}, plan p = {} ({})", question.project.variantName, row.p,
               analysis.plan ? analysis.plan->reason : analysis.claim.whyNoPlan);
    for (const StepTimePart& each : parts)
        if (each.zeroReason.empty())
            answer.add(Fact::Formula, each.key, "{} ({})", each.formula, each.source);
        else
            answer.add(Fact::Assumption, each.key, each.zeroReason);
    if (row.hiddenCommS > 0)
        answer.add(Fact::Value, "hidden", "communication hidden behind compute is not part of the step");
    addPriceLandmarks(answer, question);
    const ScalingModel& model = *analysis.model;
    for (const PricedTerm& each : pricedTerms(model.terms, model.primaryExchange().communication.localSteps)) {
        answer.add(Fact::Value, each.key, each.description);
        answer.add(Fact::Assumption, each.key, "simplified: " + each.simplification);
    }
    answer.add(Fact::Assumption, "assumed", question.notes);
    return answer;
}

}  // namespace scalewright

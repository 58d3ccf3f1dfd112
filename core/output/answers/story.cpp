// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/story.h"

#include <algorithm>
#include <utility>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/message.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/attribution/attribution_text.h"
#include "core/decision/claim/value_at_p.h"
#include "core/decision/cost/time_cost.h"
#include "core/evidence/ladder/ladder_notes.h"
#include "core/evidence/timeline/compare.h"
#include "core/model/bottleneck/step_doubts.h"
#include "core/output/answers/basis.h"
#include "core/output/answers/decision.h"
#include "core/output/answers/design_check.h"
#include "core/output/answers/diagnosis.h"
#include "core/output/answers/flow_words.h"
#include "core/output/answers/ladder_reading.h"
#include "core/output/answers/phrases.h"
#include "core/output/answers/prediction.h"
#include "core/project/document/measurements.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

/// A row for a step without a result: its first missing input.
StoryRow missingRow(StoryStep step, const std::vector<MissingField>& missing, const char* emptyText)
{
    StoryRow row{.step = step};
    if (missing.empty()) {
        row.headline = emptyText;
        return row;
    }
    row.headline = neededFieldsText(missing, 1);
    row.jsonPointer = missing.front().jsonPointer;
    return row;
}

/// "Enter one machine's compute time of a step"
std::string enterText(const std::vector<MissingField>& missing, const std::string& otherwise)
{
    return missing.empty() ? otherwise
                           : formatMessage("Enter {}", missing.front().field ? missing.front().field->phrase
                                                                             : missing.front().name);
}

StoryRow ceilingRow(const StoryQuestion& question)
{
    const Result<Diagnosis>& diagnosis = question.analysis.diagnosisFlow.diagnosis;
    if (!diagnosis)
        return missingRow(StoryStep::Ceiling, missingForVerdict(question.project, question.analysis),
                          "No ceiling is identified.");
    const Profile& profile = question.analysis.diagnosisFlow.profile;
    if (exceedsRoof(*diagnosis) ||
        dependsOnOtherDevice(*diagnosis))  // As on the Diagnose page, implausible inputs do not identify a ceiling.
        return {StoryStep::Ceiling,
                formatMessage("{} times faster than its roof: check the figures.",
                              significantText(*shareOfRoof(*diagnosis), 3)),
                diagnosis->path.back().inequality,
                diagnosisBasis(profile, *diagnosis),
                true,
                {}};
    const std::vector<WorkloadStep>& steps = profile.baseline.steps;
    const auto overlapping =
        std::ranges::find_if(steps, [](const WorkloadStep& step) { return !overlappingReadingText(step).empty(); });
    return {StoryStep::Ceiling,
            shouldTuneFirst(*diagnosis)
                ? formatMessage("{} at {} of its roof: tune it first.", bindingClaim(*diagnosis),
                                percentageText(*shareOfRoof(*diagnosis), 2))
                : bindingClaim(*diagnosis) + ".",
            overlapping == steps.end() ? diagnosis->path.back().inequality : overlappingReadingText(*overlapping),
            diagnosisBasis(profile, *diagnosis),
            true,
            {}};
}

/// "Split data and shard model, all-reduce and parameter server, synchronous."
std::string slotChoicesText(const Design& design, const DesignCatalogue& catalogue)
{
    constexpr std::size_t maximumSlots = 3, maximumChoicesPerSlot = 2;
    std::vector<std::string> slotTexts;
    for (const Slot slot : allSlots) {
        std::vector<std::string> titles;
        for (const SlotChoice& choice : slotOf(design, slot).choices) {
            if (titles.size() == maximumChoicesPerSlot)
                break;
            const SlotOption* option = catalogue.menu(slot).find(choice.option);
            const std::string title = option ? option->title : choice.option;
            titles.push_back(slotTexts.empty() && titles.empty() ? title : uncapitalised(title));
        }
        if (!titles.empty() && slotTexts.size() < maximumSlots)
            slotTexts.push_back(joinNonEmpty(titles, " and "));
    }
    return joinNonEmpty(slotTexts, ", ") + ".";
}

/// The number of findings of the highest severity.
std::string findingCountText(const std::vector<Finding>& findings)
{
    const std::string errors = severityCountText(Severity::Error, count(findings, Severity::Error));
    return errors.empty() ? severityCountText(Severity::Warning, count(findings, Severity::Warning)) : errors;
}

StoryRow designRow(const StoryQuestion& question)
{
    const auto filled = std::ranges::count_if(
        allSlots, [&](Slot slot) { return !slotOf(question.project.design, slot).choices.empty(); });
    if (filled == 0) {
        StoryRow row = missingRow(StoryStep::Design, missingForDesign(question.project.design, question.catalogue), "");
        row.headline = "Choose how to split the work.";
        return row;
    }
    return {StoryStep::Design,
            slotChoicesText(question.project.design, question.catalogue),
            joinNonEmpty({filled == std::ssize(allSlots) ? "" : formatMessage("{} of 6 slots", filled),
                          findingCountText(question.findings)},
                         " · "),
            {},
            true,
            {}};
}

StoryRow predictStepRow(const StoryQuestion& question)
{
    if (!question.analysis.prediction && !question.analysis.claim.served)
        return missingRow(StoryStep::Predict, missingForPrediction(question.project, question.analysis),
                          "Nothing is predicted.");
    return speedupReachRow(question.project, question.analysis);
}

bool isLadderMeasured(const StoryQuestion& question)
{
    const LadderAnalysis* ladder = question.analysis.ladder.get();
    return ladder && ladder->measured && ladder->attribution;
}

/// A run whose traces were read, as far as the project stores it.
StoryRow recordedRow(const RecordedRun& run)
{
    const std::vector<WorkerParts> workers = partsOf(run).workers;
    double spanS = 0, totalS = 0, idleS = 0;
    for (const WorkerParts& worker : workers) {
        spanS = std::max(spanS, worker.spanS);
        totalS += worker.spanS;
        idleS += worker.idleS();
    }
    StoryRow row{.step = StoryStep::Measure, .basis = Basis::Measured, .isKnown = true};
    row.headline = formatMessage("{} {} recorded over {}.", workers.size(), workers.size() == 1 ? "rank" : "ranks",
                                 timeText(spanS));
    if (run.straggler)
        row.because = formatMessage("rank {} keeps the others waiting", *run.straggler);
    else if (totalS > 0 && idleS > 0)
        row.because = formatMessage("idle {} of the time", percentageText(idleS / totalS, 2));
    return row;
}

StoryRow measureRow(const StoryQuestion& question)
{
    const LadderAnalysis* ladder = question.analysis.ladder.get();
    if (!isLadderMeasured(question) && !question.project.measurements.traces.empty())
        return recordedRow(question.project.measurements.traces.back());
    if (!isLadderMeasured(question))
        return missingRow(StoryStep::Measure, missingForAttribution(question.analysis), "Nothing is measured.");
    const Attribution& attribution = *ladder->attribution;
    const Rung* rung = ladder->measured->findRung(attribution.explainedP);
    StoryRow row{.step = StoryStep::Measure, .basis = basisOf(ladder->measured->origin), .isKnown = true};
    if (attribution.evidence == FoldEvidence::Assumed)
        row.basis = Basis::Assumed;
    const MeasuredLadder* runs = question.analysis.ladderOfRuns();
    const std::string measuredAt =
        runs && runs->isCalibrated() ? formatMessage("at {}", runs->measuredAt) : std::string();
    if (!rung || ladder->measured->rungs.size() == 1) {
        row.headline = formatMessage("Only p = {} is measured.", attribution.explainedP);
        return row;
    }
    if (ladder->measured->areHostsMixed) {
        row.headline = "No verdict: different machines.";
        row.because = ladder->measured->hostsNote;
        return row;
    }
    const int baseP = ladder->measured->baseP;
    const std::string folds =
        baseP == 1
            ? formatMessage("{} at {}", shortSpeedupText(rung->speedup), attribution.explainedP)
            : formatMessage("{} from {} to {}", shortSpeedupText(rung->speedup / baseP), baseP, attribution.explainedP);
    const ClaimedCause& cause = *question.analysis.claim.cause;
    const bool isPart = !cause.part.empty();
    if (isPart && cause.lostFolds > 0.5 * cause.totalLostFolds && baseP == 1)
        row.headline = formatMessage("{}: {} took most of the rest.", folds, cause.part);
    else if (isPart)
        row.headline = formatMessage("{}: {} took the most.", folds, cause.part);
    else if (cause.cause == Cause::None)
        row.headline = formatMessage("{}: nothing is lost.", folds);
    else
        row.headline =
            formatMessage("{}: {}.", folds,
                          cause.cause == Cause::Undecided ? "the largest cause is undecided" : "the cause is unknown");
    std::string fastest = uncapitalised(fastestRunText(*ladder->measured, attribution));
    if (!fastest.empty())
        fastest.pop_back();
    if (!fastest.empty())
        row.because = fastest;
    else if (isPart)
        row.because = formatMessage("{} of the missing {}", significantText(cause.lostFolds, 3),
                                    significantText(cause.totalLostFolds, 3));
    else if (!cause.evidence.empty() && cause.cause != Cause::None)
        row.because = formatMessage("{} of {} lost", significantText(cause.totalLostFolds, 3), cause.p);
    if (!attribution.scalingEnd.empty()) {
        row.because = uncapitalised(attribution.scalingEnd);
        row.because.pop_back();
    }
    if (cause.lateRank)
        row.because = formatMessage("{} {}", rankName(*cause.lateRank), latenessText(*cause.lateRank));
    if (!measuredAt.empty())
        row.because = measuredAt;
    return row;
}

StoryRow decideRow(const StoryQuestion& question, const Answer& decision)
{
    // An unworkable design comes before any question about p.
    if (const Finding* error = findElement(question.findings, Severity::Error, &Finding::severity))
        return {.step = StoryStep::Decide,
                .headline = "Nothing to request until the design can run.",
                .jsonPointer = error->jsonPointer};
    Answer decided = decision;
    decided.because = decided.because.substr(0, decided.because.find("; "));
    if (decided.headline.empty()) {
        StoryRow row =
            missingRow(StoryStep::Decide, missingForCost(question.project, question.analysis), "Nothing is decided.");
        if (!question.analysis.prediction && !question.analysis.ladder)
            row.headline = "Needs: a prediction or a measured ladder.";
        return row;
    }
    return {StoryStep::Decide,        std::move(decided.headline),      std::move(decided.because),
            decided.confidence.basis, decided.next.jsonPointer.empty(), std::move(decided.next.jsonPointer)};
}

std::string decisionText(const StoryQuestion& question)
{
    const Analysis& analysis = question.analysis;
    const std::optional<PlanDecision>& plan = analysis.plan;
    if (!analysis.claim.whyNoPlan.empty())
        return "This design fits on no available number of workers.";
    if (plan && plan->infeasibility)
        return formatMessage("{}: {}.", workersText(plan->p), titleOf(plan->infeasibility->limit));
    if (findElement(question.findings, Severity::Error, &Finding::severity) != nullptr)
        return plan && plan->rule != PlanRule::NoRule
                   ? formatMessage("This design cannot run on {}.", workersText(plan->p))
                   : "This design cannot run.";
    if (!plan || plan->rule == PlanRule::NoRule) {
        if (analysis.diagnosisFlow.diagnosis)
            return asSentence(capitalised(remedyText(analysis.diagnosisFlow.diagnosis->axis)));
        return plan ? "Set what a run is worth to get a plan." : "Nothing is decided yet.";
    }
    if (plan->shortfall)
        return formatMessage("No p meets every goal; {} comes nearest.", plan->shortfall->p);
    if (analysis.claim.served)
        return formatMessage("Ask for {}: {}.", workersText(plan->p), replicasText(*analysis.claim.served));
    // Prefer a p that is no slower and costs no more, even to a p that the user chose.
    const std::optional<AlternativeP>& alternative = analysis.claim.alternative;
    if (alternative && alternative->isBetter)
        return alternative->p == 1 ? formatMessage("Stay on one machine, not {} workers.", plan->p)
                                   : formatMessage("Ask for {} workers, not {}.", alternative->p, plan->p);
    if (plan->p == 1)
        return "Stay on one machine.";
    if (analysis.claim.speedup && analysis.claim.speedup->shownSpeedup().value_or(1) < 1)
        return formatMessage("{} are slower than one machine.", workersText(plan->p));
    return alternative ? formatMessage("Ask for {} workers, not {}.", plan->p, alternative->p)
                       : formatMessage("Ask for {} workers.", plan->p);
}

std::string termsText(const StoryQuestion& question)
{
    const Project& project = question.project;
    std::vector<std::string> parts;
    if (question.analysis.ladderOfRuns())
        parts.push_back(question.analysis.ladderOfRuns()->scaling == Scaling::Weak ? "weak scaling" : "strong scaling");
    if (project.target.priceUsdPerHour)
        parts.push_back(formatMessage("{} a node-hour", moneyText(project.target.priceUsdPerHour->value)));
    if (project.goal.hourValueUsd)
        parts.push_back(formatMessage("an hour of waiting is worth {}", moneyText(project.goal.hourValueUsd->value)));
    if (project.goal.deadlineS)
        parts.push_back(formatMessage("deadline {}", timeText(project.goal.deadlineS->value)));
    if (project.goal.budgetUsd)
        parts.push_back(formatMessage("budget {}", moneyText(project.goal.budgetUsd->value)));
    return joinNonEmpty(parts, " · ");
}

/// The first weak link that applies, most serious first.
std::optional<WeakLink> findWeakestLink(const StoryQuestion& question, const std::vector<StoryRow>& rows)
{
    const auto rowOf = [&](StoryStep step) -> const StoryRow& { return rows[static_cast<std::size_t>(step)]; };
    const Analysis& analysis = question.analysis;
    if (!analysis.claim.whyNoPlan.empty())
        return WeakLink{
            StoryStep::Design,
            analysis.claim.whyNoPlan,
            {analysis.claim.waysOut.empty() ? "See the checks" : capitalised(analysis.claim.waysOut.front()),
             {},
             "/design/partitioning/choices"}};
    if (const Finding* error = findElement(question.findings, Severity::Error, &Finding::severity)) {
        std::string text = firstStatement(error->text);
        if (text.ends_with('.'))
            text.pop_back();
        return WeakLink{StoryStep::Design,
                        std::move(text),
                        {error->fix ? error->fix->title : "See the check", {}, error->jsonPointer}};
    }
    const bool measured = isLadderMeasured(question);
    if (!measured && !rowOf(StoryStep::Predict).isKnown)
        return WeakLink{
            StoryStep::Predict,
            rowOf(StoryStep::Measure).isKnown ? "one run is recorded, nothing is predicted"
                                              : "nothing is predicted or measured",
            {enterText(missingForPrediction(question.project, analysis), rowOf(StoryStep::Predict).headline),
             {},
             rowOf(StoryStep::Predict).jsonPointer}};
    if (!measured)
        return WeakLink{StoryStep::Measure,
                        rowOf(StoryStep::Measure).isKnown ? "no ladder is measured" : "nothing is measured",
                        {"Measure a ladder", {}, "/measurements/ladders"}};
    if (const MeasuredLadder* runs = analysis.ladderOfRuns(); runs && runs->isCalibrated())
        return WeakLink{StoryStep::Measure,
                        formatMessage("the runs were made at {}", runs->measuredAt),
                        {"Measure again", ladderRunCommand(*analysis.ladder->measured), "/measurements/ladders"}};
    if (const std::string note = repeatsNote(*analysis.ladder->measured); !note.empty())
        return WeakLink{StoryStep::Measure,
                        note,
                        {"Repeat the runs", ladderRunCommand(*analysis.ladder->measured), "/measurements/ladders"}};
    if (!analysis.claim.disagreement.empty())
        return WeakLink{StoryStep::Predict, analysis.claim.disagreement, {"See the prediction", {}, "/target/alpha_s"}};
    if (!rowOf(StoryStep::Ceiling).isKnown)
        return WeakLink{StoryStep::Ceiling,
                        "no ceiling is identified",
                        {enterText(missingForVerdict(question.project, analysis), rowOf(StoryStep::Ceiling).headline),
                         {},
                         rowOf(StoryStep::Ceiling).jsonPointer}};
    if (analysis.claim.isChosenWithoutCause)
        return WeakLink{
            StoryStep::Measure, "no cause is identified", {"See what is missing", {}, "/measurements/ladders"}};
    const Goal& goal = question.project.goal;
    if (!analysis.claim.served && !goal.hourValueUsd && !goal.deadlineS && !goal.budgetUsd)
        return WeakLink{StoryStep::Decide, "no goal is set", {"Set what an hour is worth", {}, "/goal/hour_value_usd"}};
    return std::nullopt;
}

}  // namespace

const char* storyStepTitle(StoryStep step)
{
    switch (step) {
    case StoryStep::Ceiling: return "Ceiling";
    case StoryStep::Design: return "Design";
    case StoryStep::Predict: return "Predict";
    case StoryStep::Measure: return "Measure";
    case StoryStep::Decide: break;
    }
    return "Decide";
}

bool Story::hasKnownRow() const
{
    return std::ranges::any_of(rows, [](const StoryRow& row) { return row.isKnown; });
}

StoryRow speedupReachRow(const Project& project, const Analysis& analysis)
{
    if (const std::optional<ServedAtP>& served = analysis.claim.served)
        return {StoryStep::Predict,
                formatMessage("{} at {}.", requestRateText(*served->throughputPerS), workersText(analysis.planP)),
                "replicas exchange nothing",
                basisOf(project.baseline.serving->throughputPerS->provenance.origin),
                true,
                {}};
    const Landmarks& marks = analysis.prediction->landmarks;
    const std::optional<PlanDecision>& plan = analysis.plan;
    StoryRow row{
        .step = StoryStep::Predict, .basis = modelInputBasis(project).value_or(Basis::Predicted), .isKnown = true};
    if (!analysis.claim.whyNoPlan.empty()) {
        row.headline = "No feasible number of workers.";
        return row;
    }
    const int p = analysis.planP;
    const bool hasNoPStar = analysis.prediction->hasNoPStar();
    const std::string best =
        formatMessage("{} at {}", shortSpeedupText(analysis.pStarRow.speedup), workersText(marks.pStar));
    if (!plan || plan->rule == PlanRule::NoRule)
        row.headline = hasNoPStar ? std::string("Every worker helps: set a goal.") : best + ", then it falls.";
    else if (plan->infeasibility)
        row.headline = formatMessage("{} cannot be used.", workersText(p));
    else if (!analysis.planRow.finishes())
        row.headline = formatMessage("At p = {} the run never finishes.", p);
    else if (p == 1 && marks.pStar == 1)
        row.headline = "1 worker: more do not pay off.";
    else
        row.headline = formatMessage("{}: {}.", workersText(p), speedupText(speedupAtP(analysis, p)));
    // What more workers would give; the limit of the search is not an answer.
    const std::optional<int> available = analysis.feasible.availableWorkers();
    const std::optional<int> last = lastMeasuredP(analysis);
    if (hasNoPStar || marks.pStar == p || row.headline.starts_with(best))
        row.because = marks.pCommDominates
                          ? formatMessage("communication exceeds compute from {}", *marks.pCommDominates)
                          : std::string();
    else if (available && *available < marks.pStar)
        row.because = best + " with more machines";
    else if (marks.pStarAtLimit)
        row.because = best + ", limited by the batch";
    else
        row.because = best + (last && marks.pStar > *last ? ", beyond your runs" : ", the fastest");
    return row;
}

std::string designClaim(const Design& design, const DesignCatalogue& catalogue)
{
    return std::ranges::all_of(allSlots, [&](Slot slot) { return slotOf(design, slot).choices.empty(); })
               ? std::string()
               : slotChoicesText(design, catalogue);
}

Story makeStory(const StoryQuestion& question)
{
    const Analysis& analysis = question.analysis;
    Story story;
    // A service has no run to wait for.
    const std::optional<CurveKind> curve =
        analysis.claim.served ? std::nullopt : shownCurveKind(question.project, analysis);
    if (curve)
        story.choice = tradeOffOn(question.project, analysis, analysis.ladderOfRuns(), *curve);
    const Answer decided = decisionAnswer(question.project, analysis, story.choice ? &*story.choice : nullptr);
    story.rows = {ceilingRow(question), designRow(question), predictStepRow(question), measureRow(question),
                  decideRow(question, decided)};
    if (analysis.plan && analysis.plan->rule != PlanRule::NoRule && !analysis.plan->infeasibility) {
        const bool isMeasured = analysis.claim.run.isMeasured;
        const AnswerConfidence& confidence = decided.confidence;
        story.confidence = isMeasured
                               ? confidenceText({.basis = confidence.basis,
                                                 .clarity = confidence.clarity.value_or(Clarity::Unknown),
                                                 .note = confidence.clarity ? std::string() : confidence.note})
                               : joinNonEmpty({"predicted", confidenceText({.clarity = confidence.clarity})}, ", ");
        story.whyThisP = asSentence(analysis.claim.whyThisP);
    } else if (analysis.plan && analysis.plan->infeasibility) {
        story.whyThisP = asSentence(firstStatement(analysis.plan->infeasibility->reason));
    }
    story.headline = decisionText(question);
    story.terms = termsText(question);
    story.weakestLink = findWeakestLink(question, story.rows);
    return story;
}

}  // namespace scalewright

#include "core/output/answers/story.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/analysis/value_at_p.h"
#include "core/decision/cost/worth.h"
#include "core/model/bottleneck/step_doubts.h"
#include "core/output/answers/basis.h"
#include "core/output/answers/decision.h"
#include "core/output/answers/design_check.h"
#include "core/output/answers/diagnosis.h"
#include "core/output/answers/ladder_reading.h"
#include "core/output/answers/phrases.h"
#include "core/output/answers/prediction.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

/// What is missing first, where a step tells nothing.
StoryRow untold(StoryStep step, const std::vector<MissingField>& missing, const char* nothing)
{
    StoryRow row{.step = step};
    if (missing.empty()) {
        row.headline = nothing;
        return row;
    }
    const MissingField& first = missing.front();
    row.headline = say("Needs: {}.", first.field ? first.field->name : first.name);
    row.pointer = first.pointer;
    return row;
}

StoryRow ceilingRow(const StoryQuestion& question)
{
    const Result<Diagnosis>& diagnosis = question.analysis.flow.diagnosis;
    if (!diagnosis)
        return untold(StoryStep::Ceiling, missingForVerdict(question.project, question.analysis),
                      "No ceiling is named.");
    const Profile& profile = question.analysis.flow.profile;
    if (beyondRoof(*diagnosis) ||
        restsOnOtherDevice(*diagnosis))  // as Diagnose says: no ceiling is named by figures that cannot be
        return {StoryStep::Ceiling,
                say("{} times faster than its roof: check the figures.", significant(*shareOfRoof(*diagnosis), 3)),
                diagnosis->path.back().inequality,
                diagnosisBasis(profile, *diagnosis),
                true,
                {}};
    return {StoryStep::Ceiling,
            tuneFirst(*diagnosis) ? say("{} at {} of its roof: tune it first.", bindingClaim(*diagnosis),
                                        percent(*shareOfRoof(*diagnosis), 2))
                                  : bindingClaim(*diagnosis) + ".",
            diagnosis->path.back().inequality,
            diagnosisBasis(profile, *diagnosis),
            true,
            {}};
}

/// "Split data and shard model, all-reduce and parameter server, synchronous."
std::string slotsText(const Design& design, const DesignCatalogue& catalogue)
{
    constexpr std::size_t mostNamed = 3, mostOfASlot = 2;
    std::vector<std::string> named;
    for (const Slot slot : allSlots) {
        std::vector<std::string> titles;
        for (const SlotChoice& choice : slotOf(design, slot).choices) {
            if (titles.size() == mostOfASlot)
                break;
            const SlotOption* option = catalogue.menu(slot).find(choice.option);
            std::string title = option ? option->title : choice.option;
            if ((!named.empty() || !titles.empty()) && !title.empty())
                title[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(title[0])));
            titles.push_back(std::move(title));
        }
        if (!titles.empty() && named.size() < mostNamed)
            named.push_back(joined(titles, " and "));
    }
    return joined(named, ", ") + ".";
}

/// The gravest that the checks find, counted.
std::string checksText(const std::vector<Finding>& findings)
{
    const std::string errors = countText(Severity::Error, count(findings, Severity::Error));
    return errors.empty() ? countText(Severity::Warning, count(findings, Severity::Warning)) : errors;
}

StoryRow designRow(const StoryQuestion& question)
{
    const auto filled = std::count_if(allSlots.begin(), allSlots.end(), [&](Slot slot) {
        return !slotOf(question.project.design, slot).choices.empty();
    });
    if (filled == 0)
        return untold(StoryStep::Design, missingForDesign(question.project.design, question.catalogue),
                      "No slot is filled.");
    return {StoryStep::Design,
            slotsText(question.project.design, question.catalogue),
            joined({say("{} of 6 slots", filled), checksText(question.findings)}, " · "),
            {},
            true,
            {}};
}

StoryRow predictRow(const StoryQuestion& question)
{
    if (!question.analysis.prediction)
        return untold(StoryStep::Predict, missingForPrediction(question.project, question.analysis),
                      "Nothing is predicted.");
    return reachRow(question.project, question.analysis);
}

/// "communication", and what it took of the folds that are missing.
struct Taken {
    std::string what;
    double folds = 0;
};

std::optional<Taken> takenBy(Cause owner, const LostFolds& lost)
{
    switch (owner) {
    case Cause::CommunicationWall: return Taken{"communication", lost.communication};
    case Cause::LoadImbalance: return Taken{"waiting", lost.waiting};
    case Cause::SerialFraction: return Taken{"serial work", lost.serial};
    case Cause::ComputeInflation: return Taken{"inflated compute", lost.serial};
    case Cause::InputOutput: return Taken{"input and output", lost.io};
    case Cause::Undecided:
    case Cause::Unknown:
    case Cause::None: break;
    }
    return std::nullopt;
}

StoryRow measureRow(const StoryQuestion& question)
{
    const LadderAnalysis* ladder = question.analysis.ladder.get();
    if (!ladder || !ladder->measured || !ladder->attribution)
        return untold(StoryStep::Measure, missingForAttribution(question.analysis), "Nothing is measured.");
    const Attribution& why = *ladder->attribution;
    const Rung* rung = ladder->measured->at(why.atP);
    StoryRow row{.step = StoryStep::Measure, .basis = basisOf(ladder->measured->origin), .told = true};
    if (why.evidence == FoldEvidence::Assumed)
        row.basis = Basis::Assumed;
    if (!rung || ladder->measured->rungs.size() == 1) {
        row.headline = say("Only p = {} is measured.", why.atP);
        return row;
    }
    const auto lost =
        std::find_if(why.rows.begin(), why.rows.end(), [&](const LostFolds& each) { return each.p == why.atP; });
    const std::string folds = say("{} at {}", shortFolds(rung->speedup), why.atP);
    const std::optional<Taken> taken = lost == why.rows.end() ? std::nullopt : takenBy(why.owner, *lost);
    if (taken && taken->folds > 0.5 * lost->total)
        row.headline = say("{}: {} took most of the rest.", folds, taken->what);
    else if (taken)
        row.headline = say("{}: {} took the most.", folds, taken->what);
    else if (why.owner == Cause::None)
        row.headline = say("{}: nothing is lost.", folds);
    else
        row.headline = say("{}: {}.", folds,
                           why.owner == Cause::Undecided ? "which part took it is open" : "the cause is unknown");
    if (taken)
        row.because = say("{} of the missing {}", significant(taken->folds, 3), significant(lost->total, 3));
    else if (lost != why.rows.end() && why.owner != Cause::None)
        row.because = say("{} of {} lost", significant(lost->total, 3), why.atP);
    return row;
}

/// The first that says the design cannot work; nullptr where none does.
const Finding* errorIn(const std::vector<Finding>& findings)
{
    const auto error = std::find_if(findings.begin(), findings.end(),
                                    [](const Finding& each) { return each.severity == Severity::Error; });
    return error == findings.end() ? nullptr : &*error;
}

StoryRow decideRow(const StoryQuestion& question, const std::optional<Choice>& choice)
{
    if (const Finding* error = errorIn(question.findings))  // what p it would take is no matter yet
        return {.step = StoryStep::Decide,
                .headline = "Nothing to ask for until the design runs.",
                .pointer = error->pointer};
    Answer decided = decisionAnswer(question.project, question.analysis, choice ? &*choice : nullptr);
    if (decided.headline.empty())
        return untold(StoryStep::Decide, missingForCost(question.project, question.analysis), "Nothing is decided.");
    return {StoryStep::Decide,  std::move(decided.headline),  std::move(decided.because),
            decided.sure.basis, decided.next.pointer.empty(), std::move(decided.next.pointer)};
}

std::string decisionText(const StoryQuestion& question, const std::optional<Choice>& choice)
{
    const Analysis& analysis = question.analysis;
    const std::optional<PlanDecision>& plan = analysis.plan;
    if (errorIn(question.findings) != nullptr)
        return plan && plan->by != PlanBy::Nothing ? say("This design cannot run on {}.", workersText(plan->p))
                                                   : "This design cannot run.";
    if (!plan || plan->by == PlanBy::Nothing) {
        if (analysis.flow.diagnosis)
            return bindingClaim(*analysis.flow.diagnosis) + ".";
        return plan ? "Say what a run is worth, and the plan follows." : "Nothing is decided yet.";
    }
    if (plan->shortfall)
        return say("No p meets every goal; {} comes nearest.", plan->shortfall->p);
    // Whose p it is, another that is no slower and no dearer comes first.
    if (const std::optional<int> better = choice ? beats(*choice, plan->p) : std::nullopt)
        return *better == 1 ? say("Stay on one machine, not {} workers.", plan->p)
                            : say("Ask for {} workers, not {}.", *better, plan->p);
    if (plan->p == 1)
        return "Stay on one machine.";
    const MeasuredLadder* runs = analysis.runs();
    const int fastest = runs ? runs->fastestP : analysis.prediction ? analysis.prediction->landmarks.pStar : plan->p;
    const bool instead = fastest != plan->p && (runs || !analysis.prediction->landmarks.pStarAtLimit);
    return instead ? say("Ask for {} workers, not {}.", plan->p, fastest) : say("Ask for {} workers.", plan->p);
}

std::string termsOf(const StoryQuestion& question)
{
    const Project& project = question.project;
    std::vector<std::string> parts;
    if (question.analysis.runs())
        parts.push_back(question.analysis.runs()->scaling == Scaling::Weak ? "weak scaling" : "strong scaling");
    if (project.target.priceUsdPerHour)
        parts.push_back(say("{} a node-hour", moneyText(project.target.priceUsdPerHour->value)));
    if (project.goal.hourValueUsd)
        parts.push_back(say("an hour of waiting is worth {}", moneyText(project.goal.hourValueUsd->value)));
    if (project.goal.deadlineS)
        parts.push_back(say("deadline {}", timeText(project.goal.deadlineS->value)));
    if (project.goal.budgetUsd)
        parts.push_back(say("budget {}", moneyText(project.goal.budgetUsd->value)));
    return joined(parts, " · ");
}

/// The first that applies, the gravest first.
std::optional<WeakLink> weakestLink(const StoryQuestion& question, const std::vector<StoryRow>& rows)
{
    const auto at = [&](StoryStep step) -> const StoryRow& { return rows[static_cast<std::size_t>(step)]; };
    const Analysis& analysis = question.analysis;
    if (const Finding* error = errorIn(question.findings)) {
        std::string says = firstStatement(error->says);
        if (says.ends_with('.'))
            says.pop_back();
        return WeakLink{
            StoryStep::Design, std::move(says), {error->fix ? error->fix->title : "See the check", {}, error->pointer}};
    }
    const bool measured = at(StoryStep::Measure).told;
    if (!measured && !at(StoryStep::Predict).told)
        return WeakLink{StoryStep::Predict,
                        "nothing is predicted or measured",
                        {at(StoryStep::Predict).headline, {}, at(StoryStep::Predict).pointer}};
    if (!measured)
        return WeakLink{StoryStep::Measure, "nothing is measured", {"Measure a ladder", {}, "/measurements/ladders"}};
    if (const std::string note = repeatsNote(*analysis.ladder->measured); !note.empty())
        return WeakLink{StoryStep::Measure,
                        note,
                        {"Repeat the runs", repeatCommand(*analysis.ladder->measured), "/measurements/ladders"}};
    if (!measuredOtherwise(analysis).empty())
        return WeakLink{StoryStep::Predict, measuredOtherwise(analysis), {"See the prediction", {}, "/target/alpha_s"}};
    if (!at(StoryStep::Ceiling).told)
        return WeakLink{StoryStep::Ceiling,
                        "no ceiling is named",
                        {at(StoryStep::Ceiling).headline, {}, at(StoryStep::Ceiling).pointer}};
    if (planLacksCause(analysis))
        return WeakLink{StoryStep::Measure, "no cause is named", {"See what is missing", {}, "/measurements/ladders"}};
    const Goal& goal = question.project.goal;
    if (!goal.hourValueUsd && !goal.deadlineS && !goal.budgetUsd)
        return WeakLink{StoryStep::Decide, "no goal is set", {"Set what an hour is worth", {}, "/goal/hour_value_usd"}};
    return std::nullopt;
}

}  // namespace

const char* storyTitle(StoryStep step)
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

bool Story::tells() const
{
    return std::any_of(rows.begin(), rows.end(), [](const StoryRow& row) { return row.told; });
}

StoryRow reachRow(const Project& project, const Analysis& analysis)
{
    const Landmarks& marks = analysis.prediction->landmarks;
    const std::string best = shortFolds(analysis.atPStar.speedup);
    StoryRow row{.step = StoryStep::Predict, .basis = modelBasis(project), .told = true};
    // Beyond the machines that there are nothing can be had.
    if (const std::optional<int> held = analysis.workersAvailable; held && *held >= 1 && *held < marks.pStar) {
        row.headline = say("{} at {}, as many as there are.", shortFolds(analysis.prediction->row(*held).speedup),
                           workersText(*held));
        row.because = say("{} at {} with more machines", best, marks.pStar);
        if (!row.basis)
            row.basis = Basis::Predicted;
        return row;
    }
    if (analysis.prediction->noPStar())
        row.headline = say("{} at {} workers, still rising.", best, marks.pStar);
    else if (marks.pStar == 1)
        row.headline = "1 worker: more do not pay.";
    else if (marks.pStarAtLimit)
        row.headline = say("{} at {}, the whole batch.", best, workersText(marks.pStar));
    else
        row.headline = say("{} at {}, then it falls.", best, workersText(marks.pStar));
    const std::optional<int> last = lastMeasuredP(analysis);
    if (last && marks.pStar > *last)
        row.because = say("beyond your last run, {}", *last);
    else if (marks.pCommDominates)
        row.because = say("communication exceeds compute from {}", *marks.pCommDominates);
    if (!row.basis)
        row.basis = Basis::Predicted;
    return row;
}

std::string designClaim(const Design& design, const DesignCatalogue& catalogue)
{
    return std::all_of(allSlots.begin(), allSlots.end(),
                       [&](Slot slot) { return slotOf(design, slot).choices.empty(); })
               ? std::string()
               : slotsText(design, catalogue);
}

Story storyOf(const StoryQuestion& question)
{
    const Analysis& analysis = question.analysis;
    Story story;
    if (const std::optional<CurveKind> curve = decidedOn(question.project, analysis))
        story.choice = choiceOn(question.project, analysis, analysis.runs(), *curve);
    story.rows = {ceilingRow(question), designRow(question), predictRow(question), measureRow(question),
                  decideRow(question, story.choice)};
    story.headline = decisionText(question, story.choice);
    story.terms = termsOf(question);
    story.weakest = weakestLink(question, story.rows);
    return story;
}

}  // namespace scalewright

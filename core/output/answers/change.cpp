// SPDX-License-Identifier: GPL-3.0-or-later
// What would change the best p, and the weakest link in the argument.
#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/message.h"
#include "core/output/answers/deck.h"
#include "core/output/answers/phrases.h"
#include "core/output/answers/prediction.h"
#include "core/output/answers/story.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"

namespace scalewright {

namespace {

struct ModelConstant {
    std::string_view parameter;
    const char* title;
    const char* tenfoldText;  ///< the start of a sentence
    const char* tenthText;
    const char* jsonPointer;
};

constexpr std::array modelConstants{
    ModelConstant{"alpha", "latency", "Ten times the latency", "A tenth of the latency",
                  fieldOf(&Target::alphaS).jsonPointer},
    ModelConstant{"beta", "transfer time", "A link ten times slower", "A link ten times faster",
                  fieldOf(&Target::bandwidthBytesPerS).jsonPointer},
    ModelConstant{"t_comp", "compute time", "Ten times the compute", "A tenth of the compute",
                  fieldOf(&Baseline::tCompS).jsonPointer},
    ModelConstant{"alpha2", "latency between nodes", "Ten times the latency between nodes",
                  "A tenth of the latency between nodes", fieldOf(&Target::alpha2S).jsonPointer},
    ModelConstant{"beta2", "transfer between nodes", "Links between nodes ten times slower",
                  "Links between nodes ten times faster", fieldOf(&Target::bandwidth2BytesPerS).jsonPointer}};

const ModelConstant* findConstant(std::string_view parameter)
{
    return findElement(modelConstants, parameter, &ModelConstant::parameter);
}

std::string bestPText(int p, bool isAtEdge)
{
    return isAtEdge ? formatMessage("above {}", p) : std::to_string(p);
}

/// The distance between two best p values, in octaves.
double distanceInOctaves(int secondP, int firstP)
{
    return std::abs(std::log2(static_cast<double>(secondP) / firstP));
}

std::optional<ChangeAnswer> changeBySensitivity(const Analysis& analysis)
{
    const std::optional<SensitiveInput> input = mostSensitiveInput(analysis);
    if (!input)
        return std::nullopt;
    ChangeAnswer change{.controlPointer = input->jsonPointer};
    change.answer.headline =
        input->bestPAfter == input->bestPBefore
            ? formatMessage("No constant changed tenfold moves the best p: {}.", input->bestPBefore)
            : formatMessage("{}: best p {}, not {}.", input->change, input->bestPAfter, input->bestPBefore);
    change.answer.confidence.basis = Basis::Predicted;
    for (const Sensitivity& each : analysis.sensitivity)
        if (const ModelConstant* constant = findConstant(each.parameter); constant && !each.isZero)
            change.answer.add(Fact::Range, constant->title, "best p {} at ten times, {} at a tenth",
                              bestPText(each.pStarTimesTen, each.timesTenAtLimit),
                              bestPText(each.pStarTenth, each.tenthAtLimit));
    return change;
}

/// The values of an hour for which the plan stays best.
std::string hourValueClaim(const HourValueRange* range, int planP)
{
    if (!range)
        return formatMessage("{} {} never best, whatever an hour is worth.", workersText(planP),
                             planP == 1 ? "is" : "are");
    const std::string subject = formatMessage("{} {} best", workersText(planP), planP == 1 ? "stays" : "stay");
    if (!range->toUsdPerHour)
        return formatMessage("{} from {} an hour.", subject, moneyText(range->fromUsdPerHour));
    if (range->fromUsdPerHour > 0)
        return formatMessage("{} from {} to {} an hour.", subject, moneyText(range->fromUsdPerHour),
                             moneyText(*range->toUsdPerHour));
    return formatMessage("{} up to {} an hour.", subject, moneyText(*range->toUsdPerHour));
}

std::optional<ChangeAnswer> changeByHourValue(const StoryQuestion& question, const Story& story)
{
    if (!story.choice || story.choice->bestRanges.size() < 2 || !question.analysis.plan)
        return std::nullopt;
    const std::vector<HourValueRange>& ranges = story.choice->bestRanges;
    const int planP = question.analysis.plan->p;
    ChangeAnswer change{.controlPointer = fieldOf(&Goal::hourValueUsd).jsonPointer, .isByHourValue = true};
    change.answer.headline = hourValueClaim(findPlanRange(*story.choice, planP), planP);
    for (const HourValueRange& each : ranges)
        change.answer.add(Fact::Range, formatMessage("p = {}", each.p),
                          each.toUsdPerHour
                              ? formatMessage("best from {} to {} an hour", moneyText(each.fromUsdPerHour),
                                              moneyText(*each.toUsdPerHour))
                              : formatMessage("best from {} an hour", moneyText(each.fromUsdPerHour)));
    change.answer.confidence.basis = story.row(StoryStep::Decide).basis;
    return change;
}

}  // namespace

std::optional<SensitiveInput> mostSensitiveInput(const Analysis& analysis)
{
    if (!analysis.prediction)
        return std::nullopt;
    const Landmarks& marks = analysis.prediction->landmarks;
    // Prefer the network parameters, which a different target changes; use compute only if they do not move p.
    const ModelConstant* mostSensitive = nullptr;
    const Sensitivity* sensitivity = nullptr;
    double furthest = 0;
    for (const bool compute : {false, true})
        for (const Sensitivity& each : analysis.sensitivity) {
            const ModelConstant* constant = findConstant(each.parameter);
            if (!constant || each.isZero || (each.parameter == std::string_view("t_comp")) != compute)
                continue;
            const double octaves = distanceInOctaves(each.pStarTimesTen, marks.pStar);
            if (!mostSensitive || (octaves > furthest && (!compute || furthest == 0))) {
                furthest = octaves;
                mostSensitive = constant;
                sensitivity = &each;
            }
        }
    if (!mostSensitive)
        return std::nullopt;
    // Show the change for the worse; if that does not move the best p, show the change for the better.
    const bool isTenfold = sensitivity->pStarTimesTen != marks.pStar;
    const bool isRate = std::string_view(mostSensitive->parameter).starts_with("beta");  // the field is a bandwidth
    return SensitiveInput{isTenfold ? mostSensitive->tenfoldText : mostSensitive->tenthText, mostSensitive->jsonPointer,
                          isTenfold == isRate ? 0.1 : 10, bestPText(marks.pStar, marks.pStarAtLimit),
                          isTenfold ? bestPText(sensitivity->pStarTimesTen, sensitivity->timesTenAtLimit)
                                    : bestPText(sensitivity->pStarTenth, sensitivity->tenthAtLimit)};
}

std::optional<Analysis> analyseChangedInput(const Project& project, const Analysis& analysis,
                                            const SensitiveInput& input)
{
    const MaybeQuantity value = fieldValue(project, input.jsonPointer);
    Project changed = project;
    if (!value || !setField(changed, input.jsonPointer, typed(value->value * input.factor)))
        return std::nullopt;
    return analyse(changed, {.pMax = analysis.pMax});
}

std::string constantTitle(std::string_view parameter)
{
    const ModelConstant* constant = findConstant(parameter);
    return constant ? constant->title : std::string(parameter);
}

const HourValueRange* findPlanRange(const TimeCostTradeOff& choice, int planP)
{
    const auto planRange = std::ranges::find(choice.bestRanges, planP, &HourValueRange::p);
    return planRange != choice.bestRanges.end() ? &*planRange : nullptr;
}

std::optional<ChangeAnswer> changeAnswer(const StoryQuestion& question, const Story& story)
{
    std::optional<ChangeAnswer> change;
    if (question.analysis.ladderOfRuns())
        change = changeByHourValue(question, story);
    if (!change)
        change = changeBySensitivity(question.analysis);
    if (!change)
        change = changeByHourValue(question, story);
    if (change && story.weakestLink) {
        change->answer.because = formatMessage("Weakest link: {}.", story.weakestLink->text);
        change->answer.next = story.weakestLink->next;
    }
    return change;
}

}  // namespace scalewright

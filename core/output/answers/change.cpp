// What would change the best p, and where the argument gives first.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/output/answers/deck.h"
#include "core/output/answers/phrases.h"
#include "core/output/answers/prediction.h"
#include "core/output/answers/story.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

struct Constant {
    std::string_view parameter;
    const char* title;
    const char* tenTimes;  ///< the start of a sentence
    const char* aTenth;
    const char* pointer;
};

constexpr std::array constants{
    Constant{"alpha", "latency", "Ten times the latency", "A tenth of the latency", fieldOf(&Target::alphaS).pointer},
    Constant{"beta", "transfer time", "A link ten times slower", "A link ten times faster",
             fieldOf(&Target::bandwidthBytesPerS).pointer},
    Constant{"t_comp", "compute time", "Ten times the compute", "A tenth of the compute",
             fieldOf(&Baseline::tCompS).pointer},
    Constant{"alpha2", "latency between nodes", "Ten times the latency between nodes",
             "A tenth of the latency between nodes", fieldOf(&Target::alpha2S).pointer},
    Constant{"beta2", "transfer between nodes", "Links between nodes ten times slower",
             "Links between nodes ten times faster", fieldOf(&Target::bandwidth2BytesPerS).pointer}};

const Constant* constantOf(std::string_view parameter)
{
    const auto at = std::find_if(constants.begin(), constants.end(),
                                 [&](const Constant& each) { return each.parameter == parameter; });
    return at == constants.end() ? nullptr : &*at;
}

std::string edged(int p, bool atEdge)
{
    return atEdge ? say("beyond {}", p) : std::to_string(p);
}

/// How far the best p moves, in octaves.
double moved(int to, int from)
{
    return std::abs(std::log2(static_cast<double>(to) / from));
}

std::optional<ChangeAnswer> bySensitivity(const Analysis& analysis)
{
    if (!analysis.prediction)
        return std::nullopt;
    const Landmarks& marks = analysis.prediction->landmarks;
    // The network's constants are the ones that a target changes; compute is named where they move nothing.
    const Constant* most = nullptr;
    const Sensitivity* how = nullptr;
    double furthest = 0;
    for (const bool compute : {false, true})
        for (const Sensitivity& each : analysis.sensitivity) {
            const Constant* constant = constantOf(each.parameter);
            if (!constant || each.zero || (each.parameter == std::string_view("t_comp")) != compute)
                continue;
            const double octaves = moved(each.pStarTimesTen, marks.pStar);
            if (!most || (octaves > furthest && (!compute || furthest == 0))) {
                furthest = octaves;
                most = constant;
                how = &each;
            }
        }
    if (!most)
        return std::nullopt;
    ChangeAnswer change{.answer = {}, .control = most->pointer};
    const std::string before = edged(marks.pStar, marks.pStarAtLimit);
    // The worse turn is the risk; where it moves nothing, the better one is the chance.
    const bool worse = how->pStarTimesTen != marks.pStar;
    const std::string after =
        worse ? edged(how->pStarTimesTen, how->timesTenAtEdge) : edged(how->pStarTenth, how->tenthAtEdge);
    change.answer.headline = after == before
                                 ? say("No constant ten times off moves the best p: {}.", before)
                                 : say("{}: best p {}, not {}.", worse ? most->tenTimes : most->aTenth, after, before);
    change.answer.sure.basis = Basis::Predicted;
    for (const Sensitivity& each : analysis.sensitivity)
        if (const Constant* constant = constantOf(each.parameter); constant && !each.zero)
            addFact(change.answer, FactKind::Range, constant->title,
                    say("best p {} at ten times, {} at a tenth", edged(each.pStarTimesTen, each.timesTenAtEdge),
                        edged(each.pStarTenth, each.tenthAtEdge)));
    return change;
}

/// Between which values of an hour the plan stays best.
std::string hourClaim(const RightRange* range, int planP)
{
    if (!range)
        return say("{} {} best at no value of an hour.", workersText(planP), planP == 1 ? "is" : "are");
    const std::string who = say("{} {} best", workersText(planP), planP == 1 ? "stays" : "stay");
    if (!range->toUsdPerHour)
        return say("{} from {} an hour.", who, moneyText(range->fromUsdPerHour));
    if (range->fromUsdPerHour > 0)
        return say("{} from {} to {} an hour.", who, moneyText(range->fromUsdPerHour), moneyText(*range->toUsdPerHour));
    return say("{} up to {} an hour.", who, moneyText(*range->toUsdPerHour));
}

std::optional<ChangeAnswer> byHour(const StoryQuestion& question, const Story& story)
{
    if (!story.choice || story.choice->ranges.size() < 2 || !question.analysis.plan)
        return std::nullopt;
    const std::vector<RightRange>& ranges = story.choice->ranges;
    const int planP = question.analysis.plan->p;
    ChangeAnswer change{.answer = {}, .control = fieldOf(&Goal::hourValueUsd).pointer, .byHour = true};
    change.answer.headline = hourClaim(rangeOfPlan(*story.choice, planP), planP);
    for (const RightRange& each : ranges)
        addFact(change.answer, FactKind::Range, say("p = {}", each.p),
                each.toUsdPerHour
                    ? say("best from {} to {} an hour", moneyText(each.fromUsdPerHour), moneyText(*each.toUsdPerHour))
                    : say("best from {} an hour", moneyText(each.fromUsdPerHour)));
    change.answer.sure.basis = story.row(StoryStep::Decide).basis;
    return change;
}

}  // namespace

std::string constantTitle(std::string_view parameter)
{
    const Constant* constant = constantOf(parameter);
    return constant ? constant->title : std::string(parameter);
}

const RightRange* rangeOfPlan(const Choice& choice, int planP)
{
    const auto own = std::find_if(choice.ranges.begin(), choice.ranges.end(),
                                  [&](const RightRange& each) { return each.p == planP; });
    return own != choice.ranges.end() ? &*own : nullptr;
}

std::optional<ChangeAnswer> changeAnswer(const StoryQuestion& question, const Story& story)
{
    std::optional<ChangeAnswer> change;
    if (question.analysis.runs())
        change = byHour(question, story);
    if (!change)
        change = bySensitivity(question.analysis);
    if (!change)
        change = byHour(question, story);
    if (change && story.weakest) {
        change->answer.because = say("Weakest link: {}.", story.weakest->says);
        change->answer.next = story.weakest->next;
    }
    return change;
}

}  // namespace scalewright

#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/bottleneck/question.h"
#include "core/model/bottleneck/roofline.h"

namespace scalewright {

namespace {

using namespace detail;
using F = ProfileField;

std::string amount(double value, const Question& question)
{
    if (question.dimension == Dimension::Ratio)
        return significant(value, 3) + " " + question.unit;
    return formatAmount(value, question.dimension).joined();
}

std::string fieldAmount(double value, F field)
{
    return field->dimension == Dimension::Ratio ? significant(value, 3)
                                                : formatAmount(value, field->dimension).joined();
}

/// What a test cannot do without, as an error that says how to get it.
Result<void> require(const Profile& profile, std::initializer_list<F> fields)
{
    std::vector<Problem> problems;
    const auto report = [&](F field, std::size_t step) {
        problems.push_back({say("enter {}: {}", field->meaning, field->howToGet),
                            {},
                            {.pointer = pointerOf(profile, field, step), .field = {}}});
    };
    for (const F field : fields) {
        if (!field.ofStep()) {
            if (!total(profile, field))
                report(field, 0);
            continue;
        }
        if (profile.baseline.steps.empty())
            report(field, 0);
        for (std::size_t i = 0; i < profile.baseline.steps.size(); ++i)
            if (!figureOf(profile, field, i))
                report(field, i);
    }
    if (problems.empty())
        return {};
    return fail(Error{ErrorCode::Input, std::move(problems)});
}

Result<void> requireRoofline(const Profile& profile)
{
    if (Result<void> known = require(profile, {&WorkloadStep::flops, &WorkloadStep::bytesMoved, &Machine::peakFlops,
                                               &Machine::memoryBandwidthBytesPerS});
        !known)
        return known;
    const Numbers numbers = numbersOf(profile, ridgeQuestion(), Corner::Value);
    if (at(numbers, &WorkloadStep::flops) > 0 || at(numbers, &WorkloadStep::bytesMoved) > 0)
        return {};
    return fail(ErrorCode::Input,
                "the step neither computes nor moves bytes in memory: it has no place on the roofline",
                "flops or bytes_moved above 0; a step that only reads has an io_time_s as long as its step_time_s",
                {.pointer = pointerOf(profile, &WorkloadStep::flops), .field = {}});
}

bool trips(const Question& question, const Numbers& numbers)
{
    return question.left(numbers) > question.right(numbers);
}

double ratioOf(const Question& question, const Numbers& numbers)
{
    return question.left(numbers) / question.right(numbers);
}

TestAnswer answerOf(const Question& question, bool tripped)
{
    return tripped == question.tripsMeansYes ? TestAnswer::Yes : TestAnswer::No;
}

bool reachable(F field, FlipSide side, double value)
{
    if (!std::isfinite(value) || value < 0)
        return false;
    if (side == FlipSide::Below && value == 0)
        return false;
    if (value == 0 && !field.mayBeZero() && side == FlipSide::AtOrBelow)
        return false;
    if (field == &Baseline::ioDominatesAt && (value > 1 || (value == 1 && side == FlipSide::Above)))
        return false;
    return true;
}

std::string flipText(const Profile& profile, const Flip& flip)
{
    std::string side = "above";
    switch (flip.side) {
    case FlipSide::Above: break;
    case FlipSide::AtOrAbove: side = "at or above"; break;
    case FlipSide::Below: side = "below"; break;
    case FlipSide::AtOrBelow: side = "at or below"; break;
    }
    std::string text = say("{} {} {}", flip.field.bareName(), side, fieldAmount(flip.value, flip.field));
    const MaybeQuantity now = total(profile, flip.field);
    if (now && now->value > 0 && flip.value > 0) {
        const double factor = flip.value / now->value;
        if (std::isfinite(factor))
            text += significant(factor, 3) == "1" || significant(100 * factor, 3) == "100"
                        ? " (a little from what it is)"
                    : factor >= 1 ? say(" ({} times as much)", significant(factor, 3))
                                  : say(" ({} % of it)", significant(100 * factor, 3));
    }
    return text;
}

void addFlips(const Profile& profile, const Question& question, TestResult& result)
{
    const Numbers numbers = numbersOf(profile, question, Corner::Value);
    const bool tripped = trips(question, numbers);
    for (const Input& input : question.inputs) {
        const std::optional<double> threshold = question.threshold(numbers, input.field);
        Flip flip{.field = input.field, .side = {}, .value = threshold.value_or(0), .becomes = {}, .text = {}};
        if (tripped)
            flip.side = input.rises ? FlipSide::AtOrBelow : FlipSide::AtOrAbove;
        else
            flip.side = input.rises ? FlipSide::Above : FlipSide::Below;
        if (!threshold || !reachable(flip.field, flip.side, flip.value))
            continue;
        flip.text = flipText(profile, flip);
        result.flips.push_back(std::move(flip));
    }
}

/// Left, right, margin, interval and inequality of the question that shows.
void show(const Profile& profile, const Question& question, TestResult& result)
{
    const Numbers numbers = numbersOf(profile, question, Corner::Value);
    const bool tripped = trips(question, numbers);
    result.answer = answerOf(question, tripped);
    result.dimension = question.dimension;
    result.unit = question.unit;
    result.leftName = question.leftName;
    result.rightName = question.rightName;
    const double left = question.left(numbers), right = question.right(numbers);
    if (std::isfinite(left))
        result.left = left;
    result.right = right;
    const double margin = left / right;
    if (std::isfinite(margin))
        result.margin = margin;
    result.inequality = (result.left ? amount(left, question) : say("no finite {}", question.leftName)) +
                        ((tripped ? " > " : " ≤ ") + amount(right, question));

    double level = 1;
    bool uncertain = false;
    for (const Input& input : question.inputs)
        if (const MaybeQuantity quantity = total(profile, input.field); quantity && quantity->interval) {
            uncertain = true;
            level = std::min(level, quantity->interval->level);
        }
    if (!uncertain)
        return;
    const Numbers least = numbersOf(profile, question, Corner::LeastRatio);
    const Numbers greatest = numbersOf(profile, question, Corner::GreatestRatio);
    const double low = ratioOf(question, least), high = ratioOf(question, greatest);
    if (std::isfinite(low) && std::isfinite(high) && result.margin)
        result.marginInterval = Interval{std::min(low, *result.margin), std::max(high, *result.margin), level};
    result.certain = trips(question, least) == trips(question, greatest);
}

Result<TestResult> fits(const Profile& profile, bool withFlips)
{
    if (Result<void> known = require(profile, {&Baseline::workingSetBytes, &Machine::memoryBytes}); !known)
        return fail(known.error());
    TestResult result{.test = Test::FitsInMemory};
    show(profile, fitsQuestion(), result);
    result.inputs = inputsOf(result.test);
    if (withFlips)
        addFlips(profile, fitsQuestion(), result);
    return result;
}

Result<TestResult> serving(const Profile& profile, bool withFlips)
{
    TestResult result{.test = Test::ServingBudgetMet};
    result.inputs = inputsOf(result.test);
    std::vector<const Question*> asked;
    const auto known = [&](ProfileField field) { return figureOf(profile, field).has_value(); };
    if (known(&Serving::latencyBudgetS) && known(&Serving::latencyS))
        asked.push_back(&latencyQuestion());
    if (known(&Serving::throughputTargetPerS) && known(&Serving::throughputPerS))
        asked.push_back(&throughputQuestion());
    if (asked.empty()) {
        const bool budget = known(&Serving::latencyBudgetS) || known(&Serving::throughputTargetPerS);
        result.reason = budget ? "a serving budget is given, but not what one machine reaches"
                               : "no latency or throughput budget is given: the question is for serving workloads";
        return result;
    }

    const auto ratio = [&](const Question* question) {
        return ratioOf(*question, numbersOf(profile, *question, Corner::Value));
    };
    const auto missed = [&](const Question* question) {
        return trips(*question, numbersOf(profile, *question, Corner::Value));
    };
    const Question* tighter = asked.front();
    if (asked.size() == 2 && ratio(asked.back()) > ratio(tighter))
        tighter = asked.back();
    show(profile, *tighter, result);
    if (asked.size() == 2 && missed(asked.front()) && missed(asked.back())) {
        result.flipNote = "latency and throughput both miss their budgets: no single figure answers it";
        return result;
    }
    for (const Question* question : asked)
        if (withFlips && missed(question) == missed(tighter))
            addFlips(profile, *question, result);
    return result;
}

Result<TestResult> reading(const Profile& profile, bool withFlips)
{
    TestResult result{.test = Test::IoDominates};
    const bool storage = profile.baseline.datasetBytes && profile.baseline.machine.storageBytes;
    const bool timed = total(profile, &WorkloadStep::ioTimeS) && total(profile, &WorkloadStep::stepTimeS);
    const bool tooLarge = storage && trips(storageQuestion(), numbersOf(profile, storageQuestion(), Corner::Value));
    if (!tooLarge)
        if (Result<void> known = require(profile, {&WorkloadStep::ioTimeS, &WorkloadStep::stepTimeS}); !known)
            return fail(known.error());
    result.inputs = inputsOf(result.test);
    if (tooLarge) {
        show(profile, storageQuestion(), result);
        if (timed && trips(readingQuestion(), numbersOf(profile, readingQuestion(), Corner::Value)))
            result.flipNote =
                "the dataset does not fit the storage and reading dominates the step too: no single figure answers it";
        else if (withFlips)
            addFlips(profile, storageQuestion(), result);
        return result;
    }
    show(profile, readingQuestion(), result);
    if (withFlips)
        addFlips(profile, readingQuestion(), result);
    if (withFlips && storage && result.answer == TestAnswer::No)
        addFlips(profile, storageQuestion(), result);
    return result;
}

Result<TestResult> talk(const Profile& profile, bool withFlips)
{
    TestResult result{.test = Test::CommunicationDominates};
    result.inputs = inputsOf(result.test);
    std::string absent;
    for (const F field : std::initializer_list<F>{&Baseline::netBytes, &Target::bandwidthBytesPerS, &Target::alphaS})
        if (!total(profile, field))
            absent += (absent.empty() ? "" : ", ") + std::string(field.key());
    if (!absent.empty()) {
        result.reason =
            profile.baseline.netBytes
                ? say("not given: {}", absent)
                : say("no bytes between machines are given ({}): one machine's step exchanges nothing", absent);
        return result;
    }
    if (Result<void> known = requireRoofline(profile); !known)
        return fail(known.error());
    const Question& question = talkQuestionOf(profile);
    show(profile, question, result);
    if (withFlips)
        addFlips(profile, question, result);
    const Numbers atTheRoof = numbersOf(profile, talkQuestion(), Corner::Value);
    const bool dominatesThere = trips(talkQuestion(), atTheRoof);
    result.bookRightS = total(profile, &WorkloadStep::flops)->value / total(profile, &Machine::peakFlops)->value;
    result.bookAnswer = *result.left > *result.bookRightS ? TestAnswer::Yes : TestAnswer::No;
    if (result.bookAnswer != result.answer)
        result.reason =
            say("the book's form compares with W/pi = {} and answers {}; here the local work takes {}",
                amount(*result.bookRightS, question), answerTitle(*result.bookAnswer), amount(*result.right, question));
    if (dominatesThere != (result.answer == TestAnswer::Yes))
        result.reason =
            joined({std::move(result.reason),
                    say("at the roof the local work would take {}: the answer is {} once one machine is tuned that far",
                        amount(talkQuestion().right(atTheRoof), question), dominatesThere ? "yes" : "no")},
                   "; ");
    return result;
}

Result<TestResult> ridge(const Profile& profile, bool withFlips)
{
    if (Result<void> known = requireRoofline(profile); !known)
        return fail(known.error());
    TestResult result{.test = Test::IntensityAboveRidge};
    show(profile, ridgeQuestion(), result);
    result.inputs = inputsOf(result.test);
    if (!result.left)
        result.reason = "no bytes are moved, so the intensity has no finite value and the arithmetic is the roof";
    if (withFlips)
        addFlips(profile, ridgeQuestion(), result);
    return result;
}

}  // namespace

std::vector<ProfileField> inputsOf(Test test)
{
    std::vector<const Question*> questions;
    switch (test) {
    case Test::FitsInMemory: questions = {&fitsQuestion()}; break;
    case Test::ServingBudgetMet: questions = {&latencyQuestion(), &throughputQuestion()}; break;
    case Test::IoDominates: questions = {&readingQuestion(), &storageQuestion()}; break;
    case Test::CommunicationDominates: questions = {&talkQuestion(), &measuredTalkQuestion()}; break;
    case Test::IntensityAboveRidge: questions = {&ridgeQuestion()}; break;
    }
    std::vector<ProfileField> fields;
    for (const Question* question : questions)
        for (const Input& input : question->inputs)
            fields.push_back(input.field);
    return fields;
}

Result<TestResult> detail::evaluateTest(const Profile& profile, Test test, bool withFlips)
{
    switch (test) {
    case Test::FitsInMemory: return fits(profile, withFlips);
    case Test::ServingBudgetMet: return serving(profile, withFlips);
    case Test::IoDominates: return reading(profile, withFlips);
    case Test::CommunicationDominates: return talk(profile, withFlips);
    case Test::IntensityAboveRidge: break;
    }
    return ridge(profile, withFlips);
}

}  // namespace scalewright

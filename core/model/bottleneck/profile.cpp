// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/bottleneck/profile.h"

#include <algorithm>
#include <cmath>

#include "core/base/json/json.h"
#include "core/base/quantity/units.h"
#include "core/model/scaling/model_input.h"
#include "core/model/step/project_model.h"
#include "core/project/document/object_reader.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

void checkFigure(const Profile& profile, ProfileField field, std::size_t step, const MaybeQuantity& quantity,
                 std::vector<Problem>& problems)
{
    if (!quantity)
        return;
    const auto addProblem = [&](std::string message, std::string expected) {
        problems.push_back({std::move(message),
                            std::move(expected),
                            {.jsonPointer = jsonPointerOf(profile, field, step), .field = {}}});
    };
    const double value = quantity->value;
    if (std::optional<Problem> problem = rangeProblem(value, field->dimension, field->range))
        return addProblem(std::move(problem->message), std::move(problem->expected));
    if (const auto& interval = quantity->interval) {
        if (!std::isfinite(interval->low) || !std::isfinite(interval->high) || interval->low > value ||
            interval->high < value)
            addProblem(formatMessage("the interval does not contain the value {}", roundTripText(value)),
                       "low <= value <= high");
        else if (interval->low < 0 || (interval->low == 0 && !field.mayBeZero()))
            addProblem(formatMessage("the interval starts at {}", roundTripText(interval->low)),
                       field.mayBeZero() ? "0 or more" : "more than 0");
    }
}

/// How many values of a figure a profile has: one per step, or one.
std::size_t countPlaces(const Profile& profile, ProfileField field)
{
    return field.isPerStep() ? profile.baseline.steps.size() : 1;
}

/// The figure in the section it belongs to; nullptr if the profile has no such section.
template <class Figure>
Figure* findFigure(auto& profile, ProfileField field, std::size_t step)
{
    auto& baseline = profile.baseline;
    if (const auto member = field.memberOf<WorkloadStep>())
        return &(baseline.steps[step].*member);
    if (const auto member = field.memberOf<Baseline>())
        return &(baseline.*member);
    if (const auto member = field.memberOf<Machine>())
        return &(baseline.machine.*member);
    if (const auto member = field.memberOf<Serving>())
        return baseline.serving ? &((*baseline.serving).*member) : nullptr;
    return &(profile.target.*field.memberOf<Target>());
}

}  // namespace

std::span<const ProfileField> profileFields()
{
    static constexpr auto all = []<std::size_t... index>(std::index_sequence<index...>) {
        return std::array{ProfileField(detail::profileRows[index])...};
    }(std::make_index_sequence<detail::profileRows.size()>());
    return all;
}

const MaybeQuantity& fieldQuantity(const Profile& profile, ProfileField field, std::size_t step)
{
    static const MaybeQuantity absent;
    const MaybeQuantity* figure = findFigure<const MaybeQuantity>(profile, field, step);
    return figure ? *figure : absent;
}

void setFieldQuantity(Profile& profile, ProfileField field, MaybeQuantity value, std::size_t step)
{
    if (value && field.memberOf<Serving>() && !profile.baseline.serving)
        profile.baseline.serving.emplace();
    if (MaybeQuantity* figure = findFigure<MaybeQuantity>(profile, field, step))
        *figure = std::move(value);
}

std::string jsonPointerOf(const Profile& profile, ProfileField field, std::size_t step)
{
    if (!field.isPerStep() && profile.isFromProject)
        return field->jsonPointer;
    if (!field.isPerStep() || !(profile.isFromProject || profile.hasSteps))
        return std::string("/") + field.key();
    return std::string(profile.isFromProject ? "/baseline/steps/" : "/steps/") + std::to_string(step) + '/' +
           field.key();
}

MaybeQuantity total(const Profile& profile, ProfileField field)
{
    const auto stepMember = field.memberOf<WorkloadStep>();
    return stepMember ? total(profile.baseline.steps, stepMember) : fieldQuantity(profile, field);
}

MaybeQuantity total(const std::vector<WorkloadStep>& steps, MaybeQuantity WorkloadStep::*member)
{
    MaybeQuantity sum = steps.empty() ? std::nullopt : steps.front().*member;
    for (std::size_t i = 1; sum && i < steps.size(); ++i) {
        const MaybeQuantity& part = steps[i].*member;
        if (!part)
            return std::nullopt;
        if (sum->interval || part->interval) {
            const Interval a = sum->interval.value_or(Interval{sum->value, sum->value, 1});
            const Interval b = part->interval.value_or(Interval{part->value, part->value, 1});
            sum->interval = Interval{a.low + b.low, a.high + b.high, std::min(a.level, b.level)};
        }
        sum->value += part->value;
        sum->asTyped.clear();
        if (!(sum->provenance == part->provenance))
            sum->provenance = {
                sum->provenance.origin == part->provenance.origin ? sum->provenance.origin : Origin::Assumed,
                "sum over the steps",
                {},
                {}};
    }
    return sum;
}

Profile withValue(Profile profile, ProfileField field, const Quantity& value)
{
    const MaybeQuantity before = total(profile, field);
    const auto stepMember = field.memberOf<WorkloadStep>();
    if (!stepMember) {
        // A what-if about the link also changes the design.
        if (profile.model && field == &Target::alphaS)
            profile.model = withInput(*std::move(profile.model), ModelInput::Alpha, value.value);
        if (profile.model && field == &Target::bandwidthBytesPerS && before && value.value > 0)
            profile.model = withScaledInput(*std::move(profile.model), ModelInput::Beta, before->value / value.value);
        setFieldQuantity(profile, field, value);
        return profile;
    }
    std::vector<WorkloadStep>& steps = profile.baseline.steps;
    if (steps.empty())
        steps.emplace_back();
    const double scale = before && before->value > 0 ? value.value / before->value : 0;
    for (WorkloadStep& step : steps) {
        const MaybeQuantity& old = step.*stepMember;
        step.*stepMember = Quantity{old ? old->value * scale : 0, std::nullopt, value.provenance};
    }
    if (scale <= 0)
        steps.front().*stepMember = value;
    return profile;
}

Result<void> setFieldQuantityText(Profile& profile, std::string_view pointer, std::string_view text)
{
    std::string places;
    for (const ProfileField field : profileFields())
        for (std::size_t i = 0; i < countPlaces(profile, field); ++i) {
            const std::string place = jsonPointerOf(profile, field, i);
            if (place != pointer) {
                places += (places.empty() ? "" : ", ") + place;
                continue;
            }
            MaybeQuantity figure;
            Error error;
            const Json object(Json::Object{{field.key(), Json(std::string(text))}});
            ObjectReader reader(error.problems, object, place.substr(0, place.rfind('/')));
            if (!text.empty())
                reader.quantity(field.key(), figure, field->dimension, field->range);
            if (!error.problems.empty())
                return fail(std::move(error));
            setFieldQuantity(profile, field, std::move(figure), i);
            return {};
        }
    return fail(ErrorCode::Input, "this profile has no such figure", std::move(places),
                {.jsonPointer = std::string(pointer)});
}

Result<void> validate(const Profile& profile)
{
    std::vector<Problem> problems;
    for (const ProfileField field : profileFields())
        for (std::size_t i = 0; i < countPlaces(profile, field); ++i)
            checkFigure(profile, field, i, fieldQuantity(profile, field, i), problems);
    if (problems.empty())
        return {};
    return fail(Error{ErrorCode::Input, std::move(problems)});
}

Profile profileOf(const Project& project)
{
    Profile profile{.title = project.title,
                    .baseline = project.baseline,
                    .target = project.target,
                    .hasSteps = true,
                    .isFromProject = true};
    profile.baseline.tCompS = project.baseline.tCompS.value_or(typed(1));
    if (Result<ScalingModel> model = scalingModel(profile.baseline, project))
        profile.model = std::move(*model);
    profile.baseline.tCompS = project.baseline.tCompS;
    // A step exchanges the design's message unless the baseline sets its own bytes.
    if (!profile.baseline.networkBytes)
        profile.baseline.networkBytes = project.design.communication.messageBytes;
    if (project.plan.p && *project.plan.p >= 2)
        profile.planP = project.plan.p;
    return profile;
}

}  // namespace scalewright

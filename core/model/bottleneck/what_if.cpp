// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/bottleneck/what_if.h"

#include <algorithm>
#include <cmath>

#include "core/base/ranges/ranges.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"

namespace scalewright {

namespace {

}  // namespace

void WhatIf::set(ProfileField field, double value)
{
    for (auto& [changed, to] : m_changes)
        if (changed == field) {
            to = value;
            return;
        }
    m_changes.emplace_back(field, value);
}

void WhatIf::remove(ProfileField field)
{
    std::erase_if(m_changes, [field](const auto& change) { return change.first == field; });
}

bool WhatIf::contains(ProfileField field) const
{
    return std::ranges::any_of(m_changes, [field](const auto& change) { return change.first == field; });
}

Profile applyWhatIf(Profile profile, const WhatIf& whatIf)
{
    const bool several = profile.baseline.steps.size() > 1;
    for (const auto& [field, value] : whatIf.changes()) {
        Quantity quantity = typed(value);
        if (several && field.isPerStep())
            quantity.provenance.conditions = "all steps scaled by the same factor";
        profile = withValue(std::move(profile), field, quantity);
    }
    return profile;
}

Project commitWhatIf(Project project, const WhatIf& whatIf)
{
    const Profile profile = applyWhatIf(profileOf(project), whatIf);
    for (const auto& [field, value] : whatIf.changes()) {
        if (field.isPerStep())
            project.baseline.steps = profile.baseline.steps;
        else if (!setField(project, field->jsonPointer, total(profile, field)))
            continue;  // Out of range: the what-if view shows the profile's error.
    }
    return project;
}

double valueBeyondFlip(const FlipPoint& flip)
{
    const bool isUpward = flip.side == FlipSide::Above || flip.side == FlipSide::AtOrAbove;
    const bool includesFlipValue = flip.side == FlipSide::AtOrAbove || flip.side == FlipSide::AtOrBelow;
    if (flip.value == 0)
        return includesFlipValue || !isUpward ? 0 : 1e-9;
    // Round to three significant digits, as a person would type the value. Go one unit further if rounding does not
    // pass the flip point.
    const double unit = std::pow(10, std::floor(std::log10(flip.value)) - 2);
    const double digits = flip.value / unit;
    const double nearest = std::round(digits);
    double steps = isUpward ? std::ceil(digits) : std::floor(digits);
    if (std::abs(digits - nearest) < 1e-9)
        steps = includesFlipValue ? nearest : nearest + (isUpward ? 1 : -1);
    double value = steps * unit;
    if (includesFlipValue && (isUpward ? value < flip.value : value > flip.value))
        value = flip.value;  // Equal to nine digits, so use the exact value.
    return flip.field == &Baseline::ioDominanceShare ? std::min(value, 1.0) : value;
}

std::vector<const Quantity*> quantitiesUsedBy(const FlowProgress& flow)
{
    std::vector<const Quantity*> quantities;
    std::vector<ProfileField> seen;
    for (const Test test : allTests) {
        if (!flow.reaches(test))
            continue;
        for (const ProfileField field : inputsOf(test)) {
            if (contains(seen, field))
                continue;
            seen.push_back(field);
            for (std::size_t i = 0; i < (field.isPerStep() ? flow.profile.baseline.steps.size() : 1); ++i)
                if (const MaybeQuantity& part = fieldQuantity(flow.profile, field, i))
                    quantities.push_back(&*part);
        }
    }
    return quantities;
}

}  // namespace scalewright

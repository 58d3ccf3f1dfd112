#include "core/model/bottleneck/what_if.h"

#include <algorithm>
#include <cmath>

#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"

namespace scalewright {

namespace {

/// The figure in every step, or the one figure of the whole.
std::vector<MaybeQuantity> partsOf(const Profile& profile, ProfileField field)
{
    if (!field.ofStep())
        return {total(profile, field)};
    std::vector<MaybeQuantity> parts;
    for (std::size_t i = 0; i < profile.baseline.steps.size(); ++i)
        parts.push_back(figureOf(profile, field, i));
    return parts;
}

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
    return std::any_of(m_changes.begin(), m_changes.end(),
                       [field](const auto& change) { return change.first == field; });
}

Profile applied(Profile profile, const WhatIf& whatIf)
{
    const bool several = profile.baseline.steps.size() > 1;
    for (const auto& [field, value] : whatIf.changes()) {
        Quantity quantity = typed(value);
        if (several && field.ofStep())
            quantity.provenance.conditions = "every step scaled alike";
        profile = withValue(std::move(profile), field, quantity);
    }
    return profile;
}

Project kept(Project project, const WhatIf& whatIf)
{
    const Profile profile = applied(profileOf(project), whatIf);
    for (const auto& [field, value] : whatIf.changes()) {
        if (field.ofStep())
            project.baseline.steps = profile.baseline.steps;
        else if (!setField(project, field->pointer, total(profile, field)))
            continue;  // outside its range: the what-if shows what the profile says to it
    }
    return project;
}

double valueBeyond(const Flip& flip)
{
    const bool up = flip.side == FlipSide::Above || flip.side == FlipSide::AtOrAbove;
    const bool itself = flip.side == FlipSide::AtOrAbove || flip.side == FlipSide::AtOrBelow;
    if (flip.value == 0)
        return itself || !up ? 0 : 1e-9;
    // Whole units of the third digit: a number a person would type. One step further where rounding lands short.
    const double unit = std::pow(10, std::floor(std::log10(flip.value)) - 2);
    const double digits = flip.value / unit;
    const double nearest = std::round(digits);
    double steps = up ? std::ceil(digits) : std::floor(digits);
    if (std::abs(digits - nearest) < 1e-9)
        steps = itself ? nearest : nearest + (up ? 1 : -1);
    double value = steps * unit;
    if (itself && (up ? value < flip.value : value > flip.value))
        value = flip.value;  // the same number to nine digits: its last bit decides
    return flip.field == &Baseline::ioDominatesAt ? std::min(value, 1.0) : value;
}

std::vector<Quantity> quantitiesBehind(const FlowView& flow)
{
    std::vector<Quantity> quantities;
    std::vector<ProfileField> seen;
    for (const Test test : allTests) {
        if (!flow.reaches(test))
            continue;
        for (const ProfileField field : inputsOf(test)) {
            if (std::find(seen.begin(), seen.end(), field) != seen.end())
                continue;
            seen.push_back(field);
            for (const MaybeQuantity& part : partsOf(flow.profile, field))
                if (part)
                    quantities.push_back(*part);
        }
    }
    return quantities;
}

}  // namespace scalewright

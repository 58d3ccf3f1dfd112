// SPDX-License-Identifier: GPL-3.0-or-later
// The single description of every quantity that a user can set: its place in a project file, its dimension and range,
// and its name. Each section of a project (baseline.h, target.h, goal.h, design.h, plan.h, measurements.h) has its
// table next to its struct; reader, writer, model, profile, catalogue, `--set` and the window's fields all use the
// tables.
//
//     fieldOf(&Target::alphaS).name    // "alpha"; does not compile for a member without a row
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/quantity/quantity.h"
#include "core/project/document/range.h"

namespace scalewright {

using MaybeQuantity = std::optional<Quantity>;

[[nodiscard]] inline double valueOr(const MaybeQuantity& quantity, double absent)
{
    return quantity ? quantity->value : absent;
}

struct FieldInfo {
    const char* jsonPointer;  ///< "/target/alpha_s"; "*" stands for a list element: "/baseline/steps/*/flops"
    Dimension dimension;
    Range range;
    const char* name;  ///< for lists and captions: "alpha"
    const char* phrase;  ///< for sentences such as "the link's latency is not known": "the link's latency"
    const char* howToGet;  ///< how to obtain the value, and the default if the value is absent

    /// The last part of the pointer: "alpha_s".
    [[nodiscard]] constexpr const char* key() const
    {
        return jsonPointer + std::string_view(jsonPointer).rfind('/') + 1;
    }
};

template <class Section>
struct QuantityField {
    MaybeQuantity Section::*member;
    FieldInfo info;
};

/// The quantities of a section, in file order. Empty unless specialised.
template <class Section>
inline constexpr std::array<QuantityField<Section>, 0> quantities{};

/// The row for a member. Evaluated only at compile time: a member without a row does not compile.
template <class Section>
consteval const FieldInfo& fieldOf(MaybeQuantity Section::*member)
{
    for (const QuantityField<Section>& field : quantities<Section>)
        if (field.member == member)
            return field.info;
    throw "the member has no row in quantities<Section>";
}

}  // namespace scalewright

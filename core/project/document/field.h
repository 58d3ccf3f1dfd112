// What is said once of every quantity that a person can set: its place in a project file, its dimension and range, and
// its name in words. Each section of a project (baseline.h, target.h, goal.h, design.h, plan.h, measurements.h) has its
// table beside its struct; reader, writer, model, profile, catalogue, `--set` and the window's fields all ask it.
//
//     fieldOf(&Target::alphaS).name    // "alpha"; does not compile for a member without a row
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/base/quantity/quantity.h"
#include "core/project/document/range.h"
#include <string>

namespace scalewright {

using MaybeQuantity = std::optional<Quantity>;

struct FieldInfo {
    const char* pointer;  ///< "/target/alpha_s"; an element of a list is "*": "/baseline/steps/*/flops"
    Dimension dimension;
    Range range;
    const char* name;  ///< in a list or a figure's caption: "alpha"
    const char* meaning;  ///< in a sentence: "the link's latency" (… is not known)
    const char* howToGet;  ///< where its value comes from, and what it is where it is absent

    /// The member of its section: "alpha_s".
    [[nodiscard]] constexpr const char* key() const { return pointer + std::string_view(pointer).rfind('/') + 1; }
};

template <class Section>
struct QuantityField {
    MaybeQuantity Section::*member;
    FieldInfo info;
};

/// The quantities of a section, in the order of the file. None where it is not specialised.
template <class Section>
inline constexpr std::array<QuantityField<Section>, 0> quantities{};

/// The row of a member. Compile time only: a member without a row does not compile.
template <class Section>
consteval const FieldInfo& fieldOf(MaybeQuantity Section::*member)
{
    for (const QuantityField<Section>& field : quantities<Section>)
        if (field.member == member)
            return field.info;
    throw "the member has no row in quantities<Section>";
}

}  // namespace scalewright

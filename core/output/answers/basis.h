// What an answer rests on, from where its inputs come.
#pragma once

#include <algorithm>
#include <optional>

#include "core/base/quantity/quantity.h"
#include "core/output/answers/answer.h"

namespace scalewright {

[[nodiscard]] constexpr Basis basisOf(Origin origin)
{
    switch (origin) {
    case Origin::Measured:
    case Origin::Imported: return Basis::Measured;
    case Origin::Catalogue: return Basis::Catalogue;
    case Origin::Typed: return Basis::Typed;
    case Origin::Assumed: break;
    }
    return Basis::Assumed;
}

/// The weaker of `basis` and what `input` rests on; `basis` where there is no input.
[[nodiscard]] inline std::optional<Basis> weaker(std::optional<Basis> basis, const MaybeQuantity& input)
{
    if (!input)
        return basis;
    const Basis other = basisOf(input->provenance.origin);
    return basis ? std::max(*basis, other) : other;
}

}  // namespace scalewright

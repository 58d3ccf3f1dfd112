// SPDX-License-Identifier: GPL-3.0-or-later
// Derives the basis of an answer from the origins of its inputs.
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

/// The weaker of `basis` and the basis of `input`; `basis` if `input` is not set.
[[nodiscard]] inline std::optional<Basis> weakerBasis(std::optional<Basis> basis, const MaybeQuantity& input)
{
    if (!input)
        return basis;
    const Basis inputBasis = basisOf(input->provenance.origin);
    return basis ? std::max(*basis, inputBasis) : inputBasis;
}

}  // namespace scalewright

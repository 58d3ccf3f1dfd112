// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes per parameter by name, from the catalogue.
#pragma once

#include <cstdlib>

#include "core/project/document/model_state.h"

namespace scalewright::test {

/// Precondition: the catalogue has the name.
inline ModelState namedState(std::string_view id)
{
    const NamedState* named = findNamedState(id);
    if (!named)
        std::abort();
    return named->state;
}

}  // namespace scalewright::test

// SPDX-License-Identifier: GPL-3.0-or-later
// The bibliography of the works cited in the answers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

struct Reference {
    std::string key;  ///< "Eager, Zahorjan, Lazowska 1989"
    std::string entry;
    bool operator==(const Reference&) const = default;
};

/// Those of resources/catalogue/references.json and of the patterns, in the order of their keys. Errors: the file is not readable; a reference without key or entry.
[[nodiscard]] Result<std::vector<Reference>> shippedReferences();

/// Whether the text cites the reference: its first author, closely followed by the year.
[[nodiscard]] bool cites(std::string_view text, const Reference& reference);

}  // namespace scalewright

// What the answers cite, as a bibliography.
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

/// resources/catalogue/references.json. Errors: not to be read; a reference without key or entry.
[[nodiscard]] Result<std::vector<Reference>> shippedReferences();

/// Whether the text names it: its first author, and shortly behind the name its year.
[[nodiscard]] bool cites(std::string_view text, const Reference& reference);

}  // namespace scalewright

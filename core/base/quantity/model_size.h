// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of an amount of data that is typed as a model size.
//
//     splitModelSize("7B params at 12 bytes each")->bytesPerParameter;   // 12
#pragma once

#include <optional>
#include <string_view>

namespace scalewright {

struct ModelSizeText {
    double parameters = 0, bytesPerParameter = 0;
};

/// nullopt for any other text, including "112 GB" and arithmetic. parseEntry reads the same text as their product.
[[nodiscard]] std::optional<ModelSizeText> splitModelSize(std::string_view text);

}  // namespace scalewright

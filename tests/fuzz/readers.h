// SPDX-License-Identifier: GPL-3.0-or-later
// The fuzzed functions: every reader of external bytes, and the answers for a successfully read project.
#pragma once

#include <span>
#include <string_view>

namespace scalewright::fuzz {

struct Reader {
    const char* name;
    void (*read)(std::string_view bytes);  ///< aborts the program if the reader violates its contract
    bool json;  ///< its inputs are mutated as JSON (mutate.h)
};

[[nodiscard]] std::span<const Reader> readers();

}  // namespace scalewright::fuzz

// What is fuzzed: everything that reads bytes of others, and what is answered of a project that was read.
#pragma once

#include <span>
#include <string_view>

namespace scalewright::fuzz {

struct Reader {
    const char* name;
    void (*read)(std::string_view bytes);  ///< ends the program where what it promises does not hold
    bool json;  ///< its inputs are mutated as JSON (mutate.h)
};

[[nodiscard]] std::span<const Reader> readers();

}  // namespace scalewright::fuzz

// SPDX-License-Identifier: GPL-3.0-or-later
// How many random cases a test tries. A sanitizer checks memory, not numbers, and is many times slower.
#pragma once

#include <cstdint>
#include <cstdlib>

// Defined only in programs linked with a sanitizer; the tests themselves are compiled without one.
extern "C" [[gnu::weak]] void __asan_init();
extern "C" [[gnu::weak]] void __tsan_init();

namespace scalewright::test {

inline const bool sanitized = __asan_init != nullptr || __tsan_init != nullptr;

/// The seed for random cases, fixed so that failures can be reproduced.
inline constexpr std::uint64_t seed = 20261121;

/// All rounds, or a tenth of them under a sanitizer. Use it where the number of rounds is part of the claim.
inline int rounds(int all)
{
    return sanitized ? all / 10 : all;
}

/// SCALEWRIGHT_EVERY=1 runs every case of a test that otherwise tries only some of them.
inline bool every()
{
    static const bool requestedRounds = [] {
        const char* value = std::getenv("SCALEWRIGHT_EVERY");
        return value != nullptr && *value != 0 && *value != '0';
    }();
    return requestedRounds;
}

}  // namespace scalewright::test

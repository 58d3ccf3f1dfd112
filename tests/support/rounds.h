// How often a promise about many cases is tried. A sanitizer looks at memory, not at numbers, and is many times slower.
#pragma once

#include <cstdint>
#include <cstdlib>

// Only a program that is linked with a sanitizer has one of them; the tests themselves are compiled without.
extern "C" [[gnu::weak]] void __asan_init();
extern "C" [[gnu::weak]] void __tsan_init();

namespace scalewright::test {

inline const bool sanitized = __asan_init != nullptr || __tsan_init != nullptr;

/// What random cases begin with, so that a failure can be had again.
inline constexpr std::uint64_t seed = 20261121;

/// All of them where their number is the promise, a tenth under a sanitizer.
inline int rounds(int all)
{
    return sanitized ? all / 10 : all;
}

/// SCALEWRIGHT_EVERY=1: every case of a test that tries a share of them otherwise.
inline bool every()
{
    static const bool requestedRounds = [] {
        const char* value = std::getenv("SCALEWRIGHT_EVERY");
        return value != nullptr && *value != 0 && *value != '0';
    }();
    return requestedRounds;
}

}  // namespace scalewright::test

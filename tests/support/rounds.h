// How often a promise about many cases is tried. A sanitizer looks at memory, not at numbers, and is many times slower.
#pragma once

namespace scalewright::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// All of them where their number is the promise, a tenth under a sanitizer.
constexpr int rounds(int all)
{
    return sanitized ? all / 10 : all;
}

}  // namespace scalewright::test

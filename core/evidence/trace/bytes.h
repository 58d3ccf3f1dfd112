// SPDX-License-Identifier: GPL-3.0-or-later
// The scanner's byte routines: the end of a string, the end of an object, a number. They process sixteen or sixty-four
// bytes at a time if the processor has SSE2 (every x86-64), and one at a time elsewhere. All of them may read up to
// scanPadding bytes past `end`.
#pragma once

#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#ifdef __SSE2__
#include <emmintrin.h>
#endif
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define SCALEWRIGHT_AVX2  // used if the processor has it, checked at run time
#endif

namespace scalewright::bytes {

/// No event is larger than this; a bracket not closed within this size is never closed.
inline constexpr std::ptrdiff_t maximumEventBytes = 16 << 20;

/// Times and durations are limited to 95 years, so that every end and every difference fits into 64 bits of
/// nanoseconds.
inline constexpr std::int64_t maximumTimeUs = 3'000'000'000'000'000;

/// One bit for each of the next 64 bytes, by kind of character.
struct Masks {
    std::uint64_t quotes = 0, escapes = 0, opens = 0, closes = 0, controls = 0;
};

#ifdef __SSE2__
inline Masks masks(const char* p)
{
    const __m128i quote = _mm_set1_epi8('"'), escape = _mm_set1_epi8('\\'), bit = _mm_set1_epi8(0x20);
    const __m128i open = _mm_set1_epi8('{'), close = _mm_set1_epi8('}'), control = _mm_set1_epi8(0x1f);
    const auto bits = [](__m128i v, int at) { return std::uint64_t(std::uint32_t(_mm_movemask_epi8(v))) << at; };
    Masks m;
    for (int at = 0; at < 64; at += 16) {
        const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + at));
        const __m128i folded = _mm_or_si128(v, bit);  // maps [ to { and ] to }
        m.quotes |= bits(_mm_cmpeq_epi8(v, quote), at);
        m.escapes |= bits(_mm_cmpeq_epi8(v, escape), at);
        m.opens |= bits(_mm_cmpeq_epi8(folded, open), at);
        m.closes |= bits(_mm_cmpeq_epi8(folded, close), at);
        m.controls |= bits(_mm_cmpeq_epi8(_mm_min_epu8(v, control), v), at);
    }
    return m;
}
#else
inline Masks masks(const char* p)
{
    Masks m;
    for (int at = 0; at < 64; ++at) {
        const auto c = static_cast<unsigned char>(p[at]);
        const std::uint64_t bit = std::uint64_t(1) << at;
        m.quotes |= c == '"' ? bit : 0;
        m.escapes |= c == '\\' ? bit : 0;
        m.opens |= c == '{' || c == '[' ? bit : 0;
        m.closes |= c == '}' || c == ']' ? bit : 0;
        m.controls |= c <= 0x1f ? bit : 0;
    }
    return m;
}
#endif

struct PortableBlockScanner {
    static Masks masks(const char* p) { return bytes::masks(p); }
    /// Sets the bits from every odd quote up to the next even one: the bytes inside strings.
    static std::uint64_t fromOddToEven(std::uint64_t quotes)
    {
        for (int shift = 1; shift < 64; shift *= 2)
            quotes ^= quotes << shift;
        return quotes;
    }
};

#ifdef SCALEWRIGHT_AVX2
inline const bool hasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") &&
                            __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi");

struct Avx2BlockScanner {
    [[gnu::target("avx2,pclmul,popcnt,bmi")]] static Masks masks(const char* p)
    {
        const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)),
                      high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p + 32));
        const __m256i bit = _mm256_set1_epi8(0x20), control = _mm256_set1_epi8(0x1f);
        const __m256i lowFolded = _mm256_or_si256(low, bit), highFolded = _mm256_or_si256(high, bit);
        const auto movemask64 =
            [](__m256i a, __m256i b, __m256i c, __m256i d) __attribute__((target("avx2,pclmul,popcnt,bmi")))
        {
            return std::uint64_t(std::uint32_t(_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, b)))) |
                   std::uint64_t(std::uint32_t(_mm256_movemask_epi8(_mm256_cmpeq_epi8(c, d)))) << 32;
        };
        const __m256i quote = _mm256_set1_epi8('"'), escape = _mm256_set1_epi8('\\'), open = _mm256_set1_epi8('{'),
                      close = _mm256_set1_epi8('}');
        return {movemask64(low, quote, high, quote), movemask64(low, escape, high, escape),
                movemask64(lowFolded, open, highFolded, open), movemask64(lowFolded, close, highFolded, close),
                movemask64(_mm256_min_epu8(low, control), low, _mm256_min_epu8(high, control), high)};
    }
    [[gnu::target("avx2,pclmul,popcnt,bmi")]] static std::uint64_t fromOddToEven(std::uint64_t quotes)
    {
        const __m128i product =
            _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<long long>(quotes)), _mm_set1_epi8(-1), 0);
        return static_cast<std::uint64_t>(_mm_cvtsi128_si64(product));
    }
};
#endif

inline bool isSpace(char c)
{
    constexpr std::uint64_t spaces = std::uint64_t(1) << ' ' | 1u << '\n' | 1u << '\r' | 1u << '\t';
    return static_cast<unsigned char>(c) <= ' ' && (spaces >> c & 1) != 0;
}

/// The first quote before `end` that closes a string begun before `p`, or nullptr.
inline const char* findStringEnd(const char* p, const char* end, bool& escaped, std::size_t& controls)
{
    for (;;) {
#ifdef __SSE2__
        const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        const __m128i hit =
            _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'))),
                         _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1f)), v));
        const auto found = static_cast<unsigned>(_mm_movemask_epi8(hit));
        if (found == 0) {
            p += 16;
            if (p >= end)
                return nullptr;
            continue;
        }
        p += std::countr_zero(found);
#else
        while (p < end && *p != '"' && *p != '\\' && static_cast<unsigned char>(*p) > 0x1f)
            ++p;
#endif
        if (p >= end)
            return nullptr;
        if (*p == '"')
            return p;
        if (*p == '\\') {
            escaped = true;
            p += 2;
        } else {
            ++controls;
            ++p;
        }
        if (p >= end)
            return nullptr;
    }
}

/// The end of a number or a word: the first byte that cannot be in one.
inline const char* findTokenEnd(const char* p, const char* end)
{
#ifdef __SSE2__
    for (; p < end; p += 16) {
        const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        __m128i hit = _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(' ')), v);
        for (const char c : {',', '}', ']', '"', '{', ':'})
            hit = _mm_or_si128(hit, _mm_cmpeq_epi8(v, _mm_set1_epi8(c)));
        if (const auto found = static_cast<unsigned>(_mm_movemask_epi8(hit)); found != 0)
            return p + std::countr_zero(found);
    }
    return p;
#else
    while (p<end&& static_cast<unsigned char>(*p)> ' ' && std::strchr(",}]\"{:", *p) == nullptr)
        ++p;
    return p;
#endif
}

template <class Blocks>
[[gnu::always_inline]] inline const char* findBracketEndWith(const char* p, const char* end, std::size_t& controls,
                                                             bool& tooLarge)
{
    const char* const start = p;
    std::int64_t depth = 0;
    bool inString = false;
    bool afterEscape = false;
    for (; p < end; p += 64) {
        if (p - start > maximumEventBytes) {
            tooLarge = true;
            return nullptr;
        }
        const Masks m = Blocks::masks(p);
        if (m.escapes != 0 || afterEscape) {  // rare: byte by byte
            const char* const stop = p + 64 < end ? p + 64 : end;
            for (const char* q = p; q < stop; ++q) {
                const auto c = static_cast<unsigned char>(*q);
                if (inString) {
                    if (afterEscape)
                        afterEscape = false;
                    else if (c == '\\')
                        afterEscape = true;
                    else if (c == '"')
                        inString = false;
                    else if (c <= 0x1f)
                        ++controls;
                } else if (c < ' ' && !isSpace(*q)) {
                    ++controls;
                } else if (c == '"') {
                    inString = true;
                } else if (c == '{' || c == '[') {
                    ++depth;
                } else if ((c == '}' || c == ']') && --depth == 0) {
                    return q + 1;
                }
            }
            continue;
        }
        std::uint64_t stringMask = Blocks::fromOddToEven(m.quotes);
        if (inString)
            stringMask = ~stringMask;
        inString = (stringMask >> 63) != 0;
        const std::uint64_t opens = m.opens & ~stringMask;
        const std::uint64_t closes = m.closes & ~stringMask;
        const auto count = [&](std::uint64_t mask) {
            for (std::uint64_t remaining = m.controls & mask; remaining != 0; remaining &= remaining - 1) {
                const int at = std::countr_zero(remaining);
                if (((stringMask >> at) & 1) || !isSpace(p[at]))
                    ++controls;
            }
        };
        if (depth > std::popcount(closes)) {
            depth += std::popcount(opens) - std::popcount(closes);
            count(p + 64 <= end ? ~std::uint64_t(0) : (std::uint64_t(1) << (end - p)) - 1);
            continue;
        }
        std::int64_t closed = 0;
        for (std::uint64_t remaining = closes; remaining != 0; remaining &= remaining - 1) {
            const int at = std::countr_zero(remaining);
            const std::uint64_t before = (std::uint64_t(1) << at) - 1;
            if (depth + std::popcount(opens & before) == ++closed) {
                const char* const bracketEnd = p + at + 1;
                if (bracketEnd > end)
                    return nullptr;
                count(before);
                return bracketEnd;
            }
        }
        depth += std::popcount(opens) - closed;
        count(p + 64 <= end ? ~std::uint64_t(0) : (std::uint64_t(1) << (end - p)) - 1);
    }
    return nullptr;
}

#ifdef SCALEWRIGHT_AVX2
[[gnu::target("avx2,pclmul,popcnt,bmi")]] inline const char* findBracketEndAvx2(const char* p, const char* end,
                                                                                std::size_t& controls, bool& tooLarge)
{
    return findBracketEndWith<Avx2BlockScanner>(p, end, controls, tooLarge);
}
#endif

/// The position after the bracket that closes the one at `p`; nullptr if `end` comes first, or, with `tooLarge` set, if
/// it is too far away.
inline const char* findBracketEnd(const char* p, const char* end, std::size_t& controls, bool& tooLarge)
{
#ifdef SCALEWRIGHT_AVX2
    if (hasAvx2)
        return findBracketEndAvx2(p, end, controls, tooLarge);
#endif
    return findBracketEndWith<PortableBlockScanner>(p, end, controls, tooLarge);
}

/// Eight characters, with the first in the lowest byte.
inline std::uint64_t loadWord(const char* p)
{
    std::uint64_t word;
    std::memcpy(&word, p, 8);
    if constexpr (std::endian::native == std::endian::big)
        word = __builtin_bswap64(word);
    return word;
}
inline bool areDigits(std::uint64_t word)
{
    return ((word & 0xf0f0f0f0f0f0f0f0u) | ((word + 0x0606060606060606u) & 0xf0f0f0f0f0f0f0f0u) >> 4) ==
           0x3333333333333333u;
}
/// Parses eight digits: combines them into pairs, fours and eight, with one multiplication each.
inline std::int64_t parseEightDigits(std::uint64_t digits)
{
    digits = (digits & 0x0f0f0f0f0f0f0f0fu) * 2561 >> 8;
    digits = (digits & 0x00ff00ff00ff00ffu) * 6553601 >> 16;
    return static_cast<std::int64_t>((digits & 0x0000ffff0000ffffu) * 42949672960001 >> 32);
}

/// Parses microseconds ("12", "12.25", "1.5e3") and returns nanoseconds, rounded to the nearest; moves `p` past the
/// number. nullopt if there is no number or it is too large.
inline std::optional<std::int64_t> parseNanoseconds(const char*& p, const char* end)
{
    const char* const start = p;
    const bool negative = *p == '-';
    if (negative)
        ++p;
    std::int64_t integerPart = 0;
    const char* const digits = p;
    for (std::uint64_t word = loadWord(p); p - digits < 16 && areDigits(word); word = loadWord(p)) {
        integerPart = integerPart * 100'000'000 + parseEightDigits(word);
        p += 8;
    }
    while (static_cast<unsigned char>(*p - '0') < 10 && p - digits < 17)
        integerPart = integerPart * 10 + (*p++ - '0');
    const bool isValidInteger = p > digits && p - digits <= 16 && integerPart < maximumTimeUs;
    std::int64_t fraction = 0;
    bool exact = isValidInteger;
    if (isValidInteger && *p == '.') {
        ++p;
        const char* const from = p;
        std::int64_t scale = 100;
        for (; static_cast<unsigned char>(*p - '0') < 10 && p < end; ++p) {
            if (scale > 0)
                fraction += scale * (*p - '0');
            else if (p - from == 3 && *p >= '5')
                ++fraction;
            scale /= 10;
        }
        exact = p > from;
    }
    if (exact && *p != 'e' && *p != 'E' && static_cast<unsigned char>(*p - '0') >= 10) {
        const std::int64_t value = integerPart * 1000 + fraction;
        return negative ? -value : value;
    }
    double value = 0;
    const auto [parseEnd, parseError] = std::from_chars(start, end, value);
    if (parseError != std::errc() || !(std::abs(value) < double(maximumTimeUs)))
        return std::nullopt;
    p = parseEnd;
    return static_cast<std::int64_t>(value * 1000 + (value < 0 ? -0.5 : 0.5));
}

inline const char* skipSpace(const char* p, const char* end)
{
    while (p < end && isSpace(*p))
        ++p;
    return p;
}

/// FNV-like, eight bytes at a time; may read past the end of the string, within the padding.
inline std::uint64_t hashBytes(const char* p, std::size_t size, std::uint64_t seed)
{
    std::uint64_t hash = seed ^ (size * 0x9e3779b97f4a7c15u);
    std::size_t at = 0;
    for (; at + 8 <= size; at += 8) {
        std::uint64_t word;
        std::memcpy(&word, p + at, 8);
        hash = (hash ^ word) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    if (at < size) {
        std::uint64_t word;
        std::memcpy(&word, p + at, 8);
        word &= (std::uint64_t(1) << (8 * (size - at))) - 1;
        hash = (hash ^ word) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return hash;
}

}  // namespace scalewright::bytes

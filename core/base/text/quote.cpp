// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text/quote.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

namespace scalewright {

std::size_t utf8Length(std::string_view text, std::size_t start)
{
    const auto byte = [&](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    const auto follows = [&](std::size_t i) { return (byte(start + i) & 0xC0u) == 0x80u; };
    const unsigned lead = byte(start);
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return follows(1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        const bool overlong = lead == 0xE0 && byte(start + 1) < 0xA0;
        const bool surrogate = lead == 0xED && byte(start + 1) > 0x9F;
        return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const bool overlong = lead == 0xF0 && byte(start + 1) < 0x90;
        const bool isOutOfRange = lead == 0xF4 && byte(start + 1) > 0x8F;
        return follows(1) && follows(2) && follows(3) && !overlong && !isOutOfRange ? 4 : 0;
    }
    return 0;
}

namespace {

/// Decodes the sequence of `length` bytes (1 to 4) at `at`.
std::uint32_t decodeCodePoint(std::string_view text, std::size_t at, std::size_t length)
{
    constexpr std::uint32_t leadBits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    std::uint32_t point = static_cast<unsigned char>(text[at]) & leadBits[length];
    for (std::size_t i = 1; i < length; ++i)
        point = point << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3Fu);
    return point;
}

bool isPrintable(std::uint32_t point)
{
    const bool control = (point < 0x20 && point != '\n' && point != '\t') || (point >= 0x7F && point <= 0x9F) ||
                         point == 0x2028 || point == 0x2029;
    const bool direction = point == 0x061C || point == 0x200E || point == 0x200F ||
                           (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
    const bool isNonCharacter = (point >= 0xFDD0 && point <= 0xFDEF) || (point & 0xFFFEu) == 0xFFFE;
    return !control && !direction && !isNonCharacter;
}

/// Replaces each unprintable character with instead(codePoint), and each byte that is not valid UTF-8 with
/// instead(nullopt).
template <class Instead>
std::string replaceUnprintable(std::string_view text, Instead&& instead)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8Length(text, at);
        const std::uint32_t point = length == 0 ? 0 : decodeCodePoint(text, at, length);
        if (length != 0 && isPrintable(point))
            out += text.substr(at, length);
        else
            out += instead(length == 0 ? std::optional<std::uint32_t>() : point);
        at += std::max<std::size_t>(length, 1);
    }
    return out;
}

}  // namespace

std::string sanitised(std::string_view text)
{
    return replaceUnprintable(text, [](std::optional<std::uint32_t>) { return "\xEF\xBF\xBD"; });
}

std::string escapeUnsafeJsonCharacters(std::string_view json)
{
    return replaceUnprintable(json, [](std::optional<std::uint32_t> point) {
        constexpr auto pair = std::uint32_t{0x10000};
        const std::uint32_t unit = point.value_or(0xFFFD);
        return unit < pair ? fmt::format("\\u{:04x}", unit)
                           : fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + ((unit - pair) >> 10),
                                         0xDC00 + ((unit - pair) & 0x3FFu));
    });
}

std::string inQuotes(std::string_view text)
{
    constexpr std::size_t maximumBytes = 48;
    std::string out = "\"";
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t length = utf8Length(text, at);
        if (out.size() + std::max<std::size_t>(length, 1) > maximumBytes + 1) {
            out += "…";
            break;
        }
        if (length == 0 || text[at] == '\n' || text[at] == '\t' || !isPrintable(decodeCodePoint(text, at, length)))
            out += '?';
        else
            out += text.substr(at, length);
        at += std::max<std::size_t>(length, 1);
    }
    return out + '"';
}

}  // namespace scalewright

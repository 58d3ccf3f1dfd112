#include "core/result/quote.h"

#include <algorithm>

namespace scalewright {

std::size_t utf8Length(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) -> unsigned { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const auto follows = [&](std::size_t i) { return (byte(at + i) & 0xC0u) == 0x80u; };
    const unsigned lead = byte(at);
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return follows(1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        const bool overlong = lead == 0xE0 && byte(at + 1) < 0xA0;
        const bool surrogate = lead == 0xED && byte(at + 1) > 0x9F;
        return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const bool overlong = lead == 0xF0 && byte(at + 1) < 0x90;
        const bool beyond = lead == 0xF4 && byte(at + 1) > 0x8F;
        return follows(1) && follows(2) && follows(3) && !overlong && !beyond ? 4 : 0;
    }
    return 0;
}

std::string inQuotes(std::string_view text)
{
    constexpr std::size_t most = 48;
    std::string out = "\"";
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t length = utf8Length(text, at);
        const auto first = static_cast<unsigned char>(text[at]);
        if (out.size() + std::max<std::size_t>(length, 1) > most + 1) {
            out += "…";
            break;
        }
        if (length == 0 || (length == 1 && (first < 0x20 || first == 0x7F)))
            out += '?';
        else
            out += text.substr(at, length);
        at += std::max<std::size_t>(length, 1);
    }
    return out + '"';
}

}  // namespace scalewright

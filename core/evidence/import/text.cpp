// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/text.h"

#include <algorithm>

namespace scalewright {

std::string lowerCase(std::string_view text)
{
    std::string small(text);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return small;
}

std::string lowerCaseLatinAndCyrillic(std::string_view text)
{
    std::string small = lowerCase(text);
    for (std::size_t i = 0; i + 1 < small.size(); ++i) {
        const auto lead = static_cast<unsigned char>(small[i]), next = static_cast<unsigned char>(small[i + 1]);
        if (lead == 0xC3 && next >= 0x80 && next <= 0x9E && next != 0x97)  // Latin-1, except the multiplication sign
            small[i + 1] = static_cast<char>(next + 0x20);
        else if (lead == 0xD0 && next >= 0x90 && next <= 0x9F)  // the first half of the Cyrillic capitals
            small[i + 1] = static_cast<char>(next + 0x20);
        else if (lead == 0xD0 && next >= 0xA0 && next <= 0xAF)
            small[i] = '\xD1', small[i + 1] = static_cast<char>(next - 0x20);
        else if (lead == 0xD0 && next == 0x81)
            small[i] = '\xD1', small[i + 1] = '\x91';
    }
    return small;
}

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::vector<std::string_view> splitLines(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<std::string_view> splitWords(std::string_view line)
{
    std::vector<std::string_view> words;
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t", at)) != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

std::vector<std::string_view> splitFields(std::string_view line, char separator)
{
    std::vector<std::string_view> fields;
    for (std::size_t from = 0; from <= line.size();) {
        const std::size_t end = std::min(line.find(separator, from), line.size());
        fields.push_back(line.substr(from, end - from));
        from = end + 1;
    }
    return fields;
}

}  // namespace scalewright

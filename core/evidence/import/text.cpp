// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/text.h"

#include <algorithm>

namespace scalewright {

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

std::string withoutAccents(std::string_view text)
{
    constexpr std::string_view letters =
        "aaaaaaaceeeeiiiidnooooo_ouuuuytsaaaaaaaceeeeiiiidnooooo_ouuuuyty"
        "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
        "lllnnnnnn_nnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
    std::string unaccented;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto first = static_cast<unsigned char>(text[i]);
        if (first < 0xC3 || first > 0xC5 || i + 1 >= text.size()) {
            unaccented += text[i];
            continue;
        }
        const std::size_t point = (first & 0x1Fu) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3Fu);
        const char letter = point >= 0xC0 && point - 0xC0 < letters.size() ? letters[point - 0xC0] : ' ';
        if (point == 0x152 || point == 0x153)
            unaccented += "oe";
        else if (point == 0xDF)
            unaccented += "ss";
        else
            unaccented += letter;
    }
    return unaccented;
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

std::vector<std::string> splitNameWords(std::string_view text, bool keepDigits)
{
    std::vector<std::string> words(1);
    for (const char c : text)
        if ((c >= 'a' && c <= 'z') || (keepDigits && isDigit(c)) || isNonAscii(c))
            words.back() += c;
        else if (!words.back().empty())
            words.emplace_back();
    if (words.back().empty())
        words.pop_back();
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

std::string csvLine(const std::vector<std::string>& cells)
{
    std::string line;
    for (const std::string& cell : cells) {
        line += &cell == &cells.front() ? "" : ",";
        if (cell.find_first_of(",;\"\t\n#") == std::string::npos) {
            line += cell;
            continue;
        }
        line += '"';
        for (const char c : cell)
            line.append(c == '"' ? 2 : 1, c);
        line += '"';
    }
    return line + '\n';
}

}  // namespace scalewright

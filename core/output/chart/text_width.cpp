// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/chart/text_width.h"

#include <array>
#include <cstdint>
#include <utility>

namespace scalewright::chart {

double textWidth(std::string_view text, double pixelSize, bool isBold)
{
    // Hundredths of the pixel size, from the space to the tilde.
    static constexpr std::array<std::uint8_t, 95> widths{
        32, 40, 46, 84, 64, 95, 78, 27, 39,  39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
        64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79,
        60, 79, 69, 63, 61, 73, 68, 99, 69,  61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63,
        63, 28, 28, 58, 28, 97, 63, 61, 63,  63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84};
    constexpr double otherLetter = 66, wideLetter = 100, boldFactor = 1.14;
    double hundredths = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= ' ' && byte <= '~')
            hundredths += widths.at(byte - std::size_t{' '});
        else if (byte >= 0xE3)
            hundredths += wideLetter;
        else if (byte >= 0xC2)
            hundredths += otherLetter;
    }
    return hundredths / 100 * pixelSize * (isBold ? boldFactor : 1);
}

std::vector<std::string> wrappedLines(std::string_view text, double width, double pixelSize, bool isBold)
{
    std::vector<std::string> lines;
    std::string line;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
        const std::string word(text.substr(0, end));
        const bool isBreak = end < text.size() && text[end] == '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
        std::string longer = line;
        if (!line.empty())
            longer += ' ';
        longer += word;
        if (!line.empty() && textWidth(longer, pixelSize, isBold) > width) {
            lines.push_back(std::move(line));
            line = word;
        } else {
            line = std::move(longer);
        }
        if (isBreak)
            lines.push_back(std::exchange(line, {}));
    }
    if (!line.empty())
        lines.push_back(std::move(line));
    return lines;
}

}  // namespace scalewright::chart

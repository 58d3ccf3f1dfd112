// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/probes/wire.h"

namespace scalewright::detail {

std::string formatWireLine(const std::vector<std::string>& fields)
{
    std::string line;
    for (const std::string& field : fields) {
        if (!line.empty())
            line += '\t';
        for (const char c : field)
            line += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
    }
    line += '\n';
    return line;
}

std::vector<std::string> parseWireLine(std::string_view line)
{
    std::vector<std::string> fields;
    for (std::size_t begin = 0;;) {
        const std::size_t tab = line.find('\t', begin);
        fields.emplace_back(line.substr(begin, tab == std::string_view::npos ? tab : tab - begin));
        if (tab == std::string_view::npos)
            return fields;
        begin = tab + 1;
    }
}

}  // namespace scalewright::detail

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity/worker_counts.h"

#include <unordered_set>

#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

constexpr std::size_t maximumWorkerCounts = 100'000;

std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::size_t start = 0;
    for (std::size_t position = text.find(separator); position != std::string::npos;
         position = text.find(separator, start)) {
        parts.push_back(text.substr(start, position - start));
        start = position + 1;
    }
    parts.push_back(text.substr(start));
    return parts;
}

/// Replaces separating blanks with commas. Blanks next to a comma and in "4 .. 64" or "1 - 16" are not separators.
std::string commaSeparated(const std::string& text)
{
    std::string list;
    bool blank = false;
    for (const char c : text) {
        if (c == ' ' || c == '\t') {
            blank = true;
            continue;
        }
        const auto joins = [](char each) { return each == ',' || each == '.' || each == '-'; };
        if (blank && !list.empty() && !joins(list.back()) && !joins(c))
            list += ',';
        list += c;
        blank = false;
    }
    return list;
}

/// Appends the counts of one part of the list to `counts`.
Result<void> appendPart(const std::string& part, int high, std::vector<int>& counts)
{
    const std::size_t doubling = part.find("..");
    const std::size_t every = part.find('-', 1);
    const std::size_t separator = doubling != std::string::npos ? doubling : every;
    if (separator == std::string::npos) {
        TRY(const long single, parseCount(part, 1, high));
        counts.push_back(static_cast<int>(single));
        return {};
    }
    const Result<long> first = parseCount(part.substr(0, separator), 1, high);
    if (!first)
        return fail(first.error());
    TRY(const long last, parseCount(part.substr(separator + (doubling != std::string::npos ? 2 : 1)), 1, high));
    if (last < *first)
        return fail(ErrorCode::Input, formatMessage("{} ends before it begins", inQuotes(part)),
                    "the smaller count first, such as 4..64");
    if (doubling == std::string::npos && static_cast<std::size_t>(last - *first) >= maximumWorkerCounts)
        return fail(ErrorCode::Input,
                    formatMessage("{} contains {} worker counts", inQuotes(part), std::to_string(last - *first + 1)),
                    formatMessage("at most {}", std::to_string(maximumWorkerCounts)));
    for (long p = *first; p <= last; p = doubling != std::string::npos ? 2 * p : p + 1)
        counts.push_back(static_cast<int>(p));
    return {};
}

}  // namespace

Result<std::vector<int>> parseWorkerCounts(const std::string& text, int high)
{
    std::vector<int> listed;
    for (const std::string& part : split(commaSeparated(text), ',')) {
        TRY_DO(appendPart(part, high, listed));
        if (listed.size() > maximumWorkerCounts)
            return fail(ErrorCode::Input,
                        formatMessage("more than {} worker counts", std::to_string(maximumWorkerCounts)),
                        "fewer counts");
    }
    std::vector<int> counts;
    std::unordered_set<int> seen;
    for (const int p : listed)
        if (seen.insert(p).second)
            counts.push_back(p);
    return counts;
}

}  // namespace scalewright

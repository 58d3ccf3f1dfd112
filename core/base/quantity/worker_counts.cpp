#include "core/base/quantity/worker_counts.h"

#include <unordered_set>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

constexpr std::size_t mostWorkerCounts = 100'000;

std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::size_t from = 0;
    for (std::size_t at = text.find(separator); at != std::string::npos; at = text.find(separator, from)) {
        parts.push_back(text.substr(from, at - from));
        from = at + 1;
    }
    parts.push_back(text.substr(from));
    return parts;
}

/// The list with a comma where blanks separate: those about a comma, and within "4 .. 64" and "1 - 16", separate
/// nothing.
std::string withCommas(const std::string& text)
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

/// The counts of one part of the list, appended to `counts`.
Result<void> addPart(const std::string& part, int high, std::vector<int>& counts)
{
    const std::size_t doubling = part.find("..");
    const std::size_t every = part.find('-', 1);
    const std::size_t separator = doubling != std::string::npos ? doubling : every;
    if (separator == std::string::npos) {
        const Result<long> only = parseCount(part, 1, high);
        if (!only)
            return fail(only.error());
        counts.push_back(static_cast<int>(*only));
        return {};
    }
    const Result<long> first = parseCount(part.substr(0, separator), 1, high);
    if (!first)
        return fail(first.error());
    const Result<long> last = parseCount(part.substr(separator + (doubling != std::string::npos ? 2 : 1)), 1, high);
    if (!last)
        return fail(last.error());
    if (*last < *first)
        return fail(ErrorCode::Input, say("{} ends before it begins", inQuotes(part)),
                    "the smaller count first, such as 4..64");
    if (doubling == std::string::npos && static_cast<std::size_t>(*last - *first) >= mostWorkerCounts)
        return fail(ErrorCode::Input,
                    say("{} are {} worker counts", inQuotes(part), std::to_string(*last - *first + 1)),
                    say("at most {}", std::to_string(mostWorkerCounts)));
    for (long p = *first; p <= *last; p = doubling != std::string::npos ? 2 * p : p + 1)
        counts.push_back(static_cast<int>(p));
    return {};
}

}  // namespace

Result<std::vector<int>> parseWorkerCounts(const std::string& text, int high)
{
    std::vector<int> listed;
    for (const std::string& part : split(withCommas(text), ',')) {
        if (const Result<void> added = addPart(part, high, listed); !added)
            return fail(added.error());
        if (listed.size() > mostWorkerCounts)
            return fail(ErrorCode::Input, say("more than {} worker counts", std::to_string(mostWorkerCounts)),
                        "fewer of them");
    }
    std::vector<int> counts;
    std::unordered_set<int> seen;
    for (const int p : listed)
        if (seen.insert(p).second)
            counts.push_back(p);
    return counts;
}

}  // namespace scalewright

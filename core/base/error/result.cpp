// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error/result.h"

#include <fmt/format.h>

#include "core/base/text/quote.h"

namespace scalewright {

namespace {

/// A pointer from a malicious file may be as long as the file, so only its beginning and end are shown.
std::string shortenPointer(const std::string& pointer)
{
    constexpr std::size_t maximumLength = 240, head = 120, tail = 100;
    if (pointer.size() <= maximumLength)
        return pointer;
    const auto isContinuationByte = [&](std::size_t position) {
        return (static_cast<unsigned char>(pointer[position]) & 0xC0) == 0x80;
    };
    std::size_t end = head, begin = pointer.size() - tail;
    while (end > 0 && isContinuationByte(end))
        --end;
    while (begin < pointer.size() && isContinuationByte(begin))
        ++begin;
    return pointer.substr(0, end) + "…" + pointer.substr(begin);
}

}  // namespace

tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string expected, ProblemLocation location)
{
    return tl::unexpected<Error>(Error{code, {Problem{std::move(message), std::move(expected), std::move(location)}}});
}

tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

std::string messageOf(const Problem& problem)
{
    return problem.expected.empty() ? problem.message
                                    : formatMessage("{}; expected {}", problem.message, problem.expected);
}

std::string describe(const Problem& problem)
{
    const ProblemLocation& location = problem.location;
    std::string line;
    if (!location.file.empty()) {
        line += location.file;
        if (location.line > 0)
            line += fmt::format(":{}", location.line);
        if (location.column > 0)
            line += fmt::format(":{}", location.column);
        line += ": ";
    } else if (location.line > 0) {
        line += fmt::format("line {}: ", location.line);
    }
    if (!location.jsonPointer.empty())
        line += shortenPointer(location.jsonPointer) + ": ";
    if (!location.field.empty())
        line += location.field + ": ";
    return sanitised(line + messageOf(problem));  // names from the input may contain any character
}

std::string describe(const Error& error, std::size_t maximumProblems)
{
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < error.problems.size() && i < maximumProblems; ++i)
        lines.push_back(describe(error.problems[i]));
    if (error.problems.size() > maximumProblems)
        lines.push_back(formatMessage("… and {} more", error.problems.size() - maximumProblems));
    return joinNonEmpty(lines, "\n");
}

Error withFileName(Error error, const std::string& file)
{
    for (Problem& problem : error.problems)
        if (problem.location.file.empty())
            problem.location.file = file;
    return error;
}

}  // namespace scalewright

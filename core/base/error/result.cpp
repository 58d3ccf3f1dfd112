#include "core/base/error/result.h"

#include <fmt/format.h>

#include "core/base/text/quote.h"

namespace scalewright {

namespace {

/// A pointer from a hostile file may be as long as the file: its beginning and its end say where.
std::string shortened(const std::string& pointer)
{
    constexpr std::size_t most = 240, head = 120, tail = 100;
    if (pointer.size() <= most)
        return pointer;
    const auto within = [&](std::size_t at) {
        return (static_cast<unsigned char>(pointer[at]) & 0xC0) == 0x80;
    };  // a character of UTF-8
    std::size_t end = head, begin = pointer.size() - tail;
    while (end > 0 && within(end))
        --end;
    while (begin < pointer.size() && within(begin))
        ++begin;
    return pointer.substr(0, end) + "…" + pointer.substr(begin);
}

}  // namespace

tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string expected, Where where)
{
    return tl::unexpected<Error>(Error{code, {Problem{std::move(message), std::move(expected), std::move(where)}}});
}

tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

std::string messageOf(const Problem& problem)
{
    return problem.expected.empty() ? problem.message : say("{}; expected {}", problem.message, problem.expected);
}

std::string describe(const Problem& problem)
{
    const Where& at = problem.where;
    std::string line;
    if (!at.file.empty()) {
        line += at.file;
        if (at.line > 0)
            line += fmt::format(":{}", at.line);
        if (at.column > 0)
            line += fmt::format(":{}", at.column);
        line += ": ";
    } else if (at.line > 0) {
        line += fmt::format("line {}: ", at.line);
    }
    if (!at.pointer.empty())
        line += shortened(at.pointer) + ": ";
    if (!at.field.empty())
        line += at.field + ": ";
    return cleaned(line + messageOf(problem));  // a name of the input may hold anything
}

std::string describe(const Error& error, std::size_t most)
{
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < error.problems.size() && i < most; ++i)
        lines.push_back(describe(error.problems[i]));
    if (error.problems.size() > most)
        lines.push_back(say("… and {} more", error.problems.size() - most));
    return joined(lines, "\n");
}

Error inFile(Error error, const std::string& file)
{
    for (Problem& problem : error.problems)
        if (problem.where.file.empty())
            problem.where.file = file;
    return error;
}

}  // namespace scalewright

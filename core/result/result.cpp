#include "core/result/result.h"

#include <fmt/format.h>

namespace scalewright {

tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string expected, Where where)
{
    return tl::unexpected<Error>(Error{code, {Problem{std::move(message), std::move(expected), std::move(where)}}});
}

tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
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
        line += at.pointer + ": ";
    if (!at.field.empty())
        line += at.field + ": ";
    line += problem.message;
    if (!problem.expected.empty())
        line += "; expected " + problem.expected;
    return line;
}

std::string describe(const Error& error, std::size_t most)
{
    std::string text;
    for (std::size_t i = 0; i < error.problems.size() && i < most; ++i) {
        if (i > 0)
            text += '\n';
        text += describe(error.problems[i]);
    }
    if (error.problems.size() > most)
        text += fmt::format("\n… and {} more", error.problems.size() - most);
    return text;
}

Error inFile(Error error, const std::string& file)
{
    for (Problem& problem : error.problems)
        if (problem.where.file.empty())
            problem.where.file = file;
    return error;
}

}  // namespace scalewright

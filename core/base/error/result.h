// SPDX-License-Identifier: GPL-3.0-or-later
// Result<T>: a value, or an Error that says what is wrong, where, and what would be right.
//
// No exception leaves core; a function that can fail returns Result<T>. An Error holds one or more
// Problems, so a validator reports everything it finds, not only the first thing.
//
//     Result<double> s = parseAmount("10us", Dimension::Time);
//     if (!s) fmt::print(stderr, "{}\n", describe(s.error()));
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "core/base/text/message.h"

namespace scalewright {

enum class ErrorCode {
    Input,        ///< the input is wrong (exit status 2)
    Refused,      ///< the question was understood, but the answer is no (exit status 1)
    Environment,  ///< this machine cannot do it: permission, disk full, no MPI (exit status 3)
    Cancelled,    ///< stopped by the user (exit status 130)
};

/// Where a problem is. Every part is optional; the known parts are printed as file:line:column: /json/pointer: field.
struct ProblemLocation {
    std::string file;
    int line = 0;    ///< 1-based; 0: unknown
    int column = 0;  ///< 1-based; 0: unknown
    std::string jsonPointer;  ///< RFC 6901 JSON pointer, e.g. "/target/alpha_s"
    std::string field;    ///< option, column or field name, e.g. "alpha"
    bool operator==(const ProblemLocation&) const = default;
};

struct Problem {
    std::string message;   ///< what is wrong, in words a student understands
    std::string expected;  ///< what would be valid; may be empty
    ProblemLocation location;
    bool operator==(const Problem&) const = default;
};

struct Error {
    ErrorCode code = ErrorCode::Input;
    std::vector<Problem> problems;  ///< never empty
    bool operator==(const Error&) const = default;
};

template <class T>
using Result = tl::expected<T, Error>;

/// An Error with a single problem, convertible to any Result type.
[[nodiscard]] tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string expected = {},
                                         ProblemLocation location = {});
[[nodiscard]] tl::unexpected<Error> fail(Error error);

/// The message without the location: "-1 is negative; expected a time of 0 s or more".
[[nodiscard]] std::string messageOf(const Problem& problem);

/// One line: "run.scalewright:12: /target/alpha_s: -1 is negative; expected a time of 0 s or more".
[[nodiscard]] std::string describe(const Problem& problem);

/// All problems, one per line: at most `maximumProblems` lines, then a line with the number of remaining problems.
[[nodiscard]] std::string describe(const Error& error, std::size_t maximumProblems = 10);

/// Adds the file name to every problem that has none.
[[nodiscard]] Error withFileName(Error error, const std::string& file);

}  // namespace scalewright

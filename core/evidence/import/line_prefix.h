// SPDX-License-Identifier: GPL-3.0-or-later
// Removes what a terminal, launcher, container or logging system adds to a program's lines, so that every reader sees
// the lines as the program wrote them.
#pragma once

#include <string>

namespace scalewright {

/// Length of the start of the text that matches a pattern: 0 is a digit, 9 any number of digits, a is a letter, and
/// every other character is itself. 0 if it does not match.
[[nodiscard]] std::size_t matchLength(std::string_view text, std::string_view pattern);

/// "2023-03-08T17:38:06", with anything behind it
[[nodiscard]] bool isMoment(std::string_view text);

/// Without colour codes; text that a progress bar overwrites becomes a separate line.
[[nodiscard]] std::string withoutTerminalCodes(std::string text);

/// Without the prefix that every line has: a time stamp ("2026-01-01T10:00:00.1Z ", "[10:00:00] ",
/// "I0528 12:34:56.1 77 a.py:3] "), a host or pod ("trainer-0: ", "[pod/a/b] "), a task's label ("3: ", "[0] "), or several
/// of them. Tags that have no other meaning ("[rank0]:", "[1,0]<stdout>:") are removed wherever a line starts with one.
/// Text whose first line has no prefix, such as a table under a header, keeps its time stamps and names.
[[nodiscard]] std::string withoutLinePrefixes(std::string text);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// Where answers and errors go: standard output or -o FILE, stderr, and the exit status.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "core/base/error/result.h"
#include "core/base/json/fields.h"
#include "core/base/quantity/quantity.h"
#include "core/output/answers/render.h"

namespace scalewright::cli {

/// Call this before anything else. A closed pipe then becomes an error to report instead of a fatal signal; closed
/// standard streams stay unusable instead of being replaced by the first file that is opened; Ctrl+C ends the program
/// with status 130.
void prepareProcess();

/// How an answer is printed.
struct OutputFormat {
    bool isJson = false;
    Verbosity verbosity = Verbosity::Short;
};

/// The verbosity given by --explain and --quiet, if the command has these options.
[[nodiscard]] Verbosity verbosityOf(const CLI::App& command);

/// Prints the answer as JSON or text. A null without its own reason is a number too large for a double, and gets that
/// reason; characters that must not reach a terminal are replaced (sanitised, core/base/text/quote.h). Errors: Input if
/// `file` was read as an input; Environment if the disk is full, the pipe is closed or the folder is not writable.
[[nodiscard]] Result<void> deliverReply(const Reply& reply, const OutputFormat& format, const std::string& file);

/// The file named by -o; empty if -o is not given.
[[nodiscard]] std::string outputFileOption(const CLI::App& command);

/// Checks, before the work starts, whether the answer can be written to -o FILE; changes nothing. Errors: those of
/// deliverReply that can be detected in advance (not a disk that fills up later).
[[nodiscard]] Result<void> checkCanDeliver(const std::string& file);

/// Error (Input): the project given by `option` and the file given by -o are the same file, even under different names.
[[nodiscard]] Result<void> checkDifferentFiles(const std::string& project, const char* option, const std::string& file);

/// Writes to standard output and makes sure that the text was written.
[[nodiscard]] Result<void> writeStdout(std::string_view text);

/// One problem per line, at most ten, followed by a count of the rest; sanitised like the answer.
void printProblems(const std::vector<Problem>& problems);

/// 2 input, 1 refused, 3 environment, 130 cancelled.
[[nodiscard]] int exitStatus(ErrorCode code);

/// The reply with this answer, or only its rows as CSV, if it has any; exit status 1 if the answer is no.
[[nodiscard]] Reply replyOf(Answered answered, bool asCsv = false);

/// The message of the first problem: why a part of an answer could not be computed.
[[nodiscard]] inline std::string firstProblemMessage(const Error& error)
{
    return messageOf(error.problems.front());
}

}  // namespace scalewright::cli

// Where answers and errors go: standard output or -o FILE, stderr, exit status.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command.h"
#include "core/base/error/result.h"
#include "core/base/json/json.h"
#include "core/base/quantity/quantity.h"
#include "core/output/answers/render.h"

namespace scalewright::cli {

/// Call before anything else: a closed pipe becomes an error to report instead of a fatal signal; closed standard
/// streams stay unusable instead of becoming the first file that is opened; Ctrl+C ends the program with 130.
void prepareProcess();

/// How an answer is printed.
struct OutputFormat {
    bool isJson = false;
    Verbosity verbosity = Verbosity::Short;
};

/// The verbosity set by --explain and --quiet, if the command has them.
[[nodiscard]] Verbosity verbosityOf(const CLI::App& command);

/// Prints the answer as JSON or text. A null without a reason of its own is a number too large for a double, and gets
/// that reason; characters that must not reach a terminal are replaced (sanitised, core/base/text/quote.h). Errors:
/// Input if `file` is one that was read; Environment if the disk is full, the pipe closed or the folder not writable.
[[nodiscard]] Result<void> deliverReply(const Reply& reply, const OutputFormat& format, const std::string& file);

/// The file that -o names; empty if it is not given.
[[nodiscard]] std::string outputFileOption(const CLI::App& command);

/// Whether -o FILE can take an answer, to be checked before the work; changes nothing. Errors: those of deliverReply
/// that show in advance (a disk that fills up later does not).
[[nodiscard]] Result<void> checkCanDeliver(const std::string& file);

/// Error (Input): the project of `option` and the file of -o are the same, under any names.
[[nodiscard]] Result<void> checkDifferentFiles(const std::string& project, const char* option, const std::string& file);

/// Writes to standard output and makes sure it arrived.
[[nodiscard]] Result<void> writeStdout(std::string_view text);

/// One problem per line, at most ten, then a count; sanitised like the answer.
void printProblems(const std::vector<Problem>& problems);

/// 2 input, 1 refused, 3 environment, 130 cancelled.
[[nodiscard]] int exitStatus(ErrorCode code);

// --- members of the JSON form -----------------------------------------------------------------------------------

/// "key": value, or "key": null and "key_reason": why it does not exist.
void setOrReason(Json::Object& object, std::string_view key, std::optional<double> value, const std::string& reason);
void setOrReason(Json::Object& object, std::string_view key, std::optional<int> value, const std::string& reason);

/// A text; if it is empty, null and the reason.
void setOrReason(Json::Object& object, std::string_view key, const std::string& text, std::string_view reason);

[[nodiscard]] inline Json listJson(const std::vector<std::string>& texts)
{
    return Json(Json::Array(texts.begin(), texts.end()));
}

/// The first problem: why a part of an answer could not be computed.
[[nodiscard]] inline std::string firstProblemMessage(const Error& error)
{
    return messageOf(error.problems.front());
}

/// {"value": …, "low": …, "high": …, "level": …}.
[[nodiscard]] Json intervalJson(double value, const Interval& interval);

}  // namespace scalewright::cli

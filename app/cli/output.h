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

/// Before anything else: a closed pipe is an error to report, not a signal to die of; closed standard streams stay
/// unusable instead of becoming the first file that is opened; Ctrl+C ends with 130.
void prepareProcess();

/// How an answer is printed.
struct Form {
    bool json = false;
    Verbosity verbosity = Verbosity::Short;
};

/// By --explain and --quiet of a command that has them.
[[nodiscard]] Verbosity verbosityOf(const CLI::App& command);

/// The answer as --json or text; a null that says no reason of its own is a number beyond what a double holds, and says
/// that; what no terminal should get is replaced (cleaned, core/base/text/quote.h). Errors: Input where `file` is one that
/// was read; Environment when the disk is full, the pipe closed, the folder not writable.
[[nodiscard]] Result<void> deliver(const Reply& reply, const Form& form, const std::string& file);

/// What -o of a command names; empty where it is not given.
[[nodiscard]] std::string outputFile(const CLI::App& command);

/// Whether -o FILE can take an answer, for what is asked before it is worked out: nothing is made or changed. Errors:
/// deliver's, as far as they show before (a disk that fills up does not).
[[nodiscard]] Result<void> canDeliver(const std::string& file);

/// Error (Input): the project of `option` and what -o names are one file, under whatever names.
[[nodiscard]] Result<void> areTwoFiles(const std::string& project, const char* option, const std::string& file);

/// Writes to standard output and makes sure it arrived.
[[nodiscard]] Result<void> writeStdout(std::string_view text);

/// A problem a line, at most ten, then a count; cleaned as the answer is.
void printProblems(const std::vector<Problem>& problems);

/// 2 input, 1 refused, 3 environment, 130 cancelled.
[[nodiscard]] int exitStatus(ErrorCode code);

// --- members of the JSON form -----------------------------------------------------------------------------------

/// "key": value, or "key": null and "key_reason": why it does not exist.
void setOrReason(Json::Object& object, std::string_view key, std::optional<double> value, const std::string& reason);
void setOrReason(Json::Object& object, std::string_view key, std::optional<int> value, const std::string& reason);

/// A text; where it is empty, null and the reason.
void setOrReason(Json::Object& object, std::string_view key, const std::string& text, std::string_view reason);

[[nodiscard]] inline Json listJson(const std::vector<std::string>& texts)
{
    return Json(Json::Array(texts.begin(), texts.end()));
}

/// Why a part of an answer could not be worked out: its first problem.
[[nodiscard]] inline std::string refusal(const Error& error)
{
    return messageOf(error.problems.front());
}

/// {"value": …, "low": …, "high": …, "level": …}.
[[nodiscard]] Json intervalJson(double value, const Interval& interval);

}  // namespace scalewright::cli

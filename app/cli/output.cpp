// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "core/base/files/file_id.h"
#include "core/base/files/resources.h"
#include "core/base/text/quote.h"
#include "core/model/bottleneck/profile.h"
#include "core/output/answers/ask.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

constexpr std::size_t maximumPrintedProblems = 10;

/// Text from a file or an option may contain anything, but must be printed on a single line.
std::string sanitisedLine(std::string_view text)
{
    std::string safe = sanitised(text);
    for (std::size_t position = safe.find('\n'); position != std::string::npos; position = safe.find('\n', position))
        safe.replace(position, 1, "\\n");
    return safe;
}

/// The text for people: the answer or answers, followed by the document; the document comes first if it is the answer's
/// table.
std::string replyText(const Reply& reply, Verbosity verbosity)
{
    if (!reply.answers.empty()) {
        std::string combined;
        for (const Answer& each : reply.answers)
            combined +=
                (combined.empty() || verbosity == Verbosity::Quiet ? "" : "\n") + scalewright::toText(each, verbosity);
        return combined;
    }
    if (reply.answer.headline.empty())
        return reply.text;
    std::string answer = scalewright::toText(reply.answer, verbosity);
    if (verbosity == Verbosity::Quiet)
        return answer;
    if (!reply.isTextTable)
        return answer + reply.text;
    std::string commented = reply.text;
    for (std::size_t position = 0; position < answer.size();) {
        const std::size_t end = std::min(answer.find('\n', position), answer.size());
        commented += (end == position ? "#" : "# ") + answer.substr(position, end - position) + '\n';
        position = end + 1;
    }
    return commented;
}

}  // namespace

Reply replyOf(Answered answered, bool asCsv)
{
    if (asCsv && !answered.rows.columns.empty())
        return {.text = toCsv(answered.rows)};
    return {.answer = std::move(answered.answer),
            .json = std::move(answered.json),
            .exitStatus = answered.problems.empty() ? 0 : exitStatus(ErrorCode::Refused),
            .problems = std::move(answered.problems)};
}

void prepareProcess()
{
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGINT, [](int) { ::_exit(130); });
    // Reaching a file size limit is a write error, like a full disk. A handler, unlike SIG_IGN, is not inherited by
    // child processes.
    std::signal(SIGXFSZ, [](int) {});
    // A descriptor opened in the wrong direction fails with EBADF, as a closed one does.
    constexpr std::array directions{O_WRONLY, O_RDONLY, O_RDONLY};
    for (int descriptor = 0; descriptor < 3; ++descriptor)
        if (::fcntl(descriptor, F_GETFD) == -1 && errno == EBADF)
            static_cast<void>(::open("/dev/null", directions[static_cast<std::size_t>(descriptor)]));
}

Result<void> writeStdout(std::string_view text)
{
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (!written)
        return fail(ErrorCode::Environment,
                    fmt::format("cannot write the answer to standard output: {}", std::strerror(errno)),
                    "an open pipe, a disk with free space, or -o FILE");
    return {};
}

Verbosity verbosityOf(const CLI::App& command)
{
    const auto isGiven = [&](const char* name) {
        const CLI::Option* option = command.get_option_no_throw(name);
        return option != nullptr && option->count() > 0;
    };
    return isGiven("--explain") ? Verbosity::Explained : isGiven("--quiet") ? Verbosity::Quiet : Verbosity::Short;
}

std::string outputFileOption(const CLI::App& command)
{
    const CLI::Option* file = command.get_option("--output");
    return file->count() > 0 ? file->as<std::string>() : std::string();
}

namespace {

/// Describes what a person wrote in a file; nullptr for other kinds of file, or if everything in it was written by a
/// program.
const char* describeHandMadeFile(const std::string& file)
{
    std::error_code ignoredError;
    constexpr std::uintmax_t largest = 16u << 20;
    if (const std::uintmax_t size = std::filesystem::file_size(file, ignoredError);
        ignoredError || size == 0 || size > largest)
        return nullptr;
    const Result<std::string> text = scalewright::readText(std::filesystem::path(file));
    if (!text || text->find_first_not_of(" \t\r\n") == std::string::npos ||
        (*text)[text->find_first_not_of(" \t\r\n")] != '{')
        return nullptr;
    const Result<Json> document = parseJson(*text);
    if (!document)
        return nullptr;
    if (const Json* format = document->find("format"); format != nullptr && format->asString() != nullptr) {
        if (*format->asString() == "scalewright-lecture")
            return "is a lecture";
        const Json* answers = document->find("answers");
        if (*format->asString() == "scalewright-assignment" && answers != nullptr && answers->asObject() != nullptr &&
            !answers->asObject()->empty())
            return "is an exercise with answers";
        return nullptr;
    }
    const Result<Profile> profile = parseProfile(*text);
    // Values written by a command have the option's name as their source.
    const auto isTyped = [](const MaybeQuantity& figure) {
        return figure && figure->provenance.origin == Origin::Typed && figure->provenance.source.empty();
    };
    const auto hasTypedFigure = [&]<class Section>(const Section& section) {
        return std::ranges::any_of(quantities<Section>,
                                   [&](const auto& field) { return isTyped(section.*field.member); });
    };
    // Ceilings from a --machine file are copied unchanged, including numbers without a source.
    const bool measured = document->find("program") != nullptr;
    if (profile && (hasTypedFigure(profile->baseline) || (!measured && hasTypedFigure(profile->baseline.machine)) ||
                    std::ranges::any_of(profile->baseline.steps, hasTypedFigure)))
        return "is a profile with typed values";
    return nullptr;
}

}  // namespace

Result<void> checkDifferentFiles(const std::string& project, const char* option, const std::string& file)
{
    if (file.empty() || file == "-")
        return {};
    std::error_code ignoredError;
    const std::optional<FileId> projectId = fileId(project), outputId = fileId(file);
    const bool isSameFile =
        projectId && outputId
            ? *projectId == *outputId
            : std::filesystem::weakly_canonical(std::filesystem::absolute(project, ignoredError), ignoredError) ==
                  std::filesystem::weakly_canonical(std::filesystem::absolute(file, ignoredError), ignoredError);
    if (!isSameFile)
        return {};
    return fail(ErrorCode::Input, formatMessage("is also the file of {}", std::string(option)), "another file",
                {.file = file, .field = "--output"});
}

Result<void> checkCanDeliver(const std::string& file)
{
    if (file.empty() || file == "-")
        return {};
    if (wasFileRead(file))
        return fail(ErrorCode::Input, "was read by this command: the answer would replace it", "another file",
                    {.file = file, .field = "--output"});
    std::error_code ignoredError;
    if (std::filesystem::is_regular_file(file, ignoredError) && (file.ends_with(".scalewright") || readProject(file)))
        return fail(ErrorCode::Input, "is a project: the answer would replace it",
                    "another file, or that project moved away", {.file = file, .field = "--output"});
    if (std::filesystem::is_regular_file(file, ignoredError))
        if (const char* contents = describeHandMadeFile(file))
            return fail(ErrorCode::Input, formatMessage("{}: the answer would replace it", std::string(contents)),
                        "another file, or that one moved away", {.file = file, .field = "--output"});
    return checkCanSave(file);
}

Result<void> deliverReply(const Reply& reply, const OutputFormat& format, const std::string& file)
{
    std::string content;
    if (!format.isJson) {
        content = replyText(reply, format.verbosity);
        content = sanitised(content);
    } else {
        content = escapeUnsafeJsonCharacters(writeJson(documentOf({.answer = reply.answer, .json = reply.json})));
    }
    if (file.empty() || file == "-")
        return writeStdout(content);
    TRY_DO(checkCanDeliver(file));
    return saveFile(file, content);
}

void printProblems(const std::vector<Problem>& problems)
{
    std::string lines;
    for (std::size_t i = 0; i < problems.size() && i < maximumPrintedProblems; ++i)
        lines += sanitisedLine("scalewright-cli: " + describe(problems[i])) + '\n';
    if (problems.size() > maximumPrintedProblems)
        lines += fmt::format("scalewright-cli: … and {} more\n", problems.size() - maximumPrintedProblems);
    std::fputs(lines.c_str(), stderr);
}

int exitStatus(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Input: return 2;
    case ErrorCode::Refused: return 1;
    case ErrorCode::Environment: return 3;
    case ErrorCode::Cancelled: return 130;
    }
    return 2;
}

}  // namespace scalewright::cli

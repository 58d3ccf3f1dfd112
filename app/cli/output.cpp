#include "app/cli/output.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "app/cli/ask.h"
#include "app/cli/input.h"
#include "core/base/files/file_id.h"
#include "core/base/files/resources.h"
#include "core/base/text/quote.h"
#include "core/model/bottleneck/profile.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

constexpr std::size_t mostProblems = 10;

/// What came from a file or an option may hold anything, and this has to stay on its line.
std::string cleanedLine(std::string_view text)
{
    std::string safe = cleaned(text);
    for (std::size_t at = safe.find('\n'); at != std::string::npos; at = safe.find('\n', at))
        safe.replace(at, 1, "\\n");
    return safe;
}

/// Every null with a reason beside it. Numbers that are not finite are null in JSON.
Json withReasons(const Json& value)
{
    if (const Json::Array* elements = value.asArray()) {
        Json::Array all;
        for (const Json& element : *elements)
            all.push_back(withReasons(element));
        return Json(std::move(all));
    }
    const Json::Object* members = value.asObject();
    if (members == nullptr)
        return value;
    Json::Object all;
    for (const auto& [name, member] : *members) {
        all.emplace_back(name, withReasons(member));
        const Json::Number* number = member.asNumber();
        const bool none =
            member.isNull() || (number != nullptr && number->text == "null");  // what is not finite is written so
        if (none && value.find(name + "_reason") == nullptr)
            all.emplace_back(name + "_reason", Json("too large to compute"));
    }
    return Json(std::move(all));
}

/// What a person gets: the answer or answers, and the document after them or, where it is their table, before.
std::string textOf(const Reply& reply, Verbosity verbosity)
{
    if (!reply.several.empty()) {
        std::string all;
        for (const Answer& each : reply.several)
            all += (all.empty() || verbosity == Verbosity::Quiet ? "" : "\n") + scalewright::toText(each, verbosity);
        return all;
    }
    if (reply.answer.headline.empty())
        return reply.text;
    const std::string answer = scalewright::toText(reply.answer, verbosity);
    if (verbosity == Verbosity::Quiet)
        return answer;
    if (!reply.table)
        return answer + reply.text;
    std::string commented = reply.text;
    for (std::size_t at = 0; at < answer.size();) {
        const std::size_t end = std::min(answer.find('\n', at), answer.size());
        commented += (end == at ? "#" : "# ") + answer.substr(at, end - at) + '\n';
        at = end + 1;
    }
    return commented;
}

void set(Json::Object& object, std::string_view key, Json value)
{
    object.emplace_back(std::string(key), std::move(value));
}

}  // namespace

void prepareProcess()
{
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGINT, [](int) { ::_exit(130); });
    // A file at its size limit is an error of the write, as a full disk is. A handler, so that children start as usual.
    std::signal(SIGXFSZ, [](int) {});
    // A descriptor opened the wrong way round fails with EBADF, as a closed one would.
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
                    "an open pipe, a disk with room, or -o FILE");
    return {};
}

Verbosity verbosityOf(const CLI::App& command)
{
    const auto asked = [&](const char* name) {
        const CLI::Option* option = command.get_option_no_throw(name);
        return option != nullptr && option->count() > 0;
    };
    return asked("--explain") ? Verbosity::Explained : asked("--quiet") ? Verbosity::Quiet : Verbosity::Short;
}

std::string outputFile(const CLI::App& command)
{
    const CLI::Option* file = command.get_option("--output");
    return file->count() > 0 ? file->as<std::string>() : std::string();
}

namespace {

/// What a person made in a file; nullptr where it is another kind of file, or only what a program wrote.
const char* madeByHand(const std::string& file)
{
    std::error_code none;
    constexpr std::uintmax_t largest = 16u << 20;
    if (const std::uintmax_t size = std::filesystem::file_size(file, none); none || size == 0 || size > largest)
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
    const auto isTyped = [](const MaybeQuantity& figure) {  // a command says which of its options a figure is from
        return figure && figure->provenance.origin == Origin::Typed && figure->provenance.source.empty();
    };
    const auto anyTyped = [&]<class Section>(const Section& section) {
        return std::any_of(quantities<Section>.begin(), quantities<Section>.end(),
                           [&](const auto& field) { return isTyped(section.*field.member); });
    };
    // Ceilings of a file of --machine come as they stand there, bare numbers too.
    const bool measured = document->find("program") != nullptr;
    if (profile && (anyTyped(profile->baseline) || (!measured && anyTyped(profile->baseline.machine)) ||
                    std::any_of(profile->baseline.steps.begin(), profile->baseline.steps.end(), anyTyped)))
        return "is a profile with values that were typed";
    return nullptr;
}

}  // namespace

Result<void> areTwoFiles(const std::string& project, const char* option, const std::string& file)
{
    if (file.empty() || file == "-")
        return {};
    std::error_code none;
    const std::optional<FileId> one = fileId(project), other = fileId(file);
    const bool same = one && other
                          ? *one == *other
                          : std::filesystem::weakly_canonical(std::filesystem::absolute(project, none), none) ==
                                std::filesystem::weakly_canonical(std::filesystem::absolute(file, none), none);
    if (!same)
        return {};
    return fail(ErrorCode::Input, say("is the file of {} too", std::string(option)), "another file",
                {.file = file, .field = "--output"});
}

Result<void> canDeliver(const std::string& file)
{
    if (file.empty() || file == "-")
        return {};
    if (wasRead(file))
        return fail(ErrorCode::Input, "is the file that was read: the answer would replace it", "another file",
                    {.file = file, .field = "--output"});
    std::error_code none;
    if (std::filesystem::is_regular_file(file, none) && (file.ends_with(".scalewright") || readProject(file)))
        return fail(ErrorCode::Input, "is a project: the answer would replace it",
                    "another file, or that project out of the way", {.file = file, .field = "--output"});
    if (std::filesystem::is_regular_file(file, none))
        if (const char* what = madeByHand(file))
            return fail(ErrorCode::Input, say("{}: the answer would replace it", std::string(what)),
                        "another file, or that one out of the way", {.file = file, .field = "--output"});
    return canBeSaved(file);
}

Json jsonOf(const Reply& reply)
{
    Json::Object document{{"schema", Json(1)}};
    document.insert(document.end(), reply.json.begin(), reply.json.end());
    if (!reply.answer.headline.empty())
        document.emplace_back("answer", Json(scalewright::toJson(reply.answer)));
    return withReasons(Json(std::move(document)));
}

Result<void> deliver(const Reply& reply, const Form& form, const std::string& file)
{
    std::string content;
    if (!form.json) {
        content = textOf(reply, form.verbosity);
        content = cleaned(content);
    } else {
        content = escapedJson(writeJson(jsonOf(reply)));
    }
    if (file.empty() || file == "-")
        return writeStdout(content);
    if (Result<void> can = canDeliver(file); !can)
        return can;
    return saveFile(file, content);
}

void printProblems(const std::vector<Problem>& problems)
{
    std::string lines;
    for (std::size_t i = 0; i < problems.size() && i < mostProblems; ++i)
        lines += cleanedLine("scalewright-cli: " + describe(problems[i])) + '\n';
    if (problems.size() > mostProblems)
        lines += fmt::format("scalewright-cli: … and {} more\n", problems.size() - mostProblems);
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

void setOrReason(Json::Object& object, std::string_view key, std::optional<double> value, const std::string& reason)
{
    if (value && std::isfinite(*value)) {
        set(object, key, Json(*value));
        return;
    }
    set(object, key, Json());
    set(object, std::string(key) + "_reason", Json(value || reason.empty() ? "too large to compute" : reason));
}

void setOrReason(Json::Object& object, std::string_view key, std::optional<int> value, const std::string& reason)
{
    if (value) {
        set(object, key, Json(*value));
        return;
    }
    set(object, key, Json());
    set(object, std::string(key) + "_reason", Json(reason));
}

void setOrReason(Json::Object& object, std::string_view key, const std::string& text, std::string_view reason)
{
    if (!text.empty())
        set(object, key, Json(text));
    else
        setOrReason(object, key, std::optional<double>(), std::string(reason));
}

Json intervalJson(double value, const Interval& interval)
{
    return Json(Json::Object{{"value", Json(value)},
                             {"low", Json(interval.low)},
                             {"high", Json(interval.high)},
                             {"level", Json(interval.level)}});
}

}  // namespace scalewright::cli

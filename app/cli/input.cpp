#include "app/cli/input.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "app/cli/edit_text.h"
#include "core/base/files/descriptor.h"
#include "core/base/text/quote.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"
#include "core/project/document/variants.h"

namespace scalewright::cli {

namespace {

/// Device and inode of what was read, by whichever thread.
class FilesRead {
public:
    void add(const struct stat& about)
    {
        const std::lock_guard lock(m_mutex);
        m_files.emplace(about.st_dev, about.st_ino);
    }
    [[nodiscard]] bool has(const struct stat& about)
    {
        const std::lock_guard lock(m_mutex);
        return m_files.contains({about.st_dev, about.st_ino});
    }

private:
    std::mutex m_mutex;
    std::set<std::pair<dev_t, ino_t>> m_files;  // guarded by m_mutex
};

FilesRead& filesRead()
{
    static FilesRead files;
    return files;
}

tl::unexpected<Error> refuse(ErrorCode code, const std::string& file, std::string message, std::string expected = {})
{
    return fail(code, std::move(message), std::move(expected), Where{.file = inputName(file)});
}

}  // namespace

std::string inputName(const std::string& file)
{
    return file == "-" ? "standard input" : file;
}

Result<std::string> readText(const std::string& file)
{
    if (file.empty())
        return scalewright::fail(ErrorCode::Input, "the file's name is empty", "a file, or - for standard input");
    const bool standardInput = file == "-";
    const Descriptor opened(standardInput ? -1 : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    const int input = standardInput ? STDIN_FILENO : opened.get();
    if (input < 0) {
        const int reason = errno;
        if (reason == ENOENT || reason == ENOTDIR)
            return refuse(ErrorCode::Input, file, "there is no such file");
        return refuse(ErrorCode::Environment, file, fmt::format("cannot be opened: {}", std::strerror(reason)));
    }
    struct stat about {};
    if (::fstat(input, &about) == 0) {
        if (S_ISREG(about.st_mode))
            filesRead().add(about);
        if (S_ISDIR(about.st_mode))
            return refuse(ErrorCode::Input, file, "is a directory", "a file");
        if (S_ISREG(about.st_mode) && static_cast<unsigned long long>(about.st_size) > largestInput)
            return refuse(ErrorCode::Input, file, fmt::format("is {} MiB large", about.st_size >> 20),
                          fmt::format("at most {} MiB", largestInput >> 20));
    }
    std::string text;
    char buffer[1 << 16];
    for (;;) {
        const ssize_t got = ::read(input, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return refuse(ErrorCode::Environment, file, fmt::format("cannot be read: {}", std::strerror(errno)));
        if (got == 0)
            return text;
        text.append(buffer, static_cast<std::size_t>(got));
        if (text.size() > largestInput)
            return refuse(ErrorCode::Input, file, fmt::format("is larger than {} MiB", largestInput >> 20),
                          fmt::format("at most {} MiB", largestInput >> 20));
    }
}

void declareEdits(CLI::App& command, Edits& edits)
{
    command
        .add_option("--set", edits,
                    "a field of the project by its pointer, such as /target/alpha_s=10us; may be repeated")
        ->type_name("/POINTER=VALUE")
        ->allow_extra_args(false);
}

Result<std::pair<std::string, std::string>> pointerAndValue(const std::string& edit)
{
    const std::size_t sign = edit.find('=');
    if (sign == std::string::npos || !edit.starts_with('/'))
        return scalewright::fail(ErrorCode::Input, say("{} sets nothing", inQuotes(edit)),
                                 "a field and its value, such as --set /target/alpha_s=10us", {.field = "--set"});
    return std::pair(edit.substr(0, sign), edit.substr(sign + 1));
}

Result<Project> edited(Project project, const Edits& edits)
{
    Error error;
    std::set<std::string> named;
    for (const std::string& edit : edits) {
        const Result<std::pair<std::string, std::string>> parts = pointerAndValue(edit);
        if (parts && !named.insert(parts->first).second)
            error.problems.push_back(
                {say("{} is given twice", inQuotes(parts->first)), "one value for each field", {}});
        const Result<void> set =
            parts ? setFieldText(project, parts->first, parts->second) : scalewright::fail(parts.error());
        if (!set)
            error.problems.insert(error.problems.end(), set.error().problems.begin(), set.error().problems.end());
    }
    if (error.problems.empty() && !edits.empty()) {
        Result<Project> whole = parseProject(writeProject(project));
        if (whole)
            return whole;
        error = std::move(whole.error());
    }
    if (error.problems.empty())
        return project;
    for (Problem& problem : error.problems)
        problem.where.field = "--set";
    return fail(std::move(error));
}

Result<std::string> editedText(std::string text, const Edits& edits)
{
    if (edits.empty())
        return text;
    return parseProject(text)
        .and_then([&](Project project) { return edited(std::move(project), edits); })
        .transform(writeProject);
}

Result<Project> readProjectFrom(const std::string& file, const Edits& edits)
{
    if (file != "-") {
        struct stat about {};
        if (::stat(file.c_str(), &about) == 0)
            filesRead().add(about);
        return readProject(file).and_then([&](Project project) {
            rememberReferences(project, file);
            return edited(std::move(project), edits);
        });
    }
    const Result<std::string> text = readText(file);
    if (!text)
        return fail(text.error());
    Result<Project> project = parseProject(*text);
    if (!project)
        return fail(inFile(std::move(project.error()), inputName(file)));
    return edited(*std::move(project), edits);
}

void rememberRead(const std::string& file)
{
    struct stat about {};
    if (::stat(file.c_str(), &about) != 0)
        return;
    filesRead().add(about);
    if (!S_ISDIR(about.st_mode))
        return;
    constexpr std::size_t most = 100'000;
    std::size_t seen = 0;
    std::error_code error;
    using Folder = std::filesystem::recursive_directory_iterator;
    for (Folder at(file, std::filesystem::directory_options::skip_permission_denied, error), end;
         !error && at != end && seen < most; at.increment(error), ++seen)
        if (::stat(at->path().c_str(), &about) == 0 && S_ISREG(about.st_mode))
            filesRead().add(about);
}

void rememberReferences(const Project& project, const std::string& file)
{
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    for (const RecordedRun& run : project.measurements.traces)
        for (const TraceReference& each : run.files)
            rememberRead((folder / each.file).string());
    for (const Ladder& ladder : project.measurements.ladders)
        if (ladder.provenance.origin == Origin::Imported && !ladder.provenance.source.empty())
            rememberRead((folder / ladder.provenance.source).string());
}

bool wasRead(const std::string& file)
{
    struct stat about {};
    return ::stat(file.c_str(), &about) == 0 && filesRead().has(about);
}

Result<Project> readVariant(const std::string& file, const Text& variant, const char* option, const Edits& edits)
{
    Result<Project> project = readProjectFrom(file, variant ? Edits{} : edits);
    if (!project || !variant)
        return project;
    Result<Project> shown = variantNamed(*project, *variant);
    if (!shown)
        for (Problem& problem : shown.error().problems)
            problem.where = {.file = inputName(file), .field = option};
    if (!shown || edits.empty())
        return shown;
    return withVariantShown(*project, shown->variantName).and_then([&](Project named) {
        return edited(std::move(named), edits);
    });
}

Result<Project> readOrEmpty(const Text& file, const Text& variant, const Edits& edits)
{
    if (file)
        return readVariant(*file, variant, "--variant", edits);
    if (!edits.empty())
        return fail(ErrorCode::Input, "there is no project to set a field of", "a PROJECT, or options without --set",
                    {.field = "--set"});
    return Project{};
}

}  // namespace scalewright::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "app/cli/edit_text.h"
#include "app/cli/terminal.h"
#include "core/base/error/try.h"
#include "core/base/files/descriptor.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/decision/plan/conditions.h"
#include "core/project/document/member_checks.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"
#include "core/project/document/variants.h"

namespace scalewright::cli {

namespace {

/// Device and inode numbers of the files that any thread has read.
class ReadFileRegistry {
public:
    void add(const struct stat& fileStatus)
    {
        const std::lock_guard lock(m_mutex);
        m_files.emplace(fileStatus.st_dev, fileStatus.st_ino);
    }
    [[nodiscard]] bool contains(const struct stat& fileStatus)
    {
        const std::lock_guard lock(m_mutex);
        return m_files.contains({fileStatus.st_dev, fileStatus.st_ino});
    }

private:
    std::mutex m_mutex;
    std::set<std::pair<dev_t, ino_t>> m_files;  // guarded by m_mutex
};

ReadFileRegistry& readFileRegistry()
{
    static ReadFileRegistry files;
    return files;
}

tl::unexpected<Error> failForFile(ErrorCode code, const std::string& file, std::string message,
                                  std::string expected = {})
{
    return fail(code, std::move(message), std::move(expected), ProblemLocation{.file = inputName(file)});
}

}  // namespace

std::string inputName(const std::string& file)
{
    return file == "-" ? "standard input" : file;
}

Result<std::string> readText(const std::string& file)
{
    if (file.empty())
        return scalewright::fail(ErrorCode::Input, "the file name is empty", "a file, or - for standard input");
    const bool standardInput = file == "-";
    const FileDescriptor opened(standardInput ? -1 : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    const int input = standardInput ? STDIN_FILENO : opened.get();
    if (input < 0) {
        const int reason = errno;
        if (reason == ENOENT || reason == ENOTDIR)
            return failForFile(ErrorCode::Input, file, "there is no such file");
        return failForFile(ErrorCode::Environment, file, fmt::format("cannot be opened: {}", std::strerror(reason)));
    }
    struct stat fileStatus {};
    if (::fstat(input, &fileStatus) == 0) {
        if (S_ISREG(fileStatus.st_mode))
            readFileRegistry().add(fileStatus);
        if (S_ISDIR(fileStatus.st_mode))
            return failForFile(ErrorCode::Input, file, "is a directory", "a file");
        if (S_ISREG(fileStatus.st_mode) && static_cast<unsigned long long>(fileStatus.st_size) > maximumInputBytes)
            return failForFile(ErrorCode::Input, file, fmt::format("is {} MiB large", fileStatus.st_size >> 20),
                               fmt::format("at most {} MiB", maximumInputBytes >> 20));
    }
    std::string text;
    char buffer[1 << 16];
    for (;;) {
        const ssize_t byteCount = ::read(input, buffer, sizeof buffer);
        if (byteCount < 0 && errno == EINTR)
            continue;
        if (byteCount < 0)
            return failForFile(ErrorCode::Environment, file, fmt::format("cannot be read: {}", std::strerror(errno)));
        if (byteCount == 0)
            return text;
        text.append(buffer, static_cast<std::size_t>(byteCount));
        if (text.size() > maximumInputBytes)
            return failForFile(ErrorCode::Input, file, fmt::format("is larger than {} MiB", maximumInputBytes >> 20),
                               fmt::format("at most {} MiB", maximumInputBytes >> 20));
    }
}

OptionRow editOption(Edits& edits)
{
    return OptionRow([&edits](CLI::App& command) {
        command
            .add_option("--set", edits,
                        "a field of the project by its pointer, such as /target/alpha_s=10us; may be repeated")
            ->type_name("/POINTER=VALUE")
            ->allow_extra_args(false);
    });
}

Result<std::pair<std::string, std::string>> parsePointerAndValue(const std::string& edit)
{
    const std::size_t sign = edit.find('=');
    if (sign == std::string::npos || !edit.starts_with('/'))
        return scalewright::fail(ErrorCode::Input, formatMessage("{} is not a field and a value", inQuotes(edit)),
                                 "a field and its value, such as --set /target/alpha_s=10us", {.field = "--set"});
    return std::pair(edit.substr(0, sign), edit.substr(sign + 1));
}

Result<Project> applyEdits(Project project, const Edits& edits)
{
    const Project before = project;
    Error error;
    std::set<std::string> editedPointers;
    for (const std::string& edit : edits) {
        const Result<std::pair<std::string, std::string>> parts = parsePointerAndValue(edit);
        if (parts && !editedPointers.insert(parts->first).second)
            error.problems.push_back(
                {formatMessage("{} is given twice", inQuotes(parts->first)), "one value for each field", {}});
        const Result<void> set =
            parts ? setFieldText(project, parts->first, parts->second) : scalewright::fail(parts.error());
        if (!set)
            append(error.problems, set.error().problems);
    }
    if (error.problems.empty() && !edits.empty()) {
        Result<Project> parsed = parseProject(writeProject(project));
        if (parsed)
            return withConditionsKept(before, std::move(*parsed));
        error = std::move(parsed.error());
    }
    if (error.problems.empty())
        return project;
    for (Problem& problem : error.problems)
        problem.location.field = "--set";
    return fail(std::move(error));
}

Result<std::string> applyEditsToText(std::string text, const Edits& edits)
{
    if (edits.empty())
        return text;
    return parseProject(text)
        .and_then([&](Project project) { return applyEdits(std::move(project), edits); })
        .transform(writeProject);
}

Result<Project> readProjectFrom(const std::string& file, const Edits& edits)
{
    Result<Project> project = readProjectWithoutWarnings(file, edits);
    if (project)
        warnOfMisspelledMembers(*project);
    return project;
}

void warnOfMisspelledMembers(const Project& project)
{
    for (const Problem& problem : findMisspelledMembers(project))
        printWarning(describe(problem));
}

Result<Project> readProjectWithoutWarnings(const std::string& file, const Edits& edits)
{
    if (file != "-") {
        struct stat fileStatus {};
        if (::stat(file.c_str(), &fileStatus) == 0)
            readFileRegistry().add(fileStatus);
        return readProject(file).and_then([&](Project project) {
            rememberReferencedFiles(project, file);
            return applyEdits(std::move(project), edits);
        });
    }
    TRY(const std::string text, readText(file));
    Result<Project> project = parseProject(text);
    if (!project)
        return fail(withFileName(std::move(project.error()), inputName(file)));
    return applyEdits(*std::move(project), edits);
}

void rememberReadFile(const std::string& file)
{
    struct stat fileStatus {};
    if (::stat(file.c_str(), &fileStatus) != 0)
        return;
    readFileRegistry().add(fileStatus);
    if (!S_ISDIR(fileStatus.st_mode))
        return;
    constexpr std::size_t maximumFiles = 100'000;
    std::size_t seen = 0;
    std::error_code error;
    using FolderIterator = std::filesystem::recursive_directory_iterator;
    for (FolderIterator entry(file, std::filesystem::directory_options::skip_permission_denied, error), end;
         !error && entry != end && seen < maximumFiles; entry.increment(error), ++seen)
        if (::stat(entry->path().c_str(), &fileStatus) == 0 && S_ISREG(fileStatus.st_mode))
            readFileRegistry().add(fileStatus);
}

void rememberReferencedFiles(const Project& project, const std::string& file)
{
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    for (const RecordedRun& run : project.measurements.traces)
        for (const TraceReference& each : run.files)
            rememberReadFile((folder / each.file).string());
    for (const Ladder& ladder : project.measurements.ladders)
        if (ladder.provenance.origin == Origin::Imported && !ladder.provenance.source.empty())
            rememberReadFile((folder / ladder.provenance.source).string());
}

bool wasFileRead(const std::string& file)
{
    struct stat fileStatus {};
    return ::stat(file.c_str(), &fileStatus) == 0 && readFileRegistry().contains(fileStatus);
}

Result<Project> readVariant(const std::string& file, const OptionText& variant, const char* option, const Edits& edits)
{
    Result<Project> project = readProjectFrom(file, variant ? Edits{} : edits);
    if (!project || !variant)
        return project;
    Result<Project> variantProject = projectForVariant(*project, *variant);
    if (!variantProject)
        for (Problem& problem : variantProject.error().problems)
            problem.location = {.file = inputName(file), .field = option};
    if (!variantProject)
        return variantProject;
    variantProject = withConditionsKept(*project, std::move(*variantProject));
    if (edits.empty())
        return variantProject;
    return withVariantShown(*project, variantProject->variantName).and_then([&](Project projectWithVariant) {
        return applyEdits(withConditionsKept(*project, std::move(projectWithVariant)), edits);
    });
}

Result<Project> readProjectOrEmpty(const OptionText& file, const OptionText& variant, const Edits& edits)
{
    if (file)
        return readVariant(*file, variant, "--variant", edits);
    if (!edits.empty())
        return fail(ErrorCode::Input, "no project is given", "a PROJECT, or options without --set", {.field = "--set"});
    return Project{};
}

}  // namespace scalewright::cli

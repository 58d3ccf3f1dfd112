// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/document/project_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/files/descriptor.h"
#include "core/base/process/held_signals.h"
#include "core/project/document/temporary_files.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

std::string errorReason(int error)
{
    switch (error) {
    case EACCES:
    case EPERM: return "permission denied";
    case ENOSPC:
    case EDQUOT: return "no space left";
    case EROFS: return "the file system is read-only";
    case EFBIG: return "the file would be larger than allowed";
    case ENOENT:
    case ENOTDIR: return "the folder does not exist";
    default: return std::strerror(error);
    }
}

tl::unexpected<Error> failEnvironment(const fs::path& path, std::string message, std::string expected = {})
{
    return fail(ErrorCode::Environment, std::move(message), std::move(expected), {.file = path.string()});
}

tl::unexpected<Error> failWrite(const fs::path& path, int error)
{
    return failEnvironment(path, formatMessage("cannot be written: {}", errorReason(error)),
                           error == ENOENT || error == ENOTDIR ? "an existing folder" : "");
}

// Returns 0 or the errno.
int writeAll(int descriptor, std::string_view content)
{
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written < 0 && errno != EINTR)
            return errno;
        if (written > 0)
            content.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

// The end of the chain of symbolic links that starts at `path`; nullopt if there is a cycle.
std::optional<fs::path> resolveLinks(fs::path path)
{
    std::error_code error;
    for (int i = 0; i < 40; ++i) {
        const fs::path next = fs::read_symlink(path, error);
        if (error)
            return path;
        path = path.parent_path() / next;
    }
    return std::nullopt;
}

struct TemporaryFile {
    fs::path path;
    int descriptor = -1;
};

// Creates a file in the folder with the mode that the umask gives; descriptor -1 and errno on failure. (mkstemp would
// make it readable only for the owner, regardless of the umask.)
TemporaryFile createTemporaryFile(const fs::path& folder)
{
    for (int i = 0; i < 1000; ++i) {
        TemporaryFile file{folder / temporaryFileName(::getpid(), i), -1};
        file.descriptor = ::open(file.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file.descriptor >= 0)
            (void)::flock(file.descriptor,
                          LOCK_EX);  // so that the file is not swept; a file system without locks is not an error
        if (file.descriptor >= 0 || errno != EEXIST)
            return file;
    }
    return {};
}

// Writes to the open file, and gives it the owner and mode of `like`. Returns 0 or the errno.
int writeContents(FileDescriptor& file, std::string_view content, const struct stat* like)
{
    if (like) {
        // Only root can change the owner; for other users setting the mode is enough.
        if (::fchown(file.get(), like->st_uid, like->st_gid) != 0 && errno != EPERM)
            return errno;
        if (::fchmod(file.get(), like->st_mode & 07777) != 0)
            return errno;
    }
    if (const int error = writeAll(file.get(), content))
        return error;
    // Some file systems do not support flushing and report this as an error.
    if (::fsync(file.get()) != 0 && errno != EINVAL && errno != ENOTSUP)
        return errno;
    return file.close() ? 0 : errno;
}

fs::path folderOf(const fs::path& file)
{
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

tl::unexpected<Error> failRead(const fs::path& path, int error)
{
    if (error == ENOENT || error == ENOTDIR)
        return fail(ErrorCode::Input, "there is no such file", "the path of a project file", {.file = path.string()});
    return failEnvironment(path, formatMessage("cannot be read: {}", errorReason(error)));
}

}  // namespace

Result<Project> readProject(const std::filesystem::path& path)
{
    const JsonLimits limits;
    const std::string expected = formatMessage("a project of at most {} MiB", limits.maximumBytes >> 20);
    const auto refuse = [&](std::string message) {
        return fail(ErrorCode::Input, std::move(message), expected, {.file = path.string()});
    };
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0)
        return failRead(path, errno);
    if (S_ISDIR(status.st_mode))
        return refuse("this is a folder");
    if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode))
        return refuse("this is a device, not a file");
    if (static_cast<std::uintmax_t>(status.st_size) > limits.maximumBytes)
        return refuse(
            formatMessage("the file has {} MiB", fmt::format("{:.0f}", static_cast<double>(status.st_size) / 0x1p20)));

    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.isValid())
        return failRead(path, errno);
    std::string text;
    std::string chunk(std::size_t{1} << 16, '\0');
    while (true) {
        const ssize_t bytesRead = ::read(file.get(), chunk.data(), chunk.size());
        if (bytesRead < 0 && errno == EINTR)
            continue;
        if (bytesRead < 0)
            return failRead(path, errno);
        if (bytesRead == 0)
            break;
        text.append(chunk, 0, static_cast<std::size_t>(bytesRead));
        if (text.size() > limits.maximumBytes)  // a pipe, or a file that has grown
            return refuse(formatMessage("the file has more than {} MiB", limits.maximumBytes >> 20));
    }
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
        return fail(ErrorCode::Input, "the file is in UTF-16", "a project in UTF-8: convert the file",
                    {.file = path.string()});
    if (text.find('\0') != std::string::npos)
        return refuse("this is a binary file");
    Result<Project> project = parseProject(text);
    if (!project)
        return fail(withFileName(std::move(project.error()), path.string()));
    return project;
}

Result<void> checkCanSave(const std::filesystem::path& path)
{
    struct stat status {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (!exists && errno != ENOENT)
        return failWrite(path, errno);
    if (exists && S_ISDIR(status.st_mode))
        return failEnvironment(path, "cannot be written: this is a folder", "the path of a file");
    if (exists && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
        return failWrite(path, errno);
    if (exists && !S_ISREG(status.st_mode))
        return {};
    const std::optional<fs::path> target = resolveLinks(path);
    if (!target)
        return failWrite(path, ELOOP);
    if (::faccessat(AT_FDCWD, folderOf(*target).c_str(), W_OK | X_OK, AT_EACCESS) != 0)
        return failWrite(path, errno);
    return {};
}

Result<void> saveFile(const std::filesystem::path& path, std::string_view content)
{
    if (Result<void> writable = checkCanSave(path); !writable)
        return writable;
    struct stat status {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (exists && !S_ISREG(status.st_mode)) {
        FileDescriptor device(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
        int error = device.isValid() ? writeAll(device.get(), content) : errno;
        if (error == 0 && !device.close())
            error = errno;
        return error == 0 ? Result<void>{} : failWrite(path, error);
    }

    const std::optional<fs::path> target = resolveLinks(path);
    if (!target)
        return failWrite(path, ELOOP);
    const fs::path folder = folderOf(*target);
    removeLeftovers(folder);
    const HeldSignals untilSaved;
    const TemporaryFile temporary = createTemporaryFile(folder);
    if (temporary.descriptor < 0 && errno == ENOENT && exists)  // as in /proc
        return failEnvironment(path, "cannot be written: its folder does not accept new files", "a folder on a disk");
    if (temporary.descriptor < 0)
        return failWrite(path, errno);
    FileDescriptor file(temporary.descriptor);
    int error = writeContents(file, content, exists ? &status : nullptr);
    if (error == 0 && ::rename(temporary.path.c_str(), target->c_str()) != 0)
        error = errno;
    if (error != 0) {
        ::unlink(temporary.path.c_str());
        return failWrite(path, error);
    }
    // The new content is already in place, so failing to flush the folder is not an error.
    const FileDescriptor parent(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (parent.isValid())
        (void)::fsync(parent.get());
    return {};
}

}  // namespace scalewright

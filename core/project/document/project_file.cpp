#include "core/project/document/project_file.h"

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/base/files/descriptor.h"
#include "core/project/document/leftovers.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

std::string reason(int error)
{
    switch (error) {
    case EACCES:
    case EPERM: return "permission denied";
    case ENOSPC:
    case EDQUOT: return "there is no space left";
    case EROFS: return "the file system is read-only";
    case EFBIG: return "the file would be larger than allowed";
    case ENOENT:
    case ENOTDIR: return "there is no such folder";
    default: return std::strerror(error);
    }
}

tl::unexpected<Error> environment(const fs::path& path, std::string message, std::string expected = {})
{
    return fail(ErrorCode::Environment, std::move(message), std::move(expected), {.file = path.string()});
}

tl::unexpected<Error> notWritten(const fs::path& path, int error)
{
    return environment(path, say("cannot be written: {}", reason(error)),
                       error == ENOENT || error == ENOTDIR ? "a folder that exists" : "");
}

// 0, or the errno of what went wrong.
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

// Where the chain of symbolic links that starts at `path` ends, or nothing where it goes round.
std::optional<fs::path> behindLinks(fs::path path)
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

// A new file in the folder with the mode that the umask gives; descriptor -1 and errno where that fails.
// (mkstemp would make it readable for the owner only, whatever the umask says.)
TemporaryFile createIn(const fs::path& folder)
{
    for (int i = 0; i < 1000; ++i) {
        TemporaryFile file{folder / temporaryName(::getpid(), i), -1};
        file.descriptor = ::open(file.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file.descriptor >= 0)
            (void)::flock(file.descriptor,
                          LOCK_EX);  // nobody sweeps it; a file system without locks is no reason to stop
        if (file.descriptor >= 0 || errno != EEXIST)
            return file;
    }
    return {};
}

// Writes into the file that is open there, and gives it the owner and mode of `like`. 0 or errno.
int fill(Descriptor& file, std::string_view content, const struct stat* like)
{
    if (like) {
        // Only root can give a file away; the mode is what matters to the others.
        if (::fchown(file.get(), like->st_uid, like->st_gid) != 0 && errno != EPERM)
            return errno;
        if (::fchmod(file.get(), like->st_mode & 07777) != 0)
            return errno;
    }
    if (const int error = writeAll(file.get(), content))
        return error;
    // Some file systems have nothing to flush and say so.
    if (::fsync(file.get()) != 0 && errno != EINVAL && errno != ENOTSUP)
        return errno;
    return file.close() ? 0 : errno;
}

fs::path folderOf(const fs::path& file)
{
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

tl::unexpected<Error> notRead(const fs::path& path, int error)
{
    if (error == ENOENT || error == ENOTDIR)
        return fail(ErrorCode::Input, "there is no such file", "the path of a project file", {.file = path.string()});
    return environment(path, say("cannot be read: {}", reason(error)));
}

}  // namespace

Result<Project> readProject(const std::filesystem::path& path)
{
    const JsonLimits limits;
    const std::string expected = say("a project of at most {} MiB", limits.bytes >> 20);
    const auto refuse = [&](std::string message) {
        return fail(ErrorCode::Input, std::move(message), expected, {.file = path.string()});
    };
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0)
        return notRead(path, errno);
    if (S_ISDIR(status.st_mode))
        return refuse("this is a folder");
    if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode))
        return refuse("this is a device, not a file");
    if (static_cast<std::uintmax_t>(status.st_size) > limits.bytes)
        return refuse(say("the file has {} MiB", fmt::format("{:.0f}", static_cast<double>(status.st_size) / 0x1p20)));

    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.valid())
        return notRead(path, errno);
    std::string text;
    std::string chunk(std::size_t{1} << 16, '\0');
    while (true) {
        const ssize_t got = ::read(file.get(), chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return notRead(path, errno);
        if (got == 0)
            break;
        text.append(chunk, 0, static_cast<std::size_t>(got));
        if (text.size() > limits.bytes)  // a pipe, or a file that grew
            return refuse(say("the file has more than {} MiB", limits.bytes >> 20));
    }
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
        return fail(ErrorCode::Input, "the file is in UTF-16", "a project in UTF-8: save it as UTF-8",
                    {.file = path.string()});
    if (text.find('\0') != std::string::npos)
        return refuse("this is a binary file");
    Result<Project> project = parseProject(text);
    if (!project)
        return fail(inFile(std::move(project.error()), path.string()));
    return project;
}

Result<void> canBeSaved(const std::filesystem::path& path)
{
    struct stat status {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (!exists && errno != ENOENT)
        return notWritten(path, errno);
    if (exists && S_ISDIR(status.st_mode))
        return environment(path, "cannot be written: this is a folder", "the path of a file");
    if (exists && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
        return notWritten(path, errno);
    if (exists && !S_ISREG(status.st_mode))
        return {};
    const std::optional<fs::path> target = behindLinks(path);
    if (!target)
        return notWritten(path, ELOOP);
    if (::faccessat(AT_FDCWD, folderOf(*target).c_str(), W_OK | X_OK, AT_EACCESS) != 0)
        return notWritten(path, errno);
    return {};
}

Result<void> saveFile(const std::filesystem::path& path, std::string_view content)
{
    if (Result<void> can = canBeSaved(path); !can)
        return can;
    struct stat status {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (exists && !S_ISREG(status.st_mode)) {
        Descriptor device(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
        int error = device.valid() ? writeAll(device.get(), content) : errno;
        if (error == 0 && !device.close())
            error = errno;
        return error == 0 ? Result<void>{} : notWritten(path, error);
    }

    const std::optional<fs::path> target = behindLinks(path);
    if (!target)
        return notWritten(path, ELOOP);
    const fs::path folder = folderOf(*target);
    sweepLeftovers(folder);
    const TemporaryFile temporary = createIn(folder);
    if (temporary.descriptor < 0 && errno == ENOENT && exists)  // as /proc says it
        return environment(path, "cannot be written: its folder takes no new file", "a folder on a disk");
    if (temporary.descriptor < 0)
        return notWritten(path, errno);
    Descriptor file(temporary.descriptor);
    int error = fill(file, content, exists ? &status : nullptr);
    if (error == 0 && ::rename(temporary.path.c_str(), target->c_str()) != 0)
        error = errno;
    if (error != 0) {
        ::unlink(temporary.path.c_str());
        return notWritten(path, error);
    }
    // The new content is in place; a folder that cannot be flushed is no reason to say otherwise.
    const Descriptor parent(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (parent.valid())
        (void)::fsync(parent.get());
    return {};
}

}  // namespace scalewright

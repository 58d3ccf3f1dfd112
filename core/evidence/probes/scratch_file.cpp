// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/probes/scratch_file.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <utility>

#include "core/base/files/system_text.h"
#include "core/base/quantity/number_text.h"

namespace scalewright {

namespace {

constexpr std::size_t chunkBytes = 4u << 20;

int openUnnamedFile(const std::filesystem::path& folder)
{
    // O_EXCL prevents the file from later being linked to a name.
    const int unnamed = open(folder.c_str(), O_TMPFILE | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (unnamed >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return unnamed;
    std::string name = (folder / "scalewright-XXXXXX").string();
    const int namedDescriptor = mkostemp(name.data(), O_CLOEXEC);
    if (namedDescriptor >= 0)
        unlink(name.c_str());
    return namedDescriptor;
}

}  // namespace

Result<ScratchFile> ScratchFile::create(const std::filesystem::path& folder, std::size_t bytes)
{
    const int descriptor = openUnnamedFile(folder);
    if (descriptor < 0) {
        const int error = errno;
        const bool missing = error == ENOENT || error == ENOTDIR;
        return fail(ErrorCode::Environment,
                    missing ? formatMessage("there is no folder {} ({})", folder.string(), systemErrorText(error))
                            : formatMessage("no file can be made in the folder {} ({})", folder.string(),
                                            systemErrorText(error)),
                    "a writable folder, set by TMPDIR or --folder");
    }
    ScratchFile file(descriptor, folder);
    if (const double free = file.freeBytes(); free < static_cast<double>(bytes))
        return fail(ErrorCode::Environment,
                    formatMessage("{} has {} free and the probe writes {}", folder.string(), bytesText(free),
                                  bytesText(static_cast<double>(bytes))),
                    "more free space, or another folder set by TMPDIR or --folder");
    return file;
}

ScratchFile::ScratchFile(ScratchFile&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)), m_folder(std::move(other.m_folder))
{
}

ScratchFile::~ScratchFile()
{
    if (m_descriptor >= 0)
        close(m_descriptor);
}

Error ScratchFile::errorFor(int error, const std::string& action) const
{
    std::string message = formatMessage("{} in {} failed: {}", action, m_folder.string(), systemErrorText(error));
    std::string expected;
    if (error == ENOSPC || error == EDQUOT) {
        message = formatMessage("the disk that holds {} is full", m_folder.string());
        expected = "more free space, or another folder set by TMPDIR or --folder";
    } else if (error == EFBIG) {
        message = "the largest file this process may write is too small for the probe";
        expected = "a higher limit (ulimit -f)";
    }
    return {ErrorCode::Environment, {{std::move(message), std::move(expected), {}}}};
}

Result<void> ScratchFile::restart()
{
    if (ftruncate(m_descriptor, 0) != 0)
        return fail(errorFor(errno, "emptying the scratch file"));
    return rewind();
}

Result<void> ScratchFile::rewind()
{
    if (lseek(m_descriptor, 0, SEEK_SET) < 0)
        return fail(errorFor(errno, "rewinding the scratch file"));
    return {};
}

Result<void> ScratchFile::write(std::span<const std::byte> data)
{
    while (!data.empty()) {
        const ssize_t written = ::write(m_descriptor, data.data(), std::min(data.size(), chunkBytes));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return fail(errorFor(written < 0 ? errno : ENOSPC, "writing"));
        data = data.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

Result<void> ScratchFile::sync()
{
    if (fsync(m_descriptor) != 0)
        return fail(errorFor(errno, "syncing the scratch file"));
    return {};
}

Result<void> ScratchFile::read(std::span<std::byte> data)
{
    while (!data.empty()) {
        const ssize_t bytesRead = ::read(m_descriptor, data.data(), std::min(data.size(), chunkBytes));
        if (bytesRead < 0 && errno == EINTR)
            continue;
        if (bytesRead <= 0)
            return fail(errorFor(bytesRead < 0 ? errno : EIO, "reading"));
        data = data.subspan(static_cast<std::size_t>(bytesRead));
    }
    return {};
}

Result<void> ScratchFile::readAt(std::span<std::byte> data, std::size_t offset)
{
    while (!data.empty()) {
        const ssize_t bytesRead = ::pread(m_descriptor, data.data(), data.size(), static_cast<off_t>(offset));
        if (bytesRead < 0 && errno == EINTR)
            continue;
        if (bytesRead <= 0)
            return fail(errorFor(bytesRead < 0 ? errno : EIO, "reading"));
        data = data.subspan(static_cast<std::size_t>(bytesRead));
        offset += static_cast<std::size_t>(bytesRead);
    }
    return {};
}

bool ScratchFile::setDirectIo(bool direct)
{
    const int flags = fcntl(m_descriptor, F_GETFL);
    return flags >= 0 && fcntl(m_descriptor, F_SETFL, direct ? flags | O_DIRECT : flags & ~O_DIRECT) == 0;
}

bool ScratchFile::isInMemory() const
{
    struct statfs about {};
    return fstatfs(m_descriptor, &about) == 0 && (about.f_type == TMPFS_MAGIC || about.f_type == RAMFS_MAGIC);
}

double ScratchFile::freeBytes() const
{
    struct statvfs about {};
    if (fstatvfs(m_descriptor, &about) != 0)
        return 0;
    return static_cast<double>(about.f_bavail) * static_cast<double>(about.f_frsize);
}

}  // namespace scalewright

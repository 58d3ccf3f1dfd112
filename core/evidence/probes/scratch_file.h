// SPDX-License-Identifier: GPL-3.0-or-later
// A file for timing the disk. It has no name: O_TMPFILE if the file system supports it, else a file with an
// unpredictable name that is created exclusively and unlinked at once. However the process ends, nothing is left
// behind.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "core/base/error/result.h"

namespace scalewright {

class ScratchFile {
public:
    /// Errors (Environment), as a sentence: the folder does not exist, is not writable, or has less than `bytes` free
    /// space.
    [[nodiscard]] static Result<ScratchFile> create(const std::filesystem::path& folder, std::size_t bytes);

    /// Takes ownership of an open descriptor; errors name `folder`.
    ScratchFile(int descriptor, std::filesystem::path folder) : m_descriptor(descriptor), m_folder(std::move(folder)) {}
    ScratchFile(ScratchFile&& other) noexcept;
    ScratchFile& operator=(ScratchFile&&) = delete;
    ~ScratchFile();

    /// Empties the file and seeks to its beginning.
    [[nodiscard]] Result<void> restart();
    /// Seeks to the beginning without emptying the file.
    [[nodiscard]] Result<void> rewind();
    /// Errors (Environment): the disk is full, a size limit has been reached, or another failure, with the system's
    /// message.
    [[nodiscard]] Result<void> write(std::span<const std::byte> data);
    /// Waits until everything written has reached the device.
    [[nodiscard]] Result<void> sync();
    /// Reads exactly data.size() bytes.
    [[nodiscard]] Result<void> read(std::span<std::byte> data);
    /// Reads from `offset`, regardless of the file position.
    [[nodiscard]] Result<void> readAt(std::span<std::byte> data, std::size_t offset);
    /// Makes reads bypass or use the page cache; false if the file system does not support it.
    bool setDirectIo(bool direct);

    /// True if the folder is in memory (tmpfs, ramfs), so that timings measure memory.
    [[nodiscard]] bool isInMemory() const;
    [[nodiscard]] double freeBytes() const;

private:
    [[nodiscard]] Error errorFor(int error, const std::string& action) const;

    int m_descriptor;
    std::filesystem::path m_folder;
};

}  // namespace scalewright

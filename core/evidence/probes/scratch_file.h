// One file to time the disk with. It has no name: O_TMPFILE where the file system knows it, else a file of an
// unpredictable name, created exclusively and unlinked at once. Whatever ends the process, nothing is left behind.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "core/base/error/result.h"

namespace scalewright {

class ScratchFile {
public:
    /// Errors (Environment), in a sentence: the folder does not exist, is not writable, or has less than `bytes` free.
    [[nodiscard]] static Result<ScratchFile> create(const std::filesystem::path& folder, std::size_t bytes);

    /// Takes over an open descriptor; `folder` is what errors name.
    ScratchFile(int descriptor, std::filesystem::path folder) : m_descriptor(descriptor), m_folder(std::move(folder)) {}
    ScratchFile(ScratchFile&& other) noexcept;
    ScratchFile& operator=(ScratchFile&&) = delete;
    ~ScratchFile();

    /// Empties the file and goes to its beginning.
    [[nodiscard]] Result<void> restart();
    /// Goes to the beginning without emptying.
    [[nodiscard]] Result<void> rewind();
    /// Errors (Environment): the disk is full, a size limit is reached, any other failure in the system's words.
    [[nodiscard]] Result<void> write(std::span<const std::byte> data);
    /// Waits until everything written is on the device.
    [[nodiscard]] Result<void> sync();
    /// Reads exactly data.size() bytes.
    [[nodiscard]] Result<void> read(std::span<std::byte> data);
    /// The same from `offset` on, wherever the file stands.
    [[nodiscard]] Result<void> readAt(std::span<std::byte> data, std::size_t offset);
    /// Makes reads go past the page cache, or through it; false where the file system cannot.
    bool setDirect(bool direct);

    /// True where the folder lies in memory (tmpfs, ramfs): timings are then the memory's.
    [[nodiscard]] bool inMemory() const;
    [[nodiscard]] double freeBytes() const;

private:
    [[nodiscard]] Error failure(int error, const std::string& doing) const;

    int m_descriptor;
    std::filesystem::path m_folder;
};

}  // namespace scalewright

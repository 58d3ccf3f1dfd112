// SPDX-License-Identifier: GPL-3.0-or-later
// Identifies a file regardless of the links that lead to it: device and inode.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <utility>

namespace scalewright {

using FileId = std::pair<dev_t, ino_t>;

/// Follows all links; nullopt if there is no such file.
[[nodiscard]] inline std::optional<FileId> fileId(const std::filesystem::path& path)
{
    struct stat about {};
    return ::stat(path.c_str(), &about) == 0 ? std::optional(FileId(about.st_dev, about.st_ino)) : std::nullopt;
}

}  // namespace scalewright

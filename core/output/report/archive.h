// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of files in one archive: gzipped tar (POSIX ustar), which every system can open.
//
//     const std::string bytes = packArchive("report", {{"README.md", "…"}});
//     unpackArchive(bytes)->front().name;  // "README.md"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

struct ArchivedFile {
    std::string name;  ///< without the folder
    std::string content;
    bool operator==(const ArchivedFile&) const = default;
};

struct ArchiveLimits {
    std::size_t maximumBytes = 256u << 20;  ///< total size of all files, unpacked
    std::size_t maximumFiles = 1000;
};

/// Packs all files into one folder with that name. The result is reproducible: it contains no dates and no owners.
/// Precondition: each name has 1 to 99 bytes including the folder.
[[nodiscard]] std::string packArchive(const std::string& folder, const std::vector<ArchivedFile>& files);

/// The files in archive order, without the common folder. Errors (Input): not gzip or not tar, damaged or truncated,
/// above the limits, a link or a device, an absolute path or one that leaves the folder, a duplicate name.
[[nodiscard]] Result<std::vector<ArchivedFile>> unpackArchive(std::string_view bytes, const ArchiveLimits& limits = {});

}  // namespace scalewright

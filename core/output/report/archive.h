// A folder of files as one archive: tar (POSIX ustar) in gzip, which every system opens.
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
    std::size_t maximumBytes = 256u << 20;  ///< of all files, unpacked
    std::size_t maximumFiles = 1000;
};

/// All files in one folder of that name. The result is reproducible: no dates, no owners. Precondition: each name has 1
/// to 99 bytes including the folder.
[[nodiscard]] std::string packArchive(const std::string& folder, const std::vector<ArchivedFile>& files);

/// The files in archive order, without the common folder. Errors (Input): not gzip or not tar, damaged or truncated,
/// above the limits, a link or a device, an absolute path or one that leads upwards, a duplicate name.
[[nodiscard]] Result<std::vector<ArchivedFile>> unpackArchive(std::string_view bytes, const ArchiveLimits& limits = {});

}  // namespace scalewright

// A folder of files as one archive: tar (POSIX ustar) in gzip, which every system opens.
//
//     const std::string bytes = packed("report", {{"README.md", "…"}});
//     unpacked(bytes)->front().name;   // "README.md"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

struct ArchivedFile {
    std::string name;  ///< without a folder
    std::string content;
    bool operator==(const ArchivedFile&) const = default;
};

struct ArchiveLimits {
    std::size_t bytes = 256u << 20;  ///< of all files, unpacked
    std::size_t files = 1000;
};

/// All files in one folder of that name. The same bytes each time: no dates, no owners. Preconditions: names of 1 to 99
/// bytes, the folder's with them.
[[nodiscard]] std::string packed(const std::string& folder, const std::vector<ArchivedFile>& files);

/// The files in the order in which they stand, the folder that all lie in left out. Errors (Input): no gzip or no tar,
/// damaged or cut short, beyond the limits, a link or a device, a path that is absolute or leads upwards, a name twice.
[[nodiscard]] Result<std::vector<ArchivedFile>> unpacked(std::string_view bytes, const ArchiveLimits& limits = {});

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/resources.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

namespace scalewright {

Result<std::filesystem::path> resourcePath(const std::string& relative)
{
    namespace fs = std::filesystem;
    std::vector<fs::path> roots;
    if (const char* resourcesFolder = std::getenv("SCALEWRIGHT_RESOURCES"))
        roots.emplace_back(resourcesFolder);
    std::error_code error;
    const fs::path executable = fs::read_symlink("/proc/self/exe", error);
    if (!error)
        roots.push_back(executable.parent_path() / ".." / "share" / "scalewright");

    std::string searched;
    for (const fs::path& root : roots) {
        if (fs::path candidate = root / relative; fs::exists(candidate, error))
            return fs::weakly_canonical(candidate, error);
        searched += (searched.empty() ? "" : ", ") + root.string();
    }
    return fail(ErrorCode::Environment, formatMessage("the data file {} was not found", relative),
                formatMessage("it under one of: {}", searched));
}

Result<std::string> readText(const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
        return fail(ErrorCode::Environment, "cannot be read", "a readable file", {.file = path.string()});
    std::ostringstream text;
    text << stream.rdbuf();
    return std::move(text).str();
}

}  // namespace scalewright

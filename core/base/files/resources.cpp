#include "core/base/files/resources.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

namespace scalewright {

Result<std::filesystem::path> resourcePath(const std::string& relative)
{
    namespace fs = std::filesystem;
    std::vector<fs::path> roots;
    if (const char* named = std::getenv("SCALEWRIGHT_RESOURCES"))
        roots.emplace_back(named);
    std::error_code error;
    const fs::path self = fs::read_symlink("/proc/self/exe", error);
    if (!error)
        roots.push_back(self.parent_path() / ".." / "share" / "scalewright");

    std::string searched;
    for (const fs::path& root : roots) {
        if (fs::path found = root / relative; fs::exists(found, error))
            return fs::weakly_canonical(found, error);
        searched += (searched.empty() ? "" : ", ") + root.string();
    }
    return fail(ErrorCode::Environment, say("the data file {} is not where the program looks for it", relative),
                say("it under one of: {}", searched));
}

Result<std::string> readText(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return fail(ErrorCode::Environment, "cannot be read", "a file that may be read", {.file = path.string()});
    return std::string((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
}

}  // namespace scalewright

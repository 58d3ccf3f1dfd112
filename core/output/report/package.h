// What goes into a report's folder beside the answers: inputs, README with the checklist, the typeset PDF.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error/result.h"
#include "core/output/report/archive.h"
#include "core/project/document/project.h"

namespace scalewright {

/// A folder among the temporary files, gone with its owner.
class TemporaryFolder {
public:
    /// Error (Environment): none can be made.
    [[nodiscard]] static Result<TemporaryFolder> make();
    TemporaryFolder(TemporaryFolder&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder();
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return m_path / name; }
    [[nodiscard]] std::string path() const { return m_path.string(); }

private:
    explicit TemporaryFolder(std::filesystem::path path) : m_path(std::move(path)) {}
    std::filesystem::path m_path;
};

/// A file that the project refers to, as it is packed.
struct PackedInput {
    std::string file;  ///< beside the project: "input-1-rank0.json"; its name alone where it is not packed
    std::string digest;
    double bytes = 0;
    bool kept = false;
    std::string why{};  ///< why it is not: missing, changed, too large
};
struct PackedInputs {
    Project project;  ///< which refers to them as they are packed
    std::vector<PackedInput> list;
    std::vector<ArchivedFile> files;
};
/// The traces and the rules of their own that a project was made from. Errors: one can no longer be read (Environment),
/// or Cancelled.
[[nodiscard]] Result<PackedInputs> packInputs(const Project& project, const std::filesystem::path& projectFolder,
                                              const std::stop_token& stop = {});

/// README.md: what is there, how to reproduce it, the checklist.
[[nodiscard]] std::string readmeOf(const Project& project, const std::vector<PackedInput>& inputs, bool pdf);

}  // namespace scalewright

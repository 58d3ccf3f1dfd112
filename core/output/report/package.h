// SPDX-License-Identifier: GPL-3.0-or-later
// The other contents of a report's folder: inputs, README with the checklist, and the typeset PDF.
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

/// A temporary folder that is deleted together with this object.
class TemporaryFolder {
public:
    /// Error (Environment): the folder cannot be created.
    [[nodiscard]] static Result<TemporaryFolder> create();
    TemporaryFolder(TemporaryFolder&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder();
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return m_path / name; }
    [[nodiscard]] std::string path() const { return m_path.string(); }

private:
    explicit TemporaryFolder(std::filesystem::path path) : m_path(std::move(path)) {}
    std::filesystem::path m_path;
};

/// A file that the project refers to, in packed form.
struct PackedInput {
    std::string fileName;  ///< name in the package: "input-1-rank0.json"; the original name if the file is not packed
    std::string digest;
    double bytes = 0;
    bool isPacked = false;
    std::string notPackedReason{};  ///< missing, changed or too large; empty if packed
};
struct PackedInputs {
    Project project;  ///< refers to the packed inputs
    std::vector<PackedInput> inputs;
    std::vector<ArchivedFile> files;
};
/// Whether the name shows that a file is data. A browser or an editor must not show an input as a part of the report.
[[nodiscard]] bool isInputFileName(const std::string& fileName);

/// Packs the traces and custom rules that a project was made from. Errors: a file can no longer be read (Environment),
/// or Cancelled.
[[nodiscard]] Result<PackedInputs> packInputs(const Project& project, const std::filesystem::path& projectFolder,
                                              const std::stop_token& stop = {});

/// README.md: the contents, how to reproduce the results, and the checklist.
[[nodiscard]] std::string makeReadme(const Project& project, const std::vector<PackedInput>& inputs, bool pdf);

}  // namespace scalewright

// What report asks and reproduce asks again.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/project/project.h"
#include "core/report/archive.h"
#include "core/report/questions.h"
#include "core/report/report.h"

namespace scalewright::cli {

struct AskedSection {
    ReportSection section;
    Json json;  ///< the answer's --json form; null where there is none
};
/// Of the project at that path, which stands as reportedProject in what is found.
[[nodiscard]] AskedSection askFor(const ReportQuestion& question, const std::string& project);

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
/// The traces and the rules of their own that a project was made from. Error (Environment): one can no longer be read.
[[nodiscard]] Result<PackedInputs> packInputs(const Project& project, const std::filesystem::path& projectFolder);

/// README.md: what is there, how to reproduce it, the checklist of Pineau et al. 2021 filled where it is known.
[[nodiscard]] std::string readmeOf(const Project& project, const std::vector<PackedInput>& inputs, bool pdf);

/// report.tex in the folder typeset there. Errors (Environment): there is no pdflatex, or it made nothing.
[[nodiscard]] Result<std::string> typeset(const TemporaryFolder& folder);

}  // namespace scalewright::cli

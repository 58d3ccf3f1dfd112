// SPDX-License-Identifier: GPL-3.0-or-later
// A project's complete hand-in: every answer in the method's order, as a report, as numbers to recompute, and as the
// files that contain both.
//
//     const Result<AnsweredReport> answered = makeAnsweredReport(project);
//     handInAnswer(answered->report, project).headline;  // "7 of 8 sections answered, 4 figures."
//     const Result<ReportPackage> package = makeReportPackage(project, folder, {});
//     packArchive("report", package->files);             // an archive that `scalewright-cli reproduce` reads
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/json/json.h"
#include "core/output/answers/answer.h"
#include "core/output/report/archive.h"
#include "core/output/report/questions.h"
#include "core/output/report/report.h"

namespace scalewright {

struct PackedInput;
struct Project;

struct AnsweredSection {
    ReportSection section;
    Json answerJson{};  ///< the answer as printed by --json, or null
};
[[nodiscard]] AnsweredSection answerSection(const ReportQuestion& question, const Project& project);

/// Progress reporting and cancellation.
struct ReportMonitor {
    std::stop_token stopToken{};
    /// `sectionTitle`: the section in progress.
    std::function<void(double share, const std::string& sectionTitle)> onProgress{};
};

struct AnsweredReport {
    Report report;
    std::vector<Json> answers;  ///< one per section
    std::string projectDocument;  ///< the content of the project file that was answered
    std::string projectDigest;  ///< of that file
};
/// All answers, figures and texts of the project. Error: Cancelled.
[[nodiscard]] Result<AnsweredReport> makeAnsweredReport(const Project& project, const ReportMonitor& monitor = {});

[[nodiscard]] std::size_t answeredSectionCount(const Report& report);
[[nodiscard]] std::size_t figureCount(const Report& report);
/// How many sections are answered, the first missing input, and the headline of each section.
[[nodiscard]] Answer handInAnswer(const Report& report, const Project& project);

/// The parts of a hand-in that the user must still fill in.
struct OpenParts {
    std::size_t emptySlots = 0;  ///< how many of the six slots have no choice
    bool isIntroductionMissing = false;
    std::size_t openChecklistPoints = 0, checklistPoints = 0;

    [[nodiscard]] bool hasAny() const { return emptySlots > 0 || isIntroductionMissing || openChecklistPoints > 0; }
};
[[nodiscard]] OpenParts findOpenParts(const Project& project);

struct ReportPackage {
    AnsweredReport answeredReport;
    std::vector<ArchivedFile> files;
};
struct PackageForm {
    bool includesPdf = false;  ///< whether to add report.pdf, typeset with pdflatex
};
/// The files, including the project's inputs; `projectFolder` is the base folder of the project's references. Errors:
/// those of makeAnsweredReport, packInputs and typesetLatex.
[[nodiscard]] Result<ReportPackage> makeReportPackage(const Project& project,
                                                      const std::filesystem::path& projectFolder,
                                                      const PackageForm& form, const ReportMonitor& monitor = {});

/// The report of the project, its answers, README and figures; without the PDF, the project and its inputs. `hasPdf`: README names the
/// PDF. Error (Input): as for figureFiles.
[[nodiscard]] Result<std::vector<ArchivedFile>> reportFiles(const AnsweredReport& answered, const Project& project,
                                                            const std::vector<PackedInput>& inputs, bool hasPdf);
/// The inputs as listed in answers.json.
[[nodiscard]] Json inputsJson(const std::vector<PackedInput>& inputs);

/// A report's figures as SVG, LaTeX and CSV files. Error (Input): that of toSvg.
[[nodiscard]] Result<std::vector<ArchivedFile>> figureFiles(const Report& report);

/// Whether the name ends in .tar.gz or .tgz.
[[nodiscard]] bool isArchiveName(const std::string& file);
/// The archive's bytes; the folder in it is named after the file.
[[nodiscard]] std::string makeArchive(const std::string& file, const std::vector<ArchivedFile>& files);
/// Saves all files in that folder, or none; returns their paths. Errors: one of them already exists (Input), or the
/// folder cannot be written (Environment).
[[nodiscard]] Result<std::vector<std::string>> saveNewFolder(const std::filesystem::path& folder,
                                                             const std::vector<ArchivedFile>& files);

struct SavedFiles {
    std::vector<std::filesystem::path> savedPaths;  ///< the written files
    /// If not empty, these files already existed and nothing was written.
    std::vector<std::filesystem::path> existingPaths;
};
/// Saves all files in that folder, or none; existing files are overwritten only if `replace`. Error (Environment): the
/// folder cannot be written.
[[nodiscard]] Result<SavedFiles> saveFiles(const std::filesystem::path& folder, const std::vector<ArchivedFile>& files,
                                           bool replace);

}  // namespace scalewright

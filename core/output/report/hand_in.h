// All that is handed in of a project: every answer in the method's order, as a report, as numbers to work out again, and
// as the files that hold both.
//
// What answers is given to it, for the answers are the commands' own: whoever asks here gets what `scalewright-cli
// diagnose project.scalewright --json` prints.
//
//     const Result<AnsweredReport> answered = answeredReport(project, askFor);
//     handInAnswer(*answered).headline;  // "7 of 8 sections answered, 4 figures."
//     const Result<ReportPackage> all = reportPackage(project, folder, askFor, {});
//     packed("report", all->files);      // an archive that `scalewright-cli reproduce` reads
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

struct Project;

/// One answer of a project, without the project's path in it.
struct AskedSection {
    ReportSection section;
    Json json;  ///< the answer's --json form; null where there is none
};
/// Of the project in that file.
using AskSection = std::function<AskedSection(const ReportQuestion& question, const std::string& project)>;

/// How long it takes, and when to leave off.
struct ReportWatch {
    std::stop_token stop{};
    std::function<void(double share, const std::string& what)> progress{};  ///< what: a section's title
};

struct AnsweredReport {
    Report report;
    std::vector<Json> answers;  ///< of each section
    std::string document;  ///< the project's file, whose answers they are
    std::string digest;  ///< of that file
};
/// Every answer, figure and word of the project as it is. Errors: no place for a temporary file (Environment), or
/// Cancelled.
[[nodiscard]] Result<AnsweredReport> answeredReport(const Project& project, const AskSection& ask,
                                                    const ReportWatch& watch = {});

[[nodiscard]] std::size_t answeredSections(const Report& report);
[[nodiscard]] std::size_t figureCount(const Report& report);
/// How much of it is answered, what is missing first, each section with its headline.
[[nodiscard]] Answer handInAnswer(const Report& report, const Project& project);

/// What of a hand-in is for the person to fill, and is open.
struct OpenParts {
    std::size_t emptySlots = 0;  ///< of the six, without a choice
    bool introduction = false;
    std::size_t checklist = 0, checklistOf = 0;  ///< points

    [[nodiscard]] bool any() const { return emptySlots > 0 || introduction || checklist > 0; }
};
[[nodiscard]] OpenParts openParts(const Project& project);

struct ReportPackage {
    AnsweredReport answered;
    std::vector<ArchivedFile> files;
};
struct PackageForm {
    bool pdf = false;  ///< report.pdf too, by pdflatex
};
/// The files, the project's inputs among them; `projectFolder` is where it refers to them from. Errors:
/// answeredReport's, packInputs' and typesetLatex's.
[[nodiscard]] Result<ReportPackage> reportPackage(const Project& project, const std::filesystem::path& projectFolder,
                                                  const AskSection& ask, const PackageForm& form,
                                                  const ReportWatch& watch = {});

/// The figures of a report as files: SVG, LaTeX, CSV each. Error (Input): toSvg's.
[[nodiscard]] Result<std::vector<ArchivedFile>> figureFiles(const Report& report);

/// A name that an archive has: .tar.gz or .tgz.
[[nodiscard]] bool namesArchive(const std::string& file);
/// The archive's bytes; its folder is called as the file is.
[[nodiscard]] std::string archiveOf(const std::string& file, const std::vector<ArchivedFile>& files);
/// All of them in that folder, whole or not at all; their places. Errors: one of them is there already (Input), or the
/// folder cannot be written (Environment).
[[nodiscard]] Result<std::vector<std::string>> saveNewFolder(const std::filesystem::path& folder,
                                                             const std::vector<ArchivedFile>& files);

struct SavedFiles {
    std::vector<std::filesystem::path> files;  ///< that were written
    std::vector<std::filesystem::path> inTheWay;  ///< that are there already: then nothing was written
};
/// All of them in that folder, whole or not at all; what is there already is only written over where `replace` says so.
/// Error (Environment): the folder cannot be written.
[[nodiscard]] Result<SavedFiles> saveFiles(const std::filesystem::path& folder, const std::vector<ArchivedFile>& files,
                                           bool replace);

}  // namespace scalewright

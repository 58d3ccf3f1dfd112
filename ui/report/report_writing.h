// Writes what is handed in: one archive, a folder, or the report alone as a page, PDF, Markdown or LaTeX. Runs off the
// GUI thread, and writes over nothing that it was not told to replace.
#pragma once

#include <QString>

#include <filesystem>
#include <vector>

#include "core/output/report/hand_in.h"

namespace scalewright::ui {

enum class HandInKind { Archive, Folder, WebPage, Pdf, Markdown, Latex };
/// In the order in which they are offered.
[[nodiscard]] const std::vector<HandInKind>& handInKinds();
/// As a file dialog lists it: "Archive to hand in (*.tar.gz)".
[[nodiscard]] QString filterOf(HandInKind kind);
/// What a typed name says by its ending, else what was chosen.
[[nodiscard]] HandInKind kindOf(const QString& path, HandInKind chosen);
/// The path with the kind's ending, where it has none.
[[nodiscard]] QString withEnding(const QString& path, HandInKind kind);

struct HandInOrder {
    HandInKind kind = HandInKind::Archive;
    QString path;
    bool replace = false;
    std::filesystem::path projectFolder{};  ///< where the project refers to its inputs from
};
/// Errors: reportPackage's, and what the file system says.
[[nodiscard]] Result<SavedFiles> writeHandIn(const Project& project, const AskSection& ask, const HandInOrder& order,
                                             const ReportWatch& watch = {});

/// The report on A4, by pdflatex where that works, else set by Qt with its figures drawn. Error: Cancelled.
[[nodiscard]] Result<std::string> reportPdf(const Report& report, const std::stop_token& stop = {});
/// The same, by Qt alone.
[[nodiscard]] std::string reportPdfByQt(const Report& report);

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the hand-in: an archive, a folder, or only the report as a page, PDF, Markdown or LaTeX. Runs off the GUI
// thread, and never overwrites anything without permission.
#pragma once

#include <QString>

#include <filesystem>
#include <vector>

#include "core/output/report/hand_in.h"

namespace scalewright::ui {

enum class HandInKind { Archive, Folder, WebPage, Pdf, Markdown, Latex };
/// In the order offered to the user.
[[nodiscard]] const std::vector<HandInKind>& handInKinds();
/// The entry of a file dialog: "Archive to hand in (*.tar.gz)".
[[nodiscard]] QString fileDialogFilter(HandInKind kind);
/// The kind that matches the file name's extension, otherwise `chosen`.
[[nodiscard]] HandInKind handInKindOf(const QString& path, HandInKind chosen);
/// The path with the kind's extension, added if it is missing.
[[nodiscard]] QString withEnding(const QString& path, HandInKind kind);

struct HandInRequest {
    HandInKind kind = HandInKind::Archive;
    QString path;
    bool mayReplace = false;
    std::filesystem::path projectFolder{};  ///< the folder that the project's input paths are relative to
};
/// Errors: those of makeReportPackage and of the file system.
[[nodiscard]] Result<SavedFiles> writeHandIn(const Project& project, const HandInRequest& request,
                                             const ReportMonitor& watch = {});

/// The report on A4, typeset by pdflatex if that works, otherwise by Qt with drawn figures. Error: Cancelled.
[[nodiscard]] Result<std::string> reportPdf(const Report& report, const std::stop_token& stop = {});
/// The same, always by Qt.
[[nodiscard]] std::string reportPdfByQt(const Report& report);

}  // namespace scalewright::ui

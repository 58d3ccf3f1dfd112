// SPDX-License-Identifier: GPL-3.0-or-later
// The report of a project (book 41.9): the method's steps in order, each with headline, figures, reason, table and the
// user's own text; then limits and assumptions, an appendix with all other details, and a bibliography. The answers are
// those given by the commands.
//
//     const std::string html = reportHtml({.title = "Ours", .date = "2026-11-25", .sections = {{"The ceiling", "41.2", …}}});
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/output/answers/answer.h"
#include "core/output/report/figures.h"
#include "core/output/report/references.h"

namespace scalewright {

struct ReportSection {
    std::string title;  ///< "The ceiling"
    std::string bookSection;  ///< "41.2"
    std::string command;  ///< the command that gives the same answer: "scalewright-cli diagnose project.scalewright"
    Answer answer{};  ///< without a headline there is no answer, and missingReasons explains why
    std::vector<std::string> missingReasons{};
    std::vector<ReportFigure> figures{};
    std::string reportText{};  ///< the user's own text, CommonMark
};

struct Report {
    std::string title;
    std::string notes;  ///< the project's notes
    std::string date;  ///< ISO 8601
    std::string program;  ///< "Scalewright 0.1.0"
    std::vector<ReportSection> sections;
    std::string introduction{}, conclusion{};  ///< the user's own texts, CommonMark
    WorkerRows workerRows{};  ///< results for other p; not shown if there are no rows
    std::vector<Reference> references{};  ///< all available references; only those cited are listed
};

/// CommonMark. External text is escaped, tables are code blocks of toText, and figures are separate files
/// "figure-NAME.svg".
[[nodiscard]] std::string reportMarkdown(const Report& report);

/// A self-contained file that needs no network, for light mode, dark mode and print. Readable without scripts; with
/// scripts, a slider steps through `workerRows`.
[[nodiscard]] std::string reportHtml(const Report& report);

/// A document of class article for pdflatex, including figures and tables. Needs array, booktabs, graphicx, longtable
/// and pgfplots 1.16.
[[nodiscard]] std::string reportLatex(const Report& report);

/// Typesets a document from reportLatex() as PDF. Errors: pdflatex is missing or failed (Environment); Cancelled.
[[nodiscard]] Result<std::string> typesetLatex(const std::string& latex, const std::stop_token& stop = {});

}  // namespace scalewright

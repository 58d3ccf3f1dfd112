// SPDX-License-Identifier: GPL-3.0-or-later
// The report of a project (book 41.9): the decision with its reason; then the method's steps in order, each with
// headline, reason, figures, table and the user's own text; then an appendix with limits, all other details and a
// bibliography. The answers are those given by the commands.
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

/// A choice in the design, in the user's words.
struct ReportChoice {
    std::string title;  ///< "Partitioning: Split data."
    std::string text;  ///< the justification and the rejected alternative
    std::vector<std::string> reasons;  ///< those two as entered
};

struct ReportSection {
    std::string title;  ///< "The ceiling"
    std::string bookSection;  ///< "41.2"
    std::string command;  ///< the command that gives the same answer: "scalewright-cli diagnose project.scalewright"
    Answer answer{};  ///< without a headline there is no answer, and missingReasons explains why
    std::vector<std::string> missingReasons{};
    std::vector<ReportFigure> figures{};
    std::string reportText{};  ///< the user's own text, CommonMark
    std::vector<ReportChoice> choices{};  ///< shown instead of the answer's table
    Table summary{};  ///< shown instead of the answer's table, which is then in the appendix
    bool keepsTableForAppendix = false;
    bool isOpen = false;  ///< the answer only says what is missing: the report omits the section
};

/// What is decided, why, and what weakens it.
struct ReportDecision {
    std::string headline;  ///< "Ask for 4 workers: 3.08× faster, $0.92 a run."; empty if there is no plan
    std::vector<std::string> reasons;  ///< one sentence each
    std::string basis;  ///< "Measured, one run per point; strong scaling · $3.20 a node-hour"
};

struct Report {
    std::string title;
    std::string notes;  ///< the project's notes
    std::string date;  ///< ISO 8601
    std::string program;  ///< "Scalewright 0.1.0"
    std::vector<ReportSection> sections;
    std::string introduction{}, conclusion{};  ///< the user's own texts, CommonMark
    std::string author{};
    ReportDecision decision{};
    WorkerRows workerRows{};  ///< results for other p; not shown if there are no rows
    std::vector<Reference> references{};  ///< all available references; only those cited are listed
};

/// CommonMark. External text is escaped, tables are code blocks of toText, and figures are separate files
/// "figure-NAME.svg".
[[nodiscard]] std::string reportMarkdown(const Report& report);

/// A self-contained file that needs no network, for light mode, dark mode and print. Readable without scripts; with
/// scripts, a slider on screen steps through `workerRows`.
[[nodiscard]] std::string reportHtml(const Report& report);

/// A document of class article for pdflatex, including figures and tables. Needs array, booktabs, geometry,
/// graphicx, longtable, multicol and pgfplots 1.16.
[[nodiscard]] std::string reportLatex(const Report& report);

/// Typesets a document from reportLatex() as PDF. Errors: pdflatex is missing or failed (Environment); Cancelled.
[[nodiscard]] Result<std::string> typesetLatex(const std::string& latex, const std::stop_token& stop = {});

}  // namespace scalewright

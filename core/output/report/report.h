// The report of a project (book 41.9): the method's steps in order, each its headline, figures, because, table and the
// person's own words; limits and assumptions as a list; all else as an appendix; what the formulas cite. The same answers
// that the commands give.
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
    std::string book;  ///< "41.2"
    std::string command;  ///< that gives the same answer: "scalewright-cli diagnose project.scalewright"
    Answer answer{};  ///< without a headline: there is none, and `missing` says why
    std::vector<std::string> missing{};
    std::vector<ReportFigure> figures{};
    std::string words{};  ///< the person's own, CommonMark
};

struct Report {
    std::string title;
    std::string notes;  ///< the project's own words
    std::string date;  ///< ISO 8601
    std::string program;  ///< "Scalewright 0.1.0"
    std::vector<ReportSection> sections;
    std::string introduction{}, conclusion{};  ///< the person's own words, CommonMark
    WorkerRows workers{};  ///< what other p give; no rows: not said
    std::vector<Reference> references{};  ///< all that could be cited; those that are, are listed
};

/// CommonMark; what comes from outside is escaped, tables are code blocks of toText, figures are files "figure-NAME.svg"
/// beside it.
[[nodiscard]] std::string reportMarkdown(const Report& report);

/// One file with its figures in it that asks nothing of any network, in light and dark and on paper. Readable without
/// scripts; with them a slider steps through `workers`.
[[nodiscard]] std::string reportHtml(const Report& report);

/// A document of class article for pdflatex, figures and tables in it: needs array, booktabs, graphicx, longtable,
/// pgfplots 1.16.
[[nodiscard]] std::string reportLatex(const Report& report);

/// A document of reportLatex() as PDF. Errors: there is no pdflatex, or it made nothing (Environment); Cancelled.
[[nodiscard]] Result<std::string> typesetLatex(const std::string& latex, const std::stop_token& stop = {});

}  // namespace scalewright

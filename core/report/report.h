// The report of a project (book 41.9): the method's steps in order, each its headline, because, table and what comes
// next; limits and assumptions as a list; all else as an appendix. The same answers that the commands give.
//
//     const std::string html = reportHtml({.title = "Ours", .date = "2026-11-25", .sections = {{"The ceiling", "41.2", …}}});
#pragma once

#include <string>
#include <vector>

#include "core/answers/answer.h"

namespace scalewright {

struct ReportSection {
    std::string title;  ///< "The ceiling"
    std::string book;  ///< "41.2"
    std::string command;  ///< that gives the same answer: "scalewright-cli diagnose project.scalewright"
    Answer answer{};  ///< without a headline: there is none, and `missing` says why
    std::vector<std::string> missing{};
};

struct Report {
    std::string title;
    std::string notes;  ///< the project's own words
    std::string date;  ///< ISO 8601
    std::string program;  ///< "Scalewright 0.1.0"
    std::vector<ReportSection> sections;
};

/// CommonMark; what comes from outside is escaped, tables are code blocks of toText.
[[nodiscard]] std::string reportMarkdown(const Report& report);

/// One file that asks nothing of any network, readable without scripts, in light and dark and on paper.
[[nodiscard]] std::string reportHtml(const Report& report);

}  // namespace scalewright

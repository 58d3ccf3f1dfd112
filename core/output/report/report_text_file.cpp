// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/report_text_file.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/ranges/ranges.h"
#include "core/base/text/message.h"
#include "core/base/text/quote.h"
#include "core/output/report/questions.h"
#include "core/project/document/project.h"
#include "core/project/document/report_texts.h"

namespace scalewright {

namespace {

/// The key of the section whose title is the heading, otherwise the heading itself.
std::string sectionKeyOfHeading(std::string_view heading)
{
    std::string name = uncapitalised(std::string(heading));
    for (const ReportQuestion& question : reportQuestions())
        if (name == uncapitalised(question.title))
            return question.key;
    return name;
}

/// The first line that is not UTF-8, or 0.
int firstNonUtf8Line(std::string_view text)
{
    int line = 1;
    for (std::size_t position = 0; position < text.size();) {
        const std::size_t length = utf8Length(text, position);
        if (length == 0)
            return line;
        line += text[position] == '\n' ? 1 : 0;
        position += length;
    }
    return 0;
}

void storeSectionText(Project& project, const std::string& place, const std::string& words)
{
    const std::size_t first = words.find_first_not_of(" \n"), last = words.find_last_not_of(" \n");
    if (first != std::string::npos)
        setReportText(project, place, words.substr(first, last + 1 - first));
}

}  // namespace

Result<Project> withReportTexts(Project project, std::string_view text, const std::string& name)
{
    if (const int invalidLine = firstNonUtf8Line(text); invalidLine > 0)
        return fail(ErrorCode::Input, "is not in UTF-8", "the file saved as UTF-8",
                    {.file = name, .line = invalidLine});
    std::string place = "introduction", words;
    std::map<std::string, int> headingLines;  ///< line number of each section's heading
    int line = 0;
    bool code = false;
    for (std::size_t start = 0; start < text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string lineText(text.substr(start, end - start));
        start = end + 1;
        code = code != (lineText.starts_with("```") || lineText.starts_with("~~~"));
        if (code || !lineText.starts_with("# ")) {
            words += lineText + '\n';
            continue;
        }
        if (words.find_first_not_of(" \r\n") != std::string::npos)
            headingLines.emplace(place, 1);  // text before the first heading is the introduction
        storeSectionText(project, place, words);
        words.clear();
        place = sectionKeyOfHeading(std::string_view(lineText).substr(2, lineText.find_last_not_of(" \r") - 1));
        if (place != reportAuthorPlace && !contains(reportTextPlaces, place))
            return fail(
                ErrorCode::Input, formatMessage("{} is not a section of the report", inQuotes(lineText.substr(2))),
                "# " + fmt::format("{}", fmt::join(reportTextPlaces, ", # ")), {.file = name, .line = line + 1});
        if (const auto [entry, isNew] = headingLines.emplace(place, line + 1); !isNew)
            return fail(ErrorCode::Input,
                        formatMessage("{} appears again after line {}", inQuotes(lineText), entry->second),
                        "each section once, with all its text", {.file = name, .line = line + 1});
    }
    storeSectionText(project, place, words);
    return project;
}

}  // namespace scalewright

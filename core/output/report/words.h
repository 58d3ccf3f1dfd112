// A person's own words (core/project/document/own_words.h) in the report's three forms. CommonMark, kept harmless: markup of other
// languages is shown as the text it is, pictures become their words, links lead to http, https and mail only, headings
// stand below the report's own.
#pragma once

#include <string>

namespace scalewright {

[[nodiscard]] std::string wordsMarkdown(const std::string& words);
[[nodiscard]] std::string wordsHtml(const std::string& words);
[[nodiscard]] std::string wordsLatex(const std::string& words);

/// Text as pdflatex sets it in a report, escaped; long words may break.
[[nodiscard]] std::string latexProse(const std::string& text);

}  // namespace scalewright
